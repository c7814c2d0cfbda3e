//! The content of fields, to be read in both directions: from the properties of a step to bits, and back.

use super::Field;
use crate::{Forwarding, Memory, Precision};

/// The memory or register that a port reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selected {
    /// A memory of the PEs.
    Memory(Memory),
    /// A register that a unit forwards its result in.
    Forwarding(Forwarding),
}

/// What a selector names: its number in the ports of the MAU, the second input of the ALU and the PE source of L1BM,
/// and its number in the first input of the ALU.
const SELECTED: [(Selected, Option<u16>, u16); 9] = [
    (Selected::Memory(Memory::Grf0), Some(0), 0),
    (Selected::Memory(Memory::Grf1), Some(1), 1),
    (Selected::Memory(Memory::T), Some(2), 2),
    (Selected::Memory(Memory::Lm0), Some(3), 3),
    (Selected::Memory(Memory::Lm1), Some(4), 4),
    (Selected::Forwarding(Forwarding::Mauf), Some(5), 11),
    (Selected::Forwarding(Forwarding::Aluf), Some(6), 12),
    (Selected::Forwarding(Forwarding::Lbf), Some(7), 13),
    (Selected::Forwarding(Forwarding::Mreadf), None, 14),
];

impl Selected {
    /// Everything that a selector can name by a known number.
    pub fn all() -> impl Iterator<Item = Self> {
        SELECTED.into_iter().map(|(selected, ..)| selected)
    }

    /// Its number in a selector.
    #[must_use]
    pub fn code(self, selector: Field) -> Option<u16> {
        let mut all = SELECTED.into_iter();
        let (_, code, first) = all.find(|(selected, ..)| *selected == self)?;
        match selector {
            Field::AluInput1 => Some(first),
            _ => code,
        }
    }

    /// The memory or register that a number in a selector means.
    #[must_use]
    pub fn from_code(code: u16, selector: Field) -> Option<Self> {
        Self::all().find(|selected| selected.code(selector) == Some(code))
    }
}

impl Precision {
    /// Its number in the fields `AluPrecision` and `MauPrecision`; integers share the number of the floating-point
    /// precision of their length.
    #[must_use]
    pub const fn code(self) -> u16 {
        match self {
            Self::Double | Self::LongInteger => 0,
            Self::Single | Self::SingleInteger => 1,
            Self::Half | Self::HalfInteger => 2,
            Self::PseudoSingle => 3,
        }
    }

    /// The precisions with a number.
    pub fn all_with_code(code: u16) -> impl Iterator<Item = Self> {
        let all = Self::ALL.into_iter();
        all.filter(move |precision| precision.code() == code)
    }
}

impl Forwarding {
    /// The number of its unit in the fields that select what a memory is written from; the order of the last two is not known.
    #[must_use]
    pub const fn source_code(self) -> Option<u16> {
        match self {
            Self::Mauf => Some(0),
            Self::Aluf => Some(1),
            Self::Lbf | Self::Mreadf => None,
        }
    }

    /// The register of the unit with a number.
    #[must_use]
    pub fn from_source_code(code: u16) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|register| register.source_code() == Some(code))
    }
}

/// The fields that describe the words of a PE memory that a step reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionFields {
    /// The memory that the words are in.
    pub memory: Memory,
    /// Whether the step reads it so.
    pub is_read: bool,
    /// Whether the step writes it so.
    pub is_written: bool,
    /// The address in the first cycle.
    pub address: Field,
    /// The distance between the addresses of two cycles.
    pub increment: Field,
    /// The access word length.
    pub width: Field,
    /// How the address is modified.
    pub mode: Option<Field>,
}

impl RegionFields {
    /// The fields of a step's reads and writes of a memory.
    #[must_use]
    pub fn for_memory(memory: Memory, is_write: bool) -> Option<&'static Self> {
        REGIONS.iter().find(|region| {
            let is_meant = if is_write {
                region.is_written
            } else {
                region.is_read
            };
            region.memory == memory && is_meant
        })
    }

    /// Whether a field is one of these.
    #[must_use]
    pub fn holds(&self, field: Field) -> bool {
        [self.address, self.increment, self.width].contains(&field) || self.mode == Some(field)
    }
}

