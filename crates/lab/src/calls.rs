//! The Rust that calls the subjects, placed inside the modules that they live in, so that private ones are reached.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use morph_relation::{Adt, Constructor, Home, How, Member, Seen, Taken, Type, filled};
use morph_source::scan::{CLOSURES, Role, STD, Subject, dependency_of};

/// Text for one module: a function that enters its subjects, and those of the modules below it, in the worker's table.
///
/// `path` is the module's, `subjects` are all of the target with their numbers, `adts` is [`adt_text`] of the types
/// that it defines.
pub fn module_text(path: &[String], subjects: &[(u32, &Subject)], adts: &str) -> Option<String> {
    let below: Vec<_> = subjects.iter().filter(|(_, subject)| subject.module.starts_with(path)).collect();
    if below.is_empty() && !path.is_empty() && adts.is_empty() {
        return None;
    }
    let mut text = String::from(
        "\n#[doc(hidden)] #[allow(warnings, clippy::all)] pub mod __morph_calls { \
         pub fn register(table: &mut ::__morph::Table) { ",
    );
    let mut children = BTreeMap::new();
    for (number, subject) in &below {
        match subject.module.get(path.len()) {
            None => {
                let _ = write!(text, "table.add({number}, call_{number}); ");
            }
            Some(child) => {
                children.insert(child, ());
            }
        }
    }
    for child in children.keys() {
        let _ = write!(text, "super::{child}::__morph_calls::register(table); ");
    }
    text.push_str("} ");
    for (number, subject) in below.iter().filter(|(_, subject)| subject.module.len() == path.len()) {
        call_text(*number, subject, &mut text);
    }
    text.push_str(adts);
    text.push_str("}\n");
    Some(text)
}

/// How a struct or enum is read and written, as text for [`module_text`] of its own module, without the recipes that
/// are `refused`.
pub fn adt_text(adt: &Adt, refused: &dyn Fn(usize) -> bool) -> String {
    let owner = owner(adt);
    let maker = maker(&adt.home);
    let made = |variant: usize| {
        let shape = &adt.variants()[variant];
        let name = if adt.is_enum { format!("{maker}::{}", shape.name) } else { maker.clone() };
        let fields = shape.fields.iter().map(|field| format!("{}: ::__morph::Read::read(__r), ", field.name));
        format!("{name} {{ {} }}", fields.collect::<String>())
    };
    let mut read = if adt.seen.get().is_some() {
        "::__morph::std::panic!(\"what is seen of it does not make it\")".to_owned()
    } else if adt.is_enum {
        let arms = (0..adt.variants().len()).map(|i| format!("{i} => {}, ", made(i)));
        format!("match __r.byte() {{ {} _ => ::__morph::std::unreachable!() }}", arms.collect::<String>())
    } else {
        made(0)
    };
    if !adt.recipes().is_empty() {
        let mut arms = format!("0 => {read}, ");
        for (i, constructor) in adt.recipes().iter().enumerate().filter(|(i, _)| !refused(*i)) {
            let (lets, call) = constructed(adt, constructor);
            let _ = write!(
                arms,
                "{} => {{ {RECIPE}{i}*/ ::__morph::begin_making(); {lets} let made: Self = {call}; \
                 ::__morph::end_making(); made }}, ",
                i + 1
            );
        }
        read = format!("match __r.byte() {{ {arms} _ => ::__morph::std::panic!(\"no such recipe\") }}");
    }
    let mut write = String::new();
    if let Some(seen) = adt.seen.get() {
        write = format!("it => {{ {} }}", look(seen));
    }
    let open = if adt.seen.get().is_some() { &[] } else { adt.variants() };
    for (i, shape) in open.iter().enumerate() {
        let name = if adt.is_enum { format!("{maker}::{}", shape.name) } else { maker.clone() };
        let (mut bound, mut body) = (String::new(), String::new());
        for (n, field) in shape.fields.iter().enumerate() {
            let _ = write!(bound, "{}: f{n}, ", field.name);
            let _ = write!(body, "::__morph::Write::write(f{n}, __w); ");
        }
        let tag = if adt.is_enum { format!("__w.push({i}u8); ") } else { String::new() };
        let _ = write!(write, "{name} {{ {bound} }} => {{ {tag}{body} }} ");
    }
    format!(
        "impl ::__morph::Read for {owner} {{ fn read(__r: &mut ::__morph::Reader<'_>) -> Self {{ {read} }} }} \
         impl ::__morph::Write for {owner} {{ fn write(&self, __w: &mut ::__morph::Writer) {{ match self {{ {write} }} }} }} "
    )
}

