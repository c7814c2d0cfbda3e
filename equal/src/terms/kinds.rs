//! What computes a term, and what its flags compare.

use mnc2_isa::l1bm::Order as PlaceOrder;
use mnc2_isa::{Op, ReductionOp, Width};
use mnc2_program::access::Store;

use super::Value;

/// The part of a unit's result that a term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// Words of the data path.
    Words,
    /// Words of the data path that are floating-point numbers of this many bits, as the MAU puts them out.
    Numbers(u8),
    Flags,
    /// Columns of a matrix register, from this one on.
    Columns(u8),
}

/// A property of floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Property {
    /// The MAU leaves numbers of this many bits as they are.
    Kept(u8),
    /// Half precision has numbers that are equal to these in single precision.
    Half,
}

impl Property {
    /// The bits of a number.
    pub(crate) const fn bits(self) -> u8 {
        match self {
            Self::Kept(bits) => bits,
            Self::Half => 32,
        }
    }
}

/// The order of numbers that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Order {
    Signed,
    Unsigned,
    Float,
}

/// What a set flag means: a number is not less than another one. Each has one word, or the two of a long word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    pub(crate) order: Order,
    pub(crate) bits: u32,
    pub(crate) greater: (Value, Option<Value>),
    pub(crate) other: (Value, Option<Value>),
}

/// The operation that computes a term. Everything that decides the result besides the inputs is in here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The word is unused.
    Nothing,
    /// Equal bits in every word and on every element. The value is in the inputs.
    Constant,
    /// The content of a store at the start of the program; the word is the address.
    Start(Store),
    /// Another value for each element of a level.
    Split(u8),
    /// A constant on each element that follows from the position of the element alone; not what a testcase sets there.
    Position,
    /// A list of values, as one.
    List,
    /// The result of a unit on the data path.
    Unit {
        op: Op,
        spelling: &'static str,
        /// Of `hbfn` and `hbfe`, or 0.
        mantissa_length: u8,
        part: Part,
    },
    /// A constant, and values with their factors: integers of this many bits, each in one word or in the two of a long word.
    Sum(u8),
    /// Bits of words: where runs of them come from and go to, and those that are constant.
    Wires,
    /// The maximum or the minimum of two numbers of this many bits, in one word each or in the two of a long word.
    Extreme {
        is_max: bool,
        order: Order,
        bits: u8,
    },
    /// `r` of an operand.
    Shorten,
    /// `e` of an operand, to elements of this many bits.
    Extend(u32),
    /// Some bits inverted.
    Invert(u64),
    /// A word that a variable write mask merges with what was there: the mask, the new word, the old one. The index is the
    /// position of the word on the data path.
    Select { double_long: bool, index: u8 },
    /// A word that a variable mask sets to zero: the mask, the word.
    Flush { double_long: bool, index: u8 },
    /// Flags of a mask and other flags.
    And,
    /// The bits of a word that a base address register takes.
    BaseBits,
    /// A base address register under a variable mask: the mask, the new value, the old one.
    SelectBase { double_long: bool, index: u8 },
    /// A word read at an address that is only known in a run: base address register, T-register, whole memory.
    ReadSomewhere {
        width: Width,
        address: u32,
        madpe: Option<u8>,
    },
    /// A memory after a write to an address that is only known in a run; the word is the address.
    WriteSomewhere {
        width: Width,
        address: u32,
        madpe: Option<u8>,
        /// The flags of a fixed mask; `None` if they are variable, and among the inputs.
        flags: Option<bool>,
        double_long: bool,
    },
    /// A transfer from L1BM to the PEs.
    Down { op: Op, rotation: u8 },
    /// A transfer from the PEs to L1BM in its own order.
    Up {
        op: Op,
        spelling: &'static str,
        target: Option<u8>,
        modifiers: u8,
    },
    /// A transfer from the PEs to L1BM with the MABs rotated.
    Rotated(u8),
    /// A word of the PE that is this many further in the MAB.
    Turned(u8),
    /// The words that a reduction over the MABs that share a place makes of one number: of a single word, or of the two words of a
    /// long word.
    Reduced {
        order: PlaceOrder,
        operation: ReductionOp,
    },
    /// A transfer between L1BM and L2BM.
    L2bm {
        op: Op,
        spelling: &'static str,
        l1bs: u8,
    },
    /// Entries of DARBUF.
    Darbuf { l2b: Option<u8> },
    /// What an MV instruction writes.
    Mv {
        op: Op,
        spelling: &'static str,
        size_long_words: u32,
        indirection_count: Option<u32>,
        from: MvEnd,
        to: MvEnd,
        /// How far the destination is from the source, if both are in one memory.
        distance: u32,
    },
}

/// The elements of one side of an MV instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MvEnd {
    pub(crate) group: Option<u8>,
    pub(crate) l2b: Option<u8>,
    pub(crate) is_indirect: bool,
}
