//! What the names in directives for the linker refer to: entries of the `.param` file, boundary flags, pools.

use mnc2_program::directive::{Directive, DirectivePart, DirectiveValue};
use mnc2_program::rules::link::key_of;
use mnc2_text::LineRange;

use crate::session::Snapshot;

/// The most places of an answer.
const PLACES_MAX: usize = 1000;

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamePlace {
    /// The line, counted from 0.
    pub line: u32,
    /// The first byte of the part.
    pub start: u32,
    /// The end of the part; both are bytes of the line.
    pub end: u32,
}

impl NamePlace {
    fn new(line: u32, range: &LineRange) -> Self {
        Self {
            line,
            start: range.start,
            end: range.end,
        }
    }

    /// The part of the line.
    pub const fn range(&self) -> LineRange {
        self.start..self.end
    }
}

/// Where a name begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// In the `.param` file.
    Placement(NamePlace),
    /// In the text of the program.
    Program(NamePlace),
}

/// The name at a byte of a line, and what it is the name of.
struct Named<'a> {
    directive: &'a Directive,
    range: LineRange,
    part: DirectivePart,
}

fn named(snapshot: &Snapshot, line: usize, byte: u32) -> Option<Named<'_>> {
    let directive = snapshot.program.line(line)?.directive()?;
    let covers = |range: &LineRange| range.start <= byte && byte <= range.end;
    let operand = directive
        .operands
        .iter()
        .find(|operand| covers(&operand.range))?;
    Some(Named {
        directive,
        range: operand.range.clone(),
        part: operand.part,
    })
}

/// Where the name at a byte of a line begins, with the range of the name.
pub fn definition(snapshot: &Snapshot, line: usize, byte: u32) -> Option<(LineRange, Definition)> {
    let named = named(snapshot, line, byte)?;
    let of_entry = || {
        let (key, range) = key_of(named.directive.name?, named.directive)?;
        let entry = snapshot.params()?.entry(&key)?;
        (range == named.range)
            .then(|| Definition::Placement(NamePlace::new(entry.line, &entry.range)))
    };
    let definition = of_entry().or_else(|| {
        let places = same(snapshot, &named);
        let mut before = places
            .into_iter()
            .filter(|(place, is_new)| *is_new && (place.line as usize) <= line);
        let (place, _) = before.next_back()?;
        Some(Definition::Program(place))
    })?;
    Some((named.range, definition))
}

/// The places of the name at a byte of a line, in the order of the text.
pub fn references(
    snapshot: &Snapshot,
    line: usize,
    byte: u32,
    with_definition: bool,
) -> Option<Vec<NamePlace>> {
    let named = named(snapshot, line, byte)?;
    let places = same(snapshot, &named);
    (!places.is_empty()).then(|| {
        let wanted = places
            .into_iter()
            .filter(|(_, is_new)| with_definition || !is_new);
        wanted.map(|(place, _)| place).take(PLACES_MAX).collect()
    })
}

/// What kind of names a part holds: flags and pools have one part where a name begins and others where it is used.
const fn kind(part: DirectivePart) -> Option<DirectivePart> {
    match part {
        DirectivePart::NewFlags | DirectivePart::Flags => Some(DirectivePart::NewFlags),
        DirectivePart::NewPool | DirectivePart::Pool => Some(DirectivePart::NewPool),
        DirectivePart::Slot | DirectivePart::Buffer => Some(part),
        _ => None,
    }
}

/// All places of a name, each with whether the name begins there.
fn same(snapshot: &Snapshot, named: &Named<'_>) -> Vec<(NamePlace, bool)> {
    let Some(wanted) = kind(named.part) else {
        return Vec::new();
    };
    let value = named
        .directive
        .operands
        .iter()
        .find(|operand| operand.range == named.range)
        .map(|operand| &operand.value);
    let lines = snapshot.program.linked_lines();
    let directives = lines.filter_map(|(number, line)| Some((number, line.directive()?)));
    let operands = directives.flat_map(|(number, directive)| {
        directive
            .operands
            .iter()
            .map(move |operand| (number, operand))
    });
    operands
        .filter(|(_, operand)| kind(operand.part) == Some(wanted) && Some(&operand.value) == value)
        .filter(|(_, operand)| {
            matches!(
                operand.value,
                DirectiveValue::Name(_) | DirectiveValue::Number(_)
            )
        })
        .map(|(number, operand)| {
            let is_new = matches!(
                operand.part,
                DirectivePart::NewFlags | DirectivePart::NewPool
            );
            (NamePlace::new(number as u32, &operand.range), is_new)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use mnc2_program::FileForm;
    use mnc2_program::rules::Layer;

    use super::*;
    use crate::session::{DocumentId, Mnc2Document, Placement};

    const PROGRAM: &str = "\
@distribute _a from_param 8 size 1 $lm0
@alias bf1 $lr416
@alloc pool :omr 1 2 3 4 :grf0 0 2 4 6 8 10 12 14 16 18 20 :n 0
@get_neighbor $lr400 -1 $lm0 bf1 nbuf0 pool
@free pool
@collect _a to_param 8 size 1 $lm0
";
    const PARAMS: &str = "((:version :0.1) (:reserved_wait_tag #x3f)\n (:slot 8 :addr 0 :recv_wait_tag #x1e)\n (:buffer nbuf0 :addr 64000 :buf_size 4160))";

    fn snapshot() -> Snapshot {
        let mut document = Mnc2Document::with_form(1, PROGRAM, FileForm::Unlinked);
        let placement = Placement::read(DocumentId::new("a.param"), PARAMS);
        document.set_placement(Some(placement.into()));
        document.checked_by(None, &Layer::default())
    }

    #[test]
    fn names_lead_to_where_they_begin() {
        let snapshot = snapshot();
        let check = |line: usize, word: &str, expected: &str| {
            let text = snapshot.line_text(line);
            let byte = text.rfind(word).expect("the word") as u32;
            let found = definition(&snapshot, line, byte).map(|(_, definition)| match definition {
                Definition::Placement(place) => format!(
                    "param {}: {}",
                    place.line,
                    &PARAMS.lines().nth(place.line as usize).expect("a line")
                        [place.start as usize..place.end as usize]
                ),
                Definition::Program(place) => format!(
                    "{}: {}",
                    place.line,
                    &PROGRAM.lines().nth(place.line as usize).expect("a line")
                        [place.start as usize..place.end as usize]
                ),
            });
            assert_eq!(found.unwrap_or_default(), expected, "{line} {word}");
        };
        check(0, "8", "param 1: :slot 8");
        check(5, "8", "param 1: :slot 8");
        check(3, "nbuf0", "param 2: :buffer nbuf0");
        check(3, "bf1", "1: bf1");
        check(3, "pool", "2: pool");
        check(4, "pool", "2: pool");
        check(0, "$lm0", "");
        check(0, "_a", "");
    }

    #[test]
    fn references_are_all_places_of_a_name() {
        let snapshot = snapshot();
        let lines = |line: usize, word: &str, with_definition: bool| -> Vec<u32> {
            let byte = snapshot.line_text(line).rfind(word).expect("the word") as u32;
            let places = references(&snapshot, line, byte, with_definition);
            places
                .unwrap_or_default()
                .iter()
                .map(|place| place.line)
                .collect()
        };
        assert_eq!(lines(2, "pool", true), [2, 3, 4]);
        assert_eq!(lines(3, "pool", false), [3, 4]);
        assert_eq!(lines(0, "8", false), [0, 5]);
        assert_eq!(lines(1, "bf1", true), [1, 3]);
    }
}
