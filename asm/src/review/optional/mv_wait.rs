//! Missing waits for MV instructions on the board, where they end at no fixed time (manual 3.5.9, 3.6.13), and MV
//! instructions through DAR entries that are not written yet (manual 3.5.6).
//!
//! An MV instruction runs from its line until a step with a `wait` for its tag. It also counts as finished when a
//! later one of the same kind between the same elements is waited for: the manual omits tags in this way (manual
//! 3.5.1, example 2).
//!
//! Programs that run on the board omit more: only the last of a group of MV instructions of one kind has a tag, whatever
//! their elements, and a short one without a tag is followed by enough steps of `nop`. So an instruction without a tag
//! counts as finished when a later one of its kind is waited for, and after [`STEPS_PER_UNIT`] for each unit operation
//! (assumed, `mv-without-tag`). A tag says that the author means to wait for it.
//!
//! A line that accesses a word that a running MV instruction writes, or writes a word that it reads, is reported, once
//! for each MV instruction. DRAM addresses from the DAR are not known before the program runs and are left out.

use std::collections::VecDeque;

use mnc2_isa::geometry::DAR_ENTRIES;
use mnc2_isa::mv::UNIT_LONG_WORDS;
use mnc2_isa::timing::{Access, TimingRule};
use mnc2_isa::{L2bmOp, Memory, Op, OperandSpec, Role};

use crate::access::Elements;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Finding};
use crate::hazard::{assumed, rule};
use crate::message::Message;
use crate::program::{Expression, LineRange, MvInstruction, Operand, OperandKind, Statement, Step};
use crate::{message, wording};

/// Maximum number of running MV instructions that are tracked; beyond it the oldest counts as finished.
const UNDER_WAY_MAX: usize = 1024;

/// Steps after which an MV instruction without a tag is taken to be over, for each unit operation: a public program that
/// ran right on the board leaves as many after one of 64 long words.
const STEPS_PER_UNIT: u64 = 24;

/// DAR entries that a step of `l2bmdarw` writes.
const DARW_ENTRIES: u32 = 4;

/// Words of one memory on some elements.
#[derive(Clone, Copy, Debug)]
struct Region {
    memory: Memory,
    elements: Elements,
    start: u32,
    length: u32,
    is_written: bool,
}

impl Region {
    /// Whether both access a word that one of them writes.
    fn conflicts(&self, other: &Self) -> bool {
        let size = u64::from(self.memory.size().unwrap_or(u32::MAX));
        let reaches = |from: &Self, to: &Self| {
            (u64::from(to.start) + size - u64::from(from.start) % size) % size
                < u64::from(from.length)
        };
        self.memory == other.memory
            && self.elements.meets(other.elements)
            && (self.is_written || other.is_written)
            && (reaches(self, other) || reaches(other, self))
    }
}

/// An MV instruction that nothing has waited for.
struct UnderWay<'a> {
    line: u32,
    /// The step before which it was issued.
    step: u64,
    mv: &'a MvInstruction,
    regions: Vec<Region>,
}

/// When the DAR's entries were written.
struct Dar {
    next_entry: u32,
    /// For the entries of the last step with `l2bmdarw`: the step, the line and the place.
    last: Option<(u64, u32, LineRange)>,
    last_entry: u32,
}

/// Finds missing waits.
pub(super) fn find<'a>(
    statements: impl Iterator<Item = (u32, &'a Statement)>,
    findings: &mut Vec<Finding>,
) {
    let mut under_way: VecDeque<UnderWay<'a>> = VecDeque::new();
    let mut dar = Dar {
        next_entry: 0,
        last: None,
        last_entry: 0,
    };
    let mut now = 0;
    for (line, statement) in statements {
        match statement {
            Statement::Step(step) => {
                under_way.retain(|older| !older.has_settled(now));
                waits(step).for_each(|tag| finish(&mut under_way, tag));
                for expression in &step.expressions {
                    l2bm_instruction(line, step, expression, &mut under_way, findings);
                }
                dar.step(now, line, step);
                now += u64::from(step.steps());
            }
            Statement::Mv(mv) => {
                dar.mv(now, line, mv, findings);
                under_way.retain(|older| !older.has_settled(now));
                let regions = regions_of_mv(mv);
                under_way.retain(|older| {
                    let conflict = conflict(&older.regions, &regions);
                    if let Some(region) = conflict {
                        findings.push(Finding {
                            line,
                            diagnostic: beside(older, region, mv),
                        });
                    }
                    conflict.is_none()
                });
                if under_way.len() >= UNDER_WAY_MAX {
                    under_way.pop_front();
                }
                under_way.push_back(UnderWay {
                    line,
                    step: now,
                    mv,
                    regions,
                });
            }
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Mask(_)
            | Statement::Host(_) => {}
        }
    }
}

