//! The answers to an editor's requests about programs, without a protocol, a runtime or I/O.
//!
//! [`transfer`] fills the memories of a run from arrays. [`languages`] holds the other languages, and the rest is about
//! MN-Core 2; [`embedded`] finds programs within files of C++, Python and Markdown. [`session`] holds the open documents, their
//! versions and the results of runs. [`features`] has one file for each editor feature: a pure function of a
//! [`Snapshot`](session::Snapshot), which never changes.

pub mod embedded;
pub mod features;
pub mod languages;
pub mod session;
pub mod transfer;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
