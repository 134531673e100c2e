//! The laws that a function is expected to obey, and what speaks for each.

use std::collections::BTreeMap;

use super::contracts::{CONTRACTS, OF_ALL_FIELDS, implemented};
use super::examples::Examples;
use super::expectation::{Expected, HALF, MOSTLY, SELDOM, TESTED};
use super::kin::{
    are_names_and_numbers, are_translations, belong, compares_itself, differ_by_references, nan_test,
};
use super::mentions::{is_said_back, mentions, normalizes, told};
use super::named::{ARC_COSINE, ARC_SINE, ARC_TANGENT, GROWS, announces, is_of_one, is_of_two, sets};
use super::pairs::{
    adds, are_twins, compares_forms, is_cut, is_what, leaves_alone, makes_valid, root, undoes, validates,
    words,
};
use super::ranges::in_range;
use super::remade::remade;
use super::trial::Setting;
use crate::laws::{Context, Family, Instance, families, instances, law, zero};
use crate::options::Level;
use morph_relation::{Adt, Expr, Op, Type};
use morph_source::scan::{Function, Subject};

/// Families that are worth a look where they nearly hold, though nothing announces them.
const PLAIN: [&str; 10] = [
    "commutative",
    "associative",
    "idempotent",
    "involution",
    "round trip",
    "undone by a sibling",
    "homomorphism",
    "permutation",
    "equivalent",
    "antisymmetric",
];

/// Families that say little where nothing announces them.
static OWN: &[Family] = &[
    law(MADE_FOR, "is_accepted_by_{g}", "g(f(x, y), x, y)"),
    law(MADE_FOR, "is_accepted_by_{g}", "g(f(x), x)"),
    law(GROWS, "is_not_less_of_more", "f([x, u].concat()) >= f(x)"),
    law(ARC_COSINE, "is_between_0_and_pi", "f(x) >= 0 && f(x) <= PI").when("x >= -1 && x <= 1"),
    law(ARC_SINE, "is_within_half_of_pi", "f(x) >= -FRAC_PI_2 && f(x) <= FRAC_PI_2")
        .when("x >= -1 && x <= 1"),
    law(ARC_TANGENT, "is_within_half_of_pi", "f(x) >= -FRAC_PI_2 && f(x) <= FRAC_PI_2"),
];
const MADE_FOR: &str = "made for its arguments";

/// The laws expected of a subject, those that most speaks for first.
pub fn expected(
    subject: &Subject,
    context: &Context<'_>,
    siblings: &[&Subject],
    setting: &Setting<'_>,
) -> Vec<Expected> {
    let (functions, examples) = (setting.functions, setting.examples);
    let contracts: Vec<_> = CONTRACTS.iter().filter(|contract| contract.is_about(subject)).collect();
    let of_contracts = instances(context, contracts.iter().map(|contract| &contract.family));
    let mut all: Vec<Expected> = Vec::new();
    for instance in of_contracts {
        let contract = contracts.iter().find(|contract| std::ptr::eq(&contract.family, instance.family));
        let Some(contract) = contract.filter(|contract| contract.means(&instance, siblings)) else {
            continue;
        };
        let ty = &subject.params[0].ty;
        let derived = contract.family.name.contains("derived");
        let is_known = match contract.family.name == OF_ALL_FIELDS {
            true => matches!(ty.owned(), Type::Adt(adt) if adt.traits.looks_at_all),
            false => !compares_itself(subject, functions),
        };
        // What derived traits see of a value is to be seen here, too.
        if derived && !(is_known && ty.adts().iter().all(|adt| adt.seen.get().is_none())) {
            continue;
        }
        let why = format!("the contract of `{}` requires it", contract.of);
        // A text of a value need not hold all that a value of any fields can.
        let (level, most) = match contract.of {
            "Display" if has_open_texts(&subject.params[0].ty) => (Level::Possible, HALF),
            "Display" => (Level::Certain, MOSTLY),
            _ => (Level::Certain, 1.0),
        };
        all.push(Expected { instance, level, is_contract: true, why, most });
    }
    let rounds = nan_test(subject, setting.subjects.iter()).is_some();
    let known = Known { subject, siblings, functions, examples, rounds };
    let wanted = |family: &&'static Family| {
        PLAIN.contains(&family.name)
            || matches!(
                family.name,
                "validity"
                    | "acceptance"
                    | "undone by the negated"
                    | "consistent comparison"
                    | "step"
                    | "order kept by a sibling"
                    | "neutral element"
                    | "mirrored"
                    | "comparison by a sibling"
                    | "exchanged by a sibling"
            )
            || announces(&subject.name, family.name, family.law).is_some()
            || told(known.docs(subject), family.name).is_some()
    };
    for instance in instances(context, families().filter(wanted).chain(OWN)) {
        all.extend(known.announced(instance));
    }
    all.extend(remade(subject, siblings));
    all.extend(in_range(subject, known.docs(subject)));
    all.sort_by_key(|expected| std::cmp::Reverse(expected.level));
    all
}

