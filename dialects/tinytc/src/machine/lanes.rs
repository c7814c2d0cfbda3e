//! What the work-items of a work-group compute in lock step.
//!
//! A value that is the same in all work-items is computed once. A mask selects the work-items that run; without a mask, all do.

use std::sync::Arc;

use mnc2_text::Message;

use super::Machine;
use super::number::Number;
use super::value::{Slot, Value};

/// The work-items that run; all without one.
pub(super) type Mask = Option<Arc<[bool]>>;

/// Whether a work-item runs.
pub(super) fn is_active(mask: &Mask, item: usize) -> bool {
    mask.as_ref().is_none_or(|mask| mask[item])
}

impl Machine {
    /// The mask of the innermost region.
    pub(super) fn mask(&self) -> Mask {
        self.frames.last().and_then(|frame| frame.mask.clone())
    }

    /// The work-items that run now.
    pub(super) fn active(&self) -> impl Iterator<Item = usize> + use<> {
        let mask = self.mask();
        (0..self.items).filter(move |&item| is_active(&mask, item))
    }

    /// The work-items among some that are true, as a mask; `None` if there are none.
    pub(super) fn masked(&self, mask: &Mask, is_in: impl Fn(usize) -> bool) -> Option<Mask> {
        let inside = |item| is_active(mask, item) && is_in(item);
        let new: Vec<bool> = (0..self.items).map(inside).collect();
        if new.iter().all(|it| *it) {
            return Some(None);
        }
        new.contains(&true).then(|| Some(new.into()))
    }

    /// A value of a work-item.
    pub(super) fn value(&self, value: usize, item: usize) -> &Value {
        const UNSET: &Value = &Value::Number(Number::Boolean(false));
        self.slots[value].at(item).unwrap_or(UNSET)
    }

    /// A number of a work-item.
    pub(super) fn number(&self, value: usize, item: usize) -> Number {
        self.value(value, item).number()
    }

    /// An integer of a work-item.
    pub(super) fn integer(&self, value: usize, item: usize) -> i64 {
        self.number(value, item).integer()
    }

    /// Whether a value is known to be the same in all work-items.
    pub(super) fn is_uniform(&self, value: usize) -> bool {
        !matches!(self.slots[value], Slot::Varying(_))
    }

    /// What each work-item computes of some values; once if all are equal.
    pub(super) fn each(
        &self,
        operands: &[usize],
        compute: impl Fn(usize) -> Result<Value, Message>,
    ) -> Result<Slot, Message> {
        if operands.iter().all(|&operand| self.is_uniform(operand)) {
            let first = self.active().next().unwrap_or(0);
            return compute(first).map(Slot::Uniform);
        }
        self.vary(operands, compute)
    }

    /// What each work-item computes. Work-items next to each other that share matrices share the result.
    pub(super) fn vary(
        &self,
        operands: &[usize],
        compute: impl Fn(usize) -> Result<Value, Message>,
    ) -> Result<Slot, Message> {
        let mut values = vec![Value::Number(Number::Boolean(false)); self.items];
        let mut before: Option<usize> = None;
        for item in self.active() {
            let shared = before.filter(|&before| self.shares(operands, before, item));
            values[item] = match shared {
                Some(before) => values[before].clone(),
                None => compute(item)?,
            };
            before = Some(item);
        }
        Ok(Slot::Varying(values))
    }

    /// Whether two work-items have the same matrices, and nothing but matrices that could differ.
    fn shares(&self, operands: &[usize], first: usize, second: usize) -> bool {
        let mut has_matrix = false;
        let is_shared = operands.iter().all(|&operand| {
            if self.is_uniform(operand) {
                return true;
            }
            match (self.value(operand, first), self.value(operand, second)) {
                (Value::Matrix(first), Value::Matrix(second)) => {
                    has_matrix = true;
                    Arc::ptr_eq(first, second)
                }
                _ => false,
            }
        });
        is_shared && has_matrix
    }

    /// Gives a value to the work-items that run; the others keep theirs.
    pub(super) fn merge(&mut self, value: usize, mask: &Mask, new: Slot) {
        let Some(mask) = mask else {
            self.slots[value] = new;
            return;
        };
        const FILLER: Value = Value::Number(Number::Boolean(false));
        let mut values = match std::mem::take(&mut self.slots[value]) {
            Slot::Varying(values) => values,
            Slot::Uniform(value) => vec![value; self.items],
            Slot::Unset => vec![FILLER; self.items],
        };
        for (item, kept) in values.iter_mut().enumerate() {
            if mask[item]
                && let Some(new) = new.at(item)
            {
                *kept = new.clone();
            }
        }
        self.slots[value] = Slot::Varying(values);
    }
}
