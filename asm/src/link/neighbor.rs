//! `@get_neighbor`: a register of the PE to the left or to the right.
//!
//! All PEs take all paths: within the MAB, through L1BM, through L2BM, and through a buffer in PDM. Then the flags of boundaries select, since transfers need the PEs that do not use their result, too.

use mnc2_program::directive::{DirectiveName, DirectivePart, PoolKind};
use mnc2_text::Message;

use super::transfers::{BLOCKS, l2b};
use super::{Linker, Site, incomplete};

/// Words of the buffer for each L2B, of which one L1B uses the first 64.
const STRIDE: u64 = 512;
const WORDS: u64 = 64;

/// What differs between both neighbours.
struct Side {
    /// The shift within the MAB.
    shift: &'static str,
    /// The rotation of `l1bmd` by a MAB.
    rotation: &'static str,
    /// The L1Bs at the edges of an L2B: the sender and the receiver.
    sends: u64,
    receives: u64,
    /// Where L2Bs write in the buffer, and read, in L2Bs.
    put: u64,
    get: u64,
    /// Where the words from PDM are in L2BM.
    received: u64,
    /// The flags of the boundaries: L2B, L1B, MAB, and the end of the data.
    flags: [u64; 4],
}

const LEFT: Side = Side {
    shift: "msl",
    rotation: "+1",
    sends: 7,
    receives: 0,
    put: 1,
    get: 0,
    received: 1472,
    flags: [1 << 5, 1 << 3, 1 << 1, 1 << 9],
};

const RIGHT: Side = Side {
    shift: "msr",
    rotation: "-1",
    sends: 0,
    receives: 7,
    put: 0,
    get: 1,
    received: 1024,
    flags: [1 << 4, 1 << 2, 1 << 0, 1 << 8],
};

/// Where registers are between PEs: in L1BM, and in L2BM with 64 words for each L1B.
const L1BM: u64 = 128;
const L2BM: u64 = 512;

/// What the operands name.
struct Names<'a> {
    from: &'a str,
    to: &'a str,
    flags: &'a str,
    buffer: u64,
    /// Numbers of registers of GRF0.
    grf0: [u64; 11],
    masks: [u64; 4],
    lm1: u64,
    is_periodic: bool,
}

impl<'a> Linker<'a> {
    pub(super) fn neighbor(&mut self, site: &Site<'a>) -> Result<(), Message> {
        self.in_one_dimension(site.name)?;
        let missing = || incomplete(DirectiveName::GetNeighbor);
        let names = self.names(site).ok_or_else(missing)?;
        let side = match site.text(DirectivePart::Offset) {
            Some("-1") => LEFT,
            _ => RIGHT,
        };
        self.settle();
        self.resident = None;
        self.quote_alone(site);
        let [from, zero] = [0, 1].map(|at| names.grf0[at]);
        self.line(format_args!("lxor $lr{zero} $lr{zero} $lr{zero}"));
        self.line(format_args!("lpassa {} $lr{from}", names.from));
        self.lines(["nop", "nop"]);
        self.across_l2b(&side, &names);
        self.across_l1b(&side, &names);
        self.within_l1b(&side, &names);
        self.select(&side, &names);
        Ok(())
    }

