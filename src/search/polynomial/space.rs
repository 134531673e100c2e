//! The numbers that a subject's inputs and outcomes hold.

use crate::relation::{Expr, FloatType, Op, Signature, Type};

/// A number inside an input or an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// How it is got: over a parameter, or over `y0`.
    pub expr: Expr,
    /// Whether it is a float, or an integer.
    pub float: bool,
}

/// The numbers of a subject.
#[derive(Clone, Debug)]
pub struct Space {
    /// Of its inputs.
    pub inputs: Vec<Number>,
    /// Of its outcome, over `y0`.
    pub outputs: Vec<Number>,
    /// Whether all are integers.
    pub exact: bool,
}

/// A longer array is no list of coordinates.
const LONGEST: usize = 4;
/// More numbers have too many monomials.
const MOST: [usize; 2] = [5, 3];

impl Space {
    /// The numbers of a subject; `None` where one of its parameters, or its outcome, is not made of numbers.
    pub fn of(subject: &Signature) -> Option<Space> {
        let mut inputs = Vec::new();
        for (i, (_, ty)) in subject.params.iter().enumerate() {
            inputs.extend(numbers(Expr::Param(i), ty)?);
        }
        let outputs = numbers(Expr::Out(0), &subject.ret)?;
        let few = (1..=MOST[0]).contains(&inputs.len()) && (1..=MOST[1]).contains(&outputs.len());
        let exact = inputs.iter().chain(&outputs).all(|number| !number.float);
        few.then_some(Space { inputs, outputs, exact })
    }

    /// A number of outcome `n`, as a term of the numbers' common type.
    pub fn output(&self, number: usize, n: usize) -> Expr {
        fn of(expr: &Expr, n: usize) -> Expr {
            match expr {
                Expr::Out(_) => Expr::Out(n),
                expr => expr.with_children(&mut |child| of(child, n)),
            }
        }
        let number = &self.outputs[number];
        self.common(Number { expr: of(&number.expr, n), ..*number })
    }

    /// A number of the inputs, as a term of the numbers' common type.
    pub fn input(&self, number: usize) -> Expr {
        self.common(self.inputs[number].clone())
    }

    fn common(&self, number: Number) -> Expr {
        if self.exact || number.float { number.expr } else { Expr::unary(Op::Float, number.expr) }
    }
}

/// The numbers in a value of a type: scalars, parts of tuples and short arrays, the value inside an option; of a longer
/// sequence its sum and its length.
fn numbers(expr: Expr, ty: &Type) -> Option<Vec<Number>> {
    match ty {
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) => numbers(expr, inner),
        Type::Int(_) | Type::NonZero(_) => Some(vec![Number { expr, float: false }]),
        Type::Float(FloatType::F64) => Some(vec![Number { expr, float: true }]),
        Type::Tuple(items) => {
            let parts = items.iter().enumerate().map(|(i, item)| {
                let part = Expr::field(expr.clone(), ty, i)?;
                numbers(part, item)
            });
            Some(parts.collect::<Option<Vec<_>>>()?.concat())
        }
        Type::Array(item, len) if *len <= LONGEST => {
            let at = |i: usize| Expr::binary(Op::At, expr.clone(), Expr::int(i as i128));
            Some((0..*len).map(|i| numbers(at(i), item)).collect::<Option<Vec<_>>>()?.concat())
        }
        Type::Slice(item) | Type::Vec(item) | Type::Array(item, _) => {
            let float = match **item {
                Type::Int(_) => false,
                Type::Float(FloatType::F64) => true,
                _ => return None,
            };
            let sum = Number { expr: Expr::unary(Op::Sum, expr.clone()), float };
            Some(vec![sum, Number { expr: Expr::unary(Op::Len, expr), float: false }])
        }
        Type::Option(item) | Type::Result(item, _) if expr == Expr::Out(0) => {
            numbers(Expr::unary(Op::Unwrap, expr), item)
        }
        _ => None,
    }
}