/// How sure it is that a law was meant, what speaks for it, and on which share of ordinary inputs it may fail.
type Evidence = (Level, String, f64);

/// What is known of a function beside its code.
pub(super) struct Known<'a> {
    pub subject: &'a Subject,
    pub siblings: &'a [&'a Subject],
    functions: &'a BTreeMap<&'a str, &'a Function>,
    examples: &'a Examples,
    /// Whether its type has a test for what is no number: results are rounded.
    pub rounds: bool,
}

impl Known<'_> {
    /// The documentation of a function.
    pub fn docs(&self, subject: &Subject) -> &str {
        self.functions.get(subject.path.as_str()).map_or("", |function| &function.docs)
    }

    /// What speaks for an instance of a family.
    fn announced(&self, mut instance: Instance) -> Option<Expected> {
        let Known { subject, siblings, .. } = *self;
        if self.is_unmeant(&instance) {
            return None;
        }
        self.limit(&mut instance);
        let sibling =
            instance.siblings.first().and_then(|path| siblings.iter().find(|other| other.path == *path));
        let family = instance.family.name;
        let likely = |why: String| Some((Level::Likely, why, HALF));
        let by_names = |says: bool, one: &Subject, other: &Subject| {
            if says { likely(of_names(one, other)) } else { None }
        };
        let (level, why, most) = match (family, sibling) {
            ("round trip", Some(other)) if reads_back(subject, other, &instance) => {
                let is_changed = normalizes(self.docs(subject)) || normalizes(self.docs(other));
                let level = if is_changed { Level::Possible } else { Level::Likely };
                (level, format!("`{}` is also the name of a parameter", other.name), SELDOM)
            }
            ("round trip" | "undone by a sibling", Some(other)) => self.undone(other, family)?,
            // A name says what becomes of the first parameter.
            _ if instance.places.first().is_some_and(|place| *place > 0) && instance.places.len() == 1 => {
                return None;
            }
            ("equivalent", Some(other)) if differ_by_references(subject, other) => {
                let of = implemented(subject).unwrap_or_default();
                (Level::Certain, format!("both implement `{of}`, one of them for references"), 1.0)
            }
            // A conversion to fewer values refuses some.
            ("equivalent", Some(other))
                if are_twins(&subject.name, &other.name) && becomes(subject) == becomes(other) =>
            {
                by_names(true, subject, other)?
            }
            ("consistent comparison", Some(other)) => {
                let says = orders(&other.name, instance.family.law) && implemented(subject).is_some();
                by_names(says, subject, other)?
            }
            ("step", Some(other)) => self.step(other)?,
            (MADE_FOR, Some(other)) => {
                let is_predicate = other.ret.erased() == Type::Bool;
                by_names(is_predicate && is_what(&subject.name, &other.name), subject, other)?
            }
            ("comparison by a sibling", Some(other)) => {
                let says = instance.family.law.contains("(g(x) == g(y))")
                    && compares_forms(&subject.name, &other.name);
                by_names(says, subject, other)?
            }
            ("exchanged by a sibling", Some(other)) => exchanged(other)?,
            ("acceptance", Some(other)) => by_names(makes_valid(&other.name, &subject.name), other, subject)?,
            ("validity", Some(other)) => {
                // A further parameter may decide how much is read.
                let takes_as_many = subject.params.len() == other.params.len();
                by_names(takes_as_many && validates(&other.name, &subject.name), other, subject)?
            }
            ("involution", _) if matches!(implemented(subject), Some("Neg" | "Not")) => {
                (Level::Likely, "what is negated twice is what it was".to_owned(), 1.0)
            }
            ("order kept by a sibling", Some(other)) => {
                let converts = ["to_f64", "to_f32", "as_f64", "as_f32"].contains(&other.name.as_str());
                likely(of_names(subject, other)).filter(|_| converts && implemented(subject).is_some())?
            }
            ("neutral element", Some(other)) => {
                by_names(leaves_alone(&subject.name, &other.name), subject, other)?
            }
            ("mirrored", Some(other)) => {
                let path = instance.siblings.get(1)?;
                let mirrored = siblings.iter().find(|sibling| sibling.path == *path)?;
                let rounds = [("floor", "ceil"), ("ceil", "floor")];
                let says = rounds.contains(&(subject.name.as_str(), mirrored.name.as_str()))
                    && ["neg", "negate", "negated"].contains(&other.name.as_str());
                by_names(says, subject, mirrored)?
            }
            _ => self.by_word(&instance)?,
        };
        Some(Expected { instance, level, is_contract: false, why, most })
    }

    /// Nothing that is not negative is below a negative number.
    fn limit(&self, instance: &mut Instance) {
        let ("below", [_, limit]) = (instance.family.name, &instance.places[..]) else { return };
        let zero = self.subject.params.get(*limit).and_then(|param| zero(&param.ty.erased()));
        let Some(zero) = zero else { return };
        let positive = Expr::binary(Op::Gt, Expr::Param(*limit), Expr::Const(zero));
        instance.forms.iter_mut().for_each(|form| form.when = positive.clone());
    }

    /// That `other` goes one step further, where the subject does not end somewhere.
    fn step(&self, other: &Subject) -> Option<Evidence> {
        let goes_on = !matches!(self.subject.ret, Type::Option(_) | Type::Result(..));
        let is_next = ["next", "succ", "successor", "tomorrow"].contains(&other.name.as_str());
        (goes_on && is_next).then(|| (Level::Likely, of_name(other), HALF))
    }

    /// That documentation or a word of the name announces a family, or else that it nearly holds.
    fn by_word(&self, instance: &Instance) -> Option<Evidence> {
        let Known { subject, examples, .. } = *self;
        let family = instance.family.name;
        if compares_two(subject, instance) {
            return Some((Level::Likely, "it returns the `Ordering` of two values".to_owned(), HALF));
        }
        let announced = announces(&subject.name, family, instance.family.law);
        if let Some(word) = told(self.docs(subject), family) {
            let why = format!("the documentation of `{}` says \"{word}\"", subject.name);
            return Some((Level::Likely, why, HALF));
        }
        if let Some(word) = &announced
            && family == "last change"
            && subject.name.starts_with(word.as_str())
            && subject.params.len() > 2
            && instance.places.get(1) == Some(&(subject.params.len() - 1))
        {
            return Some((Level::Likely, of_word(word, subject), MOSTLY));
        }
        if let Some(word) = announced {
            let is_equality = ["reflexive", "transitive"].contains(&family);
            // The case is an argument, and what is equal within a tolerance is another matter.
            let is_other = family == "last change" && !subject.name.starts_with(&word)
                || (is_of_one(&word) || word == "case") && subject.params.len() > 1
                || is_equality && subject.ret.erased() == Type::Bool && subject.params.len() > 2;
            let compares = is_of_two(&word) || is_equality;
            // Who searches by a distance returns places.
            let searches = is_of_two(&word) && !is_number(&subject.ret);
            // Of a number, there is none: "atan norm".
            let is_scalar = word == "norm" && subject.params.len() == 1 && is_number(&subject.params[0].ty);
            if is_other || searches || is_scalar || compares && has_options(subject) {
                return None;
            }
            let most = if sets(&word) { MOSTLY } else { HALF };
            return Some((Level::Likely, of_word(&word, subject), most));
        }
        let is_unary = ["idempotent", "involution"].contains(&family);
        match examples.asserting(subject, subject).filter(|_| is_unary) {
            Some(test) => Some((Level::Likely, of_test(test), TESTED)),
            None => PLAIN.contains(&family).then(nearly_holds),
        }
    }

    /// What speaks for `other` undoing the subject, unless their contracts say all.
    fn undone(&self, other: &Subject, family: &str) -> Option<Evidence> {
        let Known { subject, siblings, examples, .. } = *self;
        let docs = self.docs(subject);
        let mut taken = subject.params.iter().flat_map(|param| param.ty.adts());
        let adds_months = taken.any(|adt| {
            let mut fields = adt.fields().into_iter().flatten();
            // A day has one month, and an amount has months.
            is_cut(&adt.name) || fields.any(|field| ["months", "years"].contains(&&*field.name))
        });
        let known = undoes(&subject.name, &other.name).filter(|_| belong(subject, other) && !adds_months);
        let back = self.docs(other);
        let is_told = is_said_back(docs, &other.name) || is_said_back(back, &subject.name);
        // What becomes of another type does not come back by chance.
        let converts = || {
            subject.params.len() > 1 || answer(subject) != subject.params[0].ty.erased().unwrapped().owned()
        };
        let is_named = || (mentions(docs, &other.name) || mentions(back, &subject.name)) && converts();
        Some(match known {
            Some(true) if is_told => {
                let why = format!(
                    "the names `{}` and `{}` and what is said of them imply it",
                    subject.name, other.name
                );
                (Level::Certain, why, MOSTLY)
            }
            // Sums may be cut at the end of their type.
            Some(true) if adds(&subject.name) => (Level::Likely, of_names(subject, other), HALF),
            // What is scaled by nothing is nothing.
            Some(true) if is_scaled(subject) => (Level::Possible, of_names(subject, other), HALF),
            Some(true) => (Level::Certain, of_names(subject, other), HALF),
            Some(false) => (Level::Possible, of_names(subject, other), SELDOM),
            None if is_told && other.name != subject.name => (
                Level::Likely,
                format!("what is said of `{}` and `{}` implies it", subject.name, other.name),
                HALF,
            ),
            None if implemented(subject).is_some() && implemented(other).is_some() => return None,
            None if family == "round trip" && are_translations(subject, other, siblings) => {
                let why = format!(
                    "`{}` is the only function that converts the result of `{}` back",
                    other.name, subject.name
                );
                (Level::Likely, why, HALF)
            }
            None if family == "round trip" && are_names_and_numbers(subject, other, siblings) => {
                (Level::Likely, of_names(subject, other), TESTED)
            }
            None => match examples.asserting(other, subject) {
                Some(test) => (Level::Likely, of_test(test), TESTED),
                None if other.name != subject.name && is_named() => {
                    let why =
                        format!("what is said of `{}` and `{}` names the other", subject.name, other.name);
                    (Level::Likely, why, TESTED)
                }
                None => nearly_holds(),
            },
        })
    }
}

