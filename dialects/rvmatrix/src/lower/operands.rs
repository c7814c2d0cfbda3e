//! The operands of an instruction: registers and numbers for its fields, or why they are none.

mod usual;

use mnc2_assembly::{Line, Operand, Piece, PieceKind, Scope, Shape, Statement, evaluate};
use mnc2_text::{Diagnostic, LineRange, Message, message};

use super::{Lowered, other_version, text_of};
use crate::code::Code;
use crate::encode::Instruction;
use crate::names::Names;
use crate::register::{self, Bank};
use crate::table::{Field, Row, Slot};

/// Reads the operands of an instruction.
pub(super) fn read(
    line: &Line,
    statement: &Statement,
    (scope, names): (&Scope<'_>, Names<'_>),
    row: &'static Row,
    mnemonic: &LineRange,
) -> Lowered {
    let reader = Reader {
        line,
        statement,
        scope,
        names,
        row,
        word: Instruction::new(row),
        is_hidden: false,
        diagnostics: Vec::new(),
    };
    reader.read(mnemonic)
}

struct Reader<'a> {
    line: &'a Line,
    statement: &'a Statement,
    scope: &'a Scope<'a>,
    names: Names<'a>,
    row: &'static Row,
    word: Instruction,
    is_hidden: bool,
    diagnostics: Vec<Diagnostic<Code>>,
}

