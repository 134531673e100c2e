//! Tests and their tables of sources, as they stand in the files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use morph_source::visit::Visit;
use syn::{Expr, Item};

use super::documentation::evidence;
use super::entry::Evidence;
use super::literal::{Constants, read_value};
use super::rows::filled;
use morph_relation::{Type, Value};
use morph_source::scan::Subject;
use morph_source::scan::attributes::documentation;
use morph_source::workspace::{self, Target};

/// Modules with tests, each file parsed once.
#[derive(Default)]
pub struct Tables {
    files: BTreeMap<PathBuf, Result<Vec<Item>, String>>,
}

impl Tables {
    /// The items of the module that holds a test, by the path below the crate's root that libtest prints.
    pub fn module_of(&mut self, target: &Target, test: &str) -> Result<&[Item], String> {
        let mut names: Vec<&str> = test.split("::").collect();
        names.pop();
        // The tree has no module that is for tests only: from the nearest one that it has, names lead on.
        let starts =
            |path: &[String]| path.len() <= names.len() && path.iter().zip(&names).all(|(a, b)| a == b);
        let nearest =
            target.modules.iter().filter(|module| starts(&module.path)).max_by_key(|m| m.path.len());
        let Some(nearest) = nearest else { return Err("the crate has no root".to_owned()) };
        let mut place =
            Place { file: nearest.file.clone(), inline: Vec::new(), dir: nearest.child_dir.clone() };
        if nearest.inline.is_some() {
            let whole = target.modules.iter().filter(|m| m.inline.is_none() && m.file == nearest.file);
            let whole = whole.map(|m| m.path.len()).max().unwrap_or(0);
            place.inline = nearest.path[whole..].to_vec();
        }
        for name in &names[nearest.path.len()..] {
            let child = self.items(&place)?.iter().find_map(|item| match item {
                Item::Mod(module) if module.ident == name => Some(module),
                _ => None,
            });
            let gone = || format!("its test `{test}` does not exist: there is no module `{name}`");
            let child = child.ok_or_else(gone)?;
            let is_inline = child.content.is_some();
            if is_inline {
                place.inline.push((*name).to_owned());
            } else {
                let plain = place.dir.join(format!("{name}.rs"));
                let folder = place.dir.join(name).join("mod.rs");
                place.file = [plain, folder].into_iter().find(|file| file.is_file()).ok_or_else(gone)?;
                place.inline = Vec::new();
            }
            place.dir = place.dir.join(name);
        }
        self.items(&place)
    }

    fn items(&mut self, place: &Place) -> Result<&[Item], String> {
        let file = self.files.entry(place.file.clone()).or_insert_with(|| parse(&place.file));
        let mut items: &[Item] = file.as_ref().map_err(Clone::clone)?;
        for name in &place.inline {
            let inner = items.iter().find_map(|item| match item {
                Item::Mod(module) if module.ident == name => module.content.as_ref(),
                _ => None,
            });
            items = inner
                .map(|(_, items)| items.as_slice())
                .ok_or_else(|| format!("module `{name}` does not exist"))?;
        }
        Ok(items)
    }
}

/// A module: in which file, below which inline modules, and where its children's files lie.
struct Place {
    file: PathBuf,
    inline: Vec<String>,
    dir: PathBuf,
}

fn parse(file: &Path) -> Result<Vec<Item>, String> {
    workspace::parse(file).map(|source| source.ast.items).map_err(|error| error.to_string())
}

