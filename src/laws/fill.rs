//! Puts names, calls and numbers into the holes of a statement.

use super::filling::{ALIASES, Filling, Given, VIEWS};
use super::placements::Slot;
use super::roles::{same_role, share_word};
use super::syntax::{call_of, called, equation_of, has_call, name, parts, unwrapped};
use super::views::{View, field_name};
use morph_relation::{Adt, Signature, Type, named};

/// What statements call an element in a closure.
const ITEM: &str = "it";

/// What holes are filled with.
pub struct Fill<'a> {
    /// The family's holes and what fills them.
    pub filling: &'a Filling<'a>,
    /// The variables.
    pub given: &'a Given,
    /// How arguments are passed, by sibling.
    pub way: &'a [Vec<Slot>],
    /// Whose outcomes are unwrapped, as bits.
    pub unwrapped: u8,
    /// Whose outcomes are shown by a method, as bits.
    pub shown: u8,
    /// Whether integers stand for floats.
    pub floats: bool,
}

impl Fill<'_> {
    /// Replaces names, calls and numbers. Where letters stand for several parameters, `component` says for which of them.
    pub fn fill(&self, expr: &mut syn::Expr, component: usize) {
        if let Some((number, call)) = called(expr) {
            let unwraps = self.unwrapped >> number & 1 == 1;
            if let Some(filled) = self.call(number, call, component, unwraps) {
                *expr = filled;
            }
            return;
        }
        if let syn::Expr::Index(place) = expr {
            self.fill(&mut place.expr, component);
            Fill { floats: false, ..*self }.fill(&mut place.index, component);
            return;
        }
        if let syn::Expr::Field(field) = expr
            && let Some(member) = self.member(field)
        {
            field.member = member;
        }
        let adt = match expr {
            syn::Expr::Tuple(tuple) if self.filling.holes.takes_points => self.taken_apart(tuple),
            _ => None,
        };
        parts(expr).into_iter().for_each(|part| self.fill(part, component));
        if let (syn::Expr::Tuple(tuple), Some(adt)) = (&*expr, adt)
            && let Some(literal) = literal_of(&adt, tuple)
        {
            *expr = literal;
            return;
        }
        let replaced = match expr {
            syn::Expr::Path(_) => name(expr).and_then(|name| self.named(&name, component)),
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Int(n) if self.floats => syn::parse_str(&format!("{n}.0")).ok(),
                _ => None,
            },
            _ => None,
        };
        if let Some(replaced) = replaced {
            *expr = replaced;
        }
    }

    /// An equation whose left side is a call that returns an option or a result, as it is, and whose right side is wrapped.
    pub fn wrapped(&self, statement: &syn::Expr) -> Option<syn::Expr> {
        let syn::Expr::Binary(equation) = statement else { return None };
        let syn::BinOp::Eq(_) = equation.op else { return None };
        let (number, call) = called(&equation.left)?;
        let left = self.call(number, call, 0, false)?;
        // An outcome of the same function is wrapped already, and so is one of another that returns the same.
        if let Some((another, other)) = called(&equation.right)
            && self.function(another).ret.erased() == self.function(number).ret.erased()
        {
            let right = self.call(another, other, 0, false)?;
            return Some(equation_of(left, right));
        }
        let mut right = (*equation.right).clone();
        self.fill(&mut right, 0);
        let wraps = match self.function(number).ret {
            Type::Option(_) => "Some",
            Type::Result(..) => "Ok",
            _ => return None,
        };
        Some(equation_of(left, call_of(named(wraps), [right])))
    }

    /// The function that a statement calls by this number.
    fn function(&self, number: usize) -> &Signature {
        match number {
            0 => self.filling.context.subject,
            n => self.filling.siblings[n - 1],
        }
    }

    /// The name of a part that the statement has by its number: that of a field, where it is one of a struct.
    fn member(&self, field: &syn::ExprField) -> Option<syn::Member> {
        let syn::Member::Unnamed(number) = &field.member else { return None };
        let adt = self.struct_of(&field.base)?;
        let field = adt.fields()?.get(number.index as usize).filter(|field| field.public)?;
        syn::parse_str(&field.name).ok()
    }

    /// The struct that an expression with parts is of.
    fn struct_of(&self, base: &syn::Expr) -> Option<Adt> {
        let ty = match called(base) {
            Some((0, _)) => &self.filling.context.subject.ret,
            Some((n, _)) => &self.filling.siblings.get(n - 1)?.ret,
            None => match name(base)?.as_str() {
                // An element of what the first letter stands for.
                ITEM => self.type_of("x")?.item()?,
                name => self.type_of(name)?,
            },
        };
        match ty.unwrapped().erased() {
            Type::Adt(adt) => Some(adt),
            _ => None,
        }
    }

    /// The type of what a letter or a variable stands for.
    fn type_of(&self, name: &str) -> Option<&Type> {
        let mut variables = self.filling.holes.variables.iter();
        if let Some(at) = variables.position(|variable| variable.name == name) {
            return Some(&self.given[at].first()?.1);
        }
        let places = self.filling.arrangement.group(name.parse().ok()?)?;
        Some(&self.filling.context.subject.params[*places.first()?].1)
    }

    /// The struct that a tuple stands for: that whose every part is in it.
    fn taken_apart(&self, tuple: &syn::ExprTuple) -> Option<Adt> {
        let mut bases = Vec::new();
        for part in &tuple.elems {
            bases.push(self.struct_of(base_of(part)?)?);
        }
        let adt = bases.pop()?;
        let is_whole = adt.fields()?.len() == tuple.elems.len() && adt.is_open();
        (is_whole && bases.iter().all(|other| *other == adt)).then_some(adt)
    }

    /// What stands for a name of the statement.
    fn named(&self, name: &str, component: usize) -> Option<syn::Expr> {
        let subject = self.filling.context.subject;
        let letter = name.chars().next().filter(|_| name.len() == 1);
        if let Some(group) = letter.and_then(|letter| self.filling.arrangement.group(letter)) {
            return Some(named(&subject.params[*group.get(component)?].0));
        }
        if let Some(place) = self.filling.holes.constants.iter().position(|known| known.name() == name) {
            return self.filling.constants.get(place).cloned();
        }
        let at = self.filling.holes.variables.iter().position(|variable| variable.name == name)?;
        Some(named(&self.given[at].get(component)?.0))
    }

    /// A call with the arguments in their places, and the others as the subject has them.
    fn call(
        &self,
        number: usize,
        call: &syn::ExprCall,
        component: usize,
        unwraps: bool,
    ) -> Option<syn::Expr> {
        let subject = self.filling.context.subject;
        let places = self.filling.arrangement.places();
        if number == 0 && call.args.iter().zip(&places).any(|(arg, place)| self.misplaces(arg, *place)) {
            return None;
        }
        let args = self.args(call, component)?;
        let own = |place: usize| named(&subject.params[place].0);
        let full: Vec<syn::Expr> = match number {
            0 => {
                let at = |place: usize| places.iter().position(|known| *known == place);
                (0..subject.arguments().len())
                    .map(|place| match at(place) {
                        Some(i) => args.get(i).cloned(),
                        None => Some(own(place)),
                    })
                    .collect::<Option<_>>()?
            }
            n => self.way[n - 1]
                .iter()
                .map(|slot| match slot {
                    Slot::Argument(i) => args.get(*i).cloned(),
                    Slot::Own(place) => Some(own(*place)),
                    Slot::Free(place) => Some(named(&self.filling.siblings[n - 1].arguments()[*place].0)),
                })
                .collect::<Option<_>>()?,
        };
        let called = call_of(named(ALIASES[number]), full);
        let called = if unwraps { unwrapped(called) } else { called };
        let is_shown = self.shown >> number & 1 == 1;
        if !is_shown {
            return Some(called);
        }
        // A part of what is made of a part alone is no way back.
        let of_part = |arg: &syn::Expr| calls_within(arg).any(|inner| self.shows_part(inner));
        if self.shows_part(number) && call.args.iter().any(of_part) {
            return None;
        }
        match self.filling.context.views.get(self.function(number).path.as_str())? {
            View::Method(_) => Some(call_of(named(VIEWS[number]), [called])),
            View::Part(of, part) => part_of(called, of, *part),
        }
    }

    /// Whether only a part of what the function of this number returns is seen.
    fn shows_part(&self, number: usize) -> bool {
        let view = self.filling.context.views.get(self.function(number).path.as_str());
        self.shown >> number & 1 == 1 && matches!(view, Some(View::Part(..)))
    }

    /// Whether an outcome is passed for a parameter although an earlier one of the same type is the one that is worked on: the
    /// first, unless the other is named like the function.
    fn misplaces(&self, arg: &syn::Expr, place: usize) -> bool {
        let subject = self.filling.context.subject;
        let params = subject.arguments();
        let is_worked_on = |place: usize| share_word(&params[place].0, subject.name());
        let first = params.iter().position(|(_, ty)| ty.erased() == params[place].1.erased());
        let first = first.unwrap_or(place);
        params.len() > 2
            && first != place
            && !same_role(&params[first].0, &params[place].0)
            && (is_worked_on(first) || !is_worked_on(place))
            && has_call(&mut arg.clone())
    }

    /// The arguments of a call: one for each parameter that a letter stands for.
    fn args(&self, call: &syn::ExprCall, component: usize) -> Option<Vec<syn::Expr>> {
        let width = self.filling.arrangement.width();
        let mut all = Vec::new();
        for arg in &call.args {
            let mut arg = arg.clone();
            if width == 1 {
                self.fill(&mut arg, component);
                all.push(arg);
                continue;
            }
            // An outcome is no point.
            if has_call(&mut arg) {
                return None;
            }
            for part in 0..width {
                let mut arg = arg.clone();
                self.fill(&mut arg, part);
                all.push(arg);
            }
        }
        Some(all)
    }
}

