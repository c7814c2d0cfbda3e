//! What the client can do.

mod message_language;
mod reading;
mod writing;

use std::sync::Arc;

use mnc2_text::Language;
use tower_lsp::ls_types::{ClientCapabilities, DiagnosticTag, InitializeParams, MarkupKind};

use super::convert::Encoding;
use message_language::Spoken;
use reading::ReadingFeatures;
use writing::WritingFeatures;

/// What the client declared, as far as it matters to the server.
#[derive(Clone, Debug, Default)]
pub(super) struct ClientFeatures {
    /// Units of positions.
    pub(super) encoding: Encoding,
    pub(super) pulls_diagnostics: bool,
    /// It pulls again after a refresh request.
    pub(super) diagnostics_refresh: bool,
    /// It shows related places of a diagnostic.
    pub(super) related_information: bool,
    /// It opens the page of a code.
    pub(super) code_description: bool,
    /// It keeps the data of a diagnostic.
    pub(super) diagnostics_data: bool,
    /// It fades out what has no effect.
    pub(super) unnecessary_tags: bool,
    /// It renders Markdown in a hover.
    pub(super) markdown_hover: bool,
    /// It colours text in Markdown by `span`.
    pub(super) coloured_markdown: bool,
    /// It marks the text whose definition was requested.
    pub(super) definition_links: bool,
    /// It supports code actions, not only commands.
    pub(super) code_action_literals: bool,
    /// It supports preferred actions.
    pub(super) preferred_actions: bool,
    /// It shows actions that cannot be done, with the reason.
    pub(super) disabled_actions: bool,
    /// It applies edits that name a version.
    pub(super) versioned_edits: bool,
    /// It lets the server begin a progress.
    pub(super) server_progress: bool,
    /// It answers questions about settings.
    pub(super) configuration: bool,
    /// The server can register for changes of files.
    pub(super) watch_registration: bool,
    /// The server can register for changes of settings.
    pub(super) configuration_registration: bool,
    /// Capabilities for reading a program.
    pub(super) reading: ReadingFeatures,
    /// Capabilities for writing a program.
    pub(super) writing: WritingFeatures,
    /// The language of messages to it.
    pub(super) spoken: Arc<Spoken>,
}

impl ClientFeatures {
    /// A client that declares everything on which an announcement depends.
    pub(super) fn with_everything() -> Self {
        Self {
            pulls_diagnostics: true,
            code_action_literals: true,
            writing: WritingFeatures {
                prepare_rename: true,
                on_type_formatting: true,
                ..WritingFeatures::default()
            },
            ..Self::default()
        }
    }

    /// Reads what the client declares; what it does not mention it does not have.
    pub(super) fn from_params(params: &InitializeParams) -> Self {
        let ClientCapabilities {
            workspace,
            text_document,
            window,
            general,
            ..
        } = &params.capabilities;
        let workspace = workspace.as_ref();
        let text_document = text_document.as_ref();
        let publish = text_document.and_then(|it| it.publish_diagnostics.as_ref());
        let action = text_document.and_then(|it| it.code_action.as_ref());
        let configuration_changes = workspace.and_then(|it| it.did_change_configuration.as_ref());
        Self {
            encoding: Encoding::negotiate(
                general
                    .as_ref()
                    .and_then(|it| it.position_encodings.as_deref())
                    .unwrap_or_default(),
            ),
            pulls_diagnostics: text_document.is_some_and(|it| it.diagnostic.is_some()),
            diagnostics_refresh: workspace
                .and_then(|it| it.diagnostics.as_ref()?.refresh_support)
                .unwrap_or(false),
            related_information: publish
                .and_then(|it| it.related_information)
                .unwrap_or(false),
            code_description: publish
                .and_then(|it| it.code_description_support)
                .unwrap_or(false),
            diagnostics_data: publish.and_then(|it| it.data_support).unwrap_or(false),
            unnecessary_tags: publish
                .and_then(|it| it.tag_support.as_ref())
                .is_some_and(|tags| tags.value_set.contains(&DiagnosticTag::UNNECESSARY)),
            markdown_hover: text_document
                .and_then(|it| it.hover.as_ref()?.content_format.as_ref())
                .is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            coloured_markdown: general
                .as_ref()
                .and_then(|it| it.markdown.as_ref()?.allowed_tags.as_ref())
                .is_some_and(|tags| tags.iter().any(|tag| tag == "span")),
            definition_links: text_document
                .and_then(|it| it.definition.as_ref()?.link_support)
                .unwrap_or(false),
            code_action_literals: action.is_some_and(|it| it.code_action_literal_support.is_some()),
            preferred_actions: action
                .and_then(|it| it.is_preferred_support)
                .unwrap_or(false),
            disabled_actions: action.and_then(|it| it.disabled_support).unwrap_or(false),
            versioned_edits: workspace
                .and_then(|it| it.workspace_edit.as_ref()?.document_changes)
                .unwrap_or(false),
            server_progress: window
                .as_ref()
                .and_then(|it| it.work_done_progress)
                .unwrap_or(false),
            configuration: workspace.and_then(|it| it.configuration).unwrap_or(false),
            watch_registration: workspace
                .and_then(|it| it.did_change_watched_files.as_ref()?.dynamic_registration)
                .unwrap_or(false),
            configuration_registration: configuration_changes
                .and_then(|it| it.dynamic_registration)
                .unwrap_or(false),
            reading: ReadingFeatures::from_capabilities(&params.capabilities),
            writing: WritingFeatures::from_capabilities(&params.capabilities),
            spoken: Arc::new(Spoken::from_locale(
                params.locale.as_deref().unwrap_or_default(),
            )),
        }
    }

    /// The current language of messages.
    pub(super) fn language(&self) -> Language {
        self.spoken.language()
    }
}
