//! Source tables: the types of their columns, and values as literals of those types.

use crate::constants;
use crate::literal::{show_literal, tuple};
use crate::parse_syntax;
use crate::types::{Adt, FloatType, How, IntType, Type};
use crate::value::{Data, Value};

/// The type by which a table holds values for `ty`: always `Copy` and writable in a constant.
pub fn table_type(ty: &Type) -> Type {
    let go = |inner: &Type| Box::new(table_type(inner));
    match ty {
        Type::Str | Type::String => Type::Ref(Box::new(Type::Str)),
        Type::Slice(item) | Type::Vec(item) => Type::Ref(Box::new(Type::Slice(go(item)))),
        Type::Array(item, len) => Type::Array(go(item), *len),
        Type::Option(item) => Type::Option(go(item)),
        Type::Result(ok, err) => Type::Result(go(ok), go(err)),
        Type::Tuple(items) => Type::Tuple(items.iter().map(table_type).collect()),
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            table_type(inner)
        }
        // A struct's fields are its own affair.
        Type::Adt(_) | Type::NonZero(_) | Type::Duration => ty.clone(),
        Type::Phantom(_) | Type::Const(_) | Type::Opaque(_) => ty.clone(),
        Type::Unit | Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::Ordering => ty.clone(),
    }
}

/// The type by which a table holds a parameter: what its rows are copied from, or, where that cannot be, what it owns.
pub fn column(ty: &Type) -> Type {
    let column = table_type(ty);
    if fits_constant(&column) { column } else { ty.owned() }
}

/// Whether a table's column of this type can stand in a constant that its rows are copied from.
pub fn fits_constant(column: &Type) -> bool {
    let made = |ty: &Type| match ty {
        Type::String | Type::Vec(_) | Type::Box(_) | Type::Cow(_) | Type::Iter(_) | Type::NonZero(_) => true,
        // Closures that capture nothing stand in constants.
        Type::Adt(adt) if adt.fields().is_some_and(<[_]>::is_empty) && adt.is_unseen() => !adt.traits.copy,
        Type::Adt(adt) => !adt.traits.copy || !adt.is_open(),
        _ => false,
    };
    !column.any(&mut |ty| made(ty))
}

/// A value as a literal of a table column's type; inside structs, as the expression that makes it.
pub fn literal(value: &Value, ty: &Type) -> String {
    let list = |items: &[Value], item: &Type| {
        items.iter().map(|value| literal(value, item)).collect::<Vec<_>>().join(", ")
    };
    match (value, ty) {
        (Value::Int(n), Type::Int(int)) => int_literal(*n, *int),
        (_, Type::Box(inner)) => format!("Box::new({})", literal(value, inner)),
        (_, Type::Cow(inner)) => format!("{}.into()", literal(value, &inner.owned())),
        (Value::Str(_), Type::String) => format!("{}.to_string()", show_literal(value)),
        (Value::Seq(items), Type::Vec(item)) => format!("vec![{}]", list(items, item)),
        (Value::Int(n), Type::NonZero(int)) => {
            format!("{ty}::new({}).unwrap()", int_literal(*n, *int))
        }
        (Value::Int(nanos), Type::Duration) => duration_literal(*nanos),
        (Value::Data(data), Type::Adt(adt)) => data_literal(data, adt),
        (Value::Big(u128::MAX), _) => "u128::MAX".to_owned(),
        (Value::F32(x), _) => float_literal(f64::from(*x), FloatType::F32, format!("{x:?}")),
        (Value::F64(x), _) => float_literal(*x, FloatType::F64, format!("{x:?}")),
        (Value::Seq(items), Type::Array(item, _)) => format!("[{}]", list(items, item)),
        (Value::Seq(items), _) => match ty.item() {
            Some(item) => format!("&[{}]", list(items, item)),
            None => format!("&[{}]", list(items, &Type::Unit)),
        },
        (Value::Tuple(items), Type::Tuple(types)) => {
            let parts: Vec<String> = items.iter().zip(types).map(|(v, t)| literal(v, t)).collect();
            tuple(&parts)
        }
        (Value::Some(v), Type::Option(t)) => format!("Some({})", literal(v, t)),
        (Value::Ok(v), Type::Result(t, _)) => format!("Ok({})", literal(v, t)),
        (Value::Err(v), Type::Result(_, t)) => format!("Err({})", literal(v, t)),
        (Value::None, _) => "None".to_owned(),
        (_, Type::Phantom(_)) => "std::marker::PhantomData".to_owned(),
        (Value::Unit, _) => "()".to_owned(),
        (Value::Ordering(o), _) => format!("std::cmp::Ordering::{o:?}"),
        (other, _) => show_literal(other),
    }
}

