//! Values from the constants of test modules: what [`morph_relation::source_table`] writes, and what a person would.

mod recipes;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, Lit, UnOp};

use morph_relation::{Adt, FloatType, IntType, Recipe, Type, Value};

use recipes::{recipes, segments};

/// The constants that an expression may name.
pub type Constants<'a> = BTreeMap<String, &'a Expr>;

/// Depth of constants that name constants; deeper ones are taken for recursive.
const DEPTH: usize = 32;

/// The value of a constant expression where a value of this type is expected; the error says what is not understood.
pub fn read_value(expr: &Expr, ty: &Type, constants: &Constants<'_>) -> Result<Value, String> {
    let value = Reader { constants, depth: 0 }.value(expr, ty)?;
    if value.fits(ty) { Ok(value) } else { Err(format!("expected a `{ty}`")) }
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    constants: &'a Constants<'a>,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn value(self, expr: &Expr, ty: &Type) -> Result<Value, String> {
        match (expr, ty) {
            (Expr::Call(e), Type::Box(inner)) if calls(e, "new") => self.value(&e.args[0], inner),
            (Expr::MethodCall(e), Type::Cow(_)) if e.method == "into" => self.value(&e.receiver, ty),
            (
                _,
                Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner),
            ) => self.value(expr, inner),
            (_, Type::Adt(adt)) if !matches!(expr, Expr::Reference(_) | Expr::Paren(_) | Expr::Group(_)) => {
                self.data(expr, adt)
            }
            (Expr::MethodCall(e), Type::String)
                if ["to_string", "to_owned", "into"].iter().any(|m| e.method == m) =>
            {
                self.value(&e.receiver, ty)
            }
            (Expr::Call(e), Type::String) if calls(e, "from") => self.value(&e.args[0], ty),
            (Expr::Macro(e), Type::Vec(item) | Type::Slice(item)) if e.mac.path.is_ident("vec") => {
                let items = e.mac.parse_body_with(Punctuated::<Expr, syn::Token![,]>::parse_terminated);
                let items = items.map_err(|_| format!("an expression cannot be read as a `{ty}`"))?;
                Ok(Value::Seq(items.iter().map(|e| self.value(e, item)).collect::<Result<_, _>>()?))
            }
            (Expr::Call(e), Type::Vec(_)) if names(e, "new") && e.args.is_empty() => Ok(Value::seq([])),
            (Expr::MethodCall(e), Type::NonZero(_)) if e.method == "unwrap" => self.value(&e.receiver, ty),
            (Expr::Call(e), Type::NonZero(int)) if calls(e, "new") => self.int(&e.args[0], *int),
            (Expr::Call(e), Type::Duration) => self.duration(e),
            (Expr::Reference(e), _) => self.value(&e.expr, ty),
            (Expr::Paren(e), _) => self.value(&e.expr, ty),
            (Expr::Group(e), _) => self.value(&e.expr, ty),
            (_, Type::Int(int)) => self.int(expr, *int),
            (_, Type::Float(float)) => self.float(expr, *float),
            (Expr::Path(_), Type::Phantom(_)) => Ok(Value::Unit),
            (Expr::Path(_), _) => self.path(expr, ty),
            (Expr::Lit(e), _) => literal(&e.lit, ty),
            // All of it: `&[1, 2][..]`.
            (Expr::Index(e), Type::Slice(_)) if is_everything(&e.index) => self.value(&e.expr, ty),
            (Expr::Array(e), Type::Array(_, len)) if e.elems.len() != *len => {
                Err(format!("expected a `{ty}`"))
            }
            (Expr::Array(e), Type::Array(item, _) | Type::Slice(item) | Type::Vec(item)) => {
                Ok(Value::Seq(e.elems.iter().map(|e| self.value(e, item)).collect::<Result<_, _>>()?))
            }
            (Expr::Repeat(e), Type::Array(item, _) | Type::Slice(item) | Type::Vec(item)) => {
                let item = self.value(&e.expr, item)?;
                match self.int(&e.len, IntType::Usize)? {
                    Value::Int(len) if (0..=1 << 20).contains(&len) => {
                        Ok(Value::seq(vec![item; len as usize]))
                    }
                    _ => Err("an array is too long".to_owned()),
                }
            }
            (Expr::Tuple(e), Type::Unit) if e.elems.is_empty() => Ok(Value::Unit),
            (Expr::Tuple(e), Type::Tuple(types)) if e.elems.len() == types.len() => {
                let items = e.elems.iter().zip(types).map(|(e, ty)| self.value(e, ty));
                Ok(Value::Tuple(items.collect::<Result<_, _>>()?))
            }
            (Expr::Call(e), Type::Option(inner)) if calls(e, "Some") => {
                Ok(Value::Some(self.value(&e.args[0], inner)?.into()))
            }
            (Expr::Call(e), Type::Result(ok, _)) if calls(e, "Ok") => {
                Ok(Value::Ok(self.value(&e.args[0], ok)?.into()))
            }
            (Expr::Call(e), Type::Result(_, err)) if calls(e, "Err") => {
                Ok(Value::Err(self.value(&e.args[0], err)?.into()))
            }
            _ => Err(format!("an expression cannot be read as a `{ty}`")),
        }
    }

    /// `Duration::from_millis(20)`, `Duration::new(1, 500)`; in nanoseconds.
    fn duration(self, call: &syn::ExprCall) -> Result<Value, String> {
        let number = |at: usize| match call.args.get(at).map(|e| self.int(e, IntType::U64)) {
            Some(Ok(Value::Int(n))) => Ok(n),
            _ => Err("a duration takes a whole number".to_owned()),
        };
        let unit = match segments(&call.func).last().map(String::as_str) {
            Some("new") => return Ok(Value::Int(number(0)? * 1_000_000_000 + number(1)?)),
            Some("from_secs") => 1_000_000_000,
            Some("from_millis") => 1_000_000,
            Some("from_micros") => 1_000,
            Some("from_nanos") => 1,
            _ => return Err("unknown constructor of `Duration`".to_owned()),
        };
        Ok(Value::Int(number(0)? * unit))
    }

    /// A struct or enum: its fields, or a constructor's call, which is yet to be made.
    fn data(self, expr: &Expr, adt: &Adt) -> Result<Value, String> {
        let unknown = || format!("an expression cannot be read as a `{}`", adt.name);
        let variant_of = |path: &[String]| {
            let last = path.last().map(String::as_str).unwrap_or_default();
            match adt.is_enum {
                true => adt.variants().iter().position(|variant| variant.name == last),
                false => (last == adt.home.ident || last == "Self").then_some(0),
            }
        };
        let path_of = |path: &syn::Path| -> Vec<String> {
            path.segments.iter().map(|segment| segment.ident.to_string()).collect()
        };
        let mut made = recipes(expr, adt).map(|(constructor, parts)| {
            let params = adt.constructors()[constructor].params.iter();
            let args = self.each(&parts, params).ok_or_else(unknown)??;
            Ok(Value::unmade(Recipe::new(adt, constructor, args)))
        });
        // Conversions differ in what they take alone.
        if let Some(first) = made.next() {
            return if first.is_ok() { first } else { made.find(Result::is_ok).unwrap_or(first) };
        }
        match expr {
            Expr::MethodCall(e) if e.method == "unwrap" || e.method == "expect" => {
                self.data(&e.receiver, adt)
            }
            Expr::Struct(e) if e.rest.is_none() => {
                let variant = variant_of(&path_of(&e.path)).ok_or_else(unknown)?;
                let mut fields = Vec::new();
                for field in &adt.variants()[variant].fields {
                    let given = e.fields.iter().find(|given| match &given.member {
                        syn::Member::Named(name) => *name == *field.name,
                        syn::Member::Unnamed(index) => index.index.to_string() == *field.name,
                    });
                    fields.push(self.value(&given.ok_or_else(unknown)?.expr, &field.ty)?);
                }
                Ok(Value::data(variant, fields))
            }
            Expr::Call(e) => {
                let path = segments(&e.func);
                let variant = variant_of(&path).filter(|_| adt.seen.get().is_none()).ok_or_else(unknown)?;
                let fields = adt.variants()[variant].fields.iter().map(|field| &field.ty);
                let parts: Vec<&Expr> = e.args.iter().collect();
                Ok(Value::data(variant, self.each(&parts, fields).ok_or_else(unknown)??))
            }
            Expr::Path(_) => match self.named(expr) {
                Some((named, reader)) => reader.data(named, adt),
                None => {
                    let variant = variant_of(&segments(expr)).ok_or_else(unknown)?;
                    Ok(Value::data(variant, Vec::new()))
                }
            },
            _ => Err(unknown()),
        }
    }

    /// One value of each type; `None` where there are not as many expressions.
    fn each<'t>(
        self,
        parts: &[&Expr],
        types: impl ExactSizeIterator<Item = &'t Type>,
    ) -> Option<Result<Vec<Value>, String>> {
        (parts.len() == types.len())
            .then(|| parts.iter().zip(types).map(|(part, ty)| self.value(part, ty)).collect())
    }

    /// What a constant stands for, with the reader for it.
    fn named(self, expr: &Expr) -> Option<(&'a Expr, Self)> {
        let Expr::Path(path) = expr else { return None };
        let named: &'a Expr = self.constants.get(&path.path.get_ident()?.to_string())?;
        (self.depth < DEPTH).then_some((named, Reader { depth: self.depth + 1, ..self }))
    }

    fn path(self, expr: &Expr, ty: &Type) -> Result<Value, String> {
        if let Some((named, reader)) = self.named(expr) {
            return reader.value(named, ty);
        }
        let segments = segments(expr);
        let last = segments.last().map(String::as_str).unwrap_or_default();
        match (ty, last) {
            (Type::Option(_), "None") => Ok(Value::None),
            (Type::Ordering, "Less") => Ok(Value::Ordering(Ordering::Less)),
            (Type::Ordering, "Equal") => Ok(Value::Ordering(Ordering::Equal)),
            (Type::Ordering, "Greater") => Ok(Value::Ordering(Ordering::Greater)),
            (Type::Char, "MAX") => Ok(Value::Char(char::MAX)),
            (Type::Char, "MIN") => Ok(Value::Char('\0')),
            (Type::Char, "REPLACEMENT_CHARACTER") => Ok(Value::Char(char::REPLACEMENT_CHARACTER)),
            _ => Err(format!("`{}` cannot be read as a `{ty}`", segments.join("::"))),
        }
    }

    /// An integer, which has to fit its type wherever it stands.
    fn int(self, expr: &Expr, int: IntType) -> Result<Value, String> {
        let wrong = || format!("expected a `{}`", int.name());
        let value = match expr {
            Expr::Paren(e) => return self.int(&e.expr, int),
            Expr::Group(e) => return self.int(&e.expr, int),
            Expr::Reference(e) => return self.int(&e.expr, int),
            Expr::Lit(e) => match &e.lit {
                Lit::Int(n) if !["", int.name()].contains(&n.suffix()) => return Err(wrong()),
                Lit::Int(n) => whole(n.base10_parse().map_err(|_| wrong())?),
                Lit::Byte(b) => Value::Int(i128::from(b.value())),
                _ => return Err(wrong()),
            },
            Expr::Unary(e) if matches!(e.op, UnOp::Neg(_)) => match &*e.expr {
                // Its absolute value alone need not fit.
                Expr::Lit(e) => match &e.lit {
                    Lit::Int(n) => {
                        let n: u128 = n.base10_parse().map_err(|_| wrong())?;
                        Value::Int(0_i128.checked_sub_unsigned(n).ok_or_else(wrong)?)
                    }
                    _ => return Err(wrong()),
                },
                operand => match self.int(operand, int)? {
                    Value::Int(n) => Value::Int(n.checked_neg().ok_or_else(wrong)?),
                    _ => return Err(wrong()),
                },
            },
            Expr::Binary(e) => {
                let (left, right) = (self.int(&e.left, int)?, self.int(&e.right, int)?);
                arithmetic(&e.op, &left, &right).ok_or_else(wrong)?
            }
            Expr::Path(_) => match self.named(expr) {
                Some((named, reader)) => return reader.int(named, int),
                None => bound(&segments(expr), int).ok_or_else(wrong)?,
            },
            _ => return Err(wrong()),
        };
        if value.fits(&Type::Int(int)) { Ok(value) } else { Err(wrong()) }
    }

    fn float(self, expr: &Expr, kind: FloatType) -> Result<Value, String> {
        let wrong = || format!("expected a `{}`", kind.name());
        let number = |value: Value| value.as_float().ok_or_else(wrong);
        match expr {
            Expr::Paren(e) => self.float(&e.expr, kind),
            Expr::Group(e) => self.float(&e.expr, kind),
            Expr::Reference(e) => self.float(&e.expr, kind),
            Expr::Lit(e) => {
                let digits = match &e.lit {
                    Lit::Float(x) if !["", kind.name()].contains(&x.suffix()) => return Err(wrong()),
                    Lit::Float(x) => x.base10_digits().to_owned(),
                    Lit::Int(n) if n.suffix() == kind.name() => n.base10_digits().to_owned(),
                    _ => return Err(wrong()),
                };
                // Rounded once, to the width that it has.
                match kind {
                    FloatType::F32 => digits.parse().map(Value::F32).map_err(|_| wrong()),
                    FloatType::F64 => digits.parse().map(Value::F64).map_err(|_| wrong()),
                }
            }
            Expr::Unary(e) if matches!(e.op, UnOp::Neg(_)) => {
                Ok(Value::float(kind, -number(self.float(&e.expr, kind)?)?))
            }
            Expr::Binary(e) => {
                let left = number(self.float(&e.left, kind)?)?;
                let right = number(self.float(&e.right, kind)?)?;
                // Sums and products of `f32`s rounded from `f64` are those of `f32`.
                let result = match e.op {
                    BinOp::Add(_) => left + right,
                    BinOp::Sub(_) => left - right,
                    BinOp::Mul(_) => left * right,
                    BinOp::Div(_) => left / right,
                    BinOp::Rem(_) => left % right,
                    _ => return Err(wrong()),
                };
                Ok(Value::float(kind, result))
            }
            Expr::Path(_) => match self.named(expr) {
                Some((named, reader)) => reader.float(named, kind),
                None => known_float(segments(expr).last().map(String::as_str).unwrap_or_default(), kind)
                    .ok_or_else(wrong),
            },
            _ => Err(wrong()),
        }
    }
}

