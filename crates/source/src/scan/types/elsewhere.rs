//! Recipes outside of a type: functions and constants that give its values. And builders, whose methods take a value and
//! give the next one.

use syn::{FnArg, ReceiverKind, ReturnType, Visibility};

use super::closures::CLOSURES;
use super::{Arguments, Converter};
use crate::scan::attributes::is_public;
use crate::scan::owners::type_def;
use crate::scan::resolve::{Found, Space};
use crate::scan::world::{DefId, DefKind, FnDef, Home, Scope, ScopeId, TypeDef, VariantDef, World};
use morph_relation::{Adt, Constructor, How, Type};

/// A recipe of a builder calls at most this many methods, so that a test can be read.
const STEPS_AT_ONCE: usize = 4;

/// The recipes of a builder call at most this many methods together.
const MOST_STEPS: usize = 12;

/// Verbs by which items leave a collection, and as many methods of such names as make values.
const REMOVING: [&str; 6] = ["pop", "remove", "retain", "swap", "take", "truncate"];
const MOST_REMOVALS: usize = 2;
/// Verbs that say that a collection is made ready for questions once it is filled.
const COMPLETING: [&str; 8] =
    ["build", "finish", "finalize", "freeze", "index", "prepare", "rebuild", "sort"];

/// Methods that change a value in place, each in recipes of its own.
const MOST_CHANGES: usize = 4;

/// The call of `new`, with a hole per argument, and what it takes, where it is among these.
pub fn by_new(constructors: &[Constructor]) -> Option<(String, Vec<Type>)> {
    let new = constructors.iter().find(|it| it.name == "new" && it.how == How::Function && !it.fallible)?;
    Some((format!("{{T}}::new({})", holes(new.params.len())), new.params.clone()))
}

/// The methods of a builder that set a field which `new` is not given.
pub fn setters<'f>(functions: &[(DefId, &'f FnDef)], def: &TypeDef) -> Vec<(DefId, &'f FnDef)> {
    let given = given_to_new(functions);
    let fields = def.variants.iter().flat_map(|variant| &variant.fields);
    let fields: Vec<&str> =
        fields.map(|field| field.name.as_str()).filter(|name| !given.iter().any(|it| it == name)).collect();
    let sets = |f: &FnDef| {
        let name = f.name();
        fields.contains(&name.strip_prefix("with_").unwrap_or(&name))
    };
    functions.iter().copied().filter(|(_, f)| sets(f)).collect()
}

/// The names of what `new` takes.
fn given_to_new(functions: &[(DefId, &FnDef)]) -> Vec<String> {
    let new = functions.iter().find(|(_, f)| f.sig.ident == "new");
    new.map(|(_, new)| names(new).collect()).unwrap_or_default()
}

/// What an expression makes of arguments.
fn written(params: Vec<Type>, text: String) -> Constructor {
    Constructor { name: String::new(), params, fallible: false, how: How::Written(text) }
}

/// What begins with a template and its arguments and is changed by a step, some times.
fn stepped((begin, given): (&str, &[Type]), (step, taken): (&str, &[Type]), times: usize) -> Constructor {
    let params = given.iter().chain(std::iter::repeat_n(taken, times).flatten()).cloned();
    let steps = format!("{step}; ").repeat(times);
    written(params.collect(), format!("{{ let mut changed = {begin}; {steps}changed }}"))
}

/// Puts what changes a value behind what makes one, and otherwise goes by name.
pub fn plain_first(found: &mut [Constructor]) {
    let changes = |it: &Constructor| matches!(&it.how, How::Written(text) if text.contains(CHANGED));
    found.sort_by(|a, b| (changes(a), &a.name, &a.params).cmp(&(changes(b), &b.name, &b.params)));
}

/// How what is changed is called.
const CHANGED: &str = "mut changed";

/// Holes for arguments.
fn holes(count: usize) -> String {
    vec!["{}"; count].join(", ")
}

/// The names of a function's parameters.
fn names(f: &FnDef) -> impl Iterator<Item = String> {
    f.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => match &*input.pat {
            syn::Pat::Ident(name) => Some(name.ident.to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    })
}

