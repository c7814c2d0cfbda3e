//! From the text of one function to its typed tree. Names are resolved while parsing.
//!
//! A syntax error affects its instruction alone: reading continues with the next one, and its results keep the type in the
//! text, so that the error causes no further findings.

pub(crate) mod attributes;
mod control;
mod definitions;
mod header;
mod instruction;
mod operands;
mod operation;
mod recover;
mod scope;
mod types;
mod unexpected;

use mnc2_text::message;

use crate::code::Code;
use crate::ir::{
    Attribute, ByteRange, Function, Instruction, InstructionId, Operand, Operation, Region,
    RegionId,
};
use crate::issue::Issue;
use crate::lex::{self, Token, TokenKind};
use crate::version::Version;
use definitions::{Definition, Meaning};
use recover::Follower;
use scope::Scopes;
pub(crate) use scope::normal;

/// How deep regions and attributes may be nested.
const DEPTH_MAX: usize = 128;

/// The result of a parser, or nothing if the text does not match; the issue is recorded.
type Parsed<T> = Option<T>;

/// The tree of a text that begins with `func`, and what is wrong with its syntax and its names.
///
/// `definitions` are what the preprocessor knows in front of it, as the text has it.
#[must_use]
pub fn function(text: &str, version: Version, definitions: &str) -> (Function, Vec<Issue>) {
    let mut parser = Parser::new(text, version);
    if !definitions.is_empty() {
        let mut before = Parser::new(definitions, version);
        before.definitions();
        parser.know(before.definitions);
    }
    parser.count_braces();
    parser.read();
    (parser.function, parser.issues)
}

