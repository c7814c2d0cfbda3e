//! A program on the chip of MN-Core 2, as a client sees it, and the requests that only such programs have.

mod custom_requests;
mod expressions;
mod launch;
mod scopes;
mod step;
mod transfers;
mod variable_tree;
mod variables;
mod views;

use std::cmp::Ordering;

use mnc2_debug::chip::memory_reference::{Reference, word_bytes};
use mnc2_debug::chip::{Debugger, next_line, watched};
use mnc2_debug::{Debuggee, Watched};
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_program::Statement;
use mnc2_program::access::Store;
use mnc2_program::rules::step::fields::claims;
use mnc2_text::{Language, Message, line, message};

pub(super) use self::launch::snapshot;
use self::variable_tree::List;
use super::Done;
use super::references::References;
use super::view::{Asking, Candidate, Changed, Instruction, ProgramView};
use crate::protocol::{EvaluateArguments, EvaluateResponse, Scope, Variable, VariablesArguments};

/// The type of a program's text.
const MIME_TYPE: &str = "text/x-mnc2";

/// The program that is debugged.
pub(super) struct Chip {
    pub(super) debugger: Debugger,
    /// The lines with statements that run, which are the instructions of the disassembly.
    statements: Vec<u32>,
    /// The lists of variables that the client has received.
    references: References<List>,
}

/// The lines with statements, up to the end of the program.
fn statements(debugger: &Debugger) -> Vec<u32> {
    let program = debugger.recording().program();
    let lines = (0_u32..).zip(program.iter());
    let statements = lines.filter(|(_, line)| line.statement.is_some());
    statements.map(|(number, _)| number).collect()
}

impl Chip {
    fn new(debugger: Debugger) -> Self {
        Self {
            statements: statements(&debugger),
            debugger,
            references: References::default(),
        }
    }

    /// The program has another text now.
    pub(super) fn read_again(&mut self) {
        self.statements = statements(&self.debugger);
    }

    /// How many statements are before a line.
    fn statements_before(&self, line: usize) -> usize {
        self.statements
            .partition_point(|&statement| (statement as usize) < line)
    }

    /// The target of the end.
    fn targets(&self) -> usize {
        self.statements_before(self.debugger.recording().end())
    }

    /// A part of a line; empty if the line does not have it.
    fn part(&self, line: usize, range: &mnc2_text::LineRange) -> String {
        let content = self.debugger.snapshot().line_text(line);
        line::part(&content, range).to_owned()
    }

    /// The names of the fields of the instruction word that a step sets. Which bits of the word they are is known only in part.
    fn fields(&self, line: usize) -> Option<String> {
        let program = &self.debugger.snapshot().program;
        let line = program.line(line)?;
        let Some(Statement::Step(step)) = &line.statement else {
            return None;
        };
        let mut names: Vec<String> = claims(step)
            .iter()
            .map(|claim| claim.field.name())
            .collect();
        names.dedup();
        (!names.is_empty()).then(|| names.join(" "))
    }
}

impl ProgramView for Chip {
    fn debuggee(&self) -> &dyn Debuggee {
        &self.debugger
    }

    fn debuggee_mut(&mut self) -> &mut dyn Debuggee {
        &mut self.debugger
    }

