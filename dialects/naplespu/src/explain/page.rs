//! Pages about instructions, registers and codes, as Markdown.

use std::fmt::Write as _;

use mnc2_assembly::{Named, Source, Symbols};
use mnc2_text::interface::{Explain, Page};
use mnc2_text::{Entry, Hover, Language, LineRange, Message, Position, message};

use super::cursor::Target;
use super::picture::picture;
use super::touch;
use crate::document::Document;
use crate::layout::{Layout, Placed};
use crate::options::{Options, VERSIONS};
use crate::register::{CONTROLS, COUNTER, Control, LANES, MASK, RETURN, Register, STACK};
use crate::spelling::{Spelling, spelling};
use crate::table::{Field, Form, Half, Operation, Row, Slot};

impl Explain for Document {
    fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        let (source, (symbols, layout)) = (self.source(), self.places());
        let (found, range) = self.target(at)?;
        let markdown = target_page(source, symbols, layout, at, (&found, &range), language)?;
        Some(Hover { range, markdown })
    }
}

/// The explanation of what is at a place.
fn target_page(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    at: Position,
    (found, range): (&Target, &LineRange),
    language: Language,
) -> Option<String> {
    Some(match found {
        Target::Instruction(row) => {
            let line = source.line(at.line)?;
            let mut statements = line.statements.iter();
            let index = statements.position(|it| it.mnemonic.as_ref() == Some(range))?;
            let statement = touch::statement_at(layout, at.line, index);
            match statement {
                Some(statement)
                    if layout
                        .statement(statement)
                        .is_some_and(|it| it.lowered.read().is_some()) =>
                {
                    statement_page(source, symbols, layout, statement, language)
                }
                _ => rows_page(Row::find(&row.mnemonic), language),
            }
        }
        Target::Register(register) => register_page(*register, language),
        Target::Name(Named::Macro(name)) => code(&format!(".macro {name}")),
        Target::Name(Named::Constant(name)) => {
            // At its definition it has the value that it gets there.
            let definition = symbols.definition_at(name, at.line, range.end)?;
            let value = definition.value.as_ref()?.as_number()?;
            code(&format!("{name} = {value} (0x{value:x})"))
        }
        Target::Name(Named::Label(name)) => {
            // A numeric label itself is the last one with its number, also at its own place.
            let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
            let target = crate::lower::Target {
                name: format!("{name}{}", if is_number { "b" } else { "" }),
                range: range.clone(),
                addend: 0,
            };
            let address = layout.address_of(symbols, &target, at.line, 0)?;
            let address = format!("0x{address:x}");
            let sentence = message!("at address {address}", address).say(language);
            format!("`{}` — {sentence}", source.line(at.line)?.part(range))
        }
        Target::Name(Named::Defined(_)) => return None,
    })
}

fn code(text: &str) -> String {
    format!("```asm\n{}\n```", text.trim_end())
}

/// The page of an instruction of a text, with its word.
fn statement_page(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    statement: usize,
    language: Language,
) -> String {
    let Some(placed) = layout.statement(statement) else {
        return String::new();
    };
    let Some(row) = placed.lowered.row() else {
        return String::new();
    };
    let mut page = head(&[row], language);
    for sentence in [
        distance(symbols, layout, &placed),
        control(source, symbols, layout, statement),
    ]
    .into_iter()
    .flatten()
    {
        let _ = writeln!(page, "\n{}", sentence.say(language));
    }
    for instruction in layout.instructions(symbols, &placed) {
        let text = picture(instruction.row, Some(&instruction));
        let _ = write!(page, "\n```text\n{text}```\n");
    }
    page.push_str(&foot(row, language));
    page
}

/// The distance of a branch.
fn distance(symbols: &Symbols, layout: &Layout, placed: &Placed<'_>) -> Option<Message> {
    let bytes = layout.distance(symbols, placed)?;
    let address = i64::from(placed.address?).wrapping_add(bytes);
    let address = format!("0x{address:x}");
    Some(message!(
        "The label is at address {address}, {bytes} bytes from here.",
        address,
        bytes
    ))
}

