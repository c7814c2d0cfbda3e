//! The assembler's output next to a program, and how it compares with the program.

use mnc2_program::FileForm;
use mnc2_words::{AssemblerOutput, Encodings, OutputComparison, compare};

use super::{DocumentId, Snapshot};

/// The extension of the assembler's output, without the dot. It belongs to every assembler.
pub const OUTPUT_EXTENSION: &str = "asm";

/// The longest output that is read, in bytes: it is compared with the program after each pause in typing.
pub const OUTPUT_BYTES_MAX: usize = 4 << 20;

/// The assembler's output next to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembled {
    /// The identifier of the file.
    pub id: DocumentId,
    /// Its name for people.
    pub name: String,
    /// The lines of the file.
    pub output: AssemblerOutput,
}

impl Assembled {
    /// The output with a text; `None` if the text is too long or is not an output of the assembler.
    pub fn read(id: DocumentId, name: String, text: &str) -> Option<Self> {
        let output = (text.len() <= OUTPUT_BYTES_MAX).then(|| AssemblerOutput::read(text))??;
        Some(Self { id, name, output })
    }
}

impl Snapshot {
    /// The rows of instruction words that its project names.
    pub fn encodings(&self) -> &Encodings {
        static NONE: Encodings = Encodings { words: Vec::new() };
        let project = self.project.as_ref();
        project.map_or(&NONE, |project| &project.file.encodings)
    }

    /// The output next to it and how it compares with this text; computed once for each of both. `None` if there is none,
    /// or if they cannot be compared.
    pub fn comparison(&self) -> Option<(&Assembled, &OutputComparison)> {
        let assembled = self.assembled.as_deref()?;
        if self.is_unread() || self.form != FileForm::Program {
            return None;
        }
        let compared = self.compared.get_or(|| {
            let found = compare(&self.program, &assembled.output, self.encodings(), &|| {
                self.is_cancelled()
            });
            // A cancelled comparison is computed again by the next request.
            (found.is_some() || !self.is_cancelled()).then_some(found)
        });
        Some((assembled, compared?.as_ref()?))
    }
}
