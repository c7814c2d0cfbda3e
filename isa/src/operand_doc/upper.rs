//! Operands above the PE: L1BM, L2BM, DAR, PDM and DRAM.

use super::OperandDoc;
use crate::Source;

/// The entries, in the manual's order.
pub(super) const ENTRIES: &[OperandDoc] = &[
    OperandDoc {
        names: &["$b", "L1BM"],
        title: "L1BM in L1BM instructions",
        syntax: "$(l|ll)b<addr>",
        size: "8192 long words per L1B",
        unit: "long words",
        alignment: "as the instruction requires: 1, 4, 8, 16, 32 or 64",
        doc: "The memory of an L1B, 8 Ki long words. The width letters choose the long-word or the 2-long-word \
              form of the instruction; how many long words are accessed per cycle follows from the \
              instruction, and four cycles access consecutive ones. Addresses wrap around at 8192. It is the \
              address of cycle 0. L2BM instructions write `$lb<addr>`.",
        example: "l1bmm $lb0 $lr0v",
        section: "3.6.1.5",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$b l2bm", "L1BM in L2BM instructions"],
        title: "L1BM in L2BM instructions",
        syntax: "$lb<addr>",
        size: "8192 long words per L1B",
        unit: "long words",
        alignment: "8 or 16, as the instruction requires",
        doc: "The memory of an L1B on its other port, which works in parallel with the port of the L1BM instructions. Each port reads once and writes once at a time, so transfers up and down exclude \
              each other.",
        example: "l2bmb $lc0 $lb0",
        section: "3.6.1.4",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$bi", "turnaround"],
        title: "Turnaround register",
        syntax: "$(l|ll)bi",
        size: "one step of data per L1B",
        doc: "Holds what the last transfer from the PEs to L1BM sent up. Read by a transfer of the same type \
              (equal speeds in table 3.8) it returns the data immediately, without waiting for L1BM; written, it \
              takes the data without storing them in L1BM. Steps without such a transfer keep it. It is no \
              L1BM address: the timing rules for L1BM do not apply.",
        example: "l1bmm $lbi $lm0v",
        section: "3.6.8.2",
        source: Source::Known("forwarding"),
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$c", "L2BM"],
        title: "L2BM in PE instructions",
        syntax: "$lc<addr>",
        size: "32768 long words per L2B",
        unit: "long words",
        alignment: "16 or 64, as the instruction requires",
        doc: "The memory of every L2B, 32 Ki long words: all eight L2Bs work alike. How many long words are \
              accessed per cycle follows from the instruction. Addresses wrap around at 32768. MV instructions \
              use another port of it.",
        example: "l2bmb $lc0 $lb0",
        section: "3.6.1.1",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$c l2bmdars", "L2BM in l2bmdars"],
        title: "L2BM in l2bmdars",
        syntax: "$lc<addr>@.<l2b>",
        size: "32768 long words per L2B",
        unit: "long words",
        doc: "L2BM as the source of address words: `@.0` or `@.1` names the L2B of each group whose words go \
              to the group's DARBUF.",
        example: "l2bmdars $lc0@.1 $dar16",
        section: "3.6.1.2",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$c mv", "L2BM in MV instructions"],
        title: "L2BM in MV instructions",
        syntax: "$lc<addr> | $lc<addr>@.<l2b> | $lc<addr>@<group>.<l2b> | $lc<addr>@<group>",
        size: "32768 long words per L2B",
        unit: "long words",
        alignment: "64",
        doc: "`@<group>.<l2b>` names one of the eight L2BMs, `@.<l2b>` one in every group, `@<group>` both of \
              a group, and no `@` all of them; which form is possible depends on the mode. In a parallel `mvp` \
              no `@` means L2B 0.",
        example: "mvp/n64 $p0@0 $lc0@2.1",
        section: "3.5.2.3",
        source: Source::Assumed(
            "Programs use `mvp` with `$lc` without `@`, but it is not published which L2B that is.",
        ),
    },
    OperandDoc {
        names: &["$dar", "DAR"],
        title: "DRAM address register",
        syntax: "$dar<addr>",
        size: "1024 address words per group",
        unit: "entries",
        doc: "Destination of `l2bmdars` only: the entry at which `l2bmdarw` starts to write. Each entry holds \
              a DRAM address of 32 bits in units of 16 long words. It wraps around at 1024.",
        example: "l2bmdars $lc0@.0 $dar0; l2bmdarw",
        section: "3.6.1.3",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$p", "PDM"],
        title: "PDM",
        syntax: "$p<addr> | $p<addr>@<group>",
        size: "524288 long words (4 MiB) per group",
        unit: "long words",
        alignment: "64, or 512 for scatter to and gather from L2BM",
        doc: "The memory at the side of the host, one for each group; only MV instructions, host statements \
              and `d get` reach it. `@<group>` (0 to 3) names one, no `@` all four at the same address. \
              Addresses wrap around at 512 Ki.",
        example: "mvp/n64 $p0@0 $d0@1",
        section: "3.5.2.1",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$d", "DRAM"],
        title: "DRAM",
        syntax: "$d<addr> | $d<addr>@<group>",
        size: "536870912 long words (4 GiB) per group",
        unit: "long words",
        alignment: "64, 32 or 16, as the mode asks",
        doc: "The main memory, one for each group; only MV instructions, host statements and `d get` reach it. \
              `@<group>` (0 to 3) names one, no `@` all four at the same address. Addresses wrap around at 512 \
              Mi.",
        example: "mvp/n64 $d0@1 $p0@0",
        section: "3.5.2.2",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$di", "DRAM indirection"],
        title: "DRAM through DAR",
        syntax: "$di<dar_addr> | $di<dar_addr>@<group>",
        size: "1024 address words per group",
        unit: "entries",
        doc: "DRAM at addresses that DAR holds from entry `<dar_addr>` on. Every 16 long words are one \
              access; with the option `nd<N>`, N accesses follow each address word before the next entry is \
              used, without it the first entry serves all. The address of access i is 16 × (DAR[(M + i/N) % \
              1024] + i % N) long words.",
        example: "mvp/n256nd4 $p1600@1 $di512@2",
        section: "3.5.6",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["@.", "location"],
        title: "Group and L2B of an MV operand",
        syntax: "@<group> | @.<l2b> | @<group>.<l2b>",
        size: "4 groups of 2 L2Bs",
        doc: "After an operand of an MV instruction: the group (0 to 3), the L2B in every group (0 or 1), or \
              both. Without it the operand means all groups, and the mode becomes parallel, broadcast, gather \
              or reduction.",
        example: "mvp/n512i10 $d0 $lc0@.0",
        section: "3.5.2.3",
        ..OperandDoc::MANUAL
    },
];
