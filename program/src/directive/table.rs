//! The table of directives, in the order of [`DirectiveName`](super::DirectiveName).

use super::DirectivePart::{
    self, Buffer, Count, Dimension, FlagNames, Flags, Grf0, Label, NewFlags, NewPool, Offset, Pool,
    Pools, Reduction, Register, Rest, Size, Slot, Word,
};

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct DirectiveRow {
    /// The name as it is written, with `@`.
    pub name: &'static str,
    /// Its operands, for people.
    pub syntax: &'static str,
    /// The operands, in the order of the syntax.
    pub operands: &'static [DirectivePart],
    /// What a template looks like that is inserted, after the name.
    pub example: &'static str,
}

/// The table of directives.
pub static DIRECTIVES: [DirectiveRow; 13] = [
    DirectiveRow {
        name: "@distribute",
        syntax: "<id> from_param <slot> size <1..4> <register>",
        operands: &[
            Label,
            Word("from_param"),
            Slot,
            Word("size"),
            Size,
            Register,
        ],
        example: "_a from_param 8 size 1 $lm0",
    },
    DirectiveRow {
        name: "@broadcast",
        syntax: "<id> from_param <slot> size <1..4> <register>",
        operands: &[
            Label,
            Word("from_param"),
            Slot,
            Word("size"),
            Size,
            Register,
        ],
        example: "_a from_param 8 size 1 $lr16",
    },
    DirectiveRow {
        name: "@collect",
        syntax: "<id> to_param <slot> size <1..4> <register>",
        operands: &[Label, Word("to_param"), Slot, Word("size"), Size, Register],
        example: "_a to_param 16 size 1 $lm0",
    },
    DirectiveRow {
        name: "@reduce",
        syntax: "<id> to_param <slot> <register> <operation>",
        operands: &[Label, Word("to_param"), Slot, Grf0, Reduction],
        example: "_a to_param 24 $lr0 dfadd",
    },
    DirectiveRow {
        name: "@identify",
        syntax: "<dimension> <register> <elements>",
        operands: &[Dimension, Grf0, Count],
        example: "0 $lr8 4096",
    },
    DirectiveRow {
        name: "@boundary_flags",
        syntax: "<flags> <dimension> <register> <names of flags>",
        operands: &[NewFlags, Dimension, Register, FlagNames],
        example: "bf1 0 $lr416 data_edge_left data_edge_right cross_chip_left cross_chip_right cross_L2B_left cross_L2B_right cross_L1B_left cross_L1B_right cross_MAB_left cross_MAB_right",
    },
    DirectiveRow {
        name: "@boundary_flags_compute",
        syntax: "<flags> <dimension> <register> <pool>",
        operands: &[NewFlags, Dimension, Grf0, Pool],
        example: "bf1 0 $lr416 pool",
    },
    DirectiveRow {
        name: "@alias",
        syntax: "<flags> <register>",
        operands: &[NewFlags, Grf0],
        example: "bf1 $lr416",
    },
    DirectiveRow {
        name: "@assign",
        syntax: "<flags> <register>",
        operands: &[NewFlags, Grf0],
        example: "bf1 $lr416",
    },
    DirectiveRow {
        name: "@alloc",
        syntax: "<pool> [:grf0 <numbers>] [:grf1 <numbers>] [:m <numbers>] [:n <numbers>] [:omr <numbers>]",
        operands: &[NewPool, Pools],
        example: "pool :omr 9 10 11 12 :grf0 200 202 204 206 208 210 212 214 216 218 220 :n 0",
    },
    DirectiveRow {
        name: "@free",
        syntax: "<pool>",
        operands: &[Pool],
        example: "pool",
    },
    DirectiveRow {
        name: "@get_neighbor",
        syntax: "<register> <-1 or +1> <source register> <flags> <buffer> <pool>",
        operands: &[Register, Offset, Register, Flags, Buffer, Pool],
        example: "$lr400 -1 $lm0 bf1 nbuf0 pool",
    },
    DirectiveRow {
        name: "@access_pattern",
        syntax: "<type> <offsets>",
        operands: &[Label, Rest],
        example: "stencil1d (-1) (1)",
    },
];

/// Directives that no longer exist, and what to write instead.
pub const RETIRED: [(&str, &str); 2] = [("@stencil", "@get_neighbor"), ("@bind", "@alias")];

/// The operations of `@reduce`.
pub const REDUCTIONS: [&str; 24] = [
    "dfadd", "ffadd", "hfadd", "dmax", "fmax", "hmax", "dmin", "fmin", "hmin", "liadd", "iiadd",
    "siadd", "lband", "iband", "sband", "land", "iand", "sand", "lbor", "ibor", "sbor", "lor",
    "ior", "sor",
];

/// The flags of `@boundary_flags`, from the highest bit to the lowest.
pub const FLAG_NAMES: [&str; 10] = [
    "data_edge_left",
    "data_edge_right",
    "cross_chip_left",
    "cross_chip_right",
    "cross_L2B_left",
    "cross_L2B_right",
    "cross_L1B_left",
    "cross_L1B_right",
    "cross_MAB_left",
    "cross_MAB_right",
];
