//! Types of `std` that are not taken apart, in one table.

use morph_relation::{Adt, Constructor, Field, Home, How, IntType, Seen, Traits, Type, Variant};

/// The package that types of `std` belong to.
pub const STD: &str = "std";

/// What makes a value and shows it again.
enum By {
    /// The items of a collection; their type is what stands between the angle brackets, or the tuple of it.
    Items,
    /// Its text, such as these.
    Text(&'static [&'static str]),
    /// What it wraps, by a function that takes it.
    Wrapped,
    /// What it is made of, by an expression with a `{}` for each part.
    Written(&'static str, &'static [&'static str]),
    /// A text or a slice that it holds in place of a `String` or a `Vec`.
    Unsized,
    /// It goes through the items of the vector that it is made of.
    Iterator,
    /// Nothing is shown of it, and this makes it.
    Unseen(&'static str),
}

struct Standard {
    path: &'static str,
    by: By,
    /// How many types stand between its angle brackets.
    arguments: usize,
    copy: bool,
}

const fn standard(path: &'static str, arguments: usize, by: By) -> Standard {
    Standard { path, by, arguments, copy: false }
}

const fn copied(path: &'static str, arguments: usize, by: By) -> Standard {
    Standard { path, by, arguments, copy: true }
}

const TABLE: &[Standard] = &[
    standard("std::collections::BTreeSet", 1, By::Items),
    standard("std::collections::BTreeMap", 2, By::Items),
    standard("std::collections::HashSet", 1, By::Items),
    standard("std::collections::HashMap", 2, By::Items),
    standard("std::collections::VecDeque", 1, By::Items),
    standard("std::collections::LinkedList", 1, By::Items),
    copied("std::net::Ipv4Addr", 0, By::Written("std::net::Ipv4Addr::new({}, {}, {}, {})", &["u8"; 4])),
    copied(
        "std::net::Ipv6Addr",
        0,
        By::Written("std::net::Ipv6Addr::new({}, {}, {}, {}, {}, {}, {}, {})", &["u16"; 8]),
    ),
    copied(
        "std::net::IpAddr",
        0,
        By::Text(&["127.0.0.1", "0.0.0.0", "255.255.255.255", "10.1.2.3", "::1", "2001:db8::7"]),
    ),
    copied("std::net::SocketAddrV4", 0, By::Text(&["127.0.0.1:80", "0.0.0.0:0", "10.1.2.3:65535"])),
    copied(
        "std::net::SocketAddr",
        0,
        By::Text(&["127.0.0.1:80", "0.0.0.0:0", "[::1]:8080", "[2001:db8::7]:65535"]),
    ),
    standard("std::rc::Rc", 1, By::Wrapped),
    standard("std::sync::Arc", 1, By::Wrapped),
    standard("std::boxed::Box", 1, By::Unsized),
    standard("std::rc::Rc", 1, By::Unsized),
    standard("std::sync::Arc", 1, By::Unsized),
    standard("std::cell::Cell", 1, By::Wrapped),
    standard("std::cell::RefCell", 1, By::Wrapped),
    copied(
        "std::time::SystemTime",
        0,
        By::Written("std::time::UNIX_EPOCH + {} - {}", &["std::time::Duration"; 2]),
    ),
    copied("std::num::Wrapping", 1, By::Written("std::num::Wrapping({})", &["T"])),
    copied("std::num::Saturating", 1, By::Written("std::num::Saturating({})", &["T"])),
    copied("std::cmp::Reverse", 1, By::Written("std::cmp::Reverse({})", &["T"])),
    standard("std::vec::IntoIter", 1, By::Iterator),
    standard("std::hash::RandomState", 0, By::Unseen("std::hash::RandomState::new()")),
    standard("std::ops::Range", 1, By::Written("{}..{}", &["T", "T"])),
    standard("std::ops::RangeInclusive", 1, By::Written("{}..={}", &["T", "T"])),
];

/// The fields of a range.
const ENDS: [&str; 2] = ["start", "end"];

/// The type of this path with these arguments, named so, where the table has it.
pub fn of_table(path: &str, arguments: &[Type], name: &str) -> Option<Adt> {
    let is_unsized = arguments.iter().any(|ty| !ty.is_sized());
    let fits = |entry: &&Standard| {
        same(entry.path, path)
            && arguments.len() == entry.arguments
            && is_unsized == matches!(entry.by, By::Unsized)
    };
    let entry = TABLE.iter().find(fits)?;
    let is_owned = |ty: &Type| ty.owned() == if is_unsized { held(ty) } else { ty.clone() };
    if !arguments.iter().all(is_owned) {
        return None;
    }
    let segments: Vec<String> = entry.path.split("::").skip(1).map(str::to_owned).collect();
    let (ident, module) = segments.split_last()?;
    let home = Home {
        package: STD.to_owned(),
        target: 0,
        module: module.to_vec(),
        exported: None,
        ident: ident.clone(),
        lifetimes: 0,
        arguments: arguments.to_vec(),
    };
    let (how, seen, params) = made(entry, arguments, name)?;
    let own_eq = !matches!(entry.by, By::Iterator | By::Unseen(_));
    let copy = entry.copy && arguments.iter().all(Type::is_copy);
    let traits = Traits { copy, clone: true, debug: true, own_eq, ..Traits::default() };
    let adt = Adt::new(
        home.applied(entry.path, &Type::to_string),
        home.applied(name, &Type::to_string),
        home,
        false,
        traits,
    );
    let field = |(place, ty): (usize, &Type)| {
        // Everyone can read the ends of a range.
        let end = ENDS.get(place).filter(|_| entry.path == "std::ops::Range");
        let name = end.copied().unwrap_or("seen").into();
        Field { name, ty: ty.owned(), visible: false, public: end.is_some(), getter: None }
    };
    let fields: Vec<Field> = params.iter().enumerate().map(field).collect();
    let makes = match how {
        How::Collect => "from_iter",
        How::Parse => "from_str",
        _ => "new",
    };
    _ = adt.variants.set(vec![Variant { name: ident.clone(), fields, braces: false }]);
    _ = adt.constructors.set(vec![Constructor {
        name: makes.to_owned(),
        params,
        fallible: how == How::Parse,
        how,
    }]);
    _ = adt.seen.set(seen);
    _ = adt.again.set(0);
    _ = adt.grows.set(false);
    Some(adt)
}

/// How a value is made, what is seen of it, and the types of what makes it.
fn made(entry: &Standard, arguments: &[Type], name: &str) -> Option<(How, Seen, Vec<Type>)> {
    let part = |name: &&str| match *name {
        "T" => arguments.first().cloned(),
        "std::time::Duration" => Some(Type::Duration),
        int => IntType::named(int).map(Type::Int),
    };
    Some(match &entry.by {
        By::Items => {
            let item = match arguments {
                [only] => only.clone(),
                parts => Type::Tuple(parts.to_vec()),
            };
            (How::Collect, Seen::Items("iter".to_owned()), vec![Type::Vec(Box::new(item))])
        }
        By::Text(_) => (How::Parse, Seen::Text, vec![Type::Ref(Box::new(Type::Str))]),
        By::Wrapped => (How::Function, Seen::Method("clone".to_owned()), arguments.to_vec()),
        By::Written(text, parts) => {
            let parts = parts.iter().map(part).collect::<Option<Vec<Type>>>()?;
            (How::Written(text.replacen(entry.path, name, 1)), Seen::Method("clone".to_owned()), parts)
        }
        By::Unsized => {
            let lent = match arguments.first()? {
                Type::Str => Type::Ref(Box::new(Type::Str)),
                items => items.owned(),
            };
            (How::Written("{T}::from({})".to_owned()), Seen::Method("clone".to_owned()), vec![lent])
        }
        By::Iterator => {
            let items = Type::Vec(Box::new(arguments.first()?.clone()));
            (How::Written("{}.into_iter()".to_owned()), Seen::Items("clone".to_owned()), vec![items])
        }
        By::Unseen(text) => (How::Written((*text).to_owned()), Seen::Nothing, Vec::new()),
    })
}

/// What owns the same as a text or a slice.
fn held(ty: &Type) -> Type {
    match ty {
        Type::Slice(item) => Type::Vec(item.clone()),
        ty => ty.owned(),
    }
}

/// Texts that a type of the table is read from.
pub fn texts(adt: &Adt) -> &'static [&'static str] {
    let is_it = |entry: &&Standard| {
        let segments = adt.home.module.iter().chain([&adt.home.ident]).map(String::as_str);
        adt.home.package == STD && entry.path.split("::").skip(1).eq(segments)
    };
    match TABLE.iter().find(is_it).map(|entry| &entry.by) {
        Some(By::Text(texts)) => texts,
        _ => &[],
    }
}

/// `hash_map::HashMap` and `btree_set::BTreeSet` are other names of the same.
fn same(entry: &str, path: &str) -> bool {
    entry == path
        || path.rsplit("::").next() == entry.rsplit("::").next()
            && path.starts_with("std::")
            && path.split("::").nth(1) == entry.split("::").nth(1)
}
