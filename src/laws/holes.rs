//! What is open in a family's statement, and how parameters fill it.

use super::families::Family;
use super::syntax::{name, parts};
use morph_relation::Signature;

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
    /// Whether a constant of the code stands in it.
    pub constant: bool,
}

/// A variable of a family.
pub struct Variable {
    /// Its letter.
    pub name: &'static str,
    /// The parameter whose type it has.
    pub like: char,
    /// Or, rather, whose elements' type.
    pub of_items: bool,
}

/// Parameters of the subject.
const LETTERS: [char; 3] = ['x', 'y', 'z'];
/// Which letters stand for what.
const VARIABLES: [(&str, char, bool); 4] =
    [("u", 'x', false), ("v", 'y', false), ("w", 'x', false), ("e", 'x', true)];

impl Holes {
    /// Those of a family; the error says what its statement lacks.
    pub fn of(family: &Family) -> syn::Result<Holes> {
        let mut law: syn::Expr = syn::parse_str(family.law)?;
        let mut when: Option<syn::Expr> =
            (!family.when.is_empty()).then(|| syn::parse_str(family.when)).transpose()?;
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
        let variable = |(name, like, of_items): &(&'static str, char, bool)| Variable {
            name,
            like: *like,
            of_items: *of_items,
        };
        Ok(Holes {
            letters: LETTERS[..named.max(passed)].to_vec(),
            variables: variables.map(variable).collect(),
            siblings: arities.len(),
            arities,
            constant: has("C"),
            law,
            when,
        })
    }
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

/// Which parameter each letter stands for.
pub struct Arrangement {
    /// By letter of [`Holes::letters`]: the parameter's place.
    pub places: Vec<usize>,
    letters: Vec<char>,
}

impl Arrangement {
    /// The place of a letter.
    pub fn place(&self, letter: char) -> Option<usize> {
        self.letters.iter().position(|known| *known == letter).map(|i| self.places[i])
    }
}

/// With more parameters, letters stand for these in order only.
const FEW: usize = 4;

/// Every way in which parameters of a function can fill the letters. Three stay in their order, and so do those of a
/// `symmetric` family.
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
    all.into_iter().map(|places| Arrangement { places, letters: holes.letters.clone() }).collect()
}
