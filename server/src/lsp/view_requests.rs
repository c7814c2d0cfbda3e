//! This server's own requests, on which views are built: the step timeline, the chip, and the memory of a PE.

use std::borrow::Cow;
use std::sync::Arc;

use mnc2_dataflow::flow::Flow;
use mnc2_emulator::Machine;
use mnc2_ide::features::chip::{self, After};
use mnc2_ide::features::memory;
use mnc2_ide::features::timeline::{self, Part, ROWS_MAX, TimelineColumn};
use mnc2_ide::session::{ClockRate, Focus, Snapshot};
use mnc2_program::rules::RuleProfile;
use mnc2_text::{Language, Message, message};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::TextDocumentIdentifier;

use super::display_names::NamedFormat;
use super::proposals::Proposal;
use super::server_state::ServerState;

/// `RequestFailed` of the protocol.
const REQUEST_FAILED: i64 = -32803;

/// The parameters of `mnc2/timeline`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TimelineParams {
    pub(super) text_document: TextDocumentIdentifier,
    #[serde(default)]
    first: usize,
    /// Instead of `first`: the line whose row is in the middle.
    around: Option<u32>,
    count: Option<usize>,
    #[serde(default)]
    of: Of,
}

/// The parameters of `mnc2/word`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WordParams {
    pub(super) text_document: TextDocumentIdentifier,
    /// The line, counted from 0.
    #[serde(default)]
    pub(super) line: u32,
}

/// Which text of a document a timeline shows.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Of {
    /// The text of the editor.
    #[default]
    Program,
    /// The text that the last search for a shorter order proposed.
    Proposal,
}

/// What a program is written for.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// The rules for it.
    pub(super) profile: RuleProfile,
    /// The clock that its time is estimated at.
    pub(super) clock: ClockRate,
}

/// The parameters of `mnc2/chip`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChipParams {
    pub(super) text_document: TextDocumentIdentifier,
    memory: String,
    #[serde(default)]
    cycle: u8,
    /// `None` is the format of the instruction that wrote the value.
    format: Option<NamedFormat>,
}

/// The parameters of `mnc2/memory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemoryParams {
    pub(super) text_document: TextDocumentIdentifier,
    memory: String,
    /// `None` is the PE of the settings.
    focus: Option<String>,
    count: Option<u32>,
    /// `None` is the format of the instruction that wrote each word.
    format: Option<NamedFormat>,
}

/// The answer to `mnc2/timeline`.
pub(super) fn timeline_of(
    snapshot: &Snapshot,
    proposal: Option<&Proposal>,
    params: &TimelineParams,
    target: Target,
) -> std::result::Result<Value, Message> {
    match (params.of, proposal) {
        (Of::Program, _) => {
            let binding = proposal.map_or(&[][..], |it| it.binding(&snapshot.text));
            Ok(timeline(snapshot, binding, params, target))
        }
        (Of::Proposal, Some(proposal)) => {
            let Proposal {
                after,
                binding_after,
                ..
            } = proposal;
            Ok(timeline(after, binding_after, params, target))
        }
        (Of::Proposal, None) => Err(message!("no shorter form of this program was searched for")),
    }
}

fn timeline(
    snapshot: &Snapshot,
    binding: &[usize],
    params: &TimelineParams,
    Target { profile, clock }: Target,
) -> Value {
    let count = params.count.unwrap_or(ROWS_MAX);
    let part = match params.around {
        Some(line) => Part::Around { line, count },
        None => Part::From {
            first: params.first,
            count,
        },
    };
    let found = timeline::timeline(snapshot, part);
    let units: Vec<Value> = TimelineColumn::all()
        .map(|column| json!({ "id": column.id(), "title": column.title() }))
        .collect();
    let rows = found.rows.iter().map(|row| {
        let uses = row.uses.iter();
        json!({
            "line": row.line,
            "step": row.step,
            "steps": row.steps,
            "uses": uses.map(|one| json!({ "unit": one.column.id(), "text": one.text })).collect::<Vec<_>>(),
        })
    });
    let arrows = found.arrows.iter().map(|arrow| {
        json!({
            "from": arrow.from,
            "to": arrow.to,
            "operand": arrow.operand,
            "store": arrow.store,
            "distance": arrow.distance_steps,
            "needed": arrow.needed_steps,
            "certain": arrow.is_certain,
        })
    });
    json!({
        "version": snapshot.version,
        "steps": found.steps,
        "score": {
            "total": found.score.total(),
            "j": found.score.j,
            "m": found.score.m,
            "bytes": found.score.bytes,
        },
        "profile": profile.row().name,
        "clockMhz": clock.megahertz,
        "units": units,
        "rowsInAll": found.rows_in_all,
        "first": found.first,
        "rows": rows.collect::<Vec<_>>(),
        "arrows": arrows.collect::<Vec<_>>(),
        "binding": binding,
    })
}

