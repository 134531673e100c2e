//! A statement about a subject that may be a law, and what it is made for.

use super::families::families;
use super::family::Family;
use super::fits::Types;
use super::lessons::Lessons;
use super::views::{View, Views, further, parts, views};
use crate::search::Shape;
use morph_relation::{Relation, Signature, Type, Value};

/// What instances are made for.
pub struct Context<'a> {
    /// The subject.
    pub subject: &'a Signature,
    /// Other functions that can be called.
    pub siblings: &'a [Signature],
    /// Constants of the subject, the most frequent first.
    pub constants: &'a [Value],
    /// What its executions taught.
    pub lessons: Lessons,
    /// The types of the subject, then of the siblings.
    pub(super) types: Vec<Types>,
    /// What shows their outcomes.
    pub(super) views: Views<'a>,
    /// The further method, or the part, by which alone the subject's outcomes are seen.
    pub(super) seen_by: Option<View<'a>>,
}

impl<'a> Context<'a> {
    /// A subject with its siblings and constants.
    pub fn new(subject: &'a Signature, siblings: &'a [Signature], constants: &'a [Value]) -> Context<'a> {
        let all = || std::iter::once(subject).chain(siblings);
        let views = views(all(), siblings);
        let types = all().map(|it| Types::of(it, views.get(it.path.as_str()).copied())).collect();
        Context { subject, siblings, constants, lessons: Lessons::default(), types, views, seen_by: None }
    }

    /// The same for each further method, and for each part, that shows something of what the subject returns.
    pub(super) fn seen_otherwise(&self) -> impl Iterator<Item = Context<'a>> {
        let first = self.views.get(self.subject.path.as_str()).copied();
        let methods = further(self.subject, self.siblings, first).into_iter().map(View::Method);
        let is_new =
            |view: &View<'_>| !matches!(view, View::Part(_, number) if self.lessons.is_plain(*number));
        methods.chain(parts(self.subject, first).filter(is_new)).map(|view| {
            let (mut types, mut views) = (self.types.clone(), self.views.clone());
            types[0] = Types::of(self.subject, Some(view));
            views.insert(self.subject.path.as_str(), view);
            Context { types, views, lessons: Lessons::default(), seen_by: Some(view), ..*self }
        })
    }

    /// The type of what is seen of the subject's outcomes.
    pub(super) fn outcome(&self) -> &'a Type {
        self.seen_by.and_then(View::shown).unwrap_or(&self.subject.ret)
    }

    /// With what executions of the subject taught.
    pub fn taught(self, lessons: Lessons) -> Context<'a> {
        Context { lessons, ..self }
    }
}

/// A statement about a subject that may be a law.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its family.
    pub family: &'static Family,
    /// The statement as relations, the one that says most first: `f(x) == Some(y)` before `f(x).unwrap() == y`. Floats are
    /// compared exactly.
    pub forms: Vec<Relation>,
    /// What its test is called after the function.
    pub said: String,
    /// The places of the subject's parameters that are named.
    pub places: Vec<usize>,
    /// The paths of the siblings that are called.
    pub siblings: Vec<String>,
    /// Whether it is about a part of what the subject returns that the family says nothing of.
    pub of_part: bool,
}

impl Instance {
    /// What one of its forms is; `guarded` where it holds under a condition of its own, of a subject that returns values of a
    /// type.
    pub fn shape(&self, form: usize, guarded: bool, ret: &Type) -> Shape {
        // Families are statics: each has one address.
        let rank = families().position(|family| std::ptr::eq(family, self.family));
        Shape {
            family: self.family.name,
            implies: self.family.implies,
            form,
            rank: rank.unwrap_or(usize::MAX),
            said: self.said.clone(),
            places: self.places.clone(),
            siblings: self.siblings.clone(),
            guarded,
            minor: self.family.is_minor(ret),
        }
    }
}
