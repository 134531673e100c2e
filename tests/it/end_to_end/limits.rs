//! Laws that hold up to a number.

use crate::project::{Project, laws};

const CODES: &str = r#"
/// A code of two letters, which begin again after the last one.
pub fn code(n: u32) -> String {
    let letter = |n: u32| char::from(b'A' + (n % 26) as u8);
    [letter(n / 26), letter(n)].iter().collect()
}

/// What it stands for.
pub fn number(code: &str) -> Option<u32> {
    let digit = |letter: char| letter.is_ascii_uppercase().then(|| u32::from(letter) - u32::from('A'));
    let digits: Vec<u32> = code.chars().map(digit).collect::<Option<_>>()?;
    match digits[..] {
        [first, second] if first + second > 0 => Some(first * 26 + second),
        _ => None,
    }
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn what_is_undone_up_to_a_number_is_said_to_be_undone_up_to_there() {
    let project = Project::library(CODES);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let laws = laws(&discovery, "tiny::code");
    assert!(laws.contains(&"number(code(n)) == Some(n) when n > 0 && n < 676"), "{laws:#?}");
    project.passes_and_stays(&discovery);
}

const DATES: &str = r#"
/// The month and the day of the n-th day in a year of months with 31 days.
pub fn month_and_day(n: u32) -> (u8, u8) {
    ((n / 31 % 12) as u8 + 1, (n % 31) as u8 + 1)
}

/// What divides numbers, rounding down.
pub trait Floor {
    /// The quotient.
    fn floor_div(&self, other: &Self) -> Self;
    /// The quotient, rounded to zero.
    fn cut_div(&self, other: &Self) -> Self;
}

macro_rules! floor {
    ($($number:ty)*) => {$(
        impl Floor for $number {
            fn floor_div(&self, other: &Self) -> Self { self.div_euclid(*other) }
            fn cut_div(&self, other: &Self) -> Self { self / other }
        }
    )*};
}
floor!(i64 u16);
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn bounds_of_all_parts_are_one_law_and_numbers_of_other_types_say_nothing() {
    let project = Project::library(DATES);
    // Both ends of a part are seen on enough inputs alone.
    let discovery = project.morph(&["discover", "--format", "json"]).well().discovery();
    let of_dates = laws(&discovery, "tiny::month_and_day");
    let bounds = "month_and_day(n).0 >= 1 && month_and_day(n).0 <= 12 && month_and_day(n).1 >= 1 && month_and_day(n).1 <= 31";
    assert!(of_dates.contains(&bounds), "{of_dates:#?}");
    for function in discovery.functions.iter().filter(|function| function.path.contains("i64")) {
        let laws: Vec<&str> = function.relations.iter().map(|law| law.readable.as_str()).collect();
        // It holds of numbers that both types have.
        assert!(!laws.contains(&"this.cut_div(other) == this.floor_div(other)"), "{laws:#?}");
        assert!(laws.iter().all(|law| !law.contains("u16")), "{laws:#?}");
    }
    assert!(project.test(&["--lib"]) > 0);
}
