//! The rules for checking a program: the command line over the nearest `mnc2.toml`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use mnc2_ide::languages;
use mnc2_ide::session::DocumentLanguage;
use mnc2_program::rules::{Layer, Rules};
use mnc2_project::files::Roots;
use mnc2_project::{FILE_BYTES_MAX, Project, candidates, files, line_and_byte, read};
use mnc2_text::{Language, LanguageChoice, LevelChoices};

use crate::args::{ConfigArguments, RulesArguments};
use crate::exit::Failure;
use crate::output::Streams;

/// A project and the folder that its paths are relative to.
pub(crate) struct Located {
    folder: PathBuf,
    project: Project,
}

impl Located {
    /// The testcase of a program, if the project names one other than the program itself.
    pub(crate) fn testcase(&self, program: &Path) -> Option<PathBuf> {
        let program = absolute(program);
        let below = program.strip_prefix(&self.folder).ok()?;
        self.project
            .testcase(below)
            .filter(|testcase| *testcase != below)
            .map(|path| self.folder.join(path))
    }

    /// The file of learned instruction words, if the project names one.
    pub(crate) fn encodings(&self) -> Option<PathBuf> {
        let path = self.project.encodings.as_ref()?;
        Some(self.folder.join(path))
    }

    /// Whether a path is excluded.
    pub(crate) fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        absolute(path)
            .strip_prefix(&self.folder)
            .is_ok_and(|path| self.project.excludes(path, is_folder))
    }
}

/// The rules of every program; each file is read once, and its problems reported once.
pub(crate) struct RuleBook {
    given: Layer,
    source: Source,
    folders: Mutex<HashMap<PathBuf, Option<Arc<Located>>>>,
    complaints: Mutex<Vec<String>>,
    /// The language of messages.
    pub(crate) language: Language,
}

/// A folder with files whose project is searched.
struct Folder {
    path: PathBuf,
    /// Its project, if that names languages, and where the folder is in it.
    project: Option<(Arc<Located>, PathBuf)>,
}

/// Where projects come from.
enum Source {
    /// No project is read.
    Nothing,
    /// One file for all.
    File(Arc<Located>),
    Nearest,
}

impl RuleBook {
    /// The rules from the command line.
    pub(crate) fn new(arguments: &RulesArguments, language: Language) -> Result<Self, Failure> {
        Self::with_layer(arguments.layer(), &arguments.config, language)
    }

