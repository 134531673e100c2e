//! Whether a relation follows from others, by rewriting with them: a cleansing step beyond AutoMR's three.
//!
//! An outcome is the call that it comes of, `f(b, a)`, so that executions of several relations are one where their
//! arguments are. Each relation that is given is stated of every call of the subject that turns up, again and again, up
//! to a limit; beside them the rules of simplification apply.

use egg::{Applier, ENodeOrVar, Id, Pattern, PatternAst, RecExpr, Rewrite, Subst, Symbol, Var};

use super::facts::{Graph, Meaning};
use super::grown;
use super::node::Node;
use super::rewrite::{REWRITES, add};
use crate::expr::{Expr, Scope};
use crate::operators::Op;
use crate::relation::Relation;
use crate::signature::Signature;
use crate::types::Type;
use crate::value::Value;

/// An e-graph does not grow larger; what does not follow by then does not follow.
const NODES: usize = 1_500;
/// Rounds of rewriting; calls that only further rounds would reach are not considered.
const ITERATIONS: usize = 4;

/// Whether a relation holds because others of the same subject do; `false` also where that was not found out.
///
/// Those that have a laxer tolerance do not count; roundings of several steps are not added up. Variables of those that
/// are given stand for the relation's own in their order; one that has other variables does not count. `others` are
/// functions that follow-ups may call.
pub fn follows(relation: &Relation, from: &[&Relation], subject: &Signature, others: &[Signature]) -> bool {
    let subject = &subject.with_given(&relation.given);
    let (functions, arity) = (Functions { subject, others }, subject.arguments().len());
    let scope = Scope { params: subject.params.clone(), outs: functions.results(), item: None };
    let shells = REWRITES.1.clone();
    let mut meaning = Meaning { scope, tolerance: relation.tolerance, item: None, shells };
    let mut rules = REWRITES.0.clone();
    let types = |given: &[(String, Type)]| given.iter().map(|(_, ty)| ty.erased()).collect::<Vec<_>>();
    let own = types(&relation.given);
    let counts =
        |law: &&&Relation| law.tolerance.is_within(relation.tolerance) && own.starts_with(&types(&law.given));
    for law in from.iter().filter(counts) {
        let Some(law) = functions.stated(law) else { continue };
        rules.push(law.rule(arity, &mut meaning));
    }
    let Some(goal) = functions.stated(relation) else { return false };
    let mut graph = Graph::new(meaning);
    let params: Vec<Id> =
        (0..subject.params.len()).map(|i| add(&Expr::Param(i), &[], &[], &mut graph)).collect();
    let outs = goal.executions(&params, arity, &mut graph);
    let then = add(&relation.then, &params, &outs, &mut graph);
    let yes = add(&Expr::yes(), &[], &[], &mut graph);
    for condition in conditions(&relation.when) {
        let condition = add(condition, &params, &outs, &mut graph);
        graph.union(condition, yes);
    }
    graph.rebuild();
    let graph = grown(graph, &rules, NODES, ITERATIONS);
    graph.find(then) == graph.find(yes)
}

/// The functions that are called: the subject has number 0.
struct Functions<'a> {
    subject: &'a Signature,
    others: &'a [Signature],
}

impl Functions<'_> {
    fn results(&self) -> Vec<Type> {
        let others = self.others.iter().map(|other| other.ret.clone());
        std::iter::once(self.subject.ret.clone()).chain(others).collect()
    }

    /// A relation whose functions are known.
    fn stated(&self, relation: &Relation) -> Option<Stated> {
        let number = |path: &String| self.others.iter().position(|other| other.path == *path).map(|i| i + 1);
        let functions = relation.followups.iter().map(|followup| match &followup.function {
            None => Some(0),
            Some(path) => number(path),
        });
        Some(Stated { functions: functions.collect::<Option<_>>()?, relation: relation.clone() })
    }
}

/// A relation, with the numbers of the functions that its follow-ups call.
struct Stated {
    relation: Relation,
    functions: Vec<usize>,
}

