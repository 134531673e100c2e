//! Pieces of Rust with their types, and how one is passed where another type is asked for.

use crate::infix::is_postfix;
use crate::literal::tuple;
use crate::types::{Field, IntType, Type};

pub use crate::operators::{ATOM, CAST, PREFIX};

/// Why a relation cannot be written as Rust.
pub type Refused = String;

/// A Rust expression.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its text.
    pub text: String,
    /// Its precedence.
    pub level: u8,
    /// Its type in Rust, references included.
    pub ty: Type,
    /// Whether it is a variable or a part of one, which passing by value would move.
    pub place: bool,
    /// The range of its integers where these are literals, which have the type that the context wants.
    pub flex: Option<(i128, i128)>,
}

impl Code {
    /// A variable.
    pub fn place(name: impl Into<String>, ty: Type) -> Code {
        Code { text: name.into(), level: ATOM, ty, place: true, flex: None }
    }

    /// A value that the expression makes.
    pub fn made(text: String, level: u8, ty: Type) -> Code {
        Code { text, level, ty, place: false, flex: None }
    }

    /// The text as an operand of something that binds with `outer`.
    pub fn at(&self, outer: u8) -> String {
        if self.level < outer { format!("({})", self.text) } else { self.text.clone() }
    }

    /// The expression without references and boxes around it, and the number in a `NonZero`; texts and slices stay behind theirs.
    pub fn value(&self) -> Code {
        match &self.ty {
            Type::Ref(inner) | Type::Mut(inner) => match &**inner {
                Type::Str | Type::Slice(_) => self.clone(),
                Type::String => self.method("as_str()", Type::Ref(Box::new(Type::Str))),
                Type::Vec(item) => self.method("as_slice()", Type::Ref(Box::new(Type::Slice(item.clone())))),
                _ => self.deref(inner).value(),
            },
            Type::Box(inner) => self.deref(inner).value(),
            Type::Cow(inner) => {
                Code::made(format!("&*{}", self.at(PREFIX)), PREFIX, Type::Ref(inner.clone())).value()
            }
            Type::NonZero(int) => self.method("get()", Type::Int(*int)),
            _ => self.clone(),
        }
    }

    fn deref(&self, inner: &Type) -> Code {
        let text = format!("*{}", self.at(PREFIX));
        Code { text, level: PREFIX, ty: inner.clone(), place: true, flex: None }
    }

    /// A method's call; it borrows what it needs.
    pub fn method(&self, call: &str, ty: Type) -> Code {
        Code::made(format!("{}.{call}", self.receiver()), ATOM, ty)
    }

    /// The text as what a method is called on: that is borrowed, and reached through what lends it, by itself.
    pub fn receiver(&self) -> String {
        let lent = self.text.strip_prefix("&*").or_else(|| self.text.strip_prefix('&'));
        match lent {
            Some(lent) if self.level == PREFIX && is_postfix(lent) => lent.to_owned(),
            _ => self.at(ATOM),
        }
    }

    /// A reference to the expression's value.
    pub fn borrowed(&self) -> String {
        match self.text.strip_prefix('*') {
            Some(reference) if self.level == PREFIX => reference.to_owned(),
            _ => format!("&{}", self.at(PREFIX)),
        }
    }

    /// The elements as a slice expression: `xs`, `&y0[..]`.
    pub fn slice(&self) -> String {
        match &self.ty {
            Type::Ref(inner) if matches!(**inner, Type::Slice(_)) => self.at(0),
            _ => format!("&{}[..]", self.at(ATOM)),
        }
    }

