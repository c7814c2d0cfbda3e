//! A text read from above, as the assembler reads it: names get values, conditions choose branches, macros and repetitions are
//! written out.

use std::collections::HashMap;
use std::sync::Arc;

use mnc2_text::{LineRange, Message, Place, Trouble, message};

use super::chunk::ChunkNames;
use super::conditions::{self, Names, Nest, Sign};
use super::directives::{ASSIGNMENTS, Block, COMMONS, GLOBALS, closes, is_assignment, opens};
use super::macros::{self, Macro, bind, substitute};
use super::{Definition, Made, Symbols, Within};
use crate::Source;
use crate::comment::Begin;
use crate::expression::{self, Sum, sum};
use crate::line::{LINE_BYTES_MAX, Line, LineParser, Piece, PieceKind, Shape, Statement};
use crate::{Assembler, PerChunk, Syntax};

/// The most statements that macros and repetitions make.
const STATEMENTS_MAX: usize = 1 << 17;

/// The most bytes of their texts, which are also the positions after the end of a line.
const BYTES_MAX: u32 = 1 << 28;

/// How deep an assembler nests macros and repetitions.
fn depth_max(assembler: Assembler) -> usize {
    match assembler {
        Assembler::Gnu => 100,
        Assembler::Llvm => 20,
    }
}

/// The names and the made statements of a text.
pub(super) fn read(source: &Source, kept: &PerChunk<ChunkNames>) -> Symbols {
    let mut reader = Reader {
        symbols: Symbols::default(),
        syntax: source.syntax(),
        parser: LineParser::new(source.syntax()),
        parsed: HashMap::new(),
        statements: 0,
        calls: 0,
        offset: FIRST_OFFSET,
    };
    reader.source(source, kept);
    reader.symbols
}

/// Positions of what is made begin after every position in a line.
const FIRST_OFFSET: u32 = LINE_BYTES_MAX as u32 + 1;

struct Reader {
    symbols: Symbols,
    syntax: &'static Syntax,
    parser: LineParser,
    /// Texts that were made, each parsed once.
    parsed: HashMap<String, Arc<Line>>,
    /// How many statements macros and repetitions made.
    statements: usize,
    /// How many macro calls were written out, for `\@`.
    calls: usize,
    /// The position of the next text that is made at this line.
    offset: u32,
}

impl Names for Symbols {
    fn value(&self, name: &str) -> Option<i64> {
        let last = self.definitions.get(name)?.last()?;
        last.value.as_ref()?.as_number()
    }

    fn is_known(&self, name: &str) -> bool {
        self.labels.contains_key(name)
            || self.made_labels.contains_key(name)
            || self.definitions.contains_key(name)
    }
}

/// A statement whose names are read, and where it is.
#[derive(Clone, Copy)]
struct Here<'a> {
    number: u32,
    offset: u32,
    line: &'a Line,
    statement: &'a Statement,
}

impl Here<'_> {
    fn place(&self, range: &LineRange) -> Place {
        Place {
            line: self.number,
            range: range.start + self.offset..range.end + self.offset,
        }
    }

    /// What follows its mnemonic.
    fn rest(&self) -> &str {
        let start = self.statement.mnemonic.as_ref().map_or(0, |it| it.end);
        self.line.part(&(start..self.statement.range.end)).trim()
    }
}

/// A block of the text whose end was not read yet.
struct Open {
    block: Block,
    /// The blocks in it that are open, the innermost last.
    inner: Vec<Block>,
    /// The line and the statement that open it.
    at: (u32, usize),
    /// The name of a macro, with its parameters.
    name: Option<(Place, String)>,
    body: Vec<String>,
}

impl Open {
    fn within(&self) -> Within {
        let mut all = self.inner.iter().chain([&self.block]);
        match all.any(|block| *block == Block::Macro) {
            true => Within::Macro,
            false => Within::Repetition,
        }
    }
}

