//! Mazes: functions whose ends are hard to reach by chance. Every end that an input reaches is reached; what is reached is
//! said by the compiled function, not by the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::super::super::concolic::Concolic;
use super::super::super::machine::Limits;
use super::super::super::solve::tests::cross_checked;
use super::*;
use crate::program::{Program, lower};
use morph_source::scan::{Filter, Read, read};
use morph_source::workspace::{Selection, load};

/// Functions that are compiled here, and their text.
macro_rules! mazes {
    ($($item:item)*) => {
        #[expect(dead_code, clippy::manual_is_multiple_of, reason = "some are only explored, and all as people write them")]
        mod compiled {
            $($item)*
        }
        const TEXT: &str = concat!($(stringify!($item), "\n"),*);
    };
}

mazes! {
    pub fn sums(a: i32, b: i32, c: u8) -> u32 {
        if a + b == 1000 {
            if a - b == 20 { return if c > 250 { 1 } else { 2 }; }
            return 3;
        }
        if i64::from(a) * 3 == i64::from(b) * 7 + 1 { 4 } else { 5 }
    }

    pub fn products(a: u32, b: u32) -> u32 {
        if a > 100 && b > 100 && a < 1000 && b < 1000 {
            if a * b == 199 * 211 { return 1; }
            if a * a + b * b == 113 * 113 + 119 * 119 { return 2; }
            return 3;
        }
        4
    }

    pub fn remainders(n: u64) -> u32 {
        if n > 1000 && n % 7 == 3 && n % 11 == 5 && n % 13 == 7 {
            if n / 100 % 10 == 9 { 1 } else { 2 }
        } else if n % 2 == 0 { 3 } else { 4 }
    }

    pub fn prefixes(text: &str) -> u32 {
        if let Some(rest) = text.strip_prefix("morph:") {
            if rest == "begin" { return 1; }
            if rest.ends_with("!?") && rest.len() > 4 { return 2; }
            return 3;
        }
        if text.starts_with("//") { 4 } else if text.is_empty() { 5 } else { 6 }
    }

    pub fn lengths(items: &[i16]) -> u32 {
        match items.len() {
            0 => 1,
            13 => if items[12] == items[0] { 2 } else { 3 },
            n if n % 5 == 4 && n > 10 => 4,
            _ => 5,
        }
    }

    pub fn triples(a: i32, b: i32, c: i32) -> u32 {
        if a < b && b < c {
            if i64::from(c) - i64::from(a) == 7 && i64::from(b) - i64::from(a) == 3 { return 1; }
            return 2;
        }
        if a == b && b == c { return 3; }
        if i64::from(a) + i64::from(b) < i64::from(c) { 4 } else { 5 }
    }

    pub fn checksum(digits: [u8; 9]) -> u32 {
        let mut sum = 0u32;
        for (place, digit) in digits.iter().enumerate() {
            if *digit > 9 { return 1; }
            sum += u32::from(*digit) * (10 - place as u32);
        }
        if sum == 0 { return 2; }
        if sum % 11 == 4 { 3 } else { 4 }
    }

    pub fn shapes(value: Option<Result<(u8, bool), char>>) -> u32 {
        match value {
            None => 1,
            Some(Ok((77, true))) => 2,
            Some(Ok((n, false))) if n > 200 => 3,
            Some(Ok(_)) => 4,
            Some(Err('x' | 'y')) => 5,
            Some(Err(c)) if c.is_ascii_digit() => 6,
            Some(Err(_)) => 7,
        }
    }

    pub fn floats(x: f64, y: f64) -> u32 {
        if x > 1.25 && x < 1.5 {
            if y * 2.0 == x { return 1; }
            return 2;
        }
        if x.is_nan() { return 3; }
        if x.sqrt() > 20.0 && x.sqrt() < 20.5 { return 4; }
        if x + y == 0.3 { 5 } else { 6 }
    }

    pub fn dates(year: u16, month: u8, day: u8) -> u32 {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 => if leap { 29 } else { 28 },
            _ => return 1,
        };
        if day == 0 || day > days { return 2; }
        if month == 2 && day == 29 { return if year % 100 == 0 { 3 } else { 4 }; }
        if day == days { 5 } else { 6 }
    }

    pub fn halves(n: u128) -> u32 {
        if n > 170_141_183_460_469_231_731_687_303_715_884_105_727 { 1 } else { 2 }
    }

    pub fn dead_ends(n: u8, m: i32) -> u32 {
        if n > 200 {
            if n < 100 { return 101; }
            if n % 2 == 0 && n % 4 == 1 { return 102; }
            return 1;
        }
        if m > 10 && m.wrapping_mul(2) == 21 { return 103; }
        if m * m == -4 { return 104; }
        2
    }
}

