//! The commands of a debugger: from the command line, standard input, or a prompt.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use mnc2_text::message;
use rustyline::error::ReadlineError;

use crate::exit::Failure;
use crate::output::Streams;

/// Maximum number of bytes of a command; longer ones are not commands.
const COMMAND_BYTES_MAX: usize = 1 << 16;

/// Executes the given commands, or else those that are read, until one of them ends the session.
pub(crate) fn talk(
    given: &[String],
    streams: &mut Streams,
    mut execute: impl FnMut(&str, &mut Streams) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let mut execute = |line: &str, streams: &mut Streams| {
        if line.trim().is_empty() {
            return Ok(false);
        }
        if line.len() > COMMAND_BYTES_MAX {
            let remark = message!("this is too long for a command");
            writeln!(streams.out, "{}", remark.say(streams.language))?;
            return Ok(false);
        }
        execute(line, streams)
    };
    for command in given {
        writeln!(streams.out, "> {command}")?;
        if execute(command, streams)? {
            return Ok(());
        }
    }
    if !given.is_empty() {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        for line in io::stdin().lock().lines() {
            if execute(&line?, streams)? {
                break;
            }
        }
        return Ok(());
    }
    let remark = message!("`help` lists the commands");
    writeln!(streams.out, "{}", remark.say(streams.language))?;
    streams.out.flush()?;
    let failed = |error: ReadlineError| Failure::Message(error.to_string());
    let mut editor = rustyline::DefaultEditor::new().map_err(failed)?;
    let mut last = String::new();
    loop {
        match editor.readline("(mnc2) ") {
            Ok(line) => {
                // An empty line repeats the last command, as in other debuggers.
                if !line.trim().is_empty() {
                    let _ = editor.add_history_entry(&line);
                    last = line;
                }
                if execute(&last, streams)? {
                    return Ok(());
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(failed(error)),
        }
    }
}
