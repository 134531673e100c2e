//! Instances of the families: every way to put a subject, its siblings, parameters and variables into a statement that has
//! types.

mod chance;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use self::chance::is_chance;
use super::family::{Family, Kind, Minor};
use super::filling::Filling;
use super::holes::{Arrangement, Holes, arrangements};
use super::instance::{Context, Instance};
use super::open_constant::OpenConstant;
use super::placements::is_mode;
use super::roles::are_opposites;
use super::views::View;
use morph_relation::{Expr, Followup, IntType, Op, Relation, Signature, Type, Value, show_literal};

/// The family of functions that do the same.
const EQUIVALENT: &str = "equivalent";
/// Constants of the code that are tried as periods.
const CONSTANTS: usize = 12;
/// Products of constants of the code that are tried beside these, the smallest first: seconds of an hour, of a day.
const PRODUCTS: usize = 6;
/// Constants that may be parts of a unit.
const UNIT: std::ops::RangeInclusive<i128> = 10..=1_000;
/// Larger numbers are masks and limits of types.
const LARGEST: u128 = 1_000_000_000;
/// Constants of the code that are tried as bounds.
const BOUNDS: usize = 24;
/// Signs of the code that are tried as separators.
const SIGNS: usize = 6;
/// Elements that codes work on at once, the least first.
const BLOCKS: [&str; 5] = ["2", "3", "4", "5", "8"];
/// Letters of a word, at least: `to` and `is` are none.
const WORD: usize = 3;
/// So many parameters of one type are no operands.
const MIXED: usize = 4;
/// With more siblings and constants that fit, a statement is left out: some of so many hold by chance.
const MOST: usize = 200;
/// Texts that are equal, but for a sign, are no chance.
const MOST_OF_TEXTS: usize = 2_000;
/// Characters that texts are filled with.
const FILLING: [char; 2] = [' ', '0'];
/// Signs between words that another function may write.
const USUAL: [&str; 3] = ["_", "-", " "];

/// The family of arguments that are parts of what is returned: of one or two that a struct is made of, a person writes none.
const KEPT: &str = "kept argument";
const PLAIN: usize = 2;
/// The families of collections, whose elements are of another type.
const ELEMENTS: [&str; 2] = ["insertion", "inserted value"];
/// The family of what another function carries over to a third one.
const MIRRORED: &str = "mirrored";

/// A relation without its tolerance.
type Said = (Vec<Type>, Expr, Vec<Followup>, Expr);

/// All instances of families for a subject, in the order of the families.
pub fn instances(
    context: &Context<'_>,
    families: impl IntoIterator<Item = &'static Family>,
) -> Vec<Instance> {
    let mut all: Vec<Instance> = Vec::new();
    let mut seen: HashSet<Said> = HashSet::new();
    let mut add = |context: &Context<'_>, family: &'static Family, holes: &Holes| {
        for mut instance in of_family(context, family, holes) {
            instance.forms.retain(|form| {
                let types = form.given.iter().map(|(_, ty)| ty.clone()).collect();
                (context.seen_by.is_none() || relates(form))
                    && !narrows(context, family, form)
                    && !returns_to_others(context, form)
                    && seen.insert((types, form.when.clone(), form.followups.clone(), form.then.clone()))
            });
            if !instance.forms.is_empty() {
                all.push(instance);
            }
        }
    };
    let otherwise: Vec<Context<'_>> = context.seen_otherwise().collect();
    let says_it_again = says_it_again(context);
    for family in families.into_iter().filter(|family| !says_it_again || family.name == EQUIVALENT) {
        let all_holes = Holes::all(family, &context.lessons);
        all_holes.iter().for_each(|holes| add(context, family, holes));
        let Some(holes) = all_holes.first() else { continue };
        // With another function besides, the way there is a detour, and so it is twice.
        let is_detour = holes.siblings > 0 || holes.nested || family.minor != Minor::Never;
        for context in &otherwise {
            let is_part = matches!(context.seen_by, Some(View::Part(..)));
            if is_chance(context, family) {
                continue;
            }
            if !is_detour || is_part && family.name == EQUIVALENT {
                add(context, family, holes);
            }
        }
    }
    all
}

