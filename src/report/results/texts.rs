//! The source of measured functions, as reports show it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::adequacy::Body;
use morph_lab::{Event, Probe};

/// Longer code is cut in reports.
const SHOWN: usize = 48;

/// Source files, with their names in reports.
pub struct Texts(BTreeMap<PathBuf, (String, String)>);

impl Texts {
    /// Reads the files of bodies. One that has been deleted in the meantime is empty.
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

    /// The place of a statement or branch, and its first line, with the outcome if it is a branch.
    pub fn place_and_code(&self, probe: &Probe) -> (String, String) {
        let code = self.code(probe);
        let code = match probe.event {
            Event::Executed => code,
            event => format!("{code} {}", event.told()),
        };
        (format!("{}:{}", self.name(&probe.file), probe.line), code)
    }

    /// The lines of a file that meet some bytes: their 1-based numbers, where they start, and their text.
    pub fn lines(&self, file: &Path, bytes: &Range<usize>) -> impl Iterator<Item = (usize, usize, &str)> {
        let lines = self.text(file).split_inclusive('\n').scan(0, |start, line| {
            let first = *start;
            *start += line.len();
            Some((first, line))
        });
        let meets = move |start: usize, line: &str| start + line.len() > bytes.start && start < bytes.end;
        (1..)
            .zip(lines)
            .filter(move |(_, (start, line))| meets(*start, line))
            .map(|(number, (start, line))| (number, start, line))
    }
}
