//! The features of the server, one file per editor feature.
//!
//! Features are pure functions of a program, independent of the protocol: lines count from 0, and positions in a line are
//! bytes.

pub mod actions;
pub mod chip;
pub mod code_page;
pub mod completion;
pub mod data_navigation;
pub mod definition;
pub mod diagnostics;
pub mod directive;
pub mod disassembly;
pub mod dump;
pub mod estimate;
pub mod folding;
pub mod formatting;
mod heat_map;
pub mod hierarchy;
pub mod highlight;
pub mod hints;
pub mod hover;
pub mod inline_values;
pub mod judge;
pub mod lens;
pub mod line_values;
pub mod links;
pub mod memory;
pub mod number_format;
pub mod references;
pub mod rename;
pub mod run;
pub mod score;
pub mod sections;
pub mod selection;
pub mod shorten;
pub mod signature;
pub mod silencing;
pub mod symbols;
pub mod timeline;
pub mod tokens;
pub mod words;
pub mod written_values;
