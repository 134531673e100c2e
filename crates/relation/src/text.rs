//! The one text form of expressions: written by [`Scope::show`], read by [`Scope::parse`].

mod formatted;
mod methods;

pub(super) use formatted::{concatenation, shown_part, within_form};

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::sync::Arc;

use syn::spanned::Spanned;

use super::constants::{name_of, named_constant};
use super::expr::{Expr, Scope};
use super::literal::{show_literal, tuple};
use super::operators::{ATOM, CAST, OPERATORS, Op, PREFIX, Syntax, operand_levels};
use super::syntax::{parse_syntax, shortened};
use super::types::{Adt, FloatType, Type};
use super::value::Value;

impl Scope {
    /// The text of an expression: Rust, but for the `collect`s that a sequence needs in order to be one.
    pub fn show(&self, expr: &Expr) -> String {
        self.show_at(expr, 0)
    }

    fn show_at(&self, expr: &Expr, outer: u8) -> String {
        let (text, precedence) = match expr {
            Expr::Param(i) => {
                (self.params.get(*i).map_or_else(|| format!("arg{i}"), |(name, _)| name.clone()), ATOM)
            }
            Expr::Out(i) => (format!("y{i}"), ATOM),
            Expr::Item => (self.item_name().to_owned(), ATOM),
            Expr::Const(value) => {
                let text = match value {
                    Value::Ordering(ordering) => format!("Ordering::{ordering:?}"),
                    value => name_of(value).unwrap_or_else(|| show_literal(value)),
                };
                let precedence = if text.starts_with('-') { PREFIX } else { ATOM };
                (text, precedence)
            }
            Expr::Map(seq, body) | Expr::All(seq, body) => {
                let each = if matches!(expr, Expr::Map(..)) { "map" } else { "all" };
                let item = self.item_name();
                let elements = match &**seq {
                    Expr::Apply(Op::Letters, text) => format!("{}.chars()", self.show_at(&text[0], ATOM)),
                    Expr::Apply(Op::Windows, _) => self.show_at(seq, ATOM),
                    seq => format!("{}.iter()", self.show_at(seq, ATOM)),
                };
                (format!("{elements}.{each}(|{item}| {})", self.show_at(body, 0)), ATOM)
            }
            Expr::Apply(op, args) => self.show_apply(*op, args),
            Expr::Field(of, _, name) => (format!("{}.{name}", self.show_at(of, ATOM)), ATOM),
            Expr::Make(ty, variant, parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.show_at(part, 0)).collect();
                let text = match ty {
                    Type::Adt(adt) => adt.written(*variant, &parts),
                    Type::Vec(_) => "[]".to_owned(),
                    Type::Option(_) => "None".to_owned(),
                    _ => tuple(&parts),
                };
                (text, ATOM)
            }
        };
        if precedence < outer { format!("({text})") } else { text }
    }

    fn show_apply(&self, op: Op, args: &[Expr]) -> (String, u8) {
        if let (Op::Not, [Expr::Apply(outcome @ (Op::IsSome | Op::IsOk), of)]) = (op, args) {
            let opposite = if *outcome == Op::IsSome { "is_none" } else { "is_err" };
            return (format!("{}.{opposite}()", self.show_at(&of[0], ATOM)), ATOM);
        }
        let formatted = match op {
            Op::ConcatStr => self.formatted(&Expr::chained(op, args)),
            Op::ZeroPadded | Op::Hex => self.formatted(&[&Expr::Apply(op, args.to_vec())]),
            _ => None,
        };
        if let Some(formatted) = formatted {
            return formatted;
        }
        match (op.operator().syntax, args) {
            (Syntax::Infix(symbol, precedence), [left, right]) => {
                let levels = operand_levels(precedence);
                let left = self.show_at(left, levels.0);
                (format!("{left} {symbol} {}", self.show_at(right, levels.1)), precedence)
            }
            (Syntax::Prefix(symbol), [operand]) => {
                (format!("{symbol}{}", self.show_at(operand, ATOM)), PREFIX)
            }
            (Syntax::Cast(ty), [operand]) => (format!("{} as {ty}", self.show_at(operand, CAST)), CAST),
            (Syntax::Wrap(name), [operand]) => (format!("{name}({})", self.show_at(operand, 0)), ATOM),
            (Syntax::List, [item]) => (format!("[{}]", self.show_at(item, 0)), ATOM),
            (Syntax::Concat, _) => {
                let parts = Expr::chained(op, args).into_iter().map(|part| self.show_at(part, 0));
                (format!("[{}].concat()", parts.collect::<Vec<_>>().join(", ")), ATOM)
            }
            (Syntax::Index, [a, b]) => (format!("{}[{}]", self.show_at(a, ATOM), self.show_at(b, 0)), ATOM),
            (Syntax::Count(name), [a, b]) => {
                (format!("{}.{name}({}).count()", self.show_at(a, ATOM), self.show_at(b, 0)), ATOM)
            }
            (Syntax::CountEqual, [a, b]) => {
                let (seq, value, name) = (self.show_at(a, ATOM), self.show_at(b, 4), self.counted_name());
                (format!("{seq}.iter().filter(|{name}| {name} == {value}).count()"), ATOM)
            }
            (Syntax::Zip(symbol), [a, b]) => {
                let (a, b) = (self.show_at(a, ATOM), self.show_at(b, 0));
                (format!("{a}.iter().zip({b}).map(|(a, b)| a {symbol} b)"), ATOM)
            }
            (Syntax::Method(via, name, _), [receiver, rest @ ..]) => {
                let mut text = format!("{}.{via}{name}(", self.show_at(receiver, ATOM));
                for (i, arg) in rest.iter().enumerate() {
                    let _ = write!(text, "{}{}", if i > 0 { ", " } else { "" }, self.show_at(arg, 0));
                }
                text.push(')');
                (text, ATOM)
            }
            (syntax, _) => unreachable!("{syntax:?} with {} operands", args.len()),
        }
    }

    /// The name of the element inside a map: one that no parameter has.
    pub fn item_name(&self) -> &'static str {
        self.free_names().next().unwrap_or("it")
    }

    /// The name of an element that is counted, which may happen inside a map.
    pub fn counted_name(&self) -> &'static str {
        self.free_names().nth(1).unwrap_or("each")
    }

    fn free_names(&self) -> impl Iterator<Item = &'static str> {
        let free = |name: &&str| self.params.iter().all(|(param, _)| param != name);
        ["x", "e", "item", "element"].into_iter().filter(free)
    }

    /// Reads an expression; the error says what is wrong with it.
    pub fn parse(&self, text: &str) -> Result<Expr, String> {
        let syntax: syn::Expr =
            parse_syntax(text).map_err(|e| format!("`{}` is not an expression: {e}", shortened(text)))?;
        let expr = self.read(&syntax).map_err(|e| format!("in `{text}`: {e}"))?;
        match self.type_of(&expr) {
            Some(_) => Ok(expr),
            None => Err(format!("`{text}` has no type: an operand does not fit its operator")),
        }
    }

    pub(super) fn read(&self, syntax: &syn::Expr) -> Result<Expr, String> {
        match syntax {
            syn::Expr::Paren(e) => self.read(&e.expr),
            syn::Expr::Group(e) => self.read(&e.expr),
            syn::Expr::Reference(e) => self.read(&e.expr),
            syn::Expr::Path(e) => match e.path.get_ident() {
                Some(name) if self.unit(&e.path).is_none() => self.read_name(&name.to_string()),
                _ if is_constants(&e.path) => {
                    let name = e.path.segments.last().map(|segment| segment.ident.to_string());
                    self.read_name(&name.unwrap_or_default())
                }
                None if self.unit(&e.path).is_none() && ordering(&e.path).is_some() => {
                    Ok(Expr::Const(Value::Ordering(ordering(&e.path).expect("checked by the guard"))))
                }
                _ => {
                    let (adt, variant) = self.unit(&e.path).ok_or("a path where a name was expected")?;
                    Ok(Expr::Make(Type::Adt(adt), variant, Vec::new()))
                }
            },
            syn::Expr::Lit(e) => read_literal(&e.lit).map(Expr::Const),
            syn::Expr::Unary(e) => match e.op {
                syn::UnOp::Deref(_) => self.read(&e.expr),
                syn::UnOp::Neg(_) => Ok(match self.read(&e.expr)? {
                    Expr::Const(Value::Int(n)) => Expr::int(-n),
                    Expr::Const(Value::F64(x)) => Expr::Const(Value::F64(-x)),
                    operand => Expr::unary(Op::Neg, operand),
                }),
                syn::UnOp::Not(_) => Ok(Expr::unary(Op::Not, self.read(&e.expr)?)),
                _ => Err("unknown prefix operator".to_owned()),
            },
            syn::Expr::Binary(e) if is_equality(&e.op) && (is_nothing(&e.left) || is_nothing(&e.right)) => {
                let other = self.read(if is_nothing(&e.left) { &e.right } else { &e.left })?;
                let (is_some, is_empty) =
                    (Expr::unary(Op::IsSome, other.clone()), Expr::unary(Op::IsEmpty, other.clone()));
                match (self.type_of(&other), matches!(e.op, syn::BinOp::Eq(_))) {
                    (Some(Type::Option(_)), true) => Ok(Expr::unary(Op::Not, is_some)),
                    (Some(Type::Option(_)), false) => Ok(is_some),
                    (_, true) => Ok(is_empty),
                    (_, false) => Ok(Expr::unary(Op::Not, is_empty)),
                }
            }
            syn::Expr::Binary(e) => {
                let symbol = infix_symbol(&e.op).ok_or("this operator is not supported in relations")?;
                let (left, right) = self.unify(self.read(&e.left)?, self.read(&e.right)?);
                let op = OPERATORS.iter().find(|o| matches!(o.syntax, Syntax::Infix(s, _) if s == symbol));
                Ok(Expr::binary(op.expect("infix_symbol knows the list").op, left, right))
            }
            syn::Expr::Cast(e) => match (&*e.ty, self.read(&e.expr)?) {
                (syn::Type::Path(ty), operand) if ty.path.is_ident("f64") => {
                    Ok(Expr::unary(Op::Float, operand))
                }
                // Integers are mathematical: a widening cast says nothing.
                (syn::Type::Path(ty), operand) if ty.path.is_ident("i128") => Ok(operand),
                _ => Err("only `as f64` and `as i128` are supported".to_owned()),
            },
            syn::Expr::Field(e) => self.read_field(e),
            syn::Expr::Index(e) => Ok(Expr::binary(Op::At, self.read(&e.expr)?, self.read(&e.index)?)),
            syn::Expr::Tuple(e) if !e.elems.is_empty() => {
                let parts = e.elems.iter().map(|part| self.read(part)).collect::<Result<Vec<_>, _>>()?;
                let types = parts.iter().map(|part| self.type_of(part)).collect::<Option<Vec<_>>>();
                Ok(Expr::Make(Type::Tuple(types.ok_or("a tuple element has no type")?), 0, parts))
            }
            syn::Expr::Struct(e) if e.rest.is_none() => self.read_struct(e),
            syn::Expr::Array(e) if e.elems.len() == 1 => Ok(Expr::unary(Op::List, self.read(&e.elems[0])?)),
            syn::Expr::Call(e) => self.read_call(e),
            syn::Expr::MethodCall(e) => self.read_method(e),
            syn::Expr::Macro(e) => match concatenation(&e.mac) {
                Some(read) => self.read(&read?),
                None => Err("the only macro in relations is `format!`".to_owned()),
            },
            _ => Err("this form of expression is not supported in relations".to_owned()),
        }
    }

    fn read_name(&self, name: &str) -> Result<Expr, String> {
        if self.item.is_some() && name == self.item_name() {
            return Ok(Expr::Item);
        }
        if let Some(i) = self.params.iter().position(|(param, _)| param == name) {
            return Ok(Expr::Param(i));
        }
        let outcome = name.strip_prefix('y').and_then(|n| n.parse::<usize>().ok());
        match outcome {
            Some(i) if i < self.outs.len() => Ok(Expr::Out(i)),
            _ => named_constant(name)
                .map(Value::F64)
                .or_else(|| named_ordering(name).map(Value::Ordering))
                .map(Expr::Const)
                .ok_or_else(|| format!("`{name}` is neither a parameter nor an outcome")),
        }
    }

    fn read_field(&self, field: &syn::ExprField) -> Result<Expr, String> {
        let of = self.read(&field.base)?;
        let ty = self.type_of(&of).ok_or("a field of an expression without a type")?;
        let name = match &field.member {
            syn::Member::Named(name) => name.to_string(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        };
        let index = match &ty {
            Type::Adt(adt) => adt.fields().and_then(|fields| fields.iter().position(|f| *f.name == *name)),
            _ => name.parse().ok(),
        };
        let found = index.and_then(|index| Expr::field(of, &ty, index));
        found.ok_or_else(|| format!("a `{ty}` has no field `{name}`"))
    }

    fn read_struct(&self, written: &syn::ExprStruct) -> Result<Expr, String> {
        let (adt, variant) = self.variant(&written.path).ok_or("a type that the function does not use")?;
        let mut parts = Vec::new();
        for field in &adt.variants()[variant].fields {
            let given = written.fields.iter().find(|given| match &given.member {
                syn::Member::Named(name) => *name == *field.name,
                syn::Member::Unnamed(index) => index.index.to_string() == *field.name,
            });
            let given = given.ok_or_else(|| format!("`{}` is missing", field.name))?;
            parts.push(self.read_as(&given.expr, &field.ty)?);
        }
        Ok(Expr::Make(Type::Adt(adt), variant, parts))
    }

    /// A variant without fields.
    fn unit(&self, path: &syn::Path) -> Option<(Adt, usize)> {
        let (adt, variant) = self.variant(path)?;
        adt.variants()[variant].fields.is_empty().then_some((adt, variant))
    }

    /// The struct, or the enum and variant, that a path names: one of those that the names of the scope have inside.
    fn variant(&self, path: &syn::Path) -> Option<(Adt, usize)> {
        let text = path.span().source_text()?.replace(' ', "");
        let types = self.params.iter().map(|(_, ty)| ty).chain(&self.outs);
        types.flat_map(Type::adts).find_map(|adt| {
            let name = adt.name_in_expressions().replace(' ', "");
            let variant = match text.strip_prefix(&name)? {
                "" if !adt.is_enum => Some(0),
                rest => {
                    let rest = rest.strip_prefix("::")?;
                    adt.variants().iter().position(|variant| adt.is_enum && variant.name == rest)
                }
            };
            variant.map(|variant| (adt, variant))
        })
    }

    /// Reads an expression where one of the given type is wanted, which literals take.
    pub(super) fn read_as(&self, syntax: &syn::Expr, ty: &Type) -> Result<Expr, String> {
        if let Some(nothing) = Expr::nothing(ty).filter(|_| is_nothing(syntax)) {
            return Ok(nothing);
        }
        Ok(match self.read(syntax)? {
            Expr::Const(Value::F64(x)) if *ty == Type::Float(FloatType::F32) => narrowed(x),
            expr => expr,
        })
    }

    fn read_call(&self, call: &syn::ExprCall) -> Result<Expr, String> {
        let syn::Expr::Path(path) = &*call.func else {
            return Err("a call of something that is not a name".to_owned());
        };
        let name = path.path.get_ident().map(ToString::to_string);
        match (name.as_deref(), call.args.len()) {
            (Some("Some"), 1) => Ok(Expr::unary(Op::Some, self.read(&call.args[0])?)),
            (Some("Ok"), 1) => Ok(Expr::unary(Op::Ok, self.read(&call.args[0])?)),
            _ => {
                let (adt, variant) =
                    self.variant(&path.path).ok_or("relations can call functions only in follow-ups")?;
                let fields = &adt.variants()[variant].fields;
                if fields.len() != call.args.len() {
                    return Err(format!("`{}` has {} fields", adt.name, fields.len()));
                }
                let parts = call.args.iter().zip(fields);
                let parts = parts.map(|(arg, field)| self.read_as(arg, &field.ty));
                Ok(Expr::Make(Type::Adt(adt.clone()), variant, parts.collect::<Result<_, String>>()?))
            }
        }
    }

    /// A float literal takes the width of the other operand.
    fn unify(&self, left: Expr, right: Expr) -> (Expr, Expr) {
        let narrow = |e: Expr, other: Option<Type>| match e {
            Expr::Const(Value::F64(x)) if other == Some(Type::Float(FloatType::F32)) => narrowed(x),
            e => e,
        };
        let (left_type, right_type) = (self.type_of(&left), self.type_of(&right));
        (narrow(left, right_type), narrow(right, left_type))
    }
}

