//! Hazards between L2BM, L1BM and the PEs, and between L1BM and MV instructions (manual 3.6.3.1-3.6.3.8).

use mnc2_isa::geometry::L1BM_LONG_WORDS;
use mnc2_isa::timing::{AccessKind, AddressRelation, DistanceUnit, TimingRule};
use mnc2_isa::{L2bmOp, Memory, Op, l1b_set};

use super::recent_writes::{Recent, WrappedWords, Write};
use super::report::{self, Hazard};
use crate::access;
use crate::access::{Direction, Moved, l1bm_runs, l1bs, l2bm_runs};
use crate::{Expression, Landmark, Mark, MvInstruction, Operand, OperandKind, PerCycle, Step};
use mnc2_text::{LineRange, Message, message};

/// The recent transfers between PEs, L1BM and L2BM.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct L1bmState {
    /// Long words of L1BM that L2BM sent.
    from_l2bm: Recent<PerCycle<WrappedWords>>,
    /// Long words of L1BM that a multicast wrote.
    from_multicast: Recent<PerCycle<WrappedWords>>,
    /// Long words of L1BM that the PEs sent.
    from_pe: Recent<PerCycle<WrappedWords>>,
    /// L1Bs whose port received what L2BM sent.
    ports_from_l2bm: Recent<L1bs>,
    /// L1Bs whose port received a multicast.
    ports_from_multicast: Recent<L1bs>,
    /// Long words of L2BM that L1BM sent.
    to_l2bm: Recent<L2bmRange>,
}

/// The rule for an MV instruction that reads what L1BM just sent, by how the ranges lie.
const fn mv_rule(addresses: AddressRelation) -> &'static TimingRule {
    report::rule_at(
        AccessKind::L1bmToL2bm,
        AccessKind::MvFromL2bm,
        Some(addresses),
    )
}

/// L1Bs, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct L1bs(u8);

/// Long words of L2BM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct L2bmRange {
    start: u32,
    count: u32,
}

/// A transfer between L2BM, L1BM and the PEs, and its kind.
struct Transfer<'a> {
    access: AccessKind,
    expression: &'a Expression,
}

fn transfers(step: &Step) -> impl Iterator<Item = Transfer<'_>> {
    step.expressions.iter().filter_map(|expression| {
        let op = expression.op;
        let source = expression.inputs.first()?.kind.memory();
        let access = match (op, source) {
            (Op::L2bm(L2bmOp::Dars | L2bmOp::Darw), _) => return None,
            (Op::L1bm(op), _) if !op.is_to_pe() => AccessKind::PeToL1bm,
            (Op::L1bm(_) | Op::L2bm(_), Some(source)) => AccessKind::from_read(op, source)?,
            _ => return None,
        };
        Some(Transfer { access, expression })
    })
}

/// The L1BM operand of one direction, its first address and the long words of one cycle; `$lbi` does not count.
fn l1bm_operand(expression: &Expression, direction: Direction) -> Option<(&Operand, u32, u32)> {
    let specs = expression.op.row().operands;
    expression
        .operands()
        .zip(specs)
        .find_map(|(operand, spec)| match operand.kind {
            OperandKind::L1bm { address, .. } if Direction::from_role(spec.role) == direction => {
                Some((operand, address, spec.words_per_cycle))
            }
            _ => None,
        })
}

/// The long words of L1BM that a transfer accesses, with the cycle of each.
fn words_of(op: Op, address: u32, rate: u32) -> impl Iterator<Item = (usize, WrappedWords)> {
    l1bm_runs(op, address, rate).map(|(cycle, first, count)| {
        let words = WrappedWords::wrapped(first, count, L1BM_LONG_WORDS);
        (cycle, words)
    })
}

impl L1bmState {
    /// Compares the transfers of a step with earlier ones.
    pub(super) fn reads(&self, step: i64, text: &Step, add: &mut impl FnMut(Hazard)) {
        for transfer in transfers(text) {
            match transfer.access {
                AccessKind::L2bmToL1bm => self.turn_to_l1bm(step, &transfer, add),
                AccessKind::L1bmToL2bm | AccessKind::Multicast => {
                    self.ports(step, &transfer, add);
                    let rule = report::rule(AccessKind::PeToL1bm, transfer.access);
                    words(step, &transfer, &self.from_pe, rule, add);
                }
                AccessKind::L1bmToPe => self.to_pe(step, &transfer, add),
                _ => {}
            }
        }
    }

