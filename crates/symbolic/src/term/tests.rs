//! Terms against what they mean.

use proptest::prelude::*;

use super::*;
use morph_relation::{FloatType, IntType};

/// What a random term is made of: which operation, which of the terms so far.
type Code = (u8, u8, u8, u8);

const WIDTHS: [IntType; 5] = [IntType::U8, IntType::I8, IntType::I32, IntType::U64, IntType::I128];
const CONSTANTS: [i128; 12] = [0, 1, -1, 2, 3, 7, 8, 255, -128, 1 << 40, i128::MAX, i128::MIN];
const FLOATS: [f64; 9] = [0.0, -0.0, 1.0, 2.5, -3.0, 1e300, f64::INFINITY, f64::NAN, 255.0];

/// Terms made by one way of making them: integers, truth values and floats in three lists.
struct Made {
    terms: Terms,
    ints: Vec<TermId>,
    bools: Vec<TermId>,
    floats: Vec<TermId>,
}

impl Made {
    fn new() -> Made {
        let mut terms = Terms::default();
        let small = terms.variable("a", Sort::Int(-5, 300), false);
        let ints = vec![
            small,
            terms.variable("b", Sort::Int(0, 255), false),
            terms.variable("c", Sort::Int(i128::MIN, i128::MAX), false),
        ];
        let bools = vec![terms.variable("d", Sort::Bool, false), terms.variable("e", Sort::Bool, false)];
        let floats = vec![
            terms.variable("f", Sort::Float(FloatType::F64), false),
            terms.variable("g", Sort::Float(FloatType::F64), false),
        ];
        Made { terms, ints, bools, floats }
    }

    fn step(&mut self, (op, a, b, c): Code, make: fn(&mut Terms, Term) -> TermId) {
        let pick = |list: &[TermId], index: u8| list[index as usize % list.len()];
        let (x, y) = (pick(&self.ints, a), pick(&self.ints, b));
        let (p, q) = (pick(&self.bools, a), pick(&self.bools, b));
        let (u, v) = (pick(&self.floats, a), pick(&self.floats, b));
        let width = WIDTHS[c as usize % WIDTHS.len()];
        let bits = [Bits::And, Bits::Or, Bits::Xor, Bits::Shl, Bits::Shr][c as usize % 5];
        let float_op = [
            FloatOp::Add,
            FloatOp::Sub,
            FloatOp::Mul,
            FloatOp::Div,
            FloatOp::Rem,
            FloatOp::Min,
            FloatOp::Max,
        ][c as usize % 7];
        let float_fn =
            [FloatFn::Neg, FloatFn::Abs, FloatFn::Sqrt, FloatFn::Floor, FloatFn::Round][c as usize % 5];
        let f64 = FloatType::F64;
        let wide = [IntType::U8, IntType::I32, IntType::U64][b as usize % 3];
        let (term, list) = match op % 26 {
            0 => (Term::Int(CONSTANTS[a as usize % CONSTANTS.len()]), &mut self.ints),
            1 => (Term::Int(i128::from(a)), &mut self.ints),
            2 | 3 => (Term::Add(x, y), &mut self.ints),
            4 => (Term::Sub(x, y), &mut self.ints),
            5 => (Term::Mul(x, y), &mut self.ints),
            6 => (Term::Div(x, y), &mut self.ints),
            7 => (Term::Rem(x, y), &mut self.ints),
            8 => (Term::Wrap(width, x), &mut self.ints),
            9 => {
                // Operands of their type, as the machine has them.
                let x = make(&mut self.terms, Term::Wrap(wide, x));
                let y = make(&mut self.terms, Term::Wrap(wide, y));
                (Term::Bits(bits, wide, x, y), &mut self.ints)
            }
            10 => (Term::Ite(pick(&self.bools, c), x, y), &mut self.ints),
            11 => (Term::ToInt(width, u), &mut self.ints),
            12 => (Term::Not(p), &mut self.bools),
            13 => (Term::And(p, q), &mut self.bools),
            14 => (Term::Or(p, q), &mut self.bools),
            15 => (Term::Eq(x, y), &mut self.bools),
            16 => (Term::Eq(p, q), &mut self.bools),
            17 => (Term::Lt(x, y), &mut self.bools),
            18 => (Term::Le(x, y), &mut self.bools),
            19 => (Term::Ite(pick(&self.bools, c), p, q), &mut self.bools),
            20 => (Term::FloatEq(u, v), &mut self.bools),
            21 => (if c % 2 == 0 { Term::FloatLt(u, v) } else { Term::FloatLe(u, v) }, &mut self.bools),
            22 => (Term::IsNan(u), &mut self.bools),
            23 => (Term::FloatFn(float_fn, f64, u), &mut self.floats),
            24 => (Term::FloatOp(float_op, f64, u, v), &mut self.floats),
            _ if c % 2 == 0 => (Term::ToFloat(f64, x), &mut self.floats),
            _ => (Term::Float(FLOATS[a as usize % FLOATS.len()].to_bits(), f64), &mut self.floats),
        };
        let id = make(&mut self.terms, term);
        list.push(id);
    }

