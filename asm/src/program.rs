//! The typed program: what a line of assembly means, with a range on every part.
//!
//! Everything here is plain data. Lines are independent of each other (no
//! statement spans lines), so a [`Line`] can be shared and kept across edits;
//! what depends on other lines (mask settings, `quit`, the mode) is the work of
//! [`crate::check`]. All ranges are bytes from the start of the line.

use std::ops::Range;
use std::sync::Arc;

use mnc2_isa::spelling::Spelling;
use mnc2_isa::{Constant, Forwarding, Memory, Op, Width, geometry};

use crate::diagnostic::Diagnostic;

/// Bytes from the start of a line.
pub type LineRange = Range<u32>;

/// A value per cycle of a step.
pub type PerCycle<T> = [T; geometry::CYCLES_PER_STEP];

/// One line of the source text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// The statement, if the line holds one that could be understood.
    pub statement: Option<Statement>,
    /// The comment, `#` included.
    pub comment: Option<LineRange>,
    /// What is wrong with the line by itself.
    pub diagnostics: Vec<Diagnostic>,
}

impl Line {
    /// The step, if the line holds one.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        match &self.statement {
            Some(Statement::Step(step)) => Some(step),
            _ => None,
        }
    }

    /// Whether a diagnostic of the line itself is an error.
    #[must_use]
    pub fn has_error(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// A statement (manual 3.1).
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `quit` (manual 3.4.2).
    Quit(LineRange),
    /// `d get` (manual 3.4.3).
    DebugGet(DebugGet),
    /// `d set` (manual 3.4.4).
    DebugSet(DebugSet),
    /// `mask...` (manual 3.6.2.1).
    Mask(MaskStatement),
    /// `c`, `e`, `f`, `r`: passed through to the emulator.
    Host(HostStatement),
    /// MV instruction statement (manual 3.5).
    Mv(MvInstruction),
    /// PE instruction statement (manual 3.6).
    Step(Step),
}

impl Statement {
    /// The statement's range, without comment and surrounding spaces.
    #[must_use]
    pub fn range(&self) -> LineRange {
        match self {
            Self::Quit(range) => range.clone(),
            Self::DebugGet(get) => get.range.clone(),
            Self::DebugSet(set) => set.range.clone(),
            Self::Mask(mask) => mask.range.clone(),
            Self::Host(host) => host.range.clone(),
            Self::Mv(mv) => mv.range.clone(),
            Self::Step(step) => step.range.clone(),
        }
    }
}

/// The memory part of a debug statement: `$lm0n0c0b0m0p0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugMemory {
    /// From `$` to the end of the scope.
    pub range: LineRange,
    /// Which memory.
    pub memory: Memory,
    /// Access word length; `$t` counts as long (manual table 3.2).
    pub width: Width,
    /// First address in the memory's unit; 0 for the T-register.
    pub address: u32,
    /// The elements it is limited to.
    pub scope: Scope,
}

/// The elements of the chip that a debug statement speaks of; `None` means all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// `n`: group.
    pub group: Option<u8>,
    /// `c`: L2B in the group.
    pub l2b: Option<u8>,
    /// `b`: L1B in the L2B.
    pub l1b: Option<u8>,
    /// `m`: MAB in the L1B.
    pub mab: Option<u8>,
    /// `p`: PE in the MAB.
    pub pe: Option<u8>,
}

/// How `d get` interprets the data (manual table 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataType {
    /// No letters: double precision, half words and the long word.
    Plain,
    /// `d`
    Double,
    /// `bd`
    BlockDouble,
    /// `f`
    Single,
    /// `bf`
    BlockSingle,
    /// `bg`
    BlockPseudoSingle,
    /// `h`
    Half,
    /// `bh`
    BlockHalf,
}

/// `d get` (manual 3.4.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugGet {
    /// The whole statement.
    pub range: LineRange,
    /// Interpretation.
    pub data_type: DataType,
    /// What is read.
    pub memory: DebugMemory,
    /// Words of the access word length.
    pub count: u32,
    /// The statement as the dump repeats it after `#`: canonical form, without its comment.
    pub echo: Arc<str>,
}

