//! Polynomials that vanish on all samples: the border of monomials that depend linearly on simpler ones, after
//! Buchberger and Möller (The construction of multivariate polynomials with preassigned zeros, 1982).
//!
//! Multiples of a monomial that depends on others are left out, so that of all consequences of a law within the same
//! executions none is listed. What a monomial depends on is unique, since the others are independent, and sparse where
//! simple monomials suffice.

use super::catalogue::Map;
use super::coefficient::{Coefficient, PRIME};
use super::domain::Part;
use super::law::{Law, Side};
use super::monomial::{Monomial, monomials};
use super::precision::Precision;
use super::samples::{Executions, LEAST, Samples, as_float};
use super::space::Space;
use super::span::{Floats, Residues, Span, norm};
use morph_relation::{FloatType, Value};

/// Maximum number of terms: longer laws are too long to read.
const MOST_TERMS: usize = 5;
/// There must be more samples than monomials by this factor.
const ROOM: f64 = 1.4;

/// The laws of a source and its follow-ups on a part of the domain.
pub fn vanishing(
    space: &Space,
    samples: &Samples,
    followups: &[(&Map, &Executions)],
    part: &Part,
    degree: u32,
) -> Vec<Law> {
    let rows: Vec<Vec<&Value>> = (0..samples.sources.len())
        .filter(|row| part.rows[*row])
        .filter_map(|row| {
            let mut all: Vec<&Value> = samples.inputs[row].iter().chain(&samples.outputs[row]).collect();
            for (_, executed) in followups {
                all.extend(executed.rows[row].as_ref()?);
            }
            Some(all)
        })
        .collect();
    let Some(variables) = rows.first().map(Vec::len).filter(|_| rows.len() >= LEAST) else {
        return Vec::new();
    };
    // As many monomials as the samples can tell apart.
    let fits = |degree: &u32| monomials(variables, *degree).len() as f64 * ROOM <= rows.len() as f64;
    // With an offset that depends on the source, two laws for its two signs are one law of a higher degree.
    let degree = if followups.iter().any(|(map, _)| map.offset) { 1 } else { degree };
    let Some(degree) = (1..=degree).rev().find(fits) else { return Vec::new() };
    let mut all = monomials(variables, degree);
    let inputs = space.inputs.len();
    let mut linear = false;
    let mut depends = |leading: &Monomial, others: &[&Monomial]| {
        let of_inputs = |monomial: &&Monomial| monomial.0[inputs..].iter().all(|e| *e == 0);
        linear |= leading.degree() == 1 && !of_inputs(&leading) && others.iter().all(of_inputs);
    };
    let solved = |all: &[Monomial], depends: &mut Depends<'_>| match space.float {
        Some(kind) => numeric(all, &rows, kind, depends),
        None => exact(all, &rows, depends),
    };
    let mut found = solved(&all, &mut depends);
    // Where an outcome is a sum of inputs, every law follows from that; those of the outcomes alone are what is left.
    if linear {
        all.retain(|monomial| monomial.0[..inputs].iter().all(|e| *e == 0));
        found.extend(solved(&all, &mut |_, _| {}));
    }
    let law = |terms: Vec<(Monomial, Coefficient)>| Law {
        when: part.when.clone(),
        maps: followups.iter().map(|(map, _)| (*map).clone()).collect(),
        terms,
        side: Side::Zero,
    };
    let relates = |law: &Law| law.mentions_every_execution(space) && law.terms.len() <= MOST_TERMS;
    found.into_iter().map(law).filter(relates).collect()
}

type Terms = Vec<(Monomial, Coefficient)>;

/// Is told of a monomial that depends on others, and of these.
type Depends<'a> = dyn FnMut(&Monomial, &[&Monomial]) + 'a;

