//! The registers of a thread.

use mnc2_text::{Calls, Message, message};

use crate::encode::Instruction;
use crate::register::{COUNTER, LANES, MASK, RETURN, Register, STACK};
use crate::table::{Field, Slot};

/// The address that a thread returns to when it is done.
pub(super) const END_ADDRESS: u32 = 0xffff_fffc;

/// Where the stack of thread 0 begins, and grows downward: the start code of the toolchain has it there.
const STACK_ADDRESS: u32 = 0x0020_0000;

/// The bytes between two stacks.
const STACK_BYTES: u32 = 0x8000;

/// Values of the control register THREAD_STATUS.
pub(super) mod status {
    /// What it is after the reset, until the program writes another one.
    pub(crate) const IDLE: u32 = 0;
    pub(crate) const ENDED: u32 = 2;
    /// It accessed memory at a wrong address.
    pub(crate) const TRAPPED: u32 = 3;
    /// It waits at a barrier.
    pub(crate) const WAITING: u32 = 4;
}

/// What a thread does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It runs its next instruction.
    Running,
    /// Nothing until as many threads as `count` are at a barrier.
    Waiting(Barrier),
    Ended,
}

/// A barrier as a thread names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Barrier {
    /// Whether it is one of `barrier_thread`, which have numbers of their own.
    pub(super) is_of_core: bool,
    pub(super) number: u32,
    /// How many threads it waits for.
    pub(super) count: u32,
}

/// A value of an operand: one for all lanes, or one for each.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Scalar(u32),
    Vector([u32; LANES]),
}

impl Value {
    /// The mask of a lane.
    pub(super) fn lane(&self, lane: usize) -> u32 {
        match self {
            Self::Scalar(value) => *value,
            Self::Vector(lanes) => lanes[lane % LANES],
        }
    }

    /// Every lane, or the only value, through a function.
    pub(super) fn map(&self, compute: impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Scalar(value) => Self::Scalar(compute(*value)),
            Self::Vector(lanes) => Self::Vector(lanes.map(compute)),
        }
    }

    /// Each lane with the lane of another; a scalar if both are.
    pub(super) fn zip(&self, other: &Self, compute: impl Fn(u32, u32) -> u32) -> Self {
        match (self, other) {
            (Self::Scalar(a), Self::Scalar(b)) => Self::Scalar(compute(*a, *b)),
            _ => Self::Vector(std::array::from_fn(|lane| {
                compute(self.lane(lane), other.lane(lane))
            })),
        }
    }

    /// Bit i is bit 0 of lane i; of a scalar it is itself.
    pub(super) fn bits(&self) -> u32 {
        match self {
            Self::Scalar(value) => *value,
            Self::Vector(lanes) => {
                (0..LANES).fold(0, |bits, lane| bits | (lanes[lane] & 1) << lane)
            }
        }
    }
}

/// A thread with its registers.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    pub(super) scalars: [u32; 64],
    pub(super) vectors: [[u32; LANES]; 64],
    /// The lanes that are written: what the hardware keeps next to `rm`.
    pub(super) mask: u16,
    /// The address of the next instruction.
    pub(super) counter: u32,
    pub(super) phase: Phase,
    /// What the program wrote to the control register THREAD_STATUS, or how the thread ended.
    pub(super) status: u32,
    /// The control register TRAP_REASON.
    pub(super) reason: u32,
    /// How many instructions it ran.
    pub(super) steps: u64,
    /// The calls that it is in.
    pub(super) calls: Calls,
    /// A bit for each register that the program wrote.
    pub(super) written: (u64, u64),
}

impl Thread {
    /// A thread at an address, with the registers that are given.
    pub(super) fn new(number: u32, counter: u32, registers: &[Option<u32>; 64]) -> Self {
        let mut scalars = registers.map(|value| value.unwrap_or(0));
        let defaults = [
            (STACK, STACK_ADDRESS - STACK_BYTES * number),
            (RETURN, END_ADDRESS),
        ];
        for (register, value) in defaults.map(|(register, value)| (usize::from(register), value)) {
            scalars[register] = registers[register].unwrap_or(value);
        }
        Self {
            mask: scalars[usize::from(MASK)] as u16,
            scalars,
            vectors: [[0; LANES]; 64],
            counter,
            phase: Phase::Running,
            status: status::IDLE,
            reason: 0,
            steps: 0,
            calls: Calls::default(),
            written: (0, 0),
        }
    }

