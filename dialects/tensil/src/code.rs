//! The table of codes. The digits name the part: 01 text, 02 mnemonics and flags, 03 operands, 04 ranges of the
//! architecture, 05 the SIMD unit, 06 combinations of instructions, 07 models.

mnc2_text::codes! {
    /// A code of a finding in a listing.
    pub enum Code, not_utf8 NotUtf8,
        page "https://github.com/mnc2/mnc2/blob/main/docs/languages/tensil.md#{id}";
    NotUtf8 TE0101 Warning "Instruction set" "file that is not UTF-8", "bytes that are not UTF-8 are read as unknown characters: save the file as UTF-8";
    LongLine TE0102 Error "Instruction set" "line too long to be read", "a line with more than 16384 bytes before its comment is not read";
    Shape TE0103 Error "Instruction set" "line that is not an instruction", "a line is an instruction with its operands, a comment, or empty";
    UnknownInstruction TE0201 Error "Instruction set" "unknown instruction", "the instructions are NoOp, MatMul, DataMove, LoadWeights, SIMD, LoadLUT and Configure";
    OtherEncoding TE0202 Error "Instruction set" "instruction that the encoding lacks", "the specification and the compiler encode different instructions: choose the version";
    Flags TE0203 Error "Instruction set" "flags that the instruction does not have", "each instruction has its own flags in parentheses";
    DocumentedOnly TE0204 Warning "Instruction set" "instruction that only the specification has", "neither the hardware nor the compiler knows lookup tables";
    Number TE0205 Hint "Instruction set" "number that is not the instruction's", "the number in brackets counts instructions from 0";
    Thread TE0206 Error "Instruction set" "thread that the machine lacks", "threads are counted from 0";
    OldSpelling TE0207 Hint "Instruction set" "older spelling", "listings write LoadWeights, DRAM0 and DRAM1 since the compiler has them";
    OperandCount TE0301 Error "Instruction set" "wrong number of operands", "each instruction has its own operands";
    OperandKind TE0302 Error "Instruction set" "wrong kind of operand", "each operand is a memory, a number or an operation, as the instruction requires";
    Stride TE0303 Error "Instruction set" "stride that does not fit its field", "a stride is 2^n with n below the depth of strides";
    Reserved TE0304 Error "Instruction set" "reserved data flow", "only sums in accumulators have a data flow";
    ConfigureRegister TE0305 Error "Instruction set" "no such configuration register", "the register is one of those that the hardware has, in 4 bits";
    UnusedRegister TE0306 Warning "Instruction set" "configuration register that is unused", "the hardware has no register with this number";
    AddressRange TE0401 Error "Instruction set" "address outside the memory", "an address is below the depth of its memory";
    EndRange TE0402 Error "Instruction set" "vectors outside the memory", "the last vector of an access is inside its memory";
    Size TE0403 Error "Instruction set" "size that does not fit", "a size is below the depths of both memories";
    TooManyWeights TE0404 Warning "Instruction set" "more weights than the array has", "the array has one row of weights for each scalar of a vector, and the bias row";
    Operation TE0501 Error "SIMD sub-instructions" "unknown operation", "the SIMD unit has 16 operations";
    Sources TE0502 Error "SIMD sub-instructions" "wrong number of sources", "an operation has one source or two";
    SimdRegister TE0503 Error "SIMD sub-instructions" "no such SIMD register", "registers are counted from 1";
    InputNotRead TE0504 Error "SIMD sub-instructions" "input that is not read", "the input I is there only if the flag R reads an accumulator";
    InputNotUsed TE0505 Error "SIMD sub-instructions" "input that is not used", "the hardware refuses to read an accumulator that no source uses";
    MissingAccumulator TE0506 Error "SIMD sub-instructions" "flag without its accumulator", "the flag W needs WAcc and the flag R needs RAcc";
    AccumulatorWithoutFlag TE0507 Warning "SIMD sub-instructions" "accumulator without its flag", "WAcc without the flag W is not written, RAcc without the flag R is not read";
    AccumulateAlone TE0508 Error "SIMD sub-instructions" "accumulate without a write", "the flag A adds what the flag W writes";
    UnwrittenRegister TE0509 Warning "SIMD sub-instructions" "unused register", "a register holds zeros until an instruction writes it";
    NothingComputed TE0510 Hint "SIMD sub-instructions" "operation without an effect", "a result that goes neither to a register nor to an accumulator is lost";
    ReadTooEarly TE0601 Hint "Instruction set" "accumulator read soon after it is written", "wait at least 2 instructions after a SIMD write before a DataMove reads accumulators";
    NoWeights TE0602 Warning "Instruction set" "multiplication before weights are loaded", "the weights are zeros until LoadWeights loads some";
    FewWeights TE0603 Hint "Instruction set" "fewer weights than the array has rows", "what a load does not push out stays from the load before";
    WeightsOrder TE0604 Hint "Instruction set" "weights that are loaded row by row upward", "weights are pushed in reverse order: the row that is loaded last is row 0, the bias row";
    Repeated TE0605 Hint "Instruction set" "instruction twice in a row", "the second of two equal moves does nothing new";
    NeverStored TE0606 Hint "Instruction set" "results that no DRAM receives", "what stays on the chip is not visible to the host";
    ModelShape TE0701 Error "" "file that is not JSON", "a `.tmodel` file is an object of JSON";
    ModelField TE0702 Error "" "field of a model that cannot be used", "a model has the fields that the compiler writes";
    ModelUnknown TE0703 Warning "" "field that models lack", "the Python driver refuses fields that it does not know";
    ModelFile TE0704 Error "" "file of a model that cannot be read", "the program and the constants are files in the folder of the model";
    ModelSize TE0705 Error "" "size that a file does not have", "the model states the bytes of its program and the vectors of its constants";
    ModelRange TE0706 Error "" "vectors outside the memory", "inputs and outputs are in DRAM0, constants in DRAM1 and, with `load_consts_to_local`, in the local memory";
    ModelOverlap TE0707 Warning "" "vectors of two entries", "two inputs, two outputs or two files of constants have no vector in common";
    ModelProgram TE0708 Error "" "program with errors", "a model runs only if its program has no error";
}
