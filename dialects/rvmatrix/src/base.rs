//! The base instructions that programs need around the extension: RV64IMFD with the assembler's aliases, and control and status
//! registers. What is not here is not run, and nothing is known of what it does.

mod float;
mod meaning;

pub use float::{Comparison, Float, FloatOperation, Integer, Precision, ROUNDINGS, SignRule};

use std::collections::HashMap;
use std::sync::LazyLock;

/// An instruction of the base set of RISC-V, by its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// `rd, rs1, rs2`: an operation on two registers.
    Registers(Alu, Width),
    /// `rd, rs2, rs1`: an alias whose sources change places.
    Swapped(Alu, Width),
    /// `rd, rs1, number`: an operation on a register and a number.
    Immediate(Alu, Width),
    /// `rd, rs1`: an operation with the register `zero` or with a number that the alias implies.
    Unary(Unary),
    /// `rd, number`: any number of 64 bits.
    LoadNumber,
    /// `rd, number`: the number is the upper 20 bits of 32.
    LoadUpper,
    /// `rd, number`: the same, added to the address of the instruction.
    AddUpper,
    /// `rd, symbol`: the address of a symbol.
    LoadAddress,
    /// `rd, number(rs1)`: bytes, and whether the sign is extended.
    Load(u8, bool),
    /// `rs2, number(rs1)`: the number of bytes.
    Store(u8),
    /// `rs1, rs2, label`; the flag exchanges the operands.
    Branch(Condition, bool),
    /// `rs1, label`: compared with 0; with the flag, 0 is the first operand.
    BranchZero(Condition, bool),
    /// `label`: no return address is kept.
    Jump,
    /// `label` or `rd, label`.
    JumpAndLink,
    /// `rs1`, `rd, rs1` or `rd, number(rs1)`.
    JumpAndLinkRegister,
    /// `rs1`: to the address in a register.
    JumpRegister,
    /// `label`; `ra` has the address after it.
    Call,
    /// No operands: to the address in `ra`.
    Return,
    /// `rd, csr, rs1` and its relatives.
    Csr(CsrAccess),
    /// An instruction on numbers with a fraction.
    Float(Float),
    /// Nothing, or operands without a meaning here.
    Nothing,
    /// The end of a run.
    Stop,
}

/// An operation on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the instructions")]
pub enum Alu {
    Add,
    Sub,
    Sll,
    Slt,
    Sltu,
    Xor,
    Srl,
    Sra,
    Or,
    And,
    Mul,
    Mulh,
    Mulhsu,
    Mulhu,
    Div,
    Divu,
    Rem,
    Remu,
}

/// Whether an operation is on 64 bits, or on 32 with the sign extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// The result has all 64 bits.
    Full,
    /// The low 32 bits, with the sign extended.
    Word,
}

/// An alias with one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `mv`: a copy.
    Move,
    /// `not`: all bits inverted.
    Not,
    /// `neg`: the negated number.
    Negate,
    /// `negw`: the negated number in 32 bits.
    NegateWord,
    /// `sext.w`: the low 32 bits with their sign.
    SignWord,
    /// `sext.h`: the low 16 bits with their sign.
    SignHalf,
    /// `sext.b`: the low 8 bits with their sign.
    SignByte,
    /// `zext.w`: the low 32 bits.
    ZeroWord,
    /// `zext.h`: the low 16 bits.
    ZeroHalf,
    /// `zext.b`: the low 8 bits.
    ZeroByte,
    /// `seqz`: 1 if the number is 0.
    IsZero,
    /// `snez`: 1 if the number is not 0.
    IsNotZero,
    /// `sltz`: 1 if the number is negative.
    IsNegative,
    /// `sgtz`: 1 if the number is positive.
    IsPositive,
}

/// When a branch is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the instructions")]
pub enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterEqual,
    LessUnsigned,
    GreaterEqualUnsigned,
}

/// How a control and status register is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsrAccess {
    /// What is done with the source.
    pub action: CsrAction,
    /// Whether there is a destination operand.
    pub has_destination: bool,
    /// The register that the mnemonic names; `None` if an operand names it.
    pub number: Option<u16>,
    /// Whether the source is a number of 5 bits.
    pub is_immediate: bool,
}

impl CsrAccess {
    /// Whether it writes an integer register when it has this many operands: `fsrm rd, rs` and its relatives can leave the
    /// first one out.
    #[must_use]
    pub const fn writes_register(self, operands: usize) -> bool {
        self.has_destination || self.number.is_some() && operands == 2
    }
}

