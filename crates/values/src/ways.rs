//! Which constructor makes a value.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use morph_relation::Constructor;

/// For one constant of a type, so many values are made of others, unless it is what all begin with.
const USUAL: usize = 3;

/// The number of one of some constructors. Many constants are no more than one way to make a value.
pub fn way(constructors: &[Constructor], rng: &mut ChaCha8Rng) -> usize {
    let (fixed, taking): (Vec<usize>, Vec<usize>) =
        (0..constructors.len()).partition(|at| constructors[*at].params.is_empty());
    let begins = fixed.iter().any(|at| constructors[*at].begins());
    let others = if begins { taking.len() } else { taking.len().max(USUAL) };
    let takes_nothing = !fixed.is_empty() && (taking.is_empty() || rng.random_range(0..=others) == 0);
    let of = if takes_nothing { fixed } else { taking };
    of[rng.random_range(0..of.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream;
    use morph_relation::{How, IntType, Type};

    #[test]
    fn constants_are_rarer_than_what_all_values_begin_with() {
        let named = |name: &str, params: &[Type]| Constructor {
            name: name.to_owned(),
            params: params.to_vec(),
            fallible: false,
            how: How::Function,
        };
        let share = |fixed: &str| {
            let both = [named(fixed, &[]), named("of", &[Type::Int(IntType::I32)])];
            let mut rng = stream(0, "ways");
            (0..1_000).filter(|_| way(&both, &mut rng) == 0).count()
        };
        assert!((200..300).contains(&share("default")));
        assert!((450..550).contains(&share("new")));
    }
}
