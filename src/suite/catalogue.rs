//! `morph/relations.toml`: the relations of a package, one key a line, sorted, so that branches merge.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml_edit::DocumentMut;

use morph_relation::RelationText;
use morph_source::conflict;
use morph_source::exit::{Code, fail};
use morph_source::files::read_if_there;
use morph_source::workspace::{Package, Workspace};

/// The newest schema that we read, and the one that we write.
const SCHEMA: i64 = 1;

pub use crate::search::WRITTEN;

/// A package's relations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    /// Sorted by function and id.
    pub relations: Vec<Record>,
    /// What the generated regions looked like when they were written.
    pub regions: Vec<Fingerprint>,
}

/// A relation as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Survives moving code within the module; may be left out of a relation that a person writes.
    #[serde(default)]
    pub id: String,
    /// The subject's path.
    pub function: String,
    /// Variables beside the parameters: `k: u64`.
    #[serde(default)]
    pub given: Vec<String>,
    /// The guard.
    #[serde(default = "always")]
    pub when: String,
    /// The follow-ups.
    #[serde(default)]
    pub followups: Vec<String>,
    /// The output relation.
    pub then: String,
    /// How floats compare.
    #[serde(default = "exact")]
    pub tolerance: String,
    /// Who found it.
    #[serde(default = "written")]
    pub strategy: String,
    /// The test's path below the crate's root.
    #[serde(default)]
    pub test: Option<String>,
    /// A hash of the code on which it was seen to hold.
    #[serde(default)]
    pub code: Option<String>,
    /// The table as it stands in the file, comments included.
    #[serde(skip)]
    raw: Option<String>,
}

/// What a generated region looked like when it was written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fingerprint {
    /// The function's path, or the test module's for its helpers.
    pub path: String,
    /// Of the region's text.
    pub checksum: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// A file that a person begins may do without.
    #[serde(rename = "schema", default)]
    _schema: i64,
    #[serde(default)]
    relation: Vec<Record>,
    #[serde(default)]
    region: Vec<Fingerprint>,
}

fn always() -> String {
    "true".to_owned()
}

fn exact() -> String {
    "exact".to_owned()
}

fn written() -> String {
    WRITTEN.to_owned()
}

/// The catalogue's path below its package.
pub const FILE: &str = "morph/relations.toml";

/// The path of a package's catalogue.
pub fn file_of(package: &Package) -> PathBuf {
    package.dir.join(FILE)
}

/// Reads a package's catalogue; one that does not exist is empty.
pub fn load_catalogue(package: &Package) -> anyhow::Result<Catalogue> {
    let file = file_of(package);
    read_if_there(&file)?.map_or_else(|| Ok(Catalogue::default()), |text| read_text(&text, &file))
}

/// Reads the catalogues of all packages, in their order.
pub fn load_catalogues(workspace: &Workspace) -> anyhow::Result<Vec<Catalogue>> {
    workspace.packages.iter().map(load_catalogue).collect()
}

/// Reads the text of a catalogue that lies at `file`.
pub fn read_text(text: &str, file: &Path) -> anyhow::Result<Catalogue> {
    read(text).or_else(|(line, why)| {
        conflict::refuse(text, file, Code::Usage)?;
        let line = line.map_or_else(String::new, |line| format!(":{line}"));
        Err(fail(Code::Usage, format!("{}{line}: {why}", file.display())))
    })
}

/// Reads a catalogue's text; an error has its line where there is one.
fn read(text: &str) -> Result<Catalogue, (Option<usize>, String)> {
    let located = |error: &toml::de::Error| {
        let at = error.span().map(|span| span.start);
        let line = at.map(|at| text[..at].matches('\n').count());
        let key = line
            .and_then(|line| text.lines().nth(line)?.split_once('='))
            .map(|(key, _)| format!("`{}`: ", key.trim()))
            .unwrap_or_default();
        (line.map(|line| line + 1), format!("{key}{}", error.message().replace('\n', " ")))
    };
    let table: toml::Table = text.parse().map_err(|error| located(&error))?;
    if let Some(newer) =
        table.get("schema").and_then(toml::Value::as_integer).filter(|schema| *schema > SCHEMA)
    {
        let why = format!(
            "`schema`: {newer} is newer than this cargo morph supports ({SCHEMA}); update cargo morph"
        );
        return Err((text.lines().position(|line| line.starts_with("schema")).map(|line| line + 1), why));
    }
    let file: File = toml::from_str(text).map_err(|error| located(&error))?;
    let mut relations = file.relation;
    let document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| (None, error.message().to_owned()))?;
    let tables = document.get("relation").and_then(|item| item.as_array_of_tables());
    for (record, table) in relations.iter_mut().zip(tables.into_iter().flat_map(|tables| tables.iter())) {
        let comment = table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().trim();
        let comment = if comment.is_empty() { String::new() } else { format!("{comment}\n") };
        record.raw = Some(format!("{comment}[[relation]]\n{}\n", table.to_string().trim()));
    }
    Ok(Catalogue { relations, regions: file.region })
}

