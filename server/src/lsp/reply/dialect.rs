//! What a language other than MN-Core 2 says about a document, as answers of the protocol.

mod actions;
mod hints;
mod lens;

use mnc2_ide::features::diagnostics::{self, FINDINGS_MAX, PUSHED_FINDINGS_MAX};
use mnc2_ide::features::silencing;
use mnc2_ide::features::tokens::TOKENS_MAX;
use mnc2_ide::session::LanguageSnapshot;
use mnc2_text::{Change, CompletionKind, Place, SymbolKind as Kind};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionResponse, CompletionTextEdit,
    Diagnostic, DiagnosticSeverity, DocumentHighlight, DocumentHighlightKind, DocumentSymbol,
    DocumentSymbolResponse, FoldingRange, FoldingRangeKind, GotoDefinitionResponse, Hover,
    HoverContents, InlineValue, Location, MarkupContent, MarkupKind, ParameterInformation,
    ParameterLabel, Position, PrepareRenameResponse, Range, SemanticToken, SemanticTokens,
    SignatureHelp, SignatureInformation, SymbolInformation, SymbolKind, TextEdit, Uri,
    WorkspaceEdit,
};

use super::edit::{edits_of, layout};
use super::inline_values;
use crate::lsp::capabilities::ClientFeatures;
use crate::lsp::{findings, markup};

/// `RequestFailed` of the protocol.
const REQUEST_FAILED: i64 = -32803;

/// A document and its reader.
#[derive(Clone, Copy)]
pub(in crate::lsp) struct Seen<'a> {
    snapshot: &'a LanguageSnapshot,
    uri: &'a Uri,
    features: &'a ClientFeatures,
}

impl<'a> Seen<'a> {
    /// A document as a client sees it.
    pub(in crate::lsp) fn of(
        snapshot: &'a LanguageSnapshot,
        uri: &'a Uri,
        features: &'a ClientFeatures,
    ) -> Self {
        Self {
            snapshot,
            uri,
            features,
        }
    }

