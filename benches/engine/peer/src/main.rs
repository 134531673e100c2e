//! `dynamic_expressions` on the trees and rows in a folder: `engine-peer DIR`. Its checks for finite results are off.

use std::fs;
use std::path::Path;

use dynamic_expressions::operator_enum::builtin::{Add, Div, Mul, Sub};
use dynamic_expressions::{EvalContext, EvalOptions, HasOp, PNode, PostfixExpr, eval_tree_array_into};
use ndarray::Array2;

const COLUMNS: usize = 8;
const REPETITIONS: usize = 25;

dynamic_expressions::opset! {
    pub Ops for f64 { Add, Sub, Mul, Div }
}

fn main() {
    let dir = std::env::args().nth(1).expect("a folder");
    let dir = Path::new(&dir);
    let bytes = fs::read(dir.join("columns.f64")).expect("columns");
    let numbers: Vec<f64> =
        bytes.as_chunks().0.iter().map(|bytes: &[u8; 8]| f64::from_le_bytes(*bytes)).collect();
    let rows = numbers.len() / COLUMNS;
    let columns = Array2::from_shape_vec((COLUMNS, rows), numbers).expect("a full matrix");
    for set in ["plain", "division"] {
        let text = fs::read_to_string(dir.join(format!("{set}.trees"))).expect("trees");
        let nodes = text.split_whitespace().count();
        let exprs: Vec<_> = text.lines().map(expr).collect();
        let mut sums = Vec::new();
        let time = engine_clock::time(REPETITIONS, || sums = evaluate(&exprs, &columns));
        engine_clock::line("dynamic_expressions 0.10, native", set, nodes * rows, &time, &sums);
    }
}

fn expr(line: &str) -> PostfixExpr<f64, Ops, 2> {
    let mut constants = Vec::new();
    let nodes = line
        .split_whitespace()
        .map(|token| {
            let op = match token {
                "+" => <Ops as HasOp<Add>>::ID,
                "-" => <Ops as HasOp<Sub>>::ID,
                "*" => <Ops as HasOp<Mul>>::ID,
                "/" => <Ops as HasOp<Div>>::ID,
                token => match token.strip_prefix('x') {
                    Some(column) => return PNode::Var { feature: column.parse().expect("a column") },
                    None => {
                        constants.push(token.parse().expect("a number"));
                        return PNode::Const { idx: constants.len() as u16 - 1 };
                    }
                },
            };
            PNode::Op { arity: 2, op }
        })
        .collect();
    PostfixExpr::new(nodes, constants, Default::default())
}

/// One evaluation of all trees: the sum of every 64th row of each.
fn evaluate(exprs: &[PostfixExpr<f64, Ops, 2>], columns: &Array2<f64>) -> Vec<f64> {
    let options = EvalOptions { check_finite: false, early_exit: false };
    let mut context = EvalContext::<f64, 2>::new(columns.ncols());
    let mut out = vec![0.0; columns.ncols()];
    exprs
        .iter()
        .map(|expr| {
            eval_tree_array_into(&mut out, expr, columns.view(), &mut context, &options);
            out.iter().step_by(64).sum()
        })
        .collect()
}