    /// The rules of a layer over the rules of projects.
    pub(crate) fn with_layer(
        given: Layer,
        arguments: &ConfigArguments,
        language: Language,
    ) -> Result<Self, Failure> {
        let mut book = Self {
            given,
            source: Source::Nearest,
            folders: Mutex::default(),
            complaints: Mutex::default(),
            language,
        };
        if arguments.no_config {
            book.source = Source::Nothing;
        } else if let Some(path) = &arguments.config {
            // The file that is named may be a pipe: the shell makes one of `<(..)`.
            let located = std::fs::File::open(path)
                .and_then(|file| {
                    let mut bytes = Vec::new();
                    file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)?;
                    book.located(path, bytes)
                })
                .map_err(|error| {
                    Failure::Message(format!("cannot read `{}`: {error}", path.display()))
                })?;
            book.source = Source::File(Arc::new(located));
        }
        Ok(book)
    }

    /// The rules of a program.
    pub(crate) fn rules(&self, program: &Path) -> Rules {
        let project = self.project(folder_of(program).as_deref());
        match &project {
            Some(located) => Rules::from_layers(&[&located.project.layer, &self.given]),
            None => Rules::from_layers(&[&self.given]),
        }
    }

    /// The language that the project of a file names for it.
    pub(crate) fn chosen(&self, file: &Path) -> Option<LanguageChoice> {
        let located = self.project(folder_of(file).as_deref())?;
        let path = absolute(file);
        let below = path.strip_prefix(&located.folder).ok()?;
        located.project.language(below).cloned()
    }

    /// The levels for a file in another language.
    pub(crate) fn levels(&self, file: &Path) -> LevelChoices {
        let project = self.project(folder_of(file).as_deref());
        let layers = project.iter().map(|located| &located.project.layer);
        let layers = layers.chain([&self.given]);
        LevelChoices::from_layers(layers.map(|layer| layer.levels.as_slice()))
    }

    /// Whether a file is in a language that its extension or its project names, regardless of its content.
    pub(crate) fn claims(&self) -> impl Fn(&Path) -> bool + '_ {
        let last: RefCell<Option<Folder>> = RefCell::default();
        move |file| {
            let by_name = DocumentLanguage::from_file_name(&file.to_string_lossy());
            if by_name.is_some() {
                return true;
            }
            let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
                return false;
            };
            let mut last = last.borrow_mut();
            if last.as_ref().is_none_or(|known| known.path != folder) {
                *last = Some(Folder {
                    path: folder.to_owned(),
                    project: self.below(folder),
                });
            }
            let project = last.as_ref().and_then(|known| known.project.as_ref());
            let chosen = project
                .and_then(|(located, below)| located.project.language(&below.join(name)))
                .and_then(|chosen| DocumentLanguage::find(&chosen.id));
            chosen.is_some()
        }
    }

    /// The project of the files in a folder, if it names languages, and where the folder is in it.
    fn below(&self, folder: &Path) -> Option<(Arc<Located>, PathBuf)> {
        let located = self.project(Some(folder))?;
        if !located.project.names_languages() {
            return None;
        }
        let folder = absolute(folder);
        let below = folder.strip_prefix(&located.folder).ok()?.to_owned();
        Some((located, below))
    }

    /// The folder of the project of a program.
    pub(crate) fn folder(&self, program: &Path) -> Option<PathBuf> {
        let project = self.project(folder_of(program).as_deref())?;
        Some(project.folder.clone())
    }

    /// The folders whose files a program and its project may name.
    pub(crate) fn roots(&self, program: &Path) -> Roots {
        Roots::for_program(program, self.folder(program).as_deref())
    }

    /// The clock that the project of a program names.
    pub(crate) fn clock_mhz(&self, program: &Path) -> Option<u32> {
        let project = self.project(folder_of(program).as_deref())?;
        project.project.clock_mhz
    }

    /// The testcase that the project of a program names for it.
    pub(crate) fn testcase(&self, program: &Path) -> Option<PathBuf> {
        self.project(folder_of(program).as_deref())?
            .testcase(program)
    }

    /// The file of learned instruction words that the project of a program names.
    pub(crate) fn encodings(&self, program: &Path) -> Option<PathBuf> {
        self.project(folder_of(program).as_deref())?.encodings()
    }

    /// The project of the programs in a folder; for standard input, the current folder.
    pub(crate) fn project(&self, folder: Option<&Path>) -> Option<Arc<Located>> {
        match &self.source {
            Source::Nothing => None,
            Source::File(located) => Some(Arc::clone(located)),
            Source::Nearest => {
                let folder = absolute(folder.unwrap_or(Path::new("")));
                let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(known) = folders.get(&folder) {
                    return known.clone();
                }
                let found = self.nearest(&folder, &folders);
                folders.insert(folder, found.clone());
                found
            }
        }
    }

    fn nearest(
        &self,
        folder: &Path,
        known: &HashMap<PathBuf, Option<Arc<Located>>>,
    ) -> Option<Arc<Located>> {
        for path in candidates(folder) {
            if let Some(known) = path.parent().and_then(|folder| known.get(folder)) {
                return known.clone();
            }
            let found = files::read_configuring(&path, folder, FILE_BYTES_MAX)
                .and_then(|bytes| self.located(&path, bytes));
            match found {
                Ok(located) => return Some(Arc::new(located)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => self.complain(format!("cannot read `{}`: {error}", path.display())),
            }
        }
        None
    }

    /// The project of a file with this content.
    fn located(&self, path: &Path, bytes: Vec<u8>) -> io::Result<Located> {
        if bytes.len() as u64 > FILE_BYTES_MAX {
            return Err(io::Error::other(format!(
                "it is longer than {FILE_BYTES_MAX} bytes"
            )));
        }
        let text = String::from_utf8(bytes).map_err(io::Error::other)?;
        let (project, problems) = read(&text, languages::known());
        for problem in problems {
            let (line, byte) = line_and_byte(&text, problem.range.start);
            let before = text.lines().nth(line as usize).unwrap_or_default();
            let column = before
                .get(..byte as usize)
                .map_or(0, |before| before.chars().count());
            self.complain(format!(
                "{}:{}:{}: {}",
                path.display(),
                line + 1,
                column + 1,
                problem.message.say(self.language)
            ));
        }
        let folder = absolute(path).parent().map(Path::to_owned);
        Ok(Located {
            folder: folder.unwrap_or_default(),
            project,
        })
    }

    fn complain(&self, message: String) {
        self.complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(message);
    }

    /// Reports what is wrong with the files read since the last call; returns whether anything is.
    pub(crate) fn complain_to(&self, streams: &mut Streams) -> bool {
        let complaints = self.take_complaints();
        for complaint in &complaints {
            streams.complain(complaint);
        }
        !complaints.is_empty()
    }

    /// The errors of the files read since the last call.
    fn take_complaints(&self) -> Vec<String> {
        let mut complaints = self
            .complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *complaints)
    }
}

/// The folder of a program; `None` for standard input.
fn folder_of(program: &Path) -> Option<PathBuf> {
    (program.as_os_str() != "-").then(|| program.parent().map(Path::to_owned))?
}

/// The path from the root, without `.` and `..`, as far as it can be resolved.
fn absolute(path: &Path) -> PathBuf {
    let here = Path::new(".");
    let path = if path.as_os_str().is_empty() {
        here
    } else {
        path
    };
    path.canonicalize()
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
}
