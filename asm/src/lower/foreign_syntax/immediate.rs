//! Numbers that other languages write differently: immediate values, counts of `nop`, tags of `wait`.

use super::{Segment, Sure};
use crate::lower::Context;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_text::message;

/// Names of types in other languages, with the types that they mean.
const TYPES: [(&str, &str); 24] = [
    ("f", "f"),
    ("float", "f"),
    ("f32", "f"),
    ("fp32", "f"),
    ("single", "f"),
    ("h", "h"),
    ("half", "h"),
    ("f16", "h"),
    ("fp16", "h"),
    ("i", "i"),
    ("int", "i"),
    ("i32", "i"),
    ("s32", "i"),
    ("dword", "i"),
    ("s", "s"),
    ("short", "s"),
    ("i16", "s"),
    ("s16", "s"),
    ("ui", "ui"),
    ("u", "ui"),
    ("u32", "ui"),
    ("uint", "ui"),
    ("us", "us"),
    ("u16", "us"),
];

/// The types of an immediate value, and the types of other numbers.
const LITERAL_TYPES: [&str; 9] = ["f", "h", "i", "s", "ui", "us", "d", "l", "ul"];

const QUOTES: [char; 2] = ['"', '\''];

/// A value written in place of an immediate value: `3`, `f1.0`, `'3'`, `f(1.0)`.
#[derive(Debug, PartialEq)]
struct Value<'a> {
    /// The types that may be meant, the likeliest first.
    types: Vec<&'static str>,
    /// The number, sign included.
    number: &'a str,
}

/// `imm` with a value that is not written as one.
pub(super) fn imm(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let (word, rest) = segment.first_word();
    let opcode = match word.to_ascii_lowercase().as_str() {
        "imm" => "imm",
        "immu" => "immu",
        _ => return None,
    };
    let starts_operand = |at: usize| {
        let rest = &rest[at..];
        rest.starts_with('$') && rest[1..].starts_with(|letter: char| letter.is_ascii_alphabetic())
    };
    let split = (0..rest.len()).find(|&at| rest.is_char_boundary(at) && starts_operand(at));
    let split = split.unwrap_or(rest.len());
    let (value, destinations) = rest.split_at(split);
    if value.trim().is_empty() {
        return value_last(context, segment, opcode, destinations);
    }
    let text = value.trim().trim_end_matches(',').trim_end();
    if text.matches(QUOTES).count() % 2 == 1 {
        return open_quote(context, segment, text);
    }
    if is_literal(text) {
        return None;
    }
    let value = read(text)?;
    let start = segment.text.len() - rest.len();
    let range = segment.part(start, start + text.len());
    let example = format!("{}\"{}\"", value.types.first()?, value.number);
    let mut diagnostic = segment.finding_of(
        Code::LiteralMalformed,
        range,
        message!(
            "`{text}` is not an immediate value: it is written with its type and double quotes, such as `{example}`",
            text,
            example
        ),
    );
    let destinations = destinations.replace(',', " ");
    let destinations = destinations
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let sure = if value.types.len() == 1 {
        Sure::Yes
    } else {
        Sure::No
    };
    for kind in &value.types {
        let meant = format!("{opcode} {kind}\"{}\" {destinations}", value.number);
        diagnostic = segment.offer(context, diagnostic, sure, meant.trim_end());
    }
    Some(diagnostic)
}

/// `imm i"5 $r0`: the quote is closed where the value ends.
fn open_quote(context: &mut Context<'_>, segment: &Segment<'_>, value: &str) -> Option<Diagnostic> {
    let (before, after) = value.split_once('"')?;
    let digits = after.split([' ', '\t']).next().unwrap_or_default();
    let start = segment.text.find(value)?;
    let end = start + before.len() + 1 + digits.len();
    let at = segment.range.start + end as u32;
    let diagnostic = segment.finding(
        segment.part(end - 1, end),
        message!("the closing `\"` of the immediate value is missing"),
    );
    let meant = format!("{}\"{}", &segment.text[..end], &segment.text[end..]);
    if digits.is_empty() || !context.reads(&meant) {
        return Some(diagnostic);
    }
    Some(diagnostic.fix(message!("Insert `{new}`", new = "\""), at..at, "\""))
}

