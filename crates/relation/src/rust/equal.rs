//! Equality of values without floats, whichever types hold their texts and sequences, and lend them or not.

use super::code::{ATOM, Code, Refused, derefs, is_text};
use crate::operators::{Op, Syntax};
use crate::types::Type;

pub(super) const AND: u8 = 2;
pub(super) const OR: u8 = 1;

pub(super) fn infix(op: Op, a: &Code, b: &Code) -> Code {
    let Syntax::Infix(symbol, level) = op.operator().syntax else { unreachable!("comparisons are infix") };
    // `a as i128 < b` would begin generic arguments.
    let left = if symbol == "<" && a.text.contains(" as ") && a.level < ATOM {
        format!("({})", a.text)
    } else {
        a.at(level + 1)
    };
    Code::made(format!("{left} {symbol} {}", b.at(level + 1)), level, Type::Bool)
}

/// `==` or `!=` between values without floats.
pub(super) fn equal(op: Op, a: &Code, b: &Code) -> Result<Code, Refused> {
    // `Cow` has `==` with every type of text.
    let plain = |code: &Code| match &code.ty {
        Type::Cow(inner) if **inner == Type::Str => Code { ty: Type::Ref(inner.clone()), ..code.clone() },
        _ => code.value(),
    };
    let (mut a, mut b) = (plain(a), plain(b));
    let flexible = a.flex.is_some() || b.flex.is_some();
    if !flexible && integers(&a.ty) != integers(&b.ty) {
        (a, b) = (a.widen()?, b.widen()?);
    }
    match (&a.ty, &b.ty) {
        (Type::Option(x), Type::Option(y)) if derefs(x, y) => {
            let a = a.method("as_deref()", b.ty.clone());
            return Ok(infix(op, &a, &b));
        }
        (Type::Option(x), Type::Option(y)) if derefs(y, x) => {
            let b = b.method("as_deref()", a.ty.clone());
            return Ok(infix(op, &a, &b));
        }
        (Type::Result(x, _), Type::Result(y, _)) if derefs(x, y) => {
            let a = a.method("as_deref()", b.ty.clone());
            return Ok(infix(op, &a, &b));
        }
        (Type::Option(_) | Type::Result(..), _) if lends(&a.ty, &b.ty) => a = a.taken(),
        (_, Type::Option(_) | Type::Result(..)) if lends(&b.ty, &a.ty) => b = b.taken(),
        (Type::Vec(_), Type::Vec(_)) if lends(&a.ty, &b.ty) => return Ok(each_equal(op, &a, &b)),
        (Type::Vec(_), Type::Vec(_)) if lends(&b.ty, &a.ty) => return Ok(each_equal(op, &b, &a)),
        (Type::Array(..), Type::Vec(_)) => {
            let (a, b) = (format!("{}[..]", a.at(ATOM)), format!("{}[..]", b.at(ATOM)));
            return Ok(infix(op, &Code::made(a, ATOM, Type::Unit), &Code::made(b, ATOM, Type::Unit)));
        }
        (Type::Tuple(x), Type::Tuple(y)) if x != y && a.place && b.place && x.len() == y.len() => {
            let (join, level) = if op == Op::Eq { (" && ", AND) } else { (" || ", OR) };
            let parts: Vec<String> = x
                .iter()
                .zip(y)
                .enumerate()
                .map(|(i, (x, y))| Ok(equal(op, &a.part(i, x), &b.part(i, y))?.at(level + 1)))
                .collect::<Result<_, Refused>>()?;
            return Ok(Code::made(parts.join(join), level, Type::Bool));
        }
        _ => {}
    }
    if comparable(&a.ty, &b.ty, flexible) {
        Ok(infix(op, &a, &b))
    } else {
        Err(format!("a `{}` cannot be compared with a `{}`", a.ty, b.ty))
    }
}

