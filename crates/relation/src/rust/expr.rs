//! Expressions as Rust.

mod ints;

use std::collections::BTreeSet;

use ints::Int;

use super::code::{ATOM, CAST, Code, PREFIX, Refused};
use super::tolerant::Helper;
use crate::expr::{Expr, Scope};
use crate::operators::{Op, Syntax};
use crate::tolerance::Tolerance;
use crate::types::{FloatType, IntType, Type};
use crate::value::Value;

/// Writes the expressions of one test.
pub struct Writer {
    /// The subject's parameters as the test holds them, and the outcomes so far.
    pub params: Vec<Code>,
    /// `y0`, `y1`, …
    pub outs: Vec<Code>,
    /// The erased types of the same.
    pub scope: Scope,
    /// The tolerance of the comparisons that are being written.
    pub tolerance: Tolerance,
    /// Statements to put before what is being written; `None` where none can be (guards, closures).
    pub before: Option<Vec<String>>,
    /// Names that are in use.
    pub taken: BTreeSet<String>,
    /// The helpers that the test calls.
    pub helpers: BTreeSet<Helper>,
    /// Whether one operation may be done in the integers' own type: follow-ups are made only where it fits.
    pub native: bool,
    /// The element inside a map.
    pub item: Option<Code>,
}

impl Writer {
    /// A condition.
    pub fn condition(&mut self, expr: &Expr) -> Result<Code, Refused> {
        self.code(expr, None)
    }

    /// An argument for a parameter of type `to`, before it is passed.
    pub fn argument(&mut self, expr: &Expr, to: &Type) -> Result<Code, Refused> {
        self.native = true;
        let code = self.code(expr, Some(to));
        self.native = false;
        code
    }

    fn erased(&self, expr: &Expr) -> Result<Type, Refused> {
        self.scope.type_of(expr).ok_or_else(|| "an operand does not fit its operator".to_owned())
    }

    /// An expression; `to` is the type that it is wanted for, which decides the type of its integers.
    pub fn code(&mut self, expr: &Expr, to: Option<&Type>) -> Result<Code, Refused> {
        if matches!(self.erased(expr)?, Type::Int(_)) {
            let own = self.int_type(expr);
            return match (to.map(peeled), own) {
                (Some(Type::Int(int)), _) => self.int(expr, *int),
                (_, Int::Literal(n)) => Ok(int_literal(n)),
                (_, Int::Is(int)) => self.int(expr, int),
            };
        }
        match expr {
            Expr::Param(i) => Ok(self.params[*i].clone()),
            Expr::Out(i) => Ok(self.outs[*i].clone()),
            Expr::Item => self.item.clone().ok_or_else(|| "an element outside a map".to_owned()),
            Expr::Const(value) => Ok(literal(value)),
            Expr::Field(of, index, name) => self.field(of, *index, name),
            Expr::Make(ty, variant, parts) => self.make(ty, *variant, parts, to),
            Expr::Map(seq, body) => self.map(seq, body, to),
            Expr::All(seq, body) => self.all(seq, body),
            Expr::Apply(op, args) => self.apply(*op, args, to),
        }
    }

