//! The cost of a program in the contest: its instructions, and the size of its source.

use std::fmt;

use crate::unit_usage::Usage;
use mnc2_program::Program;

/// The figures of a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// PE instructions; `nop/n` counts as n.
    pub j: u64,
    /// The number of MV instructions.
    pub m: u64,
    /// Bytes of the source, without comments, with trimmed lines, without blank lines, and with the line ends in
    /// between.
    pub bytes: u64,
}

impl Score {
    /// The score of a program, given the lines of its source without their ends.
    #[must_use]
    pub fn new<L: AsRef<str>>(program: &Program, source: impl IntoIterator<Item = L>) -> Self {
        let usage = Usage::from_program(program);
        Self {
            j: usage.steps,
            m: usage.mv_instructions,
            bytes: bytes(source),
        }
    }

    /// The number of all instructions, by which solutions are compared.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.j + self.m
    }
}

fn bytes<L: AsRef<str>>(source: impl IntoIterator<Item = L>) -> u64 {
    source
        .into_iter()
        .map(|line| {
            let code = line.as_ref().split('#').next().unwrap_or_default();
            code.trim().len() as u64
        })
        .filter(|&bytes| bytes > 0)
        .map(|bytes| bytes + 1)
        .sum::<u64>()
        .saturating_sub(1)
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { j, m, bytes } = self;
        write!(f, "score={} j={j} m={m} bytes={bytes}", self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_text::line;

    fn check(source: &str, expected: &str) {
        let score = Score::new(&mnc2_asm::parse(source), line::lines(source));
        assert_eq!(score.to_string(), expected, "{source:?}");
    }

    #[test]
    fn instructions_and_bytes() {
        let bytes = "nop/3|lpassa $lm0v $ln0v|maskr 1|mvp/n64 $lc0@0.0 $d0@0".len();
        check(
            "# a comment\n  nop/3  # three\n\nlpassa $lm0v $ln0v\r\nmaskr 1\nmvp/n64 $lc0@0.0 $d0@0\n",
            &format!("score=5 j=4 m=1 bytes={bytes}"),
        );
        check("", "score=0 j=0 m=0 bytes=0");
    }

    #[test]
    fn what_stands_after_quit_counts_as_source_only() {
        check("nop\nquit\nnop/7", "score=1 j=1 m=0 bytes=14");
    }
}
