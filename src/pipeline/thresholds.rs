//! What adequacy is held to.

use anyhow::Result;

use super::ratchet::{Baseline, ROUNDING};
use crate::options;
use crate::report::Adequacy;
use crate::shards::Measured;
use morph_source::exit::{Code, fail};

/// What the totals of a measurement are held to.
#[derive(Clone, Debug, Default)]
pub struct Thresholds {
    /// The least adequacy of criteria.
    fail_under: Vec<(String, f64)>,
    no_worse: Option<Baseline>,
}

impl Thresholds {
    /// Those of the options, where the document of an earlier measurement has to be one with the same `k`.
    pub fn of(adequacy: &options::Adequacy, k: usize) -> Result<Thresholds> {
        let no_worse = adequacy.no_worse.as_deref().map(|file| Baseline::read(file, k)).transpose()?;
        let fail_under = adequacy.fail_under.iter().map(|(name, least)| ((*name).to_owned(), *least));
        Ok(Thresholds { fail_under: fail_under.collect(), no_worse })
    }

    /// Those that were left beside a measurement.
    pub fn left(measured: &Measured) -> Thresholds {
        let no_worse = measured.no_worse.clone().map(Baseline);
        Thresholds { fail_under: measured.fail_under.clone(), no_worse }
    }

    /// A measurement of some functions with the thresholds, by which only the whole can be judged.
    pub fn with(&self, document: Adequacy) -> Measured {
        let no_worse = self.no_worse.as_ref().map(|Baseline(document)| document.clone());
        Measured { document, fail_under: self.fail_under.clone(), no_worse }
    }

    /// An error where there are some.
    pub fn refuse_parts(&self) -> Result<()> {
        if self.fail_under.is_empty() && self.no_worse.is_none() {
            return Ok(());
        }
        let why = "a threshold (--fail-under or --no-worse) is for all functions, not for a shard; add --out FILE, and \
                   `cargo morph merge` judges the whole";
        Err(fail(Code::Usage, why))
    }

    /// What falls short, a sentence for each criterion.
    pub fn judge(&self, document: &Adequacy) -> Vec<String> {
        let mut short = self.no_worse.as_ref().map_or(Vec::new(), |baseline| baseline.worse(document));
        for (name, least) in &self.fail_under {
            let Some(share) = document.totals.get(name) else { continue };
            if *share + ROUNDING < *least {
                short.push(format!("{name} adequacy is {share:.4}, below {least}"));
            }
        }
        short
    }
}
