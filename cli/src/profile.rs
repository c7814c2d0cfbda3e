//! `mnc2 profile`: where the steps of a program go.

mod coverage;
mod difference;
mod json;
mod table;
mod text;
mod trace;

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use mnc2_dataflow::flow::Flow;
use mnc2_dataflow::memory_traffic::Traffic;
use mnc2_dataflow::profile::{Profile, SectionWork};
use mnc2_dataflow::sections::title;
use mnc2_isa::Memory;
use mnc2_program::access::Direction;
use mnc2_program::finding::generator::Generated;
use mnc2_program::rules::Rules;
use mnc2_program::{Program, Statement};
use mnc2_text::line::part;
use mnc2_text::{Language, message};

use crate::args::{ProfileArguments, ProfileFormat};
use crate::exit::{Exit, Failure};
use crate::findings;
use crate::input::{Source, is_stdin};
use crate::languages;
use crate::output::Streams;
use crate::rules::RuleBook;

use self::coverage::Coverage;

pub(crate) use json::object;

pub(crate) fn command(
    arguments: &ProfileArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    if let Some(exit) = in_other_language(arguments, streams)? {
        return Ok(exit);
    }
    let is_trace = arguments.format == ProfileFormat::Trace;
    if is_trace && arguments.against.is_some() {
        return Err(Failure::Message(
            "`--format trace` shows one program, without `--against`".to_owned(),
        ));
    }
    if !is_trace && arguments.region.is_some() {
        return Err(Failure::Message(
            "`--region` is for `--format trace`".to_owned(),
        ));
    }
    if is_trace && is_covered(arguments) {
        let message = message!("`--coverage` and `--testcase` are for text and JSON");
        return Err(Failure::Message(message.say(streams.language)));
    }
    if is_stdin(&arguments.file) && arguments.against.as_deref().is_some_and(is_stdin) {
        return Err(Failure::Message(
            "standard input can be one of the programs, not both".to_owned(),
        ));
    }
    let book = RuleBook::new(&arguments.rules, streams.language)?;
    let source = languages::read_mnc2_program(&arguments.file, &book)?;
    let rules_of = |path: &Path| book.rules(path);
    let language = streams.language;
    let profiled = Profiled::new(&source, &rules_of(&arguments.file));
    let profiled = profiled.covered(arguments, language)?;
    let mut has_errors = profiled.has_errors;
    let before = match &arguments.against {
        Some(path) => Some((languages::read_mnc2_program(path, &book)?, rules_of(path))),
        None => None,
    };
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    let before = before.as_ref();
    let before =
        before.map(|(source, rules)| Profiled::new(source, rules).covered(arguments, language));
    let before = before.transpose()?;
    has_errors |= before.as_ref().is_some_and(|before| before.has_errors);
    let look = streams.look();
    match (arguments.format, &before) {
        (ProfileFormat::Text, None) => {
            text::write(&mut streams.out.drawn(), &profiled, look)?;
        }
        (ProfileFormat::Text, Some(before)) => {
            let changes = difference::changes(before, &profiled);
            if changes.is_empty() {
                let same = message!("no figures differ");
                writeln!(streams.out, "{}", same.say(streams.language))?;
            } else {
                difference::write_text(&mut streams.out.drawn(), &changes, look)?;
            }
        }
        (ProfileFormat::Json, None) => writeln!(streams.out, "{}", object(&profiled))?,
        (ProfileFormat::Json, Some(before)) => {
            let changes = difference::changes(before, &profiled);
            let object = difference::object(&changes, before, &profiled);
            writeln!(streams.out, "{object}")?;
        }
        (ProfileFormat::Trace, _) => {
            let is_cut = trace::write(&mut streams.out, &profiled, arguments.region)?;
            if is_cut {
                let remark = message!(
                    "the trace is too long, and its end is left out; `--region` shows other lines"
                );
                writeln!(streams.err, "{}", remark.say(streams.language))?;
            }
        }
    }
    if has_errors {
        let remark = message!("the program has errors; `mnc2 check` shows them");
        writeln!(streams.err, "{}", remark.say(streams.language))?;
        return Ok(Exit::ProgramErrors);
    }
    Ok(Exit::Success)
}

