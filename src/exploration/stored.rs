//! Explorations that later runs take over: as long as nothing that one rests on has changed, it would end as it did.
//!
//! An exploration rests on the subject's code and its mutants, on what inputs are made of, and on the options. Of the functions
//! beside the subject it rests on what it saw of them: where their code has changed, they are executed again on the inputs
//! on which they were seen. Only of functions with which a relation was judged the code may not change at all.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};

use super::explored::Explored;
use super::seen::Seen;
use super::setting::Setting;
use crate::cache::{Cache, Digest};
use crate::suite::Codes;
use morph_lab::{Lab, MutantId};
use morph_relation::Adt;
use morph_source::scan::{Function, Subject};
use morph_traces::Oracle;

/// The explorations of earlier runs.
pub struct Store<'a> {
    /// Where they are.
    cache: &'a Cache,
    /// The code that functions run.
    codes: &'a Codes<'a>,
    /// By function: the paths of all functions that it calls, directly or not, itself included.
    closures: &'a BTreeMap<String, BTreeSet<String>>,
    /// A checksum of what decides every exploration: the tool, the compiler, the options.
    ground: String,
    /// By path: the file of a function, and where it begins there.
    places: HashMap<&'a str, (&'a Path, usize)>,
    /// What belongs to the functions, by their paths.
    index: OnceLock<Index>,
    /// [`Store::code`] by path.
    known: Mutex<BTreeMap<String, String>>,
}

impl<'a> Store<'a> {
    /// The explorations in `cache` of runs on the same `ground`, a checksum of what decides all of them: the tool, the
    /// compiler, the options. `closures` are the functions that each of all `functions` calls.
    pub fn new(
        cache: &'a Cache,
        ground: String,
        codes: &'a Codes<'a>,
        functions: &'a [Function],
        closures: &'a BTreeMap<String, BTreeSet<String>>,
    ) -> Store<'a> {
        let place =
            |function: &'a Function| (function.path.as_str(), (function.file.as_path(), function.item.start));
        let places = functions.iter().map(place).collect();
        Store { cache, codes, closures, ground, places, index: OnceLock::new(), known: Mutex::default() }
    }
}

/// What belongs to functions.
struct Index {
    /// The paths of the subjects.
    subjects: HashSet<String>,
    /// By function: the mutants in it that have switches.
    mutants: HashMap<String, Vec<MutantId>>,
}

/// An exploration as it is stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    /// A checksum of what it rests on, without the functions beside the subject.
    rests: String,
    others: Vec<Other>,
    /// The ids of the mutants by their numbers.
    mutants: BTreeMap<u32, String>,
    explored: Explored,
}

/// A function beside the subject.
#[derive(Serialize, Deserialize)]
struct Other {
    path: String,
    /// A checksum of its code and its mutants.
    code: String,
    /// What was seen of it, where this is all that it is asked for.
    seen: Option<Seen>,
}

