//! What relations know of a function, and how its calls are written.

use crate::infix::{Form, is_postfix, unparenthesised};
use crate::types::{Type, in_expressions};

/// A function as relations see it: its path, parameters and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `demo::num::gcd`
    pub path: String,
    /// Names and types of its parameters; the receiver is `this`. Variables of a relation may follow.
    pub params: Vec<(String, Type)>,
    /// How many of these, the last ones, are variables of a relation and not passed to the function.
    pub given: usize,
    /// The type of its outcome: what it returns and what its `&mut` parameters hold at the end.
    pub ret: Type,
    /// What of the outcome it returns: its declared type, but for how it is taken.
    pub returned: Type,
    /// How what it returns is taken.
    pub taken: Taken,
    /// The type that it is a member of.
    pub member: Option<Member>,
    /// The type arguments that a call has to name: `::<i64>`; mostly empty.
    pub turbofish: String,
}

/// How what a function returns becomes a part of its outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Taken {
    /// As it is.
    #[default]
    Whole,
    /// By the items that it goes through.
    Items,
    /// As the text of the characters that it goes through.
    Text,
    /// As a copy: it borrows from a parameter that the function changes, too.
    Copied,
    /// Not at all: it is the parameter that the function changes.
    Left,
}

impl Taken {
    /// A call whose result has the type `returned` once it is taken so.
    pub fn of(self, call: String, returned: &Type) -> String {
        let each = |ty: &Type| match ty {
            Type::String | Type::Vec(_) => "map(|it| it.to_owned())",
            ty if ty.is_copy() => "copied()",
            _ => "cloned()",
        };
        match (self, returned) {
            (Taken::Whole | Taken::Left, _) => call,
            (Taken::Items, _) => format!("{call}.collect::<Vec<_>>()"),
            (Taken::Text, _) => format!("{call}.collect::<String>()"),
            (Taken::Copied, Type::Option(item) | Type::Result(item, _)) => format!("{call}.{}", each(item)),
            (Taken::Copied, Type::String | Type::Vec(_)) => format!("{call}.to_owned()"),
            (Taken::Copied, ty) if ty.is_copy() => format!("*{call}"),
            (Taken::Copied, _) => format!("{call}.clone()"),
        }
    }
}

/// How a function belongs to a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The type as the function's module names it: `Point`, `Grid<f64>`.
    pub of: String,
    /// The trait that it implements, as written there.
    pub by: Option<String>,
    /// Whether its first parameter is `self`.
    pub receiver: bool,
    /// Whether `this.name()` calls a method of the type itself instead of this one of a trait.
    pub shadowed: bool,
}

impl Member {
    /// The name of the trait that it implements, without its path and parameters.
    pub fn implements(&self) -> Option<&str> {
        let by = self.by.as_deref()?;
        let by = by.split('<').next().unwrap_or(by).trim();
        by.rsplit("::").next()
    }

    /// The type as the trait that it implements, or else the type: `<Key as From<u8>>`.
    fn in_full(&self) -> String {
        match (self.implements(), &self.by) {
            (Some(name), Some(by)) => {
                let params = by.find('<').map_or("", |at| &by[at..]);
                format!("<{} as {name}{params}>", self.of)
            }
            _ => in_expressions(&self.of),
        }
    }
}

impl Signature {
    /// A free function.
    pub fn new(path: impl Into<String>, params: Vec<(String, Type)>, returned: Type) -> Signature {
        let ret = outcome(params.iter().map(|(_, ty)| ty), &returned);
        Signature {
            path: path.into(),
            params,
            given: 0,
            ret,
            returned,
            taken: Taken::Whole,
            member: None,
            turbofish: String::new(),
        }
    }

    /// The same function with variables of a relation beside its parameters.
    pub fn with_given(&self, given: &[(String, Type)]) -> Signature {
        let mut signature = self.clone();
        signature.params.extend_from_slice(given);
        signature.given += given.len();
        signature
    }

    /// Without the parameters in these places.
    pub fn without(&self, places: &[usize]) -> Signature {
        let kept = self.params.iter().enumerate().filter(|(place, _)| !places.contains(place));
        Signature { params: kept.map(|(_, param)| param.clone()).collect(), ..self.clone() }
    }

    /// What is passed to the function: its parameters without the variables of a relation.
    pub fn arguments(&self) -> &[(String, Type)] {
        &self.params[..self.params.len() - self.given]
    }

