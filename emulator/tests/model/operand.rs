//! PE operands (manual 3.6.1.6-3.6.1.20): how they are written, and `refer_pemem` of manual 3.3.

use crate::mask::Mask;
use crate::oracle::samples::Random;
use crate::state::{Cell, Mem, State, Write};

/// The data path of a PE in one cycle: 2 long words as single words, MSB side first.
pub(crate) type Path = [u64; 4];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Width {
    Single,
    Long,
    Double,
}

impl Width {
    pub(crate) const fn letters(self) -> &'static str {
        match self {
            Self::Single => "",
            Self::Long => "l",
            Self::Double => "ll",
        }
    }

    /// The size in single words.
    pub(crate) const fn words(self) -> usize {
        match self {
            Self::Single => 1,
            Self::Long => 2,
            Self::Double => 4,
        }
    }
}

/// Addresses of the four cycles as written, in single words.
#[derive(Clone, Copy, Debug)]
enum Address {
    Omitted,
    Fixed(usize),
    /// `v`: one word of the access word length.
    Stride(usize),
    StrideBy(usize, usize),
    Flat([usize; 4]),
}

/// LM0, LM1, GRF0, GRF1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeMemory {
    pub(crate) mem: Mem,
    pub(crate) width: Width,
    address: Address,
    indirect: bool,
    madpe: Option<usize>,
}

/// An operand that is read or written in the PE.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand {
    Memory(PeMemory),
    T(Width),
    /// `$aluf`, `$mauf`, `$lbf`, `$mreadf`.
    Forwarding(Mem),
    /// A constant by its name, and bits of an element of the precision.
    Constant(&'static str, u32),
    Base(Mem, Width),
    MaskRegister(usize),
    NoWrite,
}

/// A destination and its single-line mask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Destination {
    pub(crate) operand: Operand,
    pub(crate) mask: Option<Mask>,
}

const MEMORIES: [Mem; 4] = [Mem::Lm0, Mem::Lm1, Mem::Grf0, Mem::Grf1];

pub(crate) fn pick<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len() as u64) as usize]
}

impl PeMemory {
    pub(crate) fn random(random: &mut Random, mem: Mem, widths: &[Width]) -> Self {
        let width = pick(random, widths);
        let words = width.words();
        let size = mem.size();
        let mut aligned = || {
            let place = random.below(32) as usize;
            let place = if random.below(6) == 0 {
                size - words - place % 8
            } else {
                place
            };
            place / words * words
        };
        let flat = [aligned(), aligned(), aligned(), aligned()];
        let indirect = mem == Mem::Lm0 && random.below(4) == 0;
        let address = match random.below(if indirect { 6 } else { 5 }) {
            0 => Address::Fixed(flat[0]),
            1 | 2 => Address::Stride(flat[0]),
            3 => Address::StrideBy(flat[0], random.below(6) as usize * words),
            4 => Address::Flat(flat),
            _ => Address::Omitted,
        };
        let is_local = matches!(mem, Mem::Lm0 | Mem::Lm1);
        let madpe =
            (is_local && !indirect && random.below(4) == 0).then(|| random.below(4) as usize);
        Self {
            mem,
            width,
            address,
            indirect,
            madpe,
        }
    }

    /// How its address is written, for counting.
    fn addressing(&self) -> String {
        let address = match self.address {
            Address::Omitted => "",
            Address::Fixed(_) => "a",
            Address::Stride(_) => "av",
            Address::StrideBy(..) => "avs",
            Address::Flat(_) => "[a,a,a,a]",
        };
        let before = if self.indirect { "t" } else { "" };
        let after = if self.madpe.is_some() { "j" } else { "" };
        format!("{}{before}{address}{after}", self.mem.letters())
    }

    fn text(&self) -> String {
        let mut text = format!("${}{}", self.width.letters(), self.mem.letters());
        if self.indirect {
            text += "t";
        }
        text += &match self.address {
            Address::Omitted => String::new(),
            Address::Fixed(address) => address.to_string(),
            Address::Stride(address) => format!("{address}v"),
            Address::StrideBy(address, stride) => format!("{address}v{stride}"),
            Address::Flat([a, b, c, d]) => format!("[{a},{b},{c},{d}]"),
        };
        if let Some(madpe) = self.madpe {
            text += &format!("j{madpe}");
        }
        text
    }

