//! Laws of families of one subject.

use std::collections::{BTreeSet, HashSet};

use anyhow::Result;

use super::{OneSubject, Recorded};
use crate::cleanse::relaxed;
use crate::inputs::input_sources::{refused_inputs, useful_inputs};
use crate::laws::{LawSearch, Space, is_ascii, is_lax, narrower, speaks};
use crate::search::{Candidate, FAMILY, FOLLOWED};
use morph_lab::MutantId;
use morph_relation::{Relation, Transformation};
use morph_traces::{Fault, collect_some};

/// What kills one of so many mutants more is not searched for.
const FEW_OF: usize = 10;

impl<'a> OneSubject<'a, '_> {
    /// Whether laws of families leave hardly any of the subject's own mutants, some of which fail: what a search found besides would
    /// not be read.
    pub(super) fn leave_little(
        &self,
        recorded: &Recorded<'_>,
        own: &HashSet<Fault>,
        families: &[Candidate],
        failing: &BTreeSet<MutantId>,
    ) -> bool {
        let mut of_own = recorded.executors.subject.different();
        of_own.retain(|mutant| own.contains(&Fault::Mutant(*mutant)));
        let killed: HashSet<Fault> = families.iter().flat_map(|law| &law.kills).copied().collect();
        let is_open =
            |mutant: &&MutantId| !killed.contains(&Fault::Mutant(**mutant)) && !failing.contains(*mutant);
        self.setting.search.equations && of_own.iter().filter(is_open).count() * FEW_OF <= of_own.len()
    }

    /// Finds laws of families, and which mutants fail where these call the functions. From then on, rows have values for the
    /// variables of these and of hand-written relations.
    pub(super) fn families(
        &self,
        recorded: &mut Recorded<'a>,
    ) -> Result<(Vec<Candidate>, BTreeSet<MutantId>)> {
        let OneSubject { setting, index, subject, .. } = *self;
        let (executor, sources) = (&recorded.executors.subject, &recorded.sources);
        let (useful, refused) = (useful_inputs(executor, sources), refused_inputs(executor, sources));
        let search = LawSearch {
            oracle: self.oracle,
            subject,
            index,
            others: &self.others,
            signatures: &self.signatures,
            constants: &self.constants,
            input_sources: setting.input_sources,
            useful: &useful,
            refused: &refused,
            settings: &setting.search,
        };
        let found = search.run()?;
        let written = setting.written.get(&subject.path).map_or(&[][..], Vec::as_slice);
        let relations = found.iter().map(|law| &law.relation).chain(written.iter().map(|own| &own.relation));
        recorded.space = Space::of(subject.types().len(), relations);
        recorded.extend(&search)?;
        recorded.draw_nearer(&search)?;
        let rows = [recorded.searched.as_slice(), &recorded.drawn].concat();
        let signature = self.signature.with_given(&recorded.space.given);
        let (mut candidates, mut failing) = (Vec::new(), BTreeSet::new());
        for mut law in found {
            let Some(relation) = recorded.space.place(&law.relation) else { continue };
            let transformation = Transformation { followups: relation.followups.clone() };
            let groups = collect_some(&transformation, &rows, &mut recorded.executors, FOLLOWED)?;
            // The search of laws did not see all of these inputs.
            let still_speaks =
                |relation: &Relation| !is_ascii(&relation.when) || speaks(relation, &groups.correct);
            let narrowed = || relaxed(&narrower(&signature, &relation)?, &groups).filter(still_speaks);
            let stands = relaxed(&relation, &groups);
            let strict = stands.clone().filter(|relation| !is_lax(relation));
            let Some(relation) = strict.or_else(narrowed).or(stands) else { continue };
            law.shape.guarded |= law.relation.when.is_yes() && !relation.when.is_yes();
            let held = groups.held_by(&relation);
            failing.extend(groups.failures.keys());
            candidates.push(Candidate {
                shape: Some(law.shape),
                kills: groups.broken(&relation, &held).map(|(_, fault)| fault).collect(),
                relation,
                strategy: FAMILY,
                groups: held.len(),
            });
        }
        Ok((candidates, failing))
    }
}
