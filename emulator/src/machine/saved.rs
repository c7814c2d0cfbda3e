//! A machine as words, and back: what differs from its start.
//!
//! The effects of the last step, which only [`Machine::written`] shows, are left out: they belong to its program.

use std::sync::Arc;

use mnc2_isa::Memory;
use mnc2_isa::geometry::{CYCLES_PER_STEP, DAR_ENTRIES, DARBUF_ENTRIES, L1BS, MASK_ENTRIES, PES};
use mnc2_isa::l1bm::{Order, Shape};
use mnc2_program::WriteMaskSetting;

use super::Machine;
use super::block::{Block, Blocks};
use super::chip::{Chip, Path};
use super::initial_content::{OffChip, Start};
use super::paged::{PAGE_LONG_WORDS, PagedMemory};
use super::plane::Planes;
use super::turnaround::Turnaround;
use crate::buffer_pool::PooledValue;
use crate::lanes::{Lanes, SHORTEST};
use crate::word_stream::{Damaged, Reader, Writer};

/// The memories that are kept as planes.
const PLANES: [Memory; 6] = [
    Memory::Lm0,
    Memory::Lm1,
    Memory::Grf0,
    Memory::Grf1,
    Memory::T,
    Memory::MatrixX,
];

/// The orders of long words in L1BM by number.
const ORDERS: [Order; 4] = [Order::Pe, Order::Mab, Order::Mab4, Order::All];

impl Machine {
    pub(crate) fn write_words(&self, out: &mut Writer<'_>) {
        let chip = &self.chip;
        write_start(chip.start, out);
        write_setting(self.mask, out);
        for planes in PLANES.iter().filter_map(|&memory| chip.planes(memory)) {
            write_planes(planes, out);
        }
        chip.masks.iter().for_each(|flags| write_lanes(flags, out));
        chip.bases.iter().for_each(|bases| write_lanes(bases, out));
        for path in &chip.forwarded {
            out.flag(path.is_some());
            for Path { most, least } in path.iter().flat_map(|cycles| cycles.iter()) {
                write_lanes(most, out);
                write_lanes(least, out);
            }
        }
        write_turnaround(chip.turnaround.as_ref(), out);
        for blocks in [&chip.l1bm, &chip.l2bm] {
            out.count(blocks.written().count());
            for (number, words) in blocks.written() {
                out.count(number);
                out.words(words);
            }
        }
        for memory in chip.pdm.iter().chain(&chip.dram) {
            out.count(memory.written().count());
            for (address, words) in memory.written() {
                out.word(u64::from(address));
                out.words(words);
            }
        }
        for registers in [&chip.dar, &chip.darbuf] {
            out.runs(registers, |&register, out| out.word(u64::from(register)));
        }
        out.word(u64::from(chip.dar_write_entry));
        out.word(u64::from(chip.darbuf_read_entry));
    }

    /// Reads what [`Machine::write_words`] writes.
    pub(crate) fn read_words(input: &mut Reader<'_>) -> Result<Self, Damaged> {
        let start = read_start(input)?;
        let mask = read_setting(input)?;
        let mut machine = Self::starting(start);
        machine.mask = mask;
        let chip = &mut machine.chip;
        for memory in PLANES {
            read_planes(chip.planes_mut(memory).ok_or(Damaged)?, input)?;
        }
        for flags in &mut chip.masks {
            *flags = read_lanes(input, 0b1111)?;
        }
        for bases in &mut chip.bases {
            *bases = read_lanes(input, u16::MAX)?;
        }
        for path in &mut chip.forwarded {
            *path = None;
            if input.flag()? {
                let mut cycles = [const { Path::ZERO }; CYCLES_PER_STEP];
                for cycle in &mut cycles {
                    cycle.most = read_lanes(input, u64::MAX)?;
                    cycle.least = read_lanes(input, u64::MAX)?;
                }
                *path = Some(Arc::new(cycles));
            }
        }
        chip.turnaround = read_turnaround(input)?;
        let Chip {
            l1bm, l2bm, pdm, ..
        } = chip;
        read_blocks(l1bm, input)?;
        read_blocks(l2bm, input)?;
        for memory in pdm.iter_mut().chain(&mut chip.dram) {
            read_pages(memory, input)?;
        }
        for registers in [&mut chip.dar, &mut chip.darbuf] {
            input.runs(registers, Reader::small)?;
        }
        chip.dar_write_entry = input.number_below(DAR_ENTRIES)?;
        chip.darbuf_read_entry = input.number_below(DARBUF_ENTRIES)?;
        Ok(machine)
    }
}

fn write_start(start: Start, out: &mut Writer<'_>) {
    out.flag(start.dirty.is_some());
    out.word(start.dirty.unwrap_or(0));
    out.flag(start.off_chip == OffChip::Undefined);
}

fn read_start(input: &mut Reader<'_>) -> Result<Start, Damaged> {
    let (is_dirty, seed) = (input.flag()?, input.word()?);
    let off_chip = match input.flag()? {
        false => OffChip::Zero,
        true => OffChip::Undefined,
    };
    Ok(Start {
        dirty: is_dirty.then_some(seed),
        off_chip,
    })
}

