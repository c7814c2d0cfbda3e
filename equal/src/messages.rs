//! The result of a proof, in words.

use mnc2_text::{Message, message};

use super::Unproven;

impl Unproven {
    /// How programs with no word that is unproven are proven to be equivalent.
    #[must_use]
    pub fn proof(&self) -> Message {
        match self.by_bits {
            0 => message!("equivalent, proven by dataflow"),
            words => message!(
                "equivalent, proven by dataflow and, for {words:# word|# words}, bit by bit",
                words
            ),
        }
    }
}
