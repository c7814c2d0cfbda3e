//! Lines that a fixed mask pattern, such as `/1000`, keeps from writing words in some cycles (manual 3.6.2.1).
//!
//! The flow of a program has only what a pattern lets through, so these lines are found from the text.

use std::ops::Range;

use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::machine::sources::Write;
use mnc2_isa::geometry::{MASK_ENTRIES, MASK_FIRST_PATTERN_ENTRY};
use mnc2_program::access::{Accesses, State, Store, WriteMasking};
use mnc2_program::{Program, Statement, Step, WriteMaskSetting};

use super::Debugger;
use super::origin::{is_write_to, may_touch};

/// The lines of a program with a fixed pattern on a destination, in order, for each memory that they have as destination.
#[derive(Debug)]
pub(super) struct PatternLines {
    by_store: Vec<Vec<u32>>,
}

impl PatternLines {
    pub(super) fn new(program: &Program) -> Self {
        let mut by_store = vec![Vec::new(); Store::COUNT];
        let mut state = State::default();
        for (number, line) in (0_u32..).zip(program.live()) {
            let Some(statement) = &line.statement else {
                continue;
            };
            if let Statement::Step(step) = statement {
                for store in kept_stores(step, state.setting) {
                    let lines: &mut Vec<u32> = &mut by_store[store.index()];
                    if lines.last() != Some(&number) {
                        lines.push(number);
                    }
                }
            }
            state.advance(statement);
        }
        Self { by_store }
    }
}

/// The memories of the destinations of a step that a fixed pattern masks in a cycle.
fn kept_stores(step: &Step, in_force: WriteMaskSetting) -> impl Iterator<Item = Store> {
    let setting = step.setting(in_force);
    let outputs = step.expressions.iter().flat_map(|it| &it.outputs);
    outputs.filter_map(move |output| {
        let memory = output.kind.memory()?;
        let masking = WriteMasking::from_output(output, memory, setting);
        (is_pattern(masking.entry) && masking.cycles.contains(&None))
            .then_some(Store::Memory(memory))
    })
}

fn is_pattern(entry: u8) -> bool {
    (MASK_FIRST_PATTERN_ENTRY..MASK_ENTRIES).contains(&u32::from(entry))
}

impl Debugger {
    /// The lines, in order, in which a fixed pattern keeps something of a store as it was.
    pub(super) fn pattern_lines(&self, store: Store) -> Option<&[u32]> {
        let program = &self.snapshot.program;
        let lines = self.patterns.get_or_init(|| PatternLines::new(program));
        lines.by_store.get(store.index()).map(Vec::as_slice)
    }

    /// Whether the text of a line lets a fixed pattern keep some of the words as they were.
    pub(super) fn may_be_kept(
        &self,
        line: usize,
        place: &ChipPlace,
        wanted: &[Range<u32>],
    ) -> bool {
        let is_there = self
            .pattern_lines(place.store)
            .is_some_and(|lines| lines.binary_search(&(line as u32)).is_ok());
        let content = self.snapshot.program.line(line).filter(|_| is_there);
        let Some(Statement::Step(step)) = content.and_then(|line| line.statement.as_ref()) else {
            return false;
        };
        let mut unmasked = step.clone();
        let expressions = unmasked.expressions.iter_mut();
        for output in expressions.flat_map(|it| &mut it.outputs) {
            output.mask = None;
        }
        let mut state = self.snapshot.flow().state_at(line);
        state.setting = WriteMaskSetting::default();
        let accesses = Accesses::from_statement(&Statement::Step(unmasked), &state);
        let mut writes = accesses
            .list()
            .iter()
            .filter(|it| is_write_to(it, place.store));
        writes.any(|access| {
            let mut pieces = accesses.pieces(access).iter();
            pieces.any(|piece| may_touch(piece, place, wanted))
        })
    }

    /// The entry of the fixed pattern that keeps the words of a write of a line as they were.
    pub(super) fn pattern_of(
        &self,
        line: usize,
        statement: &Statement,
        write: &Write,
    ) -> Option<u8> {
        let Statement::Step(step) = statement else {
            return None;
        };
        let setting = step.setting(self.snapshot.flow().state_at(line).setting);
        let expression = step.expressions.get(write.expression)?;
        let mut outputs = expression.outputs.iter();
        let output = outputs.find(|output| output.range == write.range)?;
        let masking = WriteMasking::from_output(output, output.kind.memory()?, setting);
        (write.is_masked && is_pattern(masking.entry)).then_some(masking.entry)
    }
}
