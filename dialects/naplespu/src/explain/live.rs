//! Whether the value of a register is still needed after a block.
//!
//! Where control leaves what is seen, the convention of the toolchain's compiler decides: arguments of a call are in `s0` to `s7`
//! and `v0` to `v7`, results in the first six of either, and `s50` to `s57` and `v56` to `v63` belong to the caller.

use std::collections::HashSet;

use mnc2_assembly::{Source, Symbols};

use super::touch;
use crate::layout::Layout;
use crate::lower::Lowered;
use crate::register::Register;
use crate::table::Operation;

/// Maximum number of statements that are followed; beyond them a value may be needed.
const STATEMENTS_MAX: usize = 10_000;

/// A text whose values are followed.
pub(super) struct Live<'a> {
    pub(super) source: &'a Source,
    pub(super) symbols: &'a Symbols,
    pub(super) layout: &'a Layout,
}

impl Live<'_> {
    /// Whether something may read a register after the block of a statement, before anything writes it.
    pub(super) fn is_read_after(&self, statement: usize, register: Register) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![(statement, true)];
        while let Some((statement, is_start)) = open.pop() {
            if !is_start && !seen.insert(statement) {
                continue;
            }
            if seen.len() > STATEMENTS_MAX {
                return true;
            }
            let Some(placed) = self.layout.statement(statement) else {
                continue;
            };
            // What a macro makes may read anything.
            if placed.is_made && placed.lowered.row().is_some() {
                return true;
            }
            let touches = touch::statement_touches(self.source, self.layout, statement);
            let mut its = touches.iter().filter(|touch| touch.register == register);
            if !is_start && its.clone().any(|touch| touch.reads) {
                return true;
            }
            if !is_start && its.any(|touch| touch.writes) {
                continue;
            }
            let next = (statement + 1, false);
            let Some(row) = placed.lowered.row() else {
                match self.is_harmless(statement) {
                    true => open.push(next),
                    false => return true,
                }
                continue;
            };
            let target = || self.target(statement).map(|target| (target, false));
            match row.family.operation {
                Operation::Jump => match target() {
                    Some(target) => open.push(target),
                    None => return true,
                },
                Operation::Branch { .. } => match target() {
                    Some(target) => open.extend([target, next]),
                    None => return true,
                },
                Operation::Call if register.number() < 8 => return true,
                Operation::Return if is_of_caller(register) => return true,
                Operation::Return => {}
                _ => open.push(next),
            }
        }
        false
    }

    /// Whether a statement without an instruction does not affect registers: a label, a directive.
    fn is_harmless(&self, statement: usize) -> bool {
        let Some(placed) = self.layout.statement(statement) else {
            return true;
        };
        let line = self.source.line(placed.line);
        let word = line.and_then(|line| Some(line.mnemonic(line.statements.get(placed.index)?)));
        matches!(*placed.lowered, Lowered::Other)
            && word.is_none_or(|word| word.is_empty() || word.starts_with('.'))
    }

    /// The statement that a branch jumps to.
    pub(super) fn target(&self, statement: usize) -> Option<usize> {
        let placed = self.layout.statement(statement)?;
        let target = placed.lowered.read()?.target.as_ref()?;
        if target.addend != 0 {
            return None;
        }
        let place = (self.symbols).label(&target.name, placed.line, target.range.start)?;
        let line = self.source.line(place.line)?;
        let index = (line.statements.iter())
            .position(|statement| statement.labels.contains(&place.range))?;
        touch::statement_at(self.layout, place.line, index)
    }
}

/// Whether a function must leave a register as its caller expects: a result, or one that is saved.
fn is_of_caller(register: Register) -> bool {
    match register {
        Register::Scalar(number) => number < 6 || (50..58).contains(&number),
        Register::Vector(number) => !(6..56).contains(&number),
    }
}
