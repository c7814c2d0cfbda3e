//! The legal distances between the parts of a program (manual 3.6.3, 3.6.4), which decide what may move where.
//!
//! An [`Atom`] is the smallest unit that can move: an expression of a step, or a statement between steps. A [`Limit`] gives the
//! distances between two atoms at which the program stays equivalent and breaks no rule:
//!
//! - *Data*, from the accesses of both: a value that is read must be written in an earlier step, and must not be
//!   replaced before it is read. A step reads before it writes (manual 1.2).
//! - *Timing*, from the checker: two atoms are put that far apart and checked. Warnings count too.
//! - *Co-issue*, from the rules of a step: two atoms are put into one step and checked by the rules. One rule is about three
//!   expressions ([`Resource`]).
//! - *Forwarding*: a forwarding register holds the result of the last step that is not `nop` or `noforward`
//!   ([`Feed`]).
//!
//! All orders of the atoms that keep these limits are equivalent on the whole chip; forwarding and turnaround registers after
//! the last step are not compared. An access whose words are not known is taken as an access to the whole memory.
//!
//! The atoms of a region are compared in pairs, so the cost is quadratic: 200 atoms are 20 000 pairs at some 2 µs, most
//! of it the rules of a step. Long programs are taken in windows.

mod atom;
mod change_level;
mod collect_atoms;
mod forwarding;
mod pairwise_limits;
mod place_independent;
mod reasons;
mod register_words;

use std::collections::BTreeMap;
use std::ops::Range;

use mnc2_isa::timing::TimingRule;

use mnc2_program::Program;
use mnc2_program::access::Store;
use mnc2_program::code::Code;
use mnc2_program::rules::step::{MAU_EXPRESSIONS_MAX, is_for_mau};

pub use atom::{Atom, AtomKind, AtomPosition};
pub use change_level::ChangeLevel;
pub use forwarding::{Feed, Forwarded};
pub use register_words::fits;

/// No rule of timing is about more steps than this.
pub const REACH_STEPS: i64 = mnc2_program::rules::hazard::REACH_STEPS;

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
    /// The limit on the distance in steps.
    pub limit: Limit,
    /// The reason for the limit.
    pub why: Why,
}

impl Dependence {
    /// Whether a distance that it does not allow breaks a rule of timing and nothing else.
    fn is_of_time(&self, distance: i64) -> bool {
        matches!(self.why, Why::Timing(_)) && distance != 0
    }
}

/// A resource that the atoms of one step share, and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// How much a step has.
    pub capacity: usize,
    /// How much each atom takes, by its index into [`Depends::atoms`].
    pub demands: Vec<(usize, usize)>,
    /// The rule about the resource.
    pub why: Code,
}

impl Resource {
    /// Whether no step takes more than there is, of the atoms that have a step.
    pub fn is_enough(&self, step_of: impl Fn(usize) -> Option<i64>) -> bool {
        let mut taken: BTreeMap<i64, usize> = BTreeMap::new();
        for &(atom, demand) in &self.demands {
            if let Some(step) = step_of(atom) {
                *taken.entry(step).or_default() += demand;
            }
        }
        taken.values().all(|&taken| taken <= self.capacity)
    }

    /// The MAU. Every other rule of a step is about two expressions.
    fn mau(atoms: &[Atom]) -> Option<Self> {
        let users = |atom: &Atom| atom.parts().iter().filter(|it| is_for_mau(it)).count();
        let demands = atoms.iter().enumerate().filter_map(|(index, atom)| {
            let count = users(atom);
            (count > 0 && atom.place == AtomPosition::Inside).then_some((index, count))
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

/// The treatment of an operand that is wide only because another expression of its step needs the width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Widths {
    /// It may come into a step where it is wider than needed, which is warned about.
    #[default]
    Free,
    /// Its step stays as it is, and so do the operands that need the width.
    Kept,
}

/// The treatment of a region whose lines break rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Faults {
    Refused,
    /// It may move if it breaks no more rules than now. The only errors that are not an obstacle are about expressions that
    /// cannot share a step; a line with another error was not understood. Lines around it count as far as they are understood.
    Kept,
}

/// The atoms of a region of a program, and the limits between them.
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
    /// The present number of steps of the region.
    pub steps: i64,
}

impl Depends {
    /// What may move where among some lines of a program. Nothing before or after these lines moves, but all distances
    /// to it count.
    ///
    /// # Errors
    /// If nothing may move.
    pub fn from_lines(
        program: &Program,
        lines: Range<usize>,
        widths: Widths,
    ) -> Result<Self, Refusal> {
        Self::collected(program, lines, widths, Faults::Refused)
    }

