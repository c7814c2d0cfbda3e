//! Places: operands, their elements and formats.

use mnc2_isa::Width;

use super::{Read, Reader};
use mnc2_program::{
    Addressing, Conversion, DebugMemory, Line, Operand, OperandKind, PeMemory, Scope, Statement,
    WatchFormat, WatchPlace,
};
use mnc2_text::{LineRange, Message, message};

impl Reader<'_> {
    /// A place, from its `$`.
    pub(super) fn place(&mut self) -> Read<WatchPlace> {
        let start = self.at;
        let (operand, mut scope) = self.operand()?;
        let given = |part: Option<u8>| part.is_some();
        match operand {
            OperandKind::L2bm { group, l2b, .. } if given(group) || given(l2b) => {
                (scope.group, scope.l2b) = (group, l2b);
            }
            OperandKind::Pdm { group, .. } | OperandKind::Dram { group, .. } if given(group) => {
                scope.group = group;
            }
            _ => {}
        }
        let at = self.at;
        if self.rest().starts_with('@') {
            self.at += 1;
            let parts = self.take_while(|character| character.is_ascii_alphanumeric());
            if scope != Scope::default() {
                let message = message!("the element is given twice");
                return Err(self.wrong(at..self.at, message));
            }
            scope = self.element(at, parts)?;
        }
        let format = self.format()?;
        Ok(WatchPlace {
            range: mnc2_text::line::range(start..self.at),
            operand,
            scope,
            format,
        })
    }

    /// The operand, with the element if it is written as in `d get`.
    fn operand(&mut self) -> Read<(OperandKind, Scope)> {
        let start = self.at;
        self.at += 1;
        let is_letter = |character: char| character.is_ascii_alphanumeric() || character == '_';
        self.take_while(is_letter);
        if self.rest().starts_with('[') {
            self.take_while(|character| {
                is_letter(character) || matches!(character, '[' | ',' | ' ')
            });
            self.at += usize::from(self.rest().starts_with(']'));
            self.take_while(is_letter);
        }
        // The group of `$p0@1`; an element begins with a letter.
        let mut location = self.rest().strip_prefix('@').unwrap_or_default().chars();
        if location
            .next()
            .is_some_and(|first| first.is_ascii_digit() || first == '.')
        {
            self.at += 1;
            self.take_while(|character| character.is_ascii_alphanumeric() || character == '.');
        }
        let token = start..self.at;
        let text = &self.text[token.clone()];
        // `nop` takes no operands, so its operand is checked alone.
        let line = self.operands.parse(&format!("nop {text}"));
        let operand = line.step().and_then(|step| {
            let expression = step.expressions.first()?;
            expression.operands().next().cloned()
        });
        if let Some(operand) = operand {
            return self
                .watched(token, operand)
                .map(|kind| (kind, Scope::default()));
        }
        let debug = self.operands.parse(&format!("d geth {text} 1"));
        if let Some(Statement::DebugGet(get)) = &debug.statement {
            let scope = get.memory.scope;
            return Ok((debug_operand(&get.memory), scope));
        }
        let (line, before) = if names_element(text) {
            (debug, "d geth ")
        } else {
            (line, "nop ")
        };
        let message = first_error(&line).map_or_else(
            || (token.clone(), message!("`{text}` is not an operand", text)),
            |(range, message)| {
                let moved = |byte: u32| {
                    let byte = (byte as usize).saturating_sub(before.len()) + token.start;
                    byte.min(token.end)
                };
                let range = moved(range.start)..moved(range.end);
                (
                    if range.is_empty() {
                        token.clone()
                    } else {
                        range
                    },
                    message,
                )
            },
        );
        Err(self.wrong(message.0, message.1))
    }

    /// The place that an operand of an instruction names, if it holds a value.
    fn watched(&self, token: std::ops::Range<usize>, operand: Operand) -> Read<OperandKind> {
        let part = |range: &LineRange| {
            let moved = |byte: u32| byte as usize - "nop ".len() + token.start;
            moved(range.start)..moved(range.end)
        };
        if let Some(conversion) = &operand.conversion {
            let letter = match conversion.value {
                Conversion::Extend => "e",
                Conversion::Shorten => "r",
            };
            let message = message!(
                "`{letter}` belongs to the instruction that reads the value; leave it out",
                letter
            );
            return Err(self.wrong(part(&conversion.range), message));
        }
        let message = match &operand.kind {
            OperandKind::PeMemory(PeMemory { indirect: true, .. })
            | OperandKind::Dram { indirect: true, .. } => {
                message!("this address is known only in the instruction; write the address itself")
            }
            OperandKind::PeMemory(PeMemory { madpe: Some(_), .. }) => {
                message!("`j` belongs to the instruction; write the address of each PE itself")
            }
            OperandKind::MatrixSide(side, width) => message!(
                "name a row of the matrix register, as in `${width}{letters}0`",
                width = width.prefix(),
                letters = side.letters()
            ),
            OperandKind::Turnaround(_) => {
                message!("the turnaround register cannot be watched")
            }
            OperandKind::NoWrite => message!("`$nowrite` holds no value"),
            OperandKind::PeMemory(_)
            | OperandKind::T(_)
            | OperandKind::BaseRegister(..)
            | OperandKind::MaskRegister(_)
            | OperandKind::MatrixRows { .. }
            | OperandKind::Forwarding(_)
            | OperandKind::Constant(_)
            | OperandKind::L1bm { .. }
            | OperandKind::L2bm { .. }
            | OperandKind::Dar(_)
            | OperandKind::Pdm { .. }
            | OperandKind::Dram { .. } => return Ok(operand.kind),
            OperandKind::Literal(_) | OperandKind::Tag(_) => {
                let text = &self.text[token.clone()];
                message!("`{text}` is not an operand", text)
            }
        };
        Err(self.wrong(token, message))
    }

    /// The parts after the `@` at a place.
    fn element(&mut self, at: usize, parts: &str) -> Read<Scope> {
        // A mask register is of a PE, so all parts can follow it.
        let before = "d get $omr1";
        let line = self.operands.parse(&format!("{before}{parts} 1"));
        match &line.statement {
            Some(Statement::DebugGet(get)) if !parts.is_empty() && get.memory.address == 1 => {
                Ok(get.memory.scope)
            }
            _ => {
                let unknown =
                    message!("`@` is followed by an element of the chip, such as `n0c0b0m0p0`");
                let (range, message) = match first_error(&line) {
                    Some((range, message)) if parts.starts_with(['n', 'c', 'b', 'm', 'p']) => {
                        let moved = |byte: u32| {
                            let byte = (byte as usize).saturating_sub(before.len());
                            (byte + at + 1).min(self.at)
                        };
                        (moved(range.start)..moved(range.end), message)
                    }
                    _ => (at..self.at, unknown),
                };
                Err(self.wrong(range, message))
            }
        }
    }

    /// The format after a comma, if there is one.
    fn format(&mut self) -> Read<Option<WatchFormat>> {
        let before = self.at;
        if !self.takes(",") {
            self.at = before;
            return Ok(None);
        }
        let start = self.here();
        let letters = self.take_while(|character| character.is_ascii_alphanumeric());
        if letters.is_empty() && self.rest().starts_with('"') {
            // The text of a `log`.
            self.at = before;
            return Ok(None);
        }
        match WatchFormat::from_letters(letters) {
            Some(format) => Ok(Some(format)),
            None => {
                let message = message!(
                    "there is no format `{letters}`: there are {formats}",
                    letters,
                    formats = Message::all_of(
                        WatchFormat::ALL.map(|(letters, _)| format!("`{letters}`"))
                    )
                );
                Err(self.wrong(start..self.at.max(start + 1), message))
            }
        }
    }
}

