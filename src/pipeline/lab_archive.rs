//! `--lab-archive`: the build of a search in a file, so that shards need not repeat it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::ground;
use crate::cache::{Digest, put, sealed_bytes, unsealed_bytes};
use crate::shards::Ground;
use morph_lab::mutants::Mutant;
use morph_lab::{Archive, BuildOptions, Lab, Rows};
use morph_source::exit::{Code, fail};
use morph_source::files::unwritable;
use morph_source::scan::Subject;
use morph_source::workspace::Workspace;

/// What a build is made of.
pub struct Material<'a> {
    /// The workspace.
    pub workspace: &'a Workspace,
    /// Everything that it has to call.
    pub subjects: &'a [Subject],
    /// Its mutants.
    pub mutants: &'a [Mutant],
    /// How it is built.
    pub options: &'a BuildOptions,
}

/// The head of the file; the programs follow.
#[derive(Serialize, Deserialize)]
struct Head {
    ground: Ground,
    /// A checksum of the subjects, the mutants and the options.
    asked: String,
    archive: Archive,
    /// What the package's own tests call subjects with.
    recorded: Rows,
}

impl Material<'_> {
    /// A checksum of what the build has to have.
    fn asked(&self) -> String {
        let Material { subjects, mutants, options, .. } = self;
        let mut asked = Digest::default();
        subjects.iter().for_each(|subject| asked.add(format!("{subject:?}")));
        mutants.iter().for_each(|mutant| asked.add(&mutant.id));
        let BuildOptions { feature_flags, branches, distances, offline: _ } = options;
        asked.add(format!("{feature_flags:?} {branches} {distances}"));
        asked.text()
    }

    /// The build in a file, and what was recorded with it; `None` where there is no such file.
    pub fn read(&self, file: &Path) -> Result<Option<(Lab, Rows)>> {
        if !file.exists() {
            return Ok(None);
        }
        let wrong = |why: &str| {
            let advice = "remove it, and the lab is built again";
            fail(Code::Usage, format!("--lab-archive {}: {why}; {advice}", file.display()))
        };
        let bytes = fs::read(file).map_err(|error| wrong(&format!("cannot be read: {error}")))?;
        let damaged = || wrong("is damaged or no archive of a lab");
        let content = unsealed_bytes(&bytes).ok_or_else(damaged)?;
        let end = content.iter().position(|byte| *byte == b'\n').ok_or_else(damaged)?;
        let head = serde_json::from_slice(&content[..end]);
        let Head { ground, asked, archive, recorded } =
            head.map_err(|_| wrong("was built by another version of cargo morph"))?;
        let Material { workspace, subjects, mutants, .. } = self;
        let differences = ground.differences(&ground::of(workspace)?).into_iter();
        let differences = differences.chain([(asked != self.asked(), "other options")]);
        let mut told = ["by", "with", "from", "with"].into_iter().zip(differences);
        if let Some((how, (_, what))) = told.find(|(_, (differs, _))| *differs) {
            return Err(wrong(&format!("was built {how} {what}")));
        }
        let dir = workspace.scratch().join("archived");
        let lab = archive.lab(&content[end + 1..], &dir, workspace, subjects, mutants)?;
        Ok(Some((lab.ok_or_else(damaged)?, recorded)))
    }

    /// Writes a build to a file, with what was recorded.
    pub fn write(&self, file: &Path, lab: &Lab, recorded: &Rows) -> Result<()> {
        let Some((archive, programs)) = Archive::of(lab, self.subjects, self.workspace)? else {
            return Ok(());
        };
        let head = Head {
            ground: ground::of(self.workspace)?,
            asked: self.asked(),
            archive,
            recorded: recorded.clone(),
        };
        let mut content = serde_json::to_vec(&head).context("cannot write JSON")?;
        content.push(b'\n');
        content.extend(programs);
        put(file, sealed_bytes(&content)).map_err(unwritable(file))
    }
}