/// The mazes' program, with every branch of each function as a target.
fn program() -> (Read, Program) {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
    std::fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::write(folder.path().join("src/lib.rs"), TEXT).unwrap();
    let manifest_path = Some(folder.path().join("Cargo.toml"));
    let workspace = load(&Selection { manifest_path, ..Selection::default() }).unwrap();
    let read = read(&workspace, &Filter::default()).unwrap();
    let program = lower(&workspace, &read.world);
    (read, program)
}

/// The sites that paths pass, which stand for what the lab reports.
#[derive(Default)]
struct Sites(BTreeMap<Site, usize>);

fn explored((read, program): &(Read, Program), name: &str) -> (Explored, Vec<Site>) {
    let path = format!("demo::{name}");
    let subject = read.functions.iter().filter_map(|f| f.subject()).find(|subject| subject.path == path);
    let subject = subject.unwrap_or_else(|| panic!("{path} cannot be tested"));
    let twin = SymbolicSubject::new(program, subject, Limits::default());
    // The targets: what paths that are explored without any lead to, on either side.
    let targets = targets(&twin);
    let places = Sites(targets.iter().cloned().enumerate().map(|(index, site)| (site, index)).collect());
    let mut replay = |inputs: &[Vec<Value>]| {
        let passed = |input: &Vec<Value>| {
            let mode = Mode::Follow { unrolled: 1_000 };
            let path = twin.execute(&mut Terms::default(), mode, &mut Concolic::new(input));
            path.passed.iter().filter_map(|site| places.0.get(site).copied()).collect()
        };
        Ok(inputs.iter().map(passed).collect())
    };
    let mut solver = Solver::new(Choice::Auto, crate::solver::Limits::default()).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let started = Instant::now();
    let budget = Budget::default();
    let explored =
        explore(&twin, &mut replay, &targets, &[], Order::SitesFirst, budget, &mut solver, &mut rng).unwrap();
    eprintln!("{name}: {:?} {:?} {} ms", explored.counts, solver.counts, started.elapsed().as_millis());
    (explored, targets)
}

fn targets(twin: &SymbolicSubject<'_>) -> Vec<Site> {
    let mut sites = BTreeSet::new();
    let mut solver = Solver::new(Choice::Auto, crate::solver::Limits::default()).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    struct Watching<'a>(&'a SymbolicSubject<'a>, std::cell::RefCell<&'a mut BTreeSet<Site>>);
    impl Explorable for Watching<'_> {
        fn execute(&self, terms: &mut Terms, mode: Mode, chooser: &mut dyn Chooser) -> Path {
            let path = self.0.execute(terms, mode, chooser);
            let sides = path.branches.iter().flat_map(|step| step.sites.iter().flatten());
            self.1.borrow_mut().extend(sides.chain(&path.passed).cloned());
            path
        }
        fn read(&self, input: &[Value], variable: &Variable) -> Option<Scalar> {
            self.0.read(input, variable)
        }
        fn write(&self, like: &[Value], terms: &Terms, values: &Assignment) -> Vec<Value> {
            self.0.write(like, terms, values)
        }
    }
    let watching = Watching(twin, std::cell::RefCell::new(&mut sites));
    let budget = Budget { questions: 60, ..Budget::default() };
    let mut nothing = |inputs: &[Vec<Value>]| Ok(vec![Vec::new(); inputs.len()]);
    explore(&watching, &mut nothing, &[], &[], Order::SitesFirst, budget, &mut solver, &mut rng).unwrap();
    // Of a condition that came out in one way only, the other is looked for, too.
    let other = |site: &Site| match site.event {
        Event::True => Some(Site { event: Event::False, ..site.clone() }),
        Event::False => Some(Site { event: Event::True, ..site.clone() }),
        _ => None,
    };
    let others: Vec<Site> = sites.iter().filter_map(other).collect();
    sites.extend(others);
    sites.into_iter().collect()
}