/// The tags that a step waits for.
fn waits(step: &Step) -> impl Iterator<Item = u8> {
    step.expressions
        .iter()
        .flat_map(|expression| &expression.inputs)
        .filter_map(|operand| match operand.kind {
            OperandKind::Tag(tag) => Some(tag),
            _ => None,
        })
}

/// Marks an MV instruction with this tag as finished, and those before it that end before it.
fn finish(under_way: &mut VecDeque<UnderWay<'_>>, tag: u8) {
    let mut over: Vec<(u32, &MvInstruction)> = Vec::new();
    for candidate in under_way.iter().rev() {
        let has_tag = candidate.mv.tag.as_ref().map(|tag| tag.number) == Some(tag);
        let ends_before = over
            .iter()
            .any(|(_, later)| ends_before(candidate.mv, later));
        if has_tag || ends_before {
            over.push((candidate.line, candidate.mv));
        }
    }
    under_way.retain(|candidate| over.iter().all(|(line, _)| *line != candidate.line));
}

impl UnderWay<'_> {
    /// Whether it has no tag, and enough steps have passed to count it as over.
    fn has_settled(&self, now: u64) -> bool {
        let units = u64::from(self.mv.size_long_words.div_ceil(UNIT_LONG_WORDS));
        self.mv.tag.is_none() && now.saturating_sub(self.step) >= units * STEPS_PER_UNIT
    }
}

/// Whether an MV instruction ends before a later one of its kind does: without a tag always, with one where both move
/// words between the same elements.
fn ends_before(earlier: &MvInstruction, later: &MvInstruction) -> bool {
    let is_same_kind = earlier.op == later.op && earlier.priority >= later.priority;
    is_same_kind && (earlier.tag.is_none() || same_elements(earlier, later))
}

/// Whether two MV instructions move words between the same elements.
fn same_elements(earlier: &MvInstruction, later: &MvInstruction) -> bool {
    earlier.operands.len() == later.operands.len()
        && earlier
            .operands
            .iter()
            .zip(&later.operands)
            .all(|(one, other)| named(one) == named(other))
}

/// The group and L2B that an operand names.
fn named(operand: &Operand) -> Option<(Option<u8>, Option<u8>)> {
    let place = operand.kind.mv_place()?;
    Some((place.group, place.l2b))
}

/// The first region of `newer` that conflicts with one of `older`.
fn conflict(older: &[Region], newer: &[Region]) -> Option<Region> {
    newer
        .iter()
        .find(|region| older.iter().any(|other| other.conflicts(region)))
        .copied()
}

/// Checks an L2BM instruction.
fn l2bm_instruction(
    line: u32,
    step: &Step,
    expression: &Expression,
    under_way: &mut VecDeque<UnderWay<'_>>,
    findings: &mut Vec<Finding>,
) {
    if !matches!(expression.op, Op::L2bm(_)) {
        return;
    }
    // The words that a PE instruction accesses in all four cycles.
    let regions: Vec<Region> = expression
        .operands()
        .zip(expression.op.row().operands)
        .filter_map(|(operand, spec)| region(operand, spec, spec.words_per_cycle * 4))
        .collect();
    under_way.retain(|older| {
        let conflict = conflict(&older.regions, &regions);
        if let Some(region) = conflict {
            findings.push(Finding {
                line,
                diagnostic: without_wait(older, region, step, expression),
            });
        }
        conflict.is_none()
    });
}

fn regions_of_mv(mv: &MvInstruction) -> Vec<Region> {
    let units = mv.size_long_words / UNIT_LONG_WORDS;
    mv.operands
        .iter()
        .zip(mv.op.row().operands)
        .filter_map(|(operand, spec)| {
            region(operand, spec, units.saturating_mul(spec.words_per_cycle))
        })
        .collect()
}

/// The words that an operand accesses; `None` if it is not a memory above L1BM, or if the DAR decides.
fn region(operand: &Operand, spec: &OperandSpec, length: u32) -> Option<Region> {
    let place = operand.kind.mv_place().filter(|place| !place.is_indirect)?;
    let size = place.memory.size().unwrap_or(u32::MAX);
    Some(Region {
        memory: place.memory,
        elements: Elements::of_mv(place, spec.class),
        start: place.address,
        length: length.min(size),
        is_written: match spec.role {
            Role::Input => false,
            Role::Output | Role::Outputs => true,
        },
    })
}

/// The sentence about words that an MV instruction still needs.
fn sentence(older: &UnderWay<'_>, region: Region) -> Message {
    let (memory, line) = (wording::memory(region.memory), older.line + 1);
    if region.is_written {
        message!(
            "{memory} is written, which the MV instruction in line {line} may still be using: \
             there is no `wait` for it in between",
            memory,
            line
        )
    } else {
        message!(
            "{memory} is read, which the MV instruction in line {line} may still be writing: \
             there is no `wait` for it in between",
            memory,
            line
        )
    }
}

