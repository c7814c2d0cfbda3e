//! From MN-Core 2 assembly text to a typed, checked program.
//!
//! [`LineParser`] turns one line into a [`Line`] (the only parser of the workspace, over the tree-sitter grammar); a
//! [`Program`] is a list of shared lines; [`check()`] checks what depends on several lines: the mode, `quit`,
//! turnaround types. Nothing here does I/O, and nothing can fail: the result is always a value and a list of
//! diagnostics.
//!
//! A line of text goes one way through the modules. Each uses only those before it:
//!
//! 1. [`mod@text`], [`mod@code`] and [`mod@message`]: what is read, the table of diagnostics, and what is said;
//! 2. [`finding`]: what is wrong where, and what to write instead;
//! 3. [`program`]: the typed program, plain data;
//! 4. [`access`]: what a statement reads and writes;
//! 5. [`rules`]: of one step, and of several lines;
//! 6. [`parse`]: from text to typed lines;
//! 7. [`data`]: which write reaches which read, and what it costs;
//! 8. [`edit`]: fixes that are tried first, and layout;
//! 9. [`review`]: from what was found to what is reported;
//! 10. [`relocate`]: moving a region of memory.

pub mod access;
pub mod code;
pub mod data;
pub mod edit;
pub mod finding;
pub mod message;
pub mod parse;
pub mod program;
pub mod relocate;
pub mod review;
pub mod rules;

pub use code::{Code, Selector, Severity};
pub use data::{
    depends, flow, numbers, profile, readable, score, sections, timeline, traffic, usage,
};
pub use edit::{cure, format};
pub use finding::diagnostic::{Diagnostic, Finding, Note};
pub use finding::fix::{Applicability, Edit, Fix};
pub use finding::generator::Generated;
pub use finding::{diagnostic, fix, silence};
pub use message::language::Language;
pub use message::{Message, language, wording};
pub use mnc2_text::line as text;
// The macro of the same name as the module.
pub use mnc2_text::message;
pub use parse::many::parse_lines;
pub use parse::{LineParser, lower, testcase, watch};
pub use program::{Line, LineRange, Mode, ModeChoice, Program, Statement, cursor, render};
pub use review::{Reported, Review, RunReview, check_by, check_to_run};
pub use rules::check::{Findings, Report, check};
pub use rules::step::fields;
pub use rules::{Level, Levels, Profile, Rules, check};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
