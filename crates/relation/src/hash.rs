//! A hash that is the same on every platform and in every release: what is stored or seeds a stream rests on it.

/// FNV-1a's offset basis: what a hash starts from.
pub const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a over bytes, from `start`.
pub fn fnv1a(start: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values_are_met() {
        assert_eq!(fnv1a(BASIS, *b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(BASIS, *b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(BASIS, *b"foobar"), 0x8594_4171_f739_67e8);
    }
}
