//! From argv and `morph.toml` to resolved [`Options`]; the only code that knows clap.

mod adequacy;
mod args;
mod change;
mod completions;
mod hook;
mod man;
mod parsers;
mod report;
mod review;
mod shards;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::Result;
use clap::FromArgMatches as _;
use clap::error::ErrorKind;
use globset::{Glob, GlobSetBuilder};
use regex::Regex;

use crate::config::{Config, FilePattern, FunctionPattern};
use morph_source::exit::{Code, fail};
use morph_source::scan::Patterns;
use morph_source::workspace::Passed;

use crate::options::{
    Check, Clean, Color, Command, DEFAULT_MAX_RELATIONS, Discover, Engine, Features, Filter, Format, GitHub,
    Hook, Judge, Merge, MergeFile, MessageFormat, Operators, Options, Part, Plan, Preset, Review, Says, Scan,
    Selection, Shard, Shared, Suspects, UNSUITED, Verbosity, Verdict, When, inputs, parts,
};

use adequacy::adequacy;
use args::{CommandArgs, CommandLine, CommonArgs, DiscoverArgs, SuspectsArgs, command};
use hook::HookArgs;
use shards::{MergeArgs, PlanArgs};

/// The most jobs per core.
const JOBS_PER_CORE: NonZeroUsize = NonZeroUsize::new(4).expect("not 0");

/// The request of a command line.
#[derive(Debug)]
pub enum Request {
    /// Print this text (help, the version, completions) and exit with 0.
    Show(String),
    /// Merge a file for git.
    MergeFile(MergeFile),
    /// Run a command.
    Run(Box<Parsed>),
}

/// A well-formed command line, before `morph.toml` is read.
#[derive(Debug)]
pub struct Parsed(CommandLine);

/// Reads the command line, program name first. Both `cargo-morph discover` and, as cargo calls it,
/// `cargo-morph morph discover` are understood.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Request> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|arg| arg == "morph") {
        args.remove(1);
    }
    let matches = command().try_get_matches_from(args);
    let command_line = match matches.and_then(|matches| CommandLine::from_arg_matches(&matches)) {
        Ok(command_line) => command_line,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            return Ok(Request::Show(error.render().ansi().to_string()));
        }
        Err(error) => return Err(fail(Code::Usage, one_line(&error))),
    };

    if let CommandArgs::MergeFile(files) = command_line.command {
        return Ok(Request::MergeFile(files.resolve()));
    }
    match &command_line.command {
        CommandArgs::Completions { shell } => return Ok(Request::Show(completions::script(*shell))),
        CommandArgs::Man { folder } => return man::write(folder).map(Request::Show),
        _ => {}
    }
    refuse_contradictions(&command_line)?;
    Ok(Request::Run(Box::new(Parsed(command_line))))
}

/// Refuses flags that have no meaning together, or for the command.
fn refuse_contradictions(command_line: &CommandLine) -> Result<()> {
    let common = &command_line.common;
    if !common.exclude.is_empty() && !common.workspace {
        return Err(fail(Code::Usage, "--exclude can only be used together with --workspace"));
    }
    let shared = command_line.command.shared();
    // What `merge` prints is decided by what it reads.
    let is_merge = matches!(command_line.command, CommandArgs::Merge(_));
    let command = shared.as_ref().map_or(Shared::Discover, |(command, _)| *command);
    if !is_merge && !command.prints(common.format) {
        return Err(fail(Code::Usage, UNSUITED));
    }
    refuse_events(command_line)?;
    if let Some((Shared::Discover, Some(Shard { out: None, .. }))) = shared {
        return Err(fail(Code::Usage, "`discover --shard` writes its results for `merge`; add --out FILE"));
    }
    if let CommandArgs::Adequacy(args) = &command_line.command
        && args.shard.shard.is_some()
        && (args.report.html.is_some() || args.report.badge.is_some())
    {
        return Err(fail(Code::Usage, "--html and --badge show all functions; give them to `merge`"));
    }
    if let CommandArgs::Discover(args) = &command_line.command
        && common.engine == Engine::CargoMutants
        && (args.judge == Judge::CargoMutants || args.operators.is_some_and(Operators::own))
    {
        return Err(fail(
            Code::Usage,
            "--engine cargo-mutants has no mutants of the built-in operators; omit --operators and --judge",
        ));
    }
    if let CommandArgs::Discover(args) = &command_line.command
        && common.engine == Engine::CargoMutants
        && args.for_adequacy
    {
        // cargo-mutants would mutate the instrumentation of branches.
        return Err(fail(
            Code::Usage,
            "--engine cargo-mutants does not record branches; omit --for-adequacy",
        ));
    }
    if command_line.command.lab_archive().is_some() {
        if common.engine == Engine::CargoMutants {
            let why = "--engine cargo-mutants has a build for each mutant, and no --lab-archive holds them";
            return Err(fail(Code::Usage, why));
        }
        if let CommandArgs::Plan(PlanArgs {
            command: Shared::Check | Shared::Adequacy | Shared::Suspects,
            ..
        }) = command_line.command
        {
            return Err(fail(Code::Usage, "--lab-archive is for the jobs of `discover`"));
        }
    }
    if let CommandArgs::Scan(args) = &command_line.command
        && !args.paths
        && (!args.inputs.inputs.is_empty() || args.inputs.sources.is_some())
    {
        return Err(fail(Code::Usage, "`scan` runs no inputs without --paths; omit --inputs and --sources"));
    }
    Ok(())
}

