//! What the languages of these tools share: lines and places, sentences, findings with a row of a table of codes, fixes, and what an
//! editor is told.
//!
//! It knows no language: MN-Core 2 (`asm`) and every dialect build on it, and none of them on another.

mod chosen;
pub mod code;
pub mod data;
pub mod diagnostic;
pub mod editor;
pub mod fix;
pub mod language;
pub mod line;
mod sentence;

pub use chosen::Chosen;
pub use code::{CodeRow, CodeTable, Severity};
pub use data::{Data, Fields};
pub use diagnostic::{Diagnostic, Finding, Note};
pub use editor::{
    About, Change, Completion, CompletionKind, Encoded, Entry, Fold, Highlight, Hover, OptionAbout,
    Parameter, Signature, Symbol, SymbolKind, Token, TokenKind, Trouble, Variable,
};
pub use fix::{Applicability, Edit, Fix, RelativePosition};
pub use language::{Catalogue, Language, TableText};
pub use line::{LineRange, Place, Position};
pub use sentence::{Message, Placeholder, Value, assert_places, next_place};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
