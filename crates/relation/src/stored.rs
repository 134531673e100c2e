//! How values, expressions and relations are stored for another run: exactly, every bit of a float included.
//!
//! Of a struct or enum only the path and the name are stored; whoever reads gives the type that has them
//! ([`Relation::with_types`]).

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::expr::Expr;
use super::relation::{Followup, Relation};
use super::types::{Adt, Home, Traits, Type};

impl Serialize for Adt {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (&self.path, &self.name).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Adt {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Adt, D::Error> {
        let (path, name) = Deserialize::deserialize(from)?;
        Ok(Adt::new(path, name, Home::default(), false, Traits::default()))
    }
}

impl Relation {
    /// The relation as it was stored, with its structs and enums as `known` has them; `None` where it lacks one.
    pub fn with_types(&self, known: &dyn Fn(&Adt) -> Option<Adt>) -> Option<Relation> {
        let given = self.given.iter().map(|(name, ty)| Some((name.clone(), of_type(ty, known)?)));
        let followups = self.followups.iter().map(|followup| {
            let args = followup.args.iter().map(|arg| of_expr(arg, known)).collect::<Option<_>>()?;
            Some(Followup { function: followup.function.clone(), args })
        });
        Some(Relation {
            given: given.collect::<Option<_>>()?,
            when: of_expr(&self.when, known)?,
            followups: followups.collect::<Option<_>>()?,
            then: of_expr(&self.then, known)?,
            tolerance: self.tolerance,
        })
    }
}

fn of_expr(expr: &Expr, known: &dyn Fn(&Adt) -> Option<Adt>) -> Option<Expr> {
    let mut lacks = false;
    let expr = expr.with_children(&mut |child| match of_expr(child, known) {
        Some(child) => child,
        None => {
            lacks = true;
            child.clone()
        }
    });
    match expr {
        _ if lacks => None,
        Expr::Make(ty, variant, parts) => Some(Expr::Make(of_type(&ty, known)?, variant, parts)),
        other => Some(other),
    }
}

fn of_type(ty: &Type, known: &dyn Fn(&Adt) -> Option<Adt>) -> Option<Type> {
    let mut lacks = false;
    let ty = ty.with_adts(&mut |adt| {
        known(adt).unwrap_or_else(|| {
            lacks = true;
            adt.clone()
        })
    });
    (!lacks).then_some(ty)
}

/// Floats by their bits: JSON has neither NaN nor infinities.
pub(super) mod bits32 {
    use super::*;

    pub fn serialize<S: Serializer>(value: &f32, to: S) -> Result<S::Ok, S::Error> {
        value.to_bits().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
        u32::deserialize(from).map(f32::from_bits)
    }
}

/// The same of wider ones.
pub(super) mod bits64 {
    use super::*;

    pub fn serialize<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
        value.to_bits().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        u64::deserialize(from).map(f64::from_bits)
    }
}

/// `Less`, `Equal` and `Greater` as -1, 0 and 1.
pub(super) mod ordering {
    use super::*;
    use std::cmp::Ordering;

    pub fn serialize<S: Serializer>(value: &Ordering, to: S) -> Result<S::Ok, S::Error> {
        (*value as i8).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Ordering, D::Error> {
        i8::deserialize(from).map(|sign| sign.cmp(&0))
    }
}
