//! Masks (manual 3.6.2): the flags of an entry in the four cycles, and which bits they let through.
//!
//! A mask register entry's flags serve as write mask and as zero-flush mask.

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY, MASK_VARIABLE_ENTRIES};
use mnc2_isa::{Memory, Width};
use mnc2_program::{Expression, Mask, Step, WriteMaskSetting};

use super::chip::{Chip, Path};
use crate::alu::flag_bits;
use crate::lanes::{Lanes, SHORTEST};

/// The flags of one cycle: four bits, the highest for the MSB side.
#[derive(Clone, Debug)]
pub enum Flags {
    /// Equal flags on every PE.
    Uniform(u8),
    /// A value for each PE.
    PerPe(Lanes<u8>),
}

impl Flags {
    /// The flags of one PE.
    #[must_use]
    pub fn for_pe(&self, pe: usize) -> u8 {
        match self {
            Self::Uniform(flags) => *flags,
            Self::PerPe(flags) => flags[pe],
        }
    }
}

/// An entry of the mask register as one step uses it.
#[derive(Clone, Debug)]
pub struct StepMask {
    /// The entry of the mask register.
    entry: u8,
    /// Whether the mask application word length is 2 long words.
    double_long: bool,
    cycles: [Flags; CYCLES_PER_STEP],
}

/// The bits that four flags let through if each covers a half word (manual 3.6.2).
pub const HALF_WORDS: [u64; 16] = {
    let mut table = [0; 16];
    let mut flags = 0;
    while flags < 16 {
        let mut index = 0;
        while index < 4 {
            if flags as u8 & flag_bits(16, index) != 0 {
                table[flags] |= 0xffff << (48 - 16 * index);
            }
            index += 1;
        }
        flags += 1;
    }
    table
};

/// The bits that two flags let through if each covers a single word.
const SINGLE_WORDS: [u64; 4] = [0, 0xffff_ffff, 0xffff_ffff_0000_0000, u64::MAX];

impl StepMask {
    /// The entry's flags as they are before the step.
    #[must_use]
    pub fn new(chip: &Chip, entry: u8, double_long: bool) -> Self {
        let cycles = std::array::from_fn(|cycle| match u32::from(entry) {
            0 => Flags::Uniform(0b1111),
            entry if entry >= MASK_FIRST_PATTERN_ENTRY => {
                // The highest of the low four bits is cycle 0.
                let set = (entry >> (CYCLES_PER_STEP - 1 - cycle)) & 1 == 1;
                Flags::Uniform(if set { 0b1111 } else { 0 })
            }
            _ => match chip.mask(entry, cycle) {
                flags if flags.is_all(flags[0]) => Flags::Uniform(flags[0]),
                flags => Flags::PerPe(flags.clone()),
            },
        });
        Self {
            entry,
            double_long,
            cycles,
        }
    }

    /// The entry, whether the application word length is 2 long words, and the flags of the cycles.
    pub(crate) const fn parts(&self) -> (u8, bool, &[Flags; CYCLES_PER_STEP]) {
        (self.entry, self.double_long, &self.cycles)
    }

    /// The mask of such parts.
    pub(crate) const fn from_parts(
        entry: u8,
        double_long: bool,
        cycles: [Flags; CYCLES_PER_STEP],
    ) -> Self {
        Self {
            entry,
            double_long,
            cycles,
        }
    }

    /// Whether the flags are data and not a pattern in the text.
    #[must_use]
    pub fn is_variable(&self) -> bool {
        MASK_VARIABLE_ENTRIES.contains(&u32::from(self.entry))
    }

    /// Whether the single words of an access are written, at least in part, on a PE: a bit for each, the first lowest.
    #[must_use]
    pub fn written_words(&self, cycle: usize, width: Width, pe: usize) -> u8 {
        let (most, least) = self.bits(cycle, pe);
        let words = [
            most >> 32,
            most & 0xffff_ffff,
            least >> 32,
            least & 0xffff_ffff,
        ];
        words
            .into_iter()
            .take(width.single_words() as usize)
            .enumerate()
            .fold(0, |bits, (index, word)| bits | u8::from(word != 0) << index)
    }

    /// Whether the low bits of a word, which go to a base address register, pass on a PE (manual 3.6.1.7).
    #[must_use]
    pub fn writes_base(&self, cycle: usize, width: Width, pe: usize) -> bool {
        (self.bits(cycle, pe).0 >> base_shift(width)) & 1 == 1
    }

    /// The entry of the mask register.
    pub(super) const fn entry(&self) -> u8 {
        self.entry
    }

    fn from_mask(chip: &Chip, mask: &Mask) -> Self {
        Self::new(chip, mask.entry, mask.double_long)
    }

    /// The flags of one cycle.
    #[must_use]
    pub const fn flags(&self, cycle: usize) -> &Flags {
        &self.cycles[cycle]
    }

