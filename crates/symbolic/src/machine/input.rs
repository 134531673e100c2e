//! Looks at parts of the input: variables by the names of their places.

use std::rc::Rc;

use super::state::{Eval, Flow, Machine, unsupported};
use super::value::{Data, Input, Seq, SeqKind, Val};
use crate::End;
use crate::term::{Sort, TermId};
use morph_relation::{Adt, Constructor, IntType, Type};

/// The largest code of a character.
const LAST_CHAR: i128 = 0x10_FFFF;

impl<'p> Machine<'p, '_> {
    /// A value that is no reference, and of which the outermost shape is known.
    pub fn shape(&mut self, mut value: Val<'p>) -> Eval<'p> {
        loop {
            value = match value {
                Val::Mut(place) => self.read(&place),
                Val::Input(input) => self.input(&input)?,
                Val::Text(parts) => self.written(&parts)?,
                value => return Ok(value),
            };
        }
    }

    fn variable(&mut self, name: &str, sort: Sort) -> TermId {
        self.terms.variable(name, sort, false)
    }

    fn input(&mut self, input: &Input) -> Eval<'p> {
        let name = &input.name;
        Ok(match &*input.ty {
            Type::Unit | Type::Phantom(_) | Type::Const(_) | Type::Opaque(_) => Val::unit(),
            Type::Bool => Val::Bool(self.variable(name, Sort::Bool)),
            Type::Char => Val::Char(self.variable(name, Sort::Int(0, LAST_CHAR))),
            Type::Int(int) => Val::Int(self.integer(name, *int), Some(*int)),
            Type::Float(float) => Val::Float(self.variable(name, Sort::Float(*float)), Some(*float)),
            Type::NonZero(int) => {
                let term = self.integer(name, *int);
                let zero = self.int(0);
                let is_zero = self.eq(term, zero);
                let not = self.not(is_zero);
                self.assume(not)?;
                Val::known("NonZero", 0, vec![Val::Int(term, Some(*int))])
            }
            Type::Duration => {
                let term =
                    self.variable(name, Sort::Int(0, (u64::MAX as i128) * 1_000_000_000 + 999_999_999));
                Val::known("Duration", 0, vec![Val::Int(term, Some(IntType::U128))])
            }
            Type::Ordering => {
                let tag = self.variable(&format!("{name}.tag"), Sort::Int(0, 2));
                self.open("Ordering", tag, vec![Vec::new(); 3])
            }
            Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
                Val::Input(Rc::new(Input { name: name.clone(), ty: Rc::new((**inner).clone()) }))
            }
            Type::Str | Type::String => Val::Seq(self.input_sequence(name, &Type::Char, None, SeqKind::Text)),
            Type::Slice(item) | Type::Vec(item) => {
                Val::Seq(self.input_sequence(name, item, None, SeqKind::Items))
            }
            Type::Array(item, len) => Val::Seq(self.input_sequence(name, item, Some(*len), SeqKind::Items)),
            Type::Tuple(items) => {
                let parts = items.iter().enumerate();
                Val::tuple(parts.map(|(at, ty)| part(format!("{name}.{at}"), ty)).collect())
            }
            Type::Option(item) => {
                let tag = self.variable(&format!("{name}.tag"), Sort::Int(0, 1));
                self.open("Option", tag, vec![Vec::new(), vec![part(format!("{name}.v1.0"), item)]])
            }
            Type::Result(ok, err) => {
                let tag = self.variable(&format!("{name}.tag"), Sort::Int(0, 1));
                let variants =
                    vec![vec![part(format!("{name}.v0.0"), ok)], vec![part(format!("{name}.v1.0"), err)]];
                self.open("Result", tag, variants)
            }
            Type::Adt(adt) if !adt.constructors().is_empty() => self.guarded(name, adt)?,
            Type::Adt(adt) => self.data(name, adt),
        })
    }

    fn integer(&mut self, name: &str, int: IntType) -> TermId {
        self.variable(name, Sort::Int(int.lowest(), int.highest()))
    }

    fn open(&mut self, path: &str, tag: TermId, variants: Vec<Vec<Val<'p>>>) -> Val<'p> {
        Val::Data(Rc::new(Data::Open { path: Rc::from(path), tag, variants }))
    }

    /// A struct or enum that is made of its fields.
    fn data(&mut self, name: &str, adt: &Adt) -> Val<'p> {
        let path = plain(&adt.path);
        if name.matches(".v").count() > DEEPEST {
            self.inexact("data within data are bounded");
            return Val::Unknown;
        }
        let fields = |variant: usize| {
            let fields = adt.variants()[variant].fields.iter().enumerate();
            let named = |(at, field): (usize, &morph_relation::Field)| {
                let place =
                    if adt.is_enum { format!("{name}.v{variant}.{at}") } else { format!("{name}.{at}") };
                part(place, &field.ty)
            };
            fields.map(named).collect::<Vec<_>>()
        };
        match adt.variants().len() {
            0 => Val::Unknown,
            1 => Val::known(path, 0, fields(0)),
            count => {
                let variants = (0..count).map(fields).collect();
                let tag = self.variable(&format!("{name}.tag"), Sort::Int(0, count as i128 - 1));
                self.open(path, tag, variants)
            }
        }
    }

    /// What a constructor makes of arguments that are input. Its branches are not those of the subject.
    fn guarded(&mut self, name: &str, adt: &Adt) -> Eval<'p> {
        if let Some(made) = self.made.get(name) {
            return Ok(made.clone());
        }
        let constructors = adt.constructors();
        let which = self.variable(&format!("{name}.con"), Sort::Int(0, constructors.len() as i128 - 1));
        let which = self.pinned(which, "which constructor made a value")? as usize;
        let Some(constructor) = constructors.get(which) else { return unsupported("a constructor") };
        self.quiet += 1;
        let made = self.construct(name, adt, which, constructor);
        self.quiet -= 1;
        let made = match made {
            // There is no such input.
            Err(Flow::End(End::Panicked)) => return Err(Flow::End(End::Stopped)),
            made => made?,
        };
        self.made.insert(name.to_owned(), made.clone());
        Ok(made)
    }

    fn construct(&mut self, name: &str, adt: &Adt, which: usize, constructor: &Constructor) -> Eval<'p> {
        let params = constructor.params.iter().enumerate();
        let args = params.map(|(at, ty)| part(format!("{name}.c{which}.{at}"), ty)).collect();
        let key = (plain(&adt.path).to_owned(), constructor.name.clone());
        let program = self.program;
        let function = program.methods.get(&key).and_then(|found| found.first());
        let Some(body) = function.and_then(|path| program.functions.get(path)) else {
            return unsupported(format!("`{}::{}`", key.0, key.1));
        };
        let made = self.call_body(body, args)?;
        if !constructor.fallible {
            return Ok(made);
        }
        let made = self.shape(made)?;
        let Val::Data(data) = &made else { return unsupported("what a constructor returns") };
        let good = if &**data.path() == "Option" { 1 } else { 0 };
        let is_good = self.is_variant(data, good);
        self.assume(is_good)?;
        data.fields(good).first().cloned().map_or_else(|| unsupported("what a constructor returns"), Ok)
    }

    fn input_sequence(&mut self, name: &str, item: &Type, len: Option<usize>, kind: SeqKind) -> Seq<'p> {
        let item = Rc::new(item.clone());
        let count = len.unwrap_or(self.limits.length);
        let items: Vec<_> = (0..count)
            .map(|at| Val::Input(Rc::new(Input { name: format!("{name}[{at}]"), ty: item.clone() })))
            .collect();
        let is_cover = self.is_cover();
        let term = match len {
            Some(len) => self.int(len as i128),
            None => {
                if !is_cover {
                    self.inexact("texts and sequences are bounded");
                }
                // When everything is covered, there are longer ones.
                let most = if is_cover { i64::MAX as i128 } else { count as i128 };
                let name = if is_cover { format!("{name}.len of any") } else { format!("{name}.len") };
                self.variable(&name, Sort::Int(0, most))
            }
        };
        Seq { is_longer: is_cover && len.is_none(), ..Seq::new(kind, items, term) }
    }
}

/// Data nested deeper are unknown: a recursive type has no end, each level multiplies the
/// number of variables, and random inputs are nested no deeper.
const DEEPEST: usize = 5;

/// A path without type arguments.
pub(super) fn plain(path: &str) -> &str {
    path.split('<').next().unwrap_or(path)
}

fn part<'p>(name: String, ty: &Type) -> Val<'p> {
    Val::Input(Rc::new(Input { name, ty: Rc::new(ty.clone()) }))
}