    fn all(&self) -> impl Iterator<Item = TermId> + '_ {
        self.ints.iter().chain(&self.bools).chain(&self.floats).copied()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// What had a value keeps it, and integers stay within their bounds.
    #[test]
    fn simplification_preserves_evaluation(
        codes in prop::collection::vec(any::<Code>(), 1..40),
        a in -5_i128..=300,
        b in 0_i128..=255,
        c in prop_oneof![Just(i128::MAX), Just(i128::MIN), -20_i128..20, any::<i128>()],
        bools in any::<(bool, bool)>(),
        f in prop_oneof![prop::sample::select(FLOATS.to_vec()), any::<f64>()],
        g in prop_oneof![prop::sample::select(FLOATS.to_vec()), -10.0..10.0],
    ) {
        let (mut plain, mut made) = (Made::new(), Made::new());
        for code in codes {
            plain.step(code, Terms::intern);
            made.step(code, Terms::make);
        }
        let float = |value: f64| Some(Scalar::Float(if value.is_nan() { f64::NAN } else { value }));
        let assignment = vec![
            Some(Scalar::Int(a)),
            Some(Scalar::Int(b)),
            Some(Scalar::Int(c)),
            Some(Scalar::Bool(bools.0)),
            Some(Scalar::Bool(bools.1)),
            float(f),
            float(g),
        ];
        for (before, after) in plain.all().zip(made.all()) {
            let value = made.terms.evaluate(after, &assignment);
            if let Some(expected) = plain.terms.evaluate(before, &assignment) {
                prop_assert_eq!(
                    value, Some(expected),
                    "{:?} is {:?}", plain.terms.get(before), made.terms.get(after)
                );
            }
            if let Some(Scalar::Int(value)) = value {
                let (low, high) = made.terms.bounds(after);
                prop_assert!(low <= value && value <= high, "{value} of {:?}", made.terms.get(after));
            }
        }
    }
}

fn with(sorts: &[Sort]) -> (Terms, Vec<TermId>) {
    let mut terms = Terms::default();
    let ids = (0..sorts.len()).map(|i| terms.variable(&format!("v{i}"), sorts[i], false)).collect();
    (terms, ids)
}

const BYTE: Sort = Sort::Int(0, 255);

#[test]
fn comparisons_with_constants_are_of_the_variable_alone() {
    let (mut terms, ids) = with(&[BYTE]);
    let (x, three, eleven) = (ids[0], terms.int(3), terms.int(11));
    let sum = terms.make(Term::Add(three, x));
    let less = terms.make(Term::Lt(sum, eleven));
    let seven = terms.int(7);
    assert_eq!(terms.get(less), Term::Le(x, seven));
    let not = terms.not(less);
    let eight = terms.int(8);
    assert_eq!(terms.get(not), Term::Le(eight, x));
    let triple = terms.make(Term::Mul(x, three));
    let equal = terms.make(Term::Eq(triple, eleven));
    assert_eq!(terms.as_bool(equal), Some(false), "no multiple of three");
}

