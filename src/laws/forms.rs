//! The relations that a family's statement becomes once its holes are filled.

use super::fill::Fill;
use super::filling::{ALIASES, Filling, Given, VIEWS};
use super::holes::{Like, Variable};
use super::instance::Instance;
use super::learned::PARTS;
use super::placements::{Slot, placements};
use super::views::{View, field_name};
use super::worth::{is_worth_saying, orders_numbers};
use morph_relation::{Calls, Expr, Relation, Scope, Signature, Tolerance, Type};

/// What parts of tuples are called.
const ORDINALS: [&str; PARTS] = ["first", "second", "third", "fourth"];

/// A function and a sibling.
const FEW: usize = 2;

impl Filling<'_> {
    /// The statement for each way to place arguments in siblings' parameters.
    pub fn instances(&self) -> Vec<Instance> {
        let subject = self.context.subject;
        let Some(given) = self.given() else { return Vec::new() };
        let mut ways: Vec<Vec<Vec<Slot>>> = vec![Vec::new()];
        let named: Vec<usize> = self.arrangement.places();
        for (sibling, arity) in self.siblings.iter().zip(&self.holes.arities) {
            let places = placements(subject, sibling, *arity, &named, self.family.in_every_mode);
            ways = ways
                .iter()
                .flat_map(|way| {
                    places.iter().map(|place| [way.as_slice(), std::slice::from_ref(place)].concat())
                })
                .collect();
        }
        let instance = |way: Vec<Vec<Slot>>| {
            let forms = self.forms(&self.with_modes(&given, &way)?, &way);
            let mut siblings: Vec<String> =
                self.siblings.iter().map(|sibling| sibling.path.clone()).collect();
            for path in forms.first()?.called() {
                if path != subject.path && !siblings.iter().any(|known| known == path) {
                    siblings.push(path.to_owned());
                }
            }
            let (said, places) = (self.said(), named.clone());
            let of_part = matches!(self.context.seen_by, Some(View::Part(..)));
            Some(Instance { family: self.family, forms, said, places, siblings, of_part })
        };
        ways.into_iter().filter_map(instance).collect()
    }

    /// The variables with those for parameters that siblings alone have; `None` where a name would mean two things.
    fn with_modes(&self, given: &Given, way: &[Vec<Slot>]) -> Option<Given> {
        let mut all = given.clone();
        for (sibling, slots) in self.siblings.iter().zip(way) {
            for slot in slots {
                let Slot::Free(place) = slot else { continue };
                let (name, ty) = &sibling.arguments()[*place];
                if all.iter().flatten().any(|(known, _)| known == name) {
                    return None;
                }
                all.push(vec![(name.clone(), ty.owned())]);
            }
        }
        Some(all)
    }

    /// The types and names of the variables.
    fn given(&self) -> Option<Given> {
        let subject = self.context.subject;
        let mut preferred = self.family.names.iter().copied();
        let mut given: Given = Vec::new();
        for variable in &self.holes.variables {
            let part = match variable.like {
                Like::Part(number) => Some(self.holes.parts.get(number)?),
                _ => None,
            };
            let field = part.map(|(name, _)| name.as_str()).filter(|name| !name.is_empty());
            let next = field.or_else(|| preferred.next()).unwrap_or("~");
            let owned = |place: &usize| match &subject.arguments()[*place] {
                (param, Type::Mut(inner)) => (param.as_str(), inner.owned()),
                (param, ty) => (param.as_str(), ty.clone()),
            };
            let alike_types: Option<Vec<(&str, Type)>> = match variable.like {
                Like::Param(letter) => {
                    self.arrangement.group(letter).map(|places| places.iter().map(owned).collect())
                }
                Like::Items(letter) => {
                    let item = |place| {
                        let (param, ty) = owned(place);
                        match ty.erased() {
                            Type::String => Some((param, Type::Char)),
                            _ => Some((param, ty.owned().item()?.clone())),
                        }
                    };
                    self.arrangement.group(letter).and_then(|places| places.iter().map(item).collect())
                }
                Like::Coordinates(letter) => {
                    let coordinate = |place| {
                        let (param, ty) = owned(place);
                        let ty = ty.owned();
                        let parts: Vec<&Type> = match ty.item().unwrap_or(&ty) {
                            Type::Tuple(parts) => parts.iter().collect(),
                            Type::Adt(adt) => adt.fields()?.iter().map(|field| &field.ty).collect(),
                            _ => return None,
                        };
                        let (first, others) = parts.split_first()?;
                        others.iter().all(|other| other == first).then(|| (param, (*first).clone()))
                    };
                    self.arrangement.group(letter).and_then(|places| places.iter().map(coordinate).collect())
                }
                Like::Outcome => Some(vec![("", subject.ret.unwrapped().owned())]),
                Like::Part(_) => part.map(|(_, ty)| vec![("", ty.clone())]),
            };
            let places = alike_types?;
            let mut alike = Vec::new();
            for (param, ty) in &places {
                let known = subject.params.iter().chain(given.iter().flatten()).chain(&alike);
                let taken: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
                let name = match places.len() {
                    1 => free_name(next, self.family.names, &taken),
                    _ => numbered(param, &taken),
                };
                alike.push((name, ty.clone()));
            }
            given.push(alike);
        }
        Some(given)
    }

    /// The statement as relations, the one that says most first.
    fn forms(&self, given: &Given, way: &[Vec<Slot>]) -> Vec<Relation> {
        let called: Vec<&Signature> =
            std::iter::once(self.context.subject).chain(self.siblings.iter().copied()).collect();
        let wraps = |signature: &Signature| matches!(signature.ret, Type::Option(_) | Type::Result(..));
        let masks = (0..1_u8 << called.len())
            .filter(|mask| called.iter().enumerate().all(|(i, f)| mask >> i & 1 == 0 || wraps(f)));
        let masks: Vec<u8> = masks.collect();
        // What is returned as it is; where that has no types, what a method shows of it.
        let shown = self.ways_to_show(&called).into_iter();
        let forms = shown.map(|shown| self.forms_of(given, way, &called, &masks, shown));
        self.worth_saying(forms.into_iter().find(|forms| !forms.is_empty()).unwrap_or_default())
    }

    /// Outcomes as they are; where that has no types, those that are wrapped are unwrapped, or the other side is wrapped. Of
    /// the functions that `shown` tells, what a method shows.
    fn forms_of(
        &self,
        given: &Given,
        way: &[Vec<Slot>],
        called: &[&Signature],
        masks: &[u8],
        shown: u8,
    ) -> Vec<Relation> {
        let mut forms: Vec<Relation> = Vec::new();
        let kinds: &[bool] = if self.family.of_integers { &[false] } else { &[false, true] };
        for floats in kinds.iter().copied() {
            for unwrapped in masks {
                let fill = Fill { filling: self, given, way, unwrapped: *unwrapped, shown, floats };
                if forms.is_empty()
                    && let Some(wrapped) = fill.wrapped(&self.holes.law)
                {
                    forms.extend(self.read(&wrapped, &fill, given, called));
                }
                let mut plain = self.holes.law.clone();
                fill.fill(&mut plain, 0);
                if let Some(plain) = self.read(&plain, &fill, given, called) {
                    forms.push(plain);
                    forms.extend(self.weaker(&fill, given, called, masks.last().copied().unwrap_or(0)));
                    return forms;
                }
            }
        }
        forms
    }

    /// Of which functions a method shows what they return, as bits: of none, then of those that have one that the statement
    /// does not call itself.
    fn ways_to_show(&self, called: &[&Signature]) -> Vec<u8> {
        let has_one = |i: usize| {
            let view = self.context.views.get(called[i].path.as_str());
            view.is_some_and(|view| {
                view.method().is_none_or(|method| called.iter().all(|other| other.path != method.path))
            })
        };
        let is_wanted = |mask: u8| self.context.seen_by.is_none() || mask & 1 == 1;
        let shows =
            |mask: &u8| is_wanted(*mask) && (0..called.len()).all(|i| mask >> i & 1 == 0 || has_one(i));
        // With more functions, the way there is a detour.
        let working = called.iter().filter(|function| !function.arguments().is_empty()).count();
        let most = if working > FEW { 1 } else { 1_u8 << called.len() };
        (0..most).filter(shows).collect()
    }

    /// An equation of options or results, as one of what they wrap.
    fn weaker(&self, fill: &Fill<'_>, given: &Given, called: &[&Signature], all: u8) -> Option<Relation> {
        let fill = Fill { unwrapped: all, ..*fill };
        let mut statement = self.holes.law.clone();
        fill.fill(&mut statement, 0);
        let equates = matches!(&statement, syn::Expr::Binary(sides) if matches!(sides.op, syn::BinOp::Eq(_)));
        // Beside a constant, what is left of the cases may be a coincidence.
        (all != 0 && equates && self.constants.is_empty())
            .then(|| self.read(&statement, &fill, given, called))
            .flatten()
    }

    /// A statement whose holes are filled, if it has types.
    fn read(
        &self,
        statement: &syn::Expr,
        fill: &Fill<'_>,
        given: &Given,
        called: &[&Signature],
    ) -> Option<Relation> {
        let given: Vec<(String, Type)> = given.concat();
        let subject = self.context.subject.with_given(&given);
        let lookup = |name: &str| {
            let place = |names: &[&str]| names.iter().position(|known| *known == name);
            let function = |number: usize| called.get(number).copied();
            let shown = |number: usize| self.context.views.get(function(number)?.path.as_str())?.method();
            place(&ALIASES).and_then(function).or_else(|| place(&VIEWS).and_then(shown)).cloned()
        };
        let mut calls = Calls::new(&subject, &lookup, Vec::new()).ok()?;
        let then = calls.condition(statement).ok()?;
        let when = match &self.holes.when {
            None => Expr::yes(),
            Some(when) => {
                let mut when = when.clone();
                fill.fill(&mut when, 0);
                let scope = Scope { params: subject.params.clone(), outs: Vec::new(), item: None };
                let read = Calls::new(&subject, &lookup, Vec::new()).ok()?.condition(&when).ok();
                read.filter(|when| scope.type_of(when) == Some(Type::Bool))?
            }
        };
        let relation =
            Relation { given, when, followups: calls.followups, then, tolerance: Tolerance::Exact };
        let subject = self.context.subject;
        let changes = subject.arguments().iter().any(|(_, ty)| ty.changed().is_some());
        let of_any_order = self.family.of_any_order && !changes;
        orders_numbers(&relation, &calls.scope, of_any_order).then_some(relation)
    }

    fn worth_saying(&self, mut forms: Vec<Relation>) -> Vec<Relation> {
        let subject = self.context.subject;
        forms.retain(|form| is_worth_saying(form, subject));
        forms
    }

    /// The names of the parts of what is returned that variables stand for.
    fn parts_read(&self) -> String {
        let part = |variable: &Variable| match variable.like {
            Like::Part(number) => self.holes.parts.get(number).map(|(name, _)| plain(name)),
            _ => None,
        };
        let names: Vec<String> = self.holes.variables.iter().filter_map(part).collect();
        match (names.is_empty(), names.iter().any(String::is_empty)) {
            (true, _) => "its_form".to_owned(),
            (_, true) => "its_parts".to_owned(),
            _ => listed(&names),
        }
    }

    /// The test's name after the function's.
    fn said(&self) -> String {
        let mut said = self.holes.said.clone().unwrap_or_else(|| self.family.said.to_owned());
        let subject = self.context.subject;
        let name = |letter: char| {
            let first = self.arrangement.group(letter).and_then(|group| group.first().copied());
            first.map_or_else(String::new, |place| plain(&subject.params[place].0))
        };
        for letter in &self.holes.letters {
            said = said.replace(&format!("{{{letter}}}"), &name(*letter));
        }
        let named = self.arrangement.places().len();
        if self.family.symmetric
            && self.holes.letters.len() == 2
            && subject.arguments().len() > named
            && !said.contains(&name('x'))
        {
            said = format!("{said}_in_{}_and_{}", name('x'), name('y'));
        }
        // Several parameters may have the period.
        let ty = |place: usize| &subject.params[place].1;
        let first = self.arrangement.places().first().copied();
        let alike = first
            .map_or(0, |first| subject.arguments().iter().filter(|(_, other)| other == ty(first)).count());
        if self.holes.constants.len() == 1
            && self.holes.letters.len() == 1
            && alike > 1
            && !said.contains(&name('x'))
        {
            said = format!("{said}_in_{}", name('x'));
        }
        // Before the names of functions, which may have capitals, too.
        for (hole, constant) in self.holes.constants.iter().zip(self.constants) {
            said = said.replace(hole.name(), &constant_name(constant));
        }
        for number in 0..PARTS {
            let mut functions = std::iter::once(subject).chain(self.siblings.iter().copied());
            let name = functions.find_map(|function| field(function, number));
            said = said.replace(&format!("{{{number}}}"), &name.unwrap_or_else(|| ordinal(number)));
        }
        said = said.replace("{f}", &subject.title()).replace("{parts}", &self.parts_read());
        for (hole, sibling) in ["{g}", "{h}"].iter().zip(self.siblings) {
            let own = plain(&sibling.words());
            let name = match sibling.module_beside(subject) {
                Some(module) => format!("{}_{own}", plain(module)),
                None => own,
            };
            said = said.replace(hole, &name);
        }
        match self.context.seen_by {
            Some(View::Method(method)) => format!("{said}_by_{}", plain(&method.words())),
            Some(View::Part(of, number)) => {
                format!("{said}_in_its_{}", field(of, number).unwrap_or_else(|| ordinal(number)))
            }
            None => said,
        }
    }
}

