//! What is wrong with a function: types, shapes, regions, attributes.
//!
//! Each instruction is checked alone, by the types that the text states, in the order of the compiler; its first violation is
//! reported. Operands of unknown type are not checked, so an error causes no further findings.

mod arithmetic;
mod attributes;
mod control;
mod linear;
mod matrix;
mod memory;
mod usage;
mod view;

use mnc2_text::{Message, message};

use crate::code::Code;
use crate::ir::{Function, Instruction, Operand, Operation};
use crate::issue::Issue;
use crate::table;
use crate::types::{Memref, Scalar, Type};

/// The end of the judgement of an instruction: an issue, or a type that is not known.
type Stop = Option<Box<Issue>>;

/// The result of checking an instruction, or a part of it.
type Judged<T = ()> = Result<T, Stop>;

/// Everything that is wrong with a function but its syntax and its names.
#[must_use]
pub fn check(function: &Function) -> Vec<Issue> {
    let mut issues = Vec::new();
    attributes::function(function, &mut issues);
    for instruction in &function.instructions {
        attributes::instruction(function, instruction, &mut issues);
        if !instruction.is_whole {
            continue;
        }
        let checker = Checker {
            function,
            instruction,
        };
        if let Err(Some(issue)) = checker.judge() {
            issues.push(*issue);
        }
        usage::instruction(&checker, &mut issues);
    }
    control::regions(function, &mut issues);
    usage::values(function, &mut issues);
    issues
}

/// An instruction with what its operands mean.
struct Checker<'f> {
    function: &'f Function,
    instruction: &'f Instruction,
}

impl<'f> Checker<'f> {
    fn judge(&self) -> Judged {
        match &self.instruction.operation {
            Operation::Axpby(linear) => self.axpby(*linear),
            Operation::Cumsum(linear, mode) => self.cumsum(*linear, *mode),
            Operation::Sum(linear) => self.sum(*linear),
            Operation::Gemm(linear) => self.gemm(*linear),
            Operation::Gemv(linear) => self.gemv(*linear),
            Operation::Ger(linear) => self.ger(*linear),
            Operation::Hadamard(linear) => self.hadamard(*linear),
            Operation::Alloca => self.alloca(),
            Operation::LifetimeStop => self.memref(0).map(|_| ()),
            Operation::Binary(operation) => self.binary(*operation),
            Operation::Unary(operation) => self.unary(*operation),
            Operation::Builtin(builtin) => self.builtin(*builtin),
            Operation::Cast => self.cast(),
            Operation::Compare(compare) => self.compare(*compare),
            Operation::Constant(constant) => self.constant(*constant),
            Operation::Math(math) => self.math(*math),
            Operation::Expand { mode, shape } => self.expand(*mode, shape),
            Operation::Fuse(from, to) => self.fuse(*from, *to),
            Operation::Subview(slices) => self.subview(slices),
            Operation::Load => self.load(),
            Operation::AtomicLoad => self.memref(0).and_then(|_| self.load()),
            Operation::AtomicUpdate(operation) => self.atomic_update(*operation),
            Operation::Associated => self.associated(),
            Operation::Store(_) => self.store(),
            Operation::Size(mode) => self.size(*mode),
            Operation::For {
                variable_type,
                has_step,
                carried,
                ..
            } => self.for_loop(*variable_type, *has_step, carried.len()),
            Operation::Foreach {
                variable_types,
                lower_count,
                tile,
                ..
            } => self.foreach(variable_types, *lower_count as usize, tile.as_ref()),
            Operation::If => self.branch(),
            Operation::MatrixLoad { .. } => self.matrix_load(),
            Operation::MatrixMultiplyAdd => self.matrix_multiply_add(),
            Operation::MatrixScale => self.matrix_scale(),
            Operation::MatrixStore { .. } => self.matrix_store(),
            Operation::MatrixUpdate { operation, .. } => self.matrix_update(*operation),
            Operation::MatrixApply(_) => self.matrix_apply(),
            Operation::MatrixConstruct => self.matrix_construct(),
            Operation::MatrixExtract(number) => self.matrix_extract(*number),
            Operation::MatrixInsert(number) => self.matrix_insert(*number),
            Operation::MatrixPrefetch {
                level,
                rows,
                columns,
            } => self.matrix_prefetch(*level, *rows, *columns),
            Operation::MatrixReduce(operation, reduction) => {
                self.matrix_reduce(*operation, *reduction)
            }
            Operation::Broadcast => self.broadcast(),
            Operation::Subgroup(operation, _) => self.subgroup(*operation),
            Operation::Parallel
            | Operation::Barrier { .. }
            | Operation::Yield
            | Operation::Unknown => Ok(()),
        }
    }

