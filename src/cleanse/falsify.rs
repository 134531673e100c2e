//! A relation that fails on a fresh input is dropped.

use std::collections::HashMap;

use super::select::is_plain;
use crate::laws::{is_ascii, is_one_sided, is_pinned, is_unanswered, modest, speaks};
use crate::search::Candidate;
use morph_relation::Transformation;
use morph_relation::{Expr, FloatType, Followup, Op, Relation, Signature, Tolerance, Type, Value, Verdict};
use morph_source::scan::Subject;
use morph_traces::{Executors, Group, Groups, Oracle, RowId, Step, collect};

/// Inputs that the search never saw, and what executes them.
pub struct Fresh<'a> {
    pub(super) executors: Executors<'a>,
    pub(super) rows: Vec<RowId>,
    /// The subject's.
    pub(super) signature: Signature,
}

impl<'a> Fresh<'a> {
    /// Executes fresh inputs of a subject; `others` are the functions that follow-ups may call.
    pub fn new(
        oracle: &Oracle<'a>,
        subject: &Subject,
        others: &[&Subject],
        inputs: Vec<Vec<Value>>,
    ) -> anyhow::Result<Fresh<'a>> {
        let mut executors = oracle.executors(subject, others, &|_| false)?;
        let rows = executors.subject.run(inputs)?;
        Ok(Fresh { executors, rows, signature: subject.signature() })
    }

    /// The inputs of some rows.
    pub fn inputs(&self, rows: &[RowId]) -> Vec<Vec<Value>> {
        self.executors.subject.inputs_of(rows)
    }

    /// Adds inputs.
    pub fn add(&mut self, inputs: Vec<Vec<Value>>) -> anyhow::Result<()> {
        let rows = self.executors.subject.run(inputs)?;
        self.rows.extend(rows);
        Ok(())
    }

    /// The system call that the subject tried on some fresh input.
    pub fn forbidden(&self) -> Option<String> {
        self.executors.subject.forbidden()
    }
}

/// A relation that holds but for isolated inputs: it may be right, and the function wrong.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Suspicion {
    /// The relation.
    pub relation: Relation,
    /// Inputs on which it does not hold.
    pub counterexamples: Vec<Vec<Value>>,
}

/// What falsification leaves.
#[derive(Debug, Default)]
pub struct Survivors {
    /// Candidates that held on every fresh group; their `groups` include these.
    pub candidates: Vec<Candidate>,
    /// Those that fell on very few.
    pub suspicious: Vec<Suspicion>,
    /// Some of the inputs on which others fell.
    pub refuting: Vec<RowId>,
}

/// A relation violated on at most one group in this many is reported as suspicious instead of discarded.
const ISOLATED: usize = 500;

/// Checks candidates on fresh groups, as far as the limit of a step reaches, if it has one; laws are tried in any case.
pub fn falsify(
    candidates: Vec<Candidate>,
    fresh: &mut Fresh<'_>,
    step: Option<Step>,
) -> anyhow::Result<Survivors> {
    let mut survivors = Survivors::default();
    for (followups, candidates) in by_followups(candidates) {
        // What cannot be tried is not written.
        let is_law = candidates.iter().any(|candidate| candidate.shape.is_some());
        if !is_law && step.is_some_and(|step| fresh.executors.work.ends(step)) {
            continue;
        }
        let groups = collect(&Transformation { followups }, &fresh.rows, &mut fresh.executors)?;
        for mut candidate in candidates {
            let Checked { held, violated, stands } = relax(&mut candidate.relation, &groups);
            if stands {
                let when = candidate.relation.when.clone();
                if !would_fall(&mut candidate, &groups, fresh) {
                    candidate.groups += match candidate.relation.when == when {
                        true => held,
                        false => groups.correct.iter().filter(|group| holds(&candidate, group)).count(),
                    };
                    survivors.candidates.push(candidate);
                }
                continue;
            }
            survivors.refuting.extend(violated.iter().take(REFUTING).map(|group| fresh.rows[group.source]));
            if !violated.is_empty() && violated.len() * ISOLATED <= held && is_plain(&candidate.relation) {
                // What is off by rounding alone is no reason to suspect the function.
                let laxest = Tolerance::laxest(groups.narrowest_float().unwrap_or(FloatType::F64));
                let lax = Relation { tolerance: laxest, ..candidate.relation.clone() };
                let far = violated.into_iter().filter(|g| lax.verdict(g.env()) == Verdict::Violated);
                let inputs = far.map(|group| group.params.to_vec());
                let counterexamples: Vec<Vec<Value>> =
                    inputs.filter(|input| !input.iter().any(is_extreme)).take(3).collect();
                if !counterexamples.is_empty() {
                    survivors.suspicious.push(Suspicion { relation: candidate.relation, counterexamples });
                }
            }
        }
    }
    Ok(survivors)
}

