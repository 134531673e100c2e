//! Closures that are passed to functions: a list by signature.

use morph_relation::{Adt, Constructor, Home, How, IntType, Seen, Traits, Type, Variant};

/// The package that closures belong to.
pub const CLOSURES: &str = "fn";

/// What stands for a function that takes such inputs and gives such an output: a pointer to one of the listed closures.
pub fn closure(inputs: &[Type], output: &Type) -> Option<Adt> {
    let bodies = bodies(inputs, output);
    if bodies.is_empty() {
        return None;
    }
    let listed: Vec<String> = inputs.iter().map(Type::to_string).collect();
    let returned = if *output == Type::Unit { String::new() } else { format!(" -> {output}") };
    let name = format!("fn({}){returned}", listed.join(", "));
    let home = Home {
        package: CLOSURES.to_owned(),
        target: 0,
        module: Vec::new(),
        exported: None,
        ident: name.clone(),
        lifetimes: 0,
        arguments: Vec::new(),
    };
    let traits = Traits { copy: true, clone: true, ..Traits::default() };
    let adt = Adt::new(name.clone(), name.clone(), home, false, traits);
    let constructors = bodies.into_iter().map(|text| Constructor {
        name: String::new(),
        params: Vec::new(),
        fallible: false,
        how: How::Written(text),
    });
    _ = adt.variants.set(vec![Variant { name, fields: Vec::new(), braces: false }]);
    _ = adt.constructors.set(constructors.collect());
    _ = adt.seen.set(Seen::Nothing);
    _ = adt.grows.set(false);
    Some(adt)
}

/// The closures, as they are written.
fn bodies(inputs: &[Type], output: &Type) -> Vec<String> {
    let behind = |ty: &Type| match ty {
        Type::Ref(inner) if inner.is_copy() => ((**inner).clone(), "*"),
        Type::Ref(inner) => ((**inner).clone(), ""),
        ty => (ty.clone(), ""),
    };
    let constant = |value: &str| {
        let unused = vec!["_"; inputs.len()].join(", ");
        format!("|{unused}| {value}")
    };
    let constants = || constants(output).iter().map(|value| constant(value)).collect::<Vec<String>>();
    match inputs {
        [one] => {
            let (ty, star) = behind(one);
            let place = format!("{star}x");
            let called = if star.is_empty() { "x".to_owned() } else { "(*x)".to_owned() };
            let mut found: Vec<String> =
                of_one(&ty, &place, &called, output).into_iter().map(|body| format!("|x| {body}")).collect();
            found.extend(constants());
            if one == output {
                found.insert(0, "|x| x".to_owned());
            }
            found
        }
        [a, b] if behind(a).0 == behind(b).0 => {
            let ((ty, left), (_, right)) = (behind(a), behind(b));
            let mut found: Vec<String> = of_two(&ty, &format!("{left}a"), &format!("{right}b"), output)
                .into_iter()
                .map(|body| format!("|a, b| {body}"))
                .collect();
            if a == output {
                found.push("|a, _| a".to_owned());
            }
            if b == output {
                found.push("|_, b| b".to_owned());
            }
            found
        }
        [a, b] => {
            let mut found = constants();
            found.extend((a == output).then(|| "|a, _| a".to_owned()));
            found.extend((b == output).then(|| "|_, b| b".to_owned()));
            found
        }
        _ => constants(),
    }
}

fn constants(of: &Type) -> &'static [&'static str] {
    match of {
        Type::Unit => &["()"],
        Type::Bool => &["true", "false"],
        Type::Int(_) => &["1", "7"],
        Type::Float(_) => &["0.5", "2.0"],
        Type::Char => &["'a'", "'Z'"],
        Type::String => &["String::new()", "\"a\".to_owned()"],
        Type::Option(_) => &["None"],
        Type::Vec(_) => &["Vec::new()"],
        _ => &[],
    }
}

