//! Sentences that exist in more than one language.
//!
//! A [`Message`] is an English template with the values of its places; it becomes text at the outermost place, where
//! the reader's [`Language`] is known. The English template is the key of the catalogue of every other language
//! ([`crate::language`]), so the code stays readable and a language is a table. A template is a whole sentence, title
//! or noun phrase, never half of one: another language may need another order.
//!
//! A place can choose its words by number: `{count:# step|# steps}` states "1 step" or "3 steps", `{count:is|are}`
//! only the verb. `#` is the number. A language without plurals leaves the choice out and writes `{count}`.

use std::fmt;

use crate::language::Language;

/// Maximum number of bytes of source text or a name in a message.
const TEXT_BYTES_MAX: usize = 2000;

/// A text for people: a template, and the values of its places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Message {
    /// English, with `{name}` or `{name:one|many}` for each place.
    template: &'static str,
    /// The names of the places, in the order of the values.
    names: &'static [&'static str],
    values: Box<[Value]>,
}

/// The value of a place in a template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A number, such as a count or an address.
    Number(i64),
    /// A number that may be as large as 64 bits allow.
    Natural(u64),
    /// Source text or a name, the same in every language.
    Text(Box<str>),
    /// A whole sentence of a table as a remark: without its capital letter, unless that belongs to a name, and without
    /// its full stop.
    Remark(&'static str),
    /// Something that each language writes in its own way.
    Message(Message),
}

/// A [`Message`] from its template and the values of its places.
///
/// The compiler checks that places and values match: `message!("tag {tag} is issued again", tag)`, `message!("line
/// {line} writes it", line = number + 1)`.
#[macro_export]
macro_rules! message {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        const { $crate::assert_places($template, NAMES) };
        $crate::Message::new(
            $template,
            NAMES,
            [$($crate::message!(@value $name $(= $value)?)),*],
        )
    }};
    (@value $name:ident) => { $crate::Value::from($name) };
    (@value $name:ident = $value:expr) => { $crate::Value::from($value) };
}

impl Default for Message {
    fn default() -> Self {
        Self::from_table("")
    }
}

impl Message {
    /// A template with the values of its places; [`message!`](crate::message!) checks that they fit.
    #[must_use]
    pub fn new<const COUNT: usize>(
        template: &'static str,
        names: &'static [&'static str],
        values: [Value; COUNT],
    ) -> Self {
        Self {
            template,
            names,
            values: Box::new(values),
        }
    }

    /// A sentence or noun of a table, such as the title of a row, which the catalogue has as a whole.
    #[must_use]
    pub fn from_table(text: &'static str) -> Self {
        Self::new(text, &[], [])
    }

    /// Text from outside, such as an error of the operating system: the same in every language.
    #[must_use]
    pub fn verbatim(text: impl Into<Box<str>>) -> Self {
        Self::new("{text}", &["text"], [Value::Text(text.into())])
    }

    /// A whole sentence of a table as a remark: without its capital letter, unless that belongs to a name, and without
    /// its full stop.
    #[must_use]
    pub fn remark(sentence: &'static str) -> Self {
        Self::new("{sentence}", &["sentence"], [Value::Remark(sentence)])
    }

    /// Alternatives: `a, b or c`. Empty for none.
    #[must_use]
    pub fn any_of(items: impl IntoIterator<Item = impl Into<Value>>) -> Value {
        join(items, |first, second| {
            message!("{first} or {second}", first, second)
        })
    }

    /// A list: `a, b and c`. Empty for none.
    #[must_use]
    pub fn all_of(items: impl IntoIterator<Item = impl Into<Value>>) -> Value {
        join(items, |first, second| {
            message!("{first} and {second}", first, second)
        })
    }

    /// The message with other numbers of lines: `renumbered` replaces the numbers in places with the name `line`.
    #[must_use]
    pub fn with_lines(mut self, renumbered: &dyn Fn(u64) -> Option<Value>) -> Self {
        for (name, value) in self.names.iter().zip(&mut self.values) {
            let number = match value {
                Value::Message(message) => {
                    *message = std::mem::take(message).with_lines(renumbered);
                    None
                }
                Value::Number(number) => u64::try_from(*number).ok(),
                Value::Natural(number) => Some(*number),
                Value::Text(_) | Value::Remark(_) => None,
            };
            if *name == "line"
                && let Some(new) = number.and_then(renumbered)
            {
                *value = new;
            }
        }
        self
    }

    /// The English template, which is the key of the catalogues.
    #[must_use]
    pub fn template(&self) -> &'static str {
        self.template
    }

    /// The text in a language; in English if the language has no such sentence.
    #[must_use]
    pub fn say(&self, language: Language) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(language, &mut text);
        text
    }

    fn write(&self, language: Language, out: &mut impl fmt::Write) -> fmt::Result {
        let mut rest = language.template(self.template);
        if self.names.is_empty() {
            return out.write_str(rest);
        }
        while let Some((before, place, after)) = next_place(rest) {
            out.write_str(before)?;
            let index = self.names.iter().position(|known| *known == place.name);
            if let Some(value) = index.and_then(|index| self.values.get(index)) {
                match place.forms {
                    None => value.write(language, out)?,
                    Some((one, many)) => {
                        let form = if value.is_one() { one } else { many };
                        for (index, part) in form.split('#').enumerate() {
                            if index > 0 {
                                value.write(language, out)?;
                            }
                            out.write_str(part)?;
                        }
                    }
                }
            }
            rest = after;
        }
        out.write_str(rest)
    }
}

