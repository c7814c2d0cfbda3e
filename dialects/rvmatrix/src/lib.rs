//! The RISC-V matrix extension (XuanTie, versions 0.2, 0.3 and 0.6) as an overlay on GNU assembly.
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
mod evidence;
pub mod explain;
mod ja;
pub mod lower;
mod machine;
mod names;
pub mod options;
mod program;
pub mod register;
pub mod spelling;
pub mod syntax;
pub mod table;
pub mod version;

pub use code::Code;
pub use document::Document;
pub use ja::CATALOGUE;
pub use machine::Machine;
pub use options::Options;

use mnc2_text::interface::Language;
use mnc2_text::{About, Embedded, OptionAbout, PublicFiles};

/// The language, for the list of languages.
pub static LANGUAGE: Language =
    Language::new::<Code, Options>(&ABOUT, &CATALOGUE, explain::entries);

/// The description of the language in the tools.
pub static ABOUT: About = About {
    id: "rvmatrix",
    name: "RISC-V matrix extension",
    versions: options::VERSIONS,
    comments: &["#", "//"],
    embedded: Embedded {
        tags: &[],
        is_in_asm: true,
    },
    options: &[
        OptionAbout::new(
            "mlen",
            "128, 256, 512",
            "the bits of a row of a matrix register",
        ),
        OptionAbout::new(
            "xmisa",
            "0x0 to 0x3ff",
            "the optional parts of the machine, as its register has them",
        ),
        OptionAbout::new("start", "a label", "where a run starts"),
        OptionAbout::new(
            "a0",
            "a number",
            "an integer register at the start of a run; each has an option with its name",
        ),
    ],
    validated: "compared with the vendor's assembler tests (132 words and 14 rejections of 0.2, 151 words and 27 rejections of 0.3), its 49 cases of the emulator of 0.2 (47 agree, 2 have bugs of their own), and 3 public kernels in each of both; no assembler of 0.6 is public, so its words are from the documents alone",
    public_files: &[
        PublicFiles {
            version: "0.6",
            result: "no file",
        },
        PublicFiles {
            version: "0.3",
            result: "3 files, 1733 lines: the kernels of csi-nn2 at commit 4d61b33: no finding",
        },
        PublicFiles {
            version: "0.2",
            result: "3 files, 1739 lines: the kernels of csi-nn2 at commit c6b952a: no finding",
        },
    ],
    ..About::EMPTY
};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
