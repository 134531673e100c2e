//! Methods of `Option` and `Result`.

use super::methods::Call;
use super::value::{Data, Step, Val};
use super::{Eval, Machine};
use crate::term::TermId;

impl<'p> Machine<'p, '_> {
    /// What is inside, where a branch says that there is something.
    pub fn inside(&self, data: &Data<'p>, variant: usize) -> Val<'p> {
        data.fields(variant).first().cloned().unwrap_or(Val::Unknown)
    }

    fn called_with(&mut self, call: &Call<'p, '_>, at: usize, args: Vec<Val<'p>>) -> Eval<'p> {
        self.call_value(&call.arg(at)?, args)
    }

    /// Calls a function that says yes or no.
    pub fn asks(&mut self, function: &Val<'p>, args: Vec<Val<'p>>) -> Eval<'p, TermId> {
        let value = self.call_value(function, args)?;
        let value = self.shape(value)?;
        self.truth(&value)
    }

    pub fn option_method(&mut self, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
        let some = self.is_variant(data, 1);
        let inside = self.inside(data, 1);
        let whole = call.value.clone();
        Ok(match call.name {
            "is_some" => Val::Bool(some),
            "is_none" => Val::Bool(self.not(some)),
            "unwrap" | "expect" | "unwrap_unchecked" => {
                self.require(some)?;
                inside
            }
            "copied" | "cloned" | "as_deref" | "into_iter" | "iter" if call.name.contains("iter") => {
                let items = if self.fork(some)? { vec![inside] } else { Vec::new() };
                return Ok(Val::iter(self.items_iter(items)));
            }
            "copied" | "cloned" => match inside {
                // What was behind a reference is copied.
                Val::Mut(place) if self.fork(some)? => Val::some(self.read(&place)),
                _ => whole,
            },
            "as_deref" | "as_ref" | "take_if" => whole,
            "unwrap_or" => {
                let other = call.arg(0)?;
                let other = self.shape_of_scalar(other)?;
                let inside =
                    if self.as_bool(some) == Some(false) { inside } else { self.shape_of_scalar(inside)? };
                match self.as_bool(some) {
                    Some(true) => inside,
                    Some(false) => other,
                    None => self.either(some, inside, other)?,
                }
            }
            "unwrap_or_default" => {
                if self.fork(some)? {
                    inside
                } else {
                    return self.default_like(&inside, call.hint);
                }
            }
            "unwrap_or_else" => {
                if self.fork(some)? {
                    inside
                } else {
                    self.called_with(call, 0, Vec::new())?
                }
            }
            "map" => {
                if self.fork(some)? {
                    Val::some(self.called_with(call, 0, vec![inside])?)
                } else {
                    Val::none()
                }
            }
            "map_or" => {
                if self.fork(some)? {
                    self.called_with(call, 1, vec![inside])?
                } else {
                    call.arg(0)?
                }
            }
            "map_or_else" => {
                if self.fork(some)? {
                    self.called_with(call, 1, vec![inside])?
                } else {
                    self.called_with(call, 0, Vec::new())?
                }
            }
            "is_some_and" | "is_none_or" => {
                let wanted = call.name == "is_some_and";
                if self.fork(some)? {
                    Val::Bool(self.asks(&call.arg(0)?, vec![inside])?)
                } else {
                    self.val_bool(!wanted)
                }
            }
            "and_then" => {
                if self.fork(some)? {
                    self.called_with(call, 0, vec![inside])?
                } else {
                    Val::none()
                }
            }
            "and" => {
                if self.fork(some)? {
                    call.arg(0)?
                } else {
                    Val::none()
                }
            }
            "or" => {
                if self.fork(some)? {
                    whole
                } else {
                    call.arg(0)?
                }
            }
            "or_else" => {
                if self.fork(some)? {
                    whole
                } else {
                    self.called_with(call, 0, Vec::new())?
                }
            }
            "xor" => {
                let other = call.arg(0)?;
                let other = self.shape(other)?;
                let Val::Data(right) = &other else { return call.unknown() };
                let other_some = self.is_variant(right, 1);
                match (self.fork(some)?, self.fork(other_some)?) {
                    (true, false) => whole,
                    (false, true) => other,
                    _ => Val::none(),
                }
            }
            "filter" => {
                if !self.fork(some)? {
                    return Ok(Val::none());
                }
                let keeps = self.asks(&call.arg(0)?, vec![inside.clone()])?;
                self.open_option(keeps, inside)
            }
            "ok_or" => {
                let error = call.arg(0)?;
                self.open_result(some, inside, error)
            }
            "ok_or_else" => {
                if self.fork(some)? {
                    Val::ok(inside)
                } else {
                    Val::err(self.called_with(call, 0, Vec::new())?)
                }
            }
            "zip" => {
                let other = call.arg(0)?;
                let Val::Data(right) = self.shape(other)? else { return call.unknown() };
                let other_some = self.is_variant(&right, 1);
                let both = self.and(some, other_some);
                let other = self.inside(&right, 1);
                self.open_option(both, Val::tuple(vec![inside, other]))
            }
            "flatten" => {
                if self.fork(some)? {
                    inside
                } else {
                    Val::none()
                }
            }
            "transpose" => {
                if !self.fork(some)? {
                    return Ok(Val::ok(Val::none()));
                }
                let Val::Data(result) = self.shape(inside)? else { return call.unknown() };
                let is_ok = self.is_variant(&result, 0);
                if self.fork(is_ok)? {
                    Val::ok(Val::some(self.inside(&result, 0)))
                } else {
                    Val::err(self.inside(&result, 1))
                }
            }
            "inspect" => {
                if self.fork(some)? {
                    self.called_with(call, 0, vec![inside])?;
                }
                whole
            }
            "as_mut" | "as_deref_mut" => {
                let place = call.at()?;
                if self.fork(some)? { Val::some(Val::Mut(place.part(Step::Part(1, 0)))) } else { Val::none() }
            }
            "take" => {
                self.write(&call.at()?, Val::none())?;
                whole
            }
            "replace" => {
                self.write(&call.at()?, Val::some(call.arg(0)?))?;
                whole
            }
            "insert" => {
                let place = call.at()?;
                self.write(&place, Val::some(call.arg(0)?))?;
                Val::Mut(place.part(Step::Part(1, 0)))
            }
            "get_or_insert" | "get_or_insert_with" => {
                let place = call.at()?;
                if !self.fork(some)? {
                    let value = match call.name {
                        "get_or_insert" => call.arg(0)?,
                        _ => self.called_with(call, 0, Vec::new())?,
                    };
                    self.write(&place, Val::some(value))?;
                }
                Val::Mut(place.part(Step::Part(1, 0)))
            }
            _ => return call.unknown(),
        })
    }

    /// A number that is part of the input or behind a reference is looked at; anything else is left as it is.
    fn shape_of_scalar(&mut self, value: Val<'p>) -> Eval<'p> {
        match &value {
            Val::Input(_) => self.shape(value),
            _ => Ok(value),
        }
    }

    pub fn result_method(&mut self, call: &Call<'p, '_>, data: &Data<'p>) -> Eval<'p> {
        let ok = self.is_variant(data, 0);
        let (value, error) = (self.inside(data, 0), self.inside(data, 1));
        let whole = call.value.clone();
        Ok(match call.name {
            "is_ok" => Val::Bool(ok),
            "is_err" => Val::Bool(self.not(ok)),
            "unwrap" | "expect" => {
                self.require(ok)?;
                value
            }
            "unwrap_err" | "expect_err" => {
                let not = self.not(ok);
                self.require(not)?;
                error
            }
            "ok" => self.open_option(ok, value),
            "err" => {
                let not = self.not(ok);
                self.open_option(not, error)
            }
            "as_ref" | "copied" | "cloned" | "as_deref" => whole,
            "unwrap_or" => {
                if self.fork(ok)? {
                    value
                } else {
                    call.arg(0)?
                }
            }
            "unwrap_or_default" => {
                if self.fork(ok)? {
                    value
                } else {
                    return self.default_like(&value, call.hint);
                }
            }
            "unwrap_or_else" => {
                if self.fork(ok)? {
                    value
                } else {
                    self.called_with(call, 0, vec![error])?
                }
            }
            "map" => {
                if self.fork(ok)? {
                    Val::ok(self.called_with(call, 0, vec![value])?)
                } else {
                    Val::err(error)
                }
            }
            "map_err" => {
                if self.fork(ok)? {
                    Val::ok(value)
                } else {
                    Val::err(self.called_with(call, 0, vec![error])?)
                }
            }
            "map_or" => {
                if self.fork(ok)? {
                    self.called_with(call, 1, vec![value])?
                } else {
                    call.arg(0)?
                }
            }
            "map_or_else" => {
                if self.fork(ok)? {
                    self.called_with(call, 1, vec![value])?
                } else {
                    self.called_with(call, 0, vec![error])?
                }
            }
            "and_then" => {
                if self.fork(ok)? {
                    self.called_with(call, 0, vec![value])?
                } else {
                    Val::err(error)
                }
            }
            "and" => {
                if self.fork(ok)? {
                    call.arg(0)?
                } else {
                    Val::err(error)
                }
            }
            "or" => {
                if self.fork(ok)? {
                    Val::ok(value)
                } else {
                    call.arg(0)?
                }
            }
            "or_else" => {
                if self.fork(ok)? {
                    Val::ok(value)
                } else {
                    self.called_with(call, 0, vec![error])?
                }
            }
            "is_ok_and" => {
                if self.fork(ok)? {
                    Val::Bool(self.asks(&call.arg(0)?, vec![value])?)
                } else {
                    self.val_bool(false)
                }
            }
            "is_err_and" => {
                if self.fork(ok)? {
                    self.val_bool(false)
                } else {
                    Val::Bool(self.asks(&call.arg(0)?, vec![error])?)
                }
            }
            "iter" | "into_iter" => {
                let items = if self.fork(ok)? { vec![value] } else { Vec::new() };
                return Ok(Val::iter(self.items_iter(items)));
            }
            "transpose" => {
                if !self.fork(ok)? {
                    return Ok(Val::some(Val::err(error)));
                }
                let Val::Data(option) = self.shape(value)? else { return call.unknown() };
                let some = self.is_variant(&option, 1);
                let inside = self.inside(&option, 1);
                self.open_option(some, Val::ok(inside))
            }
            "as_mut" => {
                let place = call.at()?;
                if self.fork(ok)? {
                    Val::ok(Val::Mut(place.part(Step::Part(0, 0))))
                } else {
                    Val::err(Val::Mut(place.part(Step::Part(1, 0))))
                }
            }
            "inspect" | "inspect_err" => {
                let is_ok = self.fork(ok)?;
                if is_ok == (call.name == "inspect") {
                    self.called_with(call, 0, vec![if is_ok { value } else { error }])?;
                }
                whole
            }
            _ => return call.unknown(),
        })
    }
}
