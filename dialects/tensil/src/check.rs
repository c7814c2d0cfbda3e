//! Findings: what cannot be encoded, what is outside the machine, and combinations of instructions.

mod flow;
mod ranges;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use mnc2_assembly::{Chunk, PerChunk};
use mnc2_text::{Diagnostic, Finding, Findings, LineRange, message};

use crate::code::Code;
use crate::encode::Unreadable;
use crate::instruction::Instruction;
use crate::listing;
use crate::lower::lower;
use crate::options::Options;
use crate::place::{self, Operand};
use crate::source::{LINE_BYTES_MAX, Line, Source};

/// An instruction with its operands.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    thread: u64,
    instruction: Instruction,
    operands: Vec<Operand>,
    /// Where the mnemonic is in the line.
    mnemonic: LineRange,
}

/// What is kept of a chunk of lines from one check to the next.
#[derive(Debug, Default)]
pub struct Kept {
    lines: OnceLock<Lines>,
    flow: Mutex<Option<Arc<flow::Part>>>,
}

/// The results of each line of a chunk alone. Lines count from its start.
#[derive(Debug, Default)]
struct Lines {
    found: Findings<Code>,
    steps: Vec<(u32, Arc<Step>)>,
    statements: u64,
    /// The statements with their numbers in brackets, if one has a number.
    numbers: Vec<(u32, Option<(u64, LineRange)>)>,
}

impl Lines {
    fn from_chunk(chunk: &Chunk<Line>, options: &Options) -> Self {
        let mut lines = Self::default();
        for (number, line) in (0_u32..).zip(chunk.lines()) {
            let mut report = |diagnostic| lines.found.push(number, diagnostic);
            if line.is_too_long {
                let limit = LINE_BYTES_MAX;
                let message = message!(
                    "this line has more than {limit} bytes before its comment and is not read",
                    limit
                );
                let range = 0..line.text().len() as u32;
                // A program without this line would be another one.
                report(Diagnostic::new(Code::LongLine, range, message));
            }
            let Some(statement) = &line.statement else {
                continue;
            };
            let lowered = lower(line, statement, options);
            lowered.diagnostics.into_iter().for_each(&mut report);
            let written = statement.index.as_ref().and_then(|range| {
                let number = crate::architecture::number(line.part(range))?;
                Some((number, range.clone()))
            });
            lines.statements += 1;
            lines.numbers.push((number, written));
            let Some(instruction) = lowered.instruction else {
                continue;
            };
            let operands = place::operands(line, statement, &instruction);
            ranges::check(line, statement, &instruction, &operands, options)
                .into_iter()
                .for_each(&mut report);
            let step = Step {
                thread: lowered.thread,
                instruction,
                operands,
                mnemonic: statement.mnemonic.clone(),
            };
            lines.steps.push((number, Arc::new(step)));
        }
        if lines.numbers.iter().all(|(_, written)| written.is_none()) {
            lines.numbers = Vec::new();
        }
        lines.steps.shrink_to_fit();
        lines
    }
}

/// All findings, by line.
#[must_use]
pub fn findings(
    source: &Source,
    options: &Options,
    kept: &PerChunk<Kept>,
    is_cancelled: &dyn Fn() -> bool,
) -> Findings<Code> {
    let mut found = Findings::default();
    let mut numbers = Numbers::default();
    let mut states = flow::State::for_threads(options);
    let mut all = Vec::new();
    for ((start, chunk), kept) in source.chunks().zip(kept.iter()) {
        if is_cancelled() {
            return found;
        }
        let lines = kept.lines.get_or_init(|| Lines::from_chunk(chunk, options));
        for (line, diagnostic) in lines.found.lines() {
            found.push(start + line, diagnostic.clone());
        }
        for (line, diagnostic) in numbers.check(lines) {
            found.push(start + line, diagnostic);
        }
        let mut kept = kept.flow.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.as_ref().filter(|part| part.begins_with(&states));
        let part = match known {
            Some(part) => Arc::clone(part),
            None => {
                let length = chunk.lines().len() as u32;
                let part = flow::Part::from_steps(&lines.steps, (start, length), states, options);
                Arc::clone(kept.insert(Arc::new(part)))
            }
        };
        states = part.after().to_vec();
        part.report(start, |line, diagnostic| found.push(line, diagnostic));
        all.push((start, lines.steps.as_slice()));
    }
    found.extend(unreadable(source, options));
    if options.has_advice {
        found.extend(flow::never_stored(&all, options));
    }
    found.sort();
    found
}