/// Whether an instance says what every order obeys, of a function that orders two values of one type: with what else it takes,
/// it is another order, but one.
fn compares_two(subject: &Subject, instance: &Instance) -> bool {
    let is_of_orders = ["antisymmetric", "equal on the diagonal"].contains(&instance.family.name)
        || instance.family.name == "transitive" && subject.params.len() == 2;
    let [first, second] = instance.places[..] else { return false };
    let types = subject.types();
    let ty = types[first].owned();
    let alike = types.iter().filter(|other| other.owned() == ty).count();
    is_of_orders && subject.ret.erased() == Type::Ordering && alike == 2 && types[second].owned() == ty
}

/// Whether a function changes the parameter at a place.
pub(super) fn is_changed(subject: &Subject, place: usize) -> bool {
    subject.params.get(place).is_some_and(|param| param.ty.changed().is_some())
}

/// That `other` exchanges the places at which something is.
fn exchanged(other: &Subject) -> Option<Evidence> {
    let is_named = words(&other.name).iter().any(|word| root(word) == root("transpose"));
    is_named.then(|| (Level::Likely, of_name(other), MOSTLY))
}

/// Nothing but that it nearly holds.
fn nearly_holds() -> Evidence {
    (Level::Possible, "it holds on all but a few inputs".to_owned(), SELDOM)
}

