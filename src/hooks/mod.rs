//! Git hooks: the script that is installed, the merge driver, and the private copies of what is staged or pushed in which
//! it runs commands.

mod driver;
mod places;
mod range;
mod script;
mod tree;

pub use driver::{install_driver, uninstall_driver};
pub use places::{below_top, hooks_folder, own_hooks_folder};
pub use range::{Range, concerns, ranges};
pub use script::{install, text, uninstall};
pub use tree::Tree;
