use std::time::Instant;

use crate::scan::collect::collect;
use crate::scan::{Filter, read};
use crate::workspace::{Selection, load};

#[test]
fn timing() {
    for dir in std::env::var("DIRS").unwrap().split(',') {
        let workspace = load(&Selection { manifest_path: Some(format!("{dir}/Cargo.toml").into()), ..Selection::default() }).unwrap();
        let t = Instant::now();
        let (world, _) = collect(&workspace).unwrap();
        let c = t.elapsed();
        let t = Instant::now();
        let program = super::lower(&workspace, &world);
        let l = t.elapsed();
        let t = Instant::now();
        _ = read(&workspace, &Filter::default()).unwrap();
        println!("{dir}: {} functions, collect {c:?}, lower {l:?}, read {:?}", program.functions.len(), t.elapsed());
        let mut all = std::collections::BTreeMap::<String, usize>::new();
        for body in program.functions.values() {
            let text = body.to_string();
            for part in text.split("{? ").skip(1) {
                *all.entry(part.split('}').next().unwrap().to_owned()).or_default() += 1;
            }
        }
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        for (what, n) in all.iter().take(40) { println!("  {n} {what}"); }
        if std::env::var("SHOW").is_ok() { for body in program.functions.values() { println!("{} = {body}", body.path); } }
    }
}
