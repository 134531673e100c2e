//! Which statements and branches a subject's tests have to account for: its own, and those of what it calls.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::path::Path;

use morph_lab::Probe;
use morph_source::scan::{Function, NotCompiled, Verdict, reachable};

/// What a subject's tests have to account for.
#[derive(Clone, Debug, Default)]
pub struct Required<'a> {
    own: Body<'a>,
    /// Of functions that it calls and that are no subjects.
    called: Vec<Body<'a>>,
}

/// A function's body, and the probes in it by their numbers in the lab.
#[derive(Clone, Debug, Default)]
pub struct Body<'a> {
    /// The file and the bytes of the function in it.
    pub place: Option<(&'a Path, Range<usize>)>,
    /// Statements and branches.
    pub probes: Vec<(u32, &'a Probe)>,
}

impl Body<'_> {
    /// Whether a place lies in it.
    pub fn holds(&self, file: &Path, span: &Range<usize>) -> bool {
        let inside = |(own, item): &(&Path, Range<usize>)| *own == file && item.contains(&span.start);
        self.place.as_ref().is_some_and(inside)
    }
}

impl<'a> Required<'a> {
    /// The function's own body.
    pub fn own(&self) -> &Body<'a> {
        &self.own
    }

    /// The bodies that count, where `executed` is all that any input was seen to pass.
    ///
    /// The calls that `scan` lists are too many where methods share a name, so a callee counts once some input was
    /// seen to enter it. The statement that calls it counts in any case.
    pub fn bodies(&self, executed: &BTreeSet<u32>) -> Vec<&Body<'a>> {
        let entered = |body: &&Body<'_>| body.probes.iter().any(|(number, _)| executed.contains(number));
        std::iter::once(&self.own).chain(self.called.iter().filter(entered)).collect()
    }
}

/// By the path of each subject: its own probes, and those of the workspace's functions that it calls, directly or
/// through others, as long as these are no subjects: a subject accounts for itself and for what it calls. What is not
/// compiled is not required, nor what generic arguments decide about.
pub fn required<'a>(
    functions: &'a [Function],
    probes: &'a [Probe],
    not_compiled: &NotCompiled,
) -> BTreeMap<String, Required<'a>> {
    let mut bodies = by_function(functions, probes);
    let compiled = |(_, probe): &(u32, &Probe)| !not_compiled.may_hold(&probe.file, &probe.span);
    bodies.iter_mut().for_each(|body| body.probes.retain(compiled));
    let by_path: BTreeMap<&str, usize> =
        functions.iter().enumerate().map(|(i, function)| (function.path.as_str(), i)).collect();
    let is_subject = |function: &Function| matches!(function.verdict, Verdict::Testable(_));
    let mut required = BTreeMap::new();
    for (i, subject) in functions.iter().enumerate().filter(|(_, function)| is_subject(function)) {
        let others = |at: usize| {
            let callees = functions[at].callees.iter().filter_map(|callee| by_path.get(callee.as_str()));
            callees.copied().filter(|callee| !is_subject(&functions[*callee]))
        };
        let mut called = reachable([i], others);
        called.remove(&i);
        let called = called.into_iter().map(|callee| bodies[callee].clone()).collect();
        required.insert(subject.path.clone(), Required { own: std::mem::take(&mut bodies[i]), called });
    }
    required
}

/// The probes in the body of each function, nested functions' left to these.
fn by_function<'a>(functions: &'a [Function], probes: &'a [Probe]) -> Vec<Body<'a>> {
    let body = |function: &'a Function| Body {
        place: Some((&*function.file, function.item.clone())),
        probes: Vec::new(),
    };
    let mut own: Vec<Body<'a>> = functions.iter().map(body).collect();
    let mut of_file: HashMap<&Path, Vec<(usize, &Range<usize>)>> = HashMap::new();
    for (i, function) in functions.iter().enumerate() {
        let of_file = of_file.entry(&function.file).or_default();
        of_file.extend(function.body.as_ref().map(|body| (i, body)));
    }
    for (number, probe) in (0_u32..).zip(probes) {
        let holds = |body: &Range<usize>| body.start <= probe.span.start && probe.span.end <= body.end;
        let of_file = of_file.get(&*probe.file).into_iter().flatten();
        let innermost = of_file.filter(|(_, body)| holds(body)).map(|(i, body)| (body.len(), *i)).min();
        if let Some((_, i)) = innermost {
            own[i].probes.push((number, probe));
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use morph_lab::Event;
    use morph_relation::{IntType, Type};
    use morph_source::scan::Subject;

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
            docs: String::new(),
            public: true,
            callees: callees.iter().map(|&callee| callee.to_owned()).collect(),
            verdict,
            hasher: None,
        }
    }

    fn numbers(required: &Required<'_>, executed: &BTreeSet<u32>) -> Vec<u32> {
        let bodies = required.bodies(executed);
        bodies.iter().flat_map(|body| &body.probes).map(|(number, _)| *number).collect()
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
        let at = |file: &str, start: usize| Probe {
            file: PathBuf::from(file),
            span: start..start + 5,
            line: start,
            event: Event::Executed,
        };
        let mut probes: Vec<Probe> = [10, 45, 110, 210, 310, 410].map(|n| at("lib.rs", n)).to_vec();
        probes.push(at("other.rs", 10));
        let required = required(&functions, &probes, &NotCompiled::default());
        assert_eq!(required.keys().collect::<Vec<_>>(), ["f", "g"]);
        let all = (0..7).collect();
        assert_eq!(numbers(&required["f"], &all), [0, 3, 4]);
        assert_eq!(numbers(&required["g"], &all), [2, 5]);
        // `deeper` was never seen to be entered: perhaps it is not called at all.
        assert_eq!(numbers(&required["f"], &BTreeSet::from([3])), [0, 3]);
        assert_eq!(numbers(&required["f"], &BTreeSet::new()), [0]);
    }
}
