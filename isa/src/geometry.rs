//! Sizes of the chip (manual 1.1, 1.5): how many of each block there are and how much each memory holds.

/// Groups on the chip (manual 1.1).
pub const GROUPS: usize = 4;
/// L2Bs in a group.
pub const L2BS_PER_GROUP: usize = 2;
/// L1Bs in an L2B.
pub const L1BS_PER_L2B: usize = 8;
/// MABs in an L1B.
pub const MABS_PER_L1B: usize = 16;
/// PEs in a MAB.
pub const PES_PER_MAB: usize = 4;
/// PEs in an L1B.
pub const PES_PER_L1B: usize = MABS_PER_L1B * PES_PER_MAB;
/// PEs in an L2B.
pub const PES_PER_L2B: usize = L1BS_PER_L2B * PES_PER_L1B;
/// PEs in a group.
pub const PES_PER_GROUP: usize = L2BS_PER_GROUP * PES_PER_L2B;
/// L2Bs on the chip.
pub const L2BS: usize = GROUPS * L2BS_PER_GROUP;
/// L1Bs on the chip.
pub const L1BS: usize = L2BS * L1BS_PER_L2B;
/// MABs on the chip.
pub const MABS: usize = L1BS * MABS_PER_L1B;
/// PEs on the chip.
pub const PES: usize = MABS * PES_PER_MAB;

/// Cycles in one step (manual 1.2).
pub const CYCLES_PER_STEP: usize = 4;

/// LM0 and LM1, in single words (2 Ki long words each).
pub const LM_SINGLE_WORDS: u32 = 4096;
/// GRF0 and GRF1, in single words (256 long words each).
pub const GRF_SINGLE_WORDS: u32 = 512;
/// T-register, in long words: two for each cycle (manual 3.6.1.12).
pub const T_LONG_WORDS: u32 = 8;
/// L1BM, in long words.
pub const L1BM_LONG_WORDS: u32 = 8 * 1024;
/// L2BM, in long words.
pub const L2BM_LONG_WORDS: u32 = 32 * 1024;
/// PDM of one group, in long words (4 MiB).
pub const PDM_LONG_WORDS: u32 = 512 * 1024;
/// DRAM of one group, in long words (4 GiB).
pub const DRAM_LONG_WORDS: u32 = 512 * 1024 * 1024;
/// DAR of one group, in entries of one address word (manual 3.6.1.3).
pub const DAR_ENTRIES: u32 = 1024;
/// DARBUF of one group, in address words (manual 3.6.7.10).
pub const DARBUF_ENTRIES: u32 = 512;
/// Entries of the mask register, fixed ones included (manual 3.6.2).
pub const MASK_ENTRIES: u32 = 32;
/// First and last variable entry of the mask register.
pub const MASK_VARIABLE_ENTRIES: std::ops::RangeInclusive<u32> = 1..=15;
/// First of the fixed entries that hold a pattern of cycles in their low four bits.
pub const MASK_FIRST_PATTERN_ENTRY: u32 = 16;
/// Physical rows of one side of the matrix register (manual 3.6.1.14).
pub const MATRIX_PHYSICAL_ROWS: u32 = 16;

const _: () = assert!(PES == 4096 && MABS == 1024 && L1BS == 64);
