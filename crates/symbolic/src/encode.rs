//! Terms as SMT-LIB text.
//!
//! Integers are those of mathematics where only arithmetic is done with them, and bit-vectors, all of one width that
//! nothing overflows, where their bits matter. Floats are relaxed to the reals. What stands for several things is named,
//! so that the text is as long as the terms are many.

use num_bigint::BigInt;

use super::solve::propagate::Domains;
use super::solve::slice::{Decision, Slice};
use super::term::{Bits, FloatFn, FloatOp, Scalar, Sort, Term, TermId};
use crate::solver::text::{self, Needs};
use crate::solver::{Number, Script};
use morph_relation::IntType;

/// How integers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As `Int`, floats as `Real`.
    Arithmetic,
    /// As `(_ BitVec n)` of this width; no floats.
    BitVectors(u32),
}

/// A script and how to read its model.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The text.
    pub script: Script,
    /// Whether it says exactly what the constraints that it holds mean: there are no floats among them.
    pub is_exact: bool,
    form: Form,
    /// Numbers of the slice's variables that it names.
    variables: Vec<usize>,
}

/// Bit-vectors are no wider: values of terms are `i128`s, and no integer type has more bits.
const WIDEST: u32 = 128;

/// The smallest width that no term of a slice leaves while its variables are in their domains; `None` where there is none, or where there are floats.
pub fn bit_vectors(slice: &Slice, domains: &Domains) -> Option<Form> {
    if slice.has_floats() {
        return None;
    }
    let mut width = 2;
    for (index, sort) in slice.sorts.iter().enumerate() {
        if !matches!(sort, Sort::Int(..)) {
            continue;
        }
        let (low, high) = domains.of(TermId(index as u32));
        if low == i128::MIN || high == i128::MAX {
            return None;
        }
        let bits =
            |value: i128| 129 - if value < 0 { (!value).leading_zeros() } else { value.leading_zeros() };
        width = width.max(bits(low)).max(bits(high));
        // What is cut out of a term, or shifted, has its own width.
        if let Term::Wrap(ty, _) | Term::Bits(_, ty, ..) = slice.terms[index] {
            width = width.max(ty.bits() + 1);
        }
    }
    (width <= WIDEST).then_some(Form::BitVectors(width))
}

/// Whether arithmetic says all of it: no function by bits.
pub fn is_arithmetic(slice: &Slice) -> bool {
    !slice.terms.iter().any(|term| matches!(term, Term::Bits(..)))
}

/// Whether two that vary are multiplied or divided.
pub fn is_linear(slice: &Slice) -> bool {
    let vary = |id: &TermId| slice.vary[id.0 as usize];
    !slice.terms.iter().any(|term| match term {
        Term::Mul(a, b) | Term::FloatOp(FloatOp::Mul, _, a, b) => vary(a) && vary(b),
        Term::Div(_, b) | Term::Rem(_, b) | Term::FloatOp(FloatOp::Div | FloatOp::Rem, _, _, b) => vary(b),
        _ => false,
    })
}

