//! Any text is parsed in bounded time, all line ends are alike, and an edit leads to the same tree as the
//! edited text does.

use std::error::Error;
use std::time::Duration;

use cpu_time::ThreadTime;
use tree_sitter::{InputEdit, Parser, Point, Tree};

use mnc2_text::random::Random;

use crate::damage::{GOOD_LINES, damage};

/// Far above what any of these texts takes, far below what a loop that is not linear would take.
const LONGEST_TIME: Duration = Duration::from_secs(20);

const MEGABYTE: usize = 1 << 20;

#[test]
fn line_ends_are_alike() -> Result<(), Box<dyn Error>> {
    let with_line_end = |line_end: &str| GOOD_LINES.join(line_end) + line_end;
    let tree = parse(with_line_end("\n").as_bytes())?.root_node().to_sexp();
    for line_end in ["\r\n", "\r"] {
        assert_eq!(
            parse(with_line_end(line_end).as_bytes())?
                .root_node()
                .to_sexp(),
            tree
        );
    }
    let mixed = parse(b"nop\r\n\r\n\r\rnop\n\r\nnop")?;
    assert_eq!(mixed.root_node().named_child_count(), 3);
    assert!(!mixed.root_node().has_error());
    Ok(())
}

#[test]
fn no_node_but_the_root_reaches_over_a_line_end() -> Result<(), Box<dyn Error>> {
    let mut chance = Random::new(0x0011_e5ed);
    for _ in 0..300 {
        let lines: Vec<String> = (0..10).map(|_| damage(&mut chance)).collect();
        let tree = parse(lines.join("\n").as_bytes())?;
        let mut cursor = tree.walk();
        for node in tree.root_node().children(&mut cursor) {
            assert_eq!(
                node.start_position().row,
                node.end_position().row,
                "{node:?} in {lines:?}"
            );
        }
    }
    Ok(())
}

#[test]
fn strange_texts_take_bounded_time() -> Result<(), Box<dyn Error>> {
    let mut chance = Random::new(0x5742_a96e);
    let random: Vec<u8> = (0..MEGABYTE).map(|_| chance.index(256) as u8).collect();
    let mut letters = random.clone();
    letters
        .iter_mut()
        .for_each(|byte| *byte = b' ' + *byte % 95);
    let broken_lines: String = (0..20_000).map(|_| damage(&mut chance) + "\n").collect();
    let texts: [(&str, Vec<u8>); 14] = [
        ("random bytes", random),
        ("random printable bytes", letters),
        ("broken lines", broken_lines.into_bytes()),
        ("NUL", vec![0; MEGABYTE]),
        ("0xff", vec![0xff; MEGABYTE]),
        ("one word", vec![b'a'; MEGABYTE]),
        (
            "one operand",
            [b"x $".as_slice(), &vec![b'm'; MEGABYTE]].concat(),
        ),
        (
            "one number",
            [b"x $m".as_slice(), &vec![b'1'; MEGABYTE]].concat(),
        ),
        (
            "one line of operands",
            [b"x".as_slice(), &b" $lm0v".repeat(MEGABYTE / 6)].concat(),
        ),
        ("one line of instructions", b"nop;".repeat(MEGABYTE / 4)),
        (
            "one line of a list",
            [b"x $m[0".as_slice(), &b",1".repeat(MEGABYTE / 2)].concat(),
        ),
        ("one line of dollars", b"$".repeat(MEGABYTE)),
        (
            "one line of spaced dollars",
            [b"x".as_slice(), &b" $".repeat(MEGABYTE / 2)].concat(),
        ),
        (
            "deep brackets",
            [b"x $m".as_slice(), &b"[".repeat(MEGABYTE)].concat(),
        ),
    ];
    for (name, text) in texts {
        let start = ThreadTime::now();
        let tree = parse(&text)?;
        let elapsed = start.elapsed();
        println!("{name}: {elapsed:?} for {} bytes", text.len());
        assert_eq!(
            tree.root_node().end_byte(),
            text.len(),
            "{name} was not read to its end"
        );
        assert!(elapsed < LONGEST_TIME, "{name} took {elapsed:?}");
    }
    Ok(())
}

#[test]
fn edits_lead_to_the_tree_of_the_edited_text() -> Result<(), Box<dyn Error>> {
    let mut parser = new_parser()?;
    let mut chance = Random::new(0x0ed1_7ed1);
    for _ in 0..300 {
        let mut lines: Vec<String> = (0..12)
            .map(|_| chance.one_of(&GOOD_LINES).to_owned())
            .collect();
        let mut tree = parser
            .parse(lines.join("\n"), None)
            .ok_or("the parser gave up")?;
        for _ in 0..4 {
            let row = chance.index(lines.len());
            let start: usize = lines[..row].iter().map(|line| line.len() + 1).sum();
            let new_line = match chance.index(3) {
                0 => chance.one_of(&GOOD_LINES).to_owned(),
                _ => damage(&mut chance),
            };
            let old_line = std::mem::replace(&mut lines[row], new_line);
            tree.edit(&InputEdit {
                start_byte: start,
                old_end_byte: start + old_line.len(),
                new_end_byte: start + lines[row].len(),
                start_position: Point::new(row, 0),
                old_end_position: Point::new(row, old_line.len()),
                new_end_position: Point::new(row, lines[row].len()),
            });
            let text = lines.join("\n");
            tree = parser
                .parse(&text, Some(&tree))
                .ok_or("the parser gave up")?;
            let fresh = parser.parse(&text, None).ok_or("the parser gave up")?;
            assert_eq!(
                tree.root_node().to_sexp(),
                fresh.root_node().to_sexp(),
                "{text}"
            );
        }
    }
    Ok(())
}

fn new_parser() -> Result<Parser, Box<dyn Error>> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_mnc2::LANGUAGE.into())?;
    Ok(parser)
}

fn parse(text: &[u8]) -> Result<Tree, Box<dyn Error>> {
    Ok(new_parser()?
        .parse(text, None)
        .ok_or("the parser gave up")?)
}
