//! `list`: the relations of the suite.

use std::collections::BTreeMap;

use anyhow::Result;

use super::opened::{load_alone, scan_all, selects};
use crate::options::Options;
use crate::report::{self, Document, List, ListedRelation};
use crate::suite::{self, SuiteRelation};
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::Function;
use morph_source::workspace::Workspace;

/// Runs the command.
pub fn run(options: &Options, progress: &dyn Progress) -> Result<Code> {
    let (workspace, _lock) = load_alone(options, progress)?;
    let read = scan_all(&workspace, options)?;
    let suite = suite::load(&workspace, &read)?;
    let by_path: BTreeMap<&str, &Function> = read.functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let mut all: Vec<&SuiteRelation> = suite.all().collect();
    all.retain(|relation| {
        by_path.get(relation.subject.as_str()).is_some_and(|f| selects(options, &workspace, f))
    });
    all.sort_by_key(|relation| (&relation.subject, relation.place));
    let all = all.into_iter().filter_map(|relation| listed(&workspace, &by_path, relation)).collect();
    report::print(&Document::List(List::new(all)), options.format)?;
    for problem in &suite.problems {
        progress.warn(&problem.message);
    }
    Ok(Code::Done)
}

/// A relation of the suite as it is shown.
pub fn listed(
    workspace: &Workspace,
    functions: &BTreeMap<&str, &Function>,
    relation: &SuiteRelation,
) -> Option<ListedRelation> {
    let function = functions.get(relation.subject.as_str())?;
    let file = workspace.relative(&function.file);
    let lookup = |path: &str| Some(functions.get(path)?.callable()?.signature());
    Some(ListedRelation {
        id: relation.id.clone(),
        function: relation.subject.clone(),
        file: file.display().to_string(),
        line: function.line,
        readable: relation.relation.readable(&function.subject()?.signature(), &lookup),
        strategy: relation.strategy.clone(),
        grade: if relation.observed { "observation" } else { "law" }.to_owned(),
        test: relation.test_path.clone().filter(|_| !relation.sources.is_empty()),
        sources: relation.sources.len(),
    })
}
