//! Runs of two programs from different starts, compared: zero, and garbage from several seeds.
//!
//! Memories are compared word by word and bit by bit. A `d get` is not executed: what it would show is compared, so
//! that garbage that cannot be shown as its data type stops nothing.

use std::sync::atomic::AtomicBool;

use mnc2_emulator::{Machine, OffChip, Outcome, RunOptions, Start};
use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::access::{Accesses, Elements, Piece, State, Store};
use mnc2_program::{HostAction, Program, Statement};

use super::difference::{ElementWord, first_difference, value};
use super::places::shown_elements;
use super::{FollowStop, Places, Side, Unproven};

/// The default number of runs of each program: from zero, and from seven seeds.
pub const RUNS: u32 = 8;

/// How often programs run, and how far.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Runs of each program. The first one starts with zero.
    pub runs: u32,
    /// The seed of the second run; the others have the seeds after it.
    pub seed: u64,
    /// Steps of a run, as in [`RunOptions`].
    pub steps: u64,
    /// Bytes of PDM and DRAM of a run, as in [`RunOptions`].
    pub bytes: u64,
    /// Set by another thread to stop.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            runs: RUNS,
            seed: 1,
            steps: u64::MAX,
            bytes: u64::MAX,
            cancel: None,
        }
    }
}

/// The result of runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunsOutcome {
    /// The places were the same in every run.
    Alike,
    /// The places differed in a run.
    Different(CounterExample),
    /// A run did not reach its end.
    Stopped {
        /// The program that stopped.
        side: Side,
        /// How the run ended.
        outcome: Outcome,
    },
}

/// Words of a PE at the start of a run. All others are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialWords {
    /// The PE, counted over the whole chip.
    pub pe: usize,
    /// Long words of LM0, LM1, GRF0 and GRF1, by their addresses in long words.
    pub long_words: Vec<(Memory, u32, u64)>,
}

impl InitialWords {
    /// The lines that set them.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let element = ChipLevel::Pe.name(self.pe);
        let line = |(memory, address, long): &(Memory, u32, u64)| {
            let name = match memory {
                Memory::Lm0 => "lm",
                Memory::Lm1 => "ln",
                Memory::Grf0 => "lr",
                _ => "ls",
            };
            format!("d set ${name}{}{element} 1 {long:016x}", 2 * address)
        };
        self.long_words.iter().map(line).collect()
    }

    fn set(&self, machine: &mut Machine) {
        for &(memory, address, long) in &self.long_words {
            if let Some(planes) = machine.chip_mut().planes_mut(memory) {
                planes.write(address as usize).set(self.pe, long);
            }
        }
    }
}

/// A start from which two programs are not equivalent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterExample {
    /// The content of the memories at the start.
    pub start: Start,
    /// Words that are set before the first line, if there are any.
    pub words: Option<InitialWords>,
    /// The first difference of the two runs.
    pub difference: StateDifference,
}

/// A difference between two programs. Lines are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateDifference {
    /// They show different places, from any start: the lines of the first two statements that differ. A program that shows
    /// nothing more has none.
    Statements {
        /// In the first program.
        one: Option<u32>,
        /// In the second program.
        other: Option<u32>,
    },
    /// A word of a memory differs.
    Word {
        /// The word that differs.
        word: ElementWord,
        /// The lines that show it, in both programs; `None` at the end.
        lines: Option<(u32, u32)>,
        /// The content in the first program.
        one: u64,
        /// In the second program.
        other: u64,
    },
}

/// A statement that shows something.
struct Showing {
    line: u32,
    statement: String,
    words: Vec<(Memory, Piece)>,
}

/// Runs both programs from several starts and compares the places.
#[must_use]
pub fn by_runs(
    one: &Program,
    other: &Program,
    places: &Places,
    limits: &Limits<'_>,
) -> RunsOutcome {
    let count = places.runs(limits.runs);
    let runs = (0..count).map(|number| by_run(one, other, places, limits, number));
    let mut others = runs.filter(|ran| *ran != RunsOutcome::Alike);
    others.next().unwrap_or(RunsOutcome::Alike)
}

/// As [`by_runs`], and then from the start that the proof found, if it found one.
#[must_use]
pub fn refute(
    one: &Program,
    other: &Program,
    places: &Places,
    limits: &Limits<'_>,
    unproven: &Result<Unproven, FollowStop>,
) -> RunsOutcome {
    let ran = by_runs(one, other, places, limits);
    match unproven {
        Ok(Unproven {
            example: Some(words),
            ..
        }) if ran == RunsOutcome::Alike && limits.runs > 0 && !places.from_zero => {
            let from = (Start::default(), Some(words));
            compare(one, other, places, limits, from)
        }
        Ok(_) | Err(_) => ran,
    }
}

/// One of these runs: the first is from zero.
#[must_use]
pub fn by_run(
    one: &Program,
    other: &Program,
    places: &Places,
    limits: &Limits<'_>,
    number: u32,
) -> RunsOutcome {
    let start = start(number, limits.seed);
    compare(one, other, places, limits, (start, None))
}

