//! Laws of the front end: rendered text can be parsed again, nothing panics, edits agree with parsing from scratch.
//! Random inputs come from proptest, so a failure names the seed or text that causes it.

use std::error::Error;
use std::fs;
use std::sync::{Arc, LazyLock};

use mnc2_asm::LineParser;
use mnc2_isa::Op;
use mnc2_program::rules::check::check;
use mnc2_program::{Line, ModeChoice, Statement, render};
use mnc2_tests::generate::{self, Choices};
use mnc2_tests::{annotation, files, ranges};
use mnc2_text::line;
use proptest::prelude::*;
use proptest::test_runner::Config;
use tree_sitter::{Node, Parser};

fn config(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    }
}

/// Every line of the fixtures that raise diagnostics, right ones and wrong ones.
static FIXTURE_LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = files::root().join("tests/diagnostics");
    let paths = files::below(&folder, "vsm").expect("the fixtures can be read");
    let mut lines = Vec::new();
    for path in paths {
        let bytes = fs::read(path).expect("the fixture can be read");
        let (source, _) = line::decode(&bytes);
        lines.extend(line::lines(&source).map(|line| {
            let statement = line.split(annotation::MARK).next().unwrap_or_default();
            statement.trim_end().to_owned()
        }));
    }
    lines
});

/// Those that can be parsed without an error.
static CLEAN_LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut parser = LineParser::new();
    FIXTURE_LINES
        .iter()
        .filter(|line| parser.parse(line).diagnostics.is_empty())
        .cloned()
        .collect()
});

fn parsed(line: &str) -> Line {
    LineParser::new().parse(line)
}

/// The meaning of a line, without its ranges in the text.
fn meaning(line: &Line) -> String {
    let statement = line.statement.clone().map(|statement| match statement {
        // The echo repeats the text, so it is not part of the meaning; whether there are parameters is.
        Statement::DebugGet(mut get) => {
            get.echo = "".into();
            Statement::DebugGet(get)
        }
        other => other,
    });
    ranges::erased(&format!("{statement:?}"))
}

fn render_and_parse_are_inverse(line: &str) -> Result<(), TestCaseError> {
    let first = parsed(line);
    let Some(statement) = &first.statement else {
        return Err(TestCaseError::fail(format!(
            "`{line}` means nothing: {first:?}"
        )));
    };
    let rendered = render::statement(statement);
    let second = parsed(&rendered);
    prop_assert_eq!(
        meaning(&first),
        meaning(&second),
        "{} -> {}",
        line,
        rendered
    );
    let again = second.statement.as_ref().map(render::statement);
    prop_assert_eq!(again.as_deref(), Some(rendered.as_str()), "{}", line);
    Ok(())
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn every_row_can_be_written_and_read_back(seed in any::<u64>()) {
        let mut choices = Choices::new(seed);
        for (spelling, op) in generate::instructions() {
            let line = generate::instruction(&mut choices, spelling, op);
            let written = parsed(&line);
            let (found, operands) = match &written.statement {
                Some(Statement::Step(step)) => {
                    let expression = &step.expressions[0];
                    (expression.spelling, expression.operands().count())
                }
                Some(Statement::Mv(mv)) => (mv.spelling, mv.operands.len()),
                other => return Err(TestCaseError::fail(format!("`{line}` is {other:?}"))),
            };
            prop_assert_eq!(&found.text, &spelling.text, "{}", line);
            prop_assert_eq!(operands, line.split(' ').count() - 1, "{}: {:?}", line, written.diagnostics);
            render_and_parse_are_inverse(&line)?;
        }
        for _ in 0..200 {
            render_and_parse_are_inverse(&generate::control(&mut choices))?;
        }
    }

    #[test]
    fn steps_of_several_expressions_can_be_written_and_read_back(seed in any::<u64>()) {
        let mut choices = Choices::new(seed);
        let all: Vec<_> = generate::instructions()
            .filter(|(_, op)| !matches!(op, Op::Mv(_)))
            .collect();
        for _ in 0..50 {
            let expressions: Vec<String> = (0..1 + choices.below(5))
                .map(|_| {
                    let (spelling, op) = choices.one_of(&all);
                    generate::instruction(&mut choices, spelling, op)
                })
                .collect();
            render_and_parse_are_inverse(&expressions.join(" ;  "))?;
        }
    }
}

#[test]
fn fixtures_can_be_written_and_read_back() {
    let mut statements = 0;
    for line in CLEAN_LINES.iter() {
        if parsed(line).statement.is_some() {
            statements += 1;
            render_and_parse_are_inverse(line).unwrap_or_else(|reason| panic!("{reason}"));
        }
    }
    assert!(statements > 300, "{statements}");
}

#[test]
fn the_example_of_each_row_is_read_as_that_row() {
    for op in Op::all() {
        let example = op.row().example;
        let line = parsed(example);
        assert!(
            line.diagnostics.is_empty(),
            "{example}: {:?}",
            line.diagnostics
        );
        let found: Vec<Op> = match &line.statement {
            Some(Statement::Step(step)) => step.expressions.iter().map(|each| each.op).collect(),
            Some(Statement::Mv(mv)) => vec![mv.op],
            // A control statement has no row of its own to be chosen.
            Some(_) => vec![op],
            None => Vec::new(),
        };
        assert!(
            found.contains(&op),
            "{example} is read as {found:?}, not as {op:?}"
        );
    }
}