/// `imm l"2" $lr0` and `imm d"1.5" $lr0`: an immediate value has the length of a single word.
pub(super) fn long_word(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let (word, rest) = segment.first_word();
    let (kind, value) = rest.split_once('"')?;
    let (number, destination) = value.split_once('"')?;
    let destination = destination.trim();
    if !word.starts_with("imm") || destination.contains([' ', '\t', ';']) {
        return None;
    }
    let start = segment.text.len() - rest.len();
    let range = segment.part(start, start + kind.len());
    let finding = |message| segment.finding_of(Code::LiteralType, range.clone(), message);
    match kind {
        "d" => {
            let bits = number.trim().parse::<f64>().ok()?.to_bits();
            let upper = format!("immu ui\"{:#010x}\" {destination}", bits >> 32);
            if bits & u64::from(u32::MAX) != 0 {
                let lower = format!("imm ui\"{:#010x}\"", bits & u64::from(u32::MAX));
                let message = message!(
                    "an immediate value has 32 bits, and this number needs 64: `{upper}` writes the upper half, and `{lower}` the lower one in another step",
                    upper,
                    lower
                );
                return Some(finding(message));
            }
            let diagnostic = finding(message!(
                "an immediate value has 32 bits: `immu` writes the upper half of a long word, and zeros below it"
            ));
            Some(segment.offer(context, diagnostic, Sure::No, &upper))
        }
        "l" | "ul" => {
            let value: i128 = number.trim().parse().ok()?;
            let (kind, upper) = match value {
                -0x8000_0000..0 => ("i", message!("all ones")),
                0..=0x7fff_ffff => ("i", message!("zero")),
                0x8000_0000..=0xffff_ffff => ("ui", message!("zero")),
                _ => return None,
            };
            let (lower, upper_word) = halves(destination)?;
            let meant = format!("{word} {kind}\"{number}\" {lower}");
            let diagnostic = finding(message!(
                "an immediate value has 32 bits: write the lower half of the long word, `{lower}`; the upper half, \
                 `{upper_word}`, must be {upper}",
                lower,
                upper_word,
                upper
            ));
            Some(segment.offer(context, diagnostic, Sure::No, &meant))
        }
        _ => None,
    }
}

/// The lower and the upper single word of each long word of an operand: `$r1v2` and `$r0v2` of `$lr0v`.
fn halves(operand: &str) -> Option<(String, String)> {
    let rest = operand.strip_prefix("$l")?;
    let digits = rest.find(|letter: char| letter.is_ascii_digit())?;
    let (memory, rest) = rest.split_at(digits);
    let end = rest
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(rest.len());
    let address: u32 = rest[..end].parse().ok()?;
    let stride = match &rest[end..] {
        "v" => "v2",
        other => other,
    };
    let lower = format!("${memory}{}{stride}", address.checked_add(1)?);
    Some((lower, format!("${memory}{address}{stride}")))
}

/// `imm $lr0 f"1.0"`: the value after the destination.
fn value_last(
    context: &mut Context<'_>,
    segment: &Segment<'_>,
    opcode: &str,
    rest: &str,
) -> Option<Diagnostic> {
    let (destination, value) = rest.split_once([' ', '\t', ','])?;
    let value = value.trim_start_matches([' ', '\t', ',']).trim();
    let literals: Vec<String> = if is_literal(value) {
        vec![value.to_owned()]
    } else {
        let value = read(value)?;
        let literal = |kind: &&str| format!("{kind}\"{}\"", value.number);
        value.types.iter().map(literal).collect()
    };
    let example = format!("{opcode} {} {destination}", literals.first()?);
    let mut diagnostic = segment.finding_of(
        Code::OperandNotAllowed,
        segment.range.clone(),
        message!(
            "the immediate value comes before the destination: `{example}`",
            example
        ),
    );
    for literal in &literals {
        let meant = format!("{opcode} {literal} {destination}");
        diagnostic = segment.offer(context, diagnostic, Sure::No, &meant);
    }
    Some(diagnostic)
}

/// Whether a text has the shape of an immediate value, regardless of its content.
fn is_literal(text: &str) -> bool {
    text.strip_suffix('"')
        .and_then(|text| text.split_once('"'))
        .is_some_and(|(kind, _)| LITERAL_TYPES.contains(&kind))
}

fn read(text: &str) -> Option<Value<'_>> {
    let text = text.trim_start_matches(['$', '=', '#']);
    let start = text
        .find(|letter: char| !letter.is_ascii_alphabetic() && !QUOTES.contains(&letter))
        .unwrap_or(text.len());
    // `f16'1.0'` and `i32(3)`: digits belong to the type if something separates it from the number.
    let opening = text.find(['"', '\'', '(']);
    let (name, number) = text.split_at(opening.unwrap_or(start));
    let name = name.trim();
    let wrapping =
        |letter: char| QUOTES.contains(&letter) || matches!(letter, '(' | ')' | ' ' | '\t');
    let number = number.trim_matches(wrapping);
    let is_hexadecimal = number.len() > 2 && number[..2].eq_ignore_ascii_case("0x");
    let (number, suffix) = match number.char_indices().next_back() {
        Some((at, letter))
            if !is_hexadecimal && matches!(letter, 'f' | 'F' | 'h' | 'u' | 'U' | 'L') =>
        {
            (&number[..at], Some(letter.to_ascii_lowercase()))
        }
        _ => (number, None),
    };
    let magnitude = number.trim_start_matches(['-', '+']);
    let is_integer = crate::lower::number::parse(magnitude).is_some();
    let is_float = !is_integer
        && magnitude.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && magnitude.parse::<f64>().is_ok();
    if !is_integer && !is_float {
        return None;
    }
    let named = TYPES
        .iter()
        .find(|(other, _)| other.eq_ignore_ascii_case(name))
        .map(|&(_, kind)| kind);
    let types = match (named, suffix) {
        (Some(kind), _) => vec![kind],
        (None, _) if !name.is_empty() => return None,
        (None, Some('f')) => vec!["f"],
        (None, Some('h')) => vec!["h"],
        (None, Some('u')) => vec!["ui"],
        (None, _) if is_float => vec!["f", "h"],
        (None, _) if is_hexadecimal => vec!["i", "ui"],
        (None, _) => vec!["i", "f"],
    };
    Some(Value { types, number })
}

