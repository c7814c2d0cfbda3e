//! Steps as instruction words, and back, as far as the fields of the word are known.
//!
//! A [`Word`] has the 292 bits of auto-stride mode; nothing public shows a word of flat mode or of an MV instruction.
//! [`encode`](encode()) makes the word of a typed step and says of each part how it is known; a [`Decoder`]
//! makes the text of a word, in which `?field=0x..` states what is not observed. [`listing`] reads and writes the
//! assembler's output, a line for each word.

pub mod assembly;
pub mod decode;
pub mod encode;
pub mod listing;
mod operands;
pub mod packet;
mod stated;
pub mod word;

pub use assembly::{Assembly, Lacking, Missing, Shares, assemble};
pub use decode::{Decoded, Decoder};
pub use encode::{Doubt, Encoded, Known, Status, encode};
pub use stated::{Stated, StatedError, take_stated};
pub use word::{Word, WordError};

#[cfg(test)]
mod tests;
