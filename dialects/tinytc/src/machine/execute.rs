//! What each instruction does.

use mnc2_text::{Message, message};

use super::code::{Step, component};
use super::control::Kind;
use super::matrix::{components, matrix};
use super::number::{self, Number};
use super::value::{Matrix, Slot, Value, View};
use super::write::Write;
use super::{Machine, lanes};
use crate::ir::{Builtin, Constant, Operation};
use crate::types::{Extent, Scalar, Type};
use std::sync::Arc;

impl Machine {
    /// Runs the next instruction, and advances to the following one.
    pub(super) fn execute(&mut self, step: &Step) -> Result<(), Message> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (depth, index) = (
            self.frames.len() - 1,
            self.code.regions[frame.region][frame.next],
        );
        // What is entered comes back to the next instruction.
        self.frames[depth].next += 1;
        if let Err(message) = self.perform(index, step) {
            self.frames[depth].next -= 1;
            return Err(message);
        }
        self.settle();
        Ok(())
    }

    fn perform(&mut self, index: usize, step: &Step) -> Result<(), Message> {
        let operands = step.operands.as_slice();
        let slot = match &step.operation {
            Operation::For { .. } => return self.enter_for(index, step),
            Operation::Foreach { .. } => {
                self.enter_foreach(index, step);
                return Ok(());
            }
            Operation::MatrixApply(_) => return self.enter_apply(index, step),
            Operation::Parallel => {
                self.enter_parallel(step);
                return Ok(());
            }
            Operation::If => {
                self.enter_if(index, step);
                return Ok(());
            }
            Operation::Yield => {
                self.give(step);
                return Ok(());
            }
            Operation::Barrier { global, local } => return self.barrier(*global, *local),
            Operation::LifetimeStop => {
                if let Value::View(view) = self.value(operands[0], 0) {
                    let buffer = view.buffer;
                    self.memory.stop(buffer);
                }
                return Ok(());
            }
            Operation::Store(flag) => {
                self.store(Write::from(*flag), step)?;
                return Ok(());
            }
            Operation::AtomicUpdate(operation) => self.store(Write::Update(*operation), step)?,
            Operation::MatrixStore {
                is_transposed,
                checked,
                flag,
            } => {
                self.matrix_store(*is_transposed, *checked, Write::from(*flag), step)?;
                return Ok(());
            }
            Operation::MatrixUpdate {
                operation,
                is_transposed,
                checked,
            } => self.matrix_store(*is_transposed, *checked, Write::Update(*operation), step)?,
            Operation::MatrixPrefetch { .. } => {
                self.subgroups()?;
                return Ok(());
            }
            Operation::MatrixConstruct => self.matrix_construct(step)?,
            Operation::MatrixExtract(number) => self.matrix_extract(*number, step)?,
            Operation::MatrixInsert(number) => self.matrix_insert(*number, step)?,
            Operation::MatrixReduce(operation, reduction) => {
                self.matrix_reduce(*operation, *reduction, step)?
            }
            Operation::Associated => Slot::Uniform(Value::Number(Number::Boolean(true))),
            Operation::Axpby(linear)
            | Operation::Cumsum(linear, _)
            | Operation::Gemm(linear)
            | Operation::Gemv(linear)
            | Operation::Ger(linear)
            | Operation::Hadamard(linear)
            | Operation::Sum(linear) => return self.linear(*linear, step),
            Operation::Unknown => return Ok(()),
            Operation::Alloca => self.alloca(step)?,
            Operation::Binary(operation) => {
                let ty = step.scalar();
                self.each(operands, |item| {
                    let [left, right] = [operands[0], operands[1]].map(|it| self.value(it, item));
                    componentwise(left, right, |left, right| {
                        number::binary(*operation, ty, left, right)
                    })
                })?
            }
            Operation::Unary(operation) => {
                let ty = component(&self.code.values[operands[0]].ty);
                self.each(operands, |item| {
                    let operand = self.value(operands[0], item);
                    operand.map(step.scalar(), |it| Ok(number::unary(*operation, ty, it)))
                })?
            }
            Operation::Builtin(builtin) => self.builtin(*builtin),
            Operation::Cast => {
                let to = step.scalar().unwrap_or(Scalar::I64);
                self.each(operands, |item| {
                    let operand = self.value(operands[0], item);
                    operand.map(Some(to), |it| number::cast(it, to))
                })?
            }
            Operation::Compare(compare) => self.each(operands, |item| {
                let [left, right] = [operands[0], operands[1]].map(|it| self.number(it, item));
                let truth = number::compare(*compare, left, right);
                Ok(Value::Number(Number::Boolean(truth)))
            })?,
            Operation::Constant(constant) => Slot::Uniform(constant_of(*constant, step)?),
            Operation::Math(math) => {
                let ty = step.scalar().unwrap_or(Scalar::F64);
                self.each(operands, |item| {
                    let number = self.number(operands[0], item);
                    Ok(Value::Number(number::math(*math, ty, number)))
                })?
            }
            Operation::Expand { mode, shape } => self.view_of(operands, |view, sizes| {
                super::view::expand(view, *mode, shape, sizes)
            })?,
            Operation::Fuse(from, to) => {
                self.view_of(operands, |view, _| super::view::fuse(view, *from, *to))?
            }
            Operation::Subview(slices) => self.view_of(operands, |view, numbers| {
                super::view::subview(view, slices, numbers)
            })?,
            Operation::Size(mode) => self.each(operands, |item| {
                let size = match self.value(operands[0], item) {
                    Value::View(view) => view.shape.get(*mode as usize).copied().unwrap_or(0),
                    Value::Group(group) => group.len() as i64,
                    Value::Number(_) | Value::Matrix(_) => 0,
                };
                Ok(Value::Number(Number::Integer(size)))
            })?,
            Operation::Load => self.load_value(step, false)?,
            Operation::AtomicLoad => self.load_value(step, true)?,
            Operation::MatrixLoad {
                is_transposed,
                checked,
                is_atomic,
            } => self.matrix_load(*is_transposed, *checked, *is_atomic, step)?,
            Operation::MatrixMultiplyAdd => self.matrix_multiply_add(step)?,
            Operation::MatrixScale => {
                let ty = step.scalar();
                self.each(operands, |item| {
                    let factor = self.number(operands[0], item);
                    self.value(operands[1], item).map(ty, |it| {
                        number::binary(crate::ir::Binary::Mul, ty, factor, it)
                    })
                })?
            }
            Operation::Broadcast => self.broadcast(step)?,
            Operation::Subgroup(operation, kind) => self.subgroup(*operation, *kind, step)?,
        };
        if let Some(&result) = step.results.first() {
            self.slots[result] = slot;
        }
        Ok(())
    }

    fn builtin(&self, builtin: Builtin) -> Slot {
        let number = |number: u32| Value::Number(Number::Integer(i64::from(number)));
        let size = self.code.subgroup_size;
        let is_parallel = self.items > 1 || self.is_spmd();
        let each = |of: &dyn Fn(u32) -> u32| match self.items {
            1 => Slot::Uniform(number(0)),
            items => Slot::Varying((0..items as u32).map(|item| number(of(item))).collect()),
        };
        let rows = (self.code.work_group[0] / size).max(1);
        // The subgroup of a work-item; tiles go round.
        let tile = self.tile();
        let subgroup = |item: u32| match tile {
            Some(tile) => tile % self.code.subgroups(),
            None => item / size,
        };
        match builtin {
            Builtin::GroupId => Slot::Uniform(number(self.group)),
            Builtin::GroupSize => Slot::Uniform(number(self.groups)),
            Builtin::NumSubgroups => Slot::Uniform(number(self.code.subgroups())),
            Builtin::NumSubgroupsX => Slot::Uniform(number(rows)),
            Builtin::NumSubgroupsY => Slot::Uniform(number(self.code.work_group[1])),
            Builtin::NumGroupsY | Builtin::NumGroupsZ | Builtin::NumSubgroupsZ => {
                Slot::Uniform(number(1))
            }
            Builtin::SubgroupSize => Slot::Uniform(number(size)),
            Builtin::SubgroupId if is_parallel => each(&subgroup),
            Builtin::SubgroupIdX if is_parallel => each(&|item| subgroup(item) % rows),
            Builtin::SubgroupIdY if is_parallel => each(&|item| subgroup(item) / rows),
            Builtin::SubgroupLocalId if is_parallel => each(&|item| item % size),
            Builtin::GroupIdY
            | Builtin::GroupIdZ
            | Builtin::SubgroupId
            | Builtin::SubgroupIdX
            | Builtin::SubgroupIdY
            | Builtin::SubgroupIdZ
            | Builtin::SubgroupLocalId => Slot::Uniform(number(0)),
        }
    }

    fn barrier(&mut self, global: bool, local: bool) -> Result<(), Message> {
        let is_foreach = |kind: &Kind| matches!(kind, Kind::Foreach { .. });
        if self.frames.iter().any(|frame| is_foreach(&frame.kind)) {
            return Err(message!(
                "a barrier is encountered by all work-items, and `foreach` gives iterations to work-items in no defined way"
            ));
        }
        if self.mask().is_some() {
            return Err(message!(
                "a barrier is encountered by all work-items of the work-group, and here only by some"
            ));
        }
        if self.phases.last > 0 && self.is_spmd() {
            self.phases.last = self.phases.last.saturating_add(1);
            if global {
                self.phases.global = self.phases.last;
            }
            if local {
                self.phases.local = self.phases.last;
            }
        }
        Ok(())
    }

    fn alloca(&mut self, step: &Step) -> Result<Slot, Message> {
        let Some(Type::Memref(memref)) = step.result_types.first() else {
            return Ok(Slot::Unset);
        };
        let known = |extents: &[Extent]| -> Option<Vec<i64>> {
            extents.iter().map(|extent| extent.known()).collect()
        };
        let parts = known(&memref.shape).zip(known(&memref.stride));
        let span = parts
            .as_ref()
            .and_then(|(shape, stride)| View::span(shape, stride));
        let (Some((shape, stride)), Some(span)) = (parts, span) else {
            return Err(message!("the size of this memory is not known"));
        };
        let buffer = self.memory.allocate(memref.element, span)?;
        Ok(Slot::Uniform(Value::View(Arc::new(View {
            buffer,
            element: memref.element,
            offset: 0,
            shape,
            stride,
            is_local: true,
        }))))
    }

    fn view_of(
        &self,
        operands: &[usize],
        make: impl Fn(&View, &[i64]) -> Result<View, Message>,
    ) -> Result<Slot, Message> {
        self.each(operands, |item| {
            let Value::View(view) = self.value(operands[0], item) else {
                return Err(message!("this is not a memory"));
            };
            let numbers = operands[1..].iter();
            let numbers: Vec<i64> = numbers.map(|&it| self.integer(it, item)).collect();
            make(view, &numbers).map(|view| Value::View(Arc::new(view)))
        })
    }

    fn load_value(&mut self, step: &Step, is_atomic: bool) -> Result<Slot, Message> {
        let operands = step.operands.as_slice();
        let (&memory, indices) = match operands.split_first() {
            Some(parts) => parts,
            None => return Ok(Slot::Unset),
        };
        if let Type::Group(_) = self.code.values[memory].ty {
            return self.each(operands, |item| {
                let Value::Group(group) = self.value(memory, item) else {
                    return Err(message!("this is not a group"));
                };
                let index = self.integer(indices[0], item);
                let size = group.len();
                let found = usize::try_from(index)
                    .ok()
                    .and_then(|index| group.get(index));
                found.cloned().map(Value::View).ok_or_else(|| {
                    message!(
                        "index {index} is outside of the group, which has size {size}",
                        index,
                        size
                    )
                })
            });
        }
        if operands.iter().all(|&operand| self.is_uniform(operand)) {
            let mut active = self.active();
            let first = active.next().unwrap_or(0);
            let is_shared = active.next().is_some();
            let (view, at) = self.element(memory, indices, first)?;
            let access = self.access(&view, first).atomic(is_atomic);
            let access = if is_shared { access.by_many() } else { access };
            let number = self.memory.read(&view, at, access)?;
            return Ok(Slot::Uniform(Value::Number(number)));
        }
        let mut values = vec![Value::Number(Number::Boolean(false)); self.items];
        for item in self.active() {
            let (view, at) = self.element(memory, indices, item)?;
            let access = self.access(&view, item).atomic(is_atomic);
            values[item] = Value::Number(self.memory.read(&view, at, access)?);
        }
        Ok(Slot::Varying(values))
    }

    /// The element that a work-item names by indices.
    pub(super) fn element(
        &self,
        memory: usize,
        indices: &[usize],
        item: usize,
    ) -> Result<(Arc<View>, usize), Message> {
        let Value::View(view) = self.value(memory, item) else {
            return Err(message!("this is not a memory"));
        };
        let at = view.at(indices.iter().map(|&index| self.integer(index, item)))?;
        Ok((Arc::clone(view), at))
    }

    /// Whether all work-items of the subgroup of one run.
    pub(super) fn has_whole_subgroup(&self, item: usize) -> bool {
        let size = (self.code.subgroup_size as usize).min(self.items);
        let first = item / size * size;
        let mask = self.mask();
        (first..first + size).all(|item| lanes::is_active(&mask, item))
    }
}

