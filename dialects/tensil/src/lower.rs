//! From a statement to a typed instruction, or to what is wrong with it.

mod operands;
mod simd;

use mnc2_text::interface::Settings as _;
use mnc2_text::{LineRange, line, message};

use crate::architecture::number;
use crate::code::Code;
use crate::instruction::{Flow, Instruction};
use crate::options::{Encoding, Options};
use crate::source::{Item, Line, Statement};
use crate::table::{Grade, Memory, Mnemonic, ROWS, Register};
use operands::Operands;

/// A finding about a line.
pub type Diagnostic = mnc2_text::Diagnostic<Code>;

/// A statement, understood as far as it can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    /// Its instruction, if its name is known.
    pub mnemonic: Option<Mnemonic>,
    /// Its meaning, if it is complete.
    pub instruction: Option<Instruction>,
    /// The thread that it belongs to.
    pub thread: u64,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// How similar a suggestion must be, from 0 to 1.
const SIMILARITY_MIN: f64 = 0.5;

/// Checks the operands of a statement and returns its instruction, with what is wrong with it.
#[must_use]
pub fn lower(line: &Line, statement: &Statement, options: &Options) -> Lowered {
    let mut found = Vec::new();
    let thread = thread(line, statement, options, &mut found);
    if let Some(index) = &statement.index {
        number_of(line, index, &mut found);
    }
    let mut lowered = Lowered {
        mnemonic: None,
        instruction: None,
        thread,
        diagnostics: Vec::new(),
    };
    let name = line.part(&statement.mnemonic);
    lowered.mnemonic = Mnemonic::find(name);
    if let Some(broken) = &statement.broken {
        let part = line.part(broken);
        let message = if part.is_empty() {
            message!("something is missing here")
        } else {
            message!("`{part}` is not a part of an instruction", part)
        };
        found.push(Diagnostic::new(Code::Shape, broken.clone(), message).explained());
        lowered.diagnostics = found;
        return lowered;
    }
    let Some(mnemonic) = lowered.mnemonic else {
        let names = ROWS.iter().map(|row| row.name);
        let range = statement.mnemonic.clone();
        let mut diagnostic = Diagnostic::new(
            Code::UnknownInstruction,
            range.clone(),
            message!("there is no instruction `{name}`", name),
        );
        if let Some(similar) = line::similar(name, names, SIMILARITY_MIN) {
            let title = message!("write `{similar}`", similar);
            diagnostic = diagnostic.suggest(title, range, similar);
        }
        found.push(diagnostic.explained());
        lowered.diagnostics = found;
        return lowered;
    };
    spelling(line, statement, mnemonic, options, &mut found);
    lowered.instruction = instruction(line, statement, mnemonic, options, &mut found);
    lowered.diagnostics = found;
    lowered
}

/// What a number of the text is; a finding if it is too large for any field.
fn number_of(line: &Line, range: &LineRange, found: &mut Vec<Diagnostic>) -> Option<u64> {
    let value = number(line.part(range));
    if value.is_none() {
        let text = line.part(range);
        let message = message!("`{text}` is not a number of 64 bits", text);
        found.push(Diagnostic::new(Code::OperandKind, range.clone(), message).explained());
    }
    value
}

fn thread(
    line: &Line,
    statement: &Statement,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) -> u64 {
    let Some(range) = &statement.thread else {
        return 0;
    };
    let Some(thread) = number_of(line, range, found) else {
        return 0;
    };
    let count = options.architecture.number_of_threads;
    if thread >= count {
        let message = message!(
            "there is no thread {thread}: the machine has {count:# thread|# threads}",
            thread,
            count
        );
        found.push(Diagnostic::new(Code::Thread, range.clone(), message).explained());
    } else if thread > 0 && options.encoding == Encoding::Docs {
        let message = message!("the encoding of the specification has no threads");
        let diagnostic = Diagnostic::new(Code::Thread, range.clone(), message);
        found.push(diagnostic.help(message!("the version `compiler` has them")));
    }
    thread
}

