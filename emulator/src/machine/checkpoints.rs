//! Runs a program again after an edit: keeps snapshots of the last run, and continues from the nearest one before the
//! first changed line.
//!
//! Lines are the same if their statements are, so an edit of a comment costs nothing. Snapshots share what did not
//! change between them; they are kept at distances that grow towards the start of the program, and at the places where
//! runs were last changed and last ended.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use mnc2_program::{Line, Program, Statement};

use super::observer::Observer;
use super::run::{self, Dump, Outcome, RunOptions, RunReport};
use super::snapshots::{Kept, KeptMachines};
use super::{DumpSink, Machine};

/// Default limit for the snapshots of one program, in bytes.
pub const DEFAULT_CHECKPOINT_BYTES: u64 = 128 << 20;
/// Work between two checkpoints, counted as by [`work`]: at most a few milliseconds.
const INTERVAL: u64 = 64;
/// Maximum number of checkpoints at places where runs were changed or ended; the oldest is dropped first.
const RECENT_MAX: usize = 4;
/// Dump lines that are kept to be shown again; there are no checkpoints after the last of them.
const DUMP_LINES_MAX: usize = 20_000;

/// The checkpoints of the last run of a program from one start.
///
/// [`Checkpoints::run`] is equivalent to [`Machine::run_observed`] on a copy of the start; only what it saves and the
/// time it takes depend on earlier runs.
pub struct Checkpoints {
    program: Program,
    kept: KeptMachines<Checkpoint>,
    dumps: Vec<Dump>,
    limit_bytes: u64,
    /// Runs so far.
    runs: u64,
    /// Of the last run.
    max_dump_lines: usize,
}

/// The state before a line.
struct Checkpoint {
    position: Position,
    /// Whether it is at an interval.
    is_regular: bool,
    /// The last run that was changed or ended there; 0 for none.
    wanted_by: u64,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Position {
    /// The next line.
    line: usize,
    steps: u64,
    cost: u64,
    work: u64,
    dumps: usize,
    /// Whether the sink has had enough, and whether it missed something.
    is_full: bool,
    is_truncated: bool,
}

/// The time that a statement takes, in steps.
pub(super) fn work(statement: &Statement) -> u64 {
    match statement {
        Statement::Mv(_) => 1 + run::cost(statement),
        Statement::Step(_)
        | Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Host(_)
        | Statement::Directive(_) => 1,
    }
}

/// The number of lines at the start that are equivalent in two programs.
pub(super) fn same_lines(program: &Program, other: &Program) -> usize {
    let shared = program.shared_prefix(other);
    let is_same = |(line, other): &(&Arc<Line>, &Arc<Line>)| {
        Arc::ptr_eq(line, other) || line.statement == other.statement
    };
    let rest = program.iter_from(shared).zip(other.iter_from(shared));
    shared + rest.take_while(is_same).count()
}

impl Checkpoints {
    /// For a program that starts with this machine, before its first run.
    #[must_use]
    pub fn new(start: Machine) -> Self {
        Self {
            program: Program::default(),
            kept: KeptMachines::new(start),
            dumps: Vec::new(),
            limit_bytes: DEFAULT_CHECKPOINT_BYTES,
            runs: 0,
            max_dump_lines: usize::MAX,
        }
    }

    /// The checkpoints with another limit for the snapshots. A run starts at its beginning if nothing fits.
    #[must_use]
    pub fn with_limit_bytes(self, limit_bytes: u64) -> Self {
        Self {
            limit_bytes,
            ..self
        }
    }

    /// Bytes of the snapshots in addition to the start.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.kept.bytes()
    }

    /// The lines before which there are snapshots, in order.
    pub fn lines(&self) -> impl Iterator<Item = usize> {
        self.kept.list().iter().map(|kept| kept.place.position.line)
    }

