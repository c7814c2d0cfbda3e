//! Directives of the unofficial SDK's linker: `@distribute _arg_a from_param 8 size 1 $lm0`.
//!
//! They are statements of `._vsm` files, which `vsmlink` expands into ordinary programs. [`DIRECTIVES`] is the SDK's
//! documentation as data; `docs/linked-programs.md` states where it comes from.

mod table;

use super::PeMemory;
use mnc2_text::LineRange;

pub use table::{DIRECTIVES, DirectiveRow, FLAG_NAMES, REDUCTIONS, RETIRED};

/// The first character of a directive.
pub const DIRECTIVE_SIGN: char = '@';

/// The PEs of the chip: a component of `@distribute` and `@collect` has one long word of PDM for each.
pub const PDM_WORDS_OF_COMPONENT: u64 = 4096;

/// The fewest long words of PDM that a transfer to or from all PEs moves: what `@broadcast` reads and `@reduce` writes.
pub const PDM_WORDS_OF_BLOCK: u64 = 64;

/// The most components of `@distribute`, `@collect` and `@broadcast`: one for each cycle of the last transfer.
pub const COMPONENTS_MAX: u64 = 4;

/// Long words that `@get_neighbor` uses of its buffer.
pub const BUFFER_WORDS: u64 = 4160;

/// The name of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table describes each")]
pub enum DirectiveName {
    Distribute,
    Broadcast,
    Collect,
    Reduce,
    Identify,
    BoundaryFlags,
    BoundaryFlagsCompute,
    Alias,
    /// `@assign`, an older name of `@alias`.
    Assign,
    Alloc,
    Free,
    GetNeighbor,
    AccessPattern,
}

impl DirectiveName {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 13] = [
        Self::Distribute,
        Self::Broadcast,
        Self::Collect,
        Self::Reduce,
        Self::Identify,
        Self::BoundaryFlags,
        Self::BoundaryFlagsCompute,
        Self::Alias,
        Self::Assign,
        Self::Alloc,
        Self::Free,
        Self::GetNeighbor,
        Self::AccessPattern,
    ];

    /// The directive with a name, which begins with `@`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let index = DIRECTIVES.iter().position(|row| row.name == name)?;
        Some(Self::ALL[index])
    }

    /// The row of the table for this directive.
    #[must_use]
    pub fn row(self) -> &'static DirectiveRow {
        &DIRECTIVES[self as usize]
    }

    /// The registers that it takes from the pool of its `@alloc`.
    #[must_use]
    pub const fn wanted(self) -> Option<PoolSizes> {
        match self {
            Self::BoundaryFlagsCompute => Some(PoolSizes {
                grf0: 5,
                masks: 4,
                lm1: 1,
            }),
            Self::GetNeighbor => Some(PoolSizes {
                grf0: 11,
                masks: 4,
                lm1: 1,
            }),
            _ => None,
        }
    }

    /// The number of words of PDM that it uses from its address on, and whether it writes them. `None` where its entry is not a
    /// slot.
    #[must_use]
    pub const fn pdm(self, components: u64) -> Option<(u64, bool)> {
        match self {
            Self::Distribute => Some((PDM_WORDS_OF_COMPONENT * components, false)),
            Self::Collect => Some((PDM_WORDS_OF_COMPONENT * components, true)),
            Self::Broadcast => Some((PDM_WORDS_OF_BLOCK, false)),
            Self::Reduce => Some((PDM_WORDS_OF_BLOCK, true)),
            Self::Identify | Self::BoundaryFlags => Some((PDM_WORDS_OF_COMPONENT, false)),
            Self::BoundaryFlagsCompute
            | Self::Alias
            | Self::Assign
            | Self::Alloc
            | Self::Free
            | Self::GetNeighbor
            | Self::AccessPattern => None,
        }
    }
}

/// The number of registers of each kind that a directive needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolSizes {
    /// Registers of GRF0.
    pub grf0: u32,
    /// Entries of the mask register.
    pub masks: u32,
    /// Registers of LM1.
    pub lm1: u32,
}

/// A directive with its operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Directive {
    /// From `@` to the last operand.
    pub range: LineRange,
    /// From `@` to the end of the name.
    pub name_range: LineRange,
    /// Which one; `None` if there is no such directive.
    pub name: Option<DirectiveName>,
    /// Its operands, as far as they could be read.
    pub operands: Box<[DirectiveOperand]>,
}

/// An operand of a directive.
#[derive(Clone, Debug, PartialEq)]
pub struct DirectiveOperand {
    /// The range in the line.
    pub range: LineRange,
    /// The role of the operand.
    pub part: DirectivePart,
    /// The operand, by its kind.
    pub value: DirectiveValue,
}

/// The role of an operand of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DirectivePart {
    /// A name for people.
    Label,
    /// A word that is always the same.
    Word(&'static str),
    /// The number of a slot in the `.param` file.
    Slot,
    /// The number of components.
    Size,
    /// The number of a dimension.
    Dimension,
    /// The number of elements of a dimension.
    Count,
    /// The neighbour: -1 or +1.
    Offset,
    /// A register of a PE.
    Register,
    /// A register of GRF0.
    Grf0,
    /// The operation of a reduction.
    Reduction,
    /// The name of boundary flags that begins here.
    NewFlags,
    /// The name of boundary flags that exist.
    Flags,
    /// The names of all flags.
    FlagNames,
    /// The name of a buffer in the `.param` file.
    Buffer,
    /// The name of a pool that begins here.
    NewPool,
    /// The name of the pool around.
    Pool,
    /// The registers of a pool.
    Pools,
    /// Any words, which are not checked.
    Rest,
}

