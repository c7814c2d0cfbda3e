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
    CapabilitiesEvent, LaunchArguments, LoadedSourcesResponse, Nothing, ProcessEvent,
    RestartArguments, SourceArguments, SourceResponse,
};

impl Session<'_> {
    pub(super) fn launch(&mut self, configuration: LaunchArguments) -> Done<Value> {
        if self.run.is_some() {
            return Err(
                message!("a program was launched already: `restart` begins it anew").into(),
            );
        }
        self.client.offers_anyway = configuration.offers_anyway;
        let run = self.work(|it| it.begin(configuration, Points::default()))?;
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
                start_method: "launch",
            },
        );
        // Breakpoints come next: they can be placed now.
        self.later("initialized", Value::Null);
        self.after.push(After::Start);
        Ok(Value::Null)
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
        self.is_terminated = false;
        self.place_breakpoints_again();
        self.after.push(After::Start);
        Ok(Value::Null)
    }

    pub(super) fn terminate(&mut self, _: Nothing) -> Done<Value> {
        self.end_going();
        // A client may answer `terminated` with this request, and that with the next one.
        if !std::mem::replace(&mut self.is_terminated, true) {
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

    /// Reads a program, and reports problems of its project.
    pub(super) fn read_program(&self, path: PathBuf) -> Done<ProgramFile> {
        let file = ProgramFile::read(path)?;
        for complaint in &file.complaints {
            self.remark(complaint);
        }
        Ok(file)
    }

    /// A run before its first statement, with its breakpoints.
    fn begin(&mut self, configuration: LaunchArguments, points: Points) -> Done<Run> {
        let file = self.read_program(program_path(&configuration)?)?;
        let opened = (file.path.clone(), file.stamp);
        let shown = match machine::program(&file, &configuration)? {
            Some(program) => Program::Machine(Box::new(program.launch(&configuration)?)),
            None => Program::Chip(Box::new(Chip::launch(self, file, &configuration)?)),
        };
        let mut run = Run::new(shown, configuration, opened, points);
        run.apply_breakpoints();
        Ok(run)
    }
}