/// `d set` (manual 3.4.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugSet {
    /// The whole statement.
    pub range: LineRange,
    /// What is written.
    pub memory: DebugMemory,
    /// Words of the access word length.
    pub count: u32,
    /// The payload.
    pub payload_range: LineRange,
    /// Its long words; `count` times the payload length of manual table 3.3.
    pub payload: Arc<[u64]>,
}

/// Which destinations a `mask` statement covers, and with which entry (manual 3.6.2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteMaskSetting {
    /// Whether the mask application word length is 2 long words.
    pub double_long: bool,
    /// `r`: GRF0.
    pub grf0: bool,
    /// `s`: GRF1.
    pub grf1: bool,
    /// `t`: T-register.
    pub t: bool,
    /// `m`: LM0 and its base address register.
    pub lm0: bool,
    /// `n`: LM1 and its base address register.
    pub lm1: bool,
    /// `k`: mask registers.
    pub mask_register: bool,
    /// Entry of the mask register, 0 to 31.
    pub entry: u8,
}

impl WriteMaskSetting {
    /// Whether writes to the memory pass through the mask.
    #[must_use]
    pub fn covers(&self, memory: Memory) -> bool {
        match memory {
            Memory::Grf0 => self.grf0,
            Memory::Grf1 => self.grf1,
            Memory::T => self.t,
            Memory::Lm0 | Memory::BaseLm0 => self.lm0,
            Memory::Lm1 | Memory::BaseLm1 => self.lm1,
            Memory::MaskRegister => self.mask_register,
            Memory::MatrixX
            | Memory::MatrixY
            | Memory::L1bm
            | Memory::L2bm
            | Memory::Pdm
            | Memory::Dram
            | Memory::Dar => false,
        }
    }
}

/// `mask...` (manual 3.6.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaskStatement {
    /// The whole statement.
    pub range: LineRange,
    /// The entry's range.
    pub entry_range: LineRange,
    /// What it sets for the following lines.
    pub setting: WriteMaskSetting,
}

/// A host statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostStatement {
    /// The whole statement.
    pub range: LineRange,
    /// What it does.
    pub action: HostAction,
}

/// What a host statement does. Addresses and lengths are long words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostAction {
    /// `c`: write PDM of group 0.
    WritePdm {
        /// First address.
        address: u32,
        /// What is written.
        payload: Arc<[u64]>,
    },
    /// `e`: read PDM of group 0 back.
    ReadPdm {
        /// First address.
        address: u32,
        /// Long words to read.
        length: u32,
    },
    /// `f`: flush.
    Flush,
    /// `r`: write DRAM.
    WriteDram {
        /// Group.
        group: u8,
        /// First address.
        address: u32,
        /// What is written.
        payload: Arc<[u64]>,
    },
}

/// MV instruction statement (manual 3.5).
#[derive(Clone, Debug, PartialEq)]
pub struct MvInstruction {
    /// The whole statement.
    pub range: LineRange,
    /// Mnemonic and parameters.
    pub opcode_range: LineRange,
    /// The mnemonic alone.
    pub mnemonic_range: LineRange,
    /// The letters of the mnemonic.
    pub spelling: &'static Spelling,
    /// The row.
    pub op: Op,
    /// `n<size>` in long words (manual 3.5.3); 0 for `mvnop`.
    pub size_long_words: u32,
    /// Where the size stands.
    pub size_range: Option<LineRange>,
    /// `i<tag>`.
    pub tag: Option<Tag>,
    /// `p<priority>`, 0 to 3.
    pub priority: u8,
    /// `nd<N>`: consecutive 16-long-word accesses for one DAR entry; `None` is infinite.
    pub indirection_count: Option<u32>,
    /// Source, destination; empty for `mvnop`.
    pub operands: Vec<Operand>,
}

/// A tag (manual 3.2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Where it stands.
    pub range: LineRange,
    /// Its number.
    pub number: u8,
}

/// PE instruction statement: the expressions of one step (manual 3.6).
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// From the first expression to the last.
    pub range: LineRange,
    /// In the order written.
    pub expressions: Vec<Expression>,
}