    /// Hazards of a transfer from L2BM after a transfer to it (manual 3.6.3.2).
    fn turn_to_l1bm(&self, step: i64, transfer: &Transfer<'_>, add: &mut impl FnMut(Hazard)) {
        let rule = const { report::rule(AccessKind::L1bmToL2bm, AccessKind::L2bmToL1bm) };
        let range = transfer.expression.range.clone();
        let written = self.to_l2bm.last();
        steps(step, rule, || message!("L2BM is read"), written, range, add);
    }

    /// Manual 3.6.3.3 and 3.6.3.4.
    fn ports(&self, step: i64, transfer: &Transfer<'_>, add: &mut impl FnMut(Hazard)) {
        let cases = [
            (AccessKind::L2bmToL1bm, &self.ports_from_l2bm),
            (AccessKind::Multicast, &self.ports_from_multicast),
        ];
        for (access, ports) in cases {
            let rule = report::rule(access, transfer.access);
            let read = l1bs(transfer.expression, Direction::Read);
            let busy = |written: &Write<L1bs>| written.what.0 & read;
            if let Some(written) = ports.newest_first().find(|written| busy(written) != 0) {
                let range = transfer.expression.range.clone();
                let l1b = busy(written).ilog2();
                let what = || message!("L1BM of L1B {l1b} is read by a transfer to L2BM", l1b);
                steps(step, rule, what, Some(written), range, add);
            }
        }
    }

    /// Manual 3.6.3.5, 3.6.3.6 and 3.6.3.8.
    fn to_pe(&self, step: i64, transfer: &Transfer<'_>, add: &mut impl FnMut(Hazard)) {
        let Some((operand, ..)) = l1bm_operand(transfer.expression, Direction::Read) else {
            return;
        };
        let rule = const { report::rule(AccessKind::PeToL1bm, AccessKind::L1bmToPe) };
        let range = operand.range.clone();
        let written = self.from_pe.last();
        steps(step, rule, || message!("L1BM is read"), written, range, add);
        let rule = const { report::rule(AccessKind::Multicast, AccessKind::L1bmToPe) };
        words(step, transfer, &self.from_multicast, rule, add);
        let rule = const { report::rule(AccessKind::L2bmToL1bm, AccessKind::L1bmToPe) };
        words(step, transfer, &self.from_l2bm, rule, add);
    }

    /// Notes what a step writes.
    pub(super) fn writes(&mut self, step: i64, line: u32, text: &Step) {
        for transfer in transfers(text) {
            let expression = transfer.expression;
            let at = Landmark::Here(Mark::new(line, &expression.range));
            if transfer.access == AccessKind::L1bmToL2bm {
                let operands = expression.operands().zip(expression.op.row().operands);
                for (operand, spec) in operands {
                    if let OperandKind::L2bm { address, .. } = operand.kind {
                        let rate = spec.words_per_cycle;
                        let runs = l2bm_runs(expression.op, l1b_set::ALL, address, rate);
                        let count = runs.map(|(_, _, count)| count).sum();
                        let what = L2bmRange {
                            start: address,
                            count,
                        };
                        self.to_l2bm.push(Write { step, at, what });
                    }
                }
                continue;
            }
            let Some((_, address, rate)) = l1bm_operand(expression, Direction::Write) else {
                continue;
            };
            let mut what = PerCycle::<WrappedWords>::default();
            for (cycle, words) in words_of(expression.op, address, rate) {
                what[cycle] = words;
            }
            let (words, ports) = match transfer.access {
                AccessKind::L2bmToL1bm => (&mut self.from_l2bm, Some(&mut self.ports_from_l2bm)),
                AccessKind::Multicast => (
                    &mut self.from_multicast,
                    Some(&mut self.ports_from_multicast),
                ),
                _ => (&mut self.from_pe, None),
            };
            words.push(Write { step, at, what });
            if let Some(ports) = ports {
                let what = L1bs(l1bs(expression, Direction::Write));
                ports.push(Write { step, at, what });
            }
        }
    }

