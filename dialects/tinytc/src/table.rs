//! The instructions as the specification lists them: how each is written, what it computes, where it is allowed.

use std::sync::LazyLock;

use crate::ir::{Builtin, Operation};

/// Where an instruction is allowed (section *Execution model*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Execution {
    /// Only in collective regions.
    Collective,
    /// Only in SPMD regions.
    Spmd,
    /// In regions of both kinds.
    Mixed,
}

impl Execution {
    /// The word of the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Collective => "collective",
            Self::Spmd => "SPMD",
            Self::Mixed => "mixed",
        }
    }
}

/// A row: an instruction, or a family of instructions that are written alike.
#[derive(Debug)]
pub struct Row {
    /// The section of the specification.
    pub section: &'static str,
    /// The words with what each computes.
    pub words: &'static [(&'static str, &'static str)],
    /// How it is written, after its word.
    pub syntax: &'static str,
    /// Where it is allowed. The two builtins of subgroups differ from their row.
    pub execution: Execution,
    /// What it is for, in one sentence.
    pub doc: &'static str,
}

use Execution::{Collective, Mixed, Spmd};

/// Shortens the table.
const fn row(
    section: &'static str,
    words: &'static [(&'static str, &'static str)],
    syntax: &'static str,
    execution: Execution,
    doc: &'static str,
) -> Row {
    Row {
        section,
        words,
        syntax,
        execution,
        doc,
    }
}

