//! What a debugger evaluates next to the line where a run has stopped. The server runs nothing here: the client
//! evaluates them with its debugger.

use mnc2_ide::features::inline_values;
use mnc2_text::Place;
use tower_lsp::ls_types::{InlineValue, InlineValueEvaluatableExpression, Range};

use crate::lsp::document_view::{DocumentView, Of};

impl DocumentView<'_> {
    /// The operands of the line where a run has stopped, if it is within the requested range: the debugger evaluates them as
    /// they are written.
    pub(in crate::lsp) fn inline_values(
        self,
        asked: Range,
        stopped: Range,
    ) -> Option<Vec<InlineValue>> {
        let line = stopped.start.line;
        if !(asked.start.line..=asked.end.line).contains(&line) {
            return None;
        }
        let operands = match self.of {
            Of::Mnc2(program) => {
                let snapshot = program.snapshot;
                let content = snapshot.program.line(line as usize);
                let content = content.filter(|_| snapshot.form.has_statements())?;
                let text = snapshot.line_text(line as usize);
                let operands = inline_values::operands(&text, content).into_iter();
                operands.map(|range| Place { line, range }).collect()
            }
            Of::Language(snapshot) => snapshot.read()?.operands(line),
        };
        let value = |place| InlineValueEvaluatableExpression {
            range: self.range(place),
            expression: None,
        };
        Some(operands.iter().map(|it| value(it).into()).collect())
    }
}
