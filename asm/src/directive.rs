//! Directives of programs for the linker, from `@` to the comment.
//!
//! A line is checked alone here; names, pools and slots are the subject of [`mnc2_program::rules::link`]. Registers go through
//! the parser of ordinary operands.

mod variadic;

use std::ops::Range;

use super::LineParser;
use mnc2_program::code::Code;
use mnc2_program::directive::{
    COMPONENTS_MAX, DIRECTIVE_SIGN, DIRECTIVES, Directive, DirectiveName, DirectiveOperand,
    DirectivePart, DirectiveValue, REDUCTIONS, RETIRED,
};
use mnc2_program::finding::Diagnostic;
use mnc2_program::{Addressing, OperandKind, PeMemory};
use mnc2_text::line::{SIMILARITY_MIN, part, similar};
use mnc2_text::{LineRange, Message, message};

/// The most words of a directive that are read.
const WORDS_MAX: usize = 1024;

/// Dimensions of a problem.
const DIMENSIONS: u64 = 3;

/// A directive as it was read.
pub(super) struct Read {
    pub(super) directive: Directive,
    pub(super) comment: Option<LineRange>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The directive of a line; `None` if the line is something else.
pub(super) fn read(parser: &mut LineParser, text: &str) -> Option<Read> {
    if !text.trim_start().starts_with(DIRECTIVE_SIGN) {
        return None;
    }
    let comment = text
        .find('#')
        .map(|at| mnc2_text::line::range(at..text.len()));
    // The SDK's documents write remarks after `;` too.
    let end = text.find(['#', ';']).unwrap_or(text.len());
    let words = words(&text[..end]);
    let (name_range, operands) = words.split_first()?;
    let mut lowering = Lowering {
        parser,
        text,
        diagnostics: Vec::new(),
        operands: Vec::new(),
    };
    let name = lowering.name(name_range);
    if let Some(name) = name {
        lowering.operands(name, name_range, operands);
    }
    let last = words.last().unwrap_or(name_range).end;
    let Lowering {
        diagnostics,
        operands,
        ..
    } = lowering;
    let diagnostics = diagnostics.into_iter().map(Diagnostic::explained).collect();
    Some(Read {
        directive: Directive {
            range: name_range.start..last,
            name_range: name_range.clone(),
            name,
            operands: operands.into(),
        },
        comment,
        diagnostics,
    })
}

/// The places of the words of a text.
fn words(text: &str) -> Vec<LineRange> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        match (character.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(first)) => {
                words.push(first..at);
                start = None;
            }
            _ => {}
        }
        if words.len() == WORDS_MAX {
            break;
        }
    }
    let words = words.into_iter();
    words.map(mnc2_text::line::range).collect()
}

struct Lowering<'a> {
    parser: &'a mut LineParser,
    text: &'a str,
    diagnostics: Vec<Diagnostic>,
    operands: Vec<DirectiveOperand>,
}

