//! Rows of edge values, and random expressions over them.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Engine, Isa, Table};
use morph_relation::{Env, Expr, FloatType, IntType, Op, Scope, Tolerance, Type, Value};

pub const INT: Type = Type::Int(IntType::I64);
pub const F32: Type = Type::Float(FloatType::F32);
pub const F64: Type = Type::Float(FloatType::F64);

/// The inputs and outcomes of some groups.
pub type Group = (Vec<Value>, Vec<Value>);

pub fn env(group: &Group) -> Env<'_> {
    Env { params: &group.0, outs: &group.1 }
}

/// Two parameters of each of the types that have kernels, and one of some others.
pub fn scope() -> Scope {
    let option = |ty: Type| Type::Option(Box::new(ty));
    let vec = |ty: Type| Type::Vec(Box::new(ty));
    let types = [
        ("a", F64),
        ("b", F64),
        ("c", F32),
        ("d", F32),
        ("i", INT),
        ("j", INT),
        ("p", Type::Bool),
        ("q", Type::Bool),
        ("maybe_int", option(INT)),
        ("maybe_float", option(F64)),
        ("maybe_bool", option(Type::Bool)),
        ("text", Type::String),
        ("ints", vec(INT)),
        ("floats", vec(F64)),
    ];
    Scope {
        params: types.map(|(name, ty)| (name.to_owned(), ty)).to_vec(),
        outs: vec![F64, Type::Tuple(vec![INT, Type::Bool])],
        item: None,
    }
}

/// The parameters, what is in the options, and the outcomes' parts.
pub fn leaves() -> Vec<Expr> {
    let mut leaves: Vec<Expr> = (0..scope().params.len()).map(Expr::Param).collect();
    leaves.extend((8..11).map(|i| Expr::unary(Op::Unwrap, Expr::Param(i))));
    leaves.push(Expr::Out(0));
    leaves.extend((0..2).map(|i| Expr::Field(Box::new(Expr::Out(1)), i, i.to_string().into())));
    leaves
}

pub const FLOATS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    1.5,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MIN_POSITIVE,
    -5e-324,
    1e-310,
    f64::MAX,
    f64::MIN,
    1.0 + f64::EPSILON,
    1.0 + 1e-10,
    1e16,
    -1e-13,
    0.1,
];

pub const INTS: &[i128] = &[
    0,
    1,
    -1,
    2,
    3,
    -7,
    10,
    1 << 31,
    (1 << 53) - 1,
    -(1 << 53),
    i64::MIN as i128,
    (i64::MAX as i128) + 1,
    100,
];

fn pick<T: Copy>(rng: &mut impl Rng, from: &[T]) -> T {
    from[rng.random_range(0..from.len())]
}

pub fn group(rng: &mut impl Rng) -> Group {
    let float = |rng: &mut ChaCha8Rng| Value::F64(pick(rng, FLOATS));
    let narrow = |rng: &mut ChaCha8Rng| Value::F32(pick(rng, FLOATS) as f32);
    let int = |rng: &mut ChaCha8Rng| Value::Int(pick(rng, INTS));
    let bool = |rng: &mut ChaCha8Rng| Value::Bool(rng.random());
    let rng = &mut ChaCha8Rng::from_rng(rng);
    let some = |rng: &mut ChaCha8Rng, value: Value| {
        if rng.random_bool(0.7) { Value::Some(value.into()) } else { Value::None }
    };
    let params = vec![
        float(rng),
        float(rng),
        narrow(rng),
        narrow(rng),
        int(rng),
        int(rng),
        bool(rng),
        bool(rng),
        {
            let value = int(rng);
            some(rng, value)
        },
        {
            let value = float(rng);
            some(rng, value)
        },
        {
            let value = bool(rng);
            some(rng, value)
        },
        Value::str(pick(rng, &["", "a", "ab", "ba", "é"])),
        Value::seq((0..rng.random_range(0..3)).map(|_| int(rng)).collect::<Vec<_>>()),
        Value::seq((0..rng.random_range(0..3)).map(|_| float(rng)).collect::<Vec<_>>()),
    ];
    let outs = vec![float(rng), Value::Tuple([int(rng), bool(rng)].into())];
    (params, outs)
}

/// Groups; the pairs of numeric parameters go through all pairs of edge values.
pub fn groups(seed: u64, correct: usize, incorrect: usize) -> [Vec<Group>; 2] {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    [correct, incorrect].map(|rows| {
        let mut pair = |row: usize| {
            let (mut params, outs) = group(&mut rng);
            let [a, b] = [row, row / FLOATS.len()].map(|n| FLOATS[n % FLOATS.len()]);
            let [i, j] = [row, row / INTS.len()].map(|n| INTS[n % INTS.len()]);
            params[..2].clone_from_slice(&[Value::F64(a), Value::F64(b)]);
            params[2..4].clone_from_slice(&[Value::F32(a as f32), Value::F32(b as f32)]);
            params[4..6].clone_from_slice(&[Value::Int(i), Value::Int(j)]);
            (params, outs)
        };
        (0..rows).map(&mut pair).collect()
    })
}

