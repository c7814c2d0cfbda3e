//! `assemble3`: the assembler, whose output only our emulator runs.

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use mnc2_host::listing::{self, Content};
use mnc2_isa::Mode;
use mnc2_program::ModeChoice;
use mnc2_program::rules::Rules;
use mnc2_text::{Message, message};
use mnc2_words::assembly::WORDS_MAX;

use super::flags::{Flag, Given, Vendors, for_mnc2_alone};
use crate::exit::{Exit, Failure};
use crate::findings;
use crate::input::Source;
use crate::output::{Streams, WholeFile, refuse_inputs, visible};

/// The accepted options.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    OutputFile,
    Loader,
    InstructionMode,
}

const ASSEMBLE3: Vendors<Kind> = Vendors {
    name: "assemble3",
    usage: "assemble3 [FILE] [-o, --output-file FILE] [--instruction-mode flat] [--loader]",
    about: for_mnc2_alone,
    flags: &[
        Flag {
            names: &["--output-file", "-o"],
            has_value: true,
            kind: Ok(Kind::OutputFile),
        },
        Flag {
            names: &["--instruction-mode"],
            has_value: true,
            kind: Ok(Kind::InstructionMode),
        },
        Flag {
            names: &["--loader"],
            has_value: false,
            kind: Ok(Kind::Loader),
        },
        Flag {
            names: &["--print-csv"],
            has_value: false,
            kind: Err(|| {
                message!("its columns are not all public; `mnc2 disasm --fields` shows fields")
            }),
        },
    ],
};

/// The extension of programs for the board.
const LOADER_EXTENSION: &str = ".idma.dat";

pub(super) fn command(words: &[OsString], streams: &mut Streams) -> Result<Exit, Failure> {
    let Some(given) = ASSEMBLE3.read(words, streams)? else {
        return Ok(Exit::Success);
    };
    let language = streams.language;
    let refused = |reason: Message| Failure::Message(reason.say(language));
    let path = match given.files.as_slice() {
        [] => Path::new("-"),
        [path] => path.as_path(),
        [_, second, ..] => {
            return Err(refused(message!(
                "{command}: `{file}` is a second program, and one is read",
                command = ASSEMBLE3.name,
                file = visible(&second.to_string_lossy()).as_ref()
            )));
        }
    };
    let rules = Rules {
        mode: ModeChoice::Given(mode(&given).map_err(refused)?),
        ..Rules::default()
    };
    let is_loader = given.value(Kind::Loader).is_some();
    let output = output(&given, is_loader).map_err(refused)?;
    if let Some(output) = &output {
        refuse_inputs(output, [path].into_iter())?;
    }
    let source = Source::read(path)?;
    let content = match is_loader {
        true => Content::Words,
        false => Content::All,
    };
    let listing = listing::assemble(&source.text, &rules, content);
    if listing.is_cut {
        return Err(refused(message!(
            "`{file}` is not assembled: it has more than {limit} steps",
            file = source.name.as_str(),
            limit = WORDS_MAX
        )));
    }
    if !listing.errors.is_empty() {
        let look = streams.look_of_err();
        findings::write_refusal(&mut streams.err.drawn(), &source, listing.errors, look)?;
        return Ok(Exit::ProgramErrors);
    }
    let mut text = listing.lines.join("\n");
    text.push('\n');
    match output {
        None => streams.out.write_all(text.as_bytes())?,
        Some(path) => {
            let failed = Failure::cannot_write(&path);
            let file = WholeFile::create(&path).map_err(failed)?;
            file.finish_with(text.as_bytes()).map_err(failed)?;
        }
    }
    Ok(Exit::Success)
}

fn mode(given: &Given<Kind>) -> Result<Mode, Message> {
    match given.value(Kind::InstructionMode).map(OsString::as_os_str) {
        None => Ok(Mode::AutoStride),
        Some(name) if name == OsStr::new("flat") => Ok(Mode::Flat),
        Some(other) => Err(message!(
            "{command}: the option `{flag}` is known with the value `{known}` only, not with `{value}`",
            command = ASSEMBLE3.name,
            flag = "--instruction-mode",
            known = "flat",
            value = visible(&other.to_string_lossy()).as_ref()
        )),
    }
}

/// Where the output goes; `None` is standard output.
fn output(given: &Given<Kind>, is_loader: bool) -> Result<Option<PathBuf>, Message> {
    let path = given.path(Kind::OutputFile);
    match (path, is_loader) {
        (path, false) => Ok(path.map(Path::to_owned)),
        (Some(path), true) => {
            let mut name = path.as_os_str().to_owned();
            if !name.to_string_lossy().ends_with(LOADER_EXTENSION) {
                name.push(LOADER_EXTENSION);
            }
            Ok(Some(PathBuf::from(name)))
        }
        (None, true) => Err(message!(
            "{command}: the option `{flag}` needs `{other}`",
            command = ASSEMBLE3.name,
            flag = "--loader",
            other = "--output-file"
        )),
    }
}
