//! The built binary on small packages: what it writes, what it refuses, how it ends.

mod bad_input;
mod calling;
mod check;
mod compare;
mod compiled;
mod detect;
mod engines;
mod hook;
mod hostile;
mod interrupt;
mod isolation;
mod judges;
mod kinds;
mod parts;
mod paths;
mod places;
mod programs;
mod recipes;
mod recorded;
mod replay;
mod shapes;
mod suspects;
mod texts;
mod together;
mod types;
mod write_back;