    fn apply(&mut self, op: Op, args: &[Expr], to: Option<&Type>) -> Result<Code, Refused> {
        let items = to.and_then(Type::item).cloned();
        let inner = |to: Option<&Type>| to.map(peeled).and_then(|t| t.inner().first().copied().cloned());
        match (op, args) {
            (Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge, [a, b]) => self.compare(op, a, b),
            (Op::Not, [operand]) => self.negate(operand),
            (Op::And, [a, b]) => match self.range(a, b)? {
                Some(range) => Ok(range),
                None => self.decided(op, a, b),
            },
            (Op::Or, [a, b]) => self.decided(op, a, b),
            (Op::Unwrap, [of]) => self.unwrapped(of),
            (Op::Float, [n]) => {
                let code = self.code(n, None)?;
                let code = if code.flex.is_some() { self.int(n, IntType::I128)? } else { code.value() };
                Ok(Code::made(format!("{} as f64", code.at(CAST)), CAST, Type::Float(FloatType::F64)))
            }
            (Op::Some | Op::Ok, [value]) => {
                let to = inner(to);
                let value = self.code(value, to.as_ref())?;
                let passed = to.as_ref().and_then(|to| value.pass(to).ok()).filter(|_| value.flex.is_none());
                Ok(wrap(op, &passed.unwrap_or(value)))
            }
            (Op::List, [value]) => {
                let value = self.code(value, items.as_ref())?;
                let passed = value.pass(&value.ty)?;
                Ok(Code {
                    flex: value.flex,
                    ..Code::made(
                        format!("[{}]", passed.at(0)),
                        ATOM,
                        Type::Array(Box::new(passed.ty.clone()), 1),
                    )
                })
            }
            (Op::RevSeq | Op::Sorted, [seq]) => {
                let seq = self.code(seq, to)?;
                let sort = if seq.ty.has_float() { "sort_by(f64::total_cmp)" } else { "sort()" };
                let sort = if has_f32(&seq.ty) { "sort_by(f32::total_cmp)" } else { sort };
                match op {
                    Op::Sorted => self.changed(&seq, "sorted", sort),
                    _ if matches!(seq.value().ty, Type::Array(..)) => {
                        self.changed(&seq, "reversed", "reverse()")
                    }
                    _ => self.listed(op, &[seq]),
                }
            }
            (Op::Rotate, [seq, n]) => {
                let n = self.int(n, IntType::Usize)?.at(0);
                let seq = self.code(seq, to)?;
                self.changed(&seq, "rotated", &format!("rotate_left({n})"))
            }
            (Op::TakeStr | Op::SkipStr, [text, n]) => {
                let (text, n) = (self.code(text, None)?, self.int(n, IntType::Usize)?);
                self.listed(op, &[text, n])
            }
            (Op::Skip | Op::Take, [seq, n]) => {
                let (seq, n) = (self.code(seq, to)?, self.int(n, IntType::Usize)?);
                self.listed(op, &[seq, n])
            }
            (Op::RepeatSeq, [seq, n]) => {
                let (seq, n) = (self.code(seq, to)?, self.int(n, IntType::Usize)?);
                let item = item_of(&seq)?;
                let made = Type::Vec(Box::new(item.clone()));
                if item.is_copy() {
                    return Ok(seq.method(&format!("repeat({})", n.at(0)), made));
                }
                let (seq, n) = (seq.at(ATOM), n.at(6));
                let text =
                    format!("{seq}.iter().cycle().take({seq}.len() * {n}).cloned().collect::<Vec<_>>()");
                Ok(Code::made(text, ATOM, made))
            }
            (Op::First | Op::Last, [seq]) => {
                let seq = self.code(seq, None)?;
                let item = item_of(&seq)?;
                let end = if op == Op::First { "first" } else { "last" };
                let copy = if item.is_copy() { "copied" } else { "cloned" };
                Ok(seq.method(&format!("{end}().{copy}()"), Type::Option(Box::new(item))))
            }
            (Op::At, [seq, n]) => self.element(seq, n),
            (Op::RepeatStr, [text, n]) => {
                let (text, n) = (self.code(text, None)?, self.int(n, IntType::Usize)?);
                Ok(text.method(&format!("repeat({})", n.at(0)), Type::String))
            }
            (Op::ConcatSeq, [a, b]) => self.concat(a, b, to),
            (Op::ConcatStr, [a, b]) => {
                let (a, b) = (self.code(a, None)?, self.code(b, None)?);
                Ok(Code::made(joined(&a, &b), ATOM, Type::String))
            }
            (Op::Has, [seq, value]) => self.contains(seq, value),
            (Op::HasStr | Op::StartsWith | Op::EndsWith, [text, part]) => {
                let (text, part) = (self.code(text, None)?.value(), self.part_of_text(part)?);
                let Syntax::Method(_, name, _) = op.operator().syntax else { unreachable!("methods all") };
                Ok(text.method(&format!("{name}({part})"), Type::Bool))
            }
            (Op::Trim, [text]) => {
                let text = self.code(text, None)?;
                Ok(text.method("trim()", Type::Ref(Box::new(Type::Str))))
            }
            _ => self.by_syntax(op, args),
        }
    }

    /// An element of a sequence.
    fn element(&mut self, seq: &Expr, n: &Expr) -> Result<Code, Refused> {
        let (seq, n) = (self.code(seq, None)?, self.int(n, IntType::Usize)?);
        Ok(Code::place(format!("{}[{}]", seq.at(ATOM), n.at(0)), item_of(&seq)?))
    }

