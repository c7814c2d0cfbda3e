//! Moves what an operand names to another place: a region of a memory, an entry of the mask register, or a tag.
//!
//! Data determines a region: all reads that a write reaches, all writes that reach such a read, and so on. Every
//! access of it moves by the same distance and keeps its type: width, stride, list, `j`, conversion, mask. That the
//! moved program computes the same is not assumed but checked: it is parsed, checked and analysed like any other, and
//! must have the same findings, and no data may pass between accesses that moved and those that stayed. The content of
//! other memory at the program's end also stays the same. Assertions move with the region that they are about, and see
//! what the same lines wrote.
//!
//! Tags name no data; which `wait` waits for which MV instruction must be the same before and after.

mod assertions;
mod def_use_web;
mod edit;
mod new_name;
mod proof;
mod refusal;
mod tag;

use std::ops::Range;
use std::sync::Arc;

use mnc2_isa::Memory;

use mnc2_asm::LineParser;
use mnc2_dataflow::flow::{AccessId, Flow};
use mnc2_program::access::{AccessRole, Store};
use mnc2_program::{Line, ModeChoice, Program, Statement};
use mnc2_text::LineRange;

pub use refusal::{Reason, Refusal, TestcaseReason};

/// Lines that are replaced in a program at a time.
const LINES_AT_A_TIME: usize = 128;

/// A program with what rename needs of it.
pub struct Subject<'a> {
    /// The program with the name.
    pub program: &'a Program,
    /// The data flow of the program.
    pub flow: &'a Flow,
    /// The mode in which it is checked.
    pub mode: ModeChoice,
    /// The lines that can change; those around them are a testcase.
    pub own: Range<usize>,
    /// The text of such a line, counted from the first of them, without its end.
    pub text: &'a dyn Fn(usize) -> String,
    /// Returns true once the caller cancels the rename.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

/// A name that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionName {
    /// Its place in the line; for a region from `$` to the end of the address.
    pub range: LineRange,
    /// The memory with the address of cycle 0, or the tag.
    pub name: String,
}

/// A change of a part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The line, counted from 0.
    pub line: usize,
    /// The part that is replaced.
    pub range: LineRange,
    /// The text that replaces the part.
    pub text: String,
}

/// The name at a byte of a line, counted from the first of the subject's own; `None` where nothing is named.
///
/// # Errors
/// The reason why the name at this place cannot be changed.
pub fn region_name(
    subject: &Subject<'_>,
    line: usize,
    byte: u32,
) -> Option<Result<RegionName, Refusal>> {
    let name = match named_at(subject, line, byte)? {
        Named::Tag(tag) => tag::name(subject, &tag),
        Named::Region(access) => def_use_web::web(subject, access).and_then(|web| {
            let place = edit::Places::new(subject, web.memory).place(access)?;
            Ok(RegionName {
                range: place.range.clone(),
                name: place.name(),
            })
        }),
    };
    Some(name.map_err(|refusal| refusal.seen_from(&subject.own)))
}

/// Renames what is at a byte of a line: a region moves so that the operand there accesses the place `$ln32`, `$n32`,
/// or `32` for another address of the same memory. `None` if nothing is named.
///
/// # Errors
/// The reason why that is not possible.
pub fn relocate(
    subject: &Subject<'_>,
    line: usize,
    byte: u32,
    name: &str,
) -> Option<Result<Vec<Replacement>, Refusal>> {
    let replacements = match named_at(subject, line, byte)? {
        Named::Tag(tag) => tag::renamed(subject, &tag, name),
        Named::Region(access) => moved(subject, access, name),
    };
    let own = |replacement: Replacement| Replacement {
        line: replacement.line - subject.own.start,
        ..replacement
    };
    Some(match replacements {
        Ok(replacements) => Ok(replacements.into_iter().map(own).collect()),
        Err(refusal) => Err(refusal.seen_from(&subject.own)),
    })
}

