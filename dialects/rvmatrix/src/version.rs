//! The versions of the extension.

/// A version of the proposal that the vendor's assembler has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// The proposal of February 2023.
    #[default]
    V02,
    /// The proposal of June 2023.
    V03,
}

impl Version {
    /// Every version, in the order of their time.
    pub const ALL: [Self; 2] = [Self::V02, Self::V03];

    /// The name in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V02 => "0.2",
            Self::V03 => "0.3",
        }
    }

    /// The version with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.name() == name)
    }

    /// The version that is not this one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::V02 => Self::V03,
            Self::V03 => Self::V02,
        }
    }

    /// Whether it is 0.3.
    #[must_use]
    pub const fn is_03(self) -> bool {
        matches!(self, Self::V03)
    }
}