/// That a test asserts a law of some inputs; one without a name is documentation.
fn of_test(name: &str) -> String {
    match name {
        "" => "an example in the documentation asserts it".to_owned(),
        name => format!("the test `{name}` asserts it for some inputs"),
    }
}

/// What a function returns or makes of what it changes, where there is an answer.
pub(super) fn becomes(subject: &Subject) -> Type {
    subject.outcome().erased().unwrapped().owned()
}

/// What a function returns where there is an answer.
fn answer(subject: &Subject) -> Type {
    subject.ret.erased().unwrapped().owned()
}

/// Whether the name of a predicate says that it compares as a statement of the family does.
fn orders(name: &str, law: &str) -> bool {
    let greater =
        ["newer", "later", "greater", "after", "larger", "bigger", "higher", "above", "gt", "exceeds"];
    let less = ["older", "earlier", "less", "before", "smaller", "lower", "below", "lt", "precedes"];
    let equal = ["equal", "equals", "same", "eq", "equivalent"];
    let known: &[&str] = match law {
        law if law.contains("Greater") => &greater,
        law if law.contains("Less") => &less,
        _ => &equal,
    };
    words(name).iter().any(|word| known.contains(&word.as_str()))
}

/// Whether a method's own type holds floats by which it changes points.
fn is_scaled(subject: &Subject) -> bool {
    subject.params.len() > 1 && subject.params[0].ty.has_float() && subject.ret.has_float()
}

