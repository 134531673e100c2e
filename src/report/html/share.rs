//! Shares of 1, as bars and percentages.

use crate::report::wording::percent;

/// Minimum width of a bar that is not empty, in percent, so that it is visible.
const LEAST: f64 = 2.0;

/// A share of 1, as a bar and a percentage.
#[derive(Debug)]
pub(super) struct Share {
    /// What it is sorted by.
    pub(super) value: f64,
    pub(super) percent: String,
    /// Of the bar; it is full at 1 only.
    pub(super) width: String,
    /// The class of its colour: that of the terminal's bars.
    pub(super) grade: &'static str,
}

impl Share {
    pub(super) fn new(share: f64) -> Share {
        let width = match share {
            1.0.. => 100.0,
            _ if share > 0.0 => (share * 100.0).clamp(LEAST, 100.0 - LEAST),
            _ => 0.0,
        };
        let grade = match share {
            0.8.. => "good",
            0.5.. => "fair",
            _ => "poor",
        };
        Share { value: share, percent: percent(share), width: format!("{width:.1}%"), grade }
    }
}
