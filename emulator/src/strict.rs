//! Strict mode: an observer that reports errors which only a run shows.
//!
//! Hazards (manual 3.6.3): the assembler's check only has the text; this observer also has the addresses from T-register and
//! base registers, and the writes that masks suppress. Distances come from the same rules.
//!
//! Uninitialized reads: writes by `d set` and host statements initialize memory; `d get` is not a read. In a testcase, where the
//! judge starts with zeros, reads of these zeros are told apart.
//!
//! Missing `wait`s are not reported, because every MV instruction completes immediately in the emulator.

mod access_kind;
mod coverage;
mod finding;
mod pe_set;
mod recent_writes;
mod saved;

use mnc2_isa::geometry::{CYCLES_PER_STEP, PES};
use mnc2_isa::timing::{self, TimingRule};
use mnc2_isa::{ChipLevel, Memory, Op, Width};
use mnc2_program::{DebugSet, HostAction, Statement};
use mnc2_text::{LineRange, Message};

use self::access_kind::{kind_of_read, kind_of_write};
use self::coverage::{Coverage, Elements};
pub use self::finding::{Affected, FindingKind, StrictFinding};
use self::pe_set::PeSet;
use self::recent_writes::{Moment, Recent, TooEarly, Write, WrittenWords};
use crate::machine::chip::Chip;
use crate::machine::initial_content::{OffChip, Start};
use crate::machine::observer::{AccessedPlace, ObservedAccess, Observer};

/// Default maximum number of findings.
const DEFAULT_FINDINGS_MAX: usize = 10_000;

/// Observes a run, or several consecutive runs on one machine.
#[derive(Clone)]
pub struct Strict {
    /// Steps before the statement.
    step: u64,
    line: u32,
    /// Steps that the statement takes.
    steps: u64,
    /// Operation and range of each expression of the step, or of the MV instruction.
    operations: Vec<(Op, LineRange)>,
    /// The long word at which the MV instruction starts to read.
    mv_start: u32,
    expression: usize,
    recent: Recent,
    coverage: Coverage,
    zeros: JudgeZeros,
    open: Vec<Open>,
    findings: Vec<StrictFinding>,
    max_findings: usize,
    left_out: u64,
}

/// The memories that the judge fills with zeros before a solution runs.
#[derive(Clone, Copy, Debug, Default)]
struct JudgeZeros {
    /// LM, GRF, T-register, mask registers, L1BM and L2BM: the vendor's emulator starts with zeros there, and accepted
    /// programs rely on it. Nothing comparable is public about forwarding, turnaround and matrix registers, DAR and DARBUF.
    on_chip: bool,
    /// PDM and DRAM.
    off_chip: bool,
}

impl JudgeZeros {
    fn cover(self, place: &AccessedPlace<'_>) -> bool {
        match place {
            AccessedPlace::Pe { .. } | AccessedPlace::MaskEntry(_) => self.on_chip,
            AccessedPlace::Upper { memory, .. } => match memory {
                Memory::L1bm | Memory::L2bm => self.on_chip,
                Memory::Pdm | Memory::Dram => self.off_chip,
                _ => false,
            },
            AccessedPlace::Base { .. }
            | AccessedPlace::MatrixRows { .. }
            | AccessedPlace::Forwarding(_)
            | AccessedPlace::Turnaround
            | AccessedPlace::Darbuf { .. } => false,
        }
    }
}

/// A finding of the current statement.
#[derive(Clone)]
struct Open {
    expression: usize,
    rule: Option<&'static TimingRule>,
    finding: StrictFinding,
    elements: Elements,
}

impl Default for Strict {
    fn default() -> Self {
        Self::new()
    }
}

impl Strict {
    /// Before the first run.
    #[must_use]
    pub fn new() -> Self {
        Self {
            step: 0,
            line: 0,
            steps: 0,
            operations: Vec::new(),
            mv_start: 0,
            expression: 0,
            recent: Recent::default(),
            coverage: Coverage::new(),
            zeros: JudgeZeros::default(),
            open: Vec::new(),
            findings: Vec::new(),
            max_findings: DEFAULT_FINDINGS_MAX,
            left_out: 0,
        }
    }

    /// Before a solution runs in its testcase: a read of what only the judge filled, unless it starts dirty, has a kind of its own.
    #[must_use]
    pub fn judged(start: Start) -> Self {
        Self {
            zeros: JudgeZeros {
                on_chip: start.dirty.is_none(),
                off_chip: start.off_chip == OffChip::Zero,
            },
            ..Self::new()
        }
    }

    /// The findings since the start or since the last call, in the order of execution.
    pub fn take_findings(&mut self) -> Vec<StrictFinding> {
        self.close();
        std::mem::take(&mut self.findings)
    }

