//! Tries the instances of a subject's families on small inputs, on ordinary ones, and under guards.

mod about;
mod idle;
mod inputs;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, btree_map};
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::Result;

use about::About;

use super::approximate::is_approximate;
use super::blocks::is_of_smaller_blocks;
use super::constant::is_of_anything;
use super::defined::{besides, defined};
use super::degenerate::is_degenerate;
use super::families::families;
use super::family::{INVOLUTION, ROUND_TRIP};
use super::guards::{is_absence, is_ascii, is_near_zero};
use super::holding::{LEAST, LEAST_OF_FIRST, guarded, ignores_blocks, is_pinned, tolerated};
use super::hollow::{
    bounds_unsigned, changes_nothing, counts_shifted_floats, is_of_any_function, is_told_by_helpers,
    leaves_open, loses_values, orders_by_chance, passed_on, passes_on_what_is_changed, says_little,
    shifts_by_a_period, takes_few_lengths, tells_its_type, tells_type_argument,
};
use super::instance::{Context, Instance};
use super::instances::instances;
use super::layouts::{READ, WRITTEN, accepted_texts, growing, read, units, written};
use super::lessons::{Lessons, STEPS, inner};
use super::limits::{limited, takes_an_integer};
use super::needless::has_needless_part;
use super::one_sided::{fails_alone, tells_no_refusals};
use super::period::has_shorter_period;
use super::rows::{Rows, falls_everywhere};
use super::speaks::{is_unanswered, speaks};
use super::unread::ignores_letters;
use super::varied::{ends, every_letter, stretched, with};
use crate::inputs::input_sources::useful;
use crate::inputs::{InputSources, accepted};
use crate::search::{Settings, Shape, can_be_written};
use morph_relation::{
    Expr, FloatType, Op, Relation, Signature, Tolerance, Transformation, Type, Value, is_not_nan,
};
use morph_source::scan::Subject;
use morph_traces::{Executors, Group, Groups, Oracle, RowId, Step, collect};
use morph_values::stream;

/// A relation of the original that is an instance of a family.
#[derive(Clone, Debug)]
pub struct FoundLaw {
    /// Its family.
    pub shape: Shape,
    /// The relation.
    pub relation: Relation,
}

/// What laws of a subject are searched with.
pub struct LawSearch<'a, 'o> {
    /// What executes functions.
    pub oracle: &'o Oracle<'a>,
    /// The subject.
    pub subject: &'o Subject,
    /// Its number among all subjects.
    pub index: usize,
    /// The functions that laws may call.
    pub others: &'o [&'o Subject],
    /// Their signatures.
    pub signatures: &'o [Signature],
    /// Constants of the subject, the most frequent first.
    pub constants: &'o [Value],
    /// What inputs are made of.
    pub input_sources: &'o InputSources,
    /// Inputs on which the subject returned something of use.
    pub useful: &'o [Vec<Value>],
    /// Some on which it said no.
    pub refused: &'o [Vec<Value>],
    /// The run's seed.
    pub settings: &'o Settings,
}

/// Inputs of each kind that all instances are tried on first.
const FIRST: usize = 60;
/// Ordinary inputs that survivors are tried on.
const ORDINARY: usize = 400;

