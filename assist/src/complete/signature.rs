//! The operands of an expression, and the one at a cursor.

use std::ops::Range;

use mnc2_isa::spelling::Spelling;
use mnc2_isa::{ControlOp, Op, OperandRole, OperandSpec};

use crate::complete::rows_at;
use mnc2_asm::LineParser;
use mnc2_asm::lower::overload;
use mnc2_program::Line;
use mnc2_program::cursor::Cursor;
use mnc2_text::{Message, message};

/// Maximum number of rows shown for one spelling. `mvp` has the most.
const SIGNATURES_MAX: usize = 16;

/// One way to write an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The opcode and its operands.
    pub label: String,
    /// Its effect, in a few words.
    pub title: &'static str,
    /// The operands, in the order of the label.
    pub parameters: Vec<Parameter>,
}

/// An operand of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its place in the label, in bytes.
    pub range: Range<usize>,
    /// The operands that it accepts.
    pub doc: Option<Message>,
}

/// The signatures of the statement at a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures {
    /// One for each row of the opcode that fits the typed text, in the manual's order; at least one.
    pub signatures: Vec<Signature>,
    /// The operand at the cursor, in each signature.
    pub operand: usize,
}

/// The statement at a byte of a line while operands are missing; nothing in comments, at opcodes that do not exist,
/// and in complete expressions.
#[must_use]
pub fn signatures(
    parser: &mut LineParser,
    line: &Line,
    text: &str,
    byte: usize,
) -> Option<Signatures> {
    let cursor = Cursor::new(line, text, byte)?;
    let first = cursor.before.first().map(|word| &text[word.clone()])?;
    let operand = cursor.before.len().checked_sub(1)?;
    if is_whole(parser, text, &cursor) {
        return None;
    }
    if cursor.expression == 0
        && let Some(op) = statement(first, cursor.before.get(1).map(|word| &text[word.clone()]))
    {
        return statement_signatures(op, cursor.before.len(), first);
    }
    let length = first
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(first.len());
    let spelling = mnc2_isa::spelling::find(&first[..length])?;
    let takes = |op: &Op| overload::spec_at(op.row().operands, operand).is_some();
    let signatures: Vec<Signature> = rows_at(parser, text, &cursor)
        .into_iter()
        .filter(takes)
        .take(SIGNATURES_MAX)
        .map(|op| row_signature(op, spelling))
        .collect();
    let last = signatures.iter().map(|it| it.parameters.len()).max()?;
    Some(Signatures {
        signatures,
        operand: operand.min(last.checked_sub(1)?),
    })
}

/// Whether nothing is missing: the line up to the cursor, its expression or all of it has no error.
fn is_whole(parser: &mut LineParser, text: &str, cursor: &Cursor) -> bool {
    let mut is_right = |text: Option<&str>| {
        let line = parser.parse(text.unwrap_or_default());
        line.statement.is_some() && !line.has_error()
    };
    is_right(text.get(..cursor.at))
        || is_right(text.get(cursor.range.clone()))
        || is_right(text.get(..cursor.range.end))
}

/// Debug, host and mask statements by their first words.
fn statement(first: &str, second: Option<&str>) -> Option<ControlOp> {
    match (first, second) {
        ("d", Some(verb)) if verb.starts_with("get") => Some(ControlOp::DebugGet),
        ("d", Some("set")) => Some(ControlOp::DebugSet),
        ("c", _) => Some(ControlOp::HostWritePdm),
        ("e", _) => Some(ControlOp::HostReadPdm),
        ("r", _) => Some(ControlOp::HostWriteDram),
        (word, _) if word.starts_with("mask") => Some(ControlOp::Mask),
        _ => None,
    }
}

/// A statement whose syntax is a list of words.
fn statement_signatures(op: ControlOp, words_before: usize, first: &str) -> Option<Signatures> {
    let row = op.row();
    let label = Op::Control(op).syntax().to_owned();
    let mut parameters = Vec::new();
    let mut at = 0;
    for word in label.split(' ') {
        parameters.push(Parameter {
            range: at..at + word.len(),
            doc: None,
        });
        at += word.len() + 1;
    }
    // `d get` is two words, which are not parameters; other statements have one.
    let head = if first == "d" { 2 } else { 1 };
    parameters.drain(..head.min(parameters.len()));
    // The last part can be several words.
    let last = parameters.len().checked_sub(1)?;
    let operand = words_before.checked_sub(head)?.min(last);
    Some(Signatures {
        signatures: vec![Signature {
            label,
            title: row.title,
            parameters,
        }],
        operand,
    })
}

fn row_signature(op: Op, spelling: &Spelling) -> Signature {
    let row = op.row();
    let mut label = format!("{}{}", spelling.text, op.options(spelling.precision));
    let parameters = row
        .operands
        .iter()
        .map(|spec| {
            label.push(' ');
            let start = label.len();
            label.push_str(&op.operand_syntax(spelling.precision, spec));
            Parameter {
                range: start..label.len(),
                doc: Some(doc(op, spec)),
            }
        })
        .collect();
    Signature {
        label,
        title: row.title,
        parameters,
    }
}

