//! Instances of the families: every way to put a subject, its siblings, parameters and variables into a statement that has
//! types.

use std::collections::HashSet;

use super::families::{FAMILIES, Family};
use super::holes::{Arrangement, Holes, arrangements};
use super::placements::{Slot, placements};
use super::syntax::{name, parts};
use crate::search::Shape;
use morph_relation::{Calls, Expr, Op, Relation, Scope, Signature, Tolerance, Type, Value, show_literal};

/// What instances are made for.
pub struct Context<'a> {
    /// The subject.
    pub subject: &'a Signature,
    /// Other functions that can be called.
    pub siblings: &'a [Signature],
    /// Constants of the subject, the most frequent first.
    pub constants: &'a [Value],
}

/// A statement about a subject that may be a law.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its family.
    pub family: &'static Family,
    /// The relation; floats are compared exactly.
    pub relation: Relation,
    /// What its test is called after the function.
    pub said: String,
    /// The places of the subject's parameters that are named.
    pub places: Vec<usize>,
    /// The parameters and siblings that fill the holes: where one family implies another, these are the same.
    pub filled: String,
}

impl Instance {
    /// What it is an instance of; `guarded` where it holds under a condition of its own.
    pub fn shape(&self, guarded: bool) -> Shape {
        let rank = FAMILIES.iter().position(|family| std::ptr::eq(family, self.family));
        Shape {
            family: self.family.name,
            rank: rank.unwrap_or(FAMILIES.len()),
            said: self.said.clone(),
            guarded,
        }
    }
}

/// What the functions are called while a statement is read.
const ALIASES: [&str; 3] = ["subject__", "sibling__", "other_sibling__"];
/// Constants of the code that are tried as periods.
const CONSTANTS: usize = 12;
/// With more siblings, no two of them are put into one statement, nor one with a constant.
const PAIRED: usize = 12;

/// All instances for a subject, in the order of the families.
pub fn instances(context: &Context<'_>) -> Vec<Instance> {
    let mut all: Vec<Instance> = Vec::new();
    let mut seen: HashSet<(Vec<Type>, String)> = HashSet::new();
    for family in FAMILIES {
        let Ok(holes) = Holes::of(family) else { continue };
        for instance in of_family(context, family, &holes) {
            let relation = &instance.relation;
            let types = relation.given.iter().map(|(_, ty)| ty.clone()).collect();
            if seen
                .insert((types, format!("{:?} {:?} {:?}", relation.when, relation.followups, relation.then)))
            {
                all.push(instance);
            }
        }
    }
    all
}

fn of_family(context: &Context<'_>, family: &'static Family, holes: &Holes) -> Vec<Instance> {
    let has_others = |function: &Signature| function.arguments().len() > holes.letters.len();
    if family.alone && has_others(context.subject) {
        return Vec::new();
    }
    let siblings: Vec<Vec<&Signature>> = match holes.siblings {
        0 => vec![Vec::new()],
        _ if context.siblings.len() > PAIRED && (holes.siblings > 1 || holes.constant) => Vec::new(),
        1 => context.siblings.iter().filter(|g| !family.alone || !has_others(g)).map(|g| vec![g]).collect(),
        _ => {
            let all = || context.siblings.iter();
            all()
                .flat_map(|g| all().map(move |h| vec![g, h]))
                .filter(|pair| pair[0].path != pair[1].path)
                .collect()
        }
    };
    let constants: Vec<Option<syn::Expr>> = match holes.constant {
        false => vec![None],
        true => constants(context).into_iter().map(Some).collect(),
    };
    let mut all = Vec::new();
    for arrangement in arrangements(context.subject, holes, family.symmetric) {
        for siblings in &siblings {
            for constant in &constants {
                let filling =
                    Filling { context, family, holes, arrangement: &arrangement, siblings, constant };
                all.extend(filling.instances());
            }
        }
    }
    all
}

/// Numbers that may be periods: those of the code, and, between floats, parts of a circle.
fn constants(context: &Context<'_>) -> Vec<syn::Expr> {
    let is_telling = |value: &&Value| match value {
        Value::Int(n) => n.unsigned_abs() > 2,
        other => other.as_float().is_some_and(|x| x.is_finite() && x != 0.0 && x != 1.0),
    };
    let mut texts: Vec<String> = vec!["1".to_owned()];
    texts.extend(context.constants.iter().filter(is_telling).take(CONSTANTS).map(show_literal));
    if context.subject.arguments().iter().any(|(_, ty)| ty.has_float()) {
        texts.extend(["FRAC_PI_2", "PI", "TAU", "180.0", "360.0"].map(str::to_owned));
    }
    texts.iter().filter_map(|text| syn::parse_str(text).ok()).collect()
}

/// The holes of a family with what fills them.
struct Filling<'a> {
    context: &'a Context<'a>,
    family: &'static Family,
    holes: &'a Holes,
    arrangement: &'a Arrangement,
    siblings: &'a [&'a Signature],
    constant: &'a Option<syn::Expr>,
}

