//! Forwarding registers: whose results are read, and which operands could read one instead of memory.

use std::cmp::Reverse;

use mnc2_isa::{AluOp, Forwarding, L1bmOp, MauOp, Op, Precision, Width};

use super::atom::{Atom, AtomKind, AtomPosition, Touch};
use super::{Refusal, Store, Widths};
use mnc2_asm::LineParser;
use mnc2_program::access::Certainty;
use mnc2_program::rules::step::half_used;
use mnc2_program::{Expression, Operand, OperandKind, Step, render};

/// A result that is read from a forwarding register: the reader follows it, and no step in between replaces the
/// registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feed {
    /// The atom whose result is read, an index into [`super::Depends::atoms`].
    pub from: usize,
    /// The atom that reads it.
    pub to: usize,
    /// The forwarding register of the result.
    pub register: Forwarding,
}

/// An operand that could read a forwarding register instead of the memory that its value was written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forwarded {
    /// The atom that reads.
    pub atom: usize,
    /// Which of its inputs.
    pub input: usize,
    /// Where its value would come from.
    pub feed: Feed,
    /// The operand as it would be written.
    pub name: String,
}

/// The expression of an atom that only one has.
fn only(atom: &Atom) -> Option<&Expression> {
    match atom.parts() {
        [only] if atom.expressions.len() == 1 && !atom.is_alone() => Some(only),
        _ => None,
    }
}

/// Every read of a forwarding register, with its source.
pub(super) fn feeds(atoms: &[Atom]) -> Result<Vec<Feed>, Refusal> {
    let mut feeds: Vec<Feed> = Vec::new();
    for (to, atom) in atoms.iter().enumerate() {
        for input in atom.parts().iter().flat_map(|part| &part.inputs) {
            let OperandKind::Forwarding(register) = input.kind else {
                continue;
            };
            let sources = sources(atoms, to, register);
            if sources.is_empty() && atom.place != AtomPosition::Before {
                return Err(Refusal::Unfed(atom.line));
            }
            for from in sources {
                let feed = Feed { from, to, register };
                if !feeds.contains(&feed) && moves(atoms, feed) {
                    feeds.push(feed);
                }
            }
        }
    }
    Ok(feeds)
}

fn moves(atoms: &[Atom], feed: Feed) -> bool {
    let is_inside = |index: usize| atoms[index].place == AtomPosition::Inside;
    is_inside(feed.from) || is_inside(feed.to)
}

/// The atoms whose result a forwarding register holds when another one is issued: one, or two transfers of one step to
/// the PEs, which then stay together.
fn sources(atoms: &[Atom], to: usize, register: Forwarding) -> Vec<usize> {
    let earlier = || atoms[..to].iter().enumerate();
    let replacing = earlier().filter(|(_, atom)| atom.forwards && atom.step < atoms[to].step);
    let Some(step) = replacing.map(|(_, atom)| atom.step).max() else {
        return Vec::new();
    };
    let is_unit = |part: &Expression| part.op.forwarding() == Some(register);
    earlier()
        .filter(|(_, atom)| atom.step == step && atom.parts().iter().any(is_unit))
        .map(|(index, _)| index)
        .collect()
}

/// The operands that could read a forwarding register: their value is written, as a whole and for certain, by one
/// expression whose result holds nothing else, or nothing else that the reader uses. If widths are kept, no other operand
/// of the reader is wider than needed without it.
pub(super) fn candidates(atoms: &[Atom], feeds: &[Feed], widths: Widths) -> Vec<Forwarded> {
    let mut parser = LineParser::new();
    let mut found = Vec::new();
    // Atoms whose results may be read from a register by something that uses a second long word: what they read must
    // not have one that they do not read now.
    let mut is_whole_read = vec![false; atoms.len()];
    let takes_first = |reader: usize, register: Forwarding| {
        let parts = atoms[reader].parts();
        let inputs = parts
            .iter()
            .flat_map(|part| part.inputs.iter().map(move |it| (part, it)));
        let mut reads = inputs.filter(|(_, it)| it.kind == OperandKind::Forwarding(register));
        reads.all(|(part, input)| takes_first_word(part, input))
    };
    for (index, atom) in atoms.iter().enumerate().rev() {
        for feed in feeds.iter().filter(|feed| feed.to == index) {
            is_whole_read[feed.from] |= is_whole_read[index] || !takes_first(index, feed.register);
        }
        let Some(expression) = only(atom).filter(|_| atom.place == AtomPosition::Inside) else {
            continue;
        };
        // The expression with all its operands so far that could read a register.
        let mut all = expression.clone();
        for (input, operand) in expression.inputs.iter().enumerate() {
            let Some((from, register)) = producer(atoms, index, operand) else {
                continue;
            };
            let takes_first = takes_first_word(expression, operand) && !is_whole_read[index];
            let is_clean = atoms[from].parts().iter().all(|it| fits(it, operand));
            if !is_clean && !takes_first {
                continue;
            }
            let mut reading = expression.clone();
            reading.inputs[input].kind = OperandKind::Forwarding(register);
            let line = parser.parse(&render::expression(&reading));
            if line.has_error() || line.statement.is_none() {
                continue;
            }
            let mut with_others = all.clone();
            with_others.inputs[input].kind = OperandKind::Forwarding(register);
            let is_wider = |it: &Expression| half_used_alone(it) > half_used_alone(expression);
            if widths == Widths::Kept && (is_wider(&reading) || is_wider(&with_others)) {
                continue;
            }
            all = with_others;
            is_whole_read[from] |= !takes_first;
            found.push(Forwarded {
                atom: index,
                input,
                feed: Feed {
                    from,
                    to: index,
                    register,
                },
                name: render::operand(&reading.inputs[input]),
            });
        }
    }
    found.sort_by_key(|it| (it.atom, it.input));
    found
}

