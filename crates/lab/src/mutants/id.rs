//! Names of mutants that do not depend on where the code stands.

use std::collections::BTreeMap;
use std::str::FromStr;

use proc_macro2::{TokenStream, TokenTree};

use super::mutant::{Genre, Mutant};

/// The longest text in an id, in characters.
const LONGEST: usize = 40;

/// Orders mutants by function and position and gives each its id.
pub(super) fn assign(mutants: &mut [Mutant]) {
    // The sort is stable: what replaces the same text stays in the order of its list.
    mutants.sort_by(|a, b| {
        let key = |m: &Mutant| (m.function.clone(), m.file.clone(), m.span.start, m.span.end);
        key(a).cmp(&key(b))
    });
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for mutant in mutants {
        let original = match mutant.genre {
            Genre::FnValue => "body".to_owned(),
            Genre::MatchArm => short(pattern(&mutant.original)),
            Genre::StructField => short(mutant.original.split(':').next().unwrap_or_default()),
            Genre::BinaryOperator | Genre::UnaryOperator | Genre::MatchArmGuard | Genre::Own(_) => {
                short(&mutant.original)
            }
        };
        let operator = mutant.genre.operator();
        let name = format!("{}#{operator}:{original}→{}", mutant.function, short(&mutant.replacement));
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        mutant.id = format!("{name}@{count}");
    }
}

/// The pattern of a match arm, without guard and body; the whole text where it cannot be told.
fn pattern(arm: &str) -> &str {
    let Ok(tokens) = TokenStream::from_str(arm) else { return arm };
    let mut end = None;
    for token in tokens {
        let ends = match &token {
            TokenTree::Ident(ident) => ident == "if",
            // `=>` begins with `=`; patterns hold `..=`, where a dot comes before.
            TokenTree::Punct(punct) => {
                punct.as_char() == '=' && arm[token.span().byte_range().start..].starts_with("=>")
            }
            _ => false,
        };
        if ends {
            break;
        }
        end = Some(token.span().byte_range().end);
    }
    end.and_then(|end| arm.get(..end)).unwrap_or(arm)
}

/// The text with its blanks collapsed, cut if it is long.
fn short(text: &str) -> String {
    let collapsed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match collapsed.char_indices().nth(LONGEST) {
        None => collapsed,
        Some(_) => collapsed.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(function: &str, genre: Genre, at: usize, original: &str, replacement: &str) -> Mutant {
        Mutant {
            id: String::new(),
            function: function.to_owned(),
            file: "/demo/src/lib.rs".into(),
            genre,
            span: at..at + original.len(),
            original: original.to_owned(),
            replacement: replacement.to_owned(),
            line: 1,
        }
    }

    #[test]
    fn ids_name_function_operator_texts_and_how_manyth() {
        let mut mutants = [
            mutant("demo::b", Genre::BinaryOperator, 90, "%", "+"),
            mutant("demo::b", Genre::BinaryOperator, 50, "%", "/"),
            mutant("demo::b", Genre::BinaryOperator, 50, "%", "+"),
            mutant("demo::a", Genre::FnValue, 70, "let x = 1;\n x", "0"),
            mutant("demo::a", Genre::UnaryOperator, 80, "-", ""),
            mutant("demo::a", Genre::StructField, 82, "width: w,", ""),
            mutant("demo::a", Genre::MatchArmGuard, 91, "x > 2\n   && y", "true"),
        ];
        assign(&mut mutants);
        let ids: Vec<&str> = mutants.iter().map(|mutant| &*mutant.id).collect();
        assert_eq!(
            ids,
            [
                "demo::a#return:body→0@1",
                "demo::a#unary:-→@1",
                "demo::a#field:width→@1",
                "demo::a#guard:x > 2 && y→true@1",
                "demo::b#binary:%→/@1",
                "demo::b#binary:%→+@1",
                "demo::b#binary:%→+@2",
            ]
        );
    }

    #[test]
    fn pattern_of_an_arm_ends_before_guard_and_body() {
        for (arm, expected) in [
            ("(None, None) => return Ok(count),", "(None, None)"),
            ("7 | 8 => 0,", "7 | 8"),
            ("n if n == 9 => 5,", "n"),
            ("'='..='>' => \"=>\",", "'='..='>'"),
            ("Some(x @ 1..=9)\n  if x > 2 => {}", "Some(x @ 1..=9)"),
            ("\"a => b\" => 1", "\"a => b\""),
        ] {
            assert_eq!(pattern(arm), expected);
        }
    }

    #[test]
    fn long_texts_are_cut_by_characters() {
        assert_eq!(short(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(short(&"é".repeat(41)), format!("{}…", "é".repeat(39)));
    }

    #[test]
    fn texts_that_are_cut_alike_still_get_different_ids() {
        let long = "x".repeat(60);
        let mut mutants = [
            mutant("demo::a", Genre::MatchArmGuard, 1, &format!("{long}1"), "true"),
            mutant("demo::a", Genre::MatchArmGuard, 99, &format!("{long}2"), "true"),
        ];
        assign(&mut mutants);
        assert_ne!(mutants[0].id, mutants[1].id);
    }
}
