//! Laws of what structs hold.

use super::samples::*;
use super::tests::shown;
use morph_relation::{Adt, Field, Home, Traits, Type, Variant};

#[test]
fn a_struct_is_taken_apart_by_its_public_fields() {
    for public in [true, false] {
        let tile =
            Adt::new("demo::Tile".to_owned(), "Tile".to_owned(), Home::default(), false, Traits::default());
        let fields = ["x", "y", "zoom"].map(|name| Field {
            name: name.into(),
            ty: U64,
            visible: true,
            public,
            getter: None,
        });
        let variant = Variant { name: "Tile".to_owned(), fields: fields.to_vec(), braces: true };
        tile.variants.set(vec![variant]).expect("it was made a line above");
        let number = function("number", &[("x", U64), ("y", U64), ("zoom", U64)], U64);
        let parse = function("parse", &[("n", U64)], Type::Option(Box::new(Type::Adt(tile))));
        let law = "number(parse(n).unwrap().x, parse(n).unwrap().y, parse(n).unwrap().zoom) == n";
        let all = shown(&parse, std::slice::from_ref(&number));
        assert_eq!(all.iter().any(|text| text == law), public, "{all:#?}");
        let parts =
            ["x", "y", "zoom"].map(|part| format!("parse(number(x, y, zoom)).unwrap().{part} == {part}"));
        let all = shown(&number, &[parse]);
        assert_eq!(all.contains(&parts.join(" && ")), public, "{all:#?}");
    }
}

#[test]
fn the_only_field_of_a_struct_has_the_laws_of_what_it_is() {
    let area =
        Adt::new("demo::Area".to_owned(), "Area".to_owned(), Home::default(), false, Traits::default());
    let field = Field { name: "0".into(), ty: F64, visible: true, public: true, getter: None };
    let variant = Variant { name: "Area".to_owned(), fields: vec![field], braces: false };
    area.variants.set(vec![variant]).expect("it was made a line above");
    let area = function("area", &[("points", slice(point()))], Type::Adt(area));
    let all = shown(&area, &[]);
    let law = "area(points.iter().rev()).0 == -area(points).0";
    assert!(all.iter().any(|text| text == law), "{law} is missing in {all:#?}");
}

#[test]
fn a_vector_is_scaled_part_by_part() {
    let vector =
        Adt::new("demo::Vector".to_owned(), "Vector".to_owned(), Home::default(), false, Traits::default());
    let fields = ["x", "y"].map(|name| Field {
        name: name.into(),
        ty: F64,
        visible: true,
        public: true,
        getter: None,
    });
    let variant = Variant { name: "Vector".to_owned(), fields: fields.to_vec(), braces: true };
    vector.variants.set(vec![variant]).expect("it was made a line above");
    let vector = Type::Adt(vector);
    let all = shown(&function("norm", &[("v", vector.clone())], F64), &[]);
    let law = "norm(Vector { x: v.x * k, y: v.y * k }) == norm(v) * k.abs()".to_owned();
    assert!(all.contains(&law), "{law} is missing in {all:#?}");
    let all = shown(&function("turned", &[("v", vector.clone())], vector.clone()), &[]);
    let law = "turned(Vector { x: -v.x, y: -v.y }) == Vector { x: -turned(v).x, y: -turned(v).y }".to_owned();
    assert!(all.contains(&law), "{law} is missing in {all:#?}");
    let all = shown(&function("new", &[("x", F64), ("y", F64)], vector.clone()), &[]).join("\n");
    assert!(!all.contains("== Vector {"), "a constructor takes no vector: {all}");
    let many = Type::Slice(Box::new(vector));
    let all = shown(&function("length", &[("path", many)], F64), &[]);
    let law = "length(path.iter().map(|x| Vector { x: x.x + dx, y: x.y + dy })) == length(path)".to_owned();
    assert!(all.contains(&law), "{law} is missing in {all:#?}");
}
