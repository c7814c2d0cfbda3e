//! Gives back the memory that the vectors of a line have in reserve: a program keeps every line.

use super::{Line, Statement};
use crate::finding::diagnostic::Diagnostic;

impl Line {
    /// The same line in as little memory as it needs.
    pub(crate) fn compact(mut self) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LineParser;

    #[test]
    fn a_line_keeps_nothing_in_reserve() {
        let mut parser = LineParser::new();
        let mut reserved = |text: &str| {
            let line = parser.parse(text);
            let mut reserved = line.diagnostics.capacity() - line.diagnostics.len();
            for found in &line.diagnostics {
                reserved += found.notes.capacity() - found.notes.len();
                reserved += found.fixes.capacity() - found.fixes.len();
            }
            match &line.statement {
                Some(Statement::Step(step)) => {
                    reserved += step.expressions.capacity() - step.expressions.len();
                    for expression in &step.expressions {
                        reserved += expression.inputs.capacity() - expression.inputs.len();
                    }
                }
                Some(Statement::Mv(mv)) => reserved += mv.operands.capacity() - mv.operands.len(),
                _ => {}
            }
            reserved
        };
        for text in [
            "x",
            "lpasa $lm0v $ln0v",
            "lpassa $lm0v $ln0v; nop",
            "fvfma $lm0v $ln0v $lr0v $ls0v",
            "mvp/n64 $p0@0 $d0@0",
            "lpassa $lm1 $ln0, $lr0",
        ] {
            assert_eq!(reserved(text), 0, "{text}");
        }
    }
}
