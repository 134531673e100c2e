//! Whether a relation follows from others, by rewriting with them: a cleansing step beyond AutoMR's three.
//!
//! An outcome is the call that it comes of, `f(b, a)`, so that executions of several relations are one where their
//! arguments are. Each relation that is given is stated of every call of its subject that turns up, again and again, up
//! to a limit; the rules of simplification apply, too.

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

/// A relation with the function that it is stated of.
#[derive(Clone, Copy, Debug)]
pub struct Stated<'a> {
    /// The relation.
    pub relation: &'a Relation,
    /// Its subject, without the relation's variables.
    pub subject: &'a Signature,
}

/// Whether a relation holds because others of the same subject do; `false` also where that was not found out.
///
/// Those that have a laxer tolerance do not count; roundings of several steps are not added up. Variables of those that
/// are given stand for the relation's own, or for its parameters; one for which there is none of its type does not count.
/// `others` are functions that follow-ups may call.
pub fn follows(relation: &Relation, from: &[&Relation], subject: &Signature, others: &[Signature]) -> bool {
    let functions: Vec<&Signature> = std::iter::once(subject).chain(others).collect();
    let from: Vec<Stated<'_>> = from.iter().map(|relation| Stated { relation, subject }).collect();
    follows_from(Stated { relation, subject }, &from, &functions)
}

/// Whether a relation holds because others do, each of its own subject; as [`follows`]. `functions` are all that they call.
pub fn follows_from(goal: Stated<'_>, from: &[Stated<'_>], functions: &[&Signature]) -> bool {
    let Stated { relation, subject } = goal;
    let names = subject.with_given(&relation.given).params;
    let outs = functions.iter().map(|function| function.ret.clone()).collect();
    let scope = Scope { params: names.clone(), outs, item: None };
    let shells = REWRITES.1.clone();
    let mut meaning = Meaning { scope, tolerance: relation.tolerance, item: None, shells };
    let mut rules = REWRITES.0.clone();
    let functions = Functions(functions);
    for law in from.iter().filter(|law| law.relation.tolerance.is_within(relation.tolerance)) {
        let given = bound(&law.relation.given, &names, subject.arguments().len());
        let (Some(law), Some(given)) = (functions.numbered(*law), given) else { continue };
        rules.push(law.rule(given, &mut meaning));
    }
    let Some(goal) = functions.numbered(goal) else { return false };
    let mut graph = Graph::new(meaning);
    let params: Vec<Id> = (0..names.len()).map(|i| add(&Expr::Param(i), &[], &[], &mut graph)).collect();
    let outs = goal.executions(&params, &mut graph);
    // What is unwrapped to be passed on is there.
    for (out, wrap) in goal.passed(functions.0) {
        let whole = add(&Expr::Out(out), &params, &outs, &mut graph);
        let value = Expr::unary(wrap, Expr::unary(Op::Unwrap, Expr::Out(out)));
        let value = add(&value, &params, &outs, &mut graph);
        graph.union(whole, value);
    }
    let then = add(&relation.then, &params, &outs, &mut graph);
    // Where equal sides have no value, there is nothing that could fail.
    let sides = match &relation.then {
        Expr::Apply(Op::Eq, sides) => {
            sides.iter().map(|side| add(side, &params, &outs, &mut graph)).collect()
        }
        _ => Vec::new(),
    };
    let yes = add(&Expr::yes(), &[], &[], &mut graph);
    for condition in conditions(&relation.when).into_iter().flat_map(rearranged) {
        let condition = add(&condition, &params, &outs, &mut graph);
        graph.union(condition, yes);
    }
    graph.rebuild();
    let graph = grown(graph, &rules, NODES, ITERATIONS);
    graph.find(then) == graph.find(yes)
        || matches!(sides[..], [left, right] if graph.find(left) == graph.find(right))
}

/// What the variables of a law stand for: variables of its kind first, each once, then parameters.
fn bound(given: &[(String, Type)], names: &[(String, Type)], arity: usize) -> Option<Vec<Expr>> {
    let mut taken = vec![false; names.len()];
    let mut place = |ty: &Type| {
        let fits = |i: &usize| names[*i].1.erased() == ty.erased();
        let free = (arity..names.len()).filter(|i| !taken[*i]).find(fits);
        let at = free.or_else(|| (0..arity).find(fits))?;
        taken[at] = true;
        Some(Expr::Param(at))
    };
    given.iter().map(|(_, ty)| place(ty)).collect()
}

