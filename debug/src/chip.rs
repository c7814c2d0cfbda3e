//! The debugger of the chip: a run that goes forward and backward, stops at breakpoints, and finds the origins of values.
//!
//! Nothing branches on this machine, so each line runs once and a point in time of the run is a line: [`Debugger::line`] runs
//! next. Within a step the cycle selects one of its four accesses; the state changes when the whole step has run. PEs are not
//! threads: there is one run of the whole chip, and the focus selects the PE whose values are shown.

mod assertions;
mod debuggee;
mod display;
pub mod divergence;
mod edit;
pub mod exceptions;
mod fixed_patterns;
pub mod focus;
pub mod memory_reference;
pub mod mismatches;
pub mod next_line;
pub mod origin;
pub mod origin_tree;
pub mod parse_words;
pub mod place_expression;
mod stepping;
mod stop_candidates;
pub mod word_text;

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};

use mnc2_asm::testcase::Testcase;
use mnc2_dataflow::number_format::{Numbers, Origins};
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::machine::recording::Replaced;
use mnc2_emulator::strict::Strict;
use mnc2_emulator::watch::{WatchValue, evaluate_with};
use mnc2_emulator::{Machine, Recording, TravelOptions};
use mnc2_program::{DebugSet, Program, Statement, Step, WatchExpression, WatchFormat};
use mnc2_review::check_to_run;
use mnc2_text::{Language, Message, message};

use self::assertions::{AssertedLines, asserted_lines};
pub use self::debuggee::{not_in_memory, watched};
pub use self::display::{hexadecimal, name};
use self::fixed_patterns::PatternLines;
use self::focus::pe_of;
use self::next_line::Touch;
use crate::breakpoints::{self, BreakpointId, Exception, WantedBreakpoints};
use crate::stepping::Motion;
use mnc2_ide::features::run::{Control, Failure, Inputs, MEMORY_BYTES_MAX, load, refuse_errors};
use mnc2_ide::features::sections::{Section, sections};
use mnc2_ide::session::{Focus, Snapshot};

/// The input of a debugger.
pub struct Launch {
    /// The program with its text.
    pub snapshot: Snapshot,
    /// The machine that it starts on, with what was loaded into its memories.
    pub machine: Machine,
    /// The input part of a testcase, which is executed on that machine first.
    pub inputs: Option<Inputs>,
    /// The PE whose values are shown.
    pub focus: Focus,
    /// The state of strict mode for that machine.
    pub strict: Strict,
    /// Whether a program with errors runs up to the line with the first one.
    pub anyway: bool,
    /// The language of sentences within texts.
    pub language: Language,
}

/// A breakpoint before a line.
pub type LineBreakpoint = breakpoints::LineBreakpoint<WatchExpression>;
/// A breakpoint at accesses of words.
pub type DataBreakpoint = breakpoints::DataBreakpoint<WatchExpression, ChipPlace>;
/// The breakpoints of a run of the chip.
pub type Breakpoints = breakpoints::Breakpoints<WatchExpression, ChipPlace>;

/// A run under the debugger.
pub struct Debugger {
    snapshot: Snapshot,
    recording: Recording,
    /// The testcase whose inputs were loaded.
    testcase: Option<Testcase>,
    cycle: usize,
    focus: Focus,
    language: Language,
    /// Why the program runs only up to a line.
    obstacle: Option<Message>,
    /// The headings in the comments of the program, computed on demand.
    sections: OnceCell<Vec<Section>>,
    /// Its lines with fixed mask patterns, computed on demand.
    patterns: OnceCell<PatternLines>,
    wanted: WantedBreakpoints,
    breakpoints: Breakpoints,
    /// Indices of the breakpoints before a line.
    by_line: BTreeMap<usize, Vec<usize>>,
    asserted: AssertedLines,
    strict: Strict,
    /// The errors at each line; empty until a filter needs them.
    exceptions: BTreeMap<usize, Vec<Exception>>,
    is_examined: bool,
    /// For data breakpoints that count: the lines that do what they wait for.
    occurrences: HashMap<BreakpointId, Vec<usize>>,
}

/// The result of an edit of the program for its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedProgram {
    /// Whether the run is still where it was, with the same state.
    pub is_same_state: bool,
    /// Changes of memory that were dropped, because the lines before them are no longer equivalent.
    pub dropped_edits: usize,
}

/// The limits of a run.
fn options(control: &Control) -> TravelOptions<'_> {
    TravelOptions {
        budget_bytes: MEMORY_BYTES_MAX,
        cancel: Some(&control.cancel),
    }
}