/// What reads a constructor's arguments, and its call.
fn constructed(adt: &Adt, constructor: &Constructor) -> (String, String) {
    let owner = owner(adt);
    let (mut lets, mut args) = (String::new(), Vec::new());
    for (n, ty) in constructor.params.iter().enumerate() {
        args.push(match adt.home.borrows() {
            true => kept(n, ty, &mut lets),
            false => argument(n, ty, &path_of, &mut lets),
        });
    }
    let name = &constructor.name;
    let listed = args.join(", ");
    let call = match &constructor.how {
        How::Function => format!("<{owner}>::{name}({listed})"),
        How::Parse => format!("<{owner} as ::__morph::std::str::FromStr>::from_str({listed})"),
        How::Collect => {
            format!(
                "::__morph::std::iter::Iterator::collect::<{owner}>(::__morph::std::iter::IntoIterator::into_iter({listed}))"
            )
        }
        // The shim makes those of `std`.
        How::Written(_) if adt.home.package == STD => String::new(),
        How::Written(text) => filled(text, &format!("<{owner}>"), &args),
        How::Free(_) => format!("crate::{name}({})", args.join(", ")),
        How::Constant { lent, .. } => {
            let path = format!("crate::{name}");
            if *lent { format!("::__morph::std::clone::Clone::clone({path})") } else { path }
        }
        How::Fill { step, spread } => {
            let part = |place: usize| format!("item.{place}");
            let passed = match spread {
                1 => "item".to_owned(),
                parts => (0..*parts).map(part).collect::<Vec<_>>().join(", "),
            };
            format!(
                "{{ let mut made = <{owner}>::{name}(); for item in {listed} {{ made.{step}({passed}); }} made }}"
            )
        }
    };
    // If it refuses the arguments, the call fails, as the test would.
    let call = match constructor.fallible {
        true => format!(
            "match ::__morph::Made::made({call}) {{ Some(made) => made, None => ::__morph::std::panic!(\"the constructor refuses\") }}"
        ),
        false => call,
    };
    (lets, call)
}

/// Reads argument `n` of a constructor whose value borrows from it: it is kept until the next call.
fn kept(n: usize, ty: &Type, lets: &mut String) -> String {
    let owned = ty.owned();
    let read = format!("<{} as ::__morph::Read>::read(__r)", path_of(&owned));
    if owned == *ty {
        let _ = write!(lets, "let __a{n} = {read}; ");
        return format!("__a{n}");
    }
    let _ = write!(lets, "let __a{n} = ::__morph::keep_until_the_next_call({read}); ");
    borrow(&format!("__a{n}"), ty)
}

/// Writes what is seen of `it`.
fn look(seen: &Seen) -> String {
    let written = |what: &str| format!("::__morph::Write::write(&{what}, __w);");
    match seen {
        Seen::Text => written("::__morph::std::string::ToString::to_string(it)"),
        Seen::Debug => "::__morph::write_debug(&it, __w);".to_owned(),
        Seen::Items(method) => format!("::__morph::write_items(it.{method}(), __w);"),
        Seen::Unordered(method) => format!("::__morph::write_unordered(it.{method}(), __w);"),
        Seen::Method(method) => written(&format!("it.{method}()")),
        Seen::Nothing => String::new(),
    }
}