/// The control register whose number a `movei` of the block gave.
fn control(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    statement: usize,
) -> Option<Message> {
    let row = layout.statement(statement)?.lowered.row()?;
    if !matches!(
        row.family.operation,
        Operation::ReadControl | Operation::WriteControl
    ) {
        return None;
    }
    let touches = touch::block_touches(source, symbols, layout, statement);
    let mut own = touches.iter().enumerate();
    // The number is in the second operand.
    let (index, _) = own.rfind(|(_, touch)| touch.statement == statement)?;
    let writer = touch::writer(&touches, index)?;
    let writer = layout.statement(writer.statement)?;
    let instruction = writer.lowered.read()?.instruction;
    let is_constant = instruction.row.family.operation == Operation::Constant(Half::Zero);
    let number = is_constant.then(|| instruction.get(Field::Immediate16))?;
    let control = Control::from_number(number)?;
    Some(message!(
        "The control register is {name}: {doc}.",
        name = control.name,
        doc = Message::from_table(control.doc)
    ))
}

/// The page of a mnemonic, with all its rows.
pub(super) fn rows_page(rows: &[&Row], language: Language) -> String {
    let mut page = head(rows, language);
    for row in rows {
        let _ = write!(page, "\n```text\n{}```\n", picture(row, None));
    }
    if let Some(row) = rows.first() {
        page.push_str(&foot(row, language));
    }
    page
}

fn head(rows: &[&Row], language: Language) -> String {
    let Some(row) = rows.first() else {
        return String::new();
    };
    let texts: Vec<String> = rows.iter().map(|row| format!("`{}`", row.text())).collect();
    let mut page = format!(
        "{} — {} · naplespu@{}\n\n{}\n",
        texts.join(", "),
        language.template(row.family.title),
        VERSIONS[VERSIONS.len() - 1],
        language.template(row.family.doc),
    );
    let alignment = row.alignment();
    let mut sentences = Vec::new();
    let is_vector = rows.iter().any(|row| {
        row.form.slots().first() == Some(&Slot::Vector(Field::D)) && row.form != Form::LaneMemory
    });
    if is_vector {
        sentences.push(message!(
            "Of a vector, the lanes whose bit of `rm` is 1 take part, with and without `.m`."
        ));
    }
    if alignment > 1 {
        sentences.push(message!(
            "The address is a multiple of {alignment}.",
            alignment
        ));
    }
    if row.is_scratchpad && row.form == Form::VectorMemory {
        sentences.push(message!(
            "Lane i is at the address plus 4i, regardless of the size of the element."
        ));
    }
    for sentence in sentences {
        let _ = writeln!(page, "\n{}", sentence.say(language));
    }
    page
}

fn foot(row: &Row, language: Language) -> String {
    let section = row.form.kind().section();
    let sentence = message!("NaplesPU instruction set, \"{section}\"", section);
    format!("\n{}", sentence.say(language))
}

/// What an operand is, as a noun.
pub(super) fn slot_meaning(row: &Row, slot: Slot) -> Message {
    match slot {
        Slot::Scalar(Field::D) if row.writes() => message!("the scalar register that is written"),
        Slot::Vector(Field::D) if row.writes() => message!("the vector register that is written"),
        Slot::Scalar(field) => match (row.family.operation, field) {
            (Operation::Store(_), _) => message!("the scalar register that is stored"),
            (Operation::Barrier | Operation::BarrierThread, Field::D) => {
                message!("the register with the number of the barrier, greater than 0")
            }
            (Operation::Barrier | Operation::BarrierThread, _) => {
                message!("the register with the number of threads that meet")
            }
            (Operation::ReadControl | Operation::WriteControl, Field::A) => {
                message!("the register with the number of the control register")
            }
            (Operation::Branch { .. }, _) => message!("the register that is compared with 0"),
            (Operation::Jump | Operation::Call | Operation::Flush | Operation::Invalidate, _) => {
                message!("the register with the address")
            }
            (Operation::GetLane, _) => message!("the register with the number of the lane"),
            (_, Field::B) => message!("the second source, a scalar register"),
            _ => message!("a scalar register that is read"),
        },
        Slot::Vector(field) => match (row.family.operation, field) {
            (Operation::Store(_) | Operation::Scatter, _) => {
                message!("the vector register that is stored")
            }
            (Operation::Shuffle, Field::B) => {
                message!("the vector register with the number of a lane in each lane")
            }
            (_, Field::B) => message!("the second source, a vector register"),
            _ => message!("a vector register that is read"),
        },
        Slot::Immediate9 => message!("a number from -256 to 255"),
        Slot::Immediate16 => message!("a number from -32768 to 65535"),
        Slot::Address => {
            message!(
                "the address: an offset from -256 to 255 before a scalar register in parentheses, or a label"
            )
        }
        Slot::VectorAddress => {
            message!(
                "an offset from -256 to 255 before a vector register in parentheses, which has an address in each lane"
            )
        }
        Slot::Target(_) => message!("the label, up to 128 KiB away"),
        Slot::Symbol => message!("the label whose address is taken"),
    }
}

