//! Laws that hold and say little: of what types say, of arguments that are left alone, of helpers.

use std::collections::{BTreeSet, HashMap};

use super::guards::{is_near_zero, is_range};
use super::instance::Instance;
use morph_relation::{Expr, Followup, Op, Relation, Signature, Tolerance, Type, Value};
use morph_source::scan::Subject;
use morph_traces::{Group, Groups};

/// The places of the parameters in which two executions of the subject differ that a relation equates, where it does no more.
pub fn unified(relation: &Relation, arity: usize) -> Option<Vec<usize>> {
    let args = |side: &Expr| -> Option<Vec<Expr>> {
        match side {
            Expr::Out(0) => Some((0..arity).map(Expr::Param).collect()),
            Expr::Out(n) => {
                let followup = relation.followups.get(n - 1)?;
                followup.function.is_none().then(|| followup.args.clone())
            }
            _ => None,
        }
    };
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return None };
    let outcome = |side: &Expr| match side {
        Expr::Apply(Op::Unwrap, of) => args(&of[0]),
        side => args(side),
    };
    let (a, b) = (outcome(&sides[0])?, outcome(&sides[1])?);
    Some((0..arity).filter(|place| a[*place] != b[*place]).collect())
}

/// Whether both sides of a law combine outcomes of the same executions wherever it holds: `f(max) + f(min) == f(a) + f(b)` is
/// true of any function.
pub fn is_of_any_function<'g>(
    relation: &Relation,
    arity: usize,
    mut held: impl Iterator<Item = &'g Group>,
) -> bool {
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return false };
    let (Some(left), Some(right)) = (combined(&sides[0]), combined(&sides[1])) else { return false };
    let executed = |group: &Group, outs: &[usize]| executions(relation, arity, group, outs);
    left.0 == right.0 && held.all(|group| executed(group, &left.1) == executed(group, &right.1))
}

/// What a side combines outcomes by, whatever their order, and which these are.
fn combined(side: &Expr) -> Option<(Op, Vec<usize>)> {
    let Expr::Apply(op @ (Op::Add | Op::Mul | Op::And | Op::Or | Op::Min | Op::Max), of) = side else {
        return None;
    };
    let out = |part: &Expr| if let Expr::Out(out) = part { Some(*out) } else { None };
    Some((*op, of.iter().map(out).collect::<Option<_>>()?))
}

/// A function, or the subject, and its arguments.
type Execution<'r> = (Option<&'r str>, Vec<Option<Value>>);

/// The executions that these outcomes are of, and how often each is among them.
fn executions<'r>(
    relation: &'r Relation,
    arity: usize,
    group: &Group,
    outs: &[usize],
) -> HashMap<Execution<'r>, usize> {
    let mut all = HashMap::new();
    for out in outs {
        let execution = match out.checked_sub(1) {
            None => (None, group.params[..arity].iter().cloned().map(Some).collect()),
            Some(at) => {
                let followup = &relation.followups[at];
                let args = followup.args.iter().map(|arg| arg.eval(group.env(), Tolerance::Exact));
                (followup.function.as_deref(), args.collect())
            }
        };
        *all.entry(execution).or_insert(0) += 1;
    }
    all
}

/// The only argument that a call has in another way than the subject, and its place.
pub fn only_change(call: &Followup) -> Option<(usize, &Expr)> {
    let mut changed = call.args.iter().enumerate().filter(|(place, arg)| **arg != Expr::Param(*place));
    changed.next().filter(|_| changed.next().is_none())
}

/// Groups that show that a function passes on what is changed.
const PASSED_ON: usize = 10;

/// Whether what is seen of a function's outcomes, a part of them or all, is the argument that a law changes wherever the change
/// makes a difference: then the law is about that argument.
pub fn passes_on_what_is_changed(relation: &Relation, part: Option<usize>, groups: &Groups) -> bool {
    let seen = |out: &Value| match part {
        None => Some(out.unwrapped().clone()),
        Some(part) => out.unwrapped().part(part).cloned(),
    };
    let mut own = relation.followups.iter().enumerate().filter(|(_, call)| call.function.is_none());
    let Some((at, call)) = own.next() else { return false };
    let Some((place, arg)) = only_change(call) else { return false };
    if arg.mentions_outcome() || !relation.then.mentions_out(0) {
        return false;
    }
    let makes_a_difference = |group: &&Group| seen(&group.outs[0]) != seen(&group.outs[at + 1]);
    let different: Vec<&Group> = groups.correct.iter().filter(makes_a_difference).collect();
    let is_passed_on = |group: &&Group| seen(&group.outs[0]).as_ref() == Some(&group.params[place]);
    different.len() >= PASSED_ON && different.iter().all(is_passed_on)
}

