//! What follows the word of an instruction. Words are those that the table has regardless of the version.

use mnc2_text::message;

use super::{Parsed, Parser};
use crate::ir::{
    Binary, Builtin, Checked, Compare, GroupOperation, Instruction, InstructionId, Linear, Math,
    Operation, Reduction, StoreFlag, SubgroupOperation, Unary,
};

impl Parser<'_> {
    /// What follows the word of an instruction.
    pub(super) fn body(
        &mut self,
        id: InstructionId,
        into: &mut Instruction,
        word: &str,
    ) -> Parsed<()> {
        if let Some((operation, count, has_result)) = plain(word) {
            into.operation = operation;
            self.operands(into, count)?;
            return if has_result {
                self.result(into)
            } else {
                Some(())
            };
        }
        if let Some(builtin) = Builtin::find(word) {
            into.operation = Operation::Builtin(builtin);
            return self.result(into);
        }
        match word {
            "alloca" => {
                into.operation = Operation::Alloca;
                if self.is_sign("{") || self.is_attributed() {
                    into.attributes = Some(self.dictionary()?);
                }
                self.result(into)
            }
            "axpby" | "cumsum" | "gemm" | "gemv" | "ger" | "hadamard" | "hadamard_product"
            | "sum" => self.linear(into, word),
            "barrier" => {
                let global = self.accept(".global");
                let local = self.accept(".local");
                into.operation = Operation::Barrier { global, local };
                Some(())
            }
            "constant" => {
                into.operation = Operation::Constant(self.constant()?);
                self.result(into)
            }
            "expand" => self.expand(into),
            "fuse" => {
                self.operands(into, 1)?;
                self.expect("[")?;
                let from = self.integer()?;
                self.expect(",")?;
                let to = self.integer()?;
                self.expect("]")?;
                into.operation = Operation::Fuse(from, to);
                self.result(into)
            }
            "size" => {
                self.operands(into, 1)?;
                self.expect("[")?;
                into.operation = Operation::Size(self.integer()?);
                self.expect("]")?;
                self.result(into)
            }
            "subview" => self.subview(into),
            "yield" => {
                into.operation = Operation::Yield;
                into.operands = self.list(true)?;
                Some(())
            }
            "for" | "foreach" | "foreach_tile" | "if" | "parallel" | "cooperative_matrix_apply" => {
                self.control(id, into, word)
            }
            _ => self.access(into, word),
        }
    }

    /// Loads, stores and what else cooperative matrices have.
    fn access(&mut self, into: &mut Instruction, word: &str) -> Parsed<()> {
        match word {
            "load" => {
                into.operation = Operation::Load;
                self.operands(into, 1)?;
                self.indices(into)?;
                self.result(into)
            }
            "atomic_load" => {
                into.operation = Operation::AtomicLoad;
                self.scope_and_semantics();
                self.operands(into, 1)?;
                self.indices(into)?;
                self.result(into)
            }
            "store" | "atomic_store" => {
                let flag = if word == "store" {
                    self.store_flag()
                } else {
                    self.scope_and_semantics();
                    StoreFlag::Atomic
                };
                into.operation = Operation::Store(flag);
                self.operands(into, 2)?;
                self.indices(into)
            }
            "cooperative_matrix_extract" | "cooperative_matrix_insert" => {
                let is_extract = word == "cooperative_matrix_extract";
                self.operands(into, if is_extract { 1 } else { 2 })?;
                self.expect("[")?;
                let number = self.integer()?;
                self.expect("]")?;
                into.operation = if is_extract {
                    Operation::MatrixExtract(number)
                } else {
                    Operation::MatrixInsert(number)
                };
                self.result(into)
            }
            "cooperative_matrix_prefetch" => {
                let level = self.integer()?;
                self.expect(",")?;
                self.operands(into, 1)?;
                self.position(into)?;
                self.expect(",")?;
                let rows = self.integer()?;
                self.expect(",")?;
                let columns = self.integer()?;
                into.operation = Operation::MatrixPrefetch {
                    level,
                    rows,
                    columns,
                };
                Some(())
            }
            _ => self.matrix_access(into, word),
        }
    }

    /// What reads or writes memory by matrices, updates it atomically, or reduces a matrix.
    fn matrix_access(&mut self, into: &mut Instruction, word: &str) -> Parsed<()> {
        let update = word.rsplit_once('_').and_then(|(_, word)| match word {
            "add" => Some(Binary::Add),
            "max" => Some(Binary::Max),
            "min" => Some(Binary::Min),
            _ => None,
        });
        if let Some(operation) = update.filter(|_| word.starts_with("cooperative_matrix_reduce_")) {
            let reduction = if self.accept(".row") {
                Reduction::Row
            } else if self.accept(".column") {
                Reduction::Column
            } else {
                return self.unexpected(message!("`.row` or `.column`"));
            };
            into.operation = Operation::MatrixReduce(operation, reduction);
            self.operands(into, 1)?;
            return self.result(into);
        }
        let is_matrix = word.starts_with("cooperative_matrix_");
        let is_store = matches!(
            word,
            "cooperative_matrix_store" | "cooperative_matrix_atomic_store"
        );
        let is_atomic = word.contains("atomic_");
        let has_transpose = is_matrix && (!is_store || self.version.is_04());
        let is_transposed = has_transpose && self.transpose()?;
        let checked = if is_matrix {
            self.checked()
        } else {
            Checked::None
        };
        let flag = match word {
            "cooperative_matrix_store" => self.store_flag(),
            _ => StoreFlag::Atomic,
        };
        if is_atomic {
            self.scope_and_semantics();
        }
        into.operation = match update {
            Some(operation) if is_matrix => Operation::MatrixUpdate {
                operation,
                is_transposed,
                checked,
            },
            Some(operation) => Operation::AtomicUpdate(operation),
            None if is_store => Operation::MatrixStore {
                is_transposed,
                checked,
                flag,
            },
            None => Operation::MatrixLoad {
                is_transposed,
                checked,
                is_atomic,
            },
        };
        let is_load = update.is_none() && !is_store;
        self.operands(into, if is_load { 1 } else { 2 })?;
        if is_matrix {
            self.position(into)?;
        } else {
            self.indices(into)?;
        }
        if is_store {
            Some(())
        } else {
            self.result(into)
        }
    }

    fn linear(&mut self, into: &mut Instruction, word: &str) -> Parsed<()> {
        let mut linear = Linear {
            is_atomic: self.version.is_04() && self.accept(".atomic"),
            ..Linear::default()
        };
        if matches!(word, "axpby" | "gemm" | "gemv" | "sum") {
            linear.is_transposed = self.transpose()?;
        }
        if word == "gemm" {
            linear.is_second_transposed = self.transpose()?;
        }
        if !self.version.is_04() {
            linear.is_atomic = self.accept(".atomic");
        }
        let count = match word {
            "cumsum" => {
                self.operands(into, 2)?;
                self.expect(",")?;
                into.operation = Operation::Cumsum(linear, self.integer()?);
                self.expect(",")?;
                return self.operands(into, 2);
            }
            "axpby" => {
                into.operation = Operation::Axpby(linear);
                4
            }
            "sum" => {
                into.operation = Operation::Sum(linear);
                4
            }
            "gemm" => {
                into.operation = Operation::Gemm(linear);
                5
            }
            "gemv" => {
                into.operation = Operation::Gemv(linear);
                5
            }
            "ger" => {
                into.operation = Operation::Ger(linear);
                5
            }
            _ => {
                into.operation = Operation::Hadamard(linear);
                5
            }
        };
        self.operands(into, count)
    }
}