/// The number of operands of an expression that are wider than it needs.
pub(super) fn half_used_alone(expression: &Expression) -> usize {
    let step = Step {
        range: expression.range.clone(),
        expressions: vec![expression.clone()],
    };
    half_used(&step, "").len()
}

/// The atom that writes what an operand reads, and the forwarding register with the same result.
fn producer(atoms: &[Atom], reader: usize, operand: &Operand) -> Option<(usize, Forwarding)> {
    let stores = match &operand.kind {
        // A register holds long words, and an operand in single words is one of its halves or converted.
        OperandKind::PeMemory(memory) if !memory.indirect && memory.width != Width::Single => {
            Store::Memory(memory.memory)
        }
        OperandKind::T(_) => Store::Memory(mnc2_isa::Memory::T),
        _ => return None,
    };
    let reads: Vec<&Touch> = atoms[reader]
        .touches
        .iter()
        .filter(|touch| !touch.is_write && touch.range == operand.range && touch.store == stores)
        .collect();
    let writes = |atom: &Atom| {
        atom.touches
            .iter()
            .any(|write| write.is_write && reads.iter().any(|read| read.meets(write)))
    };
    // In one step two expressions cannot write the same memory; statements between steps are before their step.
    let earlier = (0..reader).filter(|&index| {
        let atom = &atoms[index];
        atom.step < atoms[reader].step || atom.kind == AtomKind::Between
    });
    let last = earlier
        .filter(|&index| writes(&atoms[index]))
        .max_by_key(|&index| {
            (
                atoms[index].step,
                Reverse(atoms[index].kind == AtomKind::Between),
            )
        })?;
    let producer = &atoms[last];
    let expression = only(producer).filter(|_| producer.forwards)?;
    let register = expression.op.forwarding()?;
    // Two transfers of one step to the PEs share a register, and may stay together.
    let is_shared = |(index, other): (usize, &Atom)| {
        let mut parts = other.parts().iter();
        index != last
            && other.line == producer.line
            && parts.any(|part| part.op.forwarding() == Some(register))
    };
    if atoms.iter().enumerate().any(is_shared) {
        return None;
    }
    let output = expression.outputs.iter().find(|output| {
        let mut written = producer
            .touches
            .iter()
            .filter(|touch| touch.is_write && touch.range == output.range);
        let is_same = |(write, read): (&Touch, &&Touch)| {
            write.store == read.store
                && write.piece == read.piece
                && write.piece.certainty == Certainty::Always
        };
        reads
            .iter()
            .all(|read| written.next().is_some_and(|write| is_same((write, read))))
            && written.next().is_none()
    })?;
    // A later cycle must not replace what an earlier one wrote, unless all write the same.
    let apart = reads.iter().enumerate().all(|(index, read)| {
        let others = &reads[..index];
        others.iter().all(|other| !read.piece.meets(&other.piece))
    });
    let is_whole = apart || is_same_in_every_cycle(expression);
    (is_whole && !reads.is_empty() && output.mask.is_none()).then_some((last, register))
}

/// The inputs that a result follows from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// Each element from the elements of the inputs at its place, in every cycle; without inputs from the text alone.
    Elements {
        /// Whether the second long word is zero if the second long words of the inputs are.
        keeps_empty: bool,
    },
    /// In every cycle from whole inputs, also of other PEs.
    Inputs {
        /// As in `Elements`.
        keeps_empty: bool,
    },
    /// From more than the inputs of the cycle.
    More,
}

impl Follows {
    const fn from_op(op: Op) -> Self {
        match op {
            Op::Alu(op) => match op {
                AluOp::Passa
                | AluOp::Add
                | AluOp::Sub
                | AluOp::And
                | AluOp::Or
                | AluOp::Xor
                | AluOp::Lsl
                | AluOp::Lsr
                | AluOp::Max
                | AluOp::Min => Self::Elements { keeps_empty: true },
                AluOp::Zero
                | AluOp::Imm
                | AluOp::Inc
                | AluOp::Dec
                | AluOp::Not
                | AluOp::Lnot
                | AluOp::Rsqrt
                | AluOp::Floor
                | AluOp::Ftoi
                | AluOp::Packbit
                | AluOp::Bsl
                | AluOp::Bsr
                | AluOp::Relu
                | AluOp::Relu0
                | AluOp::Relu1
                | AluOp::Relu2
                | AluOp::Relu3
                | AluOp::Lrelud
                | AluOp::Lreluo
                | AluOp::Ilrelud => Self::Elements { keeps_empty: false },
                AluOp::Msl | AluOp::Msr => Self::Inputs { keeps_empty: true },
                AluOp::Bfe | AluOp::Bfn => Self::Inputs { keeps_empty: false },
            },
            Op::Mau(op) => match op {
                MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa => {
                    Self::Elements { keeps_empty: false }
                }
                MauOp::Mfma | MauOp::Mmul | MauOp::Mwrite | MauOp::Mread => Self::More,
            },
            Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => Self::More,
        }
    }
}

