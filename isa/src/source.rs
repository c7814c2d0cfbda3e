//! How each row of the table is known.

/// Where a fact comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The section of the manual that the row names.
    Manual,
    /// An anchor of `docs/known-behaviour.md`: what is publicly known of the real tools.
    Known(&'static str),
    /// Nothing public decides; the text gives the interpretation that was chosen and why.
    Assumed(&'static str),
}