/// The findings about the name of an instruction.
fn spelling(
    line: &Line,
    statement: &Statement,
    mnemonic: Mnemonic,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) {
    let (range, row) = (statement.mnemonic.clone(), mnemonic.row());
    let written = line.part(&range);
    if written != row.name {
        let new = row.name;
        found.push(old_spelling(range.clone(), written, new));
    }
    let opcode = match options.encoding {
        Encoding::Docs => row.opcode,
        Encoding::Compiler => row.compiler_opcode,
    };
    let name = row.name;
    if opcode.is_none() {
        let version = options.version();
        let other = match options.encoding {
            Encoding::Docs => Encoding::Compiler,
            Encoding::Compiler => Encoding::Docs,
        };
        let other = match other {
            Encoding::Docs => "docs",
            Encoding::Compiler => "compiler",
        };
        let diagnostic = Diagnostic::new(
            Code::OtherEncoding,
            range,
            message!("the encoding `{version}` has no `{name}`", version, name),
        );
        found.push(diagnostic.help(message!("the version `{other}` has it", other)));
    } else if row.grade == Grade::DocumentedOnly {
        let message = message!("neither hardware nor compiler know `{name}`", name);
        found.push(Diagnostic::new(Code::DocumentedOnly, range, message).explained());
    }
}

/// The hint that listings have a newer name.
fn old_spelling(range: LineRange, written: &str, new: &'static str) -> Diagnostic {
    let message = message!("`{written}` is now `{new}`", written, new);
    Diagnostic::new(Code::OldSpelling, range.clone(), message)
        .fix(message!("write `{new}`", new), range, new)
        .explained()
}

/// The flags of a statement as text, with one space after a comma; nothing without flags.
fn flags_of(line: &Line, statement: &Statement) -> Option<String> {
    let (parts, _) = statement.flags.as_ref()?;
    let parts: Vec<&str> = parts.iter().map(|part| line.part(part)).collect();
    Some(parts.join(", "))
}

fn wrong_flags(
    line: &Line,
    statement: &Statement,
    mnemonic: Mnemonic,
    found: &mut Vec<Diagnostic>,
) {
    let row = mnemonic.row();
    let name = row.name;
    let range = statement
        .flags
        .as_ref()
        .map_or(&statement.mnemonic, |(_, range)| range);
    let texts = row.flags.iter().map(|flags| format!("`({flags})`"));
    let message = match flags_of(line, statement) {
        Some(flags) if row.flags.is_empty() => {
            message!("`{name}` has no flags such as `({flags})`", name, flags)
        }
        Some(flags) => {
            let known = mnc2_text::Message::any_of(texts);
            message!(
                "`({flags})` are not flags of `{name}`: it has {known}",
                flags,
                name,
                known
            )
        }
        None => {
            let known = mnc2_text::Message::any_of(texts);
            message!("`{name}` needs its direction: {known}", name, known)
        }
    };
    let mut diagnostic = Diagnostic::new(Code::Flags, range.clone(), message);
    if row.flags.is_empty() {
        diagnostic = diagnostic.fix(message!("remove the flags"), range.clone(), "");
    }
    if let Some(all) = flags_of(line, statement)
        .filter(|_| mnemonic == Mnemonic::Simd)
        .and_then(|letters| simd::in_order(&letters))
    {
        let title = message!("write `{all}`", all = all.as_str());
        diagnostic = diagnostic.fix(title, range.clone(), all);
    }
    found.push(diagnostic);
}

