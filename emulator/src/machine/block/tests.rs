use super::{Block, Blocks};
use crate::machine::initial_content::Fill;

#[test]
fn elements_become_different_and_alike_again() {
    let mut blocks = Blocks::new(8, 64, 16, Fill::Zero);
    let words = (0..20).collect();
    blocks.write_block(6, &Block { words, count: 20 });
    assert_eq!((blocks.read(0, 6), blocks.read(7, 25)), (0, 19));
    assert_eq!((blocks.period(0, 64), blocks.bytes()), (1, 256));
    blocks.write(5, 70, 9);
    assert_eq!((blocks.read(5, 6), blocks.read(4, 6)), (9, 0));
    assert_eq!((blocks.period(0, 16), blocks.period(16, 16)), (8, 1));
    blocks.write_some(0b10_0010, 6, &[9]);
    assert_eq!(blocks.block(6, 1).words, [0, 9, 0, 0, 0, 9, 0, 0]);
    blocks.settle(6, 1);
    assert_eq!(blocks.block(6, 2).words, [0, 1, 9, 1, 0, 1, 0, 1]);
    assert_eq!(blocks.element(5)[6..8], [9, 1]);
}

#[test]
fn garbage_stays_around_what_is_written() {
    let mut blocks = Blocks::new(8, 64, 16, Fill::Garbage { seed: 3 });
    let before: Vec<u64> = (0..8).map(|element| blocks.read(element, 17)).collect();
    blocks.write(2, 18, 0);
    let after: Vec<u64> = (0..8).map(|element| blocks.read(element, 17)).collect();
    assert_eq!(before, after);
    assert_eq!(blocks.changed().collect::<Vec<_>>(), [(2 * 64 + 18, 0)]);
    assert_eq!(blocks.block(17, 2).element_words(2), [before[2], 0]);
}
