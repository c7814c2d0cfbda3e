//! Tokens. As in the compiler, words need no space between them: the longest word of the language is taken, so `f32x4`
//! is `f32`, `x`, `4`.

use std::ops::Range;

use crate::table;
use crate::version::Version;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// The name of a value, `%name`.
    Local,
    /// The name of a function, `@name`.
    Global,
    /// The name of what the preprocessor of 0.4 knows, `$name`.
    Definition,
    /// A word of the language, with its dot.
    Word,
    /// An integer as the text spells it.
    Integer,
    /// A floating point number.
    Float,
    /// A text in quotes.
    Text,
    /// One of `= , : ( ) { } < > [ ] ?` or `->`; in 0.4 also `<=` and the signs of calculations.
    Sign,
    /// `;` up to the end of the line.
    Comment,
    /// Something that the language does not have.
    Unknown,
}

/// A token with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The class of the token.
    pub kind: TokenKind,
    /// Where it is in the text that was read.
    pub range: Range<u32>,
}

/// Words of both versions that name no instruction.
const WORDS: &[&str] = &[
    "func",
    "attributes",
    "init",
    "else",
    "x",
    "true",
    "false",
    "local",
    "global",
    "bool",
    "i8",
    "i16",
    "i32",
    "i64",
    "index",
    "bf16",
    "f16",
    "f32",
    "f64",
    "c32",
    "c64",
    "coopmatrix",
    "memref",
    "group",
    "offset",
    "strided",
    "matrix_a",
    "matrix_b",
    "matrix_acc",
    "alignment",
    "shape_gcd",
    "stride_gcd",
    "subgroup_size",
    "unroll",
    "work_group_size",
];

/// Words that 0.4 has in addition.
const NEWER_WORDS: &[&str] = &["as", "!calc"];

/// What can follow an instruction directly; in one version alone, if it is named.
const MODIFIERS: &[(&str, Option<Version>)] = &[
    (".n", None),
    (".t", None),
    (".atomic", None),
    (".atomic_add", Some(Version::February2025)),
    (".global", None),
    (".local", None),
    (".rows_checked", None),
    (".cols_checked", None),
    (".both_checked", None),
    (".row", Some(Version::Release04)),
    (".column", Some(Version::Release04)),
    (".cross_device", Some(Version::Release04)),
    (".device", Some(Version::Release04)),
    (".work_group", Some(Version::Release04)),
    (".subgroup", Some(Version::Release04)),
    (".relaxed", Some(Version::Release04)),
    (".acquire", Some(Version::Release04)),
    (".release", Some(Version::Release04)),
    (".acquire_release", Some(Version::Release04)),
    (".sequentially_consistent", Some(Version::Release04)),
];

/// What can follow an instruction directly.
pub fn modifiers(version: Version) -> impl Iterator<Item = &'static str> {
    let known = MODIFIERS.iter();
    let own = known.filter(move |(_, only)| only.is_none_or(|only| only == version));
    own.map(|(modifier, _)| *modifier)
}

/// Words that name no instruction.
pub fn words(version: Version) -> impl Iterator<Item = &'static str> {
    let newer = if version.is_04() { NEWER_WORDS } else { &[] };
    WORDS.iter().chain(newer).copied()
}

/// The tokens of a text, comments included. Together with the white space between them they are the text.
#[must_use]
pub fn tokens(text: &str, version: Version) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let rest = &bytes[at..];
        let kind = match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0b => {
                at += 1;
                continue;
            }
            b';' => {
                at += line_length(rest);
                TokenKind::Comment
            }
            b'"' => {
                let line = &rest[1..line_length(rest)];
                match line.iter().position(|&byte| byte == b'"') {
                    Some(length) => {
                        at += length + 2;
                        TokenKind::Text
                    }
                    None => {
                        at += line_length(rest);
                        TokenKind::Unknown
                    }
                }
            }
            sigil @ (b'%' | b'@' | b'$') if sigil != b'$' || version.is_04() => {
                at += 1 + identifier_length(&rest[1..]);
                match (at - start, sigil) {
                    (1, b'%') if version.is_04() => TokenKind::Sign,
                    (1, _) => TokenKind::Unknown,
                    (_, b'%') => TokenKind::Local,
                    (_, b'$') => TokenKind::Definition,
                    _ => TokenKind::Global,
                }
            }
            b'<' if rest.starts_with(b"<=") && version.is_04() => {
                at += 2;
                TokenKind::Sign
            }
            b'-' if rest.starts_with(b"->") => {
                at += 2;
                TokenKind::Sign
            }
            b'=' | b',' | b':' | b'(' | b')' | b'{' | b'}' | b'<' | b'>' | b'[' | b']' | b'?' => {
                at += 1;
                TokenKind::Sign
            }
            _ => {
                if let Some((length, kind)) = number(rest, version) {
                    at += length;
                    kind
                } else if version.is_04() && b"^-+*/".contains(&bytes[at]) {
                    at += 1;
                    TokenKind::Sign
                } else {
                    run_of_words(text, &mut at, &mut tokens, version);
                    continue;
                }
            }
        };
        tokens.push(token(kind, start, at));
    }
    tokens
}

