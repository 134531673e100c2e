//! Tries the laws that a function is expected to obey.

use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::Result;
use rayon::prelude::*;
use unicode_width::UnicodeWidthChar as _;

use super::bounded::ends_at_a_bound;
use super::causes::{Called, counts};
use super::common::{Common, LARGE_NUMBER};
use super::expectation::{Expected, HALF, MOSTLY, SELDOM};
use super::expected::expected;
use super::inputs::is_assembled;
use super::named::group;
use super::pairs::words;
use super::remote::is_remote;
use super::signs::signs;
use super::suspect::Suspect;
use super::totality::broken_promise;
use super::trial::{Setting, Tally, Trial, returned};
use super::unmoved::unmoved;
use super::unreadable::{is_unreadable, refuses};
use crate::cleanse::{Execution, InputKind, Verifier};
use crate::exploration::partners;
use crate::inputs::by_frequency;
use crate::inputs::input_sources::{self as made, useful_inputs};
use crate::laws::{Context, Instance, speaks};
use crate::options::Level;
use morph_relation::{Adt, Env, FloatType, Relation, Signature, Tolerance, Type, Value, Verdict};
use morph_source::scan::{Param, Subject};
use morph_traces::{Group, Oracle};
use morph_values::{cost_of, stream};

/// Inputs that find the useful domain.
const TRIED: usize = 600;
/// Where calls take long, so many times fewer inputs are tried, on so many laws.
const FEWER: usize = 8;
const FEW_LAWS: usize = 10;
/// What nothing announces and falls wherever it applies on so many inputs was never meant, nor what falls on most of so many.
const PROBES: usize = 30;
const FIRST: usize = 150;
/// Ordinary inputs on which an expected law holds at least; one that nothing announces.
const HELD: usize = 12;
const OFTEN_HELD: usize = 80;
/// Where nothing announces a law, its failures have something in common that so few other inputs have.
const TELLING: f64 = 0.35;

/// Tries the laws of some subjects, by their numbers, side by side; `done` is called with the suspects of each.
pub fn try_laws(
    setting: &Setting<'_>,
    wanted: &[usize],
    done: &(dyn Fn(&Subject, &[Suspect]) + Sync),
) -> Result<Vec<Tried>> {
    let one = |index: &usize| {
        let subject = &setting.subjects[*index];
        searched(setting, *index).inspect(|tried| done(subject, &tried.suspects))
    };
    wanted.par_iter().map(one).collect()
}

/// The suspects of all subjects that were tried, each with what the others say of its law.
pub fn all_suspects(mut all: Vec<(&Subject, Tried)>) -> Vec<Suspect> {
    let mut found = Vec::new();
    for i in 0..all.len() {
        for mut suspect in std::mem::take(&mut all[i].1.suspects) {
            let others = all.iter().filter(|(_, it)| it.held.contains(&suspect.relation));
            let others: Vec<&Subject> = others.map(|(other, _)| *other).collect();
            // What nearly holds, and holds of one with nearly the same name, was meant.
            if suspect.level == Level::Possible && is_meant_by(all[i].0, &others, &suspect) {
                suspect.level = Level::Likely;
            }
            suspect.evidence.extend(obeying(all[i].0, others.into_iter()));
            found.push(suspect);
        }
    }
    found
}

/// The family of a law that was meant where a function of nearly the same name obeys it.
const MEANT_BY_OTHERS: &str = "commutative";

/// Whether a law that fails seldom is obeyed by a function whose name differs in one word or number.
fn is_meant_by(own: &Subject, others: &[&Subject], suspect: &Suspect) -> bool {
    let named = |of: &Subject| words(&of.name);
    let differ_once = |other: &Subject| {
        let (a, b) = (named(own), named(other));
        a.len() > 1 && a.len() == b.len() && a.iter().zip(&b).filter(|(a, b)| a != b).count() == 1
    };
    let is_seldom = suspect.failed as f64 <= SELDOM * (suspect.held + suspect.failed) as f64;
    suspect.family == MEANT_BY_OTHERS
        && is_seldom
        && others.iter().any(|other| differ_once(other) && have_one_type(own, other))
}

fn have_one_type(a: &Subject, b: &Subject) -> bool {
    (a.types(), &a.ret) == (b.types(), &b.ret)
}

