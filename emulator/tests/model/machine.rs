//! The fast machine next to the model: the same start, the same lines, the same cells afterwards.

use std::collections::HashSet;

use mnc2_emulator::machine::chip::Chip;
use mnc2_emulator::{Machine, Outcome, RunOptions};
use mnc2_isa::geometry::{DAR_ENTRIES, DARBUF_ENTRIES, PES};
use mnc2_isa::{Forwarding, Memory};

use crate::mask::Setting;
use crate::state::{ByCell, Cell, Mem, State, Write};
use crate::step::{self, Expression};

/// The model, the machine and the lines that they ran.
pub(crate) struct Pair {
    pub(crate) model: State,
    pub(crate) machine: Machine,
    pub(crate) source: String,
}

impl Pair {
    /// A machine that starts as the model is.
    pub(crate) fn new(model: State) -> Self {
        Self::with_period(model, PES)
    }

    /// A machine with the model's start state, in which each `period` PEs are like those before: no two of the model's
    /// PEs may be alike for that reason. Equal PEs are stored once, so such a machine is made and runs faster.
    pub(crate) fn with_period(model: State, period: usize) -> Self {
        let mut machine = Machine::new();
        for (&cell, &value) in &model.cells {
            load(machine.chip_mut(), cell, value, period);
        }
        Self {
            model,
            machine,
            source: String::new(),
        }
    }

    /// Runs a random step on both, another one as long as the assembler does not accept it: random operands
    /// of one line may collide in the instruction word.
    #[track_caller]
    pub(crate) fn accepted<R>(
        &mut self,
        mut random_step: impl FnMut(&Self) -> (Vec<Expression>, R),
    ) -> R {
        for _ in 0..50 {
            let (expressions, result) = random_step(self);
            if self.step(&expressions) {
                return result;
            }
        }
        let (expressions, _) = random_step(self);
        let texts: Vec<String> = expressions.iter().map(Expression::text).collect();
        panic!(
            "none of many steps is accepted, such as `{}`",
            texts.join("; ")
        );
    }

    /// Runs a step on both; false if the assembler does not accept the line.
    #[track_caller]
    pub(crate) fn step(&mut self, expressions: &[Expression]) -> bool {
        let texts: Vec<String> = expressions.iter().map(Expression::text).collect();
        if !self.run(&texts.join("; ")) {
            return false;
        }
        let writes = step::step(&mut self.model, expressions);
        self.compare_written(&writes);
        true
    }

    /// Runs a `mask` statement on both.
    #[track_caller]
    pub(crate) fn mask(&mut self, setting: Setting) {
        assert!(self.run(&setting.text()), "{}", setting.text());
        self.model.setting = setting;
    }

    /// Runs a line on the machine; false if the assembler does not accept it.
    #[track_caller]
    pub(crate) fn run(&mut self, line: &str) -> bool {
        let program = mnc2_asm::parse(line);
        if program.iter().any(|line| line.has_error()) {
            return false;
        }
        self.source += line;
        self.source.push('\n');
        let report = self
            .machine
            .run(&program, &RunOptions::default(), &mut Vec::new());
        assert_eq!(report.outcome, Outcome::Finished, "{}", self.source);
        true
    }

    /// Compares the cells that a line wrote.
    #[track_caller]
    pub(crate) fn compare_written(&self, writes: &[Write]) {
        let cells: HashSet<Cell, ByCell> = writes.iter().map(|write| write.cell).collect();
        for cell in cells {
            self.compare(cell);
        }
    }

    #[track_caller]
    fn compare(&self, cell: Cell) {
        let expected = self.model.read(cell.0, cell.1, cell.2);
        if let Some(found) = content(self.machine.chip(), cell) {
            assert_eq!(
                found, expected,
                "{cell:?}: {found:#x}, not {expected:#x}, after\n{}",
                self.source
            );
        }
    }

    /// Compares every cell of the model, and that the machine holds nothing else where the model looks.
    #[track_caller]
    pub(crate) fn finish(&self) {
        for &cell in self.model.cells.keys() {
            self.compare(cell);
        }
        let chip = self.machine.chip();
        for (mem, memory) in [
            (Mem::Lm0, Memory::Lm0),
            (Mem::Lm1, Memory::Lm1),
            (Mem::Grf0, Memory::Grf0),
            (Mem::Grf1, Memory::Grf1),
            (Mem::T, Memory::T),
        ] {
            let written = chip
                .planes(memory)
                .into_iter()
                .flat_map(|planes| planes.written());
            for (address, plane) in written {
                for pe in self.model.pes().filter(|&pe| plane[pe] != 0) {
                    self.compare(Cell(mem, pe, 2 * address));
                    self.compare(Cell(mem, pe, 2 * address + 1));
                }
            }
        }
        for &l1b in &self.model.l1bs {
            self.compare_nonzero(Mem::L1bm, l1b, 0, &chip.l1bm.element(l1b));
        }
        for l2b in 0..8 {
            self.compare_nonzero(Mem::L2bm, l2b, 0, &chip.l2bm.element(l2b));
        }
        for group in 0..4 {
            for (mem, memory) in [(Mem::Pdm, &chip.pdm), (Mem::Dram, &chip.dram)] {
                for (address, page) in memory[group].written() {
                    self.compare_nonzero(mem, group, address as usize, page);
                }
            }
        }
    }

