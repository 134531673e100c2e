//! Hashes of expressions, wide enough that two different ones in a search never have the same.

use std::hash::{DefaultHasher, Hash, Hasher};

use morph_relation::Op;

pub const TRUTH: u128 = 1 << 64;
pub const PARAM: u128 = 2 << 64;
pub const OUT: u128 = 3 << 64;
pub const LITERAL: u128 = 4 << 64;
pub const TEMPLATE: u128 = 5 << 64;

/// The start of a number's hash, by the place of its type among those of an arena, which are the same in every arena
/// of a table.
pub fn number(ty: u16) -> u128 {
    6 << 64 | u128::from(ty)
}

/// The start of an operator's hash.
pub fn op(op: Op) -> u128 {
    7 << 64 | op as u128
}

/// The hash of two, in this order.
pub fn mix(a: u128, b: u128) -> u128 {
    // Folded products, as in wyhash; two of them, with different keys.
    let fold = |x: u64, y: u64| {
        let product = u128::from(x) * u128::from(y);
        (product >> 64) as u64 ^ product as u64
    };
    let [(a_high, a_low), (b_high, b_low)] = [a, b].map(|x| ((x >> 64) as u64, x as u64));
    let high = fold(a_high ^ 0xa076_1d64_78bd_642f, b_low ^ 0xe703_7ed1_a0b4_28db);
    let low = fold(a_low ^ 0x8ebc_6af0_9c88_c6e3, b_high ^ 0x5899_65cc_7537_4cc3);
    u128::from(high ^ low.rotate_left(29)) << 64
        | u128::from(fold(low ^ 0x1d8e_4e27_c47d_124f, high ^ 0xeb44_acca_b455_d165))
}

/// The hash of anything.
pub fn of(value: &impl Hash) -> u128 {
    let half = |key: u64| {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        value.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}
