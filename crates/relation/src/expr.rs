//! Expressions of the relation language.

use std::sync::Arc;

use super::operators::Op;
use super::types::Type;
use super::value::Value;

/// An expression over the source's inputs and the executions' outcomes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Expr {
    /// A parameter of the subject, with the source's value; by position.
    Param(usize),
    /// The outcome of execution `n`: `y0` is the source's, `y1` the first follow-up's …
    Out(usize),
    /// The element inside [`Expr::Map`].
    Item,
    /// A literal.
    Const(Value),
    /// An operator applied to its operands.
    Apply(Op, Vec<Expr>),
    /// A sequence with every element replaced: `xs.iter().map(|x| …)`.
    Map(Box<Expr>, Box<Expr>),
    /// Whether a condition holds for every element of a sequence: `xs.iter().all(|x| …)`.
    All(Box<Expr>, Box<Expr>),
    /// A field, or a part of a tuple, by its number and its name: `this.width`, `y0.1`.
    Field(Box<Expr>, usize, Arc<str>),
    /// A tuple, or a variant of a struct or enum, of these parts: `Point { x: this.y, y: this.x }`. A sequence or an
    /// `Option` of no parts: `[]`, `None`.
    Make(Type, usize, Vec<Expr>),
}

impl Expr {
    /// A field of an expression of type `ty`, where it has one.
    pub fn field(of: Expr, ty: &Type, index: usize) -> Option<Expr> {
        let name = match ty {
            Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) => return Expr::field(of, inner, index),
            Type::Tuple(items) if index < items.len() => index.to_string().into(),
            Type::Adt(adt) => Arc::clone(&adt.fields()?.get(index)?.name),
            _ => return None,
        };
        Some(Expr::Field(Box::new(of), index, name))
    }

    /// An operator with two operands.
    pub fn binary(op: Op, left: Expr, right: Expr) -> Expr {
        Expr::Apply(op, vec![left, right])
    }

    /// An operator with one operand.
    pub fn unary(op: Op, operand: Expr) -> Expr {
        Expr::Apply(op, vec![operand])
    }

    /// The operands of an operator that is applied again and again: `a`, `b`, `c` of `[[a, b].concat(), c].concat()`.
    pub fn chained(op: Op, operands: &[Expr]) -> Vec<&Expr> {
        let mut parts: Vec<&Expr> = operands.iter().rev().collect();
        while let Some(Expr::Apply(inner, operands)) = parts.last()
            && *inner == op
        {
            parts.pop();
            parts.extend(operands.iter().rev());
        }
        parts.reverse();
        parts
    }

    /// The conditions that `&&` joins in a guard: none of `true`.
    pub fn conditions(&self) -> Vec<&Expr> {
        match self {
            Expr::Apply(Op::And, both) => both.iter().flat_map(Expr::conditions).collect(),
            guard if guard.is_yes() => Vec::new(),
            condition => vec![condition],
        }
    }

    /// Conditions joined by `&&`; `None` where there are none.
    pub fn conjunction(conditions: impl IntoIterator<Item = Expr>) -> Option<Expr> {
        conditions.into_iter().reduce(|all, next| Expr::binary(Op::And, all, next))
    }

    /// An integer literal.
    pub fn int(n: i128) -> Expr {
        Expr::Const(Value::Int(n))
    }

    /// The literal `true`.
    pub fn yes() -> Expr {
        Expr::Const(Value::Bool(true))
    }

    /// Whether this is the literal `true`: a guard that always holds.
    pub fn is_yes(&self) -> bool {
        *self == Expr::yes()
    }

    /// The direct sub-expressions.
    pub fn children(&self) -> Vec<&Expr> {
        match self {
            Expr::Apply(_, args) | Expr::Make(_, _, args) => args.iter().collect(),
            Expr::Field(of, ..) => vec![of],
            Expr::Map(seq, body) | Expr::All(seq, body) => vec![seq, body],
            _ => Vec::new(),
        }
    }

    /// The value of a type that has nothing in it: `[]`, `None`.
    pub fn nothing(ty: &Type) -> Option<Expr> {
        let ty = ty.erased();
        matches!(ty, Type::Vec(_) | Type::Option(_)).then(|| Expr::Make(ty, 0, Vec::new()))
    }

    /// Whether this is `[]` or `None`.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Expr::Make(Type::Vec(_) | Type::Option(_), ..))
    }

    /// The same expression with each direct sub-expression replaced.
    pub fn with_children(&self, change: &mut dyn FnMut(&Expr) -> Expr) -> Expr {
        match self {
            Expr::Apply(op, args) => Expr::Apply(*op, args.iter().map(change).collect()),
            Expr::Map(seq, body) => Expr::Map(Box::new(change(seq)), Box::new(change(body))),
            Expr::All(seq, body) => Expr::All(Box::new(change(seq)), Box::new(change(body))),
            Expr::Field(of, index, name) => Expr::Field(Box::new(change(of)), *index, Arc::clone(name)),
            Expr::Make(ty, variant, parts) => {
                Expr::Make(ty.clone(), *variant, parts.iter().map(change).collect())
            }
            leaf => leaf.clone(),
        }
    }

    /// How many nodes the expression has.
    pub fn size(&self) -> usize {
        1 + self.children().into_iter().map(Expr::size).sum::<usize>()
    }

    /// Whether any node satisfies `test`.
    pub fn any(&self, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
        test(self) || self.children().into_iter().any(|child| child.any(test))
    }

    /// Whether outcome `n` is mentioned.
    pub fn mentions_out(&self, n: usize) -> bool {
        self.any(&mut |e| *e == Expr::Out(n))
    }

    /// What it unwraps; anything else as it is.
    pub fn unwrapped(&self) -> &Expr {
        match self {
            Expr::Apply(Op::Unwrap, of) => &of[0],
            expr => expr,
        }
    }

    /// Whether any parameter or variable is mentioned.
    pub fn mentions_params(&self) -> bool {
        self.any(&mut |e| matches!(e, Expr::Param(_)))
    }

    /// Whether any outcome is mentioned.
    pub fn mentions_outcome(&self) -> bool {
        self.any(&mut |e| matches!(e, Expr::Out(_)))
    }
}