/// How the text of a type's module names it, or that of the shim where it is a type of a dependency.
pub fn owner(adt: &Adt) -> String {
    adt.home.applied(&base(&adt.home), &named)
}

/// The same without what stands between angle brackets.
fn base(home: &Home) -> String {
    if dependency_of(home).is_some() { whole(home) } else { format!("super::{}", home.ident) }
}

/// The path of a type from everywhere in its crate; that of a dependency's from everywhere else.
fn whole(home: &Home) -> String {
    let root = if dependency_of(home).is_some() { home.package.as_str() } else { "crate" };
    let module = home.exported.as_ref().unwrap_or(&home.module);
    let path = std::iter::once(root).chain(module.iter().map(String::as_str));
    path.chain([home.ident.as_str()]).collect::<Vec<_>>().join("::")
}

/// The shim's text for the types of dependencies, all of which is one line.
pub fn outer_text(adts: &str) -> String {
    format!("#[doc(hidden)] #[allow(warnings, clippy::all)] pub mod __morph_calls {{ {adts} }}\n")
}

/// The same in an expression.
fn maker(home: &Home) -> String {
    let arguments: Vec<String> = home.arguments.iter().map(named).collect();
    let of = if arguments.is_empty() { String::new() } else { format!("::<{}>", arguments.join(", ")) };
    format!("{}{of}", base(home))
}

/// Begins the comment that marks a recipe by its number.
const RECIPE: &str = "/*recipe ";

/// What of our text a place is in.
#[derive(Debug, PartialEq, Eq)]
pub enum Place {
    /// The call of the subject with this number.
    Call(u32),
    /// The code that reads and writes the type that its module names so, outside recipes.
    Type(String),
    /// The recipe with this number of such a type.
    Recipe(String, usize),
}

/// What the text before a place tells of it; `None` where it is not ours. All of a module's text is one line.
pub fn place(before: &str) -> Option<Place> {
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let ours = &line[line.find("pub mod __morph_calls {")?..];
    let (call, implemented) = (ours.rfind(" fn call_"), ours.rfind("impl ::__morph::"));
    if implemented > call {
        let (name, body) = ours[implemented?..].split_once(" for ")?.1.split_once(" { fn ")?;
        let recipe = body.rsplit_once(RECIPE).and_then(|(_, text)| text.split_once("*/")?.0.parse().ok());
        return Some(match recipe {
            Some(recipe) => Place::Recipe(name.to_owned(), recipe),
            None => Place::Type(name.to_owned()),
        });
    }
    let number = ours[call? + " fn call_".len()..].split('(').next()?;
    Some(Place::Call(number.parse().ok()?))
}

/// Reads argument `n`; returns the expression that passes it.
fn argument(n: usize, ty: &Type, path_of: &dyn Fn(&Type) -> String, lets: &mut String) -> String {
    let owned = ty.owned();
    let is_changed = matches!(ty, Type::Mut(_)) && ty.walked().is_none();
    let mutable = if is_changed { "mut " } else { "" };
    let _ = match &owned {
        Type::Adt(adt) if adt.home.package == CLOSURES => {
            write!(lets, "let {mutable}__a{n}: {} = {}; ", adt.path, closure(adt))
        }
        owned => {
            write!(lets, "let {mutable}__a{n} = <{} as ::__morph::Read>::read(__r); ", path_of(owned))
        }
    };
    if ty.walked().is_some() {
        let _ = write!(lets, "let mut __a{n} = &__a{n}[..]; ");
    }
    match ty {
        Type::Mut(inner) if matches!(**inner, Type::Slice(_)) => format!("&mut __a{n}[..]"),
        Type::Mut(_) => format!("&mut __a{n}"),
        ty if owned == *ty => format!("__a{n}"),
        ty => borrow(&format!("(&__a{n})"), ty),
    }
}

