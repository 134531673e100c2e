//! Relations that a person wrote, as the catalogue holds them.

use cargo_morph::suite;
use morph_source::scan::{self, Filter};
use morph_source::workspace::{self, Selection};

use crate::project::{Project, manifest};

const SOURCE: &str = "pub mod num;\n\npub struct Money(pub u32);\n\nimpl std::ops::Add for Money {\n    type Output = Money;\n    \
fn add(self, other: Money) -> Money {\n        Money(self.0 + other.0)\n    }\n}\n";
const NUM: &str =
    "pub fn half(n: u32) -> u32 {\n    n / 2\n}\n\npub fn is_odd(n: u32) -> bool {\n    n % 2 == 1\n}\n";

#[test]
fn calls_may_stand_in_a_condition_where_they_read_best() {
    let relation = |function: &str, keys: &str, then: &str| {
        format!("[[relation]]\nfunction = \"{function}\"\n{keys}then = \"{then}\"\n\n")
    };
    let catalogue = [
        relation("demo::num::half", "given = [\"k: u32\"]\n", "half(n + 2 * k) == half(n) + k"),
        relation("demo::num::half", "", "is_odd(n) || half(n) * 2 == n"),
        relation("demo::<Money as std::ops::Add>::add", "", "Money::add(other, this).0 == this.add(other).0"),
        relation("demo::num::half", "", "third(n) == n"),
    ];
    let project = Project::new(&[
        ("Cargo.toml", &manifest("demo", "2021")),
        ("src/lib.rs", SOURCE),
        ("src/num.rs", NUM),
        ("morph/relations.toml", &format!("schema = 1\n\n{}", catalogue.concat())),
    ]);
    let selection =
        Selection { manifest_path: Some(project.manifest_path()), offline: true, ..Selection::default() };
    let workspace = workspace::load(&selection).expect("it loads");
    let functions = scan::scan(&workspace, &Filter::default()).expect("it is read");
    let suite = suite::load_of(&workspace, &functions).expect("its relations");
    let found = suite.untested.iter().map(|relation| {
        let of = |path: &str| functions.iter().find(|function| function.path == path);
        let subject = of(&relation.subject).and_then(|function| function.subject()).expect("a subject");
        relation.relation.show(&subject.signature()).to_string()
    });
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            "(n + 2 * k,) => y1 == y0 + k",
            "demo::num::is_odd(n) => y1 || y0 * 2 == n",
            "(other, this) => y1.0 == y0.0",
        ]
    );
    let refused = suite.problems.iter().find(|problem| problem.contains("third"));
    assert!(
        refused.is_some_and(|problem| problem.contains("functions only in follow-ups")),
        "{:?}",
        suite.problems
    );
}
