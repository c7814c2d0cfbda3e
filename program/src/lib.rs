//! The typed program: what a line of assembly means, with a range on every part.
//!
//! Everything here is plain data. Lines are independent of each other (no statement spans lines), so a [`Line`] can be
//! shared and kept across edits; what depends on other lines (mask settings, `quit`, the mode) is checked in
//! [`mod@crate::rules::check`]. All ranges are bytes from the start of the line.

use mnc2_isa::spelling::Spelling;
use mnc2_isa::{ControlOp, Memory, Mode, Op, geometry, l1b_set};

use crate::finding::Diagnostic;
use mnc2_text::{LineRange, Silence};

pub mod access;
mod assertion;
mod chunk;
mod chunk_cache;
pub mod code;
mod comment_shape;
mod compact;
pub mod cursor;
mod debug;
pub mod directive;
pub mod finding;
mod landmark;
mod lines;
pub mod message;
mod mv;
mod operand;
pub mod params;
pub mod render;
pub mod rules;
mod scope;
mod watch;

pub use assertion::{ASSERTION_MARK, Assertion, AssertionKind};
pub use chunk::{Chunk, LineSource};
pub use chunk_cache::Kept;
pub use comment_shape::CommentShape;
pub use debug::{DataType, DebugGet, DebugMemory, DebugSet, HostAction, HostStatement};
pub use directive::{Directive, FileForm, PdmUse};
pub(crate) use landmark::Landmark;
pub use landmark::Mark;
#[cfg(feature = "count-lines")]
pub use lines::LINES_READ;
pub use lines::{Lines, Program};
pub use mv::{MvInstruction, MvPlace};
pub use operand::{Addressing, Conversion, Literal, LiteralType, Operand, OperandKind, PeMemory};
pub use params::{ParamEntry, ParamKey, Params};
pub use scope::Scope;
pub use watch::{
    Arithmetic, ComparisonOperator, OverChip, WatchExpression, WatchFormat, WatchKind, WatchNumber,
    WatchPlace, WatchType,
};

/// The text of the line of a testcase where a solution is inserted, between its signs.
pub const INSERTION_MARKER: &str = "YOUR VSM WILL BE INSERTED HERE";

/// A value per cycle of a step.
pub type PerCycle<T> = [T; geometry::CYCLES_PER_STEP];

/// One line of the source text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// The statement, if the line has one that could be parsed.
    pub statement: Option<Statement>,
    /// The comment, `#` included.
    pub comment: Option<LineRange>,
    /// The shape of the comment, if it is on a line of its own.
    pub comment_shape: CommentShape,
    /// Whether the comment is the place of a testcase where a solution is inserted.
    pub is_insertion_marker: bool,
    /// The silencing comments in its comment.
    pub silences: Box<[Silence]>,
    /// The assertion that its comment is.
    pub assertion: Option<Box<Assertion>>,
    /// The words of PDM that a linker's comment in the line marks as used.
    pub pdm_use: Option<Box<PdmUse>>,
    /// The findings that need no other line.
    pub diagnostics: Vec<Diagnostic>,
}

impl Line {
    /// The step, if the line has one.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        match &self.statement {
            Some(Statement::Step(step)) => Some(step),
            _ => None,
        }
    }

    /// The directive for a linker, if the line has one.
    #[must_use]
    pub fn directive(&self) -> Option<&Directive> {
        match &self.statement {
            Some(Statement::Directive(directive)) => Some(directive),
            _ => None,
        }
    }

    /// Whether the line is a directive for a linker, or a remark of a linker about one.
    #[must_use]
    pub fn is_of_linker(&self) -> bool {
        self.pdm_use.is_some() || self.directive().is_some()
    }

    /// Whether the line has only spaces and a comment.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        let comment = self.comment.as_ref().map_or(u32::MAX, |range| range.start);
        self.statement.is_none()
            && self
                .diagnostics
                .iter()
                .all(|diagnostic| diagnostic.range.start >= comment)
    }

    /// Whether a diagnostic of the line itself is an error.
    #[must_use]
    pub fn has_error(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Whether the program ends before this line: at a `quit` without an error (manual 3.4.2).
    #[must_use]
    pub fn ends_program(&self) -> bool {
        matches!(self.statement, Some(Statement::Quit(_))) && !self.has_error()
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
    /// A directive of a program that a linker expands.
    Directive(Box<Directive>),
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
            Self::Directive(directive) => directive.range.clone(),
        }
    }
}

/// Which destinations a `mask` statement covers, and with which entry (manual 3.6.2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteMaskSetting {
    /// Whether the mask application word length is 2 long words.
    pub double_long: bool,
    /// `r`: register file GRF0.
    pub grf0: bool,
    /// `s`: register file GRF1.
    pub grf1: bool,
    /// `t`: the T-register.
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

