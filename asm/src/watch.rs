//! The text of watch expressions.
//!
//! | what | how it is written |
//! |---|---|
//! | place | an operand as in an instruction, or with its element as in `d get`: `$lr0v`, `$lm8n0c1b2m3p1`, `$aluf` |
//! | element | `@` and its parts after a place: `$lr0v@n0c1b2m3p1` |
//! | format | `,` and its letters after a place: `$lr0v,f` |
//! | number | `12`, `-3`, `0x1f`, `1.5`; with a type as in `imm`, and also `d` and `g`: `f"1.5"` |
//! | operators | <code>\|\|</code>, then `&&`, then `== != < <= > >=`, then `+ -`, then `* /`, then `! -`; parentheses |
//! | over the chip | `distinct(place)`, `any`, `all`, `count`, `where` of a condition, `max` and `min` of numbers |
//!
//! Operands go through the parser of lines, so they have the same spelling as in instructions.

mod number;
mod place;

use super::LineParser;
use mnc2_program::{
    Arithmetic, ComparisonOperator, OverChip, WatchExpression, WatchKind, WatchPlace, WatchType,
};
use mnc2_text::line::{SIMILARITY_MIN, similar};
use mnc2_text::{LineRange, Message, message};

/// Longer expressions are not read.
pub const EXPRESSION_BYTES_MAX: usize = 1000;

/// Parentheses and signs are nested at most this deep.
pub const DEPTH_MAX: usize = 32;

/// Why a text is not a watch expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchError {
    /// The part of the text that is wrong.
    pub range: LineRange,
    /// The error as a sentence.
    pub message: Message,
}

/// Reads a watch expression.
///
/// # Errors
/// If the text is not one: where and why.
pub fn parse(text: &str) -> Result<WatchExpression, WatchError> {
    parse_with(text, &mut LineParser::without_suggestions())
}

/// Reads a watch expression of a machine.
///
/// # Errors
/// If the text is not one: where and why.
pub fn parse_with<O: Operands>(
    text: &str,
    operands: &mut O,
) -> Result<WatchExpression<O::Place>, WatchError> {
    let mut reader = Reader::new(text, 0, operands);
    let expression = reader.expression()?;
    reader.end()?;
    Ok(expression)
}

/// The spelling of what an expression names. Operators, parentheses and numbers are the same for every machine.
pub trait Operands: Sized {
    /// A place that is named.
    type Place;
    /// A condition, for messages.
    const CONDITION: &'static str;

    /// Reads what begins with a character; `None`, with nothing read, if the character begins no name.
    fn read(
        reader: &mut Reader<'_, Self>,
        first: char,
    ) -> Option<Read<WatchExpression<Self::Place>>>;
}

/// The chip: operands as in instructions, numbers with a type, and questions over all elements.
impl Operands for LineParser {
    type Place = WatchPlace;
    const CONDITION: &'static str = "`$lr0 == 0`";

    fn read(reader: &mut Reader<'_, Self>, first: char) -> Option<Read<WatchExpression>> {
        let start = reader.at as u32;
        match first {
            '$' => Some(reader.place().map(|place| WatchExpression {
                range: start..reader.at as u32,
                kind: WatchKind::Place(place),
            })),
            first if first.is_ascii_alphabetic() => Some(reader.word()),
            _ => None,
        }
    }
}

/// Reads text from left to right.
#[derive(Debug)]
pub struct Reader<'a, O = LineParser> {
    text: &'a str,
    /// The next byte to read.
    at: usize,
    depth: usize,
    operands: &'a mut O,
}

/// A parsed value, or the error of the text.
pub type Read<T> = Result<T, WatchError>;

impl<'a, O: Operands> Reader<'a, O> {
    /// Begins at a byte of the text; ranges count from the start of the text.
    pub(super) fn new(text: &'a str, at: usize, operands: &'a mut O) -> Self {
        Self {
            text,
            at,
            depth: 0,
            operands,
        }
    }

    /// The operands of the machine, which give names a meaning.
    pub fn operands(&self) -> &O {
        self.operands
    }