    /// The expression as an argument of type `to`; a variable is not used up.
    pub fn pass(&self, to: &Type) -> Result<Code, Refused> {
        let fits = |ty: &Type| ty == to || self.flex.is_some_and(|range| flexes(ty, to, range));
        if fits(&self.ty) {
            let passed = Code { ty: to.clone(), ..self.clone() };
            return Ok(if self.place && !to.is_copy() {
                if let Type::Adt(adt) = to
                    && !adt.traits.clone
                {
                    return Err(format!("values of type `{to}` cannot be cloned"));
                }
                passed.method("clone()", to.clone())
            } else {
                passed
            });
        }
        if let Type::Ref(inner) = to {
            return self.lend(inner);
        }
        if let Type::NonZero(int) = to {
            let number = self.pass(&Type::Int(*int))?.at(0);
            let text = format!("{to}::new({number}).unwrap()");
            return Ok(Code::made(text, ATOM, to.clone()));
        }
        if let Type::Cow(inner) = to {
            let owned = inner.owned();
            let text = format!("std::borrow::Cow::Owned({})", self.pass(&owned)?.at(0));
            return Ok(Code::made(text, ATOM, to.clone()));
        }
        let bare = self.value();
        if let Type::Iter(items) = to {
            let receiver = self.at(ATOM);
            let text = match (bare.ty.item(), items.item()) {
                (Some(item), Some(want)) if item == want && item.is_copy() => {
                    format!("{receiver}.iter().copied()")
                }
                (Some(item), Some(want)) if item == want => format!("{receiver}.iter().cloned()"),
                _ => format!("{}.into_iter()", self.pass(items)?.at(ATOM)),
            };
            return Ok(Code::made(text, ATOM, to.clone()));
        }
        if bare.ty == *to {
            return bare.pass(to);
        }
        self.converted(&bare, to)
    }

    /// A value of another type made of this one, which is `bare` without its references.
    fn converted(&self, bare: &Code, to: &Type) -> Result<Code, Refused> {
        let made = |text: String| Ok(Code::made(text, ATOM, to.clone()));
        let receiver = self.at(ATOM);
        match (to, &bare.ty) {
            (Type::Int(_), Type::Int(_)) => Ok(bare.cast(to)),
            (Type::String, from) if is_text(from) => made(format!("{receiver}.to_string()")),
            (Type::Box(inner), _) => made(format!("Box::new({})", self.pass(inner)?.at(0))),
            (Type::Vec(want), from) => match from.item() {
                Some(item) if item == &**want && matches!(from, Type::Vec(_)) => {
                    made(format!("{receiver}.clone()"))
                }
                Some(item) if item == &**want => made(format!("{receiver}.to_vec()")),
                Some(item) if **want == Type::Ref(Box::new(item.clone())) => {
                    made(format!("{receiver}.iter().collect::<Vec<_>>()"))
                }
                Some(item) => {
                    let each = element(item)?;
                    let body = each.pass(want)?;
                    made(format!(
                        "{receiver}.iter().map(|{}| {}).collect::<Vec<_>>()",
                        pattern(item),
                        body.at(0)
                    ))
                }
                None => Err(mismatch(from, to)),
            },
            (Type::Option(want), Type::Option(item)) if derefs(item, want) => {
                made(format!("{receiver}.as_deref()"))
            }
            (Type::Option(want), Type::Option(item)) if **want == Type::Ref(item.clone()) => {
                made(format!("{receiver}.as_ref()"))
            }
            (Type::Option(want), Type::Option(item)) => {
                let each = Code { place: false, ..Code::place("x", (**item).clone()) };
                let body = each.pass(want)?;
                let receiver =
                    if bare.place && !bare.ty.is_copy() { format!("{receiver}.clone()") } else { receiver };
                match body.text.strip_suffix("(x)") {
                    Some(function) => made(format!("{receiver}.map({function})")),
                    None => made(format!("{receiver}.map(|x| {})", body.at(0))),
                }
            }
            (Type::Result(want, want_err), Type::Result(item, err)) => {
                self.converted_result(bare, to, (want, item), (want_err, err))
            }
            (Type::Array(want, len), Type::Array(item, own)) if len == own => {
                let each = Code { place: false, ..Code::place("x", (**item).clone()) };
                let receiver =
                    if bare.place && !bare.ty.is_copy() { format!("{receiver}.clone()") } else { receiver };
                made(format!("{receiver}.map(|x| {})", each.pass(want)?.at(0)))
            }
            (Type::Tuple(wants), Type::Tuple(items)) if bare.place && wants.len() == items.len() => {
                let parts: Result<Vec<String>, Refused> = wants
                    .iter()
                    .zip(items)
                    .enumerate()
                    .map(|(i, (want, item))| Ok(bare.part(i, item).pass(want)?.at(0)))
                    .collect();
                made(tuple(&parts?))
            }
            (_, from) => Err(mismatch(from, to)),
        }
    }

