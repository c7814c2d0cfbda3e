//! The context of a cursor: statements above, lines below, tags under way, words in use.

use std::sync::Arc;

use mnc2_isa::geometry::LM_SINGLE_WORDS;
use mnc2_isa::{Forwarding, Memory};

use super::usage::{self, Use};
use mnc2_program::rules::check::Trial;
use mnc2_program::{Addressing, Line, OperandKind, PeMemory, Program, Statement, Step};

/// Lines before the cursor that are searched for tags and words in use, and lines on each side that are searched for
/// steps to check.
const LINES_MAX: usize = 1024;

/// Lines before the cursor whose statements suggest the next one.
const USES_LINES_MAX: usize = 256;

/// Steps before the cursor that are checked; no rule reaches further than a few of them.
const CHECKED_BEFORE_STEPS: usize = 24;

const CHECKED_AFTER_STEPS: usize = 12;

/// Longer lists of operands are cut off.
const OPERANDS_MAX: usize = 16;

/// The facts that other lines state.
#[derive(Clone, Debug, Default)]
pub struct CursorContext {
    /// Tags issued and not waited for, the last first.
    pub tags_under_way: Vec<u8>,
    /// Every tag that occurs.
    pub tags: Vec<u8>,
    /// Whether addresses are written as flat lists nearby.
    pub is_flat: bool,
    /// Whether the host reads or writes something earlier.
    pub has_host_statements: bool,
    /// Forwarding registers that the last step writes; `None` if that is not known.
    pub(super) fed: Option<Vec<Forwarding>>,
    /// Entries of the mask register that are written, the last first.
    pub(super) masks: Vec<u8>,
    /// The uses in the lines above, in order of time.
    pub(super) uses: Vec<Use>,
    /// Words of the PE memories that the program accesses.
    pub(super) words: UsedWords,
    /// The [relevant](is_relevant) lines just before the cursor, and after it.
    before: Vec<Arc<Line>>,
    after: Vec<Arc<Line>>,
}

impl CursorContext {
    /// The lines of a program around one of them.
    #[must_use]
    pub fn new(program: &Program, line: usize) -> Self {
        let mut found = Self::default();
        let mut waited = Vec::new();
        let first = line.saturating_sub(LINES_MAX);
        let mut is_fed_known = false;
        found.fed = Some(Vec::new());
        for (distance, line) in program.range(first..line).rev().enumerate() {
            let Some(statement) = &line.statement else {
                if line.has_error() && !is_fed_known {
                    (found.fed, is_fed_known) = (None, true);
                }
                continue;
            };
            if distance < USES_LINES_MAX && !line.has_error() {
                usage::push_uses(statement, &mut found.uses);
            }
            match statement {
                Statement::Mv(mv) => {
                    if let Some(tag) = &mv.tag {
                        if !waited.contains(&tag.number) {
                            push_once(&mut found.tags_under_way, tag.number);
                        }
                        push_once(&mut found.tags, tag.number);
                    }
                }
                Statement::Directive(_) if !is_fed_known => {
                    (found.fed, is_fed_known) = (None, true);
                }
                Statement::Directive(_) => {}
                Statement::Host(_) => found.has_host_statements = true,
                Statement::Step(step) => {
                    if !is_fed_known {
                        is_fed_known = found.feed(step, line.has_error());
                    }
                    for expression in &step.expressions {
                        for operand in expression.operands().take(OPERANDS_MAX) {
                            match &operand.kind {
                                OperandKind::Tag(tag) => {
                                    push_once(&mut waited, *tag);
                                    push_once(&mut found.tags, *tag);
                                }
                                OperandKind::MaskRegister(entry) => {
                                    push_once(&mut found.masks, *entry);
                                }
                                OperandKind::PeMemory(memory) => {
                                    found.is_flat |=
                                        matches!(memory.addressing, Addressing::Flat(_));
                                    found.words.add(memory);
                                }
                                _ => {}
                            }
                        }
                    }
                }
                Statement::DebugSet(set) => {
                    if let Some(OperandKind::PeMemory(memory)) =
                        usage::set_by(set).map(|it| it.kind)
                    {
                        found.words.add(&memory);
                    }
                }
                Statement::Quit(_) | Statement::DebugGet(_) | Statement::Mask(_) => {}
            }
        }
        found.uses.reverse();
        let relevant = |range| program.range(range).filter(|line| is_relevant(line));
        let before = relevant(first..line).rev().take(CHECKED_BEFORE_STEPS);
        found.before = before.map(Arc::clone).collect();
        found.before.reverse();
        let after = relevant(line + 1..line + 1 + LINES_MAX).take(CHECKED_AFTER_STEPS);
        found.after = after.map(Arc::clone).collect();
        found
    }

