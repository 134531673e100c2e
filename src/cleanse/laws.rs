//! Polynomial laws of a subject: found on the original, and what becomes of each.

use std::borrow::Cow;
use std::time::Instant;

use anyhow::Result;

use super::redundant::{Cleansed, cleanse};
use crate::inputs::input_sources::useful_inputs;
use crate::search::polynomial::{Class, Judgement, Law, NAME, Ranges, Search, Space};
use crate::search::{Candidate, Settings};
use morph_relation::{Expr, Followup, Relation, Signature, Value};
use morph_source::scan::Subject;
use morph_traces::{Executor, Oracle, RowId, Step};

/// The laws of a subject's original.
#[derive(Debug, Default)]
pub struct FoundLaws {
    /// All, in the order of the search.
    pub laws: Vec<Law>,
    /// Those that say something new.
    pub cleansed: Cleansed,
    /// The sources on which they were found.
    pub sources: Vec<Vec<Value>>,
    /// Executions spent.
    pub executions: u64,
}

/// Why laws are dropped before fresh inputs are tried.
const REFUTED: &str = "does not hold on every recorded input";
const IDLE: &str = "kills no mutant on recorded inputs";
const LONG: &str = "is too long to read, or adds nothing to its executions";
const UNJUDGED: &str = "was not executed on mutants, because shorter laws come first";
const IMPLIED: &str = "follows from others, and kills nothing that they do not";
const UNJUDGED_IMPLIED: &str =
    "follows from others, and was not executed on mutants, because shorter laws come first";

/// Recorded inputs on which bounds are checked.
const RECORDED: usize = 300;

/// Searches the laws of a subject; `rows` are what was executed of it, `ranges` where numbers are drawn.
pub fn laws(
    settings: &Settings,
    ranges: Option<&Ranges>,
    oracle: &Oracle<'_>,
    subject: &Subject,
    executor: &Executor<'_>,
    rows: &[RowId],
) -> Result<FoundLaws> {
    let signature = subject.signature();
    let Some(preset) = settings.polynomial else { return Ok(FoundLaws::default()) };
    if Space::of(&signature).is_none() || executor.forbidden().is_some() || executor.hung() {
        return Ok(FoundLaws::default());
    }
    let constants = crate::inputs::by_frequency(&subject.constants);
    let nowhere = Default::default();
    // What is found has yet to be executed on mutants.
    let now = Instant::now();
    let deadline = settings.limit.deadline.map(|end| now + end.saturating_duration_since(now) / 2);
    let is_late = || deadline.is_some_and(|deadline| Instant::now() > deadline);
    let search = Search {
        subject: &signature,
        constants: &constants,
        ranges: ranges.unwrap_or(&nowhere),
        recorded: &useful_inputs(executor, &rows[..rows.len().min(RECORDED)]),
        preset,
        executions: settings.evaluations.unwrap_or(u64::MAX).min(preset.executions),
        ends: &|| is_late() || oracle.work().ends(Step::Polynomials),
        seed: settings.seed,
    };
    let found = search.run(&mut oracle.live(&subject.path)?)?;
    if found.laws.is_empty() {
        return Ok(FoundLaws { executions: found.executions, ..FoundLaws::default() });
    }
    let cleansed = cleanse(found.laws.clone(), &signature, &found.sources);
    Ok(FoundLaws { laws: found.laws, cleansed, sources: found.sources, executions: found.executions })
}

/// What becomes of laws.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct LawOutcomes {
    laws: Vec<LawOutcome>,
    /// By class: how many were found.
    pub found: [usize; 8],
    /// By class: how many of them say something new.
    pub cleansed: [usize; 8],
    /// By step of the cleansing: how many it removed.
    pub steps: Vec<(String, usize)>,
    /// Executions spent.
    pub executions: u64,
}

/// A law that is not written.
pub struct UnwrittenLaw<'a> {
    /// The law, in calls.
    pub readable: &'a str,
    /// Its class, 1 to 8.
    pub class: usize,
    /// Why it is not written.
    pub reason: &'a str,
}

/// What becomes of one, under whichever guard.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct LawOutcome {
    readable: String,
    class: usize,
    /// Its ways to be written; another run does not ask for them.
    #[serde(skip)]
    ways: Vec<(Vec<Followup>, Expr)>,
    /// Why it is not written, as far as is known.
    reason: Option<Cow<'static, str>>,
}