/// Refuses `--message-format json` where standard output holds something else.
fn refuse_events(command_line: &CommandLine) -> Result<()> {
    let CommandLine { common, command } = command_line;
    if common.message_format == MessageFormat::Human {
        return Ok(());
    }
    let wrong = |why: &str| Err(fail(Code::Usage, format!("--message-format json {why}")));
    if common.format != Format::Human {
        return wrong("prints the JSON document as its last event but one; omit --format");
    }
    match command {
        CommandArgs::Suspects(args) if args.gives_verdicts() => wrong("is for the search of `suspects`"),
        _ => match command.shared() {
            Some((_, None)) => Ok(()),
            Some((_, Some(_))) => wrong("cannot be used with --shard"),
            None => wrong("is for `discover`, `suspects`, `check` and `adequacy`"),
        },
    }
}

impl Parsed {
    /// `--manifest-path`, by which the configuration is found.
    pub fn manifest_path(&self) -> Option<&Path> {
        self.0.common.manifest_path.as_deref()
    }

    /// `--color`, for errors that come before there are options.
    pub fn color(&self) -> Color {
        self.0.common.color
    }

    /// `--config`.
    pub fn config(&self) -> Option<&Path> {
        self.0.common.config.as_deref()
    }

    /// Resolves every option: a flag wins over the configuration, and both win over the defaults.
    pub fn resolve(self, config: Config) -> Result<Options> {
        let Parsed(CommandLine { command, common }) = self;

        let change = match &command {
            CommandArgs::Check(args) => args.change.resolve(),
            CommandArgs::Suspects(args) => args.change.resolve(),
            CommandArgs::Adequacy(args) => args.change.resolve(),
            _ => None,
        };
        let (cache_dir, fresh) = command.cache();
        let lab_archive = command.lab_archive();
        let shard = command.shared().and_then(|(_, shard)| shard);
        let command = resolve(command, &common, &config)?;
        let globs = |flag: &[Glob], file: Vec<FilePattern>| {
            if flag.is_empty() { file.into_iter().map(|pattern| pattern.0).collect() } else { flag.to_vec() }
        };
        let regex = |flag: &Option<Regex>, file: Option<FunctionPattern>| {
            flag.clone().or(file.map(|pattern| pattern.0))
        };
        let patterns = Patterns {
            files: glob_set("--file", &globs(&common.file, config.file))?,
            function: regex(&common.function, config.function),
            not_files: glob_set("--exclude-file", &globs(&common.exclude_file, config.exclude_file))?,
            not_function: regex(&common.exclude_function, config.exclude_function),
        };
        Ok(Options {
            command,
            filter: Filter { patterns, generics: config.generics, change },
            features: features(&common, config.features),
            passed: Passed {
                profile: common.profile.or(common.release.then(|| "release".to_owned())).or(config.profile),
                target: common.target.or(config.target),
                args: if common.cargo_arg.is_empty() { config.cargo_args } else { common.cargo_arg },
            },
            configured: config.configured,
            domain: config
                .domain
                .into_iter()
                .map(|(path, ranges)| {
                    (path, ranges.into_iter().map(|(name, r)| (name, (r.0, r.1))).collect())
                })
                .collect(),
            seed: common.seed.or(config.seed).unwrap_or(0),
            budget: common.budget.or(config.budget).unwrap_or_default(),
            jobs: common.jobs.or(config.jobs).unwrap_or_else(cores).min(most_jobs()),
            engine: common.engine,
            solver: common.solver.or(config.solver).unwrap_or_default(),
            offline: common.offline || common.frozen,
            locked: common.locked || common.frozen,
            cache_dir,
            fresh,
            lab_archive,
            shard,
            format: common.format,
            message_format: common.message_format,
            github: GitHub::from_environment(),
            color: common.color,
            verbosity: match (common.quiet, common.verbose) {
                (true, _) => Verbosity::Quiet,
                (false, 0) => Verbosity::Normal,
                (false, _) => Verbosity::Verbose,
            },
            selection: Selection {
                packages: common.package,
                workspace: common.workspace,
                exclude: common.exclude,
                broken: Vec::new(),
            },
            manifest_path: common.manifest_path,
        })
    }
}