/// Every row, in the order of the specification.
pub const ROWS: &[Row] = &[
    row(
        "Alloca",
        &[("alloca", "")],
        " {attributes} : memref-type",
        Collective,
        "Allocates local memory until the end of the block.",
    ),
    row(
        "Axpby",
        &[("axpby", "B := α op(A) + β B")],
        ".t|.n[.atomic] %alpha, %A, %beta, %B",
        Collective,
        "Scales and adds vectors or matrices.",
    ),
    row(
        "Cumulative sum",
        &[("cumsum", "B[..j..] := α Σ_{i≤j} A[..i..] + β B[..j..]")],
        "[.atomic] %alpha, %A, mode, %beta, %B",
        Collective,
        "Sums along a mode, keeping each partial sum.",
    ),
    row(
        "Foreach",
        &[("foreach", "")],
        " (%i, ..)[: type] = (%from, ..), (%to, ..) { .. }",
        Collective,
        "Executes its region for each index, in no order. The region is an SPMD region.",
    ),
    row(
        "GEMM",
        &[("gemm", "C := α op₁(A) op₂(B) + β C")],
        ".t|.n.t|.n[.atomic] %alpha, %A, %B, %beta, %C",
        Collective,
        "Multiplies two matrices.",
    ),
    row(
        "GEMV",
        &[("gemv", "c := α op(A) b + β c")],
        ".t|.n[.atomic] %alpha, %A, %b, %beta, %c",
        Collective,
        "Multiplies a matrix by a vector.",
    ),
    row(
        "GER",
        &[("ger", "C := α a bᵀ + β C")],
        "[.atomic] %alpha, %a, %b, %beta, %C",
        Collective,
        "Computes the general rank-1 update.",
    ),
    row(
        "Hadamard product",
        &[
            ("hadamard", "C[i,j] := α A[i,j] B[i,j] + β C[i,j]"),
            ("hadamard_product", "C[i,j] := α A[i,j] B[i,j] + β C[i,j]"),
        ],
        "[.atomic] %alpha, %A, %B, %beta, %C",
        Collective,
        "Multiplies vectors or matrices element by element.",
    ),
    row(
        "Parallel",
        &[("parallel", "")],
        " { .. }",
        Collective,
        "Opens an SPMD region.",
    ),
    row(
        "Sum",
        &[("sum", "b := α op(A) 1 + β b")],
        ".t|.n[.atomic] %alpha, %A, %beta, %b",
        Collective,
        "Sums the rows of a matrix, or a vector.",
    ),
    row(
        "Arithmetic (binary)",
        &[
            ("arith.add", "a + b"),
            ("arith.sub", "a - b"),
            ("arith.mul", "a · b"),
            ("arith.div", "a / b"),
            ("arith.rem", "a rem b"),
            ("arith.shl", "a << b"),
            ("arith.shr", "a >> b"),
            ("arith.and", "a & b"),
            ("arith.or", "a | b"),
            ("arith.xor", "a ^ b"),
            ("arith.min", "min(a, b)"),
            ("arith.max", "max(a, b)"),
        ],
        " %a, %b : type",
        Mixed,
        "Computes with two operands of the result's type; component by component for cooperative matrices.",
    ),
    row(
        "Arithmetic (unary)",
        &[
            ("arith.abs", "|a|"),
            ("arith.neg", "-a"),
            ("arith.not", "~a"),
            ("arith.conj", "conj(a)"),
            ("arith.im", "Im(a)"),
            ("arith.re", "Re(a)"),
        ],
        " %a : type",
        Mixed,
        "Computes with one operand; of complex numbers `abs`, `im` and `re` give the component type.",
    ),
    row(
        "Barrier",
        &[("barrier", "")],
        "[.global][.local]",
        Mixed,
        "Waits for all work-items of the work-group, and makes accesses to the named memory visible to them.",
    ),
    row(
        "Builtin (mixed)",
        &[
            ("builtin.group_id", "0 ≤ group_id < group_size : index"),
            ("builtin.group_size", "group_size : index"),
            ("builtin.num_subgroups", "num_subgroups : i32"),
            ("builtin.subgroup_size", "subgroup_size : i32"),
            (
                "builtin.subgroup_id",
                "0 ≤ subgroup_id < num_subgroups : i32",
            ),
            (
                "builtin.subgroup_local_id",
                "0 ≤ subgroup_local_id < subgroup_size : i32",
            ),
        ],
        " : type",
        Mixed,
        "Returns a number of the machine.",
    ),
    row(
        "Cast",
        &[("cast", "type(a)")],
        " %a : type",
        Mixed,
        "Converts a number or a cooperative matrix to another scalar type.",
    ),
    row(
        "Comparison",
        &[
            ("cmp.eq", "a = b"),
            ("cmp.ne", "a ≠ b"),
            ("cmp.gt", "a > b"),
            ("cmp.ge", "a ≥ b"),
            ("cmp.lt", "a < b"),
            ("cmp.le", "a ≤ b"),
        ],
        " %a, %b : bool",
        Mixed,
        "Compares two numbers of the same type.",
    ),
    row(
        "Constant",
        &[("constant", "")],
        " constant : type",
        Mixed,
        "Is a constant; in a cooperative matrix each component is that constant.",
    ),
    row(
        "Expand",
        &[("expand", "")],
        " %A[mode -> n x n ..] : memref-type",
        Mixed,
        "Views a mode as several modes.",
    ),
    row(
        "For",
        &[("for", "")],
        " %i[: type] = %from, %to[, %step] [init(%x = %a, ..) -> (type, ..)] { .. } {attributes}",
        Mixed,
        "Executes its region for from ≤ i < to in order, carrying values from one iteration to the next.",
    ),
    row(
        "Fuse",
        &[("fuse", "")],
        " %A[from, to] : memref-type",
        Mixed,
        "Views adjacent modes as one mode.",
    ),
    row(
        "If",
        &[("if", "")],
        " %condition [-> (type, ..)] { .. } else { .. }",
        Mixed,
        "Executes one of two regions, and returns what it yields.",
    ),
    row(
        "Load",
        &[("load", "A[i, ..]")],
        " %A[%i, ..] : type",
        Mixed,
        "Loads an element of a memref, or a memref of a group.",
    ),
    row(
        "Math (unary)",
        &[("math.exp", "exp(a)"), ("math.native_exp", "exp(a)")],
        " %a : type",
        Mixed,
        "Computes the exponential function; `native_exp` with an error that the machine decides.",
    ),
    row(
        "Size",
        &[("size", "shape(A)[mode]")],
        " %A[mode] : index",
        Mixed,
        "Returns the size of a mode, or of a group.",
    ),
    row(
        "Subview",
        &[("subview", "")],
        " %A[offset:size, ..] : memref-type",
        Mixed,
        "Views a part of a memref; a mode without a size vanishes.",
    ),
    row(
        "Store",
        &[("store", "A[i, ..] := a")],
        "[.atomic|.atomic_add] %a, %A[%i, ..]",
        Mixed,
        "Stores an element in a memref.",
    ),
    row(
        "Yield",
        &[("yield", "")],
        " (%a, ..)",
        Mixed,
        "Returns values from a region of if or for.",
    ),
    row(
        "Additional instructions",
        &[("lifetime_stop", "")],
        " %A",
        Collective,
        "Ends the life of the memory of an alloca.",
    ),
    row(
        "Cooperative matrix load",
        &[("cooperative_matrix_load", "A[i,j] := M[x + i, y + j]")],
        ".t|.n[.rows_checked|.cols_checked|.both_checked] %M[%x, %y] : coopmatrix-type",
        Spmd,
        "Loads a cooperative matrix; `.t` loads it transposed.",
    ),
    row(
        "Cooperative matrix mul add",
        &[("cooperative_matrix_mul_add", "D := A B + C")],
        " %A, %B, %C : coopmatrix-type",
        Spmd,
        "Multiplies and adds cooperative matrices.",
    ),
    row(
        "Cooperative matrix scale",
        &[("cooperative_matrix_scale", "B := a A")],
        " %a, %A : coopmatrix-type",
        Spmd,
        "Scales a cooperative matrix.",
    ),
    row(
        "Cooperative matrix store",
        &[("cooperative_matrix_store", "M[x + i, y + j] := A[i,j]")],
        "[.rows_checked|.cols_checked|.both_checked][.atomic|.atomic_add] %A, %M[%x, %y]",
        Spmd,
        "Stores a cooperative matrix.",
    ),
    row(
        "Subgroup broadcast",
        &[("subgroup_broadcast", "a of work-item i")],
        " %a, %i : type",
        Spmd,
        "Gives the value of one work-item to all of its subgroup.",
    ),
    row(
        "Subgroup operation",
        &[
            ("subgroup_add.exclusive_scan", "Σ_{j<i} x_j"),
            ("subgroup_add.inclusive_scan", "Σ_{j≤i} x_j"),
            ("subgroup_add.reduce", "Σ x_j"),
            ("subgroup_max.exclusive_scan", "max_{j<i} x_j"),
            ("subgroup_max.inclusive_scan", "max_{j≤i} x_j"),
            ("subgroup_max.reduce", "max x_j"),
            ("subgroup_min.exclusive_scan", "min_{j<i} x_j"),
            ("subgroup_min.inclusive_scan", "min_{j≤i} x_j"),
            ("subgroup_min.reduce", "min x_j"),
        ],
        " %x : type",
        Spmd,
        "Combines the values of the work-items of a subgroup.",
    ),
];

