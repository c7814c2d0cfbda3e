use std::collections::HashMap;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_program::{Line, Program};
use mnc2_text::line;

/// Lines that were parsed before: texts that differ in some lines only take the time of those lines.
pub(super) struct Known {
    parser: LineParser,
    lines: HashMap<String, Arc<Line>>,
}

impl Known {
    /// A parser without known lines.
    pub(super) fn new() -> Self {
        Self {
            parser: LineParser::new(),
            lines: HashMap::new(),
        }
    }

    /// The program of a text.
    pub(super) fn program(&mut self, source: &str) -> Program {
        let lines = line::lines(source).map(|line| {
            if let Some(known) = self.lines.get(line) {
                return Arc::clone(known);
            }
            let read = Arc::new(self.parser.parse(line));
            self.lines.insert(line.to_owned(), Arc::clone(&read));
            read
        });
        Program::from_lines(lines.collect())
    }
}
