//! Explorations of small functions that are written twice: in Rust, and as their twins over terms.

mod mazes;

use std::path::Path as FilePath;
use std::sync::Arc;

use anyhow::Result;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::super::term::{Assignment, Scalar, Sort, Term, TermId, Terms, Variable};
use super::super::{Branch, BranchStatus, Chooser, End, Mode, Path, Site};
use super::*;
use crate::solver::{Choice, Limits, Solver};
use morph_relation::Value;
use morph_source::probe::Event;

/// A function of `i32`s: which places it passes, and its twin.
struct Twins {
    real: fn(&[i128]) -> Vec<usize>,
    twin: fn(&mut Run<'_>) -> Option<()>,
    params: usize,
}

/// A run of a twin.
struct Run<'a> {
    terms: &'a mut Terms,
    chooser: &'a mut dyn Chooser,
    path: Path,
    rounds: usize,
}

fn site(place: usize) -> Site {
    Site { file: Arc::from(FilePath::new("lib.rs")), span: (place, place + 1), event: Event::True }
}

impl Run<'_> {
    fn param(&mut self, index: usize) -> TermId {
        let sort = Sort::Int(i32::MIN.into(), i32::MAX.into());
        self.terms.variable(&format!("p{index}"), sort, false)
    }

    fn int(&mut self, value: i128) -> TermId {
        self.terms.int(value)
    }

    fn make(&mut self, term: Term) -> TermId {
        self.terms.make(term)
    }

    /// A branch to one of two places; `None` where the execution ends.
    fn branch(&mut self, condition: TermId, yes: usize, no: usize) -> Option<bool> {
        let sites = [Some(site(yes)), Some(site(no))];
        let taken = match self.terms.as_bool(condition) {
            Some(value) => value,
            None => {
                let Some(taken) = self.chooser.choose(self.terms, condition, &sites) else {
                    self.path.end = End::Stopped;
                    return None;
                };
                let step = Branch { condition, taken, sites: sites.clone(), panics: false, assumed: false };
                self.path.branches.push(step);
                taken
            }
        };
        self.path.passed.push(sites[usize::from(!taken)].clone().unwrap());
        Some(taken)
    }
}

impl Explorable for Twins {
    fn execute(&self, terms: &mut Terms, mode: Mode, chooser: &mut dyn Chooser) -> Path {
        let path =
            Path { branches: vec![], passed: vec![], end: End::Returned, inexact: None, returned: None };
        let rounds = match mode {
            Mode::Follow { unrolled } => unrolled,
            Mode::Cover => 1,
        };
        let mut run = Run { terms, chooser, path, rounds };
        let _ = (self.twin)(&mut run);
        run.path
    }

    fn read(&self, input: &[Value], variable: &Variable) -> Option<Scalar> {
        let index: usize = variable.name.strip_prefix('p')?.parse().ok()?;
        match input.get(index)? {
            Value::Int(value) => Some(Scalar::Int(*value)),
            _ => None,
        }
    }

    fn write(&self, like: &[Value], terms: &Terms, values: &Assignment) -> Vec<Value> {
        let value = |index: usize| {
            let place = terms.find(&format!("p{index}")).map(|variable| variable.0 as usize);
            match place.and_then(|place| values.get(place).copied().flatten()) {
                Some(Scalar::Int(value)) => Value::Int(value),
                _ => like.get(index).cloned().unwrap_or(Value::Int(0)),
            }
        };
        (0..self.params).map(value).collect()
    }
}

impl Twins {
    fn replay(&self, inputs: &[Vec<Value>]) -> Result<Vec<Vec<usize>>> {
        let int = |value: &Value| match value {
            Value::Int(value) => *value,
            other => panic!("{other:?}"),
        };
        Ok(inputs.iter().map(|input| (self.real)(&input.iter().map(int).collect::<Vec<_>>())).collect())
    }
}

fn explored(twins: Twins, targets: usize, order: Order) -> Explored {
    let targets: Vec<Site> = (0..targets).map(site).collect();
    let mut solver = Solver::new(Choice::Auto, Limits::default()).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let replay = &mut |inputs: &[Vec<Value>]| twins.replay(inputs);
    explore(&twins, replay, &targets, &[], order, Budget::default(), &mut solver, &mut rng).unwrap()
}