/// Whether an entry of the mask register can stop a write: the first and the last one let all cycles through (manual
/// 3.6.2.1).
pub const fn stops_writes(entry: u8) -> bool {
    entry != 0 && (entry as u32) < mnc2_isa::geometry::MASK_ENTRIES - 1
}

impl WriteMaskSetting {
    /// Whether it masks the writes to any memory.
    #[must_use]
    pub const fn masks_any(&self) -> bool {
        let Self {
            entry,
            double_long: _,
            grf0,
            grf1,
            t,
            lm0,
            lm1,
            mask_register,
        } = *self;
        stops_writes(entry) && (grf0 || grf1 || t || lm0 || lm1 || mask_register)
    }

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

/// A `mask` statement, which sets the write masks of the following lines (manual 3.6.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaskStatement {
    /// Its bytes in the line.
    pub range: LineRange,
    /// The place of the entry in the line.
    pub entry_range: LineRange,
    /// The setting for the following lines.
    pub setting: WriteMaskSetting,
}

/// A tag (manual 3.2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The range in the line.
    pub range: LineRange,
    /// The number, which the text has as two hexadecimal digits.
    pub number: u8,
}

/// PE instruction statement: the expressions of one step (manual 3.6).
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// From the first expression to the last.
    pub range: LineRange,
    /// In the order written, without those with an unknown opcode; in a line with an error there may be none.
    pub expressions: Vec<Expression>,
}

impl Step {
    /// The number of steps: `n` for `nop/n`, otherwise 1.
    #[must_use]
    #[inline]
    pub fn steps(&self) -> u32 {
        self.expressions
            .iter()
            .find_map(|expression| expression.repeat)
            .unwrap_or(1)
    }

    /// Whether it is `nop` or `nop/n` alone.
    #[must_use]
    pub fn is_bare_nop(&self) -> bool {
        let nop = Op::Control(ControlOp::Nop);
        matches!(self.expressions.as_slice(), [only] if only.op == nop)
    }

    /// The tags that it waits for (manual 3.6.13).
    pub fn waits(&self) -> impl Iterator<Item = u8> {
        self.expressions
            .iter()
            .flat_map(|expression| &expression.inputs)
            .filter_map(|operand| match operand.kind {
                OperandKind::Tag(tag) => Some(tag),
                _ => None,
            })
    }

    /// Whether the step updates the forwarding and turnaround registers (manual 3.6.5, 3.6.6).
    #[must_use]
    pub fn forwards(&self) -> bool {
        let mut expressions = self.expressions.iter();
        !expressions.any(|expression| expression.op.keeps_forwarding())
    }

    /// Whether a destination carries a single-line write mask, which cancels the `mask` setting for the step (manual 3.6.2.1).
    #[must_use]
    #[inline]
    pub fn has_single_line_mask(&self) -> bool {
        self.expressions
            .iter()
            .flat_map(|expression| &expression.outputs)
            .any(|output| output.mask.is_some())
    }

    /// The `mask` setting that applies in the step: none if a single-line mask cancels it (manual 3.6.2.1).
    #[must_use]
    #[inline]
    pub fn setting(&self, in_force: WriteMaskSetting) -> WriteMaskSetting {
        if self.has_single_line_mask() {
            WriteMaskSetting::default()
        } else {
            in_force
        }
    }
}

/// An expression of a step: an opcode with its operands (manual 3.6).
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// From the opcode to the last operand.
    pub range: LineRange,
    /// Mnemonic and its options.
    pub opcode_range: LineRange,
    /// The mnemonic without its options.
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

    /// The L1Bs that `@` selects, a bit each; every L1B without it (manual 3.6.7.1).
    #[must_use]
    pub fn l1bs(&self) -> u8 {
        match self.target.as_ref().map(|target| target.kind) {
            Some(TargetKind::L1bSet { l1badr, immode }) => l1b_set::l1b_set(l1badr, immode),
            Some(TargetKind::L1b(l1b)) => l1b_set::l1b_set(l1b, 0),
            Some(TargetKind::Mab(_)) | None => l1b_set::ALL,
        }
    }
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranged<T> {
    /// The range in the line.
    pub range: LineRange,
    /// The value at the range.
    pub value: T,
}

/// `@...` of an opcode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// From `@` to its end.
    pub range: LineRange,
    /// The elements that it selects.
    pub kind: TargetKind,
}

/// The elements that `@...` of an opcode selects.
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

/// The mode in which to check a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModeChoice {
    /// Flat if a flat list occurs, otherwise auto-stride.
    #[default]
    Infer,
    /// The given mode, whether a flat list occurs or not.
    Given(Mode),
}

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
