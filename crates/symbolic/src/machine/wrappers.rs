//! Methods of `Ordering`, of numbers that are wrapped, of `Duration`, and those that are derived.

use super::methods::Call;
use super::value::{Data, Val};
use super::{Eval, Machine, gap, panicked};
use crate::program::Binary;

impl<'p> Machine<'p, '_> {
    pub fn ordering_method(&mut self, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
        let tag = self.tag_of(data);
        let [less, equal, greater] = [0, 1, 2].map(|variant| self.is_variant(data, variant));
        Ok(Val::Bool(match call.name {
            "is_lt" => less,
            "is_eq" => equal,
            "is_gt" => greater,
            "is_le" => self.not(greater),
            "is_ge" => self.not(less),
            "is_ne" => self.not(equal),
            "reverse" => {
                let two = self.int(2);
                let [first, last] = [0, 2].map(|n| self.int(n));
                let reversed = match self.as_int(tag) {
                    Some(_) => self.sub(two, tag),
                    None => {
                        let rest = self.ite(greater, first, tag);
                        self.ite(less, last, rest)
                    }
                };
                return Ok(self.open_ordering(reversed));
            }
            "then" | "then_with" => {
                if !self.fork(equal)? {
                    return Ok(call.value.clone());
                }
                let next = call.arg(0)?;
                return if call.name == "then" { Ok(next) } else { self.call_value(&next, Vec::new()) };
            }
            _ => return call.unknown(),
        }))
    }

    pub fn wrapper_method(&mut self, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
        let inside = self.inside(data, 0);
        match call.name {
            "get" => Ok(inside),
            _ => {
                let value = self.shape(inside)?;
                let Val::Int(term, ty) = value else { return call.unknown() };
                let result = self.integer_method(call, term, ty)?;
                Ok(if matches!(result, Val::Int(..)) && call.name == "abs" {
                    Val::known(data.path(), 0, vec![result])
                } else {
                    result
                })
            }
        }
    }

    pub fn duration_method(&mut self, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
        use morph_relation::IntType;
        let inside = self.inside(data, 0);
        let Val::Int(nanos, _) = self.shape(inside)? else { return call.unknown() };
        let per = |machine: &mut Self, per: i128| {
            let per = machine.int(per);
            machine.terms.make(crate::term::Term::Div(nanos, per))
        };
        let rest = |machine: &mut Self, of: i128, per: i128| {
            let (of, per) = (machine.int(of), machine.int(per));
            let rest = machine.terms.make(crate::term::Term::Rem(nanos, of));
            machine.terms.make(crate::term::Term::Div(rest, per))
        };
        let zero = self.int(0);
        Ok(match call.name {
            "as_secs" => Val::Int(per(self, 1_000_000_000), Some(IntType::U64)),
            "as_millis" => Val::Int(per(self, 1_000_000), Some(IntType::U128)),
            "as_micros" => Val::Int(per(self, 1_000), Some(IntType::U128)),
            "as_nanos" => Val::Int(nanos, Some(IntType::U128)),
            "subsec_nanos" => Val::Int(rest(self, 1_000_000_000, 1), Some(IntType::U32)),
            "subsec_micros" => Val::Int(rest(self, 1_000_000_000, 1_000), Some(IntType::U32)),
            "subsec_millis" => Val::Int(rest(self, 1_000_000_000, 1_000_000), Some(IntType::U32)),
            "is_zero" => Val::Bool(self.eq(nanos, zero)),
            _ => return call.unknown(),
        })
    }

    pub fn duration_operation(&mut self, op: Binary, a: &Val<'p>, b: &Val<'p>) -> Eval<'p> {
        let inside = |machine: &mut Self, value: &Val<'p>| match value {
            Val::Data(data) => machine.shape(data.fields(0).first().cloned().unwrap_or(Val::Unknown)),
            value => Ok(value.clone()),
        };
        let (a, b) = (inside(self, a)?, inside(self, b)?);
        let (Val::Int(x, _), Val::Int(y, _)) = (a, b) else { return gap("arithmetic of durations") };
        let result = match op {
            Binary::Add => self.add(x, y),
            Binary::Sub => self.sub(x, y),
            Binary::Mul => self.mul(x, y),
            Binary::Div => {
                self.not_zero(y)?;
                self.terms.make(crate::term::Term::Div(x, y))
            }
            _ => return gap("arithmetic of durations"),
        };
        let fits = self.within(result, 0, (u64::MAX as i128) * 1_000_000_000 + 999_999_999);
        self.require(fits)?;
        Ok(Val::known("Duration", 0, vec![Val::Int(result, Some(morph_relation::IntType::U128))]))
    }

    /// Methods of the workspace's types that it does not define: those that are derived.
    pub fn derived_method(&mut self, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
        match call.name {
            // A type whose `next` is the workspace's own is an iterator.
            _ if self.own_method(data.path(), "next", 1).is_some() => {
                let place = call.place.clone();
                let place = place.unwrap_or_else(|| self.cell(call.value.clone()));
                let iter = super::iterators::Iter::Own(place);
                let value = Val::iter(iter);
                self.modelled(Call {
                    value,
                    place: None,
                    name: call.name,
                    args: call.args.clone(),
                    types: call.types,
                    hint: call.hint,
                })
            }
            "hash" | "fmt" => Ok(Val::ok(Val::unit())),
            "to_string" => gap(format!("how `{}` is printed", data.path())),
            _ => {
                if call.name == "unwrap" || call.name == "expect" {
                    return panicked();
                }
                call.unknown()
            }
        }
    }
}