/// The regions: LM has one for reading and writing, GRF one for each.
pub const REGIONS: [RegionFields; 6] = [
    RegionFields {
        memory: Memory::Grf0,
        is_read: true,
        is_written: false,
        address: Field::Grf0ReadAddress,
        increment: Field::Grf0ReadIncrement,
        width: Field::Grf0ReadWidth,
        mode: None,
    },
    RegionFields {
        memory: Memory::Grf0,
        is_read: false,
        is_written: true,
        address: Field::Grf0WriteAddress,
        increment: Field::Grf0WriteIncrement,
        width: Field::Grf0WriteWidth,
        mode: None,
    },
    RegionFields {
        memory: Memory::Grf1,
        is_read: true,
        is_written: false,
        address: Field::Grf1ReadAddress,
        increment: Field::Grf1ReadIncrement,
        width: Field::Grf1ReadWidth,
        mode: None,
    },
    RegionFields {
        memory: Memory::Grf1,
        is_read: false,
        is_written: true,
        address: Field::Grf1WriteAddress,
        increment: Field::Grf1WriteIncrement,
        width: Field::Grf1WriteWidth,
        mode: None,
    },
    RegionFields {
        memory: Memory::Lm0,
        is_read: true,
        is_written: true,
        address: Field::Lm0Address,
        increment: Field::Lm0Increment,
        width: Field::Lm0Width,
        mode: Some(Field::Lm0Mode),
    },
    RegionFields {
        memory: Memory::Lm1,
        is_read: true,
        is_written: true,
        address: Field::Lm1Address,
        increment: Field::Lm1Increment,
        width: Field::Lm1Width,
        mode: Some(Field::Lm1Mode),
    },
];

/// Whether and from where a memory is written: the memory, its fields, and the field of its write mask.
pub const DESTINATIONS: [(Memory, Field, Field, Field); 5] = [
    (
        Memory::Grf0,
        Field::Grf0Write,
        Field::Grf0Source,
        Field::MaskGrf0,
    ),
    (
        Memory::Grf1,
        Field::Grf1Write,
        Field::Grf1Source,
        Field::MaskGrf1,
    ),
    (
        Memory::Lm0,
        Field::Lm0Write,
        Field::Lm0Source,
        Field::MaskLm0,
    ),
    (
        Memory::Lm1,
        Field::Lm1Write,
        Field::Lm1Source,
        Field::MaskLm1,
    ),
    (Memory::T, Field::TWrite, Field::TSource, Field::MaskT),
];

impl Field {
    /// Its name for people, such as `GRF0 read address`.
    #[must_use]
    pub fn title(self) -> String {
        const UNITS: [&str; 12] = [
            "grf0", "grf1", "lm0", "lm1", "mau", "alu", "l1bm", "l2bm", "dar", "mab", "pe", "t",
        ];
        let name = self.name();
        let words = name.split('_').map(|word| match word {
            _ if UNITS.contains(&word) => word.to_uppercase(),
            _ => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AluOp;

    #[test]
    fn numbers_are_read_back() {
        for selector in [Field::AluInput1, Field::AluInput2, Field::MauSelectA] {
            for selected in Selected::all() {
                if let Some(code) = selected.code(selector) {
                    let size = selector.row().bits.end() - selector.row().bits.start() + 1;
                    assert!(code < 1 << size, "{selected:?}");
                    assert_eq!(Selected::from_code(code, selector), Some(selected));
                }
            }
        }
        assert_eq!(Selected::from_code(8, Field::AluInput1), None, "no input");
        for precision in Precision::ALL {
            assert!(Precision::all_with_code(precision.code()).any(|it| it == precision));
        }
        for register in [Forwarding::Mauf, Forwarding::Aluf] {
            let code = register.source_code().expect("a known one");
            assert_eq!(Forwarding::from_source_code(code), Some(register));
        }
        assert_eq!(Forwarding::from_source_code(2), None);
        for &op in AluOp::ALL {
            if let Some(code) = op.columns().code {
                assert_eq!(AluOp::from_code(code), Some(op));
            }
        }
        assert_eq!(AluOp::from_code(10), Some(AluOp::Passa));
        assert_eq!(AluOp::from_code(0), None);
    }

    #[test]
    fn titles_name_the_memories_as_the_manual_does() {
        let title = |field: Field| field.title();
        assert_eq!(title(Field::Grf0WriteAddress), "GRF0 write address");
        assert_eq!(title(Field::L1bmMabOrReduction), "L1BM MAB or reduction");
        assert_eq!(title(Field::TSource), "T source");
        assert_eq!(title(Field::Ll), "ll");
    }

    #[test]
    fn fields_of_memories_belong_to_one_component() {
        for region in REGIONS {
            let component = region.address.row().component;
            for field in [region.increment, region.width]
                .into_iter()
                .chain(region.mode)
            {
                assert_eq!(field.row().component, component, "{}", field.name());
            }
        }
        for (_, write, source, _) in DESTINATIONS {
            assert_eq!(write.row().component, source.row().component);
        }
    }
}
