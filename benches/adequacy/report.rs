//! What the suites came to: tables, whether the published trends show, box plots.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_morph::adequacy::CRITERIA;
use morph_experiments::Detections;
use morph_relation::show_literal;

use crate::box_plot::{Panel, figure};
use crate::suites::LEVELS;
use crate::{KS, Outcome, outputs};

/// Results of a program.
pub struct Results {
    /// Its path.
    pub program: String,
    /// By criterion.
    pub criteria: Vec<Criterion>,
}

/// Results of a program for a criterion.
pub struct Criterion {
    /// Its name.
    pub name: &'static str,
    /// How many requirements there are.
    pub requirements: usize,
    /// By k, "all" last: suites of sources that just satisfy the criterion.
    pub covering: Vec<Outcome>,
    /// By k, "all" last, and level.
    pub at_levels: Vec<Vec<Outcome>>,
}

/// Criteria of which the paper says that the first detects more than the second.
const STRONGER: [(&str, &str); 4] =
    [("branch", "statement"), ("choice-pair", "choice"), ("frame", "choice-pair"), ("frame", "choice")];
/// A mutant that so many of the suites detect is detected reliably.
const RELIABLE: f64 = 0.9;

/// The place in [`KS`] of the k that a criterion is measured with: the paper's 3, but 2 for frames.
fn recommended(name: &str) -> usize {
    let k = CRITERIA.iter().find(|criterion| criterion.name == name).map(|criterion| criterion.k);
    KS.iter().position(|other| Some(*other) == k.map(std::num::NonZeroUsize::get)).unwrap_or(KS.len())
}

fn k_names() -> Vec<String> {
    KS.iter().map(|k| format!("k = {k}")).chain(["all".to_owned()]).collect()
}

fn level_names() -> Vec<String> {
    let tenths = |level: usize| level as f64 / LEVELS as f64;
    (0..LEVELS).map(|level| format!("({}, {}]", tenths(level), tenths(level + 1))).collect()
}

fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.into_iter().collect();
    if values.is_empty() { None } else { Some(values.iter().sum::<f64>() / values.len() as f64) }
}

/// What was asked for, and of how many functions.
pub fn header(asked: &str, recorded: &[Detections]) {
    println!("{asked} {} functions are called by no other.\n", recorded.len());
}

/// What the suites are made of.
pub fn programs(programs: &[Detections], left_out: &[Detections]) {
    println!(
        "| program | sources | relations | different outputs | groups | mutants | detected by all groups |"
    );
    println!("|---|---|---|---|---|---|---|");
    for program in programs {
        let mut detected: Vec<usize> = program.groups.iter().flat_map(|g| g.detected.clone()).collect();
        detected.sort_unstable();
        detected.dedup();
        println!(
            "| {} | {} | {} | {} | {} | {} | {:.3} |",
            program.path,
            program.sources,
            program.relations.len(),
            outputs(program),
            program.groups.len(),
            program.mutants.len(),
            detected.len() as f64 / program.mutants.len() as f64
        );
    }
    let names: Vec<&str> = left_out.iter().map(|program| program.path.as_str()).collect();
    println!("\nLeft out, with fewer than {} different outputs: {}.\n", crate::FEWEST, names.join(", "));
    for program in programs.iter().chain(left_out) {
        for relation in program.relations.iter().filter(|relation| relation.violated > 0) {
            let input =
                relation.counterexample.iter().flatten().map(show_literal).collect::<Vec<_>>().join(", ");
            println!(
                "- VIOLATED on {} sources, the first ({input}), and left out: `{}`",
                relation.violated, relation.readable
            );
        }
    }
}

/// Names of the criteria, in order.
fn criteria(results: &[Results]) -> Vec<&'static str> {
    results[0].criteria.iter().map(|criterion| criterion.name).collect()
}

fn of<'a>(results: &'a Results, criterion: &str) -> Option<&'a Criterion> {
    results.criteria.iter().find(|other| other.name == criterion)
}

