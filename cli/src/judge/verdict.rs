//! The output about a solution: lines as the contest's judge prints them, or an object.

use std::io::{self, Write};

use mnc2_dataflow::score::Score;
use mnc2_dataflow::suspects::Suspects;
use mnc2_emulator::judge::{self, Comparison};
use mnc2_text::{Message, message};
use serde::{Serialize, Serializer};

use super::score;
use crate::exit::Exit;
use crate::output::{Look, Paint, visible};

/// The result of judging a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    /// Every value is right.
    Accepted,
    /// A value is wrong.
    Wrong,
    /// Every value is right, but the solution sets memory, which is never accepted.
    #[serde(rename = "set memory")]
    SetMemory,
    /// The solution or its testcase has errors and was not run.
    Errors,
    /// The run stopped before its end.
    Stopped,
}

impl Outcome {
    const fn exit(self) -> Exit {
        match self {
            Self::Accepted => Exit::Success,
            Self::Wrong | Self::SetMemory | Self::Errors => Exit::ProgramErrors,
            Self::Stopped => Exit::Stopped,
        }
    }
}

/// The output about a solution.
#[derive(Debug, Serialize)]
pub(super) struct Verdict {
    solution: String,
    testcase: String,
    accepted: bool,
    pub(super) outcome: Outcome,
    /// `None` if the solution did not reach its end.
    #[serde(serialize_with = "score::serialize")]
    score: Option<Score>,
    /// The number of values of the output, and of wrong ones.
    values: usize,
    wrong: usize,
    mismatches: Vec<Mismatch>,
    /// The lines of the solution that the wrong values point to.
    #[serde(serialize_with = "serialize_suspects")]
    pub(super) suspects: Suspects,
    /// Whether the solution set memory, which is never accepted.
    set_memory: bool,
    /// The number of assertions of the solution that do not hold; the judge does not evaluate them.
    pub(super) failed_assertions: u64,
}

/// Lines are counted from 1.
fn serialize_suspects<S: Serializer>(
    suspects: &Suspects,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let numbers = |lines: &[usize]| -> Vec<usize> { lines.iter().map(|line| line + 1).collect() };
    let Suspects { decisive, unused } = suspects;
    let fields = [("decisive", numbers(decisive)), ("unused", numbers(unused))];
    serializer.collect_map(fields)
}

/// A value that differs from the testcase.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Mismatch {
    pos: String,
    actual: String,
    /// The bits of an integer.
    hexadecimal: Option<String>,
    expected: String,
    /// Characters have no distance.
    error: Option<String>,
    /// The line of the testcase, counted from 1.
    line: u32,
    /// The place that the value was read from; `None` if the line dumped nothing.
    memory: Option<&'static str>,
    element: Option<String>,
    address: Option<u32>,
}

impl From<judge::Mismatch> for Mismatch {
    fn from(mismatch: judge::Mismatch) -> Self {
        let judge::Mismatch {
            line,
            position,
            source,
            actual,
            hexadecimal,
            expected,
            error,
        } = mismatch;
        let line = line + 1;
        let (memory, element, address) = match source {
            Some(place) => (Some(place.memory), Some(place.element), Some(place.address)),
            None => (None, None, None),
        };
        Self {
            pos: position.unwrap_or_else(|| format!("line {line}")),
            actual,
            hexadecimal,
            expected,
            error,
            line,
            memory,
            element,
            address,
        }
    }
}

impl Verdict {
    /// The verdict on a solution that did not reach its end, given the names of the texts.
    pub(super) fn without_values(solution: &str, testcase: &str, outcome: Outcome) -> Self {
        Self {
            solution: solution.to_owned(),
            testcase: testcase.to_owned(),
            accepted: outcome == Outcome::Accepted,
            outcome,
            score: None,
            values: 0,
            wrong: 0,
            mismatches: Vec::new(),
            suspects: Suspects::default(),
            set_memory: false,
            failed_assertions: 0,
        }
    }

