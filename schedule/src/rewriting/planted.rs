//! Wrong rules, which a test plants one by one: the proof must refuse what each of them does.

#[cfg(test)]
use super::rules::{self, RewriteRule};

/// A rule that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// The inputs of a long word in the other order.
    SwappedWords,
    /// The flags of the first word decide both.
    OneFlag,
    /// The words of a long operation do not depend on each other.
    SplitLongWords,
    /// The order of inputs makes no difference.
    AnyInputOrder,
    /// A place is written before it is read.
    TooEarly,
    /// Nothing else needs its place.
    AllFree,
    /// Where a mask stops a write, anything may be.
    LostOld,
    /// The constant of a scaled sum is scaled too far.
    Scale,
    /// One increment is lost.
    Count,
    /// Constants advance by too much.
    Step,
    /// A word is rotated by another amount.
    Rotation,
    /// One more bit of a constant does not count.
    Uncounted,
    /// The last bit of a number that is not loaded makes no difference.
    Number,
    /// The last cycle of a step is not regrouped.
    Cycle,
    /// The mask of a step is the next entry.
    OtherMask,
    /// The factor is added in place of the number.
    Double,
    /// The amount is added in place of the number.
    Shift,
    /// A smaller number is taken for the larger one.
    Extreme,
    /// A difference does not overflow.
    Overflow,
    /// A mask ends a write one cycle too early.
    ShortMask,
    /// The last number of a range makes no difference.
    Range,
    /// The number that remainders are taken from is one too many.
    Remainder,
}

/// Whether a wrong rule is in force: never, except in a test.
#[cfg(not(test))]
pub(super) const fn is_planted(_: Wrong) -> bool {
    false
}

#[cfg(test)]
thread_local! {
    static PLANTED: std::cell::Cell<Option<Wrong>> = const { std::cell::Cell::new(None) };
}

#[cfg(test)]
pub(super) fn is_planted(wrong: Wrong) -> bool {
    PLANTED.get() == Some(wrong)
}

/// Does something with a wrong rule in force.
#[cfg(test)]
pub(super) fn with<T>(wrong: Wrong, run: impl FnOnce() -> T) -> T {
    PLANTED.set(Some(wrong));
    let done = run();
    PLANTED.set(None);
    done
}

#[cfg(test)]
impl Wrong {
    pub(super) const ALL: [Self; 18] = [
        Self::SwappedWords,
        Self::OneFlag,
        Self::SplitLongWords,
        Self::AnyInputOrder,
        Self::TooEarly,
        Self::AllFree,
        Self::LostOld,
        Self::Scale,
        Self::Count,
        Self::Step,
        Self::Rotation,
        Self::Uncounted,
        Self::Number,
        Self::Double,
        Self::Shift,
        Self::Extreme,
        Self::Overflow,
        Self::ShortMask,
    ];

    /// Those that need programs of their own.
    pub(super) const ALONE: [Self; 4] =
        [Self::Cycle, Self::OtherMask, Self::Range, Self::Remainder];

    /// The rule that it is a wrong variant of.
    pub(super) const fn rule(self) -> &'static RewriteRule {
        match self {
            Self::SwappedWords | Self::OneFlag | Self::SplitLongWords => &rules::LONG_WORDS,
            Self::AnyInputOrder | Self::AllFree | Self::LostOld => &rules::VALUES,
            Self::TooEarly => &rules::ORDER,
            Self::Scale => &rules::SCALED_SUMS,
            Self::Count => &rules::INCREMENTS,
            Self::Step => &rules::CONSTANT_SUMS,
            Self::Rotation => &rules::BIT_MOVES,
            Self::Double => &rules::DOUBLES,
            Self::Shift => &rules::SHIFTS,
            Self::Extreme | Self::Overflow => &rules::SELECTIONS,
            Self::ShortMask => &rules::MASKS,
            Self::Uncounted => &rules::SQUARES,
            Self::Number => &rules::NUMBERS,
            Self::Cycle => &rules::REGROUPED,
            Self::OtherMask => &rules::STEP_MASKS,
            Self::Range => &rules::RANGES,
            Self::Remainder => &rules::REMAINDERS,
        }
    }
}
