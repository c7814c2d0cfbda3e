//! `mnc2 debug` for a program in another language.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use mnc2_ide::debug::dialect::console::{self, Answer};
use mnc2_ide::debug::dialect::motion::Reason;
use mnc2_ide::debug::dialect::{Debugger, Launch, Output};
use mnc2_ide::dialects::Options;
use mnc2_ide::features::run::{Control, Failure as RunFailure};
use mnc2_ide::session::LanguageDocument;
use mnc2_text::{Language, Message, message};

use super::run::{memory_of, read_memory};
use crate::args::DebugArguments;
use crate::input::Source;
use crate::output::{Streams, visible};
use crate::prompt;
use crate::{Exit, Failure};

/// Debugs a program at a prompt, or by commands.
pub(crate) fn command(
    arguments: &DebugArguments,
    source: &Source,
    options: &dyn Options,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let language = streams.language;
    if let Some(option) = of_mnc2(arguments) {
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
    let launched = Debugger::launch(Launch {
        snapshot: document.snapshot(),
        given,
        anyway: arguments.force,
    });
    let debugger = match launched {
        Ok(debugger) => debugger,
        Err(failure) => {
            let reason = match failure {
                RunFailure::Stopped(stop) => stop.message().say(language),
                RunFailure::Cancelled | RunFailure::NoSuchLine { .. } => String::new(),
            };
            writeln!(streams.err, "{}: {reason}", visible(&source.name))?;
            return Ok(Exit::ProgramErrors);
        }
    };
    let control = Arc::new(Control::default());
    let stopper = Arc::clone(&control);
    // Without it Ctrl+C ends the debugger, as it does any program.
    let _ = ctrlc::set_handler(move || stopper.cancel.store(true, Ordering::Relaxed));
    let mut session = Session {
        debugger,
        source,
        language,
        control: &control,
    };
    session.show_place(streams)?;
    prompt::talk(&arguments.execute, streams, |command, streams| {
        session.execute(command, streams)
    })?;
    Ok(Exit::Success)
}

/// An option that means nothing in other languages.
fn of_mnc2(arguments: &DebugArguments) -> Option<&'static str> {
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

struct Session<'a> {
    debugger: Debugger,
    source: &'a Source,
    language: Language,
    control: &'a Control,
}

impl Session<'_> {
    /// Executes a command; returns whether it ends the debugger.
    fn execute(&mut self, line: &str, streams: &mut Streams) -> Result<bool, Failure> {
        self.control.cancel.store(false, Ordering::Relaxed);
        let language = self.language;
        let mut failed = Ok(());
        let mut say = |output: Output| {
            let written = match output {
                Output::Log { line, text } => writeln!(streams.out, "{}: {text}", line + 1),
                Output::Remark(message) => writeln!(streams.out, "{}", message.say(language)),
            };
            if written.is_err() {
                failed = written;
                // No one reads on: the run need not go on either.
                self.control.cancel.store(true, Ordering::Relaxed);
            }
        };
        let answer = console::execute(&mut self.debugger, line, true, self.control, &mut say);
        failed?;
        let mut write = |message: &Message| writeln!(streams.out, "{}", message.say(language));
        match answer {
            Ok(Answer::Quit) => return Ok(true),
            Ok(Answer::Said(lines)) => lines.iter().try_for_each(&mut write)?,
            Ok(Answer::Moved(reason)) => {
                why(&reason).iter().try_for_each(&mut write)?;
                self.show_place(streams)?;
            }
            Err(error) => write(&error)?,
        }
        streams.out.flush()?;
        Ok(false)
    }

    /// The line that runs next, and how many instructions were executed.
    fn show_place(&self, streams: &mut Streams) -> io::Result<()> {
        let steps = self.debugger.step();
        let steps = message!("{steps:# instruction|# instructions}", steps).say(self.language);
        let Some(line) = self.debugger.line() else {
            let end = message!("end of the program").say(self.language);
            return writeln!(streams.out, "{end}  ({steps})");
        };
        let lines = self.source.lines();
        let text = lines.get(line as usize).copied().unwrap_or_default();
        writeln!(streams.out, "{}: {text}  ({steps})", line + 1)
    }
}

/// Why the run stopped, if the place does not say it.
fn why(reason: &Reason) -> Vec<Message> {
    match reason {
        Reason::Arrived | Reason::End => Vec::new(),
        Reason::Start => vec![message!("start of the program")],
        Reason::Pause => vec![message!("stopped")],
        Reason::Failed(message) => vec![message.clone()],
        Reason::Breakpoint(ids) => {
            let id = |&id: &u32| message!("breakpoint {id}", id);
            ids.iter().map(id).collect()
        }
        Reason::Data(hits) => hits.iter().map(|hit| hit.message()).collect(),
    }
}