impl Converter<'_> {
    /// The free functions and constants that everyone may use and that give values of a type.
    pub fn given_elsewhere(self, id: DefId, adt: &Adt) -> Vec<Constructor> {
        let named = self.world.given.get(&self.world.def(id).name);
        let mut found = Vec::new();
        let open = |at: &DefId| Some((*at, self.world.open_path(*at)?));
        for (at, path) in named.into_iter().flatten().filter_map(open) {
            let def = self.world.def(at);
            let mut constructor = match &def.kind {
                DefKind::Fn(f) => self.given_by_function(at, f, adt),
                DefKind::Const(constant) => {
                    let lent = matches!(constant.ty, syn::Type::Reference(_));
                    let is_it = type_def(self.world, def.scope, &constant.ty) == Some(id);
                    (is_it && (!lent || adt.traits.clone)).then(|| Constructor {
                        name: String::new(),
                        params: Vec::new(),
                        fallible: false,
                        how: How::Constant { path: String::new(), lent },
                    })
                }
                _ => None,
            };
            if let Some(constructor) = &mut constructor {
                let below = path.split_once("::").map_or("", |(_, below)| below);
                constructor.name = below.to_owned();
                let as_named = self.as_named(&path, &constructor.name, adt);
                match &mut constructor.how {
                    How::Free(path) | How::Constant { path, .. } => *path = as_named,
                    _ => {}
                }
            }
            found.extend(constructor);
        }
        found
    }

    /// How the subject's module names what is at this place below the root of the type's crate.
    fn as_named(self, path: &str, below: &str, adt: &Adt) -> String {
        let subject = self.types.subject;
        let own = &self.types.workspace.packages[subject.package];
        let is_here = (own.name.as_str(), subject.target) == (&adt.home.package, adt.home.target);
        if is_here { format!("crate::{below}") } else { path.to_owned() }
    }

    fn given_by_function(self, id: DefId, f: &FnDef, adt: &Adt) -> Option<Constructor> {
        if f.home != Home::Module || !self.makes_values(id, f) {
            return None;
        }
        let deeper = Converter { is_result: false, depth: self.depth + 1, ..self };
        let arguments = deeper.simplest_of(f, Arguments::new())?;
        let made = deeper.made_by(f, adt, &arguments, How::Free(String::new()))?;
        // Which of them can be made depends on where one begins.
        made.params.iter().all(|ty| ty.adts().is_empty()).then_some(made)
    }

    /// What begins with a template and its arguments and is set by methods that take a value and give the next one, a few
    /// in each recipe.
    pub fn built(
        self,
        (begin, given): &(String, Vec<Type>),
        functions: &[(DefId, &FnDef)],
        adt: &Adt,
    ) -> Vec<Constructor> {
        let steps: Vec<(String, Vec<Type>)> =
            functions.iter().filter_map(|(id, f)| self.set_by(*id, f, adt)).take(MOST_STEPS).collect();
        let recipe = |steps: &[(String, Vec<Type>)]| {
            let params = given.iter().chain(steps.iter().flat_map(|(_, taken)| taken)).cloned();
            written(params.collect(), steps.iter().fold(begin.clone(), |text, (step, _)| text + step))
        };
        steps.chunks(STEPS_AT_ONCE).map(recipe).collect()
    }

    /// What begins with a template and its arguments and is changed by a method once or twice, or, where that puts an item into
    /// a collection, with each of several items.
    pub fn changed(
        self,
        (begin, given): &(String, Vec<Type>),
        functions: &[(DefId, &FnDef)],
        adt: &Adt,
    ) -> Vec<Constructor> {
        // What the constructor is given need not be set afterwards.
        let taken = given_to_new(functions);
        let is_given = |f: &FnDef| f.name().split('_').any(|word| taken.iter().any(|name| name == word));
        let steps = functions.iter().filter(|(_, f)| !is_given(f));
        let steps = steps.filter_map(|(id, f)| Some((f, self.changed_by(*id, f, adt)?))).take(MOST_CHANGES);
        let mut found = Vec::new();
        for (f, (step, taken)) in steps {
            if let [item] = taken.as_slice()
                && f.fills()
            {
                let step = step.replace("{}", "item");
                found.push(written(
                    [&[Type::Vec(Box::new(item.clone()))], given.as_slice()].concat(),
                    format!("{{}}.into_iter().fold({begin}, |mut changed, item| {{ {step}; changed }})"),
                ));
                continue;
            }
            found.extend([1, 2].map(|times| stepped((begin, given), (&step, &taken), times)));
        }
        found
    }

    /// What is filled by a template with its arguments, and loses something again by each of some methods, or is made ready by
    /// one that takes nothing.
    pub fn lessened_and_completed(
        self,
        (begin, given): &(String, Vec<Type>),
        functions: &[(DefId, &FnDef)],
        adt: &Adt,
    ) -> Vec<Constructor> {
        let steps = |verbs: &'static [&str]| {
            let changes = move |f: &FnDef| {
                let name = f.name();
                f.of_trait.is_none()
                    && f.changes_receiver()
                    && verbs.iter().any(|verb| name.split('_').next() == Some(verb))
            };
            functions.iter().filter(move |(_, f)| changes(f)).filter_map(move |(id, f)| {
                let taken = self.arguments_taken(*id, f, adt, &self.arguments_of_impl(f, adt)?)?;
                let told = if matches!(f.sig.output, ReturnType::Default) { "" } else { "_ = " };
                Some((format!("{told}changed.{}({})", f.sig.ident, holes(taken.len())), taken))
            })
        };
        let completing = steps(&COMPLETING).find(|(_, taken)| taken.is_empty());
        let recipe = |(step, taken): (String, Vec<Type>)| stepped((begin, given), (&step, &taken), 1);
        steps(&REMOVING).take(MOST_REMOVALS).chain(completing).map(recipe).collect()
    }

    /// The call of a method that changes what is called `changed` in place and tells nothing, with a hole per argument, and the
    /// types of the arguments.
    fn changed_by(self, id: DefId, f: &FnDef, adt: &Adt) -> Option<(String, Vec<Type>)> {
        if !f.changes_receiver() || !matches!(f.sig.output, ReturnType::Default) {
            return None;
        }
        let taken = self.taken_by(id, f, adt, &self.arguments_of_impl(f, adt)?)?;
        let name = &f.sig.ident;
        let call = match &f.of_trait {
            None => format!("changed.{name}({})", holes(taken.len())),
            Some(by) => {
                format!("{}::{name}(&mut changed, {})", self.trait_named(f, by, adt)?, holes(taken.len()))
            }
        };
        Some((call, taken))
    }

    /// How the subject's module names the trait of an implementation: one of the type's own crate, or of `std`.
    fn trait_named(self, f: &FnDef, by: &str, adt: &Adt) -> Option<String> {
        let by: syn::Path = syn::parse_str(by).ok()?;
        let words: Vec<String> = by.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match self.world.resolve(f.inside, &words, by.leading_colon.is_some(), Space::Types, None) {
            Found::Def(at) => {
                let path = self.world.open_path(at)?;
                let below = path.split_once("::")?.1.to_owned();
                Some(self.as_named(&path, &below, adt))
            }
            Found::Outside(path) => (path == "std::hash::Hasher").then_some(path),
        }
    }

    /// The call of a method that takes a value of a type and gives the next one, with a hole per argument, and the types of
    /// the arguments.
    fn set_by(self, id: DefId, f: &FnDef, adt: &Adt) -> Option<(String, Vec<Type>)> {
        let itself = Type::Adt(adt.clone());
        let by_value = f.sig.receiver().is_some_and(|receiver| match &receiver.kind {
            ReceiverKind::Value => true,
            ReceiverKind::Reference(_, _, mutable) => mutable.is_none(),
            ReceiverKind::Typed(..) => false,
            _ => false,
        });
        let arguments = by_value.then(|| self.arguments_of_impl(f, adt)).flatten()?;
        let deeper = Converter { is_result: false, depth: self.depth + 1, ..self };
        let ReturnType::Type(_, returned) = &f.sig.output else { return None };
        if deeper.sized(f.inside, returned, &arguments).as_ref() != Ok(&itself) {
            return None;
        }
        self.step_of(id, f, adt, &arguments)
    }

    /// The call of a method of a type that takes something, with a hole per argument, and the types of the arguments.
    fn step_of(self, id: DefId, f: &FnDef, adt: &Adt, arguments: &Arguments) -> Option<(String, Vec<Type>)> {
        let taken = self.taken_by(id, f, adt, arguments).filter(|_| f.of_trait.is_none())?;
        Some((format!(".{}({})", f.sig.ident, holes(taken.len())), taken))
    }

    /// What a method of a type takes that can be made, if it takes something.
    fn taken_by(self, id: DefId, f: &FnDef, adt: &Adt, arguments: &Arguments) -> Option<Vec<Type>> {
        self.arguments_taken(id, f, adt, arguments).filter(|taken| !taken.is_empty())
    }

    /// The same, if it takes nothing, too.
    fn arguments_taken(self, id: DefId, f: &FnDef, adt: &Adt, arguments: &Arguments) -> Option<Vec<Type>> {
        if !f.sig.generics.params.is_empty() || self.purity().reason(self.world, id).is_some() {
            return None;
        }
        let deeper = Converter { is_result: false, depth: self.depth + 1, ..self };
        let taken = f.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(input) => Some(deeper.sized(f.inside, &input.ty, arguments).ok()),
            FnArg::Receiver(_) => None,
        });
        let taken = taken.collect::<Option<Vec<Type>>>()?;
        let is_makeable = |other: Adt| other != *adt && other.is_makeable_anywhere();
        taken.iter().flat_map(Type::adts).all(is_makeable).then_some(taken)
    }

    /// The variants of an enum that cannot be taken apart as a whole, as far as their fields can be made.
    pub fn of_variants(self, id: DefId, def: &TypeDef, adt: &Adt) -> Vec<Constructor> {
        let scope = self.world.def(id).scope;
        let arguments = def.params.iter().cloned().zip(adt.home.arguments.iter().cloned().map(Ok)).collect();
        let deeper = Converter { is_result: false, depth: self.depth + 1, ..self };
        let makeable = |ty: &Type| {
            !ty.any(&mut |ty| *ty == Type::Adt(adt.clone()))
                && ty.adts().iter().all(|adt| adt.is_makeable_anywhere() && adt.home.package != CLOSURES)
        };
        let made = |variant: &VariantDef| {
            let fields = variant.fields.iter().map(|field| deeper.sized(scope, &field.ty, &arguments).ok());
            let params =
                fields.collect::<Option<Vec<Type>>>().filter(|params| params.iter().all(makeable))?;
            let given: Vec<String> = match variant.braces {
                true => variant.fields.iter().map(|field| format!("{}: {{}}", field.name)).collect(),
                false => variant.fields.iter().map(|_| "{}".to_owned()).collect(),
            };
            let text = match (variant.braces, given.join(", ")) {
                (true, given) => format!("{{T}}::{} {{ {given} }}", variant.name),
                (false, given) if given.is_empty() => format!("{{T}}::{}", variant.name),
                (false, given) => format!("{{T}}::{}({given})", variant.name),
            };
            Some(Constructor { name: variant.name.clone(), params, fallible: false, how: How::Written(text) })
        };
        match def.is_enum {
            true => def.variants.iter().filter_map(made).collect(),
            false => Vec::new(),
        }
    }

    /// The constants of a type that are values of it, or references to some.
    pub fn own_constants(self, id: DefId, adt: &Adt, public: bool) -> Vec<Constructor> {
        let is_lent = |ty: &syn::Type| matches!(ty, syn::Type::Reference(_));
        let is_it = |scope: ScopeId, ty: &syn::Type| match ty {
            syn::Type::Path(path) if path.path.is_ident("Self") => true,
            ty => type_def(self.world, scope, ty) == Some(id),
        };
        let is_value = |scope: ScopeId, ty: &syn::Type| match ty {
            syn::Type::Reference(reference) => adt.traits.clone && is_it(scope, &reference.elem),
            ty => is_it(scope, ty),
        };
        let constants = self.world.constants.iter().filter(|constant| {
            constant.public == public
                && constant.owner == Some(id)
                && constant.of_trait.is_none()
                && is_value(constant.scope, &constant.def.ty)
        });
        let made = constants.map(|constant| {
            let copied = if is_lent(&constant.def.ty) { ".clone()" } else { "" };
            Constructor {
                name: constant.name.clone(),
                params: Vec::new(),
                fallible: false,
                how: How::Written(format!("{{T}}::{}{copied}", constant.name)),
            }
        });
        made.collect()
    }
}

impl World {
    /// The path by which the whole crate, at least, can name an item.
    fn open_path(&self, id: DefId) -> Option<String> {
        let def = self.def(id);
        let visible = match &def.kind {
            DefKind::Fn(f) => match &f.visibility {
                Visibility::Restricted(within) => within.path.is_ident("crate"),
                visibility => is_public(visibility),
            },
            _ => self.public.contains(&id),
        };
        let around: Vec<&Scope> = self.outwards(def.scope).map(|scope| self.scope(scope)).collect();
        if around.iter().any(|scope| scope.is_block) {
            return None;
        }
        let mut modules: Vec<DefId> = around.iter().filter_map(|scope| scope.module).collect();
        // Modules at the root are visible everywhere below it.
        modules.pop();
        modules.pop();
        if visible && modules.iter().all(|module| self.public.contains(module)) {
            return Some(self.path_of(id));
        }
        let root = &self.scope(self.scope(def.scope).root).path;
        Some(format!("{root}::{}", self.exported.get(&id)?.join("::")))
    }
}
