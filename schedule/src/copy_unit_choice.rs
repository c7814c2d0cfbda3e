//! Copies by other units.
//!
//! An expression that only copies can be done by the ALU, regardless of the bits; by the MAU, if they are numbers that it
//! leaves as they are (manual 4.1): its own results, and numbers of which enough bits are known; by L1BM, which returns to each PE the long word that the PE sent
//! (manual 3.6.8.20, 3.6.8.21), or brings again what it brought before; and by the expression that makes the value, as one
//! more destination.
//!
//! A copy from an address in the T-register is often followed by the next address. If another unit copies, the ALU can write that
//! address in the same step, but computes it in the step before: both would read the same memory.
//!
//! This module only proposes. Each way is a draft for the search, whose steps are far enough apart; the proof decides whether
//! it is equivalent.

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_isa::{AluOp, Forwarding, MauOp, Op, Width};
use mnc2_program::render::nops;
use mnc2_program::rules::check::check;
use mnc2_program::{Expression, ModeChoice, Operand, OperandKind, PeMemory, Statement, Step};
use mnc2_text::line;

use crate::draft::Draft;

/// Lines before a copy in which what makes its value is looked for.
const MAKER_LINES_MAX: usize = 512;

/// Maximum number of ways of a copy.
pub(crate) const WAYS_MAX: usize = 10;

/// Copies of a long region, the first ones: each is tried with an order of the whole region.
const LONG_COPIES_MAX: usize = 64;

/// A copy of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Copy {
    line: usize,
    expression: usize,
}

/// The copies of a region that another unit may do.
pub(crate) fn copies(draft: &Draft) -> Vec<Copy> {
    let mut copies = Vec::new();
    for (number, line) in draft.region().zip(draft.program.range(draft.region())) {
        let expressions = line.step().map_or(&[][..], |step| &step.expressions);
        for (index, expression) in expressions.iter().enumerate() {
            let register = match expression.op {
                Op::Mau(_) => Forwarding::Mauf,
                Op::Alu(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => {
                    Forwarding::Aluf
                }
            };
            if copied(expression).is_some() && !draft.next_reads(number, |it| it == register) {
                copies.push(Copy {
                    line: number,
                    expression: index,
                });
            }
        }
    }
    if draft.is_long() {
        copies.truncate(LONG_COPIES_MAX);
    }
    copies
}

/// The operand that an expression copies, if it may be a copy.
fn copied(expression: &Expression) -> Option<&Operand> {
    let [input] = expression.inputs.as_slice() else {
        return None;
    };
    let is_copy = match expression.op {
        Op::Alu(op) => op == AluOp::Passa,
        Op::Mau(op) => op == MauOp::Vpassa,
        Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => false,
    };
    let is_place = |it: &Operand| matches!(it.kind, OperandKind::PeMemory(_) | OperandKind::T(_));
    let is_plain = input.conversion.is_none() && !input.negated && expression.zero_flush.is_none();
    let outputs = &expression.outputs;
    (is_copy && is_plain && !outputs.is_empty() && outputs.iter().all(is_place)).then_some(input)
}

/// The region with a copy done in other ways, at most [`WAYS_MAX`].
pub(crate) fn ways(draft: &Draft, copy: Copy) -> Vec<Draft> {
    let writer = Writer { draft, copy };
    writer.ways().unwrap_or_default()
}

struct Writer<'a> {
    draft: &'a Draft,
    copy: Copy,
}

