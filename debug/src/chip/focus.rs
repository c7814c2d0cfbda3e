//! The PE that a focus names.

use mnc2_isa::geometry::{
    GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES_PER_GROUP, PES_PER_L1B, PES_PER_L2B,
    PES_PER_MAB,
};

use mnc2_ide::session::Focus;

/// The index of a PE in the chip.
pub fn pe_of(focus: Focus) -> usize {
    mnc2_ide::features::run::scope(focus).first_pe()
}

/// The PE with an index.
pub const fn focus_of(pe: usize) -> Focus {
    Focus {
        group: (pe / PES_PER_GROUP % GROUPS) as u8,
        l2b: (pe / PES_PER_L2B % L2BS_PER_GROUP) as u8,
        l1b: (pe / PES_PER_L1B % L1BS_PER_L2B) as u8,
        mab: (pe / PES_PER_MAB % MABS_PER_L1B) as u8,
        pe: (pe % PES_PER_MAB) as u8,
    }
}
