//! A package as the stages before the lab leave it.

use morph_source::scan::{self, Function, Subject};
use morph_source::workspace::{self, Selection, Workspace};

use crate::project::Project;

pub struct Loaded {
    /// Where it stands, for as long as it is used.
    pub project: Project,
    pub workspace: Workspace,
    pub functions: Vec<Function>,
    pub subjects: Vec<Subject>,
}

impl Loaded {
    pub fn new(project: Project) -> Loaded {
        let selection = Selection { manifest_path: Some(project.manifest_path()), ..Selection::default() };
        let workspace = workspace::load(&selection).expect("it loads");
        let functions = scan::scan(&workspace, &scan::Filter::default()).expect("it parses");
        let subjects = functions.iter().filter_map(Function::subject).cloned().collect();
        Loaded { project, workspace, functions, subjects }
    }
}
