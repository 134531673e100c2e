//! Whether a law speaks: both sides vary, its executions differ, and it would not hold of just any function.

use std::collections::HashSet;

use super::constant::is_of_many;
use super::guards::is_near_zero;
use super::idle_siblings::{
    VARIED, leaves, no_detour, no_sibling_is_idle, no_sibling_repeats, turns_round_in_vain,
};
use morph_relation::{Env, Expr, Op, Relation, Tolerance, Value, Verdict};
use morph_traces::Group;

/// Groups that are looked at.
const LOOKED_AT: usize = 400;
/// One group in so many differs from the source in a follow-up of the same function.
const DIFFERENT: usize = 8;
/// Groups on which a truth is the rare one.
const RARE: usize = 2;
/// Two functions fail together, or succeed, on one group in so many.
const OFTEN: usize = 20;
/// What lies this share of a bound below it, of integers, nearly reaches it.
const NEARLY: i128 = 100;
/// A float nearly reaches a bound that lies no further away, as a share of it.
const NEAR: f64 = 0.05;
/// With outcomes of other groups, it is violated on one group in so many.
const SURPRISING: usize = 10;

/// Whether a relation says something on groups of the original on which it holds.
pub fn speaks(relation: &Relation, groups: &[Group]) -> bool {
    let held = groups.iter().filter(|group| relation.verdict(group.env()) == Verdict::Held);
    let held: Vec<&Group> = held.collect();
    // Small inputs come first: some of all. Of truths, one may be rare.
    let truths = held.first().is_some_and(|group| compares_truths(relation, group));
    let step = if truths { 1 } else { held.len().div_ceil(LOOKED_AT).max(1) };
    // What a sibling changes may be rare, too.
    let siblings_work = || no_sibling_is_idle(relation, &held) && no_sibling_repeats(relation, &held);
    let mut held: Vec<&Group> = held.iter().copied().step_by(step).collect();
    // Of an enum with two variants, there are no three.
    let mut inputs: HashSet<&[Value]> = HashSet::new();
    let params = groups.iter().take(LOOKED_AT).map(|group| group.params.as_slice());
    let different = params.filter(|params| inputs.insert(params)).take(VARIED).count();
    let varied = different.max(2);
    if different < VARIED {
        held = held.repeat(VARIED);
        // Of an odd number, each step leads to all others.
        held.pop();
    }
    !held.is_empty()
        && varies(relation, &held, varied)
        && is_different(relation, &held)
        && no_part_is_idle(relation, &held)
        && has_lengths(relation, &held)
        && wraps_round(relation, &held)
        && no_detour(relation, &held)
        && is_needed(relation, &held)
        && !is_about_rare_failures(relation, &held, groups)
        && !is_equation(relation, &held)
        && !is_loose(relation, &held)
        && is_surprising(relation, &held)
        && siblings_work()
}

/// Whether the subject has no answer on any of the groups on which a relation without a guard, or near zero, holds: such a law
/// is about errors alone.
pub fn is_unanswered<'g>(relation: &Relation, held: impl Iterator<Item = &'g Group>) -> bool {
    let mut held = held.peekable();
    (relation.when.is_yes() || is_near_zero(&relation.when))
        && held.peek().is_some()
        && held.all(|group| group.outs[0].says_no())
}

/// A value but for how it was made: there is one empty set, however many ways lead there.
fn shown(value: &Value) -> Value {
    match value {
        Value::Data(data) if data.recipe.is_some() && !data.is_unmade() => {
            Value::data(data.variant, data.fields.clone())
        }
        value => value.clone(),
    }
}

