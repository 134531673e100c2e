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
