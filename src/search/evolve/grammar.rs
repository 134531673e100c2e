//! Which trees there are: leaves, literals and operators by type, and random ones (GenMorph §6.1.2, Table I).

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::preset::Preset;
use super::tree::{Gene, Symbol, Tree};
use crate::search::{Task, bank};
use morph_relation::{Expr, IntType, OPERATORS, Op, Scope, Type, Value};

/// An operator for operands of these types.
#[derive(Clone, Debug)]
struct Production {
    op: Op,
    operands: Vec<usize>,
    /// The fewest nodes of a tree that begins with it.
    least: usize,
}

/// The trees of a task.
pub struct Grammar {
    /// What trees end in.
    pub leaves: Vec<Expr>,
    types: Vec<Type>,
    /// By type.
    leaves_of: Vec<Vec<usize>>,
    constants_of: Vec<Vec<Value>>,
    productions: Vec<Vec<Production>>,
    least: Vec<Option<usize>>,
    /// The place of `bool`.
    pub truth: usize,
    /// By leaf: the outcomes that it mentions, as bits.
    outcomes: Vec<u32>,
    /// Outcomes that are inputs of later executions, as bits, and the last one's.
    fed: u32,
    last: u32,
    known_constants: bool,
}

/// Operators that say nothing to a reader, or that leaves stand for already.
const LEFT_OUT: &[Op] = &[Op::Unwrap, Op::Some, Op::Ok, Op::List, Op::RepeatSeq, Op::RepeatStr, Op::Rotate];

/// Maximum number of types that are combined.
const MOST_TYPES: usize = 10;

impl Grammar {
    /// The grammar of a task.
    pub fn of(task: &Task<'_>, preset: &Preset) -> Grammar {
        let leaves = leaves(task);
        let mut types = vec![Type::Bool, Type::Int(IntType::I128)];
        for leaf in &leaves {
            let ty = task.scope.type_of(leaf).expect("leaves have types");
            let item = ty.item().map(Type::erased);
            let ends = item.clone().map(|item| Type::Option(Box::new(item)));
            for ty in [Some(ty), item, ends].into_iter().flatten() {
                if !types.contains(&ty) && types.len() < MOST_TYPES {
                    types.push(ty);
                }
            }
        }
        let place = |ty: &Type| types.iter().position(|known| known == ty);
        let mut leaves_of = vec![Vec::new(); types.len()];
        for (i, leaf) in leaves.iter().enumerate() {
            if let Some(ty) = task.scope.type_of(leaf).as_ref().and_then(place) {
                leaves_of[ty].push(i);
            }
        }
        let constants_of = types.iter().map(|ty| constants(task, ty)).collect();
        let mut productions: Vec<Vec<Production>> = vec![Vec::new(); types.len()];
        let combined = |op: Op| op.is_searched() && !LEFT_OUT.contains(&op);
        for operator in OPERATORS.iter().filter(|operator| combined(operator.op)) {
            let mut add = |operands: Vec<usize>| {
                let given: Vec<Type> = operands.iter().map(|ty| types[*ty].clone()).collect();
                // That two numbers are not the same is mostly chance.
                let is_number = matches!(given[0], Type::Int(_) | Type::Float(_));
                if operator.op == Op::Ne && is_number && preset.known_constants {
                    return;
                }
                if let Some(result) = (operator.result)(&given).as_ref().and_then(place) {
                    productions[result].push(Production { op: operator.op, operands, least: 0 });
                }
            };
            for a in 0..types.len() {
                match operator.arity() {
                    1 => add(vec![a]),
                    2 => (0..types.len()).for_each(|b| add(vec![a, b])),
                    _ => {}
                }
            }
        }
        let followups = &task.transformation.followups;
        let bits = |expr: &Expr| (0..32).filter(|n| expr.mentions_out(*n)).fold(0_u32, |b, n| b | 1 << n);
        let fed = followups.iter().flat_map(|f| &f.args).fold(0, |all, arg| all | bits(arg));
        let mut grammar = Grammar {
            outcomes: leaves.iter().map(bits).collect(),
            least: vec![None; types.len()],
            truth: 0,
            fed,
            last: followups.len() as u32,
            known_constants: preset.known_constants,
            leaves,
            types,
            leaves_of,
            constants_of,
            productions,
        };
        grammar.settle();
        grammar
    }