/// Bodies of one argument: `place` is its value, `called` that as a method's receiver.
fn of_one(ty: &Type, place: &str, called: &str, output: &Type) -> Vec<String> {
    let text = *ty == Type::String || *ty == Type::Str;
    let bodies =
        |all: &[&str]| all.iter().map(|body| body.replace("{x}", place).replace("{m}", called)).collect();
    match (ty, output) {
        (Type::Int(_), Type::Bool) => bodies(&["{x} > 2", "{x} % 2 == 0"]),
        (Type::Float(_), Type::Bool) => bodies(&["{x} > 0.5"]),
        (Type::Char, Type::Bool) => bodies(&["{m}.is_alphabetic()", "{m}.is_ascii_digit()", "{x} == 'a'"]),
        (_, Type::Bool) if text => bodies(&["{m}.is_empty()", "{m}.len() > 1"]),
        (Type::Int(_), to) if ty == to => bodies(&["{m}.wrapping_add(1)", "{m} / 2", "{m} % 3"]),
        (Type::Float(_), to) if ty == to => bodies(&["{m} * 2.0", "-{m}"]),
        (Type::Char, Type::Char) => bodies(&["{m}.to_ascii_uppercase()"]),
        (Type::Int(_), Type::Float(_)) => {
            bodies(&[&format!("{{x}} as {output}"), &format!("{{x}} as {output} * 0.5")])
        }
        (Type::Int(_) | Type::Float(_) | Type::Char, Type::Int(_)) => {
            bodies(&[&format!("{{x}} as {output}")])
        }
        (Type::Int(_) | Type::Float(_) | Type::Char | Type::Bool, Type::String) => {
            bodies(&["{m}.to_string()"])
        }
        (_, Type::String) if text => bodies(&["{m}.to_uppercase()"]),
        (_, Type::Int(IntType::Usize)) if text => bodies(&["{m}.len()"]),
        (Type::Vec(_) | Type::Slice(_), Type::Int(IntType::Usize)) => bodies(&["{m}.len()"]),
        (_, Type::Option(to)) if **to == *ty && ty.is_copy() => bodies(&["Some({x})"]),
        (_, Type::Vec(to)) if **to == *ty && ty.is_copy() => bodies(&["vec![{x}, {x}]"]),
        (Type::Bool, Type::Bool) => bodies(&["!{x}"]),
        _ => Vec::new(),
    }
}

/// Bodies of two arguments of one type.
fn of_two(ty: &Type, a: &str, b: &str, output: &Type) -> Vec<String> {
    let bodies = |all: &[&str]| {
        let called = if a.starts_with('*') { format!("({a})") } else { a.to_owned() };
        all.iter().map(|body| body.replace("{m}", &called).replace("{a}", a).replace("{b}", b)).collect()
    };
    match (ty, output) {
        (Type::Int(_) | Type::Char | Type::Float(_), Type::Bool) => {
            bodies(&["{a} < {b}", "{a} == {b}", "{a} > {b}"])
        }
        (Type::Int(_), to) if ty == to => bodies(&["{m}.wrapping_add({b})", "{m}.max({b})"]),
        (Type::Float(_), to) if ty == to => bodies(&["{a} + {b}", "{m}.max({b})"]),
        (Type::Int(_), Type::Float(_)) => bodies(&[
            &format!("({{a}} as {output} - {{b}} as {output}).abs()"),
            &format!("{{a}} as {output}"),
        ]),
        (Type::Int(_), Type::Ordering) => {
            bodies(&["{m}.cmp(&({b}))", "{m}.cmp(&({b})).reverse()", "({a} % 3).cmp(&({b} % 3))"])
        }
        (Type::Char, Type::Ordering) => bodies(&["{m}.cmp(&({b}))", "{m}.cmp(&({b})).reverse()"]),
        (Type::Float(_), Type::Ordering) => bodies(&["{m}.total_cmp(&({b}))"]),
        (Type::String | Type::Str, Type::Bool) => bodies(&["{a} == {b}", "{m}.len() < {b}.len()"]),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use morph_relation::FloatType;

    use super::*;

    fn of(inputs: &[Type], output: &Type) -> Vec<String> {
        let bodies = bodies(inputs, output);
        bodies.iter().for_each(|body| assert!(syn::parse_str::<syn::ExprClosure>(body).is_ok(), "{body}"));
        bodies
    }

    #[test]
    fn what_is_returned_depends_on_what_is_passed() {
        let (int, float) = (Type::Int(IntType::I64), Type::Float(FloatType::F64));
        let behind = Type::Ref(Box::new(int.clone()));
        assert_eq!(of(std::slice::from_ref(&behind), &float)[..2], ["|x| *x as f64", "|x| *x as f64 * 0.5"]);
        assert_eq!(of(&[Type::Char], &Type::Int(IntType::U32))[0], "|x| x as u32");
        assert_eq!(of(&[int], &Type::String)[0], "|x| x.to_string()");
        assert_eq!(of(&[behind.clone(), behind], &float)[0], "|a, b| (*a as f64 - *b as f64).abs()");
        assert_eq!(of(&[Type::Vec(Box::new(float))], &Type::Int(IntType::Usize))[0], "|x| x.len()");
    }
}