impl DirectivePart {
    /// Whether all words from here on belong to it.
    #[must_use]
    pub const fn takes_rest(self) -> bool {
        matches!(self, Self::FlagNames | Self::Pools | Self::Rest)
    }
}

/// The value of an operand of a directive.
#[derive(Clone, Debug, PartialEq)]
pub enum DirectiveValue {
    /// A name or another word.
    Name(Box<str>),
    /// A number, such as a slot or a size.
    Number(u64),
    /// A register of a PE.
    Register(PeMemory),
    /// A kind of register in a pool, such as `:grf0`.
    PoolKind(PoolKind),
}

/// A kind of register in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PoolKind {
    /// `:grf0`: registers of GRF0.
    Grf0,
    /// `:grf1`: registers of GRF1.
    Grf1,
    /// `:m`: registers of LM0.
    Lm0,
    /// `:n`: registers of LM1.
    Lm1,
    /// `:omr`: entries of the mask register.
    Masks,
}

impl PoolKind {
    /// All kinds, each once.
    pub const ALL: [Self; 5] = [Self::Grf0, Self::Grf1, Self::Lm0, Self::Lm1, Self::Masks];

    /// The keyword, with its colon.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Grf0 => ":grf0",
            Self::Grf1 => ":grf1",
            Self::Lm0 => ":m",
            Self::Lm1 => ":n",
            Self::Masks => ":omr",
        }
    }

    /// What a register of it is called, before its number.
    #[must_use]
    pub const fn register(self) -> &'static str {
        match self {
            Self::Grf0 => "$lr",
            Self::Grf1 => "$ls",
            Self::Lm0 => "$lm",
            Self::Lm1 => "$ln",
            Self::Masks => "$omr",
        }
    }
}

impl Directive {
    /// The operand for a purpose.
    #[must_use]
    pub fn operand(&self, part: DirectivePart) -> Option<&DirectiveOperand> {
        self.operands.iter().find(|operand| operand.part == part)
    }

    /// The number for a purpose.
    #[must_use]
    pub fn number(&self, part: DirectivePart) -> Option<u64> {
        match self.operand(part)?.value {
            DirectiveValue::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The name for a purpose, and its place.
    #[must_use]
    pub fn name_of(&self, part: DirectivePart) -> Option<(&str, &LineRange)> {
        let operand = self.operand(part)?;
        match &operand.value {
            DirectiveValue::Name(name) => Some((name, &operand.range)),
            _ => None,
        }
    }

    /// How many registers of a kind its pool has.
    #[must_use]
    pub fn registers(&self, kind: PoolKind) -> u32 {
        let mut current = None;
        let mut count = 0;
        for operand in &self.operands {
            match operand.value {
                DirectiveValue::PoolKind(kind) => current = Some(kind),
                DirectiveValue::Number(_) if current == Some(kind) => count += 1,
                DirectiveValue::Name(_)
                | DirectiveValue::Number(_)
                | DirectiveValue::Register(_) => {}
            }
        }
        count
    }

    /// Whether the `mask` setting is 0 after it. No other directive changes it.
    #[must_use]
    pub fn ends_mask_setting(&self) -> bool {
        self.name == Some(DirectiveName::GetNeighbor)
    }

    /// The words of PDM that it uses from the address of its entry on, and whether it writes them.
    #[must_use]
    pub fn pdm(&self) -> Option<(u64, bool)> {
        let components = self.number(DirectivePart::Size).unwrap_or(1);
        self.name?.pdm(components.min(COMPONENTS_MAX))
    }
}

/// The words of PDM that a directive uses, from a comment in linked output: `# (:pdm :directive "@collect" ..)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdmUse {
    /// The S-expression in the comment.
    pub range: LineRange,
    /// The name of the directive.
    pub directive: Box<str>,
    /// The name of the directive for people.
    pub label: Box<str>,
    /// The slot of the `.param` file.
    pub slot: u64,
    /// The memory, such as `:pdm0`.
    pub place: Box<str>,
    /// The first word.
    pub address: u64,
    /// The number of words.
    pub size: u64,
    /// Whether they are written.
    pub writes: bool,
}

/// The kind of text in a file, by the extension of its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FileForm {
    /// A program of the assembler: `.vsm`.
    #[default]
    Program,
    /// A program for the linker, with directives: `._vsm`.
    Unlinked,
    /// Where the slots of a program are placed: `.param`.
    Placement,
    /// The shape of a problem: `.stparam`.
    Structure,
}

impl FileForm {
    /// The extension of programs for the linker, without the dot.
    pub const UNLINKED: &'static str = "_vsm";
    /// The extension of a program.
    pub const PROGRAM: &'static str = "vsm";
    /// The extension of placements, without the dot.
    pub const PLACEMENT: &'static str = "param";
    /// The extension of structures, without the dot.
    pub const STRUCTURE: &'static str = "stparam";

    /// Whether its lines are statements, and not entries of one list.
    #[must_use]
    pub const fn has_statements(self) -> bool {
        matches!(self, Self::Program | Self::Unlinked)
    }

    /// The form of a file with this name.
    #[must_use]
    pub fn from_file_name(name: &str) -> Self {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is = |known: &str| extension.eq_ignore_ascii_case(known);
        if is(Self::UNLINKED) {
            Self::Unlinked
        } else if is(Self::PLACEMENT) {
            Self::Placement
        } else if is(Self::STRUCTURE) {
            Self::Structure
        } else {
            Self::Program
        }
    }
}
