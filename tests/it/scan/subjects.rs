//! What is known of a subject, and which functions are listed.

use morph_relation::Value;
use morph_source::scan::{Asks, Filter, Patterns, callable, scan, tested};

use super::package::{check, library, opened, package, paths, scanned, subject, verdicts};

#[test]
fn constants_come_from_the_body_then_from_callees() {
    let functions = library(
        r#"
        const LIMIT: i64 = -1_000;
        static NAMES: [&str; 2] = ["I", "V"];
        fn helper(x: f64) -> f64 { if x > 0.5 { 3e2 } else { helper(x + 2f64) } }
        fn f(n: i64, c: char) -> f64 {
            match n { -7 => return 1.25f32 as f64, 10..=0x14 if c == 'q' => {}, LIMIT => {}, _ => {} }
            let _ = (n - LIMIT, NAMES[0], b'a', "text", format!("{} of {}", n, 42));
            assert!(n != 77, "message");
            helper(-0.0)
        }
        fn big(n: u128) -> bool { n == u128::MAX || n > 340282366920938463463374607431768211455 }
        "#,
    );
    let values = |path: &str| subject(&functions, path).constants.clone();
    assert_eq!(
        values("demo::f"),
        [
            Value::Int(-7),
            Value::F32(1.25),
            Value::Int(10),
            Value::Int(20),
            Value::Char('q'),
            Value::Int(-1000),
            Value::str("I"),
            Value::str("V"),
            Value::Int(0),
            Value::Int(97),
            Value::str("text"),
            Value::Int(42),
            Value::Int(77),
            Value::F64(-0.0),
            Value::F64(0.5),
            Value::F64(300.0),
            Value::F64(2.0),
        ]
    );
    assert_eq!(values("demo::big"), [Value::Big(u128::MAX)]);
}

#[test]
fn conversions_and_constructors_name_types_as_every_module_can() {
    let functions = library(
        r#"
        pub mod colour {
            pub struct Grey { level: u8 }
            impl Grey {
                pub fn of(level: u8) -> Grey { Grey { level } }
                fn hidden(level: u8) -> Grey { Grey { level } }
                pub fn level(&self) -> u8 { self.level }
            }
            impl From<&crate::ink::Ink> for Grey { fn from(ink: &crate::ink::Ink) -> Grey { Grey { level: ink.drops } } }
        }
        pub mod ink { pub struct Ink { pub drops: u8 } }
        mod deep {
            pub mod deeper {
                pub struct Buried { pub n: u8 }
                impl From<u8> for Buried { fn from(n: u8) -> Buried { Buried { n } } }
            }
        }
        pub fn free(n: u8) -> u8 { n }
        "#,
    );
    let elsewhere = |path: &str| {
        let subject = subject(&functions, path);
        let named = subject.elsewhere.as_ref().map(|named| (named.of.as_str(), named.by.as_deref()));
        (subject.in_crate, named)
    };
    assert_eq!(elsewhere("demo::colour::Grey::of"), (true, Some(("crate::colour::Grey", None))));
    assert_eq!(elsewhere("demo::colour::Grey::hidden"), (false, None));
    assert_eq!(elsewhere("demo::colour::Grey::level"), (true, None));
    assert_eq!(
        elsewhere("demo::colour::<Grey as From<&crate::ink::Ink>>::from"),
        (true, Some(("crate::colour::Grey", Some("From<&crate::ink::Ink>"))))
    );
    assert_eq!(elsewhere("demo::deep::deeper::<Buried as From<u8>>::from"), (false, None));
    assert_eq!(elsewhere("demo::free"), (true, None));
}

#[test]
fn byte_ranges_are_those_of_the_file() {
    let code = "\u{feff}// é\r\nmod a {\r\n    /// Twice ü.\r\n    #[inline]\r\n    pub fn twice(n: u8) -> u8 {\r\n        n * 2 // ß\r\n    }\r\n}\r\n";
    let project = package(&[("src/lib.rs", code)]);
    let functions = scanned(&project.root);
    let [twice] = functions.as_slice() else { panic!("{functions:?}") };
    let item =
        "/// Twice ü.\r\n    #[inline]\r\n    pub fn twice(n: u8) -> u8 {\r\n        n * 2 // ß\r\n    }";
    assert_eq!(&code[twice.item.clone()], item);
    assert_eq!(&code[twice.body.clone().unwrap()], "{\r\n        n * 2 // ß\r\n    }");
    assert_eq!(twice.line, 5);
    let workspace = opened(&project.root);
    let module = &workspace.packages[0].targets[0].modules[1];
    assert_eq!(code[module.inline.clone().unwrap()].trim(), item);
}

fn selecting(patterns: Patterns) -> Filter {
    Filter { patterns, ..Filter::default() }
}

