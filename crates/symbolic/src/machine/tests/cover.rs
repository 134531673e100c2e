//! Executions that stand for every real one reach all that real ones reach.

use std::collections::BTreeSet;
use std::path::Path as FilePath;

use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Source, sources_of};
use crate::machine::{Limits, run};
use crate::program::{Program, lower};
use crate::term::{TermId, Terms};
use crate::{Chooser, End, Mode, Path, Site};
use morph_relation::Value;
use morph_source::scan::{Filter, Subject, read};
use morph_source::workspace::{Selection, load};
use morph_values::stream;

/// Goes anywhere.
struct Wandering(ChaCha8Rng);

impl Chooser for Wandering {
    fn choose(&mut self, _: &Terms, _: TermId, _: &[Option<Site>; 2]) -> Option<bool> {
        Some(self.0.random())
    }
}

/// The sites that paths which cover everything reach, and whether one of them was not exact.
fn covered(program: &Program, subject: &Subject, runs: usize) -> (BTreeSet<Site>, Option<String>) {
    let mut terms = Terms::default();
    let mut chooser = Wandering(stream(3, &subject.path));
    let mut sites = BTreeSet::new();
    let mut inexact = None;
    for _ in 0..runs {
        let path =
            run(program, &subject.path, subject, &mut terms, Mode::Cover, &mut chooser, Limits::default());
        sites.extend(path.passed);
        inexact = inexact.or(path.inexact);
    }
    (sites, inexact)
}

fn check(program: &Program, subjects: &[Subject], follow: &dyn Fn(&Subject, &[Value]) -> Path) {
    let (mut compared, mut given_up) = (0, Vec::new());
    for subject in subjects {
        let mut real = BTreeSet::new();
        for input in sources_of(subject, 40) {
            let path = follow(subject, &input);
            if matches!(path.end, End::Returned | End::Panicked) {
                real.extend(path.passed);
            }
        }
        let (mut sites, inexact) = covered(program, subject, 300);
        // Chance misses what is many decisions deep.
        for _ in 0..4 {
            if !real.is_subset(&sites) {
                sites.extend(covered(program, subject, 3_000).0);
            }
        }
        let missing: Vec<&Site> = real.difference(&sites).collect();
        match inexact {
            Some(why) => given_up.push(format!("{}: {why}", subject.name)),
            None => {
                compared += 1;
                assert!(missing.is_empty(), "{}: {missing:?}", subject.path);
            }
        }
    }
    println!("{compared} functions compared; not exact: {given_up:#?}");
    assert!(compared > subjects.len() / 2, "{compared} of {}", subjects.len());
}

#[test]
fn what_an_input_reaches_is_reached_when_everything_is_covered() {
    for lib in [super::agreement::NUMBERS, super::agreement::LISTS, super::texts::TEXTS, super::data::KINDS] {
        let source = Source::new(lib);
        check(&source.program, &source.subjects, &|subject, input| source.follow_subject(subject, input));
    }
}

#[test]
fn fixtures_are_followed_without_gaps() {
    let mut reasons = Vec::new();
    let (mut total, mut exact) = (0, 0);
    for fixture in ["business", "genmorph", "quickstart"] {
        let folder = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(fixture);
        let manifest_path = Some(folder.join("Cargo.toml"));
        let workspace = load(&Selection { manifest_path, ..Selection::default() }).unwrap();
        let read = read(&workspace, &Filter::default()).unwrap();
        let source = Source {
            program: Arc::new(lower(&workspace, &read.world)),
            subjects: read.functions.iter().filter_map(|f| f.subject().cloned()).collect(),
        };
        for subject in &source.subjects {
            let started = std::time::Instant::now();
            let inputs = sources_of(subject, 30);
            let mut why = None;
            let mut steps = 0;
            for input in &inputs {
                let path = source.follow_subject(subject, input);
                steps += path.branches.len();
                let unsupported = match path.end {
                    End::Returned if path.returned.is_none() => {
                        path.inexact.or(Some("no outcome".to_owned()))
                    }
                    End::Returned | End::Panicked => None,
                    end => Some(format!("{end:?} {:?}", path.inexact)),
                };
                why = why.or(unsupported);
            }
            total += 1;
            let each = started.elapsed() / inputs.len().max(1) as u32;
            println!("{}: {each:?} and {} steps each", subject.path, steps / inputs.len().max(1));
            match why {
                Some(why) => reasons.push(format!("{}: {why}", subject.path)),
                None => exact += 1,
            }
        }
    }
    println!("{exact} of {total}; {reasons:#?}");
    assert!(exact * 20 >= total * 19, "{exact} of {total}: {reasons:#?}");
}