    /// A `Result` with the types that are wanted, each beside its own: of the value, and of the error.
    fn converted_result(
        &self,
        bare: &Code,
        to: &Type,
        (want, item): (&Type, &Type),
        (want_err, err): (&Type, &Type),
    ) -> Result<Code, Refused> {
        let made = |text: String| Ok(Code::made(text, ATOM, to.clone()));
        let receiver = self.at(ATOM);
        // A lone `Ok(…)` has the error type that is wanted.
        if *err == Type::Unit {
            let each = Code { place: false, ..Code::place("x", item.clone()) };
            let receiver = if bare.place { format!("{receiver}.clone()") } else { receiver };
            if item == want {
                return made(receiver);
            }
            return made(format!("{receiver}.map(|x| {})", each.pass(want)?.at(0)));
        }
        let side = |method: &str, from: &Type, to: &Type| {
            let each = Code { place: false, ..Code::place("x", from.clone()) };
            match from == to {
                true => Ok::<String, Refused>(String::new()),
                false => Ok(format!(".{method}(|x| {})", each.pass(to)?.at(0))),
            }
        };
        let (ok, err) = (side("map", item, want)?, side("map_err", err, want_err)?);
        let receiver =
            if bare.place && !bare.ty.is_copy() { format!("{receiver}.clone()") } else { receiver };
        made(format!("{receiver}{ok}{err}"))
    }

    /// The expression behind a reference to `inner`.
    fn lend(&self, inner: &Type) -> Result<Code, Refused> {
        let to = Type::Ref(Box::new(inner.clone()));
        let bare = self.value();
        if bare.ty == to {
            return Ok(bare);
        }
        let borrowed = |code: &Code| Code::made(format!("&{}", code.at(PREFIX)), PREFIX, to.clone());
        match (inner, &bare.ty) {
            (Type::Str, Type::String) => Ok(borrowed(&bare)),
            (Type::Slice(want), Type::Vec(item) | Type::Array(item, _)) if want == item => {
                Ok(borrowed(&bare))
            }
            (Type::Slice(_), Type::Array(item, _))
                if self.flex.is_some_and(|range| flexes(&Type::Slice(item.clone()), inner, range)) =>
            {
                Ok(borrowed(&bare))
            }
            (Type::Slice(want), _) => Ok(borrowed(&self.pass(&Type::Vec(want.clone()))?)),
            (Type::Str, _) => Err(mismatch(&bare.ty, &to)),
            (inner, ty) if ty == inner => Ok(borrowed(&bare)),
            // `&&String` is no `&&str`, unlike `&String` and `&str`.
            (Type::Ref(deep), ty) if matches!(**deep, Type::Str | Type::Slice(_)) && ty.owned() == *ty => {
                let owned = if is_text(ty) { bare } else { self.pass(&deep.owned())? };
                Ok(Code::made(format!("&&{}[..]", owned.at(ATOM)), PREFIX, to.clone()))
            }
            (Type::Adt(_), _) => Err(mismatch(&bare.ty, &to)),
            (inner, _) => Ok(borrowed(&self.pass(inner)?)),
        }
    }

    /// A field, or a part of a tuple.
    pub fn part(&self, i: usize, ty: &Type) -> Code {
        let name = match &self.ty {
            Type::Adt(adt) => match adt.fields().map(|fields| &fields[i]) {
                Some(Field { visible: false, getter: Some(getter), .. }) => format!("{getter}()"),
                Some(field) => field.name.to_string(),
                None => i.to_string(),
            },
            _ => i.to_string(),
        };
        // A field is reached through a reference, too.
        let is_name = |text: &&str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
        if let Some(reference) = self.text.strip_prefix('*').filter(is_name) {
            return Code { place: self.place, ..Code::place(format!("{reference}.{name}"), ty.clone()) };
        }
        Code { place: self.place, ..Code::place(format!("{}.{name}", self.at(ATOM)), ty.clone()) }
    }

    /// An integer as another integer type, by `as`: the value is known to fit.
    fn cast(&self, to: &Type) -> Code {
        Code::made(format!("{} as {to}", self.at(CAST)), CAST, to.clone())
    }