/// Names in a list: `major_minor_and_patch`.
fn listed(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{}_and_{last}", first.join("_")),
        names => names.concat(),
    }
}

/// A name without what is around it.
fn plain(name: &str) -> String {
    name.trim_start_matches("r#").trim_matches('_').to_owned()
}

/// The name of a field of the struct that a function returns; that of a tuple has none.
fn field(of: &Signature, number: usize) -> Option<String> {
    let name = field_name(of, number)?;
    (!name.starts_with(|c: char| c.is_ascii_digit())).then(|| plain(&name))
}

/// A part of a tuple in a name.
fn ordinal(number: usize) -> String {
    ORDINALS.get(number).map_or_else(String::new, |ordinal| format!("{ordinal}_part"))
}

/// A constant in a name.
fn constant_name(constant: &syn::Expr) -> String {
    match constant {
        syn::Expr::Lit(lit) => match &lit.lit {
            syn::Lit::Int(n) => n.to_string(),
            syn::Lit::Float(x) => {
                x.to_string().trim_end_matches(".0").replace('.', "_").replace('-', "_minus_")
            }
            syn::Lit::Char(c) => character_name(c.value()),
            syn::Lit::Str(text) => text.value().chars().map(character_name).collect::<Vec<_>>().join("_"),
            _ => String::new(),
        },
        syn::Expr::Path(path) => {
            path.path.segments.last().map_or_else(String::new, |last| last.ident.to_string().to_lowercase())
        }
        syn::Expr::Unary(minus) => format!("minus_{}", constant_name(&minus.expr)),
        _ => String::new(),
    }
}