fn check_ranges(line: &str) -> Result<(), TestCaseError> {
    let parsed = parsed(line);
    for range in ranges::line_ranges(&parsed) {
        let place = range.start as usize..range.end as usize;
        prop_assert!(
            line.get(place).is_some(),
            "{:?} in `{}`: {:?}",
            range,
            line,
            parsed
        );
    }
    Ok(())
}

/// A fixture's line with some characters replaced, removed, doubled or taken from elsewhere.
fn damaged(seed: u64) -> String {
    const STRANGE: [char; 16] = [
        ' ', '\t', ';', '#', '"', '$', '/', '@', '[', 'v', '0', '９', '　', '\u{fffd}', '😀', '\0',
    ];
    let mut choices = Choices::new(seed);
    let mut characters: Vec<char> = choices.one_of(&FIXTURE_LINES).chars().collect();
    for _ in 0..=choices.below(4) {
        let at = choices.below(characters.len() as u64 + 1) as usize;
        match choices.below(4) {
            0 if at < characters.len() => drop(characters.remove(at)),
            1 if at < characters.len() => characters[at] = choices.one_of(&STRANGE),
            2 => characters.truncate(at),
            _ => characters.insert(at, choices.one_of(&STRANGE)),
        }
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn ranges_lie_within_arbitrary_lines(line in "[^\r\n]{0,60}") {
        check_ranges(&line)?;
    }

    #[test]
    fn ranges_lie_within_damaged_lines(seed in any::<u64>()) {
        check_ranges(&damaged(seed))?;
    }

    #[test]
    fn any_bytes_can_be_checked(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let checked = annotation::check_bytes(&bytes, &annotation::Options::default());
        let lines: Vec<&str> = line::lines(&checked.source).collect();
        prop_assert_eq!(lines.len(), checked.program.len());
        for finding in &checked.report.findings {
            let range = finding.diagnostic.range.start as usize..finding.diagnostic.range.end as usize;
            prop_assert!(lines[finding.line as usize].get(range).is_some(), "{:?}", finding);
        }
    }
}

fn statements(node: Node<'_>) -> Vec<(usize, String)> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .map(|child| (child.start_position().row, child.to_sexp()))
        .collect()
}

proptest! {
    #![proptest_config(config(40))]

    /// The editors' queries see the whole document, the tools see lines: both must see the same.
    #[test]
    fn lines_and_the_whole_document_have_one_structure(seed in any::<u64>()) {
        let mut choices = Choices::new(seed);
        let lines: Vec<String> = (0..40).map(|_| choices.one_of(&CLEAN_LINES)).collect();
        let mut parser = Parser::new();
        parser
            .set_language(&tree_sitter_mnc2::LANGUAGE.into())
            .expect("the grammar fits the linked tree-sitter");
        let document = lines.join("\n") + "\n";
        let whole = parser.parse(&document, None).expect("no limit is set");
        prop_assert!(!whole.root_node().has_error(), "{}", document);
        let mut single = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let tree = parser.parse(line, None).expect("no limit is set");
            let children = statements(tree.root_node());
            single.extend(children.into_iter().map(|(_, child)| (number, child)));
        }
        prop_assert_eq!(statements(whole.root_node()), single);
    }

    #[test]
    fn an_edited_program_is_the_program_of_the_edited_text(seed in any::<u64>()) {
        let mut choices = Choices::new(seed);
        let mut lines: Vec<String> = (0..30).map(|_| choices.one_of(&FIXTURE_LINES)).collect();
        let mut program = mnc2_asm::parse(&lines.join("\n"));
        let mut parser = LineParser::new();
        for _ in 0..10 {
            let start = choices.below(lines.len() as u64 + 1) as usize;
            let end = (start + choices.below(4) as usize).min(lines.len());
            let inserted: Vec<String> = (0..choices.below(4))
                .map(|_| match choices.below(3) {
                    0 => damaged(choices.below(u64::MAX)).replace(['\r', '\n'], ""),
                    _ => choices.one_of(&FIXTURE_LINES),
                })
                .collect();
            program.replace(start..end, inserted.iter().map(|line| Arc::new(parser.parse(line))));
            lines.splice(start..end, inserted);
            if lines.is_empty() {
                lines.push(String::new());
                program.replace(0..0, [Arc::new(Line::default())]);
            }
            let fresh = mnc2_asm::parse(&lines.join("\n"));
            prop_assert_eq!(&program, &fresh);
            prop_assert_eq!(
                check(&program, ModeChoice::Infer),
                check(&fresh, ModeChoice::Infer)
            );
        }
    }
}

/// A law that always holds proves nothing: two lines that differ in one digit differ in meaning.
#[test]
fn meaning_tells_lines_apart() -> Result<(), Box<dyn Error>> {
    for (first, second) in [
        ("lpassa $lm0v $ln0v", "lpassa $lm0v4 $ln0v"),
        ("lpassa $lm0v $ln0v/1000", "lpassa $lm0v $ln0v/0100"),
        ("nop/2", "nop/3"),
        ("imm f\"1.0\" $t", "imm f\"-1.0\" $t"),
        ("d get $lm0 1", "d get $lm0n0 1"),
        ("mvp/n64 $p0@0 $d0@1", "mvp/n64i01 $p0@0 $d0@1"),
        ("maskr 1", "masks 1"),
    ] {
        assert_ne!(meaning(&parsed(first)), meaning(&parsed(second)));
        assert_eq!(
            meaning(&parsed(first)),
            meaning(&parsed(&format!("  {first} # comment")))
        );
    }
    Ok(())
}
