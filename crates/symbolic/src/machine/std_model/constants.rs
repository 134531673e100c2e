//! Constants of the standard library.

use std::f64::consts;

use super::functions::ANY;
use super::table::{Row, find};
use crate::machine::hints::float_named;
use crate::machine::state::{Eval, Machine, unsupported};
use crate::machine::value::Val;
use morph_relation::{FloatType, IntType};

type OfConstant = for<'p> fn(&mut Machine<'p, '_>) -> Eval<'p>;

/// What stands before a constant's name, its name, and its model; in order.
pub static CONSTANTS: &[(&str, &str, OfConstant)] = &[
    ("", "PhantomData", unit),
    (ANY, "None", |_| Ok(Val::none())),
    ("Duration", "ZERO", duration_zero),
    ("Ordering", "Equal", |machine| machine.constructor_value("Ordering", "Equal")),
    ("Ordering", "Greater", |machine| machine.constructor_value("Ordering", "Greater")),
    ("Ordering", "Less", |machine| machine.constructor_value("Ordering", "Less")),
    ("char", "MAX", |machine| Ok(Val::Char(machine.int(0x10_FFFF)))),
    ("char", "MIN", |machine| Ok(Val::Char(machine.int(0)))),
    ("char", "REPLACEMENT_CHARACTER", |machine| Ok(Val::Char(machine.int(0xFFFD)))),
    ("fmt", "Error", unit),
    ("marker", "PhantomData", unit),
];

type OfIntType = for<'p> fn(&mut Machine<'p, '_>, IntType) -> Eval<'p>;

/// Constants of every integer type.
pub static INTEGER_CONSTANTS: &[Row<OfIntType>] = &[
    ("BITS", |machine, int| Ok(Val::Int(machine.int(i128::from(int.bits())), Some(IntType::U32)))),
    ("MAX", |machine, int| match int {
        // Terms end at `i128::MAX`.
        IntType::U128 => unsupported("`u128::MAX`"),
        int => Ok(Val::Int(machine.int(int.highest()), Some(int))),
    }),
    ("MIN", |machine, int| Ok(Val::Int(machine.int(int.lowest()), Some(int)))),
];

/// Constants of `f64` and `f32`, in this order, and those of their `consts`.
pub static FLOAT_CONSTANTS: &[Row<[f64; 2]>] = &[
    ("E", [consts::E; 2]),
    ("EPSILON", [f64::EPSILON, f32::EPSILON as f64]),
    ("FRAC_1_PI", [consts::FRAC_1_PI; 2]),
    ("FRAC_1_SQRT_2", [consts::FRAC_1_SQRT_2; 2]),
    ("FRAC_2_PI", [consts::FRAC_2_PI; 2]),
    ("FRAC_PI_2", [consts::FRAC_PI_2; 2]),
    ("FRAC_PI_3", [consts::FRAC_PI_3; 2]),
    ("FRAC_PI_4", [consts::FRAC_PI_4; 2]),
    ("FRAC_PI_6", [consts::FRAC_PI_6; 2]),
    ("FRAC_PI_8", [consts::FRAC_PI_8; 2]),
    ("INFINITY", [f64::INFINITY; 2]),
    ("LN_10", [consts::LN_10; 2]),
    ("LN_2", [consts::LN_2; 2]),
    ("LOG10_E", [consts::LOG10_E; 2]),
    ("LOG2_E", [consts::LOG2_E; 2]),
    ("MAX", [f64::MAX, f32::MAX as f64]),
    ("MIN", [f64::MIN, f32::MIN as f64]),
    ("MIN_POSITIVE", [f64::MIN_POSITIVE, f32::MIN_POSITIVE as f64]),
    ("NAN", [f64::NAN; 2]),
    ("NEG_INFINITY", [f64::NEG_INFINITY; 2]),
    ("PI", [consts::PI; 2]),
    ("SQRT_2", [consts::SQRT_2; 2]),
    ("TAU", [consts::TAU; 2]),
];

fn unit<'p>(_: &mut Machine<'p, '_>) -> Eval<'p> {
    Ok(Val::unit())
}

fn duration_zero<'p>(machine: &mut Machine<'p, '_>) -> Eval<'p> {
    let zero = machine.int(0);
    Ok(Val::known("Duration", 0, vec![Val::Int(zero, Some(IntType::U128))]))
}

/// The constant with this path, where it is one that is known.
pub fn constant<'p>(machine: &mut Machine<'p, '_>, path: &[&str]) -> Option<Eval<'p>> {
    let (head, name) = match path {
        [.., head, name] => (*head, *name),
        [name] => ("", *name),
        [] => return None,
    };
    let row = |head: &str| {
        let at = CONSTANTS.binary_search_by(|row| (row.0, row.1).cmp(&(head, name))).ok()?;
        Some(CONSTANTS[at].2)
    };
    if let Some(int) = IntType::named(head)
        && let Some(model) = find(INTEGER_CONSTANTS, name)
    {
        return Some(model(machine, int));
    }
    let float = float_named(head).or_else(|| match path {
        [ty, "consts", _] => float_named(ty),
        ["consts", _] => Some(FloatType::F64),
        _ => None,
    });
    if let Some(ty) = float
        && let Some([wide, narrow]) = find(FLOAT_CONSTANTS, name)
    {
        let x = if ty == FloatType::F64 { wide } else { narrow };
        return Some(Ok(Val::Float(machine.float(x, ty), Some(ty))));
    }
    row(head).or_else(|| row(ANY)).map(|model| model(machine))
}
