//! Sets of L1Bs as an opcode's `@` selects them.

use mnc2_asm::program::{Expression, TargetKind};
use mnc2_isa::geometry::L1BS_PER_L2B;

/// A set of L1Bs (manual 3.6.7.1): those that equal `l1badr` in the bits outside `immode`.
#[derive(Clone, Copy, Debug)]
pub(super) struct L1bSet {
    pub(super) l1badr: u8,
    pub(super) immode: u8,
}

impl L1bSet {
    const ALL: Self = Self {
        l1badr: 0,
        immode: 0b111,
    };

    pub(super) fn of(expression: &Expression) -> Self {
        match expression.target.as_ref().map(|target| target.kind) {
            Some(TargetKind::L1bSet { l1badr, immode }) => Self { l1badr, immode },
            Some(TargetKind::L1b(l1badr)) => Self { l1badr, immode: 0 },
            Some(TargetKind::Mab(_)) | None => Self::ALL,
        }
    }

    fn contains(self, l1b: usize) -> bool {
        let kept = 0b111 ^ self.immode;
        l1b as u8 & kept == self.l1badr & kept
    }

    pub(super) fn members(self) -> impl Iterator<Item = usize> {
        (0..L1BS_PER_L2B).filter(move |&l1b| self.contains(l1b))
    }
}