    /// The address of a cycle in single words (manual 3.6.1.6, the summary's formula).
    fn address(&self, state: &State, pe: usize, cycle: usize) -> usize {
        let words = self.width.words();
        let base = match self.mem {
            Mem::Lm0 => state.read(Mem::Base0, pe, 0),
            Mem::Lm1 => state.read(Mem::Base1, pe, 0),
            _ => 0,
        };
        // The low bits of the first long word of the cycle's entry are in its single word 1.
        let indirection = if self.indirect {
            state.read(Mem::T, pe, cycle * 4 + 1)
        } else {
            0
        };
        let own = match self.address {
            Address::Omitted => 0,
            Address::Fixed(address) => address,
            Address::Stride(address) => address + cycle * words,
            Address::StrideBy(address, stride) => address + cycle * stride,
            Address::Flat(addresses) => addresses[cycle],
        };
        let modification = match self.madpe {
            Some(madpe) if pe % 4 <= madpe => words,
            Some(_) | None => 0,
        };
        let sum = base as usize + indirection as usize + own + modification;
        sum % self.mem.size() / words * words
    }
}

impl Operand {
    /// An input operand of the widths; forwarding registers and the T-register are of any width.
    pub(crate) fn random_input(random: &mut Random, widths: &[Width], is_alu: bool) -> Self {
        match random.below(10) {
            0 => Self::T(pick(random, &[Width::Single, Width::Long, Width::Double])),
            1 | 2 if is_alu => {
                Self::Forwarding(pick(random, &[Mem::Aluf, Mem::Mauf, Mem::Lbf, Mem::Mreadf]))
            }
            1 | 2 => Self::Forwarding(pick(random, &[Mem::Aluf, Mem::Mauf, Mem::Lbf])),
            _ => {
                let mem = pick(random, &MEMORIES);
                Self::Memory(PeMemory::random(random, mem, widths))
            }
        }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Self::Memory(memory) => memory.text(),
            Self::T(width) => format!("${}t", width.letters()),
            Self::Forwarding(path) => format!("${}", path.letters()),
            Self::Constant(name, _) => format!("${name}"),
            Self::Base(mem, width) => format!("${}{}", width.letters(), mem.letters()),
            Self::MaskRegister(entry) => format!("$omr{entry}"),
            Self::NoWrite => "$nowrite".into(),
        }
    }

    /// How the operand is addressed, for counting; `None` if there is nothing to vary.
    pub(crate) fn addressing(&self) -> Option<String> {
        match self {
            Self::Memory(memory) => Some(memory.addressing()),
            Self::T(_)
            | Self::Forwarding(_)
            | Self::Constant(..)
            | Self::Base(..)
            | Self::MaskRegister(_)
            | Self::NoWrite => None,
        }
    }

    /// The operand without its address, for counting.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::Memory(memory) => {
                format!("${}{}", memory.width.letters(), memory.mem.letters())
            }
            Self::MaskRegister(_) => "$omr".to_owned(),
            Self::T(_)
            | Self::Forwarding(_)
            | Self::Constant(..)
            | Self::Base(..)
            | Self::NoWrite => self.text(),
        }
    }

    const fn mem(&self) -> Option<Mem> {
        match self {
            Self::Memory(memory) => Some(memory.mem),
            Self::T(_) => Some(Mem::T),
            Self::Base(mem, _) => Some(*mem),
            Self::MaskRegister(_) => Some(Mem::Mask),
            Self::Forwarding(_) | Self::Constant(..) | Self::NoWrite => None,
        }
    }

    const fn width(&self) -> Width {
        match self {
            Self::Memory(memory) => memory.width,
            Self::T(_) => Width::Double,
            Self::Base(_, width) => *width,
            Self::Forwarding(_) | Self::Constant(..) | Self::MaskRegister(_) | Self::NoWrite => {
                Width::Long
            }
        }
    }

    /// The words that a PE reads in a cycle; narrow values are on the MSB side (manual 1.2).
    pub(crate) fn read(&self, state: &State, pe: usize, cycle: usize) -> Path {
        let mut path = [0; 4];
        match self {
            Self::Memory(memory) => {
                let address = memory.address(state, pe, cycle);
                for (word, value) in path[..memory.width.words()].iter_mut().enumerate() {
                    *value = state.read(memory.mem, pe, address + word);
                }
                path
            }
            Self::T(_) => std::array::from_fn(|word| state.read(Mem::T, pe, cycle * 4 + word)),
            Self::Forwarding(unit) => {
                std::array::from_fn(|word| state.read(*unit, pe, cycle * 4 + word))
            }
            Self::Constant(name, bits) => {
                let value = match *name {
                    "l2bid" => pe / 512,
                    "l1bid" => pe / 64 % 8,
                    "mabid" => pe / 4 % 16,
                    "peid" => pe % 64,
                    "subpeid" => pe % 4,
                    _ => 1 << (bits - 1),
                } as u64;
                let long: Vec<u64> = (0..64 / bits).map(|_| value).collect();
                let long = long
                    .into_iter()
                    .fold(0_u128, |long, element| long << bits | u128::from(element))
                    as u64;
                [
                    long >> 32,
                    long & 0xffff_ffff,
                    long >> 32,
                    long & 0xffff_ffff,
                ]
            }
            Self::Base(..) | Self::MaskRegister(_) | Self::NoWrite => path,
        }
    }
}

