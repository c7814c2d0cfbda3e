//! What the rows of one operation have in common: the tables of the specification, with the assembler's names.

use super::form::Form;
use super::{
    Comparison as C, Element, Float as F, Half, Integer as I, Operation, Operation::*,
    Relation as Rel, Unary as U,
};

/// An operation with one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name, before `_scratchpad` and `.m`.
    pub name: &'static str,
    /// The operation, which the machine executes.
    pub operation: Operation,
    /// Its number in the tables of the specification.
    pub opcode: u32,
    /// The operands that it can have.
    pub forms: &'static [Form],
    /// Whether it can be spelled with `.m` where it writes or stores a vector.
    pub has_mask: bool,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What it does, in sentences.
    pub doc: &'static str,
}

macro_rules! families {
    ($($name:literal $operation:expr, $opcode:literal, [$($form:ident),*], $has_mask:literal: $title:literal, $doc:literal;)*) => {
        /// Every family: R, I, MOVEI, C, J and M of the specification, and the names that only the assembler has.
        pub const FAMILIES: &[Family] = &[$(Family {
            name: $name,
            operation: $operation,
            opcode: $opcode,
            forms: &[$(Form::$form),*],
            has_mask: $has_mask,
            title: $title,
            doc: $doc,
        }),*];
    };
}

const fn element(bytes: u8, is_signed: bool) -> Element {
    Element { bytes, is_signed }
}

