//! Follow-ups whose inputs are polynomials, or quotients of such, of the source's: the matrices A of AutoMR §III.A.

use std::collections::HashSet;

use crate::inputs::{Context, parts, transformations};
use morph_relation::{Expr, FloatType, Op, Scope, Signature, Type, Value};

/// How a follow-up's inputs are made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Map {
    /// The arguments, over the parameters.
    pub args: Vec<Expr>,
    /// Their degree in the source's inputs (AutoMR's k); of a quotient the larger one.
    pub degree: u32,
    /// Whether the inputs are only known to be larger than the source's, or smaller: an offset is added that depends on
    /// them (AutoMR's ε).
    pub offset: bool,
}

impl Map {
    /// A map with these arguments.
    pub fn new(args: Vec<Expr>) -> Map {
        let shifts = |e: &Expr| matches!(e, Expr::Apply(Op::Abs | Op::Max | Op::Min, _));
        let offset = args.iter().any(|arg| arg.any(&mut |e| shifts(e)));
        Map { degree: args.iter().map(degree).max().unwrap_or(0), offset, args }
    }

    /// How much there is to read.
    pub fn size(&self) -> usize {
        let changed = self.args.iter().enumerate().filter(|(i, arg)| **arg != Expr::Param(*i));
        changed.map(|(_, arg)| arg.size()).sum()
    }
}

/// The degree of an expression in the parameters.
pub fn degree(expr: &Expr) -> u32 {
    match expr {
        Expr::Param(_) | Expr::Item | Expr::Out(_) => 1,
        Expr::Const(_) => 0,
        Expr::Apply(Op::Mul, args) => args.iter().map(degree).sum(),
        Expr::Map(seq, body) => degree(seq).max(degree(body)),
        other => other.children().into_iter().map(degree).max().unwrap_or(0),
    }
}

/// To x times the first, the second are added.
const SCALES: [&str; 5] = ["x", "x * 2.0", "x * 3.0", "x * 0.5", "x * 10.0"];
const SHIFTS: [&str; 6] = ["", " + 1.0", " - 1.0", " + PI", " + TAU", " + FRAC_PI_2"];
/// From these, x is taken away.
const CENTERS: [&str; 5] = ["", "1.0 ", "FRAC_PI_2 ", "PI ", "TAU "];

/// Polynomials and quotients that are the addition theorems of one function or another, read backwards.
const FLOATS: &[&str] = &[
    "x * 2.0 - PI",
    "x * x",
    "x * x * 2.0 - 1.0",
    "x * x + x * 2.0",
    "x * x * x",
    "x * x * x * 4.0 - x * 3.0",
    "x * 3.0 - x * x * x * 4.0",
    "x * x * x * 4.0 + x * 3.0",
    "1.0 / x",
    "x * 2.0 / (1.0 - x * x)",
    "x * 2.0 / (1.0 + x * x)",
    "(1.0 - x) / (1.0 + x)",
    "x / (1.0 + x)",
    "-x / (1.0 + x)",
    "x + x.abs()",
    "x - x.abs()",
    "x.max(1.0)",
    "x.min(1.0)",
    "x + 1.0 / (1.0 + x.abs())",
    "x - 1.0 / (1.0 + x.abs())",
];
const INTEGERS: &[&str] =
    &["x + 1", "x - 1", "x + 2", "-x", "x * 2", "x * 3", "x * 2 + 1", "x * x", "1 - x", "x + x.abs()"];

/// Maximum number of follow-ups in the catalogue.
const MOST: usize = 260;
/// Where structs and tuples hold more numbers, these are changed as all transformations do, but not by the templates.
const FEW_PARTS: usize = 3;

/// The catalogue for a subject, up to a degree; the simplest first.
pub fn maps(subject: &Signature, constants: &[Value], most: u32) -> Vec<Map> {
    let context = Context { subject, others: &[], constants };
    let own = transformations(&context).into_iter().filter_map(|mut transformation| {
        let followup = transformation.followups.pop()?;
        let fed = followup.args.iter().any(Expr::mentions_outcome);
        (followup.function.is_none() && !fed).then_some(followup.args)
    });
    let mut all: Vec<Vec<Expr>> = own.collect();
    all.extend(parts::turned(&context).into_iter().chain(parts::added(&context)));
    let floats = subject.params.iter().filter_map(|(_, ty)| ty.narrowest_float()).min();
    let templates = templates(floats.unwrap_or(FloatType::F64));
    for template in &templates {
        all.extend(applied(subject, template));
    }
    if parts::count(&context) <= FEW_PARTS {
        let changed = |ty: &Type, _: &[Value], part: &Expr| {
            let of_type = templates.iter().filter(|(of, _)| of == ty);
            of_type.map(|(_, template)| placed(template, part)).collect()
        };
        all.extend(parts::each(&context, &changed));
    }
    let mut seen = HashSet::new();
    let identity: Vec<Expr> = (0..subject.params.len()).map(Expr::Param).collect();
    let mut maps: Vec<Map> = all
        .into_iter()
        .filter(|args| *args != identity && seen.insert(args.clone()))
        .map(Map::new)
        .filter(|map| (1..=most).contains(&map.degree))
        .collect();
    maps.sort_by_key(|map| (map.degree, map.offset, map.size()));
    maps.truncate(MOST);
    maps
}