    /// A field, or a part of a tuple.
    fn field(&mut self, of: &Expr, index: usize, name: &str) -> Result<Code, Refused> {
        let base = self.code(of, None)?;
        let ty = base.ty.part(index).cloned().ok_or_else(|| format!("`{}` has no such field", base.text))?;
        if let Type::Adt(adt) = peeled(&base.ty)
            && !adt.is_transparent()
        {
            return Err(format!("the fields of a `{}` are private", adt.name));
        }
        Ok(Code { place: base.place, ..Code::place(format!("{}.{name}", base.at(ATOM)), ty) })
    }

    /// A tuple or a variant, of parts of the types that it has.
    fn make(
        &mut self,
        ty: &Type,
        variant: usize,
        parts: &[Expr],
        to: Option<&Type>,
    ) -> Result<Code, Refused> {
        let to = to.map(peeled).unwrap_or(ty);
        let wanted: Vec<Type> = match to {
            Type::Tuple(items) => items.clone(),
            Type::Adt(adt) => adt
                .variants()
                .get(variant)
                .into_iter()
                .flat_map(|v| &v.fields)
                .map(|f| f.ty.clone())
                .collect(),
            _ => return Err(format!("a `{ty}` cannot be made as a `{to}`")),
        };
        let mut texts = Vec::new();
        for (part, want) in parts.iter().zip(&wanted) {
            texts.push(self.code(part, Some(want))?.pass(want)?.at(0));
        }
        let text = match to {
            Type::Adt(adt) => adt.written(variant, &texts),
            _ => super::literal::tuple(&texts),
        };
        Ok(Code::made(text, ATOM, to.clone()))
    }

    /// `a && b` or `a || b`: the right operand is reached only where the left does not decide.
    fn decided(&mut self, op: Op, a: &Expr, b: &Expr) -> Result<Code, Refused> {
        let Syntax::Infix(symbol, level) = op.operator().syntax else { unreachable!("both are infix") };
        let left = self.code(a, None)?.value();
        // What might fail is not done beforehand.
        let before = if changes_partly(b) { self.before.take() } else { None };
        let right = self.code(b, None);
        self.before = before.or(self.before.take());
        let text = format!("{} {symbol} {}", left.at(level), right?.value().at(level + 1));
        Ok(Code::made(text, level, Type::Bool))
    }

    /// What an `Option` or a `Result` wraps, which stays where it is.
    pub(super) fn unwrapped(&mut self, of: &Expr) -> Result<Code, Refused> {
        let wrapped = self.code(of, None)?.value();
        let value = match &wrapped.ty {
            Type::Option(value) | Type::Result(value, _) => (**value).clone(),
            ty => return Err(format!("a `{ty}` wraps nothing")),
        };
        Ok(match wrapped.place && !wrapped.ty.is_copy() {
            true => wrapped.method("as_ref().unwrap()", Type::Ref(Box::new(value))),
            false => wrapped.method("unwrap()", value),
        })
    }

    /// An operator whose text is Rust, or has its Rust in the list.
    fn by_syntax(&mut self, op: Op, args: &[Expr]) -> Result<Code, Refused> {
        let operator = op.operator();
        let codes: Vec<Code> = args.iter().map(|arg| self.code(arg, None)).collect::<Result<_, _>>()?;
        if operator.rust.is_some() {
            return self.listed(op, &codes);
        }
        let types: Vec<Type> = codes.iter().map(|code| code.ty.erased()).collect();
        let ty = (operator.result)(&types).ok_or("an operand does not fit its operator")?;
        let (text, level) = match (operator.syntax, codes.as_slice()) {
            (Syntax::Infix(symbol, level), [a, b]) => {
                let (a, b) = (a.value(), b.value());
                (format!("{} {symbol} {}", a.at(level), b.at(level + 1)), level)
            }
            (Syntax::Prefix(symbol), [a]) => (format!("{symbol}{}", a.value().at(ATOM)), PREFIX),
            (Syntax::Method(via, name, _), [receiver, rest @ ..]) => {
                let rest: Vec<String> = rest.iter().map(|code| code.value().at(0)).collect();
                let receiver = suffixed(receiver);
                (format!("{}.{via}{name}({})", receiver.at(ATOM), rest.join(", ")), ATOM)
            }
            (syntax, _) => return Err(format!("{syntax:?} is not written as Rust")),
        };
        Ok(Code::made(text, level, ty))
    }