/// `if x * x == 144 { if y % 97 == 13 { if x + y > 500 {} } }`
fn nested() -> Twins {
    Twins {
        params: 2,
        real: |p| match p[0] * p[0] == 144 {
            false => vec![1],
            true if p[1] % 97 != 13 => vec![0, 3],
            true if p[0] + p[1] > 500 => vec![0, 2, 4],
            true => vec![0, 2, 5],
        },
        twin: |run| {
            let (x, y) = (run.param(0), run.param(1));
            let square = run.make(Term::Mul(x, x));
            let wanted = run.int(144);
            let is_square = run.make(Term::Eq(square, wanted));
            if run.branch(is_square, 0, 1)? {
                let (modulus, rest) = (run.int(97), run.int(13));
                let left = run.make(Term::Rem(y, modulus));
                let is_rest = run.make(Term::Eq(left, rest));
                if run.branch(is_rest, 2, 3)? {
                    let (sum, limit) = (run.make(Term::Add(x, y)), run.int(500));
                    let is_more = run.make(Term::Lt(limit, sum));
                    run.branch(is_more, 4, 5)?;
                }
            }
            Some(())
        },
    }
}

#[test]
fn every_side_of_nested_branches_is_taken() {
    for order in [Order::SitesFirst, Order::Random] {
        let explored = explored(nested(), 6, order);
        assert!(
            explored.statuses.iter().all(|fate| matches!(fate, BranchStatus::Covered(_))),
            "{explored:?}"
        );
        assert_eq!(explored.counts.diverged, 0);
        assert_eq!(explored.inputs.len(), 4, "one for each path");
    }
}

#[test]
fn the_same_seed_gives_the_same_inputs() {
    let twice = [(); 2].map(|()| explored(nested(), 6, Order::Random).inputs);
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn what_contradicts_an_earlier_branch_is_infeasible() {
    let twins = Twins {
        params: 1,
        real: |p| if p[0] > 10 { vec![0, 3] } else { vec![1] },
        twin: |run| {
            let (x, ten, five) = (run.param(0), run.int(10), run.int(5));
            let is_large = run.make(Term::Lt(ten, x));
            if run.branch(is_large, 0, 1)? {
                let doubled = run.make(Term::Add(x, x));
                let is_small = run.make(Term::Lt(doubled, five));
                run.branch(is_small, 2, 3)?;
            }
            Some(())
        },
    };
    let statuses = explored(twins, 4, Order::SitesFirst).statuses;
    assert_eq!(statuses[2], BranchStatus::Infeasible);
    assert!(
        [0, 1, 3].into_iter().all(|place| matches!(statuses[place], BranchStatus::Covered(_))),
        "{statuses:?}"
    );
}

/// `let mut x = n; while x > 0 { x -= 1 } if x > 0 {}`, and with `x == -n` behind it.
fn counted() -> Twins {
    Twins {
        params: 1,
        real: |p| match p[0] > 0 {
            true => vec![0, 1, 3, 5],
            false if p[0] == -40 => vec![1, 3, 4],
            false => vec![1, 3, 5],
        },
        twin: |run| {
            let (n, zero, one) = (run.param(0), run.int(0), run.int(1));
            let mut x = n;
            let is_cover = run.rounds == 1;
            for round in 0.. {
                if is_cover {
                    // After any number of rounds.
                    let sort = Sort::Int(i32::MIN.into(), i32::MAX.into());
                    x = run.terms.variable(&format!("any{round}"), sort, true);
                }
                let is_more = run.make(Term::Lt(zero, x));
                if !run.branch(is_more, 0, 1)? {
                    break;
                }
                if round == run.rounds {
                    run.path.end = if is_cover { End::Stopped } else { End::Limit };
                    return None;
                }
                x = run.make(Term::Sub(x, one));
            }
            let is_more = run.make(Term::Lt(zero, x));
            run.branch(is_more, 2, 3)?;
            let forty = run.int(-40);
            let is_forty = run.make(Term::Eq(n, forty));
            run.branch(is_forty, 4, 5)?;
            Some(())
        },
    }
}

#[test]
fn behind_a_loop_that_may_go_on_for_long_what_its_end_excludes_is_proved() {
    let explored = explored(counted(), 6, Order::SitesFirst);
    assert_eq!(explored.statuses[2], BranchStatus::Infeasible);
    assert!(explored.counts.proof > 0, "the search alone does not see all rounds");
    assert!(
        [0, 1, 3, 4, 5].into_iter().all(|place| matches!(explored.statuses[place], BranchStatus::Covered(_)))
    );
}

#[test]
fn search_for_what_is_out_of_sight_ends_when_nothing_new_was_reached_for_long() {
    let twins = Twins {
        params: 16,
        real: |p| p.iter().map(|x| usize::from(*x <= 0)).collect(),
        twin: |run| {
            let zero = run.int(0);
            for index in 0..16 {
                let x = run.param(index);
                let is_more = run.make(Term::Lt(zero, x));
                run.branch(is_more, 0, 1)?;
            }
            Some(())
        },
    };
    let explored = explored(twins, 3, Order::SitesFirst);
    assert!(!matches!(explored.statuses[2], BranchStatus::Covered(_)));
    let Counts { questions, .. } = explored.counts;
    let Budget { questions: all, in_vain, .. } = Budget::default();
    assert!((in_vain..=all).contains(&questions), "{questions} questions");
}
