//! Conjunctions of comparisons: whether one can hold.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::Zero as _;

use super::formula::Formula;
use super::linear::{Row, Sign, Solution, solve};
use morph_relation::exact::{Monomial, Polynomial, Rational, Variable, degree, int, product};

/// Comparisons that hold together.
pub type Cube = Vec<(Polynomial, Sign)>;

/// Whether the comparisons of a cube can hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// They cannot.
    Impossible,
    /// They do, where the variables have these values.
    Possible(Vec<Rational>),
    /// It was not found out.
    Unknown,
}

/// Maximum number of conjunctions; larger formulas are not decided.
const CUBES: usize = 64;

/// The conjunctions of a formula, one of which holds where it holds, with the truths that each asks for; `None` where
/// there are too many. Those that contradict themselves are left out.
pub fn cubes(formula: &Formula) -> Option<Vec<(Cube, BTreeMap<usize, bool>)>> {
    Some(match formula {
        Formula::Compare(polynomial, sign) => match polynomial.as_constant() {
            Some(value) if sign.of(&value) => vec![Default::default()],
            Some(_) => Vec::new(),
            None => vec![(vec![(polynomial.clone(), *sign)], BTreeMap::new())],
        },
        Formula::Truth(number, truth) => vec![(Cube::new(), BTreeMap::from([(*number, *truth)]))],
        Formula::Any(parts) => {
            let all: Vec<_> =
                parts.iter().map(cubes).collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
            return (all.len() <= CUBES).then_some(all);
        }
        Formula::All(parts) => {
            let mut all = vec![(Cube::new(), BTreeMap::new())];
            for part in parts {
                let more = cubes(part)?;
                let mut next = Vec::new();
                for (cube, truths) in &all {
                    for (also, further) in &more {
                        if further
                            .iter()
                            .any(|(number, truth)| truths.get(number).is_some_and(|t| t != truth))
                        {
                            continue;
                        }
                        let truths = truths.iter().chain(further).map(|(n, t)| (*n, *t)).collect();
                        next.push((cube.iter().chain(also).cloned().collect(), truths));
                    }
                }
                if next.len() > CUBES {
                    return None;
                }
                all = next;
            }
            all
        }
    })
}

/// Decides whether comparisons can hold together; variables of which `whole` is true are integers.
///
/// Monomials are taken for variables first. Where that is too coarse, values for the variables that make it so are tried,
/// and then consequences are added: squares are not negative, nor are products of what is not.
pub fn decide(cube: &Cube, whole: &[bool]) -> Outcome {
    let is_linear = cube.iter().all(|(polynomial, _)| polynomial.degree() <= 1);
    match linearly(cube, whole) {
        Linear::Impossible => return Outcome::Impossible,
        Linear::Possible(values) if is_linear => return Outcome::Possible(values),
        _ if is_linear => return Outcome::Unknown,
        _ => {}
    }
    if let Some(values) = sample(cube, whole) {
        return Outcome::Possible(values);
    }
    for consequences in [squares, products] {
        let more: Cube = cube.iter().cloned().chain(consequences(cube)).collect();
        if linearly(&more, whole) == Linear::Impossible {
            return Outcome::Impossible;
        }
    }
    Outcome::Unknown
}

#[derive(PartialEq)]
enum Linear {
    Impossible,
    /// With the values of the variables that stand alone.
    Possible(Vec<Rational>),
    Unknown,
}

/// Monomials are variables that have nothing to do with each other.
fn linearly(cube: &Cube, whole: &[bool]) -> Linear {
    let mut columns: BTreeMap<&Monomial, usize> = BTreeMap::new();
    let monomials: BTreeSet<&Monomial> =
        cube.iter().flat_map(|(polynomial, _)| polynomial.terms()).map(|(monomial, _)| monomial).collect();
    for monomial in monomials.into_iter().filter(|monomial| !monomial.is_empty()) {
        columns.insert(monomial, columns.len());
    }
    let row = |(polynomial, sign): &(Polynomial, Sign)| {
        let mut row = Row { coefficients: BTreeMap::new(), constant: Rational::zero(), sign: *sign };
        for (monomial, coefficient) in polynomial.terms() {
            match columns.get(monomial) {
                Some(column) => {
                    row.coefficients.insert(*column, coefficient.clone());
                }
                None => row.constant = coefficient.clone(),
            }
        }
        row
    };
    let integers = |monomial: &&Monomial| monomial.iter().all(|(variable, _)| whole[*variable]);
    let whole_columns: Vec<bool> = columns.keys().map(integers).collect();
    match solve(cube.iter().map(row).collect(), &whole_columns) {
        Solution::None => Linear::Impossible,
        Solution::Unknown => Linear::Unknown,
        Solution::Some(values) => {
            let of =
                |variable: Variable| columns.get(&vec![(variable, 1)]).map(|column| values[*column].clone());
            Linear::Possible((0..whole.len()).map(|v| of(v).unwrap_or_else(Rational::zero)).collect())
        }
    }
}

/// The first values that are tried of a variable that others are multiplied with.
const TRIED: [(i64, i64); 13] = [
    (0, 1),
    (1, 1),
    (-1, 1),
    (2, 1),
    (-2, 1),
    (1, 2),
    (-1, 2),
    (3, 1),
    (-3, 1),
    (10, 1),
    (-10, 1),
    (1, 100),
    (-1, 100),
];
/// Number of combinations of these values that are tried.
const SAMPLES: usize = 169;

