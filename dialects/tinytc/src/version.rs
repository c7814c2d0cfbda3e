//! The versions of the language.

/// A version of the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// The specification of February 2025, between the releases 0.3.1 and 0.4.0.
    #[default]
    February2025,
    /// The release 0.4.0.
    Release04,
}

impl Version {
    /// Every version, in the order of their time.
    pub const ALL: [Self; 2] = [Self::February2025, Self::Release04];

    /// The name in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::February2025 => "2025-02",
            Self::Release04 => "0.4",
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
            Self::February2025 => Self::Release04,
            Self::Release04 => Self::February2025,
        }
    }

    /// Whether it is 0.4.
    #[must_use]
    pub const fn is_04(self) -> bool {
        matches!(self, Self::Release04)
    }
}