    /// Whether it changes one of its arguments.
    pub fn changes_one(&self) -> bool {
        self.params.iter().filter(|(_, ty)| ty.changed().is_some()).count() == 1
    }

    /// A call as a person writes it beside calls of others. Where one of these looks the same, it names the trait, or else the
    /// type, that the function belongs to: `<u32 as Codec>::decode(text)`. Operators of references are told from those of values
    /// by their operands: `&this + &other`.
    pub fn call_beside<'a>(&self, others: impl Iterator<Item = &'a Signature>, args: &[String]) -> String {
        let alike: Vec<&Signature> = others.filter(|other| self.reads_like(other)).collect();
        let lends = self.is_of_references();
        let is_told = alike.iter().all(|other| other.is_of_references() != lends);
        match (self.infix(args), &self.member) {
            (Some(infix), _) if alike.is_empty() || is_told && !lends => infix,
            (Some(infix), _) if is_told => {
                let lent: Vec<String> = args.iter().map(|arg| format!("&{arg}")).collect();
                self.infix(&lent).unwrap_or(infix)
            }
            (_, Some(member)) if !alike.is_empty() => {
                format!("{}::{}{}({})", member.in_full(), self.name(), self.turbofish, args.join(", "))
            }
            _ => self.plain_call(args),
        }
    }

    /// A call as a person writes it, of arguments that are written already.
    pub fn call(&self, args: &[String]) -> String {
        self.infix(args).map_or_else(|| self.plain_call(args), |infix| unparenthesised(&infix))
    }

    /// The operator that calls this method.
    fn operator(&self) -> Option<Form> {
        let member = self.member.as_ref().filter(|member| member.receiver)?;
        Form::of(member.implements()?, self.name())
    }

    /// A call as an operator, between parentheses where it has a value.
    pub(crate) fn infix(&self, args: &[String]) -> Option<String> {
        self.operator()?.written(args)
    }

    /// Whether all of its operands are references.
    fn is_of_references(&self) -> bool {
        self.arguments().iter().all(|(_, ty)| matches!(ty, Type::Ref(_)))
    }

    /// The same in a test, where types are inferred and Clippy reads along: not of literals, of references, or of what is the
    /// same on both sides.
    pub(crate) fn infix_of_values(&self, args: &[String]) -> Option<String> {
        let is_typed = |text: &String| !text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let is_value = |(_, ty): &(String, Type)| !matches!(ty, Type::Ref(_));
        let fits = args.iter().all(is_typed)
            && self.arguments().iter().all(is_value)
            && args.windows(2).all(|pair| pair[0] != pair[1]);
        // What is changed is a variable of the test.
        let place = |arg: &String| arg.strip_prefix("&mut ").unwrap_or(arg).to_owned();
        let args: Vec<String> = args.iter().map(place).collect();
        self.infix(&args).filter(|_| fits).map(|text| unparenthesised(&text))
    }

    /// The same by the function's name.
    fn plain_call(&self, args: &[String]) -> String {
        let name = format!("{}{}", self.name(), self.turbofish);
        match &self.member {
            Some(Member { receiver: true, .. }) if !args.is_empty() => {
                let this = if is_postfix(&args[0]) { args[0].clone() } else { format!("({})", args[0]) };
                format!("{this}.{name}({})", args[1..].join(", "))
            }
            Some(member) => {
                format!("{}::{name}({})", in_expressions(&self.owner(member)), args.join(", "))
            }
            None => format!("{name}({})", args.join(", ")),
        }
    }

    /// The type to which the function belongs, as a call names it: which iterator it holds is told by the one that is passed.
    pub fn owner(&self, member: &Member) -> String {
        const ITERATOR: &str = "std::vec::IntoIter<";
        let mut of = member.of.clone();
        if self.arguments().iter().any(|(_, ty)| matches!(ty, Type::Iter(_))) {
            while let Some(start) = of.find(ITERATOR) {
                let mut depth = 0;
                let mut ends = of[start..].char_indices().filter(|(_, sign)| {
                    depth += i32::from(*sign == '<') - i32::from(*sign == '>');
                    *sign == '>' && depth == 0
                });
                let Some((end, _)) = ends.next() else { break };
                of.replace_range(start..=start + end, "_");
            }
        }
        of
    }

    /// Whether it is another function whose calls look the same: a method of that name on the same receiver, or `Key::from`
    /// beside `Key::from`.
    pub(crate) fn reads_like(&self, other: &Signature) -> bool {
        let receiver = |of: &Signature| of.arguments().first().map(|(_, ty)| ty.erased());
        let alike = match (&self.member, &other.member) {
            (Some(a), Some(b)) if a.receiver || b.receiver => {
                a.receiver && b.receiver && receiver(self) == receiver(other)
            }
            (Some(own), Some(other)) => own.of == other.of,
            _ => false,
        };
        // Operands of other types tell operators apart.
        let types = |of: &Signature| of.arguments().iter().map(|(_, ty)| ty.erased()).collect::<Vec<_>>();
        let is_told = || self.operator().is_some() && types(self) != types(other);
        alike && self.path != other.path && self.name() == other.name() && !is_told()
    }

    /// Whether a call is written `this.name(…)`: it has a receiver, a trait that it implements is in scope, and what it returns
    /// need not be told.
    pub fn is_called_as_method(&self) -> bool {
        self.member.as_ref().is_some_and(|member| {
            let by = member.by.as_deref().unwrap_or_default();
            let converts = by.starts_with("Into<") || by.starts_with("TryInto<");
            member.receiver && !by.contains("::") && !converts && !member.shadowed
        })
    }

    /// A name for what belongs to the function: `gcd`, `point_scale`, `key_from_u8`.
    pub fn title(&self) -> String {
        let name = self.words();
        match self.member.as_ref().map(|member| type_words(&member.of)) {
            Some(of) if of.starts_with(|c: char| c.is_alphabetic()) => format!("{of}_{name}"),
            _ => name,
        }
    }

    /// Its own name, with the type that a constructor is for where a trait has one for each: `from_u8` of `From<u8>`.
    pub fn words(&self) -> String {
        let name = self.name().trim_start_matches("r#");
        let by =
            self.member.as_ref().filter(|member| !member.receiver).and_then(|member| member.by.as_deref());
        match by.and_then(|by| Some(type_words(by.split_once('<')?.1))) {
            Some(of) if !of.is_empty() => format!("{name}_{of}"),
            _ => name.to_owned(),
        }
    }

    /// The module that tells a free function from another one with its name: `read` of `read::number` beside
    /// `write::number`.
    pub fn module_beside(&self, other: &Signature) -> Option<&str> {
        let alike = self.name() == other.name() && self.path != other.path;
        self.path.rsplit("::").nth(1).filter(|_| alike && self.member.is_none())
    }

    /// Whether another function stands in the same module, or in the same implementation.
    pub fn is_beside(&self, other: &Signature) -> bool {
        let around = |of: &Signature| of.path.rsplit_once("::").map(|(around, _)| around.to_owned());
        around(self) == around(other)
    }

    /// The function's own name, without the number that tells apart those of one path.
    pub fn name(&self) -> &str {
        let last = self.path.rsplit("::").next().unwrap_or(&self.path);
        last.split('#').next().unwrap_or(last)
    }
}

