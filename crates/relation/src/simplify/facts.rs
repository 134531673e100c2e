//! Facts about an expression on every group: its type, whether it always has a value, its range.

use egg::{Analysis, DidMerge, EGraph, Id};

use super::node::{Head, Node, Shells};
use crate::expr::{Expr, Scope};
use crate::operators::Op;
use crate::tolerance::Tolerance;
use crate::types::{IntType, Type};
use crate::value::Value;

/// An e-graph of expressions; those of a class have the same value on every group, or none of them has one.
pub type Graph = EGraph<Node, Meaning>;

/// The meaning of names, and of `==` between floats.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// The names.
    pub scope: Scope,
    /// How floats compare.
    pub tolerance: Tolerance,
    /// The range of the integers in the element of a map.
    pub item: Option<(i128, i128)>,
    /// The expressions behind the nodes' heads.
    pub shells: Shells,
}

/// Facts about an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Its erased type.
    pub ty: Option<Type>,
    /// Whether it has a value on every group.
    pub total: bool,
    /// The least and the largest of the integers in it, however deep; `None` where nothing is known, and where one of
    /// them may be above `i128::MAX`.
    pub ints: Option<(i128, i128)>,
    /// Its value, where that is always the same.
    pub constant: Option<Value>,
    /// How often the range became narrower.
    narrowed: u8,
}

/// What is equal to one less than itself has an ever narrower range: a law that holds on few groups may say so of others.
const NARROWED: u8 = 30;

/// No sequence and no text is longer.
const LONGEST: i128 = i64::MAX as i128;

impl Meaning {
    /// The facts of a node from those of its operands.
    pub fn facts(&self, head: Head, operands: &[&Facts]) -> Facts {
        let facts = match head {
            Head::Apply(op) => self.operator(op, operands),
            Head::Shell(number) => self.shell(self.shells.shell(number), operands),
        };
        facts.settled()
    }

    fn shell(&self, shell: &Expr, operands: &[&Facts]) -> Facts {
        let named = |ty: Option<&Type>| Facts {
            ty: ty.map(Type::erased),
            total: true,
            ints: ty.and_then(range),
            constant: None,
            narrowed: 0,
        };
        match (shell, operands) {
            (Expr::Param(i), _) => named(self.scope.params.get(*i).map(|(_, ty)| ty)),
            (Expr::Out(i), _) => named(self.scope.outs.get(*i)),
            (Expr::Item, _) => Facts { ints: self.item, ..named(self.scope.item.as_ref()) },
            (Expr::Const(value), _) => Facts {
                constant: Some(value.clone()),
                ..named(self.scope.type_of(shell).as_ref().filter(|ty| !matches!(ty, Type::Int(_))))
                    .typed(self.scope.type_of(shell))
            },
            (Expr::Map(_, body) | Expr::All(_, body), [seq]) => {
                let Some(item) = seq.ty.as_ref().and_then(Type::item) else { return named(None) };
                let body = self.with_item(item.clone(), seq.ints).of(body);
                let total = seq.total && body.total;
                match shell {
                    Expr::Map(..) => {
                        Facts { ty: body.ty.map(|ty| Type::Vec(Box::new(ty))), total, constant: None, ..body }
                    }
                    _ => Facts {
                        ty: body.ty,
                        total,
                        ints: None,
                        constant: body.constant.filter(|b| total && *b == Value::Bool(true)),
                        narrowed: 0,
                    },
                }
            }
            (Expr::Field(_, index, _), [of]) => {
                let part = of.ty.as_ref().and_then(|ty| ty.part(*index));
                match &of.ty {
                    Some(Type::Tuple(_)) => Facts { total: of.total, ints: of.ints, ..named(part) },
                    // A value that is yet to be made has no fields.
                    _ => Facts { total: false, ..named(part) },
                }
            }
            (Expr::Make(ty, ..), parts) => Facts {
                ty: Some(ty.erased()),
                total: matches!(ty, Type::Tuple(_)) && parts.iter().all(|part| part.total),
                ints: None,
                constant: None,
                narrowed: 0,
            },
            _ => named(None),
        }
    }

    /// The meaning of names inside a map over elements of a type, with integers of a range.
    pub fn with_item(&self, item: Type, ints: Option<(i128, i128)>) -> Meaning {
        Meaning { scope: self.scope.with_item(item), item: ints, ..self.clone() }
    }

    /// The facts of an expression that is in no e-graph.
    pub fn of(&self, expr: &Expr) -> Facts {
        let operands: Vec<Facts> = match expr {
            Expr::Map(seq, _) | Expr::All(seq, _) => vec![self.of(seq)],
            expr => expr.children().into_iter().map(|operand| self.of(operand)).collect(),
        };
        let operands: Vec<&Facts> = operands.iter().collect();
        match expr {
            Expr::Apply(op, _) => self.facts(Head::Apply(*op), &operands),
            shell => self.shell(shell, &operands).settled(),
        }
    }

