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
pub mod estimate;
pub mod explain;
pub mod format;
pub mod instruction;
mod ja;
pub mod listing;
pub mod lower;
mod machine;
pub mod model;
pub mod model_document;
pub mod options;
pub mod place;
pub mod source;
pub mod table;

pub use code::Code;
pub use document::Document;
pub use ja::CATALOGUE;
pub use machine::{Arithmetic, Machine};
pub use options::Options;

use mnc2_text::interface::Language;
use mnc2_text::{About, OptionAbout, PublicFiles};

/// The language, for the list of languages.
pub static LANGUAGE: Language =
    Language::new::<Code, Options>(&ABOUT, &CATALOGUE, explain::entries);

/// The description of the language in the tools.
pub static ABOUT: About = About {
    id: "tensil",
    name: "Tensil tensor unit",
    versions: options::VERSIONS,
    extensions: &["tasm"],
    architecture: Some("tarch"),
    binary: Some("tprog"),
    model: Some("tmodel"),
    is_linked: false,
    comments: &["#", ";", "//"],
    options: &[
        OptionAbout::new(
            "advice",
            "on, off",
            "whether results that no DRAM receives are hinted at",
        ),
        OptionAbout::new(
            "data_type",
            "FP8BP4, FP16BP8, FP18BP10, FP32BP16, FLOAT32",
            "the type of a scalar",
        ),
        OptionAbout::new(
            "array_size",
            "a number",
            "the scalars of a vector; every number of a `.tarch` file has an option with its name",
        ),
    ],
    validated: "compared with the vendor's compiler test: 204 instructions of 9 programs, both ways, and 60 results of their runs",
    public_files: &[
        PublicFiles {
            version: "compiler",
            result: "6 architecture files, and 9 programs with 204 instructions in the compiler's test: all read, no error",
        },
        PublicFiles {
            version: "docs",
            result: "no file",
        },
    ],
    ..About::EMPTY
};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
