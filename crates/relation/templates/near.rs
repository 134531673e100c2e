/// Whether two floats are equal, both NaN, or at most `steps` representable numbers apart.
fn near_floats(a: f64, b: f64, steps: u64) -> bool {
    let signs = a.is_sign_positive() == b.is_sign_positive();
    if !a.is_finite() || !b.is_finite() || !signs {
        return a == b || (a.is_nan() && b.is_nan());
    }
    a.to_bits().abs_diff(b.to_bits()) <= steps
}