    fn operator(&self, op: Op, operands: &[&Facts]) -> Facts {
        let types: Option<Vec<Type>> = operands.iter().map(|facts| facts.ty.clone()).collect();
        let operator = op.operator();
        let ty = types.filter(|types| types.len() == operator.arity()).and_then(|t| (operator.result)(&t));
        let (total, ints) = outcome(op, operands);
        let total = total && operands.iter().all(|facts| facts.total);
        let mut facts = Facts { ty, total, ints, constant: None, narrowed: 0 };
        if facts.ty.is_none() {
            return Facts { total: false, ..facts };
        }
        let decides = Value::Bool(op == Op::Or);
        if matches!(op, Op::And | Op::Or) && operands[0].constant.as_ref() == Some(&decides) {
            return Facts { total: true, constant: Some(decides), ..facts };
        }
        let known: Option<Vec<Value>> = operands.iter().map(|facts| facts.constant.clone()).collect();
        let applied = known.and_then(|values| (operator.apply)(&values, self.tolerance));
        facts.constant = applied.or_else(|| if total { by_range(op, operands) } else { None });
        facts.total |= facts.constant.is_some();
        facts
    }
}

impl Facts {
    /// Whether it tells something else, however it became known.
    fn differs(&self, other: &Facts) -> bool {
        (self.total, self.ints) != (other.total, other.ints)
            || self.ty != other.ty
            || self.constant != other.constant
    }

    fn typed(self, ty: Option<Type>) -> Facts {
        Facts { ty, total: true, ..self }
    }

    /// A range of one integer is a constant, and the other way round.
    fn settled(mut self) -> Facts {
        if let (true, Some(Type::Int(_)), Some((least, most))) = (self.total, &self.ty, self.ints)
            && least == most
        {
            self.constant = Some(Value::Int(least));
        }
        if let Some(Value::Int(n)) = self.constant {
            self.ints = Some((n, n));
        }
        self
    }

    /// The range of an integer that is surely an `i128`.
    pub fn int(&self) -> Option<(i128, i128)> {
        self.ints.filter(|_| matches!(self.ty, Some(Type::Int(_))))
    }
}

/// Whether an operator has a result for all operands that have values, and the range of the integers in it.
fn outcome(op: Op, operands: &[&Facts]) -> (bool, Option<(i128, i128)>) {
    let first = operands[0].ints;
    let float = matches!(operands[0].ty, Some(Type::Float(_)));
    let pair = || Some((operands[0].int()?, operands[1].int()?));
    let both = |f: fn(i128, i128) -> Option<i128>| {
        let ((a, b), (c, d)) = pair()?;
        let ends = [f(a, c)?, f(a, d)?, f(b, c)?, f(b, d)?];
        Some((ends.into_iter().min()?, ends.into_iter().max()?))
    };
    let arithmetic = |range: Option<(i128, i128)>| (float || range.is_some(), range);
    let natural = |facts: &Facts| facts.int().is_some_and(|(least, _)| least >= 0);
    match op {
        Op::Add => arithmetic(both(i128::checked_add)),
        Op::Mul => arithmetic(both(i128::checked_mul)),
        Op::Sub => arithmetic(both(i128::checked_sub)),
        Op::Min => arithmetic(pair().map(|((a, b), (c, d))| (a.min(c), b.min(d)))),
        Op::Max => arithmetic(pair().map(|((a, b), (c, d))| (a.max(c), b.max(d)))),
        Op::Neg => {
            arithmetic(operands[0].int().and_then(|(a, b)| Some((b.checked_neg()?, a.checked_neg()?))))
        }
        Op::Abs => arithmetic(operands[0].int().and_then(|(a, b)| {
            let (a_abs, b_abs) = (a.checked_abs()?, b.checked_abs()?);
            Some((if a <= 0 && b >= 0 { 0 } else { a_abs.min(b_abs) }, a_abs.max(b_abs)))
        })),
        // Results are no larger than the dividend; `i128::MIN / -1` is not among them.
        Op::Div | Op::Rem => arithmetic(pair().and_then(|((a, b), (c, d))| {
            let most = a.checked_abs()?.max(b.checked_abs()?);
            let divisor = c > 0 || d < 0;
            divisor.then_some((if a >= 0 && c > 0 { 0 } else { -most }, most))
        })),
        Op::Float => (first.is_some(), None),
        Op::Signum => arithmetic(operands[0].int().map(|(a, b)| (a.signum(), b.signum()))),
        Op::TakeStr | Op::SkipStr => (natural(operands[1]), None),
        Op::Len | Op::Chars | Op::Matches | Op::Occurrences => (true, Some((0, LONGEST))),
        Op::Take | Op::Skip => (natural(operands[1]), first),
        Op::RevSeq | Op::Sorted | Op::First | Op::Last | Op::Some | Op::Ok | Op::List => (true, first),
        Op::MinSeq | Op::MaxSeq | Op::Dedup => (true, first),
        Op::ConcatSeq => {
            let hull = first.zip(operands[1].ints).map(|((a, b), (c, d))| (a.min(c), b.max(d)));
            (true, hull)
        }
        Op::At | Op::Rotate | Op::RepeatSeq | Op::Unwrap | Op::Windows => (false, first),
        Op::AddSeq | Op::SubSeq | Op::MulSeq => (operands[0].ty.as_ref().is_some_and(Type::has_float), None),
        Op::DivEuclid | Op::RemEuclid => (float, None),
        Op::BitOr | Op::BitXor | Op::BitAnd => (operands[0].ty == Some(Type::Bool) || pair().is_some(), None),
        Op::Shl | Op::Shr | Op::Pow | Op::AbsDiff | Op::Isqrt | Op::CountOnes | Op::Powi => (false, None),
        Op::Sum | Op::Product | Op::RepeatStr | Op::Replace | Op::ZeroPadded | Op::Hex => (false, None),
        _ => (true, None),
    }
}

