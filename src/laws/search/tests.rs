use super::*;
use morph_relation::{IntType, RelationText, Signature};

#[test]
fn what_a_sibling_returns_is_no_part_of_what_the_subject_returns() {
    let int = Type::Int(IntType::U64);
    let bytes = || Type::Vec(Box::new(Type::Int(IntType::U8)));
    let to = Type::Mut(Box::new(bytes()));
    let params = vec![("to".to_owned(), to), ("n".to_owned(), int.clone())];
    let write = Signature::new("demo::write", params, int.clone());
    let ret = Type::Tuple(vec![int, bytes()]);
    let read = Signature::new("demo::read", vec![("from".to_owned(), bytes())], ret);
    let part = |followups: &[&str], then: &str| {
        let text = RelationText::exact(followups, then);
        only_part(&Relation::parse(&text, &write, &|_| Some(read.clone())).expect("a relation"))
    };
    assert_eq!(part(&["(to, n + 1)"], "y1.1.len() >= y0.1.len()"), Some(1));
    assert_eq!(part(&["(to, n + 1)"], "y1.1.len() >= y0.0"), None);
    assert_eq!(part(&["demo::read(y0.1)"], "y1.0 == n"), None);
}
