//! The longest chain of results, each of which the next one reads.
//!
//! Each result must wait some steps for the one before it (manual 3.6.3), so no order of the expressions takes fewer steps than
//! the chain, for any places of the temporaries. Distances are from [`mnc2_isa::timing`], between the cycles that write and
//! read a word. Accesses whose words are only known in a run are not included, which may make the chain shorter. MV
//! instructions take no steps here.

use std::ops::{ControlFlow, Range};

use mnc2_isa::Op;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::timing::{self, AccessKind, AddressRelation, DistanceUnit};

use super::uses::{Accessed, each_access};
use crate::flow::Flow;
use mnc2_program::access::{Certainty, Direction, Piece, Store};
use mnc2_program::{Program, Statement};
use mnc2_text::LineRange;

/// The number for no expression.
const NONE: u32 = u32::MAX;

/// A link of a chain: an expression, or an MV instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainLink {
    /// Its line, counted from 0.
    pub line: u32,
    /// Its place in the line.
    pub range: LineRange,
    /// The earliest step for it, counted from 0.
    pub earliest: u64,
    /// The store of the result of the link before it; `None` for the first.
    pub through: Option<Store>,
}

/// The longest chain of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// The steps that it takes.
    pub steps: u64,
    /// Its links in order.
    pub links: Vec<ChainLink>,
}

/// An expression that may be part of the chain.
struct Atom {
    line: u32,
    expression: u16,
    /// 1 for an expression of a step; MV instructions take no steps.
    own: u8,
    earliest: u64,
    before: u32,
    through: Store,
}

/// The facts about a write that a timing rule needs.
#[derive(Clone, Copy)]
struct Write {
    atom: u32,
    /// The first word of each cycle, and how many there are in each; none in a cycle that writes nothing.
    first: [u32; CYCLES_PER_STEP],
    count: [u16; CYCLES_PER_STEP],
    is_perhaps: bool,
}

impl Chain {
    /// The longest chain of a program, given its flow in one part ([`Flow::new`]).
    #[must_use]
    pub fn longest(program: &Program, flow: &Flow) -> Self {
        let mut atoms: Vec<Atom> = Vec::new();
        // One for each access, in order of time.
        let mut writes: Vec<Write> = Vec::new();
        each_access(program, |accessed, _| {
            let atom = atom(program, accessed, &mut atoms);
            writes.push(Write::new(atom, accessed));
            let Some(own) = atoms.get(atom as usize) else {
                return ControlFlow::Continue(());
            };
            let (mut earliest, mut before, mut through) = (own.earliest, own.before, own.through);
            for source in accessed.sources(flow) {
                let write = &writes[source.write.0 as usize];
                let Some(from) = atoms.get(write.atom as usize) else {
                    continue;
                };
                if from.line == accessed.line {
                    continue;
                }
                let since = from.earliest + write.steps_to(program, from, accessed, &source.words);
                if since > earliest || before == NONE && since == earliest {
                    (earliest, before, through) = (since, write.atom, accessed.access.store);
                }
            }
            let own = &mut atoms[atom as usize];
            (own.earliest, own.before, own.through) = (earliest, before, through);
            ControlFlow::Continue(())
        });
        let end = |atom: &Atom| atom.earliest + u64::from(atom.own);
        let Some(steps) = atoms.iter().map(end).max() else {
            return Self::default();
        };
        let mut links = Vec::new();
        let mut at = atoms.iter().rposition(|atom| end(atom) == steps);
        while let Some(atom) = at.and_then(|at| atoms.get(at)) {
            let before = (atom.before != NONE).then_some(atom.before as usize);
            links.push(ChainLink {
                line: atom.line,
                range: range(program, atom),
                earliest: atom.earliest,
                through: before.map(|_| atom.through),
            });
            at = before;
        }
        links.reverse();
        Self { steps, links }
    }
}

/// The atom of an access, which is the last one or a new one; [`NONE`] for debug and host statements.
fn atom(program: &Program, accessed: &Accessed<'_>, atoms: &mut Vec<Atom>) -> u32 {
    let expression = accessed.access.expression;
    let of_line = atoms.iter().rposition(|atom| atom.line < accessed.line);
    let of_line = of_line.map_or(0, |before| before + 1);
    let known = atoms[of_line..]
        .iter()
        .position(|atom| atom.expression == expression);
    if let Some(known) = known {
        return (of_line + known) as u32;
    }
    let statement = program.line(accessed.line as usize);
    let own = match statement.and_then(|line| line.statement.as_ref()) {
        Some(Statement::Step(_)) => 1,
        Some(Statement::Mv(_)) => 0,
        _ => return NONE,
    };
    atoms.push(Atom {
        line: accessed.line,
        expression,
        own,
        earliest: 0,
        before: NONE,
        through: accessed.access.store,
    });
    atoms.len() as u32 - 1
}

