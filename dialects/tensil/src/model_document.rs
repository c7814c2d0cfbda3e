//! The text of a model, and the answers about it.

pub mod check;
mod explain;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use mnc2_text::interface::{self, IsCancelled};
use mnc2_text::{
    Change, Commented, Diagnostic, Encoded, Estimate, Findings, Fold, Place, Severity, Symbol,
    SymbolKind, Trouble, line, message,
};

use crate::LANGUAGE;
use crate::code::Code;
use crate::document::Document;
use crate::estimate;
use crate::machine::Machine;
use crate::model::{Model, Wrong, content, read};
use crate::options::{Form, Options};

/// The text of a model. Copies are cheap: they share what was read.
#[derive(Clone, Debug)]
pub struct ModelDocument {
    text: Arc<String>,
    pub(super) options: Arc<Options>,
    read: Arc<OnceLock<Read>>,
}

/// What was read of a text.
#[derive(Debug)]
struct Read {
    /// The bytes at which lines begin.
    starts: Vec<usize>,
    model: Model,
    wrong: Vec<Wrong>,
    /// The listing of the program; `None` if its file or its machine is not known.
    program: OnceLock<Option<Document>>,
}

impl ModelDocument {
    /// Reads a model, which may have errors.
    #[must_use]
    pub fn new(text: &str, options: &Options) -> Self {
        Self {
            text: Arc::new(text.to_owned()),
            options: Arc::new(options.clone()),
            read: Arc::default(),
        }
    }

    fn read(&self) -> &Read {
        self.read.get_or_init(|| {
            let (model, wrong) = read(&self.text);
            let mut starts = vec![0];
            let mut end = 0;
            for text in line::lines_with_ends(&self.text) {
                end += text.len();
                if text.ends_with(['\n', '\r']) {
                    starts.push(end);
                }
            }
            Read {
                starts,
                model,
                wrong,
                program: OnceLock::new(),
            }
        })
    }

    /// What the model states.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.read().model
    }

    /// The listing of the program, if its file was read.
    #[must_use]
    pub fn program(&self) -> Option<&Document> {
        let read = self.read();
        let list = || {
            let architecture = read.model.architecture.as_ref()?;
            let file = &read.model.program.as_ref()?.file;
            let bytes = content(&self.options.files, file).ok()?;
            let options = check::program_options(&self.options, architecture);
            let listing = interface::Disassemble::listing(&options, bytes)?;
            Some(Document::new(&listing, &options))
        };
        read.program.get_or_init(list).as_ref()
    }

    /// The line of bytes of the text, counted from 0, and their place in the line. Bytes of several lines end with the first one.
    pub(super) fn place(&self, bytes: &Range<usize>) -> Place {
        let starts = &self.read().starts;
        let number = starts.partition_point(|start| *start <= bytes.start);
        let number = number.saturating_sub(1);
        let text = line::lines(&self.text).nth(number).unwrap_or_default();
        let start = starts.get(number).copied().unwrap_or(0);
        let within = |byte: usize| byte.saturating_sub(start).min(text.len());
        Place {
            line: number as u32,
            range: line::range(within(bytes.start)..within(bytes.end)),
        }
    }

    /// The byte of the text at a position.
    pub(super) fn byte(&self, line: u32, byte: u32) -> usize {
        let start = self.read().starts.get(line as usize).copied();
        start.map_or(usize::MAX, |start| start + byte as usize)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where the model names its program.
    fn program_place(&self) -> Option<Place> {
        let program = self.read().model.program.as_ref()?;
        Some(self.place(&program.range))
    }

    fn wrong(&self, is_cancelled: IsCancelled<'_>) -> Vec<Wrong> {
        let read = self.read();
        let mut all = read.wrong.clone();
        all.extend(check::vectors(&read.model));
        let contents = check::contents(&read.model, &self.options.files, &self.options);
        let is_readable = contents.is_empty();
        all.extend(contents);
        if is_readable && let Some(document) = self.program() {
            all.extend(check::program(&read.model, document, is_cancelled));
        }
        all
    }
}

impl interface::Text for ModelDocument {
    fn edit(&mut self, range: Range<usize>, text: &str) {
        let whole = Arc::make_mut(&mut self.text);
        whole.replace_range(range, text);
        self.read = Arc::default();
    }

