//! Functions that inputs hardly get into.

use crate::project::{Project, laws};

/// Nothing is known of any currency but that it is worth itself.
const EXCHANGE: &str = r#"
const RATES: [(u8, i64); 0] = [];

/// What costs so much in one currency costs this in the other.
pub fn exchange(amount: i64, from: u8, to: u8) -> i64 {
    if from == to {
        return amount;
    }
    let rate = |currency: u8| RATES.iter().find(|(known, _)| *known == currency).expect("known").1;
    let whole = amount.wrapping_mul(rate(from));
    let rest = whole % rate(to);
    let exchanged = whole / rate(to);
    if rest * 2 >= rate(to) { exchanged + 1 } else { exchanged }
}
"#;

const WRITTEN: &str = r#"
[[relation]]
function = "tiny::exchange"
then = "exchange(amount, from, from) == amount"
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn function_of_which_inputs_reach_little_gets_no_laws_but_those_of_a_person() {
    let project = Project::library(EXCHANGE);
    let ended = project.discover(&[]).well();
    assert!(
        ended.stdout.contains("inputs reach too little of it for laws to mean anything"),
        "{}",
        ended.stdout
    );
    let file = project.root.join("morph/relations.toml");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    std::fs::write(file, WRITTEN).expect("a file");
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    assert_eq!(laws(&discovery, "tiny::exchange"), ["exchange(amount, from, from) == amount"]);
}
