//! Runs a function on symbolic inputs, and reads its outcome.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::state::{Flow, Limits, Machine};
use super::value::{Input, Place, Val};
use crate::program::Program;
use crate::term::Terms;
use crate::{Chooser, End, Mode, Path};
use morph_relation::Type;
use morph_source::scan::Subject;

/// Executes a function on symbolic inputs: the parameters of `subject`, named `p0`, `p1` …
pub fn run(
    program: &Program,
    entry: &str,
    subject: &Subject,
    terms: &mut Terms,
    mode: Mode,
    chooser: &mut dyn Chooser,
    limits: Limits,
) -> Path {
    let path =
        Path { branches: Vec::new(), passed: Vec::new(), end: End::Returned, inexact: None, returned: None };
    let mut machine = Machine {
        program,
        terms,
        chooser,
        mode,
        limits,
        path,
        passed: FxHashSet::default(),
        decided: FxHashMap::default(),
        ranges: FxHashMap::default(),
        cells: Vec::new(),
        base: 0,
        function: None,
        files: BTreeMap::new(),
        depth: 0,
        called: Vec::new(),
        for_any: Vec::new(),
        expressions: 0,
        copied: 0,
        unknowns: 0,
        quiet: 0,
        constants: FxHashMap::default(),
        inferences: BTreeMap::new(),
        made: BTreeMap::new(),
    };
    machine.path.end = machine.entry(entry, subject);
    machine.path
}

impl<'p> Machine<'p, '_> {
    /// Calls the subject.
    fn entry(&mut self, entry: &str, subject: &Subject) -> End {
        let Some(body) = self.program.functions.get(entry) else {
            return self.unmodelled(format!("`{entry}` has no body"));
        };
        if self.is_cover() && self.program.methods.keys().any(|(_, name)| name == "drop") {
            self.inexact("code that runs when values are dropped");
        }
        let mut held = Vec::new();
        let mut args = Vec::new();
        for (number, param) in subject.params.iter().enumerate() {
            let (ty, is_mut) = match &param.ty {
                Type::Mut(inner) => (&**inner, true),
                ty => (ty, false),
            };
            let input = Val::Input(Rc::new(Input { name: format!("p{number}"), ty: Rc::new(ty.clone()) }));
            args.push(if is_mut {
                let place = self.cell(input);
                held.extend(param.ty.changed().map(|ty| (place.clone(), ty.owned())));
                Val::Mut(place)
            } else {
                input
            });
        }
        let returned = match self.call_body(body, args) {
            Ok(value) => value,
            Err(Flow::End(end)) => return end,
            Err(Flow::Unsupported(why)) => return self.unmodelled(why),
            Err(_) => return self.unmodelled("a jump out of the function".to_owned()),
        };
        // Looking at it is no part of the path.
        let (steps, inexact) = (self.path.branches.len(), self.path.inexact.clone());
        self.path.returned = self.outcome(returned, subject, held);
        self.path.branches.truncate(steps);
        self.path.inexact = inexact;
        End::Returned
    }

    /// The outcome, where everything in it is constant, or the chooser knows what it is.
    fn outcome(
        &mut self,
        returned: Val<'p>,
        subject: &Subject,
        held: Vec<(Place, Type)>,
    ) -> Option<morph_relation::Value> {
        let mut parts = Vec::new();
        if subject.ret != Type::Unit {
            parts.push(self.known(&returned, &subject.ret)?);
        }
        for (place, ty) in held {
            let value = self.read(&place);
            parts.push(self.known(&value, &ty)?);
        }
        Some(match parts.len() {
            0 => morph_relation::Value::Unit,
            1 => parts.remove(0),
            _ => morph_relation::Value::Tuple(parts.into()),
        })
    }
}