/// Whether the subject is an operator of references beside that of values: there is no more to say of it than that both do the
/// same.
fn says_it_again(context: &Context<'_>) -> bool {
    let is_lent = |of: &Signature| of.member.as_ref().is_some_and(|m| m.receiver && m.of.starts_with('&'));
    let types = |of: &Signature| of.arguments().iter().map(|(_, ty)| ty.erased()).collect::<Vec<_>>();
    let is_of_values = |other: &Signature| {
        !is_lent(other) && other.name() == context.subject.name() && types(other) == types(context.subject)
    };
    is_lent(context.subject) && context.siblings.iter().any(is_of_values)
}

/// Whether a law relates what is seen of the outcome to the arguments or to another call: whatever else holds is about the
/// method by which it is seen.
fn relates(form: &Relation) -> bool {
    let is_another = |call: &Followup| call.function.is_none() || call.args.iter().any(Expr::mentions_params);
    form.then.mentions_params() || form.followups.iter().any(is_another)
}

/// Whether a parameter is passed where a narrower integer is taken, or what a function returned where the same one takes a
/// narrower one: most values have no place there.
fn narrows(context: &Context<'_>, family: &Family, form: &Relation) -> bool {
    let called = |function: &Option<String>| match function {
        None => Some(context.subject),
        Some(path) => context.siblings.iter().find(|sibling| sibling.path == *path),
    };
    let own = context.subject.arguments();
    let returned = |out: usize| match out {
        0 => Some(context.subject),
        n => form.followups.get(n - 1).and_then(|followup| called(&followup.function)),
    };
    let passed = |arg: &Expr, to: &Signature| match arg {
        Expr::Param(place) => own.get(*place).and_then(|(_, ty)| integer(ty)),
        Expr::Out(out) => {
            let again = returned(*out).filter(|function| function.path == to.path);
            again.and_then(|function| integer(&function.ret))
        }
        _ => None,
    };
    // A sign takes a bit, where a function shall do the same for all integers.
    let loses = |passed: IntType, taken: IntType| {
        let takes_sign = family.mutual && taken.signed() && !passed.signed();
        passed.bits() + u32::from(takes_sign) > taken.bits()
    };
    form.followups.iter().any(|followup| {
        let Some(to) = called(&followup.function) else { return false };
        followup.args.iter().zip(to.arguments()).any(|(arg, (_, taken))| {
            passed(arg, to).zip(integer(taken)).is_some_and(|(passed, taken)| loses(passed, taken))
        })
    })
}

/// Whether the subject takes a list that it returned, of items of another type than those that it is about.
fn returns_to_others(context: &Context<'_>, form: &Relation) -> bool {
    let returned = context.subject.ret.unwrapped().owned();
    let bare = |arg: &Expr| match arg {
        Expr::Apply(Op::Unwrap, of) => of[0] == Expr::Out(0),
        arg => *arg == Expr::Out(0),
    };
    let own = form.followups.iter().filter(|followup| followup.function.is_none());
    let mut passed = own.flat_map(|followup| followup.args.iter().zip(context.subject.arguments()));
    passed.any(|(arg, (_, taken))| {
        let items = [returned.item(), taken.owned().item()].map(|item| item.cloned());
        bare(arg) && matches!(items, [Some(own), Some(taken)] if own != taken)
    })
}

