//! The bytes of a text, and the text of bytes.

use mnc2_text::interface::{Assemble, Disassemble, IsCancelled, wanted};
use mnc2_text::{Encoded, Message, message};

use crate::document::Document;
use crate::encode::Encoder;
use crate::listing::{UNREAD, bytes_from_hex, hex};
use crate::lower::lower;
use crate::options::Options;

impl Assemble for Document {
    /// Each instruction with its bytes in the order of a `.tprog` file, in the order of lines. One with an error has none.
    fn assemble(&self, is_cancelled: IsCancelled<'_>) -> Vec<Encoded> {
        let options = &*self.options;
        let encoder = Encoder::new(&options.architecture, options.encoding);
        let lines = wanted(self.source.lines_from(0), is_cancelled);
        let encoded = lines.filter_map(|(number, line)| {
            let lowered = lower(line, line.statement.as_ref()?, options);
            let instruction = lowered.instruction?;
            let fields = encoder.fields(&instruction, lowered.thread)?;
            Some(Encoded {
                line: number,
                hex: hex(&encoder.bytes(&fields)),
                text: instruction.to_string(),
            })
        });
        encoded.collect()
    }
}

impl Disassemble for Options {
    /// The text of the bytes of an instruction, in the order of a `.tprog` file.
    fn disassemble(&self, word: &str) -> Result<String, Message> {
        let word = word.trim();
        let Some(bytes) = bytes_from_hex(word).filter(|bytes| !bytes.is_empty()) else {
            return Err(message!(
                "`{word}` is not a row of bytes in hexadecimal digits",
                word
            ));
        };
        let encoder = Encoder::new(&self.architecture, self.encoding);
        let (instruction, thread) = encoder.decode(&bytes).map_err(|it| it.message())?;
        Ok(match thread {
            0 => instruction.to_string(),
            _ => format!("[0] {thread} {instruction}"),
        })
    }

    /// The listing of the bytes of a `.tprog` file: a line for each instruction, with its number and thread where that is not the
    /// first one. Bytes that are not an instruction become a comment.
    fn listing(&self, bytes: &[u8]) -> Option<String> {
        let encoder = Encoder::new(&self.architecture, self.encoding);
        let mut text = String::new();
        for (number, word) in bytes.chunks(encoder.layout().bytes()).enumerate() {
            match encoder.decode(word) {
                Ok((instruction, 0)) => text.push_str(&format!("{instruction}\n")),
                Ok((instruction, thread)) => {
                    text.push_str(&format!("[{number}] {thread} {instruction}\n"));
                }
                Err(_) => text.push_str(&format!("{UNREAD}{}\n", hex(word))),
            }
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use mnc2_text::interface::Settings as _;

    use super::*;

    fn options(settings: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        for (key, value) in settings {
            options.set(key, value).expect("a value");
        }
        options
    }

    const TINY: [(&str, &str); 7] = [
        ("array_size", "2"),
        ("dram0_depth", "256"),
        ("dram1_depth", "256"),
        ("local_depth", "256"),
        ("accumulator_depth", "256"),
        ("stride0_depth", "1"),
        ("stride1_depth", "1"),
    ];

    fn check(settings: &[(&str, &str)], text: &str, hex: &str) {
        let options = options(settings);
        let found = Document::new(text, &options).assemble(&|| false);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|it| (it.hex.as_str(), it.text.as_str()))
            .collect();
        assert_eq!(found, [(hex, text)]);
        assert_eq!(options.disassemble(hex).as_deref(), Ok(text));
    }

    #[test]
    fn instructions_become_bytes_and_bytes_instructions() {
        check(&TINY, "DataMove(<-) Local(0) DRAM1(0) 2(+1)", "0x00000222");
        check(&TINY, "DataMove(->, Acc) Local(9) Acc(7)", "0x0907002f");
        check(&TINY, "LoadWeights Local(1) 2(+1)", "0x01020030");
        check(&TINY, "LoadWeights Zeroes", "0x00000031");
        check(&TINY, "MatMul(Acc) Local(3) Acc(1) 1(+1)", "0x03010111");
        check(&TINY, "MatMul Zeroes Acc(1)", "0x00010012");
        check(&TINY, "SIMD R1=0", "0x00000940");
        check(&TINY, "SIMD(RW) O=Max(I,R1) WAcc(1) RAcc(0)", "0x01007a43");
        check(&TINY, "SIMD(W) O=R1 WAcc(2)", "0x02001642");
        check(&TINY, "SIMD(RWA) R1=Abs(I) WAcc(2) RAcc(3)", "0x02035947");
        check(&TINY, "NoOp", "0x00000000");
        check(&TINY, "Configure tracepoint 291", "0x391200f0");
        check(&TINY, "Configure 2 1", "0x120000f0");
        check(
            &[],
            "MatMul Local(1)@2^2 Acc(3)@2^7 4(+1)",
            "0x0140030070040010",
        );
        check(&[], "LoadLUT Local(1) 2", "0x0100020000000050");
        let compiler = [("version", "compiler"), ("number_of_threads", "2")];
        check(&compiler, "Wait 1", "0x0100000000000000");
        check(&compiler, "Configure timeout 1", "0x1800000000000070");
        let thread = options(&compiler);
        let found = Document::new("[0] 1 Wait 0", &thread).assemble(&|| false);
        assert_eq!(found[0].hex, "0x0000000000000080");
        let text = thread.disassemble(&found[0].hex);
        assert_eq!(text.as_deref(), Ok("[0] 1 Wait 0"));
    }

    #[test]
    fn what_is_no_instruction_is_said() {
        let options = options(&TINY);
        for wrong in [
            "",
            "0x",
            "0x000002",
            "0x0000022",
            "NoOp",
            "0x0000022200",
            "0x00000060",
            "0x00000024",
            "0x01000000",
            "0x00000018",
            "0x01000031",
            "0x00000131",
            "0x0000802f0",
        ] {
            assert!(options.disassemble(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_program_is_a_listing() {
        let bytes = [0, 0, 2, 0x22, 0, 0, 0, 0x60, 0, 0, 9, 0x40, 1];
        assert_eq!(
            options(&TINY).listing(&bytes).unwrap_or_default(),
            "DataMove(<-) Local(0) DRAM1(0) 2(+1)\n// 0x00000060\nSIMD R1=0\n// 0x01\n"
        );
    }
}
