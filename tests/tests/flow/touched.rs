//! What a statement touches, for statements of every row: the tables of `asm::expand`, the accesses of `asm::access` and
//! what an observer of a run sees are the same.

use std::collections::BTreeSet;

use mnc2_asm::LineParser;
use mnc2_assist::explain::expand::{self, MaskEffect, OperandExpansion, Slot, When};
use mnc2_emulator::machine::chip::Chip;
use mnc2_emulator::machine::observer::{ObservedAccess, Observer};
use mnc2_emulator::{Machine, Outcome, RunOptions};
use mnc2_isa::{Memory, Op, Precision};
use mnc2_program::access::{
    Access as OfText, AccessRole, Accesses, Certainty, Direction, State, Store,
};
use mnc2_program::{Expression, Line, Statement, WriteMaskSetting};
use mnc2_tests::generate::{self, Choices};

use super::shadow::{SAMPLES, words_on};
use super::{elements, random};

/// Statements that are tried for each row until one can be run.
const ROUNDS: u64 = 64;
/// Statements with several expressions.
const STEPS: u64 = 300;

/// A word that is touched: direction, store, cycle, word, sample.
type Touch = (bool, usize, u8, u32, usize);

/// Words that are touched in any case, and those that may be.
#[derive(Debug, Default, PartialEq, Eq)]
struct Touched {
    always: BTreeSet<Touch>,
    perhaps: BTreeSet<Touch>,
    /// Stores in which a run decides about the words, by direction.
    somewhere: BTreeSet<(bool, usize)>,
}

impl Touched {
    fn add(&mut self, touch: Touch, is_certain: bool) {
        let set = if is_certain {
            &mut self.always
        } else {
            &mut self.perhaps
        };
        set.insert(touch);
    }
}

/// What a run touches.
#[derive(Default)]
struct Seen {
    touches: BTreeSet<Touch>,
    statement: Option<Statement>,
    expression: usize,
}

impl Seen {
    fn access(&mut self, access: &ObservedAccess<'_>, direction: Direction) {
        let expression = match &self.statement {
            Some(Statement::Step(step)) => step.expressions.get(self.expression),
            _ => None,
        };
        for (index, sample) in SAMPLES.into_iter().enumerate() {
            let Some((store, words)) = words_on(sample, expression, access, direction) else {
                continue;
            };
            let is_write = direction == Direction::Write;
            self.touches.extend(
                words
                    .into_iter()
                    .map(|word| (is_write, store.index(), access.cycle as u8, word, index)),
            );
        }
    }
}

impl Observer for Seen {
    fn statement(&mut self, _line: u32, statement: &Statement) {
        self.statement = Some(statement.clone());
        self.expression = 0;
    }

    fn expression(&mut self, index: usize) {
        self.expression = index;
    }

    fn read(&mut self, access: &ObservedAccess<'_>, _chip: &Chip) {
        self.access(access, Direction::Read);
    }

    fn write(&mut self, access: &ObservedAccess<'_>, _chip: &Chip) {
        self.access(access, Direction::Write);
    }
}

/// The accesses of a statement that `is_meant`.
fn touched_by_text(
    statement: &Statement,
    state: &State,
    is_meant: impl Fn(&OfText) -> bool,
) -> Touched {
    let accesses = Accesses::from_statement(statement, state);
    let mut touched = Touched::default();
    for access in accesses.list().iter().filter(|access| is_meant(access)) {
        let is_write = access.direction == Direction::Write;
        for piece in accesses.pieces(access) {
            if piece.certainty == Certainty::Somewhere {
                touched.somewhere.insert((is_write, access.store.index()));
                continue;
            }
            let is_certain = piece.certainty == Certainty::Always;
            for (index, sample) in SAMPLES.into_iter().enumerate() {
                if !piece.elements.meets(elements(sample)) {
                    continue;
                }
                for word in piece.first..piece.first + piece.count {
                    let touch = (is_write, access.store.index(), piece.cycle, word, index);
                    touched.add(touch, is_certain);
                }
            }
        }
    }
    touched
}