/// That others with the types of a subject, among those that obey a law, obey it.
fn obeying<'a>(own: &Subject, others: impl Iterator<Item = &'a Subject>) -> Option<String> {
    let is_like = |other: &&Subject| other.path != own.path && have_one_type(own, other);
    let names: Vec<String> = others.filter(is_like).map(|other| format!("`{}`", other.name)).collect();
    match names.as_slice() {
        [] => None,
        [only] => Some(format!("{only}, with the same types, obeys it")),
        [one, other, ..] => Some(format!("{one} and {other}, with the same types, obey it")),
    }
}

/// What became of the laws of a subject.
#[derive(Clone, Default, serde::Serialize, serde::Deserialize)]
pub struct Tried {
    suspects: Vec<Suspect>,
    /// Laws that hold wherever they were tried, and say something.
    held: Vec<Relation>,
}

impl Tried {
    /// The same as it was stored, with its structs and enums as `known` has them; `None` where it lacks one.
    pub fn with_types(mut self, known: &dyn Fn(&Adt) -> Option<Adt>) -> Option<Tried> {
        let suspected = self.suspects.iter_mut().map(|suspect| &mut suspect.relation);
        for relation in suspected.chain(&mut self.held) {
            *relation = relation.with_types(known)?;
        }
        Some(self)
    }
}

/// Between `f32`, what is as near as that is no bug where it is rare: one failure for so many inputs that obey.
const NEARLY: Tolerance = Tolerance::Mixed(1e-2);
const RARELY: usize = 20;

/// Tries the laws of a subject.
fn searched(setting: &Setting<'_>, index: usize) -> Result<Tried> {
    let subject = &setting.subjects[index];
    let Some(function) = setting.functions.get(subject.path.as_str()) else { return Ok(Tried::default()) };
    let others = partners(setting.subjects, index);
    let oracle = Oracle::new(setting.lab).foreseeing(&setting.input_sources.endless);
    let mut rng = stream(setting.seed, &format!("suspects {}", subject.path));
    let mut verifier = Verifier::among(&oracle, subject, &others)?;
    let executor = verifier.executor();
    let is_slow = setting.input_sources.slow.contains(&index);
    let few = if is_slow { FEWER } else { 1 };
    let base = made::inputs(subject, index, setting.input_sources, TRIED / few, executor, &mut rng)?;
    let rows = executor.run(base.clone())?;
    let useful = useful_inputs(executor, &rows);
    if executor.hung() || executor.forbidden().is_some() {
        return Ok(Tried::default());
    }
    let signature = subject.signature();
    let signatures: Vec<Signature> = others.iter().map(|other| other.signature()).collect();
    let known = |path: &str| setting.functions.get(path).copied();
    let of_other =
        |other: &&Subject| Called::of(other, known(&other.path)).checked_by(&subject.name, &other.name);
    let mut called: BTreeMap<String, Called> =
        others.iter().map(|other| (other.path.clone(), of_other(other))).collect();
    called.insert(String::new(), Called::of(subject, Some(function)));
    let mut trial = Trial {
        setting,
        index,
        oracle: &oracle,
        subject,
        function,
        signature: &signature,
        called,
        base: if useful.is_empty() { &base } else { &useful },
        verifier,
        asked: BTreeMap::new(),
        rows: HashMap::new(),
        few,
        rng,
    };
    let (mut found, mut held) = (Vec::new(), Vec::new());
    found.extend(broken_promise(&mut trial, &base)?.map(|suspect| (suspect, None)));
    found.extend(unmoved(&mut trial, &base)?.map(|suspect| (suspect, None)));
    found.extend(signs(&mut trial, &base)?.map(|suspect| (suspect, None)));
    let constants = by_frequency(&subject.constants);
    let context = Context::new(&signature, &signatures, &constants);
    let mut hold = HashSet::new();
    let mut laws = expected(subject, &context, &others, setting);
    // Of those that take two arguments in any order, others tell that it was meant.
    if !setting.wants_possible {
        laws.retain(|law| law.level > Level::Possible || law.instance.family.name == MEANT_BY_OTHERS);
    }
    if is_slow {
        laws.retain(|law| law.level > Level::Possible);
        laws.truncate(FEW_LAWS);
    }
    for law in laws {
        let Instance { family, places, siblings, .. } = &law.instance;
        let what = (group(family.name), places.clone(), siblings.clone());
        for form in 0..law.instance.forms.len() {
            match tried(&mut trial, &law, form)? {
                Judged::Holds(relation) => {
                    hold.insert(what.clone());
                    held.extend(relation);
                    break;
                }
                Judged::Suspect(suspect) => {
                    let alternative = (law.level < Level::Certain).then(|| what.clone());
                    found.push((*suspect, alternative));
                    break;
                }
                Judged::NotMeant => {}
            }
        }
    }
    // Where a family has several statements, one is meant: a length in bytes or one in characters.
    let is_meant = |what: &Option<_>| what.as_ref().is_none_or(|what| !hold.contains(what));
    let suspects = found.into_iter().filter(|(_, what)| is_meant(what)).map(|(suspect, _)| suspect);
    Ok(Tried { suspects: suspects.collect(), held })
}

