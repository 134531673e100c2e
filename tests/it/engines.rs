//! The two engines, all mutants in one build and one build each by cargo-mutants, agree on every outcome.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;

use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use morph_lab::mutants::{self, Mutant};
use morph_lab::{self as lab, BuildOptions, Lab, LabMutant, Outcome};
use morph_traces::ORIGINAL_FUEL;
use morph_values::{Generator, sources, stream};

use crate::loaded::Loaded;
use crate::project::{Project, provide};

const MUTANT_FUEL: u64 = 1_000_000;
const INPUTS: usize = 200;

/// Everything that an engine has to say: how every subject ends on every input, under the original and each mutant.
struct Said {
    originals: BTreeMap<String, Vec<(Outcome, u64)>>,
    mutants: BTreeMap<(String, String), Vec<(usize, Outcome)>>,
}

fn say(lab: &Lab) -> Said {
    let mut said = Said { originals: BTreeMap::new(), mutants: BTreeMap::new() };
    for subject in &lab.callable() {
        let generator = Generator::new(subject.constants.clone());
        let inputs = sources(subject, &generator, INPUTS, &mut stream(0, &subject.path));
        let mut session = lab.session(&subject.path).expect("it is in the lab");
        session.load(&inputs).expect("a worker");
        let original = session.original(ORIGINAL_FUEL).expect("it runs");
        let ended = original.iter().map(|execution| (execution.outcome.clone(), execution.fuel())).collect();
        said.originals.insert(subject.path.clone(), ended);
        for LabMutant { mutant, id, leader, .. } in lab.mutants.iter().filter(|m| m.runs()) {
            let mut different = session.differences(*id, *leader, MUTANT_FUEL).expect("it runs");
            different.sort_by_key(|(row, _)| *row);
            said.mutants.insert((mutant.id.clone(), subject.path.clone()), different);
        }
    }
    said
}

/// On what the engines agreed.
#[derive(Debug)]
struct Agreed {
    /// Mutants that both could run.
    mutants: usize,
    /// Outcomes of theirs that differ from the original's.
    differences: usize,
    /// What these are.
    kinds: BTreeSet<&'static str>,
}

fn kind(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Value(_) => "value",
        Outcome::Panic(_) => "panic",
        Outcome::OutOfFuel => "out of fuel",
        Outcome::Crash(_) => "crash",
        Outcome::NotRun => "not run",
        Outcome::Forbidden(_) => "forbidden",
    }
}

/// Runs both engines on these mutants and asserts that they agree, on at least so many differences.
#[track_caller]
fn assert_engines_agree(loaded: &Loaded, keep: &dyn Fn(&Mutant) -> bool, least: usize) -> Agreed {
    let progress = progress::new(Verbosity::Verbose);
    let tool = provide();
    let mut listed = mutants::list(tool, &loaded.workspace, &loaded.functions, &*progress).expect("it lists");
    listed.retain(keep);
    let options =
        BuildOptions { feature_flags: Vec::new(), offline: true, branches: false, distances: false };
    let (workspace, subjects) = (&loaded.workspace, &loaded.subjects);
    let clock = std::time::Instant::now();
    let switched = lab::build(workspace, subjects, &listed, &options, &|_| {}).expect("the lab builds");
    let folded = say(&switched);
    let one_build = clock.elapsed();
    let clock = std::time::Instant::now();
    let jobs = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let apart = lab::build_apart(workspace, subjects, &listed, tool, jobs, &options, &|_| {})
        .expect("cargo-mutants builds them");
    let built = clock.elapsed();
    let reference = say(&apart);
    println!(
        "{} mutants: one build and its runs {:.1} s, builds apart {:.1} s, their runs {:.1} s",
        listed.len(),
        one_build.as_secs_f64(),
        built.as_secs_f64(),
        (clock.elapsed() - built).as_secs_f64()
    );

    let mut wrong = Vec::new();
    for (path, ended) in &reference.originals {
        for (row, (a, b)) in folded.originals[path].iter().zip(ended).enumerate() {
            if a != b {
                wrong.push(format!("original {path} {row}: {a:?}, alone {b:?}"));
            }
        }
    }
    for (a, b) in switched.mutants.iter().zip(&apart.mutants) {
        assert!(b.unswitchable.is_none(), "{} is not made of the copy", b.mutant.id);
        if a.unswitchable.is_none() && a.viable != b.viable {
            wrong.push(format!("{}: viable {}, alone {}", a.mutant.id, a.viable, b.viable));
        }
        if let Some(why) = a.unswitchable {
            println!("{} is not folded: {}", a.mutant.id, why.reason());
        }
    }
    let mut compared = BTreeSet::new();
    let mut agreed = Agreed { mutants: 0, differences: 0, kinds: BTreeSet::new() };
    for ((id, path), a) in &folded.mutants {
        let Some(b) = reference.mutants.get(&(id.clone(), path.clone())) else { continue };
        compared.insert(id);
        agreed.differences += a.len();
        agreed.kinds.extend(a.iter().map(|(_, outcome)| kind(outcome)));
        if a != b {
            let first = a.iter().chain(b).find(|x| !(a.contains(x) && b.contains(x)));
            wrong.push(format!("{id} in {path}: {} and {} differences, such as {first:?}", a.len(), b.len()));
        }
    }
    let some = wrong[..wrong.len().min(20)].join("\n");
    assert!(wrong.is_empty(), "{} disagreements, such as:\n{some}", wrong.len());
    agreed.mutants = compared.len();
    // Nothing else may keep the comparison from being one.
    assert!(agreed.differences >= least && agreed.mutants * 10 >= listed.len() * 9, "{agreed:?}");
    agreed
}

