//! What the lines around a cursor contribute: tags under way, operands just written, the mode.

use mnc2_isa::OperandClass;

use crate::program::{Addressing, Operand, OperandKind, Statement};
use crate::{Program, render};

/// Lines before the cursor that are looked at: further back hardly a tag is still under way.
const LINES_MAX: usize = 1024;

/// Lines before the cursor whose operands are offered.
const RECENT_LINES_MAX: usize = 16;

/// Operands offered because they occur nearby.
const RECENT_MAX: usize = 12;

/// What other lines say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Tags issued and not waited for, the last first.
    pub tags_under_way: Vec<u8>,
    /// Every tag that occurs.
    pub tags: Vec<u8>,
    /// Whether addresses are written as flat lists nearby.
    pub is_flat: bool,
    /// Whether the host reads or writes something before.
    pub has_host_statements: bool,
    /// Operands written nearby, the last first, as canonical text without masks.
    pub recent: Vec<String>,
}

impl Surroundings {
    /// What a program says before one of its lines.
    #[must_use]
    pub fn of(program: &Program, line: usize) -> Self {
        let mut found = Self::default();
        let mut waited = Vec::new();
        let first = line.saturating_sub(LINES_MAX);
        for (distance, line) in program.range(first..line).rev().enumerate() {
            match &line.statement {
                Some(Statement::Mv(mv)) => {
                    if let Some(tag) = &mv.tag {
                        if !waited.contains(&tag.number) {
                            push_once(&mut found.tags_under_way, tag.number);
                        }
                        push_once(&mut found.tags, tag.number);
                    }
                }
                Some(Statement::Host(_)) => found.has_host_statements = true,
                Some(Statement::Step(step)) => {
                    for expression in &step.expressions {
                        for operand in expression.operands() {
                            if let OperandKind::Tag(tag) = operand.kind {
                                push_once(&mut waited, tag);
                                push_once(&mut found.tags, tag);
                            }
                        }
                        for output in &expression.outputs {
                            found.add(output, distance);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn add(&mut self, operand: &Operand, distance: usize) {
        let OperandKind::PeMemory(memory) = &operand.kind else {
            return;
        };
        self.is_flat |= matches!(memory.addressing, Addressing::Flat(_));
        if distance < RECENT_LINES_MAX && self.recent.len() < RECENT_MAX {
            let plain = Operand {
                mask: None,
                ..operand.clone()
            };
            push_once(&mut self.recent, render::operand(&plain));
        }
    }

    /// The first tag that does not occur; the last one where all do.
    pub(super) fn free_tag(&self) -> u8 {
        (1..=u8::MAX)
            .find(|tag| !self.tags.contains(tag))
            .unwrap_or(u8::MAX)
    }

    /// Whether a position reads or writes what `recent` names.
    pub(super) fn is_recent_class(class: OperandClass) -> bool {
        matches!(
            class,
            OperandClass::AluFirstInput
                | OperandClass::PeInput
                | OperandClass::PeOutput
                | OperandClass::PeOutputOrMask
        )
    }
}

fn push_once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
