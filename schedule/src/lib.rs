//! Shorter programs, with proof.
//!
//! Nothing branches on this machine, so the legal distance between two instructions is known exactly. What may move
//! where is a finite problem, and a solver finds the shortest order and proves that none is shorter.

pub mod bound;
mod copying;
mod draft;
pub mod equal;
pub mod findings;
pub mod list;
mod merging;
pub mod problem;
mod renaming;
pub mod rewriting;
mod say;
pub mod search;
mod sharing;
pub mod shorten;
pub mod solve;
pub mod subject;
pub mod text;
mod values;
pub mod within;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