impl Filling<'_> {
    /// The statement for each way to place arguments in siblings' parameters.
    fn instances(&self) -> Vec<Instance> {
        let subject = self.context.subject;
        let Some(given) = self.given() else { return Vec::new() };
        let mut ways: Vec<Vec<Vec<Slot>>> = vec![Vec::new()];
        for (sibling, arity) in self.siblings.iter().zip(&self.holes.arities) {
            let places = placements(subject, sibling, *arity, &self.arrangement.places);
            ways = ways
                .iter()
                .flat_map(|way| {
                    places.iter().map(|place| [way.as_slice(), std::slice::from_ref(place)].concat())
                })
                .collect();
        }
        ways.into_iter().filter_map(|way| self.instance(&given, &way)).collect()
    }

    /// The types and names of the variables.
    fn given(&self) -> Option<Vec<(String, Type)>> {
        let subject = self.context.subject;
        let mut preferred = self.family.names.iter().copied();
        let mut given: Vec<(String, Type)> = Vec::new();
        for variable in &self.holes.variables {
            let place = self.arrangement.place(variable.like)?;
            let ty = &subject.arguments()[place].1;
            let ty = match ty {
                Type::Mut(inner) => inner.owned(),
                ty => ty.clone(),
            };
            let ty = if variable.of_items { ty.owned().item()?.clone() } else { ty };
            let taken: Vec<&str> =
                subject.params.iter().chain(&given).map(|(name, _)| name.as_str()).collect();
            let name = preferred.next().unwrap_or("~");
            given.push((free_name(name, self.family.names, &taken), ty));
        }
        Some(given)
    }

    fn instance(&self, given: &[(String, Type)], way: &[Vec<Slot>]) -> Option<Instance> {
        let subject = self.context.subject.with_given(given);
        let called: Vec<&Signature> =
            std::iter::once(self.context.subject).chain(self.siblings.iter().copied()).collect();
        let wraps = |signature: &Signature| matches!(signature.ret, Type::Option(_) | Type::Result(..));
        let lookup = |name: &str| {
            let number = ALIASES.iter().position(|alias| *alias == name)?;
            called.get(number).map(|function| (*function).clone())
        };
        // Outcomes as they are; where that has no types, those that are wrapped are unwrapped.
        for floats in [false, true] {
            for unwrapped in 0..1_u8 << called.len() {
                if called.iter().enumerate().any(|(i, f)| unwrapped >> i & 1 == 1 && !wraps(f)) {
                    continue;
                }
                let fill = Fill { filling: self, given, way, unwrapped, floats };
                let mut statement = self.holes.law.clone();
                fill.fill(&mut statement);
                let mut calls = Calls::new(&subject, &lookup, Vec::new()).ok()?;
                let Ok(then) = calls.condition(&statement) else { continue };
                let when = match &self.holes.when {
                    None => Expr::yes(),
                    Some(when) => {
                        let mut when = when.clone();
                        fill.fill(&mut when);
                        let scope = Scope { params: subject.params.clone(), outs: Vec::new(), item: None };
                        let read = Calls::new(&subject, &lookup, Vec::new()).ok()?.condition(&when).ok();
                        match read.filter(|when| scope.type_of(when) == Some(Type::Bool)) {
                            Some(when) => when,
                            None => continue,
                        }
                    }
                };
                let relation = Relation {
                    given: given.to_vec(),
                    when,
                    followups: calls.followups,
                    then,
                    tolerance: Tolerance::Exact,
                };
                return (says_something(&relation)
                    && !is_given(&relation, &self.context.subject.ret)
                    && orders_numbers(&relation, &calls.scope))
                .then(|| Instance {
                    family: self.family,
                    relation,
                    said: self.said(),
                    places: self.arrangement.places.clone(),
                    filled: self.filled(),
                });
            }
        }
        None
    }

    /// The test's name after the function's.
    fn said(&self) -> String {
        let mut said = self.family.said.to_owned();
        let subject = self.context.subject;
        let plain = |name: &str| name.trim_start_matches("r#").trim_matches('_').to_owned();
        for (letter, place) in self.holes.letters.iter().zip(&self.arrangement.places) {
            said = said.replace(&format!("{{{letter}}}"), &plain(&subject.params[*place].0));
        }
        let named = self.arrangement.places.len();
        if self.family.symmetric && named == 2 && subject.arguments().len() > 2 && !said.contains("{x}") {
            let [a, b] = [0, 1].map(|i| plain(&subject.params[self.arrangement.places[i]].0));
            said = format!("{said}_in_{a}_and_{b}");
        }
        said = said.replace("{f}", &subject.title());
        for (hole, sibling) in ["{g}", "{h}"].iter().zip(self.siblings) {
            said = said.replace(hole, &plain(sibling.name()));
        }
        if let Some(constant) = self.constant {
            let text = constant_name(constant);
            said = said.replace('C', &text);
        }
        said
    }

    fn filled(&self) -> String {
        let siblings: Vec<&str> = self.siblings.iter().map(|g| g.path.as_str()).collect();
        format!("{:?} {}", self.arrangement.places, siblings.join(" "))
    }
}

