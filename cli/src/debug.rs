//! `mnc2 debug`: the debugger of `ide` at a prompt.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use mnc2_debug::breakpoints::{Filter, WantedBreakpoints};
use mnc2_debug::chip::focus::focus_of;
use mnc2_debug::console::{self, Answer};
use mnc2_debug::stepping::{StopReason, accessed};
use mnc2_debug::{DebugOutput, Debuggee, chip, machine};
use mnc2_emulator::strict::Strict;
use mnc2_emulator::{Machine, Start};
use mnc2_ide::features::run::{Control, Failure as RunFailure, Inputs};
use mnc2_ide::languages::Options;
use mnc2_ide::session::{LanguageDocument, Mnc2Document, Snapshot};
use mnc2_program::rules::Layer;
use mnc2_text::{Language, Message, message};

use crate::args::DebugArguments;
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::languages::run::{memory_of, read_memory};
use crate::memory_files;
use crate::output::{Paint, Streams, visible};
use crate::rules::RuleBook;
use crate::{languages, prompt};

/// A run before its first statement, or why there is none.
type Launched = Result<Box<dyn Debuggee>, RunFailure>;

pub(crate) fn command(arguments: &DebugArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let language = streams.language;
    let book = RuleBook::with_layer(arguments.rules.layer(), &arguments.rules.config, language)?;
    let mut source = Source::read_program(&arguments.file)?;
    let options =
        languages::options_for_file(&arguments.file, &mut source, &arguments.language, &book)?;
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    let control = Arc::new(Control::default());
    let launched = match &options {
        Some(options) => on_machine(arguments, &source, &**options, language)?,
        None => on_chip(arguments, &source, &book, &control, language)?,
    };
    let debuggee = match launched {
        Ok(debuggee) => debuggee,
        Err(failure) => {
            let is_chip = options.is_none();
            return refused(&source, &failure, is_chip, streams);
        }
    };
    Session::begin(debuggee, &source, &control, streams)?.talk(&arguments.execute, streams)
}

/// Reports why a program is not debugged.
pub(crate) fn refused(
    source: &Source,
    failure: &RunFailure,
    is_chip: bool,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let language = streams.language;
    let reason = match failure {
        RunFailure::Stopped(stop) => stop.message().say(language),
        RunFailure::Cancelled | RunFailure::NoSuchLine { .. } => String::new(),
    };
    writeln!(streams.err, "{}: {reason}", visible(&source.name))?;
    if is_chip {
        let remark = message!("not run (--force runs it up to the first error)");
        writeln!(streams.err, "{}", remark.say(language))?;
    }
    Ok(Exit::ProgramErrors)
}

/// Debugs a solution at its end, with the origin of its first wrong value.
pub(crate) fn wrong_value(
    chip: &OnChip<'_>,
    book: &RuleBook,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let source = Source::read_program(chip.file)?;
    let control = Arc::new(Control::default());
    let debugger = match chip.launch(&source, book, &control, streams.language)? {
        Ok(debugger) => debugger,
        Err(failure) => return refused(&source, &failure, true, streams),
    };
    let mut session = Session::begin(Box::new(debugger), &source, &control, streams)?;
    session.execute_shown("goto end", streams)?;
    let wrong = session.debuggee.as_chip().map(|chip| chip.wrong_values());
    let place = wrong.and_then(|wrong| wrong.into_iter().find_map(|(_, place)| place));
    if let Some(place) = place {
        session.execute_shown(&format!("origin {}", chip::name(&place)), streams)?;
    }
    session.talk(&[], streams)
}

/// A program of MN-Core 2.
fn on_chip(
    arguments: &DebugArguments,
    source: &Source,
    book: &RuleBook,
    control: &Control,
    language: Language,
) -> Result<Launched, Failure> {
    if arguments.mem.is_some() {
        let message = message!("--mem is for other languages; --load is for MN-Core 2");
        return Err(Failure::Message(message.say(language)));
    }
    let chip = OnChip {
        file: &arguments.file,
        testcase: arguments.testcase.as_deref(),
        start: arguments.machine.start(),
        load: &arguments.load,
        pe: arguments.pe,
        force: arguments.force,
    };
    let launched = chip.launch(source, book, control, language)?;
    Ok(launched.map(|it| Box::new(it) as _))
}

/// How a program of MN-Core 2 is debugged.
pub(crate) struct OnChip<'a> {
    pub(crate) file: &'a Path,
    pub(crate) testcase: Option<&'a Path>,
    pub(crate) start: Start,
    pub(crate) load: &'a [memory_files::FileTransfer],
    /// The PE whose values are shown.
    pub(crate) pe: usize,
    /// Whether a program with errors runs up to the first one.
    pub(crate) force: bool,
}

