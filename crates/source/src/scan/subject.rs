//! Functions of the workspace, and the subjects among them.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;

use morph_relation::{Adt, Member, Signature, Taken, Type, Value};

use super::conditions::PathCondition;

/// A function of the workspace, listed whether it can be tested or not.
#[derive(Clone, Debug)]
pub struct Function {
    /// `crate::module::name`, `crate::module::Type::name`, with the crate's name first.
    pub path: String,
    /// The file, absolute.
    pub file: PathBuf,
    /// 1-based line of the name.
    pub line: usize,
    /// Bytes of the whole item in the file, attributes included; of a macro's call, where that writes it.
    pub item: Range<usize>,
    /// Bytes of the body's block, braces included; `None` where there is no body, or where a macro writes it.
    pub body: Option<Range<usize>>,
    /// The text of its documentation comments.
    pub docs: String,
    /// Whether other crates can call it; in a program, whether other modules can.
    pub public: bool,
    /// Workspace functions that the body calls (by path, sorted, over-approximate for methods).
    pub callees: Vec<String>,
    /// Whether it can be a subject.
    pub verdict: Verdict,
    /// For the `hash` of `Hash`: the hash of a value, as a function.
    pub hasher: Option<Box<Subject>>,
}

impl Function {
    /// The subject, where it can be one.
    pub fn subject(&self) -> Option<&Subject> {
        match &self.verdict {
            Verdict::Testable(subject) => Some(subject),
            Verdict::Constant(_) | Verdict::Skipped(_) => None,
        }
    }

    /// The constant, where it is one.
    pub fn constant(&self) -> Option<&Subject> {
        match &self.verdict {
            Verdict::Constant(subject) => Some(subject),
            Verdict::Testable(_) | Verdict::Skipped(_) => None,
        }
    }

    /// What relations may call: a subject or a constant.
    pub fn callable(&self) -> Option<&Subject> {
        self.subject().or_else(|| self.constant())
    }
}

/// Whether a function can be tested.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It is called with generated inputs.
    Testable(Box<Subject>),
    /// It takes no parameters and always returns the same: relations of subjects call it.
    Constant(Box<Subject>),
    /// It is not, because: "takes `&mut [u8]`", "calls `thread_rng` via `jitter` → `shuffle`" …
    Skipped(String),
}

impl Verdict {
    /// Why it is not tested.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Verdict::Testable(_) => None,
            Verdict::Constant(_) => Some("takes no parameters"),
            Verdict::Skipped(why) => Some(why),
        }
    }
}

/// A function under test.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What it does when it is called.
    pub role: Role,
    /// As [`Function::path`].
    pub path: String,
    /// The package's name.
    pub package: String,
    /// Index into [`crate::workspace::Package::targets`].
    pub target: usize,
    /// The path of its module below the crate's root.
    pub module: Vec<String>,
    /// The function's own name.
    pub name: String,
    /// Whether the whole crate can call it, by its path or as a method of a value.
    pub in_crate: bool,
    /// The path below the crate's root by which every module can call it, where that is not the one of its own module.
    pub exported: Option<String>,
    /// The trait that other modules import before they call it, by its path: `crate::text::Wrap`, `std::ops::Add`.
    pub imported: Option<String>,
    /// What it is a member of, with the names of types by which every module can call it, where it has no receiver.
    pub elsewhere: Option<Member>,
    /// Whether it is a part of what the crate offers: `pub`, or a method of a trait.
    pub public: bool,
    /// Its parameters in order; none where it is a constant. Variables of relations may follow.
    pub params: Vec<Param>,
    /// How many of these, the last ones, are variables of relations and not passed to the function.
    pub given: usize,
    /// What it returns, as it is taken.
    pub ret: Type,
    /// How what it returns is taken.
    pub taken: Taken,
    /// The type that it is a member of.
    pub member: Option<Member>,
    /// Whether its module lacks `String`, `Vec` and the like, since the crate is `no_std`.
    pub lacks_prelude: bool,
    /// The type arguments that a call has to name: `::<i64>`; empty where its arguments tell.
    pub turbofish: String,
    /// Whether it has type parameters, which stand for the types that it has here.
    pub is_generic: bool,
    /// The same function with its type parameters standing for other types, to be tried where this one does not compile.
    pub alternatives: Vec<Subject>,
    /// Literals of its body and of its callees' in the same package, in order of appearance, repeats kept.
    pub constants: Vec<Value>,
    /// What its body compares its parameters with.
    pub conditions: Vec<PathCondition>,
}

