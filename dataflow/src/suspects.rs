//! The lines that the wrong outputs of a testcase point to, given which outputs are right.
//!
//! All PEs run the same lines, so outputs are told apart by their words, not by their elements: words that are wrong on one PE are
//! a wrong output. A line that decides all wrong outputs and no right one is suspected; without such a line, one that decides some
//! of the wrong outputs and no right one. This is the idea of spectrum-based fault localization (Jones and Harrold, *Empirical
//! evaluation of the Tarantula automatic fault-localization technique*, 2005) with data dependences in place of executed lines, as
//! every line of a program without branches is executed. The answer is a list of places to look at first and proves nothing.

use std::collections::{HashMap, HashSet};

use mnc2_asm::testcase::Testcase;
use mnc2_program::access::{Direction, Store};
use mnc2_program::{Line, Program, Statement};
use mnc2_text::{Message, message};

use crate::flow::{Flow, LineAccesses};
use crate::output_marks::{Leaving, mark_accesses};

/// The mark of all right outputs.
const RIGHT: u64 = 1 << 63;
/// Maximum number of wrong outputs that are told apart; the others count as none.
const WRONG_MAX: u32 = 63;

/// Maximum number of lines that a message lists.
const LISTED_MAX: usize = 6;

/// Lines that are suspected, counted from 0, in the order of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suspects {
    /// Lines that decide wrong outputs and no right one.
    pub decisive: Vec<usize>,
    /// Lines that write words, but no output depends on any of them.
    pub unused: Vec<usize>,
}

impl Suspects {
    /// The suspected lines of a solution, given the output lines of its testcase with a wrong value, counted from 0. Without a
    /// wrong value there are none.
    #[must_use]
    pub fn in_solution(
        testcase: &Testcase,
        solution: &Program,
        wrong_lines: impl IntoIterator<Item = u32>,
    ) -> Self {
        let wrong_lines: HashSet<u32> = wrong_lines.into_iter().collect();
        if wrong_lines.is_empty() {
            return Self::default();
        }
        let whole = testcase.with_solution(solution);
        let first = testcase.inputs.len();
        // Where the lines after the marker begin.
        let rest = first + solution.len();
        let compared = testcase.outputs.iter().filter_map(|output| {
            let after_marker = output.line.checked_sub(testcase.marker_line)?;
            let is_wrong = wrong_lines.contains(&output.line);
            Some((rest + after_marker as usize, is_wrong))
        });
        let compared: HashMap<usize, bool> = compared.collect();
        let found = Self::new(&whole, &|line| compared.get(&line).copied());
        let own = |lines: Vec<usize>| {
            let own = lines
                .into_iter()
                .filter(|line| (first..rest).contains(line));
            own.map(|line| line - first).collect()
        };
        let mut decisive: Vec<usize> = own(found.decisive);
        // Nothing is learnt if no line is cleared.
        if decisive.len() == solution.iter().filter(|line| has_effect(line)).count() {
            decisive.clear();
        }
        Self {
            decisive,
            unused: own(found.unused),
        }
    }

    /// Sentences that name the lines.
    #[must_use]
    pub fn messages(&self) -> Vec<Message> {
        let unused = listed(&self.unused).map(|listed| match listed {
            Listed::One(line) => {
                message!("line {line} writes nothing that an output depends on", line)
            }
            Listed::Several(lines) => {
                message!(
                    "lines {lines} write nothing that an output depends on",
                    lines
                )
            }
        });
        let decisive = listed(&self.decisive).map(|listed| match listed {
            Listed::One(line) => message!("line {line} decides wrong values only", line),
            Listed::Several(lines) => message!("lines {lines} decide wrong values only", lines),
        });
        unused.into_iter().chain(decisive).collect()
    }

    /// The suspected lines of a program with its inputs and outputs. `is_wrong` returns whether an output line, counted from 0,
    /// shows a wrong value; `None` for lines that are not compared.
    #[must_use]
    pub fn new(program: &Program, is_wrong: &dyn Fn(usize) -> Option<bool>) -> Self {
        let flow = Flow::new(program);
        let outputs = Outputs::new(program, &flow, is_wrong);
        let shown = |line: usize, _: &Statement| outputs.marks.get(&line).copied().unwrap_or(0);
        let marks = mark_accesses(program, &flow, Leaving::Nothing, &shown);
        let mut suspects = Self::default();
        let mut some = Vec::new();
        for number in 0..program.end() {
            let accesses = flow.line(number);
            let is_step = program.line(number).is_some_and(|line| has_effect(line));
            if !is_step || accesses.iter().next().is_none() {
                continue;
            }
            let ids = accesses.iter().map(|(id, _)| id.0 as usize);
            let decided = ids
                .flat_map(|id| marks.get(id).copied().unwrap_or_default())
                .fold(0, |all, mark| all | mark);
            if decided == 0 && writes_memory(&accesses) {
                suspects.unused.push(number);
            } else if decided & RIGHT == 0 && decided & outputs.wrong == outputs.wrong {
                suspects.decisive.push(number);
            } else if decided & RIGHT == 0 && decided & outputs.wrong != 0 {
                some.push(number);
            }
        }
        if suspects.decisive.is_empty() {
            suspects.decisive = some;
        }
        suspects
    }
}

/// Lines as a message names them.
enum Listed {
    /// The number of the only line, counted from 1.
    One(usize),
    /// The numbers of the first lines, separated by commas.
    Several(String),
}

/// Lines for a message; `None` for none.
fn listed(lines: &[usize]) -> Option<Listed> {
    match lines {
        [] => None,
        [line] => Some(Listed::One(line + 1)),
        _ => {
            let first = lines.iter().take(LISTED_MAX);
            let first: Vec<String> = first.map(|line| (line + 1).to_string()).collect();
            let more = match lines.len() > LISTED_MAX {
                true => ", …",
                false => "",
            };
            Some(Listed::Several(first.join(", ") + more))
        }
    }
}

