//! `launch`, `restart` and the end of a session. It reads files, as `program.rs` does.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mnc2_asm::rules::Layer;
use mnc2_asm::testcase::has_marker;
use mnc2_asm::{Message, message};
use mnc2_emulator::strict::Strict;
use mnc2_emulator::{Machine, Start};
use mnc2_ide::debug::{Debugger, Launch};
use mnc2_ide::features::run::Inputs;
use mnc2_ide::session::{Focus, Mnc2Document, Placed, Snapshot};
use mnc2_ide::transfer::{self, Transfer};
use mnc2_project::solutions::testcase_of;
use mnc2_project::{files, profile};
use serde_json::Value;

use super::points::Points;
use super::program::{
    configuration_of, is_same_file, program_path, project, read_named, read_text, refusal_of,
};
use super::run::{Run, Stamp};
use super::{After, Done, Session, dialect};
use crate::protocol::{
    EndArguments, LaunchArguments, LoadedSources, Nothing, Process, RestartArguments,
    SourceArguments, SourceContent,
};

/// The type of a program's text.
const MIME_TYPE: &str = "text/x-mnc2";

impl Session<'_> {
    pub(super) fn launch(&mut self, configuration: LaunchArguments) -> Done<Value> {
        if self.run.is_some() || self.dialect.is_some() {
            return Err(
                message!("a program was launched already: `restart` begins it anew").into(),
            );
        }
        self.client.offers_anyway = configuration.offers_anyway;
        if let Some(program) = dialect::program(self, &configuration)? {
            return dialect::launch(self, program, configuration);
        }
        let run = self.work(|it| it.begin(configuration, Points::default()))?;
        let name = run.path.display().to_string();
        self.run = Some(run);
        self.apply_breakpoints();
        self.tell_launched(name);
        Ok(Value::Null)
    }

    /// Tells the client that a program is there.
    pub(super) fn tell_launched(&mut self, name: String) {
        self.later(
            "process",
            Process {
                name,
                is_local_process: true,
                start_method: "launch",
            },
        );
        // Breakpoints come next: they can be placed now.
        self.later("initialized", Value::Null);
        self.after.push(After::Start);
    }

    pub(super) fn attach(&mut self, _: Nothing) -> Done<Value> {
        Err(message!(
            "there is no process to attach to: a program is run by the debugger itself, so use `launch`"
        )
        .into())
    }

    pub(super) fn configuration_done(&mut self, _: Nothing) -> Done<Value> {
        self.is_configured = true;
        self.after.push(After::Start);
        Ok(Value::Null)
    }

    /// Begins anew, with the files and the configuration as they are now.
    pub(super) fn restart(&mut self, arguments: RestartArguments) -> Done<Value> {
        let run = self.program()?;
        let configuration = configuration_of(arguments, &run.configuration)?;
        let points = run.points.clone();
        self.end_going();
        let run = self.work(|it| it.begin(configuration, points))?;
        self.run = Some(run);
        self.is_terminated = false;
        self.place_breakpoints_again();
        self.after.push(After::Start);
        Ok(Value::Null)
    }

    pub(super) fn terminate(&mut self, _: EndArguments) -> Done<Value> {
        self.program()?;
        self.end_going();
        // A client may answer `terminated` with this request, and that with the next one.
        if !std::mem::replace(&mut self.is_terminated, true) {
            self.later("terminated", Value::Null);
        }
        Ok(Value::Null)
    }

    pub(super) fn disconnect(&mut self, _: EndArguments) -> Done<Value> {
        self.end_going();
        self.is_over = true;
        Ok(Value::Null)
    }

    pub(super) fn loaded_sources(&mut self, _: Nothing) -> Done<LoadedSources> {
        let client = self.client;
        let run = self.program()?;
        Ok(LoadedSources {
            sources: vec![client.source(&run.path)],
        })
    }

    /// The text as it runs, which need not be that of the file any more.
    pub(super) fn source(&mut self, arguments: SourceArguments) -> Done<SourceContent> {
        let client = self.client;
        let run = self.program()?;
        let is_asked_for = arguments
            .source
            .as_ref()
            .and_then(|source| client.path_of(source))
            .is_some_and(|path| is_same_file(&path, &run.path));
        if !is_asked_for {
            return Err(message!("only the text of the program is known").into());
        }
        Ok(SourceContent {
            content: run.debugger.snapshot().text.to_string(),
            mime_type: MIME_TYPE,
        })
    }

    /// A run before its first statement.
    pub(super) fn begin(&mut self, configuration: LaunchArguments, points: Points) -> Done<Run> {
        let path = program_path(&configuration)?;
        let stamp = Stamp::of(&path);
        let (snapshot, complaints) = snapshot(&path, &configuration)?;
        for complaint in &complaints {
            self.remark(complaint);
        }
        let inputs = inputs(&path, &snapshot, &configuration)?;
        let focus = match &configuration.focus {
            None => Focus::default(),
            Some(text) => Focus::parse(text).ok_or_else(|| no_element(text))?,
        };
        let start = Start::with_seed(configuration.dirty);
        let mut machine = Machine::starting(start);
        let mut strict = match inputs {
            Some(_) => Strict::judged(start),
            None => Strict::new(),
        };
        for transfer in loads(&configuration.args)? {
            fill(&transfer, &mut machine, &mut strict)?;
        }
        let launch = Launch {
            strict,
            machine,
            inputs,
            snapshot,
            focus,
            anyway: configuration.debug_anyway,
            language: self.language(),
        };
        let debugger = Debugger::launch(launch, self.inbox.control()).map_err(refusal_of)?;
        if let Some(obstacle) = debugger.obstacle() {
            self.remark(&message!(
                "the program runs up to its first error only: {obstacle}",
                obstacle = obstacle.clone()
            ));
        }
        Ok(Run::new(debugger, configuration, (path, stamp), points))
    }
}

/// What is loaded into memories.
fn loads(arguments: &[String]) -> Result<Vec<Transfer>, Message> {
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
        loads.push(Transfer::parse(place)?);
    }
    Ok(loads)
}

/// Fills a memory from a file.
fn fill(transfer: &Transfer, machine: &mut Machine, strict: &mut Strict) -> Result<(), Message> {
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
pub(super) fn no_element(text: &str) -> Message {
    message!(
        "`{text}` names no PE; one is written like `n0c1b2m3p1`",
        text
    )
}

/// The program with the rules of its project, and what is wrong with that.
pub(super) fn snapshot(
    path: &Path,
    configuration: &LaunchArguments,
) -> Result<(Snapshot, Vec<Message>), Message> {
    let text = read_text(path)?;
    let mut layer = Layer::default();
    if let Some(name) = &configuration.profile {
        layer.profile = Some(profile(name)?);
    }
    let mut complaints = Vec::new();
    let placed = path
        .parent()
        .and_then(|folder| project(folder, &mut complaints))
        .and_then(|file| {
            let path = path.strip_prefix(&file.folder).ok()?.to_owned();
            Some(Placed {
                file: Arc::new(file),
                path,
            })
        });
    Ok((
        Mnc2Document::new(0, &text).checked_by(placed, &layer),
        complaints,
    ))
}

/// The testcase of the configuration, otherwise that of the project.
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
    // A testcase is no solution of the one beside it.
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
            "`{path}` is not a testcase: it has no line that says where the solution begins",
            path = path.display().to_string()
        )),
    }
}
