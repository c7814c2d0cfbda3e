//! Control and status registers, and the sticky flags that instructions set.

use mnc2_text::{Message, message};

use crate::register::Csr;

/// The flag of an invalid operation.
pub(super) const INVALID: u8 = 1 << 4;
/// The flag of an overflow.
pub(super) const OVERFLOW: u8 = 1 << 2;
/// The flag of an underflow.
pub(super) const UNDERFLOW: u8 = 1 << 1;
/// The flag of a result that is not exact.
pub(super) const INEXACT: u8 = 1;

/// The state MS in which matrix instructions are illegal.
const OFF: u64 = 0;
const INITIAL: u64 = 1;
const DIRTY: u64 = 3;

/// The state of the matrix unit in the registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The value of `xmsize`.
    pub(super) size: u64,
    /// Rows of a matrix register.
    pub(super) rows: usize,
    /// Bytes of a row.
    pub(super) row_bytes: usize,
}

/// The registers that are not in the matrix unit.
#[derive(Clone, Debug)]
pub(super) struct Status {
    /// Flags of floating point, `fcsr` 4:0.
    pub(super) flags: u8,
    /// Rounding of floating point, `fcsr` 7:5.
    pub(super) rounding: u8,
    /// The state MS of the matrix unit, `xmcsr` 1:0.
    state: u64,
    /// The row at which a load or store starts, `xmrstart`.
    pub(super) start_row: u64,
    /// The rounding mode of fixed-point results, `xmxrm`.
    pub(super) fixed_rounding: u8,
    /// Whether a fixed-point result was saturated, `xmxsat`.
    pub(super) is_saturated: bool,
    /// The optional parts that the machine has, `xmisa`.
    pub(super) features: u64,
}

impl Status {
    pub(super) fn new(features: u64) -> Self {
        Self {
            flags: 0,
            rounding: 0,
            state: INITIAL,
            start_row: 0,
            fixed_rounding: 0,
            is_saturated: false,
            features,
        }
    }

    /// Whether matrix instructions are legal.
    pub(super) fn is_on(&self) -> bool {
        self.state != OFF
    }

    /// The matrix state has changed.
    pub(super) fn touch(&mut self) {
        self.state = DIRTY;
    }

    /// The value of `xmcsr`.
    pub(super) fn state(&self) -> u64 {
        self.state
    }

    pub(super) fn read(&self, number: u16, shape: Shape, steps: u64) -> Result<u64, Message> {
        self.legal(number)?;
        Ok(match number {
            0x001 => self.flags.into(),
            0x002 => self.rounding.into(),
            0x003 => u64::from(self.rounding) << 5 | u64::from(self.flags),
            0x801 => self.start_row,
            0x802 => self.state,
            0x803 => self.fixed_rounding.into(),
            0xcc0 => self.is_saturated.into(),
            0xcc1 => shape.size,
            0xcc2 => (shape.rows * shape.row_bytes) as u64,
            0xcc3 => shape.row_bytes as u64,
            0xcc4 => self.features,
            // Cycles, time and instructions: a statement is one of each.
            0xc00..=0xc02 => steps,
            _ => return Err(unknown(number)),
        })
    }

    pub(super) fn write(&mut self, number: u16, value: u64, rows: usize) -> Result<(), Message> {
        self.legal(number)?;
        match number {
            0x001 => self.flags = value as u8 & 0x1f,
            0x002 => self.rounding = value as u8 & 7,
            0x003 => {
                self.flags = value as u8 & 0x1f;
                self.rounding = (value >> 5) as u8 & 7;
            }
            // A row that does not exist is dropped.
            0x801 if value < rows as u64 => self.start_row = value,
            0x801 => {}
            0x802 => self.state = value & 3,
            0x803 => self.fixed_rounding = value as u8 & 3,
            _ => {
                return Err(match Csr::from_number(number.into()) {
                    Some(csr) => message!(
                        "illegal instruction: `{name}` cannot be written",
                        name = csr.name
                    ),
                    None => unknown(number),
                });
            }
        }
        if number == 0x801 || number == 0x803 {
            self.touch();
        }
        Ok(())
    }

    /// While MS is off only `xmcsr` can be used of the extension's registers.
    fn legal(&self, number: u16) -> Result<(), Message> {
        if !self.is_on() && number != 0x802 && Csr::from_number(number.into()).is_some() {
            return Err(message!(
                "illegal instruction: the matrix state is off (`xmcsr` is 0)"
            ));
        }
        Ok(())
    }
}

fn unknown(number: u16) -> Message {
    let number = format!("0x{number:03x}");
    message!(
        "the machine has no control and status register {number}",
        number
    )
}
