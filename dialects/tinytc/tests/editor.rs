//! Editor features for a program.

use expect_test::{Expect, expect};
use mnc2_laws::Editor;
use mnc2_text::interface::{Explain as _, Name as _};
use mnc2_text::{Language, Position};
use mnc2_tinytc::{Document, LANGUAGE, Options};

const EDITOR: Editor = Editor(&LANGUAGE);

const TEXT: &str = "; The first kernel
; of this file.
func @first(%a: f32, %m: memref<f32x4x?>) {
  %n = size %m[0] : index
  for %i = %n,%n {
    %x = load %m[%i,%i] : f32
    %y = arith.add %x, %a : f32
    axpby.n %y, %m, %x, %m
  }
  parallel {
    %x = constant 1.0 : f32
    store %x, %m[%n,%n]
  }
}
func @second() {}
";

/// The place of the mark `|` in a line that is in the text without it.
fn at(marked: &str) -> Position {
    let line = marked.replace('|', "");
    let number = TEXT
        .lines()
        .position(|other| other.contains(&line))
        .expect("a line");
    let start = TEXT
        .lines()
        .nth(number)
        .and_then(|other| other.find(&line))
        .expect("a place");
    let byte = start + marked.find('|').expect("a mark");
    Position {
        line: number as u32,
        byte: byte as u32,
    }
}

fn document() -> Document {
    Document::new(TEXT, &Options::default())
}

fn check_hover(marked: &str, expected: &Expect) {
    let hover = document().hover(at(marked), Language::English);
    let text = hover.map(|hover| format!("{:?}\n{}", hover.range, hover.markdown));
    expected.assert_eq(&text.unwrap_or_default());
}