/// Groups of which the sides of an inequality are compared.
const COMPARED: usize = 200;
/// Differences that are as near to each other are the same, as a share of the sides.
const SAME: f64 = 1e-6;
/// Values that a side has at least where it says something.
const VARIOUS: usize = 10;

/// Whether the sides of an inequality differ by the same amount wherever it holds: `f(x + y) <= f(x) + f(y)` of a line that does
/// not go through zero.
pub fn is_apart_by_a_constant<'g>(relation: &Relation, held: impl Iterator<Item = &'g Group>) -> bool {
    let Expr::Apply(Op::Le | Op::Ge, sides) = &relation.then else { return false };
    if !sides.iter().all(Expr::mentions_outcome) {
        return false;
    }
    let number = |side: &Expr, group: &Group| match side.eval(group.env(), Tolerance::Exact)? {
        Value::Int(n) => Some(n as f64),
        value => value.as_float().filter(|x| x.is_finite()),
    };
    let both = held.filter_map(|group| Some((number(&sides[0], group)?, number(&sides[1], group)?)));
    let both: Vec<(f64, f64)> = both.take(COMPARED).collect();
    let Some((a, b)) = both.first() else { return false };
    let constant = b - a;
    let is_same = |(a, b): &(f64, f64)| (b - a - constant).abs() <= SAME * a.abs().max(b.abs()).max(1.0);
    let different = both.iter().map(|(a, _)| a.to_bits()).collect::<BTreeSet<_>>().len();
    different >= VARIOUS && both.iter().all(is_same)
}

/// Whether a law is an order of what is not compared by size: of tuples, or of two functions for some numbers alone.
pub fn orders_by_chance(relation: &Relation, ret: &Type) -> bool {
    orders_tuples(relation, ret) || orders_nearby(relation)
}

/// Whether a law says that one function returns less than another one of numbers of everyday size alone.
fn orders_nearby(relation: &Relation) -> bool {
    let is_order = matches!(&relation.then, Expr::Apply(Op::Le | Op::Ge | Op::Lt | Op::Gt, sides)
        if sides.iter().all(|side| matches!(side, Expr::Out(_))));
    is_order
        && !relation.is_about_itself()
        && !relation.tolerance.is_lax()
        && relation.when.any(&mut |part| is_near_zero(part) || is_range(part))
}

/// The least number that is a period of floats, or half of one.
const PERIOD: f64 = 1.5;

/// Whether floats are shifted by a period, or mirrored, which few of them can be without rounding.
pub fn shifts_by_a_period(relation: &Relation) -> bool {
    let is_period = |value: &Value| value.as_float().is_some_and(|x| x.abs() >= PERIOD);
    let is_shift = |arg: &Expr| {
        matches!(arg, Expr::Apply(Op::Add | Op::Sub, sides)
            if matches!(sides.as_slice(), [Expr::Param(_), Expr::Const(by)] | [Expr::Const(by), Expr::Param(_)] if is_period(by)))
    };
    let own = relation.followups.iter().filter(|call| call.function.is_none());
    own.flat_map(|call| &call.args).any(is_shift)
}

/// Whether a law orders tuples, of which the first parts alone decide.
fn orders_tuples(relation: &Relation, ret: &Type) -> bool {
    let orders = matches!(&relation.then, Expr::Apply(Op::Lt | Op::Le | Op::Gt | Op::Ge, sides)
        if sides.iter().all(|side| matches!(side, Expr::Out(_))));
    orders && matches!(ret.unwrapped().erased(), Type::Tuple(_))
}

/// Whether a law is about the length of what has it by its type.
pub fn tells_its_type(relation: &Relation, subject: &Subject) -> bool {
    if !relation.followups.is_empty() {
        return false;
    }
    let outcome = subject.outcome().unwrapped().owned();
    let is_array = |of: &Expr| match of {
        Expr::Out(0) => matches!(outcome, Type::Array(..)),
        Expr::Field(of, part, _) if **of == Expr::Out(0) => {
            outcome.part(*part).is_some_and(|ty| matches!(ty, Type::Array(..)))
        }
        _ => false,
    };
    relation.then.any(&mut |part| matches!(part, Expr::Apply(Op::Len, of) if is_array(&of[0])))
}

