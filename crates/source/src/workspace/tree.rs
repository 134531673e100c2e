//! The module tree of a crate, by the rules of the Rust reference ("Modules", "The path attribute").

use std::path::{Path, PathBuf};

use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Item, ItemMod, Lit, Meta};

use super::Module;
use super::cfg::Cfg;
use super::manifest::normal;
use super::source::{Source, parse};
use crate::exit::{Code, fail};

/// The modules of the crate whose root file is `root`: depth first, the root first.
pub(super) fn modules(root: &Path, cfg: &Cfg) -> anyhow::Result<Vec<Module>> {
    let mut walk = Walk { cfg, found: Vec::new(), open: Vec::new() };
    let dir = folder(root);
    walk.file(root, Vec::new(), dir)?;
    Ok(walk.found)
}

struct Walk<'a> {
    cfg: &'a Cfg,
    found: Vec<Module>,
    /// The files that we are in, to notice one that includes itself.
    open: Vec<PathBuf>,
}

/// Where the modules declared in a module are looked for.
struct Place<'a> {
    path: &'a [String],
    /// Without `#[path]`.
    child_dir: &'a Path,
    /// With `#[path]`: the folder of the file, or, in an inline module, its `child_dir`.
    path_dir: &'a Path,
}

impl Walk<'_> {
    /// A module that is a file of its own.
    fn file(&mut self, file: &Path, path: Vec<String>, child_dir: PathBuf) -> anyhow::Result<()> {
        let source = parse(file)?;
        if !self.cfg.keeps(&source.ast.attrs) && !path.is_empty() {
            return Ok(());
        }
        self.open.push(file.to_owned());
        self.found.push(Module {
            path: path.clone(),
            file: file.to_owned(),
            child_dir: child_dir.clone(),
            child_path: None,
            inline: None,
        });
        let place = Place { path: &path, child_dir: &child_dir, path_dir: &folder(file) };
        self.items(&source, &source.ast.items, &place)?;
        self.open.pop();
        Ok(())
    }

    fn items(&mut self, source: &Source, items: &[Item], place: &Place<'_>) -> anyhow::Result<()> {
        for item in items {
            if let Item::Mod(module) = item
                && self.cfg.keeps(&module.attrs)
            {
                self.module(source, module, place)?;
            }
        }
        Ok(())
    }

    fn module(&mut self, source: &Source, module: &ItemMod, place: &Place<'_>) -> anyhow::Result<()> {
        let mut path = place.path.to_vec();
        path.push(module.ident.to_string());
        let name = module.ident.unraw().to_string();
        let given = self.path_attribute(module).map(|given| plain(place.path_dir.join(given)));
        let Some((braces, items)) = &module.content else {
            let (file, child_dir) = match given {
                Some(file) if file.is_file() => {
                    let dir = folder(&file);
                    (file, dir)
                }
                // Until its build script has run, a package may seem to have another path.
                Some(_) if conditional(module) => return Ok(()),
                Some(file) => return Err(missing(source, module, &[file])),
                None => {
                    let beside = place.child_dir.join(format!("{name}.rs"));
                    let below = place.child_dir.join(&name).join("mod.rs");
                    match (beside.is_file(), below.is_file()) {
                        (true, _) => (beside, place.child_dir.join(&name)),
                        (_, true) => (below, place.child_dir.join(&name)),
                        // Where a build script decides which path it has, we cannot know it.
                        _ if conditional(module) => {
                            return Ok(());
                        }
                        _ => return Err(missing(source, module, &[beside, below])),
                    }
                }
            };
            if self.open.contains(&file) {
                return Err(located(source, module, format!("module `{name}` includes itself")));
            }
            return self.file(&file, path, child_dir);
        };
        let child_dir = given.unwrap_or_else(|| place.child_dir.join(&name));
        let open = source.range(braces.span.open());
        let close = source.range(braces.span.close());
        self.found.push(Module {
            path: path.clone(),
            file: source.file.clone(),
            child_dir: child_dir.clone(),
            child_path: None,
            inline: Some(open.end..close.start),
        });
        self.items(source, items, &Place { path: &path, child_dir: &child_dir, path_dir: &child_dir })
    }

    /// The text of `#[path = "…"]`, behind `cfg_attr` too.
    fn path_attribute(&self, module: &ItemMod) -> Option<PathBuf> {
        self.cfg.attributes(&module.attrs).into_iter().find_map(|meta| match meta {
            Meta::NameValue(pair) if pair.path.is_ident("path") => match pair.value {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(PathBuf::from(text.value())),
                _ => None,
            },
            _ => None,
        })
    }
}

