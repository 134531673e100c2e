//! A polynomial relation: B·v = 0, or on one side of it.

use super::catalogue::{Map, degree};
use super::coefficient::{Coefficient, gcd};
use super::monomial::Monomial;
use super::space::Space;
use morph_relation::{Expr, Followup, Op, Relation, Tolerance, Value};

/// Where B·v is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// It vanishes.
    Zero,
    /// It is not negative.
    NotNegative,
    /// It is positive.
    Positive,
}

/// A law: follow-ups, and a polynomial in the numbers of inputs and outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// The guard.
    pub when: Expr,
    /// The matrices A: how executions 1, 2, … are made.
    pub maps: Vec<Map>,
    /// The matrix B: monomials in the numbers of the inputs, of `y0`, of `y1` …, with their coefficients.
    pub terms: Vec<(Monomial, Coefficient)>,
    /// Where the polynomial is.
    pub side: Side,
}

/// What of AutoMR's Table III a relation is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class {
    /// Whether the inputs are related by an inequality.
    pub offset: bool,
    /// Whether the outcomes are.
    pub inequality: bool,
    /// Executions.
    pub executions: usize,
    /// The degree of the output relation.
    pub degree: u32,
}

impl Class {
    /// The class of a relation in which only the subject is called and outcomes are compared.
    pub fn of(relation: &Relation) -> Option<Class> {
        let Expr::Apply(op, sides) = &relation.then else { return None };
        let inequality = match op {
            Op::Eq => false,
            Op::Lt | Op::Le | Op::Gt | Op::Ge => true,
            _ => return None,
        };
        let maps = relation.followups.iter().map(|followup| match followup.function {
            Some(_) => None,
            None => Some(Map::new(followup.args.clone())),
        });
        let maps: Vec<Map> = maps.collect::<Option<_>>()?;
        Some(Class {
            offset: maps.iter().any(|map| map.offset),
            inequality,
            executions: maps.len() + 1,
            degree: sides.iter().map(degree_in_outcomes).max().unwrap_or(0),
        })
    }

    /// The number of the type in AutoMR's Table III, 1 to 8; higher degrees and more executions count as the highest.
    pub fn number(self) -> usize {
        match (self.offset, self.inequality, self.executions, self.degree) {
            (true, true, ..) => 8,
            (false, true, ..) => 7,
            (true, false, ..) => 6,
            (false, false, 0..=2, degree) => degree.clamp(1, 3) as usize,
            (false, false, _, 0..=1) => 4,
            _ => 5,
        }
    }
}

fn degree_in_outcomes(expr: &Expr) -> u32 {
    if expr.mentions_outcome() { degree(expr) } else { 0 }
}

impl Law {
    /// Executions, with the source's.
    pub fn executions(&self) -> usize {
        self.maps.len() + 1
    }

    /// Whether a number of every outcome is in it.
    pub fn mentions_every_execution(&self, space: &Space) -> bool {
        let (inputs, outputs) = (space.inputs.len(), space.outputs.len());
        let mentions = |n: usize| {
            let places = inputs + n * outputs..inputs + (n + 1) * outputs;
            self.terms.iter().any(|(monomial, _)| monomial.0[places.clone()].iter().any(|e| *e > 0))
        };
        (0..self.executions()).all(mentions)
    }

    /// The law as a relation that a person reads; `None` where a coefficient cannot be written.
    pub fn relation(&self, space: &Space) -> Option<Relation> {
        let mut terms = self.cleared(space)?;
        // y1 == …, where an outcome stands alone.
        let last = space.inputs.len() + self.maps.len() * space.outputs.len();
        let first = space.inputs.len() + space.outputs.len();
        let alone = terms.iter().rposition(|(monomial, c)| {
            let unit = matches!(c, Coefficient::Ratio(1 | -1, 1)) && monomial.degree() == 1;
            let place = monomial.0.iter().position(|e| *e > 0).filter(|place| unit && *place >= first);
            place.is_some_and(|place| terms.iter().filter(|(other, _)| other.0[place] > 0).count() == 1)
        });
        let (left, right, flipped) = match alone {
            Some(place) => {
                let (monomial, c) = terms.remove(place);
                let positive = !c.is_negative();
                let right = if positive { negated(terms)? } else { terms };
                (vec![(monomial, Coefficient::Ratio(1, 1))], right, !positive)
            }
            None => {
                let mentions =
                    |(monomial, _): &(Monomial, Coefficient)| monomial.0[last..].iter().any(|e| *e > 0);
                let (of_last, others): (Vec<_>, Vec<_>) = terms.iter().cloned().partition(mentions);
                let constant = |(monomial, _): &(Monomial, Coefficient)| monomial.degree() == 0;
                let sums = |c: &Coefficient| {
                    terms.iter().all(|t| constant(t) || t.1.is_negative() == c.is_negative())
                };
                let (left, right) = match of_last.first() {
                    // y1 * y1 == …
                    Some((_, c)) if !sums(c) => (of_last, others),
                    // y1 * y1 + y0 * y0 == 1
                    _ => terms.into_iter().partition(|(_, c)| !c.is_negative()),
                };
                let flipped = left.iter().all(|(_, c)| c.is_negative());
                let (left, right) = if flipped { (negated(left)?, right) } else { (left, negated(right)?) };
                // With as few signs as can be.
                let both = || left.iter().chain(&right);
                let negative = both().filter(|(_, c)| c.is_negative()).count();
                let (left, right, flipped) = match negative * 2 > both().count() {
                    true => (negated(left.clone())?, negated(right.clone())?, !flipped),
                    false => (left, right, flipped),
                };
                let latest = |side: &[(Monomial, Coefficient)]| {
                    side.iter().map(|(m, _)| m.0[last..].iter().sum::<u8>()).max().unwrap_or(0)
                };
                let swap = latest(&right) > latest(&left);
                if swap { (right, left, !flipped) } else { (left, right, flipped) }
            }
        };
        let op = match (self.side, flipped) {
            (Side::Zero, _) => Op::Eq,
            (Side::NotNegative, false) => Op::Ge,
            (Side::NotNegative, true) => Op::Le,
            (Side::Positive, false) => Op::Gt,
            (Side::Positive, true) => Op::Lt,
        };
        let then = Expr::binary(op, sum(&left, space)?, sum(&right, space)?);
        let followups = self.maps.iter().map(|map| Followup::of_subject(map.args.clone())).collect();
        Some(Relation {
            given: Vec::new(),
            when: self.when.clone(),
            followups,
            then,
            tolerance: Tolerance::Exact,
        })
    }