    /// Runs a program from its start, or as if from its start; [`RunOptions::from_line`] is ignored.
    ///
    /// The observer sees only what is really executed. A sink that had enough of the same dump before is assumed to
    /// have enough of it again.
    pub fn run(
        &mut self,
        program: &Program,
        options: &RunOptions<'_>,
        sink: &mut dyn DumpSink,
        observer: &mut impl Observer,
    ) -> (Machine, RunReport) {
        self.runs += 1;
        if self.max_dump_lines != options.max_dump_lines {
            self.kept.truncate(0);
            self.max_dump_lines = options.max_dump_lines;
        }
        let same = same_lines(program, &self.program);
        self.program = program.clone();
        let list = self.kept.list();
        let stay = list.partition_point(|kept| kept.place.position.line <= same);
        self.kept.truncate(stay);
        let end = options.until_line.map_or(program.len(), |until| {
            program.len().min((until as usize).saturating_add(1))
        });
        let resumed = self.kept.list().iter().rev().find(|kept| {
            let position = &kept.place.position;
            position.line <= end && position.cost <= options.budget_steps
        });
        let (machine, position) = resumed.map_or_else(
            || (self.kept.start().clone(), Position::default()),
            |kept| (kept.machine.clone(), kept.place.position),
        );
        // Lines of checkpoints that stay; the rest of the run is the same as before.
        let kept = self.kept.list().last();
        self.dumps
            .truncate(kept.map_or(0, |kept| kept.place.position.dumps));
        let mut run = Resumed {
            checkpoints: self,
            machine,
            position,
            left: options.max_dump_lines,
            sink,
        };
        run.show_again();
        let outcome = run.advance(same, end, options, observer);
        let Resumed {
            machine, position, ..
        } = run;
        let report = RunReport {
            outcome,
            steps: position.steps,
            truncated: position.is_truncated,
        };
        (machine, report)
    }

    /// Keeps the state before a line.
    fn keep(&mut self, machine: &Machine, position: Position, is_regular: bool, wanted_by: u64) {
        if position.line == 0 || self.dumps.len() < position.dumps {
            return;
        }
        let list = self.kept.list();
        let index = list.partition_point(|kept| kept.place.position.line < position.line);
        match self.kept.place_mut(index) {
            Some(there) if there.position.line == position.line => {
                there.wanted_by = there.wanted_by.max(wanted_by);
                there.is_regular |= is_regular;
            }
            Some(_) | None => {
                let checkpoint = Checkpoint {
                    position,
                    is_regular,
                    wanted_by,
                };
                self.kept.insert(index, machine.clone(), checkpoint);
            }
        }
        self.thin_out(position.work);
    }

    /// Drops surplus checkpoints: those at intervals so that distances grow, others when newer ones exist, and the
    /// first ones if memory is short.
    fn thin_out(&mut self, now: u64) {
        let mut index = 0;
        while let Some(kept) = self.kept.list().get(index) {
            let checkpoint = &kept.place;
            let interval = checkpoint.position.work / INTERVAL;
            let distance = (now / INTERVAL).saturating_sub(interval);
            // At a distance d the ones stay whose number is a multiple of the largest power of two up to d / 4.
            let spacing = 1_u64 << (distance / 4).checked_ilog2().unwrap_or(0);
            let newer = |other: &&Kept<Checkpoint>| other.place.wanted_by > checkpoint.wanted_by;
            let is_wanted = checkpoint.wanted_by > 0
                && self.kept.list().iter().filter(newer).count() < RECENT_MAX;
            let is_in_place = checkpoint.is_regular && interval.is_multiple_of(spacing);
            if is_in_place || is_wanted {
                index += 1;
            } else {
                self.kept.remove(index);
            }
        }
        while self.bytes() > self.limit_bytes && !self.kept.list().is_empty() {
            self.kept.remove(0);
        }
    }
}

/// A run in progress, from stop to stop.
struct Resumed<'a> {
    checkpoints: &'a mut Checkpoints,
    machine: Machine,
    position: Position,
    /// Dump lines that the sink still takes.
    left: usize,
    sink: &'a mut dyn DumpSink,
}

