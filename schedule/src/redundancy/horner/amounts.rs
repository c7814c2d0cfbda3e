//! By how much shifts shift, where the amount is a constant.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use mnc2_isa::{AluOp, Op, Precision};
use mnc2_program::access::{AccessRole, Certainty, Direction, Elements, Store};
use mnc2_program::{Expression, OperandKind, access};

use super::only;
use crate::draft::Draft;

/// The amounts of shifts to the left by constants, by their line.
pub(super) fn amounts(draft: &Draft) -> BTreeMap<usize, u32> {
    // By store and word. An address that is only known in a run can be any of the DRAM.
    let mut known: HashMap<Store, BTreeMap<u32, u32>> = HashMap::new();
    let mut amounts = BTreeMap::new();
    let walked = access::walk(&draft.program, |number, _, accesses| {
        let own = only(draft, number);
        let shift = own.filter(|it| it.op == Op::Alu(AluOp::Lsl));
        let list = accesses.list().iter();
        for access in list.filter(|it| it.role == AccessRole::Data) {
            let pieces = accesses.pieces(access);
            let known = known.entry(access.store).or_default();
            let words = || pieces.iter().flat_map(|it| it.first..it.first + it.count);
            match access.direction {
                Direction::Read => {
                    let amount = shift.and_then(|it| it.inputs.get(1));
                    let Some(_) = amount.filter(|it| it.range == access.range) else {
                        continue;
                    };
                    let mut values = words().map(|word| known.get(&word).copied());
                    let first = values.next().flatten();
                    let bits = shift
                        .and_then(|it| it.spelling.precision)
                        .map(Precision::element_bits);
                    let first = first.filter(|_| values.all(|it| it == first));
                    if let (Some(word), Some(bits)) = (first, bits)
                        && let Some(amount) = amount_of(word, bits)
                        && draft.region().contains(&number)
                    {
                        amounts.insert(number, amount);
                    }
                }
                Direction::Write => {
                    let literal = draft
                        .program
                        .line(number)
                        .and_then(|line| literal(line.step()?.expressions.as_slice()));
                    for piece in pieces {
                        let is_whole =
                            piece.certainty == Certainty::Always && piece.elements == Elements::ALL;
                        let words = piece.first..piece.first + piece.count;
                        match literal {
                            Some(bits) if is_whole => {
                                known.extend(words.map(|word| (word, bits)));
                            }
                            _ => {
                                let gone: Vec<u32> = known.range(words).map(|it| *it.0).collect();
                                for word in gone {
                                    known.remove(&word);
                                }
                            }
                        }
                    }
                }
            }
        }
        ControlFlow::<()>::Continue(())
    });
    debug_assert!(walked.is_continue());
    amounts
}

/// The value of each single word that an `imm` alone in its step writes.
pub(in crate::redundancy) fn literal(expressions: &[Expression]) -> Option<u32> {
    match expressions {
        [only]
            if only.op == Op::Alu(AluOp::Imm)
                && !only.spelling.unsigned
                && only.zero_flush.is_none() =>
        {
            match &only.inputs.first()?.kind {
                OperandKind::Literal(literal) => Some(literal.bits),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The amount by which elements of this many bits are shifted, if the word gives the same amount for each element and does not
/// shift all bits out.
fn amount_of(word: u32, bits: u32) -> Option<u32> {
    if bits == 16 && word >> 16 != word & 0xffff {
        return None;
    }
    // Bits above those that can express the word length are ignored (manual 3.6.12.17).
    let amount = word % (2 * bits);
    (amount < bits).then_some(amount)
}
