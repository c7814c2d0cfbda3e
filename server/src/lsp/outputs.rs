//! The assembler's output: next to programs, and as documents of its own.
//!
//! The extension belongs to every assembler, so a text is an output only if it is recognised. The text of an open document
//! takes precedence over its file.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use mnc2_ide::features::{disassembly, words};
use mnc2_ide::session::{
    Assembled, DocumentLanguage, Mnc2Document, OUTPUT_BYTES_MAX, OUTPUT_EXTENSION, Snapshot,
};
use mnc2_isa::field::Component;
use mnc2_program::FileForm;
use mnc2_project::files;
use mnc2_text::{Message, line, message};
use mnc2_words::Encodings;
use mnc2_words::assembler_output::{self, is_output};
use ropey::Rope;
use serde_json::{Value, json};
use tower_lsp::ls_types::{
    Diagnostic, DiagnosticSeverity, Hover, HoverContents, Location, MarkupContent, MarkupKind,
    Position, Range, TextDocumentItem, Uri,
};

use super::client_capabilities::ClientFeatures;
use super::server_state::ServerState;
use super::view_requests::WordParams;
use super::workspace::FILE_BYTES_MAX;
use super::{document, findings, markup, virtual_documents};

/// Outputs that are open at the same time; further ones are left alone.
const OPEN_MAX: usize = 64;

/// Maximum number of lines of an output that are reported as wrong.
const PROBLEMS_MAX: usize = 100;

/// Whether a file can hold the output next to a program, by its name.
pub(super) fn is_named_so(uri: &Uri) -> bool {
    let path = uri.as_str().split(['?', '#']).next().unwrap_or_default();
    let extension = path.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|it| it.eq_ignore_ascii_case(OUTPUT_EXTENSION))
}

/// The file with the same name and another extension.
fn beside(uri: &Uri, extension: &str) -> Option<PathBuf> {
    Some(document::path(uri)?.with_extension(extension))
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

impl ServerState {
    /// Whether a document that no language claims is output of the assembler.
    pub(super) fn is_new_output(&self, opened: &TextDocumentItem) -> bool {
        is_named_so(&opened.uri)
            && opened.text.len() <= OUTPUT_BYTES_MAX
            && is_output(&opened.text)
            && self.session().outputs() < OPEN_MAX
    }

    /// Shows what follows from the text of an output that was opened, edited or closed.
    pub(super) fn output_changed(&self, uri: &Uri) {
        self.show_output_problems(uri);
        self.assembled_changed(uri);
    }

    /// The text of an open output.
    pub(super) fn output(&self, uri: &Uri) -> Option<Rope> {
        self.session().output(&document::id(uri)).cloned()
    }

    /// The learned rows that the project of a file names.
    pub(super) fn encodings(&self, uri: &Uri) -> Arc<Encodings> {
        let project = self.project(uri);
        project.map_or_else(Arc::default, |it| Arc::clone(&it.file.encodings))
    }

    /// Publishes what is wrong with the lines of an open output: words that are cut off, and what is not an output. Nothing, if
    /// it is not open.
    fn show_output_problems(&self, uri: &Uri) {
        let text = self.output(uri);
        let features = self.features();
        let found = text.iter().flat_map(|rope| {
            let text = rope.to_string();
            let problems = assembler_output::problems(&text).take(PROBLEMS_MAX);
            let shown = problems.map(|it| Diagnostic {
                range: features.encoding.range(rope, it.line, &it.range),
                severity: Some(DiagnosticSeverity::ERROR),
                source: Some(findings::SOURCE.to_owned()),
                message: it.message.say(features.language()),
                ..Diagnostic::default()
            });
            shown.collect::<Vec<_>>()
        });
        let found: Vec<Diagnostic> = found.collect();
        if self.shows_output(uri, !found.is_empty()) {
            self.outbox.send(uri.clone(), found);
        }
    }

    /// Records whether findings are shown in an output. Returns whether they have to be published: there are some, or there
    /// were before.
    fn shows_output(&self, uri: &Uri, is_wrong: bool) -> bool {
        let wrong = self.wrong_outputs.lock();
        let mut wrong = wrong.unwrap_or_else(PoisonError::into_inner);
        if is_wrong {
            wrong.insert(document::id(uri));
            return true;
        }
        wrong.remove(&document::id(uri))
    }

    /// The assembler's output next to a program.
    pub(super) fn assembled(&self, program: &Uri) -> Option<Arc<Assembled>> {
        if FileForm::from_file_name(program.as_str()) != FileForm::Program {
            return None;
        }
        let path = beside(program, OUTPUT_EXTENSION)?;
        let uri = Uri::from_file_path(&path)?;
        let text = match self.output(&uri) {
            Some(open) => open.to_string(),
            None => {
                let roots = self.workspace.roots_of(program, None);
                line::decode(&roots.read(&path, OUTPUT_BYTES_MAX as u64).ok()?).0
            }
        };
        let assembled = Assembled::read(document::id(&uri), name(&path), &text)?;
        Some(Arc::new(assembled))
    }

    /// Takes over that the assembler may have written an output.
    pub(super) fn assembled_changed(&self, output: &Uri) {
        let Some(program) = beside(output, DocumentLanguage::EXTENSION) else {
            return;
        };
        let Some(program) = Uri::from_file_path(program) else {
            return;
        };
        let id = document::id(&program);
        if !self.session().is_open(&id) {
            return;
        }
        let assembled = self.assembled(&program);
        if self.session().set_assembled(&id, assembled) {
            self.show_findings(&[program]);
        }
    }

    /// The line of the program that belongs to a line of its open output.
    pub(super) fn assembled_from(&self, output: &Uri, line: u32) -> Option<Location> {
        let path = beside(output, DocumentLanguage::EXTENSION)?;
        let program = Uri::from_file_path(&path)?;
        let open = self.session().snapshot(&document::id(&program));
        let snapshot = match open {
            Some(open) => open,
            None => {
                let roots = self.workspace.roots_of(output, None);
                let text = line::decode(&roots.read(&path, FILE_BYTES_MAX).ok()?).0;
                let mut document = Mnc2Document::new(0, &text);
                document.set_assembled(self.assembled(&program));
                let layer = self.session().settings().layer.clone();
                document.checked_by(self.project(&program), &layer)
            }
        };
        let (_, comparison) = snapshot.comparison()?;
        let place = Position::new(comparison.program_line(line)?, 0);
        Some(Location::new(program, Range::new(place, place)))
    }

    /// The disassembly of a file, or what keeps it from being shown.
    pub(super) fn disassembled(&self, file: &str) -> String {
        let language = self.features().language();
        let name = virtual_documents::name(file);
        let as_comment = |message: Message| format!("# {}\n", message.say(language));
        let unread = || message!("`{name}` cannot be read", name = name.as_str());
        let Ok(uri) = file.parse::<Uri>() else {
            return as_comment(unread());
        };
        let is_packed = name
            .to_ascii_lowercase()
            .ends_with(disassembly::PACKED_SUFFIX);
        if !is_packed && !is_named_so(&uri) {
            let message = message!(
                "`{name}` is neither output of the assembler (.asm) nor a packed program (.idma.dat)",
                name = name.as_str()
            );
            return as_comment(message);
        }
        let bytes = match self.output(&uri) {
            Some(open) => open.to_string().into_bytes(),
            None => {
                let read = document::path(&uri).map(|path| files::read(&path, FILE_BYTES_MAX));
                match read {
                    Some(Ok(bytes)) => bytes,
                    Some(Err(error)) => return format!("# `{name}`: {error}\n"),
                    None => return as_comment(unread()),
                }
            }
        };
        let shown = match is_packed {
            true => disassembly::packed_table(&name, &bytes, language),
            false => {
                let learned = self.encodings(&uri);
                disassembly::disassemble_output(&name, &line::decode(&bytes).0, &learned, language)
            }
        };
        shown.unwrap_or_else(as_comment)
    }
}

/// The explanation of a line of an open output.
pub(super) fn hover(
    text: &Rope,
    position: Position,
    learned: &Arc<Encodings>,
    features: &ClientFeatures,
) -> Option<Hover> {
    let line = text.get_line(position.line as usize)?.to_string();
    let markdown = disassembly::line(line.trim_end(), learned, features.language())?;
    let (kind, value) = match features.markdown_hover {
        true => (MarkupKind::Markdown, markup::aligned(&markdown)),
        false => (MarkupKind::PlainText, markup::plain(&markdown)),
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind, value }),
        range: Some(features.encoding.range(text, position.line, &(0..u32::MAX))),
    })
}

