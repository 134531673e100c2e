//! The choice over all functions of a run: a law that follows from laws of other functions is not written, nor what is said of
//! a function that does the same as another one.

use std::collections::{BTreeMap, BTreeSet};

use super::grade::Grade;
use super::test_sources::Kept;
use crate::laws::{ROUND_TRIP, families};
use crate::search::weight;
use morph_relation::{Expr, Op, Relation, Signature, Stated, Type, follows_from};

/// A function with its relations.
pub struct OfFunction<'a> {
    /// The function.
    pub subject: Signature,
    /// Whether users of the crate can call it.
    pub public: bool,
    /// Its relations.
    pub kept: &'a [Kept],
    /// The functions that it calls, directly or not.
    pub calls: &'a BTreeSet<String>,
}

/// A relation is held against at most so many others, the best known.
const CONSIDERED: usize = 40;
/// How often the functions that a relation is about lead on to those that these are defined by.
const STEPS: usize = 2;

/// Which laws are not needed: a function's place, and the law's among those of the function.
///
/// Of two functions that do the same, what else is known is said of one, be it found of both or not. Of laws that follow from
/// each other, the one that reads better stays: first what says a function by another one or undoes it, then what says it by
/// several, then the better-known law.
pub fn redundant_together(functions: &[OfFunction<'_>]) -> BTreeSet<(usize, usize)> {
    let (all, twins) = laws(functions);
    let signatures: BTreeMap<&str, &Signature> =
        functions.iter().map(|of| (of.subject.path.as_str(), &of.subject)).collect();
    let yields = |law: &Law<'_>| {
        law.twin.is_none()
            && !law.tells_success()
            && (twins.contains(law.stated.subject.path.as_str()) || law.is_said_of_whole(&all))
    };
    let mut kept: Vec<bool> = all.iter().map(|law| !law.may_go || !yields(law)).collect();
    // By function: the laws that are about it.
    let mut touching: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, law) in all.iter().enumerate() {
        law.about.iter().for_each(|path| touching.entry(path).or_default().push(i));
    }
    for i in (0..all.len()).rev() {
        if all[i].may_go && kept[i] && !all[i].stands_beside(&all) {
            kept[i] = false;
            // A detour is no reason to leave out what leads straight there and back.
            let counts = |j: &usize| kept[*j] && (!all[i].leads || all[*j].leads);
            let about = |path: &str| {
                let laws = touching.get(path).into_iter().flatten();
                laws.filter(|j| counts(j)).map(|j| (*j, &all[*j])).collect::<Vec<_>>()
            };
            let follows = all[i].follows(&about, &signatures);
            kept[i] = !follows;
        }
    }
    all.iter().zip(kept).filter(|(_, kept)| !kept).map(|(law, _)| law.place).collect()
}

/// A law of a function.
struct Law<'a> {
    place: (usize, usize),
    stated: Stated<'a>,
    /// The functions that it is about.
    about: BTreeSet<&'a str>,
    /// Whether it says what its function returns by calls of others.
    defines: bool,
    /// Whether it says what undoes its function, or says the same by one call of another one.
    leads: bool,
    /// The function that does the same, if it says that.
    twin: Option<&'a str>,
    /// The function of whose outcome its own function returns a part, if it says that.
    whole: Option<&'a str>,
    /// Whether it may be left out.
    may_go: bool,
    /// Whether everyone looks for it.
    textbook: bool,
}

