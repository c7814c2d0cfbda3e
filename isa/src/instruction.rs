//! The shape of a row of the instruction table.

use crate::operand::OperandSpec;
use crate::{AluOp, ControlOp, L1bmOp, L2bmOp, MauOp, MvOp, Precision, Source};

/// Names a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// ALU instruction expressions (manual 3.6.12).
    Alu(AluOp),
    /// MAU operations, matrix register writes and transposed reads (manual 3.6.9-3.6.11).
    Mau(MauOp),
    /// L1BM instruction expressions (manual 3.6.8).
    L1bm(L1bmOp),
    /// L2BM instruction expressions (manual 3.6.7).
    L2bm(L2bmOp),
    /// MV instruction statements (manual 3.5).
    Mv(MvOp),
    /// Control and debug statements, and the PE instructions without operands (manual 3.4, 3.6.5, 3.6.6, 3.6.13).
    Control(ControlOp),
}

impl Op {
    /// Every row, in the manual's order.
    pub fn all() -> impl Iterator<Item = Self> {
        ControlOp::ALL
            .iter()
            .map(|&op| Self::Control(op))
            .chain(MvOp::ALL.iter().map(|&op| Self::Mv(op)))
            .chain(L2bmOp::ALL.iter().map(|&op| Self::L2bm(op)))
            .chain(L1bmOp::ALL.iter().map(|&op| Self::L1bm(op)))
            .chain(MauOp::ALL.iter().map(|&op| Self::Mau(op)))
            .chain(AluOp::ALL.iter().map(|&op| Self::Alu(op)))
    }

    /// The row of the table for this instruction.
    #[must_use]
    pub fn row(self) -> &'static Instruction {
        match self {
            Self::Alu(op) => op.row(),
            Self::Mau(op) => op.row(),
            Self::L1bm(op) => op.row(),
            Self::L2bm(op) => op.row(),
            Self::Mv(op) => op.row(),
            Self::Control(op) => op.row(),
        }
    }
}

/// Groups of table 3.6, and MV and control statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// The group of `nop`.
    Nop,
    /// The group of `noforward`.
    Noforward,
    /// L2BM instructions other than `l2bmdarw`.
    L2bm,
    /// The group of `l2bmdarw`.
    L2bmdarw,
    /// L1BM instructions; an expression that reads or writes `$lbi` alone belongs to the turnaround group.
    L1bm,
    /// `mfma`, `mmul`, `vfma`, `vmul`, `vadd`, `vpassa`.
    MauCalc,
    /// The group of `mwrite`.
    MauMwrite,
    /// The group of `mread`.
    MauMread,
    /// The group of ALU instructions.
    Alu,
    /// The group of `wait`.
    Wait,
    /// MV instruction statement: not a PE instruction.
    Mv,
    /// Control statement: no machine code.
    Control,
}

impl Group {
    /// The manual's name of the group.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nop => "nop",
            Self::Noforward => "noforward",
            Self::L2bm => "l2bm",
            Self::L2bmdarw => "l2bmdarw",
            Self::L1bm => "l1bm",
            Self::MauCalc => "mau-calc",
            Self::MauMwrite => "mau-mwrite",
            Self::MauMread => "mau-mread",
            Self::Alu => "alu",
            Self::Wait => "wait",
            Self::Mv => "mv",
            Self::Control => "control",
        }
    }
}

/// How the spellings of a row are composed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mnemonic {
    /// A row with a single spelling.
    Fixed(&'static str),
    /// ALU instruction: `[u]<precision><stem>`.
    Alu {
        /// The opcode without its prefix and precision letter, such as `add`.
        stem: &'static str,
        /// Precisions that it accepts (tables 3.9, 3.10).
        precisions: &'static [Precision],
        /// Precisions that can have the unsigned option.
        unsigned: &'static [Precision],
    },
    /// Immediate value: `imm[u]`.
    Immediate,
    /// `<precision><stem>[u|d][r]`: `u|d` is required with double-precision products, `r` shortens the output of `d` and `h`.
    Mau {
        /// The opcode without precision letter and suffixes, such as `fma`.
        stem: &'static str,
        /// Precisions that it accepts.
        precisions: &'static [Precision],
        /// Whether double precision requires `u` or `d`.
        halves: bool,
        /// Whether the output can be shortened by `r` (double and half precision).
        shortens: bool,
    },
    /// Reduction of an L1BM or L2BM instruction: `<prefix><rrn_opcode>[r]`.
    Reduction {
        /// The text before the reduction operation.
        prefix: &'static str,
        /// Whether `r` shortens single-precision results to half precision (manual 3.6.8.5).
        shortens: bool,
        /// Whether only single-precision floating point and `bor` are possible (manual 3.6.8.13).
        double_long: bool,
    },
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    /// Its name in the table.
    pub op: Op,
    /// Heading, a few words.
    pub title: &'static str,
    /// The spellings of the row.
    pub mnemonic: Mnemonic,
    /// Group of table 3.6.
    pub group: Group,
    /// Positions of the operands, in order.
    pub operands: &'static [OperandSpec],
    /// What follows the mnemonic where that does not follow from `operands`, in the manual's notation.
    pub words: &'static str,
    /// Its effect, in our own words.
    pub doc: &'static str,
    /// Effect as pseudo-code (the notation of manual 3.3).
    pub effect: &'static str,
    /// A valid line that shows it.
    pub example: &'static str,
    /// Section of the manual.
    pub section: &'static str,
    /// How the row is known.
    pub source: Source,
}