    /// Notes which registers a step writes. Returns whether the next step reads those values.
    fn feed(&mut self, step: &Step, is_in_error: bool) -> bool {
        if is_in_error {
            self.fed = None;
            return true;
        }
        let forwards = step.forwards();
        if forwards {
            let fed = step.expressions.iter();
            self.fed = Some(fed.filter_map(|one| one.op.forwarding()).collect());
        }
        forwards
    }

    /// The place of the line between those before and after it, in which lines can be tried.
    pub(super) fn trial(&self) -> Trial {
        Trial::new(&self.before, &self.after)
    }

    /// As [`Self::trial`], with only the lines before it, for a line that is not finished.
    pub(super) fn trial_at_end(&self) -> Trial {
        Trial::new(&self.before, &[])
    }

    /// Whether the last step wrote a forwarding register, as far as that is known.
    pub(super) fn is_fed(&self, register: Forwarding) -> bool {
        self.fed.as_ref().is_none_or(|fed| fed.contains(&register))
    }

    /// The first tag that does not occur; the last one if all do.
    pub(super) fn free_tag(&self) -> u8 {
        (1..=u8::MAX)
            .find(|tag| !self.tags.contains(tag))
            .unwrap_or(u8::MAX)
    }
}

/// Whether the lines around can have an error because of this one. Comments and debug statements take no time.
fn is_relevant(line: &Line) -> bool {
    let takes_part = matches!(
        line.statement,
        Some(Statement::Step(_) | Statement::Mv(_) | Statement::Mask(_) | Statement::Quit(_))
    );
    takes_part || line.has_error()
}

fn push_once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// The memories of the PE with addresses.
const MEMORIES: [Memory; 4] = [Memory::Lm0, Memory::Lm1, Memory::Grf0, Memory::Grf1];

/// A bit for each word of the PE memories.
#[derive(Clone, Debug, Default)]
pub(super) struct UsedWords {
    used: [Vec<u64>; MEMORIES.len()],
}

impl UsedWords {
    fn add(&mut self, operand: &PeMemory) {
        let Some(at) = MEMORIES.iter().position(|&it| it == operand.memory) else {
            return;
        };
        let used = &mut self.used[at];
        used.resize(LM_SINGLE_WORDS as usize / 64, 0);
        for address in operand.addresses_words() {
            for word in address..address + operand.width.single_words() {
                if let Some(bits) = used.get_mut(word as usize / 64) {
                    *bits |= 1 << (word % 64);
                }
            }
        }
    }

    fn is_free(&self, memory: usize, word: u32) -> bool {
        let bits = self.used[memory].get(word as usize / 64).copied();
        bits.unwrap_or(0) >> (word % 64) & 1 == 0
    }

    /// The first address in steps from a given one whose next words (this many) the program does not access.
    pub(super) fn free(&self, memory: Memory, from: u32, step: u32, count: u32) -> Option<u32> {
        let at = MEMORIES.iter().position(|&it| it == memory)?;
        let size = memory.size()?;
        let mut address = from;
        while address + count <= size {
            match (address..address + count).find(|&word| !self.is_free(at, word)) {
                None => return Some(address),
                Some(taken) => address = (taken + 1).next_multiple_of(step),
            }
        }
        None
    }
}
