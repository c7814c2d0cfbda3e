//! Machines that are kept along a run, in its order, with what each holds that the one before does not.

use super::Machine;

/// Machines along a run from its start, each with its place.
pub(super) struct KeptMachines<P> {
    start: Machine,
    list: Vec<Kept<P>>,
}

/// A machine that is kept.
pub(super) struct Kept<P> {
    /// Where in the run.
    pub(super) place: P,
    pub(super) machine: Machine,
    /// The size of the data that it does not share with the previous one.
    bytes: u64,
}

impl<P> KeptMachines<P> {
    /// None next to the start.
    pub(super) const fn new(start: Machine) -> Self {
        Self {
            start,
            list: Vec::new(),
        }
    }

    /// The machine before the run.
    pub(super) const fn start(&self) -> &Machine {
        &self.start
    }

    /// The machines in the order of the run.
    pub(super) fn list(&self) -> &[Kept<P>] {
        &self.list
    }

    /// The place of one of them.
    pub(super) fn place_mut(&mut self, index: usize) -> Option<&mut P> {
        self.list.get_mut(index).map(|kept| &mut kept.place)
    }

    /// The size of their data that is not in the start.
    pub(super) fn bytes(&self) -> u64 {
        self.list.iter().map(|kept| kept.bytes).sum()
    }

    pub(super) fn insert(&mut self, index: usize, machine: Machine, place: P) {
        let kept = Kept {
            place,
            machine,
            bytes: 0,
        };
        self.list.insert(index, kept);
        self.weigh(index);
        self.weigh(index + 1);
    }

    pub(super) fn remove(&mut self, index: usize) {
        self.list.remove(index);
        self.weigh(index);
    }

    /// Leaves the first ones.
    pub(super) fn truncate(&mut self, count: usize) {
        self.list.truncate(count);
    }

    fn weigh(&mut self, index: usize) {
        let before = match index.checked_sub(1) {
            Some(before) => &self.list[before].machine,
            None => &self.start,
        };
        if let Some(kept) = self.list.get(index) {
            let bytes = kept.machine.bytes_beside(before);
            self.list[index].bytes = bytes;
        }
    }
}
