//! Promotions and canonical text.

use super::*;

/// The table of the compiler: rows promote to columns, in the order of `Scalar::ALL`.
#[test]
fn promotions() {
    let table: Vec<String> = Scalar::ALL
        .iter()
        .map(|from| {
            let row = Scalar::ALL.iter();
            row.map(|&to| if from.is_promotable_to(to) { '1' } else { '.' })
                .collect()
        })
        .collect();
    assert_eq!(
        table,
        [
            "11111111111",
            ".1111..1111",
            "..111...1.1",
            "...1.......",
            "....1......",
            ".....1.1111",
            "......11111",
            ".......1111",
            "........1.1",
            ".........11",
            "..........1",
        ]
    );
}

#[test]
fn canonical_text() {
    let memref = Memref {
        element: Scalar::F32,
        shape: vec![Extent::Static(4), Extent::Dynamic, Extent::Static(2)],
        stride: vec![Extent::Static(1), Extent::Static(4), Extent::Dynamic],
        space: AddressSpace::Global,
    };
    assert_eq!(memref.to_string(), "memref<f32x4x?x2>");
    let local = Memref {
        stride: vec![Extent::Dynamic; 3],
        space: AddressSpace::Local,
        ..memref
    };
    assert_eq!(local.to_string(), "memref<f32x4x?x2,strided<?,?,?>,local>");
}
