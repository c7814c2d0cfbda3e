//! The results of base instructions, as formulas: `s` and `u` after an operator are for signed and unsigned operands, and
//! `i32(x)` is the sign-extended low half of `x`.

use mnc2_text::{Message, message};

use super::{Alu, Base, Condition, CsrAccess, CsrAction, Unary, Width};

impl Base {
    /// Whether the first of its operands is the register of the result.
    #[must_use]
    pub const fn writes_register(self, operands: usize) -> bool {
        match self {
            Self::Registers(..)
            | Self::Swapped(..)
            | Self::Immediate(..)
            | Self::Unary(_)
            | Self::LoadNumber
            | Self::LoadUpper
            | Self::AddUpper
            | Self::LoadAddress
            | Self::Load(..) => true,
            Self::JumpAndLink | Self::JumpAndLinkRegister => operands > 1,
            Self::Csr(access) => access.writes_register(operands),
            Self::Float(float) => float.writes_integer(),
            Self::Store(_)
            | Self::Branch(..)
            | Self::BranchZero(..)
            | Self::Jump
            | Self::JumpRegister
            | Self::Call
            | Self::Return
            | Self::Nothing
            | Self::Stop => false,
        }
    }

    /// Its operands, as they are written.
    #[must_use]
    pub fn operands(self) -> String {
        let text = match self {
            Self::Registers(..) | Self::Swapped(..) => "rd, rs1, rs2",
            Self::Immediate(..) => "rd, rs1, number",
            Self::Unary(_) => "rd, rs1",
            Self::LoadNumber | Self::LoadUpper | Self::AddUpper => "rd, number",
            Self::LoadAddress => "rd, symbol",
            Self::Load(..) | Self::JumpAndLinkRegister => "rd, number(rs1)",
            Self::Store(_) => "rs2, number(rs1)",
            Self::Branch(..) => "rs1, rs2, label",
            Self::BranchZero(..) => "rs1, label",
            Self::Jump | Self::Call => "label",
            Self::JumpAndLink => "rd, label",
            Self::JumpRegister => "rs1",
            Self::Csr(access) => return access.operands().join(", "),
            Self::Float(float) => float.operands(),
            Self::Return | Self::Nothing | Self::Stop => "",
        };
        text.to_owned()
    }

    /// What it computes; `None` if no formula describes it.
    #[must_use]
    pub fn formula(self) -> Option<String> {
        let formula = match self {
            Self::Registers(operation, width) => {
                format!("rd = {}", arithmetic(operation, width, "rs1", "rs2"))
            }
            Self::Swapped(operation, width) => {
                format!("rd = {}", arithmetic(operation, width, "rs2", "rs1"))
            }
            Self::Immediate(operation, width) => {
                format!("rd = {}", arithmetic(operation, width, "rs1", "number"))
            }
            Self::Unary(operation) => format!("rd = {}", unary(operation)),
            Self::LoadNumber => "rd = number".to_owned(),
            Self::LoadUpper => "rd = i32(number << 12)".to_owned(),
            Self::AddUpper => "rd = pc + i32(number << 12)".to_owned(),
            Self::LoadAddress => "rd = symbol".to_owned(),
            Self::Load(bytes, is_signed) => {
                let sign = if is_signed { 'i' } else { 'u' };
                format!("rd = {sign}{bits}[rs1 + number]", bits = bytes * 8)
            }
            Self::Store(bytes) => format!("u{bits}[rs1 + number] = rs2", bits = bytes * 8),
            Self::Branch(condition, is_swapped) => {
                let (left, right) = if is_swapped {
                    ("rs2", "rs1")
                } else {
                    ("rs1", "rs2")
                };
                format!("if {left} {} {right}: pc = label", sign(condition))
            }
            Self::BranchZero(condition, is_swapped) => {
                let (left, right) = if is_swapped {
                    ("0", "rs1")
                } else {
                    ("rs1", "0")
                };
                format!("if {left} {} {right}: pc = label", sign(condition))
            }
            Self::Jump => "pc = label".to_owned(),
            Self::JumpAndLink => "rd = pc + 4; pc = label".to_owned(),
            Self::JumpAndLinkRegister => "rd = pc + 4; pc = rs1 + number".to_owned(),
            Self::JumpRegister => "pc = rs1".to_owned(),
            Self::Call => "ra = pc + 4; pc = label".to_owned(),
            Self::Return => "pc = ra".to_owned(),
            Self::Csr(access) => access.formula(),
            Self::Float(float) => float.formula(),
            Self::Nothing | Self::Stop => return None,
        };
        Some(formula)
    }

