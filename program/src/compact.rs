//! Releases the memory that the vectors of a line have in reserve: a program keeps every line.

use super::{Line, Statement};
use crate::finding::Diagnostic;

impl Line {
    /// Releases unused capacity of the line.
    pub fn compact(mut self) -> Self {
        if let Some(statement) = &mut self.statement {
            statement.compact();
        }
        self.diagnostics.shrink_to_fit();
        self.diagnostics.iter_mut().for_each(Diagnostic::compact);
        self
    }
}

impl Statement {
    fn compact(&mut self) {
        match self {
            Self::Step(step) => {
                step.expressions.shrink_to_fit();
                for expression in &mut step.expressions {
                    expression.inputs.shrink_to_fit();
                    expression.outputs.shrink_to_fit();
                }
            }
            Self::Mv(mv) => mv.operands.shrink_to_fit(),
            Self::Directive(_)
            | Self::Quit(_)
            | Self::DebugGet(_)
            | Self::DebugSet(_)
            | Self::Mask(_)
            | Self::Host(_) => {}
        }
    }
}
