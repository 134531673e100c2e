//! `--with` and `--without`: which parts of a discovery run.

use crate::inputs::{Kind, Kinds};

/// A part of a discovery that can be switched on and off on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Relations evolved for the mutants that enumeration does not kill
    Evolution,
    /// Compositions of known relations
    Composite,
    /// Polynomial relations of numeric functions
    Polynomial,
    /// Inputs from dynamic symbolic execution
    Concolic,
    /// Inputs found by solving path constraints, path by path
    Path,
    /// Random inputs that are far apart from each other
    Adaptive,
    /// With `path`: a search by branch distance for branches that solving does not reach
    Climbing,
    /// A search for counterexamples to the relations that are about to be written
    Directed,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 8] = [
        Part::Evolution,
        Part::Composite,
        Part::Polynomial,
        Part::Concolic,
        Part::Path,
        Part::Adaptive,
        Part::Climbing,
        Part::Directed,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Part::Evolution => "evolution",
            Part::Composite => "composite",
            Part::Polynomial => "polynomial",
            Part::Concolic => "concolic",
            Part::Path => "path",
            Part::Adaptive => "adaptive",
            Part::Climbing => "climbing",
            Part::Directed => "directed",
        }
    }

    /// The kind of source inputs that it makes, where it makes some.
    fn kind(self) -> Option<Kind> {
        match self {
            Part::Concolic => Some(Kind::Concolic),
            Part::Path => Some(Kind::Path),
            Part::Adaptive => Some(Kind::Adaptive),
            _ => None,
        }
    }
}

/// A set of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts([bool; Part::ALL.len()]);

impl Parts {
    /// The parts of a run that names none.
    pub const DEFAULT: Parts = Parts([true; Part::ALL.len()]);

    /// Whether the part runs.
    pub fn contains(self, part: Part) -> bool {
        self.0[part as usize]
    }

    /// The same parts, with one switched on or off.
    #[must_use]
    pub fn set(mut self, part: Part, on: bool) -> Parts {
        self.0[part as usize] = on;
        self
    }

    /// Random inputs and the kinds of source inputs that are among the parts.
    pub fn kinds(self) -> Kinds {
        let chosen = Part::ALL.into_iter().filter(|part| self.contains(*part));
        std::iter::once(Kind::Random).chain(chosen.filter_map(Part::kind)).collect()
    }
}

/// What the command line or `morph.toml` says of parts.
pub(crate) struct Choice<'a> {
    /// Parts that are switched on.
    pub(crate) with: &'a [Part],
    /// Parts that are switched off.
    pub(crate) without: &'a [Part],
    /// The only kinds of source inputs, where some are named.
    pub(crate) kinds: Option<Kinds>,
}

/// The parts and the kinds of source inputs after the defaults, `morph.toml` and the command line, in this order.
pub(crate) fn resolve(line: &Choice<'_>, file: &Choice<'_>) -> Result<(Parts, Kinds), String> {
    let mut parts = Parts::DEFAULT;
    for choice in [file, line] {
        if let Some(part) = choice.with.iter().find(|part| choice.without.contains(part)) {
            return Err(format!("`{}` is switched both on and off", part.name()));
        }
        if let Some(kinds) = choice.kinds {
            for part in Part::ALL {
                parts = part.kind().map_or(parts, |kind| parts.set(part, kinds.contains(kind)));
            }
        }
        parts = choice.with.iter().fold(parts, |parts, part| parts.set(*part, true));
        parts = choice.without.iter().fold(parts, |parts, part| parts.set(*part, false));
    }
    let random = line.kinds.or(file.kinds).is_none_or(|kinds| kinds.contains(Kind::Random));
    let kinds: Kinds = parts.kinds().iter().filter(|kind| random || *kind != Kind::Random).collect();
    if kinds.iter().next().is_none() {
        return Err("no kind of source inputs is left; name one with --inputs".to_owned());
    }
    Ok((parts, kinds))
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_part_has_its_place_and_one_name() {
        for (place, part) in Part::ALL.into_iter().enumerate() {
            assert_eq!(part as usize, place);
            assert_eq!(Part::from_str(part.name(), false), Ok(part));
        }
    }

    #[test]
    fn set_changes_one_part_alone() {
        let parts = Parts::DEFAULT.set(Part::Path, false);
        let off: Vec<Part> = Part::ALL.into_iter().filter(|part| !parts.contains(*part)).collect();
        assert_eq!(off, [Part::Path]);
        assert_eq!(parts.kinds().iter().collect::<Vec<_>>(), [Kind::Random, Kind::Adaptive, Kind::Concolic]);
        assert_eq!(parts.set(Part::Path, true), Parts::DEFAULT);
    }
}
