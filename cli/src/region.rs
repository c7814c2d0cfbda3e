//! The lines of a program that a command rewrites: the user's selection, read and checked, and the file with other lines in
//! their place.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;

use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_equal::Places;
use mnc2_isa::Mode;
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_program::{ModeChoice, Program};
use mnc2_review::Review;
use mnc2_schedule::in_testcase::{InTestcase, ignored_line, with_assembler_comments};
use mnc2_schedule::search_input::Subject;
use mnc2_text::{Severity, line};

use crate::args::ProgramRulesArguments;
use crate::exit::{Exit, Failure};
use crate::findings;
use crate::input::Source;
use crate::languages;
use crate::memory_files::MemoryRange;
use crate::output::{Streams, WholeFile, refuse_inputs};
use crate::rules::RuleBook;
use crate::testcase;

/// The part of a command line that names the lines, and what must be preserved.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// The file of the program.
    pub(crate) file: &'a Path,
    /// The file that the result is written to.
    pub(crate) output: Option<&'a Path>,
    /// The testcase that the program is a solution of.
    pub(crate) testcase: Option<&'a Path>,
    /// The first and the last line, counted from 1; all lines by default.
    pub(crate) lines: Option<(usize, usize)>,
    /// The places that must be equal at the end; every memory if none is named.
    pub(crate) at: &'a [MemoryRange],
    /// The rules for findings.
    pub(crate) rules: &'a ProgramRulesArguments,
}

/// Some lines of a program without errors, within the testcase if there is one.
pub(crate) struct Region {
    /// The text of the file.
    pub(crate) source: Source,
    /// The lines in the file, counted from 0.
    pub(crate) lines: Range<usize>,
    rules: Rules,
    /// The places that must be equal; `None` means every memory.
    places: Option<Places>,
    within: InTestcase,
}

impl Region {
    /// Reads the selected lines. The command ends after a reported error.
    pub(crate) fn read(
        asked: Asked<'_>,
        streams: &mut Streams,
    ) -> Result<ControlFlow<Exit, Self>, Failure> {
        let mut source = Source::read_program(asked.file)?;
        source.refuse_replaced()?;
        if let Some(output) = asked.output {
            refuse_inputs(output, std::iter::once(asked.file).chain(asked.testcase))?;
        }
        let testcase = testcase::read(asked.testcase)?;
        let mut layer = asked.rules.layer();
        if testcase.is_some() {
            // As `mnc2 judge` judges it.
            layer.profile.get_or_insert(RuleProfile::Contest);
        }
        let book = RuleBook::with_layer(layer, &asked.rules.config, streams.language)?;
        languages::require_mnc2(asked.file, &source, &book)?;
        let mut rules = book.rules(asked.file);
        if book.complain_to(streams) {
            return Ok(ControlFlow::Break(Exit::Failure));
        }
        if let Some((of_testcase, testcase)) = &testcase {
            if source.text.contains('!') {
                source.text = Arc::new(with_assembler_comments(&source.text));
            }
            rules = rules.with_mode(ModeChoice::Given(Mode::Flat));
            for part in [&testcase.inputs, &testcase.rest_in_place()] {
                if has_error(of_testcase, &Review::new(part, &rules), streams)? {
                    return Ok(ControlFlow::Break(Exit::Failure));
                }
            }
        }
        let checked = findings::analyse(&source, &rules);
        if has_error(&source, &checked.review, streams)? {
            return Ok(ControlFlow::Break(Exit::ProgramErrors));
        }
        let testcase = testcase.map(|(_, testcase)| testcase);
        if testcase.is_some() {
            refuse_ignored(&source, &checked.program)?;
        }
        Ok(ControlFlow::Continue(Self {
            lines: lines(asked.lines, &source)?,
            places: match testcase {
                Some(_) => Some(Places::in_testcase()),
                None => places(asked.at),
            },
            within: InTestcase::new(&checked.program, testcase.as_ref()),
            rules,
            source,
        }))
    }