/// The names that an expression can use, and their types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The subject's parameters: name and type.
    pub params: Vec<(String, Type)>,
    /// The types of `y0`, `y1` …
    pub outs: Vec<Type>,
    /// The type of the element inside a map.
    pub item: Option<Type>,
}

impl Scope {
    /// The erased type ([`Type::erased`]) of an expression, or `None` where it has none.
    pub fn type_of(&self, expr: &Expr) -> Option<Type> {
        match expr {
            Expr::Param(i) => self.params.get(*i).map(|(_, ty)| ty.erased()),
            Expr::Out(i) => self.outs.get(*i).map(Type::erased),
            Expr::Item => self.item.clone(),
            Expr::Const(value) => literal_type(value),
            Expr::Apply(op, args) => {
                let types: Vec<Type> = args.iter().map(|arg| self.type_of(arg)).collect::<Option<_>>()?;
                let operator = op.operator();
                if types.len() == operator.arity() { (operator.result)(&types) } else { None }
            }
            Expr::Map(seq, body) => {
                let item = self.type_of(seq)?.item()?.clone();
                Some(Type::Vec(Box::new(self.with_item(item).type_of(body)?)))
            }
            Expr::All(seq, body) => {
                let item = self.type_of(seq)?.item()?.clone();
                self.with_item(item).type_of(body).filter(|ty| *ty == Type::Bool)
            }
            Expr::Field(of, index, _) => self.type_of(of)?.part(*index).map(Type::erased),
            Expr::Make(ty, variant, parts) => {
                let wanted: Vec<&Type> = match ty {
                    Type::Tuple(items) => items.iter().collect(),
                    Type::Adt(adt) => adt.variants().get(*variant)?.fields.iter().map(|f| &f.ty).collect(),
                    Type::Vec(_) | Type::Option(_) => Vec::new(),
                    _ => return None,
                };
                let fit = parts.len() == wanted.len()
                    && parts.iter().zip(wanted).all(|(part, ty)| self.type_of(part) == Some(ty.erased()));
                fit.then(|| ty.erased())
            }
        }
    }

    /// The scope inside a map over elements of type `item`.
    pub fn with_item(&self, item: Type) -> Scope {
        Scope { item: Some(item), ..self.clone() }
    }
}

fn literal_type(value: &Value) -> Option<Type> {
    use super::types::{FloatType, IntType};
    Some(match value {
        Value::Unit => Type::Unit,
        Value::Bool(_) => Type::Bool,
        Value::Char(_) => Type::Char,
        Value::Int(_) | Value::Big(_) => Type::Int(IntType::I128),
        Value::F32(_) => Type::Float(FloatType::F32),
        Value::F64(_) => Type::Float(FloatType::F64),
        Value::Str(_) => Type::String,
        Value::Ordering(_) => Type::Ordering,
        _ => return None,
    })
}
