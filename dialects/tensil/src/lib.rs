//! The instruction set of the Tensil tensor unit, as the listings (`.tasm`) that its compiler prints.
//!
//! A line passes four stages: the grammar (`tree-sitter-tensil`) gives its shapes, [`source`] keeps them by line, [`lower`]
//! makes a typed instruction of them with the [`table`], and [`encode`] makes its bytes, whose widths follow from the
//! [`architecture`].

pub mod architecture;
pub mod assemble;
pub mod check;
pub mod code;
mod document;
pub mod encode;
pub mod format;
pub mod instruction;
pub mod lower;
mod machine;
pub mod options;
pub mod place;
pub mod source;
pub mod table;

pub use code::Code;
pub use document::Document;
pub use machine::{Arithmetic, Machine};
pub use options::Options;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// A finding about a text.
pub type Finding = mnc2_text::Finding<Code>;

/// A finding about a line.
pub type Diagnostic = mnc2_text::Diagnostic<Code>;
