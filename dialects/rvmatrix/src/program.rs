//! A text as a list of typed statements: macros and repetitions are written out, labels have their places, data has addresses.
//!
//! What cannot be run becomes a statement that says why when it is reached: a text may hold more than what a run needs.

mod expand;
mod typed;

use std::collections::HashMap;
use std::rc::Rc;

use mnc2_assembly::{Line, LineParser};
use mnc2_text::{Message, Severity, Trouble};

use crate::base::{self, Alu, Condition, CsrAction, Unary, Width};
use crate::encode::Instruction;
use crate::lower::{Lowered, lower};
use crate::symbols::{Symbols, Within};
use crate::syntax::SYNTAX;
use expand::{DATA_ADDRESS, MACRO_DEPTH_MAX};

/// The address of the first statement; each has 4 bytes.
pub(crate) const CODE_ADDRESS: u64 = 0x1_0000;

/// The address that `ra` has at the start: a jump to it ends the run.
pub(crate) const END_ADDRESS: u64 = 0xffff_ffff_ffff_fff0;

/// A statement with its line.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The line of the text; that of the call for what a macro makes.
    pub(crate) line: u32,
    pub(crate) action: Action,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub(crate) enum Action {
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
pub(crate) enum Source {
    Nothing,
    Number(u8),
    Register(u8),
}

/// A program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) statements: Vec<Entry>,
    /// Labels in code, by name: the last definition of each.
    pub(crate) labels: HashMap<String, usize>,
    /// Data by address.
    pub(crate) data: Vec<(u64, Vec<u8>)>,
}

/// A statement before its labels are known.
struct Draft {
    /// The line of the text.
    line: u32,
    /// The line that has the statement: of the text, or made by a macro.
    text: Rc<Line>,
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
    /// Whether only instructions are wanted, of every section.
    is_listing: bool,
    /// How many lines macros made, also those without a statement.
    lines: usize,
    /// How many macro calls were written out, for `\@`.
    calls: usize,
    parser: LineParser,
}

impl Program {
    /// The program of a text.
    pub(crate) fn new(text: &mnc2_assembly::Source, symbols: &Symbols) -> Result<Self, Trouble> {
        for (number, line) in text.lines().iter().enumerate() {
            if symbols.within.get(number) == Some(&Within::Untaken) {
                continue;
            }
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
        let mut builder = Builder::new(symbols, false);
        builder.lines(&code(text, symbols), None, MACRO_DEPTH_MAX)?;
        Ok(builder.finish())
    }
}

/// The statements in any section, with macros and repetitions written out, by their lines.
///
/// # Errors
/// With the line and a sentence, if that makes too many.
pub(crate) fn listing(
    text: &mnc2_assembly::Source,
    symbols: &Symbols,
) -> Result<Vec<(u32, Lowered)>, Trouble> {
    let mut builder = Builder::new(symbols, true);
    builder.lines(&code(text, symbols), None, MACRO_DEPTH_MAX)?;
    let statements = builder.drafts.iter().map(|draft| {
        let statement = &draft.text.statements[draft.index];
        (draft.line, lower(&draft.text, statement, symbols))
    });
    Ok(statements.collect())
}

/// The lines with code. Directives of the C preprocessor, what a block comment has of a line, and branches that are not taken are
/// none.
fn code(text: &mnc2_assembly::Source, symbols: &Symbols) -> Vec<(u32, String)> {
    let is_taken = |number| symbols.within.get(number) != Some(&Within::Untaken);
    text.lines()
        .iter()
        .enumerate()
        .filter(|(_, line)| line.directive.is_none() && !line.is_too_long)
        .filter(|&(number, _)| is_taken(number))
        .map(|(number, line)| (number as u32, line.code()))
        .collect()
}

fn trouble(line: u32, message: Message) -> Trouble {
    Trouble {
        line: Some(line),
        message,
    }
}

impl<'a> Builder<'a> {
    fn new(symbols: &'a Symbols, is_listing: bool) -> Self {
        Self {
            symbols,
            drafts: Vec::new(),
            labels: HashMap::new(),
            data_labels: HashMap::new(),
            data: Vec::new(),
            data_end: DATA_ADDRESS,
            is_data: false,
            is_listing,
            lines: 0,
            calls: 0,
            parser: LineParser::new(&SYNTAX),
        }
    }
}

impl Builder<'_> {
    fn finish(mut self) -> Program {
        let drafts = std::mem::take(&mut self.drafts);
        let statements = drafts
            .iter()
            .enumerate()
            .map(|(at, draft)| {
                let statement = &draft.text.statements[draft.index];
                let context = typed::Context {
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
    base::number_bytes(word) == Some(4)
}
