//! The number of compared states by name.

use std::collections::BTreeMap;

/// Random states that every form needs.
pub(crate) const STATES: u64 = 1000;

/// The number of compared states of each kind.
#[derive(Debug, Default)]
pub(crate) struct Coverage(BTreeMap<String, u64>);

impl Coverage {
    /// Something that must be compared.
    pub(crate) fn require(&mut self, name: impl Into<String>) {
        self.0.entry(name.into()).or_insert(0);
    }

    /// States that were compared; states of optional names do not count.
    pub(crate) fn add(&mut self, name: &str, states: u64) {
        if let Some(count) = self.0.get_mut(name) {
            *count += states;
        }
    }

    /// Whether something must be compared and lacks states.
    pub(crate) fn lacks(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|&states| states < STATES)
    }

    /// The number of states with a name.
    pub(crate) fn states(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// Whether something still lacks states.
    pub(crate) fn is_complete(&self) -> bool {
        self.0.values().all(|&states| states >= STATES)
    }

    /// Fails if any kind lacks states, and reports how much was compared.
    #[track_caller]
    pub(crate) fn finish(&self, title: &str) {
        let missing: Vec<_> = self.0.iter().filter(|entry| *entry.1 < STATES).collect();
        assert!(missing.is_empty(), "{title}: too few states of {missing:?}");
        let least = self.0.values().min().copied().unwrap_or(0);
        println!(
            "{title}: {} forms, each in {least} states or more",
            self.0.len()
        );
    }
}