impl Stated {
    /// The outcomes of the source, whose arguments are the first of these parameters, and of its follow-ups.
    fn executions(&self, params: &[Id], arity: usize, graph: &mut Graph) -> Vec<Id> {
        let mut outs = vec![call(0, params[..arity].to_vec(), graph)];
        for (followup, function) in self.relation.followups.iter().zip(&self.functions) {
            let args = followup.args.iter().map(|arg| add(arg, params, &outs, graph)).collect();
            outs.push(call(*function, args, graph));
        }
        outs
    }

    /// States it of every call of the subject.
    fn rule(self, params: usize, meaning: &mut Meaning) -> Rewrite<Node, Meaning> {
        let mut pattern: PatternAst<Node> = RecExpr::default();
        let vars = (0..params).map(|i| pattern.add(ENodeOrVar::Var(var(i)))).collect();
        let head = meaning.shells.number(Expr::Out(0));
        pattern.add(ENodeOrVar::ENode(Node { head, children: vars }));
        let name = format!("{:?}", self.relation);
        Rewrite::new(name, Pattern::new(pattern), self).expect("what is stated has no letters of its own")
    }
}

/// What holds where a guard does.
fn conditions(when: &Expr) -> Vec<&Expr> {
    let parts = match when {
        Expr::Apply(Op::And, both) => both.iter().flat_map(conditions).collect(),
        _ => Vec::new(),
    };
    std::iter::once(when).chain(parts).collect()
}

fn var(number: usize) -> Var {
    Var::from_u32(u32::try_from(number).expect("functions have few parameters"))
}

/// An outcome as the call that it comes of: the outcome's number is the function's.
fn call(function: usize, args: Vec<Id>, graph: &mut Graph) -> Id {
    let head = graph.analysis.shells.number(Expr::Out(function));
    graph.add(Node { head, children: args })
}

