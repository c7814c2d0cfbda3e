//! The commands on files in other languages than MN-Core 2, in one implementation for all of them.

pub(crate) mod assemble;
pub(crate) mod check;
pub(crate) mod eval;
pub(crate) mod input_file;
pub(crate) mod link;
pub(crate) mod list;
pub(crate) mod profile;
pub(crate) mod run;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use mnc2_ide::languages::{self, Listed, Options};
use mnc2_ide::session::{DocumentLanguage, LanguageSources};
use mnc2_project::files::Roots;
use mnc2_project::{linker_files, named_files};
use mnc2_text::{Change, Language, LanguageChoice, Message, message};

use crate::args::LanguageArguments;
use crate::exit::Failure;
use crate::input::{self, Source};
use crate::rules::RuleBook;

/// The language of a file, if it is not MN-Core 2 assembly: what the command line states, then the project, then the first lines of the
/// file, then its extension. Everything else is MN-Core 2 assembly, because the user names it. A program as bytes becomes its
/// listing.
pub(crate) fn options_for_file(
    path: &Path,
    source: &mut Source,
    arguments: &LanguageArguments,
    book: &RuleBook,
) -> Result<Option<Box<dyn Options>>, Failure> {
    let given = given(arguments, book.language)?;
    let project = book.chosen(path);
    let name = path.to_string_lossy();
    let sources = LanguageSources {
        given: given.as_ref(),
        project: project.as_ref(),
        text: &source.text,
        name: &name,
        ..LanguageSources::default()
    };
    match language_of(&sources) {
        Some(DocumentLanguage::Listed(listed)) => {
            let named = sources.named_architecture(listed);
            let named = named.map(|named| match named.is_of_project {
                true => book.folder(path).unwrap_or_default().join(named.path),
                false => folder_of(path).join(named.path),
            });
            let found = named.or_else(|| {
                let extension = listed.about().architecture?;
                linker_files::beside(path, extension)
            });
            let found = found.map(|file| (file, book.roots(path)));
            let mut options = options(&sources, listed, arguments, found, book.language)?;
            let folder = match sources.is_linked_by_project(listed) {
                true => book.folder(path).unwrap_or_default(),
                false => folder_of(path),
            };
            let roots = book.roots(path);
            named_files::read(&mut *options, &source.text, path, &folder, &roots);
            if is_binary(path, listed) {
                let listing = options.listing(&input::bytes(path)?);
                source.list(listing.unwrap_or_default());
            }
            Ok(Some(options))
        }
        Some(DocumentLanguage::Mnc2) | None => match named_option(arguments) {
            Some(option) => Err(Failure::Message(
                message!(
                    "{option} is for other languages: `{file}` is read as MN-Core 2 assembly; choose a language with --language",
                    option,
                    file = source.name.as_str()
                )
                .say(book.language),
            )),
            None => Ok(None),
        },
    }
}

/// Reads a program for a command that has only MN-Core 2 assembly.
pub(crate) fn read_mnc2_program(path: &Path, book: &RuleBook) -> Result<Source, Failure> {
    let source = Source::read_program(path)?;
    require_mnc2(path, &source, book)?;
    Ok(source)
}

/// Refuses a file in another language for a command that has only MN-Core 2 assembly.
pub(crate) fn require_mnc2(path: &Path, source: &Source, book: &RuleBook) -> Result<(), Failure> {
    let project = book.chosen(path);
    let name = path.to_string_lossy();
    let sources = LanguageSources {
        project: project.as_ref(),
        text: &source.text,
        name: &name,
        ..LanguageSources::default()
    };
    match language_of(&sources) {
        Some(DocumentLanguage::Listed(listed)) => Err(Failure::Message(
            message!(
                "`{file}` is read as `{id}`, and this command is for MN-Core 2 assembly only",
                file = source.name.as_str(),
                id = listed.about().id
            )
            .say(book.language),
        )),
        Some(DocumentLanguage::Mnc2) | None => Ok(()),
    }
}

