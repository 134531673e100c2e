//! The numbers that a subject's inputs and outcomes hold.

use morph_relation::{Expr, FloatType, Op, Signature, Type};

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
    /// The floats that sums are made of; `None` where all numbers are integers.
    pub float: Option<FloatType>,
}

/// Arrays up to this length are treated as coordinates.
const LONGEST: usize = 4;
/// Maximum numbers of inputs and outputs: more of them have too many monomials.
const MOST: [usize; 2] = [5, 3];

impl Space {
    /// The numbers of a subject; `None` where one of its parameters, or its outcome, is not made of numbers.
    ///
    /// Beside `f32`, which no integer becomes in a relation, integers are not among the numbers.
    pub fn of(subject: &Signature) -> Option<Space> {
        let mut inputs = Vec::new();
        for (i, (_, ty)) in subject.params.iter().enumerate() {
            inputs.extend(numbers(Expr::Param(i), ty, true)?);
        }
        let mut outputs = numbers(Expr::Out(0), &subject.ret, false)?;
        let types = || subject.params.iter().map(|(_, ty)| ty).chain([&subject.ret]);
        let has = |kind: FloatType| types().any(|ty| ty.any(&mut |ty| *ty == Type::Float(kind)));
        let float = match [FloatType::F32, FloatType::F64].map(has) {
            [true, true] => return None,
            [true, false] => Some(FloatType::F32),
            [false, true] => Some(FloatType::F64),
            [false, false] => None,
        };
        if float == Some(FloatType::F32) {
            inputs.retain(|number| number.float);
            outputs.retain(|number| number.float);
        }
        let few = (1..=MOST[0]).contains(&inputs.len()) && (1..=MOST[1]).contains(&outputs.len());
        few.then_some(Space { inputs, outputs, float })
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
        if self.float.is_none() || number.float { number.expr } else { Expr::unary(Op::Float, number.expr) }
    }
}

/// The numbers in a value of a type: scalars, parts of tuples, structs and short arrays, the value inside an option; of a
/// longer sequence its sum and its length. What is `made` of numbers must be free to be made of any.
fn numbers(expr: Expr, ty: &Type, made: bool) -> Option<Vec<Number>> {
    let parts = |types: &mut dyn Iterator<Item = &Type>| {
        let parts = types.enumerate().map(|(i, part)| numbers(Expr::field(expr.clone(), ty, i)?, part, made));
        Some(parts.collect::<Option<Vec<_>>>()?.concat())
    };
    match ty {
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            numbers(expr, inner, made)
        }
        Type::Int(_) | Type::NonZero(_) => Some(vec![Number { expr, float: false }]),
        Type::Float(_) => Some(vec![Number { expr, float: true }]),
        Type::Tuple(items) => parts(&mut items.iter()),
        Type::Adt(adt) if if made { adt.is_open() } else { adt.is_transparent() } => {
            parts(&mut adt.fields()?.iter().map(|field| &field.ty))
        }
        Type::Array(item, len) if *len <= LONGEST => {
            let at = |i: usize| Expr::binary(Op::At, expr.clone(), Expr::int(i as i128));
            Some((0..*len).map(|i| numbers(at(i), item, made)).collect::<Option<Vec<_>>>()?.concat())
        }
        Type::Slice(item) | Type::Vec(item) | Type::Array(item, _) => {
            let float = match **item {
                Type::Int(_) => false,
                Type::Float(_) => true,
                _ => return None,
            };
            let sum = Number { expr: Expr::unary(Op::Sum, expr.clone()), float };
            Some(vec![sum, Number { expr: Expr::unary(Op::Len, expr), float: false }])
        }
        Type::Option(item) | Type::Result(item, _) if expr == Expr::Out(0) => {
            numbers(Expr::unary(Op::Unwrap, expr), item, made)
        }
        _ => None,
    }
}
