//! What an operand is, and why it has no place in an instruction.

use mnc2_assembly::{Line, Operand};
use mnc2_text::{Diagnostic, LineRange, Message, message};

use super::Target;
use crate::code::Code;
use crate::register::Register;
use crate::table::{Row, Slot};

/// What an operand is, before a row is chosen.
pub(super) enum Given {
    Register(Register),
    /// A name such as `s58`.
    NoRegister,
    Number(i64),
    Label(Target),
    /// An offset and a base.
    Memory(i64, Register),
    /// A base after an offset that begins with a name.
    NameBeforeBase,
    /// Something with parentheses that is not an address.
    NoMemory,
    /// Any other text, which fits no operand.
    Nothing,
    /// Nothing between two commas, or after the last one.
    Missing,
}

/// Why an operand fits no row.
pub(super) fn misfit(
    line: &Line,
    operand: &Operand,
    given: &Given,
    row: &Row,
    rows: &[&Row],
    index: usize,
) -> Diagnostic<Code> {
    let range = operand.range.clone();
    let text = line.part(&range);
    let slot = row.form.slots().get(index).copied();
    let is_address = matches!(slot, Some(Slot::Address | Slot::VectorAddress));
    if is_address && let Given::Register(register) = given {
        let name = register.name();
        return parentheses(&name, format!("({name})"), range);
    }
    if is_address && matches!(given, Given::NameBeforeBase) {
        let fixed = format!("+{text}");
        return Diagnostic::new(
            Code::MemoryOperand,
            range.clone(),
            message!("the assembler reads an offset only if it begins with a number or a sign"),
        )
        .fix(message!("write `{fixed}`", fixed = &fixed), range, fixed)
        .explained();
    }
    if matches!(given, Given::Missing) {
        let (name, number) = (&row.mnemonic, index + 1);
        let message = message!("operand {number} of `{name}` is missing", number, name);
        let diagnostic = Diagnostic::new(Code::OperandKind, range.clone(), message);
        let comment = line.comment.as_ref().map(|comment| line.part(comment));
        return match comment.is_some_and(|comment| comment.starts_with('#')) {
            true => diagnostic.help(message!(
                "`#` begins a comment: a number has no sign before it"
            )),
            false => diagnostic.help(message!("it can be `{form}`", form = row.text())),
        };
    }
    if matches!(given, Given::NoRegister) {
        return Diagnostic::new(
            Code::UnknownRegister,
            range,
            message!("there is no register `{text}`", text),
        )
        .explained();
    }
    if is_address {
        return Diagnostic::new(
            Code::MemoryOperand,
            range,
            message!("`{text}` is not an address: write `offset(register)`", text),
        )
        .explained();
    }
    let lower = text.to_ascii_lowercase();
    if lower != text && Register::find(&lower).is_some() {
        return Diagnostic::new(
            Code::UnknownRegister,
            range.clone(),
            message!(
                "`{text}` is not a register: names of registers are in lower case",
                text
            ),
        )
        .fix(message!("write `{lower}`", lower = &lower), range, lower)
        .explained();
    }
    // What the operands before it leave.
    let kind = slot.map_or_else(|| message!("an operand"), kind_of);
    let name = &row.mnemonic;
    let number = index + 1;
    let mut diagnostic = Diagnostic::new(
        Code::OperandKind,
        range,
        message!("operand {number} of `{name}` is {kind}", number, name, kind),
    );
    for row in rows {
        let form = row.text();
        diagnostic = diagnostic.help(message!("it can be `{form}`", form));
    }
    diagnostic
}

/// A register in the place of an address, which is a label to the assembler; `fixed` is the probable intention.
pub(super) fn parentheses(name: &str, fixed: String, range: LineRange) -> Diagnostic<Code> {
    Diagnostic::new(
        Code::Parentheses,
        range.clone(),
        message!(
            "`{name}` in the place of an address is a label: write `{fixed}`",
            name,
            fixed = &fixed
        ),
    )
    .fix(message!("write `{fixed}`", fixed = &fixed), range, fixed)
    .explained()
}

fn kind_of(slot: Slot) -> Message {
    match slot {
        Slot::Scalar(_) => message!("a scalar register"),
        Slot::Vector(_) => message!("a vector register"),
        Slot::Immediate9 | Slot::Immediate16 => message!("a number"),
        Slot::Address | Slot::VectorAddress => message!("an address"),
        Slot::Target(_) | Slot::Symbol => message!("a label"),
    }
}
