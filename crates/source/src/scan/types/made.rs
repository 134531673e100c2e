//! Structs and enums as one module sees them, made once for all functions of the module.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::scan::world::{FnDef, ScopeId, World};
use morph_relation::{Adt, Type};

/// Structs and enums by path.
type ByPath = BTreeMap<String, Result<Adt, String>>;

/// A struct or enum, or the field of it that is not supported, if it is one.
pub type Answer = Result<Type, Option<String>>;

/// What was made for all functions so far. How a type is made may depend on those that were made before it for the same
/// function: from each state, the type that is asked for leads to the next.
#[derive(Default)]
pub struct Made(RefCell<BTreeMap<Asked, Step>>);

/// The type that is asked for, and when.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Asked {
    /// Where the function's names are looked up.
    view: ScopeId,
    /// The state that its types are in.
    state: usize,
    /// What is asked for.
    path: String,
    depth: usize,
    is_result: bool,
}

#[derive(Clone)]
struct Step {
    answer: Answer,
    state: usize,
    adts: Rc<ByPath>,
}

/// The structs and enums that one function's types are made of.
pub struct Adts<'a> {
    made: &'a Made,
    /// Where the function's names are looked up.
    view: ScopeId,
    /// Which of the states in `made` these are in.
    state: Cell<usize>,
    so_far: RefCell<Rc<ByPath>>,
    /// Whether one is being made.
    busy: Cell<bool>,
}

impl<'a> Adts<'a> {
    pub fn of(made: &'a Made, world: &World, f: &FnDef) -> Adts<'a> {
        let (state, busy) = (Cell::new(0), Cell::new(false));
        Adts { made, view: view(world, f), state, so_far: RefCell::default(), busy }
    }

    /// What is known of a struct or enum so far.
    pub fn known(&self, path: &str) -> Option<Result<Adt, String>> {
        self.so_far.borrow().get(path).cloned()
    }

    pub fn keep(&self, path: &str, adt: &Adt) {
        Rc::make_mut(&mut self.so_far.borrow_mut()).insert(path.to_owned(), Ok(adt.clone()));
    }

    /// Keeps why a struct or enum cannot be made.
    pub fn refuse(&self, path: &str, why: &str) {
        let mut so_far = self.so_far.borrow_mut();
        let adts = Rc::make_mut(&mut so_far);
        // Types that were built from it meanwhile are incomplete too.
        adts.retain(|_, known| known.is_err());
        adts.insert(path.to_owned(), Err(why.to_owned()));
    }

    /// The answer to what is asked for, found by `make` unless another function of the module has asked for the same.
    pub fn once(&self, path: &str, depth: usize, is_result: bool, make: impl FnOnce() -> Answer) -> Answer {
        // What is asked for on the way belongs to the whole.
        if self.busy.get() {
            return make();
        }
        let (view, state) = (self.view, self.state.get());
        let asked = Asked { view, state, path: path.to_owned(), depth, is_result };
        let known = self.made.0.borrow().get(&asked).cloned();
        let step = known.unwrap_or_else(|| {
            self.busy.set(true);
            let answer = make();
            self.busy.set(false);
            let mut made = self.made.0.borrow_mut();
            let step = Step { answer, state: made.len() + 1, adts: Rc::clone(&self.so_far.borrow()) };
            made.insert(asked, step.clone());
            step
        });
        self.state.set(step.state);
        self.so_far.replace(step.adts);
        step.answer
    }
}

/// Where a function's names are looked up: a body without items of its own is as what is around it.
fn view(world: &World, f: &FnDef) -> ScopeId {
    let mut view = f.inside;
    loop {
        let scope = world.scope(view);
        match scope.parent {
            Some(parent) if scope.is_block && scope.names.is_empty() && scope.imports.is_empty() => {
                view = parent;
            }
            _ => return view,
        }
    }
}