/// A slice as a script. Constraints that cannot be written in this form are left out. The domains are those that follow
/// from the variables alone: while a solver searches, nothing else holds.
pub fn encode(slice: &Slice, domains: &Domains, form: Form) -> Encoded {
    let writer = Writer { slice, domains, form };
    let writable = writer.writable();
    let constraints: Vec<Decision> =
        slice.constraints.iter().copied().filter(|(id, _)| writable[id.0 as usize]).collect();
    let needed = reachable(slice, &constraints);
    let needs = Needs { integers: true, reals: slice.has_floats(), linear: is_linear(slice) };
    let logic = match form {
        Form::BitVectors(_) => text::BIT_VECTORS,
        Form::Arithmetic => needs.logic(),
    };
    let mut script = Script::new(logic);
    let mut encoded = Encoded { script: Script::default(), is_exact: true, form, variables: Vec::new() };
    let mut written: Vec<String> = vec![String::new(); slice.terms.len()];
    let uses = uses(slice, &needed);
    let mut variable = 0;
    for (index, term) in slice.terms.iter().enumerate() {
        let id = TermId(index as u32);
        let number = variable;
        variable += usize::from(matches!(term, Term::Var(_)));
        if !needed[index] {
            continue;
        }
        encoded.is_exact &= !matches!(slice.sort(id), Sort::Float(_));
        let name = format!("t{index}");
        if let Term::Var(_) = term {
            script.want(&name, &writer.sort(id));
            encoded.variables.push(number);
            if let Sort::Int(..) = slice.sort(id) {
                writer.bounds(&mut script, &name, domains.of(id));
            }
            written[index] = name;
            continue;
        }
        let definition = writer.write(*term, id, &written, &mut script);
        if uses[index] > 1 && term.parts().next().is_some() {
            script.declare(&name, &writer.sort(id));
            script.assert(&format!("(= {name} {definition})"));
            written[index] = name;
        } else {
            written[index] = definition;
        }
    }
    for (id, truth) in constraints {
        let condition = &written[id.0 as usize];
        if truth { script.assert(condition) } else { script.assert(&text::not(condition)) }
    }
    encoded.script = script;
    encoded
}

impl Encoded {
    /// The values of a model, by the numbers of the slice's variables; `None` for those that the script does not name.
    pub fn decode(
        &self,
        slice: &Slice,
        model: &std::collections::BTreeMap<String, Number>,
    ) -> Vec<Option<Scalar>> {
        let mut values = vec![None; slice.variables.len()];
        for number in &self.variables {
            let id = slice.variables[*number].0;
            values[*number] = match model.get(&format!("t{}", id.0)) {
                Some(Number::Bool(value)) => Some(Scalar::Bool(*value)),
                Some(Number::Int(value)) => match slice.sort(id) {
                    Sort::Float(_) => Some(Scalar::Float(*value as f64)),
                    _ => Some(Scalar::Int(*value)),
                },
                Some(Number::Real(value)) => Some(Scalar::Float(*value)),
                Some(Number::Bits(value)) => {
                    let Form::BitVectors(width) = self.form else { continue };
                    let spare = 128 - width;
                    Some(Scalar::Int((*value << spare) as i128 >> spare))
                }
                None => None,
            };
        }
        values
    }
}

/// Which terms the constraints are made of.
fn reachable(slice: &Slice, constraints: &[Decision]) -> Vec<bool> {
    let mut needed = vec![false; slice.terms.len()];
    constraints.iter().for_each(|(id, _)| needed[id.0 as usize] = true);
    for index in (0..slice.terms.len()).rev() {
        if needed[index] {
            slice.terms[index].parts().for_each(|part| needed[part.0 as usize] = true);
        }
    }
    needed
}

/// How often the text of a term would be written; division is written with its operands several times.
fn uses(slice: &Slice, needed: &[bool]) -> Vec<usize> {
    let mut uses = vec![0; slice.terms.len()];
    for (index, term) in slice.terms.iter().enumerate() {
        let times = match term {
            Term::Div(..) | Term::Rem(..) | Term::Wrap(..) | Term::ToInt(..) => 2,
            Term::FloatFn(..) | Term::FloatOp(FloatOp::Min | FloatOp::Max, ..) => 2,
            _ => 1,
        };
        if needed[index] {
            term.parts().for_each(|part| uses[part.0 as usize] += times);
        }
    }
    uses
}

struct Writer<'a> {
    slice: &'a Slice,
    domains: &'a Domains,
    form: Form,
}

