//! The operators of the relation language, in one list: a new one is a variant of [`Op`], an entry in one of the lists
//! that [`OPERATORS`] joins, and its code.

mod items;
mod meaning;
mod numbers;
mod operator;
mod results;
mod searched;
mod shown;

pub use operator::{ATOM, CAST, Op, Operator, PREFIX, Syntax, operand_levels};
pub use shown::plain_decimal;

/// Every operator, in the order of [`Op`].
pub static OPERATORS: &[Operator] = &joined::<
    { searched::OPERATORS.len() + numbers::OPERATORS.len() + items::OPERATORS.len() },
    3,
>([searched::OPERATORS, numbers::OPERATORS, items::OPERATORS]);

/// Lists one after the other.
const fn joined<const ALL: usize, const LISTS: usize>(lists: [&[Operator]; LISTS]) -> [Operator; ALL] {
    let mut all = [searched::OPERATORS[0]; ALL];
    let (mut list, mut at) = (0, 0);
    while list < LISTS {
        let mut i = 0;
        while i < lists[list].len() {
            all[at] = lists[list][i];
            (at, i) = (at + 1, i + 1);
        }
        list += 1;
    }
    all
}

impl Op {
    /// The operator's entry in the list.
    pub fn operator(self) -> &'static Operator {
        let operator = &OPERATORS[self as usize];
        debug_assert!(operator.op == self, "the list is in the order of the enum");
        operator
    }

    /// Whether the strategies of the search make expressions of it. Others stand in templates and in relations that
    /// people write.
    pub fn is_searched(self) -> bool {
        (self as usize) < searched::OPERATORS.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tolerance::Tolerance;
    use crate::value::Value;

    #[test]
    fn the_list_is_in_the_order_of_the_enum() {
        for (i, operator) in OPERATORS.iter().enumerate() {
            assert_eq!(operator.op as usize, i);
            assert_eq!(operator.op.operator().op, operator.op);
        }
        assert_eq!(OPERATORS.len(), Op::HasNan as usize + 1);
    }

    #[test]
    fn overflow_and_division_by_zero_have_no_result() {
        let apply = |op: Op, a, b| (op.operator().apply)(&[Value::Int(a), Value::Int(b)], Tolerance::Exact);
        assert_eq!(apply(Op::Add, i128::MAX, 1), None);
        assert_eq!(apply(Op::Div, 1, 0), None);
        assert_eq!(apply(Op::Rem, i128::MIN, -1), None);
        assert_eq!(apply(Op::Mul, 6, 7), Some(Value::Int(42)));
    }

    #[test]
    fn nothing_is_repeated_without_end_in_no_time() {
        let repeat = |items: Vec<Value>, n| {
            (Op::RepeatSeq.operator().apply)(&[Value::seq(items), Value::Int(n)], Tolerance::Exact)
        };
        assert_eq!(repeat(Vec::new(), i128::from(u64::MAX)), Some(Value::seq([])));
        assert_eq!(repeat(vec![Value::Int(1)], i128::from(u64::MAX)), None);
        assert_eq!(repeat(vec![Value::Int(1)], 2), Some(Value::seq([Value::Int(1), Value::Int(1)])));
    }
}
