//! `mnc2.shorten` and `mnc2.whyNoShorter` as requests: the search for a shorter order of some lines, and what it finds.

mod search;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_ide::features::shorten::{self, Region};
use mnc2_ide::session::Snapshot;
use mnc2_schedule::bound::BoundReason;
use mnc2_schedule::shorten::Shortened;
use mnc2_text::{Language, Message, message};
use ropey::Rope;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{MessageType, ProgressToken, Uri, WorkspaceEdit};

use super::{Extent, Task, argument, error, failed, testcase};
use crate::lsp::document;
use crate::lsp::proposals::Proposal;
use crate::lsp::proven_shortest::{self, Known, Moves};
use crate::lsp::reply;
use crate::lsp::server_state::ServerState;
use search::{Job, Refused, replacement, search};

/// The argument of the commands.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Argument {
    uri: Uri,
    /// The version that the lines are of.
    version: Option<i32>,
    first: Option<u32>,
    last: Option<u32>,
    /// Whether the server applies the edit and shows the message. Otherwise the client does, with the answer.
    #[serde(default = "yes")]
    apply: bool,
}

const fn yes() -> bool {
    true
}

/// The request of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lsp) enum Wish {
    Shorten,
    /// The reason why these lines cannot be shorter.
    Explain,
}

/// A request to search for a shorter order.
pub(in crate::lsp) struct Request {
    task: Task,
    wish: Wish,
    region: Region,
    apply: bool,
}

/// The answer of the commands.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    version: i32,
    first: u32,
    last: u32,
    before: i64,
    after: i64,
    shortest: bool,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<AnswerBound>,
    /// The lines that the bound is about, in the order of its reason.
    binding: Vec<Binding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edit: Option<WorkspaceEdit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    testcase: Option<Uri>,
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

impl Request {
    /// Reads the argument and takes the snapshot; must be called before any `.await`.
    pub(in crate::lsp) fn new(
        shared: &ServerState,
        wish: Wish,
        arguments: Vec<Value>,
        token: Option<ProgressToken>,
    ) -> Result<Self> {
        let Argument {
            uri,
            version,
            first,
            last,
            apply,
        } = argument(arguments)?;
        let task = Task::new(shared, uri, token)?;
        let snapshot = &task.snapshot;
        if version.is_some_and(|version| version != snapshot.version) {
            return Err(Error::content_modified());
        }
        let region = match (first, last) {
            (None, None) => shorten::program(snapshot),
            (first, last) => {
                let first = first.unwrap_or(0);
                shorten::clamped_region(snapshot, first, last.unwrap_or(u32::MAX))
            }
        };
        let language = shared.features().language();
        let region = region.ok_or_else(|| {
            let none = message!("there are fewer than two steps to put in another order");
            failed(none.say(language), Value::Null)
        })?;
        Ok(Self {
            task,
            wish,
            region,
            apply,
        })
    }