/// Values of the variables under which all comparisons hold: some are tried for as many variables as it takes for the rest
/// to be linear, which is solved.
fn sample(cube: &Cube, whole: &[bool]) -> Option<Vec<Rational>> {
    let monomials: BTreeSet<&Monomial> =
        cube.iter().flat_map(|(polynomial, _)| polynomial.terms()).map(|(monomial, _)| monomial).collect();
    let mut fixed: Vec<Variable> = Vec::new();
    loop {
        let mut counts: BTreeMap<Variable, u32> = BTreeMap::new();
        for monomial in &monomials {
            let open: Monomial = monomial.iter().copied().filter(|(v, _)| !fixed.contains(v)).collect();
            if degree(&open) > 1 {
                open.iter().for_each(|(v, exponent)| *counts.entry(*v).or_default() += exponent);
            }
        }
        let Some((most, _)) = counts.into_iter().max_by_key(|(v, count)| (*count, std::cmp::Reverse(*v)))
        else {
            break;
        };
        fixed.push(most);
    }
    let number = |(n, d): (i64, i64)| Rational::new(n.into(), d.into());
    let tried = |variable: Variable| -> Vec<Rational> {
        TRIED.into_iter().map(number).filter(|n| !whole[variable] || n.is_integer()).collect()
    };
    let choices: Vec<Vec<Rational>> = fixed.iter().map(|variable| tried(*variable)).collect();
    let all: usize = choices.iter().map(Vec::len).product();
    // Every combination, where there are few; else those of small numbers, in the order of their sizes.
    for n in 0..all.min(SAMPLES) {
        let mut rest = n;
        let mut values = BTreeMap::new();
        for (variable, choices) in fixed.iter().zip(&choices) {
            let few =
                if all <= SAMPLES { choices.len() } else { root(SAMPLES, fixed.len()).min(choices.len()) };
            values.insert(*variable, choices[rest % few.max(1)].clone());
            rest /= few.max(1);
        }
        let with = |(polynomial, sign): &(Polynomial, Sign)| {
            (polynomial.with(&|variable| values.get(&variable).cloned()), *sign)
        };
        let linear: Cube = cube.iter().map(with).collect();
        if let Linear::Possible(mut found) = linearly(&linear, whole) {
            values.into_iter().for_each(|(variable, value)| found[variable] = value);
            return Some(found);
        }
    }
    None
}

/// The largest number of which the power is at most `of`.
fn root(of: usize, power: usize) -> usize {
    (1..=of).take_while(|n| n.checked_pow(power as u32).is_some_and(|p| p <= of)).last().unwrap_or(1)
}

/// Squares of monomials, and of sums and differences of two, of which all products occur.
fn squares(cube: &Cube) -> Cube {
    let monomials: BTreeSet<&Monomial> =
        cube.iter().flat_map(|(polynomial, _)| polynomial.terms()).map(|(monomial, _)| monomial).collect();
    let mut all = Cube::new();
    let mut roots: BTreeSet<Monomial> = BTreeSet::from([Monomial::new()]);
    for monomial in &monomials {
        if monomial.iter().all(|(_, exponent)| exponent % 2 == 0) && !monomial.is_empty() {
            roots.insert(monomial.iter().map(|(v, exponent)| (*v, exponent / 2)).collect());
            all.push((Polynomial::term((*monomial).clone(), int(1)), Sign::NotNegative));
        }
        if degree(monomial) == 1 {
            roots.insert((*monomial).clone());
        }
    }
    let roots: Vec<Monomial> = roots.into_iter().collect();
    for (i, a) in roots.iter().enumerate() {
        for b in &roots[i + 1..] {
            let is_known = |m: &Monomial| m.is_empty() || monomials.contains(m);
            let known = [product(a, a), product(b, b), product(a, b)].iter().filter(|m| is_known(m)).count();
            if known < 2 {
                continue;
            }
            for sign in [1, -1] {
                let sum = Polynomial::term(a.clone(), int(1)) + Polynomial::term(b.clone(), int(sign));
                all.push((&sum * &sum, Sign::NotNegative));
            }
        }
    }
    all
}

/// Products are made of at most this many comparisons.
const FACTORS: usize = 10;
/// Maximum degree of such products.
const HIGHEST: u32 = 6;

/// Products of comparisons with each other, and of equalities with variables.
fn products(cube: &Cube) -> Cube {
    let mut all = squares(cube);
    let factors = &cube[..cube.len().min(FACTORS)];
    let variables: BTreeSet<Variable> = cube
        .iter()
        .flat_map(|(polynomial, _)| polynomial.terms())
        .flat_map(|(monomial, _)| monomial.iter().map(|(v, _)| *v))
        .collect();
    for (i, (p, sign)) in factors.iter().enumerate() {
        for (q, other) in &factors[i..] {
            let both = match (sign, other) {
                (Sign::Zero, _) | (_, Sign::Zero) => Sign::Zero,
                (Sign::Positive, Sign::Positive) => Sign::Positive,
                _ => Sign::NotNegative,
            };
            if p.degree() + q.degree() <= HIGHEST {
                all.push((p * q, both));
            }
        }
        if *sign == Sign::Zero && p.degree() < HIGHEST {
            all.extend(variables.iter().map(|v| (p * &Polynomial::variable(*v), Sign::Zero)));
        }
    }
    let more = squares(&all);
    all.extend(more);
    all.retain(|(polynomial, _)| polynomial.as_constant().is_none());
    all
}
