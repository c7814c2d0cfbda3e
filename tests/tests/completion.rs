//! Laws of completion: on every accepted line, the items at the start of a token include this token; every item is
//! accepted; and half-typed text of any kind causes no panic and a bounded answer.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs};

use mnc2_asm::LineParser;
use mnc2_assist::complete::{self, CursorContext};
use mnc2_isa::spelling;
use mnc2_program::code::Code;
use mnc2_tests::files;
use mnc2_tests::generate::{self, Choices};
use mnc2_text::line;
use tree_sitter::{Node, Parser};

const FOLDER_VARIABLE: &str = "MNC2_PUBLIC_PROGRAMS";

/// More candidates are not helpful.
const CANDIDATES_MAX: usize = 1000;

/// Any number is possible here, so it is enough that some number is offered.
const NUMBERS: [&str; 10] = [
    "number",
    "tag",
    "hex_run",
    "long_hex",
    "single_hex",
    "half_hex",
    "host_word",
    "literal_value",
    "rotation",
    "mask_memories",
];

struct Law {
    parser: LineParser,
    judge: LineParser,
    tree: Parser,
    lines: BTreeMap<String, usize>,
    tokens: usize,
    positions: usize,
    candidates: usize,
    slowest: (Duration, String),
    elapsed: Duration,
}

impl Law {
    fn new() -> Self {
        let mut tree = Parser::new();
        tree.set_language(&tree_sitter_mnc2::LANGUAGE.into())
            .expect("the grammar fits");
        Self {
            parser: LineParser::without_suggestions(),
            judge: LineParser::new(),
            tree,
            lines: BTreeMap::new(),
            tokens: 0,
            positions: 0,
            candidates: 0,
            slowest: (Duration::ZERO, String::new()),
            elapsed: Duration::ZERO,
        }
    }

    fn offered(&mut self, line: &str, at: usize) -> complete::Completions {
        let parsed = self.judge.parse(line);
        let start = Instant::now();
        let offered = complete::complete(
            &mut self.parser,
            &parsed,
            line,
            at,
            &CursorContext::default(),
        );
        let elapsed = start.elapsed();
        self.elapsed += elapsed;
        if elapsed > self.slowest.0 {
            let shown: String = line.chars().take(60).collect();
            self.slowest = (elapsed, format!("byte {at} of {shown:?}"));
        }
        self.positions += 1;
        self.candidates += offered.candidates.len();
        assert!(
            offered.candidates.len() <= CANDIDATES_MAX,
            "{line:?} at {at}"
        );
        let word = offered.word.start as usize..offered.word.end as usize;
        assert!(
            offered.candidates.is_empty() || line.get(word.clone()).is_some() && word.start <= at,
            "{line:?} at {at}: {word:?}"
        );
        offered
    }

    /// Whether a text is already a statement; nothing is offered after it, because Enter may come next.
    fn is_whole(&mut self, text: &str) -> bool {
        let parsed = self.judge.parse(text);
        parsed.statement.is_some() && !parsed.has_error()
    }

    /// Whether the items at a token include it, unless the line is complete before it.
    fn check_token(
        &mut self,
        line: &str,
        kind: &str,
        token: &str,
        at: usize,
    ) -> Result<(), String> {
        // As when it is typed: the text after it is not there yet.
        let text = &line[..at];
        let is_whole = !text.trim_end().ends_with(';') && self.is_whole(text);
        if is_whole || is_begun_by_hand(kind, token, text) {
            return Ok(());
        }
        self.tokens += 1;
        let offered = self.offered(text, at);
        let typed = &text[offered.word.start as usize..at];
        let includes = offered.candidates.iter().any(|candidate| {
            candidate
                .text()
                .strip_prefix(typed)
                .is_some_and(|rest| rest.starts_with(token) || is_number_like(kind, rest))
        });
        if !includes {
            let labels: Vec<&str> = offered
                .candidates
                .iter()
                .map(|candidate| candidate.label.as_str())
                .take(40)
                .collect();
            return Err(format!(
                "{text:?}: `{token}` ({kind}) at {at} is not among {labels:?}"
            ));
        }
        Ok(())
    }

    /// Every token of a line without errors. Lines of one form are tested once.
    fn check_line(&mut self, line: &str) -> Result<(), String> {
        let parsed = self.judge.parse(line);
        if parsed.statement.is_none() || parsed.has_error() {
            return Ok(());
        }
        let form: String = form_of(line);
        let seen = self.lines.entry(form).or_default();
        *seen += 1;
        if *seen > 1 {
            return Ok(());
        }
        let tree = self.tree.parse(line, None).expect("a tree");
        let mut leaves = Vec::new();
        collect(tree.root_node(), "", &mut leaves);
        for (kind, range) in leaves {
            self.check_token(line, &kind, &line[range.clone()], range.start)?;
        }
        Ok(())
    }