/// What is done with a control and status register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsrAction {
    /// The register is only read.
    Read,
    /// The register is replaced.
    Write,
    /// Bits that are 1 in the source are set.
    Set,
    /// Bits that are 1 in the source are cleared.
    Clear,
}

const fn csr(
    action: CsrAction,
    has_destination: bool,
    number: Option<u16>,
    is_immediate: bool,
) -> Base {
    Base::Csr(CsrAccess {
        action,
        has_destination,
        number,
        is_immediate,
    })
}

use Alu::{
    Add, And, Div, Divu, Mul, Mulh, Mulhsu, Mulhu, Or, Rem, Remu, Sll, Slt, Sltu, Sra, Srl, Sub,
    Xor,
};
use Base::{Branch, BranchZero, Immediate, Load, Registers, Store};
use Condition::{Equal, GreaterEqual, GreaterEqualUnsigned, Less, LessUnsigned, NotEqual};
use CsrAction::{Clear, Read, Set, Write};
use Width::{Full, Word};

/// Every mnemonic with its meaning; aliases of the assembler included.
#[rustfmt::skip]
const MNEMONICS: &[(&str, Base)] = &[
    ("add", Registers(Add, Full)), ("sub", Registers(Sub, Full)), ("sll", Registers(Sll, Full)),
    ("slt", Registers(Slt, Full)), ("sltu", Registers(Sltu, Full)), ("xor", Registers(Xor, Full)),
    ("srl", Registers(Srl, Full)), ("sra", Registers(Sra, Full)), ("or", Registers(Or, Full)),
    ("and", Registers(And, Full)), ("addw", Registers(Add, Word)), ("subw", Registers(Sub, Word)),
    ("sllw", Registers(Sll, Word)), ("srlw", Registers(Srl, Word)), ("sraw", Registers(Sra, Word)),
    ("mul", Registers(Mul, Full)), ("mulh", Registers(Mulh, Full)), ("mulhsu", Registers(Mulhsu, Full)),
    ("mulhu", Registers(Mulhu, Full)), ("div", Registers(Div, Full)), ("divu", Registers(Divu, Full)),
    ("rem", Registers(Rem, Full)), ("remu", Registers(Remu, Full)), ("mulw", Registers(Mul, Word)),
    ("divw", Registers(Div, Word)), ("divuw", Registers(Divu, Word)), ("remw", Registers(Rem, Word)),
    ("remuw", Registers(Remu, Word)),
    ("sgt", Base::Swapped(Slt, Full)), ("sgtu", Base::Swapped(Sltu, Full)),
    ("addi", Immediate(Add, Full)), ("slti", Immediate(Slt, Full)), ("sltiu", Immediate(Sltu, Full)),
    ("xori", Immediate(Xor, Full)), ("ori", Immediate(Or, Full)), ("andi", Immediate(And, Full)),
    ("slli", Immediate(Sll, Full)), ("srli", Immediate(Srl, Full)), ("srai", Immediate(Sra, Full)),
    ("addiw", Immediate(Add, Word)), ("slliw", Immediate(Sll, Word)), ("srliw", Immediate(Srl, Word)),
    ("sraiw", Immediate(Sra, Word)),
    ("mv", Base::Unary(Unary::Move)), ("move", Base::Unary(Unary::Move)), ("not", Base::Unary(Unary::Not)), ("neg", Base::Unary(Unary::Negate)),
    ("negw", Base::Unary(Unary::NegateWord)), ("sext.w", Base::Unary(Unary::SignWord)),
    ("sext.h", Base::Unary(Unary::SignHalf)), ("sext.b", Base::Unary(Unary::SignByte)),
    ("zext.w", Base::Unary(Unary::ZeroWord)), ("zext.h", Base::Unary(Unary::ZeroHalf)),
    ("zext.b", Base::Unary(Unary::ZeroByte)), ("seqz", Base::Unary(Unary::IsZero)),
    ("snez", Base::Unary(Unary::IsNotZero)), ("sltz", Base::Unary(Unary::IsNegative)),
    ("sgtz", Base::Unary(Unary::IsPositive)),
    ("li", Base::LoadNumber), ("lui", Base::LoadUpper), ("auipc", Base::AddUpper), ("la", Base::LoadAddress), ("lla", Base::LoadAddress),
    ("lb", Load(1, true)), ("lh", Load(2, true)), ("lw", Load(4, true)), ("ld", Load(8, true)),
    ("lbu", Load(1, false)), ("lhu", Load(2, false)), ("lwu", Load(4, false)),
    ("sb", Store(1)), ("sh", Store(2)), ("sw", Store(4)), ("sd", Store(8)),
    ("beq", Branch(Equal, false)), ("bne", Branch(NotEqual, false)), ("blt", Branch(Less, false)),
    ("bge", Branch(GreaterEqual, false)), ("bltu", Branch(LessUnsigned, false)),
    ("bgeu", Branch(GreaterEqualUnsigned, false)), ("bgt", Branch(Less, true)), ("ble", Branch(GreaterEqual, true)),
    ("bgtu", Branch(LessUnsigned, true)), ("bleu", Branch(GreaterEqualUnsigned, true)),
    ("beqz", BranchZero(Equal, false)), ("bnez", BranchZero(NotEqual, false)), ("bltz", BranchZero(Less, false)),
    ("bgez", BranchZero(GreaterEqual, false)), ("bgtz", BranchZero(Less, true)), ("blez", BranchZero(GreaterEqual, true)),
    ("j", Base::Jump), ("tail", Base::Jump), ("jal", Base::JumpAndLink), ("jalr", Base::JumpAndLinkRegister),
    ("jr", Base::JumpRegister), ("call", Base::Call), ("ret", Base::Return),
    ("csrr", csr(Read, true, None, false)), ("csrw", csr(Write, false, None, false)),
    ("csrs", csr(Set, false, None, false)), ("csrc", csr(Clear, false, None, false)),
    ("csrwi", csr(Write, false, None, true)), ("csrsi", csr(Set, false, None, true)),
    ("csrci", csr(Clear, false, None, true)), ("csrrw", csr(Write, true, None, false)),
    ("csrrs", csr(Set, true, None, false)), ("csrrc", csr(Clear, true, None, false)),
    ("csrrwi", csr(Write, true, None, true)), ("csrrsi", csr(Set, true, None, true)),
    ("csrrci", csr(Clear, true, None, true)),
    ("frflags", csr(Read, true, Some(1), false)), ("frrm", csr(Read, true, Some(2), false)),
    ("frcsr", csr(Read, true, Some(3), false)), ("fsflags", csr(Write, false, Some(1), false)),
    ("fsrm", csr(Write, false, Some(2), false)), ("fscsr", csr(Write, false, Some(3), false)),
    ("fsflagsi", csr(Write, false, Some(1), true)), ("fsrmi", csr(Write, false, Some(2), true)),
    ("frsr", csr(Read, true, Some(3), false)), ("fssr", csr(Write, false, Some(3), false)),
    ("rdcycle", csr(Read, true, Some(0xc00), false)), ("rdtime", csr(Read, true, Some(0xc01), false)),
    ("rdinstret", csr(Read, true, Some(0xc02), false)),
    ("nop", Base::Nothing), ("fence", Base::Nothing), ("fence.i", Base::Nothing),
    ("ecall", Base::Stop), ("ebreak", Base::Stop),
];

