//! Constants, and relations that tell nothing.

use super::*;
use crate::relation::RelationText;

fn relation(followup: &str, when: &str, then: &str, ty: &Type) -> (Relation, Signature) {
    let params = vec![("a".to_owned(), ty.clone()), ("b".to_owned(), ty.clone())];
    let subject = Signature::new("demo::f", params, ty.clone());
    let text = RelationText {
        given: Vec::new(),
        when: when.to_owned(),
        followups: vec![followup.to_owned()],
        then: then.to_owned(),
        tolerance: "exact".to_owned(),
    };
    let other = Signature::new("demo::g", vec![("y".to_owned(), ty.clone())], ty.clone());
    let relation = Relation::parse(&text, &subject, &|_| Some(other.clone())).unwrap();
    (relation, subject)
}

#[test]
fn what_holds_whatever_the_outcomes_are_is_a_tautology() {
    let int = Type::Int(IntType::U8);
    for (then, tautology) in [
        ("y0 == y0", true),
        ("y1 >= 0", true),
        ("y1 >= y0 || y1 < y0", true),
        ("y1 - y0 + y0 == y1", true),
        ("y1 == y0", false),
        ("y1 >= 1", false),
    ] {
        let (relation, subject) = relation("(b, a)", "true", then, &int);
        let simple = Simplifier::default().simplified(&relation, &subject, &[int.clone(), int.clone()]);
        assert_eq!(simple.then.is_yes(), tautology, "{then}");
    }
}

#[test]
fn a_relation_tells_of_two_executions() {
    let int = Type::Int(IntType::U8);
    for (followup, then, two) in [
        ("(b, a)", "y1 == y0", true),
        ("(b, a)", "y1 >= 7", false),
        ("(b, a)", "y1 == a", false),
        ("(b, a)", "y0 == a", false),
        ("(y0, a)", "y1 == a", true),
        ("(y0, a)", "y1 >= 7", false),
        ("demo::g(y0)", "y1 == a", true),
        ("demo::g(y0)", "y1 > 3", true),
        ("demo::g(a)", "y1 == a", false),
        ("demo::g(a)", "y1 == y0", true),
    ] {
        let (relation, _) = relation(followup, "true", then, &int);
        assert_eq!(relation.relates_two_executions(), two, "{followup} {then}");
    }
}

#[test]
fn constants_become_what_a_person_recognises_while_the_verdicts_are_kept() {
    let float = Type::Float(FloatType::F64);
    let snap = |then: &str, within: f64, meant: f64| {
        let (relation, subject) = relation("(b, a)", "true", then, &float);
        let mut asked = 0;
        let result = snapped(&relation, &mut |tried| {
            asked += 1;
            let Expr::Apply(_, sides) = &tried.then else { return false };
            matches!(&sides[1], Expr::Const(Value::F64(x)) if (x - meant).abs() <= within)
        });
        assert!(asked <= snap::ASKED, "{asked}");
        result.show(&subject).then
    };
    assert_eq!(snap("y1 < 3.1415926", 1e-6, std::f64::consts::PI), "y1 < PI");
    assert_eq!(snap("y1 < 0.3333", 1e-3, 0.3333), "y1 < 0.333");
    assert_eq!(snap("y1 < 0.3333", 1e-4, 0.3333), "y1 < 0.3333333333333333");
    assert_eq!(snap("y1 < 99.7", 1.0, 100.0), "y1 < 100.0");
    assert_eq!(snap("y1 < 0.1", 0.5, 0.0), "y1 < 0.0");
    assert_eq!(snap("y1 < 12.345", 1e-9, 12.345), "y1 < 12.345");
}

#[test]
fn constants_of_guard_and_output_relation_are_snapped_one_by_one() {
    let int = Type::Int(IntType::I64);
    let (relation, subject) = relation("(a + 7, b)", "a > 98", "y1 <= y0 + 6 || y1 > 5 - y0", &int);
    let mut asked = 0;
    let result = snapped(&relation, &mut |tried| {
        asked += 1;
        let shown = tried.show(&subject);
        shown.when != "a > 0" && !shown.then.contains("y0 + 0")
    });
    let shown = result.show(&subject);
    assert_eq!((shown.when.as_str(), shown.then.as_str()), ("a > 7", "y1 <= y0 + 7 || y1 > 7 - y0"));
    let same = snapped(&relation, &mut |_| false);
    assert_eq!(same, relation);
}