/// The words of all instructions, the longest first.
static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let words = ROWS.iter().flat_map(|row| row.words);
    let mut words: Vec<&str> = words.map(|(word, _)| *word).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words
});

/// The words of all instructions.
pub fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().copied()
}

impl Row {
    /// The row of a word.
    #[must_use]
    pub fn find(word: &str) -> Option<&'static Self> {
        let has = |row: &&Self| row.words.iter().any(|(known, _)| *known == word);
        ROWS.iter().find(has)
    }

    /// Whether it can have a result.
    #[must_use]
    pub fn has_result(&self) -> bool {
        self.syntax.contains(" : ") || self.syntax.contains("-> (")
    }

    /// The formula of a word of the row; empty if a sentence explains it better.
    #[must_use]
    pub fn formula(&self, word: &str) -> &'static str {
        let found = self.words.iter().find(|(known, _)| *known == word);
        found.map_or("", |(_, formula)| formula)
    }

    /// Where a word of the row is allowed.
    #[must_use]
    pub fn execution_of(&self, word: &str) -> Execution {
        match word {
            "builtin.subgroup_id" | "builtin.subgroup_local_id" => Spmd,
            _ => self.execution,
        }
    }
}

/// Where an instruction is allowed.
#[must_use]
pub fn execution(operation: &Operation) -> Execution {
    match operation {
        Operation::Alloca
        | Operation::Axpby(_)
        | Operation::Cumsum(..)
        | Operation::Gemm(_)
        | Operation::Gemv(_)
        | Operation::Ger(_)
        | Operation::Hadamard(_)
        | Operation::Sum(_)
        | Operation::Foreach { .. }
        | Operation::Parallel
        | Operation::LifetimeStop => Collective,
        Operation::Builtin(Builtin::SubgroupId | Builtin::SubgroupLocalId)
        | Operation::MatrixLoad { .. }
        | Operation::MatrixMultiplyAdd
        | Operation::MatrixScale
        | Operation::MatrixStore { .. }
        | Operation::Broadcast
        | Operation::Subgroup(..) => Spmd,
        Operation::Binary(_)
        | Operation::Unary(_)
        | Operation::Barrier { .. }
        | Operation::Builtin(_)
        | Operation::Cast
        | Operation::Compare(_)
        | Operation::Constant(_)
        | Operation::Expand { .. }
        | Operation::For { .. }
        | Operation::Fuse(..)
        | Operation::If
        | Operation::Load
        | Operation::Math(_)
        | Operation::Size(_)
        | Operation::Subview(_)
        | Operation::Store(_)
        | Operation::Yield
        | Operation::Unknown => Mixed,
    }
}
