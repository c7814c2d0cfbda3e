//! Answers to an editor about a text: plain data, the same for every language.
//!
//! Lines count from 0, and positions in a line are bytes. Texts are in the reader's language already where a function that makes
//! them is given one.

use std::fmt;
use std::ops::Range;

use crate::line::{self, LineRange, Place};
use crate::sentence::Message;

/// The description of a language.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The identifier in editors, settings and on the command line.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The versions of its specification, the default one last.
    pub versions: &'static [&'static str],
    /// The extensions of files that belong to no other language, without the dot.
    pub extensions: &'static [&'static str],
    /// The extension of files that describe the machine, without the dot, if the language has such files.
    pub architecture: Option<&'static str>,
    /// The extension of programs as bytes, without the dot, if the language has such files.
    pub binary: Option<&'static str>,
    /// The extension of files that name a program with its data, without the dot, if the language has such files.
    pub model: Option<&'static str>,
    /// Whether several files make a program: the option `link` names them.
    pub is_linked: bool,
    /// The signs that begin a comment up to the end of a line.
    pub comments: &'static [&'static str],
    /// The options of the language.
    pub options: &'static [OptionAbout],
    /// How files of other languages hold its programs.
    pub embedded: Embedded,
    /// The reference that its results were compared with, in one sentence.
    pub validated: &'static str,
    /// The files of other people that were read, by version.
    pub public_files: &'static [PublicFiles],
}

impl About {
    /// A language without anything, for the fields that a language omits.
    pub const EMPTY: Self = Self {
        id: "",
        name: "",
        versions: &[],
        extensions: &[],
        architecture: None,
        binary: None,
        model: None,
        is_linked: false,
        comments: &[],
        options: &[],
        embedded: Embedded {
            tags: &[],
            is_in_asm: false,
        },
        validated: "",
        public_files: &[],
    };

    /// The default version; empty if there is none.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        match self.versions {
            [.., last] => last,
            [] => "",
        }
    }
}

/// The files of other people in a version of a language, and what was found in them.
#[derive(Clone, Copy, Debug)]
pub struct PublicFiles {
    /// The version of the language.
    pub version: &'static str,
    /// The number of files with their source, a colon, and the result: `3 files of ..: no finding`.
    pub result: &'static str,
}

/// How files of C and C++ hold programs of a language, in addition to what names the language by its identifier.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The tags of raw strings that its users write: `TinyTL` for `R"TinyTL(…)TinyTL"`.
    pub tags: &'static [&'static str],
    /// Whether its instructions are written in `asm`, where they are recognized by their mnemonics.
    pub is_in_asm: bool,
}

/// Something that can be chosen about a language.
#[derive(Clone, Copy, Debug)]
pub struct OptionAbout {
    /// Its name in settings and on the command line.
    pub name: &'static str,
    /// The possible values, as documentation lists them.
    pub values: &'static str,
    /// The description, as a noun.
    pub doc: &'static str,
}

impl OptionAbout {
    /// An option with its name, what it can be, and what it is.
    #[must_use]
    pub const fn new(name: &'static str, values: &'static str, doc: &'static str) -> Self {
        Self { name, values, doc }
    }
}

/// The commented part of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commented {
    /// From the first comment to the end of the last, their signs included.
    pub comment: Option<LineRange>,
    /// Whether there is anything else that runs or makes data.
    pub has_statement: bool,
}

/// The explanation of a part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The part that is explained.
    pub range: LineRange,
    /// The explanation in Markdown.
    pub markdown: String,
}

/// A completion at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text in the list.
    pub label: String,
    /// The kind of completion.
    pub kind: CompletionKind,
    /// A few words next to the label.
    pub detail: String,
    /// The explanation in Markdown.
    pub documentation: Option<String>,
    /// The part of the line that it replaces.
    pub replace: LineRange,
    /// The text that is inserted.
    pub insert: String,
}

/// Completions of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completions {
    /// What is typed of the word.
    word: String,
    /// What is replaced: that, and what follows of the same word.
    replace: LineRange,
    /// Those that were found.
    pub found: Vec<Completion>,
}

impl Completions {
    /// None yet of a word that is typed so far, and whose range is replaced.
    #[must_use]
    pub fn new(word: &str, replace: LineRange) -> Self {
        Self {
            word: word.to_owned(),
            replace,
            found: Vec::new(),
        }
    }

    /// Adds one if it begins with what is typed, and returns it for an explanation.
    pub fn add(
        &mut self,
        label: &str,
        kind: CompletionKind,
        detail: &str,
    ) -> Option<&mut Completion> {
        if !label.starts_with(&self.word) {
            return None;
        }
        self.found.push(Completion {
            label: label.to_owned(),
            kind,
            detail: detail.to_owned(),
            documentation: None,
            replace: self.replace.clone(),
            insert: label.to_owned(),
        });
        self.found.last_mut()
    }