    fn report(&self, what: &str) {
        println!(
            "completed {what}: {} lines in {} forms, {} tokens found where they begin, {} positions, {} candidates; {:.1} µs each, at most {:?} at {}",
            self.lines.values().sum::<usize>(),
            self.lines.len(),
            self.tokens,
            self.positions,
            self.candidates,
            self.elapsed.as_secs_f64() * 1e6 / self.positions.max(1) as f64,
            self.slowest.0,
            self.slowest.1,
        );
    }
}

/// Whether nothing is offered although the token fits: the rest of a payload, where a list would only disturb while digits are
/// typed, and the slash of an opcode's mask, which few opcodes have.
fn is_begun_by_hand(kind: &str, token: &str, text: &str) -> bool {
    let continues = text.ends_with(|c: char| c.is_ascii_hexdigit());
    let is_payload = matches!(kind, "long_hex" | "single_hex" | "half_hex" | "hex_run");
    let expression = text.rsplit(';').next().unwrap_or_default().trim_start();
    let is_opcode = !expression.is_empty() && !expression.contains(char::is_whitespace);
    is_payload && continues || token.starts_with('/') && is_opcode
}

/// Whether a number begins where there is one.
fn is_number_like(kind: &str, rest: &str) -> bool {
    if !NUMBERS.contains(&kind) {
        return false;
    }
    let first = rest.chars().next();
    match kind {
        "tag" => rest.starts_with('i') && rest[1..].starts_with(|c: char| c.is_ascii_hexdigit()),
        "long_hex" => first == Some('l'),
        "single_hex" => first == Some('s'),
        "half_hex" => first == Some('h'),
        "host_word" => first.is_some_and(|c| c.is_ascii_alphanumeric()),
        "rotation" => matches!(first, Some('+' | '-')),
        // Letters are offered one by one.
        "mask_memories" => first.is_some_and(|c| c.is_ascii_lowercase()),
        _ => first.is_some_and(|c| c.is_ascii_hexdigit()),
    }
}

/// A line with its long numbers cut off, so that lines that differ only in them are equal.
fn form_of(line: &str) -> String {
    line.split('#')
        .next()
        .unwrap_or_default()
        .chars()
        .map(|c| if matches!(c, '2'..='9') { '1' } else { c })
        .collect::<String>()
        .replace("11", "1")
        .replace("11", "1")
}

/// The leaves of a tree except comments and semicolons, with their kinds; for numbers in masks, the kind of the mask.
fn collect(node: Node<'_>, parent: &str, leaves: &mut Vec<(String, std::ops::Range<usize>)>) {
    if matches!(node.kind(), "comment" | ";") || node.byte_range().is_empty() {
        return;
    }
    if node.child_count() == 0 {
        let kind = if parent == "mask_pattern" {
            parent
        } else {
            node.kind()
        };
        leaves.push((kind.to_owned(), node.byte_range()));
        return;
    }
    for index in 0..node.child_count() {
        if let Some(child) = node.child(index) {
            collect(child, node.kind(), leaves);
        }
    }
}

fn check_all(law: &mut Law, lines: impl Iterator<Item = String>) {
    let mut failures: BTreeMap<String, String> = BTreeMap::new();
    for line in lines {
        if let Err(failure) = law.check_line(&line) {
            let kind = failure
                .split(" is not")
                .next()
                .unwrap_or_default()
                .to_owned();
            failures.entry(kind).or_insert(failure);
        }
    }
    let shown: Vec<&String> = failures.values().take(15).collect();
    assert!(failures.is_empty(), "{} kinds: {shown:#?}", failures.len());
}

fn lines_of(folder: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for path in files::below(&files::root().join(folder), "vsm").expect("the folder can be read") {
        let source = line::decode(&fs::read(path).expect("the file can be read")).0;
        lines.extend(line::lines(&source).map(|line| {
            line.split(mnc2_tests::annotation::MARK)
                .next()
                .unwrap_or_default()
                .trim_end()
                .to_owned()
        }));
    }
    lines
}