impl OnChip<'_> {
    /// The run before its first statement, or why there is none.
    pub(crate) fn launch(
        &self,
        source: &Source,
        book: &RuleBook,
        control: &Control,
        language: Language,
    ) -> Result<Result<chip::Debugger, RunFailure>, Failure> {
        let launch = self.launched(source, book, language)?;
        Ok(chip::Debugger::launch(launch, control))
    }

    fn launched(
        &self,
        source: &Source,
        book: &RuleBook,
        language: Language,
    ) -> Result<chip::Launch, Failure> {
        let mut snapshot: Snapshot =
            Mnc2Document::new(0, &source.text).checked_by(None, &Layer::default());
        snapshot.rules = Arc::new(book.rules(self.file));
        let mut machine = Machine::starting(self.start);
        let mut strict = match self.testcase {
            Some(_) => Strict::judged(self.start),
            None => Strict::new(),
        };
        for transfer in self.load {
            memory_files::load(transfer, &mut machine, Some(&mut strict))?;
        }
        Ok(chip::Launch {
            snapshot,
            machine,
            inputs: inputs(self.testcase)?,
            focus: focus_of(self.pe),
            strict,
            anyway: self.force,
            language,
        })
    }
}

/// A program in another language.
fn on_machine(
    arguments: &DebugArguments,
    source: &Source,
    options: &dyn Options,
    language: Language,
) -> Result<Launched, Failure> {
    if let Some(option) = mnc2_only_option(arguments) {
        let message = message!(
            "{option} is for MN-Core 2, and `{file}` is read as `{id}`",
            option,
            file = source.name.as_str(),
            id = options.language().about().id
        );
        return Err(Failure::Message(message.say(language)));
    }
    let input = memory_of(arguments.mem.as_deref(), &arguments.file);
    let given = read_memory(input.as_deref(), language)?;
    let document = LanguageDocument::new(0, &source.text, options.copy());
    let launch = machine::Launch {
        snapshot: document.snapshot(),
        given,
        anyway: arguments.force,
    };
    Ok(machine::Debugger::launch(launch).map(|it| Box::new(it) as _))
}

/// An option that means nothing in other languages.
fn mnc2_only_option(arguments: &DebugArguments) -> Option<&'static str> {
    [
        ("--testcase", arguments.testcase.is_some()),
        ("--load", !arguments.load.is_empty()),
        ("--dirty", arguments.machine.dirty.is_some()),
        ("--offchip", arguments.machine.offchip.is_some()),
        ("--pe", arguments.pe != 0),
    ]
    .into_iter()
    .find_map(|(name, is_given)| is_given.then_some(name))
}

/// The input part of the testcase.
pub(crate) fn inputs(testcase: Option<&Path>) -> Result<Option<Inputs>, Failure> {
    let Some(path) = testcase else {
        return Ok(None);
    };
    let source = Source::read(path)?;
    let name = source.name.clone();
    let inputs = Inputs::read(source.name, source.text.to_string());
    inputs.map(Some).ok_or_else(|| {
        Failure::Message(format!("`{name}` is not a testcase: it has no marker line"))
    })
}

/// Writes the output of the run.
fn write_said(said: DebugOutput, language: Language, out: &mut impl Write) -> io::Result<()> {
    match said {
        DebugOutput::Dump(dump) => writeln!(out, "{dump}"),
        DebugOutput::Log { line, text } => writeln!(out, "{}: {text}", line + 1),
        DebugOutput::Asserted { line, asserted } => {
            writeln!(out, "{}: {}", line + 1, asserted.message.say(language))
        }
        DebugOutput::Remark(message) => writeln!(out, "{}", message.say(language)),
    }
}

struct Session<'a> {
    debuggee: Box<dyn Debuggee>,
    source: &'a Source,
    language: Language,
    control: &'a Control,
}

impl<'a> Session<'a> {
    /// A session at the start of a run.
    fn begin(
        debuggee: Box<dyn Debuggee>,
        source: &'a Source,
        control: &'a Arc<Control>,
        streams: &mut Streams,
    ) -> Result<Self, Failure> {
        let stopper = Arc::clone(control);
        // Without it Ctrl+C ends the debugger, as it does any program.
        let _ = ctrlc::set_handler(move || stopper.cancel.store(true, Ordering::Relaxed));
        let mut session = Self {
            debuggee,
            source,
            language: streams.language,
            control,
        };
        session.write_start(streams)?;
        Ok(session)
    }

