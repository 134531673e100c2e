//! Integers: in their own types where that says the same as `i128`, which they mean.

use super::pieces::{int_literal, item_of, literal_of, peeled, suffixed};
use super::writer::Writer;
use crate::expr::Expr;
use crate::operators::{Op, Syntax, operand_levels};
use crate::rust::code::{ATOM, Code, PREFIX, Refused, pattern};
use crate::types::{IntType, Type};
use crate::value::Value;

/// Which integer type says the same as `i128` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Int {
    Literal(i128),
    Is(IntType),
}

const WIDE: Int = Int::Is(IntType::I128);

impl Writer {
    /// The type in Rust of a variable or a part of one.
    fn held_type(&self, expr: &Expr) -> Option<Type> {
        match expr {
            Expr::Param(i) => Some(self.params.get(*i)?.ty.clone()),
            Expr::Out(i) => Some(self.outs.get(*i)?.ty.clone()),
            Expr::Item => Some(self.item.as_ref()?.ty.clone()),
            Expr::Field(of, index, _) => self.held_type(of)?.part(*index).cloned(),
            Expr::Apply(Op::At, args) => peeled(&self.held_type(&args[0])?).item().cloned(),
            Expr::Apply(Op::Unwrap, args) => match peeled(&self.held_type(&args[0])?) {
                Type::Option(value) | Type::Result(value, _) => Some((**value).clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type in which an integer expression says the same as in `i128`.
    pub(super) fn int_type(&self, expr: &Expr) -> Int {
        let held = |code: &Code| match code.value().ty {
            Type::Int(int) => Int::Is(int),
            _ => WIDE,
        };
        match expr {
            Expr::Const(Value::Int(n)) => Int::Literal(*n),
            Expr::Const(Value::Big(_)) => Int::Is(IntType::U128),
            Expr::Param(i) => held(&self.params[*i]),
            Expr::Out(i) => held(&self.outs[*i]),
            Expr::Item => self.item.as_ref().map_or(WIDE, held),
            Expr::Field(..) | Expr::Apply(Op::At | Op::Unwrap, _) => {
                match self.held_type(expr).as_ref().map(peeled) {
                    Some(Type::Int(int) | Type::NonZero(int)) => Int::Is(*int),
                    _ => WIDE,
                }
            }
            Expr::Apply(Op::Len | Op::Chars | Op::Matches | Op::Occurrences, _) => Int::Is(IntType::Usize),
            Expr::Apply(Op::Min | Op::Max | Op::BitOr | Op::BitXor | Op::BitAnd, args) => {
                self.joined_type(&args[0], &args[1])
            }
            Expr::Apply(Op::AbsDiff, args) => Int::Is(self.common_int(&args[0], &args[1]).to_unsigned()),
            Expr::Apply(Op::CountOnes, _) => Int::Is(IntType::U32),
            Expr::Apply(Op::Isqrt, args) => match self.int_type(&args[0]) {
                Int::Literal(_) => WIDE,
                own => own,
            },
            Expr::Apply(Op::Shr, args) => match (self.int_type(&args[0]), &args[1]) {
                (Int::Is(int), Expr::Const(Value::Int(n))) if (0..int.bits().into()).contains(n) => {
                    Int::Is(int)
                }
                _ => WIDE,
            },
            Expr::Apply(Op::Div | Op::Rem | Op::DivEuclid | Op::RemEuclid, args) => {
                match self.joined_type(&args[0], &args[1]) {
                    Int::Is(int) if !int.signed() || positive(&args[1]) => Int::Is(int),
                    _ => WIDE,
                }
            }
            _ => WIDE,
        }
    }

    /// The type in which two integer expressions can be compared.
    fn joined_type(&self, a: &Expr, b: &Expr) -> Int {
        match (self.int_type(a), self.int_type(b)) {
            (Int::Is(a), Int::Is(b)) if a == b => Int::Is(a),
            (Int::Is(int), Int::Literal(n)) | (Int::Literal(n), Int::Is(int))
                if (int.lowest()..=int.highest()).contains(&n) =>
            {
                Int::Is(int)
            }
            _ => WIDE,
        }
    }

    /// The type in which two integer operands are compared.
    pub fn common_int(&self, a: &Expr, b: &Expr) -> IntType {
        match self.joined_type(a, b) {
            Int::Is(int) => int,
            Int::Literal(_) => IntType::I128,
        }
    }

    /// An integer expression in the given type.
    pub fn int(&mut self, expr: &Expr, int: IntType) -> Result<Code, Refused> {
        let ty = Type::Int(int);
        let own = self.int_type(expr);
        if let Int::Literal(n) = own {
            return Ok(int_literal(n));
        }
        if own == Int::Is(int) || (self.native && self.one_operation(expr, int)) {
            return match expr {
                Expr::Param(i) => Ok(self.params[*i].value()),
                Expr::Out(i) => Ok(self.outs[*i].value()),
                Expr::Field(of, index, name) => Ok(self.field(of, *index, name)?.value()),
                Expr::Item => Ok(self.item.clone().ok_or("an element outside `map` or `all`")?.value()),
                Expr::Apply(Op::At, args) => Ok(self.element(&args[0], &args[1])?.value()),
                Expr::Apply(Op::Unwrap, args) => {
                    let value = self.unwrapped(&args[0])?;
                    if int == IntType::I128 { value.widen() } else { Ok(value.value()) }
                }
                Expr::Apply(op @ (Op::Matches | Op::Occurrences), args) => {
                    self.count(*op, &args[0], &args[1])
                }
                Expr::Apply(op, args) => self.operation(*op, args, int),
                other => Ok(literal_of(other)),
            };
        }
        // In its own type, or in `i128`, and from there on.
        let wide = match own {
            Int::Is(own) if own != IntType::I128 => self.int(expr, own)?,
            _ => {
                let native = std::mem::replace(&mut self.native, false);
                let wide = self.int(expr, IntType::I128);
                self.native = native;
                wide?
            }
        };
        if int == IntType::I128 { wide.widen() } else { wide.pass(&ty) }
    }

    /// An operator on integers of the given type, or on what has integers of it.
    fn operation(&mut self, op: Op, args: &[Expr], int: IntType) -> Result<Code, Refused> {
        let ty = Type::Int(int);
        match (op, op.operator().syntax, args) {
            (Op::AbsDiff, _, [a, b]) => {
                let common = self.common_int(a, b);
                let (a, b) = (self.int(a, common)?, self.int(b, common)?);
                Ok(typed(&a, common).method(&format!("abs_diff({})", b.at(0)), ty))
            }
            (Op::CountOnes, _, [n]) => {
                let own = self.common_int(n, n);
                let n = self.int(n, own)?;
                Ok(typed(&n, own).method("count_ones()", ty))
            }
            (Op::Pow, _, [a, n]) => {
                let (a, n) = (self.int(a, int)?, self.int(n, IntType::U32)?);
                Ok(typed(&a, int).method(&format!("pow({})", n.at(0)), ty))
            }
            // The number of places may have any type.
            (Op::Shl | Op::Shr, Syntax::Infix(symbol, level), [a, n]) => {
                let (a, n) = (self.int(a, int)?, self.code(n, None)?.value());
                let text = format!("{} {symbol} {}", typed(&a, int).at(PREFIX), n.at(PREFIX));
                Ok(Code::made(text, level, ty))
            }
            (_, Syntax::Infix(symbol, level), [a, b]) => {
                let (a, b, levels) = (self.int(a, int)?, self.int(b, int)?, operand_levels(level));
                Ok(Code::made(format!("{} {symbol} {}", a.at(levels.0), b.at(levels.1)), level, ty))
            }
            (_, Syntax::Prefix(symbol), [a]) => {
                let a = self.int(a, int)?;
                Ok(Code::made(format!("{symbol}{}", a.at(ATOM)), PREFIX, ty))
            }
            (_, Syntax::Method("", name, _), [a, rest @ ..]) if op != Op::Len => {
                let a = typed(&self.int(a, int)?, int);
                let rest: Vec<String> = rest
                    .iter()
                    .map(|arg| self.int(arg, int).map(|code| code.at(0)))
                    .collect::<Result<_, _>>()?;
                Ok(a.method(&format!("{name}({})", rest.join(", ")), ty))
            }
            (_, Syntax::Method(via, name, _), [seq, ..]) => {
                let seq = self.code(seq, None)?;
                if matches!(op, Op::Sum | Op::Product) {
                    return self.total(&seq, name);
                }
                Ok(seq.method(&format!("{via}{name}()"), ty))
            }
            _ => Err("integers do not have this operator".to_owned()),
        }
    }

    /// Whether one operation on names and literals of type `int`, which cannot overflow where its result fits.
    fn one_operation(&self, expr: &Expr, int: IntType) -> bool {
        let leaf = |arg: &Expr| match (arg, self.int_type(arg)) {
            (_, Int::Literal(n)) => (int.lowest()..=int.highest()).contains(&n),
            (
                Expr::Param(_)
                | Expr::Out(_)
                | Expr::Item
                | Expr::Field(..)
                | Expr::Apply(Op::Len | Op::Chars, _),
                own,
            ) => own == Int::Is(int),
            _ => false,
        };
        match expr {
            Expr::Apply(Op::Add | Op::Sub | Op::Mul | Op::Min | Op::Max, args) => args.iter().all(leaf),
            Expr::Apply(Op::Div | Op::Rem | Op::DivEuclid | Op::RemEuclid, args) => {
                args.iter().all(leaf) && positive(&args[1])
            }
            Expr::Apply(Op::Pow, args) => leaf(&args[0]) && matches!(args[1], Expr::Const(_)),
            Expr::Apply(Op::Neg | Op::Abs, args) => int.signed() && args.iter().all(leaf),
            _ => false,
        }
    }

    /// The sum or the product of a sequence.
    fn total(&self, seq: &Code, name: &str) -> Result<Code, Refused> {
        let item = item_of(seq)?;
        let wide = Type::Int(IntType::I128);
        if item == wide {
            return Ok(seq.method(&format!("iter().{name}::<i128>()"), wide));
        }
        let each = Code::place("x", item.clone()).widen()?.at(0);
        Ok(seq.method(&format!("iter().map(|{}| {each}).{name}::<i128>()", pattern(&item)), wide))
    }
}

/// A literal has its type in its text.
fn typed(code: &Code, int: IntType) -> Code {
    suffixed(&Code { ty: Type::Int(int), ..code.clone() })
}

fn positive(expr: &Expr) -> bool {
    matches!(expr, Expr::Const(Value::Int(n)) if *n > 0)
}
