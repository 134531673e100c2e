//! Types that cannot be taken apart: the recipes that make their values, and what is seen of them.

use syn::{FnArg, GenericParam, ReceiverKind, ReturnType, Visibility};

use super::super::owners::type_def;
use super::super::resolve::type_arguments;
use super::closures::CLOSURES;
use super::elsewhere::{by_new, plain_first};
use super::{Arguments, Converter};
use crate::scan::generics::simplest;
use crate::scan::text::source_text;
use crate::scan::world::{DefId, FnDef, TypeDef};
use morph_relation::{Adt, Constructor, Field, How, Seen, Type, Variant, folded};

/// What the names of methods begin with that tell what a value holds.
const TELLING: &[&str] = &["as_", "to_", "into_", "get", "bits", "value", "inner", "octets", "number"];

/// A worker reads the number of a constructor from one byte, and more say no more.
const MOST: usize = 200;

/// What is put into a collection at once has at most so many parts.
const MOST_PARTS: usize = 4;

/// As many constructors as there are numbers for; of lists of constants, not all are needed.
pub fn numbered(constructors: Vec<Constructor>) -> Vec<Constructor> {
    let surplus = constructors.len().saturating_sub(MOST);
    let constants = constructors.iter().filter(|constructor| constructor.params.is_empty()).count();
    let mut kept = constants.saturating_sub(surplus);
    let mut is_kept = |constructor: &Constructor| {
        let is_kept = !constructor.params.is_empty() || kept > 0;
        kept -= usize::from(is_kept && constructor.params.is_empty());
        is_kept
    };
    constructors.into_iter().filter(|constructor| is_kept(constructor)).take(MOST).collect()
}

/// Whether a type holds what hashing puts in an order of its own each time.
fn is_hashed(def: &TypeDef) -> bool {
    let hashes = |text: String| ["HashMap", "HashSet"].iter().any(|name| text.contains(name));
    def.fields.iter().any(|(_, ty)| hashes(source_text(ty)))
}

