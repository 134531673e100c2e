//! A build for other machines of the same kind: its programs, and what the lab knows of them.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::{Executions, Lab, LabMutant, MutantId, Probe, Programs, Unswitchable};
use crate::mutants::Mutant;
use morph_source::files::unwritable;
use morph_source::scan::Subject;
use morph_source::workspace::Workspace;

/// A build without its programs. Files are relative to the workspace's root.
#[derive(Debug, Serialize, Deserialize)]
pub struct Archive {
    /// By path: at how many instances a generic function could not be called.
    instances: BTreeMap<String, usize>,
    refused: BTreeMap<String, String>,
    /// In the order of their numbers.
    mutants: Vec<Switch>,
    probes: Vec<Probe>,
    unprobed: Vec<(PathBuf, Range<usize>)>,
    /// The package and the number of the target of each program, and its size in bytes.
    programs: Vec<(String, usize, usize)>,
}

/// A mutant's place in a build, as in [`LabMutant`].
#[derive(Debug, Serialize, Deserialize)]
struct Switch {
    leader: MutantId,
    viable: bool,
    unswitchable: Option<Unswitchable>,
}

impl Archive {
    /// A lab that was built to call these subjects, and its programs one after the other; `None` where mutants have builds of
    /// their own.
    pub fn of(
        lab: &Lab,
        subjects: &[Subject],
        workspace: &Workspace,
    ) -> anyhow::Result<Option<(Archive, Vec<u8>)>> {
        if lab.apart.is_some() {
            return Ok(None);
        }
        let here = |file: &Path| workspace.relative(file).to_owned();
        let tried = subjects.iter().zip(&lab.subjects).filter_map(|(before, now)| {
            let tried = before.alternatives.len() - now.alternatives.len();
            (tried > 0).then(|| (before.path.clone(), tried))
        });
        let (mut programs, mut bytes) = (Vec::new(), Vec::new());
        for ((package, target), file) in &lab.executables {
            let program = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            programs.push((package.clone(), *target, program.len()));
            bytes.extend(program);
        }
        let switch = |mutant: &LabMutant| Switch {
            leader: mutant.leader,
            viable: mutant.viable,
            unswitchable: mutant.unswitchable,
        };
        let probe = |probe: &Probe| Probe { file: here(&probe.file), ..probe.clone() };
        let archive = Archive {
            instances: tried.collect(),
            refused: lab.refused.clone(),
            mutants: lab.mutants.iter().map(switch).collect(),
            probes: lab.probes.iter().map(probe).collect(),
            unprobed: lab.unprobed.iter().map(|(file, place)| (here(file), place.clone())).collect(),
            programs,
        };
        Ok(Some((archive, bytes)))
    }

    /// The lab, with its programs in `dir`, where these are the subjects and the mutants that it was built for; `None` where
    /// they cannot be.
    pub fn lab(
        self,
        mut programs: &[u8],
        dir: &Path,
        workspace: &Workspace,
        subjects: &[Subject],
        mutants: &[Mutant],
    ) -> anyhow::Result<Option<Lab>> {
        if self.mutants.len() != mutants.len() {
            return Ok(None);
        }
        let mut executables = Programs::new();
        for (package, target, size) in &self.programs {
            let Some((program, rest)) = programs.split_at_checked(*size) else { return Ok(None) };
            let file = dir.join(format!("{package}-{target}"));
            write_program(&file, program).map_err(unwritable(&file))?;
            executables.insert((package.clone(), *target), file);
            programs = rest;
        }
        let subjects: Vec<Subject> = subjects
            .iter()
            .map(|subject| {
                let tried = self.instances.get(&subject.path).copied().unwrap_or_default();
                let alternatives = subject.alternatives.get(tried..).unwrap_or_default().to_vec();
                Subject { alternatives, ..subject.instance(tried) }
            })
            .collect();
        let there = |file: &Path| workspace.root.join(file);
        let numbered = (1..).map(MutantId).zip(mutants).zip(self.mutants);
        let mutants = numbered.map(|((id, mutant), switch)| {
            let Switch { leader, viable, unswitchable } = switch;
            LabMutant { mutant: mutant.clone(), id, leader, viable, unswitchable }
        });
        let probes = self.probes.into_iter().map(|probe| Probe { file: there(&probe.file), ..probe });
        Ok(Some(Lab {
            mutants: mutants.collect(),
            probes: probes.collect(),
            unprobed: self.unprobed.iter().map(|(file, place)| (there(file), place.clone())).collect(),
            hangs: subjects.iter().map(|_| AtomicU32::new(0)).collect(),
            subjects,
            refused: self.refused,
            executables,
            apart: None,
            unconfined: AtomicBool::new(false),
            executions: Executions::default(),
        }))
    }
}

/// Writes a program that can be run, where it is not there yet.
fn write_program(file: &Path, program: &[u8]) -> std::io::Result<()> {
    if fs::read(file).is_ok_and(|there| there == program) {
        return Ok(());
    }
    fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
    // A program that is running cannot be written to, but replaced.
    let new = file.with_extension("new");
    fs::write(&new, program)?;
    #[cfg(unix)]
    fs::set_permissions(&new, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    fs::rename(&new, file)
}
