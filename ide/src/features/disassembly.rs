//! The assembler's output as text: a document in which each line is that line of the output, and the blocks of a packed
//! program.

use std::collections::HashMap;
use std::sync::Arc;

use mnc2_isa::field::FieldPlace;
use mnc2_text::{Language, Message, line, message};
use mnc2_words::assembler_output::is_output;
use mnc2_words::listing::{self, Item};
use mnc2_words::packet::{self, PacketBlock};
use mnc2_words::{Decoded, Decoder, Encodings, Word};

use crate::session::OUTPUT_BYTES_MAX;

/// The end of the names of packed programs.
pub const PACKED_SUFFIX: &str = ".idma.dat";

/// The blocks of a packed program that are shown.
const BLOCKS_MAX: usize = 65_536;

/// Words that are kept with their texts: programs repeat them.
const KEPT_MAX: usize = 4096;

/// The column of the comment after a step.
const COMMENT_COLUMN: usize = 48;

/// The text of an output, with the same line numbers as the output; a line that cannot be decoded has a comment with the
/// reason.
///
/// # Errors
/// If the text is too long, or is not an output of the assembler.
pub fn disassemble_output(
    name: &str,
    content: &str,
    learned: &Arc<Encodings>,
    language: Language,
) -> Result<String, Message> {
    if content.len() > OUTPUT_BYTES_MAX {
        return Err(too_long(name, "mnc2 disasm"));
    }
    if !is_output(content) {
        return Err(message!(
            "`{name}` is not an output of the assembler for MN-Core 2",
            name
        ));
    }
    let mut decoder = Decoder::with(Arc::clone(learned));
    let mut known: HashMap<Word, Decoded> = HashMap::new();
    let mut out = String::new();
    let mut step = 0_u64;
    for (number, line) in line::lines(content).enumerate() {
        if number > 0 {
            out.push('\n');
        }
        match listing::item(line) {
            Ok(Item::Blank) => out.push_str(line.trim()),
            Ok(Item::Emulator(text)) => out.push_str(text),
            Ok(Item::Word(word)) => {
                if known.len() >= KEPT_MAX {
                    known.clear();
                }
                let decoded = known.entry(word).or_insert_with(|| decoder.decode(&word));
                let mark = match decoded.is_inferred() {
                    true => " inferred",
                    false => "",
                };
                out.push_str(&format!(
                    "{:<COMMENT_COLUMN$} # {step}{mark}",
                    decoded.text()
                ));
                step += 1;
            }
            Err(error) => match decoder.line_by_rows(line) {
                Some(text) => out.push_str(&text),
                None => out.push_str(&format!("# {}", error.message.say(language))),
            },
        }
    }
    Ok(out)
}

/// A line of the output for people: its step, and the fields that are used; `None` if it has no word.
pub fn line(line: &str, learned: &Arc<Encodings>, language: Language) -> Option<String> {
    let mut decoder = Decoder::with(Arc::clone(learned));
    let Ok(Item::Word(word)) = listing::item(line) else {
        let text = decoder.line_by_rows(line)?;
        return Some(format!("```mnc2\n{text}\n```\n"));
    };
    let decoded = decoder.decode(&word);
    let mut out = format!("```mnc2\n{}\n```\n\n", decoded.text());
    let heading = message!("| bits | field | content |").say(language);
    out.push_str(&format!("{heading}\n| --- | --- | --- |\n"));
    for place in FieldPlace::all(word.mode()) {
        let content = word.get(place);
        let bits = place.bits(word.mode());
        if let (true, Some(bits)) = (content != u32::from(place.idle()), bits) {
            let (high, low) = (bits.end(), bits.start());
            let name = place.name();
            let status = match decoded.encoded.status_of(place) {
                status if status.is_certain() => String::new(),
                status => format!(" ({})", status.message().say(language)),
            };
            out.push_str(&format!(
                "| {high}:{low} | `{name}` | {content:#x}{status} |\n"
            ));
        }
    }
    Some(out)
}

/// The blocks of a packed program as a table.
///
/// # Errors
/// If it is too long, or ends within a block.
pub fn packed_table(name: &str, bytes: &[u8], language: Language) -> Result<String, Message> {
    if bytes.len() > OUTPUT_BYTES_MAX {
        return Err(too_long(name, "mnc2 inspect"));
    }
    let blocks =
        packet::blocks(bytes).map_err(|reason| message!("`{name}`: {reason}", name, reason))?;
    let (size, count) = (bytes.len(), blocks.len());
    let summary = message!("{bytes} bytes, {count} blocks", bytes = size, count);
    let remark = message!("how a word is placed in a block is not published, so no step is shown");
    let mut out = format!(
        "# {name}: {}\n# {}\n",
        summary.say(language),
        remark.say(language)
    );
    out.push_str(&format!("# {}\n", PacketBlock::heading()));
    for (number, block) in blocks.iter().enumerate().take(BLOCKS_MAX) {
        out.push_str(&format!("# {}\n", block.row(number)));
    }
    Ok(out)
}

fn too_long(name: &str, command: &'static str) -> Message {
    let limit = OUTPUT_BYTES_MAX >> 20;
    message!(
        "`{name}` is longer than {limit} MiB; `{command}` prints it whole",
        name,
        limit,
        command
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_that_line_of_the_output() {
        let nop = listing::line(&Word::idle(mnc2_isa::Mode::AutoStride));
        let content = format!(
            "# made\n{nop}\n\nd get $lm0n0c0b0m0p0 1\r\n{}\n{nop}",
            &nop[..99]
        );
        let text = disassemble_output("a.asm", &content, &Arc::default(), Language::English)
            .expect("it is output");
        let lines: Vec<_> = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(
            lines,
            [
                "# made",
                "nop # 0",
                "",
                "d get $lm0n0c0b0m0p0 1",
                "# a word has 292 bits, but this one is cut off after 97",
                "nop # 1",
            ]
        );
        let refused = |content: &str| {
            let text = disassemble_output("a.asm", content, &Arc::default(), Language::English);
            text.expect_err("it is refused").to_string()
        };
        assert_eq!(
            refused("mov eax, 1\n"),
            "`a.asm` is not an output of the assembler for MN-Core 2"
        );
        assert!(refused(&nop.repeat(1 << 14)).contains("longer than 4 MiB"));
    }

    #[test]
    fn packed_programs_show_their_tags() {
        let mut block = vec![0; packet::BLOCK_BYTES];
        block[127] = 0x40;
        let text = packed_table("a.idma.dat", &block, Language::English).expect("whole blocks");
        assert!(
            text.starts_with("# a.idma.dat: 128 bytes, 1 blocks\n"),
            "{text}"
        );
        assert!(
            text.ends_with("#      0  auto-stride  - - -        -\n"),
            "{text}"
        );
        assert!(packed_table("a.idma.dat", &block[1..], Language::English).is_err());
    }
}
