//! Layers put behind each other: `F_k(… F_1(x))`, and what is known of its outcome.

use super::link::{Link, Solved, flipped, renumbered, scope_of};
use morph_relation::exact::{Terms, int};
use morph_relation::{Expr, Followup, Op, Relation, Scope, Signature, Tolerance, Type};

/// A composite, before it is tried.
#[derive(Clone, Debug)]
pub struct Composite {
    /// The relation under the guards of all layers.
    pub relation: Relation,
    /// Its guard, from none to all: the layers' own ones may not be needed.
    pub guards: Vec<Expr>,
}

/// The composite of layers, the first of which follows the source up. `None` where one cannot be put behind the one before:
/// it is not solved for its outcome, or bounded from the wrong side. One that leads back to the source is none, either.
pub fn compose(layers: &[&Link], subject: &Signature, others: &[Signature]) -> Option<Composite> {
    let (last, before) = layers.split_last()?;
    let mut chain = Chain::new(subject, others, layers[0].unwraps);
    for link in before {
        chain.advance(link)?;
    }
    chain.finish(last)
}

struct Chain<'a> {
    subject: &'a Signature,
    functions: &'a [Signature],
    unwraps: bool,
    guards: Vec<Expr>,
    /// The inputs of the layer's source.
    args: Vec<Expr>,
    /// What is known of its outcome.
    known: Solved,
    /// Other executions; the first is outcome 2.
    others: Vec<Followup>,
}

