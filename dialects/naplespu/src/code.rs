//! The table of codes. The digits name the part: 01 text, 02 mnemonics, 03 operands, 04 labels, 05 values along the code, 06 what
//! assembler and hardware do otherwise than it seems.

mnc2_text::codes! {
    /// A code of a finding in NaplesPU assembly.
    pub enum Code, not_utf8 NotUtf8,
        page "https://github.com/mnc2/mnc2/blob/main/docs/languages/naplespu.md#{id}";
    NotUtf8 NP0101 Warning "Instructions Format" "file that is not UTF-8", "bytes that are not UTF-8 are read as unknown characters: save the file as UTF-8";
    LongLine NP0102 Error "Instructions Format" "line too long to be read", "a line of more than 16384 bytes is not read";
    UnknownInstruction NP0201 Error "Instructions Format" "unknown instruction", "every statement begins with a mnemonic, a directive or a macro";
    OtherSpelling NP0202 Error "Instructions Format" "spelling of the specification", "the assembler has other names for some instructions than the specification, and takes no others";
    NotAssembled NP0203 Error "Data Types" "instruction that the assembler lacks", "values of 64 bits and vectors of 8 lanes are in the specification, not in the assembler";
    UnknownDirective NP0204 Error "Instructions Format" "unknown directive", "the assembler has the generic directives of LLVM and none of its own";
    Expansion NP0205 Error "Instructions Format" "macro that cannot be written out", "macros and repetitions make at most 131072 statements and are at most 20 deep, and a macro gets no more arguments than it has parameters";
    OperandCount NP0301 Error "Instructions Format" "wrong number of operands", "each instruction has a fixed number of operands";
    OperandKind NP0302 Error "R type instructions" "wrong class of operand", "whether each operand is a scalar, a vector, a number or an address chooses the encoding";
    UnknownRegister NP0303 Error "Register File" "no such register", "the scalar registers are s0 to s57, tr, rm, fp, sp, ra and pc, the vector registers v0 to v63";
    MemoryOperand NP0304 Error "M type instructions" "malformed memory operand", "an address is a number before a register in parentheses, or a label";
    Immediate NP0305 Error "I type instructions" "number that does not fit 9 bits", "a number of an instruction of type I or M is from -256 to 255; the assembler cuts it silently";
    Immediate16 NP0306 Error "MOVEI type instructions" "number that does not fit 16 bits", "a number of moveil, moveih and movei is from -32768 to 65535; the assembler cuts it silently";
    BranchReach NP0307 Error "J type instructions" "branch that does not reach", "a branch reaches 131072 bytes back and 131068 forward; the assembler cuts the distance silently";
    BranchAlignment NP0308 Error "J type instructions" "branch into an instruction", "instructions begin at multiples of 4 bytes";
    RelativeReach NP0309 Error "M type instructions" "label too far for a memory operand", "a label in the place of an address is a distance of 9 bits from the instruction";
    BaseClass NP0310 Warning "M type instructions" "base of the wrong class", "only gather and scatter have a vector as base, and the assembler does not check it";
    Parentheses NP0311 Error "M type instructions" "register without parentheses as an address", "a plain name in the place of an address is a label to the assembler, regardless of its meaning elsewhere";
    OutsideScratchpad NP0312 Error "M type instructions" "gather or scatter outside of the scratchpad", "gather and scatter access the scratchpad alone";
    UndefinedLabel NP0401 Hint "J type instructions" "label that is not defined here", "a label without a definition is left to the linker";
    DuplicateLabel NP0402 Error "J type instructions" "label defined twice", "each label has one place";
    NoLocalLabel NP0403 Error "J type instructions" "no such numeric label", "1b is the last label 1 before, 1f the next one after";
    LabelOfRegister NP0404 Warning "Register File" "label with the name of a register", "in an operand that can be a register, the name means the register";
    UndefinedSymbol NP0405 Error "J type instructions" "symbol that no file defines", "a program of several files defines every name that one of them uses";
    DuplicateSymbol NP0406 Error "J type instructions" "symbol of several files", "a name that `.globl` has is defined in one file of a program";
    LinkedFile NP0407 Error "J type instructions" "file of the program that cannot be read", "the option `link` names the other files of a program";
    MaskUnset NP0501 Warning "R type instructions" "vector code while the mask is 0", "every instruction with a vector writes the lanes whose bit of rm is 1, and rm is 0 after the reset";
    MaskOrder NP0502 Warning "MOVEI type instructions" "mask cleared by its high half", "the hardware's mask takes the low 16 bits of the last write to rm: write the high half first";
    LoneHalf NP0503 Warning "MOVEI type instructions" "half of a register that nothing else sets", "moveil and moveih keep the other half of the register";
    ReadOnlyControl NP0504 Warning "Register File" "write to a read-only control register", "a program can write THREAD_STATUS, ARGC, ARGV, UNCOHERENCE_MAP and the debug registers";
    UnknownControl NP0505 Warning "Register File" "no such control register", "the control registers have the numbers 0 to 20, and the debug registers those up to 35";
    BarrierZero NP0506 Warning "C type instructions" "barrier with the number 0", "the number of a barrier is greater than 0";
    BarrierCount NP0507 Warning "C type instructions" "barrier that no thread passes", "a barrier waits until as many threads as its second register says are there";
    ShiftAmount NP0508 Warning "R type instructions" "shift by more than 31", "all 32 bits of the amount are significant: from 32 on shl and shr give 0, and ashr leaves only bits of the sign, from 64 on 0";
    Misaligned NP0509 Warning "M type instructions" "misaligned address", "an address is a multiple of the size of what is accessed; of all 16 lanes in main memory";
    CounterWrite NP0510 Warning "Register File" "write to pc", "an instruction of type R that writes pc is a jump; one of another type does nothing by it";
    LaneOutside NP0511 Warning "R type instructions" "no such lane", "a vector has lanes 0 to 15";
    MaskByVector NP0512 Warning "Register File" "write to v59", "the hardware takes a write to v59 for one to rm, which has the same number";
    ScratchpadEnd NP0513 Warning "M type instructions" "address outside the scratchpad", "the scratchpad has 65536 bytes";
    MaskSuffix NP0601 Hint "R type instructions" "`.m` has no effect of its own", "the hardware masks every instruction with a vector by rm, with and without .m";
    NotImplemented NP0602 Warning "R type instructions" "instruction that the hardware's source lacks", "gather, scatter and crp are in the assembler, and the hardware's source does not do them";
    CallByRegister NP0603 Hint "J type instructions" "call through a register", "the hardware's source sets ra to the target and 4, not to the address after the instruction";
    ScratchpadLanes NP0604 Hint "M type instructions" "lanes of the scratchpad are words", "in the scratchpad each lane is 4 bytes after the lane before it, regardless of the size of its element";
    NoMnemonic NP0605 Warning "C type instructions" "mnemonic that the public assembler lacks", "dcache_inv and barrier_thread are in the hardware's source, and the public assembler has no mnemonic for them";
}