/// Whether a path leads into `std::f64::consts`, where constants have their names.
fn is_constants(path: &syn::Path) -> bool {
    path.segments.iter().rev().nth(1).is_some_and(|segment| segment.ident == "consts")
}

/// The literal of `Ordering` that a path of several names is.
fn ordering(path: &syn::Path) -> Option<Ordering> {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (variant, owner) = (names.next()?, names.next()?);
    if owner == "Ordering" { named_ordering(&variant) } else { None }
}

fn named_ordering(name: &str) -> Option<Ordering> {
    [Ordering::Less, Ordering::Equal, Ordering::Greater].into_iter().find(|o| format!("{o:?}") == name)
}

fn is_equality(op: &syn::BinOp) -> bool {
    matches!(op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_))
}

/// Whether it is `None` or `[]`, which have the type that the context wants.
fn is_nothing(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Path(e) => e.path.is_ident("None"),
        syn::Expr::Array(e) => e.elems.is_empty(),
        syn::Expr::Paren(e) => is_nothing(&e.expr),
        syn::Expr::Reference(e) => is_nothing(&e.expr),
        _ => false,
    }
}

fn infix_symbol(op: &syn::BinOp) -> Option<&'static str> {
    use syn::BinOp::*;
    Some(match op {
        Or(_) => "||",
        And(_) => "&&",
        Eq(_) => "==",
        Ne(_) => "!=",
        Lt(_) => "<",
        Le(_) => "<=",
        Gt(_) => ">",
        Ge(_) => ">=",
        Add(_) => "+",
        Sub(_) => "-",
        Mul(_) => "*",
        Div(_) => "/",
        Rem(_) => "%",
        BitOr(_) => "|",
        BitXor(_) => "^",
        BitAnd(_) => "&",
        Shl(_) => "<<",
        Shr(_) => ">>",
        _ => return None,
    })
}