impl Record {
    /// A relation as the catalogue stores it.
    pub fn new(
        id: &str,
        function: &str,
        text: RelationText,
        strategy: &str,
        test: String,
        code: Option<String>,
    ) -> Record {
        Record {
            id: id.to_owned(),
            function: function.to_owned(),
            given: text.given,
            when: text.when,
            followups: text.followups,
            then: text.then,
            tolerance: text.tolerance,
            strategy: strategy.to_owned(),
            test: Some(test),
            code,
            raw: None,
        }
    }

    /// The relation's texts.
    pub fn text(&self) -> RelationText {
        RelationText {
            given: self.given.clone(),
            when: self.when.clone(),
            followups: self.followups.clone(),
            then: self.then.clone(),
            tolerance: self.tolerance.clone(),
        }
    }

    /// The record of a relation that a person wrote, with the test that was written for it; everything else that the file
    /// says about it stays.
    pub fn with_test(&self, id: &str, test: &str, code: Option<&str>) -> Record {
        let mut record = Record {
            id: id.to_owned(),
            test: Some(test.to_owned()),
            code: code.map(str::to_owned),
            ..self.clone()
        };
        let document = self.raw.as_ref().and_then(|raw| raw.parse::<DocumentMut>().ok());
        record.raw = document.and_then(|mut document| {
            let table = document.get_mut("relation")?.as_array_of_tables_mut()?.get_mut(0)?;
            for (key, value) in [("id", Some(id)), ("test", Some(test)), ("code", code)] {
                let Some(value) = value else { continue };
                if table.get(key).and_then(toml_edit::Item::as_str) != Some(value) {
                    table.insert(key, toml_edit::value(value));
                }
            }
            Some(document.to_string())
        });
        record
    }

    /// Whether it reads as it did when its id was made.
    pub fn is_as_recorded(&self) -> bool {
        self.id.ends_with(&format!("-{}", self.text().digest(&self.function)))
    }

    /// The record with other paths of functions; without what is not known of its code, if a person changed it.
    pub fn with_paths(self, changed: &dyn Fn(&str) -> String) -> Record {
        let texts = |texts: &[String]| texts.iter().map(|text| changed(text)).collect();
        Record {
            code: self.code.clone().filter(|_| self.is_as_recorded()),
            function: changed(&self.function),
            when: changed(&self.when),
            followups: texts(&self.followups),
            then: changed(&self.then),
            raw: self.raw.as_ref().map(|raw| changed(raw)),
            ..self
        }
    }

    fn write(&self, out: &mut String) {
        if let Some(raw) = &self.raw {
            out.push_str(raw);
            return;
        }
        let value = |text: &str| toml_edit::Value::from(text).to_string();
        let list = |texts: &[String]| texts.iter().map(|text| value(text)).collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "[[relation]]\nid = {}\nfunction = {}", value(&self.id), value(&self.function));
        if !self.given.is_empty() {
            let _ = writeln!(out, "given = [{}]", list(&self.given));
        }
        let _ = writeln!(out, "when = {}\nfollowups = [{}]", value(&self.when), list(&self.followups));
        let _ = writeln!(out, "then = {}\ntolerance = {}", value(&self.then), value(&self.tolerance));
        let _ = writeln!(out, "strategy = {}", value(&self.strategy));
        if let Some(test) = &self.test {
            let _ = writeln!(out, "test = {}", value(test));
        }
        if let Some(code) = &self.code {
            let _ = writeln!(out, "code = {}", value(code));
        }
    }

    /// The same relation with what the file said about it, if nothing about it changed.
    fn over(self, old: &BTreeMap<&str, Vec<&Record>>) -> Record {
        let known = old.get(self.function.as_str()).into_iter().flatten();
        let raw = known.copied().find(|record| Record { raw: None, ..(*record).clone() } == self);
        Record { raw: raw.and_then(|record| record.raw.clone()), ..self }
    }
}

impl Catalogue {
    /// A catalogue of these relations; what `old` says of the same ones is kept as it stands.
    pub fn new(relations: Vec<Record>, mut regions: Vec<Fingerprint>, old: &Catalogue) -> Catalogue {
        let mut known: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
        for record in &old.relations {
            known.entry(&record.function).or_default().push(record);
        }
        let mut relations: Vec<Record> = relations
            .into_iter()
            .map(|record| if record.raw.is_some() { record } else { record.over(&known) })
            .collect();
        relations.sort_by(|a, b| (&a.function, &a.id, &a.then).cmp(&(&b.function, &b.id, &b.then)));
        regions.sort();
        Catalogue { relations, regions }
    }

    /// Whether there is nothing to store.
    pub fn is_empty(&self) -> bool {
        self.relations.is_empty() && self.regions.is_empty()
    }

    /// The checksum of a region, as it was written.
    pub fn checksum(&self, path: &str) -> Option<&str> {
        self.regions.iter().find(|region| region.path == path).map(|region| region.checksum.as_str())
    }

