//! Pseudo-random numbers that are the same in every run, for the tests of this crate.

/// Advances Knuth's linear congruential generator (MMIX). Its upper bits are the better ones.
pub(crate) fn advance(state: &mut u64) {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
}
