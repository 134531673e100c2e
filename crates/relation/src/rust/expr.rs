//! Expressions as Rust.

mod formatted;
mod ints;
mod items;
mod pieces;
mod sequences;
mod writer;

use ints::Int;
use pieces::{changes_partly, int_literal, item_of, literal, nothing, peeled, suffixed, wrap};

use super::code::{ATOM, CAST, Code, PREFIX, Refused};
use crate::expr::Expr;
use crate::literal::tuple;
use crate::operators::{Op, Syntax, operand_levels};
use crate::types::{FloatType, IntType, Type};

pub use writer::Writer;

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

    /// A name that nothing has yet.
    pub fn fresh(&mut self, name: &str) -> String {
        let candidates = std::iter::once(name.to_owned()).chain((2..).map(|n| format!("{name}_{n}")));
        let fresh =
            candidates.into_iter().find(|name| !self.taken.contains(name)).expect("numbers do not end");
        self.taken.insert(fresh.clone());
        fresh
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
            Expr::Item => self.item.clone().ok_or_else(|| "an element outside `map` or `all`".to_owned()),
            Expr::Const(value) => Ok(literal(value)),
            Expr::Field(of, index, name) => self.field(of, *index, name),
            Expr::Make(ty @ (Type::Vec(_) | Type::Option(_)), ..) => Ok(nothing(to.map_or(ty, peeled))),
            Expr::Make(ty, variant, parts) => self.make(ty, *variant, parts, to),
            Expr::Map(seq, body) => self.map(seq, body, to),
            Expr::All(seq, body) => self.all(seq, body),
            Expr::Apply(op, args) => self.apply(*op, args, to),
        }
    }

    fn apply(&mut self, op: Op, args: &[Expr], to: Option<&Type>) -> Result<Code, Refused> {
        let inner = |to: Option<&Type>| to.map(peeled).and_then(|t| t.inner().first().copied().cloned());
        match (op, args) {
            (Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge, [a, b]) => self.compare(op, a, b),
            (Op::Not, [operand]) => self.negate(operand),
            (Op::And, [a, b]) => match (self.range(a, b)?, a) {
                (Some(range), _) => Ok(range),
                (None, Expr::Apply(Op::And, before)) => match self.range(&before[1], b)? {
                    Some(range) => self.beside(&before[0], &range),
                    None => self.decided(op, a, b),
                },
                (None, _) => self.decided(op, a, b),
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
            (Op::Cmp, [a, b]) => self.order(a, b),
            (Op::Powi, [x, n]) => {
                let (x, n) = (suffixed(&self.code(x, None)?), self.int(n, IntType::I32)?);
                let ty = x.value().ty;
                Ok(x.method(&format!("powi({})", n.at(0)), ty))
            }
            _ => match self.sequence(op, args, to)? {
                Some(code) => Ok(code),
                None => self.by_syntax(op, args),
            },
        }
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
            _ => return Err(format!("a `{ty}` cannot be passed as a `{to}`")),
        };
        let mut texts = Vec::new();
        for (part, want) in parts.iter().zip(&wanted) {
            texts.push(self.code(part, Some(want))?.pass(want)?.at(0));
        }
        let text = match to {
            Type::Adt(adt) => adt.written(variant, &texts),
            _ => tuple(&texts),
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

    /// The value in an `Option` or a `Result`, borrowed where it cannot be copied.
    pub(super) fn unwrapped(&mut self, of: &Expr) -> Result<Code, Refused> {
        let wrapped = self.code(of, None)?.value();
        let value = match &wrapped.ty {
            Type::Option(value) | Type::Result(value, _) => (**value).clone(),
            ty => return Err(format!("a `{ty}` cannot be unwrapped")),
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
                let (a, b, levels) = (a.value(), b.value(), operand_levels(level));
                (format!("{} {symbol} {}", a.at(levels.0), b.at(levels.1)), level)
            }
            (Syntax::Prefix(symbol), [a]) => (format!("{symbol}{}", a.value().at(ATOM)), PREFIX),
            (_, [_]) if op == Op::HasNan => {
                return Err("no test sees whether there is a NaN in a private field".to_owned());
            }
            (Syntax::Method(via, name, _), [receiver, rest @ ..]) => {
                let rest: Vec<String> = rest.iter().map(|code| code.value().at(0)).collect();
                let receiver = suffixed(receiver);
                (format!("{}.{via}{name}({})", receiver.receiver(), rest.join(", ")), ATOM)
            }
            (syntax, _) => return Err(format!("{syntax:?} cannot be written as Rust")),
        };
        Ok(Code::made(text, level, ty))
    }

    /// An operator with its Rust in the list.
    fn listed(&self, op: Op, args: &[Code]) -> Result<Code, Refused> {
        let operator = op.operator();
        let rust = operator.rust.ok_or("the operator cannot be written as Rust")?;
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
}