    /// The integers in it as `i128`.
    pub fn widen(&self) -> Result<Code, Refused> {
        let bare = self.value();
        let wide = Type::Int(IntType::I128);
        match &bare.ty {
            _ if bare.flex.is_some() => Ok(bare),
            ty if !has_narrow(ty) => Ok(bare),
            Type::Int(IntType::Usize | IntType::Isize | IntType::U128) => Ok(bare.cast(&wide)),
            Type::Int(_) => Ok(Code::made(format!("i128::from({})", bare.at(0)), ATOM, wide)),
            Type::Vec(item) | Type::Array(item, _) => self.widen_items(item),
            Type::Ref(inner) => match &**inner {
                Type::Slice(item) => self.widen_items(item),
                other => Err(format!("the integers of a `{other}` cannot be compared with others")),
            },
            Type::Option(item) => {
                let body = Code::place("x", (**item).clone()).widen()?;
                let ty = Type::Option(Box::new(body.ty.clone()));
                let via = if bare.ty.is_copy() { "" } else { ".clone()" };
                let text = match body.text.strip_suffix("(x)") {
                    Some(function) => format!("{}{via}.map({function})", self.at(ATOM)),
                    None => format!("{}{via}.map(|x| {})", self.at(ATOM), body.at(0)),
                };
                Ok(Code::made(text, ATOM, ty))
            }
            Type::Tuple(items) if bare.place => {
                let parts: Vec<Code> = items
                    .iter()
                    .enumerate()
                    .map(|(i, item)| bare.part(i, item).widen())
                    .collect::<Result<_, _>>()?;
                let texts: Vec<String> = parts.iter().map(|part| part.at(0)).collect();
                let ty = Type::Tuple(parts.into_iter().map(|part| part.ty).collect());
                Ok(Code::made(tuple(&texts), ATOM, ty))
            }
            ty => Err(format!("the integers of a `{ty}` cannot be compared with others")),
        }
    }

    fn widen_items(&self, item: &Type) -> Result<Code, Refused> {
        let body = element(item)?.widen()?;
        let ty = Type::Vec(Box::new(body.ty.clone()));
        let call = format!("iter().map(|{}| {}).collect::<Vec<_>>()", pattern(item), body.at(0));
        Ok(self.method(&call, ty))
    }
}

/// Whether integer literals in the given range, typed `from` so far, can have the type `to`.
fn flexes(from: &Type, to: &Type, range: (i128, i128)) -> bool {
    from.erased() == to.erased()
        && std::mem::discriminant(from) == std::mem::discriminant(to)
        && ints(to, range)
}

fn ints(ty: &Type, range: (i128, i128)) -> bool {
    match ty {
        Type::Int(int) => int.lowest() <= range.0 && range.1 <= int.highest(),
        ty => ty.inner().into_iter().all(|inner| ints(inner, range)),
    }
}

/// Whether an integer is anywhere inside.
pub fn has_int(ty: &Type) -> bool {
    matches!(ty, Type::Int(_)) || ty.inner().into_iter().any(has_int)
}

/// Whether an integer that is no `i128` is anywhere inside.
fn has_narrow(ty: &Type) -> bool {
    match ty {
        Type::Int(int) => *int != IntType::I128,
        ty => ty.inner().into_iter().any(has_narrow),
    }
}

/// The closure's name for an element that `iter()` yields a reference to.
pub fn pattern(item: &Type) -> &'static str {
    if item.is_copy() { "&x" } else { "x" }
}

/// Whether `as_deref` makes an `Option` of the second from one of the first.
pub fn derefs(owned: &Type, borrowed: &Type) -> bool {
    match (owned, borrowed) {
        (Type::String, Type::Ref(inner)) => **inner == Type::Str,
        (Type::Vec(item), Type::Ref(inner)) => **inner == Type::Slice(item.clone()),
        _ => false,
    }
}

fn element(item: &Type) -> Result<Code, Refused> {
    Ok(match item.is_copy() {
        true => Code::place("x", item.clone()),
        false => Code::place("x", Type::Ref(Box::new(item.clone()))),
    })
}

/// Whether a type holds text, owned or not.
pub fn is_text(ty: &Type) -> bool {
    match ty {
        Type::String | Type::Str => true,
        Type::Ref(inner) => is_text(inner),
        _ => false,
    }
}

fn mismatch(from: &Type, to: &Type) -> Refused {
    format!("a `{from}` cannot be passed as `{to}`")
}
