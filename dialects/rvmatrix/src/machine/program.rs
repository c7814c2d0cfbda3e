//! A text as a list of typed statements: macros and repetitions are written out, labels have their places, data has addresses.
//!
//! What cannot be run becomes a statement that says why when it is reached: a text may hold more than what a run needs.

use std::collections::HashMap;

use mnc2_text::{Message, Severity, Trouble, message};

use crate::base::{self, Alu, Base, Condition, CsrAction, Unary, Width};
use crate::encode::Instruction;
use crate::lower::{Lowered, csr_of, lower};
use crate::register::{self, Csr};
use crate::source::{
    self, Begin, Line, Operand, Piece, PieceKind, Shape, Statement, Symbols, evaluate,
};

/// The address of the first statement; each has 4 bytes.
pub(super) const CODE_ADDRESS: u64 = 0x1_0000;

/// The address that `ra` has at the start: a jump to it ends the run.
pub(super) const END_ADDRESS: u64 = 0xffff_ffff_ffff_fff0;

/// The address of the first byte of data.
const DATA_ADDRESS: u64 = 0x1000_0000;

/// The most statements of a program, with macros written out.
const STATEMENTS_MAX: usize = 1 << 18;

/// How deep macros are nested.
const MACRO_DEPTH_MAX: usize = 32;

/// The most bytes of data.
const DATA_BYTES_MAX: u64 = 1 << 24;

/// The longest line that a macro makes.
const LINE_BYTES_MAX: usize = source::LINE_BYTES_MAX;

/// A statement with its line.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The line of the text; that of the call for what a macro makes.
    pub(super) line: u32,
    pub(super) action: Action,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Registers(Alu, Width, u8, u8, u8),
    Immediate(Alu, Width, u8, u8, u64),
    Unary(Unary, u8, u8),
    Number(u8, u64),
    Load(u8, bool, u8, u8, u64),
    Store(u8, u8, u8, u64),
    Branch(Condition, u8, u8, usize),
    Jump(u8, usize),
    JumpRegister(u8, u8, u64),
    Csr {
        action: CsrAction,
        rd: u8,
        number: u16,
        source: Source,
    },
    Nothing,
    Stop,
    Matrix(Instruction),
    Unknown(Message),
}

/// What a control and status register is written from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Nothing,
    Number(u8),
    Register(u8),
}

/// A program.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) statements: Vec<Entry>,
    /// Labels in code, by name: the last definition of each.
    pub(super) labels: HashMap<String, usize>,
    /// Data by address.
    pub(super) data: Vec<(u64, Vec<u8>)>,
}

/// A statement before its labels are known.
struct Draft {
    /// The line of the text.
    line: u32,
    /// The line that has the statement: of the text, or made by a macro.
    text: std::rc::Rc<Line>,
    index: usize,
}

struct Builder<'a> {
    symbols: &'a Symbols,
    drafts: Vec<Draft>,
    /// Labels in code with the draft that each stands before.
    labels: HashMap<String, Vec<usize>>,
    /// Labels in data.
    data_labels: HashMap<String, u64>,
    data: Vec<(u64, Vec<u8>)>,
    data_end: u64,
    is_data: bool,
    /// How many macro calls were written out, for `\@`.
    calls: usize,
    parser: tree_sitter::Parser,
}

impl Program {
    /// The program of a text.
    pub(super) fn new(text: &source::Source, symbols: &Symbols) -> Result<Self, Trouble> {
        for (number, line) in text.lines().iter().enumerate() {
            for statement in &line.statements {
                if let Lowered::Wrong(_, diagnostics) = lower(line, statement, symbols)
                    && let Some(error) = diagnostics
                        .iter()
                        .find(|found| found.severity == Severity::Error)
                {
                    return Err(trouble(number as u32, error.message.clone()));
                }
            }
        }
        let mut builder = Builder {
            symbols,
            drafts: Vec::new(),
            labels: HashMap::new(),
            data_labels: HashMap::new(),
            data: Vec::new(),
            data_end: DATA_ADDRESS,
            is_data: false,
            calls: 0,
            parser: source::parser(),
        };
        let lines: Vec<(u32, String)> = text
            .lines()
            .iter()
            .enumerate()
            // Directives of the C preprocessor, and what a block comment has of a line, are no code.
            .filter(|(_, line)| line.directive.is_none() && !line.is_too_long)
            .map(|(number, line)| (number as u32, line.code()))
            .collect();
        builder.lines(&lines, None, MACRO_DEPTH_MAX)?;
        Ok(builder.finish())
    }
}

