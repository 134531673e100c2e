//! Bits of integers.

use crate::laws::family::{Family, Kind, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    law("Gray code", "is_the_gray_code", "f(x) == x ^ (x >> 1)")
        .implies(&["linear over bits", "adjacent codes"]),
    law("agrees with std", "tells_powers_of_two", "f(x) == (x.count_ones() == 1)"),
    law("Hamming distance of bits", "counts_different_bits", "f(x, y) == (x ^ y).count_ones()")
        .symmetric()
        .implies(&["identity of indiscernibles", "zero on the diagonal", "commutative"]),
    law("parity", "is_the_parity_of_ones", "f(x) == x.count_ones() % 2"),
    law("parity", "is_the_parity_of_ones", "f(x) == (x.count_ones() % 2 == 1)"),
    law("linear over bits", "is_linear_over_bits", "f(x ^ u) == f(x) ^ f(u)").names(&["other"]).unguarded(),
    law("linear over bits", "is_linear_over_bits", "f(x ^ u, y ^ v) == f(x, y) ^ f(u, v)")
        .names(&["other", "mask"])
        .symmetric()
        .unguarded(),
    law("linear over bits", "is_the_parity_of_both", "f(x ^ u) == (f(x) != f(u))").names(&["other"]),
    law("linear over bits", "of_a_concatenation_is_the_exclusive_or", "f([x, u].concat()) == f(x) ^ f(u)")
        .names(&["more", "rest"])
        .implies(&["order of concatenation"]),
    law("bit by bit", "maps_bits_one_by_one", "f(x | u) == f(x) | f(u)").names(&["other"]).unguarded(),
    law("bit by bit", "maps_bits_one_by_one", "f(x & u) == f(x) & f(u)").names(&["other"]).unguarded(),
    law("parts of bits", "joins_the_bits_of_both", "f(x, y) == f(x, 0) | f(0, y)").symmetric(),
    law("adjacent codes", "changes_one_bit_at_a_step", "(f(x) ^ f(x + 1)).count_ones() == 1"),
    law("number of ones", "keeps_the_number_of_ones", "f(x).count_ones() == x.count_ones()"),
    law("number of ones", "keeps_the_number_of_ones", "f(x, y).count_ones() == x.count_ones()"),
    law("number of ones", "has_the_ones_of_both", "f(x, y).count_ones() == x.count_ones() + y.count_ones()")
        .symmetric(),
    law("one bit", "returns_one_bit", "f(x).count_ones() == 1"),
    law("through a mask", "through_{g}_keeps_the_bits_of_{y}", "g(f(x, y), y) == x & y"),
    law("part of bits", "keeps_only_bits_of_{x}", "f(x) & x == f(x)").minor().except(&[Kind::Truth]),
    law("part of bits", "keeps_all_bits_of_{x}", "f(x) | x == f(x)").minor().except(&[Kind::Truth]),
];
