//! Searches of sequences: what they find, and how long it takes.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::{Context, Result};
use cargo_morph::search::composite::{COOLING, Composite, Link, PAPER, Sequence, anneal, every, evolve};
use morph_values::stream;

use super::Bench;

impl Bench<'_> {
    /// Runs of the genetic algorithm and of annealing: what they find, and how long it takes.
    pub fn searches(&self, layers: usize, links: &[Link]) -> Result<()> {
        let population = PAPER.population[layers - 2];
        // As many sequences at each temperature as make up for the genetic algorithm's.
        let steps = ((COOLING.to / COOLING.from).ln() / COOLING.factor.ln()).ceil() as usize;
        let chain = (population * (PAPER.generations + 1)).div_ceil(steps);
        for (name, chain) in [("genetic", None), ("annealing", Some(1)), ("annealing, as long", Some(chain))]
        {
            let mut counts = Vec::new();
            let (mut different, mut asked, begin) = (Vec::new(), 0, Instant::now());
            for run in 0..self.args.runs {
                let mut live = self.live()?;
                let mut rng = stream(self.args.seed + run, name);
                let mut fitness = |sequence: &[usize]| self.fitness(sequence, links, &mut live);
                let found = match chain {
                    None => evolve(links.len(), layers, &PAPER, &mut fitness, &mut rng)?,
                    Some(chain) => anneal(links.len(), layers, &COOLING, chain, &mut fitness, &mut rng)?,
                };
                asked += found.asked;
                counts.push(found.fit.len());
                different.push(self.different(found.fit.iter(), links));
            }
            let runs = self.args.runs as f64;
            let (published, seconds) = self.program.published[layers - 2];
            println!(
                "| {layers} | {name} | {:.1} ({}, {}) | {:.1} | {published} | {:.0} | {:.2} | {seconds} |",
                counts.iter().sum::<usize>() as f64 / runs,
                counts.iter().min().unwrap_or(&0),
                counts.iter().max().unwrap_or(&0),
                different.iter().sum::<usize>() as f64 / runs,
                asked as f64 / runs,
                begin.elapsed().as_secs_f64() / runs,
            );
        }
        Ok(())
    }

    /// How many different relations sequences make.
    pub fn different<'s>(&self, sequences: impl Iterator<Item = &'s Sequence>, links: &[Link]) -> usize {
        let relations = sequences.filter_map(|sequence| self.composite(sequence, links));
        relations.map(|composite| format!("{:?}", composite.relation)).collect::<BTreeSet<_>>().len()
    }

    /// Every sequence that holds on every input.
    pub fn exhaustive(&self, layers: usize, links: &[Link]) -> Result<BTreeMap<Sequence, Composite>> {
        let begin = Instant::now();
        let mut live = self.live()?;
        let mut fit = BTreeMap::new();
        for sequence in every(links.len(), layers) {
            if self.fitness(&sequence, links, &mut live)? >= 1.0 {
                let composite = self.composite(&sequence, links).context("it held")?;
                fit.insert(sequence, composite);
            }
        }
        let all = links.len().pow(layers as u32);
        let (published, seconds) = self.program.published[layers - 2];
        println!(
            "| {layers} | all | {} | {} | {published} | {all} | {:.2} | {seconds} |",
            fit.len(),
            self.different(fit.keys(), links),
            begin.elapsed().as_secs_f64(),
        );
        Ok(fit)
    }
}
