//! Constants and functions of the standard library, by their paths.

use std::rc::Rc;

use super::hints::{argument, float_named, head, int_named, integer};
use super::input::plain;
use super::methods::Call;
use super::value::{Callable, Map, Seq, SeqKind, Val, Written};
use super::{Eval, Flow, Machine, gap};
use crate::program::Shape;
use crate::term::Scalar;
use morph_relation::{FloatType, IntType, Type};

impl<'p> Machine<'p, '_> {
    /// A constant, or a function as a value.
    pub fn outside_value(&mut self, path: &[String], shapes: &[Shape], hint: Option<&Shape>) -> Eval<'p> {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        let (head, name) = match names.as_slice() {
            [.., head, name] => (*head, *name),
            [name] => ("", *name),
            [] => return gap("a path"),
        };
        if name == "None" {
            return Ok(Val::none());
        }
        if let Some(int) = int_named(head)
            && let Some(value) = self.integer_constant(int, name)
        {
            return value;
        }
        let float = float_named(head).or_else(|| match names.as_slice() {
            [ty, "consts", _] => float_named(ty),
            ["consts", _] => Some(FloatType::F64),
            _ => None,
        });
        if let Some(ty) = float
            && let Some(x) = float_constant(ty, name)
        {
            return Ok(Val::Float(self.float(x, ty), Some(ty)));
        }
        Ok(match (head, name) {
            ("Ordering", "Less" | "Equal" | "Greater") => self.constructor_value("Ordering", name)?,
            ("char", "MAX") => Val::Char(self.int(0x10_FFFF)),
            ("char", "REPLACEMENT_CHARACTER") => Val::Char(self.int(0xFFFD)),
            ("Duration", "ZERO") => {
                let zero = self.int(0);
                Val::known("Duration", 0, vec![Val::Int(zero, Some(IntType::U128))])
            }
            ("" | "marker", "PhantomData") | ("fmt", "Error") => Val::unit(),
            ("char", "MIN") => Val::Char(self.int(0)),
            ("fmt", _) => gap(format!("`fmt::{name}`"))?,
            _ => {
                let _ = hint;
                Val::Function(Rc::new(Callable::Outside(path.to_vec(), shapes.to_vec())))
            }
        })
    }

    fn integer_constant(&mut self, int: IntType, name: &str) -> Option<Eval<'p>> {
        let value = match name {
            "MAX" if int == IntType::U128 => return Some(gap("`u128::MAX`")),
            "MAX" => int.highest(),
            "MIN" => int.lowest(),
            "BITS" => return Some(Ok(Val::Int(self.int(i128::from(int.bits())), Some(IntType::U32)))),
            _ => return None,
        };
        Some(Ok(Val::Int(self.int(value), Some(int))))
    }

    /// Calls a function that the workspace does not define.
    pub fn outside_call(
        &mut self,
        path: &[String],
        shapes: &[Shape],
        args: Vec<Val<'p>>,
        hint: Option<&Shape>,
    ) -> Eval<'p> {
        match self.known_function(path, shapes, args.clone(), hint) {
            Err(Flow::Gap(why)) => {
                let name = path.join("::");
                let why = if why.is_empty() { format!("`{name}`") } else { why };
                self.instead(why, &args, hint)
            }
            value => value,
        }
    }

    fn known_function(
        &mut self,
        path: &[String],
        shapes: &[Shape],
        args: Vec<Val<'p>>,
        hint: Option<&Shape>,
    ) -> Eval<'p> {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        let (head_name, name) = match names.as_slice() {
            [.., head, name] => (*head, *name),
            [name] => ("", *name),
            [] => return gap(""),
        };
        let own = |args: &[Shape]| Shape::Named(plain(head_name).to_owned(), args.to_vec());
        let first = || args.first().cloned().map_or_else(|| gap(""), Ok);
        Ok(match (head_name, name) {
            (_, "Some") => Val::some(first()?),
            (_, "Ok") => Val::ok(first()?),
            (_, "Err") => Val::err(first()?),
            ("Box" | "Rc" | "Arc" | "Cow" | "Cell" | "RefCell", "new" | "Borrowed" | "Owned" | "pin")
            | ("mem", "ManuallyDrop")
            | ("convert", "identity")
            | ("hint", "black_box") => first()?,
            ("" | "mem", "drop" | "forget") => Val::unit(),
            ("cmp", "min" | "max") | ("Ord" | "f64" | "f32", "min" | "max") if args.len() == 2 => {
                let (a, b) = (self.shape(args[0].clone())?, self.shape(args[1].clone())?);
                let (a, b) = self.same_open_types(Some(a), Some(b));
                let (Some(a), Some(b)) = (a, b) else { return gap("") };
                if matches!(a, Val::Float(..)) {
                    return self.as_method(name, vec![a, b], shapes, hint);
                }
                self.extreme(a, b, name == "max")?
            }
            ("mem", "swap") if args.len() == 2 => {
                let (Val::Mut(a), Val::Mut(b)) = (&args[0], &args[1]) else { return gap("") };
                let (a, b) = (a.clone(), b.clone());
                let (x, y) = (self.read(&a), self.read(&b));
                self.write(&a, y)?;
                self.write(&b, x)?;
                Val::unit()
            }
            ("mem", "replace" | "take") => {
                let Val::Mut(place) = first()? else { return gap("") };
                let old = self.read(&place);
                let new = match args.get(1) {
                    Some(new) => new.clone(),
                    None => {
                        let shape = self.shape(old.clone())?;
                        self.default_like(&shape, hint)?
                    }
                };
                self.write(&place, new)?;
                old
            }
            (
                "Vec" | "VecDeque" | "String" | "BinaryHeap" | "LinkedList",
                "new" | "with_capacity" | "default",
            ) => {
                if head_name == "BinaryHeap" {
                    return gap("");
                }
                let kind = if head_name == "String" { SeqKind::Text } else { SeqKind::Items };
                self.sequence(kind, Vec::new())
            }
            ("BTreeMap" | "BTreeSet" | "HashMap" | "HashSet", "new" | "default" | "with_capacity") => {
                Val::Map(Rc::new(Map {
                    is_set: head_name.ends_with("Set"),
                    is_sorted: head_name.starts_with('B'),
                    entries: Vec::new(),
                }))
            }
            ("String", "from_utf8") | ("str", "from_utf8") => {
                let text = self.text_of_bytes(first()?)?;
                let error = Val::known("Utf8Error", 0, Vec::new());
                text.map_or_else(|| Val::err(error), Val::ok)
            }
            ("String", "from_utf8_lossy") => {
                let text = self.text_of_bytes(first()?)?;
                return text.map_or_else(|| gap("bytes that are no text"), Ok);
            }
            (
                "String" | "Vec" | "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" | "VecDeque",
                "from_iter",
            ) => {
                let iter = self.iterator(first()?)?;
                self.collected(iter, &own(shapes))?
            }
            ("char", "from_u32" | "from_digit" | "from") => self.char_function(name, &args)?,
            ("Duration", _) => self.duration_function(name, &args)?,
            ("iter", _) => self.iterator_function(name, args)?,
            (ty, "from_str_radix") if int_named(ty).is_some() => {
                let Some(int) = int_named(ty) else { return gap("") };
                let text = self.shape(first()?)?;
                let radix = args.get(1).cloned().map_or_else(|| gap(""), Ok)?;
                let Val::Int(radix, _) = self.shape(radix)? else { return gap("") };
                let radix = self.pinned(radix, "a radix")?;
                let Val::Seq(seq) = text else { return gap("") };
                self.parsed_integer(&seq, int, radix)?
            }
            (_, "from_str") => {
                let text = self.shape(first()?)?;
                let Val::Seq(seq) = text else { return gap("") };
                self.parsed(&seq, &own(shapes))?
            }
            (ty, "from_be_bytes" | "from_le_bytes" | "from_ne_bytes") if int_named(ty).is_some() => {
                let (Some(int), Val::Seq(seq)) = (int_named(ty), self.shape(first()?)?) else {
                    return gap("");
                };
                let mut bytes = self.items(&seq)?;
                if name != "from_be_bytes" {
                    bytes.reverse();
                }
                self.integer_of_bytes(&bytes, int)?
            }
            (ty, "from_bits") if float_named(ty).is_some() => {
                let (Some(ty), Val::Int(bits, _)) = (float_named(ty), self.shape(first()?)?) else {
                    return gap("");
                };
                let Scalar::Int(bits) = self.concretised(bits, "the bits of a float")? else {
                    return gap("");
                };
                let x = match ty {
                    FloatType::F64 => f64::from_bits(bits as u64),
                    FloatType::F32 => f64::from(f32::from_bits(bits as u32)),
                };
                Val::Float(self.float(x, ty), Some(ty))
            }
            (ty, "from" | "try_from") if !ty.is_empty() && args.len() == 1 => {
                let shape = if matches!(ty, "From" | "TryFrom") {
                    hint.cloned().map_or_else(|| gap(""), Ok)?
                } else {
                    named(ty, shapes)
                };
                self.converted(first()?, &shape, name == "try_from")?
            }
            ("NonZero", "new") | ("NonZero", "new_unchecked") => {
                let Val::Int(term, ty) = self.shape(first()?)? else { return gap("") };
                let zero = self.int(0);
                let is_zero = self.eq(term, zero);
                let some = self.not(is_zero);
                self.open_option(some, Val::known("NonZero", 0, vec![Val::Int(term, ty)]))
            }
            ("Default", "default") => {
                let hint = hint.cloned().map_or_else(|| gap(""), Ok)?;
                self.default_of(&hint)?
            }
            (_, "default") if args.is_empty() => self.default_of(&named(head_name, shapes))?,
            ("array", "from_fn") => {
                let Some(Shape::Known(Type::Array(_, len))) = hint else { return gap("") };
                let mut items = Vec::new();
                for at in 0..*len {
                    let number = Val::usize(self.int(at as i128));
                    items.push(self.call_value(&args[0], vec![number])?);
                }
                self.val_items(items)
            }
            ("fmt" | "", "format") => Val::Text(Rc::new(vec![Written::Value(first()?, String::new())])),
            ("process", "exit" | "abort") => return super::panicked(),
            ("" | "panic", "panic_any") => return super::panicked(),
            // `f64::sqrt(x)`, `str::len(s)`, `Iterator::next(it)`.
            _ if !args.is_empty() => self.as_method(name, args, shapes, hint)?,
            _ => return gap(""),
        })
    }

    /// A method that is called by its path.
    fn as_method(
        &mut self,
        name: &str,
        mut args: Vec<Val<'p>>,
        shapes: &[Shape],
        hint: Option<&Shape>,
    ) -> Eval<'p> {
        let receiver = args.remove(0);
        let (place, value) = match receiver {
            Val::Mut(place) => {
                let (place, value) = self.opened(place)?;
                (Some(place), value)
            }
            value => (None, self.shape(value)?),
        };
        let heads = super::arithmetic::builtin_name(&value).unwrap_or("_").to_owned();
        if let Some(path) = self.own_method(&heads, name, args.len() + 1) {
            let receiver = place.map_or(value, Val::Mut);
            args.insert(0, receiver);
            return self.call_path(&path, args);
        }
        self.modelled(Call { value, place, name, args, types: shapes, hint })
    }

    fn char_function(&mut self, name: &str, args: &[Val<'p>]) -> Eval<'p> {
        let mut terms = Vec::new();
        for arg in args {
            match self.shape(arg.clone())? {
                Val::Int(term, _) | Val::Char(term) => terms.push(term),
                other => return gap(format!("`char::{name}` of {}", other.kind())),
            }
        }
        Ok(match (name, terms.as_slice()) {
            ("from", [term]) => Val::Char(*term),
            ("from_u32", [term]) => {
                let valid = self.is_char(*term);
                self.open_option(valid, Val::Char(*term))
            }
            ("from_digit", [digit, radix]) => {
                let small = self.lt(*digit, *radix);
                let ten = self.int(10);
                let is_decimal = self.lt(*digit, ten);
                let (decimal, letter) = (self.plus(*digit, 48), self.plus(*digit, 87));
                let c = self.ite(is_decimal, decimal, letter);
                self.open_option(small, Val::Char(c))
            }
            _ => return gap(format!("`char::{name}`")),
        })
    }

    fn duration_function(&mut self, name: &str, args: &[Val<'p>]) -> Eval<'p> {
        let mut terms = Vec::new();
        for arg in args {
            let Val::Int(term, _) = self.shape(arg.clone())? else {
                return gap(format!("`Duration::{name}`"));
            };
            terms.push(term);
        }
        let times = |machine: &mut Self, term, factor| {
            let factor = machine.int(factor);
            machine.mul(term, factor)
        };
        let nanos = match (name, terms.as_slice()) {
            ("from_secs", [n]) => times(self, *n, 1_000_000_000),
            ("from_millis", [n]) => times(self, *n, 1_000_000),
            ("from_micros", [n]) => times(self, *n, 1_000),
            ("from_nanos", [n]) => *n,
            ("new", [secs, nanos]) => {
                let secs = times(self, *secs, 1_000_000_000);
                self.add(secs, *nanos)
            }
            _ => return gap(format!("`Duration::{name}`")),
        };
        Ok(Val::known("Duration", 0, vec![Val::Int(nanos, Some(IntType::U128))]))
    }

    /// The default of what a value is.
    pub fn default_like(&mut self, value: &Val<'p>, hint: Option<&Shape>) -> Eval<'p> {
        if let Some(hint) = hint
            && let Ok(value) = self.default_of(hint)
        {
            return Ok(value);
        }
        Ok(match value {
            Val::Input(input) => return self.default_of(&Shape::Known((*input.ty).clone())),
            Val::Int(_, ty) => Val::Int(self.int(0), *ty),
            Val::Float(_, ty) => Val::Float(self.float(0.0, Self::float_type(*ty)), *ty),
            Val::Bool(_) => self.val_bool(false),
            Val::Char(_) => Val::Char(self.int(0)),
            Val::Seq(seq) => self.sequence(seq.kind, Vec::new()),
            Val::Text(_) => self.sequence(SeqKind::Text, Vec::new()),
            Val::Map(map) => Val::Map(Rc::new(Map { entries: Vec::new(), ..(**map).clone() })),
            Val::Data(data) => {
                let shape = Shape::Named(data.path().to_string(), Vec::new());
                return self.default_of(&shape);
            }
            Val::Tuple(parts) => {
                let parts: Eval<'p, Vec<_>> =
                    parts.iter().map(|part| self.default_like(part, None)).collect();
                Val::tuple(parts?)
            }
            Val::Mut(place) => {
                let value = self.read(place);
                return self.default_like(&value, None);
            }
            _ => return gap("a default"),
        })
    }

    /// `T::default()`.
    pub fn default_of(&mut self, shape: &Shape) -> Eval<'p> {
        let program = self.program;
        let Some(name) = head(shape) else { return gap("the default of something unknown") };
        if let Some(path) = self.own_method(&name, "default", 0) {
            return self.call_path(&path, Vec::new());
        }
        if let Some(int) = int_named(&name).or_else(|| integer(shape)) {
            return Ok(Val::Int(self.int(0), Some(int)));
        }
        if let Some(ty) = float_named(&name) {
            return Ok(Val::Float(self.float(0.0, ty), Some(ty)));
        }
        Ok(match name.as_str() {
            "bool" => self.val_bool(false),
            "char" => Val::Char(self.int(0)),
            "String" | "str" => self.sequence(SeqKind::Text, Vec::new()),
            "Vec" | "Slice" | "VecDeque" => self.sequence(SeqKind::Items, Vec::new()),
            "Option" => Val::none(),
            "Duration" => return self.outside_value(&["Duration".to_owned(), "ZERO".to_owned()], &[], None),
            "BTreeMap" | "BTreeSet" | "HashMap" | "HashSet" => Val::Map(Rc::new(Map {
                is_set: name.ends_with("Set"),
                is_sorted: name.starts_with('B'),
                entries: Vec::new(),
            })),
            "Tuple" => {
                let mut parts = Vec::new();
                while let Some(part) = argument(shape, parts.len()) {
                    parts.push(self.default_of(&part)?);
                }
                Val::tuple(parts)
            }
            "Array" => match shape {
                Shape::Known(Type::Array(item, len)) => {
                    let item = self.default_of(&Shape::Known((**item).clone()))?;
                    self.val_items(vec![item; *len])
                }
                _ => return gap("the default of an array"),
            },
            path => {
                let Some(definition) = program.types.get(path) else {
                    return gap(format!("`{path}::default`"));
                };
                if !definition.derives.iter().any(|derived| derived == "Default") || definition.is_enum {
                    return gap(format!("`{path}::default`"));
                }
                let Some(variant) = definition.variants.first() else {
                    return gap(format!("`{path}::default`"));
                };
                let fields: Eval<'p, Vec<_>> =
                    variant.fields.iter().map(|(_, shape)| self.default_of(shape)).collect();
                Val::known(path, 0, fields?)
            }
        })
    }

    /// The text of some bytes, where it is ASCII; of others, that of the input at hand.
    fn text_of_bytes(&mut self, bytes: Val<'p>) -> Eval<'p, Option<Val<'p>>> {
        let Val::Seq(seq) = self.shape(bytes)? else { return gap("a text of bytes") };
        let mut ascii = self.bool(true);
        let limit = self.int(128);
        let mut chars = Vec::new();
        for (at, item) in seq.all().to_vec().into_iter().enumerate() {
            let Val::Int(byte, _) = self.shape(item)? else { return gap("a text of bytes") };
            chars.push(Val::Char(byte));
            let (small, at) = (self.lt(byte, limit), self.int(at as i128));
            let beyond = self.le(seq.len, at);
            let fine = self.or(beyond, small);
            ascii = self.and(ascii, fine);
        }
        if self.fork(ascii)? {
            let text = Seq { kind: SeqKind::Text, items: Rc::new(chars), from: 0, ..seq };
            return Ok(Some(Val::Seq(text)));
        }
        let mut known = Vec::new();
        for item in self.items(&seq)? {
            let Val::Int(byte, _) = self.shape(item)? else { return gap("a text of bytes") };
            let Scalar::Int(byte) = self.concretised(byte, "bytes beyond ASCII")? else {
                return gap("bytes");
            };
            known.push(byte as u8);
        }
        Ok(String::from_utf8(known).ok().map(|text| self.val_text(&text)))
    }
}

/// What is written of a type by its name.
fn named(name: &str, shapes: &[Shape]) -> Shape {
    match int_named(name) {
        Some(int) => Shape::Known(Type::Int(int)),
        None => Shape::Named(plain(name).to_owned(), shapes.to_vec()),
    }
}

fn float_constant(ty: FloatType, name: &str) -> Option<f64> {
    use std::f64::consts;
    Some(match (name, ty) {
        ("MAX", FloatType::F64) => f64::MAX,
        ("MAX", FloatType::F32) => f64::from(f32::MAX),
        ("MIN", FloatType::F64) => f64::MIN,
        ("MIN", FloatType::F32) => f64::from(f32::MIN),
        ("MIN_POSITIVE", FloatType::F64) => f64::MIN_POSITIVE,
        ("MIN_POSITIVE", FloatType::F32) => f64::from(f32::MIN_POSITIVE),
        ("EPSILON", FloatType::F64) => f64::EPSILON,
        ("EPSILON", FloatType::F32) => f64::from(f32::EPSILON),
        ("INFINITY", _) => f64::INFINITY,
        ("NEG_INFINITY", _) => f64::NEG_INFINITY,
        ("NAN", _) => f64::NAN,
        ("PI", _) => consts::PI,
        ("TAU", _) => consts::TAU,
        ("E", _) => consts::E,
        ("FRAC_PI_2", _) => consts::FRAC_PI_2,
        ("FRAC_PI_3", _) => consts::FRAC_PI_3,
        ("FRAC_PI_4", _) => consts::FRAC_PI_4,
        ("FRAC_PI_6", _) => consts::FRAC_PI_6,
        ("FRAC_PI_8", _) => consts::FRAC_PI_8,
        ("FRAC_1_PI", _) => consts::FRAC_1_PI,
        ("FRAC_2_PI", _) => consts::FRAC_2_PI,
        ("FRAC_1_SQRT_2", _) => consts::FRAC_1_SQRT_2,
        ("SQRT_2", _) => consts::SQRT_2,
        ("LN_2", _) => consts::LN_2,
        ("LN_10", _) => consts::LN_10,
        ("LOG2_E", _) => consts::LOG2_E,
        ("LOG10_E", _) => consts::LOG10_E,
        _ => return None,
    })
}
