use super::*;
use morph_relation::Followup;
use morph_traces::Variant;

/// Groups of a function of which nothing but the outcomes matters.
fn groups(outcomes: impl Iterator<Item = String>) -> Vec<Group> {
    let group = |(source, out)| Group {
        source,
        variant: Variant::Original,
        params: vec![Value::Int(source as i128)].into(),
        outs: vec![Value::str(out)],
    };
    outcomes.enumerate().map(group).collect()
}

fn is_its_own(op: Op) -> Relation {
    let then = Expr::binary(Op::Eq, Expr::unary(op, Expr::Out(0)), Expr::Out(0));
    Relation {
        given: Vec::new(),
        when: Expr::yes(),
        followups: Vec::new(),
        then,
        tolerance: Tolerance::Exact,
    }
}

#[test]
fn the_largest_integer_has_no_next_one() {
    assert_eq!(slightly_different(&Value::Int(i128::MAX)), None);
    assert_eq!(slightly_different(&Value::Int(0)), Some(Value::Int(1)));
}

#[test]
fn a_change_that_only_texts_without_an_answer_have_says_nothing() {
    // Capital letters change nothing of a number, and words are none.
    let group = |(source, text): (usize, String)| {
        let out = text.parse().map_or(Value::None, |n| Value::Some(Value::Int(n).into()));
        let params = vec![Value::str(text)];
        Group { source, variant: Variant::Original, params: params.into(), outs: vec![out.clone(), out] }
    };
    let texts = (0..100).flat_map(|n| [format!("{n}"), format!("word{n}")]);
    let groups: Vec<Group> = texts.enumerate().map(group).collect();
    let ignores = |op| Relation {
        followups: vec![Followup::of_subject(vec![Expr::unary(op, Expr::Param(0))])],
        then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)),
        ..is_its_own(op)
    };
    assert!(!speaks(&ignores(Op::Upper), &groups));
    assert!(!speaks(&ignores(Op::AsciiUpper), &groups));
}

#[test]
fn of_two_values_there_need_be_no_third() {
    let group = |(source, side): (usize, i128)| Group {
        source,
        variant: Variant::Original,
        params: vec![Value::Int(side)].into(),
        outs: vec![Value::Int(1 - side), Value::Int(side)],
    };
    let twice = Relation {
        followups: vec![Followup::of_subject(vec![Expr::Out(0)])],
        then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Param(0)),
        ..is_its_own(Op::Lower)
    };
    let both: Vec<Group> = [0, 1].into_iter().enumerate().map(group).collect();
    assert!(speaks(&twice, &both));
    assert!(!speaks(&twice, &both[..1]));
    // Two of many are a coincidence.
    let other = |group: &Group| Group { outs: vec![Value::Int(7), Value::Int(9)], ..group.clone() };
    let many = (2..9).enumerate().map(group).map(|group| other(&group));
    assert!(!speaks(&twice, &both.iter().cloned().chain(many).collect::<Vec<_>>()));
}

#[test]
fn digits_have_no_case_worth_a_law() {
    let digits = groups((0..40).map(|n| n.to_string()));
    assert!(!speaks(&is_its_own(Op::Upper), &digits));
    let letters = groups((0..40).map(|n| format!("x{n}")));
    assert!(speaks(&is_its_own(Op::Lower), &letters));
}

#[test]
fn signs_are_of_one_size() {
    let sign = |(source, mut group): (usize, Group)| {
        group.outs = vec![Value::Int([1, -1][source % 2])];
        group
    };
    let signs = |of: usize| -> Vec<Group> {
        let all = groups((0..of).map(|n| n.to_string())).into_iter();
        all.enumerate().map(sign).collect()
    };
    let then = Expr::binary(Op::Eq, Expr::unary(Op::Abs, Expr::Out(0)), Expr::int(1));
    let law = Relation { then, ..is_its_own(Op::Lower) };
    assert!(speaks(&law, &signs(40)) && !speaks(&law, &signs(1)));
}

#[test]
fn what_rarely_fails_need_not_fail_together() {
    // The next and the next but one of numbers that end at `last`.
    let group = |last: i128| {
        move |n: i128| {
            let some = |n: i128| if n > last { Value::None } else { Value::Some(Value::Int(n).into()) };
            let params = vec![Value::Int(n)];
            let outs = vec![some(n + 1), Value::Int(n - 1), some(n + 1)];
            Group { source: n as usize, variant: Variant::Original, params: params.into(), outs }
        }
    };
    let sibling = |args: Vec<Expr>| Followup { function: Some("demo::other".to_owned()), args };
    let of = |then: Expr| Relation {
        followups: vec![sibling(vec![Expr::Param(0)]), sibling(vec![Expr::Out(1)])],
        then,
        ..is_its_own(Op::Lower)
    };
    let [same, successes] = [None, Some(Op::IsSome)].map(|op| {
        let side = |out: usize| op.map_or(Expr::Out(out), |op| Expr::unary(op, Expr::Out(out)));
        of(Expr::binary(Op::Eq, side(2), side(0)))
    });
    for (last, is_rare) in [(99, true), (1_000, true), (50, false)] {
        let groups: Vec<Group> = (0..100).map(group(last)).collect();
        let held: Vec<&Group> = groups.iter().collect();
        for relation in [&same, &successes] {
            assert_eq!(is_about_rare_failures(relation, &held, &groups), is_rare, "{last}");
        }
    }
}
