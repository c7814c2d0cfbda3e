//! The state of a machine as named values.

use mnc2_text::Variable;

use super::csr::Status;
use super::matrix::Unit;
use crate::register::{self, INTEGER_NAMES, MATRIX_COUNT, float_name};

/// Registers, control and status registers, matrices.
pub(super) fn state(
    (registers, floats): (&[u64; 32], &[u64; 32]),
    status: &Status,
    unit: &Unit,
) -> Vec<Variable> {
    let integers = INTEGER_NAMES.iter().zip(registers).enumerate();
    let integers = integers
        .map(|(number, (name, value))| leaf(format!("x{number} {name}"), hex(*value)))
        .collect();
    let numbers = (0..).zip(floats);
    let numbers = numbers
        .map(|(number, bits)| leaf(format!("f{number} {}", float_name(number)), fraction(*bits)))
        .collect();
    let size = unit.size();
    let controls = match status.version.has_tiles() {
        true => tile_controls(status, unit),
        false => vec![
            leaf("sizeM", (size & 0xff).to_string()),
            leaf("sizeN", (size >> 8 & 0xff).to_string()),
            leaf("sizeK", (size >> 16).to_string()),
            leaf("xmsize", hex(size)),
            leaf("xmcsr", status.control().to_string()),
            leaf("xmrstart", status.start_row.to_string()),
            leaf("xmxrm", status.fixed_rounding.to_string()),
            leaf("xmxsat", u8::from(status.is_saturated).to_string()),
            leaf("xmisa", hex(status.features)),
            leaf("frm", status.rounding.to_string()),
            leaf("fflags", format!("0x{:02x}", status.flags)),
        ],
    };
    let mut groups = vec![
        group("registers", integers),
        group("floating-point registers", numbers),
        group("control and status", controls),
    ];
    groups.extend((0..usize::from(MATRIX_COUNT)).map(|register| {
        let rows =
            (0..unit.rows()).map(|row| leaf(format!("row {row}"), words(unit.row(register, row))));
        let name = register::matrix_name(register as u8, status.version);
        group(&name, rows.collect())
    }));
    groups
}

/// The control and status registers of 0.6.
fn tile_controls(status: &Status, unit: &Unit) -> Vec<Variable> {
    let names = ["mtilem", "mtilen", "mtilek"].into_iter();
    let sizes = names.zip(unit.shape().tile);
    let mut found: Vec<_> = sizes
        .map(|(name, size)| leaf(name, size.to_string()))
        .collect();
    found.extend([
        leaf("xmcsr", hex(status.control())),
        leaf("xmisa", hex(status.features)),
        leaf("frm", status.rounding.to_string()),
        leaf("fflags", format!("0x{:02x}", status.flags)),
    ]);
    found
}

fn leaf(name: impl Into<String>, value: String) -> Variable {
    Variable {
        name: name.into(),
        value,
        parts: Vec::new(),
    }
}

fn group(name: &str, parts: Vec<Variable>) -> Variable {
    Variable {
        name: name.to_owned(),
        value: String::new(),
        parts,
    }
}

fn hex(value: u64) -> String {
    format!("0x{value:x}")
}

/// The bits of a number with a fraction, and the number; of single precision if all bits of the high half are set.
fn fraction(bits: u64) -> String {
    match bits {
        0 => hex(bits),
        _ if bits >> 32 == u64::from(u32::MAX) => {
            format!("{} ({:?})", hex(bits), f32::from_bits(bits as u32))
        }
        _ => format!("{} ({:?})", hex(bits), f64::from_bits(bits)),
    }
}

/// The bytes of a row as words of 32 bits, the first element first.
fn words(bytes: &[u8]) -> String {
    let words: Vec<String> = bytes
        .chunks_exact(4)
        .map(|word| {
            word.iter()
                .rev()
                .map(|byte| format!("{byte:02x}"))
                .collect()
        })
        .collect();
    words.join(" ")
}
