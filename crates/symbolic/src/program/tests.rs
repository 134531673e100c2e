use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{Program, lower};
use morph_source::scan::{Filter, read};
use morph_source::workspace::{Selection, load};

/// The program of a package.
fn program_of(folder: &Path) -> Program {
    let manifest_path = Some(folder.join("Cargo.toml"));
    let workspace = load(&Selection { manifest_path, ..Selection::default() }).unwrap();
    lower(&workspace, &read(&workspace, &Filter::default()).unwrap().world)
}

fn program(lib: &str) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
    fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/lib.rs"), lib).unwrap();
    program_of(folder.path())
}

/// `demo::f` of this source.
fn f(lib: &str) -> String {
    program(lib).functions["demo::f"].to_string()
}

#[test]
fn names_are_numbered_locals_and_shadowing_makes_new_ones() {
    let text = f(
        "fn f(a: i32, b: &mut u8) -> i32 { let a = a + 1; { let a = 2; g(a); } for a in 0..a { *b += 1; } a }
        fn g(_: i32) {}",
    );
    assert_eq!(
        text,
        "|v0: i32, v1: &mut u8| -> i32 { let v2 = (v0 + 1); { let v3 = 2; {fn demo::g}(v3); }; \
         for v4 in (0..v2) { *v1 += 1; }; v2 }"
    );
}

