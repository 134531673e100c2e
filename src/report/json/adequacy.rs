//! The document of `adequacy`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SCHEMA;
use crate::options::Share;

/// What `adequacy` measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Adequacy {
    /// [`SCHEMA`].
    pub schema: u32,
    /// How many different relations must cover a requirement; criteria may ask for fewer, see there.
    pub k: usize,
    /// The shard that this is the report of; absent where it is about all functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// Every function that has requirements, by path.
    pub functions: Vec<FunctionAdequacy>,
    /// Adequacy over all functions, by criterion.
    pub totals: BTreeMap<String, f64>,
    /// Entries of the suite that test nothing: what is wrong with each and what to do about it.
    #[serde(default)]
    pub stale: Vec<String>,
    /// Whether people are shown the source line by line.
    #[serde(skip)]
    pub shows_lines: bool,
    /// Whether people are shown what falls short.
    #[serde(skip)]
    pub shows_details: bool,
}

/// The adequacy of a function's relations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FunctionAdequacy {
    /// Its path.
    pub path: String,
    /// How many relations of it the suite holds.
    #[serde(default)]
    pub relations: usize,
    /// These relations as people read them.
    #[serde(default)]
    pub readable: Vec<String>,
    /// How many different output relations check something: at most so many can cover a requirement.
    #[serde(default)]
    pub output_relations: usize,
    /// How many different sources these relations have.
    #[serde(default)]
    pub sources: usize,
    /// How many inputs were executed to find out what can be reached, sources included.
    #[serde(default)]
    pub tried: usize,
    /// By criterion: `statement`, `branch`, `choice`, `choice-pair`, `frame`.
    pub criteria: BTreeMap<String, CriterionAdequacy>,
    /// In what respects its inputs differ, by the names that `morph.toml` goes by.
    #[serde(default)]
    pub categories: Vec<ListedCategory>,
    /// The function, and what it calls and accounts for, line by line.
    #[serde(default)]
    pub source: Vec<Listing>,
}

/// How well a criterion is met.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CriterionAdequacy {
    /// 0 to 1, over [`Self::requirements`].
    pub adequacy: f64,
    /// How many different relations a requirement asks for.
    #[serde(default)]
    pub k: usize,
    /// How many requirements there are: of `statement` and `branch`, all that are in the code; of `choice`,
    /// `choice-pair` and `frame` those that some input reaches, and choices that `morph.toml` adds.
    pub requirements: usize,
    /// How many neither a source nor any other input that was tried reaches. Of `statement` and `branch` they are among
    /// the requirements and count as not covered, since that does not prove that none can; of the others they are not,
    /// since it is not known that such inputs exist.
    pub unreachable: usize,
    /// How many are reached only where the function returns no value, so that no relation can test them. They count as
    /// those do that are never reached.
    #[serde(default)]
    pub failing: usize,
    /// How many more no input can reach, by definition. They never count.
    #[serde(default)]
    pub impossible: usize,
    /// How many places of branches the lab could not watch, since that would not compile. They do not count.
    #[serde(default)]
    pub unwatched: usize,
    /// What fewer than k relations cover, with the reason.
    #[serde(default)]
    pub short: Vec<ShortRequirement>,
}

/// A requirement that fewer than k relations cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShortRequirement {
    /// Where: `src/num.rs:12`; empty for what is about inputs.
    pub requirement: String,
    /// What: the code there, the choices.
    #[serde(default)]
    pub text: String,
    /// How many different output relations cover it, by the source that has the most.
    pub covered: usize,
    /// Whether any input that was tried reaches it.
    #[serde(default = "yes")]
    pub reached: bool,
    /// Why it falls short.
    #[serde(default)]
    pub reason: Reason,
}

/// Why fewer than k relations cover a requirement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Generated inputs reach it, and no source of the suite does.
    NoSource,
    /// Sources reach it, and of the function's relations fewer than k apply to any of them.
    #[default]
    FewApply,
    /// A source that reaches it has all relations that the function has, which are fewer than k.
    FewRelations,
    /// Only inputs reach it on which the function returns no value: it panics, or does not end.
    NoValue,
    /// No input that was tried reaches it.
    NeverReached,
    /// By definition no input reaches it.
    Impossible,
}

/// A category of inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListedCategory {
    /// Its name.
    pub name: String,
    /// Its choices' names; an input has the first that it satisfies.
    pub choices: Vec<String>,
}

/// A function's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Listing {
    /// The file, relative to the workspace's root.
    pub file: String,
    /// Its lines, in order.
    pub lines: Vec<ListedLine>,
}

/// A line of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListedLine {
    /// 1-based.
    pub line: usize,
    /// What stands there.
    pub text: String,
    /// How many different relations test the statement there, by the source that has the most; `None` where there is
    /// no statement.
    pub relations: Option<usize>,
    /// Whether any input that was tried reaches it.
    pub reached: bool,
}

fn yes() -> bool {
    true
}

impl Adequacy {
    /// The document of a measurement: functions are sorted by path; a criterion's total weighs every function by its
    /// requirements.
    pub fn new(k: usize, mut functions: Vec<FunctionAdequacy>) -> Self {
        functions.sort_by(|a, b| a.path.cmp(&b.path));
        let mut sums: BTreeMap<String, (f64, usize)> = BTreeMap::new();
        for (name, criterion) in functions.iter().flat_map(|function| &function.criteria) {
            let (sum, requirements) = sums.entry(name.clone()).or_default();
            *sum += criterion.adequacy * criterion.requirements as f64;
            *requirements += criterion.requirements;
        }
        let totals = sums
            .into_iter()
            .filter(|(_, (_, requirements))| *requirements > 0)
            .map(|(name, (sum, requirements))| (name, sum / requirements as f64))
            .collect();
        Self {
            schema: SCHEMA,
            k,
            share: None,
            functions,
            totals,
            stale: Vec::new(),
            shows_lines: false,
            shows_details: false,
        }
    }
}
