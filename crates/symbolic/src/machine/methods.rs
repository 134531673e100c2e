//! Calls of methods: the workspace's own, and those that are modelled, by what the receiver is.

use super::arithmetic::builtin_name;
use super::consume::ADVANCING;
use super::value::{Place, SeqKind, Val};
use super::{Eval, Flow, Machine, gap};
use crate::program::{Expr, Kind, Shape};

/// A method's call on something that is modelled.
pub(super) struct Call<'p, 's> {
    /// The receiver, looked at.
    pub value: Val<'p>,
    /// Where it stands, if the method may change it.
    pub place: Option<Place>,
    pub name: &'s str,
    pub args: Vec<Val<'p>>,
    /// What is written of the method's type arguments.
    pub types: &'s [Shape],
    /// What is written of its result's type.
    pub hint: Option<&'s Shape>,
}

impl<'p> Call<'p, '_> {
    pub fn arg(&self, at: usize) -> Eval<'p> {
        self.args.get(at).cloned().map_or_else(|| gap(format!("`{}` without arguments", self.name)), Ok)
    }

    /// The place of what is changed.
    pub fn at(&self) -> Eval<'p, Place> {
        self.place.clone().map_or_else(|| gap(format!("`{}` of what has no place", self.name)), Ok)
    }

    pub fn unknown<T>(&self) -> Eval<'p, T> {
        gap(format!("`{}` of {}", self.name, self.value.kind()))
    }
}

/// Methods that may change what they are called on, beside the workspace's own and those that advance an iterator.
const CHANGING: &[&str] = &[
    "push",
    "pop",
    "push_str",
    "insert",
    "insert_str",
    "remove",
    "swap_remove",
    "clear",
    "truncate",
    "extend",
    "extend_from_slice",
    "append",
    "drain",
    "retain",
    "retain_mut",
    "dedup",
    "dedup_by_key",
    "dedup_by",
    "resize",
    "split_off",
    "swap",
    "reverse",
    "sort",
    "sort_unstable",
    "sort_by",
    "sort_by_key",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "sort_by_cached_key",
    "fill",
    "rotate_left",
    "rotate_right",
    "copy_from_slice",
    "clone_from_slice",
    "clone_from",
    "copy_within",
    "iter_mut",
    "as_mut",
    "as_mut_slice",
    "first_mut",
    "last_mut",
    "get_mut",
    "split_at_mut",
    "split_first_mut",
    "split_last_mut",
    "chunks_mut",
    "chunks_exact_mut",
    "push_back",
    "push_front",
    "pop_back",
    "pop_front",
    "front_mut",
    "back_mut",
    "entry",
    "get_or_insert",
    "get_or_insert_with",
    "replace",
    "write_str",
    "write_char",
    "make_ascii_uppercase",
    "make_ascii_lowercase",
    "as_deref_mut",
    "values_mut",
    "next_chunk",
    "select_nth_unstable",
    "fill_with",
    "resize_with",
    "splice",
    "extract_if",
    "extend_from_within",
    "swap_with_slice",
    "make_contiguous",
    "extend_one",
    "pop_first",
    "pop_last",
    "append_all",
    "rsplit_mut",
    "array_chunks_mut",
    "take_if",
    "zip_mut",
    "advance_by",
    "borrow_mut",
    "set",
    "rchunks_mut",
    "split_mut",
    "pop_if",
    "push_within_capacity",
    "leak",
    "hash",
];
/// Methods that have the result's value, or its type, in common with the receiver.
const OF_SAME_TYPE: [&str; 22] = [
    "clone",
    "copied",
    "cloned",
    "min",
    "max",
    "clamp",
    "abs",
    "to_owned",
    "pow",
    "rem_euclid",
    "saturating_sub",
    "saturating_add",
    "saturating_mul",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "ok",
    "map_err",
    "ok_or",
    "ok_or_else",
    "or",
    "or_else",
];
/// Methods that have the value inside the receiver.
const OF_INSIDE: [&str; 6] =
    ["unwrap", "expect", "unwrap_or", "unwrap_or_default", "unwrap_or_else", "unwrap_unchecked"];