/// Both sides of a comparison take several values, so many or else both that there are; of a condition, the outcomes do.
fn varies(relation: &Relation, held: &[&Group], varied: usize) -> bool {
    let count = |expr: &Expr| {
        let values = held.iter().filter_map(|group| expr.eval(group.env(), relation.tolerance));
        values.map(|value| format!("{value:?}")).collect::<HashSet<_>>().len()
    };
    let wanted = |expr: &Expr| {
        // Truths have two values, and so has what is told from nothing.
        let truth = held.iter().any(|group| {
            matches!(expr.eval(group.env(), relation.tolerance), Some(Value::Bool(_) | Value::Ordering(_)))
        });
        if truth { 2 } else { varied }
    };
    let is_constant = |expr: &Expr| !expr.any(&mut |e| matches!(e, Expr::Param(_) | Expr::Out(_)));
    let inputs: HashSet<String> = held.iter().map(|group| format!("{:?}", group.params)).collect();
    let then = |expr: &Expr| varies(&Relation { then: expr.clone(), ..relation.clone() }, held, varied);
    match &relation.then {
        Expr::Apply(Op::And, parts) => parts.iter().all(then),
        // Of an implication, the condition does.
        Expr::Apply(Op::Or, sides) => {
            let spoken_of = (0..=relation.followups.len()).filter(|out| relation.then.mentions_out(*out));
            let mut counts = spoken_of.map(|out| count(&Expr::Out(out)));
            // Where it holds, it is not always the same few inputs that the other side is about.
            let is_used = |place: &usize| relation.mentions_param(*place);
            let fails = |group: &&&Group| sides[0].test(group.env(), relation.tolerance) == Some(false);
            let meant = held.iter().filter(fails).map(|group| {
                (0..group.params.len())
                    .filter(is_used)
                    .map(|place| format!("{:?}", shown(&group.params[place])))
                    .collect::<Vec<_>>()
            });
            inputs.len() >= varied
                && count(&sides[0]) >= 2
                && counts.any(|count| count >= 2)
                && meant.collect::<HashSet<_>>().len() >= varied
        }
        // What is always the same is worth saying of a function that is not.
        Expr::Apply(_, sides) if sides.len() == 2 && sides.iter().any(is_constant) => {
            inputs.len() >= varied && count(&Expr::Out(0)) >= 2
        }
        Expr::Apply(_, sides) if sides.len() == 2 => {
            inputs.len() >= varied && sides.iter().all(|side| count(side) >= wanted(side))
        }
        _ => inputs.len() >= varied && count(&Expr::Out(0)) >= 2,
    }
}

/// Follow-ups are not mere repetitions of the source.
fn is_different(relation: &Relation, held: &[&Group]) -> bool {
    let different: Vec<&&Group> = held.iter().filter(|group| !relation.repeats(group.env())).collect();
    // What the change of an input is about shows where there is an answer.
    // That a text has no letters shows in another case, too: of it, `false` is no answer.
    let refuses = |out: &Value| match out {
        // What a method returns stands before what it changes.
        Value::Tuple(parts) => parts.first().is_some_and(Value::says_no),
        out if changes_case(relation) => out.refuses(),
        out => out.says_no(),
    };
    let answers = |group: &&Group| group.outs.iter().any(|out| !refuses(out));
    let answered = different.iter().filter(|group| answers(group)).take(VARIED).count();
    let exchanged = held.iter().filter(|group| !turns_round_in_vain(relation, group)).count();
    different.len().min(exchanged) * DIFFERENT >= held.len()
        && (answered == VARIED || !held.iter().any(answers))
}

/// Whether a follow-up is given a text in another case.
fn changes_case(relation: &Relation) -> bool {
    let is_case = |op: &Op| matches!(op, Op::Upper | Op::Lower | Op::AsciiUpper | Op::AsciiLower);
    let mut args = relation.followups.iter().flat_map(|followup| &followup.args);
    args.any(|arg| matches!(arg, Expr::Apply(op, _) if is_case(op)))
}

/// Every operator changes something: what is in upper case anyway says nothing of upper case.
fn no_part_is_idle(relation: &Relation, held: &[&Group]) -> bool {
    let args = relation.followups.iter().flat_map(|followup| &followup.args);
    let changes = |whole: &Expr, part: &Expr| {
        let value = |expr: &Expr, group: &Group| expr.eval(group.env(), Tolerance::Exact);
        let differ = |group: &&&Group| match (value(whole, group), value(part, group)) {
            (Some(whole), Some(part)) => !whole.same(&part, Tolerance::Exact),
            (whole, part) => whole != part,
        };
        held.iter().filter(differ).take(VARIED).count() == VARIED
    };
    let is_truth = |expr: &Expr| matches!(expr.eval(held[0].env(), Tolerance::Exact), Some(Value::Bool(_)));
    let mut is_idle = |expr: &Expr| match expr {
        // What is compared or connected is the law itself.
        Expr::Apply(_, operands) if !is_truth(expr) => {
            operands.iter().any(|operand| has_value(operand) && !changes(expr, operand))
        }
        _ => false,
    };
    let sides = match &relation.then {
        // That an operator changes nothing is what such a law says.
        Expr::Apply(Op::Eq, sides) => {
            sides.iter().filter(|side| !sides.iter().any(|other| is_of(side, other))).collect()
        }
        then => vec![then],
    };
    !args.chain(sides).any(|expr| expr.any(&mut is_idle))
}

