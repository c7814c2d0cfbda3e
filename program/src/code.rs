//! The table of diagnostic codes: stable id, severity, manual section, title.
//!
//! `E` codes are errors that the assembler would give, `W` codes are everything else. A row marked `optional` is
//! reported only if a profile or a setting states so ([`crate::rules`]). The second and third character name the part of
//! the language: 01 text, 02 opcodes, 03 operands, 04 masks, 05 debug and host statements, 06 MV, 07 L1BM, 08 whole
//! steps, 09 expressions that share a step, 10 distances between steps, 11 values and their sources, 12 directives for a
//! linker. Ids are never reused. Each code has a page `docs/diagnostics/<id>.md`.

use mnc2_text::Selector;

impl Code {
    /// The ids of all codes.
    pub fn ids() -> impl Iterator<Item = &'static str> + Clone {
        Self::ALL.iter().map(|code| code.id())
    }

    /// The codes of a program that a selector names.
    pub fn selected_by(selector: Selector) -> impl Iterator<Item = Self> {
        let all = Self::ALL.iter().copied();
        all.filter(move |code| selector.selects(*code))
    }
}

mnc2_text::codes! {
    /// The code of a diagnostic: stable, with a page of its own.
    pub enum Code, not_utf8 NotUtf8,
        page "https://github.com/mnc2/mnc2/blob/main/docs/diagnostics/{ID}.md";
    UnreadableStatement E0101 Error "3.1" "text that is not a statement",
        "a line holds one statement: `quit`, `d get`, `d set`, `mask`, a host statement, an MV instruction or expressions separated by `;`";
    FullWidthCharacter E0102 Error "3.1" "character outside a comment that is not ASCII",
        "outside comments, only ASCII characters are allowed; a comment begins with `#`";
    NotUtf8 W0103 Warning "3.1" "file that is not UTF-8",
        "bytes that are not UTF-8 are read as unknown characters: save the file as UTF-8";
    NumberTooLarge E0104 Error "3.2.1" "number that is too large or malformed",
        "a natural number is decimal, or hexadecimal after `0x`, octal after `0o`, binary after `0b`";
    SilencingUnclear W0105 Warning "3.1" "silencing comment that is not understood",
        "`# mnc2: allow(E1010)` silences its line or the next statement; `# mnc2: allow-file(E1010)` before the first statement silences the whole file";
    SilencingUnneeded W0106 Hint optional "3.1" "silencing comment that silences nothing",
        "a silencing comment without a reason also hides the next error";
    AssertionUnclear W0107 Warning "3.1" "assertion that is not understood",
        "`#! assert $lr0 == 0` holds after its line, `#! log $lr0,f` shows a value, `#! budget 120` limits the steps of its section";
    BudgetExceeded W0108 Warning "3.1" "section with more steps than its budget",
        "`#! budget 120` limits how many steps the section around it may have, or without a section the program";
    CountZero W0109 Warning "3.1" "count of zero",
        "a statement with the count 0 has no effect";
    UnknownOpcode E0201 Error "3.6" "unknown opcode",
        "`mnc2 explain --list` lists every opcode";
    OptionNotAllowed E0202 Error "3.6" "option that the opcode does not take",
        "an opcode takes only the `/`, `@` and `+n` that its syntax shows";
    OptionMissing E0203 Error "3.6" "missing part of an opcode",
        "this part of the opcode is required";
    MantissaLength E0204 Error "3.6.12.12" "mantissa length out of range",
        "a half-precision block float keeps 6 to 9 bits of mantissa";
    TargetOutOfRange E0205 Error "3.6.7.1" "L1B or MAB number out of range",
        "an L2B holds L1Bs 0 to 7, an L1B holds MABs 0 to 15, and 4x4 transfers choose among 0 to 3";
    L1bSetNotExpressible E0206 Error "3.6.7.1" "list of L1Bs that cannot be selected together",
        "an L1B set is an L1B number with a mask of bits to ignore";
    MulticastToNone E0207 Error "3.6.7.9" "multicast from every L1B",
        "a multicast sends from the L1Bs of its set to the others";
    RotationOutOfRange E0208 Error "3.6.8.20" "MAB rotation out of range",
        "MABs can be rotated by 0 to 15 places in either direction";
    UnknownOperand E0301 Error "3.6.1" "unknown operand",
        "an operand begins with `$`, or is an immediate value or a tag";
    OperandCount E0302 Error "3.6" "wrong number of operands",
        "the opcode decides how many inputs come before the outputs";
    OperandNotAllowed E0303 Error "3.6.1" "operand that is not possible here",
        "each position of an instruction takes certain kinds of operands";
    AddressOutOfRange E0304 Error "3.6.1" "address beyond the memory",
        "addresses count from 0, so the size of the memory is already out of range";
    MisalignedAddress E0305 Error "3.6.1" "misaligned address",
        "an address is a multiple of what one access moves";
    MisalignedStride E0306 Error "3.6.1" "misaligned stride",
        "a stride counts single words and is a multiple of what one access moves";
    WidthNotAllowed E0307 Error "3.6.1" "access word length that the memory does not have",
        "no letter, `l` or `ll` after `$` means a single word, a long word or 2 long words; not every memory has all three";
    FlatListLength E0308 Error "3.6.1" "flat list without four addresses",
        "in flat mode each of the four cycles has its own address";
    FlatListInAutoStride E0309 Error "1.2" "flat list in auto-stride mode",
        "a program in auto-stride mode has no flat lists, not even those that a stride could express";
    IndirectNotAllowed E0310 Error "3.6.1" "indirection that the memory does not have",
        "only LM0 is addressed through the T-register, and only DRAM through the DAR";
    IndirectWithModification E0311 Error "3.6.1.6" "T-register indirection together with j",
        "an operand has at most one of the two ways to modify its address";
    ModificationNotAllowed E0312 Error "3.6.1" "address modification `j` that is not possible here",
        "`j<n>` moves the address on by one access on the PEs with numbers up to n";
    SignNotAllowed E0313 Error "3.6.9.22" "sign inversion that is not possible here",
        "only inputs of the MAU and of mwrite can have `-`, and not the matrix";
    ConversionNotAllowed E0314 Error "3.6.9.23" "precision conversion that is not possible here",
        "`e` and `r` can be used with inputs that read ordinary numbers of the next higher or lower precision";
    NoWriteWithOthers E0315 Error "3.6.1.19" "$nowrite together with another destination",
        "`$nowrite` means that only forwarding gets the result";
    FirstInputOnly E0316 Error "3.6.1.18" "operand that only the first input of the ALU can read",
        "constants and `$mreadf` reach only the first input of the ALU";
    DestinationTwice E0317 Error "3.6.8.6" "memory named twice as a destination",
        "an expression can write several memories, but each of them only once";
    DestinationTooShort E0318 Error "3.6.8.3" "destination shorter than 2 long words",
        "a transfer of 2 long words for each PE needs destinations of 2 long words";
    MatrixWidth E0319 Error "3.6.1.14" "wrong access word length of a matrix register operand",
        "only half precision can access two rows of the matrix register in one step";
    LiteralMalformed E0320 Error "3.2.2" "immediate value that is not a number",
        "the text between the quotes is a number";
    LiteralOutOfRange E0321 Error "3.2.2" "immediate value out of range",
        "an immediate value must fit its type";
    LiteralType E0322 Error "3.2.2" "unknown type of immediate value",
        "immediate values have 32 bits: single words, or a half word repeated";
    MalformedTag E0323 Error "3.2.3" "malformed tag",
        "a tag is `i` and two hexadecimal digits";
    AddressMissing E0324 Error "3.6.1" "operand without an address",
        "LM, GRF, L1BM, L2BM, PDM and DRAM are accessed by address";
    PartNotAllowed E0325 Error "3.6.1" "part that the operand does not have",
        "each memory's operand has only the parts of its own syntax";
    DoubtfulWidth W0351 Warning "3.6.1" "doubtful access word length",
        "the access is shorter than what the opcode reads";
    HalfUsed W0352 Warning "3.6.9" "operand or result that is only partly used",
        "an opcode reads and writes as many words in a cycle as its precision has, regardless of the length of the operand";
    LiteralNotKept W0353 Warning "3.2.2" "immediate value that the chip reads as another number",
        "the chip has normalized numbers, zeros and infinities, and no NaN";
    HalfWritten W0354 Hint "3.6.12" "result of which only the first half is written",
        "a single word as destination takes the upper half of a result, and the second element is lost";
    MaskPattern E0401 Error "3.6.2.1" "mask pattern that is not four bits",
        "`/abcd` has one bit for each cycle, starting with the first";
    MaskEntryOutOfRange E0402 Error "3.6.2" "mask entry out of range",
        "entries 1 to 15 are variable, 0 and 16 to 31 are fixed";
    MaskConflict E0403 Error "3.6.2.1" "two different masks in one step",
        "a step reads one entry of the mask register, in one word length";
    ZeroFlushTwice E0404 Error "3.6.2.2" "two zero-flush masks in one step",
        "a step can clear only one output";
    MaskSuffixMissing E0405 Error "3.6.2.1" "missing t or p after a write mask",
        "`t` or `p` confirms that destination and mask differ in word length";
    MaskSuffixUnneeded E0406 Error "3.6.2.1" "needless t or p after a write mask",
        "`t` and `p` are only for a destination and a mask of different word lengths";
    MaskNotAllowed E0407 Error "3.6.2" "mask that is not possible here",
        "a write mask follows a destination, a zero-flush mask an opcode with an output to the PEs";
    MaskStatement E0408 Error "3.6.2.1" "malformed mask statement",
        "the letters after `mask` name the destinations that it covers";
    MaskSettingBesideZeroFlush W0409 Warning "3.6.2" "zero-flush mask and mask setting with different entries",
        "a step reads only one entry of the mask register, for write masks and zero-flush masks together";
    MaskCoversNothing W0410 Warning "3.6.2.1" "mask setting that covers no memory",
        "the letters after `mask` name the destinations that it covers; without a letter it covers none";
    MaskNeverWritten W0411 Warning "3.6.2" "uninitialized mask entry",
        "the entries 1 to 15 start at zero in the emulator, which masks every write, and hold any value on the board";
    UnknownDataType E0501 Error "3.4.3" "unknown data type of d get",
        "the data type states how the bits are printed";
    DebugMemory E0502 Error "3.4.3" "memory that the debug statement does not reach",
        "`d get` reads every memory but DAR and base registers; `d set` writes PE memories, T, L1BM and L2BM";
    DataTypeTooWide E0503 Error "3.4.3" "data type wider than the access",
        "the access must be at least as long as one value";
    DataTypeMissing E0504 Error "3.4.3" "matrix register without a data type",
        "the precision decides which physical rows are read";
    TRegisterCount W0505 Warning "3.4.3" "more words than the T-register has",
        "the T-register holds one entry for each cycle; what lies beyond is not documented";
    ScopeOutOfRange E0506 Error "3.4.3" "element that the chip does not have",
        "there are 4 groups of 2 L2Bs of 8 L1Bs of 16 MABs of 4 PEs";
    PayloadNotation E0507 Error "3.4.4" "payload in an unknown notation",
        "a long word is 16 hexadecimal digits, or `l`, `s`, `h` with 1, 2 or 4 numbers joined by `_`";
    PayloadLength E0508 Error "3.4.4" "payload of the wrong length",
        "the count and the access length decide how many long words the payload holds";
    PayloadDigits E0509 Error "3.4.4" "payload number with too many digits",
        "a number after `l`, `s` or `h` has at most 16, 8 or 4 digits";
    BeyondTheEnd W0510 Warning "3.4.3" "debug access beyond the end of the memory",
        "there are no words beyond the end";
    HostStatement E0511 Error "3.4" "malformed host statement",
        "host statements are `c`, `e`, `f` and `r` with hexadecimal numbers";
    DebugSetInContest W0512 Warning optional "3.4.4" "d set in a contest solution",
        "the judge drops the `d set` lines of a solution, or never accepts a solution that has one";
    SizeMissing E0601 Error "3.5.3" "MV instruction without a size",
        "the size `n<size>` counts long words";
    SizeNotMultiple E0602 Error "3.5.3" "MV size that is not a multiple of the unit operation",
        "a transfer is made of whole unit operations";
    NoSuchTransfer E0603 Error "3.5.8" "transfer that no MV instruction makes",
        "the mnemonic and both operands together select a transfer";
    IndirectionCount E0604 Error "3.5.6" "nd without DRAM indirection",
        "`nd<N>` sets how many accesses of 16 long words use one DAR entry";
    GroupsDiffer E0605 Error "3.5.8.15" "reduction within a group into another group",
        "a reduction within a group writes to that group";
    SameGroup W0606 Warning "3.5.8.8" "PDM transfer within one group",
        "the manual describes this transfer only between two different groups";
    PriorityOutOfRange E0607 Error "3.5.7" "priority out of range",
        "priorities are 0 to 3";
    MvOption E0608 Error "3.5.1" "unknown or repeated MV option",
        "each parameter can be given once";
    BroadcastAddress E0701 Error "3.6.8.7" "L1BM address that l1bmp cannot read by 2 long words",
        "the second long word of each cycle is four long words further on, in the same block of 64";
    DoubleLongReduction E0702 Error "3.6.8.13" "reduction that does not exist for 2 long words",
        "the reduction network processes 2 long words only for single-precision floats and `bor`";
    TurnaroundType E0703 Error "3.6.8.2" "turnaround between different types of transfer",
        "turnaround goes from a transfer to L1BM to a transfer from L1BM that moves the same number of long words in a cycle";
    NopWithOthers E0801 Error "3.6.5" "nop together with another expression",
        "a `nop` fills the whole step";
    WaitAlone E0802 Error "3.6.13" "wait without another instruction",
        "`wait` is only a part of an instruction";
    TagZero E0803 Error "3.6.13" "tag 0",
        "tag 0 means no tag: there is nothing to wait for";
    StreamNotPacked W0804 Info optional "1.2" "instruction stream that is not packed",
        "the board takes units of 3 PE instructions (2 in flat mode) and 1 MV instruction";
    KernelTooLong W0805 Warning optional "1.2" "program that is too long for the board",
        "a kernel of 1.44 MB is known to load, and one of 11.5 MB is known not to";
    GroupTwice E0901 Error "3.6.4" "two expressions of one group",
        "each unit executes one expression in a step";
    MauThreeTimes E0902 Error "3.6.4" "three expressions for the MAU",
        "in a step, the MAU executes at most two of calculation, matrix register write and transposed read";
    MauPrecision E0903 Error "3.6.4" "MAU expressions of different precisions",
        "the MAU has one precision in a step";
    SecondInputShared E0904 Error "3.6.4" "product and matrix register write with different operands",
        "mwrite reads through the port of the second input of vfma and vmul";
    MatrixSideTwice E0905 Error "3.6.4" "one side of the matrix register used twice",
        "a step can use each side of the matrix register once";
    MatrixRowConflict E0906 Error "3.6.4" "matrix register write and read at different places",
        "one field holds the first row of mwrite and the first column of mread";
    MemoryWrittenTwice E0907 Error "3.6.4" "memory written by two expressions",
        "two expressions cannot write the same PE operand";
    RegionConflict E0908 Error "3.6.4" "two regions of one memory",
        "in a step, a GRF has one region to read and one to write, and an LM has one region for both";
    ImmediateWithLm0 E0909 Error "3.6.12.3" "immediate value in a step that accesses LM0",
        "the immediate value occupies the address bits of LM0";
    L1bmWrittenTwice W0910 Warning "3.6.4" "L1BM word written by two transfers of a step",
        "the order of expressions has no meaning, so the line does not say which of the two writes stays";
    L2bmMvHazard E1001 Error "3.6.3.1" "MV instruction that reads L2BM too early",
        "one step must be between a transfer from L1BM and an MV instruction that reads what it writes";
    L2bmMvDoubtful W1002 Warning "3.6.3.1" "MV instruction that may read L2BM too early",
        "the assembler accepts this, but the words may not be there yet";
    L2bmDirectionHazard E1003 Error "3.6.3.2" "L2BM read too early after it was written",
        "the port between L1BM and L2BM needs time to change direction";
    L1bPortHazard E1004 Error "3.6.3.3" "L1BM sent to L2BM too early after L2BM or a multicast wrote it",
        "the port of an L1BM is still writing";
    MulticastHazard E1005 Error "3.6.3.5" "L1BM read too early after a multicast",
        "the word is not in L1BM yet";
    L2bmToPeHazard E1006 Error "3.6.3.6" "L1BM read too early after a transfer from L2BM",
        "the word is not in L1BM yet";
    PeThenL2bmHazard E1007 Error "3.6.3.7" "L1BM sent to L2BM too early after a transfer from the PEs",
        "the word is not in L1BM yet";
    L1bmDirectionHazard E1008 Error "3.6.3.8" "L1BM read too early after a transfer from the PEs",
        "the port between L1BM and the PEs is still writing";
    LmHazard E1009 Error "3.6.3.9" "LM accessed too early after a write",
        "no address of an LM can be read for two steps after a write to it, or accessed after a write to its base address register";
    GrfHazard E1010 Error "3.6.3.9" "GRF word read too early after it was written",
        "a write takes 6 cycles";
    HazardUnderMask W1011 Warning "3.6.3.9" "GRF or T-register read early after a write under a variable mask",
        "the data decide whether the word was written; the assembler does not check it";
    THazard E1012 Error "3.6.3.9" "T-register read too early after it was written",
        "a write takes 6 cycles";
    MvWithoutWait W1013 Warning optional "3.6.13" "L2BM instruction that does not wait for an MV instruction",
        "how long an MV instruction takes is not fixed: on the board, a `wait` for its tag must come before what depends on it";
    MvBesideMv W1014 Warning optional "3.5.9" "MV instruction that does not wait for another one",
        "MV instructions run side by side: on the board, a `wait` must come between two that depend on each other";
    DarTiming W1015 Warning optional "3.5.6" "MV instruction through a DAR entry too early after it was written",
        "for a step after `l2bmdarw`, the previous address word may be read";
    ForwardingNotFed W1101 Warning "3.6.1.15" "forwarding register without a result of the previous step",
        "a forwarding register holds the output of its unit in the previous step; otherwise its content is not documented";
    NotBlockFloat W1102 Warning optional "3.6.9.1" "matrix product of values that are not block floats",
        "matrix and vector of a product are block floats of its precision, as `bfn` and `bfe` make them";
    NeverWritten W1103 Hint optional "3.6.1" "read of uninitialized words",
        "before the first write, the emulator holds zeros and the board any value";
    NeverRead W1104 Hint optional "3.6.1" "write that is overwritten before anything reads it",
        "an unused write can be removed; `$nowrite` leaves the result to forwarding";
    NopNotNeeded W1105 Hint optional "3.6.3" "more steps of `nop` than are needed",
        "the distances between the steps around it decide how many are needed";
    MaskLeftOn W1106 Warning "3.6.2.1" "mask setting that is still on at the end",
        "a `mask` setting applies to all following steps; `mask 0` ends it";
    TagNeverIssued W1107 Warning optional "3.6.13" "wait for a tag that no MV instruction carries",
        "a `wait` ends when the MV instruction with its tag ends";
    TagStillPending W1108 Warning optional "3.5.4" "tag issued again before anything waited for it",
        "a `wait` for a tag that two MV instructions carry does not say which of them it waits for";
    OtherPrecision W1109 Warning optional "1.3" "value read in a different precision than it was written in",
        "the same bits are another number in another precision";
    DoesNotCount W1110 Hint optional "3.6.1" "write that no output depends on",
        "what a program shows decides which writes are used: `d get`, host reads, and transfers to PDM and DRAM";
    BeyondWritten W1111 Hint optional "3.6.1" "read that reaches beyond the written words",
        "words next to the last write are uninitialized: an address, a stride or a length is perhaps off by one";
    UnlikeNeighbours W1112 Hint optional "3.6.1" "operand that breaks the progression of its neighbours",
        "lines of one form usually step through memory evenly";
    UnknownDirective E1201 Error "3.1" "unknown directive",
        "`mnc2 explain @distribute` explains a directive";
    DirectiveOperand E1202 Error "3.1" "wrong operand of a directive",
        "each directive has its own operands, separated by spaces";
    RegisterPool E1203 Error "3.1" "registers for directives that are not set aside",
        "`@alloc` sets registers aside for the directives up to its `@free`";
    DirectiveName E1204 Error "3.1" "directive that names what does not exist",
        "slots, dimensions, boundary flags and buffers are entries of the `.param` file; boundary flags also begin at `@alias`";
    ParamEntry E1205 Error "3.1" "entry of a parameter file that cannot be read",
        "a `.param` or `.stparam` file is one list of entries, the first of which is the version";
    PdmWords E1206 Error "3.5.3" "words of PDM that a directive cannot use",
        "transfers move whole blocks of 64 long words, and a component of a directive has 4096";
    PdmOverlap W1207 Warning "3.5" "words of PDM that two directives use",
        "words that a directive writes belong to it alone; the linker does not compare them";
    DirectiveDoubtful W1208 Warning "3.1" "directive or entry that is probably not meant",
        "the linker accepts this";
    AddressOfLinker W1209 Warning "3.1" "address of L1BM or L2BM in a program for the linker",
        "the linker chooses addresses of L1BM and L2BM for its directives";
}
