//! Names of a text, and what its macros and repetitions make, as the assembler reads them from above.

mod chunk;
mod conditions;
mod directives;
mod macros;
mod reading;

pub use chunk::ChunkNames;
pub use directives::{COMMONS, GLOBALS, is_assignment};
pub use macros::Macro;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use mnc2_text::{Place, Trouble};

use crate::PerChunk;
use crate::Source;
use crate::expression::Sum;
use crate::line::{Line, Statement};

/// The names of a text.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Labels with every place that defines them, in the order of the text: numeric ones have several. Those that macros and
    /// repetitions make have no place.
    pub labels: HashMap<Arc<str>, Vec<Place>>,
    /// Labels that macros and repetitions make, at the places of [`Unit`]s.
    pub made_labels: HashMap<String, Vec<Position>>,
    /// Macros by name; the last definition of each.
    pub macros: HashMap<String, Macro>,
    /// Where constants are defined in the text, in its order.
    pub constant_places: HashMap<String, Vec<Place>>,
    /// Every definition of a constant, in the order in which they are read.
    definitions: HashMap<String, Vec<Definition>>,
    /// Names that `.globl`, `.extern`, `.weak` or `.type` has.
    pub globals: HashSet<String>,
    /// Names of the C preprocessor, with the number of one that is defined as a number, once and in every case.
    pub defined: HashMap<String, Option<i64>>,
    /// Whether names may mean what is not seen: other files define them, or `.altmacro` lets macros fill in plain words.
    pub has_includes: bool,
    /// Why macros and repetitions cannot be written out, if they cannot.
    pub trouble: Option<Trouble>,
    /// Lines of conditions and repetitions that cannot be evaluated from the text, in order.
    pub unknown: Vec<u32>,
    /// For each line what it is inside of.
    within: Vec<Within>,
    /// For lines whose statements are in different blocks, the block of each statement.
    mixed: HashMap<u32, Vec<Within>>,
    /// What macros and repetitions make, in the order in which it is read.
    made: Vec<Made>,
    seen: Seen,
}

/// What statements see of names next to labels.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// Their names and values, in the order of the text.
    hash: u64,
    /// The lines that define them, in order.
    lines: Vec<u32>,
}

/// A line, and a byte in it. What macros and repetitions make at a line is further than its end, in order.
pub type Position = (u32, u32);

/// The block that a statement is inside of. The closing statement is inside, too, and the opening one is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Within {
    /// Neither a macro nor a repetition.
    Nothing,
    /// A repetition, which is code in its place.
    Repetition,
    /// A macro, which is code where it is called.
    Macro,
    /// A branch that is not taken, or the condition that decides it.
    Untaken,
}

/// A definition of a constant.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Where the definition names the constant.
    pub place: Place,
    /// Its value, which can contain labels. `None` if it cannot be computed.
    pub value: Option<Sum>,
}

/// A statement that a macro or a repetition makes.
#[derive(Clone, Debug)]
struct Made {
    /// The line of the call.
    line: u32,
    /// The call among the statements of its line.
    call: u32,
    /// The position of its text.
    offset: u32,
    /// Its place among the statements of its text.
    index: u32,
    text: Arc<Line>,
}

impl Made {
    fn unit(&self) -> Unit<'_> {
        Unit {
            number: self.line,
            line: &self.text,
            index: self.index as usize,
            call: self.call as usize,
            offset: self.offset,
        }
    }
}

/// A statement where it is read: of the text, or made by a macro or a repetition.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// The line of the text; for generated statements, the line of the call.
    pub number: u32,
    /// The line that has the statement.
    pub line: &'a Line,
    /// Its place among the statements of that line.
    pub index: usize,
    /// The statement of the text that it is, or that makes it.
    pub call: usize,
    /// The position of the first byte of `line` at `number`; 0 if it is that line itself.
    pub offset: u32,
}

impl<'a> Unit<'a> {
    /// A statement of the text; `None` if there is none.
    #[must_use]
    pub fn from_source(source: &'a Source, number: u32, index: usize) -> Option<Self> {
        let line = source.line(number)?;
        line.statements.get(index)?;
        Some(Self {
            number,
            line,
            index,
            call: index,
            offset: 0,
        })
    }