    /// Manual 3.6.3.1: an MV instruction is assumed to read its whole range when it is issued.
    pub(super) fn mv(&self, step: i64, mv: &MvInstruction, add: &mut impl FnMut(Hazard)) {
        let Some(written) = self.to_l2bm.last() else {
            return;
        };
        let is_read = |side: &Moved<'_>| {
            side.direction == Direction::Read && side.place.memory == Memory::L2bm
        };
        let Some(read) = access::moved(mv).find(is_read) else {
            return;
        };
        let L2bmRange { start, count } = written.what;
        let size = Memory::L2bm.size().unwrap_or(u32::MAX);
        let (address, length) = (read.place.address, read.long_words.min(size));
        // Either range may continue at the start of the memory.
        let distance = |from: u32, to: u32| to.wrapping_sub(from) % size;
        let overlaps = distance(start, address) < count || distance(address, start) < length;
        if !overlaps {
            return;
        }
        // If the transfer starts at or above the written range, the assembler accepts it.
        let rule = if address < start {
            const { mv_rule(AddressRelation::OverlapFromBelow) }
        } else {
            const { mv_rule(AddressRelation::Overlap) }
        };
        let range = mv.range.clone();
        steps(
            step,
            rule,
            || message!("L2BM is read"),
            Some(written),
            range,
            add,
        );
    }

    /// From now on, counts steps from `step`.
    pub(super) fn rebase(&mut self, step: i64) {
        let Self {
            from_l2bm,
            from_multicast,
            from_pe,
            ports_from_l2bm,
            ports_from_multicast,
            to_l2bm,
        } = self;
        for words in [from_l2bm, from_multicast, from_pe] {
            words.rebase(step);
        }
        ports_from_l2bm.rebase(step);
        ports_from_multicast.rebase(step);
        to_l2bm.rebase(step);
    }

    /// Every landmark, in a fixed order.
    pub(super) fn landmarks(&mut self) -> impl Iterator<Item = &mut Landmark> {
        let Self {
            from_l2bm,
            from_multicast,
            from_pe,
            ports_from_l2bm,
            ports_from_multicast,
            to_l2bm,
        } = self;
        let words = [from_l2bm, from_multicast, from_pe].into_iter();
        let ports = [ports_from_l2bm, ports_from_multicast].into_iter();
        words
            .flat_map(Recent::landmarks)
            .chain(ports.flat_map(Recent::landmarks))
            .chain(to_l2bm.landmarks())
    }
}

/// Compares the long words that a transfer reads with recent writes of one kind.
fn words(
    step: i64,
    transfer: &Transfer<'_>,
    writes: &Recent<PerCycle<WrappedWords>>,
    rule: &'static TimingRule,
    add: &mut impl FnMut(Hazard),
) {
    let Some((operand, address, rate)) = l1bm_operand(transfer.expression, Direction::Read) else {
        return;
    };
    let reads = words_of(transfer.expression.op, address, rate);
    if let Some(nearest) = writes.nearest(step, rule, reads) {
        add(Hazard {
            rule,
            what: message!("`$lb{word}` is read", word = nearest.word),
            between: nearest.between,
            written: nearest.at,
            range: operand.range.clone(),
            others: Vec::new(),
        });
    }
}

/// A rule about a distance in steps, regardless of the address.
fn steps<T>(
    step: i64,
    rule: &'static TimingRule,
    what: impl FnOnce() -> Message,
    written: Option<&Write<T>>,
    range: LineRange,
    add: &mut impl FnMut(Hazard),
) {
    debug_assert_eq!(rule.unit, DistanceUnit::Steps);
    let Some(written) = written else { return };
    let between = written.steps_until(step);
    if between < u64::from(rule.distance) {
        add(Hazard {
            rule,
            what: what(),
            between,
            written: written.at,
            range,
            others: Vec::new(),
        });
    }
}