    fn language_id(&self) -> &'static str {
        "mnc2"
    }

    fn text(&self) -> (String, &'static str) {
        (self.debugger.snapshot().text.to_string(), MIME_TYPE)
    }

    fn forget(&mut self) {
        self.references.clear();
    }

    /// How many statements are before it.
    fn target_of(&self, line: usize) -> i64 {
        self.statements_before(line) as i64
    }

    fn line_of_target(&self, target: i64) -> Option<usize> {
        let target = usize::try_from(target).ok()?;
        match target.cmp(&self.targets()) {
            Ordering::Less => self.statements.get(target).map(|&line| line as usize),
            Ordering::Equal => Some(self.debugger.recording().end()),
            Ordering::Greater => None,
        }
    }

    fn instructions(&mut self) -> usize {
        self.statements.len()
    }

    fn instruction(&mut self, number: usize) -> Option<Instruction> {
        let line = *self.statements.get(number)? as usize;
        let section = self.debugger.section_of(line);
        let is_first =
            section.is_some_and(|it| self.debugger.breakable(it.start as usize) == Some(line));
        Some(Instruction {
            line,
            bytes: self.fields(line),
            text: self.debugger.snapshot().line_text(line).trim().to_owned(),
            symbol: section.filter(|_| is_first).map(|it| it.title.clone()),
        })
    }

    fn instruction_in(&mut self, line: usize) -> Option<usize> {
        let line = u32::try_from(line).ok()?;
        self.statements.binary_search(&line).ok()
    }

    fn next_instruction(&mut self, _: usize) -> Option<usize> {
        Some(self.statements_before(self.debugger.line()))
    }

    fn scopes(&mut self, _: (usize, usize), language: Language) -> Vec<Scope> {
        self.lists(language)
    }

    fn variables(
        &mut self,
        arguments: &VariablesArguments,
        asking: Asking<'_>,
    ) -> Done<Vec<Variable>> {
        self.listed(arguments, asking)
    }

    fn evaluate(&mut self, arguments: &EvaluateArguments) -> Done<EvaluateResponse> {
        self.value_of(arguments)
    }

    fn set_variable(&mut self, list: i64, name: &str, value: &str) -> Done<Changed> {
        let place = self.variable_place(list, name);
        let place = place.ok_or_else(|| message!("`{name}` cannot be changed", name))?;
        self.set(&place, value)
    }

    fn set_expression(&mut self, text: &str, value: &str) -> Done<Changed> {
        let place = self.settable(text)?;
        self.set(&place, value)
    }

    fn watchable_in(&self, list: i64, name: &str) -> Option<Result<Watched, Message>> {
        let place = self.variable_place(list, name)?;
        Some(Ok(watched(&[place])))
    }

    fn watchable_bytes(&self, reference: &str, bytes: i64) -> Result<Watched, Message> {
        Ok(watched(&[place_of_bytes(reference, bytes)?]))
    }

    fn complete(&self, before: &str) -> (usize, Vec<Candidate>) {
        expressions::completed(before)
    }

    fn extent(&self, reference: &str) -> Result<(i128, i128), Message> {
        let reference = Reference::parse(reference)?;
        let words = Store::Memory(reference.memory).words();
        let size = word_bytes(reference.memory).unwrap_or(1);
        Ok((reference.byte.into(), i128::from(words) * i128::from(size)))
    }

    fn read_bytes(&self, reference: &str, address: u64, count: usize) -> Vec<u8> {
        let Some((place, skipped)) = words_at(reference, address, count) else {
            return Vec::new();
        };
        let bytes = bytes_of(&self.debugger, &place);
        bytes.into_iter().skip(skipped).take(count).collect()
    }

    fn write_bytes(&mut self, reference: &str, address: u64, bytes: &[u8]) -> Result<(), Message> {
        let found = words_at(reference, address, bytes.len());
        let (place, skipped) =
            found.ok_or_else(|| message!("there are no such bytes in this memory"))?;
        let mut all = bytes_of(&self.debugger, &place);
        all[skipped..skipped + bytes.len()].copy_from_slice(bytes);
        self.debugger
            .write(&place, &as_words(&all, word_size(&place)))
    }
}

/// The words of a reference and some bytes after it.
fn place_of_bytes(reference: &str, bytes: i64) -> Result<ChipPlace, Message> {
    let found = Reference::parse(reference)?.words(0..bytes);
    let found = found.ok_or_else(|| message!("there are no such bytes in this memory"))?;
    Ok(found.0)
}

/// The words that some bytes of a memory touch, and how many of the first word's bytes come before.
fn words_at(reference: &str, address: u64, count: usize) -> Option<(ChipPlace, usize)> {
    let reference = Reference {
        byte: i64::try_from(address).ok()?,
        ..Reference::parse(reference).ok()?
    };
    reference.words(0..count as i64)
}

fn word_size(place: &ChipPlace) -> usize {
    let Store::Memory(memory) = place.store else {
        return 1;
    };
    word_bytes(memory).unwrap_or(1) as usize
}

/// The bytes of words, big-endian: the first byte of a word is on the MSB side, as in its hexadecimal text.
fn bytes_of(debugger: &Debugger, place: &ChipPlace) -> Vec<u8> {
    let words = next_line::words(debugger.machine().chip(), place);
    as_bytes(&words, word_size(place))
}

fn as_bytes(words: &[u64], size: usize) -> Vec<u8> {
    let bytes = words.iter().map(|word| word.to_be_bytes());
    bytes.flat_map(|bytes| bytes[8 - size..].to_vec()).collect()
}

fn as_words(bytes: &[u8], size: usize) -> Vec<u64> {
    let join = |word: u64, byte: &u8| word << 8 | u64::from(*byte);
    let words = bytes.chunks(size);
    words.map(|word| word.iter().fold(0, join)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_like_the_words() {
        let bytes = as_bytes(&[0x0102_0304, 0xa0b0_c0d0], 4);
        assert_eq!(bytes, [1, 2, 3, 4, 0xa0, 0xb0, 0xc0, 0xd0]);
        assert_eq!(as_words(&bytes, 4), [0x0102_0304, 0xa0b0_c0d0]);
        let long = as_bytes(&[0x0102_0304_0506_0708], 8);
        assert_eq!(as_words(&long, 8), [0x0102_0304_0506_0708]);
    }
}
