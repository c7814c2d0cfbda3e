//! A language server for MN-Core 2 assembly.
//!
//! [`mnc2_ide`] has the documents and their analysis; this crate implements the protocol. [`serve`] does so over any
//! pair of streams; the command line is the binary's. [`ChangedDocument`] is one document without a client, for comparisons.

#![expect(missing_docs, reason = "the crate is not published")]

mod lsp;

pub use lsp::{About, ChangedDocument, Ending, METHODS, Method, serve};