/// Of what is said of lengths that are multiples of a number, there are several: of two, that is a coincidence.
fn has_lengths(relation: &Relation, held: &[&Group]) -> bool {
    let mut measured = Vec::new();
    for expr in [&relation.when, &relation.then] {
        expr.any(&mut |part| {
            if let Expr::Apply(Op::Rem, sides) = part
                && let [Expr::Apply(Op::Len, of), Expr::Const(_)] = sides.as_slice()
            {
                measured.push(of[0].clone());
            }
            false
        });
    }
    let answered = held.iter().filter(|group| !group.outs[0].refuses());
    measured.iter().all(|of| {
        let lengths = answered.clone().filter_map(|group| of.eval(group.env(), Tolerance::Exact));
        let length = |value: Value| match value {
            Value::Str(text) => text.len(),
            Value::Seq(items) => items.len(),
            _ => 0,
        };
        lengths.map(length).collect::<HashSet<_>>().len() >= VARIED
    })
}

/// What is left of a division varies for more than one quotient: else it is a difference. A step of a cycle ends in the cycle or
/// begins it anew.
fn wraps_round(relation: &Relation, held: &[&Group]) -> bool {
    let next = |arg: &Expr| matches!(arg, Expr::Apply(Op::Add, sides) if sides[1] == Expr::int(1));
    let goes_on = matches!(relation.followups.as_slice(), [step] if step.args.iter().any(next));
    let few_quotients = |a: &Expr, b: &Expr| {
        let value = |expr: &Expr, group: &Group| expr.eval(group.env(), Tolerance::Exact);
        let quotient = |group: &&Group| match (value(a, group)?, value(b, group)?) {
            (Value::Int(a), Value::Int(b)) => a.checked_div(b),
            _ => None,
        };
        let quotients: HashSet<i128> = held.iter().filter_map(quotient).collect();
        (1..if goes_on { 2 } else { VARIED }).contains(&quotients.len())
    };
    let mut divides = |expr: &Expr| match expr {
        Expr::Apply(Op::Rem, sides) => sides[0].mentions_outcome() && few_quotients(&sides[0], &sides[1]),
        _ => false,
    };
    !relation.then.any(&mut divides)
}

/// Where one of two conditions fails, the other one is about a subject that changes something, if it is there for that.
fn is_needed(relation: &Relation, held: &[&Group]) -> bool {
    let Expr::Apply(Op::Or, sides) = &relation.then else { return true };
    let fails = |group: &&&Group| sides[0].test(group.env(), Tolerance::Exact) == Some(false);
    let changes = |group: &&&Group| !group.params.iter().any(|param| leaves(&group.outs[0], param));
    let may_change = held.iter().any(|group| matches!(group.outs[0], Value::Tuple(_)));
    !may_change || held.iter().filter(fails).filter(changes).take(VARIED).count() == VARIED
}

/// Whether a bound is reached on all groups: then it says less than an equation would.
fn is_equation(relation: &Relation, held: &[&Group]) -> bool {
    let Expr::Apply(Op::Le | Op::Ge, sides) = &relation.then else { return false };
    let value = |expr: &Expr, group: &Group| expr.eval(group.env(), Tolerance::Exact);
    held.iter().all(|group| value(&sides[0], group) == value(&sides[1], group))
}

/// Whether a function tells a bound of lengths that none comes up to.
fn is_loose(relation: &Relation, held: &[&Group]) -> bool {
    let is_length = |side: &Expr| matches!(side, Expr::Apply(Op::Len, of) if of[0].mentions_outcome());
    let told = matches!(&relation.then, Expr::Apply(Op::Le, sides) if is_length(&sides[0]) && matches!(sides[1], Expr::Out(_)));
    told && !is_reached(relation, held)
}

/// Whether an expression varies with the group alone: an element of a sequence has no value outside of its closure.
fn has_value(expr: &Expr) -> bool {
    expr.any(&mut |part| matches!(part, Expr::Param(_) | Expr::Out(_)))
        && !expr.any(&mut |part| *part == Expr::Item)
}

