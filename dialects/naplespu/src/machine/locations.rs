//! What a debugger lists: the registers of each thread, vectors by lane, control registers, memory and the scratchpad.

use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::{Listed, Memory};
use mnc2_text::machine_locations::{not_fitting, not_settable};
use mnc2_text::{Described, Location, Locations, MemoryAbout, Message, Number};

use super::{Machine, control};
use crate::register::{CONTROLS, Control, LANES, REGISTER_COUNT, Register};

/// First indices of locations. The second index of a thread's locations is its number, or [`CURRENT`].
mod kind {
    pub(super) const SCALARS: u64 = 0;
    pub(super) const VECTORS: u64 = 1;
    pub(super) const CONTROLS: u64 = 2;
    pub(super) const SHARED: u64 = 3;
    pub(super) const MEMORY: u64 = 4;
    pub(super) const SCRATCHPAD: u64 = 5;
}

/// The thread whose turn it is.
const CURRENT: u64 = u64::MAX;

/// The lanes that are written, after the scalar registers.
const MASKED: u64 = REGISTER_COUNT as u64;

const MEMORIES: [Listed; 2] = [
    Listed {
        kind: kind::MEMORY,
        name: "memory",
        index: 0,
    },
    Listed {
        kind: kind::SCRATCHPAD,
        name: "scratchpad",
        index: 1,
    },
];

/// The control registers that each thread has, or that all share.
fn controls(is_of_thread: bool) -> impl Iterator<Item = &'static Control> {
    CONTROLS
        .iter()
        .filter(move |it| it.is_of_thread == is_of_thread)
}

impl Machine {
    fn listed(&self, at: Location) -> (&'static Listed, &Memory) {
        match at.path().first() {
            Some(&kind::SCRATCHPAD) => (&MEMORIES[1], &self.scratchpad),
            _ => (&MEMORIES[0], &self.memory),
        }
    }

    fn thread_of(&self, number: u64) -> usize {
        match number {
            CURRENT => self.thread(),
            number => number as usize % self.threads.len().max(1),
        }
    }

    /// What expressions of a thread begin with.
    fn prefix(&self, thread: u64) -> String {
        match thread {
            CURRENT => String::new(),
            _ if self.threads.len() == 1 => String::new(),
            thread => format!("t{thread}."),
        }
    }
}

impl Locations for Machine {
    fn groups(&self, thread: usize, _frame: usize) -> Vec<Location> {
        let own = [kind::SCALARS, kind::VECTORS, kind::CONTROLS];
        let shared = [kind::SHARED, kind::MEMORY, kind::SCRATCHPAD];
        let own = own.map(|kind| Location::new(&[kind, thread as u64]));
        own.into_iter()
            .chain(shared.map(|kind| Location::new(&[kind])))
            .collect()
    }

    fn describe(&self, at: Location) -> Described {
        let registers = u64::from(REGISTER_COUNT);
        match *at.path() {
            [kind::SCALARS, thread] => Described::new(
                "registers",
                self.prefix(thread) + "registers",
                registers + 1,
            ),
            [kind::SCALARS, thread, MASKED] => {
                let mask = self.threads[self.thread_of(thread)].mask;
                Described {
                    value: format!("{:016b}", mask.reverse_bits()),
                    ..Described::new("lanes", self.prefix(thread) + "lanes", 0)
                }
            }
            [kind::SCALARS, thread, number] => {
                let name = Register::Scalar(number as u8).name();
                Described {
                    is_settable: true,
                    ..Described::new(name.clone(), self.prefix(thread) + &name, 0)
                }
            }
            [kind::VECTORS, thread] => {
                Described::new("vectors", self.prefix(thread) + "vectors", registers)
            }
            [kind::VECTORS, thread, number] => Described {
                is_indexed: true,
                ..Described::new(
                    format!("v{number}"),
                    format!("{}v{number}", self.prefix(thread)),
                    LANES as u64,
                )
            },
            [kind::VECTORS, thread, number, lane] => Described {
                is_settable: true,
                ..Described::new(
                    format!("[{lane}]"),
                    format!("{}v{number}[{lane}]", self.prefix(thread)),
                    0,
                )
            },
            [kind::CONTROLS, thread] => {
                let parts = controls(true).count() as u64;
                Described::new("control registers", self.prefix(thread) + "controls", parts)
            }
            [kind::CONTROLS, thread, index] => {
                let name = controls(true).nth(index as usize).map_or("", |it| it.name);
                Described::new(name.to_owned(), self.prefix(thread) + name, 0)
            }
            [kind::SHARED] => {
                let parts = controls(false).count() as u64;
                Described::new("shared control registers", String::new(), parts)
            }
            [kind::SHARED, index] => {
                let name = controls(false).nth(index as usize).map_or("", |it| it.name);
                Described::new(name.to_owned(), name.to_owned(), 0)
            }
            _ => {
                let (listed, memory) = self.listed(at);
                listed.describe(memory, at)
            }
        }
    }

    fn parts(&self, at: Location, range: Range<u64>) -> Vec<Location> {
        if let [kind::MEMORY | kind::SCRATCHPAD, ..] = *at.path() {
            let (listed, memory) = self.listed(at);
            return listed.parts(memory, at, range);
        }
        let count = self.describe(at).parts;
        (range.start..range.end.min(count))
            .map(|index| at.part(index))
            .collect()
    }

    fn element(&self, at: Location, number: u64) -> Option<Location> {
        match *at.path() {
            [kind::MEMORY | kind::SCRATCHPAD] => {
                let (listed, memory) = self.listed(at);
                Some(listed.word(memory, number))
            }
            [kind::VECTORS, _, _] => (number < LANES as u64).then(|| at.part(number)),
            _ => None,
        }
    }

