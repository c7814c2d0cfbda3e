//! Forwarding registers: whose results are read, and which operands could read one instead of memory.

use std::cmp::Reverse;

use mnc2_isa::Forwarding;

use super::atom::{Atom, AtomKind, AtomPosition, Touch};
use super::register_words::{fits, is_same_in, words_named, words_used};
use super::{Refusal, Store, Widths};
use mnc2_asm::LineParser;
use mnc2_program::access::{Certainty, Piece};
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
    // The single words of each result that are read from its register: what the atom reads must not have more of them than it
    // reads now.
    let mut words_read = vec![0; atoms.len()];
    let words_of_register = |reader: usize, register: Forwarding, of_result: u32| {
        let parts = atoms[reader].parts().iter();
        let inputs = parts.flat_map(|part| (0..part.inputs.len()).map(move |it| (part, it)));
        let reads =
            inputs.filter(|(part, it)| part.inputs[*it].kind == OperandKind::Forwarding(register));
        let words = reads.map(|(part, input)| words_used(part, input, of_result));
        words.max().unwrap_or(0)
    };
    for (index, atom) in atoms.iter().enumerate().rev() {
        for feed in feeds.iter().filter(|feed| feed.to == index) {
            let words = words_of_register(index, feed.register, words_read[index]);
            words_read[feed.from] = words.max(words_read[feed.from]);
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
            let words = words_used(expression, input, words_read[index]);
            let is_clean = atoms[from].parts().iter().all(|it| fits(it, operand));
            if !is_clean && words > words_named(operand) {
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
            words_read[from] = words.max(words_read[from]);
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
        OperandKind::PeMemory(memory) if !memory.indirect => Store::Memory(memory.memory),
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
    let is_output = |output: &&Operand| {
        let touches = producer.touches.iter();
        let written = touches.filter(|touch| touch.is_write && touch.range == output.range);
        let written: Vec<&Touch> = written.collect();
        let is_held = |read: &&Touch| holds_what_is_read(expression, &written, read);
        reads.iter().all(is_held)
    };
    let output = expression.outputs.iter().find(is_output);
    output
        .filter(|_| !reads.is_empty())
        .map(|_| (last, register))
}

/// Whether a forwarding register holds in a cycle what is read from memory in it: the first of the words that the last of the
/// writes leaves there, which is the result of this cycle or an equal one.
fn holds_what_is_read(producer: &Expression, written: &[&Touch], read: &Touch) -> bool {
    let Some(write) = written.iter().rfind(|it| read.meets(it)) else {
        return false;
    };
    let cycles = [write.piece.cycle, read.piece.cycle];
    let whole = Piece {
        cycle: write.piece.cycle,
        count: write.piece.count,
        ..read.piece
    };
    write.piece == whole
        && read.piece.count <= write.piece.count
        && write.piece.certainty == Certainty::Always
        && (cycles[0] == cycles[1] || is_same_in(producer, cycles))
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
