//! Moving a region of LM or GRF: what is connected with an operand goes to another place, wherever it is written
//! and read.
//!
//! The region is what the data makes it: all reads that a write reaches, all writes that reach such a read, and
//! so on. Every access of it moves by the same distance and keeps its type: width, stride, list, `j`, conversion,
//! mask. That the program computes the same is not concluded from addresses but looked up: the moved program is
//! parsed, checked and followed ([`crate::flow`]) like any other, and must have the same findings and no link
//! between what moved and what stayed. What the program leaves elsewhere at its end stays there too.

mod edit;
mod name;
mod proof;
mod refusal;
mod web;

use std::sync::Arc;

use mnc2_isa::Memory;

use crate::LineParser;
use crate::access::{Role, Store};
use crate::check::ModeChoice;
use crate::flow::{AccessId, Flow};
use crate::program::{Line, LineRange, Program};

pub use refusal::Refusal;

/// A program with what moving needs of it.
pub struct Subject<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its data.
    pub flow: &'a Flow,
    /// The mode in which it is checked.
    pub mode: ModeChoice,
    /// The text of a line, counted from 0, without its end.
    pub text: &'a dyn Fn(usize) -> String,
}

/// The name of a region at an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionName {
    /// Where the name stands in its line: from `$` to the end of the address.
    pub range: LineRange,
    /// The memory with the address of cycle 0.
    pub name: String,
}

/// What becomes of a part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The line, counted from 0.
    pub line: usize,
    /// The part.
    pub range: LineRange,
    /// The new text.
    pub text: String,
}

/// The name of the region at a byte of a line; `None` where no operand stands that accesses a memory.
///
/// # Errors
///
/// Says why what stands there cannot be moved.
pub fn region_name(
    subject: &Subject<'_>,
    line: usize,
    byte: u32,
) -> Option<Result<RegionName, Refusal>> {
    let access = access_at(subject, line, byte)?;
    let name = web::web(subject, access).and_then(|_| {
        let place = edit::place(subject, access)?;
        Ok(RegionName {
            range: place.range.clone(),
            name: place.name(),
        })
    });
    Some(name)
}

/// Moves the region at a byte of a line so that the operand there accesses the place that `name` says:
/// `$ln32`, `$n32`, or `32` for another address of the same memory. `None` where no such operand stands.
///
/// # Errors
///
/// Says why the region cannot be moved there.
pub fn relocate(
    subject: &Subject<'_>,
    line: usize,
    byte: u32,
    name: &str,
) -> Option<Result<Vec<Replacement>, Refusal>> {
    let access = access_at(subject, line, byte)?;
    Some(moved(subject, access, name))
}

fn moved(subject: &Subject<'_>, access: AccessId, name: &str) -> Result<Vec<Replacement>, Refusal> {
    let web = web::web(subject, access)?;
    let old = edit::place(subject, access)?;
    let target = name::target(name, &old)?;
    if target.memory == old.memory && target.distance == 0 {
        return Ok(Vec::new());
    }
    let replacements = edit::replacements(subject, &web, &target)?;
    let program = apply(subject, &replacements);
    proof::prove(subject, &web, &target, &program)?;
    Ok(replacements)
}

/// Where a region goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Target {
    memory: Memory,
    /// Single words added to every address.
    distance: i64,
}

/// The access of an operand at a byte of a line: data in a memory. Where two operands meet, the one that begins.
fn access_at(subject: &Subject<'_>, line: usize, byte: u32) -> Option<AccessId> {
    let accesses = subject.flow.line(line);
    let found = accesses.iter().filter(|(_, access)| {
        access.role == Role::Data
            && matches!(access.store, Store::Memory(_))
            && access.range.start <= byte
            && byte <= access.range.end
    });
    // `l2bmdarw` and host statements write memories that no operand names.
    let named = found.filter(|(_, access)| {
        (subject.text)(line)
            .get(access.range.start as usize..)
            .is_some_and(|text| text.trim_start_matches('-').starts_with('$'))
    });
    named
        .max_by_key(|(id, access)| (access.range.contains(&byte), *id))
        .map(|(id, _)| id)
}

/// The program with some parts of its lines replaced.
fn apply(subject: &Subject<'_>, replacements: &[Replacement]) -> Program {
    let mut program = subject.program.clone();
    let mut parser = LineParser::without_suggestions();
    for of_line in replacements.chunk_by(|one, other| one.line == other.line) {
        let Some(first) = of_line.first() else {
            continue;
        };
        let mut text = (subject.text)(first.line);
        for replacement in of_line.iter().rev() {
            let range = replacement.range.start as usize..replacement.range.end as usize;
            text.replace_range(range, &replacement.text);
        }
        let line: Arc<Line> = Arc::new(parser.parse(&text));
        program.replace(first.line..first.line + 1, vec![line]);
    }
    program
}

#[cfg(test)]
mod tests;