fn instruction(
    line: &Line,
    statement: &Statement,
    mnemonic: Mnemonic,
    options: &Options,
    found: &mut Vec<Diagnostic>,
) -> Option<Instruction> {
    let flags = flags_of(line, statement);
    let is_known = match (flags.as_deref(), mnemonic) {
        (None, Mnemonic::DataMove) => false,
        (None, _) => true,
        // Some letters in their order: their combination is judged with the operands.
        (Some(letters), Mnemonic::Simd) => {
            simd::in_order(letters).is_some_and(|all| all == format!("({letters})"))
        }
        (Some(flags), _) => mnemonic.row().flags.contains(&flags),
    };
    if !is_known {
        wrong_flags(line, statement, mnemonic, found);
    }
    let mut operands = Operands::new(line, statement, mnemonic, found);
    let read = read_operands(&mut operands, mnemonic, flags.as_deref(), options);
    operands.end();
    let has_errors = found.iter().any(Diagnostic::is_error);
    read.filter(|_| is_known && !has_errors)
}

/// The instruction of a mnemonic with its operands; all of them are read, so that each is judged.
fn read_operands(
    operands: &mut Operands<'_>,
    mnemonic: Mnemonic,
    flags: Option<&str>,
    options: &Options,
) -> Option<Instruction> {
    match mnemonic {
        Mnemonic::NoOp => Some(Instruction::NoOp),
        Mnemonic::Wait => operands.number().map(|thread| Instruction::Wait { thread }),
        Mnemonic::MatMul => {
            let local = operands.local_or_zeroes();
            let accumulator = operands.place(&[Memory::Accumulators]);
            let size = operands.size();
            let accumulates = flags.is_some();
            Some(Instruction::MatMul {
                accumulates,
                local: local?,
                accumulator: accumulator?.1,
                size: size?,
            })
        }
        Mnemonic::DataMove => {
            let local = operands.place(&[Memory::Local]);
            let others = [Memory::Accumulators, Memory::Dram0, Memory::Dram1];
            let other = operands.place(&others);
            let size = operands.size();
            let flow = match flags {
                Some("<-") => Some(Flow::ToLocal),
                Some("->") => Some(Flow::FromLocal),
                Some("->, Acc") => Some(Flow::FromLocalAdded),
                _ => None,
            };
            let (memory, address) = other?;
            Some(Instruction::DataMove {
                flow: flow?,
                local: local?.1,
                memory,
                address,
                size: size?,
            })
        }
        Mnemonic::LoadWeights => {
            let local = operands.local_or_zeroes();
            let size = operands.size();
            Some(Instruction::LoadWeights {
                local: local?,
                size: size?,
            })
        }
        Mnemonic::Simd => {
            let letters = flags.unwrap_or_default();
            simd::read(operands, letters, options).map(Instruction::Simd)
        }
        Mnemonic::LoadLut => {
            let local = operands.place(&[Memory::Local]);
            let table = operands.number();
            Some(Instruction::LoadLut {
                local: local?.1,
                table: table?,
            })
        }
        Mnemonic::Configure => {
            let register = operands.register();
            let value = operands.number();
            Some(Instruction::Configure {
                register: register?,
                value: value?,
            })
        }
    }
}

/// The number of a register of `Configure`, by its name or as a number.
fn register_of(line: &Line, item: &Item, found: &mut Vec<Diagnostic>) -> Option<u64> {
    let text = line.part(&item.range);
    if let Some(register) = Register::find(text) {
        return Some(u64::from(register.number));
    }
    let range = item.range.clone();
    let Some(value) = number(text).filter(|value| *value <= 0xf) else {
        let names = crate::table::REGISTERS.iter().map(|it| it.name);
        let message = message!("there is no configuration register `{text}`", text);
        let mut diagnostic = Diagnostic::new(Code::ConfigureRegister, range.clone(), message);
        if let Some(similar) = line::similar(text, names, SIMILARITY_MIN) {
            let title = message!("write `{similar}`", similar);
            diagnostic = diagnostic.suggest(title, range, similar);
        }
        found.push(diagnostic.explained());
        return None;
    };
    if Register::from_number(value).is_none() {
        let message = message!("the hardware has no register {value}", value);
        found.push(Diagnostic::new(Code::UnusedRegister, range, message).explained());
    }
    Some(value)
}
