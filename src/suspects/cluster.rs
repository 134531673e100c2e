//! One report for each cause, the surest first.

use std::collections::{BTreeMap, BTreeSet};

use super::suspect::Suspect;
use super::totality::{NEVER_PANICS, kind_of_panic};
use crate::options::Level;

/// Suspects with one cause as one, ranked. `closures` are the functions that each function calls, itself included.
pub fn clustered(mut all: Vec<Suspect>, closures: &BTreeMap<String, BTreeSet<String>>) -> Vec<Suspect> {
    all.sort_by(|a, b| rank(a).partial_cmp(&rank(b)).unwrap_or(std::cmp::Ordering::Equal));
    let mut kept: Vec<Suspect> = Vec::new();
    for suspect in all {
        let known = kept.iter_mut().find_map(|known| cause(&suspect, known, closures).map(|it| (known, it)));
        match known {
            Some((known, cause)) => {
                if let Cause::Shared(function) = cause {
                    let said =
                        format!("other functions that call `{}` fail in the same way", short(function));
                    if !known.evidence.contains(&said) {
                        known.evidence.push(said);
                    }
                }
                known.further.push(suspect);
            }
            None => kept.push(suspect),
        }
    }
    kept
}

/// Those that fail on inputs which people meet, the surest first; among these, those whose functions are public, and those of
/// one function.
fn rank(suspect: &Suspect) -> (bool, bool, std::cmp::Reverse<Level>, bool, f64, usize, &str, &str) {
    (
        suspect.level == Level::Possible,
        suspect.remote,
        std::cmp::Reverse(suspect.level),
        !suspect.public,
        suspect.share(),
        suspect.law.len(),
        suspect.path.as_str(),
        suspect.law.as_str(),
    )
}

/// The path of a function without its crate.
fn short(path: &str) -> &str {
    path.split_once("::").map_or(path, |(_, rest)| rest)
}

/// Why two suspects have one cause.
enum Cause<'c> {
    /// One of them is about the function at fault.
    Own,
    /// Both call this function.
    Shared(&'c str),
}

/// The cause that two suspects share: they are about one function, or of one family and one calls a function of the other, or
/// both call another one.
fn cause<'c>(
    suspect: &Suspect,
    known: &Suspect,
    closures: &'c BTreeMap<String, BTreeSet<String>>,
) -> Option<Cause<'c>> {
    if known.alike().any(|alike| alike.path == suspect.path) {
        return Some(Cause::Own);
    }
    if suspect.family != known.family {
        return None;
    }
    let calls = |a: &Suspect, b: &Suspect| {
        let own: BTreeSet<&str> = b.functions().collect();
        a.functions().any(|function| {
            let called = closures.get(function);
            own.contains(function) || called.is_some_and(|called| own.iter().any(|own| called.contains(*own)))
        })
    };
    if calls(suspect, known) || calls(known, suspect) {
        return Some(Cause::Own);
    }
    let (one, other) = (closures.get(&suspect.path)?, closures.get(&known.path)?);
    let reach = |function: &String| closures.get(function).map_or(0, BTreeSet::len);
    let outermost = one.intersection(other).max_by_key(|function| reach(function))?;
    // Two that panic in the same way do so in what they share; of other laws they share nearly all of their code.
    let is_same = match suspect.family == NEVER_PANICS {
        true => kind(suspect) == kind(known),
        false => {
            suspect.relation.then == known.relation.then
                && suspect.relation.followups == known.relation.followups
                && reach(outermost) * 2 >= one.len().max(other.len()) - 1
        }
    };
    is_same.then_some(Cause::Shared(outermost))
}

/// How the smallest input makes it panic.
fn kind(suspect: &Suspect) -> String {
    kind_of_panic(suspect.executions.last().map(|call| call.result.as_str()).unwrap_or_default())
}
