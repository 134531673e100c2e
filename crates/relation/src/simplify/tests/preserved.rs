//! Random expressions mean the same once they are simplified.

use super::*;
use crate::types::{Adt, Field, Home, Traits, Variant};

/// A struct of a float.
fn angle() -> Type {
    let angle =
        Adt::new("demo::Angle".to_owned(), "Angle".to_owned(), Home::default(), false, Traits::default());
    let ty = Type::Float(FloatType::F64);
    let field = Field { name: "turns".into(), ty, visible: true, public: true, getter: None };
    let variant = Variant { name: "Angle".to_owned(), fields: vec![field], braces: true };
    angle.variants.set(vec![variant]).expect("it was made a line above");
    Type::Adt(angle)
}

pub fn scope(item: Option<Type>) -> Scope {
    let vec = |ty: Type| Type::Vec(Box::new(ty));
    let params = [
        ("i", Type::Int(IntType::I64)),
        ("n", Type::Int(IntType::U8)),
        ("big", Type::Int(IntType::U128)),
        ("k", Type::NonZero(IntType::U8)),
        ("wide", Type::Int(IntType::I128)),
        ("a", Type::Float(FloatType::F64)),
        ("f", Type::Float(FloatType::F32)),
        ("s", Type::Ref(Box::new(Type::Str))),
        ("t", Type::String),
        ("xs", Type::Ref(Box::new(Type::Slice(Box::new(Type::Int(IntType::I32)))))),
        ("fs", vec(Type::Float(FloatType::F64))),
        ("ws", vec(Type::String)),
        ("o", Type::Option(Box::new(Type::Int(IntType::U8)))),
        ("r", Type::Result(Box::new(Type::Int(IntType::I32)), Box::new(Type::String))),
        ("p", Type::Bool),
        ("c", Type::Char),
        ("pair", Type::Tuple(vec![Type::Int(IntType::U8), Type::Float(FloatType::F64)])),
        ("d", Type::Duration),
        ("order", Type::Ordering),
        ("angle", angle()),
    ];
    let outs =
        vec![Type::Int(IntType::I64), Type::Int(IntType::I64), Type::String, vec(Type::Int(IntType::U8))];
    Scope { params: params.into_iter().map(|(name, ty)| (name.to_owned(), ty)).collect(), outs, item }
}

/// A random expression: leaves, then operators on what is there, of which the result has a type.
pub fn expression(scope: &Scope, wanted: Option<&Type>, steps: usize, rng: &mut ChaCha8Rng) -> Expr {
    let literals = [
        Value::Int(0),
        Value::Int(1),
        Value::Int(-3),
        Value::Bool(true),
        Value::F64(0.0),
        Value::F64(1.0),
        Value::F64(-1.0),
        Value::F32(1.0),
        Value::str(""),
        Value::str("a"),
        Value::Char('a'),
        Value::Ordering(std::cmp::Ordering::Less),
    ];
    let mut pool: Vec<Expr> = (0..scope.params.len()).map(Expr::Param).collect();
    pool.extend((0..scope.outs.len()).map(Expr::Out));
    pool.extend(literals.into_iter().map(Expr::Const));
    pool.extend(scope.item.iter().map(|_| Expr::Item));
    pool.extend(scope.params.iter().filter_map(|(_, ty)| Expr::nothing(ty)));
    // Few leaves, so that they meet again.
    while pool.len() > 9 {
        pool.swap_remove(rng.random_range(0..pool.len()));
    }
    let mut made = 0;
    for _ in 0..2_000 {
        if made == steps {
            break;
        }
        // Mostly of what was made last.
        let mut pick = |pool: &[Expr]| {
            let from = if rng.random_range(0..2) == 0 { pool.len().saturating_sub(4) } else { 0 };
            pool[rng.random_range(from..pool.len())].clone()
        };
        let first = pick(&pool);
        let second = pick(&pool);
        let third = pick(&pool);
        let ty = scope.type_of(&first).expect("the pool is typed");
        let new = match rng.random_range(0..OPERATORS.len() + 4) {
            n if n < OPERATORS.len() => {
                let args = [first, second, third].into_iter().take(OPERATORS[n].arity()).collect();
                Expr::Apply(OPERATORS[n].op, args)
            }
            n => match (n - OPERATORS.len(), ty.item()) {
                (0, _) => match Expr::field(first, &ty, rng.random_range(0..2)) {
                    Some(field) => field,
                    None => continue,
                },
                (1, _) => {
                    Expr::Make(Type::Tuple(vec![ty.clone(), ty.clone()]), 0, vec![first.clone(), first])
                }
                (each, Some(item)) if scope.item.is_none() => {
                    let inside = scope.with_item(item.clone());
                    let body = expression(&inside, (each == 2).then_some(&Type::Bool), 3, rng);
                    match each {
                        2 => Expr::All(Box::new(first), Box::new(body)),
                        _ => Expr::Map(Box::new(first), Box::new(body)),
                    }
                }
                _ => continue,
            },
        };
        if scope.type_of(&new).is_some() && new.size() < 40 {
            pool.push(new);
            made += 1;
        }
    }
    let fits = |e: &&Expr| wanted.is_none_or(|ty| scope.type_of(e).as_ref() == Some(ty));
    let found = pool.iter().rev().find(fits).cloned();
    found.unwrap_or_else(Expr::yes)
}