/// Whether a law bounds what a generic function returns by the ends of a type that it is tried with: others have others.
pub fn tells_type_argument(relation: &Relation, subject: &Subject) -> bool {
    let ends = |ty: &Type| match ty.erased() {
        Type::Int(int) => vec![int.lowest(), int.highest()],
        _ => Vec::new(),
    };
    let ends: Vec<i128> = subject.types().iter().flat_map(ends).collect();
    let is_end = |side: &Expr| match side {
        Expr::Const(Value::Int(n)) => ends.contains(n),
        Expr::Const(bound) => bound.as_float().is_some_and(|x| ends.iter().any(|end| *end as f64 == x)),
        _ => false,
    };
    subject.is_generic
        && relation.then.any(&mut |part| match part {
            Expr::Apply(Op::Lt | Op::Le | Op::Ge | Op::Gt, sides) => {
                sides[0].mentions_outcome() && is_end(&sides[1])
            }
            _ => false,
        })
}

/// Whether the change of a text makes the function fail where it did not: what is left of a law then is about plain texts.
pub fn loses_values(relation: &Relation, groups: &Groups) -> bool {
    let own = |group: &Group| {
        relation
            .followups
            .iter()
            .zip(&group.outs[1..])
            .any(|(followup, out)| followup.function.is_none() && out.says_no())
    };
    relation.given.is_empty()
        && relation.unwraps()
        && groups.correct.iter().any(|group| {
            group.params.iter().any(|param| matches!(param, Value::Str(_)))
                && !group.outs[0].says_no()
                && own(group)
        })
}

/// Whether a relation counts the ones of a negative number somewhere: what it says then depends on the width.
pub fn leaves_open(relation: &Relation, groups: &Groups) -> bool {
    let mut counted = Vec::new();
    for expr in relation.followups.iter().flat_map(|f| &f.args).chain([&relation.then]) {
        expr.any(&mut |part| {
            if let Expr::Apply(Op::CountOnes, args) = part {
                counted.extend(args.iter().cloned());
            }
            false
        });
    }
    let is_negative = |expr: &Expr, group: &Group| {
        let value = expr.eval(group.env(), Tolerance::Exact);
        value.is_some_and(|value| matches!(value, Value::Int(n) if n < 0))
    };
    let applies = |group: &&Group| relation.when.test(group.env(), Tolerance::Exact) == Some(true);
    // Most relations count nothing.
    !counted.is_empty()
        && groups
            .correct
            .iter()
            .filter(applies)
            .any(|group| counted.iter().any(|expr| is_negative(expr, group)))
}

/// Whether a relation tells what a function returns by nothing but helpers, which no other module can call though the function
/// can be: most likely, so does its code.
pub fn is_told_by_helpers(relation: &Relation, subject: &Subject, others: &[&Subject]) -> bool {
    let is_helper = |path: &str| others.iter().any(|other| other.path == path && !other.public);
    let told = matches!(&relation.then, Expr::Apply(Op::Eq, sides) if sides.contains(&Expr::Out(0)));
    subject.public && told && relation.asks_others() && relation.called().all(is_helper)
}

/// The only parameter that a guard compares with constants, of a law that relates calls.
pub fn bounded(relation: &Relation) -> Option<usize> {
    let mut places = BTreeSet::new();
    relation.when.any(&mut |part| {
        if let Expr::Param(place) = part {
            places.insert(*place);
        }
        false
    });
    let only = places.len() == 1 && !relation.followups.is_empty();
    places.into_iter().next().filter(|_| only)
}

/// The parameters that a relation is about, and those that it passes to siblings.
pub fn passed_on(relation: &Relation, places: &[usize]) -> Vec<usize> {
    let followups = relation.followups.iter().filter(|followup| followup.function.is_some());
    let passed = followups.flat_map(|followup| &followup.args).filter_map(|arg| match arg {
        Expr::Param(place) => Some(*place),
        _ => None,
    });
    let all: BTreeSet<usize> = places.iter().copied().chain(passed).collect();
    all.into_iter().collect()
}

/// Families about the order of arguments and of outcomes.
const ORDERS: [&str; 4] = ["increasing", "decreasing", "monotone", "antitone"];
/// Families of what does not change with the elements of a list.
const BETWEEN: &str = "order between siblings";
const INDIFFERENT: [&str; 4] =
    ["permutation", "reversal", "invariant under a shift", "invariant under scaling"];

