//! `launch`, `restart` and the end of a session.

use std::path::{Path, PathBuf};

use mnc2_asm::{Message, message, text};
use mnc2_ide::debug::breakpoints::Filter;
use mnc2_ide::debug::dialect::{Debugger, Launch};
use mnc2_ide::dialects::{self, Dialect, Options};
use mnc2_ide::session::{DocumentLanguage, LanguageDocument, LanguageSources, ProjectFile};
use mnc2_project::{data, files, placement};
use mnc2_text::{Chosen, Fields};
use serde_json::Value;

use super::breakpoints::Points;
use super::values::References;
use super::{Run, language, run};
use crate::protocol::{
    CapabilitiesEvent, EndArguments, LaunchArguments, LoadedSources, Nothing, OtherCapabilities,
    RestartArguments, SourceArguments, SourceContent,
};
use crate::session::client::exception_filter;
use crate::session::program::{
    configuration_of, is_same_file, program_path, project, read_named, read_text, refusal_of,
};
use crate::session::run::Stamp;
use crate::session::{After, Done, Session};

/// The type of a program's text.
const MIME_TYPE: &str = "text/plain";
/// Maximum number of bytes of a file with memories.
const MEMORY_BYTES_MAX: u64 = 1 << 30;

/// A program, and what was chosen about its language.
pub(in crate::session) struct Program {
    path: PathBuf,
    stamp: Option<Stamp>,
    text: String,
    options: Box<dyn Options>,
    /// Memories, registers or arguments.
    given: Fields,
}

/// The program of a configuration, if it is in another language than MN-Core 2 assembly: as the configuration says, then the
/// project, the first lines of the file, and its extension.
pub(in crate::session) fn program(
    it: &Session<'_>,
    configuration: &LaunchArguments,
) -> Done<Option<Program>> {
    let path = program_path(configuration)?;
    let given = configuration.language.as_deref().map(Chosen::parse);
    if let Some(given) = &given
        && DocumentLanguage::find(&given.id).is_none()
    {
        return Err(dialects::unknown_language(&given.id).into());
    }
    let stamp = Stamp::of(&path);
    let text = read_text(&path)?;
    let mut complaints = Vec::new();
    let project = path.parent().and_then(|it| project(it, &mut complaints));
    let chosen = project.as_ref().and_then(|file| {
        let below = path.strip_prefix(&file.folder).ok()?;
        file.project.language(below)
    });
    let name = path.to_string_lossy();
    let sources = LanguageSources {
        given: given.as_ref(),
        project: chosen,
        text: &text,
        name: &name,
        ..LanguageSources::default()
    };
    let Some(DocumentLanguage::Dialect(dialect)) = sources.language() else {
        return match of_others(configuration) {
            Some(key) => Err(message!(
                "`{key}` is for other languages, and the program is read as MN-Core 2 assembly: choose a language with `language`",
                key
            )
            .into()),
            None => Ok(None),
        };
    };
    if let Some(key) = of_mnc2(configuration) {
        return Err(message!(
            "`{key}` is about MN-Core 2, and the program is read as `{language}`",
            key,
            language = dialect.about().id
        )
        .into());
    }
    for complaint in &complaints {
        it.remark(complaint);
    }
    let described = match &configuration.arch {
        Some(file) => Some(read_text(&beside(&path, file))),
        None => architecture_of(&path, &sources, dialect, project.as_ref())
            .map(|file| read_named(&file, &path, project.as_ref())),
    };
    let described = described.transpose()?;
    let sources = LanguageSources {
        architecture: described.as_deref(),
        ..sources
    };
    let given = given_to(&path, configuration, project.as_ref())?;
    let (options, problems) = sources.options(dialect);
    if let Some(problem) = problems.into_iter().next() {
        return Err(problem.into());
    }
    Ok(Some(Program {
        path,
        stamp,
        text,
        options,
        given,
    }))
}

