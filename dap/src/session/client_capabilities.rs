//! `initialize`: how the client counts and what it understands; and what this adapter can do.

use std::path::{Path, PathBuf};

use mnc2_debug::breakpoints::Filter;
use mnc2_text::{Language, message};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::common::DEFAULT_FILTERS;
use super::{Done, Session};
use crate::protocol::{
    Capabilities, ExceptionBreakpointsFilter, InitializeRequestArguments, Source,
};

/// What is encoded in the path of a URI (RFC 3986); characters that are not ASCII are too.
const NOT_IN_PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// How the client counts and what it understands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Client {
    /// The language of the user.
    pub(super) language: Language,
    /// The number of its first line.
    first_line: i64,
    /// The number of its first column.
    first_column: i64,
    /// Whether its paths are URIs.
    has_uris: bool,
    /// Whether it requests long lists in parts.
    pub(super) pages: bool,
    /// Whether it shows progress.
    pub(super) shows_progress: bool,
    /// Whether it requests invalidated data again.
    pub(super) asks_again: bool,
    /// Whether it requests memory again.
    pub(super) reads_memory_again: bool,
    /// Whether it reports the error of a program itself.
    pub(super) offers_anyway: bool,
}

impl Default for Client {
    fn default() -> Self {
        Self {
            language: Language::English,
            first_line: 1,
            first_column: 1,
            has_uris: false,
            pages: false,
            shows_progress: false,
            asks_again: false,
            reads_memory_again: false,
            offers_anyway: false,
        }
    }
}

impl Client {
    /// A line, counted from 0, as the client counts.
    pub(super) const fn line(&self, line: usize) -> i64 {
        line as i64 + self.first_line
    }

    /// A line of the client, counted from 0; `None` if it is before the first one.
    pub(super) fn line_of(&self, line: i64) -> Option<usize> {
        usize::try_from(line.checked_sub(self.first_line)?).ok()
    }

    /// A column, counted from 0, as the client counts.
    pub(super) const fn column(&self, column: usize) -> i64 {
        column as i64 + self.first_column
    }

    /// A column of the client, counted from 0; the first one if it is before.
    pub(super) fn column_of(&self, column: i64) -> usize {
        usize::try_from(column.saturating_sub(self.first_column)).unwrap_or(0)
    }

    /// The path of a source.
    pub(super) fn path_of(&self, source: &Source) -> Option<PathBuf> {
        let path = source.path.as_deref()?;
        let of_uri = path.strip_prefix("file://").filter(|_| self.has_uris);
        Some(match of_uri {
            Some(encoded) => percent_decode_str(encoded)
                .decode_utf8_lossy()
                .into_owned()
                .into(),
            None => path.into(),
        })
    }

    /// The source at a path.
    pub(super) fn source(&self, path: &Path) -> Source {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let text = path.to_string_lossy().into_owned();
        let path = if self.has_uris {
            format!("file://{}", utf8_percent_encode(&text, NOT_IN_PATH))
        } else {
            text
        };
        Source {
            name,
            path: Some(path),
        }
    }
}

impl Session<'_> {
    pub(super) fn initialize(
        &mut self,
        arguments: InitializeRequestArguments,
    ) -> Done<Capabilities> {
        if self.is_initialized {
            return Err(message!("`initialize` was sent already").into());
        }
        self.is_initialized = true;
        self.client = Client {
            language: arguments
                .locale
                .as_deref()
                .map_or(Language::English, language),
            first_line: i64::from(arguments.lines_start_at_1),
            first_column: i64::from(arguments.columns_start_at_1),
            has_uris: arguments.path_format.as_deref() == Some("uri"),
            pages: arguments.supports_variable_paging,
            shows_progress: arguments.supports_progress_reporting,
            asks_again: arguments.supports_invalidated_event,
            reads_memory_again: arguments.supports_memory_event,
            offers_anyway: false,
        };
        Ok(capabilities(self.client.language))
    }
}

/// The language of a locale such as `ja` or `en-US`.
fn language(locale: &str) -> Language {
    mnc2_ide::languages::install_catalogues();
    let tag = locale.split(['-', '_']).next().unwrap_or_default();
    Language::find(tag).unwrap_or_default()
}

fn capabilities(language: Language) -> Capabilities {
    Capabilities {
        supports_configuration_done_request: true,
        supports_function_breakpoints: true,
        supports_conditional_breakpoints: true,
        supports_hit_conditional_breakpoints: true,
        supports_evaluate_for_hovers: true,
        exception_breakpoint_filters: Filter::ALL
            .into_iter()
            .map(|filter| exception_filter(filter, language))
            .collect(),
        supports_step_back: true,
        supports_set_variable: true,
        supports_restart_frame: true,
        supports_goto_targets_request: true,
        supports_completions_request: true,
        completion_trigger_characters: vec!["$", "@"],
        supports_restart_request: true,
        supports_value_formatting_options: true,
        supports_exception_info_request: true,
        supports_loaded_sources_request: true,
        supports_log_points: true,
        supports_set_expression: true,
        supports_terminate_request: true,
        supports_data_breakpoints: true,
        supports_data_breakpoint_bytes: true,
        supports_read_memory_request: true,
        supports_write_memory_request: true,
        supports_disassemble_request: true,
        supports_cancel_request: true,
        supports_breakpoint_locations_request: true,
        supports_clipboard_context: true,
        supports_stepping_granularity: true,
        supports_instruction_breakpoints: true,
    }
}

pub(super) fn exception_filter(filter: Filter, language: Language) -> ExceptionBreakpointsFilter {
    let (label, description) = match filter {
        Filter::Hazard => (
            message!("Hazard"),
            message!("A value is read before it is there (manual 3.6.3)"),
        ),
        Filter::Unwritten => (
            message!("Uninitialized read"),
            message!("Memory is read that neither the program nor the host wrote"),
        ),
        Filter::Infinity => (
            message!("Infinity is born"),
            message!("A unit computes infinity or NaN from finite numbers"),
        ),
        Filter::Mismatch => (
            message!("Other value than expected"),
            message!("A `d get` prints another value than its comment expects"),
        ),
        Filter::Assertion => (
            message!("Assertion that does not hold"),
            message!("A condition after `#! assert` does not hold at its place"),
        ),
        Filter::Quit => (
            message!("End of the program"),
            message!("Stop at `quit` and after the last line, so that the run can go back"),
        ),
    };
    ExceptionBreakpointsFilter {
        filter: filter.name(),
        label: label.say(language),
        description: description.say(language),
        default: DEFAULT_FILTERS.contains(&filter),
    }
}