fn data_literal(data: &Data, adt: &Adt) -> String {
    if let Some(recipe) = &data.recipe
        && let Some(constructor) = adt.constructors().get(recipe.constructor)
    {
        let passed = |(value, ty): (&Value, &Type)| match (value, ty) {
            // Of no items nobody knows the type, and several may be collected.
            (Value::Seq(items), Type::Vec(item)) if items.is_empty() && constructor.how == How::Collect => {
                format!("Vec::<{item}>::new()")
            }
            _ if constructor.is_conversion() => converted(value, ty, adt.overloads(constructor) > 1),
            _ => passed(value, ty),
        };
        let args = recipe.args.iter().zip(&constructor.params).map(passed);
        return adt.made(constructor, &args.collect::<Vec<_>>());
    }
    let Some(variant) = adt.variants().get(data.variant) else { return adt.name.clone() };
    let fields = data.fields.iter().zip(&variant.fields);
    adt.written(data.variant, &fields.map(|(value, field)| literal(value, &field.ty)).collect::<Vec<_>>())
}

/// A value as an argument of a parameter's type.
fn passed(value: &Value, ty: &Type) -> String {
    match ty {
        Type::Ref(inner) => match &**inner {
            Type::Str | Type::Slice(_) => literal(value, &table_type(ty)),
            inner => {
                let made = literal(value, inner);
                if let Some(constant) = lent_constant(value, inner, &made) {
                    return constant.to_owned();
                }
                let binds_less = matches!(parse_syntax::<syn::Expr>(&made), Ok(syn::Expr::Binary(_)));
                if binds_less { format!("&({made})") } else { format!("&{made}") }
            }
        },
        ty => literal(value, ty),
    }
}

/// The constant that a value is copied from, where that is a reference: it lives as long as anyone wants.
fn lent_constant<'m>(value: &Value, ty: &Type, made: &'m str) -> Option<&'m str> {
    let (Value::Data(data), Type::Adt(adt)) = (value, ty) else { return None };
    let constructor = adt.constructors().get(data.recipe.as_ref()?.constructor)?;
    let copied = made.strip_prefix('*').or_else(|| made.strip_suffix(".clone()"));
    copied.filter(|_| constructor.params.is_empty())
}

/// A value as what is converted: nothing says what type it has, and several may be convertible.
fn converted(value: &Value, ty: &Type, ambiguous: bool) -> String {
    // One of them tells what all are.
    let list = |items: &[Value], item: &Type| {
        let known = items.iter().enumerate().map(|(i, value)| converted(value, item, ambiguous && i == 0));
        known.collect::<Vec<_>>().join(", ")
    };
    match (value, ty) {
        (_, Type::Int(_) | Type::Float(_)) if ambiguous => {
            let plain = literal(value, ty);
            let is_named = !plain.ends_with(|c: char| c.is_ascii_digit()) || plain.contains("::");
            if is_named { plain } else { format!("{plain}_{ty}") }
        }
        (Value::Seq(items), Type::Ref(inner)) => match &**inner {
            Type::Slice(item) => format!("&[{}][..]", list(items, item)),
            inner => format!("&{}", converted(value, inner, ambiguous)),
        },
        (Value::Seq(items), Type::Array(item, _)) => format!("[{}]", list(items, item)),
        (Value::Seq(items), Type::Vec(item)) => format!("vec![{}]", list(items, item)),
        (Value::Tuple(items), Type::Tuple(types)) => {
            let parts = items.iter().zip(types).map(|(value, ty)| converted(value, ty, ambiguous));
            tuple(&parts.collect::<Vec<_>>())
        }
        (Value::Some(value), Type::Option(ty)) => format!("Some({})", converted(value, ty, ambiguous)),
        _ => passed(value, ty),
    }
}

