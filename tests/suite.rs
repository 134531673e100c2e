//! The suite stage, driven as a library on copies in temporary folders.

#[path = "suite/rendering.rs"]
mod rendering;
#[path = "suite/write_back.rs"]
mod write_back;
