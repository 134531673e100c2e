//! Rules as the e-graph applies them.

use std::sync::LazyLock;

use egg::{Applier, ENodeOrVar, Id, Pattern, PatternAst, RecExpr, Rewrite, Subst, Symbol, Var};

use super::facts::{Facts, Graph, Meaning};
use super::node::{Head, Node, Shells};
use super::rules::{ALWAYS, COMPARISONS, LETTERS, NARROW, WHERE_BOTH_HAVE_A_VALUE};
use crate::expr::{Expr, Scope};
use crate::types::{FloatType, Type};
use crate::value::Value;

/// A rule that has been read.
#[derive(Clone, Debug)]
pub struct Rule {
    /// As it is written, with the comparison that `~` stands for.
    pub text: String,
    /// Its letters in the order of their numbers in `left`, `right` and `given`, where they are parameters.
    pub letters: Vec<char>,
    /// The pattern to replace.
    pub left: Expr,
    /// By what.
    pub right: Expr,
    /// A condition that has to hold on every group.
    pub given: Option<Expr>,
    /// Whether both sides have values on the same groups; if not, both must have one on every group.
    pub always: bool,
    /// The type of the floats.
    pub float: FloatType,
}

/// Every rule; those with floats once for each type of floats.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let mut rules = Vec::new();
    let all = ALWAYS.iter().map(|text| (text, true));
    for (text, always) in all.chain(WHERE_BOTH_HAVE_A_VALUE.iter().map(|text| (text, false))) {
        let comparisons: &[&str] = if text.contains('~') { &COMPARISONS } else { &[""] };
        for comparison in comparisons {
            let text = text.replace('~', comparison);
            let rule = read(&text, always, FloatType::F64);
            if rule.letters.iter().any(|c| "xyz".contains(*c)) {
                rules.push(read(&text, always, FloatType::F32));
            }
            rules.push(rule);
        }
    }
    rules
});

/// The rules for the e-graph, and the shells of their literals.
pub static REWRITES: LazyLock<(Vec<Rewrite<Node, Meaning>>, Shells)> = LazyLock::new(|| {
    let mut shells = Shells::default();
    let rewrites = RULES.iter().enumerate().map(|(number, rule)| {
        let mut ast = RecExpr::default();
        pattern(&rule.left, &mut shells, &mut ast);
        let applier = Instance { rule: rule.clone() };
        let name = format!("{number} {}", rule.text);
        Rewrite::new(name, Pattern::new(ast), applier).expect("a rule's right side has no letters of its own")
    });
    let rewrites = rewrites.collect();
    (rewrites, shells)
});

fn read(text: &str, always: bool, float: FloatType) -> Rule {
    let (equation, given) = match text.split_once(" if ") {
        Some((equation, given)) => (equation, Some(given)),
        None => (text, None),
    };
    let (left, right) = equation.split_once(" => ").expect("a rule has two sides");
    let letters: Vec<char> = LETTERS
        .iter()
        .flat_map(|kind| kind.letters.chars())
        .filter(|letter| {
            let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'' || c == '"';
            text.split(|c| !word(c)).any(|name| name == letter.to_string())
        })
        .collect();
    let stand_in = |letter: char| match (kind_of(letter).stand_in)() {
        Type::Float(_) => Type::Float(float),
        ty => ty,
    };
    let params = letters.iter().map(|letter| (letter.to_string(), stand_in(*letter))).collect();
    let scope = Scope { params, outs: Vec::new(), item: None };
    let side = |text: &str| {
        let syntax = syn::parse_str(text).expect("rules are Rust");
        scope.read(&syntax).unwrap_or_else(|why| panic!("in the rule `{text}`: {why}"))
    };
    Rule {
        text: text.to_owned(),
        left: side(left),
        right: side(right),
        given: given.map(side),
        always,
        letters,
        float,
    }
}

/// The terms that a letter matches.
pub fn kind_of(letter: char) -> &'static super::rules::Letters {
    let kind = LETTERS.iter().find(|kind| kind.letters.contains(letter));
    kind.expect("letters come from the list")
}

