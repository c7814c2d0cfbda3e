//! Every range of a typed line, and the line without them.

use mnc2_program::{DebugMemory, Expression, Line, Mask, Operand, OperandKind, Statement};
use mnc2_text::LineRange;

/// Every range of a line: of its diagnostics with their notes and fixes, and of every part of its statement.
#[must_use]
pub fn line_ranges(line: &Line) -> Vec<LineRange> {
    let mut ranges: Vec<LineRange> = line.comment.iter().cloned().collect();
    for diagnostic in &line.diagnostics {
        ranges.push(diagnostic.range.clone());
        let notes = diagnostic.notes.iter().filter(|note| note.line.is_none());
        ranges.extend(notes.filter_map(|note| note.range.clone()));
        let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
        let own = edits.filter(|edit| edit.start.line == 0 && edit.end.line == 0);
        ranges.extend(own.map(|edit| edit.start.byte..edit.end.byte));
    }
    if let Some(statement) = &line.statement {
        ranges.push(statement.range());
        statement_parts(statement, &mut ranges);
    }
    ranges
}

fn statement_parts(statement: &Statement, ranges: &mut Vec<LineRange>) {
    let memory = |memory: &DebugMemory| memory.range.clone();
    match statement {
        Statement::Quit(_) | Statement::Host(_) => {}
        Statement::Directive(directive) => {
            ranges.push(directive.name_range.clone());
            let operands = directive.operands.iter();
            ranges.extend(operands.map(|operand| operand.range.clone()));
        }
        Statement::DebugGet(get) => ranges.push(memory(&get.memory)),
        Statement::DebugSet(set) => {
            ranges.extend([memory(&set.memory), set.payload_range.clone()]);
        }
        Statement::Mask(mask) => ranges.push(mask.entry_range.clone()),
        Statement::Mv(mv) => {
            ranges.extend([mv.opcode_range.clone(), mv.mnemonic_range.clone()]);
            ranges.extend(mv.size_range.clone());
            ranges.extend(mv.tag.iter().map(|tag| tag.range.clone()));
            for operand in &mv.operands {
                operand_parts(operand, ranges);
            }
        }
        Statement::Step(step) => {
            for expression in &step.expressions {
                expression_parts(expression, ranges);
            }
        }
    }
}

fn expression_parts(expression: &Expression, ranges: &mut Vec<LineRange>) {
    ranges.extend([
        expression.range.clone(),
        expression.opcode_range.clone(),
        expression.mnemonic_range.clone(),
    ]);
    ranges.extend(expression.target.iter().map(|part| part.range.clone()));
    ranges.extend(expression.rotation.iter().map(|part| part.range.clone()));
    ranges.extend(
        expression
            .mantissa_length
            .iter()
            .map(|part| part.range.clone()),
    );
    ranges.extend(expression.zero_flush.iter().map(mask_range));
    for operand in expression.operands() {
        operand_parts(operand, ranges);
    }
}

fn mask_range(mask: &Mask) -> LineRange {
    mask.range.clone()
}

fn operand_parts(operand: &Operand, ranges: &mut Vec<LineRange>) {
    ranges.push(operand.range.clone());
    ranges.extend(operand.conversion.iter().map(|part| part.range.clone()));
    ranges.extend(operand.mask.iter().map(mask_range));
    if let OperandKind::PeMemory(memory) = &operand.kind {
        ranges.push(memory.address_range.clone());
    }
}

/// The text of a value's `Debug` form with every range `a..b` replaced by `_`.
///
/// Only for values that contain no text of the program, which could contain the same characters.
#[must_use]
pub fn erased(debug: &str) -> String {
    let mut text = String::with_capacity(debug.len());
    let mut rest = debug;
    while let Some(at) = rest.find("..") {
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        let before = rest[..at]
            .chars()
            .rev()
            .take_while(char::is_ascii_digit)
            .count();
        let after = digits(&rest[at + 2..]);
        if before > 0 && after > 0 {
            text.push_str(&rest[..at - before]);
            text.push('_');
        } else {
            text.push_str(&rest[..at + 2 + after]);
        }
        rest = &rest[at + 2 + after..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_asm::LineParser;

    #[test]
    fn only_ranges_are_erased() {
        assert_eq!(
            erased("a: 1..22, b: 3, c: .., d: 0..0"),
            "a: _, b: 3, c: .., d: _"
        );
        let debug = |line: &str| erased(&format!("{:?}", LineParser::new().parse(line).statement));
        assert_eq!(
            debug("lpassa $lm0v $ln0v"),
            debug("  lpassa   $lm0x0v2  $ln0v")
        );
        assert_ne!(debug("lpassa $lm0v $ln0v"), debug("lpassa $lm2v $ln0v"));
    }

    #[test]
    fn every_part_is_visited() {
        let line = "l1bmd+1/1000 $lb0 -$lm0vj1e/$imr1; wait i01 # comment";
        let ranges = line_ranges(&LineParser::new().parse(line));
        let texts: Vec<&str> = ranges
            .iter()
            .map(|range| &line[range.start as usize..range.end as usize])
            .collect();
        for part in [
            "# comment",
            "l1bmd",
            "+1",
            "/1000",
            "$lb0",
            "0v",
            "e",
            "/$imr1",
            "i01",
        ] {
            assert!(texts.contains(&part), "{part} not in {texts:?}");
        }
    }
}
