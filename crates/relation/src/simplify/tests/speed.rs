//! How long it takes: `cargo test --release --lib -- --ignored --nocapture takes`.

use super::preserved::{expression, scope};
use super::*;

#[test]
#[ignore = "prints a figure"]
fn simplifying_a_condition_of_sixteen_nodes_takes_a_few_milliseconds() {
    let scope = scope(None);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    simplify(&Expr::yes(), &scope, Tolerance::Exact, &[]);
    let mut times: Vec<(std::time::Duration, String)> = Vec::new();
    while times.len() < 300 {
        let expr = expression(&scope, Some(&Type::Bool), 14, &mut rng);
        if (14..=18).contains(&expr.size()) {
            let start = std::time::Instant::now();
            simplify(&expr, &scope, Tolerance::Exact, &[]);
            times.push((start.elapsed(), scope.show(&expr)));
        }
    }
    times.sort();
    println!("median {:?}, worst {:?}", times[150].0, times[299]);
    for text in ["i == n", "y1 == y0", "y1 - i + i == 0 + y0 && !(n > k + 3 * n) && i + n - k > n"] {
        let expr = scope.parse(text).unwrap();
        let start = std::time::Instant::now();
        let simple = simplify(&expr, &scope, Tolerance::Exact, &[]);
        println!("{:?} {text} -> {}", start.elapsed(), scope.show(&simple));
    }
}
