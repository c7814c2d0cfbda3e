//! The additions to an operand or an opcode: strides, conversions, masks, targets, numbers.

use super::OperandDoc;
use crate::Source;

/// The entries, in the manual's order.
pub(super) const ENTRIES: &[OperandDoc] = &[
    OperandDoc {
        names: &["v", "stride"],
        title: "Address increment between cycles",
        syntax: "v[<adri>]",
        unit: "single words",
        alignment: "as the address",
        doc: "After an address: cycle c accesses the address plus c increments. `v` alone moves on by one \
              access, so that four cycles cover a consecutive range; `v<n>` moves on by n single words, regardless of the access width. Without `v` all cycles use the same address. It belongs to \
              auto-stride mode; in flat mode it means the equivalent list.",
        example: "lpassa $lm0v4 $ln0v",
        section: "3.6.1.6",
        source: Source::Known("source-text"),
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["[", "flat list", "flat"],
        title: "Addresses of the four cycles",
        syntax: "[<addr0>,<addr1>,<addr2>,<addr3>]",
        unit: "single words",
        alignment: "each as the width asks",
        doc: "In place of an address and increment: the address of each cycle, for LM0, LM1, GRF0, GRF1 and \
              the offset of `$lmt`. Entries may repeat. It needs flat mode; in auto-stride mode it is an \
              error, even where an increment would be equivalent.",
        example: "lpassa $lm[0,4,10,14] $ln0v",
        section: "3.6.1.6",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["j", "madpe"],
        title: "Address modification within a MAB",
        syntax: "j<madpe>",
        size: "0 to 3",
        unit: "PE number",
        doc: "After the address of LM0 or LM1: PEs with a number up to `<madpe>` access one word of the access \
              width further on. It excludes T-register indirection.",
        example: "lpassa $ln0v4j0 $lr0v",
        section: "3.6.1.6",
        source: Source::Known("addresses"),
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["e", "extension", "extend"],
        title: "Precision extension of an input",
        syntax: "<operand>e",
        size: "half the words of the basic operation",
        doc: "After an input of the MAU, a matrix register write or a 2-long-word reduction: the elements have \
              the next lower precision and are widened exactly. The word count stays, so a 2-long-word input \
              is then read as a long word, a long word as a single word. Not for block floats.",
        example: "hvfma $lm0v $lr0v $ln0ve $llr8v",
        section: "3.6.9.23",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["shortening", "shorten", "r suffix"],
        title: "Precision shortening",
        syntax: "<operand>r | <opcode>r",
        size: "2 long words of single precision become 1 of half",
        doc: "After an input that is expected in half precision: 2 long words of single-precision numbers are \
              rounded to half precision (`hvfma`, `hvmul`, `hmwrite`, ALU opcodes with `h` or `s`). In the ALU \
              the second long word becomes zero. After a MAU opcode with `d` or `h`, or a single-precision \
              L1BM reduction: the result is rounded to the next lower precision, once.",
        example: "hvmul $llr0vr $lm0v $llt",
        section: "3.6.9.24",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["-", "sign"],
        title: "Sign inversion of an input",
        syntax: "-<operand>",
        doc: "Before an input of a MAU operation or a matrix register write, except the matrix itself: the \
              sign of every element is inverted.",
        example: "dvadd -$lr0v -$lm0v $ln0v",
        section: "3.6.9.22",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["/1000", "mask", "mask pattern", "write mask"],
        title: "Write mask of a destination",
        syntax: "<dst>/([ll]<pattern>|$[ll]imr<adr>)[t|p]",
        size: "4 cycles × 4 words",
        doc: "After a destination: it is written only where the mask is 1. A pattern of four digits gives the \
              cycles, first to last; `$imr<n>` reads a variable entry. `ll` masks the single words of 2 long \
              words, otherwise the half words of the first long word. `t` is required where `ll` meets a \
              shorter destination, `p` where a 2-long-word destination has a mask without `ll`. All masks of a \
              step share one entry and width; a mask on a destination cancels the `mask` setting for the step.",
        example: "lpassa $lm0v $lr0v/0001",
        section: "3.6.2.1",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["zero-flush", "zero-flush mask"],
        title: "Zero-flush mask of an opcode",
        syntax: "<opcode>/([ll]<pattern>|$[ll]imr<adr>)",
        size: "4 cycles × 4 words",
        doc: "After the opcode of a MAU operation, transposed read, ALU operation or transfer from L1BM: the \
              result is replaced by zeros where the mask is 0. Unlike a write mask it changes what is \
              forwarded; it does not change the mask flags. Once per step.",
        example: "hmmul/ll0111 $lx $lm0v $llr0v",
        section: "3.6.2.2",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["t suffix", "p suffix"],
        title: "Suffix of a mask",
        syntax: "t | p",
        doc: "Confirms a difference of widths between destination and mask: `t` (truncate) where the mask is \
              for 2 long words and the destination is shorter, `p` (pad) for the reverse. It changes nothing \
              else; missing or needless it is an error.",
        example: "lpassa $lm0v $llr0v/1000p",
        section: "3.6.2.1",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["/n", "opcode number", "/9"],
        title: "Number of an opcode",
        syntax: "nop/<n> | hbfn/<n> | hbfe/<n>",
        size: "`nop`: 1 or more; `hbfn`, `hbfe`: 6 to 9",
        doc: "After `nop`: that many steps. After `hbfn` and `hbfe`: bits of the mantissa that are kept.",
        example: "hbfe/9 $llm0v $llr0v",
        section: "3.6.12.12",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["@", "l1bset", "L1B set"],
        title: "L1B set",
        syntax: "@<l1badr>[/<immode>] | @[<l1blist>]",
        size: "subsets of 8 L1Bs; 27 can be expressed",
        doc: "After an L2BM opcode: the L1Bs that take part. `@<l1badr>/<immode>` means those that agree with \
              `<l1badr>` in all bits that are 0 in `<immode>`; without `/` it is one L1B. A list is possible \
              where an address and mode express it. For multicast the set names the senders, and all eight are \
              not allowed. `l2bm@<n>` and `l1bmm@<n>` take a single number.",
        example: "l2bmb@[0,1,2,3] $lc0 $lb0",
        section: "3.6.7.1",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["@<mabadr>", "mabadr"],
        title: "MAB of a transfer to L1BM",
        syntax: "@<mabadr>",
        size: "0 to 15; 0 to 3 in 4x4 mode",
        unit: "MAB number",
        doc: "After `l1bmm` or `l1bmm4`: the MAB whose PEs are read, or in 4x4 mode the lower two bits of the \
              MAB number.",
        example: "l1bmm@2 $lr0v $lb0",
        section: "3.6.8.10",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["+", "rotation", "mabdiff"],
        title: "Rotation of MABs",
        syntax: "+<n> | -<n>",
        size: "0 to 15",
        unit: "MABs",
        doc: "After `l1bmd`: the destination MAB is n further (or back), round the 16. The sign is required. \
              Reading the turnaround register rotates too; writing it does not.",
        example: "l1bmd+1 $lr0v $lb0",
        section: "3.6.8.20",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["l", "ll", "width"],
        title: "Access word length",
        syntax: "$ | $l | $ll",
        size: "32, 64 or 128 bits",
        doc: "Before the letter of a memory: nothing for a single word, `l` for a long word, `ll` for 2 long \
              words. Addresses still count single words. Results shorter than 2 long words are in the \
              first one.",
        example: "lpassa $llr0v $lls0v",
        section: "3.6.1.6",
        ..OperandDoc::MANUAL
    },
];
