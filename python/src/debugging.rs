//! The debugger on a program in Python: with `MNC2_DEBUG`, each run waits before its first step, as a kernel of a host program in C.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use mnc2_dap::host_program::{Debugged, HostKernel, environment};
use mnc2_emulator::machine::observer::{Observer, Unobserved};
use mnc2_emulator::{Dump, Machine, Outcome, Recording, RunOptions, RunReport, TravelOptions};
use mnc2_text::{Language, Message, line, message};
use pyo3::prelude::*;
use tempfile::TempDir;

use crate::program::{BYTES_MAX, Snapshot};
use crate::state::State;

/// What a debugger shows of a program.
pub(crate) struct Source {
    path: PathBuf,
    /// The port that is wanted; 0 is a free one.
    port: u16,
    /// The folder of the file, if the program has none of its own.
    _folder: Option<TempDir>,
}

/// What is debugged when a program runs: `None` if no debugger is wanted, or if the program cannot be debugged, which is reported.
pub(crate) fn source(path: Option<&Path>, snapshot: &Snapshot) -> Option<Source> {
    let found = environment::wanted_port()?.and_then(|port| {
        let (path, folder) = file(path, &snapshot.text)?;
        Ok(Source {
            path,
            port,
            _folder: folder,
        })
    });
    found
        .map_err(|reason| tell(&environment::without(reason)))
        .ok()
}

/// The file with the text of a program. A program without one, or whose text is another one, gets a temporary file.
fn file(path: Option<&Path>, text: &str) -> Result<(PathBuf, Option<TempDir>), Message> {
    // Clients compare paths, and the program may change its folder.
    let own = path.map(|it| std::path::absolute(it).unwrap_or_else(|_| it.to_owned()));
    if let Some(path) = &own
        && let Ok(bytes) = mnc2_project::files::read(path, BYTES_MAX)
        && line::decode(&bytes).0 == text
    {
        return Ok((path.clone(), None));
    }
    let name = path.and_then(Path::file_name);
    let name = name.unwrap_or_else(|| "program.vsm".as_ref());
    let written = tempfile::Builder::new()
        .prefix("mnc2-")
        .tempdir()
        .and_then(|folder| {
            let path = folder.path().join(name);
            fs::write(&path, text).map(|()| (path, Some(folder)))
        });
    written.map_err(|error| {
        message!(
            "cannot write a temporary file for a debugger: {reason}",
            reason = error.to_string()
        )
    })
}

impl Source {
    /// Waits until a client has debugged a program from a state; `None` if it has to run alone, or if `cancel` is set.
    pub(crate) fn debugged(
        &self,
        snapshot: &Snapshot,
        machine: &Machine,
        cancel: Option<&AtomicBool>,
    ) -> Option<Debugged> {
        let kernel = HostKernel {
            path: self.path.clone(),
            text: snapshot.text.clone(),
            has_own_transfers: false,
            machine: machine.clone(),
        };
        environment::debugged(kernel, self.port, cancel, &tell)
    }
}

/// Writes a sentence to the standard error of Python, which a notebook shows.
fn tell(sentence: &Message) {
    let said = format!("mnc2: {}\n", sentence.say(Language::English));
    let written = Python::attach(|py| {
        let stream = py.import("sys")?.getattr("stderr")?;
        stream.call_method1("write", (&said,))?;
        stream.call_method0("flush").map(|_| ())
    });
    if written.is_err() {
        eprint!("{said}");
    }
}

/// Executes a run as a client has left it, from its start to its end, with the client's changes of memories and of the program.
/// `stops` are the lines after which `visit` is called.
pub(crate) fn take_over(
    run: &Recording,
    state: &mut State,
    options: &RunOptions<'_>,
    stops: &[u32],
    visit: &mut dyn FnMut(u32, &Machine),
) -> (RunReport, Vec<Dump>) {
    let mut run = run.from_start();
    let taken = match &mut state.strict {
        Some(strict) => {
            // What a client has changed counts as written.
            if run.edits().next().is_some() {
                strict.zeroed_on_chip();
                strict.zeroed_off_chip();
            }
            follow(&mut run, options, stops, strict, visit)
        }
        None => follow(&mut run, options, stops, &mut Unobserved, visit),
    };
    state.machine.clone_from(run.machine());
    taken
}

fn follow(
    run: &mut Recording,
    options: &RunOptions<'_>,
    stops: &[u32],
    observer: &mut impl Observer,
    visit: &mut dyn FnMut(u32, &Machine),
) -> (RunReport, Vec<Dump>) {
    let limits = TravelOptions {
        budget_bytes: options.budget_bytes,
        cancel: options.cancel,
    };
    let (mut dump, mut truncated) = (Vec::new(), false);
    let mut sink = |printed: Dump| {
        truncated = dump.len() == options.max_dump_lines;
        if truncated {
            return ControlFlow::Break(());
        }
        dump.push(printed);
        ControlFlow::Continue(())
    };
    let until = options.until_line.map_or(usize::MAX, |it| it as usize + 1);
    let end = until.min(run.end());
    let mut outcome = Outcome::Finished;
    for &stop in stops.iter().chain([&u32::MAX]) {
        let line = end.min((stop as usize).saturating_add(1));
        if let Err(stopped) = run.travel_observed(line, &limits, &mut sink, observer) {
            outcome = stopped;
            break;
        }
        if stop as usize >= end {
            break;
        }
        visit(stop, run.unedited());
    }
    let report = RunReport {
        outcome,
        steps: run.steps(),
        truncated,
    };
    (report, dump)
}
