//! Sets of elements of the chip: which groups, L2Bs, L1Bs, MABs and PEs take part in an access.

use mnc2_isa::geometry::{GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES, PES_PER_MAB};
use mnc2_isa::{ChipLevel, Memory, OperandClass};

use crate::{MvPlace, Scope};

/// The levels of the chip from the outermost: where their bits begin, and how many elements they have.
const LEVELS: [(u32, usize); 5] = [
    (0, GROUPS),
    (4, L2BS_PER_GROUP),
    (6, L1BS_PER_L2B),
    (14, MABS_PER_L1B),
    (30, PES_PER_MAB),
];

const _: () = assert!(
    GROUPS <= 4 && L2BS_PER_GROUP <= 2 && L1BS_PER_L2B <= 8 && MABS_PER_L1B <= 16,
    "the bits of a level end where the bits of the next level begin"
);

/// The bits of a level.
const fn field(level: ChipLevel) -> u64 {
    let (shift, count) = LEVELS[level as usize];
    ((1 << count) - 1) << shift
}

/// The elements whose number is allowed at every level: a product of five sets of numbers.
///
/// For a memory, the levels below its own do not matter, and are full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Elements(u64);

impl Elements {
    /// Every element of every level.
    pub const ALL: Self = Self(
        field(ChipLevel::Group)
            | field(ChipLevel::L2b)
            | field(ChipLevel::L1b)
            | field(ChipLevel::Mab)
            | field(ChipLevel::Pe),
    );

    /// These elements with only these numbers at a level: bit n is number n.
    #[must_use]
    pub const fn only(self, level: ChipLevel, numbers: u64) -> Self {
        let (shift, _) = LEVELS[level as usize];
        Self(self.0 & (!field(level) | ((numbers << shift) & field(level))))
    }

    /// These elements with only this number at a level; empty if the level has no such number.
    #[must_use]
    pub const fn number(self, level: ChipLevel, number: u8) -> Self {
        let bit = if number < 64 { 1 << number } else { 0 };
        self.only(level, bit)
    }

    /// The elements of a memory that a scope selects.
    #[must_use]
    pub fn from_scope(memory: Memory, scope: Scope) -> Self {
        let parts = [
            (ChipLevel::Group, scope.group),
            (ChipLevel::L2b, scope.l2b),
            (ChipLevel::L1b, scope.l1b),
            (ChipLevel::Mab, scope.mab),
            (ChipLevel::Pe, scope.pe),
        ];
        parts
            .into_iter()
            .filter(|(level, _)| *level <= ChipLevel::from_memory(memory))
            .filter_map(|(level, number)| Some((level, number?)))
            .fold(Self::ALL, |all, (level, number)| all.number(level, number))
    }

    /// The groups and L2Bs of an operand that MV instructions can have (manual 3.5.2); a missing number is 0 where one
    /// element is meant.
    #[must_use]
    pub fn from_mv(place: MvPlace, class: OperandClass) -> Self {
        let group = || Self::ALL.number(ChipLevel::Group, place.group.unwrap_or(0));
        let l2b = |elements: Self| elements.number(ChipLevel::L2b, place.l2b.unwrap_or(0));
        match class {
            OperandClass::L2bmOne => l2b(group()),
            OperandClass::L2bmOneInEveryGroup | OperandClass::L2bmOfL2b => l2b(Self::ALL),
            OperandClass::L2bmOfGroup | OperandClass::PdmOfGroup | OperandClass::DramOfGroup => {
                group()
            }
            OperandClass::L2bmEvery
            | OperandClass::PdmOfEveryGroup
            | OperandClass::DramOfEveryGroup
            | OperandClass::AluFirstInput
            | OperandClass::PeInput
            | OperandClass::PeOutput
            | OperandClass::PeOutputOrMask
            | OperandClass::MatrixSide
            | OperandClass::MatrixRows
            | OperandClass::L1bmPe(_)
            | OperandClass::L1bm
            | OperandClass::L2bm
            | OperandClass::Dar
            | OperandClass::Literal
            | OperandClass::Tag => Self::ALL,
        }
    }

    /// The numbers at a level: bit n is number n.
    #[must_use]
    pub const fn numbers(self, level: ChipLevel) -> u64 {
        let (shift, _) = LEVELS[level as usize];
        (self.0 & field(level)) >> shift
    }

    /// Whether an element of a memory, counted on the chip, is among them.
    #[must_use]
    pub fn contains(self, memory: Memory, element: usize) -> bool {
        let level = match ChipLevel::from_memory(memory) {
            ChipLevel::Mab => ChipLevel::Pe,
            level => level,
        };
        let pe = element * level.pes();
        let is_in = |at: ChipLevel| {
            let above = match at {
                ChipLevel::Group => PES,
                ChipLevel::L2b => ChipLevel::Group.pes(),
                ChipLevel::L1b => ChipLevel::L2b.pes(),
                ChipLevel::Mab => ChipLevel::L1b.pes(),
                ChipLevel::Pe => PES_PER_MAB,
            };
            self.numbers(at) >> (pe % above / at.pes()) & 1 == 1
        };
        // Levels below the level of the memory do not matter.
        ChipLevel::ALL
            .into_iter()
            .filter(|at| *at <= level)
            .all(is_in)
    }

