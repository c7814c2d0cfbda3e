//! Following data from a place in the text: what is there, and what it is connected with.

use std::ops::Range;

use mnc2_asm::testcase::Surroundings;
use mnc2_dataflow::flow::{AccessId, Flow, LineAccesses, TagGroup, TagPlace, tag_group};
use mnc2_program::access::{Access, AccessRole, Direction, Piece};
use mnc2_program::{Program, Statement};
use mnc2_text::LineRange;

use crate::session::Snapshot;

/// Maximum number of places of an answer: more than a user can read.
pub const PLACES_MAX: usize = 1000;
/// Lines below a `mask` statement whose reads of the entry are followed.
const READS_BY_SETTING_MAX: usize = 2000;

/// A program with its data flow: the document's own, or the document between the lines of its testcase.
pub struct Whole<'a> {
    /// The document that the request is about.
    pub snapshot: &'a Snapshot,
    /// The document, or the document within its testcase.
    pub program: &'a Program,
    /// The data flow of `program`.
    pub flow: &'a Flow,
    /// The lines of the document.
    pub own: Range<usize>,
}

/// A document between the lines of its testcase.
pub struct Surrounded {
    program: Program,
    flow: Flow,
    own: Range<usize>,
}

impl Surrounded {
    /// Puts a document in the place of the solution in a testcase; `None` if the request is cancelled.
    pub fn new(document: &Snapshot, testcase: &Surroundings) -> Option<Self> {
        let program = testcase.around(&document.program);
        let start = testcase.before.len();
        Some(Self {
            flow: Flow::unless_cancelled(&program, &|| document.is_cancelled())?,
            program,
            own: start..start + document.program.len(),
        })
    }

    /// The same, for reading.
    pub fn whole<'a>(&'a self, snapshot: &'a Snapshot) -> Whole<'a> {
        Whole {
            snapshot,
            program: &self.program,
            flow: &self.flow,
            own: self.own.clone(),
        }
    }
}

impl Whole<'_> {
    /// Whether the request is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.snapshot.is_cancelled()
    }

    /// Whether a place is in the document.
    pub fn is_own(&self, place: &LinePart) -> bool {
        self.own.contains(&(place.line as usize))
    }

    /// A place as its own file counts it.
    pub fn in_file(&self, place: &LinePart) -> LinePart {
        let line = place.line as usize;
        let line = if self.is_own(place) {
            line - self.own.start
        } else if line < self.own.start {
            line
        } else {
            line - self.own.len()
        };
        LinePart {
            line: line as u32,
            range: place.range,
        }
    }

    /// The place of an access. What a mask entry does for many lines is shown at the `mask` statement.
    pub fn place_of(&self, id: AccessId) -> LinePart {
        let line = self.flow.line_with(id);
        let Some(access) = line.get(id) else {
            return LinePart::new(line.line(), &(0..0));
        };
        self.place(line.line(), access)
    }

    /// The place of a known access in its line.
    pub fn place(&self, line: u32, access: &Access) -> LinePart {
        let of_setting = access.is_by_setting.then(|| {
            let line = self.program.mask_statement_at(line as usize)?;
            match self.program.line(line)?.statement.as_ref()? {
                Statement::Mask(mask) => Some(LinePart::new(line as u32, &mask.entry_range)),
                _ => None,
            }
        });
        of_setting
            .flatten()
            .unwrap_or_else(|| LinePart::new(line, &access.range))
    }
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinePart {
    /// The line, counted from 0.
    pub line: u32,
    /// Start and end in bytes.
    pub range: (u32, u32),
}

impl LinePart {
    /// A part of a line, counted from 0.
    pub fn new(line: u32, range: &LineRange) -> Self {
        Self {
            line,
            range: (range.start, range.end),
        }
    }

    /// The place of a tag.
    pub fn from_tag(tag: &TagPlace) -> Self {
        Self::new(tag.line as u32, &tag.range)
    }

    /// The bytes of the line.
    pub fn range(&self) -> LineRange {
        self.range.0..self.range.1
    }
}

/// What is at a place in the text.
pub enum Pointed {
    /// Something that is read or written.
    Data(AccessedData),
    /// The entry of a `mask` statement.
    Setting {
        /// The entry in the `mask` statement.
        place: LinePart,
        /// Where the lines under it read the entry.
        reads: Vec<AccessId>,
    },
    /// The tag of an MV instruction or of a `wait`.
    Tag {
        /// The place of the tag.
        place: LinePart,
        /// Whether it is a `wait`.
        is_wait: bool,
        /// Everything with the same tag.
        group: TagGroup,
    },
}

impl Pointed {
    /// The part of the line that represents it.
    pub fn range(&self) -> LineRange {
        match self {
            Self::Data(data) => data.range.clone(),
            Self::Setting { place, .. } | Self::Tag { place, .. } => place.range(),
        }
    }
}

/// What is read or written at a place in the text.
pub struct AccessedData {
    line: LineAccesses,
    /// The part of the line that represents it.
    range: LineRange,
    ids: Vec<AccessId>,
}

