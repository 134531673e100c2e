//! Whether a relation is a special case of another one: with values in the place of variables.

use std::collections::BTreeMap;

use super::guards::is_near_zero;
use morph_relation::{Expr, Followup, Op, Relation, Value};

/// What stands for variables.
type Values = BTreeMap<usize, Expr>;

/// Whether `special` is `general` with expressions in the place of variables; `arity` counts the subject's parameters.
pub fn is_instance(special: &Relation, general: &Relation, arity: usize) -> bool {
    if !(general.when.is_yes() || general.when == special.when || is_near_zero(&general.when)) {
        return false;
    }
    let special = plain(special);
    if general.followups.is_empty() || special.followups.is_empty() {
        let mut values = Values::new();
        return general.followups.len() == special.followups.len()
            && matches(&general.then, &special.then, arity, &mut values);
    }
    // What stands for the variables shows where some follow-up of the one is one of the other.
    let pairs = general.followups.iter().flat_map(|a| special.followups.iter().map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| followup_matches(a, b, arity)).any(|values| {
        let substituted = substituted(general, &values, arity);
        substituted.followups == special.followups && same(&substituted.then, &special.then)
    })
}

/// Both sides of an equation may trade places.
fn same(a: &Expr, b: &Expr) -> bool {
    let turned = |expr: &Expr| match expr {
        Expr::Apply(Op::Eq, sides) => Some(Expr::binary(Op::Eq, sides[1].clone(), sides[0].clone())),
        _ => None,
    };
    a == b || turned(a).as_ref() == Some(b)
}

fn followup_matches(general: &Followup, special: &Followup, arity: usize) -> Option<Values> {
    let mut values = Values::new();
    let fits = general.function == special.function
        && general.args.len() == special.args.len()
        && general.args.iter().zip(&special.args).all(|(a, b)| matches(a, b, arity, &mut values));
    fits.then_some(values)
}

fn matches(general: &Expr, special: &Expr, arity: usize, values: &mut Values) -> bool {
    if let Expr::Param(i) = general
        && *i >= arity
    {
        return values.entry(*i).or_insert_with(|| special.clone()) == special;
    }
    match (general, special) {
        (Expr::Apply(a, x), Expr::Apply(b, y)) => {
            a == b && x.len() == y.len() && x.iter().zip(y).all(|(x, y)| matches(x, y, arity, values))
        }
        (Expr::Map(a, x), Expr::Map(b, y)) | (Expr::All(a, x), Expr::All(b, y)) => {
            matches(a, b, arity, values) && matches(x, y, arity, values)
        }
        (Expr::Field(a, i, _), Expr::Field(b, j, _)) => i == j && matches(a, b, arity, values),
        (a, b) => a == b,
    }
}

/// The relation with these values; executions that have become the source, or another one, are counted as that.
fn substituted(relation: &Relation, values: &Values, arity: usize) -> Relation {
    let mut outs = vec![Expr::Out(0)];
    let mut followups: Vec<Followup> = Vec::new();
    for followup in &relation.followups {
        let args: Vec<Expr> = followup.args.iter().map(|arg| replaced(arg, values, &outs, arity)).collect();
        let is_source =
            followup.function.is_none() && args.iter().enumerate().all(|(i, arg)| *arg == Expr::Param(i));
        let next = Followup { function: followup.function.clone(), args };
        let number = match followups.iter().position(|known| *known == next) {
            _ if is_source => 0,
            Some(known) => known + 1,
            None => {
                followups.push(next);
                followups.len()
            }
        };
        outs.push(Expr::Out(number));
    }
    let then = replaced(&relation.then, values, &outs, arity);
    Relation { followups, then, ..relation.clone() }
}

