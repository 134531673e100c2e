//! `explain`: what is known of a relation of the suite.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};

use super::list::listed;
use super::matching::{similar, unknown};
use super::memory;
use super::opened::{load_alone, scan_all};
use crate::cleanse::Kept;
use crate::exploration::Remembered;
use crate::options::Options;
use crate::report::{self, Document, Explanation, Kill, RelationSearch, in_words};
use crate::suite::{self, Codes};
use morph_lab::MutantId;
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::Function;

/// Runs the command.
pub fn run(options: &Options, id: &str, progress: &dyn Progress) -> Result<Code> {
    let (workspace, _lock) = load_alone(options, progress)?;
    let read = scan_all(&workspace, options)?;
    let suite = suite::load(&workspace, &read)?;
    let by_path: BTreeMap<&str, &Function> = read.functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let Some(relation) = suite.all().find(|relation| relation.is_called(id)) else {
        let names = suite.all().flat_map(|relation| [Some(&relation.id), relation.test.as_ref()]).flatten();
        let names: Vec<&str> = names.map(String::as_str).collect();
        let what = format!("no relation has the id or the test `{id}`");
        return Err(unknown(&what, &similar(id, &names), "`cargo morph list` shows all relations"));
    };
    let search = Remembered::of(&memory::cache(&workspace, options), &relation.subject);
    let search = search.and_then(|remembered| searched(&remembered, &relation.id));
    let shown = listed(&workspace, &by_path, relation).context("a relation is about a function")?;
    let function = by_path.get(relation.subject.as_str()).and_then(|function| function.subject());
    let signature = function.context("a relation is about a subject")?.signature();
    let test = relation.test.clone().unwrap_or_else(|| shown.readable.clone());
    let code = Codes::of(&workspace, &read.code).of_relation(&relation.subject, &relation.relation);
    let mut rests_on: Vec<String> = Vec::new();
    for path in relation.functions().map(str::to_owned) {
        if !rests_on.contains(&path) {
            rests_on.push(path);
        }
    }
    let explanation = Explanation {
        schema: report::SCHEMA,
        words: in_words(&test, &signature, &relation.relation),
        rests_on,
        changed: relation.code.as_ref().map(|known| Some(known) != code.as_ref()),
        groups: relation.evidence.groups,
        search,
        relation: shown,
    };
    report::print(&Document::Explanation(Box::new(explanation)), options.format)?;
    Ok(Code::Done)
}

/// What a search knows of a relation that it wrote.
fn searched(remembered: &Remembered, id: &str) -> Option<RelationSearch> {
    let all = &remembered.explored.relations;
    let own = all.iter().find(|kept| kept.id == id)?;
    let others: BTreeSet<MutantId> =
        all.iter().filter(|kept| kept.id != id).flat_map(Kept::killed).copied().collect();
    let killed: BTreeSet<MutantId> = own.killed().copied().collect();
    let kills = killed.iter().filter_map(|mutant| {
        Some(Kill {
            mutant: remembered.name(*mutant)?.to_owned(),
            alone: !others.contains(mutant),
            held_out: own.held_out.contains(mutant),
        })
    });
    Some(RelationSearch {
        grade_reason: own.grade_reason.clone(),
        family: own.family.as_ref().map(|family| family.name.clone()),
        samples: own.samples.clone(),
        kills: kills.collect(),
        distinguished: remembered.explored.distinguished.len(),
    })
}
