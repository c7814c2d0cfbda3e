//! A `.param` file of the unofficial SDK: which words of PDM the slots of a program mean.

use mnc2_text::LineRange;

/// The tag that the linker waits with if the file reserves none.
pub const RESERVED_TAG_BY_DEFAULT: u64 = 0x3f;

/// The entries of a `.param` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params {
    /// In the order of the text.
    pub entries: Box<[ParamEntry]>,
    /// The tags that no transfer of the host has, which the linker waits with; empty if the file names none.
    pub reserved_tags: Box<[u64]>,
    /// Whether all of it could be read, so that what is not among the entries does not exist.
    pub is_whole: bool,
}

/// An entry that directives refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamEntry {
    /// Its line, counted from 0.
    pub line: u32,
    /// Its key and its name in that line.
    pub range: LineRange,
    /// The kind of entry, and its name.
    pub key: ParamKey,
    /// The first word of PDM.
    pub address: Option<u64>,
    /// The tag that the host sends with.
    pub send_tag: Option<u64>,
    /// The tag that the host waits for.
    pub receive_tag: Option<u64>,
    /// The value of `:buf_size`.
    pub buffer_size: Option<u64>,
}

/// The kind of an entry, and its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ParamKey {
    /// A slot, such as `:slot 8`.
    Slot(u64),
    /// An identification, such as `:identify 0`.
    Identify(u64),
    /// Boundary flags, such as `:boundary_flags bf1`.
    BoundaryFlags(Box<str>),
    /// A buffer, such as `:buffer nbuf0`.
    Buffer(Box<str>),
}

impl ParamKey {
    /// The keyword of the entry.
    #[must_use]
    pub const fn keyword(&self) -> &'static str {
        match self {
            Self::Slot(_) => ":slot",
            Self::Identify(_) => ":identify",
            Self::BoundaryFlags(_) => ":boundary_flags",
            Self::Buffer(_) => ":buffer",
        }
    }
}

impl std::fmt::Display for ParamKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.keyword())?;
        match self {
            Self::Slot(number) | Self::Identify(number) => write!(f, " {number}"),
            Self::BoundaryFlags(name) | Self::Buffer(name) => write!(f, " {name}"),
        }
    }
}

impl Params {
    /// The entry with a key; the first of several.
    #[must_use]
    pub fn entry(&self, key: &ParamKey) -> Option<&ParamEntry> {
        self.entries.iter().find(|entry| entry.key == *key)
    }

    /// The tag that the linker waits with: the first of the reserved ones.
    #[must_use]
    pub fn reserved_tag(&self) -> u64 {
        let first = self.reserved_tags.first();
        first.copied().unwrap_or(RESERVED_TAG_BY_DEFAULT)
    }
}
