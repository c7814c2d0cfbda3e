//! The state of a machine as named values.

use mnc2_text::Variable;

use super::thread::Thread;
use super::{Machine, control};
use crate::register::{CONTROLS, Register};

/// The registers of each thread, then the control registers that threads share.
pub(super) fn state(machine: &Machine) -> Vec<Variable> {
    let mut groups = Vec::new();
    let controls = |thread: usize, is_of_thread: bool| {
        let found = CONTROLS
            .iter()
            .filter(move |it| it.is_of_thread == is_of_thread);
        found.filter_map(move |it| {
            let value = control::read(machine, thread, it.number).ok()?;
            Some(leaf(it.name.to_owned(), hex(value)))
        })
    };
    for (number, thread) in machine.threads.iter().enumerate() {
        let prefix = match machine.threads.len() {
            1 => String::new(),
            _ => format!("thread {number}: "),
        };
        groups.push(group(format!("{prefix}registers"), scalars(thread)));
        groups.push(group(format!("{prefix}vectors"), vectors(thread)));
        let own = controls(number, true).collect();
        groups.push(group(format!("{prefix}control registers"), own));
    }
    let shared = controls(0, false).collect();
    groups.push(group("shared control registers".to_owned(), shared));
    groups
}

fn scalars(thread: &Thread) -> Vec<Variable> {
    let name = |number| Register::Scalar(number).name();
    let mut found: Vec<Variable> = (0..64)
        .map(|number| leaf(name(number), hex(thread.scalar(number))))
        .collect();
    found.push(leaf(
        "lanes".to_owned(),
        format!("{:016b}", thread.mask.reverse_bits()),
    ));
    found
}

fn vectors(thread: &Thread) -> Vec<Variable> {
    let row = |lanes: &[u32; 16]| lanes.map(|lane| format!("{lane:08x}")).join(" ");
    let lanes = thread.vectors.iter().enumerate();
    lanes
        .map(|(number, lanes)| leaf(format!("v{number}"), row(lanes)))
        .collect()
}

fn leaf(name: String, value: String) -> Variable {
    Variable {
        name,
        value,
        parts: Vec::new(),
    }
}

fn group(name: String, parts: Vec<Variable>) -> Variable {
    Variable {
        name,
        value: String::new(),
        parts,
    }
}

fn hex(value: u32) -> String {
    format!("0x{value:x}")
}
