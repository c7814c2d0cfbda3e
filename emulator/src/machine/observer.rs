//! Observation of a run: an observer sees every read and write.
//!
//! The machine is generic over its observer, and [`Unobserved`] has only empty methods, so an unobserved run pays
//! nothing. The accesses of `d set`, `d get` and host statements are in the statement itself and are not repeated.

use mnc2_isa::{ChipLevel, Forwarding, Memory, Width};
use mnc2_program::Statement;
use mnc2_text::LineRange;

use super::address::Addresses;
use super::chip::Chip;
use super::mask::StepMask;

/// One access in one cycle.
#[derive(Clone, Copy, Debug)]
pub struct ObservedAccess<'a> {
    /// Cycle in the step; 0 in an MV instruction.
    pub cycle: usize,
    /// The range of the operand in its line; the opcode if no operand names the place.
    pub range: &'a LineRange,
    /// The memory or register.
    pub place: AccessedPlace<'a>,
}

/// The place of an access.
#[derive(Clone, Copy, Debug)]
pub enum AccessedPlace<'a> {
    /// LM, GRF or T-register of every PE. An access to T by a long word reads it for an address.
    Pe {
        /// A memory of the PEs.
        memory: Memory,
        /// The words that one access reads or writes.
        width: Width,
        /// Addresses in single words; for the T-register `4 · cycle`.
        addresses: &'a Addresses,
        /// The write mask; bits that it does not let through are not written.
        mask: Option<&'a StepMask>,
    },
    /// A base address register of every PE, written.
    Base {
        /// [`Memory::BaseLm0`] or [`Memory::BaseLm1`].
        memory: Memory,
        /// Of the word whose low bits are written.
        width: Width,
        /// The write mask in force; `None` without one.
        mask: Option<&'a StepMask>,
    },
    /// An entry of the mask register of every PE, as the cycle sees it.
    MaskEntry(u8),
    /// Rows of the matrix register of every MAB.
    MatrixRows {
        /// [`Memory::MatrixX`] or [`Memory::MatrixY`].
        side: Memory,
        /// A bit for each physical row.
        physical_rows: u16,
    },
    /// A forwarding path of every PE.
    Forwarding(Forwarding),
    /// The turnaround register of every L1B.
    Turnaround,
    /// Consecutive long words of L1BM, L2BM, PDM or DRAM, or entries of DAR; addresses wrap around.
    Upper {
        /// A memory above the PEs.
        memory: Memory,
        /// A bit for each L1B, L2B or group.
        elements: u64,
        /// First address in long words.
        address: u32,
        /// The number of long words.
        count: u32,
    },
    /// Entries of DARBUF of some groups.
    Darbuf {
        /// A bit for each group.
        elements: u64,
        /// The first entry, counted from 0.
        entry: u32,
        /// The number of entries.
        count: u32,
    },
}

impl AccessedPlace<'_> {
    /// All elements of a level as bits.
    #[must_use]
    pub const fn all_of(level: ChipLevel) -> u64 {
        let elements = mnc2_isa::geometry::PES / level.pes();
        if elements >= 64 {
            u64::MAX
        } else {
            (1 << elements) - 1
        }
    }
}

/// Sees every access of a run, in program order; within a step reads come before writes.
pub trait Observer {
    /// Whether it observes anything. Data that only an observer needs is not computed for one that does not.
    #[inline]
    fn is_on(&self) -> bool {
        true
    }

    /// A run, or a part of one, begins on this chip.
    #[inline]
    fn begin(&mut self, chip: &Chip) {
        let _ = chip;
    }

    /// A statement of this line, counted from 0, is about to run.
    #[inline]
    fn statement(&mut self, line: u32, statement: &Statement) {
        let _ = (line, statement);
    }

    /// The accesses that follow are of this expression of the step, counted from 0.
    #[inline]
    fn expression(&mut self, index: usize) {
        let _ = index;
    }

    /// Called for each read; by default it does nothing.
    #[inline]
    fn read(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        let _ = (access, chip);
    }

    /// Something was written; the chip holds it.
    #[inline]
    fn write(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        let _ = (access, chip);
    }

    /// The statement is complete.
    #[inline]
    fn done(&mut self) {}
}

/// Sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    #[inline]
    fn is_on(&self) -> bool {
        false
    }
}

/// Observes what the observer in it does, if there is one.
impl<O: Observer> Observer for Option<O> {
    fn is_on(&self) -> bool {
        self.as_ref().is_some_and(Observer::is_on)
    }

    fn begin(&mut self, chip: &Chip) {
        if let Some(observer) = self {
            observer.begin(chip);
        }
    }

    fn statement(&mut self, line: u32, statement: &Statement) {
        if let Some(observer) = self {
            observer.statement(line, statement);
        }
    }

    fn expression(&mut self, index: usize) {
        if let Some(observer) = self {
            observer.expression(index);
        }
    }

    fn read(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        if let Some(observer) = self {
            observer.read(access, chip);
        }
    }

    fn write(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        if let Some(observer) = self {
            observer.write(access, chip);
        }
    }

    fn done(&mut self) {
        if let Some(observer) = self {
            observer.done();
        }
    }
}

/// Observes for its owner, who looks at it afterwards.
impl<O: Observer> Observer for &mut O {
    fn is_on(&self) -> bool {
        (**self).is_on()
    }

    fn begin(&mut self, chip: &Chip) {
        (**self).begin(chip);
    }

    fn statement(&mut self, line: u32, statement: &Statement) {
        (**self).statement(line, statement);
    }

    fn expression(&mut self, index: usize) {
        (**self).expression(index);
    }

    fn read(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        (**self).read(access, chip);
    }

    fn write(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        (**self).write(access, chip);
    }

    fn done(&mut self) {
        (**self).done();
    }
}

/// Both see everything.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn is_on(&self) -> bool {
        self.0.is_on() || self.1.is_on()
    }

    fn begin(&mut self, chip: &Chip) {
        self.0.begin(chip);
        self.1.begin(chip);
    }

    fn statement(&mut self, line: u32, statement: &Statement) {
        self.0.statement(line, statement);
        self.1.statement(line, statement);
    }

    fn expression(&mut self, index: usize) {
        self.0.expression(index);
        self.1.expression(index);
    }

    fn read(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        self.0.read(access, chip);
        self.1.read(access, chip);
    }

    fn write(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        self.0.write(access, chip);
        self.1.write(access, chip);
    }

    fn done(&mut self) {
        self.0.done();
        self.1.done();
    }
}
