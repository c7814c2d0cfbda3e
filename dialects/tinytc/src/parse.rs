//! From the text of one function to its typed tree. Names are resolved on the way.
//!
//! What cannot be read costs its instruction alone: reading goes on with the next one, and its results keep the type that the text
//! says for them, so that nothing else is reported because of it.

pub(crate) mod attributes;
mod control;
mod header;
mod instruction;
mod operands;
mod scope;
mod types;

use mnc2_text::{Message, message};

use crate::code::Code;
use crate::ir::{
    ByteRange, Function, Instruction, InstructionId, Operand, Operation, Region, RegionId,
};
use crate::issue::Issue;
use crate::lex::{self, Token, TokenKind};
use crate::table::Row;
use scope::Scopes;
pub(crate) use scope::normal;

/// How deep regions and attributes may be nested.
const DEPTH_MAX: usize = 128;

/// How many tokens the names of results and the sign after them may be, where an instruction is looked for behind a mistake.
const RESULT_TOKENS_MAX: usize = 128;

/// Something that was read, or nothing if the text has something else there; the issue is noted.
type Parsed<T> = Option<T>;

/// The tree of a text that begins with `func`, and what is wrong with its syntax and its names.
#[must_use]
pub fn function(text: &str) -> (Function, Vec<Issue>) {
    let mut tokens = lex::tokens(text);
    tokens.retain(|token| token.kind != TokenKind::Comment);
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        function: Function::default(),
        issues: Vec::new(),
        scopes: Scopes::default(),
        depth: 0,
    };
    parser.read();
    (parser.function, parser.issues)
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    function: Function,
    issues: Vec<Issue>,
    scopes: Scopes,
    depth: usize,
}