fn token(kind: TokenKind, start: usize, end: usize) -> Token {
    let range = start as u32..end as u32;
    Token { kind, range }
}

/// Bytes up to the end of the line.
fn line_length(rest: &[u8]) -> usize {
    let end = rest.iter().position(|&byte| byte == b'\n');
    end.unwrap_or(rest.len())
}

/// A number, or a letter with letters, digits and underscores.
fn identifier_length(rest: &[u8]) -> usize {
    match rest.first() {
        Some(byte) if byte.is_ascii_digit() => digits(rest),
        Some(byte) if byte.is_ascii_alphabetic() => rest
            .iter()
            .position(|&byte| !(byte.is_ascii_alphanumeric() || byte == b'_'))
            .unwrap_or(rest.len()),
        _ => 0,
    }
}

fn digits(rest: &[u8]) -> usize {
    let end = rest.iter().position(|byte| !byte.is_ascii_digit());
    end.unwrap_or(rest.len())
}

/// The number at the start, if there is one.
fn number(rest: &[u8], version: Version) -> Option<(usize, TokenKind)> {
    let sign = usize::from(matches!(rest.first(), Some(b'-' | b'+')));
    let unsigned = &rest[sign..];
    let is_named = unsigned.starts_with(b"inf") || unsigned.starts_with(b"nan");
    if version.is_04() && is_named && !unsigned[3..].first().is_some_and(u8::is_ascii_alphanumeric)
    {
        return Some((sign + 3, TokenKind::Float));
    }
    if unsigned.starts_with(b"0x") {
        let is_hex = |byte: &u8| byte.is_ascii_hexdigit();
        if let Some(length) = float(&unsigned[2..], is_hex, b"pP") {
            return Some((sign + 2 + length, TokenKind::Float));
        }
    }
    if let Some(length) = float(unsigned, u8::is_ascii_digit, b"eE") {
        return Some((sign + length, TokenKind::Float));
    }
    let length = digits(unsigned);
    (length > 0).then_some((sign + length, TokenKind::Integer))
}

/// Digits with a point, an exponent or both.
fn float(rest: &[u8], is_digit: impl Fn(&u8) -> bool, exponent: &[u8]) -> Option<usize> {
    let run = |from: usize| {
        rest[from..]
            .iter()
            .take_while(|byte| is_digit(byte))
            .count()
    };
    let whole = run(0);
    let mut length = whole;
    let has_point = rest.get(whole) == Some(&b'.');
    if has_point {
        let fraction = run(whole + 1);
        // `5.n` is an error, `5.` a number, `.t` a modifier.
        if whole + fraction == 0 {
            return None;
        }
        length = whole + 1 + fraction;
    }
    if length == 0 {
        return None;
    }
    let mut has_exponent = false;
    if rest.get(length).is_some_and(|byte| exponent.contains(byte)) {
        let sign = usize::from(matches!(rest.get(length + 1), Some(b'-' | b'+')));
        let count = digits(rest.get(length + 1 + sign..).unwrap_or_default());
        if count > 0 {
            length += 1 + sign + count;
            has_exponent = true;
        }
    }
    (has_point || has_exponent).then_some(length)
}

