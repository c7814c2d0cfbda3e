//! The output of a run: how many lines, in which format, and the first lines.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use mnc2_dataflow::number_format::{Numbers, Origins};
use mnc2_emulator::Dump;
use mnc2_emulator::judge::Dumped;
use mnc2_emulator::machine::debug::line_count;
use mnc2_isa::{ChipLevel, Memory, Width};
use mnc2_program::{DataType, DebugGet, HostAction, HostStatement, Program, Statement};

use super::DUMP_BYTES_MAX;
use crate::session::DumpText;

/// Lines that the statements up to a line print, including that line.
pub(super) fn lines_printed(program: &Program, line: u32) -> u64 {
    let executed = program.range(0..line as usize + 1);
    executed
        .map(|line| match &line.statement {
            Some(Statement::DebugGet(get)) => line_count(get),
            Some(Statement::Host(HostStatement {
                action: HostAction::ReadPdm { length, .. },
                ..
            })) => u64::from((*length).min(Memory::Pdm.size().unwrap_or(0))),
            Some(
                Statement::Step(_)
                | Statement::Mv(_)
                | Statement::DebugSet(_)
                | Statement::Mask(_)
                | Statement::Host(_)
                | Statement::Directive(_)
                | Statement::Quit(_),
            )
            | None => 0,
        })
        .fold(0, u64::saturating_add)
}

/// Adds to the lines of each `d get` without a data type the format of their values. The address comes with each line.
pub(super) fn say_numbers(program: &Program, origins: &Origins<'_>, lines: &mut [(DumpText, u32)]) {
    for of_line in lines.chunk_by_mut(|(one, _), (other, _)| one.line == other.line) {
        let Some((first, _)) = of_line.first() else {
            continue;
        };
        let number = first.line as usize;
        let Some(Statement::DebugGet(get)) = program
            .line(number)
            .and_then(|line| line.statement.as_ref())
        else {
            continue;
        };
        if get.data_type != DataType::Plain {
            continue;
        }
        if let Some(numbers) = origins.shown_by_get(number, 0..u32::MAX) {
            for (text, _) in of_line {
                text.numbers = Some(numbers);
            }
            continue;
        }
        // Several instructions wrote what is shown: each address is looked up once for all elements.
        let mut known: HashMap<u32, Option<Numbers>> = HashMap::new();
        for (text, address) in of_line {
            let words = words_at(get, *address);
            text.numbers = *known
                .entry(*address)
                .or_insert_with(|| origins.shown_by_get(number, words));
        }
    }
}

/// The words that a `d get` reads at an address as the dump shows it, in the units of accesses.
fn words_at(get: &DebugGet, address: u32) -> Range<u32> {
    let words = get.memory.width.single_words();
    match get.memory.memory {
        Memory::T => {
            let entry = Width::DoubleLong.single_words();
            address * entry..(address + 1) * entry
        }
        memory if ChipLevel::from_memory(memory) == ChipLevel::Pe => address..address + words,
        _ => address..address + words.div_ceil(2),
    }
}

/// Collects dump lines up to the limits.
pub(super) struct Collector<'a> {
    /// Each with its address.
    pub(super) lines: Vec<(DumpText, u32)>,
    pub(super) dumped: Dumped,
    bytes: usize,
    pub(super) is_full: bool,
    cancel: &'a AtomicBool,
}

impl<'a> Collector<'a> {
    pub(super) fn new(cancel: &'a AtomicBool) -> Self {
        Self {
            lines: Vec::new(),
            dumped: Dumped::default(),
            bytes: 0,
            is_full: false,
            cancel,
        }
    }

    pub(super) fn take(&mut self, dump: &Dump) -> ControlFlow<()> {
        let text = dump.to_string();
        self.bytes += text.len();
        self.is_full = self.is_full || self.bytes > DUMP_BYTES_MAX;
        if self.is_full || self.cancel.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let (line, address, value) = match dump {
            Dump::Get(line) => {
                self.dumped.take(line);
                (line.source_line, line.address, Some(line.value.clone()))
            }
            Dump::Host {
                source_line,
                text: _,
            } => (*source_line, 0, None),
        };
        let dumped = DumpText {
            line,
            value,
            numbers: None,
            text,
        };
        self.lines.push((dumped, address));
        ControlFlow::Continue(())
    }
}
