//! Singular values by one-sided Jacobi rotations (Hestenes, 1958).

/// Rotations of all pairs of rows; small matrices need fewer than ten.
const MAX_SWEEPS: usize = 60;

/// The singular values of the matrix with these rows, one for each row, the largest first.
///
/// Rows beyond the matrix's rank have values that are zero but for rounding.
pub fn singular_values(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    // Rotating two rows until they are orthogonal changes no singular value, and the values of orthogonal rows are
    // their lengths.
    for _ in 0..MAX_SWEEPS {
        let mut rotated = false;
        for i in 1..rows.len() {
            let (before, after) = rows.split_at_mut(i);
            for row in before {
                rotated |= make_orthogonal(row, &mut after[0]);
            }
        }
        if !rotated {
            break;
        }
    }
    let mut values: Vec<f64> = rows.iter().map(|row| dot(row, row).sqrt()).collect();
    values.sort_unstable_by(|a, b| b.total_cmp(a));
    values
}

/// Rotates two rows in their plane, and says whether they were not orthogonal before.
fn make_orthogonal(a: &mut [f64], b: &mut [f64]) -> bool {
    let (aa, bb, ab) = (dot(a, a), dot(b, b), dot(a, b));
    if ab == 0.0 || ab.abs() <= f64::EPSILON * (aa * bb).sqrt() {
        return false;
    }
    // The tangent of the smaller of the two angles.
    let cotangent = (bb - aa) / (2.0 * ab);
    let tangent = cotangent.signum() / (cotangent.abs() + cotangent.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    let sine = cosine * tangent;
    for (x, y) in a.iter_mut().zip(b) {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    }
    true
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn transposed(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
        (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
    }

    fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let columns = transposed(right);
        left.iter().map(|row| columns.iter().map(|column| dot(row, column)).collect()).collect()
    }

    fn is_near(a: f64, b: f64, scale: f64) -> bool {
        (a - b).abs() <= 1e-12 * scale
    }

    #[test]
    fn singular_values_of_known_matrices() {
        let values = singular_values(vec![vec![3.0, 0.0], vec![4.0, 5.0]]);
        assert!(is_near(values[0], 45f64.sqrt(), 1.0) && is_near(values[1], 5f64.sqrt(), 1.0), "{values:?}");
        let diagonal = vec![vec![0.0, -2.0, 0.0], vec![0.5, 0.0, 0.0], vec![0.0, 0.0, 7.0]];
        assert_eq!(singular_values(diagonal), [7.0, 2.0, 0.5]);
        let dependent = singular_values(vec![vec![1.0, 2.0], vec![2.0, 4.0], vec![-3.0, -6.0]]);
        assert!(is_near(dependent[0], 70f64.sqrt(), 1.0) && dependent[1] < 1e-15, "{dependent:?}");
        assert_eq!(singular_values(vec![vec![0.0; 3]; 2]), [0.0, 0.0]);
    }

    /// Entries 1 / (i + j - 1): of full rank, though the smallest value is 1e-13 of the largest.
    #[test]
    fn small_singular_values_of_hilberts_matrix_are_found() {
        let hilbert = (1..=10).map(|i| (0..10).map(|j| 1.0 / f64::from(i + j)).collect()).collect();
        let values = singular_values(hilbert);
        assert!(is_near(values[0], 1.751_919_670_265_178, 1.0), "{values:?}");
        assert!((values[9] / 1.093_153_819_379_67e-13 - 1.0).abs() < 1e-2, "{values:?}");
    }

    fn matrix(rows: usize, columns: usize) -> impl Strategy<Value = Vec<Vec<f64>>> {
        prop::collection::vec(prop::collection::vec(-9.0..9.0, columns), rows)
    }

    proptest! {
        /// A product of factors with `rank` columns and rows has at most that rank; its transpose has the same values.
        #[test]
        fn product_of_thin_factors_has_their_rank(
            (rank, left, right) in (1usize..4)
                .prop_flat_map(|rank| (Just(rank), matrix(6, rank), matrix(rank, 5)))
        ) {
            let product = product(&left, &right);
            let values = singular_values(product.clone());
            let scale = values[0].max(1.0);
            for value in &values[rank..] {
                prop_assert!(is_near(*value, 0.0, scale), "{values:?}");
            }
            for (a, b) in values.iter().zip(singular_values(transposed(&product))) {
                prop_assert!(is_near(*a, b, scale), "{values:?}");
            }
            let squares: f64 = product.iter().map(|row| dot(row, row)).sum();
            prop_assert!(is_near(dot(&values, &values), squares, squares.max(1.0)));
        }

        /// The values of a diagonal matrix survive rotations on both sides.
        #[test]
        fn rotations_keep_singular_values(
            mut diagonal in prop::collection::vec(0.0..9.0f64, 4),
            angles in prop::collection::vec((0usize..4, 0usize..4, 0.0..7.0f64), 8),
        ) {
            let mut rows: Vec<Vec<f64>> = (0..4)
                .map(|i| (0..4).map(|j| if i == j { diagonal[i] } else { 0.0 }).collect())
                .collect();
            for (i, j, angle) in angles {
                if i != j {
                    let (sine, cosine) = angle.sin_cos();
                    let turn = |a: f64, b: f64| (cosine * a - sine * b, sine * a + cosine * b);
                    let turned: Vec<(f64, f64)> =
                        (0..4).map(|column| turn(rows[i][column], rows[j][column])).collect();
                    rows[i] = turned.iter().map(|(a, _)| *a).collect();
                    rows[j] = turned.iter().map(|(_, b)| *b).collect();
                    rows = transposed(&rows);
                }
            }
            diagonal.sort_unstable_by(|a, b| b.total_cmp(a));
            for (value, known) in singular_values(rows).into_iter().zip(diagonal) {
                prop_assert!(is_near(value, known, 9.0), "{value} is not {known}");
            }
        }
    }
}
