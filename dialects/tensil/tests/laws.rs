//! Random listings: the origin of a value matches a record of the last write of each vector, and its readers are the operands
//! that have this origin.

use std::collections::{BTreeMap, BTreeSet};

use mnc2_tensil::{Document, Options};
use mnc2_text::Position;
use mnc2_text::interface::Name as _;
use mnc2_text::random::Random;

/// An operand of a random listing.
struct Operand {
    at: Position,
    /// The lines of the writes that it reads.
    writers: BTreeSet<u32>,
    reads: bool,
}

/// A random listing, and its operands.
fn listing(numbers: &mut Random, lines: u32) -> (String, Vec<Operand>) {
    let mut text = String::new();
    let mut operands = Vec::new();
    let mut last = BTreeMap::new();
    for line in 0..lines {
        let flags = ["<-", "->", "->, Acc"][numbers.below(3) as usize];
        let other = match flags {
            "->, Acc" => "Acc",
            _ => ["Acc", "DRAM0"][numbers.below(2) as usize],
        };
        let size = numbers.below(6);
        let start = text.len();
        text += &format!("DataMove({flags})");
        let mut writes = Vec::new();
        for (name, is_local) in [("Local", true), (other, false)] {
            let (first, stride) = (numbers.below(12), numbers.below(3));
            text += " ";
            let at = Position {
                line,
                byte: (text.len() - start) as u32,
            };
            text += &format!("{name}({first})@2^{stride}");
            let vectors: Vec<u64> = (0..=size).map(|it| first + (it << stride)).collect();
            let is_written = is_local == (flags == "<-");
            let reads = !is_written || flags == "->, Acc" && !is_local;
            let before = vectors.iter().filter_map(|it| last.get(&(name, *it)));
            operands.push(Operand {
                at,
                writers: before.copied().collect(),
                reads,
            });
            if is_written {
                writes.extend(vectors.into_iter().map(|it| (name, it)));
            }
        }
        text += &format!(" {size}(+1)\n");
        last.extend(writes.into_iter().map(|vector| (vector, line)));
    }
    (text, operands)
}

#[test]
fn values_are_followed_as_a_record_of_all_writes_says() {
    let mut numbers = Random::new(23);
    let mut count = 0;
    for _ in 0..150 {
        let (text, operands) = listing(&mut numbers, 12);
        let document = Document::new(&text, &Options::default());
        for operand in operands.iter().filter(|it| it.reads) {
            let (at, expected) = (operand.at, &operand.writers);
            let definition = document.definition(at);
            let found: BTreeSet<u32> = definition.iter().map(|place| place.line).collect();
            assert_eq!(found, *expected, "{at:?}\n{text}");
            // All that come from the same writes, and no other.
            let is_same = |it: &&Operand| it.reads && !it.writers.is_disjoint(expected);
            let lines = operands.iter().filter(is_same).map(|it| it.at);
            let readers: BTreeSet<(u32, u32)> = lines.map(|it| (it.line, it.byte)).collect();
            if !expected.is_empty() {
                let places = document.references(at, true).into_iter();
                let places = places.map(|it| (it.line, it.range.start));
                let writes = definition.iter().map(|it| (it.line, it.range.start));
                let all: BTreeSet<(u32, u32)> = readers.iter().copied().chain(writes).collect();
                assert_eq!(places.collect::<BTreeSet<_>>(), all, "{at:?}\n{text}");
            }
            count += expected.len();
        }
    }
    assert!(count > 1000, "{count}");
}
