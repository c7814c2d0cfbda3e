//! The program on a chip as its configuration describes it. It reads files, as `program.rs` does.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mnc2_asm::testcase::has_marker;
use mnc2_debug::chip::{Debugger, Launch};
use mnc2_emulator::strict::Strict;
use mnc2_emulator::{Machine, Start};
use mnc2_ide::features::run::Inputs;
use mnc2_ide::session::{Focus, Mnc2Document, Placed, Snapshot};
use mnc2_ide::transfer::{self, FileTransfer};
use mnc2_program::rules::Layer;
use mnc2_project::solutions::testcase_of;
use mnc2_project::{files, profile};
use mnc2_text::{Message, message};

use super::Chip;
use crate::protocol::LaunchArguments;
use crate::session::program::{ProgramFile, read_named, read_text, refusal_of};
use crate::session::{Done, Session};

impl Chip {
    /// A run before its first statement.
    pub(in crate::session) fn launch(
        session: &Session<'_>,
        file: ProgramFile,
        configuration: &LaunchArguments,
    ) -> Done<Self> {
        let path = file.path.clone();
        let snapshot = snapshot(file, configuration)?;
        let focus = match &configuration.focus {
            None => Focus::default(),
            Some(text) => Focus::parse(text).ok_or_else(|| no_element(text))?,
        };
        let base = match &session.seat {
            None => Base::configured(&path, &snapshot, configuration)?,
            Some(seat) => Base::from_host(seat.kernel().machine.clone()),
        };
        let launch = Launch {
            strict: base.strict,
            machine: base.machine,
            inputs: base.inputs,
            snapshot,
            focus,
            anyway: configuration.debug_anyway,
            language: session.language(),
        };
        let debugger = Debugger::launch(launch, session.inbox.control()).map_err(refusal_of)?;
        if let Some(obstacle) = debugger.obstacle() {
            session.remark(&message!(
                "the program runs up to its first error only: {obstacle}",
                obstacle = obstacle.clone()
            ));
        }
        Ok(Self::new(debugger))
    }
}

/// What a run begins with.
struct Base {
    machine: Machine,
    inputs: Option<Inputs>,
    strict: Strict,
}

impl Base {
    /// Memories and a testcase as a configuration describes them.
    fn configured(path: &Path, snapshot: &Snapshot, configuration: &LaunchArguments) -> Done<Self> {
        let inputs = inputs(path, snapshot, configuration)?;
        let start = Start::with_seed(configuration.dirty);
        let mut machine = Machine::starting(start);
        let mut strict = match inputs {
            Some(_) => Strict::judged(start),
            None => Strict::new(),
        };
        for transfer in loads(&configuration.args)? {
            fill(&transfer, &mut machine, &mut strict)?;
        }
        Ok(Self {
            machine,
            inputs,
            strict,
        })
    }

    /// The memories of a host's chip. What the host and its kernels have written before is not known, so no read is reported as
    /// uninitialized.
    fn from_host(machine: Machine) -> Self {
        let mut strict = Strict::new();
        strict.zeroed_on_chip();
        strict.zeroed_off_chip();
        Self {
            machine,
            inputs: None,
            strict,
        }
    }
}

/// What is loaded into memories.
fn loads(arguments: &[String]) -> Result<Vec<FileTransfer>, Message> {
    let mut loads = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let place = match argument.strip_prefix("--load") {
            Some("") => arguments.next().map(String::as_str),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        let place = place.ok_or_else(|| {
            message!(
                "`{argument}` in `args` is not understood; `--load` and `PLACE=FILE` are",
                argument
            )
        })?;
        loads.push(FileTransfer::parse(place)?);
    }
    Ok(loads)
}

/// Fills a memory from a file.
fn fill(
    transfer: &FileTransfer,
    machine: &mut Machine,
    strict: &mut Strict,
) -> Result<(), Message> {
    let path = transfer.file();
    let bytes = files::read(path, transfer::FILE_BYTES_MAX)
        .map_err(|error| Message::verbatim(error.to_string()));
    let loaded = bytes.and_then(|bytes| transfer.load(&bytes, machine, Some(strict)));
    loaded.map_err(|reason| {
        message!(
            "cannot load `{path}`: {reason}",
            path = path.display().to_string(),
            reason
        )
    })
}

/// The sentence that a text names no PE.
pub(in crate::session) fn no_element(text: &str) -> Message {
    message!(
        "`{text}` names no PE; one is written like `n0c1b2m3p1`",
        text
    )
}

/// The program with the rules of its project.
pub(in crate::session) fn snapshot(
    file: ProgramFile,
    configuration: &LaunchArguments,
) -> Result<Snapshot, Message> {
    let mut layer = Layer::default();
    if let Some(name) = &configuration.profile {
        layer.profile = Some(profile(name)?);
    }
    let placed = file.project.and_then(|project| {
        let path = file.path.strip_prefix(&project.folder).ok()?.to_owned();
        let file = Arc::new(project);
        Some(Placed { file, path })
    });
    Ok(Mnc2Document::new(0, &file.text).checked_by(placed, &layer))
}

/// The testcase of the configuration, otherwise the testcase of the project.
fn inputs(
    program: &Path,
    snapshot: &Snapshot,
    configuration: &LaunchArguments,
) -> Result<Option<Inputs>, Message> {
    let of_project = || snapshot.project.as_ref().and_then(Placed::testcase);
    let is_configured = configuration.testcase.is_some();
    let named = configuration.testcase.as_ref().map(PathBuf::from);
    let named = named.or_else(of_project);
    let is_named = named.is_some();
    // A testcase is not a solution of the one next to it.
    if !is_named && has_marker(&snapshot.text.to_string()) {
        return Ok(None);
    }
    let Some(path) = testcase_of(program, named) else {
        return Ok(None);
    };
    let text = match is_configured {
        true => read_text(&path)?,
        false => {
            let project = snapshot.project.as_ref().map(|it| &*it.file);
            read_named(&path, program, project)?
        }
    };
    let name = path.file_name().unwrap_or(path.as_os_str());
    let name = name.to_string_lossy().into_owned();
    match Inputs::read(name, text) {
        Some(inputs) => Ok(Some(inputs)),
        // A file that has the name of a testcase by chance.
        None if !is_named => Ok(None),
        None => Err(message!(
            "`{path}` is not a testcase: it has no line that marks the place of the solution",
            path = path.display().to_string()
        )),
    }
}
