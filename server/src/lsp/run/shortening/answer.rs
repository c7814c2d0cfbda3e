//! The answer of the commands, and its sentences.

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_ide::features::shorten::Region;
use mnc2_schedule::bound::BoundReason;
use mnc2_schedule::shorten::Shortened;
use mnc2_text::{Language, Message, message};
use serde::Serialize;
use tower_lsp::ls_types::{Uri, WorkspaceEdit};

use super::Wish;
use crate::lsp::proven_shortest::Reason;

/// The answer of the commands.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Answer {
    version: i32,
    first: u32,
    last: u32,
    before: i64,
    after: i64,
    shortest: bool,
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<AnswerBound>,
    /// The lines that the bound is about, in the order of its reason.
    binding: Vec<Binding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) edit: Option<WorkspaceEdit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    testcase: Option<Uri>,
    /// The ranges of the inputs that the proof is about, if it is not about all inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranges: Option<String>,
    /// The rules that were applied.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<AppliedRule>,
}

#[derive(Serialize)]
struct AnswerBound {
    steps: i64,
    reason: &'static str,
}

#[derive(Serialize)]
struct Binding {
    line: usize,
    text: String,
}

#[derive(Serialize)]
struct AppliedRule {
    rule: &'static str,
    /// Steps that it saved.
    saved: i64,
    /// The lines that it changed, in the version that was searched; empty if it is about all lines.
    lines: Vec<usize>,
    /// The line to show its text next to, another one for each rule.
    line: usize,
    /// The change that it made, why it is exact, and the steps that it saved.
    text: String,
}

impl Answer {
    /// The answer about a version of a document, without an edit.
    pub(super) fn new(
        version: i32,
        (wish, region): (Wish, Region),
        reason: &Reason,
        language: Language,
    ) -> Self {
        let shortened = &reason.shortened;
        Self {
            version,
            first: region.first,
            last: region.last,
            before: shortened.before,
            after: shortened.after,
            shortest: shortened.is_shortest(),
            message: said(wish, reason).say(language),
            bound: bound(shortened),
            binding: binding(shortened, language),
            edit: None,
            testcase: reason.testcase.as_ref().map(|(_, uri)| uri.clone()),
            ranges: reason.limits.as_ref().map(InputRanges::text),
            rules: rules(shortened, region, language),
        }
    }
}

/// The certainty about a proposal, and each rule of it: a line for each sentence.
pub(super) fn description(reason: &Reason, language: Language) -> String {
    let certainty = std::iter::once(reason.shortened.certainty());
    let limits = reason.limits.as_ref().map(InputRanges::message);
    let rules = reason.shortened.applied.iter().map(|it| it.message());
    let limits = limits.or_else(|| reason.shortened.doubt());
    let sentences = certainty.chain(limits).chain(rules);
    let sentences: Vec<String> = sentences.map(|it| it.say(language)).collect();
    sentences.join("\n")
}

fn rules(found: &Shortened, region: Region, language: Language) -> Vec<AppliedRule> {
    let mut taken = Vec::new();
    let rules = found.applied.iter().map(|it| {
        let mut lines = it.lines.iter().copied().chain(region.lines());
        let line = lines.find(|line| !taken.contains(line));
        let line = line.unwrap_or(region.first as usize);
        taken.push(line);
        AppliedRule {
            rule: it.rule.id,
            saved: it.saved,
            lines: it.lines.clone(),
            line,
            text: it.message().say(language),
        }
    });
    rules.collect()
}

/// What was found, in one sentence.
fn said(wish: Wish, reason: &Reason) -> Message {
    let mut said = about_orders(wish, &reason.shortened);
    if let Some((name, _)) = &reason.testcase {
        said = message!("{said} (compared at what {name} shows)", said, name);
    }
    let limits = reason.limits.as_ref().map(InputRanges::message);
    match limits.or_else(|| reason.shortened.doubt()) {
        Some(limits) => message!("{summary}; {certainty}", summary = said, certainty = limits),
        None => said,
    }
}

/// What was found, without the conditions of the comparison.
fn about_orders(wish: Wish, found: &Shortened) -> Message {
    let certainty = found.certainty();
    if wish == Wish::Explain && found.after < found.before {
        return message!(
            "there is a shorter order, with {after:# step|# steps} instead of {before}; beyond that, {certainty}",
            after = found.after,
            before = found.before,
            certainty
        );
    }
    message!(
        "{summary}; {certainty}",
        summary = found.summary(),
        certainty
    )
}

/// Whether the bound is about the lines of the document: not if other values were put elsewhere first.
fn is_about_document(found: &Shortened) -> bool {
    found.is_whole && found.level <= ChangeLevel::Forwarding
}

fn bound(found: &Shortened) -> Option<AnswerBound> {
    is_about_document(found).then_some(AnswerBound {
        steps: found.bound.steps,
        reason: match found.bound.reason {
            BoundReason::Chain(_) => "chain",
            BoundReason::Crowd { .. } => "crowd",
            BoundReason::Search => "search",
            BoundReason::Around => "around",
        },
    })
}

/// The lines of the bound's reason, in its order.
pub(super) fn lines_of_bound(found: &Shortened) -> Vec<usize> {
    let mut lines = if is_about_document(found) {
        found.bound_lines.clone()
    } else {
        Vec::new()
    };
    lines.dedup();
    lines
}

/// The same, with what to write next to them.
fn binding(found: &Shortened, language: Language) -> Vec<Binding> {
    let lines = lines_of_bound(found);
    let count = lines.len();
    let text = |number: usize| match found.bound.reason {
        BoundReason::Chain(_) => message!("link {number} of {count} of the chain", number, count),
        BoundReason::Crowd { .. } => {
            message!("{number} of {count} that need a step each", number, count)
        }
        // They are about all lines.
        BoundReason::Search | BoundReason::Around => Message::verbatim(String::new()),
    };
    let lines = lines.into_iter().enumerate();
    lines
        .map(|(index, line)| Binding {
            line,
            text: text(index + 1).say(language),
        })
        .collect()
}
