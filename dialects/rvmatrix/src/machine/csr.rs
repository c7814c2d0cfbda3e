//! Control and status registers, and the sticky flags that instructions set.

use mnc2_text::{Message, message};

use crate::register::Csr;
use crate::table::ELEN;
use crate::version::Version;

/// The flag of an invalid operation.
pub(super) const INVALID: u8 = 1 << 4;
/// The flag of a division by zero.
pub(super) const DIVIDE_BY_ZERO: u8 = 1 << 3;
/// The flag of an overflow.
pub(super) const OVERFLOW: u8 = 1 << 2;
/// The flag of an underflow.
pub(super) const UNDERFLOW: u8 = 1 << 1;
/// The flag of a result that is not exact.
pub(super) const INEXACT: u8 = 1;

/// The state MS in which matrix instructions are illegal.
const OFF: u64 = 0;
const INITIAL: u64 = 1;
const CLEAN: u64 = 2;
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
    /// `mtilem`, `mtilen` and `mtilek`.
    pub(super) tile: [u64; 3],
}

/// The registers that are not in the matrix unit.
#[derive(Clone, Debug)]
pub(super) struct Status {
    /// Flags of floating point, `fcsr` 4:0.
    pub(super) flags: u8,
    /// Rounding of floating point, `fcsr` 7:5.
    pub(super) rounding: u8,
    /// The version, which numbers the registers.
    pub(super) version: Version,
    /// The state MS of the matrix unit, in 0.2 `xmcsr` 1:0.
    state: u64,
    /// The row at which a load or store starts, `xmrstart`.
    pub(super) start_row: u64,
    /// The rounding mode of fixed-point results, `xmxrm`.
    pub(super) fixed_rounding: u8,
    /// Whether a fixed-point result was saturated, `xmxsat`.
    pub(super) is_saturated: bool,
    /// The optional parts that the machine has, `xmisa`.
    pub(super) features: u64,
    /// Flags of floating-point matrix instructions of 0.6, `xmfflags`, and their rounding, `xmfrm`.
    later: (u8, u8),
    /// Whether integer results saturate, `xmsaten`.
    pub(super) saturates: bool,
}

impl Status {
    pub(super) fn new(features: u64, version: Version) -> Self {
        Self {
            version,
            flags: 0,
            rounding: 0,
            state: INITIAL,
            start_row: 0,
            fixed_rounding: 0,
            is_saturated: false,
            features,
            later: (0, 0),
            saturates: false,
        }
    }

    /// The rounding mode of floating-point matrix instructions, and the register that has it.
    pub(super) fn matrix_rounding(&self) -> (&'static str, u8) {
        match self.version.has_tiles() {
            true => ("xmfrm", self.later.1),
            false => ("frm", self.rounding),
        }
    }