fn of_family(context: &Context<'_>, family: &'static Family, holes: &Holes) -> Vec<Instance> {
    let has_others = varying(context.subject) > holes.letters.len();
    let takes_itself = context.subject.member.as_ref().is_some_and(|member| member.receiver);
    let is_seen = family.of_verdicts && context.seen_by.is_some();
    let is_made = family.name == KEPT
        && !takes_itself
        && context.subject.arguments().len() <= PLAIN
        && matches!(context.subject.ret, Type::Adt(_));
    if family.alone && has_others || family.of_receiver && !takes_itself || is_seen || is_made {
        return Vec::new();
    }
    // Among many numbers of a kind, each has a role of its own: no operation takes its result for any of them.
    let arguments = context.subject.arguments();
    let is_mixed = arguments.len() >= MIXED && arguments.windows(2).all(|pair| pair[0].1 == pair[1].1);
    if holes.nested && is_mixed {
        return Vec::new();
    }
    let mut all = Vec::new();
    let is_meant = |found: &Arrangement| {
        let first = found.places().first().copied();
        let same = |place: usize| arguments[place].1.erased() == context.outcome().unwrapped().erased();
        // Between two values, there is no room for laws of three, or of equal ones.
        let kind = first.and_then(|place| Kind::of(&arguments[place].1));
        let returns_float = Kind::of(context.outcome()) == Some(Kind::Float);
        let is_of_bytes = first.is_some_and(|place| is_list_of_bytes(&arguments[place].1));
        let is_excepted = |kind: Kind| {
            family.except.contains(&kind)
                || is_of_bytes && family.except.contains(&Kind::Bytes)
                || kind == Kind::Float && returns_float && family.except.contains(&Kind::FloatOfFloat)
        };
        let is_coincidence =
            kind.is_some_and(|kind| is_excepted(kind) || kind == Kind::Truth && holes.wants_many());
        let mut types = found.places().into_iter().map(|place| arguments[place].1.erased());
        let is_another = family.of_receiver && first != Some(0)
            || ELEMENTS.contains(&family.name) && types.next() == types.next()
            || family.of_modes && !mode_of(context, found).is_some_and(|ty| is_mode(&ty));
        !(is_coincidence || is_another || family.converts && first.is_some_and(same))
    };
    let all_arranged = arrangements(context.subject, holes, family.symmetric);
    for arrangement in all_arranged.into_iter().filter(is_meant) {
        let constants = constants(context, &holes.constants, &arrangement);
        if constants.is_empty() {
            continue;
        }
        let mut siblings = context.callable(family, holes, &arrangement);
        let is_text = context.outcome().unwrapped().erased() == Type::String;
        let is_signed = matches!(holes.constants[..], [OpenConstant::Sign(_), ..]);
        let most = if is_signed || family.among_many && is_text { MOST_OF_TEXTS } else { MOST };
        if siblings.len() * constants.len() > most {
            if holes.siblings > 1 {
                keep_related(&mut siblings, context.subject, most / constants.len());
            } else if holes.siblings > 0 {
                continue;
            }
        }
        for siblings in &siblings {
            for constants in &constants {
                let filling =
                    Filling { context, family, holes, arrangement: &arrangement, siblings, constants };
                all.extend(filling.instances());
            }
        }
    }
    all
}

