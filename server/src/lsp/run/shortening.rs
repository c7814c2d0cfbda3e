//! `mnc2.shorten` and `mnc2.whyNoShorter` as requests: the search for a shorter order of some lines, and what it finds.

mod answer;
mod search;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_ide::features::shorten::{self, Region};
use mnc2_ide::session::Snapshot;
use mnc2_schedule::shorten::Shortened;
use mnc2_text::message;
use ropey::Rope;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{MessageType, ProgressToken, Uri};

use super::{Extent, Task, argument, error, failed, testcase};
use crate::lsp::document;
use crate::lsp::proposals::Proposal;
use crate::lsp::proven_shortest::{self, Known, Moves};
use crate::lsp::reply;
use crate::lsp::server_state::ServerState;
use answer::{Answer, description, lines_of_bound};
use search::{Job, Options, Refused, replacement, search};

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
        let time = Duration::from_secs(settings.seconds.into());
        let options = Options::new(wish, settings);
        let moves = Moves::from_level(options.level);
        let known = match wish {
            Wish::Shorten => None,
            Wish::Explain => shared.proven.reason(&task.snapshot, moves, region),
        };
        let (snapshot, reason, binding_after) = match known {
            Some(reason) => (task.snapshot.clone(), reason, Vec::new()),
            None => {
                let extent = Extent::Time(time);
                let (snapshot, found) = searched(task, &shared, region, options, extent).await?;
                let reason = Arc::new(found.0);
                (snapshot, reason, found.1)
            }
        };
        let shortened = &reason.shortened;
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
        let mut answer = Answer::new(snapshot.version, (wish, region), &reason, language);
        answer.edit = replacement.filter(|_| wish == Wish::Shorten).map(|change| {
            let label = shortened.summary().say(language);
            let texts = (label, description(&reason, language));
            reply::shorten::edit(change, texts, &snapshot, &uri, &features)
        });
        if apply {
            let message = answer.message.clone();
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
    options: Options,
    extent: Extent,
) -> Result<(Snapshot, (proven_shortest::Reason, Vec<usize>))> {
    let language = shared.features().language();
    let title = message!("Searching for a shorter order").say(language);
    task.perform(shared, title, extent, move |work| {
        let testcase = testcase::file(&work.shared, &work.uri, None)?;
        let job = Job {
            snapshot: work.snapshot,
            lines: region.lines(),
            options,
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
            limits: found.limits,
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
