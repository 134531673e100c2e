//! The types that are tried for type parameters where nothing says more.

use syn::TypeParamBound;

use super::parameter::Parameter;
use super::types::kept;
use morph_relation::{FloatType, IntType, Type};

/// The types that are tried where nothing says more.
pub fn fixed() -> Vec<Type> {
    let reference = |ty: Type| Type::Ref(Box::new(ty));
    let bytes = || Box::new(Type::Int(IntType::U8));
    vec![
        Type::Int(IntType::I64),
        Type::Int(IntType::U8),
        Type::Float(FloatType::F64),
        Type::String,
        reference(Type::Str),
        Type::Int(IntType::U32),
        Type::Int(IntType::I32),
        Type::Float(FloatType::F32),
        Type::Char,
        Type::Bool,
        Type::Vec(bytes()),
        reference(Type::Slice(bytes())),
    ]
}

/// Whether a type of the fixed list implements a trait of `std`, or one that is known by name in many crates; `None` for
/// other names.
pub fn implements(ty: &Type, name: &str, argument: Option<&str>) -> Option<bool> {
    let (int, float) = (matches!(ty, Type::Int(_)), matches!(ty, Type::Float(_)));
    let signed = matches!(ty, Type::Int(int) if int.signed());
    let number = int || float;
    let borrowed = matches!(ty, Type::Ref(_));
    let text = matches!(ty, Type::String) || *ty == Type::Ref(Box::new(Type::Str));
    let bytes = !number && !text && !matches!(ty, Type::Char | Type::Bool);
    Some(match name {
        "Copy" => ty.is_copy(),
        "Eq" | "Ord" | "Hash" => !float,
        "Default" => *ty != Type::Unit,
        "Display" | "ToString" => !bytes,
        "FromStr" => !borrowed && !bytes,
        "Add" if *ty == Type::String => argument.is_some_and(|rhs| rhs == "&str"),
        "Add" | "Sub" | "Mul" | "Div" | "Rem" | "AddAssign" | "SubAssign" | "MulAssign" | "DivAssign"
        | "RemAssign" | "Sum" | "Product" => number && argument.is_none_or(is_itself),
        "Neg" => signed || float,
        "Not" => int || *ty == Type::Bool,
        "BitAnd" | "BitOr" | "BitXor" => int || *ty == Type::Bool,
        "Shl" | "Shr" | "ShlAssign" | "ShrAssign" | "BitAndAssign" | "BitOrAssign" | "BitXorAssign"
        | "Binary" | "LowerHex" | "UpperHex" | "Octal" => int,
        "AsRef" | "Borrow" | "Into" | "From" | "TryInto" | "TryFrom" => match (name, argument) {
            ("AsRef" | "Borrow", Some("str")) => text,
            ("AsRef", Some("[u8]")) => text || bytes,
            ("Borrow", Some("[u8]")) => bytes,
            ("Into", Some("String")) => text || *ty == Type::Char,
            ("Into", Some(to)) => ty.to_string() == to || (number && widens(&ty.to_string(), to)),
            ("From", Some(from)) => ty.to_string() == from || (number && widens(from, &ty.to_string())),
            _ => number,
        },
        "Num" | "NumOps" | "NumCast" | "Zero" | "One" | "Bounded" | "ToPrimitive" | "FromPrimitive"
        | "NumRef" | "AsPrimitive" | "NumAssign" | "NumAssignOps" | "NumAssignRef" | "Inv" => number,
        "PrimInt" | "Integer" | "CheckedAdd" | "CheckedSub" | "CheckedMul" | "CheckedDiv" | "WrappingAdd"
        | "WrappingMul" | "Saturating" => int,
        "Signed" => signed || float,
        "Unsigned" => int && !signed,
        "Float" | "FloatCore" | "Real" => float,
        "Error" | "Future" | "Hasher" | "Rng" | "RngCore" => false,
        _ => return None,
    })
}

/// The types that are tried for a parameter, as far as its bounds may allow them.
pub fn of_parameter(param: &Parameter) -> Vec<Type> {
    let mut candidates = fixed();
    if traits(&param.of_references).any(|name| name == "IntoIterator") {
        candidates = candidates.into_iter().map(|item| Type::Vec(Box::new(item.owned()))).collect();
    }
    if is_shown_alone(&param.bounds) {
        candidates.sort_by_key(|ty| *ty != Type::String);
    }
    candidates
}

/// The first type of the fixed list that bounds allow, as far as these are known.
pub fn simplest_within(bounds: &[TypeParamBound]) -> Type {
    let fits = |ty: &Type| traits(bounds).all(|name| implements(ty, &name, None).unwrap_or(true));
    fixed().into_iter().find(fits).unwrap_or(Type::Int(IntType::I64))
}

/// The last names of the traits among bounds.
fn traits(bounds: &[TypeParamBound]) -> impl Iterator<Item = String> {
    bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    })
}

/// Whether bounds say that a value is shown and no more: texts show whatever others do.
fn is_shown_alone(bounds: &[TypeParamBound]) -> bool {
    let mut told: Vec<String> = traits(bounds).collect();
    told.retain(|name| !["Clone", "Debug", "Send", "Sized", "Sync"].contains(&name.as_str()));
    !told.is_empty() && told.iter().all(|name| ["Display", "ToString"].contains(&name.as_str()))
}

/// Whether an operator's right operand is of the same type: `T`, `Self`, `Output = T`.
fn is_itself(argument: &str) -> bool {
    argument.starts_with("Output") || argument == "Self" || (argument.len() <= 2 && argument.is_ascii())
}

/// Whether `std` converts a number of one type into another without loss.
fn widens(from: &str, to: &str) -> bool {
    let split = |name: &str| -> Option<(char, u32)> {
        let kind = name.chars().next()?;
        Some((kind, name[1..].parse().ok()?))
    };
    let (Some((from, small)), Some((to, large))) = (split(from), split(to)) else { return false };
    match (from, to) {
        ('u', 'u') | ('i', 'i') | ('u', 'i') | ('f', 'f') => small < large,
        ('u' | 'i', 'f') => small < large,
        _ => false,
    }
}

/// The types that a trait of `std` calls for, where it is one of those that hardly any type implements.
pub fn of_standard(path: &str) -> Vec<Type> {
    let byte = Type::Int(IntType::U8);
    match path.rsplit("::").next().unwrap_or(path) {
        "Write" if path.contains("fmt::") => vec![Type::String],
        "Write" => vec![Type::Vec(Box::new(byte))],
        // For `R` and for `&mut R`.
        "Read" | "BufRead" => {
            let queue = made_of("std::collections::VecDeque", &[&byte]);
            let lent = Type::Ref(Box::new(Type::Slice(Box::new(byte))));
            [lent].into_iter().chain(queue).collect()
        }
        "BuildHasher" => made_of("std::hash::RandomState", &[]).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A type of `std` by its path.
pub fn made_of(path: &str, arguments: &[&Type]) -> Option<Type> {
    let arguments: Vec<Type> = arguments.iter().map(|ty| (*ty).clone()).collect();
    kept::of_table(path, &arguments, path).map(Type::Adt)
}

/// The values that are tried for a constant of this type.
pub fn constants(of: &Type) -> &'static [&'static str] {
    match of {
        Type::Int(_) => &["4", "2", "1", "3"],
        Type::Bool => &["true", "false"],
        Type::Char => &["'*'", "'?'", "'#'", "'%'"],
        _ => &[],
    }
}
