//! Shorter programs, with proof.
//!
//! Nothing branches on this machine, so the legal distance between two instructions is known exactly. What may move
//! where is a finite problem, and a solver finds the shortest order and proves that none is shorter.

pub mod bound;
mod copy_unit_choice;
pub mod draft;
pub mod emit;
pub mod findings;
pub mod in_testcase;
pub mod input_bits;
pub mod lane_values;
pub mod list_scheduling;
mod merging;
mod messages;
pub mod operations;
pub mod parallel;
mod planted;
pub mod problem;
mod redundancy;
mod renaming;
mod rewriting;
pub mod rules;
pub mod search_input;
pub mod shorten;
pub mod solve;
mod unit_counts;
mod values;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