impl Reader {
    fn source(&mut self, source: &Source, kept: &PerChunk<ChunkNames>) {
        let (mut preprocessor, mut assembler) = (Nest::default(), Nest::default());
        let mut open: Option<Open> = None;
        let chunks = source.chunks().zip(kept.iter());
        let lines = chunks.flat_map(|((start, chunk), names)| {
            let lines = (start..).zip(chunk.lines());
            lines.map(move |(number, line)| (number, line, start, chunk, names))
        });
        let mut plain_until = 0;
        for (number, line, start, chunk, names) in lines {
            if number < plain_until {
                continue;
            }
            if number == start
                && open.is_none()
                && preprocessor.is_taken()
                && assembler.is_taken()
                && names.add_to(&mut self.symbols, (start, chunk), self.syntax.assembler)
            {
                plain_until = start + chunk.lines().len() as u32;
                continue;
            }
            self.offset = FIRST_OFFSET;
            if let Some(sign) = conditions::preprocessor_sign(line) {
                preprocessor.take(sign);
            }
            let is_skipped = !preprocessor.is_taken();
            if let (Some(words), false) = (&line.directive, is_skipped) {
                match words.as_slice() {
                    [keyword, name] if line.part(keyword) == "define" => {
                        let value = number_after(line, name).filter(|_| preprocessor.is_empty());
                        let name = line.part(name).to_owned();
                        let known = self.symbols.defined.entry(name);
                        known.and_modify(|known| *known = None).or_insert(value);
                    }
                    [keyword, name] if line.part(keyword) == "undef" => {
                        if let Some(known) = self.symbols.defined.get_mut(line.part(name)) {
                            *known = None;
                        }
                    }
                    [keyword, ..] if line.part(keyword) == "include" => {
                        self.symbols.has_includes = true;
                    }
                    _ => {}
                }
            }
            let mut all = Vec::with_capacity(line.statements.len());
            for (index, statement) in line.statements.iter().enumerate() {
                let here = Here {
                    number,
                    offset: 0,
                    line,
                    statement,
                };
                all.push(match is_skipped {
                    true => Within::Untaken,
                    false => self.read_source(source, here, index, &mut open, &mut assembler),
                });
            }
            let outside = match &open {
                _ if is_skipped || !assembler.is_taken() => Within::Untaken,
                Some(open) => open.within(),
                None => Within::Nothing,
            };
            let first = all.first().copied().unwrap_or(outside);
            if all.iter().any(|within| *within != first) {
                self.symbols.mixed.insert(number, all);
            }
            self.symbols.within.push(first);
        }
    }

    /// Reads a statement of the text; returns what it is inside of.
    fn read_source(
        &mut self,
        source: &Source,
        here: Here<'_>,
        index: usize,
        open: &mut Option<Open>,
        conditions: &mut Nest,
    ) -> Within {
        let word = here.line.mnemonic(here.statement);
        if let Some(block) = open {
            let within = block.within();
            self.in_block(here, word);
            let inner = opens(word, self.syntax.assembler);
            block.inner.extend(inner);
            if !closes(word) {
                let text = here.line.part(&here.statement.range).to_owned();
                block.body.push(text);
                return block.within();
            }
            if block.inner.pop().is_some() {
                let text = here.line.part(&here.statement.range).to_owned();
                block.body.push(text);
            } else if let Some(block) = open.take() {
                self.close(source, block, here.number);
            }
            return within;
        }
        if let Some(sign) = conditions::statement_sign(here.line, here.statement, &self.symbols) {
            let was_taken = conditions.is_taken();
            let is_known = conditions.take(sign);
            let is_seen = was_taken || conditions.is_taken();
            if is_seen && matches!(sign, Sign::If(None) | Sign::ElseIf(None)) && !is_known {
                self.unknown(here.number);
            }
            return match !is_known && is_seen {
                true => Within::Nothing,
                false => Within::Untaken,
            };
        }
        if !conditions.is_taken() {
            return Within::Untaken;
        }
        let Some(block) = opens(word, self.syntax.assembler) else {
            self.statement(here, index as u32, 0);
            return Within::Nothing;
        };
        self.labels(here);
        let first = here.statement.operands.first();
        let name = first.and_then(|operand| operand.pieces.first());
        let name = name.filter(|_| block == Block::Macro).map(|word| {
            let rest = word.range.end..here.statement.range.end;
            (here.place(&word.range), here.line.part(&rest).to_owned())
        });
        let opened = Open {
            block,
            inner: Vec::new(),
            at: (here.number, index),
            name,
            body: Vec::new(),
        };
        if let Some((place, parameters)) = &opened.name {
            // It has its name also without an end.
            let name = here.line.part(&place.range).to_owned();
            self.define_macro(name, place.clone(), parameters, Vec::new(), here.number);
        }
        *open = Some(opened);
        Within::Nothing
    }

