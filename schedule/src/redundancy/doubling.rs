//! Shifts by a constant one as sums, so that the constant is not needed: `x << 1` is `x + x`, modulo any power of two.

use mnc2_asm::LineParser;
use mnc2_isa::{AluOp, Forwarding, Op};
use mnc2_program::rules::check::check;
use mnc2_program::{Expression, ModeChoice, OperandKind};
use mnc2_text::line;

use super::planted::{Wrong, is_planted};
use super::{RedundantCopies, expressions, horner};
use crate::draft::Draft;
use mnc2_equal::{Equivalence, Places};

/// Proofs for a region: each costs a look at the whole program.
const PROOFS_MAX: usize = 16;

/// The end of the opcodes of shifts and of sums.
const SHIFT: &str = "lsl";
const SUM: &str = "add";

/// The region with sums for shifts by one, if this saves an expression.
pub(super) fn doubled(
    draft: &Draft,
    places: &Places,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Draft> {
    let lines: Vec<usize> = draft.region().collect();
    let candidates: Vec<(usize, String)> = lines
        .into_iter()
        .filter_map(|line| Some((line, sum(draft, line)?)))
        .collect();
    let is_same = |written: &Draft| {
        let program = &written.program;
        let outcome = mnc2_equal::by_dataflow(&draft.program, program, places, is_cancelled);
        outcome == Equivalence::Same
    };
    let all = with_lines(draft, &candidates);
    let written = if !candidates.is_empty() && is_same(&all) {
        all
    } else {
        // Some are shifted by other amounts.
        let mut one_by_one = draft.clone();
        for candidate in candidates.iter().take(PROOFS_MAX) {
            let next = with_lines(&one_by_one, std::slice::from_ref(candidate));
            if is_same(&next) {
                one_by_one = next;
            }
        }
        one_by_one
    };
    let written = RedundantCopies::new(&written, places).applied()?;
    (expressions(&written) < expressions(draft)).then_some(written)
}

fn with_lines(draft: &Draft, lines: &[(usize, String)]) -> Draft {
    let mut written = draft.clone();
    for (line, text) in lines {
        let text = vec![text.clone()];
        written.replace(*line..*line + 1, text, &mut LineParser::new());
    }
    written
}

/// A line that shifts by what may be one, as a sum.
fn sum(draft: &Draft, number: usize) -> Option<String> {
    let [shift] = draft.program.line(number)?.step()?.expressions.as_slice() else {
        return None;
    };
    let [x, amount] = shift.inputs.as_slice() else {
        return None;
    };
    if shift.op != Op::Alu(AluOp::Lsl) || !may_be_one(draft, number, &amount.kind) {
        return None;
    }
    let old = draft.line(number);
    let x = line::part(old, &x.range).to_owned();
    let opcode = line::part(old, &shift.mnemonic_range).strip_suffix(SHIFT)?;
    let opcode = format!("{opcode}{SUM}");
    let mut text = old.to_owned();
    text.replace_range(amount.range.start as usize..amount.range.end as usize, &x);
    let mnemonic = &shift.mnemonic_range;
    text.replace_range(mnemonic.start as usize..mnemonic.end as usize, &opcode);
    let has_errors = check(&mnc2_asm::parse(&text), ModeChoice::Infer).has_errors();
    (!has_errors).then_some(text)
}

/// Whether an `imm` before a line writes a one where the amount may be read.
fn may_be_one(draft: &Draft, line: usize, amount: &OperandKind) -> bool {
    let is_there = |one: &Expression| {
        one.outputs
            .iter()
            .any(|output| match (&output.kind, amount) {
                (OperandKind::PeMemory(to), OperandKind::PeMemory(from)) => {
                    to.memory == from.memory
                }
                _ => false,
            })
    };
    let is_forwarded = *amount == OperandKind::Forwarding(Forwarding::Aluf);
    (0..line).any(|line| {
        let step = draft.program.line(line).and_then(|it| it.step());
        let expressions = step.map_or(&[][..], |it| it.expressions.as_slice());
        let amount = horner::literal(expressions);
        (amount == Some(1) || is_planted(Wrong::Amount))
            && (is_forwarded || expressions.iter().any(is_there))
    })
}
