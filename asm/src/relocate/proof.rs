//! Whether a moved program computes the same.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::web::{Web, is_step};
use super::{Refusal, Subject, Target};
use crate::LineParser;
use crate::access::{Direction, Role, Store};
use crate::check::check;
use crate::code::Code;
use crate::flow::{AccessId, Flow};
use crate::program::{Line, Program, Statement};

/// More links of one access are not looked at.
const LINKS_MAX: usize = 20_000;

/// Compares a program with the one in which a region is at its new place.
pub(super) fn prove(
    subject: &Subject<'_>,
    web: &Web,
    target: &Target,
    moved: &Program,
) -> Result<(), Refusal> {
    let readers = readers(subject, web, target);
    let end = end(subject.program);
    let ends = end..end + readers.len();
    let new = Flow::new(&with_readers(moved, end, &readers));
    let moved_web = moved_ids(subject, web, target, &new)?;
    stays_apart(&new, &moved_web, &ends)?;
    let old = Flow::new(&with_readers(subject.program, end, &readers));
    leaves_the_rest((&old, &web.accesses), (&new, &moved_web), ends)?;
    has_no_new_finding(subject, moved)
}

/// A line for each word that the region comes to lie on, which reads it.
fn readers(subject: &Subject<'_>, web: &Web, target: &Target) -> Vec<Arc<Line>> {
    let mut words = BTreeSet::new();
    for &id in &web.accesses {
        let line = subject.flow.line_with(id);
        let Some(access) = line.get(id) else { continue };
        for piece in line.pieces(access) {
            let first = i64::from(piece.first) + target.distance;
            words.extend(first..first + i64::from(piece.count));
        }
    }
    let mut parser = LineParser::without_suggestions();
    let letters = target.memory.letters();
    words
        .into_iter()
        .map(|word| Arc::new(parser.parse(&format!("d getf ${letters}{word} 1"))))
        .collect()
}

/// The line before which a program ends: that of `quit`, or behind the last one.
fn end(program: &Program) -> usize {
    let is_quit = |line: &Arc<Line>| matches!(line.statement, Some(Statement::Quit(_)));
    program.iter().position(is_quit).unwrap_or(program.len())
}

/// A program with some lines more before its end.
fn with_readers(program: &Program, end: usize, readers: &[Arc<Line>]) -> Program {
    let mut program = program.clone();
    program.replace(end..end, readers.to_vec());
    program
}

/// The accesses of the region in the moved program. Each must touch the same words, moved.
fn moved_ids(
    subject: &Subject<'_>,
    web: &Web,
    target: &Target,
    new_flow: &Flow,
) -> Result<BTreeSet<AccessId>, Refusal> {
    let mut ids = BTreeSet::new();
    for &id in &web.accesses {
        let number = subject.flow.line_of(id);
        let (old, new) = (subject.flow.line(number), new_flow.line(number));
        let data = |role: Role| role == Role::Data;
        let position = old
            .iter()
            .filter(|(_, access)| data(access.role))
            .position(|(other, _)| other == id);
        let same = position.and_then(|position| {
            new.iter()
                .filter(|(_, access)| data(access.role))
                .nth(position)
        });
        let (Some(before), Some((new_id, after))) = (old.get(id), same) else {
            return Err(Refusal::NoRegion);
        };
        if is_step(subject.program, number)
            && new_flow.state_at(number).base_words(target.memory) != Some(0)
        {
            return Err(Refusal::BaseRegister { line: number });
        }
        let is_same = before.direction == after.direction
            && after.store == Store::Memory(target.memory)
            && old.pieces(before).len() == new.pieces(after).len()
            && old
                .pieces(before)
                .iter()
                .zip(new.pieces(after))
                .all(|(before, after)| {
                    i64::from(before.first) + target.distance == i64::from(after.first)
                        && (before.count, before.cycle) == (after.count, after.cycle)
                        && (before.elements, before.certainty) == (after.elements, after.certainty)
                });
        if !is_same {
            let setting = subject.flow.state_at(number).setting;
            let is_masked = before.direction == Direction::Write
                && setting.covers(web.memory) != setting.covers(target.memory);
            let (line, memory) = (number, target.memory);
            return Err(if is_masked {
                Refusal::Mask { line, memory }
            } else {
                Refusal::Wraps { line }
            });
        }
        ids.insert(new_id);
    }
    Ok(ids)
}

/// Whether no data passes between what moved and what stayed, but for what is there at the end.
fn stays_apart(flow: &Flow, web: &BTreeSet<AccessId>, ends: &Range<usize>) -> Result<(), Refusal> {
    for &id in web {
        let line = flow.line_with(id);
        let Some(access) = line.get(id) else { continue };
        let links = match access.direction {
            Direction::Read => flow.reaching(id, LINKS_MAX),
            Direction::Write => flow.uses(id, LINKS_MAX),
        };
        if !links.is_complete {
            return Err(Refusal::TooLarge);
        }
        let mut others = links.links.iter().map(|link| link.access);
        let stranger =
            others.find(|&other| !web.contains(&other) && !ends.contains(&flow.line_of(other)));
        let Some(other) = stranger else { continue };
        let (own, other) = (flow.line_of(id), flow.line_of(other));
        return Err(match access.direction {
            Direction::Read => Refusal::WouldBeWritten {
                write: other,
                read: own,
            },
            Direction::Write => Refusal::WouldBeRead {
                write: own,
                read: other,
            },
        });
    }
    Ok(())
}

/// Whether what others leave at the new place until the end is still there.
fn leaves_the_rest(
    (old, old_web): (&Flow, &BTreeSet<AccessId>),
    (new, new_web): (&Flow, &BTreeSet<AccessId>),
    ends: Range<usize>,
) -> Result<(), Refusal> {
    let writers = |flow: &Flow, line: usize| -> Vec<AccessId> {
        let accesses = flow.line(line);
        let ids = accesses.iter().map(|(id, _)| id);
        ids.flat_map(|id| flow.reaching(id, LINKS_MAX).links)
            .map(|link| link.access)
            .collect()
    };
    for line in ends {
        let others = writers(old, line);
        let stays = others.iter().find(|id| !old_web.contains(id));
        if let Some(&stays) = stays
            && writers(new, line).iter().any(|id| new_web.contains(id))
        {
            return Err(Refusal::LeftThere {
                line: old.line_of(stays),
            });
        }
    }
    Ok(())
}

/// Whether the checker finds nothing in the moved program that it does not find now.
fn has_no_new_finding(subject: &Subject<'_>, moved: &Program) -> Result<(), Refusal> {
    let mut known: BTreeMap<(u32, Code), usize> = BTreeMap::new();
    for finding in check(subject.program, subject.mode).findings {
        *known
            .entry((finding.line, finding.diagnostic.code))
            .or_default() += 1;
    }
    for finding in check(moved, subject.mode).findings {
        let code = finding.diagnostic.code;
        let count = known.entry((finding.line, code)).or_default();
        if *count == 0 {
            return Err(Refusal::Finding {
                line: finding.line as usize,
                id: code.row().id,
                message: finding.diagnostic.message,
            });
        }
        *count -= 1;
    }
    Ok(())
}
