//! The page of an instruction, or of one of its spellings.

use std::fmt::Write as _;

use mnc2_isa::mau::Port;
use mnc2_isa::mv::{MvOp, MvRate, UNIT_LONG_WORDS};
use mnc2_isa::spelling::{self as spellings, ProductHalf, Spelling};
use mnc2_isa::{
    MauOp, Mnemonic, Op, OperandClass, OperandRole, Precision, Source, Width, assumption,
};

use mnc2_program::message::wording;
use mnc2_text::{Language, Message, Value, message};

/// The meaning of a spelling: its possible rows, and the meaning of its letters.
#[must_use]
pub fn spelling(spelling: &Spelling, language: Language) -> String {
    let letters = letters(spelling);
    let pages: Vec<String> = spelling
        .ops
        .iter()
        .map(|&op| page(op, Some(spelling), &letters, language))
        .collect();
    pages.join("\n")
}

/// One of the possible rows of a spelling, if it is known which, with the meaning of its letters.
#[must_use]
pub fn spelled_row(spelling: &Spelling, op: Op, language: Language) -> String {
    page(op, Some(spelling), &letters(spelling), language)
}

/// A row without a precision chosen.
#[must_use]
pub fn instruction(op: Op, language: Language) -> String {
    page(op, None, &[], language)
}

/// The opcode without precision and options, if the row has more than one spelling.
pub(super) fn stem(op: Op) -> Option<&'static str> {
    match op.row().mnemonic {
        Mnemonic::Fixed(_) | Mnemonic::Immediate => None,
        Mnemonic::Alu { stem, .. } | Mnemonic::Mau { stem, .. } => Some(stem),
        Mnemonic::Reduction { prefix, .. } => Some(prefix),
    }
}

/// The name of a row in a heading or list: its spelling, or its stem with a placeholder for the precision.
pub(super) fn names(op: Op) -> String {
    match op.row().mnemonic {
        Mnemonic::Fixed(text) => text.to_owned(),
        Mnemonic::Immediate => "imm".to_owned(),
        Mnemonic::Alu { stem, .. } | Mnemonic::Mau { stem, .. } => stem.to_owned(),
        Mnemonic::Reduction { prefix, .. } => prefix.to_owned(),
    }
}

fn page(op: Op, spelling: Option<&Spelling>, letters: &[Message], language: Language) -> String {
    let row = op.row();
    let name = spelling.map_or_else(|| names(op), |spelling| spelling.text.clone());
    let say = |message: Message| message.say(language);
    let mut out = format!("# {name}: {}\n\n", language.template(row.title));
    let _ = writeln!(out, "```text\n{}\n```\n", op.syntax().replace(" | ", "\n"));
    if !letters.is_empty() {
        let _ = writeln!(
            out,
            "{}\n",
            say(message!("{text}.", text = listed(letters)))
        );
    }
    let _ = writeln!(out, "{}\n", language.template(row.doc));
    let effect = say(message!("Effect:"));
    let _ = writeln!(out, "{effect}\n\n```text\n{}\n```\n", row.effect);
    let heading = say(message!("Example:"));
    let line = example(op, spelling);
    let _ = writeln!(out, "{heading}\n\n```vsm\n{line}\n```\n");
    let accessed: Vec<Message> = row
        .operands
        .iter()
        .filter(|spec| spec.words_per_cycle > 0)
        .map(|spec| {
            let (name, alignment, words) = (spec.name, spec.alignment, spec.words_per_cycle);
            match op {
                Op::Mv(_) => message!(
                    "`{name}` is a multiple of {alignment}, {words} in each unit operation",
                    name,
                    alignment,
                    words
                ),
                _ if alignment == 1 => {
                    message!("`{name}` can be any, {words} in each cycle", name, words)
                }
                Op::Alu(_) | Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Control(_) => message!(
                    "`{name}` is a multiple of {alignment}, {words} in each cycle",
                    name,
                    alignment,
                    words
                ),
            }
        })
        .collect();
    if !accessed.is_empty() {
        let addresses = listed(&accessed);
        let line = say(message!("Addresses in long words: {addresses}.", addresses));
        let _ = writeln!(out, "{line}\n");
    }
    if let Op::Mv(op) = op
        && let Some(rate) = op.rate()
    {
        for sentence in size(op).into_iter().chain([speed(rate)]) {
            let _ = writeln!(out, "{}\n", say(sentence));
        }
    }
    let spelled = spelled(op);
    if spelled.len() > 1 {
        let spellings = spelled.join(" ");
        let line = say(message!("Spellings: {spellings}.", spellings));
        let _ = writeln!(out, "{line}\n");
    }
    for assumption in assumption::about(op) {
        let line = say(message!(
            "Assumed: {statement} {reason}",
            statement = Message::from_table(assumption.statement),
            reason = Message::from_table(assumption.reason)
        ));
        let _ = writeln!(out, "{line}\n");
    }
    let section = op.section(spelling.and_then(|spelling| spelling.precision));
    let _ = writeln!(out, "{}", say(source(section, row.source)));
    out
}

