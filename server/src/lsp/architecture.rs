//! The files that describe machines, such as a `.tarch` file: named by the project, the first lines of a text or the settings,
//! otherwise the one next to the text.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use mnc2_ide::languages::{self, Listed, Options};
use mnc2_ide::session::{DocumentLanguage, LanguageSources, Placed};
use mnc2_project::{files, linker_files, named_files};
use mnc2_text::{LanguageChoice, Message, line, message};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::document;
use super::server_state::ServerState;
use super::virtual_documents;

/// The longest description of a machine that is read, in bytes.
const BYTES_MAX: u64 = 1 << 20;

/// The longest program as bytes that is listed.
const LISTED_BYTES_MAX: u64 = 8 << 20;

/// The folder that the names of the files of a program are relative to.
fn files_folder<'a>(
    path: &'a Path,
    sources: &LanguageSources<'_>,
    listed: Listed,
    project: Option<&'a Placed>,
) -> &'a Path {
    match project {
        Some(project) if sources.is_linked_by_project(listed) => &project.file.folder,
        _ => path.parent().unwrap_or(Path::new("")),
    }
}

impl ServerState {
    /// The description of the machine that a document is written for; `None` if there is none. What is wrong is logged.
    pub(super) fn architecture(
        &self,
        uri: &Uri,
        sources: &LanguageSources<'_>,
        listed: Listed,
        project: Option<&Placed>,
    ) -> Option<String> {
        let extension = listed.about().architecture?;
        let program = document::path(uri).or_else(|| virtual_documents::listed_file(uri.as_str()));
        let own = program
            .as_deref()
            .and_then(Path::parent)
            .unwrap_or(Path::new(""));
        let of_project = project.map_or(own, |it| &it.file.folder);
        let named = sources
            .named_architecture(listed)
            .map(|named| match named.is_of_project {
                true => of_project.join(named.path),
                false => own.join(named.path),
            });
        let setting = match &named {
            Some(_) => None,
            None => self.session().settings().architecture.clone(),
        };
        // The user may name any file.
        if let Some(setting) = setting {
            let path = of_project.join(setting);
            return self.described(&path, files::read(&path, BYTES_MAX));
        }
        let found = named.or_else(|| linker_files::beside(program.as_deref()?, extension))?;
        let file = program.and_then(Uri::from_file_path);
        let roots = (self.workspace).roots_of(file.as_ref().unwrap_or(uri), project);
        self.described(&found, roots.read(&found, BYTES_MAX))
    }

    /// Gives options the files that a program consists of besides its text: those that a model names, or that are linked with it.
    pub(super) fn give_files(
        &self,
        uri: &Uri,
        (sources, text): (&LanguageSources<'_>, &str),
        options: &mut dyn Options,
        project: Option<&Placed>,
    ) {
        let listed = options.language();
        let Some(path) = document::path(uri) else {
            return;
        };
        let folder = files_folder(&path, sources, listed, project);
        let roots = self.workspace.roots_of(uri, project);
        let open = |path: &Path| {
            let id = document::id(&Uri::from_file_path(path)?);
            let text = self.session().document(&id)?.text().clone();
            Some(text.to_string().into_bytes())
        };
        named_files::read_open(options, text, &path, (folder, &roots), &open);
    }

    /// The folder that the names of the other files of an open document's program are relative to.
    pub(super) fn linked_folder(&self, uri: &Uri) -> Option<PathBuf> {
        let (given, language) = {
            let (session, id) = (self.session(), document::id(uri));
            let language = session.document(&id)?.language()?;
            (LanguageChoice::parse(session.given(&id)?), language)
        };
        let DocumentLanguage::Listed(listed) = language else {
            return None;
        };
        let project = self.project(uri);
        let sources = LanguageSources {
            given: Some(&given),
            project: project.as_ref().and_then(Placed::language),
            ..LanguageSources::default()
        };
        let path = document::path(uri)?;
        Some(files_folder(&path, &sources, listed, project.as_ref()).to_owned())
    }

    /// Reads the other files of an open document's program again, as they are now.
    pub(super) fn read_linked_files(&self, uri: &Uri) {
        let listed = match self.session().document(&document::id(uri)) {
            Some(document) => document.language(),
            None => None,
        };
        if let Some(DocumentLanguage::Listed(listed)) = listed
            && listed.about().is_linked
            && self.decide_language(uri).is_new()
        {
            self.show_findings(std::slice::from_ref(uri));
        }
    }

    /// What is chosen about a program as bytes: its file names no language itself, so project and settings decide.
    fn options(&self, uri: &Uri, listed: Listed) -> Box<dyn Options> {
        let file = virtual_documents::listed_file(uri.as_str()).and_then(Uri::from_file_path);
        let project = file.as_ref().and_then(|file| self.project(file));
        let sources = LanguageSources {
            project: project.as_ref().and_then(Placed::language),
            ..LanguageSources::default()
        };
        let described = self.architecture(uri, &sources, listed, project.as_ref());
        let sources = LanguageSources {
            architecture: described.as_deref(),
            ..sources
        };
        sources.options(listed).0
    }

    /// The listing of a program as bytes, for the machine that it is written for. `uri` names the listing.
    pub(super) fn listing(&self, file: &Path, uri: &str) -> Result<Value> {
        let failed =
            |reason: String| Error::invalid_params(format!("{}: {reason}", file.display()));
        let extension = file.extension().and_then(OsStr::to_str);
        let listed = extension.and_then(languages::language_for_binary);
        let listed = listed.ok_or_else(|| failed("no language has such files".to_owned()))?;
        let bytes = files::read(file, LISTED_BYTES_MAX).map_err(|it| failed(it.to_string()))?;
        let uri: Uri = (uri.parse()).map_err(|_| failed("this is not a URI".to_owned()))?;
        let text = self.options(&uri, listed).listing(&bytes);
        Ok(json!({ "text": text.unwrap_or_default() }))
    }

    fn described(&self, path: &Path, bytes: io::Result<Vec<u8>>) -> Option<String> {
        match bytes {
            Ok(bytes) => Some(line::decode(&bytes).0),
            Err(error) => {
                let (file, reason) = (path.display().to_string(), error.to_string());
                let said: Message = message!("cannot read `{file}`: {reason}", file, reason);
                self.log_warnings(vec![said.say(self.features().language())]);
                None
            }
        }
    }
}
