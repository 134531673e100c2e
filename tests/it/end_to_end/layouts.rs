//! Texts with numbers and words in them: what is read of them, and how they are written.

use crate::project::{Project, laws};

const LIBRARY: &str = r##"
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shade {
    pub red: u8,
    pub green: u8,
    pub alpha: f32,
}

/// Reads `shade(1, 2)` and `shade(1, 2, 0.5)`.
pub fn parse_shade(text: &str) -> Option<Shade> {
    let body = text.strip_prefix("shade(")?.strip_suffix(')')?;
    let parts: Vec<&str> = body.split(',').map(str::trim).collect();
    let alpha = match parts[..] {
        [_, _] => 1.0,
        [_, _, alpha] => alpha.parse::<f32>().ok()?.clamp(0.0, 1.0),
        _ => return None,
    };
    Some(Shade { red: parts[0].parse().ok()?, green: parts[1].parse().ok()?, alpha })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Time { hour: u8, minute: u8 },
    Noon,
}

pub fn parse_moment(text: &str) -> Result<Moment, String> {
    if text == "noon" {
        return Ok(Moment::Noon);
    }
    let (hour, minute) = text.split_once(':').ok_or("no colon")?;
    let number = |text: &str, most: u8| match text.parse::<u8>() {
        Ok(n) if n < most && text.len() == 2 && !text.starts_with('+') => Ok(n),
        _ => Err(format!("{text} is no number below {most}")),
    };
    Ok(Moment::Time { hour: number(hour, 24)?, minute: number(minute, 60)? })
}

pub fn clock(hour: u8, minute: u8) -> String {
    format!("{hour}:{minute:02}")
}

pub fn code(shade: Shade) -> String {
    format!("#{:02X}{:02X}", shade.red, shade.green)
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_are_read() {
        assert!(super::parse_shade("shade(10, 20)").is_some());
        assert!(super::parse_shade("shade(10, 20, 0.5)").is_some());
        assert!(super::parse_moment("12:45").is_ok());
    }
}
"##;

#[test]
fn layouts_of_what_is_read_and_written_are_laws_with_their_bounds() {
    let project = Project::library(LIBRARY);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    let expected = [
        (
            "tiny::parse_shade",
            r#"parse_shade(format!("shade({red}, {green})")) == Some(Shade { red, green, alpha: 1.0 })"#,
        ),
        (
            "tiny::parse_shade",
            "parse_shade(format!(\"shade({red}, {green}, {alpha})\")) == Some(Shade { red, green, alpha }) \
             when alpha >= 0.0 && alpha <= 1.0",
        ),
        (
            "tiny::parse_moment",
            "parse_moment(format!(\"{hour:02}:{minute:02}\")) == Ok(Moment::Time { hour, minute }) \
             when hour <= 23 && minute <= 59",
        ),
        ("tiny::clock", r#"clock(hour, minute) == format!("{hour}:{minute:02}")"#),
        ("tiny::code", r##"code(shade) == format!("#{:02X}{:02X}", shade.red, shade.green)"##),
    ];
    for (path, law) in expected {
        let all = laws(&discovery, path);
        assert!(all.contains(&law), "{law} is not among {all:#?}");
    }
    let tests = std::fs::read_to_string(project.root.join("src/morph_tests.rs")).expect("the tests");
    // The text that is read is no column beside the numbers in it.
    assert!(tests.contains("for &(hour, minute) in PARSE_MOMENT_WITH_HOUR_AND_MINUTE_SOURCES {"), "{tests}");
    assert!(tests.contains("fn parse_moment_reads_hour_and_minute()"), "{tests}");
    project.morph(&["check", "--all"]).well();
}
