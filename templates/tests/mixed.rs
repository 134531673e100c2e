/// Whether two floats are equal, both NaN, or apart by at most `tolerance` of the larger, or of one.
fn about_equal(a: f64, b: f64, tolerance: f64) -> bool {
    let finite = a.is_finite() && b.is_finite();
    let scale = a.abs().max(b.abs()).max(1.0);
    a == b || (a.is_nan() && b.is_nan()) || (finite && (a - b).abs() <= tolerance * scale)
}
