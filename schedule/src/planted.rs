//! Wrong rules, which a test plants one by one: the proof must refuse what each of them does.

/// A rule that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "rewriting"),
    expect(dead_code, reason = "most rules are left out")
)]
pub(crate) enum Wrong {
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
    /// One more is added.
    Count,
    /// An operation on constants gives one more.
    Fold,
    /// The operands of an inverted intersection are not inverted.
    DeMorgan,
    /// The mask is taken for what it leaves.
    Covered,
    /// The larger one of two equal numbers is zero.
    EqualExtremes,
    /// Constants advance by too much.
    Step,
    /// A word is rotated by another amount.
    Rotation,
    /// One more bit of a constant does not count.
    Uncounted,
    /// One more bit of a constant that is shared does not count.
    Undemanded,
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
    /// A half has one more digit.
    Halves,
    /// A write between two transfers makes no difference.
    Unwritten,
    /// A rotation of the MABs makes no difference.
    Rotated,
    /// Two long words begin one further.
    Further,
    /// The amount of a shift makes no difference.
    Amount,
    /// Carries between the elements of a sum make no difference.
    Carries,
    /// The words of one MAB make no difference.
    MissingMab,
    /// The direction in which words go round the PEs makes no difference.
    Direction,
    /// The words of one PE make no difference.
    MissingPe,
    /// Words that went round are back.
    TurnedBack,
    /// What another transfer sent before makes no difference.
    OtherSent,
}

/// Whether a wrong rule is in force: never, except in a test.
#[cfg(not(test))]
pub(crate) const fn is_planted(_: Wrong) -> bool {
    false
}

#[cfg(test)]
thread_local! {
    static PLANTED: std::cell::Cell<Option<Wrong>> = const { std::cell::Cell::new(None) };
}

#[cfg(test)]
pub(crate) fn is_planted(wrong: Wrong) -> bool {
    PLANTED.get() == Some(wrong)
}

/// Does something with a wrong rule in force.
#[cfg(test)]
pub(crate) fn with<T>(wrong: Wrong, run: impl FnOnce() -> T) -> T {
    PLANTED.set(Some(wrong));
    let done = run();
    PLANTED.set(None);
    done
}