impl Reader<'_> {
    fn read(mut self, mnemonic: &LineRange) -> Lowered {
        let slots = self.row.form.slots();
        let operands = &self.statement.operands;
        if let Some(diagnostic) = self.usual_mistake(mnemonic) {
            return Lowered::Wrong(Some(self.row), vec![diagnostic]);
        }
        if operands.len() != slots.len() {
            let count = operands.len();
            let name = self.row.mnemonic;
            let form = text_of(self.row.form);
            let range = match operands.get(slots.len()) {
                Some(extra) => extra.range.start..self.statement.range.end,
                None => mnemonic.clone(),
            };
            let message = match slots.len() {
                0 => message!("`{name}` has no operands", name),
                expected => message!(
                    "`{name}` has {expected:# operand|# operands}, not {count}: `{form}`",
                    name,
                    expected,
                    count,
                    form
                ),
            };
            let diagnostic = Diagnostic::new(Code::OperandCount, range, message).explained();
            return Lowered::Wrong(Some(self.row), vec![diagnostic]);
        }
        for (slot, operand) in slots.iter().zip(operands) {
            self.operand(*slot, operand);
        }
        if self.statement.has_error && self.diagnostics.is_empty() {
            self.refuse(
                Code::OperandKind,
                &self.statement.range.clone(),
                message!("a bracket of this line is not closed"),
            );
        }
        if !self.diagnostics.is_empty() {
            Lowered::Wrong(Some(self.row), self.diagnostics)
        } else if self.is_hidden {
            Lowered::Hidden(self.row)
        } else {
            Lowered::Instruction(self.word)
        }
    }

    fn refuse(&mut self, code: Code, range: &LineRange, message: Message) {
        self.diagnostics
            .push(Diagnostic::new(code, range.clone(), message).explained());
    }

    fn set(&mut self, field: Field, value: u32) {
        match self.word.with(field, value) {
            Some(word) => self.word = word,
            // Each caller has checked the value; an instruction that is not whole is not shown as one.
            None => self.is_hidden = true,
        }
    }

    fn operand(&mut self, slot: Slot, operand: &Operand) {
        match slot {
            Slot::Matrix(field) => match operand.shape(self.line) {
                Shape::Word(word) => self.matrix(field, word),
                _ => self.wrong_kind(slot, operand),
            },
            Slot::RowByRegister => match operand.shape(self.line) {
                Shape::Indexed(word, [inner]) if inner.kind == PieceKind::Word => {
                    self.matrix(Field::Ms1, word);
                    self.scalar(inner);
                }
                _ => self.wrong_kind(slot, operand),
            },
            Slot::RowByImmediate => match operand.shape(self.line) {
                Shape::Indexed(word, inner) if !inner.is_empty() => {
                    self.matrix(Field::Ms1, word);
                    self.row_number(inner);
                }
                _ => self.wrong_kind(slot, operand),
            },
            Slot::Scalar => match operand.shape(self.line) {
                Shape::Word(word) => self.scalar(word),
                _ => self.wrong_kind(slot, operand),
            },
            Slot::Integer(field) => match operand.shape(self.line) {
                Shape::Word(word) => self.integer(field, word),
                _ => self.wrong_kind(slot, operand),
            },
            Slot::Address => match operand.shape(self.line) {
                Shape::Address(offset, [inner]) if inner.kind == PieceKind::Word => {
                    self.offset(offset);
                    self.integer(Field::Rs1, inner);
                }
                Shape::Word(word) => self.bare_address(operand, word),
                _ => self.wrong_kind(slot, operand),
            },
            Slot::Number(field) => self.number(field, operand),
        }
    }

    fn matrix(&mut self, field: Field, word: &Piece) {
        let name = self.line.part(&word.range);
        if self.scope.symbols.defined.contains_key(name) || self.scope.symbols.is_constant(name) {
            self.is_hidden = true;
        } else if let Some(number) = register::matrix(name, self.names.version) {
            self.set(field, number.into());
            self.right_bank(field, number, word);
        } else if register::matrix_versions(name) != 0 {
            match self.scope.symbols.may_mean_another(name) {
                true => self.is_hidden = true,
                false => {
                    let versions = register::matrix_versions(name);
                    let found = other_version(word.range.clone(), name, versions, self.names);
                    self.diagnostics.push(found);
                }
            }
        } else if register::numbered(name, 'm').is_some() && !self.names.version.has_tiles() {
            self.refuse(
                Code::MatrixRegister,
                &word.range,
                message!(
                    "there is no matrix register `{name}`: they are `m0` to `m7`",
                    name
                ),
            );
        } else {
            self.not_a_register(word, self.matrix_register());
        }
    }

    /// The matrix registers of the version.
    fn matrix_register(&self) -> Message {
        match self.names.version.has_tiles() {
            false => message!("a matrix register `m0` to `m7`"),
            true => message!("a matrix register `tr0` to `tr3` or `acc0` to `acc3`"),
        }
    }

    /// A register of the other kind than the instruction has there.
    fn right_bank(&mut self, field: Field, number: u8, word: &Piece) {
        let Some(bank) = self.word.bank(field) else {
            return;
        };
        if !self.names.version.has_tiles() || bank == Bank::from_number(number) {
            return;
        }
        let expected = match bank {
            Bank::Tile => message!("a tile register `tr0` to `tr3`"),
            Bank::Accumulation => message!("an accumulation register `acc0` to `acc3`"),
        };
        let name = self.line.part(&word.range);
        self.refuse(
            Code::OperandKind,
            &word.range,
            message!("{expected} is expected here, not `{name}`", name, expected),
        );
    }

    fn scalar(&mut self, word: &Piece) {
        let name = self.line.part(&word.range);
        if self.scope.symbols.defined.contains_key(name) || self.scope.symbols.is_constant(name) {
            self.is_hidden = true;
            return;
        }
        let Some(number) = register::integer(name) else {
            self.not_a_register(word, message!("one of the registers `x8` to `x15`"));
            return;
        };
        if (8..16).contains(&number) {
            self.set(Field::Scalar, number.into());
        } else {
            self.refuse(
                Code::ScalarRegister,
                &word.range,
                message!(
                    "`{name}` does not fit: only `x8` to `x15` (s0, s1, a0 to a5) do",
                    name
                ),
            );
        }
    }

    fn integer(&mut self, field: Field, word: &Piece) {
        let name = self.line.part(&word.range);
        if self.scope.symbols.defined.contains_key(name) || self.scope.symbols.is_constant(name) {
            self.is_hidden = true;
        } else if let Some(number) = register::integer(name) {
            self.set(field, number.into());
        } else {
            self.not_a_register(word, message!("an integer register"));
        }
    }

    /// A word that names no register of the kind: certain if it names another register, or if no other file is read.
    fn not_a_register(&mut self, word: &Piece, expected: Message) {
        let name = self.line.part(&word.range);
        if !register::is_any(name) && self.scope.symbols.may_mean_another(name) {
            self.is_hidden = true;
            return;
        }
        self.refuse(
            Code::OperandKind,
            &word.range,
            message!("{expected} is expected here, not `{name}`", name, expected),
        );
    }

    fn row_number(&mut self, pieces: &[Piece]) {
        let range = whole(pieces);
        let last = i64::from(self.row.row_last(self.names.version));
        match self.value(pieces) {
            Some(value) if (0..=last).contains(&value) => self.set(Field::Row, value as u32),
            Some(value) => self.refuse(
                Code::RowImmediate,
                &range,
                message!(
                    "row {value} does not fit: it is a number from 0 to {last}",
                    value,
                    last
                ),
            ),
            None => self.no_number(&range, pieces),
        }
    }

    /// The number of a field: a size, or how many rows or columns something moves.
    fn number(&mut self, field: Field, operand: &Operand) {
        let last = (1_i64 << field.width()) - 1;
        match self.value(&operand.pieces) {
            Some(value) if (0..=last).contains(&value) => self.set(field, value as u32),
            Some(value) if field == Field::Row => self.refuse(
                Code::RowImmediate,
                &operand.range,
                message!(
                    "{value} does not fit: it is a number from 0 to {last}",
                    value,
                    last
                ),
            ),
            Some(value) => {
                let name = self.row.mnemonic.trim_end_matches('i');
                self.refuse(
                    Code::SizeImmediate,
                    &operand.range,
                    message!(
                        "{value} does not fit: an immediate size is from 0 to {last}; `{name}` takes a register",
                        value,
                        last,
                        name
                    ),
                );
            }
            None => self.no_number(&operand.range, &operand.pieces),
        }
    }

    fn offset(&mut self, pieces: &[Piece]) {
        if pieces.is_empty() {
            return;
        }
        let range = whole(pieces);
        match self.value(pieces) {
            Some(0) => {}
            Some(_) => self.refuse(
                Code::Offset,
                &range,
                message!("a matrix load or store has no offset: add it to the register first"),
            ),
            None => self.no_number(&range, pieces),
        }
    }

    fn bare_address(&mut self, operand: &Operand, word: &Piece) {
        let name = self.line.part(&word.range);
        if register::integer(name).is_none() {
            self.not_a_register(word, message!("an address in parentheses, such as `(a0)`,"));
            return;
        }
        let text = format!("({name})");
        let diagnostic = Diagnostic::new(
            Code::OperandKind,
            operand.range.clone(),
            message!(
                "an address is written in parentheses: `{text}`",
                text = &text
            ),
        )
        .fix(
            message!("write `{text}`", text = &text),
            operand.range.clone(),
            text,
        );
        self.diagnostics.push(diagnostic);
    }

    fn value(&self, pieces: &[Piece]) -> Option<i64> {
        evaluate(self.line, pieces, &|name| super::value(self.scope, name))
    }

    /// Something without a value: hidden if a name in it may have one that is not seen.
    fn no_number(&mut self, range: &LineRange, pieces: &[Piece]) {
        let names = pieces.iter().filter(|piece| piece.kind == PieceKind::Word);
        let mut names = names.map(|piece| self.line.part(&piece.range)).peekable();
        // A name that is not a register can be a symbol of the linker's or of another file.
        if names.peek().is_some() && !names.any(register::is_any) {
            self.is_hidden = true;
            return;
        }
        let text = self.line.part(range).to_owned();
        self.refuse(
            Code::OperandKind,
            range,
            message!("a number is expected here, not `{text}`", text),
        );
    }

    fn wrong_kind(&mut self, slot: Slot, operand: &Operand) {
        // Names that another file or the preprocessor fills in can hide any shape.
        let hides = operand.pieces.iter().any(|piece| {
            let name = self.line.part(&piece.range);
            piece.kind == PieceKind::Word
                && !register::is_any(name)
                && self.scope.symbols.may_mean_another(name)
        });
        if hides {
            self.is_hidden = true;
            return;
        }
        let text = self.line.part(&operand.range).to_owned();
        let form = slot.text();
        let range = if operand.range.is_empty() {
            self.statement.range.clone()
        } else {
            operand.range.clone()
        };
        let message = if text.is_empty() {
            message!("an operand is missing: `{form}`", form)
        } else {
            message!("`{form}` is expected here, not `{text}`", text, form)
        };
        self.refuse(Code::OperandKind, &range, message);
    }
}

fn whole(pieces: &[Piece]) -> LineRange {
    match (pieces.first(), pieces.last()) {
        (Some(first), Some(last)) => first.range.start..last.range.end,
        _ => 0..0,
    }
}
