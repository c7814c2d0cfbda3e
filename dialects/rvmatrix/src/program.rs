//! A text as a list of typed statements: macros and repetitions are written out, labels have their places, data has addresses.
//!
//! What cannot be run becomes a statement that reports the reason when it is reached: a text may hold more than what a
//! run needs.

mod data;
mod typed;

use std::collections::HashMap;

use mnc2_assembly::{Scope, Unit, is_assignment};
use mnc2_text::{Message, Severity, Trouble, message};

use crate::base::{self, Alu, Condition, CsrAction, Float, Unary, Width};
use crate::encode::Instruction;
use crate::lower::{Lowered, lower};
use crate::names::Names;
use data::DATA_ADDRESS;

/// The address of the first statement; each has 4 bytes.
pub(crate) const CODE_ADDRESS: u64 = 0x1_0000;

/// The address that `ra` has at the start: a jump to it ends the run.
pub(crate) const END_ADDRESS: u64 = 0xffff_ffff_ffff_fff0;

/// A statement with its line.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The line of the text; in a macro, the line of the call.
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
    /// Bytes, a register for a number with a fraction, the address.
    FloatLoad(u8, u8, u8, u64),
    FloatStore(u8, u8, u8, u64),
    Float {
        float: Float,
        rd: u8,
        sources: [u8; 3],
        /// The static rounding mode; `None` for that in `frm`.
        rounding: Option<u8>,
    },
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

/// A program as statements that can run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) statements: Vec<Entry>,
    /// Labels in code, by name: the last definition of each.
    pub(crate) labels: HashMap<String, usize>,
    /// Data by address.
    pub(crate) data: Vec<(u64, Vec<u8>)>,
}

/// The most statements of a program.
const STATEMENTS_MAX: usize = 1 << 17;

struct Builder<'a> {
    symbols: Names<'a>,
    /// The statements of the code, before their labels are known.
    drafts: Vec<Unit<'a>>,
    /// Labels in code with the draft that each is before.
    labels: HashMap<&'a str, Vec<usize>>,
    data_labels: HashMap<&'a str, u64>,
    data: Vec<(u64, Vec<u8>)>,
    data_end: u64,
    is_data: bool,
}

impl Program {
    /// The program of a text.
    pub(crate) fn new(text: &mnc2_assembly::Source, symbols: Names<'_>) -> Result<Self, Trouble> {
        if let Some(trouble) = &symbols.trouble {
            return Err(trouble.clone());
        }
        let mut builder = Builder {
            symbols,
            drafts: Vec::new(),
            labels: HashMap::new(),
            data_labels: HashMap::new(),
            data: Vec::new(),
            data_end: DATA_ADDRESS,
            is_data: false,
        };
        for unit in symbols.symbols.units(text) {
            if let Lowered::Wrong(_, diagnostics) = lower(&unit, symbols)
                && let Some(error) = diagnostics
                    .iter()
                    .find(|found| found.severity == Severity::Error)
            {
                return Err(trouble(unit.number, error.message.clone()));
            }
            builder.unit(unit)?;
        }
        Ok(builder.finish())
    }
}

fn trouble(line: u32, message: Message) -> Trouble {
    Trouble {
        line: Some(line),
        message,
    }
}

impl<'a> Builder<'a> {
    fn unit(&mut self, unit: Unit<'a>) -> Result<(), Trouble> {
        let (line, statement) = (unit.line, unit.statement());
        for label in &statement.labels {
            let name = line.part(label);
            if self.is_data {
                self.data_labels.insert(name, self.data_end);
            } else {
                self.labels.entry(name).or_default().push(self.drafts.len());
            }
        }
        let word = unit.mnemonic();
        // What a macro makes follows its call.
        if word.is_empty() || self.symbols.macros.contains_key(word) || self.section(&unit) {
            return Ok(());
        }
        if self.is_data {
            let datum = self.datum(&unit);
            return datum.map_err(|message| trouble(unit.number, message));
        }
        let makes_unknown = self.symbols.unknown.contains(&unit.number)
            && (word.starts_with(".if") || word.starts_with(".rep") || word.starts_with(".else"));
        let is_layout = word.starts_with('.') && !is_word(word) && !makes_unknown;
        if is_layout || is_assignment(line, statement.operands.first()) {
            return Ok(());
        }
        if self.drafts.len() == STATEMENTS_MAX {
            let limit = STATEMENTS_MAX;
            let message = message!("the program has more than {limit} statements", limit);
            return Err(trouble(unit.number, message));
        }
        self.drafts.push(unit);
        Ok(())
    }

    fn finish(mut self) -> Program {
        let drafts = std::mem::take(&mut self.drafts);
        let statements = drafts.iter().enumerate().map(|(at, unit)| {
            let context = typed::Context {
                builder: &self,
                unit,
                scope: Scope::new(self.symbols.symbols, unit),
                at,
            };
            Entry {
                line: unit.number,
                action: context.action().unwrap_or_else(Action::Unknown),
            }
        });
        let statements = statements.collect();
        let labels = self.labels.iter();
        let labels =
            labels.filter_map(|(name, places)| Some(((*name).to_owned(), *places.last()?)));
        Program {
            statements,
            labels: labels.collect(),
            data: self.data,
        }
    }
}

fn is_word(word: &str) -> bool {
    base::number_bytes(word) == Some(4)
}