impl Converter<'_> {
    /// Makes `adt` a type whose values recipes make and of which something is seen, as far as there are such.
    pub fn by_recipe(self, id: DefId, def: &TypeDef, adt: &Adt) -> Result<(), ()> {
        let mut recipes = self.recipes(id, def, adt);
        recipes.extend(self.of_variants(id, def, adt));
        let (seen, ty, again) =
            self.seen(id, def, adt, &recipes).unwrap_or((Seen::Nothing, Type::Unit, None));
        if recipes.is_empty() && seen == Seen::Nothing {
            return Err(());
        }
        let field = Field { name: "seen".into(), ty, visible: false, public: false, getter: None };
        let only = Variant { name: adt.home.ident.clone(), fields: vec![field], braces: false };
        _ = adt.variants.set(vec![only]);
        _ = adt.seen.set(seen);
        _ = adt.grows.set(false);
        _ = again.map(|again| adt.again.set(again));
        _ = adt.constructors.set(numbered(recipes));
        Ok(())
    }

    /// Every way to make a value: functions of the type, `parse`, `collect`, and what begins empty and is filled; those
    /// that everyone may use, or, where there are none, those of the crate.
    pub fn recipes(self, id: DefId, def: &TypeDef, adt: &Adt) -> Vec<Constructor> {
        let of = |public: bool| -> Vec<Constructor> {
            let seen = |f: &FnDef| match f.visibility {
                _ if f.of_trait.is_some() => public,
                Visibility::Public(_) => public,
                Visibility::Inherited => false,
                Visibility::Restricted(_) => !public,
            };
            let functions: Vec<(DefId, &FnDef)> = self.functions(id).filter(|(_, f)| seen(f)).collect();
            let (old, current): (Vec<_>, Vec<_>) = functions.iter().partition(|(_, f)| f.is_deprecated());
            let made = |by: &[&(DefId, &FnDef)]| -> Vec<Constructor> {
                by.iter().filter_map(|(id, f)| self.recipe(*id, f, adt)).collect()
            };
            let mut found = made(&current);
            if found.is_empty() {
                found = made(&old);
            }
            let takes_nothing = |constructor: &&Constructor| constructor.params.is_empty();
            let mut begins = found.iter().find(takes_nothing).map(|constructor| constructor.name.clone());
            if public && begins.is_none() && def.derives.contains("Default") {
                begins = Some("default".to_owned());
                found.push(Constructor {
                    name: "default".to_owned(),
                    params: Vec::new(),
                    fallible: false,
                    how: How::Function,
                });
            }
            let constants = self.own_constants(id, adt, public);
            let new = by_new(&found);
            let first = match (&begins, constants.first()) {
                (Some(begin), _) => Some((format!("{{T}}::{begin}()"), Vec::new())),
                (None, Some(Constructor { how: How::Written(text), .. })) => Some((text.clone(), Vec::new())),
                (None, _) => new.clone(),
            };
            found.extend(constants);
            found.extend(first.iter().flat_map(|begin| self.built(begin, &functions, adt)));
            if public && self.outer.is_none() {
                found.extend(self.given_elsewhere(id, adt));
            }
            let is_collected = found.iter().any(|constructor| constructor.how == How::Collect);
            let is_filled =
                begins.is_some() && functions.iter().any(|(id, f)| self.step(*id, f, adt).is_some());
            if !is_collected && !is_filled {
                // What is made of nothing is mostly empty.
                found.extend(new.or(first).iter().flat_map(|begin| self.changed(begin, &functions, adt)));
            }
            if let Some(begin) = begins
                && !is_collected
            {
                let mut steps = functions.iter().filter_map(|(id, f)| self.step(*id, f, adt));
                found.extend(steps.next().map(|(how, items)| Constructor {
                    name: begin,
                    params: vec![items],
                    fallible: false,
                    how,
                }));
            }
            let filled = found.iter().find_map(|constructor| self.filled(constructor));
            found.extend(filled.iter().flat_map(|begin| self.lessened_and_completed(begin, &functions, adt)));
            plain_first(&mut found);
            found
        };
        match of(true) {
            none if none.is_empty() && self.outer.is_none() => of(false),
            public => public,
        }
    }

    /// The template of a collection that is made of its items.
    fn filled(self, constructor: &Constructor) -> Option<(String, Vec<Type>)> {
        let begin = match &constructor.how {
            // Older editions do not know the trait's name.
            How::Collect if !self.is_older() => "{T}::from_iter({})".to_owned(),
            How::Fill { step, spread } => {
                folded(&format!("{{T}}::{}()", constructor.name), (step, *spread), "{}")
            }
            _ => return None,
        };
        Some((begin, constructor.params.clone()))
    }

    pub fn functions(&self, id: DefId) -> impl Iterator<Item = (DefId, &FnDef)> {
        let members = self.world.members.get(&id).into_iter();
        members
            .flat_map(|members| members.values().flatten())
            .filter_map(|id| Some((*id, self.world.function(*id)?)))
    }

    fn recipe(self, id: DefId, f: &FnDef, adt: &Adt) -> Option<Constructor> {
        let of_trait = f.of_trait.as_deref();
        let how = match of_trait.map(last_name) {
            None | Some("From" | "Default") => How::Function,
            Some("FromStr") => How::Parse,
            Some("FromIterator") => How::Collect,
            Some(_) => return None,
        };
        if !self.makes_values(id, f) || self.is_mutual(f) {
            return None;
        }
        let arguments = self.arguments_of_impl(f, adt)?;
        let deeper = Converter { is_result: false, depth: self.depth + 1, ..self };
        if how == How::Collect {
            let itself = Type::Adt(adt.clone());
            let item = type_arguments(&syn::parse_str(of_trait?).ok()?).first().copied()?.clone();
            let item = deeper.sized(f.inside, &item, &arguments).ok()?;
            let items = Type::Vec(Box::new(item.clone()));
            let fits = item.owned() == item && !item.any(&mut |ty| *ty == itself);
            return fits.then(|| Constructor {
                name: "from_iter".into(),
                params: vec![items],
                fallible: false,
                how,
            });
        }
        let arguments = self.simplest_of(f, arguments)?;
        let makeable = |ty: &Type| {
            ty.adts().iter().all(|adt| adt.is_makeable_anywhere() && adt.home.package != CLOSURES)
        };
        deeper.made_by(f, adt, &arguments, how).filter(|constructor| constructor.params.iter().all(makeable))
    }

    /// What the type parameters of a function stand for, beside those that are known.
    pub fn simplest_of(self, f: &FnDef, mut known: Arguments) -> Option<Arguments> {
        let is_type = |param: &GenericParam| !matches!(param, GenericParam::Lifetime(_));
        if f.sig.generics.params.iter().any(is_type) || takes_impl(f) {
            // Bounds are looked up in the package.
            if self.outer.is_some() {
                return None;
            }
            known.extend(simplest(self.types, self.world, f, &known)?);
        }
        Some(known)
    }

    /// Whether a function makes its type of another one that is made of this in turn. Neither conversion is a recipe: which
    /// of them were one would depend on which type is asked for first. What is put together of several values is made of
    /// these, though what one of them is can be told from it.
    pub fn is_mutual(&self, f: &FnDef) -> bool {
        let named = |f: &FnDef| -> Vec<DefId> {
            let typed = f.sig.inputs.iter().filter_map(|input| match input {
                FnArg::Typed(input) => type_def(self.world, f.inside, &input.ty),
                FnArg::Receiver(_) => None,
            });
            typed.collect()
        };
        let puts_together = |f: &FnDef| f.sig.inputs.len() > 1;
        let takes = |other: DefId, this: DefId| {
            self.functions(other).any(|(_, g)| {
                let as_much = puts_together(g) || !puts_together(f);
                g.sig.receiver().is_none() && as_much && named(g).contains(&this)
            })
        };
        f.owner.is_some_and(|this| named(f).into_iter().any(|other| other != this && takes(other, this)))
    }

    /// How a method fills a collection, and with what.
    fn step(self, id: DefId, f: &FnDef, adt: &Adt) -> Option<(How, Type)> {
        let name = f.sig.ident.to_string();
        if !f.fills()
            || f.of_trait.is_some()
            || !f.changes_receiver()
            || !f.sig.generics.params.is_empty()
            || self.purity().reason(self.world, id).is_some()
        {
            return None;
        }
        let arguments = self.arguments_of_impl(f, adt)?;
        let deeper = Converter { is_result: false, depth: self.depth + 1, ..self };
        let mut items = Vec::new();
        for input in &f.sig.inputs {
            let FnArg::Typed(input) = input else { continue };
            let ty = deeper.sized(f.inside, &input.ty, &arguments).ok()?;
            if ty.owned() != ty || ty.any(&mut |ty| *ty == Type::Adt(adt.clone())) {
                return None;
            }
            items.push(ty);
        }
        let spread = items.len();
        let item = match spread {
            1 => items.pop()?,
            2..=MOST_PARTS => Type::Tuple(items),
            _ => return None,
        };
        Some((How::Fill { step: name, spread }, Type::Vec(Box::new(item))))
    }

    /// What tells most of a value, its type, and the recipe that takes it again: what a recipe takes, else the `Debug`
    /// text, the `Display` text, or what a method tells.
    fn seen(
        self,
        id: DefId,
        def: &TypeDef,
        adt: &Adt,
        recipes: &[Constructor],
    ) -> Option<(Seen, Type, Option<usize>)> {
        let by_hand = self.world.implemented.get(&id);
        let has =
            |name: &str| def.derives.contains(name) || by_hand.is_some_and(|names| names.contains(name));
        if has("Display")
            && let Some(parse) = recipes.iter().position(|recipe| recipe.how == How::Parse)
        {
            return Some((Seen::Text, Type::String, Some(parse)));
        }
        let item = self.iterated(id, adt).map(|item| item.owned());
        let takes_items = |recipe: &Constructor| {
            let is_it =
                |known: &Type| recipe.params[0].item().is_none_or(|taken| taken.erased() == known.erased());
            matches!(recipe.how, How::Collect | How::Fill { .. }) && item.as_ref().is_none_or(is_it)
        };
        if let Some(again) = recipes.iter().position(takes_items)
            && let Some(method) = self.iterates(id, has("Clone"))
        {
            let items = if is_hashed(def) { Seen::Unordered } else { Seen::Items };
            return Some((items(method), recipes[again].params[0].clone(), Some(again)));
        }
        let telling = self.telling(id, adt);
        let again = telling.iter().find_map(|(name, ty)| {
            let again = recipes.iter().position(|recipe| is_taken_again(name, ty, recipe, adt))?;
            Some((Seen::Method(name.clone()), ty.clone(), Some(again)))
        });
        let told = || telling.first().map(|(name, ty)| (Seen::Method(name.clone()), ty.clone(), None));
        // Addresses are different each time; who writes `Debug` out may show them, too.
        let addresses =
            |text: String| ["NonNull", "*mut", "*const", "fn("].iter().any(|it| text.contains(it));
        let shown = def.derives.contains("Debug")
            && !is_hashed(def)
            && !def.fields.iter().any(|(_, ty)| addresses(source_text(ty)));
        again
            .or_else(|| shown.then_some((Seen::Debug, Type::String, None)))
            .or_else(|| has("Display").then_some((Seen::Text, Type::String, None)))
            .or_else(told)
            .or_else(|| has("Debug").then_some((Seen::Debug, Type::String, None)))
    }

    /// What goes through a collection's items: `iter`, `into_iter`.
    fn iterates(self, id: DefId, clones: bool) -> Option<String> {
        let plain =
            |f: &FnDef| f.sig.ident == "iter" && f.of_trait.is_none() && looks(f) && f.sig.inputs.len() == 1;
        if self.functions(id).any(|(_, f)| plain(f)) {
            return Some("iter".to_owned());
        }
        let mut by_value = false;
        for (_, f) in self.functions(id).filter(|(_, f)| f.sig.ident == "into_iter" && f.of_trait.is_some()) {
            match &f.self_ty {
                Some(syn::Type::Reference(reference)) if reference.mutability.is_none() => {
                    return Some("into_iter".to_owned());
                }
                Some(syn::Type::Reference(_)) => {}
                _ => by_value = true,
            }
        }
        (by_value && clones).then(|| "clone().into_iter".to_owned())
    }

    /// What it goes through, where an implementation of `IntoIterator` says so.
    fn iterated(self, id: DefId, adt: &Adt) -> Option<Type> {
        let deeper = Converter { is_result: false, depth: self.depth + 1, ..self };
        let of = |f: &FnDef| {
            let (_, item) = f.associated.iter().find(|(name, _)| name == "Item")?;
            deeper.sized(f.inside, item, &self.arguments_of_impl(f, adt)?).ok()
        };
        let mut all = self.functions(id).filter(|(_, f)| f.sig.ident == "into_iter" && f.of_trait.is_some());
        all.find_map(|(_, f)| of(f))
    }

    /// The methods that only look at a value and tell what it holds, with what they return; public ones first.
    fn telling(self, id: DefId, adt: &Adt) -> Vec<(String, Type)> {
        let mut found = Vec::new();
        for (id, f) in self.functions(id) {
            let name = f.sig.ident.to_string();
            let lifetimes_only =
                f.sig.generics.params.iter().all(|param| matches!(param, GenericParam::Lifetime(_)));
            if f.of_trait.is_some()
                || f.sig.inputs.len() != 1
                || !lifetimes_only
                || !(looks(f) || (adt.traits.copy && f.sig.receiver().is_some()))
                || !TELLING.iter().any(|start| name.starts_with(start))
                || self.purity().reason(self.world, id).is_some()
            {
                continue;
            }
            let (Some(arguments), ReturnType::Type(_, returned)) =
                (self.arguments_of_impl(f, adt), &f.sig.output)
            else {
                continue;
            };
            let deeper = Converter { is_result: false, depth: self.depth + 1, ..self };
            if let Ok(ty) = deeper.sized(f.inside, returned, &arguments)
                && ty.adts().is_empty()
                && !matches!(ty, Type::Bool | Type::Unit)
            {
                found.push((!matches!(f.visibility, Visibility::Public(_)), name, ty.owned()));
            }
        }
        found.sort();
        found.into_iter().map(|(_, name, ty)| (name, ty)).collect()
    }
}