/// Whether a type holds references, or tuples of them, to what another one has itself.
fn lends(lent: &Type, own: &Type) -> bool {
    let each = |lent: &Type, own: &Type| match (lent, own) {
        (Type::Ref(inner), own) => **inner == *own,
        (Type::Tuple(lent), Type::Tuple(own)) => {
            let behind = |(lent, own): (&Type, &Type)| {
                (lent == own && own.is_copy()) || matches!(lent, Type::Ref(inner) if **inner == *own)
            };
            lent != own && lent.len() == own.len() && lent.iter().zip(own).all(behind)
        }
        _ => false,
    };
    match (lent, own) {
        (Type::Option(lent), Type::Option(own)) | (Type::Vec(lent), Type::Vec(own)) => each(lent, own),
        (Type::Result(lent, e), Type::Result(own, f)) => e == f && each(lent, own),
        _ => false,
    }
}

/// `==` or `!=` of lists of which the first holds references to what the second has itself.
fn each_equal(op: Op, lent: &Code, own: &Code) -> Code {
    let item = lent.ty.item().expect("it is a list");
    let items = match item {
        Type::Tuple(parts) => format!("iter().map(|&{})", taken(parts)),
        _ => "iter().copied()".to_owned(),
    };
    let others = match item {
        Type::Tuple(_) if item.owned().is_copy() => format!("{}.iter().copied()", own.at(ATOM)),
        Type::Tuple(_) => format!("{}.iter().cloned()", own.at(ATOM)),
        _ => own.borrowed(),
    };
    let method = if op == Op::Eq { "eq" } else { "ne" };
    Code::made(format!("{}.{items}.{method}({others})", lent.at(ATOM)), ATOM, Type::Bool)
}

/// What makes a tuple of values of one with references among its parts: `(a, b)| (*a, b)`.
fn taken(parts: &[Type]) -> String {
    let names: Vec<String> = ('a'..='z').map(String::from).take(parts.len()).collect();
    let each = names.iter().zip(parts).map(|(name, part)| match part {
        Type::Ref(inner) if inner.is_copy() => format!("*{name}"),
        Type::Ref(_) => format!("{name}.clone()"),
        _ => name.clone(),
    });
    format!("({})| ({})", names.join(", "), each.collect::<Vec<_>>().join(", "))
}

impl Code {
    /// An `Option` or `Result` of references, or of tuples of them, as one of values.
    fn taken(&self) -> Code {
        let (held, ty) = match &self.ty {
            Type::Option(held) => (held, Type::Option(Box::new(held.owned()))),
            Type::Result(held, error) => (held, Type::Result(Box::new(held.owned()), error.clone())),
            _ => return self.clone(),
        };
        let method = match &**held {
            Type::Tuple(parts) => format!("map(|{})", taken(parts)),
            held if held.owned().is_copy() => "copied()".to_owned(),
            _ => "cloned()".to_owned(),
        };
        self.method(&method, ty)
    }
}

fn integers(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Int(_) => vec![ty],
        ty => ty.inner().into_iter().flat_map(integers).collect(),
    }
}

/// Whether Rust has `==` between the two types.
fn comparable(a: &Type, b: &Type, flexible: bool) -> bool {
    let slice = |ty: &Type| matches!(ty, Type::Ref(inner) if matches!(**inner, Type::Slice(_)));
    match (a, b) {
        (Type::Int(_), Type::Int(_)) if flexible => true,
        _ if a == b => true,
        _ if is_text(a) && is_text(b) => true,
        (Type::Option(x), Type::Option(y)) => comparable_inside(x, y, flexible),
        (Type::Result(x, _), Type::Result(y, e)) if **e == Type::Unit => comparable_inside(x, y, flexible),
        (Type::Array(..), Type::Vec(_)) => false,
        _ => match (a.item(), b.item()) {
            (Some(x), Some(y)) => {
                (matches!(a, Type::Vec(_) | Type::Array(..)) || slice(a))
                    && (matches!(b, Type::Vec(_) | Type::Array(..)) || slice(b))
                    && comparable(x, y, flexible)
            }
            _ => false,
        },
    }
}

/// An `Option` can be compared only with one of the same type.
fn comparable_inside(a: &Type, b: &Type, flexible: bool) -> bool {
    a == b || (flexible && a.erased() == b.erased() && matches!(a, Type::Int(_)))
}
