//! The mutants that are meant: by name, by place, or as cargo-mutants lists those that survived.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use morph_lab::mutants::Mutant;
use morph_source::exit::{Code, fail};
use morph_source::workspace::Workspace;

/// The file with the mutants that survived, below cargo-mutants' folder.
const MISSED: &str = "missed.txt";

/// What is said of a mutant: `src/num.rs:12:9: replace % with / in gcd`, a part of that, or one of our ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survivor {
    /// As it was given.
    pub text: String,
    place: Option<Place>,
}

/// Where a mutant is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    file: PathBuf,
    line: usize,
    column: Option<usize>,
    /// What it does, as cargo-mutants says it.
    change: String,
}

impl Survivor {
    /// Reads what is said; an error where it is neither an id nor a place.
    pub fn read(text: &str) -> Result<Survivor> {
        let text = text.trim().to_owned();
        let place = place(&text);
        match place.is_some() || text.contains('#') {
            true => Ok(Survivor { text, place }),
            false => Err(fail(
                Code::Usage,
                format!("`{text}` is neither the name of a mutant nor a place such as src/lib.rs:12"),
            )),
        }
    }

    /// Those in the results of cargo-mutants: its folder, the folder around it, or a file with a mutant per line.
    pub fn read_all(from: &Path) -> Result<Vec<Survivor>> {
        let inside = [from.join(MISSED), from.join("mutants.out").join(MISSED)];
        let file = match from.is_dir() {
            true => inside.into_iter().find(|file| file.is_file()),
            false => Some(from.to_owned()),
        };
        let Some(file) = file else {
            return Err(fail(Code::Usage, format!("{} contains no {MISSED}", from.display())));
        };
        let text = fs::read_to_string(&file)
            .map_err(|error| fail(Code::Usage, format!("cannot read {}: {error}", file.display())))?;
        text.lines().filter(|line| !line.trim().is_empty()).map(Survivor::read).collect()
    }

    /// Whether a mutant is meant.
    pub fn is(&self, mutant: &Mutant, places: &Places<'_>) -> bool {
        let Some(place) = &self.place else { return mutant.id == self.text };
        let (file, line, column) = places.of(mutant);
        if file != place.file || line != place.line {
            return false;
        }
        // cargo-mutants does not have mutants of our own operators.
        place.column.is_none_or(|known| column == known)
            && (place.change.is_empty() || !mutant.genre.is_own() && does(mutant, &place.change))
    }
}

/// Whether a mutant does what cargo-mutants says: `replace % with / in gcd`, `delete ! in is_odd`.
fn does(mutant: &Mutant, change: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<String>();
    match mutant.replacement.is_empty() {
        true => change.starts_with("delete"),
        false => words(change).contains(&format!("with{}", words(&mutant.replacement))),
    }
}

/// The place in `src/num.rs:12`, `src/num.rs:12:9` or `src/num.rs:12:9: replace …`.
fn place(text: &str) -> Option<Place> {
    let (place, change) = text.split_once(": ").unwrap_or((text, ""));
    let mut parts = place.split(':');
    let file = PathBuf::from(parts.next().filter(|file| !file.is_empty())?);
    let line = parts.next()?.parse().ok()?;
    let column = parts.next().map(str::parse).transpose().ok()?;
    Some(Place { file, line, column, change: change.to_owned() }).filter(|_| parts.next().is_none())
}

/// Where mutants are: files relative to the workspace's root, 1-based lines and columns.
pub struct Places<'a> {
    workspace: &'a Workspace,
    texts: HashMap<PathBuf, String>,
}

impl<'a> Places<'a> {
    /// The places of these.
    pub fn new(workspace: &'a Workspace, mutants: &[Mutant]) -> Places<'a> {
        let mut texts = HashMap::new();
        for mutant in mutants {
            let read = || fs::read_to_string(&mutant.file).unwrap_or_default();
            texts.entry(mutant.file.clone()).or_insert_with(read);
        }
        Places { workspace, texts }
    }

    fn of<'m>(&self, mutant: &'m Mutant) -> (&'m Path, usize, usize) {
        let file = self.workspace.relative(&mutant.file);
        let before = self.texts.get(&mutant.file).and_then(|text| text.get(..mutant.span.start));
        let column =
            before.and_then(|before| before.rsplit('\n').next()).map_or(0, |line| line.chars().count());
        (file, mutant.line, column + 1)
    }

    /// The place of a mutant as text.
    pub fn show(&self, mutant: &Mutant) -> String {
        let (file, line, column) = self.of(mutant);
        format!("{}:{line}:{column}", file.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survivors_of_any_text_are_read_or_refused() {
        let examples =
            ["src/num.rs:12:9: replace % with / in gcd", "src/num.rs:12", "demo::gcd#binary:%→/@1"];
        morph_fuzz::fuzz("survivors", &examples, |input| {
            let text = String::from_utf8_lossy(input);
            Survivor::read(&text).is_ok_and(|survivor| survivor.text == text.trim())
        });
    }
}
