//! The instruction that is typed, as far as it is before a place.

use std::ops::Range;

use crate::ir::Builtin;
use crate::lex::{self, Token, TokenKind};
use crate::table::{self, Row};
use crate::types::Scalar;
use crate::version::Version;

/// What can be written at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// A function, as no function is open.
    Outside,
    Instruction,
    /// `.n` and the like.
    Modifier,
    /// The name of an attribute.
    Attribute,
    Type,
    /// The element of a type.
    Element,
    /// What follows the shape of a type.
    Layout,
    /// The name of a value.
    Operand,
    /// Something new, or nothing.
    Nothing,
}

/// The first region of an `if`, which has no `else` yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    /// An `else` can follow.
    Silent,
    /// It returns values, so an `else` follows.
    Returning,
}

/// The instruction that is typed.
#[derive(Debug)]
pub(super) struct Statement<'t> {
    pub place: Where,
    /// The word before the place, and what it replaces.
    pub typed: &'t str,
    pub replace: Range<u32>,
    /// Where the instruction begins.
    pub start: u32,
    /// The word of the instruction, or `func`, as the table has it regardless of the version; empty if there is none yet.
    pub head: &'t str,
    /// The same word as the text writes it.
    pub word: &'t str,
    /// The version that the text is written in.
    pub version: Version,
    /// The names of the operands before the place, without those in brackets.
    pub operands: Vec<&'t str>,
    /// How many commas are before the place, without those in brackets.
    pub index: usize,
    /// In brackets, how many commas are before the place there.
    pub bracket: Option<usize>,
    /// Whether names of results are before the instruction.
    pub has_results: bool,
    /// The type of the variable of a loop.
    pub variable: Scalar,
    /// The first literal of a constant.
    pub literal: Option<&'t str>,
    /// The words before the open `<`.
    angles: Vec<&'t str>,
    /// Whether it is the initial value of what a loop carries.
    pub is_initial: bool,
    /// The initial values of what a loop carries.
    pub initial: Vec<&'t str>,
    /// Whether the type before the place has strides.
    pub is_strided: bool,
    /// Among the types that are returned, how many commas are before the place.
    pub returned: Option<usize>,
    /// Whether the place follows the first region of an `if`.
    pub after_if: Option<Branch>,
}

impl<'t> Statement<'t> {
    /// Whether the place is between the angle brackets of a type.
    pub(super) fn is_in(&self, word: &str) -> bool {
        self.angles.last() == Some(&word)
    }

