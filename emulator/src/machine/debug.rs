//! `d get` and `d set` (manual 3.4.3, 3.4.4): memories to dump lines, payloads to memories.
//!
//! Lines are made one by one for a caller that can stop at any of them, so a statement with all of DRAM costs only as much as
//! is used. Addresses past the end of a memory are not printed (assumed), but every requested word of the T-register is; writes
//! wrap around.

use std::ops::ControlFlow;

use mnc2_isa::geometry::{
    CYCLES_PER_STEP, MASK_ENTRIES, MASK_FIRST_PATTERN_ENTRY, PES, PES_PER_MAB,
};
use mnc2_isa::{ChipLevel, Memory, Precision, Width};
use mnc2_program::{DataType, DebugGet, DebugMemory, DebugSet, Scope};

use super::chip::Chip;
use super::{matrix, upper};
use crate::dump::value::{DumpValue, DumpWord, Uninterpretable};

/// One value of a dump before it becomes a line.
pub struct Item {
    /// The name of the element, as the dump shows it.
    pub element: String,
    /// The address as it is shown.
    pub address: u32,
    /// The value in the format of the statement.
    pub value: DumpValue,
}

/// A value that cannot be shown in the requested format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GetError {
    /// The name of the element, as the dump shows it.
    pub element: String,
    /// The address as it is shown.
    pub address: u32,
    /// Why the value cannot be shown.
    pub reason: Uninterpretable,
}

/// The name of a memory in the dump.
#[must_use]
pub const fn dump_name(memory: Memory) -> &'static str {
    match memory {
        Memory::Lm0 => "LM0",
        Memory::Lm1 => "LM1",
        Memory::Grf0 => "GREG0",
        Memory::Grf1 => "GREG1",
        Memory::T => "TREG",
        Memory::MaskRegister => "OMR",
        Memory::MatrixX => "MRx",
        Memory::MatrixY => "MRy",
        Memory::L1bm => "L1BM",
        Memory::L2bm => "L2BM",
        Memory::Pdm => "PDM",
        Memory::Dram => "DRAM",
        // No `d get` reaches these.
        Memory::BaseLm0 => "BAR0",
        Memory::BaseLm1 => "BAR1",
        Memory::Dar => "DAR",
    }
}

/// The name of a memory outside of the dump, which has the names of the vendor's emulator: the manual's, if it is as
/// short.
#[must_use]
pub const fn memory_name(memory: Memory) -> &'static str {
    match memory {
        Memory::Grf0 | Memory::Grf1 => memory.name(),
        _ => dump_name(memory),
    }
}

