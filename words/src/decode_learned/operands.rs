//! The operands of the units of a step, of contents.

use mnc2_isa::field::{DESTINATIONS, Field, RegionFields};
use mnc2_isa::geometry::MASK_FIRST_PATTERN_ENTRY;
use mnc2_isa::mau::Port;
use mnc2_isa::operand::NOWRITE;
use mnc2_isa::{Forwarding, Memory, Width};

use super::super::operands::{by_cycle, stride};
use super::contents::Contents;

const WIDTHS: [Width; 3] = [Width::Long, Width::Single, Width::DoubleLong];

/// The operands that a port of the MAU can read.
pub(super) fn port(contents: &Contents<'_>, port: Port) -> Vec<String> {
    let (negate, convert, select) = match port {
        Port::A => (Field::MauNegateA, Field::MauConvertA, Field::MauSelectA),
        Port::B => (Field::MauNegateB, Field::MauConvertB, Field::MauSelectB),
        Port::C => (Field::MauNegateC, Field::MauConvertC, Field::MauSelectC),
    };
    let sign = if contents.is_set(&negate.name()) {
        "-"
    } else {
        ""
    };
    let suffixes = suffixes(contents, convert);
    let operands = selected(contents, select);
    let with = |operand: &String| {
        let suffixes = suffixes.iter();
        suffixes
            .map(|suffix| format!("{sign}{operand}{suffix}"))
            .collect::<Vec<_>>()
    };
    operands.iter().flat_map(with).collect()
}

/// The conversions that an operand can have, none first.
pub(super) fn suffixes(contents: &Contents<'_>, convert: Field) -> Vec<&'static str> {
    let all = [("none", "", 0), ("r", "r", 1), ("e", "e", 1)];
    let name = convert.name();
    let can_be = |(choice, _, number): &(&str, &str, u64)| contents.can_say(&name, choice, *number);
    all.into_iter()
        .filter(can_be)
        .map(|(_, suffix, _)| suffix)
        .collect()
}

/// The operands that a selector can name.
pub(super) fn selected(contents: &Contents<'_>, select: Field) -> Vec<String> {
    let names = contents.choices(&select.name()).into_iter();
    let operands = names.filter_map(|name| match name.as_str() {
        "t" => Some("$lt".to_owned()),
        letters => match Memory::from_letters(letters) {
            Some(memory) => region(contents, memory, false),
            None if letters.contains(' ') => None,
            None => Some(format!("${letters}")),
        },
    });
    operands.collect()
}

/// The words of a memory that the step reads or writes.
fn region(contents: &Contents<'_>, memory: Memory, is_write: bool) -> Option<String> {
    let region = RegionFields::for_memory(memory, is_write)?;
    let name = region.width.name();
    let width = WIDTHS
        .into_iter()
        .find(|width| contents.can_be(&name, width.name()))?;
    let address = region.address.name();
    let cycles = [0, 1, 2, 3].map(|cycle| contents.number(&format!("{address}_{cycle}")));
    let place = match cycles {
        [Some(first), Some(second), Some(third), Some(fourth)] => {
            let all = [first, second, third, fourth].map(|it| u32::try_from(it).unwrap_or(0));
            by_cycle(all, width.single_words())
        }
        _ => {
            let increment = contents.number(&region.increment.name()).unwrap_or(0);
            let increment = u32::try_from(increment).unwrap_or(0);
            let stride = stride(increment, width.single_words());
            format!("{}{stride}", contents.number(&address)?)
        }
    };
    let modes = region.mode.map(|mode| contents.choices(&mode.name()));
    let mode = modes.and_then(|modes| modes.into_iter().next());
    let (before, after) = match mode.as_deref() {
        Some("T-register added") => ("t", ""),
        Some(last) if last.starts_with('j') => ("", last),
        _ => ("", ""),
    };
    let (prefix, letters) = (width.prefix(), memory.letters());
    Some(format!("${prefix}{letters}{before}{place}{after}"))
}

/// The possible destinations of a unit's result, with masks; `$nowrite` if there are none. Which unit writes a base address
/// register is not known.
pub(super) fn destinations(contents: &Contents<'_>, unit: Forwarding) -> Vec<String> {
    let mut found = Vec::new();
    let with_mask = |operand: String, masked: Field| match contents.is_set(&masked.name()) {
        true => format!("{operand}{}", mask(contents)),
        false => operand,
    };
    for (memory, write, source, masked) in DESTINATIONS {
        let is_written = contents.is_set(&write.name());
        if !is_written || !contents.can_be(&source.name(), unit.name()) {
            continue;
        }
        let operand = match memory {
            Memory::T => Some(format!("$l{}", Memory::T.letters())),
            memory => region(contents, memory, true),
        };
        found.extend(operand.map(|operand| with_mask(operand, masked)));
    }
    if contents.can_be("mask_write_source", unit.name()) && contents.is_used(&["mask_write"]) {
        let entry = contents.number("mask_write_entry").unwrap_or(0);
        found.push(with_mask(format!("$omr{entry}"), Field::MaskMaskRegister));
    }
    let bases = [
        ("lm0_base_register", "$lmb", Field::MaskLm0),
        ("lm1_base_register", "$lnb", Field::MaskLm1),
    ];
    let bases = bases.iter().filter(|(name, ..)| contents.is_used(&[name]));
    let bases: Vec<String> = bases
        .map(|(_, operand, masked)| with_mask((*operand).to_owned(), *masked))
        .collect();
    let mut all = vec![found.clone()];
    if !bases.is_empty() {
        all.insert(0, [found, bases].concat());
    }
    let text = |operands: &Vec<String>| match operands.is_empty() {
        true => format!("${NOWRITE}"),
        false => operands.join(" "),
    };
    all.iter().map(text).collect()
}

fn mask(contents: &Contents<'_>) -> String {
    let width = if contents.can_be("mask_width", "1") {
        "ll"
    } else {
        ""
    };
    let suffix = match contents.is_used(&["mask_suffix"]) {
        true => contents
            .choices("mask_suffix")
            .first()
            .map_or("", |it| &it[..1])
            .to_owned(),
        false => String::new(),
    };
    let entry = contents.number("mask_entry").unwrap_or(0);
    match entry.checked_sub(u64::from(MASK_FIRST_PATTERN_ENTRY)) {
        Some(pattern) => format!("/{width}{pattern:04b}{suffix}"),
        None => format!("/${width}imr{entry}{suffix}"),
    }
}

/// The zero-flush mask of a unit.
pub(super) fn flush(contents: &Contents<'_>, unit: Forwarding) -> String {
    let is_used = contents.is_used(&["zero_flush"]) && contents.can_be("zero_flush", unit.name());
    if is_used {
        mask(contents)
    } else {
        String::new()
    }
}
