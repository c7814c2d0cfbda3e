//! Missing waits for MV instructions on the board, where they end at no fixed time (manual 3.5.9, 3.6.13), and MV
//! instructions through DAR entries that are not written yet (manual 3.5.6).
//!
//! An MV instruction runs from its line until a step with a `wait` for its tag. It also counts as finished when a
//! later one of the same kind between the same elements is waited for: the manual omits tags in this way (manual
//! 3.5.1, example 2).
//!
//! Programs that run on the board omit more: only the last of a group of MV instructions of one kind has a tag, regardless of
//! their elements, and a short one without a tag is followed by enough steps of `nop`. Therefore an instruction without a tag
//! counts as finished when a later one of its kind is waited for, and after [`STEPS_PER_UNIT`] for each unit operation
//! (assumed, `mv-without-tag`). With a tag, a `wait` is expected.
//!
//! A line that accesses a word that a running MV instruction writes, or writes a word that it reads, is reported, once
//! for each MV instruction. DRAM addresses from the DAR are not known before the program runs and are left out.

use std::collections::VecDeque;

use mnc2_isa::mv::UNIT_LONG_WORDS;
use mnc2_isa::timing::{AccessKind, TimingRule};
use mnc2_isa::{Memory, Op};

use mnc2_program::access::{Accesses, Certainty, Direction, Piece, State, Store};
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::message::wording;
use mnc2_program::rules::hazard::{assumed, rule};
use mnc2_program::{Expression, MvInstruction, Statement, Step, access};
use mnc2_text::{LineRange, Message, message};

/// Maximum number of running MV instructions that are tracked; beyond it the oldest counts as finished.
const UNDER_WAY_MAX: usize = 1024;

/// Steps after which an MV instruction without a tag is taken to be over, for each unit operation: a public program that
/// ran right on the board leaves as many after one of 64 long words.
const STEPS_PER_UNIT: u64 = 24;

/// Words of a memory above L1BM that a statement accesses.
#[derive(Clone, Copy, Debug)]
struct Region {
    memory: Memory,
    piece: Piece,
    is_written: bool,
}

impl Region {
    /// Whether both access a word that one of them writes.
    const fn conflicts(&self, other: &Self) -> bool {
        self.memory as u8 == other.memory as u8
            && (self.is_written || other.is_written)
            && self.piece.meets(&other.piece)
    }
}

/// The regions that an expression of a step, or an MV instruction, accesses. DRAM addresses from the DAR are left out.
fn regions(accesses: &Accesses, expression: usize) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::new();
    let own = accesses.list().iter();
    for access in own.filter(|access| usize::from(access.expression) == expression) {
        let Store::Memory(memory @ (Memory::L2bm | Memory::Pdm | Memory::Dram)) = access.store
        else {
            continue;
        };
        let begin = regions.len();
        let pieces = accesses.pieces(access).iter();
        for piece in pieces.filter(|piece| piece.certainty == Certainty::Always) {
            // The words of consecutive cycles are one region.
            match regions[begin..].last_mut() {
                Some(Region { piece: last, .. })
                    if last.first + last.count == piece.first
                        && last.elements == piece.elements =>
                {
                    last.count += piece.count;
                }
                _ => regions.push(Region {
                    memory,
                    piece: *piece,
                    is_written: access.direction == Direction::Write,
                }),
            }
        }
    }
    regions
}

/// An MV instruction without a `wait` so far.
struct UnderWay<'a> {
    line: u32,
    /// The step before which it was issued.
    step: u64,
    mv: &'a MvInstruction,
    regions: Vec<Region>,
}

/// The last step that wrote entries of the DAR. One step is enough between it and their use, so earlier ones do not
/// matter.
struct DarWrite {
    step: u64,
    line: u32,
    range: LineRange,
    entries: Vec<Piece>,
}

