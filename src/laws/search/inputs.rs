//! Inputs that laws are tried on.

use anyhow::Result;
use rand_chacha::ChaCha8Rng;

use super::{FIRST, LawSearch, ORDINARY};
use crate::inputs::input_sources::generator;
use crate::laws::nearer::{chained, nearer};
use crate::laws::rows::Rows;
use crate::laws::space::Space;
use crate::laws::varied::{
    CUTS, CUTS_OF_SHOWN, around_signs, broken_up, cut_in_two, dependent, every_letter, folded, respelled,
    shown, signed, stretched, taken_apart, without_options,
};
use morph_relation::{Relation, Value};
use morph_traces::Executors;
use morph_values::{Generator, small_inputs};

/// Small inputs that survivors are tried on, and those with values that constructors made.
const SMALL: usize = 2_500;
const SMALL_OF_MADE: usize = 600;
/// Inputs whose floats are near zero.
const NEAR: usize = 200;

impl LawSearch<'_, '_> {
    /// What makes values of the subject's types, and of others, none of which is far from usual.
    pub(super) fn generator(&self) -> Generator {
        generator(self.subject, self.index, self.input_sources).modest()
    }

    /// Small and ordinary inputs with the variables of a relation.
    pub(super) fn rows(
        &self,
        relation: &Relation,
        accepted: &[Vec<Value>],
        executors: &mut Executors<'_>,
        rng: &mut ChaCha8Rng,
    ) -> Result<Rows> {
        let extended = self.subject.with_given(&relation.given);
        let space = Space::of(self.subject.types().len(), std::iter::once(relation));
        let generator = self.generator();
        let types = extended.types();
        let mut ordinary = Vec::new();
        if !self.useful.is_empty() {
            let some: Vec<Vec<Value>> = self.useful.iter().take(ORDINARY).cloned().collect();
            ordinary = space.extend(&some, &self.subject.types(), &generator, rng);
            let near = [nearer(&ordinary, NEAR, rng), chained(&types, &ordinary, NEAR, rng)];
            ordinary.extend(near.concat());
            let more =
                [every_letter, stretched, around_signs, signed, folded].map(|vary| vary(&types, &ordinary));
            let broken_up = broken_up(&types, &ordinary, self.constants);
            let own = self.subject.types();
            let accepted = space.extend(accepted, &own, &generator, rng);
            let mut apart = respelled(&own, &accepted);
            if types.len() > own.len() {
                let shown = shown(&own, &ordinary, &self.input_sources.texts(self.subject));
                let dependent = dependent(&own, &ordinary);
                for (some, cuts) in [(&ordinary, CUTS), (&shown, CUTS_OF_SHOWN), (&dependent, CUTS)] {
                    apart.extend(cut_in_two(&types, own.len(), some, cuts));
                }
                apart.extend(taken_apart(&types, own.len(), &accepted));
            }
            ordinary.extend([more.concat(), broken_up, apart].concat());
        }
        let mut small = small_inputs(&types, SMALL);
        if small.is_empty() {
            // Otherwise these are among the small ones.
            ordinary.extend(space.extend(self.refused, &self.subject.types(), &generator, rng));
            small = generator.small_inputs(&types, SMALL_OF_MADE);
        }
        let at = small.len().min(FIRST);
        let (first, rest) = small.split_at(at);
        let some = ordinary.len().min(FIRST);
        let absent = without_options(&types, &ordinary);
        let first = executors.subject.run([first, &ordinary[..some], &absent].concat())?;
        let rest = executors.subject.run([rest, &ordinary[some..]].concat())?;
        Ok(Rows::new(first, &rest))
    }
}