    /// The verdict on a solution that did. It has at most this many mismatches; 0 is not a limit.
    pub(super) fn from_comparison(
        solution: &str,
        testcase: &str,
        score: Score,
        comparison: Comparison,
        set_memory: bool,
        max_mismatches: usize,
    ) -> Self {
        let Comparison { values, mismatches } = comparison;
        let wrong = mismatches.len();
        let outcome = match (wrong, set_memory) {
            (0, false) => Outcome::Accepted,
            (0, true) => Outcome::SetMemory,
            _ => Outcome::Wrong,
        };
        let limit = match max_mismatches {
            0 => usize::MAX,
            limit => limit,
        };
        let mismatches = mismatches.into_iter().take(limit);
        Self {
            score: Some(score),
            values,
            wrong,
            mismatches: mismatches.map(Mismatch::from).collect(),
            set_memory,
            ..Self::without_values(solution, testcase, outcome)
        }
    }

    /// Its exit code: an assertion that does not hold fails an accepted solution too, as it fails a run.
    pub(super) fn exit(&self) -> Exit {
        match self.failed_assertions {
            0 => self.outcome.exit(),
            _ => self.outcome.exit().max(Exit::ProgramErrors),
        }
    }

    /// Writes the lines of the verdict, each after the name of the solution if `is_named`.
    pub(super) fn write_text(
        &self,
        out: &mut impl Write,
        is_named: bool,
        look: Look,
    ) -> io::Result<()> {
        let name = match is_named {
            true => format!("{}: ", visible(&self.solution)),
            false => String::new(),
        };
        for mismatch in &self.mismatches {
            writeln!(
                out,
                "{name}{}",
                mismatch.text(&visible(&self.testcase), look)
            )?;
        }
        let said = match self.outcome {
            Outcome::Accepted => {
                let score = self.score.unwrap_or_default();
                let accepted = look.paint(Paint::Good, "ACCEPTED!!");
                return writeln!(out, "{name}{accepted} {score}");
            }
            Outcome::Wrong => Message::verbatim(judge::counted(self.values, self.wrong)),
            Outcome::SetMemory => {
                message!("NOT ACCEPTED: every value is right, but the solution contains `d set`")
            }
            // Standard error gives the reason; for a single solution that is enough.
            Outcome::Errors | Outcome::Stopped if !is_named => return Ok(()),
            Outcome::Errors => message!("NOT ACCEPTED: not run because of errors"),
            Outcome::Stopped => message!("NOT ACCEPTED: the run stopped before its end"),
        };
        let said = look.paint(Paint::Bad, said.say(look.language));
        writeln!(out, "{name}{said}")
    }

    /// Writes the verdict as an object on one line.
    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }
}

impl Mismatch {
    /// The line of the contest's judge, with the place in memory and in the testcase.
    fn text(&self, testcase: &str, look: Look) -> String {
        let Self {
            pos,
            actual,
            hexadecimal,
            expected,
            error,
            line,
            ..
        } = self;
        let mut text = format!(
            "RESULT MISMATCH: pos={} actual={}",
            judged_position(pos),
            look.paint(Paint::Bad, visible(actual))
        );
        if let Some(bits) = hexadecimal {
            text.push_str(&format!(" ({bits})"));
        }
        let expected = look.paint(Paint::Good, visible(expected));
        text.push_str(&format!(" expected={expected}"));
        if let Some(error) = error {
            text.push_str(&format!(" error={error}"));
        }
        let place = format!("{testcase}:{line}");
        match (self.memory, &self.element, self.address) {
            (Some(memory), Some(element), Some(address)) => {
                text.push_str(&format!(" ({memory}({element},{address}), {place})"));
            }
            _ => text.push_str(&format!(" ({place})")),
        }
        text
    }
}

/// A position as the contest's judge prints it: `[3]` as `3`, `[0,3]` as `(0, 3)`.
fn judged_position(position: &str) -> String {
    let Some(inner) = position
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    else {
        return position.to_owned();
    };
    let parts: Vec<&str> = inner.split(',').map(str::trim).collect();
    match parts.as_slice() {
        [one] => (*one).to_owned(),
        several => format!("({})", several.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::judged_position;

    #[test]
    fn positions_are_shown_as_the_judge_shows_them() {
        for (position, expected) in [
            ("[3]", "3"),
            ("[0,3]", "(0, 3)"),
            ("[0, 3,5]", "(0, 3, 5)"),
            ("line 7", "line 7"),
        ] {
            assert_eq!(judged_position(position), expected);
        }
    }
}