fn write_setting(setting: WriteMaskSetting, out: &mut Writer<'_>) {
    let WriteMaskSetting {
        double_long,
        grf0,
        grf1,
        t,
        lm0,
        lm1,
        mask_register,
        entry,
    } = setting;
    let flags = [double_long, grf0, grf1, t, lm0, lm1, mask_register];
    flags.into_iter().for_each(|flag| out.flag(flag));
    out.word(u64::from(entry));
}

fn read_setting(input: &mut Reader<'_>) -> Result<WriteMaskSetting, Damaged> {
    Ok(WriteMaskSetting {
        double_long: input.flag()?,
        grf0: input.flag()?,
        grf1: input.flag()?,
        t: input.flag()?,
        lm0: input.flag()?,
        lm1: input.flag()?,
        mask_register: input.flag()?,
        entry: input.number_below(MASK_ENTRIES)?,
    })
}

/// The values of the first PEs, which the others repeat.
pub(crate) fn write_lanes<T: PooledValue + Into<u64>>(lanes: &Lanes<T>, out: &mut Writer<'_>) {
    let values = lanes.as_slice();
    out.count(values.len());
    values.iter().for_each(|&value| out.word(value.into()));
}

/// Reads the values that [`write_lanes`] wrote; each is at most `most`.
pub(crate) fn read_lanes<T>(input: &mut Reader<'_>, most: T) -> Result<Lanes<T>, Damaged>
where
    T: PooledValue + TryFrom<u64> + PartialOrd,
{
    let period = input.below(PES + 1)?;
    if period < SHORTEST || !period.is_power_of_two() {
        return Err(Damaged);
    }
    let mut read = Ok(());
    let lanes = Lanes::build(period, |values| {
        for place in values {
            *place = match input.small() {
                Ok(value) if value <= most => value,
                Ok(_) | Err(Damaged) => {
                    read = Err(Damaged);
                    T::default()
                }
            };
        }
    });
    read.map(|()| lanes)
}

fn write_planes(planes: &Planes, out: &mut Writer<'_>) {
    out.count(planes.own().count());
    for (address, plane, _) in planes.own() {
        out.count(address);
        write_lanes(plane, out);
    }
}

fn read_planes(planes: &mut Planes, input: &mut Reader<'_>) -> Result<(), Damaged> {
    let size = planes.len();
    for _ in 0..input.below(size + 1)? {
        let address = input.below(size)?;
        *planes.write(address) = read_lanes(input, u64::MAX)?;
    }
    Ok(())
}

fn write_turnaround(turnaround: Option<&Turnaround>, out: &mut Writer<'_>) {
    out.flag(turnaround.is_some());
    let Some(Turnaround { shape, cycles }) = turnaround else {
        return;
    };
    out.word(shape.order as u64);
    out.word(u64::from(shape.sides));
    cycles.iter().for_each(|block| out.words(&block.words));
}

fn read_turnaround(input: &mut Reader<'_>) -> Result<Option<Turnaround>, Damaged> {
    if !input.flag()? {
        return Ok(None);
    }
    let order = ORDERS[input.below(ORDERS.len())?];
    let sides: u32 = input.number_below(3)?;
    let shape = Shape { order, sides };
    // Instructions that send something up have one of these shapes.
    if sides == 0 || shape.is_apart() {
        return Err(Damaged);
    }
    let count = shape.advance() as usize;
    let mut cycles = [const { None }; CYCLES_PER_STEP];
    for cycle in &mut cycles {
        let words = input.words(L1BS * count)?;
        let period = words.len() / count;
        if !words.len().is_multiple_of(count) || !period.is_power_of_two() {
            return Err(Damaged);
        }
        *cycle = Some(Block { words, count });
    }
    Ok(Some(Turnaround {
        shape,
        cycles: Arc::new(cycles.map(Option::unwrap_or_default)),
    }))
}

fn read_blocks(blocks: &mut Blocks, input: &mut Reader<'_>) -> Result<(), Damaged> {
    let (pages, most) = blocks.page_limits();
    for _ in 0..input.below(pages + 1)? {
        let number = input.below(pages)?;
        if !blocks.restore(number, &input.words(most)?) {
            return Err(Damaged);
        }
    }
    Ok(())
}

fn read_pages(memory: &mut PagedMemory, input: &mut Reader<'_>) -> Result<(), Damaged> {
    let size = memory.size_long_words();
    let mut words = [0; PAGE_LONG_WORDS as usize];
    for _ in 0..input.below((size / PAGE_LONG_WORDS) as usize + 1)? {
        let address: u32 = input.number_below(size)?;
        if !address.is_multiple_of(PAGE_LONG_WORDS) {
            return Err(Damaged);
        }
        input.fill(&mut words)?;
        memory.write_some(address, &words);
    }
    Ok(())
}