/// A table with a row per criterion; a mean is over the programs that have a value.
fn table(
    title: &str,
    columns: &[String],
    results: &[Results],
    digits: usize,
    value: &dyn Fn(&Criterion, usize) -> Option<f64>,
) {
    println!(
        "\n### {title}\n\n| criterion | {} |\n|---|{}",
        columns.join(" | "),
        "---|".repeat(columns.len())
    );
    for name in criteria(results) {
        let cell = |column: usize| {
            let values: Vec<f64> =
                results.iter().filter_map(|r| of(r, name)).filter_map(|c| value(c, column)).collect();
            match mean(values.iter().copied()) {
                Some(mean) if values.len() < results.len() => format!("{mean:.digits$} ({})", values.len()),
                Some(mean) => format!("{mean:.digits$}"),
                None => "–".to_owned(),
            }
        };
        let cells: Vec<String> = (0..columns.len()).map(cell).collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
}

/// All tables.
pub fn tables(results: &[Results]) {
    println!(
        "\n## Tables\n\nMeans over {} programs of the means over their suites; in brackets, over how many programs where not \
         all have suites at the level. The mean FDR of all mutants is the mean FDE of the suites: both count pairs of a suite \
         and a mutant that it detects.",
        results.len()
    );
    let fde = |outcome: &Outcome| mean(outcome.fde.iter().copied());
    let groups = |outcome: &Outcome| mean(outcome.groups.iter().copied());
    table(
        "FDE by k, sources just satisfy the criterion",
        &k_names(),
        results,
        3,
        &|c, k| fde(&c.covering[k]),
    );
    table("Groups by k, sources just satisfy the criterion", &k_names(), results, 1, &|c, k| {
        groups(&c.covering[k])
    });
    for (i, k) in k_names().iter().enumerate() {
        let title = format!("FDE (and mean FDR) by level of adequacy, {k}");
        table(&title, &level_names(), results, 3, &|c, level| fde(&c.at_levels[i][level]));
    }
    let at = |c: &Criterion, level: usize| c.at_levels[recommended(c.name)][level].clone();
    let reliable = |c: &Criterion, level: usize| {
        mean(at(c, level).fdr.into_iter().map(|rate| if rate >= RELIABLE { 1.0 } else { 0.0 }))
    };
    let never = |c: &Criterion, level: usize| {
        mean(at(c, level).fdr.into_iter().map(|rate| if rate == 0.0 { 1.0 } else { 0.0 }))
    };
    let k = "k = 3, frame 2";
    table(
        &format!("Share of mutants with an FDR of at least {RELIABLE}, {k}"),
        &level_names(),
        results,
        3,
        &reliable,
    );
    table(&format!("Share of mutants with an FDR of 0, {k}"), &level_names(), results, 3, &never);
    table(&format!("Groups by level, {k}"), &level_names(), results, 1, &|c, level| groups(&at(c, level)));
    by_program(results);
}

fn by_program(results: &[Results]) {
    println!("\n### FDE by program and k, sources just satisfy the criterion\n");
    println!(
        "| program | criterion | requirements | {} |\n|---|---|---|---|---|---|---|---|",
        k_names().join(" | ")
    );
    for program in results {
        for criterion in &program.criteria {
            let cells = criterion.covering.iter().map(|outcome| {
                mean(outcome.fde.iter().copied()).map_or("–".to_owned(), |fde| format!("{fde:.3}"))
            });
            let cells: Vec<String> = cells.collect();
            let (name, requirements) = (criterion.name, criterion.requirements);
            println!("| {} | {name} | {requirements} | {} |", program.program, cells.join(" | "));
        }
    }
}

/// Whether what the paper found shows here.
pub fn trends(results: &[Results]) {
    println!("\n## Published trends\n");
    let fde = |outcome: &Outcome| mean(outcome.fde.iter().copied());
    for name in criteria(results) {
        let all: Vec<&Criterion> = results.iter().filter_map(|r| of(r, name)).collect();
        let by_k: Vec<f64> =
            (0..=KS.len()).filter_map(|k| mean(all.iter().filter_map(|c| fde(&c.covering[k])))).collect();
        let gain = by_k[KS.len()] - by_k[0];
        let rising = by_k.windows(2).all(|pair| pair[1] >= pair[0]);
        let share = |k: usize| if gain > 0.0 { (by_k[k] - by_k[0]) / gain * 100.0 } else { 100.0 };
        println!(
            "- {name}: FDE {} with k; from k = 1 to all it gains {gain:.3}, of which {:.0} % by k = 2, {:.0} % by k = 3, \
             {:.0} % by k = 4",
            if rising { "rises" } else { "DOES NOT always rise" },
            share(1),
            share(2),
            share(3)
        );
        let steps: Vec<f64> = all
            .iter()
            .flat_map(|c| {
                let means: Vec<f64> = c.at_levels[recommended(name)].iter().filter_map(fde).collect();
                means.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>()
            })
            .collect();
        let up = steps.iter().filter(|step| **step > 0.0).count();
        println!("  - FDE rises from a level to the next in {up} of {} steps over all programs", steps.len());
    }
    for (strong, weak) in STRONGER {
        let both = || results.iter().filter_map(|r| Some((of(r, strong)?, of(r, weak)?)));
        if both().next().is_none() {
            continue;
        }
        let differences: Vec<f64> = both()
            .filter_map(|(a, b)| {
                Some(fde(&a.covering[recommended(strong)])? - fde(&b.covering[recommended(weak)])?)
            })
            .collect();
        let levels: Vec<f64> = both()
            .flat_map(|(a, b)| {
                let of = |c: &Criterion, level: usize| fde(&c.at_levels[recommended(c.name)][level]);
                (0..LEVELS).filter_map(|l| Some(of(a, l)? - of(b, l)?)).collect::<Vec<_>>()
            })
            .collect();
        let more = |all: &[f64]| all.iter().filter(|difference| **difference > 0.0).count();
        println!(
            "- {strong} against {weak}: fully satisfied, {:+.3} FDE on average, more in {} of {} programs; at equal levels, \
             {:+.3}, more in {} of {} cells",
            mean(differences.iter().copied()).unwrap_or(0.0),
            more(&differences),
            differences.len(),
            mean(levels.iter().copied()).unwrap_or(0.0),
            more(&levels),
            levels.len()
        );
    }
}

/// Writes the box plots.
pub fn plots(results: &[Results], prefix: &Path) -> Result<()> {
    let panels = |boxes: &dyn Fn(&Criterion) -> Vec<Vec<f64>>| -> Vec<Panel> {
        let groups = |r: &Results| r.criteria.iter().map(|c| (c.name.to_owned(), boxes(c))).collect();
        results.iter().map(|r| Panel { title: r.program.clone(), groups: groups(r) }).collect()
    };
    let level = |c: &Criterion, value: &dyn Fn(&Outcome) -> Vec<f64>| -> Vec<Vec<f64>> {
        c.at_levels[recommended(c.name)].iter().map(value).collect()
    };
    let by_k = panels(&|c| c.covering.iter().map(|outcome| outcome.fde.clone()).collect());
    let by_level = panels(&|c| level(c, &|outcome| outcome.fde.clone()));
    let rates = panels(&|c| level(c, &|outcome| outcome.fdr.clone()));
    let groups = panels(&|c| level(c, &|outcome| outcome.groups.clone()));
    let levels = level_names();
    let figures = [
        ("k", "Share of mutants that a suite detects, by criterion and k", &k_names(), by_k, Some(1.0)),
        (
            "levels",
            "Share of mutants that a suite detects, by level of adequacy",
            &levels,
            by_level,
            Some(1.0),
        ),
        ("fdr", "Share of suites that detect a mutant, by level of adequacy", &levels, rates, Some(1.0)),
        ("groups", "Metamorphic groups of a suite, by level of adequacy", &levels, groups, None),
    ];
    println!("\n## Box plots\n");
    for (name, title, legend, panels, most) in figures {
        let mut file = prefix.as_os_str().to_owned();
        file.push(format!("-{name}.svg"));
        let file = Path::new(&file);
        fs::write(file, figure(title, legend, &panels, most))
            .with_context(|| format!("cannot write {}", file.display()))?;
        println!("- {title}: `{}`", file.file_name().unwrap_or_default().to_string_lossy());
    }
    Ok(())
}
