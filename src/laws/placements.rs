//! How the arguments of a statement are passed to a sibling that may have more parameters.

use super::roles::share_word;
use morph_relation::{Signature, Type};

/// What is passed for a parameter of a sibling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// An argument of the statement, by its number.
    Argument(usize),
    /// What the subject has for its own parameter at this place.
    Own(usize),
    /// A variable like the sibling's parameter at this place.
    Free(usize),
}

/// Choices between more values are no modes.
const MODES: usize = 12;

/// The ways to call a sibling with `arity` arguments. `places` are the subject's parameters that the statement names. Where what
/// is said holds `in_every_mode`, a mode that the subject has none of is a variable.
pub fn placements(
    subject: &Signature,
    sibling: &Signature,
    arity: usize,
    places: &[usize],
    in_every_mode: bool,
) -> Vec<Vec<Slot>> {
    let (own, params) = (subject.arguments(), sibling.arguments());
    if params.len() == arity {
        return vec![(0..arity).map(Slot::Argument).collect()];
    }
    if params.len() < arity {
        return Vec::new();
    }
    let alike =
        own.len() == params.len() && own.iter().zip(params).all(|(a, b)| a.1.erased() == b.1.erased());
    if let Some(by_name) = placed_by_name(own, params, arity, places) {
        return vec![by_name];
    }
    if alike && places.len() == arity {
        let slot = |place: usize| match places.iter().position(|known| *known == place) {
            Some(i) => Slot::Argument(i),
            None => Slot::Own(place),
        };
        return vec![(0..params.len()).map(slot).collect()];
    }
    if arity != 1 {
        return Vec::new();
    }
    // The others are the subject's of the same name and type, or else the only one of the type.
    let own_for = |(name, ty): &(String, Type)| {
        // A coordinate is no index.
        let fits_in = |own: &(String, Type)| {
            let is_number = matches!(ty.owned(), Type::Int(_));
            own.1.erased() == ty.erased() && (!is_number || own.0 == *name || own.1.owned() == ty.owned())
        };
        let fits: Vec<usize> = (0..own.len()).filter(|i| !places.contains(i) && fits_in(&own[*i])).collect();
        fits.iter().copied().find(|i| own[*i].0 == *name).or(match fits.as_slice() {
            [one] => Some(*one),
            _ => None,
        })
    };
    // Of another module, types may be called otherwise.
    let may_be_free = in_every_mode && sibling.is_beside(subject);
    let is_free =
        |(name, ty): &(String, Type)| may_be_free && is_mode(ty) && own.iter().all(|(own, _)| own != name);
    let with_argument_at = |at: usize| -> Option<Vec<Slot>> {
        let slot = |(i, param): (usize, &(String, Type))| match own_for(param) {
            _ if i == at => Some(Slot::Argument(0)),
            Some(place) => Some(Slot::Own(place)),
            None => is_free(param).then_some(Slot::Free(i)),
        };
        params.iter().enumerate().map(slot).collect()
    };
    (0..params.len()).filter_map(with_argument_at).collect()
}

/// A call that takes the subject's arguments by their names, those first that are the same and then those with a word in common,
/// and has as many parameters left as there are arguments of the statement: beside `future_value(rate, periods, present_value)`,
/// `interest_rate(future_value, present_value, number_of_periods)`.
fn placed_by_name(
    own: &[(String, Type)],
    params: &[(String, Type)],
    arity: usize,
    places: &[usize],
) -> Option<Vec<Slot>> {
    let mut slots: Vec<Option<Slot>> = vec![None; params.len()];
    let mut taken: Vec<usize> = places.to_vec();
    for is_like in [|a: &str, b: &str| a == b, share_word] {
        for (slot, (name, ty)) in slots.iter_mut().zip(params).filter(|(slot, _)| slot.is_none()) {
            let fits = |(at, (own, of)): &(usize, &(String, Type))| {
                !taken.contains(at) && is_like(own, name) && of.erased() == ty.erased()
            };
            let found = own.iter().enumerate().find(fits).map(|(at, _)| at);
            taken.extend(found);
            *slot = found.map(Slot::Own);
        }
        if slots.iter().all(Option::is_none) {
            return None;
        }
    }
    let mut arguments = (0..arity).map(Slot::Argument);
    let filled: Option<Vec<Slot>> = slots.into_iter().map(|slot| slot.or_else(|| arguments.next())).collect();
    filled.filter(|_| arguments.next().is_none())
}

/// Whether a type is a choice between a few values without content.
pub fn is_mode(ty: &Type) -> bool {
    match ty.erased() {
        Type::Bool => true,
        Type::Adt(adt) => {
            let variants = adt.variants();
            adt.is_enum && variants.len() <= MODES && variants.iter().all(|variant| variant.fields.is_empty())
        }
        _ => false,
    }
}