    pub(in crate::lsp) async fn answer(self, shared: Arc<ServerState>) -> Result<Value> {
        let Self {
            task,
            wish,
            region,
            apply,
        } = self;
        let features = shared.features();
        let language = features.language();
        let uri = task.uri.clone();
        let settings = shared.session().settings().shorten;
        let level = match wish {
            Wish::Shorten => settings.level,
            // A reason is about the lines as they are, so their values stay where they are.
            Wish::Explain if settings.level == ChangeLevel::Order => ChangeLevel::Order,
            Wish::Explain => ChangeLevel::Forwarding,
        };
        let time = Duration::from_secs(settings.seconds.into());
        // The setting limits the whole search; each level up to the chosen one takes an equal share.
        let levels = match level {
            ChangeLevel::Order => 1,
            ChangeLevel::Forwarding => 2,
            ChangeLevel::Renaming => 3,
            ChangeLevel::Merging => 4,
            ChangeLevel::Unit => 5,
            ChangeLevel::Rewrite => 6,
        };
        let share = time / levels;
        let moves = Moves::from_level(level);
        let known = match wish {
            Wish::Shorten => None,
            Wish::Explain => shared.proven.reason(&task.snapshot, moves, region),
        };
        let (snapshot, reason, binding_after) = match known {
            Some(reason) => (task.snapshot.clone(), reason, Vec::new()),
            None => {
                let extent = Extent::Time(time);
                let (snapshot, found) =
                    searched(task, &shared, region, (level, share), extent).await?;
                let reason = Arc::new(found.0);
                (snapshot, reason, found.1)
            }
        };
        let shortened = &reason.shortened;
        let mut said = said(wish, shortened);
        if let Some((name, _)) = &reason.testcase {
            said = message!("{said} (compared at what {name} shows)", said, name);
        }
        let replacement = replacement(&snapshot.text, region.first as usize, shortened)
            .filter(|_| shortened.after < shortened.before);
        let (after, region_after) = match &replacement {
            Some(change) => changed(&snapshot.text, change, region, shortened),
            None => (snapshot.text.clone(), region),
        };
        let binding_after = match &replacement {
            Some(_) => binding_after,
            None => lines_of_bound(shortened),
        };
        let proposal = Proposal::new(&snapshot, &after, lines_of_bound(shortened), binding_after);
        shared.proposals.note(&uri, proposal);
        if shortened.is_shortest() {
            let is_reason = replacement.is_none() && shortened.level <= ChangeLevel::Forwarding;
            shared.proven.note(Known {
                text: after,
                rules: Arc::clone(&snapshot.rules),
                moves,
                region: region_after,
                reason: is_reason.then(|| Arc::clone(&reason)),
            });
            if replacement.is_none() {
                shared.refresh_lenses();
            }
        }
        let edit = replacement.filter(|_| wish == Wish::Shorten).map(|change| {
            let label = shortened.summary().say(language);
            let description = shortened.certainty().say(language);
            reply::shorten::edit(change, (label, description), &snapshot, &uri, &features)
        });
        let message = said.say(language);
        let mut answer = Answer {
            version: snapshot.version,
            first: region.first,
            last: region.last,
            before: shortened.before,
            after: shortened.after,
            shortest: shortened.is_shortest(),
            message: message.clone(),
            bound: bound(shortened),
            binding: binding(shortened, language),
            edit,
            testcase: reason.testcase.as_ref().map(|(_, uri)| uri.clone()),
        };
        if apply {
            shared.client.show_message(MessageType::INFO, message).await;
            if features.writing.applies_edits
                && let Some(edit) = answer.edit.take()
            {
                shared.apply(edit);
            }
        }
        Ok(json!(answer))
    }
}

/// Searches on a thread of its own: what is found, with the lines that bind the proposed text.
async fn searched(
    task: Task,
    shared: &Arc<ServerState>,
    region: Region,
    (level, time): (ChangeLevel, Duration),
    extent: Extent,
) -> Result<(Snapshot, (proven_shortest::Reason, Vec<usize>))> {
    let language = shared.features().language();
    let title = message!("Searching for a shorter order").say(language);
    task.perform(shared, title, extent, move |work| {
        let testcase = testcase::file(&work.shared, &work.uri, None)?;
        let job = Job {
            snapshot: work.snapshot,
            lines: region.lines(),
            level,
            time,
            testcase: testcase.as_ref().map(|it| it.text.clone()),
        };
        let found = search(&job, &work.control);
        let id = document::id(&work.uri);
        if !work.shared.session().is_current(&id, &job.snapshot) {
            return Err(Error::content_modified());
        }
        let found = found.map_err(|refused| match refused {
            Refused::Errors(failure) => error(&failure, 0, language),
            Refused::Cancelled => Error::request_cancelled(),
            Refused::Reason { message, line } => {
                failed(message.say(language), json!({ "line": line }))
            }
        })?;
        let testcase = testcase.filter(|_| found.is_within_testcase).map(|it| {
            let name = it.name.rsplit(['/', '\\']).next().unwrap_or_default();
            (name.to_owned(), it.uri)
        });
        let reason = proven_shortest::Reason {
            shortened: found.shortened,
            testcase,
        };
        Ok((job.snapshot, (reason, found.binding_after)))
    })
    .await
}

/// A text with a change, and the lines that a region has in it.
fn changed(
    text: &Rope,
    (bytes, new): &(Range<usize>, String),
    region: Region,
    shortened: &Shortened,
) -> (Rope, Region) {
    let mut after = text.clone();
    let start = after.byte_to_char(bytes.start);
    after.remove(start..after.byte_to_char(bytes.end));
    after.insert(start, new);
    let lines = shortened.lines.len() as i64 - shortened.lines_before as i64;
    let last = (i64::from(region.last) + lines).max(i64::from(region.first));
    let last = u32::try_from(last).unwrap_or(region.last);
    (after, Region { last, ..region })
}

/// What was found, in one sentence.
fn said(wish: Wish, found: &Shortened) -> Message {
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
fn lines_of_bound(found: &Shortened) -> Vec<usize> {
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
