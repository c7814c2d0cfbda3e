//! Statements in the order of the text: which section each is in, and how many bytes come before it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::{
    COMMONS, Line, Scope, Source, Statement, Sum, Symbols, Unit, Within, is_assignment,
};
use mnc2_text::{Diagnostic, LineRange};

use super::data::{self, Datum};
use super::{BYTES_MAX, DEPTH_MAX, Layout, Placed, Statements, TEXT};
use crate::code::Code;
use crate::lower::{Lowered, lower};

/// Sections begin at multiples of that, so that vectors in them can be aligned.
const SECTION_ALIGNMENT: u32 = 64;

/// The section of memory that `.comm` reserves.
const RESERVED: &str = ".bss";

/// How many sections `.pushsection` keeps.
const PUSHED_MAX: usize = 64;

/// How many different statements are compared with a new one, at most.
const RECENT_MAX: usize = 1024;

/// Directives that name a section.
const SECTIONS: &[&str] = &[
    ".text",
    ".data",
    ".bss",
    ".rodata",
    ".tdata",
    ".tbss",
    ".data.rel",
    ".data.rel.ro",
    ".eh_frame",
];

/// The name that a statement gives a value.
fn assigned(line: &Line, statement: &Statement) -> Option<LineRange> {
    let first = statement.operands.first();
    match line.mnemonic(statement) {
        ".set" | ".equ" | ".equiv" => first.map(|operand| operand.range.clone()),
        _ if is_assignment(line, first) => statement.mnemonic.clone(),
        _ => None,
    }
}

/// What was read so far.
pub(super) struct Reader<'a> {
    symbols: &'a Symbols,
    layout: Layout,
    names: Vec<String>,
    /// How many bytes each section has.
    sizes: Vec<u32>,
    section: usize,
    previous: usize,
    /// Sections to which `.popsection` goes back, with those before them.
    pushed: Vec<(usize, usize)>,
    data: Vec<(usize, u32, Vec<Datum>)>,
    /// How many bytes that data has, of all sections.
    stored: u32,
    /// The last statement with each value of a hash.
    recent: Vec<Option<Arc<Lowered>>>,
}

impl<'a> Reader<'a> {
    /// Nothing yet, and code comes next.
    pub(super) fn new(symbols: &'a Symbols) -> Self {
        Self {
            symbols,
            layout: Layout::default(),
            names: vec![".text".to_owned()],
            sizes: vec![0],
            section: TEXT,
            previous: TEXT,
            pushed: Vec::new(),
            data: Vec::new(),
            stored: 0,
            recent: vec![None; RECENT_MAX],
        }
    }

    /// Takes a statement that is not read where it is: in a body, or in a branch that is not taken.
    pub(super) fn unread(&mut self, source: &Source, unit: &Unit<'_>, lowered: Arc<Lowered>) {
        self.place(source, unit, None, lowered);
    }

    /// What the statements of some lines say.
    pub(super) fn lowered(&mut self, source: &Source, lines: Range<u32>) -> Vec<Arc<Lowered>> {
        let mut all = Vec::new();
        for number in lines {
            let count = source.line(number).map_or(0, |line| line.statements.len());
            for unit in (0..count).filter_map(|index| Unit::of_source(source, number, index)) {
                let is_untaken = self.symbols.within(number, unit.index) == Within::Untaken;
                let lowered = match is_untaken {
                    true => Lowered::Other,
                    false => lower(&unit, self.symbols),
                };
                all.push(self.shared(&unit, lowered));
            }
        }
        all
    }

    /// Ends the statements of a chunk that begins at a line.
    pub(super) fn end_of_chunk(&mut self, line: u32, lowered: Arc<[Arc<Lowered>]>) {
        let first = self.layout.chunks.last().map_or(0, |it| it.range.end);
        self.layout.chunks.push(Statements {
            line,
            range: first..self.layout.statements.len(),
            lowered,
        });
    }

    /// Places a statement that a macro or a repetition makes.
    pub(super) fn made(&mut self, source: &Source, unit: &Unit<'_>) {
        let lowered = lower(unit, self.symbols);
        let lowered = self.shared(unit, lowered);
        self.statement(source, unit, lowered);
    }

    /// Places a statement.
    pub(super) fn statement(&mut self, source: &Source, unit: &Unit<'_>, lowered: Arc<Lowered>) {
        let (line, statement) = (unit.line, unit.statement());
        let here = self.sizes[self.section];
        for label in &statement.labels {
            let position = unit.position(label.start);
            self.layout.labels.insert(position, (self.section, here));
        }
        if let Some(name) = assigned(line, statement) {
            let position = unit.position(name.start);
            self.layout.labels.insert(position, (self.section, here));
        }
        match lowered.row() {
            Some(row) => self.grow(row.bytes()),
            None => self.directive(unit),
        }
        self.place(source, unit, Some(here), lowered);
    }

    fn place(
        &mut self,
        source: &Source,
        unit: &Unit<'_>,
        address: Option<u32>,
        lowered: Arc<Lowered>,
    ) {
        let is_wrong = matches!(*lowered, Lowered::Wrong(..));
        let is_in_body = is_wrong && unit.is_made() && self.symbols.is_in_repetition(source, unit);
        let number = self.layout.statements.len() as u32;
        let is_diagnosed = match &*lowered {
            Lowered::Wrong(..) => true,
            Lowered::Instruction(read) => {
                if read.target.is_some() && address.is_some() {
                    self.layout.targets.push(number);
                }
                !read.warnings.is_empty()
            }
            Lowered::Other | Lowered::Hidden(_) => false,
        };
        if is_diagnosed {
            self.layout.diagnosed.push(number);
        }
        self.layout.statements.push(Placed {
            line: unit.number,
            index: unit.call,
            is_made: unit.is_made(),
            is_in_body,
            is_labelled: !unit.statement().labels.is_empty(),
            address,
            section: self.section,
            lowered,
        });
    }

