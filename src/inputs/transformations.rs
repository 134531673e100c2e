//! Input transformations: how follow-ups are made from a source. One list; a new kind is an entry in [`TEMPLATES`].

mod calls;
mod context;
mod numbers;
pub mod parts;

pub use context::Context;

use calls::{feedback, round_trip, same_arguments};
use context::{each, each_alone, erased, identity, only, op_int, owned};
use numbers::{constants, inverted, negated, scaled, shifted, squared};

use morph_relation::{Expr, Followup, Op, Transformation, Type, Value};

/// A kind of input transformation.
pub struct Template {
    /// Its name, as in the literature where it has one.
    pub name: &'static str,
    /// Its instances for a subject.
    pub instances: fn(&Context<'_>) -> Vec<Vec<Expr>>,
}

/// Every kind that changes the subject's own arguments.
pub const TEMPLATES: &[Template] = &[
    Template { name: "PermuteParameters", instances: permute },
    Template { name: "RepeatParameter", instances: repeat_parameter },
    Template {
        name: "BooleanFlip",
        instances: |c| each(c, |ty, _, p| only(*ty == Type::Bool, Expr::unary(Op::Not, p))),
    },
    Template { name: "NumericNegation", instances: |c| each(c, negated) },
    Template { name: "NumericAddition", instances: |c| each(c, |ty, pool, p| shifted(ty, pool, &p)) },
    Template { name: "NumericMultiplication", instances: |c| each(c, |ty, pool, p| scaled(ty, pool, &p)) },
    Template { name: "NumericSquare", instances: |c| each_alone(c, squared) },
    Template { name: "NumericReciprocal", instances: |c| each_alone(c, inverted) },
    Template { name: "ParameterReset", instances: |c| each_alone(c, emptied) },
    Template { name: "ParameterLength", instances: lengths },
    Template { name: "ParameterAddition", instances: combine },
    Template { name: "SequenceRemove", instances: |c| each(c, removed) },
    Template {
        name: "SequenceFlip",
        instances: |c| each(c, |ty, _, p| only(is_seq(ty), Expr::unary(Op::RevSeq, p))),
    },
    Template {
        name: "SequenceSort",
        instances: |c| each(c, |ty, _, p| only(sortable(ty), Expr::unary(Op::Sorted, p))),
    },
    Template {
        name: "SequenceRotate",
        instances: |c| each(c, |ty, _, p| only(is_seq(ty), op_int(Op::Rotate, p, 1))),
    },
    Template {
        name: "SequenceDuplicate",
        instances: |c| each(c, |ty, _, p| only(is_seq(ty), op_int(Op::RepeatSeq, p, 2))),
    },
    Template { name: "SequenceAppend", instances: append },
    Template {
        name: "ElementAddition",
        instances: |c| each(c, |ty, pool, p| elementwise(ty, pool, p, shifted)),
    },
    Template {
        name: "ElementMultiplication",
        instances: |c| each(c, |ty, pool, p| elementwise(ty, pool, p, scaled)),
    },
    Template {
        name: "ElementNegation",
        instances: |c| {
            each(c, |ty, pool, p| elementwise(ty, pool, p, |ty, pool, p| negated(ty, pool, p.clone())))
        },
    },
    Template {
        name: "TextFlip",
        instances: |c| each(c, |ty, _, p| only(*ty == Type::String, Expr::unary(Op::RevStr, p))),
    },
    Template {
        name: "TextUpper",
        instances: |c| each(c, |ty, _, p| only(*ty == Type::String, Expr::unary(Op::Upper, p))),
    },
    Template {
        name: "TextLower",
        instances: |c| each(c, |ty, _, p| only(*ty == Type::String, Expr::unary(Op::Lower, p))),
    },
    Template {
        name: "TextTrim",
        instances: |c| each(c, |ty, _, p| only(*ty == Type::String, Expr::unary(Op::Trim, p))),
    },
    Template {
        name: "TextRepeat",
        instances: |c| each(c, |ty, _, p| only(*ty == Type::String, op_int(Op::RepeatStr, p, 2))),
    },
    Template { name: "TextConcatenation", instances: |c| each(c, extended_text) },
    Template { name: "PartPermutation", instances: parts::permuted },
    Template {
        name: "PartNegation",
        instances: |c| parts::each(c, &|ty, pool, p| negated(ty, pool, p.clone())),
    },
    Template { name: "PartAddition", instances: |c| parts::each(c, &shifted) },
    Template { name: "PartMultiplication", instances: |c| parts::each(c, &scaled) },
    Template { name: "VariantWrap", instances: wrapped },
    Template { name: "OutputAsInput", instances: feedback },
];

/// Every transformation for a subject: those of [`TEMPLATES`], of one parameter or of all of a type together; then
/// calls of other functions with the outcome (round trips) or with the same arguments (equivalences, bounds).
pub fn transformations(context: &Context<'_>) -> Vec<Transformation> {
    let own = TEMPLATES.iter().flat_map(|template| (template.instances)(context));
    let mut all: Vec<Transformation> =
        own.map(|args| Transformation { followups: vec![Followup::of_subject(args)] }).collect();
    for other in context.others {
        let calls = round_trip(context, other).into_iter().chain(same_arguments(context, other));
        all.extend(calls.map(|args| Transformation {
            followups: vec![Followup { function: Some(other.path.clone()), args }],
        }));
    }
    let identity = identity(context);
    // An execution on constants alone is a test of its own.
    let varies = |e: &mut dyn FnMut(&Expr) -> bool, args: &[Expr]| args.iter().any(|arg| arg.any(e));
    all.retain(|t| varies(&mut |e| matches!(e, Expr::Param(_) | Expr::Out(_)), &t.followups[0].args));
    all.retain(|t| t.followups[0].function.is_some() || t.followups[0].args != identity);
    // A transformation that two templates make is kept once.
    let mut seen = std::collections::HashSet::new();
    all.retain(|t| seen.insert(t.clone()));
    all
}

/// The constants of a pool, the most frequent first, in order of appearance among equals.
pub fn by_frequency(pool: &[Value]) -> Vec<Value> {
    let mut counts: Vec<(Value, usize)> = Vec::new();
    for value in pool {
        match counts.iter_mut().find(|(known, _)| known == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value.clone(), 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.into_iter().map(|(value, _)| value).collect()
}

fn is_seq(ty: &Type) -> bool {
    matches!(ty, Type::Vec(_))
}

fn sortable(ty: &Type) -> bool {
    (Op::Sorted.operator().result)(std::slice::from_ref(ty)).is_some()
}

fn permute(context: &Context<'_>) -> Vec<Vec<Expr>> {
    let types = owned(context);
    let mut all = Vec::new();
    for i in 0..types.len() {
        for j in i + 1..types.len() {
            if types[i] == types[j] {
                let mut args = identity(context);
                args.swap(i, j);
                all.push(args);
            }
        }
    }
    if types.len() == 4 && types.iter().all(|ty| *ty == types[0]) {
        // Two points, (a, b) and (c, d), exchanged.
        let mut args = identity(context);
        args.rotate_left(2);
        all.push(args);
    }
    if types.len() == 4 && types[0] == types[2] && types[1] == types[3] && types[0] != types[1] {
        let mut args = identity(context);
        args.rotate_left(2);
        all.push(args);
    }
    all
}

/// `f(a, a)` from `f(a, b)`.
fn repeat_parameter(context: &Context<'_>) -> Vec<Vec<Expr>> {
    let types = owned(context);
    let mut all = Vec::new();
    for i in 0..types.len() {
        for j in 0..types.len() {
            if i != j && types[i] == types[j] {
                let mut args = identity(context);
                args[j] = Expr::Param(i);
                all.push(args);
            }
        }
    }
    all
}

/// `0`, `""`, no elements, each of the variants without fields.
fn emptied(ty: &Type, _: &[Value], p: Expr) -> Vec<Expr> {
    match ty {
        Type::Int(_) => vec![Expr::int(0)],
        Type::Float(kind) => vec![Expr::Const(Value::float(*kind, 0.0))],
        Type::String => vec![Expr::Const(Value::str(""))],
        Type::Vec(_) => vec![op_int(Op::Take, p, 0)],
        Type::Adt(adt) if adt.is_enum => {
            let bare = adt.variants().iter().enumerate().filter(|(_, variant)| variant.fields.is_empty());
            bare.take(MOST_VARIANTS).map(|(i, _)| Expr::Make(ty.clone(), i, Vec::new())).collect()
        }
        _ => Vec::new(),
    }
}

/// Variants of its enum to which a parameter is set.
const MOST_VARIANTS: usize = 6;

/// `f(xs, 0, xs.len())`: a sequence's length for the last of the integers, 0 for those before it.
fn lengths(context: &Context<'_>) -> Vec<Vec<Expr>> {
    let types = erased(context);
    let ints: Vec<usize> = (0..types.len()).filter(|i| matches!(types[*i], Type::Int(_))).collect();
    let Some((last, before)) = ints.split_last() else { return Vec::new() };
    let mut all = Vec::new();
    for (i, ty) in types.iter().enumerate() {
        let measure = match ty {
            Type::Vec(_) => Op::Len,
            Type::String => Op::Chars,
            _ => continue,
        };
        let mut args = identity(context);
        args[*last] = Expr::unary(measure, Expr::Param(i));
        all.push(args.clone());
        if !before.is_empty() {
            before.iter().for_each(|i| args[*i] = Expr::int(0));
            all.push(args);
        }
    }
    all
}

/// `(a + b, b)`, `(a - b, b)`, `(a * b, b)`
fn combine(context: &Context<'_>) -> Vec<Vec<Expr>> {
    let types = owned(context);
    let mut all = Vec::new();
    for i in 0..types.len() {
        for j in 0..types.len() {
            if i == j || types[i] != types[j] {
                continue;
            }
            let ops: &[Op] = match types[i] {
                Type::Int(_) | Type::Float(_) => &[Op::Add, Op::Sub, Op::Mul],
                Type::String => &[Op::ConcatStr],
                Type::Vec(_) => &[Op::ConcatSeq],
                _ => &[],
            };
            for op in ops {
                let mut args = identity(context);
                args[i] = Expr::binary(*op, Expr::Param(i), Expr::Param(j));
                all.push(args);
            }
        }
    }
    all
}

fn removed(ty: &Type, _: &[Value], p: Expr) -> Vec<Expr> {
    if !is_seq(ty) {
        return Vec::new();
    }
    let shorter = Expr::binary(Op::Sub, Expr::unary(Op::Len, p.clone()), Expr::int(1));
    vec![op_int(Op::Skip, p.clone(), 1), Expr::binary(Op::Take, p, shorter)]
}

/// `[xs, [c]].concat()` with constants, and with parameters of the element's type.
fn append(context: &Context<'_>) -> Vec<Vec<Expr>> {
    let types = erased(context);
    let mut all = Vec::new();
    for (i, ty) in types.iter().enumerate() {
        let Type::Vec(item) = ty else { continue };
        let mut ends = match &**item {
            number @ (Type::Int(_) | Type::Float(_)) => constants(number, context.constants, [0, 1], 3),
            Type::Bool => vec![Expr::Const(Value::Bool(true)), Expr::Const(Value::Bool(false))],
            Type::Char => vec![Expr::Const(Value::Char('a'))],
            Type::String => vec![Expr::Const(Value::str("a"))],
            _ => Vec::new(),
        };
        ends.extend((0..types.len()).filter(|j| types[*j] == **item).map(Expr::Param));
        for end in ends {
            let list = Expr::unary(Op::List, end);
            for pair in [[Expr::Param(i), list.clone()], [list.clone(), Expr::Param(i)]] {
                let mut args = identity(context);
                args[i] = Expr::Apply(Op::ConcatSeq, pair.into());
                all.push(args);
            }
        }
    }
    all
}

fn elementwise(
    ty: &Type,
    pool: &[Value],
    p: Expr,
    change: fn(&Type, &[Value], &Expr) -> Vec<Expr>,
) -> Vec<Expr> {
    match ty {
        Type::Vec(item) => {
            let bodies = change(item, pool, &Expr::Item);
            bodies.into_iter().map(|body| Expr::Map(Box::new(p.clone()), Box::new(body))).collect()
        }
        _ => Vec::new(),
    }
}

/// Texts with a letter, or a text of the pool, before or after.
fn extended_text(ty: &Type, pool: &[Value], p: Expr) -> Vec<Expr> {
    if *ty != Type::String {
        return Vec::new();
    }
    let mut parts = vec![Value::str("a"), Value::str(" a ")];
    parts.extend(
        pool.iter().filter(|v| matches!(v, Value::Str(s) if !s.is_empty() && s.len() <= 8)).take(2).cloned(),
    );
    let concat = |a: Expr, b: Expr| Expr::binary(Op::ConcatStr, a, b);
    parts
        .into_iter()
        .flat_map(|part| [concat(p.clone(), Expr::Const(part.clone())), concat(Expr::Const(part), p.clone())])
        .collect()
}

/// `f(Tree::Leaf(a))`, `f(Expr::Neg(e))`: a variant around parameters that its fields can hold.
fn wrapped(context: &Context<'_>) -> Vec<Vec<Expr>> {
    let (owned, erased) = (owned(context), erased(context));
    let mut all = Vec::new();
    for (i, ty) in owned.iter().enumerate() {
        let Type::Adt(adt) = ty else { continue };
        if !adt.is_enum || !adt.is_open() {
            continue;
        }
        for (variant, shape) in adt.variants().iter().enumerate() {
            let holds = |field: &Type| {
                // The parameter itself first: `Neg(e)`; then the others.
                let rest = (0..erased.len()).filter(|j| *j != i);
                std::iter::once(i).chain(rest).find(|j| erased[*j] == field.erased()).map(Expr::Param)
            };
            let held: Option<Vec<Expr>> = shape.fields.iter().map(|field| holds(&field.ty)).collect();
            if let Some(parts) = held.filter(|parts| !parts.is_empty()) {
                let mut args = identity(context);
                args[i] = Expr::Make(ty.clone(), variant, parts);
                all.push(args);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{FloatType, IntType, Signature};

    fn signature(params: &[(&str, Type)], ret: Type) -> Signature {
        let params = params.iter().map(|(name, ty)| ((*name).to_owned(), ty.clone())).collect();
        Signature::new("demo::f", params, ret)
    }

    fn shown(subject: &Signature, others: &[Signature], constants: &[Value]) -> Vec<String> {
        let relation = |t: Transformation| morph_relation::Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: t.followups,
            then: Expr::yes(),
            tolerance: Default::default(),
        };
        transformations(&Context { subject, others, constants })
            .into_iter()
            .map(|t| relation(t).show(subject).followups.swap_remove(0))
            .collect()
    }

    #[test]
    fn two_numbers_are_swapped_shifted_scaled_and_combined() {
        let int = Type::Int(IntType::U64);
        let gcd = signature(&[("a", int.clone()), ("b", int.clone())], int);
        let all = shown(&gcd, &[], &[Value::Int(7)]);
        for expected in [
            "(b, a)",
            "(a, a)",
            "(a + 1, b)",
            "(a, b - 1)",
            "(a * 2, b * 2)",
            "(a + 7, b)",
            "(a + b, b)",
            "(y0, b)",
        ] {
            assert!(all.iter().any(|text| text == expected), "{expected} is missing in {all:?}");
        }
    }

    #[test]
    fn sequences_are_flipped_sorted_shortened_and_mapped() {
        let float = Type::Float(FloatType::F64);
        let mean = signature(&[("xs", Type::Ref(Box::new(Type::Slice(Box::new(float.clone())))))], float);
        let all = shown(&mean, &[], &[]);
        for expected in [
            "(xs.iter().rev(),)",
            "(xs.sorted(),)",
            "(xs.iter().skip(1),)",
            "(xs.iter().take(xs.len() - 1),)",
            "(xs.iter().map(|x| x + 1.0),)",
            "(xs.iter().map(|x| -x),)",
            "([xs, [1.0]].concat(),)",
        ] {
            assert!(all.iter().any(|text| text == expected), "{expected} is missing in {all:?}");
        }
    }

    #[test]
    fn functions_that_undo_each_other_are_called_in_turn() {
        let text = || Type::Ref(Box::new(Type::Str));
        let encode = signature(&[("s", text())], Type::String);
        let mut decode = signature(&[("s", text())], Type::Option(Box::new(Type::String)));
        decode.path = "demo::decode".to_owned();
        assert!(shown(&encode, &[decode], &[]).contains(&"demo::decode(y0)".to_owned()));
    }
}