impl AccessedData {
    /// The accesses of the value, with their numbers.
    pub fn accesses(&self) -> impl Iterator<Item = (AccessId, &Access)> {
        let known = self.ids.iter();
        known.filter_map(|&id| Some((id, self.line.get(id)?)))
    }

    /// The access itself, without the accesses of its address or its masks.
    pub fn main(&self) -> Option<(AccessId, &Access)> {
        let data = |(_, access): &(AccessId, &Access)| access.role == AccessRole::Data;
        self.accesses()
            .find(data)
            .or_else(|| self.accesses().next())
    }

    /// The words of an access.
    pub fn pieces(&self, access: &Access) -> &[Piece] {
        self.line.pieces(access)
    }
}

/// What is at a byte of a line of the document: a tag, an operand, a mask, or an opcode with everything that its
/// expression writes. In debug and host statements every place means their memory, in `mask` statements the entry.
pub fn pointed(whole: &Whole<'_>, line: usize, byte: u32) -> Option<Pointed> {
    let line = whole.own.start + line;
    let content = whole.program.line(line)?;
    let is_comment = content
        .comment
        .as_ref()
        .is_some_and(|comment| comment.start <= byte);
    let statement = content.statement.as_ref().filter(|_| !is_comment)?;
    if let Statement::Mask(mask) = statement {
        let is_there = mask.range.start <= byte && byte <= mask.range.end;
        return is_there.then(|| Pointed::Setting {
            place: LinePart::new(line as u32, &mask.entry_range),
            reads: whole
                .flow
                .reads_by_setting(line)
                .take(READS_BY_SETTING_MAX)
                .collect(),
        });
    }
    tag(whole.program, line, statement, byte)
        .or_else(|| Some(Pointed::Data(data(whole.flow, line, statement, byte)?)))
}

/// The tag at a byte of a line; the mnemonic `wait` means its tag.
fn tag(program: &Program, line: usize, statement: &Statement, byte: u32) -> Option<Pointed> {
    let mut byte = byte;
    if let Statement::Step(step) = statement {
        let is_there = |range: &LineRange| range.start <= byte && byte <= range.end;
        let wait = step.expressions.iter().find(|expression| {
            expression.spelling.text == "wait" && is_there(&expression.mnemonic_range)
        });
        if let Some(operand) = wait.and_then(|wait| wait.inputs.first()) {
            byte = operand.range.start;
        }
    }
    let group = tag_group(program, line, byte)?;
    let is_there = |place: &&TagPlace| {
        place.line == line && place.range.start <= byte && byte <= place.range.end
    };
    let found = group.places.iter().find(is_there)?;
    Some(Pointed::Tag {
        place: LinePart::from_tag(found),
        is_wait: found.is_wait,
        group,
    })
}

fn data(flow: &Flow, line: usize, statement: &Statement, byte: u32) -> Option<AccessedData> {
    let accesses = flow.line(line);
    let covers = |range: &LineRange| range.start <= byte && byte <= range.end;
    let is_inside = |range: &LineRange| range.contains(&byte);
    // The effect of a `mask` statement on a destination is read in the destination's own line.
    let named = || accesses.iter().filter(|(_, access)| !access.is_by_setting);
    let ranges = named().map(|(_, access)| access.range.clone());
    // Where two parts meet, the part that begins at the byte is preferred.
    let smallest = ranges
        .filter(covers)
        .min_by_key(|range| (!is_inside(range), range.len()));
    let of_operand = |range: &LineRange| -> Vec<AccessId> {
        let own = named().filter(|(_, access)| access.range == *range);
        own.map(|(id, _)| id).collect()
    };
    let written = |expression: usize| -> Vec<AccessId> {
        let written = named().filter(|(_, access)| {
            usize::from(access.expression) == expression && access.direction == Direction::Write
        });
        written.map(|(id, _)| id).collect()
    };
    let (range, ids) = match statement {
        Statement::DebugGet(_) | Statement::DebugSet(_) | Statement::Host(_) => {
            let range = named().next()?.1.range.clone();
            let ids = of_operand(&range);
            (range, ids)
        }
        Statement::Step(step) => {
            let opcode = step.expressions.iter().enumerate().find(|(_, expression)| {
                expression.opcode_range.contains(&byte) || covers(&expression.mnemonic_range)
            });
            match (opcode, smallest) {
                (Some((index, expression)), smallest)
                    if smallest
                        .as_ref()
                        .is_none_or(|range| *range == expression.opcode_range) =>
                {
                    (expression.opcode_range.clone(), written(index))
                }
                (_, Some(range)) => {
                    let ids = of_operand(&range);
                    (range, ids)
                }
                (_, None) => return None,
            }
        }
        Statement::Mv(mv) => match smallest {
            Some(range) => {
                let ids = of_operand(&range);
                (range, ids)
            }
            None if covers(&mv.opcode_range) => (mv.opcode_range.clone(), written(0)),
            None => return None,
        },
        Statement::Quit(_) | Statement::Mask(_) | Statement::Directive(_) => return None,
    };
    Some(AccessedData {
        line: accesses,
        range,
        ids,
    })
}