/// The operation of an atom.
fn op(program: &Program, line: u32, expression: u16) -> Option<Op> {
    match program.line(line as usize)?.statement.as_ref()? {
        Statement::Step(step) => Some(step.expressions.get(usize::from(expression))?.op),
        Statement::Mv(mv) => Some(mv.op),
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Host(_)
        | Statement::Directive(_) => None,
    }
}

fn range(program: &Program, atom: &Atom) -> LineRange {
    let line = program.line(atom.line as usize);
    match line.and_then(|line| line.statement.as_ref()) {
        Some(Statement::Step(step)) => step
            .expressions
            .get(usize::from(atom.expression))
            .map_or(0..0, |expression| expression.range.clone()),
        Some(Statement::Mv(mv)) => mv.range.clone(),
        _ => 0..0,
    }
}

impl Write {
    fn new(atom: u32, accessed: &Accessed<'_>) -> Self {
        let mut write = Self {
            atom,
            first: [0; CYCLES_PER_STEP],
            count: [0; CYCLES_PER_STEP],
            is_perhaps: false,
        };
        if accessed.access.direction == Direction::Write {
            for piece in accessed.pieces {
                let cycle = usize::from(piece.cycle);
                write.is_perhaps |= piece.certainty == Certainty::Perhaps;
                // Only the first range of a cycle: a shorter distance is still one that must be kept.
                if write.count[cycle] == 0 {
                    write.first[cycle] = piece.first;
                    write.count[cycle] = u16::try_from(piece.count).unwrap_or(u16::MAX);
                }
            }
        }
        write
    }

    /// The least steps from an expression that writes to an expression that reads some of its words.
    fn steps_to(
        &self,
        program: &Program,
        from: &Atom,
        read: &Accessed<'_>,
        words: &Range<u32>,
    ) -> u64 {
        // A step reads what earlier steps wrote (manual 1.2).
        let least = u64::from(from.own);
        let Store::Memory(memory) = read.access.store else {
            return least;
        };
        let ops = op(program, from.line, from.expression).zip(op(
            program,
            read.line,
            read.access.expression,
        ));
        let Some((writing, reading)) = ops else {
            return least;
        };
        let accesses = AccessKind::from_write(writing, memory, self.is_perhaps)
            .zip(AccessKind::from_read(reading, memory));
        let Some((first, second)) = accesses else {
            return least;
        };
        let from_below = |piece: &Piece| piece.first < self.first[0];
        let rules = timing::rules_after(first).filter(|rule| {
            rule.second == second
                && match rule.addresses {
                    AddressRelation::Any | AddressRelation::Same => true,
                    AddressRelation::OverlapFromBelow => read.pieces.iter().any(from_below),
                    // Only warned about: it may be too early.
                    AddressRelation::Overlap => false,
                }
        });
        let needed = rules.map(|rule| match rule.unit {
            DistanceUnit::Steps => u64::from(rule.distance) + 1,
            DistanceUnit::Cycles => self.steps_of_cycles(rule.distance, read, words),
        });
        needed.max().unwrap_or(least).max(least)
    }