    /// An operator with its Rust in the list.
    fn listed(&self, op: Op, args: &[Code]) -> Result<Code, Refused> {
        let operator = op.operator();
        let rust = operator.rust.ok_or("the operator has no Rust")?;
        // The first is the receiver, the others are in parentheses.
        let level = |i: usize| if i == 0 { ATOM } else { 0 };
        let texts: Vec<String> = args.iter().enumerate().map(|(i, arg)| arg.at(level(i))).collect();
        let types: Vec<Type> = args.iter().map(|arg| arg.ty.erased()).collect();
        let mut ty = (operator.result)(&types).ok_or("an operand does not fit its operator")?;
        // The elements of a changed sequence keep their type.
        if let (Type::Vec(_), Ok(item)) = (&ty, item_of(&args[0])) {
            ty = Type::Vec(Box::new(item));
        }
        let own: Vec<Type> =
            args.iter().map(|arg| Type::Vec(Box::new(item_of(arg).unwrap_or(Type::Unit)))).collect();
        Ok(Code::made(rust(&texts, if matches!(ty, Type::Vec(_)) { &own } else { &types }), ATOM, ty))
    }

    /// A copy of a sequence after a method that changes it in place.
    fn changed(&mut self, seq: &Code, name: &str, method: &str) -> Result<Code, Refused> {
        let bare = seq.value();
        let item = item_of(&bare)?;
        let (copy, ty) = match &bare.ty {
            Type::Array(..) => (bare.at(0), bare.ty.clone()),
            Type::Vec(_) if bare.place => (format!("{}.clone()", seq.at(ATOM)), bare.ty.clone()),
            Type::Vec(_) => (bare.at(0), bare.ty.clone()),
            _ => (format!("{}.to_vec()", seq.at(ATOM)), Type::Vec(Box::new(item))),
        };
        match self.before {
            Some(_) => {
                let name = self.fresh(name);
                let before = self.before.as_mut().expect("it was there a line above");
                before.push(format!("let mut {name} = {copy};"));
                before.push(format!("{name}.{method};"));
                Ok(Code { place: true, ..Code::place(name, ty) })
            }
            None => {
                Ok(Code::made(format!("{{ let mut {name} = {copy}; {name}.{method}; {name} }}"), ATOM, ty))
            }
        }
    }

    /// A name that nothing has yet.
    pub fn fresh(&mut self, name: &str) -> String {
        let candidates = std::iter::once(name.to_owned()).chain((2..).map(|n| format!("{name}_{n}")));
        let fresh =
            candidates.into_iter().find(|name| !self.taken.contains(name)).expect("numbers do not end");
        self.taken.insert(fresh.clone());
        fresh
    }

    fn concat(&mut self, a: &Expr, b: &Expr, to: Option<&Type>) -> Result<Code, Refused> {
        let (first, second) = (self.code(a, to)?, self.code(b, to)?);
        let (mut first, mut second) = (first.value(), second.value());
        if item_of(&first)? != item_of(&second)? {
            let flexible = first.flex.is_some() || second.flex.is_some();
            if !flexible {
                (first, second) = (first.widen()?, second.widen()?);
            }
        }
        let item = item_of(if first.flex.is_some() { &second } else { &first })?;
        let ty = Type::Vec(Box::new(item));
        // One element more at the end: what `push` is for.
        if let Expr::Apply(Op::List, one) = b
            && self.before.is_some()
            && first.place
        {
            let value = self.code(&one[0], ty.item())?.pass(&ty.item().cloned().unwrap_or(Type::Unit))?.at(0);
            return self.changed_to_vec(&first, "extended", &format!("push({value})"));
        }
        Ok(Code::made(format!("[{}, {}].concat()", first.slice(), second.slice()), ATOM, ty))
    }

    fn changed_to_vec(&mut self, seq: &Code, name: &str, method: &str) -> Result<Code, Refused> {
        let vec = Type::Vec(Box::new(item_of(seq)?));
        let copy = if seq.ty == vec { "clone()" } else { "to_vec()" };
        let made = seq.method(copy, vec);
        self.changed(&made, name, method)
    }

