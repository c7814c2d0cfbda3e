//! The findings of strict mode: a hazard that occurred, or an uninitialized read.

use mnc2_isa::ChipLevel;
use mnc2_isa::timing::TimingRule;
use mnc2_program::code::Code;
use mnc2_program::message::wording;
use mnc2_text::{LineRange, Message, message};

use super::pe_set::PeSet;

/// An error of the program that a run found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrictFinding {
    /// The line of the read, counted from 0.
    pub line: u32,
    /// Its range in the line.
    pub range: LineRange,
    /// The kind of error.
    pub kind: FindingKind,
    /// The word that was read, such as `$r4`, at the first affected element.
    pub what: Message,
    /// The elements on which it happened.
    pub affected: Affected,
}

/// The kinds of errors that only a run shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// A dependent instruction came too early (manual 3.6.3).
    Hazard {
        /// The rule that is broken.
        rule: &'static TimingRule,
        /// Steps or cycles in between, in the unit of the rule.
        between: u64,
        /// The line of the write, counted from 0.
        written_line: u32,
        /// The range of the write in its line.
        written_range: LineRange,
    },
    /// Nothing ever wrote the data that is read.
    Unwritten,
    /// Nothing but the judge, which starts with zeros, wrote the data that is read.
    Zeroed,
}

/// Elements of the chip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affected {
    /// The first one's name.
    pub first: String,
    /// The number of elements.
    pub count: usize,
    /// The noun for an element, in the singular.
    pub noun: &'static str,
}

impl Affected {
    pub(super) fn pes(set: &PeSet) -> Self {
        Self::new(ChipLevel::Pe, set.first().unwrap_or(0), set.count())
    }

    pub(super) fn elements(level: ChipLevel, elements: u64) -> Self {
        let first = elements.trailing_zeros() as usize % 64;
        Self::new(level, first, elements.count_ones() as usize)
    }

    fn new(level: ChipLevel, first: usize, count: usize) -> Self {
        let noun = match level {
            ChipLevel::Group => "group",
            ChipLevel::L2b => "L2B",
            ChipLevel::L1b => "L1B",
            ChipLevel::Mab => "MAB",
            ChipLevel::Pe => "PE",
        };
        Self {
            first: level.name(first),
            count,
            noun,
        }
    }
}

impl Affected {
    /// The first one, and how many more there are.
    #[must_use]
    pub fn message(&self) -> Message {
        let Self { first, count, noun } = self;
        let noun = Message::from_table(noun);
        match count {
            0 | 1 => message!("{noun} {first}", noun, first),
            _ => message!(
                "{noun} {first} and {count} more",
                noun,
                first,
                count = count - 1
            ),
        }
    }
}

impl StrictFinding {
    /// The diagnostic of the check for the same error; every hazard has one. Its severity follows from the code and
    /// the user's rules, as in a check.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        match &self.kind {
            FindingKind::Hazard { rule, .. } => Code::from_rule(rule),
            FindingKind::Unwritten | FindingKind::Zeroed => None,
        }
    }

    /// Its name in output: the code of the check, or a word for reads that a check does not find.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.kind {
            FindingKind::Hazard { rule, .. } => Code::from_rule(rule).map_or("", Code::id),
            FindingKind::Unwritten => "unwritten",
            FindingKind::Zeroed => "zeroed",
        }
    }

    /// The section of the manual.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        match &self.kind {
            FindingKind::Hazard { rule, .. } => rule.section,
            FindingKind::Unwritten | FindingKind::Zeroed => "",
        }
    }

    /// The finding, as a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        let what = self.what.clone();
        let affected = self.affected.message();
        match &self.kind {
            FindingKind::Unwritten => {
                message!(
                    "{what} is read but uninitialized ({affected})",
                    what,
                    affected
                )
            }
            FindingKind::Zeroed => {
                message!(
                    "{what} is read, and only the judge's zeros are there ({affected})",
                    what,
                    affected
                )
            }
            FindingKind::Hazard {
                rule,
                between,
                written_line,
                ..
            } => {
                let short = u64::from(rule.distance).saturating_sub(*between);
                message!(
                    "{what} was read too early: {between} between this and the write in line {line}, \
                     {needed} needed, {short} short ({affected})",
                    what,
                    between = wording::distance(rule.unit, *between),
                    line = written_line + 1,
                    needed = rule.distance,
                    short,
                    affected
                )
            }
        }
    }
}
