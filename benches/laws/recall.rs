//! Which gold laws a discovery wrote: each is written, follows from what is written, or is absent for a reason.

use std::collections::BTreeMap;

use anyhow::Result;
use cargo_morph::cleanse::Redundant;
use cargo_morph::suite::{self, WRITTEN};
use morph_relation::{Expr, Followup, Relation, Scope, Signature, Type};
use morph_symbolic::solver::Choice;

use crate::entailed::{compared, defines_values, near_or_far, normalises, plain, speaks_of_values};
use crate::gold::Law;
use crate::opened::Package;

/// What became of a gold law.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate {
    /// A relation says the same.
    Written,
    /// It follows from what is written.
    Implied,
    /// The language lacks something.
    NotExpressible(String),
    /// A function that it is about could not be run.
    NotRun(String),
    /// It was found, and others were written instead.
    Displaced,
    /// It could have been written, and was not.
    NotFound,
}

/// Instances of a relation that are compared with a law, at most.
const INSTANCES: usize = 300;

/// The fates of a package's gold laws; the catalogue in its folder is what was discovered. Relations that a person wrote
/// do not count. `left_out` are functions that the discovery could not run, and why.
pub fn recall<'g>(
    package: &Package<'g>,
    left_out: &BTreeMap<String, String>,
) -> Result<Vec<(&'g Law, Fate)>> {
    let suite = suite::load_of(&package.workspace, &package.functions)?;
    let found: Vec<(&str, &Relation)> = suite
        .relations
        .iter()
        .chain(&suite.untested)
        .filter(|relation| relation.strategy != WRITTEN)
        .map(|relation| (relation.subject.as_str(), &relation.relation))
        .collect();
    let signatures: Vec<Signature> = package.callable().map(|subject| subject.signature()).collect();
    let fate = |(law, relation): &(&'g Law, Result<Relation, String>)| {
        let fate = match relation {
            Ok(relation) => match fate_of(law, relation, &found, &signatures)? {
                Fate::NotFound => why_not(law, relation, left_out),
                fate => fate,
            },
            Err(why) => Fate::NotExpressible(law.missing.clone().unwrap_or_else(|| why.clone())),
        };
        Ok((*law, fate))
    };
    package.laws.iter().map(fate).collect()
}

/// What kept a law from being found, where that is known.
fn why_not(law: &Law, relation: &Relation, left_out: &BTreeMap<String, String>) -> Fate {
    let called = relation.followups.iter().filter_map(|followup| followup.function.as_ref());
    let mut all = std::iter::once(&law.about).chain(called);
    let gone = all.find_map(|path| Some(format!("`{path}` {}", left_out.get(path)?)));
    gone.map_or(Fate::NotFound, Fate::NotRun)
}

fn fate_of(
    law: &Law,
    gold: &Relation,
    found: &[(&str, &Relation)],
    signatures: &[Signature],
) -> Result<Fate> {
    let Some(subject) = signatures.iter().find(|signature| signature.path == law.about) else {
        return Ok(Fate::NotFound);
    };
    let mut about: Vec<Relation> = Vec::new();
    for (path, relation) in found {
        if *path == law.about {
            about.push((*relation).clone());
        } else if let Some(signature) = signatures.iter().find(|signature| signature.path == *path) {
            let seen = seen_from(relation, signature, subject);
            about.extend(seen.into_iter().map(|relation| pruned(relation, subject.arguments().len())));
        }
    }
    let gold = &near_or_far(&plain(gold));
    let about: Vec<Relation> = about.iter().map(|found| near_or_far(&plain(found))).collect();
    if about.iter().any(|found| {
        found.is_definition() && gold.is_about_itself()
            || defines_values(found) && speaks_of_values(gold)
            || normalises(found, gold, subject)
    }) {
        return Ok(Fate::Implied);
    }
    let instances: Vec<Relation> = about
        .iter()
        .flat_map(|found| instances(found, gold, subject))
        .map(|found| compared(&found, gold))
        .collect();
    let redundant = Redundant::new(subject, signatures, Choice::Auto)?;
    let same = |found: &Relation| {
        found.given.len() == gold.given.len()
            && redundant.is_implied(gold, &[found])
            && redundant.is_implied(found, &[gold])
    };
    if instances.iter().any(same) {
        return Ok(Fate::Written);
    }
    let all: Vec<&Relation> = instances.iter().collect();
    Ok(if redundant.is_implied(gold, &all) { Fate::Implied } else { Fate::NotFound })
}

/// A relation of one function as a relation of another one that it calls: once for each call with variables alone.
fn seen_from(relation: &Relation, of: &Signature, from: &Signature) -> Vec<Relation> {
    let variables = of.with_given(&relation.given).params;
    let mut all = Vec::new();
    for (place, call) in relation.followups.iter().enumerate() {
        let Some(order) = (call.function.as_ref() == Some(&from.path)).then(|| permutation(&call.args))
        else {
            continue;
        };
        let Some(mut order) = order else { continue };
        order.extend((0..variables.len()).filter(|i| !order.contains(i)).collect::<Vec<_>>());
        // The source comes first, then the old one, then the others in their order.
        let outs: Vec<usize> = (0..=relation.followups.len())
            .map(|out| match out {
                0 => 1,
                out if out == place + 1 => 0,
                out if out <= place => out + 1,
                out => out,
            })
            .collect();
        let moved = |expr: &Expr| renamed(expr, &order, &outs);
        let own = Followup {
            function: Some(of.path.clone()),
            args: (0..of.arguments().len()).map(|i| moved(&Expr::Param(i))).collect(),
        };
        let others = relation.followups.iter().enumerate().filter(|(i, _)| *i != place);
        let others = others.map(|(_, followup)| Followup {
            function: match &followup.function {
                None => Some(of.path.clone()),
                Some(path) if *path == from.path => None,
                Some(path) => Some(path.clone()),
            },
            args: followup.args.iter().map(&moved).collect(),
        });
        all.push(Relation {
            given: order[from.arguments().len()..].iter().map(|i| variables[*i].clone()).collect(),
            when: moved(&relation.when),
            followups: std::iter::once(own).chain(others).collect(),
            then: moved(&relation.then),
            tolerance: relation.tolerance,
        });
    }
    all
}

