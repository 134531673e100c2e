//! The table `[adequacy]` of `morph.toml`.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor};
use toml::Spanned;

use crate::adequacy::{CRITERIA, Configured, ConfiguredCategory, Located};

/// The table as written in the file.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct AdequacyConfig {
    /// Number of different relations that must cover each requirement.
    pub(crate) k: Option<NonZeroUsize>,
    /// Names of the criteria that are measured.
    #[schemars(with = "Vec<String>")]
    pub(crate) criterion: Vec<CriterionName>,
    /// Minimum adequacy from 0 to 1: of statements and branches, or of the criteria that are measured; or one for each
    /// criterion.
    #[schemars(with = "Shares")]
    pub(crate) fail_under: Thresholds,
    /// By the path of a function, by the name of a category: `false`, or conditions by the name of a choice.
    #[schemars(with = "BTreeMap<String, BTreeMap<String, Choices>>")]
    categories: BTreeMap<String, BTreeMap<String, Spanned<Category>>>,
    /// By the path of a function: combinations of choices that no input has.
    #[schemars(with = "BTreeMap<String, Vec<Vec<String>>>")]
    impossible: BTreeMap<String, Vec<Vec<Spanned<String>>>>,
}

/// A share, or one for each criterion, in the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "stands for its schema")]
enum Shares {
    One(f64),
    Each(BTreeMap<String, f64>),
}

/// The choices of a category, in the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "stands for its schema")]
enum Choices {
    Excluded(bool),
    Named(BTreeMap<String, Condition>),
}

/// The condition of a choice, in the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "stands for its schema")]
enum Condition {
    Excluded(bool),
    Holds(String),
}

impl AdequacyConfig {
    /// The configured categories, by the path of the function. `line` names the line of a byte of the file.
    pub(crate) fn configured(&self, line: &dyn Fn(usize) -> String) -> BTreeMap<String, Configured> {
        let mut all: BTreeMap<String, Configured> = BTreeMap::new();
        for (function, categories) in &self.categories {
            let mut said: Vec<_> = categories.iter().collect();
            // In the order of the file: the first choice that holds counts.
            said.sort_by_key(|(_, category)| category.span().start);
            for (name, category) in said {
                let key = format!("adequacy.categories.\"{function}\".\"{name}\"");
                let at = |text: &str, start: usize, key: &str| {
                    let place = format!("{}: key `{key}`", line(start));
                    Located { text: text.to_owned(), place }
                };
                let choices = category.get_ref().0.as_ref().map(|choices| -> ConfiguredCategory {
                    let mut choices: Vec<_> = choices.iter().collect();
                    choices.sort_by_key(|(_, choice)| choice.span().start);
                    let located = choices.into_iter().map(|(name, choice)| {
                        let (start, key) = (choice.span().start, format!("{key}.\"{name}\""));
                        let condition = choice.get_ref().0.as_ref();
                        (at(name, start, &key), condition.map(|text| at(text, start, &key)))
                    });
                    located.collect()
                });
                let name = at(name, category.span().start, &key);
                all.entry(function.clone()).or_default().categories.push((name, choices));
            }
        }
        for (function, combinations) in &self.impossible {
            let located = |text: &Spanned<String>| Located {
                text: text.get_ref().clone(),
                place: format!("{}: key `adequacy.impossible.\"{function}\"`", line(text.span().start)),
            };
            let combinations = combinations.iter().map(|texts| texts.iter().map(located).collect());
            all.entry(function.clone()).or_default().impossible = combinations.collect();
        }
        all
    }
}

/// A number from 0 to 1.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "f64")]
pub(crate) struct Share(pub(crate) f64);

impl TryFrom<f64> for Share {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        if (0.0..=1.0).contains(&number) {
            Ok(Self(number))
        } else {
            Err("must be between 0 and 1".to_owned())
        }
    }
}

/// The name of a criterion.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CriterionName(pub(crate) &'static str);

impl<'de> Deserialize<'de> for CriterionName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        criterion(&name).map(Self).map_err(Error::custom)
    }
}

/// The criterion of this name, or an error that lists all names.
pub(crate) fn criterion(text: &str) -> Result<&'static str, String> {
    let found = CRITERIA.iter().find(|criterion| criterion.name == text);
    found.map(|criterion| criterion.name).ok_or_else(|| {
        let names: Vec<&str> = CRITERIA.iter().map(|criterion| criterion.name).collect();
        format!("unknown criterion `{text}`; expected one of {}", names.join(", "))
    })
}

/// One share for every criterion, or one per criterion.
#[derive(Debug, Default)]
pub(crate) struct Thresholds(pub(crate) Vec<(Option<&'static str>, f64)>);

impl<'de> Deserialize<'de> for Thresholds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shares;
        impl<'de> Visitor<'de> for Shares {
            type Value = Thresholds;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number between 0 and 1, or a table with one for each criterion")
            }

            fn visit_f64<E: Error>(self, share: f64) -> Result<Thresholds, E> {
                let share = Share::try_from(share).map_err(E::custom)?;
                Ok(Thresholds(vec![(None, share.0)]))
            }

            fn visit_i64<E: Error>(self, share: i64) -> Result<Thresholds, E> {
                self.visit_f64(share as f64)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Thresholds, A::Error> {
                let mut shares = Vec::new();
                while let Some((CriterionName(name), Share(share))) = map.next_entry()? {
                    shares.push((Some(name), share));
                }
                Ok(Thresholds(shares))
            }
        }
        deserializer.deserialize_any(Shares)
    }
}

/// `false`, or choices by name.
#[derive(Debug)]
struct Category(Option<BTreeMap<String, Spanned<Choice>>>);

/// `false`, or a condition.
#[derive(Debug)]
struct Choice(Option<String>);

impl<'de> Deserialize<'de> for Category {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Choices;
        impl<'de> Visitor<'de> for Choices {
            type Value = Category;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of choices, or `false` to leave the category out")
            }

            fn visit_bool<E: Error>(self, kept: bool) -> Result<Category, E> {
                if kept { Err(E::invalid_value(Unexpected::Bool(true), &self)) } else { Ok(Category(None)) }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Category, A::Error> {
                let choices = Deserialize::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Category(Some(choices)))
            }
        }
        deserializer.deserialize_any(Choices)
    }
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Condition;
        impl<'de> Visitor<'de> for Condition {
            type Value = Choice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a condition over the parameters, or `false` to leave the choice out")
            }

            fn visit_bool<E: Error>(self, kept: bool) -> Result<Choice, E> {
                if kept { Err(E::invalid_value(Unexpected::Bool(true), &self)) } else { Ok(Choice(None)) }
            }

            fn visit_str<E: Error>(self, condition: &str) -> Result<Choice, E> {
                Ok(Choice(Some(condition.to_owned())))
            }
        }
        deserializer.deserialize_any(Condition)
    }
}
