//! Evaluates `#[cfg(…)]` and `#[cfg_attr(…)]` as the compiler would without `--test`.

use std::collections::BTreeSet;
use std::process::Command;

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, LitBool, LitStr, Meta, Token, parenthesized};

use crate::process;

/// The options that are set: names alone (`unix`) and names with a value (`feature = "std"`).
///
/// All others are false, `test` and `doc` included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cfg {
    set: BTreeSet<(String, Option<String>)>,
}

impl Cfg {
    /// What `rustc --print cfg` says of the host; nothing if there is no `rustc`.
    pub fn of_host() -> Cfg {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        command.args(["--print", "cfg"]);
        process::output(command)
            .map_or_else(|_| Cfg::default(), |output| Cfg::read(&String::from_utf8_lossy(&output.stdout)))
    }

    /// Reads lines as `rustc --print cfg` writes them: `unix`, `target_os="linux"`.
    pub fn read(lines: &str) -> Cfg {
        let set = lines.lines().map(|line| match line.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.trim_matches('"').to_owned())),
            None => (line.to_owned(), None),
        });
        Cfg { set: set.collect() }
    }

    /// The same with these features.
    pub fn with_features(&self, features: &BTreeSet<String>) -> Cfg {
        let mut cfg = self.clone();
        cfg.set.extend(features.iter().map(|feature| ("feature".to_owned(), Some(feature.clone()))));
        cfg
    }

    /// The same with lines as `rustc --print cfg` writes them.
    pub(super) fn with_lines<'a>(&self, lines: impl IntoIterator<Item = &'a str>) -> Cfg {
        let mut cfg = self.clone();
        lines.into_iter().for_each(|line| cfg.set.extend(Cfg::read(line).set));
        cfg
    }

    /// Whether something with this name is set.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.set.iter().any(|(known, _)| known == name)
    }

    /// The value of a name that has one, such as `target_os`.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.set.iter().find(|(known, _)| known == name)?.1.as_deref()
    }

    /// Whether `cfg(…)`, as it stands in a manifest, holds.
    pub fn matches(&self, text: &str) -> bool {
        let inner = text.trim().strip_prefix("cfg(").and_then(|rest| rest.strip_suffix(')'));
        inner.and_then(|inner| syn::parse_str(inner).ok()).is_some_and(|predicate| self.holds(&predicate))
    }

    /// Whether the feature is on.
    pub fn has_feature(&self, feature: &str) -> bool {
        self.set.contains(&("feature".to_owned(), Some(feature.to_owned())))
    }

    /// Whether what carries these attributes is compiled.
    pub fn keeps(&self, attrs: &[Attribute]) -> bool {
        self.attributes(attrs).iter().all(|meta| match meta {
            Meta::List(list) if list.path.is_ident("cfg") => {
                list.parse_args::<Predicate>().is_ok_and(|predicate| self.holds(&predicate))
            }
            _ => true,
        })
    }

    /// The attributes with every `cfg_attr` replaced by what it stands for.
    pub fn attributes(&self, attrs: &[Attribute]) -> Vec<Meta> {
        let mut expanded = Vec::new();
        for attr in attrs {
            self.expand(attr.meta.clone(), &mut expanded);
        }
        expanded
    }

    fn expand(&self, meta: Meta, into: &mut Vec<Meta>) {
        match &meta {
            Meta::List(list) if list.path.is_ident("cfg_attr") => {
                if let Ok(CfgAttr { predicate, attributes }) = list.parse_args()
                    && self.holds(&predicate)
                {
                    for inner in attributes {
                        self.expand(inner, into);
                    }
                }
            }
            _ => into.push(meta),
        }
    }

    fn holds(&self, predicate: &Predicate) -> bool {
        match predicate {
            Predicate::Literal(value) => *value,
            Predicate::Option(name, value) => self.set.contains(&(name.clone(), value.clone())),
            Predicate::All(inner) => inner.iter().all(|p| self.holds(p)),
            Predicate::Any(inner) => inner.iter().any(|p| self.holds(p)),
            Predicate::Not(inner) => !self.holds(inner),
            Predicate::Unknown => false,
        }
    }
}

/// What stands in `cfg(…)`.
enum Predicate {
    Literal(bool),
    Option(String, Option<String>),
    All(Vec<Predicate>),
    Any(Vec<Predicate>),
    Not(Box<Predicate>),
    /// `version(…)`, `accessible(…)` and other things that stable Rust does not have.
    Unknown,
}

impl Parse for Predicate {
    fn parse(input: ParseStream<'_>) -> syn::Result<Predicate> {
        if input.peek(LitBool) {
            return Ok(Predicate::Literal(input.parse::<LitBool>()?.value));
        }
        let name = input.call(<Ident as syn::ext::IdentExt>::parse_any)?.to_string();
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            return Ok(Predicate::Option(name, Some(input.parse::<LitStr>()?.value())));
        }
        if !input.peek(syn::token::Paren) {
            return Ok(Predicate::Option(name, None));
        }
        let content;
        parenthesized!(content in input);
        if !matches!(name.as_str(), "all" | "any" | "not") {
            content.parse::<proc_macro2::TokenStream>()?;
            return Ok(Predicate::Unknown);
        }
        let inner: Vec<Predicate> =
            Punctuated::<Predicate, Token![,]>::parse_terminated(&content)?.into_iter().collect();
        Ok(match name.as_str() {
            "all" => Predicate::All(inner),
            "any" => Predicate::Any(inner),
            _ => Predicate::Not(Box::new(Predicate::All(inner))),
        })
    }
}

/// What stands in `cfg_attr(…)`.
struct CfgAttr {
    predicate: Predicate,
    attributes: Punctuated<Meta, Token![,]>,
}

impl Parse for CfgAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<CfgAttr> {
        let predicate = input.parse()?;
        input.parse::<Token![,]>()?;
        Ok(CfgAttr { predicate, attributes: Punctuated::parse_terminated(input)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps(attribute: &str) -> bool {
        let item: syn::ItemFn = syn::parse_str(&format!("{attribute} fn f() {{}}")).unwrap();
        let features = BTreeSet::from(["std".to_owned()]);
        Cfg::read("unix\ntarget_os=\"linux\"\n").with_features(&features).keeps(&item.attrs)
    }

    #[test]
    fn predicates_are_evaluated_without_test() {
        for (attribute, kept) in [
            ("", true),
            ("#[cfg(test)]", false),
            ("#[cfg(not(test))]", true),
            ("#[cfg(unix)]", true),
            ("#[cfg(target_os = \"linux\")]", true),
            ("#[cfg(target_os = \"windows\")]", false),
            ("#[cfg(feature = \"std\")]", true),
            ("#[cfg(feature = \"other\")]", false),
            ("#[cfg(all(unix, not(feature = \"other\")))]", true),
            ("#[cfg(any(test, windows))]", false),
            ("#[cfg(any())]", false),
            ("#[cfg(all())]", true),
            ("#[cfg(true)]", true),
            ("#[cfg(false)]", false),
            ("#[cfg(version(\"1.0\"))]", false),
            ("#[cfg(unix)] #[cfg(windows)]", false),
            ("#[cfg_attr(unix, cfg(test))]", false),
            ("#[cfg_attr(windows, cfg(test))]", true),
            ("#[cfg_attr(all(unix), inline, cfg_attr(unix, cfg(test)))]", false),
        ] {
            assert_eq!(keeps(attribute), kept, "{attribute}");
        }
    }

    #[test]
    fn the_host_is_known() {
        assert!(!Cfg::of_host().set.is_empty());
    }
}
