//! The table of codes. The digits name the part: 01 text, 02 mnemonics, 03 operands, 04 what the specification reserves, 05 the
//! matrix size and memory.

mnc2_text::codes! {
    /// A code of a finding in assembly with the matrix extension.
    pub enum Code, not_utf8 NotUtf8,
        page "https://github.com/mnc2/mnc2/blob/main/docs/languages/rvmatrix.md#{id}";
    NotUtf8 RV0101 Warning "Instructions" "file that is not UTF-8", "bytes that are not UTF-8 are read as unknown characters: save the file as UTF-8";
    LongLine RV0102 Error "Instructions" "line too long to be read", "a line of more than 16384 bytes is not read";
    UnknownInstruction RV0201 Error "Instruction Format" "unknown matrix instruction", "the extension has no instruction with this suffix";
    OldSpelling RV0202 Error "Instruction List" "spelling that only the proposal's text has", "the assembler takes the spelling of the encoding table, not the spelling of the proposal's examples";
    LaterVersion RV0203 Warning "Instruction List" "instruction of a later version", "later versions of the proposal have other instructions and other encodings";
    Expansion RV0204 Error "Instruction Format" "macro that cannot be written out", "macros and repetitions make at most 131072 statements and are at most 100 deep, and a macro gets no more arguments than it has parameters";
    MaybeUnknown RV0205 Hint "Instruction Format" "matrix register outside the extension", "no base instruction has an operand m0 to m7; what other files define is not known";
    OtherVersion RV0206 Warning "Instruction List" "word of another version", "each version of the proposal has instructions and control registers of its own, and other fields for the same mnemonics";
    Undecided RV0207 Error "Instruction List" "instruction without a word", "where the documents of version 0.6 contradict each other about the word of an instruction, and nothing decides, it cannot be encoded";
    OperandCount RV0301 Error "Instruction Format" "wrong number of operands", "each instruction has a fixed number of operands";
    OperandKind RV0302 Error "Instruction Format" "wrong kind of operand", "each operand is a register or a number, as the instruction requires";
    MatrixRegister RV0303 Error "Matrix Registers" "no such matrix register", "the matrix registers are m0 to m7";
    ScalarRegister RV0304 Error "Integer Pointwise Arithmetic Instructions" "integer register outside x8 to x15", "a scalar, and a row in brackets, is one of x8 to x15, because its field has 3 bits";
    RowImmediate RV0305 Error "Instruction Format" "row that does not fit its field", "a row is a number from 0 to 7, because its field has 3 bits; in version 0.6, 7 is another instruction where elements are computed";
    SizeImmediate RV0306 Error "Configuration Instructions" "size that does not fit its field", "an immediate size is a number from 0 to 127, because its field has 7 bits; in version 0.6 it has 10 bits";
    Offset RV0307 Error "Matrix Load/Store Instructions" "offset before the address", "matrix loads and stores have no offset: the address is in the register";
    ReadOnlyRegister RV0308 Error "Programmer's Model" "write to a read-only register", "a control and status register with a number from 0xc00 cannot be written";
    Overlap RV0401 Warning "Matrix Register Overlap" "destination overlaps a source", "a matrix multiplication must not write a register that it reads as A or B";
    GroupAlignment RV0402 Warning "Matrix Load/Store Instructions" "first register of a group", "the first register of a group has a number that is a multiple of how many they are";
    OddPair RV0403 Warning "Matrix Multiplication Instructions" "odd first register of a pair", "a pair of registers begins with an even one";
    RowOutside RV0404 Warning "Integer Pointwise Arithmetic Instructions" "row outside the register", "a matrix register has MLEN/32 rows";
    ReservedConfiguration RV0405 Warning "Configuration Instructions" "reserved configuration", "an immediate cannot set all three sizes";
    MissingFeature RV0406 Warning "Matrix ISA" "instruction that the machine lacks", "the instruction is illegal if its bit of xmisa is 0";
    SizeLimit RV0501 Warning "Matrix Size Configure" "size outside the register", "sizeM and sizeN are at least 1 and at most MLEN/32, sizeK at least 1 and at most MLEN/8; in version 0.6 sizes count elements, and are 0 or more";
    NoConfiguration RV0502 Warning "Matrix Size Configure" "matrix size that nothing sets", "the matrix size has to be set before an instruction that depends on it";
    PartialElement RV0503 Info "Matrix Size Configure" "size with a part of an element", "sizeK counts bytes; an incomplete element at the end takes no part";
    RowsOverlap RV0504 Hint "Matrix Load/Store Instructions" "rows of a store overlap", "a stride smaller than a row lets each row overwrite a part of the one before";
}
