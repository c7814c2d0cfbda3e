//! `@boundary_flags_compute`: the flag of each PE from its numbers.
//!
//! The documents describe the flags, not the steps; these are our own.

use mnc2_program::directive::{DirectiveName, DirectivePart, PoolKind};
use mnc2_text::Message;

use super::{Linker, Site, incomplete};

/// The numbers of a PE from the inside to the outside, each with the last one.
const NUMBERS: [(&str, u64); 4] = [
    ("$subpeid", 3),
    ("$mabid", 15),
    ("$l1bid", 7),
    ("$l2bid", 7),
];

/// The registers that the steps use.
struct Registers {
    /// Numbers of registers of GRF0: a constant, and what differs from the edge.
    constant: u64,
    differs: u64,
    lm1: u64,
    masks: [u64; 4],
}

impl<'a> Linker<'a> {
    pub(super) fn compute_flags(&mut self, site: &Site<'a>) -> Result<(), Message> {
        self.in_one_dimension(site.name)?;
        let missing = || incomplete(DirectiveName::BoundaryFlagsCompute);
        let to = site.text(DirectivePart::Grf0).ok_or_else(missing)?;
        let registers = self.registers().ok_or_else(missing)?;
        self.new_flags(site);
        self.settle();
        self.quote_alone(site);
        self.constant(0, &registers);
        self.line(format_args!("lpassa $lr{} {to}", registers.constant));
        let [left, right] = self.structure.edges(site.dimension());
        let outermost = |is_edge: bool, side: u64| if is_edge { 8 + side } else { 6 + side };
        for (side, is_edge) in [(0, right), (1, left)] {
            let bits = [side, 2 + side, 4 + side, outermost(is_edge, side)];
            let edge = |last: u64| if side == 0 { last } else { 0 };
            self.side(
                NUMBERS.map(|(name, last)| (name, edge(last))),
                bits,
                to,
                &registers,
            );
        }
        self.line("nop/2");
        Ok(())
    }

    fn registers(&self) -> Option<Registers> {
        let mut masks = [0; 4];
        for (at, number) in masks.iter_mut().enumerate() {
            *number = self.pooled(PoolKind::Masks, at)?;
        }
        Some(Registers {
            constant: self.pooled(PoolKind::Grf0, 0)?,
            differs: self.pooled(PoolKind::Grf0, 1)?,
            lm1: self.pooled(PoolKind::Lm1, 0)?,
            masks,
        })
    }

    /// Sets the register of constants, a long word.
    fn constant(&mut self, value: u64, registers: &Registers) {
        let register = registers.constant;
        self.line(format_args!("imm i\"0\" $r{register}"));
        self.line(format_args!("imm i\"{value}\" $r{}", register + 1));
        self.line("nop/2");
    }

    /// The flags of one side: a PE is at an edge of its MAB if it has the number of the edge, and at an edge of an outer block if it
    /// is at the edge of the inner block, too. An outer flag replaces an inner one.
    fn side(&mut self, edges: [(&str, u64); 4], bits: [u64; 4], to: &str, registers: &Registers) {
        let Registers {
            constant,
            differs,
            lm1,
            masks,
        } = registers;
        self.constant(0, registers);
        self.line(format_args!("lpassa $lr{constant} $ln{lm1}"));
        for ((number, edge), mask) in edges.into_iter().zip(masks) {
            self.constant(edge, registers);
            self.line(format_args!("lxor {number} $lr{constant} $lr{constant}"));
            self.line("nop/2");
            self.line(format_args!("lor $lr{constant} $ln{lm1} $lr{differs}"));
            self.line("nop/2");
            self.line(format_args!("lpassa $lr{differs} $ln{lm1}"));
            self.line(format_args!("lpassa $lr{differs} $omr{mask}"));
            self.line("nop/2");
        }
        for (bit, mask) in bits.into_iter().zip(masks) {
            self.constant(1 << bit, registers);
            self.line(format_args!("maskr {mask}"));
            self.line(format_args!("ipassa $lr{constant} {to}"));
            self.line("mask 0");
        }
    }
}
