//! NaplesPU assembly: the table of its instructions, what a line states, where everything is, and words in both directions.
//!
//! A line passes four stages: the grammar (`tree-sitter-naplespu`) defines its shapes, [`mnc2_assembly`] keeps them by line,
//! [`lower`] chooses the row of the [`table`] by the classes of the operands, and [`layout`] assigns addresses to labels.
//! Instructions that cannot be encoded, and the findings of [`check`], are reported with a [`Code`].

pub mod assemble;
pub mod check;
pub mod code;
pub mod compute;
mod document;
pub mod encode;
pub mod explain;
mod ja;
mod language;
pub mod layout;
pub mod lower;
mod machine;
pub mod options;
pub mod register;
pub mod spelling;
pub mod syntax;
pub mod table;

pub use code::Code;
pub use document::Document;
pub use language::LANGUAGE;
pub use machine::Machine;
pub use options::Options;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

use mnc2_text::{About, Catalogue, OptionAbout};

/// A finding about a text.
pub type Finding = mnc2_text::Finding<Code>;

/// A finding about a line.
pub type Diagnostic = mnc2_text::Diagnostic<Code>;

/// The description of the language in the tools.
pub const ABOUT: About = About {
    id: "naplespu",
    name: "NaplesPU",
    versions: options::VERSIONS,
    extensions: &[],
    architecture: None,
    binary: None,
    comments: &["#", "//"],
    options: &[
        OptionAbout {
            name: "threads",
            values: "1 to 8",
            doc: "how many threads run",
        },
        OptionAbout {
            name: "start",
            values: "a label",
            doc: "where a run starts",
        },
        OptionAbout {
            name: "s0",
            values: "a number",
            doc: "a scalar register of each thread at the start of a run; each but `pc` has an option with its name",
        },
    ],
    validated: "encodings follow the table of the public assembler (282); nothing runs as a reference, so the machine follows the hardware's source as it was read",
};

/// The Japanese of this crate's messages.
pub static CATALOGUE: Catalogue = ja::CATALOGUE;
