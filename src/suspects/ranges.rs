//! Ranges that documentation promises of a number: "the shortest turn, from -179 to 180 degrees".

use super::expectation::{Expected, answered};
use crate::laws::{Family, law};
use morph_relation::{Relation, RelationText, Type};
use morph_source::scan::Subject;

/// What the statement is called that an outcome lies where documentation says.
static IN_RANGE: Family = law("promised range", "is_in_the_promised_range", "");
/// The greatest share of ordinary inputs on which it may fail: what is said may be about something else.
const MOST: f64 = 0.25;

/// That what a subject returns lies in the range that its documentation promises.
pub fn in_range(subject: &Subject, docs: &str) -> Option<Expected> {
    let signature = subject.signature();
    let is_integer = match signature.ret.erased().unwrapped() {
        Type::Int(_) => true,
        Type::Float(_) => false,
        _ => return None,
    };
    let (said, [low, high]) = promised(docs)?;
    let bound = |bound: &str| match is_integer {
        true => bound.parse::<i64>().ok().map(|n| n.to_string()),
        false => bound.parse::<f64>().ok().map(|x| format!("{x:?}")),
    };
    let (low, high) = (bound(low)?, bound(high)?);
    let outcome = answered(&signature.ret);
    let then = format!("{outcome} >= {low} && {outcome} <= {high}");
    let relation = Relation::parse(&RelationText::exact(&[], &then), &signature, &|_| None).ok()?;
    let why = format!("the documentation of `{}` says \"{said}\"", subject.name);
    Some(Expected::likely(&IN_RANGE, relation, Vec::new(), why, MOST))
}

/// The only range in documentation, with its words: "from 0 to 59", "between 0 and 1", "`0..=59`".
fn promised(docs: &str) -> Option<(String, [&str; 2])> {
    let words: Vec<&str> = docs.split_whitespace().collect();
    let is_number = |word: &str| word.parse::<f64>().is_ok_and(f64::is_finite);
    let mut found = Vec::new();
    for four in words.windows(4) {
        let [first, low, link, high] = four else { continue };
        let links = [("from", "to"), ("between", "and")];
        let high = high.trim_end_matches(['.', ',', ';', ':', ')', '°', '%']);
        let starts = first.trim_start_matches('(').to_lowercase();
        if links.contains(&(starts.as_str(), link)) && is_number(low) && is_number(high) {
            found.push((format!("{starts} {low} {link} {high}"), [*low, high]));
        }
    }
    for word in &words {
        let word = word.trim_matches(['`', '.', ',', ';', '(', ')', '[', ']']);
        if let Some((low, high)) = word.split_once("..=")
            && is_number(low)
            && is_number(high)
        {
            found.push((word.to_owned(), [low, high]));
        }
    }
    let one = found.pop()?;
    found.is_empty().then_some(one)
}

#[cfg(test)]
mod tests {
    use super::promised;

    #[test]
    fn one_range_is_a_promise() {
        let range = |docs: &str| promised(docs).map(|(_, [low, high])| format!("{low}..={high}"));
        assert_eq!(range(" The shortest turn, from -179 to 180 degrees.").as_deref(), Some("-179..=180"));
        assert_eq!(range(" A share (between 0 and 1).").as_deref(), Some("0..=1"));
        assert_eq!(range(" The hour, `0..=23`.").as_deref(), Some("0..=23"));
        assert_eq!(range(" Maps values from 0 to 255 to ones from 0 to 1."), None);
        assert_eq!(range(" From left to right."), None);
    }
}
