//! Contents for the memories that suit an instruction: numbers of its precision, boundaries among them, values
//! that cancel, and blocks whose elements have one exponent.

use mnc2_isa::reduction::ReductionKind;
use mnc2_isa::{MauOp, Op, Precision};

use crate::oracle::number::{DOUBLE, Fields, HALF, Layout, SINGLE};
use crate::oracle::rrn::layout_of;
use crate::oracle::samples::Random;
use crate::reduction::Reduction;
use crate::state::{Cell, Mem, State, word};
use crate::unit::Form;

/// How memories are filled.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Values {
    /// Any bits, zeros often.
    Integers,
    Numbers(Layout),
    /// Few numbers, so that sums cancel and compared numbers are equal.
    Few(Layout, [u64; 5]),
    /// Numbers with one exponent, and in half precision zero exponents.
    Blocks(Layout, i64),
}

impl Values {
    fn random(random: &mut Random, form: &Form) -> Self {
        let precision = form.spelling.precision;
        let Some(precision) = precision.filter(|precision| precision.is_float()) else {
            return Self::Integers;
        };
        let own = match precision {
            Precision::Double => DOUBLE,
            Precision::Half => HALF,
            _ => SINGLE,
        };
        let lower = if own == DOUBLE { SINGLE } else { HALF };
        let converts = form.conversions.iter().any(|letter| !letter.is_empty());
        let layout = match random.below(4) {
            // What `e` extends, or `r` shortens, or half precision adds to.
            0 if own == HALF => SINGLE,
            0 | 1 if converts && own != HALF => lower,
            0 | 1 if converts => SINGLE,
            _ => own,
        };
        let is_product = matches!(form.op, Op::Mau(MauOp::Mfma | MauOp::Mmul));
        if is_product && random.below(4) != 0 {
            let any = random.value(own);
            return Self::Blocks(own, own.fields(any).exponent);
        }
        Self::numbers(random, layout)
    }

    /// For a reduction of elements of this many bits.
    pub(crate) fn for_reduction(random: &mut Random, (kind, _, bits): Reduction) -> Self {
        match kind {
            ReductionKind::FloatAdd | ReductionKind::Max | ReductionKind::Min => {
                // Half precision is extended in the conversion.
                let bits = if bits == 32 && random.below(3) == 0 {
                    16
                } else {
                    bits
                };
                Self::numbers(random, layout_of(bits))
            }
            ReductionKind::IntegerAdd
            | ReductionKind::BitAnd
            | ReductionKind::LogicalAnd
            | ReductionKind::BitOr
            | ReductionKind::LogicalOr => Self::Integers,
        }
    }

    fn numbers(random: &mut Random, layout: Layout) -> Self {
        if random.below(3) == 0 {
            let mut few = [0; 5];
            let one = layout.bits_of(Fields {
                negative: false,
                exponent: layout.bias(),
                mantissa: 0,
            });
            few[0] = one;
            few[1] = one | 1 << (layout.bits() - 1);
            few[2] = one + 1;
            for value in &mut few[3..] {
                *value = random.near(layout, layout.bias());
            }
            return Self::Few(layout, few);
        }
        Self::Numbers(layout)
    }

    const fn bits(self) -> u32 {
        match self {
            Self::Integers => 32,
            Self::Numbers(layout) | Self::Few(layout, _) | Self::Blocks(layout, _) => layout.bits(),
        }
    }

    fn element(self, random: &mut Random) -> u64 {
        match self {
            Self::Integers => word(random),
            Self::Numbers(layout) => random.value(layout),
            Self::Few(layout, few) => {
                let value = few[random.below(5) as usize];
                value ^ u64::from(random.flip()) << (layout.bits() - 1)
            }
            Self::Blocks(layout, common) => {
                let is_small = layout == HALF && random.below(6) == 0;
                layout.bits_of(Fields {
                    negative: random.flip(),
                    exponent: if is_small { 0 } else { common },
                    mantissa: if random.below(8) == 0 {
                        0
                    } else {
                        random.mantissa(layout.mantissa_bits)
                    },
                })
            }
        }
    }

    pub(crate) fn long_word(self, random: &mut Random) -> u64 {
        let bits = self.bits();
        (0..64 / bits).fold(0_u128, |long, _| {
            long << bits | u128::from(self.element(random))
        }) as u64
    }
}

/// Puts values for a form into the memories of the PEs, the matrix registers and L1BM.
pub(crate) fn fill(state: &mut State, random: &mut Random, form: &Form) {
    fill_with(state, random, |random| Values::random(random, form));
}

/// As [`fill`], with different values in each MAB. The T-register's words that are used as addresses stay in half of the PEs.
pub(crate) fn fill_with(
    state: &mut State,
    random: &mut Random,
    values: impl Fn(&mut Random) -> Values,
) {
    let mabs = state.l1bs.iter().flat_map(|l1b| l1b * 16..(l1b + 1) * 16);
    for mab in mabs.collect::<Vec<_>>() {
        let values = values(random);
        for pe in mab * 4..mab * 4 + 4 {
            for mem in [Mem::Lm0, Mem::Lm1, Mem::Grf0, Mem::Grf1] {
                let size = mem.size();
                for place in (size - 8..size + 40).step_by(2) {
                    put(state, (mem, pe, place), values.long_word(random));
                }
            }
            let keeps_addresses = pe % 2 == 0;
            for place in (0..16).step_by(2) {
                let long = values.long_word(random);
                if !keeps_addresses || place % 4 == 2 {
                    put(state, (Mem::T, pe, place), long);
                }
            }
        }
        for side in [Mem::MatrixX, Mem::MatrixY] {
            for place in (0..256).step_by(4) {
                let long = values.long_word(random);
                for half in 0..4 {
                    let value = long >> (48 - 16 * half) & 0xffff;
                    state.cells.insert(Cell(side, mab, place + half), value);
                }
            }
        }
    }
    for l1b in state.l1bs.clone() {
        let values = values(random);
        state.fill(random, Mem::L1bm, l1b, 0..64, |random| {
            values.long_word(random)
        });
    }
}

fn put(state: &mut State, (mem, pe, place): (Mem, usize, usize), long: u64) {
    for (word, value) in [long >> 32, long & 0xffff_ffff].into_iter().enumerate() {
        let place = (place + word) % mem.size();
        state.cells.insert(Cell(mem, pe, place), value);
    }
}