impl LawSearch<'_, '_> {
    /// The laws that hold on every input tried, the best known first.
    pub fn run(&self) -> Result<Vec<FoundLaw>> {
        let signature = self.subject.signature();
        let mut executors = self.oracle.executors(self.subject, self.others, &|_| false)?;
        let lessons = self.lessons(&signature, &mut executors)?;
        let context = Context::new(&signature, self.signatures, self.constants).taught(lessons);
        // By what a statement is about.
        let mut idle: BTreeMap<About<'_>, BTreeSet<usize>> = BTreeMap::new();
        let all = instances(&context, families());
        let stream = |of: &str| stream(self.settings.seed, &format!("{of} {}", self.subject.path));
        let mut rng = stream("laws");
        let accepted = accepted(&mut executors.subject, self.useful, &mut stream("accepted"))?;
        let mut rows: HashMap<Vec<Type>, Rows> = HashMap::new();
        let mut found: Vec<(FoundLaw, &str)> = Vec::new();
        let mut said: HashSet<u64> = HashSet::new();
        let lookup = |path: &str| self.signatures.iter().find(|known| known.path == path).cloned();
        let mut read: HashSet<String> = HashSet::new();
        // What holds of a whole holds of its parts, and of these, the first stands for the others.
        let mut whole: HashSet<(&str, &[usize])> = HashSet::new();
        for instance in &all {
            if self.oracle.work().ends(Step::Laws) {
                break;
            }
            let of_family = (instance.family.name, instance.places.as_slice());
            if instance.siblings.iter().any(|path| executors.is_dear(path))
                || instance.of_part && whole.contains(&of_family)
            {
                continue;
            }
            let about = About::of(&instance.forms[0], only_part(&instance.forms[0]));
            let idle = match idle.entry(about) {
                btree_map::Entry::Occupied(known) => known.into_mut(),
                btree_map::Entry::Vacant(new) => new.insert(self.idle(about, &mut executors)?),
            };
            if instance.places.iter().any(|place| idle.contains(place)) {
                continue;
            }
            let given = &instance.forms[0].given;
            let types: Vec<Type> = given.iter().map(|(_, ty)| ty.clone()).collect();
            let rows = match rows.entry(types) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    new.insert(self.rows(&instance.forms[0], &accepted, &mut executors, &mut rng)?)
                }
            };
            for form in 0..instance.forms.len() {
                let held = self.held(instance, form, &signature, rows, &mut executors)?;
                // The same executions compared with the same values are the same law in other words; a method of std and one
                // of the same name are read as one.
                if let Some((law, what)) = held
                    && can_be_written(&law.relation, &signature, self.signatures)
                    && said.insert(what)
                    && read.insert(law.relation.readable(&signature, &lookup))
                {
                    if !law.shape.guarded {
                        whole.insert(of_family);
                    }
                    found.push((law, instance.family.requires));
                }
            }
        }
        let known: Vec<Relation> = found.iter().map(|(law, _)| law.relation.clone()).collect();
        let says_less = |law: &Relation| known.iter().any(|known| is_of_smaller_blocks(law, known));
        found.retain(|(law, _)| !says_less(&law.relation));
        Ok(with_requirements(found))
    }

    /// What executions of the subject teach.
    fn lessons(&self, signature: &Signature, executors: &mut Executors<'_>) -> Result<Lessons> {
        let some = &self.useful[..self.useful.len().min(ORDINARY)];
        let types = self.subject.types();
        let bytes = match types.as_slice() {
            [Type::Int(int)] if int.bits() == 8 => (int.lowest()..=int.highest()).collect(),
            _ => Vec::new(),
        };
        let bytes: Vec<Vec<Value>> = bytes.into_iter().map(|n| vec![Value::Int(n)]).collect();
        let some =
            &[some, &every_letter(&types, some), &stretched(&types, some), &ends(&types, some), &bytes]
                .concat();
        let rows = executors.subject.run(some.clone())?;
        let executions = some
            .iter()
            .zip(&rows)
            .filter_map(|(input, row)| Some((input.as_slice(), executors.subject.original(*row).value()?)));
        let executions: Vec<(&[Value], &Value)> = executions.collect();
        let mut lessons = Lessons::of(signature, &executions, self.constants);
        lessons.say(WRITTEN, written(signature, &executions));
        let texts = accepted_texts(&executions);
        let mut run = |inputs: Vec<Vec<Value>>| -> Result<Vec<Option<Value>>> {
            let rows = executors.subject.run(inputs)?;
            let outcome = |row: &RowId| executors.subject.original(*row).value().and_then(inner).cloned();
            Ok(rows.iter().map(outcome).collect())
        };
        lessons.say(READ, read(signature, &texts, &mut run)?);
        lessons.say(READ, units(&texts, &mut run)?);
        lessons.say(WRITTEN, growing(signature, self.constants, &mut run)?);
        for (place, ty) in types.iter().enumerate() {
            let counts = matches!(ty, Type::Int(_)) && Value::Int(STEPS).fits(ty);
            let Some(base) = some.first().filter(|_| counts) else { continue };
            // From zero, or else from the least for which something is returned.
            let from = |base: &Vec<Value>| match base[place] {
                Value::Int(n) if Value::Int(n.saturating_add(STEPS)).fits(ty) => Some(n),
                _ => None,
            };
            let least = self.useful.iter().take(ORDINARY).filter_map(from).min();
            for from in std::iter::once(0).chain(least) {
                let steps = (from..from + STEPS).map(|n| with(base, place, Value::Int(n)));
                let rows = executors.subject.run(steps.collect())?;
                let returned = rows.iter().map(|row| {
                    let value = executors.subject.original(*row).value();
                    value.filter(|value| !value.says_no())
                });
                let returned: Vec<Option<&Value>> = returned.collect();
                lessons.of_steps(place, &returned);
                if returned.iter().all(Option::is_some) {
                    break;
                }
            }
        }
        Ok(lessons)
    }

    /// That what a relation calls the subject with has an answer, where not all numbers have one.
    fn defined(&self, relation: &Relation, extended: &Signature) -> Vec<Expr> {
        let domains = self.input_sources.domains.get(&self.subject.path);
        domains.map(|domains| defined(extended, relation, domains)).unwrap_or_default()
    }

    /// The shape of a relation that holds, as far as what it says decides it.
    fn shape(&self, instance: &Instance, shape: Shape, relation: &Relation) -> Shape {
        let implies = if tells_no_refusals(relation) { &[] } else { shape.implies };
        let is_minor =
            is_told_by_helpers(relation, self.subject, self.others) || says_little(instance, self.subject);
        Shape { implies, minor: shape.minor || is_minor, ..shape }
    }

    /// A form of an instance as a law, under the weakest guard under which it holds.
    fn held(
        &self,
        instance: &Instance,
        number: usize,
        signature: &Signature,
        rows: &Rows,
        executors: &mut Executors<'_>,
    ) -> Result<Option<(FoundLaw, u64)>> {
        let form = &instance.forms[number];
        let transformation = Transformation { followups: form.followups.clone() };
        let extended = signature.with_given(&form.given);
        // Up to which number something is undone, only all of them tell.
        let ends = instance.family.name == ROUND_TRIP && takes_an_integer(&extended);
        let of_family = (instance.family, instance.places.as_slice());
        let defined = self.defined(form, &extended);
        let within = |relation: &Relation, groups: &Groups, least: usize| {
            guarded(relation, groups, least, &extended, of_family, &defined)
        };
        if !may_hold(form, rows, executors, !ends, &within)? {
            return Ok(None);
        }
        let groups = collect(&transformation, &rows.all, executors)?;
        if groups.correct.len() < LEAST.min(rows.all.len()) {
            return Ok(None);
        }
        let kind = groups.narrowest_float();
        let free = lax(form, kind);
        let held = match within(&free, &groups, LEAST) {
            None if ends => limited(&free, &extended, &groups, executors)?,
            held => held,
        };
        let Some(mut relation) = held else { return Ok(None) };
        if let Some(kind) = kind {
            let Some(tolerant) = tolerated(&relation, &groups, &extended, kind) else { return Ok(None) };
            relation = tolerant;
        }
        let held = groups.held_by(&relation);
        if held.len() < LEAST.min(groups.correct.len())
            || is_approximate(&relation, &groups, executors)?
            || kind.is_none() && shifts_by_a_period(&relation)
            || tells_its_type(&relation, self.subject)
            || tells_type_argument(&relation, self.subject)
            || orders_by_chance(&relation, &self.subject.ret)
            || !speaks(&relation, &groups.correct)
        {
            return Ok(None);
        }
        let on_held = groups.correct.iter().filter(|group| held.contains(&group.source));
        if is_of_any_function(&relation, signature.params.len(), on_held.clone())
            || is_degenerate(&relation, on_held.clone())
            || fails_alone(&relation, &rows.all, executors)?
        {
            return Ok(None);
        }
        let inputs = rows.all.iter().map(|row| executors.subject.input(*row));
        if loses_values(&relation, &groups)
            || leaves_open(&relation, &groups)
            || ignores_blocks(&relation, &groups)
            || takes_few_lengths(instance, &groups)
            || changes_nothing(instance, self.subject)
            || bounds_unsigned(&relation, self.signatures)
            || counts_shifted_floats(&relation, &groups)
            || passes_on_what_is_changed(&relation, only_part(&relation), &groups)
            || says_nothing(&relation, &groups, on_held.clone(), rows, executors)
            // `f(1 - n) == f(n)` of what has no sign.
            || !relation.followups.is_empty() && is_pinned(&passed_on(&relation, &instance.places), on_held, inputs)
            || self.ignores_idle(&relation, instance, &groups, executors)?
            || self.changes_in_vain(&relation, &groups, executors)?
            || has_shorter_period(&relation, &rows.all, executors)?
            || ignores_letters(&relation, &rows.all, executors)?
            || is_of_anything(&relation, &|| self.generator(), executors)?
            || has_needless_part(&relation, self.signatures, &rows.sample, executors)?
        {
            return Ok(None);
        }
        let when = besides(&relation.when, &defined);
        let is_own = when != form.when && !is_natural(&when);
        let what = fingerprint(&relation, &groups);
        let shape = self.shape(instance, instance.shape(number, is_own, &self.subject.ret), &relation);
        Ok(Some((FoundLaw { shape, relation }, what)))
    }
}

