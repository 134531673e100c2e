//! Output relations bottom-up by size: equalities between terms that agree on every correct group, then inequalities,
//! containments and implications, each under several guards.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::agreement::{agree, alike, near_pairs, order};
use super::bank::{Bank, Kind, Term};
use super::guards::{Guard, guards, tame};
use super::weight::{HEAVIEST, collect_literals, weight};
use super::{Candidate, Found, StopReason, Strategy, Task};
use morph_relation::{Expr, Op, Relation, Tolerance, Type, Value};
use morph_traces::Fault;

/// The strategy.
pub struct Enumerate;

/// Terms that agree and are compared pair by pair.
const AGREEING: usize = 12;
/// Partial terms have to agree on a tenth of the groups, counted as at least this many.
const LEAST_PARTIAL: usize = 200;
/// Number of terms, the simplest ones, that inequalities relate.
const COMPARED: usize = 60;
/// Relations kept per transformation.
const KEPT: usize = 160;

impl Strategy for Enumerate {
    fn name(&self) -> &'static str {
        "enumerate"
    }

    fn search(&self, task: &Task<'_>) -> Found {
        let mut guards = guards(task.subject, task.constants, task.groups);
        if task.equations {
            let tame = tame(task.subject);
            guards.retain(|guard| guard.when.is_yes() || Some(&guard.when) == tame.as_ref());
        }
        let bank = Bank::fill(task);
        let fed = task.transformation.followups.iter().flat_map(|f| &f.args);
        let mut relations = Relations {
            task,
            fed: fed
                .fold(0, |bits, arg| (0..32).filter(|n| arg.mentions_out(*n)).fold(bits, |b, n| b | 1 << n)),
            found: HashMap::new(),
        };
        for (ty, terms) in &bank.terms {
            for (i, guard) in guards.iter().enumerate() {
                // What holds without a guard needs none.
                let wide = (i > 0).then(|| &guards[0]);
                relations.equalities(ty, terms, guard, wide);
                if !task.equations {
                    relations.orders(ty, terms, guard, wide);
                    relations.conditions(ty, terms, guard, wide);
                }
            }
        }
        let stop = if bank.short { StopReason::Budget } else { StopReason::Exhausted };
        Found { candidates: relations.finish(), stop, evaluations: task.evaluations - bank.left }
    }
}

struct Relations<'a> {
    task: &'a Task<'a>,
    /// Which outcomes are inputs of later executions, as bits.
    fed: u32,
    /// The simplest relation for each set of kills and each guard: under a wider guard it may not survive.
    found: HashMap<(Vec<Fault>, Expr), Candidate>,
}

