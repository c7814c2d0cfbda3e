//! A statement as what the machine does.

use mnc2_assembly::{Operand, Piece, PieceKind, Scope, Shape, Unit, evaluate};
use mnc2_text::{Message, message};

use super::{Action, Builder, CODE_ADDRESS, Source, is_word};
use crate::base::{self, Base, CsrAccess, CsrAction, Float, FloatOperation, ROUNDINGS};
use crate::encode::Instruction;
use crate::lower::{Lowered, csr_of, lower, value};
use crate::register;

/// A statement whose labels are known.
pub(super) struct Context<'a> {
    pub(super) builder: &'a Builder<'a>,
    pub(super) unit: &'a Unit<'a>,
    pub(super) scope: Scope<'a>,
    pub(super) at: usize,
}

impl Context<'_> {
    /// What it does, or why that is not known.
    pub(super) fn action(&self) -> Result<Action, Message> {
        match lower(self.unit, self.builder.symbols) {
            Lowered::Instruction(instruction) => return Ok(Action::Matrix(instruction)),
            Lowered::Hidden(row) => {
                let name = row.mnemonic;
                return Err(message!(
                    "the operands of `{name}` are not known here",
                    name
                ));
            }
            Lowered::Wrong(_, diagnostics) => {
                let first = diagnostics.into_iter().next();
                return Err(first.map(|found| found.message).unwrap_or_default());
            }
            Lowered::Other => {}
        }
        let word = self.unit.mnemonic();
        if is_word(word) {
            return self.word();
        }
        let Some(base) = base::find(word) else {
            let word = word.to_owned();
            return Err(message!("the machine does not know `{word}`", word));
        };
        self.base(base)
    }

    /// A word among code: an instruction of the extension, as assemblers without it write it.
    fn word(&self) -> Result<Action, Message> {
        let only = match self.unit.statement().operands.as_slice() {
            [operand] => self.value(&operand.pieces),
            _ => None,
        };
        let word = only.and_then(|value| u32::try_from(value).ok());
        match word.and_then(|word| Instruction::decode(word, self.builder.symbols.version)) {
            Some(instruction) => Ok(Action::Matrix(instruction)),
            None => Err(message!("this word is not an instruction of the extension")),
        }
    }

    fn base(&self, base: Base) -> Result<Action, Message> {
        let count = self.unit.statement().operands.len();
        Ok(match base {
            Base::Registers(operation, width) => {
                // `add a0, a1, 4` is an alias of `addi`.
                if self.register(2).is_err() {
                    return Ok(Action::Immediate(
                        operation,
                        width,
                        self.register(0)?,
                        self.register(1)?,
                        self.number(2)?,
                    ));
                }
                Action::Registers(
                    operation,
                    width,
                    self.register(0)?,
                    self.register(1)?,
                    self.register(2)?,
                )
            }
            Base::Swapped(operation, width) => Action::Registers(
                operation,
                width,
                self.register(0)?,
                self.register(2)?,
                self.register(1)?,
            ),
            Base::Immediate(operation, width) => Action::Immediate(
                operation,
                width,
                self.register(0)?,
                self.register(1)?,
                self.number(2)?,
            ),
            Base::Unary(operation) => {
                Action::Unary(operation, self.register(0)?, self.register(1)?)
            }
            Base::LoadNumber => Action::Number(self.register(0)?, self.number(1)?),
            Base::LoadUpper => {
                let upper = self.number(1)?;
                Action::Number(
                    self.register(0)?,
                    ((upper << 12) as u32) as i32 as i64 as u64,
                )
            }
            Base::AddUpper => {
                let upper = ((self.number(1)? << 12) as u32) as i32 as i64 as u64;
                let here = CODE_ADDRESS + 4 * self.at as u64;
                Action::Number(self.register(0)?, here.wrapping_add(upper))
            }
            Base::LoadAddress => Action::Number(self.register(0)?, self.symbol(1)?),
            Base::Load(bytes, is_signed) => {
                let (offset, register) = self.address(1)?;
                Action::Load(bytes, is_signed, self.register(0)?, register, offset)
            }
            Base::Store(bytes) => {
                let (offset, register) = self.address(1)?;
                Action::Store(bytes, self.register(0)?, register, offset)
            }
            Base::Branch(condition, is_swapped) => {
                let (left, right) = (self.register(0)?, self.register(1)?);
                let (left, right) = if is_swapped {
                    (right, left)
                } else {
                    (left, right)
                };
                Action::Branch(condition, left, right, self.label(2)?)
            }
            Base::BranchZero(condition, is_swapped) => {
                let register = self.register(0)?;
                let (left, right) = if is_swapped {
                    (0, register)
                } else {
                    (register, 0)
                };
                Action::Branch(condition, left, right, self.label(1)?)
            }
            Base::Jump => Action::Jump(0, self.label(0)?),
            Base::JumpAndLink if count == 1 => Action::Jump(1, self.label(0)?),
            Base::JumpAndLink => Action::Jump(self.register(0)?, self.label(1)?),
            Base::JumpAndLinkRegister => self.linked_jump(count)?,
            Base::JumpRegister => match self.register(0) {
                Ok(register) => Action::JumpRegister(0, register, 0),
                Err(message) => {
                    let (offset, register) = self.address(0).map_err(|_| message)?;
                    Action::JumpRegister(0, register, offset)
                }
            },
            Base::Call if count == 2 => Action::Jump(self.register(0)?, self.label(1)?),
            Base::Call => Action::Jump(1, self.label(0)?),
            Base::Return => Action::JumpRegister(0, 1, 0),
            Base::Csr(access) => self.csr_access(access, count)?,
            Base::Float(float) => self.float(float, count)?,
            Base::Nothing => Action::Nothing,
            Base::Stop => Action::Stop,
        })
    }

    /// `jalr`, with or without the register that is linked, and the target as a register or an address.
    fn linked_jump(&self, count: usize) -> Result<Action, Message> {
        let target = usize::from(count != 1);
        let (offset, register) = match self.register(target) {
            Ok(register) if count > 2 => (self.number(2)?, register),
            Ok(register) => (0, register),
            Err(_) => self.address(target)?,
        };
        let link = match target {
            0 => 1,
            _ => self.register(0)?,
        };
        Ok(Action::JumpRegister(link, register, offset))
    }

    /// An access of a control register.
    fn csr_access(&self, access: CsrAccess, count: usize) -> Result<Action, Message> {
        let has_destination = access.writes_register(count);
        let first = usize::from(has_destination);
        let number = match access.number {
            Some(number) => number,
            None => self.csr(first)?,
        };
        let place = first + usize::from(access.number.is_none());
        let source = match access.action {
            CsrAction::Read => Source::Nothing,
            _ if access.is_immediate => {
                let value = self.number(place)?;
                let value = u8::try_from(value).ok().filter(|&value| value < 32);
                Source::Number(value.ok_or_else(|| message!("this number is from 0 to 31"))?)
            }
            _ => Source::Register(self.register(place)?),
        };
        Ok(Action::Csr {
            action: access.action,
            rd: if has_destination {
                self.register(0)?
            } else {
                0
            },
            number,
            source,
        })
    }

    /// An instruction on numbers with a fraction.
    fn float(&self, float: Float, count: usize) -> Result<Action, Message> {
        let bytes = float.precision.bytes();
        let transfer = |action: fn(u8, u8, u8, u64) -> Action| {
            let (offset, register) = self.address(1)?;
            Ok(action(bytes, self.float_register(0)?, register, offset))
        };
        match float.operation {
            FloatOperation::Load => return transfer(Action::FloatLoad),
            FloatOperation::Store => return transfer(Action::FloatStore),
            _ => {}
        }
        let mut sources = [0; 3];
        let expected = 1 + float.sources();
        for (index, source) in sources.iter_mut().take(float.sources()).enumerate() {
            *source = match float.reads_integer() {
                true => self.register(1 + index)?,
                false => self.float_register(1 + index)?,
            };
        }
        let rounding = match count > expected {
            true => self.rounding(expected, float)?,
            false => None,
        };
        let rd = match float.writes_integer() {
            true => self.register(0)?,
            false => self.float_register(0)?,
        };
        Ok(Action::Float {
            float,
            rd,
            sources,
            rounding,
        })
    }

    /// The static rounding mode after the other operands; `None` for that in `frm`.
    fn rounding(&self, index: usize, float: Float) -> Result<Option<u8>, Message> {
        let text = self.text(self.operand(index)?);
        if !float.rounds() || self.operand(index + 1).is_ok() {
            return Err(message!("`{text}` is one operand too many", text));
        }
        let mode = ROUNDINGS
            .iter()
            .position(|name| *name == text && !text.is_empty());
        let mode = mode.ok_or_else(|| {
            message!(
                "`{text}` is not a rounding mode: there are rne, rtz, rdn, rup, rmm and dyn",
                text
            )
        })?;
        Ok(Some(mode as u8).filter(|_| ROUNDINGS[mode] != "dyn"))
    }

    fn float_register(&self, index: usize) -> Result<u8, Message> {
        let operand = self.operand(index)?;
        let found = match operand.shape(self.unit.line) {
            Shape::Word(word) => register::float(self.unit.line.part(&word.range)),
            _ => None,
        };
        found.ok_or_else(|| {
            message!(
                "`{text}` is not a floating-point register",
                text = self.text(operand)
            )
        })
    }

    fn operand(&self, index: usize) -> Result<&Operand, Message> {
        let number = index + 1;
        let operand = self.unit.statement().operands.get(index);
        operand.ok_or_else(|| message!("operand {number} is missing", number))
    }

    fn text(&self, operand: &Operand) -> String {
        self.unit.line.part(&operand.range).to_owned()
    }

    fn value(&self, pieces: &[Piece]) -> Option<i64> {
        evaluate(self.unit.line, pieces, &|name| value(&self.scope, name))
    }

    fn register(&self, index: usize) -> Result<u8, Message> {
        let operand = self.operand(index)?;
        let found = match operand.shape(self.unit.line) {
            Shape::Word(word) => register::integer(self.unit.line.part(&word.range)),
            _ => None,
        };
        found.ok_or_else(|| {
            message!(
                "`{text}` is not an integer register",
                text = self.text(operand)
            )
        })
    }

    fn number(&self, index: usize) -> Result<u64, Message> {
        let operand = self.operand(index)?;
        let value = self.value(&operand.pieces).map(|value| value as u64);
        value.ok_or_else(|| {
            message!(
                "the value of `{text}` is not known",
                text = self.text(operand)
            )
        })
    }

    /// An offset and a register in parentheses.
    fn address(&self, index: usize) -> Result<(u64, u8), Message> {
        let operand = self.operand(index)?;
        if let Shape::Address(offset, [inner]) = operand.shape(self.unit.line)
            && let Some(register) = register::integer(self.unit.line.part(&inner.range))
        {
            let offset = if offset.is_empty() {
                Some(0)
            } else {
                self.value(offset)
            };
            if let Some(offset) = offset {
                return Ok((offset as u64, register));
            }
        }
        Err(message!(
            "`{text}` is not an address that is known",
            text = self.text(operand)
        ))
    }

    fn csr(&self, index: usize) -> Result<u16, Message> {
        let operand = self.operand(index)?;
        if let Some(csr) = csr_of(
            self.unit.line,
            operand,
            &self.scope,
            self.builder.symbols.version,
        ) {
            return Ok(csr.number);
        }
        let name = self.unit.line.part(&operand.range);
        let number = match name {
            "fflags" => Some(0x001),
            "frm" => Some(0x002),
            "fcsr" => Some(0x003),
            "cycle" => Some(0xc00),
            "time" => Some(0xc01),
            "instret" => Some(0xc02),
            _ => (self.builder.symbols.csr(name))
                .map(|csr| csr.number)
                .or_else(|| u16::try_from(self.value(&operand.pieces)?).ok()),
        };
        number.ok_or_else(|| {
            message!(
                "`{text}` is not a known control and status register",
                text = self.text(operand)
            )
        })
    }

    /// The statement of a label.
    fn label(&self, index: usize) -> Result<usize, Message> {
        let operand = self.operand(index)?;
        let found = match operand.pieces.as_slice() {
            [piece] => {
                let name = self.unit.line.part(&piece.range);
                match piece.kind {
                    PieceKind::Word => self
                        .builder
                        .labels
                        .get(name)
                        .and_then(|places| places.last())
                        .copied(),
                    PieceKind::LocalLabel => self.local(name),
                    _ => None,
                }
            }
            _ => None,
        };
        found.ok_or_else(|| {
            message!(
                "`{text}` is not a label of this code",
                text = self.text(operand)
            )
        })
    }

    fn local(&self, name: &str) -> Option<usize> {
        let (number, direction) = name.split_at_checked(name.len().checked_sub(1)?)?;
        let places = self.builder.labels.get(number)?;
        let after = places.partition_point(|&place| place <= self.at);
        if direction == "b" {
            places.get(after.checked_sub(1)?).copied()
        } else {
            places.get(after).copied()
        }
    }

    /// The address of a label in code or data, or a known value.
    fn symbol(&self, index: usize) -> Result<u64, Message> {
        let operand = self.operand(index)?;
        let name = self.unit.line.part(&operand.range);
        if let Some(address) = self.builder.data_labels.get(name) {
            return Ok(*address);
        }
        match self.label(index) {
            Ok(statement) => Ok(CODE_ADDRESS + 4 * statement as u64),
            Err(message) => self.number(index).map_err(|_| message),
        }
    }
}