/// The profile of a program in another language; `None` if it is MN-Core 2 assembly.
fn in_other_language(
    arguments: &ProfileArguments,
    streams: &mut Streams,
) -> Result<Option<Exit>, Failure> {
    let path = &arguments.file;
    // Standard input is read once, and has no name that determines another language.
    if is_stdin(path) && arguments.language.language.is_none() {
        return Ok(None);
    }
    let mut source = Source::read_program(path)?;
    let book = RuleBook::new(&arguments.rules, streams.language)?;
    let options = languages::options_for_file(path, &mut source, &arguments.language, &book)?;
    let Some(options) = options else {
        return Ok(None);
    };
    if book.complain_to(streams) {
        return Ok(Some(Exit::Failure));
    }
    let levels = book.levels(path);
    languages::profile::command(arguments, &source, &*options, &levels, streams).map(Some)
}

/// Whether what a run changes is requested.
const fn is_covered(arguments: &ProfileArguments) -> bool {
    arguments.coverage || arguments.testcase.is_some()
}

/// A line of a generator, by the comments of the lines that it made.
struct Generator {
    place: String,
    /// Lines of the program with a statement.
    lines: u64,
    steps: u64,
}

/// A program with its profile.
pub(crate) struct Profiled<'a> {
    pub(crate) name: &'a str,
    lines: Vec<&'a str>,
    program: Program,
    flow: Flow,
    profile: Profile,
    has_errors: bool,
    /// What a run changes, if it was measured.
    coverage: Option<Coverage>,
}

impl<'a> Profiled<'a> {
    pub(crate) fn new(source: &'a Source, rules: &Rules) -> Self {
        let checked = findings::analyse(source, rules);
        let flow = Flow::new(&checked.program);
        Self {
            name: &source.name,
            lines: source.lines(),
            profile: Profile::with(&checked.program, &flow),
            coverage: None,
            flow,
            has_errors: checked.review.has_errors(),
            program: checked.program,
        }
    }

    /// With what a run changes, if that is requested and the program has no errors.
    fn covered(self, arguments: &ProfileArguments, language: Language) -> Result<Self, Failure> {
        if !is_covered(arguments) || self.has_errors {
            return Ok(self);
        }
        let testcase = arguments.testcase.as_deref();
        let coverage = Coverage::measure(&self.program, testcase, language)?;
        Ok(Self {
            coverage: Some(coverage),
            ..self
        })
    }

    fn line(&self, line: u32) -> &'a str {
        self.lines.get(line as usize).copied().unwrap_or_default()
    }

    /// The places of generators with the work of their lines, the most steps first.
    fn generators(&self) -> Vec<Generator> {
        let mut index_of = HashMap::new();
        let mut all: Vec<Generator> = Vec::new();
        for (line, text) in self.program.live().zip(&self.lines) {
            let (Some(statement), Some(generated)) = (&line.statement, Generated::from_line(text))
            else {
                continue;
            };
            let place = (generated.file, generated.line);
            let index = *index_of.entry(place).or_insert(all.len());
            if index == all.len() {
                all.push(Generator {
                    place: format!("{}:{}", place.0, place.1),
                    lines: 0,
                    steps: 0,
                });
            }
            all[index].lines += 1;
            if let Statement::Step(step) = statement {
                all[index].steps += u64::from(step.steps());
            }
        }
        all.sort_by_key(|it| std::cmp::Reverse(it.steps));
        all
    }

    /// The words of a section's heading.
    fn title(&self, section: &SectionWork) -> String {
        let line = section.section.title_line;
        let comment = self.program.line(line as usize);
        let comment = comment.and_then(|line| line.comment.clone());
        title(part(self.line(line), &comment.unwrap_or_default()))
    }
}

/// The memories that a profile is about, from the PEs outwards.
fn memories() -> impl Iterator<Item = Memory> {
    Traffic::PE_MEMORIES.into_iter().chain(Traffic::MEMORIES)
}

const DIRECTIONS: [Direction; 2] = [Direction::Read, Direction::Write];

/// The name of a memory in objects.
fn key(memory: Memory) -> String {
    match memory {
        Memory::T => "t".to_owned(),
        memory => memory.name().to_ascii_lowercase(),
    }
}

/// A part of a whole, in percent.
fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}", 100.0 * part as f64 / whole.max(1) as f64)
}
