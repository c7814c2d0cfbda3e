//! The meaning of a statement: an instruction of the extension with its operands, or the reason that it is not one.
//!
//! Base instructions, macros and directives are not judged, and neither are operands that a macro or the C preprocessor fills in.

mod operands;

use mnc2_assembly::{Line, Operand, Scope, Shape, Statement, Unit, evaluate, is_assignment};
use mnc2_text::{Diagnostic, LineRange, Message, message};

use crate::code::Code;
use crate::encode::Instruction;
use crate::names::Names;
use crate::register::{self, Csr};
use crate::spelling::{Spelling, spelling, undecided};
use crate::table::{Form, Row};
use crate::version::Version;

/// What a statement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lowered {
    /// Not an instruction of the extension.
    Other,
    /// An instruction of the extension whose operands are not known.
    Hidden(&'static Row),
    /// An instruction of the extension with its operands.
    Instruction(Instruction),
    /// An instruction that cannot be encoded, with the reasons.
    Wrong(Option<&'static Row>, Vec<Diagnostic<Code>>),
}

impl Lowered {
    /// The row, if it is an instruction of the extension.
    #[must_use]
    pub fn row(&self) -> Option<&'static Row> {
        match self {
            Self::Other => None,
            Self::Hidden(row) => Some(row),
            Self::Instruction(instruction) => Some(instruction.row),
            Self::Wrong(row, _) => *row,
        }
    }
}

/// The meaning of a statement; its place decides which values names have.
#[must_use]
pub fn lower(unit: &Unit<'_>, names: Names<'_>) -> Lowered {
    let symbols = names.symbols;
    let (line, statement) = (unit.line, unit.statement());
    let scope = &Scope::new(symbols, unit);
    let Some(mnemonic) = &statement.mnemonic else {
        return Lowered::Other;
    };
    let word = line.part(mnemonic);
    // A macro fills in a part of the name, such as `mmov.\form`.
    if word.contains('\\')
        || symbols.macros.contains_key(word)
        || symbols.defined.contains_key(word)
    {
        return Lowered::Other;
    }
    let Some(row) = names.row(word) else {
        let versions = mnemonic_versions(word);
        if versions != 0 && versions & names.version.bit() == 0 {
            let found = other_version(mnemonic.clone(), word, versions, names);
            return Lowered::Wrong(None, vec![found]);
        }
        return match spelling(word, names.version) {
            Some(spelling) => {
                Lowered::Wrong(None, vec![misspelled(mnemonic, word, spelling, names)])
            }
            None => match with_matrix(unit, mnemonic, names)
                .or_else(|| csr_misspelled(line, statement, word, names))
                .or_else(|| csr_write(line, statement, word, scope, names))
            {
                Some(diagnostic) => Lowered::Wrong(None, vec![diagnostic]),
                None => Lowered::Other,
            },
        };
    };
    let hides = |operand: &Operand| line.part(&operand.range).contains('\\');
    if statement.operands.iter().any(hides) {
        return Lowered::Hidden(row);
    }
    operands::read(line, statement, (scope, names), row, mnemonic)
}

/// The versions that have a mnemonic, as bits; 0.6 also has mnemonics without a word.
pub(crate) fn mnemonic_versions(word: &str) -> u8 {
    Version::bits_where(|version| {
        Row::find(word, version).is_some() || version.has_tiles() && undecided(word).is_some()
    })
}

/// A mnemonic or a register that other versions have.
fn other_version(range: LineRange, word: &str, versions: u8, names: Names<'_>) -> Diagnostic<Code> {
    let others = Version::ALL.into_iter();
    let others = others.filter(|&it| versions & it.bit() != 0);
    let other = Message::all_of(others.map(|it| it.name().to_owned()));
    let version = names.version.name();
    let message = message!(
        "`{word}` is of version {other}; the text is read as version {version}",
        word,
        other,
        version
    );
    Diagnostic::new(Code::OtherVersion, range, message).explained()
}

fn misspelled(
    range: &LineRange,
    word: &str,
    spelling: Spelling,
    names: Names<'_>,
) -> Diagnostic<Code> {
    match spelling {
        Spelling::Old(new) => {
            let message = match names.version.has_tiles() {
                false => message!(
                    "the assembler has no `{word}`; it writes `{new}`",
                    word,
                    new = &new
                ),
                true => message!(
                    "`{word}` is `{new}` in most of the documents of version 0.6",
                    word,
                    new = &new
                ),
            };
            Diagnostic::new(Code::OldSpelling, range.clone(), message).fix(
                message!("write `{new}`", new = &new),
                range.clone(),
                new,
            )
        }
        Spelling::Later => {
            let message = message!(
                "`{word}` belongs to a later version of the extension than 0.3",
                word
            );
            Diagnostic::new(Code::LaterVersion, range.clone(), message).explained()
        }
        Spelling::Undecided(why) => {
            let diagnostic = Diagnostic::new(Code::Undecided, range.clone(), why.message(word));
            diagnostic.explained()
        }
        Spelling::Unknown(similar) => {
            let message = message!("the extension has no instruction `{word}`", word);
            let diagnostic = Diagnostic::new(Code::UnknownInstruction, range.clone(), message);
            match similar {
                Some(name) => {
                    diagnostic.suggest(message!("write `{name}`", name), range.clone(), name)
                }
                None => diagnostic.explained(),
            }
        }
    }
}

/// How similar a suggestion must be, from 0 to 1.
const SIMILARITY_MIN: f64 = 0.7;

