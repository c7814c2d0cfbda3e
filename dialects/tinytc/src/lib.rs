//! The tensor language of the Tiny Tensor Compiler (versions 2025-02 and 0.4): findings and typed trees.
//!
//! A text is a row of functions, each read alone ([`source`]). The tokens of a function ([`lex`]) become its typed tree ([`ir`]) with its
//! names resolved ([`parse`]), which is then judged without text ([`check`]). The tree-sitter grammar next to this crate is for editors;
//! a test compares what both accept.

pub mod check;
pub mod code;
mod document;
pub mod eval;
pub mod evidence;
pub mod explain;
pub mod format;
pub mod ir;
pub mod issue;
mod ja;
pub mod lex;
pub mod machine;
mod mismatch;
pub mod number;
pub mod options;
pub mod parse;
mod report;
pub mod source;
pub mod table;
pub mod translate;
pub mod types;
pub mod version;

pub use code::Code;
pub use document::Document;
pub use eval::eval;
pub use ja::CATALOGUE;
pub use machine::Machine;
pub use options::Options;

use mnc2_text::interface::Language;
use mnc2_text::{About, Embedded, OptionAbout, PublicFiles};

/// A finding about a text.
pub type Finding = mnc2_text::Finding<Code>;

/// A finding about a line.
pub type Diagnostic = mnc2_text::Diagnostic<Code>;

/// The language, for the list of languages.
pub static LANGUAGE: Language =
    Language::new::<Code, Options>(&ABOUT, &CATALOGUE, explain::entries).without_words();

/// The description of the language in the tools.
pub static ABOUT: About = About {
    id: "tinytc",
    name: "tinytc tensor language",
    versions: options::VERSIONS,
    comments: &[";"],
    embedded: Embedded {
        tags: &["TinyTL"],
        is_in_asm: false,
    },
    options: &[
        OptionAbout::new(
            "entry",
            "NAME",
            "the function that runs, if the text has several",
        ),
        OptionAbout::new(
            "groups",
            "1..1048576",
            "how many work-groups run; 1 by default",
        ),
        OptionAbout::new(
            "subgroup_size",
            "16, 32",
            "the subgroup size where the function has no such attribute",
        ),
        OptionAbout::new(
            "work_group_size",
            "ROWSxCOLUMNS",
            "the work-group size where the function has no such attribute; one subgroup by default",
        ),
    ],
    validated: "compared with the compiler's own tests: the verdicts on 51 files of 2025-02 (35 accepted, 16 rejected) and 54 of 0.4 (38 accepted, 16 rejected), and the places of their errors",
    public_files: &[
        PublicFiles {
            version: "0.4",
            result: "54 files, 2959 lines: the compiler's tests at release 0.4.0: 38 accepted, 16 rejected, as by the compiler",
        },
        PublicFiles {
            version: "2025-02",
            result: "51 files, 2955 lines: the compiler's tests at commit 95504b6: 35 accepted, 16 rejected, as by the compiler",
        },
    ],
    ..About::EMPTY
};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
