//! How a selection grows: part of an operand, operand, expression, statement, line, block, section, file.

use mnc2_program::{Expression, Line, Mask, MvInstruction, Operand, OperandKind, Statement, Step};
use mnc2_text::LineRange;

use super::sections;
use crate::session::Snapshot;

/// A range that a selection can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selected {
    /// Bytes of one line.
    Part(u32, LineRange),
    /// Whole lines, both included.
    Lines(u32, u32),
}

/// The ranges around a byte of a line, from the smallest to the whole text.
pub fn selections(
    snapshot: &Snapshot,
    sections: &[sections::Section],
    line: u32,
    byte: u32,
) -> Vec<Selected> {
    let program = &snapshot.program;
    let text = snapshot.line_text(line as usize);
    let mut parts = program
        .line(line as usize)
        .map_or_else(Vec::new, |content| parts(content));
    let blank_before = text.len() - text.trim_start().len();
    parts.push(blank_before as u32..text.trim_end().len().max(blank_before) as u32);
    parts.retain(|part| part.start < part.end && part.start <= byte && byte <= part.end);
    // Where two parts meet, the part that begins at the byte is preferred.
    let innermost = parts
        .iter()
        .filter(|part| byte < part.end)
        .chain(&parts)
        .min_by_key(|part| (part.end == byte, part.len()))
        .cloned();
    let Some(mut inner) = innermost else {
        return around(snapshot, sections, line);
    };
    parts.sort_by_key(|part| part.len());
    let mut found = vec![Selected::Part(line, inner.clone())];
    for part in parts {
        let is_around = part.start <= inner.start && inner.end <= part.end;
        if is_around && part != inner {
            found.push(Selected::Part(line, part.clone()));
            inner = part;
        }
    }
    found.extend(around(snapshot, sections, line));
    found
}

/// The lines around a line: up to the nearest empty lines, then the sections, then the text.
fn around(snapshot: &Snapshot, sections: &[sections::Section], line: u32) -> Vec<Selected> {
    let program = &snapshot.program;
    let is_filled = |line: &Line| {
        line.statement.is_some() || line.comment.is_some() || !line.diagnostics.is_empty()
    };
    let at = line as usize;
    let mut wider = Vec::new();
    if program.line(at).is_some_and(|line| is_filled(line)) {
        let above = program
            .range(0..at)
            .rev()
            .take_while(|line| is_filled(line))
            .count();
        let below = program
            .iter_from(at + 1)
            .take_while(|line| is_filled(line))
            .count();
        wider.push((at - above, at + below));
    }
    wider.extend(
        sections
            .iter()
            .rev()
            .filter(|section| section.start <= line && line <= section.end)
            .map(|section| (section.start as usize, section.end as usize)),
    );
    wider.push((0, program.len().saturating_sub(1)));
    let mut found: Vec<(usize, usize)> = vec![(at, at)];
    for (first, last) in wider {
        // A block can extend beyond a section: only what is around the previous range counts.
        if let Some(&(inner_first, inner_last)) = found.last()
            && first <= inner_first
            && inner_last <= last
            && (first, last) != (inner_first, inner_last)
        {
            found.push((first, last));
        }
    }
    found
        .into_iter()
        .map(|(first, last)| Selected::Lines(first as u32, last as u32))
        .collect()
}

/// The ranges within a line that mean something.
fn parts(line: &Line) -> Vec<LineRange> {
    let mut parts: Vec<LineRange> = line.comment.iter().cloned().collect();
    let Some(statement) = &line.statement else {
        return parts;
    };
    parts.push(statement.range());
    match statement {
        Statement::DebugGet(get) => parts.push(get.memory.range.clone()),
        Statement::DebugSet(set) => {
            parts.extend([set.memory.range.clone(), set.payload_range.clone()]);
        }
        Statement::Mask(mask) => parts.push(mask.entry_range.clone()),
        Statement::Mv(mv) => push_mv_parts(mv, &mut parts),
        Statement::Step(Step { expressions, .. }) => {
            for expression in expressions {
                push_expression_parts(expression, &mut parts);
            }
        }
        Statement::Directive(directive) => {
            parts.push(directive.name_range.clone());
            let operands = directive.operands.iter();
            parts.extend(operands.map(|operand| operand.range.clone()));
        }
        Statement::Quit(_) | Statement::Host(_) => {}
    }
    parts
}

fn push_mv_parts(mv: &MvInstruction, parts: &mut Vec<LineRange>) {
    parts.extend([mv.mnemonic_range.clone(), mv.opcode_range.clone()]);
    parts.extend(mv.size_range.clone());
    parts.extend(mv.tag.iter().map(|tag| tag.range.clone()));
    for operand in &mv.operands {
        push_operand_parts(operand, parts);
    }
}

fn push_expression_parts(expression: &Expression, parts: &mut Vec<LineRange>) {
    parts.extend([
        expression.range.clone(),
        expression.mnemonic_range.clone(),
        expression.opcode_range.clone(),
    ]);
    parts.extend(expression.target.iter().map(|target| target.range.clone()));
    parts.extend(
        expression
            .rotation
            .iter()
            .map(|rotation| rotation.range.clone()),
    );
    parts.extend(expression.zero_flush.iter().map(|mask| mask.range.clone()));
    for operand in expression.operands() {
        push_operand_parts(operand, parts);
    }
}

fn push_operand_parts(operand: &Operand, parts: &mut Vec<LineRange>) {
    parts.push(operand.range.clone());
    if let OperandKind::PeMemory(memory) = &operand.kind {
        parts.push(memory.address_range.clone());
    }
    if let Some(conversion) = &operand.conversion {
        parts.push(conversion.range.clone());
    }
    if let Some(Mask { range, .. }) = &operand.mask {
        parts.push(range.clone());
        parts.push(operand.range.start..range.start);
    }
}
