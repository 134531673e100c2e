//! Consumers of iterators that make one value of all items.

use super::iterators::{Bound, Iter};
use super::methods::Call;
use super::value::Val;
use super::{Eval, Machine};
use crate::program::Binary;
use crate::term::TermId;
use morph_relation::IntType;

impl<'p> Machine<'p, '_> {
    pub fn added(&mut self, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
        let op = if call.name == "sum" { Binary::Add } else { Binary::Mul };
        let shape = call.types.first().or(call.hint).cloned().unwrap_or_default();
        let mut sum: Option<Val<'p>> = None;
        let mut bound = Bound::default();
        let is_wrapped = matches!(super::hints::head(&shape).as_deref(), Some("Option" | "Result"));
        while let Some(item) = self.next(iter)? {
            let mut item = self.shape(item)?;
            if is_wrapped {
                match self.some_of(item.clone())? {
                    Some(inside) => item = self.shape(inside)?,
                    None => return Ok(item),
                }
            }
            sum = Some(match sum {
                Some(sum) => self.binary_of(op, sum, item)?,
                // Floats begin with a zero of their own: `-0.0`.
                None => item,
            });
            self.go_round(&mut bound)?;
        }
        let inner =
            if is_wrapped { super::hints::argument(&shape, 0).unwrap_or_default() } else { shape.clone() };
        let sum = match sum {
            Some(sum) => self.adopt(sum, &inner),
            None => match super::hints::float(&inner) {
                Some(ty) => Val::Float(self.float(if op == Binary::Add { -0.0 } else { 1.0 }, ty), Some(ty)),
                None => {
                    let start = self.int(i128::from(op == Binary::Mul));
                    match super::hints::integer(&inner) {
                        Some(int) => Val::Int(start, Some(int)),
                        None => Val::Int(start, self.item_type(iter)),
                    }
                }
            },
        };
        Ok(match super::hints::head(&shape).as_deref() {
            Some("Option") => Val::some(sum),
            Some("Result") => Val::ok(sum),
            _ => sum,
        })
    }

    /// The integer type of a sequence's items, as far as it shows.
    fn item_type(&mut self, iter: &Iter<'p>) -> Option<IntType> {
        let Iter::Seq { seq, .. } = iter else { return None };
        let first = seq.all().first()?.clone();
        match self.shape(first).ok()? {
            Val::Int(_, ty) => ty,
            _ => None,
        }
    }

    pub fn tried_fold(&mut self, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
        let mut state = call.arg(0)?;
        let mut bound = Bound::default();
        let mut is_option = super::hints::head(call.hint.unwrap_or(&crate::program::Shape::Unknown))
            .is_none_or(|head| head == "Option");
        while let Some(item) = self.next(iter)? {
            let made = self.call_value(&call.arg(1)?, vec![state, item])?;
            let made = self.shape(made)?;
            is_option = made.kind() == "Option";
            match self.some_of(made.clone())? {
                Some(next) => state = next,
                None => return Ok(made),
            }
            self.go_round(&mut bound)?;
        }
        Ok(if is_option { Val::some(state) } else { Val::ok(state) })
    }

    /// The least or greatest item: of equal ones, `min` gives the first and `max` the last.
    pub fn extreme_item(&mut self, call: &Call<'p, '_>, iter: &mut Iter<'p>) -> Eval<'p> {
        let is_max = call.name.starts_with("max");
        let mut bound = Bound::default();
        let mut best: Option<(Val<'p>, Val<'p>)> = None;
        while let Some(item) = self.next(iter)? {
            let item = match item {
                Val::Input(_) => self.shape(item)?,
                item => item,
            };
            let key = match call.name {
                "min_by_key" | "max_by_key" => {
                    let key = self.call_value(&call.arg(0)?, vec![item.clone()])?;
                    self.shape(key)?
                }
                _ => item.clone(),
            };
            best = Some(match best {
                None => (item, key),
                Some((old, old_key)) => {
                    let takes = self.takes_new(call, &old_key, &key, is_max)?;
                    match (&old, &item) {
                        // One term for numbers: how the items are ordered does not split the path.
                        (Val::Int(..) | Val::Char(_), Val::Int(..) | Val::Char(_))
                            if matches!(call.name, "min" | "max") =>
                        {
                            let chosen = self.either(takes, item, old)?;
                            (chosen.clone(), chosen)
                        }
                        _ if self.fork(takes)? => (item, key),
                        _ => (old, old_key),
                    }
                }
            });
            self.go_round(&mut bound)?;
        }
        Ok(Val::option(best.map(|(item, _)| item)))
    }

    fn takes_new(
        &mut self,
        call: &Call<'p, '_>,
        old: &Val<'p>,
        new: &Val<'p>,
        is_max: bool,
    ) -> Eval<'p, TermId> {
        if !call.name.ends_with("_by") {
            let tag = self.ordering(new, old)?;
            let less = self.tag_is(tag, 0);
            return Ok(if is_max { self.not(less) } else { less });
        }
        let order = self.call_value(&call.arg(0)?, vec![old.clone(), new.clone()])?;
        let tag = self.tag_of_ordering(order, false)?;
        let greater = self.tag_is(tag, 2);
        Ok(if is_max { self.not(greater) } else { greater })
    }
}