    /// The effect of a statement in the body of a block on names: only the places of constants are recorded.
    fn in_block(&mut self, here: Here<'_>, word: &str) {
        match word {
            ".include" | ".altmacro" => self.symbols.has_includes = true,
            _ => {
                if let Some((name, _)) = assigned(here) {
                    let text = here.line.part(&name).to_owned();
                    let places = self.symbols.constant_places.entry(text).or_default();
                    places.push(here.place(&name));
                }
            }
        }
    }

    fn define_macro(
        &mut self,
        name: String,
        place: Place,
        parameters: &str,
        statements: Vec<String>,
        end: u32,
    ) {
        let first = self.symbols.macros.get(&name).map(|it| it.first.clone());
        let entry = Macro {
            first: first.unwrap_or_else(|| place.clone()),
            parameters: macros::parameters(parameters),
            body: place.line + 1..end.max(place.line + 1),
            place,
            statements,
        };
        self.symbols.macros.insert(name, entry);
    }

    fn close(&mut self, source: &Source, open: Open, end: u32) {
        let (number, index) = open.at;
        if let Some((place, parameters)) = open.name {
            let line = source.line(place.line);
            let name = line.map_or("", |line| line.part(&place.range)).to_owned();
            self.define_macro(name, place, &parameters, open.body, end);
            return;
        }
        let Some(line) = source.line(number) else {
            return;
        };
        let Some(statement) = line.statements.get(index) else {
            return;
        };
        if open.block == Block::Repetition {
            let here = Here {
                number,
                offset: 0,
                line,
                statement,
            };
            // What it makes is at the line that opens it.
            let offset = std::mem::replace(&mut self.offset, FIRST_OFFSET);
            self.repeat(here, index as u32, &open.body, 0);
            self.offset = offset;
        }
    }

    /// Labels and names of a statement that is read, and what it makes if it calls a macro.
    fn statement(&mut self, here: Here<'_>, call: u32, depth: usize) {
        self.labels(here);
        let word = here.line.mnemonic(here.statement);
        if word.is_empty() {
            return;
        }
        if let Some((name, value)) = assigned(here) {
            return self.define(here, &name, value);
        }
        let first = here.statement.operands.first();
        match word {
            ".include" | ".altmacro" => self.symbols.has_includes = true,
            // The name has another meaning from here on, which is not tracked.
            ".purgem" if self.symbols.macros.contains_key(here.rest()) => {
                self.unknown(here.number);
            }
            word if GLOBALS.contains(&word) => {
                // What follows the name in `.type` is not a name.
                let words = (here.statement.operands.iter()).filter_map(|it| it.pieces.first());
                let words = words.filter(|piece| piece.kind == PieceKind::Word);
                let names = words.map(|piece| here.line.part(&piece.range).to_owned());
                self.symbols.globals.extend(names);
            }
            word if COMMONS.contains(&word) => {
                if let Some(Shape::Word(word)) = first.map(|operand| operand.shape(here.line)) {
                    let name = here.line.part(&word.range);
                    // Several common symbols of one name are one symbol.
                    if !self.symbols.is_known(name) {
                        self.label(here, &word.range);
                    }
                }
            }
            word if self.symbols.macros.contains_key(word) => self.call(here, word, call, depth),
            _ => {}
        }
    }

    fn labels(&mut self, here: Here<'_>) {
        for label in &here.statement.labels {
            self.label(here, label);
        }
    }

    fn label(&mut self, here: Here<'_>, range: &LineRange) {
        let name = here.line.part(range);
        let place = here.place(range);
        match here.offset {
            0 => self.symbols.add_label(name, place),
            _ => {
                let made = self.symbols.made_labels.entry(name.to_owned()).or_default();
                made.push((place.line, place.range.start));
            }
        }
    }