    /// The least steps if a number of cycles must be between the write and the read of each word.
    fn steps_of_cycles(&self, distance: u32, read: &Accessed<'_>, words: &Range<u32>) -> u64 {
        let mut least = 1;
        for piece in read.pieces {
            let (from, until) = (piece.first, piece.first + piece.count);
            for cycle in 0..CYCLES_PER_STEP {
                let (first, count) = (self.first[cycle], u32::from(self.count[cycle]));
                let start = from.max(first).max(words.start);
                let end = until.min(first + count).min(words.end);
                if start < end {
                    let cycles = distance + 1 + cycle as u32;
                    let cycles = cycles.saturating_sub(u32::from(piece.cycle));
                    least = least.max(cycles.div_ceil(CYCLES_PER_STEP as u32));
                }
            }
        }
        u64::from(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_program::ModeChoice;
    use mnc2_program::rules::check::check;
    use mnc2_text::Severity;

    fn chain(text: &str) -> (u64, Vec<u32>) {
        let program = mnc2_asm::parse(text);
        for line in program.iter() {
            assert!(!line.has_error(), "{text}: {:?}", line.diagnostics);
        }
        let chain = Chain::longest(&program, &Flow::new(&program));
        let lines = chain.links.iter().map(|link| link.line);
        (chain.steps, lines.collect())
    }

    /// The first step after a write in which the checker lets something be read.
    fn accepted(write: &str, read: &str) -> u64 {
        (1..12)
            .find(|after| {
                let nops = "nop\n".repeat(*after as usize - 1);
                let program = mnc2_asm::parse(&format!("{write}\n{nops}{read}"));
                let report = check(&program, ModeChoice::Infer);
                let mut findings = report.findings.iter();
                findings.all(|it| it.diagnostic.severity() != Severity::Error)
            })
            .expect("at some time it can be read")
    }

    #[test]
    fn distances_are_those_of_the_checker() {
        for (write, read) in [
            ("lpassa $lm0v $lr0v", "lpassa $lr0v $ln0v"),
            ("lpassa $lm0v $lr0v", "lpassa $lr[6,0,0,0] $ln0v"),
            ("lpassa $lm0v $lr0v", "lpassa $lr[4,4,4,6] $ln0v"),
            ("lpassa $lm0v $lr0v", "lpassa $lr0 $ln0v"),
            ("lpassa $lm0v $lr0", "lpassa $lr0v $ln0v"),
            ("lpassa $lm0v $lr0v/1000", "lpassa $lr0v $ln0v"),
            ("lpassa $lm0v $lr0v/0001", "lpassa $lr[6,6,6,6] $ln0v"),
            ("lpassa $lm0v $ln0v", "lpassa $ln0v $lr0v"),
            ("lpassa $lm0v $lt", "lpassa $lt $ln0v"),
            ("lpassa $lm0v $nowrite", "lpassa $aluf $ln0v"),
            (
                "linc $lm0v $nowrite; dmwrite $lr0v $lx0",
                "dmread $lx0 $lr0v",
            ),
            ("lpassa $lm0v $omr1", "lpassa $lm0v $lr0v/$imr1"),
            ("l1bmm@0 $lm0v $lb0", "l1bmm $lb0 $ln0v"),
            ("l1bmm@0 $lm0v $lb0", "l2bm@0 $lb0 $lc0"),
            ("l2bmb $lc0 $lb64", "l1bmm $lb64 $ln0v"),
            ("l2bmb $lc0 $lb64", "l2bm@0 $lb64 $lc1024"),
            ("l2bm@0 $lb0 $lc0", "l2bmb $lc0 $lb128"),
            ("l2bm@0 $lb0 $lc0", "mvp/n64 $lc0@0.0 $p0@0"),
            ("l2bm@0 $lb0 $lc64", "mvp/n256 $lc0@0.0 $p0@0"),
        ] {
            let (steps, lines) = chain(&format!("{write}\nnop/20\n{read}"));
            let own = u64::from(!read.starts_with("mv"));
            assert_eq!(steps, accepted(write, read) + own, "{write} | {read}");
            assert_eq!(lines, [0, 2], "{write} | {read}");
        }
    }

    #[test]
    fn what_does_not_depend_is_not_in_it() {
        assert_eq!(chain("").0, 0);
        assert_eq!(chain("nop/1000\nd get $lm0n0c0b0m0p0 1").0, 0);
        assert_eq!(chain("lpassa $lm0v $ln0v\nlpassa $lm8v $ln8v").0, 1);
        // The place is used again; its old content is not read.
        let again = "lpassa $lm0v $lr0v\nnop/3\nlpassa $lm8v $lr0v\nnop/2\nlpassa $lr0v $ln0v";
        assert_eq!(chain(again), (3, vec![2, 4]));
        // Another expression of the step that writes.
        let beside = "dvadd $lr0v $lr0v $lr8v; linc $lm8v $ls0v\nnop/2\nlpassa $ls0v $ln0v\nnop/2\n\
                      lpassa $ln0v $lr16v";
        assert_eq!(chain(beside), (6, vec![0, 2, 4]));
        // Each L1B has its own memory.
        let elsewhere = "d set $lb0n0c0b3 1 0000000000000001\nnop/9\nl1bmm $lb0 $lr0v";
        assert_eq!(chain(elsewhere).0, 1);
    }
}
