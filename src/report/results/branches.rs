//! The report of a function's branches.

use std::path::Path;

use super::texts::Texts;
use crate::adequacy::FunctionBranches;
use crate::report::json::{Branch, BranchFate, Branches};
use morph_lab::{Lab, Probe};
use morph_relation::{Value, show_literal};
use morph_symbolic::BranchStatus;

/// The report of a function's branches; `root` is the workspace's.
pub fn branches(found: &FunctionBranches<'_>, lab: &Lab, root: &Path) -> Branches {
    let texts = Texts::read(&found.bodies, root);
    let branch = |(number, probe): &(u32, &Probe)| Branch {
        file: texts.name(&probe.file).to_owned(),
        line: probe.line,
        code: texts.code(probe),
        outcome: probe.event.told().to_owned(),
        fate: fate(found, *number),
    };
    let probes = found.bodies.iter().flat_map(|body| &body.probes);
    let branches = probes.filter(|(_, probe)| !probe.is_statement()).map(branch).collect();
    let unprobed = lab.unprobed.iter();
    let unwatched = unprobed.filter(|(file, span)| found.bodies.iter().any(|body| body.holds(file, span)));
    Branches::new(found.tried, unwatched.count(), branches)
}

fn fate(found: &FunctionBranches<'_>, number: u32) -> BranchFate {
    let call = |input: &[Value]| {
        let args: Vec<String> = input.iter().map(show_literal).collect();
        format!("{}({})", found.subject.name, args.join(", "))
    };
    match (found.smallest.get(&number), found.statuses.get(&number)) {
        (Some(input), _) => BranchFate::Covered { input: call(input) },
        (None, Some(BranchStatus::Infeasible)) => BranchFate::Infeasible,
        (None, Some(BranchStatus::Open { tries, nearest })) => BranchFate::Open {
            tries: found.tried.max(*tries),
            nearest: nearest.as_ref().map(|(input, _)| call(input)),
            distance: nearest.as_ref().map(|(_, distance)| *distance),
        },
        (None, _) => BranchFate::Open { tries: found.tried, nearest: None, distance: None },
    }
}
