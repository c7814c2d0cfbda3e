//! What instructions do.

use super::{Binary, Builtin, Compare, GroupOperation, Math, SubgroupOperation, Unary, ValueId};
use crate::types::{Extent, Scalar};

/// What an instruction does, with everything that is neither an operand nor a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// No operands; the type of the result determines the size.
    Alloca,
    /// Operands: α, A, β, B.
    Axpby(Linear),
    /// Operands: α, A, β, B. The mode is counted from 0.
    Cumsum(Linear, i64),
    /// Operands: α, A, B, β, C.
    Gemm(Linear),
    /// Operands: α, A, b, β, c.
    Gemv(Linear),
    /// Operands: α, a, b, β, C.
    Ger(Linear),
    /// Operands: α, A, B, β, C.
    Hadamard(Linear),
    /// Operands: α, A, β, b.
    Sum(Linear),
    /// Operands: the lower bounds, then as many upper bounds.
    Foreach {
        /// The type of each variable, as far as it is known.
        variable_types: Vec<Option<Scalar>>,
        /// The variables, in order.
        variables: Vec<ValueId>,
        /// How many lower bounds the text has.
        lower_count: u32,
        /// What `foreach_tile` has in addition.
        tile: Option<Tile>,
    },
    /// No operands; one region.
    Parallel,
    /// Operands: the memref whose life ends.
    LifetimeStop,
    /// Operands: a, b.
    Binary(Binary),
    /// Operands: a alone.
    Unary(Unary),
    /// Operands: the memref or group.
    Associated,
    /// Operands: the memref, then the indices.
    AtomicLoad,
    /// Operands: the value, the memref, then the indices. The operation is an addition, the maximum or the minimum.
    AtomicUpdate(Binary),
    /// No operands; the flags select the memories.
    Barrier {
        /// Whether `.global` is given.
        global: bool,
        /// Whether `.local` is given.
        local: bool,
    },
    /// No operands; the machine provides the value.
    Builtin(Builtin),
    /// Operands: the value that becomes another type.
    Cast,
    /// Operands: a, b.
    Compare(Compare),
    /// No operands; the text states the value.
    Constant(Constant),
    /// Operands: the memref, then the values of the shape that are none in the text.
    Expand {
        /// The mode, counted from 0.
        mode: i64,
        /// What the mode becomes; a dynamic size is the next operand.
        shape: Vec<Extent>,
    },
    /// Operands: from, to, the step if there is one, then what the loop carries at the start.
    For {
        /// The type of the variable.
        variable_type: Option<Scalar>,
        /// The variable, if the text names one.
        variable: Option<ValueId>,
        /// Whether there is a step.
        has_step: bool,
        /// The carried values as the body names them.
        carried: Vec<ValueId>,
    },
    /// Operands: the memref. Modes from the first to the second become one.
    Fuse(i64, i64),
    /// Operands: the condition.
    If,
    /// Operands: the memref or group, then the indices.
    Load,
    /// Operands: a alone.
    Math(Math),
    /// Operands: the memref or group. The mode is counted from 0.
    Size(i64),
    /// Operands: the memref, then offset and size of each slice as far as they are dynamic, in the order of the text.
    Subview(Vec<Slice>),
    /// Operands: the value, the memref, then the indices.
    Store(StoreFlag),
    /// Operands: the values.
    Yield,
    /// Operands: the memref, row, column.
    MatrixLoad {
        /// Whether `.t` is given.
        is_transposed: bool,
        /// What is checked against the bounds.
        checked: Checked,
        /// Whether each component is loaded atomically.
        is_atomic: bool,
    },
    /// Operands: A, B, C.
    MatrixMultiplyAdd,
    /// Operands: the scalar, the matrix.
    MatrixScale,
    /// Operands: the matrix. The values are row, column and component in the region.
    MatrixApply(Vec<ValueId>),
    /// Operands: the number that each component is.
    MatrixConstruct,
    /// Operands: the matrix. The number counts the components of the work-item.
    MatrixExtract(i64),
    /// Operands: the number, the matrix. The number counts the components of the work-item.
    MatrixInsert(i64),
    /// Operands: the memref, row, column.
    MatrixPrefetch {
        /// The level of the cache.
        level: i64,
        /// Number of rows that are fetched.
        rows: i64,
        /// Number of columns that are fetched.
        columns: i64,
    },
    /// Operands: the matrix. The operation is an addition, the maximum or the minimum.
    MatrixReduce(Binary, Reduction),
    /// Operands: the matrix, the memref, row, column.
    MatrixStore {
        /// Whether `.t` is given.
        is_transposed: bool,
        /// What is checked against the bounds.
        checked: Checked,
        /// How the components are written.
        flag: StoreFlag,
    },
    /// Operands: the matrix, the memref, row, column. The operation is an addition, the maximum or the minimum.
    MatrixUpdate {
        /// An addition, the maximum or the minimum.
        operation: Binary,
        /// Whether `.t` is given.
        is_transposed: bool,
        /// What is checked against the bounds.
        checked: Checked,
    },
    /// Operands: the value, the work-item in the subgroup.
    Broadcast,
    /// Operands: the value of the work-item.
    Subgroup(SubgroupOperation, GroupOperation),
    /// A word that is not an instruction, or an instruction that could not be read.
    Unknown,
}

/// What instructions of linear algebra have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Whether A, or the only factor, is transposed.
    pub is_transposed: bool,
    /// Whether B is transposed.
    pub is_second_transposed: bool,
    /// Whether `.atomic` is given.
    pub is_atomic: bool,
}

/// The tiles of a `foreach_tile`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The size of the tile in each mode, as the region names it.
    pub sizes: Vec<ValueId>,
    /// The most that each size can be.
    pub shape: Vec<i64>,
}

/// What `cooperative_matrix_reduce` combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The components of each row, `.row`; the result has one column.
    Row,
    /// The components of each column, `.column`; the result has one row.
    Column,
}

/// One entry of a subview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The first index; a dynamic one is the next operand.
    pub offset: Extent,
    /// How many; a mode without a size, or with size 0, vanishes. A dynamic one is the operand after the offset.
    pub size: Option<Extent>,
}

impl Slice {
    /// The size of the mode of the result; `None` if the mode vanishes.
    #[must_use]
    pub fn kept(self) -> Option<Extent> {
        self.size.filter(|&size| size != Extent::Static(0))
    }
}

/// The value of a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// A truth value, `true` or `false`.
    Boolean(bool),
    /// An integer of any integer type.
    Integer(i64),
    /// A floating point number.
    Float(f64),
    /// A complex number: its real and its imaginary part.
    Complex(f64, f64),
}

/// How a store writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StoreFlag {
    /// The value replaces the old one, not atomically.
    #[default]
    Plain,
    /// An atomic store, `.atomic`.
    Atomic,
    /// An atomic addition, `.atomic_add`.
    AtomicAdd,
}

/// What a cooperative matrix access checks against the bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checked {
    /// Neither rows nor columns are checked against the bounds.
    #[default]
    None,
    /// The rows alone, `.rows_checked`.
    Rows,
    /// The columns alone, `.cols_checked`.
    Columns,
    /// Rows and columns, `.both_checked`.
    Both,
}
