//! The variables of all laws of a subject side by side, so that one row of inputs serves every relation.

use std::collections::HashSet;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::inputs::InputSources;
use crate::inputs::input_sources::generator;
use morph_relation::{Expr, Relation, Type, Value};
use morph_source::scan::Subject;
use morph_values::{Generator, small};

/// One input in so many has variables of one other input.
const TOGETHER: usize = 5;

/// The variables that laws of a subject need.
#[derive(Clone, Debug, Default)]
pub struct Space {
    arity: usize,
    /// Names and types; what a law calls its variables is its own affair.
    pub given: Vec<(String, Type)>,
}

impl Space {
    /// As many variables of each type as one of the relations needs; `arity` counts the subject's parameters.
    pub fn of<'r>(arity: usize, relations: impl Iterator<Item = &'r Relation>) -> Space {
        let mut types: Vec<Type> = Vec::new();
        for relation in relations {
            let mut own: Vec<&Type> = relation.given.iter().map(|(_, ty)| ty).collect();
            for ty in &types {
                if let Some(at) = own.iter().position(|known| *known == ty) {
                    own.remove(at);
                }
            }
            types.extend(own.into_iter().cloned());
        }
        let given = types.into_iter().enumerate().map(|(i, ty)| (format!("variable{i}"), ty)).collect();
        Space { arity, given }
    }

    /// A relation over the variables of the space; `None` where it has others.
    pub fn place(&self, relation: &Relation) -> Option<Relation> {
        if relation.given.is_empty() {
            return Some(relation.clone());
        }
        let mut free: Vec<bool> = vec![true; self.given.len()];
        let mut places = Vec::new();
        for (_, ty) in &relation.given {
            let at = (0..free.len()).find(|i| free[*i] && self.given[*i].1 == *ty)?;
            free[at] = false;
            places.push(at);
        }
        let mut given = self.given.clone();
        for (at, (name, _)) in places.iter().zip(&relation.given) {
            given[*at].0.clone_from(name);
        }
        let moved = renamed(relation, self.arity, &|variable| places[variable]);
        Some(Relation { given, ..moved })
    }

    /// A relation with the variables alone that it uses, and inputs with the values of these alone, each once.
    pub fn project(&self, relation: &Relation, inputs: &[Vec<Value>]) -> (Relation, Vec<Vec<Value>>) {
        let used: Vec<usize> =
            (0..relation.given.len()).filter(|i| relation.mentions_param(self.arity + i)).collect();
        let number = |variable: usize| used.iter().position(|known| *known == variable).unwrap_or(0);
        let moved = renamed(relation, self.arity, &number);
        let given = used.iter().map(|i| relation.given[*i].clone()).collect();
        let mut seen = HashSet::new();
        let mut rows: Vec<Vec<Value>> = Vec::new();
        for input in inputs {
            let row: Vec<Value> = input[..self.arity]
                .iter()
                .chain(used.iter().map(|i| &input[self.arity + i]))
                .cloned()
                .collect();
            if seen.insert(row.clone()) {
                rows.push(row);
            }
        }
        (Relation { given, ..moved }, rows)
    }

    /// Inputs with values for the variables behind them: what other inputs have in a parameter of the type, small values,
    /// and random ones; or what another input has in several, such as two texts of one length.
    pub fn extend(
        &self,
        inputs: &[Vec<Value>],
        params: &[Type],
        generator: &Generator,
        rng: &mut ChaCha8Rng,
    ) -> Vec<Vec<Value>> {
        let kinds: Vec<(&Type, Vec<usize>, Vec<Value>)> = self
            .given
            .iter()
            .map(|(_, ty)| {
                let alike = (0..params.len()).filter(|i| params[*i].owned() == ty.owned()).collect();
                (ty, alike, small(ty))
            })
            .collect();
        let value = |(ty, alike, small): &(&Type, Vec<usize>, Vec<Value>), rng: &mut ChaCha8Rng| {
            let chance = rng.random_range(0..10);
            if chance < 5 && !alike.is_empty() {
                let (input, place) = (rng.random_range(0..inputs.len()), rng.random_range(0..alike.len()));
                inputs[input][alike[place]].clone()
            } else if chance < 8 && !small.is_empty() {
                small[rng.random_range(0..small.len())].clone()
            } else {
                generator.value(ty, rng)
            }
        };
        let together = of_one_input(kinds.iter().map(|(_, alike, _)| alike.as_slice()));
        let whole = |input: &Vec<Value>, rng: &mut ChaCha8Rng| {
            let mut whole = input[..self.arity].to_vec();
            if let Some(places) = together.as_ref().filter(|_| rng.random_range(0..TOGETHER) == 0) {
                let other = &inputs[rng.random_range(0..inputs.len())];
                whole.extend(places.iter().map(|place| other[*place].clone()));
                return whole;
            }
            whole.extend(kinds.iter().map(|kind| value(kind, rng)).collect::<Vec<_>>());
            whole
        };
        inputs.iter().map(|input| whole(input, rng)).collect()
    }
}

