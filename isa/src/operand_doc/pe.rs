//! Operands of the PE: memories, base registers, mask and matrix registers, forwarding registers.

use super::OperandDoc;
use crate::Source;

/// The entries, in the manual's order.
pub(super) const ENTRIES: &[OperandDoc] = &[
    OperandDoc {
        names: &["$m", "LM0"],
        title: "LM0",
        syntax: "$[(l|ll)]m<addr>[v[<adri>]][j<madpe>] | $[(l|ll)]m[<a0>,<a1>,<a2>,<a3>][j<madpe>]",
        size: "4096 single words per PE",
        unit: "single words",
        alignment: "multiple of 2 with `l`, of 4 with `ll`; address and stride both",
        doc: "Local memory 0 of each PE, 2 Ki long words. Without `v` all four cycles use the same address; \
              `v` moves on by one access per cycle, `v<n>` by n single words. A list in brackets gives the \
              four addresses (flat mode). The base address register is added, and addresses wrap around at \
              4096. LM0 has one port: read and write in one step must use the same addresses and width, and \
              after a write it cannot be read for two steps. A step with `imm` cannot touch it.",
        example: "lpassa $lm0v $ln0v",
        section: "3.6.1.6",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$mt"],
        title: "LM0 addressed through the T-register",
        syntax: "$[(l|ll)]mt[<addr>[v[<adri>]]] | $[(l|ll)]mt[<a0>,<a1>,<a2>,<a3>]",
        size: "4096 single words per PE",
        unit: "single words",
        alignment: "multiple of 2 with `l`, of 4 with `ll`; address and stride both; at run time a misaligned sum is truncated",
        doc: "LM0 with an address that each PE takes from its T-register: in every cycle the low bits of the \
              first long word of that cycle's T entry are added, in single words. Without an address the \
              offset is 0. It counts as a read of the T-register. It excludes `j<madpe>`, and LM1 has no such \
              form.",
        example: "lpassa $lmt0v $ln0v",
        section: "3.6.1.6",
        source: Source::Known("corrections"),
    },
    OperandDoc {
        names: &["$n", "LM1"],
        title: "LM1",
        syntax: "$[(l|ll)]n<addr>[v[<adri>]][j<madpe>] | $[(l|ll)]n[<a0>,<a1>,<a2>,<a3>][j<madpe>]",
        size: "4096 single words per PE",
        unit: "single words",
        alignment: "multiple of 2 with `l`, of 4 with `ll`; address and stride both",
        doc: "Local memory 1 of each PE, like LM0 but without T-register indirection, and free in steps with \
              `imm`. It has one port: read and write in one step must use the same addresses and width, and \
              after a write it cannot be read for two steps.",
        example: "lpassa $lm0v $ln0v",
        section: "3.6.1.8",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$r", "GRF0"],
        title: "GRF0",
        syntax: "$[(l|ll)]r<addr>[v[<adri>]] | $[(l|ll)]r[<a0>,<a1>,<a2>,<a3>]",
        size: "512 single words per PE",
        unit: "single words",
        alignment: "multiple of 2 with `l`, of 4 with `ll`; address and stride both",
        doc: "General register file 0 of each PE, 256 long words. Without `v` all four cycles use the same \
              address; `v` moves on by one access per cycle, `v<n>` by n single words. It can be read and \
              written at different addresses in one step, but has one read region and one write region. \
              6 cycles must be between the write and a read of a word.",
        example: "lpassa $lr0v $ls0v",
        section: "3.6.1.10",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$s", "GRF1"],
        title: "GRF1",
        syntax: "$[(l|ll)]s<addr>[v[<adri>]] | $[(l|ll)]s[<a0>,<a1>,<a2>,<a3>]",
        size: "512 single words per PE",
        unit: "single words",
        alignment: "multiple of 2 with `l`, of 4 with `ll`; address and stride both",
        doc: "General register file 1 of each PE, 256 long words; it works like GRF0. One read region and one \
              write region per step; 6 cycles must be between the write and a read of a word.",
        example: "lpassa $lr0v $ls0v",
        section: "3.6.1.11",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$t", "T", "T-register"],
        title: "T-register",
        syntax: "$[(l|ll)]t",
        size: "8 long words per PE: 2 for each cycle",
        doc: "A register of 2 long words for each of the four cycles; a step accesses the entry of its own \
              cycle, so there is no address. It is always accessed in 2 long words; the width letters change \
              nothing. Reading and writing in one step reads the old value; otherwise one step must be between write and read. `$lmt` takes addresses from it.",
        example: "linc $t $ls0v",
        section: "3.6.1.12",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$mb"],
        title: "Base address register of LM0",
        syntax: "$[l]mb",
        size: "12 bits per PE",
        doc: "Destination only: the low 12 bits of the first single word become the base address of LM0, which \
              is added to every LM0 address of that PE, in single words. The mask letter `m` covers it too. A \
              base that is misaligned for the access is truncated.",
        example: "lpassa $lr0 $lmb",
        section: "3.6.1.7",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$nb"],
        title: "Base address register of LM1",
        syntax: "$[l]nb",
        size: "12 bits per PE",
        doc: "Destination only: the low 12 bits of the first single word become the base address of LM1, which \
              is added to every LM1 address of that PE, in single words. The mask letter `n` covers it too.",
        example: "lpassa $lr0 $lnb",
        section: "3.6.1.9",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$omr"],
        title: "Mask register write",
        syntax: "$omr<addr>",
        size: "entries 1 to 15 are variable, of 32",
        unit: "entries",
        doc: "Destination only, of ALU and MAU expressions: stores the mask flags of the result, 4 bits for \
              each of the four cycles. Long-word precision writes one flag four times, single-word precision \
              each flag twice. Under a mask the flags are ANDed with the mask entry and the old content is \
              lost. The entry can be used from the next step on.",
        example: "isub $subpeid $lr0v $omr1",
        section: "3.6.1.13",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$imr", "mask entry"],
        title: "Mask register entry in a mask",
        syntax: "/$[ll]imr<adr>",
        size: "entries 1 to 15",
        unit: "entries",
        doc: "After a destination or an opcode: the variable mask register entry that decides, cycle by cycle \
              and word by word, what is written (or zeroed). With `ll` its four bits are for the single \
              words of 2 long words, without for the half words of the first long word.",
        example: "hmmul $lx $lm0v $llr0v/$llimr1",
        section: "3.6.2.1",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$x", "MRx"],
        title: "Matrix register, side x",
        syntax: "$lx | $(l|ll)x<addr>",
        size: "4, 8, 8 or 16 rows and columns for d, f, g, h, per MAB",
        unit: "rows",
        alignment: "multiple of 2 with `ll`",
        doc: "One of the two sides of a MAB's matrix register. `$lx` alone, as the first input of a matrix \
              product, means the whole side. `$lx<addr>` is the first row of a write or the first column of a \
              transposed read; later cycles take the following ones and wrap around. `$llx` exists in half \
              precision only: two rows or columns per cycle. Each side may appear once in a step. Rows can be \
              used from the step after the write.",
        example: "hmwrite $llm0v $llx0",
        section: "3.6.1.14",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$y", "MRy"],
        title: "Matrix register, side y",
        syntax: "$ly | $(l|ll)y<addr>",
        size: "4, 8, 8 or 16 rows and columns for d, f, g, h, per MAB",
        unit: "rows",
        alignment: "multiple of 2 with `ll`",
        doc: "The other side of a MAB's matrix register; it works like side x. While a product uses one side, \
              the other can be written or read in the same step.",
        example: "gmwrite $ls0v $ly0",
        section: "3.6.1.14",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$mauf"],
        title: "Forwarding of the MAU",
        syntax: "$mauf",
        size: "2 long words per PE and cycle",
        doc: "Reads what the MAU put out in the same cycle of the last step that was not `nop` or `noforward`; \
              always 2 long words, readable any number of times. A mask on the destination does not change it, \
              a zero-flush mask does. `nop` and `noforward` keep it. After any other step without an instruction of the MAU \
              the content is not published (the emulator keeps the last result); put `noforward` into such a step to keep it.",
        example: "l1bmrffadd $mauf $lb0",
        section: "3.6.1.15",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$aluf"],
        title: "Forwarding of the ALU",
        syntax: "$aluf",
        size: "2 long words per PE and cycle",
        doc: "Reads what the ALU put out in the same cycle of the last step that was not `nop` or `noforward`; \
              always 2 long words, readable any number of times. A mask on the destination does not change it, \
              a zero-flush mask does. `nop` and `noforward` keep it. After any other step without an instruction of the ALU \
              the content is not published (the emulator keeps the last result); put `noforward` into such a step to keep it.",
        example: "dmwrite $aluf $lx0",
        section: "3.6.1.16",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$lbf"],
        title: "Forwarding of the transfer from L1BM",
        syntax: "$lbf",
        size: "2 long words per PE and cycle",
        doc: "Reads what a transfer brought from L1BM to this PE in the same cycle of the last step that was \
              not `nop` or `noforward`; always 2 long words.",
        example: "dvadd $lbf $lbf $ls0v",
        section: "3.6.1.17",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$mreadf"],
        title: "Forwarding of the transposed read",
        syntax: "$mreadf",
        size: "2 long words per PE and cycle",
        doc: "Reads what a transposed matrix register read put out in the same cycle of the last step that was \
              not `nop` or `noforward`; always 2 long words. Only the first input of the ALU can read it.",
        example: "dbfn $mreadf $ls0v",
        section: "3.6.1.18",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$nowrite"],
        title: "Result for forwarding only",
        syntax: "$nowrite",
        doc: "The only destination of an expression whose result is not written to a memory; the result can \
              still be read through forwarding in the next step.",
        example: r#"imm f"1.0" $nowrite"#,
        section: "3.6.1.19",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$l2bid"],
        title: "Constant: number of the L2B",
        syntax: "$l2bid",
        size: "3 bits",
        doc: "First input of the ALU only: group number × 2 + L2B number, in every element of the ALU's \
              precision, in both long words.",
        example: "lpassa $l2bid $lr0",
        section: "3.6.1.20",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$l1bid"],
        title: "Constant: number of the L1B",
        syntax: "$l1bid",
        size: "3 bits",
        doc: "First input of the ALU only: the number of the L1B in its L2B, in every element of the ALU's \
              precision, in both long words.",
        example: "lpassa $l1bid $lr0",
        section: "3.6.1.20",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$mabid"],
        title: "Constant: number of the MAB",
        syntax: "$mabid",
        size: "4 bits",
        doc: "First input of the ALU only: the number of the MAB in its L1B, in every element of the ALU's \
              precision, in both long words.",
        example: "lpassa $mabid $lr0v",
        section: "3.6.1.20",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$peid"],
        title: "Constant: number of the PE in its L1B",
        syntax: "$peid",
        size: "6 bits",
        doc: "First input of the ALU only: MAB number × 4 + PE number, in every element of the ALU's \
              precision, in both long words.",
        example: "lpassa $peid $lr0",
        section: "3.6.1.20",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$subpeid"],
        title: "Constant: number of the PE in its MAB",
        syntax: "$subpeid",
        size: "2 bits",
        doc: "First input of the ALU only: the number of the PE in its MAB, in every element of the ALU's \
              precision, in both long words.",
        example: "isub $subpeid $lr0v $omr1",
        section: "3.6.1.20",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["$msb1"],
        title: "Constant: sign bit",
        syntax: "$msb1",
        size: "one element",
        doc: "First input of the ALU only: each element of the ALU's precision has only its highest bit set, \
              in both long words.",
        example: "ipassa $msb1 $llr0",
        section: "3.6.1.20",
        ..OperandDoc::MANUAL
    },
];