/// The answer to `mnc2/word`; `null` where there is no word.
pub(super) fn word(snapshot: &Snapshot, line: u32, features: &ClientFeatures) -> Value {
    let Some(word) = words::step_word(snapshot, line as usize) else {
        return Value::Null;
    };
    let language = features.language();
    let mode = word.encoded.word.mode();
    let fields = word.fields.iter().map(|one| {
        let component = one.place.component().map_or("?", Component::name);
        let bits = one.place.bits(mode);
        let certainty = words::FieldCertainty::from_status(one.status);
        let range = one.range.as_ref();
        json!({
            "name": one.place.name(),
            "title": one.place.title(),
            "component": component,
            "high": bits.as_ref().map(|bits| bits.end()),
            "low": bits.as_ref().map(|bits| bits.start()),
            "content": (certainty != words::FieldCertainty::Unknown).then_some(one.content),
            "used": one.is_used,
            "certainty": certainty.name(),
            "status": one.status.message().say(language),
            "range": range.map(|range| features.encoding.range(&snapshot.text, line, range)),
            "there": one.there,
        })
    });
    let output = word.output.as_ref().and_then(|(line, said)| {
        let assembled = snapshot.assembled.as_ref()?;
        Some(json!({
            "uri": document::uri(&assembled.id),
            "line": line,
            "message": said.as_ref().map(|said| said.say(language)),
        }))
    });
    json!({
        "version": snapshot.version,
        "line": line,
        "text": snapshot.line_text(line as usize).trim(),
        "hexadecimal": word.encoded.word.hexadecimal(),
        "fields": fields.collect::<Vec<_>>(),
        "output": output,
    })
}

/// Answers the instruction word of the step in a line.
pub(super) async fn answer_word(
    shared: Arc<ServerState>,
    params: WordParams,
) -> tower_lsp::jsonrpc::Result<Value> {
    shared
        .analyse_open(params.text_document.uri, move |snapshot, _, features| {
            word(snapshot, params.line, features)
        })
        .await
}
