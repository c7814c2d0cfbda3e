//! The checkpoints of a document's last run, from which its next run continues, for the documents that ran last.

use std::sync::{Arc, Mutex, PoisonError};

use mnc2_emulator::Checkpoints;
use mnc2_emulator::changes::StatementChange;

use super::id::DocumentId;

/// Maximum number of documents whose checkpoints are kept; the checkpoints of other documents are freed.
const DOCUMENTS_MAX: usize = 3;

/// The checkpoints of each document, the last run at the end.
#[derive(Default)]
pub(super) struct AllCheckpoints(Vec<(DocumentId, Arc<KeptRun>)>);

/// The checkpoints of one document's runs. A run takes them and puts them back, so that no run waits for another.
#[derive(Default)]
pub struct KeptRun(Mutex<Option<Kept>>);

struct Kept {
    /// The testcase whose inputs are loaded at the start.
    inputs: Option<Arc<str>>,
    checkpoints: Checkpoints,
    /// What the lines before the checkpoints change.
    changes: Arc<Vec<StatementChange>>,
}

impl KeptRun {
    /// The checkpoints of a run that started with these inputs, and what its statements change.
    pub fn take(&self, inputs: Option<&str>) -> Option<(Checkpoints, Arc<Vec<StatementChange>>)> {
        let kept = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()?;
        (kept.inputs.as_deref() == inputs).then_some((kept.checkpoints, kept.changes))
    }

    /// Stores the checkpoints for the next run, and what the statements that ran change.
    pub fn put(
        &self,
        inputs: Option<Arc<str>>,
        checkpoints: Checkpoints,
        changes: Arc<Vec<StatementChange>>,
    ) {
        let kept = Kept {
            inputs,
            checkpoints,
            changes,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
    }
}

impl AllCheckpoints {
    /// The checkpoints of a document that is about to run.
    pub(super) fn for_document(&mut self, id: &DocumentId) -> Arc<KeptRun> {
        let known = self.0.iter().position(|(other, _)| other == id);
        let entry = match known {
            Some(index) => self.0.remove(index),
            None => (id.clone(), Arc::default()),
        };
        let kept = Arc::clone(&entry.1);
        self.0.push(entry);
        let superfluous = self.0.len().saturating_sub(DOCUMENTS_MAX);
        self.0.drain(..superfluous);
        kept
    }

    /// Forgets a closed document.
    pub(super) fn closed(&mut self, id: &DocumentId) {
        self.0.retain(|(other, _)| other != id);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Weak};

    use mnc2_emulator::{Checkpoints, Machine};

    use super::super::DocumentId;
    use super::{AllCheckpoints, DOCUMENTS_MAX, KeptRun};

    fn run(all: &mut AllCheckpoints, name: &str) -> Weak<KeptRun> {
        let kept = all.for_document(&DocumentId::new(name));
        kept.put(None, Checkpoints::new(Machine::new()), Arc::default());
        Arc::downgrade(&kept)
    }

    #[test]
    fn closed_documents_and_those_run_long_ago_give_back() {
        let mut all = AllCheckpoints::default();
        let first = run(&mut all, "first");
        assert!(
            all.for_document(&DocumentId::new("first"))
                .take(None)
                .is_some()
        );
        assert!(
            all.for_document(&DocumentId::new("first"))
                .take(None)
                .is_none(),
            "one run at a time has it"
        );
        let first_again = run(&mut all, "first");
        assert!(first.ptr_eq(&first_again));
        all.closed(&DocumentId::new("first"));
        assert!(first.upgrade().is_none());

        let runs: Vec<_> = (0..=DOCUMENTS_MAX)
            .map(|number| run(&mut all, &number.to_string()))
            .collect();
        let kept = runs.iter().map(|run| run.upgrade().is_some());
        assert_eq!(kept.filter(|&kept| kept).count(), DOCUMENTS_MAX);
        assert!(runs[0].upgrade().is_none());
    }

    #[test]
    fn other_inputs_are_another_start() {
        let kept = KeptRun::default();
        kept.put(
            Some("a".into()),
            Checkpoints::new(Machine::new()),
            Arc::default(),
        );
        assert!(kept.take(Some("b")).is_none());
        assert!(
            kept.take(Some("a")).is_none(),
            "and the old one is given back"
        );
    }
}