pub fn table(groups: &[Vec<Group>; 2], tolerance: Tolerance) -> Table {
    Table::new(&scope(), &leaves(), groups[0].iter().map(env), groups[1].iter().map(env), tolerance)
}

/// An engine that remembers nothing, so that every question is answered by evaluating.
pub fn engine(table: &Table, isa: Isa) -> Engine<'_> {
    Engine::with(table, isa, 0)
}

/// Whether `f64` columns may say something else than the reference on a group: where a sub-expression is an integer
/// that no `f64` holds, where one overflows, and in the quotient of integers beyond 2^53.
pub fn is_beyond(expr: &Expr, group: &Group, tolerance: Tolerance) -> bool {
    let int = |e: &Expr| match e.eval(env(group), tolerance) {
        Some(Value::Int(n)) => Some(n),
        _ => None,
    };
    let held = |n: i128| n as f64 as i128 == n;
    expr.any(&mut |e| match e {
        Expr::Map(..) | Expr::All(..) => false,
        Expr::Apply(Op::Div | Op::Rem, args) => {
            args.iter().filter_map(int).any(|n| n.unsigned_abs() > 1 << 53)
                || int(e).is_some_and(|n| !held(n))
        }
        // The lowest `i128` has no counterpart.
        Expr::Apply(Op::Add | Op::Sub | Op::Mul | Op::Neg | Op::Abs, args)
            if args.iter().all(|arg| int(arg).is_some()) =>
        {
            int(e).is_none_or(|n| !held(n))
        }
        Expr::Item => false,
        e => int(e).is_some_and(|n| !held(n)),
    })
}

/// A random expression of a type, at most so deep.
pub fn expr(rng: &mut impl Rng, ty: &Type, depth: usize) -> Expr {
    let scope = scope();
    let leaves: Vec<Expr> =
        leaves().into_iter().filter(|leaf| scope.type_of(leaf) == Some(ty.erased())).collect();
    if depth == 0 || (rng.random_bool(0.15) && !leaves.is_empty()) {
        let literal = match ty {
            Type::Int(_) => Value::Int(pick(rng, &INTS[..8])),
            Type::Float(kind) => Value::float(*kind, pick(rng, FLOATS)),
            Type::Bool => Value::Bool(rng.random()),
            _ => return leaves[rng.random_range(0..leaves.len())].clone(),
        };
        return match rng.random_range(0..5) {
            0 => Expr::Const(literal),
            _ => leaves[rng.random_range(0..leaves.len())].clone(),
        };
    }
    let arithmetic = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Min, Op::Max, Op::Neg, Op::Abs];
    let (op, types) = match ty {
        Type::Int(_) => match rng.random_range(0..10) {
            0 => (Op::Len, vec![Type::Vec(Box::new(INT))]),
            1 => (Op::Sum, vec![Type::Vec(Box::new(INT))]),
            _ => (pick(rng, &arithmetic), vec![INT, INT]),
        },
        Type::Float(kind) => match rng.random_range(0..10) {
            0 if *kind == FloatType::F64 => (Op::Float, vec![INT]),
            _ => (pick(rng, &arithmetic), vec![ty.clone(), ty.clone()]),
        },
        Type::Bool => match rng.random_range(0..9) {
            0 => (Op::Not, vec![Type::Bool]),
            1 => (Op::Or, vec![Type::Bool, Type::Bool]),
            2 => (Op::And, vec![Type::Bool, Type::Bool]),
            3 => (pick(rng, &[Op::Eq, Op::Ne]), vec![Type::Bool, Type::Bool]),
            4 => {
                let ty = pick(rng, &[11, 12, 13]);
                let ty = scope.params[ty].1.clone();
                (pick(rng, &[Op::Eq, Op::Ne]), vec![ty.clone(), ty])
            }
            _ => {
                let ty = [F32, F64, INT][rng.random_range(0..3)].clone();
                (pick(rng, &[Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge]), vec![ty.clone(), ty])
            }
        },
        Type::String => (pick(rng, &[Op::RevStr, Op::Upper]), vec![Type::String]),
        Type::Vec(_) => (pick(rng, &[Op::RevSeq, Op::Take]), vec![ty.clone(), INT]),
        _ => unreachable!("not asked for"),
    };
    let args = types[..op.operator().arity()].iter().map(|ty| expr(rng, ty, depth - 1)).collect();
    Expr::Apply(op, args)
}
