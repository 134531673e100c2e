//! Panics between inputs on which a function returns: what it refuses on purpose lies beyond a limit.

use std::collections::{BTreeMap, BTreeSet};

use morph_relation::Value;

/// Numbers beyond are at no everyday place.
const EVERYDAY: i128 = 10_000;
/// So many panics are no chance, and of what is tried between the limits, on a larger share a function wants other inputs.
const FEWEST: usize = 3;
const MOST: f64 = 0.15;

/// The numbers of an input, each by its place in it.
type Numbers = BTreeMap<Vec<usize>, i128>;

/// What numbers a function returned something for.
#[derive(Debug, Default)]
pub struct Gaps {
    limits: BTreeMap<Vec<usize>, (i128, i128)>,
    signs: BTreeSet<(Vec<usize>, i128)>,
    /// Which of two numbers is the greater one.
    orders: BTreeSet<(Vec<usize>, Vec<usize>, i128)>,
}

impl Gaps {
    /// Where a function panics, if that lies between inputs on which it returns, and is rare there.
    pub fn between(returned: &[&[Value]], panicked: &[&[Value]]) -> Option<Gaps> {
        // Most functions never do.
        if panicked.len() < FEWEST {
            return None;
        }
        let mut gaps = Gaps::default();
        let everyday: Vec<Numbers> = returned.iter().filter_map(|input| everyday(input)).collect();
        for numbers in &everyday {
            gaps.note(numbers);
        }
        let inside = panicked.iter().filter(|input| gaps.contains(input)).count();
        let is_rare = inside as f64 <= MOST * (inside + everyday.len()) as f64;
        (inside >= FEWEST && is_rare).then_some(gaps)
    }

    /// Whether no number of an input, and no order of two, is one on which the function never returns.
    pub fn contains(&self, input: &[Value]) -> bool {
        everyday(input).is_some_and(|numbers| {
            numbers.iter().all(|(place, n)| {
                let within = self.limits.get(place).is_some_and(|(least, most)| (least..=most).contains(&n));
                within && self.signs.contains(&(place.clone(), n.signum()))
            }) && orders(&numbers).all(|order| self.orders.contains(&order))
        })
    }

    fn note(&mut self, numbers: &Numbers) {
        for (place, n) in numbers {
            let limits = self.limits.entry(place.clone()).or_insert((*n, *n));
            *limits = (limits.0.min(*n), limits.1.max(*n));
            self.signs.insert((place.clone(), n.signum()));
        }
        self.orders.extend(orders(numbers));
    }
}

fn orders(numbers: &Numbers) -> impl Iterator<Item = (Vec<usize>, Vec<usize>, i128)> {
    numbers.iter().enumerate().flat_map(move |(i, (a, n))| {
        numbers.iter().skip(i + 1).map(move |(b, m)| (a.clone(), b.clone(), (n - m).signum()))
    })
}

/// The numbers of an input, where there are some, none is large, and there is nothing else.
fn everyday(input: &[Value]) -> Option<Numbers> {
    let mut numbers = Numbers::new();
    let mut place = Vec::new();
    collect(input, &mut place, &mut numbers)?;
    Some(numbers).filter(|numbers| !numbers.is_empty())
}

fn collect(values: &[Value], place: &mut Vec<usize>, numbers: &mut Numbers) -> Option<()> {
    for (i, value) in values.iter().enumerate() {
        place.push(i);
        match value {
            Value::Int(n) if n.unsigned_abs() <= EVERYDAY.unsigned_abs() => {
                numbers.insert(place.clone(), *n);
            }
            Value::Bool(_) => {}
            Value::Tuple(items) => collect(items, place, numbers)?,
            Value::Data(data) => {
                let (kind, parts) = match &data.recipe {
                    Some(recipe) => (recipe.constructor, &recipe.args[..]),
                    None => (data.variant, &data.fields[..]),
                };
                place.push(kind);
                collect(parts, place, numbers)?;
                place.pop();
            }
            _ => return None,
        }
        place.pop();
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(all: impl IntoIterator<Item = [i128; 2]>) -> Vec<Vec<Value>> {
        all.into_iter().map(|pair| pair.map(Value::Int).to_vec()).collect()
    }

    /// Where a function of two numbers panics in gaps.
    fn gaps(panics: impl Fn(i128, i128) -> bool) -> Option<Gaps> {
        let all = (-20..20).flat_map(|a| (-20..20).map(move |b| [a, b]));
        let (panicked, returned): (Vec<_>, Vec<_>) = all.partition(|[a, b]| panics(*a, *b));
        let (panicked, returned) = (inputs(panicked), inputs(returned));
        let [returned, panicked]: [Vec<&[Value]>; 2] =
            [&returned, &panicked].map(|all| all.iter().map(Vec::as_slice).collect());
        Gaps::between(&returned, &panicked)
    }

    #[test]
    fn what_lies_beyond_a_limit_is_no_gap() {
        assert!(gaps(|a, _| a > 17).is_none() && gaps(|a, _| a == 0).is_none());
        assert!(gaps(|a, b| a == b).is_none() && gaps(|a, b| (a + b) % 2 == 0).is_none());
        let gaps = gaps(|a, b| (a + b).rem_euclid(12) == 0).expect("every twelfth sum");
        assert!(gaps.contains(&inputs([[5, 7]])[0]) && !gaps.contains(&inputs([[5, 77]])[0]));
    }
}
