//! `str::parse`: by a branch for each character, as the library's own parser reads them.

use super::hints::{float, head, integer};
use super::state::{Eval, Machine, unsupported};
use super::value::{Seq, SeqKind, Val};
use crate::program::Shape;
use morph_relation::{FloatType, IntType};

/// The kinds of errors of `ParseIntError`.
const EMPTY: usize = 0;
const INVALID: usize = 1;
const ABOVE: usize = 2;
const BELOW: usize = 3;

impl<'p> Machine<'p, '_> {
    /// `text.parse::<T>()`.
    pub fn parsed(&mut self, seq: &Seq<'p>, shape: &Shape) -> Eval<'p> {
        if let Some(int) = integer(shape) {
            return self.parsed_integer(seq, int, 10);
        }
        if let Some(ty) = float(shape) {
            return self.parsed_float(seq, ty);
        }
        let Some(name) = head(shape) else { return unsupported("`parse` into something unknown") };
        if let Some(path) = self.own_method(&name, "from_str", 1) {
            return self.call_path(&path, vec![Val::Seq(seq.clone())]);
        }
        match name.as_str() {
            "bool" => {
                let [yes, no] = ["true", "false"].map(|text| self.val_text(text));
                let text = Val::Seq(seq.clone());
                let (is_yes, is_no) = (self.equal(&text, &yes)?, self.equal(&text, &no)?);
                let is_bool = self.or(is_yes, is_no);
                let error = Val::known("ParseBoolError", 0, Vec::new());
                Ok(self.open_result(is_bool, Val::Bool(is_yes), error))
            }
            "char" => {
                let one = self.int(1);
                let is_one = self.eq(seq.len, one);
                let first = seq.at(0).cloned().unwrap_or(Val::Unknown);
                Ok(self.open_result(is_one, first, Val::known("ParseCharError", 0, Vec::new())))
            }
            "String" => Ok(Val::ok(Val::Seq(Seq { kind: SeqKind::Text, ..seq.clone() }))),
            other => unsupported(format!("`parse` into `{other}`")),
        }
    }

    pub fn parsed_integer(&mut self, seq: &Seq<'p>, int: IntType, radix: i128) -> Eval<'p> {
        let error = |kind: usize| {
            Val::err(Val::known("ParseIntError", 0, vec![Val::known("IntErrorKind", kind, Vec::new())]))
        };
        let mut chars = Vec::new();
        for item in self.items(seq)? {
            match self.shape(item)? {
                Val::Char(term) | Val::Int(term, _) => chars.push(term),
                _ => return unsupported("`parse` of something"),
            }
        }
        let Some(first) = chars.first().copied() else { return Ok(error(EMPTY)) };
        let (plus, minus) = (self.int(43), self.int(45));
        let mut negative = false;
        let is_plus = self.eq(first, plus);
        let is_minus = self.eq(first, minus);
        let signs = if chars.len() == 1 {
            // A sign alone.
            let sign = self.or(is_plus, is_minus);
            if self.fork(sign)? {
                return Ok(error(INVALID));
            }
            0
        } else if self.fork(is_plus)? {
            1
        } else if int.signed() && self.fork(is_minus)? {
            negative = true;
            1
        } else {
            0
        };
        let mut number = self.int(0);
        let base = self.int(radix);
        let mut left_type = false;
        for c in &chars[signs..] {
            let (is_digit, digit) = self.digit(*c, radix);
            if !self.fork(is_digit)? {
                return Ok(error(INVALID));
            }
            if left_type {
                continue;
            }
            let shifted = self.mul(number, base);
            number = if negative { self.sub(shifted, digit) } else { self.add(shifted, digit) };
            // Whether it overflows is asked where it may.
            let fits = self.fits(number, int);
            if self.as_bool(fits) != Some(true) && !self.fork(fits)? {
                // The library says so at once, whatever follows.
                left_type = true;
                break;
            }
        }
        if left_type {
            return Ok(error(if negative { BELOW } else { ABOVE }));
        }
        Ok(Val::ok(Val::Int(number, Some(int))))
    }

    /// Of the characters of the input at hand.
    fn parsed_float(&mut self, seq: &Seq<'p>, ty: FloatType) -> Eval<'p> {
        let text = self.concrete_text(seq)?;
        let error = Val::known("ParseFloatError", 0, Vec::new());
        Ok(match ty {
            FloatType::F64 => match text.parse::<f64>() {
                Ok(x) => Val::ok(Val::Float(self.float(x, ty), Some(ty))),
                Err(_) => Val::err(error),
            },
            FloatType::F32 => match text.parse::<f32>() {
                Ok(x) => Val::ok(Val::Float(self.float(f64::from(x), ty), Some(ty))),
                Err(_) => Val::err(error),
            },
        })
    }
}