    /// The flags of floating-point matrix instructions.
    pub(super) fn matrix_flags(&mut self) -> &mut u8 {
        match self.version.has_tiles() {
            true => &mut self.later.0,
            false => &mut self.flags,
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

    /// The matrix registers are not needed any more.
    pub(super) fn release(&mut self) {
        self.state = match self.version {
            Version::V02 => CLEAN,
            Version::V03 | Version::V06 => INITIAL,
        };
    }

    /// Saturation and rounding of fixed-point results, bits 2:0 of `xmcsr` from 0.3 on.
    fn fixed_point(&self) -> u64 {
        u64::from(self.is_saturated) << 2 | u64::from(self.fixed_rounding)
    }

    /// The value of `xmcsr`.
    pub(super) fn control(&self) -> u64 {
        match self.version {
            Version::V02 => self.state,
            Version::V03 => self.fixed_point(),
            Version::V06 => {
                let (flags, rounding) = self.later;
                self.fixed_point()
                    | u64::from(flags) << 3
                    | u64::from(rounding) << 8
                    | u64::from(self.saturates) << 11
            }
        }
    }

    pub(super) fn read(&self, number: u16, shape: Shape, steps: u64) -> Result<u64, Message> {
        self.legal(number)?;
        Ok(match number {
            0x001 => self.flags.into(),
            0x002 => self.rounding.into(),
            0x003 => u64::from(self.rounding) << 5 | u64::from(self.flags),
            // Cycles, time and instructions: a statement is one of each.
            0xc00..=0xc02 => steps,
            _ => match Csr::from_number(number.into(), self.version).map(|csr| csr.name) {
                Some("xmrstart") => self.start_row,
                Some("xmcsr") => self.control(),
                Some("xmxrm") => self.fixed_rounding.into(),
                Some("mtilem") => shape.tile[0],
                Some("mtilen") => shape.tile[1],
                Some("mtilek") => shape.tile[2],
                Some("xmfflags") => self.later.0.into(),
                Some("xmfrm") => self.later.1.into(),
                Some("xmsaten") => self.saturates.into(),
                Some("xmsat") => self.is_saturated.into(),
                Some("xtrlenb") => shape.row_bytes as u64,
                Some("xtlenb") => (shape.rows * shape.row_bytes) as u64,
                Some("xalenb") => (shape.rows * shape.rows * ELEN / 8) as u64,
                Some("xmxsat") => self.is_saturated.into(),
                Some("xmsize") => shape.size,
                Some("xmisa") => self.features,
                Some("xmlenb") if self.version == Version::V02 => shape.row_bytes as u64,
                Some("xrlenb") => shape.row_bytes as u64,
                Some("xmregsize" | "xmlenb") => (shape.rows * shape.row_bytes) as u64,
                _ => return Err(unknown(number)),
            },
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
            _ => return self.write_matrix(number, value, rows),
        }
        Ok(())
    }

    /// Writes a register of the extension.
    fn write_matrix(&mut self, number: u16, value: u64, rows: usize) -> Result<(), Message> {
        let Some(csr) = Csr::from_number(number.into(), self.version) else {
            return Err(unknown(number));
        };
        let name = csr.name;
        match (name, self.version) {
            // A row that does not exist is dropped.
            ("xmrstart", _) if value < rows as u64 => self.start_row = value,
            ("xmrstart", _) => {}
            ("xmcsr", Version::V02) => {
                self.state = value & 3;
                return Ok(());
            }
            ("xmcsr", Version::V03) => {
                self.fixed_rounding = value as u8 & 3;
                self.is_saturated = value >> 2 & 1 == 1;
            }
            ("xmcsr", Version::V06) => {
                self.fixed_rounding = value as u8 & 3;
                self.is_saturated = value >> 2 & 1 == 1;
                self.later = ((value >> 3) as u8 & 0x1f, (value >> 8) as u8 & 7);
                self.saturates = value >> 11 & 1 == 1;
            }
            ("xmsat", _) => self.is_saturated = value & 1 == 1,
            ("xmfflags", _) => self.later.0 = value as u8 & 0x1f,
            ("xmfrm", _) => self.later.1 = value as u8 & 7,
            ("xmsaten", _) => self.saturates = value & 1 == 1,
            ("mtilem" | "mtilen" | "mtilek", _) => {
                return Err(message!(
                    "by the text only `msettile` instructions change `{name}`, so what this write does is not known",
                    name
                ));
            }
            ("xmxrm", _) => self.fixed_rounding = value as u8 & 3,
            ("xmsize", Version::V03) => {
                return Err(message!(
                    "only `mcfg` instructions change `xmsize`, so what this write does is not known"
                ));
            }
            _ => {
                return Err(message!(
                    "illegal instruction: `{name}` cannot be written",
                    name
                ));
            }
        }
        self.touch();
        Ok(())
    }

    /// While MS is off only `xmcsr` can be used of the extension's registers.
    fn legal(&self, number: u16) -> Result<(), Message> {
        if !self.is_on()
            && number != 0x802
            && Csr::from_number(number.into(), self.version).is_some()
        {
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