    /// A text as the pattern of a method of texts.
    fn part_of_text(&mut self, part: &Expr) -> Result<String, Refused> {
        let part = self.code(part, None)?.value();
        Ok(match part.ty {
            Type::String => format!("{}.as_str()", part.at(ATOM)),
            _ => part.at(0),
        })
    }

    /// How often a part is in a text, or an element in a sequence: a `usize`.
    fn count(&mut self, op: Op, of: &Expr, what: &Expr) -> Result<Code, Refused> {
        let usize = Type::Int(IntType::Usize);
        let all = self.code(of, None)?;
        if op == Op::Matches {
            let part = self.part_of_text(what)?;
            return Ok(all.value().method(&format!("matches({part}).count()"), usize));
        }
        let item = item_of(&all)?;
        let name = self.scope.counted_name();
        // `filter` lends what `iter` lends.
        let lent = Type::Ref(Box::new(Type::Ref(Box::new(item.clone()))));
        let each = Code::place(name, lent).value();
        let value = self.code(what, None)?;
        let (each, value) =
            if super::code::has_int(&item) { (each.widen()?, value.widen()?) } else { (each, value.value()) };
        Ok(all.method(&format!("iter().filter(|{name}| {} == {}).count()", each.at(4), value.at(4)), usize))
    }

    fn contains(&mut self, seq: &Expr, value: &Expr) -> Result<Code, Refused> {
        let seq = self.code(seq, None)?;
        let item = item_of(&seq)?;
        let value = self.code(value, None)?;
        if let Ok(passed) = value.pass(&item)
            && (value.value().ty == item || value.flex.is_some())
            && !matches!(item, Type::String)
        {
            return Ok(seq.method(&format!("contains(&{})", passed.at(PREFIX)), Type::Bool));
        }
        let each = Code::place("x", Type::Ref(Box::new(item.clone()))).value();
        let (each, value) =
            if super::code::has_int(&item) { (each.widen()?, value.widen()?) } else { (each, value.value()) };
        Ok(seq.method(&format!("iter().any(|x| {} == {})", each.at(4), value.at(4)), Type::Bool))
    }

    fn map(&mut self, seq: &Expr, body: &Expr, to: Option<&Type>) -> Result<Code, Refused> {
        let seq_code = self.code(seq, None)?;
        let want = to.and_then(Type::item).cloned();
        let (shape, body) = self.inside(seq, &seq_code, body, want.as_ref())?;
        let made = if body.place { body.pass(&body.value().ty)? } else { body };
        let ty = made.ty.clone();
        if let Type::Array(item, len) = &seq_code.value().ty
            && seq_code.place
            && item.is_copy()
        {
            let text =
                format!("{}.map(|{}| {})", seq_code.at(ATOM), shape.trim_start_matches('&'), made.at(0));
            return Ok(Code::made(text, ATOM, Type::Array(Box::new(ty), *len)));
        }
        let call = format!("iter().map(|{shape}| {}).collect::<Vec<_>>()", made.at(0));
        Ok(seq_code.method(&call, Type::Vec(Box::new(ty))))
    }

    fn all(&mut self, seq: &Expr, body: &Expr) -> Result<Code, Refused> {
        let seq_code = self.code(seq, None)?;
        let (shape, body) = self.inside(seq, &seq_code, body, None)?;
        Ok(seq_code.method(&format!("iter().all(|{shape}| {})", body.value().at(0)), Type::Bool))
    }

    /// A closure's pattern and body over the elements of a sequence.
    fn inside(
        &mut self,
        seq: &Expr,
        seq_code: &Code,
        body: &Expr,
        want: Option<&Type>,
    ) -> Result<(String, Code), Refused> {
        let item = item_of(seq_code)?;
        let name = self.scope.item_name();
        let (shape, held) = match item.is_copy() {
            true => (format!("&{name}"), item.clone()),
            false => (name.to_owned(), Type::Ref(Box::new(item.clone()))),
        };
        let erased = self.erased(seq)?.item().cloned().ok_or("a closure over no sequence")?;
        let outer =
            (self.item.replace(Code::place(name, held)), self.scope.item.replace(erased), self.before.take());
        let body = self.code(body, want);
        (self.item, self.scope.item, self.before) = outer;
        Ok((shape, body?))
    }
}