impl Store<'_> {
    /// The exploration of a subject by an earlier run, if it would end so again; `others` are the functions that its
    /// follow-ups may call.
    pub fn find(
        &self,
        setting: &Setting<'_>,
        index: usize,
        others: &[&Subject],
    ) -> anyhow::Result<Option<Explored>> {
        let Some(stored) = self.cache.read::<Stored>(&self.name(setting, index)) else { return Ok(None) };
        if stored.rests != self.rests(setting, index, others) {
            return Ok(None);
        }
        for other in &stored.others {
            let is_same = self.code(setting, &other.path) == other.code
                || match &other.seen {
                    Some(seen) => seen.is_same(setting.lab, &other.path)?,
                    None => false,
                };
            if !is_same {
                return Ok(None);
            }
        }
        self.note_latest(&setting.subjects[index].path);
        Ok(stored.renewed(setting.lab, &known_types(&setting.subjects[index], others)))
    }

    /// Stores an exploration for later runs; `oracle` made its executions.
    pub fn keep(
        &self,
        setting: &Setting<'_>,
        index: usize,
        others: &[&Subject],
        explored: &Explored,
        oracle: &Oracle<'_>,
    ) {
        // What a clock ended would end otherwise.
        if setting.search.limit.deadline.is_some() || setting.adequacy.is_some() {
            return;
        }
        let known = oracle.known().into_iter().filter(|(path, _)| *path != setting.subjects[index].path);
        let beside = known.map(|(path, known)| Other {
            code: self.code(setting, &path),
            seen: Some(&known).filter(|_| !explored.judged_with.contains(&path)).and_then(Seen::of),
            path,
        });
        let stored = Stored {
            rests: self.rests(setting, index, others),
            others: beside.collect(),
            mutants: explored
                .mutants()
                .into_iter()
                .map(|id| (id.0, name(setting.lab, id).to_owned()))
                .collect(),
            explored: explored.clone(),
        };
        self.cache.write(&self.name(setting, index), &stored);
        self.note_latest(&setting.subjects[index].path);
    }

    /// Notes that the last exploration of a function was on this ground.
    fn note_latest(&self, path: &str) {
        if self.cache.read::<String>(&latest(path)).as_ref() != Some(&self.ground) {
            self.cache.write(&latest(path), &self.ground);
        }
    }

    /// The name of a subject's entry.
    fn name(&self, setting: &Setting<'_>, index: usize) -> String {
        entry(&self.ground, &setting.subjects[index].path)
    }

    /// A checksum of what an exploration rests on, without the functions beside the subject.
    fn rests(&self, setting: &Setting<'_>, index: usize, others: &[&Subject]) -> String {
        let subject = &setting.subjects[index];
        let mut digest = Digest::default();
        digest.add(&self.ground);
        digest.add(self.code(setting, &subject.path));
        digest.add(stored(&subject.constants));
        digest.add(format!("{:?}", subject.conditions));
        for one in std::iter::once(&subject).chain(others) {
            // What the bodies of the others hold does not matter.
            let (constants, conditions) = (Vec::new(), Vec::new());
            digest.add(format!("{:?}", Subject { constants, conditions, ..(*one).clone() }));
            digest.add(stored(&setting.input_sources.endless.get(&one.path)));
        }
        let adts = known_types(subject, others);
        adts.iter().for_each(|adt| digest.add(format!("{:?}", **adt)));
        digest.add(stored(&setting.input_sources.of_subject(subject, index, &adts)));
        let search = setting.search;
        digest.add(format!("{:?} {:?} {:?}", setting.domain.get(&subject.path), search, setting.wanted));
        digest.add(stored(&setting.broken.get(&subject.path)));
        digest.add(stored(&setting.rejected.get(&subject.path)));
        let written = setting.written.get(&subject.path).map_or(&[][..], Vec::as_slice);
        for own in written {
            digest.add(stored(&(&own.id, &own.relation, &own.sources, own.has_own_test)));
        }
        if !written.is_empty() {
            // They may call any function.
            digest.add(self.codes.of_all().to_le_bytes());
        }
        digest.text()
    }

    /// A checksum of a function's code and of the mutants in it; of all code where it is no function of the workspace, such
    /// as what makes values of a type.
    fn code(&self, setting: &Setting<'_>, path: &str) -> String {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(path.to_owned()).or_insert_with(|| self.sum_of_code(setting, path)).clone()
    }

    fn sum_of_code(&self, setting: &Setting<'_>, path: &str) -> String {
        let mut digest = Digest::default();
        digest.add(self.codes.of_function(path).unwrap_or_else(|| self.codes.of_all()).to_le_bytes());
        let Some(closure) = self.closures.get(path) else { return digest.text() };
        // Statements and branches are numbered in the order of the files.
        let mut places: Vec<_> = closure.iter().map(|path| (self.places.get(path.as_str()), path)).collect();
        places.sort_unstable();
        places.iter().for_each(|(_, path)| digest.add(path));
        let index = self.index.get_or_init(|| Index::of(setting));
        for path in closure {
            digest.add([u8::from(index.subjects.contains(path))]);
            for id in index.mutants.get(path).into_iter().flatten() {
                let mutant = &setting.lab.mutants[id.0 as usize - 1];
                let held_out = setting.held_out.contains(id);
                digest.add(format!("{} {} {held_out}", mutant.mutant.id, mutant.viable));
            }
        }
        digest.text()
    }
}