impl Writer<'_> {
    /// Which terms can be written, with all that they are made of.
    fn writable(&self) -> Vec<bool> {
        let mut writable: Vec<bool> = Vec::with_capacity(self.slice.terms.len());
        for term in &self.slice.terms {
            let itself = match term {
                Term::Bits(..) => self.form != Form::Arithmetic,
                // There is no such number among the reals.
                Term::IsNan(_) => false,
                Term::Float(bits, _) => text::real(f64::from_bits(*bits)).is_some(),
                Term::FloatFn(function, ..) => matches!(
                    function,
                    FloatFn::Neg
                        | FloatFn::Abs
                        | FloatFn::Sqrt
                        | FloatFn::Floor
                        | FloatFn::Ceil
                        | FloatFn::Round
                        | FloatFn::Trunc
                ),
                Term::FloatOp(op, ..) => {
                    !matches!(op, FloatOp::Rem | FloatOp::Pow | FloatOp::Hypot | FloatOp::Atan2)
                }
                _ => true,
            };
            let all = itself && term.parts().all(|part| writable[part.0 as usize]);
            writable.push(all);
        }
        writable
    }

    fn sort(&self, id: TermId) -> String {
        match (self.slice.sort(id), self.form) {
            (Sort::Bool, _) => "Bool".to_owned(),
            (Sort::Int(..), Form::Arithmetic) => "Int".to_owned(),
            (Sort::Int(..), Form::BitVectors(width)) => format!("(_ BitVec {width})"),
            (Sort::Float(_), _) => "Real".to_owned(),
        }
    }

    fn bounds(&self, script: &mut Script, name: &str, (low, high): (i128, i128)) {
        let at_most = if self.form == Form::Arithmetic { "<=" } else { "bvsle" };
        if low == high {
            return script.assert(&format!("(= {name} {})", self.int(low)));
        }
        if low > i128::MIN {
            script.assert(&format!("({at_most} {} {name})", self.int(low)));
        }
        if high < i128::MAX {
            script.assert(&format!("({at_most} {name} {})", self.int(high)));
        }
    }

    fn int(&self, value: i128) -> String {
        match self.form {
            Form::Arithmetic => text::integer(&BigInt::from(value)),
            Form::BitVectors(width) => text::bits(value, width),
        }
    }

    fn write(&self, term: Term, id: TermId, written: &[String], script: &mut Script) -> String {
        let of = |part: TermId| written[part.0 as usize].as_str();
        let arithmetic = self.form == Form::Arithmetic;
        let two = |int: &str, bits: &str, a: TermId, b: TermId| {
            format!("({} {} {})", if arithmetic { int } else { bits }, of(a), of(b))
        };
        match term {
            Term::Bool(value) => value.to_string(),
            Term::Int(value) => self.int(value),
            Term::Float(bits, _) => text::real(f64::from_bits(bits)).unwrap_or_default(),
            Term::Var(_) => String::new(),
            Term::Not(a) => text::not(of(a)),
            Term::And(a, b) => format!("(and {} {})", of(a), of(b)),
            Term::Or(a, b) => format!("(or {} {})", of(a), of(b)),
            Term::Eq(a, b) | Term::FloatEq(a, b) => format!("(= {} {})", of(a), of(b)),
            Term::Lt(a, b) => two("<", "bvslt", a, b),
            Term::Le(a, b) => two("<=", "bvsle", a, b),
            Term::Add(a, b) => two("+", "bvadd", a, b),
            Term::Sub(a, b) => two("-", "bvsub", a, b),
            Term::Mul(a, b) => two("*", "bvmul", a, b),
            Term::Div(a, b) if !arithmetic => format!("(bvsdiv {} {})", of(a), of(b)),
            Term::Rem(a, b) if !arithmetic => format!("(bvsrem {} {})", of(a), of(b)),
            Term::Div(a, b) => self.divided(a, b, "div", written),
            Term::Rem(a, b) => self.divided(a, b, "mod", written),
            Term::Bits(op, ty, a, b) => {
                let op_name = match op {
                    Bits::And => "bvand",
                    Bits::Or => "bvor",
                    Bits::Xor => "bvxor",
                    Bits::Shl => "bvshl",
                    Bits::Shr => "bvashr",
                };
                let value = format!("({op_name} {} {})", of(a), of(b));
                if op == Bits::Shl { self.cut(ty, &value) } else { value }
            }
            Term::Wrap(ty, a) if arithmetic => congruent(ty, of(a), id, script),
            Term::Wrap(ty, a) => self.cut(ty, of(a)),
            Term::Ite(c, a, b) => format!("(ite {} {} {})", of(c), of(a), of(b)),
            Term::FloatFn(function, _, a) => float_function(function, of(a), id, script),
            Term::FloatOp(op, _, a, b) => {
                let (x, y) = (of(a), of(b));
                match op {
                    FloatOp::Add => format!("(+ {x} {y})"),
                    FloatOp::Sub => format!("(- {x} {y})"),
                    FloatOp::Mul => format!("(* {x} {y})"),
                    FloatOp::Min => format!("(ite (<= {x} {y}) {x} {y})"),
                    FloatOp::Max => format!("(ite (<= {x} {y}) {y} {x})"),
                    _ => format!("(/ {x} {y})"),
                }
            }
            Term::FloatLt(a, b) => format!("(< {} {})", of(a), of(b)),
            Term::FloatLe(a, b) => format!("(<= {} {})", of(a), of(b)),
            Term::IsNan(_) => "false".to_owned(),
            Term::ToFloat(_, a) => format!("(to_real {})", of(a)),
            Term::ToInt(_, a) => truncated(of(a)),
            Term::Resize(_, a) => of(a).to_owned(),
        }
    }

    /// The low bits of a bit-vector as an integer of a type.
    fn cut(&self, ty: IntType, value: &str) -> String {
        let Form::BitVectors(width) = self.form else { return value.to_owned() };
        let more = width.saturating_sub(ty.bits());
        let extend = if ty.signed() { "sign_extend" } else { "zero_extend" };
        format!("((_ {extend} {more}) ((_ extract {} 0) {value}))", ty.bits() - 1)
    }

    /// Division towards zero, or what it leaves, by SMT-LIB's, which leaves nothing negative.
    fn divided(&self, a: TermId, b: TermId, op: &str, written: &[String]) -> String {
        let (x, y) = (written[a.0 as usize].as_str(), written[b.0 as usize].as_str());
        if self.domains.of(a).0 >= 0 {
            return format!("({op} {x} {y})");
        }
        // With the sign of the dividend, both quotient and remainder come out as Rust's.
        format!("(ite (<= 0 {x}) ({op} {x} {y}) (- ({op} (- {x}) {y})))")
    }
}

