//! Where a field is in the word of each mode.
//!
//! The flat word is the auto-stride word without its increments, then eight bits of unknown use between the ALU and L1BM,
//! and at the end the addresses of the cycles 1 to 3. One public word shows it (`docs/known-behaviour.md#instruction-word`).

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::observed_forms::FLAT_WORD;
use super::{Component, Field, IMMEDIATE_FIELDS, WORD_BITS};
use crate::Mode;

/// Width of the flat-mode PE instruction word, in bits.
pub const FLAT_WORD_BITS: u16 = 426;

/// Bits of a flat word whose use is not known.
const FLAT_REST_BITS: u16 = 8;

/// A field in the word of a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FieldPlace {
    /// A field that a word has once.
    Whole(Field),
    /// In flat mode, the address of a cycle, 0 to 3.
    Cycle(Field, u8),
    /// In flat mode, the bits between the ALU and L1BM.
    FlatRest,
}

/// The places of a word with their lowest bits, from the highest bits down.
type Layout = Vec<(FieldPlace, u16)>;

static AUTO_STRIDE: LazyLock<Layout> = LazyLock::new(|| {
    let all = Field::ALL.iter();
    all.map(|&field| (FieldPlace::Whole(field), *field.row().bits.start()))
        .collect()
});

static FLAT: LazyLock<Layout> = LazyLock::new(|| {
    let mut next = FLAT_WORD_BITS;
    let places = in_flat_order().into_iter();
    places
        .map(|place| {
            next -= place.size_bits();
            (place, next)
        })
        .collect()
});

/// The places of a flat word, from the highest bits down. The width of a read of GRF is before its address: the idle width
/// of GRF0 is 1, and the word has that bit there.
fn in_flat_order() -> Vec<FieldPlace> {
    let mut all = Vec::new();
    let is_read_width = |field| matches!(field, Field::Grf0ReadWidth | Field::Grf1ReadWidth);
    for &field in Field::ALL {
        match field {
            _ if field.is_increment() || is_read_width(field) => continue,
            Field::Grf0ReadAddress => all.push(FieldPlace::Whole(Field::Grf0ReadWidth)),
            Field::Grf1ReadAddress => all.push(FieldPlace::Whole(Field::Grf1ReadWidth)),
            Field::L1bmUnknown => all.push(FieldPlace::FlatRest),
            _ => {}
        }
        all.push(match field.is_address_of_pe_memory() {
            true => FieldPlace::Cycle(field, 0),
            false => FieldPlace::Whole(field),
        });
    }
    for cycle in 1..4 {
        let addresses = Field::ALL
            .iter()
            .filter(|field| field.is_address_of_pe_memory());
        all.extend(addresses.map(|&field| FieldPlace::Cycle(field, cycle)));
    }
    all
}

impl From<Field> for FieldPlace {
    fn from(field: Field) -> Self {
        Self::Whole(field)
    }
}

impl FieldPlace {
    /// Every place of a word, from the highest bits down.
    pub fn all(mode: Mode) -> impl DoubleEndedIterator<Item = Self> + Clone {
        layout(mode).iter().map(|(place, _)| *place)
    }

    /// The places of a field: in flat mode four for an address of a PE memory, and none for an increment.
    pub fn all_for_field(field: Field, mode: Mode) -> impl Iterator<Item = Self> {
        let (whole, cycles) = match mode {
            Mode::AutoStride => (Some(Self::Whole(field)), 0..0),
            Mode::Flat if field.is_increment() => (None, 0..0),
            Mode::Flat if field.is_address_of_pe_memory() => (None, 0..4),
            Mode::Flat => (Some(Self::Whole(field)), 0..0),
        };
        let cycles = cycles.map(move |cycle| Self::Cycle(field, cycle));
        whole.into_iter().chain(cycles)
    }

    /// The place with a name such as `grf0_read_address_2`.
    #[must_use]
    pub fn find(name: &str, mode: Mode) -> Option<Self> {
        Self::all(mode).find(|place| place.name() == name)
    }

    /// The place of a bit, 0 being the lowest of the word; `None` beyond the word.
    #[must_use]
    pub fn at(bit: u16, mode: Mode) -> Option<Self> {
        let mut all = layout(mode).iter();
        let (place, low) = all.find(|(_, low)| *low <= bit)?;
        (bit - low < place.size_bits()).then_some(*place)
    }

    /// Its field, if it is one.
    #[must_use]
    pub const fn field(self) -> Option<Field> {
        match self {
            Self::Whole(field) | Self::Cycle(field, _) => Some(field),
            Self::FlatRest => None,
        }
    }

    /// Its bits in the word of a mode, 0 being the lowest; `None` if the word does not have it. A field whose address a flat
    /// word has four times is that of cycle 0.
    #[must_use]
    pub fn bits(self, mode: Mode) -> Option<RangeInclusive<u16>> {
        let wanted = match (self, mode) {
            (Self::Whole(field), Mode::AutoStride) => return Some(field.row().bits.clone()),
            (Self::Whole(field), Mode::Flat) if field.is_address_of_pe_memory() => {
                Self::Cycle(field, 0)
            }
            (other, _) => other,
        };
        let mut all = layout(mode).iter();
        let (_, low) = all.find(|(place, _)| *place == wanted)?;
        Some(*low..=low + self.size_bits() - 1)
    }

