//! Values as bytes, as the lab's shim reads and writes them (`templates/shim/wire.rs` is the mirror image).

use std::cmp::Ordering;

use morph_relation::{Adt, Data, FloatType, IntType, Recipe, Seen, Type, Value, plain_decimal};

/// Nanoseconds.
const SECOND: i128 = 1_000_000_000;

/// Appends a value of type `ty`; the value must fit the type ([`Value::fits`]).
pub fn encode(value: &Value, ty: &Type, out: &mut Vec<u8>) {
    let length = |out: &mut Vec<u8>, n: usize| out.extend_from_slice(&(n as u32).to_le_bytes());
    match (value, ty) {
        (
            _,
            Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner),
        ) => {
            encode(value, inner, out);
        }
        (_, Type::NonZero(int)) => encode(value, &Type::Int(*int), out),
        (Value::Int(nanos), Type::Duration) => {
            out.extend_from_slice(&((nanos / SECOND) as u64).to_le_bytes());
            out.extend_from_slice(&((nanos % SECOND) as u32).to_le_bytes());
        }
        (Value::Data(data), Type::Adt(adt)) => encode_data(data, adt, out),
        (Value::Bool(b), _) => out.push(u8::from(*b)),
        (Value::Char(c), _) => out.extend_from_slice(&u32::from(*c).to_le_bytes()),
        (Value::Int(n), Type::Int(int)) => {
            out.extend_from_slice(&n.to_le_bytes()[..(int.bits() / 8) as usize])
        }
        (Value::Big(n), _) => out.extend_from_slice(&n.to_le_bytes()),
        (Value::F32(x), _) => out.extend_from_slice(&x.to_le_bytes()),
        (Value::F64(x), _) => out.extend_from_slice(&x.to_le_bytes()),
        (Value::Str(text), _) => {
            length(out, text.len());
            out.extend_from_slice(text.as_bytes());
        }
        (Value::Seq(items), _) => {
            length(out, items.len());
            if let Some(item) = ty.item() {
                items.iter().for_each(|value| encode(value, item, out));
            }
        }
        (Value::Tuple(items), Type::Tuple(types)) => {
            items.iter().zip(types).for_each(|(value, ty)| encode(value, ty, out));
        }
        (Value::None, _) => out.push(0),
        (Value::Some(value), Type::Option(ty)) | (Value::Ok(value), Type::Result(ty, _)) => {
            out.push(1);
            encode(value, ty, out);
        }
        (Value::Err(value), Type::Result(_, ty)) => {
            out.push(0);
            encode(value, ty, out);
        }
        (Value::Ordering(o), _) => out.push((*o as i8 + 1) as u8),
        (Value::Unit, _) => {}
        (value, ty) => debug_assert!(false, "{value:?} does not fit {ty}"),
    }
}

/// Which constructor with its arguments, counted from 1, or 0 and the fields; types without constructors are made of
/// their fields alone. Enums have the variant before the fields. What is seen of a value does not make another.
fn encode_data(data: &Data, adt: &Adt, out: &mut Vec<u8>) {
    if !adt.recipes().is_empty() {
        if let Some(recipe) = &data.recipe {
            out.push(recipe.constructor as u8 + 1);
            let params = &adt.recipes()[recipe.constructor].params;
            recipe.args.iter().zip(params).for_each(|(value, ty)| encode(value, ty, out));
            return;
        }
        out.push(0);
        if adt.seen.get().is_some() {
            return;
        }
    }
    if adt.is_enum {
        out.push(data.variant as u8);
    }
    let fields = &adt.variants()[data.variant].fields;
    data.fields.iter().zip(fields).for_each(|(value, field)| encode(value, &field.ty, out));
}

