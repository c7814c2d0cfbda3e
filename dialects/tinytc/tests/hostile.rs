//! Any text has answers, any edit is a fresh read, and large texts take a bounded time.

use std::fs;
use std::path::Path;

use mnc2_laws::answers;
use mnc2_text::interface::Text as _;
use mnc2_text::random::Random;
use mnc2_text::{Language, Position};
use mnc2_tinytc::{Document, LANGUAGE, Options};

/// Words of the language and of none, in any order.
const WORDS: &[&str] = &[
    "func ",
    "@f",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ":",
    ",",
    "=",
    "->",
    "?",
    "x",
    "%a",
    "%1",
    "%",
    "@",
    "\"",
    "\n",
    ";",
    " ",
    "memref<f32x4>",
    "memref<",
    "f32",
    "index",
    "group<",
    "coopmatrix<f32x8x8,matrix_a>",
    "gemm.n.t ",
    "for ",
    "foreach ",
    "if ",
    "else ",
    "parallel ",
    "yield (",
    "init(",
    "constant ",
    "1.0",
    "-3",
    "99999999999999999999",
    "expand ",
    "fuse ",
    "subview ",
    "load ",
    "store ",
    "attributes{",
    "subgroup_size=",
    "é",
    "\r\n",
    "alloca : ",
    "arith.add ",
    "0x1p",
    "barrier",
    "local",
];

fn fixtures() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("a fixture"))
        .collect()
}

fn ask(text: &str) {
    let document = Document::new(text, &Options::default());
    let lines: Vec<&str> = mnc2_text::line::lines(text).collect();
    for finding in document.findings(&|| false) {
        let line = lines
            .get(finding.line as usize)
            .expect("a line of the text");
        let range = finding.diagnostic.range;
        assert!(
            range.start <= range.end && range.end as usize <= line.len(),
            "{text:?}: {range:?}"
        );
    }
    drop(document.symbols(&|| false));
    drop(document.folding(&|| false));
    drop(document.tokens(0..u32::MAX, &|| false));
    drop(document.hints(0..u32::MAX, &|| false));
    drop(document.format(0..u32::MAX, &|| false));
    let canonical = document.canonical();
    let again = Document::new(&canonical, &Options::default()).canonical();
    assert_eq!(again, canonical, "{text:?}");
    for (line, content) in lines.iter().enumerate() {
        for byte in (0..=content.len()).step_by(3) {
            let at = Position {
                line: line as u32,
                byte: byte as u32,
            };
            drop(document.hover(at, Language::English));
            drop(document.references(at, true));
            if content.is_char_boundary(byte) {
                drop(document.completion(at, Language::English));
                drop(document.signature(at, Language::English));
            }
            if document.renamable(at).is_some() {
                assert!(document.rename(at, "a_fresh_name").is_ok(), "{text:?}");
            }
        }
    }
}

#[test]
fn any_text_has_answers() {
    let mut numbers = Random::new(0x9e37_79b9_7f4a_7c15);
    for _ in 0..300 {
        let count = numbers.index(60);
        let text: String = (0..count)
            .map(|_| WORDS[numbers.index(WORDS.len())])
            .collect();
        ask(&text);
    }
}

#[test]
fn any_prefix_of_a_program_has_answers() {
    for text in fixtures() {
        ask(&text);
        if text.len() > 3000 {
            continue;
        }
        for end in (0..text.len())
            .step_by(7)
            .filter(|&end| text.is_char_boundary(end))
        {
            drop(Document::new(&text[..end], &Options::default()).findings(&|| false));
        }
    }
}

#[test]
fn any_edit_is_a_fresh_read() {
    let mut numbers = Random::new(0x1234_5678_9abc_def1);
    let word = |numbers: &mut Random| numbers.one_of(WORDS).to_owned();
    for text in fixtures() {
        answers::stay_after_edits(&LANGUAGE, text, 6, &mut numbers, word);
    }
}

#[test]
fn large_texts_take_a_bounded_time() {
    let deep = "{ if %c ".repeat(20_000);
    let values: String = (0..20_000)
        .map(|index| format!("%{index} = constant {index} : i32\n"))
        .collect();
    for text in [
        format!("func @f() {deep}"),
        format!("func @f() {{\n{values}}}"),
        format!("func @f(%a: memref<f32{}>) {{}}", "x4".repeat(20_000)),
        format!("func @f() attributes{{\"a\"={}", "[".repeat(20_000)),
        format!("func @f() {{ {} }}", "yield (%a) ".repeat(20_000)),
        "func @f() {}\n".repeat(20_000),
        "func ".repeat(20_000),
        "\"".repeat(20_000),
        "%".repeat(20_000),
        "x".repeat(1 << 18),
        "a".repeat(1 << 18),
    ] {
        let document = Document::new(&text, &Options::default());
        drop(document.findings(&|| false));
        drop(document.symbols(&|| false));
        drop(document.folding(&|| false));
        drop(document.references(Position { line: 0, byte: 6 }, true));
        drop(document.canonical());
    }
}

#[test]
fn memory_is_in_proportion_to_the_text() {
    mnc2_laws::memory::holds(
        mnc2_laws::checked!(mnc2_tinytc),
        |number| format!("func @f{number}() {{ %x = ad %y, %z : i32 }}\n"),
        |number| format!("func @f{number}() {{ }}\n"),
    );
}

#[test]
fn after_edits_a_text_says_what_it_says_when_it_is_read_at_once() {
    let lines = [
        "func @f(%a: f32, %m: memref<f32x8>, %n: index) {",
        "  %x = arith.add %a, %a : f32",
        "  store %x, %m[%n]",
        "  foreach (%i) = (%n),(%n) {",
        "  }",
        "}",
        "func @g() { }",
        "; x",
        "  %y = load %m[%n] : f32",
        "bogus",
    ];
    let pieces = [
        "",
        "x",
        "\n",
        "\r",
        ";",
        "\"",
        "func",
        "}\n",
        "func @f() {\n",
        "%x",
    ];
    mnc2_laws::edited!(mnc2_tinytc).holds(&lines, &pieces);
}
