//! The relations of a suite, and one of them in detail, as people read them.

use std::fmt::{self, Write};

use super::text::{BOLD, DIM, paint, sample, written};
use crate::report::wording::{count, number};
use crate::report::{Explanation, List, ListedRelation, RelationSearch};

pub(crate) fn list(list: &List) -> String {
    written(|out| write_list(out, list))
}

fn write_list(out: &mut String, list: &List) -> fmt::Result {
    let mut functions = 0;
    let mut function = "";
    for relation in &list.relations {
        if relation.function != function {
            writeln!(out, "{} {}", paint(BOLD, &relation.function), paint(DIM, &place(relation)))?;
            function = &relation.function;
            functions += 1;
        }
        writeln!(out, "    {}", relation.readable)?;
        let test = relation.test.as_deref().unwrap_or("has no test");
        writeln!(out, "        {}", paint(DIM, &format!("{}  {test}", relation.id)))?;
    }
    match list.relations.len() {
        0 => writeln!(out, "no relations; `cargo morph discover` finds some"),
        n => writeln!(out, "{} of {}", count(n, "relation"), count(functions, "function")),
    }
}

fn place(relation: &ListedRelation) -> String {
    format!("{}:{}", relation.file, relation.line)
}

pub(crate) fn explanation(explanation: &Explanation) -> String {
    written(|out| write_explanation(out, explanation))
}

fn write_explanation(out: &mut String, told: &Explanation) -> fmt::Result {
    let relation = &told.relation;
    writeln!(out, "{} {}\n", paint(BOLD, &relation.id), paint(DIM, &place(relation)))?;
    writeln!(out, "    {}", paint(BOLD, &relation.readable))?;
    writeln!(out, "    {}\n", told.words)?;
    let strategy = match relation.strategy.as_str() {
        "written" => "Written by hand".to_owned(),
        strategy => format!("Found by `{strategy}`"),
    };
    let reason = told.search.as_ref().map_or_else(String::new, |s| format!(": {}", s.grade_reason));
    let family = told.search.as_ref().and_then(|search| search.family.as_ref());
    let family = family.map_or_else(String::new, |family| format!(" ({family})"));
    let article = if relation.grade == "observation" { "An" } else { "A" };
    writeln!(out, "{article} {}{reason}{family}. {strategy}.", relation.grade)?;
    match &relation.test {
        Some(test) => {
            let sources = count(relation.sources, "source");
            writeln!(out, "Its test `{test}` runs on {sources}; the relation held on {}.", groups(told))?;
        }
        None => writeln!(out, "It has no test.")?,
    }
    let functions: Vec<String> = told.rests_on.iter().map(|path| format!("`{path}`")).collect();
    let state = match told.changed {
        Some(false) => "has not changed since the relation last held",
        Some(true) => "has changed since the relation last held; `cargo morph check` verifies it",
        None => "may have changed since the relation last held",
    };
    writeln!(out, "It depends on {}, whose code {state}.", functions.join(", "))?;
    match &told.search {
        Some(search) => write_search(out, search),
        None => writeln!(
            out,
            "\nNo search with these options is recorded; run `cargo morph discover` to see which mutants it kills."
        ),
    }
}

fn write_search(out: &mut String, search: &RelationSearch) -> fmt::Result {
    if !search.samples.is_empty() {
        writeln!(out, "\nExamples:")?;
        for calls in &search.samples {
            writeln!(out, "    {}", sample(calls))?;
        }
    }
    let alone = match search.kills.iter().filter(|kill| kill.alone).count() {
        0 => "other relations of the function also kill all of these".to_owned(),
        n => format!("no other relation of the function kills {} of these", number(n)),
    };
    let mutants = count(search.distinguished, "mutant");
    let kills = number(search.kills.len());
    writeln!(
        out,
        "\nIt kills {kills} of {mutants} that some input distinguishes from the original; {alone}:"
    )?;
    for kill in &search.kills {
        let marks = [(kill.alone, "alone"), (kill.held_out, "held out")];
        let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark).collect();
        let marks = if marks.is_empty() { String::new() } else { format!("  ({})", marks.join(", ")) };
        writeln!(out, "    {}{}", kill.mutant, paint(DIM, &marks))?;
    }
    Ok(())
}

fn groups(told: &Explanation) -> String {
    count(told.groups as usize, "group")
}