/// Whether a law of a family that says much of other functions says little of this one: an order of values that are made of
/// several arguments is that of their fields, what a buffer held is overwritten, and dates of several kinds come in some order.
pub fn says_little(instance: &Instance, subject: &Subject) -> bool {
    let family = instance.family.name;
    let is_record = || match subject.ret.erased().unwrapped() {
        Type::Adt(adt) => adt.fields().is_none_or(|fields| fields.len() > 1),
        _ => false,
    };
    let is_tuple = || matches!(subject.ret.erased().unwrapped(), Type::Tuple(_));
    ORDERS.contains(&family) && (subject.params.len() > 1 && is_record() || is_tuple())
        || INDIFFERENT.contains(&family) && is_about_changed(instance, subject)
        || family == BETWEEN && matches!(subject.ret.erased().unwrapped(), Type::Adt(_))
}

/// Whether a law says that what may change an argument never does: that is a fault, or not seen.
pub fn changes_nothing(instance: &Instance, subject: &Subject) -> bool {
    let hands_out = subject.name.ends_with("_mut");
    instance.family.name == "identity" && (hands_out || is_about_changed(instance, subject))
}

/// Whether a law says that an unsigned integer, which another function shows, is not negative.
pub fn bounds_unsigned(relation: &Relation, signatures: &[Signature]) -> bool {
    let Expr::Apply(Op::Ge, sides) = &relation.then else { return false };
    let [Expr::Out(out), Expr::Const(Value::Int(0))] = sides.as_slice() else { return false };
    let path = out.checked_sub(1).and_then(|k| relation.followups[k].function.as_ref());
    let shown = path.and_then(|path| signatures.iter().find(|known| known.path == *path));
    shown.is_some_and(|shown| matches!(shown.ret.unwrapped().owned(), Type::Int(int) if !int.signed()))
}

/// Whether integers are told of shifted floats: next to where they change, rounding decides.
pub fn counts_shifted_floats(relation: &Relation, groups: &Groups) -> bool {
    let (Expr::Apply(Op::Eq, sides), Some(group)) = (&relation.then, groups.correct.first()) else {
        return false;
    };
    let value = |expr: &Expr| expr.eval(group.env(), Tolerance::Exact);
    let is_float = |expr: &Expr| value(expr).is_some_and(|value| value.as_float().is_some());
    let shifts =
        |arg: &Expr| matches!(arg, Expr::Apply(Op::Add | Op::Sub, terms) if terms.iter().any(is_float));
    sides.iter().all(|side| matches!(value(side), Some(Value::Int(_))))
        && relation.followups.iter().flat_map(|followup| &followup.args).any(shifts)
}

/// Whether a law is about a parameter that its function changes.
fn is_about_changed(instance: &Instance, subject: &Subject) -> bool {
    let is_changed = |place: &usize| subject.params.get(*place).is_some_and(|p| p.ty.changed().is_some());
    instance.places.iter().any(is_changed)
}

/// Lengths from which on it is seen that they are multiples.
const LENGTHS: usize = 6;

