//! Mutation scores of basic relations and of composites.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use cargo_morph::cleanse::kills;
use cargo_morph::search::composite::{Composite, Sequence};
use cargo_morph::search::{Candidate, TraceSource};
use morph_relation::Transformation;
use morph_relation::{Expr, FloatType, Relation, Tolerance, Verdict};
use morph_traces::{Fault, Groups};

use super::live::Live;
use super::{Bench, Scored};

impl Bench<'_> {
    /// A relation within the strictest tolerance in which it holds, and what it kills; `None` where it holds in none.
    pub fn scored(&self, relation: &Relation, live: &mut Live<'_>) -> Result<Option<Scored>> {
        let transformation = Transformation { followups: relation.followups.clone() };
        let groups: Groups = live.groups(&transformation, true)?;
        let within = |tolerance| Relation { tolerance, ..relation.clone() };
        let holds = |tolerance: Tolerance| {
            groups.correct.iter().all(|group| within(tolerance).verdict(group.env()) != Verdict::Violated)
        };
        let floats = groups.narrowest_float().unwrap_or(FloatType::F64);
        Ok(Tolerance::least(floats, holds).map(|tolerance| {
            let relation = within(tolerance);
            let [kills, failures] =
                kills(&relation, &groups).map(|all| all.into_iter().map(Fault::Mutant).collect());
            let candidate = Candidate {
                shape: None,
                relation,
                strategy: "composite",
                kills,
                groups: groups.correct.len(),
            };
            Scored { candidate, failures }
        }))
    }

    /// The mean mutation scores of basic relations and of composites.
    pub fn scores(
        &self,
        basic: &[Scored],
        all: &[BTreeMap<Sequence, Composite>],
        live: &mut Live<'_>,
    ) -> Result<()> {
        let mut rows: Vec<(String, usize, Vec<Scored>)> = Vec::new();
        for (layers, composites) in (2..).zip(all) {
            let mut seen: BTreeSet<String> = BTreeSet::new();
            let mut scored = Vec::new();
            for composite in composites.values() {
                let relation = Relation { when: Expr::yes(), ..composite.relation.clone() };
                if seen.insert(format!("{relation:?}")) {
                    scored.extend(self.scored(&relation, live)?);
                }
            }
            rows.push((format!("{layers} layers"), layers - 1, scored));
        }
        let apart: BTreeSet<Fault> = live.told_apart().into_iter().map(Fault::Mutant).collect();
        let score = |scored: &Scored, failures: bool| {
            let failed = scored.failures.iter().filter(|_| failures);
            let killed: BTreeSet<&Fault> = scored.candidate.kills.iter().chain(failed).collect();
            killed.into_iter().filter(|mutant| apart.contains(mutant)).count() as f64 / apart.len() as f64
        };
        let mean = |scored: &[&Scored], failures| {
            scored.iter().map(|scored| score(scored, failures)).sum::<f64>() / scored.len().max(1) as f64
        };
        let of_basic: Vec<&Scored> = basic.iter().collect();
        let base = [mean(&of_basic, false), mean(&of_basic, true)];
        println!("{} mutants are told apart from {}.\n", apart.len(), self.program.path);
        println!(
            "| relations | how many | mean MS | to basic | with failures | to basic | best MS | published MS | to basic |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
        let known: BTreeSet<Fault> = basic.iter().flat_map(|scored| scored.candidate.kills.clone()).collect();
        let row = |name: &str, place: usize, scored: &[&Scored]| {
            if scored.is_empty() {
                return println!("| {name} | 0 | | | | | | | |");
            }
            let (ms, with) = (mean(scored, false), mean(scored, true));
            let best = scored.iter().map(|scored| score(scored, false)).fold(0.0, f64::max);
            let published = self.program.scores;
            println!(
                "| {name} | {} | {ms:.3} | {:+.0} % | {with:.3} | {:+.0} % | {best:.3} | {:.3} | {:+.0} % |",
                scored.len(),
                (ms / base[0] - 1.0) * 100.0,
                (with / base[1] - 1.0) * 100.0,
                published[place],
                (published[place] / published[0] - 1.0) * 100.0,
            );
        };
        row("basic", 0, &of_basic);
        for (name, place, scored) in &rows {
            row(name, *place, &scored.iter().collect::<Vec<_>>());
            let more: Vec<&Scored> =
                scored.iter().filter(|scored| !scored.candidate.kills.is_subset(&known)).collect();
            row(&format!("{name}, killing what no basic one kills"), *place, &more);
        }
        let total = |scored: &[&Scored]| {
            let killed: BTreeSet<&Fault> = scored.iter().flat_map(|scored| &scored.candidate.kills).collect();
            killed.into_iter().filter(|mutant| apart.contains(mutant)).count()
        };
        println!(
            "\nTogether, basic relations kill {} of {}; with composites, {}.\n",
            total(&of_basic),
            apart.len(),
            total(&of_basic.iter().copied().chain(rows.iter().flat_map(|row| &row.2)).collect::<Vec<_>>()),
        );
        Ok(())
    }
}