/// The literal as an `f32`, unless it is too large.
fn narrowed(number: f64) -> Expr {
    let narrow = number as f32;
    Expr::Const(if narrow.is_finite() { Value::F32(narrow) } else { Value::F64(number) })
}

fn read_literal(lit: &syn::Lit) -> Result<Value, String> {
    Ok(match lit {
        syn::Lit::Bool(b) => Value::Bool(b.value),
        syn::Lit::Char(c) => Value::Char(c.value()),
        syn::Lit::Str(s) => Value::Str(Arc::from(s.value())),
        syn::Lit::Int(n) => Value::Int(n.base10_parse().map_err(|e| e.to_string())?),
        syn::Lit::Float(x) => match x.base10_parse::<f64>().map_err(|e| e.to_string())? {
            number if number.is_finite() => Value::F64(number),
            _ => return Err(format!("`{}` is too large for a float", shortened(x.base10_digits()))),
        },
        _ => return Err("this kind of literal is not supported in relations".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_literals_that_are_infinite_are_refused() {
        let params = [FloatType::F64, FloatType::F32].map(Type::Float);
        let params = ["x", "narrow"].map(str::to_owned).into_iter().zip(params).collect();
        let scope = Scope { params, outs: Vec::new(), item: None };
        for text in ["x < 1e309", "x == -1e999", "narrow < 1e39"] {
            assert!(scope.parse(text).is_err(), "{text}");
        }
        assert!(scope.parse("x < 1e308").is_ok() && scope.parse("narrow < 1e38").is_ok());
    }

    #[test]
    fn float_literals_take_the_width_of_the_other_operand_on_either_side() {
        let narrow = Type::Float(FloatType::F32);
        let scope =
            Scope { params: vec![("x".to_owned(), narrow.clone())], outs: vec![narrow.clone()], item: None };
        for text in ["1.0.min(-y0)", "y0.min(1.0)", "1.0 + x", "x * 0.5", "!(1.0.max(x) < y0)"] {
            let expr = scope.parse(text).expect(text);
            assert!(!expr.any(&mut |part| matches!(part, Expr::Const(Value::F64(_)))), "{text}: {expr:?}");
        }
        assert_eq!(scope.type_of(&scope.parse("1.0.min(-y0)").expect("a number")), Some(narrow));
    }
}
