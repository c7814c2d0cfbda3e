//! Errors to which the texts of the proposal and of its versions lead, each with its fix.

use mnc2_assembly::{Operand, Shape};
use mnc2_text::{Diagnostic, LineRange, message};

use super::Reader;
use crate::code::Code;
use crate::lower::text_of;
use crate::register;
use crate::table::Form;

impl Reader<'_> {
    /// What the proposal's text writes otherwise than the assembler, with the fix.
    pub(super) fn usual_mistake(&self, mnemonic: &LineRange) -> Option<Diagnostic<Code>> {
        let operands = &self.statement.operands;
        let is_integer = |operand: &Operand| {
            let Shape::Word(word) = operand.shape(self.line) else {
                return false;
            };
            let name = self.line.part(&word.range);
            !self.scope.symbols.defined.contains_key(name) && register::integer(name).is_some()
        };
        match self.row.form {
            Form::RdImmediate | Form::RdRs1 => {
                let [only] = operands.as_slice() else {
                    return None;
                };
                let is_register = is_integer(only);
                if is_register != (self.row.form == Form::RdRs1) || only.pieces.is_empty() {
                    return None;
                }
                let name = self.row.mnemonic;
                Some(
                    Diagnostic::new(
                        Code::OldSpelling,
                        only.range.clone(),
                        message!(
                            "`{name}` needs the register that receives the matrix size first",
                            name
                        ),
                    )
                    .fix(
                        message!("insert `zero`: the size is not needed"),
                        only.range.start..only.range.start,
                        "zero, ",
                    ),
                )
            }
            // Versions before have the stride first.
            Form::AddressStride => {
                let [_, stride, address] = operands.as_slice() else {
                    return None;
                };
                let Shape::Address(..) = address.shape(self.line) else {
                    return None;
                };
                if !is_integer(stride) {
                    return None;
                }
                let (name, form) = (self.row.mnemonic, text_of(self.row.form));
                let [stride_text, address_text] =
                    [stride, address].map(|it| self.line.part(&it.range));
                let new = format!("{address_text}, {stride_text}");
                let range = stride.range.start..address.range.end;
                let message = message!(
                    "`{name}` has its address before its stride: `{form}`",
                    name,
                    form
                );
                let title = message!("write `{new}`", new = &new);
                let found = Diagnostic::new(Code::OldSpelling, range.clone(), message);
                Some(found.fix(title, range, new))
            }
            // The listing of the proposal has `mmul.s.mx md, ms2, ms1`.
            Form::MdMs2Scalar => {
                let last = operands.get(2)?;
                let Shape::Word(word) = last.shape(self.line) else {
                    return None;
                };
                let name = self.line.part(&word.range);
                if operands.len() != 3
                    || self.scope.symbols.may_mean_another(name)
                    || register::matrix(name, self.names.version).is_none()
                {
                    return None;
                }
                let new = format!("{}.mm", self.row.mnemonic.strip_suffix(".mx")?);
                let old = self.row.mnemonic;
                Some(
                    Diagnostic::new(
                        Code::OldSpelling,
                        mnemonic.clone(),
                        message!(
                            "the last operand of `{old}` is an integer register; with three matrices it is `{new}`",
                            old,
                            new = &new
                        ),
                    )
                    .fix(message!("write `{new}`", new = &new), mnemonic.clone(), new),
                )
            }
            _ => None,
        }
    }
}