/// The bytes of each number that a directive stores.
#[must_use]
pub fn number_bytes(directive: &str) -> Option<usize> {
    match directive {
        ".byte" => Some(1),
        ".half" | ".short" | ".hword" | ".2byte" => Some(2),
        ".word" | ".long" | ".int" | ".4byte" => Some(4),
        ".dword" | ".quad" | ".8byte" => Some(8),
        _ => None,
    }
}

/// The mnemonics that are known.
pub fn mnemonics() -> impl Iterator<Item = (&'static str, Base)> {
    let floats = float::MNEMONICS.iter().chain(float::OTHERS);
    MNEMONICS.iter().chain(floats).copied()
}

/// The base instruction with this mnemonic.
#[must_use]
pub fn find(mnemonic: &str) -> Option<Base> {
    static BY_MNEMONIC: LazyLock<HashMap<&'static str, Base>> =
        LazyLock::new(|| mnemonics().collect());
    BY_MNEMONIC.get(mnemonic).copied()
}

/// The result of an operation on two integers, sign-extended from the width.
#[must_use]
pub fn compute(operation: Alu, width: Width, left: u64, right: u64) -> u64 {
    match width {
        Width::Full => full(operation, left, right),
        Width::Word => word(operation, left as u32, right as u32) as i32 as i64 as u64,
    }
}