impl<'a> Chain<'a> {
    fn new(subject: &'a Signature, functions: &'a [Signature], unwraps: bool) -> Chain<'a> {
        let outcome = if unwraps { Expr::unary(Op::Unwrap, Expr::Out(0)) } else { Expr::Out(0) };
        Chain {
            subject,
            functions,
            unwraps,
            guards: Vec::new(),
            args: (0..subject.params.len()).map(Expr::Param).collect(),
            known: Solved { op: Op::Eq, value: outcome },
            others: Vec::new(),
        }
    }

    /// One layer more: what the link says of its source is said of the last layer's follow-up.
    fn advance(&mut self, link: &Link) -> Option<()> {
        let solved = link.solved.as_ref()?;
        if !self.admit(link) {
            return None;
        }
        let places = self.execute(link)?;
        let op = self.direction(link, solved)?;
        let value = self.written(self.substituted(&solved.value, &places)?, &self.subject.ret.clone());
        let args = self.followed(link);
        self.known = Solved { op, value };
        self.args = args;
        Some(())
    }

    fn finish(mut self, link: &Link) -> Option<Composite> {
        if !self.admit(link) {
            return None;
        }
        let places = self.execute(link)?;
        let outcome = if self.unwraps { Expr::unary(Op::Unwrap, Expr::Out(1)) } else { Expr::Out(1) };
        let then = match &link.solved {
            Some(solved) => {
                let op = self.direction(link, solved)?;
                let value = self.substituted(&solved.value, &places)?;
                Expr::binary(op, outcome, self.written(value, &self.subject.ret.clone()))
            }
            None if self.known.op == Op::Eq => self.substituted(&link.then, &places)?,
            None => return None,
        };
        let args = self.followed(link);
        let source: Vec<Expr> = (0..self.subject.params.len()).map(Expr::Param).collect();
        if args == source {
            return None;
        }
        let (followups, then) = gathered(Followup::of_subject(args), &self.others, &then, &source)?;
        let mut guards = vec![Expr::yes()];
        for guard in std::mem::take(&mut self.guards) {
            let both = |known: &Expr| match known.is_yes() {
                true => guard.clone(),
                false => Expr::binary(Op::And, known.clone(), guard.clone()),
            };
            guards.extend(guards.last().map(both));
        }
        let when = guards.last().cloned()?;
        let relation = Relation { given: Vec::new(), when, followups, then, tolerance: Tolerance::Exact };
        Some(Composite { relation, guards })
    }

    /// Takes the link's guard over, and says whether the link may stand here.
    fn admit(&mut self, link: &Link) -> bool {
        // A bound is no outcome that can be an input, nor is what wraps it.
        let fits = |arg: &Expr| {
            !arg.mentions_outcome() || (self.known.op == Op::Eq && (!self.unwraps || only_unwrapped(arg)))
        };
        let args = || link.args.iter().chain(link.others.iter().flat_map(|other| &other.args));
        if link.unwraps != self.unwraps || !args().all(fits) {
            return false;
        }
        if link.when.is_yes() {
            return true;
        }
        let when = self.replaced(&link.when);
        let no_outcome = !when.mentions_outcome();
        if !self.guards.contains(&when) {
            self.guards.push(when);
        }
        no_outcome
    }

    /// How the follow-up compares to the value, given how the source does.
    fn direction(&self, link: &Link, solved: &Solved) -> Option<Op> {
        if self.known.op == Op::Eq {
            return Some(solved.op);
        }
        // The value rises or falls with the source's outcome in proportion.
        let executed: Vec<Followup> =
            std::iter::once(Followup::of_subject(Vec::new())).chain(link.others.iter().cloned()).collect();
        let scope = scope_of(self.subject, &executed, self.functions);
        let outcome = if self.unwraps { Expr::unary(Op::Unwrap, Expr::Out(0)) } else { Expr::Out(0) };
        let mut terms = Terms::new(&scope);
        let value = terms.read(&solved.value);
        let variable = terms.known(&outcome)?;
        let mut factor = None;
        for (monomial, coefficient) in value.terms() {
            if *monomial == [(variable, 1)] {
                factor = Some(coefficient.clone());
            } else if monomial.iter().any(|(v, _)| *v == variable) {
                return None;
            }
        }
        let known = if factor? < int(0) { flipped(self.known.op) } else { self.known.op };
        match (known, solved.op) {
            (known, Op::Eq) => Some(known),
            (Op::Le, Op::Le) => Some(Op::Le),
            (Op::Lt | Op::Le, Op::Lt | Op::Le) => Some(Op::Lt),
            (Op::Ge, Op::Ge) => Some(Op::Ge),
            (Op::Gt | Op::Ge, Op::Gt | Op::Ge) => Some(Op::Gt),
            _ => None,
        }
    }

    /// Adds the link's other executions; by number in the link: their outcomes' numbers here.
    fn execute(&mut self, link: &Link) -> Option<Vec<usize>> {
        let mut places = vec![0, 1];
        for other in &link.others {
            let types: Vec<Type> = match &other.function {
                None => self.subject.params.iter().map(|(_, ty)| ty.erased()).collect(),
                Some(path) => {
                    let called = self.functions.iter().find(|function| function.path == *path)?;
                    called.params.iter().map(|(_, ty)| ty.erased()).collect()
                }
            };
            let args = other.args.iter().zip(&types);
            let args = args.map(|(arg, ty)| self.replaced_within(arg, ty)).collect();
            let execution = Followup { function: other.function.clone(), args };
            let known = self.others.iter().position(|known| *known == execution);
            places.push(2 + known.unwrap_or(self.others.len()));
            if known.is_none() {
                self.others.push(execution);
            }
        }
        Some(places)
    }

    /// The follow-up's inputs, over the source of the whole.
    fn followed(&self, link: &Link) -> Vec<Expr> {
        let types = self.subject.params.iter().map(|(_, ty)| ty.erased());
        link.args.iter().zip(types).map(|(arg, ty)| self.replaced_within(arg, &ty)).collect()
    }

    fn replaced_within(&self, arg: &Expr, ty: &Type) -> Expr {
        self.written(self.replaced(arg), ty)
    }

    /// What the link says of its source, said of the layer's source, with outcomes renumbered; `None` where its outcome
    /// is mentioned in another way than it is known.
    fn substituted(&self, expr: &Expr, places: &[usize]) -> Option<Expr> {
        let moved = renumbered(expr, &|n| places.get(n).copied().unwrap_or(n));
        let expected = !self.unwraps || only_unwrapped(&moved);
        expected.then(|| self.replaced(&moved))
    }

    /// The layer's inputs for the parameters, and what is known of its outcome for the outcome.
    fn replaced(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Param(i) => self.args[*i].clone(),
            Expr::Apply(Op::Unwrap, of) if self.unwraps && of[0] == Expr::Out(0) => self.known.value.clone(),
            Expr::Out(0) if !self.unwraps => self.known.value.clone(),
            other => other.with_children(&mut |child| self.replaced(child)),
        }
    }

    /// A term as a person writes it: sums are summed up.
    fn written(&self, term: Expr, ty: &Type) -> Expr {
        let scope = self.scope();
        let ty =
            scope.type_of(&term).filter(|own| own == ty || matches!(ty, Type::Option(_) | Type::Result(..)));
        let Some(ty @ (Type::Int(_) | Type::Float(_))) = ty else { return term };
        let mut terms = Terms::new(&scope);
        let sum = terms.read(&term);
        terms.write(&sum, &ty).unwrap_or(term)
    }

    /// The names of what is known here.
    fn scope(&self) -> Scope {
        let followups: Vec<Followup> =
            std::iter::once(Followup::of_subject(Vec::new())).chain(self.others.iter().cloned()).collect();
        scope_of(self.subject, &followups, self.functions)
    }
}

fn only_unwrapped(expr: &Expr) -> bool {
    match expr {
        Expr::Out(0) => false,
        Expr::Apply(Op::Unwrap, of) if of[0] == Expr::Out(0) => true,
        other => other.children().into_iter().all(only_unwrapped),
    }
}

/// The executions that are mentioned, the follow-up first, and the output relation with their numbers. One that is the
/// source or the follow-up once more is that. `None` where nothing is said of the follow-up.
fn gathered(
    followup: Followup,
    others: &[Followup],
    then: &Expr,
    source: &[Expr],
) -> Option<(Vec<Followup>, Expr)> {
    let mut followups = vec![followup];
    let mut places = vec![0, 1];
    for (i, other) in others.iter().enumerate() {
        let own = other.function.is_none();
        places.push(match followups.iter().position(|known| known == other) {
            _ if own && other.args == source => 0,
            Some(known) => 1 + known,
            None if then.mentions_out(2 + i) => {
                followups.push(other.clone());
                followups.len()
            }
            None => usize::MAX,
        });
    }
    let then = renumbered(then, &|n| places.get(n).copied().unwrap_or(n));
    then.mentions_out(1).then_some((followups, then))
}
