//! Operands and results that are only half used (manual 3.6.8.3, 3.6.9, 3.6.12).
//!
//! An opcode reads and writes in each cycle as many words as its precision determines. A longer operand reads unused words, and
//! a destination shorter than the result loses a part of it. Both are accepted, and the output looks right in the first long
//! word. But a memory has one region in a step: if another operand of the step uses all of a wide access, a shorter one could
//! not be used next to it, and nothing is reported.

use mnc2_isa::{MauOp, Memory, Op, Precision, Width};

use super::Checker;
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::message::wording;
use crate::{Conversion, Expression, Operand, OperandKind, PeMemory, Step};
use mnc2_text::{Applicability, Edit, Fix, message};

/// An operand whose length differs from what the opcode reads or writes there.
struct HalfUsed<'a> {
    expression: &'a Expression,
    operand: &'a Operand,
    memory: &'a PeMemory,
    is_output: bool,
    /// The length that the opcode reads or writes.
    natural: Width,
}

pub(super) fn check(checker: &mut Checker<'_>, step: &Step) {
    let found: Vec<HalfUsed<'_>> = step
        .expressions
        .iter()
        .flat_map(half_used_in_expression)
        .collect();
    for half_used in &found {
        let others = || others(step, half_used);
        let is_found = |other: &Operand| found.iter().any(|it| std::ptr::eq(it.operand, other));
        if others().any(|other| is_as_long(other, half_used.memory) && !is_found(other)) {
            continue;
        }
        // All operands of the region change together, or none.
        let changed: Vec<&HalfUsed<'_>> = found
            .iter()
            .filter(|it| {
                std::ptr::eq(it.operand, half_used.operand)
                    || others().any(|other| std::ptr::eq(it.operand, other))
            })
            .collect();
        let fix = (changed.len() == others().count() + 1)
            .then(|| fix(checker, &changed, half_used))
            .flatten();
        let diagnostic = diagnostic(checker, half_used);
        let diagnostic = match rounded(checker, half_used) {
            Some(fix) => diagnostic.fixed(fix),
            None => diagnostic,
        };
        checker.report(match fix {
            Some(fix) => diagnostic.fixed(fix),
            None => diagnostic,
        });
    }
}

/// The half-used operands of a single expression.
fn half_used_in_expression(expression: &Expression) -> Vec<HalfUsed<'_>> {
    let inputs = expression.inputs.iter().enumerate().filter_map(|(at, it)| {
        let (memory, natural) = (pe_memory(it)?, input_width(expression, at, it)?);
        let is_longer = memory.width == Width::DoubleLong && natural < Width::DoubleLong;
        is_longer.then_some((it, memory, false, natural))
    });
    let result = output_width(expression);
    let takes_all = |output: &Operand| match &output.kind {
        OperandKind::PeMemory(memory) => Some(memory.width) >= result,
        OperandKind::T(_) => true,
        _ => false,
    };
    let is_kept = expression.outputs.iter().any(takes_all);
    let outputs = expression.outputs.iter().filter_map(|it| {
        let (memory, natural) = (pe_memory(it)?, result?);
        let is_longer = memory.width == Width::DoubleLong && natural < Width::DoubleLong;
        let is_shorter = memory.width < Width::DoubleLong && natural == Width::DoubleLong;
        (is_longer || is_shorter && !is_kept).then_some((it, memory, true, natural))
    });
    let found = inputs.chain(outputs);
    found
        .map(|(operand, memory, is_output, natural)| HalfUsed {
            expression,
            operand,
            memory,
            is_output,
            natural,
        })
        .collect()
}

fn pe_memory(operand: &Operand) -> Option<&PeMemory> {
    match &operand.kind {
        OperandKind::PeMemory(memory) => Some(memory),
        _ => None,
    }
}