    /// The document.
    pub(in crate::lsp) fn uri(self) -> &'a Uri {
        self.uri
    }

    fn place(self, position: Position) -> mnc2_text::Position {
        let encoding = self.features.encoding;
        let (line, byte) = encoding.line_and_byte(&self.snapshot.text, position);
        let line = line as u32;
        mnc2_text::Position { line, byte }
    }

    fn range(self, place: &Place) -> Range {
        let encoding = self.features.encoding;
        encoding.range(&self.snapshot.text, place.line, &place.range)
    }

    fn locations(self, places: &[Place]) -> Vec<Location> {
        let location = |place: &Place| Location::new(self.uri.clone(), self.range(place));
        places.iter().map(location).collect()
    }

    fn edits(self, changes: Vec<Change>) -> Vec<TextEdit> {
        let edit = |change: Change| TextEdit::new(self.range(&change.place), change.text);
        changes.into_iter().map(edit).collect()
    }

    fn workspace_edit(self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        edits_of(edits, self.snapshot.version, self.uri, self.features)
    }

    /// From the start of a line to the end of another one.
    fn lines(self, first: u32, last: u32) -> Range {
        let encoding = self.features.encoding;
        let end = encoding.position(&self.snapshot.text, last, u32::MAX);
        Range::new(Position::new(first, 0), end)
    }

    fn is_cancelled(self) -> bool {
        self.snapshot.is_cancelled()
    }

    /// The findings in the form that the client takes: the worst ones, and a count of the others.
    pub(in crate::lsp) fn diagnostics(self) -> Vec<Diagnostic> {
        let Self {
            snapshot,
            uri,
            features,
        } = self;
        if snapshot.is_excluded {
            return Vec::new();
        }
        let source = snapshot.language().about().id;
        let remark = |line, message: mnc2_text::Message| Diagnostic {
            range: features
                .encoding
                .range(&snapshot.text, line, &(0..u32::MAX)),
            severity: Some(DiagnosticSeverity::INFORMATION),
            source: Some(source.to_owned()),
            message: message.say(features.language()),
            ..Diagnostic::default()
        };
        if let Some(unread) = snapshot.unread() {
            return vec![remark(0, diagnostics::unread_message(unread))];
        }
        let max = if features.pulls_diagnostics {
            FINDINGS_MAX
        } else {
            PUSHED_FINDINGS_MAX
        };
        let found = snapshot.findings();
        let (shown, omitted) = diagnostics::worst(&found, max);
        let said = shown
            .iter()
            .map(|finding| findings::of_language(&finding, source, &snapshot.text, uri, features));
        let omitted = omitted.map(|omitted| remark(omitted.line, omitted.message()));
        said.chain(omitted).collect()
    }

    /// The explanation of what is at a position.
    pub(in crate::lsp) fn hover(self, position: Position) -> Option<Hover> {
        let at = self.place(position);
        let hover = (self.snapshot.read()?).hover(at, self.features.language())?;
        let (kind, value) = if self.features.markdown_hover {
            (MarkupKind::Markdown, markup::aligned(&hover.markdown))
        } else {
            (MarkupKind::PlainText, markup::plain(&hover.markdown))
        };
        Some(Hover {
            contents: HoverContents::Markup(MarkupContent { kind, value }),
            range: Some(self.range(&Place {
                line: at.line,
                range: hover.range,
            })),
        })
    }

    /// What can be written at a position. After a space no one asked for a list, so it has no mnemonics then.
    pub(in crate::lsp) fn completion(
        self,
        position: Position,
        trigger: Option<&str>,
    ) -> Option<CompletionResponse> {
        let at = self.place(position);
        let language = self.features.language();
        let found = silencing::completion(self.snapshot, at, language);
        let found = match found {
            Some(found) => found,
            None => (self.snapshot.read()?).completion(at, language),
        };
        let is_wanted = |kind| trigger != Some(" ") || kind != CompletionKind::Instruction;
        let form = &self.features.writing.item_documentation;
        let items = found.into_iter().enumerate();
        let items = items.filter(|(_, item)| is_wanted(item.kind));
        let items = items.map(|(index, item)| {
            let range = self.range(&Place {
                line: at.line,
                range: item.replace,
            });
            CompletionItem {
                kind: Some(completion_kind(item.kind)),
                sort_text: Some(format!("{index:05}")),
                detail: (!item.detail.is_empty()).then_some(item.detail),
                documentation: item.documentation.map(|text| form.documentation(text)),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, item.insert))),
                label: item.label,
                // Whatever it says is said already.
                data: Some(json!({ "language": self.snapshot.language().about().id })),
                ..CompletionItem::default()
            }
        });
        Some(CompletionResponse::List(CompletionList {
            is_incomplete: false,
            items: items.collect(),
        }))
    }

    /// The operands of the instruction at a position.
    pub(in crate::lsp) fn signature(self, position: Position) -> Option<SignatureHelp> {
        let at = self.place(position);
        let found = (self.snapshot.read()?).signature(at, self.features.language())?;
        let writing = &self.features.writing;
        let documentation = |text: String| writing.signature_documentation.documentation(text);
        let parameters = found.parameters.iter().map(|parameter| {
            let range = parameter.label.start as usize..parameter.label.end as usize;
            ParameterInformation {
                label: if writing.label_offsets && found.label.is_ascii() {
                    ParameterLabel::LabelOffsets([parameter.label.start, parameter.label.end])
                } else {
                    let label = found.label.get(range).unwrap_or_default();
                    ParameterLabel::Simple(label.to_owned())
                },
                documentation: Some(documentation(parameter.documentation.clone())),
            }
        });
        let parameters = parameters.collect();
        Some(SignatureHelp {
            signatures: vec![SignatureInformation {
                label: found.label,
                documentation: found.documentation.map(documentation),
                parameters: Some(parameters),
                active_parameter: None,
            }],
            active_signature: Some(0),
            active_parameter: found.active,
        })
    }

    /// The name at a position that can be changed.
    pub(in crate::lsp) fn renamable(self, position: Position) -> Option<PrepareRenameResponse> {
        let place = (self.snapshot.read()?).renamable(self.place(position))?;
        let line = self
            .snapshot
            .text
            .get_line(place.line as usize)?
            .to_string();
        Some(PrepareRenameResponse::RangeWithPlaceholder {
            placeholder: mnc2_text::line::part(&line, &place.range).to_owned(),
            range: self.range(&place),
        })
    }

    /// The edits that rename what is at a position.
    pub(in crate::lsp) fn rename(
        self,
        position: Position,
        name: &str,
    ) -> Result<Option<WorkspaceEdit>> {
        let Some(text) = self.snapshot.read() else {
            return Ok(None);
        };
        let changes = text.rename(self.place(position), name);
        let changes = changes.map_err(|message| Error {
            code: ErrorCode::ServerError(REQUEST_FAILED),
            message: message.say(self.features.language()).into(),
            data: None,
        })?;
        Ok(Some(self.workspace_edit(self.edits(changes))))
    }

    /// Where what is at a position is defined.
    pub(in crate::lsp) fn definition(self, position: Position) -> Option<GotoDefinitionResponse> {
        let places = (self.snapshot.read()?).definition(self.place(position));
        (!places.is_empty()).then(|| GotoDefinitionResponse::Array(self.locations(&places)))
    }

    /// Where what is at a position is used.
    pub(in crate::lsp) fn references(
        self,
        position: Position,
        with_definition: bool,
    ) -> Option<Vec<Location>> {
        let places = (self.snapshot.read()?).references(self.place(position), with_definition);
        Some(self.locations(&places))
    }

    /// Reads and writes of what is at a position.
    pub(in crate::lsp) fn highlights(self, position: Position) -> Option<Vec<DocumentHighlight>> {
        let found = (self.snapshot.read()?).highlights(self.place(position));
        let found = found.iter().map(|highlight| DocumentHighlight {
            range: self.range(&highlight.place),
            kind: Some(if highlight.is_write {
                DocumentHighlightKind::WRITE
            } else {
                DocumentHighlightKind::READ
            }),
        });
        Some(found.collect())
    }

    /// The operands of the line where a run has stopped.
    pub(in crate::lsp) fn inline_values(
        self,
        asked: Range,
        stopped: Range,
    ) -> Option<Vec<InlineValue>> {
        let line = inline_values::line(asked, stopped)?;
        let operands = (self.snapshot.read()?).operands(line);
        let value = |place| inline_values::value(self.range(place));
        Some(operands.iter().map(value).collect())
    }

    /// The colours of the lines of a range, or of all.
    pub(in crate::lsp) fn tokens(self, range: Option<Range>) -> Option<SemanticTokens> {
        let count = self.snapshot.lines();
        let lines = range.map_or(0..count, |range| {
            let end = range.end.line.saturating_add(1).min(count);
            range.start.line.min(end)..end
        });
        let found = (self.snapshot.read()?).tokens(lines, &|| self.is_cancelled());
        let mut before = Position::new(0, 0);
        let mut data = Vec::new();
        for token in found.into_iter().take(TOKENS_MAX) {
            let range = self.range(&token.place);
            let start = range.start;
            let is_same_line = start.line == before.line;
            data.push(SemanticToken {
                delta_line: start.line.saturating_sub(before.line),
                delta_start: if is_same_line {
                    start.character.saturating_sub(before.character)
                } else {
                    start.character
                },
                length: range.end.character.saturating_sub(start.character),
                token_type: token.kind as u32,
                token_modifiers_bitset: 0,
            });
            before = start;
        }
        Some(SemanticTokens {
            result_id: None,
            data,
        })
    }

    /// What can be folded.
    pub(in crate::lsp) fn foldings(self) -> Option<Vec<FoldingRange>> {
        let found = (self.snapshot.read()?).folding(&|| self.is_cancelled());
        let reading = &self.features.reading;
        let limit = reading.folding_limit.map_or(usize::MAX, |it| it as usize);
        let kind = |is_comment: bool| {
            let kind = FoldingRangeKind::Comment;
            let is_known = reading
                .folding_kinds
                .as_ref()
                .is_none_or(|it| it.contains(&kind));
            (is_comment && is_known).then_some(kind)
        };
        let found = found.into_iter().take(limit).map(|fold| FoldingRange {
            start_line: fold.first_line,
            end_line: fold.last_line,
            kind: kind(fold.is_comment),
            ..FoldingRange::default()
        });
        Some(found.collect())
    }

    /// The outline, nested if the client supports that.
    pub(in crate::lsp) fn symbols(self) -> Option<DocumentSymbolResponse> {
        let found = (self.snapshot.read()?).symbols(&|| self.is_cancelled());
        if self.features.reading.nested_symbols {
            let nested = found.into_iter().map(|symbol| self.nested(symbol));
            return Some(DocumentSymbolResponse::Nested(nested.collect()));
        }
        let mut flat = Vec::new();
        self.flatten(&found, None, &mut flat);
        Some(DocumentSymbolResponse::Flat(flat))
    }

    #[expect(
        deprecated,
        reason = "the field is deprecated, but a value of the type must name it"
    )]
    fn nested(self, symbol: mnc2_text::Symbol) -> DocumentSymbol {
        let children = symbol.children.into_iter().map(|child| self.nested(child));
        let children: Vec<_> = children.collect();
        DocumentSymbol {
            range: self.lines(symbol.place.line, symbol.last_line),
            selection_range: self.range(&symbol.place),
            name: symbol.name,
            detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
            kind: symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            children: (!children.is_empty()).then_some(children),
        }
    }

    #[expect(
        deprecated,
        reason = "the field is deprecated, but a value of the type must name it"
    )]
    fn flatten(
        self,
        symbols: &[mnc2_text::Symbol],
        container: Option<&str>,
        flat: &mut Vec<SymbolInformation>,
    ) {
        for symbol in symbols {
            let lines = self.lines(symbol.place.line, symbol.last_line);
            flat.push(SymbolInformation {
                name: symbol.name.clone(),
                kind: symbol_kind(symbol.kind),
                tags: None,
                deprecated: None,
                location: Location::new(self.uri.clone(), lines),
                container_name: container.map(str::to_owned),
            });
            self.flatten(&symbol.children, Some(&symbol.name), flat);
        }
    }

    /// The layout of the lines of a range, or of all; a last line with nothing in the range does not count.
    pub(in crate::lsp) fn format(self, range: Option<Range>) -> Option<Vec<TextEdit>> {
        let lines = range.map_or(0..self.snapshot.lines(), |range| {
            let is_within = range.end.character > 0 || range.end.line == range.start.line;
            range.start.line..range.end.line.saturating_add(u32::from(is_within))
        });
        let changes = (self.snapshot.read()?).format(lines, &|| self.is_cancelled());
        let encoding = self.features.encoding;
        Some(layout(changes, &self.snapshot.text, encoding))
    }
}

const fn completion_kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Instruction => CompletionItemKind::FUNCTION,
        CompletionKind::Register => CompletionItemKind::VARIABLE,
        CompletionKind::Label => CompletionItemKind::REFERENCE,
        CompletionKind::Macro => CompletionItemKind::SNIPPET,
        CompletionKind::Directive => CompletionItemKind::KEYWORD,
        CompletionKind::Option => CompletionItemKind::PROPERTY,
        CompletionKind::Constant => CompletionItemKind::CONSTANT,
    }
}

const fn symbol_kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::Label => SymbolKind::KEY,
        Kind::Data => SymbolKind::VARIABLE,
        Kind::Macro => SymbolKind::OPERATOR,
        Kind::Section => SymbolKind::NAMESPACE,
        Kind::Function => SymbolKind::FUNCTION,
        Kind::Constant => SymbolKind::CONSTANT,
    }
}
