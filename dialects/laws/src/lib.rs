//! Laws that the tests of every language hold, whatever it is.
//!
//! It is a crate for tests: a broken law panics with what breaks it.

pub mod catalogue;
mod numbers;

pub use numbers::Numbers;
