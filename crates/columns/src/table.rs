//! The rows: metamorphic groups, with each leaf's values as a column.

use std::sync::OnceLock;

use super::block::{BLOCK, Bits, Numbers};
use morph_relation::{Env, Expr, FloatType, Scope, Tolerance, Type, Value};

/// What a block of a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// Bits.
    Bool,
    /// Numbers that are integers.
    Int,
    /// Numbers that are floats.
    Float(FloatType),
    /// Anything else, with fingerprints.
    Value,
}

impl Kind {
    /// How values of a type are held.
    pub fn of(ty: &Type) -> Kind {
        match ty {
            Type::Bool => Kind::Bool,
            Type::Int(_) => Kind::Int,
            Type::Float(float) => Kind::Float(*float),
            _ => Kind::Value,
        }
    }

    pub fn is_number(self) -> bool {
        matches!(self, Kind::Int | Kind::Float(_))
    }

    /// A number of this kind as a value.
    pub fn value(self, number: f64) -> Value {
        match self {
            Kind::Float(float) => Value::float(float, number),
            _ => Value::Int(number as i128),
        }
    }
}

/// The number that a value is held as. Integers above 2^53 are rounded.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(n) => Some(*n as f64),
        Value::Big(n) => Some(*n as f64),
        float => float.as_float(),
    }
}

/// Whether the number says exactly which value it is.
pub(super) fn is_exact(value: &Value) -> bool {
    match value {
        Value::Int(n) => n.unsigned_abs() <= 1 << 53,
        Value::Big(_) => false,
        _ => true,
    }
}

/// A block of values that are neither numbers nor Booleans.
pub(super) struct Values {
    pub values: Vec<Option<Value>>,
    /// How much larger they are than small values, all together ([`Value::size`]).
    pub bulk: u64,
    prints: OnceLock<Box<[u64; BLOCK]>>,
}

/// Larger values ([`Value::size`]) take longer to go through than what there is to do about any value.
pub const SMALL: usize = 8;

impl Values {
    pub fn new(values: Vec<Option<Value>>) -> Values {
        let bulk = values.iter().flatten().map(|value| value.size().saturating_sub(SMALL) as u64).sum();
        Values { values, bulk, prints: OnceLock::new() }
    }

    /// Their fingerprints, found out when first asked for; 0 where there is no value.
    pub fn prints(&self) -> &[u64; BLOCK] {
        self.prints.get_or_init(|| {
            let mut prints = Box::new([0; BLOCK]);
            for (print, value) in prints.iter_mut().zip(&self.values) {
                *print = value.as_ref().map_or(0, Value::fingerprint);
            }
            prints
        })
    }
}

/// Where a leaf's column is: its place among those of its form, which is the same in every block.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Numbers(u32),
    Bits(u32),
    Values(u32),
}

/// A leaf's column.
pub(super) struct Leaf {
    pub expr: Expr,
    /// Erased.
    pub ty: Type,
    pub place: Place,
    /// The bits of the rows that have a value, unless all have.
    pub valid: Option<u32>,
    /// The values as they are, where some are integers that no `f64` holds.
    pub exact: Option<u32>,
}

/// A leaf, its type, and its values on the correct and on the incorrect rows.
type Evaluated = (Expr, Type, [Vec<Option<Value>>; 2]);

/// Metamorphic groups as columns: one of numbers, bits or values per leaf, in blocks of [`BLOCK`] rows.
///
/// Groups of the original (*correct*) come first; those of mutants (*incorrect*) begin a block of their own.
pub struct Table {
    pub(super) scope: Scope,
    pub(super) tolerance: Tolerance,
    pub(super) leaves: Vec<Leaf>,
    correct: usize,
    incorrect: usize,
    numbers: Vec<Numbers>,
    bits: Vec<Bits>,
    values: Vec<Values>,
    /// How many columns of numbers, of bits and of values there are.
    widths: [usize; 3],
    /// The rows of each block that are not padding.
    rows: Vec<Bits>,
}