/// The size of a transfer that moves as much on both sides; the other rows state themselves where it is counted.
pub(super) fn size(op: MvOp) -> Option<Message> {
    let specs = op.row().operands;
    // `mvnop` moves nothing.
    let is_same = !specs.is_empty()
        && specs
            .iter()
            .all(|spec| spec.words_per_cycle == UNIT_LONG_WORDS);
    is_same.then(|| {
        message!(
            "The size counts long words and is a multiple of {unit}.",
            unit = UNIT_LONG_WORDS
        )
    })
}

/// How much a transfer moves in a cycle.
fn speed(rate: MvRate) -> Message {
    match (rate.source, rate.destination, rate.between_groups) {
        (Some(within), _, Some(between)) => {
            message!(
                "Long words in a cycle: {within} within a group, {between} between groups.",
                within,
                between
            )
        }
        (None, _, Some(between)) => {
            message!("Long words in a cycle: {between}, between groups.", between)
        }
        (Some(source), Some(destination), None) if source == destination => {
            message!("Long words in a cycle: {source} on each side.", source)
        }
        (Some(source), Some(destination), None) => {
            message!(
                "Long words in a cycle: {source} at the source, {destination} at the destination.",
                source,
                destination
            )
        }
        (Some(source), None, None) => {
            message!("Long words in a cycle: {source} at the source.", source)
        }
        (None, destination, None) => {
            message!(
                "Long words in a cycle: {destination} at the destination.",
                destination = destination.unwrap_or(0)
            )
        }
    }
}

/// An example line of a row with the requested spelling.
fn example(op: Op, spelling: Option<&Spelling>) -> String {
    let row = op.row();
    let Some(spelling) = spelling else {
        return row.example.to_owned();
    };
    if let (Op::Mau(op), Some(precision)) = (op, spelling.precision) {
        return mau_example(op, precision, spelling);
    }
    // Everything but the mnemonic is as in the row's own example.
    let is_of_row = |word: &str| {
        let mnemonic = word.split(['/', '@', '+']).next().unwrap_or_default();
        spellings::find(mnemonic).is_some_and(|found| found.ops.contains(&op))
    };
    let words: Vec<String> = row
        .example
        .split(' ')
        .map(|word| {
            if !is_of_row(word) {
                return word.to_owned();
            }
            let options = word.find(['/', '@', '+']).map_or("", |at| &word[at..]);
            // Only half precision has a mantissa length.
            let options = match op {
                Op::Alu(_) if op.options(spelling.precision).is_empty() => "",
                Op::Alu(_) if options.is_empty() => "/9",
                _ => options,
            };
            format!("{}{options}", spelling.text)
        })
        .collect();
    let example = words.join(" ");
    match op {
        // Shortened values come from 2 long words (manual 3.6.8.5).
        Op::L1bm(_) if spelling.shortened => example.replace("$lr", "$llr"),
        _ => example,
    }
}