impl Index {
    fn of(setting: &Setting<'_>) -> Index {
        let mut mutants: HashMap<String, Vec<MutantId>> = HashMap::new();
        for mutant in setting.lab.mutants.iter().filter(|mutant| mutant.unswitchable.is_none()) {
            mutants.entry(mutant.mutant.function.clone()).or_default().push(mutant.id);
        }
        Index { subjects: setting.subjects.iter().map(|subject| subject.path.clone()).collect(), mutants }
    }
}

impl Stored {
    /// The exploration with the mutants of this build, and with its structs and enums; `None` where some are gone.
    fn renewed(self, lab: &Lab, adts: &[Adt]) -> Option<Explored> {
        let ids: HashMap<&str, MutantId> =
            lab.mutants.iter().map(|mutant| (mutant.mutant.id.as_str(), mutant.id)).collect();
        let find = |id: MutantId| self.mutants.get(&id.0).and_then(|name| ids.get(name.as_str()).copied());
        let renewed =
            |old: &BTreeSet<MutantId>| old.iter().map(|id| find(*id)).collect::<Option<BTreeSet<_>>>();
        let known = |adt: &Adt| adts.iter().find(|known| known.path == adt.path).cloned();
        let mut explored = self.explored.with_types(&known)?;
        for kept in &mut explored.relations {
            for of_kept in [&mut kept.kills, &mut kept.failures, &mut kept.held_out] {
                *of_kept = renewed(of_kept)?;
            }
        }
        explored.distinguished = renewed(&explored.distinguished)?;
        explored.seconds = [0.0; 3];
        Some(explored)
    }
}

/// An exploration as it was stored, whatever has changed since.
#[derive(Deserialize)]
pub struct Remembered {
    /// The exploration.
    pub explored: Explored,
    /// The ids of its mutants by their numbers.
    mutants: BTreeMap<u32, String>,
}

impl Remembered {
    /// The last one of a function.
    pub fn of(cache: &Cache, path: &str) -> Option<Remembered> {
        let ground: String = cache.read(&latest(path))?;
        cache.read(&entry(&ground, path))
    }

    /// The id of a mutant that is named in it.
    pub fn name(&self, mutant: MutantId) -> Option<&str> {
        self.mutants.get(&mutant.0).map(String::as_str)
    }
}

/// How long the exploration of a function took that an earlier run on the same ground made, in seconds.
pub fn recorded_seconds(cache: &Cache, ground: &str, path: &str) -> Option<f64> {
    #[derive(Deserialize)]
    struct Timed {
        explored: Spent,
    }
    #[derive(Deserialize)]
    struct Spent {
        seconds: [f64; 3],
    }
    let timed: Timed = cache.read(&entry(ground, path))?;
    Some(timed.explored.seconds.iter().sum())
}

/// The name of the entry that says on which ground a function was explored last.
fn latest(path: &str) -> String {
    format!("latest exploration {path}")
}

fn entry(ground: &str, path: &str) -> String {
    format!("exploration {ground} {path}")
}

/// The structs and enums of a subject and of those beside it; where several have one, the subject's own comes first.
pub fn known_types(subject: &Subject, others: &[&Subject]) -> Vec<Adt> {
    let all = std::iter::once(&subject).chain(others).flat_map(|one| one.adts());
    let mut seen = BTreeSet::new();
    all.filter(|adt| seen.insert(adt.path.clone())).collect()
}

fn name(lab: &Lab, id: MutantId) -> &str {
    &lab.mutants[id.0 as usize - 1].mutant.id
}

fn stored(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("there are no maps with keys that are no texts")
}