impl Applier<Node, Meaning> for Stated {
    fn apply_one(
        &self,
        graph: &mut Graph,
        _: Id,
        subst: &Subst,
        _: Option<&PatternAst<Node>>,
        _: Symbol,
    ) -> Vec<Id> {
        let params: Vec<Id> = (0..).map_while(|i| subst.get(var(i)).copied()).collect();
        let outs = self.executions(&params, params.len(), graph);
        let when = add(&self.relation.when, &params, &outs, graph);
        if graph[when].data.constant != Some(Value::Bool(true)) {
            return Vec::new();
        }
        let [left, right] = match &self.relation.then {
            Expr::Apply(Op::Eq, sides) => [&sides[0], &sides[1]].map(|side| add(side, &params, &outs, graph)),
            then => [add(then, &params, &outs, graph), add(&Expr::yes(), &[], &[], graph)],
        };
        if graph.union(left, right) { vec![left] } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::RelationText;
    use crate::types::{FloatType, IntType};

    fn relation(
        subject: &Signature,
        when: &str,
        followups: &[&str],
        then: &str,
        tolerance: &str,
    ) -> Relation {
        let text = RelationText {
            given: Vec::new(),
            when: when.to_owned(),
            followups: followups.iter().map(|args| (*args).to_owned()).collect(),
            then: then.to_owned(),
            tolerance: tolerance.to_owned(),
        };
        Relation::parse(&text, subject, &|_| None).unwrap()
    }

    fn gcd() -> Signature {
        let int = Type::Int(IntType::U32);
        Signature::new("demo::gcd", vec![("a".to_owned(), int.clone()), ("b".to_owned(), int.clone())], int)
    }

    #[test]
    fn what_two_laws_say_together_follows_from_them_and_not_from_one() {
        let subject = gcd();
        let swap = relation(&subject, "true", &["(b, a)"], "y1 == y0", "exact");
        let add = relation(&subject, "true", &["(a + b, b)"], "y1 == y0", "exact");
        let both = relation(&subject, "true", &["(a, a + b)"], "y1 == y0", "exact");
        assert!(follows(&both, &[&swap, &add], &subject, &[]));
        assert!(!follows(&both, &[&add], &subject, &[]));
        assert!(!follows(&both, &[&swap], &subject, &[]));
        // A bound follows from an equation.
        let bound = relation(&subject, "a > 3", &["(b, a)"], "y1 <= y0", "exact");
        assert!(follows(&bound, &[&swap], &subject, &[]));
    }

    #[test]
    fn a_step_that_is_taken_twice_follows_from_the_step() {
        let int = Type::Int(IntType::I64);
        let subject = Signature::new("demo::f", vec![("n".to_owned(), int.clone())], int);
        let step = relation(&subject, "true", &["(n + 1,)"], "y1 == y0 + 2", "exact");
        let twice = relation(&subject, "true", &["(n + 2,)"], "y1 == y0 + 4", "exact");
        let wrong = relation(&subject, "true", &["(n + 2,)"], "y1 == y0 + 5", "exact");
        assert!(follows(&twice, &[&step], &subject, &[]));
        assert!(!follows(&wrong, &[&step], &subject, &[]));
        assert!(!follows(&step, &[&twice], &subject, &[]));
    }

    #[test]
    fn a_law_with_a_guard_counts_where_the_guard_holds() {
        let subject = gcd();
        let swap = relation(&subject, "a > b", &["(b, a)"], "y1 == y0", "exact");
        let same = relation(&subject, "a > b && b > 7", &["(b, a)"], "y1 == y0", "exact");
        let all = relation(&subject, "true", &["(b, a)"], "y1 == y0", "exact");
        assert!(follows(&same, &[&swap], &subject, &[]));
        assert!(!follows(&all, &[&swap], &subject, &[]));
    }

    #[test]
    fn variables_of_a_law_are_those_of_the_relation() {
        let subject = gcd();
        let with = |given: &[&str], followups: &[&str], then: &str| {
            let text = RelationText {
                given: given.iter().map(|given| (*given).to_owned()).collect(),
                when: "true".to_owned(),
                followups: followups.iter().map(|args| (*args).to_owned()).collect(),
                then: then.to_owned(),
                tolerance: "exact".to_owned(),
            };
            Relation::parse(&text, &subject, &|_| None).unwrap()
        };
        let scale = with(&["k: u32"], &["(a * k, b * k)"], "y1 == y0 * k");
        let swap = with(&[], &["(b, a)"], "y1 == y0");
        let both = with(&["k: u32"], &["(b * k, a * k)"], "y1 == y0 * k");
        assert!(follows(&both, &[&swap, &scale], &subject, &[]));
        assert!(!follows(&both, &[&scale], &subject, &[]));
        assert!(!follows(&swap, &[&scale], &subject, &[]));
    }

    #[test]
    fn what_is_more_exact_does_not_follow() {
        let float = Type::Float(FloatType::F64);
        let subject = Signature::new("demo::sin", vec![("x".to_owned(), float.clone())], float);
        let odd = relation(&subject, "true", &["(-x,)"], "y1 == -y0", "rel 1e-9");
        let exact = relation(&subject, "true", &["(-x,)"], "y0 == -y1", "exact");
        let lax = Relation { tolerance: "mixed 1e-9".parse().unwrap(), ..exact.clone() };
        assert!(follows(&lax, &[&odd], &subject, &[]));
        assert!(!follows(&exact, &[&odd], &subject, &[]));
    }

    #[test]
    fn laws_between_functions_lead_on() {
        let text = Type::String;
        let one = |path: &str| Signature::new(path, vec![("s".to_owned(), text.clone())], text.clone());
        let (subject, other) = (one("demo::encode"), one("demo::decode"));
        let lookup = |path: &str| (path == other.path).then(|| other.clone());
        let parse = |followups: &[&str], then: &str| {
            let text = RelationText {
                given: Vec::new(),
                when: "true".to_owned(),
                followups: followups.iter().map(|args| (*args).to_owned()).collect(),
                then: then.to_owned(),
                tolerance: "exact".to_owned(),
            };
            Relation::parse(&text, &subject, &lookup).unwrap()
        };
        let inverse = parse(&["demo::decode(y0)"], "y1 == s");
        let longer = parse(&["demo::decode(y0)"], "y1.len() == s.len()");
        assert!(follows(&longer, &[&inverse], &subject, std::slice::from_ref(&other)));
        assert!(!follows(&inverse, &[&longer], &subject, std::slice::from_ref(&other)));
    }
}