/// What became of a law.
enum Judged {
    /// It holds wherever it was tried; with itself where it says something there.
    Holds(Option<Relation>),
    /// It fails on too many inputs, or says too little.
    NotMeant,
    /// It fails on some.
    Suspect(Box<Suspect>),
}

/// Judges a form of a law.
fn tried(trial: &mut Trial<'_, '_, '_>, law: &Expected, form: usize) -> Result<Judged> {
    let relation = Relation { tolerance: trial.tolerance(), ..law.instance.forms[form].clone() };
    let rows = trial.rows(&relation)?;
    let (all, ordinary) = (&rows.all, rows.ordinary);
    let announced = law.level > Level::Possible;
    let mut on_first = |count: usize| -> Result<(usize, usize)> {
        let some = count.min(all.len() - ordinary);
        let first = trial.tally(&relation, &all[ordinary..ordinary + some], law.level)?;
        Ok(trial.speaking(&relation, &first, 0))
    };
    if !announced && let (0, HELD..) = on_first(PROBES)? {
        return Ok(Judged::NotMeant);
    }
    let (held, failed) = on_first(FIRST)?;
    // What failures of a named law have in common shows on more inputs, and small ones may be those on which it holds.
    let is_trusted = announced && law.most >= HALF;
    if !is_trusted && fails_on_more(failed, held + failed, law.most + 0.15) && held + failed >= HELD {
        return Ok(Judged::NotMeant);
    }
    let mut tally = trial.tally(&relation, all, law.level)?;
    tally.failed.retain(|(_, shown)| !has_no_parts(law, shown));
    if tally.failed.is_empty() {
        let says = varies(&tally.groups).then_some(relation);
        return Ok(if tally.groups.is_empty() { Judged::NotMeant } else { Judged::Holds(says) });
    }
    let (mut held, mut failed) = trial.speaking(&relation, &tally, ordinary);
    if held + failed < HELD || announced && held < HELD {
        // Where chance seldom finds inputs to which it applies, small ones tell.
        (held, failed) = trial.speaking(&relation, &tally, 0);
    }
    let least = if announced { HELD } else { OFTEN_HELD };
    if (held < least && law.most < 1.0)
        || !announced && !speaks(&relation, &tally.groups)
        || !varies(&tally.groups)
    {
        return Ok(Judged::NotMeant);
    }
    let failing: Vec<usize> = tally.failed.iter().map(|(i, _)| *i).collect();
    let shared = trial.shared(&relation, all, &failing, &tally.groups);
    let is_of_a_kind = shared.as_ref().is_some_and(|shared| shared.share <= TELLING);
    let is_often = failed as f64 > law.most * (held + failed).max(1) as f64;
    // Inputs of one kind may be most of those that are tried.
    let may_be = is_of_a_kind && law.most >= HALF && held >= OFTEN_HELD;
    let is_meant = if announced { !is_often || may_be } else { !is_often && is_of_a_kind };
    if !is_meant {
        return Ok(Judged::NotMeant);
    }
    if loses_digits(trial, &law.instance, &tally)
        || is_coarse(&relation, all, &tally)
        || ends_at_a_bound(trial.subject, &law.instance, &tally)
    {
        return Ok(Judged::NotMeant);
    }
    let suspect = suspect(trial, law, relation, all, &tally, [held, failed], shared)?;
    Ok(Judged::Suspect(Box::new(suspect)))
}

/// Whether what fails on some of the first inputs fails on more than a share of all, chance aside: by two standard deviations.
fn fails_on_more(failed: usize, of: usize, share: f64) -> bool {
    let expected = share * of as f64;
    failed as f64 > expected + 2.0 * (expected * (1.0 - share)).max(0.0).sqrt()
}

