//! Elements of sequences that are compared, put together, or streamed.

use super::pieces::{item_of, suffixed};
use super::writer::Writer;
use crate::expr::Expr;
use crate::operators::{Op, Syntax};
use crate::rust::code::{ATOM, Code, PREFIX, Refused};
use crate::types::{IntType, Type};

impl Writer {
    /// `a.cmp(&b)`
    pub(super) fn order(&mut self, a: &Expr, b: &Expr) -> Result<Code, Refused> {
        let (a, b) = match self.erased(a)? {
            Type::Int(_) => {
                let int = self.common_int(a, b);
                let a = self.int(a, int)?;
                (suffixed(&Code { ty: Type::Int(int), ..a }), self.int(b, int)?)
            }
            _ => (self.code(a, None)?.value(), self.code(b, None)?.value()),
        };
        let text = |code: &Code| match &code.ty {
            Type::String => Some(code.method("as_str()", Type::Ref(Box::new(Type::Str)))),
            Type::Ref(inner) if **inner == Type::Str => Some(code.clone()),
            _ => None,
        };
        Ok(match (text(&a), text(&b)) {
            (Some(a), Some(b)) => a.method(&format!("cmp({})", b.at(0)), Type::Ordering),
            _ => a.method(&format!("cmp({})", b.borrowed()), Type::Ordering),
        })
    }

    /// The least or the greatest element.
    pub(super) fn extreme(&mut self, op: Op, seq: &Expr) -> Result<Code, Refused> {
        let seq = self.code(seq, None)?;
        let item = item_of(&seq)?;
        let name = if op == Op::MinSeq { "min" } else { "max" };
        let copy = if item.is_copy() { "copied" } else { "cloned" };
        Ok(seq.method(&format!("iter().{copy}().{name}()"), Type::Option(Box::new(item))))
    }

    /// Two sequences of numbers, element by element.
    pub(super) fn zipped(&mut self, op: Op, a: &Expr, b: &Expr, to: Option<&Type>) -> Result<Code, Refused> {
        let Syntax::Zip(symbol) = op.operator().syntax else {
            unreachable!("all put two sequences together")
        };
        let (first, second) = (self.code(a, None)?, self.code(b, None)?);
        let (item, other) = (item_of(&first)?, item_of(&second)?);
        let native = self.native && item == other && to.and_then(Type::item) == Some(&item);
        let each = |name: &str, item: &Type| {
            let code = Code::place(name, item.clone());
            if native || item.has_float() { Ok(code.value()) } else { code.widen() }
        };
        let (left, right) = (each("a", &item)?, each("b", &other)?);
        let elements = match second.value().ty {
            Type::Vec(_) | Type::Array(..) => second.value().borrowed(),
            _ => second.slice(),
        };
        let text = format!(
            "{}.iter().zip({elements}).map(|(&a, &b)| {} {symbol} {}).collect::<Vec<_>>()",
            first.at(ATOM),
            left.at(PREFIX),
            right.at(PREFIX)
        );
        Ok(Code::made(text, ATOM, Type::Vec(Box::new(left.ty))))
    }

    /// The iterator over the stretches of a sequence, and the type of its elements.
    pub(super) fn windows(&mut self, seq: &Expr, n: &Expr) -> Result<(String, Type), Refused> {
        let (seq, n) = (self.code(seq, None)?, self.int(n, IntType::Usize)?);
        Ok((format!("{}.windows({})", seq.at(ATOM), n.at(0)), item_of(&seq)?))
    }

    /// The iterator over what is not kept as a sequence, and the type of what it yields.
    pub(super) fn streamed(&mut self, seq: &Expr) -> Result<Option<(String, Type)>, Refused> {
        Ok(match seq {
            Expr::Apply(Op::Letters, text) => {
                let text = self.code(&text[0], None)?;
                Some((format!("{}.chars()", text.at(ATOM)), Type::Char))
            }
            Expr::Apply(Op::Windows, args) => {
                let (windows, item) = self.windows(&args[0], &args[1])?;
                Some((windows, Type::Ref(Box::new(Type::Slice(Box::new(item))))))
            }
            _ => None,
        })
    }
}