    /// The statement of the line that is read.
    #[must_use]
    pub fn statement(&self) -> &'a Statement {
        &self.line.statements[self.index]
    }

    /// Its mnemonic, directive or macro; empty without one.
    #[must_use]
    pub fn mnemonic(&self) -> &'a str {
        self.line.mnemonic(self.statement())
    }

    /// Whether a macro or a repetition makes it.
    #[must_use]
    pub fn is_made(&self) -> bool {
        self.offset > 0
    }

    /// The position of a byte of its line.
    #[must_use]
    pub fn position(&self, byte: u32) -> Position {
        (self.number, self.offset + byte)
    }
}

/// The names that a statement sees.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The names of the text.
    pub symbols: &'a Symbols,
    /// The line of the statement.
    pub line: u32,
    /// The position of the first byte of its text.
    pub offset: u32,
    byte: u32,
}

impl<'a> Scope<'a> {
    /// The names that a unit sees.
    #[must_use]
    pub fn new(symbols: &'a Symbols, unit: &Unit<'_>) -> Self {
        let (line, byte) = unit.position(unit.statement().range.start);
        Self {
            symbols,
            line,
            offset: unit.offset,
            byte,
        }
    }

    /// The number that a name has there.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<i64> {
        self.symbols.value_at(name, self.line, self.byte)
    }
}

/// The statements of a text in the order in which they are read.
#[derive(Clone, Debug)]
pub struct Units<'a> {
    symbols: &'a Symbols,
    source: &'a Source,
    /// What is made and was not returned.
    made: &'a [Made],
    number: u32,
    /// The next statement of the line.
    index: usize,
}

impl<'a> Iterator for Units<'a> {
    type Item = Unit<'a>;

    fn next(&mut self) -> Option<Unit<'a>> {
        loop {
            if let Some((made, rest)) = self.made.split_first()
                && (made.line, made.call as usize + 1) == (self.number, self.index)
            {
                self.made = rest;
                return Some(made.unit());
            }
            let (number, index) = (self.number, self.index);
            let line = self.source.line(number)?;
            if index >= line.statements.len() {
                (self.number, self.index) = (number + 1, 0);
                continue;
            }
            self.index += 1;
            if self.symbols.within(number, index) == Within::Nothing {
                return Some(Unit {
                    number,
                    line,
                    index,
                    call: index,
                    offset: 0,
                });
            }
        }
    }
}

impl Symbols {
    /// The names of a text.
    #[must_use]
    pub fn new(source: &Source) -> Self {
        Self::from_chunks(source, &PerChunk::new(source))
    }

    /// The names of a text, kept by chunk.
    #[must_use]
    pub fn from_chunks(source: &Source, kept: &PerChunk<ChunkNames>) -> Self {
        let mut symbols = reading::read(source, kept);
        symbols.seen = symbols.seen_anywhere();
        symbols
    }

    /// Lines, with the lines of conditions and repetitions whose value is not known: each once, in order.
    #[must_use]
    pub fn with_unknown(&self, lines: impl Iterator<Item = u32>) -> Vec<u32> {
        let all: BTreeSet<u32> = lines.chain(self.unknown.iter().copied()).collect();
        all.into_iter().collect()
    }

    /// What a statement is inside of.
    #[must_use]
    pub fn within(&self, line: u32, index: usize) -> Within {
        let whole = self.within.get(line as usize).copied();
        if self.mixed.is_empty() {
            return whole.unwrap_or(Within::Nothing);
        }
        let own = self.mixed.get(&line).and_then(|all| all.get(index));
        own.copied().or(whole).unwrap_or(Within::Nothing)
    }

    /// What a line is inside of; of a line whose statements differ in that, its first statement.
    #[must_use]
    pub fn within_line(&self, line: u32) -> Within {
        self.within(line, 0)
    }