/// A run of letters, digits, dots and underscores: words of the language one after another, or something unknown.
fn run_of_words(text: &str, at: &mut usize, tokens: &mut Vec<Token>, version: Version) {
    let start = *at;
    let rest = &text[start..];
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '.');
    let macro_name = if version.is_04() && rest.starts_with("!calc") {
        1
    } else {
        0
    };
    let run = rest[macro_name..].find(|character| !is_part(character));
    let run = run.map_or(rest.len(), |run| macro_name + run);
    if run == 0 {
        let length = rest.chars().next().map_or(1, char::len_utf8);
        tokens.push(token(TokenKind::Unknown, start, start + length));
        *at = start + length;
        return;
    }
    let mut found = Vec::new();
    let mut end = 0;
    // Where an unknown part can begin: `gemm.n` is known of `gemm.n.x`.
    let mut kept = (0, 0);
    while end < run {
        let bytes = &rest.as_bytes()[end..run];
        if bytes[0] == b'.' {
            kept = (found.len(), end);
        }
        if let Some(length) = word_length(&rest[end..run], version) {
            found.push(token(TokenKind::Word, start + end, start + end + length));
            end += length;
        } else if let Some((length, kind)) = number(bytes, version).filter(|_| !found.is_empty()) {
            found.push(token(kind, start + end, start + end + length));
            end += length;
        } else {
            found.truncate(kept.0);
            found.push(token(TokenKind::Unknown, start + kept.1, start + run));
            end = run;
        }
    }
    tokens.append(&mut found);
    *at = start + run;
}

/// The length of the longest word at the start.
fn word_length(rest: &str, version: Version) -> Option<usize> {
    words(version)
        .chain(modifiers(version))
        .chain(table::words(version))
        .filter(|word| rest.starts_with(word))
        .map(str::len)
        .max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        check_in(Version::February2025, text, expected);
    }

    fn check_in(version: Version, text: &str, expected: &[&str]) {
        let found: Vec<String> = tokens(text, version)
            .into_iter()
            .map(|token| {
                let part = &text[token.range.start as usize..token.range.end as usize];
                let mark = if token.kind == TokenKind::Unknown {
                    "!"
                } else {
                    ""
                };
                format!("{mark}{part}")
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn words_need_no_space() {
        check(
            "memref<f32x4x?>",
            &["memref", "<", "f32", "x", "4", "x", "?", ">"],
        );
        check(
            "memreff32x8x8>",
            &["memref", "f32", "x", "8", "x", "8", ">"],
        );
        check("gemm.n.t.atomic %a", &["gemm", ".n", ".t", ".atomic", "%a"]);
        check("store.atomic_add", &["store", ".atomic_add"]);
        check("arith.add%1,%02", &["arith.add", "%1", ",", "%02"]);
        check("axby", &["!axby"]);
        check("arith.addd", &["!arith.addd"]);
        check("gemm.n.x", &["gemm", ".n", "!.x"]);
        check("% @ é", &["!%", "!@", "!é"]);
    }

    #[test]
    fn version_04_has_other_words() {
        let check = |text, expected: &[&str]| check_in(Version::Release04, text, expected);
        check(
            "%0 = group_id.x : index",
            &["%0", "=", "group_id.x", ":", "index"],
        );
        check("%0=add%1,%02", &["%0", "=", "add", "%1", ",", "%02"]);
        check("arith.add", &["!arith.add"]);
        check("gemm.atomic.t %a", &["gemm", ".atomic", ".t", "%a"]);
        check(
            "atomic_max.subgroup.release",
            &["atomic_max", ".subgroup", ".release"],
        );
        check(
            "(%a)<=(16,8)",
            &["(", "%a", ")", "<=", "(", "16", ",", "8", ")"],
        );
        check("-inf nan info", &["-inf", "nan", "!info"]);
        check("memref<$ty x $n>", &["memref", "<", "$ty", "x", "$n", ">"]);
        check(
            "$c = !calc($a 1 - %b 2 %)",
            &["$c", "=", "!calc", "(", "$a", "1", "-", "%b", "2", "%", ")"],
        );
    }

    #[test]
    fn numbers_are_those_of_c() {
        check(
            "1. .5 1e3 0x1.8p1 -0x1p-1",
            &["1.", ".5", "1e3", "0x1.8p1", "-0x1p-1"],
        );
        check("-4 +7 x4x8", &["-4", "+7", "x", "4", "x", "8"]);
        check("[0->2x8]", &["[", "0", "->", "2", "x", "8", "]"]);
    }

    #[test]
    fn what_is_not_closed_ends_with_its_line() {
        check("\"a\" \"b\n%1", &["\"a\"", "!\"b", "%1"]);
        check("; a %1\n%2", &["; a %1", "%2"]);
    }
}
