//! What a function of a number writes more where the number is larger.

use std::collections::BTreeSet;

use anyhow::Result;

use super::Statement;
use super::reading::Run;
use morph_relation::{Signature, Type, Value};

/// Numbers by which larger ones are told, beside those of the code.
const USUAL: [i128; 4] = [1_000, 100, 10, 1_000_000];
/// Numbers of the code that are tried.
const CONSTANTS: usize = 16;
/// The largest of them.
const LARGEST: i128 = 1_000_000_000;
/// Numbers that are tried with each, at most, and of which something is written at least.
const NUMBERS: i128 = 60;
const ENOUGH: usize = 5;
/// The most of which something is said.
const MOST: usize = 3;
/// Longer texts are no signs.
const LONGEST: usize = 20;

/// The statements that a function writes of larger numbers what it writes of their parts, or of smaller ones with a sign.
pub fn growing(subject: &Signature, constants: &[Value], run: &mut Run<'_>) -> Result<Vec<Statement>> {
    let [(_, ty)] = subject.arguments() else { return Ok(Vec::new()) };
    let ty = ty.owned();
    let Type::Int(int) = ty else { return Ok(Vec::new()) };
    let number = |value: &Value| match value {
        Value::Int(n) if (2..=LARGEST).contains(n) => Some(*n),
        _ => None,
    };
    let own: BTreeSet<i128> = constants.iter().filter_map(number).chain(USUAL).collect();
    let own = own.into_iter().rev().take(CONSTANTS).filter(|n| Value::Int(n * 2).fits(&ty));
    let mut written = |numbers: Vec<i128>| -> Result<Vec<Option<String>>> {
        let text = |out: Option<Value>| match out {
            Some(Value::Str(text)) => Some(text.to_string()),
            _ => None,
        };
        let outs = run(numbers.into_iter().map(|n| vec![Value::Int(n)]).collect())?;
        Ok(outs.into_iter().map(text).collect())
    };
    let mut statements = Vec::new();
    // Of several units, the largest says most; how far parts are split, those laws tell that hold of enough numbers.
    let mut is_scaled = false;
    for by in own {
        let step = usize::try_from((by / NUMBERS).max(1))?;
        let fits = |n: i128| if Value::Int(n).fits(&ty) { n } else { 0 };
        let all = (1..by)
            .step_by(step)
            .flat_map(|n| [n, fits(n * by), fits(by), fits(by + n), fits(2 * by), fits(2 * by + n)]);
        let (mut between, mut times) = (Vec::new(), Vec::new());
        for (at, texts) in written(all.collect())?.chunks(6).enumerate() {
            let [Some(text), many, once, more, twice, further] = texts else { continue };
            let n = 1 + (at * step) as i128;
            if let Some(many) = many.as_ref().filter(|_| fits(n * by) == n * by) {
                times.push(many.strip_prefix(text).map(str::to_owned));
            }
            for (whole, both) in [(once, more), (twice, further)] {
                if let (Some(whole), Some(both)) = (whole, both) {
                    let rest = both.strip_prefix(whole.as_str());
                    between.push(rest.and_then(|rest| rest.strip_suffix(text)).map(str::to_owned));
                }
            }
        }
        let when = format!("x >= 1 && x < {by}");
        if let Some(sign) = same(&between) {
            let sign = if sign.is_empty() { String::new() } else { format!("{sign:?}, ") };
            let law = format!("f(x * {by} + u) == [f(x * {by}), {sign}f(u)].concat()");
            let when = format!("x >= 1 && u >= 1 && u < {by}");
            statements.extend(statement(&law, &when, format!("writes_multiples_of_{by}_before_the_rest")));
        }
        if let Some(sign) = always(&times).filter(|_| !is_scaled) {
            is_scaled = true;
            let said = format!("ends_with_{}_for_{by}_times_as_many", word(&sign));
            statements.extend(statement(&format!("f(x * {by}) == [f(x), {sign:?}].concat()"), &when, said));
        }
    }
    if int.signed() {
        let mut below = Vec::new();
        for texts in written((1..=NUMBERS).flat_map(|n| [n, -n]).collect())?.chunks(2) {
            if let [Some(text), Some(negative)] = texts {
                below.push(negative.strip_suffix(text).map(str::to_owned));
            }
        }
        if let Some(sign) = always(&below) {
            let said = format!("writes_{}_before_negative_numbers", word(&sign));
            statements.extend(statement(&format!("f(-x) == [{sign:?}, f(x)].concat()"), "x > 0", said));
        }
    }
    statements.truncate(MOST);
    Ok(statements)
}

/// The text that is always added.
fn same(added: &[Option<String>]) -> Option<String> {
    let first = added.first()?.as_ref()?;
    let is_same = |text: &Option<String>| text.as_ref() == Some(first);
    (added.len() >= ENOUGH && added.iter().all(is_same)).then(|| first.clone())
}

/// The sign that is always added: digits alone are those of the number.
fn always(added: &[Option<String>]) -> Option<String> {
    let first = same(added)?;
    let is_sign = !first.is_empty() && first.len() <= LONGEST && !first.chars().all(|c| c.is_ascii_digit());
    is_sign.then_some(first)
}

/// A text as a part of a name.
fn word(text: &str) -> String {
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    if plain.is_empty() { "sign".to_owned() } else { plain.to_lowercase() }
}

fn statement(law: &str, when: &str, said: String) -> Option<Statement> {
    Some(Statement { said: Some(said), ..Statement::parse(law, when)? })
}