impl<'a> Lowering<'a> {
    fn at(&self, range: &LineRange) -> &'a str {
        part(self.text, range)
    }

    fn wrong(&mut self, range: &LineRange, message: Message) -> &mut Diagnostic {
        self.report(Diagnostic::new(
            Code::DirectiveOperand,
            range.clone(),
            message,
        ))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        self.diagnostics.push(diagnostic);
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    fn name(&mut self, range: &LineRange) -> Option<DirectiveName> {
        let word = self.at(range);
        if let Some(name) = DirectiveName::find(word) {
            if name == DirectiveName::Assign {
                let newer = DirectiveName::Alias.row().name;
                let message = message!("`{word}` is an older name of `{newer}`", word, newer);
                self.report(
                    Diagnostic::new(Code::DirectiveDoubtful, range.clone(), message).fix(
                        message!("Replace with `{near}`", near = newer),
                        range.clone(),
                        newer,
                    ),
                );
            }
            return Some(name);
        }
        if let Some((_, newer)) = RETIRED.iter().find(|(name, _)| *name == word) {
            let message = message!("`{word}` no longer exists", word);
            let help = message!("write `{newer}`, which has other operands", newer = *newer);
            self.report(Diagnostic::new(Code::UnknownDirective, range.clone(), message).help(help));
            return None;
        }
        let message = message!("there is no directive `{word}`", word);
        let mut diagnostic = Diagnostic::new(Code::UnknownDirective, range.clone(), message);
        let names = DIRECTIVES.iter().map(|row| row.name);
        if let Some(near) = similar(word, names, SIMILARITY_MIN) {
            diagnostic = diagnostic
                .help(message!("did you mean `{near}`?", near))
                .suggest(message!("Replace with `{near}`", near), range.clone(), near);
        }
        self.report(diagnostic);
        None
    }

    fn operands(&mut self, name: DirectiveName, name_range: &LineRange, words: &[LineRange]) {
        let row = name.row();
        let syntax = || {
            message!(
                "syntax: `{name} {operands}`",
                name = row.name,
                operands = row.syntax
            )
        };
        let mut words = words.iter();
        for &part in row.operands {
            if part.takes_rest() {
                self.rest(part, name_range, words.as_slice());
                return;
            }
            let Some(range) = words.next() else {
                let message = message!("`{name}` has too few operands", name = row.name);
                let diagnostic =
                    Diagnostic::new(Code::DirectiveOperand, name_range.clone(), message);
                self.report(diagnostic.help(syntax()));
                return;
            };
            if let Some(value) = self.operand(part, range) {
                self.operands.push(DirectiveOperand {
                    range: range.clone(),
                    part,
                    value,
                });
            }
        }
        if let Some(extra) = words.next() {
            let message = message!("`{name}` has too many operands", name = row.name);
            let diagnostic = Diagnostic::new(Code::DirectiveOperand, extra.clone(), message);
            self.report(diagnostic.help(syntax()));
        }
    }

    fn operand(&mut self, part: DirectivePart, range: &LineRange) -> Option<DirectiveValue> {
        let word = self.at(range);
        match part {
            DirectivePart::Label
            | DirectivePart::NewFlags
            | DirectivePart::Flags
            | DirectivePart::Buffer
            | DirectivePart::NewPool
            | DirectivePart::Pool => {
                if word.starts_with(['$', ':']) {
                    self.wrong(
                        range,
                        message!("a name is expected here, not `{word}`", word),
                    );
                    return None;
                }
                Some(DirectiveValue::Name(word.into()))
            }
            DirectivePart::Word(expected) => {
                if word != expected {
                    let message = message!("the keyword `{expected}` is expected here", expected);
                    let title = message!("Replace with `{near}`", near = expected);
                    self.report(
                        Diagnostic::new(Code::DirectiveOperand, range.clone(), message).suggest(
                            title,
                            range.clone(),
                            expected,
                        ),
                    );
                    return None;
                }
                Some(DirectiveValue::Name(word.into()))
            }
            DirectivePart::Slot | DirectivePart::Count => {
                self.number(range).map(DirectiveValue::Number)
            }
            DirectivePart::Size => {
                let size = self.number(range)?;
                if !(1..=COMPONENTS_MAX).contains(&size) {
                    let max = COMPONENTS_MAX;
                    self.wrong(
                        range,
                        message!("the size is 1 to {max}: one component for each cycle", max),
                    );
                    return None;
                }
                Some(DirectiveValue::Number(size))
            }
            DirectivePart::Dimension => {
                let dimension = self.number(range)?;
                if dimension >= DIMENSIONS {
                    self.wrong(range, message!("a dimension is 0, 1 or 2"));
                    return None;
                }
                Some(DirectiveValue::Number(dimension))
            }
            DirectivePart::Offset => {
                if !matches!(word, "-1" | "+1" | "1") {
                    self.wrong(range, message!("the neighbour is `-1` or `+1`"));
                }
                Some(DirectiveValue::Name(word.into()))
            }
            DirectivePart::Register => {
                let register = self.register(range)?;
                Some(DirectiveValue::Register(register))
            }
            DirectivePart::Grf0 => {
                let register = self.register(range)?;
                if register.memory != mnc2_isa::Memory::Grf0 {
                    self.wrong(
                        range,
                        message!("a register of GRF0 is expected here, such as `$lr8`"),
                    );
                    return None;
                }
                Some(DirectiveValue::Register(register))
            }
            DirectivePart::Reduction => {
                if !REDUCTIONS.contains(&word) {
                    let message = message!("there is no reduction `{word}`", word);
                    let mut diagnostic =
                        Diagnostic::new(Code::DirectiveOperand, range.clone(), message);
                    if let Some(near) = similar(word, REDUCTIONS, SIMILARITY_MIN) {
                        diagnostic = diagnostic
                            .help(message!("did you mean `{near}`?", near))
                            .suggest(message!("Replace with `{near}`", near), range.clone(), near);
                    }
                    self.report(diagnostic);
                    return None;
                }
                Some(DirectiveValue::Name(word.into()))
            }
            DirectivePart::FlagNames | DirectivePart::Pools | DirectivePart::Rest => None,
        }
    }

    fn number(&mut self, range: &LineRange) -> Option<u64> {
        let word = self.at(range);
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_number.then(|| word.parse().ok()).flatten();
        if number.is_none() {
            self.wrong(
                range,
                message!("a number is expected here, not `{word}`", word),
            );
        }
        number
    }

    /// A register of a PE as directives name it: a long word, without stride and mask.
    fn register(&mut self, range: &LineRange) -> Option<PeMemory> {
        let word = self.at(range);
        match self.parsed(word) {
            Ok(register) => {
                let is_single = match register.addressing {
                    Addressing::Stride { stride_words, .. } => stride_words == 0,
                    Addressing::Flat(_) => false,
                };
                let is_long = register.width == mnc2_isa::Width::Long;
                if is_single && is_long && !register.indirect && register.madpe.is_none() {
                    return Some(register);
                }
                self.wrong(
                    range,
                    message!(
                        "a directive names a register as one long word, such as `$lm0`, without `v` and masks"
                    ),
                );
                None
            }
            Err(Some(mut found)) => {
                found.range = range.clone();
                self.diagnostics.push(*found);
                None
            }
            Err(None) => {
                self.wrong(
                    range,
                    message!("a register of a PE is expected here, such as `$lm0`"),
                );
                None
            }
        }
    }

    /// The register that a word names as the input of a step, or what is wrong with it there.
    fn parsed(&mut self, word: &str) -> Result<PeMemory, Option<Box<Diagnostic>>> {
        if !word.starts_with('$') || word.contains(['[', '/']) {
            return Err(None);
        }
        let line = self.parser.parse(&format!("lpassa {word} $nowrite"));
        let operand = line
            .step()
            .and_then(|step| step.expressions.first()?.inputs.first().cloned());
        if let Some(found) = line.diagnostics.iter().find(|found| found.is_error()) {
            let mut found = found.clone();
            found.fixes.clear();
            found.notes.retain(|note| note.range.is_none());
            // Other findings are about the instruction around it.
            let is_of_address = matches!(
                found.code,
                Code::AddressOutOfRange | Code::MisalignedAddress
            );
            return Err(is_of_address.then(|| Box::new(found)));
        }
        match operand.map(|operand| operand.kind) {
            Some(OperandKind::PeMemory(memory)) => Ok(memory),
            _ => Err(None),
        }
    }
}
