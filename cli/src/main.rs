//! The `mnc2` command: check, run, format, expand and explain MN-Core 2 assembly.
//!
//! This crate reads files, writes streams and decides exit codes; what it says about a program comes from the
//! assembler front end and the emulator.
#![cfg_attr(
    not(feature = "dialects"),
    expect(
        unreachable_code,
        unused_mut,
        unused_variables,
        reason = "without dialects, what is about them has no values"
    )
)]

mod args;
mod asserted;
mod bench;
mod beside;
mod check;
mod columns;
mod data;
mod debug;
mod dialect;
mod difference;
mod encodings;
mod equal;
mod expand;
mod explain;
mod fields;
mod findings;
mod fix;
mod format;
mod input;
mod inspect;
mod judge;
mod language;
mod learn;
mod mcp;
mod output;
mod probe;
mod profile;
mod prompt;
mod region;
mod rules;
mod run;
mod schedule;
mod search;
mod shell;
mod timeline;
mod walk;
mod watch;
mod within;
mod words;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser as _;

use args::{Command, CommandLine};
use output::Streams;

/// How a command ended; the numbers are the exit codes that `--help` states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    /// Everything was done.
    Success = 0,
    /// The program has errors or an assertion does not hold, or two programs differ.
    ProgramErrors = 1,
    /// Wrong usage, or input or output failed.
    Failure = 2,
    /// The run stopped before its end, or nothing is decided.
    Stopped = 3,
}

/// What ends a command early.
#[derive(Debug)]
enum Failure {
    /// A message for the user.
    Message(String),
    /// A stream failed; a reader that closed it is no failure.
    Stream(io::Error),
}

impl Failure {
    /// The failure to write a file, with the reason from the system.
    fn cannot_write(path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |error| Self::Message(format!("cannot write `{}`: {error}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}

/// Starts the threads of a command that works on several; without this it would panic where they cannot be started.
fn start_threads(command: &Command) -> Result<(), rayon::ThreadPoolBuildError> {
    match command {
        Command::Check(_) | Command::Judge(_) => rayon::ThreadPoolBuilder::new().build_global(),
        _ => Ok(()),
    }
}

fn main() -> ExitCode {
    let arguments = CommandLine::parse();
    let language = language::spoken(arguments.lang);
    let mut streams = Streams::new(arguments.color, language);
    if let Err(error) = mcp::child::begin() {
        streams.complain(&format!("cannot serve a call: {error}"));
        return ExitCode::from(Exit::Failure as u8);
    }
    if let Err(error) = start_threads(&arguments.command) {
        streams.complain(&format!("cannot start threads: {error}"));
        return ExitCode::from(Exit::Failure as u8);
    }
    let result = match &arguments.command {
        Command::Check(arguments) => check::command(arguments, &mut streams),
        Command::Run(arguments) => run::command(arguments, &mut streams),
        Command::Debug(arguments) => debug::command(arguments, &mut streams),
        Command::Judge(arguments) => judge::command(arguments, &mut streams),
        Command::Format(arguments) => format::command(arguments, &mut streams),
        Command::Equal(arguments) => equal::command(arguments, &mut streams),
        Command::Expand(arguments) => expand::command(arguments, &mut streams),
        Command::Timeline(arguments) => timeline::command(arguments, &mut streams),
        Command::Profile(arguments) => profile::command(arguments, &mut streams),
        Command::Schedule(arguments) => schedule::command(arguments, &mut streams),
        Command::Search(arguments) => search::command(arguments, &mut streams),
        Command::Explain(arguments) => explain::command(arguments, &mut streams),
        Command::Mcp(arguments) => mcp::command(arguments, &mut streams),
        Command::Asm(arguments) => dialect::assemble::asm(arguments, &mut streams),
        Command::Disasm(arguments) => dialect::assemble::disasm(arguments, &mut streams),
        Command::Eval(arguments) => dialect::eval::command(arguments, &mut streams),
        Command::Learn(arguments) => learn::command(arguments, &mut streams),
        Command::Probe(arguments) => probe::command(arguments, &mut streams),
        Command::Inspect(arguments) => inspect::command(arguments, &mut streams),
        Command::Languages => dialect::list::languages(&mut streams),
        Command::Bench(arguments) => bench::command(arguments, &mut streams),
        Command::Completions(arguments) => shell::completions(arguments, &mut streams),
        Command::Man(arguments) => shell::man(arguments, &mut streams),
    };
    let result = result.and_then(|exit| {
        streams.flush()?;
        Ok(exit)
    });
    let exit = match result {
        Ok(exit) => exit,
        Err(Failure::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
        Err(Failure::Stream(error)) => {
            streams.complain(&format!("cannot write: {error}"));
            Exit::Failure
        }
        Err(Failure::Message(message)) => {
            streams.complain(&message);
            Exit::Failure
        }
    };
    ExitCode::from(exit as u8)
}
