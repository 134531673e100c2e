//! Values that lie behind references to constants, under names that others re-export; functions that do not compile with
//! every constant; types whose arguments are references.

use cargo_morph::report::Verdict;

use crate::project::{Project, assert_tested, function};

const LIBRARY: &str = r##"
mod currency {
    use crate::Side;
    mod listed {
        pub mod iso {
            use crate::{Side, Side::*};
            #[derive(Debug, PartialEq, Eq, Clone, Copy)]
            pub struct Coin { pub code: &'static str, pub digits: u32, pub side: Side }
            pub const EUR: &Coin = &Coin { code: "EUR", digits: 2, side: Right };
            pub const JPY: &Coin = &Coin { code: "JPY", digits: 0, side: Left };
            pub const BHD: &Coin = &Coin { code: "BHD", digits: 3, side: Right };
        }
    }
    pub use listed::iso;
    pub fn same_side(a: &iso::Coin, b: &iso::Coin) -> bool {
        let left = |side: Side| side == Side::Left;
        left(a.side) == left(b.side)
    }
}
mod side {
    #[derive(Debug, PartialEq, Eq, Clone, Copy)]
    pub enum Side { Left, Right }
}
mod amount {
    use crate::currency::iso::Coin;
    #[derive(Debug, PartialEq, Eq, Clone, Copy)]
    pub struct Amount<'a> { minor: i64, coin: &'a Coin }
    impl<'a> Amount<'a> {
        pub fn new(minor: i64, coin: &'a Coin) -> Amount<'a> { Amount { minor, coin } }
        pub fn at_least(&self, other: Amount<'a>) -> bool {
            self.coin == other.coin && self.minor >= other.minor
        }
        pub fn whole(&self) -> i64 { self.minor / 10_i64.pow(self.coin.digits) }
    }
}
mod marks {
    #[derive(Debug, PartialEq, Eq, Clone, Copy)]
    pub enum Mark { Dot, Dash }
    #[derive(Debug, PartialEq, Eq, Clone, Copy)]
    pub struct Odd<O> { pub owner: O }
    pub fn pairs(marks: &[Mark]) -> Result<usize, Odd<&[Mark]>> {
        if marks.len().is_multiple_of(2) { Ok(marks.len() / 2) } else { Err(Odd { owner: marks }) }
    }
}
mod digits {
    pub const fn padded<const LENGTH: usize>(n: u8) -> [u8; LENGTH] {
        const { assert!(LENGTH >= 11) }
        let mut digits = [b'0'; LENGTH];
        digits[LENGTH - 1] = b'0' + n % 10;
        digits
    }
    pub fn last(n: u16) -> u8 { b'0' + (n % 10) as u8 }
}
pub use amount::*;
pub use currency::*;
pub use digits::*;
pub use marks::*;
pub use side::*;
"##;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn values_behind_references_to_constants_are_tested_and_written() {
    let project = Project::library(LIBRARY);
    let ended = project.discover(&["--format", "json"]).well();
    let discovery = ended.discovery();
    assert_tested(
        &discovery,
        &["currency::same_side", "amount::Amount::at_least", "amount::Amount::whole", "marks::pairs"],
    );
    let padded = function(&discovery, "tiny::digits::padded");
    assert_eq!(padded.verdict, Verdict::Skipped, "{:?}", padded.relations);
    let reason = padded.reason.as_deref().unwrap_or_default();
    assert!(reason.contains("cannot be called"), "{reason}");
    let same = function(&discovery, "tiny::currency::same_side");
    let symmetric = same.relations.iter().any(|relation| relation.followups == ["(b, a)"]);
    assert!(symmetric, "{:?}", same.relations);
    let least = function(&discovery, "tiny::amount::Amount::at_least");
    assert!(!least.relations.is_empty(), "{}", ended.stdout);
    project.passes_and_stays(&discovery);
}