/// Which of the listed closures is read.
fn closure(adt: &Adt) -> String {
    let arm = |(i, constructor): (usize, &Constructor)| match &constructor.how {
        How::Written(text) => format!("{} => {text}, ", i + 1),
        _ => String::new(),
    };
    let arms: String = adt.constructors().iter().enumerate().map(arm).collect();
    format!("match __r.byte() {{ {arms} _ => ::__morph::std::panic!(\"no such closure\") }}")
}

/// A function that reads arguments, calls the subject and writes what it returns.
fn call_text(number: u32, subject: &Subject, text: &mut String) {
    let _ =
        write!(text, "fn call_{number}(__r: &mut ::__morph::Reader<'_>, __w: &mut ::__morph::Writer) {{ ");
    if subject.role == Role::Maker {
        let _ = write!(
            text,
            "::__morph::Write::write(&<{} as ::__morph::Read>::read(__r), __w); }} ",
            named(&subject.ret)
        );
        return;
    }
    let (mut lets, mut args) = (String::new(), Vec::new());
    // Nothing but the argument itself tells which type a parameter stands for.
    let in_scope = |ty: &Type| {
        path_with(ty, &|adt| match adt.home.package.as_str() {
            STD => named(&Type::Adt(adt.clone())),
            _ if dependency_of(&adt.home).is_some() => named(&Type::Adt(adt.clone())),
            _ => adt.name.clone(),
        })
    };
    let path_of: &dyn Fn(&Type) -> String = if subject.is_generic { &in_scope } else { &path_of };
    for (i, param) in subject.params.iter().enumerate() {
        args.push(argument(i, &param.ty, path_of, &mut lets));
    }
    if let (Role::Hasher, Some(Member { of, .. })) = (subject.role, &subject.member) {
        let args = args.join(", ");
        let _ = write!(
            text,
            "use super::*; {lets} ::__morph::Write::write(&::__morph::hash::<{of}>({args}), __w); }} "
        );
        return;
    }
    let name = format!("{}{}", subject.name, subject.turbofish);
    let call = match &subject.member {
        None => format!("super::{name}({})", args.join(", ")),
        // The types and traits as its own module names them.
        Some(Member { of, by: None, .. }) => format!("<{of}>::{name}({})", args.join(", ")),
        Some(Member { of, by: Some(by), .. }) => {
            format!("<{of} as {by}>::{name}({})", args.join(", "))
        }
    };
    let names = match (subject.member.is_some() || subject.is_generic, subject.lacks_prelude) {
        (false, _) => "",
        (true, false) => "use super::*; ",
        (true, true) => "use super::*; use ::__morph::std::prelude::v1::*; ",
    };
    let call = match &subject.ret {
        Type::Result(_, err) if matches!(**err, Type::Opaque(_)) => format!("{call}.map_err(|_| ())"),
        _ => call,
    };
    let call = match subject.taken {
        Taken::Items => format!("::__morph::write_items({call}, __w);"),
        Taken::Text => format!("::__morph::write_characters({call}, __w);"),
        Taken::Left => format!("{call};"),
        Taken::Whole | Taken::Copied => format!("::__morph::Write::write(&{call}, __w);"),
    };
    let _ = write!(text, "{names}{lets} {call} ");
    for (i, _) in subject.params.iter().enumerate().filter(|(_, param)| param.ty.changed().is_some()) {
        let _ = write!(text, "::__morph::Write::write(&__a{i}, __w); ");
    }
    text.push_str("} ");
}