#[test]
fn what_bounds_decide_is_a_constant() {
    let (mut terms, ids) = with(&[BYTE, BYTE]);
    let sum = terms.make(Term::Add(ids[0], ids[1]));
    assert_eq!(terms.make(Term::Wrap(IntType::U16, sum)), sum);
    let (low, limit) = (terms.int(0), terms.int(511));
    let in_range = terms.make(Term::Lt(sum, limit));
    assert_eq!(terms.as_bool(in_range), Some(true));
    let negative = terms.make(Term::Lt(ids[0], low));
    assert_eq!(terms.as_bool(negative), Some(false));
}

#[test]
fn bits_by_constants_are_arithmetic() {
    let (mut terms, ids) = with(&[BYTE]);
    let (x, two, seven) = (ids[0], terms.int(2), terms.int(7));
    let shifted = terms.make(Term::Bits(Bits::Shr, IntType::U8, x, two));
    let four = terms.int(4);
    assert_eq!(terms.get(shifted), Term::Div(x, four));
    let masked = terms.make(Term::Bits(Bits::And, IntType::U8, x, seven));
    let eight = terms.int(8);
    assert_eq!(terms.get(masked), Term::Rem(x, eight));
}

#[test]
fn a_product_that_leaves_i128_is_still_wrapped_right() {
    let (mut terms, ids) = with(&[Sort::Int(0, u64::MAX.into()), Sort::Int(0, u64::MAX.into())]);
    let product = terms.make(Term::Mul(ids[0], ids[1]));
    let wrapped = terms.make(Term::Wrap(IntType::U64, product));
    let assignment = vec![Some(Scalar::Int(u64::MAX.into())), Some(Scalar::Int(u64::MAX.into()))];
    assert_eq!(terms.evaluate(product, &assignment), None);
    assert_eq!(terms.evaluate(wrapped, &assignment), Some(Scalar::Int(1)));
}

#[test]
fn comparisons_of_whole_floats_are_those_of_integers() {
    let (mut terms, ids) = with(&[Sort::Int(0, 1 << 32)]);
    let float = terms.make(Term::ToFloat(FloatType::F64, ids[0]));
    let limit = terms.float(2.5, FloatType::F64);
    let less = terms.make(Term::FloatLt(float, limit));
    let two = terms.int(2);
    assert_eq!(terms.get(less), Term::Le(ids[0], two));
    let equal = terms.make(Term::FloatEq(limit, float));
    assert_eq!(terms.as_bool(equal), Some(false));
}

#[test]
fn a_chain_of_a_hundred_thousand_terms_is_evaluated() {
    let (mut terms, ids) = with(&[BYTE, BYTE]);
    let mut sum = ids[0];
    for _ in 0..50_000 {
        sum = terms.make(Term::Mul(sum, ids[1]));
        sum = terms.make(Term::Add(sum, ids[0]));
    }
    let assignment = vec![Some(Scalar::Int(3)), Some(Scalar::Int(1))];
    assert_eq!(terms.evaluate(sum, &assignment), Some(Scalar::Int(3 * 50_001)));
    assert_eq!(terms.variables_of(sum).len(), 2);
}

#[test]
fn an_overflow_of_i128_is_a_comparison_that_comes_out() {
    let whole = Sort::Int(i128::MIN, i128::MAX);
    let (mut terms, ids) = with(&[whole]);
    let (five, highest) = (terms.int(5), terms.int(i128::MAX));
    let sum = terms.make(Term::Add(ids[0], five));
    let stays = terms.make(Term::Le(sum, highest));
    assert_eq!(terms.evaluate(stays, &vec![Some(Scalar::Int(7))]), Some(Scalar::Bool(true)));
    assert_eq!(terms.evaluate(stays, &vec![Some(Scalar::Int(i128::MAX - 4))]), Some(Scalar::Bool(false)));
}
