//! The fields of the PE instruction word: which operands and options share bits.
//!
//! The positions are for auto-stride mode, derived from public pairs of source and assembler output
//! (`docs/known-behaviour.md#instruction-word`). [`FieldPlace`] is where they are in flat mode, with four addresses instead
//! of an address and an increment. This is only the table: the checker decides what uses a field, and what is a
//! conflict.

use std::ops::RangeInclusive;

/// How well a field is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// Determined by many pairs of source and output.
    Obs,
    /// Determined by one statement only.
    Obs1,
    /// Printed in public text.
    Pub,
    /// Inferred, without a direct observation.
    Inf,
}

/// A part of the word that belongs to one unit; the names are those that the assembler prints as column heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Component {
    /// `ll`: whether the forwarding registers are updated.
    Ll,
    /// `pe.mrc`: mask register.
    PeMrc,
    /// `pe.trc`: the T-register.
    PeTrc,
    /// `pe.rfc0`: the register file GRF0.
    PeRfc0,
    /// `pe.rfc1`: the register file GRF1.
    PeRfc1,
    /// `pe.lm0`: the local memory LM0.
    PeLm0,
    /// `pe.lm1`: the local memory LM1.
    PeLm1,
    /// `pe.mauc`: MAU and matrix register.
    PeMauc,
    /// `pe.aluc`: the ALU.
    PeAluc,
    /// `l1bm`: transfers between the PEs and L1BM.
    L1bm,
    /// `l2bm`: transfers between L1BM and L2BM.
    L2bm,
    /// `wd`: the wait tag.
    Wd,
}

impl Component {
    /// Every component, from the highest bits down.
    pub const ALL: [Self; 12] = [
        Self::Ll,
        Self::PeMrc,
        Self::PeTrc,
        Self::PeRfc0,
        Self::PeRfc1,
        Self::PeLm0,
        Self::PeLm1,
        Self::PeMauc,
        Self::PeAluc,
        Self::L1bm,
        Self::L2bm,
        Self::Wd,
    ];

    /// The name in the published description of the instruction word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ll => "ll",
            Self::PeMrc => "pe.mrc",
            Self::PeTrc => "pe.trc",
            Self::PeRfc0 => "pe.rfc0",
            Self::PeRfc1 => "pe.rfc1",
            Self::PeLm0 => "pe.lm0",
            Self::PeLm1 => "pe.lm1",
            Self::PeMauc => "pe.mauc",
            Self::PeAluc => "pe.aluc",
            Self::L1bm => "l1bm",
            Self::L2bm => "l2bm",
            Self::Wd => "wd",
        }
    }

    /// The published width in auto-stride mode, in bits.
    #[must_use]
    pub const fn width_bits(self) -> u16 {
        match self {
            Self::Ll => 2,
            Self::PeMrc => 20,
            Self::PeTrc => 3,
            Self::PeRfc0 | Self::PeRfc1 => 41,
            Self::PeLm0 => 32,
            Self::PeLm1 => 31,
            Self::PeMauc => 29,
            Self::PeAluc => 17,
            Self::L1bm => 40,
            Self::L2bm => 28,
            Self::Wd => 8,
        }
    }
}

/// Width of the auto-stride PE instruction word, in bits.
pub const WORD_BITS: u16 = 292;

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRow {
    /// Its name in the table.
    pub field: Field,
    /// Part of the word.
    pub component: Component,
    /// Bits in auto-stride mode; 0 is the lowest of the whole word.
    pub bits: RangeInclusive<u16>,
    /// Content if the unit is not used, as in the word of `nop`.
    pub idle: u16,
    /// Fields with one name are used together, as one region or port. `in_grf0` is the assembler's own name; the
    /// others follow it.
    pub claim: &'static str,
    /// The evidence for the row.
    pub evidence: Evidence,
    /// The contents that occur in the pairs where the field is in use. An address counts whole, because each of its bits
    /// occurs.
    pub seen: &'static [RangeInclusive<u16>],
    /// The meaning of the content, as a sentence.
    pub meaning: &'static str,
}

macro_rules! fields {
    ($($field:ident: $component:ident, $bits:expr, $idle:literal, $claim:literal, $evidence:ident, $seen:expr, $meaning:literal;)*) => {
        /// A field of the PE instruction word.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Field {
            $(#[doc = $meaning] $field,)*
        }

        impl Field {
            /// Every field, from the highest bits down.
            pub const ALL: &'static [Self] = &[$(Self::$field),*];
        }

        pub(super) static TABLE: [FieldRow; Field::ALL.len()] = [
            $(FieldRow {
                field: Field::$field,
                component: Component::$component,
                bits: $bits,
                idle: $idle,
                claim: $claim,
                evidence: Evidence::$evidence,
                seen: $seen,
                meaning: $meaning,
            },)*
        ];
    };
}

mod content;
pub mod observed_forms;
mod position;
mod table;

pub use content::{DESTINATIONS, REGIONS, RegionFields, Selected};
pub use position::{FLAT_WORD_BITS, FieldPlace};
pub use table::Field;
use table::TABLE;

impl FieldRow {
    /// Its width, in bits.
    #[must_use]
    pub fn size_bits(&self) -> u16 {
        self.bits.end() - self.bits.start() + 1
    }