impl Value {
    /// A number, or each component of a matrix, by a function. A matrix gets a new component type.
    pub(super) fn map(
        &self,
        ty: Option<Scalar>,
        of: impl Fn(Number) -> Result<Number, Message>,
    ) -> Result<Self, Message> {
        match self {
            Self::Matrix(matrix) => {
                let numbers = matrix.numbers.iter().map(|&number| of(number));
                Ok(Self::Matrix(Arc::new(Matrix {
                    component: ty.unwrap_or(matrix.component),
                    numbers: numbers.collect::<Result<_, _>>()?,
                    ..**matrix
                })))
            }
            other => of(other.number()).map(Self::Number),
        }
    }
}

fn componentwise(
    left: &Value,
    right: &Value,
    of: impl Fn(Number, Number) -> Result<Number, Message>,
) -> Result<Value, Message> {
    match (left, right) {
        (Value::Matrix(left), Value::Matrix(right)) => {
            let pairs = left.numbers.iter().zip(&right.numbers);
            let numbers = pairs.map(|(&left, &right)| of(left, right));
            Ok(Value::Matrix(Arc::new(Matrix {
                numbers: numbers.collect::<Result<_, _>>()?,
                ..**left
            })))
        }
        _ => of(left.number(), right.number()).map(Value::Number),
    }
}

fn constant_of(constant: Constant, step: &Step) -> Result<Value, Message> {
    let number = Number::from_constant(constant, step.scalar());
    Ok(match step.result_types.first() {
        Some(&Type::Coopmatrix(ty)) => {
            let count = components(ty)?;
            Value::Matrix(Arc::new(matrix(ty, vec![number; count])))
        }
        _ => Value::Number(number),
    })
}
