//! Functions that can say that there is no answer, and do something else instead.

use std::collections::BTreeMap;

use anyhow::Result;

use super::causes::{
    announces_panics, cuts_characters, has_extreme_float, is_assertion, is_mistake, is_out_of_range,
    is_overflow, is_unreachable, is_unwrapping, is_unwritten,
};
use super::common::Common;
use super::expectation::NEARLY_ALL;
use super::gaps::Gaps;
use super::inputs::{is_assembled, is_unchecked};
use super::named::announces;
use super::remote::is_remote;
use super::suspect::Suspect;
use super::trial::Trial;
use crate::cleanse::{Execution, Finding, InputKind};
use crate::options::Level;
use morph_lab::Outcome;
use morph_relation::{Adt, Expr, Relation, Tolerance, Type, Value};
use morph_values::cost_of;

/// The greatest share of ordinary inputs on which a function may panic: one that does more often wants other inputs.
const PANICS: f64 = 0.5;

/// Further ways in which a function panics that are told.
const OTHER_PANICS: usize = 2;

/// What the statement that a function does not panic is called.
pub const NEVER_PANICS: &str = "never panics";

/// What is expected of a function.
struct Promise {
    /// "never panics"
    family: &'static str,
    /// The end of a test's name.
    said: &'static str,
    /// Why it is expected.
    why: &'static str,
    level: Level,
}

/// Whether a function panics although it returns an option or a result, cuts a text inside a character, overflows on the way
/// to something that lies between its arguments, or returns what is no number where it could return nothing.
pub fn broken_promise(trial: &mut Trial<'_, '_, '_>, base: &[Vec<Value>]) -> Result<Option<Suspect>> {
    // Who calls what checks nothing has checked, and `new_unwrap` says what it does.
    let trusts =
        ["unchecked", "unwrap", "expect", "assert"].iter().any(|word| trial.subject.name.contains(word));
    if trusts || announces_panics(&trial.function.docs) {
        return Ok(None);
    }
    let never = Relation {
        given: Vec::new(),
        when: Expr::yes(),
        followups: Vec::new(),
        then: Expr::yes(),
        tolerance: Tolerance::Exact,
    };
    let rows = trial.rows(&never)?;
    let types = trial.subject.types();
    let base: Vec<Vec<Value>> = base.iter().filter(|input| !is_unchecked(input, &types)).cloned().collect();
    let inputs = [&rows.all[..rows.ordinary], &base].concat();
    let ordinary = inputs.len() - base.len();
    let mut promised = Promised::of(trial, &types);
    let judged = trial.verifier.judge(&never, &inputs, InputKind::Source)?;
    promised.gaps = gaps(&inputs, &judged, &types);
    let failed: Vec<Failing> = judged
        .into_iter()
        .enumerate()
        .filter_map(|(i, finding)| match finding {
            Finding::Violated(shown) | Finding::Held(shown) => Some((i, shown)),
            Finding::Inapplicable => None,
        })
        .filter(|(i, shown)| promised.broken(&inputs[*i], shown).is_some())
        .collect();
    let often = failed.iter().filter(|(i, _)| *i >= ordinary).count();
    let cost = |i: usize| (is_remote(&inputs[i], &types), cost_of(&inputs[i]));
    let smallest = failed.iter().min_by_key(|(i, _)| cost(*i)).cloned();
    // Any text may come to one that says which are wrong.
    let takes_all = promised.reads_text && promised.says_no().is_some();
    let most = if takes_all { NEARLY_ALL } else { PANICS };
    let Some((at, shown)) = smallest.filter(|_| often as f64 <= most * base.len() as f64) else {
        return Ok(None);
    };
    let may_be_remote = is_remote(&inputs[at], &types);
    let counts = |input: &[Value], shown: &[Execution]| {
        promised.broken(input, shown).is_some() && (may_be_remote || !is_remote(input, &types))
    };
    let kind = InputKind::Source;
    let (input, shown) = trial.verifier.shrink_while(&never, kind, inputs[at].clone(), shown, &counts)?;
    let Some(Promise { family, said, why, level }) = promised.broken(&input, &shown) else { return Ok(None) };
    let failing: Vec<usize> = failed.iter().map(|(i, _)| *i).collect();
    let mut evidence = vec![why.to_owned()];
    let shared = trial.shared(&never, &inputs, &failing, &[]);
    evidence.extend(shared.filter(Common::explains).as_ref().map(Common::hint));
    evidence.extend(other_panics(trial, &never, &promised, (&inputs, &failed), &shown)?);
    let names: Vec<String> = trial.signature.arguments().iter().map(|(name, _)| name.clone()).collect();
    Ok(Some(Suspect {
        path: trial.subject.path.clone(),
        level,
        family: family.to_owned(),
        test: format!("{}_{said}", trial.signature.title()),
        law: format!("{} {family}", trial.signature.call(&names)),
        relation: never,
        evidence,
        executions: trial.verifier.calls(&shown),
        remote: is_remote(&input, &types),
        input,
        held: base.len() - often,
        failed: often,
        siblings: Vec::new(),
        public: trial.function.public,
        further: Vec::new(),
    }))
}

