//! The `mnc2` command: check, run, format, expand and explain MN-Core 2 assembly.
//!
//! This crate reads files, writes streams and decides exit codes; findings and results come from the
//! assembler front end and the emulator.
mod args;
mod assertion_output;
mod bench;
mod book;
mod check;
mod columns;
mod companions;
mod debug;
mod diff;
mod embedded;
mod emu;
mod encodings;
mod equal;
mod exit;
mod expand;
mod explain;
mod fields;
mod find_programs;
mod findings;
mod fix;
mod format;
mod help;
mod input;
mod inspect;
mod judge;
mod language;
mod languages;
mod learn;
mod mcp;
mod memory_files;
mod notebook;
mod output;
mod print_page;
mod probe;
mod profile;
mod prompt;
mod region;
mod rules;
mod run;
mod schedule;
mod search;
mod shell;
mod testcase;
mod timeline;
mod unified_diff;
mod version;
mod watch;
mod words;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::FromArgMatches as _;

use args::{Command, CommandLine};
use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue};
use exit::{Exit, Failure};
use mnc2_text::{Message, message};
use output::{Color, Streams};

/// Starts the threads of a command that works on several; without this it would panic where they cannot be started.
fn start_threads(command: &Command) -> Result<(), rayon::ThreadPoolBuildError> {
    match command {
        Command::Check(_) | Command::Judge(_) => rayon::ThreadPoolBuilder::new().build_global(),
        _ => Ok(()),
    }
}

fn main() -> ExitCode {
    let words = emu::named(std::env::args_os().collect());
    let given = || words.iter().skip(1).cloned();
    let spoken = language::spoken(help::chosen("--lang", given()));
    let color: Option<Color> = help::chosen("--color", given());
    let command = CommandLine::command().color(color.unwrap_or(Color::Auto).into());
    let parsed = help::localized(command, spoken)
        .try_get_matches_from(&words)
        .and_then(|matches| CommandLine::from_arg_matches(&matches));
    let arguments = parsed.unwrap_or_else(|error| {
        let (code, tip) = (error.exit_code(), forgotten_command(&error));
        help::report(error, spoken);
        if let Some(tip) = tip {
            eprintln!("\n  {}", tip.say(spoken));
        }
        std::process::exit(code)
    });
    let language = language::spoken(arguments.lang);
    let mut streams = Streams::new(arguments.color, language);
    if let Err(error) = mcp::process_limits::begin() {
        streams.complain(&format!("cannot serve a call: {error}"));
        return ExitCode::from(Exit::Failure as u8);
    }
    let command = match (&arguments.command, arguments.version) {
        (_, true) => None,
        (Some(command), false) => Some(command),
        (None, false) => {
            let error = help::missing_command(CommandLine::command(), language);
            let code = error.exit_code();
            help::report(error, language);
            std::process::exit(code)
        }
    };
    if let Some(Err(error)) = command.map(start_threads) {
        streams.complain(&format!("cannot start threads: {error}"));
        return ExitCode::from(Exit::Failure as u8);
    }
    let result = match command {
        None => version::write(arguments.verbose, &mut streams),
        Some(command) => done(command, &mut streams),
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

/// The tip about a program in the place of a command.
fn forgotten_command(error: &clap::Error) -> Option<Message> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let path = Path::new(word);
    let is_program = path.extension().is_some() || path.is_file() || path.is_dir();
    is_program.then(|| {
        message!(
            "tip: a command comes before the file: `mnc2 check {file}`",
            file = output::visible(word).as_ref()
        )
    })
}

fn done(command: &Command, streams: &mut Streams) -> Result<Exit, Failure> {
    match command {
        Command::Check(arguments) => check::command(arguments, streams),
        Command::Run(arguments) => run::command(arguments, streams),
        Command::Debug(arguments) => debug::command(arguments, streams),
        Command::Judge(arguments) => judge::command(arguments, streams),
        Command::Format(arguments) => format::command(arguments, streams),
        Command::Diff(arguments) => diff::command(arguments, streams),
        Command::Equal(arguments) => equal::command(arguments, streams),
        Command::Expand(arguments) => expand::command(arguments, streams),
        Command::Timeline(arguments) => timeline::command(arguments, streams),
        Command::Profile(arguments) => profile::command(arguments, streams),
        Command::Schedule(arguments) => schedule::command(arguments, streams),
        Command::Search(arguments) => search::command(arguments, streams),
        Command::Explain(arguments) => explain::command(arguments, streams),
        Command::Mcp(arguments) => mcp::command(arguments, streams),
        Command::Asm(arguments) => languages::assemble::asm(arguments, streams),
        Command::Disasm(arguments) => languages::assemble::disasm(arguments, streams),
        Command::Eval(arguments) => languages::eval::command(arguments, streams),
        Command::Learn(arguments) => learn::command(arguments, streams),
        Command::Probe(arguments) => probe::command(arguments, streams),
        Command::Inspect(arguments) => inspect::command(arguments, streams),
        Command::Emu(arguments) => emu::command(arguments, streams),
        Command::Languages { format } => languages::list::languages(*format, streams),
        Command::Bench(arguments) => bench::command(arguments, streams),
        Command::Completions(arguments) => shell::completions(arguments, streams),
        Command::Man(arguments) => shell::man(arguments, streams),
    }
}
