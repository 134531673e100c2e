//! What a failing test says: the executions that the law speaks of, those within others as their arguments.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::code::Code;
use crate::expr::Expr;
use crate::infix::unparenthesised;
use crate::operators::Op;
use crate::signature::Signature;
use crate::types::Type;

/// An execution of the test.
pub struct Shown {
    /// What is called.
    pub called: Signature,
    /// With what.
    pub arguments: Vec<Argument>,
    /// The variable that holds its outcome.
    pub outcome: Code,
}

/// An argument of an execution.
pub struct Argument {
    /// The variable that is printed, or else the code.
    value: Result<String, String>,
    /// The execution whose outcome it is.
    of: Option<usize>,
}

impl Argument {
    /// An argument, and the execution whose outcome it is.
    pub fn of(code: &Code, of: Option<usize>) -> Argument {
        let value = match code.place && has_debug(&code.ty) {
            true => Ok(format!("{}{}", code.text, spec(&code.ty))),
            false => Err(escaped(&code.text)),
        };
        Argument { value, of }
    }
}

/// The message of a test.
pub struct Message<'a> {
    /// By execution; `None` where it is not written.
    pub shown: &'a [Option<Shown>],
    /// The variables of the parameters.
    pub params: &'a [Code],
    /// The statement.
    pub then: &'a Expr,
}

/// A text with `{}` for each of the values.
struct Filled {
    text: String,
    values: Vec<String>,
}