/// Where a function fails to unwrap something, if that lies between inputs on which it returns.
fn gaps(inputs: &[Vec<Value>], judged: &[Finding], types: &[Type]) -> Option<Gaps> {
    let (mut returned, mut panicked) = (Vec::new(), Vec::new());
    for (input, finding) in inputs.iter().zip(judged) {
        let (Finding::Violated(shown) | Finding::Held(shown)) = finding else { continue };
        match shown.last().map(|last| &last.outcome) {
            Some(Outcome::Value(_)) => returned.push(input.as_slice()),
            Some(Outcome::Panic(message)) if is_unwrapping(message) && !is_remote(input, types) => {
                panicked.push(input.as_slice());
            }
            _ => {}
        }
    }
    Gaps::between(&returned, &panicked)
}

/// The number of an input, and what happens on it.
type Failing = (usize, Vec<Execution>);

/// How a function panics with other messages, each with the smallest input that shows it: what is wrong there is something else.
fn other_panics(
    trial: &mut Trial<'_, '_, '_>,
    never: &Relation,
    promised: &Promised<'_>,
    (inputs, failed): (&[Vec<Value>], &[Failing]),
    first: &[Execution],
) -> Result<Vec<String>> {
    let of = |shown: &[Execution]| match shown.last().map(|last| &last.outcome) {
        Some(Outcome::Panic(message)) => Some(kind_of_panic(message)),
        _ => None,
    };
    let Some(first) = of(first) else { return Ok(Vec::new()) };
    let mut kinds: BTreeMap<String, &Failing> = BTreeMap::new();
    for failing in failed {
        let Some(kind) = of(&failing.1).filter(|kind| *kind != first) else { continue };
        let known = kinds.entry(kind).or_insert(failing);
        if cost_of(&inputs[failing.0]) < cost_of(&inputs[known.0]) {
            *known = failing;
        }
    }
    let mut said = Vec::new();
    for (kind, (at, shown)) in kinds.into_iter().take(OTHER_PANICS) {
        let counts = |input: &[Value], shown: &[Execution]| {
            of(shown).as_ref() == Some(&kind) && promised.broken(input, shown).is_some()
        };
        let (input, shown) = (inputs[*at].clone(), shown.clone());
        let (_, shown) = trial.verifier.shrink_while(never, InputKind::Source, input, shown, &counts)?;
        let call = trial.verifier.calls(&shown).first().map(|call| call.sentence()).unwrap_or_default();
        said.push(format!("it panics in another way, too: {call}"));
    }
    Ok(said)
}

/// The message of a panic without what it says of the input.
pub fn kind_of_panic(message: &str) -> String {
    let unquoted = message.split(['`', '\'', '"']).step_by(2);
    unquoted.collect::<String>().chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Whether a field of a struct or enum is of such a type.
fn holds(adt: &Adt, is: impl Fn(&Type) -> bool) -> bool {
    adt.variants().iter().flat_map(|shape| &shape.fields).any(|field| is(&field.ty))
}

/// Whether integers of an input may be places that are too far: none is, where they are zero and there is something.
fn goes_far(input: &[Value]) -> bool {
    let is_there = |value: &Value| match value {
        Value::Str(text) => !text.is_empty(),
        Value::Seq(items) => !items.is_empty(),
        _ => false,
    };
    let is_far = |value: &Value| matches!(value, Value::Int(n) if *n != 0);
    input.iter().any(is_far) || !input.iter().any(is_there)
}

/// What a function's types and name promise.
struct Promised<'t> {
    returns: &'t Type,
    /// Whether texts and bytes are all that it takes.
    reads_text: bool,
    /// Whether its name says that what it returns lies between its arguments.
    is_bounded: bool,
    /// Whether everyone may call it.
    public: bool,
    /// What it takes.
    types: &'t [Type],
    /// Whether it takes an integer.
    takes_number: bool,
    /// Whether a float is in what it takes.
    takes_float: bool,
    /// Whether it takes a struct or a range with integers, which may be places in a text that it takes, too.
    holds_places: bool,
    /// Where it panics between inputs on which it returns.
    gaps: Option<Gaps>,
}

