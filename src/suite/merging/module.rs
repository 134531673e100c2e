//! Merges test modules by their regions.

use std::path::Path;

use super::sides::{Merged, marked, merged, together};
use crate::suite::plan::{HELPERS, helpers_in};
use crate::suite::regions::Pieces;

/// The merged text, and the functions whose tests both branches changed; `None` where both changed what stands outside of the
/// regions.
pub fn module(sides: [&str; 3], file: &Path) -> anyhow::Result<Option<(String, Vec<String>)>> {
    let [base, ours, theirs] = sides.map(|text| Pieces::read(text, file));
    let (base, ours, theirs) = (base?, ours?, theirs?);
    let outside = |pieces: &Pieces| -> Vec<String> {
        pieces.outside().lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
    };
    let is_theirs = match merged(Some(outside(&base)), Some(outside(&ours)), Some(outside(&theirs))) {
        Merged::Conflict(..) => return Ok(None),
        Merged::Agreed(text) => text != Some(outside(&ours)),
    };
    let mut into = if is_theirs { theirs.clone() } else { ours.clone() };
    let names = together(&ours.names(), &theirs.names());
    let order = |name: &str| names.iter().position(|known| known == name).unwrap_or(usize::MAX);
    let mut conflicts = Vec::new();
    for name in together(&names, &base.names()) {
        let text = |pieces: &Pieces| pieces.region(&name).map(str::to_owned);
        match merged(text(&base), text(&ours), text(&theirs)) {
            Merged::Agreed(None) => into.remove(&name),
            Merged::Agreed(Some(text)) => into.put(&name, &text, &order),
            Merged::Conflict(Some(ours), Some(theirs)) if name == HELPERS => {
                into.put(&name, &helpers_in(&(ours + &theirs)), &order);
            }
            Merged::Conflict(ours, theirs) => {
                let text = marked(&ours.unwrap_or_default(), &theirs.unwrap_or_default());
                into.put(&name, &text, &order);
                conflicts.push(name);
            }
        }
    }
    Ok(Some((into.text(), conflicts)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::regions::region;
    use morph_relation::Helper;

    fn whole(outside: &str, regions: &[(&str, &str)]) -> String {
        let regions = regions.iter().map(|(name, body)| format!("\n{}", region(name, body)));
        outside.to_owned() + &regions.collect::<String>()
    }

    fn merge(sides: [&str; 3]) -> Option<(String, Vec<String>)> {
        module(sides, Path::new("morph_tests.rs")).expect("regions that end")
    }

    #[test]
    fn regions_of_both_branches_stand_in_their_order() {
        let base = whole("use super::*;\n", &[("b", "1"), ("e", "1")]);
        let ours = whole("use super::*;\n", &[("a", "1"), ("b", "1"), ("e", "2")]);
        let theirs = whole("use super::*;\n// mine\n", &[("b", "1"), ("c", "1"), ("e", "1")]);
        let merged = whole("use super::*;\n// mine\n", &[("a", "1"), ("b", "1"), ("c", "1"), ("e", "2")]);
        assert_eq!(merge([&base, &ours, &theirs]), Some((merged.clone(), Vec::new())));
        assert_eq!(merge([&base, &theirs, &ours]), Some((merged, Vec::new())));
        let gone = whole("use super::*;\n", &[("e", "1")]);
        assert_eq!(
            merge([&base, &gone, &ours]),
            Some((whole("use super::*;\n", &[("a", "1"), ("e", "2")]), Vec::new()))
        );
    }

    #[test]
    fn helpers_of_both_branches_are_kept() {
        let helpers = |all: &[Helper]| all.iter().map(|helper| helper.code()).collect::<Vec<_>>().join("\n");
        let [first, second] = [&Helper::ALL[..1], &Helper::ALL[1..2]].map(helpers);
        let side = |helpers: &str| whole("use super::*;\n", &[("a", "1"), (HELPERS, helpers)]);
        let both = side(&helpers(&Helper::ALL[..2]));
        assert_eq!(merge(["", &side(&first), &side(&second)]), Some((both, Vec::new())));
    }

    #[test]
    fn what_both_changed_is_marked_and_other_texts_are_not_merged() {
        let [base, ours, theirs] =
            ["0", "1", "2"].map(|body| whole("use super::*;\n", &[("a", body), ("b", "1")]));
        let (text, conflicts) = merge([&base, &ours, &theirs]).expect("regions only");
        let marks =
            format!("<<<<<<< ours\n{}=======\n{}>>>>>>> theirs\n", region("a", "1"), region("a", "2"));
        assert_eq!(
            (text.as_str(), conflicts),
            (
                &*whole("use super::*;\n", &[("b", "1")]).replacen("\n\n", &format!("\n\n{marks}\n"), 1),
                vec!["a".to_owned()]
            )
        );
        assert_eq!(merge([&base, &format!("// x\n{base}"), &format!("// y\n{base}")]), None);
    }
}
