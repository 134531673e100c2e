//! Systems of linear equalities and inequalities over the rationals, decided exactly: equalities by Gauss, inequalities by
//! Fourier and Motzkin.

use std::collections::BTreeMap;

use num_traits::{One as _, Signed as _, Zero as _};

use super::between::{nearest_integer, simplest, to_coprime};
use morph_relation::exact::{Rational, int};

/// How a sum relates to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// It is zero.
    Zero,
    /// It is at least zero.
    NotNegative,
    /// It is above zero.
    Positive,
}

impl Sign {
    /// Whether a number has the sign.
    pub fn of(self, number: &Rational) -> bool {
        match self {
            Sign::Zero => number.is_zero(),
            Sign::NotNegative => !number.is_negative(),
            Sign::Positive => number.is_positive(),
        }
    }
}

/// A sum of columns, each with a coefficient, plus a constant, that has a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// By column; none is zero.
    pub coefficients: BTreeMap<usize, Rational>,
    /// What is added.
    pub constant: Rational,
    /// The sign of the sum.
    pub sign: Sign,
}

/// What is known of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// Nothing solves it.
    None,
    /// This does, by column.
    Some(Vec<Rational>),
    /// It grew too large, or no integers were found where integers are asked for.
    Unknown,
}

/// Maximum number of rows; larger systems are not decided.
const ROWS: usize = 400;

/// Decides whether a system has a solution; columns of which `whole` is true are integers.
pub fn solve(rows: Vec<Row>, whole: &[bool]) -> Solution {
    match System::new(rows, whole) {
        Some(system) => system.solve(),
        None => Solution::None,
    }
}

/// A column that was eliminated, and the rows that bound it.
struct Eliminated {
    column: usize,
    rows: Vec<Row>,
}

struct System<'a> {
    equalities: Vec<Row>,
    /// By coefficients, the first of which is ±1: the strictest row with these.
    bounds: BTreeMap<Vec<(usize, Rational)>, (Rational, Sign)>,
    whole: &'a [bool],
}

