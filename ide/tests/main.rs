//! The debugger, and what the crate depends on.

mod debugger;
mod dependencies;