    /// What a statement says, once for those that are alike: a text of junk has the same on every line.
    fn shared(&mut self, unit: &Unit<'_>, mut lowered: Lowered) -> Arc<Lowered> {
        let mut hasher = DefaultHasher::new();
        unit.line.part(&unit.statement().range).hash(&mut hasher);
        let recent = &mut self.recent[hasher.finish() as usize % RECENT_MAX];
        match recent {
            Some(known) if **known == lowered => Arc::clone(known),
            _ => {
                if let Lowered::Wrong(_, diagnostics) = &mut lowered {
                    diagnostics.iter_mut().for_each(Diagnostic::compact);
                }
                Arc::clone(recent.insert(Arc::new(lowered)))
            }
        }
    }

    fn wrong(&mut self, unit: &Unit<'_>, mut diagnostic: Diagnostic<Code>) {
        // What a macro makes has its place only in the text of the macro.
        if unit.is_made() {
            diagnostic.range = 0..0;
        }
        self.layout.wrong.push((unit.number, diagnostic));
    }

    fn grow(&mut self, bytes: u32) {
        let size = self.sizes[self.section].saturating_add(bytes);
        self.layout.is_too_large |= size > BYTES_MAX;
        self.sizes[self.section] = size.min(BYTES_MAX);
    }

    fn enter(&mut self, name: &str) {
        self.previous = self.section;
        self.section = self.named(name);
    }

    fn named(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.sizes.push(0);
            self.names.len() - 1
        })
    }

    /// Memory for the name of `.comm`, once.
    fn reserve(&mut self, unit: &Unit<'_>) {
        let (line, statement) = (unit.line, unit.statement());
        let name = statement.operands.first().map(|it| it.range.clone());
        let Some(name) = name.filter(|_| statement.operands.len() > 1) else {
            let diagnostic = data::wrong(line, statement);
            return self.wrong(unit, *diagnostic);
        };
        let is_at = unit.position(name.start);
        let first = (self.symbols).label_position(line.part(&name), is_at.0, is_at.1);
        if first != Some(is_at) {
            return;
        }
        let scope = Scope::new(self.symbols, unit);
        match data::reserved(line, statement, &scope) {
            Ok((size, alignment)) => {
                let back = self.section;
                self.section = self.named(RESERVED);
                let here = self.sizes[self.section];
                self.grow(here.next_multiple_of(alignment) - here);
                let here = (self.section, self.sizes[self.section]);
                self.layout.labels.insert(is_at, here);
                self.grow(size);
                self.section = back;
            }
            Err(diagnostic) => self.wrong(unit, *diagnostic),
        }
    }

    fn directive(&mut self, unit: &Unit<'_>) {
        let (line, statement) = (unit.line, unit.statement());
        match line.mnemonic(statement) {
            name if SECTIONS.contains(&name) => self.enter(name),
            name @ (".section" | ".pushsection") => {
                if name == ".pushsection" && self.pushed.len() < PUSHED_MAX {
                    self.pushed.push((self.section, self.previous));
                }
                let first = statement.operands.first();
                let name = first.map_or("", |operand| line.part(&operand.range));
                self.enter(name.trim_matches('"'));
            }
            ".previous" => std::mem::swap(&mut self.section, &mut self.previous),
            ".popsection" => {
                (self.section, self.previous) =
                    self.pushed.pop().unwrap_or((self.section, self.previous));
            }
            name if COMMONS.contains(&name) => self.reserve(unit),
            name => {
                let here = self.sizes[self.section];
                let scope = Scope::new(self.symbols, unit);
                match data::read(line, statement, name, here, &scope) {
                    Ok(found) => {
                        let length = found.iter().map(Datum::bytes).fold(0, u32::saturating_add);
                        // A program that is too large does not run, whatever is in it.
                        let is_small = here.max(self.stored).saturating_add(length) <= BYTES_MAX;
                        if length > 0 && is_small {
                            self.stored += length;
                            self.data.push((self.section, here, found));
                        }
                        self.grow(length);
                    }
                    Err(diagnostic) => self.wrong(unit, *diagnostic),
                }
            }
        }
    }

    /// All places, with the addresses of sections.
    pub(super) fn finish(mut self) -> Layout {
        let mut starts = Vec::new();
        let mut end = 0_u32;
        for size in &self.sizes {
            let start = end.next_multiple_of(SECTION_ALIGNMENT);
            starts.push(start);
            end = start.saturating_add(*size);
            self.layout.is_too_large |= end > BYTES_MAX;
            end = end.min(BYTES_MAX);
        }
        for (section, address) in self.layout.labels.values_mut() {
            *address += starts[*section];
        }
        for placed in &mut self.layout.statements {
            if let Some(address) = &mut placed.address {
                *address += starts[placed.section];
            }
        }
        self.layout.end = end;
        let mut undefined = Vec::new();
        for (section, offset, found) in std::mem::take(&mut self.data) {
            let address = starts[section] + offset;
            let mut bytes = Vec::new();
            for datum in found {
                let own = (section, address + bytes.len() as u32);
                let value = |sum: &Sum, line| {
                    let found = self
                        .layout
                        .of_sum(self.symbols, sum, line, own, DEPTH_MAX)?;
                    Some(found.1)
                };
                if let Some((line, name)) = datum.write(&mut bytes, value) {
                    undefined.push((line, name));
                }
            }
            self.layout.data.push((address, bytes));
        }
        self.layout.undefined = undefined;
        self.layout
    }
}
