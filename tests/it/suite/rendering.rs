//! Compiled tests say what the evaluator says.

mod cases;
mod compiled;
mod further;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use morph_relation::{
    Env, Expr, Helper, OPERATORS, Op, Relation, RelationText, Signature, TestNames, Type, Value, Verdict,
    render_test, source_table,
};

use compiled::compile_and_run;
use types::{TYPES, ty, values};

/// A function that returns its first argument, so that the outcomes are known without running it.
fn echo(params: &[(&str, &str)]) -> Signature {
    let params: Vec<(String, Type)> = params.iter().map(|(n, t)| ((*n).to_owned(), ty(t))).collect();
    let name: Vec<String> = params.iter().map(|(n, t)| format!("{n}_{}", slug(&t.to_string()))).collect();
    // What may be changed is returned as it is at the end.
    let ret = if matches!(params[0].1, Type::Mut(_)) { Type::Unit } else { params[0].1.owned() };
    Signature::new(format!("demo::{}", name.join("_")), params, ret)
}

fn slug(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}

struct Group {
    test: String,
    expected: Verdict,
    what: String,
}

#[test]
fn compiled_assertions_agree_with_the_evaluator_for_every_operator() {
    let (mut functions, mut tests) = (BTreeMap::new(), String::new());
    let (mut groups, mut helpers, mut seen) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let all = cases::CASES.iter().chain(further::CASES);
    for (i, (params, when, followups, then, tolerance)) in all.enumerate() {
        let subject = echo(params);
        let text = RelationText {
            given: Vec::new(),
            when: (*when).to_owned(),
            followups: followups.iter().map(|f| (*f).to_owned()).collect(),
            then: (*then).to_owned(),
            tolerance: (*tolerance).to_owned(),
        };
        let Ok(relation) = Relation::parse(&text, &subject, &|_| None) else {
            assert!(followups[0].contains("sorted_by_nothing"), "{text:?}");
            continue;
        };
        for expr in relation.followups.iter().flat_map(|f| &f.args).chain([&relation.when, &relation.then]) {
            operators(expr, &mut seen);
        }
        let again = Relation::parse(&relation.show(&subject), &subject, &|_| None);
        assert_eq!(again.as_ref(), Ok(&relation), "what is shown is read back");
        functions.insert(subject.name().to_owned(), function(&subject));
        for (j, inputs) in groups_of(&subject).into_iter().enumerate() {
            let Some(expected) = verdict(&relation, &subject, &inputs) else { continue };
            // What a test unwraps is there on its sources.
            if relation.unwraps() && expected == Verdict::Inapplicable {
                continue;
            }
            let (test, table) = (format!("case_{i}_{j}"), format!("ROWS_{i}_{j}"));
            let inline_args = i % 2 == 0;
            let doc = [relation.readable(&subject, &|_| None)];
            let call = |path: &str| path.rsplit("::").next().unwrap_or(path).to_owned();
            let names = TestNames {
                test: &test,
                table: &table,
                call: &call,
                import: &|_| None,
                doc: &doc,
                inline_args,
                idle: &[],
            };
            let rendered = render_test(&relation, &subject, &|_| None, &names)
                .unwrap_or_else(|why| panic!("{text:?}: {why}"));
            helpers.extend(rendered.helpers.iter().copied());
            let _ = writeln!(
                tests,
                "{}\n{}",
                source_table(&table, &subject, std::slice::from_ref(&inputs)),
                rendered.text
            );
            groups.push(Group { test, expected, what: format!("{text:?} on {inputs:?}") });
        }
    }
    // What tests cannot see, guards alone speak of, and tests leave out.
    for operator in OPERATORS.iter().filter(|operator| operator.op != Op::HasNan) {
        assert!(seen.contains(&operator.op), "no case has {:?}", operator.op);
    }
    assert_eq!(helpers, Helper::ALL.into_iter().collect(), "no case needs one of the helpers");
    for helper in helpers {
        tests += helper.code();
    }
    let code = format!(
        "#![deny(warnings)]\n#![allow(dead_code)]\n{TYPES}{}\n#[cfg(test)]\nmod morph_tests {{\nuse super::*;\n{tests}}}\n",
        functions.into_values().collect::<String>()
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let verdicts = compile_and_run(folder.path(), &code);
    let mut held = 0;
    for group in &groups {
        let passed = *verdicts.get(&group.test).unwrap_or_else(|| panic!("{} did not run", group.test));
        assert_eq!(passed, group.expected == Verdict::Held, "{}: {}", group.test, group.what);
        held += usize::from(passed);
    }
    assert!(groups.len() > 400 && held > 200 && groups.len() - held > 100, "{held} of {}", groups.len());
}

fn operators(expr: &Expr, seen: &mut BTreeSet<Op>) {
    if let Expr::Apply(op, _) = expr {
        seen.insert(*op);
    }
    expr.children().into_iter().for_each(|child| operators(child, seen));
}

fn function(subject: &Signature) -> String {
    let params: Vec<String> = subject.params.iter().map(|(n, t)| format!("{n}: {t}")).collect();
    let (first, first_ty) = &subject.params[0];
    let body = match first_ty {
        Type::Ref(inner) => match (&**inner, inner.item()) {
            (Type::Slice(_), Some(Type::Ref(item))) if matches!(**item, Type::Slice(_)) => {
                format!("{first}.iter().map(|x| x.to_vec()).collect()")
            }
            (Type::Slice(_), Some(Type::Ref(_))) => {
                format!("{first}.iter().map(|x| x.to_string()).collect()")
            }
            (Type::Slice(_), _) => format!("{first}.to_vec()"),
            (Type::Str, _) => format!("{first}.to_string()"),
            (Type::Ref(_), _) => format!("(**{first}).to_owned()"),
            _ => format!("{first}.clone()"),
        },
        Type::Mut(_) => format!("let _ = {first};"),
        Type::Cow(_) => format!("{first}.into_owned()"),
        _ => first.clone(),
    };
    let unused: String = subject.params[1..].iter().map(|(n, _)| format!("let _ = {n}; ")).collect();
    let allow = "#[allow(non_snake_case, clippy::all)]\n";
    format!(
        "{allow}fn {}({}) -> {} {{ {unused}{body} }}\n",
        subject.name(),
        params.join(", "),
        subject.returned
    )
}

fn groups_of(subject: &Signature) -> Vec<Vec<Value>> {
    let pools: Vec<Vec<Value>> = subject.params.iter().map(|(_, ty)| values(ty)).collect();
    match pools.as_slice() {
        [one] => one.iter().map(|v| vec![v.clone()]).collect(),
        [a, b] => a.iter().flat_map(|x| b.iter().map(|y| vec![x.clone(), y.clone()])).collect(),
        _ => unreachable!("one or two parameters"),
    }
}

/// The evaluator's verdict where it has one; where the guard does not hold a test asserts nothing.
fn verdict(relation: &Relation, subject: &Signature, inputs: &[Value]) -> Option<Verdict> {
    let types: Vec<Type> = subject.params.iter().map(|(_, ty)| ty.clone()).collect();
    let mut outs = vec![inputs[0].clone()];
    for n in 0..relation.followups.len() {
        let env = Env { params: inputs, outs: &outs };
        let followup = relation.followups[n].inputs(env, &types)?;
        outs.push(followup[0].clone());
    }
    match relation.verdict(Env { params: inputs, outs: &outs }) {
        Verdict::Inapplicable => None,
        verdict => Some(verdict),
    }
}
