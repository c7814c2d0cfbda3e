//! The wrong values of a testcase when its solution has come to its end, with the places that they are in.

use std::ops::ControlFlow;

use mnc2_dataflow::suspects::Suspects;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::judge::{Dumped, Mismatch};
use mnc2_emulator::{Dump, RunOptions};
use mnc2_isa::{ChipLevel, Memory, Width};
use mnc2_program::access::Store;
use mnc2_program::{DebugMemory, Statement};
use mnc2_text::{Message, message};

use super::focus::pe_of;
use super::{Debugger, name};
use crate::DebugOutput;
use mnc2_ide::features::run::MEMORY_BYTES_MAX;
use mnc2_ide::session::Focus;

/// Wrong values that are named at the end of a run.
const NAMED_MAX: usize = 5;

/// A wrong value and its words; `None` if nothing was dumped for it.
pub type WrongValue = (Mismatch, Option<ChipPlace>);

impl Debugger {
    /// The values of the testcase that are wrong in the present state, in its order. Empty before the end of the solution and
    /// without a testcase.
    pub fn wrong_values(&self) -> Vec<WrongValue> {
        let Some(testcase) = self.testcase.as_ref().filter(|_| self.is_at_end()) else {
            return Vec::new();
        };
        let program = testcase.rest_in_place();
        let mut dumped = Dumped::default();
        let mut sink = |dump: Dump| {
            if let Dump::Get(line) = &dump {
                dumped.take(line);
            }
            ControlFlow::Continue(())
        };
        let options = RunOptions {
            budget_bytes: MEMORY_BYTES_MAX,
            ..RunOptions::default()
        };
        let _ = self.machine().clone().run(&program, &options, &mut sink);
        let comparison = dumped.compare_as_tensor(&testcase.outputs);
        let wrong = comparison.mismatches.into_iter().map(|mismatch| {
            let line = program.line(mismatch.line as usize);
            let memory = line.and_then(|line| match &line.statement {
                Some(Statement::DebugGet(get)) => Some(&get.memory),
                _ => None,
            });
            let place = memory.and_then(|memory| place_of(memory, &mismatch));
            (mismatch, place)
        });
        wrong.collect()
    }

    /// Names the first wrong values of the testcase, if the run has come to the end.
    pub(super) fn say_wrong_values(&self, sink: &mut dyn FnMut(DebugOutput)) {
        let wrong = self.wrong_values();
        for (mismatch, place) in wrong.iter().take(NAMED_MAX) {
            sink(DebugOutput::Remark(wrong_value(mismatch, place.as_ref())));
        }
        if wrong.len() > NAMED_MAX {
            let count = wrong.len() - NAMED_MAX;
            sink(DebugOutput::Remark(message!(
                "{count} more values are wrong",
                count
            )));
        }
        for message in self.suspects(&wrong).messages() {
            sink(DebugOutput::Remark(message));
        }
    }

    /// The lines of the solution that the wrong values point to.
    fn suspects(&self, wrong: &[WrongValue]) -> Suspects {
        let lines = wrong.iter().map(|(mismatch, _)| mismatch.line);
        let testcase = self.testcase.as_ref();
        testcase.map_or_else(Suspects::default, |testcase| {
            Suspects::in_solution(testcase, &self.snapshot.program, lines)
        })
    }
}

/// The words that a value was read from.
fn place_of(memory: &DebugMemory, mismatch: &Mismatch) -> Option<ChipPlace> {
    let source = mismatch.source.as_ref()?;
    let pe = pe_of(Focus::parse(&source.element)?);
    let (first, count) = match (memory.memory, ChipLevel::from_memory(memory.memory)) {
        (Memory::T, _) => (4 * source.address, 2),
        (_, ChipLevel::Pe) => (source.address, memory.width.single_words()),
        (_, _) if memory.width == Width::DoubleLong => (source.address, 2),
        _ => (source.address, 1),
    };
    let place = ChipPlace::from_pe(Store::Memory(memory.memory), first..first + count, pe);
    (place.words.end <= place.store.words()).then_some(place)
}

fn wrong_value(mismatch: &Mismatch, place: Option<&ChipPlace>) -> Message {
    let position = match &mismatch.position {
        Some(position) => position.clone(),
        None => (mismatch.line + 1).to_string(),
    };
    let (actual, expected) = (mismatch.shown_actual(), mismatch.expected.clone());
    match place.map(name) {
        Some(place) => message!(
            "wrong value {position} of the testcase: {actual} instead of {expected}; `origin {place}` shows its origin",
            position,
            actual,
            expected,
            place
        ),
        None => message!(
            "wrong value {position} of the testcase: {actual} instead of {expected}",
            position,
            actual,
            expected
        ),
    }
}
