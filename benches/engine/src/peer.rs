//! `dynamic_expressions`, with its checks for finite results off.

use dynamic_expressions::operator_enum::builtin::{Add, Div, Mul, Sub};
use dynamic_expressions::{EvalContext, EvalOptions, HasOp, PNode, PostfixExpr, eval_tree_array_into};
use ndarray::Array2;

use crate::trees::{COLUMNS, ROWS, Token, Tree};

dynamic_expressions::opset! {
    pub Ops for f64 { Add, Sub, Mul, Div }
}

pub fn expr(tree: &Tree) -> PostfixExpr<f64, Ops, 2> {
    let mut constants = Vec::new();
    let nodes = tree
        .iter()
        .map(|token| match token {
            Token::Column(column) => PNode::Var { feature: *column as u16 },
            Token::Constant(x) => {
                constants.push(*x);
                PNode::Const { idx: constants.len() as u16 - 1 }
            }
            Token::Operator(operator) => {
                let op = match operator {
                    '+' => <Ops as HasOp<Add>>::ID,
                    '-' => <Ops as HasOp<Sub>>::ID,
                    '*' => <Ops as HasOp<Mul>>::ID,
                    _ => <Ops as HasOp<Div>>::ID,
                };
                PNode::Op { arity: 2, op }
            }
        })
        .collect();
    PostfixExpr::new(nodes, constants, Default::default())
}

/// One evaluation of all trees: the sum of every 64th row of each.
pub fn evaluate(exprs: &[PostfixExpr<f64, Ops, 2>], columns: &Array2<f64>) -> Vec<f64> {
    let options = EvalOptions { check_finite: false, early_exit: false };
    let mut context = EvalContext::<f64, 2>::new(ROWS);
    let mut out = vec![0.0; ROWS];
    exprs
        .iter()
        .map(|expr| {
            eval_tree_array_into(&mut out, expr, columns.view(), &mut context, &options);
            out.iter().step_by(64).sum()
        })
        .collect()
}

pub fn matrix(columns: &[Vec<f64>]) -> Array2<f64> {
    Array2::from_shape_vec((COLUMNS, ROWS), columns.concat()).expect("a full matrix")
}
