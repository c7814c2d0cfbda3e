//! The common part of the languages of these tools: lines and places, sentences, findings with a row of a table of codes,
//! fixes, and answers to an editor.
//!
//! It is independent of languages: MN-Core 2 (`asm`) and every dialect build on it, and none of them on another.

mod call_stack;
pub mod code_table;
pub mod diagnostic;
pub mod editor;
mod estimate;
mod findings;
pub mod fix;
pub mod interface;
pub mod json;
pub mod language;
mod language_choice;
mod level;
pub mod line;
pub mod machine_locations;
mod named_file;
pub mod random;
pub mod run_data;
mod selector;
mod sentence;
mod silencer;
pub mod silencing_comment;
mod truncation;

pub use call_stack::{CALLS_MAX, Calls};
pub use code_table::{CodeRow, CodeTable, Codes, Severity};
pub use diagnostic::{Diagnostic, Finding, Note};
pub use editor::{
    About, Change, Commented, Completion, CompletionKind, Completions, Embedded, Encoded, Entry,
    Fold, Frame, Grid, GridRow, Highlight, Hover, Inlay, OptionAbout, Parameter, PublicFiles,
    Signature, Symbol, SymbolKind, Token, TokenKind, Trouble, Variable,
};
pub use estimate::{Estimate, EstimatedStep};
pub use findings::Findings;
pub use fix::{Applicability, Edit, Fix, RelativePosition};
pub use language::{Catalogue, Language, TableText};
pub use language_choice::{LanguageChoice, MODELINE_LINES_MAX};
pub use level::{Level, LevelChoices};
pub use line::{LineRange, Place, Position};
pub use machine_locations::{Described, Location, Locations, MemoryAbout, Number};
pub use named_file::{FileContent, LinkNames, LinkedFile, NamedFile};
pub use run_data::{Data, Fields};
pub use selector::Selector;
pub use sentence::{Message, Placeholder, Value, assert_places, next_place};
pub use silencer::{Silencer, SilencingComment};
pub use silencing_comment::Silence;
pub use truncation::most_useful;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
