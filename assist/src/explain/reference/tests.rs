use std::collections::BTreeSet;

use super::*;

#[test]
fn every_row_stands_on_one_page_under_a_heading_of_its_own() {
    let mut places = BTreeSet::new();
    for op in Op::all() {
        assert!(places.insert(place(op)), "{} twice", place(op));
    }
    let rows = UNITS.into_iter().flat_map(UnitPage::rows).count();
    assert_eq!(rows, places.len());
    for entry in operand_doc::all() {
        assert!(places.insert(operand_place(entry)), "{}", entry.title);
    }
}

#[test]
fn a_page_shows_syntax_operands_time_and_source() {
    let page = unit(UNITS[2], |_| "EXAMPLE\n\n".to_owned());
    for part in [
        "| [`l1bmp`](#l1bmp-",
        "| `addr_b` | read | L1BM by long words: `$lb0` or `$lbi` | multiple of 4 | 4 in each cycle |",
        "Time: one step, 4 cycles. Long words in a cycle: 4 on the side of L1BM, 1 on the side of each PE.",
        "EXAMPLE",
        "Source: [manual 3.6.8.8](../sections.md#s3-6-8-8).",
    ] {
        assert!(page.contains(part), "{part} is missing from {page}");
    }
}