/// Passes the values of a `d get` to `sink`, element by element and address by address.
///
/// # Errors
/// If a value cannot be interpreted in the statement's format.
pub fn get(
    chip: &Chip,
    get: &DebugGet,
    sink: &mut dyn FnMut(Item) -> ControlFlow<()>,
) -> Result<(), GetError> {
    let memory = &get.memory;
    for element in memory.scope.elements(ChipLevel::from_memory(memory.memory)) {
        let flow = match memory.memory {
            Memory::MaskRegister => get_masks(chip, get, element, sink),
            Memory::MatrixX | Memory::MatrixY => get_rows(chip, get, element, sink)?,
            Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::T => {
                get_pe(chip, get, element, sink)?
            }
            Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => {
                get_upper(chip, get, element, sink)?
            }
            Memory::BaseLm0 | Memory::BaseLm1 | Memory::Dar => ControlFlow::Break(()),
        };
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

/// The number of lines that a `d get` prints.
#[must_use]
pub fn line_count(get: &DebugGet) -> u64 {
    let DebugMemory {
        memory,
        width,
        address,
        scope,
        ..
    } = get.memory;
    let level = ChipLevel::from_memory(memory);
    let below = |size: u32, step: u32| get.count.min(size.saturating_sub(address).div_ceil(step));
    let per_element = match memory {
        Memory::MaskRegister => CYCLES_PER_STEP as u32 * below(MASK_ENTRIES, 1),
        Memory::MatrixX | Memory::MatrixY => {
            below(matrix::rows(row_precision(get.data_type)) as u32, 1)
        }
        Memory::T => get.count,
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => {
            below(memory.size().unwrap_or(0), width.single_words())
        }
        Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => {
            below(memory.size().unwrap_or(0), width.single_words().div_ceil(2))
        }
        Memory::BaseLm0 | Memory::BaseLm1 | Memory::Dar => 0,
    };
    scope.elements(level).count() as u64 * u64::from(per_element)
}

fn get_masks(
    chip: &Chip,
    get: &DebugGet,
    pe: usize,
    sink: &mut dyn FnMut(Item) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let last = get
        .memory
        .address
        .saturating_add(get.count)
        .min(MASK_ENTRIES);
    for cycle in 0..CYCLES_PER_STEP {
        for entry in get.memory.address..last {
            let flags = match entry {
                0 => 0b1111,
                1..MASK_FIRST_PATTERN_ENTRY => chip.mask(entry as u8, cycle)[pe],
                _ if (entry >> (CYCLES_PER_STEP - 1 - cycle)) & 1 == 1 => 0b1111,
                _ => 0,
            };
            let element = ChipLevel::Pe.name(pe);
            sink(Item {
                element,
                address: entry,
                value: DumpValue::Mask(flags),
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// The precision whose rows a data type shows; a plain dump of a matrix register is an error of the statement.
const fn row_precision(data_type: DataType) -> Precision {
    match data_type {
        DataType::Plain | DataType::Double | DataType::BlockDouble => Precision::Double,
        DataType::Single | DataType::BlockSingle => Precision::Single,
        DataType::BlockPseudoSingle => Precision::PseudoSingle,
        DataType::Half | DataType::BlockHalf => Precision::Half,
    }
}

fn get_rows(
    chip: &Chip,
    get: &DebugGet,
    mab: usize,
    sink: &mut dyn FnMut(Item) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, GetError> {
    let side = get.memory.memory;
    let precision = row_precision(get.data_type);
    let last = get
        .memory
        .address
        .saturating_add(get.count)
        .min(matrix::rows(precision) as u32);
    let Some(planes) = chip.planes(side) else {
        return Ok(ControlFlow::Break(()));
    };
    for row in get.memory.address..last {
        let physical = matrix::physical_row(precision, row as usize);
        let plane = planes.read(Chip::matrix_plane(side, physical));
        let long_words = std::array::from_fn(|pe| plane[mab * PES_PER_MAB + pe]);
        let element = ChipLevel::Mab.name(mab);
        let value = DumpValue::from_row(get.data_type, long_words);
        if put(element, row, value, sink)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The word of one PE at a plane address.
fn pe_word(chip: &Chip, memory: Memory, width: Width, address_words: u32, pe: usize) -> DumpWord {
    let long = |offset: usize| {
        chip.planes(memory).map_or(0, |planes| {
            planes.read(address_words as usize / 2 + offset)[pe]
        })
    };
    match width {
        Width::Single if address_words.is_multiple_of(2) => {
            DumpWord::Single((long(0) >> 32) as u32)
        }
        Width::Single => DumpWord::Single(long(0) as u32),
        Width::Long => DumpWord::Long(long(0)),
        Width::DoubleLong => DumpWord::DoubleLong(long(0), long(1)),
    }
}

fn get_pe(
    chip: &Chip,
    get: &DebugGet,
    pe: usize,
    sink: &mut dyn FnMut(Item) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, GetError> {
    let DebugMemory {
        memory,
        width,
        address,
        ..
    } = get.memory;
    let is_t = memory == Memory::T;
    // The T-register has one entry of two long words a cycle, and is shown by cycle.
    let step_words = if is_t { Width::DoubleLong } else { width }.single_words();
    let count = match memory.size() {
        Some(size) if !is_t => get
            .count
            .min(size.saturating_sub(address).div_ceil(step_words)),
        Some(_) | None => get.count,
    };
    let mab = pe / PES_PER_MAB * PES_PER_MAB;
    for index in 0..count {
        let address_words = if is_t {
            // Entries after the fourth are the first ones again (assumed, `t-register-beyond`).
            index % CYCLES_PER_STEP as u32 * step_words
        } else {
            address + index * step_words
        };
        let word = |pe| pe_word(chip, memory, width, address_words, pe);
        let neighbours: [DumpWord; PES_PER_MAB] = std::array::from_fn(|index| word(mab + index));
        let element = ChipLevel::Pe.name(pe);
        let address = if is_t { index } else { address_words };
        let value = DumpValue::from_word(get.data_type, word(pe), &neighbours);
        if put(element, address, value, sink)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Passes a value to the sink, or reports one that cannot be interpreted.
fn put(
    element: String,
    address: u32,
    value: Result<DumpValue, Uninterpretable>,
    sink: &mut dyn FnMut(Item) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, GetError> {
    match value {
        Ok(value) => Ok(sink(Item {
            element,
            address,
            value,
        })),
        Err(reason) => Err(GetError {
            element,
            address,
            reason,
        }),
    }
}

fn get_upper(
    chip: &Chip,
    get: &DebugGet,
    element: usize,
    sink: &mut dyn FnMut(Item) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, GetError> {
    let DebugMemory {
        memory,
        width,
        address,
        ..
    } = get.memory;
    let step = width.single_words().div_ceil(2);
    let size = memory.size().unwrap_or(0);
    let count = get.count.min(size.saturating_sub(address).div_ceil(step));
    for index in 0..count {
        let address = address + index * step;
        let long = |offset| upper::read(chip, memory, element, address + offset);
        let word = match width {
            Width::Single | Width::Long => DumpWord::Long(long(0)),
            Width::DoubleLong => DumpWord::DoubleLong(long(0), long(1)),
        };
        let element = ChipLevel::from_memory(memory).name(element);
        let value = DumpValue::from_word(get.data_type, word, &[word]);
        if put(element, address, value, sink)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Executes a `d set`. Of a payload longer than the access the MSB side is written (manual 3.4.4).
pub fn set(chip: &mut Chip, set: &DebugSet) {
    let DebugMemory {
        memory,
        width,
        address,
        scope,
        ..
    } = set.memory;
    let per_word = if width == Width::DoubleLong { 2 } else { 1 };
    // The PEs that are selected; the others of the chip repeat them.
    let period = scope_period(scope);
    let pes: Vec<usize> = match ChipLevel::from_memory(memory) {
        ChipLevel::Pe => scope.elements_below(ChipLevel::Pe, period).collect(),
        ChipLevel::Group | ChipLevel::L2b | ChipLevel::L1b | ChipLevel::Mab => Vec::new(),
    };
    let pes = (&pes[..], period);
    let words = set.payload.chunks(per_word).take(set.count as usize);
    match memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => {
            for (index, word) in (0_u64..).zip(words) {
                let address = u64::from(address) + index * u64::from(width.single_words());
                set_pes(chip, memory, width, address as usize, pes, word);
            }
        }
        Memory::T => {
            for (index, word) in words.enumerate() {
                let cycle = index % CYCLES_PER_STEP;
                let address = cycle * Width::DoubleLong.single_words() as usize;
                set_pes(chip, memory, width, address, pes, word);
            }
        }
        Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => {
            let elements = scope.elements(ChipLevel::from_memory(memory));
            let elements = elements.fold(0, |bits, element| bits | 1 << element);
            let count = (set.count as usize).saturating_mul(per_word);
            let words = &set.payload[..set.payload.len().min(count)];
            upper::write_all(chip, memory, elements, address, words);
        }
        Memory::MaskRegister
        | Memory::BaseLm0
        | Memory::BaseLm1
        | Memory::MatrixX
        | Memory::MatrixY
        | Memory::Dar => {}
    }
}

/// After how many PEs a scope repeats.
const fn scope_period(scope: Scope) -> usize {
    if scope.group.is_some() || scope.l2b.is_some() || scope.l1b.is_some() {
        PES
    } else if scope.mab.is_some() {
        ChipLevel::L1b.pes()
    } else {
        ChipLevel::Mab.pes()
    }
}

fn set_pes(
    chip: &mut Chip,
    memory: Memory,
    width: Width,
    address_words: usize,
    (pes, period): (&[usize], usize),
    word: &[u64],
) {
    let Some(planes) = chip.planes_mut(memory) else {
        return;
    };
    let first = word.first().copied().unwrap_or(0);
    let mut set = |offset: usize, value: u64, bits: u64| {
        let plane = planes.write(address_words / 2 + offset).make_mut(period);
        for plane in plane.chunks_exact_mut(period) {
            for &pe in pes {
                plane[pe] = (plane[pe] & !bits) | (value & bits);
            }
        }
    };
    match width {
        Width::Single if address_words.is_multiple_of(2) => set(0, first, !0xffff_ffff),
        Width::Single => set(0, first >> 32, 0xffff_ffff),
        Width::Long => set(0, first, u64::MAX),
        Width::DoubleLong => {
            set(0, first, u64::MAX);
            set(1, word.get(1).copied().unwrap_or(0), u64::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use mnc2_asm::LineParser;
    use mnc2_program::Statement;

    use super::*;

    #[test]
    fn words_beyond_the_t_register_are_the_first_ones_again() {
        let mut chip = Chip::new();
        let parse = |text: &str| LineParser::new().parse(text).statement.clone();
        match parse("d set $ltn0c0b0m0p0 4 l1l2l3l4") {
            Some(Statement::DebugSet(statement)) => set(&mut chip, &statement),
            other => panic!("{other:?}"),
        }
        let Some(Statement::DebugGet(statement)) = parse("d getd $tn0c0b0m0p0 6") else {
            panic!("a debug statement");
        };
        let mut lines = Vec::new();
        let all = get(&chip, &statement, &mut |item| {
            lines.push((item.address, item.value));
            ControlFlow::Continue(())
        });
        assert!(all.is_ok());
        let word = |value: &(u32, DumpValue)| value.1.clone();
        let addresses: Vec<u32> = lines.iter().map(|(address, _)| *address).collect();
        assert_eq!(addresses, [0, 1, 2, 3, 4, 5]);
        assert_eq!(word(&lines[4]), word(&lines[0]));
        assert_eq!(word(&lines[5]), word(&lines[1]));
        assert_ne!(word(&lines[4]), word(&lines[3]));
    }

    #[test]
    fn lines_are_counted_as_they_are_made() {
        let chip = Chip::new();
        for text in [
            "d get $lm0n0c0b0m0p0 4",
            "d get $lm4092n0c0b0m0p0 8",
            "d getf $m1n0c0b0m0 3",
            "d get $lln0n0c0b0 2",
            "d get $tn0c0b0m0p0 9",
            "d get $omr1n0c0b0m0p0 4",
            "d getd $lx0n0c0b0m0 99",
            "d geth $ly0n0c0b0m0 99",
            "d get $lb0n0c0 5",
            "d get $lc0n0 5",
            "d get $p0n0 5",
            "d get $d0n0 5",
        ] {
            let line = LineParser::new().parse(text);
            let Some(Statement::DebugGet(statement)) = &line.statement else {
                panic!("{text}: {:?}", line.diagnostics);
            };
            let mut made = 0;
            let all = get(&chip, statement, &mut |_| {
                made += 1;
                ControlFlow::Continue(())
            });
            assert!(all.is_ok(), "{text}");
            assert_eq!(line_count(statement), made, "{text}");
        }
    }
}
