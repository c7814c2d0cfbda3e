//! The flow of data as the protocol's call hierarchy: lines mean functions, and a line that takes a value calls the
//! line that produces it, so *incoming* leads to where values come from.

use mnc2_ide::features::data_navigation::{LinePart, Whole};
use mnc2_ide::features::hierarchy::{self, Neighbour};
use mnc2_text::message;
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, Position, Range,
    SymbolKind,
};

use crate::lsp::document_view::Program;

/// Characters of a line that are shown.
const NAME_MAX: usize = 200;

/// The line at a position, if it reads or writes anything.
pub(in crate::lsp) fn prepare(
    program: Program<'_>,
    position: Position,
) -> Option<Vec<CallHierarchyItem>> {
    let (line, _) = program.line_and_byte(position);
    let whole = program.whole();
    let line = (line < whole.own.len() && hierarchy::has_data(&whole, line)).then_some(line)?;
    Some(vec![item(program, &whole, (whole.own.start + line) as u32)])
}

/// The lines that the line of an item takes values from.
pub(in crate::lsp) fn incoming(
    program: Program<'_>,
    of: &CallHierarchyItem,
) -> Option<Vec<CallHierarchyIncomingCall>> {
    let (whole, line) = line_of(program, of)?;
    let calls = hierarchy::sources(&whole, line).into_iter();
    let call = |source: Neighbour| CallHierarchyIncomingCall {
        from: item(program, &whole, source.line),
        from_ranges: ranges(program, &whole, &source),
    };
    Some(calls.map(call).collect())
}

/// The lines that take what the line of an item writes.
pub(in crate::lsp) fn outgoing(
    program: Program<'_>,
    of: &CallHierarchyItem,
) -> Option<Vec<CallHierarchyOutgoingCall>> {
    let (whole, line) = line_of(program, of)?;
    let calls = hierarchy::users(&whole, line).into_iter();
    let call = |user: Neighbour| CallHierarchyOutgoingCall {
        to: item(program, &whole, user.line),
        from_ranges: ranges(program, &whole, &user),
    };
    Some(calls.map(call).collect())
}

/// The line of the document that an item is about.
fn line_of<'a>(program: Program<'a>, of: &CallHierarchyItem) -> Option<(Whole<'a>, usize)> {
    let whole = program.whole();
    let (line, _) = program.line_and_byte(of.selection_range.start);
    (line < whole.own.len()).then_some((whole, line))
}

fn ranges(program: Program<'_>, whole: &Whole<'_>, neighbour: &Neighbour) -> Vec<Range> {
    let parts = neighbour.parts.iter();
    parts.map(|part| program.range(whole, part)).collect()
}

/// A line of the whole program, without its comment.
fn item(program: Program<'_>, whole: &Whole<'_>, line: u32) -> CallHierarchyItem {
    let text = program.line_text(whole, line);
    let content = whole.program.line(line as usize);
    let comment = content.and_then(|content| Some(content.comment.as_ref()?.start as usize));
    let code = comment.and_then(|start| text.get(..start)).unwrap_or(&text);
    let name = code.trim();
    let start = (code.len() - code.trim_start().len()) as u32;
    let part = LinePart::new(line, &(start..start + name.len() as u32));
    let location = program.location(whole, &part);
    let shown = location.range.start.line + 1;
    CallHierarchyItem {
        name: name.chars().take(NAME_MAX).collect(),
        kind: SymbolKind::OPERATOR,
        tags: None,
        detail: Some(message!("line {line}", line = shown).say(program.features.language())),
        uri: location.uri,
        range: location.range,
        selection_range: location.range,
        data: None,
    }
}
