//! Registers and memory by name, before and after a run.
//!
//! `s3` and `v5` are registers: of every thread before a run, of thread 0 where there is only one after it, else `t1.s3` is that of
//! thread 1. `0x1000` is a place in main memory, `scratchpad:0x40` one in the scratchpad, `argc` and `argv` are the control
//! registers, and `trap` states why a run stopped.

use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::Memory;
use mnc2_text::{Data, Fields, Message, Variable, message};

use super::thread::{Thread, Value};
use super::{Machine, access};
use crate::register::{LANES, Register};

/// Before the address of a place in the scratchpad.
const SCRATCHPAD: &str = "scratchpad:";

/// What a name means.
enum Name {
    /// A register; of every thread if there is no number.
    Register(Option<usize>, Register),
    /// A place in main memory, or in the scratchpad.
    Place(bool, u32),
    ArgumentCount,
    Arguments,
    Trap,
}

fn name(machine: &Machine, key: &str) -> Result<Name, Message> {
    let (is_scratchpad, address) = match key.strip_prefix(SCRATCHPAD) {
        Some(address) => (true, address),
        None => (false, key),
    };
    let digits = address.strip_prefix("0x").or(address.strip_prefix("0X"));
    if let Some(address) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
        return Ok(Name::Place(is_scratchpad, address));
    }
    let named = match key {
        "trap" => Some(Name::Trap),
        "argc" | "ARGC" => Some(Name::ArgumentCount),
        "argv" | "ARGV" => Some(Name::Arguments),
        _ => {
            let (thread, register) = match key.split_once('.') {
                Some((thread, register)) => {
                    let number = thread.strip_prefix('t').and_then(|it| it.parse().ok());
                    (Some(number.unwrap_or(usize::MAX)), register)
                }
                None => (None, key),
            };
            let is_there = thread.is_none_or(|thread| thread < machine.threads.len());
            let register = Register::find(register).filter(|_| is_there);
            register.map(|register| Name::Register(thread, register))
        }
    };
    named.ok_or_else(|| {
        message!(
            "there is no `{key}` here: a name is a register such as `s3`, or `t1.s3` for thread 1, an address such as `0x1000`, `scratchpad:0x40`, `argc`, `argv`, or `trap`",
            key
        )
    })
}

/// Sets the given values. None is set if one of them is invalid.
pub(super) fn load(machine: &mut Machine, given: &[(String, Data)]) -> Result<(), Message> {
    let mut after = machine.clone();
    // Values for one thread override values for all threads.
    for is_for_one in [false, true] {
        for (key, value) in given {
            let name = name(machine, key)?;
            if is_for_one == matches!(name, Name::Register(Some(_), _)) {
                set(&mut after, key, &name, value)?;
            }
        }
    }
    *machine = after;
    Ok(())
}

fn set(machine: &mut Machine, key: &str, name: &Name, value: &Data) -> Result<(), Message> {
    let number = || {
        word(value).ok_or_else(|| {
            message!(
                "the value of `{key}` is a number of 32 bits, such as 5 or \"0x1f\"",
                key
            )
        })
    };
    match *name {
        Name::Register(thread, register) => {
            let value = match register {
                Register::Scalar(_) => Value::Scalar(number()?),
                Register::Vector(_) => lanes(value).ok_or_else(|| {
                    message!(
                        "the value of `{key}` is 16 numbers of 32 bits, or one for all lanes",
                        key
                    )
                })?,
            };
            for (number, own) in machine.threads.iter_mut().enumerate() {
                if thread.is_none_or(|thread| thread == number) {
                    Arc::make_mut(own).give(register, &value);
                }
            }
        }
        Name::Place(is_scratchpad, address) => {
            let bytes = bytes(key, value)?;
            range(key, is_scratchpad, address, bytes.len())?;
            memory_mut(machine, is_scratchpad).place(address.into(), &bytes)?;
        }
        Name::ArgumentCount => machine.shared.argument_count = number()?,
        Name::Arguments => machine.shared.arguments = number()?,
        // The result of an earlier run.
        Name::Trap => {}
    }
    Ok(())
}

fn memory_mut(machine: &mut Machine, is_scratchpad: bool) -> &mut Memory {
    match is_scratchpad {
        true => &mut machine.scratchpad,
        false => &mut machine.memory,
    }
}

/// A number, also as text: signed or not.
fn word(value: &Data) -> Option<u32> {
    let number = match value {
        Data::Text(text) => match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?.into(),
            None => text.parse().ok()?,
        },
        _ => value.as_integer()?,
    };
    (i128::from(i32::MIN)..=i128::from(u32::MAX))
        .contains(&number)
        .then_some(number as u32)
}

fn lanes(value: &Data) -> Option<Value> {
    let Some(list) = value.as_list() else {
        return word(value).map(Value::Scalar);
    };
    let lanes: Option<Vec<u32>> = list.iter().map(word).collect();
    Some(Value::Vector(<[u32; LANES]>::try_from(lanes?).ok()?))
}