impl Step {
    /// How many steps it takes: `n` for `nop/n`, otherwise 1.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.expressions
            .iter()
            .find_map(|expression| expression.repeat)
            .unwrap_or(1)
    }

    /// Whether a destination carries a single-line write mask, which cancels the `mask` setting for the step (manual 3.6.2.1).
    #[must_use]
    pub fn has_single_line_mask(&self) -> bool {
        self.expressions
            .iter()
            .flat_map(|expression| &expression.outputs)
            .any(|output| output.mask.is_some())
    }
}

/// PE instruction expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// Opcode and operands.
    pub range: LineRange,
    /// Mnemonic and its options.
    pub opcode_range: LineRange,
    /// The mnemonic alone.
    pub mnemonic_range: LineRange,
    /// The letters of the mnemonic.
    pub spelling: &'static Spelling,
    /// The row, chosen among [`Spelling::ops`] by the operands.
    pub op: Op,
    /// `@...` of the opcode.
    pub target: Option<Target>,
    /// `+n`, `-n` of `l1bmd`: MABs (manual 3.6.8.20).
    pub rotation: Option<Ranged<i8>>,
    /// `/n` of `nop`: how many.
    pub repeat: Option<u32>,
    /// `/n` of `hbfn` and `hbfe`: mantissa length, 6 to 9.
    pub mantissa_length: Option<Ranged<u8>>,
    /// Zero-flush mask (manual 3.6.2.2).
    pub zero_flush: Option<Mask>,
    /// Read, in the order written.
    pub inputs: Vec<Operand>,
    /// Written, in the order written.
    pub outputs: Vec<Operand>,
}

impl Expression {
    /// Inputs and outputs in the order written.
    pub fn operands(&self) -> impl Iterator<Item = &Operand> {
        self.inputs.iter().chain(&self.outputs)
    }
}

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranged<T> {
    /// Where it stands.
    pub range: LineRange,
    /// The value.
    pub value: T,
}

/// `@...` of an opcode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// From `@` to its end.
    pub range: LineRange,
    /// What it selects.
    pub kind: TargetKind,
}

/// What `@...` of an opcode selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// A set of L1Bs (manual 3.6.7.1).
    L1bSet {
        /// `<l1badr>`, 0 to 7.
        l1badr: u8,
        /// `<immode>`, 0 to 7.
        immode: u8,
    },
    /// One L1B, 0 to 7 (manual 3.6.7.5).
    L1b(u8),
    /// One MAB, 0 to 15, or in 4x4 mode 0 to 3 (manual 3.6.8.10, 3.6.8.16).
    Mab(u8),
}

/// A mask entry with its application word length (manual 3.6.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// From `/` to its end.
    pub range: LineRange,
    /// Whether the mask application word length is 2 long words (`ll`).
    pub double_long: bool,
    /// Entry of the mask register: 1 to 15 variable, 16 to 31 the pattern of `/abcd` in the low four bits, first cycle highest.
    pub entry: u8,
    /// `t` or `p` after a write mask.
    pub suffix: Option<MaskSuffix>,
}

/// `t` or `p` after a write mask (manual 3.6.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskSuffix {
    /// `t`: the destination is shorter than the mask.
    Truncate,
    /// `p`: the destination is longer than the mask.
    Pad,
}

/// `e` or `r` after an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// `e`: from one precision lower (manual 3.6.9.23, 3.6.8.4).
    Extend,
    /// `r`: from single to half precision (manual 3.6.9.24, 3.6.12.19).
    Shorten,
}

/// An operand of a PE or MV instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// Sign, memory, suffixes and mask.
    pub range: LineRange,
    /// What it names.
    pub kind: OperandKind,
    /// `-` in front: the sign of every element is inverted (manual 3.6.9.22).
    pub negated: bool,
    /// `e` or `r`.
    pub conversion: Option<Ranged<Conversion>>,
    /// Write mask of a destination.
    pub mask: Option<Mask>,
}

