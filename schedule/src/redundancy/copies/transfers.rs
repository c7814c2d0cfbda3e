//! What lines compute and what transfers between PEs and L1BM move, so that nothing is computed or moved twice.
//!
//! Two lines make the same if they are written alike and no line writes what they read between them. A word that a PE sends to
//! L1BM and gets back is a copy within the PE (manual 3.6.8.20, 3.6.8.21).

use std::collections::HashMap;
use std::ops::ControlFlow;

use mnc2_isa::geometry::MABS_PER_L1B;
use mnc2_isa::{L1bmOp, MauOp, Memory, Op};
use mnc2_program::access::{AccessRole, Direction, Store};
use mnc2_program::rules::check::check;
use mnc2_program::{Expression, ModeChoice, Operand, OperandKind, access, render};
use mnc2_text::line;

use super::{Elsewhere, Held, RedundantCopies, between, plain};
use crate::draft::Draft;
use crate::planted::{Wrong, is_planted};

/// What a line makes: its text without the destinations, and the last writes of the words that it reads.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Moved {
    text: String,
    written: Vec<Option<usize>>,
}

/// The lines of a region.
pub(super) struct Transfers {
    /// What each line makes whose only expression is a transfer or computes with words of its PE.
    moved: HashMap<usize, Moved>,
}

impl Transfers {
    pub(super) fn new(draft: &Draft) -> Self {
        let mut moved = HashMap::new();
        let mut last: HashMap<(Store, u32), usize> = HashMap::new();
        let walked = access::walk(&draft.program, |number, _, accesses| {
            let own = draft.region().contains(&number);
            let only = draft.only(number).filter(|it| own && makes_words(it));
            let mut written = Vec::new();
            for access in accesses.list() {
                let pieces = accesses.pieces(access).iter();
                let words = pieces.flat_map(|it| it.first..it.first + it.count);
                let words = words.map(|word| (access.store, word));
                match access.direction {
                    Direction::Read if only.is_some() => {
                        // A destination in LM reads a base address, which makes no difference if no line wrote it.
                        let counts =
                            |it: &Option<usize>| access.role != AccessRole::Address || it.is_some();
                        let words = words.map(|it| last.get(&it).copied());
                        written.extend(words.filter(counts));
                    }
                    Direction::Write if is_moved(access.store) && !is_planted(Wrong::Unwritten) => {
                        last.extend(words.map(|it| (it, number)));
                    }
                    Direction::Read | Direction::Write => {}
                }
            }
            let is_known =
                |it: &access::Access| matches!(it.role, AccessRole::Data | AccessRole::Address);
            if let Some(only) = only
                && accesses.list().iter().all(is_known)
            {
                let mut bare = only.clone();
                bare.outputs.clear();
                let text = render::expression(&bare);
                moved.insert(number, Moved { text, written });
            }
            ControlFlow::<()>::Continue(())
        });
        debug_assert!(walked.is_continue());
        Self { moved }
    }

    /// What a line makes, if that is all that it does.
    pub(super) fn moved(&self, line: usize) -> Option<&Moved> {
        self.moved.get(&line)
    }

    /// Where the PE itself holds what it sends to L1BM and gets back in a line.
    pub(super) fn returned(&self, draft: &Draft, line: usize) -> Option<Elsewhere> {
        let mut written = self.moved(line)?.written.iter();
        let sent = (*written.next()?)?;
        if written.any(|it| *it != Some(sent)) {
            return None;
        }
        let (up, down) = (transfer(draft, sent)?, transfer(draft, line)?);
        let ([to], [from], [source]) = (&up.outputs[..], &down.inputs[..], &up.inputs[..]) else {
            return None;
        };
        // The turnaround register holds what was sent without a rotation.
        let ways = match from.kind {
            OperandKind::Turnaround(_) => &[down][..],
            _ => &[up, down][..],
        };
        let rotations = ways.iter().filter_map(|it| it.rotation.as_ref());
        let mabs: i32 = rotations.map(|it| i32::from(it.value)).sum();
        let is_exchange = up.op == Op::L1bm(L1bmOp::Gather)
            && down.op == Op::L1bm(L1bmOp::Distribute)
            && (mabs.rem_euclid(MABS_PER_L1B as i32) == 0 || is_planted(Wrong::Rotated));
        let is_same = to.kind == from.kind && to.mask.is_none();
        let is_bare = source.conversion.is_none() && !source.negated;
        let OperandKind::PeMemory(place) = &source.kind else {
            return None;
        };
        let place = plain(place).filter(|_| is_exchange && is_same && is_bare)?;
        between(place, down, Held::Sent(sent))
    }
}

