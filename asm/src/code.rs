//! The table of diagnostic codes: stable id, severity, manual section, title.
//!
//! `E` codes are errors that the assembler would give, `W` codes are warnings.
//! The second and third character name the part of the language: 01 text, 02
//! opcodes, 03 operands, 04 masks, 05 debug and host statements, 06 MV, 07
//! L1BM, 08 whole steps. Ids are never reused. Each code has a page
//! `docs/diagnostics/<id>.md`.

use crate::diagnostic::Severity;

/// A row of the table of codes.
#[derive(Clone, Copy, Debug)]
pub struct CodeRow {
    /// The stable id, such as `E0201`.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Section of the manual that states the rule.
    pub section: &'static str,
    /// What is found, in a few words.
    pub title: &'static str,
}

macro_rules! codes {
    ($($variant:ident $id:ident $severity:ident $section:literal $title:literal;)*) => {
        /// A diagnostic code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = concat!(stringify!($id), ": ", $title, ".")] $variant,)*
        }

        impl Code {
            /// Every code, in the order of ids.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The row.
            #[must_use]
            pub fn row(self) -> &'static CodeRow {
                &TABLE[self as usize]
            }
        }

        static TABLE: [CodeRow; Code::ALL.len()] = [
            $(CodeRow {
                id: stringify!($id),
                severity: Severity::$severity,
                section: $section,
                title: $title,
            }),*
        ];
    };
}

impl Code {
    /// The code with this id, whatever the case of its letter.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|code| code.row().id.eq_ignore_ascii_case(id))
    }

    /// The stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.row().id
    }
}

