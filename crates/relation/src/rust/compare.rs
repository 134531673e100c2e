//! Comparisons: floats by helpers, integers in a common type, and forms that clippy would not rewrite.

use super::code::{ATOM, Code, PREFIX, Refused, is_text};
use super::equal::{AND, OR, equal, infix};
use super::expr::Writer;
use super::tolerant::Helper;
use crate::expr::Expr;
use crate::operators::Op;
use crate::tolerance::Tolerance;
use crate::types::{Adt, FloatType, IntType, Seen, Type};
use crate::value::Value;

const COMPARISON: u8 = 3;

impl Writer {
    /// A comparison.
    pub fn compare(&mut self, op: Op, a: &Expr, b: &Expr) -> Result<Code, Refused> {
        if let Some(shorter) = self.shorter(op, a, b)? {
            return Ok(shorter);
        }
        let ty = self.scope.type_of(a).ok_or("an operand does not fit its operator")?;
        match ty {
            Type::Int(_) => {
                // clippy wants `is_multiple_of` for unsigned integers, which older compilers do not have.
                let divides = matches!(a, Expr::Apply(Op::Rem, _)) && *b == Expr::int(0);
                let common = self.common_int(a, b);
                let int = if divides && !common.signed() { IntType::I128 } else { common };
                let (a, b) = (self.int(a, int)?, self.int(b, int)?);
                Ok(infix(op, &a, &b))
            }
            Type::Float(_) => {
                // A literal is not NaN.
                let literal = matches!(a, Expr::Const(_)) || matches!(b, Expr::Const(_));
                let (a, b) = (self.code(a, None)?.value(), self.code(b, None)?.value());
                match op {
                    _ if literal && self.tolerance == Tolerance::Exact => Ok(infix(op, &a, &b)),
                    Op::Eq | Op::Ne => Ok(negated_if(op == Op::Ne, self.floats_agree(&a, &b))),
                    Op::Lt | Op::Gt => Ok(infix(op, &a, &b)),
                    _ => {
                        let text =
                            format!("{} || {}", infix(op, &a, &b).text, self.floats_agree(&a, &b).at(OR + 1));
                        Ok(Code::made(text, OR, Type::Bool))
                    }
                }
            }
            _ => {
                let (a, b) = (self.code(a, None)?, self.code(b, None)?);
                match op {
                    Op::Eq | Op::Ne if ty.has_float() || lacks_equality(&ty) => {
                        Ok(negated_if(op == Op::Ne, self.parts_agree(&a, &b)?))
                    }
                    Op::Eq | Op::Ne => equal(op, &a, &b),
                    // Only texts of one kind are ordered.
                    _ if is_text(&ty) && a.value().ty != b.value().ty => {
                        Ok(infix(op, &as_str(&a), &as_str(&b)))
                    }
                    _ if !is_text(&ty) && a.value().ty != b.value().ty => {
                        Err(format!("a `{}` has no order with a `{}`", a.ty, b.ty))
                    }
                    _ => Ok(infix(op, &a.value(), &b.value())),
                }
            }
        }
    }

