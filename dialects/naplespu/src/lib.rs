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
pub mod layout;
pub mod link_errors;
pub mod lower;
mod machine;
pub mod options;
pub mod register;
pub mod spelling;
pub mod syntax;
pub mod table;

pub use code::Code;
pub use document::Document;
pub use ja::CATALOGUE;
pub use machine::Machine;
pub use options::Options;

use mnc2_text::interface::Language;
use mnc2_text::{About, OptionAbout, PublicFiles};

/// The language, for the list of languages.
pub static LANGUAGE: Language =
    Language::new::<Code, Options>(&ABOUT, &CATALOGUE, explain::entries);

/// The description of the language in the tools.
pub static ABOUT: About = About {
    id: "naplespu",
    name: "NaplesPU",
    versions: options::VERSIONS,
    comments: &["#", "//"],
    options: &[
        OptionAbout::new("threads", "1 to 8", "how many threads run"),
        OptionAbout::new("start", "a label", "where a run starts"),
        OptionAbout::new(
            "link",
            "files",
            "the files of the program in their order, separated by commas",
        ),
        OptionAbout::new(
            "s0",
            "a number",
            "a scalar register of each thread at the start of a run; each but `pc` has an option with its name",
        ),
    ],
    validated: "encodings follow the table of the public assembler (282); nothing runs as a reference, so the machine follows the hardware's source as it was read",
    public_files: &[PublicFiles {
        version: "2019",
        result: "3 files, 259 lines: start code and library of the toolchain at commit 0dc20431: no error, 8 hints",
    }],
    is_linked: true,
    ..About::EMPTY
};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
