//! Debug statements in another spelling, or with a part missing: `dget`, `D GET`, `d get f`, no count.

use super::{Segment, Sure};
use crate::lower::Context;
use mnc2_program::finding::Diagnostic;
use mnc2_text::message;

const GET_SYNTAX: &str =
    "d get[<dtype>] <memory>[n<group>][c<l2b>][b<l1b>][m<mab>][p<pe>] <number of words>";
const SET_SYNTAX: &str =
    "d set <memory>[n<group>][c<l2b>][b<l1b>][m<mab>][p<pe>] <number of words> <payload>";

/// Data types of `d get`.
const TYPES: [&str; 7] = ["d", "bd", "f", "bf", "bg", "h", "bh"];

/// A debug statement, split into its parts.
struct Parts<'a> {
    is_set: bool,
    data_type: String,
    /// Memory, count and payload as written.
    rest: Vec<&'a str>,
}

impl Parts<'_> {
    /// The statement with other words after its data type.
    fn written(&self, rest: &[String]) -> String {
        let keyword = if self.is_set { "d set" } else { "d get" };
        let mut text = format!("{keyword}{}", self.data_type);
        for part in rest {
            text.push(' ');
            text.push_str(part);
        }
        text
    }

    fn syntax(&self) -> &'static str {
        if self.is_set { SET_SYNTAX } else { GET_SYNTAX }
    }

    /// The words after the data type, with the memory in small letters after `$`.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.rest.iter().map(|part| (*part).to_owned()).collect();
        if let Some(memory) = words.first_mut() {
            let lower = memory.to_ascii_lowercase();
            *memory = match lower.starts_with('$') {
                true => lower,
                false => format!("${lower}"),
            };
        }
        words
    }
}

/// A line that is meant as a debug statement.
pub(super) fn debug(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    if segment.follows {
        return None;
    }
    let whole = segment.range.clone();
    let Some(parts) = parts(segment.text) else {
        let (word, _) = segment.first_word();
        let message =
            message!("a debug statement is `d get`, which prints, or `d set`, which writes");
        return (word == "d" && segment.is_unreadable).then(|| {
            let diagnostic = segment.finding(whole, message);
            diagnostic.help(message!("syntax: `{syntax}`", syntax = GET_SYNTAX))
        });
    };
    let syntax = parts.syntax();
    let rest = parts.words();
    if let Some(diagnostic) = element_apart(context, segment, &parts, &rest)
        .or_else(|| stride(context, segment, &parts, &rest))
        .or_else(|| forwarding(segment, &parts))
        .or_else(|| not_a_digit(segment, &parts))
    {
        return Some(diagnostic);
    }
    match rest.as_slice() {
        [] => {
            let message = message!("the memory and the number of words are missing");
            let diagnostic = segment.finding(whole, message);
            return Some(diagnostic.help(message!("syntax: `{syntax}`", syntax)));
        }
        [memory] => return Some(without_count(context, segment, &parts, memory)),
        _ => {}
    }
    let meant = parts.written(&rest);
    if meant != segment.text && context.reads(&meant) {
        let diagnostic = segment.finding(
            whole,
            message!("this debug statement is written `{meant}`", meant = &meant),
        );
        // These words in small letters, without commas, and with the spaces where they belong.
        return Some(segment.offer(context, diagnostic, Sure::Yes, &meant));
    }
    let of_payload = match parts.is_set {
        true => payload(context, segment, &parts, &rest),
        false => None,
    };
    of_payload.or_else(|| {
        segment.is_unreadable.then(|| {
            segment
                .finding(whole, message!("this debug statement cannot be read"))
                .help(message!("syntax: `{syntax}`", syntax))
        })
    })
}

/// `d get $lr0n0c0b0m0p0`: the memory alone.
fn without_count(
    context: &mut Context<'_>,
    segment: &Segment<'_>,
    parts: &Parts<'_>,
    memory: &str,
) -> Diagnostic {
    let message = message!(
        "the number of words is missing: how many words of `{memory}`?",
        memory
    );
    let diagnostic = segment.finding(segment.range.clone(), message);
    let diagnostic = diagnostic.help(message!("syntax: `{syntax}`", syntax = parts.syntax()));
    let meant = parts.written(&[memory.to_owned(), "1".to_owned()]);
    match parts.is_set {
        true => diagnostic,
        false => segment.offer(context, diagnostic, Sure::No, &meant),
    }
}

/// What is wrong with the payload of `d set`, the words after the first two.
fn payload(
    context: &mut Context<'_>,
    segment: &Segment<'_>,
    parts: &Parts<'_>,
    rest: &[String],
) -> Option<Diagnostic> {
    let whole = segment.range.clone();
    let [memory, count, payload @ ..] = rest else {
        return None;
    };
    if payload.is_empty() {
        let diagnostic = segment.finding(
            whole,
            message!("the payload is missing: the values to write, as hexadecimal numbers"),
        );
        return Some(diagnostic.help(message!(
            "{count:a long word is|each of the # long words is} 16 hexadecimal digits, or `l` and fewer: `l1f`",
            count = count.parse::<u32>().unwrap_or(1)
        )));
    }
    let payload = payload.join(" ");
    let plain: String = payload
        .trim_start_matches("0x")
        .trim_start_matches("0X")
        .chars()
        .filter(|letter| !matches!(letter, '_' | '\''))
        .collect();
    let is_hexadecimal =
        !plain.is_empty() && plain.len() < 16 && plain.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hexadecimal && (payload.starts_with("0x") || payload.starts_with("0X")) {
        let meant = parts.written(&[memory.clone(), count.clone(), format!("l{plain}")]);
        let diagnostic = segment.finding(
            whole,
            message!(
                "a payload is hexadecimal without `0x`: `l{plain}` is one long word",
                plain
            ),
        );
        return Some(segment.offer(context, diagnostic, Sure::Yes, &meant));
    }
    payload.contains(['.', '"']).then(|| {
        segment
            .finding(whole, message!("a payload is the bits of the values, in hexadecimal"))
            .help(message!(
                "1.0 is `3ff0000000000000` in double precision, and twice 1.0 `s3f800000_3f800000` in single \
                 precision"
            ))
    })
}

