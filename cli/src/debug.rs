//! `mnc2 debug`: the debugger of `ide` at a prompt.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use mnc2_asm::rules::Layer;
use mnc2_asm::{Language, Message, message};
use mnc2_emulator::Machine;
use mnc2_emulator::strict::Strict;
use mnc2_ide::debug::breakpoints::{Breakpoints, Filter};
use mnc2_ide::debug::console::{self, Answer, name};
use mnc2_ide::debug::motion::Reason;
use mnc2_ide::debug::place::focus_of;
use mnc2_ide::debug::{Debugger, Launch, Output};
use mnc2_ide::features::run::{Control, Failure as RunFailure, Inputs};
use mnc2_ide::session::{Mnc2Document, Snapshot};

use crate::args::DebugArguments;
use crate::data;
use crate::input::Source;
use crate::output::{Streams, visible};
use crate::rules::RuleBook;
use crate::{Exit, Failure, dialect, prompt};

pub(crate) fn command(arguments: &DebugArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let language = streams.language;
    let book = RuleBook::with_layer(arguments.rules.layer(), &arguments.rules.config, language)?;
    let rules = book.rules(&arguments.file);
    let mut source = Source::read_program(&arguments.file)?;
    let options = dialect::of_file(&arguments.file, &mut source, &arguments.language, &book)?;
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    if let Some(options) = options {
        return dialect::debug::command(arguments, &source, &*options, streams);
    }
    if arguments.mem.is_some() {
        let message = message!("--mem is for other languages; --load is for MN-Core 2");
        return Err(Failure::Message(message.say(language)));
    }
    let mut snapshot: Snapshot =
        Mnc2Document::new(0, &source.text).checked_by(None, &Layer::default());
    snapshot.rules = Arc::new(rules);

    let start = arguments.machine.start();
    let mut machine = Machine::starting(start);
    let mut strict = match arguments.testcase {
        Some(_) => Strict::judged(start),
        None => Strict::new(),
    };
    for transfer in &arguments.load {
        data::load(transfer, &mut machine, Some(&mut strict))?;
    }
    let control = Arc::new(Control::default());
    let launch = Launch {
        snapshot,
        machine,
        inputs: inputs(arguments)?,
        focus: focus_of(arguments.pe),
        strict,
        anyway: arguments.force,
        language,
    };
    let debugger = match Debugger::launch(launch, &control) {
        Ok(debugger) => debugger,
        Err(failure) => {
            let reason = match failure {
                RunFailure::Stopped(stop) => stop.message().say(language),
                RunFailure::Cancelled | RunFailure::NoSuchLine { .. } => String::new(),
            };
            writeln!(streams.err, "{}: {reason}", visible(&source.name))?;
            let remark = message!("not run (--force runs it up to the first error)");
            writeln!(streams.err, "{}", remark.say(language))?;
            return Ok(Exit::ProgramErrors);
        }
    };
    let stopper = Arc::clone(&control);
    // Without it Ctrl+C ends the debugger, as it does any program.
    let _ = ctrlc::set_handler(move || stopper.cancel.store(true, Ordering::Relaxed));
    let mut session = Session {
        debugger,
        source: &source,
        language,
        control: &control,
    };
    session.begin(streams)?;
    prompt::talk(&arguments.execute, streams, |command, streams| {
        session.execute(command, streams)
    })?;
    Ok(Exit::Success)
}

/// The input part of the testcase.
fn inputs(arguments: &DebugArguments) -> Result<Option<Inputs>, Failure> {
    let Some(path) = &arguments.testcase else {
        return Ok(None);
    };
    let source = Source::read(path)?;
    let name = source.name.clone();
    let inputs = Inputs::read(source.name, source.text.to_string());
    inputs.map(Some).ok_or_else(|| {
        Failure::Message(format!("`{name}` is not a testcase: it has no marker line"))
    })
}

/// Writes what the run says.
fn write_said(said: Output, language: Language, out: &mut impl Write) -> io::Result<()> {
    match said {
        Output::Dump(dump) => writeln!(out, "{dump}"),
        Output::Log { line, text } => writeln!(out, "{}: {text}", line + 1),
        Output::Asserted { line, asserted } => {
            writeln!(out, "{}: {}", line + 1, asserted.message.say(language))
        }
        Output::Remark(message) => writeln!(out, "{}", message.say(language)),
    }
}

struct Session<'a> {
    debugger: Debugger,
    source: &'a Source,
    language: Language,
    control: &'a Control,
}

impl Session<'_> {
    /// Says where the run begins, and where it ends early.
    fn begin(&mut self, streams: &mut Streams) -> Result<(), Failure> {
        if let Some(obstacle) = self.debugger.obstacle() {
            writeln!(streams.out, "{}", obstacle.say(self.language))?;
        }
        self.debugger.set_breakpoints(Breakpoints {
            filters: vec![Filter::Assertion],
            ..Breakpoints::default()
        });
        let mut said = Vec::new();
        self.debugger.begin(&mut |output| said.push(output));
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
        let mut say = |output: Output| {
            let written = write_said(output, language, &mut streams.out);
            if written.is_err() {
                failed = written;
                // No one reads on: the run need not go on either.
                self.control.cancel.store(true, Ordering::Relaxed);
            }
        };
        let answer = console::execute(&mut self.debugger, line, true, self.control, &mut say);
        failed?;
        match answer {
            Ok(Answer::Quit) => return Ok(true),
            Ok(Answer::Said(lines)) => {
                for line in lines {
                    writeln!(streams.out, "{}", line.say(language))?;
                }
            }
            Ok(Answer::Moved(reason)) => {
                for line in self.why(&reason) {
                    writeln!(streams.out, "{}", line.say(language))?;
                }
                self.show_place(streams)?;
            }
            Err(error) => writeln!(streams.out, "{}", error.say(language))?,
        }
        streams.out.flush()?;
        Ok(false)
    }

    /// The line that runs next.
    fn show_place(&self, streams: &mut Streams) -> io::Result<()> {
        let line = self.debugger.line();
        if self.debugger.is_at_end() {
            let end = message!("end of the program");
            return writeln!(streams.out, "{}", end.say(self.language));
        }
        let lines = self.source.lines();
        let text = lines.get(line).copied().unwrap_or_default();
        let number = line + 1;
        match self.debugger.cycle() {
            0 => writeln!(streams.out, "{number}: {text}"),
            cycle => {
                let cycle = message!("cycle {cycle}", cycle).say(self.language);
                writeln!(streams.out, "{number}: {text}  ({cycle})")
            }
        }
    }

    /// Why the run stopped, if the place does not say it.
    fn why(&self, reason: &Reason) -> Vec<Message> {
        match reason {
            Reason::Arrived | Reason::End => Vec::new(),
            Reason::Start => vec![message!("start of the program")],
            Reason::Pause => vec![message!("stopped")],
            Reason::Failed(message) => vec![message.clone()],
            Reason::Exception(list) => list.iter().map(|one| one.message.clone()).collect(),
            Reason::Breakpoint(ids) => {
                let id = |&id: &u32| message!("breakpoint {id}", id);
                ids.iter().map(id).collect()
            }
            Reason::Data(hits) => hits
                .iter()
                .map(|hit| {
                    let (id, line, place) = (hit.id, hit.line + 1, name(&hit.place));
                    message!(
                        "breakpoint {id}: line {line} accesses {place}",
                        id,
                        line,
                        place
                    )
                })
                .collect(),
        }
    }
}