impl Debugger {
    /// A run before its first statement.
    ///
    /// # Errors
    /// If the program or the testcase cannot run; see [`Launch::anyway`].
    pub fn launch(launch: Launch, control: &Control) -> Result<Self, Failure> {
        let Launch {
            snapshot,
            mut machine,
            inputs,
            strict,
            focus,
            anyway,
            language,
        } = launch;
        let (program, obstacle) = runnable(&snapshot, anyway)?;
        if let Some(inputs) = &inputs {
            load(&mut machine, inputs, control)?;
        }
        let recording = Recording::new(machine, program);
        let mut debugger = Self {
            asserted: asserted_lines(&recording),
            recording,
            snapshot,
            testcase: inputs.as_ref().and_then(Inputs::testcase),
            cycle: 0,
            focus,
            language,
            obstacle,
            sections: OnceCell::new(),
            patterns: OnceCell::new(),
            wanted: WantedBreakpoints::default(),
            breakpoints: Breakpoints::default(),
            by_line: BTreeMap::new(),
            strict,
            exceptions: BTreeMap::new(),
            is_examined: false,
            occurrences: HashMap::new(),
        };
        let first = debugger.recording.statement_from(0);
        let _ = debugger.jump(first, control);
        Ok(debugger)
    }

    /// The program and what is known about it.
    pub const fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The recording of the run.
    pub const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The recording, at the end of debugging.
    pub fn into_recording(self) -> Recording {
        self.recording
    }

    /// The state before the line.
    pub const fn machine(&self) -> &Machine {
        self.recording.machine()
    }

    /// The line that runs next, counted from 0; the [end](Recording::end) after the last one.
    pub const fn line(&self) -> usize {
        self.recording.line()
    }

    /// The cycle of the step that is looked at.
    pub const fn cycle(&self) -> usize {
        self.cycle
    }

    /// Whether everything has run.
    pub const fn is_at_end(&self) -> bool {
        self.recording.line() >= self.recording.end()
    }

    /// The headings in the comments of the program.
    pub fn sections(&self) -> &[Section] {
        self.sections.get_or_init(|| sections(&self.snapshot))
    }

    /// The innermost section that a line is in.
    pub fn section_of(&self, line: usize) -> Option<&Section> {
        let contains =
            |section: &&Section| (section.start as usize..=section.end as usize).contains(&line);
        self.sections().iter().rfind(contains)
    }

    /// The line that is shown as the next one: at the end, the last one. Not every editor has a line after the last line break.
    pub fn shown_line(&self) -> usize {
        let last = self.snapshot.program.len().saturating_sub(1);
        let is_rest = last > 0 && self.snapshot.line_text(last).is_empty();
        self.line().min(last - usize::from(is_rest))
    }

    /// Why the program runs only up to its end, if it has errors.
    pub const fn obstacle(&self) -> Option<&Message> {
        self.obstacle.as_ref()
    }

    /// The step that runs next, if it is one.
    pub fn step(&self) -> Option<&Step> {
        match self.recording.statement()? {
            Statement::Step(step) => Some(step),
            _ => None,
        }
    }

    /// The PE whose values are shown.
    pub const fn focus(&self) -> Focus {
        self.focus
    }

    /// The index of that PE.
    pub fn pe(&self) -> usize {
        pe_of(self.focus)
    }

    /// Shows the values of another PE.
    pub const fn set_focus(&mut self, focus: Focus) {
        self.focus = focus;
    }

    /// The breakpoints that are set.
    pub const fn breakpoints(&self) -> &Breakpoints {
        &self.breakpoints
    }

    /// Replaces the breakpoints. A breakpoint of a line that does not run never stops.
    pub fn set_breakpoints(&mut self, breakpoints: Breakpoints) {
        self.by_line.clear();
        for (index, breakpoint) in breakpoints.lines.iter().enumerate() {
            self.by_line.entry(breakpoint.line).or_default().push(index);
        }
        self.breakpoints = breakpoints;
        self.occurrences.clear();
    }

    /// The line at which a breakpoint of a line really stops: its own, or the line of the next statement that runs.
    pub fn breakable(&self, line: usize) -> Option<usize> {
        let statement = self.recording.statement_from(line);
        (statement < self.recording.end()).then_some(statement)
    }

    /// The reads and writes of the line that runs next, on the PE in focus, with the values.
    pub fn look(&self, control: &Control) -> Vec<Touch> {
        let looked = next_line::look(
            &self.recording,
            self.snapshot.flow(),
            self.pe(),
            &options(control),
        );
        looked.map_or_else(|_| Vec::new(), |(touches, _)| touches)
    }

