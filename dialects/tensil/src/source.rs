//! A text as lines, each parsed alone: a number, a thread, a mnemonic with flags, operands.
//!
//! The grammar has shapes; the meaning of words is in [`crate::lower`]. Lines are independent.

mod line;

pub use line::{Call, Item, ItemKind, LINE_BYTES_MAX, Line, Statement};

/// The lines of a text.
pub type Source = mnc2_assembly::Lines<Line>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_is_a_fresh_parse() {
        let start =
            "[0] NoOp\r\nMatMul(Acc) Local(0) Acc(1) // x\nSIMD R1=0\r\n\nLoadWeights Zeroes";
        for (range, new) in [
            (0..0, "x"),
            (0..start.len(), ""),
            (8..10, ""),
            (9..9, "z"),
            (14..20, "\n"),
            (start.len()..start.len(), "\n"),
            (3..3, "\r"),
            (5..40, "é\r"),
        ] {
            let mut edited = Source::new(start);
            edited.edit(range.clone(), new);
            let mut expected = start.to_owned();
            expected.replace_range(range.clone(), new);
            let fresh = Source::new(&expected);
            assert!(edited.lines().eq(fresh.lines()), "{range:?} {new:?}");
        }
    }
}
