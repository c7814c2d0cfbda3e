//! From MN-Core 2 assembly text to a typed, checked program.
//!
//! [`LineParser`] turns one line into a [`Line`] (the only parser of the workspace, over the tree-sitter grammar); a
//! [`Program`] is a list of shared lines; [`check()`] checks what depends on several lines: the mode, `quit`,
//! turnaround types. Nothing here does I/O, and nothing can fail: the result is always a value and a list of
//! diagnostics.

pub mod access;
pub mod check;
pub mod code;
pub mod complete;
pub mod cure;
pub mod cursor;
pub mod diagnostic;
pub mod expand;
pub mod explain;
pub mod fields;
pub mod fix;
pub mod flow;
pub mod format;
mod hazard;
pub mod language;
pub mod lower;
pub mod message;
pub mod numbers;
mod optional;
pub mod parse;
pub mod program;
pub mod readable;
pub mod relocate;
pub mod render;
pub mod review;
pub mod rules;
pub mod score;
pub mod signature;
pub mod silence;
pub mod testcase;
pub mod text;
pub mod timeline;
pub mod traffic;
pub mod usage;
pub mod wording;

pub use check::{Findings, Report, check};
pub use code::{Code, Selector, Severity};
pub use diagnostic::{Diagnostic, Finding, Note};
pub use fix::{Applicability, Edit, Fix};
pub use language::Language;
pub use message::Message;
pub use parse::LineParser;
pub use parse::many::parse_lines;
pub use program::{Line, LineRange, Mode, ModeChoice, Program, Statement};
pub use review::{Reported, Review, RunReview, check_by, check_to_run};
pub use rules::{Level, Levels, Profile, Rules};
