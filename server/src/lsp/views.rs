//! This server's own requests, on which views are built: the step timeline and the chip.

use std::borrow::Cow;

use mnc2_asm::flow::Flow;
use mnc2_asm::{Language, Message, Profile, message};
use mnc2_ide::features::chip::{self, After, Question};
use mnc2_ide::features::timeline::{self, Column, Part, ROWS_MAX};
use mnc2_ide::session::{Clock, Snapshot};
use mnc2_isa::Level;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::TextDocumentIdentifier;

use super::names::NamedFormat;
use super::proposals::Proposal;

/// `RequestFailed` of the protocol.
const REQUEST_FAILED: i64 = -32803;

/// The parameters of `mnc2/timeline`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TimelineParams {
    /// The document.
    pub(super) text_document: TextDocumentIdentifier,
    #[serde(default)]
    first: usize,
    /// Instead of `first`: the line whose row is in the middle.
    around: Option<u32>,
    count: Option<usize>,
    #[serde(default)]
    of: Of,
}

/// Which text of a document a timeline shows.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Of {
    /// That of the editor.
    #[default]
    Program,
    /// The one that the last search for a shorter order proposed.
    Proposal,
}

/// What a program is written for.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// The rules for it.
    pub(super) profile: Profile,
    /// The clock that its time is estimated at.
    pub(super) clock: Clock,
}

/// The parameters of `mnc2/chip`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChipParams {
    /// The document.
    pub(super) text_document: TextDocumentIdentifier,
    memory: String,
    #[serde(default)]
    cycle: u8,
    /// `None` is the format of the instruction that wrote the value.
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
        (Of::Proposal, None) => Err(message!("nothing shorter was searched for in this program")),
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
    let units: Vec<Value> = Column::all()
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
    let (Some(last), Some(state)) = (&snapshot.outcomes.last_run, &snapshot.outcomes.final_state)
    else {
        let message =
            message!("run the program first: the chip view shows the state after its last run");
        return Err(Error {
            data: Some(json!({ "isNotRun": true })),
            ..failed(&message, language)
        });
    };
    let question = Question {
        memory: params.memory.trim(),
        cycle: params.cycle,
        format: params.format.map(|NamedFormat(format)| format),
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
        line: last.ran.line,
    };
    let picture = chip::picture(state.machine(), &question, after)
        .map_err(|message| failed(&message, language))?;
    let values = picture
        .values
        .iter()
        .map(|value| json!({ "bits": value.bits, "text": value.text, "number": value.number }));
    Ok(json!({
        "line": last.ran.line,
        "current": is_current,
        "level": level(picture.level),
        "format": NamedFormat(picture.format),
        "values": values.collect::<Vec<_>>(),
        "elements": picture.elements,
    }))
}

const fn level(level: Level) -> &'static str {
    match level {
        Level::Group => "group",
        Level::L2b => "l2b",
        Level::L1b => "l1b",
        Level::Mab => "mab",
        Level::Pe => "pe",
    }
}

/// The error of a view that cannot be shown.
pub(super) fn failed(message: &Message, language: Language) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.say(language).into(),
        data: None,
    }
}
