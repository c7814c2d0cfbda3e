use mnc2_program::access::Elements;

use super::*;

fn pe(number: u8) -> Elements {
    Elements::ALL.number(ChipLevel::Pe, number)
}

#[test]
fn the_order_of_writes_to_different_elements_does_not_matter() {
    let mut terms = Terms::new(false);
    let store = Store::Turnaround;
    let start = terms.start(store, 7);
    let [one, other] = [1, 2].map(|bits| terms.constant(bits));
    let mab = Elements::ALL.number(ChipLevel::Mab, 3);
    let first = terms.mix(pe(1), one, start);
    let forward = terms.mix(mab.number(ChipLevel::Pe, 0), other, first);
    let first = terms.mix(mab.number(ChipLevel::Pe, 0), other, start);
    let backward = terms.mix(pe(1), one, first);
    assert_eq!(forward, backward);
    // Written everywhere again, nothing of it is left.
    let back = terms.mix(pe(1), start, forward);
    let back = terms.mix(pe(0), start, back);
    assert_eq!(back, start);
}

#[test]
fn words_of_one_node_are_one_run_also_where_elements_differ() {
    let mut terms = Terms::new(false);
    let store = Store::Memory(mnc2_isa::Memory::L1bm);
    let unit = terms.computed(Kind::List, &[]);
    let l1b = Elements::ALL.number(ChipLevel::L1b, 2);
    let mut runs = Vec::new();
    for word in 0..4 {
        let old = terms.start(store, 100 + word);
        let new = terms.after(unit, word);
        let mixed = terms.mix(l1b, new, old);
        terms.push(&mut runs, mixed, 1);
    }
    assert_eq!(runs.len(), 1);
    let zero = terms.constant(0);
    assert_eq!(zero, Value::ZERO);
    let mut runs = Vec::new();
    for _ in 0..4 {
        terms.push(&mut runs, zero, 1);
    }
    assert_eq!(runs.len(), 1);
    assert_eq!(terms.bits(zero), Some(0));
}
