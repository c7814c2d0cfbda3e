//! The state of strict mode between two runs, as words and back: the written places, and the writes that may not be complete.

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_ENTRIES};
use mnc2_isa::{Memory, Width, timing};

use super::coverage::Coverage;
use super::recent_writes::{Recent, Write, WrittenWords};
use super::{JudgeZeros, Strict};
use crate::machine::address::Addresses;
use crate::machine::mask::{Flags, StepMask};
use crate::machine::saved::{read_lanes, write_lanes};
use crate::word_stream::{Damaged, Reader, Writer};

/// Maximum number of writes that may not be complete: a step has some ten, and a few steps count.
const RECENT_MAX: usize = 1 << 16;

/// Steps before the first one after reading: more than the steps whose writes are known.
const STEPS_BEFORE: u64 = 1 << 20;

const WIDTHS: [Width; 3] = [Width::Single, Width::Long, Width::DoubleLong];

impl Strict {
    /// Writes what is known between two runs; findings that were not taken are not part of it.
    pub(crate) fn write_words(&self, out: &mut Writer<'_>) {
        self.coverage.write_words(out);
        out.flag(self.zeros.on_chip);
        out.flag(self.zeros.off_chip);
        let writes: Vec<&Write> = self.recent.incomplete_at(self.step).collect();
        out.count(writes.len());
        for write in writes {
            out.word(self.step - write.step);
            write_write(write, out);
        }
    }

    /// Reads what [`Strict::write_words`] writes.
    pub(crate) fn read_words(input: &mut Reader<'_>) -> Result<Self, Damaged> {
        let coverage = Coverage::read_words(input)?;
        let zeros = JudgeZeros {
            on_chip: input.flag()?,
            off_chip: input.flag()?,
        };
        let mut recent = Recent::default();
        for _ in 0..input.below(RECENT_MAX + 1)? {
            let age = input.below(STEPS_BEFORE as usize)? as u64;
            recent.push(read_write(STEPS_BEFORE - age, input)?);
        }
        Ok(Self {
            step: STEPS_BEFORE,
            coverage,
            zeros,
            recent,
            ..Self::new()
        })
    }
}

fn write_write(write: &Write, out: &mut Writer<'_>) {
    out.word(write.kind as u64);
    out.count(write.cycle);
    for number in [write.line, write.range.start, write.range.end, write.start] {
        out.word(u64::from(number));
    }
    match &write.words {
        WrittenWords::Port(memory) => {
            out.word(0);
            write_memory(*memory, out);
        }
        WrittenWords::Pe {
            memory,
            width,
            addresses,
            mask,
        } => {
            out.word(1);
            write_memory(*memory, out);
            out.word(*width as u64);
            out.flag(matches!(addresses, Addresses::PerPe(_)));
            match addresses {
                Addresses::Uniform(address) => out.word(u64::from(*address)),
                Addresses::PerPe(addresses) => write_lanes(addresses, out),
            }
            out.flag(mask.is_some());
            if let Some(mask) = mask {
                write_mask(mask, out);
            }
        }
        WrittenWords::Upper {
            memory,
            elements,
            address,
            count,
        } => {
            out.word(2);
            write_memory(*memory, out);
            out.word(*elements);
            out.word(u64::from(*address));
            out.word(u64::from(*count));
        }
    }
}

fn read_write(step: u64, input: &mut Reader<'_>) -> Result<Write, Damaged> {
    let kind = timing::AccessKind::ALL[input.below(timing::AccessKind::ALL.len())?];
    let cycle = input.below(CYCLES_PER_STEP)?;
    let (line, first, last, start) = (
        input.small()?,
        input.small()?,
        input.small()?,
        input.small()?,
    );
    let words = match input.below(3)? {
        0 => WrittenWords::Port(read_memory(input)?),
        1 => read_written_pes(input)?,
        // Addresses wrap around in every comparison.
        _ => WrittenWords::Upper {
            memory: read_memory(input)?,
            elements: input.word()?,
            address: input.small()?,
            count: input.small()?,
        },
    };
    Ok(Write {
        kind,
        step,
        cycle,
        line,
        range: first..last,
        start,
        words,
    })
}

fn read_written_pes(input: &mut Reader<'_>) -> Result<WrittenWords, Damaged> {
    let memory = read_memory(input)?;
    let width = WIDTHS[input.below(WIDTHS.len())?];
    let addresses = match input.flag()? {
        false => Addresses::Uniform(u32::from(input.small::<u16>()?)),
        true => Addresses::PerPe(read_lanes(input, u16::MAX)?),
    };
    let mask = input.flag()?.then(|| read_mask(input)).transpose()?;
    Ok(WrittenWords::Pe {
        memory,
        width,
        addresses,
        mask,
    })
}

fn write_mask(mask: &StepMask, out: &mut Writer<'_>) {
    let (entry, double_long, cycles) = mask.parts();
    out.word(u64::from(entry));
    out.flag(double_long);
    for flags in cycles {
        out.flag(matches!(flags, Flags::PerPe(_)));
        match flags {
            Flags::Uniform(flags) => out.word(u64::from(*flags)),
            Flags::PerPe(flags) => write_lanes(flags, out),
        }
    }
}

fn read_mask(input: &mut Reader<'_>) -> Result<StepMask, Damaged> {
    let entry = input.number_below(MASK_ENTRIES)?;
    let double_long = input.flag()?;
    let mut cycles = [const { Flags::Uniform(0) }; CYCLES_PER_STEP];
    for flags in &mut cycles {
        *flags = match input.flag()? {
            false => Flags::Uniform(input.number_below(16)?),
            true => Flags::PerPe(read_lanes(input, 0b1111)?),
        };
    }
    Ok(StepMask::from_parts(entry, double_long, cycles))
}

pub(super) fn write_memory(memory: Memory, out: &mut Writer<'_>) {
    out.word(memory as u64);
}

pub(super) fn read_memory(input: &mut Reader<'_>) -> Result<Memory, Damaged> {
    Ok(Memory::ALL[input.below(Memory::ALL.len())?])
}
