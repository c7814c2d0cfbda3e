//! A program next to an output of the assembler: which line belongs to which step, and where the words differ.
//!
//! The meaning of a difference depends on how the word of the step is known. Where a field is observed, either the step or its
//! word was changed. Where it is only inferred, the inference may be wrong. Where it is unknown, nothing can differ.

use std::ops::Range;

use mnc2_isa::Mode;
use mnc2_isa::field::FieldPlace;

use super::assembler_output::{AssemblerOutput, OutputContent};
use super::encode::{EncodedStep, Status};
use super::listing;
use super::{Encodings, Word, encode_with};
use mnc2_program::{Program, Statement};
use mnc2_text::{LineRange, Message, message};

/// The most words of a program that are compared.
pub const WORDS_MAX: usize = 1 << 16;

/// Fields of a difference that are named.
const FIELDS_NAMED_MAX: usize = 4;

/// A program next to an output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputComparison {
    /// The lines that belong together, of both texts, counted from 0; of `nop/n` each of its words.
    pub pairs: Vec<(u32, u32)>,
    /// Where words differ, in the order of lines.
    pub differences: Vec<WordDifference>,
    /// Where no line belongs to another one.
    pub apart: Option<Apart>,
}

/// A step whose word differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordDifference {
    /// Its line in the program.
    pub line: u32,
    /// The line of its word in the output.
    pub output_line: u32,
    /// The part of the line that needs the first field.
    pub range: LineRange,
    /// The fields, from the highest bits down; if one is certain, only those that are.
    pub fields: Vec<DifferentField>,
}

/// A field that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferentField {
    /// The field in words of this mode.
    pub place: FieldPlace,
    /// The mode of the word.
    pub mode: Mode,
    /// Its content in the word of the step, and in the output.
    pub contents: [u32; 2],
    /// How the content in the word of the step is known.
    pub status: Status,
}

/// Lines of a program and of an output, between which nothing belongs together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The line of the program at which this begins, and its range.
    pub line: u32,
    /// The range of its statement.
    pub range: LineRange,
    /// The words and lines for the emulator of the program.
    pub own: usize,
    /// The lines of the output, as indices.
    pub output: Range<usize>,
    /// The first line of the output, counted from 0.
    pub output_line: u32,
}

/// The word of a line of the program.
enum Unit {
    Word(Box<EncodedStep>),
    Emulator,
    Unread,
}

/// A line of the output that the program requests: its line and an index into the units.
struct Expected {
    line: u32,
    unit: usize,
}