impl<'t> Promised<'t> {
    /// What a subject that takes such types promises.
    fn of(trial: &Trial<'_, 't, '_>, types: &'t [Type]) -> Promised<'t> {
        Promised {
            returns: &trial.subject.ret,
            reads_text: trial.called[""].reads_text,
            is_bounded: announces(&trial.subject.name, "between the arguments", "").is_some(),
            public: trial.function.public,
            types,
            holds_places: {
                let holds_number =
                    |ty: &Type| ty.adts().iter().any(|adt| holds(adt, |ty| matches!(ty, Type::Int(_))));
                let is_text = |ty: &Type| matches!(ty.owned(), Type::String);
                let holds_text = |ty: &Type| is_text(ty) || ty.adts().iter().any(|adt| holds(adt, is_text));
                types.iter().any(holds_number) && types.iter().any(holds_text)
            },
            takes_float: {
                let taken =
                    |adt: &Adt| adt.constructors().iter().any(|it| it.params.iter().any(Type::has_float));
                let holds_float = |adt: &Adt| holds(adt, Type::has_float) || taken(adt);
                types.iter().any(|ty| ty.has_float() || ty.adts().iter().any(holds_float))
            },
            gaps: None,
            takes_number: trial.subject.params.iter().any(|param| matches!(param.ty.owned(), Type::Int(_))),
        }
    }

    /// By what it says that there is no answer, if it can.
    fn says_no(&self) -> Option<&'static str> {
        match self.returns {
            Type::Option(_) => Some("it returns an `Option` to say that there is no answer"),
            Type::Result(..) => Some("it returns a `Result` to report errors"),
            _ => None,
        }
    }

    /// The promise that an execution breaks.
    fn broken(&self, input: &[Value], shown: &[Execution]) -> Option<Promise> {
        let says_no = self.says_no();
        let (family, said, why, level) = match &shown.last()?.outcome {
            outcome if outcome.is_unmade() => return None,
            // What is read from a text or from bytes may be the number that is none.
            Outcome::Value(value)
                if value.has_nan() && self.takes_float && !input.iter().any(has_extreme_float) =>
            {
                ("never returns NaN", "never_returns_nan", says_no?, Level::Certain)
            }
            Outcome::Panic(message) => {
                let (why, level) = match says_no {
                    // Whoever passes an index knows how far it may go.
                    Some(why) if self.takes_number && is_out_of_range(message) && goes_far(input) => {
                        (why, Level::Possible)
                    }
                    Some(why) if is_mistake(message, self.reads_text) => (why, Level::Certain),
                    None if is_unreachable(message) => {
                        ("it reaches code that is marked as unreachable", Level::Likely)
                    }
                    _ if cuts_characters(message) => {
                        let level = if self.holds_places { Level::Possible } else { Level::Certain };
                        ("it cuts a text inside a character", level)
                    }
                    _ if self.is_bounded && is_overflow(message) => {
                        ("its result should lie between its arguments", Level::Likely)
                    }
                    None if self.reads_text && is_mistake(message, true) => {
                        ("nothing says that it panics on some texts", Level::Likely)
                    }
                    None if is_unwrapping(message)
                        && self.gaps.as_ref().is_some_and(|gaps| gaps.contains(input)) =>
                    {
                        ("it panics on some inputs between others on which it does not", Level::Likely)
                    }
                    Some(why) if is_overflow(message) || is_assertion(message) => (why, Level::Likely),
                    // Any text may come, and a person chose to say so of those that are wrong.
                    Some(why) if self.reads_text && !is_unwritten(message) => (why, Level::Likely),
                    _ => return None,
                };
                (NEVER_PANICS, "never_panics", why, level)
            }
            _ => return None,
        };
        let is_sure = self.public && !is_assembled(input, self.types);
        let level = if is_sure { level } else { Level::Possible };
        Some(Promise { family, said, why, level })
    }
}
