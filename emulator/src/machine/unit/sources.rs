//! Which words decide what a unit of the PEs outputs.

use mnc2_isa::geometry::{CYCLES_PER_STEP, PES_PER_MAB};
use mnc2_isa::mau::{MauOp, Port};
use mnc2_isa::spelling::ProductHalf;
use mnc2_isa::{AluOp, Memory, Op, OperandClass, Precision, Width};
use mnc2_program::access::{AccessRole, Store};
use mnc2_program::{Conversion, Expression, Operand, OperandKind};
use mnc2_text::LineRange;

use crate::chip_place::ChipPlace;
use crate::machine::address::addresses;
use crate::machine::chip::Chip;
use crate::machine::matrix::{physical_row, rows};
use crate::machine::sources::{Sides, WordSource, source};

/// The PEs of the MAB of a PE.
fn mab_of(pe: usize) -> std::ops::Range<usize> {
    let first = pe / PES_PER_MAB * PES_PER_MAB;
    first..first + PES_PER_MAB
}

/// The sources of some sides of a PE's output in a cycle, before a zero-flush mask.
pub(in crate::machine) fn sources(
    chip: &Chip,
    expression: &Expression,
    sides: Sides,
    cycle: usize,
    pe: usize,
) -> Vec<WordSource> {
    let reader = Reader {
        chip,
        expression,
        cycle,
    };
    match expression.op {
        Op::Alu(op) => reader.alu(op, sides, pe),
        Op::Mau(MauOp::Mread) => reader.columns(sides, pe),
        Op::Mau(op) => reader.mau(op, sides, pe),
        Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => Vec::new(),
    }
}

/// The cycle, the physical row and the sources of each row that a matrix register write writes on a MAB.
pub(in crate::machine) fn row_writes(
    chip: &Chip,
    expression: &Expression,
    operand: &Operand,
    place: &ChipPlace,
) -> Vec<(usize, u32, Vec<WordSource>)> {
    let (Some(precision), &OperandKind::MatrixRows { width, row, .. }) =
        (expression.spelling.precision, &operand.kind)
    else {
        return Vec::new();
    };
    let sides = if width == Width::DoubleLong { 2 } else { 1 };
    let mut writes = Vec::new();
    for cycle in 0..CYCLES_PER_STEP {
        let reader = Reader {
            chip,
            expression,
            cycle,
        };
        for side in 0..sides {
            let row = usize::from(row) + sides * cycle + side;
            let pes = mab_of(place.element * PES_PER_MAB);
            let sources = pes.flat_map(|pe| reader.input(0, Sides::from_side(side), pe));
            let row = physical_row(precision, row) as u32;
            writes.push((cycle, row, sources.collect()));
        }
    }
    writes
}

/// The sources of some sides of an input operand of a PE.
pub(in crate::machine) fn input_sources(
    chip: &Chip,
    expression: &Expression,
    (cycle, pe): (usize, usize),
    sides: Sides,
) -> Vec<WordSource> {
    let reader = Reader {
        chip,
        expression,
        cycle,
    };
    reader.input(0, sides, pe)
}

/// The registers that are part of an address in a cycle.
pub(in crate::machine) fn address_sources(
    kind: &OperandKind,
    range: &LineRange,
    cycle: usize,
    pe: usize,
) -> Vec<WordSource> {
    let OperandKind::PeMemory(memory) = kind else {
        return Vec::new();
    };
    let base = match memory.memory {
        Memory::Lm0 => Some(Memory::BaseLm0),
        Memory::Lm1 => Some(Memory::BaseLm1),
        _ => None,
    };
    let first = cycle as u32 * Width::DoubleLong.single_words();
    let t = memory.indirect.then_some((Memory::T, first..first + 2));
    let registers = base.map(|base| (base, 0..1)).into_iter().chain(t);
    let place = |(memory, words)| ChipPlace {
        store: Store::Memory(memory),
        element: pe,
        words,
    };
    registers
        .map(|register| source(AccessRole::Address, range, place(register)))
        .collect()
}

/// An expression in a cycle.
struct Reader<'a> {
    chip: &'a Chip,
    expression: &'a Expression,
    cycle: usize,
}