fn of_word(word: &str, subject: &Subject) -> String {
    format!("the word \"{word}\" in the name `{}` implies it", subject.name)
}

fn of_name(of: &Subject) -> String {
    format!("the name `{}` implies it", of.name)
}

fn of_names(one: &Subject, other: &Subject) -> String {
    format!("the names `{}` and `{}` imply it", one.name, other.name)
}

/// Whether a sibling returns the part of what a constructor makes that has the name of the parameter.
fn reads_back(subject: &Subject, other: &Subject, instance: &Instance) -> bool {
    let param = instance.places.first().and_then(|place| subject.params.get(*place));
    let made = subject.params.first().is_none_or(|first| first.name != "this");
    let plain = |name: &str| name.trim_start_matches("r#").trim_start_matches("get_").to_owned();
    let makes = ["new", "try_new", "of", "make", "create", "build", "ymd", "hms"];
    made && makes.contains(&subject.name.trim_start_matches("from_"))
        && other.params.len() == 1
        && param.is_some_and(|param| plain(&other.name) == plain(&param.name))
}

/// Whether values of a type are made of any texts and sequences in its fields.
pub fn has_open_texts(ty: &Type) -> bool {
    let is_free = |ty: &Type| matches!(ty, Type::Str | Type::String | Type::Vec(_) | Type::Slice(_));
    let open = |adt: &Adt| {
        let mut fields = adt.variants().iter().flat_map(|shape| &shape.fields);
        adt.is_open() && fields.any(|field| field.ty.any(&mut |ty| is_free(ty)))
    };
    ty.adts().iter().any(open)
}

/// Whether outcomes are numbers, where there are any.
fn is_number(ty: &Type) -> bool {
    matches!(ty.erased().unwrapped(), Type::Int(_) | Type::Float(_))
}

/// Whether a function takes something beside two or more arguments of one type.
fn has_options(subject: &Subject) -> bool {
    let types: Vec<Type> = subject.types().iter().map(Type::owned).collect();
    types.len() > 2 && types.iter().any(|ty| *ty != types[0])
}
