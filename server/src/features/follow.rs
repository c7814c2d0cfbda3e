//! Following data from a place in the text: the accesses that stand there, and where others stand.

use mnc2_asm::access::{Access, Direction, Role};
use mnc2_asm::flow::{AccessId, Flow, LineAccesses};
use mnc2_asm::{LineRange, Program, Statement};

/// Places of an answer at most: more than anybody looks through.
pub(crate) const PLACES_MAX: usize = 1000;

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// Counted from 0.
    pub(crate) line: u32,
    /// Start and end in bytes.
    pub(crate) range: (u32, u32),
}

impl Place {
    pub(crate) fn new(line: u32, range: &LineRange) -> Self {
        Self {
            line,
            range: (range.start, range.end),
        }
    }

    /// Where an access stands.
    pub(crate) fn of(flow: &Flow, access: AccessId) -> Self {
        Self::new(flow.line_of(access) as u32, &flow.range(access))
    }

    pub(crate) fn range(&self) -> LineRange {
        self.range.0..self.range.1
    }
}

/// What a place in the text reads or writes.
pub(crate) struct Pointed {
    /// The accesses of its line.
    pub(crate) line: LineAccesses,
    /// The part of the line that stands for it.
    pub(crate) range: LineRange,
    /// Its own accesses.
    pub(crate) ids: Vec<AccessId>,
}

impl Pointed {
    /// Its accesses.
    pub(crate) fn accesses(&self) -> impl Iterator<Item = (AccessId, &Access)> {
        let known = self.ids.iter();
        known.filter_map(|&id| Some((id, self.line.get(id)?)))
    }

    /// The data that it is about: not what its address or its masks are made of.
    pub(crate) fn data(&self) -> Option<(AccessId, &Access)> {
        self.accesses()
            .find(|(_, access)| access.role == Role::Data)
    }
}

/// What stands at a byte of a line: an operand, a mask, or an opcode with all that its expression writes. In
/// debug and host statements every place stands for their memory.
pub(crate) fn pointed(program: &Program, flow: &Flow, line: usize, byte: u32) -> Option<Pointed> {
    let content = program.line(line)?;
    let is_comment = content
        .comment
        .as_ref()
        .is_some_and(|comment| comment.start <= byte);
    let statement = content.statement.as_ref().filter(|_| !is_comment)?;
    let accesses = flow.line(line);
    let covers = |range: &LineRange| range.start <= byte && byte <= range.end;
    let is_inside = |range: &LineRange| range.contains(&byte);
    let ranges = accesses.iter().map(|(_, access)| access.range.clone());
    // Where two parts meet, the one that begins there is meant.
    let smallest = ranges
        .filter(covers)
        .min_by_key(|range| (!is_inside(range), range.len()));
    let of_operand = |range: &LineRange| -> Vec<AccessId> {
        let own = accesses.iter().filter(|(_, access)| access.range == *range);
        own.map(|(id, _)| id).collect()
    };
    let (range, ids) = match statement {
        Statement::DebugGet(_) | Statement::DebugSet(_) | Statement::Host(_) => {
            let range = accesses.iter().next()?.1.range.clone();
            let ids = of_operand(&range);
            (range, ids)
        }
        Statement::Step(step) => {
            let opcode = step.expressions.iter().enumerate().find(|(_, expression)| {
                let mnemonic = &expression.mnemonic_range;
                expression.opcode_range.contains(&byte) || covers(mnemonic)
            });
            match (opcode, smallest) {
                (Some((index, expression)), smallest)
                    if smallest
                        .as_ref()
                        .is_none_or(|range| *range == expression.opcode_range) =>
                {
                    let written = accesses.iter().filter(|(_, access)| {
                        usize::from(access.expression) == index
                            && access.direction == Direction::Write
                    });
                    let ids = written.map(|(id, _)| id).collect();
                    (expression.opcode_range.clone(), ids)
                }
                (_, Some(range)) => {
                    let ids = of_operand(&range);
                    (range, ids)
                }
                (_, None) => return None,
            }
        }
        Statement::Mv(_) => {
            let range = smallest?;
            let ids = of_operand(&range);
            (range, ids)
        }
        Statement::Quit(_) | Statement::Mask(_) => return None,
    };
    Some(Pointed {
        line: accesses,
        range,
        ids,
    })
}
