//! The value of an expression on one metamorphic group.

use super::expr::Expr;
use super::operators::Op;
use super::tolerance::Tolerance;
use super::types::Type;
use super::value::Value;

/// The values that the names of an expression stand for.
#[derive(Clone, Copy, Debug)]
pub struct Env<'a> {
    /// The source's inputs.
    pub params: &'a [Value],
    /// The outcomes, `y0` first; all of them returned values.
    pub outs: &'a [Value],
}

impl Expr {
    /// The expression's value; `None` where it has none (overflow, an index out of range): the group is inapplicable.
    pub fn eval(&self, env: Env<'_>, tolerance: Tolerance) -> Option<Value> {
        self.eval_in(env, None, tolerance)
    }

    pub(super) fn eval_in(&self, env: Env<'_>, item: Option<&Value>, tolerance: Tolerance) -> Option<Value> {
        match self {
            Expr::Param(i) => env.params.get(*i).cloned(),
            Expr::Out(i) => env.outs.get(*i).cloned(),
            Expr::Item => item.cloned(),
            Expr::Const(value) => Some(value.clone()),
            // As in Rust, the right operand counts only where the left does not decide.
            Expr::Apply(op @ (Op::And | Op::Or), args) => {
                let left = args[0].eval_in(env, item, tolerance)?;
                if left == Value::Bool(*op == Op::Or) {
                    Some(left)
                } else {
                    args[1].eval_in(env, item, tolerance)
                }
            }
            Expr::Apply(op, args) => {
                let operator = op.operator();
                let value = |arg: &Expr| arg.eval_in(env, item, tolerance);
                match args.as_slice() {
                    [a] => (operator.apply)(&[value(a)?], tolerance),
                    [a, b] => (operator.apply)(&[value(a)?, value(b)?], tolerance),
                    [a, b, c] => (operator.apply)(&[value(a)?, value(b)?, value(c)?], tolerance),
                    _ => None,
                }
            }
            Expr::Field(of, index, _) => of.eval_in(env, item, tolerance)?.part(*index).cloned(),
            Expr::Make(ty, variant, parts) => {
                let parts: Option<Vec<Value>> =
                    parts.iter().map(|part| part.eval_in(env, item, tolerance)).collect();
                let made = match ty {
                    Type::Adt(_) => Value::data(*variant, parts?),
                    Type::Vec(_) => return Some(Value::seq([])),
                    Type::Option(_) => return Some(Value::None),
                    _ => return Some(Value::Tuple(parts?.into())),
                };
                made.fits(ty).then_some(made)
            }
            Expr::Map(seq, body) => match seq.eval_in(env, item, tolerance)? {
                Value::Seq(items) => {
                    let mapped: Option<Vec<Value>> =
                        items.iter().map(|item| body.eval_in(env, Some(item), tolerance)).collect();
                    Some(Value::seq(mapped?))
                }
                _ => None,
            },
            Expr::All(seq, body) => match seq.eval_in(env, item, tolerance)? {
                Value::Seq(items) => {
                    for item in items.iter() {
                        match body.eval_in(env, Some(item), tolerance)? {
                            Value::Bool(true) => {}
                            other => return Some(other),
                        }
                    }
                    Some(Value::Bool(true))
                }
                _ => None,
            },
        }
    }

    /// The expression as a condition; `None` where it has no value.
    pub fn test(&self, env: Env<'_>, tolerance: Tolerance) -> Option<bool> {
        match self.eval(env, tolerance)? {
            Value::Bool(b) => Some(b),
            _ => None,
        }
    }
}