/// Takes a value of type `ty` from the front of `bytes`; `None` where they are no such value.
pub fn decode(ty: &Type, bytes: &mut &[u8]) -> Option<Value> {
    Some(match ty {
        Type::Unit => Value::Unit,
        Type::Bool => Value::Bool(take(bytes, 1)?[0] != 0),
        Type::Char => Value::Char(char::from_u32(u32::from_le_bytes(take(bytes, 4)?.try_into().ok()?))?),
        Type::Int(int) => decode_int(*int, bytes)?,
        Type::Float(FloatType::F32) => Value::F32(f32::from_le_bytes(take(bytes, 4)?.try_into().ok()?)),
        Type::Float(FloatType::F64) => Value::F64(f64::from_le_bytes(take(bytes, 8)?.try_into().ok()?)),
        Type::Str | Type::String => {
            let n = length(bytes)?;
            Value::str(std::str::from_utf8(take(bytes, n)?).ok()?)
        }
        Type::Slice(item) | Type::Array(item, _) | Type::Vec(item) => {
            let n = length(bytes)?;
            decode_items(item, n, bytes)?
        }
        Type::Option(item) => match take(bytes, 1)?[0] {
            0 => Value::None,
            _ => Value::Some(decode(item, bytes)?.into()),
        },
        Type::Result(ok, err) => match take(bytes, 1)?[0] {
            0 => Value::Err(decode(err, bytes)?.into()),
            _ => Value::Ok(decode(ok, bytes)?.into()),
        },
        Type::Tuple(types) => Value::Tuple(types.iter().map(|ty| decode(ty, bytes)).collect::<Option<_>>()?),
        Type::Ordering => Value::Ordering(match take(bytes, 1)?[0] {
            0 => Ordering::Less,
            1 => Ordering::Equal,
            _ => Ordering::Greater,
        }),
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            decode(inner, bytes)?
        }
        Type::NonZero(int) => decode_int(*int, bytes)?,
        Type::Duration => {
            let seconds = u64::from_le_bytes(take(bytes, 8)?.try_into().ok()?);
            let nanos = u32::from_le_bytes(take(bytes, 4)?.try_into().ok()?);
            Value::Int(i128::from(seconds) * SECOND + i128::from(nanos))
        }
        Type::Adt(adt) => {
            // What is seen of an enum is one thing, whatever its variants.
            let has_variants = adt.is_enum && adt.seen.get().is_none();
            let variant = if has_variants { usize::from(take(bytes, 1)?[0]) } else { 0 };
            let fields = &adt.variants().get(variant)?.fields;
            let fields: Vec<Value> =
                fields.iter().map(|field| decode(&field.ty, bytes)).collect::<Option<_>>()?;
            let again = |constructor: &usize| Recipe::new(adt, *constructor, fields.clone());
            let recipe = adt.again.get().map(again);
            let fields = if shows_number(adt) { fields.iter().map(plain).collect() } else { fields };
            let hidden = adt.seen.get().is_some();
            Value::Data(Data { variant, fields, recipe, hidden }.into())
        }
        Type::Opaque(_) | Type::Const(_) | Type::Phantom(_) => Value::Unit,
    })
}

/// Whether a number may be seen of a type's values by a text that says more than `==` compares: `1.5` and `1.50` are the same.
fn shows_number(adt: &Adt) -> bool {
    matches!(adt.seen.get(), Some(Seen::Text | Seen::Debug)) && adt.traits.own_eq && adt.traits.own_order
}

/// A text without what does not change a number.
fn plain(seen: &Value) -> Value {
    match seen {
        Value::Str(text) => plain_decimal(text).map_or_else(|| seen.clone(), Value::str),
        _ => seen.clone(),
    }
}

/// Items that take no bytes, such as `()`, are no more than this: otherwise few bytes are a value that no memory holds.
const MOST_EMPTY: usize = 1 << 12;

/// A sequence. An item that is like the one before shares its memory: tables and buffers are empty for the most part.
fn decode_items(ty: &Type, n: usize, bytes: &mut &[u8]) -> Option<Value> {
    let mut items: Vec<Value> = Vec::new();
    let mut before: &[u8] = &[];
    for _ in 0..n {
        match (items.last(), bytes.strip_prefix(before)) {
            // No encoding is the beginning of another one's.
            (Some(last), Some(rest)) if !before.is_empty() => {
                *bytes = rest;
                items.push(last.clone());
            }
            _ => {
                let whole = *bytes;
                items.push(decode(ty, bytes)?);
                before = &whole[..whole.len() - bytes.len()];
                if before.is_empty() && n > MOST_EMPTY {
                    return None;
                }
            }
        }
    }
    Some(Value::seq(items))
}

fn decode_int(int: IntType, bytes: &mut &[u8]) -> Option<Value> {
    let size = (int.bits() / 8) as usize;
    let raw = take(bytes, size)?;
    let fill = if int.signed() && raw[size - 1] >= 0x80 { 0xff } else { 0 };
    let mut wide = [fill; 16];
    wide[..size].copy_from_slice(raw);
    let unsigned = u128::from_le_bytes(wide);
    Some(match i128::try_from(unsigned) {
        Err(_) if !int.signed() => Value::Big(unsigned),
        _ => Value::Int(i128::from_le_bytes(wide)),
    })
}

fn take<'a>(bytes: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (head, tail) = bytes.split_at_checked(n)?;
    *bytes = tail;
    Some(head)
}

