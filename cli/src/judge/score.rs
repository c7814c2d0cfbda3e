//! What a solution scores: its instructions, and the size of its source.

use std::fmt;

use mnc2_asm::Program;
use mnc2_asm::program::Statement;
use serde::Serialize;

/// The figures of the verdict line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Score {
    /// All instructions.
    score: u64,
    /// PE instructions; `nop/n` is n.
    j: u64,
    /// MV instructions.
    m: u64,
    /// Bytes of the source: comments removed, lines trimmed, blank lines left out, line ends in between counted.
    bytes: usize,
}

impl Score {
    /// The score of a solution.
    pub(super) fn of(source: &str, program: &Program) -> Self {
        let (mut j, mut m) = (0, 0);
        for line in program {
            match &line.statement {
                Some(Statement::Step(step)) => j += u64::from(step.steps()),
                Some(Statement::Mv(_)) => m += 1,
                Some(Statement::Quit(_)) => break,
                Some(
                    Statement::DebugGet(_)
                    | Statement::DebugSet(_)
                    | Statement::Mask(_)
                    | Statement::Host(_),
                )
                | None => {}
            }
        }
        Self {
            score: j + m,
            j,
            m,
            bytes: bytes(source),
        }
    }
}

fn bytes(source: &str) -> usize {
    mnc2_asm::text::lines(source)
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .map(|line| line.len() + 1)
        .sum::<usize>()
        .saturating_sub(1)
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { score, j, m, bytes } = self;
        write!(f, "score={score} j={j} m={m} bytes={bytes}")
    }
}

#[cfg(test)]
mod tests {
    use mnc2_asm::Program;

    use super::Score;

    #[test]
    fn instructions_and_bytes() {
        let source = "# a comment\n  nop/3  # three\n\nlpassa $lm0v $ln0v\r\nmaskr 1\nmvp/n64 $lc0@0.0 $d0@0\n";
        let expected = "score=5 j=4 m=1 bytes=".to_owned()
            + &"nop/3|lpassa $lm0v $ln0v|maskr 1|mvp/n64 $lc0@0.0 $d0@0"
                .len()
                .to_string();
        assert_eq!(
            Score::of(source, &Program::parse(source)).to_string(),
            expected
        );
    }
}
