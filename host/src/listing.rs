//! Listings of our own assembler, for our own emulator.
//!
//! A line has a word as the vendor's assembler writes it, as far as its bits are public, with `?` for the others, and after
//! [`MARK`] the source, which is what our emulator runs:
//!
//! ```text
//! i 010000..?? #mnc2: maskr 17 | lpassa $lm0v $lr0v
//! m ? #mnc2: mvp/n64i01 $p0 $lc0
//! d get $lm0n0c0b0m0p0 1
//! ```
//!
//! Each line can be run without the others, since a tool can drop lines (the contest's judge does): before a `|` is the `mask`
//! statement in force. The further words of `nop/4` have an empty source.

use std::collections::HashMap;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_isa::Mode;
use mnc2_program::finding::Finding;
use mnc2_program::rules::Rules;
use mnc2_program::{Line, ModeChoice, Program, Statement, Step};
use mnc2_review::check_to_run;
use mnc2_text::line::part;
use mnc2_text::{Message, Severity, message};
use mnc2_words::assembly::WORDS_MAX;
use mnc2_words::listing::{self, Item};
use mnc2_words::{Decoder, WordForm, encode};

pub use mnc2_words::listing::MARK;

/// The first line of a listing.
pub const HEADER: &str = "#mnc2: this is not the vendor's output; unknown bits are `?`, and mnc2 runs the source after each word";

/// Between the `mask` statement in force and the statement.
const MASKED: &str = " | ";

/// The source lines that a [`ListingReader`] keeps, since programs repeat theirs.
const CACHED_LINES_MAX: usize = 1 << 14;

/// Which lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Words, and the lines for the emulator.
    All,
    /// Words alone, as in a program for the board.
    Words,
}

/// A program that was assembled.
#[derive(Debug)]
pub struct Listing {
    /// The lines, the header first; empty if the program has errors.
    pub lines: Vec<String>,
    /// The errors of the program.
    pub errors: Vec<Finding>,
    /// Whether it has more words than are written.
    pub is_cut: bool,
}

/// Assembles a program for our emulator, in the mode of the rules, or in auto-stride mode.
#[must_use]
pub fn assemble(text: &str, rules: &Rules, content: Content) -> Listing {
    let mode = match rules.mode {
        ModeChoice::Given(mode) => mode,
        ModeChoice::Infer => Mode::AutoStride,
    };
    let program = mnc2_asm::parse(text);
    let report = check_to_run(&program, rules);
    let is_error = |it: &Finding| it.diagnostic.severity == Severity::Error;
    let mut listing = Listing {
        lines: Vec::new(),
        errors: report.findings.into_iter().filter(is_error).collect(),
        is_cut: false,
    };
    if !listing.errors.is_empty() {
        return listing;
    }
    listing.lines.push(HEADER.to_owned());
    let end = report.quit_line.map_or(program.len(), |line| line as usize);
    let texts = mnc2_text::line::lines(text);
    let mut writer = Writer {
        program: &program,
        mode,
        mask: None,
        words: 0,
    };
    for ((number, line), text) in program.iter().enumerate().take(end).zip(texts) {
        let Some(statement) = &line.statement else {
            continue;
        };
        if !writer.line(number, statement, text, content, &mut listing.lines) {
            return Listing {
                lines: Vec::new(),
                is_cut: true,
                ..listing
            };
        }
    }
    listing
}

/// What is known before a line.
struct Writer<'a> {
    program: &'a Program,
    mode: Mode,
    /// The `mask` statement in force, unless it is the start's.
    mask: Option<String>,
    words: u64,
}

