//! `mnc2 run` for a program in another language.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use mnc2_ide::languages::{Ended, Machine, Until};
use mnc2_project::data_json;
use mnc2_text::{Fields, Message, Variable, message};
use serde_json::json;

use super::check::Checked;
use super::input_file;
use super::link::Program;
use crate::args::{Format, RunArguments};
use crate::exit::{Exit, Failure};
use crate::findings::text;
use crate::input::Source;
use crate::output::{Streams, WholeFile, refuse_inputs};
use crate::rules::RuleBook;

/// Maximum number of instructions of a run without `--max-steps`.
const STEPS_MAX: u64 = 1_000_000_000;

/// Runs a program; `--until` and `--max-steps` are as for MN-Core 2. Programs after the first one are the other files of it.
pub(crate) fn command(
    arguments: &RunArguments,
    programs: &[Program],
    book: &RuleBook,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let language = streams.language;
    let failed = |message: Message| Failure::Message(message.say(language));
    let Some(Program {
        path,
        source,
        options,
    }) = programs.first()
    else {
        return Ok(Exit::Success);
    };
    if let Some(option) = mnc2_only_option(arguments) {
        return Err(failed(message!(
            "{option} is for MN-Core 2, and `{file}` is read as `{id}`",
            option,
            file = source.name.as_str(),
            id = options.language().about().id
        )));
    }
    let input = memory_of(arguments.memory.mem.as_deref(), path);
    if let Some(output) = &arguments.memory.memory_dump {
        let files = arguments.inputs.iter().map(|(_, file)| file.as_path());
        let read = programs.iter().map(|program| program.path.as_path());
        refuse_inputs(
            output,
            input.as_deref().into_iter().chain(read).chain(files),
        )?;
    }
    let mut named = read_memory(input.as_deref(), language)?;
    for (name, file) in &arguments.inputs {
        named.retain(|(known, _)| known != name);
        named.push((name.clone(), input_file::read(file, language)?));
    }
    let format = arguments.findings.format;
    let look = streams.look_of_err();
    let wanted = (format, arguments.findings.max_findings());
    let mut has_errors = false;
    for other in programs.iter().skip(1).rev() {
        let levels = book.levels(&other.path);
        let checked = Checked::to_run(&other.source, &*other.options, &levels);
        checked.write_to_run(&mut streams.err.drawn(), &other.source, wanted, look)?;
        has_errors |= checked.has_errors();
    }
    let checked = Checked::to_run(source, &**options, &book.levels(path));
    checked.write_to_run(&mut streams.err.drawn(), source, wanted, look)?;
    if (has_errors || checked.has_errors()) && !arguments.force {
        return Ok(Exit::ProgramErrors);
    }
    let stopped = |place: Option<(String, u32)>, message: &Message, streams: &mut Streams| {
        let said = message.say(language);
        let found = place.and_then(|(name, line)| {
            let mut programs = programs.iter();
            let program = programs.find(|program| program.source.name == name)?;
            Some((&program.source, line))
        });
        match found {
            Some((source, line)) => {
                let lines = source.lines();
                let line = line.min(lines.len().saturating_sub(1) as u32);
                let length = lines.get(line as usize).map_or(0, |it| it.len());
                let drawn = text::stop(source, line, &(0..length as u32), &said, look);
                writeln!(streams.err, "{drawn}\n")
            }
            None => {
                streams.complain(&said);
                Ok(())
            }
        }
    };
    let own = |line: u32| (source.name.clone(), line);
    let mut machine = match checked.text.machine() {
        Ok(machine) => machine,
        Err(trouble) => {
            stopped(trouble.line.map(own), &trouble.message, streams)?;
            return Ok(Exit::ProgramErrors);
        }
    };
    machine.load(&named).map_err(failed)?;
    let line = arguments.until.map(|line| line.get() - 1);
    let until = line.map_or(Until::End, |line| machine.until(line));
    let steps_max = arguments.max_steps.unwrap_or(STEPS_MAX);
    let exit = match machine.run(until, steps_max, &|| false) {
        Ended::AtEnd if line.is_some() => {
            let message = message!("the program ended, and never executed this line");
            stopped(line.map(own), &message, streams)?;
            Exit::Stopped
        }
        Ended::AtEnd | Ended::Arrived | Ended::Cancelled => Exit::Success,
        Ended::AtLimit => {
            let message = message!(
                "stopped after {steps} instructions",
                steps = machine.steps()
            );
            let line = machine.line();
            let place = line.map(|line| machine.other_file(line).unwrap_or_else(|| own(line)));
            stopped(place, &message, streams)?;
            Exit::Stopped
        }
        Ended::Trouble(trouble) => {
            stopped(trouble.line.map(own), &trouble.message, streams)?;
            Exit::Stopped
        }
    };
    match &arguments.memory.memory_dump {
        Some(path) => {
            let dump = machine.dump(&named, data_json::DUMP_VALUES_MAX);
            let dump = data_json::write(dump.map_err(failed)?);
            let failed = Failure::cannot_write(path);
            let mut file = WholeFile::create(path).map_err(failed)?;
            serde_json::to_writer_pretty(&mut file, &dump).map_err(|it| failed(it.into()))?;
            file.write_all(b"\n").map_err(failed)?;
            file.finish().map_err(failed)?;
        }
        None => write_state(&*machine, &named, format, &mut streams.out)?,
    }
    Ok(exit)
}

/// The file with the input of a run: the named one, otherwise `kernel.in.json` next to `kernel.ir` if there is one.
pub(crate) fn memory_of(named: Option<&Path>, program: &Path) -> Option<PathBuf> {
    let next = || Some(program.with_extension("in.json")).filter(|path| path.is_file());
    named.map(Path::to_path_buf).or_else(next)
}

/// The values that a run is given; empty without a file.
pub(crate) fn read_memory(
    path: Option<&Path>,
    language: mnc2_text::Language,
) -> Result<Fields, Failure> {
    let Some(path) = path else {
        return Ok(Fields::new());
    };
    let content = Source::read(path)?;
    data_json::read(&content.text).map_err(|reason| {
        let name = content.name.as_str();
        Failure::Message(message!("`{name}` is not a memory: {reason}", name, reason).say(language))
    })
}

/// An option that means nothing in other languages.
fn mnc2_only_option(arguments: &RunArguments) -> Option<&'static str> {
    [
        ("-d", arguments.dump.is_some()),
        ("--testcase", arguments.testcase.is_some()),
        ("--strict", arguments.strict),
        ("--trace", arguments.trace.is_some()),
        ("--load", !arguments.load.is_empty()),
        ("--save", !arguments.save.is_empty()),
        ("--print", !arguments.print.is_empty()),
        ("--stats", arguments.stats),
    ]
    .into_iter()
    .find_map(|(name, is_given)| is_given.then_some(name))
}

/// The results of a run for people, or the whole content of the machine for programs.
fn write_state(
    machine: &dyn Machine,
    named: &Fields,
    format: Format,
    out: &mut impl Write,
) -> io::Result<()> {
    match format {
        Format::Text => {
            let computed = machine.computed(named);
            (computed.iter()).try_for_each(|variable| write!(out, "{variable}"))
        }
        Format::Json => {
            let state = machine.state();
            (state.iter()).try_for_each(|variable| writeln!(out, "{}", object(variable)))
        }
    }
}

fn object(variable: &Variable) -> serde_json::Value {
    let Variable { name, value, parts } = variable;
    if parts.is_empty() {
        return json!({ "name": name, "value": value });
    }
    let parts: Vec<_> = parts.iter().map(object).collect();
    json!({ "name": name, "value": value, "parts": parts })
}
