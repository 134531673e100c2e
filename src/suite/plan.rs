//! What the user's files will read: test modules, their declarations and catalogues.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::calls::Calls;
use super::catalogue::{Catalogue, Fingerprint, Record, WRITTEN, file_of, load_catalogue};
use super::declare::{self, NAME};
use super::documentation::documentation;
use super::entry::{Entry, WriteOptions};
use super::files::Changes;
use super::format::formatted;
use super::header::{header, is_blank};
use super::names::{table_name, test_name};
use super::regions::{OBSERVED, Pieces, checksum, has_idle_tables, region};
use super::rows::{Rows, shared_rows};
use morph_relation::{Helper, Relation, TestNames, render_test, source_table};
use morph_source::files::{read, read_if_there};
use morph_source::scan::Subject;
use morph_source::workspace::{self, Module, Package, Workspace};

/// The region with the functions that several tests call; no function has this name.
pub const HELPERS: &str = "float helpers";

/// A test that the plan writes.
#[derive(Clone, Debug)]
pub struct PlannedTest {
    /// Which entry it is for.
    pub entry: usize,
    /// Into [`Workspace::packages`].
    pub package: usize,
    /// Into [`Package::targets`].
    pub target: usize,
    /// The test module's file.
    pub file: PathBuf,
    /// The function's name.
    pub name: String,
    /// The constant with its sources.
    pub table: String,
    /// Its path below the crate's root, as libtest prints it.
    pub path: String,
}

/// New contents for the user's files, and what they hold.
#[derive(Default)]
pub struct Plan {
    /// The contents.
    pub changes: Changes,
    /// The tests in them.
    pub tests: Vec<PlannedTest>,
    /// Entries that cannot be written, and why.
    pub refused: BTreeMap<usize, String>,
    /// Functions whose regions a person edited.
    pub kept_edited: Vec<String>,
}

/// Plans the files for these entries (by their place in the caller's list).
pub fn plan(
    workspace: &Workspace,
    entries: &BTreeMap<usize, Entry>,
    covered: &[Subject],
    options: &WriteOptions,
) -> anyhow::Result<Plan> {
    let mut plan = Plan::default();
    let all = entries.values().map(|entry| &entry.subject).chain(covered);
    let subjects: BTreeMap<&str, &Subject> = all.map(|s| (s.path.as_str(), s)).collect();
    let mut entries_of: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, entry) in entries {
        entries_of.entry(&entry.subject.path).or_default().push(*number);
    }
    for (p, package) in workspace.packages.iter().enumerate() {
        let now = load_catalogue(package)?;
        let mut checksums = now.checksums();
        let old = options.followed.catalogue(now);
        checksums.extend(old.checksums());
        let mut packaged = Packaged {
            package,
            entries,
            entries_of: &entries_of,
            subjects: &subjects,
            options,
            checksums,
            old,
            index: p,
            records: Vec::new(),
            regions: BTreeMap::new(),
            settled: BTreeSet::new(),
            replaced: BTreeSet::new(),
            edits: BTreeMap::new(),
            plan: &mut plan,
        };
        packaged.regions.clone_from(&packaged.checksums);
        packaged.regions.retain(|path, _| options.followed.now(path).is_none());
        for (t, target) in package.targets.iter().enumerate() {
            for module in &target.modules {
                packaged.module(t, &target.name, module)?;
            }
        }
        packaged.finish()?;
    }
    Ok(plan)
}

struct Packaged<'a> {
    package: &'a Package,
    entries: &'a BTreeMap<usize, Entry>,
    /// By the path of a function: its entries.
    entries_of: &'a BTreeMap<&'a str, Vec<usize>>,
    /// Every subject of the run, and those of entries; by path.
    subjects: &'a BTreeMap<&'a str, &'a Subject>,
    options: &'a WriteOptions,
    /// By path: the checksum of a region, as it was written.
    checksums: BTreeMap<String, String>,
    old: Catalogue,
    index: usize,
    records: Vec<Record>,
    regions: BTreeMap<String, String>,
    /// Functions whose relations in the catalogue are replaced by `records`.
    settled: BTreeSet<String>,
    /// Relations of the catalogue that a person wrote and that have a place in `records`.
    replaced: BTreeSet<usize>,
    edits: BTreeMap<PathBuf, Vec<declare::Edit>>,
    plan: &'a mut Plan,
}

/// A function of the module at hand, with what is to be written for it.
struct Function {
    /// Its path below the module: its name, but for methods.
    local: String,
    path: String,
    subject: Subject,
    entries: Vec<usize>,
}

/// A region that was rendered.
struct Rendered {
    function: Function,
    tests: Vec<PlannedTest>,
    helpers: BTreeSet<Helper>,
    text: String,
}

