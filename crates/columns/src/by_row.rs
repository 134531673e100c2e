//! Columns of what has no kernel: evaluated row by row, block by block as they are asked for, and kept.

use std::sync::{Arc, OnceLock};

use super::block::{BLOCK, Bits, Numbers};
use super::recent::Recent;
use super::table::{Kind, Values, number};
use morph_relation::Value;

/// A column that fills as its blocks are asked for.
pub struct Column {
    kind: Kind,
    blocks: Vec<OnceLock<ColumnBlock>>,
}

/// A block of a [`Column`].
pub struct ColumnBlock {
    pub data: Data,
    /// The rows that have a value.
    pub valid: Bits,
}

/// What a [`ColumnBlock`] holds.
pub enum Data {
    Numbers(Box<Numbers>),
    Bits(Bits),
    Values(Values),
}

impl Column {
    fn new(kind: Kind, blocks: usize) -> Column {
        Column { kind, blocks: std::iter::repeat_with(OnceLock::new).take(blocks).collect() }
    }

    /// Whether all of these blocks are there.
    pub fn has(&self, blocks: &[usize]) -> bool {
        blocks.iter().all(|block| self.blocks[*block].get().is_some())
    }

    /// A block, which was filled before.
    pub fn block(&self, block: usize) -> &ColumnBlock {
        self.blocks[block].get().expect("a step fills the block before another reads it")
    }

    /// Fills a block with the values of its rows, and says so, unless it is filled already.
    pub fn fill(&self, block: usize, rows: &Bits, mut value: impl FnMut(usize) -> Option<Value>) -> bool {
        let mut filled = false;
        self.blocks[block].get_or_init(|| {
            filled = true;
            let values: Vec<Option<Value>> =
                (0..BLOCK).map(|row| if rows.get(row) { value(row) } else { None }).collect();
            ColumnBlock::new(self.kind, values)
        });
        filled
    }
}

impl ColumnBlock {
    fn new(kind: Kind, values: Vec<Option<Value>>) -> ColumnBlock {
        let mut valid = Bits::NONE;
        let data = match kind {
            Kind::Bool => {
                let mut truths = Bits::NONE;
                for (row, value) in values.iter().enumerate() {
                    if let Some(Value::Bool(truth)) = value {
                        valid.set(row);
                        if *truth {
                            truths.set(row);
                        }
                    }
                }
                Data::Bits(truths)
            }
            Kind::Int | Kind::Float(_) => {
                let mut numbers = Box::new(Numbers::ZERO);
                for (row, value) in values.iter().enumerate() {
                    if let Some(x) = value.as_ref().and_then(number) {
                        valid.set(row);
                        numbers.0[row] = x;
                    }
                }
                Data::Numbers(numbers)
            }
            Kind::Value => {
                (0..BLOCK).filter(|row| values[*row].is_some()).for_each(|row| valid.set(row));
                Data::Values(Values::new(values))
            }
        };
        ColumnBlock { data, valid }
    }
}

/// Columns by the hash of their expression.
pub struct Columns {
    blocks: usize,
    kept: Recent<u128, Arc<Column>>,
}

impl Columns {
    /// Keeps at most twice `capacity` columns of so many blocks.
    pub fn new(capacity: usize, blocks: usize) -> Columns {
        Columns { blocks, kept: Recent::new(capacity) }
    }

    /// The column of an expression, empty where it is new.
    pub fn get(&mut self, hash: u128, kind: Kind) -> Arc<Column> {
        self.kept.get(hash).unwrap_or_else(|| {
            let column = Arc::new(Column::new(kind, self.blocks));
            self.kept.insert(hash, Arc::clone(&column));
            column
        })
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.kept.len()
    }
}