/// Whether an expression is an operator on another one.
fn is_of(expr: &Expr, other: &Expr) -> bool {
    matches!(expr, Expr::Apply(_, operands) if operands.len() == 1 && operands[0] == *other)
}

/// With outcomes that belong to other inputs, it falls; a bound on one outcome is reached instead.
fn is_surprising(relation: &Relation, held: &[&Group]) -> bool {
    let mut bounds = Vec::new();
    constant_bounds(&relation.then, &mut bounds);
    if !bounds.is_empty() {
        let below = relation.then.any(&mut |part| matches!(part, Expr::Apply(Op::Lt, _)));
        return bounds.iter().all(|[outcome, bound]| {
            let value = |expr: &Expr, group: &Group| expr.eval(group.env(), Tolerance::Exact);
            held.iter().any(|group| match (value(outcome, group), value(bound, group)) {
                (Some(Value::Int(n)), Some(Value::Int(bound))) if below && n < bound => {
                    bound - n <= 1 + bound / NEARLY
                }
                (Some(n), Some(bound)) => n == bound || nearly(&n, &bound),
                _ => false,
            })
        });
    }
    if is_reached(relation, held) {
        return true;
    }
    if states_form(relation, held) || is_of_many(relation, held) {
        return true;
    }
    if is_of_outcomes_alone(relation) {
        return is_tight(relation, held);
    }
    let truths = held.first().is_some_and(|group| compares_truths(relation, group));
    let own = |n: usize| n == 0 || relation.followups[n - 1].function.is_none();
    // Of an implication, the source may be but a part of what its executions are given.
    let is_implication = matches!(relation.then, Expr::Apply(Op::Or, _));
    let spoken_of = (0..=relation.followups.len()).find(|n| own(*n) && relation.then.mentions_out(*n));
    let first = spoken_of.filter(|_| is_implication).unwrap_or(0);
    let (mut applicable, mut violated) = (0, 0);
    for (i, group) in held.iter().enumerate() {
        // What the subject returns elsewhere, also where a follow-up always returns the same.
        let of_others =
            |n: usize| held[(i * 7 + n * 13 + 1) % held.len()].outs[if own(n) { first } else { n }].clone();
        let outs: Vec<Value> = (0..group.outs.len()).map(of_others).collect();
        let env = Env { params: &group.params, outs: &outs };
        // An implication says something where its condition holds.
        if matches!(&relation.then, Expr::Apply(Op::Or, sides) if sides[0].test(env, Tolerance::Exact) == Some(true))
        {
            continue;
        }
        let verdict = relation.verdict(env);
        applicable += usize::from(verdict != Verdict::Inapplicable);
        violated += usize::from(verdict == Verdict::Violated);
    }
    if truths { violated >= RARE } else { violated > 0 && violated * SURPRISING >= applicable }
}

/// Whether a float lies close to a bound, which rounding may keep it from.
fn nearly(value: &Value, bound: &Value) -> bool {
    let apart =
        value.as_float().zip(bound.as_float()).map(|(x, bound)| (x - bound).abs() / bound.abs().max(1.0));
    apart.is_some_and(|apart| apart <= NEAR)
}

/// Whether two truths are compared, or outcomes are truths.
fn compares_truths(relation: &Relation, group: &Group) -> bool {
    if group.outs.iter().all(|out| matches!(out, Value::Bool(_))) {
        return true;
    }
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return false };
    let is_truth = |side: &Expr| matches!(side.eval(group.env(), Tolerance::Exact), Some(Value::Bool(_)));
    sides.iter().all(is_truth)
}

/// Whether it says that an outcome is in lower or in upper case, which it need not be.
fn states_form(relation: &Relation, held: &[&Group]) -> bool {
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return false };
    let (op, text) = match sides.as_slice() {
        [Expr::Apply(op, of), text] if of.as_slice() == std::slice::from_ref(text) => (*op, text),
        _ => return false,
    };
    let other = match op {
        Op::Lower => Op::Upper,
        Op::Upper => Op::Lower,
        _ => return false,
    };
    let other = Expr::unary(other, text.clone());
    let value = |expr: &Expr, group: &Group| expr.eval(group.env(), Tolerance::Exact);
    held.iter().filter(|group| value(&other, group) != value(text, group)).count() >= VARIED
}