/// The operands that are possible at a position, in a sentence.
fn doc(op: Op, spec: &OperandSpec) -> Message {
    let what = overload::expectation_of(op, spec.class);
    let what = match spec.alignment {
        0 | 1 => what,
        alignment => message!(
            "{what}; the address is a multiple of {alignment}",
            what,
            alignment
        ),
    };
    match spec.role {
        OperandRole::Input => message!("Read: {what}.", what),
        OperandRole::Output | OperandRole::Outputs => message!("Written: {what}.", what),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(fixture: &str, expected: Expect) {
        let at = fixture.find('‸').expect("a cursor");
        let text = fixture.replace('‸', "");
        let mut parser = LineParser::without_suggestions();
        let line = parser.parse(&text);
        let Some(found) = signatures(&mut parser, &line, &text, at) else {
            expected.assert_eq("nothing\n");
            return;
        };
        let mut shown = String::new();
        for (index, signature) in found.signatures.iter().enumerate() {
            let is_active = index == 0;
            let mark = if is_active { "> " } else { "  " };
            let mut label = signature.label.clone();
            if let Some(parameter) = signature.parameters.get(found.operand) {
                label.insert(parameter.range.end, ']');
                label.insert(parameter.range.start, '[');
                if is_active {
                    let doc = parameter
                        .doc
                        .as_ref()
                        .map_or_else(String::new, Message::to_string);
                    label.push_str(&format!(" | {doc}"));
                }
            }
            shown.push_str(&format!("{mark}{label}\n"));
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn the_operand_at_the_cursor_is_marked() {
        check(
            "dvfmad ‸",
            expect![[r#"
            > dvfmad [<src_x>] <src_y> <src_z> <dst_0> [<dst_1>..] | Read: a PE memory (`$lm0v`, `$lr0`, `$t`) or one of `$mauf`, `$aluf`, `$lbf`.
        "#]],
        );
        check(
            "dvfmad $lm0v $l‸n0v $ls0v",
            expect![[r#"
            > dvfmad <src_x> [<src_y>] <src_z> <dst_0> [<dst_1>..] | Read: a PE memory (`$lm0v`, `$lr0`, `$t`) or one of `$mauf`, `$aluf`, `$lbf`.
        "#]],
        );
        check(
            "lpassa $lm0v $ln0v $‸",
            expect![[r#"
            > lpassa <src_x> [<dst_0> [<dst_1>..]] | Written: a PE memory to write (`$lm0v`, `$lr0`, `$t`, `$mb`), `$omr1` or `$nowrite`.
        "#]],
        );
        check(
            "nop; wait ‸",
            expect![[r#"
            > wait [<tag>] | Read: a tag: `i01`.
        "#]],
        );
        check(
            "imm f\"1‸",
            expect![[r#"
            > imm [<payload>] <dst_0> [<dst_1>..] | Read: an immediate value: `f"1.0"`.
        "#]],
        );
    }

    #[test]
    fn what_is_typed_chooses_among_rows() {
        check(
            "l1bmm ‸",
            expect![[r#"
                > l1bmm [$lb<addr_b>] <dst_0> [<dst_1>..] | Read: L1BM by long words: `$lb0` or `$lbi`; the address is a multiple of 4.
                  l1bmm [$llb<addr_b>] <dst_0> [<dst_1>..]
            "#]],
        );
        check(
            "l1bmm $llb0 ‸",
            expect![[r#"
                > l1bmm $llb<addr_b> [<dst_0> [<dst_1>..]] | Written: a PE memory to write (`$lm0v`, `$lr0`, `$t`, `$mb`) or `$nowrite`.
            "#]],
        );
        check(
            "l1bmm@3 ‸",
            expect![[r#"
                > l1bmm@<mabadr> [<src>] $lb<addr_b> | Read: a PE memory (`$lm0v`, `$lr0`, `$t`) or one of `$mauf`, `$aluf`, `$lbf`.
                  l1bmm@<mabadr> [<src>] $llb<addr_b>
            "#]],
        );
        check(
            "mvb/n64 $d0 ‸",
            expect![[r#"
                > mvb/n<size>[<tag>] $d[i]<addr_d> [$lc<addr_c>] | Written: every L2BM: `$lc0`; the address is a multiple of 64.
            "#]],
        );
    }

    #[test]
    fn statements_have_signatures_too() {
        check(
            "d getd ‸",
            expect![[r#"
            > d get[<dtype>] [<memory>[n<group_id>][c<l2b_id>][b<l1b_id>][m<mab_id>][p<pe_id>]] <num_of_words> | 
        "#]],
        );
        check(
            "d set $lm0 1 00 ‸",
            expect![[r#"
            > d set <memory>[n<group_id>][c<l2b_id>][b<l1b_id>][m<mab_id>][p<pe_id>] <num_of_words> [<payload>] | 
        "#]],
        );
        check(
            "maskr ‸",
            expect![[r#"
            > mask[l|ll][r][s][t][m][n][k] [<addr>] | 
        "#]],
        );
        check(
            "r 0 ‸",
            expect![[r#"
            > r <group> [<address>] <count> <payload> | 
        "#]],
        );
    }

    #[test]
    fn nothing_is_said_elsewhere() {
        check("lpas‸", expect!["nothing\n"]);
        check("lpasa ‸", expect!["nothing\n"]);
        check("nop # lpassa ‸", expect!["nothing\n"]);
        check("‸", expect!["nothing\n"]);
        check("d ‸", expect!["nothing\n"]);
        // Nothing is missing.
        check("lpassa $lm0v $ln0v‸", expect!["nothing\n"]);
        check("lpassa $lm0v $ln0v ‸", expect!["nothing\n"]);
        check("lpassa $l‸m0v $ln0v", expect!["nothing\n"]);
        check("l2bmdarw ‸", expect!["nothing\n"]);
        check("nop; wait i01‸", expect!["nothing\n"]);
        check("d get $lm0 4‸", expect!["nothing\n"]);
    }
}
