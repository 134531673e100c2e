//! Functions that are defined for some numbers alone.

use crate::project::{Project, assert_tested, function};

const PARTLY: &str = "\
/// The lower solution of w * exp(w) = x, for x from -1/e on and below 0.
pub fn lower(x: f64) -> f64 {
    let least = -(-1.0_f64).exp();
    if x < least || x >= 0.0 {
        return f64::NAN;
    }
    let near = -1.0 - (2.0 * (1.0 + std::f64::consts::E * x)).max(0.0).sqrt();
    let far = (-x).ln() - (-(-x).ln()).ln();
    let mut w = if x < -0.25 { near } else { far };
    for _ in 0..60 {
        let (power, slope) = (w.exp(), w + 1.0);
        if slope == 0.0 || power == 0.0 {
            break;
        }
        w -= (w * power - x) / (power * slope);
    }
    w
}

/// The entropy of a coin, in nats.
pub fn entropy(p: f64) -> f64 {
    if p == 0.0 || p == 1.0 {
        return 0.0;
    }
    -p * p.ln() - (1.0 - p) * (1.0 - p).ln()
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn laws_hold_where_a_function_is_defined() {
    let project = Project::library(PARTLY);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    assert_tested(&discovery, &["lower", "entropy"]);
    let says = |path: &str, law: &str, when: &str| {
        let relations = &function(&discovery, &format!("tiny::{path}")).relations;
        let found: Vec<(&str, &str)> =
            relations.iter().map(|it| (it.readable.as_str(), it.when.as_str())).collect();
        assert!(
            found.iter().any(|(known, of)| known.starts_with(law) && *of == when),
            "{law} when {when} is not among {found:?}"
        );
    };
    says("lower", "lower(x) * lower(x).exp() == x", "x >= -0.367 && x < 0.0");
    says("entropy", "entropy(p) >= 0.0", "p >= 0.0 && p <= 1.0");
}
