/// Whether two floats are equal, both NaN, or apart by at most `tolerance` of the larger.
fn close_floats(a: f64, b: f64, tolerance: f64) -> bool {
    let finite = a.is_finite() && b.is_finite();
    a == b || (a.is_nan() && b.is_nan()) || (finite && (a - b).abs() <= tolerance * a.abs().max(b.abs()))
}
