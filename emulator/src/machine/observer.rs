//! Observation of a run: what is read and written, told to whoever wants to know.
//!
//! The machine is generic over its observer, and [`Unobserved`] has only empty
//! methods, so that an unobserved run pays nothing.

use mnc2_isa::{Memory, Width};

use super::address::Addresses;
use super::mask::StepMask;

/// One access of all PEs to a PE memory in one cycle.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// Cycle in the step.
    pub cycle: usize,
    /// Which memory.
    pub memory: Memory,
    /// Access word length.
    pub width: Width,
    /// Addresses in single words; for the T-register `4 · cycle`.
    pub addresses: &'a Addresses,
}

/// Sees every access of a run, in program order; within a step reads come before writes.
pub trait Observer {
    /// A statement of this line, counted from 0, is about to run.
    #[inline]
    fn line(&mut self, line: u32) {
        let _ = line;
    }

    /// A PE memory is read.
    #[inline]
    fn read(&mut self, access: &Access<'_>) {
        let _ = access;
    }

    /// A PE memory is written, where the mask lets it.
    #[inline]
    fn write(&mut self, access: &Access<'_>, mask: Option<&StepMask>) {
        let _ = (access, mask);
    }
}

/// Sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