impl Writer<'_> {
    fn ways(&self) -> Option<Vec<Draft>> {
        let expression = self
            .step(self.copy.line)?
            .expressions
            .get(self.copy.expression)?;
        let input = copied(expression)?;
        let line = self.draft.line(self.copy.line);
        let outputs = expression.outputs.first()?.range.start..expression.range.end;
        let outputs = line::part(line, &outputs).to_owned();
        let from = line::part(line, &input.range);
        let is_wide = |it: &Operand| match &it.kind {
            OperandKind::PeMemory(memory) => memory.width == Width::DoubleLong,
            _ => false,
        };
        let is_wide = is_wide(input) && expression.outputs.iter().any(is_wide);
        let mut ways = Vec::new();
        let opcodes: &[&str] = if matches!(expression.op, Op::Mau(_)) {
            &["lpassa"]
        } else if is_wide {
            // The MAU and a gather move one long word.
            &[]
        } else {
            &["fvpassa", "dvpassa", "hvpassar"]
        };
        ways.extend(
            opcodes
                .iter()
                .map(|opcode| vec![format!("{opcode} {from} {outputs}")]),
        );
        if !is_wide {
            ways.push(vec![
                format!("l1bmd {from} $lbi"),
                format!("l1bmd $lbi {outputs}"),
            ]);
        }
        let maker = self.maker(input);
        let maker_text = |(line, index): (usize, usize)| {
            let maker = &self.step(line)?.expressions[index];
            let start = maker.outputs.first()?.range.start;
            let text = line::part(self.draft.line(line), &(maker.range.start..start)).trim_end();
            Some((maker, text.to_owned()))
        };
        if let Some((maker, text)) = maker.and_then(maker_text)
            && matches!(maker.op, Op::L1bm(op) if op.is_to_pe())
        {
            ways.push(vec![format!("{text} {outputs}")]);
        }
        let mut drafts: Vec<Draft> = ways.iter().filter_map(|way| self.replaced(way)).collect();
        drafts.extend(maker.and_then(|maker| self.with_destination(maker, &outputs)));
        if matches!(&input.kind, OperandKind::PeMemory(from) if from.indirect) {
            let copy = self.copy.line;
            let divided = drafts
                .iter()
                .filter_map(|it| with_divided_address(it, copy));
            let divided: Vec<Draft> = divided.collect();
            drafts.extend(divided);
        }
        Some(drafts)
    }

    fn step(&self, line: usize) -> Option<&Step> {
        self.draft.program.line(line)?.step()
    }

    /// The line and the number of the expression that writes what is copied.
    fn maker(&self, input: &Operand) -> Option<(usize, usize)> {
        let OperandKind::PeMemory(from) = &input.kind else {
            return None;
        };
        let first = self
            .draft
            .start
            .max(self.copy.line.saturating_sub(MAKER_LINES_MAX));
        let is_there = |output: &Operand| match &output.kind {
            OperandKind::PeMemory(to) => output.mask.is_none() && is_same(from, to),
            _ => false,
        };
        (first..self.copy.line).rev().find_map(|line| {
            let mut expressions = self.step(line)?.expressions.iter();
            let index = expressions.position(|it| it.outputs.iter().any(is_there))?;
            Some((line, index))
        })
    }

    /// The draft with other expressions instead of the copy, the second one in the next step.
    fn replaced(&self, way: &[String]) -> Option<Draft> {
        let number = self.copy.line;
        let [first, rest @ ..] = way else { return None };
        let mut texts = self.texts(number)?;
        let is_alone = texts.len() == 1;
        texts[self.copy.expression].clone_from(first);
        let mut lines = vec![self.line_of(number, &texts)?];
        let mut last = number;
        match rest {
            [] => {}
            [second] if is_alone => lines.push(second.clone()),
            // Forwarding registers are read in the next step.
            [second] => {
                let next = self.next_step(number)?;
                lines.extend((number + 1..next).map(|it| self.draft.line(it).to_owned()));
                let mut texts = self.texts(next)?;
                texts.push(second.clone());
                lines.push(self.line_of(next, &texts)?);
                last = next;
            }
            _ => return None,
        }
        self.written(number..last + 1, lines, is_alone)
    }

    /// The draft without the copy; another expression has its destinations too.
    fn with_destination(&self, (maker, index): (usize, usize), outputs: &str) -> Option<Draft> {
        let number = self.copy.line;
        let mut texts = self.texts(maker)?;
        texts[index] = format!("{} {outputs}", texts[index]);
        let mut lines = vec![self.line_of(maker, &texts)?, nops(REACH_STEPS as u64)];
        lines.extend((maker + 1..number).map(|it| self.draft.line(it).to_owned()));
        let mut texts = self.texts(number)?;
        texts.remove(self.copy.expression);
        if texts.is_empty() {
            texts.push("nop".to_owned());
        }
        lines.push(self.line_of(number, &texts)?);
        self.written(maker..number + 1, lines, false)
    }

    /// The next line with a step.
    fn next_step(&self, line: usize) -> Option<usize> {
        (line + 1..self.draft.end()).find(|&it| self.step(it).is_some())
    }

    /// The texts of the expressions of a line.
    fn texts(&self, line: usize) -> Option<Vec<String>> {
        let of = |it: &Expression| line::part(self.draft.line(line), &it.range).to_owned();
        Some(self.step(line)?.expressions.iter().map(of).collect())
    }

    /// A line with other expressions.
    fn line_of(&self, line: usize, texts: &[String]) -> Option<String> {
        let range = self
            .draft
            .program
            .line(line)?
            .statement
            .as_ref()
            .map(Statement::range)?;
        let mut written = self.draft.line(line).to_owned();
        written.replace_range(range.start as usize..range.end as usize, &texts.join("; "));
        Some(written)
    }

    /// The draft with other lines, far from those around them; `None` if one of them has an error.
    fn written(
        &self,
        lines: std::ops::Range<usize>,
        mut texts: Vec<String>,
        is_alone: bool,
    ) -> Option<Draft> {
        for text in &texts {
            if check(&mnc2_asm::parse(text), ModeChoice::Infer).has_errors() {
                return None;
            }
        }
        if is_alone {
            texts.insert(0, nops(REACH_STEPS as u64));
        }
        texts.push(nops(REACH_STEPS as u64));
        let mut draft = self.draft.clone();
        draft.replace(lines, texts, &mut LineParser::new());
        Some(draft)
    }
}

