//! A suspect as a test, for the module of the function.

use super::suspect::Suspect;
use crate::suite::{Calls, formatted};
use morph_relation::{TestNames, render_test, source_table};
use morph_source::scan::Subject;

/// The test; empty where it cannot be written.
pub fn test(suspect: &Suspect, subject: &Subject, subjects: &[Subject], edition: &str) -> String {
    let name = plain(&suspect.test);
    let text = if suspect.relation.followups.is_empty() && suspect.relation.then.is_yes() {
        let call = suspect.executions.first().map(|call| call.call.clone()).unwrap_or_default();
        Some(format!("#[test]\nfn {name}() {{\n    let _ = {call};\n}}\n"))
    } else {
        rendered(suspect, subject, subjects, &name, edition)
    };
    let Some(text) = text else { return String::new() };
    formatted(&text, edition, std::path::Path::new(".")).unwrap_or(text)
}

/// A module with the test of a bug that is known and not mended, which cargo runs on demand alone; and its name.
pub fn kept(id: &str, law: &str, test: &str) -> (String, String) {
    let name = plain(&id.replace('-', "_"));
    let ignored = test.replacen("#[test]\n", "#[test]\n#[ignore = \"a known bug\"]\n", 1);
    let text =
        format!("/// A known bug: `{law}` does not hold.\nmod {name} {{\nuse super::*;\n\n{ignored}}}\n");
    (name, text)
}

fn rendered(
    suspect: &Suspect,
    subject: &Subject,
    subjects: &[Subject],
    name: &str,
    edition: &str,
) -> Option<String> {
    let signature = subject.signature();
    let others = |path: &str| subjects.iter().find(|other| other.path == path);
    let calls = Calls::new(subject, &others);
    let lookup = |path: &str| calls.signature(path);
    let (call, import) = (|path: &str| calls.name(path), |path: &str| calls.import(path));
    let inline_args = !matches!(edition, "2015" | "2018");
    let table = format!("{}_SOURCES", signature.title().to_uppercase());
    let names = TestNames {
        test: name,
        table: &table,
        call: &call,
        import: &import,
        doc: &[],
        inline_args,
        idle: &[],
    };
    let test = render_test(&suspect.relation, &signature, &lookup, &names).ok()?;
    let columns = signature.with_given(&suspect.relation.given);
    let sources = source_table(&table, &columns, std::slice::from_ref(&suspect.input));
    let helpers: Vec<String> = test.helpers.iter().map(|helper| helper.code().to_owned()).collect();
    Some(format!("{sources}\n{}\n{}", test.text, helpers.join("\n")))
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect()
}