impl<'a> Context<'a> {
    /// The siblings that a statement can call, together.
    fn callable(&self, family: &Family, holes: &Holes, arrangement: &Arrangement) -> Vec<Vec<&'a Signature>> {
        let fits = |numbers: &[usize]| {
            let mut functions = [Some(&self.types[0]), None, None];
            for (at, number) in numbers.iter().enumerate() {
                functions[at + 1] = Some(&self.types[number + 1]);
            }
            holes.may_call(arrangement, &functions, numbers.len())
        };
        let is_meant = |number: &usize| {
            let g = &self.siblings[*number];
            !(family.name == EQUIVALENT && are_opposites(g.name(), self.subject.name())
                || family.name == MIRRORED && widths(g) != widths(self.subject)
                || family.alone && varying(g) > holes.letters.len()
                // The other one knows nothing of a part.
                || family.mutual && self.seen_by.is_none() && precedes(g, self.subject)
                || family.related && !are_related(g, self.subject)
                || !family.called.is_empty() && !g.name().contains(family.called))
        };
        // Methods of that name for other types are no other functions that one could commute with, and a mirror is another
        // kind of function.
        let are_told_apart = |pair: &Vec<usize>| {
            let is_other = |number: &usize| self.siblings[*number].name() != self.subject.name();
            let is_mirror = |number: usize| !are_related(&self.siblings[number], self.subject);
            family.name != MIRRORED || pair.iter().all(is_other) && is_mirror(pair[0])
        };
        // Constants, where a statement calls without arguments.
        let each = |hole: usize| {
            let takes_nothing = holes.arities[hole] == 0;
            (0..self.siblings.len()).filter(move |n| self.siblings[*n].params.is_empty() == takes_nothing)
        };
        let chosen: Vec<Vec<usize>> = match holes.siblings {
            0 => vec![Vec::new()],
            1 => each(0).filter(is_meant).map(|g| vec![g]).filter(|one| fits(one)).collect(),
            _ => {
                let firsts = each(0).filter(|g| fits(&[*g]));
                let pairs = firsts.flat_map(|g| each(1).map(move |h| vec![g, h]));
                pairs.filter(|pair| pair[0] != pair[1] && are_told_apart(pair) && fits(pair)).collect()
            }
        };
        chosen.iter().map(|numbers| numbers.iter().map(|n| &self.siblings[*n]).collect()).collect()
    }
}

/// Whether a sibling of the same module comes first: it has the laws that both have in common. Of two that take integers of
/// different widths, that is the one with the narrower ones, which the other takes, too.
fn precedes(sibling: &Signature, subject: &Signature) -> bool {
    if !sibling.is_beside(subject) {
        return false;
    }
    let (others, own) = (widths(sibling), widths(subject));
    let are_alike = others.iter().map(Option::is_some).eq(own.iter().map(Option::is_some));
    if are_alike && others != own { others < own } else { sibling.path < subject.path }
}

/// How wide the integers are that a function takes.
fn widths(of: &Signature) -> Vec<Option<u32>> {
    of.arguments().iter().map(|(_, ty)| integer(ty).map(IntType::bits)).collect()
}

/// How many arguments of a function are not always the same: a receiver without fields is.
fn varying(function: &Signature) -> usize {
    let is_unit =
        |ty: &Type| matches!(ty.erased(), Type::Adt(adt) if adt.fields().is_some_and(<[_]>::is_empty));
    function.arguments().iter().filter(|(_, ty)| !is_unit(ty)).count()
}

/// Whether a type is a list of bytes.
fn is_list_of_bytes(ty: &Type) -> bool {
    ty.owned().item().and_then(integer).is_some_and(|int| int.bits() == 8 && !int.signed())
}

/// The type of an integer, or of the one that is wrapped.
fn integer(ty: &Type) -> Option<IntType> {
    match ty.unwrapped().owned() {
        Type::Int(int) | Type::NonZero(int) => Some(int),
        _ => None,
    }
}

/// Whether the names of two functions have half of their words in common.
fn are_related(a: &Signature, b: &Signature) -> bool {
    let (a, b) = (words(a), words(b));
    let common = a.intersection(&b).count();
    common > 0 && a.len().max(b.len()) <= 2 * common
}

/// The words of a function's name that are long enough to say something.
fn words(of: &Signature) -> BTreeSet<&str> {
    of.name().split('_').filter(|word| word.len() >= WORD).collect()
}

