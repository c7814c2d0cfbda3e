//! The measure of length.

use mnc2_asm::LineParser;
use mnc2_dataflow::score;
use mnc2_text::line;

use crate::draft::Draft;

/// The measure of length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The number of steps.
    #[default]
    Steps,
    /// The contest's score: steps first, then the bytes of the source.
    LinesAndBytes,
}

impl Objective {
    /// A draft's cost; less is better.
    pub(super) fn cost(self, draft: &Draft) -> (i64, u64) {
        let bytes = match self {
            Self::Steps => 0,
            Self::LinesAndBytes => score::Score::new(&draft.program, &draft.lines).bytes,
        };
        (draft.steps(), bytes)
    }

    /// A draft that is better than one of some cost takes fewer steps than this.
    pub(super) fn steps_below(self, cost: (i64, u64)) -> i64 {
        // As many steps can have fewer bytes.
        cost.0 + i64::from(self == Self::LinesAndBytes)
    }

    /// The better one of two drafts, the first if they are equal.
    pub(super) fn better(self, one: Draft, other: Draft) -> Draft {
        match self.cost(&other) < self.cost(&one) {
            true => other,
            false => one,
        }
    }

    /// A draft as it is written: if bytes count, without insignificant white space.
    pub(super) fn written(self, mut draft: Draft) -> Draft {
        if self == Self::Steps {
            return draft;
        }
        let mut parser = LineParser::new();
        for number in draft.region() {
            let Some(line) = draft.program.line(number) else {
                continue;
            };
            let Some(statement) = &line.statement else {
                continue;
            };
            let old = draft.line(number);
            let mut new = dense(line::part(old, &statement.range()));
            if let Some(comment) = &line.comment {
                new = format!("{new} {}", line::part(old, comment));
            }
            let parsed = parser.parse(&new);
            let said = |line: &mnc2_program::Line| {
                let statement = line.statement.as_ref();
                statement.map(mnc2_program::render::statement)
            };
            if !parsed.has_error() && said(&parsed) == said(line) {
                draft.replace(number..number + 1, vec![new], &mut parser);
            }
        }
        draft
    }
}

/// A statement without insignificant white space.
fn dense(statement: &str) -> String {
    let mut dense = String::new();
    let mut is_quoted = false;
    for c in statement.chars() {
        is_quoted ^= c == '"';
        let is_space = !is_quoted && c.is_whitespace();
        if is_space && (dense.is_empty() || dense.ends_with([' ', ';'])) {
            continue;
        }
        if c == ';' {
            dense.truncate(dense.trim_end().len());
        }
        dense.push(if is_space { ' ' } else { c });
    }
    dense
}

#[cfg(test)]
mod tests {
    #[test]
    fn white_space_in_quotes_stays() {
        let dense = super::dense("imm   f\"1.0\" $lr0v ;  nop");
        assert_eq!(dense, "imm f\"1.0\" $lr0v;nop");
    }
}
