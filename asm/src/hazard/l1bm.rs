//! Hazards between L2BM, L1BM and the PEs, and between L1BM and MV instructions (manual 3.6.3.1-3.6.3.8).

use mnc2_isa::geometry::{CYCLES_PER_STEP, L1BM_LONG_WORDS};
use mnc2_isa::timing::{Access, DistanceUnit, TimingRule};
use mnc2_isa::{L1bmOp, L2bmOp, Memory, Op, Role, l1b_set};

use super::{Written, report};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::program::{
    Expression, LineRange, MvInstruction, Operand, OperandKind, Step, TargetKind,
};

/// Last writes of L1BM by one kind of instruction, by long word; empty until the first one, since most
/// programs have few kinds and every edit checks anew.
struct Words {
    access: Access,
    words: Vec<Option<Written>>,
}

impl Words {
    fn new(access: Access) -> Self {
        Self {
            access,
            words: Vec::new(),
        }
    }
}

pub(super) struct L1bmState {
    from_l2bm: Words,
    from_multicast: Words,
    from_pe: Words,
    /// Last write of each L1B's port, by kind.
    ports: [(Access, [Option<Written>; 8]); 2],
    /// Last transfer from the PEs that writes L1BM itself.
    last_from_pe: Option<Written>,
    /// Last transfer from L1BM to L2BM, with the range of L2BM that it writes.
    last_to_l2bm: Option<(Written, u32, u32)>,
}

/// A transfer's kind, its addresses and the L1Bs that it reads and writes.
struct Transfer<'a> {
    access: Access,
    expression: &'a Expression,
    reads: u8,
    writes: u8,
}

fn transfers(step: &Step) -> impl Iterator<Item = Transfer<'_>> {
    step.expressions.iter().filter_map(|expression| {
        let set = match expression.target.as_ref().map(|target| target.kind) {
            Some(TargetKind::L1bSet { l1badr, immode }) => l1b_set::l1b_set(l1badr, immode),
            Some(TargetKind::L1b(l1b)) => 1 << l1b,
            Some(TargetKind::Mab(_)) | None => l1b_set::ALL,
        };
        let (access, reads, writes) = match expression.op {
            Op::L2bm(L2bmOp::Broadcast | L2bmOp::DistributingBroadcast | L2bmOp::Distribute) => {
                (Access::L2bmToL1bm, 0, set)
            }
            Op::L2bm(
                L2bmOp::Transfer | L2bmOp::Reduce | L2bmOp::CombiningReduce | L2bmOp::Gather,
            ) => (Access::L1bmToL2bm, set, 0),
            // Who is read does not listen (manual 3.6.7.9).
            Op::L2bm(L2bmOp::Multicast) => (Access::Multicast, set, !set),
            Op::L2bm(L2bmOp::Dars | L2bmOp::Darw) => return None,
            Op::L1bm(op) if op.is_to_pe() => (Access::L1bmToPe, l1b_set::ALL, 0),
            Op::L1bm(_) => (Access::PeToL1bm, 0, l1b_set::ALL),
            Op::Alu(_) | Op::Mau(_) | Op::Mv(_) | Op::Control(_) => return None,
        };
        Some(Transfer {
            access,
            expression,
            reads,
            writes,
        })
    })
}

/// The L1BM operand of one role, its first address and the long words of one cycle; `$lbi` is none.
fn l1bm_operand(expression: &Expression, role: Role) -> Option<(&Operand, u32, u32)> {
    let specs = expression.op.row().operands;
    expression
        .operands()
        .zip(specs)
        .find_map(|(operand, spec)| match operand.kind {
            OperandKind::L1bm { address, .. }
                if (spec.role == Role::Input) == (role == Role::Input) =>
            {
                Some((operand, address, spec.words_per_cycle))
            }
            _ => None,
        })
}

