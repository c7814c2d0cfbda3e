//! The explanation of what is under the cursor: an opcode, an operand, a mask, a literal, a tag, part of a debug
//! statement.
//!
//! A line is split into parts with ranges; the smallest part under the cursor is explained. Of blanks, separators and
//! comments only assertions have an explanation.

mod assertion;
mod connections;
mod debug;
mod host;
pub mod last_run;
mod literal;
mod mask;
mod opcode;
mod operand;
mod step;
mod values;
mod waits;

use std::borrow::Cow;

use mnc2_assist::explain;
use mnc2_isa::spelling::{self, Spelling};
use mnc2_isa::{ControlOp, Op};
use mnc2_program::{
    Expression, Line, Mask, MvInstruction, Operand, OperandKind, Params, Statement,
    WriteMaskSetting,
};
use mnc2_text::{Language, LineRange};

pub use connections::connections;
pub use step::{readable_table, step};
pub use waits::waits;

/// `d get` and `d set` are two words; their data type belongs to the second.
const DEBUG_NAME_WORDS: usize = 2;
/// `mask` and its letters are one word.
const MASK_NAME_WORDS: usize = 1;

/// An explanation of a part of a line.
#[derive(Debug, PartialEq, Eq)]
pub struct Explained {
    /// The range that it explains.
    pub range: LineRange,
    /// The explanation in Markdown.
    pub markdown: String,
}

/// A part of a line and how to explain it; the explanation is made only for the part that the user points at.
struct Part<'a> {
    range: LineRange,
    explain: Box<dyn Fn() -> String + 'a>,
}

/// The surroundings of a line that its explanation depends on.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The language of the explanation.
    pub language: Language,
    /// The `mask` statement in force.
    pub setting: WriteMaskSetting,
    /// The sources and uses of the data of an operand or mask at a range.
    pub connections: &'a dyn Fn(&LineRange) -> Option<String>,
    /// The entries of the `.param` file that directives refer to.
    pub params: Option<&'a Params>,
    /// What belongs to the tag at a range.
    pub waits: &'a dyn Fn(&LineRange) -> Option<String>,
}

/// Explains what is at a byte of a line.
pub fn hover(text: &str, line: &Line, around: Around<'_>, byte: u32) -> Option<Explained> {
    if line
        .comment
        .as_ref()
        .is_some_and(|comment| comment.start <= byte)
    {
        let assertion = line.assertion.as_ref()?;
        return (assertion.range.contains(&byte) || assertion.range.end == byte).then(|| {
            Explained {
                range: assertion.range.clone(),
                markdown: assertion::assertion(assertion, around.language),
            }
        });
    }
    let parts = match &line.statement {
        Some(statement) => parts(text, line, statement, around),
        None => words(text, around.language),
    };
    let part = smallest(&parts, |range| range.contains(&byte))
        .or_else(|| smallest(&parts, |range| range.end == byte))?;
    Some(Explained {
        range: part.range.clone(),
        markdown: (part.explain)(),
    })
}

fn smallest<'a, 'b>(
    parts: &'b [Part<'a>],
    covers: impl Fn(&LineRange) -> bool,
) -> Option<&'b Part<'a>> {
    parts
        .iter()
        .filter(|part| covers(&part.range))
        .min_by_key(|part| part.range.len())
}

fn part<'a>(range: &LineRange, explain: impl Fn() -> String + 'a) -> Part<'a> {
    Part {
        range: range.clone(),
        explain: Box::new(explain),
    }
}

fn parts<'a>(
    text: &'a str,
    line: &'a Line,
    statement: &'a Statement,
    around: Around<'a>,
) -> Vec<Part<'a>> {
    let language = around.language;
    match statement {
        Statement::Quit(range) => vec![part(range, move || {
            opcode::control(ControlOp::Quit, language)
        })],
        Statement::DebugGet(get) => vec![
            part(&keyword(text, &get.range, DEBUG_NAME_WORDS), move || {
                debug::get(get, language)
            }),
            part(&get.memory.range, move || {
                operand::by_range(text, line, around, &get.memory.range)
            }),
        ],
        Statement::DebugSet(set) => vec![
            part(&keyword(text, &set.range, DEBUG_NAME_WORDS), move || {
                opcode::control(ControlOp::DebugSet, language)
            }),
            part(&set.memory.range, move || {
                operand::by_range(text, line, around, &set.memory.range)
            }),
            part(&set.payload_range, move || debug::payload(set, language)),
        ],
        Statement::Mask(statement) => vec![
            part(
                &keyword(text, &statement.range, MASK_NAME_WORDS),
                move || mask::statement(&statement.setting, language),
            ),
            part(&statement.entry_range, move || {
                let setting = &statement.setting;
                let connections = (around.connections)(&statement.entry_range).unwrap_or_default();
                let entry = mask::entry(setting.entry, setting.double_long, language);
                format!("{}\n{entry}", connections.trim_start())
                    .trim_start()
                    .to_owned()
            }),
        ],
        Statement::Host(host) => host::parts(text, host, around),
        Statement::Directive(directive) => vec![part(&directive.range, move || {
            explain::directive(directive, around.params, language)
        })],
        Statement::Mv(mv) => mv_parts(text, line, mv, around),
        Statement::Step(step) => step
            .expressions
            .iter()
            .flat_map(|expression| expression_parts(text, line, expression, around))
            .collect(),
    }
}

