//! Whether the calls of a statement may have types, told before any hole is filled.

use super::fits::{Arg, Types};
use super::holes::{Arrangement, Holes, Like};
use morph_relation::Type;

impl Holes {
    /// Whether the calls of a statement that a function is in may have types. `functions` are the subject and, where they are
    /// chosen, its siblings.
    pub fn may_call(
        &self,
        arrangement: &Arrangement,
        functions: &[Option<&Types>; 3],
        number: usize,
    ) -> bool {
        let letter = |letter: char| -> Option<&Type> {
            let variable = self.variables.iter().find(|variable| variable.name.starts_with(letter));
            let param = match variable.map(|variable| variable.like) {
                Some(Like::Param(param)) => param,
                Some(_) => return None,
                None => letter,
            };
            match arrangement.group(param)? {
                [place] => functions[0].and_then(|subject| subject.takes.get(*place)),
                _ => None,
            }
        };
        self.calls.iter().all(|call| {
            let Some(called) = functions[call.function] else { return true };
            call.args.iter().all(|arg| match arg {
                Arg::Letter(c) if call.function == number => letter(*c).is_none_or(|ty| called.takes(ty)),
                Arg::Outcome(inner) if [call.function, *inner].contains(&number) => {
                    functions[*inner].is_none_or(|inner| inner.flows_into(called))
                }
                _ => true,
            })
        })
    }
}