/// The long words of L1BM that an access of one cycle touches.
fn words_of(op: Op, address: u32, rate: u32, cycle: u32) -> impl Iterator<Item = usize> {
    // `l1bmp $llb` reads two long words that are four apart, one further in each cycle (manual 3.6.8.7).
    let (start, count, stride) = match op {
        Op::L1bm(L1bmOp::BroadcastPeDouble) => (address + cycle, 2, 4),
        _ => (address + cycle * rate, rate, 1),
    };
    (0..count).map(move |index| ((start + index * stride) % L1BM_LONG_WORDS) as usize)
}

impl L1bmState {
    pub(super) fn new() -> Self {
        Self {
            from_l2bm: Words::new(Access::L2bmToL1bm),
            from_multicast: Words::new(Access::Multicast),
            from_pe: Words::new(Access::PeToL1bm),
            ports: [
                (Access::L2bmToL1bm, [None; 8]),
                (Access::Multicast, [None; 8]),
            ],
            last_from_pe: None,
            last_to_l2bm: None,
        }
    }

    /// Compares what a step transfers with what was transferred before.
    pub(super) fn reads(&self, step: u64, text: &Step, add: &mut impl FnMut(Diagnostic)) {
        for transfer in transfers(text) {
            match transfer.access {
                Access::L2bmToL1bm => self.turn_to_l1bm(step, &transfer, add),
                Access::L1bmToL2bm | Access::Multicast => {
                    self.ports(step, &transfer, add);
                    self.words(step, &transfer, &self.from_pe, Code::PeThenL2bmHazard, add);
                }
                Access::L1bmToPe => self.to_pe(step, &transfer, add),
                _ => {}
            }
        }
    }

    /// Manual 3.6.3.2.
    fn turn_to_l1bm(&self, step: u64, transfer: &Transfer<'_>, add: &mut impl FnMut(Diagnostic)) {
        let Some((written, ..)) = self.last_to_l2bm else {
            return;
        };
        let rule = report::rule(Access::L1bmToL2bm, transfer.access);
        let range = transfer.expression.range.clone();
        steps(
            step,
            Code::L2bmDirectionHazard,
            rule,
            "L2BM is read",
            written,
            range,
            add,
        );
    }

    /// Manual 3.6.3.3 and 3.6.3.4.
    fn ports(&self, step: u64, transfer: &Transfer<'_>, add: &mut impl FnMut(Diagnostic)) {
        for (access, ports) in &self.ports {
            let rule = report::rule(*access, transfer.access);
            let latest = (0..8)
                .filter(|l1b| transfer.reads >> l1b & 1 == 1)
                .filter_map(|l1b| ports[l1b].map(|written| (written, l1b)))
                .max_by_key(|(written, _)| written.cycle);
            if let Some((written, l1b)) = latest {
                let range = transfer.expression.range.clone();
                let what = format!("L1BM of L1B {l1b} is read towards L2BM");
                steps(step, Code::L1bPortHazard, rule, &what, written, range, add);
            }
        }
    }

    /// Manual 3.6.3.5, 3.6.3.6 and 3.6.3.8.
    fn to_pe(&self, step: u64, transfer: &Transfer<'_>, add: &mut impl FnMut(Diagnostic)) {
        let Some((operand, ..)) = l1bm_operand(transfer.expression, Role::Input) else {
            return;
        };
        if let Some(written) = self.last_from_pe {
            let rule = report::rule(Access::PeToL1bm, Access::L1bmToPe);
            let range = operand.range.clone();
            steps(
                step,
                Code::L1bmDirectionHazard,
                rule,
                "L1BM is read",
                written,
                range,
                add,
            );
        }
        self.words(
            step,
            transfer,
            &self.from_multicast,
            Code::MulticastHazard,
            add,
        );
        self.words(step, transfer, &self.from_l2bm, Code::L2bmToPeHazard, add);
    }