impl LawOutcomes {
    /// After the search on mutants, which left the candidates, and did not come to all laws.
    pub fn of(
        found: FoundLaws,
        subject: &Signature,
        candidates: &[Candidate],
        judged: &[(Law, Judgement)],
    ) -> LawOutcomes {
        let Some(space) = Space::of(subject) else { return LawOutcomes::none() };
        let mut outcomes = LawOutcomes { executions: found.executions, ..LawOutcomes::none() };
        let class = |relation: &Relation| Class::of(relation).map_or(0, |class| class.number() - 1);
        for relation in found.laws.iter().filter_map(|law| law.relation(&space)) {
            outcomes.found[class(&relation)] += 1;
        }
        let Cleansed { laws, implied, steps } = found.cleansed;
        for step in &steps {
            outcomes.steps.push((step.name.to_owned(), step.removed.len()));
        }
        outcomes.steps.push(("consequences".to_owned(), implied.len()));
        let judgement =
            |law: &Law| judged.iter().find(|(other, _)| other == law).map(|(_, judgement)| *judgement);
        let alone = |judgement| match judgement {
            Judgement::Refuted => REFUTED,
            Judgement::Idle => IDLE,
            Judgement::Killing => LONG,
        };
        let mut add = |law: &Law, reason: Option<&'static str>| {
            let Some(relation) = law.relation(&space) else { return };
            outcomes.laws.push(LawOutcome {
                readable: relation.readable(subject, &|_| None),
                class: class(&relation) + 1,
                ways: law.arrangements(&space).iter().map(key).collect(),
                reason: reason.map(Cow::Borrowed),
            });
        };
        for law in &laws {
            let relation = law.relation(&space);
            outcomes.cleansed[relation.map_or(0, |relation| class(&relation))] += 1;
            add(law, Some(judgement(law).map_or(UNJUDGED, alone)));
        }
        for law in &implied {
            let given_others = |judgement| match judgement {
                Judgement::Killing => IMPLIED,
                other => alone(other),
            };
            add(law, Some(judgement(law).map_or(UNJUDGED_IMPLIED, given_others)));
        }
        steps.iter().flat_map(|step| &step.removed).for_each(|(law, why)| add(law, Some(why)));
        for outcome in &mut outcomes.laws {
            if candidates.iter().any(|c| c.strategy == NAME && outcome.ways.contains(&key(&c.relation))) {
                outcome.reason = None;
            }
        }
        outcomes
    }

    fn none() -> LawOutcomes {
        LawOutcomes { laws: Vec::new(), found: [0; 8], cleansed: [0; 8], steps: Vec::new(), executions: 0 }
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.laws.is_empty()
    }

    /// After fresh inputs, which left the survivors.
    pub fn after_fresh(&mut self, survivors: &[Candidate]) {
        self.unless(survivors.iter().map(|c| &c.relation), "a fresh input refutes it");
    }

    /// After the choice and the directed search.
    pub fn after_choice<'a>(&mut self, survivors: &'a [Candidate], kept: impl Iterator<Item = &'a Relation>) {
        self.unless(survivors.iter().map(|c| &c.relation), "the directed search refutes it");
        self.unless(kept, "the written relations kill as many mutants");
    }

    fn unless<'a>(&mut self, left: impl Iterator<Item = &'a Relation>, reason: &'static str) {
        let left: Vec<(Vec<Followup>, Expr)> = left.map(key).collect();
        for outcome in self.laws.iter_mut().filter(|outcome| outcome.reason.is_none()) {
            if !outcome.ways.iter().any(|way| left.contains(way)) {
                outcome.reason = Some(Cow::Borrowed(reason));
            }
        }
    }

    /// The laws that are not written.
    pub fn unwritten(&self) -> impl Iterator<Item = UnwrittenLaw<'_>> {
        self.laws.iter().filter_map(|law| {
            Some(UnwrittenLaw { readable: &law.readable, class: law.class, reason: law.reason.as_deref()? })
        })
    }
}

fn key(relation: &Relation) -> (Vec<Followup>, Expr) {
    (relation.followups.clone(), relation.then.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::polynomial::{Coefficient, Map, Monomial, Side};
    use morph_relation::{FloatType, Scope, Type};

    #[test]
    fn each_law_is_told_what_is_known_of_it() {
        let float = Type::Float(FloatType::F64);
        let sine = Signature::new("demo::sin", vec![("x".to_owned(), float.clone())], float);
        let scope = Scope { params: sine.params.clone(), outs: Vec::new(), item: None };
        let term = |exponents: [u8; 3]| (Monomial(exponents.to_vec()), Coefficient::Ratio(1, 1));
        let law = |map: &str| Law {
            when: Expr::yes(),
            maps: vec![Map::new(vec![scope.parse(map).unwrap()])],
            terms: vec![term([0, 0, 1]), term([0, 1, 0])],
            side: Side::Zero,
        };
        let laws = vec![law("-x"), law("x + PI"), law("x - PI")];
        let judged = [(laws[0].clone(), Judgement::Idle), (laws[2].clone(), Judgement::Refuted)];
        let cleansed = Cleansed { laws: laws.clone(), ..Cleansed::default() };
        let found = FoundLaws { laws: laws.clone(), cleansed, ..FoundLaws::default() };
        let outcomes = LawOutcomes::of(found, &sine, &[], &judged);
        let told: Vec<(&str, &str)> = outcomes.unwritten().map(|law| (law.readable, law.reason)).collect();
        let expected = [
            ("sin(-x) == -sin(x)", IDLE),
            ("sin(x + PI) == -sin(x)", UNJUDGED),
            ("sin(x - PI) == -sin(x)", REFUTED),
        ];
        assert_eq!(told, expected);
        assert_eq!(outcomes.found, [3, 0, 0, 0, 0, 0, 0, 0]);
    }
}
