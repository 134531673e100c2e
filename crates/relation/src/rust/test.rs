//! The source table and the test function of a relation.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::code::{ATOM, Code, Refused};
use super::complex::is_complex;
use super::discarded::{changing_alone, returns_beside_one, without_returned};
use super::expr::Writer;
use super::literal::{column, fits_constant, literal};
use super::message::{Argument, Message, Shown};
use super::telling::{hints, local};
use super::tolerant::Helper;
use super::usage::mentions;
use crate::expr::{Expr, Scope};
use crate::literal::tuple;
use crate::relation::{Lookup, Relation, free_of_nan, scope_of};
use crate::signature::{Member, Signature};
use crate::tolerance::Tolerance;
use crate::types::Type;
use crate::value::Value;

/// The name of a test and the names that it uses.
pub struct TestNames<'a> {
    /// The test's own name.
    pub test: &'a str,
    /// The constant with its sources.
    pub table: &'a str,
    /// The name by which the test's module calls the function of a path.
    pub call: &'a dyn Fn(&str) -> String,
    /// The path of the trait that the test has to import before it calls the function of a path as a method.
    pub import: &'a dyn Fn(&str) -> Option<String>,
    /// Lines of documentation.
    pub doc: &'a [String],
    /// Whether messages may name variables in their text: from edition 2021 on.
    pub inline_args: bool,
    /// The columns of parameters and variables that the table does not have.
    pub idle: &'a [usize],
}

/// A test function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its text, attribute and documentation included.
    pub text: String,
    /// The helpers that it calls.
    pub helpers: BTreeSet<Helper>,
}

/// The constant that holds a function's sources. Where no constant can hold them, it is a function that makes them, with the
/// constant's name in lower case. Variables of a relation are columns like parameters.
pub fn source_table(name: &str, subject: &Signature, sources: &[Vec<Value>]) -> String {
    let types: Vec<Type> = subject.params.iter().map(|(_, ty)| column(ty)).collect();
    let row = |values: &Vec<Value>| {
        let texts: Vec<String> = values.iter().zip(&types).map(|(v, t)| literal(v, t)).collect();
        if texts.len() == 1 { texts[0].clone() } else { tuple(&texts) }
    };
    let column = match types.as_slice() {
        [one] => one.to_string(),
        types => tuple(&types.iter().map(Type::to_string).collect::<Vec<_>>()),
    };
    let rows: Vec<String> = sources.iter().map(row).collect();
    if !is_constant(subject) {
        let (name, column) = (name.to_lowercase(), column.replace('&', "&'static ").replace("'_", "'static"));
        let allowed = allowed(is_complex(&format!("Vec<{column}>")));
        return format!("{allowed}fn {name}() -> Vec<{column}> {{ vec![{}] }}\n", rows.join(", "));
    }
    let nested = column.chars().filter(|c| matches!(c, '&' | '[' | '(' | '<')).count();
    let allowed = allowed(nested >= NESTED || column.contains("fn(") || is_complex(&format!("&[{column}]")));
    format!("{allowed}const {name}: &[{column}] = &[{}];\n", rows.join(", "))
}

/// So many references, tuples and sequences inside one another make a type complex.
const NESTED: usize = 6;

/// Clippy would rather have a name for a complex type.
fn allowed(is_complex: bool) -> &'static str {
    if is_complex { "#[allow(clippy::type_complexity)]\n" } else { "" }
}

/// Whether a constant can hold a function's sources.
fn is_constant(subject: &Signature) -> bool {
    subject.params.iter().all(|(_, ty)| fits_constant(&column(ty)))
}

