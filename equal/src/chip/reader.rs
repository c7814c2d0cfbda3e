//! The inputs of an expression, and its results.

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{ControlOp, Forwarding, L2bmOp, MauOp, Op, Width};
use mnc2_program::access::{Access, Accesses, Certainty, Direction, Store};
use mnc2_program::{Expression, Operand, OperandKind, PeMemory};

use super::{Chip, Cycles, Effect, Path, Unknown, data, in_cycle};
use crate::positions;
use crate::terms::{Kind, Run, Terms, Value};

/// An expression that reads the chip.
pub(crate) struct Reader<'a> {
    pub(crate) chip: &'a mut Chip,
    pub(crate) terms: &'a mut Terms,
    pub(crate) accesses: &'a Accesses,
    /// The expression in the step.
    pub(crate) index: usize,
    pub(crate) expression: &'a Expression,
}

impl Reader<'_> {
    pub(super) fn effect(&mut self) -> Result<Effect, Unknown> {
        Ok(match self.expression.op {
            Op::Control(ControlOp::Nop | ControlOp::Noforward | ControlOp::Wait) => Effect::None,
            Op::Alu(op) => {
                let output = self.alu(op)?;
                Effect::Pe(Forwarding::Aluf, self.flushed(output))
            }
            Op::Mau(MauOp::Mread) => {
                let output = self.mread()?;
                Effect::Pe(Forwarding::Mreadf, self.flushed(output))
            }
            Op::Mau(MauOp::Mwrite) => Effect::Rows(self.mwrite()?),
            Op::Mau(
                op @ (MauOp::Mfma
                | MauOp::Mmul
                | MauOp::Vfma
                | MauOp::Vmul
                | MauOp::Vadd
                | MauOp::Vpassa),
            ) => {
                let output = self.mau(op)?;
                Effect::Pe(Forwarding::Mauf, self.flushed(output))
            }
            Op::L1bm(op) if op.is_to_pe() => {
                let output = self.down(op, self.chip.shape)?;
                Effect::Pe(Forwarding::Lbf, self.flushed(output))
            }
            Op::L1bm(op) => {
                let (written, turnaround) = self.up(op)?;
                Effect::Up {
                    written,
                    turnaround,
                    shape: op.transfer().shape,
                }
            }
            Op::L2bm(L2bmOp::Darw) => Effect::None,
            Op::L2bm(op) => Effect::L2bm(self.l2bm(op)?),
            Op::Mv(_)
            | Op::Control(
                ControlOp::Quit
                | ControlOp::DebugGet
                | ControlOp::DebugSet
                | ControlOp::Mask
                | ControlOp::HostWritePdm
                | ControlOp::HostReadPdm
                | ControlOp::HostFlush
                | ControlOp::HostWriteDram,
            ) => return Err(Unknown),
        })
    }

    /// The input operand at a position.
    pub(crate) fn input(&self, position: usize) -> Result<&Operand, Unknown> {
        self.expression.inputs.get(position).ok_or(Unknown)
    }

    /// The data path of an input in the four cycles, without conversion and sign.
    pub(crate) fn paths(&mut self, position: usize) -> Result<Cycles<Path>, Unknown> {
        let expression = self.expression;
        let operand = expression.inputs.get(position).ok_or(Unknown)?;
        let width = match &operand.kind {
            OperandKind::PeMemory(memory) => memory.width,
            OperandKind::T(_) => Width::DoubleLong,
            OperandKind::Forwarding(register) => {
                return Ok(self.chip.forwarded[*register as usize]);
            }
            OperandKind::Constant(constant) => {
                return Ok([self.constant(*constant); CYCLES_PER_STEP]);
            }
            _ => return Err(Unknown),
        };
        let access = data(self.accesses, self.index, operand, Direction::Read).ok_or(Unknown)?;
        let mut paths = [[Value::ZERO; 4]; CYCLES_PER_STEP];
        for (cycle, path) in paths.iter_mut().enumerate() {
            let mut is_first = true;
            for piece in in_cycle(self.accesses, access, cycle) {
                if piece.certainty == Certainty::Somewhere {
                    let OperandKind::PeMemory(memory) = &operand.kind else {
                        return Err(Unknown);
                    };
                    *path = self.read_somewhere(memory, cycle);
                    is_first = false;
                    break;
                }
                if piece.count != width.single_words() {
                    return Err(Unknown);
                }
                let content = &self.chip.stores[access.store.index()];
                for (address, value) in (piece.first..piece.first + piece.count).zip(&mut *path) {
                    let word = content.word(self.terms, address);
                    // Only PEs that add a word to the address read the other words.
                    *value = if is_first {
                        word
                    } else {
                        self.terms.mix(piece.elements, word, *value)
                    };
                }
                is_first = false;
            }
            if is_first {
                return Err(Unknown);
            }
        }
        Ok(paths)
    }

    fn read_somewhere(&mut self, memory: &PeMemory, cycle: usize) -> Path {
        if let Some((selector, places)) = self.chip.positions(self.terms, memory, cycle) {
            let store = Store::Memory(memory.memory);
            let mut path = [Value::ZERO; 4];
            for (word, value) in (0..memory.width.single_words()).zip(&mut path) {
                let content = &self.chip.stores[store.index()];
                let words = places.iter();
                let words =
                    words.map(|(number, at)| (*number, content.word(self.terms, at + word)));
                let words: Vec<(u64, Value)> = words.collect();
                *value = positions::chosen(self.terms, selector, &words);
            }
            return path;
        }
        let inputs = self.chip.somewhere(self.terms, memory, cycle);
        let kind = Kind::ReadSomewhere {
            width: memory.width,
            address: memory.address_words(cycle),
            madpe: memory.madpe,
        };
        let read = self.terms.computed(kind, &inputs);
        let width = memory.width.single_words();
        std::array::from_fn(|word| {
            if (word as u32) < width {
                self.terms.after(read, word as u32)
            } else {
                Value::ZERO
            }
        })
    }

    pub(crate) fn turnaround(&self) -> Cycles<Value> {
        self.chip.turnaround
    }

    /// The words that an input reads in a cycle, as runs.
    pub(crate) fn runs(
        &mut self,
        access: &Access,
        cycle: usize,
        runs: &mut Vec<Run>,
    ) -> Result<(), Unknown> {
        for piece in in_cycle(self.accesses, access, cycle) {
            if piece.certainty != Certainty::Always {
                return Err(Unknown);
            }
            self.chip.read(self.terms, access.store, piece, runs);
        }
        Ok(())
    }
}
