//! The common part of the languages of these tools: lines and places, sentences, findings with a row of a table of codes,
//! fixes, and answers to an editor.
//!
//! It is independent of languages: MN-Core 2 (`asm`) and every dialect build on it, and none of them on another.

mod calls;
mod chosen;
pub mod code;
pub mod data;
pub mod diagnostic;
pub mod editor;
mod findings;
pub mod fix;
pub mod interface;
pub mod language;
mod level;
mod limited;
pub mod line;
pub mod location;
pub mod random;
mod selector;
mod sentence;
pub mod silence;
mod silencer;

pub use calls::{CALLS_MAX, Calls};
pub use chosen::{Chosen, MODELINE_LINES_MAX};
pub use code::{CodeRow, CodeTable, Codes, Severity};
pub use data::{Data, Fields};
pub use diagnostic::{Diagnostic, Finding, Note};
pub use editor::{
    About, Change, Commented, Completion, CompletionKind, Completions, Encoded, Entry, Fold, Frame,
    Grid, GridRow, Highlight, Hover, Inlay, OptionAbout, Parameter, Signature, Symbol, SymbolKind,
    Token, TokenKind, Trouble, Variable,
};
pub use findings::Findings;
pub use fix::{Applicability, Edit, Fix, RelativePosition};
pub use language::{Catalogue, Language, TableText};
pub use level::{Level, LevelChoices};
pub use limited::most_useful;
pub use line::{LineRange, Place, Position};
pub use location::{Described, Location, Locations, MemoryAbout, Number};
pub use selector::Selector;
pub use sentence::{Message, Placeholder, Value, assert_places, next_place};
pub use silence::Silence;
pub use silencer::{Silencer, SilencingComment};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