#[test]
fn filters_leave_out_functions_but_not_what_they_do() {
    let project = package(&[
        ("src/lib.rs", "mod a; pub fn f(n: u64) -> u64 { a::g(n) }"),
        ("src/a.rs", "pub fn g(n: u64) -> u64 { println!(); n }"),
    ]);
    let workspace = opened(&project.root);
    let files = globset::GlobSet::builder().add(globset::Glob::new("src/lib.rs").unwrap()).build().unwrap();
    let filter = selecting(Patterns { files: Some(files), ..Patterns::default() });
    check(
        &scan(&workspace, &filter).unwrap(),
        &[("demo::f", "calls `println!` (writes to standard output) via `g`")],
    );
    let pattern = || Some(regex::Regex::new("::g$").unwrap());
    let filter = selecting(Patterns { function: pattern(), ..Patterns::default() });
    assert_eq!(paths(&scan(&workspace, &filter).unwrap()), ["demo::a::g"]);
    let filter = selecting(Patterns { not_function: pattern(), ..Patterns::default() });
    assert_eq!(paths(&scan(&workspace, &filter).unwrap()), ["demo::f"]);
    let files = globset::GlobSet::builder().add(globset::Glob::new("src/lib.rs").unwrap()).build().unwrap();
    let filter = selecting(Patterns { not_files: Some(files), ..Patterns::default() });
    assert_eq!(paths(&scan(&workspace, &filter).unwrap()), ["demo::a::g"]);
}

#[test]
fn duplicate_paths_are_numbered() {
    let functions = library(
        "struct W<T>(T); impl W<u8> { fn f(&self) {} } impl W<u16> { fn f(&self) {} }
         fn g(n: u8) -> u8 { if n > 1 { fn h() {} h() } else { fn h() {} h() } n }",
    );
    assert_eq!(paths(&functions), ["demo::W::f", "demo::W::f#2", "demo::g", "demo::g::h", "demo::g::h#2"]);
}

#[test]
fn conditions_of_a_body_on_parameters_and_their_fields_are_known() {
    let functions = library(
        r##"
        const GROWN: u8 = 18;
        pub struct Ticket { pub price: i64, pub code: String }
        impl Ticket {
            pub fn class(&self, age: u8, name: &str, xs: &[u8], c: char) -> u8 {
                if age < GROWN && self.price >= -5 { return 1 }
                if xs.len() > 3 || name.chars().count() == 2 { return 2 }
                assert!(age != 99, "never {age}");
                match (*name).as_ref() { "vip" | "crew" => return 3, _ => {} }
                match (age, c) { (30..=40, 'q') => return 4, _ => {} }
                if matches!(c, 'x'..='z' if age > 1) || (7..9).contains(&age) { return 5 }
                if self.code.starts_with("off-") || name.ends_with('!') || age == other(age) { return 6 }
                fn other(age: u8) -> u8 { if age == 55 { 1 } else { 2 } }
                0
            }
        }
        "##,
    );
    let found = &subject(&functions, "demo::Ticket::class").conditions;
    let told: Vec<(usize, Option<&str>, &Asks)> =
        found.iter().map(|c| (c.param, c.field.as_deref(), &c.asks)).collect();
    let int = |n| Asks::Value(Value::Int(n));
    let char = |c| Asks::Value(Value::Char(c));
    let expected = [
        (1, None, int(18)),
        (0, Some("price"), int(-5)),
        (3, None, Asks::Length(3)),
        (2, None, Asks::Length(2)),
        (1, None, int(99)),
        (2, None, Asks::Value(Value::str("vip"))),
        (2, None, Asks::Value(Value::str("crew"))),
        (1, None, int(30)),
        (1, None, int(40)),
        (4, None, char('q')),
        (4, None, char('x')),
        (4, None, char('z')),
        (1, None, int(7)),
        (1, None, int(9)),
        (0, Some("code"), Asks::Begins("off-".to_owned())),
        (2, None, Asks::Ends("!".to_owned())),
    ];
    assert_eq!(told, expected.iter().map(|(param, field, asks)| (*param, *field, asks)).collect::<Vec<_>>());
}

#[test]
fn builders_start_with_a_constructor_that_takes_arguments() {
    let functions = library(
        r#"
        pub struct Style { rule: fn(char) -> bool, width: usize, indent: String }
        impl Style {
            pub fn new(width: usize) -> Style { Style { rule: |_| true, width, indent: String::new() } }
            pub fn indent(self, indent: String) -> Style { Style { indent, ..self } }
            pub fn wider(self, by: usize) -> Style { Style { width: self.width.saturating_add(by), ..self } }
            pub fn width(&self) -> usize { self.width }
        }
        "#,
    );
    let style = subject(&functions, "demo::Style::width").adts()[0].clone();
    let recipes: Vec<String> = style.constructors().iter().map(|recipe| format!("{recipe:?}")).collect();
    assert!(
        recipes.iter().any(|recipe| recipe.contains("{T}::new({}).indent({}).wider({})")),
        "{recipes:#?}",
    );
}