/// An expression of type `ty`, made from `place`, an expression of type `&` of the owned type.
fn borrow(place: &str, ty: &Type) -> String {
    match ty {
        _ if ty.owned() == *ty => format!("::__morph::std::clone::Clone::clone({place})"),
        Type::Ref(inner) => match &**inner {
            Type::Str => format!("&{place}[..]"),
            Type::Slice(item) if item.owned() != **item => {
                let each = borrow("v", item);
                format!("&{place}.iter().map(|v| {each}).collect::<::__morph::std::vec::Vec<_>>()[..]")
            }
            Type::Slice(_) => format!("&{place}[..]"),
            inner if inner.owned() == *inner => place.to_owned(),
            inner => format!("&{}", borrow(place, inner)),
        },
        Type::Option(item) => format!("{place}.as_ref().map(|v| {})", borrow("v", item)),
        Type::Tuple(items) => {
            let parts: Vec<String> =
                items.iter().enumerate().map(|(i, item)| borrow(&format!("(&{place}.{i})"), item)).collect();
            format!("({},)", parts.join(", "))
        }
        Type::Vec(item) => {
            format!("{place}.iter().map(|v| {}).collect::<::__morph::std::vec::Vec<_>>()", borrow("v", item))
        }
        Type::Array(item, _) => {
            format!("::__morph::std::array::from_fn(|i| {})", borrow(&format!("(&{place}[i])"), item))
        }
        Type::Box(inner) => {
            format!("::__morph::std::boxed::Box::new({})", borrow(&format!("(&**{place})"), inner))
        }
        Type::Iter(_) => {
            format!(
                "::__morph::std::iter::IntoIterator::into_iter(::__morph::std::clone::Clone::clone({place}))"
            )
        }
        Type::Cow(_) => format!("::__morph::std::borrow::Cow::Borrowed(&{place}[..])"),
        Type::Result(ok, err) => {
            format!("{place}.as_ref().map(|v| {}).map_err(|v| {})", borrow("v", ok), borrow("v", err))
        }
        _ => format!("::__morph::std::clone::Clone::clone({place})"),
    }
}

/// An owned type by paths that nothing in the module can shadow. Structs and enums are known from where they are passed
/// to: their names need not be in scope.
fn path_of(ty: &Type) -> String {
    path_with(ty, &|_| "_".to_owned())
}

/// The same with the names of structs and enums.
fn named(ty: &Type) -> String {
    path_with(ty, &|adt| {
        if adt.home.package == STD {
            let path = std::iter::once("::__morph::std").chain(adt.home.module.iter().map(String::as_str));
            let path = path.chain([adt.home.ident.as_str()]).collect::<Vec<_>>().join("::");
            return adt.home.applied(&path, &named);
        }
        adt.home.applied(&whole(&adt.home), &named)
    })
}

fn path_with(ty: &Type, name: &dyn Fn(&Adt) -> String) -> String {
    let path_of = |ty: &Type| path_with(ty, name);
    const STD: &str = "::__morph::std";
    match ty {
        Type::String => format!("{STD}::string::String"),
        Type::Vec(item) => format!("{STD}::vec::Vec<{}>", path_of(item)),
        Type::Slice(item) => format!("[{}]", path_of(item)),
        Type::Array(item, len) => format!("[{}; {len}]", path_of(item)),
        Type::Option(item) => format!("{STD}::option::Option<{}>", path_of(item)),
        Type::Result(ok, err) => format!("{STD}::result::Result<{}, {}>", path_of(ok), path_of(err)),
        Type::NonZero(int) => format!("{STD}::num::NonZero<{}>", int.name()),
        Type::Duration => format!("{STD}::time::Duration"),
        Type::Phantom(_) => format!("{STD}::marker::PhantomData<_>"),
        Type::Adt(adt) => name(adt),
        Type::Box(inner) => format!("{STD}::boxed::Box<{}>", path_of(inner)),
        Type::Ref(inner) => format!("&{}", path_of(inner)),
        Type::Cow(inner) => format!("{STD}::borrow::Cow<'_, {}>", path_of(inner)),
        Type::Ordering => format!("{STD}::cmp::Ordering"),
        Type::Tuple(items) => {
            let items: Vec<String> = items.iter().map(|item| path_of(item) + ",").collect();
            format!("({})", items.join(" "))
        }
        primitive => primitive.to_string(),
    }
}