    fn language(&self) -> &'static interface::Language {
        &LANGUAGE
    }

    fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<interface::Code> {
        let mut found = Findings::default();
        for wrong in self.wrong(is_cancelled) {
            let Place { line, range } = self.place(&wrong.range);
            let mut diagnostic = Diagnostic::new(wrong.code, range, wrong.message);
            if let Some(help) = wrong.help {
                diagnostic = diagnostic.help(help);
            }
            found.push(line, diagnostic.explained());
        }
        found.sort();
        found.with_code(Code::row)
    }

    fn lines(&self) -> &dyn interface::Lines {
        self
    }
}

impl interface::Lines for ModelDocument {
    fn commented(&self, number: u32) -> Commented {
        let text = line::lines(&self.text).nth(number as usize);
        Commented {
            comment: None,
            has_statement: text.is_some_and(|text| !text.trim().is_empty()),
        }
    }

    fn symbols(&self, _is_cancelled: IsCancelled<'_>) -> Vec<Symbol> {
        let model = self.model();
        let entries = [
            ("consts", &model.constants),
            ("inputs", &model.inputs),
            ("outputs", &model.outputs),
        ];
        let entries = entries.into_iter().flat_map(|(kind, entries)| {
            entries.iter().map(move |entry| {
                let detail = format!("{kind} {}..{}", entry.base, entry.end());
                let (name, range) = (entry.name.clone(), entry.range.clone());
                (name, detail, SymbolKind::Data, range)
            })
        });
        let program = model.program.iter().map(|program| {
            let (name, range) = (program.file.clone(), program.range.clone());
            (name, "prog".to_owned(), SymbolKind::Function, range)
        });
        let symbols = program.chain(entries).map(|(name, detail, kind, range)| {
            let place = self.place(&range);
            Symbol {
                name,
                detail,
                kind,
                first_line: place.line,
                last_line: place.line,
                place,
                children: Vec::new(),
            }
        });
        let mut symbols: Vec<Symbol> = symbols.collect();
        symbols.sort_by_key(|symbol| (symbol.place.line, symbol.place.range.start));
        symbols
    }

    fn starts(&self, _is_cancelled: IsCancelled<'_>) -> Vec<Place> {
        self.program_place().into_iter().collect()
    }

    fn folding(&self, _is_cancelled: IsCancelled<'_>) -> Vec<Fold> {
        Vec::new()
    }

    fn format(&self, _lines: Range<u32>, _is_cancelled: IsCancelled<'_>) -> Vec<Change> {
        Vec::new()
    }
}

impl interface::Assemble for ModelDocument {
    fn assemble(&self, is_cancelled: IsCancelled<'_>) -> Vec<Encoded> {
        let program = self.program();
        program.map_or_else(Vec::new, |program| program.assemble(is_cancelled))
    }
}

impl interface::Start for ModelDocument {
    fn machine(&self) -> Result<Box<dyn interface::Machine>, Trouble> {
        let place = self.program_place();
        let line = place.as_ref().map(|place| place.line);
        let trouble = |message| Trouble { line, message };
        let first = self.wrong(&|| false).into_iter();
        let mut errors = first.filter(|wrong| wrong.code.row().severity == Severity::Error);
        if let Some(wrong) = errors.next() {
            return Err(Trouble {
                line: Some(self.place(&wrong.range).line),
                message: wrong.message,
            });
        }
        let Some(program) = self.program() else {
            return Err(trouble(message!("the model names no program")));
        };
        let mut machine = Machine::new(program)?;
        let line = line.unwrap_or_default();
        machine
            .start_model(self.model(), &self.options.files, line)
            .map_err(trouble)?;
        Ok(Box::new(machine))
    }
}

/// The estimate of the program; its lines are lines of the program's listing.
pub(super) fn estimate(model: &ModelDocument, is_cancelled: IsCancelled<'_>) -> Option<Estimate> {
    Some(estimate::estimate(model.program()?, is_cancelled))
}

impl interface::Options for Options {
    fn read(&self, text: &str) -> Box<dyn interface::Text> {
        match self.form {
            Form::Listing => Box::new(Document::new(text, self)),
            Form::Model => Box::new(ModelDocument::new(text, self)),
        }
    }
}