/// A relation without executions that it does not speak of, and without variables that nothing mentions.
fn pruned(mut relation: Relation, arity: usize) -> Relation {
    let later = |relation: &Relation, place: usize| {
        let args = relation.followups[place + 1..].iter().flat_map(|followup| &followup.args);
        args.chain([&relation.then]).any(|expr| expr.mentions_out(place + 1))
    };
    while let Some(place) = (0..relation.followups.len()).rev().find(|place| !later(&relation, *place)) {
        relation.followups.remove(place);
        let outs: Vec<usize> =
            (0..=relation.followups.len() + 1).map(|out| out - usize::from(out > place + 1)).collect();
        relation = relation.with_exprs(&mut |expr| renamed(expr, &[], &outs));
    }
    while let Some(place) =
        (0..relation.given.len()).rev().find(|place| !relation.mentions_param(arity + *place))
    {
        relation.given.remove(place);
        let order: Vec<usize> =
            (0..=arity + relation.given.len()).filter(|old| *old != arity + place).collect();
        let outs: Vec<usize> = (0..=relation.followups.len()).collect();
        relation = relation.with_exprs(&mut |expr| renamed(expr, &order, &outs));
    }
    relation
}

/// The numbers of the variables, where all arguments are different variables.
fn permutation(args: &[Expr]) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    for arg in args {
        match arg {
            Expr::Param(i) if !order.contains(i) => order.push(*i),
            _ => return None,
        }
    }
    Some(order)
}

/// The expression with variables and outcomes in a new order: `order` has the old number of each variable, `outs` the new
/// number of each outcome.
fn renamed(expr: &Expr, order: &[usize], outs: &[usize]) -> Expr {
    match expr {
        Expr::Param(i) => Expr::Param(order.iter().position(|old| old == i).unwrap_or(*i)),
        Expr::Out(i) => Expr::Out(outs[*i]),
        other => other.with_children(&mut |child| renamed(child, order, outs)),
    }
}

/// A relation of all inputs, with terms of a law in the place of its parameters and variables: itself first.
fn instances(found: &Relation, gold: &Relation, subject: &Signature) -> Vec<Relation> {
    let arity = subject.arguments().len();
    let terms = terms(gold, subject);
    let own = (0..arity).map(Expr::Param).collect::<Vec<_>>();
    let mut chosen: Vec<Vec<Expr>> = vec![Vec::new()];
    for (place, (_, ty)) in subject.arguments().iter().chain(&found.given).enumerate() {
        let ty = ty.erased();
        let fitting = terms.iter().filter(|(_, of)| *of == ty).map(|(term, _)| term);
        let fitting: Vec<&Expr> =
            own.get(place).into_iter().chain(fitting.filter(|term| own.get(place) != Some(*term))).collect();
        let more = fitting.iter().flat_map(|term| {
            chosen.iter().map(move |begun| [begun.as_slice(), std::slice::from_ref(*term)].concat())
        });
        chosen = more.take(INSTANCES).collect();
    }
    chosen.iter().map(|terms| of_terms(found, gold, arity, terms)).collect()
}

/// The relation of these terms. Where the source is another one then, it becomes an execution of its own.
fn of_terms(found: &Relation, gold: &Relation, arity: usize, terms: &[Expr]) -> Relation {
    let is_source = terms[..arity].iter().enumerate().all(|(i, term)| *term == Expr::Param(i));
    let shift = usize::from(!is_source);
    let outs: Vec<usize> = (0..=found.followups.len()).map(|out| out + shift).collect();
    let mut relation = found.with_exprs(&mut |expr| put(&renamed(expr, &[], &outs), terms));
    relation.given.clone_from(&gold.given);
    if !is_source {
        relation.followups.insert(0, Followup { function: None, args: terms[..arity].to_vec() });
    }
    relation
}

/// The terms of a law that mention no outcome, with their types: its own variables first.
fn terms(gold: &Relation, subject: &Signature) -> Vec<(Expr, Type)> {
    let params = subject.with_given(&gold.given).params;
    let scope = Scope { params, outs: Vec::new(), item: None };
    let arity = subject.arguments().len();
    let own = (arity..scope.params.len()).chain(0..arity).map(Expr::Param);
    let mut all: Vec<Expr> = own.collect();
    for expr in gold.followups.iter().flat_map(|followup| &followup.args).chain([&gold.then]) {
        expr.any(&mut |part| {
            if !part.mentions_outcome() && !all.contains(part) {
                all.push(part.clone());
            }
            false
        });
    }
    all.into_iter().filter_map(|term| scope.type_of(&term).map(|ty| (term, ty))).collect()
}

/// The expression with terms in place of parameters and variables.
fn put(expr: &Expr, terms: &[Expr]) -> Expr {
    match expr {
        Expr::Param(i) => terms.get(*i).cloned().unwrap_or_else(|| expr.clone()),
        other => other.with_children(&mut |child| put(child, terms)),
    }
}
