//! Puts names, calls and numbers into the holes of a statement.

use super::filling::{ALIASES, Filling, Given, VIEWS};
use super::placements::Slot;
use super::roles::{same_role, share_word};
use super::syntax::{call_of, called, equation_of, has_call, name, parts, unwrapped};
use morph_relation::{Type, named};

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
        parts(expr).into_iter().for_each(|part| self.fill(part, component));
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
        // An outcome of the same function is wrapped already.
        if let Some((same, other)) = called(&equation.right)
            && same == number
        {
            let right = self.call(number, other, 0, false)?;
            return Some(equation_of(left, right));
        }
        let mut right = (*equation.right).clone();
        self.fill(&mut right, 0);
        let function = match number {
            0 => self.filling.context.subject,
            n => self.filling.siblings[n - 1],
        };
        let wraps = match function.ret {
            Type::Option(_) => "Some",
            Type::Result(..) => "Ok",
            _ => return None,
        };
        Some(equation_of(left, call_of(named(wraps), [right])))
    }

    /// The name of a part that the statement has by its number: that of a field, where it is one of a struct.
    fn member(&self, field: &syn::ExprField) -> Option<syn::Member> {
        let syn::Member::Unnamed(number) = &field.member else { return None };
        let subject = self.filling.context.subject;
        let ty = match called(&field.base) {
            Some((0, _)) => &subject.ret,
            Some((n, _)) => &self.filling.siblings.get(n - 1)?.ret,
            None => {
                let letter = name(&field.base)?.parse().ok()?;
                &subject.params[*self.filling.arrangement.group(letter)?.first()?].1
            }
        };
        let Type::Adt(adt) = ty.unwrapped().erased() else { return None };
        let field = adt.fields()?.get(number.index as usize).filter(|field| field.public)?;
        syn::parse_str(&field.name).ok()
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
        Some(if is_shown { call_of(named(VIEWS[number]), [called]) } else { called })
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