impl<'a> System<'a> {
    /// `None` where a row contradicts itself or another one.
    fn new(rows: Vec<Row>, whole: &'a [bool]) -> Option<System<'a>> {
        let mut system = System { equalities: Vec::new(), bounds: BTreeMap::new(), whole };
        rows.into_iter().all(|row| system.add(row)).then_some(system)
    }

    /// Whether the row may hold.
    fn add(&mut self, row: Row) -> bool {
        let Some(row) = tightened(row, self.whole) else { return false };
        if row.coefficients.is_empty() {
            return row.sign.of(&row.constant);
        }
        if row.sign == Sign::Zero {
            self.equalities.push(row);
            return true;
        }
        let scale = row.coefficients.values().next().map_or_else(Rational::one, Rational::abs).recip();
        let key = row.coefficients.into_iter().map(|(column, c)| (column, c * &scale)).collect();
        let new = (row.constant * scale, row.sign);
        self.bounds
            .entry(key)
            .and_modify(|old| {
                if new.0 < old.0 || (new.0 == old.0 && new.1 > old.1) {
                    *old = new.clone();
                }
            })
            .or_insert(new);
        true
    }

    fn solve(mut self) -> Solution {
        let mut eliminated = Vec::new();
        while let Some(equality) = self.equalities.pop() {
            // Integers are solved for where they have no factor, so that they stay integers.
            let unit = |(_, c): &(&usize, &Rational)| c.abs().is_one();
            let first = equality.coefficients.iter().find(unit).or(equality.coefficients.iter().next());
            let Some((column, coefficient)) = first else { continue };
            let (column, factor) = (*column, coefficient.recip());
            let rows: Vec<Row> = std::mem::take(&mut self.equalities)
                .into_iter()
                .chain(rows(std::mem::take(&mut self.bounds)))
                .collect();
            for mut row in rows {
                if let Some(c) = row.coefficients.get(&column) {
                    let by = -(c * &factor);
                    row = sum(&row, &int(1), &equality, &by, row.sign);
                }
                if !self.add(row) {
                    return Solution::None;
                }
            }
            eliminated.push(Eliminated { column, rows: vec![equality] });
        }
        while let Some(column) = self.cheapest() {
            let mut touched = Vec::new();
            let mut kept = BTreeMap::new();
            for (key, value) in std::mem::take(&mut self.bounds) {
                if key.iter().any(|(c, _)| *c == column) {
                    touched.push((key, value));
                } else {
                    kept.insert(key, value);
                }
            }
            self.bounds = kept;
            let touched: Vec<Row> = rows(touched).collect();
            let (lower, upper): (Vec<&Row>, Vec<&Row>) =
                touched.iter().partition(|row| row.coefficients[&column].is_positive());
            if self.bounds.len() + lower.len() * upper.len() > ROWS {
                return Solution::Unknown;
            }
            for low in &lower {
                for high in &upper {
                    let sign = low.sign.max(high.sign);
                    let (a, b) = (-&high.coefficients[&column], &low.coefficients[&column]);
                    if !self.add(sum(low, &a, high, b, sign)) {
                        return Solution::None;
                    }
                }
            }
            eliminated.push(Eliminated { column, rows: touched });
        }
        let mut values = vec![Rational::zero(); self.whole.len()];
        for Eliminated { column, rows } in eliminated.iter().rev() {
            match value(*column, rows, &values, self.whole[*column]) {
                Some(value) => values[*column] = value,
                None => return Solution::Unknown,
            }
        }
        Solution::Some(values)
    }

    /// The column whose elimination adds the fewest rows.
    fn cheapest(&self) -> Option<usize> {
        let mut counts: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
        for (column, coefficient) in self.bounds.keys().flatten() {
            counts.entry(*column).or_default()[usize::from(coefficient.is_positive())] += 1;
        }
        let cost = |[low, high]: [usize; 2]| (low * high) as i64 - (low + high) as i64;
        counts.into_iter().min_by_key(|(column, counts)| (cost(*counts), *column)).map(|(column, _)| column)
    }
}

fn rows(
    bounds: impl IntoIterator<Item = (Vec<(usize, Rational)>, (Rational, Sign))>,
) -> impl Iterator<Item = Row> {
    let row = |(key, (constant, sign)): (Vec<(usize, Rational)>, _)| Row {
        coefficients: key.into_iter().collect(),
        constant,
        sign,
    };
    bounds.into_iter().map(row)
}

/// `a · one + b · two`
fn sum(one: &Row, a: &Rational, two: &Row, b: &Rational, sign: Sign) -> Row {
    let mut coefficients: BTreeMap<usize, Rational> =
        one.coefficients.iter().map(|(column, c)| (*column, c * a)).collect();
    for (column, c) in &two.coefficients {
        *coefficients.entry(*column).or_insert_with(Rational::zero) += c * b;
    }
    coefficients.retain(|_, c| !c.is_zero());
    Row { coefficients, constant: &one.constant * a + &two.constant * b, sign }
}

/// A row of integers as strict as integers allow: `2 i > 3` is `i ≥ 2`. `None` where none have the sign.
fn tightened(mut row: Row, whole: &[bool]) -> Option<Row> {
    if row.coefficients.is_empty() || !row.coefficients.keys().all(|column| whole[*column]) {
        return Some(row);
    }
    let factor = to_coprime(row.coefficients.values());
    if !factor.is_one() {
        row.coefficients.values_mut().for_each(|c| *c *= &factor);
        row.constant *= &factor;
    }
    match row.sign {
        Sign::Zero if !row.constant.is_integer() => return None,
        Sign::Zero => {}
        Sign::NotNegative => row.constant = row.constant.floor(),
        Sign::Positive => {
            row.constant = row.constant.ceil() - int(1);
            row.sign = Sign::NotNegative;
        }
    }
    Some(row)
}

/// A number, and whether it is excluded.
type Bound = (Rational, bool);

/// A value of a column that is within what rows ask for, where the columns after it have theirs.
fn value(column: usize, rows: &[Row], values: &[Rational], whole: bool) -> Option<Rational> {
    let (mut low, mut high): (Option<Bound>, Option<Bound>) = (None, None);
    for row in rows {
        let rest = row.coefficients.iter().filter(|(c, _)| **c != column);
        let rest = rest.fold(row.constant.clone(), |sum, (c, coefficient)| sum + coefficient * &values[*c]);
        let coefficient = &row.coefficients[&column];
        let bound = -rest / coefficient;
        if row.sign == Sign::Zero {
            return (!whole || bound.is_integer()).then_some(bound);
        }
        let open = row.sign == Sign::Positive;
        if coefficient.is_positive() {
            let stricter = |(low, was): &Bound| bound > *low || (bound == *low && open && !was);
            if low.as_ref().is_none_or(stricter) {
                low = Some((bound, open));
            }
        } else {
            let stricter = |(high, was): &Bound| bound < *high || (bound == *high && open && !was);
            if high.as_ref().is_none_or(stricter) {
                high = Some((bound, open));
            }
        }
    }
    let low = low.as_ref().map(|(low, open)| (low, *open));
    let high = high.as_ref().map(|(high, open)| (high, *open));
    if whole { nearest_integer(low, high) } else { simplest(low, high) }
}
