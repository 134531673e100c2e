//! The functions that relations of a subject may call.

use morph_relation::{IntType, Type};
use morph_source::scan::Subject;

/// Other subjects of the same crate that the subject's module can call: those around it, other methods of its type, methods
/// that tell what is in what it returns, those of other modules that take what it returns or return what it takes, and those
/// that lead from what another one returns to what it returns.
pub fn partners(subjects: &[Subject], index: usize) -> Vec<&Subject> {
    let subject = &subjects[index];
    let near = |other: &Subject| {
        // Private functions are visible in their own module and below.
        subject.module.starts_with(&other.module)
            // What implements a trait is called by names of its own module.
            && (other.module == subject.module || other.member.as_ref().is_none_or(|member| member.by.is_none()))
    };
    let takes = |from: &Subject, to: &Subject| {
        let value = match from.ret.erased() {
            Type::Option(value) | Type::Result(value, _) => *value,
            value => value,
        };
        // A reader goes on with what a writer has changed, and a writer takes a value beside what it changes.
        let changed = from.params.iter().filter_map(|param| param.ty.changed());
        // Decoders read the bytes of a text.
        let bytes = (value == Type::String).then(|| Type::Vec(Box::new(Type::Int(IntType::U8))).erased());
        let given: Vec<Type> = changed.map(Type::erased).chain(bytes).chain([value]).collect();
        let changes = to.params.iter().any(|param| param.ty.changed().is_some());
        let taking = to.params.iter().take(if changes { to.params.len() } else { 1 });
        taking.map(|param| param.ty.erased()).any(|ty| given.contains(&ty))
    };
    let receiver = |of: &Subject| {
        let member = of.member.as_ref()?;
        member.receiver.then(|| of.params.first().map(|this| this.ty.erased())).flatten()
    };
    // A function without a receiver is about the type that it takes first.
    let first = || subject.params.first().map(|param| param.ty.erased());
    let of_type = |ty: Option<Type>| ty.filter(|ty| matches!(ty, Type::Adt(_)));
    let about = receiver(subject).or_else(|| of_type(first()));
    let same_type = |other: &Subject| about.is_some() && receiver(other) == about;
    let is_here = |other: &Subject| other.package == subject.package && other.target == subject.target;
    // The other way to the same outcome: `f(x) == g(h(x))`.
    let leads = |other: &Subject| {
        let alike = |step: &&Subject| step.path != subject.path && is_here(step) && near(step);
        other.ret.erased() == subject.ret.erased()
            && subjects.iter().filter(alike).any(|step| takes(step, other) && takes_the_same(step, subject))
    };
    let far = |other: &Subject| {
        let meets = takes(subject, other) && takes(other, subject);
        // What a method tells of what the subject returns.
        let shows = other.params.len() == 1 && receiver(other).is_some() && takes(subject, other);
        let tells = matches!(other.ret.erased(), Type::Int(_) | Type::Float(_) | Type::String)
            || other.ret.item().is_some();
        // A method may do what a function of that name does.
        let alike = || are_alike(subject, other);
        other.in_crate && (meets || same_type(other) || leads(other) || shows && tells || alike())
    };
    // Operators of references do what those of values do, those that assign do what those do that return, and there is no more to
    // say of them.
    let owner = |of: &Subject| {
        let owns = |other: &&Subject| is_here(other) && !is_lent(other) && are_alike(of, other);
        let returns = |other: &&Subject| is_here(other) && assigns_like(of, other);
        let lender = if is_lent(of) { subjects.iter().find(owns) } else { None };
        lender.or_else(|| subjects.iter().find(returns))
    };
    if let Some(owner) = owner(subject) {
        return vec![owner];
    }
    let callable = |other: &Subject| {
        is_here(other)
            && (near(other) || far(other))
            && owner(other).is_none()
            && !is_for_other_numbers(subject, other)
    };
    subjects
        .iter()
        .enumerate()
        .filter(|(i, other)| *i != index && callable(other))
        .map(|(_, other)| other)
        .collect()
}

/// Whether two methods are those of numbers of different types, neither of which turns one into the other: what a trait does to
/// numbers of one type it does to those of another, as far as both have them.
fn is_for_other_numbers(subject: &Subject, other: &Subject) -> bool {
    let number = |of: &Subject| {
        let is_method = of.member.as_ref().is_some_and(|member| member.receiver);
        let first = of.params.first().filter(|_| is_method)?.ty.owned();
        matches!(first, Type::Int(_) | Type::Float(_)).then_some(first)
    };
    let (Some(own), Some(theirs)) = (number(subject), number(other)) else { return false };
    own != theirs && !(subject.ret.owned() == theirs && other.ret.owned() == own)
}

/// Whether a method belongs to references to its type.
fn is_lent(subject: &Subject) -> bool {
    subject.member.as_ref().is_some_and(|member| member.receiver && member.of.starts_with('&'))
}

/// Whether a method is an operator that assigns what another one returns: `+=` beside `+`.
fn assigns_like(subject: &Subject, other: &Subject) -> bool {
    let (Some(assigns), Some(returns)) = (&subject.member, &other.member) else { return false };
    let (Some(assigned), Some(returned)) = (assigns.implements(), returns.implements()) else { return false };
    // Type parameters may stand for other types there.
    let base = |of: &str| of.split('<').next().map(str::to_owned);
    let is_about_one = assigns.of.contains('<') && base(&assigns.of) == base(&returns.of);
    assigned.strip_suffix("Assign") == Some(returned)
        && subject.name.strip_suffix("_assign") == Some(other.name.as_str())
        && (takes_the_same(subject, other) || is_about_one)
        && !is_lent(other)
}

/// Whether two functions have the same name, take arguments of the same types and return the same.
pub fn are_alike(a: &Subject, b: &Subject) -> bool {
    a.name == b.name && takes_the_same(a, b) && a.ret.erased() == b.ret.erased()
}

/// Whether two functions take arguments of the same types.
fn takes_the_same(a: &Subject, b: &Subject) -> bool {
    let types = |of: &Subject| of.params.iter().map(|param| param.ty.erased()).collect::<Vec<_>>();
    types(a) == types(b)
}