/// How much the opcode uses of an input; `None` if the manual does not state it, or if another rule checks the length.
fn input_width(expression: &Expression, input: usize, operand: &Operand) -> Option<Width> {
    let basic = match expression.op {
        Op::Mau(op) => op.input_width(expression.spelling.precision?, input)?,
        // The second long word of the result is taken from the first input, so all of the first input is used.
        Op::Alu(_) if input == 1 => Width::Long,
        // A shortened reduction reads 2 long words of single precision (manual 3.6.8.5).
        Op::L1bm(op) if !op.is_to_pe() => {
            match op.is_double_long() || expression.spelling.shortened {
                true => Width::DoubleLong,
                false => Width::Long,
            }
        }
        Op::Alu(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => return None,
    };
    let conversion = operand.conversion.as_ref().map(|suffix| suffix.value);
    match (conversion, basic) {
        (None, basic) => Some(basic),
        // As many words, each of half the length (manual 3.6.9.23), or of twice the length (3.6.9.24, 3.6.12.19).
        (Some(Conversion::Extend), Width::DoubleLong) => Some(Width::Long),
        (Some(Conversion::Extend), Width::Long) => Some(Width::Single),
        (Some(Conversion::Shorten), Width::Long) => Some(Width::DoubleLong),
        (Some(_), _) => None,
    }
}

/// The length of the result of the MAU or of a transposed read.
fn output_width(expression: &Expression) -> Option<Width> {
    match expression.op {
        Op::Mau(op) => op.output_width(
            expression.spelling.precision?,
            expression.spelling.shortened,
        ),
        // A result of the ALU always has 2 long words, and a transfer fills the second one with zeros (manual 3.6.8.3).
        Op::Alu(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => None,
    }
}

/// The other operands of the step that share a region with one: on an LM all of them, on a GRF the reads.
fn others<'a>(step: &'a Step, half_used: &HalfUsed<'_>) -> impl Iterator<Item = &'a Operand> {
    let memory = half_used.memory.memory;
    let is_lm = matches!(memory, Memory::Lm0 | Memory::Lm1);
    let (of, is_output) = (half_used.operand as *const Operand, half_used.is_output);
    let expressions = step.expressions.iter();
    let operands = expressions.flat_map(|expression| {
        let inputs = expression.inputs.iter().map(|input| (input, false));
        inputs.chain(expression.outputs.iter().map(|output| (output, true)))
    });
    operands
        .filter(move |(_, output)| is_lm || *output == is_output)
        .map(|(operand, _)| operand)
        .filter(move |operand| {
            !std::ptr::eq(*operand, of)
                && pe_memory(operand).is_some_and(|other| other.memory == memory)
        })
}

fn is_as_long(other: &Operand, memory: &PeMemory) -> bool {
    pe_memory(other).is_some_and(|other| other.width == memory.width)
}

fn diagnostic(checker: &Checker<'_>, half_used: &HalfUsed<'_>) -> Diagnostic {
    let name = &half_used.expression.spelling.text;
    let operand = checker.at(&half_used.operand.range).to_owned();
    let natural = wording::width(half_used.natural);
    let message = if !half_used.is_output {
        message!(
            "`{name}` reads a {width} here: the rest of `{operand}` is not used",
            name,
            width = natural,
            operand
        )
    } else if half_used.natural < Width::DoubleLong {
        message!(
            "the result of `{name}` is a {width}: it does not fill `{operand}`",
            name,
            width = natural,
            operand
        )
    } else {
        message!(
            "the result of `{name}` is 2 long words: `{operand}` takes a {width} of them, the rest is lost",
            name,
            operand,
            width = wording::width(half_used.memory.width)
        )
    };
    let section = half_used
        .expression
        .op
        .section(half_used.expression.spelling.precision);
    Diagnostic::new(Code::HalfUsed, half_used.operand.range.clone(), message).cited(section)
}

/// `r`, which turns the four single words of a long operand of a half-precision operation into four half words.
fn rounded(checker: &Checker<'_>, half_used: &HalfUsed<'_>) -> Option<Fix> {
    let (op, operand) = (half_used.expression.op, half_used.operand);
    let is_half = half_used.expression.spelling.precision == Some(Precision::Half);
    // Matrix and vector of a product are block floats, which are not converted.
    let is_vector = matches!(
        op,
        Op::Mau(MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa) | Op::Alu(_)
    );
    if !is_half || !is_vector || half_used.is_output || operand.conversion.is_some() {
        return None;
    }
    let end = operand.range.end;
    let written = format!("{}r", checker.at(&operand.range));
    let title = message!("Write `{text}`", text = written);
    Some(Fix::new(Applicability::Suggestion, title).with(Edit::replace(0, end..end, "r")))
}

/// Writes the length that the opcode uses for all operands of a region; `None` if an address does not allow it, or if
/// a mask fits the written length.
fn fix(checker: &Checker<'_>, changed: &[&HalfUsed<'_>], half_used: &HalfUsed<'_>) -> Option<Fix> {
    let natural = half_used.natural;
    let fits = |it: &&HalfUsed<'_>| {
        let mut addresses = it.memory.addresses_words().into_iter();
        it.natural == natural
            && it.operand.mask.is_none()
            && addresses.all(|address| address.is_multiple_of(natural.single_words()))
    };
    if !changed.iter().all(fits) {
        return None;
    }
    let width_range = |it: &HalfUsed<'_>| {
        let start = it.operand.range.start + u32::from(it.operand.negated) + 1;
        start..start + it.memory.width.prefix().len() as u32
    };
    let range = width_range(half_used);
    let head = checker.at(&(half_used.operand.range.start..range.start));
    let tail = checker.at(&(range.end..half_used.operand.range.end));
    let written = format!("{head}{}{tail}", natural.prefix());
    let fix = Fix::new(
        Applicability::Suggestion,
        message!("Write `{text}`", text = written),
    );
    Some(changed.iter().fold(fix, |fix, it| {
        fix.with(Edit::replace(0, width_range(it), natural.prefix()))
    }))
}
