//! Steps as instruction words, and back, as far as the fields of the word are known.
//!
//! A [`Word`] has the 292 bits of auto-stride mode; nothing public shows a word of flat mode or of an MV instruction.
//! [`encode`](encode()) makes the word of a typed step and states for each part how it is known; a [`Decoder`] makes the text
//! of a word, in which `?field=0x..` states what is not observed. [`listing`] reads and writes the assembler's output, a line
//! for each word; [`compare`](compare()) finds where a program and an output differ. [`probe`] writes the program whose words
//! show what is not known; of these [`learn`](mod@learn) makes [`Encodings`], which [`encode_with`] and decoders read.

pub mod assembler_output;
pub mod assembly;
pub mod bits;
pub mod compare;
pub mod decode;
mod decode_learned;
pub mod encode;
pub mod encodings;
mod explicit_fields;
pub mod learn;
mod learned;
pub mod listing;
mod operands;
pub mod packet;
pub mod probe;
pub mod property;
pub mod word;

pub use assembler_output::AssemblerOutput;
pub use assembly::{Assembly, Lacking, Missing, Shares, assemble, assemble_with};
pub use bits::Bits;
pub use compare::{OutputComparison, compare};
pub use decode::{Decoded, Decoder};
pub use encode::{Doubt, EncodedStep, Status, UsedField, encode};
pub use encodings::Encodings;
pub use explicit_fields::{Stated, StatedError, take_stated};
pub use learn::{Learned, Pair, learn};
pub use learned::encode_with;
pub use property::{Property, PropertyContent, WordForm};
pub use word::{Word, WordError};

#[cfg(test)]
mod tests;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
