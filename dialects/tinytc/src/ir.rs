//! Functions as typed trees, without text: what a checker judges, and what an interpreter can run.
//!
//! A [`Function`] owns its values and its instructions; both are named by their index. Ranges are bytes from the start of the text of
//! the function. What the text lacks or has wrong is `None`: such a function has findings and cannot run.

mod operation;
mod words;

use std::collections::HashSet;
use std::ops::Range;

pub use operation::{Checked, Constant, Linear, Operation, Reduction, Slice, StoreFlag, Tile};
pub use words::{Binary, Builtin, Compare, GroupOperation, Math, SubgroupOperation, Unary};

use crate::types::Type;
use crate::version::Version;

/// Bytes from the start of the text of the function.
pub type ByteRange = Range<u32>;

/// The index of a value in [`Function::values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

/// The index of an instruction in [`Function::instructions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstructionId(pub u32);

/// The index of a region in [`Function::regions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(pub u32);

/// A function with its values, instructions and regions.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Its name without `@`; empty if the text has none.
    pub name: String,
    /// Where the name is, with `@`.
    pub name_range: ByteRange,
    /// From `func` to the parenthesis after the parameters.
    pub header: ByteRange,
    /// From `func` to the brace at the end.
    pub range: ByteRange,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The dictionary after `attributes`, if there is one.
    pub attributes: Option<Dictionary>,
    /// Its body; `None` if the text has none.
    pub body: Option<RegionId>,
    /// All values, in the order of their definitions.
    pub values: Vec<Value>,
    /// All instructions, in the order of the text.
    pub instructions: Vec<Instruction>,
    /// All regions, those outside before those inside.
    pub regions: Vec<Region>,
    /// Every mention of a value after its definition that names none.
    pub unresolved: Vec<Operand>,
    /// The names in what could not be read.
    pub unread: HashSet<String>,
    /// Whether as many braces close something as open something.
    pub is_balanced: bool,
    /// The version that it is written in.
    pub version: Version,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The index of its value.
    pub value: ValueId,
    /// Where its type is.
    pub type_range: ByteRange,
    /// Attributes such as `{alignment=16}`.
    pub attributes: Option<Dictionary>,
}

/// A value: a parameter, a loop variable, a value that a loop carries, or the result of an instruction.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its name without `%`; of a number its decimal digits without leading zeros.
    pub name: String,
    /// Where its name is defined, with `%`.
    pub range: ByteRange,
    /// Its type, if the text states one that exists.
    pub ty: Option<Type>,
    /// The function or the instruction that defines it.
    pub origin: Origin,
    /// Every mention as an operand, in the order of the text.
    pub uses: Vec<ByteRange>,
    /// Where it can be mentioned: to the end of its region.
    pub scope: ByteRange,
}

/// What defines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A parameter of the function.
    Parameter,
    /// The variable of `for` or `foreach`.
    LoopVariable(InstructionId),
    /// A value that a `for` carries from one iteration to the next; its place among them.
    Carried(InstructionId, u32),
    /// The result of an instruction; its place among the results.
    Result(InstructionId, u32),
}

/// A list of instructions between braces.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Its place in the text, braces included.
    pub range: ByteRange,
    /// Its instructions, in order.
    pub instructions: Vec<InstructionId>,
    /// Whether the brace at its end is there.
    pub is_closed: bool,
    /// Whether it has something that is not an instruction.
    pub is_broken: bool,
}

/// The mention of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The name without `%`.
    pub name: String,
    /// Where it is, with `%`.
    pub range: ByteRange,
    /// The value, if the name is in scope.
    pub value: Option<ValueId>,
}

/// An instruction with its operands, results and regions.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The operation with its attributes.
    pub operation: Operation,
    /// Its operands, in the order that [`Operation`] defines for each.
    pub operands: Vec<Operand>,
    /// Its results, in order. A `for` or `if` may have more [`result_types`](Self::result_types) than results, because they need no names.
    pub results: Vec<ValueId>,
    /// The types that the text states for its results, with their places.
    pub result_types: Vec<(Option<Type>, ByteRange)>,
    /// Attributes such as `{unroll=true}`.
    pub attributes: Option<Dictionary>,
    /// Its regions: of `for`, `foreach`, `parallel` one, of `if` one or two.
    pub regions: Vec<RegionId>,
    /// The word that names it, as `gemm`.
    pub word: ByteRange,
    /// From that word to the end; of an instruction with regions up to the first of them.
    pub header: ByteRange,
    /// With the names of its results and its regions.
    pub range: ByteRange,
    /// Whether its text has every part. The operands of others are as far as they were read.
    pub is_whole: bool,
}

/// A dictionary of attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Dictionary {
    /// Its place in the text, braces included.
    pub range: ByteRange,
    /// Its entries, in the order of the text.
    pub entries: Vec<Entry>,
}

/// A name with its value, in a dictionary.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name, without quotes.
    pub name: String,
    /// Where the name is.
    pub name_range: ByteRange,
    /// Its value, if the text has one.
    pub value: Option<Attribute>,
    /// Where the value is.
    pub value_range: ByteRange,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// A list of values.
    Array(Vec<Attribute>),
    /// A truth value, `true` or `false`.
    Boolean(bool),
    /// Named attributes in braces.
    Dictionary(Dictionary),
    /// An integer of 64 bits.
    Integer(i64),
    /// A text, without quotes.
    Text(String),
}

impl Attribute {
    /// The integer, if it is one.
    #[must_use]
    pub fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

impl Dictionary {
    /// The entry with a name; the first of several.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }
}

impl Function {
    /// The subgroup size that the function states.
    #[must_use]
    pub fn subgroup_size(&self) -> Option<i64> {
        let entry = self.attributes.as_ref()?.entry("subgroup_size")?;
        entry.value.as_ref()?.integer()
    }

    /// The value with this index, which belongs to this function.
    #[must_use]
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize]
    }

    /// The instruction with this index, which belongs to this function.
    #[must_use]
    pub fn instruction(&self, id: InstructionId) -> &Instruction {
        &self.instructions[id.0 as usize]
    }

    /// The region with this index, which belongs to this function.
    #[must_use]
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.0 as usize]
    }

    /// The type of an operand, if it is known.
    #[must_use]
    pub fn type_of(&self, operand: &Operand) -> Option<&Type> {
        self.value(operand.value?).ty.as_ref()
    }

    /// Whether an operand is a parameter, or what a loop gives to its region.
    #[must_use]
    pub fn is_parameter(&self, operand: &Operand) -> bool {
        operand.value.is_some_and(|id| {
            let is_it = |parameter: &Parameter| parameter.value == id;
            let is_loop = !matches!(
                self.value(id).origin,
                Origin::Parameter | Origin::Result(..)
            );
            is_loop || self.parameters.iter().any(is_it)
        })
    }

    /// The instruction that computes an operand, if one does.
    #[must_use]
    pub fn definition(&self, operand: &Operand) -> Option<&Instruction> {
        match self.value(operand.value?).origin {
            Origin::Result(id, _) => Some(self.instruction(id)),
            _ => None,
        }
    }
}