/// The command with its own options.
fn resolve(command: CommandArgs, common: &CommonArgs, config: &Config) -> Result<Command> {
    Ok(match command {
        CommandArgs::Scan(args) => {
            let line = (&*args.inputs.inputs, args.inputs.sources);
            let (inputs, sources) = inputs::resolve(line, (&config.inputs.0, config.sources));
            Command::Scan(Scan { paths: args.paths, inputs, sources })
        }
        CommandArgs::Clean(args) => Command::Clean(Clean { cache: args.cache }),
        CommandArgs::Plan(args) => Command::Plan(plan(args, common, config)?),
        CommandArgs::Merge(args) => Command::Merge(merge(args, common, config)?),
        CommandArgs::Review => Command::Review(Review::Ask),
        CommandArgs::Accept(args) => Command::Review(args.resolve()),
        CommandArgs::Reject(args) => Command::Review(args.resolve()),
        CommandArgs::Kill(args) => {
            let searching = discover(&DiscoverArgs::default(), common, config)?;
            Command::Kill(args.resolve(searching))
        }
        CommandArgs::List => Command::List,
        CommandArgs::Explain(args) => Command::Explain(args.id),
        CommandArgs::Suspects(args) => Command::Suspects(suspects(args)?),
        CommandArgs::Discover(args) => Command::Discover(discover(&args, common, config)?),
        CommandArgs::Hook { action } => Command::Hook(hook(action)),
        CommandArgs::Check(args) => {
            let again = DiscoverArgs { operators: args.operators, ..DiscoverArgs::default() };
            let update = args.update.then(|| discover(&again, common, config)).transpose()?;
            Command::Check(Check { all: args.all, deny_stale: args.deny_stale, update })
        }
        CommandArgs::Adequacy(args) => Command::Adequacy(adequacy(args, config)?),
        CommandArgs::Completions { .. } | CommandArgs::Man { .. } | CommandArgs::MergeFile(_) => {
            return Err(fail(Code::Internal, "completions, manual pages and merge-file have no options"));
        }
    })
}

fn hook(action: HookArgs) -> Hook {
    match action {
        HookArgs::Install { when, fail_under } => {
            Hook::Install { when: when.resolve().unwrap_or(When::PrePush), fail_under }
        }
        HookArgs::Uninstall { when } => Hook::Uninstall(when.resolve()),
        // The arguments are the remote's name and URL; the pushed refs come on standard input.
        HookArgs::Run { when, fail_under, git_args: _ } => Hook::Run { when, fail_under },
    }
}

fn suspects(args: SuspectsArgs) -> Result<Suspects> {
    let SuspectsArgs { all, deny, dismiss, intended, keep, because, dismissed, change: _, shard: _ } = args;
    let said = [(dismiss, Says::Dismissed), (intended, Says::Intended), (keep, Says::Kept)];
    let verdict = match said.into_iter().find_map(|(id, says)| Some((id?, says))) {
        Some((id, says)) => Some(Verdict { id, says, because }),
        None if because.is_some() => {
            return Err(fail(
                Code::Usage,
                "--because gives the reason for --dismiss, --intended or --keep; use it with one of these",
            ));
        }
        None => None,
    };
    Ok(Suspects { all, deny, verdict, dismissed })
}