fn register_page(register: Register, language: Language) -> String {
    let lanes = LANES;
    let text = match register {
        Register::Vector(_) => message!("vector register: {lanes} lanes of 32 bits", lanes),
        Register::Scalar(MASK) => message!("the mask: bit i enables writes to lane i of vectors"),
        Register::Scalar(STACK) => message!("the stack pointer"),
        Register::Scalar(RETURN) => message!("the return address, which `jmpsr` writes"),
        Register::Scalar(COUNTER) => {
            message!(
                "the address of the instruction itself; a write of it by an instruction of type R is a jump"
            )
        }
        Register::Scalar(58) => message!("a scalar register that the toolchain keeps for itself"),
        Register::Scalar(60) => message!("the frame pointer"),
        Register::Scalar(_) => message!("scalar register of 32 bits"),
    };
    format!("`{}` — {}", register.name(), text.say(language))
}

fn control_page(control: &Control, language: Language) -> String {
    let access = match control.is_writable {
        true => message!("read and write"),
        false => message!("read only"),
    };
    let owner = match control.is_of_thread {
        true => message!("one for each thread"),
        false => message!("one for all threads"),
    };
    format!(
        "`{}` — {} · {}, {}, {}",
        control.name,
        language.template(control.doc),
        control.number,
        access.say(language),
        owner.say(language),
    )
}

impl Page for Options {
    fn page(&self, query: &str, language: Language) -> Option<String> {
        let rows = Row::find(query);
        if !rows.is_empty() {
            return Some(rows_page(rows, language));
        }
        if let Some(register) = Register::find(query) {
            return Some(register_page(register, language));
        }
        // `pc` in lower case is the register.
        if let Some(control) = Control::find(query) {
            return Some(control_page(control, language));
        }
        let (sentence, name) = other_name_page(query)?;
        let page = rows_page(Row::find(&name), language);
        let sentence = sentence.say(language);
        Some(format!("{sentence}\n\n{page}").trim_end().to_owned())
    }
}

/// What a name of the specification is to the assembler: a sentence, and the assembler's name.
fn other_name_page(word: &str) -> Option<(Message, String)> {
    match spelling(word, false) {
        Spelling::Other(new) => {
            let sentence = message!(
                "the assembler has no `{word}`; it writes `{new}`",
                word,
                new = &new
            );
            Some((sentence, new))
        }
        Spelling::OutsideScratchpad(new) => {
            let sentence = message!(
                "`{word}` is `{new}`: it accesses the scratchpad alone",
                word,
                new = &new
            );
            Some((sentence, new))
        }
        Spelling::NotAssembled => {
            let sentence = message!(
                "the specification has `{word}`, the assembler does not",
                word
            );
            Some((sentence, String::new()))
        }
        Spelling::Unknown(_) => None,
    }
}

/// Everything that has a page, but the codes.
#[must_use]
pub fn entries() -> Vec<Entry> {
    let first = |row: &&Row| Row::find(&row.mnemonic).first() == Some(row);
    let rows = Row::all().iter().filter(first);
    let rows = rows.map(|row| Entry::from_table(&row.mnemonic, row.family.title));
    let registers = [Register::Scalar, Register::Vector].into_iter();
    let registers = registers.flat_map(|register| (0..64).map(register));
    let registers = registers.map(|register| Entry {
        name: register.name(),
        title: match register {
            Register::Scalar(_) => message!("scalar register"),
            Register::Vector(_) => message!("vector register"),
        },
    });
    let controls = CONTROLS.iter().map(|it| Entry::from_table(it.name, it.doc));
    rows.chain(registers).chain(controls).collect()
}
