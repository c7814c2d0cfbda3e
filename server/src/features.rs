//! What the server knows about a program, one file per editor feature.
//!
//! Features are pure functions of a program. They know nothing of the protocol: lines count from 0, and positions in a
//! line are bytes.

pub(crate) mod actions;
pub(crate) mod beside;
pub(crate) mod chip;
pub(crate) mod completion;
pub(crate) mod definition;
pub(crate) mod diagnostics;
pub(crate) mod dump;
pub(crate) mod folding;
pub(crate) mod follow;
pub(crate) mod formatting;
pub(crate) mod highlight;
pub(crate) mod hints;
pub(crate) mod hover;
pub(crate) mod judge;
pub(crate) mod lens;
pub(crate) mod links;
pub(crate) mod numbers;
pub(crate) mod references;
pub(crate) mod rename;
pub(crate) mod run;
pub(crate) mod score;
pub(crate) mod sections;
pub(crate) mod selection;
pub(crate) mod signature;
pub(crate) mod symbols;
pub(crate) mod timeline;
pub(crate) mod tokens;
pub(crate) mod written;