/// Whether two values are the same. Of what type the sum of nothing is, nothing tells.
fn counts_as(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(n), float) | (float, Value::Int(n)) if float.as_float().is_some() => {
            float.as_float() == Some(*n as f64)
        }
        (Value::Seq(a), Value::Seq(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| counts_as(a, b))
        }
        (Value::Some(a), Value::Some(b)) => counts_as(a, b),
        (a, b) => a == b || a.same(b, Tolerance::Exact),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 300 } else { 4_000 }))]

    #[test]
    fn what_is_simplified_has_the_same_value_on_every_group(seed in any::<u64>(), condition in any::<bool>()) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let scope = scope(None);
        let expr = expression(&scope, condition.then_some(&Type::Bool), 14, &mut rng);
        let tolerance = Tolerance::LADDER[rng.random_range(0..Tolerance::LADDER.len())];
        let simple = simplify(&expr, &scope, tolerance, &[]);
        prop_assert_eq!(scope.type_of(&simple), scope.type_of(&expr));
        for _ in 0..60 {
            let params: Vec<Value> = scope.params.iter().map(|(_, ty)| value(ty, &mut rng)).collect();
            let outs: Vec<Value> = scope.outs.iter().map(|ty| value(ty, &mut rng)).collect();
            let env = Env { params: &params, outs: &outs };
            let (before, after) = (expr.eval(env, tolerance), simple.eval(env, tolerance));
            let same = match (&before, &after) {
                (Some(before), Some(after)) => counts_as(before, after),
                (before, after) => before == after,
            };
            prop_assert!(same, "`{}` became `{}`: {before:?}, {after:?}", scope.show(&expr), scope.show(&simple));
        }
    }

    #[test]
    fn what_is_simplified_is_simple(seed in any::<u64>()) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let scope = scope(None);
        let expr = expression(&scope, Some(&Type::Bool), 8, &mut rng);
        let once = simplify(&expr, &scope, Tolerance::Exact, &[]);
        prop_assert_eq!(simplify(&expr, &scope, Tolerance::Exact, &[]), once.clone(), "there is no chance in it");
        prop_assert_eq!(simplify(&once, &scope, Tolerance::Exact, &[]), once);
    }
}

#[test]
fn random_expressions_have_every_operator_and_get_shorter() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let scope = scope(None);
    let (mut seen, mut shorter) = (std::collections::BTreeSet::new(), 0);
    for n in 0..16_000 {
        let expr = expression(&scope, None, 14, &mut rng);
        expr.any(&mut |e| {
            seen.extend(if let Expr::Apply(op, _) = e { Some(*op) } else { None });
            false
        });
        if n % 80 == 0 {
            shorter += usize::from(simplify(&expr, &scope, Tolerance::Exact, &[]).size() < expr.size());
        }
    }
    let missing: Vec<_> = OPERATORS.iter().map(|o| o.op).filter(|op| !seen.contains(op)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(shorter > 20, "{shorter} of 200");
}