/// Changes of text that change what belongs to which operator, what a statement is, or how often something happens.
const TEXTUAL: &str = r#"
pub fn regrouped(a: f64, b: f64, c: f64) -> f64 { a - b * c + a / b * c - (a + b) % c }

pub fn bits(a: u8, b: u8, c: u8) -> u8 { a ^ b & c | a << 1 & b | (c ^ a) >> 2 }

pub fn logic(a: bool, b: bool, n: i32) -> bool { a || b && n % 3 == 1 || !a && n * 2 + 1 > 7 }

pub fn block_first(n: i32, flag: bool) -> i32 {
    let first = if flag { n } else { 3 } - 1 * n;
    let second = match n { 0 => 7, n if n > 5 => -n, _ => 1 } + first % 9;
    let third = unsafe { std::convert::identity(second) } - 2;
    third
}

pub fn counted(n: u8) -> u32 {
    let mut sum = 0;
    let mut rest = n;
    while rest > 0 {
        sum += u32::from(rest % 10);
        rest /= 10;
    }
    let all: u32 = (0..sum).map(|x| x * 2).sum();
    all + std::iter::repeat_with(|| tick(&mut sum)).take_while(|x| *x > 3).sum::<u32>()
}

fn tick(n: &mut u32) -> u32 { *n = n.saturating_sub(1); *n }

/// The original asks for more memory than a worker has on some inputs, its mutants on others.
pub fn large(n: u16) -> usize {
    let size = usize::from(n) * 17_000;
    std::hint::black_box(vec![0_u8; size]).len() % 97
}

/// One mutant asks for it always.
pub fn small(n: u8) -> usize {
    let size = usize::from(n) + 4_000_000_000 - 3_999_999_990;
    std::hint::black_box(vec![0_u8; size]).len()
}

/// Of what the compiler can compute, it refuses what overflows.
pub fn refused(n: u8) -> u8 { n ^ (200 + 50) }

pub fn countdown(n: u8) -> u32 { if n == 0 { 0 } else { 1 + countdown(n - 1) } }

pub const fn constant(n: u8) -> u8 { n.wrapping_mul(3) & 0x3f }
pub const TABLE: [u8; constant(2) as usize] = [constant(1); constant(2) as usize];
pub fn table(n: usize) -> u8 { TABLE[n % TABLE.len()] }

pub fn chained(text: &str) -> usize {
    if let Some(at) = text.find('a') && at > 1 && text.len() > 2 { at_most(text.len(), 4) } else { 0 }
}

fn at_most(n: usize, limit: usize) -> usize { if n > limit { limit } else { n } }