/// Why a subject is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// It is a function of the workspace.
    #[default]
    Function,
    /// It returns the hash of its one argument.
    Hasher,
    /// It returns its one argument, a value of a type that constructors make: it shows what they make.
    Maker,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, or `arg0`, `arg1` … where the pattern is not a plain name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

impl Subject {
    /// Whether it takes no parameters, so that it has no laws of its own.
    pub fn is_constant(&self) -> bool {
        self.params.is_empty()
    }

    /// What relations need to know of it.
    pub fn signature(&self) -> Signature {
        self.signature_of(&mut Type::clone)
    }

    /// The same of other types.
    fn signature_of(&self, of: &mut dyn FnMut(&Type) -> Type) -> Signature {
        let params = self.params.iter().map(|param| (param.name.clone(), of(&param.ty))).collect();
        let (member, turbofish) = (self.member.clone(), self.turbofish.clone());
        let (given, taken) = (self.given, self.taken);
        Signature {
            member,
            turbofish,
            given,
            taken,
            ..Signature::new(self.path.as_str(), params, of(&self.ret))
        }
    }

    /// The same for relations of a subject: of the types that both know, its module may see other fields.
    pub fn signature_for(&self, subject: &Subject) -> Signature {
        if self.module == subject.module {
            return self.signature();
        }
        let own = subject.adts();
        let mut seen = |adt: &Adt| own.iter().find(|own| *own == adt).unwrap_or(adt).clone();
        self.signature_of(&mut |ty| ty.with_adts(&mut seen))
    }

    /// The same function with variables of relations beside its parameters: inputs are drawn for these, too.
    pub fn with_given(&self, given: &[(String, Type)]) -> Subject {
        let mut subject = self.clone();
        subject.params.extend(given.iter().map(|(name, ty)| Param { name: name.clone(), ty: ty.clone() }));
        subject.given += given.len();
        subject
    }

    /// The subject at one of the instances that it has: 0 is its own, others count its alternatives from 1.
    pub fn instance(&self, number: usize) -> Subject {
        let chosen = number.checked_sub(1).and_then(|at| self.alternatives.get(at)).unwrap_or(self);
        Subject { alternatives: Vec::new(), ..chosen.clone() }
    }

    /// The type of its outcome: what it returns and what its `&mut` parameters hold at the end.
    pub fn outcome(&self) -> Type {
        morph_relation::outcome(self.params.iter().map(|param| &param.ty), &self.ret)
    }

    /// A free function of a crate, `path` being `demo::num::gcd`.
    pub fn free(path: &str, params: &[(&str, Type)], ret: Type) -> Subject {
        let segments: Vec<String> = path.split("::").map(str::to_owned).collect();
        let (name, around) = segments.split_last().expect("a text has at least one part");
        let param = |(name, ty): &(&str, Type)| Param { name: (*name).to_owned(), ty: ty.clone() };
        Subject {
            role: Role::Function,
            path: path.to_owned(),
            package: around.first().unwrap_or(name).clone(),
            target: 0,
            module: around.iter().skip(1).cloned().collect(),
            name: name.clone(),
            in_crate: false,
            exported: None,
            imported: None,
            elsewhere: None,
            public: true,
            params: params.iter().map(param).collect(),
            given: 0,
            ret,
            taken: Taken::Whole,
            member: None,
            lacks_prelude: false,
            turbofish: String::new(),
            is_generic: false,
            alternatives: Vec::new(),
            constants: Vec::new(),
            conditions: Vec::new(),
        }
    }

    /// The structs and enums among its types, those that others are made of first.
    pub fn adts(&self) -> Vec<Adt> {
        let types = self.params.iter().map(|param| &param.ty).chain([&self.ret]);
        let mut seen = BTreeSet::new();
        types.flat_map(Type::adts).filter(|adt| seen.insert(adt.path.clone())).collect()
    }

    /// The types of its parameters.
    pub fn types(&self) -> Vec<Type> {
        self.params.iter().map(|param| param.ty.clone()).collect()
    }
}
