use super::*;
use crate::search::Shape;
use morph_lab::MutantId;
use morph_relation::{Followup, IntType, Tolerance, Type, Value};

/// `f(x) == sibling(x)`, of a family.
fn equal_to(sibling: &str, family: &'static str, kills: &[u32]) -> Candidate {
    let shape = Shape {
        family,
        implies: &[],
        form: 0,
        rank: 0,
        said: "agrees".to_owned(),
        places: vec![0],
        siblings: vec![sibling.to_owned()],
        guarded: false,
        minor: false,
    };
    let followup = Followup { function: Some(sibling.to_owned()), args: vec![Expr::Param(0)] };
    Candidate {
        shape: Some(shape),
        relation: Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![followup],
            then: Expr::binary(Op::Eq, Expr::Out(0), Expr::Out(1)),
            tolerance: Tolerance::Exact,
        },
        strategy: "enumerate",
        kills: kills.iter().map(|n| Fault::Mutant(MutantId(*n))).collect(),
        groups: 100,
    }
}

fn chosen(laws: &[Candidate]) -> Vec<String> {
    let int = Type::Int(IntType::I64);
    let subject = Signature::new("demo::f", vec![("x".to_owned(), int.clone())], int);
    let chosen = chosen_laws(laws, 5, &subject);
    chosen.iter().flat_map(|law| law.shape.iter().flat_map(|shape| shape.siblings.clone())).collect()
}

#[test]
fn laws_that_say_little_are_for_functions_without_others() {
    let mut little = equal_to("g", "longer", &[1, 2]);
    little.shape.as_mut().expect("it has one").minor = true;
    let known = equal_to("h", "round trip", &[1]);
    assert_eq!(chosen(&[little.clone(), known]), ["h"]);
    assert_eq!(chosen(&[little]), ["g"]);
}

#[test]
fn of_two_families_that_imply_each_other_the_one_without_a_guard_stands() {
    let homogeneous = |family, implies, guarded| {
        let mut law = equal_to("g", family, &[1]);
        let shape = law.shape.as_mut().expect("it has one");
        (shape.implies, shape.guarded) = (implies, guarded);
        law
    };
    let signed = homogeneous("homogeneous", &["absolutely homogeneous"], true);
    let absolute = |guarded| homogeneous("absolutely homogeneous", &["homogeneous"], guarded);
    let lesser = |a: &Candidate, b: &Candidate| (is_lesser(a, b), is_lesser(b, a));
    assert_eq!(lesser(&signed, &absolute(false)), (true, false));
    assert_eq!(lesser(&signed, &absolute(true)), (false, false));
}

#[test]
fn one_of_fewer_arguments_says_more() {
    let among = |family, places: &[usize]| {
        let mut law = equal_to("g", family, &[]);
        law.shape.as_mut().expect("it has one").places = places.to_vec();
        law
    };
    let lesser = |family| is_lesser(&among(family, &[0, 1]), &among(family, &[0, 1, 2]));
    assert!(lesser("commutative") && !lesser("selection"));
    assert!(is_lesser(&among("selection", &[0, 1, 2]), &among("selection", &[0, 1])));
}

#[test]
fn the_same_with_another_function_is_written_only_for_what_it_kills() {
    let one = equal_to("g", "agreement", &[1, 2]);
    assert_eq!(chosen(&[one.clone(), equal_to("h", "agreement", &[2])]), ["g"]);
    assert_eq!(chosen(&[one.clone(), equal_to("h", "agreement", &[])]), ["g"]);
    assert_eq!(chosen(&[one.clone(), equal_to("h", "agreement", &[3])]), ["g", "h"]);
    assert_eq!(chosen(&[one, equal_to("h", "round trip", &[2])]), ["g", "h"]);
}

#[test]
fn where_no_mutant_is_killed_the_best_known_stand() {
    let families = ["round trip", "involution", "idempotence", "agreement", "scaling"];
    let mut laws = families.map(|family| equal_to(family, family, &[]));
    for law in &mut laws[..2] {
        law.kills = BTreeSet::from([Fault::Stuck(std::cmp::Reverse(0))]);
    }
    assert_eq!(chosen(&laws).len(), 5);
    laws[0].kills = BTreeSet::from([Fault::Mutant(MutantId(1))]);
    assert!(chosen(&laws).len() < 5);
}

#[test]
fn what_a_method_shows_of_an_argument_tells_all_that_it_shows() {
    let shown = |of: Expr| Followup { function: Some("degrees".to_owned()), args: vec![of] };
    let law = |followups: Vec<Followup>, then: Expr| Relation {
        given: Vec::new(),
        when: Expr::yes(),
        followups,
        then,
        tolerance: Tolerance::Exact,
    };
    let kept = law(vec![shown(Expr::Out(0))], Expr::binary(Op::Eq, Expr::Out(1), Expr::Param(0)));
    let twice = Followup::of_subject(vec![Expr::binary(Op::Mul, Expr::Param(0), Expr::int(2))]);
    let doubled = Expr::binary(Op::Mul, Expr::Out(1), Expr::int(2));
    let scaled = law(
        vec![shown(Expr::Out(0)), twice.clone(), shown(Expr::Out(2))],
        Expr::binary(Op::Eq, Expr::Out(3), doubled),
    );
    assert!(tells_what_is_seen(&kept, &scaled));
    assert!(!tells_what_is_seen(&scaled, &kept) && !tells_what_is_seen(&kept, &kept));
    let of_whole = law(vec![twice], Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)));
    assert!(!tells_what_is_seen(&kept, &of_whole));
}

#[test]
fn what_one_function_undoes_needs_no_second_one() {
    let back = equal_to("sub", "undone by a sibling", &[1]);
    let mut about = equal_to("sub", "round trip through a sibling", &[1, 2]);
    let shape = about.shape.as_mut().expect("it has one");
    shape.siblings.push("neg".to_owned());
    assert!(is_lesser(&about, &back) && !is_lesser(&back, &about));
    assert!(!is_lesser(&about, &equal_to("div", "round trip", &[1])));
}

#[test]
fn what_a_function_says_of_itself_needs_no_other_that_does_the_same() {
    let again = |function: Option<&str>| {
        let mut law = equal_to("g", "involution", &[1]);
        let args = vec![Expr::Out(0)];
        law.relation.followups = vec![Followup { function: function.map(str::to_owned), args }];
        law.relation.then = Expr::binary(Op::Eq, Expr::Out(1), Expr::Param(0));
        law
    };
    assert!(is_by_another(&again(Some("g")), &again(None), 1));
    assert!(!is_by_another(&again(None), &again(Some("g")), 1));
    assert!(!is_by_another(&again(Some("g")), &again(Some("g")), 1));
    assert!(!is_by_another(&equal_to("g", "agreement", &[]), &again(None), 1));
}

#[test]
fn of_siblings_with_one_name_the_one_that_goes_further_is_told_of() {
    let below = |sibling: &str, limit: i128| {
        let mut law = equal_to(sibling, "round trip", &[1]);
        let limit = Expr::Const(Value::Int(limit));
        law.relation.when = Expr::binary(Op::Lt, Expr::Param(0), limit);
        law
    };
    let int = Type::Int(IntType::I64);
    let subject = Signature::new("demo::f", vec![("x".to_owned(), int.clone())], int);
    let narrower = |a: &Candidate, b: &Candidate| is_narrower(a, b, &subject);
    let (short, long) = (below("u8", 256), below("u64", 4000));
    assert!(narrower(&short, &long) && !narrower(&long, &short));
    assert!(!narrower(&short, &below("u8", 4000)) && narrower(&short, &equal_to("u64", "round trip", &[])));
}
