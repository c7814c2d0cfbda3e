//! Messages about MN-Core 2 in every language of the tools: sentences of [`mnc2_text`], their catalogue, and nouns that they
//! share.

pub mod language;
pub mod wording;
