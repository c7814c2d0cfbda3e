//! Wrong rules about transfers, which a test plants: the proof must refuse what each of them does.

/// A rule that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// A write between two transfers makes no difference.
    Unwritten,
    /// A rotation of the MABs makes no difference.
    Rotated,
    /// Two long words begin one further.
    Further,
    /// The amount of a shift makes no difference.
    Amount,
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
