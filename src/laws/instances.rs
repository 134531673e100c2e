//! Instances of the families: every way to put a subject, its siblings, parameters and variables into a statement that has
//! types.

use std::collections::{BTreeSet, HashSet};

use super::family::Family;
use super::filling::Filling;
use super::holes::{Holes, arrangements};
use super::instance::{Context, Instance};
use morph_relation::{Expr, Followup, Signature, Type, Value, show_literal};

/// Constants of the code that are tried as periods.
const CONSTANTS: usize = 12;
/// Constants of the code that are tried as bounds.
const BOUNDS: usize = 24;
/// Signs of the code that are tried as separators.
const SIGNS: usize = 6;
/// With more siblings, no two of them are put into one statement, nor one with a constant.
const PAIRED: usize = 12;

/// As before, where the subject's receiver is changed: few siblings fit.
const CROWD: usize = 60;

/// A relation without its tolerance.
type Said = (Vec<Type>, Expr, Vec<Followup>, Expr);

/// All instances of families for a subject, in the order of the families.
pub fn instances(
    context: &Context<'_>,
    families: impl IntoIterator<Item = &'static Family>,
) -> Vec<Instance> {
    let mut all: Vec<Instance> = Vec::new();
    let mut seen: HashSet<Said> = HashSet::new();
    for family in families {
        let Ok(holes) = Holes::of(family) else { continue };
        for mut instance in of_family(context, family, &holes) {
            instance.forms.retain(|form| {
                let types = form.given.iter().map(|(_, ty)| ty.clone()).collect();
                seen.insert((types, form.when.clone(), form.followups.clone(), form.then.clone()))
            });
            if !instance.forms.is_empty() {
                all.push(instance);
            }
        }
    }
    all
}

fn of_family(context: &Context<'_>, family: &'static Family, holes: &Holes) -> Vec<Instance> {
    let has_others = |function: &Signature| function.arguments().len() > holes.letters.len();
    let takes_itself = context.subject.member.as_ref().is_some_and(|member| member.receiver);
    if family.alone && has_others(context.subject) || family.of_receiver && !takes_itself {
        return Vec::new();
    }
    let is_crowded = context.siblings.len() > if family.of_receiver { CROWD } else { PAIRED };
    let siblings: Vec<Vec<&Signature>> = match holes.siblings {
        0 => vec![Vec::new()],
        _ if is_crowded && (holes.siblings > 1 || holes.constants > 0) => Vec::new(),
        1 => context
            .siblings
            .iter()
            .filter(|g| !(family.alone && has_others(g) || family.mutual && precedes(g, context.subject)))
            .map(|g| vec![g])
            .collect(),
        _ => {
            let all = || context.siblings.iter();
            all()
                .flat_map(|g| all().map(move |h| vec![g, h]))
                .filter(|pair| pair[0].path != pair[1].path)
                .collect()
        }
    };
    let known = if holes.of_texts { separators(context) } else { constants(context) };
    let constants: Vec<Vec<syn::Expr>> = match holes.constants {
        0 => vec![Vec::new()],
        _ if holes.of_texts && holes.constants == 2 => {
            let pairs = known.iter().flat_map(|c| known.iter().map(move |d| [c, d]));
            pairs.filter(|[c, d]| c != d).map(|[c, d]| vec![c.clone(), d.clone()]).collect()
        }
        1 => known.into_iter().map(|constant| vec![constant]).collect(),
        _ => bounds(context),
    };
    let mut all = Vec::new();
    let all_arranged = arrangements(context.subject, holes, family.symmetric).into_iter();
    for arrangement in all_arranged.filter(|found| !family.of_receiver || found.places().first() == Some(&0))
    {
        for siblings in &siblings {
            for constants in &constants {
                let filling =
                    Filling { context, family, holes, arrangement: &arrangement, siblings, constants };
                all.extend(filling.instances());
            }
        }
    }
    all
}

/// Whether a sibling of the same module comes first: it has the laws that both have in common.
fn precedes(sibling: &Signature, subject: &Signature) -> bool {
    let module =
        |signature: &Signature| signature.path.rsplit_once("::").map(|(module, _)| module.to_owned());
    module(sibling) == module(subject) && sibling.path < subject.path
}

/// Numbers that may be periods: those of the code, and, between floats, parts of a circle.
fn constants(context: &Context<'_>) -> Vec<syn::Expr> {
    let is_telling = |value: &&Value| match value {
        Value::Int(n) => n.unsigned_abs() > 2,
        other => other.as_float().is_some_and(|x| x != 1.0 && is_round(x)),
    };
    let mut texts: Vec<String> = vec!["1".to_owned()];
    texts.extend(context.constants.iter().filter(is_telling).take(CONSTANTS).map(show_literal));
    if context.subject.arguments().iter().any(|(_, ty)| ty.has_float()) {
        texts.extend(["FRAC_PI_2", "PI", "TAU", "180.0", "360.0"].map(str::to_owned));
    }
    texts.iter().filter_map(|text| syn::parse_str(text).ok()).collect()
}

/// Signs of the code, which may stand between words. Others mean nothing to it.
fn separators(context: &Context<'_>) -> Vec<syn::Expr> {
    let sign = |value: &Value| match value {
        Value::Char(c) => Some(c.to_string()),
        Value::Str(text) => Some(text.to_string()),
        _ => None,
    };
    let is_sign = |text: &String| {
        (1..=2).contains(&text.chars().count())
            && !text.chars().any(|c| c.is_alphanumeric() || c.is_control())
    };
    let signs: BTreeSet<String> = context.constants.iter().filter_map(sign).filter(is_sign).collect();
    signs.iter().take(SIGNS).filter_map(|sign| syn::parse_str(&format!("{sign:?}")).ok()).collect()
}

/// Whether a float has few digits: others are coefficients.
fn is_round(x: f64) -> bool {
    let thousandths = x * 1e3;
    (0.01..=1e6).contains(&x.abs()) && thousandths == thousandths.round()
}

/// Pairs of integers of the code that may bound something, the smaller one first.
fn bounds(context: &Context<'_>) -> Vec<Vec<syn::Expr>> {
    let number = |value: &Value| match value {
        Value::Int(n) => Some(*n),
        _ => None,
    };
    let mut numbers: Vec<i128> = context.constants.iter().filter_map(number).take(BOUNDS).collect();
    numbers.extend([0, 1]);
    numbers.sort_unstable();
    numbers.dedup();
    let pairs =
        numbers.iter().enumerate().flat_map(|(i, low)| numbers[i + 1..].iter().map(move |high| [low, high]));
    let parse = |n: &i128| syn::parse_str(&n.to_string()).ok();
    // One apart is a choice of two rather than a range.
    pairs
        .filter(|[low, high]| *high - *low > 1)
        .filter_map(|[low, high]| Some(vec![parse(low)?, parse(high)?]))
        .collect()
}

#[cfg(test)]
mod tests;