    fn define(&mut self, here: Here<'_>, range: &LineRange, value: &[Piece]) {
        let name = here.line.part(range).to_owned();
        let place = here.place(range);
        let value = sum(here.line, value, &|name| Names::value(&self.symbols, name));
        let value = value.map(|value: Sum| value.moved(here.offset));
        if here.offset == 0 {
            let places = self
                .symbols
                .constant_places
                .entry(name.clone())
                .or_default();
            places.push(place.clone());
        }
        let definitions = self.symbols.definitions.entry(name).or_default();
        definitions.push(Definition { place, value });
    }

    fn unknown(&mut self, line: u32) {
        if self.symbols.unknown.last() != Some(&line) {
            self.symbols.unknown.push(line);
        }
    }

    fn trouble(&mut self, line: u32, message: Message) {
        self.symbols.trouble.get_or_insert(Trouble {
            line: Some(line),
            message,
        });
    }

    /// Writes a repetition out.
    fn repeat(&mut self, here: Here<'_>, call: u32, body: &[String], depth: usize) {
        let word = here.line.mnemonic(here.statement);
        if matches!(word, ".rept" | ".rep") {
            let operand = here.statement.operands.first();
            let value = operand.and_then(|operand| {
                let value = |name: &str| Names::value(&self.symbols, name);
                crate::evaluate(here.line, &operand.pieces, &value)
            });
            let Some(count) = value else {
                return self.unknown(here.number);
            };
            // An empty repetition would not count statements.
            let count = if body.is_empty() { 0 } else { count };
            for _ in 0..count {
                if self.symbols.trouble.is_some() {
                    return;
                }
                self.texts(here.number, call, body, depth + 1);
            }
            return;
        }
        let operands = here.statement.operands.iter();
        let mut operands = operands.map(|operand| here.line.part(&operand.range));
        let name = operands.next().unwrap_or_default().to_owned();
        let values: Vec<&str> = operands.collect();
        let mut values: Vec<String> = match word {
            ".irpc" => values.concat().chars().map(String::from).collect(),
            _ => values.into_iter().map(str::to_owned).collect(),
        };
        // Without values the body is there once.
        if values.is_empty() {
            values.push(String::new());
        }
        for value in values {
            if self.symbols.trouble.is_some() {
                return;
            }
            let bound = [(name.clone(), value)];
            let texts = body.iter().map(|text| substitute(text, &bound, self.calls));
            let texts: Vec<String> = texts.collect();
            self.texts(here.number, call, &texts, depth + 1);
        }
    }

    /// Writes a macro out.
    fn call(&mut self, here: Here<'_>, name: &str, call: u32, depth: usize) {
        let Some(entry) = self.symbols.macros.get(name) else {
            return;
        };
        let bound = match bind(name, &entry.parameters, here.rest()) {
            Ok(bound) => bound,
            Err(message) => return self.trouble(here.number, message),
        };
        let calls = self.calls;
        let texts = (entry.statements.iter()).map(|text| substitute(text, &bound, calls));
        let texts: Vec<String> = texts.collect();
        self.calls += 1;
        self.texts(here.number, call, &texts, depth + 1);
    }

    fn parsed(&mut self, text: &str) -> Arc<Line> {
        if let Some(line) = self.parsed.get(text) {
            return Arc::clone(line);
        }
        let line = Arc::new(Line::new(&mut self.parser, text, Begin::Code));
        self.parsed.insert(text.to_owned(), Arc::clone(&line));
        line
    }

