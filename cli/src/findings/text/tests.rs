//! Findings drawn as text, without colours.

use std::sync::Arc;

use expect_test::{Expect, expect};
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_text::{Language, Message};

use super::{CUT, EXCERPT_BYTES_MAX, Excerpt, write};
use crate::input::Source;
use crate::output::Look;

fn check(text: &str, line: u32, diagnostic: Diagnostic, expected: &Expect) {
    let source = Source {
        form: mnc2_program::FileForm::Program,
        name: "a.vsm".to_owned(),
        text: Arc::new(text.to_owned()),
        first_replaced: None,
        has_byte_order_mark: false,
        is_listing: false,
        cell: None,
    };
    let mut out = Vec::new();
    write(
        &mut out,
        &source,
        [&Finding { line, diagnostic }],
        Look::plain(Language::English),
    )
    .expect("memory can be written");
    let drawn = String::from_utf8(out).expect("the renderer writes text");
    expected.assert_eq(&drawn);
}

#[test]
fn both_parties_and_the_fix() {
    check(
        "lpassa $lm0v $ln0v\nnop\nlpassa $ln1v $lr0v\n",
        2,
        Diagnostic::new(
            Code::MisalignedAddress,
            9..12,
            Message::verbatim("1 is not a multiple of 2"),
        )
        .note_at(0, 13..18, Message::verbatim("the other one stands here"))
        .help(Message::verbatim("long words lie at even addresses"))
        .fix(Message::verbatim("round down to `$ln0v`"), 7..12, "$ln0v"),
        &expect![[r#"
            error[E0305]: 1 is not a multiple of 2
             --> a.vsm:3:10
              |
            1 | lpassa $lm0v $ln0v
              |              ----- the other one stands here
            2 | nop
            3 | lpassa $ln1v $lr0v
              |          ^^^
              |
              = help: long words lie at even addresses
              = note: manual 3.6.1
            help: round down to `$ln0v`
              |
            3 - lpassa $ln1v $lr0v
            3 + lpassa $ln0v $lr0v
              |

        "#]],
    );
}

#[test]
fn wide_characters_and_tabs_keep_the_caret_in_its_place() {
    check(
        "\tlpassa\t$lm0v ＄ln0v # 長い\n",
        0,
        Diagnostic::new(
            Code::FullWidthCharacter,
            14..17,
            Message::verbatim("`＄` is a full-width character"),
        ),
        &expect![[r#"
            error[E0102]: `＄` is a full-width character
             --> a.vsm:1:15
              |
            1 |     lpassa    $lm0v ＄ln0v # 長い
              |                     ^^
              |
              = note: manual 3.1

        "#]],
    );
}

#[test]
fn lines_far_apart_are_shown_apart() {
    let text = format!("nop\n{}nop $x\n", "\n".repeat(40));
    check(
        &text,
        41,
        Diagnostic::new(
            Code::OperandCount,
            4..6,
            Message::verbatim("nop takes no operand"),
        )
        .note_at(0, 0..3, Message::verbatim("as here")),
        &expect![[r#"
            error[E0302]: nop takes no operand
              --> a.vsm:42:5
               |
            42 | nop $x
               |     ^^
               |
              ::: a.vsm:1:1
               |
             1 | nop
               | --- as here
               |
               = note: manual 3.6

        "#]],
    );
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let text = format!("{}$bad{}", "nop; ".repeat(100), " # x".repeat(500));
    let bad = Diagnostic::new(
        Code::UnknownOperand,
        500..504,
        Message::verbatim("no memory is called `$bad`"),
    );
    check(
        &text,
        0,
        bad,
        &expect![[r#"
        error[E0301]: no memory is called `$bad`
         --> a.vsm:1:501
          |
        1 | ...p; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; $bad # x # x # x # x # x # x # x # x # x # x # x # x # x # x # x # ...
          |                                                                   ^^^^
          |
          = note: manual 3.6.1

    "#]],
    );
    let text = format!("{}$bad{}", "nop; ".repeat(1000), " # x".repeat(500));
    check(
        &text,
        0,
        Diagnostic::new(
            Code::UnknownOperand,
            5000..5004,
            Message::verbatim("no memory is called `$bad`"),
        ),
        &expect![[r#"
            error[E0301]: no memory is called `$bad`
             --> a.vsm:1:5001
              |
             ::: 
            1 | ...p; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; $bad # x # x # x # x # x # x # x # x # x # x # x # x # x # x # x # ...
              |                                                                   ^^^^
              |
              = note: manual 3.6.1

        "#]],
    );
}

#[test]
fn ranges_outside_the_line_do_no_harm() {
    let mut diagnostic = Diagnostic::new(
        Code::OperandCount,
        90..99,
        Message::verbatim("too few operands"),
    );
    diagnostic = diagnostic.fix(Message::verbatim("remove it"), 50..60, "");
    check(
        "lpassa",
        7,
        diagnostic.clone(),
        &expect![[r#"
            error[E0302]: too few operands
             --> a.vsm:8:1
              |
            8 |
              | ^
              |
              = note: manual 3.6
            help: remove it
            8 - 
              |

        "#]],
    );
    check(
        "lpassa",
        0,
        diagnostic,
        &expect![[r#"
            error[E0302]: too few operands
             --> a.vsm:1:7
              |
            1 | lpassa
              |       ^
              |
              = note: manual 3.6
            help: remove it
              |
            1 | lpassa
              |

        "#]],
    );
}

/// Each character takes three bytes, so that no limit of bytes need fall between two.
#[test]
fn a_long_line_is_cut_between_characters() {
    let text = format!("# {}", "長".repeat(3000));
    for focus in (2..text.len()).step_by(3) {
        let excerpt = Excerpt::new(&text, focus);
        let focus = focus as u32;
        let span = excerpt.span(&(focus..focus + 3));
        assert_eq!(&excerpt.text[span], "長");
        assert!(excerpt.text.len() <= EXCERPT_BYTES_MAX + 2 * CUT.len());
    }
}
