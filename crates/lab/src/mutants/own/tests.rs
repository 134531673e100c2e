use super::*;
use crate::mutants::mutant::{ITERATOR, RANGE, STATEMENT};
use morph_source::scan::Verdict;

/// What each operator makes of the body of `f`, as texts.
fn made(body: &str) -> Vec<(&'static str, String, String)> {
    let text = format!("fn f() {{ {body} }}\n");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lib.rs");
    std::fs::write(&file, &text).expect("a file");
    let source = workspace::parse(&file).expect("it parses");
    let changes = walk::changes(&source, &text);
    changes.into_iter().map(|(operator, span, to)| (operator, text[span].to_owned(), to)).collect()
}

/// `original→replacement` of one operator, in order.
fn of(operator: &str, body: &str) -> Vec<String> {
    let made = made(body).into_iter().filter(|(name, ..)| *name == operator);
    made.map(|(_, from, to)| format!("{from}→{to}")).collect()
}

#[test]
fn names_of_operators_are_their_own() {
    let names: BTreeSet<&str> = OPERATORS.iter().map(|operator| operator.name).collect();
    assert_eq!(names.len(), OPERATORS.len());
    assert!(Genre::LISTED.iter().all(|genre| !names.contains(genre.operator())));
    assert!([STATEMENT, RANGE, ITERATOR].iter().all(|name| names.contains(name)));
    assert!(OPERATORS.iter().all(|operator| !operator.does.is_empty()));
}

/// Operator, source and what becomes of it.
#[rustfmt::skip]
const CASES: &[(&str, &str, &[&str])] = &[
    ("arithmetic", "a + b", &["+→-", "+→*", "+→/", "+→%"]),
    ("arithmetic", "a % b", &["%→+", "%→-", "%→*", "%→/"]),
    ("arithmetic", "a += b; a << b; a < b", &[]),
    ("relational", "a < b", &["<→<=", "<→!=", "<→>="]),
    ("relational", "a == b", &["==→!=", "==→<=", "==→>="]),
    ("logical", "a && b || c", &["||→&&", "&&→||"]),
    ("bit", "a & b", &["&→|", "&→^"]),
    ("bit", "a << b", &["<<→>>"]),
    ("bit", "&a", &[]),
    ("assignment", "a += b", &["+=→-=", "+=→*=", "+=→/=", "+=→%="]),
    ("assignment", "a |= b", &["|=→&=", "|=→^="]),
    ("negation", "if a {}", &["a→!a"]),
    ("negation", "while a && b {}", &["a && b→!(a && b)"]),
    ("negation", "!a", &["!→"]),
    ("negation", "if !a {}", &["!→"]),
    ("negation", "if a < b {} if let Some(x) = y {} if let Some(x) = y && z {}", &[]),
    ("minus", "-a", &["-→"]),
    ("minus", "a * b", &["a→-a"]),
    ("minus", "a as i64 * b", &["a as i64→-(a as i64)"]),
    ("minus", "1 + 2; a < b", &[]),
    ("index", "a[i]", &["i→i + 1", "i→i - 1"]),
    ("index", "a[i - 1]", &["i - 1→i - 1 + 1", "i - 1→i - 1 - 1"]),
    ("index", "a[i & 7]", &["i & 7→(i & 7) + 1", "i & 7→(i & 7) - 1"]),
    ("index", "a[b as usize]", &["b as usize→(b as usize) + 1", "b as usize→(b as usize) - 1"]),
    ("index", "a[0]; a[..2]; a[&key]", &[]),
    ("range", "a..b", &["..→..="]),
    ("range", "..=b", &["..=→.."]),
    ("range", "a..", &[]),
    ("literal", "7", &["7→8", "7→6", "7→0", "7→-7"]),
    ("literal", "0", &["0→1", "0→-1"]),
    ("literal", "1", &["1→2", "1→0", "1→-1"]),
    ("literal", "0u8", &["0u8→1u8"]),
    ("literal", "0xFFu8", &["0xFFu8→254u8", "0xFFu8→0u8"]),
    ("literal", "-3", &["-3→-2", "-3→-4", "-3→0"]),
    ("literal", "2i32.pow(n)", &["2i32→3i32", "2i32→1i32", "2i32→0i32", "2i32→(-2i32)"]),
    ("literal", "0.5", &["0.5→1.5", "0.5→0.0", "0.5→-0.5"]),
    ("literal", "1e3_f32", &["1e3_f32→1001.0f32", "1e3_f32→0.0f32", "1e3_f32→-1000.0f32"]),
    ("literal", "true", &["true→false"]),
    ("literal", "\"abc\"; \"\"", &["\"abc\"→\"\""]),
    ("literal", "'a'", &["'a'→'b'"]),
    ("literal", "'&'", &["'&'→'\\''"]),
    ("literal", "b'a'", &["b'a'→b'b'"]),
    ("literal", "x.expect(\"why\")", &[]),
    ("literal", "[0; 4]", &["0→1", "0→-1"]),
    ("literal", "match x { 1 => y, _ if z == 9 => w }", &["9→10", "9→8", "9→0", "9→-9"]),
    ("literal", "vec![1]; const N: u8 = 1; x::<3>(); fn g(x: [u8; 2]) {}", &[]),
    ("method", "a.min(b)", &["min→max"]),
    ("method", "f64::max(a, b)", &["max→min"]),
    ("method", "max(a, b)", &[]),
    ("method", "a.wrapping_add(b)", &["wrapping_add→saturating_add", "wrapping_add→wrapping_sub"]),
    ("method", "a.checked_mul(b)", &["checked_mul→checked_add"]),
    ("method", "a.is_some()", &["is_some→is_none"]),
    ("method", "a.all(f)", &["all→any"]),
    ("iterator", "a.skip(2)", &["skip→take"]),
    ("iterator", "a.take()", &[]),
    ("statement", "x += 1; f(); let y = 1; y = 2; 3", &["x += 1;→", "f();→", "y = 2;→"]),
    ("statement", "return;", &[]),
    ("statement", "if a { return 1; } if b { break } else { continue; }", &["return 1;→"]),
    ("statement", "for i in x { if i { continue } }", &["continue→"]),
    ("statement", "assert!(x); _ = 1; #[cfg(unix)] f();", &[]),
];