impl<'p> Machine<'p, '_> {
    pub fn method(&mut self, whole: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        let Kind::Method { receiver, name, types, args, candidates } = &*whole.kind else {
            return gap("a method");
        };
        let inside = hint.filter(|_| OF_INSIDE.contains(&&**name));
        let inside = inside.map(|hint| Shape::Named("Option".to_owned(), vec![hint.clone()]));
        let same = hint.filter(|_| OF_SAME_TYPE.contains(&&**name));
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
        match self.builtin(call) {
            Err(Flow::Gap(why)) => {
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

    fn builtin(&mut self, mut call: Call<'p, '_>) -> Eval<'p> {
        if let Some(value) = self.of_everything(&mut call)? {
            return Ok(value);
        }
        match &call.value {
            Val::Int(term, ty) => {
                let (term, ty) = (*term, *ty);
                self.integer_method(&call, term, ty)
            }
            Val::Float(term, ty) => {
                let (term, ty) = (*term, *ty);
                self.float_method(&call, term, ty)
            }
            Val::Char(term) => {
                let term = *term;
                self.char_method(&call, term)
            }
            Val::Bool(term) => {
                let term = *term;
                self.bool_method(&call, term)
            }
            Val::Data(data) => {
                let data = data.clone();
                match &**data.path() {
                    "Option" => self.option_method(&call, &data),
                    "Result" => self.result_method(&call, &data),
                    "Ordering" => self.ordering_method(&call, &data),
                    "NonZero" | "Wrapping" | "Reverse" => self.wrapper_method(&call, &data),
                    "Duration" => self.duration_method(&call, &data),
                    "Entry" => self.entry_method(&call, &data),
                    _ => self.derived_method(&call, &data),
                }
            }
            Val::Seq(seq) if seq.kind == SeqKind::Text => {
                let seq = seq.clone();
                self.text_method(&call, &seq)
            }
            Val::Seq(seq) => {
                let seq = seq.clone();
                self.sequence_method(&call, &seq)
            }
            Val::Map(map) => {
                let map = map.clone();
                self.map_method(&call, &map)
            }
            Val::Range(span) => {
                let span = span.clone();
                self.range_method(call, &span)
            }
            Val::Iter(_) => self.iterator_method(call),
            Val::Closure(_) | Val::Function(_) if call.name == "clone" => Ok(call.value),
            Val::Unknown => gap(format!("`{}` of something unknown", call.name)),
            _ => call.unknown(),
        }
    }

    /// Methods that everything has.
    fn of_everything(&mut self, call: &mut Call<'p, '_>) -> Eval<'p, Option<Val<'p>>> {
        let is_iter = matches!(call.value, Val::Iter(_) | Val::Range(_));
        let value = call.value.clone();
        if matches!(value, Val::Unknown) {
            return Ok(None);
        }
        Ok(Some(match (call.name, call.args.as_slice()) {
            (
                "clone" | "to_owned" | "borrow" | "as_ref" | "into_boxed_slice" | "into_boxed_str"
                | "as_deref" | "to_vec" | "as_slice" | "into_vec" | "by_value" | "borrow_mut"
                | "as_mut_slice",
                [],
            ) if !(is_iter || matches!(call.name, "as_mut_slice" | "borrow_mut") && call.place.is_some()) => {
                value
            }
            ("as_mut_slice" | "borrow_mut", []) => Val::Mut(call.at()?),
            ("as_mut", []) if !matches!(value, Val::Data(_)) => Val::Mut(call.at()?),
            ("eq", [other]) if !is_iter => Val::Bool(self.equal(&value, other)?),
            ("ne", [other]) if !is_iter => {
                let same = self.equal(&value, other)?;
                Val::Bool(self.not(same))
            }
            ("lt", [other]) if !is_iter => Val::Bool(self.less(&value, other, true)?),
            ("le", [other]) if !is_iter => Val::Bool(self.less(&value, other, false)?),
            ("gt", [other]) if !is_iter => Val::Bool(self.less(other, &value, true)?),
            ("ge", [other]) if !is_iter => Val::Bool(self.less(other, &value, false)?),
            ("cmp", [other]) if !is_iter => {
                let tag = self.ordering(&value, other)?;
                self.open_ordering(tag)
            }
            ("partial_cmp", [other]) if !is_iter => self.partial_ordering(&value, other)?,
            ("min" | "max", [other]) if !is_iter && !matches!(value, Val::Float(..)) => {
                let other = self.shape(other.clone())?;
                self.extreme(value, other, call.name == "max")?
            }
            ("clamp", [low, high]) if !matches!(value, Val::Float(..)) => {
                let (low, high) = (self.shape(low.clone())?, self.shape(high.clone())?);
                let ordered = self.less(&low, &high, false)?;
                self.require(ordered)?;
                let value = self.extreme(value, low, true)?;
                self.extreme(value, high, false)?
            }
            ("into" | "try_into", []) => {
                let Some(shape) = call.types.first().or(call.hint).cloned() else { return Ok(None) };
                self.converted(value, &shape, call.name == "try_into")?
            }
            ("to_string", []) => match &value {
                Val::Seq(seq) if seq.kind == SeqKind::Text => value,
                Val::Data(_) | Val::Int(..) | Val::Float(..) | Val::Char(_) | Val::Bool(_) => {
                    let written = super::value::Written::Value(value, String::new());
                    self.text_of(vec![written])?
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        }))
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

/// Whether a method of the standard library may change what it is called on.
pub(super) fn is_changing(name: &str) -> bool {
    CHANGING.contains(&name) || ADVANCING.contains(&name)
}