impl Reader<'_> {
    /// The sources of some sides of the input at a position, after its conversion.
    fn input(&self, position: usize, sides: Sides, pe: usize) -> Vec<WordSource> {
        let Some(operand) = self.expression.inputs.get(position) else {
            return Vec::new();
        };
        let conversion = operand.conversion.as_ref().map(|it| it.value);
        let sides = match conversion {
            None => sides,
            // Two long words become one, or one becomes two.
            Some(Conversion::Shorten) if sides.most => Sides::BOTH,
            Some(Conversion::Shorten) => Sides::NONE,
            Some(Conversion::Extend) => self.extended(sides),
        };
        match sides.is_any() {
            true => self.operand(operand, sides, pe),
            false => Vec::new(),
        }
    }

    /// A value extended to a double fills the MSB side alone.
    fn extended(&self, sides: Sides) -> Sides {
        let bits = self
            .expression
            .spelling
            .precision
            .map(Precision::element_bits);
        match bits == Some(64) && !sides.most {
            true => Sides::NONE,
            false => Sides::MOST,
        }
    }

    fn operand(&self, operand: &Operand, sides: Sides, pe: usize) -> Vec<WordSource> {
        let (store, first, count) = match &operand.kind {
            OperandKind::PeMemory(memory) => (
                Store::Memory(memory.memory),
                addresses(self.chip, memory, self.cycle).for_pe(pe),
                memory.width.single_words(),
            ),
            OperandKind::T(_) => {
                let count = Width::DoubleLong.single_words();
                (Store::Memory(Memory::T), self.cycle as u32 * count, count)
            }
            OperandKind::Forwarding(register) => {
                (Store::Forwarding(*register), self.cycle as u32, 1)
            }
            _ => return Vec::new(),
        };
        let words = match store {
            // Both sides are one word of such a register.
            Store::Forwarding(_) => first..first + 1,
            Store::Memory(_) | Store::Turnaround | Store::Darbuf => {
                let start = if sides.most { 0 } else { 2 };
                let end = if sides.least { 4 } else { 2 };
                first + start..first + count.min(end)
            }
        };
        if words.is_empty() {
            return Vec::new();
        }
        let place = ChipPlace {
            store,
            element: pe,
            words,
        };
        let mut sources = vec![source(AccessRole::Data, &operand.range, place)];
        sources.extend(address_sources(
            &operand.kind,
            &operand.range,
            self.cycle,
            pe,
        ));
        sources
    }

    fn alu(&self, op: AluOp, sides: Sides, pe: usize) -> Vec<WordSource> {
        let of_mab = |sides| mab_of(pe).flat_map(move |pe| self.input(0, sides, pe));
        let sender = |distance: usize| mab_of(pe).start + (pe + distance) % PES_PER_MAB;
        match op {
            AluOp::Zero | AluOp::Imm => Vec::new(),
            AluOp::Msl => self.shifted(sides, sender(PES_PER_MAB - 1), pe),
            AluOp::Msr => self.shifted(sides, sender(1), pe),
            AluOp::Bfe | AluOp::Bfn => of_mab(sides).collect(),
            _ => {
                let is_input =
                    |class| matches!(class, OperandClass::AluFirstInput | OperandClass::PeInput);
                let operands = self.expression.op.row().operands.iter();
                let inputs = operands.filter(|spec| is_input(spec.class)).count();
                // The LSB side is the LSB side of the first input.
                let second = Sides {
                    least: false,
                    ..sides
                };
                let all = [sides, second].into_iter().take(inputs).enumerate();
                all.flat_map(|(position, sides)| self.input(position, sides, pe))
                    .collect()
            }
        }
    }

    /// The MSB side comes from a neighbour.
    fn shifted(&self, sides: Sides, sender: usize, pe: usize) -> Vec<WordSource> {
        let most = Sides {
            least: false,
            ..sides
        };
        let least = Sides {
            most: false,
            ..sides
        };
        let mut sources = self.input(0, most, sender);
        sources.extend(self.input(0, least, pe));
        sources
    }

    fn mau(&self, op: MauOp, sides: Sides, pe: usize) -> Vec<WordSource> {
        let spelling = &self.expression.spelling;
        let Some(precision) = spelling.precision else {
            return Vec::new();
        };
        let is_short = precision.element_bits() == 16;
        let sides = Sides {
            least: sides.least && is_short && !spelling.shortened,
            ..sides
        };
        if !sides.is_any() {
            return Vec::new();
        }
        // Four sums are shortened to one long word.
        let addend = if spelling.shortened && is_short {
            Sides::BOTH
        } else {
            sides
        };
        let mut sources = match op.multiplies_matrix() {
            true => self.matrix_product(op, precision, sides, pe),
            false => self.product(op, pe),
        };
        if let Some(position) = op.input_of(Port::C) {
            sources.extend(self.input(position, addend, pe));
        }
        sources
    }

    /// The factors of a vector operation.
    fn product(&self, op: MauOp, pe: usize) -> Vec<WordSource> {
        let is_upper = pe % PES_PER_MAB < PES_PER_MAB / 2;
        let has_product = match self.expression.spelling.half {
            None => true,
            Some(ProductHalf::Upper) => is_upper,
            Some(ProductHalf::Lower) => !is_upper,
        };
        let positions = [op.input_of(Port::A).unwrap_or(0)];
        let positions = positions.into_iter().chain(op.input_of(Port::B));
        positions
            .filter(|_| has_product)
            .flat_map(|position| self.input(position, Sides::MOST, pe))
            .collect()
    }

    /// The vector of all PEs of the MAB, and the rows of the PE's results.
    fn matrix_product(
        &self,
        op: MauOp,
        precision: Precision,
        sides: Sides,
        pe: usize,
    ) -> Vec<WordSource> {
        let is_used = |row: usize| match self.expression.spelling.half {
            None => true,
            Some(ProductHalf::Upper) => row < 2,
            Some(ProductHalf::Lower) => row >= 2,
        };
        let results = 64 / precision.element_bits() as usize;
        let is_shortened = self.expression.spelling.shortened;
        let of_side = |result: usize| match (precision.element_bits(), is_shortened) {
            (16, false) => Sides::from_side(result / 2),
            _ => Sides::MOST,
        };
        let is_meant = |result: usize| {
            let side = of_side(result);
            side.most && sides.most || side.least && sides.least
        };
        let first = pe % PES_PER_MAB * results;
        let rows = (0..results).filter(|result| is_meant(*result));
        let rows: Vec<usize> = rows
            .map(|result| first + result)
            .filter(|row| is_used(*row))
            .collect();
        if rows.is_empty() {
            return Vec::new();
        }
        let vector = op.input_of(Port::A).unwrap_or(0);
        let vector = mab_of(pe).flat_map(|pe| self.input(vector, Sides::MOST, pe));
        let mut sources = self.matrix_rows(precision, rows.into_iter(), pe);
        sources.extend(vector);
        sources
    }

    /// Logical rows of the matrix register operand, on the MAB of a PE.
    fn matrix_rows(
        &self,
        precision: Precision,
        rows: impl Iterator<Item = usize>,
        pe: usize,
    ) -> Vec<WordSource> {
        let operand = self.expression.inputs.first();
        let Some((operand, side)) = operand.and_then(|operand| match operand.kind {
            OperandKind::MatrixSide(side, _) | OperandKind::MatrixRows { side, .. } => {
                Some((operand, side))
            }
            _ => None,
        }) else {
            return Vec::new();
        };
        rows.map(|row| {
            let row = physical_row(precision, row) as u32;
            let place = ChipPlace::from_pe(Store::Memory(side), row..row + 1, pe);
            source(AccessRole::Data, &operand.range, place)
        })
        .collect()
    }

    /// A transposed read: each PE gets its share of the rows.
    fn columns(&self, sides: Sides, pe: usize) -> Vec<WordSource> {
        let Some(precision) = self.expression.spelling.precision else {
            return Vec::new();
        };
        let bits = precision.element_bits() as usize;
        if !sides.most && bits != 16 {
            return Vec::new();
        }
        let per_pe = 64 / bits;
        let first = pe % PES_PER_MAB * per_pe;
        let own = (first..first + per_pe).filter(|row| *row < rows(precision));
        self.matrix_rows(precision, own, pe)
    }
}
