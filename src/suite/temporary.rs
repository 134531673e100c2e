//! Names of temporary files beside the user's: they tell which process wrote them, so that those of a killed one are known.

/// How the names begin, before the number of the process.
const PREFIX: &str = ".morph-";

/// How the names of this process's temporary files begin.
pub fn prefix() -> String {
    format!("{PREFIX}{}-", std::process::id())
}

/// The process that wrote a temporary file of this name.
pub fn writer(name: &str) -> Option<u32> {
    name.strip_prefix(PREFIX)?.split('-').next()?.parse().ok()
}
