//! `--watch`: runs a command again whenever a program, a testcase or `mnc2.toml` changes.
//!
//! Ctrl+C ends the process. Nothing needs to be cleaned up then: files that the command writes appear only when they
//! are complete.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use mnc2_project::FILE_NAME;
use mnc2_text::message;
use notify::event::ModifyKind;
use notify::{Event, EventKind, RecursiveMode, Watcher as _};
use same_file::Handle;

use crate::exit::{Exit, Failure};
use crate::find_programs::EXTENSION;
use crate::output::Streams;

/// Changes within this time are handled together: editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(80);

/// While changes continue without a pause, the command runs this often.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// How often the folders are examined: the system does not report that a removed folder is there again.
const FOLDERS_TIME: Duration = Duration::from_millis(500);

/// Clears the screen and the scrollback, and moves to the top left corner.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// The watched files and folders.
pub(crate) struct Watched<'a> {
    /// Files and folders; folders with everything below them.
    pub(crate) paths: &'a [PathBuf],
    /// The `mnc2.toml` that was named.
    pub(crate) config: Option<&'a Path>,
    /// Whether only findings and failures are shown.
    pub(crate) is_quiet: bool,
}

/// Runs a job now and after every change, while its output is read.
pub(crate) fn repeat(
    watched: &Watched<'_>,
    streams: &mut Streams,
    mut job: impl FnMut(&mut Streams) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    if watched.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Failure::Message(
            "--watch needs files or folders; standard input does not change".to_owned(),
        ));
    }
    let folders = folders(watched);
    let files: Vec<PathBuf> = watched
        .paths
        .iter()
        .map(PathBuf::as_path)
        .chain(watched.config)
        .map(absolute)
        .collect();
    // One change is enough: it means that the job must run again.
    let (sender, changes) = mpsc::sync_channel(1);
    let roots: Vec<PathBuf> = folders.keys().cloned().collect();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // After an error, such as too many simultaneous changes, something may have changed.
        if event.map_or(true, |event| is_relevant(&event, &files, &roots)) {
            let _ = sender.try_send(());
        }
    })
    .map_err(|error| Failure::Message(format!("cannot watch files: {error}")))?;
    for (folder, mode) in &folders {
        watcher.watch(folder, *mode).map_err(|error| {
            Failure::Message(format!("cannot watch `{}`: {error}", folder.display()))
        })?;
    }
    let mut known = handles(&folders);
    loop {
        clear(streams)?;
        match job(streams) {
            Ok(_) => {}
            Err(Failure::Message(message)) => streams.complain(&message),
            Err(failure @ Failure::Stream(_)) => return Err(failure),
        }
        if !watched.is_quiet {
            let note = message!("watching for changes; Ctrl+C ends");
            writeln!(streams.err, "{}", note.say(streams.language))?;
        }
        streams.flush()?;
        let mut is_replaced = || {
            let now = handles(&folders);
            if now == known {
                return false;
            }
            for ((folder, mode), _) in folders.iter().zip(&now).filter(|(_, now)| now.is_some()) {
                // The old folder is not watched any more, and one that went again is seen the next time.
                let _ = watcher.unwatch(folder);
                let _ = watcher.watch(folder, *mode);
            }
            known = now;
            true
        };
        if !wait(&changes, &mut is_replaced) {
            return Err(Failure::Message("files are no longer watched".to_owned()));
        }
    }
}

/// The folders as they are now; `None` for one that is not there. A folder that was removed and made again is another one.
fn handles(folders: &BTreeMap<PathBuf, RecursiveMode>) -> Vec<Option<Handle>> {
    let folders = folders.keys();
    folders.map(|it| Handle::from_path(it).ok()).collect()
}

/// Waits for a change, or for other folders of the same names, and for the pause after it; returns whether there can be further
/// ones.
fn wait(changes: &Receiver<()>, is_replaced: &mut dyn FnMut() -> bool) -> bool {
    loop {
        match changes.recv_timeout(FOLDERS_TIME) {
            Ok(()) => {
                is_replaced();
                break;
            }
            Err(RecvTimeoutError::Timeout) if is_replaced() => break,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
    let first = Instant::now();
    while first.elapsed() < LONGEST_WAIT {
        match changes.recv_timeout(QUIET) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => return true,
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
    true
}

/// Clears the terminal; output to a file or a pipe stays plain.
fn clear(streams: &mut Streams) -> io::Result<()> {
    streams.flush()?;
    let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    if io::stdout().is_terminal() && !is_dumb {
        let mut out = io::stdout().lock();
        out.write_all(CLEAR.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}

/// The folders to watch. A file is watched through its folder, since editors replace files.
fn folders(watched: &Watched<'_>) -> BTreeMap<PathBuf, RecursiveMode> {
    let mut folders = BTreeMap::new();
    for path in watched.paths {
        if path.is_dir() {
            folders.insert(absolute(path), RecursiveMode::Recursive);
        }
    }
    let files = watched.paths.iter().filter(|path| !path.is_dir());
    let configs = watched.paths.iter().filter_map(|path| config_of(path));
    let named = watched.config.map(Path::to_owned);
    for file in files.cloned().chain(configs).chain(named) {
        if let Some(folder) = absolute(&file).parent() {
            folders
                .entry(folder.to_owned())
                .or_insert(RecursiveMode::NonRecursive);
        }
    }
    folders
}

/// The nearest `mnc2.toml` of a program or a folder.
fn config_of(path: &Path) -> Option<PathBuf> {
    let path = absolute(path);
    let folder = if path.is_dir() { &path } else { path.parent()? };
    mnc2_project::candidates(folder).find(|candidate| candidate.is_file())
}

/// Whether an event can change the job's output. Reading a file is an event too.
fn is_relevant(event: &Event, files: &[PathBuf], roots: &[PathBuf]) -> bool {
    let may_be_folder = match event.kind {
        EventKind::Access(_) => return false,
        EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_)) => false,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    };
    event.need_rescan()
        || event.paths.iter().any(|path| {
            let is_program = path
                .extension()
                .is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION));
            let is_setting = path
                .file_name()
                .is_some_and(|name| name == FILE_NAME || name == ".gitignore" || name == ".ignore");
            let is_folder = may_be_folder && path.extension().is_none() && !is_hidden(path, roots);
            is_program || is_setting || is_folder || files.contains(path)
        })
}

/// Whether a path is hidden below the folder that is watched.
fn is_hidden(path: &Path, roots: &[PathBuf]) -> bool {
    let below = roots
        .iter()
        .find_map(|root| path.strip_prefix(root).ok())
        .unwrap_or(path);
    below.components().any(|part| match part {
        Component::Normal(name) => name.to_string_lossy().starts_with('.'),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => {
            false
        }
    })
}

/// The path that the system reports in events.
fn absolute(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if let Ok(real) = absolute.canonicalize() {
        return real;
    }
    // A file that does not exist yet is named through its folder.
    match (
        absolute.parent().map(Path::canonicalize),
        absolute.file_name(),
    ) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => absolute,
    }
}
