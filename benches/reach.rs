//! How many of the functions that could be tested are: `cargo bench --bench reach [-- --package url,semver --reasons 20]`.
//!
//! For popular registry crates, which cargo fetches, it counts the functions with a body and an input, and those among them
//! that `scan` calls testable. Left out of both are functions that format only (`&mut Formatter`), destructors, functions that
//! are unsafe, foreign or `async`, and those that read or write the world outside. The last table holds the reasons why the
//! others are skipped.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::Result;
use clap::Parser;
use morph_source::scan::{self, Filter, Verdict};
use morph_source::workspace::{self, Selection};

#[path = "discovered/chosen.rs"]
mod chosen;
#[path = "discovered/copy.rs"]
mod copy;
#[path = "discovered/registry.rs"]
mod registry;

/// The crates, each with its version.
const CRATES: &[(&str, &str)] = &[
    ("arrayvec", "0.7.8"),
    ("base64", "0.23.1"),
    ("bit-set", "0.11.1"),
    ("bit-vec", "0.10.2"),
    ("bytesize", "2.7.0"),
    ("chrono-tz", "0.10.4"),
    ("cron", "0.17.0"),
    ("data-encoding", "2.11.1"),
    ("either", "1.19.0"),
    ("euclid", "0.22.14"),
    ("fancy-regex", "0.20.2"),
    ("fixedbitset", "0.5.9"),
    ("geo-types", "0.7.20"),
    ("glam", "0.34.3"),
    ("heck", "0.5.0"),
    ("hex", "0.4.3"),
    ("httpdate", "1.0.3"),
    ("humantime", "2.4.0"),
    ("idna", "1.1.0"),
    ("indexmap", "2.14.2"),
    ("ipnet", "2.12.2"),
    ("itertools", "0.15.0"),
    ("itoa", "1.0.19"),
    ("mime", "0.3.18"),
    ("num-bigint", "0.5.1"),
    ("num-complex", "0.4.6"),
    ("num-integer", "0.1.47"),
    ("num-rational", "0.4.2"),
    ("ordered-float", "5.5.1"),
    ("percent-encoding", "2.3.2"),
    ("petgraph", "0.8.3"),
    ("priority-queue", "2.7.0"),
    ("regex-syntax", "0.8.12"),
    ("roman", "0.2.2"),
    ("rust_decimal", "1.43.0"),
    ("ryu", "1.0.23"),
    ("semver", "1.0.28"),
    ("shell-words", "1.1.1"),
    ("smallvec", "1.16.6"),
    ("strsim", "0.11.1"),
    ("textwrap", "0.16.4"),
    ("time", "0.3.55"),
    ("unicode-segmentation", "1.13.3"),
    ("unicode-width", "0.2.3"),
    ("url", "2.5.8"),
    ("uuid", "1.29.3"),
    ("wildmatch", "2.7.0"),
];

/// What the reason begins with or holds where nobody would test a function by its inputs and outcomes.
const OUTSIDE: &[&str] = &[
    "has no body",
    "takes no parameters",
    "returns nothing",
    "never returns",
    "is a destructor",
    "is `unsafe`",
    "is `extern`",
    "is `async`",
    "is declared in an `extern` block",
    "is the program's entry point",
    "calls `",
    "uses `",
    "needs a target feature",
    "is written by a macro as `",
];

#[derive(Parser)]
struct Args {
    #[command(flatten)]
    chosen: chosen::Chosen,
    /// How many reasons are listed
    #[arg(long, default_value_t = 20)]
    reasons: usize,
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let crates = args.chosen.of(CRATES);
    let registry = registry::Registry::fetch(crates.iter().copied())?;
    let (mut shares, mut reasons) = (Vec::new(), BTreeMap::<String, usize>::new());
    println!("| package | functions that count | testable | share | scan |");
    println!("|---|---|---|---|---|");
    for (name, version) in &crates {
        let copied = copy::copy(&registry.of(name)?)?;
        let selection =
            Selection { manifest_path: Some(copied.path().join("Cargo.toml")), ..Default::default() };
        let workspace = workspace::load(&selection)?;
        let clock = Instant::now();
        let functions = scan::scan(&workspace, &Filter::default())?;
        let seconds = clock.elapsed().as_secs_f64();
        let (mut testable, mut all) = (0, 0);
        for function in &functions {
            match &function.verdict {
                Verdict::Testable(_) => testable += 1,
                Verdict::Constant(_) => continue,
                Verdict::Skipped(why) if is_outside(why) => continue,
                Verdict::Skipped(why) => *reasons.entry(kind(why)).or_default() += 1,
            }
            all += 1;
        }
        let share = f64::from(testable) / f64::from(all.max(1));
        shares.push(share);
        println!("| {name} {version} | {all} | {testable} | {:.0} % | {seconds:.1} s |", share * 100.0);
    }
    shares.sort_by(f64::total_cmp);
    println!("\nmedian {:.0} %", shares[shares.len() / 2] * 100.0);
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    println!("\n| skipped | why |\n|---|---|");
    reasons.iter().take(args.reasons).for_each(|(why, count)| println!("| {count} | {why} |"));
    Ok(())
}

fn is_outside(why: &str) -> bool {
    OUTSIDE.iter().any(|it| why.starts_with(it)) || why.contains("Formatter") || why.contains("Hasher`")
}

/// A reason without what it names.
fn kind(why: &str) -> String {
    let outside_names = why.split('`').step_by(2);
    outside_names.collect::<Vec<_>>().join("…")
}
