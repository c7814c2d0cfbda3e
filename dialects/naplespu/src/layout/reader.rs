//! Statements in the order of the text: which section each is in, and how many bytes come before it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::{
    COMMONS, Line, Scope, Source, Statement, Symbols, Unit, Within, is_assignment,
};
use mnc2_text::{Diagnostic, LineRange};

use super::data::{self, Datum};
use super::{BYTES_MAX, Block, Chunk, Layout, Own, Situation};
use crate::code::Code;
use crate::lower::{Lowered, lower};

/// Sections begin at multiples of that, so that vectors in them can be aligned.
const SECTION_ALIGNMENT: u32 = 64;

/// The section of memory that `.comm` reserves.
const RESERVED: &str = ".bss";

/// How many sections `.pushsection` keeps.
const PUSHED_MAX: usize = 64;

/// Maximum number of different statements that are compared with a new one.
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
    situation: Situation,
    /// How many bytes each section has before the chunk.
    sizes: Vec<u32>,
    /// The chunk that is read.
    block: Block,
    /// How many bytes its data has.
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
            situation: Situation::default(),
            sizes: vec![0],
            block: Block::default(),
            stored: 0,
            recent: vec![None; RECENT_MAX],
        }
    }

    /// Whether a chunk that was placed is the same here.
    pub(super) fn fits(&self, block: &Block) -> bool {
        block.is_same(&self.situation, &self.sizes)
    }

    /// Begins a chunk at a line.
    pub(super) fn begin(&mut self, line: u32) {
        self.stored = 0;
        self.block = Block {
            line,
            before: self.situation.clone(),
            sizes: vec![0; self.sizes.len()],
            sizes_before: self.sizes.clone(),
            modulus: 1,
            ..Block::default()
        };
    }

    /// Ends the chunk, and adds it to the layout.
    pub(super) fn end(&mut self, lowered: Arc<[Arc<Lowered>]>) -> Arc<Block> {
        let mut block = std::mem::take(&mut self.block);
        block.lowered = lowered;
        block.after = self.situation.clone();
        block.labels.sort_unstable();
        self.layout.placed_anew += block.statements.len();
        let block = Arc::new(block);
        self.take(block.line, Arc::clone(&block));
        block
    }

    /// Takes a chunk that begins at a line.
    pub(super) fn take(&mut self, line: u32, block: Arc<Block>) {
        let first = self.layout.count();
        let sizes = self.sizes.clone();
        self.sizes.resize(block.sizes.len(), 0);
        for (size, own) in self.sizes.iter_mut().zip(&block.sizes) {
            *size = size.saturating_add(*own);
            self.layout.is_too_large |= *size > BYTES_MAX;
            *size = (*size).min(BYTES_MAX);
        }
        self.situation.clone_from(&block.after);
        self.layout.chunks.push(Chunk {
            line,
            first,
            sizes,
            block,
        });
    }

    /// Takes a statement that is not read where it is: in a body, or in a branch that is not taken.
    pub(super) fn unread(&mut self, source: &Source, unit: &Unit<'_>, lowered: Arc<Lowered>) {
        self.place(source, unit, None, lowered);
    }

    /// What the statements of some lines state.
    pub(super) fn lowered(&mut self, source: &Source, lines: Range<u32>) -> Vec<Arc<Lowered>> {
        let mut all = Vec::new();
        for number in lines {
            let count = source.line(number).map_or(0, |line| line.statements.len());
            for unit in (0..count).filter_map(|index| Unit::from_source(source, number, index)) {
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

    /// Places a statement that a macro or a repetition makes.
    pub(super) fn made(&mut self, source: &Source, unit: &Unit<'_>) {
        // It is not a part of the chunk.
        self.block.modulus = 0;
        let lowered = lower(unit, self.symbols);
        let lowered = self.shared(unit, lowered);
        self.statement(source, unit, lowered);
    }

    pub(super) fn statement(&mut self, source: &Source, unit: &Unit<'_>, lowered: Arc<Lowered>) {
        let (line, statement) = (unit.line, unit.statement());
        let section = self.situation.section;
        let here = self.block.sizes[section];
        for label in &statement.labels {
            let position = unit.position(label.start);
            self.block.labels.push((position, (section, here)));
        }
        if let Some(name) = assigned(line, statement) {
            let position = unit.position(name.start);
            self.block.labels.push((position, (section, here)));
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
        offset: Option<u32>,
        lowered: Arc<Lowered>,
    ) {
        let is_wrong = matches!(*lowered, Lowered::Wrong(..));
        let is_in_body = is_wrong && unit.is_made() && self.symbols.is_in_repetition(source, unit);
        let number = self.block.statements.len() as u32;
        let is_diagnosed = match &*lowered {
            Lowered::Wrong(..) => true,
            Lowered::Instruction(read) => {
                if read.target.is_some() && offset.is_some() {
                    self.block.targets.push(number);
                }
                !read.warnings.is_empty()
            }
            Lowered::Other | Lowered::Hidden(_) => false,
        };
        if is_diagnosed {
            self.block.diagnosed.push(number);
        }
        self.block.statements.push(Own {
            line: unit.number,
            index: unit.call,
            is_made: unit.is_made(),
            is_in_body,
            is_labelled: !unit.statement().labels.is_empty(),
            section: self.situation.section,
            offset,
            lowered,
        });
    }

    /// The content of a statement, once for equal statements: a text of junk has the same on every line.
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
        self.block.wrong.push((unit.number, diagnostic));
    }

    fn grow(&mut self, bytes: u32) {
        let size = &mut self.block.sizes[self.situation.section];
        *size = size.saturating_add(bytes);
    }

    /// How many bytes the section has.
    fn size(&self) -> u32 {
        let section = self.situation.section;
        let before = self.sizes.get(section).copied().unwrap_or(0);
        before.saturating_add(self.block.sizes[section])
    }

    fn enter(&mut self, name: &str) {
        self.situation.previous = self.situation.section;
        self.situation.section = self.named(name);
    }

    fn named(&mut self, name: &str) -> usize {
        let names = &mut self.situation.names;
        let known = names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            Arc::make_mut(names).push(name.to_owned());
            self.block.sizes.push(0);
            names.len() - 1
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
        // Whether it is the first one depends on other chunks.
        self.block.modulus = 0;
        let first = (self.symbols).label_position(line.part(&name), is_at.0, is_at.1);
        if first != Some(is_at) {
            return;
        }
        let scope = Scope::new(self.symbols, unit);
        match data::reserved(line, statement, &scope) {
            Ok((size, alignment)) => {
                let back = self.situation.section;
                let section = self.named(RESERVED);
                self.situation.section = section;
                let here = self.size();
                self.grow(here.next_multiple_of(alignment) - here);
                let here = (section, self.block.sizes[section]);
                self.block.labels.push((is_at, here));
                self.grow(size);
                self.situation.section = back;
            }
            Err(diagnostic) => self.wrong(unit, *diagnostic),
        }
    }

    fn directive(&mut self, unit: &Unit<'_>) {
        let (line, statement) = (unit.line, unit.statement());
        match line.mnemonic(statement) {
            name if SECTIONS.contains(&name) => self.enter(name),
            name @ (".section" | ".pushsection") => {
                let Situation {
                    section,
                    previous,
                    pushed,
                    ..
                } = &mut self.situation;
                if name == ".pushsection" && pushed.len() < PUSHED_MAX {
                    pushed.push((*section, *previous));
                }
                let first = statement.operands.first();
                let name = first.map_or("", |operand| line.part(&operand.range));
                self.enter(name.trim_matches('"'));
            }
            ".previous" => {
                let Situation {
                    section, previous, ..
                } = &mut self.situation;
                std::mem::swap(section, previous);
            }
            ".popsection" => {
                if let Some(pushed) = self.situation.pushed.pop() {
                    (self.situation.section, self.situation.previous) = pushed;
                }
            }
            name if COMMONS.contains(&name) => self.reserve(unit),
            name => {
                let here = self.size();
                let scope = Scope::new(self.symbols, unit);
                self.block.modulus = match data::modulus(line, statement, name, &scope) {
                    // Powers of two.
                    Some(modulus) if self.block.modulus > 0 => self.block.modulus.max(modulus),
                    _ => 0,
                };
                match data::read(line, statement, name, here, &scope) {
                    Ok(found) => {
                        let length = found.iter().map(Datum::bytes).fold(0, u32::saturating_add);
                        let stored = self.stored.saturating_add(length);
                        if length > 0 && stored <= BYTES_MAX {
                            self.stored = stored;
                            let section = self.situation.section;
                            let offset = self.block.sizes[section];
                            self.block.data.push((section, offset, found));
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
        self.layout.starts = starts;
        self.layout.names = Arc::clone(&self.situation.names);
        self.layout.sizes = self.sizes;
        self.layout.end = end;
        self.layout
    }
}