/// Whether a candidate that holds on groups is likely to fall on others. An order that reaches its bound but for rounding gets
/// a tolerance instead, where that helps.
fn would_fall(candidate: &mut Candidate, groups: &Groups, fresh: &Fresh<'_>) -> bool {
    if overflows(&candidate.relation, groups) {
        let relation = &mut candidate.relation;
        let subject = fresh.signature.with_given(&relation.given);
        match modest(&subject, relation) {
            Some(when) => relation.when = when,
            None => return true,
        }
        if overflows(relation, groups) {
            return true;
        }
    }
    let relation = &candidate.relation;
    let one_sided = |group: &Group| is_one_sided(relation, group, &fresh.signature.ret);
    let held = groups.correct.iter().filter(|group| relation.verdict(group.env()) == Verdict::Held);
    let subject = &fresh.executors.subject;
    let inputs = fresh.rows.iter().map(|row| subject.input(*row));
    let places = changed(relation, subject.types().len());
    if candidate.shape.is_some() && groups.correct.iter().any(one_sided)
        || candidate.shape.is_none()
            && (is_unanswered(relation, held.clone()) || is_pinned(&places, held, inputs))
        || has_idle_bound(relation, groups)
        || loses_digits(relation, groups)
    {
        return true;
    }
    let types = fresh.executors.subject.types();
    if !grazes(&candidate.relation, groups, types) {
        return false;
    }
    // Without a condition it would be a law of floats of any size; a bound has its own.
    let is_bounded = candidate.relation.followups.is_empty();
    let may_be_lax = candidate.shape.is_some() && (is_bounded || !candidate.relation.when.is_yes());
    candidate.relation.tolerance = Tolerance::absolute(groups.narrowest_float().unwrap_or(FloatType::F64))[0];
    !may_be_lax || grazes(&candidate.relation, groups, types)
}

fn holds(candidate: &Candidate, group: &Group) -> bool {
    candidate.relation.verdict(group.env()) == Verdict::Held
}

/// Whether a law multiplies or divides what is returned, and some of it has left the range of floats: what is beyond on one
/// side alone is met too seldom to be seen.
fn overflows(relation: &Relation, groups: &Groups) -> bool {
    let scales = relation.then.any(&mut |part| match part {
        Expr::Apply(Op::Mul | Op::Div, sides) => {
            sides[0].mentions_outcome() && matches!(sides[1], Expr::Param(_))
        }
        _ => false,
    });
    let is_infinite = |value: &Value| value.as_float().is_some_and(f64::is_infinite);
    let overflows = |group: &Group| {
        group.outs.iter().any(is_infinite)
            && !group.params.iter().any(is_infinite)
            && relation.verdict(group.env()) == Verdict::Held
    };
    scales && matches!(relation.then, Expr::Apply(Op::Eq, _)) && groups.correct.iter().any(overflows)
}

/// The places of the parameters that a candidate changes.
fn changed(relation: &Relation, arity: usize) -> Vec<usize> {
    let own = || relation.followups.iter().filter(|followup| followup.function.is_none());
    let changes =
        |place: &usize| own().any(|followup| followup.args.get(*place) != Some(&Expr::Param(*place)));
    (0..arity).filter(changes).collect()
}

/// Magnitude above which sums of `f32` lose more digits than a tolerance allows for.
const LOSSY: f64 = 1e3;

/// Whether a relation between `f32` holds within a tolerance where they are large: sums in which nearly all cancels out
/// refute it, on inputs too rare to be met by chance. `f64` have the digits for that.
fn loses_digits(relation: &Relation, groups: &Groups) -> bool {
    fn is_large(value: &Value) -> bool {
        match value {
            Value::Seq(items) | Value::Tuple(items) => items.iter().any(is_large),
            Value::Some(value) | Value::Ok(value) | Value::Err(value) => is_large(value),
            Value::Data(data) => data.fields.iter().any(is_large),
            other => other.as_float().is_some_and(|x| x.abs() > LOSSY),
        }
    }
    relation.tolerance.is_lax()
        && groups.narrowest_float() == Some(FloatType::F32)
        && groups
            .correct
            .iter()
            .any(|group| group.outs.iter().any(is_large) && relation.verdict(group.env()) == Verdict::Held)
}