/// The functions that are called.
struct Functions<'a>(&'a [&'a Signature]);

impl Functions<'_> {
    fn number(&self, path: &str) -> Option<usize> {
        self.0.iter().position(|function| function.path == path)
    }

    /// A relation whose functions are known.
    fn numbered(&self, stated: Stated<'_>) -> Option<Numbered> {
        let Stated { relation, subject } = stated;
        let own = self.number(&subject.path)?;
        let functions = relation.followups.iter().map(|followup| match &followup.function {
            None => Some(own),
            Some(path) => self.number(path),
        });
        let functions = std::iter::once(Some(own)).chain(functions).collect::<Option<_>>()?;
        Some(Numbered { functions, arity: subject.arguments().len(), relation: relation.clone() })
    }
}

/// A relation, with the numbers of the functions that its executions call.
struct Numbered {
    relation: Relation,
    functions: Vec<usize>,
    arity: usize,
}

impl Numbered {
    /// The outcomes of the source, whose arguments are the first of these parameters, and of its follow-ups.
    fn executions(&self, params: &[Id], graph: &mut Graph) -> Vec<Id> {
        let mut outs = vec![call(self.functions[0], params[..self.arity].to_vec(), graph)];
        for (followup, function) in self.relation.followups.iter().zip(&self.functions[1..]) {
            let args = followup.args.iter().map(|arg| add(arg, params, &outs, graph)).collect();
            outs.push(call(*function, args, graph));
        }
        outs
    }

    /// The outcomes whose values are passed on, with what wraps them.
    fn passed(&self, functions: &[&Signature]) -> Vec<(usize, Op)> {
        let mut passed = Vec::new();
        let args = self.relation.followups.iter().flat_map(|followup| &followup.args);
        for arg in args {
            arg.any(&mut |part| {
                if let Expr::Apply(Op::Unwrap, of) = part
                    && let Expr::Out(out) = of[0]
                {
                    let wrap = match functions[self.functions[out]].ret {
                        Type::Result(..) => Op::Ok,
                        _ => Op::Some,
                    };
                    passed.push((out, wrap));
                }
                false
            });
        }
        passed
    }

    /// States it of every call of its subject, and of what is given for its variables.
    fn rule(self, given: Vec<Expr>, meaning: &mut Meaning) -> Rewrite<Node, Meaning> {
        let mut pattern: PatternAst<Node> = RecExpr::default();
        let vars = (0..self.arity).map(|i| pattern.add(ENodeOrVar::Var(var(i)))).collect();
        let head = meaning.shells.number(Expr::Out(self.functions[0]));
        pattern.add(ENodeOrVar::ENode(Node { head, children: vars }));
        let name = format!("{} {:?}", self.functions[0], self.relation);
        let rule = Rule { law: self, given };
        Rewrite::new(name, Pattern::new(pattern), rule).expect("what is stated has no letters of its own")
    }
}

/// A law as a rule.
struct Rule {
    law: Numbered,
    /// What its variables stand for.
    given: Vec<Expr>,
}

/// What holds where a guard does.
fn conditions(when: &Expr) -> Vec<&Expr> {
    let parts = match when {
        Expr::Apply(Op::And, both) => both.iter().flat_map(conditions).collect(),
        _ => Vec::new(),
    };
    std::iter::once(when).chain(parts).collect()
}

/// A condition; one on every element also of the elements in another order.
fn rearranged(condition: &Expr) -> Vec<Expr> {
    let mut all = vec![condition.clone()];
    if let Expr::All(items, each) = condition {
        let others = [Op::RevSeq, Op::Sorted].map(|op| Expr::unary(op, (**items).clone()));
        all.extend(others.map(|items| Expr::All(Box::new(items), each.clone())));
    }
    all
}

fn var(number: usize) -> Var {
    Var::from_u32(u32::try_from(number).expect("functions have few parameters"))
}

/// An outcome as the call that it comes of: the outcome's number is the function's.
fn call(function: usize, args: Vec<Id>, graph: &mut Graph) -> Id {
    let head = graph.analysis.shells.number(Expr::Out(function));
    graph.add(Node { head, children: args })
}