    /// An expression within brackets, which are not read.
    ///
    /// # Errors
    /// If there is none.
    pub fn inside(&mut self) -> Read<WatchExpression<O::Place>> {
        self.nested(Self::or)
    }

    /// A whole expression, at most [`EXPRESSION_BYTES_MAX`] bytes long.
    pub(super) fn expression(&mut self) -> Read<WatchExpression<O::Place>> {
        let start = self.here();
        if self.rest().len() > EXPRESSION_BYTES_MAX {
            let message = message!(
                "this expression is longer than {max:# byte|# bytes} and is not read",
                max = EXPRESSION_BYTES_MAX
            );
            return Err(self.wrong(start..self.text.len(), message));
        }
        self.or()
    }

    /// Nothing but spaces is left.
    pub(super) fn end(&mut self) -> Read<()> {
        let start = self.here();
        if self.rest().is_empty() {
            return Ok(());
        }
        let message = message!(
            "the expression ends before `{text}`",
            text = self.rest().trim_end()
        );
        Err(self.wrong(start..self.text.len(), message))
    }

    /// A text in quotes.
    pub(super) fn quoted(&mut self) -> Read<&'a str> {
        let start = self.here();
        let wrong = |reader: &Self| {
            let message = message!("a text in quotes is missing, such as `\"sum\"`");
            reader.wrong(start..reader.text.len(), message)
        };
        if !self.takes("\"") {
            return Err(wrong(self));
        }
        let text = self.take_while(|character| character != '"');
        if self.takes("\"") {
            Ok(text)
        } else {
            Err(wrong(self))
        }
    }

    /// A number of steps.
    pub(super) fn count(&mut self) -> Read<u64> {
        let start = self.here();
        let digits = self.take_while(|character| character.is_ascii_alphanumeric());
        let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
        let count = digits.parse().ok().filter(|_| is_number);
        count.ok_or_else(|| {
            let message = message!("a budget is a number of steps, such as `120`");
            self.wrong(start..self.text.len(), message)
        })
    }

    /// Skips spaces; the place of what is next.
    pub fn here(&mut self) -> usize {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    /// The unread rest of the text.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Whether a sign is next, which is then read.
    pub fn takes(&mut self, sign: &str) -> bool {
        self.here();
        let is_next = self.rest().starts_with(sign);
        if is_next {
            self.at += sign.len();
        }
        is_next
    }

    /// Reads the next characters, as long as they satisfy the condition.
    pub fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|character| !is_wanted(character))
            .unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// An error at a part of the text.
    pub fn wrong(&self, range: std::ops::Range<usize>, message: Message) -> WatchError {
        let mut end = range.end.min(self.text.trim_end().len()).max(range.start);
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        WatchError {
            range: mnc2_text::line::range(range.start..end),
            message,
        }
    }

    /// The result of `read`, one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == DEPTH_MAX {
            let at = self.here();
            let message = message!(
                "this expression has more than {max} parts in each other",
                max = DEPTH_MAX
            );
            return Err(self.wrong(at..at + 1, message));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Expressions with a sign between them, which group from the left.
    fn chain(
        &mut self,
        part: fn(&mut Self) -> Read<WatchExpression<O::Place>>,
        sign: impl Fn(&mut Self) -> Option<Join<O::Place>>,
        wanted: WatchType,
    ) -> Read<WatchExpression<O::Place>> {
        let mut left = part(self)?;
        while let Some(join) = sign(self) {
            self.has_type(&left, wanted)?;
            let right = part(self)?;
            self.has_type(&right, wanted)?;
            let range = left.range.start..right.range.end;
            let kind = join(Box::new([left, right]));
            left = WatchExpression { range, kind };
        }
        Ok(left)
    }

    fn or(&mut self) -> Read<WatchExpression<O::Place>> {
        let sign = |reader: &mut Self| {
            reader
                .takes("||")
                .then_some(WatchKind::Or as Join<O::Place>)
        };
        self.chain(Self::and, sign, WatchType::Truth)
    }

    fn and(&mut self) -> Read<WatchExpression<O::Place>> {
        let sign = |reader: &mut Self| {
            reader
                .takes("&&")
                .then_some(WatchKind::And as Join<O::Place>)
        };
        self.chain(Self::comparison, sign, WatchType::Truth)
    }

    fn comparison(&mut self) -> Read<WatchExpression<O::Place>> {
        let left = self.sum()?;
        let Some(comparison) = self.comparison_sign()? else {
            return Ok(left);
        };
        self.has_type(&left, WatchType::Numbers)?;
        let right = self.sum()?;
        self.has_type(&right, WatchType::Numbers)?;
        let range = left.range.start..right.range.end;
        let start = self.here();
        if self.comparison_sign()?.is_some() {
            let message = message!("only two values are compared; join comparisons with `&&`");
            return Err(self.wrong(start..self.at, message));
        }
        let kind = WatchKind::Comparison(comparison, Box::new([left, right]));
        Ok(WatchExpression { range, kind })
    }

    fn comparison_sign(&mut self) -> Read<Option<ComparisonOperator>> {
        const SIGNS: [(&str, ComparisonOperator); 6] = [
            ("==", ComparisonOperator::Equal),
            ("!=", ComparisonOperator::NotEqual),
            ("<=", ComparisonOperator::LessOrEqual),
            (">=", ComparisonOperator::GreaterOrEqual),
            ("<", ComparisonOperator::Less),
            (">", ComparisonOperator::Greater),
        ];
        let found = SIGNS.into_iter().find(|(sign, _)| self.takes(sign));
        if found.is_none() && self.takes("=") {
            let message = message!("values are compared with `==`");
            return Err(self.wrong(self.at - 1..self.at, message));
        }
        Ok(found.map(|(_, comparison)| comparison))
    }

    fn sum(&mut self) -> Read<WatchExpression<O::Place>> {
        let sign = |reader: &mut Self| -> Option<Join<O::Place>> {
            if reader.takes("+") {
                Some(|parts| WatchKind::Arithmetic(Arithmetic::Plus, parts))
            } else if reader.takes("-") {
                Some(|parts| WatchKind::Arithmetic(Arithmetic::Minus, parts))
            } else {
                None
            }
        };
        self.chain(Self::product, sign, WatchType::Numbers)
    }

    fn product(&mut self) -> Read<WatchExpression<O::Place>> {
        let sign = |reader: &mut Self| -> Option<Join<O::Place>> {
            if reader.takes("*") {
                Some(|parts| WatchKind::Arithmetic(Arithmetic::Times, parts))
            } else if reader.takes("/") {
                Some(|parts| WatchKind::Arithmetic(Arithmetic::Divided, parts))
            } else {
                None
            }
        };
        self.chain(Self::single, sign, WatchType::Numbers)
    }

    /// An expression without an operator between two others.
    fn single(&mut self) -> Read<WatchExpression<O::Place>> {
        let start = self.here();
        let Some(first) = self.rest().chars().next() else {
            let message = message!("the expression is not complete");
            return Err(self.wrong(start..start, message));
        };
        let of = |reader: &Self, kind| WatchExpression {
            range: mnc2_text::line::range(start..reader.at),
            kind,
        };
        if let Some(read) = O::read(self, first) {
            return read;
        }
        match first {
            '0'..='9' | '.' => {
                let number = self.number(false)?;
                Ok(of(self, WatchKind::Number(number)))
            }
            '-' => {
                self.at += 1;
                let is_number = self.rest().starts_with(|next: char| next.is_ascii_digit());
                if is_number {
                    let number = self.number(true)?;
                    return Ok(of(self, WatchKind::Number(number)));
                }
                let part = self.nested(Self::single)?;
                self.has_type(&part, WatchType::Numbers)?;
                Ok(of(self, WatchKind::Negated(Box::new(part))))
            }
            '!' => {
                self.at += 1;
                let part = self.nested(Self::single)?;
                self.has_type(&part, WatchType::Truth)?;
                Ok(of(self, WatchKind::Not(Box::new(part))))
            }
            '(' => {
                self.at += 1;
                let inside = self.nested(Self::or)?;
                self.closes(start)?;
                Ok(of(self, inside.kind))
            }
            first => {
                let message = message!(
                    "`{text}` does not begin a value",
                    text = String::from(first)
                );
                Err(self.wrong(start..start + first.len_utf8(), message))
            }
        }
    }

    /// `)` for the `(` at a place.
    fn closes(&mut self, open: usize) -> Read<()> {
        let at = self.here();
        if self.takes(")") {
            return Ok(());
        }
        let rest = self.rest();
        let length = rest.chars().next().map_or(0, char::len_utf8);
        if rest.is_empty() {
            return Err(self.wrong(open..open + 1, message!("this `(` is not closed")));
        }
        let text = rest[..length].to_owned();
        let message = message!("expected `)` before `{text}`", text);
        Err(self.wrong(at..at + length, message))
    }

    /// Reports an expression that does not have the required type.
    pub(super) fn has_type(
        &self,
        expression: &WatchExpression<O::Place>,
        wanted: WatchType,
    ) -> Read<()> {
        let found = expression.value_type();
        if found == wanted {
            return Ok(());
        }
        let message = match (found, wanted) {
            (WatchType::List, _) => {
                message!("this is a list: it can only be the whole expression")
            }
            (_, WatchType::Truth) => {
                let example = O::CONDITION;
                message!(
                    "this is a number; a condition compares it, as in {example}",
                    example
                )
            }
            (_, WatchType::Numbers | WatchType::List) => {
                message!("this is a condition; a number is needed here")
            }
        };
        let range = expression.range.start as usize..expression.range.end as usize;
        Err(self.wrong(range, message))
    }
}

