//! Whole crates, small and real.

use std::path::PathBuf;

use super::package::{library, scanned};

#[test]
fn an_empty_crate_has_no_functions() {
    assert!(library("").is_empty());
}

#[test]
fn scanning_twice_gives_the_same() {
    let fixture = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/impure");
    assert_eq!(format!("{:?}", scanned(&fixture)), format!("{:?}", scanned(&fixture)));
}

mod by_hand {
    use std::fs;
    use std::path::PathBuf;

    use morph_source::exit::{Code, code_of};
    use morph_source::scan::{Filter, Verdict, scan};
    use morph_source::workspace::load;

    use crate::scan::package::{at, summary};

    /// Scans every package below the folder `MORPH_CRATES`, and lists `fn` keywords that no function accounts for.
    #[test]
    #[ignore = "needs a folder of packages"]
    fn real_crates_are_scanned() {
        let folder =
            PathBuf::from(std::env::var("MORPH_CRATES").expect("MORPH_CRATES names a folder of packages"));
        let mut dirs: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        dirs.sort();
        let keyword = regex::Regex::new(r"\bfn\s+[a-z_]\w*\s*[<(]").unwrap();
        for dir in dirs {
            let name = dir.file_name().unwrap().to_string_lossy().into_owned();
            let start = std::time::Instant::now();
            let workspace = match load(&at(&dir)) {
                Ok(workspace) => workspace,
                Err(error) => {
                    println!("{name}: {error}");
                    assert_ne!(code_of(&error), Code::Internal, "{name}: {error}");
                    continue;
                }
            };
            let functions = scan(&workspace, &Filter::default()).unwrap();
            let testable = functions.iter().filter(|f| matches!(f.verdict, Verdict::Testable(_))).count();
            println!("{name}: {} functions, {testable} testable, {:?}", functions.len(), start.elapsed());
            if std::env::var_os("MORPH_VERBOSE").is_some() {
                functions.iter().for_each(|f| println!("    {}: {}", f.path, summary(f)));
            }
            let mut files: Vec<&PathBuf> = workspace
                .packages
                .iter()
                .flat_map(|p| &p.targets)
                .flat_map(|t| &t.modules)
                .map(|m| &m.file)
                .collect();
            files.sort();
            files.dedup();
            for file in files {
                let text = fs::read_to_string(file).unwrap();
                for function in functions.iter().filter(|f| f.file == *file) {
                    let item = &text[function.item.clone()];
                    assert!(item.contains("fn "), "{}: {item}", function.path);
                    if let Some(body) = &function.body {
                        let body = &text[body.clone()];
                        assert!(body.starts_with('{') && body.ends_with('}'), "{}: {body}", function.path);
                    }
                }
                // What follows `#[cfg(test)]` at the start of a line is nearly always tests to the end.
                let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
                for (line, code) in code.lines().enumerate() {
                    if !keyword.is_match(code.split("//").next().unwrap_or_default()) {
                        continue;
                    }
                    if !functions.iter().any(|f| f.file == *file && f.line == line + 1) {
                        println!("    not listed: {}:{}: {}", file.display(), line + 1, code.trim());
                    }
                }
            }
        }
    }
}