/// Runs both programs from a start, in which some words may be set, and compares the places.
fn compare(
    one: &Program,
    other: &Program,
    places: &Places,
    limits: &Limits<'_>,
    (start, words): (Start, Option<&InitialWords>),
) -> RunsOutcome {
    let showing = [one, other].map(|program| showings(program, places.shown));
    let [of_one, of_other] = &showing;
    let is_same = |(one, other): (&Showing, &Showing)| one.statement == other.statement;
    let alike = of_one
        .iter()
        .zip(of_other)
        .take_while(|&pair| is_same(pair));
    let alike = alike.count();
    let mut clean = Machine::starting(start);
    if let Some(words) = words {
        words.set(&mut clean);
    }
    let mut machines = [clean.clone(), clean];
    let mut runs = [one, other].map(|program| Run {
        program,
        line: 0,
        limits,
        steps: limits.steps,
    });
    let different = |difference| {
        RunsOutcome::Different(CounterExample {
            start,
            words: words.cloned(),
            difference,
        })
    };
    let mut advance = |machines: &mut [Machine; 2], until: [u32; 2]| {
        for (index, side) in [Side::One, Side::Other].into_iter().enumerate() {
            runs[index]
                .to(&mut machines[index], until[index])
                .map_err(|outcome| RunsOutcome::Stopped { side, outcome })?;
        }
        Ok(())
    };
    for (one, other) in of_one.iter().zip(of_other).take(alike) {
        if let Err(stopped) = advance(&mut machines, [one.line, other.line]) {
            return stopped;
        }
        let [first, second] = machines.each_ref().map(Machine::chip);
        let words = one.words.iter();
        let found = words.map(|(memory, piece)| {
            let range = (piece.first, piece.count);
            first_difference(first, second, *memory, range, piece.elements)
        });
        if let Some(word) = found.flatten().next() {
            return different(StateDifference::Word {
                word,
                lines: Some((one.line, other.line)),
                one: value(first, &word),
                other: value(second, &word),
            });
        }
    }
    if of_one.len() != alike || of_other.len() != alike {
        let line = |showings: &[Showing]| showings.get(alike).map(|showing| showing.line);
        return different(StateDifference::Statements {
            one: line(of_one),
            other: line(of_other),
        });
    }
    if places.at_end.is_empty() {
        return RunsOutcome::Alike;
    }
    if let Err(stopped) = advance(&mut machines, [one.len() as u32, other.len() as u32]) {
        return stopped;
    }
    let [first, second] = machines.each_ref().map(Machine::chip);
    for place in &places.at_end {
        let elements = Elements::from_scope(place.memory, place.scope);
        let range = (place.first, place.count);
        if let Some(word) = first_difference(first, second, place.memory, range, elements) {
            return different(StateDifference::Word {
                word,
                lines: None,
                one: value(first, &word),
                other: value(second, &word),
            });
        }
    }
    RunsOutcome::Alike
}

/// The start of a run.
fn start(number: u32, seed: u64) -> Start {
    match number {
        0 => Start::default(),
        _ => Start {
            dirty: Some(seed.wrapping_add(u64::from(number) - 1)),
            off_chip: OffChip::Undefined,
        },
    }
}

/// The outputs of a program before it ends.
fn showings(program: &Program, wanted: bool) -> Vec<Showing> {
    let mut showings = Vec::new();
    if !wanted {
        return showings;
    }
    let mut accesses = Accesses::default();
    for (line, content) in (0..).zip(program.iter()) {
        let statement = match &content.statement {
            Some(Statement::Quit(_)) => break,
            Some(Statement::DebugGet(get)) => get.echo.to_string(),
            Some(Statement::Host(host)) => match &host.action {
                HostAction::ReadPdm { address, length } => format!("e {address} {length}"),
                HostAction::WritePdm { .. } | HostAction::Flush | HostAction::WriteDram { .. } => {
                    continue;
                }
            },
            _ => continue,
        };
        if let Some(statement) = &content.statement {
            accesses.fill(statement, &State::default());
        }
        let pieces = accesses.list().iter().flat_map(|access| {
            let memory = match access.store {
                Store::Memory(memory) => Some(memory),
                Store::Forwarding(_) | Store::Turnaround | Store::Darbuf => None,
            };
            let pieces = accesses.pieces(access).iter();
            pieces.filter_map(move |piece| Some((memory?, *piece)))
        });
        let words = pieces.map(|(memory, piece)| {
            let elements = shown_elements(content.statement.as_ref(), piece.elements);
            (memory, Piece { elements, ..piece })
        });
        showings.push(Showing {
            line,
            statement,
            words: words.collect(),
        });
    }
    showings
}

/// A run of a program that stops now and then.
struct Run<'a> {
    program: &'a Program,
    /// The next line.
    line: u32,
    limits: &'a Limits<'a>,
    /// Steps that are left.
    steps: u64,
}

impl Run<'_> {
    /// Runs the lines before one. Statements that show something do nothing.
    fn to(&mut self, machine: &mut Machine, until: u32) -> Result<(), Outcome> {
        while self.line < until {
            let lines = self.program.range(self.line as usize..until as usize);
            let is_get =
                |line: &mnc2_program::Line| matches!(line.statement, Some(Statement::DebugGet(_)));
            let count = lines.take_while(|line| !is_get(line)).count() as u32;
            let options = RunOptions {
                from_line: self.line,
                until_line: Some(self.line + count.saturating_sub(1)),
                budget_steps: self.steps,
                budget_bytes: self.limits.bytes,
                max_dump_lines: 0,
                cancel: self.limits.cancel,
            };
            if count > 0 {
                let report = machine.run(self.program, &options, &mut Vec::new());
                self.steps = self.steps.saturating_sub(report.steps);
                match report.outcome {
                    Outcome::ReachedLine => {}
                    // At `quit`, or at the last line.
                    Outcome::Finished => {
                        self.line = u32::MAX;
                        return Ok(());
                    }
                    stopped => return Err(stopped),
                }
            }
            // The `d get` itself is left out.
            self.line += count + 1;
        }
        Ok(())
    }
}