impl Table {
    /// Evaluates the leaves once on every group. A leaf is any expression, `y1.unwrap()` as well as `y1`; those that
    /// have no type in the scope are left out. The tolerance is that of every comparison in what is evaluated later.
    pub fn new<'a>(
        scope: &Scope,
        leaves: &[Expr],
        correct: impl IntoIterator<Item = Env<'a>>,
        incorrect: impl IntoIterator<Item = Env<'a>>,
        tolerance: Tolerance,
    ) -> Table {
        let (correct, incorrect): (Vec<_>, Vec<_>) =
            (correct.into_iter().collect(), incorrect.into_iter().collect());
        let columns = leaves
            .iter()
            .filter_map(|leaf| {
                let ty = scope.type_of(leaf)?;
                let values = |rows: &[Env<'_>]| rows.iter().map(|env| leaf.eval(*env, tolerance)).collect();
                Some((leaf.clone(), ty, [values(&correct), values(&incorrect)]))
            })
            .collect();
        Table::of_columns(scope, columns, correct.len(), incorrect.len(), tolerance)
    }

    /// A table of some of the rows, in the given order; numbers of incorrect rows count from 0 as well.
    pub fn with_rows(&self, correct: &[usize], incorrect: &[usize]) -> Table {
        let first = self.correct_blocks() * BLOCK;
        let columns = (0..self.leaves.len())
            .map(|leaf| {
                let kept = |rows: &[usize], first: usize| {
                    rows.iter()
                        .map(|row| self.value(leaf, (first + row) / BLOCK, (first + row) % BLOCK))
                        .collect()
                };
                let Leaf { expr, ty, .. } = &self.leaves[leaf];
                (expr.clone(), ty.clone(), [kept(correct, 0), kept(incorrect, first)])
            })
            .collect();
        Table::of_columns(&self.scope, columns, correct.len(), incorrect.len(), self.tolerance)
    }

    fn of_columns(
        scope: &Scope,
        columns: Vec<Evaluated>,
        correct: usize,
        incorrect: usize,
        tolerance: Tolerance,
    ) -> Table {
        let mut table = Table {
            scope: scope.clone(),
            tolerance,
            leaves: Vec::new(),
            correct,
            incorrect,
            numbers: Vec::new(),
            bits: Vec::new(),
            values: Vec::new(),
            widths: [0; 3],
            rows: [correct, incorrect]
                .into_iter()
                .flat_map(|rows| (0..rows.div_ceil(BLOCK)).map(move |b| Bits::first(rows - b * BLOCK)))
                .collect(),
        };
        // Column by column first; then a block of all of them side by side.
        let (mut numbers, mut bits, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (expr, ty, parts) in columns {
            let padded: Vec<Option<Value>> = parts
                .into_iter()
                .flat_map(|part| {
                    let padding = part.len().next_multiple_of(BLOCK) - part.len();
                    part.into_iter().map(Some).chain(std::iter::repeat_n(None, padding))
                })
                .map(Option::flatten)
                .collect();
            let blocks: Vec<&[Option<Value>]> = padded.chunks(BLOCK).collect();
            let kind = Kind::of(&ty);
            let fits = |value: &Option<Value>| match value {
                Some(value) if kind.is_number() => number(value).is_some(),
                Some(value) => kind == Kind::Value || matches!(value, Value::Bool(_)),
                None => false,
            };
            let valid: Vec<Bits> = blocks.iter().map(|block| bits_where(block, fits)).collect();
            let total = valid.iter().zip(&table.rows).all(|(valid, rows)| valid.and(rows) == *rows);
            let valid = (!total).then(|| push(&mut bits, valid));
            let as_values = || blocks.iter().map(|block| Values::new(block.to_vec())).collect();
            let mut exact = None;
            let place = match kind {
                Kind::Bool => {
                    let is_true = |value: &Option<Value>| *value == Some(Value::Bool(true));
                    let truths = blocks.iter().map(|block| bits_where(block, is_true)).collect();
                    Place::Bits(push(&mut bits, truths))
                }
                Kind::Int | Kind::Float(_) => {
                    if padded.iter().flatten().any(|value| !is_exact(value)) {
                        exact = Some(push(&mut values, as_values()));
                    }
                    Place::Numbers(push(&mut numbers, blocks.iter().map(|block| numbers_of(block)).collect()))
                }
                Kind::Value => Place::Values(push(&mut values, as_values())),
            };
            table.leaves.push(Leaf { expr, ty, place, valid, exact });
        }
        table.widths = [numbers.len(), bits.len(), values.len()];
        table.numbers = side_by_side(numbers);
        table.bits = side_by_side(bits);
        table.values = side_by_side(values);
        table
    }

    /// How many groups of the original there are.
    pub fn correct(&self) -> usize {
        self.correct
    }

    /// How many groups of mutants there are.
    pub fn incorrect(&self) -> usize {
        self.incorrect
    }

    /// The number of blocks of correct rows, which come first.
    pub(super) fn correct_blocks(&self) -> usize {
        self.correct.div_ceil(BLOCK)
    }

    pub(super) fn blocks(&self) -> usize {
        self.rows.len()
    }

    /// The rows of a block that are not padding.
    pub(super) fn rows(&self, block: usize) -> &Bits {
        &self.rows[block]
    }

    pub(super) fn numbers(&self, block: usize, column: u32) -> &Numbers {
        &self.numbers[block * self.widths[0] + column as usize]
    }

    pub(super) fn bits(&self, block: usize, column: u32) -> &Bits {
        &self.bits[block * self.widths[1] + column as usize]
    }

    pub(super) fn values(&self, block: usize, column: u32) -> &Values {
        &self.values[block * self.widths[2] + column as usize]
    }

    /// A leaf's value on a row of a block, where it has one.
    pub(super) fn value(&self, leaf: usize, block: usize, row: usize) -> Option<Value> {
        let Leaf { ty, place, valid, exact, .. } = &self.leaves[leaf];
        if valid.is_some_and(|valid| !self.bits(block, valid).get(row)) {
            return None;
        }
        match (*place, *exact) {
            (_, Some(column)) | (Place::Values(column), _) => self.values(block, column).values[row].clone(),
            (Place::Bits(column), _) => Some(Value::Bool(self.bits(block, column).get(row))),
            (Place::Numbers(column), _) => Some(Kind::of(ty).value(self.numbers(block, column).0[row])),
        }
    }
}

fn push<T>(columns: &mut Vec<Vec<T>>, column: Vec<T>) -> u32 {
    columns.push(column);
    columns.len() as u32 - 1
}

fn bits_where(block: &[Option<Value>], test: impl Fn(&Option<Value>) -> bool) -> Bits {
    let mut bits = Bits::NONE;
    block.iter().enumerate().filter(|(_, value)| test(value)).for_each(|(row, _)| bits.set(row));
    bits
}

fn numbers_of(block: &[Option<Value>]) -> Numbers {
    let mut numbers = Numbers::ZERO;
    for (to, value) in numbers.0.iter_mut().zip(block) {
        *to = value.as_ref().and_then(number).unwrap_or(0.0);
    }
    numbers
}

/// The first block of every column, then the second of every column, and so on.
fn side_by_side<T>(columns: Vec<Vec<T>>) -> Vec<T> {
    let blocks = columns.first().map_or(0, Vec::len);
    let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
    (0..blocks).flat_map(|_| columns.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>()).collect()
}
