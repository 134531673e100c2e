//! A subject, with inputs for its laws and what executes them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use anyhow::Result;
use rand_chacha::ChaCha8Rng;

use super::causes::{Called, counts, differ_by_rounding, differ_by_zeros};
use super::common::{Common, common};
use super::contracts::implemented;
use super::examples::{Examples, nearest};
use super::inputs::{is_unchecked, tricky};
use super::kin::nan_test;
use crate::cleanse::{Execution, Finding, InputKind, Verifier};
use crate::inputs::InputSources;
use crate::inputs::input_sources::{self as made, generator};
use crate::laws::{Space, nearer};
use crate::options::Level;
use morph_lab::Lab;
use morph_relation::{Env, Expr, Op, Relation, Scope, Signature, Tolerance, Type, Value};
use morph_source::scan::{Function, Subject};
use morph_traces::{Executor, Group, Oracle, Variant};
use morph_values::small_inputs;

/// Small inputs on which every law is tried, and ordinary ones.
const SMALL: usize = 1_500;
const SMALL_OF_MADE: usize = 300;
const ORDINARY: usize = 500;

/// What all searches of a run share.
pub struct Setting<'a> {
    /// The build.
    pub lab: &'a Lab,
    /// Every subject.
    pub subjects: &'a [Subject],
    /// Every function of the workspace, by path.
    pub functions: &'a BTreeMap<&'a str, &'a Function>,
    /// What inputs are made of.
    pub input_sources: &'a InputSources,
    /// What tests and documentation say.
    pub examples: &'a Examples,
    /// The run's seed.
    pub seed: u64,
    /// Whether laws are tried that nothing announces.
    pub wants_possible: bool,
}

/// Inputs with values for a list of variables: small and tricky ones, then ordinary ones.
pub struct Rows {
    /// All of them.
    pub all: Vec<Vec<Value>>,
    /// How many stand before the ordinary ones.
    pub ordinary: usize,
}

/// A subject that laws are tried on.
pub struct Trial<'a, 'o, 'l> {
    /// What all searches share.
    pub setting: &'o Setting<'a>,
    /// The subject's number.
    pub index: usize,
    /// What executes functions.
    pub oracle: &'o Oracle<'l>,
    /// The subject.
    pub subject: &'o Subject,
    /// It as a function of the workspace.
    pub function: &'o Function,
    /// Its signature.
    pub signature: &'o Signature,
    /// What is known of the functions that laws call, by path; of the subject, by none.
    pub called: BTreeMap<String, Called>,
    /// Inputs on which it returns something of use.
    pub base: &'o [Vec<Value>],
    /// What judges laws.
    pub verifier: Verifier<'o, 'l>,
    /// What executes functions of the package that tell about values, by path: hand-written `==` and `is_nan`.
    pub asked: BTreeMap<String, Executor<'l>>,
    /// Inputs by the types of variables.
    pub rows: HashMap<Vec<Type>, Rc<Rows>>,
    /// How many times fewer inputs are tried than elsewhere.
    pub few: usize,
    /// Chance.
    pub rng: ChaCha8Rng,
}

/// What a law did on inputs.
#[derive(Default)]
pub struct Tally {
    /// Inputs on which it fails, with the executions that show it.
    pub failed: Vec<(usize, Vec<Execution>)>,
    /// The groups on which it holds; their sources are the numbers of inputs.
    pub groups: Vec<Group>,
}

/// What executions returned, where all did.
pub fn returned(shown: &[Execution]) -> Option<Vec<Value>> {
    shown.iter().map(|it| it.outcome.value().cloned()).collect()
}

/// Whether an equation fails for errors alone: both sides are one, be they about different arguments, or a call with the plain
/// arguments is, which the law does not expect of them.
fn refuses(relation: &Relation, [a, b]: [&Expr; 2], env: Env<'_>) -> bool {
    let is_error = |side: &Expr| matches!(side.eval(env, Tolerance::Exact), Some(Value::Err(_)));
    let is_plain = |side: &Expr| match side {
        Expr::Out(0) => true,
        Expr::Out(n) => relation
            .followups
            .get(n - 1)
            .is_some_and(|followup| followup.args.iter().all(|arg| matches!(arg, Expr::Param(_)))),
        _ => false,
    };
    let refused = |call: &Expr, other: &Expr| is_plain(call) && is_error(call) && !other.mentions_outcome();
    is_error(a) && is_error(b) || refused(a, b) || refused(b, a)
}