/// The file that describes the machine: what the strongest source names, or the one beside the program.
fn architecture_of(
    program: &Path,
    sources: &LanguageSources<'_>,
    dialect: Dialect,
    project: Option<&ProjectFile>,
) -> Option<PathBuf> {
    let Some(named) = sources.named_architecture(dialect) else {
        return placement::beside(program, dialect.about().architecture?);
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
fn of_others(configuration: &LaunchArguments) -> Option<&'static str> {
    let keys = [
        ("arch", configuration.arch.is_some()),
        ("mem", configuration.mem.is_some()),
    ];
    keys.into_iter()
        .find_map(|(name, is_given)| is_given.then_some(name))
}

/// A key that means nothing in other languages.
fn of_mnc2(configuration: &LaunchArguments) -> Option<&'static str> {
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

/// A run before its first instruction.
fn begin(program: Program, configuration: LaunchArguments, points: Points) -> Done<Run> {
    let document = LanguageDocument::new(0, &program.text, program.options);
    let debugger = Debugger::launch(Launch {
        snapshot: document.snapshot(),
        given: program.given,
        anyway: configuration.debug_anyway,
    });
    let mut run = Run {
        debugger: debugger.map_err(refusal_of)?,
        configuration,
        path: program.path,
        stamp: program.stamp,
        points,
        references: References::default(),
        instructions: None,
        exception: None,
        is_going: false,
    };
    run.apply();
    Ok(run)
}

/// What a run is given: the file that the configuration names, otherwise the one that the project names, otherwise the one beside
/// the program, if there is one.
fn given_to(
    program: &Path,
    configuration: &LaunchArguments,
    project: Option<&ProjectFile>,
) -> Result<Fields, Message> {
    let of_project = project.and_then(|file| {
        let below = program.strip_prefix(&file.folder).ok()?;
        Some(file.folder.join(file.project.testcase(below)?))
    });
    let unnamed = of_project.or_else(|| Some(data::beside(program)).filter(|it| it.is_file()));
    let (path, bytes) = match (&configuration.mem, unnamed) {
        (Some(name), _) => {
            let path = beside(program, name);
            let bytes = files::read(&path, MEMORY_BYTES_MAX);
            (path, bytes)
        }
        (None, Some(path)) => {
            let roots = files::Roots::of_program(program, project.map(|it| &*it.folder));
            let bytes = roots.read(&path, MEMORY_BYTES_MAX);
            (path, bytes)
        }
        (None, None) => return Ok(Fields::new()),
    };
    let bytes = bytes.map_err(|error| Message::verbatim(error.to_string()));
    let read = bytes.and_then(|bytes| data::read(&text::decode(&bytes).0));
    read.map_err(|reason| {
        let name = path.display().to_string();
        message!("`{name}` is no memory: {reason}", name, reason)
    })
}

pub(in crate::session) fn launch(
    it: &mut Session<'_>,
    program: Program,
    configuration: LaunchArguments,
) -> Done<Value> {
    let run = it.work(|_| begin(program, configuration, Points::default()))?;
    let name = run.path.display().to_string();
    let has_memory = !run.debugger.machine().memories().is_empty();
    let has_words = run.debugger.snapshot().language().has_words();
    it.dialect = Some(run);
    it.later(
        "capabilities",
        CapabilitiesEvent {
            capabilities: OtherCapabilities {
                exception_breakpoint_filters: vec![exception_filter(Filter::Quit, language(it))],
                supports_set_variable: true,
                supports_set_expression: true,
                supports_read_memory_request: has_memory,
                supports_write_memory_request: has_memory,
                supports_disassemble_request: has_words,
                supports_instruction_breakpoints: has_words,
                ..OtherCapabilities::default()
            },
        },
    );
    it.tell_launched(name);
    Ok(Value::Null)
}

/// Begins anew, with the files and the configuration as they are now.
pub(in crate::session) fn restart(
    it: &mut Session<'_>,
    arguments: RestartArguments,
) -> Done<Value> {
    let before = run(it)?;
    before.is_going = false;
    let points = before.points.clone();
    let configuration = configuration_of(arguments, &before.configuration)?;
    let id = before.language_id();
    let Some(program) =
        program(it, &configuration)?.filter(|it| it.options.language().about().id == id)
    else {
        return Err(message!(
            "the program is in another language now: end this session and begin another one"
        )
        .into());
    };
    let mut run = it.work(|_| begin(program, configuration, points))?;
    for breakpoint in run.all_told(&it.client) {
        it.later(
            "breakpoint",
            serde_json::json!({ "reason": "changed", "breakpoint": breakpoint }),
        );
    }
    it.dialect = Some(run);
    it.is_terminated = false;
    it.after.push(After::Start);
    Ok(Value::Null)
}

pub(in crate::session) fn terminate(it: &mut Session<'_>, _: EndArguments) -> Done<Value> {
    run(it)?.is_going = false;
    // A client may answer `terminated` with this request, and that with the next one.
    if !std::mem::replace(&mut it.is_terminated, true) {
        it.later("terminated", Value::Null);
    }
    Ok(Value::Null)
}

pub(in crate::session) fn loaded_sources(it: &mut Session<'_>, _: Nothing) -> Done<LoadedSources> {
    let client = it.client;
    let run = run(it)?;
    Ok(LoadedSources {
        sources: vec![client.source(&run.path)],
    })
}

/// The text as it runs, which need not be that of the file any more.
pub(in crate::session) fn source(
    it: &mut Session<'_>,
    arguments: SourceArguments,
) -> Done<SourceContent> {
    let client = it.client;
    let run = run(it)?;
    let path = arguments.source.as_ref().and_then(|it| client.path_of(it));
    if !path.is_some_and(|path| is_same_file(&path, &run.path)) {
        return Err(message!("only the text of the program is known").into());
    }
    Ok(SourceContent {
        content: run.debugger.snapshot().text.to_string(),
        mime_type: MIME_TYPE,
    })
}