impl Relations<'_> {
    /// The number of the last execution.
    fn last(&self) -> u32 {
        self.task.transformation.followups.len() as u32
    }

    /// Every execution plays a part: its outcome is mentioned, or is an input of a later one.
    fn relates(&self, a: &Term<'_>, b: &Term<'_>) -> bool {
        let all = (1_u32 << (self.last() + 1)) - 1;
        (a.outcomes | b.outcomes | self.fed) == all
    }

    /// Whether another function is called, with the outcome (a round trip) or without.
    fn other(&self) -> bool {
        self.task.transformation.followups.iter().any(|f| f.function.is_some())
    }

    /// Equalities that a person would write, with the side that has the last outcome first.
    fn readable<'t>(&self, a: &'t Term<'t>, b: &'t Term<'t>) -> Option<(&'t Term<'t>, &'t Term<'t>)> {
        let last = 1 << self.last();
        let (left, right) = if a.outcomes & last != 0 { (a, b) } else { (b, a) };
        if left.outcomes & last == 0 || !self.relates(left, right) {
            return None;
        }
        let measured = |t: &Term<'_>| matches!(t.expr, Expr::Apply(Op::Len | Op::Chars | Op::Sum, _));
        let simple = |t: &Term<'_>| t.kind == Kind::Outcome || (t.kind == Kind::Measure && measured(t));
        if self.other() {
            // decode(encode(x)) == x, fast(x) == slow(x)
            let trip = matches!(right.kind, Kind::Param | Kind::Outcome)
                || (simple(left) && left.size == 2 && simple(right));
            return (simple(left) && trip && right.outcomes & last == 0).then_some((left, right));
        }
        if right.outcomes & last == 0 && left.outcomes == last && left.kind != Kind::Compound {
            return Some((left, right));
        }
        // y1 + y0 == a
        let balanced = left.kind == Kind::Compound && right.outcomes == 0 && right.kind != Kind::Compound;
        let op = matches!(left.expr, Expr::Apply(Op::Add | Op::Mul, _));
        (balanced && op).then_some((left, right))
    }

    /// Equal terms fall into one bucket; floats that are nearly equal are found by sorting.
    fn equalities(&mut self, ty: &Type, terms: &[Rc<Term<'_>>], guard: &Guard, wide: Option<&Guard>) {
        let rows: Vec<usize> = (0..guard.correct.len()).filter(|row| guard.correct[*row]).collect();
        if rows.is_empty() {
            return;
        }
        let buckets = alike(terms, &rows);
        let mut pairs: Vec<(usize, usize, Tolerance)> = Vec::new();
        for bucket in buckets.values().filter(|bucket| bucket.len() > 1) {
            let mut bucket = bucket.clone();
            bucket.sort_by_key(|i| (terms[*i].size, *i));
            bucket.truncate(AGREEING);
            for (n, a) in bucket.iter().enumerate() {
                pairs.extend(bucket[n + 1..].iter().map(|b| (*a, *b, Tolerance::Exact)));
            }
        }
        if let Some(floats) = ty.narrowest_float() {
            pairs.extend(near_pairs(terms, &rows, floats));
        }
        pairs.extend(self.partial_pairs(terms, &rows));
        for (a, b, tolerance) in pairs {
            let (a, b) = (&terms[a], &terms[b]);
            let Some((a, b)) = self.readable(a, b) else { continue };
            // Where a part says the same, the whole says it in a roundabout way: `y0.max(a)` where `y0` is never less.
            let part_agrees = |whole: &Term<'_>| {
                whole.expr.children().into_iter().any(|child| {
                    let part = terms.iter().find(|t| t.expr == *child);
                    part.is_some_and(|t| {
                        rows.iter().all(|row| agree(t, whole, *row, Tolerance::Exact) != Some(false))
                    })
                })
            };
            if part_agrees(a) || part_agrees(b) {
                continue;
            }
            let everywhere = |guard: &Guard| {
                let rows = (0..guard.correct.len()).filter(|row| guard.correct[*row]);
                rows.clone().all(|row| agree(a, b, row, tolerance) != Some(false))
            };
            if wide.is_some_and(everywhere) {
                continue;
            }
            self.keep(guard, Op::Eq, a, b, tolerance, |row| agree(a, b, row, tolerance).map(|same| !same));
        }
    }

    /// Pairs that agree wherever both have a value, where one is partial: hashing cannot find these.
    fn partial_pairs(&self, terms: &[Rc<Term<'_>>], rows: &[usize]) -> Vec<(usize, usize, Tolerance)> {
        let last = 1 << self.last();
        let partial = |t: &Term<'_>| rows.iter().any(|row| t.value(*row).is_none());
        let left = terms.iter().enumerate().filter(|(_, t)| {
            t.outcomes == last && matches!(t.kind, Kind::Outcome | Kind::Measure) && partial(t)
        });
        let mut pairs = Vec::new();
        for (i, a) in left {
            for (j, b) in terms.iter().enumerate().filter(|(_, b)| b.outcomes & last == 0) {
                let agrees = rows.iter().all(|row| agree(a, b, *row, Tolerance::Exact) != Some(false));
                let both =
                    || rows.iter().filter(|r| a.value(**r).is_some() && b.value(**r).is_some()).count();
                if agrees && both() * 10 >= rows.len().max(LEAST_PARTIAL) {
                    pairs.push((i, j, Tolerance::Exact));
                }
            }
        }
        pairs
    }

    /// `<=`, `<` … between the simplest terms with the last outcome and those without it.
    fn orders(&mut self, ty: &Type, terms: &[Rc<Term<'_>>], guard: &Guard, wide: Option<&Guard>) {
        if !matches!(ty, Type::Int(_) | Type::Float(_)) {
            return;
        }
        let last = 1 << self.last();
        if self.fed != 0 && self.other() {
            return;
        }
        let mut known = Vec::new();
        let mut mixed_in = Vec::new();
        for (i, arg) in self.task.transformation.followups.iter().flat_map(|f| f.args.iter().enumerate()) {
            collect_literals(arg, &mut known);
            for j in (0..self.task.subject.params.len()).filter(|j| *j != i) {
                if arg.any(&mut |e| *e == Expr::Param(j)) {
                    mixed_in.push(Expr::Param(j));
                }
            }
        }
        let simplest = |with_last: bool| -> Vec<&Term<'_>> {
            let wanted = |t: &&Rc<Term<'_>>| match t.kind {
                Kind::Outcome | Kind::Measure => (t.outcomes & last != 0) == with_last && t.outcomes != 0,
                Kind::Compound => {
                    !with_last
                        && !self.other()
                        && t.outcomes & last == 0
                        && is_bound(&t.expr, &known, &mixed_in)
                }
                _ => false,
            };
            let mut some: Vec<&Term<'_>> = terms.iter().filter(wanted).map(Rc::as_ref).collect();
            some.sort_by_key(|t| t.size);
            some.truncate(COMPARED);
            some
        };
        let (left, right) = (simplest(true), simplest(false));
        for a in left {
            for b in &right {
                if !self.relates(a, b) || !same_measure(a, b) {
                    continue;
                }
                let Some(op) = order(a, b, guard) else { continue };
                if wide.is_some_and(|wide| order(a, b, wide) == Some(op)) {
                    continue;
                }
                let operator = op.operator();
                self.keep(guard, op, a, b, Tolerance::Exact, |row| {
                    let operands = [a.value(row)?.clone(), b.value(row)?.clone()];
                    (operator.apply)(&operands, Tolerance::Exact).map(|held| held == Value::Bool(false))
                });
            }
        }
    }

    /// Containments of texts and implications between truths.
    fn conditions(&mut self, ty: &Type, terms: &[Rc<Term<'_>>], guard: &Guard, wide: Option<&Guard>) {
        let ops: &[Op] = match ty {
            Type::String => &[Op::StartsWith, Op::EndsWith, Op::HasStr],
            Type::Bool => &[Op::Or],
            _ => return,
        };
        if self.other() {
            return;
        }
        let plain = |t: &&Rc<Term<'_>>| {
            matches!(t.kind, Kind::Outcome | Kind::Param)
                || (t.kind == Kind::Transform && matches!(t.expr, Expr::Apply(Op::Not, _)))
        };
        let few: Vec<&Term<'_>> = terms.iter().filter(plain).map(Rc::as_ref).take(12).collect();
        for a in &few {
            for b in &few {
                if a.outcomes == b.outcomes
                    || !self.relates(a, b)
                    || (a.outcomes | b.outcomes) >> self.last() == 0
                {
                    continue;
                }
                // `p || q` says nothing new where one of them always holds.
                let always = |t: &Term<'_>| {
                    (0..guard.correct.len())
                        .filter(|r| guard.correct[*r])
                        .all(|r| t.value(r) == Some(&Value::Bool(true)))
                };
                // Every text begins with the empty one.
                let mut rows = (0..guard.correct.len()).filter(|row| guard.correct[*row]);
                let first = rows.next().map(|row| b.print(row));
                if *ty == Type::String && rows.all(|row| Some(b.print(row)) == first) {
                    continue;
                }
                if *ty == Type::Bool && (a.outcomes > b.outcomes || always(a) || always(b)) {
                    continue;
                }
                for op in ops {
                    let operator = op.operator();
                    let violated = |row: usize| {
                        let operands = [a.value(row)?.clone(), b.value(row)?.clone()];
                        (operator.apply)(&operands, Tolerance::Exact).map(|held| held == Value::Bool(false))
                    };
                    let holds = |guard: &Guard| {
                        (0..guard.correct.len())
                            .filter(|row| guard.correct[*row])
                            .all(|r| violated(r) != Some(true))
                    };
                    if holds(guard) && !wide.is_some_and(holds) {
                        self.keep(guard, *op, a, b, Tolerance::Exact, violated);
                    }
                }
            }
        }
    }

    /// Keeps a relation that holds on the correct groups if it kills a mutant, and none that is simpler kills the same.
    fn keep(
        &mut self,
        guard: &Guard,
        op: Op,
        a: &Term,
        b: &Term,
        tolerance: Tolerance,
        violated: impl Fn(usize) -> Option<bool>,
    ) {
        let correct = guard.correct.len();
        let unwraps = |e: &Expr| e.any(&mut |e| matches!(e, Expr::Apply(Op::Unwrap, _)));
        let unwraps = unwraps(&a.expr)
            || unwraps(&b.expr)
            || self.task.transformation.followups.iter().flat_map(|f| &f.args).any(unwraps);
        let held: BTreeSet<usize> = if unwraps {
            let held = (0..correct).filter(|row| guard.correct[*row] && violated(*row) == Some(false));
            held.map(|row| self.task.groups.correct[row].source).collect()
        } else {
            BTreeSet::new()
        };
        let mut kills = BTreeSet::new();
        for (i, group) in self.task.groups.incorrect.iter().enumerate() {
            if let Some(fault) = group.variant.fault()
                && guard.incorrect[i]
                && !kills.contains(&fault)
            {
                // As `Relation::broken_on`.
                let broken = match violated(correct + i) {
                    Some(violated) => violated,
                    None => unwraps && held.contains(&group.source),
                };
                if broken {
                    kills.insert(fault);
                }
            }
        }
        if kills.is_empty() {
            return;
        }
        let held = (0..correct).filter(|row| guard.correct[*row] && violated(*row) == Some(false)).count();
        let mut then = Expr::binary(op, a.expr.clone(), b.expr.clone());
        // `y1 == true` is said as `y1`.
        if op == Op::Eq
            && let Expr::Const(Value::Bool(truth)) = b.expr
        {
            then = if truth { a.expr.clone() } else { Expr::unary(Op::Not, a.expr.clone()) };
        }
        let candidate = Candidate {
            shape: None,
            relation: Relation {
                given: Vec::new(),
                when: guard.when.clone(),
                followups: self.task.transformation.followups.clone(),
                then,
                tolerance,
            },
            strategy: "enumerate",
            kills,
            groups: held,
        };
        if weight(&candidate.relation) > HEAVIEST {
            return;
        }
        let key = (candidate.kills.iter().copied().collect(), candidate.relation.when.clone());
        let simpler = |old: &Candidate| weight(&old.relation) <= weight(&candidate.relation);
        if !self.found.get(&key).is_some_and(simpler) {
            self.found.insert(key, candidate);
        }
    }

    fn finish(self) -> Vec<Candidate> {
        let mut all: Vec<Candidate> = self.found.into_values().collect();
        // A total order, so that the order of hashing does not matter.
        all.sort_by_cached_key(|c| {
            let kills: Vec<Fault> = c.kills.iter().copied().collect();
            (std::cmp::Reverse(kills.len()), weight(&c.relation), kills, format!("{:?}", c.relation.when))
        });
        all.truncate(KEPT);
        all
    }
}

