//! Tests of the built binary and of whole stages, as one program that links once.

mod adequacy;
mod cli;
mod end_to_end;
mod engines;
mod fuzz;
mod html;
mod lab;
mod loaded;
mod mutants;
mod project;
mod scan;
mod schemas;
mod structure;
mod suite;
