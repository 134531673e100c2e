//! rz3, which is built in.

use std::thread;

use num_traits::ToPrimitive;
use rz3::ast::ModelValue;
use rz3::parser::{Command, Parser};
use rz3::{Rz3Solver, SolverResult};

use super::answer::{Answer, LATE, Limits, Number};
use super::script::Script;

/// The name of the threads that rz3 runs on.
const THREAD: &str = "solver";

/// rz3 is recursive over terms.
const STACK: usize = 256 << 20;

/// Whether this is a thread whose panics are answers, not bugs of ours.
pub fn panics_are_contained() -> bool {
    thread::current().name() == Some(THREAD)
}

/// As [`super::Solver::check`].
pub fn check(script: &Script, limits: &Limits) -> Answer {
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .name(THREAD.to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || run(script, limits));
        match worker.map(|worker| worker.join()) {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Answer::Unknown("rz3 panicked".to_owned()),
            Err(error) => Answer::Unknown(format!("no thread for rz3: {error}")),
        }
    })
}

fn run(script: &Script, limits: &Limits) -> Answer {
    let text = script.text();
    let mut parser = Parser::strict(&text);
    let mut solver = Rz3Solver::new();
    solver.set_time_limit(limits.time);
    while let Some(command) = parser.parse_command() {
        match command {
            Command::DeclareFun(name, params, ret) => solver.declare_fun_signature(name, params, ret),
            Command::Assert(condition) => solver.assert(&condition),
            _ => {}
        }
    }
    // What was understood in part is not decided.
    if let Some(error) = parser.error() {
        return Answer::Unknown(format!("rz3 does not read it: {error}"));
    }
    match solver.check() {
        SolverResult::Unsat => Answer::Unsat,
        SolverResult::Unknown => {
            let reason = solver.stats().unknown_reason.unwrap_or("not decided");
            Answer::Unknown(if reason == "time limit" { LATE } else { reason }.to_owned())
        }
        SolverResult::Sat => {
            let model = solver.get_model();
            let value = |name: &String| Some((name.clone(), number(model.get(name)?)?));
            match script.wanted().iter().map(value).collect() {
                Some(values) => Answer::Sat(values),
                None => Answer::Unknown("the model has values that are too large".to_owned()),
            }
        }
    }
}

fn number(value: &ModelValue) -> Option<Number> {
    match value {
        ModelValue::Bool(value) => Some(Number::Bool(*value)),
        ModelValue::Int(value) => value.to_i128().map(Number::Int),
        ModelValue::Real(value) => value.to_f64().map(Number::Real),
        ModelValue::BitVec(value, _) => value.to_u128().map(Number::Bits),
        ModelValue::Float(_) => None,
    }
}
