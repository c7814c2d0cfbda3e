//! Shifts by a constant one as sums, so that the constant is not needed: `x << 1` is `x + x`, modulo any power of two.

use mnc2_asm::LineParser;
use mnc2_equal::{Equivalence, Places};
use mnc2_isa::{AluOp, Forwarding, Memory, Op};
use mnc2_program::rules::check::check;
use mnc2_program::{Expression, ModeChoice, OperandKind};
use mnc2_text::line;

use super::copies::{RedundantCopies, expressions};
use super::horner;
use crate::draft::Draft;
use crate::planted::{Wrong, is_planted};

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
    let candidates = candidates(draft);
    if candidates.is_empty() {
        return None;
    }
    let is_same = |written: &Draft| {
        let program = &written.program;
        let outcome = mnc2_equal::by_dataflow(&draft.program, program, places, is_cancelled);
        outcome == Equivalence::Same
    };
    let all = with_lines(draft, &candidates);
    let written = if is_same(&all) {
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

/// The shifts of a region that may be by one, as sums.
fn candidates(draft: &Draft) -> Vec<(usize, String)> {
    let mut ones = Ones::default();
    let mut found = Vec::new();
    for (number, line) in draft.program.range(0..draft.end()).enumerate() {
        let expressions = line.step().map_or(&[][..], |it| it.expressions.as_slice());
        if number >= draft.start {
            found.extend(sum(draft, number, expressions, &ones).map(|it| (number, it)));
        }
        ones.add(expressions);
    }
    found
}

fn with_lines(draft: &Draft, lines: &[(usize, String)]) -> Draft {
    let (mut written, mut parser) = (draft.clone(), LineParser::new());
    for (line, text) in lines {
        written.replace(*line..*line + 1, vec![text.clone()], &mut parser);
    }
    written
}

/// A line that shifts by what may be one, as a sum.
fn sum(draft: &Draft, number: usize, expressions: &[Expression], ones: &Ones) -> Option<String> {
    let [shift] = expressions else {
        return None;
    };
    let [x, amount] = shift.inputs.as_slice() else {
        return None;
    };
    if shift.op != Op::Alu(AluOp::Lsl) || !ones.may_be(&amount.kind) {
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

/// Where an `imm` of the lines so far wrote a one.
#[derive(Default)]
struct Ones {
    is_any: bool,
    memories: Vec<Memory>,
}

impl Ones {
    fn add(&mut self, expressions: &[Expression]) {
        if horner::literal(expressions) != Some(1) && !is_planted(Wrong::Amount) {
            return;
        }
        self.is_any = true;
        for output in expressions.iter().flat_map(|it| &it.outputs) {
            match &output.kind {
                OperandKind::PeMemory(to) if !self.memories.contains(&to.memory) => {
                    self.memories.push(to.memory);
                }
                _ => {}
            }
        }
    }

    /// Whether one of them may be where the amount of a shift is read.
    fn may_be(&self, amount: &OperandKind) -> bool {
        match amount {
            OperandKind::PeMemory(from) => self.memories.contains(&from.memory),
            OperandKind::Forwarding(Forwarding::Aluf) => self.is_any,
            _ => false,
        }
    }
}
