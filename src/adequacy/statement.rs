//! The statement criterion: every statement is executed by a source with k relations.
//!
//! Statements are Rust's own: `let`s, expressions with or without a semicolon and macro calls in a block. The arm of a
//! `match` that is no block is part of the statement around it, as in coverage tools for other languages.
//!
//! What follow-ups execute does not count: `sat(r)` is about source inputs. A statement that no input reaches stays a
//! requirement, since that does not prove it unreachable; the score can only be too low by it, and reports say so.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::criterion::{Evidence, Requirement};
use super::k_mr::Source;
use crate::lab::Statement;
use crate::scan::{Function, LeftOut, Verdict};

/// The statements of a function.
pub fn requirements(evidence: &Evidence<'_>) -> Vec<Requirement> {
    let requirement = |(number, _): &(u32, &Statement)| {
        let executes =
            |(source, executed): (usize, &&[u32])| executed.contains(number).then_some(Source(source));
        let satisfied: BTreeSet<Source> = evidence.sources.iter().enumerate().filter_map(executes).collect();
        let reached = !satisfied.is_empty() || evidence.tried.contains(number);
        Requirement { statement: *number, satisfied, reached }
    };
    evidence.statements.iter().map(requirement).collect()
}

/// The statements that a subject's tests have to account for.
#[derive(Clone, Debug, Default)]
pub struct Required<'a> {
    /// Its own.
    own: Vec<(u32, &'a Statement)>,
    /// By function that it calls and that is no subject.
    called: Vec<Vec<(u32, &'a Statement)>>,
}

impl<'a> Required<'a> {
    /// Those that count, where `executed` is all that any input was seen to execute.
    ///
    /// The calls that `scan` lists are too many where methods share a name, so a callee counts once some input was
    /// seen to enter it. The statement that calls it counts in any case.
    pub fn counted(&self, executed: &BTreeSet<u32>) -> Vec<(u32, &'a Statement)> {
        let entered =
            |body: &&Vec<(u32, &Statement)>| body.iter().any(|(number, _)| executed.contains(number));
        let called = self.called.iter().filter(entered).flatten();
        self.own.iter().chain(called).copied().collect()
    }
}

/// By the path of each subject: its own statements, and those of the workspace's functions that it calls, directly or
/// through others, as long as these are no subjects: a subject accounts for itself and for what it calls. What is not compiled is not required.
pub fn required_statements<'a>(
    functions: &[Function],
    statements: &'a [Statement],
    left_out: &LeftOut,
) -> BTreeMap<String, Required<'a>> {
    let mut bodies = by_function(functions, statements);
    let compiled = |(_, statement): &(u32, &Statement)| !left_out.holds(&statement.file, &statement.span);
    bodies.iter_mut().for_each(|body| body.retain(compiled));
    let by_path: BTreeMap<&str, usize> =
        functions.iter().enumerate().map(|(i, function)| (function.path.as_str(), i)).collect();
    let is_subject = |function: &Function| matches!(function.verdict, Verdict::Testable(_));
    let mut required = BTreeMap::new();
    for (i, subject) in functions.iter().enumerate().filter(|(_, function)| is_subject(function)) {
        let mut called = BTreeSet::new();
        let mut open = vec![i];
        while let Some(at) = open.pop() {
            let callees = functions[at].callees.iter().filter_map(|callee| by_path.get(callee.as_str()));
            for callee in callees.copied().filter(|callee| !is_subject(&functions[*callee])) {
                if called.insert(callee) {
                    open.push(callee);
                }
            }
        }
        let called = called.into_iter().map(|callee| bodies[callee].clone()).collect();
        required.insert(subject.path.clone(), Required { own: std::mem::take(&mut bodies[i]), called });
    }
    required
}

/// The statements in the body of each function, nested functions' left to these.
fn by_function<'a>(functions: &[Function], statements: &'a [Statement]) -> Vec<Vec<(u32, &'a Statement)>> {
    let mut own = vec![Vec::new(); functions.len()];
    for (number, statement) in (0_u32..).zip(statements) {
        let holds =
            |body: &Range<usize>| body.start <= statement.span.start && statement.span.end <= body.end;
        let innermost = functions
            .iter()
            .enumerate()
            .filter(|(_, function)| function.file == statement.file)
            .filter_map(|(i, function)| {
                function.body.as_ref().filter(|body| holds(body)).map(|b| (b.len(), i))
            })
            .min();
        if let Some((_, i)) = innermost {
            own[i].push((number, statement));
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::relation::{IntType, Type};
    use crate::scan::Subject;

    fn function(path: &str, body: Range<usize>, callees: &[&str], subject: bool) -> Function {
        let int = Type::Int(IntType::U8);
        let verdict = if subject {
            Verdict::Testable(Box::new(Subject::free(path, &[("a", int.clone())], int)))
        } else {
            Verdict::Skipped("is a method".to_owned())
        };
        Function {
            path: path.to_owned(),
            file: PathBuf::from("lib.rs"),
            line: 1,
            item: body.clone(),
            body: Some(body),
            callees: callees.iter().map(|&callee| callee.to_owned()).collect(),
            verdict,
        }
    }

    fn numbers(statements: &[(u32, &Statement)]) -> Vec<u32> {
        statements.iter().map(|(number, _)| *number).collect()
    }

    #[test]
    fn subject_accounts_for_what_it_calls_up_to_the_next_subject() {
        let functions = [
            function("f", 0..100, &["helper", "g"], true),
            function("nested", 40..60, &[], false),
            function("g", 100..200, &["deep"], true),
            function("helper", 200..300, &["deeper", "f"], false),
            function("deeper", 300..400, &["helper"], false),
            function("deep", 400..500, &[], false),
        ];
        let at = |file: &str, start: usize| Statement {
            file: PathBuf::from(file),
            span: start..start + 5,
            line: start,
        };
        let mut statements: Vec<Statement> = [10, 45, 110, 210, 310, 410].map(|n| at("lib.rs", n)).to_vec();
        statements.push(at("other.rs", 10));
        let required = required_statements(&functions, &statements, &LeftOut::default());
        assert_eq!(required.keys().collect::<Vec<_>>(), ["f", "g"]);
        let all = (0..7).collect();
        assert_eq!(numbers(&required["f"].counted(&all)), [0, 3, 4]);
        assert_eq!(numbers(&required["g"].counted(&all)), [2, 5]);
        // `deeper` was never seen to be entered: perhaps it is not called at all.
        assert_eq!(numbers(&required["f"].counted(&BTreeSet::from([3]))), [0, 3]);
        assert_eq!(numbers(&required["f"].counted(&BTreeSet::new())), [0]);
    }

    #[test]
    fn statement_is_satisfied_by_the_sources_that_execute_it() {
        let statement = Statement { file: PathBuf::from("lib.rs"), span: 0..1, line: 1 };
        let required = [(4, &statement), (5, &statement), (6, &statement)];
        let tried = BTreeSet::from([4, 5]);
        let evidence = Evidence { statements: &required, sources: &[&[4], &[], &[4, 9]], tried: &tried };
        let found = requirements(&evidence);
        assert_eq!(found[0].satisfied, BTreeSet::from([Source(0), Source(2)]));
        assert_eq!(found.iter().map(|r| r.reached).collect::<Vec<_>>(), [true, true, false]);
        assert!(found[1].satisfied.is_empty());
    }
}
