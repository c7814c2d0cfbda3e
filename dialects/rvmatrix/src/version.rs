//! The versions of the extension.

/// A version of the proposal that has a column of the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// The proposal of February 2023.
    #[default]
    V02,
    /// The proposal of June 2023.
    V03,
    /// The proposal of December 2024, which no public assembler has.
    V06,
}

impl Version {
    /// Every version, in the order of their time.
    pub const ALL: [Self; 3] = [Self::V02, Self::V03, Self::V06];

    /// The name in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V02 => "0.2",
            Self::V03 => "0.3",
            Self::V06 => "0.6",
        }
    }

    /// The version with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.name() == name)
    }

    /// Whether it has tile and accumulation registers, `tr0` and `acc0`, in place of `m0`.
    #[must_use]
    pub const fn has_tiles(self) -> bool {
        matches!(self, Self::V06)
    }

    /// The name of the number of bits of a row of a matrix register.
    #[must_use]
    pub const fn row_length(self) -> &'static str {
        match self {
            Self::V02 => "MLEN",
            Self::V03 => "RLEN",
            Self::V06 => "TRLEN",
        }
    }

    /// Its bit among versions.
    #[must_use]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The versions for which something holds, as bits.
    #[must_use]
    pub fn bits_where(holds: impl Fn(Self) -> bool) -> u8 {
        let found = Self::ALL.into_iter().filter(|&version| holds(version));
        found.fold(0, |bits, version| bits | version.bit())
    }
}
