//! What `morph.toml` says of a function's categories: it adds, replaces and leaves out categories and choices, and names
//! combinations that are impossible.

use std::collections::BTreeMap;

use super::category::{Category, Choice, Origin, Test};
use morph_relation::{Scope, Type};
use morph_source::exit::{Code, fail};
use morph_source::scan::{Function, Subject};

/// A text of `morph.toml`, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The text.
    pub text: String,
    /// As errors begin: "morph.toml:3: key `adequacy.categories.demo::fare`".
    pub place: String,
}

impl Located {
    fn error(&self, why: &str) -> String {
        format!("{}: {why}", self.place)
    }
}

/// What is said of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configured {
    /// Categories by name; `None` leaves one out.
    pub categories: Vec<(Located, Option<ConfiguredCategory>)>,
    /// Names of choices that no input has together.
    pub impossible: Vec<Vec<Located>>,
}

/// Choices of a category by name, with their conditions over the parameters; `None` leaves one out.
pub type ConfiguredCategory = Vec<(Located, Option<Located>)>;

/// Refuses categories in `morph.toml` of functions that do not exist or cannot be tested.
pub fn refuse_unknown(
    configured: &BTreeMap<String, Configured>,
    functions: &[Function],
) -> anyhow::Result<()> {
    let Some((_, said)) = configured.iter().find(|(path, _)| !known(functions, path)) else {
        return Ok(());
    };
    let place = said.categories.first().map(|(name, _)| name).or(said.impossible.iter().flatten().next());
    let place = place.map_or("morph.toml", |located| &located.place);
    Err(fail(Code::Usage, format!("{place}: no function with this path can be tested")))
}

/// Whether a function that can be tested has this path. Nothing is known of crates that are not selected.
fn known(functions: &[Function], path: &str) -> bool {
    let krate = |path: &str| path.split("::").next().map(str::to_owned);
    functions.iter().any(|f| f.path == path && f.subject().is_some())
        || functions.iter().all(|f| krate(&f.path) != krate(path))
}

impl Configured {
    /// The derived categories with what is said of them. What is added comes first: an input has the first choice that
    /// it satisfies.
    pub(super) fn overlay(&self, mut all: Vec<Category>, subject: &Subject) -> Result<Vec<Category>, String> {
        let mut added = Vec::new();
        for (name, said) in &self.categories {
            let at = all.iter().position(|category| category.name == name.text);
            let Some(choices) = said else {
                let at = at.ok_or_else(|| unknown(name, "category", all.iter().map(|c| &*c.name)))?;
                all.remove(at);
                continue;
            };
            let mut category = match at {
                Some(at) => all.remove(at),
                None => Category { name: name.text.clone(), choices: Vec::new(), origin: Origin::Configured },
            };
            category.origin = Origin::Configured;
            let mut first = Vec::new();
            for (choice, condition) in choices {
                let known = category.choices.iter().position(|known| known.name == choice.text);
                match (condition, known) {
                    (None, Some(known)) => _ = category.choices.remove(known),
                    (None, None) => {
                        return Err(unknown(choice, "choice", category.choices.iter().map(|c| &*c.name)));
                    }
                    (Some(condition), known) => {
                        if let Some(known) = known {
                            category.choices.remove(known);
                        }
                        let test = Test::Condition(parse(condition, subject)?);
                        first.push(Choice { name: choice.text.clone(), test });
                    }
                }
            }
            category.choices.splice(0..0, first);
            added.push(category);
        }
        added.append(&mut all);
        Ok(added)
    }

    /// The impossible combinations by the numbers of categories and choices.
    pub(super) fn impossible_in(&self, all: &[Category]) -> Result<Vec<Vec<(usize, usize)>>, String> {
        let find = |wanted: &Located| {
            let mut found = all.iter().enumerate().flat_map(|(c, category)| {
                let named = move |choice: &Choice| {
                    choice.name == wanted.text || format!("{}: {}", category.name, choice.name) == wanted.text
                };
                category.choices.iter().enumerate().filter(move |(_, x)| named(x)).map(move |(n, _)| (c, n))
            });
            match (found.next(), found.next()) {
                (Some(one), None) => Ok(one),
                (Some(_), Some(_)) => Err(wanted
                    .error(&format!("several categories have `{}`: write `category: choice`", wanted.text))),
                _ => {
                    let names = all.iter().flat_map(|category| &category.choices).map(|choice| &*choice.name);
                    Err(unknown(wanted, "choice", names))
                }
            }
        };
        self.impossible.iter().map(|combination| combination.iter().map(find).collect()).collect()
    }
}

fn unknown<'a>(name: &Located, what: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    name.error(&format!("unknown {what} `{}`; expected one of {known}", name.text))
}

fn parse(condition: &Located, subject: &Subject) -> Result<morph_relation::Expr, String> {
    let scope = Scope { params: subject.signature().params, outs: Vec::new(), item: None };
    let expr = scope.parse(&condition.text).map_err(|why| condition.error(&why))?;
    match scope.type_of(&expr) {
        Some(Type::Bool) => Ok(expr),
        _ => Err(condition.error(&format!("`{}` is not a condition", condition.text))),
    }
}