    fn names(&self, site: &Site<'a>) -> Option<Names<'a>> {
        let mut registers = site.directive.operands.iter();
        let mut register = || {
            let operand = registers.find(|it| it.part == DirectivePart::Register)?;
            Some(mnc2_text::line::part(site.line, &operand.range))
        };
        let (to, from) = (register()?, register()?);
        let (flags, _) = site.directive.name_of(DirectivePart::Flags)?;
        let &(dimension, flags) = self.flags.get(flags)?;
        let mut grf0 = [0; 11];
        for (at, number) in grf0.iter_mut().enumerate() {
            *number = self.pooled(PoolKind::Grf0, at)?;
        }
        let mut masks = [0; 4];
        for (at, number) in masks.iter_mut().enumerate() {
            *number = self.pooled(PoolKind::Masks, at)?;
        }
        Some(Names {
            from,
            to,
            flags,
            buffer: site.address()?,
            grf0,
            masks,
            lm1: self.pooled(PoolKind::Lm1, 0)?,
            is_periodic: self.structure.is_periodic(dimension),
        })
    }

    /// Through the buffer in PDM, by the L1B at the edge of each L2B.
    fn across_l2b(&mut self, side: &Side, names: &Names<'_>) {
        let tag = self.params.reserved_tag();
        let (own, sent) = (names.grf0[0], L2BM + side.sends * WORDS);
        // The L1B to the right needs no other place in L2BM.
        let sent = if side.sends == 0 { 0 } else { sent };
        self.line(format_args!("l1bmd $lr{own}v $lb{L1BM}"));
        self.line("nop/10");
        self.line(format_args!("l2bm@{} $lb{L1BM} $lc{sent}", side.sends));
        self.line("nop/3");
        self.store_words(WORDS, sent, names.buffer + side.put * STRIDE, [tag; 2]);
        self.line("nop/5");
        for number in 0..BLOCKS {
            let mut place = number + side.get;
            if names.is_periodic {
                // What was put: places `put` to `put` + 7.
                place = (place + BLOCKS - side.put) % BLOCKS + side.put;
            }
            let (from, to) = (names.buffer + place * STRIDE, l2b(number));
            let last = number + 1 == BLOCKS;
            let tag = if last {
                format!("i{tag:02x}")
            } else {
                String::new()
            };
            let received = side.received;
            self.line(format_args!(
                "mvp/n{WORDS}{tag} $p{from}@0 $lc{received}@{to}"
            ));
        }
        self.line("nop/2");
        self.wait(tag);
        self.line("nop/5");
        self.line(format_args!(
            "l2bmb@{} $lc{} $lb{L1BM}",
            side.receives, side.received
        ));
        self.line("nop/6");
        self.rotate(side, L1BM, names.grf0[2]);
        self.line("nop/2");
    }

    /// From the MAB next to a PE's, and from there to the PE.
    fn rotate(&mut self, side: &Side, l1bm: u64, to: u64) {
        let (rotation, shift) = (side.rotation, side.shift);
        self.line(format_args!("l1bmd{rotation} $lb{l1bm} $lr{to}v/1000"));
        self.line("nop/2");
        self.line(format_args!("{shift} $lr{to} $lr{to}"));
    }

    /// Through L2BM, to the L1B next to a PE's.
    fn across_l1b(&mut self, side: &Side, names: &Names<'_>) {
        self.line(format_args!("l1bmd $lr{}v $lb{L1BM}", names.grf0[0]));
        self.line("nop/10");
        for number in 0..BLOCKS {
            let to = L2BM + number * WORDS;
            self.line(format_args!("l2bm@{number} $lb{L1BM} $lc{to}"));
        }
        self.line("nop/3");
        for number in 0..BLOCKS - 1 {
            let (from, to) = match side.receives {
                0 => (number, number + 1),
                _ => (number + 1, number),
            };
            let from = L2BM + from * WORDS;
            self.line(format_args!("l2bmb@{to} $lc{from} $lb{L1BM}"));
        }
        self.line("nop/6");
        self.rotate(side, L1BM, names.grf0[3]);
        self.line("nop/2");
    }

    /// Through L1BM, to the MAB next to a PE's, and within a MAB.
    fn within_l1b(&mut self, side: &Side, names: &Names<'_>) {
        self.line(format_args!("l1bmd $lr{}v $lb0", names.grf0[0]));
        self.line("nop/2");
        self.rotate(side, 0, names.grf0[4]);
        self.line("nop/2");
        let (shift, from, to) = (side.shift, names.from, names.grf0[5]);
        self.line(format_args!("{shift} {from} $lr{to}"));
    }

    /// The value within the MAB, unless a flag is set.
    fn select(&mut self, side: &Side, names: &Names<'_>) {
        let (flags, to, lm1) = (names.flags, names.to, names.lm1);
        for (flag, register) in side.flags.iter().zip(&names.grf0[7..]) {
            self.line(format_args!("imm i\"0\" $r{register}"));
            self.line(format_args!("imm i\"{flag}\" $r{}", register + 1));
        }
        self.line("nop/2");
        let difference = names.grf0[6];
        for (at, mask) in names.masks.iter().enumerate() {
            if at > 0 {
                self.line("nop");
            }
            self.line(format_args!("lpassa {flags} $ln{lm1}"));
            self.line("nop/2");
            let flag = names.grf0[7 + at];
            self.line(format_args!("ixor $ln{lm1} $lr{flag} $lr{difference}"));
            self.line("nop/2");
            self.line(format_args!("lpassa $lr{difference} $omr{mask}"));
        }
        self.line("nop/2");
        self.line(format_args!("lpassa $lr{} {to}", names.grf0[5]));
        // At the end of the data there is no neighbour, but the PE itself or the one at the other end.
        let at_end = match names.is_periodic {
            true => format!("$lr{}", names.grf0[2]),
            false => names.from.to_owned(),
        };
        let [l2b, l1b, mab] = [2, 3, 4].map(|at| format!("$lr{}", names.grf0[at]));
        for (at, value) in [(2, mab), (1, l1b), (0, l2b), (3, at_end)] {
            self.line("nop/2");
            self.line(format_args!("maskr {}", names.masks[at]));
            self.line(format_args!("ipassa {value} {to}"));
            self.line("mask 0");
        }
        self.line("nop/2");
    }
}
