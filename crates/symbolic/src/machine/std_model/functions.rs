//! Functions of the standard library that are called by their paths.

use super::collections;
use super::path_call::PathCall;
use super::sources;
use crate::machine::hints::float_named;
use crate::machine::state::{Eval, Machine, panicked, unsupported};
use crate::machine::value::{Val, Written};
use crate::program::Shape;
use crate::term::Scalar;
use morph_relation::{FloatType, IntType, Type};

/// A function: what stands before its name, its name, how many arguments it takes where that tells it from others, and
/// its model.
pub type Function = (&'static str, &'static str, Option<usize>, OfPath);

type OfPath = for<'p> fn(&mut Machine<'p, '_>, &PathCall<'p, '_>) -> Eval<'p>;

/// What stands for any integer type before a name.
pub const INTEGER: &str = "{integer}";
/// What stands for any float type before a name.
pub const FLOAT: &str = "{float}";
/// What stands for any name before another, or for none.
pub const ANY: &str = "*";

/// In order.
pub static FUNCTIONS: &[Function] = &[
    ("", "drop", None, unit),
    ("", "forget", None, unit),
    ("", "format", None, format),
    ("", "panic_any", None, |_, _| panicked()),
    (ANY, "Err", None, |_, call| Ok(Val::err(call.arg(0)?))),
    (ANY, "Ok", None, |_, call| Ok(Val::ok(call.arg(0)?))),
    (ANY, "Some", None, |_, call| Ok(Val::some(call.arg(0)?))),
    (ANY, "default", Some(0), |machine, call| machine.default_of(&call.named())),
    (ANY, "from", Some(1), |machine, call| from(machine, call, false)),
    (ANY, "from_str", None, from_str),
    (ANY, "try_from", Some(1), |machine, call| from(machine, call, true)),
    ("Arc", "new", None, itself),
    ("Arc", "pin", None, itself),
    ("BTreeMap", "default", None, collections::map),
    ("BTreeMap", "from_iter", None, collections::from_iter),
    ("BTreeMap", "new", None, collections::map),
    ("BTreeSet", "default", None, collections::set),
    ("BTreeSet", "from_iter", None, collections::from_iter),
    ("BTreeSet", "new", None, collections::set),
    ("Box", "new", None, itself),
    ("Box", "pin", None, itself),
    ("Cell", "new", None, itself),
    ("Cow", "Borrowed", None, itself),
    ("Cow", "Owned", None, itself),
    ("Default", "default", None, default),
    ("Duration", "from_micros", None, |machine, call| sources::duration_from(machine, call, 1_000)),
    ("Duration", "from_millis", None, |machine, call| sources::duration_from(machine, call, 1_000_000)),
    ("Duration", "from_nanos", None, sources::duration_from_nanos),
    ("Duration", "from_secs", None, |machine, call| sources::duration_from(machine, call, 1_000_000_000)),
    ("Duration", "new", None, sources::duration_new),
    ("HashMap", "default", None, collections::hash_map),
    ("HashMap", "from_iter", None, collections::from_iter),
    ("HashMap", "new", None, collections::hash_map),
    ("HashMap", "with_capacity", None, collections::hash_map),
    ("HashSet", "default", None, collections::hash_set),
    ("HashSet", "from_iter", None, collections::from_iter),
    ("HashSet", "new", None, collections::hash_set),
    ("HashSet", "with_capacity", None, collections::hash_set),
    ("LinkedList", "default", None, collections::list),
    ("LinkedList", "new", None, collections::list),
    ("NonZero", "new", None, non_zero),
    ("NonZero", "new_unchecked", None, non_zero_unchecked),
    ("Ord", "max", Some(2), |machine, call| extreme(machine, call, true)),
    ("Ord", "min", Some(2), |machine, call| extreme(machine, call, false)),
    ("Rc", "new", None, itself),
    ("Rc", "pin", None, itself),
    ("RefCell", "new", None, itself),
    ("String", "default", None, collections::text),
    ("String", "from_iter", None, collections::from_iter),
    ("String", "from_utf8", None, collections::from_utf8),
    ("String", "from_utf8_lossy", None, collections::from_utf8_lossy),
    ("String", "new", None, collections::text),
    ("String", "with_capacity", None, collections::text),
    ("Vec", "default", None, collections::list),
    ("Vec", "from_iter", None, collections::from_iter),
    ("Vec", "new", None, collections::list),
    ("Vec", "with_capacity", None, collections::list),
    ("VecDeque", "default", None, collections::list),
    ("VecDeque", "from_iter", None, collections::from_iter),
    ("VecDeque", "new", None, collections::list),
    ("VecDeque", "with_capacity", None, collections::list),
    ("array", "from_fn", None, array_from_fn),
    ("char", "from", None, sources::char_from),
    ("char", "from_digit", None, sources::char_from_digit),
    ("char", "from_u32", None, sources::char_from_u32),
    ("cmp", "max", Some(2), |machine, call| extreme(machine, call, true)),
    ("cmp", "min", Some(2), |machine, call| extreme(machine, call, false)),
    ("convert", "identity", None, itself),
    ("f32", "max", Some(2), |machine, call| extreme(machine, call, true)),
    ("f32", "min", Some(2), |machine, call| extreme(machine, call, false)),
    ("f64", "max", Some(2), |machine, call| extreme(machine, call, true)),
    ("f64", "min", Some(2), |machine, call| extreme(machine, call, false)),
    ("fmt", "format", None, format),
    ("hint", "black_box", None, itself),
    ("iter", "empty", None, sources::empty),
    ("iter", "from_fn", None, sources::from_fn),
    ("iter", "once", None, sources::once),
    ("iter", "repeat", None, sources::repeat),
    ("iter", "repeat_n", None, sources::repeat_n),
    ("iter", "successors", None, sources::successors),
    ("iter", "zip", None, sources::zip),
    ("mem", "drop", None, unit),
    ("mem", "forget", None, unit),
    ("mem", "replace", None, replace),
    ("mem", "swap", Some(2), swap),
    ("mem", "take", None, replace),
    ("panic", "panic_any", None, |_, _| panicked()),
    ("process", "abort", None, |_, _| panicked()),
    ("process", "exit", None, |_, _| panicked()),
    ("str", "from_utf8", None, collections::from_utf8),
    (FLOAT, "from_bits", None, from_bits),
    (INTEGER, "from_be_bytes", None, |machine, call| from_bytes(machine, call, false)),
    (INTEGER, "from_le_bytes", None, |machine, call| from_bytes(machine, call, true)),
    (INTEGER, "from_ne_bytes", None, |machine, call| from_bytes(machine, call, true)),
    (INTEGER, "from_str_radix", None, from_str_radix),
];

