//! The exponents of a block; `tests/arithmetic` converts blocks.

use super::{BlockKind, InvalidBlock};

#[test]
fn exponents_that_differ_are_no_block() {
    assert_eq!(
        BlockKind::Single.common_exponent(&[0x3f80_0000, 0, 0, 0]),
        Err(InvalidBlock)
    );
    assert_eq!(
        BlockKind::Half { mantissa_bits: 9 }.common_exponent(&[0x3f00, 0, 0x3e01]),
        Ok(31)
    );
    assert_eq!(
        BlockKind::Half { mantissa_bits: 9 }.common_exponent(&[0x3f00, 0x4000]),
        Err(InvalidBlock)
    );
}

#[test]
fn the_smallest_double_block_float_is_exact() {
    let value = BlockKind::Double.value(0x0010_0000_0000_0001, 1);
    assert_eq!(value, f64::from_bits(2));
}