fn mv_parts<'a>(
    text: &'a str,
    line: &'a Line,
    mv: &'a MvInstruction,
    around: Around<'a>,
) -> Vec<Part<'a>> {
    let language = around.language;
    let mut parts = opcode_parts(
        &mv.mnemonic_range,
        &mv.opcode_range,
        mv.spelling,
        mv.op,
        mv.tag.as_ref().map(|tag| &tag.range),
        around,
    );
    if let Some(range) = &mv.size_range {
        parts.push(part(range, move || {
            operand::mv_size(mv.size_long_words, language)
        }));
    }
    if let Some(tag) = &mv.tag {
        parts.push(part(&tag.range, move || {
            operand::tag(tag.number, &tag.range, around)
        }));
    }
    parts.extend(
        mv.operands
            .iter()
            .flat_map(|operand| operand_parts(text, line, operand, around)),
    );
    parts
}

/// The letters of an opcode, with its options that have no explanation of their own.
fn opcode_parts<'a>(
    mnemonic: &LineRange,
    whole: &LineRange,
    spelling: &'static Spelling,
    op: Op,
    tag: Option<&'a LineRange>,
    around: Around<'a>,
) -> Vec<Part<'a>> {
    let page = move || {
        let page = opcode::page(spelling, op, around.language);
        match tag.and_then(around.waits) {
            Some(waits) => operand::below_heading(&page, &waits),
            None => page,
        }
    };
    [mnemonic, whole].map(|range| part(range, page)).into()
}

fn expression_parts<'a>(
    text: &'a str,
    line: &'a Line,
    expression: &'a Expression,
    around: Around<'a>,
) -> Vec<Part<'a>> {
    let language = around.language;
    let tag = |input: &&Operand| matches!(input.kind, OperandKind::Tag(_));
    let mut parts = opcode_parts(
        &expression.mnemonic_range,
        &expression.opcode_range,
        expression.spelling,
        expression.op,
        expression.inputs.iter().find(tag).map(|tag| &tag.range),
        around,
    );
    if let Some(target) = &expression.target {
        parts.push(part(&target.range, move || {
            opcode::target(target.kind, language)
        }));
    }
    if let Some(rotation) = &expression.rotation {
        parts.push(part(&rotation.range, move || {
            opcode::rotation(rotation.value, language)
        }));
    }
    if let Some(zero_flush) = &expression.zero_flush {
        parts.push(part(&zero_flush.range, move || {
            mask::zero_flush(zero_flush, around)
        }));
    }
    parts.extend(
        expression
            .operands()
            .flat_map(|operand| operand_parts(text, line, operand, around)),
    );
    parts
}

fn operand_parts<'a>(
    text: &'a str,
    line: &'a Line,
    operand: &'a Operand,
    around: Around<'a>,
) -> Vec<Part<'a>> {
    let whole = part(&operand.range, move || match &operand.kind {
        OperandKind::Literal(literal) => literal::literal(literal, around.language),
        OperandKind::Tag(number) => operand::tag(*number, &operand.range, around),
        OperandKind::PeMemory(_)
        | OperandKind::T(_)
        | OperandKind::BaseRegister(..)
        | OperandKind::MaskRegister(_)
        | OperandKind::MatrixSide(..)
        | OperandKind::MatrixRows { .. }
        | OperandKind::Forwarding(_)
        | OperandKind::Constant(_)
        | OperandKind::NoWrite
        | OperandKind::L1bm { .. }
        | OperandKind::Turnaround(_)
        | OperandKind::L2bm { .. }
        | OperandKind::Dar(_)
        | OperandKind::Pdm { .. }
        | OperandKind::Dram { .. } => operand::by_range(text, line, around, &operand.range),
    });
    let write_mask = operand.mask.as_ref().map(|mask: &Mask| {
        part(&mask.range, move || {
            mask::write(mask, line, around, &operand.range)
        })
    });
    std::iter::once(whole).chain(write_mask).collect()
}

/// Text of a program to be shown as code in Markdown. A backtick would end the code, and what follows would be
/// Markdown that the program's author wrote: images that an editor fetches, for example.
fn in_code(text: &str) -> Cow<'_, str> {
    let is_special = |character: char| character == '`' || character.is_control();
    if !text.contains(is_special) {
        return Cow::Borrowed(text);
    }
    let shown = |character: char| match character {
        '`' => 'ˋ',
        _ if character.is_control() => ' ',
        _ => character,
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// The first words of a range.
fn keyword(text: &str, range: &LineRange, words: usize) -> LineRange {
    let start = range.start as usize;
    let mut end = start;
    for _ in 0..words {
        let rest = text.get(end..range.end as usize).unwrap_or_default();
        let blanks = rest.len() - rest.trim_start().len();
        let word = rest[blanks..]
            .find(char::is_whitespace)
            .unwrap_or(rest.len() - blanks);
        end += blanks + word;
    }
    range.start..end as u32
}

/// The opcodes among the words of a line that could not be parsed.
fn words(text: &str, language: Language) -> Vec<Part<'_>> {
    let is_letter = |character: char| character.is_ascii_alphanumeric();
    let mut parts = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find(is_letter).map(|found| rest + found) {
        let end = text[start..]
            .find(|character| !is_letter(character))
            .map_or(text.len(), |found| start + found);
        let begins_expression = text[..start]
            .trim_end()
            .chars()
            .next_back()
            .is_none_or(|before| before == ';');
        if begins_expression && let Some(found) = spelling::find(&text[start..end]) {
            parts.push(part(&mnc2_text::line::range(start..end), move || {
                found
                    .ops
                    .first()
                    .map_or_else(String::new, |&op| opcode::page(found, op, language))
            }));
        }
        rest = end;
    }
    parts
}
