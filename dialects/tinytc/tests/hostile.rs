//! Any text has answers, any edit is a fresh read, and large texts take a bounded time.

use mnc2_laws::{answers, edits, memory, texts};
use mnc2_text::Position;
use mnc2_text::random::Random;
use mnc2_tinytc::LANGUAGE;

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
    let fixtures = texts::below(env!("CARGO_MANIFEST_DIR"), &["tests/diagnostics"], &[".ir"]);
    fixtures.into_iter().map(|(_, text)| text).collect()
}

/// Everything has answers, as every place that can be renamed has a name, and what is canonical stays.
fn ask(text: &str) {
    answers::have_places(&LANGUAGE, text, |_| "a_fresh_name");
    let document = LANGUAGE.options().read(text);
    for (line, content) in (0..).zip(mnc2_text::line::lines(text)) {
        for byte in (0..=content.len() as u32).step_by(3) {
            let at = Position { line, byte };
            let is_refused = || document.rename(at, "a_fresh_name").is_err();
            assert!(
                document.renamable(at).is_none() || !is_refused(),
                "{text:?}"
            );
        }
    }
    let canonical = |text: &str| {
        LANGUAGE
            .options()
            .read(text)
            .canonical()
            .unwrap_or_default()
    };
    let once = canonical(text);
    assert_eq!(canonical(&once), once, "{text:?}");
}

#[test]
fn any_text_has_answers() {
    let mut numbers = Random::new(0x9e37_79b9_7f4a_7c15);
    for _ in 0..300 {
        ask(&numbers.text(WORDS, 60));
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
            drop(LANGUAGE.options().read(&text[..end]).findings(&|| false));
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
    let texts = [
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
    ];
    answers::take_bounded_time(&LANGUAGE, texts);
}

#[test]
fn memory_is_in_proportion_to_the_text() {
    memory::holds(
        &LANGUAGE,
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
    let pieces = [";", "\"", "func", "}\n", "func @f() {\n", "%x"];
    edits::hold(&LANGUAGE, &lines, &pieces);
}
