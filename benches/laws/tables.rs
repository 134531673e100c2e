//! Recall by family and by package.

use std::collections::BTreeMap;
use std::fmt;

use crate::recall::Fate;

/// A gold law's fate.
pub struct Row {
    /// The package.
    pub package: String,
    /// The family.
    pub family: String,
    /// Whether the law calls its subject alone.
    pub is_about_one: bool,
    /// What became of it.
    pub fate: Fate,
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fate::Written => f.write_str("written"),
            Fate::Implied => f.write_str("implied"),
            Fate::NotExpressible(why) => write!(f, "not expressible ({why})"),
            Fate::NotRun(why) => write!(f, "not run ({why})"),
            Fate::Displaced => f.write_str("displaced"),
            Fate::NotFound => f.write_str("not found"),
        }
    }
}

/// Laws, written, implied, not expressible, not run, displaced, not found.
type Counts = [usize; 7];

/// Prints the tables and the figures at the end.
pub fn print(rows: &[Row]) {
    println!("\n## By family\n");
    table("family", rows, &|row| &row.family);
    println!("\n## By package\n");
    table("package", rows, &|row| &row.package);
    let about_one = counts(rows.iter().filter(|row| row.is_about_one));
    let all = counts(rows.iter());
    println!("\nRecall: {} of all laws, {} of those about one function.", share(&all), share(&about_one));
}

fn table(name: &str, rows: &[Row], key: &dyn Fn(&Row) -> &String) {
    println!(
        "| {name} | laws | written | implied | not expressible | not run | displaced | not found | recall |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut groups: BTreeMap<&String, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        groups.entry(key(row)).or_default().push(row);
    }
    for (name, group) in groups {
        line(name, &counts(group.into_iter()));
    }
    line("all", &counts(rows.iter()));
}

fn line(name: &str, counts: &Counts) {
    let cells = counts.map(|count| count.to_string()).join(" | ");
    println!("| {name} | {cells} | {} |", share(counts));
}

fn counts<'r>(rows: impl Iterator<Item = &'r Row>) -> Counts {
    let mut counts = Counts::default();
    for row in rows {
        counts[0] += 1;
        let place = match row.fate {
            Fate::Written => 1,
            Fate::Implied => 2,
            Fate::NotExpressible(_) => 3,
            Fate::NotRun(_) => 4,
            Fate::Displaced => 5,
            Fate::NotFound => 6,
        };
        counts[place] += 1;
    }
    counts
}

/// The share of laws that are written or follow from what is.
fn share(counts: &Counts) -> String {
    let [laws, written, implied, ..] = *counts;
    format!("{:.1} %", (written + implied) as f64 / laws.max(1) as f64 * 100.0)
}