/// The numbers of the functions that are called in an argument.
fn calls_within(arg: &syn::Expr) -> impl Iterator<Item = usize> {
    let mut arg = arg.clone();
    let mut found = Vec::new();
    let mut open = vec![&mut arg];
    while let Some(expr) = open.pop() {
        found.extend(called(expr).map(|(number, _)| number));
        open.extend(parts(expr));
    }
    found.into_iter()
}

/// A part of what a function returned.
fn part_of(called: syn::Expr, function: &Signature, part: usize) -> Option<syn::Expr> {
    let name = field_name(function, part).unwrap_or_else(|| part.to_string());
    let member: syn::Member = syn::parse_str(&name).ok()?;
    Some(syn::parse_quote!(#called.#member))
}

/// Whose parts an expression is made of.
fn base_of(expr: &syn::Expr) -> Option<&syn::Expr> {
    match expr {
        syn::Expr::Field(field) => Some(&field.base),
        syn::Expr::Unary(e) => base_of(&e.expr),
        syn::Expr::Binary(e) => base_of(&e.left),
        _ => None,
    }
}

/// A struct with these fields.
fn literal_of(adt: &Adt, parts: &syn::ExprTuple) -> Option<syn::Expr> {
    let open: Vec<String> = (0..parts.elems.len()).map(|i| format!("_{i}")).collect();
    let mut literal: syn::Expr = syn::parse_str(&adt.written(0, &open)).ok()?;
    let places: Vec<&mut syn::Expr> = match &mut literal {
        syn::Expr::Struct(e) => e.fields.iter_mut().map(|field| &mut field.expr).collect(),
        syn::Expr::Call(e) => e.args.iter_mut().collect(),
        _ => return None,
    };
    places.into_iter().zip(&parts.elems).for_each(|(place, part)| *place = part.clone());
    Some(literal)
}