impl Destination {
    /// One to three destinations in different memories. A mask register only if flags are computed.
    pub(crate) fn random_list(
        random: &mut Random,
        widths: &[Width],
        has_flags: bool,
        step_mask: Option<Mask>,
    ) -> Vec<Self> {
        if random.below(12) == 0 {
            return vec![Self {
                operand: Operand::NoWrite,
                mask: None,
            }];
        }
        let mut list: Vec<Self> = Vec::new();
        for _ in 0..1 + random.below(3) {
            let operand = match random.below(12) {
                0 => Operand::T(pick(random, &[Width::Single, Width::Long, Width::Double])),
                1 | 2 if has_flags => Operand::MaskRegister(1 + random.below(15) as usize),
                3 if has_flags => Operand::Base(
                    pick(random, &[Mem::Base0, Mem::Base1]),
                    pick(random, &[Width::Single, Width::Long]),
                ),
                _ => {
                    let mem = pick(random, &MEMORIES);
                    Operand::Memory(PeMemory::random(random, mem, widths))
                }
            };
            let family = |mem: Option<Mem>| match mem {
                Some(Mem::Base0) => Some(Mem::Lm0),
                Some(Mem::Base1) => Some(Mem::Lm1),
                mem => mem,
            };
            if list
                .iter()
                .any(|other| family(other.operand.mem()) == family(operand.mem()))
            {
                continue;
            }
            let mask = step_mask.filter(|_| random.below(3) != 0);
            list.push(Self { operand, mask });
        }
        list
    }

    pub(crate) fn text(&self) -> String {
        let mask = match (self.mask, &self.operand) {
            (None, _) => String::new(),
            (Some(mask), Operand::T(_) | Operand::MaskRegister(_)) => mask.text(),
            (Some(mask), operand) => mask.write_text(operand.width()),
        };
        self.operand.text() + &mask
    }

    /// Writes the output of a unit in a cycle. `setting` is the mask in force if the line has none.
    pub(crate) fn write(
        &self,
        state: &State,
        (pe, cycle): (usize, usize),
        (path, flags): (&Path, u64),
        cancels_setting: bool,
        writes: &mut Vec<Write>,
    ) {
        let Some(mem) = self.operand.mem() else {
            return;
        };
        let setting = state.setting.covering(mem).filter(|_| !cancels_setting);
        let mask = self.mask.or(setting);
        let bits = mask.map_or([0xffff_ffff; 4], |mask| mask.bits(state, pe, cycle));
        let mut put = |address: usize, value, bits| {
            let cell = Cell(mem, pe, address % mem.size());
            writes.push(Write { cell, value, bits });
        };
        match self.operand {
            Operand::Memory(memory) => {
                let address = memory.address(state, pe, cycle);
                for word in 0..memory.width.words() {
                    put(address + word, path[word], bits[word]);
                }
            }
            Operand::T(_) => {
                for word in 0..4 {
                    put(cycle * 4 + word, path[word], bits[word]);
                }
            }
            Operand::Base(_, width) => {
                // The low 12 bits of the single or the long word of the MSB side.
                let word = width.words() - 1;
                put(0, path[word] & 0xfff, bits[word] & 0xfff);
            }
            Operand::MaskRegister(entry) => {
                let allowed = mask.map_or([true; 4], |mask| mask.flags(state, pe, cycle));
                let allowed = allowed
                    .iter()
                    .fold(0, |all, &flag| all << 1 | u64::from(flag));
                put(entry * 4 + cycle, flags & allowed, u64::MAX);
            }
            Operand::Forwarding(_) | Operand::Constant(..) | Operand::NoWrite => {}
        }
    }
}