impl std::error::Error for Message {}

/// Writes the message in English.
impl fmt::Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(Language::English, formatter)
    }
}

impl Value {
    /// Whether it is the number 1, which takes the singular.
    fn is_one(&self) -> bool {
        match self {
            Self::Number(number) => *number == 1,
            Self::Natural(number) => *number == 1,
            Self::Text(_) | Self::Remark(_) | Self::Message(_) => false,
        }
    }

    fn write(&self, language: Language, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Number(number) => write!(out, "{number}"),
            Self::Natural(number) => write!(out, "{number}"),
            Self::Text(text) => out.write_str(text),
            Self::Remark(sentence) => out.write_str(&remark(language.template(sentence))),
            Self::Message(message) => message.write(language, out),
        }
    }
}

fn remark(sentence: &str) -> String {
    let sentence = sentence.trim_end_matches(['.', '。']);
    let mut rest = sentence.chars();
    match (rest.next(), rest.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() && !second.is_numeric() => {
            first.to_lowercase().chain(rest).collect()
        }
        _ => sentence.to_owned(),
    }
}

fn join(
    items: impl IntoIterator<Item = impl Into<Value>>,
    two: fn(Value, Value) -> Message,
) -> Value {
    let mut items: Vec<Value> = items.into_iter().map(Into::into).collect();
    let Some(last) = items.pop() else {
        return Value::from("");
    };
    let before = items
        .into_iter()
        .reduce(|first, second| Value::Message(message!("{first}, {second}", first, second)));
    match before {
        Some(before) => Value::Message(two(before, last)),
        None => last,
    }
}

/// A place of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placeholder<'a> {
    /// The name of its value.
    pub name: &'a str,
    /// The words for the value 1 and for other values, where `#` is the value; `None` is the value itself.
    pub forms: Option<(&'a str, &'a str)>,
}

/// The text before the next place of a template, the place, and the text after it.
#[must_use]
pub fn next_place(template: &str) -> Option<(&str, Placeholder<'_>, &str)> {
    let (before, rest) = template.split_once('{')?;
    let (place, after) = rest.split_once('}')?;
    let place = match place.split_once(':') {
        None => Placeholder {
            name: place,
            forms: None,
        },
        Some((name, forms)) => Placeholder {
            name,
            forms: Some(forms.split_once('|').unwrap_or((forms, forms))),
        },
    };
    Some((before, place, after))
}

/// Asserts at compile time that a template has exactly these places.
///
/// # Panics
/// If a place has no value, or a value no place.
pub const fn assert_places(template: &str, names: &[&str]) {
    let text = template.as_bytes();
    let mut index = 0;
    let mut used = 0;
    while index < text.len() {
        assert!(text[index] != b'}', "a place of the template has no begin");
        if text[index] == b'{' {
            let start = index + 1;
            while index < text.len() && text[index] != b'}' && text[index] != b':' {
                index += 1;
            }
            let end = index;
            let mut alternatives = 0;
            while index < text.len() && text[index] != b'}' {
                alternatives += (text[index] == b'|') as usize;
                index += 1;
            }
            assert!(index < text.len(), "a place of the template has no end");
            assert!(
                (end == index) == (alternatives == 0) && alternatives < 2,
                "a place of the template has one form for 1 and one for other numbers"
            );
            let mut candidate = 0;
            while candidate < names.len() && !is_at(text, start, end, names[candidate]) {
                candidate += 1;
            }
            assert!(
                candidate < names.len(),
                "a place of the template has no value"
            );
            used |= 1 << candidate;
        }
        index += 1;
    }
    assert!(
        used == (1_u64 << names.len()) - 1,
        "a value has no place in the template"
    );
}

const fn is_at(text: &[u8], start: usize, end: usize, name: &str) -> bool {
    let name = name.as_bytes();
    if end - start != name.len() {
        return false;
    }
    let mut index = 0;
    while index < name.len() {
        if text[start + index] != name[index] {
            return false;
        }
        index += 1;
    }
    true
}

impl From<Message> for Value {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        if text.len() <= TEXT_BYTES_MAX {
            return Self::Text(text.into());
        }
        let mut end = TEXT_BYTES_MAX;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        Self::Text(format!("{}…", &text[..end]).into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<&&str> for Value {
    fn from(text: &&str) -> Self {
        Self::from(*text)
    }
}

impl From<char> for Value {
    fn from(character: char) -> Self {
        Self::Text(character.to_string().into())
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u8> for Value {
    fn from(number: u8) -> Self {
        Self::Natural(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Natural(number.into())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Natural(number)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Natural(number as u64)
    }
}

#[cfg(test)]
mod tests;
