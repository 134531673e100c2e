//! Calls of methods: the workspace's own, and those of the standard library, which a table models.

use super::arithmetic::builtin_name;
use super::call::Call;
use super::effects::{is_changing, is_of_inside, is_of_same_type};
use super::state::{Eval, Flow, Machine, unsupported};
use super::std_model;
use super::value::{SeqKind, Val};
use crate::program::{Expr, Kind, Shape};

impl<'p> Machine<'p, '_> {
    pub fn method(&mut self, whole: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        let Kind::Method { receiver, name, types, args, candidates } = &*whole.kind else {
            return unsupported("a method");
        };
        let inside = hint.filter(|_| is_of_inside(name));
        let inside = inside.map(|hint| Shape::Named("Option".to_owned(), vec![hint.clone()]));
        let same = hint.filter(|_| is_of_same_type(name));
        let program = self.program;
        let own_changes = candidates
            .iter()
            .filter_map(|path| program.functions.get(path))
            .any(|body| body.by_mut.first() == Some(&true));
        let is_take_of_option = name == "take" && args.is_empty();
        let changes = own_changes || is_take_of_option || is_changing(name);
        let place = if changes { self.place(receiver)? } else { None };
        let (place, value) = match place {
            Some(place) => {
                let (place, value) = self.opened(place)?;
                (Some(place), value)
            }
            None => match self.eval(receiver, inside.as_ref().or(same))? {
                Val::Mut(place) => {
                    let (place, value) = self.opened(place)?;
                    (Some(place), value)
                }
                value => (None, self.shape(value)?),
            },
        };
        let arg_hint =
            same.filter(|_| args.len() == 1).cloned().or_else(|| type_of(&value)).or_else(|| match inside {
                Some(Shape::Named(_, mut args)) => args.pop(),
                _ => None,
            });
        let mut values = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            let candidate = candidates.first().and_then(|path| program.functions.get(path));
            let shape = candidate.and_then(|body| body.types.get(at + 1));
            values.push(self.eval(arg, shape.or(arg_hint.as_ref()))?);
        }
        if let Some(path) = self.chosen_method(&value, name, candidates, &values)? {
            let by_mut = program.functions.get(&path).is_some_and(|body| body.by_mut.first() == Some(&true));
            let receiver = match place {
                Some(place) if by_mut => Val::Mut(place),
                _ if by_mut => Val::Mut(self.cell(value)),
                _ => value,
            };
            values.insert(0, receiver);
            return self.call_path(&path, values);
        }
        self.modelled(Call { value, place, name, args: values, types, hint })
    }

    /// The workspace's method that is called, if it is one.
    fn chosen_method(
        &mut self,
        value: &Val<'p>,
        name: &str,
        candidates: &'p [String],
        args: &[Val<'p>],
    ) -> Eval<'p, Option<String>> {
        let all: Vec<Val<'p>> = std::iter::once(value).chain(args).cloned().collect();
        if matches!(value, Val::Unknown) {
            return match candidates {
                [] => Ok(None),
                [rest @ .., last] => {
                    for path in rest {
                        let is = self.unknown_bool("which method is called");
                        if self.fork(is)? {
                            return Ok(Some(path.clone()));
                        }
                    }
                    Ok(Some(last.clone()))
                }
            };
        }
        let heads = [builtin_name(value).unwrap_or("_"), if is_list(value) { "Vec" } else { "" }, "_"];
        let heads = heads.into_iter().chain(is_list(value).then_some("Array"));
        let heads = heads.chain(is_text(value).then_some("String"));
        for head in heads {
            let Some(found) = self.program.methods.get(&(head.to_owned(), name.to_owned())) else { continue };
            let open = matches!(value, Val::Int(_, None));
            if let Some(path) = found.iter().find(|path| self.accepts(path, &all)) {
                return Ok(Some(path.clone()));
            }
            if found.len() == 1 && !open {
                return Ok(found.first().cloned());
            }
        }
        // An integer of open type: the trait's implementation that scan names.
        if matches!(value, Val::Int(_, None) | Val::Float(_, None)) {
            return Ok(candidates.iter().find(|path| self.accepts(path, &all)).cloned());
        }
        Ok(None)
    }

    /// A method that the workspace does not define.
    pub fn modelled(&mut self, call: Call<'p, '_>) -> Eval<'p> {
        let (place, name) = (call.place.clone(), call.name.to_owned());
        let args: Vec<Val<'p>> = std::iter::once(&call.value).chain(&call.args).cloned().collect();
        let hint = call.types.first().or(call.hint).cloned();
        let changes = is_changing(&name);
        match std_model::call_method(self, &call) {
            Err(Flow::Unsupported(why)) => {
                if let Some(place) = place.filter(|_| changes) {
                    let old = self.read(&place);
                    let new = self.forgotten(&old);
                    let new = if matches!(old, Val::Seq(_) | Val::Map(_) | Val::Iter(_)) {
                        Val::Unknown
                    } else {
                        new
                    };
                    self.write(&place, new)?;
                }
                self.instead(why, &args, hint.as_ref())
            }
            value => value,
        }
    }

    /// What stands for something that is not modelled: an unknown, of a type that is written.
    pub fn instead(&mut self, why: String, args: &[Val<'p>], hint: Option<&Shape>) -> Eval<'p> {
        if !self.is_cover() {
            self.inexact(&why);
        }
        self.unmodelled_call(args)?;
        Ok(hint.and_then(|hint| self.unknown_of(hint, &why)).unwrap_or(Val::Unknown))
    }

    /// `a.min(b)`, `a.max(b)`: of equal ones, `min` gives the first and `max` the second.
    pub fn extreme(&mut self, a: Val<'p>, b: Val<'p>, is_max: bool) -> Eval<'p> {
        let less = self.less(&b, &a, true)?;
        let takes_b = if is_max { self.not(less) } else { less };
        self.either(takes_b, b, a)
    }

    /// `if c { a } else { b }`: by one term where that is possible.
    pub fn either(&mut self, c: crate::term::TermId, a: Val<'p>, b: Val<'p>) -> Eval<'p> {
        Ok(match (&a, &b) {
            (Val::Int(x, tx), Val::Int(y, ty)) => Val::Int(self.ite(c, *x, *y), tx.or(*ty)),
            (Val::Char(x), Val::Char(y)) => Val::Char(self.ite(c, *x, *y)),
            (Val::Bool(x), Val::Bool(y)) => Val::Bool(self.ite(c, *x, *y)),
            (Val::Float(..), Val::Float(..)) => {
                let (x, y, ty) = self.floats(&a, &b)?;
                Val::Float(self.ite(c, x, y), ty)
            }
            _ if self.fork(c)? => a,
            _ => b,
        })
    }
}

/// The type of a number.
fn type_of(value: &Val<'_>) -> Option<Shape> {
    use morph_relation::Type;
    match value {
        Val::Int(_, Some(ty)) => Some(Shape::Known(Type::Int(*ty))),
        Val::Float(_, Some(ty)) => Some(Shape::Known(Type::Float(*ty))),
        _ => None,
    }
}

fn is_list(value: &Val<'_>) -> bool {
    matches!(value, Val::Seq(seq) if seq.kind == SeqKind::Items)
}

fn is_text(value: &Val<'_>) -> bool {
    matches!(value, Val::Seq(seq) if seq.kind == SeqKind::Text)
}
