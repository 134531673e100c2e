//! The tables of the experiment, in Markdown.

use morph_experiments::Comparison;

use crate::rates::{Measured, Rates, TECHNIQUES, Technique};

/// Prints everything.
pub fn print(results: &[Measured], comparison: &Comparison, missed: bool) {
    let seeds = &comparison.seeds;
    println!(
        "Means over the seeds {} to {}; at most {} sources of a kind for each function, before they are ordered. A fault \
         that no source detects has TF = n + 1. Figures are in percent.\n",
        seeds.start,
        seeds.end - 1,
        comparison.most
    );
    summary(results);
    for measured in results {
        program(measured, missed);
    }
}

/// One line a program: APFD beside what was published.
fn summary(results: &[Measured]) {
    println!(
        "| program | sources | faults | APFD random | adaptive | concolic | path | published random | adaptive | \
         concolic | path | path is higher than published |"
    );
    println!("|{}", "---|".repeat(12));
    for measured in results {
        let cells: Vec<String> = measured.rates[..4].iter().map(|rates| apfd(rates)).collect();
        let path = mean(&measured.rates[3], |rates| rates.apfd) * 100.0;
        let (published, higher) = match &measured.program.published {
            Some(published) => {
                let cells = published.apfd.map(|apfd| format!("{apfd:.1}"));
                let higher = match made(&measured.rates[3]) {
                    0 => "–",
                    _ if path > published.apfd[3] => "yes",
                    _ => "**no**",
                };
                (cells.join(" | "), higher)
            }
            None => (["–"; 4].join(" | "), "–"),
        };
        println!(
            "| {} | {} | {} | {} | {published} | {higher} |",
            measured.program.name,
            sources(measured),
            measured.faults.len(),
            cells.join(" | ")
        );
    }
}

/// A program's table: fault detection by the share of the sources, and the rest.
fn program(measured: &Measured, missed: bool) {
    println!("\n### {}\n", measured.program.name);
    let undetected = measured.faults.len() - measured.detected.len();
    println!(
        "{} sources; {} faults, of which {undetected} are detected by no source of any kind; {} branches that some source \
         takes.{}\n",
        sources(measured),
        measured.faults.len(),
        measured.branches,
        match &measured.program.published {
            Some(published) => format!(
                " Published: {} sources, {} faults, mutation score {:.1}.",
                measured.program.most, published.faults, published.score
            ),
            None => String::new(),
        }
    );
    let tenths: Vec<String> = (1..=10).map(|tenth| format!("{} %", tenth * 10)).collect();
    println!("| sources | {} | APFD | ± | published APFD | branches | seconds |", tenths.join(" | "));
    println!("|{}", "---|".repeat(16));
    for (at, (technique, rates)) in TECHNIQUES.iter().zip(&measured.rates).enumerate() {
        let detection: Vec<String> =
            (0..10).map(|tenth| percent(mean(rates, |rates| rates.detection[tenth]))).collect();
        if made(rates) == 0 {
            println!("| {}, none made |{}", name(*technique), " – |".repeat(15));
            continue;
        }
        let published = measured.program.published.as_ref().and_then(|published| published.apfd.get(at));
        let fewest = rates.iter().map(|rates| rates.sources).min().unwrap_or_default();
        let fewer = if fewest < measured.sources.0 { format!(", {fewest} or more") } else { String::new() };
        println!(
            "| {}{fewer} | {} | {} | {} | {} | {} | {:.2} |",
            name(*technique),
            detection.join(" | "),
            apfd(rates),
            percent(deviation(rates)),
            published.map_or("–".to_owned(), |apfd| format!("{apfd:.1}")),
            percent(mean(rates, |rates| rates.coverage)),
            mean(rates, |rates| rates.seconds),
        );
    }
    if missed {
        println!();
        let missed = measured.faults.iter().filter(|(fault, _)| !measured.detected.contains(fault));
        missed.for_each(|(_, id)| println!("- {id}"));
    }
}

/// How many sources were made of all seeds.
fn made(rates: &[Rates]) -> usize {
    rates.iter().map(|rates| rates.sources).sum()
}

/// The mean of APFD, where there was anything to order.
fn apfd(rates: &[Rates]) -> String {
    if made(rates) == 0 { "–".to_owned() } else { percent(mean(rates, |rates| rates.apfd)) }
}

fn name(technique: Technique) -> String {
    let order = if technique.ordered { "by path distance" } else { "in random order" };
    format!("{} {order}", technique.kind.name())
}

/// How many sources every technique has, for all seeds.
fn sources(measured: &Measured) -> String {
    match measured.sources {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least}–{most}"),
    }
}

fn mean(rates: &[Rates], of: impl Fn(&Rates) -> f64) -> f64 {
    rates.iter().map(of).sum::<f64>() / rates.len().max(1) as f64
}

/// The standard deviation of APFD over the seeds.
fn deviation(rates: &[Rates]) -> f64 {
    let middle = mean(rates, |rates| rates.apfd);
    mean(rates, |rates| (rates.apfd - middle).powi(2)).sqrt()
}

fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}