impl Applier<Node, Meaning> for Rule {
    fn apply_one(
        &self,
        graph: &mut Graph,
        _: Id,
        subst: &Subst,
        _: Option<&PatternAst<Node>>,
        _: Symbol,
    ) -> Vec<Id> {
        let Rule { law, given } = self;
        let mut params: Vec<Id> = (0..law.arity).map(|i| subst[var(i)]).collect();
        params.extend(given.iter().map(|variable| add(variable, &[], &[], graph)).collect::<Vec<_>>());
        let outs = law.executions(&params, graph);
        let when = add(&law.relation.when, &params, &outs, graph);
        if graph[when].data.constant != Some(Value::Bool(true)) {
            return Vec::new();
        }
        let [left, right] = match &law.relation.then {
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
    use crate::tolerance::Tolerance;
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

    /// A relation that calls these functions.
    fn between(subject: &Signature, called: &[&Signature], followups: &[&str], then: &str) -> Relation {
        let text = RelationText::exact(followups, then);
        let lookup = |path: &str| called.iter().find(|function| function.path == path).map(|f| (*f).clone());
        Relation::parse(&text, subject, &lookup).unwrap()
    }

    fn gcd() -> Signature {
        let int = Type::Int(IntType::U32);
        Signature::new("demo::gcd", vec![("a".to_owned(), int.clone()), ("b".to_owned(), int.clone())], int)
    }

    #[test]
    fn what_contradicts_itself_on_other_groups_ends() {
        let (cents, percent) = (Type::Int(IntType::U32), Type::Int(IntType::U8));
        let params = vec![("cents".to_owned(), cents.clone()), ("percent".to_owned(), percent)];
        let discounted = Signature::new("demo::discounted", params, cents);
        let law =
            |followups: &[&str], then| relation(&discounted, "percent >= 100", followups, then, "exact");
        let twice = law(&["(y0, percent)"], "y1 == y0");
        let same = law(&["(cents - 1, percent)"], "y1 == y0");
        let all = relation(&discounted, "true", &["(cents, 0)"], "y1 == cents", "exact");
        let off = law(&["(cents, 0)"], "y1 + y0 == cents");
        let more = relation(&discounted, "true", &["(cents + 1, percent)"], "y1 >= y0", "exact");
        assert!(!follows(&twice, &[&all, &off, &same, &more], &discounted, &[]));
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
    fn what_holds_of_all_elements_holds_of_them_in_another_order() {
        let floats = Type::Vec(Box::new(Type::Float(FloatType::F64)));
        let subject = Signature::new("demo::f", vec![("v".to_owned(), floats)], Type::Float(FloatType::F64));
        let near = "v.iter().all(|x| x.abs() <= 1000.0)";
        let sorted = relation(&subject, near, &["(v.sorted(),)"], "y1 == y0", "mixed 1e-9");
        let turned = relation(&subject, near, &["(v.iter().rev(),)"], "y1 == y0", "mixed 1e-9");
        let anywhere = relation(&subject, "true", &["(v.iter().rev(),)"], "y1 == y0", "mixed 1e-9");
        assert!(follows(&turned, &[&sorted], &subject, &[]));
        assert!(!follows(&anywhere, &[&sorted], &subject, &[]));
        assert!(!follows(&sorted, &[&turned], &subject, &[]));
        // What is stricter does not follow; that it is of the same kind is for the caller to say.
        let strict = Relation { tolerance: Tolerance::Mixed(1e-12), ..turned.clone() };
        assert!(!follows(&strict, &[&sorted], &subject, &[]));
        assert!(follows(&strict.loosened(), &[&sorted], &subject, &[]));
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
    fn what_is_unwrapped_and_passed_on_is_there() {
        let code =
            Signature::new("demo::encode", vec![("n".to_owned(), Type::Int(IntType::U64))], Type::String);
        let text = Type::Ref(Box::new(Type::Str));
        let read = Signature::new(
            "demo::decode",
            vec![("s".to_owned(), text)],
            Type::Option(Box::new(Type::Int(IntType::U64))),
        );
        let both = [&code, &read];
        let inverse = between(&code, &both, &["demo::decode(y0)"], "y1 == Some(n)");
        let restored = between(&read, &both, &["demo::encode(y0.unwrap())", "(y1,)"], "y2 == y0");
        let from = [Stated { relation: &inverse, subject: &code }];
        assert!(follows_from(Stated { relation: &restored, subject: &read }, &from, &both));
        let goal = between(&read, &both, &["demo::encode(y0.unwrap())"], "y1 == s");
        assert!(!follows_from(Stated { relation: &goal, subject: &read }, &from, &both));
    }

    #[test]
    fn laws_between_functions_lead_on() {
        let text = Type::String;
        let one = |path: &str| Signature::new(path, vec![("s".to_owned(), text.clone())], text.clone());
        let (subject, other) = (one("demo::encode"), one("demo::decode"));
        let inverse = between(&subject, &[&other], &["demo::decode(y0)"], "y1 == s");
        let longer = between(&subject, &[&other], &["demo::decode(y0)"], "y1.len() == s.len()");
        assert!(follows(&longer, &[&inverse], &subject, std::slice::from_ref(&other)));
        assert!(!follows(&inverse, &[&longer], &subject, std::slice::from_ref(&other)));
    }
}
