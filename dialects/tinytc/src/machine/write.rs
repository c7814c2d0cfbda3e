//! How work-items write memory.

use mnc2_text::Message;

use super::Machine;
use super::code::Step;
use super::number::{self, Number};
use super::value::{Slot, Value, View};
use crate::ir::{Binary, StoreFlag};

/// How memory is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Write {
    Plain,
    Atomic,
    /// Atomically, by an operation on what is there and the number.
    Update(Binary),
}

impl From<StoreFlag> for Write {
    fn from(flag: StoreFlag) -> Self {
        match flag {
            StoreFlag::Plain => Self::Plain,
            StoreFlag::Atomic => Self::Atomic,
            StoreFlag::AtomicAdd => Self::Update(Binary::Add),
        }
    }
}

impl Machine {
    /// A store or an update of each work-item; what was there before an update.
    pub(super) fn store(&mut self, write: Write, step: &Step) -> Result<Slot, Message> {
        let (value, memory) = (step.operands[0], step.operands[1]);
        let mut values = vec![Value::Number(Number::Boolean(false)); self.items];
        for item in self.active() {
            let (view, at) = self.element(memory, &step.operands[2..], item)?;
            let number = self.number(value, item);
            values[item] = Value::Number(self.put(&view, at, number, write, item)?);
        }
        Ok(Slot::Varying(values))
    }

    /// Stores a number, or updates what is there; what was there before an update.
    pub(super) fn put(
        &mut self,
        view: &View,
        at: usize,
        number: Number,
        write: Write,
        item: usize,
    ) -> Result<Number, Message> {
        let access = self.access(view, item).atomic(write != Write::Plain);
        let mut before = number;
        let number = match write {
            Write::Plain | Write::Atomic => number,
            Write::Update(operation) => {
                before = self.memory.read(view, at, access)?;
                number::binary(operation, Some(view.element), before, number)?
            }
        };
        self.memory.write(view, at, number, access)?;
        Ok(before)
    }
}
