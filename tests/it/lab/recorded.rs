//! What the package's own tests call functions with: recorded in a copy, whatever the tests do.

use std::fs;
use std::time::{Duration, Instant};

use morph_lab::{self as lab, BuildOptions, Recording, Rows};
use morph_relation::Value;

use super::Loaded;
use crate::project::Project;

const TESTED: &str = r#"
pub fn price(items: &[u32], code: Option<&str>) -> u32 { items.iter().sum::<u32>() - discount(code.unwrap_or("")) }
pub fn discount(code: &str) -> u32 { if code == "SPRING-2024" { 7 } else { 0 } }
pub fn untested(n: u8) -> u8 { n }
pub fn random(n: u64) -> u64 { n / 2 }
pub fn generated(n: u64) -> u64 { n / 3 }
pub fn generic<T: Clone>(n: T) -> T { n.clone() }

#[derive(Clone, Debug, PartialEq)]
pub struct Money { pub cents: i64, pub unit: Unit }
#[derive(Clone, Debug, PartialEq)]
pub enum Unit { Euro, Other(char) }
impl Money {
    pub fn double(&self) -> Money { Money { cents: self.cents * 2, ..self.clone() } }
    pub fn reset(&mut self, to: i64) { self.cents = to; }
}

pub struct Even(u32);
impl Even {
    pub fn new(n: u32) -> Option<Even> { if n % 2 == 0 { Some(Even(n)) } else { None } }
    pub fn half(&self) -> u32 { self.0 / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices() {
        assert_eq!(price(&[10, 20], None), 30);
        assert_eq!(price(&[10, 20], Some("SPRING-2024")), 23);
        assert_eq!(price(&[10, 20], None), 30);
    }
    #[test]
    fn fails() {
        assert_eq!(discount("FAILS"), 1);
        discount("NEVER");
    }
    #[test]
    fn harms() {
        assert!(std::fs::write(concat!("ORIGIN", "/harm.txt"), "harm").is_err(), "the user's files");
        let home = || format!("{}/.cargo", std::env::var("HOME").unwrap());
        let cargo = std::env::var("CARGO_HOME").unwrap_or_else(|_| home());
        assert!(std::fs::write(format!("{cargo}/harm.txt"), "harm").is_err(), "what cargo keeps");
        assert!(std::fs::write("here.txt", "no harm").is_ok());
        let refused = std::net::TcpListener::bind("127.0.0.1:0").unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::PermissionDenied);
        discount("HARMLESS");
    }
    #[test]
    fn is_random() {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        random(now.as_nanos() as u64);
    }
    #[test]
    fn money() {
        let mut money = Money { cents: 995, unit: Unit::Other('$') }.double();
        money.reset(-1);
        assert_eq!(Even::new(8).map(|even| even.half()), Some(4));
        generic("x");
    }
}

#[cfg(test)]
mod morph_tests;
"#;

const GENERATED: &str = "#[test] fn generated_is_generated() { super::generated(77); }";
const OUTSIDE: &str = "#[test] fn outside() { assert_eq!(tricky::discount(\"FROM OUTSIDE\"), 0); }";
const HANGS: &str = "#[test] fn hangs() { tricky::discount(\"HANGS\"); loop {} }";

fn record(loaded: &Loaded, seconds: u64) -> Rows {
    let build = BuildOptions { offline: true, ..BuildOptions::default() };
    let time = Duration::from_secs(seconds);
    let recording = Recording { but: "morph_tests", time, build: &build };
    lab::recorded(&loaded.workspace, &loaded.functions, &recording).expect("it is recorded")
}

fn texts(rows: &Rows, path: &str) -> Vec<String> {
    let text = |row: &Vec<Value>| match row.as_slice() {
        [Value::Str(text)] => text.to_string(),
        other => format!("{other:?}"),
    };
    rows[path].iter().map(text).collect()
}

fn written() -> Project {
    let project = Project::named("tricky", "2024", "");
    project.put("src/lib.rs", &TESTED.replace("ORIGIN", &project.root.display().to_string()));
    project.put("src/morph_tests.rs", GENERATED);
    project.put("tests/outside.rs", OUTSIDE);
    project
}

#[test]
fn arguments_in_the_packages_own_tests_are_recorded_and_nothing_is_harmed() {
    let loaded = Loaded::new(written());
    let rows = record(&loaded, 60);
    let paths: Vec<&str> = rows.keys().map(String::as_str).collect();
    assert_eq!(
        paths,
        [
            "tricky::Even::new",
            "tricky::Money::double",
            "tricky::Money::reset",
            "tricky::discount",
            "tricky::price"
        ],
        "random tests and generated ones do not count, nor do values that only a constructor makes"
    );
    let mut discounts = texts(&rows, "tricky::discount");
    discounts.sort();
    // The empty one is what `price` calls it with.
    assert_eq!(discounts, ["", "FAILS", "FROM OUTSIDE", "HARMLESS", "SPRING-2024"]);
    let items = || Value::seq([Value::Int(10), Value::Int(20)]);
    let code = Value::Some(Value::str("SPRING-2024").into());
    assert_eq!(rows["tricky::price"], [vec![items(), Value::None], vec![items(), code]]);
    let other = Value::data(1, vec![Value::Char('$')]);
    let money = |cents| Value::data(0, vec![Value::Int(cents), other.clone()]);
    assert_eq!(rows["tricky::Money::double"], [vec![money(995)]]);
    assert_eq!(rows["tricky::Money::reset"], [vec![money(1990), Value::Int(-1)]]);
    assert!(!loaded.project.root.join("harm.txt").exists());
    assert!(!loaded.project.root.join("here.txt").exists(), "it lies in the copy");
}

#[test]
fn test_that_hangs_costs_what_comes_behind_it_and_no_tests_cost_nothing() {
    let loaded = Loaded::new(written());
    loaded.project.put("tests/outside.rs", HANGS);
    let clock = Instant::now();
    let rows = record(&loaded, 6);
    assert!(texts(&rows, "tricky::discount").contains(&"HANGS".to_owned()));
    assert!(clock.elapsed() < Duration::from_secs(120), "it was stopped");

    let project = loaded.project;
    project.put("src/lib.rs", "pub fn untested(n: u8) -> u8 { n }\n");
    fs::remove_dir_all(project.root.join("tests")).expect("a folder");
    let loaded = Loaded::new(project);
    fs::remove_dir_all(loaded.project.root.join("target")).expect("what was built");
    assert_eq!(record(&loaded, 6), Rows::new());
    assert!(!loaded.project.root.join("target").exists(), "nothing was copied or built");
}