/// The type of an outcome: the returned value, left out where it is `()`, and the final contents of `&mut` parameters,
/// as a tuple where it is more than one.
pub fn outcome<'a>(params: impl IntoIterator<Item = &'a Type>, returned: &Type) -> Type {
    let held = params.into_iter().filter_map(|ty| Some(ty.changed()?.owned()));
    let mut parts: Vec<Type> =
        std::iter::once(returned.clone()).filter(|ty| *ty != Type::Unit).chain(held).collect();
    match parts.len() {
        0 => Type::Unit,
        1 => parts.remove(0),
        _ => Type::Tuple(parts),
    }
}

/// A type in a name, without its module and parameters: `&str` as `str`, `[u8; 4]` as `u8_4`.
fn type_words(of: &str) -> String {
    let of = of.split('<').next().unwrap_or_default();
    let of = of.rsplit("::").next().unwrap_or(of);
    let words = of.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let words = words.filter(|word| !word.is_empty() && !word.starts_with('\''));
    words.map(snake).collect::<Vec<_>>().join("_")
}

/// `CamelCase` as `snake_case`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    let mut lower = false;
    for c in name.chars() {
        if c.is_uppercase() && lower {
            text.push('_');
        }
        lower = c.is_lowercase() || c.is_ascii_digit();
        text.extend(c.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_written_as_rust_reads_them() {
        let member = |of: &str, receiver| Member { of: of.to_owned(), by: None, receiver, shadowed: false };
        let of = |of: &str, receiver| Signature {
            member: Some(member(of, receiver)),
            ..Signature::new("demo::Grid::new", vec![("n".to_owned(), Type::Bool)], Type::Bool)
        };
        for (of, args, written) in [
            (of("Grid", false), "3", "Grid::new(3)"),
            (of("Grid<u8>", false), "3", "Grid::<u8>::new(3)"),
            (of("Grid<u8>", true), "Grid::<u8>(-this.0)", "Grid::<u8>(-this.0).new()"),
            (of("Grid<u8>", true), "-this", "(-this).new()"),
            (of("Grid<u8>", true), "a.add(b) + c.add(d)", "(a.add(b) + c.add(d)).new()"),
            (of("Grid<u8>", true), "{ grid.add(1); grid }", "{ grid.add(1); grid }.new()"),
            (of("Grid<u8>", true), "&this", "(&this).new()"),
            (of("Grid<u8>", true), "[1, 2]", "[1, 2].new()"),
        ] {
            assert_eq!(of.call(&[args.to_owned()]), written);
        }
        let items = Type::Iter(Box::new(Type::Vec(Box::new(Type::Bool))));
        let mut of = of("Grid<std::vec::IntoIter<(u8, Vec<u8>)>, u8>", false);
        assert!(of.call(&["n".to_owned()]).contains("IntoIter"));
        of.params[0].1 = items;
        assert_eq!(of.call(&["n".to_owned()]), "Grid::<_, u8>::new(n)");
    }

    #[test]
    fn the_number_of_a_second_function_of_one_path_is_no_part_of_its_name() {
        let second = Signature::new("demo::W::f#2", vec![("n".to_owned(), Type::Bool)], Type::Bool);
        assert_eq!((second.name(), second.call(&["n".to_owned()])), ("f", "f(n)".to_owned()));
    }

    #[test]
    fn tests_call_methods_where_operators_would_not_do() {
        let this = || ("this".to_owned(), Type::Bool);
        let by = Some("ops::Sub<Bits>".to_owned());
        let member = Member { of: "Bits".to_owned(), by, receiver: true, shadowed: false };
        let sub = Signature {
            member: Some(member),
            ..Signature::new("demo::sub", vec![this(), this()], Type::Bool)
        };
        let infix = |args: [&str; 2]| sub.infix_of_values(&args.map(str::to_owned));
        assert_eq!(infix(["a", "b"]), Some("a - b".to_owned()));
        assert_eq!(infix(["a", "a"]), None);
        assert_eq!(infix(["0", "a"]), None);
    }

    #[test]
    fn constructors_of_one_type_are_told_apart() {
        let from = |ty: &str| {
            let by = Some(format!("TryFrom<{ty}>"));
            let member = Member { of: "Key".to_owned(), by, receiver: false, shadowed: false };
            let path = format!("demo::<Key as TryFrom<{ty}>>::try_from");
            Signature { member: Some(member), ..Signature::new(path, Vec::new(), Type::Bool) }
        };
        let (byte, wide) = (from("u8"), from("&'a [u8]"));
        let args = ["value".to_owned()];
        assert_eq!(byte.call_beside([&wide].into_iter(), &args), "<Key as TryFrom<u8>>::try_from(value)");
        assert_eq!(byte.call_beside([&byte].into_iter(), &args), "Key::try_from(value)");
        assert_eq!((byte.title(), wide.words()), ("key_try_from_u8".to_owned(), "try_from_u8".to_owned()));
    }

    #[test]
    fn methods_of_other_receivers_are_told_by_these() {
        let of = |name: &str, this: Type, by: Option<&str>| {
            let by = by.map(str::to_owned);
            let member = Member { of: name.to_owned(), by, receiver: true, shadowed: false };
            let path = format!("demo::{name}::value");
            Signature {
                member: Some(member),
                ..Signature::new(path, vec![("this".to_owned(), this)], Type::Bool)
            }
        };
        let (word, letter) = (of("Word", Type::String, None), of("Letter", Type::Char, None));
        let args = ["this".to_owned()];
        assert_eq!(word.call_beside([&letter].into_iter(), &args), "this.value()");
        let of_trait = of("Word as Value", Type::String, Some("Value"));
        assert_ne!(word.call_beside([&of_trait].into_iter(), &args), "this.value()");
    }
}
