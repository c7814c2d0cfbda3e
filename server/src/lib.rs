//! A language server for MN-Core 2 assembly.
//!
//! `session` holds the open texts, `features` knows what there is to say about them, `lsp` speaks the protocol.
//! [`serve`] joins them over any pair of streams; the command line is the binary's. [`Edited`] is one document without
//! a client, for comparisons.

mod features;
mod lsp;
mod session;

pub use lsp::{Edited, Ending, serve};