pub(super) fn find<'a>(
    statements: impl Iterator<Item = (u32, &'a Statement)>,
    findings: &mut Vec<Finding>,
) {
    let mut under_way: VecDeque<UnderWay<'a>> = VecDeque::new();
    let mut dar: Option<DarWrite> = None;
    let mut state = State::default();
    let mut accesses = Accesses::default();
    let mut now = 0;
    for (line, statement) in statements {
        match statement {
            Statement::Step(step) => {
                under_way.retain(|older| !older.has_settled(now));
                step.waits().for_each(|tag| finish(&mut under_way, tag));
                let mut expressions = step.expressions.iter();
                if expressions.any(|expression| matches!(expression.op, Op::L2bm(_))) {
                    accesses.fill(statement, &state);
                    l2bm_instructions(line, step, &accesses, &mut under_way, findings);
                    dar = DarWrite::from_step(now, line, step, &accesses).or(dar);
                    state.advance(statement);
                }
                now += u64::from(step.steps());
            }
            Statement::Mv(mv) => {
                accesses.fill(statement, &state);
                if let Some(dar) = &dar {
                    dar.mv(now, line, &accesses, findings);
                }
                under_way.retain(|older| !older.has_settled(now));
                let regions = regions(&accesses, 0);
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
            // It may wait for everything.
            Statement::Directive(_) => {
                under_way.clear();
                dar = None;
            }
        }
    }
}

/// Marks an MV instruction with this tag as finished, and those before it that end before it.
fn finish(under_way: &mut VecDeque<UnderWay<'_>>, tag: u8) {
    let mut over: Vec<(u32, &MvInstruction)> = Vec::new();
    for candidate in under_way.iter().rev() {
        let has_tag = candidate.mv.tag.as_ref().map(|tag| tag.number) == Some(tag);
        let ends_before = over
            .iter()
            .any(|(_, later)| candidate.mv.ends_before(later));
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

/// The first region of `newer` that conflicts with one of `older`.
fn conflict(older: &[Region], newer: &[Region]) -> Option<Region> {
    newer
        .iter()
        .find(|region| older.iter().any(|other| other.conflicts(region)))
        .copied()
}

/// Checks the L2BM instructions of a step.
fn l2bm_instructions(
    line: u32,
    step: &Step,
    accesses: &Accesses,
    under_way: &mut VecDeque<UnderWay<'_>>,
    findings: &mut Vec<Finding>,
) {
    for (index, expression) in step.expressions.iter().enumerate() {
        let regions = regions(accesses, index);
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
        const { rule(AccessKind::MvToL2bm, AccessKind::L2bmInstruction) },
    );
    match &older.mv.tag {
        None => diagnostic.help(give_tag()),
        Some(tag) if step.waits().next().is_none() => {
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
    let diagnostic = with_rule(diagnostic, const { rule(AccessKind::Mv, AccessKind::Mv) });
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

impl DarWrite {
    /// The DAR entries that a step writes.
    fn from_step(now: u64, line: u32, step: &Step, accesses: &Accesses) -> Option<Self> {
        let mut list = accesses.list().iter();
        let write = list.find(|access| {
            access.store == Store::Memory(Memory::Dar) && access.direction == Direction::Write
        })?;
        Some(Self {
            step: now,
            line,
            range: step.expressions[usize::from(write.expression)]
                .range
                .clone(),
            entries: accesses.pieces(write).to_vec(),
        })
    }

    /// Checks an MV instruction through the DAR.
    fn mv(&self, now: u64, line: u32, accesses: &Accesses, findings: &mut Vec<Finding>) {
        let rule = const { rule(AccessKind::DarWrite, AccessKind::MvThroughDar) };
        let between = now.saturating_sub(self.step + 1);
        if between >= u64::from(rule.distance) {
            return;
        }
        let of_dar = |access: &&access::Access| access.store == Store::Memory(Memory::Dar);
        for read in accesses.list().iter().filter(of_dar) {
            let is_read = |written: &&Piece| {
                let mut entries = accesses.pieces(read).iter();
                entries.any(|entries| entries.meets(written))
            };
            if let Some(early) = self.entries.iter().find(is_read) {
                let diagnostic = Diagnostic::new(
                    Code::DarTiming,
                    read.range.clone(),
                    message!(
                        "{what} too early: {between} between this and the write in line {line}, {needed} needed",
                        what = message!("`$dar{entry}` is read", entry = early.first),
                        between = wording::steps(between),
                        line = self.line + 1,
                        needed = rule.distance
                    ),
                )
                .note_at(self.line, self.range.clone(), message!("written here"));
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