/// The draft whose next address in the T-register after a line is computed in one step and written in the next.
fn with_divided_address(draft: &Draft, copy: usize) -> Option<Draft> {
    let expressions = |line: usize| Some(draft.program.line(line)?.step()?.expressions.as_slice());
    let is_address = |it: &Operand| matches!(it.kind, OperandKind::T(_));
    let number = (copy + 1..draft.end()).find(|&line| {
        let mut outputs = expressions(line)
            .into_iter()
            .flatten()
            .flat_map(|it| &it.outputs);
        outputs.any(is_address)
    })?;
    let [maker] = expressions(number)? else {
        return None;
    };
    let [output] = maker.outputs.as_slice() else {
        return None;
    };
    let is_computed = matches!(maker.op, Op::Alu(op) if op != AluOp::Passa);
    if !is_computed || !is_address(output) || output.mask.is_some() {
        return None;
    }
    let address = line::part(draft.line(number), &output.range);
    let written = format!("lpassa $aluf {address}");
    let mut computed = draft.line(number).to_owned();
    let range = output.range.start as usize..output.range.end as usize;
    computed.replace_range(range, "$nowrite");
    let far = || nops(REACH_STEPS as u64);
    let mut divided = draft.clone();
    let lines = vec![far(), computed, written, far()];
    divided.replace(number..number + 1, lines, &mut LineParser::new());
    Some(divided)
}

/// Whether two operands name the same words in the same way.
pub(crate) fn is_same(one: &PeMemory, other: &PeMemory) -> bool {
    let of = |it: &PeMemory| (it.memory, it.width, it.addressing, it.madpe);
    !one.indirect && !other.indirect && of(one) == of(other)
}

#[cfg(test)]
mod tests;
