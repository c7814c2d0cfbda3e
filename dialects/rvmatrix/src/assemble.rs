//! The words of a text, and the text of a word.

use mnc2_assembly::{disassemble, encoded, is_assignment};
use mnc2_text::interface::{Assemble, Disassemble, IsCancelled, wanted};
use mnc2_text::{Encoded, Message, message};

use crate::document::Document;
use crate::encode::Instruction;
use crate::lower::{Lowered, lower};
use crate::options::Options;

impl Document {
    /// The statements in the order in which they are read, by their lines.
    fn statements<'a>(
        &'a self,
        is_cancelled: IsCancelled<'a>,
    ) -> impl Iterator<Item = (u32, Lowered)> + 'a {
        let names = self.names();
        let units = wanted(names.symbols.units(self.source()), is_cancelled);
        units.map(move |unit| (unit.number, lower(&unit, names)))
    }
}

impl Assemble for Document {
    /// Each instruction of the extension with its word, in the order of the text. Macros and repetitions are written out at the
    /// lines of their calls.
    fn assemble(&self, is_cancelled: IsCancelled<'_>) -> Vec<Encoded> {
        let version = self.names().version;
        let words = self
            .statements(is_cancelled)
            .filter_map(|(line, lowered)| match lowered {
                Lowered::Instruction(it) => {
                    Some(encoded(line, it.encode(version)?, it.text(version)))
                }
                Lowered::Other | Lowered::Hidden(_) | Lowered::Wrong(..) => None,
            });
        words.collect()
    }

    /// Lines with an instruction that has no word because the text does not say what an operand is: a name of another file, or of
    /// the C preprocessor; and conditions and repetitions with a value that is not known.
    fn unknown_words(&self, is_cancelled: IsCancelled<'_>) -> Vec<u32> {
        let statements = self.statements(is_cancelled);
        let hidden = statements.filter(|(_, lowered)| matches!(lowered, Lowered::Hidden(_)));
        self.names().with_unknown(hidden.map(|(line, _)| line))
    }

    /// Base instructions, and macros that the text does not define.
    fn other_instructions(&self) -> usize {
        let symbols = self.names();
        let units = symbols.units(self.source()).filter(|unit| {
            let word = unit.mnemonic();
            let is_instruction = !word.is_empty()
                && !word.starts_with('.')
                && !symbols.macros.contains_key(word)
                && !is_assignment(unit.line, unit.statement().operands.first());
            is_instruction && lower(unit, symbols) == Lowered::Other
        });
        units.count()
    }
}

impl Disassemble for Options {
    fn disassemble(&self, word: &str) -> Result<String, Message> {
        let decode = |word| {
            let mut versions = self.versions().into_iter();
            versions.find_map(|version| Some(Instruction::decode(word, version)?.text(version)))
        };
        disassemble(word, decode, |word| match self.version {
            Some(version) => message!(
                "{word} is not an instruction of the RISC-V matrix extension {version}",
                word,
                version = version.name()
            ),
            None => message!(
                "{word} is not an instruction of the RISC-V matrix extension in any version",
                word
            ),
        })
    }

    /// Later versions that read nothing are left out.
    fn other_readings(&self, word: &str) -> Vec<(&'static str, Option<String>)> {
        let Ok(text) = self.disassemble(word) else {
            return Vec::new();
        };
        let readings = self.versions().into_iter().map(|version| {
            let options = Self {
                version: Some(version),
                ..self.clone()
            };
            (version.name(), options.disassemble(word).ok())
        });
        let mut is_read = false;
        let readings = readings.filter(|(_, reading)| {
            is_read |= reading.as_ref() == Some(&text);
            reading.as_ref().map_or(!is_read, |it| *it != text)
        });
        readings.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::Version;

    fn words(text: &str) -> Vec<String> {
        let words = Document::new(text, &Options::default()).assemble(&|| false);
        let text = |word: &Encoded| format!("{} {}", word.line + 1, word.text);
        words.iter().map(text).collect()
    }

    #[test]
    fn macros_and_repetitions_are_written_out() {
        let text = ".macro copy to, form=mm\n mmov.\\form m\\to, m1\n.endm\n copy 2\n.rept 2\n mmov.mm m0, m1\n.endr\n.irp row, 1, 2\n mmov.mv.i m3, m4[\\row]\n.endr\n.data\n.ascii \"a\"\n mrelease";
        assert_eq!(
            words(text),
            [
                "4 mmov.mm m2, m1",
                "5 mmov.mm m0, m1",
                "5 mmov.mm m0, m1",
                "8 mmov.mv.i m3, m4[1]",
                "8 mmov.mv.i m3, m4[2]",
                "13 mrelease",
            ]
        );
    }

    #[test]
    fn instructions_without_a_word_are_known() {
        let unknown =
            |text: &str| Document::new(text, &Options::default()).unknown_words(&|| false);
        let text = "#define ROW 1 + 0\n mmov.mv.i m0, m1[ROW]\n mmov.mm m0, m1\n mmov.mv.i m0, m1[elsewhere]";
        assert_eq!(unknown(text), [1, 3]);
        let defined = |define: &str| format!("{define}\n mmov.mv.i m0, m1[ROW]");
        assert_eq!(unknown(&defined("#define ROW 1")), [0; 0]);
        assert_eq!(
            words(&defined("#define ROW 0x2")),
            ["2 mmov.mv.i m0, m1[2]"]
        );
        for open in [
            "#define ROW(x) 1",
            "#ifdef X\n#define ROW 1\n#endif",
            "#define ROW 1\n#define ROW 2",
        ] {
            assert_eq!(unknown(&defined(open)).len(), 1, "{open}");
        }
        assert_eq!(unknown(".set row, 1\n mmov.mv.i m0, m1[row]"), [0; 0]);
        let call = ".macro take row\n mmov.mv.i m0, m1[\\row]\n.endm\n take 1\n take elsewhere";
        assert_eq!(unknown(call), [4]);
    }

    #[test]
    fn words_are_hexadecimal_numbers_of_32_bits() {
        let disassemble = |word: &str| Options::default().disassemble(word);
        assert_eq!(disassemble("0x0004802b"), Ok("mmov.mm m0, m1".to_owned()));
        assert_eq!(disassemble(" 4802B\n"), Ok("mmov.mm m0, m1".to_owned()));
        // `mzero` is not in 0.2.
        assert_eq!(disassemble("a001802b"), Ok("mzero m3".to_owned()));
        let other = |word: &str| Options::default().other_readings(word);
        let product = Some("mmaqa.b m1, m2, m2".to_owned());
        assert_eq!(
            disassemble("2048802b"),
            Ok("mmaqau.b m0, m2, m2".to_owned())
        );
        let size = Some("msettilemi 145".to_owned());
        assert_eq!(other("0x2048802b"), [("0.3", product), ("0.6", size)]);
        // A later version has no such word.
        assert_eq!(other("0x0004802b"), []);
        assert_eq!(other("a001802b"), [("0.2", None)]);
        assert_eq!(other("0x0800002b"), []);
        assert_eq!(other("0x13"), []);
        let chosen = Options {
            version: Some(Version::V02),
            ..Options::default()
        };
        assert_eq!(chosen.other_readings("0x2048802b"), []);
        assert!(chosen.disassemble("a001802b").is_err());
        for wrong in [
            "",
            "0x",
            "0x10004802b",
            "+4802b",
            "mmov",
            "0x4802b 0x4802b",
            "é",
            "0x00000013",
        ] {
            assert!(disassemble(wrong).is_err(), "{wrong}");
        }
    }
}
