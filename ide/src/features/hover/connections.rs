//! The sources and uses of an operand's data: the last writes and the next uses.

use std::collections::BTreeSet;

use mnc2_dataflow::flow::{AccessId, Flow};
use mnc2_program::access::{AccessRole, Direction};
use mnc2_program::message::wording;
use mnc2_text::line::part;
use mnc2_text::{Language, LineRange, Message, message};

use super::in_code;
use crate::session::Snapshot;

/// Maximum number of writes and reads that are searched.
const LINKS_MAX: usize = 64;
/// Maximum number of writes and reads that are shown.
const SHOWN: usize = 4;
/// Maximum number of characters of a line that are shown.
const SHOWN_CHARACTERS: usize = 60;

/// The connections of the operand, mask or `mask` statement at a range of a line; `None` if nothing is accessed.
pub fn connections(
    snapshot: &Snapshot,
    line: usize,
    range: &LineRange,
    language: Language,
) -> Option<String> {
    let flow = snapshot.flow();
    let accesses = flow.line(line);
    let own = |role| {
        let mut found = accesses.iter();
        found.find(|(_, access)| access.range == *range && access.role == role)
    };
    let mut out = String::new();
    let Some((id, access)) = own(AccessRole::Data).or_else(|| own(AccessRole::Mask)) else {
        return setting_connections(snapshot, line, language);
    };
    match access.direction {
        Direction::Read => {
            let writes = flow.reaching(id, LINKS_MAX);
            let ids: Vec<AccessId> = writes.links.iter().map(|link| link.access).collect();
            let start = writes
                .is_from_start
                .then(|| message!("the content before the program"));
            // The newest write first: most likely it wrote the value.
            let newest = ids.iter().rev().copied();
            let shown = lines(snapshot, line, newest, !writes.is_complete);
            list(&mut out, &message!("Last write"), shown, start, language);
            let uses = later_uses(flow, &ids, id);
            if !uses.is_empty() {
                let shown = lines(snapshot, line, uses.into_iter(), false);
                list(&mut out, &message!("Next use"), shown, None, language);
            }
        }
        Direction::Write => {
            let uses = flow.uses(id, LINKS_MAX);
            let ids = uses.links.iter().map(|link| link.access);
            let shown = lines(snapshot, line, ids, !uses.is_complete);
            let none = match flow.overwritten_unread(id) {
                Some(_) => message!("none: it is overwritten before anything reads it"),
                None => message!("none in this program"),
            };
            let is_unread = uses.links.is_empty();
            let none = is_unread.then_some(none);
            list(&mut out, &message!("Next use"), shown, none, language);
        }
    }
    Some(out)
}

/// The statement that sets the entry named by a `mask` statement, and the lines that read the entry because of it.
fn setting_connections(snapshot: &Snapshot, line: usize, language: Language) -> Option<String> {
    let flow = snapshot.flow();
    let reads: Vec<AccessId> = flow.reads_by_setting(line).take(LINKS_MAX).collect();
    let writes = flow.reaching(*reads.first()?, LINKS_MAX);
    let start = writes
        .is_from_start
        .then(|| message!("the content before the program"));
    let newest = writes.links.iter().rev().map(|link| link.access);
    let mut out = String::new();
    let shown = lines(snapshot, line, newest, !writes.is_complete);
    list(&mut out, &message!("Last write"), shown, start, language);
    let is_cut = reads.len() == LINKS_MAX;
    let shown = lines(snapshot, line, reads.into_iter(), is_cut);
    list(&mut out, &message!("Next use"), shown, None, language);
    Some(out)
}

/// Later reads that get some of what a read gets.
fn later_uses(flow: &Flow, writes: &[AccessId], read: AccessId) -> BTreeSet<AccessId> {
    let newest = writes.iter().rev().take(SHOWN);
    newest
        .flat_map(|&write| flow.uses(write, LINKS_MAX).links)
        .map(|link| link.access)
        .filter(|&other| other > read)
        .collect()
}

/// The lines of accesses with their distance in steps, each line once.
fn lines(
    snapshot: &Snapshot,
    from: usize,
    accesses: impl Iterator<Item = AccessId>,
    is_cut: bool,
) -> Vec<Message> {
    let flow = snapshot.flow();
    numbered(snapshot, from, accesses.map(|id| flow.line_of(id)), is_cut)
}

/// Lines with their distance in steps, each once.
pub(super) fn numbered(
    snapshot: &Snapshot,
    from: usize,
    lines: impl Iterator<Item = usize>,
    is_cut: bool,
) -> Vec<Message> {
    let mut numbers: Vec<usize> = Vec::new();
    for line in lines {
        if !numbers.contains(&line) {
            numbers.push(line);
        }
    }
    let mut shown: Vec<Message> = numbers
        .iter()
        .take(SHOWN)
        .map(|&line| {
            let text = statement(snapshot, line);
            shown_line(snapshot, from, line, text)
        })
        .collect();
    match numbers.len().saturating_sub(SHOWN) {
        0 => {}
        more if is_cut => shown.push(message!("at least {count} more", count = more)),
        more => shown.push(message!("{count} more", count = more)),
    }
    shown
}

/// A line with its text and how many steps away it is.
fn shown_line(snapshot: &Snapshot, from: usize, to: usize, text: String) -> Message {
    let step = |line| snapshot.program.steps_before(line);
    // A client that opens links gets the document's address before `#L`.
    let number = to + 1;
    let line = Message::verbatim(format!("[{number}](#L{number})"));
    let (from, to) = (step(from), step(to));
    let steps = wording::steps(from.abs_diff(to));
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => message!("line {line}: `{text}`", line, text),
        std::cmp::Ordering::Less => {
            message!("line {line}, {steps} later: `{text}`", line, steps, text)
        }
        std::cmp::Ordering::Greater => {
            message!("line {line}, {steps} before: `{text}`", line, steps, text)
        }
    }
}

fn statement(snapshot: &Snapshot, line: usize) -> String {
    let text = snapshot.line_text(line);
    let range = snapshot
        .program
        .line(line)
        .and_then(|line| Some(line.statement.as_ref()?.range()));
    let statement = range.map_or("", |range| part(&text, &range));
    let statement = in_code(statement);
    if statement.chars().count() <= SHOWN_CHARACTERS {
        return statement.into_owned();
    }
    let start: String = statement.chars().take(SHOWN_CHARACTERS).collect();
    format!("{start}…")
}

/// Adds a list with a title.
pub(super) fn list(
    out: &mut String,
    title: &Message,
    lines: Vec<Message>,
    last: Option<Message>,
    language: Language,
) {
    out.push_str(&format!("\n**{}**\n\n", title.say(language)));
    for line in lines.into_iter().chain(last) {
        out.push_str(&format!("- {}\n", line.say(language)));
    }
}