/// Whether a law of lengths in blocks is about a function that takes a few lengths alone.
pub fn takes_few_lengths(instance: &Instance, groups: &Groups) -> bool {
    let is_of_blocks = matches!(instance.family.name, "length of blocks" | "left over");
    let accepted = groups.correct.iter().filter(|group| !group.outs[0].refuses());
    let length = |group: &Group| match group.params.get(*instance.places.first()?)? {
        Value::Str(text) => Some(text.len()),
        Value::Seq(items) => Some(items.len()),
        _ => None,
    };
    is_of_blocks && accepted.filter_map(length).collect::<BTreeSet<usize>>().len() < LENGTHS
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{FloatType, IntType, RelationText, Signature};
    use morph_traces::Variant;

    #[test]
    fn executions_that_a_relation_equates_differ_in_what_it_changes() {
        let int = Type::Int(IntType::I64);
        let params = ["rate", "value"].map(|name| (name.to_owned(), int.clone()));
        let subject = Signature::new("demo::f", params.to_vec(), Type::Option(Box::new(int)));
        let changed = |followups: &[&str], then: &str| {
            let text = RelationText::exact(followups, then);
            unified(&Relation::parse(&text, &subject, &|_| None).expect("a relation"), 2)
        };
        assert_eq!(changed(&["(rate * 10, value)"], "y1 == y0"), Some(vec![0]));
        assert_eq!(changed(&["(value, rate)"], "y1.unwrap() == y0.unwrap()"), Some(vec![0, 1]));
        assert_eq!(changed(&["(rate, 0)", "(rate, -value)"], "y2 == y1"), Some(vec![1]));
        assert_eq!(changed(&["(rate * 10, value)"], "y1.unwrap() == y0.unwrap() * 10"), None);
        let other =
            Followup { function: Some("demo::g".to_owned()), args: vec![Expr::Param(0), Expr::Param(1)] };
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![other],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)),
            tolerance: Tolerance::Exact,
        };
        assert_eq!(unified(&relation, 2), None);
    }

    #[test]
    fn what_is_said_of_the_same_executions_twice_is_true_of_any_function() {
        let int = Type::Int(IntType::I64);
        let subject = Signature::new(
            "demo::f",
            vec![("x".to_owned(), int.clone()), ("y".to_owned(), int.clone())],
            int,
        );
        let of = |followups: &[&str], then: &str| {
            let relation = Relation::parse(&RelationText::exact(followups, then), &subject, &|_| None);
            let relation = relation.expect("a relation");
            let outs = vec![Value::Int(3); relation.followups.len() + 1];
            let group = Group {
                source: 0,
                variant: Variant::Original,
                params: vec![Value::Int(1), Value::Int(2)].into(),
                outs,
            };
            is_of_any_function(&relation, 2, [&group].into_iter())
        };
        assert!(of(&["(y, x)", "(x.max(y), x.min(y))", "(x.min(y), x.max(y))"], "y2 + y3 == y0 + y1"));
        assert!(!of(&["(y, x)", "(y, y)", "(x, x)"], "y2 + y3 == y0 + y1"));
        assert!(!of(&["(x, y)"], "y1 == y0"));
    }

    fn relation(params: &[&str], followups: &[&str], then: &str) -> Relation {
        let float = Type::Float(FloatType::F64);
        let params = params.iter().map(|name| ((*name).to_owned(), float.clone())).collect();
        let subject = Signature::new("demo::f".to_owned(), params, float);
        Relation::parse(&RelationText::exact(followups, then), &subject, &|_| None).expect("a relation")
    }

    /// Groups of the original by its inputs and what it returns for each.
    fn groups(all: &[(Vec<f64>, Vec<f64>)]) -> Groups {
        let floats = |all: &[f64]| all.iter().map(|x| Value::F64(*x)).collect::<Vec<_>>();
        let group = |(source, (params, outs)): (usize, &(Vec<f64>, Vec<f64>))| Group {
            source,
            variant: Variant::Original,
            params: floats(params).into(),
            outs: floats(outs),
        };
        Groups { correct: all.iter().enumerate().map(group).collect(), ..Groups::default() }
    }

    #[test]
    fn a_line_is_not_subadditive_for_its_offset() {
        let law = relation(&["x", "y"], &["(y, x)", "(x + y, y)"], "y2 <= y0 + y1");
        let of = |f: &dyn Fn(f64) -> f64| {
            let pairs = (0..40).map(|n| (f64::from(n), f64::from(n * 7 % 11)));
            groups(&pairs.map(|(x, y)| (vec![x, y], vec![f(x), f(y), f(x + y)])).collect::<Vec<_>>())
        };
        let is_apart = |groups: &Groups| is_apart_by_a_constant(&law, groups.correct.iter());
        assert!(is_apart(&of(&|x| 2.0 * x + 3.0)));
        assert!(!is_apart(&of(&f64::sqrt)));
    }

    #[test]
    fn what_returns_one_of_its_arguments_grows_with_that_one_alone() {
        let law = relation(&["x", "y"], &["(x + 1.0, y)"], "y1 >= y0");
        let of = |f: &dyn Fn(f64, f64) -> f64| {
            let pairs = (0..40).map(|n| (f64::from(n), f64::from(n * 7 % 11)));
            groups(&pairs.map(|(x, y)| (vec![x, y], vec![f(x, y), f(x + 1.0, y)])).collect::<Vec<_>>())
        };
        let turned = |x: f64, y: f64| if y < 5.0 { x } else { y };
        assert!(passes_on_what_is_changed(&law, None, &of(&turned)));
        assert!(!passes_on_what_is_changed(&law, None, &of(&|x, y| 2.0 * x + y)));
    }

    #[test]
    fn angles_are_shifted_and_mirrored_and_shares_are_not() {
        let shifts = |arg: &str| shifts_by_a_period(&relation(&["x"], &[arg], "y1 == y0"));
        assert!(shifts("(x + 360.0,)") && shifts("(180.0 - x,)"));
        assert!(!shifts("(x + 1.0,)") && !shifts("(1.0 - x,)") && !shifts("(x * 360.0,)"));
    }
}