    /// Findings that were dropped because there were too many.
    #[must_use]
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Marks LM, GRF, T-register, mask registers, L1BM and L2BM as written.
    pub fn zeroed_on_chip(&mut self) {
        self.coverage.zeroed_on_chip();
    }

    /// Marks all of PDM and DRAM as written.
    pub fn zeroed_off_chip(&mut self) {
        self.coverage.zeroed_off_chip();
    }

    /// Marks long words of L1BM, L2BM, PDM or DRAM as written, for a host that loads them.
    pub fn loaded_upper(&mut self, memory: Memory, element: usize, address: u32, count: u32) {
        self.coverage.upper(memory, 1 << element, address, count);
    }

    /// Marks single words of a PE memory as written on those PEs for which `is_loaded` holds.
    pub fn loaded_pes(
        &mut self,
        memory: Memory,
        address_words: u32,
        count: u32,
        is_loaded: impl Fn(usize) -> bool,
    ) {
        let pes = PeSet::from_fn(is_loaded);
        for word in 0..count {
            self.coverage.pe_word(memory, address_words + word, &pes);
        }
    }

    /// Moves the findings of the statement to the others.
    fn close(&mut self) {
        for open in std::mem::take(&mut self.open) {
            if self.findings.len() < self.max_findings {
                let affected = match &open.elements {
                    Elements::Pes(pes) => Affected::pes(pes),
                    Elements::Upper(level, elements) => Affected::elements(*level, *elements),
                };
                self.findings.push(StrictFinding {
                    affected,
                    ..open.finding
                });
            } else {
                self.left_out += 1;
            }
        }
    }

    fn operation(&self) -> Option<&(Op, LineRange)> {
        self.operations.get(self.expression)
    }

    /// Compares an access with the writes that may not be complete.
    fn compare(&mut self, kind: timing::AccessKind, access: &ObservedAccess<'_>) {
        let moment = Moment {
            kind,
            step: self.step,
            start: self.mv_start,
        };
        let whole = self.operation().map(|(_, range)| range.clone());
        for early in self.recent.too_early(moment, access) {
            let TooEarly {
                rule,
                write,
                between,
                what,
                elements,
            } = early;
            let kind = FindingKind::Hazard {
                rule,
                between,
                written_line: write.line,
                written_range: write.range.clone(),
            };
            // Between L1BM and L2BM it is the instruction that must wait, not one of its operands.
            let is_whole = rule.same_l1b || rule.first == timing::AccessKind::L1bmToL2bm;
            let range = match &whole {
                Some(whole) if is_whole => whole,
                Some(_) | None => access.range,
            };
            let finding = StrictFinding {
                line: self.line,
                range: range.clone(),
                kind,
                what,
                affected: Affected::pes(&PeSet::Empty),
            };
            add(
                &mut self.open,
                Open {
                    expression: self.expression,
                    rule: Some(rule),
                    finding,
                    elements,
                },
            );
        }
    }

    /// Records the writes of a `d set`.
    fn debug_set(&mut self, set: &DebugSet) {
        let memory = &set.memory;
        let level = ChipLevel::from_memory(memory.memory);
        let elements = memory.scope.elements(level);
        match level {
            ChipLevel::Pe => {
                let mut pes = PeSet::Empty;
                let mut all = vec![false; PES];
                elements.for_each(|pe| all[pe] = true);
                pes = pes.union(&PeSet::from_fn(|pe| all[pe]));
                let words = if memory.memory == Memory::T {
                    set.count.min(CYCLES_PER_STEP as u32) * Width::DoubleLong.single_words()
                } else {
                    set.count.saturating_mul(memory.width.single_words())
                };
                // Data beyond the end of the memory wraps around.
                let words = words.min(memory.memory.size().unwrap_or(words));
                for word in 0..words {
                    let address = memory.address.wrapping_add(word);
                    self.coverage.pe_word(memory.memory, address, &pes);
                }
            }
            ChipLevel::L1b | ChipLevel::L2b | ChipLevel::Group => {
                let bits = elements.fold(0, |bits, element| bits | 1_u64 << element);
                let per_word = memory.width.single_words().div_ceil(2);
                let count = set.count.saturating_mul(per_word);
                let count = count.min(memory.memory.size().unwrap_or(count));
                self.coverage
                    .upper(memory.memory, bits, memory.address, count);
            }
            ChipLevel::Mab => {}
        }
    }
}

