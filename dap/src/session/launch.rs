//! `launch`, `restart` and the end of a session.

use std::path::PathBuf;

use mnc2_text::message;
use serde_json::Value;

use super::breakpoint_requests::Points;
use super::chip::Chip;
use super::program::{ProgramFile, configuration_of, is_same_file, program_path};
use super::run::{Program, Run};
use super::{After, Done, Session, machine};
use crate::protocol::{
    AttachArguments, CapabilitiesEvent, LaunchArguments, LoadedSourcesResponse, Nothing,
    ProcessEvent, RestartArguments, SourceArguments, SourceResponse,
};
use crate::seat::Seat;

impl Session<'_> {
    /// Begins a program. A client of a host program gets the host's kernel, as with `attach`.
    pub(super) fn launch(&mut self, configuration: LaunchArguments) -> Done<Value> {
        match self.seat {
            None => self.begin_session(configuration, "launch"),
            Some(_) => self.attach(configuration.into()),
        }
    }

    /// Begins the kernel of a host program, if the client has sent the host's token.
    pub(super) fn attach(&mut self, arguments: AttachArguments) -> Done<Value> {
        let Some(seat) = &self.seat else {
            return Err(message!(
                "there is no process to attach to: a program is run by the debugger itself, so use `launch`"
            )
            .into());
        };
        if !seat.knows(&arguments.token) {
            self.is_over = self.run.is_none();
            return Err(
                message!("`token` is not the token that the host program has printed").into(),
            );
        }
        self.begin_session(arguments.into(), "attach")
    }

    fn begin_session(
        &mut self,
        configuration: LaunchArguments,
        start_method: &'static str,
    ) -> Done<Value> {
        if self.run.is_some() {
            return Err(
                message!("a program was launched already: `restart` begins it anew").into(),
            );
        }
        self.client.offers_anyway = configuration.offers_anyway;
        let run = self.work(|it| it.begin(configuration, Points::default()))?;
        if let Some(seat) = &self.seat {
            seat.take()?;
        }
        let name = run.path.display().to_string();
        if let Some(capabilities) = run.shown.capabilities(self.language()) {
            self.later("capabilities", CapabilitiesEvent { capabilities });
        }
        self.run = Some(run);
        self.later(
            "process",
            ProcessEvent {
                name,
                is_local_process: true,
                start_method,
            },
        );
        // Breakpoints come next: they can be placed now.
        self.later("initialized", Value::Null);
        self.after.push(After::Start);
        Ok(Value::Null)
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
        let language = run.shown.language_id();
        self.end_going();
        let run = self.work(|it| it.begin(configuration, points))?;
        if run.shown.language_id() != language {
            return Err(message!(
                "the program is in another language now: end this session and begin another one"
            )
            .into());
        }
        self.run = Some(run);
        self.set_terminated(false);
        self.place_breakpoints_again();
        self.after.push(After::Start);
        Ok(Value::Null)
    }

    pub(super) fn terminate(&mut self, _: Nothing) -> Done<Value> {
        self.end_going();
        // A client may answer `terminated` with this request, and that with the next one.
        if !self.is_terminated {
            self.set_terminated(true);
            self.later("terminated", Value::Null);
        }
        Ok(Value::Null)
    }

    pub(super) fn disconnect(&mut self, _: Nothing) -> Done<Value> {
        self.end_going();
        self.is_over = true;
        Ok(Value::Null)
    }

    pub(super) fn loaded_sources(&mut self, _: Nothing) -> Done<LoadedSourcesResponse> {
        let client = self.client;
        let run = self.program()?;
        Ok(LoadedSourcesResponse {
            sources: vec![client.source(&run.path)],
        })
    }

    /// The text as it runs, which may differ from the text of the file.
    pub(super) fn source(&mut self, arguments: SourceArguments) -> Done<SourceResponse> {
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
        let (content, mime_type) = run.shown.text();
        Ok(SourceResponse { content, mime_type })
    }

    /// Reads a program, and reports problems of its project. A kernel belongs to none, as when its host has loaded it.
    pub(super) fn read_program(&self, path: PathBuf) -> Done<ProgramFile> {
        let file = ProgramFile::read(path)?;
        if let Some(seat) = &self.seat {
            return Ok(ProgramFile::kernel(seat.kernel(), file.stamp, &file.text));
        }
        for complaint in &file.complaints {
            self.remark(complaint);
        }
        Ok(file)
    }

    /// A run before its first statement, with its breakpoints.
    fn begin(&mut self, mut configuration: LaunchArguments, points: Points) -> Done<Run> {
        let file = match self.seat.as_ref().map(Seat::kernel) {
            None => self.read_program(program_path(&configuration)?)?,
            Some(kernel) => {
                configuration.program = Some(kernel.path.to_string_lossy().into_owned());
                configuration.stop_on_entry = true;
                configuration.no_debug = false;
                // Without a stamp, what was saved after the host has loaded it is read before the run continues.
                ProgramFile::kernel(kernel, None, &kernel.text)
            }
        };
        let opened = (file.path.clone(), file.stamp);
        let other = match self.seat {
            None => machine::program(&file, &configuration)?,
            Some(_) => None,
        };
        let shown = match other {
            Some(program) => Program::Machine(Box::new(program.launch(&configuration)?)),
            None => Program::Chip(Box::new(Chip::launch(self, file, &configuration)?)),
        };
        let mut run = Run::new(shown, configuration, opened, points);
        run.apply_breakpoints();
        Ok(run)
    }
}
