//! A `z3` binary, a process of its own for each script.

use std::env;
use std::io;
use std::path::PathBuf;

use anyhow::Result;
use easy_smt::{Context, ContextBuilder, Response, SExpr, SExprData};

use super::answer::{Answer, LATE, Limits, Number};
use super::script::Script;
use morph_source::exit::{Code, fail};

/// Where the binary is.
#[derive(Clone, Debug)]
pub struct Binary {
    path: PathBuf,
}

impl Binary {
    /// That on PATH.
    pub fn find() -> Result<Binary> {
        let name = format!("z3{}", env::consts::EXE_SUFFIX);
        let folders = env::var_os("PATH").unwrap_or_default();
        let path = env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file());
        let advice = "no `z3` on PATH; install it (package `z3`, or `z3-solver` of Python), or leave out `--solver z3`";
        path.map(|path| Binary { path }).ok_or_else(|| fail(Code::Environment, advice))
    }

    /// As [`super::Solver::check`].
    pub fn check(&self, script: &Script, limits: &Limits) -> Answer {
        self.ask(script, limits).unwrap_or_else(|error| Answer::Unknown(format!("z3 failed: {error}")))
    }

    fn ask(&self, script: &Script, limits: &Limits) -> io::Result<Answer> {
        let memory = format!("-memory:{}", limits.megabytes);
        let mut context = ContextBuilder::new()
            .solver(&self.path)
            .solver_args(["-smt2", "-in", "-v:0", memory.as_str()])
            .build()?;
        context.set_option(":rlimit", context.numeral(limits.steps))?;
        context.set_option(":timeout", context.numeral(limits.time.as_millis()))?;
        for command in script.commands() {
            send(&mut context, command)?;
        }
        match context.check()? {
            Response::Unsat => Ok(Answer::Unsat),
            Response::Sat => Ok(model(&mut context, script)?),
            Response::Unknown => {
                let asked = context.atom("(get-info :reason-unknown)");
                context.raw_send(asked)?;
                let reason = context.raw_recv()?;
                let reason = context.display(reason).to_string();
                Ok(Answer::Unknown(if reason.contains("timeout") { LATE.to_owned() } else { reason }))
            }
        }
    }
}

/// A command as text, which z3 acknowledges.
fn send(context: &mut Context, command: &str) -> io::Result<()> {
    let command = context.atom(command);
    context.raw_send(command)?;
    let response = context.raw_recv()?;
    match context.get_atom(response) {
        Some("success") => Ok(()),
        _ => Err(io::Error::other(context.display(response).to_string())),
    }
}

fn model(context: &mut Context, script: &Script) -> io::Result<Answer> {
    if script.wanted().is_empty() {
        return Ok(Answer::Sat(Default::default()));
    }
    let names = script.wanted().iter().map(|name| context.atom(name)).collect();
    let values = context.get_value(names)?;
    let value =
        |(name, (_, value)): (&String, &(SExpr, SExpr))| Some((name.clone(), number(context, *value)?));
    match script.wanted().iter().zip(&values).map(value).collect() {
        Some(values) => Ok(Answer::Sat(values)),
        None => Ok(Answer::Unknown("the model has values that are not understood".to_owned())),
    }
}

/// `true`, `5`, `#x1f`, `#b101`, `1.5`, `(- 5)`, `(/ 1.0 3.0)`.
fn number(context: &Context, value: SExpr) -> Option<Number> {
    match context.get(value) {
        SExprData::Atom("true") => Some(Number::Bool(true)),
        SExprData::Atom("false") => Some(Number::Bool(false)),
        SExprData::Atom(text) => match (text.strip_prefix("#x"), text.strip_prefix("#b")) {
            (Some(digits), _) => u128::from_str_radix(digits, 16).ok().map(Number::Bits),
            (_, Some(digits)) => u128::from_str_radix(digits, 2).ok().map(Number::Bits),
            _ if text.contains('.') => text.parse().ok().map(Number::Real),
            _ => text.parse().ok().map(Number::Int),
        },
        SExprData::List([operator, value]) if context.get_atom(*operator) == Some("-") => {
            match number(context, *value)? {
                Number::Int(value) => value.checked_neg().map(Number::Int),
                Number::Real(value) => Some(Number::Real(-value)),
                _ => None,
            }
        }
        SExprData::List([operator, a, b]) if context.get_atom(*operator) == Some("/") => {
            let real = |value| match number(context, value)? {
                Number::Int(value) => Some(value as f64),
                Number::Real(value) => Some(value),
                _ => None,
            };
            Some(Number::Real(real(*a)? / real(*b)?))
        }
        _ => None,
    }
}