/// The sources of a test: the rows of the constant, or the array, that its first loop goes over.
///
/// Rows hold the subject's arguments in its parameters' order, and the relation's variables after them: one value, or a
/// tuple of several. Columns that are `idle` may be left out.
pub fn sources_of(
    module: &[Item],
    test: &str,
    subject: &Subject,
    idle: &[usize],
) -> Result<Vec<Vec<Value>>, String> {
    let (_, function) =
        function_of(module, test).ok_or_else(|| format!("its test `{test}` does not exist"))?;
    let has = |name: &str| function.attrs.iter().any(|attribute| attribute.path().is_ident(name));
    if !has("test") {
        return Err(format!("`{test}` is not a test"));
    }
    if has("ignore") {
        return Err(format!("its test `{test}` is ignored"));
    }
    let mut constants = Constants::new();
    constants.extend(module.iter().filter_map(constant));
    let inner = function.block.stmts.iter().filter_map(|stmt| match stmt {
        syn::Stmt::Item(item) => constant(item),
        _ => None,
    });
    constants.extend(inner);
    let mut first = FirstLoop(None);
    first.visit_block(&function.block);
    let looped = first.0.ok_or_else(|| format!("its test `{test}` does not loop over a table of sources"))?;
    let looped = table_of(looped);
    let table = match looped {
        // A function without parameters that makes them.
        Expr::Call(call) if call.args.is_empty() => {
            let name = match &*call.func {
                Expr::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
                _ => None,
            };
            let name = name.unwrap_or_default();
            let made = module.iter().find_map(|item| match item {
                Item::Fn(f) if f.sig.ident == name => match f.block.stmts.last() {
                    Some(syn::Stmt::Expr(table, None)) => Some(table),
                    _ => None,
                },
                _ => None,
            });
            made.ok_or_else(|| format!("its test `{test}` loops over `{name}()`, which does not exist"))?
        }
        Expr::Path(path) => {
            let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            let gone = || format!("its test `{test}` loops over `{name}`, which does not exist");
            *constants.get(&name).ok_or_else(gone)?
        }
        table => table,
    };
    let types: Vec<Type> = subject.params.iter().map(|param| param.ty.clone()).collect();
    let whole = rows_of(table, &types, &constants);
    let kept = types.iter().enumerate().filter(|(place, _)| !idle.contains(place));
    let kept: Vec<Type> = kept.map(|(_, ty)| ty.clone()).collect();
    let rows = match whole {
        Err(_) if !idle.is_empty() => rows_of(table, &kept, &constants)
            .map(|rows| rows.into_iter().map(|row| filled(row, idle, &types)).collect()),
        whole => whole,
    };
    rows.map_err(|why| format!("the sources of its test `{test}` cannot be read: {why}"))
}

/// The rows of a table with columns of these types.
fn rows_of(table: &Expr, types: &[Type], constants: &Constants<'_>) -> Result<Vec<Vec<Value>>, String> {
    let row = if types.len() == 1 { types[0].clone() } else { Type::Tuple(types.to_vec()) };
    let rows = match table {
        Expr::Macro(_) => Type::Vec(Box::new(row)),
        _ => Type::Slice(Box::new(row)),
    };
    let Value::Seq(rows) = read_value(table, &rows, constants)? else {
        return Err("they are not a table".to_owned());
    };
    let row = |row: &Value| match row {
        Value::Tuple(values) if types.len() != 1 => values.to_vec(),
        value => vec![value.clone()],
    };
    Ok(rows.iter().map(row).collect())
}

/// The place of a test in its module, and what its documentation says was seen of its relation.
pub fn evidence_of(module: &[Item], test: &str) -> Option<(usize, Option<Evidence>)> {
    let (place, function) = function_of(module, test)?;
    let mut lines = function.attrs.iter().rev().filter_map(|attribute| documentation(&attribute.meta));
    Some((place, lines.find_map(|line| evidence(&line))))
}

/// The function of a test, by the path that libtest prints, and its place.
fn function_of<'a>(module: &'a [Item], test: &str) -> Option<(usize, &'a syn::ItemFn)> {
    let name = test.rsplit("::").next().unwrap_or(test);
    module.iter().enumerate().find_map(|(place, item)| match item {
        Item::Fn(function) if function.sig.ident == name => Some((place, function)),
        _ => None,
    })
}

fn constant(item: &Item) -> Option<(String, &Expr)> {
    match item {
        Item::Const(constant) => Some((constant.ident.to_string(), &*constant.expr)),
        Item::Static(constant) => Some((constant.ident.to_string(), &*constant.expr)),
        _ => None,
    }
}

struct FirstLoop<'a>(Option<&'a Expr>);

impl<'a> Visit<'a> for FirstLoop<'a> {
    fn visit_expr_for_loop(&mut self, looped: &'a syn::ExprForLoop) {
        self.0.get_or_insert(&looped.expr);
    }
}

