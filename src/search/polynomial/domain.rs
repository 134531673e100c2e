//! Where laws are sought: the whole of the samples, then parts of it that a guard can name.

use super::samples::{LEAST, Samples};
use super::space::Space;
use morph_relation::{Env, Expr, FloatType, Op, Signature, Tolerance, Value};

/// A part of the domain.
#[derive(Clone, Debug)]
pub struct Part {
    /// The guard.
    pub when: Expr,
    /// By sample: whether the guard holds.
    pub rows: Vec<bool>,
}

impl Part {
    /// Whether all of another part is in this one.
    pub fn holds(&self, other: &Part) -> bool {
        self.rows.iter().zip(&other.rows).all(|(own, other)| *own || !other)
    }
}

/// The parts of a domain, wider ones first, each with enough samples and different from those before.
pub fn parts(subject: &Signature, space: &Space, samples: &Samples) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    for when in std::iter::once(Expr::yes()).chain(guards(subject, space)) {
        let test = |source: &Vec<Value>| {
            when.test(Env { params: source, outs: &[] }, Tolerance::Exact) == Some(true)
        };
        let rows: Vec<bool> = samples.sources.iter().map(test).collect();
        let enough = rows.iter().filter(|row| **row).count() >= LEAST;
        if enough && all.iter().all(|part| part.rows != rows) {
            all.push(Part { when, rows });
        }
    }
    all
}

/// What a guard may restrict the inputs to: positive numbers, and near zero or far from it.
pub fn guards(subject: &Signature, space: &Space) -> Vec<Expr> {
    let float = |x: f64| Expr::Const(Value::float(space.float.unwrap_or(FloatType::F64), x));
    let positive = space.inputs.iter().map(|number| {
        let zero = if number.float { float(0.0) } else { Expr::int(0) };
        Expr::binary(Op::Gt, number.expr.clone(), zero)
    });
    let mut guards: Vec<Expr> = Expr::conjunction(positive).into_iter().collect();
    if let [number] = space.inputs.as_slice()
        && number.float
        && subject.params.len() == 1
    {
        let x = || number.expr.clone();
        guards.push(Expr::binary(Op::Ge, x(), float(1.0)));
        let near = |limit: f64| Expr::binary(Op::Le, Expr::unary(Op::Abs, x()), float(limit));
        guards.extend([1.0, 0.5].map(near));
    }
    guards
}