    /// How it is known that the field holds this content when something uses it. Content that occurs in the pairs is
    /// known even where the place of the field is not: a field that is inferred has its idle content in every pair.
    #[must_use]
    pub fn evidence_of(&self, content: u16) -> Evidence {
        let is_seen = self.seen.iter().any(|range| range.contains(&content));
        match self.evidence {
            Evidence::Obs1 if is_seen && content != self.idle => Evidence::Obs1,
            Evidence::Pub => Evidence::Pub,
            _ if is_seen => Evidence::Obs,
            _ => Evidence::Inf,
        }
    }
}

impl Evidence {
    /// Whether pairs of source and output show it.
    #[must_use]
    pub const fn is_observed(self) -> bool {
        matches!(self, Self::Obs | Self::Obs1)
    }

    /// The evidence in one word, for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Obs => "observed",
            Self::Obs1 => "observed once",
            Self::Pub => "published",
            Self::Inf => "inferred",
        }
    }
}

impl Field {
    /// The field with a name such as `grf0_read_address`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.name() == name)
    }

    /// The row of the table for this field.
    #[must_use]
    pub fn row(self) -> &'static FieldRow {
        &TABLE[self as usize]
    }

    /// Name such as `grf0_read_address`.
    #[must_use]
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_ascii_uppercase() && !name.is_empty() {
                name.push('_');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    }

    /// Whether flat mode has four of it, one for each cycle (manual 1.2).
    #[must_use]
    pub fn is_address_of_pe_memory(self) -> bool {
        REGIONS.iter().any(|region| region.address == self)
    }

    /// Whether flat mode does not have it, because it has four addresses instead.
    #[must_use]
    pub fn is_increment(self) -> bool {
        REGIONS.iter().any(|region| region.increment == self)
    }
}

/// The places of the 32 bits of an immediate value: bits of the value, and the field that holds them.
///
/// This is why `imm` excludes every access to LM0 (manual 3.6.12.3).
pub const IMMEDIATE_FIELDS: [(RangeInclusive<u16>, Field); 10] = [
    (30..=31, Field::AluPrecision),
    (29..=29, Field::AluRound1),
    (28..=28, Field::AluRound2),
    (24..=27, Field::AluInput1),
    (21..=23, Field::AluInput2),
    (20..=20, Field::Lm0Write),
    (18..=19, Field::Lm0Source),
    (14..=17, Field::Lm0Mode),
    (12..=13, Field::Lm0Width),
    (0..=11, Field::Lm0Address),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_fill_the_word() {
        let mut next = WORD_BITS;
        for field in Field::ALL {
            let row = field.row();
            assert_eq!(row.field, *field);
            assert_eq!(*row.bits.end() + 1, next, "{}", field.name());
            next = *row.bits.start();
            let size = row.bits.end() - row.bits.start() + 1;
            assert_eq!(size, row.size_bits());
            assert!(u32::from(row.idle) < 1 << size.min(16), "{}", field.name());
            assert_eq!(Field::find(&field.name()), Some(*field));
            for seen in row.seen {
                let fits = size >= 16 || u32::from(*seen.end()) < 1 << size;
                assert!(fits && !seen.is_empty(), "{}", field.name());
            }
            assert!(!row.meaning.is_empty());
        }
        assert_eq!(next, 0);
    }

    #[test]
    fn components_are_as_wide_as_published() {
        let mut total = 0;
        for component in Component::ALL {
            let bits: u16 = TABLE
                .iter()
                .filter(|row| row.component == component)
                .map(|row| row.bits.end() - row.bits.start() + 1)
                .sum();
            assert_eq!(bits, component.width_bits(), "{}", component.name());
            total += bits;
        }
        assert_eq!(total, WORD_BITS);
        let names = Component::ALL.map(Component::name).join(" ");
        assert_eq!(
            names,
            "ll pe.mrc pe.trc pe.rfc0 pe.rfc1 pe.lm0 pe.lm1 pe.mauc pe.aluc l1bm l2bm wd"
        );
    }

    #[test]
    fn an_immediate_value_has_32_bits() {
        let mut next = 32;
        for (value_bits, field) in IMMEDIATE_FIELDS {
            assert_eq!(value_bits.end() + 1, next, "{}", field.name());
            next = *value_bits.start();
            let row = field.row();
            assert_eq!(
                value_bits.end() - value_bits.start(),
                row.bits.end() - row.bits.start(),
                "{}",
                field.name()
            );
        }
        assert_eq!(next, 0);
    }

    #[test]
    fn contents_are_known_as_they_occur() {
        let evidence = |field: Field, content| field.row().evidence_of(content);
        assert_eq!(evidence(Field::Lm0Width, 2), Evidence::Obs);
        assert_eq!(evidence(Field::Lm0Width, 0), Evidence::Inf);
        assert_eq!(evidence(Field::Lm1Source, 0), Evidence::Obs);
        assert_eq!(evidence(Field::Lm1Source, 1), Evidence::Obs1);
        assert_eq!(evidence(Field::MaskWidth, 0), Evidence::Obs);
        assert_eq!(evidence(Field::MaskWidth, 1), Evidence::Inf);
        assert_eq!(evidence(Field::WaitTag, 1), Evidence::Pub);
    }

    #[test]
    fn flat_mode_has_four_addresses() {
        let mut names: Vec<_> = FieldPlace::all(crate::Mode::Flat)
            .map(FieldPlace::name)
            .filter(|name| name.starts_with("grf0_read"))
            .collect();
        names.sort();
        assert_eq!(
            names,
            [
                "grf0_read_address_0",
                "grf0_read_address_1",
                "grf0_read_address_2",
                "grf0_read_address_3",
                "grf0_read_width"
            ]
        );
    }
}
