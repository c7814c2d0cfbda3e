//! Programs of several files: those that a run is given, and those that a check is given together.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mnc2_ide::languages::Options;
use mnc2_ide::session::DocumentLanguage;
use mnc2_text::{FileContent, NamedFile, message};

use crate::args::LanguageArguments;
use crate::exit::Failure;
use crate::input::{Source, is_stdin};
use crate::rules::RuleBook;

/// Maximum number of files that are linked.
const FILES_MAX: usize = 256;

/// Maximum length of files that a check links, in bytes: each is read once for each of them.
const BYTES_MAX: usize = 4 << 20;

/// A file of a program.
#[derive(Clone)]
struct File {
    path: PathBuf,
    name: String,
    bytes: Arc<[u8]>,
}

impl File {
    fn from_source(path: &Path, source: &Source) -> Self {
        Self {
            path: path.to_owned(),
            name: source.name.clone(),
            bytes: source.text.as_bytes().into(),
        }
    }
}

/// Gives a text the files of its program, itself among them.
fn set(options: &mut dyn Options, path: &Path, files: &[File]) {
    let files = files.iter().map(|file| NamedFile {
        name: file.name.clone(),
        content: match file.path == path {
            true => FileContent::Own,
            false => FileContent::Bytes(Arc::clone(&file.bytes)),
        },
    });
    options.set_files(files.collect());
}

/// A file of a run, and what is chosen about its language.
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) source: Source,
    pub(crate) options: Box<dyn Options>,
}

/// The files of a run in their order, each with the others.
pub(crate) fn programs(
    paths: &[PathBuf],
    arguments: &LanguageArguments,
    book: &RuleBook,
) -> Result<Vec<Program>, Failure> {
    let failed = |message: mnc2_text::Message| Failure::Message(message.say(book.language));
    if paths.len() > FILES_MAX {
        let limit = FILES_MAX;
        return Err(failed(message!(
            "a program has at most {limit} files",
            limit
        )));
    }
    let mut programs = Vec::new();
    for path in paths {
        let mut source = Source::read_program(path)?;
        let options = super::options_for_file(path, &mut source, arguments, book)?;
        // What names no language, and is not certain to have one, has the language of the first file.
        let options = options.or_else(|| {
            let first: &Program = programs.first()?;
            let is_open = DocumentLanguage::is_everybodys(&path.to_string_lossy());
            is_open.then(|| first.options.language().options())
        });
        let options = options.filter(|options| options.language().about().is_linked);
        let Some(options) = options else {
            return Err(failed(message!(
                "`{file}` is not a file of a linked program: several files make a program in NaplesPU assembly only; choose it with --language",
                file = source.name.as_str()
            )));
        };
        programs.push(Program {
            path: path.clone(),
            source,
            options,
        });
    }
    let files: Vec<File> = programs
        .iter()
        .map(|program| File::from_source(&program.path, &program.source))
        .collect();
    for program in &mut programs {
        set(&mut *program.options, &program.path, &files);
    }
    Ok(programs)
}

/// The files of a check that refer to each other.
#[derive(Default)]
pub(crate) struct Groups(HashMap<PathBuf, Arc<[File]>>);

impl Groups {
    /// The groups of the files that are named together, unless a project or a file names the files of its program.
    pub(crate) fn new(paths: &[PathBuf], arguments: &LanguageArguments, book: &RuleBook) -> Self {
        let is_file = |path: &&PathBuf| !is_stdin(path) && path.is_file();
        let paths: Vec<&PathBuf> = paths.iter().filter(is_file).collect();
        let length = |path: &&PathBuf| path.metadata().map_or(0, |it| it.len());
        let length: u64 = paths.iter().map(length).sum();
        if paths.len() < 2 || paths.len() > FILES_MAX || length > BYTES_MAX as u64 {
            return Self::default();
        }
        let (mut files, mut names) = (Vec::new(), Vec::new());
        for path in paths {
            let Ok(mut source) = Source::read(path) else {
                continue;
            };
            let options = super::options_for_file(path, &mut source, arguments, book);
            let Some(options) = options.ok().flatten() else {
                continue;
            };
            if options.language().about().is_linked && options.files(&source.text).is_empty() {
                names.push(options.read(&source.text).link_names());
                files.push(File::from_source(path, &source));
            }
        }
        let groups = joined(&names);
        let mut found = HashMap::new();
        for group in groups.into_iter().filter(|group| group.len() > 1) {
            let group: Arc<[File]> = group.iter().map(|file| files[*file].clone()).collect();
            for file in &*group {
                found.insert(file.path.clone(), Arc::clone(&group));
            }
        }
        Self(found)
    }

    /// Gives a text the other files of its group.
    pub(crate) fn set(&self, options: &mut dyn Options, path: &Path) {
        if let Some(files) = self.0.get(path) {
            set(options, path, files);
        }
    }
}

/// Files by their indices, those together of which one uses a name that another defines.
fn joined(names: &[mnc2_text::LinkNames]) -> Vec<Vec<usize>> {
    let mut defining: HashMap<&str, Vec<usize>> = HashMap::new();
    for (file, names) in names.iter().enumerate() {
        for name in &names.defined {
            defining.entry(name).or_default().push(file);
        }
    }
    let mut groups: Vec<usize> = (0..names.len()).collect();
    for (file, names) in names.iter().enumerate() {
        let others = names.needed.iter().filter_map(|name| defining.get(&**name));
        for other in others.flatten() {
            let (kept, joined) = (groups[file], groups[*other]);
            for group in &mut groups {
                if *group == joined {
                    *group = kept;
                }
            }
        }
    }
    let all = 0..names.len();
    let members = |group| {
        let files = all.clone();
        files.filter(|file| groups[*file] == group).collect()
    };
    (0..names.len()).map(members).collect()
}
