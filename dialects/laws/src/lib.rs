//! Laws that the tests of every language hold, whatever it is.
//!
//! It is a crate for tests: a broken law panics with what breaks it.

pub mod catalogue;
pub mod completing;
pub mod language;
pub mod naming;
pub mod memory;
mod numbers;
pub mod texts;
mod word;

pub use language::{Error, Language};
pub use numbers::Numbers;
