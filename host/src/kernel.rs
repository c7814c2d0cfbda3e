//! Kernels: programs that a host loads once and runs often.

use std::sync::Arc;

use mnc2_isa::Mode;
use mnc2_program::rules::Rules;
use mnc2_program::{Line, ModeChoice, Program, Statement};
use mnc2_review::check_to_run;
use mnc2_text::{Message, Severity, message};

use crate::listing::{Content, ListingReader, assemble, is_listing};

/// A program that can be run.
#[derive(Debug)]
pub struct Kernel {
    pub(crate) program: Program,
    /// The line of the text that each line of the program is from, counted from 1.
    numbers: Vec<u64>,
}

/// The tags of a kernel, each once, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// Tags that a `wait` names.
    pub waited: Vec<u8>,
    /// Tags of MV instructions.
    pub carried: Vec<u8>,
}

impl Kernel {
    /// The kernel in the bytes of a file: a listing of our assembler, or a program. Host statements are left out: the host
    /// makes its own transfers.
    ///
    /// # Errors
    /// Why it is none, or the first error of the program.
    pub fn read(bytes: &[u8]) -> Result<Self, Message> {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err(message!(
                "this is not a text: words of packed programs are not public, so assemble the source with `mnc2 emu`"
            ));
        };
        let lines = match is_listing(text) {
            true => listed(text)?,
            false => written(text)?,
        };
        let own = lines.into_iter().filter(|(_, line)| !is_of_host(line));
        let (numbers, lines) = own.unzip();
        Ok(Self {
            program: Program::from_lines(lines),
            numbers,
        })
    }

    /// The line of the text that a line of the program is from, counted from 1.
    pub(crate) fn number(&self, line: u32) -> u64 {
        self.numbers.get(line as usize).copied().unwrap_or_default()
    }

    /// The tags that it uses.
    #[must_use]
    pub fn tags(&self) -> Tags {
        tags(&self.program)
    }
}

/// The tags that a program uses.
pub(crate) fn tags(program: &Program) -> Tags {
    let mut tags = Tags::default();
    for line in program.iter() {
        match &line.statement {
            Some(Statement::Step(step)) => tags.waited.extend(step.waits()),
            Some(Statement::Mv(mv)) => tags.carried.extend(mv.tag.as_ref().map(|tag| tag.number)),
            _ => {}
        }
    }
    for all in [&mut tags.waited, &mut tags.carried] {
        all.sort_unstable();
        all.dedup();
    }
    tags
}

/// Whether a program is what a listing of our assembler was assembled from, in either instruction mode.
#[must_use]
pub fn source_of_listing(program: &str, listing: &str) -> bool {
    let lines: Vec<&str> = mnc2_text::line::lines(listing.trim_end()).collect();
    [Mode::AutoStride, Mode::Flat].into_iter().any(|mode| {
        let rules = Rules {
            mode: ModeChoice::Given(mode),
            ..Rules::default()
        };
        let contents = [Content::Words, Content::All].into_iter();
        contents
            .map(|content| assemble(program, &rules, content).lines)
            .any(|all| !all.is_empty() && all == lines)
    })
}

/// A line with its number, counted from 1.
type Numbered = (u64, Arc<Line>);

/// The lines of a listing.
fn listed(text: &str) -> Result<Vec<Numbered>, Message> {
    let mut reader = ListingReader::new();
    let mut all = Vec::new();
    for (number, line) in (1_u64..).zip(mnc2_text::line::lines(text)) {
        let mut lines = Vec::new();
        reader
            .read(line, &mut lines)
            .map_err(|reason| at_line(number, reason))?;
        all.extend(lines.into_iter().map(|line| (number, line)));
    }
    Ok(all)
}

/// The lines of a program up to `quit`, if it has no errors.
fn written(text: &str) -> Result<Vec<Numbered>, Message> {
    let program = mnc2_asm::parse(text);
    let report = check_to_run(&program, &Rules::default());
    let mut found = report.findings.iter();
    if let Some(error) = found.find(|it| it.diagnostic.severity == Severity::Error) {
        let reason = error.diagnostic.message.clone();
        return Err(at_line(u64::from(error.line) + 1, reason));
    }
    let end = report.quit_line.map_or(program.len(), |line| line as usize);
    Ok((1..).zip(program.range(0..end).cloned()).collect())
}

/// A reason with the line, counted from 1, that it is about.
pub(crate) fn at_line(line: u64, reason: Message) -> Message {
    message!("line {line}: {reason}", line, reason)
}

fn is_of_host(line: &Line) -> bool {
    matches!(line.statement, Some(Statement::Host(_)))
}