/// Whether a form may hold as far as few inputs tell: what no guard can save falls on these, if they tell `all`.
fn may_hold(
    form: &Relation,
    rows: &Rows,
    executors: &mut Executors<'_>,
    all: bool,
    within: &dyn Fn(&Relation, &Groups, usize) -> Option<Relation>,
) -> Result<bool> {
    let transformation = Transformation { followups: form.followups.clone() };
    let probes = collect(&transformation, &rows.probes, executors)?;
    if falls_everywhere(&lax(form, probes.narrowest_float()), &probes) {
        return Ok(false);
    }
    for few in [&rows.first, &rows.sample].into_iter().filter(|_| all) {
        let groups = collect(&transformation, few, executors)?;
        if within(&lax(form, groups.narrowest_float()), &groups, LEAST_OF_FIRST).is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The part of the subject's outcomes that a relation is about, where it is about no other, and not about what siblings return.
fn only_part(relation: &Relation) -> Option<usize> {
    let then = &relation.then;
    let is_sibling = |out: usize| out > 0 && relation.followups[out - 1].function.is_some();
    let outcomes = |of: &Expr| count(of, &|part| matches!(part, Expr::Out(_)));
    if then.any(&mut |part| matches!(part, Expr::Out(out) if is_sibling(*out))) {
        return None;
    }
    let mut found = None;
    then.any(&mut |expr| match expr {
        Expr::Field(of, part, _) if outcomes(of) == 1 && found.is_none() => {
            found = Some(*part);
            false
        }
        _ => false,
    });
    let part = found?;
    let in_it =
        count(then, &|expr| matches!(expr, Expr::Field(of, at, _) if *at == part && outcomes(of) == 1));
    (in_it == outcomes(then)).then_some(part)
}

/// How many parts of an expression are such.
fn count(expr: &Expr, is: &dyn Fn(&Expr) -> bool) -> usize {
    let mut found = 0;
    expr.any(&mut |part| {
        found += usize::from(is(part));
        false
    });
    found
}

/// A relation with the laxest tolerance of some floats.
fn lax(relation: &Relation, kind: Option<FloatType>) -> Relation {
    let tolerance = kind.map_or(relation.tolerance, Tolerance::laxest);
    Relation { tolerance, ..relation.clone() }
}

/// The laws without those that lack the law without which they say nothing. Where a function is its own inverse, another one is
/// that, too, or not at all.
fn with_requirements(found: Vec<(FoundLaw, &str)>) -> Vec<FoundLaw> {
    let is_plain = |law: &FoundLaw| law.shape.family == INVOLUTION && !law.shape.guarded;
    let turns_back = found.iter().any(|(law, _)| is_plain(law));
    let undoes_some = |law: &FoundLaw| law.shape.family == ROUND_TRIP && !law.relation.when.is_yes();
    let places = |law: &FoundLaw| law.shape.places.iter().copied().collect::<BTreeSet<usize>>();
    let meets = |(law, requires): &(FoundLaw, &str)| {
        requires.is_empty()
            || found.iter().any(|(known, _)| {
                let shape = &known.shape;
                (shape.family == *requires || shape.implies.contains(requires))
                    && (shape.places.is_empty() || places(law).is_subset(&places(known)))
                    && shape.siblings.iter().all(|sibling| law.shape.siblings.contains(sibling))
            })
    };
    let stands = |law: &(FoundLaw, &str)| !(turns_back && undoes_some(&law.0)) && meets(law);
    let standing: Vec<bool> = found.iter().map(stands).collect();
    found.into_iter().zip(standing).filter(|(_, stands)| *stands).map(|((law, _), _)| law).collect()
}

/// Whether a guard says no more than that floats are near zero, sequences have elements, texts are ASCII, and numbers are not
/// zero.
fn is_natural(guard: &Expr) -> bool {
    let is_zero = |value: &Value| *value == Value::Int(0) || value.as_float() == Some(0.0);
    match guard {
        Expr::Apply(Op::And, both) => both.iter().all(is_natural),
        Expr::Apply(Op::Ne, sides) => matches!(&sides[1], Expr::Const(value) if is_zero(value)),
        Expr::Apply(Op::Not, inner) if matches!(inner[0], Expr::Apply(Op::IsEmpty, _)) => true,
        guard => is_near_zero(guard) || is_not_nan(guard) || is_absence(guard) || is_ascii(guard),
    }
}

/// One in so many inputs of use has a law that says something of it, at least.
const APPLICABLE: usize = 10;

/// Whether a function called with something else mostly fails, so that the law is about few inputs, or the subject has no
/// answer wherever the law holds.
fn says_nothing<'g>(
    relation: &Relation,
    groups: &Groups,
    held: impl Iterator<Item = &'g Group>,
    rows: &Rows,
    executors: &Executors<'_>,
) -> bool {
    if is_unanswered(relation, held) {
        return true;
    }
    let returned = |row: &&RowId| useful(&executors.subject, **row);
    relation.when.is_yes()
        && relation.given.is_empty()
        && !relation.unwraps()
        && groups.correct.len() * APPLICABLE < rows.all.iter().filter(returned).count()
}

/// What a relation executes and compares on these groups.
fn fingerprint(relation: &Relation, groups: &Groups) -> u64 {
    let mut hasher = DefaultHasher::new();
    // Rounding may make equal what is in a strict order elsewhere.
    matches!(relation.then, Expr::Apply(Op::Lt | Op::Gt, _)).hash(&mut hasher);
    let compared: Vec<&Expr> = match &relation.then {
        Expr::Apply(_, sides) => sides.iter().collect(),
        then => vec![then],
    };
    for group in &groups.correct {
        let value = |expr: &Expr| expr.eval(group.env(), Tolerance::Exact);
        group.params.hash(&mut hasher);
        for followup in &relation.followups {
            followup.function.hash(&mut hasher);
            followup.args.iter().for_each(|arg| value(arg).hash(&mut hasher));
        }
        compared.iter().for_each(|side| value(side).hash(&mut hasher));
    }
    hasher.finish()
}

#[cfg(test)]
mod tests;
