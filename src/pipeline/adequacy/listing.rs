//! The source of what is measured: places of requirements, and lines with how many relations test them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::adequacy::{Body, Coop, Observed, Source};
use crate::report::{ListedLine, Listing};
use morph_lab::{Event, Probe};

/// Longer code is cut in reports.
const SHOWN: usize = 48;

/// Source files, with their names in reports.
pub struct Texts(BTreeMap<PathBuf, (String, String)>);

impl Texts {
    /// Reads the files of bodies. One that has gone in the meantime is empty.
    pub fn read(bodies: &[&Body<'_>], root: &Path) -> Texts {
        let files: BTreeSet<&Path> = bodies
            .iter()
            .flat_map(|body| {
                body.probes.iter().map(|(_, p)| &*p.file).chain(body.place.as_ref().map(|p| p.0))
            })
            .collect();
        let read = |file: &Path| {
            let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
            (file.to_owned(), (name, std::fs::read_to_string(file).unwrap_or_default()))
        };
        Texts(files.into_iter().map(read).collect())
    }

    fn text(&self, file: &Path) -> &str {
        self.0.get(file).map_or("", |(_, text)| text)
    }

    /// The name of a file in reports.
    pub fn name(&self, file: &Path) -> &str {
        self.0.get(file).map_or("", |(name, _)| name)
    }

    /// The first line of a statement or branch.
    pub fn code(&self, probe: &Probe) -> String {
        let text = self.text(&probe.file).get(probe.span.clone()).unwrap_or_default();
        let first = text.lines().next().unwrap_or_default();
        match first.char_indices().nth(SHOWN) {
            Some((at, _)) => format!("{}…", &first[..at]),
            None => first.to_owned(),
        }
    }

    /// Where a statement or branch stands, and its first line, with what happens there if it is a branch.
    pub fn told(&self, probe: &Probe) -> (String, String) {
        let code = self.code(probe);
        let told = match probe.event {
            Event::Executed => code,
            event => format!("{code} {}", event.told()),
        };
        (format!("{}:{}", self.name(&probe.file), probe.line), told)
    }
}

/// Every body with, by line, how many relations test the innermost statement there.
pub fn list(
    bodies: &[&Body<'_>],
    texts: &Texts,
    sources: &[Observed],
    reached: &BTreeSet<u32>,
    coop: &Coop,
) -> Vec<Listing> {
    let mut listings = Vec::new();
    for body in bodies {
        let Some((file, item)) = &body.place else { continue };
        let text = texts.text(file);
        let statements: Vec<&(u32, &Probe)> = body.probes.iter().filter(|(_, p)| p.is_statement()).collect();
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(lines_of(text)) {
            if line.end <= item.start || line.start >= item.end {
                continue;
            }
            let code = &text[line.clone()];
            let at = line.start + code.len() - code.trim_start().len();
            let says = code.contains(|c: char| c.is_alphanumeric()) && !code.trim_start().starts_with("//");
            let around = statements.iter().filter(|(_, p)| says && p.span.contains(&at));
            let statement = around.min_by_key(|(_, probe)| probe.span.len()).map(|(number, _)| *number);
            let testing = |probe: u32| {
                let passing = sources.iter().enumerate().filter(|(_, source)| source.probes.contains(&probe));
                passing.map(|(source, _)| coop.relations_of(Source(source))).max().unwrap_or(0)
            };
            lines.push(ListedLine {
                line: number,
                text: code.trim_end().to_owned(),
                relations: statement.map(testing),
                reached: statement.is_some_and(|probe| reached.contains(&probe)),
            });
        }
        listings.push(Listing { file: texts.name(file).to_owned(), lines });
    }
    listings
}

fn lines_of(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_inclusive('\n').scan(0, |start, line| {
        let range = *start..*start + line.len();
        *start = range.end;
        Some(range)
    })
}
