//! The points in time of a run that are kept, so that it can go back.

use mnc2_ide::languages::Machine;

/// Instructions between two kept points in time, at first.
const INTERVAL: u64 = 16;
/// Maximum number of points in time that are kept at regular distances.
const MOMENTS_MAX: usize = 256;
/// Maximum number of points in time that are kept near the present one.
const NEAR_MAX: u64 = 16;

/// A point in time of a run.
#[derive(Clone)]
pub(super) struct Moment {
    /// The machine after the instructions.
    pub(super) machine: Box<dyn Machine>,
    /// The number of executed instructions.
    pub(super) step: u64,
    /// How often each breakpoint was reached, if that matters for any.
    pub(super) reached: Vec<u64>,
}

impl Moment {
    /// The state before the first instruction.
    pub(super) const fn start(machine: Box<dyn Machine>) -> Self {
        Self {
            machine,
            step: 0,
            reached: Vec::new(),
        }
    }
}

/// The points in time that are kept: some at regular distances, which grow with the run, and some on the last way back, since
/// another step back often follows. The first one is the start.
pub(super) struct Kept {
    interval: u64,
    regular: Vec<Moment>,
    near: Vec<Moment>,
    bytes: u64,
    bytes_max: u64,
}

impl Kept {
    pub(super) fn new(start: Moment, bytes_max: u64) -> Self {
        Self {
            interval: INTERVAL,
            regular: vec![start],
            near: Vec::new(),
            bytes: 0,
            bytes_max,
        }
    }

    /// The state before the first instruction.
    pub(super) fn start(&self) -> &Moment {
        &self.regular[0]
    }

    /// Forgets everything but the start, which is given anew.
    pub(super) fn restart(&mut self, start: Moment) {
        *self = Self::new(start, self.bytes_max);
    }

    /// Drops the points in time after a changed one, and keeps the changed one if it is the start.
    pub(super) fn change(&mut self, now: &Moment) {
        self.near.clear();
        self.regular.retain(|it| it.step < now.step);
        if self.regular.is_empty() {
            self.regular.push(now.clone());
        }
        let kept = self.regular.iter().skip(1);
        self.bytes = kept.map(|it| it.machine.size_bytes()).sum();
    }

    /// The last kept point in time at or before a step.
    pub(super) fn before(&self, step: u64) -> &Moment {
        let last =
            |moments: &[Moment]| moments.partition_point(|it| it.step <= step).checked_sub(1);
        let regular = &self.regular[last(&self.regular).unwrap_or(0)];
        let near = last(&self.near).map(|index| &self.near[index]);
        near.filter(|it| it.step > regular.step).unwrap_or(regular)
    }

    /// Keeps a point in time if it is after all others and at a regular distance.
    pub(super) fn offer(&mut self, moment: &Moment) {
        let last = self.regular.last().map_or(0, |it| it.step);
        if moment.step <= last || !moment.step.is_multiple_of(self.interval) {
            return;
        }
        self.bytes += moment.machine.size_bytes();
        self.regular.push(moment.clone());
        while self.regular.len() > 1
            && (self.regular.len() > MOMENTS_MAX || self.bytes > self.bytes_max)
        {
            self.interval = self.interval.saturating_mul(2);
            let interval = self.interval;
            self.regular.retain(|it| it.step.is_multiple_of(interval));
            let kept = self.regular.iter().skip(1);
            self.bytes = kept.map(|it| it.machine.size_bytes()).sum();
        }
    }

    /// Drops the points in time of the last way back, and returns the distance between those that the next one keeps.
    pub(super) fn forget_near(&mut self, way: u64, size_bytes: u64) -> u64 {
        self.near.clear();
        let affordable = self.bytes_max / 8 / size_bytes.max(1);
        way / NEAR_MAX.min(affordable).max(1) + 1
    }

    /// Keeps a point in time of a way back.
    pub(super) fn keep_near(&mut self, moment: &Moment) {
        self.near.push(moment.clone());
    }

    /// The number of points in time that are kept at regular distances.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.regular.len()
    }
}