/// Keeps of many siblings together so many whose names have most in common, with the subject's and with each other.
fn keep_related<'s>(siblings: &mut Vec<Vec<&'s Signature>>, subject: &Signature, most: usize) {
    let own = words(subject);
    let mut known: HashMap<&'s str, BTreeSet<&'s str>> = HashMap::new();
    for sibling in siblings.iter().flatten() {
        known.entry(&sibling.path).or_insert_with(|| words(sibling));
    }
    let in_common = |together: &Vec<&Signature>| {
        let named: Vec<_> = together.iter().map(|g| &known[g.path.as_str()]).collect();
        let with_own = named.iter().map(|name| name.intersection(&own).count());
        with_own.chain(named.windows(2).map(|pair| pair[0].intersection(pair[1]).count())).sum::<usize>()
    };
    siblings.sort_by_cached_key(|together| Reverse(in_common(together)));
    siblings.truncate(most);
    siblings.retain(|together| in_common(together) > 0);
}

/// What may stand for the constants that a statement leaves open, together.
fn constants(context: &Context<'_>, open: &[OpenConstant], arrangement: &Arrangement) -> Vec<Vec<syn::Expr>> {
    let place = arrangement.group('x').and_then(|group| group.first().copied());
    let learned = |constant: &OpenConstant| match constant {
        OpenConstant::Learned(learned) => context.lessons.get(*learned, place),
        _ => &[],
    };
    let each = |known: Vec<syn::Expr>| known.into_iter().map(|one| vec![one]).collect();
    match open {
        [] => vec![Vec::new()],
        [OpenConstant::Number(_)] => each(numbers(context)),
        [OpenConstant::Sign(_)] => each(separators(context)),
        [OpenConstant::Character(_)] => each(characters(context)),
        [OpenConstant::Mode(_)] => each(modes(context, arrangement)),
        [OpenConstant::Mode(_), OpenConstant::Mode(_)] => {
            let known = modes(context, arrangement);
            let pairs = known.iter().flat_map(|a| known.iter().map(|b| vec![a.clone(), b.clone()]));
            pairs.collect()
        }
        [OpenConstant::Block] => each(BLOCKS.iter().filter_map(|size| syn::parse_str(size).ok()).collect()),
        [OpenConstant::Learned(_), ..] => open.iter().map(learned).fold(vec![Vec::new()], |all, next| {
            let longer = |one: &Vec<syn::Expr>| {
                let one = one.clone();
                next.iter().map(move |expr| [one.as_slice(), std::slice::from_ref(expr)].concat())
            };
            all.iter().flat_map(longer).collect()
        }),
        [OpenConstant::Sign(_), OpenConstant::Sign(_)] => {
            let mut known = separators(context);
            let more = USUAL.iter().filter_map(|sign| literal(sign));
            more.for_each(|sign| {
                if !known.contains(&sign) {
                    known.push(sign)
                }
            });
            let pairs = known.iter().flat_map(|c| known.iter().map(move |d| [c, d]));
            pairs.filter(|[c, d]| c != d).map(|[c, d]| vec![c.clone(), d.clone()]).collect()
        }
        _ => bounds(context),
    }
}

/// Numbers that may be periods: those of the code, and, between floats, parts of a circle.
fn numbers(context: &Context<'_>) -> Vec<syn::Expr> {
    let is_telling = |value: &&Value| match value {
        Value::Int(n) => *n >= 3 && n.unsigned_abs() <= LARGEST,
        other => other.as_float().is_some_and(|x| x != 1.0 && is_round(x)),
    };
    let mut texts: Vec<String> = vec!["1".to_owned()];
    texts.extend(context.constants.iter().filter(is_telling).take(CONSTANTS).map(show_literal));
    texts.extend(products(context.constants).iter().map(i128::to_string));
    texts.dedup();
    if context.subject.arguments().iter().any(|(_, ty)| ty.has_float()) {
        texts.extend(["1.0", "FRAC_PI_2", "PI", "TAU", "180.0", "360.0"].map(str::to_owned));
    }
    texts.iter().filter_map(|text| syn::parse_str(text).ok()).collect()
}

