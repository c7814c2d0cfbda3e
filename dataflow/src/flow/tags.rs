//! Which `wait` waits for which MV instructions (manual 3.5.4, 3.6.13).
//!
//! A tag is used again and again. The MV instructions that carry it up to a `wait` for it, and the `wait`s that follow
//! before it is carried again, belong together: a [`TagGroup`].

use std::collections::BTreeMap;

use mnc2_program::{OperandKind, Program, Statement};
use mnc2_text::LineRange;

/// A place where a tag is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagPlace {
    /// The line, counted from 0.
    pub line: usize,
    /// Its place, including the `i`.
    pub range: LineRange,
    /// Whether it is a `wait`; otherwise it is the tag of an MV instruction.
    pub is_wait: bool,
}

/// MV instructions with a tag and the `wait`s for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagGroup {
    /// The number of the tag.
    pub number: u8,
    /// The MV instructions, then the `wait`s, each in order. Without MV instructions these are `wait`s for a transfer
    /// of the host.
    pub places: Vec<TagPlace>,
}

impl TagGroup {
    /// The MV instructions that carry the tag, in the order of the text.
    pub fn issued(&self) -> impl Iterator<Item = &TagPlace> {
        self.places.iter().filter(|place| !place.is_wait)
    }

    /// The `wait`s of the group, in order.
    pub fn waits(&self) -> impl Iterator<Item = &TagPlace> {
        self.places.iter().filter(|place| place.is_wait)
    }
}

/// The tag at a byte of a line, counted from 0, and everything that belongs to it. This takes one pass over the lines.
#[must_use]
pub fn tag_group(program: &Program, line: usize, byte: u32) -> Option<TagGroup> {
    let content = program.line(line)?;
    let mut found = None;
    for_each_tag(content.statement.as_ref()?, |range, number, _| {
        if range.start <= byte && byte <= range.end {
            found = Some((range.clone(), number));
        }
    });
    let (range, number) = found?;
    groups(program, Some(number)).into_iter().find(|group| {
        let mut places = group.places.iter();
        places.any(|place| place.line == line && place.range == range)
    })
}

/// All groups of a program, or the groups of one tag, in the order in which they begin.
#[must_use]
pub fn groups(program: &Program, wanted: Option<u8>) -> Vec<TagGroup> {
    let mut groups: Vec<TagGroup> = Vec::new();
    // The last group of each tag.
    let mut last: BTreeMap<u8, usize> = BTreeMap::new();
    for (line, content) in program.iter().enumerate() {
        let Some(statement) = &content.statement else {
            continue;
        };
        if content.ends_program() {
            break;
        }
        for_each_tag(statement, |range, number, is_wait| {
            if wanted.is_some_and(|wanted| wanted != number) {
                return;
            }
            let place = TagPlace {
                line,
                range: range.clone(),
                is_wait,
            };
            let open = last.get(&number).filter(|&&group| {
                let was_waited_for = groups[group].places.last().is_some_and(|it| it.is_wait);
                is_wait || !was_waited_for
            });
            if let Some(&group) = open {
                groups[group].places.push(place);
            } else {
                last.insert(number, groups.len());
                groups.push(TagGroup {
                    number,
                    places: vec![place],
                });
            }
        });
    }
    groups
}

/// Passes on the tags of a statement: place, number, and whether it is a `wait`.
fn for_each_tag(statement: &Statement, mut show: impl FnMut(&LineRange, u8, bool)) {
    match statement {
        Statement::Mv(mv) => {
            if let Some(tag) = &mv.tag {
                show(&tag.range, tag.number, false);
            }
        }
        Statement::Step(step) => {
            let inputs = step.expressions.iter().flat_map(|other| &other.inputs);
            for input in inputs {
                if let OperandKind::Tag(number) = input.kind {
                    show(&input.range, number, true);
                }
            }
        }
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Host(_)
        | Statement::Directive(_) => {}
    }
}