/// The answer to `mnc2/chip`.
pub(super) fn chip(snapshot: &Snapshot, params: &ChipParams, language: Language) -> Result<Value> {
    let question = chip::ChipQuestion {
        memory: params.memory.trim(),
        cycle: params.cycle,
        format: params.format.map(|NamedFormat(format)| format),
    };
    let (picture, line, is_current) = after_run(snapshot, language, |machine, after| {
        chip::picture(machine, &question, after)
    })?;
    let values = picture.values.iter().map(value);
    Ok(json!({
        "line": line,
        "current": is_current,
        "level": chip::level_name(picture.level),
        "format": NamedFormat(picture.format),
        "values": values.collect::<Vec<_>>(),
        "elements": picture.elements,
    }))
}

/// The answer to `mnc2/memory`.
pub(super) fn memory(
    snapshot: &Snapshot,
    params: &MemoryParams,
    focus: Focus,
    language: Language,
) -> Result<Value> {
    let focus = match &params.focus {
        None => focus,
        Some(text) => Focus::parse(text).ok_or_else(|| {
            failed(
                &message!(
                    "`{text}` names no PE; one is written like `n0c1b2m3p1`",
                    text
                ),
                language,
            )
        })?,
    };
    let question = memory::MemoryQuestion {
        memory: params.memory.trim(),
        focus,
        count: params.count.unwrap_or(memory::WORDS_MAX),
        format: params.format.map(|NamedFormat(format)| format),
    };
    let (found, line, is_current) = after_run(snapshot, language, |machine, after| {
        memory::words(machine, &question, after)
    })?;
    let words = found.words.iter().map(|word| {
        json!({ "name": word.name, "format": NamedFormat(word.format), "value": value(&word.value) })
    });
    Ok(json!({
        "line": line,
        "current": is_current,
        "element": found.element,
        "level": chip::level_name(found.level),
        "words": words.collect::<Vec<_>>(),
        "before": found.before,
        "after": found.after,
    }))
}

fn value(value: &chip::ElementValue) -> Value {
    json!({ "bits": value.bits, "text": value.text, "number": value.number })
}

/// Passes the machine after the last run to a function; with the line, and whether the text that ran is unchanged.
fn after_run<T>(
    snapshot: &Snapshot,
    language: Language,
    look: impl FnOnce(&Machine, After<'_>) -> std::result::Result<T, Message>,
) -> Result<(T, u32, bool)> {
    let (Some(last), Some(state)) = (&snapshot.outcomes.last_run, &snapshot.outcomes.final_state)
    else {
        let message =
            message!("run the program first: the view shows the state after its last run");
        return Err(Error {
            data: Some(json!({ "isNotRun": true })),
            ..failed(&message, language)
        });
    };
    let is_current = last.valid_before(&snapshot.program) > last.ran.line;
    let flow = match is_current {
        true => Cow::Borrowed(snapshot.flow()),
        false => {
            let flow = Flow::unless_cancelled(&last.program, &|| snapshot.is_cancelled());
            Cow::Owned(flow.ok_or_else(Error::content_modified)?)
        }
    };
    let after = After {
        program: if is_current {
            &snapshot.program
        } else {
            &last.program
        },
        flow: &flow,
        line: Some(last.ran.line),
    };
    let found = look(state.machine(), after).map_err(|message| failed(&message, language))?;
    Ok((found, last.ran.line, is_current))
}

/// The error of a view that cannot be shown.
pub(super) fn failed(message: &Message, language: Language) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.say(language).into(),
        data: None,
    }
}

/// Answers a part of the chart of units against steps.
pub(super) async fn answer_timeline(
    shared: Arc<ServerState>,
    params: TimelineParams,
) -> Result<Value> {
    let settings = shared.session().settings().clone();
    let uri = params.text_document.uri.clone();
    let proposal = shared.proposals.for_document(&uri);
    shared
        .analyse_open(uri, move |snapshot, _, features| {
            let target = Target {
                profile: snapshot.profile(settings.layer.profile),
                clock: snapshot.clock(settings.clock),
            };
            timeline_of(snapshot, proposal.as_deref(), &params, target)
                .map_err(|message| failed(&message, features.language()))
        })
        .await?
}

/// Answers the values at an address on all elements of the chip.
pub(super) async fn answer_chip(shared: Arc<ServerState>, params: ChipParams) -> Result<Value> {
    let uri = params.text_document.uri.clone();
    shared
        .analyse_open(uri, move |snapshot, _, features| {
            chip(snapshot, &params, features.language())
        })
        .await?
}

/// Answers words of a memory on an element of the chip.
pub(super) async fn answer_memory(shared: Arc<ServerState>, params: MemoryParams) -> Result<Value> {
    let focus = shared.session().settings().focus;
    let uri = params.text_document.uri.clone();
    shared
        .analyse_open(uri, move |snapshot, _, features| {
            memory(snapshot, &params, focus, features.language())
        })
        .await?
}