/// All laws, those first that stay first; and the functions that do what another one does, of which that one is to tell.
fn laws<'a>(functions: &'a [OfFunction<'_>]) -> (Vec<Law<'a>>, BTreeSet<&'a str>) {
    let places: BTreeMap<&str, (usize, bool)> =
        families().enumerate().map(|(i, family)| (family.name, (i, family.textbook))).collect();
    let by_path: BTreeMap<&str, &OfFunction<'_>> =
        functions.iter().map(|of| (of.subject.path.as_str(), of)).collect();
    let mut all = Vec::new();
    for (i, of) in functions.iter().enumerate() {
        for (j, kept) in of.kept.iter().enumerate().filter(|(_, kept)| kept.grade == Grade::Law) {
            let relation = &kept.relation;
            let family = kept.family.as_ref().and_then(|family| places.get(family.name.as_str()));
            let defines = defines_by_others(relation);
            // A round trip reads better than what leads through three functions.
            let leads = kept.family.as_ref().is_some_and(|family| family.name == ROUND_TRIP)
                || defines && relation.followups.len() == 1;
            let law = Law {
                place: (i, j),
                leads,
                stated: Stated { relation, subject: &of.subject },
                about: relation.called().chain([of.subject.path.as_str()]).collect(),
                defines,
                twin: twin(relation, of.subject.arguments().len()),
                whole: whole(relation, of.subject.arguments().len()),
                may_go: !kept.is_written(),
                textbook: relation.when.is_yes() && family.is_some_and(|(_, textbook)| *textbook),
            };
            // Where two functions are said to do the same, the one that is to tell nothing else says so.
            let other = law.twin.and_then(|path| by_path.get(path));
            let first = other.is_none_or(|other| of.yields_to(other));
            let known = family.map_or(usize::MAX, |(place, _)| *place);
            // Helpers that no user can call say less.
            let inner = law.about.iter().filter_map(|path| by_path.get(path)).any(|of| !of.public);
            let tier = if leads { 0 } else { 1 + usize::from(!law.defines) };
            all.push(((tier, !first, inner, known, weight(relation)), law));
        }
    }
    let pairs = all.iter().filter_map(|(_, law)| {
        let (of, other) = (by_path[law.stated.subject.path.as_str()], *by_path.get(law.twin?)?);
        Some(if of.yields_to(other) { of } else { other })
    });
    let twins: BTreeSet<&str> = pairs.map(|of| of.subject.path.as_str()).collect();
    // What is said by such a function can be said without it.
    let is_by_twin =
        |law: &Law<'_>| law.twin.is_none() && law.stated.relation.called().any(|path| twins.contains(path));
    for (_, law) in &mut all {
        law.leads &= !is_by_twin(law);
    }
    all.sort_by_key(|(key, law)| (law.may_go, is_by_twin(law), *key, law.place));
    (all.into_iter().map(|(_, law)| law).collect(), twins)
}

impl OfFunction<'_> {
    /// Of two functions that do the same: whether the other one is to tell. That is the one that users can call, or that is
    /// called, or that changes nothing, or that has less around what it returns, or that takes values where the other one takes
    /// references to them, or that belongs to no type of any iterators; or the one that comes first.
    fn yields_to(&self, other: &OfFunction<'_>) -> bool {
        let around = |of: &OfFunction<'_>| {
            let is_wrapped = matches!(of.subject.ret.erased(), Type::Option(_) | Type::Result(..));
            (of.subject.changes_one(), is_wrapped)
        };
        let is_lent = |of: &OfFunction<'_>| {
            let member = of.subject.member.as_ref();
            member.is_some_and(|member| member.shadowed && member.of.starts_with('&'))
        };
        let is_inferred = |of: &OfFunction<'_>| {
            of.subject.member.as_ref().is_some_and(|member| of.subject.owner(member) != member.of)
        };
        let calls = |of: &OfFunction<'_>, called: &OfFunction<'_>| of.calls.contains(&called.subject.path);
        if self.public != other.public {
            return other.public;
        }
        if is_lent(self) != is_lent(other) {
            return is_lent(self);
        }
        if is_inferred(self) != is_inferred(other) {
            return is_inferred(self);
        }
        match (calls(self, other), calls(other, self)) {
            (true, false) => true,
            (false, true) => false,
            _ => (around(self), &self.subject.path) > (around(other), &other.subject.path),
        }
    }
}

/// The other function, where a relation says that it does the same with the same arguments.
fn twin(relation: &Relation, arity: usize) -> Option<&str> {
    compared(relation, arity, &|expr| matches!(expr, Expr::Out(1)))
}

/// The other function, where a relation says that this one returns a part of what that returns for the same arguments.
fn whole(relation: &Relation, arity: usize) -> Option<&str> {
    compared(relation, arity, &|expr| matches!(expr, Expr::Field(of, ..) if *bare(of) == Expr::Out(1)))
}

