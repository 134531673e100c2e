//! Equations with the same inputs of which none is a sum of multiples of others, by singular values (AutoMR §III.D).

use super::singular::singular_values;
use crate::search::polynomial::{Law, Monomial, Side};

/// A singular value that is smaller, beside the largest, is none.
const TRIVIAL: f64 = 1e-6;

/// The laws that are linearly independent of those before them with the same inputs, and the others.
///
/// A law under no guard counts under every guard.
pub fn independent(laws: Vec<Law>) -> (Vec<Law>, Vec<Law>) {
    let mut kept: Vec<Law> = Vec::new();
    let mut removed = Vec::new();
    for law in laws {
        let same = |other: &&Law| {
            other.side == Side::Zero
                && other.maps == law.maps
                && (other.when.is_yes() || other.when == law.when)
        };
        let mut rows: Vec<&Law> = kept.iter().filter(same).collect();
        if law.side == Side::Zero && !rows.is_empty() {
            rows.push(&law);
            if rank(&rows) < rows.len() {
                removed.push(law);
                continue;
            }
        }
        kept.push(law);
    }
    (kept, removed)
}

/// How many singular values the stacked coefficients have.
fn rank(laws: &[&Law]) -> usize {
    let mut monomials: Vec<&Monomial> =
        laws.iter().flat_map(|law| law.terms.iter().map(|(m, _)| m)).collect();
    monomials.sort_unstable();
    monomials.dedup();
    let coefficient = |law: &Law, wanted: &Monomial| {
        let term = law.terms.iter().find(|(monomial, _)| monomial == wanted);
        term.map_or(0.0, |(_, c)| c.value())
    };
    let row = |law: &&Law| monomials.iter().map(|monomial| coefficient(law, monomial)).collect();
    let values = singular_values(laws.iter().map(row).collect());
    let largest = values.iter().copied().fold(0.0, f64::max);
    values.iter().filter(|value| **value > TRIVIAL * largest).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::polynomial::{Coefficient, Map};
    use morph_relation::Expr;

    /// The example of AutoMR §III.D, with exact coefficients.
    #[test]
    fn of_four_laws_of_three_outcomes_two_remain() {
        let law = |coefficients: [i64; 3]| Law {
            when: Expr::yes(),
            maps: vec![Map::new(vec![Expr::int(0)]), Map::new(vec![Expr::int(1)])],
            terms: (0..3)
                .filter(|i| coefficients[*i] != 0)
                .map(|i| {
                    let exponents = (0..3).map(|j| u8::from(i == j)).collect();
                    (Monomial(exponents), Coefficient::Ratio(coefficients[i], 1))
                })
                .collect(),
            side: Side::Zero,
        };
        let all = [[1, 1, 0], [1, 0, 1], [0, 1, -1], [2, 1, 1]].map(law);
        let (kept, removed) = independent(all.to_vec());
        assert_eq!((kept.as_slice(), removed.as_slice()), (&all[..2], &all[2..]));
    }
}