    /// As [`Self::from_lines`], also for lines whose expressions cannot share a step, and of steps that are too near each other for a
    /// rule of timing.
    ///
    /// # Errors
    /// If nothing may move.
    pub fn from_faulty_lines(program: &Program, lines: Range<usize>) -> Result<Self, Refusal> {
        Self::collected(program, lines, Widths::Free, Faults::Kept)
    }

    fn collected(
        program: &Program,
        lines: Range<usize>,
        widths: Widths,
        faults: Faults,
    ) -> Result<Self, Refusal> {
        let (mut atoms, steps) = collect_atoms::collect(program, lines, widths, faults)?;
        let feeds = forwarding::feeds(&atoms)?;
        let forwarded = forwarding::candidates(&atoms, &feeds, widths);
        for feed in feeds.iter().chain(forwarded.iter().map(|it| &it.feed)) {
            atoms[feed.from].is_source = true;
        }
        let mut limits = Vec::new();
        for to in 0..atoms.len() {
            for from in 0..to {
                if !atoms[from].may_change_distance(&atoms[to], steps) {
                    continue;
                }
                pairwise_limits::limits(&atoms[from], &atoms[to], |limit, why| {
                    limits.push(Dependence {
                        from,
                        to,
                        limit,
                        why,
                    });
                });
            }
        }
        let depends = Self {
            resources: Resource::mau(&atoms).into_iter().collect(),
            atoms,
            limits,
            feeds,
            forwarded,
            steps,
        };
        let is_kept = |it: &Dependence| {
            let now = depends.distance_now(it);
            it.limit.allows(now) || faults == Faults::Kept && it.is_of_time(now)
        };
        match depends.limits.iter().find(|it| !is_kept(it)) {
            Some(broken) => Err(Refusal::Hazard(depends.atoms[broken.to].line)),
            None => Ok(depends),
        }
    }

    fn distance_now(&self, limit: &Dependence) -> i64 {
        self.atoms[limit.to].step - self.atoms[limit.from].step
    }

    /// The atoms of the region.
    pub fn inside(&self) -> impl Iterator<Item = &Atom> {
        (self.atoms.iter()).filter(|atom| atom.place == AtomPosition::Inside)
    }

    /// The steps of all atoms after a move: the atoms of the region are issued in other steps, and the atoms after it some
    /// steps later.
    pub fn with_steps(&self, later: i64, step: impl Fn(&Atom) -> i64) -> Vec<i64> {
        let moved = |atom: &Atom| match atom.place {
            AtomPosition::Before => atom.step,
            AtomPosition::Inside => step(atom),
            AtomPosition::After => atom.step + later,
        };
        self.atoms.iter().map(moved).collect()
    }

    /// The limits, feeds and resources that break if each atom is issued in another step. Atoms that are too near each other
    /// now may stay as near.
    pub fn broken<'a>(&'a self, steps: &'a [i64]) -> impl Iterator<Item = Broken<'a>> {
        let limits = self.limits.iter().filter(move |it| {
            let (distance, now) = (steps[it.to] - steps[it.from], self.distance_now(it));
            let is_no_worse = match it.limit {
                Limit::AtLeast(_) => distance >= now,
                Limit::Not(_) => distance == now,
            };
            !(it.limit.allows(distance) || it.is_of_time(now) && is_no_worse)
        });
        let feeds = self.feeds.iter().filter(move |feed| {
            let (from, to) = (steps[feed.from], steps[feed.to]);
            let mut others = self.atoms.iter().zip(steps);
            from >= to || others.any(|(atom, &at)| atom.forwards && from < at && at < to)
        });
        let resources = self.resources.iter();
        let resources = resources.filter(move |it| !it.is_enough(|atom| Some(steps[atom])));
        (limits.map(Broken::Limit))
            .chain(feeds.map(Broken::Feed))
            .chain(resources.map(Broken::Resource))
    }
}

/// A limit, feed or resource that an order breaks.
#[derive(Clone, Copy, Debug)]
pub enum Broken<'a> {
    /// A limit between two atoms.
    Limit(&'a Dependence),
    /// A forwarding register is read that holds something else.
    Feed(&'a Feed),
    /// A step has too little for all its atoms.
    Resource(&'a Resource),
}

/// The limits from one atom to another that is later in the text.
#[must_use]
pub fn between(from: &Atom, to: &Atom) -> Vec<(Limit, Why)> {
    let mut limits = Vec::new();
    pairwise_limits::limits(from, to, |limit, why| limits.push((limit, why)));
    limits
}
