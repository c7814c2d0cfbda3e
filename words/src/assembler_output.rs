//! A whole output of the assembler, and whether a text is one: its extension belongs to every assembler.

use mnc2_isa::Mode;

use super::listing::{self, Item, Loose};
use super::{Word, WordForm};
use mnc2_text::line::LineRange;
use mnc2_text::{Message, line, message};

/// The first lines that decide whether a text is an output of the assembler.
const LINES_JUDGED_MAX: usize = 64;

/// The fewest digits of a word that is cut off.
const DIGITS_MIN: usize = 64;

/// An output of the assembler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssemblerOutput {
    /// Its lines that are not blank.
    pub lines: Vec<OutputLine>,
}

/// A line of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputLine {
    /// The line of the output, counted from 0.
    pub line: u32,
    /// The content of the line.
    pub content: OutputContent,
}

/// The content of a line of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputContent {
    /// The word of a step.
    Word(Box<Word>),
    /// A line for the emulator.
    Emulator(Box<str>),
    /// Something else: why it is not read.
    Unread(Message),
}

impl AssemblerOutput {
    /// The output with a text; `None` if the text is not an output of the assembler.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if !is_output(text) {
            return None;
        }
        let content = |line| match listing::item(line) {
            Ok(Item::Blank) => None,
            Ok(Item::Word(word)) => Some(OutputContent::Word(Box::new(word))),
            Ok(Item::Emulator(text)) => Some(OutputContent::Emulator(text.into())),
            Err(error) => Some(OutputContent::Unread(error.message)),
        };
        let lines = (0..).zip(line::lines(text));
        let lines = lines.filter_map(|(line, text)| {
            let content = content(text)?;
            Some(OutputLine { line, content })
        });
        Some(Self {
            lines: lines.collect(),
        })
    }

    /// The mode of its first word of a step, if it has one.
    #[must_use]
    pub fn mode(&self) -> Option<Mode> {
        self.lines.iter().find_map(|line| match &line.content {
            OutputContent::Word(word) => Some(word.mode()),
            OutputContent::Emulator(_) | OutputContent::Unread(_) => None,
        })
    }
}

/// A line of an output that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputProblem {
    /// The line, counted from 0.
    pub line: u32,
    /// The part of it.
    pub range: LineRange,
    /// The reason, as a sentence.
    pub message: Message,
}

/// The errors in the lines of an output: words that are cut off, too long, or of another width than those before them, and
/// lines of other texts. Words of every kind are read, whether their fields are known or not.
pub fn problems(text: &str) -> impl Iterator<Item = OutputProblem> {
    let mut widths: [Option<u16>; WordForm::ALL.len()] = [None; WordForm::ALL.len()];
    let lines = (0..).zip(line::lines(text));
    lines.filter_map(move |(line, text)| {
        let (range, message) = match listing::loose(text) {
            Ok(Loose::Word(form, word)) => {
                let width = word.width();
                let first = *widths[form as usize].get_or_insert(width);
                if first == width {
                    return None;
                }
                (0..text.len() as u32, other_width(width, first))
            }
            Ok(Loose::Emulator | Loose::Blank) => return None,
            Err(error) => (error.range, error.message),
        };
        Some(OutputProblem {
            line,
            range,
            message,
        })
    })
}

/// The message about a word that is not as wide as others of its kind.
pub(super) fn other_width(width: u16, first: u16) -> Message {
    let (width, first) = (u32::from(width), u32::from(first));
    message!(
        "this word has {width} bits, but those before it have {first}",
        width,
        first
    )
}

/// Whether a text is an output of the assembler: of its first lines each is for the emulator or begins like a word, and
/// one is a word. A single line of another kind means that the text is something else.
#[must_use]
pub fn is_output(text: &str) -> bool {
    if listing::is_marked(text) {
        return false;
    }
    let mut has_word = false;
    let lines = line::lines(text).map(|line| line.split('#').next().unwrap_or_default().trim());
    let lines = lines.filter(|line| !line.is_empty());
    for line in lines.take(LINES_JUDGED_MAX) {
        if is_word(line) {
            has_word = true;
        } else if !matches!(listing::item(line), Ok(Item::Emulator(_))) {
            return false;
        }
    }
    has_word
}

/// Whether a line is the letter of a mode or of MV instructions and many digits of 0 and 1.
fn is_word(line: &str) -> bool {
    let Some(digits) = line.strip_prefix(['i', 'j', 'm']) else {
        return false;
    };
    let digits = digits.trim_start().as_bytes();
    digits.len() >= DIGITS_MIN
        && digits[..DIGITS_MIN]
            .iter()
            .all(|it| matches!(it, b'0' | b'1'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_output_of_the_assembler_is_recognised() {
        let word = format!("i {}\n", Word::idle(Mode::AutoStride).binary());
        let check = |text: &str, expected: bool| {
            assert_eq!(AssemblerOutput::read(text).is_some(), expected, "{text:?}");
            let marked = format!("{}\n{text}", listing::MARK);
            assert_eq!(AssemblerOutput::read(&marked), None, "{text:?}");
        };
        check(&word, true);
        check(&format!("# words\n\n{word}d get $lm0n0c0b0m0p0 1\n"), true);
        check(&format!("j {}\n", "01".repeat(200)), true);
        // A word that is cut off is named when it is read.
        check(&format!("{word}{}\n", &word[..100]), true);
        for other in [
            "",
            "\n# nothing\n",
            "d get $lm0n0c0b0m0p0 1\n",
            "i 0101\n",
            "inc eax\n",
            "mov eax, 1\nret\n",
            ".text\n_start:\n  j 10\n",
            "m4_include\n",
        ] {
            check(other, false);
            check(&format!("{word}{other}mov eax, 1\n"), false);
        }
    }

    #[test]
    fn lines_that_cannot_be_read_are_named() {
        let word = listing::line(&Word::idle(Mode::AutoStride));
        let text = format!(
            "{word}\n{}\n{word}1\nj 0101\nm 0101\nm 010\n d get $lm0n0c0b0m0p0 1 # x\nnop\ni 0\u{e9}\n",
            &word[..30]
        );
        let said: Vec<String> = problems(&text)
            .map(|it| format!("{}:{:?}: {}", it.line, it.range, it.message))
            .collect();
        expect_test::expect![[r#"
            1:2..30: a word has 292 bits, but this one is cut off after 28
            2:2..295: a word has 292 bits, but this one has 293
            3:2..6: a word has 426 bits, but this one is cut off after 4
            5:0..5: this word has 3 bits, but those before it have 4
            7:0..3: this is not a line of the assembler's output
            8:2..5: a word has only the digits 0 and 1, but its character 2 is `\u{e9}`"#]]
        .assert_eq(&said.join("\n").replace('\u{e9}', "\\u{e9}"));
    }

    #[test]
    fn lines_are_numbered_as_in_the_text() {
        let word = Word::idle(Mode::AutoStride);
        let text = format!(
            "\n{}\nd get $lm0n0c0b0m0p0 1\ni 01{}\n",
            listing::line(&word),
            "1".repeat(80)
        );
        let output = AssemblerOutput::read(&text).expect("an output");
        let numbers: Vec<u32> = output.lines.iter().map(|line| line.line).collect();
        assert_eq!(numbers, [1, 2, 3]);
        assert_eq!(output.lines[0].content, OutputContent::Word(Box::new(word)));
        assert!(matches!(output.lines[2].content, OutputContent::Unread(_)));
        assert_eq!(output.mode(), Some(Mode::AutoStride));
    }
}