/// The language that the command line names, with its options, for commands without a file that could determine it.
pub(crate) fn options_from_arguments(
    path: &Path,
    arguments: &LanguageArguments,
    language: Language,
) -> Result<Option<Box<dyn Options>>, Failure> {
    let given = given(arguments, language)?;
    let sources = LanguageSources {
        given: given.as_ref(),
        ..LanguageSources::default()
    };
    match sources.language() {
        Some(DocumentLanguage::Listed(listed)) => {
            let extension = listed.about().architecture;
            let found = extension.and_then(|extension| linker_files::beside(path, extension));
            let found = found.map(|file| (file, Roots::for_program(path, None)));
            options(&sources, listed, arguments, found, language).map(Some)
        }
        Some(DocumentLanguage::Mnc2) | None => Ok(None),
    }
}

/// The language of a file that the user names. An extension that many languages share names none: then the content decides, if it
/// is certain.
fn language_of(sources: &LanguageSources<'_>) -> Option<DocumentLanguage> {
    let found = sources.language();
    if found.is_some() || !DocumentLanguage::is_everybodys(sources.name) {
        return found;
    }
    languages::recognized(sources.text).map(DocumentLanguage::Listed)
}

/// Whether a file holds a program as bytes.
pub(crate) fn is_binary(path: &Path, listed: Listed) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|it| languages::language_for_binary(it) == Some(listed))
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The choices of `--language`. It names a language of this build.
fn given(
    arguments: &LanguageArguments,
    language: Language,
) -> Result<Option<LanguageChoice>, Failure> {
    let Some(text) = &arguments.language else {
        return Ok(None);
    };
    let chosen = LanguageChoice::parse(text);
    match DocumentLanguage::find(&chosen.id) {
        Some(_) => Ok(Some(chosen)),
        None => Err(Failure::Message(
            languages::unknown_language(&chosen.id).say(language),
        )),
    }
}

/// An option of other languages that is on the command line.
pub(crate) fn named_option(arguments: &LanguageArguments) -> Option<&'static str> {
    [
        ("--arch", arguments.arch.is_some()),
        ("--mlen", arguments.mlen.is_some()),
        ("--entry", arguments.entry.is_some()),
        ("--groups", arguments.groups.is_some()),
        ("--set", !arguments.set.is_empty()),
    ]
    .into_iter()
    .find_map(|(name, is_there)| is_there.then_some(name))
}

/// The options of a program. `found` is the description of its machine that no argument names.
fn options(
    sources: &LanguageSources<'_>,
    listed: Listed,
    arguments: &LanguageArguments,
    found: Option<(PathBuf, Roots)>,
    language: Language,
) -> Result<Box<dyn Options>, Failure> {
    let failed = |message: &Message| Failure::Message(message.say(language));
    let architecture = match (&arguments.arch, found) {
        (Some(path), _) => Some(Source::read(path)?),
        (None, Some((path, roots))) => Some(Source::read_named(&path, &roots)?),
        (None, None) => None,
    };
    if let Some(content) = &architecture {
        // An error in it is an error of the file and not of an option.
        let set = listed.options().set_architecture(&content.text);
        set.map_err(|reason| {
            let file = content.name.as_str();
            failed(&message!("`{file}`: {reason}", file, reason))
        })?;
    }
    let sources = LanguageSources {
        architecture: architecture.as_ref().map(|it| it.text.as_str()),
        ..*sources
    };
    let (mut options, problems) = sources.options(listed);
    if let Some(problem) = problems.first() {
        return Err(failed(problem));
    }
    let named = [
        ("mlen", &arguments.mlen),
        ("entry", &arguments.entry),
        ("groups", &arguments.groups),
    ];
    let named = named.into_iter();
    let named = named.filter_map(|(name, value)| Some((name, value.as_deref()?)));
    let set = arguments.set.iter();
    let set = set.map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in named.chain(set) {
        options
            .set(name, value)
            .map_err(|message| failed(&message))?;
    }
    Ok(options)
}

/// A text in the layout of its language.
pub(crate) fn formatted(text: &str, options: &dyn Options) -> String {
    let read = options.read(text);
    let lines = mnc2_text::line::lines(text).count() as u32;
    let changes = read.lines().format(0..lines, &|| false);
    Change::apply_all(&changes, text)
}

/// The canonical text of a program, for languages that have one.
pub(crate) fn canonical(
    text: &str,
    options: Option<&dyn Options>,
    language: Language,
) -> Result<String, Failure> {
    let canonical = options.and_then(|options| options.read(text).canonical());
    canonical.ok_or_else(|| {
        let name = options.map_or("MN-Core 2", |options| options.language().about().name);
        Failure::Message(message!("{name} has no canonical text", name).say(language))
    })
}