#[test]
fn alternatives_of_a_pattern_share_their_locals() {
    let text = f("enum E { A(u8), B { x: u8, y: u8 }, C }
        use E::*;
        fn f(e: E) -> u8 { match e { A(x) | B { x, .. } if x > 1 => x, E::B { y: z @ 1..=3, .. } => z,
            C => 0, other => 1 } }");
    assert_eq!(
        text,
        "|v0: demo::E| -> u8 { match v0 { {demo::E.A 0: v1} | {demo::E.B x: v1} if (v1 > 1) => v1, \
         {demo::E.B y: v2 @ 1..=3} => v2, {demo::E.C} => 0, v3 => 1 } }"
    );
}

#[test]
fn names_in_patterns_may_be_constants_and_unit_structs() {
    let text = f("const LOW: u8 = 3; struct Unit;
        fn f(n: Option<u8>, u: Unit) -> bool { let Unit = u; match n { Some(LOW) => true, None => false,
            Some(n) => n == LOW } }");
    assert_eq!(
        text,
        "|v0: Option<u8>, v1: demo::Unit| -> bool { let {demo::Unit.Unit} = v1; match v0 { \
         {Option.Some 0: {demo::LOW: u8 = 3}} => true, {Option.None} => false, {Option.Some 0: v2} => \
         (v2 == {demo::LOW: u8 = 3}) } }"
    );
}

#[test]
fn constants_stand_where_they_are_named_and_those_with_locals_are_functions() {
    let lib = "struct S; impl S { const N: usize = Self::M * 2; const M: usize = 4; }
        const TABLE: [u8; 4] = { let mut t = [0; S::M]; let mut i = 0; while i < 4 { t[i] = i as u8;
            i += 1; } t };
        fn f(i: usize) -> u8 { TABLE[i % S::N] }";
    let program = program(lib);
    assert_eq!(
        program.functions["demo::f"].to_string(),
        "|v0: usize| -> u8 { {demo::TABLE: [u8; 4] = {fn demo::TABLE as it is evaluated}()}\
         [(v0 % {demo::S::N: usize = ({demo::S::M: usize = 4} * 2)})] }"
    );
    assert_eq!(program.functions["demo::TABLE as it is evaluated"].locals, 2);
    assert!(program.constants.contains_key(&("demo::S".to_owned(), "N".to_owned())));
}

#[test]
fn what_lies_outside_has_one_path_however_it_is_named() {
    let text = f("use std::collections::{BTreeMap, HashMap as Map}; use std::f64::consts::*; use core::cmp;
        fn f(x: f64) -> f64 { let m: Map<u8, _> = Map::new(); let n = BTreeMap::<u8, char>::new();
            cmp::max(i32::MAX, std::i32::MAX); std::mem::drop(m); x * PI + f64::consts::E + f64::max(x,
            1.0) }");
    assert_eq!(
        text,
        "|v0: f64| -> f64 { let v1: HashMap<u8, _> = HashMap::new(); let v2 = BTreeMap::new::<u8, char>(); \
         cmp::max(i32::MAX, i32::MAX); mem::drop(v1); \
         (((v0 * f64::consts::PI) + f64::consts::E) + f64::max(v0, 1.0)) }"
    );
}

#[test]
fn functions_of_types_and_traits_are_found() {
    let text = f("#[derive(Clone, Default)] struct P { x: u8 }
        trait Area { const K: u8; fn area(&self) -> u8; fn twice(&self) -> u8 {
            self.area() * 2 * Self::K } fn make() -> u8 { 1 } }
        impl Area for P { const K: u8 = 3; fn area(&self) -> u8 { self.x } }
        impl Area for u8 { const K: u8 = 1; fn area(&self) -> u8 { *self } }
        impl From<u8> for P { fn from(x: u8) -> Self { Self { x } } }
        impl From<bool> for P { fn from(x: bool) -> P { P { x: x as u8 } } }
        impl std::ops::Add for P { type Output = P; fn add(self, o: Self) -> Self::Output { P {
            x: self.x + o.x } } }
        fn f<T: Area>(p: P, t: T) -> u8 { P::default(); P::from(3u8); P::make(); <P as Area>::area(&p);
            Area::area(&p); P::twice(&p);
            u8::make(); T::make() + T::K + P::K; p.area() + t.area() + p.clone().x }");
    assert_eq!(
        text,
        "|v0: demo::P, v1: _| -> u8 { demo::P::default(); \
         {one of demo::<P as From<u8>>::from | demo::<P as From<bool>>::from}(3u8); {fn demo::Area::make}(); \
         {fn demo::<P as Area>::area}(&v0); &v0.area{demo::<P as Area>::area}(); \
         {fn demo::Area::twice}(&v0); \
         {fn demo::Area::make}(); ((<T>::make() + <T>::K) + {demo::P::K: u8 = 3}); \
         ((v0.area{demo::<P as Area>::area}() + v1.area{demo::<P as Area>::area | demo::<u8 as Area>::area}()) + \
         v0.clone().x) }"
    );
}

#[test]
fn self_is_a_constructor_where_its_type_is_one() {
    let program = program(
        "struct W(u8); impl W { fn w(self) -> Self { let Self(x) = self; Self(x) } } struct U; impl U {
            fn u() -> U { Self } }",
    );
    let shown = |path: &str| program.functions[path].to_string();
    assert_eq!(
        shown("demo::W::w"),
        "|v0: demo::W| -> demo::W { let {demo::W.W 0: v1} = v0; {demo::W.W}(v1) }"
    );
    assert_eq!(shown("demo::U::u"), "|| -> demo::U { {demo::U.U} }");
}

#[test]
fn methods_stand_under_their_types_with_defaults_that_are_not_overridden() {
    let program = program(
        "struct P; trait T { fn a(&self) {} fn b(&self) {} }
        impl T for P { fn a(&self) {} } impl P { fn a(&self) {} } impl T for [u8] {} impl<X>
            T for Option<X> {}
        trait All { fn all(&self) {} } impl<X: Clone> All for X {}",
    );
    let of = |ty: &str, name: &str| program.methods[&(ty.to_owned(), name.to_owned())].join(" | ");
    assert_eq!(of("demo::P", "a"), "demo::P::a | demo::<P as T>::a");
    assert_eq!(of("demo::P", "b"), "demo::T::b");
    assert_eq!(of("Slice", "b"), "demo::T::b");
    assert_eq!(of("Option", "a"), "demo::T::a");
    assert_eq!(of("_", "all"), "demo::All::all");
}

#[test]
fn enums_have_their_discriminants_and_fields_their_shapes() {
    let program = program(
        "const K: i32 = 7; #[derive(Debug)] enum E<T> { A = -1, B, C = K + 1, D(Vec<T>, Option<u8>) }",
    );
    let definition = &program.types["demo::E"];
    let numbers: Vec<_> = definition.variants.iter().map(|variant| variant.discriminant).collect();
    assert_eq!(numbers, [Some(-1), Some(0), Some(8), Some(9)]);
    let fields: Vec<_> =
        definition.variants[3].fields.iter().map(|(name, shape)| format!("{name}: {shape}")).collect();
    assert_eq!(fields, ["0: Vec<_>", "1: Option<u8>"]);
}

#[test]
fn macros_of_std_are_what_they_mean() {
    let text = f(r#"fn f(a: u8, s: &mut String) -> bool {
            use std::fmt::Write;
            let v = vec![a, 1]; let w = vec![0u8; 3];
            write!(s, "{a:>4}{{}}{}{1:?}{n}", v[0], w, n = 3).unwrap();
            assert!(a > 1, "no {a}"); debug_assert_eq!(a, 2); println!("{a}");
            if a == 9 { unreachable!() }
            let t = concat!("x", 1, 'c');
            matches!(a, 1 | 2 if v.len() > 1) }"#);
    assert_eq!(
        text,
        "|v0: u8, v1: &mut String| -> bool { let v2 = vec![v0, 1]; let v3 = vec![0u8; 3]; \
         {format to v1 v0:>4 \"{}\" v2[0] v3:? 3}.unwrap(); {assert (v0 > 1)}; {assert v0 == 2}; { \
         {format v0}; }; \
         if (v0 == 9) { {panic} }; let v4 = \"x1c\"; {v0 matches 1 | 2 if (v2.len() > 1)} }"
    );
}

#[test]
fn macros_of_the_workspace_are_expanded() {
    let text = f("macro_rules! largest { ($a:expr) => { $a }; ($a:expr, $($rest:expr),+ $(,)?) => { {
            let tail = largest!($($rest),+); if $a > tail { $a } else { tail } } } }
        macro_rules! set { ($name:ident = $value:expr) => { let $name = $value * 2; } }
        fn f(x: u8, y: u8) -> u8 { set!(z = x + 1); largest!(x, y, z) }");
    assert_eq!(
        text,
        "|v0: u8, v1: u8| -> u8 { let v2 = ((v0 + 1) * 2); { let v4 = { let v3 = v2; if (v1 > v3) { v1 } \
        else { v3 } }; \
         if (v0 > v4) { v0 } else { v4 } } }"
    );
    let clash =
        f("macro_rules! twice { ($a:expr) => { { let x = 1; $a + x } } } fn f(x: u8) -> u8 { twice!(x) }");
    assert_eq!(clash, "|v0: u8| -> u8 { {? macro `twice!`} }");
}

#[test]
fn control_flow_keeps_its_labels_and_conditions_their_lets() {
    let text = f("fn f(o: Option<u8>, r: Result<u8, u8>) -> Result<u8, u8> {
            let Some(n) = o else { return Err(0) };
            let v = 'a: { if let Some(x) = o && x > 1 && let Ok(y) = r { break 'a x + y; } 3 };
            'outer: loop { while let Some(1) = o { continue 'outer; } break; }
            let (mut a, mut b) = (1, 2); (a, b) = (b, a); _ = b;
            let c = |x: u8, (p, _): (u8, u8)| x + p + n;
            Ok(r? + v + c(1, (2, 3)) + unsafe { -1i8 as u8 }) }");
    assert_eq!(
        text,
        "|v0: Option<u8>, v1: Result<u8, u8>| -> Result<u8, u8> { let {Option.Some 0: v2} = v0 else { return \
         {Result.Err}(0) }; let v5 = 'a: { if ((let {Option.Some 0: v3} = v0 && (v3 > \
         1)) && let {Result.Ok 0: v4} = v1) \
         { break 'a (v3 + v4); }; 3 }; 'outer: loop { while let {Option.Some 0: 1} = v0 { continue 'outer; \
         }; break; }; \
         let (v6, v7) = (1, 2); { let (v8, v9) = (v7, v6); v6 = v8; v7 = v9; }; { let _ = v7; }; \
         let v12 = |v10: u8, (v11, _): (u8, u8)| ((v10 + v11) + v2); \
         {Result.Ok}((((v1? + v5) + v12(1, (2, 3))) + { (-1i8 as u8) })) }"
    );
}