/// `d get $lr0 n0c0b0m0p0 1`: the element in a word of its own.
fn element_apart(
    context: &mut Context<'_>,
    segment: &Segment<'_>,
    parts: &Parts<'_>,
    rest: &[String],
) -> Option<Diagnostic> {
    let [memory, element, others @ ..] = rest else {
        return None;
    };
    if !element.starts_with(['n', 'c', 'b', 'm', 'p']) {
        return None;
    }
    let joined = format!("{memory}{element}");
    let mut rest = vec![joined.clone()];
    rest.extend(others.iter().cloned());
    let meant = parts.written(&rest);
    if !context.reads(&meant) {
        return None;
    }
    let diagnostic = segment.finding(
        segment.range.clone(),
        message!(
            "the element follows the address without a blank: `{joined}`",
            joined
        ),
    );
    Some(segment.offer(context, diagnostic, Sure::Yes, &meant))
}

/// `d get $lr0vn0c0b0m0p0 1`: a stride, although the count gives the number of words from the address on.
fn stride(
    context: &mut Context<'_>,
    segment: &Segment<'_>,
    parts: &Parts<'_>,
    rest: &[String],
) -> Option<Diagnostic> {
    let memory = rest.first()?;
    let digits = memory.find(|letter: char| letter.is_ascii_digit())?;
    let v = digits + memory[digits..].find(|letter: char| !letter.is_ascii_digit())?;
    let after = memory[v..].strip_prefix('v')?;
    let after = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let plain = format!("{}{after}", &memory[..v]);
    let mut rest = rest.to_vec();
    rest[0].clone_from(&plain);
    let meant = parts.written(&rest);
    if !context.reads(&meant) {
        return None;
    }
    let diagnostic = segment.finding(
        segment.range.clone(),
        message!(
            "a debug statement has no stride: `{plain}`, and the number of words after it",
            plain
        ),
    );
    Some(segment.offer(context, diagnostic, Sure::No, &meant))
}

/// `d get $aluf 1`: a register without an address, which a comment can log.
fn forwarding(segment: &Segment<'_>, parts: &Parts<'_>) -> Option<Diagnostic> {
    let register = parts.rest.first()?.to_ascii_lowercase();
    let is_forwarding = mnc2_isa::Forwarding::ALL
        .iter()
        .any(|it| register.strip_prefix('$') == Some(it.name()));
    if parts.is_set || !is_forwarding {
        return None;
    }
    let log = format!("#! log {register}");
    let diagnostic = segment.finding(
        segment.range.clone(),
        message!(
            "`d get` prints memories; `{log}` prints a forwarding register",
            log = &log
        ),
    );
    Some(diagnostic.suggest(
        message!("Write `{text}`", text = &log),
        segment.range.clone(),
        log,
    ))
}

/// `d set $lm0n0c0b0m0p0 1 lG`: the first character of a payload that is not a digit.
fn not_a_digit(segment: &Segment<'_>, parts: &Parts<'_>) -> Option<Diagnostic> {
    let [_, _, payload] = parts.rest.as_slice() else {
        return None;
    };
    let is_prefixed = payload.starts_with("0x") || payload.starts_with("0X");
    if !parts.is_set || is_prefixed || payload.contains(['.', '"']) {
        return None;
    }
    let digits = payload.trim_start_matches(['l', 's', 'h']);
    let is_of_payload = |letter: char| letter.is_ascii_hexdigit() || "_lsh".contains(letter);
    let at = digits.find(|letter| !is_of_payload(letter))?;
    let letter = digits[at..].chars().next()?;
    let start = segment.text.find(payload)? + payload.len() - digits.len() + at;
    Some(segment.finding(
        segment.part(start, start + letter.len_utf8()),
        message!(
            "`{letter}` is not a hexadecimal digit",
            letter = letter.to_string()
        ),
    ))
}

/// The parts of a debug statement in any spelling; `None` for other text.
fn parts(text: &str) -> Option<Parts<'_>> {
    let mut words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let first = words.next()?.to_ascii_lowercase();
    let (verb, mut data_type) = match first.as_str() {
        "d" => {
            let verb = words.next()?.to_ascii_lowercase();
            split_verb(&verb)?
        }
        _ => split_verb(first.strip_prefix('d')?.trim_start_matches(['.', '_', '-']))?,
    };
    let rest: Vec<&str> = words.collect();
    let mut rest = &rest[..];
    if data_type.is_empty()
        && rest.len() > 1
        && let Some(named) = TYPES.iter().find(|name| name.eq_ignore_ascii_case(rest[0]))
    {
        data_type = (*named).to_owned();
        rest = &rest[1..];
    }
    Some(Parts {
        is_set: verb == "set",
        data_type,
        rest: rest.to_vec(),
    })
}

/// `get` or `set` with the letters of a data type after it.
fn split_verb(word: &str) -> Option<(&'static str, String)> {
    let (verb, rest) = ["get", "set"]
        .into_iter()
        .find_map(|verb| Some((verb, word.strip_prefix(verb)?)))?;
    rest.bytes()
        .all(|letter| letter.is_ascii_lowercase())
        .then(|| (verb, rest.to_owned()))
}
