//! The built binary on small packages: what it writes, what it refuses, how it ends.

mod bad_input;
mod calling;
mod engines;
mod hostile;
mod interrupt;
mod isolation;
mod judges;
mod project;
mod shapes;
mod together;
mod write_back;
