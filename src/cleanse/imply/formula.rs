//! Conditions of the relation language over the rationals: comparisons of polynomials, and conditions that are not looked
//! into.
//!
//! Floats are read as the reals that they stand for, without rounding, infinities and NaN. What is no polynomial
//! (`xs.len()`, `a / b`) is a variable of its own.

use super::linear::Sign;
use morph_relation::exact::{Polynomial, Rational, Variable, int, number};
use morph_relation::{Expr, Op, Scope, Type};

/// A condition without negations but of conditions that are not looked into.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// The polynomial has the sign.
    Compare(Polynomial, Sign),
    /// A condition with this number is true, or false.
    Truth(usize, bool),
    /// All of them hold; `true` where there are none.
    All(Vec<Formula>),
    /// One of them holds; `false` where there are none.
    Any(Vec<Formula>),
}

/// A variable: what it stands for and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// A parameter, an outcome, or what is no polynomial.
    pub expr: Expr,
    /// Whether it is an integer.
    pub whole: bool,
    /// Whether it is never negative.
    pub natural: bool,
}

/// Reads conditions; the same expression is the same variable in all that one reader reads.
pub struct Reader<'a> {
    scope: &'a Scope,
    /// By number.
    pub variables: Vec<Known>,
    /// Conditions that are not looked into, by number.
    pub truths: Vec<Expr>,
}

/// A term's value where conditions hold; those of its cases exclude each other, and one holds.
type Cases = Vec<(Vec<Formula>, Polynomial)>;

/// A term with more cases is treated as a variable.
const CASES: usize = 16;
/// A product of a higher degree is treated as a variable, too.
const DEGREE: u32 = 8;

