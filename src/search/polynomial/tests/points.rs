//! Laws of structs, whose fields are numbers like others.

use super::*;
use morph_relation::{Adt, Field, Home, Traits, Variant as Shape};

/// `Point { x, y }` of floats of a kind; what is closed is made by a constructor alone.
fn point(kind: FloatType, open: bool) -> Type {
    let home = Home {
        package: "demo".to_owned(),
        target: 0,
        module: Vec::new(),
        exported: None,
        ident: "Point".to_owned(),
        lifetimes: 0,
        arguments: Vec::new(),
    };
    let adt = Adt::new("demo::Point".to_owned(), "Point".to_owned(), home, false, Traits::default());
    let fields = ["x", "y"].map(|name| Field {
        name: name.into(),
        ty: Type::Float(kind),
        visible: open,
        public: open,
        getter: None,
    });
    let shape = Shape { name: "Point".to_owned(), fields: fields.to_vec(), braces: true };
    adt.variants.set(vec![shape]).expect("it was made a line above");
    Type::Adt(adt)
}

fn xy(value: &Value) -> [f64; 2] {
    [0, 1].map(|i| value.part(i).and_then(Value::as_float).expect("a coordinate"))
}

#[test]
fn norms_are_scaled_and_kept_when_they_are_turned() {
    for kind in [FloatType::F32, FloatType::F64] {
        let reference = Type::Ref(Box::new(point(kind, true)));
        let found = laws(&[("p", reference)], Type::Float(kind), &CATALOGUE, |input| {
            let [x, y] = xy(&input[0]);
            Some(Value::float(kind, (x * x + y * y).sqrt()))
        });
        assert_found(
            &found,
            &[
                "f(Point { x: p.x * 2.0, y: p.y * 2.0 }) == f(p) * 2.0",
                "f(Point { x: -p.y, y: p.x }) == f(p)",
                "f(Point { x: -p.x, y: p.y }) == f(p)",
            ],
        );
    }
}

#[test]
fn cross_products_change_sign_and_grow_by_what_is_added() {
    let point = || point(FloatType::F32, true);
    let params = [("p", point()), ("q", point())];
    let found = laws(&params, Type::Float(FloatType::F32), &CATALOGUE, |input| {
        let ([a, b], [c, d]) = (xy(&input[0]), xy(&input[1]));
        Some(Value::F32((a * d - b * c) as f32))
    });
    let added = "f(Point { x: p.x + q.x, y: p.y + q.y }, q) == f(p, q)";
    let turned = "f(Point { x: -p.y, y: p.x }, Point { x: -q.y, y: q.x }) == f(p, q)";
    assert_found(&found, &["f(q, p) == -f(p, q)", added, turned]);
}

#[test]
fn fields_of_outcomes_are_numbers_of_laws() {
    let point = || point(FloatType::F64, true);
    let found = laws(&[("p", point())], point(), &CATALOGUE, |input| {
        let [x, y] = xy(&input[0]);
        Some(Value::data(0, [x - y, x + y].map(|z| Value::F64(z / 2.0)).to_vec()))
    });
    assert_found(&found, &["f(Point { x: -p.y, y: p.x }).x == -f(p).y"]);
}

#[test]
fn midpoints_that_are_sums_of_inputs_have_laws_of_outcomes_alone() {
    let point = || point(FloatType::F32, true);
    let found = laws(&[("p", point()), ("q", point())], point(), &CATALOGUE, |input| {
        let ([a, b], [c, d]) = (xy(&input[0]), xy(&input[1]));
        Some(Value::data(0, [a + c, b + d].map(|z| Value::F32(z as f32 / 2.0)).to_vec()))
    });
    assert_found(&found, &["f(q, p).x == f(p, q).x", "f(q, p).y == f(p, q).y"]);
}

#[test]
fn guards_against_large_floats_are_about_fields_and_nearer_for_narrow_floats() {
    for (kind, limit) in [(FloatType::F32, "10.0"), (FloatType::F64, "1000.0")] {
        let params = vec![("p".to_owned(), Type::Ref(Box::new(point(kind, true))))];
        let subject = Signature::new("demo::f", params, Type::Float(kind));
        let scope = Scope { params: subject.params.clone(), outs: Vec::new(), item: None };
        let tame = crate::search::guards::tame(&subject).map(|when| scope.show(&when));
        assert_eq!(tame.unwrap(), format!("p.x.abs() <= {limit} && p.y.abs() <= {limit}"));
    }
}

#[test]
fn bounds_are_climbed_to_along_fields() {
    let point = point(FloatType::F64, true);
    let found = laws(&[("p", point)], F64, &CATALOGUE, |input| {
        let [x, y] = xy(&input[0]);
        Some(Value::F64((x * 1.37).sin() + (y * 0.61).cos()))
    });
    // The sines of two places that are 1 apart differ by at most 2 sin(0.685) = 1.2654…
    assert_found(&found, &["f(Point { x: p.x + 1.0, y: p.y }) < f(p) + 1.27"]);
}

#[test]
fn what_only_a_constructor_makes_or_nobody_sees_has_no_numbers() {
    let float = Type::Float(FloatType::F64);
    let of = |ty: Type, ret: Type| Space::of(&Signature::new("demo::f", vec![("p".to_owned(), ty)], ret));
    assert_eq!(of(point(FloatType::F64, true), float.clone()).unwrap().inputs.len(), 2);
    assert!(of(point(FloatType::F64, false), float.clone()).is_none());
    assert!(of(float.clone(), point(FloatType::F64, false)).is_none());
    assert!(of(float, point(FloatType::F32, true)).is_none());
}
