use super::*;
use mnc2_asm::LineParser;
use mnc2_text::random::Random;

const LINES: [&str; 18] = [
    "zero $lm{}v",
    "zero $lm{}",
    "zero $lm{}v/1010",
    "zero $lm{}v/$imr1",
    "zero $llm{}v/$imr1p",
    "lpassa $lm{}v $omr1",
    "lpassa $lm{}v $lr{}v",
    "lpassa $lr{} $ln0v",
    "lpassa $lr{}v $lm[$t]",
    "lpassa $lm[$t] $lr{}v",
    "lpassa $lb0 $t",
    "d set $lm{}n0c0b0m0p0 1 0000000000000001",
    "d get $lm{}n0c0b0m0p0 2",
    "maskm 1",
    "mask 0",
    "l1bmp $lb{} $lm{}v",
    "quit",
    "",
];

/// The answers of a program's flow to every question.
fn answers(flow: &Flow) -> Vec<(Links, Links, Option<AccessId>, Option<u32>)> {
    (0..flow.accesses)
        .map(AccessId)
        .map(|id| {
            (
                flow.reaching(id, 1000),
                flow.uses(id, 1000),
                flow.overwritten_unread(id),
                flow.unwritten_word(id),
            )
        })
        .collect()
}

#[test]
fn after_an_edit_chunks_are_followed_like_a_new_program() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let mut below = |limit: usize| random.index(limit);
    let mut parser = LineParser::new();
    let mut program = Program::in_chunks_of(6);
    let mut links = 0;
    for _ in 0..120 {
        let start = below(program.len() + 1);
        let end = start + below((program.len() - start).min(8) + 1);
        let count = if program.len() > 60 { 0 } else { below(9) };
        let lines = (0..count).map(|_| {
            // `quit` is rare, so that most lines take part.
            let kind = match below(LINES.len()) {
                16 if below(10) > 0 => 0,
                kind => kind,
            };
            let text = LINES[kind].replace("{}", &(below(4) * 4).to_string());
            Arc::new(parser.parse(&text))
        });
        program.replace(start..end, lines.collect::<Vec<_>>());
        let chunks = Flow::from_chunks(&program, &|| false).expect("nothing cancels it");
        let whole = Flow::new(&program);
        assert_eq!(
            (chunks.lines, chunks.accesses),
            (whole.lines, whole.accesses)
        );
        let expected = answers(&whole);
        assert_eq!(answers(&chunks), expected);
        links += expected
            .iter()
            .map(|(to, ..)| to.links.len())
            .sum::<usize>();
    }
    assert!(links > 1000, "{links} links say little");
}

#[test]
fn an_edit_leaves_the_other_chunks_as_they_are() {
    let mut program = Program::in_chunks_of(6);
    let line = Arc::new(LineParser::new().parse("lpassa $lm0v $lm8v"));
    program.replace(0..0, vec![line; 60]);
    let before = Flow::from_chunks(&program, &|| false).expect("nothing cancels it");
    let mut edited = program.clone();
    let line = Arc::new(LineParser::new().parse("zero $lm0v"));
    edited.replace(30..31, [line]);
    let after = Flow::from_chunks(&edited, &|| false).expect("nothing cancels it");
    let kept = after.parts.iter().filter(|part| {
        let mut before = before.parts.iter();
        before.any(|old| Arc::ptr_eq(&old.part, &part.part))
    });
    assert_eq!(kept.count(), after.parts.len() - 1);
}