#[test]
fn slices_are_taken_apart_and_literals_keep_their_types() {
    let text = f("fn f(v: &[u8], c: char) -> u128 { match v { [] => 1_000, [a, .., b'z'] => *a as u128,
            [_, rest @ ..] => rest.len() as u128,
            _ => 340282366920938463463374607431768211455 }; match c { 'a'..='z' | '\\n' => 1, _ =>
            0x1F_u128 }; b\"ab\"; 1e3f32; 2f64; -1.5 }");
    assert_eq!(
        text,
        "|v0: [u8], v1: char| -> u128 { match v0 { [] => 1000, [v2, _.., 122u8] => (*v2 as u128), \
         [_, v3 @ _..] => (v3.len() as u128), _ => {? an integer above `i128::MAX`} }; \
         match v1 { 'a'..='z' | '\\n' => 1, _ => 31u128 }; &[97u8, 98u8]; 1000.0f32; 2.0f64; -1.5 }"
    );
}

#[test]
fn bounds_tell_what_parameters_are_converted_to() {
    let text =
        f("fn f<T: AsRef<[u8]>, U>(t: &T, u: U, v: impl Into<String>) -> usize where U: Into<Option<u8>> {
            u.into(); v.into(); t.as_ref().as_ref().len() }");
    assert_eq!(
        text,
        "|v0: _, v1: _, v2: _| -> usize { v1.into::<Option<u8>>(); v2.into::<String>(); \
         v0.as_ref::<[u8]>().as_ref().len() }"
    );
}

#[test]
fn parameters_that_are_constants_are_lengths_of_arrays() {
    let text = f("fn f<const N: usize, const M: usize>(a: &[u8; N]) -> usize {
            N + M + env!(\"CARGO_PKG_VERSION\").len() }");
    assert_eq!(
        text,
        "|v0: Array<u8>| -> usize { ((v0.len() + {? the parameter `M`, a constant}) + \"0.1.0\".len()) }"
    );
}

#[test]
fn what_is_not_compiled_is_left_out() {
    let text =
        f("fn f(a: u8) -> u8 { #[cfg(test)] let a = 1; match a { #[cfg(test)] 0 => 1, _ => if cfg!(test) {
            2 } else { 3 } } }");
    assert_eq!(text, "|v0: u8| -> u8 { match v0 { _ => if false { 2 } else { 3 } } }");
}

#[test]
fn every_function_of_the_fixtures_is_lowered_and_little_is_not_modelled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in ["business", "genmorph", "quickstart", "hostile", "impure"] {
        let program = program_of(&root.join(name));
        for body in program.functions.values() {
            for part in body.to_string().split("{? ").skip(1) {
                let what = part.split('}').next().unwrap_or_default();
                found.entry(name.to_owned()).or_default().push(format!("{}: {what}", body.path));
            }
        }
    }
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    assert!(names.iter().all(|name| ["hostile", "impure"].contains(name)), "{found:#?}");
}