#[test]
fn hover_says_types_and_formulas() {
    check_hover(
        "func @first(%a: f32, %|m",
        &expect![[r#"
        21..23
        ```tinytc
        %m: memref<f32x4x?>
        ```

        a parameter, used 5 times

        shape (4, ?), strides (1, 4), 4 bytes an element in global memory"#]],
    );
    check_hover(
        "arith.add %|x, %a",
        &expect![[r#"
        19..21
        ```tinytc
        %x: f32
        ```

        the result of its instruction, used 2 times"#]],
    );
    check_hover(
        "for %|i = ",
        &expect![[r#"
        6..8
        ```tinytc
        %i: index
        ```

        a loop variable, used 2 times"#]],
    );
    check_hover(
        "axp|by.n",
        &expect![[r#"
        4..9
        ```tinytc
        axpby.t|.n[.atomic] %alpha, %A, %beta, %B
        ```

        Scales and adds vectors or matrices.

        B := α op(A) + β B

        collective instruction; section Axpby of the specification, version 2025-02"#]],
    );
    check_hover(
        "%n = si|ze",
        &expect![[r#"
        7..11
        ```tinytc
        size %A[mode] : index
        ```

        Returns the size of a mode, or of a group.

        shape(A)[mode]

        mixed instruction; section Size of the specification, version 2025-02"#]],
    );
    check_hover("; The |first", &expect![]);
}

fn check_places(marked: &str, expected: &[(u32, u32)]) {
    let found: Vec<(u32, u32)> = document()
        .references(at(marked), true)
        .into_iter()
        .map(|place| (place.line, place.range.start))
        .collect();
    assert_eq!(found, expected, "{marked}");
}

#[test]
fn names_are_known_in_their_region() {
    check_places("arith.add %|x", &[(5, 4), (6, 19), (7, 20)]);
    check_places("store %|x", &[(10, 4), (11, 10)]);
    check_places("load %m[%|i", &[(4, 6), (5, 17), (5, 20)]);
    check_places("func @sec|ond", &[(14, 5)]);
    check_places("; The |first", &[]);
    let definition = document().definition(at("%y, %m, %x, %|m"));
    assert_eq!(
        (definition[0].line, definition[0].range.clone()),
        (2, 21..23)
    );
    let writes = document().highlights(at("arith.add %|x"));
    assert_eq!(
        writes.iter().filter(|highlight| highlight.is_write).count(),
        1
    );
}

fn check_rename(marked: &str, name: &str, expected: &Expect) {
    let changes = document().rename(at(marked), name);
    let text = match changes {
        Err(message) => message.to_string(),
        Ok(changes) => changes
            .iter()
            .map(|change| {
                format!(
                    "{}:{:?} {}\n",
                    change.place.line, change.place.range, change.text
                )
            })
            .collect(),
    };
    expected.assert_eq(&text);
}

#[test]
fn names_change_where_they_are_known() {
    check_rename(
        "arith.add %|x",
        "%z",
        &expect![[r#"
        5:5..6 z
        6:20..21 z
        7:21..22 z
    "#]],
    );
    check_rename(
        "arith.add %|x",
        "7",
        &expect![[r#"
        5:5..6 7
        6:20..21 7
        7:21..22 7
    "#]],
    );
    check_rename(
        "arith.add %|x",
        "n",
        &expect!["`n` is taken where the name is known"],
    );
    check_rename(
        "arith.add %|x",
        "a-b",
        &expect![
            "`a-b` is not a name: a name is a number, or a letter with letters, digits and underscores"
        ],
    );
    check_rename(
        "func @sec|ond",
        "first",
        &expect!["`first` is taken where the name is known"],
    );
    check_rename(
        "func @sec|ond",
        "third",
        &expect![[r#"
        14:6..12 third
    "#]],
    );
    check_rename(
        "; The |first",
        "third",
        &expect!["there is no value and no function here"],
    );
    // The other `%x` is in another region, so its name is free here and this one's there.
    check_rename(
        "store %|x",
        "y",
        &expect![[r#"
        10:5..6 y
        11:11..12 y
    "#]],
    );
}

#[test]
fn outline_folds_and_colours() {
    expect![[r#"
        3-14 Function @first  %a: f32, %m: memref<f32x4x?>
          5-9 Label for  %n, %n
          10-13 Label parallel
        15-15 Function @second
    "#]]
    .assert_eq(&EDITOR.outline(TEXT));
    assert_eq!(EDITOR.folds(TEXT), "1-2 comment, 3-13, 5-8, 10-12");
    expect![[r#"
        7:10 arith.add Compute
        8:5 axpby Compute
        8:17 %m Read
        8:25 %m Write
        10:3 parallel Control
        11:10 constant Control
        12:5 store Transfer
        12:15 %m Write"#]]
    .assert_eq(&EDITOR.tokens(TEXT, 6..12));
}

/// The lines of a text with hints, each hint in brackets at its place.
fn check_hints(text: &str, lines: std::ops::Range<u32>, expected: &Expect) {
    let hints = Document::new(text, &Options::default()).hints(lines, &|| false);
    let mut shown: Vec<String> = text.lines().map(str::to_owned).collect();
    for hint in hints.iter().rev() {
        let line = &mut shown[hint.at.line as usize];
        line.insert_str(hint.at.byte as usize, &format!("[{}]", hint.label));
    }
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn hints_say_types_that_the_text_does_not() {
    const TEXT: &str = "func @f(%a: f32, %n: index, %m: i32, %b: bool) {
  %y, %z = for %i = %n, %n init(%x=%a, %k=%n) -> (f32, index) {
    yield (%x, %k)
  }
  for %j: i32 = %m, %m {}
  foreach (%p, %q) = (%n, %n), (%n, %n) {}
  foreach (%p, %q) : i32 = (%m, %m), (%m, %m) {}
  %r = if %b -> (f32) { yield (%a) } else { yield (%a) }
  %s = arith.add %r, %y : f32
  for %t =
}
func @g(%n: index) { for %u=%n,%n {} }";
    check_hints(
        TEXT,
        0..u32::MAX,
        &expect![[r#"
        func @f(%a: f32, %n: index, %m: i32, %b: bool) {
          %y[: f32], %z[: index] = for %i[: index] = %n, %n init(%x[: f32]=%a, %k[: index]=%n) -> (f32, index) {
            yield (%x, %k)
          }
          for %j: i32 = %m, %m {}
          foreach (%p[: index], %q[: index]) = (%n, %n), (%n, %n) {}
          foreach (%p, %q) : i32 = (%m, %m), (%m, %m) {}
          %r[: f32] = if %b -> (f32) { yield (%a) } else { yield (%a) }
          %s = arith.add %r, %y : f32
          for %t[: index] =
        }
        func @g(%n: index) { for %u[: index]=%n,%n {} }"#]],
    );
    check_hints(
        TEXT,
        11..12,
        &expect![[r#"
        func @f(%a: f32, %n: index, %m: i32, %b: bool) {
          %y, %z = for %i = %n, %n init(%x=%a, %k=%n) -> (f32, index) {
            yield (%x, %k)
          }
          for %j: i32 = %m, %m {}
          foreach (%p, %q) = (%n, %n), (%n, %n) {}
          foreach (%p, %q) : i32 = (%m, %m), (%m, %m) {}
          %r = if %b -> (f32) { yield (%a) } else { yield (%a) }
          %s = arith.add %r, %y : f32
          for %t =
        }
        func @g(%n: index) { for %u[: index]=%n,%n {} }"#]],
    );
}

#[test]
fn attributes_are_explained_where_they_stand() {
    let text = "func @f(%m: memref<f32> {alignment=16}) attributes{subgroup_size=16} {}";
    let document = Document::new(text, &Options::default());
    for name in ["alignment", "subgroup_size"] {
        let byte = text.find(name).expect("the attribute") as u32 + 2;
        let at = Position { line: 0, byte };
        let hover = document.hover(at, Language::English).expect("an attribute");
        assert!(
            hover.markdown.contains("attribute of the specification"),
            "{name}"
        );
    }
}

#[test]
fn a_name_in_what_cannot_be_read_is_its_value() {
    let text = "func @f(%a: f32) {\n  %b = arith.neg %a : f32\n  %c = arith.ad %a, %b : f32\n}\n";
    let document = Document::new(text, &Options::default());
    let at = Position { line: 1, byte: 3 };
    let lines = |changes: Vec<mnc2_text::Change>| -> Vec<u32> {
        changes.iter().map(|change| change.place.line).collect()
    };
    assert_eq!(document.rename(at, "d").map(lines), Ok(vec![1, 2]));
    let at = Position { line: 2, byte: 21 };
    assert_eq!(document.definition(at).len(), 1);
}
