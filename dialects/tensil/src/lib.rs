//! The instruction set of the Tensil tensor unit, as the listings (`.tasm`) that its compiler prints.
//!
//! A line passes four stages: the grammar (`tree-sitter-tensil`) gives its shapes, [`source`] keeps them by line, [`lower`]
//! makes a typed instruction of them with the [`table`], and [`encode`] makes its bytes, whose widths follow from the
//! [`architecture`].

pub mod architecture;
pub mod assemble;
pub mod check;
pub mod code;
mod document;
pub mod encode;
pub mod explain;
pub mod format;
pub mod instruction;
mod ja;
mod language;
pub mod lower;
mod machine;
pub mod options;
pub mod place;
pub mod source;
pub mod table;

pub use code::Code;
pub use document::Document;
pub use language::LANGUAGE;
pub use machine::{Arithmetic, Machine};
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
    id: "tensil",
    name: "Tensil tensor unit",
    versions: options::VERSIONS,
    extensions: &["tasm"],
    architecture: Some("tarch"),
    binary: Some("tprog"),
    comments: &["#", ";", "//"],
    options: &[
        OptionAbout {
            name: "advice",
            values: "on, off",
            doc: "whether results that no DRAM receives are hinted at",
        },
        OptionAbout {
            name: "data_type",
            values: "FP8BP4, FP16BP8, FP18BP10, FP32BP16, FLOAT32",
            doc: "the type of a scalar",
        },
        OptionAbout {
            name: "array_size",
            values: "a number",
            doc: "the scalars of a vector; every number of a `.tarch` file has an option with its name",
        },
    ],
    validated: "compared with the vendor's compiler test: 204 instructions of 9 programs, both ways, and 60 results of their runs",
};

/// The Japanese of this crate's messages.
pub static CATALOGUE: Catalogue = ja::CATALOGUE;
