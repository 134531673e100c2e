use std::collections::BTreeSet;
use std::fs;

use super::*;
use crate::config::Place;
use crate::inputs::{Kind, Kinds};
use crate::options::{Adequacy, AdequacyReport, Budget, Change, Format, Parts, Preset};
use morph_source::exit::code_of;
use morph_symbolic::solver;

fn parsed(args: &[&str]) -> Parsed {
    let args = ["cargo-morph"].iter().chain(args).map(OsString::from);
    match parse(args).expect("a good command line") {
        Request::Run(parsed) => *parsed,
        other => panic!("no command: {other:?}"),
    }
}

fn options(args: &[&str]) -> Options {
    parsed(args).resolve(Config::default()).expect("no configuration")
}

fn refusal(args: &[&str]) -> String {
    let args = ["cargo-morph"].iter().chain(args).map(OsString::from);
    let error = parse(args).expect_err("a bad command line");
    assert_eq!(code_of(&error), Code::Usage);
    let message = error.to_string();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

fn with_config(toml: &str, args: &[&str]) -> Options {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("morph.toml");
    fs::write(&file, toml).expect("a file");
    let config = Config::load(&Place::file(&file)).expect("a good file");
    parsed(args).resolve(config).expect("good options")
}

#[test]
fn morph_is_swallowed_when_cargo_passes_it() {
    let scan = Command::Scan(Scan { paths: false, inputs: Kinds::ALL, sources: 1_000 });
    assert_eq!(options(&["morph", "scan"]).command, scan);
    assert_eq!(options(&["scan"]).command, scan);
    assert!(refusal(&["morph", "morph", "scan"]).contains("unrecognized subcommand 'morph'"));
}

#[test]
fn nothing_said_means_the_documented_defaults() {
    let options = options(&["discover"]);
    assert_eq!(
        options.command,
        Command::Discover(Discover {
            dry_run: false,
            pending: false,
            force: false,
            max_relations: 7,
            observations: false,
            parts: Parts::DEFAULT,
            inputs: Kinds::ALL,
            sources: 1_000,
            operators: Operators::All,
            judge: Judge::HeldOut,
            preset: Preset::Default,
            for_adequacy: false,
        })
    );
    assert_eq!((options.seed, options.budget), (0, Budget::PerFunction));
    assert_eq!((options.engine, options.format), (Engine::Switch, Format::Human));
    assert_eq!(options.jobs, cores());
    assert!(options.filter.is_empty());
}

#[test]
fn common_flags_may_stand_before_or_after_the_command() {
    for args in [["--seed", "7", "-j", "2", "scan"], ["scan", "--seed", "7", "-j", "2"]] {
        let options = options(&args);
        assert_eq!((options.seed, options.jobs.get()), (7, 2));
    }
}

#[test]
fn frozen_is_locked_and_offline() {
    let flags = |args: &[&str]| {
        let options = options(&[&["check"], args].concat());
        (options.locked, options.offline)
    };
    assert_eq!(flags(&[]), (false, false));
    assert_eq!(flags(&["--locked"]), (true, false));
    assert_eq!(flags(&["--offline"]), (false, true));
    assert_eq!(flags(&["--frozen"]), (true, true));
}

#[test]
fn jobs_are_limited_by_the_number_of_cores() {
    let most = cores().get() * 4;
    assert_eq!(options(&["scan", "-j", "2000000000"]).jobs.get(), most);
    assert_eq!(with_config("jobs = 2000000000\n", &["scan"]).jobs.get(), most);
}

#[test]
fn wrong_values_are_refused_in_one_line_that_names_the_flag() {
    let message = refusal(&["discover", "--seed", "x"]);
    assert_eq!(message, "invalid value 'x' for '--seed <SEED>': invalid digit found in string (see --help)");
    assert!(refusal(&["discover", "--jobs", "0"]).contains("--jobs <N>': must be at least 1"));
    assert!(refusal(&["discover", "--budget", "soon"]).contains("expected a duration"));
    assert!(refusal(&["adequacy", "--fail-under", "80"]).contains("between 0 and 1"));
    assert!(
        refusal(&["scan", "--format", "xml"])
            .contains("[possible values: human, json, github, junit, sarif, markdown]")
    );
    assert!(refusal(&["scan", "--file", "a[b"]).contains("--file <GLOB>"));
    assert!(refusal(&["scan", "--function", "a("]).contains("unclosed group"));
    assert!(refusal(&["scan", "-q", "-v"]).contains("cannot be used with"));
    assert!(refusal(&[]).contains("requires a subcommand"));
    assert!(refusal(&["frobnicate"]).contains("unrecognized subcommand"));
    assert!(refusal(&["check", "--since", "a", "--in-diff", "b"]).contains("cannot be used with"));
    assert!(refusal(&["check", "--operators", "own"]).contains("--update"));
    assert!(refusal(&["hook", "install", "--pre-push", "--pre-commit"]).contains("cannot be used with"));
    assert!(refusal(&["adequacy", "--format", "sarif"]).contains("does not support this --format"));
}

#[test]
fn change_is_named_by_a_revision_or_a_diff() {
    let change = |args: &[&str]| options(args).filter.change;
    assert_eq!(change(&["check"]), None);
    assert_eq!(change(&["check", "--since", "main"]), Some(Change::Since("main".to_owned())));
    assert_eq!(change(&["adequacy", "--in-diff", "-"]), Some(Change::InDiff("-".into())));
}

#[test]
fn hook_runs_before_pushes_unless_it_is_said_otherwise() {
    let hook = |args: &[&str]| match options(args).command {
        Command::Hook(hook) => hook,
        other => panic!("another command: {other:?}"),
    };
    let install = |when, fail_under| Hook::Install { when, fail_under };
    assert_eq!(hook(&["hook", "install"]), install(When::PrePush, None));
    let args = ["hook", "install", "--pre-commit", "--fail-under", "0.5"];
    assert_eq!(hook(&args), install(When::PreCommit, Some(0.5)));
    assert_eq!(hook(&["hook", "uninstall"]), Hook::Uninstall(None));
    let told = ["hook", "run", "pre-push", "--manifest-path", "a/Cargo.toml", "--", "origin", "-x"];
    assert_eq!(hook(&told), Hook::Run { when: When::PrePush, fail_under: None });
}

#[test]
fn flags_win_over_the_file_and_the_file_over_defaults() {
    let toml =
        "seed = 5\njobs = 3\nbudget = \"2m\"\nmax-relations = 4\nfile = [\"src/a.rs\"]\nfeatures = [\"x\"]\n";
    let options = with_config(toml, &["discover", "--seed", "9", "--features", "y,z w"]);
    assert_eq!((options.seed, options.jobs.get()), (9, 3));
    assert_eq!(options.budget, Budget::Time(std::time::Duration::from_secs(120)));
    assert_eq!(options.features.names, ["y", "z", "w"]);
    assert!(options.filter.patterns.mean(Path::new("src/a.rs"), "demo::f"));
    assert!(!options.filter.patterns.mean(Path::new("src/b.rs"), "demo::f"));
    let Command::Discover(discover) = options.command else { panic!("another command") };
    assert_eq!((discover.max_relations, discover.sources), (4, 1_000));

    let toml = "exclude-file = [\"src/a.rs\"]\nexclude-function = \"::old_\"\n";
    for (args, kept) in [
        (&["scan"][..], [false, false, true]),
        (&["scan", "--exclude-function", "::f$"], [false, true, false]),
        (&["scan", "--exclude-file", "b.rs"], [true, false, false]),
    ] {
        let patterns = with_config(toml, args).filter.patterns;
        let functions = [("src/a.rs", "demo::g"), ("src/b.rs", "demo::old_g"), ("src/b.rs", "demo::f")];
        assert_eq!(functions.map(|(file, path)| patterns.mean(Path::new(file), path)), kept, "{args:?}");
    }

    let adequacy = with_config("[adequacy]\nk = 2\nfail-under = 0.5\n", &["adequacy", "--k", "5"]);
    let expected = Adequacy {
        k: NonZeroUsize::new(5),
        criteria: vec!["statement", "branch", "choice", "choice-pair", "frame"],
        fail_under: vec![("statement", 0.5), ("branch", 0.5)],
        no_worse: None,
        report: AdequacyReport::default(),
    };
    assert_eq!(adequacy.command, Command::Adequacy(expected));
}

#[test]
fn glob_without_a_slash_is_matched_with_the_file_name() {
    let filter = options(&["scan", "-f", "num*.rs", "-f", "src/text/*.rs"]).filter;
    for (file, kept) in [
        ("src/num.rs", true),
        ("src/deep/er/number.rs", true),
        ("src/text/pad.rs", true),
        ("src/text/pad/left.rs", false),
        ("src/lib.rs", false),
    ] {
        assert_eq!(filter.patterns.mean(Path::new(file), "demo::f"), kept, "{file}");
    }
}

#[test]
fn features_become_arguments_of_cargo_again() {
    let features = options(&["scan", "--features", "a b", "--no-default-features"]).features;
    assert_eq!(features.to_args(), ["--features", "a,b", "--no-default-features"]);
}

#[test]
fn inputs_are_named_by_kind_and_counted_as_sources() {
    let chosen = |toml: &str, args: &[&str]| match with_config(toml, &[&["discover"], args].concat()).command
    {
        Command::Discover(discover) => (discover.inputs.iter().collect::<Vec<_>>(), discover.sources),
        other => panic!("{other:?}"),
    };
    let all = Kind::ALL.to_vec();
    assert_eq!(chosen("", &[]), (all.clone(), 1_000));
    let args = ["--inputs", "path,random", "--inputs", "concolic", "--sources", "20"];
    assert_eq!(chosen("", &args), (vec![Kind::Random, Kind::Concolic, Kind::Path], 20));
    let toml = "inputs = [\"adaptive\", \"path\"]\nsources = 30\n";
    assert_eq!(chosen(toml, &[]), (vec![Kind::Adaptive, Kind::Path], 30));
    assert_eq!(chosen(toml, &["--inputs", "path"]), (vec![Kind::Path], 30));
    assert_eq!(chosen("inputs = \"random\"\n", &["--sources", "5"]), (vec![Kind::Random], 5));
    // Before there were kinds, this was their number.
    assert_eq!(chosen("", &["--inputs", "150"]), (all.clone(), 150));
    assert_eq!(chosen("inputs = 40\n", &[]), (all.clone(), 40));
    assert_eq!(chosen("inputs = 40\n", &["--inputs", "150", "--sources", "60"]), (all, 60));
    for wrong in ["paths", "0", "-3", ""] {
        let inputs = format!("--inputs={wrong}");
        let refused = refusal(&["discover", &inputs]);
        assert!(
            refused.contains("expected one of random, adaptive, concolic, path; set the number"),
            "{refused}"
        );
    }
    let paths = |args: &[&str]| match options(args).command {
        Command::Scan(scan) => (scan.paths, scan.inputs.iter().collect::<Vec<_>>(), scan.sources),
        other => panic!("{other:?}"),
    };
    let args = ["scan", "--paths", "--inputs", "random", "--sources", "50"];
    assert_eq!(paths(&args), (true, vec![Kind::Random], 50));
    assert!(refusal(&["scan", "--sources", "50"]).contains("without --paths"));
}

#[test]
fn operators_are_those_of_the_flag_then_those_of_the_file() {
    let operators = |options: Options| match options.command {
        Command::Discover(discover) => (discover.operators, discover.judge),
        _ => panic!("another command"),
    };
    let toml = "operators = \"cargo-mutants\"\n";
    let chosen = |args: &[&str]| operators(with_config(toml, &[&["discover"], args].concat()));
    assert_eq!(chosen(&[]), (Operators::CargoMutants, Judge::HeldOut));
    assert_eq!(chosen(&["--operators", "own"]), (Operators::Own, Judge::HeldOut));
    assert_eq!(chosen(&["--judge", "cargo-mutants"]), (Operators::All, Judge::CargoMutants));
    assert_eq!(chosen(&["--engine", "cargo-mutants"]), (Operators::CargoMutants, Judge::HeldOut));
    let own = with_config("operators = \"own\"\n", &["discover", "--engine", "cargo-mutants"]);
    assert_eq!(operators(own), (Operators::CargoMutants, Judge::HeldOut));
    for args in [["--operators", "own"], ["--operators", "all"], ["--judge", "cargo-mutants"]] {
        let refused = refusal(&[&["discover", "--engine", "cargo-mutants"], &args[..]].concat());
        assert!(refused.contains("no mutants of the built-in operators"), "{refused}");
    }
    let both = ["discover", "--operators", "own", "--judge", "cargo-mutants"];
    assert!(refusal(&both).contains("cannot be used with"));
}

#[test]
fn functions_are_searched_again_with_the_options_of_the_file() {
    let file = "observations = true\nmax-relations = 2\noperators = \"own\"\n";
    let Command::Check(check) = with_config(file, &["check", "--update"]).command else { panic!() };
    let again = check.update.unwrap();
    assert_eq!((again.observations, again.max_relations, again.operators), (true, 2, Operators::Own));
    let Command::Check(check) = with_config(file, &["check"]).command else { panic!() };
    assert_eq!(check.update, None);
}

#[test]
fn builds_of_cargo_mutants_watch_no_branches() {
    let refused = refusal(&["discover", "--engine", "cargo-mutants", "--for-adequacy"]);
    assert!(refused.contains("omit --for-adequacy"), "{refused}");
}

#[test]
fn preset_says_how_relations_evolve() {
    let chosen = |args: &[&str]| match options(&[&["discover"], args].concat()).command {
        Command::Discover(discover) => discover.preset,
        other => panic!("{other:?}"),
    };
    assert_eq!(chosen(&[]), Preset::Default);
    assert_eq!(chosen(&["--preset", "paper"]), Preset::Paper);
    assert_eq!(chosen(&["--preset", "off"]), Preset::Off);
}

#[test]
fn criteria_and_thresholds_may_be_repeated_and_are_known_by_name() {
    let chosen = |toml: &str, args: &[&str]| match with_config(toml, &[&["adequacy"], args].concat()).command
    {
        Command::Adequacy(adequacy) => (adequacy.criteria, adequacy.fail_under),
        other => panic!("{other:?}"),
    };
    let toml = "[adequacy]\ncriterion = [\"choice\"]\nfail-under = { choice = 0.5, frame = 1 }\n";
    assert_eq!(chosen(toml, &[]), (vec!["choice"], vec![("choice", 0.5)]));
    let args =
        ["--criterion", "frame", "--criterion", "branch", "--fail-under", "0.3", "--fail-under", "frame=1"];
    assert_eq!(chosen(toml, &args), (vec!["branch", "frame"], vec![("branch", 0.3), ("frame", 1.0)]));
    let all = ["statement", "branch", "choice", "choice-pair", "frame"];
    let of_all = ["--fail-under", "0.8", "--fail-under", "choice=0.4"];
    let shares = vec![("statement", 0.8), ("branch", 0.8), ("choice", 0.4)];
    assert_eq!(chosen("", &of_all), (all.to_vec(), shares));
    assert!(
        refusal(&["adequacy", "--criterion", "path"]).contains("unknown criterion `path`; expected one of")
    );
    assert!(refusal(&["adequacy", "--fail-under", "branch=2"]).contains("between 0 and 1"));
    let idle = ["adequacy", "--criterion", "branch", "--fail-under", "frame=0.5"];
    let error = parsed(&idle).resolve(Config::default()).expect_err("a threshold of what is not measured");
    assert_eq!(error.to_string(), "--fail-under frame=… names a criterion that --criterion excludes");
}

#[test]
fn the_solver_is_the_one_that_is_built_in_unless_another_is_named() {
    assert_eq!(options(&["scan"]).solver, solver::Choice::Auto);
    assert_eq!(options(&["discover", "--solver", "z3"]).solver, solver::Choice::Z3);
    assert_eq!(with_config("solver = \"z3\"\n", &["discover"]).solver, solver::Choice::Z3);
    assert_eq!(with_config("solver = \"z3\"\n", &["scan", "--solver", "rz3"]).solver, solver::Choice::Rz3);
    let message = refusal(&["scan", "--solver", "cvc5"]);
    assert!(message.starts_with("invalid value 'cvc5' for '--solver <SOLVER>'"), "{message}");
}

/// The parts that are on, and the kinds of source inputs.
fn parts(toml: &str, args: &[&str]) -> (Vec<Part>, Vec<Kind>) {
    match with_config(toml, &[&["discover"], args].concat()).command {
        Command::Discover(discover) => {
            let on = Part::ALL.into_iter().filter(|part| discover.parts.contains(*part));
            (on.collect(), discover.inputs.iter().collect())
        }
        other => panic!("{other:?}"),
    }
}

/// All parts but some.
fn all_but(off: &[Part]) -> Vec<Part> {
    Part::ALL.into_iter().filter(|part| !off.contains(part)).collect()
}

#[test]
fn parts_are_switched_off_and_on_by_name() {
    let names: Vec<String> = Part::ALL.iter().map(|part| format!("{:?}", part.name())).collect();
    let every = format!("with = [{}]\n", names.join(","));
    assert_eq!(parts(&every, &[]), (all_but(&[]), Kind::ALL.to_vec()));
    for part in Part::ALL {
        assert_eq!(parts(&every, &["--without", part.name()]).0, all_but(&[part]));
        let toml = format!("without = [{:?}]\n", part.name());
        assert!(!parts(&toml, &[]).0.contains(&part));
        assert!(parts(&toml, &["--with", part.name()]).0.contains(&part), "the flag wins");
    }
    let two = [Part::Composite, Part::Directed];
    assert_eq!(parts(&every, &["--without", "composite,directed"]).0, all_but(&two));
    assert_eq!(parts(&every, &["--without", "composite", "--without", "directed"]).0, all_but(&two));
    assert!(refusal(&["discover", "--without", "genetic"]).contains("possible values: evolution, composite"));
    let both = parsed(&["discover", "--with", "path", "--without", "path"]).resolve(Config::default());
    assert_eq!(both.expect_err("a contradiction").to_string(), "`path` is switched both on and off");
}

#[test]
fn preset_off_switches_off_what_evolves_and_what_builds_on_it() {
    let off = [Part::Evolution, Part::Composite];
    let every = "with = [\"evolution\", \"composite\"]\n";
    assert!(off.iter().all(|part| !parts(every, &["--preset", "off"]).0.contains(part)));
    assert!(off.iter().all(|part| parts(every, &["--preset", "paper"]).0.contains(part)));
    assert!(parts("without = [\"evolution\"]\n", &["--preset", "paper"]).0.contains(&Part::Evolution));
    let both = parsed(&["discover", "--preset", "off", "--with", "evolution"]).resolve(Config::default());
    assert_eq!(both.expect_err("a contradiction").to_string(), "`evolution` is switched both on and off");
}

#[test]
fn parts_that_make_inputs_and_kinds_of_inputs_agree() {
    let others = [Part::Concolic, Part::Adaptive];
    let (on, kinds) = parts("", &["--inputs", "random,path"]);
    assert!(others.iter().all(|part| !on.contains(part)) && on.contains(&Part::Path));
    assert_eq!(kinds, [Kind::Random, Kind::Path]);
    let (on, kinds) = parts("", &["--inputs", "random,path", "--with", "concolic", "--without", "path"]);
    assert!(on.contains(&Part::Concolic) && !on.contains(&Part::Path));
    assert_eq!(kinds, [Kind::Random, Kind::Concolic]);
    let (_, kinds) = parts("without = [\"path\", \"climbing\"]\n", &["--inputs", "path"]);
    assert_eq!(kinds, [Kind::Path]);
    let none = parsed(&["discover", "--inputs", "path", "--without", "path"]).resolve(Config::default());
    assert!(none.expect_err("no inputs").to_string().contains("no kind of source inputs is left"));
}

/// The headings of a command's help, in their order.
fn headings(help: &str) -> Vec<&str> {
    let headings = help.lines().filter_map(|line| line.strip_suffix(':'));
    headings.filter(|line| !line.starts_with(' ') && !["Exit codes", "Arguments"].contains(line)).collect()
}

#[test]
fn help_groups_flags_under_the_same_headings_in_the_same_order() {
    let order = [
        "Options",
        "Search",
        "Cache",
        "Shards",
        "Verdicts",
        "Report",
        "Selection",
        "Features",
        "Compilation",
        "Execution",
        "Manifest options",
        "Output",
    ];
    let common = &order[6..];
    let mut seen = BTreeSet::new();
    for name in ["scan", "discover", "plan", "merge", "suspects", "check", "adequacy", "clean"] {
        let Request::Show(help) = parse(["cargo-morph", name, "--help"].map(OsString::from)).expect("help")
        else {
            panic!("{name} has no help");
        };
        let help = anstream::adapter::strip_str(&help).to_string();
        let found = headings(&help);
        let places: Vec<_> = found.iter().map(|heading| order.iter().position(|it| it == heading)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{name}: {found:?}");
        if name != "clean" {
            assert!(common.iter().all(|heading| found.contains(heading)), "{name}: {found:?}");
        }
        seen.extend(found.into_iter().map(str::to_owned));
    }
    assert_eq!(seen.len(), order.len(), "{seen:?}");
    let common = command().get_arguments().filter(|flag| flag.is_global_set()).cloned().collect::<Vec<_>>();
    assert!(common.iter().all(|flag| flag.get_help_heading().is_some()), "every common flag has a heading");
}

#[test]
fn book_compares_flags_and_commands_that_exist() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/comparison.md");
    let page = fs::read_to_string(page).expect("a page of the book");
    let line = command();
    let commands: Vec<&clap::Command> = std::iter::once(&line).chain(line.get_subcommands()).collect();
    let flags = || commands.iter().flat_map(|command| command.get_arguments());
    let rows = page.lines().filter_map(|row| row.split('|').nth(2));
    let words = rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).flat_map(|code| code.split(' '));
    let mut found = 0;
    for word in words {
        found += 1;
        let long = |name: &str| flags().any(|flag| flag.get_long() == Some(name));
        let short = |name: &str| flags().any(|flag| flag.get_short() == name.chars().next());
        let other = [
            "morph.toml",
            ".config/morph.toml",
            "Cargo.toml",
            "K/N",
            "<SHELL>",
            "json",
            "github",
            "junit",
            "sarif",
            "markdown",
            "dev",
        ];
        assert!(
            match (word.strip_prefix("--"), word.strip_prefix('-')) {
                (Some(name), _) => long(name),
                (None, Some(name)) => short(name),
                _ => other.contains(&word) || commands.iter().any(|command| command.get_name() == word),
            },
            "{word}"
        );
    }
    assert!(found > 20, "{found}");
}

#[test]
fn flags_for_cargo_replace_those_of_the_configuration() {
    let config = "profile = \"fast\"\ntarget = \"here\"\ncargo-args = [\"-Za\"]\n";
    let passed = |args: &[&str]| with_config(config, &[&["scan"], args].concat()).passed.to_string();
    assert_eq!(passed(&[]), "--profile fast --target here -Za");
    assert_eq!(passed(&["-r", "--target", "there"]), "--profile release --target there -Za");
    assert_eq!(
        passed(&["--profile", "dev", "-C", "--config=a=1", "--cargo-arg=-Zb"]),
        "--profile dev --target here --config=a=1 -Zb"
    );
    assert_eq!(options(&["scan"]).passed.to_string(), "");
}
