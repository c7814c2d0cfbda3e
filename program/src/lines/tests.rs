use super::*;
use mnc2_text::LineRange;
use mnc2_text::random::Random;

/// An empty program in small chunks: a short one has many borders.
fn small() -> Program {
    Program::in_chunks_of(6)
}

/// Lines of numbers in small chunks.
fn in_small_chunks(count: u32) -> Program {
    let mut program = small();
    program.replace(0..0, (0..count).map(numbered));
    program
}

/// A line that can be told apart from others.
fn numbered(number: u32) -> Arc<Line> {
    Arc::new(Line {
        comment: Some(number..number),
        ..Line::default()
    })
}

fn numbers<'a>(lines: impl Iterator<Item = &'a Arc<Line>>) -> Vec<u32> {
    lines
        .map(|line| {
            line.comment
                .as_ref()
                .map_or(0, |LineRange { start, .. }| *start)
        })
        .collect()
}

#[test]
fn edits_are_those_of_a_list() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let mut below = |limit: usize| random.index(limit);
    let mut expected: Vec<u32> = Vec::new();
    let mut program = small();
    for round in 0..3000_u32 {
        let start = below(expected.len() + 1);
        let end = start + below((expected.len() - start).min(20) + 1);
        let count = if expected.len() > 150 {
            0
        } else {
            below(25) as u32
        };
        let inserted = (0..count).map(|index| round * 100 + index);
        let before = program.clone();
        program.replace(start..end, inserted.clone().map(numbered));
        assert_eq!(numbers(before.iter()), expected, "a copy stays as it is");
        expected.splice(start..end, inserted);

        assert_eq!(numbers(program.iter()), expected);
        assert_eq!(program.len(), expected.len());
        assert_eq!(program.is_empty(), expected.is_empty());
        let shared = before
            .iter()
            .zip(program.iter())
            .take_while(|(old, new)| Arc::ptr_eq(old, new));
        assert_eq!(program.shared_prefix(&before), shared.count());
        assert_eq!(program.shared_prefix(&program.clone()), program.len());
        assert!(
            program
                .places()
                .iter()
                .all(|place| (1..=program.list.lines_max).contains(&place.chunk.len()))
        );
        let from = below(expected.len() + 3);
        let to = from + below(40);
        let part = expected.get(from..to.min(expected.len())).unwrap_or(&[]);
        assert_eq!(numbers(program.range(from..to)), part);
        assert_eq!(program.range(from..to).len(), part.len());
        let mut backwards = numbers(program.range(from..to).rev());
        backwards.reverse();
        assert_eq!(backwards, part);
        let rest = expected.get(from..).unwrap_or(&[]);
        assert_eq!(numbers(program.iter_from(from)), rest);
        assert_eq!(
            numbers(program.line(from).into_iter()),
            expected
                .get(from..)
                .unwrap_or(&[])
                .iter()
                .copied()
                .take(1)
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn one_edit_leaves_the_other_chunks_as_they_are() {
    let before = in_small_chunks(100);
    let mut after = before.clone();
    after.replace(50..51, [numbered(1000), numbered(1001)]);
    let kept = after.places().iter().filter(|place| {
        before
            .places()
            .iter()
            .any(|old| Arc::ptr_eq(&old.chunk, &place.chunk))
    });
    assert!(kept.count() >= before.places().len() - 2);
}

#[test]
fn repeated_edits_leave_no_crumbs() {
    let mut program = in_small_chunks(100);
    for _ in 0..90 {
        program.replace(5..6, []);
    }
    assert_eq!(program.len(), 10);
    assert!(program.places().len() <= 10_usize.div_ceil(program.list.lines_min().max(1)) + 1);
}

#[test]
fn programs_are_equal_when_their_lines_are() {
    let whole = in_small_chunks(40);
    let mut grown = small();
    for number in 0..40 {
        grown.replace(grown.len()..grown.len(), [numbered(number)]);
    }
    assert_eq!(whole, grown);
    grown.replace(0..1, [numbered(41)]);
    assert_ne!(whole, grown);
}