fn trouble(line: u32, message: Message) -> Trouble {
    Trouble {
        line: Some(line),
        message,
    }
}

/// What a line of code opens or closes.
fn opens(word: &str) -> bool {
    matches!(word, ".macro" | ".rept" | ".irp" | ".irpc")
}

impl Builder<'_> {
    /// Takes lines of the text, or those of a macro, whose statements belong to the line of its call.
    fn lines(
        &mut self,
        lines: &[(u32, String)],
        call: Option<u32>,
        depth: usize,
    ) -> Result<(), Trouble> {
        let mut at = 0;
        while let Some((number, text)) = lines.get(at) {
            at += 1;
            let number = call.unwrap_or(*number);
            let line = std::rc::Rc::new(Line::new(&mut self.parser, text, Begin::Code));
            for (index, statement) in line.statements.iter().enumerate() {
                self.take_labels(&line, statement);
                let word = line.mnemonic(statement);
                if word.is_empty() {
                    continue;
                }
                if opens(word) {
                    // The body goes up to the line that closes it.
                    let mut open = 1_usize;
                    let first = at;
                    while let Some((_, text)) = lines.get(at) {
                        let words = text.split_whitespace().next().unwrap_or_default();
                        if opens(words) {
                            open += 1;
                        } else if matches!(words, ".endm" | ".endr") {
                            open -= 1;
                        }
                        at += 1;
                        if open == 0 {
                            break;
                        }
                    }
                    let body = &lines[first..at.saturating_sub(usize::from(open == 0)).max(first)];
                    self.repeat(number, &line, statement, body, depth)?;
                } else if self.symbols.macros.contains_key(word) {
                    self.call(number, &line, statement, lines, depth)?;
                } else {
                    self.statement(number, &line, statement, index)?;
                }
            }
        }
        Ok(())
    }

    fn take_labels(&mut self, line: &Line, statement: &Statement) {
        for label in &statement.labels {
            let name = line.part(label).to_owned();
            if self.is_data {
                self.data_labels.insert(name, self.data_end);
            } else {
                self.labels.entry(name).or_default().push(self.drafts.len());
            }
        }
    }

    fn repeat(
        &mut self,
        number: u32,
        line: &Line,
        statement: &Statement,
        body: &[(u32, String)],
        depth: usize,
    ) -> Result<(), Trouble> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(too_deep(number));
        };
        match line.mnemonic(statement) {
            ".rept" => {
                let count = statement
                    .operands
                    .first()
                    .and_then(|operand| self.value(line, &operand.pieces));
                let Some(count) = count.and_then(|count| usize::try_from(count).ok()) else {
                    return Err(trouble(
                        number,
                        message!("how often `.rept` repeats is not known"),
                    ));
                };
                for _ in 0..count {
                    let before = self.drafts.len();
                    self.lines(body, Some(number), depth)?;
                    if self.drafts.len() == before {
                        break;
                    }
                }
                Ok(())
            }
            ".macro" => Ok(()),
            word => {
                let name = word.to_owned();
                Err(trouble(
                    number,
                    message!("the machine does not know the directive `{name}`", name),
                ))
            }
        }
    }

    /// Writes a macro out.
    fn call(
        &mut self,
        number: u32,
        line: &Line,
        statement: &Statement,
        _lines: &[(u32, String)],
        depth: usize,
    ) -> Result<(), Trouble> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(too_deep(number));
        };
        let name = line.mnemonic(statement).to_owned();
        let Some(entry) = self.symbols.macros.get(&name) else {
            return Ok(());
        };
        let mut arguments: Vec<String> = entry
            .parameters
            .iter()
            .map(|(_, default)| default.clone())
            .collect();
        let mut position = 0;
        for operand in &statement.operands {
            let text = line.part(&operand.range);
            let keyword = text.split_once('=').and_then(|(key, value)| {
                let index = entry
                    .parameters
                    .iter()
                    .position(|(name, _)| name == key.trim())?;
                Some((index, value.trim()))
            });
            let (index, value) = keyword.unwrap_or_else(|| {
                position += 1;
                (position - 1, text)
            });
            match arguments.get_mut(index) {
                Some(argument) => value.clone_into(argument),
                None => {
                    let message = message!("macro `{name}` has fewer parameters than this", name);
                    return Err(trouble(number, message));
                }
            }
        }
        let parameters: Vec<(&str, &str)> = entry
            .parameters
            .iter()
            .map(|(name, _)| name.as_str())
            .zip(arguments.iter().map(String::as_str))
            .collect();
        let calls = self.calls;
        self.calls += 1;
        let mut body = Vec::new();
        for text in &entry.lines {
            let text = substitute(text, &parameters, calls);
            if text.len() > LINE_BYTES_MAX {
                return Err(trouble(
                    number,
                    message!("macro `{name}` makes a line that is too long", name),
                ));
            }
            body.push((number, text));
        }
        self.lines(&body, Some(number), depth)
    }

    fn statement(
        &mut self,
        number: u32,
        line: &std::rc::Rc<Line>,
        statement: &Statement,
        index: usize,
    ) -> Result<(), Trouble> {
        let word = line.mnemonic(statement);
        if self.section(line, statement) {
            return Ok(());
        }
        if self.is_data {
            return self
                .datum(line, statement)
                .map_err(|message| trouble(number, message));
        }
        let is_layout =
            word.starts_with('.') && !is_word(word) && !word.starts_with(".if") && word != ".else";
        let is_assignment = statement
            .operands
            .first()
            .and_then(|operand| operand.pieces.first())
            .is_some_and(|piece| line.part(&piece.range) == "=");
        if is_layout || is_assignment {
            return Ok(());
        }
        if self.drafts.len() == STATEMENTS_MAX {
            let limit = STATEMENTS_MAX;
            return Err(trouble(
                number,
                message!("the program has more than {limit} statements", limit),
            ));
        }
        self.drafts.push(Draft {
            line: number,
            text: std::rc::Rc::clone(line),
            index,
        });
        Ok(())
    }

    /// Whether a statement chooses a section.
    fn section(&mut self, line: &Line, statement: &Statement) -> bool {
        match line.mnemonic(statement) {
            ".text" => self.is_data = false,
            ".data" | ".bss" | ".rodata" => self.is_data = true,
            ".section" => {
                let text = |index: usize| {
                    let operand = statement.operands.get(index);
                    operand.map_or("", |operand| line.part(&operand.range))
                };
                self.is_data = !text(0).starts_with(".text") && !text(1).contains('x');
            }
            _ => return false,
        }
        true
    }

    /// Data in a section for it.
    fn datum(&mut self, line: &Line, statement: &Statement) -> Result<(), Message> {
        let word = line.mnemonic(statement);
        let number = |index: usize| {
            let operand = statement.operands.get(index)?;
            self.value(line, &operand.pieces)
        };
        let size = match word {
            ".byte" => 1,
            ".half" | ".short" | ".2byte" => 2,
            ".word" | ".long" | ".4byte" => 4,
            ".dword" | ".quad" | ".8byte" => 8,
            ".zero" | ".space" | ".skip" => {
                let length = number(0).and_then(|length| u64::try_from(length).ok());
                let length =
                    length.ok_or_else(|| message!("the size of this data is not known"))?;
                return self.advance(length);
            }
            ".align" | ".p2align" | ".balign" => {
                let value = number(0)
                    .and_then(|value| u32::try_from(value).ok())
                    .unwrap_or(0);
                let alignment = match word {
                    ".balign" => u64::from(value.max(1)),
                    _ => 1_u64 << value.min(12),
                };
                let rest = self.data_end % alignment;
                return self.advance(if rest == 0 { 0 } else { alignment - rest });
            }
            _ if word.starts_with('.')
                && ![
                    ".ascii", ".asciz", ".string", ".float", ".double", ".incbin",
                ]
                .contains(&word) =>
            {
                return Ok(());
            }
            _ => {
                let name = word.to_owned();
                return Err(message!("the machine does not know `{name}` as data", name));
            }
        };
        let mut bytes = Vec::new();
        for operand in &statement.operands {
            let value = self
                .value(line, &operand.pieces)
                .ok_or_else(|| message!("the value of this data is not known"))?;
            bytes.extend_from_slice(&value.to_le_bytes()[..size]);
        }
        let address = self.data_end;
        self.advance(bytes.len() as u64)?;
        self.data.push((address, bytes));
        Ok(())
    }

    fn advance(&mut self, length: u64) -> Result<(), Message> {
        let end = self.data_end.saturating_add(length);
        if end - DATA_ADDRESS > DATA_BYTES_MAX {
            let limit = DATA_BYTES_MAX >> 20;
            return Err(message!(
                "the program has more than {limit} MiB of data",
                limit
            ));
        }
        self.data_end = end;
        Ok(())
    }

    fn value(&self, line: &Line, pieces: &[Piece]) -> Option<i64> {
        evaluate(line, pieces, &|name| self.symbols.value(name))
    }

    fn finish(mut self) -> Program {
        let drafts = std::mem::take(&mut self.drafts);
        let statements = drafts
            .iter()
            .enumerate()
            .map(|(at, draft)| {
                let statement = &draft.text.statements[draft.index];
                let context = Context {
                    builder: &self,
                    line: &draft.text,
                    statement,
                    at,
                };
                Entry {
                    line: draft.line,
                    action: context.action().unwrap_or_else(Action::Unknown),
                }
            })
            .collect();
        let last = |(name, places): (&String, &Vec<usize>)| Some((name.clone(), *places.last()?));
        Program {
            statements,
            labels: self.labels.iter().filter_map(last).collect(),
            data: self.data,
        }
    }
}

