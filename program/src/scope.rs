//! Scopes: the elements of the chip that a debug statement or a setting means.

use mnc2_isa::ChipLevel;
use mnc2_isa::geometry::{
    GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES, PES_PER_GROUP, PES_PER_L1B,
    PES_PER_L2B, PES_PER_MAB,
};

/// The elements of the chip that a debug statement selects; `None` means all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// `n`: the group.
    pub group: Option<u8>,
    /// `c`: L2B in the group.
    pub l2b: Option<u8>,
    /// `b`: L1B in the L2B.
    pub l1b: Option<u8>,
    /// `m`: MAB in the L1B.
    pub mab: Option<u8>,
    /// `p`: PE in the MAB.
    pub pe: Option<u8>,
}

impl Scope {
    /// The indices of a level's elements in the scope, in order; parts of the scope below the level are ignored.
    pub fn elements(self, level: ChipLevel) -> impl Iterator<Item = usize> {
        self.elements_below(level, PES / level.pes())
    }

    /// As [`Self::elements`], for the first elements only.
    pub fn elements_below(self, level: ChipLevel, limit: usize) -> impl Iterator<Item = usize> {
        // For each part, in how many elements it advances, how many there are, and which is selected.
        let part = |of: ChipLevel, count: usize, wanted: Option<u8>| {
            let every = of.pes() / level.pes();
            let wanted = wanted.map(usize::from).filter(|_| of <= level);
            (every, count, wanted)
        };
        let parts = [
            part(ChipLevel::Group, GROUPS, self.group),
            part(ChipLevel::L2b, L2BS_PER_GROUP, self.l2b),
            part(ChipLevel::L1b, L1BS_PER_L2B, self.l1b),
            part(ChipLevel::Mab, MABS_PER_L1B, self.mab),
            part(ChipLevel::Pe, PES_PER_MAB, self.pe),
        ];
        let mut next = 0;
        std::iter::from_fn(move || {
            // Whole parts that are not selected are skipped.
            while next < limit {
                let skipped = parts.iter().find_map(|&(every, count, wanted)| {
                    let number = next / every.max(1) % count;
                    wanted
                        .is_some_and(|wanted| wanted != number)
                        .then(|| (next / every + 1) * every)
                });
                match skipped {
                    Some(after) => next = after,
                    None => {
                        next += 1;
                        return Some(next - 1);
                    }
                }
            }
            None
        })
    }

    /// The index of the first PE of the scope; a missing part counts as 0.
    #[must_use]
    pub fn first_pe(self) -> usize {
        let part = |part: Option<u8>| usize::from(part.unwrap_or(0));
        let pe = part(self.group) * PES_PER_GROUP
            + part(self.l2b) * PES_PER_L2B
            + part(self.l1b) * PES_PER_L1B
            + part(self.mab) * PES_PER_MAB
            + part(self.pe);
        pe % PES
    }
}

#[cfg(test)]
mod tests {
    use mnc2_isa::ChipLevel;

    use super::Scope;

    #[test]
    fn scopes() {
        let all = Scope::default();
        assert_eq!(all.elements(ChipLevel::Pe).count(), 4096);
        assert_eq!(
            all.elements(ChipLevel::Group).collect::<Vec<_>>(),
            [0, 1, 2, 3]
        );
        let middle = Scope {
            group: Some(0),
            l1b: Some(1),
            mab: Some(2),
            ..all
        };
        let names: Vec<_> = middle
            .elements(ChipLevel::Pe)
            .map(|pe| ChipLevel::Pe.name(pe))
            .collect();
        assert_eq!(names.len(), 8);
        assert_eq!((&*names[0], &*names[7]), ("n0c0b1m2p0", "n0c1b1m2p3"));
        let one = Scope {
            group: Some(3),
            l2b: Some(1),
            l1b: Some(7),
            mab: Some(15),
            pe: Some(3),
        };
        assert_eq!(one.elements(ChipLevel::Pe).collect::<Vec<_>>(), [4095]);
        assert_eq!(one.elements(ChipLevel::L2b).collect::<Vec<_>>(), [7]);
        assert_eq!(one.first_pe(), 4095);
    }
}
