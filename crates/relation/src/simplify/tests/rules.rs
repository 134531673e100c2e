//! Every rule on random values.

use super::*;

/// A letter that has no value.
const NOTHING: usize = 99;

fn with_nothing(expr: &Expr, gone: &[bool]) -> Expr {
    match expr {
        Expr::Param(n) if gone[*n] => Expr::Out(NOTHING),
        expr => expr.with_children(&mut |child| with_nothing(child, gone)),
    }
}

/// Types for the letters of a rule, those of a kind alike.
fn letter_types(rule: &Rule, rng: &mut ChaCha8Rng) -> Vec<Type> {
    let mut chosen: Vec<(&str, Type)> = Vec::new();
    for letter in &rule.letters {
        let kind = kind_of(*letter);
        let fits: Vec<Type> = match (kind.stand_in)() {
            Type::Float(_) => vec![Type::Float(rule.float)],
            _ => types().into_iter().filter(|ty| (kind.fits)(ty)).collect(),
        };
        if chosen.iter().all(|(letters, _)| *letters != kind.letters) {
            chosen.push((kind.letters, fits[rng.random_range(0..fits.len())].clone()));
        }
    }
    let of = |letter: &char| {
        chosen.iter().find(|(letters, _)| letters.contains(*letter)).expect("chosen").1.clone()
    };
    rule.letters.iter().map(of).collect()
}

#[test]
fn every_rule_holds_on_random_values() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for rule in RULES.iter() {
        let mut compared = 0;
        for _ in 0..4_000 {
            let types = letter_types(rule, &mut rng);
            let values: Vec<Value> = types.iter().map(|ty| value(ty, &mut rng)).collect();
            let env = Env { params: &values, outs: &[] };
            let tolerance = Tolerance::LADDER[rng.random_range(0..Tolerance::LADDER.len())];
            let typed = |expr: &Expr| {
                let params = types.iter().map(|ty| (String::new(), ty.clone())).collect();
                Scope { params, outs: Vec::new(), item: None }.type_of(expr).is_some()
            };
            let given = |given: &Expr| given.test(env, tolerance) == Some(true);
            if !typed(&rule.left) || !rule.given.as_ref().is_none_or(given) {
                continue;
            }
            // Where the letters of a conditional rule always have values, so has its right side.
            let may_lack = rule.always && rule.given.is_none();
            let gone: Vec<bool> = values.iter().map(|_| may_lack && rng.random_range(0..6) == 0).collect();
            let (left, right) = (with_nothing(&rule.left, &gone), with_nothing(&rule.right, &gone));
            let (left, right) = (left.eval(env, tolerance), right.eval(env, tolerance));
            if rule.always {
                assert_eq!(left, right, "`{}` on {values:?} within {tolerance}, without {gone:?}", rule.text);
                compared += 1;
            } else if let (Some(left), Some(right)) = (left, right) {
                assert_eq!(left, right, "`{}` on {values:?} within {tolerance}", rule.text);
                compared += 1;
            }
        }
        assert!(compared > 50, "`{}` was compared {compared} times", rule.text);
    }
}

#[test]
fn changing_case_twice_is_changing_it_once_for_every_character() {
    for c in '\0'..=char::MAX {
        for text in [c.to_string(), format!("a{c}"), format!("{c}Σ"), format!("Σ{c}"), format!("aΣ{c}b")] {
            let (upper, lower) = (text.to_uppercase(), text.to_lowercase());
            assert_eq!(upper.to_uppercase(), upper, "{text:?}");
            assert_eq!(lower.to_lowercase(), lower, "{text:?}");
        }
    }
}

#[test]
fn every_rule_can_be_applied_to_its_own_left_side() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for rule in RULES.iter() {
        // Types whose integers are narrow, so that nothing overflows.
        let narrow = |ty: &Type| match ty {
            Type::Int(_) => Type::Int(IntType::U8),
            Type::Vec(item) if matches!(**item, Type::Int(_)) => Type::Vec(Box::new(Type::Int(IntType::U8))),
            ty => ty.clone(),
        };
        let reached = (0..200).any(|_| {
            let types: Vec<Type> = letter_types(rule, &mut rng).iter().map(narrow).collect();
            let params = types.iter().map(|ty| (String::new(), ty.clone())).collect();
            let scope = Scope { params, outs: Vec::new(), item: None };
            scope.type_of(&rule.left).is_some() && are_merged(rule, &scope)
        });
        // A condition holds of what is known of the letters, not of letters as such.
        assert!(reached || rule.given.is_some(), "`{}` is never applied", rule.text);
    }
}

/// Whether an e-graph takes the sides of a rule for one.
fn are_merged(rule: &Rule, scope: &Scope) -> bool {
    let (rewrites, shells) = &*REWRITES;
    let (scope, shells) = (scope.clone(), shells.clone());
    let meaning = Meaning { scope, tolerance: Tolerance::Exact, item: None, shells };
    let mut graph = Graph::new(meaning);
    let left = add(&rule.left, &[], &[], &mut graph);
    graph.rebuild();
    let own = rewrites.iter().filter(|r| r.name.as_str().ends_with(&format!(" {}", rule.text)));
    let mut runner =
        Runner::<Node, Meaning>::new(graph.analysis.clone()).with_egraph(graph).with_iter_limit(1).run(own);
    let right = add(&rule.right, &[], &[], &mut runner.egraph);
    runner.egraph.rebuild();
    runner.egraph.find(left) == runner.egraph.find(right)
}