impl RedundantCopies<'_> {
    /// Leaves a line out that makes the same as an earlier one, which gets its destinations: nothing uses them between the two.
    pub(super) fn add_destination(
        &mut self,
        first: usize,
        line: usize,
        webs: &[usize],
    ) -> Option<()> {
        let expression = self.draft.only(line)?;
        let is_place = |it: &Operand| match &it.kind {
            OperandKind::PeMemory(place) => plain(place).is_some() && it.mask.is_none(),
            _ => false,
        };
        let between = self.draft.program.range(first..line);
        let is_plain = expression.outputs.iter().all(is_place)
            && between
                .into_iter()
                .all(|it| it.statement.is_none() || it.step().is_some());
        if !is_plain || self.written.contains_key(&first) || self.written.contains_key(&line) {
            return None;
        }
        let (from, to) = (2 * first as i64 + 1, 2 * line as i64 + 1);
        for &web in webs {
            let stays = self.values.webs[web].stays.iter();
            for stay in stays.filter(|it| it.first == to) {
                let times = self.times_of(stay.memory, stay.word);
                let next = times.partition_point(|&time| time < from);
                if times.get(next) != Some(&to) {
                    return None;
                }
            }
        }
        let outputs = expression.outputs.first()?.range.start..expression.range.end;
        let text = line::part(self.draft.line(line), &outputs).to_owned();
        let mut added = self.added.get(&first).cloned().unwrap_or_default();
        added.push(text);
        let program = mnc2_asm::parse(&with_destinations(self.draft, first, &added)?);
        if check(&program, ModeChoice::Infer).has_errors() {
            return None;
        }
        self.added.insert(first, added);
        self.gone.insert(line);
        Some(())
    }
}

/// Where an expression finds its result that makes the same as a line before it, which has this destination.
pub(super) fn moved_before(
    first: &Operand,
    expression: &Expression,
    line: usize,
) -> Option<Elsewhere> {
    let held = Held::Write(line);
    match (&first.kind, expression.outputs.as_slice()) {
        (OperandKind::PeMemory(from), _) if first.mask.is_none() => {
            between(plain(from)?, expression, held)
        }
        (&OperandKind::L1bm { width, address }, [to]) => match to.kind {
            OperandKind::L1bm {
                width: own,
                address: to,
            } if own == width => Some(Elsewhere {
                memory: Memory::L1bm,
                distance: i64::from(address) - i64::from(to),
                held,
            }),
            _ => None,
        },
        _ => None,
    }
}

/// A line of one expression with more destinations.
pub(super) fn with_destinations(draft: &Draft, line: usize, added: &[String]) -> Option<String> {
    let end = draft.only(line)?.range.end as usize;
    let mut written = draft.line(line).to_owned();
    written.insert_str(end, &format!(" {}", added.join(" ")));
    Some(written)
}

/// Whether an expression is a transfer, or follows from its inputs and writes nothing but its results.
fn makes_words(expression: &Expression) -> bool {
    match expression.op {
        Op::L1bm(_) | Op::L2bm(_) => true,
        Op::Alu(_) | Op::Mau(MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa) => {
            let is_memory = |it: &Operand| matches!(it.kind, OperandKind::PeMemory(_));
            expression.outputs.iter().all(is_memory)
        }
        Op::Mau(_) | Op::Mv(_) | Op::Control(_) => false,
    }
}

/// Whether a line may read a memory or register.
const fn is_moved(store: Store) -> bool {
    match store {
        Store::Memory(memory) => !matches!(memory, Memory::Pdm | Memory::Dram | Memory::Dar),
        Store::Forwarding(_) | Store::Turnaround => true,
        Store::Darbuf => false,
    }
}

/// The transfer between PEs and L1BM, or between L1BM and L2BM, that a line consists of.
pub(in crate::redundancy) fn transfer(draft: &Draft, line: usize) -> Option<&Expression> {
    let is_transfer = |it: &&Expression| matches!(it.op, Op::L1bm(_) | Op::L2bm(_));
    draft.only(line).filter(is_transfer)
}

/// Whether a transfer after a line reads what the line leaves in the turnaround register.
pub(super) fn is_turned_around(draft: &Draft, line: usize) -> bool {
    let steps = draft.program.iter_from(line + 1);
    let steps = steps.filter_map(|it| it.step());
    for step in steps {
        let transfers = || {
            let all = step.expressions.iter();
            all.filter(|it| matches!(it.op, Op::L1bm(_)))
        };
        let is_up = |it: &Expression| matches!(it.op, Op::L1bm(op) if !op.is_to_pe());
        let is_read = |it: &Expression| {
            let mut inputs = it.inputs.iter();
            inputs.any(|input| matches!(input.kind, OperandKind::Turnaround(_)))
        };
        if transfers().any(is_read) {
            return true;
        }
        if step.forwards() && transfers().any(is_up) {
            return false;
        }
    }
    false
}
