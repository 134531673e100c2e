//! Merges catalogues by functions: what is found in one belongs together, and to its tests.

use std::collections::BTreeMap;

use super::sides::{Conflict, marked, merged_map};
use crate::suite::catalogue::{Catalogue, Fingerprint, Record, WRITTEN};
use crate::suite::declare::NAME;

/// What stands in a catalogue and belongs together.
#[derive(Clone, Debug, Default, PartialEq)]
struct Part {
    records: Vec<Record>,
    region: Option<Fingerprint>,
}

/// What was found in a function, or a relation that a person wrote, by its id and what it says.
type Key = (String, Option<(String, String)>);

/// The merged text, and the functions whose relations both branches changed.
pub fn catalogue(sides: [Catalogue; 3]) -> (String, Vec<String>) {
    let (parts, mut conflicts) = merged_map(sides.map(parts));
    // Tests know which helpers they call: the next `discover` writes down what these look like.
    conflicts.retain(|conflict| !conflict.key.0.ends_with(&format!("::{NAME}")));
    let marks = conflicts.iter().map(|Conflict { ours, theirs, .. }| marked(&text(ours), &text(theirs)));
    let text = whole(parts.into_values()) + &marks.collect::<String>();
    (text, conflicts.into_iter().map(|conflict| conflict.key.0).collect())
}

fn parts(side: Catalogue) -> BTreeMap<Key, Part> {
    let mut parts: BTreeMap<Key, Part> = BTreeMap::new();
    for record in side.relations {
        let written = (record.strategy == WRITTEN).then(|| (record.id.clone(), record.then.clone()));
        parts.entry((record.function.clone(), written)).or_default().records.push(record);
    }
    for region in side.regions {
        let key = (region.path.clone(), None);
        parts.entry(key).or_default().region = Some(region);
    }
    parts
}

fn whole(parts: impl Iterator<Item = Part>) -> String {
    let (mut relations, mut regions) = (Vec::new(), Vec::new());
    for part in parts {
        relations.extend(part.records);
        regions.extend(part.region);
    }
    Catalogue::new(relations, regions, &Catalogue::default()).text()
}

/// A part as it stands in a catalogue, without what begins one.
fn text(part: &Option<Part>) -> String {
    let text = whole(part.clone().into_iter());
    text.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}
