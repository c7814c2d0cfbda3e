//! `mnc2 emu install`: commands with the vendor's names, each a link to this program.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use mnc2_text::message;

use crate::args::EmuAction;
use crate::exit::{Exit, Failure};
use crate::output::Streams;

pub(super) fn command(words: &[OsString], streams: &mut Streams) -> Result<Exit, Failure> {
    let language = streams.language;
    let [folder] = words else {
        let said = message!("`mnc2 emu install` takes the folder that the commands are written to");
        return Err(Failure::Message(said.say(language)));
    };
    let folder = Path::new(folder);
    let failed = Failure::cannot_write(folder);
    std::fs::create_dir_all(folder).map_err(failed)?;
    let program = std::env::current_exe().map_err(failed)?;
    for action in EmuAction::COMMANDS {
        let path = folder.join(file_name(action));
        if is_occupied(&path, &program) {
            let said = message!(
                "`{file}` is there already, and is not a command of mnc2; it is left as it is",
                file = path.display().to_string()
            );
            return Err(Failure::Message(said.say(language)));
        }
        let written = link(&program, &path, action).map_err(Failure::cannot_write(&path))?;
        let said = message!("wrote `{file}`", file = written.display().to_string());
        writeln!(streams.out, "{}", said.say(language))?;
    }
    let said = message!(
        "with `{folder}` first in the PATH, they take the place of the vendor's",
        folder = folder.display().to_string()
    );
    writeln!(streams.out, "{}", said.say(language))?;
    Ok(Exit::Success)
}

fn file_name(action: EmuAction) -> String {
    format!("{}{}", action.name(), std::env::consts::EXE_SUFFIX)
}

/// Whether a file of this name is there that this command did not write.
fn is_occupied(path: &Path, program: &Path) -> bool {
    if path.symlink_metadata().is_err() {
        return false;
    }
    let stem = |path: &Path| path.file_stem().map(OsString::from);
    let target = std::fs::read_link(path).ok();
    let is_link = target.is_some_and(|target| stem(&target) == stem(program));
    !is_link && !same_file::is_same_file(path, program).unwrap_or(false)
}

/// Links a command to the program, in the place of an earlier link. Returns what was written.
#[cfg(unix)]
fn link(program: &Path, path: &Path, _action: EmuAction) -> io::Result<PathBuf> {
    let _ = std::fs::remove_file(path);
    std::os::unix::fs::symlink(program, path)?;
    Ok(path.to_owned())
}

/// Links a command to the program. A link with a name of its own needs no rights, but works within a volume only; on another one, a
/// script calls the program.
#[cfg(not(unix))]
fn link(program: &Path, path: &Path, action: EmuAction) -> io::Result<PathBuf> {
    let _ = std::fs::remove_file(path);
    if std::fs::hard_link(program, path).is_ok() {
        return Ok(path.to_owned());
    }
    let script = path.with_extension("cmd");
    let text = format!("@\"{}\" emu {} %*\r\n", program.display(), action.name());
    std::fs::write(&script, text)?;
    Ok(script)
}