    /// The number of elements of a level on the whole chip: the product of its count and the counts of the levels above.
    #[must_use]
    pub const fn count(self, level: ChipLevel) -> u32 {
        let mut count = 1;
        let mut index = 0;
        while index < LEVELS.len() && index <= level as usize {
            let (shift, numbers) = LEVELS[index];
            count *= ((self.0 >> shift) & ((1 << numbers) - 1)).count_ones();
            index += 1;
        }
        count
    }

    /// The elements in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.numbers(ChipLevel::Group) == 0
            || self.numbers(ChipLevel::L2b) == 0
            || self.numbers(ChipLevel::L1b) == 0
            || self.numbers(ChipLevel::Mab) == 0
            || self.numbers(ChipLevel::Pe) == 0
    }

    /// Whether they share an element.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether every element of the other is in it.
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        other.is_empty() || self.0 & other.0 == other.0
    }

    /// The union, if it is a product again: one covers the other, or they differ at one level.
    #[must_use]
    pub fn join(self, other: Self) -> Option<Self> {
        if self.covers(other) {
            return Some(self);
        }
        if other.covers(self) {
            return Some(other);
        }
        let differs = |level: &ChipLevel| self.numbers(*level) != other.numbers(*level);
        (ChipLevel::ALL.iter().filter(|level| differs(level)).count() == 1)
            .then_some(Self(self.0 | other.0))
    }

    /// The elements that are not in the other set, as products without common elements.
    pub fn without(self, other: Self) -> impl Iterator<Item = Self> {
        let common = self.and(other);
        let is_disjoint = common.is_empty();
        let pieces = ChipLevel::ALL
            .into_iter()
            .enumerate()
            .map(move |(index, level)| {
                // Before the level as in the intersection, at the level outside of it, after it any.
                let outside = self.numbers(level) & !common.numbers(level);
                ChipLevel::ALL[..index]
                    .iter()
                    .fold(self, |piece, &before| {
                        piece.only(before, common.numbers(before))
                    })
                    .only(level, outside)
            });
        is_disjoint
            .then_some(self)
            .into_iter()
            .chain(pieces.filter(move |_| !is_disjoint))
            .filter(|piece| !piece.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(numbers: [u64; 5]) -> Elements {
        ChipLevel::ALL
            .into_iter()
            .zip(numbers)
            .fold(Elements::ALL, |all, (level, numbers)| {
                all.only(level, numbers)
            })
    }

    /// Every PE as group, L2B, L1B, MAB and PE.
    fn pes() -> impl Iterator<Item = Elements> {
        (0..4096_u32).map(|pe| {
            elements([
                1 << (pe >> 10),
                1 << (pe >> 9 & 1),
                1 << (pe >> 6 & 7),
                1 << (pe >> 2 & 15),
                1 << (pe & 3),
            ])
        })
    }

    #[test]
    fn sets_behave_as_sets_of_pes() {
        let samples = [
            Elements::ALL,
            elements([0b1, 0b11, 0xff, 0xffff, 0b1111]),
            elements([0b11, 0b1, 0xf0, 0xffff, 0b0111]),
            elements([0b1111, 0b11, 0xff, 0xffff, 0b0011]),
            elements([0b1111, 0b11, 0xff, 0xffff, 0b1100]),
            elements([0b1000, 0b10, 0x80, 0x8000, 0b1000]),
            elements([0, 0b11, 0xff, 0xffff, 0b1111]),
        ];
        for a in samples {
            for b in samples {
                let without: Vec<Elements> = a.without(b).collect();
                let (mut meets, mut covers) = (false, true);
                for pe in pes() {
                    let (in_a, in_b) = (a.meets(pe), b.meets(pe));
                    let pieces = without.iter().filter(|piece| piece.meets(pe)).count();
                    assert_eq!(pieces, usize::from(in_a && !in_b));
                    meets |= in_a && in_b;
                    covers &= in_a || !in_b;
                    if let Some(both) = a.join(b) {
                        assert_eq!(both.meets(pe), in_a || in_b);
                    }
                }
                assert_eq!((a.meets(b), a.covers(b)), (meets, covers), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn scopes_reach_down_to_the_memory() {
        let scope = Scope {
            group: Some(2),
            pe: Some(1),
            ..Scope::default()
        };
        assert_eq!(
            Elements::from_scope(Memory::Lm0, scope),
            elements([0b100, 0b11, 0xff, 0xffff, 0b10])
        );
        assert_eq!(
            Elements::from_scope(Memory::L1bm, scope),
            elements([0b100, 0b11, 0xff, 0xffff, 0b1111])
        );
    }
}