impl Trial<'_, '_, '_> {
    /// How loosely outcomes of the subject are compared.
    pub fn tolerance(&self) -> Tolerance {
        self.signature.ret.narrowest_float().map_or(Tolerance::Exact, Tolerance::laxest)
    }

    /// A law on inputs.
    pub fn tally(&mut self, relation: &Relation, inputs: &[Vec<Value>], level: Level) -> Result<Tally> {
        let mut tally = Tally::default();
        let judged = self.verifier.judge(relation, inputs, InputKind::Expected)?;
        for (i, finding) in judged.into_iter().enumerate() {
            match finding {
                Finding::Violated(executions) => {
                    if self.is_excused(relation, &inputs[i], &executions)? {
                        continue;
                    }
                    if counts(relation, &inputs[i], &executions, &self.called, level) {
                        tally.failed.push((i, executions));
                    }
                }
                Finding::Held(executions) => {
                    let outs = executions.into_iter().filter_map(|it| it.outcome.value().cloned()).collect();
                    let params = inputs[i].clone().into();
                    tally.groups.push(Group { source: i, variant: Variant::Original, params, outs });
                }
                Finding::Inapplicable => {}
            }
        }
        Ok(tally)
    }

    /// Whether the sides of an equation are errors where nothing else can be expected, or equal but for rounding, or by a `==`
    /// that the package has for their type.
    pub fn is_excused(&mut self, relation: &Relation, input: &[Value], shown: &[Execution]) -> Result<bool> {
        let Expr::Apply(Op::Eq, sides) = &relation.then else { return Ok(false) };
        let Some(outs) = returned(shown) else { return Ok(false) };
        let env = Env { params: input, outs: &outs };
        if refuses(relation, [&sides[0], &sides[1]], env) {
            return Ok(true);
        }
        let value = |side: &Expr| side.eval(env, Tolerance::Exact).map(|value| value.unwrapped().clone());
        let (Some(a), Some(b)) = (value(&sides[0]), value(&sides[1])) else { return Ok(false) };
        if differ_by_rounding(&a, &b) {
            return Ok(true);
        }
        if !matches!((&a, &b), (Value::Data(_), Value::Data(_))) {
            return Ok(false);
        }
        let Some(ty) = self.compared(relation, &sides[0]) else { return Ok(false) };
        if matches!(&ty, Type::Adt(adt) if adt.seen.get().is_some()) && differ_by_zeros(&a, &b) {
            return Ok(true);
        }
        let compares = |other: &&Subject| {
            let types = other.types();
            let is_own = |place: usize| types[place].erased() == ty;
            implemented(other) == Some("PartialEq") && types.len() == 2 && is_own(0) && is_own(1)
        };
        let Some(equality) = self.setting.subjects.iter().find(compares) else { return Ok(false) };
        if equality.path == self.subject.path {
            return Ok(false);
        }
        Ok(self.answers(&equality.path, vec![vec![a, b]])?[0])
    }

    /// On which inputs a predicate of the package is true.
    fn answers(&mut self, path: &str, inputs: Vec<Vec<Value>>) -> Result<Vec<bool>> {
        if !self.asked.contains_key(path) {
            self.asked.insert(path.to_owned(), self.oracle.original(path)?);
        }
        let executor = self.asked.get_mut(path).expect("it was put there a line above");
        let rows = executor.run(inputs)?;
        Ok(rows.iter().map(|row| executor.original(*row).value() == Some(&Value::Bool(true))).collect())
    }

    /// Inputs without values of which the package itself says that they are no numbers.
    fn numbers_only(&mut self, mut inputs: Vec<Vec<Value>>, types: &[Type]) -> Result<Vec<Vec<Value>>> {
        let Some(test) = nan_test(self.subject, self.setting.subjects.iter()) else { return Ok(inputs) };
        let of = test.params[0].ty.erased();
        for place in (0..types.len()).filter(|place| types[*place].erased() == of) {
            let asked = inputs.iter().map(|input| vec![input[place].clone()]).collect();
            let mut answers = self.answers(&test.path, asked)?.into_iter();
            inputs.retain(|_| answers.next() == Some(false));
        }
        Ok(inputs)
    }

    /// The type of one side of an equation, without what wraps it.
    fn compared(&self, relation: &Relation, side: &Expr) -> Option<Type> {
        let returned = |function: &Option<String>| match function {
            None => Some(self.signature.ret.clone()),
            Some(path) => {
                let called = self.setting.subjects.iter().find(|subject| subject.path == *path)?;
                Some(called.outcome())
            }
        };
        let followups = relation.followups.iter().map(|followup| returned(&followup.function));
        let outs: Option<Vec<Type>> =
            std::iter::once(Some(self.signature.ret.clone())).chain(followups).collect();
        let params = self.signature.with_given(&relation.given).params;
        let ty = Scope { params, outs: outs?, item: None }.type_of(side)?;
        Some(ty.erased().unwrapped().clone())
    }

    /// From an input on, how many there are on which a law says something and holds, and how many on which it fails. Where a
    /// function returns what it takes, it obeys many laws.
    pub fn speaking(&self, relation: &Relation, tally: &Tally, from: usize) -> (usize, usize) {
        let feeds_back = relation.followups.iter().any(|f| f.args.iter().any(Expr::mentions_outcome));
        let speaks = |group: &&Group| {
            let returned = feeds_back && group.params.contains(&group.outs[0]);
            group.source >= from && !returned && !relation.repeats(group.env())
        };
        let held = tally.groups.iter().filter(speaks).count();
        (held, tally.failed.iter().filter(|(i, _)| *i >= from).count())
    }

    /// What failing inputs have in common.
    pub fn shared(
        &self,
        relation: &Relation,
        all: &[Vec<Value>],
        failing: &[usize],
        held: &[Group],
    ) -> Option<Common> {
        let is_failing: HashSet<usize> = failing.iter().copied().collect();
        let bad: Vec<&Vec<Value>> = failing.iter().map(|i| &all[*i]).collect();
        let good: Vec<&Vec<Value>> = match held.is_empty() {
            false => held.iter().map(|group| &*group.params).collect(),
            true => (0..all.len()).filter(|i| !is_failing.contains(i)).map(|i| &all[i]).collect(),
        };
        common(&self.signature.with_given(&relation.given).params, &bad, &good)
    }

    /// Small, tricky and ordinary inputs with the variables of a relation.
    pub fn rows(&mut self, relation: &Relation) -> Result<Rc<Rows>> {
        let types: Vec<Type> = relation.given.iter().map(|(_, ty)| ty.clone()).collect();
        if let Some(known) = self.rows.get(&types) {
            return Ok(Rc::clone(known));
        }
        let extended = self.subject.with_given(&relation.given);
        let space = Space::of(self.subject.types().len(), std::iter::once(relation));
        let modest = generator(self.subject, self.index, self.setting.input_sources).modest();
        let some: Vec<Vec<Value>> = self.base.iter().take(ORDINARY / self.few).cloned().collect();
        let mut ordinary = space.extend(&some, &self.subject.types(), &modest, &mut self.rng);
        ordinary.extend(nearer(&ordinary, ORDINARY / self.few / 2, &mut self.rng));
        let types_of_all = extended.types();
        let texts = self.setting.input_sources.texts(self.subject);
        let unwieldy = &self.setting.input_sources.unwieldy;
        let mut tricky = tricky(&extended, &modest, &ordinary, (&nearest(&texts), unwieldy), &mut self.rng);
        tricky.truncate(tricky.len() / self.few);
        let mut all = small_inputs(&types_of_all, SMALL / self.few);
        if all.is_empty() {
            all = modest.small_inputs(&types_of_all, SMALL_OF_MADE / self.few);
        }
        all.extend(made::settled(&tricky, &types_of_all, self.oracle)?);
        all.retain(|input| !is_unchecked(input, &types_of_all));
        ordinary.retain(|input| !is_unchecked(input, &types_of_all));
        let mut all = self.numbers_only(all, &types_of_all)?;
        let ordinary = self.numbers_only(ordinary, &types_of_all)?;
        let at = all.len();
        all.extend(ordinary);
        let rows = Rc::new(Rows { all, ordinary: at });
        self.rows.insert(types, Rc::clone(&rows));
        Ok(rows)
    }
}