    /// A scalar register; `pc` is the address of the instruction itself.
    pub(super) fn scalar(&self, number: u8) -> u32 {
        match number {
            COUNTER => self.counter,
            _ => self.scalars[usize::from(number) % 64],
        }
    }

    pub(super) fn vector(&self, number: u8) -> [u32; LANES] {
        self.vectors[usize::from(number) % 64]
    }

    /// The value of an operand that is a register or a number.
    pub(super) fn operand(&self, instruction: &Instruction, index: usize) -> Value {
        match instruction.row.form.slots().get(index) {
            Some(Slot::Vector(field)) => Value::Vector(self.vector(instruction.register(*field))),
            Some(Slot::Scalar(field)) => Value::Scalar(self.scalar(instruction.register(*field))),
            Some(Slot::Immediate9) => Value::Scalar(instruction.signed(Field::Immediate9) as u32),
            Some(Slot::Immediate16 | Slot::Symbol) => {
                Value::Scalar(instruction.get(Field::Immediate16))
            }
            _ => Value::Scalar(0),
        }
    }

    /// The value of a scalar operand.
    pub(super) fn scalar_operand(&self, instruction: &Instruction, index: usize) -> u32 {
        self.operand(instruction, index).lane(0)
    }

    /// The address of a memory operand.
    pub(super) fn address(&self, instruction: &Instruction) -> u32 {
        let base = self.scalar(instruction.register(Field::A));
        base.wrapping_add(instruction.signed(Field::Immediate9) as u32)
    }

    /// Sets a scalar register, and returns where to go if it is `pc`. The mask takes the low bits of what is written,
    /// which for the high half of a register are zeros.
    pub(super) fn set_scalar(&mut self, number: u8, value: u32, low: u16) -> Option<u32> {
        if number == COUNTER {
            return Some(value);
        }
        if number == MASK {
            self.mask = low;
        }
        self.scalars[usize::from(number) % 64] = value;
        self.written.0 |= 1 << (number % 64);
        None
    }

    /// Sets the lanes of a vector register that are in a mask. The hardware checks only the number of the register: a write to
    /// the vector register with the number of the mask also sets the mask, to the low bits of the value for lane 0, even if the
    /// lane is not in the mask.
    pub(super) fn set_vector(&mut self, number: u8, lanes: &[u32; LANES], mask: u16, low: u16) {
        let register = &mut self.vectors[usize::from(number) % 64];
        for lane in (0..LANES).filter(|lane| mask >> lane & 1 == 1) {
            register[lane] = lanes[lane];
        }
        self.written.1 |= 1 << (number % 64);
        if number == MASK {
            self.mask = low;
        }
    }

    /// Sets the first operand: the lanes of the mask of a vector, or a scalar. Returns where to go if it is `pc`.
    pub(super) fn set(&mut self, instruction: &Instruction, value: &Value) -> Option<u32> {
        let number = instruction.register(Field::D);
        match instruction.row.form.slots().first() {
            Some(Slot::Vector(_)) => {
                let lanes: [u32; LANES] = std::array::from_fn(|lane| value.lane(lane));
                self.set_vector(number, &lanes, self.mask, lanes[0] as u16);
                None
            }
            _ => {
                let value = value.lane(0);
                self.set_scalar(number, value, value as u16)
            }
        }
    }

    /// Continues after a barrier.
    pub(super) fn pass(&mut self) {
        self.phase = Phase::Running;
        self.counter = self.counter.wrapping_add(4);
    }

    /// Sets a register from outside.
    pub(super) fn give(&mut self, register: Register, value: &Value) {
        match register {
            Register::Scalar(COUNTER) => self.counter = value.lane(0),
            Register::Scalar(number) => {
                self.scalars[usize::from(number) % 64] = value.lane(0);
                if number == MASK {
                    self.mask = value.lane(0) as u16;
                }
            }
            Register::Vector(number) => {
                self.vectors[usize::from(number) % 64] =
                    std::array::from_fn(|lane| value.lane(lane));
            }
        }
    }
}

/// The lane of a number.
pub(super) fn lane_of(number: u32) -> Result<usize, Message> {
    match number as usize {
        lane if lane < LANES => Ok(lane),
        _ => Err(message!(
            "lane {lane} is undefined: a vector has lanes 0 to 15",
            lane = number as i32
        )),
    }
}
