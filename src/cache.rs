//! What is known from earlier runs, in files that are checked before they are believed.
//!
//! Nothing is lost with them but time: a file that is missing, broken, or of another version is no entry, and one that
//! cannot be written is left out.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

/// A folder of entries.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    /// Whether what is there is not read.
    fresh: bool,
}

impl Cache {
    /// The entries in a folder, which is made when the first is written; those that are `fresh` find none.
    pub fn new(folder: PathBuf, fresh: bool) -> Cache {
        Cache { folder, fresh }
    }

    /// The entry of this name.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let text = if self.fresh { None } else { fs::read_to_string(self.file(name)).ok() }?;
        let entry = serde_json::from_str(unsealed(&text)?).ok()?;
        // Those that are used last are kept longest.
        if let Ok(file) = fs::File::options().append(true).open(self.file(name)) {
            _ = file.set_modified(SystemTime::now());
        }
        Some(entry)
    }

    /// Removes the entries that were not used for longest, until the others take at most so many bytes.
    pub fn trim(&self, most: u64) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let known = entries.filter_map(|entry| {
            let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((about.modified().ok()?, entry.path(), about.len()))
        });
        let mut known: Vec<_> =
            known.filter(|(_, path, _)| path.extension().is_some_and(|e| e == "json")).collect();
        known.sort_unstable();
        let mut all: u64 = known.iter().map(|(_, _, len)| len).sum();
        for (_, path, len) in known {
            if all <= most {
                break;
            }
            if fs::remove_file(path).is_ok() {
                all -= len;
            }
        }
    }

    /// Makes or replaces the entry of this name.
    pub fn write<T: Serialize>(&self, name: &str, entry: &T) {
        let Ok(content) = serde_json::to_string(entry) else { return };
        // What cannot be written is searched again.
        _ = put(&self.file(name), sealed(&content));
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{}.json", &Digest::of([name])[..32]))
    }
}

/// Writes a file, all of it or nothing, and makes its folder.
pub fn put(file: &Path, content: impl AsRef<[u8]>) -> std::io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    // Others may read it, unlike other temporary files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(folder)?;
    temporary.write_all(content.as_ref())?;
    temporary.persist(file)?;
    Ok(())
}

/// How a file of ours begins, before its checksum.
const SEAL: &str = "cargo-morph ";

/// The text of a file with this content: a line with a checksum comes first.
pub fn sealed(content: &str) -> String {
    format!("{SEAL}{}\n{content}\n", Digest::of([content]))
}

/// The content of such a file; `None` where it is damaged, or another one.
pub fn unsealed(text: &str) -> Option<&str> {
    let (checksum, content) = text.strip_prefix(SEAL)?.split_once('\n')?;
    let content = content.strip_suffix('\n')?;
    (checksum == Digest::of([content])).then_some(content)
}

/// The bytes of a file with this content, in the same way.
pub fn sealed_bytes(content: &[u8]) -> Vec<u8> {
    [format!("{SEAL}{}\n", Digest::of([content])).as_bytes(), content].concat()
}

/// The content of such a file; `None` where it is damaged, or another one.
pub fn unsealed_bytes(bytes: &[u8]) -> Option<&[u8]> {
    let (head, content) = bytes.split_at_checked(SEAL.len() + 65)?;
    (head == format!("{SEAL}{}\n", Digest::of([content])).as_bytes()).then_some(content)
}

/// Whether a file looks like one of ours, damaged or not.
pub fn is_sealed(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(SEAL.as_bytes());
    rest.is_some_and(|rest| {
        rest.len() > 64 && rest[..64].iter().all(u8::is_ascii_hexdigit) && rest[64] == b'\n'
    })
}

/// A checksum of several parts, SHA-256.
#[derive(Clone, Debug, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Adds a part; where it ends is a part of the sum.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// The sum as hexadecimal digits.
    pub fn text(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The sum of these parts.
    pub fn of<P: AsRef<[u8]>>(parts: impl IntoIterator<Item = P>) -> String {
        let mut digest = Digest::default();
        parts.into_iter().for_each(|part| digest.add(part));
        digest.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_again_unless_they_are_broken_or_not_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().join("of/runs"), false);
        assert_eq!(cache.read::<Vec<u8>>("one"), None);
        cache.write("one", &vec![1_u8, 2]);
        cache.write("two", &"text");
        assert_eq!(cache.read::<Vec<u8>>("one"), Some(vec![1, 2]));
        assert_eq!(cache.read::<String>("one"), None, "of another type");
        let fresh = Cache::new(folder.path().join("of/runs"), true);
        assert_eq!(fresh.read::<Vec<u8>>("one"), None);
        for file in fs::read_dir(folder.path().join("of/runs")).unwrap() {
            let file = file.unwrap().path();
            let text = fs::read_to_string(&file).unwrap();
            fs::write(&file, text.replace("[1,2]", "[1,3]").replace("text", "")).unwrap();
        }
        assert_eq!(cache.read::<Vec<u8>>("one"), None, "broken");
        assert_eq!(cache.read::<String>("two"), None, "broken");
    }

    #[test]
    fn entries_that_were_used_last_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().to_owned(), false);
        let old = SystemTime::now() - std::time::Duration::from_secs(600);
        for name in ["one", "two", "three"] {
            cache.write(name, &"x".repeat(1_000));
            fs::File::options().append(true).open(cache.file(name)).unwrap().set_modified(old).unwrap();
        }
        assert!(cache.read::<String>("one").is_some());
        cache.trim(10_000);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        cache.trim(1_500);
        assert!(cache.read::<String>("one").is_some());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn sums_tell_where_parts_end() {
        assert_ne!(Digest::of(["ab", "c"]), Digest::of(["a", "bc"]));
        assert_eq!(Digest::of(["ab", "c"]), Digest::of(["ab", "c"]));
        assert_eq!(Digest::of(["ab"]).len(), 64);
    }
}
