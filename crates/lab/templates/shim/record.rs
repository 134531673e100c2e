//! Records the arguments that the package's own tests pass to the subjects, in builds for that purpose: a file of
//! `subject len bytes`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::sync::Mutex;

use crate::protocol::{RECORD, RECORDED_ROWS};
use crate::wire::Writer;

/// Maximum bytes of a row, and of all rows.
const LONGEST: usize = 4096;
const BYTES: u64 = 16 << 20;

struct Record {
    /// `None` where recording is off, or the file cannot be written.
    file: Option<std::fs::File>,
    bytes: u64,
    seen: BTreeMap<u32, BTreeSet<Vec<u8>>>,
}

static RECORDS: Mutex<Option<Record>> = Mutex::new(None);

impl Record {
    fn open() -> Record {
        let path = std::env::var_os(RECORD);
        let file = path.and_then(|path| std::fs::OpenOptions::new().append(true).create(true).open(path).ok());
        let bytes = file.as_ref().and_then(|file| file.metadata().ok()).map_or(0, |file| file.len());
        Record { file, bytes, seen: BTreeMap::new() }
    }

    fn add(&mut self, subject: u32, arguments: impl FnOnce(&mut Writer)) -> Option<()> {
        let file = self.file.as_mut()?;
        let seen = self.seen.entry(subject).or_default();
        if seen.len() >= RECORDED_ROWS || self.bytes >= BYTES {
            return None;
        }
        let mut row = Writer::new();
        arguments(&mut row);
        if row.len() > LONGEST || seen.contains(&row) {
            return None;
        }
        let mut frame = subject.to_le_bytes().to_vec();
        frame.extend_from_slice(&(row.len() as u32).to_le_bytes());
        frame.extend_from_slice(&row);
        // Rows are written at once: if a test ends the process, only the current row is lost.
        file.write_all(&frame).ok()?;
        self.bytes += frame.len() as u64;
        seen.insert(row);
        Some(())
    }
}

/// Records a call with these arguments.
pub fn record(subject: u32, arguments: impl FnOnce(&mut Writer)) {
    // Writing calls no code of the subjects, so that no thread waits for itself.
    let mut record = RECORDS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let _ = record.get_or_insert_with(Record::open).add(subject, arguments);
}