fn length(bytes: &mut &[u8]) -> Option<usize> {
    Some(u32::from_le_bytes(take(bytes, 4)?.try_into().ok()?) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{Field, Home, Tolerance, Traits, Variant};

    #[test]
    fn what_is_encoded_is_decoded() {
        let int = |t| Type::Int(t);
        let cases = [
            (int(IntType::I8), Value::Int(-128)),
            (int(IntType::U64), Value::Int(u64::MAX.into())),
            (int(IntType::U128), Value::Big(u128::MAX)),
            (int(IntType::I128), Value::Int(i128::MIN)),
            (Type::Float(FloatType::F32), Value::F32(-0.5)),
            (Type::Float(FloatType::F64), Value::F64(f64::NAN)),
            (Type::Ref(Box::new(Type::Str)), Value::str("naïve 🦀")),
            (Type::Char, Value::Char('é')),
            (Type::Array(Box::new(int(IntType::U16)), 2), Value::seq([Value::Int(1), Value::Int(65535)])),
            (Type::Option(Box::new(Type::Bool)), Value::Some(Value::Bool(true).into())),
            (Type::Option(Box::new(Type::Bool)), Value::None),
            (
                Type::Result(Box::new(Type::Tuple(vec![Type::Ordering, Type::Unit])), Box::new(Type::String)),
                Value::Ok(Value::Tuple([Value::Ordering(Ordering::Less), Value::Unit].into()).into()),
            ),
        ];
        for (ty, value) in cases {
            assert!(value.fits(&ty));
            let mut bytes = Vec::new();
            encode(&value, &ty, &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!(decode(&ty, &mut rest), Some(value));
            assert!(rest.is_empty());
        }
    }

    #[test]
    fn items_that_repeat_are_decoded_and_share_their_memory() {
        let text = |text: &str| Value::Some(Value::str(text).into());
        let ty = Type::Vec(Box::new(Type::Option(Box::new(Type::String))));
        for items in [
            vec![text("a"), text("a"), text("ab"), text("a"), text("a"), Value::None, Value::None],
            vec![text(""), text(""), text("\0"), Value::None, text("\u{1}")],
            vec![Value::None, text("\0\0\0\0"), text("\0\0\0\0"), Value::None],
        ] {
            let (value, mut bytes) = (Value::seq(items), Vec::new());
            encode(&value, &ty, &mut bytes);
            assert_eq!(decode(&ty, &mut &bytes[..]), Some(value));
            assert_eq!(decode(&ty, &mut &bytes[..bytes.len() - 1]), None);
        }
        let (value, mut bytes) = (Value::seq(vec![text("same"); 2]), Vec::new());
        encode(&value, &ty, &mut bytes);
        let Some(Value::Seq(items)) = decode(&ty, &mut &bytes[..]) else { panic!("it is a sequence") };
        let [Value::Some(first), Value::Some(second)] = &*items else { panic!("{items:?}") };
        assert!(std::sync::Arc::ptr_eq(first, second));
        let units = Type::Vec(Box::new(Type::Unit));
        assert_eq!(decode(&units, &mut &u32::MAX.to_le_bytes()[..]), None);
        let (value, mut bytes) = (Value::seq(vec![Value::Unit; 3]), Vec::new());
        encode(&value, &units, &mut bytes);
        assert_eq!(decode(&units, &mut &bytes[..]), Some(value));
    }

    /// A type of which a text is seen.
    fn shown(is_enum: bool, traits: Traits) -> Type {
        let name = || "Shown".to_owned();
        let adt = Adt::new(name(), name(), Home::default(), is_enum, traits);
        let field =
            Field { name: "seen".into(), ty: Type::String, visible: false, public: false, getter: None };
        let only = Variant { name: name(), fields: vec![field], braces: false };
        adt.variants.set(vec![only]).unwrap();
        adt.seen.set(Seen::Text).unwrap();
        Type::Adt(adt)
    }

    fn seen(text: &str, ty: &Type) -> Value {
        let mut bytes = Vec::new();
        encode(&Value::str(text), &Type::String, &mut bytes);
        decode(ty, &mut &bytes[..]).unwrap()
    }

    #[test]
    fn what_is_seen_of_an_enum_is_decoded() {
        let ty = shown(true, Traits::default());
        assert!(
            seen("no number", &ty).same(&Value::data(0, vec![Value::str("no number")]), Tolerance::Exact)
        );
    }

    #[test]
    fn numbers_of_types_that_compare_by_themselves_are_the_same_whatever_zeros_they_show() {
        let own = shown(false, Traits { own_eq: true, own_order: true, ..Traits::default() });
        let derived = shown(false, Traits { eq: true, ordered: true, ..Traits::default() });
        for (a, b, is_same) in
            [("1.50", "1.5", true), ("-0", "0.0", true), ("1.5", "1.6", false), ("a", "b", false)]
        {
            assert_eq!(seen(a, &own).same(&seen(b, &own), Tolerance::Exact), is_same, "{a} and {b}");
        }
        assert!(!seen("1.50", &derived).same(&seen("1.5", &derived), Tolerance::Exact));
    }

    #[test]
    fn bytes_that_are_no_value_are_refused() {
        assert_eq!(decode(&Type::Int(IntType::U32), &mut &[1, 2][..]), None);
        assert_eq!(decode(&Type::Char, &mut &[0, 0xd8, 0, 0][..]), None);
        assert_eq!(decode(&Type::String, &mut &[9, 0, 0, 0, b'x'][..]), None);
    }
}