fn suspect(
    trial: &mut Trial<'_, '_, '_>,
    law: &Expected,
    relation: Relation,
    all: &[Vec<Value>],
    tally: &Tally,
    [held, failed]: [usize; 2],
    shared: Option<Common>,
) -> Result<Suspect> {
    // The text of no parts is that of one empty part.
    let is_of_nothing = |input: &[Value], executions: &[Execution]| {
        law.instance.family.name == "round trip" && input.iter().any(is_empty) && makes_nothing(executions)
    };
    // They are told only where there is nothing else.
    let are_of_nothing = tally.failed.iter().all(|(i, shown)| is_of_nothing(&all[*i], shown));
    let telling = tally.failed.iter().filter(|(i, shown)| are_of_nothing || !is_of_nothing(&all[*i], shown));
    let types = trial.subject.with_given(&relation.given).types();
    let smallest = telling.min_by_key(|(i, _)| (is_remote(&all[*i], &types), cost_of(&all[*i])));
    let (at, shown) = smallest.cloned().unwrap_or_default();
    let may_be_remote = is_remote(&all[at], &types);
    let called = &trial.called;
    let counts = |input: &[Value], executions: &[Execution]| {
        counts(&relation, input, executions, called, law.level)
            && !has_no_parts(law, executions)
            && (are_of_nothing || !is_of_nothing(input, executions))
            && (may_be_remote || !is_remote(input, &types))
    };
    let (input, first) = (all[at].clone(), shown.clone());
    let kind = InputKind::Expected;
    let (mut input, mut shown) = trial.verifier.shrink_while(&relation, kind, input, shown, &counts)?;
    if trial.is_excused(&relation, &input, &shown)? {
        (input, shown) = (all[at].clone(), first);
    }
    let said = shared.as_ref().map_or("", |shared| &shared.said);
    let is_narrow = may_be_narrower(law, trial.subject, said, all, tally);
    let mut evidence = vec![law.why.clone()];
    evidence.extend(shared.as_ref().filter(|shared| shared.explains()).map(Common::hint));
    let level = match law.level {
        level if law.is_contract => level,
        // A helper may be called with inputs of one kind alone.
        Level::Certain if !trial.function.public && failed as f64 <= SELDOM * (held + failed) as f64 => {
            Level::Likely
        }
        _ if !trial.function.public => Level::Possible,
        level => level,
    };
    // What is printed is read by the way that makes such values.
    let is_kept = is_assembled(&input, &types) && trial.subject.name != "to_string";
    let is_unreadable =
        law.instance.family.name == "round trip" && is_unreadable(&types, &law.instance.siblings, all, tally);
    let level = if is_narrow || is_kept || is_unreadable || are_of_nothing { Level::Possible } else { level };
    Ok(Suspect {
        path: trial.subject.path.clone(),
        level,
        family: law.instance.family.name.to_owned(),
        test: format!("{}_{}", trial.signature.title(), law.instance.said),
        law: trial.verifier.readable(&relation),
        relation,
        evidence,
        executions: trial.verifier.calls(&shown),
        remote: is_remote(&input, &types),
        input,
        held,
        failed,
        siblings: law.instance.siblings.clone(),
        public: trial.function.public,
        further: Vec::new(),
    })
}

/// Whether what failing inputs have in common, as it is said, may be beyond what the function is for: a format may be narrower
/// than a type, and letters may be those of ASCII.
fn may_be_narrower(law: &Expected, subject: &Subject, said: &str, all: &[Vec<Value>], tally: &Tally) -> bool {
    match law.instance.family.name {
        // What is promised in so many words holds of any number.
        "round trip" | "undone by a sibling" if law.most >= MOSTLY => false,
        "round trip" | "undone by a sibling" | "undone by the negated" | "action" => {
            said.ends_with(LARGE_NUMBER)
        }
        // Distances of bytes are none of characters.
        "form" | "common reversal" => said.ends_with("has non-ASCII characters"),
        // Who lays text out counts columns, and a flag may say that nothing is laid out.
        "width" | "padded length" | "truncated length" | "line length" => {
            let is_flag = |param: &Param| param.ty.erased() == Type::Bool;
            subject.params.iter().any(is_flag)
                || tally.failed.iter().all(|(i, _)| all[*i].iter().any(has_odd_width))
        }
        _ => false,
    }
}

