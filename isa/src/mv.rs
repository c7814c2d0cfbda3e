//! MV instruction statements: transfers between PDM, DRAM and L2BM (manual 3.5).

use crate::instruction::instructions;
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic};

/// Long words of a unit operation, as `n<size>` counts them; sizes are multiples of it (manual 3.5.8).
pub const UNIT_LONG_WORDS: u32 = 64;

/// The largest priority `p<n>` (manual 3.5.7).
pub const PRIORITY_MAX: u32 = 3;

/// Long words of one step of DRAM indirection, the unit of an address word (manual 3.5.6).
pub const INDIRECTION_UNIT_LONG_WORDS: u32 = 16;

const fn transfer(
    source: (OperandClass, &'static str, u32),
    destination: (OperandClass, &'static str, u32),
) -> [OperandSpec; 2] {
    [
        OperandSpec::input(source.1, source.0).words(source.2, source.2),
        OperandSpec::output(destination.1, destination.0).words(destination.2, destination.2),
    ]
}

/// Throughput of an MV instruction that runs alone, in long words per cycle; `None` where the manual gives no figure. The
/// manual does not describe how several MV instructions affect each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MvRate {
    /// Of each source memory; for individual transfers within one group.
    pub source: Option<u32>,
    /// Of each destination memory; for individual transfers within one group.
    pub destination: Option<u32>,
    /// On both sides, if source and destination belong to different groups.
    pub between_groups: Option<u32>,
}

const fn sides(source: Option<u32>, destination: Option<u32>) -> Option<MvRate> {
    Some(MvRate {
        source,
        destination,
        between_groups: None,
    })
}

const fn both(rate: u32) -> Option<MvRate> {
    sides(Some(rate), Some(rate))
}

const fn individual(within_group: Option<u32>, between_groups: u32) -> Option<MvRate> {
    Some(MvRate {
        source: within_group,
        destination: within_group,
        between_groups: Some(between_groups),
    })
}

instructions! {
    /// An MV instruction; one row for each basic mode of manual 3.5.8.
    MvOp in Mv, Group::Mv,
    /// Throughput when the instruction runs alone; `None` for `mvnop`.
    rate: Option<MvRate>;

    Nop (None) {
        title: "No operation",
        mnemonic: Mnemonic::Fixed("mvnop"),
        operands: &[],
        doc: "Does nothing. No program needs it; it appears in lists of packed instructions.",
        effect: "nothing",
        example: "mvnop",
        section: "3.5.8.1",
    }

    PdmToDram (individual(Some(16), 8)) {
        title: "PDM to DRAM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 64), (OperandClass::DramOfGroup, "addr_d", 64)) },
        doc: "Copies from the PDM of one group to the DRAM of one group, the same or another.",
        effect: "\
for i = 0:size/64
  MEM[group_d].dram[addr_d + 64*i : +64] = MEM[group_p].pdm[addr_p + 64*i : +64]",
        example: "mvp/n64 $p0@0 $d0@1",
        section: "3.5.8.2",
    }

    DramToPdm (individual(Some(8), 4)) {
        title: "DRAM to PDM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::DramOfGroup, "addr_d", 64), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        doc: "Copies from the DRAM of one group to the PDM of one group, the same or another.",
        effect: "\
for i = 0:size/64
  MEM[group_p].pdm[addr_p + 64*i : +64] = MEM[group_d].dram[addr_d + 64*i : +64]",
        example: "mvp/n64 $d0@1 $p0@0",
        section: "3.5.8.3",
    }

    PdmToL2bm (individual(Some(16), 8)) {
        title: "PDM to L2BM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 64), (OperandClass::L2bmOne, "addr_c", 64)) },
        doc: "Copies from the PDM of one group to one L2BM, of the same or another group. Where every group makes the same transfer within itself, the parallel form is faster.",
        effect: "\
for i = 0:size/64
  MEM[group_c][l2b_c].l2bm[addr_c + 64*i : +64] = MEM[group_p].pdm[addr_p + 64*i : +64]",
        example: "mvp/n64 $p0@0 $lc0@2.1",
        section: "3.5.8.4",
    }

    L2bmToPdm (individual(Some(16), 8)) {
        title: "L2BM to PDM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::L2bmOne, "addr_c", 64), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        doc: "Copies from one L2BM to the PDM of one group, the same or another. Where every group makes the same transfer within itself, the parallel form is faster.",
        effect: "\
for i = 0:size/64
  MEM[group_p].pdm[addr_p + 64*i : +64] = MEM[group_c][l2b_c].l2bm[addr_c + 64*i : +64]",
        example: "mvp/n64 $lc0@2.1 $p0@0",
        section: "3.5.8.5",
    }

    DramToL2bm (individual(Some(16), 8)) {
        title: "DRAM to L2BM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::DramOfGroup, "addr_d", 64), (OperandClass::L2bmOne, "addr_c", 64)) },
        doc: "Copies from the DRAM of one group to one L2BM, of the same or another group. Where every group makes the same transfer within itself, the parallel form is faster.",
        effect: "\
for i = 0:size/64
  MEM[group_c][l2b_c].l2bm[addr_c + 64*i : +64] = MEM[group_d].dram[addr_d + 64*i : +64]",
        example: "mvp/n64 $d0@0 $lc0@2.1",
        section: "3.5.8.6",
    }

    L2bmToDram (individual(Some(16), 8)) {
        title: "L2BM to DRAM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::L2bmOne, "addr_c", 64), (OperandClass::DramOfGroup, "addr_d", 64)) },
        doc: "Copies from one L2BM to the DRAM of one group, the same or another. Where every group makes the same transfer within itself, the parallel form is faster.",
        effect: "\
for i = 0:size/64
  MEM[group_d].dram[addr_d + 64*i : +64] = MEM[group_c][l2b_c].l2bm[addr_c + 64*i : +64]",
        example: "mvp/n64 $lc0@2.1 $d0@0",
        section: "3.5.8.7",
    }

    PdmToPdm (individual(None, 8)) {
        title: "PDM to PDM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr0", 64), (OperandClass::PdmOfGroup, "addr1", 64)) },
        doc: "Copies from the PDM of one group to the PDM of another group.",
        effect: "\
for i = 0:size/64
  MEM[group1].pdm[addr1 + 64*i : +64] = MEM[group0].pdm[addr0 + 64*i : +64]",
        example: "mvp/n64 $p0@0 $p0@1",
        section: "3.5.8.8",
    }

    PdmToL2bmParallel (both(16)) {
        title: "PDM to L2BM parallel transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::PdmOfEveryGroup, "addr_p", 64), (OperandClass::L2bmOneInEveryGroup, "addr_c", 64)) },
        doc: "In every group, copies from its PDM to one of its L2BMs, number `<l2b>` (0 where `@` is \
              missing).",
        effect: "\
for i = 0:size/64
  forall group
    MEM[group][l2b_c].l2bm[addr_c + 64*i : +64] = MEM[group].pdm[addr_p + 64*i : +64]",
        example: "mvp/n64 $p0 $lc0@.1",
        section: "3.5.8.9",
    }

    L2bmToPdmParallel (both(16)) {
        title: "L2BM to PDM parallel transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::L2bmOneInEveryGroup, "addr_c", 64), (OperandClass::PdmOfEveryGroup, "addr_p", 64)) },
        doc: "In every group, copies from one of its L2BMs, number `<l2b>` (0 where `@` is missing), to \
              its PDM.",
        effect: "\
for i = 0:size/64
  forall group
    MEM[group].pdm[addr_p + 64*i : +64] = MEM[group][l2b_c].l2bm[addr_c + 64*i : +64]",
        example: "mvp/n64 $lc0@.1 $p0",
        section: "3.5.8.10",
    }

    DramToL2bmParallel (both(16)) {
        title: "DRAM to L2BM parallel transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::DramOfEveryGroup, "addr_d", 64), (OperandClass::L2bmOneInEveryGroup, "addr_c", 64)) },
        doc: "In every group, copies from its DRAM to one of its L2BMs, number `<l2b>` (0 where `@` is \
              missing).",
        effect: "\
for i = 0:size/64
  forall group
    MEM[group][l2b_c].l2bm[addr_c + 64*i : +64] = MEM[group].dram[addr_d + 64*i : +64]",
        example: "mvp/n64 $d0 $lc0@.1",
        section: "3.5.8.11",
    }

    L2bmToDramParallel (both(16)) {
        title: "L2BM to DRAM parallel transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        operands: &const { transfer((OperandClass::L2bmOneInEveryGroup, "addr_c", 64), (OperandClass::DramOfEveryGroup, "addr_d", 64)) },
        doc: "In every group, copies from one of its L2BMs, number `<l2b>` (0 where `@` is missing), to \
              its DRAM.",
        effect: "\
for i = 0:size/64
  forall group
    MEM[group].dram[addr_d + 64*i : +64] = MEM[group][l2b_c].l2bm[addr_c + 64*i : +64]",
        example: "mvp/n64 $lc0@.1 $d0",
        section: "3.5.8.12",
    }

    DramToL2bmInGroup (both(16)) {
        title: "DRAM to L2BM intra-group broadcast",
        mnemonic: Mnemonic::Fixed("mvb2"),
        operands: &const { transfer((OperandClass::DramOfEveryGroup, "addr_d", 64), (OperandClass::L2bmEvery, "addr_c", 64)) },
        doc: "In every group, copies from its DRAM to both of its L2BMs.",
        effect: "\
for i = 0:size/64
  forall group, l2b
    MEM[group][l2b].l2bm[addr_c + 64*i : +64] = MEM[group].dram[addr_d + 64*i : +64]",
        example: "mvb2/n64 $d0 $lc0",
        section: "3.5.8.13",
    }

    L2bmToDramInGroup (both(16)) {
        title: "L2BM to DRAM intra-group reduction",
        mnemonic: Mnemonic::Reduction { prefix: "mvr2", shortens: false, double_long: false },
        operands: &const { transfer((OperandClass::L2bmEvery, "addr_c", 64), (OperandClass::DramOfEveryGroup, "addr_d", 64)) },
        doc: "In every group, reduces its two L2BMs and writes the result to its DRAM. The manual's heading calls this a broadcast, which is an error.",
        effect: "\
for i = 0:size/64
  forall group
    MEM[group].dram[addr_d + 64*i : +64] = reduce over l2b of MEM[group][l2b].l2bm[addr_c + 64*i : +64]",
        example: "mvr2dfadd/n64 $lc0 $d0",
        section: "3.5.8.14",
    }

    L2bmToPdmInGroup (both(16)) {
        title: "L2BM to PDM intra-group reduction",
        mnemonic: Mnemonic::Reduction { prefix: "mvr2", shortens: false, double_long: false },
        operands: &const { transfer((OperandClass::L2bmOfGroup, "addr_c", 64), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        doc: "In one group, reduces its two L2BMs and writes the result to its PDM. There is no broadcast in the other \
              direction that would match it.",
        effect: "\
for i = 0:size/64
  MEM[group].pdm[addr_p + 64*i : +64] = reduce over l2b of MEM[group][l2b].l2bm[addr_c + 64*i : +64]",
        example: "mvr2dfadd/n64 $lc0@1 $p0@1",
        section: "3.5.8.15",
    }

    DramToL2bmGather4 (sides(Some(8), Some(16))) {
        title: "DRAM to L2BM inter-group broadcast by L2B",
        mnemonic: Mnemonic::Fixed("mvb4"),
        operands: &const { transfer((OperandClass::DramOfEveryGroup, "addr_d", 32), (OperandClass::L2bmEvery, "addr_c", 64)) },
        doc: "Collects from the DRAMs of the four groups and broadcasts: of each 32 long words of every DRAM, the \
              first 16 of all groups, side by side, go to L2BM 0 of every group, the other 16 likewise to L2BM 1. The \
              size counts long words in L2BM and is a multiple of 64; half as many are read from each DRAM.",
        effect: "\
for i = 0:size/64
  forall group, l2b
    for g = 0:4
      MEM[group][l2b].l2bm[addr_c + 64*i + 16*g : +16] = MEM[g].dram[addr_d + 32*i + 16*l2b : +16]",
        example: "mvb4/n64 $d0 $lc0",
        section: "3.5.8.16",
    }

    L2bmToDramReduce4 (sides(Some(16), Some(8))) {
        title: "L2BM to DRAM inter-group gather reduction",
        mnemonic: Mnemonic::Reduction { prefix: "mvr4", shortens: false, double_long: false },
        operands: &const { transfer((OperandClass::L2bmEvery, "addr_c", 64), (OperandClass::DramOfEveryGroup, "addr_d", 32)) },
        doc: "Reduces L2BM 0 of all groups, and L2BM 1 of all groups, and deals each result to the four DRAMs, 16 long \
              words at a time: each DRAM receives 32 long words for 64 read. The size counts long words in L2BM and is \
              a multiple of 64.",
        effect: "\
for i = 0:size/64
  forall l2b
    buf[0:64] = reduce over group of MEM[group][l2b].l2bm[addr_c + 64*i : +64]
    forall group
      MEM[group].dram[addr_d + 32*i + 16*l2b : +16] = buf[16*group : +16]",
        example: "mvr4dfadd/n64 $lc0 $d0",
        section: "3.5.8.17",
    }

    PdmToL2bmBroadcast (both(8)) {
        title: "PDM to L2BM inter-group broadcast",
        mnemonic: Mnemonic::Fixed("mvb"),
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 64), (OperandClass::L2bmEvery, "addr_c", 64)) },
        doc: "Copies from the PDM of one group to all eight L2BMs.",
        effect: "\
for i = 0:size/64
  forall group, l2b
    MEM[group][l2b].l2bm[addr_c + 64*i : +64] = MEM[group_p].pdm[addr_p + 64*i : +64]",
        example: "mvb/n64 $p0@0 $lc0",
        section: "3.5.8.18",
    }

    L2bmToPdmReduce (both(8)) {
        title: "L2BM to PDM inter-group reduction",
        mnemonic: Mnemonic::Reduction { prefix: "mvr", shortens: false, double_long: false },
        operands: &const { transfer((OperandClass::L2bmEvery, "addr_c", 64), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        doc: "Reduces all eight L2BMs and writes the result to the PDM of one group. The reduction runs in two stages, \
              within the groups and then between them.",
        effect: "\
for i = 0:size/64
  MEM[group_p].pdm[addr_p + 64*i : +64] = reduce over group, l2b of MEM[group][l2b].l2bm[addr_c + 64*i : +64]",
        example: "mvrdfadd/n64 $lc0 $p0@0",
        section: "3.5.8.19",
    }

    DramToL2bmBroadcast (sides(None, Some(32))) {
        title: "DRAM to L2BM inter-group broadcast",
        mnemonic: Mnemonic::Fixed("mvb"),
        operands: &const { transfer((OperandClass::DramOfEveryGroup, "addr_d", 16), (OperandClass::L2bmEvery, "addr_c", 64)) },
        doc: "Reads 16 long words from the DRAM of each group, joins the four parts and broadcasts the 64 long words \
              to all eight L2BMs. The size counts long words in L2BM and is a multiple of 64; a quarter of it is read \
              from each DRAM.",
        effect: "\
for i = 0:size/64
  forall group, l2b
    for g = 0:4
      MEM[group][l2b].l2bm[addr_c + 64*i + 16*g : +16] = MEM[g].dram[addr_d + 16*i : +16]",
        example: "mvb/n64 $d0 $lc0",
        section: "3.5.8.20",
    }

    L2bmToDramReduce (sides(Some(32), None)) {
        title: "L2BM to DRAM inter-group reduction",
        mnemonic: Mnemonic::Reduction { prefix: "mvr", shortens: false, double_long: false },
        operands: &const { transfer((OperandClass::L2bmEvery, "addr_c", 64), (OperandClass::DramOfEveryGroup, "addr_d", 16)) },
        doc: "Reduces all eight L2BMs and deals the result to the DRAMs of the four groups, 16 long words at a time. \
              The size counts long words in L2BM and is a multiple of 64; a quarter of it goes to each DRAM. The \
              reduction runs in two stages, within the groups and then between them.",
        effect: "\
for i = 0:size/64
  buf[0:64] = reduce over group, l2b of MEM[group][l2b].l2bm[addr_c + 64*i : +64]
  forall group
    MEM[group].dram[addr_d + 16*i : +16] = buf[16*group : +16]",
        example: "mvrdfadd/n64 $lc0 $d0",
        section: "3.5.8.21",
    }

    PdmToL2bmScatter (sides(Some(8), Some(1))) {
        title: "PDM to L2BM scatter",
        mnemonic: Mnemonic::Fixed("mvd"),
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 512), (OperandClass::L2bmEvery, "addr_c", 64)) },
        doc: "Deals the PDM of one group to the eight L2BMs in turn, 16 long words at a time: L2B 0 of group 0, L2B 1 \
              of group 0, L2B 0 of group 1 and so on. The size counts long words in one L2BM and is a multiple of 64; \
              eight times as many are read, from an address that is a multiple of 512.",
        effect: "\
for i = 0:size/64
  for j = 0:4
    forall group, l2b
      MEM[group][l2b].l2bm[addr_c + 64*i + 16*j : +16]
        = MEM[group_p].pdm[addr_p + 512*i + 16*(8*j + 2*group + l2b) : +16]",
        example: "mvd/n64 $p0@0 $lc0",
        section: "3.5.8.22",
    }

    L2bmToPdmGather (sides(Some(1), Some(8))) {
        title: "L2BM to PDM gather",
        mnemonic: Mnemonic::Fixed("mvd"),
        operands: &const { transfer((OperandClass::L2bmEvery, "addr_c", 64), (OperandClass::PdmOfGroup, "addr_p", 512)) },
        doc: "Collects the eight L2BMs in turn into the PDM of one group, 16 long words at a time: L2B 0 of group 0, \
              L2B 1 of group 0, L2B 0 of group 1 and so on. The size counts long words in one L2BM and is a multiple \
              of 64; eight times as many are written, to an address that is a multiple of 512.",
        effect: "\
for i = 0:size/64
  for j = 0:4
    forall group, l2b
      MEM[group_p].pdm[addr_p + 512*i + 16*(8*j + 2*group + l2b) : +16]
        = MEM[group][l2b].l2bm[addr_c + 64*i + 16*j : +16]",
        example: "mvd/n64 $lc0 $p0@0",
        section: "3.5.8.23",
    }

    PdmToDramScatter (sides(Some(8), Some(2))) {
        title: "PDM to DRAM scatter",
        mnemonic: Mnemonic::Fixed("mvd"),
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 64), (OperandClass::DramOfEveryGroup, "addr_d", 16)) },
        doc: "Deals the PDM of one group to the DRAMs of the four groups, 16 long words at a time. The size counts \
              long words in PDM and is a multiple of 64; a quarter of it goes to each DRAM, to an address that is a \
              multiple of 16.",
        effect: "\
for i = 0:size/64
  forall group
    MEM[group].dram[addr_d + 16*i : +16] = MEM[group_p].pdm[addr_p + 64*i + 16*group : +16]",
        example: "mvd/n64 $p0@0 $d0",
        section: "3.5.8.24",
    }

    DramToPdmGather (sides(Some(2), Some(8))) {
        title: "DRAM to PDM gather",
        mnemonic: Mnemonic::Fixed("mvd"),
        operands: &const { transfer((OperandClass::DramOfEveryGroup, "addr_d", 16), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        doc: "Collects 16 long words from the DRAM of each group in turn into the PDM of one group. The size counts \
              long words in PDM and is a multiple of 64; a quarter of it comes from each DRAM, from an address that is \
              a multiple of 16.",
        effect: "\
for i = 0:size/64
  forall group
    MEM[group_p].pdm[addr_p + 64*i + 16*group : +16] = MEM[group].dram[addr_d + 16*i : +16]",
        example: "mvd/n64 $d0 $p0@0",
        section: "3.5.8.25",
    }
}
