//! `adequacy --no-worse`: an earlier measurement as the threshold.

use std::path::Path;

use anyhow::Result;

use crate::report::{Adequacy, CriterionAdequacy, FunctionAdequacy};
use morph_source::exit::{Code, fail};

/// Shares are quotients: a share this close to the threshold meets it.
pub const ROUNDING: f64 = 1e-9;

/// An error names at most so many functions.
const NAMED: usize = 3;

/// An earlier measurement: its shares alone.
#[derive(Clone, Debug)]
pub struct Baseline(pub Adequacy);

impl Baseline {
    /// Reads a document that `adequacy --format json` printed, with the same `k`.
    pub fn read(file: &Path, k: usize) -> Result<Baseline> {
        let shown = file.display();
        let text = std::fs::read_to_string(file).map_err(|error| {
            let save = format!("`cargo morph adequacy --format json > {shown}` saves a baseline");
            fail(Code::Usage, format!("--no-worse: cannot read {shown}: {error}; {save}"))
        })?;
        let mut document: Adequacy = serde_json::from_str(&text).map_err(|error| {
            fail(
                Code::Usage,
                format!("--no-worse {shown}: not a document of `adequacy --format json`: {error}"),
            )
        })?;
        if document.k != k {
            let why = format!("--no-worse {shown}: it was measured with --k {}, not {k}", document.k);
            return Err(fail(Code::Usage, why));
        }
        for function in &mut document.functions {
            let criteria = std::mem::take(&mut function.criteria).into_iter().map(|(name, criterion)| {
                (name, CriterionAdequacy { adequacy: criterion.adequacy, ..Default::default() })
            });
            *function = FunctionAdequacy {
                path: std::mem::take(&mut function.path),
                criteria: criteria.collect(),
                ..Default::default()
            };
        }
        document.stale.clear();
        Ok(Baseline(document))
    }

    /// What is worse now, a sentence for each criterion.
    pub fn worse(&self, now: &Adequacy) -> Vec<String> {
        let Baseline(before) = self;
        let both =
            before.totals.iter().filter_map(|(name, before)| Some((name, before, now.totals.get(name)?)));
        let worse = both.filter(|(_, before, now)| **now + ROUNDING < **before);
        worse
            .map(|(name, share, share_now)| {
                let functions = fallen(before, now, name);
                format!("{name} adequacy fell from {share:.4} to {share_now:.4}{functions}")
            })
            .collect()
    }
}

/// The functions of which a criterion fell most, or that are new and less than adequate, for a message.
fn fallen(before: &Adequacy, now: &Adequacy, criterion: &str) -> String {
    let share = |document: &Adequacy, path: &str| -> Option<f64> {
        let function = document.functions.iter().find(|function| function.path == path)?;
        Some(function.criteria.get(criterion)?.adequacy)
    };
    let mut fallen: Vec<(f64, String)> = now
        .functions
        .iter()
        .filter_map(|function| {
            let share_now = share(now, &function.path)?;
            let (loss, said) = match share(before, &function.path) {
                Some(share) => (share - share_now, format!("from {share:.2} to {share_now:.2}")),
                None => (1.0 - share_now, format!("new, {share_now:.2}")),
            };
            (loss > ROUNDING).then(|| (loss, format!("`{}` ({said})", function.path)))
        })
        .collect();
    fallen.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
    let more = fallen.len().saturating_sub(NAMED);
    let mut named: Vec<String> = fallen.into_iter().take(NAMED).map(|(_, said)| said).collect();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    if named.is_empty() { String::new() } else { format!(": {}", named.join(", ")) }
}