/// The templates over a parameter `x`, with its type; those of floats for floats of a kind.
fn templates(kind: FloatType) -> Vec<(Type, Expr)> {
    let float = Type::Float(kind);
    let int = Type::Int(morph_relation::IntType::I128);
    let affine = SCALES.iter().flat_map(|scale| SHIFTS.iter().map(move |shift| format!("{scale}{shift}")));
    let mirrored =
        CENTERS.iter().map(|center| if center.is_empty() { "-x".to_owned() } else { format!("{center}- x") });
    let floats: Vec<String> =
        affine.chain(mirrored).chain(FLOATS.iter().map(|text| (*text).to_owned())).collect();
    let read = |ty: &Type, text: &str| {
        let scope = Scope { params: vec![("x".to_owned(), ty.clone())], outs: Vec::new(), item: None };
        let parsed = scope.parse(text).ok();
        debug_assert!(parsed.is_some(), "`{text}` is a template");
        parsed.map(|expr| (ty.clone(), expr))
    };
    let floats = floats.iter().filter_map(|text| read(&float, text));
    floats.chain(INTEGERS.iter().filter_map(|text| read(&int, text))).collect()
}

/// A template applied to each parameter of its type alone, and to all of them together.
fn applied(subject: &Signature, (ty, template): &(Type, Expr)) -> Vec<Vec<Expr>> {
    let places: Vec<usize> =
        (0..subject.params.len()).filter(|i| subject.params[*i].1.erased() == *ty).collect();
    let identity: Vec<Expr> = (0..subject.params.len()).map(Expr::Param).collect();
    let at = |group: &[usize]| {
        let mut args = identity.clone();
        group.iter().for_each(|i| args[*i] = placed(template, &Expr::Param(*i)));
        args
    };
    let mut all: Vec<Vec<Expr>> = places.iter().map(|i| at(&[*i])).collect();
    if places.len() > 1 {
        all.push(at(&places));
    }
    all
}

/// The template over something else than `x`.
fn placed(template: &Expr, place: &Expr) -> Expr {
    match template {
        Expr::Param(_) => place.clone(),
        other => other.with_children(&mut |child| placed(child, place)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_an_expression_and_has_its_degree() {
        for kind in [FloatType::F32, FloatType::F64] {
            let floats = SCALES.len() * SHIFTS.len() + CENTERS.len() + FLOATS.len();
            assert_eq!(templates(kind).len(), floats + INTEGERS.len());
        }
        let float = Type::Float(FloatType::F64);
        let f = Signature::new("demo::f", vec![("x".to_owned(), float.clone())], float);
        let all = maps(&f, &[], 3);
        let scope = Scope { params: f.params.clone(), outs: Vec::new(), item: None };
        let of = |text: &str| {
            let args = vec![scope.parse(text).unwrap()];
            all.iter().find(|map| map.args == args).map(|map| (map.degree, map.offset))
        };
        assert_eq!(of("x + TAU"), Some((1, false)));
        assert_eq!(of("FRAC_PI_2 - x"), Some((1, false)));
        assert_eq!(of("x * x * x * 4.0 + x * 3.0"), Some((3, false)));
        assert_eq!(of("x + x.abs()"), Some((1, true)));
        assert_eq!(of("x"), None);
        assert!(maps(&f, &[], 1).iter().all(|map| map.degree == 1));
    }

    #[test]
    fn points_are_turned_and_added_and_constants_are_of_the_type_of_what_they_change() {
        let float = Type::Float(FloatType::F32);
        let point = Type::Tuple(vec![float.clone(), float.clone()]);
        let params = ["p", "q"].map(|name| (name.to_owned(), point.clone()));
        let dot = Signature::new("demo::dot", params.to_vec(), float.clone());
        let scope = Scope { params: dot.params.clone(), outs: Vec::new(), item: None };
        let has = |all: &[Map], scope: &Scope, args: &[&str]| {
            let args: Vec<Expr> = args.iter().map(|text| scope.parse(text).unwrap()).collect();
            all.iter().any(|map| map.args == args)
        };
        let all = maps(&dot, &[], 3);
        for args in [
            ["(-p.1, p.0)", "q"],
            ["(-p.1, p.0)", "(-q.1, q.0)"],
            ["(p.0 + q.0, p.1 + q.1)", "q"],
            ["(p.0 * 2.0, p.1 * 2.0)", "q"],
        ] {
            assert!(has(&all, &scope, &args), "{args:?}");
        }
        let angle = Signature::new("demo::angle", params[..1].to_vec(), float);
        let scope = Scope { params: angle.params.clone(), outs: Vec::new(), item: None };
        assert!(has(&maps(&angle, &[], 3), &scope, &["(p.0 + PI, p.1)"]));
    }
}
