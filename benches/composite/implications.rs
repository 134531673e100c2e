//! Implications per second between linear conditions.

use std::time::Instant;

use cargo_morph::cleanse::{Implication, implies};
use morph_relation::{Expr, FloatType, Op, Scope, Type, Value};
use morph_values::stream;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

const COUNT: usize = 20_000;

/// Measures random implications: two comparisons of sums of an input and two outcomes, and a third.
pub fn measure() {
    let float = Type::Float(FloatType::F64);
    let scope =
        Scope { params: vec![("x".to_owned(), float.clone())], outs: vec![float.clone(), float], item: None };
    let mut rng = stream(0, "implications");
    let mut comparison = || comparison(&mut rng);
    let all: Vec<[Expr; 3]> = (0..COUNT).map(|_| [comparison(), comparison(), comparison()]).collect();
    let begin = Instant::now();
    let mut counts = [0; 3];
    for [one, two, goal] in &all {
        counts[match implies(&[one, two], goal, &scope, None) {
            Implication::Implied => 0,
            Implication::Refuted(_) => 1,
            Implication::Unknown => 2,
        }] += 1;
    }
    println!(
        "{:.0} implications between linear conditions per second: {} implied, {} refuted, {} unknown.\n",
        COUNT as f64 / begin.elapsed().as_secs_f64(),
        counts[0],
        counts[1],
        counts[2]
    );
}

fn comparison(rng: &mut ChaCha8Rng) -> Expr {
    let names = [Expr::Param(0), Expr::Out(0), Expr::Out(1)];
    let mut number = |most: i32| Expr::Const(Value::F64(f64::from(rng.random_range(-most..=most))));
    let terms = names.map(|name| Expr::binary(Op::Mul, name, number(2)));
    let sum = terms.into_iter().reduce(|a, b| Expr::binary(Op::Add, a, b)).unwrap_or_else(Expr::yes);
    let side = number(3);
    let op = [Op::Eq, Op::Le, Op::Ge, Op::Lt, Op::Gt][rng.random_range(0..5)];
    Expr::binary(op, sum, side)
}
