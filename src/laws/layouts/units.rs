//! How many of one unit a function reads as one of another.

use anyhow::Result;

use super::reading::Run;
use super::tokens::{Token, integers};
use super::{Piece, READ_PARTS, Spelling, Statement, joined};
use morph_relation::{IntType, Type, Value};

/// Texts of a number and a word that are compared.
const TEXTS: usize = 24;
/// The most units of which something is said.
const UNITS: usize = 4;
/// How many of one unit another one is made of.
const RATIOS: [i128; 22] =
    [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 30, 36, 60, 100, 144, 1_000, 1_024, 3_600, 1_000_000];
/// Numbers that tell a ratio.
const NUMBERS: [i128; 3] = [1, 2, 3];

/// A text with a number and a unit.
struct Unit {
    before: String,
    behind: String,
    /// The unit's name.
    word: String,
    /// What is read of each of [`NUMBERS`].
    read: Vec<Value>,
}

impl Unit {
    fn with(&self, number: i128) -> Vec<Value> {
        vec![Value::str(format!("{}{number}{}", self.before, self.behind))]
    }

    /// The code of the text with so many times the variable.
    fn code(&self, times: i128) -> String {
        let fixed = |text: &String| (!text.is_empty()).then(|| Piece::Fixed(text.clone()));
        let number = Some(Piece::Part(0, Spelling::Plain));
        let pieces: Vec<Piece> =
            [fixed(&self.before), number, fixed(&self.behind)].into_iter().flatten().collect();
        let name = READ_PARTS[0];
        let number = if times == 1 { name.to_owned() } else { format!("({name} * {times})") };
        joined(&pieces, &|_| (number.clone(), false))
    }
}

/// The statements that so many of one unit are one of another: of each unit, by the largest that is smaller.
pub fn units(accepted: &[String], run: &mut Run<'_>) -> Result<Vec<Statement>> {
    let mut units: Vec<Unit> = Vec::new();
    for text in accepted {
        let tokens = integers(text);
        let (Some(number), Some(word)) = (of(&tokens, Token::Number), of(&tokens, Token::Word)) else {
            continue;
        };
        if tokens.len() > 2 || units.len() >= TEXTS {
            continue;
        }
        let (before, behind) = (text[..number.0].to_owned(), text[number.1..].to_owned());
        let mut unit = Unit { before, behind, word: text[word.0..word.1].to_owned(), read: Vec::new() };
        if units.iter().any(|known| (&known.before, &known.behind) == (&unit.before, &unit.behind)) {
            continue;
        }
        let read: Option<Vec<Value>> = run(NUMBERS.map(|n| unit.with(n)).to_vec())?.into_iter().collect();
        // Of several names of a unit, the first stands for all.
        unit.read = read.unwrap_or_default();
        if !unit.read.is_empty() && units.iter().all(|known| known.read != unit.read) {
            units.push(unit);
        }
    }
    let mut statements = Vec::new();
    for (at, large) in units.iter().enumerate() {
        let mut least: Option<(i128, &Unit)> = None;
        for small in units.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, unit)| unit) {
            let of_one = run(RATIOS.map(|ratio| small.with(ratio)).to_vec())?;
            let found = RATIOS.iter().zip(&of_one).find(|(_, read)| read.as_ref() == Some(&large.read[0]));
            let Some((ratio, _)) = found else { continue };
            let more: Option<Vec<Value>> =
                run(NUMBERS.map(|n| small.with(n * ratio)).to_vec())?.into_iter().collect();
            if more.as_ref() == Some(&large.read) && least.is_none_or(|(known, _)| *ratio < known) {
                least = Some((*ratio, small));
            }
        }
        let Some((ratio, small)) = least else { continue };
        let law = format!("f({}) == f({})", large.code(1), small.code(ratio));
        let Some(statement) = Statement::parse(&law, "") else { continue };
        let said = format!("reads_{}_as_{ratio}_{}", large.word.to_lowercase(), small.word.to_lowercase());
        let parts = vec![("n".to_owned(), Type::Int(IntType::U32))];
        statements.push(Statement { parts, said: Some(said), ..statement });
    }
    statements.truncate(UNITS);
    Ok(statements)
}

fn of(tokens: &[(usize, usize, Token)], kind: Token) -> Option<(usize, usize)> {
    tokens.iter().find(|(_, _, token)| *token == kind).map(|(from, to, _)| (*from, *to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_told_by_the_largest_that_is_smaller() {
        let mut run = |inputs: Vec<Vec<Value>>| {
            let read = |input: &Vec<Value>| {
                let [Value::Str(text)] = &input[..] else { return None };
                let (number, word) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
                let n: i128 = number.trim().parse().ok()?;
                let seconds = match word {
                    "s" | "sec" => 1,
                    "min" => 60,
                    "h" => 3_600,
                    _ => return None,
                };
                Some(Value::Int(n * seconds))
            };
            Ok(inputs.iter().map(read).collect())
        };
        let texts = ["7s", "5h", "2min", "2 min", "3sec", "4x"].map(str::to_owned);
        let said: Vec<Option<String>> =
            units(&texts, &mut run).unwrap().into_iter().map(|statement| statement.said).collect();
        assert_eq!(said, [Some("reads_h_as_60_min".to_owned()), Some("reads_min_as_60_s".to_owned())]);
    }
}