/// Whether it says of each outcome what it is like.
fn is_of_outcomes_alone(relation: &Relation) -> bool {
    relation.followups.is_empty() && !relation.then.mentions_params()
}

/// Whether it says that two functions fail together, which they hardly ever do: each may fail elsewhere on inputs as rare.
fn is_about_rare_failures(relation: &Relation, held: &[&Group], groups: &[Group]) -> bool {
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return false };
    let tells_success = |side: &Expr| match side {
        Expr::Apply(Op::IsSome | Op::IsOk, of) => matches!(of[..], [Expr::Out(_)]),
        _ => false,
    };
    if relation.followups.iter().all(|followup| followup.function.is_none()) {
        return false;
    }
    if sides.iter().all(tells_success) {
        let failed = held.iter().filter(|group| group.outs[0].says_no()).count();
        return failed.min(held.len() - failed) * OFTEN < held.len();
    }
    let is_wrapped =
        |value: &Value| matches!(value, Value::None | Value::Some(_) | Value::Ok(_) | Value::Err(_));
    let returns_wrapped = |side: &Expr| match side {
        Expr::Out(n) => held.iter().any(|group| group.outs.get(*n).is_some_and(is_wrapped)),
        _ => false,
    };
    let fails = |group: &&Group| group.outs.iter().any(Value::says_no);
    let failed = groups.iter().filter(fails).count();
    sides.iter().all(returns_wrapped) && failed * OFTEN < groups.len()
}

/// Outcomes that a law about what they are like needs.
const MANY: usize = 10;

/// Whether various outcomes are as a law says, and would not be if they were a little different.
fn is_tight(relation: &Relation, held: &[&Group]) -> bool {
    let mut seen: HashSet<&Value> = HashSet::new();
    let outcomes: Vec<&Value> =
        held.iter().filter_map(|group| group.outs.first()).filter(|out| seen.insert(out)).collect();
    let (mut changed, mut violated) = (0, 0);
    for outcome in &outcomes {
        let Some(other) = slightly_different(outcome) else { continue };
        let verdict = relation.verdict(Env { params: &held[0].params, outs: &[other] });
        changed += usize::from(verdict != Verdict::Inapplicable);
        violated += usize::from(verdict == Verdict::Violated);
    }
    // Of one size, there are two numbers.
    let is_size =
        matches!(&relation.then, Expr::Apply(Op::Eq, sides) if matches!(sides[0], Expr::Apply(Op::Abs, _)));
    let many = if is_size { 2 } else { MANY };
    outcomes.len() >= many && violated > 0 && violated * SURPRISING >= changed
}

/// A text with a sign without case behind it, a sequence in another order and longer, the next integer.
fn slightly_different(outcome: &Value) -> Option<Value> {
    Some(match outcome {
        Value::Str(text) => Value::str(format!("{text} \u{2603} ")),
        Value::Seq(items) => Value::seq(items.iter().rev().chain(items.first()).cloned()),
        Value::Int(n) => Value::Int(n.checked_add(1)?),
        Value::Some(value) => Value::Some(slightly_different(value)?.into()),
        Value::Ok(value) => Value::Ok(slightly_different(value)?.into()),
        _ => return None,
    })
}

/// Whether a bound that varies is reached on several groups.
fn is_reached(relation: &Relation, held: &[&Group]) -> bool {
    let Expr::Apply(Op::Le | Op::Ge, sides) = &relation.then else { return false };
    let value = |expr: &Expr, group: &Group| expr.eval(group.env(), Tolerance::Exact);
    let reached = held.iter().filter_map(|group| {
        let [a, b] = [0, 1].map(|side| value(&sides[side], group));
        a.filter(|a| Some(a) == b.as_ref()).map(|a| format!("{a:?}"))
    });
    reached.collect::<HashSet<_>>().len() >= VARIED
}

/// The outcomes that a condition compares with constants, each beside its bound.
fn constant_bounds<'e>(then: &'e Expr, bounds: &mut Vec<[&'e Expr; 2]>) {
    if let Expr::Apply(op, sides) = then {
        match (op, sides.as_slice()) {
            (Op::And, [a, b]) => {
                constant_bounds(a, bounds);
                constant_bounds(b, bounds);
            }
            (Op::Le | Op::Ge | Op::Lt, [outcome, bound @ Expr::Const(_)]) => bounds.push([outcome, bound]),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
