//! Sets of L1Bs after `@` (manual 3.6.7.1, table 3.7): which sets an address and a mode express.
//!
//! A set is a bit mask: bit b is L1B number b. The table is not written down but computed by the manual's rule, in
//! both directions.

use crate::geometry::L1BS_PER_L2B;

/// Largest `<l1badr>` and `<immode>`.
pub const MAX: u8 = (L1BS_PER_L2B - 1) as u8;

/// Every L1B of an L2B.
pub const ALL: u8 = 0xff;

/// The L1Bs that equal `l1badr` in every bit that is not set in `immode`.
///
/// Both numbers count from 0 to [`MAX`]; higher bits are ignored.
#[must_use]
pub const fn l1b_set(l1badr: u8, immode: u8) -> u8 {
    let compared = MAX & !immode;
    let mut set = 0;
    let mut l1b = 0;
    while l1b <= MAX {
        if l1b & compared == l1badr & compared {
            set |= 1 << l1b;
        }
        l1b += 1;
    }
    set
}

/// The address and mode that express a set, the smallest address first; `None` if none does.
#[must_use]
pub const fn address_and_mode(set: u8) -> Option<(u8, u8)> {
    if set == 0 {
        return None;
    }
    let l1badr = set.trailing_zeros() as u8;
    let mut immode = 0;
    while immode <= MAX {
        if l1b_set(l1badr, immode) == set {
            return Some((l1badr, immode));
        }
        immode += 1;
    }
    None
}

/// Every set that can be expressed, as `(set, l1badr, immode)`, in the order of table 3.7.
pub fn expressible() -> impl Iterator<Item = (u8, u8, u8)> {
    (0..=3_u32).flat_map(|bits| {
        // Lists of equal length in dictionary order: the lowest number is the most significant.
        (1..=ALL)
            .rev()
            .map(u8::reverse_bits)
            .filter(move |set| set.count_ones() == 1 << bits)
            .filter_map(|set| address_and_mode(set).map(|(l1badr, immode)| (set, l1badr, immode)))
    })
}

/// The L1Bs that receive a multicast of a set: all outside of it, as a sender does not receive (manual 3.6.7.9).
#[must_use]
pub const fn receivers(set: u8) -> u8 {
    !set
}

/// The senders of a multicast, each with the L1Bs that receive its data: those that equal it in the bits of `immode`
/// (manual 3.6.7.9).
pub fn multicasts(set: u8) -> impl Iterator<Item = (u8, u8)> {
    let immode = address_and_mode(set).map_or(0, |(_, immode)| immode);
    members(set).map(move |sender| (sender, l1b_set(sender, MAX & !immode) & !(1 << sender)))
}

/// The numbers in a set, ascending.
pub fn members(set: u8) -> impl Iterator<Item = u8> {
    (0..=MAX).filter(move |l1b| set & (1 << l1b) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_l1b_outside_of_the_set_receives_from_one_sender() {
        for (set, ..) in expressible() {
            let mut received = 0;
            for (_, receivers) in multicasts(set) {
                assert_eq!(received & receivers, 0, "{set:08b}");
                received |= receivers;
            }
            assert_eq!(received, receivers(set), "{set:08b}");
        }
    }

    fn check(list: &[u8], expected: Option<(u8, u8)>) {
        let set = list.iter().fold(0, |set, l1b| set | 1 << l1b);
        assert_eq!(address_and_mode(set), expected, "{list:?}");
    }

    #[test]
    fn lists_of_table_3_7() {
        check(&[0], Some((0, 0)));
        check(&[7], Some((7, 0)));
        check(&[0, 4], Some((0, 4)));
        check(&[1, 3], Some((1, 2)));
        check(&[2, 6], Some((2, 4)));
        check(&[6, 7], Some((6, 1)));
        check(&[0, 1, 4, 5], Some((0, 5)));
        check(&[1, 3, 5, 7], Some((1, 6)));
        check(&[2, 3, 6, 7], Some((2, 5)));
        check(&[0, 1, 2, 3, 4, 5, 6, 7], Some((0, 7)));
        check(&[], None);
        check(&[0, 3], None);
        check(&[0, 1, 2], None);
        check(&[0, 1, 2, 4], None);
    }

    #[test]
    fn table_3_7_has_27_sets() {
        assert_eq!(expressible().count(), 27);
        let pairs: Vec<_> = expressible()
            .map(|(_, l1badr, immode)| (l1badr, immode))
            .collect();
        assert_eq!(
            pairs[8..14],
            [(0, 1), (0, 2), (0, 4), (1, 2), (1, 4), (2, 1)]
        );
        for (set, l1badr, immode) in expressible() {
            assert_eq!(l1b_set(l1badr, immode), set);
        }
    }

    #[test]
    fn members_are_listed_in_their_order() {
        let of = |l1badr, immode| members(l1b_set(l1badr, immode)).collect::<Vec<_>>();
        assert_eq!(of(5, 0), [5]);
        assert_eq!(of(6, 3), [4, 5, 6, 7]);
        assert_eq!(of(0, 6), [0, 2, 4, 6]);
        assert_eq!(of(0, 7), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(members(0).count(), 0);
    }
}
