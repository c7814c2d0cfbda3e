//! Reads the fixtures of this folder and compares results with them. It is not part of any tool.
//!
//! Fixtures are text: annotated programs in `diagnostics/`, programs with their dumps in `programs/`, and
//! the code blocks of the documentation.

#![expect(missing_docs, reason = "the crate is not published")]

pub mod annotation;
pub mod certificate;
pub mod commands;
pub mod completion_ranks;
pub mod demonstration;
pub mod files;
pub mod fix_cases;
pub mod formatting;
pub mod fuzz;
pub mod generate;
pub mod hostile;
pub mod languages;
pub mod markdown;
pub mod mutation;
pub mod near_legal;
pub mod opinions;
pub mod random_program;
pub mod ranges;
pub mod run;
pub mod second_opinion;
pub mod sentences;