impl Resumed<'_> {
    /// Passes on to the sink what was dumped before the position.
    fn show_again(&mut self) {
        for dump in &self.checkpoints.dumps[..self.position.dumps] {
            self.left = self.left.saturating_sub(1);
            if self.sink.line(dump.clone()).is_break() {
                self.position.is_full = true;
                return;
            }
        }
    }

    /// Runs up to a line. There is a checkpoint at the first changed one, at the end, and at intervals.
    fn advance(
        &mut self,
        changed: usize,
        end: usize,
        options: &RunOptions<'_>,
        observer: &mut impl Observer,
    ) -> Outcome {
        let this_run = self.checkpoints.runs;
        while self.position.line < end {
            let intervals = self.position.work / INTERVAL;
            let until = self.next_stop(changed, end);
            match self.piece(until, options, observer) {
                Outcome::ReachedLine => {}
                outcome => return outcome,
            }
            let is_regular = self.position.work / INTERVAL > intervals;
            let is_wanted = until == changed || until == end;
            let wanted_by = if is_wanted { this_run } else { 0 };
            let position = self.position;
            // A sink of a cancelled run may have had enough of anything.
            let cancel = options.cancel;
            if !cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                self.checkpoints
                    .keep(&self.machine, position, is_regular, wanted_by);
            }
        }
        match options.until_line {
            Some(until) if (until as usize) < self.checkpoints.program.len() => {
                Outcome::ReachedLine
            }
            Some(_) | None => Outcome::Finished,
        }
    }

    /// The line of the next stop.
    fn next_stop(&self, changed: usize, end: usize) -> usize {
        let from = self.position.line;
        let limit = if (from + 1..end).contains(&changed) {
            changed
        } else {
            end
        };
        let stop_at = (self.position.work / INTERVAL + 1) * INTERVAL;
        let mut reached = self.position.work;
        let lines = self.checkpoints.program.range(from..limit);
        let within = lines.take_while(|line| {
            let before = reached;
            reached += line.statement.as_ref().map_or(0, work);
            before < stop_at
        });
        from + within.count().max(1)
    }

    /// Runs up to a line, where the run ends or a checkpoint may follow.
    fn piece(
        &mut self,
        until: usize,
        options: &RunOptions<'_>,
        observer: &mut impl Observer,
    ) -> Outcome {
        let checkpoints = &mut *self.checkpoints;
        let (position, sink, dumps) = (&mut self.position, &mut *self.sink, &mut checkpoints.dumps);
        let piece = RunOptions {
            from_line: position.line as u32,
            until_line: Some(until as u32 - 1),
            budget_steps: options.budget_steps.saturating_sub(position.cost),
            budget_bytes: options.budget_bytes,
            max_dump_lines: if position.is_full { 0 } else { self.left },
            cancel: options.cancel,
        };
        let (mut made, mut is_full) = (position.dumps, position.is_full);
        let mut take = |dump: Dump| {
            // Those before the last checkpoint that stayed are known.
            if made == dumps.len() && made < DUMP_LINES_MAX {
                dumps.push(dump.clone());
            }
            made += 1;
            let flow = sink.line(dump);
            is_full |= flow.is_break();
            flow
        };
        let program = &checkpoints.program;
        let report = self
            .machine
            .run_observed(program, &piece, &mut take, observer);
        self.left = self.left.saturating_sub(made - position.dumps);
        let lines = program.range(position.line..until);
        for statement in lines.filter_map(|line| line.statement.as_ref()) {
            position.cost = position.cost.saturating_add(run::cost(statement));
            position.work += work(statement);
        }
        *position = Position {
            line: until,
            steps: position.steps + report.steps,
            dumps: made,
            is_full: is_full || self.left == 0,
            is_truncated: position.is_truncated || report.truncated,
            ..*position
        };
        report.outcome
    }
}
