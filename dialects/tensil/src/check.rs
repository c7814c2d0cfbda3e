//! Findings: what cannot be encoded, what is outside the machine, and what instructions say together.

mod flow;
mod ranges;

use mnc2_text::{Diagnostic, Finding, Findings, message};

use crate::assemble;
use crate::code::Code;
use crate::encode::Unreadable;
use crate::instruction::Instruction;
use crate::lower::lower;
use crate::options::Options;
use crate::place::{self, Operand};
use crate::source::{LINE_BYTES_MAX, Line, Source};

/// How many lines are read between two questions whether the result is still wanted.
const LINES_BETWEEN_QUESTIONS: usize = 1024;

/// An instruction in the order of the text.
#[derive(Debug)]
struct Step {
    line: u32,
    thread: u64,
    instruction: Instruction,
    operands: Vec<Operand>,
    /// Where the mnemonic stands.
    mnemonic: mnc2_text::LineRange,
}

/// All findings, by line.
#[must_use]
pub fn findings(
    source: &Source,
    options: &Options,
    is_cancelled: &dyn Fn() -> bool,
) -> Findings<Code> {
    let mut found = Findings::default();
    let mut steps = Vec::new();
    let mut numbers = Numbers::default();
    for (number, line) in source.lines().enumerate() {
        if number % LINES_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            return found;
        }
        let number = number as u32;
        let mut report = |diagnostic| found.push(number, diagnostic);
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
        numbers.check(line).into_iter().for_each(&mut report);
        let Some(instruction) = lowered.instruction else {
            continue;
        };
        let operands = place::operands(line, statement, &instruction);
        ranges::check(line, statement, &instruction, &operands, options)
            .into_iter()
            .for_each(&mut report);
        steps.push(Step {
            line: number,
            thread: lowered.thread,
            instruction,
            operands,
            mnemonic: statement.mnemonic.clone(),
        });
    }
    if !is_cancelled() {
        found.extend(unreadable(source, options));
        for thread in 0..options.architecture.number_of_threads {
            let of_thread: Vec<&Step> = steps.iter().filter(|it| it.thread == thread).collect();
            found.extend(flow::check(&of_thread, options));
        }
        found.sort();
    }
    found
}

/// The lines that stand for bytes of a program that are no instruction.
fn unreadable(source: &Source, options: &Options) -> Vec<Finding<Code>> {
    let lines = assemble::unreadable(source, options).into_iter();
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

/// The numbers in brackets: each is one more than that of the instruction before it.
#[derive(Default)]
struct Numbers {
    expected: Option<u64>,
}

impl Numbers {
    /// Reports a number that is not the next one. What follows counts from it, so that one mistake is said once.
    fn check(&mut self, line: &Line) -> Option<Diagnostic<Code>> {
        let statement = line.statement.as_ref()?;
        let written = statement.index.as_ref().and_then(|range| {
            let number = crate::architecture::number(line.part(range))?;
            Some((number, range.clone()))
        });
        let expected = self.expected;
        let number = written.as_ref().map(|(number, _)| *number).or(expected);
        self.expected = number.and_then(|number| number.checked_add(1));
        let ((number, range), expected) = (written?, expected?);
        (number != expected).then(|| {
            let message = message!(
                "this is instruction {expected}, not {number}",
                expected,
                number
            );
            let title = message!("write `{expected}`", expected);
            Diagnostic::new(Code::Number, range.clone(), message)
                .fix(title, range, expected.to_string())
                .explained()
        })
    }
}
