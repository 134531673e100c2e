//! Verdicts on relations: what waits, what is accepted and what is rejected.

use cargo_morph::report::{Explanation, List, PendingRelation, Review};

use crate::project::{Ended, Project};

const OWN: [&str; 2] = ["--operators", "own"];

fn pending(project: &Project) -> Vec<PendingRelation> {
    let ended = project.run(&["review", "--format", "json"]).well();
    let review: Review = serde_json::from_str(&ended.stdout).expect("a document");
    review.pending
}

/// What is written, by id.
fn written(project: &Project) -> Vec<String> {
    let catalogue = std::fs::read_to_string(project.root.join("morph/relations.toml")).unwrap_or_default();
    let ids = catalogue.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
    ids.map(str::to_owned).collect()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn what_waits_is_written_only_when_it_is_accepted_and_never_when_it_is_rejected() {
    let project = Project::tiny();
    let before = project.tree();
    let ended: Ended = project.discover(&[&["--pending"][..], &OWN].concat()).well();
    assert!(ended.stderr.contains("pending; `cargo morph review` shows"), "{}", ended.stderr);
    assert_eq!(project.tree(), before, "nothing is written");

    let all = pending(&project);
    assert!(all.len() >= 3, "{all:?}");
    let [first, second] = [&all[0], &all[1]];
    assert!(first.test.contains(&format!("fn {}(", first.test_name)), "{first:?}");
    assert!(first.test.contains("#[test]") && first.test.contains("/// Held on"), "{first:?}");
    assert!(!first.relation.samples.is_empty(), "{first:?}");
    let shown = project.run(&["review"]).well().stdout;
    assert!(shown.contains(&first.relation.readable) && shown.contains(&first.relation.id), "{shown}");

    // One by its id, one by the name of its test.
    project.run(&["accept", &first.relation.id]).well();
    assert_eq!(written(&project).join(" "), first.relation.id);
    project.run(&["reject", &second.test_name, "--because", "nobody cares"]).well();
    let left = pending(&project);
    assert_eq!(left.len(), all.len() - 2);
    let verdicts = project.get("morph/verdicts.toml");
    assert!(verdicts.contains("says = \"rejected\"") && verdicts.contains("nobody cares"), "{verdicts}");

    project.run(&["accept", "--all"]).well();
    assert_eq!(written(&project).len(), all.len() - 1);
    assert_eq!(pending(&project), []);
    project.run(&["check", "--all"]).well();

    // A later search has not forgotten.
    project.discover(&OWN).well();
    assert!(!written(&project).contains(&second.relation.id));
    assert!(written(&project).contains(&first.relation.id));
    project.run(&["accept", &second.relation.id]).well();
    assert!(!project.root.join("morph/verdicts.toml").exists(), "the verdict is taken back");
    project.discover(&OWN).well();
    assert!(written(&project).contains(&second.relation.id));
}

#[test]
fn rejected_relations_go_and_the_tests_of_others_stay_as_they_are() {
    let project = Project::searched();
    let tests = project.get("src/morph_tests.rs");
    let all = written(&project);
    let id = all.iter().find(|id| id.starts_with("distance-")).expect("a law of `distance`");
    let listed = project.run(&["list", "--format", "json"]).well();
    let listed: List = serde_json::from_str(&listed.stdout).expect("a document");
    let listed = listed.relations.iter().find(|relation| relation.id == *id).expect("it is listed");
    // As `list` and the test runner name it.
    project.run(&["reject", listed.test.as_deref().expect("a test")]).well();
    assert!(!written(&project).contains(id));
    assert_eq!(written(&project).len(), all.len() - 1);
    let left = project.get("src/morph_tests.rs");
    assert!(!left.contains(id.as_str()));
    let evidence = |text: &str| {
        let lines = text.lines().filter(|line| line.contains("Held on") && !line.contains(id.as_str()));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(evidence(&left), evidence(&tests));
    project.run(&["check", "--all"]).well();
    project.run(&["reject", id]).refused(1, &[id, "no relation of this id is pending or written"]);
    project
        .run(&["accept", "distance-000000"])
        .refused(1, &["no relation of this id is pending or rejected"]);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn rejected_law_stays_away_after_its_function_has_moved_to_another_name() {
    let project = Project::searched();
    let all = written(&project);
    let id = all.iter().find(|id| id.starts_with("distance-")).expect("a law of `distance`");
    let law = project.get("src/morph_tests.rs");
    let law = law.lines().take_while(|line| !line.contains(id.as_str())).filter(|l| l.starts_with("/// "));
    let law = law.last().expect("the law stands before its evidence").replace("distance(", "apart(");
    project.run(&["reject", id]).well();
    project.put("src/lib.rs", &project.get("src/lib.rs").replace("fn distance(", "fn apart("));
    project.discover(&OWN).well();
    let tests = project.get("src/morph_tests.rs");
    assert!(tests.contains("// morph:begin apart\n"), "{tests}");
    assert!(!tests.lines().any(|line| line == law), "{law}\n{tests}");
}

#[test]
fn what_has_changed_since_it_was_found_is_not_accepted() {
    let project = Project::tiny();
    project.discover(&[&["--pending"][..], &OWN].concat()).well();
    let all = pending(&project);
    let own = all.iter().find(|relation| relation.function == "tiny::distance").expect("a law of `distance`");
    project.put("src/lib.rs", &project.get("src/lib.rs").replace("if a > b", "if a >= b"));
    let before = project.tree();
    let refused = project.run(&["accept", &own.relation.id]);
    refused.refused(1, &["`tiny::distance` has changed since", "cargo morph discover --pending"]);
    assert_eq!(project.tree(), before);
}

#[test]
fn nothing_pending_is_said_and_verdicts_need_a_relation() {
    let project = Project::tiny();
    let ended = project.run(&["review"]).well();
    assert_eq!(
        ended.stdout,
        "no relations are pending; `cargo morph discover --pending` searches for new ones\n"
    );
    for command in ["accept", "reject"] {
        assert_eq!(project.run(&[command]).code, Some(1));
    }
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn deleted_test_is_a_verdict_once_it_is_confirmed_and_its_region_is_ours_again() {
    let project = Project::searched();
    let tests = project.get("src/morph_tests.rs");
    // Its table stays behind.
    let (region, _) = tests.split_once("// morph:end").expect("a region");
    let at = region.rfind("\n\n/// ").expect("a test behind another") + 1;
    let name = region[at..].split("fn ").nth(1).and_then(|rest| rest.split('(').next()).expect("a test");
    project.put("src/morph_tests.rs", &format!("{}{}", &tests[..at], &tests[region.len()..]));
    let ended = project.discover(&OWN).well();
    let said = ended.stderr.lines().find(|line| line.contains("deleted by hand")).expect("it is noticed");
    assert!(said.contains(name), "{said}");
    let id = said.split("cargo morph reject ").nth(1).and_then(|rest| rest.split('`').next()).expect("an id");
    let without = project.get("src/morph_tests.rs");
    assert!(!without.contains(&format!("fn {name}(")), "{without}");

    project.run(&["reject", id]).well();
    assert!(without.contains("const DISTANCE_SOURCES"), "{without}");
    assert!(!project.get("src/morph_tests.rs").contains("DISTANCE_SOURCES"));
    let check = project.run(&["check", "--all", "--deny-stale"]).well();
    assert!(!check.stdout.contains("stale"), "{}", check.stdout);
    let ended = project.discover(&OWN).well();
    assert!(!ended.stderr.contains("by hand"), "{}", ended.stderr);
    assert!(!project.get("src/morph_tests.rs").contains(&format!("fn {name}(")));
}

#[test]
fn relations_are_listed_and_explained_with_what_the_last_search_found() {
    let project = Project::tiny();
    project.discover(&OWN).well();
    let listed = project.run(&["list", "--format", "json"]).well();
    let list: List = serde_json::from_str(&listed.stdout).expect("a document");
    let mut ids: Vec<&str> = list.relations.iter().map(|relation| relation.id.as_str()).collect();
    ids.sort_unstable();
    let mut known = written(&project);
    known.sort_unstable();
    assert_eq!(ids, known);
    let shown = project.run(&["list"]).well().stdout;
    assert!(list.relations.iter().all(|relation| shown.contains(&relation.readable)), "{shown}");
    for relation in list.relations.iter().take(3) {
        let test = relation.test.as_ref().expect("a test");
        for name in [&relation.id, test, test.rsplit("::").next().expect("a name")] {
            let told = project.run(&["explain", name, "--format", "json"]).well();
            let told: Explanation = serde_json::from_str(&told.stdout).expect("a document");
            assert_eq!(&told.relation, relation);
            assert_eq!(told.changed, Some(false));
            let search = told.search.expect("a search");
            assert!(!search.samples.is_empty() && !search.grade_reason.is_empty(), "{search:?}");
        }
    }
    let even = list.relations.iter().find(|relation| relation.function == "tiny::even").expect("a law");
    let told = project.run(&["explain", &even.id]).well().stdout;
    assert!(told.contains("Examples:") && told.contains("It kills"), "{told}");
    project.put("src/lib.rs", &project.get("src/lib.rs").replace("n % 2 == 0", "n & 1 == 0"));
    let told = project.run(&["explain", &even.id]).well().stdout;
    assert!(told.contains("changed since"), "{told}");
    let misspelt = even.id.replace("even", "evem");
    project.run(&["explain", &misspelt]).refused(1, &[&format!("did you mean `{}`?", even.id)]);
}
