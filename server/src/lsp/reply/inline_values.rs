//! What a debugger evaluates beside the line where a run has stopped. The server runs nothing here: the client asks its debugger.

use mnc2_ide::features::inline_values;
use mnc2_ide::session::Snapshot;
use tower_lsp::ls_types::{InlineValue, InlineValueEvaluatableExpression, Range};

use crate::lsp::capabilities::ClientFeatures;

/// The line where a run has stopped, if it is within the range that is asked about.
pub(super) fn line(asked: Range, stopped: Range) -> Option<u32> {
    let line = stopped.start.line;
    (asked.start.line..=asked.end.line)
        .contains(&line)
        .then_some(line)
}

/// An operand, which the debugger reads as it is written.
pub(super) fn value(range: Range) -> InlineValue {
    InlineValueEvaluatableExpression {
        range,
        expression: None,
    }
    .into()
}

/// The operands of the line where a run has stopped.
pub(in crate::lsp) fn values(
    snapshot: &Snapshot,
    asked: Range,
    stopped: Range,
    features: &ClientFeatures,
) -> Option<Vec<InlineValue>> {
    let line = line(asked, stopped).filter(|_| snapshot.form.has_statements())?;
    let content = snapshot.program.line(line as usize)?;
    let text = snapshot.line_text(line as usize);
    let operands = inline_values::operands(&text, content).into_iter();
    let range = |operand| features.encoding.range(&snapshot.text, line, &operand);
    Some(operands.map(range).map(value).collect())
}
