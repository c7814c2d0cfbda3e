//! Words that go round the PEs of a MAB (`msl`, `msr`, manual 3.6.12.4), as terms.
//!
//! Each single word goes alone. Turns follow each other as one turn, four are none, and a word that is alike on the PEs of a
//! MAB does not change. Every PE computes with its own words, so a turned result is the result of turned words: terms have turns
//! of the words that nothing on a PE computes, and of results under variable masks. A transfer to the PEs of what each PE sent
//! brings turned words if these are sent.

use mnc2_isa::geometry::PES_PER_MAB;
use mnc2_isa::l1bm::Order;
use mnc2_isa::{AluOp, ChipLevel, Op, spelling};

use super::integer_sums;
use super::over_ranges::stays_on_pe;
use super::reductions;
use super::scaling;
use super::selection;
use super::terms::{Bit, Kind, LEVELS, Order as NumberOrder, Part, Terms, Value};
use super::wires;

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

/// The word that each PE gets, from the PE that is some further.
pub(super) fn turned(terms: &mut Terms, pes: u8, word: Value) -> Value {
    // What a word follows from was made before it, so that this ends; a word is turned once.
    let mut open = vec![(pes, word)];
    while let Some(&(pes, word)) = open.last() {
        let needed = needed(terms, pes, word);
        let before = open.len();
        open.extend(
            needed
                .into_iter()
                .filter(|it| known(terms, it.0, it.1).is_none()),
        );
        if open.len() == before {
            open.pop();
            if known(terms, pes, word).is_none() {
                let made = Turn { pes }.made(terms, word);
                terms.turned.insert((pes, word), made);
            }
        }
    }
    known(terms, pes, word).unwrap_or(word)
}

/// The turned word, if it was made before or needs no turn.
fn known(terms: &Terms, pes: u8, word: Value) -> Option<Value> {
    if pes == 0 || is_alike_in_mab(terms, word) {
        return Some(word);
    }
    terms.turned.get(&(pes, word)).copied()
}

/// The words with their turns that a turned word is made from.
fn needed(terms: &Terms, pes: u8, word: Value) -> Vec<(u8, Value)> {
    if known(terms, pes, word).is_some() {
        return Vec::new();
    }
    let words = match terms.kind_of(word) {
        Kind::Turned(own) => {
            let both = (own + pes) % PES_PER_MAB as u8;
            let source = terms.all_inputs(word).into_iter();
            return source.map(|it| (both, it)).collect();
        }
        Kind::Wires => {
            let bits = terms.wires.get(&word).into_iter().flatten();
            let mut sources: Vec<Value> = bits.filter_map(|bit| bit.source()).collect();
            sources.dedup();
            sources
        }
        Kind::Split(_) => terms.children(word),
        Kind::Down { .. } => reductions::sent_by_pes(terms, word).unwrap_or_default(),
        Kind::Position => terms.all_inputs(word),
        kind if is_computed_by_pe(kind) => terms.all_inputs(word),
        _ => Vec::new(),
    };
    words.into_iter().map(|it| (pes, it)).collect()
}

/// Whether each PE computes a term from its own words, of which none are mask flags, as every other PE does.
fn is_computed_by_pe(kind: Kind) -> bool {
    match kind {
        Kind::Sum(_) | Kind::Extreme { .. } | Kind::Shorten | Kind::Extend(_) | Kind::Invert(_) => {
            true
        }
        Kind::Unit {
            op,
            spelling,
            part: Part::Words | Part::Numbers(_),
            ..
        } => {
            // Half of a double multiplication is zero on half of the PEs (manual 3.6.9.11).
            stays_on_pe(op) && spelling::find(spelling).is_some_and(|it| it.half.is_none())
        }
        Kind::Unit {
            part: Part::Flags | Part::Columns(_),
            ..
        }
        | Kind::Nothing
        | Kind::Constant
        | Kind::Start(_)
        | Kind::Split(_)
        | Kind::Position
        | Kind::List
        | Kind::Wires
        | Kind::Select { .. }
        | Kind::Flush { .. }
        | Kind::And
        | Kind::BaseBits
        | Kind::SelectBase { .. }
        | Kind::ReadSomewhere { .. }
        | Kind::WriteSomewhere { .. }
        | Kind::Down { .. }
        | Kind::Up { .. }
        | Kind::Rotated(_)
        | Kind::Turned(_)
        | Kind::Reduced { .. }
        | Kind::L2bm { .. }
        | Kind::Darbuf { .. }
        | Kind::Mv { .. } => false,
    }
}