/// Whether two terms measure the same: lengths are compared with lengths.
fn same_measure(a: &Term<'_>, b: &Term<'_>) -> bool {
    fn measure(expr: &Expr) -> Option<Op> {
        match expr {
            Expr::Apply(op @ (Op::Len | Op::Chars | Op::Sum | Op::Unwrap), _) => Some(*op),
            Expr::Apply(_, args) => measure(&args[0]),
            _ => None,
        }
    }
    measure(&a.expr) == measure(&b.expr)
}

/// `y0 + 1`, `y0 - b`, `y0 * 2`, `y0.len() + a.len()`: what an outcome is bounded by. `known` are the literals of the
/// transformation and `mixed_in` the parameters that it puts into others; anything else would only say how large
/// outcomes are at all.
fn is_bound(expr: &Expr, known: &[&Value], mixed_in: &[Expr]) -> bool {
    let Expr::Apply(op, args) = expr else { return false };
    let outcome = |e: &Expr| match e {
        Expr::Out(_) => true,
        Expr::Apply(Op::Unwrap | Op::Len | Op::Chars | Op::Sum, inner) => matches!(inner[0], Expr::Out(_)),
        _ => false,
    };
    let alike = |a: &Expr, b: &Expr| match (a, b) {
        (Expr::Apply(f, _), Expr::Apply(g, _)) => f == g,
        (a, b) => !matches!(a, Expr::Apply(..)) && !matches!(b, Expr::Apply(..)),
    };
    let right = match &args[1..] {
        [Expr::Const(value)] => *value == Value::Int(1) || known.contains(&value),
        [param @ Expr::Param(_)] => *op != Op::Mul && mixed_in.contains(param) && alike(&args[0], param),
        [other] => *op != Op::Mul && !outcome(other) && alike(&args[0], other),
        _ => false,
    };
    matches!(op, Op::Add | Op::Sub | Op::Mul) && outcome(&args[0]) && right
}