#[test]
fn each_operator_makes_of_a_source_what_is_expected() {
    for (operator, source, expected) in CASES {
        assert_eq!(of(operator, source), *expected, "{operator} of {source}");
    }
    let shown: BTreeSet<&str> = CASES.iter().map(|(operator, ..)| *operator).collect();
    assert_eq!(shown, OPERATORS.iter().map(|operator| operator.name).collect());
}

#[test]
fn what_is_compiled_under_a_condition_stays_as_it_is() {
    assert_eq!(made("#[cfg(unix)] let x = 1 + 2; match y { #[cfg(unix)] 3 => 4 + 5, _ => z }"), []);
}

fn listed_in(text: &str) -> Vec<Mutant> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lib.rs");
    std::fs::write(&file, text).expect("a file");
    let functions: Vec<Function> = text
        .match_indices("fn ")
        .map(|(start, _)| {
            let end = start + text[start..].find("\n}").expect("its end") + 2;
            let name = text[start + 3..].split('(').next().expect("its name");
            Function {
                path: format!("demo::{name}"),
                file: file.clone(),
                line: 1,
                item: start..end,
                body: Some(start + text[start..].find('{').expect("its body")..end),
                docs: String::new(),
                public: true,
                hasher: None,
                callees: Vec::new(),
                verdict: Verdict::Skipped("not looked at".to_owned()),
            }
        })
        .collect();
    list(&functions).expect("it parses")
}

const TWO: &str = "fn one(a: i32) -> i32 {\n    a + a + 1\n}\nfn two(a: i32) -> i32 {\n    if a > 1 { return 1; }\n    a + 1\n}\n";

#[test]
fn ids_are_unique_and_do_not_depend_on_where_the_code_stands() {
    let ids = |text: &str| -> BTreeSet<String> { listed_in(text).into_iter().map(|m| m.id).collect() };
    let here = ids(TWO);
    assert_eq!(here.len(), listed_in(TWO).len());
    for id in ["demo::one#arithmetic:+→-@2", "demo::two#literal:1→2@3", "demo::two#statement:return 1;→@1"]
    {
        assert!(here.contains(id), "{id} is not in {here:#?}");
    }
    let (one, two) = TWO.split_at(TWO.find("fn two").expect("it is there"));
    assert_eq!(ids(&format!("// moved\n\n{two}\n{one}")), here);
}

#[test]
fn mutants_of_cargo_mutants_are_left_to_it_and_the_others_keep_their_ids() {
    let own = listed_in(TWO);
    let mut same = own.iter().find(|m| m.id == "demo::one#arithmetic:+→*@1").expect("it is there").clone();
    same.genre = Genre::BinaryOperator;
    same.replacement = " * ".to_owned();
    let rest = without_listed(own.clone(), &[same]);
    let gone: Vec<&Mutant> = own.iter().filter(|m| !rest.contains(m)).collect();
    assert_eq!(gone.iter().map(|m| &*m.id).collect::<Vec<_>>(), ["demo::one#arithmetic:+→*@1"]);
}

#[test]
fn spans_and_lines_are_those_of_the_file() {
    for mutant in listed_in(TWO) {
        assert_eq!(TWO[mutant.span.clone()], mutant.original);
        assert_eq!(TWO[..mutant.span.start].lines().count().max(1), mutant.line, "{}", mutant.id);
    }
}