impl Writer<'_> {
    /// Writes a line; `false` if there would be too many.
    fn line(
        &mut self,
        number: usize,
        statement: &Statement,
        text: &str,
        content: Content,
        out: &mut Vec<String>,
    ) -> bool {
        let source = part(text, &statement.range()).trim_end();
        match statement {
            Statement::Mask(mask) => {
                let is_default = mask.setting == mnc2_program::WriteMaskSetting::default();
                self.mask = (!is_default).then(|| source.to_owned());
            }
            Statement::Step(step) => {
                self.words += u64::from(step.steps());
                if self.words > WORDS_MAX {
                    return false;
                }
                let word = self.known_word(number, step);
                out.push(format!("{word} {MARK} {}", self.masked(source)));
                for _ in 1..step.steps() {
                    out.push(format!("{word} {MARK}"));
                }
            }
            Statement::Mv(_) => {
                let letter = WordForm::Mv.letter();
                out.push(format!("{letter} ? {MARK} {source}"));
            }
            Statement::DebugGet(_) | Statement::DebugSet(_) | Statement::Host(_) => {
                if content == Content::All {
                    out.push(listing::emulator_line(statement, text));
                }
            }
            Statement::Quit(_) | Statement::Directive(_) => {}
        }
        true
    }

    fn masked(&self, source: &str) -> String {
        match &self.mask {
            Some(mask) => format!("{mask}{MASKED}{source}"),
            None => source.to_owned(),
        }
    }

    /// The letter and the bits of a word, `?` for those that no public word shows.
    fn known_word(&self, number: usize, step: &Step) -> String {
        let encoded = encode(step, self.program.mask_setting_at(number), self.mode);
        let mut bits = encoded.word.binary().into_bytes();
        let last = bits.len() - 1;
        for doubt in encoded.doubts() {
            for bit in doubt.place.bits(self.mode).into_iter().flatten() {
                bits[last - usize::from(bit)] = b'?';
            }
        }
        let letter = WordForm::from_mode(self.mode).letter();
        format!("{letter} {}", String::from_utf8_lossy(&bits))
    }
}

/// Whether a text is a listing, of ours or of the vendor's assembler, and not a program.
#[must_use]
pub fn is_listing(text: &str) -> bool {
    let mut lines = mnc2_text::line::lines(text).map(str::trim);
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    let mut words = first.split_ascii_whitespace();
    let is_word = |letter| letter == "i" || letter == "j" || letter == "m";
    let has_bits = |bits: &str| bits.bytes().all(|bit| matches!(bit, b'0' | b'1' | b'?'));
    first.starts_with(MARK)
        || words.next().is_some_and(is_word) && words.next().is_some_and(has_bits)
}

/// Reads the lines of a listing.
#[derive(Default)]
pub struct ListingReader {
    parser: LineParser,
    decoder: Decoder,
    known: HashMap<String, Arc<Line>>,
    /// The `mask` statement in force.
    mask: String,
}

impl ListingReader {
    /// A reader at the start of a listing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            parser: LineParser::without_suggestions(),
            ..Self::default()
        }
    }

    /// Reads a line, and adds what it has to run: nothing, a statement, or a change of the mask and a statement.
    ///
    /// # Errors
    /// The first error of the line, or why its word cannot be run.
    pub fn read(&mut self, line: &str, program: &mut Vec<Arc<Line>>) -> Result<(), Message> {
        match line.trim_start().split_once(MARK) {
            Some(("", _)) => Ok(()),
            Some((_, source)) => self.source(source.trim(), program),
            None => match listing::item(line) {
                Ok(Item::Blank) => Ok(()),
                Ok(Item::Emulator(text)) => {
                    program.push(self.statement(text)?);
                    Ok(())
                }
                Ok(Item::Word(word)) => {
                    let decoded = self.decoder.decode(&word);
                    if !decoded.stated.is_empty() || decoded.is_inferred() {
                        return Err(message!(
                            "this word has bits whose meaning is not public, and no source next to it"
                        ));
                    }
                    let text = decoded.text();
                    self.source(&text, program)
                }
                Err(error) => Err(error.message),
            },
        }
    }

    fn source(&mut self, source: &str, program: &mut Vec<Arc<Line>>) -> Result<(), Message> {
        let (mask, source) = source.split_once(MASKED).unwrap_or(("mask 0", source));
        if source.is_empty() {
            return Ok(());
        }
        if self.mask != mask && !(self.mask.is_empty() && mask == "mask 0") {
            program.push(self.statement(mask)?);
            mask.clone_into(&mut self.mask);
        }
        program.push(self.statement(source)?);
        Ok(())
    }

    fn statement(&mut self, text: &str) -> Result<Arc<Line>, Message> {
        if let Some(line) = self.known.get(text) {
            return Ok(Arc::clone(line));
        }
        let line = Arc::new(self.parser.parse(text));
        if let Some(error) = line.diagnostics.iter().find(|it| it.is_error()) {
            return Err(error.message.clone());
        }
        let is_short = text.len() < 256;
        if is_short && self.known.len() < CACHED_LINES_MAX {
            self.known.insert(text.to_owned(), Arc::clone(&line));
        }
        Ok(line)
    }
}