/// A statement with a matrix register is an instruction of the extension, or calls a macro: no base instruction has one.
fn with_matrix(
    unit: &Unit<'_>,
    mnemonic: &LineRange,
    symbols: Names<'_>,
) -> Option<Diagnostic<Code>> {
    let (line, word) = (unit.line, unit.mnemonic());
    let has_matrix = unit.statement().operands.iter().any(|operand| {
        let (Shape::Word(name) | Shape::Indexed(name, _)) = operand.shape(line) else {
            return false;
        };
        let name = line.part(&name.range);
        let is_other = symbols.labels.contains_key(name)
            || symbols.is_constant(name)
            || symbols.defined.contains_key(name);
        register::matrix(name, symbols.version).is_some() && !is_other
    });
    let is_directive = word.starts_with('.');
    if !has_matrix || is_directive || is_assignment(line, unit.statement().operands.first()) {
        return None;
    }
    let code = match symbols.has_includes {
        true => Code::MaybeUnknown,
        false => Code::UnknownInstruction,
    };
    let message = message!(
        "`{word}` is not an instruction of the extension, and no other instruction has a matrix register",
        word
    );
    let diagnostic = Diagnostic::new(code, mnemonic.clone(), message);
    let rows = Row::all(symbols.version);
    let names = rows.map(|row| row.mnemonic);
    Some(
        match mnc2_text::line::similar(word, names, SIMILARITY_MIN) {
            Some(name) => {
                diagnostic.suggest(message!("write `{name}`", name), mnemonic.clone(), name)
            }
            None => diagnostic.explained(),
        },
    )
}

/// For an instruction with a control and status register: the index of that operand, and whether it can be written.
#[must_use]
pub fn csr_operand(mnemonic: &str) -> Option<(usize, bool)> {
    match mnemonic {
        "csrw" | "csrs" | "csrc" | "csrwi" | "csrsi" | "csrci" => Some((0, true)),
        "csrrw" | "csrrwi" => Some((1, true)),
        "csrrs" | "csrrc" | "csrrsi" | "csrrci" => Some((1, true)),
        "csrr" => Some((1, false)),
        _ => None,
    }
}

/// The number that a name has at a place, also if the C preprocessor defines it.
pub(crate) fn value(scope: &Scope<'_>, name: &str) -> Option<i64> {
    match scope.symbols.defined.get(name) {
        Some(value) => *value,
        None => scope.value(name),
    }
}

/// The matrix register that an operand names, by name or by number.
#[must_use]
pub fn csr_of(
    line: &Line,
    operand: &Operand,
    scope: &Scope<'_>,
    version: Version,
) -> Option<&'static Csr> {
    let symbols = scope.symbols;
    if let Shape::Word(word) = operand.shape(line) {
        let name = line.part(&word.range);
        if !symbols.defined.contains_key(name)
            && !symbols.is_constant(name)
            && let Some(csr) = Csr::find(name, version)
        {
            return Some(csr);
        }
    }
    let number = evaluate(line, &operand.pieces, &|name| value(scope, name))?;
    Csr::from_number(u64::try_from(number).ok()?, version)
}

/// The text of 0.2 also writes `xmsat` for `xmxsat`, that of 0.6 the opposite; and a name of another version.
fn csr_misspelled(
    line: &Line,
    statement: &Statement,
    mnemonic: &str,
    names: Names<'_>,
) -> Option<Diagnostic<Code>> {
    let (index, _) = csr_operand(mnemonic)?;
    let Shape::Word(word) = statement.operands.get(index)?.shape(line) else {
        return None;
    };
    let name = line.part(&word.range);
    if names.may_mean_another(name) || names.csr(name).is_some() {
        return None;
    }
    let spelling = match (name, names.version) {
        ("xmsat", Version::V02) => Spelling::Old("xmxsat".to_owned()),
        ("xmxsat", Version::V06) => Spelling::Old("xmsat".to_owned()),
        _ => {
            let versions = Csr::versions(name);
            let found = || other_version(word.range.clone(), name, versions, names);
            return (versions != 0).then(found);
        }
    };
    Some(misspelled(&word.range, name, spelling, names))
}

fn csr_write(
    line: &Line,
    statement: &Statement,
    mnemonic: &str,
    scope: &Scope<'_>,
    symbols: Names<'_>,
) -> Option<Diagnostic<Code>> {
    let (index, is_write) = csr_operand(mnemonic)?;
    let operand = statement.operands.get(index)?;
    let csr = csr_of(line, operand, scope, symbols.version)?;
    if !is_write || !csr.is_read_only() {
        return None;
    }
    // Setting or clearing with x0 or 0 is a read.
    if !matches!(mnemonic, "csrrw" | "csrrwi" | "csrw" | "csrwi") {
        let source = statement.operands.get(index + 1)?;
        let is_nothing = match source.shape(line) {
            Shape::Word(word) => {
                let name = line.part(&word.range);
                if symbols.may_mean_another(name) {
                    return None;
                }
                register::integer(name) == Some(0)
            }
            _ => match evaluate(line, &source.pieces, &|name| value(scope, name)) {
                Some(value) => value == 0,
                None => return None,
            },
        };
        if is_nothing {
            return None;
        }
    }
    let name = csr.name;
    Some(
        Diagnostic::new(
            Code::ReadOnlyRegister,
            operand.range.clone(),
            message!("`{name}` cannot be written", name),
        )
        .explained(),
    )
}

/// The operands of a form as the specification writes them.
#[must_use]
pub fn text_of(form: Form) -> String {
    let slots: Vec<&str> = form.slots().iter().map(|slot| slot.text()).collect();
    slots.join(", ")
}
