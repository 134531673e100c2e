//! Products of powers of variables, as columns over samples.
//!
//! They differ from `morph_relation::exact::Monomial`, which lists the variables of a polynomial over the rationals: here
//! every monomial of a degree is evaluated on every sample, as a float and modulo a prime, so the exponents are dense, and
//! coefficients are solved for and may be multiples of π.

/// A monomial: the exponent of each variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Monomial(pub Vec<u8>);

impl Monomial {
    /// The sum of the exponents.
    pub fn degree(&self) -> u32 {
        self.0.iter().map(|exponent| u32::from(*exponent)).sum()
    }

    /// Whether this is a factor of another one.
    pub fn divides(&self, other: &Monomial) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a <= b)
    }

    /// Its value where the variables have these values.
    pub fn value(&self, variables: &[f64]) -> f64 {
        let powers = self.0.iter().zip(variables).filter(|(exponent, _)| **exponent > 0);
        powers.map(|(exponent, x)| x.powi(i32::from(*exponent))).product()
    }

    /// Its value modulo the prime of [`super::coefficient::PRIME`].
    pub fn residue(&self, variables: &[u64]) -> u64 {
        let mut value = 1;
        for (exponent, x) in self.0.iter().zip(variables) {
            for _ in 0..*exponent {
                value = super::coefficient::product(value, *x);
            }
        }
        value
    }
}

/// Every monomial in this many variables up to a degree, in degree-lexicographic order.
pub fn monomials(variables: usize, degree: u32) -> Vec<Monomial> {
    fn fill(left: u32, place: usize, current: &mut Vec<u8>, all: &mut Vec<Monomial>) {
        if place + 1 == current.len() {
            current[place] = left as u8;
            all.push(Monomial(current.clone()));
            current[place] = 0;
            return;
        }
        for exponent in (0..=left).rev() {
            current[place] = exponent as u8;
            fill(left - exponent, place + 1, current, all);
        }
        current[place] = 0;
    }
    let mut all = Vec::new();
    if variables > 0 {
        (0..=degree).for_each(|degree| fill(degree, 0, &mut vec![0; variables], &mut all));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monomials_come_by_degree_and_those_of_the_first_variables_first() {
        let shown: Vec<Vec<u8>> = monomials(2, 2).into_iter().map(|m| m.0).collect();
        assert_eq!(shown, [[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]]);
        // (variables + degree choose degree), AutoMR's equation 6.
        assert_eq!(monomials(3, 3).len(), 20);
    }

    #[test]
    fn values_are_products_of_powers() {
        let monomial = Monomial(vec![2, 0, 1]);
        assert_eq!(monomial.value(&[3.0, f64::NAN, 5.0]), 45.0);
        assert_eq!(monomial.residue(&[3, 7, 5]), 45);
        assert!(Monomial(vec![1, 0, 1]).divides(&monomial) && !monomial.divides(&Monomial(vec![1, 9, 1])));
    }
}
