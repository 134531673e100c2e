//! How the tests of a module call functions.

use morph_relation::{Member, Signature};
use morph_source::scan::Subject;

use super::followed::{is_path, replaced};

/// What the tests of a subject may call, as its module sees it.
pub struct Calls<'a> {
    subject: &'a Subject,
    /// The other functions of the workspace, by path.
    others: &'a dyn Fn(&str) -> Option<&'a Subject>,
    /// The path of its module, crate included.
    within: String,
}

impl<'a> Calls<'a> {
    pub fn new(subject: &'a Subject, others: &'a dyn Fn(&str) -> Option<&'a Subject>) -> Calls<'a> {
        let krate = subject.path.split("::").next().unwrap_or_default();
        let within = std::iter::once(krate).chain(subject.module.iter().map(String::as_str));
        Calls { subject, others, within: within.collect::<Vec<_>>().join("::") }
    }

    /// The function of a path.
    pub fn signature(&self, path: &str) -> Option<Signature> {
        let other = (self.others)(path)?;
        let mut signature = other.signature_for(self.subject);
        if let Some(elsewhere) = other.elsewhere.as_ref().filter(|_| other.module != self.subject.module) {
            let by = elsewhere.by.as_ref().map(|by| self.shortened(by));
            signature.member = Some(Member { of: self.shortened(&elsewhere.of), by, ..elsewhere.clone() });
        }
        if let Some(by) = signature.member.as_mut().and_then(|member| member.by.as_mut())
            && self.is_imported(other)
        {
            // The trait is imported by its own name.
            let name = by.split('<').next().unwrap_or(by);
            by.drain(..name.rfind("::").map_or(0, |at| at + 2));
        }
        Some(signature)
    }

    /// The name of a free function or of one of a type.
    pub fn name(&self, path: &str) -> String {
        let local = path.strip_prefix(&self.within).and_then(|local| local.strip_prefix("::"));
        let own = self.subject.path.strip_prefix(&self.within).and_then(|own| own.strip_prefix("::"));
        match (local, path.split_once("::")) {
            (Some(local), _) if !local.contains("::") || Some(local) == own => local.to_owned(),
            (_, Some((krate, rest))) if self.within.split("::").next() == Some(krate) => {
                let exported = (self.others)(path).and_then(|other| other.exported.as_deref());
                format!("crate::{}", exported.unwrap_or(rest))
            }
            _ => path.to_owned(),
        }
    }

    /// The trait that the test has to import before it calls a method.
    pub fn import(&self, path: &str) -> Option<String> {
        let other = (self.others)(path).filter(|other| self.is_imported(other))?;
        other.imported.clone()
    }

    /// Types with the names that the subject's module has for them.
    fn shortened(&self, named: &str) -> String {
        let mut text = named.to_owned();
        for adt in self.subject.adts() {
            let module = adt.home.exported.as_ref().unwrap_or(&adt.home.module);
            let path = module.iter().chain([&adt.home.ident]).map(String::as_str);
            let whole = std::iter::once("crate").chain(path).collect::<Vec<_>>().join("::");
            let own = adt.name.split('<').next().unwrap_or_default();
            text = replaced(&text, &whole, own, is_path);
        }
        text
    }

    fn is_imported(&self, other: &Subject) -> bool {
        other.imported.is_some() && other.module != self.subject.module
    }
}