/// Compares a program, up to its end, with an output; `None` if the program has errors or is too long, or if the output has
/// no word of a step. Steps are taken to be of the mode of the first word. What learned rows state counts as certain.
#[must_use]
pub fn compare(
    program: &Program,
    output: &AssemblerOutput,
    learned: &Encodings,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<OutputComparison> {
    let mode = output.mode().filter(|_| !program.is_long())?;
    let mut units = Vec::new();
    let mut ranges: Vec<LineRange> = Vec::new();
    let mut expected = Vec::new();
    for (number, line) in program.live().enumerate() {
        if line.has_error() || is_cancelled() {
            return None;
        }
        let Some(statement) = &line.statement else {
            continue;
        };
        let (unit, count) = match statement {
            Statement::Step(step) => {
                let encoded = encode_with(step, program.mask_setting_at(number), learned, mode);
                (Unit::Word(Box::new(encoded)), step.steps())
            }
            Statement::DebugGet(_) | Statement::DebugSet(_) | Statement::Host(_) => {
                (Unit::Emulator, 1)
            }
            Statement::Mv(_) => (Unit::Unread, 1),
            Statement::Directive(_) => return None,
            Statement::Mask(_) | Statement::Quit(_) => continue,
        };
        let line = u32::try_from(number).ok()?;
        if expected.len() + count as usize > WORDS_MAX {
            return None;
        }
        let unit_index = units.len();
        units.push(unit);
        ranges.push(statement.range());
        expected.extend((0..count).map(|_| Expected {
            line,
            unit: unit_index,
        }));
    }
    Some(aligned(&units, &ranges, &expected, output))
}

fn aligned(
    units: &[Unit],
    ranges: &[LineRange],
    expected: &[Expected],
    output: &AssemblerOutput,
) -> OutputComparison {
    let lines = &output.lines;
    let is_kind = |(own, there): (&Expected, &super::assembler_output::OutputLine)| {
        matches!(
            (&units[own.unit], &there.content),
            (Unit::Word(_), OutputContent::Word(_))
                | (Unit::Emulator, OutputContent::Emulator(_))
                | (Unit::Unread, OutputContent::Unread(_))
        )
    };
    let agrees = |(own, there): (&Expected, &super::assembler_output::OutputLine)| match (
        &units[own.unit],
        &there.content,
    ) {
        (Unit::Word(encoded), OutputContent::Word(word)) => !differing(encoded, word)
            .iter()
            .any(|it| it.status.is_certain()),
        (Unit::Word(_) | Unit::Emulator | Unit::Unread, _) => is_kind((own, there)),
    };
    let mut comparison = OutputComparison::default();
    // Steps that were changed stay where they are; only where lines were added or removed, the ends must agree.
    let is_whole = expected.len() == lines.len() && expected.iter().zip(lines).all(is_kind);
    let (first, last) = match is_whole {
        true => (lines.len(), 0),
        false => {
            let first = expected
                .iter()
                .zip(lines)
                .take_while(|it| agrees(*it))
                .count();
            let rest = expected.len().min(lines.len()) - first;
            let ends = expected.iter().rev().zip(lines.iter().rev());
            (first, ends.take(rest).take_while(|it| agrees(*it)).count())
        }
    };
    let (own_end, there_end) = (expected.len() - last, lines.len() - last);
    let pairs = expected[..first].iter().zip(lines);
    let pairs = pairs.chain(expected[own_end..].iter().zip(&lines[there_end..]));
    let mut compared = None;
    for (own, there) in pairs {
        comparison.pairs.push((own.line, there.line));
        if let (Unit::Word(encoded), OutputContent::Word(word)) = (&units[own.unit], &there.content)
            && compared != Some(own.line)
        {
            let found = difference(encoded, word, own.line, there.line, &ranges[own.unit]);
            // Of `nop/n` one is enough.
            compared = found.is_some().then_some(own.line);
            comparison.differences.extend(found);
        }
    }
    if !is_whole {
        let own = expected.get(first).or_else(|| expected.last());
        comparison.apart = own.map(|own| Apart {
            line: own.line,
            range: ranges[own.unit].clone(),
            own: own_end - first,
            output: first..there_end,
            output_line: lines
                .get(first)
                .or_else(|| lines.last())
                .map_or(0, |it| it.line),
        });
    }
    comparison
}

/// The fields of a step's word with another content in another word, without unknown fields.
pub(super) fn differing(encoded: &EncodedStep, word: &Word) -> Vec<DifferentField> {
    let mode = encoded.word.mode();
    let fields = encoded.word.differing(word);
    let fields = fields.filter_map(|place| {
        let status = encoded.status_of(place);
        (status != Status::Unknown).then_some(DifferentField {
            place,
            mode,
            contents: [encoded.word.get(place), word.get(place)],
            status,
        })
    });
    fields.collect()
}

fn difference(
    encoded: &EncodedStep,
    word: &Word,
    line: u32,
    output_line: u32,
    whole: &LineRange,
) -> Option<WordDifference> {
    let mut fields = differing(encoded, word);
    if fields.iter().any(|it| it.status.is_certain()) {
        fields.retain(|it| it.status.is_certain());
    }
    let first = fields.first()?;
    let known = encoded.fields.iter().find(|it| it.place == first.place);
    Some(WordDifference {
        line,
        output_line,
        range: known.map_or_else(|| whole.clone(), |known| known.range.clone()),
        fields,
    })
}

impl OutputComparison {
    /// The first line of the output that belongs to a line of the program.
    #[must_use]
    pub fn output_line(&self, line: u32) -> Option<u32> {
        let first = self.pairs.partition_point(|pair| pair.0 < line);
        let pair = self.pairs.get(first).filter(|pair| pair.0 == line)?;
        Some(pair.1)
    }

    /// The line of the program that belongs to a line of the output.
    #[must_use]
    pub fn program_line(&self, output_line: u32) -> Option<u32> {
        let first = self.pairs.partition_point(|pair| pair.1 < output_line);
        let pair = self.pairs.get(first).filter(|pair| pair.1 == output_line)?;
        Some(pair.0)
    }
}

impl WordDifference {
    /// Whether a field differs that is observed: then either the step or its word was changed.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.fields.iter().any(|it| it.status.is_certain())
    }

    /// The difference as a sentence, with the name of the output.
    #[must_use]
    pub fn message(&self, name: &str) -> Message {
        let line = self.output_line + 1;
        let named = self.fields.iter().take(FIELDS_NAMED_MAX);
        let mut fields = named
            .map(DifferentField::message)
            .reduce(|all, field| message!("{all}; {field}", all, field))
            .expect("a difference has a field");
        if let Some(more @ 1..) = self.fields.len().checked_sub(FIELDS_NAMED_MAX) {
            fields = message!("{fields}; and {more} more", fields, more);
        }
        match self.is_certain() {
            true => message!(
                "its word in `{name}`, line {line}, differs in {fields}",
                name,
                line,
                fields
            ),
            false => message!(
                "its word in `{name}`, line {line}, differs in what mnc2 only inferred: {fields}",
                name,
                line,
                fields
            ),
        }
    }
}

impl DifferentField {
    fn message(&self) -> Message {
        let [here, there] = self.contents.map(|it| format!("{it:#x}"));
        message!(
            "{bits}, {title} ({here} here, {there} there)",
            bits = listing::bits(self.place, self.mode),
            title = self.place.title(),
            here,
            there
        )
    }
}

impl Apart {
    /// The sentence, with the name of the output.
    #[must_use]
    pub fn message(&self, name: &str) -> Message {
        let (own, there) = (self.own, self.output.len());
        let line = self.output_line + 1;
        message!(
            "`{name}` is the output of another text: from its line {line} on it has {there} lines where this program has {own}",
            name,
            line,
            there,
            own
        )
    }
}

#[cfg(test)]
mod tests;
