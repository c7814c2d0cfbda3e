//! Words that go round the PEs of a MAB (`msl`, `msr`, manual 3.6.12.4), as terms.
//!
//! Each single word goes alone. Turns follow each other as one turn, four are none, and a word that is alike on the PEs of a
//! MAB does not change. A turned sum is the sum of turned numbers.

use mnc2_isa::geometry::PES_PER_MAB;
use mnc2_isa::l1bm::Order;
use mnc2_isa::{AluOp, ChipLevel, Op};

use super::integer_sums;
use super::terms::{Kind, LEVELS, Terms, Value};

/// Element sizes of sums of single words.
const SINGLE_WORD_BITS: [u32; 2] = [32, 16];

/// How many PEs further the word is that each PE gets; `None` for other operations.
pub(super) const fn pes(op: AluOp) -> Option<u8> {
    match op {
        AluOp::Msr => Some(1),
        AluOp::Msl => Some(PES_PER_MAB as u8 - 1),
        AluOp::Zero
        | AluOp::Imm
        | AluOp::Passa
        | AluOp::Not
        | AluOp::Lnot
        | AluOp::Rsqrt
        | AluOp::Floor
        | AluOp::Ftoi
        | AluOp::Bfe
        | AluOp::Bfn
        | AluOp::Max
        | AluOp::Min
        | AluOp::Packbit
        | AluOp::Inc
        | AluOp::Dec
        | AluOp::And
        | AluOp::Or
        | AluOp::Xor
        | AluOp::Add
        | AluOp::Sub
        | AluOp::Lsl
        | AluOp::Lsr
        | AluOp::Bsl
        | AluOp::Bsr
        | AluOp::Relu
        | AluOp::Relu0
        | AluOp::Relu1
        | AluOp::Relu2
        | AluOp::Relu3
        | AluOp::Lrelud
        | AluOp::Lreluo
        | AluOp::Ilrelud => None,
    }
}

/// The words that each PE gets of a long word, from the PE that is some further.
pub(super) fn turned(terms: &mut Terms, pes: u8, words: [Value; 2]) -> [Value; 2] {
    let [first, second] = words;
    let is_long = terms.kind_of(first) == Kind::Sum(64)
        && first.is_first()
        && second == terms.after(first, 1);
    if !is_long {
        return words.map(|it| turned_word(terms, pes, it));
    }
    let number = (first, Some(second));
    let (first, second) = integer_sums::image(terms, 64, number, 1, &mut |terms, (x, y)| {
        (
            turned_word(terms, pes, x),
            y.map(|it| turned_word(terms, pes, it)),
        )
    });
    [first, second.unwrap_or(Value::ZERO)]
}

fn turned_word(terms: &mut Terms, pes: u8, word: Value) -> Value {
    if pes == 0 || is_alike_in_mab(terms, word) {
        return word;
    }
    match terms.kind_of(word) {
        Kind::Turned(own) => {
            let both = (own + pes) % PES_PER_MAB as u8;
            let source = terms.all_inputs(word);
            return turned_word(terms, both, source[0]);
        }
        Kind::Position => {
            let constants = terms.all_inputs(word);
            let turned = turned_word(terms, pes, constants[0]);
            return terms.at_position(turned);
        }
        Kind::Split(level) => return turned_split(terms, pes, usize::from(level), word),
        _ => {}
    }
    let bits = SINGLE_WORD_BITS
        .into_iter()
        .find(|it| terms.kind_of(word) == Kind::Sum(*it as u8));
    if let Some(bits) = bits {
        let turn = &mut |terms: &mut Terms, (x, _)| (turned_word(terms, pes, x), None);
        return integer_sums::image(terms, bits, (word, None), 1, turn).0;
    }
    terms.computed(Kind::Turned(pes), &[word])
}

/// Another word on each element of a level. The PEs of a MAB have the words of other PEs.
fn turned_split(terms: &mut Terms, pes: u8, level: usize, word: Value) -> Value {
    let mut words = terms.children(word);
    for word in &mut words {
        *word = turned_word(terms, pes, *word);
    }
    if LEVELS[level].0 == ChipLevel::Pe {
        words.rotate_left(usize::from(pes));
    }
    terms.split(level, &words)
}

/// Whether a word is the same on all PEs of a MAB.
fn is_alike_in_mab(terms: &Terms, word: Value) -> bool {
    let kind = terms.kind_of(word);
    let Kind::Down {
        op: Op::L1bm(op), ..
    } = kind
    else {
        return kind == Kind::Constant;
    };
    op.transfer().shape.order == Order::Pe
}

#[cfg(test)]
mod tests;