/// Adds a finding, or its elements to the worst one of the same kind.
fn add(open: &mut Vec<Open>, new: Open) {
    let same = open.iter_mut().find(|other| {
        other.expression == new.expression
            && other.finding.range == new.finding.range
            && match (other.rule, new.rule) {
                (Some(other), Some(new)) => std::ptr::eq(other, new),
                (None, None) => true,
                _ => false,
            }
    });
    let Some(same) = same else {
        open.push(new);
        return;
    };
    let elements = match (&same.elements, &new.elements) {
        (Elements::Pes(a), Elements::Pes(b)) => Elements::Pes(a.union(b)),
        (Elements::Upper(level, a), Elements::Upper(_, b)) => Elements::Upper(*level, a | b),
        (elements, _) => elements.clone(),
    };
    let distance = |finding: &StrictFinding| match finding.kind {
        FindingKind::Hazard { between, .. } => Some(between),
        FindingKind::Unwritten | FindingKind::Zeroed => None,
    };
    if distance(&new.finding) < distance(&same.finding) {
        same.finding = new.finding;
    }
    same.elements = elements;
}

/// A word of a memory above the PEs as programs write it.
fn upper_word(memory: Memory, address: u32) -> Message {
    let prefix = if matches!(memory, Memory::L1bm | Memory::L2bm) {
        "l"
    } else {
        ""
    };
    Message::verbatim(format!("`${prefix}{}{address}`", memory.letters()))
}

impl Observer for Strict {
    fn statement(&mut self, line: u32, statement: &Statement) {
        self.close();
        self.line = line;
        self.expression = 0;
        self.steps = 0;
        self.operations.clear();
        match statement {
            Statement::Step(step) => {
                self.steps = u64::from(step.steps());
                let operations = step.expressions.iter();
                self.operations
                    .extend(operations.map(|expression| (expression.op, expression.range.clone())));
                self.recent.forget_before(self.step);
            }
            Statement::Mv(mv) => {
                self.operations.push((mv.op, mv.range.clone()));
                self.mv_start = match mv.operands.first().map(|operand| &operand.kind) {
                    Some(mnc2_program::OperandKind::L2bm { address, .. }) => *address,
                    _ => 0,
                };
            }
            Statement::DebugSet(set) => self.debug_set(set),
            Statement::Host(host) => match &host.action {
                HostAction::WritePdm { address, payload } => {
                    self.loaded_upper(Memory::Pdm, 0, *address, payload.len() as u32);
                }
                HostAction::WriteDram {
                    group,
                    address,
                    payload,
                } => {
                    let (group, count) = (usize::from(*group), payload.len() as u32);
                    self.loaded_upper(Memory::Dram, group, *address, count);
                }
                HostAction::ReadPdm { .. } | HostAction::Flush => {}
            },
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::Mask(_)
            | Statement::Directive(_) => {}
        }
    }

    fn expression(&mut self, index: usize) {
        self.expression = index;
    }

    fn read(&mut self, access: &ObservedAccess<'_>, _chip: &Chip) {
        if let Some(missing) = self.coverage.missing(access) {
            let finding = StrictFinding {
                line: self.line,
                range: access.range.clone(),
                kind: if self.zeros.cover(&access.place) {
                    FindingKind::Zeroed
                } else {
                    FindingKind::Unwritten
                },
                what: missing.what,
                affected: Affected::pes(&PeSet::Empty),
            };
            let expression = self.expression;
            let elements = missing.elements;
            add(
                &mut self.open,
                Open {
                    expression,
                    rule: None,
                    finding,
                    elements,
                },
            );
        }
        let Some((op, _)) = self.operation() else {
            return;
        };
        if let Some(kind) = kind_of_read(*op, &access.place) {
            self.compare(kind, access);
            if kind == timing::AccessKind::LmRead {
                self.compare(timing::AccessKind::LmAccess, access);
            }
        }
    }

    fn write(&mut self, access: &ObservedAccess<'_>, _chip: &Chip) {
        self.coverage.write(access);
        let Some((op, _)) = self.operation() else {
            return;
        };
        let Some((kind, words)) = kind_of_write(*op, access) else {
            return;
        };
        if kind == timing::AccessKind::LmWrite {
            self.compare(timing::AccessKind::LmAccess, access);
        }
        let address = match &words {
            WrittenWords::Upper { address, .. } => *address,
            WrittenWords::Port(_) | WrittenWords::Pe { .. } => 0,
        };
        let start = self.recent.start(kind, self.step, self.line, address);
        self.recent.push(Write {
            kind,
            step: self.step,
            cycle: access.cycle,
            line: self.line,
            range: access.range.clone(),
            start,
            words,
        });
    }

    fn done(&mut self) {
        self.close();
        self.step += self.steps;
        self.steps = 0;
    }
}