/// The other function, where a relation says that this one returns for the same arguments what `is_it` says of the other's
/// outcome.
fn compared<'r>(relation: &'r Relation, arity: usize, is_it: &dyn Fn(&Expr) -> bool) -> Option<&'r str> {
    let [followup] = relation.followups.as_slice() else { return None };
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return None };
    let same = followup.args.len() == arity
        && followup.args.iter().enumerate().all(|(i, arg)| *arg == Expr::Param(i));
    let both = [bare(&sides[0]), bare(&sides[1])];
    let says = both.contains(&&Expr::Out(0)) && both.iter().any(|side| is_it(side));
    followup.function.as_deref().filter(|_| same && says && relation.when.is_yes())
}

/// What is wrapped or unwrapped.
fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Apply(Op::Unwrap | Op::Some | Op::Ok, inner) => &inner[0],
        expr => expr,
    }
}

/// Whether a relation says what its function returns, wherever that is called, by calls of other functions.
fn defines_by_others(relation: &Relation) -> bool {
    let own = |expr: &Expr| *bare(expr) == Expr::Out(0);
    let defines = |sides: &[Expr]| {
        sides.iter().any(own) && sides.iter().any(|side| side.mentions_outcome() && !side.mentions_out(0))
    };
    relation.when.is_yes()
        && relation.given.is_empty()
        && relation.asks_others()
        && matches!(&relation.then, Expr::Apply(Op::Eq, sides) if defines(sides))
}