fn full(operation: Alu, left: u64, right: u64) -> u64 {
    let (signed_left, signed_right) = (left as i64, right as i64);
    let shift = (right & 63) as u32;
    match operation {
        Add => left.wrapping_add(right),
        Sub => left.wrapping_sub(right),
        Sll => left << shift,
        Slt => u64::from(signed_left < signed_right),
        Sltu => u64::from(left < right),
        Xor => left ^ right,
        Srl => left >> shift,
        Sra => (signed_left >> shift) as u64,
        Or => left | right,
        And => left & right,
        Mul => left.wrapping_mul(right),
        Mulh => ((i128::from(signed_left) * i128::from(signed_right)) >> 64) as u64,
        Mulhsu => ((i128::from(signed_left) * i128::from(right)) >> 64) as u64,
        Mulhu => ((u128::from(left) * u128::from(right)) >> 64) as u64,
        // Division by zero gives all ones, and the dividend as remainder.
        Div if right == 0 => u64::MAX,
        Div => signed_left.wrapping_div(signed_right) as u64,
        Divu => left.checked_div(right).unwrap_or(u64::MAX),
        Rem if right == 0 => left,
        Rem => signed_left.wrapping_rem(signed_right) as u64,
        Remu => left.checked_rem(right).unwrap_or(left),
    }
}

fn word(operation: Alu, left: u32, right: u32) -> u32 {
    let (signed_left, signed_right) = (left as i32, right as i32);
    let shift = right & 31;
    match operation {
        Sll => left << shift,
        Srl => left >> shift,
        Sra => (signed_left >> shift) as u32,
        Div if right == 0 => u32::MAX,
        Div => signed_left.wrapping_div(signed_right) as u32,
        Divu => left.checked_div(right).unwrap_or(u32::MAX),
        Rem if right == 0 => left,
        Rem => signed_left.wrapping_rem(signed_right) as u32,
        Remu => left.checked_rem(right).unwrap_or(left),
        // The low half of the others does not depend on the high halves of the operands.
        Add | Sub | Mul | Xor | Or | And | Slt | Sltu | Mulh | Mulhsu | Mulhu => {
            full(operation, left.into(), right.into()) as u32
        }
    }
}

/// Computes an alias with one source.
#[must_use]
pub fn unary(operation: Unary, value: u64) -> u64 {
    let signed = value as i64;
    match operation {
        Unary::Move => value,
        Unary::Not => !value,
        Unary::Negate => value.wrapping_neg(),
        Unary::NegateWord => (value as i32).wrapping_neg() as i64 as u64,
        Unary::SignWord => value as i32 as i64 as u64,
        Unary::SignHalf => value as i16 as i64 as u64,
        Unary::SignByte => value as i8 as i64 as u64,
        Unary::ZeroWord => value & 0xffff_ffff,
        Unary::ZeroHalf => value & 0xffff,
        Unary::ZeroByte => value & 0xff,
        Unary::IsZero => u64::from(value == 0),
        Unary::IsNotZero => u64::from(value != 0),
        Unary::IsNegative => u64::from(signed < 0),
        Unary::IsPositive => u64::from(signed > 0),
    }
}

/// Whether a branch is taken.
#[must_use]
pub fn holds(condition: Condition, left: u64, right: u64) -> bool {
    match condition {
        Equal => left == right,
        NotEqual => left != right,
        Less => (left as i64) < right as i64,
        GreaterEqual => left as i64 >= right as i64,
        LessUnsigned => left < right,
        GreaterEqualUnsigned => left >= right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mnemonics_are_written_once() {
        let mut names: Vec<&str> = mnemonics().map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), mnemonics().count());
    }

    #[test]
    fn corners_of_division_and_of_words() {
        let min = i64::MIN as u64;
        assert_eq!(compute(Div, Full, 7, 0), u64::MAX);
        assert_eq!(compute(Rem, Full, 7, 0), 7);
        assert_eq!(compute(Div, Full, min, u64::MAX), min);
        assert_eq!(compute(Rem, Full, min, u64::MAX), 0);
        assert_eq!(compute(Add, Word, 0x7fff_ffff, 1), 0xffff_ffff_8000_0000);
        assert_eq!(compute(Sra, Word, 0x8000_0000, 31), u64::MAX);
        assert_eq!(compute(Srl, Word, 0x8000_0000, 31), 1);
        assert_eq!(compute(Mulh, Full, u64::MAX, u64::MAX), 0);
        assert_eq!(compute(Mulhu, Full, u64::MAX, u64::MAX), u64::MAX - 1);
        assert_eq!(compute(Mulhsu, Full, u64::MAX, u64::MAX), u64::MAX);
        assert_eq!(compute(Divu, Word, u64::MAX, 0), u64::MAX);
    }
}