    /// Reads what a macro or a repetition makes.
    fn texts(&mut self, number: u32, call: u32, texts: &[String], depth: usize) {
        let limit = depth_max(self.syntax.assembler);
        if depth > limit {
            let message = message!("macros are nested more than {limit} deep", limit);
            return self.trouble(number, message);
        }
        let mut conditions = Nest::default();
        let mut at = 0;
        while let Some(text) = texts.get(at) {
            at += 1;
            if self.symbols.trouble.is_some() {
                return;
            }
            if text.len() > LINE_BYTES_MAX {
                return self.trouble(number, message!("a macro makes a line that is too long"));
            }
            let line = self.parsed(text);
            let offset = self.offset;
            self.offset += text.len() as u32 + 1;
            for (index, statement) in line.statements.iter().enumerate() {
                self.statements += 1;
                if self.statements > STATEMENTS_MAX || self.offset > BYTES_MAX {
                    let limit = STATEMENTS_MAX;
                    let message = message!("macros make more than {limit} statements", limit);
                    return self.trouble(number, message);
                }
                let here = Here {
                    number,
                    offset,
                    line: &line,
                    statement,
                };
                let made = Made {
                    line: number,
                    call,
                    offset,
                    index: index as u32,
                    text: Arc::clone(&line),
                };
                if let Some(sign) = conditions::statement_sign(&line, statement, &self.symbols) {
                    let was_taken = conditions.is_taken();
                    if !conditions.take(sign) && was_taken {
                        self.unknown(number);
                        self.symbols.made.push(made);
                    }
                    continue;
                }
                if !conditions.is_taken() {
                    continue;
                }
                let word = line.mnemonic(statement);
                if word == ".exitm" {
                    return;
                }
                self.symbols.made.push(made);
                let Some(block) = opens(word, self.syntax.assembler) else {
                    self.statement(here, call, depth);
                    continue;
                };
                self.labels(here);
                let body = self.body(texts, &mut at);
                match block {
                    Block::Repetition => self.repeat(here, call, &body, depth),
                    // A macro that a macro defines: its name has no place of its own.
                    Block::Macro => {
                        let operand = statement.operands.first();
                        if let Some(word) = operand.and_then(|operand| operand.pieces.first()) {
                            let name = line.part(&word.range).to_owned();
                            let rest = line.part(&(word.range.end..statement.range.end));
                            let place = here.place(&word.range);
                            self.define_macro(name, place, rest, body, number);
                        }
                    }
                }
            }
        }
    }

    /// The statements up to the end of a block, which is skipped.
    fn body(&mut self, texts: &[String], at: &mut usize) -> Vec<String> {
        let mut depth = 1_usize;
        let mut body = Vec::new();
        while let Some(text) = texts.get(*at) {
            *at += 1;
            let line = self.parsed(text);
            for statement in &line.statements {
                let word = line.mnemonic(statement);
                if opens(word, self.syntax.assembler).is_some() {
                    depth += 1;
                } else if closes(word) {
                    depth -= 1;
                }
                if depth == 0 {
                    return body;
                }
            }
            body.push(text.clone());
        }
        body
    }
}

/// The number after the name of `#define`, if that is all.
fn number_after(line: &Line, name: &LineRange) -> Option<i64> {
    let rest = line.text().get(name.end as usize..)?;
    // With a parenthesis behind its name it is a macro with arguments.
    let text = rest.starts_with([' ', '\t']).then(|| rest.trim())?;
    expression::number(text)
}