/// `nop 3`, `nop(3)`, `nop3`: the number of steps, not written after `/`.
pub(super) fn nop(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let start = segment.text.get(..3)?;
    if !start.eq_ignore_ascii_case("nop") {
        return None;
    }
    let rest = &segment.text[3..];
    let count = rest.trim_matches(|letter: char| " \t,()*x/[]=".contains(letter));
    if rest.trim() == "/" {
        let at = segment.part(0, segment.text.len());
        let message = message!("the number of steps is missing after `/`, as in `nop/3`");
        return Some(segment.finding(at, message));
    }
    let is_negative = count
        .strip_prefix('-')
        .is_some_and(|count| !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()));
    if is_negative {
        let at = segment.part(segment.text.len() - rest.len(), segment.text.len());
        let message = message!("the number of steps is 1 or greater, as in `nop/3`");
        return Some(segment.finding(at, message));
    }
    if count.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let meant = format!("nop/{count}");
    if meant == segment.text {
        return None;
    }
    let diagnostic = segment.finding_of(
        Code::OperandCount,
        segment.range.clone(),
        message!(
            "the number of steps follows `nop` after `/`: `{meant}`",
            meant = &meant
        ),
    );
    Some(segment.offer(context, diagnostic, Sure::Yes, &meant))
}

/// Whether a line begins like a `nop`.
pub(super) fn is_nop(code: &str) -> bool {
    let start = code.trim_start().get(..3);
    start.is_some_and(|start| start.eq_ignore_ascii_case("nop"))
}

/// `wait 1`, `wait i1`, `wait $i01`: a tag that is not written as one.
pub(super) fn wait(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let (word, rest) = segment.first_word();
    if !word.eq_ignore_ascii_case("wait") || rest.contains([' ', '\t']) {
        return None;
    }
    let bare = rest
        .trim_start_matches(['$', ',', '(', '='])
        .trim_end_matches([')', ',']);
    let lower = bare.to_ascii_lowercase();
    let digits = ["tag", "id", "i", "t", "0x"]
        .iter()
        .fold(lower.as_str(), |digits, prefix| {
            digits.strip_prefix(prefix).unwrap_or(digits)
        });
    let number = u8::from_str_radix(digits, 16).ok()?;
    if digits.starts_with('+') || bare == format!("i{number:02x}") && bare == rest {
        return None;
    }
    // Ten may mean 10 or 0a.
    let is_sure = number < 10 || lower.starts_with('i');
    let meant = format!("wait i{number:02x}");
    let start = segment.text.len() - rest.len();
    let diagnostic = segment.finding_of(
        Code::MalformedTag,
        segment.part(start, segment.text.len()),
        message!(
            "`{text}` is not a tag: write `i` and exactly two hexadecimal digits, such as `i01`",
            text = rest
        ),
    );
    let sure = if is_sure { Sure::Yes } else { Sure::No };
    Some(segment.offer(context, diagnostic, sure, &meant))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn values_are_recognised_in_other_clothes() {
        let check = |text: &str, types: &[&str], number: &str| {
            let value = read(text).expect("it is a value");
            assert_eq!((&value.types[..], value.number), (types, number), "{text}");
        };
        check("3", &["i", "f"], "3");
        check("-3", &["i", "f"], "-3");
        check("1.0", &["f", "h"], "1.0");
        check("-1.5e3", &["f", "h"], "-1.5e3");
        check("1.0f", &["f"], "1.0");
        check("f1.0", &["f"], "1.0");
        check("f 1.0", &["f"], "1.0");
        check("f \"1.0\"", &["f"], "1.0");
        check("f(1.0)", &["f"], "1.0");
        check("i'3'", &["i"], "3");
        check("\"3\"", &["i", "f"], "3");
        check("i3", &["i"], "3");
        check("float\"1.0\"", &["f"], "1.0");
        check("f16(1.0)", &["h"], "1.0");
        check("$3", &["i", "f"], "3");
        check("0x3f", &["i", "ui"], "0x3f");
        check("I\"3\"", &["i"], "3");
        for other in ["", "x", "f", "r0", "1.0.0", "loop1", "d\"1.0\""] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