#[test]
fn every_token_of_fixtures_and_examples_is_offered_where_it_begins() {
    let mut law = Law::new();
    let lines = ["examples", "tests/programs", "tests/diagnostics"]
        .into_iter()
        .flat_map(lines_of);
    check_all(&mut law, lines);
    law.report("fixtures and examples");
    assert!(law.tokens > 3000, "{}", law.tokens);
}

#[test]
fn every_token_of_random_instructions_is_offered_where_it_begins() {
    let mut law = Law::new();
    let mut choices = Choices::new(5);
    let all: Vec<_> = generate::instructions().collect();
    let mut lines = Vec::new();
    for (spelling, op) in &all {
        lines.push(generate::instruction(&mut choices, spelling, *op));
    }
    for _ in 0..100 {
        lines.push(generate::control(&mut choices));
    }
    check_all(&mut law, lines.into_iter());
    law.report("random instructions");
    assert!(law.tokens > 2000, "{}", law.tokens);
}

#[test]
fn every_token_of_public_programs_is_offered_where_it_begins() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else {
        println!("!!! NO PUBLIC PROGRAM WAS COMPLETED: {FOLDER_VARIABLE} names no folder !!!");
        return Ok(());
    };
    let mut lines = Vec::new();
    for path in files::below(&folder, "vsm")? {
        let source = line::decode(&fs::read(path)?).0;
        lines.extend(line::lines(&source).map(str::to_owned));
    }
    let mut law = Law::new();
    check_all(&mut law, lines.into_iter());
    law.report("public programs");
    Ok(())
}

/// Each item must be accepted with the other operands of the example, for rows that share their spelling with no
/// other: only regions, which are numbers, may conflict.
#[test]
fn what_is_offered_for_operands_is_accepted() {
    let mut law = Law::new();
    let mut offered = 0;
    for spelling in spelling::all()
        .iter()
        .filter(|spelling| spelling.ops.len() == 1)
    {
        let op = spelling.ops[0];
        let example = op.row().example.split(';').next().unwrap_or_default();
        let words: Vec<&str> = example.split(' ').collect();
        // The example represents every precision of its row with letters of the same shape.
        if words.len() < 2 || words[0] != spelling.text {
            continue;
        }
        for at in 1..words.len() {
            let before = format!("{} ", words[..at].join(" "));
            for candidate in law.offered(&before, before.len()).candidates {
                let rest: String = words[at + 1..]
                    .iter()
                    .map(|word| format!(" {word}"))
                    .collect();
                let line = format!("{before}{}{rest}", candidate.text());
                let parsed = law.judge.parse(&line);
                let refused = parsed.diagnostics.iter().find(|found| {
                    found.is_error()
                        && !matches!(found.code, Code::RegionConflict | Code::WaitAlone)
                });
                assert_eq!(refused, None, "{line}");
                offered += 1;
            }
        }
    }
    println!("{offered} candidates fit the operands of the examples too");
    assert!(offered > 2000, "{offered}");
}

#[test]
fn half_typed_lines_of_every_kind_are_bounded() {
    let mut law = Law::new();
    let mut lines: Vec<String> = ["examples", "tests/diagnostics"]
        .into_iter()
        .flat_map(lines_of)
        .collect();
    let mut forms = std::collections::HashSet::new();
    lines.retain(|line| forms.insert(form_of(line)));
    for hostile in [
        "",
        ";;;",
        "\"",
        "f\"",
        "[[[[",
        "$$$",
        "$lm[",
        "@@@",
        "////",
        "nop/",
        "mvp/n/n/n",
        "mask",
        "d",
        "d get",
        "d set $lm0 99999999999999999999 ",
        "d set $lm0 18446744073709551615 ",
        "lpassa {0} {1}{",
        "あいう",
        "lpassa $lmあ",
        "l1bmd+",
        "l2bmb@[0,1,2,3,4,5,6,7,0]",
        "mvp/nd/i",
        "mvp/ir",
        "\u{feff}nop",
        "c 0",
        "e",
        "quit x",
        "-",
        "-$",
        "--$lm0",
    ] {
        lines.push(hostile.to_owned());
    }
    lines.push("nop;".repeat(500));
    lines.push(format!("lpassa {}", "$lm0v ".repeat(300)));
    lines.push(format!("lpassa $lm{}", "0".repeat(5000)));
    // Without optimization it takes too long for all of them.
    let step = if cfg!(debug_assertions) { 4 } else { 1 };
    for line in lines.iter().rev().step_by(step) {
        // Every position but for very long lines, and one beyond the end.
        for at in (0..=line.len() + 1).step_by((line.len() / 200).max(1)) {
            law.offered(line, at);
        }
    }
    law.report("half-typed lines");
}