/// Two digits for each byte; white space is ignored.
fn bytes(key: &str, value: &Data) -> Result<Vec<u8>, Message> {
    let text = value.as_text().unwrap_or("?");
    let digits = text.chars().filter(|it| !it.is_ascii_whitespace());
    let digits: Option<Vec<u8>> = digits.map(|it| Some(it.to_digit(16)? as u8)).collect();
    match digits {
        Some(digits) if digits.len().is_multiple_of(2) => Ok(digits
            .chunks(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect()),
        _ => Err(message!(
            "the value of `{key}` is not a string of bytes in hexadecimal",
            key
        )),
    }
}

fn range(
    key: &str,
    is_scratchpad: bool,
    address: u32,
    count: usize,
) -> Result<Range<u64>, Message> {
    let start = u64::from(address);
    let end = start + count as u64;
    let limit = match is_scratchpad {
        true => access::SCRATCHPAD_BYTES.into(),
        false => 1 << 32,
    };
    match end <= limit {
        true => Ok(start..end),
        false => Err(message!(
            "the bytes of `{key}` extend beyond the last address",
            key
        )),
    }
}

/// What was named, then what the program wrote besides: registers, memory, why it stopped.
pub(super) fn dump(
    machine: &Machine,
    named: &[(String, Data)],
    values_max: u64,
) -> Result<Fields, Message> {
    let mut registers: Vec<(usize, Register)> = Vec::new();
    let mut places: [Vec<Range<u64>>; 2] = Default::default();
    let mut fields = Fields::new();
    for (key, value) in named {
        match name(machine, key)? {
            Name::Register(thread, register) => {
                let threads = 0..machine.threads.len();
                let threads = threads.filter(|it| thread.is_none_or(|thread| thread == *it));
                registers.extend(threads.map(|thread| (thread, register)));
            }
            Name::Place(is_scratchpad, address) => {
                let count = bytes(key, value)?.len();
                places[usize::from(is_scratchpad)].push(range(key, is_scratchpad, address, count)?);
            }
            Name::ArgumentCount => {
                fields.push((key.clone(), number(machine.shared.argument_count)));
            }
            Name::Arguments => fields.push((key.clone(), number(machine.shared.arguments))),
            Name::Trap => {}
        }
    }
    for (number, thread) in machine.threads.iter().enumerate() {
        let written = written(thread).map(|register| (number, register));
        registers.extend(written);
    }
    registers.sort_unstable();
    registers.dedup();
    let memories = [&machine.memory, &machine.scratchpad];
    let places: Vec<Vec<Range<u64>>> = memories
        .iter()
        .zip(&places)
        .map(|(memory, named)| memory.ranges(named))
        .collect();
    let count = |(_, register): &(usize, Register)| match register {
        Register::Scalar(_) => 1,
        Register::Vector(_) => LANES as u64,
    };
    let total = registers.iter().map(count).sum::<u64>()
        + places
            .iter()
            .flatten()
            .map(|it| it.end - it.start)
            .sum::<u64>();
    if total > values_max {
        return Err(message!(
            "the program wrote {total} values, and a dump has at most {max}",
            total,
            max = values_max
        ));
    }
    for (number, register) in registers {
        fields.push(field(machine, number, register));
    }
    for ((memory, ranges), prefix) in memories.iter().zip(&places).zip(["", SCRATCHPAD]) {
        for range in ranges {
            let mut bytes = vec![0; (range.end - range.start) as usize];
            memory.read(range.start, &mut bytes);
            let digits = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            fields.push((format!("{prefix}{:#x}", range.start), Data::Text(digits)));
        }
    }
    if let Some(trap) = &machine.trap {
        fields.push(("trap".to_owned(), Data::Text(trap.to_string())));
    }
    Ok(fields)
}

/// The places of main memory and of the scratchpad that were named, or that the program wrote.
pub(super) fn shown(machine: &Machine, named: &[(String, Data)]) -> Vec<Variable> {
    let mut places: [Vec<Range<u64>>; 2] = Default::default();
    for (key, value) in named {
        if let Ok(Name::Place(is_scratchpad, address)) = name(machine, key)
            && let Ok(bytes) = bytes(key, value)
        {
            let start = u64::from(address);
            places[usize::from(is_scratchpad)].push(start..start + bytes.len() as u64);
        }
    }
    let memories = [(&machine.memory, ""), (&machine.scratchpad, SCRATCHPAD)];
    let shown = memories.iter().zip(&places);
    shown
        .flat_map(|((memory, prefix), named)| memory.shown(&memory.ranges(named), prefix))
        .collect()
}

fn number(value: u32) -> Data {
    Data::Text(format!("0x{value:x}"))
}

/// The registers that the program wrote.
fn written(thread: &Thread) -> impl Iterator<Item = Register> {
    let (scalars, vectors) = thread.written;
    let of = |bits: u64| (0..64_u8).filter(move |number| bits >> number & 1 == 1);
    of(scalars)
        .map(Register::Scalar)
        .chain(of(vectors).map(Register::Vector))
}

fn field(machine: &Machine, thread: usize, register: Register) -> (String, Data) {
    let own = &machine.threads[thread];
    let name = match machine.threads.len() {
        1 => register.name(),
        _ => format!("t{thread}.{}", register.name()),
    };
    let value = match register {
        Register::Scalar(scalar) => number(own.scalar(scalar)),
        Register::Vector(vector) => Data::List(own.vector(vector).map(number).to_vec()),
    };
    (name, value)
}