/// The test of a relation. The error names the part that cannot be written.
pub fn render_test(
    relation: &Relation,
    subject: &Signature,
    lookup: Lookup<'_>,
    names: &TestNames<'_>,
) -> Result<Test, Refused> {
    let subject = &subject.with_given(&relation.given);
    let outs = scope_of(subject, &relation.followups, lookup)?.outs;
    let is_result = |i: usize| matches!(outs.get(i).map(Type::erased), Some(Type::Result(..)));
    let (relation, unwrapped) = relation.with_values(&is_result);
    let changes_alone = |path: Option<&str>| {
        path.map_or_else(|| Some(subject.clone()), lookup).is_some_and(|called| returns_beside_one(&called))
    };
    let (relation, discarded) = without_returned(&relation, &changes_alone);
    let relation = &relation;
    let needed = relation.needed();
    let mut test = Body::new(relation, subject, names)?;
    test.unwrapped = unwrapped;
    test.discarded = discarded;
    let others = relation.followups.iter().filter_map(|followup| lookup(followup.function.as_ref()?));
    test.ambiguous = ambiguous(others.chain([subject.clone()]).collect());
    test.open_guard(&relation.when)?;
    if needed.contains(&0) {
        let arguments = test.writer.params[..subject.arguments().len()].to_vec();
        let arguments: Vec<(Code, Option<usize>)> = arguments.into_iter().map(|code| (code, None)).collect();
        test.execute(subject, &subject.path, &arguments)?;
    } else {
        test.pass_by(subject);
    }
    for (k, followup) in relation.followups.iter().enumerate() {
        let path = followup.function.as_deref().unwrap_or(&subject.path);
        let called = match &followup.function {
            None => subject.clone(),
            Some(path) => lookup(path).ok_or_else(|| format!("there is no function `{path}`"))?,
        };
        if !needed.contains(&(k + 1)) {
            test.pass_by(&called);
            continue;
        }
        let arguments = test.arguments(&followup.args, &called, subject, k + 1)?;
        test.execute(&called, path, &arguments)?;
    }
    test.assert(&relation.then, relation.tolerance)?;
    Ok(test.finish())
}

struct Body<'a> {
    writer: Writer,
    names: &'a TestNames<'a>,
    /// Variables of the loop that hold a parameter, and what they are converted by.
    locals: Vec<(String, Option<String>)>,
    lines: Vec<String>,
    guarded: bool,
    /// Outcomes whose value the relation uses: a group without this value is inapplicable.
    unwrapped: BTreeSet<usize>,
    /// Executions of which only what they change is looked at.
    discarded: BTreeSet<usize>,
    /// For the message: by execution; `None` where it is not written.
    shown: Vec<Option<Shown>>,
    prefix: &'static str,
    /// Traits that the test imports.
    imports: BTreeSet<String>,
    /// The paths of methods of traits beside others that are called the same way.
    ambiguous: BTreeSet<String>,
    /// Whether a constant holds the sources.
    constant: bool,
}