impl Instruction {
    /// A row that only has its name and group; the manual is its source.
    pub(crate) const fn new(op: Op, group: Group) -> Self {
        Self {
            op,
            title: "",
            mnemonic: Mnemonic::Immediate,
            group,
            operands: &[],
            words: "",
            doc: "",
            effect: "",
            example: "",
            section: "",
            source: Source::Manual,
        }
    }
}

/// Declares the rows of one unit: an enum, its list and its table.
///
/// `$group` is the group of every row that names no other. What only the rows of this unit have is a column of its own
/// type, `$column`, whose value is in parentheses after the name of the row. A list of macros in brackets before the
/// rest means that parts of the table are in other files: each hands the rows so far and its own to the next.
macro_rules! instructions {
    ([] $($all:tt)*) => { $crate::instruction::instructions! { $($all)* } };
    (
        $(#[$meta:meta])* $name:ident in $wrap:ident, $group:expr, $(#[$column_meta:meta])* $column:ident: $type:ty;
        $($variant:ident ($value:expr) $fields:tt)*
    ) => {
        $crate::instruction::instructions! { $(#[$meta])* $name in $wrap, $group; $($variant $fields)* }

        impl $name {
            $(#[$column_meta])*
            #[must_use]
            pub const fn $column(self) -> $type {
                const COLUMN: &[$type] = &[$($value),*];
                COLUMN[self as usize]
            }
        }
    };
    (
        $(#[$meta:meta])* $name:ident in $wrap:ident, $group:expr;
        $($variant:ident { $($field:ident: $value:expr),* $(,)? })*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("See the row `", stringify!($variant), "` of the table.")] $variant,)*
        }

        impl $name {
            /// Every row of the unit, in the manual's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The row of the table for this instruction.
            #[must_use]
            pub fn row(self) -> &'static $crate::Instruction {
                &TABLE[self as usize]
            }
        }

        static TABLE: [$crate::Instruction; $name::ALL.len()] = [
            $($crate::Instruction {
                $($field: $value,)*
                ..$crate::Instruction::new($crate::Op::$wrap($name::$variant), $group)
            }),*
        ];
    };
}
pub(crate) use instructions;

/// The elements that `@...` after an opcode selects (manual 3.6.7.1, 3.6.8.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetRule {
    /// The opcode takes no `@`.
    None,
    /// A set of L1Bs; every L1B if it is left out.
    OptionalL1bSet,
    /// A set of L1Bs that must be given and must leave an L1B to send to.
    MulticastL1bSet,
    /// One L1B, which must be given.
    L1b,
    /// One MAB number up to this one, which must be given.
    Mab(u8),
}

impl Op {
    /// The elements that `@...` after the opcode selects.
    #[must_use]
    pub fn target_rule(self) -> TargetRule {
        match self {
            Self::L1bm(op) => op.target_rule(),
            Self::L2bm(op) => op.target_rule(),
            Self::Alu(_) | Self::Mau(_) | Self::Mv(_) | Self::Control(_) => TargetRule::None,
        }
    }
}

impl Op {
    /// The section of the manual that describes the instruction in a precision. The rows of the MAU cover several
    /// sections, one for each precision.
    #[must_use]
    pub fn section(self, precision: Option<Precision>) -> &'static str {
        match (self, precision) {
            (Self::Mau(op), Some(precision)) => op.section(precision),
            (_, _) => self.row().section,
        }
    }
}
