//! What is open in a family's statement, and how parameters fill it.

use super::family::Family;
use super::fits::{Arg, Call, calls};
use super::layouts::{READ, READ_PARTS, Statement, WRITTEN};
use super::lessons::Lessons;
use super::open_constant::OpenConstant;
use super::roles::same_role;
use super::syntax::{called, name, parts};
use morph_relation::{Signature, Type};

/// The holes of a family.
pub struct Holes {
    /// The statement.
    pub law: syn::Expr,
    /// The guard.
    pub when: Option<syn::Expr>,
    /// The letters of the parameters that are passed, in order; a number may stand for some of them.
    pub letters: Vec<char>,
    /// Variables, in the order of their letters.
    pub variables: Vec<Variable>,
    /// How many siblings there are.
    pub siblings: usize,
    /// By sibling: how many arguments it is called with.
    pub arities: Vec<usize>,
    /// Its calls.
    pub calls: Vec<Call>,
    /// The constants that stand in it.
    pub constants: Vec<OpenConstant>,
    /// Whether parameters or variables stand anywhere but in calls.
    pub bare: bool,
    /// Whether the subject takes what it returned.
    pub nested: bool,
    /// The names and the types of the parts of what is returned, where variables are like them.
    pub parts: Vec<(String, Type)>,
    /// What a test is called, where the family does not say it.
    pub said: Option<String>,
    /// Whether points are passed to it: tuples that stand for structs, too.
    pub takes_points: bool,
}

/// A variable of a family.
pub struct Variable {
    /// Its letter.
    pub name: &'static str,
    /// What its type is.
    pub like: Like,
}

/// Whose type a variable has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Like {
    /// That of the parameter that a letter stands for.
    Param(char),
    /// That of this one's elements.
    Items(char),
    /// That of this one's coordinates: a pair of one type, or a sequence of pairs.
    Coordinates(char),
    /// That of what the subject returns where it returns something.
    Outcome,
    /// That of a part of it, by its number.
    Part(usize),
}

/// Parameters of the subject.
const LETTERS: [char; 3] = ['x', 'y', 'z'];
/// Which letters stand for what.
const VARIABLES: [(&str, Like); 8 + READ_PARTS.len()] = [
    ("u", Like::Param('x')),
    ("v", Like::Param('y')),
    ("w", Like::Param('x')),
    ("e", Like::Items('x')),
    ("d", Like::Items('x')),
    ("p", Like::Coordinates('x')),
    ("q", Like::Coordinates('x')),
    ("r", Like::Outcome),
    (READ_PARTS[0], Like::Part(0)),
    (READ_PARTS[1], Like::Part(1)),
    (READ_PARTS[2], Like::Part(2)),
    (READ_PARTS[3], Like::Part(3)),
    (READ_PARTS[4], Like::Part(4)),
    (READ_PARTS[5], Like::Part(5)),
];

impl Holes {
    /// Those of a family: of its statement, or of each that executions taught where it leaves the whole of it open.
    pub fn all(family: &Family, lessons: &Lessons) -> Vec<Holes> {
        let known = match family.law {
            READ | WRITTEN => lessons.statements(family.law).to_vec(),
            law => Statement::parse(law, family.when).into_iter().collect(),
        };
        known.into_iter().map(Holes::of).collect()
    }

