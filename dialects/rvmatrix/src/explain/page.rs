//! Pages about instructions, registers and codes, as Markdown.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use mnc2_assembly::{Named, Unit};
use mnc2_text::interface::{Explain, Page};
use mnc2_text::{Entry, Hover, Language, Message, Position, message};

use super::cursor::{Target, target};
use super::picture::picture;
use crate::base::{self, Base};
use crate::document::Document;
use crate::encode::Instruction;
use crate::lower::{Lowered, lower, text_of};
use crate::names::Names;
use crate::options::Options;
use crate::register::{self, Bank, Csr, INTEGER_NAMES, float_name};
use crate::table::{ELEN, Element, Elementwise, Field, Form, Operation, Row, Slot};
use crate::version::Version;

impl Explain for Document {
    fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        let (source, symbols, options) = (self.source(), self.names(), &*self.options);
        let (found, range) = target(source, symbols, at)?;
        let markdown = match found {
            Target::Instruction(row) => {
                let mut statements = source.line(at.line)?.statements.iter();
                let index = statements.position(|it| it.mnemonic.as_ref() == Some(&range))?;
                let lowered = lower(&Unit::from_source(source, at.line, index)?, symbols);
                let instruction = match &lowered {
                    Lowered::Instruction(instruction) => Some(instruction),
                    _ => None,
                };
                row_page(row, instruction, (options, symbols.version), language)
            }
            Target::Matrix(number) => matrix_page(number, (options, symbols.version), language),
            Target::Csr(csr) => csr_page(csr, symbols.version, language),
            Target::Base(base) => base_page(source.line(at.line)?.part(&range), base, language),
            Target::Integer(number) => integer_page(number, language),
            Target::Float(number) => float_page(number, language),
            Target::Name(name) => name_page(symbols, &name)?,
        };
        Some(Hover { range, markdown })
    }
}

/// A macro with its parameters, or a name with its value.
fn name_page(symbols: Names<'_>, name: &Named) -> Option<String> {
    Some(match name {
        Named::Macro(name) => {
            let entry = symbols.macros.get(name)?;
            let parameters = entry.parameters.iter().map(|it| it.name.as_str());
            let parameters: Vec<&str> = parameters.collect();
            code(&format!(".macro {name} {}", parameters.join(", ")))
        }
        Named::Constant(name) => {
            let value = symbols.value(name)?;
            code(&format!("{name} = {value} (0x{value:x})"))
        }
        Named::Defined(name) => {
            let value = symbols.defined.get(name).copied().flatten()?;
            code(&format!("#define {name} {value} (0x{value:x})"))
        }
        Named::Label(_) => return None,
    })
}

fn code(text: &str) -> String {
    format!("```asm\n{}\n```", text.trim_end())
}

/// The page of a row; with the word of an instruction if there is one.
pub(super) fn row_page(
    row: &Row,
    instruction: Option<&Instruction>,
    (options, version): (&Options, Version),
    language: Language,
) -> String {
    let family = row.family(version);
    let say = |text: &'static str| language.template(text);
    let mut page = format!(
        "`{}` — {} · rvmatrix@{}\n\n{}\n\n```text\n{}\n```\n",
        format!("{} {}", row.mnemonic, text_of(row.form)).trim_end(),
        say(family.title),
        version.name(),
        say(family.doc),
        family.pseudocode,
    );
    let mlen = options.mlen.bits();
    let shapes = row.shapes(mlen);
    if !shapes.is_empty() {
        let title = message!(
            "Largest shapes with {length} {mlen}:",
            length = version.row_length(),
            mlen
        )
        .say(language);
        let rows = message!("rows").say(language);
        let columns = message!("columns").say(language);
        let element = message!("element").say(language);
        let registers = message!("registers").say(language);
        let _ = write!(
            page,
            "\n{title}\n\n| | {rows} | {columns} | {element} | {registers} |\n|---|---|---|---|---|\n"
        );
        for shape in shapes {
            let bits = shape.element_bits;
            let element = message!("{bits} bits", bits).say(language);
            let _ = writeln!(
                page,
                "| {} | {} | {} | {element} | {} |",
                shape.name, shape.rows, shape.columns, shape.registers
            );
        }
    }
    if let Some((bit, name)) = row.feature().and_then(|it| it.place(version)) {
        let _ = writeln!(
            page,
            "\n{}",
            message!(
                "Illegal unless the machine has {name}, bit {bit} of `xmisa`.",
                name,
                bit
            )
            .say(language)
        );
    }
    let _ = write!(
        page,
        "\n```text\n{}```\n",
        picture(row, instruction, version)
    );
    if let Some(assumption) = assumption(row) {
        let _ = writeln!(page, "\n{}", assumption.say(language));
    }
    let section = family.section;
    let _ = write!(
        page,
        "\n{}",
        message!(
            "RISC-V matrix extension {version}, \"{section}\"",
            version = version.name(),
            section
        )
        .say(language)
    );
    page
}

