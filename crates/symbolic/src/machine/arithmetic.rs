//! Operators: arithmetic with its panics, bits, comparisons, and those of the workspace's own types.

use super::state::{Eval, Machine, panicked, unsupported};
use super::value::{Seq, SeqKind, Span, Val};
use crate::program::{Binary, Expr, Kind, Shape, Unary};
use crate::term::{Bits, FloatFn, FloatOp, Term, TermId};
use morph_relation::{FloatType, IntType};

/// An index that is a term chooses from at most so many items by one term; from more, a branch chooses. Twice the longest
/// sequence of the input, so that tables of digits and letters are among them.
const CHOSEN_FROM: usize = 64;

impl<'p> Machine<'p, '_> {
    pub fn binary(&mut self, op: Binary, a: &'p Expr, b: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        use Binary::{Eq, Ge, Gt, Le, Lt, Ne};
        let hint = hint.filter(|_| !matches!(op, Eq | Ne | Lt | Le | Gt | Ge));
        let a = self.eval(a, hint)?;
        let b = self.eval(b, hint.filter(|_| !matches!(op, Binary::Shl | Binary::Shr)))?;
        self.binary_of(op, a, b)
    }

    pub fn binary_of(&mut self, op: Binary, a: Val<'p>, b: Val<'p>) -> Eval<'p> {
        use Binary::{Eq, Ge, Gt, Le, Lt, Ne};
        let (a, b) = (self.shape(a)?, self.shape(b)?);
        let term = match op {
            Eq => self.equal(&a, &b)?,
            Ne => {
                let same = self.equal(&a, &b)?;
                self.not(same)
            }
            Lt => self.less(&a, &b, true)?,
            Le => self.less(&a, &b, false)?,
            Gt => self.less(&b, &a, true)?,
            Ge => self.less(&b, &a, false)?,
            _ => return self.arithmetic(op, a, b),
        };
        Ok(Val::Bool(term))
    }

    fn arithmetic(&mut self, op: Binary, a: Val<'p>, b: Val<'p>) -> Eval<'p> {
        if let Some(name) = method_of(op) {
            for side in [&a, &b] {
                let Val::Data(data) = side else { continue };
                if let Some(path) = self.operator(data.path(), name, &[&a, &b]) {
                    return self.call_path(&path, vec![a.clone(), b.clone()]);
                }
            }
            // `2.0 * vector` stands under the number's type.
            if let (Val::Data(_), Some(head)) = (&b, builtin_name(&a))
                && let Some(path) = self.operator(head, name, &[&a, &b])
            {
                return self.call_path(&path, vec![a, b]);
            }
        }
        match (&a, &b) {
            (Val::Int(x, tx), Val::Int(y, ty)) => {
                let is_shift = matches!(op, Binary::Shl | Binary::Shr);
                let ty = if is_shift { *tx } else { tx.or(*ty) };
                let term = self.integer_operation(op, *x, *y, ty)?;
                Ok(Val::Int(term, ty))
            }
            (Val::Float(..), Val::Float(..)) => {
                let (x, y, ty) = self.floats(&a, &b)?;
                let op = match op {
                    Binary::Add => FloatOp::Add,
                    Binary::Sub => FloatOp::Sub,
                    Binary::Mul => FloatOp::Mul,
                    Binary::Div => FloatOp::Div,
                    Binary::Rem => FloatOp::Rem,
                    _ => return unsupported("bits of floats"),
                };
                let term = self.terms.make(Term::FloatOp(op, ty.unwrap_or(FloatType::F64), x, y));
                Ok(Val::Float(term, ty))
            }
            (Val::Bool(x), Val::Bool(y)) => Ok(Val::Bool(match op {
                Binary::BitAnd => self.and(*x, *y),
                Binary::BitOr => self.or(*x, *y),
                Binary::BitXor => {
                    let same = self.eq(*x, *y);
                    self.not(same)
                }
                _ => return unsupported("arithmetic of truth values"),
            })),
            (Val::Seq(left), Val::Seq(_)) if left.kind == SeqKind::Text && op == Binary::Add => {
                let place = self.cell(a.clone());
                self.push_text(&place, b)?;
                Ok(self.read(&place))
            }
            (Val::Data(left), _) if &**left.path() == "Duration" => self.duration_operation(op, &a, &b),
            (Val::Map(_), Val::Map(_)) => self.set_operation(op, &a, &b),
            (Val::Unknown, _) | (_, Val::Unknown) => Ok(self.unknown_result(op, &a, &b)),
            (a, b) => unsupported(format!("{op:?} of {} and {}", a.kind(), b.kind())),
        }
    }

    /// Something of the other operand's type.
    fn unknown_result(&mut self, op: Binary, a: &Val<'p>, b: &Val<'p>) -> Val<'p> {
        let is_shift = matches!(op, Binary::Shl | Binary::Shr);
        match (a, b) {
            (Val::Int(_, Some(ty)), _) => Val::Int(self.unknown_int(*ty, "arithmetic"), Some(*ty)),
            (_, Val::Int(_, Some(ty))) if !is_shift => {
                Val::Int(self.unknown_int(*ty, "arithmetic"), Some(*ty))
            }
            _ => Val::Unknown,
        }
    }

    /// Arithmetic of integers, with the panics that tests have.
    pub fn integer_operation(
        &mut self,
        op: Binary,
        x: TermId,
        y: TermId,
        ty: Option<IntType>,
    ) -> Eval<'p, TermId> {
        let wide = ty.unwrap_or(IntType::I64);
        Ok(match op {
            Binary::Add => {
                let sum = self.add(x, y);
                self.in_type(sum, ty)?
            }
            Binary::Sub => {
                let difference = self.sub(x, y);
                self.in_type(difference, ty)?
            }
            Binary::Mul => {
                let product = self.mul(x, y);
                self.in_type(product, ty)?
            }
            Binary::Div | Binary::Rem => {
                self.not_zero(y)?;
                // `MIN / -1` and `MIN % -1` overflow.
                let quotient = self.terms.make(Term::Div(x, y));
                if ty.is_some_and(IntType::signed) {
                    self.in_type(quotient, ty)?;
                }
                if op == Binary::Div { quotient } else { self.terms.make(Term::Rem(x, y)) }
            }
            Binary::BitAnd => self.terms.make(Term::Bits(Bits::And, wide, x, y)),
            Binary::BitOr => self.terms.make(Term::Bits(Bits::Or, wide, x, y)),
            Binary::BitXor => self.terms.make(Term::Bits(Bits::Xor, wide, x, y)),
            Binary::Shl | Binary::Shr => {
                let fits = self.within(y, 0, i128::from(wide.bits()) - 1);
                self.require(fits)?;
                if ty.is_none()
                    && op == Binary::Shl
                    && let Some(by) = self.as_int(y).filter(|by| *by < 120)
                {
                    // The type that it will have is not known.
                    let factor = self.int(1 << by);
                    return Ok(self.mul(x, factor));
                }
                let bits = if op == Binary::Shl { Bits::Shl } else { Bits::Shr };
                self.terms.make(Term::Bits(bits, wide, x, y))
            }
            _ => return unsupported("an operator"),
        })
    }

    /// Panics where an integer is zero.
    pub fn not_zero(&mut self, term: TermId) -> Eval<'p, ()> {
        let zero = self.int(0);
        let is_zero = self.eq(term, zero);
        let not = self.not(is_zero);
        self.require(not)
    }

    /// Panics where an integer is beyond its type.
    pub fn in_type(&mut self, term: TermId, ty: Option<IntType>) -> Eval<'p, TermId> {
        let Some(ty) = ty else { return Ok(term) };
        let fits = self.fits(term, ty);
        if ty == IntType::U128 && self.implied(fits) != Some(true) {
            // Terms end at `i128::MAX`.
            self.inexact("large `u128`");
            self.assume(fits)?;
            return Ok(term);
        }
        self.require(fits)?;
        Ok(term)
    }

    /// Whether an integer is within its type.
    pub fn fits(&mut self, term: TermId, ty: IntType) -> TermId {
        let (low, high) = self.range(term);
        if low >= ty.lowest() && high <= ty.highest() && (low, high) != (i128::MIN, i128::MAX) {
            return self.bool(true);
        }
        // One comparison where the other bound is plain: the conditions of paths stay small.
        if low >= ty.lowest() && low > i128::MIN {
            let most = self.int(ty.highest());
            return self.le(term, most);
        }
        if high <= ty.highest() && high < i128::MAX {
            let least = self.int(ty.lowest());
            return self.le(least, term);
        }
        self.within(term, ty.lowest(), ty.highest())
    }

    pub fn unary_of(&mut self, op: Unary, value: Val<'p>) -> Eval<'p> {
        let name = if op == Unary::Neg { "neg" } else { "not" };
        match (&value, op) {
            (Val::Bool(term), Unary::Not) => Ok(Val::Bool(self.not(*term))),
            (Val::Int(term, ty), Unary::Not) => {
                let all = match ty {
                    // -1 is all ones; `!x` of an unsigned type is its largest value less `x`.
                    Some(ty) if !ty.signed() && *ty != IntType::U128 => ty.highest(),
                    Some(IntType::U128) => return unsupported("`!` of a `u128`"),
                    _ => -1,
                };
                let all = self.int(all);
                Ok(Val::Int(self.sub(all, *term), *ty))
            }
            (Val::Int(term, ty), Unary::Neg) => {
                let zero = self.int(0);
                let negated = self.sub(zero, *term);
                let negated = self.in_type(negated, *ty)?;
                Ok(Val::Int(negated, *ty))
            }
            (Val::Float(term, ty), Unary::Neg) => {
                let term = self.terms.make(Term::FloatFn(FloatFn::Neg, ty.unwrap_or(FloatType::F64), *term));
                Ok(Val::Float(term, *ty))
            }
            (Val::Data(data), _) => match self.own_method(data.path(), name, 1) {
                Some(path) => self.call_path(&path, vec![value.clone()]),
                None if &**data.path() == "Ordering" => unsupported("an operator of `Ordering`"),
                None => unsupported(format!("`{name}` of `{}`", data.path())),
            },
            (Val::Unknown, _) => Ok(Val::Unknown),
            (other, _) => unsupported(format!("`{name}` of {}", other.kind())),
        }
    }

    /// `a += b` of a type that implements it.
    pub fn overloaded_assign(
        &mut self,
        op: Binary,
        place: &super::value::Place,
        left: &Val<'p>,
        right: &Val<'p>,
    ) -> Eval<'p, Option<Val<'p>>> {
        let (Val::Data(data), Some(name)) = (left, method_of(op)) else { return Ok(None) };
        let right_value = self.shape(right.clone())?;
        let path = self.operator(data.path(), &format!("{name}_assign"), &[left, &right_value]);
        let Some(path) = path else { return Ok(None) };
        self.call_path(&path, vec![Val::Mut(place.clone()), right.clone()]).map(Some)
    }

    pub fn index(&mut self, of: &'p Expr, index: &'p Expr) -> Eval<'p> {
        let value = self.eval_shape(of, None)?;
        let index = self.eval_shape(index, None)?;
        if let Val::Data(data) = &value
            && let Some(path) = self.own_method(data.path(), "index", 2)
        {
            return self.call_path(&path, vec![value, index]);
        }
        self.item(&value, &index)
    }

    /// `value[index]`.
    pub fn item(&mut self, value: &Val<'p>, index: &Val<'p>) -> Eval<'p> {
        match (value, index) {
            (Val::Seq(seq), Val::Int(index, _)) => {
                self.bounds_check(*index, seq.len)?;
                self.chosen(seq, *index)
            }
            (Val::Seq(seq), Val::Range(span)) if seq.kind == SeqKind::Text => {
                let text = self.text_part(seq, span)?;
                text.map_or_else(panicked, Ok)
            }
            (Val::Seq(seq), Val::Range(span)) => {
                let (from, to) = self.span_of(span, seq.len)?;
                self.part_of(seq, from, to)
            }
            (Val::Map(map), key) => {
                let map = map.clone();
                match self.lookup(&map, key)? {
                    Some(at) => Ok(map.entries[at].1.clone()),
                    None => panicked(),
                }
            }
            (Val::Unknown, _) | (Val::Seq(_), Val::Unknown) => Ok(Val::Unknown),
            (value, index) => unsupported(format!("{}[{}]", value.kind(), index.kind())),
        }
    }

    /// The item at an index that is within bounds: by one term where items are scalars, else by a branch.
    pub fn chosen(&mut self, seq: &Seq<'p>, index: TermId) -> Eval<'p> {
        if let Some(at) = self.as_int(index) {
            return match seq.at(at as usize) {
                Some(item) => Ok(item.clone()),
                None if seq.is_longer => Ok(Val::Unknown),
                None => unsupported("an item"),
            };
        }
        if seq.is_longer {
            let first = seq.at(0).cloned().map_or(Ok(Val::Unknown), |first| self.shape(first))?;
            return Ok(self.forgotten(&first));
        }
        let (low, high) = self.range(index);
        let (low, high) = (low.max(0) as usize, high.min(seq.most() as i128 - 1));
        let high = high.max(0) as usize;
        if high - low < CHOSEN_FROM {
            let mut shaped = Vec::with_capacity(high - low + 1);
            for at in low..=high {
                let Some(item) = seq.at(at).cloned() else { break };
                // Of what is neither number nor truth value, the shape may differ.
                shaped.push(match item {
                    Val::Data(_) | Val::Seq(_) | Val::Tuple(_) => break,
                    item => self.shape(item)?,
                });
            }
            if shaped.len() == high - low + 1
                && let Some(chosen) = self.one_of(&shaped, index, low)
            {
                return Ok(chosen);
            }
        }
        let at = self.pinned(index, "an index")?;
        seq.at(at as usize).cloned().map_or_else(|| unsupported("an item"), Ok)
    }

    /// `[items][index - low]` of scalars of one type.
    fn one_of(&mut self, items: &[Val<'p>], index: TermId, low: usize) -> Option<Val<'p>> {
        let terms: Option<Vec<TermId>> = items
            .iter()
            .map(|item| match (item, &items[0]) {
                (Val::Int(term, a), Val::Int(_, b)) if a == b => Some(*term),
                (Val::Float(term, a), Val::Float(_, b)) if a == b => Some(*term),
                (Val::Char(term), Val::Char(_)) | (Val::Bool(term), Val::Bool(_)) => Some(*term),
                _ => None,
            })
            .collect();
        let (last, rest) = terms.as_deref()?.split_last()?;
        let mut chosen = *last;
        for (at, term) in rest.iter().enumerate().rev() {
            let number = self.int((low + at) as i128);
            let here = self.eq(index, number);
            chosen = self.ite(here, *term, chosen);
        }
        Some(match items[0] {
            Val::Int(_, ty) => Val::Int(chosen, ty),
            Val::Float(_, ty) => Val::Float(chosen, ty),
            Val::Char(_) => Val::Char(chosen),
            _ => Val::Bool(chosen),
        })
    }

    /// The ends of a range of indices, checked: where it begins and where it ends.
    pub fn span_of(&mut self, span: &Span<'p>, len: TermId) -> Eval<'p, (TermId, TermId)> {
        let (from, to) = self.span_ends(span, len)?;
        let (ordered, inside) = (self.le(from, to), self.le(to, len));
        let fits = self.and(ordered, inside);
        self.require(fits)?;
        Ok((from, to))
    }

    pub fn span_ends(&mut self, span: &Span<'p>, len: TermId) -> Eval<'p, (TermId, TermId)> {
        let end = |end: &Option<Val<'p>>| -> Eval<'p, Option<TermId>> {
            match end {
                Some(Val::Int(term, _)) => Ok(Some(*term)),
                Some(other) => unsupported(format!("a range of {}", other.kind())),
                None => Ok(None),
            }
        };
        let (from, to) = (end(&span.from)?, end(&span.to)?);
        let from = from.unwrap_or_else(|| self.int(0));
        let to = match to {
            Some(to) if span.inclusive => self.plus(to, 1),
            Some(to) => to,
            None => len,
        };
        Ok((from, to))
    }

    /// The items between two indices that are within bounds.
    pub fn part_of(&mut self, seq: &Seq<'p>, from: TermId, to: TermId) -> Eval<'p> {
        let start = self.pinned(from, "where a slice begins")?;
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let number = self.int(start as i128);
        let len = self.sub(to, number);
        Ok(Val::Seq(Seq { from: seq.from.saturating_add(start), len, ..seq.clone() }))
    }

    /// Integers of open type on one side of a range take that of the other.
    pub fn same_open_types(
        &mut self,
        from: Option<Val<'p>>,
        to: Option<Val<'p>>,
    ) -> (Option<Val<'p>>, Option<Val<'p>>) {
        match (&from, &to) {
            (Some(Val::Int(a, None)), Some(Val::Int(_, Some(ty)))) => (Some(self.typed(*a, *ty)), to),
            (Some(Val::Int(_, Some(ty))), Some(Val::Int(b, None))) => {
                let to = self.typed(*b, *ty);
                (from, Some(to))
            }
            (Some(Val::Float(a, None)), Some(Val::Float(_, Some(ty)))) => {
                (Some(Val::Float(self.float_as(*a, *ty), Some(*ty))), to)
            }
            (Some(Val::Float(_, Some(ty))), Some(Val::Float(b, None))) => {
                let to = Val::Float(self.float_as(*b, *ty), Some(*ty));
                (from, Some(to))
            }
            _ => (from, to),
        }
    }

    /// The workspace's implementation of an operator: of several, the one whose parameters are of the operands' types.
    fn operator(&self, head: &str, name: &str, args: &[&Val<'p>]) -> Option<String> {
        let found = self.program.methods.get(&(head.to_owned(), name.to_owned()))?;
        let args: Vec<Val<'p>> = args.iter().map(|arg| (*arg).clone()).collect();
        found.iter().find(|path| self.accepts(path, &args)).cloned()
    }

    pub fn is_literal(expr: &Expr) -> bool {
        matches!(&*expr.kind, Kind::Int(..) | Kind::Float(..))
    }
}

/// The method that an operator calls.
fn method_of(op: Binary) -> Option<&'static str> {
    Some(match op {
        Binary::Add => "add",
        Binary::Sub => "sub",
        Binary::Mul => "mul",
        Binary::Div => "div",
        Binary::Rem => "rem",
        Binary::BitAnd => "bitand",
        Binary::BitOr => "bitor",
        Binary::BitXor => "bitxor",
        Binary::Shl => "shl",
        Binary::Shr => "shr",
        _ => return None,
    })
}

/// The name that methods of a built-in type stand under.
pub(super) fn builtin_name<'v>(value: &'v Val<'_>) -> Option<&'v str> {
    Some(match value {
        Val::Int(_, Some(ty)) => ty.name(),
        Val::Float(_, Some(ty)) => ty.name(),
        Val::Float(_, None) => "f64",
        Val::Bool(_) => "bool",
        Val::Char(_) => "char",
        Val::Data(data) => data.path(),
        Val::Seq(seq) if seq.kind == SeqKind::Text => "str",
        Val::Seq(_) => "Slice",
        Val::Tuple(_) => "Tuple",
        _ => return None,
    })
}