fn replaced(expr: &Expr, values: &Values, outs: &[Expr], arity: usize) -> Expr {
    match expr {
        Expr::Param(i) if *i >= arity => values.get(i).cloned().unwrap_or_else(|| expr.clone()),
        Expr::Out(i) => outs.get(*i).cloned().unwrap_or_else(|| expr.clone()),
        expr => expr.with_children(&mut |child| replaced(child, values, outs, arity)),
    }
}

/// The relation with what is repeated twice written as itself beside itself.
fn plain(relation: &Relation) -> Relation {
    fn go(expr: &Expr) -> Expr {
        let expr = expr.with_children(&mut go);
        match &expr {
            Expr::Apply(op @ (Op::RepeatSeq | Op::RepeatStr), args)
                if args[1] == Expr::Const(Value::Int(2)) =>
            {
                let op = if *op == Op::RepeatSeq { Op::ConcatSeq } else { Op::ConcatStr };
                Expr::binary(op, args[0].clone(), args[0].clone())
            }
            _ => expr,
        }
    }
    relation.with_exprs(&mut go)
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{IntType, RelationText, Signature, Type};

    fn read(subject: &Signature, given: &[&str], then: &str) -> Relation {
        let text = RelationText {
            given: given.iter().map(|given| (*given).to_owned()).collect(),
            when: "true".to_owned(),
            followups: Vec::new(),
            then: then.to_owned(),
            tolerance: "exact".to_owned(),
        };
        Relation::read(&text, subject, &|_| None).unwrap()
    }

    #[test]
    fn special_cases_of_a_law_are_known_as_such() {
        let int = Type::Int(IntType::U64);
        let gcd = Signature::new(
            "demo::gcd",
            vec![("a".to_owned(), int.clone()), ("b".to_owned(), int.clone())],
            int,
        );
        let scaled = read(&gcd, &["k: u64"], "gcd(a * k, b * k) == gcd(a, b) * k");
        assert!(is_instance(&read(&gcd, &[], "gcd(a * 12, b * 12) == gcd(a, b) * 12"), &scaled, 2));
        assert!(is_instance(&read(&gcd, &[], "gcd(a * b, b * b) == gcd(a, b) * b"), &scaled, 2));
        assert!(!is_instance(&read(&gcd, &[], "gcd(a * 12, b * 13) == gcd(a, b) * 12"), &scaled, 2));
        assert!(!is_instance(&read(&gcd, &[], "gcd(b, a) == gcd(a, b)"), &scaled, 2));
        let associative = read(&gcd, &["c: u64"], "gcd(gcd(a, b), c) == gcd(a, gcd(b, c))");
        let multiple = read(&gcd, &[], "gcd(a * b, a) == a");
        let swapped = read(&gcd, &[], "gcd(b, a) == gcd(a, b)");
        for general in [&associative, &multiple, &swapped] {
            assert!(!is_instance(&scaled, general, 2), "{general:?}");
        }
        let text = Type::Ref(Box::new(Type::Str));
        let shout = Signature::new("demo::shout", vec![("s".to_owned(), text)], Type::String);
        let joined =
            read(&shout, &["more: &str"], "shout([s, more].concat()) == [shout(s), shout(more)].concat()");
        assert!(is_instance(&read(&shout, &[], "shout(s.repeat(2)) == shout(s).repeat(2)"), &joined, 1));
        assert!(is_instance(
            &read(&shout, &[], "shout([s, \"a\"].concat()) == [shout(s), shout(\"a\")].concat()"),
            &joined,
            1
        ));
        let bytes = Type::Ref(Box::new(Type::Slice(Box::new(Type::Int(IntType::U8)))));
        let hex = Signature::new("demo::hex", vec![("bytes".to_owned(), bytes)], Type::String);
        let joined =
            read(&hex, &["more: &[u8]"], "hex([bytes, more].concat()) == [hex(bytes), hex(more)].concat()");
        assert!(is_instance(
            &read(&hex, &[], "hex(bytes.repeat(2)) == [hex(bytes), hex(bytes)].concat()"),
            &joined,
            1
        ));
    }
}