/// The last name of a path as it is written: `From` of `convert::From<u8>`.
pub fn last_name(path: &str) -> &str {
    let plain = path.split('<').next().unwrap_or(path);
    plain.rsplit("::").next().unwrap_or(plain).trim()
}

/// Whether a recipe takes what a method tells: `from_bits` what `to_bits` does, `new` what `get` does.
fn is_taken_again(method: &str, ty: &Type, recipe: &Constructor, adt: &Adt) -> bool {
    let [only] = recipe.params.as_slice() else { return false };
    if only.owned() != *ty {
        return false;
    }
    let what = ["as_", "to_", "into_", "get_"].iter().find_map(|start| method.strip_prefix(start));
    let what = what.unwrap_or(method);
    let whole = ["str", "string", "bytes", "slice", "vec", "inner", "value", "get", "octets"].contains(&what);
    match recipe.how {
        How::Parse => ["str", "string"].contains(&what),
        How::Function => match recipe.name.as_str() {
            "new" | "from" => whole,
            name => name.strip_prefix("from_") == Some(what),
        },
        How::Written(_) | How::Free(_) | How::Constant { .. } => false,
        // Their items, and not what they are kept in.
        How::Collect | How::Fill { .. } => {
            ["slice", "vec"].contains(&what)
                && only.item().is_some_and(|item| adt.home.arguments.contains(item))
        }
    }
}

/// Whether a method only looks at its value.
pub fn looks(f: &FnDef) -> bool {
    f.sig.receiver().is_some_and(
        |receiver| matches!(&receiver.kind, ReceiverKind::Reference(_, _, mutable) if mutable.is_none()),
    )
}

fn takes_impl(f: &FnDef) -> bool {
    let typed = f.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(&*input.ty),
        FnArg::Receiver(_) => None,
    });
    typed.into_iter().any(|ty| matches!(ty, syn::Type::ImplTrait(_)))
}