fn conditional(module: &ItemMod) -> bool {
    module.attrs.iter().any(|attr| attr.path().is_ident("cfg_attr"))
}

/// Without `..`, unless a link on the way gives it another meaning.
fn plain(path: PathBuf) -> PathBuf {
    let plain = normal(&path);
    match (path.canonicalize(), plain.canonicalize()) {
        (Ok(there), Ok(same)) if there != same => there,
        _ => plain,
    }
}

fn folder(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).to_owned()
}

fn missing(source: &Source, module: &ItemMod, tried: &[PathBuf]) -> anyhow::Error {
    let tried: Vec<String> = tried.iter().map(|file| file.display().to_string()).collect();
    located(source, module, format!("module `{}` has no file; create {}", module.ident, tried.join(" or ")))
}

fn located(source: &Source, module: &ItemMod, message: String) -> anyhow::Error {
    let at = module.mod_token.span().start();
    fail(Code::DoesNotBuild, format!("{}:{}:{}: {message}", source.file.display(), at.line, at.column + 1))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::exit::code_of;

    /// Writes the files and lists the modules as `path file child_dir`.
    fn tree(files: &[(&str, &str)]) -> anyhow::Result<Vec<String>> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let short = |path: &Path| path.strip_prefix(folder.path()).unwrap().display().to_string();
        let modules = modules(&folder.path().join(files[0].0), &Cfg::read("unix"))?;
        Ok(modules
            .iter()
            .map(|m| format!("{} {} {}", m.path.join("::"), short(&m.file), short(&m.child_dir)))
            .collect())
    }

    #[test]
    fn modules_are_found_in_files_beside_and_below() {
        let found = tree(&[
            ("src/lib.rs", "mod a; mod b; #[cfg(test)] mod tests; #[cfg(windows)] mod absent;"),
            ("src/a.rs", "mod c; mod i { mod d; }"),
            ("src/a/c.rs", ""),
            ("src/a/i/d.rs", ""),
            ("src/b/mod.rs", "mod e;"),
            ("src/b/e.rs", ""),
        ]);
        assert_eq!(
            found.unwrap(),
            [
                " src/lib.rs src",
                "a src/a.rs src/a",
                "a::c src/a/c.rs src/a/c",
                "a::i src/a.rs src/a/i",
                "a::i::d src/a/i/d.rs src/a/i/d",
                "b src/b/mod.rs src/b",
                "b::e src/b/e.rs src/b/e",
            ]
        );
    }

    #[test]
    fn path_attributes_follow_the_reference() {
        let found = tree(&[
            (
                "src/lib.rs",
                "mod a; #[path = \"other/x.rs\"] mod x; #[cfg_attr(unix, path = \"unix.rs\")] mod sys;
                 #[path = \"files\"] mod t { #[path = \"tls.rs\"] mod local; mod plain; }",
            ),
            ("src/a.rs", "#[path = \"foo.rs\"] mod c; mod inline { #[path = \"other.rs\"] mod inner; }"),
            ("src/foo.rs", ""),
            ("src/a/inline/other.rs", ""),
            ("src/other/x.rs", "mod y;"),
            ("src/other/y.rs", ""),
            ("src/unix.rs", ""),
            ("src/files/tls.rs", ""),
            ("src/files/plain.rs", ""),
        ]);
        assert_eq!(
            found.unwrap(),
            [
                " src/lib.rs src",
                "a src/a.rs src/a",
                "a::c src/foo.rs src",
                "a::inline src/a.rs src/a/inline",
                "a::inline::inner src/a/inline/other.rs src/a/inline",
                "x src/other/x.rs src/other",
                "x::y src/other/y.rs src/other/y",
                "sys src/unix.rs src",
                "t src/lib.rs src/files",
                "t::local src/files/tls.rs src/files",
                "t::plain src/files/plain.rs src/files/plain",
            ]
        );
    }

    #[test]
    fn missing_and_broken_files_do_not_build() {
        let error = tree(&[("src/lib.rs", "\nmod gone;")]).unwrap_err();
        assert_eq!(code_of(&error), Code::DoesNotBuild);
        assert!(error.to_string().contains("lib.rs:2:1: module `gone` has no file"), "{error}");
        let error = tree(&[("src/lib.rs", "mod a;"), ("src/a.rs", "fn f( {\n")]).unwrap_err();
        assert_eq!(code_of(&error), Code::DoesNotBuild);
        assert!(error.to_string().contains("a.rs:1:"), "{error}");
        let error = tree(&[("src/lib.rs", "#[path = \"lib.rs\"] mod again;")]).unwrap_err();
        assert!(error.to_string().contains("includes itself"), "{error}");
    }
}
