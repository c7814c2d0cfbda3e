//! Operand classes: which operands are possible at a position of an expression (manual 3.5.2, 3.6.1).

use crate::memory::Width;

/// Result of the previous step that can be read without going through a memory (manual 3.6.1.15-3.6.1.18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forwarding {
    /// `$mauf`: output of the MAU.
    Mauf,
    /// `$aluf`: output of the ALU.
    Aluf,
    /// `$lbf`: data transferred from L1BM to the PEs.
    Lbf,
    /// `$mreadf`: output of the transposed matrix register read.
    Mreadf,
}

impl Forwarding {
    /// All forwarding registers, each once.
    pub const ALL: [Self; 4] = [Self::Mauf, Self::Aluf, Self::Lbf, Self::Mreadf];

    /// The name after `$`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mauf => "mauf",
            Self::Aluf => "aluf",
            Self::Lbf => "lbf",
            Self::Mreadf => "mreadf",
        }
    }

    /// The section of the manual that describes it.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Self::Mauf => "3.6.1.15",
            Self::Aluf => "3.6.1.16",
            Self::Lbf => "3.6.1.17",
            Self::Mreadf => "3.6.1.18",
        }
    }
}

/// Constant for the first input of the ALU (manual 3.6.1.20, table 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// `$l2bid`: group number × 2 + L2B number.
    L2bId,
    /// `$l1bid`: L1B number.
    L1bId,
    /// `$mabid`: MAB number.
    MabId,
    /// `$peid`: MAB number × 4 + PE number.
    PeId,
    /// `$subpeid`: PE number.
    SubPeId,
    /// `$msb1`: only the most significant bit of each element is 1.
    Msb1,
}

impl Constant {
    /// Every constant, in the order of table 3.5.
    pub const ALL: [Self; 6] = [
        Self::L2bId,
        Self::L1bId,
        Self::MabId,
        Self::PeId,
        Self::SubPeId,
        Self::Msb1,
    ];

    /// The section of the manual that lists the constants.
    pub const SECTION: &'static str = "3.6.1.20";

    /// The name after `$`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::L2bId => "l2bid",
            Self::L1bId => "l1bid",
            Self::MabId => "mabid",
            Self::PeId => "peid",
            Self::SubPeId => "subpeid",
            Self::Msb1 => "msb1",
        }
    }

    /// Its value, in words.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Self::L2bId => "own group number × 2 + own L2B number (3 bits)",
            Self::L1bId => "own L1B number (3 bits)",
            Self::MabId => "own MAB number (4 bits)",
            Self::PeId => "own MAB number × 4 + own PE number (6 bits)",
            Self::SubPeId => "own PE number (2 bits)",
            Self::Msb1 => "only the most significant bit of each element is 1",
        }
    }
}

/// The name of the operand that discards a result (manual 3.6.1.19).
pub const NOWRITE: &str = "nowrite";

/// Which operands a position accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandClass {
    /// First input of the ALU: PE memories, all forwarding registers and the constants.
    AluFirstInput,
    /// Any other input from the PE: PE memories, `$mauf`, `$aluf`, `$lbf`.
    PeInput,
    /// PE memories, base address registers or `$nowrite`.
    PeOutput,
    /// As [`OperandClass::PeOutput`], and the mask register (outputs of ALU and MAU).
    PeOutputOrMask,
    /// One side of the matrix register as a whole: `$lx`, `$ly` (manual 3.6.1.14 (2)).
    MatrixSide,
    /// Rows of the matrix register to write, or columns to read: `$lx0`, `$lly8` (manual 3.6.1.14 (1)).
    MatrixRows,
    /// L1BM in an L1BM instruction, accessed by long words or 2 long words; `i` is the turnaround register.
    L1bmPe(Width),
    /// L1BM in an L2BM instruction: `$lb0`.
    L1bm,
    /// L2BM in a PE instruction: `$lc0`.
    L2bm,
    /// L2BM of one L2B of each group, in `l2bmdars`: `$lc0@.1`.
    L2bmOfL2b,
    /// DRAM address register: `$dar0`.
    Dar,
    /// PDM of one group: `$p0@1`.
    PdmOfGroup,
    /// PDM of every group: `$p0`.
    PdmOfEveryGroup,
    /// DRAM of one group: `$d0@1`, `$di0@1`.
    DramOfGroup,
    /// DRAM of every group: `$d0`, `$di0`.
    DramOfEveryGroup,
    /// L2BM of one L2B of one group: `$lc0@2.1`.
    L2bmOne,
    /// L2BM of one L2B in every group: `$lc0@.1`; `$lc0` means L2B 0.
    L2bmOneInEveryGroup,
    /// Both L2BMs of one group: `$lc0@2`.
    L2bmOfGroup,
    /// Every L2BM: `$lc0`.
    L2bmEvery,
    /// Immediate value: `f"1.0"` (manual 3.2.2).
    Literal,
    /// Tag: `i01` (manual 3.2.3).
    Tag,
}

/// The role of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandRole {
    /// Read by the instruction.
    Input,
    /// Written by the instruction; one operand.
    Output,
    /// Written; one or more operands, each in another memory.
    Outputs,
}

/// One position in the syntax of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandSpec {
    /// Name in the manual's syntax, such as `src_x`.
    pub name: &'static str,
    /// Whether it is read or written.
    pub role: OperandRole,
    /// The operands that are possible here.
    pub class: OperandClass,
    /// The address must be a multiple of this, in the memory's address unit; 1 if only the width decides.
    pub alignment: u32,
    /// Address units accessed in one cycle, or for MV in one unit operation, by an operand of an upper memory or L1BM; 0 for PE operands.
    pub words_per_cycle: u32,
}

impl OperandSpec {
    pub(crate) const fn input(name: &'static str, class: OperandClass) -> Self {
        Self {
            name,
            role: OperandRole::Input,
            class,
            alignment: 1,
            words_per_cycle: 0,
        }
    }

    pub(crate) const fn output(name: &'static str, class: OperandClass) -> Self {
        Self {
            name,
            role: OperandRole::Output,
            class,
            alignment: 1,
            words_per_cycle: 0,
        }
    }

    pub(crate) const fn outputs(class: OperandClass) -> Self {
        Self {
            name: "dst",
            role: OperandRole::Outputs,
            class,
            alignment: 1,
            words_per_cycle: 0,
        }
    }

    /// The position with an alignment and the words it accesses in one cycle (or unit operation).
    pub(crate) const fn words(self, alignment: u32, words_per_cycle: u32) -> Self {
        Self {
            alignment,
            words_per_cycle,
            ..self
        }
    }
}
