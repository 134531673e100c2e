//! The criteria, in one list: a new one is an entry in [`CRITERIA`] and its code.

use std::num::NonZeroUsize;

use super::evidence::{Evidence, Requirement};
use super::{choice, frame, white_box};

/// A source-input criterion.
#[derive(Clone, Copy, Debug)]
pub struct Criterion {
    /// As reports and options call it.
    pub name: &'static str,
    /// Relations per requirement by default: where the effect flattens (k-MR adequacy, research question 1).
    pub k: NonZeroUsize,
    /// Whether it looks at the code, and so rests on what the lab reports.
    pub white_box: bool,
    /// A function's requirements.
    pub requirements: fn(&Evidence<'_>) -> Vec<Requirement>,
}

const TWO: NonZeroUsize = NonZeroUsize::new(2).expect("it is not 0");
const THREE: NonZeroUsize = NonZeroUsize::new(3).expect("it is not 0");

/// Every criterion, in the order of reports.
pub const CRITERIA: &[Criterion] = &[
    Criterion { name: "statement", k: THREE, white_box: true, requirements: white_box::statements },
    Criterion { name: "branch", k: THREE, white_box: true, requirements: white_box::branches },
    Criterion { name: "choice", k: THREE, white_box: false, requirements: choice::choices },
    Criterion { name: "choice-pair", k: THREE, white_box: false, requirements: choice::pairs },
    Criterion { name: "frame", k: TWO, white_box: false, requirements: frame::frames },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn criteria_have_names_of_their_own() {
        let names: BTreeSet<&str> = CRITERIA.iter().map(|criterion| criterion.name).collect();
        assert_eq!(names.len(), CRITERIA.len());
    }
}