/// What decides about the word of an instruction of 0.6 about which the documents contradict each other.
fn assumption(row: &Row) -> Option<Message> {
    let is_minimum = row.operation == Operation::FloatElements(Elementwise::Minimum);
    match row.operation {
        Operation::Accumulate(_) => Some(message!(
            "Assumed: bits 27:26 are 10, as the text on formats has them. The list of instructions has 01, with which loads and stores would have the same words."
        )),
        _ if is_minimum && row.element != Element::Double => Some(message!(
            "Assumed: it has the same size as all other instructions with this suffix. The list of instructions exchanges `mfmin.h` and `mfmin.s`."
        )),
        _ => None,
    }
}

/// What an operand is, as a noun.
pub(super) fn slot_meaning(row: &Row, slot: Slot) -> Message {
    match slot {
        Slot::Matrix(Field::Md) if row.is_store() => message!("the matrix register to store"),
        Slot::Matrix(Field::Md) if row.is_multiply() => {
            message!("C, the matrix register to which the product is added")
        }
        Slot::Matrix(Field::Md) => message!("the matrix register that is written"),
        Slot::Matrix(field @ (Field::Ms1 | Field::Ms2)) if row.is_multiply() => {
            let is_tile = matches!(row.operation, Operation::Accumulate(_));
            match (field, is_tile) {
                (Field::Ms2, false) => message!("B, the second factor, with sizeN rows"),
                (_, false) => message!("A, the first factor, with sizeM rows"),
                (Field::Ms2, true) => message!("B, the second factor, with mtilen rows"),
                (_, true) => message!("A, the first factor, with mtilem rows"),
            }
        }
        Slot::Matrix(Field::Ms2) if row.operation == Operation::ReadElement => {
            message!("the matrix register that is read")
        }
        Slot::Matrix(Field::Ms1) if matches!(row.form, Form::MdMs1 | Form::MdMs1Number) => {
            message!("the matrix register that is read")
        }
        Slot::Matrix(Field::Ms2) => message!("the first source"),
        Slot::Matrix(_) => message!("the second source"),
        Slot::RowByRegister => message!("a row of a matrix register; `x8` to `x15` has its number"),
        Slot::RowByImmediate => message!("a row of a matrix register, by its number"),
        Slot::Scalar => message!("a scalar in one of `x8` to `x15`"),
        Slot::Integer(Field::Rs2) if row.is_strided() => {
            message!("the distance between rows in memory, in bytes")
        }
        Slot::Integer(Field::Rs2) => message!("the integer register that has the value"),
        Slot::Integer(Field::Rd) if row.operation == Operation::ReadElement => {
            message!("the integer register that receives the element")
        }
        Slot::Integer(Field::Rd) => message!("the integer register that receives the matrix size"),
        Slot::Integer(_) if matches!(row.form, Form::RdMs2Rs1 | Form::MdRs2Rs1) => {
            message!("the integer register that has the number of the element")
        }
        Slot::Integer(_) => message!("the integer register that has the size"),
        Slot::Address => message!("the integer register that has the address"),
        Slot::Number(Field::Row) => message!("how many rows or columns, from 0 to 7"),
        Slot::Number(field) => {
            message!(
                "the size, from 0 to {last}",
                last = (1 << field.width()) - 1
            )
        }
    }
}

/// The page of a control and status register.
pub(super) fn csr_page(csr: &Csr, version: Version, language: Language) -> String {
    let access = if csr.is_read_only() {
        message!("read only")
    } else {
        message!("read and write")
    };
    format!(
        "`{}` — {} · 0x{:03x}, {} · rvmatrix@{}\n\n{}",
        csr.name,
        language.template(csr.title),
        csr.number,
        access.say(language),
        version.name(),
        language.template(csr.doc),
    )
}

