//! Compiled tests say what the evaluator says.

mod compiled;
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

type Case = (
    &'static [(&'static str, &'static str)],
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

/// Subject, guard, follow-ups, output relation, tolerance.
const CASES: &[Case] = &[
    (
        &[("xs", "&[i8]")],
        "xs.iter().all(|x| x != 7)",
        &["(xs.sorted(),)"],
        "y1.iter().all(|x| x < 3)",
        "exact",
    ),
    (&[("xs", "&[String]")], "true", &["(xs,)"], "y1.iter().all(|x| x.len() + 1 > xs.len())", "exact"),
    (&[("a", "u64"), ("b", "u64")], "true", &["(b, a)"], "y1 == y0", "exact"),
    (&[("a", "u64"), ("b", "u64")], "a > 0 && b != 3", &["(a + 1, b)"], "y1 == y0 + 1", "exact"),
    (&[("a", "u8"), ("b", "u8")], "a >= 1 && a <= 9", &["(a * 3 - b, b)"], "y1 >= y0 || y1 < b", "exact"),
    (&[("n", "i32")], "true", &["(-n,)"], "y1 == -y0 && y0.abs() == y1.abs()", "exact"),
    (&[("n", "i32")], "!(n < 0)", &["(n.min(5),)"], "y1 <= y0.max(3)", "exact"),
    (&[("n", "i64")], "n % 2 == 0", &["(n / 2,)", "(y1 + 1,)"], "y2 - 1 == y1", "exact"),
    (&[("n", "usize")], "n % 4 == 0 || n > 6", &["(n / 3 + 1,)"], "y1 >= y0 + 1", "exact"),
    (&[("n", "i128")], "true", &["(n - 1,)"], "y1 + 1 == y0", "exact"),
    (&[("n", "u128")], "true", &["(n + 1,)"], "y1 > y0", "exact"),
    (&[("n", "&i16")], "n != 7", &["(n - 1,)"], "y1 < y0 && y1 + 1 <= y0", "exact"),
    (&[("n", "Box<u32>")], "true", &["(n + 1,)"], "y1 == y0 + 1", "exact"),
    (&[("flag", "bool")], "true", &["(!flag,)"], "y1 == !y0", "exact"),
    (&[("flag", "bool")], "flag == true", &["(false,)"], "y1 == true", "exact"),
    (&[("c", "char")], "c < 'b'", &["('a',)"], "y1 <= y0", "exact"),
    (&[("o", "Ordering")], "true", &["(o,)"], "y1 == y0", "exact"),
    (&[("o", "Ordering")], "true", &["(o.reverse(),)"], "y1 == y0.reverse()", "exact"),
    (&[("x", "f64")], "true", &["(-x,)"], "y1 == -y0", "exact"),
    (&[("x", "f64")], "x >= 0.0", &["(x + 0.25,)"], "y1 - y0 == 0.25", "exact"),
    (&[("x", "f64")], "!(x < 1.0)", &["(x * 3.0 / 3.0,)"], "y1 != y0", "exact"),
    (&[("x", "f64")], "true", &["(x * 1.0000000000000002,)"], "y1 == y0", "4 ulp"),
    (
        &[("n", "i64"), ("k", "u8")],
        "k.signum() > 0",
        &["(n.signum(), k)"],
        "y1 == y0.signum() && y1.abs() < k",
        "exact",
    ),
    (&[("x", "f64")], "true", &["(x.signum(),)"], "y1 == y0.signum() && y1 > 0.5", "exact"),
    (&[("xs", "&[i32]")], "true", &["(xs.sorted(),)"], "y1.is_sorted() && y0.is_sorted()", "exact"),
    (&[("xs", "Vec<f64>")], "true", &["(xs,)"], "y1.is_sorted()", "exact"),
    (
        &[("s", "&str"), ("n", "u8")],
        "n < 9",
        &["(s.chars().take(n), n)"],
        "y1 == y0.chars().take(2) && y1.len() < y0.chars().skip(n).len() + 3",
        "exact",
    ),
    (
        &[("s", "String"), ("n", "i16")],
        "s != n.to_string()",
        &["([n.to_string(), s].concat(), n)"],
        "y1 == [n.to_string(), y0].concat() && y1.len() > (n - 1).to_string().len() + 1",
        "exact",
    ),
    (
        &[("s", "&str"), ("t", "String")],
        "s.matches(t).count() < 3",
        &["([s, t].concat(), t)"],
        "y1.matches(t).count() == y0.matches(\"a\").count() + 1",
        "exact",
    ),
    (
        &[("xs", "&[u8]"), ("n", "u16")],
        "n < 300",
        &["(xs.iter().map(|x| xs.iter().filter(|e| e == x).count() / 2), n)"],
        "y1.iter().filter(|e| e == 1).count() == y0.iter().filter(|e| e == n + 1).count()",
        "exact",
    ),
    (
        &[("words", "&[String]"), ("s", "&str")],
        "true",
        &["([words, [s]].concat(), s)"],
        "y1.iter().filter(|e| e == s).count() > y0.iter().filter(|e| e == s).count() + 1",
        "exact",
    ),
    (&[("x", "f64")], "true", &["(x * 1.0000000001,)"], "y1 <= y0 && y0 == y1", "rel 1e-9"),
    (&[("x", "f64")], "true", &["(x.abs().max(1.0) % 4.0,)"], "y1.min(2.0) >= y0", "rel 1e-12"),
    (&[("x", "f32")], "true", &["(x + 1.5,)"], "y1 == y0 + 1.5", "exact"),
    (&[("x", "f32")], "true", &["(x * 1.0000001,)"], "y1 == y0", "4 ulp"),
    (&[("x", "f32")], "true", &["(x - 1.0,)"], "!(y0 == 1.0) || y1 == 0.0", "rel 1e-9"),
    (&[("s", "&str")], "!s.is_empty()", &["(s.chars().rev(),)"], "y1 == y0", "exact"),
    (&[("s", "&str")], "s.len() > 1", &["(s.to_uppercase(),)"], "y1.to_lowercase() == y0", "exact"),
    (
        &[("s", "&str"), ("t", "&str")],
        "true",
        &["([s, t].concat(), t)"],
        "y1.starts_with(y0) && y1.ends_with(t)",
        "exact",
    ),
    (&[("s", "String")], "true", &["(s.trim(),)"], "y0.contains(y1) && y1.contains(\"b\")", "exact"),
    (
        &[("s", "String")],
        "true",
        &["(s.repeat(2),)", "(y1,)"],
        "y2.len() == 2 * s.len() && y2 >= y0",
        "exact",
    ),
    (
        &[("s", "&String")],
        "true",
        &["([s, \"!\"].concat(),)"],
        "y1.chars().count() == y0.chars().count() + 1",
        "exact",
    ),
    (&[("xs", "&[f64]")], "true", &["(xs.iter().rev(),)"], "y1 == y0", "exact"),
    (
        &[("xs", "&[f64]")],
        "xs.len() >= 1",
        &["(xs.iter().map(|x| x * 2.0),)"],
        "y1.iter().sum() == y0.iter().sum() * 2.0",
        "rel 1e-9",
    ),
    (&[("xs", "&[f32]")], "true", &["(xs.sorted(),)"], "y1 == y0.sorted()", "exact"),
    (&[("xs", "&[u8]")], "true", &["(xs.sorted(),)"], "y1.len() == y0.len() && !(y1 != y0)", "exact"),
    (
        &[("xs", "&[i32]")],
        "xs.len() > 0",
        &["(xs.rotated_left(1),)"],
        "y1.iter().sum() == y0.iter().sum()",
        "exact",
    ),
    (
        &[("xs", "&[i32]")],
        "true",
        &["(xs.iter().map(|x| x - 1),)"],
        "y1 == y0.iter().map(|x| x - 1)",
        "exact",
    ),
    (&[("xs", "&[u16]")], "xs.contains(3)", &["(xs.iter().skip(1),)"], "y1 == y0.iter().skip(1)", "exact"),
    (&[("xs", "Vec<i64>")], "true", &["(xs.iter().take(2),)"], "y1.is_empty() == y0.is_empty()", "exact"),
    (
        &[("xs", "Vec<i64>"), ("n", "i64")],
        "true",
        &["([xs, [n]].concat(), n)"],
        "y1.contains(n) && y0.contains(n + 1)",
        "exact",
    ),
    (&[("xs", "&[u8]")], "true", &["(xs.repeat(2),)"], "y1 == [xs, xs].concat()", "exact"),
    (
        &[("xs", "&[u8]")],
        "xs.len() as f64 > 1.5",
        &["([xs, [7]].concat(),)", "([[1], xs].concat(),)"],
        "y1.len() == y2.len()",
        "exact",
    ),
    (&[("xs", "[i16; 3]")], "true", &["(xs.iter().rev(),)"], "y1.contains(xs.iter().sum())", "exact"),
    (&[("xs", "[f64; 2]")], "true", &["(xs.sorted(),)"], "y1 == y0 && y1 == xs", "exact"),
    (&[("xs", "&[i16; 3]")], "true", &["(xs.iter().map(|x| x / 2),)"], "y1 == y0", "exact"),
    (
        &[("words", "&[String]")],
        "true",
        &["(words.iter().rev(),)"],
        "y1.len() == y0.len() && y1 == y0",
        "exact",
    ),
    (
        &[("words", "Vec<String>")],
        "true",
        &["(words.iter().map(|x| x.to_uppercase()),)"],
        "y1 == y0 || y0.contains(\"Abc\")",
        "exact",
    ),
    (&[("words", "&[&str]")], "true", &["(words.repeat(2),)"], "y1 == words", "exact"),
    (
        &[("words", "&[String]")],
        "true",
        &["(words.repeat(2),)"],
        "y1.iter().skip(words.len()) == y0",
        "exact",
    ),
    (&[("rows", "Vec<Vec<u8>>")], "true", &["(rows.sorted_by_nothing(),)"], "y1 == y0", "exact"),
    (&[("rows", "Vec<Vec<u8>>")], "true", &["(rows.iter().rev(),)"], "y1 == rows", "exact"),
    (
        &[("rows", "&[&[u8]]")],
        "true",
        &["(rows.iter().map(|x| x.iter().rev()),)"],
        "y1.len() == rows.len()",
        "exact",
    ),
    (
        &[("o", "Option<u32>"), ("n", "u32")],
        "true",
        &["(Some(n), n)"],
        "y1 == Some(n) && y0.is_some()",
        "exact",
    ),
    (
        &[("o", "Option<String>"), ("s", "&str")],
        "true",
        &["(Some(s), s)"],
        "y1 == Some(s) && y1 == y0",
        "exact",
    ),
    (&[("o", "Option<f64>"), ("x", "f64")], "o.is_some()", &["(Some(x + 1.0), x)"], "y1 == y0", "exact"),
    (
        &[("o", "Option<u8>"), ("n", "u8")],
        "true",
        &["(Some(n), n)"],
        "y1.unwrap() == y0.unwrap() + n",
        "exact",
    ),
    (&[("o", "Option<String>")], "true", &["(o,)"], "y1 == y0 && y1.unwrap() == y0.unwrap()", "exact"),
    // What is not reached need not be there.
    (
        &[("o", "Option<u8>"), ("n", "u8")],
        "true",
        &["(o, n)"],
        "!y1.is_some() && y1 == y0 || y1.unwrap() > n",
        "exact",
    ),
    (&[("o", "Option<String>")], "true", &["(o,)"], "!y1.is_some() || y1.unwrap().len() < 2", "exact"),
    (
        &[("o", "Option<f64>"), ("x", "f64")],
        "true",
        &["(Some(x + 1.0), x)"],
        "!y0.is_some() || y1.unwrap() == y0.unwrap() && y1 == y0",
        "rel 1e-9",
    ),
    (
        &[("o", "Option<u8>"), ("xs", "&[u8]")],
        "true",
        &["(o, xs.iter().rev())"],
        "xs.iter().all(|x| x < y1.unwrap())",
        "exact",
    ),
    (
        &[("xs", "&[u8]")],
        "true",
        &["(xs.sorted(),)"],
        "xs.is_empty() || y1.last().unwrap() >= y0.first().unwrap() + 1",
        "exact",
    ),
    (
        &[("xs", "&[i32]")],
        "true",
        &["(xs.iter().rev(),)"],
        "xs.len() < 2 || y1.rotated_left(2) == y0",
        "exact",
    ),
    (
        &[("r", "Result<i64, String>"), ("n", "i64")],
        "true",
        &["(r, n)"],
        "!y0.is_ok() || y1.unwrap() != y0.unwrap() + n",
        "exact",
    ),
    (
        &[("xs", "&[i32]")],
        "xs.first() != xs.last()",
        &["(xs.iter().rev(),)"],
        "y1.first() == y0.last() && y1.last() != Some(7)",
        "exact",
    ),
    (&[("words", "&[String]")], "true", &["(words.iter().rev(),)"], "y1.first() == y0.first()", "exact"),
    (
        &[("xs", "&[i32]"), ("i", "u8")],
        "xs.len() > i && xs[i] > 0",
        &["(xs.iter().rev(), i)"],
        "y1[i] + 1 > y0[0] && xs[0] == 2 * y1[y1.len() - 1]",
        "exact",
    ),
    (&[("words", "&[String]")], "words.len() > 1", &["([words[1]],)"], "y1[0] == words[0]", "exact"),
    (&[("xs", "Vec<f64>"), ("x", "f64")], "true", &["(xs, xs[2])"], "y1[0] <= x.max(y0[1])", "exact"),
    (
        &[("n", "i64"), ("k", "u8")],
        "k.signum() > 0",
        &["(n.signum(), k)"],
        "y1 == y0.signum() && y1.abs() < k",
        "exact",
    ),
    (&[("x", "f64")], "true", &["(x.signum(),)"], "y1 == y0.signum() && y1 > 0.5", "exact"),
    (&[("xs", "&[i32]")], "true", &["(xs.sorted(),)"], "y1.is_sorted() && y0.is_sorted()", "exact"),
    (&[("xs", "Vec<f64>")], "true", &["(xs,)"], "y1.is_sorted()", "exact"),
    (
        &[("s", "&str"), ("n", "u8")],
        "n < 9",
        &["(s.chars().take(n), n)"],
        "y1 == y0.chars().take(2) && y1.len() < y0.chars().skip(n).len() + 3",
        "exact",
    ),
    (
        &[("s", "String"), ("n", "i16")],
        "s != n.to_string()",
        &["([n.to_string(), s].concat(), n)"],
        "y1 == [n.to_string(), y0].concat() && y1.len() > (n - 1).to_string().len() + 1",
        "exact",
    ),
    (
        &[("s", "&str"), ("t", "String")],
        "s.matches(t).count() < 3",
        &["([s, t].concat(), t)"],
        "y1.matches(t).count() == y0.matches(\"a\").count() + 1",
        "exact",
    ),
    (
        &[("xs", "&[u8]"), ("n", "u16")],
        "n < 300",
        &["(xs.iter().map(|x| xs.iter().filter(|e| e == x).count() / 2), n)"],
        "y1.iter().filter(|e| e == 1).count() == y0.iter().filter(|e| e == n + 1).count()",
        "exact",
    ),
    (
        &[("words", "&[String]"), ("s", "&str")],
        "true",
        &["([words, [s]].concat(), s)"],
        "y1.iter().filter(|e| e == s).count() > y0.iter().filter(|e| e == s).count() + 1",
        "exact",
    ),
    (&[("x", "f64")], "true", &["(x * 1.0000000001,)"], "y1 == y0", "mixed 1e-9"),
    (&[("x", "f32")], "true", &["(x + 0.000001,)"], "y1 == y0", "mixed 1e-9"),
    (&[("o", "Option<Vec<f64>>")], "true", &["(o,)"], "y1 == y0", "exact"),
    (&[("p", "(f64, String)")], "true", &["(p,)"], "y1 == y0", "exact"),
    (&[("p", "(u8, i64)")], "true", &["(p,)"], "y1 == y0 && p == y1", "exact"),
    (
        &[("r", "Result<i32, String>"), ("n", "i32")],
        "r.is_ok()",
        &["(Ok(n), n)"],
        "y1 == Ok(n) && y0 == Ok(3)",
        "exact",
    ),
    (&[("r", "Result<f64, String>"), ("x", "f64")], "true", &["(r, x)"], "y1 == y0 && y1 != Ok(x)", "exact"),
    (
        &[("s", "&&str")],
        "true",
        &["([s, s].concat(),)"],
        "y1.starts_with(y0) && y1 == [s, y0].concat()",
        "exact",
    ),
    (&[("n", "&&u8")], "n < 9", &["(n + 1,)"], "y1 == y0 + 1", "exact"),
    (&[("xs", "&&[u8]")], "true", &["(xs.iter().rev(),)"], "y1.len() == xs.len()", "exact"),
    (
        &[("r", "Result<i64, String>"), ("n", "i64")],
        "true",
        &["(r, n)"],
        "y0.is_ok() && y1 == y0 && y1.unwrap() == y0.unwrap()",
        "exact",
    ),
    (
        &[("p", "&Point")],
        "p.n > 1",
        &["(Point { x: p.x + 1.0, n: p.n - 1 },)"],
        "y1.x == y0.x + 1.0",
        "exact",
    ),
    (
        &[("p", "Point")],
        "true",
        &["(Point { x: -p.x, n: p.n },)"],
        "y1 == y0 || y1.n + 1 > y0.n * 2",
        "exact",
    ),
    (&[("p", "Point"), ("q", "&Point")], "p.n != q.n", &["(q, p)"], "y1 == y0 || y1.n < p.n", "rel 1e-9"),
    (&[("s", "&Shape")], "true", &["(s,)"], "y1 == y0", "exact"),
    (&[("s", "Shape"), ("t", "Shape")], "true", &["(t, s)"], "y1 == y0", "exact"),
    (&[("s", "&Shape"), ("n", "u8")], "n > 1", &["(Shape::Line(n - 1), n)"], "y1 != Shape::Dot", "exact"),
    (&[("v", "&[Shape]")], "v.len() > 1", &["(v.iter().rev(),)"], "y1 == y0", "exact"),
    (&[("e", "Even"), ("f", "&Even")], "true", &["(f, e)"], "y1 == y0", "exact"),
    (&[("o", "Option<Even>")], "true", &["(o,)"], "y1 == y0 && y0.is_some()", "exact"),
    (&[("t", "(i32, u8)")], "t.1 > 2", &["((t.0 + 1, t.1),)"], "y1.0 == y0.0 + 1 && y1.1 <= 9", "exact"),
    (&[("n", "NonZeroU8"), ("k", "u8")], "n != 7", &["(n, k)"], "y1 * 2 > k + n", "exact"),
    (&[("n", "NonZeroU8")], "true", &["(n - 1,)"], "y1 + 1 == y0", "exact"),
    (&[("d", "Duration"), ("e", "Duration")], "true", &["(e, d)"], "y1 <= y0", "exact"),
    (
        &[("c", "Cow")],
        "true",
        &["([c, \"!\"].concat(),)"],
        "y1 == [y0, \"!\"].concat() && y1.len() < 5",
        "exact",
    ),
    (&[("xs", "mut Vec<i16>"), ("n", "u8")], "n > 0", &["(xs.iter().rev(), n)"], "y1 == y0", "exact"),
    (&[("xs", "mut [f64]")], "true", &["(xs.sorted(),)"], "y1.len() == y0.len() && y1 == y0", "exact"),
    (&[("p", "mut Point")], "true", &["(Point { x: p.x, n: p.n / 2 },)"], "y1.n <= y0.n", "exact"),
];

struct Group {
    test: String,
    expected: Verdict,
    what: String,
}

#[test]
fn compiled_assertions_agree_with_the_evaluator_for_every_operator() {
    let (mut functions, mut tests) = (BTreeMap::new(), String::new());
    let (mut groups, mut helpers, mut seen) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for (i, (params, when, followups, then, tolerance)) in CASES.iter().enumerate() {
        let subject = echo(params);
        let text = RelationText {
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
            let doc = [relation.readable(&subject)];
            let call = |path: &str| path.rsplit("::").next().unwrap_or(path).to_owned();
            let names = TestNames { test: &test, table: &table, call: &call, doc: &doc, inline_args };
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
    for operator in OPERATORS {
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