    fn of(Statement { mut law, mut when, parts, said }: Statement) -> Holes {
        let mut names = Names::default();
        names.collect(&mut law);
        if let Some(when) = &mut when {
            names.collect(when);
        }
        let has = |name: &str| names.used.iter().any(|used| used == name);
        let arities = ["g", "h"]
            .iter()
            .filter_map(|hole| names.calls.iter().find(|(name, _)| name == hole).map(|(_, arity)| *arity));
        let arities: Vec<usize> = arities.collect();
        let named = LETTERS.iter().rposition(|letter| has(&letter.to_string())).map_or(0, |last| last + 1);
        let passed = names.calls.iter().filter(|(name, _)| name == "f").map(|(_, arity)| *arity);
        let passed = passed.max().unwrap_or(0);
        let variables = VARIABLES.iter().filter(|(name, ..)| has(name));
        let variable = |(name, like): &(&'static str, Like)| Variable { name, like: *like };
        Holes {
            letters: LETTERS[..named.max(passed)].to_vec(),
            variables: variables.map(variable).collect(),
            siblings: arities.len(),
            arities,
            calls: calls(&mut law),
            constants: OpenConstant::ALL.into_iter().filter(|constant| has(constant.name())).collect(),
            bare: when.is_some() || is_bare(&mut law.clone()),
            nested: is_nested(&mut law, false),
            takes_points: makes_points(&mut law, false),
            parts,
            said,
            law,
            when,
        }
    }

    /// Whether the statement is about values like `x` besides it, or about the subject of equal arguments.
    pub fn wants_many(&self) -> bool {
        let of_equal = |call: &Call| {
            call.function == 0 && matches!(call.args[..], [Arg::Letter(a), Arg::Letter(b)] if a == b)
        };
        self.calls.iter().any(of_equal)
            || self.variables.iter().any(|variable| variable.like == Like::Param('x'))
    }
}

/// Whether tuples are made within the arguments of a call.
fn makes_points(expr: &mut syn::Expr, is_passed: bool) -> bool {
    let is_passed = is_passed || called(expr).is_some();
    is_passed && matches!(expr, syn::Expr::Tuple(_))
        || parts(expr).into_iter().any(|part| makes_points(part, is_passed))
}

/// Whether a parameter or variable stands outside of calls of functions.
fn is_bare(expr: &mut syn::Expr) -> bool {
    if matches!(expr, syn::Expr::Call(_)) {
        return false;
    }
    let known = |name: &str| {
        LETTERS.iter().any(|letter| name == letter.to_string())
            || VARIABLES.iter().any(|(known, ..)| name == *known)
    };
    name(expr).is_some_and(|name| known(&name)) || parts(expr).into_iter().any(is_bare)
}

/// Whether the subject is called within a call of the subject.
fn is_nested(expr: &mut syn::Expr, within: bool) -> bool {
    let is_call = called(expr).is_some_and(|(number, _)| number == 0);
    within && is_call || parts(expr).into_iter().any(|part| is_nested(part, within || is_call))
}

#[derive(Default)]
struct Names {
    used: Vec<String>,
    calls: Vec<(String, usize)>,
}

impl Names {
    fn collect(&mut self, expr: &mut syn::Expr) {
        self.used.extend(name(expr));
        if let syn::Expr::Call(call) = expr
            && let Some(hole) = name(&call.func)
        {
            self.calls.push((hole, call.args.len()));
        }
        parts(expr).into_iter().for_each(|part| self.collect(part));
    }
}

/// Which parameters each letter stands for.
pub struct Arrangement {
    /// By letter of [`Holes::letters`]: the places of the parameters, as many for each letter.
    groups: Vec<Vec<usize>>,
    letters: Vec<char>,
}

impl Arrangement {
    /// The places of a letter.
    pub fn group(&self, letter: char) -> Option<&[usize]> {
        self.letters.iter().position(|known| *known == letter).map(|i| self.groups[i].as_slice())
    }

    /// The places of all letters.
    pub fn places(&self) -> Vec<usize> {
        self.groups.concat()
    }

    /// How many parameters a letter stands for.
    pub fn width(&self) -> usize {
        self.groups.first().map_or(1, Vec::len)
    }
}

/// With more parameters, letters stand for these in order only.
const FEW: usize = 4;

/// Every way in which parameters of a function can fill the letters. Three stay in their order, and so do those of a
/// `symmetric` family. Where a function takes two points as numbers, a letter stands for a point, too.
pub fn arrangements(subject: &Signature, holes: &Holes, symmetric: bool) -> Vec<Arrangement> {
    let count = subject.arguments().len();
    let in_order = symmetric || holes.letters.len() > 2 || count > FEW;
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in &holes.letters {
        let longer = |places: &Vec<usize>| {
            let fits = |place: &usize| {
                !places.contains(place) && (!in_order || places.last().is_none_or(|last| last < place))
            };
            (0..count).filter(fits).map(|place| [places.as_slice(), &[place]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    // Beside other parameters, only operands of one kind are an operation's.
    if symmetric && holes.letters.len() == 2 && count > 2 {
        let name = |place: usize| subject.params[place].0.as_str();
        all.retain(|places| same_role(name(places[0]), name(places[1])));
    }
    let arrangement = |groups: Vec<Vec<usize>>| Arrangement { groups, letters: holes.letters.clone() };
    let single = all.into_iter().map(|places| places.into_iter().map(|place| vec![place]).collect());
    let points = (symmetric && !holes.bare && holes.letters.len() == 2).then(|| points(subject)).flatten();
    points.into_iter().chain(single).map(arrangement).collect()
}

/// The parameters of two points: names that differ by their last digit, `x1`, `y1`, `x2`, `y2`, or else halves of one kind.
fn points(subject: &Signature) -> Option<Vec<Vec<usize>>> {
    let params = subject.arguments();
    if params.len() < 4 || params.len() % 2 == 1 {
        return None;
    }
    let half = params.len() / 2;
    let of_digit = |digit: char| -> Vec<usize> {
        let mut places: Vec<usize> = (0..params.len()).filter(|i| params[*i].0.ends_with(digit)).collect();
        places.sort_by_key(|i| params[*i].0.trim_end_matches(digit));
        places
    };
    let by_digit = [of_digit('1'), of_digit('2')];
    let stem = |place: &usize| params[*place].0.trim_end_matches(['1', '2']);
    let named = by_digit.iter().all(|places| places.len() == half)
        && by_digit[0].iter().map(stem).eq(by_digit[1].iter().map(stem));
    let groups =
        if named { by_digit.to_vec() } else { vec![(0..half).collect(), (half..params.len()).collect()] };
    let alike = |(a, b): (&usize, &usize)| params[*a].1.erased() == params[*b].1.erased();
    groups[0].iter().zip(&groups[1]).all(alike).then_some(groups)
}
