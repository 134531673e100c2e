//! Texts of relations that nobody would write.

use morph_fuzz::fuzz;

use crate::{FloatType, IntType, Relation, RelationText, Signature, Type};

fn subject() -> Signature {
    let int = |int| Type::Int(int);
    let reference = |ty| Type::Ref(Box::new(ty));
    let params = [
        ("a", int(IntType::U64)),
        ("n", int(IntType::I32)),
        ("x", Type::Float(FloatType::F64)),
        ("w", Type::Float(FloatType::F32)),
        ("xs", reference(Type::Slice(Box::new(Type::Float(FloatType::F64))))),
        ("text", reference(Type::Str)),
        ("letter", Type::Char),
        ("maybe", Type::Option(Box::new(int(IntType::U8)))),
        ("pair", Type::Tuple(vec![Type::Bool, Type::String])),
    ];
    let params = params.into_iter().map(|(name, ty)| (name.to_owned(), ty)).collect();
    let ret = Type::Result(Box::new(Type::Float(FloatType::F64)), Box::new(Type::String));
    Signature::new("demo::mixed", params, ret)
}

fn other() -> Signature {
    let int = Type::Int(IntType::U64);
    Signature::new("demo::gcd", vec![("a".to_owned(), int.clone()), ("b".to_owned(), int.clone())], int)
}

/// Its fields, a line each; variables and follow-ups are divided by semicolons.
fn text(input: &str) -> Option<RelationText> {
    let mut lines = input.splitn(5, '\n');
    let list = |line: &str| line.split(';').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    Some(RelationText {
        given: list(lines.next()?),
        when: lines.next()?.to_owned(),
        followups: list(lines.next()?),
        then: lines.next()?.to_owned(),
        tolerance: lines.next()?.to_owned(),
    })
}

#[test]
fn relation_is_read_or_refused_and_what_is_read_is_shown_and_read_again() {
    let lookup = |path: &str| (path == "demo::gcd").then(other);
    let args = "(a, n, x, w, xs, text, letter, maybe, pair)";
    let examples = [
        format!("\ntrue\n{args}\ny1 == y0\nexact"),
        format!("k: u64\na > 0 && k != 3\n{}\ny1.unwrap() <= y0.unwrap() * 2.0\nrel 1e-12", args.replace("a,", "a * k,")),
        "prefix: &str;more: Vec<f64>\n!xs.is_empty() || n >= -5\n(a, n, x + 1.5, w * 0.25, [xs, [2.0]].concat(), text.repeat(2), 'é', None, pair)\n\
         y0.is_ok() == y1.is_ok()\n4 ulp"
            .to_owned(),
        "\nxs.iter().all(|x| x.abs() <= 1000.0)\ndemo::gcd(a, 6);demo::gcd(y1, a - (3 - 1))\ny2 == y1 % 7 && y1 <= a\nmixed 1e-9".to_owned(),
        "\ntrue\n(a, -n, -x, -w, xs.iter().map(|x| x * PI).collect::<Vec<_>>(), &text.to_uppercase(), letter, None, pair)\n\
         y1.is_err() || text.chars().count() > 3\nexact"
            .to_owned(),
    ];
    let subject = subject();
    fuzz("relations", &examples, |input| {
        let Ok(input) = std::str::from_utf8(input) else { return false };
        let Some(text) = text(input) else { return false };
        let Ok(relation) = Relation::parse(&text, &subject, &lookup) else { return false };
        let shown = relation.show(&subject);
        let again = Relation::parse(&shown, &subject, &lookup);
        // What is shown may have more brackets than what was read.
        if again.as_ref().is_err_and(|why| why.contains("nested too deeply")) {
            return true;
        }
        assert_eq!(again.map(|again| again.show(&subject)).as_ref(), Ok(&shown));
        true
    });
}