/// What an operand names.
#[derive(Clone, Debug, PartialEq)]
pub enum OperandKind {
    /// LM0, LM1, GRF0 or GRF1.
    PeMemory(PeMemory),
    /// T-register; always accessed by 2 long words, the width is only written.
    T(Width),
    /// Base address register: [`Memory::BaseLm0`] or [`Memory::BaseLm1`], and the width written.
    BaseRegister(Memory, Width),
    /// `$omr<entry>`.
    MaskRegister(u8),
    /// `$lx`, `$ly`: a whole side of the matrix register.
    MatrixSide(Memory, Width),
    /// `$lx0`, `$lly8`: rows to write or columns to read.
    MatrixRows {
        /// [`Memory::MatrixX`] or [`Memory::MatrixY`].
        side: Memory,
        /// Long: one row in a cycle; 2 long words: two rows.
        width: Width,
        /// First row or column.
        row: u8,
    },
    /// A forwarding register.
    Forwarding(Forwarding),
    /// A constant of table 3.5.
    Constant(Constant),
    /// `$nowrite`.
    NoWrite,
    /// `$lb`, `$llb` by address, in long words.
    L1bm {
        /// Access word length: long or 2 long words.
        width: Width,
        /// First address.
        address: u32,
    },
    /// `$lbi`, `$llbi`: the turnaround register.
    Turnaround(Width),
    /// `$lc`, in long words.
    L2bm {
        /// First address.
        address: u32,
        /// `@<group>.<l2b>` as far as given.
        group: Option<u8>,
        /// The L2B in the group.
        l2b: Option<u8>,
    },
    /// `$dar`: first entry.
    Dar(u32),
    /// `$p`, in long words.
    Pdm {
        /// First address.
        address: u32,
        /// `@<group>`.
        group: Option<u8>,
    },
    /// `$d`, `$di`.
    Dram {
        /// First address in long words, or the first DAR entry when indirect.
        address: u32,
        /// `$di`: through the DAR (manual 3.5.6).
        indirect: bool,
        /// `@<group>`.
        group: Option<u8>,
    },
    /// An immediate value.
    Literal(Literal),
    /// A tag.
    Tag(u8),
}

/// An access to LM0, LM1, GRF0 or GRF1 (manual 3.6.1.6-3.6.1.11). Addresses are single words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeMemory {
    /// Which of the four.
    pub memory: Memory,
    /// Access word length.
    pub width: Width,
    /// How the address is written.
    pub addressing: Addressing,
    /// `t`: the T-register's entry of the cycle is added (manual 3.6.1.6).
    pub indirect: bool,
    /// `j<n>`: PEs with numbers up to n add one word of the access word length.
    pub madpe: Option<u8>,
    /// Where the address (and stride) stands; empty at the end of the memory letters when it is left out.
    pub address_range: LineRange,
}

/// Addresses of the four cycles as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// `<addr>[v[<adri>]]`: auto-stride. The default stride is already filled in.
    Stride {
        /// Address of cycle 0.
        base_words: u32,
        /// Added in each cycle.
        stride_words: u32,
    },
    /// `[a,b,c,d]`: flat.
    Flat(PerCycle<u32>),
}

impl PeMemory {
    /// Addresses of the four cycles in single words as the text gives them, wrapped around the memory's size;
    /// base register, T-register and `j` are not in it.
    #[must_use]
    pub fn addresses_words(&self) -> PerCycle<u32> {
        let size_words = self.memory.size().unwrap_or(geometry::LM_SINGLE_WORDS);
        match self.addressing {
            Addressing::Stride {
                base_words,
                stride_words,
            } => std::array::from_fn(|cycle| {
                let stride = u64::from(stride_words) * cycle as u64;
                ((u64::from(base_words) + stride) % u64::from(size_words)) as u32
            }),
            Addressing::Flat(addresses) => addresses.map(|address| address % size_words),
        }
    }
}

/// An immediate value (manual 3.2.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The type in front of the quotes.
    pub literal_type: LiteralType,
    /// The single word that it stands for; half words are repeated.
    pub bits: u32,
}

/// The type in front of the quotes (manual 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LiteralType {
    /// `f`: single-precision floating point.
    Single,
    /// `h`: half-precision floating point.
    Half,
    /// `i`: signed integer of one single word.
    SingleInteger,
    /// `s`: signed integer of one half word.
    HalfInteger,
    /// `ui`: unsigned integer of one single word.
    UnsignedSingleInteger,
    /// `us`: unsigned integer of one half word.
    UnsignedHalfInteger,
}

/// Instruction mode (manual 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Addresses advance by a stride.
    AutoStride,
    /// Each cycle's addresses may be given.
    Flat,
}