    /// The statements in the order in which they are read, each macro and repetition written out after its call. Bodies of
    /// macros and of repetitions are omitted, and so are branches that are not taken.
    #[must_use]
    pub fn units<'a>(&'a self, source: &'a Source) -> Units<'a> {
        self.units_from(source, 0)
    }

    /// Those that are at a line or after it.
    #[must_use]
    pub fn units_from<'a>(&'a self, source: &'a Source, line: u32) -> Units<'a> {
        let before = self.made.partition_point(|made| made.line < line);
        Units {
            symbols: self,
            source,
            made: &self.made[before..],
            number: line,
            index: 0,
        }
    }

    /// What macros and repetitions make, in the order in which it is read.
    pub fn made_units(&self) -> impl Iterator<Item = Unit<'_>> {
        self.made.iter().map(Made::unit)
    }

    fn seen_anywhere(&self) -> Seen {
        let mut all = Vec::new();
        for (name, definitions) in &self.definitions {
            for definition in definitions {
                let value = definition.value.as_ref().and_then(Sum::as_number);
                let place = &definition.place;
                all.push(((place.line, place.range.start), name.as_str(), Some(value)));
            }
        }
        for (name, entry) in &self.macros {
            let place = &entry.first;
            all.push(((place.line, place.range.start), name.as_str(), None));
        }
        all.sort_unstable();
        let mut hasher = DefaultHasher::new();
        for (_, name, value) in &all {
            (name, value).hash(&mut hasher);
        }
        let mut defined: Vec<_> = self.defined.iter().collect();
        defined.sort_unstable();
        let mut constants: Vec<_> = self.constant_places.keys().collect();
        constants.sort_unstable();
        (defined, constants, self.has_includes).hash(&mut hasher);
        Seen {
            hash: hasher.finish(),
            lines: all.into_iter().map(|((line, _), ..)| line).collect(),
        }
    }

    /// A hash of the names other than labels that are visible to the statements of some lines: the meaning of the statements
    /// does not change as long as it is equal.
    #[must_use]
    pub fn seen_in(&self, lines: std::ops::Range<u32>) -> u64 {
        let before = self.seen.lines.partition_point(|&line| line < lines.start);
        let within = self.within.get(lines.start as usize..lines.end as usize);
        let mut hasher = DefaultHasher::new();
        (self.seen.hash, before, within).hash(&mut hasher);
        if !self.mixed.is_empty() {
            for line in lines.clone() {
                (self.mixed.get(&line).map(|it| (line - lines.start, it))).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// Whether what a repetition makes is written like this in its body, which is judged where it is.
    #[must_use]
    pub fn is_in_repetition(&self, source: &Source, unit: &Unit<'_>) -> bool {
        let text = unit.line.part(&unit.statement().range);
        /// How many statements of the body are compared.
        const COMPARED_MAX: usize = 1000;
        let mut body = source
            .lines_from(unit.number)
            .flat_map(|(number, line)| {
                let statements = line.statements.iter().enumerate();
                statements.map(move |(index, statement)| (number, index, line, statement))
            })
            .skip_while(|(number, index, ..)| (*number, *index) <= (unit.number, unit.call))
            .take_while(|(number, index, ..)| self.within(*number, *index) == Within::Repetition)
            .take(COMPARED_MAX);
        body.any(|(.., line, statement)| line.part(&statement.range) == text)
    }

    /// Whether a name is a macro at a position: it is defined before it.
    #[must_use]
    pub fn is_macro_at(&self, name: &str, line: u32, byte: u32) -> bool {
        let macros = self.macros.get(name);
        macros.is_some_and(|it| (it.first.line, it.first.range.start) < (line, byte))
    }

    /// Whether a name is a constant.
    #[must_use]
    pub fn is_constant(&self, name: &str) -> bool {
        self.constant_places.contains_key(name) || self.definitions.contains_key(name)
    }

    /// The number that a name has at a place: from the last definition before it, as the assembler reads from above.
    #[must_use]
    pub fn value_at(&self, name: &str, line: u32, byte: u32) -> Option<i64> {
        let (before, _) = self.definitions_around(name, line, byte);
        before.last()?.value.as_ref()?.as_number()
    }

    /// The definition of a name that applies at a place: the last one before it, otherwise the first one after it.
    #[must_use]
    pub fn definition_at(&self, name: &str, line: u32, byte: u32) -> Option<&Definition> {
        let (before, after) = self.definitions_around(name, line, byte);
        before.last().or(after.first())
    }

    fn definitions_around(
        &self,
        name: &str,
        line: u32,
        byte: u32,
    ) -> (&[Definition], &[Definition]) {
        let all = self.definitions.get(name).map_or(&[][..], Vec::as_slice);
        let is_before = |definition: &Definition| {
            (definition.place.line, definition.place.range.start) < (line, byte)
        };
        all.split_at(all.partition_point(is_before))
    }

    /// The value of a name that always has the same.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<i64> {
        let number = |it: &Definition| it.value.as_ref()?.as_number();
        let mut values = self.definitions.get(name)?.iter().map(number);
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }

    /// The position that a label means at a place: of `1b` the last one before it, of `1f` the next one.
    #[must_use]
    pub fn label_position(&self, name: &str, line: u32, byte: u32) -> Option<Position> {
        let written = |name: &str| self.labels.get(name).map_or(&[][..], Vec::as_slice);
        let made = |name: &str| self.made_labels.get(name).map_or(&[][..], Vec::as_slice);
        let start = |place: &Place| (place.line, place.range.start);
        let Some((number, is_back)) = local(name) else {
            let first = written(name).first().map(start);
            return first.or_else(|| made(name).first().copied());
        };
        let (written, made) = (written(number), made(number));
        let at = (line, byte);
        let after = written.partition_point(|place| start(place) <= at);
        let made_after = made.partition_point(|position| *position <= at);
        if is_back {
            let before = after.checked_sub(1).map(|it| start(&written[it]));
            let made_before = made_after.checked_sub(1).map(|it| made[it]);
            before.max(made_before)
        } else {
            let next = written.get(after).map(start);
            let made_next = made.get(made_after).copied();
            next.into_iter().chain(made_next).min()
        }
    }

    /// The place of the text that a label means at a place: of `1b` the last one before it, of `1f` the next one.
    #[must_use]
    pub fn label(&self, name: &str, line: u32, byte: u32) -> Option<&Place> {
        let position = self.label_position(name, line, byte)?;
        let number = local(name).map_or(name, |(number, _)| number);
        let places = self.labels.get(number)?;
        places
            .iter()
            .find(|place| (place.line, place.range.start) == position)
    }

    /// The labels of the text, and the external labels that it names, as they are written at a place: numeric labels with their
    /// direction.
    #[must_use]
    pub fn label_names(&self, line: u32, byte: u32) -> BTreeSet<String> {
        let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
        let names = self
            .labels
            .keys()
            .map(AsRef::as_ref)
            .chain(self.globals.iter().map(String::as_str))
            .flat_map(|name| match is_number(name) {
                false => vec![name.to_owned()],
                true => ["b", "f"].map(|way| format!("{name}{way}")).into(),
            });
        let is_there =
            |name: &String| local(name).is_none() || self.label(name, line, byte).is_some();
        names.filter(is_there).collect()
    }

    /// Whether parts of the program are not known: other files, or branches and repetitions that cannot be evaluated from the
    /// text.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.has_includes || !self.unknown.is_empty() || self.trouble.is_some()
    }

    /// Whether a name may mean something that is not seen: a macro argument, a name of the preprocessor, or one that
    /// another file can define.
    #[must_use]
    pub fn may_mean_another(&self, name: &str) -> bool {
        name.contains('\\')
            || self.defined.contains_key(name)
            || self.is_constant(name)
            || self.has_includes
    }
}

/// The number of `1b` or `1f`, and whether it looks back.
#[must_use]
pub fn local(name: &str) -> Option<(&str, bool)> {
    let (number, direction) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let is_local = matches!(direction, "b" | "f")
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit());
    is_local.then_some((number, direction == "b"))
}
