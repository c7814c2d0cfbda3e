//! One broken line never harms the next: lines damaged at random are between good ones, the document
//! is parsed as a whole, and the good lines must keep the trees that they have alone.

use std::error::Error;
use std::fmt::Write as _;

use tree_sitter::{Node, Parser};

use mnc2_text::random::Random;

use crate::damage::{GOOD_LINES, damage};

/// Broken as people break lines, for those that chance might not find.
const BROKEN_LINES: [&str; 36] = [
    "lpassa $lm[0,2,4,6 $ln0v",
    "lpassa $lm[ $ln0v",
    "lpassa $lm[0,,2] $ln0v",
    "imm f\"1.0 $ln0",
    "imm \"1.0\" $ln0",
    "imm f\" # comment",
    "mvp/",
    "mvp/n",
    "mvp/n64 $lc0@ $p0",
    "mvp/n64 $lc0@2. $p0; nop",
    "l2bmb@",
    "l2bmb@[",
    "l2bmb@[0,1",
    "l2bmb@0/",
    "l1bmd+ $lb0 $lr0v",
    "lpassa/ $lm0v $ln0v",
    "lpassa/$ $lm0v $ln0v",
    "lpassa/$imr $lm0v $ln0v",
    "lpassa $lm0v $ln0v/",
    "lpassa - $lm0v",
    "lpassa $",
    "$lm0v $ln0v",
    "/1000",
    "-",
    "d",
    "d get",
    "d get $",
    "d get $lm",
    "d set $lm0 1",
    "d set $lm0 1 xyz",
    "d put $lm0 1",
    "mask",
    "maskr",
    "quit now",
    "ｎｏｐ；　ｗａｉｔ ｉ０１",
    "!\"§$%&/()=?\\}][{",
];

const LINE_ENDS: [&str; 3] = ["\n", "\r\n", "\r"];
const ROUNDS: u64 = 2000;

#[test]
fn broken_lines_do_not_harm_their_neighbours() -> Result<(), Box<dyn Error>> {
    let mut parser = new_parser()?;
    for broken in BROKEN_LINES {
        for first in GOOD_LINES {
            for second in GOOD_LINES {
                check(&mut parser, &[first, broken, second], 1, "\n")?;
            }
        }
    }
    Ok(())
}

#[test]
fn lines_damaged_at_random_do_not_harm_their_neighbours() -> Result<(), Box<dyn Error>> {
    let mut parser = new_parser()?;
    let mut chance = Random::new(0x6d6e_6332);
    for _ in 0..ROUNDS {
        let damaged = damage(&mut chance);
        let first = chance.one_of(&GOOD_LINES);
        let second = chance.one_of(&GOOD_LINES);
        let line_end = chance.one_of(&LINE_ENDS);
        check(&mut parser, &[first, &damaged, second, first], 1, line_end)?;
    }
    Ok(())
}

/// Several broken lines in a row, and one at each end of the text.
#[test]
fn runs_of_broken_lines_do_not_harm_their_neighbours() -> Result<(), Box<dyn Error>> {
    let mut parser = new_parser()?;
    let mut chance = Random::new(0x0bad_5eed);
    for _ in 0..ROUNDS / 4 {
        let damaged: Vec<String> = (0..5).map(|_| damage(&mut chance)).collect();
        let good = chance.one_of(&GOOD_LINES);
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|number| damaged[number].as_str());
        let alone = statements_in_row(parse(&mut parser, good)?.root_node(), 0);
        let text = [a, b, good, c, good, d, e].join("\n");
        let tree = parse(&mut parser, &text)?;
        for row in [2, 4] {
            assert_eq!(
                statements_in_row(tree.root_node(), row),
                alone,
                "row {row} of\n{text}"
            );
        }
    }
    Ok(())
}

/// The check itself must notice a line that another one changed.
#[test]
#[should_panic(expected = "line 0 of")]
fn canary_lines_that_are_not_apart_harm_each_other() {
    if let Ok(mut parser) = new_parser() {
        let _ = check(&mut parser, &["nop", "wait i01"], 2, " ");
    }
}

/// Parses the lines as one text. All but number `broken` must have the trees that they have alone.
fn check(
    parser: &mut Parser,
    lines: &[&str],
    broken: usize,
    line_end: &str,
) -> Result<(), Box<dyn Error>> {
    let text = lines.join(line_end);
    let tree = parse(parser, &text)?;
    let mut start = 0;
    for (number, line) in lines.iter().enumerate() {
        let range = start..start + line.len();
        start = range.end + line_end.len();
        if number == broken {
            continue;
        }
        let alone = parse(parser, line)?;
        assert_eq!(
            statements_in_range(tree.root_node(), range),
            statements_in_range(alone.root_node(), 0..line.len()),
            "line {number} of\n{text:?}\n{}",
            tree.root_node().to_sexp(),
        );
    }
    Ok(())
}

fn new_parser() -> Result<Parser, Box<dyn Error>> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_mnc2::LANGUAGE.into())?;
    Ok(parser)
}

fn parse(parser: &mut Parser, text: &str) -> Result<tree_sitter::Tree, Box<dyn Error>> {
    Ok(parser.parse(text, None).ok_or("the parser gave up")?)
}

fn statements_in_row(root: Node<'_>, row: usize) -> String {
    statements(root, |node| {
        node.start_position().row <= row && node.end_position().row >= row
    })
}

fn statements_in_range(root: Node<'_>, range: std::ops::Range<usize>) -> String {
    statements(root, |node| {
        node.start_byte() < range.end && node.end_byte() > range.start
    })
}

/// The statements, comments and errors that touch a place, with the texts' lengths.
fn statements(root: Node<'_>, is_meant: impl Fn(Node<'_>) -> bool) -> String {
    let mut cursor = root.walk();
    let mut found = String::new();
    for node in root.children(&mut cursor).filter(|node| is_meant(*node)) {
        let length = node.end_byte() - node.start_byte();
        let _ = writeln!(found, "{length} {}", node.to_sexp());
    }
    found
}