    /// Adds one with its explanation, which is made if it begins with what is typed.
    pub fn add_explained(
        &mut self,
        label: &str,
        kind: CompletionKind,
        detail: &str,
        documentation: impl FnOnce() -> String,
    ) {
        if let Some(added) = self.add(label, kind, detail) {
            added.documentation = Some(documentation());
        }
    }
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompletionKind {
    /// The mnemonic of an instruction.
    Instruction,
    /// A register of the machine.
    Register,
    /// A label of the text.
    Label,
    /// A macro of the text.
    Macro,
    /// A directive of the assembler.
    Directive,
    /// A word that an operand can have.
    Option,
    /// A number with a name.
    Constant,
}

/// The operands of an instruction while it is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The instruction with its operands.
    pub label: String,
    /// The operands, in the order of the label.
    pub parameters: Vec<Parameter>,
    /// The operand that is typed, counted from 0.
    pub active: Option<u32>,
    /// The explanation of the instruction.
    pub documentation: Option<String>,
}

impl Signature {
    /// A mnemonic with its operands, each after a separator, of which the first one is a space.
    #[must_use]
    pub fn new<'a>(
        mnemonic: &str,
        separator: &str,
        operands: impl IntoIterator<Item = (&'a str, String)>,
        active: Option<usize>,
        documentation: String,
    ) -> Self {
        let mut label = mnemonic.to_owned();
        let mut parameters = Vec::new();
        for (text, documentation) in operands {
            label.push_str(if parameters.is_empty() {
                " "
            } else {
                separator
            });
            let start = label.len() as u32;
            label.push_str(text);
            parameters.push(Parameter {
                label: start..label.len() as u32,
                documentation,
            });
        }
        let active = active.filter(|&active| active < parameters.len());
        Self {
            label,
            parameters,
            active: active.and_then(|active| u32::try_from(active).ok()),
            documentation: Some(documentation),
        }
    }
}

/// An operand of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its bytes in the label of the signature.
    pub label: Range<u32>,
    /// The explanation in Markdown.
    pub documentation: String,
}

/// A part of a line whose colour needs more than a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The part of the line.
    pub place: Place,
    /// The kind of token.
    pub kind: TokenKind,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenKind {
    /// An instruction that computes.
    Compute,
    /// An instruction that moves data.
    Transfer,
    /// An instruction that controls or configures.
    Control,
    /// An operand that is read.
    Read,
    /// An operand that is written.
    Write,
    /// A word in the place of an instruction that is none.
    Unknown,
}

impl TokenKind {
    /// All of them; the number of one is its place here.
    pub const ALL: [Self; 6] = [
        Self::Compute,
        Self::Transfer,
        Self::Control,
        Self::Read,
        Self::Write,
        Self::Unknown,
    ];
}

impl Token {
    /// A token of a line.
    #[must_use]
    pub fn new(line: u32, range: &LineRange, kind: TokenKind) -> Self {
        let range = range.clone();
        Self {
            place: Place { line, range },
            kind,
        }
    }

    /// An operand that is written, or only read.
    #[must_use]
    pub const fn from_operand(place: Place, is_written: bool) -> Self {
        let kind = match is_written {
            true => TokenKind::Write,
            false => TokenKind::Read,
        };
        Self { place, kind }
    }

    /// The places of operands among tokens.
    #[must_use]
    pub fn operands(tokens: Vec<Self>) -> Vec<Place> {
        let is_operand = |token: &Self| matches!(token.kind, TokenKind::Read | TokenKind::Write);
        let operands = tokens.into_iter().filter(is_operand);
        operands.map(|token| token.place).collect()
    }
}

/// A part of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name that the outline shows.
    pub name: String,
    /// A few words next to the name.
    pub detail: String,
    /// The kind of symbol.
    pub kind: SymbolKind,
    /// The range of the name.
    pub place: Place,
    /// The first line that belongs to it.
    pub first_line: u32,
    /// The last line that belongs to it.
    pub last_line: u32,
    /// The symbols inside it.
    pub children: Vec<Symbol>,
}

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolKind {
    /// A label of code.
    Label,
    /// A label of data, or data that a run shows.
    Data,
    /// A macro of the text.
    Macro,
    /// A section of the program.
    Section,
    /// A function, or a directive that expands to a part of the program.
    Function,
    /// A constant of the text.
    Constant,
}

