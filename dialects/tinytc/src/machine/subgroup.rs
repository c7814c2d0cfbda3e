//! Operations over the work-items of a subgroup.

use mnc2_text::{Message, message};

use super::Machine;
use super::code::Step;
use super::control::Kind;
use super::number::{self, Number};
use super::value::{Slot, Value};
use crate::ir::{Binary, GroupOperation, SubgroupOperation};
use crate::types::{Numbers, Scalar};

impl Machine {
    /// The first work-items of the subgroups that run.
    ///
    /// # Errors
    /// With a sentence, if only a part of a subgroup runs.
    pub(super) fn subgroups(&self) -> Result<Vec<usize>, Message> {
        let is_foreach = |kind: &Kind| matches!(kind, Kind::Foreach { tile: None, .. });
        if self.frames.iter().any(|frame| is_foreach(&frame.kind)) {
            return Err(message!(
                "this needs all work-items of a subgroup, and the assignment of `foreach` iterations to work-items is undefined: use `parallel`"
            ));
        }
        let size = self.subgroup_items();
        let mut found: Vec<usize> = self.active().map(|item| item / size * size).collect();
        found.dedup();
        if found.iter().all(|&first| self.has_whole_subgroup(first)) {
            return Ok(found);
        }
        Err(message!(
            "this needs all work-items of a subgroup, and here only some run"
        ))
    }

    /// The number of the tile that runs, in the order of the run.
    pub(super) fn tile(&self) -> Option<u32> {
        let mut frames = self.frames.iter().rev();
        frames.find_map(|frame| match frame.kind {
            Kind::Foreach {
                tile: Some(_),
                iteration,
                ..
            } => Some(iteration),
            _ => None,
        })
    }

    /// The work-items of a subgroup that run.
    pub(super) fn subgroup_items(&self) -> usize {
        (self.code.subgroup_size as usize).min(self.items)
    }

    /// A number that is the same in all work-items of a subgroup.
    ///
    /// # Errors
    /// With a sentence, if it is not.
    pub(super) fn shared(&self, value: usize, first: usize) -> Result<Number, Message> {
        let number = self.number(value, first);
        let items = first..first + self.subgroup_items();
        if self.is_uniform(value)
            || items
                .into_iter()
                .all(|it| self.number(value, it).is_same(number))
        {
            return Ok(number);
        }
        let name = self.code.values[value].name.as_str();
        Err(message!(
            "`%{name}` differs between the work-items of a subgroup, and this demands that it is the same",
            name
        ))
    }

    /// Executes `subgroup_broadcast`: all work-items of a subgroup receive the value of one.
    pub(super) fn broadcast(&self, step: &Step) -> Result<Slot, Message> {
        let (value, source) = (step.operands[0], step.operands[1]);
        let size = self.subgroup_items();
        let mut values = vec![Value::Number(Number::Boolean(false)); self.items];
        for first in self.subgroups()? {
            let index = self.shared(source, first)?.integer();
            let item = usize::try_from(index).ok().filter(|&index| index < size);
            let Some(item) = item else {
                return Err(message!(
                    "there is no work-item {index} in a subgroup of {size}",
                    index,
                    size
                ));
            };
            let number = self.number(value, first + item);
            values[first..first + size].fill(Value::Number(number));
        }
        Ok(Slot::Varying(values))
    }

    /// `subgroup_add`, `subgroup_max` and `subgroup_min`: from the first work-item to the last.
    pub(super) fn subgroup(
        &self,
        operation: SubgroupOperation,
        kind: GroupOperation,
        step: &Step,
    ) -> Result<Slot, Message> {
        let ty = step.scalar().unwrap_or(Scalar::I64);
        let binary = match operation {
            SubgroupOperation::Add => Binary::Add,
            SubgroupOperation::Max => Binary::Max,
            SubgroupOperation::Min => Binary::Min,
        };
        let size = self.subgroup_items();
        let mut values = vec![Value::Number(Number::Boolean(false)); self.items];
        for first in self.subgroups()? {
            let mut before = identity(operation, ty);
            for (item, value) in values.iter_mut().enumerate().skip(first).take(size) {
                let own = self.number(step.operands[0], item);
                let sum = if item == first {
                    own
                } else {
                    number::binary(binary, Some(ty), before, own)?
                };
                *value = Value::Number(match kind {
                    GroupOperation::ExclusiveScan => before,
                    GroupOperation::InclusiveScan | GroupOperation::Reduce => sum,
                });
                before = sum;
            }
            if kind == GroupOperation::Reduce {
                values[first..first + size].fill(Value::Number(before));
            }
        }
        Ok(Slot::Varying(values))
    }
}

/// What changes nothing: 0, the least, or the greatest number.
fn identity(operation: SubgroupOperation, ty: Scalar) -> Number {
    let (least, greatest) = ty.integer_range().unwrap_or_default();
    match (operation, ty.numbers()) {
        (SubgroupOperation::Max, Numbers::Integer) => Number::Integer(least),
        (SubgroupOperation::Min, Numbers::Integer) => Number::Integer(greatest),
        (SubgroupOperation::Max, Numbers::Floating) => Number::Float(f64::NEG_INFINITY),
        (SubgroupOperation::Min, Numbers::Floating) => Number::Float(f64::INFINITY),
        _ => Number::zero(ty),
    }
}