/// The lines that mean bytes of a program that are not an instruction.
fn unreadable(source: &Source, options: &Options) -> Vec<Finding<Code>> {
    let lines = listing::unreadable(source, options).into_iter();
    lines
        .map(|(line, reason)| {
            let code = match reason {
                Unreadable::Reserved(_) => Code::Reserved,
                Unreadable::Opcode(_) => Code::UnknownInstruction,
                Unreadable::Length { .. } | Unreadable::Bits(_) => Code::Shape,
            };
            let end = source.line(line).map_or(0, |line| line.text().len() as u32);
            let help = message!("these bytes of the program are a comment here, and do not run");
            let diagnostic = Diagnostic::new(code, 0..end, reason.message()).help(help);
            Finding { line, diagnostic }
        })
        .collect()
}

/// The numbers in brackets: each is one more than the number of the instruction before it.
#[derive(Default)]
struct Numbers {
    expected: Option<u64>,
}

impl Numbers {
    /// The numbers of a chunk that are not the next one. What follows counts from them, so that one error is reported
    /// once.
    fn check(&mut self, lines: &Lines) -> Vec<(u32, Diagnostic<Code>)> {
        if lines.numbers.is_empty() {
            let next = |it: u64| it.checked_add(lines.statements);
            self.expected = self.expected.and_then(next);
            return Vec::new();
        }
        let numbers = lines.numbers.iter();
        let wrong = numbers.filter_map(|(line, written)| {
            let diagnostic = self.next(written.as_ref())?;
            Some((*line, diagnostic))
        });
        wrong.collect()
    }

    fn next(&mut self, written: Option<&(u64, LineRange)>) -> Option<Diagnostic<Code>> {
        let expected = self.expected;
        let number = written.map(|(number, _)| *number).or(expected);
        self.expected = number.and_then(|number| number.checked_add(1));
        let ((number, range), expected) = (written?, expected?);
        (*number != expected).then(|| {
            let message = message!(
                "this is instruction {expected}, not {number}",
                expected,
                number = *number
            );
            let title = message!("write `{expected}`", expected);
            Diagnostic::new(Code::Number, range.clone(), message)
                .fix(title, range.clone(), expected.to_string())
                .explained()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many chunks are followed again after lines are inserted in the middle of a text.
    fn followed_again(lines: &str, new: &str) -> usize {
        let text = lines.repeat(4000);
        let options = Options::default();
        let mut source = Source::new(&text);
        let mut kept = PerChunk::<Kept>::new(&source);
        let parts = |kept: &PerChunk<Kept>| -> Vec<Arc<flow::Part>> {
            let all = kept.iter().map(|kept| kept.flow.lock().expect("a part"));
            all.filter_map(|part| part.clone()).collect()
        };
        let _ = findings(&source, &options, &kept, &|| false);
        let before = parts(&kept);
        assert!(before.len() > 20, "{}", before.len());
        let middle = text.len() / 2 - text.len() / 2 % lines.len();
        kept.replace(&source.edit(middle..middle, new));
        let found = findings(&source, &options, &kept, &|| false);
        assert_eq!(
            found,
            findings(&source, &options, &PerChunk::new(&source), &|| false)
        );
        let is_new = |part: &&Arc<flow::Part>| before.iter().all(|it| !Arc::ptr_eq(it, part));
        parts(&kept).iter().filter(is_new).count()
    }

    #[test]
    fn an_edit_follows_its_chunks() {
        let lines = "LoadWeights Local(0) 8(+1)\nMatMul Local(9) Acc(0)\nSIMD R1=0\n";
        for new in [
            "NoOp\n",
            "\n",
            "LoadWeights Local(0)\n",
            "x\n",
            "// y\n\n\n",
        ] {
            let count = followed_again(lines, new);
            assert!((1..=4).contains(&count), "{count}: {new}");
        }
        // Nothing loads weights before it.
        assert!(followed_again("MatMul Local(9) Acc(0)\nNoOp\n", "LoadWeights Local(0)\n") > 8);
    }
}
