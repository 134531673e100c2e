//! `==`, `<` and orders: one term for a whole comparison wherever that is possible.

use super::state::{Eval, Machine, unsupported};
use super::value::{Data, Map, Seq, SeqKind, Val};
use crate::term::{Term, TermId};

impl<'p> Machine<'p, '_> {
    /// `a == b`.
    pub fn equal(&mut self, a: &Val<'p>, b: &Val<'p>) -> Eval<'p, TermId> {
        let (a, b) = (self.shape(a.clone())?, self.shape(b.clone())?);
        match (&a, &b) {
            (Val::Bool(a), Val::Bool(b))
            | (Val::Int(a, _), Val::Int(b, _))
            | (Val::Char(a), Val::Char(b)) => Ok(self.eq(*a, *b)),
            (Val::Float(..), Val::Float(..)) => {
                let (a, b, _) = self.floats(&a, &b)?;
                Ok(self.terms.make(Term::FloatEq(a, b)))
            }
            (Val::Tuple(a), Val::Tuple(b)) => self.all_equal(a, b),
            (Val::Data(left), Val::Data(right)) => {
                if let Some(found) = self.own_method(left.path(), "eq", 2) {
                    let value = self.call_path(&found, vec![a.clone(), b.clone()])?;
                    let value = self.shape(value)?;
                    return self.truth(&value);
                }
                self.data_equal(left, right)
            }
            (Val::Seq(left), Val::Seq(right)) => self.sequences_equal(left, right),
            (Val::Range(left), Val::Range(right)) => {
                let mut holds = self.bool(left.inclusive == right.inclusive);
                for (a, b) in [(&left.from, &right.from), (&left.to, &right.to)] {
                    if let (Some(a), Some(b)) = (a, b) {
                        let same = self.equal(a, b)?;
                        holds = self.and(holds, same);
                    }
                }
                Ok(holds)
            }
            (Val::Map(left), Val::Map(right)) => self.maps_equal(left, right),
            (Val::Unknown, _) | (_, Val::Unknown) => {
                Ok(self.unknown_bool("a comparison with something unknown"))
            }
            (a, b) => unsupported(format!("{} == {}", a.kind(), b.kind())),
        }
    }

    pub fn all_equal(&mut self, a: &[Val<'p>], b: &[Val<'p>]) -> Eval<'p, TermId> {
        let mut holds = self.bool(a.len() == b.len());
        for (a, b) in a.iter().zip(b) {
            if self.as_bool(holds) == Some(false) {
                break;
            }
            let same = self.equal(a, b)?;
            holds = self.and(holds, same);
        }
        Ok(holds)
    }

    /// Of the same variant and with equal fields, whatever a type's own `eq` says.
    fn data_equal(&mut self, a: &Data<'p>, b: &Data<'p>) -> Eval<'p, TermId> {
        let count = match (a, b) {
            (Data::Known { variant, .. }, _) | (_, Data::Known { variant, .. }) => {
                let (variant, is_a, is_b) =
                    (*variant, self.is_variant(a, *variant), self.is_variant(b, *variant));
                let same = self.and(is_a, is_b);
                if self.implied(same) == Some(false) {
                    return Ok(same);
                }
                let fields = self.all_equal(a.fields(variant), b.fields(variant))?;
                return Ok(self.and(same, fields));
            }
            (Data::Open { variants, .. }, Data::Open { .. }) => variants.len(),
        };
        let mut any = self.bool(false);
        for variant in 0..count {
            let (is_a, is_b) = (self.is_variant(a, variant), self.is_variant(b, variant));
            let both = self.and(is_a, is_b);
            let fields = self.all_equal(a.fields(variant), b.fields(variant))?;
            let same = self.and(both, fields);
            any = self.or(any, same);
        }
        Ok(any)
    }

    fn sequences_equal(&mut self, a: &Seq<'p>, b: &Seq<'p>) -> Eval<'p, TermId> {
        let mut holds = self.eq(a.len, b.len);
        let most = self.range(a.len).1.min(self.range(b.len).1);
        if most > a.most().min(b.most()) as i128 {
            return match a.is_longer || b.is_longer {
                true => Ok(self.unknown_bool("the equality of long sequences")),
                false => unsupported("the equality of sequences"),
            };
        }
        let (known, low) = (self.as_int(a.len).or(self.as_int(b.len)), self.range(a.len).0);
        for at in 0..most.max(0) as usize {
            if self.as_bool(holds) == Some(false) {
                break;
            }
            let (Some(left), Some(right)) = (a.at(at).cloned(), b.at(at).cloned()) else { break };
            let mut same = self.equal(&left, &right)?;
            if known.is_none() && at as i128 >= low {
                let number = self.int(at as i128);
                let beyond = self.le(a.len, number);
                same = self.or(beyond, same);
            }
            holds = self.and(holds, same);
        }
        Ok(holds)
    }

    fn maps_equal(&mut self, a: &Map<'p>, b: &Map<'p>) -> Eval<'p, TermId> {
        if a.entries.len() != b.entries.len() || !a.is_sorted {
            return if a.is_sorted { Ok(self.bool(false)) } else { unsupported("the equality of maps") };
        }
        let mut holds = self.bool(true);
        for ((a, x), (b, y)) in a.entries.iter().zip(&b.entries) {
            for (a, b) in [(a, b), (x, y)] {
                let same = self.equal(a, b)?;
                holds = self.and(holds, same);
            }
        }
        Ok(holds)
    }

    /// `a < b`, or `a <= b` where it is not strict.
    pub fn less(&mut self, a: &Val<'p>, b: &Val<'p>, strict: bool) -> Eval<'p, TermId> {
        let (a, b) = (self.shape(a.clone())?, self.shape(b.clone())?);
        match (&a, &b) {
            (Val::Int(a, _), Val::Int(b, _)) | (Val::Char(a), Val::Char(b)) => {
                Ok(if strict { self.lt(*a, *b) } else { self.le(*a, *b) })
            }
            (Val::Bool(a), Val::Bool(b)) => {
                let not = self.not(*a);
                Ok(if strict { self.and(not, *b) } else { self.or(not, *b) })
            }
            (Val::Float(..), Val::Float(..)) => {
                let (a, b, _) = self.floats(&a, &b)?;
                Ok(self.terms.make(if strict { Term::FloatLt(a, b) } else { Term::FloatLe(a, b) }))
            }
            (Val::Tuple(a), Val::Tuple(b)) => self.all_less(a, b, strict),
            (Val::Data(left), Val::Data(right)) => {
                let own = ["partial_cmp", "cmp"]
                    .into_iter()
                    .find_map(|name| self.own_method(left.path(), name, 2).map(|path| (name, path)));
                if let Some((name, path)) = own {
                    let value = self.call_path(&path, vec![a.clone(), b.clone()])?;
                    let tag = self.tag_of_ordering(value, name == "partial_cmp")?;
                    let less = self.tag_is(tag, 0);
                    let equal = self.tag_is(tag, 1);
                    return Ok(if strict { less } else { self.or(less, equal) });
                }
                self.data_less(left, right, strict)
            }
            (Val::Seq(left), Val::Seq(right)) => {
                let (left, right) = (left.clone(), right.clone());
                self.sequences_less(&left, &right, strict)
            }
            (Val::Unknown, _) | (_, Val::Unknown) => {
                Ok(self.unknown_bool("a comparison with something unknown"))
            }
            (a, b) => unsupported(format!("{} < {}", a.kind(), b.kind())),
        }
    }

    fn all_less(&mut self, a: &[Val<'p>], b: &[Val<'p>], strict: bool) -> Eval<'p, TermId> {
        let (Some((a, rest_a)), Some((b, rest_b))) = (a.split_first(), b.split_first()) else {
            return Ok(self.bool(!strict));
        };
        let less = self.less(a, b, true)?;
        if self.as_bool(less) == Some(true) {
            return Ok(less);
        }
        let same = self.equal(a, b)?;
        if self.as_bool(same) == Some(false) {
            return Ok(less);
        }
        let rest = self.all_less(rest_a, rest_b, strict)?;
        let rest = self.and(same, rest);
        Ok(self.or(less, rest))
    }

    fn data_less(&mut self, a: &Data<'p>, b: &Data<'p>, strict: bool) -> Eval<'p, TermId> {
        // Fields matter only where the variants are the same; most enums that are ordered have none.
        let (left, right) = (self.tag_of(a), self.tag_of(b));
        let less = self.lt(left, right);
        let same = self.eq(left, right);
        let count = match (a, b) {
            (Data::Open { variants, .. }, _) | (_, Data::Open { variants, .. }) => variants.len(),
            (Data::Known { variant, .. }, _) => *variant + 1,
        };
        let mut any = self.bool(false);
        for variant in 0..count {
            let (is_a, is_b) = (self.is_variant(a, variant), self.is_variant(b, variant));
            let both = self.and(is_a, is_b);
            if self.as_bool(both) == Some(false) {
                continue;
            }
            let fields = self.all_less(a.fields(variant), b.fields(variant), strict)?;
            let fields = self.and(both, fields);
            any = self.or(any, fields);
        }
        let any = self.and(same, any);
        Ok(self.or(less, any))
    }

    /// The number of the variant, as a term.
    pub fn tag_of(&mut self, data: &Data<'p>) -> TermId {
        match data {
            Data::Known { variant, .. } => self.int(*variant as i128),
            Data::Open { tag, .. } => *tag,
        }
    }

    /// A branch for each pair of items until they differ.
    fn sequences_less(&mut self, a: &Seq<'p>, b: &Seq<'p>, strict: bool) -> Eval<'p, TermId> {
        for at in 0.. {
            let number = self.int(at as i128);
            let (in_a, in_b) = (self.lt(number, a.len), self.lt(number, b.len));
            let (in_a, in_b) = (self.fork(in_a)?, self.fork(in_b)?);
            match (in_a, in_b) {
                (true, true) => {}
                (false, true) => return Ok(self.bool(true)),
                (true, false) => return Ok(self.bool(false)),
                (false, false) => return Ok(self.bool(!strict)),
            }
            let (Some(x), Some(y)) = (a.at(at).cloned(), b.at(at).cloned()) else { break };
            let same = self.equal(&x, &y)?;
            if !self.fork(same)? {
                return self.less(&x, &y, true);
            }
        }
        unsupported("the order of long sequences")
    }

    /// The number of an `Ordering`'s variant, from an `Ordering` or an `Option` of one that is `Some`.
    pub fn tag_of_ordering(&mut self, value: Val<'p>, is_option: bool) -> Eval<'p, TermId> {
        let value = self.shape(value)?;
        let Val::Data(data) = &value else { return unsupported("an order") };
        if is_option && &**data.path() == "Option" {
            let is_some = self.is_variant(data, 1);
            if !self.fork(is_some)? {
                // Neither less nor equal nor greater.
                return Ok(self.int(3));
            }
            let inner = data.fields(1).first().cloned().unwrap_or(Val::Unknown);
            return self.tag_of_ordering(inner, false);
        }
        Ok(self.tag_of(&data.clone()))
    }

    /// `a.cmp(&b)`: the number of an `Ordering`'s variant.
    pub fn ordering(&mut self, a: &Val<'p>, b: &Val<'p>) -> Eval<'p, TermId> {
        let (a, b) = (self.shape(a.clone())?, self.shape(b.clone())?);
        if let Val::Data(data) = &a {
            if let Some(path) = self.own_method(data.path(), "cmp", 2) {
                let value = self.call_path(&path, vec![a.clone(), b.clone()])?;
                return self.tag_of_ordering(value, false);
            }
            if &**data.path() == "Reverse" {
                let (Val::Data(x), Val::Data(y)) = (&a, &b) else {
                    return unsupported("an order of `Reverse`");
                };
                let (x, y) = (x.fields(0).first().cloned(), y.fields(0).first().cloned());
                return match (x, y) {
                    (Some(x), Some(y)) => self.ordering(&y, &x),
                    _ => unsupported("an order of `Reverse`"),
                };
            }
        }
        if matches!((&a, &b), (Val::Unknown, _) | (_, Val::Unknown)) {
            let sort = crate::term::Sort::Int(0, 2);
            return Ok(self.unknown(sort, "the order of something unknown"));
        }
        let less = self.less(&a, &b, true)?;
        let same = self.equal(&a, &b)?;
        let numbers = [0, 1, 2].map(|n| self.int(n));
        let rest = self.ite(same, numbers[1], numbers[2]);
        Ok(self.ite(less, numbers[0], rest))
    }

    /// Whether `a < b`, decided.
    pub fn is_less(&mut self, a: &Val<'p>, b: &Val<'p>) -> Eval<'p, bool> {
        let tag = self.ordering(a, b)?;
        let less = self.tag_is(tag, 0);
        self.fork(less)
    }

    /// Two floats of the same type.
    pub fn floats(
        &mut self,
        a: &Val<'p>,
        b: &Val<'p>,
    ) -> Eval<'p, (TermId, TermId, Option<morph_relation::FloatType>)> {
        match (a, b) {
            (Val::Float(a, Some(ty)), Val::Float(b, None)) => Ok((*a, self.float_as(*b, *ty), Some(*ty))),
            (Val::Float(a, None), Val::Float(b, Some(ty))) => Ok((self.float_as(*a, *ty), *b, Some(*ty))),
            (Val::Float(a, ty), Val::Float(b, _)) => Ok((*a, *b, *ty)),
            (a, b) => unsupported(format!("{} with {}", a.kind(), b.kind())),
        }
    }

    /// Whether an item of a sequence equals a value, as one term.
    pub fn contains(&mut self, seq: &Seq<'p>, wanted: &Val<'p>) -> Eval<'p, TermId> {
        let mut any = self.bool(false);
        let most = self.range(seq.len).1.min(seq.most() as i128);
        for at in 0..most.max(0) as usize {
            let Some(item) = seq.at(at).cloned() else { break };
            let same = self.equal(&item, wanted)?;
            let number = self.int(at as i128);
            let inside = self.lt(number, seq.len);
            let found = self.and(inside, same);
            any = self.or(any, found);
        }
        if seq.is_longer {
            let further = self.unknown_bool("a long sequence");
            any = self.or(any, further);
        }
        Ok(any)
    }

    /// Whether a text is all in ASCII, as one term.
    pub fn all_ascii(&mut self, seq: &Seq<'p>) -> Eval<'p, TermId> {
        debug_assert!(seq.kind == SeqKind::Text, "texts only");
        let limit = self.int(128);
        let mut all = self.bool(true);
        let most = self.range(seq.len).1.min(seq.most() as i128);
        for at in 0..most.max(0) as usize {
            let Some(item) = seq.at(at).cloned() else { break };
            let Val::Char(c) = self.shape(item)? else { return unsupported("a text") };
            let small = self.lt(c, limit);
            if self.implied(small) == Some(true) {
                continue;
            }
            let number = self.int(at as i128);
            let beyond = self.le(seq.len, number);
            let fine = self.or(beyond, small);
            all = self.and(all, fine);
        }
        Ok(all)
    }
}
