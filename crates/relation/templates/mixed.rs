/// Whether two floats are equal, both NaN, or apart by at most `tolerance` of the larger, or of 1.
fn about_equal(a: f64, b: f64, tolerance: f64) -> bool {
    if !a.is_finite() || !b.is_finite() {
        return a == b || (a.is_nan() && b.is_nan());
    }
    (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0)
}