mod deep {
    pub struct Point { pub x: i32, pub y: i32 }
    impl Default for Point { fn default() -> Self { Point { x: 1, y: -2 } } }
    impl std::ops::Add for Point {
        type Output = Point;
        fn add(self, other: Point) -> Point { Point { x: self.x + other.x, ..other } }
    }
    pub fn moved(x: i16, y: i16) -> i32 {
        let sum = Point { x: x.into(), y: y.into() } + Point { x: 3, ..Default::default() };
        (sum.x - sum.y) * 2
    }
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn engines_agree_where_a_changed_text_is_read_in_another_way() {
    let loaded = Loaded::new(Project::named("textual", "2024", TEXTUAL));
    let agreed = assert_engines_agree(&loaded, &|_| true, 10_000);
    assert_eq!(agreed.kinds, BTreeSet::from(["crash", "out of fuel", "panic", "value"]), "{agreed:?}");
}

/// A crate of the registry, fetched by cargo.
fn registry(name: &str, version: &str) -> Loaded {
    let manifest = format!(
        "[package]\nname = \"asking\"\nversion = \"0.1.0\"\n[lib]\npath = \"lib.rs\"\n[workspace]\n\
         [dependencies]\n{name} = \"={version}\"\n"
    );
    let asking = Project::new(&[("Cargo.toml", &manifest), ("lib.rs", "")]);
    let ask = |offline: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        morph_source::process::clean_environment(&mut cargo);
        cargo.args(["metadata", "--format-version=1"]).args(offline).current_dir(&asking.root);
        let output = cargo.output().expect("cargo starts");
        output.status.success().then(|| String::from_utf8(output.stdout).expect("text"))
    };
    let metadata = ask(&["--offline"]).or_else(|| ask(&[])).expect("the registry has it");
    let metadata: serde_json::Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    let found = packages.iter().find(|package| package["name"] == name).expect("it is a dependency");
    let manifest = Path::new(found["manifest_path"].as_str().expect("a path")).to_owned();
    Loaded::new(Project::copy(manifest.parent().expect("a folder")))
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn engines_agree_on_a_crate_of_the_registry() {
    let loaded = registry("roman", "0.1.6");
    assert_engines_agree(&loaded, &|_| true, 2_000);
}

/// A package whose binary uses its library, which uses another package of the workspace.
const SEVERAL: [(&str, &str); 6] = [
    ("Cargo.toml", "[workspace]\nmembers = [\"base\", \"top-level\"]\nresolver = \"3\"\n"),
    ("base/Cargo.toml", "[package]\nname = \"base\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"),
    (
        "base/src/lib.rs",
        "pub fn scaled(n: i32, by: i32) -> i32 { n * by + 1 }\n\
         pub fn wide(text: &str) -> usize { text.chars().filter(|c| c.len_utf8() > 1).count() }\n",
    ),
    (
        "top-level/Cargo.toml",
        "[package]\nname = \"top-level\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
         [dependencies]\nbase = { path = \"../base\" }\n",
    ),
    ("top-level/src/lib.rs", "pub fn twice(n: i16) -> i32 { base::scaled(n.into(), 2) - 1 }\n"),
    (
        "top-level/src/main.rs",
        "fn shown(n: i16) -> String { format!(\"{}\", top_level::twice(n) + base::scaled(3, n.into())) }\n\
         fn main() { println!(\"{}\", shown(7)); }\n",
    ),
];

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn engines_agree_on_mutants_in_another_package_and_in_a_binary() {
    let loaded = Loaded::new(Project::new(&SEVERAL));
    assert_engines_agree(&loaded, &|_| true, 3_000);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn engines_agree_on_a_sample_of_the_quickstart() {
    let loaded = Loaded::new(Project::fixture("quickstart"));
    let sample = |mutant: &Mutant| (0..2).all(|seed| mutants::is_held_out(seed, &mutant.id));
    assert_engines_agree(&loaded, &sample, 1_000);
}

/// Tests that take minutes each, for a person to run.
mod by_hand {
    use super::{Loaded, Project, assert_engines_agree, registry};

    #[test]
    #[ignore = "takes minutes"]
    fn engines_agree_on_strsim() {
        let loaded = registry("strsim", "0.11.1");
        assert_engines_agree(&loaded, &|_| true, 30_000);
    }

    #[test]
    #[ignore = "takes minutes"]
    fn engines_agree_on_inflector() {
        let loaded = registry("Inflector", "0.11.4");
        assert_engines_agree(&loaded, &|_| true, 10_000);
    }

    #[test]
    #[ignore = "takes minutes"]
    fn engines_agree_on_the_quickstart() {
        let loaded = Loaded::new(Project::fixture("quickstart"));
        assert_engines_agree(&loaded, &|_| true, 30_000);
    }
}
