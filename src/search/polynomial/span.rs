//! What columns span, over floats and modulo a prime.

use super::coefficient::{PRIME, inverse, product};
use super::precision::Precision;

/// Columns that are linearly independent, and what depends on them.
pub trait Span {
    /// An entry of a column.
    type Entry: Copy;

    /// Takes a column in; if it depends on those before, returns its coefficients in these instead.
    fn insert(&mut self, column: &[Self::Entry]) -> Option<Vec<Self::Entry>>;
}

/// Over floats: an orthonormal basis, by the Gram–Schmidt process, twice.
#[derive(Debug)]
pub struct Floats {
    /// A column that is left with less of its length depends on the others.
    dependent: f64,
    basis: Vec<Vec<f64>>,
    /// By column: its coefficients in the basis.
    triangle: Vec<Vec<f64>>,
}

impl Floats {
    /// Of columns that are known this precisely.
    pub fn new(precision: Precision) -> Floats {
        Floats { dependent: precision.dependent, basis: Vec::new(), triangle: Vec::new() }
    }

    /// How much of a column, of length 1, is outside of the span; and its coefficients in the basis.
    pub fn rest(&self, column: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut rest = column.to_vec();
        let mut coefficients = vec![0.0; self.basis.len()];
        for _ in 0..2 {
            for (coefficient, direction) in coefficients.iter_mut().zip(&self.basis) {
                let share = dot(&rest, direction);
                *coefficient += share;
                rest.iter_mut().zip(direction).for_each(|(x, d)| *x -= share * d);
            }
        }
        (rest, coefficients)
    }

    /// Solves for the columns from the coefficients in the basis.
    fn solve(&self, mut coefficients: Vec<f64>) -> Vec<f64> {
        for i in (0..coefficients.len()).rev() {
            coefficients[i] /= self.triangle[i][i];
            let share = coefficients[i];
            for (above, entry) in coefficients[..i].iter_mut().zip(&self.triangle[i]) {
                *above -= share * entry;
            }
        }
        coefficients
    }
}

impl Span for Floats {
    type Entry = f64;

    fn insert(&mut self, column: &[f64]) -> Option<Vec<f64>> {
        let length = norm(column);
        if length == 0.0 {
            return Some(vec![0.0; self.basis.len()]);
        }
        let (mut rest, mut coefficients) = self.rest(column);
        let left = norm(&rest);
        if left <= self.dependent * length {
            return Some(self.solve(coefficients));
        }
        rest.iter_mut().for_each(|x| *x /= left);
        self.basis.push(rest);
        coefficients.push(left);
        self.triangle.push(coefficients);
        None
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The length of a column.
pub fn norm(column: &[f64]) -> f64 {
    dot(column, column).sqrt()
}

/// Modulo a prime, where nothing is rounded: columns in echelon form.
#[derive(Debug, Default)]
pub struct Residues {
    /// Reduced columns with the place of their first entry, which is 1, and what they are made of.
    reduced: Vec<(usize, Vec<u64>, Vec<u64>)>,
}

impl Span for Residues {
    type Entry = u64;

    fn insert(&mut self, column: &[u64]) -> Option<Vec<u64>> {
        let mut rest = column.to_vec();
        // rest = column - Σ made · columns before
        let mut made = vec![0; self.reduced.len()];
        for (pivot, reduced, of) in &self.reduced {
            let factor = rest[*pivot];
            if factor != 0 {
                subtract(&mut rest, reduced, factor);
                for (share, own) in made.iter_mut().zip(of) {
                    *share = (*share + product(factor, *own)) % PRIME;
                }
            }
        }
        let Some(pivot) = rest.iter().position(|entry| *entry != 0) else { return Some(made) };
        let scale = inverse(rest[pivot]);
        rest.iter_mut().for_each(|entry| *entry = product(*entry, scale));
        // The reduced column is (column - Σ made · columns) · scale.
        let mut of: Vec<u64> = made.iter().map(|share| product((PRIME - share) % PRIME, scale)).collect();
        of.push(scale);
        self.reduced.push((pivot, rest, of));
        None
    }
}

fn subtract(rest: &mut [u64], reduced: &[u64], factor: u64) {
    for (entry, other) in rest.iter_mut().zip(reduced) {
        *entry = (*entry + PRIME - product(factor, *other)) % PRIME;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::FloatType;

    #[test]
    fn columns_that_depend_on_others_are_told_with_their_coefficients() {
        let mut floats = Floats::new(Precision::of(FloatType::F64));
        assert!(floats.insert(&[1.0, 1.0, 1.0, 1.0]).is_none());
        assert!(floats.insert(&[1.0, 2.0, 3.0, 4.0]).is_none());
        let found = floats.insert(&[5.0, 7.0, 9.0, 11.0]).expect("3 and 2 of them");
        assert!((found[0] - 3.0).abs() < 1e-12 && (found[1] - 2.0).abs() < 1e-12, "{found:?}");
        assert!(floats.insert(&[1.0, 4.0, 9.0, 16.0]).is_none());
    }

    #[test]
    fn residues_are_combined_without_rounding() {
        let mut residues = Residues::default();
        assert!(residues.insert(&[0, 1, 1, 1]).is_none());
        assert!(residues.insert(&[7, 2, 3, 4]).is_none());
        assert_eq!(residues.insert(&[14, 9, 11, 13]), Some(vec![5, 2]));
        assert!(residues.insert(&[1, 4, 9, 16]).is_none());
        let minus = PRIME - 3;
        assert_eq!(residues.insert(&[0, minus, minus, minus]), Some(vec![minus, 0, 0]));
    }
}