impl<'a> Body<'a> {
    fn new(relation: &Relation, subject: &Signature, names: &'a TestNames<'a>) -> Result<Body<'a>, Refused> {
        let mut taken: BTreeSet<String> = subject.params.iter().map(|(name, _)| local(name)).collect();
        let outcome_like = |name: &String| {
            name.strip_prefix('y').is_some_and(|n| n.is_empty() || n.bytes().all(|b| b.is_ascii_digit()))
        };
        let prefix =
            if taken.iter().any(|name| outcome_like(name) && name != "y") { "outcome_" } else { "y" };
        taken.extend((0..=relation.followups.len()).map(|i| format!("{prefix}{i}")));
        taken.extend(Helper::ALL.iter().map(|helper| helper.name().to_owned()));
        taken.insert(names.test.to_owned());
        let called = relation.followups.iter().filter_map(|followup| followup.function.as_ref());
        taken.extend(called.chain([&subject.path]).map(|path| (names.call)(path)));
        let (mut params, mut locals) = (Vec::new(), Vec::new());
        for (name, ty) in &subject.params {
            let code = Code::place(local(name), column(ty));
            let owned = ty.owned();
            // Arguments that need a closure are converted only once.
            let lent = !matches!(ty, Type::Mut(_));
            if lent && code.pass(ty)?.text.contains('|') {
                let made = code.pass(&owned)?;
                locals.push((local(name), Some(binding(&local(name), &made))));
                params.push(Code::place(local(name), owned));
            } else {
                locals.push((local(name), None));
                params.push(code);
            }
        }
        let scope = Scope { params: subject.params.clone(), outs: Vec::new(), item: None };
        let writer = Writer {
            params,
            outs: Vec::new(),
            scope,
            tolerance: Tolerance::Exact,
            before: None,
            wanted: None,
            taken,
            helpers: BTreeSet::new(),
            native: false,
            item: None,
        };
        Ok(Body {
            writer,
            names,
            locals,
            lines: Vec::new(),
            guarded: false,
            unwrapped: BTreeSet::new(),
            discarded: BTreeSet::new(),
            shown: Vec::new(),
            prefix,
            imports: BTreeSet::new(),
            ambiguous: BTreeSet::new(),
            constant: is_constant(&subject.without(names.idle)),
        })
    }

    fn open_guard(&mut self, when: &Expr) -> Result<(), Refused> {
        // The sources of the test are such.
        let shown =
            when.conditions().into_iter().filter(|condition| free_of_nan(condition).is_none()).cloned();
        if let Some(when) = Expr::conjunction(shown) {
            let condition = self.writer.condition(&when)?.at(0);
            self.lines.push(format!("if {condition} {{"));
            self.guarded = true;
        }
        Ok(())
    }

    /// Arguments that are names or literals, with the execution whose outcome they are; everything else is bound to a name
    /// first.
    fn arguments(
        &mut self,
        args: &[Expr],
        called: &Signature,
        subject: &Signature,
        k: usize,
    ) -> Result<Vec<(Code, Option<usize>)>, Refused> {
        if args.len() != called.arguments().len() {
            return Err(format!("`{}` takes {} arguments", called.path, called.arguments().len()));
        }
        let mut codes = Vec::new();
        let hints = hints(args, called, subject, k);
        for ((arg, (_, ty)), hint) in args.iter().zip(&called.params).zip(hints) {
            let outcome = match arg {
                Expr::Out(i) => Some(*i),
                _ => None,
            };
            self.writer.before = Some(Vec::new());
            self.writer.wanted = Some(hint.clone());
            let code = self.writer.argument(arg, ty)?;
            self.writer.wanted = None;
            self.lines.extend(self.writer.before.take().unwrap_or_default());
            let simple = code.place || matches!(arg, Expr::Const(_)) || arg.is_nothing();
            let owned = if matches!(ty, Type::Mut(_)) { ty.owned() } else { ty.clone() };
            let simple = simple && code.level >= ATOM - 1 && !code.pass(&owned)?.text.contains(" as ");
            if simple && code.text.chars().all(|c| c != '*') {
                codes.push((code, outcome));
                continue;
            }
            let as_number = code.pass(ty).ok().filter(|_| matches!(ty, Type::Int(_)));
            let code = as_number.unwrap_or(code);
            let bound = self.writer.fresh(&hint);
            self.lines.push(binding(&bound, &code));
            codes.push((Code { flex: code.flex, ..Code::place(bound, code.ty) }, outcome));
        }
        Ok(codes)
    }

    /// An execution that nothing speaks of is not written.
    fn pass_by(&mut self, called: &Signature) {
        self.writer.outs.push(Code::place(String::new(), called.ret.clone()));
        self.writer.scope.outs.push(called.ret.clone());
        self.shown.push(None);
    }

    fn execute(
        &mut self,
        called: &Signature,
        path: &str,
        arguments: &[(Code, Option<usize>)],
    ) -> Result<(), Refused> {
        let number = self.shown.iter().flatten().count();
        let outcome = format!("{}{number}", self.prefix);
        let discards = self.discarded.contains(&self.writer.outs.len());
        let called = &if discards { changing_alone(called) } else { called.clone() };
        let is_method = self.is_method(called);
        let alone = called.returned == Type::Unit && called.changes_one();
        let (mut passed, mut held) = (Vec::new(), Vec::new());
        for (i, ((code, _), (name, ty))) in arguments.iter().zip(&called.params).enumerate() {
            let receiver = i == 0 && is_method;
            passed.push(match ty {
                // The function changes a copy that the test owns; the copy then holds the outcome.
                Type::Mut(inner) => {
                    let hint = format!("{}{number}", local(name));
                    let copy = if alone { outcome.clone() } else { self.writer.fresh(&hint) };
                    match ty.walked() {
                        Some(lent) => {
                            let made = code.pass(lent)?.at(0);
                            self.lines.push(format!("let mut {copy}: {lent} = {made};"));
                            held.push(format!("{copy}.{}()", owning(lent)));
                        }
                        None => {
                            let made = code.pass(&inner.owned())?;
                            self.lines.push(binding(&format!("mut {copy}"), &made));
                            held.extend(ty.changed().map(|_| copy.clone()));
                        }
                    }
                    if receiver { copy } else { format!("&mut {copy}") }
                }
                Type::Ref(inner) if receiver && code.value().ty == **inner => code.at(ATOM),
                ty if receiver => code.pass(ty)?.receiver(),
                ty => {
                    let text = code.pass(ty)?.at(0);
                    // An argument is dereferenced by itself.
                    match text.strip_prefix("&*") {
                        Some(place) if matches!(code.ty, Type::Cow(_)) => format!("&{place}"),
                        _ => text,
                    }
                }
            });
        }
        let call = self.call(called, path, &passed);
        let call = called.taken.of(call, &called.returned);
        let ret = match (&called.ret, self.unwrapped.contains(&self.writer.outs.len())) {
            _ if !held.is_empty() => {
                if called.returned == Type::Unit {
                    let statement = if discards { format!("let _ = {call};") } else { format!("{call};") };
                    self.lines.push(statement);
                } else {
                    let returned = self.writer.fresh(&format!("returned{number}"));
                    self.lines.push(bound(&returned, &call, &called.returned));
                    held.insert(0, returned);
                }
                match held.as_slice() {
                    [only] if *only == outcome => {}
                    [only] => self.lines.push(format!("let {outcome} = {only};")),
                    all => self.lines.push(format!("let {outcome} = {};", tuple(all))),
                }
                called.ret.clone()
            }
            (Type::Option(value) | Type::Result(value, _), true) => {
                self.lines.push(format!("let {outcome} = {call}.unwrap();"));
                (**value).clone()
            }
            (ret, _) => {
                self.lines.push(bound(&outcome, &call, ret));
                ret.clone()
            }
        };
        let arguments = arguments.iter().map(|(code, of)| Argument::of(code, *of)).collect();
        let (called, code) = (called.clone(), Code::place(outcome.clone(), ret.clone()));
        self.shown.push(Some(Shown { called, arguments, outcome: code }));
        self.writer.outs.push(Code::place(outcome, ret.clone()));
        self.writer.scope.outs.push(ret);
        Ok(())
    }

    fn is_method(&self, called: &Signature) -> bool {
        called.is_called_as_method() && !self.ambiguous.contains(&called.path)
    }

    /// A call with these arguments.
    fn call(&mut self, called: &Signature, path: &str, passed: &[String]) -> String {
        if let Some(infix) = called.infix_of_values(passed) {
            return infix;
        }
        self.imports.extend((self.names.import)(path));
        if self.is_method(called) {
            let turbofish = &called.turbofish;
            format!("{}.{}{turbofish}({})", passed[0], called.name(), passed[1..].join(", "))
        } else {
            let name = match &called.member {
                // What it is called with tells the types.
                Some(Member { by: Some(by), shadowed: true, .. }) if called.infix(passed).is_some() => {
                    format!("{}::{}", by.split('<').next().unwrap_or(by), called.name())
                }
                Some(member @ Member { by: Some(by), .. }) => {
                    format!("<{} as {by}>::{}", called.owner(member), called.name())
                }
                Some(member) if member.of.contains('<') => {
                    format!("<{}>::{}", called.owner(member), called.name())
                }
                _ => (self.names.call)(path),
            };
            let clash = self.writer.params.iter().any(|param| param.text == name);
            let name = if clash { format!("super::{name}") } else { name };
            format!("{name}{}({})", called.turbofish, passed.join(", "))
        }
    }

    fn assert(&mut self, then: &Expr, tolerance: Tolerance) -> Result<(), Refused> {
        self.writer.tolerance = tolerance;
        self.writer.before = Some(Vec::new());
        let condition = self.writer.condition(then)?.value().at(0);
        self.lines.extend(self.writer.before.take().unwrap_or_default());
        let message = Message { shown: &self.shown, params: &self.writer.params, then };
        let message = message.text(self.names.inline_args);
        let short = format!("assert!({condition}, {message});");
        if short.len() + 8 + if self.guarded { 4 } else { 0 } <= 100 {
            self.lines.push(short);
        } else {
            self.lines.push(format!("assert!(\n    {condition},\n    {message}\n);"));
        }
        Ok(())
    }

    fn finish(self) -> Test {
        let mut text = String::new();
        for line in self.names.doc {
            text += format!("/// {line}").trim_end();
            text.push('\n');
        }
        let _ = writeln!(text, "#[test]\nfn {}() {{", self.names.test);
        for path in &self.imports {
            let _ = writeln!(text, "    use {path};\n");
        }
        let is_used = |name: &str| self.lines.iter().any(|line| mentions(line, name));
        let columns = self.locals.iter().enumerate().filter(|(place, _)| !self.names.idle.contains(place));
        let locals: Vec<String> =
            columns.map(|(_, (name, _))| if is_used(name) { name.clone() } else { "_".to_owned() }).collect();
        let pattern = if locals.len() == 1 { locals[0].clone() } else { tuple(&locals) };
        let _ = match (self.constant, pattern.as_str()) {
            (true, "_") => writeln!(text, "    for _ in {} {{", self.names.table),
            (true, pattern) => writeln!(text, "    for &{pattern} in {} {{", self.names.table),
            (false, pattern) => {
                writeln!(text, "    for {pattern} in {}() {{", self.names.table.to_lowercase())
            }
        };
        let converted = self.locals.iter().filter(|(name, _)| is_used(name));
        let converted: Vec<&String> = converted.filter_map(|(_, binding)| binding.as_ref()).collect();
        let mut depth = 2;
        for line in converted.into_iter().chain(&self.lines) {
            for line in line.lines() {
                let _ = writeln!(text, "{}{line}", "    ".repeat(depth));
            }
            if line.starts_with("if ") {
                depth += 1;
            }
        }
        if self.guarded {
            text += "        }\n";
        }
        text += "    }\n}\n";
        Test { text, helpers: self.writer.helpers }
    }
}

/// The paths of methods of traits that are called the same way as others: calls name the trait.
fn ambiguous(called: Vec<Signature>) -> BTreeSet<String> {
    let is_of_trait = |of: &&Signature| of.member.as_ref().is_some_and(|member| member.by.is_some());
    let alike = |of: &&Signature| called.iter().any(|other| of.reads_like(other));
    called.iter().filter(is_of_trait).filter(alike).map(|of| of.path.clone()).collect()
}

/// The method that makes a value of one's own of a text or a slice.
fn owning(lent: &Type) -> &'static str {
    if lent.owned() == Type::String { "to_owned" } else { "to_vec" }
}

/// `let name = …;`, with the type in place of a turbofish.
fn binding(name: &str, code: &Code) -> String {
    bound(name, &code.at(0), &code.ty)
}

fn bound(name: &str, text: &str, ty: &Type) -> String {
    for turbofish in ["::<Vec<_>>()", "::<String>()"] {
        if let Some(head) = text.strip_suffix(turbofish) {
            return format!("let {name}: {ty} = {head}();");
        }
    }
    format!("let {name} = {text};")
}

#[cfg(test)]
mod tests;
