//! The tensor language of the Tiny Tensor Compiler (version 2025-02): findings and typed trees.
//!
//! A text is a row of functions, each read alone ([`source`]). The tokens of a function ([`lex`]) become its typed tree ([`ir`]) with its
//! names resolved ([`parse`]), which is then judged without text ([`check`]). The tree-sitter grammar beside this crate is for editors;
//! a test compares what both accept.

pub mod check;
pub mod code;
mod document;
pub mod eval;
pub mod explain;
pub mod format;
pub mod ir;
pub mod issue;
mod ja;
pub mod lex;
pub mod machine;
pub mod number;
pub mod options;
pub mod parse;
pub mod source;
pub mod table;
pub mod types;

pub use code::Code;
pub use document::Document;
pub use eval::eval;
pub use machine::Machine;
pub use options::Options;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The Japanese of what this crate says.
pub static CATALOGUE: mnc2_text::Catalogue = ja::CATALOGUE;

use mnc2_text::{About, Entry, Language, Message, OptionAbout, message};

/// A finding about a text.
pub type Finding = mnc2_text::Finding<Code>;

/// A finding about a line.
pub type Diagnostic = mnc2_text::Diagnostic<Code>;

/// What the tools say about the language.
pub const ABOUT: About = About {
    id: "tinytc",
    name: "tinytc tensor language",
    versions: options::VERSIONS,
    extensions: &[],
    architecture: None,
    binary: None,
    comments: &[";"],
    options: &[
        OptionAbout {
            name: "entry",
            values: "NAME",
            doc: "the function that runs, if the text has several",
        },
        OptionAbout {
            name: "groups",
            values: "1..1048576",
            doc: "how many work-groups run; 1 by default",
        },
        OptionAbout {
            name: "subgroup_size",
            values: "16, 32",
            doc: "the subgroup size where the function has no such attribute",
        },
        OptionAbout {
            name: "work_group_size",
            values: "ROWSxCOLUMNS",
            doc: "the work-group size where the function has no such attribute; one subgroup by default",
        },
    ],
    validated: "compared with the compiler's own tests: the verdicts on 51 files, 35 accepted and 16 rejected, and the places of their errors",
};

/// There are no files of programs as bytes.
#[must_use]
pub fn listing(_bytes: &[u8], _options: &Options) -> Option<String> {
    None
}

/// The page of an instruction, type or code, as Markdown; `None` if there is none.
#[must_use]
pub fn explain(query: &str, _options: &Options, language: Language) -> Option<String> {
    explain::explain(query, language)
}

/// The text of a machine word, which the language has none of.
///
/// # Errors
/// Always, with a sentence.
pub fn disassemble(_word: &str, _options: &Options) -> Result<String, Message> {
    Err(message!(
        "the tensor language has no machine words: its compiler makes SPIR-V of it"
    ))
}

/// Everything that [`explain()`] knows.
#[must_use]
pub fn entries() -> Vec<Entry> {
    explain::entries()
}
