//! What terms are congruent to, from what their parts are.

use super::language::{Sort, Term, TermId};
use super::residue::{ANY, Residue, gcd};
use super::terms::Terms;

impl Terms {
    /// The class of a term whose parts are known.
    pub(super) fn residue_of_new(&self, term: Term) -> Residue {
        self.residue(term).unwrap_or(ANY)
    }

    fn residue(&self, term: Term) -> Option<Residue> {
        let of = |id: TermId| self.residues[id.0 as usize];
        match term {
            Term::Int(value) => Residue::new(0, value),
            Term::Var(id) => match self.variables[id.0 as usize].sort {
                Sort::Int(low, high) if low == high => Residue::new(0, low),
                _ => None,
            },
            Term::Add(a, b) => {
                let (a, b) = (of(a), of(b));
                Residue::new(gcd(a.modulus, b.modulus)?, a.value.checked_add(b.value)?)
            }
            Term::Sub(a, b) => {
                let (a, b) = (of(a), of(b));
                Residue::new(gcd(a.modulus, b.modulus)?, a.value.checked_sub(b.value)?)
            }
            Term::Mul(a, b) => {
                let (a, b) = (of(a), of(b));
                let crossed = gcd(a.modulus.checked_mul(b.value)?, b.modulus.checked_mul(a.value)?)?;
                let modulus = gcd(a.modulus.checked_mul(b.modulus)?, crossed)?;
                Residue::new(modulus, a.value.checked_mul(b.value)?)
            }
            // A remainder differs from the dividend by a multiple of the divisor, whatever its sign.
            Term::Rem(a, b) => {
                let (a, b) = (of(a), of(b));
                if b.modulus != 0 {
                    return None;
                }
                Residue::new(gcd(a.modulus, b.value)?, a.value)
            }
            Term::Wrap(ty, a) if ty.bits() < 127 => {
                let a = of(a);
                Residue::new(gcd(a.modulus, 1 << ty.bits())?, a.value)
            }
            Term::Ite(_, a, b) => {
                let (a, b) = (of(a), of(b));
                let apart = a.value.checked_sub(b.value)?;
                Residue::new(gcd(gcd(a.modulus, b.modulus)?, apart)?, a.value)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Assignment, Scalar};

    #[test]
    fn comparisons_that_no_residue_allows_are_false() {
        let mut terms = Terms::default();
        let n = terms.variable("n", Sort::Int(-1_000, 1_000), false);
        let [one, two, six, seven] = [1, 2, 6, 7].map(|value| terms.int(value));
        let even = terms.make(Term::Mul(n, two));
        let odd = terms.make(Term::Add(even, one));
        let rest = terms.make(Term::Rem(odd, six));
        let is = |terms: &mut Terms, a, b| {
            let equal = terms.make(Term::Eq(a, b));
            terms.as_bool(equal)
        };
        assert_eq!(is(&mut terms, rest, two), Some(false));
        assert_eq!(is(&mut terms, rest, one), None);
        assert_eq!(is(&mut terms, odd, even), Some(false));
        let rest = terms.make(Term::Rem(odd, seven));
        assert_eq!(is(&mut terms, rest, two), None);
    }

    #[test]
    fn terms_are_in_their_class_whatever_the_variables_stand_for() {
        let mut terms = Terms::default();
        let [a, b] = ["a", "b"].map(|name| terms.variable(name, Sort::Int(-50, 50), false));
        let constants = [3, 4, 10, -6].map(|value| terms.int(value));
        let mut all = vec![a, b];
        for constant in constants {
            for at in 0..6 {
                let part = all[at % all.len()];
                let product = terms.make(Term::Mul(part, constant));
                let sum = terms.make(Term::Add(product, all[(at * 7) % all.len()]));
                let rest = terms.make(Term::Rem(sum, constant));
                let wrapped = terms.make(Term::Wrap(morph_relation::IntType::I8, sum));
                let shifted = terms.make(Term::Sub(constant, rest));
                all.extend([product, sum, rest, wrapped, shifted]);
            }
        }
        let mut told = 0;
        for (x, y) in [(0, 0), (1, -1), (-50, 17), (33, 50), (7, -28)] {
            let assignment: Assignment = vec![Some(Scalar::Int(x)), Some(Scalar::Int(y))];
            for id in &all {
                let Some(Scalar::Int(value)) = terms.evaluate(*id, &assignment) else { continue };
                let class = terms.residues[id.0 as usize];
                assert!(!class.excludes(Residue { modulus: 0, value }), "{value} is not in {class:?}");
                told += usize::from(class.modulus != 1);
            }
        }
        assert!(told > 50, "{told}");
    }
}