    /// Its width, in bits.
    #[must_use]
    pub fn size_bits(self) -> u16 {
        self.field()
            .map_or(FLAT_REST_BITS, |field| field.row().size_bits())
    }

    /// Its content if nothing uses it.
    #[must_use]
    pub fn idle(self) -> u16 {
        self.field().map_or(0, |field| field.row().idle)
    }

    /// The component that it belongs to. The addresses of later cycles belong to the component of their memory.
    #[must_use]
    pub fn component(self) -> Option<Component> {
        self.field().map(|field| field.row().component)
    }

    /// Name such as `grf0_read_address_2`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Whole(field) => field.name(),
            Self::Cycle(field, cycle) => format!("{}_{cycle}", field.name()),
            Self::FlatRest => "flat_rest".to_owned(),
        }
    }

    /// Its name for people, such as `GRF0 read address 2`.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Self::Whole(field) => field.title(),
            Self::Cycle(field, cycle) => format!("{} {cycle}", field.title()),
            Self::FlatRest => "flat rest".to_owned(),
        }
    }

    /// Its content in the public flat word.
    #[must_use]
    pub fn in_public_flat_word(self) -> u32 {
        let digits = FLAT_WORD.as_bytes();
        let bits = self.bits(Mode::Flat).into_iter().flatten();
        let digit = |bit: u16| digits[usize::from(FLAT_WORD_BITS - 1 - bit)] == b'1';
        bits.enumerate()
            .fold(0, |all, (at, bit)| all | u32::from(digit(bit)) << at)
    }

    /// Whether the statement of the public flat word, an immediate value, uses it.
    #[must_use]
    pub fn is_used_by_public_flat_word(self) -> bool {
        let Some(field) = self.field() else {
            return false;
        };
        let is_of_value = IMMEDIATE_FIELDS.iter().any(|(_, it)| *it == field);
        is_of_value || matches!(field, Field::Ll | Field::AluOpcode | Field::AluUnsigned)
    }
}

fn layout(mode: Mode) -> &'static Layout {
    match mode {
        Mode::AutoStride => &AUTO_STRIDE,
        Mode::Flat => &FLAT,
    }
}

impl Mode {
    /// Width of the PE instruction word, in bits.
    #[must_use]
    pub const fn word_bits(self) -> u16 {
        match self {
            Self::AutoStride => WORD_BITS,
            Self::Flat => FLAT_WORD_BITS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_fill_the_word() {
        for mode in [Mode::AutoStride, Mode::Flat] {
            let mut next = mode.word_bits();
            for place in FieldPlace::all(mode) {
                let bits = place.bits(mode).expect("it is in the word");
                assert_eq!(*bits.end() + 1, next, "{}", place.name());
                next = *bits.start();
                assert_eq!(FieldPlace::find(&place.name(), mode), Some(place));
                for bit in bits {
                    assert_eq!(FieldPlace::at(bit, mode), Some(place));
                }
            }
            assert_eq!(next, 0);
            assert_eq!(FieldPlace::at(mode.word_bits(), mode), None);
        }
        for &field in Field::ALL {
            let count = FieldPlace::all_for_field(field, Mode::Flat).count();
            assert_eq!(
                count,
                1 - usize::from(field.is_increment())
                    + 3 * usize::from(field.is_address_of_pe_memory())
            );
        }
        assert_eq!(
            FieldPlace::Whole(Field::Lm0Increment).bits(Mode::Flat),
            None
        );
        assert_eq!(
            FieldPlace::Whole(Field::Lm0Address).bits(Mode::Flat),
            FieldPlace::Cycle(Field::Lm0Address, 0).bits(Mode::Flat)
        );
    }

    /// Gathered by the rule of auto-stride mode, the immediate value of the public word is that of its statement, in each
    /// cycle; everything that the statement does not use is idle.
    #[test]
    fn the_public_flat_word_has_its_statement() {
        for cycle in 0..4 {
            let value = IMMEDIATE_FIELDS.iter().fold(0, |all, (bits, field)| {
                let place = match field.is_address_of_pe_memory() {
                    true => FieldPlace::Cycle(*field, cycle),
                    false => FieldPlace::Whole(*field),
                };
                all | place.in_public_flat_word() << bits.start()
            });
            assert_eq!(value, 0x32f8_32f8);
        }
        assert_eq!(FieldPlace::Whole(Field::Ll).in_public_flat_word(), 1);
        assert_eq!(
            FieldPlace::Whole(Field::AluOpcode).in_public_flat_word(),
            31
        );
        for place in FieldPlace::all(Mode::Flat).filter(|it| !it.is_used_by_public_flat_word()) {
            let idle = u32::from(place.idle());
            assert_eq!(place.in_public_flat_word(), idle, "{}", place.name());
        }
    }
}
