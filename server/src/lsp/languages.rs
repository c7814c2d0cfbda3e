//! Which language an open document is in, and what is chosen about it.

use std::borrow::Cow;

use mnc2_ide::languages;
use mnc2_ide::session::{DocumentLanguage, LanguageSources, Placed};
use mnc2_text::{LanguageChoice, MODELINE_LINES_MAX, Message};
use tower_lsp::ls_types::{TextDocumentItem, Uri};

use super::document;
use super::server_state::ServerState;

/// What a new decision about the language of a document changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    /// Neither the language nor its options have changed.
    Same,
    /// What is chosen about its language: the caller shows the findings again.
    Chosen,
    /// Its language: it was closed and opened, which shows the findings.
    Reopened,
}

impl Decided {
    pub(super) fn is_new(self) -> bool {
        self != Self::Same
    }
}

/// Whether the text of a file names other files of its program: it is a model.
pub(super) fn names_files(name: &str) -> bool {
    let mut listed = languages::ALL.iter();
    listed.any(|listed| languages::is_model(listed, name))
}

impl ServerState {
    /// Decides again which language an open document is in, and what is chosen about it.
    pub(super) fn decide_language(&self, uri: &Uri) -> Decided {
        let id = document::id(uri);
        let (given, version, text, present) = {
            let session = self.session();
            let (Some(document), Some(given)) = (session.document(&id), session.given(&id)) else {
                return Decided::Same;
            };
            let text = document.text().clone();
            (
                given.to_owned(),
                document.version(),
                text,
                document.language(),
            )
        };
        let project = self.project(uri);
        let chosen = LanguageChoice::parse(&given);
        let start: String = text
            .lines()
            .take(MODELINE_LINES_MAX)
            .map(Cow::from)
            .collect();
        let sources = LanguageSources {
            given: Some(&chosen),
            project: project.as_ref().and_then(Placed::language),
            text: &start,
            name: id.as_str(),
            ..LanguageSources::default()
        };
        let language = sources.language();
        if language != present {
            let text = text.to_string();
            self.close(uri.clone());
            self.open(TextDocumentItem::new(uri.clone(), given, version, text));
            return Decided::Reopened;
        }
        let Some(DocumentLanguage::Listed(listed)) = language else {
            return Decided::Same;
        };
        let described = self.architecture(uri, &sources, listed, project.as_ref());
        let sources = LanguageSources {
            architecture: described.as_deref(),
            ..sources
        };
        let (mut options, problems) = sources.options(listed);
        let text = match names_files(id.as_str()) {
            true => text.to_string(),
            false => String::new(),
        };
        let named = (&sources, text.as_str());
        self.give_files(uri, named, &mut *options, project.as_ref());
        // A wrong option can leave all options as they were.
        self.log_problems(uri, &problems);
        let is_new = self.session().set_options(&id, options);
        if is_new {
            Decided::Chosen
        } else {
            Decided::Same
        }
    }

    /// Writes the problems of the options of a document to the client's log.
    pub(super) fn log_problems(&self, uri: &Uri, problems: &[Message]) {
        let (name, language) = (uri.as_str(), self.features().language());
        let warning = |problem: &Message| format!("{name}: {}", problem.say(language));
        self.log_warnings(problems.iter().map(warning).collect());
    }

    /// Reads the files that describe machines again, since one of them changed.
    pub(super) fn read_architectures_again(&self) {
        let ids: Vec<_> = {
            let session = self.session();
            session.in_languages().map(|(id, _)| id.clone()).collect()
        };
        let mut uris = document::uris(&ids);
        uris.retain(|uri| self.decide_language(uri).is_new());
        self.show_findings(&uris);
        if !uris.is_empty() {
            self.refresh_lenses();
            self.refresh_hints();
            self.refresh_tokens();
        }
    }
}