    /// Compares the long words that a transfer reads with the last writes of one kind.
    fn words(
        &self,
        step: u64,
        transfer: &Transfer<'_>,
        words: &Words,
        code: Code,
        add: &mut impl FnMut(Diagnostic),
    ) {
        let Some((operand, address, rate)) = l1bm_operand(transfer.expression, Role::Input) else {
            return;
        };
        let rule = report::rule(words.access, transfer.access);
        let mut worst: Option<(u64, usize, Written)> = None;
        for cycle in 0..CYCLES_PER_STEP as u32 {
            let now = step * 4 + u64::from(cycle);
            for word in words_of(transfer.expression.op, address, rate, cycle) {
                let Some(written) = words.words.get(word).copied().flatten() else {
                    continue;
                };
                let between = now.saturating_sub(written.cycle + 1);
                if worst.is_none_or(|(least, ..)| between < least) {
                    worst = Some((between, word, written));
                }
            }
        }
        if let Some((between, word, written)) = worst
            && between < u64::from(rule.distance)
        {
            let what = format!("`$lb{word}` is read");
            add(report::hazard(
                code,
                rule,
                &what,
                written,
                between,
                operand.range.clone(),
            ));
        }
    }

    /// Notes what a step writes.
    pub(super) fn writes(&mut self, step: u64, line: u32, text: &Step) {
        for transfer in transfers(text) {
            let range = &transfer.expression.range;
            let at = |cycle: usize| Written {
                cycle: step * 4 + cycle as u64,
                line,
                range: (range.start, range.end),
            };
            if transfer.access == Access::L1bmToL2bm {
                let range = transfer
                    .expression
                    .operands()
                    .zip(transfer.expression.op.row().operands);
                for (operand, spec) in range {
                    if let OperandKind::L2bm { address, .. } = operand.kind {
                        let words = spec.words_per_cycle * CYCLES_PER_STEP as u32;
                        self.last_to_l2bm = Some((at(0), address, words));
                    }
                }
                continue;
            }
            let Some((_, address, rate)) = l1bm_operand(transfer.expression, Role::Output) else {
                continue;
            };
            let words = match transfer.access {
                Access::L2bmToL1bm => &mut self.from_l2bm,
                Access::Multicast => &mut self.from_multicast,
                _ => {
                    self.last_from_pe = Some(at(0));
                    &mut self.from_pe
                }
            };
            words.words.resize(L1BM_LONG_WORDS as usize, None);
            for cycle in 0..CYCLES_PER_STEP {
                for word in words_of(transfer.expression.op, address, rate, cycle as u32) {
                    words.words[word] = Some(at(cycle));
                }
            }
            if let Some((_, ports)) = self
                .ports
                .iter_mut()
                .find(|(access, _)| *access == transfer.access)
            {
                for l1b in (0..8).filter(|l1b| transfer.writes >> l1b & 1 == 1) {
                    ports[l1b] = Some(at(0));
                }
            }
        }
    }

    /// Manual 3.6.3.1: an MV instruction is taken to read its whole range when it is issued.
    pub(super) fn mv(&self, step: u64, mv: &MvInstruction, add: &mut impl FnMut(Diagnostic)) {
        let Some((written, start, words)) = self.last_to_l2bm else {
            return;
        };
        let source = mv.operands.first();
        let Some(OperandKind::L2bm { address, .. }) = source.map(|operand| &operand.kind) else {
            return;
        };
        let size = Memory::L2bm.size().unwrap_or(u32::MAX);
        let length = mv.size_long_words.min(size);
        let overlaps = *address < start + words && start < address + length;
        if !overlaps {
            return;
        }
        let rule = report::rule(Access::L1bmToL2bm, Access::MvFromL2bm);
        // Where the transfer starts at or above the written range, the assembler lets it pass.
        let code = if *address < start {
            Code::L2bmMvHazard
        } else {
            Code::L2bmMvDoubtful
        };
        let range = mv.range.clone();
        steps(step, code, rule, "L2BM is read", written, range, add);
    }
}

/// A rule that counts steps, whatever the address.
fn steps(
    step: u64,
    code: Code,
    rule: &TimingRule,
    what: &str,
    written: Written,
    range: LineRange,
    add: &mut impl FnMut(Diagnostic),
) {
    debug_assert_eq!(rule.unit, DistanceUnit::Steps);
    let between = step.saturating_sub(written.step() + 1);
    if between < u64::from(rule.distance) {
        add(report::hazard(code, rule, what, written, between, range));
    }
}