    fn named(&self, name: &str, thread: Option<usize>) -> Option<Location> {
        let mut thread = thread.map_or(CURRENT, |it| it as u64);
        let mut name = name;
        if let Some((of, rest)) = name.split_once('.')
            && let Some(number) = of.strip_prefix('t').and_then(|it| it.parse::<u64>().ok())
        {
            if number >= self.threads.len() as u64 {
                return None;
            }
            (thread, name) = (number, rest);
        }
        let control = |is_of_thread| {
            let mut all = controls(is_of_thread);
            all.position(|it| it.name.eq_ignore_ascii_case(name))
                .map(|it| it as u64)
        };
        Some(match name {
            "registers" => Location::new(&[kind::SCALARS, thread]),
            "lanes" => Location::new(&[kind::SCALARS, thread, MASKED]),
            "vectors" => Location::new(&[kind::VECTORS, thread]),
            "controls" => Location::new(&[kind::CONTROLS, thread]),
            "memory" => Location::new(&[kind::MEMORY]),
            "scratchpad" => Location::new(&[kind::SCRATCHPAD]),
            _ => match Register::find(name) {
                Some(Register::Scalar(number)) => {
                    Location::new(&[kind::SCALARS, thread, number.into()])
                }
                Some(Register::Vector(number)) => {
                    Location::new(&[kind::VECTORS, thread, number.into()])
                }
                None => match control(true) {
                    Some(index) => Location::new(&[kind::CONTROLS, thread, index]),
                    None => Location::new(&[kind::SHARED, control(false)?]),
                },
            },
        })
    }

    fn names(&self) -> Vec<String> {
        let registers = 0..REGISTER_COUNT;
        let scalars = registers
            .clone()
            .map(|number| Register::Scalar(number).name());
        let vectors = registers.map(|number| Register::Vector(number).name());
        let groups = [
            "lanes",
            "registers",
            "vectors",
            "controls",
            "memory",
            "scratchpad",
        ];
        let controls = CONTROLS.iter().map(|it| it.name);
        let flat = groups.into_iter().chain(controls).map(str::to_owned);
        scalars.chain(vectors).chain(flat).collect()
    }

    fn number(&self, at: Location) -> Option<Number> {
        let word = |value: u32| Some(Number::Word(value.into(), 32));
        match *at.path() {
            [kind::SCALARS, thread, MASKED] => {
                let mask = self.threads[self.thread_of(thread)].mask;
                Some(Number::Word(mask.into(), 16))
            }
            [kind::SCALARS, thread, number] => {
                word(self.threads[self.thread_of(thread)].scalar(number as u8))
            }
            [kind::VECTORS, thread, number, lane] => {
                let thread = &self.threads[self.thread_of(thread)];
                word(*thread.vectors.get(number as usize)?.get(lane as usize)?)
            }
            [kind::CONTROLS, thread, index] => {
                let control = controls(true).nth(index as usize)?;
                word(control::read(self, self.thread_of(thread), control.number).ok()?)
            }
            [kind::SHARED, index] => {
                let control = controls(false).nth(index as usize)?;
                word(control::read(self, 0, control.number).ok()?)
            }
            [kind::MEMORY | kind::SCRATCHPAD, ..] => {
                let (listed, memory) = self.listed(at);
                listed.number(memory, at)
            }
            _ => None,
        }
    }

    fn set(&mut self, at: Location, number: Number) -> Result<(), Message> {
        let described = self.describe(at);
        if !described.is_settable {
            return Err(not_settable(&described.name));
        }
        let word = || match number.word(32) {
            Some(word) => Ok(word as u32),
            None => Err(not_fitting(number, 32)),
        };
        match *at.path() {
            [kind::SCALARS, thread, register] => {
                let value = super::thread::Value::Scalar(word()?);
                let thread = self.thread_of(thread);
                let register = Register::Scalar(register as u8);
                Arc::make_mut(&mut self.threads[thread]).give(register, &value);
            }
            [kind::VECTORS, thread, register, lane] => {
                let value = word()?;
                let thread = self.thread_of(thread);
                let vectors = &mut Arc::make_mut(&mut self.threads[thread]).vectors;
                vectors[register as usize % 64][lane as usize % LANES] = value;
            }
            [kind::SCRATCHPAD, ..] => return MEMORIES[1].set(&mut self.scratchpad, at, number),
            _ => return MEMORIES[0].set(&mut self.memory, at, number),
        }
        Ok(())
    }

    fn memories(&self) -> &'static [MemoryAbout] {
        const LAST: u64 = u32::MAX as u64;
        &[
            MemoryAbout {
                name: "memory",
                last: LAST,
            },
            MemoryAbout {
                name: "scratchpad",
                last: LAST,
            },
        ]
    }

    fn read_bytes(&self, memory: usize, address: u64, bytes: &mut [u8]) {
        let memory = if memory == 0 {
            &self.memory
        } else {
            &self.scratchpad
        };
        memory.read(address, bytes);
    }

    fn write_bytes(&mut self, memory: usize, address: u64, bytes: &[u8]) -> Result<(), Message> {
        let memory = if memory == 0 {
            &mut self.memory
        } else {
            &mut self.scratchpad
        };
        memory.place(address, bytes)
    }

    fn threads(&self) -> Vec<String> {
        match self.threads.len() {
            1 => Vec::new(),
            count => (0..count)
                .map(|number| format!("thread {number}"))
                .collect(),
        }
    }

    fn thread(&self) -> usize {
        self.next().unwrap_or(0)
    }
}
