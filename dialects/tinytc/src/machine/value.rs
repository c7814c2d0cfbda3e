//! Values of a run: numbers, views on memory, groups and matrices, the same in all work-items or one for each.

use std::sync::Arc;

use mnc2_text::{Message, message};

use super::number::Number;
use crate::types::{MatrixUse, Scalar};

/// A value of a work-item.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A number or a truth value.
    Number(Number),
    /// A view on memory.
    View(Arc<View>),
    /// The views of a group.
    Group(Arc<[Arc<View>]>),
    Matrix(Arc<Matrix>),
}

/// The index of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BufferId(pub(super) usize);

/// A view on memory: what a memref is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct View {
    pub(super) buffer: BufferId,
    pub(super) element: Scalar,
    /// The element of the buffer at index 0 of each mode.
    pub(super) offset: i64,
    /// The sizes of the modes.
    pub(super) shape: Vec<i64>,
    /// Whether it is local memory, which belongs to a work-group.
    pub(super) is_local: bool,
    /// Elements from one index to the next.
    pub(super) stride: Vec<i64>,
}

/// A cooperative matrix; its components by columns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    pub(super) component: Scalar,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) usage: MatrixUse,
    pub(super) numbers: Vec<Number>,
}

/// What a name means in a work-group.
#[derive(Clone, Debug, Default)]
pub(super) enum Slot {
    #[default]
    Unset,
    /// The same in all work-items.
    Uniform(Value),
    /// One for each work-item.
    Varying(Vec<Value>),
}

impl Value {
    pub(super) fn number(&self) -> Number {
        match self {
            Self::Number(number) => *number,
            _ => Number::Boolean(false),
        }
    }
}

impl Slot {
    /// The value of a work-item.
    pub(super) fn at(&self, item: usize) -> Option<&Value> {
        match self {
            Self::Unset => None,
            Self::Uniform(value) => Some(value),
            Self::Varying(values) => values.get(item),
        }
    }
}

impl View {
    /// The number of elements.
    pub(super) fn count(&self) -> u64 {
        let sizes = self.shape.iter().map(|&size| size.max(0) as u64);
        sizes.fold(1, u64::saturating_mul)
    }

    /// The element of the buffer at an index.
    ///
    /// # Errors
    /// With a sentence, if the index is outside.
    pub(super) fn at(&self, index: impl IntoIterator<Item = i64>) -> Result<usize, Message> {
        let mut at = self.offset;
        let modes = self.shape.iter().zip(&self.stride).enumerate();
        for ((mode, (&size, &stride)), index) in modes.zip(index) {
            if !(0..size).contains(&index) {
                return Err(message!(
                    "index {index} is outside of mode {mode}, which has size {size}",
                    index,
                    mode,
                    size
                ));
            }
            at += index * stride;
        }
        Ok(at as usize)
    }

    /// The elements of the buffer, by index, the first mode fastest.
    pub(super) fn elements(&self) -> Elements<'_> {
        Elements {
            view: self,
            index: vec![0; self.shape.len()],
            next: (self.count() > 0).then_some(self.offset),
        }
    }

    /// How many elements of a buffer such a shape spans; `None` if they are more than can be counted.
    pub(super) fn span(shape: &[i64], stride: &[i64]) -> Option<u64> {
        if shape.iter().chain(stride).any(|&number| number < 0) {
            return None;
        }
        if shape.contains(&0) {
            return Some(0);
        }
        let mut last = 0_i64;
        for (&size, &stride) in shape.iter().zip(stride) {
            last = last.checked_add((size - 1).checked_mul(stride)?)?;
        }
        u64::try_from(last).ok()?.checked_add(1)
    }
}

/// The elements of a view.
pub(super) struct Elements<'v> {
    view: &'v View,
    index: Vec<i64>,
    next: Option<i64>,
}

impl Iterator for Elements<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let found = self.next?;
        let mut at = found;
        let mut is_there = false;
        let modes = self.view.shape.iter().zip(&self.view.stride);
        for ((&size, &stride), index) in modes.zip(&mut self.index) {
            if *index + 1 < size {
                *index += 1;
                at += stride;
                is_there = true;
                break;
            }
            at -= *index * stride;
            *index = 0;
        }
        self.next = is_there.then_some(at);
        Some(found as usize)
    }
}