fn matrix_page(number: u8, (options, version): (&Options, Version), language: Language) -> String {
    let (mlen, rows, bytes) = (
        options.mlen.bits(),
        options.mlen.rows(),
        options.mlen.row_bytes(),
    );
    let length = version.row_length();
    let text = match (version.has_tiles(), Bank::from_number(number)) {
        (false, _) => message!(
            "matrix register: with {length} {mlen} it has {rows} rows of {bytes} bytes, row by row, little endian",
            length,
            mlen,
            rows,
            bytes
        ),
        (true, Bank::Tile) => message!(
            "tile register, for A or B: with {length} {mlen} it has {rows} rows of {bytes} bytes",
            length,
            mlen,
            rows,
            bytes
        ),
        (true, Bank::Accumulation) => message!(
            "accumulation register, for C: with {length} {mlen} and ELEN {elen} it has {rows} rows of {bytes} bytes",
            length,
            mlen,
            elen = ELEN,
            rows,
            bytes = rows * ELEN / 8
        ),
    };
    let (name, version) = (register::matrix_name(number, version), version.name());
    format!("`{name}` — {} · rvmatrix@{version}", text.say(language))
}

fn base_page(mnemonic: &str, base: Base, language: Language) -> String {
    let meaning = match base.formula() {
        Some(formula) => format!("`{formula}`"),
        None => base.effect().say(language),
    };
    let kind = message!("RISC-V base instruction").say(language);
    let text = format!("{mnemonic} {}", base.operands());
    format!("`{}` — {meaning} · {kind}", text.trim_end())
}

fn integer_page(number: u8, language: Language) -> String {
    let role = match number {
        0 => message!("always 0"),
        1 => message!("return address"),
        2 => message!("stack pointer"),
        3 => message!("global pointer"),
        4 => message!("thread pointer"),
        5..8 | 28..32 => message!("temporary: a call may change it"),
        10..18 => message!("argument: a call may change it"),
        _ => message!("saved: a function returns it as it was"),
    };
    let name = INTEGER_NAMES[usize::from(number) % INTEGER_NAMES.len()];
    let kind = message!("RISC-V integer register of 64 bits").say(language);
    format!("`{name}` — `x{number}`, {} · {kind}", role.say(language))
}

fn float_page(number: u8, language: Language) -> String {
    let role = match number {
        0..8 | 28..32 => message!("temporary: a call may change it"),
        10..18 => message!("argument: a call may change it"),
        _ => message!("saved: a function returns it as it was"),
    };
    let name = float_name(number);
    let kind = message!("RISC-V floating-point register").say(language);
    format!("`{name}` — `f{number}`, {} · {kind}", role.say(language))
}

impl Page for Options {
    fn page(&self, query: &str, language: Language) -> Option<String> {
        for version in self.versions() {
            if let Some(row) = Row::find(query, version) {
                return Some(row_page(row, None, (self, version), language));
            }
            if let Some(csr) = Csr::find(query, version) {
                return Some(csr_page(csr, version, language));
            }
        }
        for version in self.versions() {
            if let Some(number) = register::matrix(query, version) {
                return Some(matrix_page(number, (self, version), language));
            }
        }
        if let Some(base) = base::find(query) {
            return Some(base_page(query, base, language));
        }
        if let Some(number) = register::integer(query) {
            return Some(integer_page(number, language));
        }
        register::float(query).map(|number| float_page(number, language))
    }
}

/// Everything that has a page, but the codes.
#[must_use]
pub fn entries() -> Vec<Entry> {
    let versions = Version::ALL.into_iter();
    let rows = versions.clone().flat_map(|version| {
        Row::all(version).map(move |row| (row.mnemonic, row.family(version).title))
    });
    let csrs = versions.clone().flat_map(Csr::all);
    let csrs = csrs.map(|csr| (csr.name, csr.title));
    // The first version that has one is what a page is about.
    let mut seen = HashSet::new();
    let named: Vec<Entry> = rows
        .chain(csrs)
        .filter(|(name, _)| seen.insert(*name))
        .map(|(name, title)| Entry::from_table(name, title))
        .collect();
    let matrices = versions.flat_map(register::matrix_names);
    let matrices: BTreeSet<String> = matrices.collect();
    let matrices = matrices.into_iter().map(|name| Entry {
        name,
        title: message!("matrix register"),
    });
    named.into_iter().chain(matrices).collect()
}