// The name, what it does, the opcode, the operands, whether there is `.m`, the title, the sentences.
families! {
    "or_i32" Integer(I::Or), 1, [Sss, Vvs, Vvv], true: "or", "`d = a | b`.";
    "and_i32" Integer(I::And), 2, [Sss, Vvs, Vvv], true: "and", "`d = a & b`.";
    "xor_i32" Integer(I::Xor), 3, [Sss, Vvs, Vvv], true: "exclusive or", "`d = a ^ b`.";
    "add_i32" Integer(I::Add), 4, [Sss, Vvs, Vvv], true: "sum", "`d = a + b`. It wraps around at 32 bits.";
    "sub_i32" Integer(I::Subtract), 5, [Sss, Vvs, Vvv], true: "difference", "`d = a - b`. It wraps around at 32 bits.";
    "mull_i32" Integer(I::Multiply), 6, [Sss, Vvs, Vvv], true: "product, low half", "The low 32 bits of `a * b`.";
    "mulhs_i32" Integer(I::MultiplyHigh), 7, [Sss, Vvs, Vvv], true: "signed product, high half", "The high 32 bits of `a * b` as signed numbers.";
    "mulhu_i32" Integer(I::MultiplyHighUnsigned), 8, [Sss, Vvs, Vvv], true: "unsigned product, high half", "The high 32 bits of `a * b` as unsigned numbers.";
    "ashr_i32" Integer(I::ShiftRightSigned), 9, [Sss, Vvs, Vvv], true: "shift right with the sign", "`a` as a signed number of 64 bits is shifted by all 32 bits of `b`: from 32 on there are zeros above the sign bits, from 64 on the result is 0.";
    "shr_i32" Integer(I::ShiftRight), 10, [Sss, Vvs, Vvv], true: "shift right", "`a >> b` with zeros. All 32 bits of `b` count: from 32 on the result is 0.";
    "shl_i32" Integer(I::ShiftLeft), 11, [Sss, Vvs, Vvv], true: "shift left", "`a << b`. All 32 bits of `b` count: from 32 on the result is 0.";
    "clz_i32" Unary(U::LeadingZeros), 12, [Ss, Vv], true: "leading zeros", "The zeros before the highest bit; 32 for 0.";
    "ctz_i32" Unary(U::TrailingZeros), 13, [Ss, Vv], true: "trailing zeros", "The zeros after the lowest bit; 32 for 0.";
    "sext8_i32" Unary(U::Extend8), 43, [Ss, Vv], true: "sign of 8 bits", "The low 8 bits as a signed number.";
    "sext16_i32" Unary(U::Extend16), 44, [Ss, Vv], true: "sign of 16 bits", "The low 16 bits as a signed number.";
    "itof_i32" Unary(U::ToFloat), 48, [Ss, Vv], true: "integer to float", "A signed integer as a float, to nearest even.";
    "ftoi_i32" Unary(U::ToInteger), 49, [Ss, Vv], true: "float to integer", "A float as a signed integer, toward zero. What does not fit is the nearest integer that does, and a NaN is 0: this is our choice.";
    "cmpeq_i32" Compare(C::Signed(Rel::Equal)), 14, [Sss, Svs, Svv], false: "compare, equal", "1 if `a == b`, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpne_i32" Compare(C::Signed(Rel::Unequal)), 15, [Sss, Svs, Svv], false: "compare, not equal", "1 if `a != b`, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpgt_i32" Compare(C::Signed(Rel::Greater)), 16, [Sss, Svs, Svv], false: "compare, greater", "1 if `a > b`, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpge_i32" Compare(C::Signed(Rel::GreaterOrEqual)), 17, [Sss, Svs, Svv], false: "compare, greater or equal", "1 if `a >= b`, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmplt_i32" Compare(C::Signed(Rel::Less)), 18, [Sss, Svs, Svv], false: "compare, less", "1 if `a < b`, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmple_i32" Compare(C::Signed(Rel::LessOrEqual)), 19, [Sss, Svs, Svv], false: "compare, less or equal", "1 if `a <= b`, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpugt_i32" Compare(C::Unsigned(Rel::Greater)), 20, [Sss, Svs, Svv], false: "compare, greater as unsigned numbers", "1 if `a > b` as unsigned numbers, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpuge_i32" Compare(C::Unsigned(Rel::GreaterOrEqual)), 21, [Sss, Svs, Svv], false: "compare, greater or equal as unsigned numbers", "1 if `a >= b` as unsigned numbers, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpult_i32" Compare(C::Unsigned(Rel::Less)), 22, [Sss, Svs, Svv], false: "compare, less as unsigned numbers", "1 if `a < b` as unsigned numbers, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpule_i32" Compare(C::Unsigned(Rel::LessOrEqual)), 23, [Sss, Svs, Svv], false: "compare, less or equal as unsigned numbers", "1 if `a <= b` as unsigned numbers, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "fadd_f32" Float(F::Add), 33, [Sss, Vvs, Vvv], true: "float sum", "`d = a + b`, to nearest even.";
    "fsub_f32" Float(F::Subtract), 34, [Sss, Vvs, Vvv], true: "float difference", "`d = a - b`, to nearest even.";
    "fmul_f32" Float(F::Multiply), 35, [Sss, Vvs, Vvv], true: "float product", "`d = a * b`, to nearest even.";
    "fdiv_f32" Float(F::Divide), 36, [Sss, Vvs, Vvv], true: "float quotient", "`d = a / b`, to nearest even.";
    "cmpfeq_f32" CompareFloat(Rel::Equal), 37, [Sss, Svs, Svv], false: "compare floats, equal", "1 if `a == b` as floats, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpfne_f32" CompareFloat(Rel::Unequal), 38, [Sss, Svs, Svv], false: "compare floats, not equal", "1 if `a != b` as floats, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpfgt_f32" CompareFloat(Rel::Greater), 39, [Sss, Svs, Svv], false: "compare floats, greater", "1 if `a > b` as floats, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpfge_f32" CompareFloat(Rel::GreaterOrEqual), 40, [Sss, Svs, Svv], false: "compare floats, greater or equal", "1 if `a >= b` as floats, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpflt_f32" CompareFloat(Rel::Less), 41, [Sss, Svs, Svv], false: "compare floats, less", "1 if `a < b` as floats, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "cmpfle_f32" CompareFloat(Rel::LessOrEqual), 42, [Sss, Svs, Svv], false: "compare floats, less or equal", "1 if `a <= b` as floats, else 0. Of vectors, bit i of the scalar result is that of lane i.";
    "shuffle_i32" Shuffle, 24, [Vvv], false: "shuffle", "`d[i] = a[b[i]]`. A lane outside of 0 to 15 is undefined.";
    "getlane_i32" GetLane, 25, [Svs], false: "one lane", "`d = a[b]`. A lane outside of 0 to 15 is undefined.";
    "crp" CrossProduct, 63, [Vvv], false: "cross product", "An instruction of the assembler that the hardware's source does not have.";
    "move_i32" Move, 32, [Ss, Vs, Vv], false: "copy", "`d = a`. A scalar fills every lane of a vector.";
    "crt_mask_i32" CreateMask, 50, [Sv], false: "mask from lanes", "Bit i of the result is bit 0 of lane i.";
    "read_mr" ReadMask, 32, [FromMask], false: "read the mask", "`move_i32 d, rm`.";
    "write_mr" WriteMask, 32, [ToMask], false: "write the mask", "`move_i32 rm, a`. Bit i of `rm` enables writes to lane i.";
    "ori" Integer(I::Or), 1, [SsImmediate, VvImmediate], true: "or with a number", "`d = a | imm`.";
    "andi" Integer(I::And), 2, [SsImmediate, VvImmediate], true: "and with a number", "`d = a & imm`.";
    "xori" Integer(I::Xor), 3, [SsImmediate, VvImmediate], true: "exclusive or with a number", "`d = a ^ imm`.";
    "addi" Integer(I::Add), 4, [SsImmediate, VvImmediate], true: "sum with a number", "`d = a + imm`. It wraps around at 32 bits.";
    "subi" Integer(I::Subtract), 5, [SsImmediate, VvImmediate], true: "difference with a number", "`d = a - imm`. It wraps around at 32 bits.";
    "mulli" Integer(I::Multiply), 6, [SsImmediate, VvImmediate], true: "product with a number, low half", "The low 32 bits of `a * imm`.";
    "mulhsi" Integer(I::MultiplyHigh), 7, [SsImmediate, VvImmediate], true: "signed product with a number, high half", "The high 32 bits of `a * imm` as signed numbers.";
    "mulhui" Integer(I::MultiplyHighUnsigned), 8, [SsImmediate, VvImmediate], true: "unsigned product with a number, high half", "The high 32 bits of `a * imm` as unsigned numbers; the number is extended with its sign first.";
    "ashri" Integer(I::ShiftRightSigned), 9, [SsImmediate, VvImmediate], true: "shift right with the sign by a number", "`a` as a signed number of 64 bits is shifted right. A negative number is a huge amount.";
    "shri" Integer(I::ShiftRight), 10, [SsImmediate, VvImmediate], true: "shift right by a number", "`a >> imm` with zeros. A negative number is a huge amount.";
    "shli" Integer(I::ShiftLeft), 11, [SsImmediate, VvImmediate], true: "shift left by a number", "`a << imm`. A negative number is a huge amount.";
    "cmpeqi" Compare(C::Signed(Rel::Equal)), 14, [SsImmediate, SvImmediate], false: "compare with a number, equal", "1 if `a == imm`, else 0. Of a vector, bit i of the scalar result is that of lane i.";
    "cmpnei" Compare(C::Signed(Rel::Unequal)), 15, [SsImmediate, SvImmediate], false: "compare with a number, not equal", "1 if `a != imm`, else 0. Of a vector, bit i of the scalar result is that of lane i.";
    "cmpgti" Compare(C::Signed(Rel::Greater)), 16, [SsImmediate, SvImmediate], false: "compare with a number, greater", "1 if `a > imm`, else 0. Of a vector, bit i of the scalar result is that of lane i.";
    "cmpgei" Compare(C::Signed(Rel::GreaterOrEqual)), 17, [SsImmediate, SvImmediate], false: "compare with a number, greater or equal", "1 if `a >= imm`, else 0. Of a vector, bit i of the scalar result is that of lane i.";
    "cmplti" Compare(C::Signed(Rel::Less)), 18, [SsImmediate, SvImmediate], false: "compare with a number, less", "1 if `a < imm`, else 0. Of a vector, bit i of the scalar result is that of lane i.";
    "cmplei" Compare(C::Signed(Rel::LessOrEqual)), 19, [SsImmediate, SvImmediate], false: "compare with a number, less or equal", "1 if `a <= imm`, else 0. Of a vector, bit i of the scalar result is that of lane i.";
    "cmpugti" Compare(C::Unsigned(Rel::Greater)), 20, [SsImmediate, SvImmediate], false: "compare with a number, greater as unsigned numbers", "1 if `a > imm` as unsigned numbers, else 0. Of a vector, bit i of the scalar result is that of lane i.";
    "cmpugei" Compare(C::Unsigned(Rel::GreaterOrEqual)), 21, [SsImmediate, SvImmediate], false: "compare with a number, greater or equal as unsigned numbers", "1 if `a >= imm` as unsigned numbers, else 0. Of a vector, bit i of the scalar result is that of lane i.";
    "cmpulti" Compare(C::Unsigned(Rel::Less)), 22, [SsImmediate, SvImmediate], false: "compare with a number, less as unsigned numbers", "1 if `a < imm` as unsigned numbers, else 0. Of a vector, bit i of the scalar result is that of lane i.";
    "cmpulei" Compare(C::Unsigned(Rel::LessOrEqual)), 23, [SsImmediate, SvImmediate], false: "compare with a number, less or equal as unsigned numbers", "1 if `a <= imm` as unsigned numbers, else 0. Of a vector, bit i of the scalar result is that of lane i.";
    "getlanei" GetLane, 25, [SvImmediate], false: "one lane by its number", "`d = a[imm]`. A lane outside of 0 to 15 is undefined.";
    "moveil" Constant(Half::Low), 0, [SImmediate, VImmediate], true: "number to the low half", "The low 16 bits become the number, the high ones stay.";
    "moveih" Constant(Half::High), 1, [SImmediate, VImmediate], true: "number to the high half", "The high 16 bits become the number, the low ones stay.";
    "movei" Constant(Half::Zero), 2, [SImmediate, VImmediate], true: "number with zeros", "The low 16 bits become the number, the high ones 0.";
    "barrier" Barrier, 0, [ControlTwo], false: "barrier", "Waits until as many threads as the second register says are at the barrier with the number in the first, which is greater than 0.";
    "barrier_thread" BarrierThread, 1, [ControlTwo], false: "barrier of threads", "The barrier of the threads of one core. The hardware's source has it, the public assembler has no mnemonic.";
    "flush" Flush, 2, [ControlOne], false: "flush a line", "Writes the cache line of an address to main memory.";
    "read_cr" ReadControl, 3, [ControlTwo], false: "read a control register", "`d` becomes the control register whose number is in `a`.";
    "write_cr" WriteControl, 4, [ControlTwo], false: "write a control register", "The control register whose number is in the second register becomes the value in the first.";
    "dcache_inv" Invalidate, 5, [ControlOne], false: "drop a line", "Drops the line of an address from the first data cache. The hardware's source has it, the public assembler has no mnemonic.";
    "jmp" Jump, 0, [Offset, Register], false: "jump", "Goes to a label, or to the address in a register.";
    "jmpsr" Call, 1, [Offset, Register], false: "call", "Goes to a label, or to the address in a register, and `ra` becomes the address after the instruction.";
    "jret" Return, 3, [Plain], false: "return", "Goes to the address in `ra`.";
    "beqz" Branch { at_zero: true }, 5, [Conditional], false: "branch if zero", "Goes to a label if the register is 0.";
    "bnez" Branch { at_zero: false }, 6, [Conditional], false: "branch if not zero", "Goes to a label if the register is not 0.";
    "load32_s8" Load(element(1, true)), 0, [ScalarMemory], false: "load a byte with its sign", "One byte, extended with its sign.";
    "load32_s16" Load(element(2, true)), 1, [ScalarMemory], false: "load a half word with its sign", "Two bytes, extended with their sign.";
    "load32" Load(element(4, true)), 2, [ScalarMemory], false: "load a word", "Four bytes.";
    "load32_u8" Load(element(1, false)), 4, [ScalarMemory], false: "load a byte", "One byte, extended with zeros.";
    "load32_u16" Load(element(2, false)), 5, [ScalarMemory], false: "load a half word", "Two bytes, extended with zeros.";
    "load_v16i8" Load(element(1, true)), 7, [VectorMemory], true: "load 16 bytes with their signs", "Each lane is one byte, extended with its sign.";
    "load_v16i16" Load(element(2, true)), 8, [VectorMemory], true: "load 16 half words with their signs", "Each lane is two bytes, extended with their sign.";
    "load_v16i32" Load(element(4, true)), 9, [VectorMemory], true: "load 16 words", "Each lane is four bytes.";
    "load_v16u8" Load(element(1, false)), 11, [VectorMemory], true: "load 16 bytes", "Each lane is one byte, extended with zeros.";
    "load_v16u16" Load(element(2, false)), 12, [VectorMemory], true: "load 16 half words", "Each lane is two bytes, extended with zeros.";
    "loadg32" Gather, 16, [LaneMemory], true: "gather words", "`d[i] = [base[i] + offset]` in the scratchpad. The specification has it; the hardware's source does not do it.";
    "store32_8" Store(element(1, false)), 32, [ScalarMemory], false: "store a byte", "The low byte.";
    "store32_16" Store(element(2, false)), 33, [ScalarMemory], false: "store a half word", "The low two bytes.";
    "store32" Store(element(4, false)), 34, [ScalarMemory], false: "store a word", "All four bytes.";
    "store_v16i8" Store(element(1, false)), 36, [VectorMemory], true: "store 16 bytes", "The low byte of each lane. The specification prints opcode 32; the assembler and the hardware's source have 36.";
    "store_v16i16" Store(element(2, false)), 37, [VectorMemory], true: "store 16 half words", "The low two bytes of each lane. The specification prints opcode 33; the assembler and the hardware's source have 37.";
    "store_v16i32" Store(element(4, false)), 38, [VectorMemory], true: "store 16 words", "All four bytes of each lane. The specification prints opcode 34; the assembler and the hardware's source have 38.";
    "stores32" Scatter, 42, [LaneMemory], true: "scatter words", "`[base[i] + offset] = d[i]` in the scratchpad. The specification has it; the hardware's source does not do it.";
    "leah" Constant(Half::High), 1, [SSymbol], false: "high half of an address", "`moveih` with the high 16 bits of an address.";
    "leal" Constant(Half::Low), 0, [SSymbol], false: "low half of an address", "`moveil` with the low 16 bits of an address.";
    "lea" Address, 1, [SAddress], false: "address", "Two instructions: `leah` and `leal` with the same label.";
    "_lea" Integer(I::Add), 4, [SsAddress], false: "address together with a base", "`addi d, base, offset`, as the public compiler writes it. The public assembler makes `pc` of the base if the offset is negative.";
    "nop" Nothing, 0, [Fixed], false: "nothing", "Does nothing.";
}