/// What the compiled function says of the inputs that are found, and which targets are called infeasible.
fn ends(read: &(Read, Program), name: &str, call: impl Fn(&[Value]) -> u32) -> BTreeSet<u32> {
    let (explored, _) = explored(read, name);
    let quiet = |input: &Vec<Value>| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| call(input))).unwrap_or(0)
    };
    explored.inputs.iter().map(quiet).filter(|end| *end != 0).collect()
}

fn int<T: TryFrom<i128>>(value: &Value) -> T {
    let Value::Int(value) = value else { panic!("{value:?}") };
    T::try_from(*value).ok().expect("within its type")
}

fn float(value: &Value) -> f64 {
    value.as_float().expect("a float")
}

fn items<T: TryFrom<i128>>(value: &Value) -> Vec<T> {
    let Value::Seq(items) = value else { panic!("{value:?}") };
    items.iter().map(int).collect()
}

#[test]
fn every_end_of_a_maze_is_reached() {
    let read = program();
    let all = |last: u32| (1..=last).collect::<BTreeSet<u32>>();
    let mut missed = Vec::new();
    let mut expect = |name: &str, last: u32, found: BTreeSet<u32>| {
        if found != all(last) {
            missed.push(format!("{name}: {found:?} of 1..={last}"));
        }
    };
    use compiled::*;
    expect("sums", 5, ends(&read, "sums", |p| sums(int(&p[0]), int(&p[1]), int(&p[2]))));
    expect("products", 4, ends(&read, "products", |p| products(int(&p[0]), int(&p[1]))));
    expect("remainders", 4, ends(&read, "remainders", |p| remainders(int(&p[0]))));
    expect(
        "prefixes",
        6,
        ends(&read, "prefixes", |p| match &p[0] {
            Value::Str(text) => prefixes(text),
            other => panic!("{other:?}"),
        }),
    );
    expect("lengths", 5, ends(&read, "lengths", |p| lengths(&items(&p[0]))));
    expect("triples", 5, ends(&read, "triples", |p| triples(int(&p[0]), int(&p[1]), int(&p[2]))));
    expect("checksum", 4, ends(&read, "checksum", |p| checksum(items(&p[0]).try_into().unwrap())));
    expect(
        "shapes",
        7,
        ends(&read, "shapes", |p| {
            shapes(match &p[0] {
                Value::None => None,
                Value::Some(inner) => Some(match &**inner {
                    Value::Ok(pair) => match &**pair {
                        Value::Tuple(pair) => Ok((int(&pair[0]), pair[1] == Value::Bool(true))),
                        other => panic!("{other:?}"),
                    },
                    Value::Err(error) => match &**error {
                        Value::Char(c) => Err(*c),
                        other => panic!("{other:?}"),
                    },
                    other => panic!("{other:?}"),
                }),
                other => panic!("{other:?}"),
            })
        }),
    );
    expect("floats", 6, ends(&read, "floats", |p| floats(float(&p[0]), float(&p[1]))));
    expect("dates", 6, ends(&read, "dates", |p| dates(int(&p[0]), int(&p[1]), int(&p[2]))));
    expect("dead_ends", 2, ends(&read, "dead_ends", |p| dead_ends(int(&p[0]), int(&p[1]))));
    assert!(missed.is_empty(), "{missed:#?}");
    if let Some(agreed) = cross_checked() {
        assert!(agreed > 10, "z3 agrees on {agreed}");
    }
}

#[test]
fn what_no_input_reaches_is_proved() {
    let read = program();
    let (explored, targets) = explored(&read, "dead_ends");
    let with_fate = |wanted: fn(&BranchStatus) -> bool| {
        let of_kind = targets.iter().zip(&explored.statuses).filter(|(_, fate)| wanted(fate));
        of_kind.map(|(site, _)| (&TEXT[site.span.0..site.span.1], site.event)).collect::<Vec<_>>()
    };
    assert_eq!(with_fate(|fate| matches!(fate, BranchStatus::Open { .. })), []);
    let dead =
        ["n < 100", "n % 4 == 1", "m.wrapping_mul(2) == 21", "m * m == -4"].map(|code| (code, Event::True));
    assert_eq!(with_fate(|fate| *fate == BranchStatus::Infeasible), dead);
}

#[test]
fn of_what_terms_do_not_know_nothing_is_proved() {
    let (explored, targets) = explored(&program(), "halves");
    assert_eq!(targets.len(), 2);
    assert!(!explored.statuses.contains(&BranchStatus::Infeasible), "{:?}", explored.statuses);
}
