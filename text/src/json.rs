//! JSON with the place of each value, for files that name a program with its data, and for notebooks.

use std::ops::Range;

use crate::{Message, message};

/// Maximum depth of lists and objects.
const DEPTH_MAX: usize = 64;

/// A value, and its bytes in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The value without its place.
    pub kind: Kind,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// The word `null`, which means no value.
    Null,
    /// `true` or `false`.
    Truth(bool),
    /// A number without a sign and a fraction.
    Whole(u64),
    /// Any other number.
    Number,
    /// A text, without its escapes.
    Text(String),
    /// Values in order.
    List(Vec<Value>),
    /// Members in order.
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The name of the member, without its escapes.
    pub name: String,
    /// The bytes of its name in the text, with the quotation marks.
    pub range: Range<usize>,
    /// The value with its place in the text.
    pub value: Value,
}

/// Reads a text that is one value.
///
/// # Errors
/// Where it is not JSON, and why.
pub fn read(text: &str) -> Result<Value, (usize, Message)> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(DEPTH_MAX)?;
    reader.skip_space();
    match reader.at == text.len() {
        true => Ok(value),
        false => Err(reader.wrong(message!("the file ends before this"))),
    }
}

/// A text as JSON writes it, in quotation marks.
#[must_use]
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

type Read<T> = Result<T, (usize, Message)>;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn wrong(&self, message: Message) -> (usize, Message) {
        (self.at, message)
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.next().is_some_and(|byte| b" \t\r\n".contains(&byte)) {
            self.at += 1;
        }
    }

    /// Skips space, then takes a sign if it is next.
    fn takes(&mut self, sign: u8) -> bool {
        self.skip_space();
        let is_next = self.next() == Some(sign);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Read<Value> {
        self.skip_space();
        let start = self.at;
        let kind = match self.next() {
            None => return Err(self.wrong(message!("the file is cut off here"))),
            Some(b'{' | b'[') if depth == 0 => {
                let limit = DEPTH_MAX;
                return Err(self.wrong(message!("values are at most {limit} deep", limit)));
            }
            Some(b'{') => self.object(depth - 1)?,
            Some(b'[') => self.list(depth - 1)?,
            Some(b'"') => Kind::Text(self.string()?),
            Some(_) => self.word()?,
        };
        Ok(Value {
            kind,
            range: start..self.at,
        })
    }

    fn object(&mut self, depth: usize) -> Read<Kind> {
        self.at += 1;
        let mut members = Vec::new();
        if self.takes(b'}') {
            return Ok(Kind::Object(members));
        }
        loop {
            self.skip_space();
            let start = self.at;
            if self.next().is_some_and(|byte| byte != b'"') {
                return Err(self.wrong(message!("a name in quotation marks is expected here")));
            }
            let name = self.string()?;
            let range = start..self.at;
            if !self.takes(b':') {
                return Err(self.unexpected(":"));
            }
            let value = self.value(depth)?;
            members.push(Member { name, range, value });
            if self.takes(b'}') {
                return Ok(Kind::Object(members));
            }
            if !self.takes(b',') {
                return Err(self.unexpected("}"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Read<Kind> {
        self.at += 1;
        let mut values = Vec::new();
        if self.takes(b']') {
            return Ok(Kind::List(values));
        }
        loop {
            values.push(self.value(depth)?);
            if self.takes(b']') {
                return Ok(Kind::List(values));
            }
            if !self.takes(b',') {
                return Err(self.unexpected("]"));
            }
        }
    }

    /// Where a sign is missing.
    fn unexpected(&self, sign: &str) -> (usize, Message) {
        match self.next() {
            None => self.wrong(message!("the file is cut off here")),
            Some(_) => self.wrong(message!("`{sign}` is expected here", sign)),
        }
    }

    /// A text; its escapes are read by the JSON library.
    fn string(&mut self) -> Read<String> {
        let start = self.at;
        let mut is_escaped = false;
        let rest = self.text.as_bytes().get(start + 1..).unwrap_or_default();
        let end = rest.iter().position(|&byte| {
            let ends = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends
        });
        let Some(end) = end else {
            self.at = self.text.len();
            return Err(self.wrong(message!("the file is cut off here")));
        };
        self.at = start + end + 2;
        let quoted = self.text.get(start..self.at).unwrap_or_default();
        serde_json::from_str(quoted).map_err(|_| (start, message!("this is not a text of JSON")))
    }

    fn word(&mut self) -> Read<Kind> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let is_in_word = |sign: char| sign.is_ascii_alphanumeric() || "+-.".contains(sign);
        let end = rest.find(|sign| !is_in_word(sign)).unwrap_or(rest.len());
        let word = &rest[..end];
        let kind = match serde_json::from_str(word) {
            Ok(serde_json::Value::Null) => Kind::Null,
            Ok(serde_json::Value::Bool(truth)) => Kind::Truth(truth),
            Ok(serde_json::Value::Number(number)) => {
                number.as_u64().map_or(Kind::Number, Kind::Whole)
            }
            _ => return Err(self.wrong(message!("this is not a value of JSON"))),
        };
        self.at += end;
        Ok(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_places() {
        let text = r#" {"a": [1, -2, "x\"y"], "b": {"c": true}} "#;
        let value = read(text).expect("JSON");
        let Kind::Object(members) = &value.kind else {
            panic!("an object");
        };
        let part = |range: &Range<usize>| &text[range.clone()];
        assert_eq!(part(&members[0].range), "\"a\"");
        let Kind::List(list) = &members[0].value.kind else {
            panic!("a list");
        };
        let kinds: Vec<&Kind> = list.iter().map(|value| &value.kind).collect();
        let expected = [Kind::Whole(1), Kind::Number, Kind::Text("x\"y".to_owned())];
        assert!(kinds.into_iter().eq(&expected));
        assert_eq!(part(&list[2].range), r#""x\"y""#);
        assert_eq!(part(&members[1].value.range), r#"{"c": true}"#);
    }

    #[test]
    fn what_is_not_json_has_a_place_and_a_sentence() {
        let deep = "[".repeat(100_000);
        for (text, at) in [
            ("", 0),
            ("{", 1),
            ("{\"a", 3),
            ("{\"a\" 1}", 5),
            ("{\"a\": 1,}", 8),
            ("[1 2]", 3),
            ("{} x", 3),
            ("{\"a\": nul}", 6),
            ("[\"\\q\"]", 1),
            ("{\"é", 4),
            (deep.as_str(), 64),
        ] {
            let found = read(text).expect_err("not JSON");
            assert_eq!(found.0, at, "{text:.20}: {}", found.1);
        }
        // What the JSON library reads is read, and nothing else.
        for text in [
            "1", "null", "[]", "{}", "[1.5e3]", "\"\"", "01", "+1", "[,]", "tru",
        ] {
            let known = serde_json::from_str::<serde_json::Value>(text);
            assert_eq!(read(text).is_ok(), known.is_ok(), "{text}");
        }
    }
}
