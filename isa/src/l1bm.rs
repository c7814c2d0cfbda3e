//! L1BM instruction expressions: transfers between L1BM and the PEs (manual 3.6.8).

mod transfer;

pub use transfer::{Order, Shape, Transfer, TransferKind};

use crate::instruction::{TargetRule, instructions};
use crate::{Group, Mnemonic};

/// The largest rotation of MABs, in either direction (manual 3.6.8.20).
pub const ROTATION_MABS_MAX: u8 = 15;

/// Largest value of the low six bits of the L1BM address of `l1bmp $llb` (manual 3.6.8.7).
pub const BROADCAST_PE_DOUBLE_LOW_BITS_MAX: u32 = 56;

/// The operands follow from the transfer.
macro_rules! transfers {
    ($($variant:ident ($($transfer:tt)*) { $($fields:tt)* })*) => {
        instructions! {
            /// An L1BM instruction; one row for each word length and direction.
            L1bmOp in L1bm, Group::L1bm,
            /// The words that it moves.
            transfer: Transfer;
            $($variant ($($transfer)*) { operands: &const { ($($transfer)*).operands() }, $($fields)* })*
        }
    };
}

transfers! {
    BroadcastPe (Transfer::new(TransferKind::ToPe, Order::Pe, 1)) {
        title: "Long-word PE broadcast",
        mnemonic: Mnemonic::Fixed("l1bmp"),
        doc: "Reads 1 long word of L1BM per cycle and writes it to all 64 PEs of the L1B. 4 consecutive long \
              words per step; any address. There is no transfer of this type in the other direction, so nothing \
              can be turned around into it. A 2-long-word destination gets zeros in its second half.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall mab, pe
      dst = l1bm[addr_b + cycle]",
        example: "l1bmp $lb0 $lr0v",
        section: "3.6.8.6",
    }

    BroadcastPeDouble (Transfer::new(TransferKind::ToPe, Order::Pe, 2)) {
        title: "2-long-word PE broadcast",
        mnemonic: Mnemonic::Fixed("l1bmp"),
        doc: "Reads 2 long words of L1BM per cycle and writes them to all 64 PEs of the L1B. The two are not \
              neighbours: cycle c takes long words c and c+4 after the address. The address may be odd, but its \
              low six bits must be at most 56. Destinations must be 2 long words wide. There is no transfer of \
              this type in the other direction.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall mab, pe
      dst.long[0] = l1bm[addr_b + cycle]
      dst.long[1] = l1bm[addr_b + cycle + 4]",
        example: "l1bmp $llb0 $llr0v",
        section: "3.6.8.7",
    }

    BroadcastMab (Transfer::new(TransferKind::ToPe, Order::Mab, 1)) {
        title: "Long-word 16x1 MAB broadcast",
        mnemonic: Mnemonic::Fixed("l1bmm"),
        doc: "Reads 4 long words of L1BM per cycle, one for each PE number, and writes them to every MAB of the \
              L1B: PE p of all 16 MABs receives long word p. 16 consecutive long words per step; the address is \
              a multiple of 4. A 2-long-word destination gets zeros in its second half. From `$lbi` it reads \
              what a transfer or reduction of the same type sent up in the step before.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall mab, pe
      dst = l1bm[addr_b + 4*cycle + pe]",
        example: "l1bmm $lb0 $lr0v",
        section: "3.6.8.8",
    }

    BroadcastMabDouble (Transfer::new(TransferKind::ToPe, Order::Mab, 2)) {
        title: "2-long-word 16x1 MAB broadcast",
        mnemonic: Mnemonic::Fixed("l1bmm"),
        doc: "Reads 8 long words of L1BM per cycle, two for each PE number, and writes them to every MAB of the \
              L1B: PE p receives long words p and p+4 of the eight. 32 consecutive long words per step; the \
              address is a multiple of 8. Destinations must be 2 long words wide. From `$llbi` it reads what a \
              transfer or reduction of the same type sent up in the step before.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall mab, pe
      dst.long[0] = l1bm[addr_b + 8*cycle + pe]
      dst.long[1] = l1bm[addr_b + 8*cycle + 4 + pe]",
        example: "l1bmm $llb0 $llr0v",
        section: "3.6.8.9",
    }

    Transfer (Transfer::new(TransferKind::FromMab, Order::Mab, 1)) {
        title: "Long-word 16x1 transfer",
        mnemonic: Mnemonic::Fixed("l1bmm"),
        doc: "Takes 1 long word per cycle from each of the four PEs of MAB `<mabadr>` (0 to 15) and writes them \
              side by side: 4 long words per cycle, 16 per step, to an address that is a multiple of 4. Of a \
              2-long-word source only the first half is used. The data also go to the turnaround register; the \
              destination `$lbi` updates only that.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall pe
      l1bm[addr_b + 4*cycle + pe] = src of mab = mabadr, pe",
        example: "l1bmm@0 $lr0v $lb0",
        section: "3.6.8.10",
    }

    TransferDouble (Transfer::new(TransferKind::FromMab, Order::Mab, 2)) {
        title: "2-long-word 16x1 transfer",
        mnemonic: Mnemonic::Fixed("l1bmm"),
        doc: "Takes 2 long words per cycle from each of the four PEs of MAB `<mabadr>` (0 to 15) and writes 8 \
              long words per cycle, first the first halves, then the second halves. 32 long \
              words per step; the address is a multiple of 8. The data also go to the turnaround register; the \
              destination `$llbi` updates only that.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall pe
      l1bm[addr_b + 8*cycle + pe]     = src.long[0] of mab = mabadr, pe
      l1bm[addr_b + 8*cycle + 4 + pe] = src.long[1] of mab = mabadr, pe",
        example: "l1bmm@0 $llr0v $llb0",
        section: "3.6.8.11",
    }

    Reduce (Transfer::new(TransferKind::Reduce, Order::Mab, 1)) {
        title: "Long-word 16x1 reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l1bmr", shortens: true, double_long: false },
        doc: "Reduces over the 16 MABs of the L1B, separately for each PE number, and writes the four results: 4 \
              long words per cycle, 16 per step, to an address that is a multiple of 4. Floating-point sums go \
              through two stages of four elements. With `r` after a single-precision operation the source is 2 \
              long words of single-precision numbers, and the results are rounded to one long word of half \
              precision for each PE number. Half precision is computed that way: `hfadd` is `ffaddr` with `e` on \
              the source. The data also go to the turnaround register.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall pe
      l1bm[addr_b + 4*cycle + pe] = reduce over mab of src[mab][pe]",
        example: "l1bmrdfadd $lr0v $lb0",
        section: "3.6.8.12",
    }

    ReduceDouble (Transfer::new(TransferKind::Reduce, Order::Mab, 2)) {
        title: "2-long-word 16x1 reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l1bmr", shortens: false, double_long: true },
        doc: "Reduces 2 long words of each PE over the 16 MABs of the L1B and writes 8 long words per cycle: \
              first halves, then second halves. 32 long words per step; the address is a multiple of 8. Only \
              single-precision floating-point operations and `bor` of any precision are possible. With `e` the \
              source is one long word of half-precision numbers that are widened to single precision. The data \
              also go to the turnaround register.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall pe
      l1bm[addr_b + 8*cycle + pe]     = reduce over mab of src[mab][pe].long[0]
      l1bm[addr_b + 8*cycle + 4 + pe] = reduce over mab of src[mab][pe].long[1]
  # with e the half words of PE p, numbered 4*p + j, arrive in the order 0 1 4 5 8 9 c d 2 3 6 7 a b e f",
        example: "l1bmrffadd $llr0v $llb0",
        section: "3.6.8.13",
    }

    BroadcastMab4 (Transfer::new(TransferKind::ToPe, Order::Mab4, 1)) {
        title: "Long-word 4x4 MAB broadcast",
        mnemonic: Mnemonic::Fixed("l1bmm4"),
        doc: "Reads 16 long words of L1BM per cycle: four for each value of the upper two bits of the MAB \
              number, which all four MABs with these bits receive, one for each PE number. 64 consecutive long \
              words per step; the address is a multiple of 16. A 2-long-word destination gets zeros in its \
              second half. `$lbi` turns around a transfer of the same type.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall mab, pe
      dst = l1bm[addr_b + 16*cycle + 4*(mab/4) + pe]",
        example: "l1bmm4 $lb0 $lr0v",
        section: "3.6.8.14",
    }

    BroadcastMab4Double (Transfer::new(TransferKind::ToPe, Order::Mab4, 2)) {
        title: "2-long-word 4x4 MAB broadcast",
        mnemonic: Mnemonic::Fixed("l1bmm4"),
        doc: "Reads 32 long words of L1BM per cycle, eight for each value of the upper two bits of the MAB \
              number: the four MABs with these bits receive them, PE p the long words p and p+4. 128 consecutive \
              long words per step; the address is a multiple of 32. Destinations must be 2 long words wide. \
              `$llbi` turns around a transfer of the same type.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall mab, pe
      dst.long[0] = l1bm[addr_b + 32*cycle + 8*(mab/4) + pe]
      dst.long[1] = l1bm[addr_b + 32*cycle + 8*(mab/4) + 4 + pe]",
        example: "l1bmm4 $llb0 $llr0v",
        section: "3.6.8.15",
    }

    Transfer4 (Transfer::new(TransferKind::FromMab, Order::Mab4, 1)) {
        title: "Long-word 4x4 transfer",
        mnemonic: Mnemonic::Fixed("l1bmm4"),
        doc: "Takes 1 long word per cycle from each PE of the MABs i, 4+i, 8+i and 12+i, where i is `<mabadr>` \
              (0 to 3), and writes them side by side: 16 long words per cycle, 64 per step, to an address that \
              is a multiple of 16. Of a 2-long-word source only the first half is used. The data also go to the \
              turnaround register.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall pe
      l1bm[addr_b + 16*cycle + 4*k + pe] = src of mab = 4*k + mabadr, pe      # k = 0:4",
        example: "l1bmm4@0 $lr0v $lb0",
        section: "3.6.8.16",
    }

    Transfer4Double (Transfer::new(TransferKind::FromMab, Order::Mab4, 2)) {
        title: "2-long-word 4x4 transfer",
        mnemonic: Mnemonic::Fixed("l1bmm4"),
        doc: "Takes 2 long words per cycle from each PE of the MABs i, 4+i, 8+i and 12+i, where i is `<mabadr>` \
              (0 to 3), and writes 32 long words per cycle: for each MAB four first halves, then four second \
              halves. 128 long words per step; the address is a multiple of 32. The data also go to the \
              turnaround register.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall pe
      l1bm[addr_b + 32*cycle + 8*k + pe]     = src.long[0] of mab = 4*k + mabadr, pe      # k = 0:4
      l1bm[addr_b + 32*cycle + 8*k + 4 + pe] = src.long[1] of mab = 4*k + mabadr, pe",
        example: "l1bmm4@0 $llr0v $llb0",
        section: "3.6.8.17",
    }

    Reduce4 (Transfer::new(TransferKind::Reduce, Order::Mab4, 1)) {
        title: "Long-word 4x4 reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l1bmr4", shortens: true, double_long: false },
        doc: "Reduces over the lower two bits of the MAB number, separately for the upper two bits and for each \
              PE number, and writes the 16 results: 16 long words per cycle, 64 per step, to an address that is \
              a multiple of 16. With `r` after a single-precision operation the source is 2 long words of \
              single-precision numbers, and the results are rounded to half precision; half precision is \
              computed that way. The data also go to the turnaround register.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall pe
      l1bm[addr_b + 16*cycle + 4*k + pe] = reduce over j = 0:4 of src[4*k + j][pe]      # k = 0:4",
        example: "l1bmr4dfadd $lr0v $lb0",
        section: "3.6.8.18",
    }

    Reduce4Double (Transfer::new(TransferKind::Reduce, Order::Mab4, 2)) {
        title: "2-long-word 4x4 reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l1bmr4", shortens: false, double_long: true },
        doc: "Reduces 2 long words of each PE over the lower two bits of the MAB number, separately for the \
              upper two bits, and writes 32 long words per cycle: for each of the four sets first the first \
              halves, then the second halves. 128 long words per step; the address is a multiple of 32. Only \
              single-precision floating-point operations and `bor` of any precision are possible. With `e` the \
              source is one long word of half-precision numbers. The data also go to the turnaround register.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall pe
      l1bm[addr_b + 32*cycle + 8*k + pe]     = reduce over j = 0:4 of src[4*k + j][pe].long[0]      # k = 0:4
      l1bm[addr_b + 32*cycle + 8*k + 4 + pe] = reduce over j = 0:4 of src[4*k + j][pe].long[1]",
        example: "l1bmr4ffadd $llr0v $llb0",
        section: "3.6.8.19",
    }

    Distribute (Transfer::new(TransferKind::ToPe, Order::All, 1)) {
        title: "Distribution",
        mnemonic: Mnemonic::Fixed("l1bmd"),
        doc: "Reads 64 long words of L1BM per cycle and gives each of the 64 PEs its own: long word 4 × MAB + \
              PE. 256 consecutive long words per step; the address is a multiple of 64. `+<n>` or `-<n>` (0 to \
              15, the sign is required) rotates the MABs: with `+1` MAB m receives what MAB m-1 would have. The \
              rotation also applies when reading `$lbi`. There is no 2-long-word form; a 2-long-word destination \
              gets zeros in its second half.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall mab, pe
      dst of mab (mab + mabdiff) % 16, pe = l1bm[addr_b + 64*cycle + 4*mab + pe]",
        example: "l1bmd $lb0 $lr0v",
        section: "3.6.8.20",
    }

    Gather (Transfer::new(TransferKind::Gather, Order::All, 1)) {
        title: "Gather",
        mnemonic: Mnemonic::Fixed("l1bmd"),
        doc: "Takes 1 long word per cycle from each of the 64 PEs and writes them in the order 4 × MAB + PE: 64 \
              long words per cycle, 256 per step, to an address that is a multiple of 64. `+<n>` or `-<n>` (0 to \
              15, the sign is required) rotates the MABs during the transfer to L1BM; the turnaround register receives \
              the data unrotated. There is no 2-long-word form: of a 2-long-word source only the first half is \
              used.",
        effect: "\
for cycle = 0:4
  forall group, l2b, l1b
    forall mab, pe
      l1bm[addr_b + 64*cycle + 4*((mab + mabdiff) % 16) + pe] = src[mab][pe]
      turnaround[cycle][4*mab + pe] = src[mab][pe]",
        example: "l1bmd $lr0v $lb0",
        section: "3.6.8.21",
    }
}

impl L1bmOp {
    /// The elements that `@...` after the opcode selects.
    #[must_use]
    pub const fn target_rule(self) -> TargetRule {
        match (self.transfer().motion, self.transfer().shape.order) {
            (TransferKind::FromMab, Order::Mab4) => TargetRule::Mab(3),
            (TransferKind::FromMab, Order::Pe | Order::Mab | Order::All) => TargetRule::Mab(15),
            (TransferKind::ToPe | TransferKind::Reduce | TransferKind::Gather, _) => {
                TargetRule::None
            }
        }
    }

    /// Whether data goes from L1BM to the PEs; otherwise from the PEs to L1BM.
    #[must_use]
    pub const fn is_to_pe(self) -> bool {
        matches!(self.transfer().motion, TransferKind::ToPe)
    }

    /// Whether the opcode can have `+n` and `-n` (manual 3.6.8.20, 3.6.8.21).
    #[must_use]
    pub const fn rotates(self) -> bool {
        matches!(self.transfer().shape.order, Order::All)
    }

    /// Whether the PEs exchange 2 long words in a cycle (table 3.8).
    #[must_use]
    pub const fn is_double_long(self) -> bool {
        self.transfer().shape.sides == 2
    }
}