#[test]
fn setters_make_values_that_a_constructor_does_not() {
    let functions = library(
        r#"
        pub struct Shown { number: u8, wide: bool, sign: char }
        impl Shown {
            pub fn new(number: u8) -> Shown { Shown { number, wide: false, sign: '+' } }
            pub fn with_number(mut self, number: u8) -> Shown { self.number = number; self }
            pub fn with_wide(mut self, wide: bool) -> Shown { self.wide = wide; self }
            pub fn sign(mut self, sign: char) -> Shown { self.sign = sign; self }
            pub fn doubled(mut self, times: u8) -> Shown { self.number *= times; self }
            pub fn number(&self) -> u8 { self.number }
        }
        "#,
    );
    let shown = subject(&functions, "demo::Shown::number").adts()[0].clone();
    let recipes: Vec<String> = shown.constructors().iter().map(|recipe| format!("{recipe:?}")).collect();
    assert!(
        recipes.iter().any(|recipe| recipe.contains("{T}::new({}).sign({}).with_wide({})")),
        "{recipes:#?}",
    );
    assert!(
        !recipes.iter().any(|recipe| recipe.contains("doubled") || recipe.contains("with_number")),
        "{recipes:#?}"
    );
}

#[test]
fn conversions_make_values_that_constructors_do_not() {
    let functions = library(
        r#"
        pub struct Digits { bytes: Vec<u8> }
        impl Digits {
            pub fn new(n: u64) -> Digits { Digits { bytes: n.to_string().into_bytes() } }
            pub fn len(&self) -> usize { self.bytes.len() }
        }
        impl TryFrom<&[u8]> for Digits {
            type Error = u8;
            fn try_from(bytes: &[u8]) -> Result<Digits, u8> {
                match bytes.iter().find(|byte| !byte.is_ascii_digit()) {
                    Some(wrong) => Err(*wrong),
                    None => Ok(Digits { bytes: bytes.to_vec() }),
                }
            }
        }
        impl From<u8> for Digits { fn from(n: u8) -> Digits { Digits::new(u64::from(n)) } }
        "#,
    );
    let digits = subject(&functions, "demo::Digits::len").adts()[0].clone();
    let made: Vec<String> = digits
        .constructors()
        .iter()
        .map(|it| format!("{}({}){}", it.name, it.params[0], if it.fallible { "?" } else { "" }))
        .collect();
    assert_eq!(made, ["from(u8)", "new(u64)", "try_from(&[u8])?"]);
}

#[test]
fn values_are_changed_by_methods_but_not_set_to_what_the_constructor_takes() {
    let functions = library(
        r#"
        pub struct Board { cells: Vec<bool>, width: usize }
        impl Board {
            pub fn new(width: usize, height: usize) -> Board { Board { cells: vec![false; width * height], width } }
            pub fn mark(&mut self, column: usize, row: usize) { self.cells[row * self.width + column] = true; }
            pub fn set_width(&mut self, width: usize) { self.width = width; }
            pub fn marked(&self) -> usize { self.cells.iter().filter(|cell| **cell).count() }
        }
        "#,
    );
    let board = subject(&functions, "demo::Board::marked").adts()[0].clone();
    let recipes: Vec<String> = board.constructors().iter().map(|recipe| format!("{recipe:?}")).collect();
    let has = |text: &str| recipes.iter().any(|recipe| recipe.contains(text));
    assert!(has("{ let mut changed = {T}::new({}, {}); changed.mark({}, {}); changed }"), "{recipes:#?}");
    assert!(!has("set_width"), "{recipes:#?}");
}

#[test]
fn what_is_made_into_the_type_itself_may_be_that_type() {
    let functions = library(
        r#"
        #[derive(Clone, Copy)]
        pub struct Ratio { pub over: i64, pub under: i64 }
        impl Ratio {
            pub fn times<T: Into<Self>>(self, other: T) -> Self {
                let other: Self = other.into();
                Ratio { over: self.over * other.over, under: self.under * other.under }
            }
        }
        "#,
    );
    let types: Vec<String> =
        subject(&functions, "demo::Ratio::times").types().iter().map(ToString::to_string).collect();
    assert_eq!(types, ["Ratio", "Ratio"]);
}

