//! Gives MV instructions and the `wait`s for them another tag.

use super::refusal::Reason;
use super::{Refusal, RegionName, Replacement, Subject, apply};
use mnc2_asm::LineParser;
use mnc2_dataflow::flow::{TagGroup, TagPlace, tag_group, tag_groups};
use mnc2_program::{OperandKind, Program};
use mnc2_text::{LineRange, message};

/// Characters of a name that a refusal repeats.
const SHOWN_CHARACTERS: usize = 20;

/// A tag at a place, with everything that belongs to it.
pub(super) struct Tagged {
    range: LineRange,
    group: TagGroup,
}

/// The tag at a byte of a line of the program.
pub(super) fn at(subject: &Subject<'_>, line: usize, byte: u32) -> Option<Tagged> {
    let group = tag_group(subject.program, line, byte)?;
    let is_there = |place: &&TagPlace| {
        place.line == line && place.range.start <= byte && byte <= place.range.end
    };
    let range = group.places.iter().find(is_there)?.range.clone();
    Some(Tagged { range, group })
}

fn spelled(number: u8) -> String {
    format!("i{number:02x}")
}

/// The name that can be changed.
pub(super) fn name(subject: &Subject<'_>, tagged: &Tagged) -> Result<RegionName, Refusal> {
    can_change(subject, &tagged.group)?;
    Ok(RegionName {
        range: tagged.range.clone(),
        name: spelled(tagged.group.number),
    })
}

/// Whether every place is known and can be changed.
fn can_change(subject: &Subject<'_>, group: &TagGroup) -> Result<(), Refusal> {
    if let (None, Some(wait)) = (group.issued().next(), group.waits().next()) {
        return Err(Reason::TagOfHost.at(wait.line));
    }
    let other = group
        .places
        .iter()
        .find(|place| !subject.own.contains(&place.line));
    match other {
        Some(place) => Err(Reason::TagInUse.at(place.line)),
        None => Ok(()),
    }
}

/// The changes that give the tag at a place another name.
pub(super) fn renamed(
    subject: &Subject<'_>,
    tagged: &Tagged,
    name: &str,
) -> Result<Vec<Replacement>, Refusal> {
    let group = &tagged.group;
    can_change(subject, group)?;
    let number = read(name)?;
    if number == group.number {
        return Ok(Vec::new());
    }
    let replacements: Vec<Replacement> = group
        .places
        .iter()
        .map(|place| Replacement {
            line: place.line,
            range: place.range.clone(),
            text: spelled(number),
        })
        .collect();
    let mut in_order = replacements;
    in_order.sort_by_key(|replacement| (replacement.line, replacement.range.start));
    let moved = apply(subject, &in_order);
    if (subject.is_cancelled)() {
        return Err(Refusal::Cancelled);
    }
    match first_difference(subject.program, &moved) {
        Some(line) => Err(Reason::TagInUse.at(line)),
        None => Ok(in_order),
    }
}

/// The first line that belongs to other lines in one program than in the other.
fn first_difference(program: &Program, moved: &Program) -> Option<usize> {
    let lines = |program: &Program| -> Vec<Vec<(usize, bool)>> {
        let groups = tag_groups(program, None);
        let lines = groups.iter().map(|group| {
            let places = group.places.iter();
            places.map(|place| (place.line, place.is_wait)).collect()
        });
        lines.collect()
    };
    let (mut old, mut new) = (lines(program), lines(moved));
    old.sort_unstable();
    new.sort_unstable();
    let differing = old.iter().zip(&new).find(|(old, new)| old != new);
    let (old, new) = differing?;
    let place = new.iter().find(|place| !old.contains(place));
    let place = place.or_else(|| old.iter().find(|place| !new.contains(place)));
    place.map(|(line, _)| *line)
}

/// The tag that a name means: `i02`, or `02`.
fn read(name: &str) -> Result<u8, Refusal> {
    let name = name.trim();
    let written = if name.starts_with('i') {
        name.to_owned()
    } else {
        format!("i{name}")
    };
    let is_tag = written.len() == 3 && written[1..].bytes().all(|byte| byte.is_ascii_hexdigit());
    let unreadable = || Refusal::Name {
        message: message!(
            "`{shown}` is not a tag: write `i` and two hexadecimal digits, such as `i01`",
            shown = name.chars().take(SHOWN_CHARACTERS).collect::<String>()
        ),
    };
    if !is_tag {
        return Err(unreadable());
    }
    let line = LineParser::without_suggestions().parse(&format!("nop; wait {written}"));
    if let Some(error) = line.diagnostics.iter().find(|found| found.is_error()) {
        return Err(Refusal::Name {
            message: error.message.clone(),
        });
    }
    let expressions = line.step().into_iter().flat_map(|step| &step.expressions);
    let mut inputs = expressions.flat_map(|expression| &expression.inputs);
    inputs
        .find_map(|input| match input.kind {
            OperandKind::Tag(number) => Some(number),
            _ => None,
        })
        .ok_or_else(unreadable)
}
