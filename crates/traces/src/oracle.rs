//! The oracle: whoever wants to know how a function ends on an input asks it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::executor::Executor;
use super::live::Live;
use super::originals::{Known, Originals};
use super::work::{Limit, Work};
use morph_lab::{Lab, MutantId};
use morph_source::scan::Subject;

/// By function, and by parameter: the least number with which it has no end.
pub type Endless = BTreeMap<String, BTreeMap<usize, u128>>;

/// Executes functions for one unit of work, such as the exploration of a subject: all executors that it hands out share one
/// worker per function and know how the original ended for any of them, so that no row is executed twice.
pub struct Oracle<'a> {
    lab: &'a Lab,
    originals: RefCell<BTreeMap<String, Rc<RefCell<Originals<'a>>>>>,
    work: Rc<Work>,
    /// The function whose fuel counts as work. That of others is their own affair: their code may change without any effect
    /// on what is found here.
    about: Option<String>,
    /// What is known to have no end.
    endless: Arc<Endless>,
}

impl<'a> Oracle<'a> {
    /// An oracle that was not asked yet.
    pub fn new(lab: &'a Lab) -> Oracle<'a> {
        Oracle {
            lab,
            originals: RefCell::default(),
            work: Rc::default(),
            about: None,
            endless: Arc::default(),
        }
    }

    /// The same, which does not execute what is known to have no end.
    pub fn foreseeing(self, endless: &Arc<Endless>) -> Oracle<'a> {
        Oracle { endless: Arc::clone(endless), ..self }
    }

    /// An oracle for one function whose work is limited.
    pub fn limited(lab: &'a Lab, path: &str, limit: Limit) -> Oracle<'a> {
        Oracle { work: Rc::new(Work::new(limit)), about: Some(path.to_owned()), ..Oracle::new(lab) }
    }

    /// What was executed and collected so far.
    pub fn work(&self) -> &Work {
        &self.work
    }

    /// Of how many further inputs of the function with this path one is worth its time.
    pub fn thinning(&self, path: &str) -> usize {
        self.originals.borrow().get(path).map_or(1, |originals| originals.borrow().thinning())
    }

    /// The build.
    pub fn lab(&self) -> &'a Lab {
        self.lab
    }

    /// An executor of the function with this path, for the lab's viable mutants that `keep` lets through.
    pub fn executor(&self, path: &str, keep: &dyn Fn(MutantId) -> bool) -> anyhow::Result<Executor<'a>> {
        Ok(Executor::sharing(self.lab, self.originals(path)?, keep))
    }

    /// The original of the function with this path, without rows, on a worker of its own.
    pub fn live(&self, path: &str) -> anyhow::Result<Live<'a>> {
        Ok(Live::sharing(self.lab.session(path)?, self.originals(path)?))
    }

    fn originals(&self, path: &str) -> anyhow::Result<Rc<RefCell<Originals<'a>>>> {
        if let Some(known) = self.originals.borrow().get(path) {
            return Ok(Rc::clone(known));
        }
        let weighs_fuel = self.about.as_deref() == Some(path);
        let endless = self.endless.get(path).cloned().unwrap_or_default();
        let originals = Originals::new(self.lab, path, Rc::clone(&self.work), (weighs_fuel, endless))?;
        let new = Rc::new(RefCell::new(originals));
        self.originals.borrow_mut().insert(path.to_owned(), Rc::clone(&new));
        Ok(new)
    }

    /// The functions of which an original was executed, by path, with its executions.
    pub fn known(&self) -> BTreeMap<String, Known> {
        let originals = self.originals.borrow();
        let used = originals.iter().filter(|(_, of)| !of.borrow().known.borrow().is_empty());
        used.map(|(path, of)| (path.clone(), Rc::clone(&of.borrow().known))).collect()
    }

    /// An executor of the original alone.
    pub fn original(&self, path: &str) -> anyhow::Result<Executor<'a>> {
        self.executor(path, &|_| false)
    }

    /// Executors of a subject and of the functions that its follow-ups may call.
    pub fn executors(
        &self,
        subject: &Subject,
        others: &[&Subject],
        keep: &dyn Fn(MutantId) -> bool,
    ) -> anyhow::Result<Executors<'a>> {
        let others =
            others.iter().map(|other| anyhow::Ok((other.path.clone(), self.executor(&other.path, keep)?)));
        Ok(Executors {
            subject: self.executor(&subject.path, keep)?,
            others: others.collect::<anyhow::Result<_>>()?,
            work: Rc::clone(&self.work),
        })
    }
}

/// What executes a subject and each other function that is called.
pub struct Executors<'a> {
    /// The subject's.
    pub subject: Executor<'a>,
    /// By path.
    pub others: BTreeMap<String, Executor<'a>>,
    /// What they and others did.
    pub work: Rc<Work>,
}

impl<'a> Executors<'a> {
    /// Of a subject that calls no other function.
    pub fn alone(subject: Executor<'a>) -> Executors<'a> {
        Executors { work: subject.work(), subject, others: BTreeMap::new() }
    }

    /// That of the function that a follow-up calls: the subject where it names none.
    pub fn called(&mut self, function: Option<&str>) -> anyhow::Result<&mut Executor<'a>> {
        match function {
            None => Ok(&mut self.subject),
            Some(path) => {
                self.others.get_mut(path).ok_or_else(|| anyhow::anyhow!("no executor for `{path}`"))
            }
        }
    }

    /// Whether calls of another function burn so much that not many more should be made.
    pub fn is_dear(&self, function: &str) -> bool {
        self.others.get(function).is_some_and(Executor::is_dear)
    }

    /// All of them, the subject's first.
    pub fn all(&self) -> impl Iterator<Item = &Executor<'a>> {
        std::iter::once(&self.subject).chain(self.others.values())
    }
}