/// A character of a text in a name.
fn character_name(c: char) -> String {
    match c {
        ' ' => "space".to_owned(),
        '-' => "hyphen".to_owned(),
        '_' => "underscore".to_owned(),
        '.' => "dot".to_owned(),
        ',' => "comma".to_owned(),
        ':' => "colon".to_owned(),
        ';' => "semicolon".to_owned(),
        '/' => "slash".to_owned(),
        '+' => "plus".to_owned(),
        '\n' => "line_break".to_owned(),
        c if c.is_ascii_alphanumeric() => c.to_ascii_lowercase().to_string(),
        _ => "sign".to_owned(),
    }
}

/// A name that is not taken: a preferred one, or one of the alphabet. A tilde stands for the letter after the parameters'.
fn free_name(name: &str, others: &[&str], taken: &[&str]) -> String {
    let letters: Vec<char> = taken.iter().filter_map(|name| name.parse::<char>().ok()).collect();
    let next = letters.iter().max().and_then(|last| char::from_u32(*last as u32 + 1));
    let next = next.filter(|c| c.is_ascii_lowercase() && letters.len() == taken.len()).map(|c| c.to_string());
    let first = if name == "~" { next.unwrap_or_else(|| "other".to_owned()) } else { name.to_owned() };
    let more = others.iter().filter(|name| **name != "~").map(|name| (*name).to_owned());
    let rest = ["k", "m", "c", "d", "t", "another", "further", "extra"].map(str::to_owned);
    let found = std::iter::once(first).chain(more).chain(rest).find(|name| !taken.contains(&name.as_str()));
    found.unwrap_or_else(|| format!("variable{}", taken.len()))
}

/// The name of a parameter with the next number that is not taken: `latitude3`.
fn numbered(param: &str, taken: &[&str]) -> String {
    let stem = param.trim_start_matches("r#").trim_end_matches(|c: char| c.is_ascii_digit());
    let free = (3..).map(|number| format!("{stem}{number}")).find(|name| !taken.contains(&name.as_str()));
    free.unwrap_or_else(|| stem.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_parts_of_names() {
        let name = |text: &str| constant_name(&syn::parse_str(text).unwrap());
        assert_eq!(name("400"), "400");
        assert_eq!(name("-1.5"), "minus_1_5");
        assert_eq!(name("1e-10"), "1e_minus_10");
        assert_eq!(name("FRAC_PI_2"), "frac_pi_2");
        assert_eq!(name("\", \""), "comma_space");
    }
}