fn is_word(word: &str) -> bool {
    matches!(word, ".word" | ".long" | ".4byte")
}

fn too_deep(line: u32) -> Trouble {
    let limit = MACRO_DEPTH_MAX;
    trouble(
        line,
        message!("macros are nested more than {limit} deep", limit),
    )
}

/// A line of a macro with its arguments.
fn substitute(text: &str, parameters: &[(&str, &str)], call: usize) -> String {
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        made.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix("()") {
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix('@') {
            made.push_str(&call.to_string());
            rest = after;
            continue;
        }
        let is_part = |character: char| {
            character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$')
        };
        let end = rest
            .find(|character| !is_part(character))
            .unwrap_or(rest.len());
        match parameters.iter().find(|(name, _)| *name == &rest[..end]) {
            Some((_, argument)) => {
                made.push_str(argument);
                rest = &rest[end..];
            }
            None => made.push('\\'),
        }
        // A line that grows without end is refused by its length.
        if made.len() > LINE_BYTES_MAX {
            return made;
        }
    }
    made.push_str(rest);
    made
}

/// A statement whose labels are known.
struct Context<'a> {
    builder: &'a Builder<'a>,
    line: &'a Line,
    statement: &'a Statement,
    at: usize,
}

impl Context<'_> {
    fn action(&self) -> Result<Action, Message> {
        let symbols = self.builder.symbols;
        match lower(self.line, self.statement, symbols) {
            Lowered::Instruction(instruction) => return Ok(Action::Matrix(instruction)),
            Lowered::Hidden(row) => {
                let name = row.mnemonic;
                return Err(message!(
                    "the operands of `{name}` are not known here",
                    name
                ));
            }
            Lowered::Wrong(_, diagnostics) => {
                let first = diagnostics.into_iter().next();
                return Err(first.map(|found| found.message).unwrap_or_default());
            }
            Lowered::Other => {}
        }
        let word = self.line.mnemonic(self.statement);
        if is_word(word) {
            return self.word();
        }
        let Some(base) = base::find(word) else {
            let word = word.to_owned();
            return Err(message!("the machine does not know `{word}`", word));
        };
        self.base(base)
    }

    /// A word among code: an instruction of the extension, as assemblers without it write it.
    fn word(&self) -> Result<Action, Message> {
        let only = match self.statement.operands.as_slice() {
            [operand] => self.builder.value(self.line, &operand.pieces),
            _ => None,
        };
        let word = only.and_then(|value| u32::try_from(value).ok());
        match word.and_then(Instruction::decode) {
            Some(instruction) => Ok(Action::Matrix(instruction)),
            None => Err(message!("this word is no instruction of the extension")),
        }
    }

    fn base(&self, base: Base) -> Result<Action, Message> {
        let count = self.statement.operands.len();
        Ok(match base {
            Base::Registers(operation, width) => {
                // `add a0, a1, 4` is an alias of `addi`.
                if self.register(2).is_err() {
                    return Ok(Action::Immediate(
                        operation,
                        width,
                        self.register(0)?,
                        self.register(1)?,
                        self.number(2)?,
                    ));
                }
                Action::Registers(
                    operation,
                    width,
                    self.register(0)?,
                    self.register(1)?,
                    self.register(2)?,
                )
            }
            Base::Immediate(operation, width) => Action::Immediate(
                operation,
                width,
                self.register(0)?,
                self.register(1)?,
                self.number(2)?,
            ),
            Base::Unary(operation) => {
                Action::Unary(operation, self.register(0)?, self.register(1)?)
            }
            Base::LoadNumber => Action::Number(self.register(0)?, self.number(1)?),
            Base::LoadUpper => {
                let upper = self.number(1)?;
                Action::Number(
                    self.register(0)?,
                    ((upper << 12) as u32) as i32 as i64 as u64,
                )
            }
            Base::LoadAddress => Action::Number(self.register(0)?, self.symbol(1)?),
            Base::Load(bytes, is_signed) => {
                let (offset, register) = self.address(1)?;
                Action::Load(bytes, is_signed, self.register(0)?, register, offset)
            }
            Base::Store(bytes) => {
                let (offset, register) = self.address(1)?;
                Action::Store(bytes, self.register(0)?, register, offset)
            }
            Base::Branch(condition, is_swapped) => {
                let (left, right) = (self.register(0)?, self.register(1)?);
                let (left, right) = if is_swapped {
                    (right, left)
                } else {
                    (left, right)
                };
                Action::Branch(condition, left, right, self.label(2)?)
            }
            Base::BranchZero(condition, is_swapped) => {
                let register = self.register(0)?;
                let (left, right) = if is_swapped {
                    (0, register)
                } else {
                    (register, 0)
                };
                Action::Branch(condition, left, right, self.label(1)?)
            }
            Base::Jump => Action::Jump(0, self.label(0)?),
            Base::JumpAndLink if count == 1 => Action::Jump(1, self.label(0)?),
            Base::JumpAndLink => Action::Jump(self.register(0)?, self.label(1)?),
            Base::JumpAndLinkRegister if count == 1 => match self.register(0) {
                Ok(register) => Action::JumpRegister(1, register, 0),
                Err(_) => {
                    let (offset, register) = self.address(0)?;
                    Action::JumpRegister(1, register, offset)
                }
            },
            Base::JumpAndLinkRegister => match self.register(1) {
                Ok(register) => {
                    let offset = if count > 2 { self.number(2)? } else { 0 };
                    Action::JumpRegister(self.register(0)?, register, offset)
                }
                Err(_) => {
                    let (offset, register) = self.address(1)?;
                    Action::JumpRegister(self.register(0)?, register, offset)
                }
            },
            Base::JumpRegister => Action::JumpRegister(0, self.register(0)?, 0),
            Base::Call => Action::Jump(1, self.label(0)?),
            Base::Return => Action::JumpRegister(0, 1, 0),
            Base::Csr(access) => {
                // `fsrm rd, rs` and its relatives have a form with a destination.
                let has_destination =
                    access.has_destination || access.number.is_some() && count == 2;
                let first = usize::from(has_destination);
                let number = match access.number {
                    Some(number) => number,
                    None => self.csr(first)?,
                };
                let place = first + usize::from(access.number.is_none());
                let source = match access.action {
                    CsrAction::Read => Source::Nothing,
                    _ if access.is_immediate => {
                        let value = self.number(place)?;
                        let value = u8::try_from(value).ok().filter(|&value| value < 32);
                        Source::Number(
                            value.ok_or_else(|| message!("this number is from 0 to 31"))?,
                        )
                    }
                    _ => Source::Register(self.register(place)?),
                };
                Action::Csr {
                    action: access.action,
                    rd: if has_destination {
                        self.register(0)?
                    } else {
                        0
                    },
                    number,
                    source,
                }
            }
            Base::Nothing => Action::Nothing,
            Base::Stop => Action::Stop,
        })
    }

    fn operand(&self, index: usize) -> Result<&Operand, Message> {
        let number = index + 1;
        let operand = self.statement.operands.get(index);
        operand.ok_or_else(|| message!("operand {number} is missing", number))
    }

    fn text(&self, operand: &Operand) -> String {
        self.line.part(&operand.range).to_owned()
    }

    fn register(&self, index: usize) -> Result<u8, Message> {
        let operand = self.operand(index)?;
        let found = match operand.shape(self.line) {
            Shape::Word(word) => register::integer(self.line.part(&word.range)),
            _ => None,
        };
        found.ok_or_else(|| message!("`{text}` is no integer register", text = self.text(operand)))
    }

    fn number(&self, index: usize) -> Result<u64, Message> {
        let operand = self.operand(index)?;
        let value = self
            .builder
            .value(self.line, &operand.pieces)
            .map(|value| value as u64);
        value.ok_or_else(|| {
            message!(
                "the value of `{text}` is not known",
                text = self.text(operand)
            )
        })
    }

    /// An offset and a register in parentheses.
    fn address(&self, index: usize) -> Result<(u64, u8), Message> {
        let operand = self.operand(index)?;
        if let Shape::Address(offset, [inner]) = operand.shape(self.line)
            && let Some(register) = register::integer(self.line.part(&inner.range))
        {
            let offset = if offset.is_empty() {
                Some(0)
            } else {
                self.builder.value(self.line, offset)
            };
            if let Some(offset) = offset {
                return Ok((offset as u64, register));
            }
        }
        Err(message!(
            "`{text}` is no address that is known",
            text = self.text(operand)
        ))
    }

    fn csr(&self, index: usize) -> Result<u16, Message> {
        let operand = self.operand(index)?;
        if let Some(csr) = csr_of(self.line, operand, self.builder.symbols) {
            return Ok(csr.number);
        }
        let name = self.line.part(&operand.range);
        let number = match name {
            "fflags" => Some(0x001),
            "frm" => Some(0x002),
            "fcsr" => Some(0x003),
            "cycle" => Some(0xc00),
            "time" => Some(0xc01),
            "instret" => Some(0xc02),
            _ => Csr::find(name)
                .map(|csr| csr.number)
                .or_else(|| u16::try_from(self.builder.value(self.line, &operand.pieces)?).ok()),
        };
        number.ok_or_else(|| {
            message!(
                "`{text}` is no control and status register that is known",
                text = self.text(operand)
            )
        })
    }

    /// The statement of a label.
    fn label(&self, index: usize) -> Result<usize, Message> {
        let operand = self.operand(index)?;
        let found = match operand.pieces.as_slice() {
            [piece] => {
                let name = self.line.part(&piece.range);
                match piece.kind {
                    PieceKind::Word => self
                        .builder
                        .labels
                        .get(name)
                        .and_then(|places| places.last())
                        .copied(),
                    PieceKind::LocalLabel => self.local(name),
                    _ => None,
                }
            }
            _ => None,
        };
        found.ok_or_else(|| {
            message!(
                "`{text}` is no label of this code",
                text = self.text(operand)
            )
        })
    }

    fn local(&self, name: &str) -> Option<usize> {
        let (number, direction) = name.split_at_checked(name.len().checked_sub(1)?)?;
        let places = self.builder.labels.get(number)?;
        if direction == "b" {
            places
                .iter()
                .rev()
                .find(|&&place| place <= self.at)
                .copied()
        } else {
            places.iter().find(|&&place| place > self.at).copied()
        }
    }

    /// The address of a label in code or data, or a known value.
    fn symbol(&self, index: usize) -> Result<u64, Message> {
        let operand = self.operand(index)?;
        let name = self.line.part(&operand.range);
        if let Some(address) = self.builder.data_labels.get(name) {
            return Ok(*address);
        }
        match self.label(index) {
            Ok(statement) => Ok(CODE_ADDRESS + 4 * statement as u64),
            Err(message) => self.number(index).map_err(|_| message),
        }
    }
}
