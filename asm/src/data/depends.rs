//! What may move where: the legal distances between the parts of a program (manual 3.6.3, 3.6.4).
//!
//! An [`Atom`] is the smallest thing that can move: an expression of a step, or a statement between steps. A
//! [`Limit`] says which distances between two atoms keep what the program does and break no rule:
//!
//! - *Data*, from the accesses of both: a value that is read must be written in an earlier step, and must not be
//!   replaced before it is read. A step reads before it writes (manual 1.2).
//! - *Timing*, from the checker: two atoms are put that far apart, and the checker is asked. Warnings count too.
//! - *Co-issue*, from the rules of a step: two atoms are put into one step, and the rules are asked. One rule is about
//!   three expressions ([`Resource`]).
//! - *Forwarding*: a forwarding register holds the result of the last step that is not `nop` or `noforward`
//!   ([`Feed`]).
//!
//! All orders of the atoms that keep these limits do the same on the whole chip; forwarding and turnaround registers
//! after the last step are not compared. An access whose words are not known counts as the whole memory.
//!
//! The atoms of a region are compared in pairs, so the cost is quadratic: 200 atoms are 20 000 pairs at some 2 µs, most
//! of it the rules of a step. Long programs are taken in windows.

mod atom;
mod between;
mod collect;
mod forwarding;
mod why;

use std::ops::Range;

use mnc2_isa::timing::TimingRule;

use crate::access::Store;
use crate::code::Code;
use crate::program::Program;
use crate::rules::step::{MAU_EXPRESSIONS_MAX, is_for_mau};

pub use atom::{Atom, Kind, Place};
pub(crate) use forwarding::fits;
pub use forwarding::{Feed, Forwarded};

/// The most atoms of a region.
pub const ATOMS_MAX: usize = 2048;

/// The least and the forbidden distances between two atoms, in steps from one to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// At least this far.
    AtLeast(i32),
    /// Not exactly this far.
    Not(i32),
}

impl Limit {
    /// Whether a distance keeps it.
    #[must_use]
    pub const fn allows(self, distance: i64) -> bool {
        match self {
            Self::AtLeast(least) => distance >= least as i64,
            Self::Not(forbidden) => distance != forbidden as i64,
        }
    }
}

/// Why two atoms have a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// One reads what the other writes.
    Value(Store),
    /// One replaces what the other reads.
    Reuse(Store),
    /// Both write the same words.
    Rewrite(Store),
    /// They would be too near for a rule of timing.
    Timing(&'static TimingRule),
    /// They cannot share a step.
    Together(Code),
    /// They are statements between steps, which keep their order.
    Order,
    /// One of them waits for MV instructions.
    Wait,
    /// The `mask` setting is another one on the other side.
    MaskSetting,
}

/// A limit on the distance from one atom to another: the step of `to` minus the step of `from`. A statement between
/// steps has the number of the step after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// An index into [`Depends::atoms`].
    pub from: usize,
    /// The other one, which is later in the text.
    pub to: usize,
    /// The distance.
    pub limit: Limit,
    /// The reason.
    pub why: Why,
}

/// What the atoms of a step share, of which a step has only so much.
#[derive(Clone, Debug)]
pub struct Resource {
    /// How much a step has.
    pub capacity: usize,
    /// How much each atom takes, by its index into [`Depends::atoms`].
    pub demands: Vec<(usize, usize)>,
    /// The rule.
    pub why: Code,
}

impl Resource {
    /// The MAU. Every other rule of a step is about two expressions.
    fn mau(atoms: &[Atom]) -> Option<Self> {
        let users = |atom: &Atom| atom.parts().iter().filter(|it| is_for_mau(it)).count();
        let demands = atoms.iter().enumerate().filter_map(|(index, atom)| {
            let count = users(atom);
            (count > 0 && atom.place == Place::Inside).then_some((index, count))
        });
        let demands: Vec<(usize, usize)> = demands.collect();
        (demands.len() > MAU_EXPRESSIONS_MAX).then_some(Self {
            capacity: MAU_EXPRESSIONS_MAX,
            demands,
            why: Code::MauThreeTimes,
        })
    }
}

/// Why nothing in a region may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// This line, counted from 0, has an error or was not understood.
    Error(usize),
    /// This line reads a forwarding register whose content is not known.
    Unfed(usize),
    /// This line breaks a rule of timing with an earlier one.
    Hazard(usize),
    /// More than [`ATOMS_MAX`] atoms.
    TooLong,
}

/// What happens to an operand that is wide only because another expression of its step needs the width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Widths {
    /// It may come into a step where it is wider than needed, which is warned about.
    #[default]
    Free,
    /// Its step stays as it is.
    Kept,
}

/// What may move where in a region of a program.
#[derive(Clone, Debug)]
pub struct Depends {
    /// In the order of the text, with the steps around the region that matter for it.
    pub atoms: Vec<Atom>,
    /// Limits between pairs of atoms.
    pub limits: Vec<Dependence>,
    /// Limits on more than two atoms in one step.
    pub resources: Vec<Resource>,
    /// Which atoms read forwarding registers, and whose results.
    pub feeds: Vec<Feed>,
    /// Operands that could read a forwarding register instead of memory.
    pub forwarded: Vec<Forwarded>,
    /// How many steps the region has now.
    pub steps: i64,
}

impl Depends {
    /// What may move where among some lines of a program. Nothing before or after these lines moves, but all distances
    /// to it count.
    ///
    /// # Errors
    /// If nothing may move.
    pub fn of(program: &Program, lines: Range<usize>, widths: Widths) -> Result<Self, Refusal> {
        let (mut atoms, steps) = collect::collect(program, lines, widths)?;
        let feeds = forwarding::feeds(&atoms)?;
        let forwarded = forwarding::candidates(&atoms, &feeds);
        for feed in feeds.iter().chain(forwarded.iter().map(|it| &it.feed)) {
            atoms[feed.from].is_source = true;
        }
        let mut limits = Vec::new();
        for to in 0..atoms.len() {
            for from in 0..to {
                if !atoms[from].may_change_distance(&atoms[to], steps) {
                    continue;
                }
                let first = limits.len();
                between::limits(&atoms[from], &atoms[to], |limit, why| {
                    limits.push(Dependence {
                        from,
                        to,
                        limit,
                        why,
                    });
                });
                let distance = atoms[to].step - atoms[from].step;
                if limits[first..].iter().any(|it| !it.limit.allows(distance)) {
                    return Err(Refusal::Hazard(atoms[to].line));
                }
            }
        }
        Ok(Self {
            resources: Resource::mau(&atoms).into_iter().collect(),
            atoms,
            limits,
            feeds,
            forwarded,
            steps,
        })
    }
}

/// The limits from one atom to another that is later in the text.
#[must_use]
pub fn between(from: &Atom, to: &Atom) -> Vec<(Limit, Why)> {
    let mut limits = Vec::new();
    between::limits(from, to, |limit, why| limits.push((limit, why)));
    limits
}
