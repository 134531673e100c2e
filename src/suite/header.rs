//! The lines at the top of a test module.

/// The first lines of a test module.
pub fn header(module: &str) -> String {
    format!(
        "//! Metamorphic relations of `{module}`, found and guarded by cargo morph. Text outside `morph:` regions is yours.\nuse super::*;\n"
    )
}

/// Whether a module's text outside regions is but the header that we wrote.
pub fn is_blank(outside: &str, header: &str) -> bool {
    outside.split_whitespace().eq(header.split_whitespace()) || outside.trim().is_empty()
}