/// Whether an expression has the same result in every cycle, as far as the text states.
fn is_same_in_every_cycle(expression: &Expression) -> bool {
    Follows::from_op(expression.op) != Follows::More
        && expression.zero_flush.is_none()
        && expression.inputs.iter().all(|input| match &input.kind {
            OperandKind::PeMemory(memory) => {
                let addresses = memory.addresses_words();
                !memory.indirect && addresses.iter().all(|it| *it == addresses[0])
            }
            OperandKind::Constant(_) | OperandKind::Literal(_) => true,
            _ => false,
        })
}

/// Whether all that an expression writes follows from the first long word of an operand: it works on the elements of
/// long words, one by one, and writes no second long word to memory.
fn takes_first_word(expression: &Expression, operand: &Operand) -> bool {
    let by_element = match (Follows::from_op(expression.op), expression.op) {
        // Half-precision factors have single-precision sums, in two long words.
        (Follows::Elements { .. }, Op::Mau(_)) => matches!(
            expression.spelling.precision,
            Some(Precision::Single | Precision::Double)
        ),
        (follows, _) => matches!(follows, Follows::Elements { .. }),
    };
    let is_narrow = |kind: &OperandKind| match kind {
        OperandKind::PeMemory(memory) => memory.width != Width::DoubleLong,
        OperandKind::NoWrite | OperandKind::MaskRegister(_) => true,
        _ => false,
    };
    by_element
        && operand.conversion.is_none()
        && expression
            .outputs
            .iter()
            .all(|output| is_narrow(&output.kind))
}

impl Atom {
    /// The atom with some of its inputs read from forwarding registers.
    #[must_use]
    pub fn reading<'a>(&self, forwarded: impl Iterator<Item = &'a Forwarded>) -> Self {
        let mut reading = self.clone();
        for it in forwarded {
            let Some(place) = reading.parts().first().and_then(|part| {
                let input = part.inputs.get(it.input)?;
                Some(input.range.clone())
            }) else {
                continue;
            };
            reading
                .touches
                .retain(|touch| touch.is_write || touch.range != place);
            reading.replace_input(it.input, OperandKind::Forwarding(it.feed.register));
        }
        reading
    }
}

/// Whether the forwarding register of a result holds nothing more than an operand of memory reads.
pub fn fits(producer: &Expression, operand: &Operand) -> bool {
    let width = match &operand.kind {
        OperandKind::PeMemory(memory) => memory.width,
        _ => Width::DoubleLong,
    };
    match width {
        Width::DoubleLong => true,
        Width::Long => has_empty_second_word(producer),
        Width::Single => false,
    }
}

/// Whether the second long word of a result is zero, as in a long word read from memory.
fn has_empty_second_word(expression: &Expression) -> bool {
    let is_long = |input: &Operand| {
        input.conversion.is_none()
            && matches!(&input.kind, OperandKind::PeMemory(memory) if memory.width != Width::DoubleLong)
    };
    match expression.op {
        Op::Mau(op) => match op {
            MauOp::Mfma
            | MauOp::Mmul
            | MauOp::Vfma
            | MauOp::Vmul
            | MauOp::Vadd
            | MauOp::Vpassa
            | MauOp::Mread => expression.spelling.precision != Some(Precision::Half),
            MauOp::Mwrite => false,
        },
        Op::Alu(_) => match Follows::from_op(expression.op) {
            Follows::Elements { keeps_empty } | Follows::Inputs { keeps_empty } => {
                keeps_empty && expression.inputs.iter().all(is_long)
            }
            Follows::More => false,
        },
        Op::L1bm(op) => match op {
            L1bmOp::BroadcastPe | L1bmOp::BroadcastMab | L1bmOp::Distribute => true,
            L1bmOp::BroadcastMab4
            | L1bmOp::BroadcastMab4Double
            | L1bmOp::BroadcastMabDouble
            | L1bmOp::BroadcastPeDouble
            | L1bmOp::Gather
            | L1bmOp::Reduce
            | L1bmOp::Reduce4
            | L1bmOp::Reduce4Double
            | L1bmOp::ReduceDouble
            | L1bmOp::Transfer
            | L1bmOp::Transfer4
            | L1bmOp::Transfer4Double
            | L1bmOp::TransferDouble => false,
        },
        Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => false,
    }
}
