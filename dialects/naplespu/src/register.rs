//! Names of registers, and the control registers.

/// How many registers each of the two files has.
pub const REGISTER_COUNT: u8 = 64;

/// The lanes of a vector register.
pub const LANES: usize = 16;

/// The first scalar register with a name of its own.
pub const NAMED_FIRST: u8 = 58;

/// The names of the last six scalar registers, from number 58.
pub const NAMED: [&str; 6] = ["tr", "rm", "fp", "sp", "ra", "pc"];

/// The register that masks lanes.
pub const MASK: u8 = 59;

/// The stack pointer `sp`.
pub const STACK: u8 = 61;

/// The register of return addresses, `ra`.
pub const RETURN: u8 = 62;

/// The address of the instruction itself.
pub const COUNTER: u8 = 63;

/// A register of one of the two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Register {
    /// A scalar of 32 bits.
    Scalar(u8),
    /// A vector of 16 lanes of 32 bits.
    Vector(u8),
}

impl Register {
    /// The register with a name. Names are in lower case.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        if let Some(index) = NAMED.iter().position(|known| *known == name) {
            return Some(Self::Scalar(NAMED_FIRST + index as u8));
        }
        match numbered(name)? {
            ('s', number) if number < u32::from(NAMED_FIRST) => Some(Self::Scalar(number as u8)),
            ('v', number) if number < u32::from(REGISTER_COUNT) => Some(Self::Vector(number as u8)),
            _ => None,
        }
    }

    /// The number within its file, from 0 to 63.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Scalar(number) | Self::Vector(number) => number,
        }
    }

    /// The name in assembly: `s0`, `v0`, or a name of [`NAMED`].
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Scalar(number) => match number.checked_sub(NAMED_FIRST) {
                Some(index) => NAMED[usize::from(index) % NAMED.len()].to_owned(),
                None => format!("s{number}"),
            },
            Self::Vector(number) => format!("v{number}"),
        }
    }
}

/// The letter and the number of a name such as `s58` and `v70`, which means a register whether it exists or not.
#[must_use]
pub fn numbered(name: &str) -> Option<(char, u32)> {
    let letter = name.chars().next()?;
    let digits = name.get(1..)?;
    let is_plain = matches!(letter, 's' | 'v')
        && (1..=4).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    is_plain.then(|| Some((letter, digits.parse().ok()?)))?
}

/// A control register, which instructions name by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// The name in explanations and in the debugger.
    pub name: &'static str,
    /// Its number, which `read_cr` and `write_cr` take from a register.
    pub number: u32,
    /// Whether a program can write it.
    pub is_writable: bool,
    /// Whether each thread has its own.
    pub is_of_thread: bool,
    /// Its content, as a noun.
    pub doc: &'static str,
}

impl Control {
    /// The control register with this number. From 20 on there are the 16 debug registers.
    #[must_use]
    pub fn from_number(number: u32) -> Option<&'static Self> {
        let last = CONTROLS.last()?;
        if number > last.number && number < last.number + DEBUG_COUNT {
            return Some(last);
        }
        CONTROLS.iter().find(|control| control.number == number)
    }

    /// The control register with this name, in any case.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        CONTROLS
            .iter()
            .find(|control| control.name.eq_ignore_ascii_case(name))
    }
}

/// How many debug registers there are.
pub const DEBUG_COUNT: u32 = 16;

/// The number of the first debug register.
pub const DEBUG_FIRST: u32 = 20;

const fn control(
    number: u32,
    name: &'static str,
    is_writable: bool,
    is_of_thread: bool,
    doc: &'static str,
) -> Control {
    Control {
        name,
        number,
        is_writable,
        is_of_thread,
        doc,
    }
}

/// The control registers in the order of the specification, and the power model of the hardware's source. What can be written
/// is what its source lets a program write: the specification also has CPU_CTRL_REG, which only the host writes.
pub const CONTROLS: [Control; 21] = [
    control(0, "TILE_ID", false, false, "the number of the tile"),
    control(
        1,
        "CORE_ID",
        false,
        false,
        "the number of the core in its tile",
    ),
    control(
        2,
        "THREAD_ID",
        false,
        true,
        "the number of the thread in its core",
    ),
    control(
        3,
        "GLOBAL_ID",
        false,
        true,
        "the numbers of tile, core and thread in one word",
    ),
    control(
        4,
        "GCOUNTER_LOW",
        false,
        false,
        "the low half of the counter of cycles since the reset",
    ),
    control(
        5,
        "GCOUNTER_HIGH",
        false,
        false,
        "the high half of the counter of cycles since the reset",
    ),
    control(
        6,
        "THREAD_EN",
        false,
        false,
        "a bit for each enabled thread",
    ),
    control(
        7,
        "MISS_DATA",
        false,
        false,
        "misses of the first data cache",
    ),
    control(
        8,
        "MISS_INSTR",
        false,
        false,
        "misses of the first instruction cache",
    ),
    control(9, "PC", false, true, "the address of the instruction"),
    control(
        10,
        "TRAP_REASON",
        false,
        true,
        "the cause of the last trap: 0x40 misaligned in the scratchpad, 0x80 misaligned in main memory",
    ),
    control(
        11,
        "THREAD_STATUS",
        true,
        true,
        "0 idle, 1 running, 2 ended, 3 trapped, 4 waiting at a barrier, 5 booting",
    ),
    control(12, "ARGC", true, false, "how many strings ARGV points to"),
    control(
        13,
        "ARGV",
        true,
        false,
        "the address of the arguments of the program",
    ),
    control(
        14,
        "THREAD_NUMB",
        false,
        false,
        "how many hardware threads there are",
    ),
    control(
        15,
        "THREAD_MISS_CC",
        false,
        true,
        "cycles in which the thread waits for memory",
    ),
    control(
        16,
        "KERNEL_WORK",
        false,
        true,
        "cycles of the thread's kernel",
    ),
    control(
        17,
        "CPU_CTRL_REG",
        false,
        false,
        "the policy of the caches, 0 write-back, 1 write-through; only the host writes it",
    ),
    control(
        18,
        "PWR_MDL",
        false,
        false,
        "the power model of the hardware's source, which the specification does not list",
    ),
    control(
        19,
        "UNCOHERENCE_MAP",
        true,
        false,
        "an entry of the table of memory that is not coherent",
    ),
    control(
        20,
        "DEBUG_BASE_ADDR",
        true,
        false,
        "the first of 16 debug registers, which have the numbers 20 to 35",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for number in 0..REGISTER_COUNT {
            for register in [Register::Scalar(number), Register::Vector(number)] {
                assert_eq!(Register::find(&register.name()), Some(register));
            }
        }
        assert_eq!(Register::find("sp"), Some(Register::Scalar(61)));
        for wrong in ["s58", "v64", "s01", "S1", "x1", "", "s", "PC", "s99999"] {
            assert_eq!(Register::find(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn control_registers_are_numbered_without_gaps() {
        for (number, control) in CONTROLS.iter().enumerate() {
            assert_eq!(control.number as usize, number);
            assert_eq!(Control::find(&control.name.to_lowercase()), Some(control));
        }
        assert_eq!(Control::from_number(35).map(|it| it.number), Some(20));
        assert_eq!(Control::from_number(36), None);
    }
}