fn exact(all: &[Monomial], rows: &[Vec<&Value>], depends: &mut Depends<'_>) -> Vec<Terms> {
    let residue = |value: &&Value| match value {
        Value::Int(n) => n.rem_euclid(i128::from(PRIME)) as u64,
        _ => 0,
    };
    let rows: Vec<Vec<u64>> = rows.iter().map(|row| row.iter().map(residue).collect()).collect();
    let column = |monomial: &Monomial| rows.iter().map(|row| monomial.residue(row)).collect::<Vec<u64>>();
    let mut found = Vec::new();
    border(all, Residues::default(), &column, &mut |leading, independent, shares| {
        let others = independent.iter().copied().zip(shares).filter(|(_, share)| **share != 0);
        depends(leading, &others.clone().map(|(monomial, _)| monomial).collect::<Vec<_>>());
        let mut terms = vec![(leading.clone(), Coefficient::Ratio(1, 1))];
        for (monomial, share) in others {
            let Some(coefficient) = Coefficient::of_residue(PRIME - share) else { return };
            terms.push((monomial.clone(), coefficient));
        }
        found.push(terms);
    });
    found
}

fn numeric(all: &[Monomial], rows: &[Vec<&Value>], kind: FloatType, depends: &mut Depends<'_>) -> Vec<Terms> {
    let precision = Precision::of(kind);
    let Precision { zero, floor, significant, .. } = precision;
    let values = |row: &Vec<&Value>| -> Option<Vec<f64>> {
        let row: Vec<f64> = row.iter().map(|value| as_float(value)).collect();
        let mut values: Vec<f64> = all.iter().map(|monomial| monomial.value(&row)).collect();
        // Rows weigh alike: errors are relative to the largest monomial.
        let largest = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        values.iter_mut().for_each(|value| *value /= largest);
        values.iter().all(|value| value.is_finite()).then_some(values)
    };
    let table: Vec<Vec<f64>> = rows.iter().filter_map(values).collect();
    if table.len() < LEAST || table.len() < all.len() {
        return Vec::new();
    }
    let place = |monomial: &Monomial| all.iter().position(|m| m == monomial).unwrap_or(0);
    let column = |monomial: &Monomial| {
        let place = place(monomial);
        table.iter().map(|row| row[place]).collect::<Vec<f64>>()
    };
    let mut found = Vec::new();
    border(all, Floats::new(precision), &column, &mut |leading, independent, shares| {
        let target = column(leading);
        let length = norm(&target);
        let is_significant = |(monomial, share): &(&&Monomial, &f64)| {
            share.abs() * norm(&column(monomial)) > significant * length
        };
        let support: Vec<&Monomial> =
            independent.iter().zip(shares).filter(is_significant).map(|(m, _)| *m).collect();
        depends(leading, &support);
        if support.len() >= MOST_TERMS {
            return;
        }
        // Fitted anew, without the noise of the others.
        let mut span = Floats::new(precision);
        if support.iter().any(|monomial| span.insert(&column(monomial)).is_some()) {
            return;
        }
        let Some(shares) = span.insert(&target) else { return };
        let mut terms = vec![(leading.clone(), Coefficient::Ratio(1, 1))];
        for (monomial, share) in support.iter().zip(shares) {
            let Some(coefficient) = Coefficient::near(-share, kind) else { return };
            terms.push(((*monomial).clone(), coefficient));
        }
        let places: Vec<(usize, f64)> =
            terms.iter().map(|(monomial, c)| (place(monomial), c.value())).collect();
        let holds = table.iter().all(|row| {
            // The first monomial is 1.
            let summands = places.iter().map(|(place, c)| c * row[*place]);
            let largest = summands.clone().fold(0.0_f64, |most, term| most.max(term.abs()));
            summands.sum::<f64>().abs() <= zero * largest.max(floor * row[0])
        });
        if holds {
            found.push(terms);
        }
    });
    found
}

/// Is told of a monomial, the independent ones before it, and its coefficients in these.
type Tell<'a, E> = dyn FnMut(&Monomial, &[&Monomial], &[E]) + 'a;

/// Tells `law` of each monomial on the border: it, the independent ones before it, and its coefficients in these.
fn border<S: Span>(
    all: &[Monomial],
    mut span: S,
    column: &dyn Fn(&Monomial) -> Vec<S::Entry>,
    law: &mut Tell<'_, S::Entry>,
) {
    let mut independent: Vec<&Monomial> = Vec::new();
    let mut leading: Vec<&Monomial> = Vec::new();
    for monomial in all {
        if leading.iter().any(|factor| factor.divides(monomial)) {
            continue;
        }
        match span.insert(&column(monomial)) {
            None => independent.push(monomial),
            Some(shares) => {
                law(monomial, &independent, &shares);
                leading.push(monomial);
            }
        }
    }
}