    /// The bits of the MSB and of the LSB side that pass on one PE.
    ///
    /// A long-word mask covers the half words of the MSB side and ignores the LSB side; that the LSB side of a longer
    /// destination is then written is assumed.
    #[must_use]
    pub fn bits(&self, cycle: usize, pe: usize) -> (u64, u64) {
        let flags = usize::from(self.cycles[cycle].for_pe(pe) & 0b1111);
        if self.double_long {
            (SINGLE_WORDS[flags >> 2], SINGLE_WORDS[flags & 0b11])
        } else {
            (HALF_WORDS[flags], u64::MAX)
        }
    }

    /// Whether a whole access passes on every PE, or none of it does; `None` if that differs.
    #[must_use]
    pub fn passes(&self, cycle: usize, width: Width) -> Option<bool> {
        match self.cycles[cycle] {
            Flags::Uniform(0b1111) => Some(true),
            Flags::Uniform(0) if self.double_long || width != Width::DoubleLong => Some(false),
            Flags::Uniform(_) | Flags::PerPe(_) => None,
        }
    }

    /// After how many PEs the flags of a cycle repeat.
    pub(super) fn period(&self, cycle: usize) -> usize {
        match &self.cycles[cycle] {
            Flags::Uniform(_) => SHORTEST,
            Flags::PerPe(flags) => flags.period(),
        }
    }

    /// Sets what does not pass to zero (manual 3.6.2.2).
    pub fn flush(&self, cycle: usize, output: &mut Path) {
        let (most, least) = (&output.most, &output.least);
        let period = self.period(cycle);
        *output = Path {
            most: Lanes::from_fn(period.max(most.period()), |pe| {
                most[pe] & self.bits(cycle, pe).0
            }),
            least: Lanes::from_fn(period.max(least.period()), |pe| {
                least[pe] & self.bits(cycle, pe).1
            }),
        };
    }
}

/// Bits below the word on the MSB side whose lowest go to a base address register.
#[must_use]
pub const fn base_shift(width: Width) -> u32 {
    match width {
        Width::Single => 32,
        Width::Long | Width::DoubleLong => 0,
    }
}

/// The masks of one step, read before anything is written.
pub struct StepMasks<'a> {
    chip: &'a Chip,
    /// The `mask` setting, unless a single-line mask cancels it for the step.
    setting: Option<WriteMaskSetting>,
}

impl<'a> StepMasks<'a> {
    /// The masks of a step under a `mask` setting.
    #[must_use]
    pub fn new(chip: &'a Chip, setting: WriteMaskSetting, step: &Step) -> Self {
        let setting = (!step.has_single_line_mask() && setting.entry != 0).then_some(setting);
        Self { chip, setting }
    }

    /// The mask that writes to a memory pass through.
    #[must_use]
    pub fn write_mask(&self, memory: Memory, single_line: Option<&Mask>) -> Option<StepMask> {
        if let Some(mask) = single_line {
            return Some(StepMask::from_mask(self.chip, mask));
        }
        let setting = self.setting.filter(|setting| setting.covers(memory))?;
        Some(StepMask::new(self.chip, setting.entry, setting.double_long))
    }

    /// The mask that an expression's output passes through.
    #[must_use]
    pub fn zero_flush(&self, expression: &Expression) -> Option<StepMask> {
        expression
            .zero_flush
            .as_ref()
            .map(|mask| StepMask::from_mask(self.chip, mask))
    }
}

#[cfg(test)]
mod tests {
    use super::StepMask;
    use crate::machine::chip::Chip;

    #[track_caller]
    fn check(mask: &StepMask, cycle: usize, expected: (u64, u64)) {
        assert_eq!(mask.bits(cycle, 5), expected);
    }

    #[test]
    fn fixed_entries() {
        let chip = Chip::new();
        let all = (u64::MAX, u64::MAX);
        for cycle in 0..4 {
            check(&StepMask::new(&chip, 0, true), cycle, all);
        }
        // /1000 lets the first cycle through, 0b10001 the last.
        let first = StepMask::new(&chip, 0b11000, true);
        check(&first, 0, all);
        check(&first, 1, (0, 0));
        let last = StepMask::new(&chip, 0b10001, false);
        check(&last, 0, (0, u64::MAX));
        check(&last, 3, all);
    }

    #[test]
    fn variable_entries_by_word_length() {
        let mut chip = Chip::new();
        chip.mask_mut(3, 2).make_mut(8)[5] = 0b1001;
        check(
            &StepMask::new(&chip, 3, false),
            2,
            (0xffff_0000_0000_ffff, u64::MAX),
        );
        check(
            &StepMask::new(&chip, 3, true),
            2,
            (0xffff_ffff_0000_0000, 0x0000_0000_ffff_ffff),
        );
        check(&StepMask::new(&chip, 3, true), 1, (0, 0));
        check(&StepMask::new(&chip, 4, false), 2, (0, u64::MAX));
    }
}