    /// What it does where it has no formula.
    #[must_use]
    pub fn effect(self) -> Message {
        match self {
            Self::Stop => message!("ends the run"),
            _ => message!("changes no register"),
        }
    }
}

/// What an operation makes of two values.
fn arithmetic(operation: Alu, width: Width, left: &str, right: &str) -> String {
    let sign = match operation {
        Alu::Add => "+",
        Alu::Sub => "-",
        Alu::Sll => "<<",
        Alu::Slt => "<s",
        Alu::Sltu => "<u",
        Alu::Xor => "^",
        Alu::Srl => ">>u",
        Alu::Sra => ">>s",
        Alu::Or => "|",
        Alu::And => "&",
        Alu::Mul => "*",
        Alu::Mulh => "*s",
        Alu::Mulhsu => "*su",
        Alu::Mulhu => "*u",
        Alu::Div => "/s",
        Alu::Divu => "/u",
        Alu::Rem => "%s",
        Alu::Remu => "%u",
    };
    let value = format!("{left} {sign} {right}");
    let is_high = matches!(operation, Alu::Mulh | Alu::Mulhsu | Alu::Mulhu);
    match width {
        Width::Word => format!("i32({value})"),
        Width::Full if is_high => format!("({value}) >> 64"),
        Width::Full => value,
    }
}

fn unary(operation: Unary) -> &'static str {
    match operation {
        Unary::Move => "rs1",
        Unary::Not => "~rs1",
        Unary::Negate => "-rs1",
        Unary::NegateWord => "i32(-rs1)",
        Unary::SignWord => "i32(rs1)",
        Unary::SignHalf => "i16(rs1)",
        Unary::SignByte => "i8(rs1)",
        Unary::ZeroWord => "u32(rs1)",
        Unary::ZeroHalf => "u16(rs1)",
        Unary::ZeroByte => "u8(rs1)",
        Unary::IsZero => "rs1 == 0",
        Unary::IsNotZero => "rs1 != 0",
        Unary::IsNegative => "rs1 <s 0",
        Unary::IsPositive => "rs1 >s 0",
    }
}

fn sign(condition: Condition) -> &'static str {
    match condition {
        Condition::Equal => "==",
        Condition::NotEqual => "!=",
        Condition::Less => "<s",
        Condition::GreaterEqual => ">=s",
        Condition::LessUnsigned => "<u",
        Condition::GreaterEqualUnsigned => ">=u",
    }
}

impl CsrAccess {
    fn source(self) -> &'static str {
        if self.is_immediate { "number" } else { "rs1" }
    }

    fn operands(self) -> Vec<&'static str> {
        let mut operands = Vec::new();
        if self.has_destination {
            operands.push("rd");
        }
        if self.number.is_none() {
            operands.push("csr");
        }
        if self.action != CsrAction::Read {
            operands.push(self.source());
        }
        operands
    }

    fn formula(self) -> String {
        let name = match self.number {
            None => "csr".to_owned(),
            Some(1) => "fflags".to_owned(),
            Some(2) => "frm".to_owned(),
            Some(3) => "fcsr".to_owned(),
            Some(0xc00) => "cycle".to_owned(),
            Some(0xc01) => "time".to_owned(),
            Some(0xc02) => "instret".to_owned(),
            Some(number) => format!("csr[0x{number:x}]"),
        };
        let source = self.source();
        let write = match self.action {
            CsrAction::Read => return format!("rd = {name}"),
            CsrAction::Write => format!("{name} = {source}"),
            CsrAction::Set => format!("{name} |= {source}"),
            CsrAction::Clear => format!("{name} &= ~{source}"),
        };
        match self.has_destination {
            true => format!("rd = {name}; {write}"),
            false => write,
        }
    }
}