/// Rounding separates equal values by at most this many machine epsilons.
const ROUNDED: f64 = 64.0;
/// Inputs that differ by less are neighbours, whose outcomes are.
const NEIGHBOURS: Tolerance = Tolerance::Rel(1e-6);

/// Whether an inequality between floats of a subject reaches its bound but for rounding, on inputs that are no neighbours:
/// `cos(x + FRAC_PI_2) <= SQRT_2 - cos(x)` is true, and falls where the last digit is rounded the other way.
fn grazes(relation: &Relation, groups: &Groups, types: &[Type]) -> bool {
    match &relation.then {
        Expr::Apply(Op::And, bounds) => bounds.iter().any(|bound| reaches(bound, relation, groups, types)),
        then => reaches(then, relation, groups, types),
    }
}

/// The same of one inequality of a relation.
fn reaches(then: &Expr, relation: &Relation, groups: &Groups, types: &[Type]) -> bool {
    let Expr::Apply(order @ (Op::Lt | Op::Le | Op::Gt | Op::Ge), sides) = then else {
        return false;
    };
    // A strict order forgives nothing.
    let forgives = relation.tolerance.is_lax() && matches!(order, Op::Le | Op::Ge);
    if forgives || !relation.is_about_itself() {
        return false;
    }
    let is_bound = relation.followups.is_empty() && sides.iter().any(|side| matches!(side, Expr::Const(_)));
    let side = |expr: &Expr, group: &Group| expr.eval(group.env(), relation.tolerance)?.as_float();
    let near = |group: &&Group| -> Option<bool> {
        let epsilon = match group.outs[0].narrowest_float()? {
            FloatType::F32 => f64::from(f32::EPSILON),
            FloatType::F64 => f64::EPSILON,
        };
        let (a, b) = (side(&sides[0], group)?, side(&sides[1], group)?);
        let outs = group.outs.iter().filter_map(Value::as_float);
        let scale = outs.fold(a.abs().max(b.abs()), |most, x| most.max(x.abs()));
        Some(a != b && (a - b).abs() <= ROUNDED * epsilon * scale && scale.is_finite())
    };
    let neighbours = |group: &&Group| {
        let same = |input: Vec<Value>| input.iter().zip(&*group.params).all(|(a, b)| a.same(b, NEIGHBOURS));
        !is_bound
            && relation.followups.iter().all(|followup| followup.inputs(group.env(), types).is_none_or(same))
    };
    let held = groups.correct.iter().filter(|group| relation.verdict(group.env()) == Verdict::Held);
    held.filter(|group| near(group) == Some(true)).any(|group| !neighbours(&group))
}

/// Whether a bound in a relation never decides anything: `y1 == y0.min(10)`, where no `y0` was above 10, says of larger
/// ones cover unseen inputs.
fn has_idle_bound(relation: &Relation, groups: &Groups) -> bool {
    let mut bounds = Vec::new();
    relation.then.any(&mut |expr| {
        if matches!(expr, Expr::Apply(Op::Min | Op::Max, _)) {
            bounds.push(expr.clone());
        }
        false
    });
    let held = groups.correct.iter().filter(|group| relation.verdict(group.env()) == Verdict::Held);
    let held: Vec<&Group> = if bounds.is_empty() { Vec::new() } else { held.collect() };
    bounds.iter().any(|bound| {
        let value = |expr: &Expr, group: &Group| expr.eval(group.env(), relation.tolerance);
        // Inside a closure it has no value of its own.
        let known: Vec<&&Group> = held.iter().filter(|group| value(bound, group).is_some()).collect();
        let decides = |side: &Expr| known.iter().any(|group| value(side, group) != value(bound, group));
        !known.is_empty() && bound.children().into_iter().filter(|side| decides(side)).count() < 2
    })
}

/// The candidates that hold on `rows` alone, with their own tolerance or a laxer one: what refutes a relation is likely to
/// refute others, and is soon tried.
pub fn held_on(
    candidates: Vec<Candidate>,
    fresh: &mut Fresh<'_>,
    rows: &[RowId],
) -> anyhow::Result<Vec<Candidate>> {
    let mut left = Vec::new();
    for (followups, candidates) in by_followups(candidates) {
        let groups = collect(&Transformation { followups }, rows, &mut fresh.executors)?;
        let holds = |candidate: &Candidate| relax(&mut candidate.relation.clone(), &groups).stands;
        left.extend(candidates.into_iter().filter(holds));
    }
    Ok(left)
}