/// An integer of a type that differs from another by a multiple of the number of the type's values.
fn congruent(ty: IntType, other: &str, id: TermId, script: &mut Script) -> String {
    let (name, times) = (format!("w{}", id.0), format!("k{}", id.0));
    let modulus = text::integer(&(BigInt::from(1) << ty.bits()));
    script.declare(&name, "Int");
    script.assert(&format!("(<= {} {name})", text::integer(&BigInt::from(ty.lowest()))));
    script.assert(&format!("(<= {name} {})", text::integer(&highest(ty))));
    script.declare(&times, "Int");
    script.assert(&format!("(= {other} (+ {name} (* {modulus} {times})))"));
    name
}

fn float_function(function: FloatFn, x: &str, id: TermId, script: &mut Script) -> String {
    match function {
        FloatFn::Neg => format!("(- {x})"),
        FloatFn::Abs => format!("(ite (<= 0.0 {x}) {x} (- {x}))"),
        FloatFn::Floor => format!("(to_real (to_int {x}))"),
        FloatFn::Ceil => format!("(- (to_real (to_int (- {x}))))"),
        FloatFn::Round => {
            format!("(ite (<= 0.0 {x}) (to_real (to_int (+ {x} 0.5))) (- (to_real (to_int (- 0.5 {x})))))")
        }
        FloatFn::Trunc => format!("(to_real {})", truncated(x)),
        // Of those that are written, the last one.
        _ => {
            let name = format!("s{}", id.0);
            script.declare(&name, "Real");
            script.assert(&format!("(and (<= 0.0 {name}) (= (* {name} {name}) {x}))"));
            name
        }
    }
}

/// The largest value of a type, `u128` among them.
fn highest(ty: IntType) -> BigInt {
    (BigInt::from(1) << (ty.bits() - u32::from(ty.signed()))) - 1
}

/// A real number cut off towards zero.
fn truncated(x: &str) -> String {
    format!("(ite (<= 0.0 {x}) (to_int {x}) (- (to_int (- {x}))))")
}