fn moved(subject: &Subject<'_>, access: AccessId, name: &str) -> Result<Vec<Replacement>, Refusal> {
    let web = def_use_web::web(subject, access)?;
    let places = edit::Places::new(subject, web.memory);
    let old = places.place(access)?;
    let target = new_name::target(name, &old)?;
    if target.memory == old.memory && target.distance == 0 {
        return Ok(Vec::new());
    }
    let watching = assertions::watching(subject, &web, &target)?;
    let mut replacements = edit::replacements(subject, &places, &web, &target)?;
    replacements.extend_from_slice(&watching.replacements);
    replacements.sort_by_key(|replacement| (replacement.line, replacement.range.start));
    let program = apply(subject, &replacements);
    proof::prove(subject, &web, &target, &program, &replacements)?;
    watching.prove(subject, &program)?;
    Ok(replacements)
}

/// The destination of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Target {
    memory: Memory,
    /// Added to every word, in the units of [`mnc2_program::access`].
    distance: i64,
}

/// A region or tag that can be renamed. Its line counts from the start of the program.
enum Named {
    Tag(tag::Tagged),
    Region(AccessId),
}

fn named_at(subject: &Subject<'_>, line: usize, byte: u32) -> Option<Named> {
    let line = subject.own.start + line;
    let tag = tag::at(subject, line, byte).map(Named::Tag);
    tag.or_else(|| access_at(subject, line, byte).map(Named::Region))
}

/// The access of an operand, a mask or a `mask` statement at a byte of a line. If one operand ends and another begins there, it
/// is the access of the second operand.
fn access_at(subject: &Subject<'_>, line: usize, byte: u32) -> Option<AccessId> {
    let accesses = subject.flow.line(line);
    let found = accesses.iter().filter(|(_, access)| {
        let is_named = match access.role {
            AccessRole::Data => true,
            AccessRole::Mask => !access.is_by_setting,
            AccessRole::Address => false,
        };
        is_named
            && matches!(access.store, Store::Memory(_))
            && access.range.start <= byte
            && byte <= access.range.end
    });
    // `l2bmdarw` and host statements write memories that no operand names.
    let text = subject.text(line);
    let named = found.filter(|(_, access)| {
        text.get(access.range.start as usize..)
            .is_some_and(|text| text.trim_start_matches(['-', '/']).starts_with('$'))
    });
    named
        .max_by_key(|(id, access)| {
            (
                access.range.contains(&byte),
                access.role == AccessRole::Mask,
                *id,
            )
        })
        .map(|(id, _)| id)
        .or_else(|| entry_of_setting(subject, line, byte))
}

/// The first access that reads the mask entry of a `mask` statement.
fn entry_of_setting(subject: &Subject<'_>, line: usize, byte: u32) -> Option<AccessId> {
    let statement = subject.program.line(line)?.statement.as_ref()?;
    let Statement::Mask(mask) = statement else {
        return None;
    };
    let entry = &mask.entry_range;
    let is_there = entry.start <= byte && byte <= entry.end;
    is_there.then(|| subject.flow.reads_by_setting(line).next())?
}

impl Subject<'_> {
    /// The text of a line of the program.
    fn text(&self, line: usize) -> String {
        if self.own.contains(&line) {
            (self.text)(line - self.own.start)
        } else {
            String::new()
        }
    }
}

/// The program with some parts of its lines replaced.
fn apply(subject: &Subject<'_>, replacements: &[Replacement]) -> Program {
    let mut program = subject.program.clone();
    let mut parser = LineParser::without_suggestions();
    let group = |replacement: &Replacement| replacement.line / LINES_AT_A_TIME;
    for near in replacements.chunk_by(|one, other| group(one) == group(other)) {
        let (Some(first), Some(last)) = (near.first(), near.last()) else {
            continue;
        };
        let lines = first.line..last.line + 1;
        let mut changed: Vec<Arc<Line>> = program.range(lines.clone()).map(Arc::clone).collect();
        for of_line in near.chunk_by(|one, other| one.line == other.line) {
            let Some(Replacement { line, .. }) = of_line.first() else {
                continue;
            };
            let text = replaced(subject.text(*line), of_line);
            changed[line - lines.start] = Arc::new(parser.parse(&text));
        }
        program.replace(lines, changed);
    }
    program
}

/// A line with some of its parts replaced, which are in order.
fn replaced(mut text: String, replacements: &[Replacement]) -> String {
    for replacement in replacements.iter().rev() {
        let range = replacement.range.start as usize..replacement.range.end as usize;
        text.replace_range(range, &replacement.text);
    }
    text
}

#[cfg(test)]
mod tests;