/// An operation of the MAU with operands of the length that the precision needs.
fn mau_example(op: MauOp, precision: Precision, spelling: &Spelling) -> String {
    let input = |index: usize, place: &str| {
        let width = op.input_width(precision, index);
        let prefix = width.unwrap_or(Width::DoubleLong).prefix();
        format!("${prefix}{place}")
    };
    let output = |place: &str| {
        let width = op.output_width(precision, spelling.shortened);
        format!("${}{place}", width.unwrap_or(Width::Long).prefix())
    };
    let rows = match precision {
        Precision::Half => "$llx0",
        _ => "$lx0",
    };
    let mut memories = match op.ports() {
        [Port::A, ..] if !op.multiplies_matrix() => ["m0v", "r0v", "n0v"].iter(),
        _ => ["r0v", "n0v"].iter(),
    };
    let operands = op.row().operands.iter().enumerate();
    let operands = operands.map(|(index, spec)| match (spec.class, spec.role) {
        (OperandClass::MatrixSide, _) => "$lx".to_owned(),
        (OperandClass::MatrixRows, _) => rows.to_owned(),
        (_, OperandRole::Input) => input(index, memories.next().copied().unwrap_or("n0v")),
        (_, OperandRole::Output | OperandRole::Outputs) => output("s0v"),
    });
    let operands: Vec<String> = operands.collect();
    format!("{} {}", spelling.text, operands.join(" "))
}

/// Every spelling of a row.
pub(super) fn spelled(op: Op) -> Vec<String> {
    let of_row = spellings::all().iter().filter(|it| it.ops.contains(&op));
    of_row.map(|it| format!("`{}`", it.text)).collect()
}

/// The remarks as one sentence, separated by semicolons.
fn listed(remarks: &[Message]) -> Value {
    let two = |first, second| message!("{first}; {second}", first, second);
    let all = remarks.iter().cloned().reduce(two);
    all.map_or_else(|| Value::from(""), Value::from)
}

/// The source of a row, and how it is known if that is not the manual.
pub(super) fn source(section: &str, source: Source) -> Message {
    match source {
        Source::Manual => message!("Manual {section}.", section),
        Source::Known(anchor) => {
            message!(
                "Known from the real tools: docs/known-behaviour.md#{anchor} (manual {section}).",
                anchor,
                section
            )
        }
        Source::Assumed(reason) => message!(
            "Assumed: {reason} (manual {section}).",
            reason = Message::from_table(reason),
            section
        ),
    }
}

/// The meaning of the letters around the stem.
fn letters(spelling: &Spelling) -> Vec<Message> {
    let mut said = Vec::new();
    if let Some(precision) = spelling.precision {
        said.push(message!(
            "`{letter}`: {precision}, elements of {bits} bits",
            letter = precision.letter(),
            precision = wording::precision(precision),
            bits = precision.element_bits()
        ));
    }
    if let Some(reduction) = spelling.reduction {
        said.push(message!(
            "`{letters}`: {title}",
            letters = reduction.spelling(),
            title = Message::from_table(reduction.kind.title())
        ));
    }
    if spelling.unsigned {
        said.push(match spelling.precision {
            Some(_) => message!("`u`: unsigned"),
            None => message!("`u`: zeros in every other single word"),
        });
    }
    match spelling.half {
        Some(ProductHalf::Upper) => said.push(message!("`u`: rows or PEs 0 and 1")),
        Some(ProductHalf::Lower) => said.push(message!("`d`: rows or PEs 2 and 3")),
        None => {}
    }
    if spelling.shortened {
        let shorter = match spelling.precision {
            Some(Precision::Double) => message!("single precision"),
            Some(Precision::Single) => message!("half precision"),
            Some(
                Precision::PseudoSingle
                | Precision::Half
                | Precision::LongInteger
                | Precision::SingleInteger
                | Precision::HalfInteger,
            )
            | None => message!("one precision lower"),
        };
        said.push(message!(
            "`r`: the result is shortened to {shorter}",
            shorter
        ));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_spelled_as_asked_and_has_no_findings() {
        for spelling in spellings::all() {
            // `mask` has its letters in the same word.
            let instructions = spelling.ops.iter().copied();
            for op in instructions.filter(|op| !matches!(op, Op::Control(_))) {
                let example = example(op, Some(spelling));
                let program = mnc2_asm::parse(&example);
                let line = program.line(0).expect("one line");
                assert!(
                    line.diagnostics.is_empty(),
                    "{example}: {:?}",
                    line.diagnostics
                );
                let is_spelled = |word: &str| {
                    word.strip_prefix(&spelling.text)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '@', '+']))
                };
                let words = example.split([' ', ';']);
                assert!(
                    words.clone().any(is_spelled),
                    "{example} is no {}",
                    spelling.text
                );
            }
        }
    }
}