fn without_wait(
    older: &UnderWay<'_>,
    region: Region,
    step: &Step,
    expression: &Expression,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::MvWithoutWait,
        expression.range.clone(),
        sentence(older, region),
    )
    .note_at(older.line, older.mv.range.clone(), message!("issued here"));
    let diagnostic = with_rule(
        diagnostic,
        const { rule(Access::MvToL2bm, Access::L2bmInstruction) },
    );
    match &older.mv.tag {
        None => diagnostic.help(give_tag()),
        Some(tag) if waits(step).next().is_none() => {
            let wait = format!("wait i{:02x}", tag.number);
            let end = step.range.end;
            diagnostic.fix(
                message!("Add `{wait}` to this step", wait = &wait),
                end..end,
                format!("; {wait}"),
            )
        }
        Some(tag) => {
            let wait = format!("nop; wait i{:02x}", tag.number);
            diagnostic.fix(
                message!("Insert `{nop}` before this line", nop = &wait),
                0..0,
                format!("{wait}\n"),
            )
        }
    }
}

fn beside(older: &UnderWay<'_>, region: Region, mv: &MvInstruction) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::MvBesideMv, mv.range.clone(), sentence(older, region))
        .note_at(older.line, older.mv.range.clone(), message!("issued here"));
    let diagnostic = with_rule(diagnostic, const { rule(Access::Mv, Access::Mv) });
    match &older.mv.tag {
        None => diagnostic.help(give_tag()),
        Some(tag) => {
            let wait = format!("nop; wait i{:02x}", tag.number);
            diagnostic.fix(
                message!("Insert `{nop}` before this line", nop = &wait),
                0..0,
                format!("{wait}\n"),
            )
        }
    }
}

fn give_tag() -> Message {
    message!("give the MV instruction a tag, such as `i01`, and wait for it")
}

/// Adds the sentence of the table.
fn with_rule(diagnostic: Diagnostic, rule: &TimingRule) -> Diagnostic {
    let diagnostic = diagnostic.help(Message::remark(rule.note));
    match assumed(rule) {
        Some(assumed) => diagnostic.help(assumed),
        None => diagnostic,
    }
}

impl Dar {
    /// Records what a step writes. `l2bmdars`, which can be in the same step, sets the first entry.
    fn step(&mut self, now: u64, line: u32, step: &Step) {
        let entry = step
            .expressions
            .iter()
            .filter(|expression| expression.op == Op::L2bm(L2bmOp::Dars))
            .flat_map(Expression::operands)
            .find_map(|operand| match operand.kind {
                OperandKind::Dar(entry) => Some(entry),
                _ => None,
            });
        if let Some(entry) = entry {
            self.next_entry = entry;
        }
        let drain = step
            .expressions
            .iter()
            .find(|expression| expression.op == Op::L2bm(L2bmOp::Darw));
        if let Some(drain) = drain {
            self.last = Some((now, line, drain.range.clone()));
            self.last_entry = self.next_entry;
            self.next_entry = self.next_entry.wrapping_add(DARW_ENTRIES);
        }
    }

    /// Checks an MV instruction through the DAR. One step is enough, so only the last step that wrote matters.
    fn mv(&self, now: u64, line: u32, mv: &MvInstruction, findings: &mut Vec<Finding>) {
        let Some((written, written_line, written_range)) = &self.last else {
            return;
        };
        let rule = const { rule(Access::DarWrite, Access::MvThroughDar) };
        let between = now.saturating_sub(written + 1);
        if between >= u64::from(rule.distance) {
            return;
        }
        let units = mv.size_long_words / UNIT_LONG_WORDS;
        for (operand, spec) in mv.operands.iter().zip(mv.op.row().operands) {
            let Some(place) = operand.kind.mv_place().filter(|place| place.is_indirect) else {
                continue;
            };
            let entries = mv.dar_entries(units.saturating_mul(spec.words_per_cycle));
            let reads = |from: u32, count: u32, entry: u32| {
                (entry + DAR_ENTRIES - from % DAR_ENTRIES) % DAR_ENTRIES < count
            };
            let early = (0..DARW_ENTRIES)
                .map(|index| self.last_entry.wrapping_add(index) % DAR_ENTRIES)
                .find(|&entry| reads(place.address, entries, entry));
            if let Some(entry) = early {
                let diagnostic = Diagnostic::new(
                    Code::DarTiming,
                    operand.range.clone(),
                    message!(
                        "{what} too early: {between} between this and the write in line {line}, {needed} needed",
                        what = message!("`$dar{entry}` is read", entry),
                        between = wording::steps(between),
                        line = written_line + 1,
                        needed = rule.distance
                    ),
                )
                .note_at(*written_line, written_range.clone(), message!("written here"));
                findings.push(Finding {
                    line,
                    diagnostic: with_rule(diagnostic, rule).fix(
                        message!("Insert `{nop}` before this line", nop = "nop"),
                        0..0,
                        "nop\n",
                    ),
                });
            }
        }
    }
}