impl Parser<'_> {
    /// The text of a place.
    fn part(&self, range: &ByteRange) -> &str {
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

    /// Where the next token stands; an empty place after the last one at the end.
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

    /// Notes that something else is expected here.
    fn unexpected<T>(&mut self, expected: Message) -> Parsed<T> {
        let place = self.place();
        if self.kind() == Some(TokenKind::Unknown) {
            self.unknown_word(place);
            return None;
        }
        let issue = if self.token().is_none() {
            Issue::new(
                Code::Syntax,
                place,
                message!("the function ends where {expected} is expected", expected),
            )
        } else {
            let found = self.word().to_owned();
            Issue::new(
                Code::Syntax,
                place,
                message!(
                    "`{found}` stands where {expected} is expected",
                    found,
                    expected
                ),
            )
        };
        let issue = match self.kind() {
            Some(TokenKind::Integer | TokenKind::Float) => issue.help(message!(
                "operands are values: a number becomes one by `%c = constant 4 : index`"
            )),
            _ => issue,
        };
        self.issues.push(issue);
        None
    }

    /// Notes a word that the language does not have, and the one that may be meant.
    fn unknown_word(&mut self, place: ByteRange) {
        let found = self.part(&place).to_owned();
        let mut issue = Issue::new(
            Code::UnknownWord,
            place.clone(),
            message!("the language has no `{word}`", word = found.clone()),
        );
        let elsewhere = ["arith.", "builtin.", "cmp.", "math."]
            .into_iter()
            .map(|family| format!("{family}{found}"))
            .find(|word| Row::find(word).is_some());
        let words = || {
            crate::table::words()
                .chain(lex::WORDS.iter().copied())
                .chain(lex::MODIFIERS.iter().copied())
        };
        if let Some(word) = elsewhere {
            issue = issue
                .help(message!(
                    "`{found}` is how other versions write `{word}`",
                    found,
                    word = word.clone()
                ))
                .fix(message!("write `{word}`", word = word.clone()), place, word);
        } else if let Some(word) = mnc2_text::line::similar(&found, words(), 0.7) {
            issue = issue.suggest(message!("write `{word}`", word), place, word);
        }
        self.issues.push(issue);
    }

    /// A value that is mentioned.
    fn operand(&mut self) -> Parsed<Operand> {
        if self.kind() != Some(TokenKind::Local) {
            return self.unexpected(message!("a value"));
        }
        let range = self.take();
        Some(self.mention(range))
    }

    fn integer(&mut self) -> Parsed<i64> {
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
                message!("an integer lies between -9223372036854775807 and 9223372036854775807"),
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
            // The body is still read: what it says does not depend on what is wrong here.
            while self.token().is_some() && !self.is_sign("{") {
                self.at += 1;
            }
        } else if self.accept("attributes") {
            self.function.attributes = self.dictionary();
        }
        if self.is_sign("{") {
            let region = self.region();
            self.function.body = Some(region);
            self.end_scopes();
        } else if header.is_some() {
            self.unexpected::<()>(message!("`{sign}`", sign = "{"));
        }
        self.function.range = start..self.end_before();
        if let Some(token) = self.token().filter(|_| self.function.body.is_some()) {
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
        self.explain_unresolved();
    }

    /// A region, whose brace is next.
    fn region(&mut self) -> RegionId {
        let opening = self.take();
        let id = RegionId(self.function.regions.len() as u32);
        self.function.regions.push(Region::default());
        self.scopes.open();
        self.depth += 1;
        let mut instructions = Vec::new();
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
            self.instructions(&mut instructions, &opening)
        };
        self.depth -= 1;
        let end = self.end_before();
        self.close_scope(end);
        self.function.regions[id.0 as usize] = Region {
            range: opening.start..end,
            instructions,
            is_closed,
        };
        id
    }

    /// Instructions up to the brace at the end; false if there is none.
    fn instructions(&mut self, found: &mut Vec<InstructionId>, opening: &ByteRange) -> bool {
        loop {
            if self.accept("}") {
                return true;
            }
            let before = self.at;
            match self.kind() {
                None => {
                    // All regions around it lack their brace too, which is one mistake.
                    let place = self.place();
                    let is_said = |issue: &Issue| {
                        (issue.range == place && issue.code == Code::Syntax)
                            || issue.code == Code::TooDeep
                    };
                    let is_first = !self.issues.iter().any(is_said);
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
                Some(TokenKind::Local) => found.extend(self.instruction()),
                Some(TokenKind::Word) if Row::find(self.word()).is_some() => {
                    found.extend(self.instruction());
                }
                Some(_) => {
                    self.unexpected::<()>(message!("an instruction"));
                    self.take();
                    self.skip();
                }
            }
            debug_assert!(self.at > before, "each round takes a token");
            self.at = self.at.max(before + 1);
        }
    }

    /// Goes to where the next instruction may begin. Braces in between are skipped with what is inside them.
    fn skip(&mut self) {
        let mut depth = 0_u32;
        while let Some(token) = self.token() {
            let word = self.part(&token.range);
            match word {
                "{" => depth += 1,
                "}" if depth == 0 => return,
                "}" => depth -= 1,
                _ if depth == 0 && self.is_start() => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Whether the next token begins an instruction: a word of one, or names with `=` after them, the first of which begins its line.
    fn is_start(&self) -> bool {
        match self.kind() {
            Some(TokenKind::Word) => Row::find(self.word()).is_some(),
            Some(TokenKind::Local) => {
                let gap = self.end_before() as usize..self.place().start as usize;
                let is_first = self.text.get(gap).is_some_and(|gap| gap.contains('\n'));
                is_first && self.is_assigned()
            }
            _ => false,
        }
    }

    /// Whether the next tokens are names with commas between them, and `=`. Operands can go on in another line too.
    fn is_assigned(&self) -> bool {
        let mut rest = self.tokens[self.at..].iter().take(RESULT_TOKENS_MAX);
        while rest
            .next()
            .is_some_and(|token| token.kind == TokenKind::Local)
        {
            match rest.next().map(|token| self.part(&token.range)) {
                Some(",") => {}
                other => return other == Some("="),
            }
        }
        false
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
