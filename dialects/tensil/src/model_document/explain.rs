//! What an editor requests about a place of a model.

use std::ops::Range;

use mnc2_text::interface::{Annotate, Colour, Complete, Explain, IsCancelled, Name};
use mnc2_text::{
    Change, Completion, Estimate, Hover, Inlay, Language, Message, Place, Position, Signature,
    Token, message,
};

use super::{ModelDocument, estimate};
use crate::architecture::Architecture;
use crate::model::{Entry, content};
use crate::table::Memory;

/// The fields of a model, in the words of their hovers.
fn field(name: &str) -> Option<Message> {
    Some(match name {
        "name" => message!("the name of the model, or of an input or output"),
        "prog" => message!("the program: its file, and the length of the file in bytes"),
        "consts" => message!(
            "the files of constants, which are loaded into DRAM1 before the program starts"
        ),
        "inputs" => message!("the inputs, which are in DRAM0 when the program starts"),
        "outputs" => message!("the outputs, which are in DRAM0 when the program ends"),
        "arch" => message!("the machine, as in a `.tarch` file"),
        "load_consts_to_local" => message!(
            "whether the constants are moved from DRAM1 to the same addresses of the local memory before the program starts"
        ),
        "file_name" => message!("the name of a file in the folder of the model"),
        "base" => message!("the first vector"),
        "size" => message!("the number of vectors; of a program, the number of bytes"),
        _ => return None,
    })
}

impl ModelDocument {
    /// The text in quotation marks at a position.
    fn quoted(&self, at: Position) -> Option<Range<usize>> {
        let byte = self.byte(at.line, at.byte);
        let text = self.text();
        let before = text.get(..byte)?;
        let start = before.rfind(|sign: char| "\"\n\r{}[],:".contains(sign))?;
        let is_open = text.get(start..=start) == Some("\"");
        let rest = text.get(start + 1..)?;
        let end = start + 1 + rest.find('"')?;
        (is_open && byte <= end).then_some(start..end + 1)
    }

    /// Where vectors are, and what is in the file.
    fn entry_text(&self, entry: &Entry, memory: Memory, architecture: &Architecture) -> Message {
        let bytes = entry.size.saturating_mul(architecture.vector_bytes());
        message!(
            "{size:# vector|# vectors} of {array:# scalar|# scalars} from `{memory}({base})` on: {bytes:# byte|# bytes}",
            size = entry.size,
            array = architecture.array_size,
            memory = memory.name(),
            base = entry.base,
            bytes
        )
    }

    fn hover_text(&self, bytes: &Range<usize>) -> Option<Message> {
        let model = self.model();
        let architecture = model.architecture.clone().unwrap_or_default();
        if let Some(program) = model.program.as_ref().filter(|it| it.range == *bytes) {
            let estimate = estimate(self, &|| false);
            let length = content(&self.options.files, &program.file).map_or(0, |it| it.len());
            let steps = estimate.as_ref().map_or(0, |it| it.steps.len());
            let cycles = estimate.as_ref().map_or(0, Estimate::cycles);
            return Some(message!(
                "{length:# byte|# bytes}, {steps:# instruction|# instructions}, {cycles:# cycle|# cycles} by the estimate of the public compiler",
                length,
                steps,
                cycles
            ));
        }
        let entries = [
            (&model.constants, Memory::Dram1),
            (&model.inputs, Memory::Dram0),
            (&model.outputs, Memory::Dram0),
        ];
        entries.into_iter().find_map(|(entries, memory)| {
            let entry = entries.iter().find(|entry| entry.range == *bytes)?;
            Some(self.entry_text(entry, memory, &architecture))
        })
    }
}

impl Explain for ModelDocument {
    fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        let bytes = self.quoted(at)?;
        let place = self.place(&bytes);
        let named = self.text().get(bytes.start + 1..bytes.end - 1)?;
        let text = self.hover_text(&bytes).or_else(|| field(named))?;
        Some(Hover {
            range: place.range,
            markdown: text.say(language),
        })
    }
}

impl Complete for ModelDocument {
    fn completion(&self, _at: Position, _language: Language) -> Vec<Completion> {
        Vec::new()
    }

    fn signature(&self, _at: Position, _language: Language) -> Option<Signature> {
        None
    }
}

impl Annotate for ModelDocument {
    fn inlays(
        &self,
        _lines: Range<u32>,
        _language: Language,
        _is_cancelled: IsCancelled<'_>,
    ) -> Vec<Inlay> {
        Vec::new()
    }

    fn estimate(&self, is_cancelled: IsCancelled<'_>) -> Option<Estimate> {
        estimate(self, is_cancelled)
    }
}

impl Colour for ModelDocument {
    fn tokens(&self, _lines: Range<u32>, _is_cancelled: IsCancelled<'_>) -> Vec<Token> {
        Vec::new()
    }
}

impl Name for ModelDocument {
    fn definition(&self, _at: Position) -> Vec<Place> {
        Vec::new()
    }

    fn rename(&self, _at: Position, _name: &str) -> Result<Vec<Change>, Message> {
        Err(message!("there is no name here that can be changed"))
    }
}