fn plan(args: PlanArgs, common: &CommonArgs, config: &Config) -> Result<Plan> {
    let discover = discover(&DiscoverArgs::default(), common, config)?;
    let PlanArgs { shards, scheduler, out, command, lab_archive: _, cache_dir: _ } = args;
    Ok(Plan { shards: shards.get(), scheduler, out, command, discover })
}

fn merge(args: MergeArgs, common: &CommonArgs, config: &Config) -> Result<Merge> {
    let writing = DiscoverArgs { dry_run: args.dry_run, force: args.force, ..DiscoverArgs::default() };
    let discover = discover(&writing, common, config)?;
    Ok(Merge { files: args.files, discover, report: args.report.resolve() })
}

fn discover(args: &DiscoverArgs, common: &CommonArgs, config: &Config) -> Result<Discover> {
    let line = (&*args.inputs.inputs, args.inputs.sources);
    let file = (&*config.inputs.0, config.sources);
    let chosen = |with, without, (words, sources)| parts::Choice {
        with,
        without,
        kinds: inputs::split(words, sources).0,
    };
    let mut on_line = args.with.clone();
    let mut off_line = args.without.clone();
    match args.preset {
        Preset::Off => off_line.extend([Part::Evolution, Part::Composite]),
        // Asking for the published parameters asks for evolution, unless it is switched off beside them.
        Preset::Paper if !off_line.contains(&Part::Evolution) => on_line.push(Part::Evolution),
        Preset::Paper | Preset::Default => {}
    }
    let (parts, inputs) =
        parts::resolve(&chosen(&on_line, &off_line, line), &chosen(&config.with, &config.without, file))
            .map_err(|why| fail(Code::Usage, why))?;
    Ok(Discover {
        dry_run: args.dry_run,
        pending: args.pending,
        force: args.force,
        max_relations: args
            .max_relations
            .or(config.max_relations)
            .map_or(DEFAULT_MAX_RELATIONS, NonZeroUsize::get),
        // These parts find nothing else.
        observations: args.observations
            || config.observations
            || args.preset == Preset::Paper
            || [Part::Evolution, Part::Composite].iter().any(|part| on_line.contains(part)),
        parts,
        inputs,
        sources: inputs::resolve(line, file).1,
        operators: match (common.engine, args.judge) {
            (Engine::CargoMutants, _) => Operators::CargoMutants,
            // A judge of its own needs the mutants of both.
            (Engine::Switch, Judge::CargoMutants) => Operators::All,
            (Engine::Switch, Judge::HeldOut | Judge::None) => {
                args.operators.or(config.operators).unwrap_or_default()
            }
        },
        judge: args.judge,
        preset: args.preset,
        for_adequacy: args.for_adequacy,
    })
}

fn glob_set(flag: &str, files: &[Glob]) -> Result<Option<globset::GlobSet>> {
    if files.is_empty() {
        return Ok(None);
    }
    let mut builder = GlobSetBuilder::new();
    for file in files {
        builder.add(file.clone());
    }
    let set = builder
        .build()
        .map_err(|error| fail(Code::Usage, format!("cannot combine the {flag} patterns: {error}")))?;
    Ok(Some(set))
}

fn features(common: &CommonArgs, configured: Vec<String>) -> Features {
    // Any of the three flags replaces the features of the file.
    let chosen = !common.features.is_empty() || common.all_features || common.no_default_features;
    let listed = if chosen { common.features.clone() } else { configured };
    Features {
        names: listed
            .iter()
            .flat_map(|list| list.split([',', ' ']))
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect(),
        all: common.all_features,
        no_default: common.no_default_features,
    }
}

fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// More jobs would only take memory: each has a thread and processes of its own.
fn most_jobs() -> NonZeroUsize {
    cores().saturating_mul(JOBS_PER_CORE)
}

/// Clap's message in one line.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let mut parts = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("For more information") || line.starts_with("Usage:") {
            break;
        }
        if !line.is_empty() {
            parts.push(line);
        }
    }
    format!("{} (see --help)", parts.join(" ").trim_start_matches("error: "))
}

#[cfg(test)]
mod tests;
