//! Answers that a user waits for take precedence over long work.
//!
//! A user who types waits for each answer about the text, but not for a run, a judgement or a search through the workspace.
//! Such work waits at each of its steps for the answers that were requested before. Answers that are requested meanwhile wait
//! for its next step, so it always continues.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The answers that a user waits for.
#[derive(Debug, Default)]
pub struct EditPriority {
    answers: Mutex<Answers>,
    /// Whether there are any: long work checks this after each statement of a program.
    is_any: AtomicBool,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct Answers {
    next: u64,
    under_way: BTreeSet<u64>,
}

/// An answer that long work lets go first, until it is dropped.
#[derive(Debug)]
pub struct Answering {
    typing: Arc<EditPriority>,
    number: u64,
}

impl EditPriority {
    /// Registers an answer that was requested now.
    pub fn begin(self: &Arc<Self>) -> Answering {
        let mut answers = self.lock();
        let number = answers.next;
        answers.next += 1;
        answers.under_way.insert(number);
        self.is_any.store(true, Ordering::Relaxed);
        Answering {
            typing: Arc::clone(self),
            number,
        }
    }

    /// Waits for the answers that are under way. For long work, which must hold no lock meanwhile. Where there is one
    /// thread, nothing can go first.
    pub fn give_way(&self) {
        if cfg!(target_family = "wasm") || !self.is_any.load(Ordering::Relaxed) {
            return;
        }
        let mut answers = self.lock();
        let later = answers.next;
        while answers.under_way.first().is_some_and(|&it| it < later) {
            answers = (self.ended.wait(answers)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let mut answers = self.typing.lock();
        answers.under_way.remove(&self.number);
        let is_any = !answers.under_way.is_empty();
        self.typing.is_any.store(is_any, Ordering::Relaxed);
        self.typing.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    #[test]
    fn long_work_waits_for_the_answers_before_it_and_not_for_later_ones() {
        let typing = Arc::<EditPriority>::default();
        typing.give_way();
        let order = Arc::<Mutex<Vec<&str>>>::default();
        let note = |what| order.lock().expect("no panic").push(what);
        let first = typing.begin();
        let second = typing.begin();
        let (asks, asked) = channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                asks.send(()).expect("the test waits");
                typing.give_way();
                note("long");
            });
            asked.recv().expect("it asks");
            note("second");
            drop(second);
            note("first");
            drop(first);
        });
        assert_eq!(
            *order.lock().expect("no panic"),
            ["second", "first", "long"]
        );
    }

    #[test]
    fn answers_without_end_do_not_stop_long_work() {
        let typing = Arc::<EditPriority>::default();
        let steps = 1000;
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            // There is always one, each begun before the last one ends.
            scope.spawn(|| {
                let mut last = typing.begin();
                while !is_over.load(Ordering::Relaxed) {
                    let next = typing.begin();
                    drop(std::mem::replace(&mut last, next));
                }
            });
            for _ in 0..steps {
                typing.give_way();
            }
            is_over.store(true, Ordering::Relaxed);
        });
    }
}
