//! A language server for MN-Core 2 assembly.
//!
//! [`mnc2_ide`] knows the documents and what there is to say about them; this crate speaks the protocol. [`serve`] does
//! so over any pair of streams; the command line is the binary's. [`Edited`] is one document without a client, for
//! comparisons.
#![cfg_attr(
    not(feature = "dialects"),
    expect(
        unreachable_code,
        unused_variables,
        reason = "without dialects, what is about them has no values"
    )
)]

mod lsp;

pub use lsp::{Edited, Ending, serve};
