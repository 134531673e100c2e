//! What integer terms are congruent to, whatever their variables stand for: `2 * n + 1` is odd.

/// A class of integers: `value` modulo `modulus`. Modulus 0 is the one integer, modulus 1 any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residue {
    pub(super) modulus: i128,
    pub(super) value: i128,
}

/// Any integer.
pub const ANY: Residue = Residue { modulus: 1, value: 0 };

impl Residue {
    /// The class, `None` where numbers are too large to be reckoned with.
    pub(super) fn new(modulus: i128, value: i128) -> Option<Residue> {
        let modulus = modulus.checked_abs()?;
        let value = if modulus == 0 { value } else { value.checked_rem_euclid(modulus)? };
        Some(Residue { modulus, value })
    }

    /// Whether no integer is in both classes.
    pub fn excludes(self, other: Residue) -> bool {
        let Some(common) = gcd(self.modulus, other.modulus) else { return false };
        let Some(apart) = self.value.checked_sub(other.value) else { return false };
        if common == 0 { apart != 0 } else { apart % common != 0 }
    }
}

pub(super) fn gcd(a: i128, b: i128) -> Option<i128> {
    let (mut a, mut b) = (a.checked_abs()?, b.checked_abs()?);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some(a)
}