codes! {
    UnreadableStatement E0101 Error "3.1" "text that is not a statement";
    FullWidthCharacter E0102 Error "3.1" "full-width character outside a comment";
    NotUtf8 W0103 Warning "3.1" "file that is not UTF-8";
    NumberTooLarge E0104 Error "3.2.1" "number that is too large or malformed";
    UnknownOpcode E0201 Error "3.6" "unknown opcode";
    OptionNotAllowed E0202 Error "3.6" "option that the opcode does not take";
    OptionMissing E0203 Error "3.6" "missing part of an opcode";
    MantissaLength E0204 Error "3.6.12.12" "mantissa length of a block-float conversion";
    TargetOutOfRange E0205 Error "3.6.7.1" "L1B or MAB number out of range";
    L1bSetNotExpressible E0206 Error "3.6.7.1" "list of L1Bs that no address and mask express";
    MulticastToNobody E0207 Error "3.6.7.9" "multicast from every L1B";
    RotationOutOfRange E0208 Error "3.6.8.20" "MAB rotation out of range";
    UnknownOperand E0301 Error "3.6.1" "unknown operand";
    OperandCount E0302 Error "3.6" "wrong number of operands";
    OperandNotAllowed E0303 Error "3.6.1" "operand that cannot stand here";
    AddressOutOfRange E0304 Error "3.6.1" "address beyond the memory";
    MisalignedAddress E0305 Error "3.6.1.6" "misaligned address";
    MisalignedStride E0306 Error "3.6.1.6" "misaligned stride";
    WidthNotAllowed E0307 Error "3.6.1" "access word length that the memory does not have";
    FlatListLength E0308 Error "3.6.1.6" "flat list without four addresses";
    FlatListInAutoStride E0309 Error "1.2" "flat list in auto-stride mode";
    IndirectNotAllowed E0310 Error "3.6.1.8" "indirection that the memory does not have";
    IndirectWithModification E0311 Error "3.6.1.6" "T-register indirection together with j";
    ModificationNotAllowed E0312 Error "3.6.1.6" "MAB internal address modification that is not possible";
    SignNotAllowed E0313 Error "3.6.9.22" "sign inversion where there is none";
    ConversionNotAllowed E0314 Error "3.6.9.23" "precision conversion where there is none";
    NoWriteWithOthers E0315 Error "3.6.1.19" "$nowrite beside another destination";
    FirstInputOnly E0316 Error "3.6.1.18" "operand that only the first input of the ALU reads";
    DestinationTwice E0317 Error "3.6.8.6" "memory named twice as a destination";
    DestinationTooShort E0318 Error "3.6.8.3" "destination shorter than 2 long words";
    MatrixWidth E0319 Error "3.6.1.14" "access word length of a matrix register operand";
    LiteralMalformed E0320 Error "3.2.2" "immediate value that is not a number";
    LiteralOutOfRange E0321 Error "3.2.2" "immediate value out of range";
    LiteralType E0322 Error "3.2.2" "unknown type of immediate value";
    MalformedTag E0323 Error "3.2.3" "malformed tag";
    AddressMissing E0324 Error "3.6.1" "operand without an address";
    PartNotAllowed E0325 Error "3.6.1" "part that the operand does not have";
    DoubtfulWidth W0351 Warning "3.6.1" "doubtful access word length";
    MaskPattern E0401 Error "3.6.2.1" "mask pattern that is not four bits";
    MaskEntryOutOfRange E0402 Error "3.6.2" "mask entry out of range";
    MaskConflict E0403 Error "3.6.2.1" "two different masks in one step";
    ZeroFlushTwice E0404 Error "3.6.2.2" "two zero-flush masks in one step";
    MaskSuffixMissing E0405 Error "3.6.2.1" "missing t or p after a write mask";
    MaskSuffixUnneeded E0406 Error "3.6.2.1" "needless t or p after a write mask";
    MaskNotAllowed E0407 Error "3.6.2" "mask where none can be";
    MaskStatement E0408 Error "3.6.2.1" "malformed mask statement";
    UnknownDataType E0501 Error "3.4.3" "unknown data type of d get";
    DebugMemory E0502 Error "3.4.3" "memory that the debug statement does not reach";
    DataTypeTooWide E0503 Error "3.4.3" "data type wider than the access";
    DataTypeMissing E0504 Error "3.4.3" "matrix register without a data type";
    TRegisterCount E0505 Error "3.4.3" "too many words of the T-register";
    ScopeOutOfRange E0506 Error "3.4.3" "element that the chip does not have";
    PayloadNotation E0507 Error "3.4.4" "payload in no known notation";
    PayloadLength E0508 Error "3.4.4" "payload of the wrong length";
    PayloadDigits E0509 Error "3.4.4" "payload number with too many digits";
    BeyondTheEnd W0510 Warning "3.4.3" "debug access beyond the end of the memory";
    HostStatement E0511 Error "3.4" "malformed host statement";
    SizeMissing E0601 Error "3.5.3" "MV instruction without a size";
    SizeNotMultiple E0602 Error "3.5.3" "MV size that is not a multiple of the unit operation";
    NoSuchTransfer E0603 Error "3.5.8" "transfer that no MV instruction makes";
    IndirectionCount E0604 Error "3.5.6" "nd without DRAM indirection";
    GroupsDiffer E0605 Error "3.5.8.15" "reduction within a group into another group";
    SameGroup W0606 Warning "3.5.8.8" "PDM transfer within one group";
    PriorityOutOfRange E0607 Error "3.5.7" "priority out of range";
    MvOption E0608 Error "3.5.1" "unknown or repeated MV option";
    BroadcastAddress E0701 Error "3.6.8.7" "L1BM address that l1bmp cannot read by 2 long words";
    DoubleLongReduction E0702 Error "3.6.8.13" "reduction that does not exist for 2 long words";
    TurnaroundType E0703 Error "3.6.8.2" "turnaround between different types of transfer";
    NopWithOthers E0801 Error "3.6.5" "nop beside another expression";
    WaitAlone E0802 Error "3.6.13" "wait without another instruction";
    WaitTagZero E0803 Error "3.6.13" "wait for tag 0";
}