/// Those of the candidates for ASCII alone that say something of it: of texts to which nothing happens, much holds in vain.
pub fn speaking(candidates: Vec<Candidate>, fresh: &mut Fresh<'_>) -> anyhow::Result<Vec<Candidate>> {
    let (of_texts, mut left): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|candidate| is_ascii(&candidate.relation.when));
    for (followups, candidates) in by_followups(of_texts) {
        let groups = collect(&Transformation { followups }, &fresh.rows, &mut fresh.executors)?;
        left.extend(candidates.into_iter().filter(|c| speaks(&c.relation, &groups.correct)));
    }
    Ok(left)
}

/// Candidates with the same follow-ups together, in the order of appearance.
fn by_followups(candidates: Vec<Candidate>) -> Vec<(Vec<Followup>, Vec<Candidate>)> {
    let mut all: Vec<(Vec<Followup>, Vec<Candidate>)> = Vec::new();
    let mut places: HashMap<Vec<Followup>, usize> = HashMap::new();
    for candidate in candidates {
        let followups = &candidate.relation.followups;
        let place = *places.entry(followups.clone()).or_insert_with(|| {
            all.push((followups.clone(), Vec::new()));
            all.len() - 1
        });
        all[place].1.push(candidate);
    }
    all
}

/// Refuting inputs kept per refuted relation.
const REFUTING: usize = 2;

/// What came of a relation on groups.
struct Checked<'g> {
    /// On how many it held and said something: some follow-up was given other inputs than the source.
    held: usize,
    violated: Vec<&'g Group>,
    /// Whether it held, and not just so.
    stands: bool,
}

/// Checks a relation on groups. One that holds only just, or with a laxer tolerance of the ladder if it has one at all,
/// gets the strictest with which it holds with room to spare.
fn relax<'g>(relation: &mut Relation, groups: &'g Groups) -> Checked<'g> {
    let check = |tolerance: Tolerance| {
        let relation = Relation { tolerance, ..relation.clone() };
        let (mut held, mut violated) = (0, Vec::new());
        for group in &groups.correct {
            match relation.verdict(group.env()) {
                Verdict::Held => held += usize::from(!relation.repeats(group.env())),
                Verdict::Violated => violated.push(group),
                Verdict::Inapplicable => {}
            }
        }
        (held, violated)
    };
    let own = relation.tolerance;
    let kind = groups.narrowest_float();
    let floats = kind.unwrap_or(FloatType::F64);
    let laxer: Vec<Tolerance> = match own {
        Tolerance::Exact if kind.is_some() && is_monotone(relation) => vec![Tolerance::absolute(floats)[0]],
        Tolerance::Exact => Vec::new(),
        _ => Tolerance::ladder(floats).iter().copied().skip_while(|t| *t != own).skip(1).collect(),
    };
    for tolerance in std::iter::once(own).chain(laxer) {
        let (held, violated) = check(tolerance.with_room());
        if violated.is_empty() {
            relation.tolerance = tolerance;
            return Checked { held, violated, stands: true };
        }
    }
    let (held, violated) = check(own);
    Checked { held, violated, stands: false }
}

/// Whether a relation says that outcomes are in the order of arguments: but for rounding, where they hardly differ.
fn is_monotone(relation: &Relation) -> bool {
    let sides = |part: &Expr, is: &dyn Fn(&Expr) -> bool| match part {
        Expr::Apply(Op::Le | Op::Ge, sides) => sides.iter().all(is),
        _ => false,
    };
    sides(&relation.then, &|side| side.mentions_outcome())
        && relation.when.conditions().iter().any(|part| sides(part, &|side| matches!(side, Expr::Param(_))))
}

/// A relation where it holds on all groups, with its own tolerance or a laxer one.
pub fn relaxed(relation: &Relation, groups: &Groups) -> Option<Relation> {
    let mut relaxed = relation.clone();
    relax(&mut relaxed, groups).stands.then_some(relaxed)
}

/// Floats so large, or no numbers at all, that laws of arithmetic end there.
fn is_extreme(value: &Value) -> bool {
    match value {
        Value::Seq(items) | Value::Tuple(items) => items.iter().any(is_extreme),
        Value::Some(value) | Value::Ok(value) | Value::Err(value) => is_extreme(value),
        other => {
            other.as_float().is_some_and(|x| !x.is_finite() || x.abs() > 1e9 || (x != 0.0 && x.abs() < 1e-9))
        }
    }
}

#[cfg(test)]
mod tests;