    /// The terms without fractions, where that can be.
    pub(super) fn cleared(&self, space: &Space) -> Option<Vec<(Monomial, Coefficient)>> {
        let lcm = self.terms.iter().fold(1_i64, |lcm, (_, c)| {
            let divisor = gcd(lcm.unsigned_abs(), c.denominator().unsigned_abs()) as i64;
            lcm / divisor * c.denominator()
        });
        let whole = self.terms.iter().all(|(_, c)| matches!(c, Coefficient::Ratio(..)));
        if lcm == 1 || (!whole && lcm.unsigned_abs().is_power_of_two() && space.float.is_some()) {
            return Some(self.terms.clone());
        }
        self.terms.iter().map(|(monomial, c)| Some((monomial.clone(), c.times(lcm)?))).collect()
    }
}

/// All with the other sign.
pub(super) fn negated(terms: Vec<(Monomial, Coefficient)>) -> Option<Vec<(Monomial, Coefficient)>> {
    terms.into_iter().map(|(monomial, c)| Some((monomial, c.times(-1)?))).collect()
}

/// A sum of terms: what is added first, then what is taken away, numbers last.
pub(super) fn sum(terms: &[(Monomial, Coefficient)], space: &Space) -> Option<Expr> {
    let mut terms: Vec<&(Monomial, Coefficient)> = terms.iter().collect();
    let first = |c: &Coefficient| c.is_negative();
    terms
        .sort_by_key(|(monomial, c)| (first(c), monomial.degree() == 0, std::cmp::Reverse(monomial.clone())));
    let mut sum: Option<Expr> = None;
    for (monomial, coefficient) in terms {
        let term = term(monomial, *coefficient, space)?;
        sum = Some(match (sum, coefficient.is_negative()) {
            (None, false) => term,
            (None, true) => minus(term),
            (Some(sum), false) => Expr::binary(Op::Add, sum, term),
            (Some(sum), true) => Expr::binary(Op::Sub, sum, term),
        });
    }
    Some(sum.unwrap_or_else(|| number(space, 0.0)))
}

fn number(space: &Space, x: f64) -> Expr {
    space.float.map_or_else(|| Expr::int(x as i128), |kind| Expr::Const(Value::float(kind, x)))
}

fn minus(term: Expr) -> Expr {
    match term {
        Expr::Const(Value::Int(n)) => Expr::int(-n),
        Expr::Const(Value::F32(x)) => Expr::Const(Value::F32(-x)),
        Expr::Const(Value::F64(x)) => Expr::Const(Value::F64(-x)),
        Expr::Apply(Op::Mul, mut factors) => {
            let first = minus(factors.remove(0));
            Expr::Apply(Op::Mul, [vec![first], factors].concat())
        }
        term => Expr::unary(Op::Neg, term),
    }
}

/// `y0 * y0 * x * 3.0`, whatever the sign.
fn term(monomial: &Monomial, coefficient: Coefficient, space: &Space) -> Option<Expr> {
    let (inputs, outputs) = monomial.0.split_at(space.inputs.len());
    let outputs = outputs
        .iter()
        .enumerate()
        .map(|(i, exponent)| (space.output(i % space.outputs.len(), i / space.outputs.len()), *exponent));
    let inputs = inputs.iter().enumerate().map(|(i, exponent)| (space.input(i), *exponent));
    let factors = outputs.chain(inputs).flat_map(|(expr, n)| std::iter::repeat_n(expr, n.into()));
    let product = factors.reduce(|a, b| Expr::binary(Op::Mul, a, b));
    let unit = matches!(coefficient, Coefficient::Ratio(1 | -1, 1));
    Some(match product {
        Some(product) if unit => product,
        Some(product) => Expr::binary(Op::Mul, product, Expr::Const(coefficient.literal(space.float)?)),
        None => Expr::Const(coefficient.literal(space.float)?),
    })
}
