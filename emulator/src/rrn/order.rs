//! The order in which L1BM holds the elements of an extended or shortened reduction (manual 3.6.8.4, 3.6.8.5).
//!
//! One cycle has 16 elements: single words next to each other in two long words of each PE, or halves in one. L1BM
//! holds first the long words of the MSB side of all PEs, then of the LSB side.

/// Extension: element `4p + j` is half `j` of PE `p`; entry `i` is the element in single word `i` on L1BM.
pub const EXTENDED_ORDER: [usize; 16] = [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15];

/// Shortening: element `i` is single word `i` of the result in L1BM's order; entry `i` is the element in half
/// `i` on L1BM. It undoes [`EXTENDED_ORDER`].
///
/// The manual's remark that elements 0 to 3 come from PE 0 holds for the halves
/// that are written, not for the single words that this order counts.
pub const SHORTENED_ORDER: [usize; 16] = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15];

/// The elements in another order.
#[must_use]
pub fn reordered<T: Copy>(order: &[usize; 16], elements: &[T; 16]) -> [T; 16] {
    order.map(|index| elements[index])
}

#[cfg(test)]
mod tests {
    use super::{EXTENDED_ORDER, SHORTENED_ORDER, reordered};
    use crate::float::convert::{extend_from_half, shorten_to_half};

    /// Elements as the manual writes them.
    fn in_digits(order: [usize; 16]) -> String {
        order.map(|index| format!("{index:x}")).concat()
    }

    #[test]
    fn orders_are_the_manuals() {
        assert_eq!(in_digits(EXTENDED_ORDER), "014589cd2367abef");
        assert_eq!(in_digits(SHORTENED_ORDER), "018923ab45cd67ef");
        assert_eq!(
            reordered(&SHORTENED_ORDER, &EXTENDED_ORDER),
            std::array::from_fn(|index| index)
        );
    }

    /// Extending and shortening the long words of each PE gives the elements these orders.
    #[test]
    fn orders_are_those_of_the_data_path() {
        let half = |element: usize| 0x3e00 + element as u64;
        let of_pe = |pe: usize| (0..4).fold(0, |long, j| (long << 16) | half(4 * pe + j));
        let extended: [(u64, u64); 4] = std::array::from_fn(|pe| extend_from_half(of_pe(pe)));
        let on_l1bm = extended
            .map(|(most, _)| most)
            .into_iter()
            .chain(extended.map(|(_, least)| least))
            .flat_map(|long| [long >> 32, long & 0xffff_ffff]);
        let element = |single: u64| ((single >> 14) & 0x1ff) as usize;
        assert!(on_l1bm.map(element).eq(EXTENDED_ORDER));
        for (pe, (most, least)) in extended.into_iter().enumerate() {
            assert_eq!(shorten_to_half(most, least), of_pe(pe));
        }
    }
}
