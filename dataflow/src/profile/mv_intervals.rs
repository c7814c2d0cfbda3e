//! MV instructions next to the steps: when they run, and what the steps wait for.
//!
//! The manual gives the throughput of an MV instruction that runs alone (manual 3.5.8), and does not state how several affect
//! each other; each is assumed to take as long as if it were alone. It begins with the step after it, and a step with a `wait`
//! is held back until it is over. Time is in steps: the steps of the program and the steps in which it waits.

use mnc2_isa::Op;
use mnc2_isa::geometry::CYCLES_PER_STEP;

use mnc2_program::access::Direction;
use mnc2_program::{MvInstruction, Program, Statement, access};

/// Maximum number of MV instructions under way that a `wait` may be about; beyond it the oldest is never waited for.
const UNDER_WAY_MAX: usize = 1024;

/// The time that an MV instruction takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MvInterval {
    /// Its line, counted from 0.
    pub line: u32,
    /// When it begins, in steps and waits.
    pub begin: u64,
    /// How long it takes, in steps.
    pub steps: u64,
    /// Long words that it moves, on the side with more of them.
    pub long_words: u64,
    /// The line with the first `wait` that is about it.
    pub waited_in: Option<u32>,
}

impl MvInterval {
    /// When it is over.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.begin.saturating_add(self.steps)
    }
}

/// A step that is held back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Its line, counted from 0.
    pub line: u32,
    /// When it could have begun.
    pub begin: u64,
    /// How long it is held back, in steps.
    pub steps: u64,
    /// The number of the step.
    pub step: u64,
    /// How long this step and those before it are held back, together.
    pub waited: u64,
}

/// The MV instructions of a program next to its steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transfers {
    /// All of them, in order.
    pub list: Vec<MvInterval>,
    /// The steps that are held back, in order.
    pub waits: Vec<Wait>,
    /// Steps and waits until the last step is over.
    pub steps_end: u64,
    /// How long at least one MV instruction is under way, in steps.
    pub busy: u64,
    /// The part of it after the last step.
    pub tail: u64,
}

