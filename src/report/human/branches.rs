//! What `scan --paths` prints: a line per function, and the branches that no input takes.

use std::fmt::{self, Write};

use anstyle::Style;

use super::text::{BOLD, DIM, GREEN, YELLOW, cell, column, paint};
use crate::report::wording::{count, number};
use crate::report::{Branch, BranchCounts, BranchFate, Scan};

/// Maximum width of a branch's text; code is shortened to fit into it.
const TEXT: usize = 66;

/// A line per function whose branches are known, with those that are not covered; then what that is in all.
pub(super) fn branches(out: &mut String, scan: &Scan) -> fmt::Result {
    let known = || scan.functions.iter().filter_map(|f| Some((&*f.path, f.branches.as_ref()?)));
    let path = column(known().map(|(path, _)| path), 8, 44);
    for (name, branches) in known() {
        writeln!(out, "{}  {}", cell(BOLD, name, path), summary(branches.counts))?;
        let is_covered = |branch: &&Branch| matches!(branch.fate, BranchFate::Covered { .. });
        let others: Vec<&Branch> =
            branches.requirements.iter().filter(|branch| !is_covered(branch)).collect();
        let place = |branch: &Branch| format!("{}:{}", branch.file, branch.line);
        let text = |branch: &Branch| format!("`{}` {}", branch.code, branch.outcome);
        let [places, texts]: [Vec<String>; 2] =
            [others.iter().map(|b| place(b)).collect(), others.iter().map(|b| text(b)).collect()];
        let wide = column(places.iter().map(String::as_str), 0, 40);
        let long = column(texts.iter().map(String::as_str), 0, TEXT);
        for ((branch, place), text) in others.iter().zip(&places).zip(&texts) {
            let (style, fate) = told(&branch.fate);
            let place = cell(DIM, place, wide);
            writeln!(out, "    {place}  {}  {}", cell(Style::new(), text, long), paint(style, &fate))?;
        }
    }
    let skipped = scan.totals.skipped;
    if known().next().is_some() {
        writeln!(out)?;
    }
    let totals = scan.totals.branches.unwrap_or_default();
    writeln!(out, "{}: {}", count(known().count(), "function"), summary(totals))?;
    if skipped > 0 {
        writeln!(out, "{} skipped; `cargo morph scan` says why", count(skipped, "function"))?;
    }
    Ok(())
}

/// "12 of 13 branches reached, 1 infeasible".
fn summary(counts: BranchCounts) -> String {
    let BranchCounts { branches, covered, infeasible, open, unwatched } = counts;
    let mut text = match branches {
        0 => paint(DIM, "no branches"),
        1 => format!("{covered} of 1 branch reached"),
        _ => format!("{} of {} branches reached", number(covered), number(branches)),
    };
    if branches > 0 && covered == branches {
        text = paint(GREEN, &text);
    }
    for (n, what, style) in
        [(infeasible, "infeasible", DIM), (open, "not reached", YELLOW), (unwatched, "not instrumented", DIM)]
    {
        if n > 0 {
            write!(text, ", {}", paint(style, &format!("{} {what}", number(n))))
                .expect("writing to a string does not fail");
        }
    }
    text
}

fn told(fate: &BranchFate) -> (Style, String) {
    match fate {
        BranchFate::Covered { input } => (GREEN, input.clone()),
        BranchFate::Infeasible => (DIM, "infeasible: no input takes it".to_owned()),
        BranchFate::Open { tries, nearest, .. } => {
            let tried = format!("not reached by any of {}", count(*tries, "input"));
            let nearest = nearest.as_ref().map(|call| format!("; nearest: {call}"));
            (YELLOW, tried + &nearest.unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Branches, ScanVerdict, ScannedFunction};

    fn branch(line: usize, outcome: &str, fate: BranchFate) -> Branch {
        let code = "n < 0".to_owned();
        Branch { file: "src/num.rs".to_owned(), line, code, outcome: outcome.to_owned(), fate }
    }

    fn function(path: &str, branches: Option<Branches>) -> ScannedFunction {
        ScannedFunction {
            path: path.to_owned(),
            file: "src/num.rs".to_owned(),
            line: 1,
            verdict: if branches.is_some() { ScanVerdict::Testable } else { ScanVerdict::Skipped },
            reason: branches.is_none().then(|| "takes `&mut [u8]`".to_owned()),
            signature: None,
            branches,
        }
    }

    #[test]
    fn branches_that_no_input_takes_are_listed_with_why_and_the_others_counted() {
        let covered = BranchFate::Covered { input: "f(-1)".to_owned() };
        let open = BranchFate::Open { tries: 1_000, nearest: Some("f(41)".to_owned()), distance: Some(0.5) };
        let found = Branches::new(
            1_000,
            0,
            vec![
                branch(7, "is true", covered),
                branch(7, "is false", BranchFate::Infeasible),
                branch(12, "is true", open),
            ],
        );
        let functions = vec![
            function("demo::f", Some(found)),
            function("demo::g", Some(Branches::new(1_000, 2, Vec::new()))),
            function("demo::skipped", None),
        ];
        let document = crate::report::Document::Scan(Scan::new(functions));
        let text = anstream::adapter::strip_str(&document.to_human()).to_string();
        assert_eq!(
            text,
            "\
demo::f   1 of 3 branches reached, 1 infeasible, 1 not reached
    src/num.rs:7   `n < 0` is false  infeasible: no input takes it
    src/num.rs:12  `n < 0` is true   not reached by any of 1 000 inputs; nearest: f(41)
demo::g   no branches, 2 not instrumented

2 functions: 1 of 3 branches reached, 1 infeasible, 1 not reached, 2 not instrumented
1 function skipped; `cargo morph scan` says why
"
        );
        let json: serde_json::Value = serde_json::from_str(&document.to_json()).expect("JSON");
        let branches = &json["functions"][0]["branches"];
        assert_eq!((&branches["covered"], &branches["open"]), (&1.into(), &1.into()));
        assert_eq!(branches["requirements"][0]["fate"], "covered");
        assert_eq!(branches["requirements"][2]["nearest"], "f(41)");
        assert_eq!(json["totals"]["branches"]["infeasible"], 1);
        assert!(json["functions"][2].get("branches").is_none());
        let back: Scan = serde_json::from_value(json).expect("the document again");
        assert_eq!(crate::report::Document::Scan(back), document);
    }
}