    /// The instruction at a place of the text of a function; `None` in a comment or a text.
    pub(super) fn at(text: &'t str, byte: u32, version: Version) -> Option<Self> {
        let until = text.get(..byte as usize)?;
        let is_part = |character: char| {
            character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '%' | '@')
        };
        let mut from = until.trim_end_matches(is_part).len();
        // A sigil begins a word.
        from += until[from..].rfind(['%', '@']).unwrap_or(0);
        let tail = text[byte as usize..].find(|character| !is_part(character));
        let mut to = tail.map_or(text.len(), |length| byte as usize + length);
        if let Some(sigil) = text[byte as usize..to].find(['%', '@']) {
            to = byte as usize + sigil;
        }
        let tokens = lex::tokens(text, version);
        let is_quiet = |token: &Token| {
            matches!(token.kind, TokenKind::Comment | TokenKind::Text)
                && token.range.start < byte
                && (byte < token.range.end
                    || (token.kind == TokenKind::Comment && byte == token.range.end))
        };
        if tokens.iter().any(is_quiet) {
            return None;
        }
        let typed = &until[from..];
        let part = |token: &Token| &text[token.range.start as usize..token.range.end as usize];
        // Modifiers follow their instruction directly.
        let modified = lex::tokens(typed, version)
            .first()
            .map(|first| &typed[..first.range.end as usize])
            .filter(|word| {
                Row::find(version, word).is_some() && typed[word.len()..].starts_with('.')
            });
        let mut statement = Self {
            place: Where::Outside,
            typed,
            replace: mnc2_text::line::range(from..to),
            start: from as u32,
            head: "",
            word: "",
            version,
            operands: Vec::new(),
            index: 0,
            bracket: None,
            has_results: false,
            variable: Scalar::Index,
            literal: None,
            angles: Vec::new(),
            is_initial: false,
            initial: Vec::new(),
            is_strided: false,
            returned: None,
            after_if: None,
        };
        if let Some(head) = modified {
            let dot = typed.rfind('.').unwrap_or(0);
            statement.place = Where::Modifier;
            statement.head = table::key(version, head).unwrap_or(head);
            statement.typed = &typed[dot..];
            statement.replace.start = (from + dot) as u32;
            return Some(statement);
        }
        let before = tokens
            .iter()
            .filter(|token| token.kind != TokenKind::Comment && token.range.end as usize <= from);
        let before: Vec<(&str, &Token)> = before.map(|token| (part(token), token)).collect();
        statement.read(&before, until);
        Some(statement)
    }

    /// Reads the tokens before the place.
    fn read(&mut self, before: &[(&'t str, &Token)], until: &str) {
        // What is open: a sign, and whether a brace opens a dictionary.
        let mut open: Vec<(&str, bool)> = Vec::new();
        // The open regions, and what a region would be that opens next.
        let mut owners: Vec<Option<Branch>> = Vec::new();
        let mut branch = None;
        let mut previous = "";
        let mut end = 0;
        for (at, &(word, token)) in before.iter().enumerate() {
            let is_in_region = open
                .last()
                .is_none_or(|&(sign, is_dictionary)| sign == "{" && !is_dictionary);
            let is_value = before.get(at + 1).is_some_and(|(next, _)| *next == "=");
            let key = table::key(self.version, word).filter(|_| !is_value);
            let is_head = token.kind == TokenKind::Word && key.is_some();
            if word == "func" || is_head || (word == "}" && is_in_region) {
                self.begin(token.range.start);
                self.names(&before[..at]);
                self.head = if word == "}" { "" } else { key.unwrap_or(word) };
                self.word = if word == "}" { "" } else { word };
                branch = Some(Branch::Silent);
            }
            self.after_if = None;
            self.is_strided = word == "strided" || self.is_strided && word != "memref";
            match word {
                "<" => self.angles.push(previous),
                ">" => drop(self.angles.pop()),
                "," if open.is_empty() || is_in_region => self.index += 1,
                "," if self.head == "yield" => self.index += 1,
                "," if open.last().is_some_and(|&(sign, _)| sign == "[") => {
                    self.bracket = self.bracket.map(|count| count + 1);
                }
                "," if open.last().is_some_and(|&(sign, _)| sign == "->") => {
                    self.returned = self.returned.map(|count| count + 1);
                }
                _ if token.kind == TokenKind::Local
                    && !open.iter().any(|&(sign, _)| sign == "[") =>
                {
                    self.operands.push(word);
                }
                _ if self.head == "constant"
                    && self.literal.is_none()
                    && previous == "constant" =>
                {
                    self.literal = Some(word);
                }
                _ if previous == ":" && matches!(self.head, "for" | "foreach") => {
                    self.variable = Scalar::find(word).unwrap_or(Scalar::Index);
                }
                _ => {}
            }
            let is_value = previous == "=" && token.kind == TokenKind::Local;
            if is_value && open.last().is_some_and(|&(sign, _)| sign == "(") {
                self.initial.push(word);
            }
            match word {
                "(" | "[" | "<" => {
                    self.bracket = (word == "[").then_some(0);
                    let sign = match (previous, word) {
                        (
                            "foreach" | "foreach_tile" | "cooperative_matrix_apply" | "as" | "<=",
                            "(",
                        ) => "foreach",
                        ("->", "(") => "->",
                        _ => word,
                    };
                    self.returned = (sign == "->").then_some(0);
                    open.push((sign, false));
                }
                "{" => {
                    let is_dictionary = matches!(previous, "attributes" | "alloca" | "=")
                        || (previous == "}" && !open.is_empty())
                        || open.last().is_some_and(|&(sign, _)| sign == "(");
                    open.push((word, is_dictionary));
                    if !is_dictionary {
                        owners.push(branch.filter(|_| self.head == "if"));
                        self.begin(token.range.end);
                    }
                }
                ")" | "]" | ">" | "}" => {
                    if open.pop() == Some(("{", false)) {
                        self.after_if = owners.pop().flatten();
                    }
                    self.bracket = None;
                }
                "->" => branch = Some(Branch::Returning),
                _ => {}
            }
            previous = word;
            end = token.range.end as usize;
        }
        let gap = until.get(end..).unwrap_or_default();
        let is_new_line = gap.contains('\n');
        self.is_initial = self.head == "for" && open.last().is_some_and(|&(sign, _)| sign == "(");
        let start = self.replace.start;
        let is_head = !before.is_empty() && names_start(before).is_some();
        self.place = self.place(open.last().copied(), previous, is_new_line, is_head);
        if self.place == Where::Instruction {
            self.begin(start);
            self.names(before);
        }
    }

    /// Notes the names of results that are at the end of some tokens.
    fn names(&mut self, before: &[(&'t str, &Token)]) {
        if let Some(start) = names_start(before) {
            self.start = start;
            self.has_results = true;
        }
    }

    fn begin(&mut self, start: u32) {
        self.start = start;
        self.head = "";
        self.word = "";
        self.operands.clear();
        self.initial.clear();
        self.returned = None;
        self.index = 0;
        self.has_results = false;
        self.variable = Scalar::Index;
        self.literal = None;
    }

    fn place(
        &self,
        open: Option<(&str, bool)>,
        previous: &str,
        is_new_line: bool,
        has_names: bool,
    ) -> Where {
        let is_complete = !goes_on(previous) && previous != self.word;
        let Some((sign, is_dictionary)) = open else {
            return if self.head == "func" {
                Where::Nothing
            } else {
                Where::Outside
            };
        };
        match (sign, self.head) {
            ("<", _) if previous == "<" => Where::Element,
            ("<", _) if previous == "," => Where::Layout,
            ("{", _) if is_dictionary && matches!(previous, "{" | ",") => Where::Attribute,
            ("<", _) => Where::Nothing,
            ("{", _) if is_dictionary => Where::Nothing,
            ("{", _) if matches!(previous, "{" | "}") => Where::Instruction,
            ("{", head) if has_names && !matches!(head, "for" | "foreach" | "foreach_tile") => {
                Where::Instruction
            }
            ("{" | "(", "func") if previous == ":" => Where::Type,
            ("{", _) if previous == ":" => Where::Type,
            ("{", _) if is_new_line && is_complete => Where::Instruction,
            ("{", "" | "constant" | "foreach" | "foreach_tile" | "alloca" | "yield") => {
                Where::Nothing
            }
            ("{" | "(", "cooperative_matrix_apply" | "cooperative_matrix_prefetch")
                if previous != "=" && self.index == 0 =>
            {
                if previous == "->" {
                    Where::Type
                } else {
                    Where::Nothing
                }
            }
            ("{", "for") if self.operands.is_empty() => Where::Nothing,
            ("{", "cumsum") if self.index == 2 => Where::Nothing,
            ("{", head) if Builtin::find(head).is_some() => Where::Nothing,
            ("{", _)
                if matches!(previous, "," | "=")
                    || previous == self.word
                    || previous.starts_with('.') =>
            {
                Where::Operand
            }
            ("->", _) => Where::Type,
            ("(", "yield") if matches!(previous, "(" | ",") => Where::Operand,
            ("(", "foreach" | "foreach_tile") if matches!(previous, "(" | ",") => Where::Operand,
            ("(", "for") if previous == "=" => Where::Operand,
            (
                "[",
                "size"
                | "fuse"
                | "constant"
                | ""
                | "cooperative_matrix_extract"
                | "cooperative_matrix_insert",
            ) => Where::Nothing,
            ("[", "expand") if previous == "[" => Where::Nothing,
            ("[", _) if goes_on(previous) => Where::Operand,
            _ => Where::Nothing,
        }
    }
}

/// Where the names of results begin, if some tokens end with such names and their equals sign.
fn names_start(before: &[(&str, &Token)]) -> Option<u32> {
    let (&(sign, _), mut rest) = before.split_last()?;
    let mut start = None;
    if sign != "=" {
        return None;
    }
    while let Some((&(_, name), others)) = rest.split_last() {
        if name.kind != TokenKind::Local {
            return None;
        }
        start = Some(name.range.start);
        match others.split_last() {
            Some((&(",", _), others)) => rest = others,
            Some((&("for" | "(", _), _)) => return None,
            _ => break,
        }
    }
    start
}

/// Whether something must follow a sign.
fn goes_on(word: &str) -> bool {
    matches!(word, "," | "=" | ":" | "(" | "[" | "<" | "->" | "x")
}
