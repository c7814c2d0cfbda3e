//! Changes that a person makes where the run is. The run remembers them: it makes them again whenever it comes there.

use std::collections::BTreeMap;

use mnc2_text::{Location, Message, Number, message};

use super::checkpoints::Moment;

/// Maximum number of changes in a run.
const EDITS_MAX: usize = 10_000;

/// A change of the machine.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    /// A number at a location.
    Number(Location, Number),
    /// Bytes of a memory from an address on.
    Bytes(usize, u64, Vec<u8>),
}

/// Changes, by the number of instructions that were executed before them.
#[derive(Debug, Default)]
pub(super) struct Edits {
    by_step: BTreeMap<u64, Vec<Edit>>,
    count: usize,
}

impl Edit {
    fn apply(&self, moment: &mut Moment) -> Result<(), Message> {
        let machine = &mut *moment.machine;
        match self {
            Self::Number(location, number) => machine.set(*location, *number),
            Self::Bytes(memory, address, bytes) => machine.write_bytes(*memory, *address, bytes),
        }
    }
}

impl Edits {
    /// Makes a change at a point in time, and remembers it.
    ///
    /// # Errors
    /// A sentence if it cannot be made.
    pub(super) fn make(&mut self, moment: &mut Moment, edit: Edit) -> Result<(), Message> {
        if self.count >= EDITS_MAX {
            return Err(message!("there are too many changes of memory in this run"));
        }
        edit.apply(moment)?;
        self.by_step.entry(moment.step).or_default().push(edit);
        self.count += 1;
        Ok(())
    }

    /// Makes the changes of a point in time again. A value that cannot be changed any more, because of a change before it,
    /// stays.
    pub(super) fn apply(&self, moment: &mut Moment) {
        if self.count == 0 {
            return;
        }
        for edit in self.by_step.get(&moment.step).into_iter().flatten() {
            let _ = edit.apply(moment);
        }
    }
}