/// The name to which a statement gives a value, and the value.
fn assigned<'a>(here: Here<'a>) -> Option<(LineRange, &'a [Piece])> {
    let first = here.statement.operands.first()?;
    let mnemonic = here.statement.mnemonic.as_ref()?;
    if ASSIGNMENTS.contains(&here.line.part(mnemonic)) {
        let Shape::Word(word) = first.shape(here.line) else {
            return None;
        };
        let value = here.statement.operands.get(1);
        let value = value.map_or(&[][..], |operand| operand.pieces.as_slice());
        return Some((word.range.clone(), value));
    }
    is_assignment(here.line, Some(first)).then(|| (mnemonic.clone(), &first.pieces[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{GNU, LLVM};

    /// What is read of a text: the line, counted from 1, and each statement that is not a directive.
    fn read(text: &str) -> Vec<String> {
        let source = Source::with_syntax(&LLVM, text);
        let symbols = Symbols::new(&source);
        assert_eq!(symbols.trouble, None, "{text}");
        let units = symbols.units(&source);
        let units = units.filter(|unit| !unit.mnemonic().starts_with('.'));
        let units = units.filter(|unit| !symbols.macros.contains_key(unit.mnemonic()));
        let said = |unit: super::super::Unit<'_>| {
            format!(
                "{} {}",
                unit.number + 1,
                unit.line.part(&unit.statement().range)
            )
        };
        units.map(said).collect()
    }

    #[test]
    fn macros_and_repetitions_are_written_out() {
        let text = ".macro f to, n=2\n add \\to, \\n\n.endm\n f a\n.rept 2\n b\n.endr\n.irp x, 1, 2\n c \\x\n.endr\n.irpc x, 78\n d \\x\n.endr\n e";
        assert_eq!(
            read(text),
            [
                "4 add a, 2",
                "5 b",
                "5 b",
                "8 c 1",
                "8 c 2",
                "11 d 7",
                "11 d 8",
                "14 e"
            ]
        );
        assert_eq!(read(".rept 2; a; .endr; b"), ["1 a", "1 a", "1 b"]);
        assert_eq!(read("x: .rept 0\n a\n.endr\n b"), ["4 b"]);
        assert_eq!(
            read(".rept 1\n.rept 2\n a\n.endr\n b\n.endr"),
            ["1 a", "1 a", "1 b"]
        );
        let text = ".macro f n\n.if \\n\n a\n.else\n b\n.exitm\n.endif\n c\n.endm\n f 1\n f 0";
        assert_eq!(read(text), ["10 a", "10 c", "11 b"]);
        let text = ".set i, 0\n.rept 3\n a i\n.set i, i + 1\n.endr\n.if i == 3\n b\n.endif";
        assert_eq!(read(text), ["2 a i", "2 a i", "2 a i", "7 b"]);
        let text = ".macro down n\n.if \\n\n a \\n\n down (\\n-1)\n.endif\n.endm\n down 2";
        assert_eq!(read(text), ["7 a 2", "7 a (2-1)"]);
        assert_eq!(
            read(".macro f\n.macro g\n a\n.endm\n.endm\n f\n g"),
            ["7 a"]
        );
        assert_eq!(
            read(".macro f\nl\\@: a\n.endm\n f\n f"),
            ["4 l0: a", "5 l1: a"]
        );
    }

    #[test]
    fn names_have_the_values_of_their_places() {
        let source = Source::with_syntax(
            &LLVM,
            ".set i, 1\n.rept 2\n.set i, i + 1\n x i\n.endr\n y i",
        );
        let symbols = Symbols::new(&source);
        let units = symbols
            .units(&source)
            .filter(|unit| !unit.mnemonic().starts_with('.'));
        let value = |unit| super::super::Scope::new(&symbols, &unit).value("i");
        assert_eq!(
            units.map(value).collect::<Vec<_>>(),
            [Some(2), Some(3), Some(3)]
        );
        let source = Source::with_syntax(&LLVM, "1: jmp 1b\n.rept 2\n1: jmp 1b\n.endr\n jmp 1b");
        let symbols = Symbols::new(&source);
        let mut units = symbols
            .units(&source)
            .filter(|unit| unit.mnemonic() == "jmp");
        let target = |unit: super::super::Unit<'_>| {
            let (line, byte) = unit.position(unit.statement().operands[0].range.start);
            symbols.label_position("1b", line, byte)
        };
        let first = units.next().and_then(target);
        assert_eq!(first, Some((0, 0)));
        let made: Vec<_> = units.map(target).collect();
        assert!(
            made[0] > first && made[1] > made[0] && made[2] == made[1],
            "{made:?}"
        );
    }

    #[test]
    fn what_has_no_end_is_trouble() {
        for text in [
            ".macro f\n a\n f\n.endm\n f",
            ".rept 1000000000\n a\n.endr",
            ".macro f\n a\n.endm\n f 1",
            ".macro f a:req\n b\n.endm\n f",
            ".rept 200000\n.rept 100000\n.endr\n.endr",
        ] {
            let symbols = Symbols::new(&Source::with_syntax(&GNU, text));
            assert!(symbols.trouble.is_some(), "{text}");
        }
        for text in [
            ".rept x\n a\n.endr",
            ".if x\n a\n.endif",
            ".macro f\n.if x\n.endif\n.endm\n f",
        ] {
            let symbols = Symbols::new(&Source::with_syntax(&GNU, text));
            assert_eq!(symbols.unknown.len(), 1, "{text}");
        }
    }
}
