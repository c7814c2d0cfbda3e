//! Which write reaches which read in a text, computed once.

use std::sync::{Mutex, OnceLock, PoisonError};

use mnc2_asm::Program;
use mnc2_asm::flow::Flow;

/// The data of one text.
#[derive(Default)]
pub(super) struct Followed {
    flow: OnceLock<Flow>,
    /// Held by the request that computes it; others wait.
    turn: Mutex<()>,
}

impl Followed {
    /// The data of the program; that of an empty one when no one waits for it before it is known, which is not kept.
    pub(super) fn of(&self, program: &Program, is_cancelled: &dyn Fn() -> bool) -> &Flow {
        static NOTHING: OnceLock<Flow> = OnceLock::new();
        if let Some(flow) = self.flow.get() {
            return flow;
        }
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flow) = self.flow.get() {
            return flow;
        }
        match Flow::of_chunks(program, is_cancelled) {
            Some(flow) => self.flow.get_or_init(|| flow),
            None => NOTHING.get_or_init(|| Flow::new(&Program::default())),
        }
    }
}
