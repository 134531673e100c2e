//! The badge of `adequacy`: an SVG picture that needs nothing else.

use askama::Template;

use super::json::Adequacy;
use super::wording::percent;
use crate::adequacy::CRITERIA;

/// The width of a character of 11 pixels, on average, and of the space beside a text; in pixels.
const CHARACTER: usize = 7;
const MARGIN: usize = 5;

/// What the template shows. All widths are in pixels.
#[derive(Debug, Template)]
#[template(path = "badge.svg")]
struct Badge {
    label: Part,
    message: Part,
    /// Of the message.
    colour: &'static str,
    width: usize,
}

/// A text with its place.
#[derive(Debug)]
struct Part {
    text: String,
    /// Of its middle.
    middle: usize,
    /// Of the text alone.
    length: usize,
    width: usize,
}

impl Part {
    fn new(text: String, from: usize) -> Part {
        let length = text.chars().count() * CHARACTER;
        let width = length + 2 * MARGIN;
        Part { text, middle: from + width / 2, length, width }
    }
}

impl Adequacy {
    /// The badge: of statements and branches, or of the criteria that were measured where these are not.
    pub fn to_badge(&self) -> String {
        let measured = || CRITERIA.iter().filter(|criterion| self.totals.contains_key(criterion.name));
        let shown: Vec<&str> = if measured().any(|criterion| criterion.white_box) {
            measured().filter(|criterion| criterion.white_box).map(|criterion| criterion.name).collect()
        } else {
            measured().map(|criterion| criterion.name).collect()
        };
        let shares = shown.iter().map(|name| self.totals[*name]);
        let least = shares.fold(f64::INFINITY, f64::min);
        // The limits are those of the report's bars.
        let colour = match least {
            _ if shown.is_empty() => "#9f9f9f",
            0.8.. => "#2e8540",
            0.5.. => "#b58900",
            _ => "#c0392b",
        };
        let of = |name: &&str| format!("{name} {}", percent(self.totals[*name]));
        let text = shown.iter().map(of).collect::<Vec<_>>().join(", ");
        let label = Part::new("k-MR adequacy".to_owned(), 0);
        let message = Part::new(if text.is_empty() { "not measured".to_owned() } else { text }, label.width);
        let width = label.width + message.width;
        let badge = Badge { label, message, colour, width };
        badge.render().expect("what is shown are texts and numbers, and writing to a string does not fail")
    }
}