fn duration_literal(nanos: i128) -> String {
    const UNITS: [(&str, i128); 3] = [("secs", 1_000_000_000), ("millis", 1_000_000), ("micros", 1_000)];
    let (unit, size) = UNITS.into_iter().find(|(_, size)| nanos % size == 0).unwrap_or(("nanos", 1));
    if nanos / size > i128::from(u64::MAX) {
        let (seconds, rest) = (nanos / UNITS[0].1, nanos % UNITS[0].1);
        return format!("std::time::Duration::new({seconds}, {rest})");
    }
    format!("std::time::Duration::from_{unit}({})", nanos / size)
}

fn int_literal(n: i128, int: IntType) -> String {
    let name = int.name();
    // A byte's bounds are as well known as their names; `u128::MAX` is a `Value::Big`.
    let named = int.bits() > 8 && int != IntType::U128;
    match n {
        n if named && n == int.highest() => format!("{name}::MAX"),
        n if named && n == int.highest() - 1 => format!("{name}::MAX - 1"),
        n if named && int.signed() && n == int.lowest() => format!("{name}::MIN"),
        n if named && int.signed() && n == int.lowest() + 1 => format!("{name}::MIN + 1"),
        n => n.to_string(),
    }
}

/// A float by its name where it has one: clippy denies approximations of constants.
fn float_literal(x: f64, kind: FloatType, plain: String) -> String {
    let name = kind.name();
    if x.is_nan() {
        return format!("{name}::NAN");
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x.is_infinite() {
        return format!("{name}::{}INFINITY", if sign.is_empty() { "" } else { "NEG_" });
    }
    let limits: [(&str, f64); 3] = match kind {
        FloatType::F32 => [
            ("MAX", f64::from(f32::MAX)),
            ("MIN_POSITIVE", f64::from(f32::MIN_POSITIVE)),
            ("EPSILON", f64::from(f32::EPSILON)),
        ],
        FloatType::F64 => [("MAX", f64::MAX), ("MIN_POSITIVE", f64::MIN_POSITIVE), ("EPSILON", f64::EPSILON)],
    };
    if let Some((limit, _)) = limits.iter().find(|(_, value)| *value == x.abs()) {
        return match (*limit, sign) {
            ("MAX", "-") => format!("{name}::MIN"),
            (limit, sign) => format!("{sign}{name}::{limit}"),
        };
    }
    match constants::named(x.abs(), kind) {
        Some(constant) => format!("{sign}std::{name}::consts::{constant}"),
        None => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_short_and_known_values_have_their_names() {
        let int = |n, int| literal(&Value::Int(n), &Type::Int(int));
        assert_eq!(int(i128::from(u64::MAX), IntType::U64), "u64::MAX");
        assert_eq!(int(-128, IntType::I8), "-128");
        assert_eq!(int(i128::from(i32::MIN), IntType::I32), "i32::MIN");
        let float = |x| literal(&Value::F64(x), &Type::Float(FloatType::F64));
        assert_eq!(float(-0.0), "-0.0");
        assert_eq!(float(1e300), "1e300");
        assert_eq!(float(f64::NAN), "f64::NAN");
        assert_eq!(float(-std::f64::consts::PI), "-std::f64::consts::PI");
        assert_eq!(float(f64::MIN), "f64::MIN");
        let nested = Type::Vec(Box::new(Type::String));
        assert_eq!(table_type(&nested).to_string(), "&[&str]");
        let words = Value::seq([Value::str("e\u{301}"), Value::str("\"")]);
        assert_eq!(literal(&words, &table_type(&nested)), "&[\"e\\u{301}\", \"\\\"\"]");
    }
}
