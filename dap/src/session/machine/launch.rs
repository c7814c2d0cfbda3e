//! The program on a machine as its configuration describes it. It reads files, as `program.rs` does.

use std::path::{Path, PathBuf};

use mnc2_debug::machine::{Debugger, Launch};
use mnc2_ide::languages::{self, Listed, Options};
use mnc2_ide::session::{DocumentLanguage, LanguageDocument, LanguageSources, ProjectFile};
use mnc2_project::files::Roots;
use mnc2_project::{data_json, files, linker_files, named_files};
use mnc2_text::{Fields, LanguageChoice, Message, line, message};

use super::Machine;
use crate::protocol::LaunchArguments;
use crate::session::Done;
use crate::session::program::{ProgramFile, read_named, read_text, refusal_of};

/// Maximum number of bytes of a file with memories.
const MEMORY_BYTES_MAX: u64 = 1 << 30;

/// A program, and what was chosen about its language.
pub(in crate::session) struct Program {
    text: String,
    options: Box<dyn Options>,
    /// Memories, registers or arguments.
    given: Fields,
}

/// The program of a configuration, if it is in another language than MN-Core 2 assembly. The language is taken from the
/// configuration, the project, the first lines of the file, or its extension, in this order.
pub(in crate::session) fn program(
    file: &ProgramFile,
    configuration: &LaunchArguments,
) -> Done<Option<Program>> {
    let given = configuration.language.as_deref().map(LanguageChoice::parse);
    if let Some(given) = &given
        && DocumentLanguage::find(&given.id).is_none()
    {
        return Err(languages::unknown_language(&given.id).into());
    }
    let (path, project) = (&*file.path, file.project.as_ref());
    let chosen = project.and_then(|file| {
        let below = path.strip_prefix(&file.folder).ok()?;
        file.project.language(below)
    });
    let name = path.to_string_lossy();
    let sources = LanguageSources {
        given: given.as_ref(),
        project: chosen,
        text: &file.text,
        name: &name,
        ..LanguageSources::default()
    };
    let Some(DocumentLanguage::Listed(listed)) = sources.language() else {
        return match key_for_others_only(configuration) {
            Some(key) => Err(message!(
                "`{key}` is for other languages, and the program is read as MN-Core 2 assembly: choose a language with `language`",
                key
            )
            .into()),
            None => Ok(None),
        };
    };
    if let Some(key) = key_for_mnc2_only(configuration) {
        return Err(message!(
            "`{key}` is about MN-Core 2, and the program is read as `{language}`",
            key,
            language = listed.about().id
        )
        .into());
    }
    let described = match &configuration.arch {
        Some(file) => Some(read_text(&beside(path, file))),
        None => architecture_of(path, &sources, listed, project)
            .map(|file| read_named(&file, path, project)),
    };
    let described = described.transpose()?;
    let sources = LanguageSources {
        architecture: described.as_deref(),
        ..sources
    };
    let given = given_to(path, configuration, project)?;
    let (mut options, problems) = sources.options(listed);
    let own = path.parent().unwrap_or(Path::new(""));
    let folder = match project {
        Some(project) if sources.is_linked_by_project(listed) => &*project.folder,
        _ => own,
    };
    let roots = Roots::for_program(path, project.map(|project| &*project.folder));
    named_files::read(&mut *options, &file.text, path, folder, &roots);
    if let Some(problem) = problems.into_iter().next() {
        return Err(problem.into());
    }
    Ok(Some(Program {
        text: file.text.clone(),
        options,
        given,
    }))
}

/// The file that describes the machine: what the strongest source names, or the one next to the program.
fn architecture_of(
    program: &Path,
    sources: &LanguageSources<'_>,
    listed: Listed,
    project: Option<&ProjectFile>,
) -> Option<PathBuf> {
    let Some(named) = sources.named_architecture(listed) else {
        return linker_files::beside(program, listed.about().architecture?);
    };
    let of_project = project.filter(|_| named.is_of_project);
    let folder = match of_project {
        Some(project) => &*project.folder,
        None => program.parent()?,
    };
    Some(folder.join(named.path))
}

/// A file that a configuration names: relative names begin at the program's folder, if the file is there.
fn beside(program: &Path, name: &str) -> PathBuf {
    let beside = program.parent().map(|folder| folder.join(name));
    beside
        .filter(|it| it.exists())
        .unwrap_or_else(|| name.into())
}

/// A key that means nothing for MN-Core 2.
fn key_for_others_only(configuration: &LaunchArguments) -> Option<&'static str> {
    let keys = [
        ("arch", configuration.arch.is_some()),
        ("mem", configuration.mem.is_some()),
    ];
    keys.into_iter()
        .find_map(|(name, is_given)| is_given.then_some(name))
}

/// A key that means nothing in other languages.
fn key_for_mnc2_only(configuration: &LaunchArguments) -> Option<&'static str> {
    let keys = [
        ("testcase", configuration.testcase.is_some()),
        ("profile", configuration.profile.is_some()),
        ("strict", configuration.strict),
        ("dirty", configuration.dirty.is_some()),
        ("focus", configuration.focus.is_some()),
        ("args", !configuration.args.is_empty()),
    ];
    keys.into_iter()
        .find_map(|(name, is_given)| is_given.then_some(name))
}

impl Program {
    /// A run before its first instruction.
    pub(in crate::session) fn launch(self, configuration: &LaunchArguments) -> Done<Machine> {
        let document = LanguageDocument::new(0, &self.text, self.options);
        let debugger = Debugger::launch(Launch {
            snapshot: document.snapshot(),
            given: self.given,
            anyway: configuration.debug_anyway,
        });
        Ok(Machine::new(debugger.map_err(refusal_of)?))
    }
}

/// The input of a run: the file named by the configuration, otherwise by the project, otherwise the file next to the
/// program, if there is one.
fn given_to(
    program: &Path,
    configuration: &LaunchArguments,
    project: Option<&ProjectFile>,
) -> Result<Fields, Message> {
    let of_project = project.and_then(|file| {
        let below = program.strip_prefix(&file.folder).ok()?;
        Some(file.folder.join(file.project.testcase(below)?))
    });
    let unnamed = of_project.or_else(|| Some(data_json::beside(program)).filter(|it| it.is_file()));
    let (path, bytes) = match (&configuration.mem, unnamed) {
        (Some(name), _) => {
            let path = beside(program, name);
            let bytes = files::read(&path, MEMORY_BYTES_MAX);
            (path, bytes)
        }
        (None, Some(path)) => {
            let roots = files::Roots::for_program(program, project.map(|it| &*it.folder));
            let bytes = roots.read(&path, MEMORY_BYTES_MAX);
            (path, bytes)
        }
        (None, None) => return Ok(Fields::new()),
    };
    let bytes = bytes.map_err(|error| Message::verbatim(error.to_string()));
    let read = bytes.and_then(|bytes| data_json::read(&line::decode(&bytes).0));
    read.map_err(|reason| {
        let name = path.display().to_string();
        message!("`{name}` is not a memory: {reason}", name, reason)
    })
}
