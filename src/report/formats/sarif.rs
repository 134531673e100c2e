//! SARIF 2.1.0, with a result for each violation and each stale entry.

use anyhow::Context as _;
use serde_json::{Value, json};

use super::violation::details;
use crate::options::Share;
use crate::report::wording::partial;
use crate::report::{Check, CheckVerdict};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The log. Its two rules are the two things that can be wrong; positions are relative to the workspace's root.
pub fn log(check: &Check) -> anyhow::Result<String> {
    let violations = check.violations().map(|(function, relation)| {
        let mut result = result("violated", "error", &details(function, relation));
        result["locations"] = json!([location(&function.file, function.line)]);
        // The same violation keeps its alert while lines move.
        result["partialFingerprints"] = json!({ "relation/v1": relation.id });
        result
    });
    let failed = check.functions.iter().filter(|function| function.verdict == CheckVerdict::Failed);
    let failed = failed.map(|function| {
        let why = function.reason.as_deref().unwrap_or("none of its relations applies to any input");
        let mut result =
            result("stale", "warning", &format!("`{}` could not be checked: {why}", function.path));
        result["locations"] = json!([location(&function.file, function.line)]);
        result
    });
    let stale = check.stale.iter().map(|stale| result("stale", "warning", &stale.message));
    let rules = vec![
        rule("violated", "A metamorphic relation is violated", "error"),
        rule("stale", "A metamorphic relation is stale", "warning"),
    ];
    whole(rules, violations.chain(failed).chain(stale).collect(), check.share)
}

/// A log with these rules and results, of a shard or of all functions.
pub fn whole(rules: Vec<Value>, results: Vec<Value>, share: Option<Share>) -> anyhow::Result<String> {
    let mut log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    if let Some(share) = share {
        // Results with different ids do not replace each other.
        log["runs"][0]["automationDetails"] = json!({
            "id": format!("{}/{}-of-{}/", env!("CARGO_PKG_NAME"), share.shard, share.of),
            "description": { "text": partial(share) },
        });
    }
    serde_json::to_string_pretty(&log).map(|text| text + "\n").context("cannot write SARIF")
}

/// A result of a rule.
pub fn result(rule: &str, level: &str, message: &str) -> Value {
    json!({ "ruleId": rule, "level": level, "message": { "text": message } })
}

/// A rule.
pub fn rule(id: &str, description: &str, level: &str) -> Value {
    json!({
        "id": id,
        "shortDescription": { "text": description },
        "defaultConfiguration": { "level": level },
    })
}

/// A place in a file, relative to the workspace's root.
pub fn location(file: &str, line: usize) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(file), "uriBaseId": "%SRCROOT%" },
        "region": { "startLine": line },
    } })
}

/// A relative path as a URI: only what needs no escape stays.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let slashes = path.replace('\\', "/");
    let text = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    slashes.bytes().map(text).collect()
}
