//! What the shards of `check`, `adequacy` and `suspects` found, put together and reported.

use std::collections::BTreeMap;

use anyhow::Result;

use super::callable::{Types, lacks, same_callable};
use crate::options::{AdequacyReport, Options};
use crate::pipeline::adequacy::Files;
use crate::pipeline::suspects::{Run, callable};
use crate::pipeline::thresholds::Thresholds;
use crate::pipeline::{adequacy, check};
use crate::report::{self, CheckSeconds, SuspectSeconds};
use crate::shards::{Checked, Measured, Suspected};
use crate::suspects::Tried;
use crate::verdicts::Verdicts;
use morph_relation::Adt;
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::{Function, Read, Subject, closures};
use morph_source::workspace::Workspace;

/// Of `check`.
pub fn checked(options: &Options, shards: Vec<Checked>, progress: &dyn Progress) -> Result<Code> {
    let deny_stale = shards.iter().any(|shard| shard.deny_stale);
    let (mut functions, mut stale, mut seconds) = (Vec::new(), Vec::new(), CheckSeconds::default());
    for Checked { document, .. } in shards {
        let CheckSeconds { scan, build, check, all } = document.totals.seconds;
        functions.extend(document.functions);
        stale.extend(document.stale);
        seconds = CheckSeconds {
            scan: seconds.scan + scan,
            build: seconds.build + build,
            check: seconds.check + check,
            all: seconds.all + all,
        };
    }
    stale.sort();
    let document = report::Check::new(options.seed, functions, stale, seconds);
    check::end(options, deny_stale, &document, progress)
}

/// Of `adequacy`.
pub fn measured(
    options: &Options,
    report: (&AdequacyReport, &Files),
    shards: Vec<Measured>,
    progress: &dyn Progress,
) -> Result<Code> {
    let Some(first) = shards.first() else { return Ok(Code::Done) };
    let thresholds = Thresholds::left(first);
    let (k, unmeasured) = (first.document.k, first.document.totals.clone());
    let documents = shards.into_iter().map(|shard| (shard.document.functions, shard.document.stale));
    let (functions, stale): (Vec<_>, Vec<_>) = documents.unzip();
    let mut document = report::Adequacy::new(k, functions.concat());
    if document.functions.is_empty() {
        // Without a relation nothing is measured, in any shard.
        document.totals = unmeasured;
    }
    document.stale = stale.concat();
    document.stale.sort_unstable();
    adequacy::end(options, document, report, &thresholds, progress)
}

/// Of `suspects`.
pub fn suspected(
    options: &Options,
    workspace: &Workspace,
    read: &Read,
    shards: Vec<Suspected>,
    progress: &dyn Progress,
) -> Result<Code> {
    same_callable(shards.iter().map(|shard| &shard.callable))?;
    let Some(first) = shards.first() else { return Ok(Code::Done) };
    let (shown, of_build) = ((first.all, first.deny), first.callable.clone());
    let (mut selected, mut seconds) = (0, SuspectSeconds::default());
    for shard in &shards {
        let SuspectSeconds { scan, build, search, all } = shard.seconds;
        selected += shard.selected;
        seconds = SuspectSeconds {
            scan: seconds.scan + scan,
            build: seconds.build + build,
            search: seconds.search + search,
            all: seconds.all + all,
        };
    }
    let functions = &read.functions;
    let by_path: BTreeMap<&str, &Function> = functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let subjects = of_build.among(&callable(functions));
    let verdicts: Vec<Verdicts> = workspace.packages.iter().map(Verdicts::load).collect::<Result<_>>()?;
    let (verdicts, closures) = (&verdicts, &closures(functions));
    let run = Run { workspace, subjects: &subjects, by_path: &by_path, verdicts, closures };
    let mut all: BTreeMap<String, Tried> = shards.into_iter().flat_map(|shard| shard.tried).collect();
    let mut tried: Vec<(&Subject, Tried)> = Vec::new();
    for (index, subject) in subjects.iter().enumerate() {
        let Some(of_subject) = all.remove(&subject.path) else { continue };
        let types = Types::of(&subjects, index);
        let known = of_subject.with_types(&|adt: &Adt| types.of_path(&adt.path));
        tried.push((subject, known.ok_or_else(|| lacks(&subject.path))?));
    }
    run.end(options, shown, tried, (selected, seconds, None), progress)
}