/// Whether a line is of the solution's own work: not `nop`, and not a statement for the debugger or the host.
fn has_effect(line: &Line) -> bool {
    match &line.statement {
        Some(Statement::Step(step)) => !step.is_bare_nop(),
        Some(Statement::Mv(_) | Statement::Mask(_)) => true,
        _ => false,
    }
}

/// Whether a line writes more than forwarding registers, which most lines write without a need.
fn writes_memory(accesses: &LineAccesses) -> bool {
    let mut all = accesses.iter();
    all.any(|(_, access)| {
        access.direction == Direction::Write && matches!(access.store, Store::Memory(_))
    })
}

/// The outputs of a program by their words.
struct Outputs {
    /// The mark of each output line.
    marks: HashMap<usize, u64>,
    /// The marks of all wrong outputs.
    wrong: u64,
}

impl Outputs {
    fn new(program: &Program, flow: &Flow, is_wrong: &dyn Fn(usize) -> Option<bool>) -> Self {
        let lines = (0..program.end()).filter_map(|line| Some((line, is_wrong(line)?)));
        let lines: Vec<(usize, bool)> = lines.collect();
        let words = |line: usize| -> Vec<(Store, u32, u32)> {
            let accesses = flow.line(line);
            let pieces = accesses.iter().flat_map(|(_, access)| {
                let pieces = accesses.pieces(access).iter();
                pieces.map(|piece| (access.store, piece.first, piece.count))
            });
            pieces.collect()
        };
        // The bit of the words of each wrong output.
        let mut bits = HashMap::new();
        for (line, _) in lines.iter().filter(|(_, is_wrong)| *is_wrong) {
            let next = bits.len() as u32;
            bits.entry(words(*line)).or_insert(next);
        }
        let mark = |line: usize| match bits.get(&words(line)) {
            None => RIGHT,
            Some(bit) if *bit < WRONG_MAX => 1 << bit,
            Some(_) => 0,
        };
        let marks: HashMap<usize, u64> =
            lines.iter().map(|(line, _)| (*line, mark(*line))).collect();
        let all = marks.values().fold(0, |all, mark| all | mark);
        Self {
            marks,
            wrong: all & !RIGHT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suspects(text: &str, wrong: &[usize]) -> Suspects {
        let program = mnc2_asm::parse(text);
        assert!(program.iter().all(|line| !line.has_error()), "{text}");
        let shows = |line: usize| {
            let statement = program.line(line).and_then(|it| it.statement.as_ref());
            matches!(statement, Some(Statement::DebugGet(_)))
        };
        Suspects::new(&program, &|line| shows(line).then(|| wrong.contains(&line)))
    }

    #[test]
    fn lines_that_decide_only_wrong_outputs_are_suspected() {
        let text = "linc $lm0 $lr0\nlinc $lm2 $lr2\nlinc $lm4 $lr8\nnop/2\nlpassa $lr0 $ln0\nlpassa $lr2 $ln2\nnop/2\n\
                    d getd $ln0n0c0b0m0p0 1\nd getd $ln2n0c0b0m0p0 1\nd getd $ln2n0c0b0m0p1 1\n";
        let expected = |decisive: &[usize]| Suspects {
            decisive: decisive.to_vec(),
            unused: vec![2],
        };
        assert_eq!(suspects(text, &[8]), expected(&[1, 5]));
        // The same words of another PE are the same output.
        assert_eq!(suspects(text, &[9]), expected(&[1, 5]));
        assert_eq!(suspects(text, &[7]), expected(&[0, 4]));
        // No line decides both.
        assert_eq!(suspects(text, &[7, 8]), expected(&[0, 1, 4, 5]));
    }

    #[test]
    fn a_line_of_all_outputs_is_suspected_only_if_all_are_wrong() {
        let text = "linc $lm0 $lr0\nnop/2\nlpassa $lr0 $ln0\nlpassa $lr0 $ln2\nnop/2\n\
                    d getd $ln0n0c0b0m0p0 1\nd getd $ln2n0c0b0m0p0 1\n";
        assert_eq!(suspects(text, &[6]).decisive, [3]);
        assert_eq!(suspects(text, &[5, 6]).decisive, [0]);
    }

    #[test]
    fn lines_of_a_solution_are_counted_in_it() {
        let testcase = "d set $lm0n0c0b0m0p0 2 l1l2\n# ======= YOUR VSM WILL BE INSERTED HERE =======\nnop/2\n\
                        # ======= Output =======\nd getd $ln0n0c0b0m0p0 1 # expect=[2] / Long @[0]\n\
                        d getd $ln2n0c0b0m0p0 1 # expect=[3] / Long @[1]\n";
        let testcase = Testcase::parse(testcase).expect("it is a testcase");
        let messages = |solution: &str, wrong: &[u32]| -> Vec<String> {
            let wrong = wrong.iter().copied();
            let suspects = Suspects::in_solution(&testcase, &mnc2_asm::parse(solution), wrong);
            let messages = suspects.messages().into_iter();
            messages.map(|message| message.to_string()).collect()
        };
        let right = "linc $lm0 $ln0\nlinc $lm2 $ln2\n";
        assert_eq!(messages(right, &[5]), ["line 2 decides wrong values only"]);
        // No line is cleared.
        assert_eq!(messages(right, &[4, 5]), [""; 0]);
        assert_eq!(
            messages("linc $lm0 $ln0\nlinc $lm2 $ln4\n", &[5]),
            ["line 2 writes nothing that an output depends on"]
        );
    }
}