    /// Executes commands: those given, or those that are typed.
    fn talk(mut self, commands: &[String], streams: &mut Streams) -> Result<Exit, Failure> {
        prompt::talk(commands, streams, |command, streams| {
            self.execute(command, streams)
        })?;
        Ok(Exit::Success)
    }

    /// Writes a command and executes it.
    fn execute_shown(&mut self, command: &str, streams: &mut Streams) -> Result<(), Failure> {
        writeln!(streams.out, "> {command}")?;
        self.execute(command, streams).map(|_| ())
    }

    /// Writes where the run begins, and where it ends early.
    fn write_start(&mut self, streams: &mut Streams) -> Result<(), Failure> {
        if let Some(obstacle) = self.debuggee.obstacle() {
            writeln!(streams.out, "{}", obstacle.say(self.language))?;
        }
        if self.debuggee.filters().contains(&Filter::Assertion) {
            self.debuggee.stop_at(WantedBreakpoints {
                filters: vec![Filter::Assertion],
                ..WantedBreakpoints::default()
            });
        }
        let mut said = Vec::new();
        self.debuggee.begin(&mut |output| said.push(output));
        for output in said {
            write_said(output, self.language, &mut streams.out)?;
        }
        Ok(self.show_place(streams)?)
    }

    /// Executes a command; returns whether it ends the debugger.
    fn execute(&mut self, line: &str, streams: &mut Streams) -> Result<bool, Failure> {
        self.control.cancel.store(false, Ordering::Relaxed);
        let language = self.language;
        let mut failed = Ok(());
        let mut say = |output: DebugOutput| {
            let written = write_said(output, language, &mut streams.out);
            if written.is_err() {
                failed = written;
                // The output is closed: the run need not continue either.
                self.control.cancel.store(true, Ordering::Relaxed);
            }
        };
        let answer = console::execute(&mut *self.debuggee, line, true, self.control, &mut say);
        failed?;
        match answer {
            Ok(Answer::Quit) => return Ok(true),
            Ok(Answer::Said(lines)) => {
                for line in lines {
                    writeln!(streams.out, "{}", line.say(language))?;
                }
            }
            Ok(Answer::Moved(reason)) => {
                let look = streams.look();
                for line in why(&reason) {
                    let line = look.paint(Paint::Doubtful, visible(&line.say(language)));
                    writeln!(streams.out.drawn(), "{line}")?;
                }
                self.show_place(streams)?;
            }
            Err(error) => {
                let error = visible(&error.say(language)).into_owned();
                let error = streams.look().paint(Paint::Bad, error);
                writeln!(streams.out.drawn(), "{error}")?;
            }
        }
        streams.out.flush()?;
        Ok(false)
    }

    /// The line that runs next; in a step also its cycle, and where lines run several times how many instructions were executed.
    fn show_place(&self, streams: &mut Streams) -> io::Result<()> {
        let look = streams.look();
        let place = match self.debuggee.next_line() {
            None => message!("end of the program").say(self.language),
            Some(line) => {
                let lines = self.source.lines();
                let text = lines.get(line).copied().unwrap_or_default();
                let number = look.paint(Paint::Faint, format_args!("{}:", line + 1));
                format!("{number} {}", look.paint(Paint::Heading, visible(text)))
            }
        };
        let more = match (self.debuggee.steps(), self.debuggee.cycle()) {
            (Some(steps), _) => message!("{steps:# instruction|# instructions}", steps),
            (None, 0) => return writeln!(streams.out.drawn(), "{place}"),
            (None, cycle) => message!("cycle {cycle}", cycle),
        };
        writeln!(
            streams.out.drawn(),
            "{place}  ({})",
            more.say(self.language)
        )
    }
}

/// Why the run stopped, if the place does not show it.
fn why(reason: &StopReason) -> Vec<Message> {
    match reason {
        StopReason::Arrived | StopReason::End => Vec::new(),
        StopReason::Start => vec![message!("start of the program")],
        StopReason::Pause => vec![message!("stopped")],
        StopReason::Failed(message) => vec![message.clone()],
        StopReason::Exception(list) => list.iter().map(|one| one.message.clone()).collect(),
        StopReason::Breakpoint(ids) => ids.iter().copied().map(breakpoint).collect(),
        StopReason::Data(hits) => {
            let mut ids: Vec<u32> = hits.iter().map(|hit| hit.id).collect();
            ids.dedup();
            let ids = ids.into_iter().map(breakpoint);
            ids.chain(accessed(hits)).collect()
        }
    }
}

fn breakpoint(id: u32) -> Message {
    message!("breakpoint {id}", id)
}
