//! Random trees over columns of `f64`, and the files by which every evaluator gets the same.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use morph_columns::Table;
use morph_relation::{Env, Expr, FloatType, Op, Scope, Tolerance, Type, Value};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub const ROWS: usize = 18_000;
pub const COLUMNS: usize = 8;
const TREES: usize = 1_000;
/// Operators in a tree: uniform, so that a tree has 10 nodes in the mean.
const MOST_OPERATORS: usize = 8;

/// A tree in postfix order.
pub type Tree = Vec<Token>;

#[derive(Clone, Copy, Debug)]
pub enum Token {
    Column(usize),
    Constant(f64),
    Operator(char),
}

/// The columns, each with a number per row in [-10, 10).
pub fn columns() -> Vec<Vec<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    (0..COLUMNS).map(|_| (0..ROWS).map(|_| rng.random_range(-10.0..10.0)).collect()).collect()
}

/// Random trees; a quarter of the operators divide where `with_division`.
pub fn random(with_division: bool) -> Vec<Tree> {
    let mut rng = ChaCha8Rng::seed_from_u64(if with_division { 3 } else { 2 });
    let mut tree = |_| {
        let mut tree = Vec::new();
        let operators = rng.random_range(1..=MOST_OPERATORS);
        grow(&mut rng, operators, with_division, &mut tree);
        tree
    };
    (0..TREES).map(&mut tree).collect()
}

fn grow(rng: &mut impl Rng, operators: usize, with_division: bool, tree: &mut Tree) {
    if operators == 0 {
        // One leaf in eight is a constant.
        tree.push(match rng.random_range(0..8) {
            0 => Token::Constant(rng.random_range(-100.0..100.0)),
            _ => Token::Column(rng.random_range(0..COLUMNS)),
        });
        return;
    }
    let left = rng.random_range(0..operators);
    grow(rng, left, with_division, tree);
    grow(rng, operators - 1 - left, with_division, tree);
    let operator = match rng.random_range(0..4) {
        3 if with_division => '/',
        _ => ['+', '-', '*'][rng.random_range(0..3)],
    };
    tree.push(Token::Operator(operator));
}

pub fn nodes(trees: &[Tree]) -> usize {
    trees.iter().map(Vec::len).sum()
}

/// As expressions of the relation language.
pub fn exprs(trees: &[Tree]) -> Vec<Expr> {
    trees.iter().map(|tree| expr(tree)).collect()
}

fn expr(tree: &[Token]) -> Expr {
    let mut stack: Vec<Expr> = Vec::new();
    for token in tree {
        let next = match token {
            Token::Column(column) => Expr::Param(*column),
            Token::Constant(x) => Expr::Const(Value::F64(*x)),
            Token::Operator(operator) => {
                let op = match operator {
                    '+' => Op::Add,
                    '-' => Op::Sub,
                    '*' => Op::Mul,
                    _ => Op::Div,
                };
                let (right, left) = (stack.pop(), stack.pop());
                Expr::binary(op, left.expect("an operand"), right.expect("an operand"))
            }
        };
        stack.push(next);
    }
    stack.pop().expect("a tree")
}

/// The columns as rows of the engine.
pub fn table(columns: &[Vec<f64>]) -> Table {
    let params = (0..COLUMNS).map(|i| (format!("x{i}"), Type::Float(FloatType::F64))).collect();
    let scope = Scope { params, outs: Vec::new(), item: None };
    let rows: Vec<Vec<Value>> =
        (0..ROWS).map(|row| columns.iter().map(|column| Value::F64(column[row])).collect()).collect();
    let leaves: Vec<Expr> = (0..COLUMNS).map(Expr::Param).collect();
    Table::new(&scope, &leaves, rows.iter().map(|row| Env { params: row, outs: &[] }), [], Tolerance::Exact)
}

/// Writes columns (`f64`, little-endian, one column after the other) and trees (one a line) for the peer in Python.
pub fn write(dir: &Path) -> std::io::Result<()> {
    let bytes: Vec<u8> = columns().iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    fs::write(dir.join("columns.f64"), bytes)?;
    for (name, with_division) in [("plain", false), ("division", true)] {
        let mut text = String::new();
        for tree in random(with_division) {
            for token in tree {
                let _ = match token {
                    Token::Column(column) => write!(text, "x{column} "),
                    Token::Constant(x) => write!(text, "{x:?} "),
                    Token::Operator(operator) => write!(text, "{operator} "),
                };
            }
            text.push('\n');
        }
        fs::write(dir.join(format!("{name}.trees")), text)?;
    }
    Ok(())
}
