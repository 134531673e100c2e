//! Suites of metamorphic groups: how adequate they are, how they are built, what they detect.

use std::collections::{BTreeMap, BTreeSet};

use cargo_morph::adequacy::Source;
use fixedbitset::FixedBitSet;
use morph_experiments::Detections;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Adequacy is divided into so many levels: (0, 0.1], (0.1, 0.2] …
pub const LEVELS: usize = 10;

/// A program with its groups, by source and output sub-relation.
pub struct Program {
    /// Its path.
    pub name: String,
    /// How many mutants there are.
    pub mutants: usize,
    /// By source, by output sub-relation that some group of the source checks: these groups.
    groups: Vec<Vec<Vec<usize>>>,
    /// By group: what it detects.
    detected: Vec<FixedBitSet>,
}

/// The requirements of a criterion that sources with groups satisfy.
pub struct Requirements {
    /// How many there are.
    pub count: usize,
    /// By source: those that it satisfies.
    by_source: Vec<Vec<usize>>,
}

/// The groups of a suite.
pub type Suite = Vec<usize>;

impl Program {
    /// Of what was recorded.
    pub fn new(recorded: &Detections) -> Program {
        let mut groups: Vec<BTreeMap<usize, Vec<usize>>> = vec![BTreeMap::new(); recorded.sources];
        for (number, group) in recorded.groups.iter().enumerate() {
            let output = recorded.relations[group.relation].output;
            groups[group.source.0].entry(output).or_default().push(number);
        }
        let bits = |detected: &Vec<usize>| {
            let mut bits = FixedBitSet::with_capacity(recorded.mutants.len());
            bits.extend(detected.iter().copied());
            bits
        };
        Program {
            name: recorded.path.clone(),
            mutants: recorded.mutants.len(),
            groups: groups.into_iter().map(|by_output| by_output.into_values().collect()).collect(),
            detected: recorded.groups.iter().map(|group| bits(&group.detected)).collect(),
        }
    }

    /// The requirements of a criterion, given `sat(r)`; what no source with a group satisfies is none.
    pub fn requirements(&self, satisfied: &[BTreeSet<Source>]) -> Requirements {
        let mut by_source = vec![Vec::new(); self.groups.len()];
        let mut count = 0;
        for sources in satisfied {
            let mut paired = sources.iter().filter(|source| !self.groups[source.0].is_empty()).peekable();
            if paired.peek().is_none() {
                continue;
            }
            paired.for_each(|source| by_source[source.0].push(count));
            count += 1;
        }
        Requirements { count, by_source }
    }

    /// The most different output sub-relations that check one source: `k` where it is "all".
    pub fn most_relations(&self) -> usize {
        self.groups.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// What a suite detects.
    pub fn detects(&self, suite: &[usize]) -> FixedBitSet {
        let mut all = FixedBitSet::with_capacity(self.mutants);
        suite.iter().for_each(|group| all.union_with(&self.detected[*group]));
        all
    }

    /// Sources that just satisfy the criterion, each with k relations of different output sub-relations, or with as many
    /// as it has (the paper's suites for its first question).
    ///
    /// The sources are drawn from a stream of their own, so that they can be the same for every k.
    pub fn covering(
        &self,
        required: &Requirements,
        k: usize,
        sources: &mut ChaCha8Rng,
        relations: &mut ChaCha8Rng,
    ) -> Suite {
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        order.shuffle(sources);
        let mut met = FixedBitSet::with_capacity(required.count);
        let mut suite = Suite::new();
        for source in order {
            let requirements = &required.by_source[source];
            if requirements.iter().any(|requirement| !met.contains(*requirement)) {
                met.extend(requirements.iter().copied());
                let outputs: Vec<&Vec<usize>> = self.groups[source].sample(relations, k).collect();
                suite.extend(outputs.into_iter().filter_map(|groups| groups.choose(relations)));
            }
        }
        suite
    }

    /// A suite whose adequacy is above `level / 10` and at most `(level + 1) / 10`, built greedily: pairs of a source and a
    /// relation, by chance, as long as they add to the adequacy and not too much (the paper's for its second and third
    /// question). `None` where no pair does and the level is not reached.
    pub fn at_level(
        &self,
        required: &Requirements,
        k: usize,
        level: usize,
        rng: &mut ChaCha8Rng,
    ) -> Option<Suite> {
        let whole = required.count * k;
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        order.shuffle(rng);
        let mut covered = vec![0; required.count];
        let mut used: Vec<Vec<usize>> = vec![Vec::new(); self.groups.len()];
        let (mut sum, mut suite, mut since) = (0, Suite::new(), 0);
        let mut next = order.iter().copied().cycle();
        while sum * LEVELS <= whole * level {
            // Every source was refused since the last that was taken.
            if since == order.len() {
                return None;
            }
            let source = next.next()?;
            since += 1;
            let (outputs, used) = (&self.groups[source], &mut used[source]);
            // Deep enough to add something, which is one relation more unless other sources are ahead.
            let requirements = &required.by_source[source];
            let Some(least) = requirements.iter().map(|requirement| covered[*requirement]).min() else {
                continue;
            };
            let depth: usize = least + 1;
            let gained = requirements.iter().filter(|requirement| covered[**requirement] == least).count();
            if depth > k.min(outputs.len()) || (sum + gained) * LEVELS > whole * (level + 1) {
                continue;
            }
            requirements
                .iter()
                .for_each(|requirement| covered[*requirement] = depth.max(covered[*requirement]));
            sum += gained;
            while used.len() < depth {
                let free: Vec<usize> = (0..outputs.len()).filter(|output| !used.contains(output)).collect();
                let output = free[rng.random_range(0..free.len())];
                used.push(output);
                suite.extend(outputs[output].choose(rng));
            }
            since = 0;
        }
        Some(suite)
    }
}