/// Parameters of which another input has values for all variables, where there are several, given those of each one's type.
fn of_one_input<'a>(alike: impl Iterator<Item = &'a [usize]>) -> Option<Vec<usize>> {
    let mut places: Vec<usize> = Vec::new();
    for own in alike {
        places.push(*own.iter().find(|place| !places.contains(place))?);
    }
    (places.len() > 1).then_some(places)
}

/// Inputs of a subject with values for the variables of a relation behind them.
pub fn with_variables(
    inputs: &[Vec<Value>],
    relation: &Relation,
    subject: &Subject,
    index: usize,
    input_sources: &InputSources,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    if relation.given.is_empty() || inputs.is_empty() {
        return inputs.to_vec();
    }
    let space = Space { arity: subject.types().len(), given: relation.given.clone() };
    space.extend(inputs, &subject.types(), &generator(subject, index, input_sources), rng)
}

/// A relation with its variables numbered anew.
fn renamed(relation: &Relation, arity: usize, number: &dyn Fn(usize) -> usize) -> Relation {
    fn go(expr: &Expr, arity: usize, number: &dyn Fn(usize) -> usize) -> Expr {
        match expr {
            Expr::Param(i) if *i >= arity => Expr::Param(arity + number(*i - arity)),
            expr => expr.with_children(&mut |child| go(child, arity, number)),
        }
    }
    relation.with_exprs(&mut |expr| go(expr, arity, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{IntType, RelationText, Signature};

    #[test]
    fn relations_with_different_variables_share_rows_and_get_their_own_back() {
        let (int, text) = (Type::Int(IntType::U64), Type::Ref(Box::new(Type::Str)));
        let subject = Signature::new("demo::f", vec![("a".to_owned(), int.clone())], int);
        let read = |given: &[&str], args: &str, then: &str| {
            let text = RelationText {
                given: given.iter().map(|given| (*given).to_owned()).collect(),
                when: "true".to_owned(),
                followups: vec![args.to_owned()],
                then: then.to_owned(),
                tolerance: "exact".to_owned(),
            };
            Relation::parse(&text, &subject, &|_| None).unwrap()
        };
        let scaled = read(&["k: u64"], "(a * k,)", "y1 == y0 * k");
        let shifted = read(&["s: &str", "d: u64"], "(a + d,)", "y1 == y0 + d + s.len()");
        let plain = read(&[], "(a + 1,)", "y1 == y0 + 1");
        let all = [scaled, shifted, plain];
        let space = Space::of(1, all.iter());
        assert_eq!(
            space.given.iter().map(|(_, ty)| ty.clone()).collect::<Vec<_>>(),
            [all[0].given[0].1.clone(), text]
        );
        let row = vec![Value::Int(3), Value::Int(5), Value::str("x")];
        for (relation, width) in all.iter().zip([2, 3, 1]) {
            let placed = space.place(relation).unwrap();
            let (back, rows) = space.project(&placed, &[row.clone(), row.clone()]);
            let mut given = back.given.clone();
            given.sort_by_key(|(name, _)| name != "s");
            let mut own = relation.given.clone();
            own.sort_by_key(|(name, _)| name != "s");
            assert_eq!((given, rows.len(), rows[0].len()), (own, 1, width));
            assert_eq!(back.readable(&subject, &|_| None), relation.readable(&subject, &|_| None));
        }
    }
}