impl Law<'_> {
    /// Whether it stays whatever follows from what: what everyone looks for does, unless one call of another function says
    /// all of its own function.
    fn stands_beside(&self, all: &[Law<'_>]) -> bool {
        let says_all = |law: &&Law<'_>| law.defines && law.leads;
        let own = |law: &&Law<'_>| law.stated.subject.path == self.stated.subject.path;
        self.textbook && !all.iter().filter(own).any(|law| says_all(&law))
    }

    /// Whether it says when its function returns something: one that does the same where it does says nothing of that.
    fn tells_success(&self) -> bool {
        let tells =
            |part: &Expr| matches!(part, Expr::Apply(Op::IsOk | Op::IsSome, of) if of[0] == Expr::Out(0));
        matches!(&self.stated.relation.then, Expr::Apply(Op::Eq, sides) if sides.iter().any(tells))
    }

    /// Whether its function returns a part of what another one returns, of which the same is said.
    fn is_said_of_whole(&self, all: &[Law<'_>]) -> bool {
        let own = self.stated.subject.path.as_str();
        let said_of = |path: &str| {
            all.iter().any(|law| {
                let says = (law.stated.relation.then == self.stated.relation.then)
                    && law.stated.relation.when == self.stated.relation.when
                    && law.stated.relation.followups == self.stated.relation.followups;
                law.stated.subject.path == path && says
            })
        };
        all.iter().filter(|law| law.stated.subject.path == own).filter_map(|law| law.whole).any(said_of)
    }

    /// Whether it follows from others that have to do with its functions; `laws` are the others about a function, with their
    /// places in the order of all.
    fn follows<'l>(
        &'l self,
        laws: &dyn Fn(&str) -> Vec<(usize, &'l Law<'l>)>,
        signatures: &BTreeMap<&str, &Signature>,
    ) -> bool {
        let mut about: BTreeSet<&str> = self.about.clone();
        for _ in 0..STEPS {
            let leading = about.iter().flat_map(|path| laws(path)).filter(|(_, law)| law.defines);
            let more: Vec<&str> = leading.flat_map(|(_, law)| law.about.iter().copied()).collect();
            about.extend(more);
        }
        let near: BTreeMap<usize, &Law<'_>> = about.iter().flat_map(|path| laws(path)).collect();
        let near = near.into_values().filter(|law| law.about.is_subset(&about));
        let from: Vec<Stated<'_>> = near.map(|law| law.stated).take(CONSIDERED).collect();
        let functions: Option<Vec<&Signature>> =
            about.iter().map(|path| signatures.get(path).copied()).collect();
        let Some(functions) = functions else { return false };
        // Laws may stand within other tolerances.
        let loosened = self.stated.relation.loosened();
        let goal = Stated { relation: &loosened, ..self.stated };
        !from.is_empty() && follows_from(goal, &from, &functions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{RelationText, Type};

    fn function(path: &str, ret: Type) -> Signature {
        Signature::new(path, vec![("s".to_owned(), Type::String)], ret)
    }

    fn kept(subject: &Signature, others: &[Signature], followups: &[&str], then: &str, family: &str) -> Kept {
        let text = RelationText::exact(followups, then);
        let lookup = |path: &str| others.iter().find(|other| other.path == path).cloned();
        let relation = Relation::parse(&text, subject, &lookup).expect("a relation");
        Kept::of_family(relation, family)
    }

    #[test]
    fn when_a_function_returns_something_is_told_beside_what_does_the_same_there() {
        let number = Type::Int(morph_relation::IntType::U64);
        let (read, trust) =
            (function("demo::read", Type::Option(Box::new(number.clone()))), function("demo::trust", number));
        let both = [read.clone(), trust.clone()];
        let of_read = [
            kept(&read, &both, &["demo::trust(s)"], "y0.unwrap() == y1", "equivalent"),
            kept(&read, &both, &[], "y0.is_some() == s.is_ascii()", "domain"),
            kept(&read, &both, &["(s.trim(),)"], "y1 == y0", "white space around"),
        ];
        let (read_calls, trust_calls) = (calls(&["demo::read", "demo::trust"]), calls(&["demo::trust"]));
        let all = [
            OfFunction { subject: read, public: true, kept: &of_read, calls: &read_calls },
            OfFunction { subject: trust, public: true, kept: &[], calls: &trust_calls },
        ];
        assert_eq!(redundant_together(&all), BTreeSet::from([(0, 2)]));
    }

    #[test]
    fn of_two_functions_that_do_the_same_one_is_told_of() {
        let (upper, shout) = (function("demo::upper", Type::String), function("demo::shout", Type::String));
        let both = [upper.clone(), shout.clone()];
        let idempotent = |subject| kept(subject, &both, &["(y0,)"], "y1 == y0", "idempotent");
        let of_upper =
            [idempotent(&upper), kept(&upper, &both, &["demo::shout(s)"], "y0 == y1", "equivalent")];
        let of_shout = [
            kept(&shout, &both, &["demo::upper(s)"], "y0 == y1", "equivalent"),
            idempotent(&shout),
            kept(&shout, &both, &[], "y0.len() >= s.len()", "longer"),
        ];
        let (upper_calls, shout_calls) = (calls(&["demo::upper"]), calls(&["demo::shout", "demo::upper"]));
        let all = [
            OfFunction { subject: upper, public: true, kept: &of_upper, calls: &upper_calls },
            OfFunction { subject: shout, public: true, kept: &of_shout, calls: &shout_calls },
        ];
        assert_eq!(redundant_together(&all), BTreeSet::from([(0, 1), (1, 1), (1, 2)]));
        let [mut inner, outer] = all;
        inner.public = false;
        assert_eq!(
            redundant_together(&[inner, outer]),
            BTreeSet::from([(0, 0), (1, 0)]),
            "what users can call is told of"
        );
    }

    #[test]
    fn what_follows_from_laws_of_other_functions_goes() {
        let (upper, is_upper) =
            (function("demo::upper", Type::String), function("demo::is_upper", Type::Bool));
        let both = [upper.clone(), is_upper.clone()];
        let of_upper = [kept(&upper, &both, &["(y0,)"], "y1 == y0", "idempotent")];
        let of_is_upper = [
            kept(&is_upper, &both, &["demo::upper(s)"], "y0 == (y1 == s)", "fixed points"),
            kept(&is_upper, &both, &["demo::upper(s)", "(y1,)"], "y2", "acceptance"),
            kept(&is_upper, &both, &["(s.repeat(2),)"], "y1 == y0", "repetition"),
        ];
        let (upper_calls, is_upper_calls) = (calls(&["demo::upper"]), calls(&["demo::is_upper"]));
        let all = [
            OfFunction { subject: upper, public: true, kept: &of_upper, calls: &upper_calls },
            OfFunction { subject: is_upper, public: true, kept: &of_is_upper, calls: &is_upper_calls },
        ];
        assert_eq!(redundant_together(&all), BTreeSet::from([(1, 1)]));
    }

    #[test]
    fn what_holds_of_equal_outcomes_follows_from_their_equality() {
        let error = Box::new(Type::Opaque("E".to_owned()));
        let list = Type::Result(Box::new(Type::Vec(Box::new(Type::Bool))), error);
        let functions = ["lower", "upper"].map(|name| function(&format!("demo::{name}"), list.clone()));
        let [lower, upper] = &functions;
        let of_upper = |arg: &str, then: &str, family: &str| {
            kept(lower, &functions, &[&format!("demo::upper({arg})")], then, family)
        };
        let laws = [
            vec![
                of_upper("s.to_ascii_lowercase()", "y0 == y1", "of one case"),
                of_upper("s", "y0.unwrap().sorted() == y1.unwrap().sorted()", "up to order"),
                kept(lower, &functions, &["(s.to_ascii_lowercase(),)"], "y1 == y0", "ASCII case"),
            ],
            vec![kept(upper, &functions, &["demo::lower(s)"], "y0 == y1", "equivalent")],
        ];
        assert_eq!(redundant_of(&functions, &laws), BTreeSet::from([(0, 0), (0, 1)]));
    }

    #[test]
    fn what_everyone_looks_for_stays_beside_what_implies_it() {
        let of_two = |name: &str| {
            let params = vec![("a".to_owned(), Type::Bool), ("b".to_owned(), Type::Bool)];
            Signature::new(format!("demo::{name}"), params, Type::Bool)
        };
        let functions = ["both", "also", "same"].map(of_two);
        let [both, also, same] = &functions;
        let commutes = |of: &Signature| kept(of, &functions, &["(b, a)"], "y1 == y0", "commutative");
        let calls_of = |of: &Signature, by: &Signature, args: &str, family: &str| {
            kept(of, &functions, &[&format!("{}({args})", by.path)], "y0 == y1", family)
        };
        let laws = [
            vec![calls_of(both, also, "b, a", "mirrored"), commutes(both)],
            vec![commutes(also)],
            vec![
                kept(
                    same,
                    &functions,
                    &["demo::also(a, b)", "demo::also(b, a)", "demo::both(y1, y2)"],
                    "y0 == y3",
                    "definition by siblings",
                ),
                commutes(same),
            ],
        ];
        assert_eq!(redundant_of(&functions, &laws), BTreeSet::from([(0, 1)]));
    }

    #[test]
    fn round_trips_stay_beside_detours() {
        let names = ["date", "day", "week", "day_of_week", "date_of_week", "week_of_date"];
        let functions = names.map(|name| function(&format!("demo::{name}"), Type::String));
        let [date, day, week, day_of_week, date_of_week, week_of_date] = &functions;
        let round_trip = |of: &Signature, back: &Signature| {
            kept(of, &functions, &[&format!("{}(y0)", back.path)], "y1 == s", "round trip")
        };
        let detour = |of: &Signature, first: &Signature, then: &Signature| {
            let calls = [format!("{}(s)", first.path), format!("{}(y1)", then.path)];
            kept(of, &functions, &[&calls[0], &calls[1]], "y0 == y2", "definition by siblings")
        };
        let laws = [
            vec![round_trip(date, day), detour(date, week, date_of_week)],
            vec![detour(day, week_of_date, day_of_week)],
            vec![round_trip(week, day_of_week)],
            Vec::new(),
            vec![round_trip(date_of_week, week_of_date)],
            Vec::new(),
        ];
        let redundant = redundant_of(&functions, &laws);
        assert!([(0, 0), (2, 0), (4, 0)].iter().all(|place| !redundant.contains(place)), "{redundant:?}");
    }

    /// Of public functions that call no other one.
    fn redundant_of(functions: &[Signature], laws: &[Vec<Kept>]) -> BTreeSet<(usize, usize)> {
        let none = calls(&[]);
        let of = |(subject, kept): (&Signature, _)| OfFunction {
            subject: subject.clone(),
            public: true,
            kept,
            calls: &none,
        };
        let all: Vec<OfFunction<'_>> = functions.iter().zip(laws.iter().map(Vec::as_slice)).map(of).collect();
        redundant_together(&all)
    }

    fn calls(paths: &[&str]) -> BTreeSet<String> {
        paths.iter().map(|path| (*path).to_owned()).collect()
    }
}