#[test]
fn methods_of_traits_are_called_by_their_traits_where_the_type_has_its_own() {
    let functions = library(
        r#"
        use std::fmt;
        pub trait Code { fn code(&self) -> u32; fn other(&self) -> u32; }
        pub struct Key(pub u32);
        impl Key {
            pub fn code(&self) -> u32 { self.0 + 1 }
            pub fn to_string(&self) -> String { format!("No. {}", self.0) }
        }
        impl Code for Key {
            fn code(&self) -> u32 { self.0 }
            fn other(&self) -> u32 { self.0 }
        }
        impl fmt::Display for Key {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{}", self.0) }
        }
        "#,
    );
    let is_method = |path: &str| subject(&functions, path).signature().is_called_as_method();
    let called = [
        "demo::Key::code",
        "demo::<Key as Code>::code",
        "demo::<Key as Code>::other",
        "demo::<Key as fmt::Display>::to_string",
    ];
    assert_eq!(called.map(is_method), [true, false, true, false]);
}

#[test]
fn everyone_reads_the_ends_of_a_range() {
    let library = library("pub fn span(from: u8, to: u8) -> std::ops::Range<u8> { from..to }");
    let span = library[0].subject().expect("it can be tested");
    let ret = &span.ret.adts()[0];
    let ends: Vec<(&str, bool)> =
        ret.fields().unwrap().iter().map(|field| (&*field.name, field.public)).collect();
    assert_eq!(ends, [("start", true), ("end", true)]);
}

#[test]
fn constants_come_behind_the_subjects_that_may_call_them() {
    let library = library(
        "pub struct Sum(pub u8);
         impl Sum {
             pub fn zero() -> Sum { Sum(0) }
             pub fn add(&self, other: &Sum) -> Sum { Sum(self.0 + other.0) }
         }",
    );
    let callable = callable(&library);
    let paths = |all: &[morph_source::scan::Subject]| all.iter().map(|s| s.path.clone()).collect::<Vec<_>>();
    assert_eq!(paths(&callable), ["demo::Sum::add", "demo::Sum::zero"]);
    assert_eq!(paths(tested(&callable)), ["demo::Sum::add"]);
    let zero = library.iter().find(|f| f.path == "demo::Sum::zero").expect("it is listed");
    assert!(zero.subject().is_none() && zero.constant().is_some());
}

#[test]
fn types_of_private_modules_are_named_where_an_outer_one_exports_them() {
    let package = package(&[
        (
            "src/lib.rs",
            "pub mod bounds;\npub struct Span<L>(pub L);\npub fn is_low(span: &Span<bounds::Closed>) -> bool { span.0.0 < 9 }",
        ),
        ("src/bounds.rs", "mod closed;\npub use self::closed::Closed;"),
        ("src/bounds/closed.rs", "pub struct Closed(pub u8);"),
    ]);
    let functions = scanned(&package.root);
    let adts = subject(&functions, "demo::is_low").params[0].ty.adts();
    let home = |name: &str| adts.iter().find(|adt| adt.home.ident == name).map(|adt| adt.home.clone());
    let closed = home("Closed").expect("it is an argument");
    assert_eq!(closed.module, ["bounds", "closed"]);
    assert_eq!(closed.exported, Some(vec!["bounds".to_owned()]));
    assert_eq!(home("Span").expect("it is taken").exported, None);
}

#[test]
fn constants_of_types_count_where_they_are_named_through_a_parameter() {
    let functions = library(
        "pub trait Sign { const ANY: u8; }
         impl Sign for u8 { const ANY: u8 = b'*'; }
         pub struct Scale(u8);
         impl Scale {
             const TOP: u8 = 61;
             pub fn is_top(n: u8) -> bool { n == Self::TOP }
         }
         pub fn above(n: u8) -> bool { n > Scale::TOP }
         fn any<S: Sign>() -> u8 { S::ANY }
         pub fn is_any(n: u8) -> bool { n == any::<u8>() }",
    );
    let values = |path: &str| subject(&functions, path).constants.clone();
    assert_eq!(values("demo::Scale::is_top"), [Value::Int(61)]);
    assert_eq!(values("demo::above"), [Value::Int(61)]);
    assert_eq!(values("demo::is_any"), [Value::Int(42)]);
}

#[test]
fn globs_pass_private_imports_and_types_have_names_that_modules_see() {
    let functions = library(
        "mod outer {
             use crate::Side;
             mod inner { pub mod open { #[derive(Clone)] pub struct Coin(pub u8, pub crate::Side); } }
             pub use inner::open;
             pub fn flip(a: Side) -> Side { a }
         }
         mod side { #[derive(Clone)] pub enum Side { Left, Right } }
         mod user {
             use crate::Side;
             pub fn left(a: Side) -> bool { matches!(a, Side::Left) }
             pub fn first(a: crate::open::Coin) -> u8 { a.0 }
         }
         pub use outer::*;
         pub use side::*;",
    );
    let verdicts = verdicts(&functions);
    assert_eq!(verdicts["demo::outer::flip"], "(a: Side) -> Side");
    assert_eq!(verdicts["demo::user::left"], "(a: Side) -> bool");
    assert_eq!(verdicts["demo::user::first"], "(a: crate::open::Coin) -> u8");
}