/// Types and modules of which only what the table lists is known: nothing else of them is a method's path.
const LISTED: [&str; 2] = ["Duration", "iter"];

/// The function with this path, called with these arguments.
pub fn call_function<'p>(machine: &mut Machine<'p, '_>, call: PathCall<'p, '_>) -> Eval<'p> {
    let row = |head: &str| {
        let at = FUNCTIONS.binary_search_by(|row| (row.0, row.1).cmp(&(head, call.name))).ok()?;
        let (_, _, arity, model) = FUNCTIONS[at];
        arity.is_none_or(|arity| arity == call.args.len()).then_some(model)
    };
    let of_number = || {
        let is_float = float_named(call.head).is_some();
        IntType::named(call.head).map(|_| INTEGER).or(is_float.then_some(FLOAT)).and_then(row)
    };
    match row(call.head).or_else(of_number).or_else(|| row(ANY)) {
        Some(model) => model(machine, &call),
        None if LISTED.contains(&call.head) => unsupported(format!("`{}::{}`", call.head, call.name)),
        None if call.head == "BinaryHeap" || call.args.is_empty() => unsupported(""),
        // `f64::sqrt(x)`, `str::len(s)`, `Iterator::next(it)`.
        None => machine.as_method(call.name, call.args, call.shapes, call.hint),
    }
}

fn itself<'p>(_: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    call.arg(0)
}

fn unit<'p>(_: &mut Machine<'p, '_>, _: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(Val::unit())
}

fn format<'p>(_: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    Ok(Val::Text(vec![Written::Value(call.arg(0)?, String::new())].into()))
}