/// A turn of words whose parts are turned.
#[derive(Clone, Copy)]
struct Turn {
    pes: u8,
}

impl Turn {
    /// A word that was turned before.
    fn known(self, terms: &Terms, word: Value) -> Value {
        known(terms, self.pes, word).unwrap_or(word)
    }

    fn made(self, terms: &mut Terms, word: Value) -> Value {
        let index = word.word();
        let first = match terms.kind_of(word) {
            Kind::Turned(own) => {
                let both = (own + self.pes) % PES_PER_MAB as u8;
                let source = terms.all_inputs(word)[0];
                return known(terms, both, source).unwrap_or(source);
            }
            Kind::Position => {
                let constants = terms.all_inputs(word)[0];
                let constants = self.known(terms, constants);
                return terms.at_position(constants);
            }
            Kind::Split(level) => return self.split(terms, usize::from(level), word),
            Kind::Wires => return self.wires(terms, word),
            Kind::Sum(bits) => {
                let turned = self.sum(terms, bits.into(), word);
                self.remember_bits(terms, word, turned);
                return turned;
            }
            Kind::Extreme {
                is_max,
                order,
                bits,
            } => {
                let op = if is_max { AluOp::Max } else { AluOp::Min };
                return self.extreme(terms, (op, order, bits.into()), word);
            }
            Kind::Down { .. } => {
                let turn = &mut |terms: &mut Terms, word| self.known(terms, word);
                let turned = reductions::with_sent(terms, word, turn);
                return turned.unwrap_or_else(|| self.opaque(terms, word));
            }
            kind if is_computed_by_pe(kind) => {
                let inputs = terms.all_inputs(word).into_iter();
                let mut inputs: Vec<Value> = inputs.map(|it| self.known(terms, it)).collect();
                scaling::sort_inputs(kind, &mut inputs);
                terms.computed(kind, &inputs)
            }
            _ => return self.opaque(terms, word),
        };
        terms.after(first, index)
    }

    /// A word of which nothing but the turn is known.
    fn opaque(self, terms: &mut Terms, word: Value) -> Value {
        terms.computed(Kind::Turned(self.pes), &[word])
    }

    /// Another word on each element of a level. The PEs of a MAB have the words of other PEs.
    fn split(self, terms: &mut Terms, level: usize, word: Value) -> Value {
        let mut words = terms.children(word);
        for word in &mut words {
            *word = self.known(terms, *word);
        }
        if LEVELS[level].0 == ChipLevel::Pe {
            words.rotate_left(usize::from(self.pes));
        }
        terms.split(level, &words)
    }

    fn sum(self, terms: &mut Terms, bits: u32, word: Value) -> Value {
        let first = terms.first_word(word);
        let number = (first, (bits > 32).then(|| terms.after(first, 1)));
        let turn = &mut |terms: &mut Terms, (x, y): integer_sums::Words| {
            (self.known(terms, x), y.map(|it| self.known(terms, it)))
        };
        let turned = integer_sums::image(terms, bits, number, 1, turn);
        integer_sums::word(turned, word.word() as usize).unwrap_or(turned.0)
    }

    fn extreme(self, terms: &mut Terms, compared: (AluOp, NumberOrder, u32), word: Value) -> Value {
        let inputs = terms.all_inputs(word).into_iter();
        let inputs: Vec<Value> = inputs.map(|it| self.known(terms, it)).collect();
        let (one, other) = inputs.split_at(inputs.len() / 2);
        let [one, other] = [one, other].map(integer_sums::number);
        let turned = selection::extreme(terms, compared, one, other);
        integer_sums::word(turned, word.word() as usize).unwrap_or(turned.0)
    }

    /// A word whose bits are moved bits of turned words.
    fn wires(self, terms: &mut Terms, word: Value) -> Value {
        match self.bits(terms, word) {
            Some(bits) => wires::word(terms, &bits),
            None => self.opaque(terms, word),
        }
    }

    fn bits(self, terms: &Terms, word: Value) -> Option<Vec<Bit>> {
        let bits = terms.wires.get(&word)?.iter();
        let turned = |bit: &Bit| match *bit {
            Bit::Constant(bit) => Some(Bit::Constant(bit)),
            Bit::From(source, at) => Some(Bit::From(known(terms, self.pes, source)?, at)),
        };
        bits.map(turned).collect()
    }

    /// Remembers the bits of a turned sum, such as a number that is shifted to the left.
    fn remember_bits(self, terms: &mut Terms, word: Value, turned: Value) {
        if let Some(bits) = self.bits(terms, word) {
            wires::remember(terms, turned, &bits);
        }
    }
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