    #[track_caller]
    fn compare_nonzero(&self, mem: Mem, element: usize, first: usize, words: &[u64]) {
        for (index, _) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
            self.compare(Cell(mem, element, first + index));
        }
    }
}

/// The planes that hold a PE memory or matrix register, the long word of a cell there, and the PE.
fn plane_cell(Cell(mem, element, address): Cell) -> Option<(Memory, usize, usize)> {
    let memory = match mem {
        Mem::Lm0 => Memory::Lm0,
        Mem::Lm1 => Memory::Lm1,
        Mem::Grf0 => Memory::Grf0,
        Mem::Grf1 => Memory::Grf1,
        Mem::T => Memory::T,
        Mem::MatrixX | Mem::MatrixY => {
            // A row of 16 half words is the long words of the MAB's four PEs.
            let side = if mem == Mem::MatrixX {
                Memory::MatrixX
            } else {
                Memory::MatrixY
            };
            let plane = Chip::matrix_plane(side, address / 16);
            return Some((side, plane, element * 4 + address % 16 / 4));
        }
        _ => return None,
    };
    Some((memory, address / 2, element))
}

/// Bits from the low end of a cell within its long word, and how many it has.
const fn place(mem: Mem, address: usize) -> (u32, u64) {
    match mem {
        Mem::MatrixX | Mem::MatrixY => (48 - 16 * (address as u32 % 4), 0xffff),
        _ => (32 - 32 * (address as u32 % 2), 0xffff_ffff),
    }
}

const fn base_of(mem: Mem) -> Memory {
    match mem {
        Mem::Base1 => Memory::BaseLm1,
        _ => Memory::BaseLm0,
    }
}

fn load(chip: &mut Chip, cell: Cell, value: u64, period: usize) {
    let Cell(mem, element, address) = cell;
    if let Some((memory, plane, pe)) = plane_cell(cell) {
        let (shift, bits) = place(mem, address);
        let planes = chip.planes_mut(memory).expect("a PE memory");
        let long = &mut planes.write(plane).make_mut(period)[pe % period];
        *long = *long & !(bits << shift) | value << shift;
        return;
    }
    match mem {
        Mem::Mask => {
            let flags = chip.mask_mut((address / 4) as u8, address % 4);
            flags.make_mut(period)[element % period] = value as u8;
        }
        Mem::Base0 | Mem::Base1 => {
            let bases = chip.base_mut(base_of(mem));
            bases.make_mut(period)[element % period] = value as u16;
        }
        Mem::L1bm => chip.l1bm.write(element, address as u32, value),
        Mem::L2bm => chip.l2bm.write(element, address as u32, value),
        Mem::Pdm => chip.pdm[element].write(address as u32, value),
        Mem::Dram => chip.dram[element].write(address as u32, value),
        Mem::Dar => chip.dar[element * DAR_ENTRIES as usize + address] = value as u32,
        Mem::Darbuf => chip.darbuf[element * DARBUF_ENTRIES as usize + address] = value as u32,
        _ => panic!("{mem:?} starts at zero"),
    }
}

/// The content of the machine; `None` for turnaround registers, which only `$lbi` shows.
fn content(chip: &Chip, cell: Cell) -> Option<u64> {
    let Cell(mem, element, address) = cell;
    if let Some((memory, plane, pe)) = plane_cell(cell) {
        let (shift, bits) = place(mem, address);
        return Some(chip.planes(memory)?.read(plane)[pe] >> shift & bits);
    }
    let forwarded = |path: Forwarding| {
        let long = chip.forwarded(path).map_or(0, |cycles| {
            let cycle = &cycles[address / 4];
            let side = if address % 4 < 2 {
                &cycle.most
            } else {
                &cycle.least
            };
            side[element]
        });
        Some(if address.is_multiple_of(2) {
            long >> 32
        } else {
            long & 0xffff_ffff
        })
    };
    match mem {
        Mem::Aluf => forwarded(Forwarding::Aluf),
        Mem::Mauf => forwarded(Forwarding::Mauf),
        Mem::Lbf => forwarded(Forwarding::Lbf),
        Mem::Mreadf => forwarded(Forwarding::Mreadf),
        Mem::Mask => {
            let flags = chip.mask((address / 4) as u8, address % 4);
            Some(flags[element].into())
        }
        Mem::Base0 | Mem::Base1 => Some(
            chip.base(base_of(mem))
                .map_or(0, |base| base[element].into()),
        ),
        Mem::L1bm => Some(chip.l1bm.read(element, address as u32)),
        Mem::L2bm => Some(chip.l2bm.read(element, address as u32)),
        Mem::Pdm => Some(chip.pdm[element].read(address as u32)),
        Mem::Dram => Some(chip.dram[element].read(address as u32)),
        Mem::Dar => Some(chip.dar[element * DAR_ENTRIES as usize + address].into()),
        Mem::Darbuf => Some(chip.darbuf[element * DARBUF_ENTRIES as usize + address].into()),
        Mem::DarEntries if address == 0 => Some(chip.dar_write_entry.into()),
        Mem::DarEntries => Some(chip.darbuf_read_entry.into()),
        _ => None,
    }
}
