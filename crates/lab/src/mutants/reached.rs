//! Which mutants the functions under test may come to execute.

use super::mutant::Mutant;
use morph_source::scan::{CallGraph, Function, Verdict};

/// Splits mutants into those in functions that a subject may call, directly or not, and the others, which would be
/// built for nothing. Those outside of functions are among the first: why they are not run is the lab's to say.
///
/// Methods of trait implementations count as called: operators, `format!` and trait objects call them unseen.
pub fn reached(mutants: Vec<Mutant>, functions: &[Function]) -> (Vec<Mutant>, Vec<Mutant>) {
    let is_root = |f: &&Function| {
        matches!(f.verdict, Verdict::Testable(_)) || (f.path.contains("::<") && f.path.contains(" as "))
    };
    let roots = functions.iter().filter(is_root).map(|f| f.path.as_str());
    let called = CallGraph::of(functions).called_from(roots);
    mutants.into_iter().partition(|m| m.function.is_empty() || called.contains(m.function.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::Genre;
    use morph_relation::Type;
    use morph_source::scan::Subject;

    fn function(path: &str, callees: &[&str], testable: bool) -> Function {
        let subject = Subject::free(path, &[], Type::Bool);
        Function {
            path: path.to_owned(),
            file: "src/lib.rs".into(),
            line: 1,
            item: 0..1,
            body: Some(0..1),
            docs: String::new(),
            public: true,
            hasher: None,
            callees: callees.iter().map(|callee| (*callee).to_owned()).collect(),
            verdict: if testable {
                Verdict::Testable(Box::new(subject))
            } else {
                Verdict::Skipped(String::new())
            },
        }
    }

    #[test]
    fn what_subjects_call_by_any_way_is_reached() {
        let functions = [
            function("demo::subject", &["demo::helper"], true),
            function("demo::helper", &["demo::helper", "demo::deep"], false),
            function("demo::deep", &[], false),
            function("demo::alone", &["demo::deep", "demo::below"], false),
            function("demo::below", &[], false),
            function("demo::<S as Add>::add", &["demo::unseen"], false),
            function("demo::unseen", &[], false),
        ];
        let mutant = |function: &str| Mutant {
            id: String::new(),
            function: function.to_owned(),
            file: "src/lib.rs".into(),
            genre: Genre::BinaryOperator,
            span: 0..1,
            original: "+".to_owned(),
            replacement: "-".to_owned(),
            line: 1,
        };
        let mut mutants: Vec<Mutant> = functions.iter().map(|f| mutant(&f.path)).collect();
        mutants.push(mutant(""));
        let (reached, others) = reached(mutants, &functions);
        let names = |mutants: &[Mutant]| mutants.iter().map(|m| m.function.clone()).collect::<Vec<_>>();
        assert_eq!(names(&others), ["demo::alone", "demo::below"]);
        assert_eq!(reached.len(), 6);
    }
}