/// A comparison that ranges decide.
fn by_range(op: Op, operands: &[&Facts]) -> Option<Value> {
    let ((a, b), (c, d)) = match operands {
        [left, right] => (left.int()?, right.int()?),
        _ => return None,
    };
    let (less, greater) = (b < c, a > d);
    let (no_greater, no_less) = (b <= c, a >= d);
    let truth = |yes: bool, no: bool| {
        if yes {
            Some(true)
        } else if no {
            Some(false)
        } else {
            None
        }
    };
    match op {
        Op::Eq => truth(false, less || greater),
        Op::Ne => truth(less || greater, false),
        Op::Lt => truth(less, no_less),
        Op::Le => truth(no_greater, greater),
        Op::Gt => truth(greater, no_greater),
        Op::Ge => truth(no_less, less),
        _ => None,
    }
    .map(Value::Bool)
}

/// The range of the integers in the values of a type.
fn range(ty: &Type) -> Option<(i128, i128)> {
    match ty {
        Type::Int(IntType::U128) | Type::NonZero(IntType::U128) => None,
        Type::Int(int) => Some((int.lowest(), int.highest())),
        Type::NonZero(int) => {
            Some((int.lowest().max(if int.signed() { i128::MIN } else { 1 }), int.highest()))
        }
        Type::Adt(_) => None,
        ty => {
            let mut hull: Option<(i128, i128)> = None;
            for inner in ty.inner() {
                let has_int =
                    inner.any(&mut |ty| matches!(ty, Type::Int(_) | Type::NonZero(_) | Type::Adt(_)));
                if has_int {
                    let (a, b) = range(inner)?;
                    hull = Some(hull.map_or((a, b), |(c, d)| (a.min(c), b.max(d))));
                }
            }
            hull
        }
    }
}

impl Analysis<Node> for Meaning {
    type Data = Facts;

    fn make(egraph: &mut Graph, node: &Node, _: Id) -> Facts {
        let operands: Vec<&Facts> = node.children.iter().map(|id| &egraph[*id].data).collect();
        egraph.analysis.facts(node.head, &operands)
    }

    fn merge(&mut self, a: &mut Facts, b: Facts) -> DidMerge {
        let narrowed = a.narrowed.max(b.narrowed);
        let ints = match (a.ints, b.ints) {
            (Some((low, high)), Some((c, d))) if narrowed < NARROWED => Some((low.max(c), high.min(d))),
            (ints, other) => ints.or(other),
        };
        let merged = Facts {
            ty: a.ty.clone().or_else(|| b.ty.clone()),
            total: a.total || b.total,
            narrowed: narrowed.saturating_add(u8::from(ints != a.ints)),
            ints,
            constant: a.constant.clone().or_else(|| b.constant.clone()),
        };
        let did = DidMerge(merged.differs(a), merged.differs(&b));
        *a = merged;
        did
    }

    /// What always has one value is a literal.
    fn modify(egraph: &mut Graph, id: Id) {
        let Some(value) = egraph[id].data.constant.clone().filter(is_literal) else { return };
        // Nothing is shorter than these: no need to look for other ways to say 0.
        let plain = matches!(value, Value::Int(_) | Value::Bool(_));
        let head = egraph.analysis.shells.number(Expr::Const(value));
        let literal = egraph.add(Node { head, children: Vec::new() });
        egraph.union(id, literal);
        if plain {
            egraph[id].nodes.retain(|node| node.children.is_empty());
        }
    }
}

/// Whether the relation language has a literal of this value.
fn is_literal(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Char(_) | Value::Str(_) => true,
        Value::Int(n) => *n != i128::MIN,
        value => value.as_float().is_some_and(f64::is_finite),
    }
}
