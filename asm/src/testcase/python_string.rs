//! Python's string literals, as far as testcases can hold them on one line (Python Language Reference, 2.4.1).

use mnc2_text::{Message, message};

/// The characters of the string literal at the start of a text, each as a string, and the rest of the text.
///
/// # Errors
/// A sentence if the literal does not end, or has an escape that Python refuses.
pub(super) fn string(text: &str) -> Result<(Vec<String>, &str), Message> {
    let open = || message!("the string after `expect=` has no closing quote");
    let mut rest = text.chars();
    let quote = rest.next().ok_or_else(open)?;
    let mut characters = Vec::new();
    loop {
        match rest.next().ok_or_else(open)? {
            '\\' => {
                let escaped = rest.next().ok_or_else(open)?;
                match escape(escaped, &mut rest)? {
                    Some(character) => characters.push(character.to_string()),
                    // Python keeps the backslash of an unknown escape.
                    None => characters.extend(["\\".to_owned(), escaped.to_string()]),
                }
            }
            character if character == quote => return Ok((characters, rest.as_str())),
            character => characters.push(character.to_string()),
        }
    }
}

/// The meaning of the character after a backslash, with the digits that follow; `None` if it has no special meaning.
fn escape(escaped: char, rest: &mut std::str::Chars<'_>) -> Result<Option<char>, Message> {
    Ok(Some(match escaped {
        '\\' | '\'' | '"' => escaped,
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'v' => '\u{b}',
        '0'..='7' => {
            let mut value = escaped.to_digit(8).unwrap_or_default();
            for _ in 0..2 {
                let Some(digit) = rest.clone().next().and_then(|next| next.to_digit(8)) else {
                    break;
                };
                rest.next();
                value = value * 8 + digit;
            }
            char::from_u32(value).unwrap_or_default()
        }
        'x' => hexadecimal(2, rest)?,
        'u' => hexadecimal(4, rest)?,
        'U' => hexadecimal(8, rest)?,
        _ => return Ok(None),
    }))
}

/// The character with the code of this many hexadecimal digits.
fn hexadecimal(digits: usize, rest: &mut std::str::Chars<'_>) -> Result<char, Message> {
    rest.as_str()
        .get(..digits)
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .and_then(|text| u32::from_str_radix(text, 16).ok())
        .and_then(char::from_u32)
        .inspect(|_| {
            rest.nth(digits - 1);
        })
        .ok_or_else(|| {
            message!("the string after `expect=` has an escape without its hexadecimal digits")
        })
}

#[cfg(test)]
mod tests {
    use super::string;

    #[track_caller]
    fn check(text: &str, expected: Result<(&str, &str), &str>) {
        let read = string(text)
            .map(|(characters, rest)| (characters.concat(), rest))
            .map_err(|message| message.to_string());
        let expected = expected
            .map(|(characters, rest)| (characters.to_owned(), rest))
            .map_err(ToOwned::to_owned);
        assert_eq!(read, expected, "{text}");
    }

    #[test]
    fn literals_are_read_as_python_reads_them() {
        check(r#""1\n2\nFizz" / String"#, Ok(("1\n2\nFizz", " / String")));
        check(r#"'a"b\'c' x"#, Ok(("a\"b'c", " x")));
        check(
            r#""\\\"\t\r\a\b\f\v""#,
            Ok(("\\\"\t\r\u{7}\u{8}\u{c}\u{b}", "")),
        );
        check(
            r#""\0\12\1234\x41\u3042\U0001f600""#,
            Ok(("\0\nS4A\u{3042}\u{1f600}", "")),
        );
        check(r#""\q#あ""#, Ok(("\\q#あ", "")));
        check("\"\"", Ok(("", "")));
    }

    #[test]
    fn what_is_no_literal_is_said() {
        let open = "the string after `expect=` has no closing quote";
        for text in ["\"", "\"a", "\"a'", "\"a\\", "\"a\\\""] {
            check(text, Err(open));
        }
        let escape = "the string after `expect=` has an escape without its hexadecimal digits";
        for text in [
            "\"\\x4\"",
            "\"\\xあ\"",
            "\"\\ud800\"",
            "\"\\U00110000\"",
            "\"\\x+1\"",
        ] {
            check(text, Err(escape));
        }
    }
}