    /// The program as it runs.
    pub(crate) const fn program(&self) -> &Program {
        &self.within.program
    }

    /// The input of a search, with these texts.
    pub(crate) fn subject<'a>(&'a self, texts: &'a dyn Fn(usize) -> String) -> Subject<'a> {
        Subject {
            places: self.places.as_ref(),
            ..Subject::new(self.program(), texts, &self.rules)
        }
    }

    /// The ranges of the inputs that the testcase sets.
    pub(crate) fn input_ranges(&self) -> InputRanges {
        self.within.input_ranges()
    }

    /// The lines in the program as it runs.
    pub(crate) fn in_program(&self) -> Range<usize> {
        let before = self.within.lines_before();
        before + self.lines.start..before + self.lines.end
    }

    /// The line of the file that a line of the program as it runs comes from.
    pub(crate) fn own_line(&self, line: usize) -> usize {
        line.saturating_sub(self.within.lines_before())
    }

    /// The texts of the program as it runs; texts of the testcase are empty.
    pub(crate) fn texts(&self) -> impl Fn(usize) -> String {
        let lines = self.source.lines();
        let before = self.within.lines_before();
        move |line| {
            let own = line.checked_sub(before);
            let text = own.and_then(|own| lines.get(own).copied());
            text.unwrap_or_default().to_owned()
        }
    }

    /// The text of the file with some of its lines replaced; everything else is as it was.
    pub(crate) fn replaced(&self, lines: Range<usize>, by: &[String]) -> String {
        let with_ends: Vec<&str> = line::lines_with_ends(&self.source.text).collect();
        let end_of = |line: &&str| line[line.trim_end_matches(['\n', '\r']).len()..].to_owned();
        let end = with_ends.first().map(end_of).filter(|end| !end.is_empty());
        let end = end.unwrap_or_else(|| "\n".to_owned());
        let mut written: String = with_ends[..lines.start].concat();
        for line in by {
            written.push_str(line);
            written.push_str(&end);
        }
        written.push_str(&with_ends[lines.end.min(with_ends.len())..].concat());
        written
    }

    /// The bytes of the file with another text.
    pub(crate) fn bytes(&self, text: &str) -> Vec<u8> {
        [self.source.byte_order_mark(), text.as_bytes()].concat()
    }
}

/// Writes a file, which appears only when it is complete.
pub(crate) fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    WholeFile::create(path)
        .and_then(|file| file.finish_with(content))
        .map_err(Failure::cannot_write(path))
}

/// Whether there is an error; the first one is written.
fn has_error(source: &Source, review: &Review, streams: &mut Streams) -> Result<bool, Failure> {
    let mut reported = review.reported().iter();
    let Some(first) = reported.find(|it| it.severity == Severity::Error) else {
        return Ok(false);
    };
    let finding = review.finding(first);
    let look = streams.look_of_err();
    findings::text::write(&mut streams.err.drawn(), source, [finding], look)?;
    Ok(true)
}

/// What the judge leaves out of a solution would be in force here.
fn refuse_ignored(source: &Source, program: &Program) -> Result<(), Failure> {
    match ignored_line(program) {
        None => Ok(()),
        Some(line) => Err(Failure::Message(format!(
            "`{}` line {}: the judge leaves this line out; remove it first",
            source.name,
            line + 1
        ))),
    }
}

/// The lines that are named, counted from 0; all of them by default.
fn lines(named: Option<(usize, usize)>, source: &Source) -> Result<Range<usize>, Failure> {
    let count = source.line_count();
    match named {
        None => Ok(0..count),
        Some((first, last)) if last <= count => Ok(first - 1..last),
        Some((first, last)) => Err(Failure::Message(format!(
            "--region {first}..{last}: the last line of `{}` is {count}",
            source.name
        ))),
    }
}

/// The named places, and the output during the run; `None` if nothing is named.
fn places(at: &[MemoryRange]) -> Option<Places> {
    (!at.is_empty()).then(|| Places {
        shown: true,
        at_end: at.iter().map(testcase::place).collect(),
        from_zero: false,
    })
}