fn extreme<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>, is_max: bool) -> Eval<'p> {
    let (a, b) = (machine.shape(call.arg(0)?)?, machine.shape(call.arg(1)?)?);
    let (a, b) = machine.same_open_types(Some(a), Some(b));
    let (Some(a), Some(b)) = (a, b) else { return unsupported("") };
    if matches!(a, Val::Float(..)) {
        return machine.as_method(call.name, vec![a, b], call.shapes, call.hint);
    }
    machine.extreme(a, b, is_max)
}

fn swap<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let (Val::Mut(a), Val::Mut(b)) = (call.arg(0)?, call.arg(1)?) else { return unsupported("") };
    let (x, y) = (machine.read(&a), machine.read(&b));
    machine.write(&a, y)?;
    machine.write(&b, x)?;
    Ok(Val::unit())
}

/// Of `mem::take`, the new value is the default.
fn replace<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let Val::Mut(place) = call.arg(0)? else { return unsupported("") };
    let old = machine.read(&place);
    let new = match call.args.get(1) {
        Some(new) => new.clone(),
        None => {
            let shape = machine.shape(old.clone())?;
            machine.default_like(&shape, call.hint)?
        }
    };
    machine.write(&place, new)?;
    Ok(old)
}

fn from<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>, tries: bool) -> Eval<'p> {
    let shape = match call.head {
        "From" | "TryFrom" => call.hint.cloned().map_or_else(|| unsupported(""), Ok)?,
        _ => call.named(),
    };
    machine.converted(call.arg(0)?, &shape, tries)
}

fn from_str<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let Val::Seq(seq) = machine.shape(call.arg(0)?)? else { return unsupported("") };
    machine.parsed(&seq, &call.own())
}

fn from_str_radix<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let int = integer_type(call)?;
    let text = machine.shape(call.arg(0)?)?;
    let Val::Int(radix, _) = machine.shape(call.arg(1)?)? else { return unsupported("") };
    let radix = machine.pinned(radix, "a radix")?;
    let Val::Seq(seq) = text else { return unsupported("") };
    machine.parsed_integer(&seq, int, radix)
}

fn integer_type<'p>(call: &PathCall<'p, '_>) -> Eval<'p, IntType> {
    IntType::named(call.head).map_or_else(|| unsupported(""), Ok)
}

fn from_bytes<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>, is_little: bool) -> Eval<'p> {
    let int = integer_type(call)?;
    let Val::Seq(seq) = machine.shape(call.arg(0)?)? else { return unsupported("") };
    let mut bytes = machine.items(&seq)?;
    if is_little {
        bytes.reverse();
    }
    machine.integer_of_bytes(&bytes, int)
}

fn from_bits<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let (Some(ty), Val::Int(bits, _)) = (float_named(call.head), machine.shape(call.arg(0)?)?) else {
        return unsupported("");
    };
    let Scalar::Int(bits) = machine.concretised(bits, "the bits of a float")? else {
        return unsupported("");
    };
    let x = match ty {
        FloatType::F64 => f64::from_bits(bits as u64),
        FloatType::F32 => f64::from(f32::from_bits(bits as u32)),
    };
    Ok(Val::Float(machine.float(x, ty), Some(ty)))
}

fn non_zero<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let Val::Int(term, ty) = machine.shape(call.arg(0)?)? else { return unsupported("") };
    let zero = machine.int(0);
    let is_zero = machine.eq(term, zero);
    let some = machine.not(is_zero);
    Ok(machine.open_option(some, Val::known("NonZero", 0, vec![Val::Int(term, ty)])))
}

fn non_zero_unchecked<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let Val::Int(term, ty) = machine.shape(call.arg(0)?)? else { return unsupported("") };
    Ok(Val::known("NonZero", 0, vec![Val::Int(term, ty)]))
}

/// `Default::default()`.
fn default<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    match call.hint {
        Some(hint) => machine.default_of(hint),
        None => unsupported(""),
    }
}

fn array_from_fn<'p>(machine: &mut Machine<'p, '_>, call: &PathCall<'p, '_>) -> Eval<'p> {
    let Some(Shape::Known(Type::Array(_, len))) = call.hint else { return unsupported("") };
    let function = call.arg(0)?;
    let mut items = Vec::new();
    for at in 0..*len {
        let number = Val::usize(machine.int(at as i128));
        items.push(machine.call_value(&function, vec![number])?);
    }
    Ok(machine.val_items(items))
}