fn var(number: usize) -> Var {
    Var::from_u32(u32::try_from(number).expect("rules have few letters"))
}

fn pattern(expr: &Expr, shells: &mut Shells, ast: &mut PatternAst<Node>) -> Id {
    if let Expr::Param(number) = expr {
        return ast.add(ENodeOrVar::Var(var(*number)));
    }
    let (head, operands) = shells.split(expr);
    let children = operands.into_iter().map(|operand| pattern(operand, shells, ast)).collect();
    ast.add(ENodeOrVar::ENode(Node { head, children }))
}

/// The result of a rule on a match.
struct Instance {
    rule: Rule,
}

impl Instance {
    /// Whether the letters have the types that the rule is about.
    fn fits(&self, bound: &[Id], graph: &Graph) -> bool {
        let mut types: Vec<(&'static str, &Type)> = Vec::new();
        self.rule.letters.iter().zip(bound).all(|(letter, id)| {
            let kind = kind_of(*letter);
            let facts = &graph[*id].data;
            let Some(ty) = &facts.ty else { return false };
            let fits = match ty {
                Type::Float(float) if kind.letters == "xyz" => *float == self.rule.float,
                ty => (kind.fits)(ty),
            };
            let narrow = |(least, most)| least >= i128::from(i64::MIN) && most <= i128::from(u64::MAX);
            let alike = types.iter().all(|(letters, other)| *letters != kind.letters || *other == ty);
            types.push((kind.letters, ty));
            fits && alike && (*letter != NARROW || facts.ints.is_some_and(narrow))
        })
    }
}

impl Applier<Node, Meaning> for Instance {
    fn apply_one(
        &self,
        graph: &mut Graph,
        class: Id,
        subst: &Subst,
        _: Option<&PatternAst<Node>>,
        _: Symbol,
    ) -> Vec<Id> {
        // A letter that the left side lacks is one that the condition lacks, too.
        let bound: Vec<Id> =
            (0..self.rule.letters.len()).filter_map(|n| subst.get(var(n)).copied()).collect();
        if bound.len() != self.rule.letters.len() || !self.fits(&bound, graph) {
            return Vec::new();
        }
        let known = |expr: &Expr| facts_of(expr, &bound, graph);
        let holds = |given: &Expr| known(given).constant == Some(Value::Bool(true));
        if !self.rule.given.as_ref().is_none_or(holds) {
            return Vec::new();
        }
        let total = || graph[class].data.total && known(&self.rule.right).total;
        if !self.rule.always && !total() {
            return Vec::new();
        }
        let made = add(&self.rule.right, &bound, &[], graph);
        if graph.union(class, made) { vec![made] } else { Vec::new() }
    }
}

/// The facts of a rule's side, of which nothing is added.
fn facts_of(expr: &Expr, bound: &[Id], graph: &Graph) -> Facts {
    if let Expr::Param(number) = expr {
        return graph[bound[*number]].data.clone();
    }
    let operands: Vec<Facts> =
        expr.children().into_iter().map(|operand| facts_of(operand, bound, graph)).collect();
    let operands: Vec<&Facts> = operands.iter().collect();
    match expr {
        Expr::Apply(op, _) => graph.analysis.facts(Head::Apply(*op), &operands),
        leaf => graph.analysis.of(leaf),
    }
}

/// Adds an expression with classes in place of its parameters, and of the outcomes of which there are some.
pub fn add(expr: &Expr, params: &[Id], outs: &[Id], graph: &mut Graph) -> Id {
    let named = match expr {
        Expr::Param(number) => params.get(*number),
        Expr::Out(number) => outs.get(*number),
        _ => None,
    };
    if let Some(id) = named {
        return *id;
    }
    let (head, operands) = graph.analysis.shells.split(expr);
    let children = operands.into_iter().map(|operand| add(operand, params, outs, graph)).collect();
    graph.add(Node { head, children })
}
