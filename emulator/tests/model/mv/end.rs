//! Operands of MV instructions (manual 3.5.2, 3.5.6): how they are written, and which long words they name.

use crate::oracle::samples::Random;
use crate::state::{Mem, State, Write, whole};

/// The content of an operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) mem: Mem,
    pub(crate) address: usize,
    pub(crate) group: usize,
    pub(crate) l2b: usize,
    /// N of `nd<N>` if the DRAM address goes through the DAR; 0 is infinite.
    pub(crate) indirect: Option<usize>,
}

/// Which elements an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// `@<group>`, for L2BM `@<group>.<l2b>`.
    One,
    /// `@.<l2b>`: that L2B of every group.
    OneInGroup,
    /// Nothing after `@`.
    All,
    /// `@<group>` of L2BM: both L2Bs.
    Group,
}

impl End {
    pub(crate) fn text(&self, random: &mut Random, names: Names) -> String {
        let Self {
            address,
            group,
            l2b,
            ..
        } = self;
        let letters = if self.indirect.is_some() {
            "di"
        } else {
            self.mem.letters()
        };
        let place = match (names, self.mem) {
            (Names::One, Mem::L2bm) => format!("@{group}.{l2b}"),
            (Names::One | Names::Group, _) => format!("@{group}"),
            // Without `@` it is L2B 0.
            (Names::OneInGroup, _) if *l2b == 0 && random.flip() => String::new(),
            (Names::OneInGroup, _) => format!("@.{l2b}"),
            (Names::All, _) => String::new(),
        };
        format!("${letters}{address}{place}")
    }

    /// The address of a long word counted from the operand's start, in a group (manual 3.5.6).
    pub(crate) fn at(&self, state: &State, group: usize, offset: usize) -> usize {
        let Some(consecutive) = self.indirect else {
            return self.address + offset;
        };
        let access = offset / 16;
        let entry = access.checked_div(consecutive).unwrap_or(0);
        let rest = access - entry * consecutive;
        let word = state.read(Mem::Dar, group, (self.address + entry) % 1024) as usize;
        16 * (word + rest) + offset % 16
    }

    pub(crate) fn element(&self, group: usize, l2b: usize) -> usize {
        if self.mem == Mem::L2bm {
            group * 2 + l2b
        } else {
            group
        }
    }

    pub(crate) fn read(&self, state: &State, (group, l2b): (usize, usize), offset: usize) -> u64 {
        let address = self.at(state, group, offset);
        state.read(self.mem, self.element(group, l2b), address)
    }

    pub(crate) fn write(
        &self,
        state: &State,
        (group, l2b): (usize, usize),
        offset: usize,
        value: u64,
    ) -> Write {
        let address = self.at(state, group, offset);
        whole(self.mem, self.element(group, l2b), address, value)
    }
}