/// Products of two or three constants of the code, equal ones included.
fn products(constants: &[Value]) -> BTreeSet<i128> {
    let unit = |value: &Value| match value {
        Value::Int(n) if UNIT.contains(n) => Some(*n),
        _ => None,
    };
    let units: BTreeSet<i128> = constants.iter().filter_map(unit).take(3).collect();
    let times = |all: &BTreeSet<i128>| {
        all.iter().flat_map(|a| units.iter().map(move |b| a * b)).collect::<BTreeSet<_>>()
    };
    let twice = times(&units);
    let thrice = times(&twice);
    twice.into_iter().chain(thrice).take(PRODUCTS).collect()
}

/// The type of `y`.
fn mode_of(context: &Context<'_>, arrangement: &Arrangement) -> Option<Type> {
    let place = arrangement.group('y').and_then(|group| group.first().copied());
    place.map(|place| context.subject.arguments()[place].1.erased())
}

/// The values of `y`, where these are a choice between a few.
fn modes(context: &Context<'_>, arrangement: &Arrangement) -> Vec<syn::Expr> {
    let all = match mode_of(context, arrangement).filter(is_mode) {
        Some(Type::Bool) => ["false", "true"].map(str::to_owned).to_vec(),
        Some(Type::Adt(adt)) => (0..adt.variants().len()).map(|i| adt.written(i, &[])).collect(),
        _ => Vec::new(),
    };
    all.iter().filter_map(|text| syn::parse_str(text).ok()).collect()
}

/// Signs of the code, which may stand between words. Others mean nothing to it.
fn separators(context: &Context<'_>) -> Vec<syn::Expr> {
    let sign = |value: &Value| match value {
        Value::Char(c) => Some(c.to_string()),
        Value::Str(text) => Some(text.to_string()),
        _ => None,
    };
    let is_sign = |text: &String| {
        (1..=2).contains(&text.chars().count())
            && !text.chars().any(|c| c.is_alphanumeric() || c.is_control())
    };
    let signs: BTreeSet<String> = context.constants.iter().filter_map(sign).filter(is_sign).collect();
    signs.iter().take(SIGNS).filter_map(|sign| literal(sign)).collect()
}

/// Characters of the code, and those that texts are filled with.
fn characters(context: &Context<'_>) -> Vec<syn::Expr> {
    let own = context.constants.iter().filter_map(|value| match value {
        Value::Char(c) => Some(*c),
        _ => None,
    });
    let all: BTreeSet<char> = FILLING.into_iter().chain(own).collect();
    all.iter().take(SIGNS).filter_map(|c| syn::parse_str(&format!("{c:?}")).ok()).collect()
}

/// A text as it is written.
fn literal(text: &str) -> Option<syn::Expr> {
    syn::parse_str(&format!("{text:?}")).ok()
}

/// Whether a float has few digits: others are coefficients.
fn is_round(x: f64) -> bool {
    let thousandths = x * 1e3;
    (0.01..=1e6).contains(&x.abs()) && thousandths == thousandths.round()
}

/// Pairs of integers of the code that may bound something, the smaller one first.
fn bounds(context: &Context<'_>) -> Vec<Vec<syn::Expr>> {
    let number = |value: &Value| match value {
        Value::Int(n) if n.unsigned_abs() <= LARGEST => Some(*n),
        _ => None,
    };
    let mut numbers: Vec<i128> = context.constants.iter().filter_map(number).take(BOUNDS).collect();
    numbers.extend([0, 1]);
    numbers.sort_unstable();
    numbers.dedup();
    let pairs =
        numbers.iter().enumerate().flat_map(|(i, low)| numbers[i + 1..].iter().map(move |high| [low, high]));
    let parse = |n: &i128| syn::parse_str(&n.to_string()).ok();
    // One apart is a choice of two rather than a range.
    pairs
        .filter(|[low, high]| *high - *low > 1)
        .filter_map(|[low, high]| Some(vec![parse(low)?, parse(high)?]))
        .collect()
}

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_structs;
