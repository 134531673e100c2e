//! Blocks of rows: what an instruction works on, small enough for a few of them to stay in the first-level cache.

/// Rows in a block.
pub const BLOCK: usize = 512;

/// One number per row of a block. Each is a page of its own, so that operands and results lie at the same offsets and
/// a load never waits for a store that only shares its low address bits.
#[derive(Clone, Copy)]
#[repr(C, align(4096))]
pub struct Numbers(pub [f64; BLOCK]);

impl Numbers {
    /// Zeros.
    pub const ZERO: Numbers = Numbers([0.0; BLOCK]);
}

/// One bit per row of a block, the first row's lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Bits(pub [u64; BLOCK / 64]);

impl Bits {
    /// No row.
    pub const NONE: Bits = Bits([0; BLOCK / 64]);
    /// Every row.
    pub const ALL: Bits = Bits([!0; BLOCK / 64]);

    /// The first `count` rows.
    pub fn first(count: usize) -> Bits {
        let mut bits = Bits::NONE;
        (0..count.min(BLOCK)).for_each(|row| bits.set(row));
        bits
    }

    /// Whether the row is in.
    pub fn get(&self, row: usize) -> bool {
        self.0[row / 64] >> (row % 64) & 1 == 1
    }

    /// Puts the row in.
    pub fn set(&mut self, row: usize) {
        self.0[row / 64] |= 1 << (row % 64);
    }

    /// How many rows are in.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Row by row.
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    /// Row by row, 64 rows at a time.
    pub fn zip(&self, other: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        Bits(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// The rows that are not in.
    pub fn not(&self) -> Bits {
        Bits(self.0.map(|word| !word))
    }
}
