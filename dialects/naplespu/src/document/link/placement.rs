//! Where the sections of each file are, and the symbols that follow from it.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use crate::document::Document;

/// Section starts are multiples of this.
const ALIGNMENT: u32 = 64;

/// Where the code of a file `vectors`, of a file `crt0`, and data begin.
const VECTORS_START: u32 = 0x380;
const CODE_START: u32 = 0x400;
const DATA_START: u32 = 0x80_0000;

/// Symbols that the linker script defines.
const SCRIPT_SYMBOLS: &[(&str, i64)] = &[
    ("stacks_dim", 16 << 10),
    ("stacks_base", 0x8_0000),
    ("threads_per_core", 8),
];

/// Symbols at both ends of a section, which the linker defines; both are equal without the section.
const SECTION_SYMBOLS: &[(&str, &str, &str)] = &[
    (
        "__preinit_array_start",
        "__preinit_array_end",
        ".preinit_array",
    ),
    ("__init_array_start", "__init_array_end", ".init_array"),
    ("__fini_array_start", "__fini_array_end", ".fini_array"),
    (
        "__scratchpad_data_start",
        "__scratchpad_data_end",
        "scratchpad",
    ),
];

/// Which group of sections a section belongs to, in the order of addresses.
fn group(file: &str, section: &str) -> usize {
    let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str());
    match (section, stem) {
        (".text", Some("vectors")) => 0,
        (".text", Some("crt0")) => 1,
        (".text", _) => 2,
        (".data", _) => 3,
        ("scratchpad", _) => 4,
        (".bss", _) => 5,
        (".eh_frame", _) => 7,
        _ => 6,
    }
}

/// The starts of the sections of each file, and both ends of each section of the program.
pub(super) struct Placement {
    pub(super) starts: Vec<Vec<u32>>,
    pub(super) ends: BTreeMap<String, (u32, u32)>,
    pub(super) end: u32,
}

/// Places the sections of all files.
pub(super) fn placed(files: &[(&str, &Document)]) -> Placement {
    let sections = files
        .iter()
        .map(|(_, document)| document.alone().sections());
    let sections: Vec<Vec<(&str, u32)>> = sections.map(Iterator::collect).collect();
    let mut order = Vec::new();
    for (number, (name, _)) in files.iter().enumerate() {
        for (index, (section, _)) in sections[number].iter().enumerate() {
            order.push((group(name, section), *section, number, index));
        }
    }
    // Orphans of one name follow each other.
    order.sort_by_key(|&(group, section, number, _)| {
        (group, if group == 6 { section } else { "" }, number)
    });
    let mut starts: Vec<Vec<u32>> = sections.iter().map(|it| vec![0; it.len()]).collect();
    let mut ends: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    let mut end = VECTORS_START;
    for (group, section, number, index) in order {
        end = match group {
            0 => end,
            1 | 2 => end.max(CODE_START),
            _ => end.max(DATA_START),
        };
        let size = sections[number][index].1;
        let start = end.next_multiple_of(ALIGNMENT);
        starts[number][index] = start;
        if size == 0 {
            continue;
        }
        end = start.saturating_add(size);
        let both = ends.entry(section.to_owned()).or_insert((start, end));
        both.1 = end;
    }
    Placement { starts, ends, end }
}

/// The values of names that the linker defines, unless a file does.
pub(super) fn linker_symbols(placement: &Placement) -> HashMap<String, i64> {
    let script = SCRIPT_SYMBOLS.iter();
    let mut values: HashMap<String, i64> = script
        .map(|(name, value)| ((*name).to_owned(), *value))
        .collect();
    let none = placement.ends.get(".text").map_or(0, |ends| ends.0);
    for (first, last, section) in SECTION_SYMBOLS {
        let (start, end) = placement
            .ends
            .get(*section)
            .copied()
            .unwrap_or((none, none));
        values.insert((*first).to_owned(), start.into());
        values.insert((*last).to_owned(), end.into());
    }
    for (section, (start, end)) in &placement.ends {
        values.insert(format!("__start_{section}"), i64::from(*start));
        values.insert(format!("__stop_{section}"), i64::from(*end));
    }
    values
}