impl<'a> Reader<'a> {
    /// A reader of conditions over these names.
    pub fn new(scope: &'a Scope) -> Reader<'a> {
        Reader { scope, variables: Vec::new(), truths: Vec::new() }
    }

    /// The condition, or its negation.
    pub fn read(&mut self, condition: &Expr, positive: bool) -> Formula {
        let junction = |all: bool, parts| if all { Formula::All(parts) } else { Formula::Any(parts) };
        match condition {
            Expr::Const(morph_relation::Value::Bool(truth)) => junction(*truth == positive, Vec::new()),
            Expr::Apply(Op::Not, inner) => self.read(&inner[0], !positive),
            Expr::Apply(op @ (Op::And | Op::Or), both) => {
                let parts = both.iter().map(|part| self.read(part, positive)).collect();
                junction((*op == Op::And) == positive, parts)
            }
            Expr::Apply(op @ (Op::Eq | Op::Ne), sides) if self.is(&sides[0], |ty| *ty == Type::Bool) => {
                let mut parts = Vec::new();
                for truth in [true, false] {
                    let same = truth == ((*op == Op::Eq) == positive);
                    parts.push(Formula::All(vec![self.read(&sides[0], truth), self.read(&sides[1], same)]));
                }
                Formula::Any(parts)
            }
            Expr::Apply(op @ (Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge), sides)
                if self.is(&sides[0], is_number) && self.is(&sides[1], is_number) =>
            {
                self.comparison(*op, &sides[0], &sides[1], positive)
            }
            Expr::Apply(Op::Ne, sides) => self.truth(&Expr::Apply(Op::Eq, sides.clone()), !positive),
            other => self.truth(other, positive),
        }
    }

    /// What is known of the variables, by their types.
    pub fn facts(&self) -> impl Iterator<Item = Formula> {
        let natural = self.variables.iter().enumerate().filter(|(_, known)| known.natural);
        natural.map(|(i, _)| Formula::Compare(Polynomial::variable(i), Sign::NotNegative))
    }

    fn is(&self, expr: &Expr, test: fn(&Type) -> bool) -> bool {
        self.scope.type_of(expr).is_some_and(|ty| test(&ty))
    }

    fn truth(&mut self, condition: &Expr, positive: bool) -> Formula {
        let swapped = match condition {
            Expr::Apply(Op::Eq, sides) => Some(Expr::binary(Op::Eq, sides[1].clone(), sides[0].clone())),
            _ => None,
        };
        let known =
            self.truths.iter().position(|known| known == condition || Some(known) == swapped.as_ref());
        let number = known.unwrap_or_else(|| {
            self.truths.push(condition.clone());
            self.truths.len() - 1
        });
        Formula::Truth(number, positive)
    }

    fn comparison(&mut self, op: Op, left: &Expr, right: &Expr, positive: bool) -> Formula {
        let (left, right) = (self.term(left), self.term(right));
        let mut cases = Vec::new();
        for (mut conditions, left, right) in pairs(&left, &right) {
            // Above, equal, below: what the comparison allows.
            let allowed = match op {
                Op::Eq => [false, true, false],
                Op::Ne => [true, false, true],
                Op::Lt => [false, false, true],
                Op::Le => [false, true, true],
                Op::Gt => [true, false, false],
                _ => [true, true, false],
            };
            let (above, below) = (left.clone() - right.clone(), right - left);
            conditions.push(match allowed.map(|allowed| allowed == positive) {
                [false, true, false] => Formula::Compare(above, Sign::Zero),
                [true, false, true] => Formula::Any(vec![
                    Formula::Compare(above, Sign::Positive),
                    Formula::Compare(below, Sign::Positive),
                ]),
                [false, false, _] => Formula::Compare(below, Sign::Positive),
                [false, true, _] => Formula::Compare(below, Sign::NotNegative),
                [true, false, _] => Formula::Compare(above, Sign::Positive),
                [true, true, _] => Formula::Compare(above, Sign::NotNegative),
            });
            cases.push(match conditions.len() {
                1 => conditions.remove(0),
                _ => Formula::All(conditions),
            });
        }
        if cases.len() == 1 { cases.remove(0) } else { Formula::Any(cases) }
    }

    /// A term as polynomials.
    pub fn term(&mut self, expr: &Expr) -> Cases {
        let cases = self.cases(expr);
        match cases {
            Some(cases) if cases.len() <= CASES && cases.iter().all(|(_, p)| p.degree() <= DEGREE) => cases,
            _ => vec![(Vec::new(), Polynomial::variable(self.variable(expr)))],
        }
    }

    fn cases(&mut self, expr: &Expr) -> Option<Cases> {
        let mapped = |cases: Cases, change: &dyn Fn(Polynomial) -> Polynomial| -> Cases {
            cases.into_iter().map(|(conditions, value)| (conditions, change(value))).collect()
        };
        Some(match expr {
            Expr::Const(value) => vec![(Vec::new(), Polynomial::constant(number(value)?))],
            Expr::Apply(Op::Neg, args) => mapped(self.term(&args[0]), &|value| -value),
            Expr::Apply(Op::Float, args) => self.term(&args[0]),
            Expr::Apply(op @ (Op::Add | Op::Sub | Op::Mul), args) => {
                let (left, right) = (self.term(&args[0]), self.term(&args[1]));
                let combine = |(conditions, left, right): (_, Polynomial, Polynomial)| {
                    let value = match op {
                        Op::Add => left + right,
                        Op::Sub => left - right,
                        _ => &left * &right,
                    };
                    (conditions, value)
                };
                pairs(&left, &right).map(combine).collect()
            }
            Expr::Apply(Op::Div, args) if self.is(expr, |ty| matches!(ty, Type::Float(_))) => {
                let Expr::Const(by) = &args[1] else { return None };
                let by = number(by).filter(|by| *by != int(0))?.recip();
                mapped(self.term(&args[0]), &|value| value.scaled(&by))
            }
            Expr::Apply(Op::Abs, args) => {
                let inner = self.term(&args[0]);
                let sides = |(conditions, value): (Vec<Formula>, Polynomial)| {
                    let case = |sign, value: Polynomial| {
                        let condition = Formula::Compare(value.clone(), sign);
                        (conditions.iter().cloned().chain([condition]).collect(), value)
                    };
                    [case(Sign::NotNegative, value.clone()), case(Sign::Positive, -value.clone())]
                };
                inner.into_iter().flat_map(sides).collect()
            }
            Expr::Apply(op @ (Op::Min | Op::Max), args) => {
                let (left, right) = (self.term(&args[0]), self.term(&args[1]));
                let sides = |(conditions, left, right): (Vec<Formula>, Polynomial, Polynomial)| {
                    let (small, large) = if *op == Op::Max { (&right, &left) } else { (&left, &right) };
                    let case = |less: &Polynomial, more: &Polynomial, sign, value: &Polynomial| {
                        let condition = Formula::Compare(more.clone() - less.clone(), sign);
                        (conditions.iter().cloned().chain([condition]).collect::<Vec<_>>(), value.clone())
                    };
                    [case(small, large, Sign::NotNegative, &left), case(large, small, Sign::Positive, &right)]
                };
                pairs(&left, &right).flat_map(sides).collect()
            }
            _ => return None,
        })
    }

    fn variable(&mut self, expr: &Expr) -> Variable {
        if let Some(known) = self.variables.iter().position(|known| known.expr == *expr) {
            return known;
        }
        let declared = match expr {
            Expr::Param(i) => self.scope.params.get(*i).map(|(_, ty)| ty.owned()),
            Expr::Out(i) => self.scope.outs.get(*i).cloned(),
            _ => None,
        };
        let unsigned = matches!(declared, Some(Type::Int(int)) if !int.signed());
        let counts = matches!(expr, Expr::Apply(Op::Len | Op::Chars | Op::Matches | Op::Occurrences, _));
        let whole = self.is(expr, |ty| matches!(ty, Type::Int(_)));
        self.variables.push(Known { expr: expr.clone(), whole, natural: unsigned || counts });
        self.variables.len() - 1
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Float(_))
}

/// The cases of two terms together.
fn pairs<'c>(
    left: &'c Cases,
    right: &'c Cases,
) -> impl Iterator<Item = (Vec<Formula>, Polynomial, Polynomial)> + use<'c> {
    let both = move |(conditions, value): &'c (Vec<Formula>, Polynomial)| {
        right.iter().map(move |(more, other)| {
            (conditions.iter().chain(more).cloned().collect(), value.clone(), other.clone())
        })
    };
    left.iter().flat_map(both)
}

impl Formula {
    /// Its truth, where every variable has a value and nothing is in it that is not looked into.
    pub fn holds(&self, value: &dyn Fn(Variable) -> Option<Rational>) -> Option<bool> {
        match self {
            Formula::Compare(polynomial, sign) => Some(sign.of(&polynomial.with(value).as_constant()?)),
            Formula::Truth(..) => None,
            Formula::All(parts) => parts.iter().try_fold(true, |held, part| Some(held && part.holds(value)?)),
            Formula::Any(parts) => {
                parts.iter().try_fold(false, |held, part| Some(held || part.holds(value)?))
            }
        }
    }
}