    /// The checksums of all regions, as they were written, by path.
    pub fn checksums(&self) -> BTreeMap<String, String> {
        self.regions.iter().map(|region| (region.path.clone(), region.checksum.clone())).collect()
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let mut out = format!("schema = {SCHEMA}\n");
        for record in &self.relations {
            out.push('\n');
            record.write(&mut out);
        }
        for region in &self.regions {
            let value = |text: &str| toml_edit::Value::from(text).to_string();
            let (path, checksum) = (value(&region.path), value(&region.checksum));
            let _ = write!(out, "\n[[region]]\npath = {path}\nchecksum = {checksum}\n");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "schema = 1

[[relation]]
id = \"gcd-000001\"
function = \"demo::gcd\"
when = \"true\"
followups = [\"(b, a)\"]
then = \"y1 == y0\"
tolerance = \"exact\"
strategy = \"enumerate\"
test = \"morph_tests::gcd_is_symmetric\"

# Euclid said so.
[[relation]]
function = \"demo::gcd\" # mine
followups = ['demo::quote(\"a\", b)']
then = \"y0 <= a\"

[[region]]
path = \"demo::gcd\"
checksum = \"0011223344556677\"
";

    #[test]
    fn what_is_read_is_written_back_byte_for_byte() {
        let catalogue = read(TEXT).unwrap();
        assert_eq!(catalogue.text(), TEXT);
        assert_eq!(catalogue.relations[1].strategy, WRITTEN);
        assert_eq!(catalogue.checksum("demo::gcd"), Some("0011223344556677"));
        let fresh = Record { raw: None, ..catalogue.relations[0].clone() };
        let mut out = String::new();
        fresh.write(&mut out);
        assert!(TEXT.contains(&out), "{out}");
    }

    #[test]
    fn quotation_marks_in_fingerprints_are_written_so_that_they_can_be_read() {
        let fingerprint = Fingerprint { path: "demo::\"gcd\"".to_owned(), checksum: "\\".to_owned() };
        let catalogue = Catalogue { relations: Vec::new(), regions: vec![fingerprint] };
        assert_eq!(read(&catalogue.text()).unwrap(), catalogue);
    }

    #[test]
    fn catalogues_of_any_text_are_read_or_refused_and_what_is_read_is_written_and_read_again() {
        morph_fuzz::fuzz("catalogues", &[TEXT, ""], |input| {
            let Ok(catalogue) = read_text(&String::from_utf8_lossy(input), Path::new(FILE)) else {
                return false;
            };
            let again = read(&catalogue.text()).unwrap();
            let plain = |catalogue: &Catalogue| {
                let records = catalogue.relations.iter().map(|record| Record { raw: None, ..record.clone() });
                (records.collect::<Vec<_>>(), catalogue.regions.clone())
            };
            assert_eq!(plain(&again), plain(&catalogue));
            true
        });
    }

    #[test]
    fn written_relation_gets_a_test_and_keeps_its_comments() {
        let catalogue = read(TEXT).unwrap();
        let with = catalogue.relations[1].with_test("gcd-000002", "morph_tests::gcd", Some("00ff"));
        let mut out = String::new();
        with.write(&mut out);
        let added = "id = \"gcd-000002\"\ntest = \"morph_tests::gcd\"\ncode = \"00ff\"\n";
        let [before, after] =
            ["# Euclid said so.\n", "then = \"y0 <= a\"\n"].map(|part| TEXT.find(part).unwrap());
        assert_eq!(out, format!("{}{added}", &TEXT[before..after + "then = \"y0 <= a\"\n".len()]));
        assert_eq!(with.with_test("gcd-000002", "morph_tests::gcd", Some("00ff")), with);
    }

    #[test]
    fn relations_are_sorted_by_function_and_id() {
        let catalogue = read(TEXT).unwrap();
        let mut reversed = catalogue.relations.clone();
        reversed.reverse();
        let ids: Vec<String> =
            Catalogue::new(reversed, Vec::new(), &catalogue).relations.into_iter().map(|r| r.id).collect();
        assert_eq!(ids, ["", "gcd-000001"]);
    }

    #[test]
    fn malformed_catalogues_are_refused_with_line_and_key() {
        for (from, to, line, part) in [
            ("then = \"y0 <= a\"", "then = 3", 17, "`then`: invalid type"),
            ("function = \"demo::gcd\" #", "funktion = \"demo::gcd\" #", 15, "`funktion`: unknown field"),
            ("schema = 1", "schema = 2", 1, "newer than this cargo morph"),
            ("schema = 1", "schema = ", 1, "`schema`"),
            ("checksum", "checksun", 21, "unknown field"),
        ] {
            let (at, why) = read(&TEXT.replace(from, to)).unwrap_err();
            assert_eq!(at, Some(line), "{why}");
            assert!(why.contains(part), "{why}");
        }
    }
}
