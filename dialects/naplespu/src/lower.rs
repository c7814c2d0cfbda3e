//! The meaning of a statement: an instruction with its operands, or the reason that it is not one.
//!
//! Macros are not judged, and neither are operands that a macro fills in.

mod directive;
mod misfit;
mod operands;

pub use directive::DIRECTIVES;

use mnc2_assembly::{Line, Operand, Scope, Shape, Statement, Symbols, Unit, Within, is_assignment};
use mnc2_text::{Diagnostic, LineRange, message};

use crate::code::Code;
use crate::encode::Instruction;
use crate::spelling::{Spelling, spelling};
use crate::table::Row;

/// What a statement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lowered {
    /// No instruction: a label alone, a directive, a macro, an assignment.
    Other,
    /// An instruction whose operands cannot be seen.
    Hidden(&'static Row),
    /// An instruction with its operands.
    Instruction(Box<Read>),
    /// An instruction that cannot be encoded, with the reasons.
    Wrong(Option<&'static Row>, Vec<Diagnostic<Code>>),
}

/// An instruction that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// It, with 0 where a label decides.
    pub instruction: Instruction,
    /// The label among its operands.
    pub target: Option<Target>,
    /// What the assembler accepts although it is wrong.
    pub warnings: Vec<Diagnostic<Code>>,
}

/// A label with what is added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The name as it is written; `.` is the place itself.
    pub name: String,
    /// Where the name is in the line.
    pub range: LineRange,
    /// The number of bytes after the name's address; negative before it.
    pub addend: i64,
}

impl Lowered {
    /// The row, if it is an instruction.
    #[must_use]
    pub fn row(&self) -> Option<&'static Row> {
        match self {
            Self::Instruction(read) => Some(read.instruction.row),
            Self::Hidden(row) => Some(row),
            Self::Wrong(row, _) => *row,
            Self::Other => None,
        }
    }

    /// The instruction with its label.
    #[must_use]
    pub fn read(&self) -> Option<&Read> {
        match self {
            Self::Instruction(read) => Some(read),
            Self::Other | Self::Hidden(_) | Self::Wrong(..) => None,
        }
    }
}

/// The meaning of a statement; its place decides which values names have.
#[must_use]
pub fn lower(unit: &Unit<'_>, symbols: &Symbols) -> Lowered {
    let (line, statement) = (unit.line, unit.statement());
    let scope = Scope::new(symbols, unit);
    let Some(mnemonic) = &statement.mnemonic else {
        return match statement.has_error {
            true => Lowered::Wrong(
                None,
                vec![
                    Diagnostic::new(
                        Code::OperandKind,
                        statement.range.clone(),
                        message!(
                            "this is not a statement: it begins with a label, a mnemonic or a directive"
                        ),
                    )
                    .explained(),
                ],
            ),
            false => Lowered::Other,
        };
    };
    let word = line.part(mnemonic);
    let is_assignment = is_assignment(line, statement.operands.first());
    if is_macro(unit, symbols) || word.contains('\\') || is_assignment {
        return Lowered::Other;
    }
    if let Some(directive) = word.strip_prefix('.') {
        return match directive::find(mnemonic, word, directive) {
            None => Lowered::Other,
            Some(unknown) => Lowered::Wrong(None, vec![unknown]),
        };
    }
    let rows = Row::find(word);
    if rows.is_empty() {
        if symbols.has_includes {
            // A file that is not seen may define it.
            return Lowered::Other;
        }
        let last = statement.operands.last();
        let has_number = last.is_some_and(|last| !matches!(last.shape(line), Shape::Word(_)));
        let spelling = spelling(word, has_number);
        let row = match &spelling {
            Spelling::Other(new) => Row::find(new).first().copied(),
            Spelling::NotAssembled | Spelling::OutsideScratchpad(_) | Spelling::Unknown(_) => None,
        };
        return Lowered::Wrong(row, vec![misspelled(mnemonic, word, spelling)]);
    }
    lower_rows(line, statement, &scope, rows, mnemonic)
}

/// Whether a statement calls a macro: one that is defined before it. What the body of another one calls may be defined later.
fn is_macro(unit: &Unit<'_>, symbols: &Symbols) -> bool {
    let name = unit.mnemonic();
    let is_in_body = !unit.is_made()
        && matches!(
            symbols.within(unit.number, unit.index),
            Within::Macro | Within::Repetition
        );
    let (line, byte) = unit.position(unit.statement().range.end);
    match is_in_body {
        true => symbols.macros.contains_key(name),
        false => symbols.is_macro_at(name, line, byte),
    }
}

/// The meaning of a statement with one of some rows.
fn lower_rows(
    line: &Line,
    statement: &Statement,
    scope: &Scope<'_>,
    rows: &[&'static Row],
    mnemonic: &LineRange,
) -> Lowered {
    let hides = |operand: &Operand| line.part(&operand.range).contains('\\');
    if statement.operands.iter().any(hides) {
        return Lowered::Hidden(rows[0]);
    }
    operands::read(line, statement, scope, rows, mnemonic)
}

fn misspelled(range: &LineRange, word: &str, spelling: Spelling) -> Diagnostic<Code> {
    let unknown = || message!("there is no instruction `{word}`", word);
    match spelling {
        Spelling::Other(new) => Diagnostic::new(
            Code::OtherSpelling,
            range.clone(),
            message!(
                "the assembler has no `{word}`; it writes `{new}`",
                word,
                new = &new
            ),
        )
        .fix(message!("write `{new}`", new = &new), range.clone(), new)
        .explained(),
        Spelling::NotAssembled => Diagnostic::new(
            Code::NotAssembled,
            range.clone(),
            message!(
                "the specification has `{word}`, the assembler does not",
                word
            ),
        )
        .explained(),
        Spelling::OutsideScratchpad(new) => Diagnostic::new(
            Code::OutsideScratchpad,
            range.clone(),
            message!(
                "`{word}` is `{new}`: it accesses the scratchpad alone",
                word,
                new = &new
            ),
        )
        .fix(message!("write `{new}`", new = &new), range.clone(), new)
        .explained(),
        Spelling::Unknown(Some(name)) => {
            Diagnostic::new(Code::UnknownInstruction, range.clone(), unknown())
                .suggest(message!("write `{name}`", name), range.clone(), name)
                .explained()
        }
        Spelling::Unknown(None) => {
            Diagnostic::new(Code::UnknownInstruction, range.clone(), unknown()).explained()
        }
    }
}

/// Whether a branch reaches that many bytes: its distance has 18 bits with a sign.
#[must_use]
pub fn reaches(distance: i64) -> bool {
    (-(1 << 17)..1 << 17).contains(&distance)
}