/// The addresses of a slot with whether they are touched in any case; `entry` is the words that an address counts.
fn words_of(slot: &Slot, entry: u32) -> Vec<(u32, bool)> {
    let words = slot.ranges.iter().cloned().flatten();
    let words = words.flat_map(|address| (0..entry).map(move |word| address * entry + word));
    // Single words of the first long word come first.
    let words = words.enumerate();
    words
        .filter_map(|(index, word)| match slot.mask {
            MaskEffect::Written | MaskEffect::Cleared => Some((word, true)),
            MaskEffect::Skipped => None,
            MaskEffect::SecondLongWord => (index >= 2).then_some((word, true)),
            MaskEffect::Variable(_) => Some((word, false)),
            MaskEffect::VariableFirst(_) => Some((word, index >= 2)),
        })
        .collect()
}

/// Whether the words of an operand's table are read or written: the entries of DAR that an MV instruction uses are read.
fn direction_of(operand: &OperandExpansion) -> Direction {
    match operand.memory {
        Some(Memory::Dar) => Direction::Read,
        _ => operand.direction,
    }
}

/// The words that the table of an operand lists; `None` if it does not list words of its memory.
fn touched_by_table(
    operand: &OperandExpansion,
    expression: Option<&Expression>,
) -> Option<Touched> {
    let memory = operand.memory?;
    let is_listed = |slot: &&Slot| !matches!(slot.when, When::UnitOperation(_));
    let is_matrix = matches!(memory, Memory::MatrixX | Memory::MatrixY);
    if operand.columns.is_empty() || operand.unit == "columns" {
        return None;
    }
    let mut touched = Touched::default();
    for column in &operand.columns {
        for slot in column.slots.iter().filter(is_listed) {
            if slot.plus_t {
                return None;
            }
            let cycle = match slot.when {
                When::Cycle(cycle) => cycle,
                When::UnitOperation(_) | When::Whole => 0,
            };
            let precision = expression.and_then(|expression| expression.spelling.precision);
            let rows = precision.unwrap_or(Precision::Half).matrix_rows();
            let words = match memory {
                Memory::T => words_of(slot, 4),
                // A mask does not keep old flags, so all are written.
                Memory::MaskRegister => slot
                    .ranges
                    .iter()
                    .cloned()
                    .flatten()
                    .map(|entry| (4 * entry + u32::from(cycle), true))
                    .collect(),
                _ if is_matrix => {
                    let rows = words_of(slot, 1)
                        .into_iter()
                        .map(|(row, certain)| (row * (16 / rows), certain));
                    rows.collect()
                }
                _ => words_of(slot, 1),
            };
            for (index, sample) in SAMPLES.into_iter().enumerate() {
                if !column.elements.meets(elements(sample)) {
                    continue;
                }
                for &(word, is_certain) in &words {
                    let store = Store::Memory(memory).index();
                    let is_write = direction_of(operand) == Direction::Write;
                    touched.add((is_write, store, cycle, word, index), is_certain);
                }
            }
        }
    }
    Some(touched)
}

/// The tables of a line against its accesses under a `mask` setting. Returns how many tables there were.
fn compare_tables(line: &Line, text: &str, setting: WriteMaskSetting) -> usize {
    let Some(statement @ (Statement::Step(_) | Statement::Mv(_))) = &line.statement else {
        return 0;
    };
    let mut count = 0;
    for operand in &expand::expand(line, setting).operands {
        let expression = line.step().and_then(|step| {
            let mut all = step.expressions.iter();
            all.find(|expression| expression.range.end >= operand.range.end)
        });
        let Some(table) = touched_by_table(operand, expression) else {
            continue;
        };
        let is_meant = |access: &OfText| {
            access.range == operand.range
                && access.direction == direction_of(operand)
                && Some(access.store) == operand.memory.map(Store::Memory)
                && access.role != AccessRole::Mask
        };
        let state = State::with_setting(setting);
        let accesses = touched_by_text(statement, &state, is_meant);
        assert_eq!(table, accesses, "{operand:?} of `{text}`");
        count += 1;
    }
    count
}

