//! Primitive number types.

/// A primitive integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum IntType {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

impl IntType {
    /// Every primitive integer type.
    pub const ALL: [IntType; 12] = {
        use IntType::*;
        [I8, I16, I32, I64, I128, Isize, U8, U16, U32, U64, U128, Usize]
    };

    /// The type of this name.
    pub fn named(name: &str) -> Option<IntType> {
        IntType::ALL.into_iter().find(|int| int.name() == name)
    }

    /// The type's name in Rust.
    pub fn name(self) -> &'static str {
        use IntType::*;
        match self {
            I8 => "i8",
            I16 => "i16",
            I32 => "i32",
            I64 => "i64",
            I128 => "i128",
            Isize => "isize",
            U8 => "u8",
            U16 => "u16",
            U32 => "u32",
            U64 => "u64",
            U128 => "u128",
            Usize => "usize",
        }
    }

    /// The name as the types of `std::num` end: `NonZeroU8`.
    pub fn camel_name(self) -> String {
        let name = self.name();
        name[..1].to_uppercase() + &name[1..]
    }

    /// Whether negative values exist.
    pub fn signed(self) -> bool {
        use IntType::*;
        matches!(self, I8 | I16 | I32 | I64 | I128 | Isize)
    }

    /// Width in bits; pointer-sized types have 64.
    pub fn bits(self) -> u32 {
        use IntType::*;
        match self {
            I8 | U8 => 8,
            I16 | U16 => 16,
            I32 | U32 => 32,
            I64 | U64 | Isize | Usize => 64,
            I128 | U128 => 128,
        }
    }

    /// The signed type of the same width.
    pub fn to_signed(self) -> IntType {
        use IntType::*;
        match self {
            U8 => I8,
            U16 => I16,
            U32 => I32,
            U64 => I64,
            U128 => I128,
            Usize => Isize,
            signed => signed,
        }
    }

    /// The unsigned type of the same width.
    pub fn to_unsigned(self) -> IntType {
        use IntType::*;
        match self {
            I8 => U8,
            I16 => U16,
            I32 => U32,
            I64 => U64,
            I128 => U128,
            Isize => Usize,
            unsigned => unsigned,
        }
    }

    /// Whether a value is one of the type's; of those of `u128`, the upper half is beyond `i128`.
    pub fn contains(self, value: i128) -> bool {
        (self.lowest()..=self.highest()).contains(&value)
    }

    /// The type's value that is nearest to one.
    pub fn nearest(self, value: i128) -> i128 {
        value.clamp(self.lowest(), self.highest())
    }

    /// The smallest value.
    pub fn lowest(self) -> i128 {
        if self.signed() { i128::MIN >> (128 - self.bits()) } else { 0 }
    }

    /// The largest value, or `i128::MAX` where it is larger than that (`u128`).
    pub fn highest(self) -> i128 {
        match (self.signed(), self.bits()) {
            (true, bits) => i128::MAX >> (128 - bits),
            (false, 128) => i128::MAX,
            (false, bits) => (1_i128 << bits) - 1,
        }
    }
}

/// A floating-point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum FloatType {
    F32,
    F64,
}

impl FloatType {
    /// The type's name in Rust.
    pub fn name(self) -> &'static str {
        match self {
            FloatType::F32 => "f32",
            FloatType::F64 => "f64",
        }
    }
}