    /// Finds the smallest tree of each type, and drops what has none.
    fn settle(&mut self) {
        for ty in 0..self.types.len() {
            if !self.leaves_of[ty].is_empty() || !self.constants_of[ty].is_empty() {
                self.least[ty] = Some(1);
            }
        }
        loop {
            let mut changed = false;
            for ty in 0..self.types.len() {
                for production in &mut self.productions[ty] {
                    let needed: Option<usize> = production.operands.iter().map(|o| self.least[*o]).sum();
                    if let Some(needed) = needed {
                        production.least = needed + 1;
                        if self.least[ty].is_none_or(|least| least > needed + 1) {
                            self.least[ty] = Some(needed + 1);
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        self.productions.iter_mut().for_each(|all| all.retain(|p| p.least > 0));
    }

    /// Whether every execution plays a part: its outcome is mentioned, or is an input of a later one; the last one's
    /// is mentioned (GenMorph §6.2).
    pub fn relates(&self, tree: &Tree) -> bool {
        let mentioned = tree.0.iter().fold(0, |bits, gene| match gene.symbol {
            Symbol::Leaf(leaf) => bits | self.outcomes[leaf],
            _ => bits,
        });
        (mentioned | self.fed) == (1 << (self.last + 1)) - 1 && mentioned & 1 << self.last != 0
    }

    /// A random condition of at most `size` nodes.
    pub fn condition(&self, size: usize, rng: &mut ChaCha8Rng) -> Tree {
        let mut genes = Vec::new();
        self.grow(self.truth, size, &mut genes, rng);
        Tree(genes)
    }

    /// Appends a random tree of a type, of at most `size` nodes where there is one.
    pub fn grow(&self, ty: usize, size: usize, into: &mut Vec<Gene>, rng: &mut ChaCha8Rng) {
        let fitting: Vec<&Production> =
            self.productions[ty].iter().filter(|production| production.least <= size).collect();
        let terminal = !self.leaves_of[ty].is_empty() || !self.constants_of[ty].is_empty();
        let stop = terminal && (fitting.is_empty() || (ty != self.truth && rng.random_bool(0.5)));
        if stop {
            return into.push(self.terminal(ty, rng));
        }
        let production = match fitting.as_slice() {
            // Nothing is small enough: the smallest there is.
            [] => match self.productions[ty].iter().min_by_key(|production| production.least) {
                Some(production) => production,
                None => return into.push(self.terminal(ty, rng)),
            },
            some => some[rng.random_range(0..some.len())],
        };
        into.push(Gene { symbol: Symbol::Op(production.op), ty });
        let mut left = size.saturating_sub(1);
        for (i, operand) in production.operands.iter().enumerate() {
            let others: usize =
                production.operands[i + 1..].iter().map(|o| self.least[*o].unwrap_or(1)).sum();
            let most = left.saturating_sub(others).max(1);
            let share = if others == 0 { most } else { rng.random_range(1..=most) };
            let before = into.len();
            self.grow(*operand, share, into, rng);
            left = left.saturating_sub(into.len() - before);
        }
    }

    /// A random leaf or literal.
    pub fn terminal(&self, ty: usize, rng: &mut ChaCha8Rng) -> Gene {
        let (leaves, constants) = (&self.leaves_of[ty], &self.constants_of[ty]);
        let literal = leaves.is_empty() || (!constants.is_empty() && rng.random_bool(0.25));
        if !literal {
            return Gene { symbol: Symbol::Leaf(leaves[rng.random_range(0..leaves.len())]), ty };
        }
        let value = match &self.types[ty] {
            Type::Int(_) if !self.known_constants => Value::Int(rng.random_range(-100..=100)),
            Type::Float(kind) if !self.known_constants && rng.random_bool(0.9) => {
                Value::float(*kind, rng.random_range(-100.0..=100.0))
            }
            _ => constants[rng.random_range(0..constants.len())].clone(),
        };
        Gene { symbol: Symbol::Const(value), ty }
    }

    /// Other operators for the same operands with the same result.
    pub fn alternatives(&self, ty: usize, op: Op, operands: &[usize]) -> Vec<Op> {
        let alike = |p: &&Production| p.op != op && p.operands == operands;
        self.productions[ty].iter().filter(alike).map(|p| p.op).collect()
    }

    /// A tree for an expression, where the grammar has it.
    pub fn tree_of(&self, expr: &Expr, scope: &Scope) -> Option<Tree> {
        let mut genes = Vec::new();
        self.read(expr, scope, &mut genes).map(|()| Tree(genes))
    }

    fn read(&self, expr: &Expr, scope: &Scope, into: &mut Vec<Gene>) -> Option<()> {
        let ty = scope.type_of(expr)?;
        let ty = self.types.iter().position(|known| *known == ty)?;
        if let Some(leaf) = self.leaves.iter().position(|leaf| leaf == expr) {
            into.push(Gene { symbol: Symbol::Leaf(leaf), ty });
            return Some(());
        }
        match expr {
            Expr::Const(value) => into.push(Gene { symbol: Symbol::Const(value.clone()), ty }),
            Expr::Apply(op, operands) => {
                into.push(Gene { symbol: Symbol::Op(*op), ty });
                operands.iter().try_for_each(|operand| self.read(operand, scope, into))?;
            }
            _ => return None,
        }
        Some(())
    }
}

/// Outcomes, what they wrap, parameters, and the fields and parts of all of these.
fn leaves(task: &Task<'_>) -> Vec<Expr> {
    let outcomes: Vec<Expr> = (0..=task.transformation.followups.len()).map(Expr::Out).collect();
    let params: Vec<Expr> = (0..task.subject.params.len()).map(Expr::Param).collect();
    let outcomes = bank::with_parts(task.scope, outcomes);
    let wrapped = outcomes.iter().map(|out| Expr::unary(Op::Unwrap, out.clone()));
    let mut all: Vec<Expr> = outcomes.iter().cloned().chain(wrapped).collect();
    all.extend(bank::with_parts(task.scope, params));
    all.retain(|leaf| task.scope.type_of(leaf).is_some());
    all
}

/// Literals of a type: simple ones, those of the transformation and those of the code.
fn constants(task: &Task<'_>, ty: &Type) -> Vec<Value> {
    let numbers: &[f64] = match ty {
        Type::Int(_) => &[0.0, 1.0, 2.0, -1.0, 3.0, 10.0],
        Type::Float(_) => {
            use std::f64::consts::{E, FRAC_PI_2, PI, SQRT_2, TAU};
            &[0.0, 1.0, 2.0, -1.0, 0.5, 10.0, PI, FRAC_PI_2, TAU, E, SQRT_2]
        }
        _ => &[],
    };
    let mut all: Vec<Value> = numbers
        .iter()
        .map(|x| match ty {
            Type::Float(kind) => Value::float(*kind, *x),
            _ => Value::Int(*x as i128),
        })
        .collect();
    let mut more = Vec::new();
    for arg in task.transformation.followups.iter().flat_map(|f| &f.args) {
        arg.any(&mut |e| {
            if let Expr::Const(value) = e {
                more.push(value.clone());
            }
            false
        });
    }
    more.extend(task.constants.iter().take(8).cloned());
    for value in more {
        let fits = task.scope.type_of(&Expr::Const(value.clone())).as_ref() == Some(ty);
        if fits && !all.contains(&value) {
            all.push(value);
        }
    }
    all
}