/// The first finding of a line, without that its instruction takes no operand.
fn first_error(line: &Line) -> Option<(LineRange, Message)> {
    let mut errors = line.diagnostics.iter().filter(|found| found.is_error());
    errors
        .next()
        .map(|found| (found.range.clone(), found.message.clone()))
}

/// Whether a name has a part of an element after its address, as in `$lr0n0`.
fn names_element(text: &str) -> bool {
    let after_address = text
        .trim_start_matches(|character: char| !character.is_ascii_digit())
        .trim_start_matches(|character: char| character.is_ascii_digit());
    after_address.starts_with(['n', 'c', 'b', 'm', 'p'])
}

/// The operand of a memory that is written as in `d get`.
fn debug_operand(memory: &DebugMemory) -> OperandKind {
    use mnc2_isa::Memory;
    // The parser of `d get` rejects greater ones.
    let number = |address| u8::try_from(address).unwrap_or(u8::MAX);
    let &DebugMemory {
        ref range,
        memory,
        width,
        address,
        scope,
    } = memory;
    match memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => {
            OperandKind::PeMemory(PeMemory {
                memory,
                width,
                addressing: Addressing::Stride {
                    base_words: address,
                    stride_words: 0,
                },
                indirect: false,
                madpe: None,
                address_range: range.end..range.end,
            })
        }
        Memory::T => OperandKind::T(width),
        Memory::BaseLm0 | Memory::BaseLm1 => OperandKind::BaseRegister(memory, Width::Single),
        Memory::MaskRegister => OperandKind::MaskRegister(number(address)),
        Memory::MatrixX | Memory::MatrixY => OperandKind::MatrixRows {
            side: memory,
            width,
            row: number(address),
        },
        Memory::L1bm => OperandKind::L1bm { width, address },
        Memory::L2bm => OperandKind::L2bm {
            address,
            group: scope.group,
            l2b: scope.l2b,
        },
        Memory::Dar => OperandKind::Dar(address),
        Memory::Pdm => OperandKind::Pdm {
            address,
            group: scope.group,
        },
        Memory::Dram => OperandKind::Dram {
            address,
            indirect: false,
            group: scope.group,
        },
    }
}
