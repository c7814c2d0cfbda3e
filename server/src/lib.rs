//! A language server for MN-Core 2 assembly.
//!
//! `session` holds the open texts, `features` says what there is to say about
//! them, `lsp` speaks the protocol. [`serve`] puts them together over any pair
//! of streams; the command line is the business of the binary. [`Edited`] is one
//! document without a conversation, to be compared.

mod committed;
mod features;
mod lsp;
mod session;

pub use lsp::{Edited, Ending, serve};
