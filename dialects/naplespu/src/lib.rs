//! NaplesPU assembly: the table of its instructions, what a line says, where everything is, and words in both directions.
//!
//! A line passes four stages: the grammar (`tree-sitter-naplespu`) gives its shapes, [`source`] keeps them by line, [`lower`]
//! chooses the row of the [`table`] by the classes of the operands, and [`layout`] gives addresses to labels. What cannot be
//! encoded, and what [`check`] finds, is said with a [`Code`].

pub mod assemble;
pub mod check;
pub mod code;
pub mod compute;
mod document;
pub mod encode;
pub mod format;
pub mod layout;
pub mod lower;
mod machine;
pub mod options;
pub mod register;
pub mod source;
pub mod spelling;
pub mod table;

pub use code::Code;
pub use document::Document;
pub use machine::Machine;
pub use options::Options;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
