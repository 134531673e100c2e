//! Colours can be told from what is behind them, in light and in dark (WCAG 2.2, §1.4.3).

use std::collections::BTreeMap;

const STYLE: &str = include_str!("../../../../templates/html/adequacy.css");
const LEAST: f64 = 4.5;

/// The custom properties of the first block after a place.
fn colours(style: &str) -> BTreeMap<&str, &str> {
    let block = style.split_once(":root {").and_then(|(_, rest)| rest.split_once('}')).expect("a block").0;
    block.split(';').filter_map(|said| said.trim().strip_prefix("--")?.split_once(": ")).collect()
}

/// WCAG's relative luminance.
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("two hexadecimal digits");
        let share = f64::from(value) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn texts_stand_out_in_light_and_dark() {
    let (light, dark) = STYLE.split_once("(prefers-color-scheme: dark)").expect("both schemes");
    for scheme in [colours(light), colours(dark)] {
        let mut pairs = vec![("ink", "paper"), ("dim", "paper"), ("dim", "shade"), ("link", "paper")];
        for (state, tint) in [
            ("full", "full-tint"),
            ("some", "some-tint"),
            ("none", "none-tint"),
            ("unreached", "unreached-tint"),
        ] {
            pairs.extend([(state, tint), ("ink", tint)]);
        }
        for (text, behind) in pairs {
            let ratio = contrast(scheme[text], scheme[behind]);
            assert!(ratio >= LEAST, "{text} on {behind}: {ratio:.2} ({scheme:?})");
        }
    }
}

#[test]
fn contrast_is_that_of_the_standard() {
    assert!((contrast("#ffffff", "#000000") - 21.0).abs() < 1e-9);
    assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.005);
}