/// What is looped over: the table of `TABLE`, `&TABLE`, `TABLE.iter()`, `[1, 2].into_iter()`.
fn table_of(looped: &Expr) -> &Expr {
    const SAME: [&str; 4] = ["iter", "into_iter", "copied", "cloned"];
    match looped {
        Expr::Reference(e) => table_of(&e.expr),
        Expr::Paren(e) => table_of(&e.expr),
        Expr::MethodCall(e) if e.args.is_empty() && SAME.iter().any(|name| e.method == name) => {
            table_of(&e.receiver)
        }
        table => table,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{IntType, Type};

    fn subject(params: &[Type]) -> Subject {
        let names: Vec<String> = (0..params.len()).map(|i| format!("p{i}")).collect();
        let params: Vec<(&str, Type)> =
            names.iter().map(String::as_str).zip(params.iter().cloned()).collect();
        Subject::free("demo::f", &params, Type::Unit)
    }

    #[test]
    fn columns_that_nothing_is_said_of_may_be_left_out() {
        let (text, byte) = (Type::Ref(Box::new(Type::Str)), Type::Int(IntType::U8));
        let read = |table: &str| {
            let test = format!("{table} #[test] fn t() {{ for _ in ROWS {{}} }}");
            let items = syn::parse_file(&test).unwrap().items;
            sources_of(&items, "morph_tests::t", &subject(&[text.clone(), byte.clone()]), &[0])
        };
        let rows = |first: &str| Ok(vec![vec![Value::str(first), Value::Int(7)]]);
        assert_eq!(read("const ROWS: &[(&str, u8)] = &[(\"a\", 7)];"), rows("a"));
        assert_eq!(read("const ROWS: &[u8] = &[7];"), rows(""));
        assert!(read("const ROWS: &[(u8, u8)] = &[(7, 7)];").is_err());
    }

    fn read(text: &str, params: &[Type]) -> Result<Vec<Vec<Value>>, String> {
        sources_of(&syn::parse_file(text).unwrap().items, "morph_tests::t", &subject(params), &[])
    }

    fn ints(rows: &[&[i128]]) -> Vec<Vec<Value>> {
        rows.iter().map(|row| row.iter().map(|n| Value::Int(*n)).collect()).collect()
    }

    const U8: Type = Type::Int(IntType::U8);

    #[test]
    fn table_is_found_by_its_name_wherever_a_person_put_it() {
        for text in [
            "const T: &[(u8, u8)] = &[(1, 2), (BIG, u8::MAX - 1)];\nconst BIG: u8 = 200;\n#[test]\nfn t() { for &(a, b) in T { f(a, b); } }",
            "#[test]\nfn t() { const T: [(u8, u8); 2] = [(1, 2), (200, 254)]; for (a, b) in T.iter().copied() {} }",
            "#[test]\nfn t() { let n = 3; for (a, b) in [(1, 2), (200, 254)] {} }",
            "static T: [(u8, u8); 2] = [(1, 2), (200, 254)];\n#[test]\nfn t() { { for (a, b) in &T { for c in 0..3 {} } } }",
        ] {
            assert_eq!(read(text, &[U8, U8]), Ok(ints(&[&[1, 2], &[200, 254]])), "{text}");
        }
        let one = "const T: &[u8] = &[1, 2];\n#[test]\nfn t() { for &a in T {} }";
        assert_eq!(read(one, &[U8]), Ok(ints(&[&[1], &[2]])));
        let pair = Type::Tuple(vec![U8, U8]);
        let tuple = "const T: &[(u8, u8)] = &[(1, 2)];\n#[test]\nfn t() { for &a in T {} }";
        assert_eq!(
            read(tuple, &[pair]),
            Ok(vec![vec![Value::Tuple(vec![Value::Int(1), Value::Int(2)].into())]])
        );
    }

    #[test]
    fn what_does_not_test_is_named() {
        for (text, why) in [
            ("fn u() {}", "its test `morph_tests::t` does not exist"),
            ("fn t() {}", "`morph_tests::t` is not a test"),
            ("#[test]\n#[ignore]\nfn t() {}", "is ignored"),
            ("#[test]\nfn t() { f(3); }", "does not loop over a table"),
            ("#[test]\nfn t() { for &a in T {} }", "loops over `T`, which does not exist"),
            (
                "#[test]\nfn t() { for a in 0..3 {} }",
                "cannot be read: an expression cannot be read as a `[u8]`",
            ),
            ("#[test]\nfn t() { for a in [1, 256] {} }", "cannot be read: expected a `u8`"),
        ] {
            let error = read(text, &[U8]).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
