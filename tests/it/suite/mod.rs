//! The suite stage, driven as a library on copies in temporary folders.

mod rendering;
mod write_back;
mod written;
