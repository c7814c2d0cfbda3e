//! The words of a text, and the text of a word.

use mnc2_assembly::{disassemble, encoded};
use mnc2_text::interface::{Assemble, Disassemble, IsCancelled, wanted};
use mnc2_text::{Encoded, Message, message};

use crate::document::Document;
use crate::encode::Instruction;
use crate::layout::Placed;
use crate::lower::Lowered;
use crate::options::Options;

impl Assemble for Document {
    /// Each instruction with its word, in the order of the text. What macros and repetitions make is at the lines of
    /// their calls.
    fn assemble(&self, is_cancelled: IsCancelled<'_>) -> Vec<Encoded> {
        let (symbols, layout) = self.places();
        let mut found = Vec::new();
        for placed in wanted(layout.statements(), is_cancelled) {
            if placed.address.is_some() {
                let instructions = layout.instructions(symbols, &placed).into_iter();
                let words =
                    instructions.map(|it| encoded(placed.line, it.encode(), it.to_string()));
                found.extend(words);
            }
        }
        found
    }

    /// Lines whose words the text does not say: conditions and repetitions with a value that is not known, other files, and
    /// operands that a macro would fill in.
    fn unknown_words(&self, _is_cancelled: IsCancelled<'_>) -> Vec<u32> {
        let is_unknown = |placed: &Placed<'_>| {
            let line = self.source().line(placed.line);
            let statement = line.and_then(|line| line.statements.get(placed.index));
            let word = line.zip(statement).map(|(line, it)| line.mnemonic(it));
            let is_file = matches!(word, Some(".include" | ".incbin"));
            let is_hidden = matches!(*placed.lowered, Lowered::Hidden(_));
            placed.address.is_some() && (is_hidden || is_file)
        };
        let lines = self.layout().statements().filter(is_unknown);
        self.names().with_unknown(lines.map(|placed| placed.line))
    }
}

impl Disassemble for Options {
    fn disassemble(&self, word: &str) -> Result<String, Message> {
        disassemble(word, Instruction::decode, |word| {
            message!("{word} is not an instruction of NaplesPU", word)
        })
    }
}
