//! The RISC-V matrix extension v0.2 (XuanTie) as an overlay on GNU assembly.
//!
//! Any word other than a mnemonic or a control and status register of the extension is a base instruction, a directive or a
//! macro, and is not checked. A line passes four stages: the grammar (`tree-sitter-rvmatrix`) defines its shapes,
//! [`mnc2_assembly`] keeps them by line, [`lower`] chooses the row of the [`table`], and [`check`] applies the rules about
//! several lines.

pub mod assemble;
pub mod base;
pub mod check;
pub mod code;
mod document;
pub mod encode;
pub mod explain;
mod ja;
mod language;
pub mod lower;
mod machine;
pub mod options;
mod program;
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
    id: "rvmatrix",
    name: "RISC-V matrix extension",
    versions: options::VERSIONS,
    extensions: &[],
    architecture: None,
    binary: None,
    comments: &["#", "//"],
    options: &[
        OptionAbout {
            name: "mlen",
            values: "128, 256, 512",
            doc: "the bits of a row of a matrix register",
        },
        OptionAbout {
            name: "xmisa",
            values: "0x0 to 0x3ff",
            doc: "the optional parts of the machine, as its register has them",
        },
        OptionAbout {
            name: "start",
            values: "a label",
            doc: "where a run starts",
        },
        OptionAbout {
            name: "a0",
            values: "a number",
            doc: "an integer register at the start of a run; each has an option with its name",
        },
    ],
    validated: "compared with the vendor's assembler tests (132 words, 14 rejections), its 49 cases of the emulator (47 agree, 2 have bugs of their own), and 3 public kernels",
};

/// The Japanese of this crate's messages.
pub static CATALOGUE: Catalogue = ja::CATALOGUE;
