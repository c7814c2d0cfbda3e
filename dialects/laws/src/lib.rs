//! Laws for the tests of every language.
//!
//! It is a crate for tests: a broken law panics with what breaks it.

#![expect(missing_docs, reason = "the crate is not published")]

pub mod annotated;
pub mod answers;
pub mod catalogue;
pub mod completing;
pub mod editor;
pub mod edits;
pub mod grammar;
pub mod language;
pub mod memory;
pub mod naming;
mod numbers;
pub mod run;
pub mod texts;
mod word;

pub use editor::Editor;
pub use language::{Error, Language};