    /// The value of an expression now. A place without a format is read as the instruction meant it that wrote it.
    ///
    /// # Errors
    /// A sentence if it has no value.
    pub fn evaluate(&self, expression: &WatchExpression) -> Result<WatchValue, Message> {
        let place = expression.places().into_iter().next();
        let places = place.map(|place| place_expression::places(place, self.focus));
        let meant = places.and_then(|places| self.meant(places.first()?));
        let format = meant.unwrap_or(WatchFormat::Hexadecimal);
        evaluate_with(self.machine(), expression, self.pe(), format)
    }

    /// The meaning of the words of a place, by the instruction that wrote them last.
    pub fn numbers(&self, place: &ChipPlace) -> Option<Numbers> {
        self.numbers_before(self.line(), place)
    }

    /// The meaning of the words of a place before a line, counted from 0, by the instruction that wrote them last.
    pub fn numbers_before(&self, line: usize, place: &ChipPlace) -> Option<Numbers> {
        let line = line.checked_sub(1)?;
        let origins = Origins::new(&self.snapshot.program, self.snapshot.flow());
        origins.after(line, place.store, &place.words)
    }

    /// The meaning of the words of a place: by the instruction that wrote them last, otherwise by the next instruction that
    /// reads them.
    pub fn numbers_around(&self, place: &ChipPlace) -> Option<Numbers> {
        self.numbers(place).or_else(|| {
            let origins = Origins::new(&self.snapshot.program, self.snapshot.flow());
            origins.next_read(self.line(), place.store, &place.words)
        })
    }

    /// How the instruction that wrote a place last, or otherwise reads it next, means its words.
    pub fn meant(&self, place: &ChipPlace) -> Option<WatchFormat> {
        match self.numbers_around(place)? {
            Numbers::Bits => None,
            Numbers::Of(precision) => Some(WatchFormat::from_precision(precision)),
        }
    }

    /// Changes memory before the line that runs next; the run remembers it.
    ///
    /// # Errors
    /// A sentence if the place cannot be changed.
    pub fn edit(&mut self, set: DebugSet) -> Result<(), Message> {
        if !self.recording.edit(set) {
            return Err(message!("there are too many changes of memory in this run"));
        }
        self.outdate();
        Ok(())
    }

    /// Changes words of a place, given as [`next_line::words`] returns them.
    ///
    /// # Errors
    /// A sentence if the place cannot be changed.
    pub fn write(&mut self, place: &ChipPlace, words: &[u64]) -> Result<(), Message> {
        for set in edit::sets(place, words, self.machine().chip())? {
            self.edit(set)?;
        }
        Ok(())
    }

    /// Continues with an edited program. The run stays where it is if everything before is the same; otherwise it goes
    /// back to the first line that is not.
    ///
    /// # Errors
    /// If the new program cannot run; nothing changes.
    pub fn replace(
        &mut self,
        snapshot: Snapshot,
        anyway: bool,
        control: &Control,
    ) -> Result<EditedProgram, Failure> {
        let (program, obstacle) = runnable(&snapshot, anyway)?;
        let line = self.line();
        let Replaced {
            same_lines,
            dropped_edits,
        } = self.recording.replace(program);
        self.asserted = asserted_lines(&self.recording);
        self.snapshot = snapshot;
        self.obstacle = obstacle;
        self.sections = OnceCell::new();
        self.patterns = OnceCell::new();
        self.outdate();
        let is_same_state = same_lines >= line;
        if !is_same_state {
            let _ = self.go(Motion::ToLine(same_lines), control, &mut |_| {});
        }
        Ok(EditedProgram {
            is_same_state,
            dropped_edits,
        })
    }

    /// Forgets what was found about the run.
    fn outdate(&mut self) {
        self.exceptions.clear();
        self.is_examined = false;
        self.occurrences.clear();
    }
}

/// The part of a program that runs, and why it is not all of it.
fn runnable(snapshot: &Snapshot, anyway: bool) -> Result<(Program, Option<Message>), Failure> {
    if let Some(unread) = snapshot.unread {
        return Err(Failure::unread(unread));
    }
    let program: &Program = &snapshot.program;
    let report = check_to_run(program, &snapshot.rules);
    match refuse_errors(report.findings.into_iter(), u32::MAX, None) {
        Ok(()) => Ok((program.clone(), None)),
        Err(Failure::Stopped(stop)) if anyway => {
            let lines = program.range(0..stop.line as usize).cloned().collect();
            Ok((Program::from_lines(lines), Some(stop.message())))
        }
        Err(failure) => Err(failure),
    }
}