/// A constant in a name.
fn constant_name(constant: &syn::Expr) -> String {
    match constant {
        syn::Expr::Lit(lit) => match &lit.lit {
            syn::Lit::Int(n) => n.to_string(),
            syn::Lit::Float(x) => x.to_string().trim_end_matches(".0").replace('.', "_"),
            _ => String::new(),
        },
        syn::Expr::Path(path) => {
            path.path.segments.last().map_or_else(String::new, |last| last.ident.to_string().to_lowercase())
        }
        syn::Expr::Unary(minus) => format!("minus_{}", constant_name(&minus.expr)),
        _ => String::new(),
    }
}

/// Not where both sides are the same, or no outcome is spoken of.
fn says_something(relation: &Relation) -> bool {
    let same = matches!(&relation.then, Expr::Apply(_, sides) if sides.len() == 2 && sides[0] == sides[1]);
    !same && relation.then.mentions_outcome()
}

/// What is unsigned is never negative.
fn is_given(relation: &Relation, outcome: &Type) -> bool {
    let number = match outcome {
        Type::Option(inner) | Type::Result(inner, _) => inner,
        outcome => outcome,
    };
    let zero = |expr: &Expr| *expr == Expr::int(0);
    matches!(&relation.then, Expr::Apply(Op::Ge, sides) if zero(&sides[1]))
        && matches!(number, Type::Int(int) if !int.signed())
}

/// Not where texts or sequences are ordered: that order seldom means anything.
fn orders_numbers(relation: &Relation, scope: &Scope) -> bool {
    match &relation.then {
        Expr::Apply(Op::Lt | Op::Le | Op::Gt | Op::Ge, sides) => {
            matches!(scope.type_of(&sides[0]), Some(Type::Int(_) | Type::Float(_)))
        }
        _ => true,
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

/// Puts everything into a statement.
struct Fill<'a> {
    filling: &'a Filling<'a>,
    given: &'a [(String, Type)],
    way: &'a [Vec<Slot>],
    /// Whose outcomes are unwrapped, as bits.
    unwrapped: u8,
    /// Whether integers stand for floats.
    floats: bool,
}

impl Fill<'_> {
    fn parse(text: &str) -> Option<syn::Expr> {
        syn::parse_str(text).ok()
    }

    /// What stands for a name of the statement.
    fn named(&self, name: &str) -> Option<syn::Expr> {
        let subject = self.filling.context.subject;
        let letter = name.chars().next().filter(|_| name.len() == 1);
        if let Some(place) = letter.and_then(|letter| self.filling.arrangement.place(letter)) {
            return Self::parse(&subject.params[place].0);
        }
        if name == "C" {
            return self.filling.constant.clone();
        }
        let at = self.filling.holes.variables.iter().position(|variable| variable.name == name)?;
        Self::parse(&self.given[at].0)
    }

    /// Replaces names, calls and numbers.
    fn fill(&self, expr: &mut syn::Expr) {
        parts(expr).into_iter().for_each(|part| self.fill(part));
        let replaced = match expr {
            syn::Expr::Path(_) => name(expr).and_then(|name| self.named(&name)),
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Int(n) if self.floats => Self::parse(&format!("{n}.0")),
                _ => None,
            },
            syn::Expr::Call(call) => {
                let hole = name(&call.func);
                let number = ["f", "g", "h"].iter().position(|known| hole.as_deref() == Some(known));
                number.and_then(|number| self.call(number, call.args.iter().cloned().collect()))
            }
            _ => None,
        };
        if let Some(replaced) = replaced {
            *expr = replaced;
        }
    }

    /// A call with the arguments in their places, and the others as the subject has them.
    fn call(&self, number: usize, args: Vec<syn::Expr>) -> Option<syn::Expr> {
        let subject = self.filling.context.subject;
        let own = |place: usize| Self::parse(&subject.params[place].0);
        let full: Vec<syn::Expr> = match number {
            0 => {
                let places = &self.filling.arrangement.places;
                let at = |place: usize| places.iter().position(|known| *known == place);
                (0..subject.arguments().len())
                    .map(|place| match at(place) {
                        Some(i) => args.get(i).cloned(),
                        None => own(place),
                    })
                    .collect::<Option<_>>()?
            }
            n => self.way[n - 1]
                .iter()
                .map(|slot| match slot {
                    Slot::Argument(i) => args.get(*i).cloned(),
                    Slot::Own(place) => own(*place),
                })
                .collect::<Option<_>>()?,
        };
        // Paths of methods of implementations are no Rust.
        let function: syn::Expr = Self::parse(ALIASES[number])?;
        Some(if self.unwrapped >> number & 1 == 1 {
            syn::parse_quote!(#function(#(#full),*).unwrap())
        } else {
            syn::parse_quote!(#function(#(#full),*))
        })
    }
}

#[cfg(test)]
mod tests;