impl Packaged<'_> {
    fn module(&mut self, target: usize, crate_name: &str, module: &Module) -> anyhow::Result<()> {
        let file = module.child_dir.join(format!("{NAME}.rs"));
        let functions = self.functions(target, crate_name, module);
        let existing = read_if_there(&file)?;
        if functions.is_empty() && existing.is_none() {
            return Ok(());
        }
        let prefix = module.path_in(crate_name);
        let mut pieces = match &existing {
            Some(text) => Pieces::read(text, &file)?,
            None => {
                let lacks_prelude = functions.iter().any(|function| function.subject.lacks_prelude);
                Pieces::new(&header(&prefix, lacks_prelude))
            }
        };
        let source = workspace::parse(&module.file)?;
        let in_source = declare::functions(module, &source)?;
        let order = |name: &str| match name.rsplit("::").next() {
            _ if name == HELPERS => usize::MAX,
            Some(name) => in_source.iter().position(|f| f == name).unwrap_or(usize::MAX - 1),
            None => usize::MAX - 1,
        };
        self.drop_vanished(&mut pieces, &prefix, &in_source);
        let mut functions = functions;
        functions.sort_by_key(|function| order(&function.local));
        let mut rendered = self.render(target, module, &file, functions, &pieces, &in_source)?;
        self.format(&mut rendered, &module.file)?;
        let mut helpers = BTreeSet::new();
        for region in rendered {
            if self.settle(&mut pieces, &prefix, &region, &order) {
                helpers.extend(region.helpers);
                self.plan.tests.extend(region.tests);
            }
        }
        self.helpers(&mut pieces, &prefix, helpers, &order);
        self.finish_module(module, &source, file, &pieces, &prefix, existing.is_some())
    }

    fn functions(&self, target: usize, crate_name: &str, module: &Module) -> Vec<Function> {
        let here = |subject: &&&Subject| {
            subject.package == self.package.name && subject.target == target && subject.module == module.path
        };
        let mut functions: BTreeMap<&str, Function> = BTreeMap::new();
        for subject in self.subjects.values().filter(here) {
            let depth = 1 + module.path.len();
            let local = subject.path.split("::").skip(depth).collect::<Vec<_>>().join("::");
            debug_assert!(subject.path.starts_with(crate_name));
            functions.entry(&subject.path).or_insert_with(|| Function {
                local,
                path: subject.path.clone(),
                subject: (*subject).clone(),
                entries: self.entries_of.get(subject.path.as_str()).cloned().unwrap_or_default(),
            });
        }
        functions.into_values().collect()
    }

    /// Takes out the regions of functions that are no longer there.
    fn drop_vanished(&mut self, pieces: &mut Pieces, prefix: &str, in_source: &[String]) {
        for name in pieces.names() {
            let function = name.rsplit("::").next().unwrap_or(&name).to_owned();
            let path = format!("{prefix}::{name}");
            let ours = pieces.region(&name).is_some_and(|text| self.is_unchanged(&path, text));
            if name != HELPERS && !in_source.contains(&function) && ours {
                pieces.remove(&name);
                self.regions.remove(&path);
                self.settled.insert(path);
            }
        }
    }

    fn is_unchanged(&self, path: &str, text: &str) -> bool {
        let WriteOptions { force, followed, .. } = self.options;
        let written = self.checksums.get(path);
        // Tools rename functions in their tests, too.
        *force || written == Some(&checksum(text)) || written == Some(&checksum(&followed.named_back(text)))
    }

    fn render(
        &mut self,
        target: usize,
        module: &Module,
        file: &Path,
        functions: Vec<Function>,
        pieces: &Pieces,
        in_source: &[String],
    ) -> anyhow::Result<Vec<Rendered>> {
        let ours: BTreeSet<&str> = functions.iter().map(|function| function.local.as_str()).collect();
        let mut taken: BTreeSet<String> = in_source.iter().cloned().collect();
        taken.extend(item_names(&pieces.outside()));
        taken.extend(Helper::ALL.iter().map(|helper| helper.name().to_owned()));
        for name in pieces.names().iter().filter(|name| !ours.contains(name.as_str())) {
            taken.extend(pieces.region(name).map(item_names).unwrap_or_default());
        }
        functions
            .into_iter()
            .map(|function| self.render_function(target, module, file, function, &mut taken))
            .collect()
    }

    fn render_function(
        &mut self,
        target: usize,
        module: &Module,
        file: &Path,
        function: Function,
        taken: &mut BTreeSet<String>,
    ) -> anyhow::Result<Rendered> {
        let subject = function.subject.signature();
        let others = |path: &str| self.subjects.get(path).copied();
        let calls = Calls::new(&function.subject, &others);
        let lookup = |path: &str| calls.signature(path);
        let mut entries: Vec<_> = function.entries.iter().map(|i| (*i, &self.entries[i])).collect();
        entries.sort_by_key(|(_, entry)| entry.observed);
        let most = shared_rows(&entries, &subject);
        let (mut body, mut helpers) = (String::new(), BTreeSet::new());
        let (mut tables, mut tests): (Vec<(Rows<'_>, String)>, _) = (Vec::new(), Vec::new());
        for (i, entry) in entries.iter().copied() {
            let name = test_name(entry, &subject, taken);
            let rows = Rows::of(entry, &subject);
            let known = tables.iter().find(|(known, _)| *known == rows);
            let table = match known {
                Some((_, table)) => table.clone(),
                None if most.as_ref() == Some(&rows) => table_name(&subject.title(), taken),
                None if !entry.relation.given.is_empty() => {
                    let variables: Vec<&str> =
                        entry.relation.given.iter().map(|(name, _)| name.as_str()).collect();
                    table_name(&format!("{}_with_{}", subject.title(), variables.join("_and_")), taken)
                }
                None => table_name(&name, taken),
            };
            let is_new = known.is_none();
            let doc = documentation(entry, &subject, &lookup);
            let inline_args = !matches!(self.package.edition.as_str(), "2015" | "2018");
            let (call, import) = (|path: &str| calls.name(path), |path: &str| calls.import(path));
            let names = TestNames {
                test: &name,
                table: &table,
                call: &call,
                import: &import,
                doc: &doc,
                inline_args,
                idle: &rows.idle,
            };
            let rendered = match render_test(&entry.relation, &subject, &lookup, &names) {
                _ if entry.sources.is_empty() => Err("it has no sources".to_owned()),
                rendered => rendered,
            };
            let test = match rendered {
                Ok(test) => test,
                Err(why) => {
                    self.plan.refused.insert(i, why);
                    continue;
                }
            };
            taken.extend([name.clone(), table.to_lowercase()]);
            if entry.observed && !tests.iter().any(|test: &PlannedTest| self.entries[&test.entry].observed) {
                body += &format!("{OBSERVED}\n\n");
            }
            if is_new {
                let columns = subject.with_given(&entry.relation.given).without(&rows.idle);
                body += &format!("{}\n", source_table(&table, &columns, &rows.sources));
                tables.push((rows, table.clone()));
            }
            body += &format!("{}\n", test.text);
            helpers.extend(test.helpers);
            let path =
                module.path.iter().map(String::as_str).chain([NAME, &name]).collect::<Vec<_>>().join("::");
            let file = file.to_owned();
            tests.push(PlannedTest { entry: i, package: self.index, target, file, name, table, path });
        }
        let text = if tests.is_empty() { String::new() } else { region(&function.local, &body) };
        Ok(Rendered { function, tests, helpers, text })
    }

    /// Runs rustfmt once over all regions of a module.
    fn format(&self, rendered: &mut [Rendered], source: &Path) -> anyhow::Result<()> {
        let all: Vec<&str> =
            rendered.iter().map(|r| r.text.as_str()).filter(|text| !text.is_empty()).collect();
        if all.is_empty() {
            return Ok(());
        }
        let dir = source.parent().unwrap_or(Path::new("."));
        let formatted = formatted(&all.join("\n"), &self.package.edition, dir)?;
        let pieces = Pieces::read(&formatted.replace("\r\n", "\n"), source)?;
        for region in rendered.iter_mut() {
            if let Some(text) = pieces.region(&region.function.local) {
                region.text = text.to_owned();
            }
        }
        Ok(())
    }

    /// Puts a region in place, or keeps the one that a person edited; whether it is in place.
    fn settle(
        &mut self,
        pieces: &mut Pieces,
        prefix: &str,
        rendered: &Rendered,
        order: &dyn Fn(&str) -> usize,
    ) -> bool {
        let path = format!("{prefix}::{}", rendered.function.local);
        let own = &rendered.function.local;
        if let Some(existing) = pieces.region(own)
            && !self.is_unchanged(&path, existing)
            && checksum(existing) != checksum(&rendered.text)
            && !(self.options.tidy && has_idle_tables(existing, &rendered.text))
        {
            self.plan.kept_edited.push(rendered.function.path.clone());
            return false;
        }
        self.settled.insert(rendered.function.path.clone());
        if rendered.text.is_empty() {
            pieces.remove(own);
            self.regions.remove(&path);
            return true;
        }
        // What only the user's own rustfmt changed stays.
        if pieces.region(own).is_none_or(|existing| checksum(existing) != checksum(&rendered.text)) {
            pieces.put(own, &rendered.text, order);
        }
        self.regions.insert(path, checksum(&rendered.text));
        for test in &rendered.tests {
            let entry = &self.entries[&test.entry];
            let record = match self.written(entry) {
                Some(at) => {
                    self.replaced.insert(at);
                    self.old.relations[at].with_test(&entry.id, &test.path, entry.code.as_deref())
                }
                None => Record::new(
                    &entry.id,
                    &entry.subject.path,
                    entry.relation.show(&entry.subject.signature()),
                    &entry.strategy,
                    test.path.clone(),
                    entry.code.clone(),
                ),
            };
            self.records.push(record);
        }
        true
    }

    /// Where the catalogue has the relation, if a person wrote it there.
    fn written(&self, entry: &Entry) -> Option<usize> {
        if entry.strategy != WRITTEN {
            return None;
        }
        let lookup = |path: &str| self.subjects.get(path).map(|subject| subject.signature());
        let own = entry.subject.signature();
        self.old.relations.iter().position(|record| {
            record.strategy == WRITTEN
                && record.function == entry.subject.path
                && Relation::parse(&record.text(), &own, &lookup).is_ok_and(|read| read == entry.relation)
        })
    }

    /// Writes the helpers that the module's regions call.
    fn helpers(
        &mut self,
        pieces: &mut Pieces,
        prefix: &str,
        mut needed: BTreeSet<Helper>,
        order: &dyn Fn(&str) -> usize,
    ) {
        let others = pieces.names().into_iter().filter(|name| name != HELPERS);
        let calling: String = others.filter_map(|name| pieces.region(&name).map(str::to_owned)).collect();
        let calling = calling + &pieces.outside();
        needed.extend(
            Helper::ALL.into_iter().filter(|helper| calling.contains(&format!("{}(", helper.name()))),
        );
        let path = format!("{prefix}::{NAME}");
        let existing = pieces.region(HELPERS);
        // Those that a merge put together are ours, too.
        let is_ours =
            |text: &str| self.is_unchanged(&path, text) || checksum(text) == checksum(&helpers_in(text));
        if existing.is_some_and(|text| !is_ours(text)) {
            self.plan.kept_edited.push(path);
            return;
        }
        if needed.is_empty() {
            pieces.remove(HELPERS);
            self.regions.remove(&path);
            return;
        }
        let text = helpers_region(needed.into_iter());
        let same = existing.is_some_and(|existing| checksum(existing) == checksum(&text));
        self.regions.insert(path, checksum(&text));
        if !same {
            pieces.put(HELPERS, &text, order);
        }
    }

    fn finish_module(
        &mut self,
        module: &Module,
        source: &workspace::Source,
        file: PathBuf,
        pieces: &Pieces,
        prefix: &str,
        existed: bool,
    ) -> anyhow::Result<()> {
        let empty = pieces.names().is_empty() && is_blank(&pieces.outside(), prefix);
        if empty && !existed {
            return Ok(());
        }
        let text = read(&module.file)?;
        let edit = match empty {
            true => declare::removal(module, source, &text)?,
            false => declare::declaration(module, source, &text)?,
        };
        self.edits.entry(module.file.clone()).or_default().extend(edit);
        self.plan.changes.insert(file, (!empty).then(|| pieces.text()));
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        for (file, edits) in self.edits {
            if !edits.is_empty() {
                let text = read(&file)?;
                self.plan.changes.insert(file, Some(declare::apply(&text, edits)));
            }
        }
        let mut records = self.records;
        let kept =
            self.old.relations.iter().enumerate().filter(|(at, record)| match record.strategy.as_str() {
                WRITTEN => !self.replaced.contains(at),
                _ => !self.settled.contains(&record.function),
            });
        records.extend(kept.map(|(_, record)| record.clone()));
        let regions =
            self.regions.into_iter().map(|(path, checksum)| Fingerprint { path, checksum }).collect();
        let catalogue = Catalogue::new(records, regions, &self.old);
        let text = (!catalogue.is_empty()).then(|| catalogue.text());
        self.plan.changes.insert(file_of(self.package), text);
        Ok(())
    }
}

/// The region of the helpers that a text defines.
pub fn helpers_in(text: &str) -> String {
    let defined = |helper: &Helper| text.contains(&format!("fn {}(", helper.name()));
    helpers_region(Helper::ALL.into_iter().filter(defined))
}

fn helpers_region(helpers: impl Iterator<Item = Helper>) -> String {
    let body: Vec<&str> = helpers.map(|helper| helper.code()).collect();
    region(HELPERS, &body.join("\n"))
}

/// The names after `fn` in a text.
fn item_names(text: &str) -> BTreeSet<String> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let named = |keyword| text.split(keyword).skip(1);
    let names = ["fn ", "const "].into_iter().flat_map(named);
    names.map(|rest| rest.split(|c| !word(c)).next().unwrap_or_default().to_lowercase()).collect()
}
