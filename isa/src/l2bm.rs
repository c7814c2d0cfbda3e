//! L2BM instruction expressions: transfers between L2BM and L1BM, multicast and DAR writes (manual 3.6.7).

use crate::instruction::{TargetRule, instructions};
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic};

const fn down(l2bm_words: u32, l1bm_words: u32) -> [OperandSpec; 2] {
    [
        OperandSpec::input("addr_c", OperandClass::L2bm).words(l2bm_words, l2bm_words),
        OperandSpec::output("addr_b", OperandClass::L1bm).words(l1bm_words, l1bm_words),
    ]
}

const fn up(l1bm_words: u32, l2bm_words: u32) -> [OperandSpec; 2] {
    [
        OperandSpec::input("addr_b", OperandClass::L1bm).words(l1bm_words, l1bm_words),
        OperandSpec::output("addr_c", OperandClass::L2bm).words(l2bm_words, l2bm_words),
    ]
}

instructions! {
    /// An instruction of the L2BMs (manual 3.6.7).
    L2bmOp in L2bm, Group::L2bm,
    /// The elements that `@...` after the opcode selects.
    target_rule: TargetRule;

    Broadcast (TargetRule::OptionalL1bSet) {
        title: "L2BM to L1BM broadcast",
        mnemonic: Mnemonic::Fixed("l2bmb"),
        operands: &const { down(16, 16) },
        doc: "Copies 16 long words per cycle, 64 per step, from each L2BM to the same address of its L1BMs. \
              `@<l1bset>` restricts it to some L1Bs; without it all eight are written. Both addresses are \
              multiples of 16.",
        effect: "\
for cycle = 0:4
  forall group, l2b
    for l1b in l1bset
      l1bm[addr_b + 16*cycle : +16] = l2bm[addr_c + 16*cycle : +16]",
        example: "l2bmb@[0,1,2,3] $lc0 $lb0",
        section: "3.6.7.2",
    }

    DistributingBroadcast (TargetRule::OptionalL1bSet) {
        title: "L2BM to L1BM distributing broadcast",
        mnemonic: Mnemonic::Fixed("l2bmb2"),
        operands: &const { down(64, 16) },
        doc: "Reads 64 long words per cycle, 256 per step, from each L2BM and deals them to the four pairs of \
              L1Bs (0 and 1, 2 and 3, 4 and 5, 6 and 7), 16 to a pair; both of a pair get the same. `@<l1bset>` \
              restricts which L1Bs are written. The L2BM address is a multiple of 64, the L1BM address a \
              multiple of 16.",
        effect: "\
for cycle = 0:4
  forall group, l2b
    for l1b in l1bset
      l1bm[addr_b + 16*cycle : +16] = l2bm[addr_c + 64*cycle + 16*(l1b/2) : +16]",
        example: "l2bmb2 $lc0 $lb0",
        section: "3.6.7.3",
    }

    Distribute (TargetRule::OptionalL1bSet) {
        title: "L2BM to L1BM distribution",
        mnemonic: Mnemonic::Fixed("l2bmd"),
        operands: &const { down(64, 8) },
        doc: "Reads 64 long words per cycle, 256 per step, from each L2BM and deals them to its eight L1Bs, 8 to \
              each. `@<l1bset>` restricts which L1Bs are written; the share of the others is dropped. The L2BM \
              address is a multiple of 64, the L1BM address a multiple of 8. The same opcode with the operands \
              exchanged is the gather.",
        effect: "\
for cycle = 0:4
  forall group, l2b
    for l1b in l1bset
      l1bm[addr_b + 8*cycle : +8] = l2bm[addr_c + 64*cycle + 8*l1b : +8]",
        example: "l2bmd@[0,1,2,3] $lc0 $lb0",
        section: "3.6.7.4",
    }

    Transfer (TargetRule::L1b) {
        title: "L1BM to L2BM transfer",
        mnemonic: Mnemonic::Fixed("l2bm"),
        operands: &const { up(16, 16) },
        doc: "Copies 16 long words per cycle, 64 per step, from L1B `<l1badr>` (0 to 7) of every L2B to its \
              L2BM. Both addresses are multiples of 16. An MV instruction that reads these words must come at \
              least one step later, and a transfer from L2BM to L1BM at least three steps later.",
        effect: "\
for cycle = 0:4
  forall group, l2b
    l2bm[addr_c + 16*cycle : +16] = l1bm of l1badr [addr_b + 16*cycle : +16]",
        example: "l2bm@1 $lb0 $lc0",
        section: "3.6.7.5",
    }

    Reduce (TargetRule::OptionalL1bSet) {
        title: "L1BM to L2BM reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l2bmr", shortens: false, double_long: false },
        operands: &const { up(16, 16) },
        doc: "Reads 16 long words per cycle, 64 per step, from the same address of the L1BMs of each L2B, \
              reduces them over the L1Bs and writes the result to L2BM. `@<l1bset>` restricts which L1Bs take \
              part; the others count as the neutral element. Both addresses are multiples of 16. Half, single \
              and double precision have circuits of their own here.",
        effect: "\
for cycle = 0:4
  forall group, l2b
    l2bm[addr_c + 16*cycle : +16] = reduce over l1b in l1bset of l1bm[addr_b + 16*cycle : +16]",
        example: "l2bmrdfadd@[0,4] $lb0 $lc0",
        section: "3.6.7.6",
    }

    CombiningReduce (TargetRule::None) {
        title: "L1BM to L2BM combining reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l2bmr2", shortens: false, double_long: false },
        operands: &const { up(16, 64) },
        doc: "Reduces the L1BMs in the pairs 0 and 1, 2 and 3, 4 and 5, 6 and 7, 16 long words per cycle, and \
              writes the four results side by side: 64 long words per cycle, 256 per step. No L1B set can be \
              given. The L1BM address is a multiple of 16, the L2BM address a multiple of 64.",
        effect: "\
for cycle = 0:4
  forall group, l2b
    l2bm[addr_c + 64*cycle + 16*k : +16] = reduce over l1b = 2*k, 2*k+1 of l1bm[addr_b + 16*cycle : +16]   # k = 0:4",
        example: "l2bmr2dfadd $lb0 $lc0",
        section: "3.6.7.7",
    }

    Gather (TargetRule::None) {
        title: "L1BM to L2BM gather",
        mnemonic: Mnemonic::Fixed("l2bmd"),
        operands: &const { up(8, 64) },
        doc: "Reads 8 long words per cycle from each of the eight L1BMs of an L2B and writes them side by side \
              to its L2BM: 64 long words per cycle, 256 per step. No L1B set can be given. The L1BM address is a \
              multiple of 8, the L2BM address a multiple of 64. The same opcode with the operands exchanged is \
              the distribution.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    l2bm[addr_c + 64*cycle + 8*l1b : +8] = l1bm[addr_b + 8*cycle : +8]",
        example: "l2bmd $lb0 $lc0",
        section: "3.6.7.8",
    }

    Multicast (TargetRule::MulticastL1bSet) {
        title: "Inter-L1BM multicast",
        mnemonic: Mnemonic::Fixed("l2bmi"),
        operands: &[OperandSpec::input("addr0", OperandClass::L1bm).words(16, 16), OperandSpec::output("addr1", OperandClass::L1bm).words(16, 16)],
        doc: "Copies 16 long words per cycle, 64 per step, between L1BMs of the same L2B without touching L2BM. \
              The L1Bs of the set are read; each sends to the other L1Bs whose number agrees with its own in the \
              bits of `<immode>`. `@0/0` sends L1B 0 to all others, `@0/6` sends 0, 2, 4, 6 to 1, 3, 5, 7. The \
              set is required and must not hold all eight L1Bs. Both addresses are multiples of 16.",
        effect: "\
for cycle = 0:4
  forall group, l2b
    for from in l1bset
      for to = 0:8 if to != from and (to & immode) == (from & immode)
        l1bm of to [addr1 + 16*cycle : +16] = l1bm of from [addr0 + 16*cycle : +16]",
        example: "l2bmi@0/4 $lb0 $lb0",
        section: "3.6.7.9",
    }

    Dars (TargetRule::None) {
        title: "DAR write: fill DARBUF",
        mnemonic: Mnemonic::Fixed("l2bmdars"),
        operands: &[OperandSpec::input("addr_c", OperandClass::L2bmOfL2b).words(1, 64), OperandSpec::output("addr_dar", OperandClass::Dar)],
        doc: "Copies 256 long words of one L2BM of each group, 64 per cycle, to DARBUF as 512 address words of \
              32 bits: the upper half of a long word goes to the even entry. It also sets where `l2bmdarw` \
              starts writing in DAR, and DARBUF's read position to 0. The manual requires no alignment of the L2BM address; `@.<l2b>` chooses the L2B. It can share a step with \
              `l2bmdarw`, and by a footnote of the manual with other L2BM instructions, which is not offered here.",
        effect: "\
darw_addr = addr_dar;  darbuf_read_addr = 0
for cycle = 0:4
  forall group
    for i = 0:64
      w = l2bm of l2b_c [addr_c + 64*cycle + i]
      darbuf[128*cycle + 2*i]     = w >> 32
      darbuf[128*cycle + 2*i + 1] = w & 0xffffffff",
        example: "l2bmdars $lc0@.1 $dar16; l2bmdarw",
        section: "3.6.7.10",
    }

    Darw (TargetRule::None) {
        title: "DAR write: drain DARBUF",
        mnemonic: Mnemonic::Fixed("l2bmdarw"),
        group: Group::L2bmdarw,
        operands: &[],
        doc: "Copies 1 address word per cycle, 4 per step, from DARBUF to the DAR of every group and moves both \
              positions on by one, wrapping around at 512 and 1024. Where it starts was set by the last \
              `l2bmdars`, which may be in the same step. It has no operands and can be issued together with any \
              L2BM instruction. DAR is what MV instructions with `$di` read.",
        effect: "\
for cycle = 0:4
  forall group
    dar[darw_addr] = darbuf[darbuf_read_addr]
  darw_addr        = (darw_addr + 1) % 1024
  darbuf_read_addr = (darbuf_read_addr + 1) % 512",
        example: "l2bmd $lc256 $lb0; l2bmdarw",
        section: "3.6.7.10",
    }
}
