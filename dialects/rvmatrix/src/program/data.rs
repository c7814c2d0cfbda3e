//! Data with its addresses.

use mnc2_assembly::{Scope, Unit, evaluate};
use mnc2_text::{Message, message};

use super::Builder;
use crate::base;
use crate::lower::value;

/// The address of the first byte of data.
pub(super) const DATA_ADDRESS: u64 = 0x1000_0000;

/// The most bytes of data.
const DATA_BYTES_MAX: u64 = 1 << 24;

impl Builder<'_> {
    /// Whether a statement chooses a section.
    pub(super) fn section(&mut self, unit: &Unit<'_>) -> bool {
        match unit.mnemonic() {
            ".text" => self.is_data = false,
            ".data" | ".bss" | ".rodata" => self.is_data = true,
            ".section" => {
                let text = |index: usize| {
                    let operand = unit.statement().operands.get(index);
                    operand.map_or("", |operand| unit.line.part(&operand.range))
                };
                self.is_data = !text(0).starts_with(".text") && !text(1).contains('x');
            }
            _ => return false,
        }
        true
    }

    /// Data in a section for it.
    pub(super) fn datum(&mut self, unit: &Unit<'_>) -> Result<(), Message> {
        let (line, statement, word) = (unit.line, unit.statement(), unit.mnemonic());
        let scope = Scope::new(self.symbols.symbols, unit);
        let number = |index: usize| {
            let operand = statement.operands.get(index)?;
            evaluate(line, &operand.pieces, &|name| value(&scope, name))
        };
        if let ".float" | ".single" | ".double" = word {
            return self.floats(unit);
        }
        let size = match (base::number_bytes(word), word) {
            (Some(size), _) => size,
            (None, ".zero" | ".space" | ".skip") => {
                let length = number(0).and_then(|length| u64::try_from(length).ok());
                let length =
                    length.ok_or_else(|| message!("the size of this data is not known"))?;
                return self.advance(length);
            }
            (None, ".align" | ".p2align" | ".balign") => {
                let value = number(0)
                    .and_then(|value| u32::try_from(value).ok())
                    .unwrap_or(0);
                let alignment = match word {
                    ".balign" => u64::from(value.max(1)),
                    _ => 1_u64 << value.min(12),
                };
                let rest = self.data_end % alignment;
                return self.advance(if rest == 0 { 0 } else { alignment - rest });
            }
            (None, _)
                if word.starts_with('.')
                    && ![".ascii", ".asciz", ".string", ".incbin"].contains(&word) =>
            {
                return Ok(());
            }
            (None, _) => {
                let name = word.to_owned();
                return Err(message!("the machine does not know `{name}` as data", name));
            }
        };
        let mut bytes = Vec::new();
        for operand in &statement.operands {
            let value = evaluate(line, &operand.pieces, &|name| value(&scope, name))
                .ok_or_else(|| message!("the value of this data is not known"))?;
            bytes.extend_from_slice(&value.to_le_bytes()[..size]);
        }
        let address = self.data_end;
        self.advance(bytes.len() as u64)?;
        self.data.push((address, bytes));
        Ok(())
    }

    /// Numbers with a fraction, rounded to the nearest.
    fn floats(&mut self, unit: &Unit<'_>) -> Result<(), Message> {
        let mut bytes = Vec::new();
        for operand in &unit.statement().operands {
            let text = unit.line.part(&operand.range).trim();
            let is_number = text.bytes().any(|byte| byte.is_ascii_digit());
            let value = match unit.mnemonic() {
                ".double" => text.parse().ok().map(|it: f64| it.to_le_bytes().to_vec()),
                _ => text.parse().ok().map(|it: f32| it.to_le_bytes().to_vec()),
            };
            let value = value.filter(|_| is_number);
            bytes.extend(value.ok_or_else(|| message!("the value of this data is not known"))?);
        }
        let address = self.data_end;
        self.advance(bytes.len() as u64)?;
        self.data.push((address, bytes));
        Ok(())
    }

    fn advance(&mut self, length: u64) -> Result<(), Message> {
        let end = self.data_end.saturating_add(length);
        if end - DATA_ADDRESS > DATA_BYTES_MAX {
            let limit = DATA_BYTES_MAX >> 20;
            return Err(message!(
                "the program has more than {limit} MiB of data",
                limit
            ));
        }
        self.data_end = end;
        Ok(())
    }
}