/// What is wrong with definitions of the preprocessor in front of the first function.
#[must_use]
pub fn definitions(text: &str, version: Version) -> Vec<Issue> {
    let mut parser = Parser::new(text, version);
    parser.definitions();
    if parser.token().is_some() && parser.issues.is_empty() {
        parser.unexpected::<()>(message!("a function or a definition"));
    }
    parser.issues
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, version: Version) -> Self {
        let mut tokens = lex::tokens(text, version);
        tokens.retain(|token| token.kind != TokenKind::Comment);
        Self {
            text,
            version,
            definitions: Vec::new(),
            tokens,
            at: 0,
            function: Function {
                version,
                ..Function::default()
            },
            issues: Vec::new(),
            scopes: Scopes::default(),
            depth: 0,
            lost: Vec::new(),
            ends_in_braces: false,
            doubtful: Vec::new(),
            has_unknown_parameters: false,
            closings: 0,
            follower: Follower::None,
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    version: Version,
    /// What the preprocessor knows here.
    definitions: Vec<Definition>,
    tokens: Vec<Token>,
    at: usize,
    function: Function,
    issues: Vec<Issue>,
    scopes: Scopes<'t>,
    depth: usize,
    /// Where values are defined whose names are missing.
    lost: Vec<u32>,
    /// The regions of loops whose names could not be read.
    doubtful: Vec<ByteRange>,
    /// Whether a brace that does not belong there opens something without an end.
    ends_in_braces: bool,
    /// Whether the list of parameters has no end.
    has_unknown_parameters: bool,
    /// How many more braces close a region than open one.
    closings: usize,
    /// What can follow the innermost region.
    follower: Follower,
}

impl<'t> Parser<'t> {
    /// The text of a place.
    fn part(&self, range: &ByteRange) -> &'t str {
        self.text
            .get(range.start as usize..range.end as usize)
            .unwrap_or_default()
    }

    fn token(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// The token after the next one.
    fn second(&self) -> &str {
        let token = self.tokens.get(self.at + 1);
        token.map_or("", |token| self.part(&token.range))
    }

    /// The text of the next token; empty at the end.
    fn word(&self) -> &str {
        self.token().map_or("", |token| self.part(&token.range))
    }

    fn kind(&self) -> Option<TokenKind> {
        self.token().map(|token| token.kind)
    }

    /// Where the next token is; an empty place after the last one at the end.
    fn place(&self) -> ByteRange {
        match self.token() {
            Some(token) => token.range.clone(),
            None => {
                let end = self.end_before();
                end..end
            }
        }
    }

    /// The end of the token before.
    fn end_before(&self) -> u32 {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.map_or(0, |token| token.range.end)
    }

    fn is_sign(&self, sign: &str) -> bool {
        self.kind() == Some(TokenKind::Sign) && self.word() == sign
    }

    fn is_word(&self, word: &str) -> bool {
        self.kind() == Some(TokenKind::Word) && self.word() == word
    }

    /// Takes the next token.
    fn take(&mut self) -> ByteRange {
        let place = self.place();
        self.at += usize::from(self.at < self.tokens.len());
        place
    }

    /// Takes a sign or a word if it is next.
    fn accept(&mut self, text: &str) -> bool {
        let found = self.is_sign(text) || self.is_word(text);
        self.at += usize::from(found);
        found
    }

    /// Takes a sign or a word, which must be next.
    fn expect(&mut self, text: &'static str) -> Parsed<()> {
        if self.accept(text) {
            return Some(());
        }
        self.unexpected(message!("`{text}`", text))
    }

    /// A value that is mentioned.
    fn operand(&mut self) -> Parsed<Operand> {
        if self.is_next_start() {
            return self.missing(message!("a value is missing at the end of the line"));
        }
        if self.kind() != Some(TokenKind::Local) {
            return self.unexpected(message!("a value"));
        }
        let range = self.take();
        Some(self.mention(range))
    }

    fn integer(&mut self) -> Parsed<i64> {
        if self.is_definition() {
            let place = self.place();
            return match self.meant()? {
                Meaning::Attribute(Attribute::Integer(number)) => Some(number),
                other => self.other_meaning(&other, place, message!("an integer")),
            };
        }
        if self.kind() != Some(TokenKind::Integer) {
            return self.unexpected(message!("an integer"));
        }
        let range = self.take();
        let number = self
            .part(&range)
            .parse()
            .ok()
            .filter(|&number| number != i64::MIN);
        if number.is_none() {
            self.issues.push(Issue::new(
                Code::NumberRange,
                range,
                message!("an integer is between -9223372036854775807 and 9223372036854775807"),
            ));
        }
        Some(number.unwrap_or_default())
    }

    /// Reads the whole text.
    fn read(&mut self) {
        let start = self.take().start;
        let header = self.header(start);
        self.function.header = start..self.end_before();
        if header.is_none() {
            // The body is still read: its content does not depend on the error here.
            while !self.is_header_end() && !self.is_word("attributes") {
                self.at += 1;
            }
        }
        let mut is_said = header.is_none();
        if self.accept("attributes") {
            let before = self.issues.len();
            self.function.attributes = self.dictionary();
            is_said |= self.issues.len() > before;
        } else if self.is_dictionary() {
            self.unexpected::<()>(message!("`{text}`", text = "attributes"));
            self.function.attributes = self.dictionary();
        }
        let is_open = self.is_sign("{");
        if !is_open && !is_said {
            self.unexpected::<()>(message!("`{sign}`", sign = "{"));
        }
        if is_open || self.is_unopened() {
            let region = self.region(Follower::None);
            self.function.body = Some(region);
            self.end_scopes();
        }
        self.function.range = start..self.end_before();
        self.definitions();
        let is_said = self.function.body.is_none() || self.is_torn();
        if let Some(token) = self.token().filter(|_| !is_said) {
            let place = token.range.clone();
            let found = self.part(&place).to_owned();
            let issue = Issue::new(
                Code::Syntax,
                place,
                message!("`{found}` stands behind the end of the function", found),
            );
            let end = self.function.range.end;
            self.issues
                .push(issue.note(end.saturating_sub(1)..end, message!("it ends here")));
        }
        self.find_unread();
        self.explain_unresolved();
    }

    /// A region, whose brace is next or missing.
    fn region(&mut self, follower: Follower) -> RegionId {
        let follower = std::mem::replace(&mut self.follower, follower);
        let opening = if self.is_sign("{") {
            self.take()
        } else {
            let start = self.place().start;
            start..start
        };
        let id = RegionId(self.function.regions.len() as u32);
        self.function.regions.push(Region::default());
        self.scopes.open();
        self.depth += 1;
        let mut instructions = Vec::new();
        let mut is_broken = false;
        let is_closed = if self.depth > DEPTH_MAX {
            self.issues.push(Issue::new(
                Code::TooDeep,
                opening.clone(),
                message!(
                    "regions are read up to a depth of {count}",
                    count = DEPTH_MAX
                ),
            ));
            self.at = self.tokens.len();
            true
        } else {
            self.instructions(&mut instructions, &mut is_broken, &opening)
        };
        self.depth -= 1;
        self.forget_definitions();
        self.follower = follower;
        let end = self.end_before();
        self.close_scope(end);
        self.function.regions[id.0 as usize] = Region {
            range: opening.start..end,
            instructions,
            is_closed,
            is_broken,
        };
        id
    }

    /// Instructions up to the brace at the end; false if there is none.
    fn instructions(
        &mut self,
        found: &mut Vec<InstructionId>,
        is_broken: &mut bool,
        opening: &ByteRange,
    ) -> bool {
        loop {
            if self.accept("}") {
                return true;
            }
            if self.is_after_region() {
                self.unexpected::<()>(message!("`{sign}`", sign = "}"));
                return true;
            }
            let before = self.at;
            match self.kind() {
                None => {
                    // All regions around it lack their brace too, which is one error.
                    let place = self.place();
                    let is_said = |issue: &Issue| {
                        (issue.range == place && issue.code == Code::Syntax)
                            || issue.code == Code::TooDeep
                    };
                    let is_first = !self.ends_in_braces && !self.issues.iter().any(is_said);
                    if is_first {
                        let issue = Issue::new(
                            Code::Syntax,
                            self.place(),
                            message!(
                                "a brace `{sign}` is missing at the end of the function",
                                sign = "}"
                            ),
                        );
                        self.issues.push(issue.note(
                            opening.clone(),
                            message!("the region that begins here is not closed"),
                        ));
                    }
                    return false;
                }
                Some(TokenKind::Local) => {
                    let read = self.instruction(false);
                    *is_broken |= read.is_none();
                    found.extend(read);
                }
                Some(TokenKind::Definition) if self.is_defining() => self.definition(),
                Some(_) if self.is_instruction() => {
                    let start = self.place().start;
                    found.push(self.operation(start, Vec::new(), false));
                }
                Some(_) => {
                    self.unexpected::<()>(message!("an instruction"));
                    *is_broken = true;
                    if self.accept("=") {
                        if self.is_instruction() && self.is_same_line() {
                            let start = self.place().start;
                            found.push(self.operation(start, Vec::new(), true));
                        } else {
                            self.skip();
                        }
                    } else if self.is_sign(",") && self.second().starts_with('%') {
                        self.take();
                        found.extend(self.instruction(true));
                    } else {
                        // A brace is skipped with what it opens.
                        let is_brace = self.is_sign("{");
                        self.at += usize::from(!is_brace);
                        self.skip();
                        self.ends_in_braces |= is_brace && self.token().is_none();
                    }
                }
            }
            debug_assert!(self.at > before, "each round takes a token");
            self.at = self.at.max(before + 1);
        }
    }

    /// An instruction that is not read yet.
    fn new_instruction(&self, start: u32, word: ByteRange) -> Instruction {
        Instruction {
            operation: Operation::Unknown,
            operands: Vec::new(),
            results: Vec::new(),
            result_types: Vec::new(),
            attributes: None,
            regions: Vec::new(),
            header: word.clone(),
            range: start..word.end,
            word,
            is_whole: false,
        }
    }
}