/// A read or a write of what is at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The range of the read or write.
    pub place: Place,
    /// Whether it is a write; otherwise it is a read.
    pub is_write: bool,
}

/// A part of a line that becomes another text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The part that is replaced.
    pub place: Place,
    /// The new text, without a line end.
    pub text: String,
}

impl Change {
    /// The same text in several places.
    #[must_use]
    pub fn everywhere(places: Vec<Place>, text: &str) -> Vec<Self> {
        let change = |place| Self {
            place,
            text: text.to_owned(),
        };
        places.into_iter().map(change).collect()
    }

    /// A text with changes, which do not overlap and are in the order of the text.
    #[must_use]
    pub fn apply_all(changes: &[Self], text: &str) -> String {
        let mut changes = changes.iter().peekable();
        let mut out = String::with_capacity(text.len());
        for (number, line) in line::lines_with_ends(text).enumerate() {
            let mut kept = 0;
            while let Some(change) = changes.next_if(|it| it.place.line as usize == number) {
                let range = &change.place.range;
                out.push_str(line.get(kept..range.start as usize).unwrap_or_default());
                out.push_str(&change.text);
                kept = range.end as usize;
            }
            out.push_str(line.get(kept..).unwrap_or_default());
        }
        out
    }
}

/// Words after a part of a line that are not part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlay {
    /// The position: an empty range.
    pub place: Place,
    /// The text that is shown.
    pub text: String,
}

/// Lines that can be folded away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The line that stays visible.
    pub first_line: u32,
    /// The last line that is hidden.
    pub last_line: u32,
    /// Whether they are comments.
    pub is_comment: bool,
}

/// An instruction as the machine reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The line that it is in.
    pub line: u32,
    /// Its word in hexadecimal, after `0x`.
    pub hex: String,
    /// The instruction as written in the program.
    pub text: String,
}

/// Something that can be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name that is explained.
    pub name: String,
    /// The description, in a few words.
    pub title: Message,
}

impl Entry {
    /// An entry whose title is a text of a table.
    #[must_use]
    pub fn from_table(name: &str, title: &'static str) -> Self {
        Self {
            name: name.to_owned(),
            title: Message::from_table(title),
        }
    }
}

/// A value of a machine, or several of them under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name of the value or group.
    pub name: String,
    /// Its value; short for a group.
    pub value: String,
    /// The values inside it.
    pub parts: Vec<Variable>,
}

/// A line for each value; those inside another one are indented.
impl fmt::Display for Variable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write(variable: &Variable, depth: usize, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            let indent = depth * 2;
            let Variable { name, value, parts } = variable;
            let equals = if value.is_empty() { "" } else { " = " };
            writeln!(to, "{:indent$}{name}{equals}{value}", "")?;
            (parts.iter()).try_for_each(|part| write(part, depth + 1, to))
        }
        write(self, 0, formatter)
    }
}

/// Where a run is: a function, or a region of one that has a scope of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its name, such as the name of the function; empty where the outline of the text states it.
    pub name: String,
    /// The next line in the innermost frame; in the others the call, or the head of the region that is inside.
    pub place: Place,
}

impl Frame {
    /// The only frame of a language without calls and scopes: what runs next.
    #[must_use]
    pub fn flat(line: Option<u32>) -> Vec<Self> {
        let frame = line.map(|line| Self {
            name: String::new(),
            place: Place { line, range: 0..0 },
        });
        frame.into_iter().collect()
    }
}

/// A memory of a machine as numbers in rows, for a heat map.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The name of the memory.
    pub name: String,
    /// Rows that it has, those that are not listed included.
    pub rows_total: u64,
    /// Numbers in a row.
    pub columns: u32,
    /// The rows that hold something, in order.
    pub rows: Vec<GridRow>,
}

/// A row of a memory.
#[derive(Clone, Debug, PartialEq)]
pub struct GridRow {
    /// Its name, such as its address.
    pub name: String,
    /// The numbers, a number for each column.
    pub values: Vec<f64>,
}

/// The reason why a run cannot continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The line, if it is one.
    pub line: Option<u32>,
    /// The reason, as a sentence.
    pub message: Message,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_applied_in_their_lines() {
        let change = |line, range, text: &str| Change {
            place: Place { line, range },
            text: text.to_owned(),
        };
        let changes = [
            change(0, 1..2, ""),
            change(0, 3..4, "\t"),
            change(2, 0..1, "z"),
        ];
        assert_eq!(
            Change::apply_all(&changes, "a b c\r\nd\r\ne"),
            "ab\tc\r\nd\r\nz"
        );
        assert_eq!(Change::apply_all(&[], "a"), "a");
    }
}