    /// The idiomatic form, where one exists.
    fn shorter(&mut self, op: Op, a: &Expr, b: &Expr) -> Result<Option<Code>, Refused> {
        let truth = |e: &Expr| match e {
            Expr::Const(Value::Bool(b)) => Some(*b),
            _ => None,
        };
        let one_more = |e: &Expr| match e {
            Expr::Apply(Op::Add, args) if args[1] == Expr::int(1) => Some(args[0].clone()),
            _ => None,
        };
        let sized = |e: &Expr| match e {
            Expr::Apply(Op::Len, args) => Some(Expr::Apply(Op::IsEmpty, args.clone())),
            _ => None,
        };
        let equality = matches!(op, Op::Eq | Op::Ne);
        if equality && let Some(wanted) = truth(b).or(truth(a)) {
            let other = if truth(b).is_some() { a } else { b };
            return if wanted == (op == Op::Eq) { self.code(other, None) } else { self.negate(other) }
                .map(Some);
        }
        if equality && let Expr::Apply(Op::Not, inner) = b {
            let op = if op == Op::Eq { Op::Ne } else { Op::Eq };
            return self.compare(op, a, &inner[0]).map(Some);
        }
        let literal = |e: &Expr| match e {
            Expr::Const(Value::Int(n)) => Some(*n),
            _ => None,
        };
        if let (Some(is_empty), Some(n)) = (sized(a), literal(b)) {
            match (op, n) {
                (Op::Eq | Op::Le, 0) | (Op::Lt, 1) => return self.code(&is_empty, None).map(Some),
                (Op::Ne | Op::Gt, 0) | (Op::Ge, 1) => return self.negate(&is_empty).map(Some),
                _ => {}
            }
        }
        match op {
            Op::Ge if one_more(b).is_some() => {
                let b = one_more(b).expect("checked by the guard");
                self.compare(Op::Gt, a, &b).map(Some)
            }
            Op::Le if one_more(a).is_some() => {
                let a = one_more(a).expect("checked by the guard");
                self.compare(Op::Lt, &a, b).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `!operand`, written as the opposite comparison where one exists.
    pub fn negate(&mut self, operand: &Expr) -> Result<Code, Refused> {
        if let Expr::Apply(Op::Not, inner) = operand {
            return self.code(&inner[0], None);
        }
        if let Expr::Apply(op @ (Op::IsSome | Op::IsOk), of) = operand {
            let opposite = if *op == Op::IsSome { "is_none()" } else { "is_err()" };
            return Ok(self.code(&of[0], None)?.value().method(opposite, Type::Bool));
        }
        if let Expr::Apply(op, args) = operand
            && let [a, b] = args.as_slice()
        {
            let float = self.scope.type_of(a).is_some_and(|ty| ty.has_float());
            let opposite = match op {
                Op::Eq => Some(Op::Ne),
                Op::Ne => Some(Op::Eq),
                Op::Lt if !float => Some(Op::Ge),
                Op::Le if !float => Some(Op::Gt),
                Op::Gt if !float => Some(Op::Le),
                Op::Ge if !float => Some(Op::Lt),
                _ => None,
            };
            if let Some(opposite) = opposite {
                return self.compare(opposite, a, b);
            }
            // With NaN both a comparison and its opposite are false.
            if let (Op::Lt | Op::Gt, true) = (op, float) {
                let (a, b) = (self.code(a, None)?.value(), self.code(b, None)?.value());
                let side = if *op == Op::Lt { "Less" } else { "Greater" };
                let text = format!(
                    "{}.partial_cmp(&{}) != Some(std::cmp::Ordering::{side})",
                    a.at(ATOM),
                    b.at(PREFIX)
                );
                return Ok(Code::made(text, COMPARISON, Type::Bool));
            }
        }
        Ok(negated_if(true, self.code(operand, None)?.value()))
    }

    /// `lo <= e && e <= hi` with literal bounds, or `e < hi`.
    pub fn range(&mut self, a: &Expr, b: &Expr) -> Result<Option<Code>, Refused> {
        let (dots, b) = upper(b);
        let b = &b;
        let bound = |e: &Expr| match e {
            Expr::Apply(op @ (Op::Ge | Op::Le), args) => match args.as_slice() {
                [subject, Expr::Const(Value::Int(n))] => Some((subject.clone(), *op == Op::Ge, *n)),
                [Expr::Const(Value::Int(n)), subject] => Some((subject.clone(), *op == Op::Le, *n)),
                _ => None,
            },
            _ => None,
        };
        let (Some((e, true, lo)), Some((other, false, hi))) = (bound(a), bound(b)) else {
            return self.float_range(a, b, dots);
        };
        let sized = Expr::binary(Op::Le, Expr::int(lo), e.clone());
        if e != other || lo > hi {
            return Ok(None);
        }
        let Expr::Apply(_, ends) = &sized else { return Ok(None) };
        let int = self.common_int(&ends[0], &ends[1]);
        if hi > int.highest() {
            return Ok(None);
        }
        let subject = self.int(&e, int)?;
        let text = format!("({lo}{dots}{hi}).contains(&{})", subject.at(PREFIX));
        Ok(Some(Code::made(text, ATOM, Type::Bool)))
    }

    /// A condition and the range that a number is in.
    pub fn beside(&mut self, condition: &Expr, range: &Code) -> Result<Code, Refused> {
        let condition = self.condition(condition)?;
        Ok(Code::made(format!("{} && {}", condition.at(AND), range.at(AND)), AND, Type::Bool))
    }

    /// The same with floats, where no tolerance widens the bounds.
    fn float_range(&mut self, a: &Expr, b: &Expr, dots: &str) -> Result<Option<Code>, Refused> {
        let (Expr::Apply(Op::Ge, low), Expr::Apply(Op::Le, high)) = (a, b) else { return Ok(None) };
        let number = |e: &Expr| match e {
            Expr::Const(value) => value.as_float().filter(|x| x.is_finite()),
            _ => None,
        };
        let (Some(lo), Some(hi)) = (number(&low[1]), number(&high[1])) else { return Ok(None) };
        if self.tolerance != Tolerance::Exact || low[0] != high[0] || lo > hi {
            return Ok(None);
        }
        let [subject, lo, hi] = [&low[0], &low[1], &high[1]].map(|e| self.code(e, None));
        let (lo, hi) = (lo?.value().at(PREFIX), hi?.value().at(PREFIX));
        let text = format!("({lo}{dots}{hi}).contains(&{})", subject?.value().at(PREFIX));
        Ok(Some(Code::made(text, ATOM, Type::Bool)))
    }

    /// Whether two floats are equal within the tolerance.
    fn floats_agree(&mut self, a: &Code, b: &Code) -> Code {
        let kind = match a.ty {
            Type::Float(kind) => kind,
            _ => FloatType::F64,
        };
        let helper = Helper::of(self.tolerance, kind);
        self.helpers.insert(helper);
        let wide = |code: &Code| match (helper, kind) {
            (Helper::NearF32, _) | (_, FloatType::F64) => code.at(0),
            _ => format!("{}.into()", suffixed_f32(code)),
        };
        let bound = match self.tolerance {
            Tolerance::Exact => String::new(),
            Tolerance::Ulp(n) => format!(", {n}"),
            Tolerance::Rel(r) | Tolerance::Mixed(r) => format!(", {r:e}"),
        };
        Code::made(format!("{}({}, {}{bound})", helper.name(), wide(a), wide(b)), ATOM, Type::Bool)
    }

    /// Compares two values that contain floats, part by part.
    fn parts_agree(&mut self, a: &Code, b: &Code) -> Result<Code, Refused> {
        let (bare_a, bare_b) = (a.value(), b.value());
        let by_parts = |ty: &Type| ty.has_float() || lacks_equality(ty);
        if !by_parts(&bare_a.ty) && !by_parts(&bare_b.ty) {
            return equal(Op::Eq, a, b);
        }
        match (&bare_a.ty, &bare_b.ty) {
            (Type::Adt(x), Type::Adt(y)) if x == y => self.data_agree(&bare_a, &bare_b, x),
            (Type::Box(x), Type::Box(y)) => {
                let behind =
                    |code: &Code, ty: &Type| Code::place(format!("*{}", code.at(PREFIX)), ty.clone());
                self.parts_agree(&behind(&bare_a, x), &behind(&bare_b, y))
            }
            (Type::Float(_), Type::Float(_)) => Ok(self.floats_agree(&bare_a, &bare_b)),
            (Type::Tuple(left), Type::Tuple(right)) => {
                let mut parts = Vec::new();
                for (i, (x, y)) in left.iter().zip(right).enumerate() {
                    parts.push(self.parts_agree(&bare_a.part(i, x), &bare_b.part(i, y))?.at(AND + 1));
                }
                Ok(Code::made(parts.join(" && "), AND, Type::Bool))
            }
            (Type::Option(x), Type::Option(y)) => {
                let some = self.matched(&bare_a, &bare_b, x, y)?;
                Ok(self.arms(
                    &bare_a,
                    &bare_b,
                    &format!("(Some(a), Some(b)) => {some}, (None, None) => true"),
                ))
            }
            (Type::Result(x, e), Type::Result(y, f)) => {
                let ok = self.matched(&bare_a, &bare_b, x, y)?;
                let says_nothing = |ty: &Type| match ty {
                    Type::Opaque(_) | Type::Unit => true,
                    Type::Adt(adt) => matches!(adt.variants(), [only] if only.fields.is_empty()),
                    _ => false,
                };
                if e == f && says_nothing(e) {
                    let arms = format!("(Ok(a), Ok(b)) => {ok}, (Err(_), Err(_)) => true");
                    return Ok(self.arms(&bare_a, &bare_b, &arms));
                }
                let errors = if **f == Type::Unit && e != f {
                    None
                } else {
                    Some(self.matched(&bare_a, &bare_b, e, f)?)
                };
                if errors.is_none()
                    && let Some(found) = self.holds(&bare_a, &bare_b, x, y)?
                {
                    return Ok(found);
                }
                let arms = match errors {
                    Some(errors) => format!("(Ok(a), Ok(b)) => {ok}, (Err(a), Err(b)) => {errors}"),
                    None => format!("(Ok(a), Ok::<_, ()>(b)) => {ok}"),
                };
                Ok(self.arms(&bare_a, &bare_b, &arms))
            }
            (left, right) => match (left.item().cloned(), right.item().cloned()) {
                (Some(x), Some(y)) => {
                    let side = |item: &Type, name: &str| match item.is_copy() {
                        true => (format!("&{name}"), Code::place(name, item.clone())),
                        false => (name.to_owned(), Code::place(name, Type::Ref(Box::new(item.clone())))),
                    };
                    let ((pa, ca), (pb, cb)) = (side(&x, "a"), side(&y, "b"));
                    let each = self.parts_agree(&ca, &cb)?;
                    let (a, b) = (bare_a.at(ATOM), bare_b.at(ATOM));
                    let text = format!(
                        "{a}.len() == {b}.len() && {a}.iter().zip({b}.iter()).all(|({pa}, {pb})| {})",
                        each.at(0)
                    );
                    Ok(Code::made(text, AND, Type::Bool))
                }
                _ => Err(format!("a `{left}` cannot be compared with a `{right}`")),
            },
        }
    }

    /// A comparison with a variable that is written `Ok(…)`: `matches!(a, Ok(value) if value == …)`. `None` where it is
    /// another.
    fn holds(&mut self, a: &Code, b: &Code, x: &Type, y: &Type) -> Result<Option<Code>, Refused> {
        let inner = b.text.strip_prefix("Ok(").and_then(|rest| rest.strip_suffix(')')).filter(|_| !b.place);
        // A constant would be a pattern.
        let is_variable = |text: &&str| {
            text.starts_with(|c: char| c.is_lowercase())
                && text.chars().all(|c| c.is_alphanumeric() || c == '_')
                && !["true", "false"].contains(text)
        };
        let Some(inner) = inner.filter(is_variable) else { return Ok(None) };
        let name = if inner == "value" { "got" } else { "value" };
        let (of, ty) = match x.is_copy() {
            true => (a.at(0), x.clone()),
            false => (a.borrowed(), Type::Ref(Box::new(x.clone()))),
        };
        let agree = self.parts_agree(&Code::place(name, ty), &Code::place(inner, y.clone()))?.at(0);
        Ok(Some(Code::made(format!("matches!({of}, Ok({name}) if {agree})"), ATOM, Type::Bool)))
    }

    /// Compares two values of a struct or enum: field by field, where these can be read.
    fn data_agree(&mut self, a: &Code, b: &Code, adt: &Adt) -> Result<Code, Refused> {
        let fields = || adt.variants().iter().flat_map(|variant| &variant.fields);
        let within_itself = fields().any(|f| f.ty.any(&mut |ty| *ty == Type::Adt(adt.clone())));
        // Its own `==` knows no tolerance.
        let needs_fields = self.tolerance != Tolerance::Exact
            && !(adt.traits.own_eq || adt.is_transparent() || adt.seen.get().is_some())
            && fields().any(|field| field.ty.has_float());
        if needs_fields && !adt.is_readable() {
            return Err(format!("floats in a `{}` are private", adt.name));
        }
        if within_itself || !adt.is_transparent() && !needs_fields {
            return whole_agree(a, b, adt);
        }
        if let Some(fields) = adt.fields() {
            let mut parts = Vec::new();
            for (i, field) in fields.iter().enumerate() {
                parts.push(self.parts_agree(&a.part(i, &field.ty), &b.part(i, &field.ty))?.at(AND + 1));
            }
            return match parts.is_empty() {
                true => Ok(Code::made("true".to_owned(), ATOM, Type::Bool)),
                false => Ok(Code::made(parts.join(" && "), AND, Type::Bool)),
            };
        }
        let mut arms = Vec::new();
        for (variant, shape) in adt.variants().iter().enumerate() {
            let (mut left, mut right, mut parts) = (Vec::new(), Vec::new(), Vec::new());
            for (i, field) in shape.fields.iter().enumerate() {
                let (x, y) = (format!("a{i}"), format!("b{i}"));
                let bound = |name: &str| match a.ty.is_copy() {
                    true => Code::place(name, field.ty.clone()),
                    false => Code::place(name, Type::Ref(Box::new(field.ty.clone()))),
                };
                parts.push(self.parts_agree(&bound(&x), &bound(&y))?.at(AND + 1));
                left.push(x);
                right.push(y);
            }
            let agree = if parts.is_empty() { "true".to_owned() } else { parts.join(" && ") };
            arms.push(format!(
                "({}, {}) => {agree}",
                adt.written(variant, &left),
                adt.written(variant, &right)
            ));
        }
        if adt.variants().iter().all(|shape| shape.fields.is_empty()) {
            let side = |code: &Code| format!("std::mem::discriminant({})", code.borrowed());
            return Ok(match arms.len() {
                1 => Code::made("true".to_owned(), ATOM, Type::Bool),
                _ => infix(
                    Op::Eq,
                    &Code::made(side(a), ATOM, Type::Unit),
                    &Code::made(side(b), ATOM, Type::Unit),
                ),
            });
        }
        if arms.len() == 1 {
            // Any other pattern would be unreachable.
            let text = format!("match ({}, {}) {{ {} }}", matchable(a), matchable(b), arms[0]);
            return Ok(Code::made(text, 0, Type::Bool));
        }
        Ok(self.arms(a, b, &arms.join(", ")))
    }

    /// The comparison of the variables `a` and `b` that a match of two values binds.
    fn matched(&mut self, left: &Code, right: &Code, a: &Type, b: &Type) -> Result<String, Refused> {
        let bound = |name: &str, whole: &Code, ty: &Type| match whole.ty.is_copy() {
            true => Code::place(name, ty.clone()),
            false => Code::place(name, Type::Ref(Box::new(ty.clone()))),
        };
        Ok(self.parts_agree(&bound("a", left, a), &bound("b", right, b))?.at(0))
    }

    fn arms(&self, a: &Code, b: &Code, arms: &str) -> Code {
        Code::made(
            format!("match ({}, {}) {{ {arms}, _ => false }}", matchable(a), matchable(b)),
            0,
            Type::Bool,
        )
    }
}

/// An expression by value, or a reference to it where a match would move it.
fn matchable(code: &Code) -> String {
    if code.ty.is_copy() { code.at(0) } else { code.borrowed() }
}

fn suffixed_f32(code: &Code) -> String {
    let literal = code.text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | 'e'));
    if literal { format!("({}_f32)", code.text) } else { code.at(ATOM) }
}

fn negated_if(negative: bool, code: Code) -> Code {
    if !negative {
        return code;
    }
    // A block-like operand needs its own parentheses.
    Code::made(format!("!{}", code.at(PREFIX)), PREFIX, Type::Bool)
}

fn as_str(code: &Code) -> Code {
    let bare = code.value();
    match bare.ty {
        Type::String => bare.method("as_str()", Type::Ref(Box::new(Type::Str))),
        _ => bare,
    }
}

/// How a range ends whose upper bound a condition is, and the condition with the bound included.
fn upper(condition: &Expr) -> (&'static str, Expr) {
    match condition {
        Expr::Apply(Op::Lt, sides) => ("..", Expr::binary(Op::Le, sides[0].clone(), sides[1].clone())),
        condition => ("..=", condition.clone()),
    }
}

/// Compares two values of a struct or enum by `==`, or by what is seen of them.
fn whole_agree(a: &Code, b: &Code, adt: &Adt) -> Result<Code, Refused> {
    let by = |method: &str| {
        let of = |code: &Code| format!("{}.{method}()", code.at(ATOM));
        (of(a), of(b))
    };
    let sides = match adt.seen.get() {
        Some(_) if adt.traits.own_eq => return Ok(infix(Op::Eq, a, b)),
        _ if adt.traits.eq => return Ok(infix(Op::Eq, a, b)),
        Some(Seen::Text) => by("to_string"),
        Some(Seen::Method(name)) => by(name),
        Some(Seen::Items(name)) => {
            let (a, b) = by(name);
            return Ok(Code::made(format!("{a}.eq({b})"), ATOM, Type::Bool));
        }
        Some(Seen::Debug) => {
            let of = |code: &Code| format!("format!(\"{{:?}}\", {})", code.at(0));
            (of(a), of(b))
        }
        Some(Seen::Unordered(_) | Seen::Nothing) | None => {
            return Err(format!("a `{}` has no `==`", adt.name));
        }
    };
    Ok(Code::made(format!("{} == {}", sides.0, sides.1), AND + 1, Type::Bool))
}

/// Whether some part has no `==`, or a hand-written one: relations compare field by field.
fn lacks_equality(ty: &Type) -> bool {
    ty.any(&mut |ty| match ty {
        Type::Adt(adt) => !adt.traits.eq,
        Type::Opaque(_) => true,
        _ => false,
    })
}
