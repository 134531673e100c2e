//! A relation as one layer of a composite.

use morph_relation::exact::{Polynomial, Terms};
use morph_relation::{Expr, Followup, Op, Relation, Scope, Signature, Type};

/// A relation that follows one execution of its subject up by another. Execution 1 is the follow-up, those behind are
/// others that it mentions.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its guard.
    pub when: Expr,
    /// The follow-up's arguments, over the parameters and the source's outcome.
    pub args: Vec<Expr>,
    /// Other executions, over the same.
    pub others: Vec<Followup>,
    /// The output relation.
    pub then: Expr,
    /// What it says of the follow-up's outcome, where it can be solved for it.
    pub solved: Option<Solved>,
    /// Whether it is about what outcomes wrap: `y1.unwrap()`.
    pub unwraps: bool,
}

/// What is known of a follow-up's outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// How it compares: [`Op::Eq`], or an order.
    pub op: Op,
    /// To what, over the parameters, the source's outcome and those of other executions.
    pub value: Expr,
}

impl Link {
    /// The relation as a layer; `None` where it has no follow-up of the subject itself, or executions depend on each other
    /// in other ways than on the source.
    pub fn of(relation: &Relation, subject: &Signature, others: &[Signature]) -> Option<Link> {
        // The last follow-up for which the output relation can be solved; else just the last.
        let own = |place: &usize| relation.followups[*place].function.is_none();
        let places: Vec<usize> = (0..relation.followups.len()).rev().filter(own).collect();
        let at = |place: &usize| Link::with_followup(relation, *place, subject, others);
        let links: Vec<Link> = places.iter().filter_map(at).collect();
        links.iter().find(|link| link.solved.is_some()).or(links.first()).cloned()
    }

    fn with_followup(
        relation: &Relation,
        place: usize,
        subject: &Signature,
        others: &[Signature],
    ) -> Option<Link> {
        // The follow-up comes first.
        let moved = |number: usize| match number {
            0 => 0,
            n if n == place + 1 => 1,
            n if n < place + 1 => n + 1,
            n => n,
        };
        let mut order: Vec<&Followup> = relation.followups.iter().collect();
        let followup = order.remove(place);
        let independent = |arg: &Expr| !(1..=relation.followups.len()).any(|n| arg.mentions_out(n));
        if !relation.followups.iter().flat_map(|followup| &followup.args).all(independent) {
            return None;
        }
        let then = renumbered(&relation.then, &moved);
        let unwraps = unwraps_all(&then) && then.mentions_outcome();
        let executed: Vec<Followup> =
            std::iter::once(followup).chain(order.iter().copied()).cloned().collect();
        let scope = scope_of(subject, &executed, others);
        let outcome = if unwraps { Expr::unary(Op::Unwrap, Expr::Out(1)) } else { Expr::Out(1) };
        Some(Link {
            when: relation.when.clone(),
            args: followup.args.clone(),
            others: order.into_iter().cloned().collect(),
            solved: solved(&then, &outcome, &scope),
            then,
            unwraps,
        })
    }
}

/// Whether outcomes are mentioned as `y1.unwrap()` only.
fn unwraps_all(expr: &Expr) -> bool {
    match expr {
        Expr::Out(_) => false,
        Expr::Apply(Op::Unwrap, of) if matches!(of[0], Expr::Out(_)) => true,
        other => other.children().into_iter().all(unwraps_all),
    }
}

/// The names of an output relation over these follow-ups.
pub fn scope_of(subject: &Signature, followups: &[Followup], others: &[Signature]) -> Scope {
    let ret = |followup: &Followup| match &followup.function {
        None => subject.ret.clone(),
        Some(path) => others
            .iter()
            .find(|other| other.path == *path)
            .map_or(Type::Opaque(path.clone()), |other| other.ret.clone()),
    };
    let outs = std::iter::once(subject.ret.clone()).chain(followups.iter().map(ret)).collect();
    Scope { params: subject.params.clone(), outs, item: None }
}

/// The expression with other numbers of outcomes.
pub fn renumbered(expr: &Expr, moved: &dyn Fn(usize) -> usize) -> Expr {
    match expr {
        Expr::Out(n) => Expr::Out(moved(*n)),
        other => other.with_children(&mut |child| renumbered(child, moved)),
    }
}

/// A comparison solved for an outcome: numbers as linear equations are, anything else where the outcome stands alone.
fn solved(then: &Expr, outcome: &Expr, scope: &Scope) -> Option<Solved> {
    let Expr::Apply(op @ (Op::Eq | Op::Lt | Op::Le | Op::Gt | Op::Ge), sides) = then else { return None };
    let ty = scope.type_of(&sides[0])?;
    if !matches!(ty, Type::Int(_) | Type::Float(_)) {
        let alone = |a: usize, b: usize| sides[a] == *outcome && !sides[b].mentions_out(1);
        let other = [(0, 1), (1, 0)].into_iter().find(|(a, b)| alone(*a, *b))?.1;
        return (*op == Op::Eq).then(|| Solved { op: Op::Eq, value: sides[other].clone() });
    }
    let mut terms = Terms::new(scope);
    let difference = terms.read(&sides[0]) - terms.read(&sides[1]);
    let variable = terms.known(outcome)?;
    let mut factor = None;
    let mut rest = Polynomial::default();
    for (monomial, coefficient) in difference.terms() {
        if *monomial == [(variable, 1)] {
            factor = Some(coefficient.clone());
        } else {
            rest = rest + Polynomial::term(monomial.clone(), coefficient.clone());
        }
    }
    let factor = factor?;
    let negative = factor < morph_relation::exact::int(0);
    let value = terms.write(&rest.scaled(&-factor.recip()), &ty)?;
    let op = if negative { flipped(*op) } else { *op };
    (!value.mentions_out(1)).then_some(Solved { op, value })
}

/// The order the other way round.
pub fn flipped(op: Op) -> Op {
    match op {
        Op::Lt => Op::Gt,
        Op::Le => Op::Ge,
        Op::Gt => Op::Lt,
        Op::Ge => Op::Le,
        other => other,
    }
}
