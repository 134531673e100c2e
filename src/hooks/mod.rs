//! Git hooks: the script that is installed, and the private copies of what is staged or pushed in which it runs commands.

mod places;
mod range;
mod script;
mod tree;

pub use places::{below_top, hooks_folder, own_hooks_folder};
pub use range::{Range, concerns, ranges};
pub use script::{install, text, uninstall};
pub use tree::Tree;