/// A run of a line against its accesses. Returns whether it could be executed.
fn compare_run(line: &Line, text: &str) -> bool {
    let Some(statement @ (Statement::Step(_) | Statement::Mv(_))) = &line.statement else {
        return false;
    };
    let program = mnc2_asm::parse(text);
    let mut seen = Seen::default();
    let options = RunOptions::default();
    let report = Machine::new().run_observed(&program, &options, &mut Vec::new(), &mut seen);
    if report.outcome != Outcome::Finished {
        return false;
    }
    // A base address register is part of every address of its LM and is not observed.
    let is_observed = |access: &OfText| {
        let is_base = matches!(
            access.store,
            Store::Memory(Memory::BaseLm0 | Memory::BaseLm1)
        );
        !is_base || access.direction == Direction::Write
    };
    let touched = touched_by_text(statement, &State::default(), is_observed);
    let unseen: Vec<&Touch> = touched.always.difference(&seen.touches).collect();
    assert!(unseen.is_empty(), "not in the run of `{text}`: {unseen:?}");
    let unsaid: Vec<&Touch> = seen
        .touches
        .iter()
        .filter(|touch| !touched.always.contains(touch) && !touched.perhaps.contains(touch))
        .filter(|(is_write, store, ..)| !touched.somewhere.contains(&(*is_write, *store)))
        .collect();
    assert!(unsaid.is_empty(), "not in the text of `{text}`: {unsaid:?}");
    true
}

#[test]
fn every_model_of_a_statement_says_the_same() {
    let settings = ["mask 0", "maskrt 0b11000", "maskllsmn 5", "maskrstmnk 1"];
    let mut parser = LineParser::new();
    let settings = settings.map(|text| match parser.parse(text).statement {
        Some(Statement::Mask(mask)) => mask.setting,
        other => panic!("{text}: {other:?}"),
    });
    let (mut tables, mut runs) = (0, 0);
    let mut ops: BTreeSet<String> = BTreeSet::new();
    let mut compare = |text: &str, ops: &mut BTreeSet<String>| {
        let line = parser.parse(text);
        if line.has_error() {
            return;
        }
        for setting in settings {
            tables += compare_tables(&line, text, setting);
        }
        if compare_run(&line, text) {
            runs += 1;
            let step = line.step().into_iter().flat_map(|step| &step.expressions);
            ops.extend(step.map(|expression| format!("{:?}", expression.op)));
            if let Some(Statement::Mv(mv)) = &line.statement {
                ops.insert(format!("{:?}", mv.op));
            }
        }
    };
    for round in 0..ROUNDS {
        for (number, (spelling, op)) in generate::instructions().enumerate() {
            if round > 0 && ops.contains(&format!("{op:?}")) {
                continue;
            }
            let mut choices = Choices::new(round << 32 | number as u64);
            let text = generate::instruction(&mut choices, spelling, op);
            compare(&text, &mut ops);
        }
    }
    for seed in 0..STEPS {
        let text = random::program(&mut Choices::new(seed), 1, false);
        compare(text.trim_end(), &mut ops);
    }
    println!(
        "{tables} tables and {runs} runs compared, of {} rows",
        ops.len()
    );
    let missing: Vec<String> = generate::instructions()
        .map(|(_, op)| op)
        .filter(|op| !matches!(op, Op::Control(_)))
        .map(|op| format!("{op:?}"))
        .filter(|op| !ops.contains(op))
        .collect();
    assert_eq!(missing, [""; 0], "rows that no statement was run of");
}
