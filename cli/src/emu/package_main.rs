//! `gpfn3_package_main`: the emulator, over a file or a stream.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufWriter, Read};
use std::path::Path;

use mnc2_emulator::{Machine, OffChip, Start};
use mnc2_host::stream::{Stream, StreamError};
use mnc2_text::{Message, message};

use super::flags::{Flag, Given, Vendors, for_mnc2_alone};
use crate::args::{DEFAULT_MEMORY_MIB_MAX, memory_bytes_max};
use crate::exit::{Exit, Failure};
use crate::input::is_stdin;
use crate::output::{Streams, refuse_inputs, visible};

/// The accepted options.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Input,
    Dump,
    OffChip,
    Dirty,
}

const PACKAGE_MAIN: Vendors<Kind> = Vendors {
    name: "gpfn3_package_main",
    usage: "gpfn3_package_main [-i FILE] [-d FILE] [--offchip-memory-init zero] [--dirty]",
    about: for_mnc2_alone,
    flags: &[
        Flag {
            names: &["-i"],
            has_value: true,
            kind: Ok(Kind::Input),
        },
        Flag {
            names: &["-d"],
            has_value: true,
            kind: Ok(Kind::Dump),
        },
        Flag {
            names: &["--offchip-memory-init"],
            has_value: true,
            kind: Ok(Kind::OffChip),
        },
        Flag {
            names: &["--dirty"],
            has_value: false,
            kind: Ok(Kind::Dirty),
        },
        Flag {
            names: &["-c", "--load-memory-file", "--save-memory-file"],
            has_value: true,
            kind: Err(|| {
                message!(
                    "the order of bytes in memory files is not public; `mnc2 run` has --load and --save"
                )
            }),
        },
    ],
};

/// The seed of the garbage that `--dirty` starts with.
const DIRTY_SEED: u64 = 1;

pub(super) fn command(words: &[OsString], streams: &mut Streams) -> Result<Exit, Failure> {
    let Some(given) = PACKAGE_MAIN.read(words, streams)? else {
        return Ok(Exit::Success);
    };
    let language = streams.language;
    let refused = |reason: Message| Failure::Message(reason.say(language));
    if let Some(file) = given.files.first() {
        return Err(refused(message!(
            "{command}: `{file}` is not an option; `-i` names the input",
            command = PACKAGE_MAIN.name,
            file = visible(&file.to_string_lossy()).as_ref()
        )));
    }
    let start = start(&given).map_err(refused)?;
    let input = given.path(Kind::Input).unwrap_or(Path::new("-"));
    let dump = given.path(Kind::Dump);
    if let Some(dump) = dump {
        refuse_inputs(dump, [input].into_iter())?;
    }
    let lines: Box<dyn Read> = match is_stdin(input) {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(input).map_err(|error| {
            Failure::Message(format!("cannot read `{}`: {error}", input.display()))
        })?),
    };
    let budget_bytes = memory_bytes_max(DEFAULT_MEMORY_MIB_MAX);
    let mut stream = Stream::new(Machine::starting(start), budget_bytes);
    let served = match dump {
        None => stream.serve(lines, &mut streams.out, &mut streams.err),
        Some(path) => {
            let file = File::create(path).map_err(Failure::cannot_write(path))?;
            stream.serve(lines, &mut streams.out, &mut BufWriter::new(file))
        }
    };
    match served {
        Ok(()) => Ok(Exit::Success),
        Err(StreamError::Io(error)) => Err(Failure::Stream(error)),
        Err(StreamError::Line { number, reason }) => {
            let said = message!("line {line}: {reason}", line = number, reason);
            streams.complain(&said.say(language));
            Ok(Exit::Stopped)
        }
    }
}

/// The start of the chip: PDM and DRAM are undefined unless they are asked to be zero.
fn start(given: &Given<Kind>) -> Result<Start, Message> {
    let off_chip = match given.value(Kind::OffChip).map(OsString::as_os_str) {
        None => OffChip::Undefined,
        Some(name) if name == OsStr::new("zero") => OffChip::Zero,
        Some(other) => {
            return Err(message!(
                "{command}: the option `{flag}` is known with the value `{known}` only, not with `{value}`",
                command = PACKAGE_MAIN.name,
                flag = "--offchip-memory-init",
                known = "zero",
                value = visible(&other.to_string_lossy()).as_ref()
            ));
        }
    };
    let dirty = given.value(Kind::Dirty).map(|_| DIRTY_SEED);
    Ok(Start { dirty, off_chip })
}