/// Whether an index is `..`.
fn is_everything(index: &Expr) -> bool {
    matches!(index, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}

fn whole(n: u128) -> Value {
    i128::try_from(n).map_or(Value::Big(n), Value::Int)
}

/// Whether a call is one of `Some`, `Ok` … with one argument.
fn calls(call: &syn::ExprCall, name: &str) -> bool {
    call.args.len() == 1 && names(call, name)
}

/// Whether what is called has this name.
fn names(call: &syn::ExprCall, name: &str) -> bool {
    segments(&call.func).last().is_some_and(|last| last == name)
}

fn literal(lit: &Lit, ty: &Type) -> Result<Value, String> {
    let is_bytes = |item: &Type| *item == Type::Int(IntType::U8);
    match (lit, ty) {
        (Lit::Bool(b), Type::Bool) => Ok(Value::Bool(b.value)),
        (Lit::Char(c), Type::Char) => Ok(Value::Char(c.value())),
        (Lit::Str(text), Type::Str | Type::String) => Ok(Value::str(text.value())),
        (Lit::ByteStr(bytes), Type::Array(item, _) | Type::Slice(item) | Type::Vec(item))
            if is_bytes(item) =>
        {
            Ok(Value::seq(bytes.value().into_iter().map(|byte| Value::Int(i128::from(byte)))))
        }
        _ => Err(format!("expected a `{ty}`")),
    }
}

/// `u64::MAX`, `std::u64::MAX`, `i8::MIN`.
fn bound(segments: &[String], int: IntType) -> Option<Value> {
    let [.., of, bound] = segments else { return None };
    match bound.as_str() {
        _ if of != int.name() => None,
        "MAX" if int == IntType::U128 => Some(Value::Big(u128::MAX)),
        "MAX" => Some(Value::Int(int.highest())),
        "MIN" => Some(Value::Int(int.lowest())),
        _ => None,
    }
}

fn arithmetic(op: &BinOp, left: &Value, right: &Value) -> Option<Value> {
    let magnitude = |value: &Value| match value {
        Value::Int(n) => u128::try_from(*n).ok(),
        Value::Big(n) => Some(*n),
        _ => None,
    };
    if let (Value::Int(a), Value::Int(b)) = (left, right) {
        let result = match op {
            BinOp::Add(_) => a.checked_add(*b),
            BinOp::Sub(_) => a.checked_sub(*b),
            BinOp::Mul(_) => a.checked_mul(*b),
            BinOp::Div(_) => a.checked_div(*b),
            BinOp::Rem(_) => a.checked_rem(*b),
            BinOp::Shl(_) => u32::try_from(*b).ok().filter(|b| *b < 127).and_then(|b| a.checked_mul(1 << b)),
            BinOp::Shr(_) => u32::try_from(*b).ok().and_then(|b| a.checked_shr(b)),
            _ => None,
        };
        if result.is_some() {
            return result.map(Value::Int);
        }
    }
    // What is too large for `i128` may still be a `u128`.
    let (a, b) = (magnitude(left)?, magnitude(right)?);
    let result = match op {
        BinOp::Add(_) => a.checked_add(b),
        BinOp::Sub(_) => a.checked_sub(b),
        BinOp::Mul(_) => a.checked_mul(b),
        BinOp::Div(_) => a.checked_div(b),
        BinOp::Rem(_) => a.checked_rem(b),
        BinOp::Shl(_) => {
            u32::try_from(b).ok().filter(|b| *b <= a.leading_zeros()).and_then(|b| a.checked_shl(b))
        }
        BinOp::Shr(_) => u32::try_from(b).ok().and_then(|b| a.checked_shr(b)),
        _ => None,
    };
    result.map(whole)
}

fn known_float(name: &str, kind: FloatType) -> Option<Value> {
    use std::f64::consts;
    let limits = |f32: f32, f64: f64| match kind {
        FloatType::F32 => Value::F32(f32),
        FloatType::F64 => Value::F64(f64),
    };
    let constant = |x: f64| Some(Value::float(kind, x));
    match name {
        "NAN" => Some(limits(f32::NAN, f64::NAN)),
        "INFINITY" => Some(limits(f32::INFINITY, f64::INFINITY)),
        "NEG_INFINITY" => Some(limits(f32::NEG_INFINITY, f64::NEG_INFINITY)),
        "MAX" => Some(limits(f32::MAX, f64::MAX)),
        "MIN" => Some(limits(f32::MIN, f64::MIN)),
        "MIN_POSITIVE" => Some(limits(f32::MIN_POSITIVE, f64::MIN_POSITIVE)),
        "EPSILON" => Some(limits(f32::EPSILON, f64::EPSILON)),
        "PI" => constant(consts::PI),
        "TAU" => constant(consts::TAU),
        "E" => constant(consts::E),
        "SQRT_2" => constant(consts::SQRT_2),
        "LN_2" => constant(consts::LN_2),
        "LN_10" => constant(consts::LN_10),
        "LOG2_E" => constant(consts::LOG2_E),
        "LOG2_10" => constant(consts::LOG2_10),
        "LOG10_E" => constant(consts::LOG10_E),
        "LOG10_2" => constant(consts::LOG10_2),
        "FRAC_PI_2" => constant(consts::FRAC_PI_2),
        "FRAC_PI_3" => constant(consts::FRAC_PI_3),
        "FRAC_PI_4" => constant(consts::FRAC_PI_4),
        "FRAC_PI_6" => constant(consts::FRAC_PI_6),
        "FRAC_PI_8" => constant(consts::FRAC_PI_8),
        "FRAC_1_PI" => constant(consts::FRAC_1_PI),
        "FRAC_2_PI" => constant(consts::FRAC_2_PI),
        "FRAC_1_SQRT_2" => constant(consts::FRAC_1_SQRT_2),
        "FRAC_2_SQRT_PI" => constant(consts::FRAC_2_SQRT_PI),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