    /// An issue about the whole instruction, with the definitions of the operands that it is about.
    fn issue(&self, code: Code, message: Message, operands: &[usize]) -> Issue {
        let mut issue = Issue::new(code, self.instruction.header.clone(), message);
        for &index in operands {
            let Some(value) = self.operand(index).value.map(|id| self.function.value(id)) else {
                continue;
            };
            let name = &value.name;
            let note = match &value.ty {
                Some(ty) => message!("`%{name}` has type `{ty}`", name, ty = ty.to_string()),
                None => continue,
            };
            if !issue.notes.iter().any(|(range, _)| *range == value.range) {
                issue = issue.note(value.range.clone(), note);
            }
        }
        issue
    }

    /// The same as a result.
    fn fail<T>(&self, code: Code, message: Message, operands: &[usize]) -> Judged<T> {
        Err(Some(Box::new(self.issue(code, message, operands))))
    }

    fn operand(&self, index: usize) -> &'f Operand {
        &self.instruction.operands[index]
    }

    /// The name of an operand for a sentence.
    fn name(&self, index: usize) -> String {
        format!("%{}", self.operand(index).name)
    }

    /// How the text writes a word.
    fn spelling(&self, key: &'static str) -> &'static str {
        table::spelling(self.function.version, key).unwrap_or(key)
    }

    /// The type of an operand, if it is known.
    fn type_of(&self, index: usize) -> Judged<&'f Type> {
        self.function.type_of(self.operand(index)).ok_or(None)
    }

    /// The type of the result, if it is known.
    fn result(&self) -> Judged<&'f Type> {
        let first = self.instruction.result_types.first();
        first.and_then(|(ty, _)| ty.as_ref()).ok_or(None)
    }

    fn memref(&self, index: usize) -> Judged<&'f Memref> {
        match self.type_of(index)?.memref() {
            Some(memref) => Ok(memref),
            None => self.fail(
                Code::ExpectedMemref,
                message!("`{name}` is not a memref", name = self.name(index)),
                &[index],
            ),
        }
    }

    fn scalar(&self, index: usize) -> Judged<Scalar> {
        match self.type_of(index)?.scalar() {
            Some(scalar) => Ok(scalar),
            None => self.fail(
                Code::ExpectedScalar,
                message!("`{name}` is not a scalar", name = self.name(index)),
                &[index],
            ),
        }
    }

    /// Operands that are indices, offsets or sizes.
    fn indices(&self, from: usize) -> Judged {
        for index in from..self.instruction.operands.len() {
            let Some(ty) = self.function.type_of(self.operand(index)) else {
                continue;
            };
            if *ty != Type::Scalar(Scalar::Index) {
                let message = message!(
                    "`{name}` has type `{ty}`; here is an index",
                    name = self.name(index),
                    ty = ty.to_string()
                );
                return self.fail(Code::ExpectedIndex, message, &[index]);
            }
        }
        Ok(())
    }

    fn operand_differs<T>(&self, index: usize, ty: &Type) -> Judged<T> {
        let message = message!(
            "`{name}` has type `{found}`, and the result `{ty}`",
            name = self.name(index),
            found = self.type_of(index)?.to_string(),
            ty = ty.to_string()
        );
        self.fail(Code::TypeMismatch, message, &[index])
    }
}
