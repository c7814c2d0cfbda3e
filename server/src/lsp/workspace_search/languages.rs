//! Files of the workspace in languages other than MN-Core 2: those whose extension or project names one.

use std::path::Path;

use mnc2_ide::languages::{self, Listed};
use mnc2_ide::session::{DocumentLanguage, LanguageDocument, LanguageSources, Placed};
use mnc2_project::files;
use mnc2_text::{MODELINE_LINES_MAX, line};
use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, Uri};

use crate::lsp::document_view::DocumentView;
use crate::lsp::findings::{self, Kept};
use crate::lsp::server_state::ServerState;
use crate::lsp::workspace::{CheckedLanguage, FILE_BYTES_MAX, FileState};

/// The language of a file that is not MN-Core 2's, regardless of its content. Programs as bytes have no findings of
/// their own.
pub(super) fn dialect_of(shared: &ServerState, path: &Path) -> Option<Listed> {
    let uri = Uri::from_file_path(path)?;
    let name = path.to_string_lossy();
    let project = shared.project(&uri);
    let sources = LanguageSources {
        project: project.as_ref().and_then(Placed::language),
        name: &name,
        ..LanguageSources::default()
    };
    let Some(DocumentLanguage::Listed(listed)) = sources.language() else {
        return None;
    };
    let extension = path.extension()?.to_str()?;
    (languages::language_for_binary(extension) != Some(listed)).then_some(listed)
}

/// The findings in a file that is not open; `None` if it cannot be read, or its project leaves it out.
pub(super) fn file_diagnostics(
    shared: &ServerState,
    uri: &Uri,
    path: &Path,
    state: FileState,
    listed: Listed,
) -> Option<Vec<Diagnostic>> {
    let project = shared.project(uri);
    if project.as_ref().is_some_and(Placed::is_excluded) {
        return None;
    }
    let editor = shared.session().settings().layer.clone();
    let checked_as = |text: &str| {
        let sources = LanguageSources {
            project: project.as_ref().and_then(Placed::language),
            text,
            name: uri.as_str(),
            ..LanguageSources::default()
        };
        let described = shared.architecture(uri, &sources, listed, project.as_ref());
        let sources = LanguageSources {
            architecture: described.as_deref(),
            ..sources
        };
        let (mut options, _) = sources.options(listed);
        let named = (&sources, text);
        shared.give_files(uri, named, &mut *options, project.as_ref());
        LanguageDocument::new(0, text, options).checked_by(project.clone(), &editor)
    };
    if let Some(known) = shared.workspace.languages.get(path)
        && known.state == state
    {
        let now = checked_as(&known.first_lines);
        if *known.options == *now.options() && known.levels == *now.levels() {
            return Some(known.items.clone());
        }
    }
    let (text, _) = line::decode(&files::read(path, FILE_BYTES_MAX).ok()?);
    let snapshot = checked_as(&text);
    let features = shared.features();
    let mut items = findings::diagnostics(
        DocumentView::from_language(&snapshot, uri, &features),
        &Kept::default(),
    );
    items.retain(|item| item.severity != Some(DiagnosticSeverity::HINT));
    let first_lines = text.split_inclusive('\n').take(MODELINE_LINES_MAX);
    let checked = CheckedLanguage {
        state,
        first_lines: first_lines.collect(),
        options: snapshot.options().copy(),
        levels: snapshot.levels().clone(),
        items: items.clone(),
    };
    shared.workspace.languages.insert(path.to_owned(), checked);
    Some(items)
}