/// Whether something is divided among nobody, so that there are no parts to add up, a number has no name, or there is nothing to
/// cut into parts: some want one of them, though it is empty.
fn has_no_parts(law: &Expected, shown: &[Execution]) -> bool {
    let Some(first) = shown.first() else { return false };
    match (law.instance.family.name, first.outcome.value()) {
        ("parts of a sum", Some(Value::Seq(parts))) => parts.is_empty(),
        ("rounding up of quotients", _) => first.args.contains(&Value::Int(0)),
        ("round trip", Some(Value::Str(name))) => {
            name.is_empty() && matches!(first.args[..], [Value::Int(_)]) && refuses(shown)
        }
        _ => false,
    }
}

/// Whether a text has characters that take no column, or two.
fn has_odd_width(value: &Value) -> bool {
    matches!(value, Value::Str(text) if text.chars().any(|c| c.width() != Some(1)))
}

fn is_empty(value: &Value) -> bool {
    matches!(value, Value::Seq(items) if items.is_empty())
}

/// Whether the first function called returned an empty text.
fn makes_nothing(shown: &[Execution]) -> bool {
    shown.first().and_then(|first| first.outcome.value()).is_some_and(|made| *made == Value::str(""))
}

/// Whether a conversion to a number returns the same for several values: what it rounds is not to be had back.
fn loses_digits(trial: &Trial<'_, '_, '_>, instance: &Instance, tally: &Tally) -> bool {
    let is_number = |ty: &Type| matches!(ty.owned(), Type::Int(_) | Type::Float(_));
    let converts = instance.family.name == "round trip"
        && trial.subject.params.len() == 1
        && is_number(&trial.subject.ret);
    if !converts {
        return false;
    }
    let failed = tally.failed.iter().filter_map(|(_, shown)| {
        let first = shown.first()?;
        Some((first.args.clone(), first.outcome.value()?.clone()))
    });
    let failed: HashSet<(Vec<Value>, Value)> = failed.collect();
    let held = tally.groups.iter().filter_map(|group| {
        let params = group.params.get(..trial.subject.params.len())?;
        Some((params.to_vec(), group.outs.first()?.clone()))
    });
    // More numbers than there are results for them.
    let shrinks = |(args, out): &(Vec<Value>, Value)| match (args.as_slice(), out) {
        ([Value::Int(n)], Value::Int(out)) => out.unsigned_abs() <= n.unsigned_abs() - n.unsigned_abs() / 8,
        ([x], Value::Int(_)) => x.as_float().is_some_and(|x| x.abs() < COARSEST || digits(x) > DIGITS),
        _ => false,
    };
    if failed.iter().all(shrinks) {
        return true;
    }
    let mut inputs: HashMap<Value, HashSet<Vec<Value>>> = HashMap::new();
    for (args, out) in failed.iter().cloned().chain(held) {
        inputs.entry(out).or_default().insert(args);
    }
    let shared = failed.iter().filter(|(_, out)| inputs[out].len() > 1).count();
    shared * 4 > failed.len()
}

/// Of floats that integers stand for, those with more digits are rounded, and so are smaller ones.
const DIGITS: usize = 6;
const COARSEST: f64 = 1e-3;

/// The significant digits of a float, in the shortest text that is read as it.
fn digits(x: f64) -> usize {
    let text = format!("{x:e}");
    text.split('e').next().unwrap_or_default().chars().filter(char::is_ascii_digit).count()
}

/// Whether a law between `f32` fails seldom, and nearly holds there: they have seven digits, and sums that cancel fewer.
fn is_coarse(relation: &Relation, all: &[Vec<Value>], tally: &Tally) -> bool {
    let near = Relation { tolerance: NEARLY, ..relation.clone() };
    let nearly_holds = |(i, shown): &(usize, Vec<Execution>)| {
        returned(shown)
            .is_some_and(|outs| near.verdict(Env { params: &all[*i], outs: &outs }) == Verdict::Held)
    };
    let is_f32 = |(i, _): &(usize, Vec<Execution>)| {
        all[*i].iter().any(|value| value.narrowest_float() == Some(FloatType::F32))
    };
    relation.tolerance.is_lax()
        && tally.failed.len() * RARELY <= tally.groups.len()
        && tally.failed.iter().all(|failed| is_f32(failed) && nearly_holds(failed))
}

/// Whether outcomes differ: a constant obeys many laws.
fn varies(groups: &[Group]) -> bool {
    let different: HashSet<&Value> = groups.iter().filter_map(|group| group.outs.first()).collect();
    different.len() >= 2
}