fn peeled(ty: &Type) -> &Type {
    match ty {
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) => peeled(inner),
        ty => ty,
    }
}

fn item_of(code: &Code) -> Result<Type, Refused> {
    code.value().ty.item().cloned().ok_or_else(|| format!("`{}` is no sequence", code.text))
}

fn has_f32(ty: &Type) -> bool {
    *ty == Type::Float(FloatType::F32) || ty.inner().into_iter().any(has_f32)
}

/// Whether a changed copy of a sequence is a part of it that has no value everywhere: an index may be out of range.
fn changes_partly(expr: &Expr) -> bool {
    use Op::{Abs, Add, At, ConcatSeq, Div, Mul, Neg, Rem, RepeatSeq, RepeatStr, Rotate, Sub, Sum, Unwrap};
    let partial = |e: &Expr| match e {
        Expr::Apply(op, _) => {
            matches!(
                op,
                Abs | Add | At | Div | Mul | Neg | Rem | RepeatSeq | RepeatStr | Rotate | Sub | Sum | Unwrap
            )
        }
        _ => false,
    };
    expr.any(&mut |e| match e {
        Expr::Apply(Op::RevSeq | Op::Sorted | Rotate | ConcatSeq, _) => e.any(&mut |e| partial(e)),
        _ => false,
    })
}

fn int_literal(n: i128) -> Code {
    let level = if n < 0 { PREFIX } else { ATOM };
    Code { flex: Some((n, n)), ..Code::made(n.to_string(), level, Type::Int(IntType::I128)) }
}

fn literal_of(expr: &Expr) -> Code {
    match expr {
        Expr::Const(value) => literal(value),
        _ => Code::made("()".to_owned(), ATOM, Type::Unit),
    }
}

fn literal(value: &Value) -> Code {
    let ty = match value {
        Value::Int(n) => return int_literal(*n),
        Value::Big(_) => Type::Int(IntType::U128),
        Value::Bool(_) => Type::Bool,
        Value::Char(_) => Type::Char,
        Value::F32(_) => Type::Float(FloatType::F32),
        Value::F64(_) => Type::Float(FloatType::F64),
        Value::Str(_) => Type::Ref(Box::new(Type::Str)),
        Value::Ordering(_) => Type::Ordering,
        _ => Type::Unit,
    };
    let text = super::literal::literal(value, &ty);
    let level = if text.starts_with('-') { PREFIX } else { ATOM };
    Code::made(text, level, ty)
}

/// A number as a receiver: a literal needs its type then.
fn suffixed(code: &Code) -> Code {
    let number = code.text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    let bare = number && code.text.chars().all(|c| !c.is_whitespace() && c != '(' && c != ')');
    match &code.ty {
        ty @ (Type::Int(_) | Type::Float(_)) if bare => {
            Code { text: format!("{}_{ty}", code.text), flex: None, ..code.clone() }
        }
        _ => code.clone(),
    }
}

fn wrap(op: Op, value: &Code) -> Code {
    let moved = value.place && !value.ty.is_copy();
    let value = match &value.ty {
        Type::String if moved => value.method("as_str()", Type::Ref(Box::new(Type::Str))),
        Type::Vec(item) if moved => {
            value.method("as_slice()", Type::Ref(Box::new(Type::Slice(item.clone()))))
        }
        ty if moved => value.method("clone()", ty.clone()),
        _ => value.clone(),
    };
    let (name, ty) = match op {
        Op::Some => ("Some", Type::Option(Box::new(value.ty.clone()))),
        _ => ("Ok", Type::Result(Box::new(value.ty.clone()), Box::new(Type::Unit))),
    };
    Code { flex: value.flex, ..Code::made(format!("{name}({})", value.at(0)), ATOM, ty) }
}

/// Two texts joined; by `format!` where both are names.
fn joined(a: &Code, b: &Code) -> String {
    let (a, b) = (a.value(), b.value());
    let part = |code: &Code| match &code.ty {
        Type::String => format!("&{}[..]", code.at(ATOM)),
        _ => code.at(0),
    };
    format!("[{}, {}].concat()", part(&a), part(&b))
}
