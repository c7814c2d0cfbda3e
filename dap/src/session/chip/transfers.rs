//! Transfers that are under way on the chip: issued above the line that runs next, and not waited for yet. Here each
//! completes immediately, so this follows from the text.

use mnc2_program::{OperandKind, Statement};

use super::Chip;

/// Maximum number of transfers that are listed: the last ones.
const TRANSFERS_MAX: usize = 64;

impl Chip {
    /// The lines of the transfers, counted from 0, the last one first.
    pub(super) fn transfers(&self) -> Vec<usize> {
        let program = self.debugger.recording().program();
        let mut waited = [false; 1 << u8::BITS];
        let mut found = Vec::new();
        for number in (0..self.debugger.line()).rev() {
            if found.len() >= TRANSFERS_MAX {
                break;
            }
            let statement = program
                .line(number)
                .and_then(|line| line.statement.as_ref());
            match statement {
                Some(Statement::Mv(mv)) => {
                    let tag = mv.tag.as_ref();
                    if tag.is_some_and(|tag| !waited[usize::from(tag.number)]) {
                        found.push(number);
                    }
                }
                Some(Statement::Step(step)) => {
                    let operands = step.expressions.iter().flat_map(|it| it.operands());
                    for operand in operands {
                        if let OperandKind::Tag(tag) = operand.kind {
                            waited[usize::from(tag)] = true;
                        }
                    }
                }
                Some(
                    Statement::Quit(_)
                    | Statement::DebugGet(_)
                    | Statement::DebugSet(_)
                    | Statement::Mask(_)
                    | Statement::Host(_)
                    | Statement::Directive(_),
                )
                | None => {}
            }
        }
        found
    }
}
