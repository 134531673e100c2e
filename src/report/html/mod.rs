//! The page of `adequacy`: one HTML file that needs nothing else, neither the network nor other files.
//!
//! What is shown is worked out here; how, is in `templates/html`, whose expressions are escaped.

mod function;
mod listing;
mod page;
mod share;
mod short;
mod totals;

use askama::Template;

use super::json::Adequacy;
use page::Page;

impl Adequacy {
    /// The page: the same bytes for the same measurement.
    pub fn to_html(&self) -> String {
        let page = Page::new(self);
        page.render().expect("what is shown are texts and numbers, and writing to a string does not fail")
    }
}

#[cfg(test)]
mod tests;