impl Reader<'_, LineParser> {
    /// A number with a type, or a question about the chip.
    fn word(&mut self) -> Read<WatchExpression> {
        let start = self.here();
        let word =
            self.take_while(|character| character.is_ascii_alphanumeric() || character == '_');
        let range = start..self.at;
        if self.rest().starts_with('"') {
            let number = self.typed_number(start)?;
            return Ok(WatchExpression {
                range: mnc2_text::line::range(start..self.at),
                kind: WatchKind::Number(number),
            });
        }
        let open = self.here();
        let mut all = OverChip::ALL.into_iter();
        let Some(question) = all.find(|question| question.name() == word) else {
            let near = similar(word, OverChip::ALL.map(OverChip::name), SIMILARITY_MIN);
            let message = match near {
                Some(near) => {
                    message!("there is no `{word}`; did you mean `{near}`?", word, near)
                }
                None => message!(
                    "there is no `{word}`: places begin with `$`, and over the chip there are {names}",
                    word,
                    names = Message::all_of(
                        OverChip::ALL.map(|question| format!("`{}`", question.name()))
                    )
                ),
            };
            return Err(self.wrong(range, message));
        };
        if !self.takes("(") {
            let example = match question {
                OverChip::Distinct => "`distinct($lr0)`",
                OverChip::Max | OverChip::Min => "`max($lr0,f)`",
                OverChip::Any | OverChip::All | OverChip::Count | OverChip::Where => {
                    "`any($lr0 == 0)`"
                }
            };
            let message = message!("`{word}` needs parentheses, as in {example}", word, example);
            return Err(self.wrong(range, message));
        }
        let inside = self.nested(Self::or)?;
        self.closes(open)?;
        match question {
            OverChip::Distinct if !matches!(inside.kind, WatchKind::Place(_)) => {
                let range = inside.range.start as usize..inside.range.end as usize;
                return Err(self.wrong(range, message!("`distinct` takes a place alone")));
            }
            OverChip::Distinct | OverChip::Max | OverChip::Min => {
                self.has_type(&inside, WatchType::Numbers)?;
            }
            OverChip::Any | OverChip::All | OverChip::Count | OverChip::Where => {
                self.has_type(&inside, WatchType::Truth)?;
            }
        }
        if inside.places_here().is_empty() {
            let range = inside.range.start as usize..inside.range.end as usize;
            let message = message!("`{word}` needs a place of the chip", word);
            return Err(self.wrong(range, message));
        }
        Ok(WatchExpression {
            range: mnc2_text::line::range(start..self.at),
            kind: WatchKind::OverChip(question, Box::new(inside)),
        })
    }
}

/// Makes one expression of two.
type Join<P> = fn(Box<[WatchExpression<P>; 2]>) -> WatchKind<P>;

#[cfg(test)]
mod tests;
