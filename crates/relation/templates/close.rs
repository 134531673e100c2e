/// Whether two floats are equal, both NaN, or apart by at most `tolerance` of the larger.
fn close_floats(a: f64, b: f64, tolerance: f64) -> bool {
    if !a.is_finite() || !b.is_finite() {
        return a == b || (a.is_nan() && b.is_nan());
    }
    (a - b).abs() <= tolerance * a.abs().max(b.abs())
}