impl Transfers {
    /// The transfers of a program up to its `quit`.
    #[must_use]
    pub fn from_program(program: &Program) -> Self {
        let mut transfers = Self::default();
        let mut under_way: Vec<(usize, &MvInstruction)> = Vec::new();
        let mut busy_until = 0_u64;
        let (mut now, mut step) = (0_u64, 0_u64);
        for (number, line) in (0_u32..).zip(program.live()) {
            match &line.statement {
                Some(Statement::Mv(mv)) => {
                    let transfer = MvInterval {
                        line: number,
                        begin: now,
                        steps: steps_alone(mv),
                        long_words: long_words(mv),
                        waited_in: None,
                    };
                    transfers.busy += transfer.end().saturating_sub(busy_until.max(now));
                    busy_until = busy_until.max(transfer.end());
                    if under_way.len() >= UNDER_WAY_MAX {
                        under_way.remove(0);
                    }
                    under_way.push((transfers.list.len(), mv));
                    transfers.list.push(transfer);
                }
                Some(Statement::Step(of_line)) => {
                    for tag in of_line.waits() {
                        let end = transfers.wait(number, tag, &mut under_way);
                        if end > now {
                            transfers.waits.push(Wait {
                                line: number,
                                begin: now,
                                steps: end - now,
                                step,
                                waited: end - step,
                            });
                            now = end;
                        }
                    }
                    let steps = u64::from(of_line.steps());
                    step = step.saturating_add(steps);
                    now = now.saturating_add(steps);
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
        transfers.steps_end = now;
        transfers.tail = busy_until.saturating_sub(now);
        transfers
    }

    /// Marks those that a `wait` is about, and returns when all of them are over.
    fn wait(&mut self, line: u32, tag: u8, under_way: &mut Vec<(usize, &MvInstruction)>) -> u64 {
        let mut over: Vec<(usize, &MvInstruction)> = Vec::new();
        for &(index, mv) in under_way.iter().rev() {
            let has_tag = mv.tag.as_ref().is_some_and(|it| it.number == tag);
            if has_tag || over.iter().any(|(_, later)| mv.ends_before(later)) {
                over.push((index, mv));
                self.list[index].waited_in = Some(line);
            }
        }
        under_way.retain(|(index, _)| self.list[*index].waited_in.is_none());
        let ends = over.iter().map(|(index, _)| self.list[*index].end());
        ends.max().unwrap_or(0)
    }

    /// How long steps are held back.
    #[must_use]
    pub fn waited(&self) -> u64 {
        self.waits.last().map_or(0, |wait| wait.waited)
    }

    /// How long MV instructions are under way while steps are executed.
    #[must_use]
    pub fn hidden(&self) -> u64 {
        self.busy.saturating_sub(self.waited() + self.tail)
    }

    /// When the last step and the last MV instruction are over.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.steps_end.saturating_add(self.tail)
    }
}

/// Steps that an MV instruction takes alone.
fn steps_alone(mv: &MvInstruction) -> u64 {
    let Op::Mv(op) = mv.op else {
        return 0;
    };
    let Some(rate) = op.rate() else {
        return 0;
    };
    let group = |operand: usize| {
        let operand = mv.operands.get(operand)?;
        operand.kind.mv_place()?.group
    };
    let is_within = rate.between_groups.is_none() || group(0) == group(1);
    let cycles = access::moved(mv).map(|side| {
        let within = match side.direction {
            Direction::Read => rate.source,
            Direction::Write => rate.destination,
        };
        let of_side = if is_within { within } else { None };
        let words = u64::from(side.long_words);
        match of_side.or(rate.between_groups) {
            Some(rate) => words.div_ceil(u64::from(rate)),
            None => 0,
        }
    });
    let cycles = cycles.max().unwrap_or(0);
    cycles.div_ceil(CYCLES_PER_STEP as u64)
}

fn long_words(mv: &MvInstruction) -> u64 {
    let sides = access::moved(mv).map(|side| side.long_words_of_chip());
    sides.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps until the end, with waits; time with MV instructions, and its hidden part.
    fn check(text: &str, (end, busy, hidden): (u64, u64, u64)) {
        let program = mnc2_asm::parse(text);
        for line in program.iter() {
            assert!(!line.has_error(), "{text}: {:?}", line.diagnostics);
        }
        let found = Transfers::from_program(&program);
        assert_eq!(
            (found.end(), found.busy, found.hidden()),
            (end, busy, hidden),
            "{text}: {found:?}"
        );
    }

    #[test]
    fn each_takes_as_long_as_alone() {
        // 1024 long words at 16 in a cycle, 8 between groups.
        check("mvp/n1024 $p0@0 $d0@0", (16, 16, 0));
        check("mvp/n1024 $p0@0 $d0@1", (32, 32, 0));
        // Both sides are slower than the other one.
        check("mvp/n1024 $d0@0 $p0@0", (32, 32, 0));
        check("mvnop", (0, 0, 0));
        check("nop/3", (3, 0, 0));
    }

    #[test]
    fn steps_hide_them_until_a_wait() {
        check(
            "mvp/n1024i01 $p0@0 $d0@0\nnop/10\nnop; wait i01\n",
            (17, 16, 10),
        );
        check(
            "mvp/n1024i01 $p0@0 $d0@0\nnop/40\nnop; wait i01\n",
            (41, 16, 16),
        );
        // Two at once take no longer than one.
        check(
            "mvp/n1024i01 $p0@0 $d0@0\nmvp/n1024i02 $p0@1 $d0@1\nnop/10\nnop; wait i01\nnop; wait i02",
            (18, 16, 10),
        );
        // A wait for a tag that nothing carries holds nothing back.
        check("nop; wait i05", (1, 0, 0));
    }

    #[test]
    fn the_last_of_a_kind_carries_the_tag() {
        let text = "mvp/n1024 $p0@0 $d0@0\nnop/4\nmvp/n64i01 $p0@0 $d0@0\nnop; wait i01\n";
        check(text, (17, 16, 4));
        let transfers = Transfers::from_program(&mnc2_asm::parse(text));
        let waited: Vec<Option<u32>> = transfers.list.iter().map(|it| it.waited_in).collect();
        assert_eq!(waited, [Some(3), Some(3)]);
    }
}