/// The operation of a word that is followed by operands with commas between them alone, how many these are, and whether the type of
/// a result follows them.
fn plain(word: &str) -> Option<(Operation, usize, bool)> {
    let (kind, group) = word.split_once('.').unwrap_or((word, ""));
    let subgroup = SubgroupOperation::find(kind).zip(GroupOperation::find(group));
    let unary = Unary::find(word).map(Operation::Unary);
    let one = unary.or_else(|| Math::find(word).map(Operation::Math));
    let one = one.or_else(|| subgroup.map(|(kind, group)| Operation::Subgroup(kind, group)));
    let binary = Binary::find(word).map(Operation::Binary);
    let two = binary.or_else(|| Compare::find(word).map(Operation::Compare));
    let of_family = one.map(|it| (it, 1)).or(two.map(|it| (it, 2)));
    let (operation, count) = match word {
        "lifetime_stop" => return Some((Operation::LifetimeStop, 1, false)),
        "cast" => (Operation::Cast, 1),
        "associated" => (Operation::Associated, 1),
        "cooperative_matrix_construct" => (Operation::MatrixConstruct, 1),
        "cooperative_matrix_mul_add" => (Operation::MatrixMultiplyAdd, 3),
        "cooperative_matrix_scale" => (Operation::MatrixScale, 2),
        "subgroup_broadcast" => (Operation::Broadcast, 2),
        _ => of_family?,
    };
    Some((operation, count, true))
}