impl Message<'_> {
    /// The text in quotes, with the arguments that its placeholders need after it. Before edition 2021 a message that has
    /// no arguments is not a format string: then `inline` is false.
    pub fn text(&self, inline: bool) -> String {
        let parts = self.parts();
        let mut all = Filled { text: String::new(), values: Vec::new() };
        for (link, part) in self.links(&parts).iter().zip(&parts) {
            let said = self.said(*part, parts.len());
            all.text += link;
            all.text += &said.text;
            all.values.extend(said.values);
        }
        if let Some(expected) = self.expected(&parts) {
            all.text += ", not ";
            all.text += &expected.text;
            all.values.extend(expected.values);
        }
        filled(&all, inline)
    }

    /// The executions that the statement speaks of.
    fn roots(&self) -> BTreeSet<usize> {
        (0..self.shown.len()).filter(|i| self.then.mentions_out(*i)).collect()
    }

    /// Whether calls are shown within calls: in a chain of two, what is between them is worth knowing.
    fn is_nested(&self) -> bool {
        self.roots().len() > 1 || self.shown.iter().flatten().count() > 2
    }

    /// The executions that are shown on their own, in their order; with more than two, the left side of the statement first.
    fn parts(&self) -> Vec<usize> {
        let roots = self.roots();
        let all = self.shown.iter().enumerate().filter_map(|(i, shown)| Some((i, shown.as_ref()?)));
        let inner: BTreeSet<usize> = all
            .clone()
            .flat_map(|(_, shown)| shown.arguments.iter().filter_map(|argument| argument.of))
            .filter(|i| self.is_nested() && !roots.contains(i))
            .collect();
        let mut parts: Vec<usize> = all.map(|(i, _)| i).filter(|i| !inner.contains(i)).collect();
        if parts.len() > 2 {
            parts.sort_by_key(|part| self.side(*part) == Some(Side::Right));
        }
        parts
    }

    fn side(&self, part: usize) -> Option<Side> {
        let Expr::Apply(Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge, sides) = self.then else {
            return None;
        };
        match (sides[0].mentions_out(part), sides[1].mentions_out(part)) {
            (true, _) => Some(Side::Left),
            (false, true) => Some(Side::Right),
            _ => None,
        }
    }

    /// What comes before each part.
    fn links(&self, parts: &[usize]) -> Vec<&'static str> {
        let sides: Vec<Option<Side>> = parts.iter().map(|part| self.side(*part)).collect();
        let told: Vec<Side> = sides.iter().flatten().copied().collect();
        let opposite = told
            .first()
            .and_then(|first| sides.iter().position(|side| side.is_some_and(|side| side != *first)));
        let one_sided = told.len() > 1 && opposite.is_none();
        let turn = if one_sided { parts.len() } else { opposite.unwrap_or(parts.len().saturating_sub(1)) };
        (0..parts.len())
            .map(|i| match i {
                0 => "",
                i if i == turn => ", but ",
                _ => ", and ",
            })
            .collect()
    }

    /// An execution and its outcome, or the only part of it that the statement speaks of.
    fn said(&self, part: usize, parts: usize) -> Filled {
        let mut said = self.call(part);
        let Some(shown) = &self.shown[part] else { return said };
        let (mut of, mut ty, mut value) = (String::new(), &shown.outcome.ty, shown.outcome.text.clone());
        if let Some((index, name)) = self.only_field(part)
            && let Some(field) = peeled(ty).part(index)
        {
            of = format!(".{name}");
            value += &of;
            ty = field;
        }
        said.text = unparenthesised(&(said.text + &of));
        if has_debug(ty) {
            said.text += " is {}";
            said.values.push(format!("{value}{}", spec(ty)));
        } else {
            said.text += if parts == 1 { " breaks the law" } else { " has another outcome" };
        }
        said
    }

    /// The field of an outcome, where the statement speaks of no other part of it.
    fn only_field(&self, part: usize) -> Option<(usize, String)> {
        fn go(expr: &Expr, part: usize, fields: &mut BTreeSet<Option<(usize, String)>>) {
            match expr {
                Expr::Field(of, index, name) if **of == Expr::Out(part) => {
                    fields.insert(Some((*index, name.to_string())));
                }
                Expr::Out(i) if *i == part => {
                    fields.insert(None);
                }
                _ => expr.children().into_iter().for_each(|child| go(child, part, fields)),
            }
        }
        let mut fields = BTreeSet::new();
        go(self.then, part, &mut fields);
        if fields.len() == 1 { fields.pop_first().flatten() } else { None }
    }

    /// A call, with calls within it.
    fn call(&self, part: usize) -> Filled {
        let Some(shown) = &self.shown[part] else {
            return Filled { text: String::new(), values: Vec::new() };
        };
        let roots = self.roots();
        let (mut texts, mut values) = (Vec::new(), Vec::new());
        for argument in &shown.arguments {
            match (argument.of, &argument.value) {
                (Some(of), _) if self.is_nested() && !roots.contains(&of) => {
                    let inner = self.call(of);
                    texts.push(inner.text);
                    values.extend(inner.values);
                }
                (_, Ok(value)) => {
                    texts.push("{}".to_owned());
                    values.push(value.clone());
                }
                (_, Err(text)) => texts.push(text.clone()),
            }
        }
        let others = self.shown.iter().flatten().map(|other| &other.called);
        let text = shown.called.call_beside(others, &texts);
        Filled { text, values }
    }

    /// What the only execution should return, where the statement says so: a parameter, or a literal.
    fn expected(&self, parts: &[usize]) -> Option<Filled> {
        let Expr::Apply(Op::Eq, sides) = self.then else { return None };
        let [part] = parts else { return None };
        let other = match sides.as_slice() {
            [Expr::Out(i), other] | [other, Expr::Out(i)] if i == part => other,
            _ => return None,
        };
        match other {
            Expr::Param(place) => {
                let code = self.params.get(*place).filter(|code| has_debug(&code.ty))?;
                Some(Filled {
                    text: "{}".to_owned(),
                    values: vec![format!("{}{}", code.text, spec(&code.ty))],
                })
            }
            Expr::Const(value) if !matches!(value, crate::value::Value::Bool(_)) => {
                Some(Filled { text: escaped(&crate::literal::show_literal(value)), values: Vec::new() })
            }
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// The placeholders with `name` or `name:?`, in the text or after it.
fn filled(message: &Filled, inline: bool) -> String {
    let mut parts = message.text.split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut after = String::new();
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    for (i, (part, value)) in parts.zip(&message.values).enumerate() {
        let (name, spec) = value.split_at(value.find(':').unwrap_or(value.len()));
        let bare = !inline && i + 1 == message.values.len() && after.is_empty();
        if is_name(name) && !bare {
            let _ = write!(text, "{{{name}{spec}}}");
        } else {
            let _ = write!(text, "{{{spec}}}");
            let _ = write!(after, ", {name}");
        }
        text += part;
    }
    // rustfmt does not format code that contains a line that is too long.
    if text.len() > 80 {
        text = text.replace(", but ", ", \\\n     but ").replace(", and ", ", \\\n     and ");
    }
    format!("\"{text}\"{after}")
}

fn peeled(ty: &Type) -> &Type {
    match ty {
        Type::Ref(inner) | Type::Box(inner) => peeled(inner),
        ty => ty,
    }
}

/// Whether a value can be printed with `{:?}`.
pub fn has_debug(ty: &Type) -> bool {
    !ty.any(&mut |ty| matches!(ty, Type::Adt(adt) if !adt.traits.debug))
}

/// The format of a value: `{}` for integers and `bool`, else `{:?}`. With `{}` a float may have 300 digits.
fn spec(ty: &Type) -> &'static str {
    match ty {
        Type::Int(_) | Type::Bool => "",
        Type::Ref(inner) | Type::Box(inner) => spec(inner),
        Type::NonZero(_) => "",
        _ => ":?",
    }
}

/// A literal's text inside the text of a message.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('{', "{{").replace('}', "}}")
}
