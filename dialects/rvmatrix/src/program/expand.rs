//! Macros and repetitions written out, and data with its addresses.

use std::rc::Rc;

use mnc2_assembly::{Begin, LINE_BYTES_MAX, Line, Piece, Statement, evaluate};
use mnc2_text::{Message, Trouble, message};

use super::{Builder, Draft, is_word, trouble};
use crate::base;

/// The address of the first byte of data.
pub(super) const DATA_ADDRESS: u64 = 0x1000_0000;

/// The most statements of a program, with macros written out.
const STATEMENTS_MAX: usize = 1 << 17;

/// The most lines that macros and repetitions make.
const LINES_MAX: usize = 1 << 18;

/// How deep macros are nested.
pub(super) const MACRO_DEPTH_MAX: usize = 32;

/// The most bytes of data.
const DATA_BYTES_MAX: u64 = 1 << 24;

/// What a line of code opens or closes.
fn opens(word: &str) -> bool {
    matches!(word, ".macro" | ".rept" | ".irp" | ".irpc")
}

impl Builder<'_> {
    /// Takes lines of the text, or those of a macro, whose statements belong to the line of its call.
    pub(super) fn lines(
        &mut self,
        lines: &[(u32, String)],
        call: Option<u32>,
        depth: usize,
    ) -> Result<(), Trouble> {
        let mut at = 0;
        while let Some((number, text)) = lines.get(at) {
            at += 1;
            let number = call.unwrap_or(*number);
            self.lines += usize::from(call.is_some());
            if self.lines > LINES_MAX {
                let limit = LINES_MAX;
                return Err(trouble(
                    number,
                    message!("macros make more than {limit} lines", limit),
                ));
            }
            let line = Rc::new(Line::new(&mut self.parser, text, Begin::Code));
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
                    self.call(number, &line, statement, depth)?;
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
                // Repeating nothing would not even count lines.
                let count = if body.is_empty() { 0 } else { count };
                for _ in 0..count {
                    self.lines(body, Some(number), depth)?;
                }
                Ok(())
            }
            ".irp" | ".irpc" if !body.is_empty() => {
                let mut operands = statement
                    .operands
                    .iter()
                    .map(|operand| line.part(&operand.range));
                let name = operands.next().unwrap_or_default();
                let values: Vec<&str> = operands.collect();
                let values: Vec<String> = match line.mnemonic(statement) {
                    ".irpc" => values.concat().chars().map(String::from).collect(),
                    _ => values.into_iter().map(str::to_owned).collect(),
                };
                // Without values the body is there once.
                let values = if values.is_empty() {
                    vec![String::new()]
                } else {
                    values
                };
                for value in values {
                    let substituted: Vec<(u32, String)> = body
                        .iter()
                        .map(|(at, text)| (*at, substitute(text, &[(name, &value)], self.calls)))
                        .collect();
                    self.lines(&substituted, Some(number), depth)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Writes a macro out.
    fn call(
        &mut self,
        number: u32,
        line: &Line,
        statement: &Statement,
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
        line: &Rc<Line>,
        statement: &Statement,
        index: usize,
    ) -> Result<(), Trouble> {
        let word = line.mnemonic(statement);
        if self.section(line, statement) {
            return Ok(());
        }
        if self.is_data && !self.is_listing {
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
            text: Rc::clone(line),
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
        let size = match (base::number_bytes(word), word) {
            (Some(size), _) => size,
            (None, ".zero" | ".space" | ".skip") => {
                let length = number(0).and_then(|length| u64::try_from(length).ok());
                let length =
                    length.ok_or_else(|| message!("the size of this data is not known"))?;
                return self.advance(length);
            }
            (None, ".align" | ".p2align" | ".balign") => {
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
            (None, _)
                if word.starts_with('.')
                    && ![
                        ".ascii", ".asciz", ".string", ".float", ".double", ".incbin",
                    ]
                    .contains(&word) =>
            {
                return Ok(());
            }
            (None, _) => {
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

    pub(super) fn value(&self, line: &Line, pieces: &[Piece]) -> Option<i64> {
        evaluate(line, pieces, &|name| self.symbols.value(name))
    }
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
