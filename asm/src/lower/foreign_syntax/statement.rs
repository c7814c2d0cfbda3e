//! Statements of other languages: labels, directives, prose; and statements of this one in another form.

use super::{Segment, Sure, fix_of};
use crate::lower::opcode::unknown;
use crate::lower::{Context, number};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_text::{Message, message};

/// Words of other languages that begin a loop or a branch.
const CONTROL_FLOW: [&str; 10] = [
    "for", "foreach", "while", "do", "until", "repeat", "if", "else", "elif", "switch",
];

/// Words that open or close blocks in other languages.
const BLOCKS: [char; 2] = ['{', '}'];

/// `loop:` and `1:`.
pub(super) fn label(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    if segment.follows {
        return None;
    }
    let colon = segment.text.find(':')?;
    let (name, rest) = segment.text.split_at(colon);
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
    let rest = rest[1..].trim_start();
    if !is_name || !(rest.is_empty() || segment.text[colon + 1..].starts_with([' ', '\t'])) {
        return None;
    }
    let range = segment.part(0, colon + 1);
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let message = if is_number {
        message!("lines have no numbers")
    } else {
        message!(
            "there are no labels: nothing jumps, each line is executed once, from the first to the last"
        )
    };
    let diagnostic = segment.finding(range, message);
    if rest.is_empty() {
        let at = segment.range.start..segment.range.start;
        return Some(diagnostic.suggest(message!("Make it a comment"), at, "# "));
    }
    Some(segment.offer(context, diagnostic, Sure::No, rest))
}

/// `for i in range(4):` and `if (x < 2)`.
pub(super) fn control_flow(_: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let (word, _) = segment.first_word();
    if !segment.is_unreadable || !CONTROL_FLOW.contains(&word.to_ascii_lowercase().as_str()) {
        return None;
    }
    let answer = unknown::answer(word)?;
    Some(segment.finding(segment.part(0, word.len()), answer))
}

/// A statement that shares its line: `lpassa $lm0v $lr0v; d get $lr0n0c0b0m0p0 1`, `mvp/n64 $d0@0 $lc0@0.0; nop`.
pub(super) fn alone(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let (word, _) = segment.first_word();
    let statement = match word {
        "d" => message!("a debug statement"),
        // An opcode of a step has the findings of the step.
        "mvnop" => return None,
        _ if word.starts_with("mv") => message!("an MV instruction"),
        _ if word.starts_with("mask") => message!("a `mask` statement"),
        _ => return None,
    };
    let text = context.text();
    let code = text.get(..super::code_end(text))?;
    let after = &code[segment.range.end as usize..];
    let next = after.trim_start().strip_prefix(';').map(str::trim_start);
    let next = next.filter(|next| !next.is_empty());
    if !(segment.follows || next.is_some()) || !context.reads(segment.text) {
        return None;
    }
    let mut edits = Vec::new();
    if segment.follows {
        let before = code[..segment.range.start as usize].trim_end();
        let before = before.trim_end_matches(';').trim_end();
        edits.push((before.len() as u32..segment.range.start, "\n"));
    }
    if let Some(next) = next {
        let start = code.len() - next.len();
        edits.push((segment.range.end..start as u32, "\n"));
    }
    let diagnostic = segment.finding(
        segment.range.clone(),
        message!("{statement} must be on a line of its own", statement),
    );
    Some(diagnostic.fixed(fix_of(
        Sure::No,
        message!("Give it a line of its own"),
        edits,
    )))
}

/// `.text`, `%define`, blocks and other text that is not a statement here.
pub(super) fn directive(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let _ = context;
    let text = segment.text;
    if text.contains(BLOCKS) {
        let at = text.find(BLOCKS)?;
        return Some(segment.finding(
            segment.part(at, at + 1),
            message!("there are no blocks: each line is executed once, from the first to the last"),
        ));
    }
    let is_directive = text.starts_with(['.', '%'])
        && text[1..].starts_with(|letter: char| letter.is_ascii_alphabetic());
    if segment.follows || !is_directive {
        return None;
    }
    let end = text.find([' ', '\t']).unwrap_or(text.len());
    Some(segment.finding(
        segment.part(0, end),
        message!("there are no directives: a program consists of statements, one on each line"),
    ))
}

/// `quit 0`: words after `quit`.
pub(super) fn quit(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let (word, rest) = segment.first_word();
    if word != "quit" || rest.is_empty() || segment.follows {
        return None;
    }
    let start = segment.text.len() - rest.len();
    let range = segment.part(start, segment.text.len());
    let diagnostic = segment.finding(range, message!("`quit` takes no operands"));
    Some(segment.offer(context, diagnostic, Sure::No, "quit"))
}

/// A `mask` statement without its entry, or with something else in its place.
pub(super) fn mask(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let (word, rest) = segment.first_word();
    let letters = word.strip_prefix("mask")?;
    // A number that is out of range has a finding of its own.
    if segment.follows || number::parse(rest).is_some() {
        return None;
    }
    let syntax = "mask[l|ll][r][s][t][m][n][k] <entry>";
    if rest.is_empty() {
        let example = format!("mask{} 1", if letters.is_empty() { "rs" } else { letters });
        return Some(
            segment
                .finding(
                    segment.range.clone(),
                    message!(
                        "the number of the mask register entry is missing, such as `{example}`; `mask 0` ends a mask",
                        example
                    ),
                )
                .help(message!("syntax: `{syntax}`", syntax)),
        );
    }
    let diagnostic = segment
        .finding(
            segment.range.clone(),
            message!("a `mask` statement has letters for memories and the number of an entry"),
        )
        .help(message!("syntax: `{syntax}`", syntax));
    let number = rest
        .trim_start_matches('$')
        .trim_start_matches("imr")
        .trim_start_matches("omr");
    let joined: String = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    let meant = match joined.rsplit_once(' ') {
        Some((memories, number)) => format!("{word}{} {number}", memories.replace(' ', "")),
        None => format!("{word} {number}"),
    };
    Some(segment.offer(context, diagnostic, Sure::No, &meant))
}

/// `mvp/64`, `mvp n64 ..`: the options of an MV instruction in another form.
pub(super) fn mv(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let mut words = segment
        .text
        .split([' ', '\t', ','])
        .filter(|word| !word.is_empty());
    let opcode = words.next()?.to_ascii_lowercase();
    if !opcode.starts_with("mv") || segment.follows {
        return None;
    }
    let mut names = opcode.split('/').map(str::to_owned);
    let mnemonic = names.next()?;
    let mut options: Vec<String> = names.collect();
    let mut operands: Vec<&str> = Vec::new();
    for word in words {
        if word.contains('$') {
            operands.push(word);
        } else {
            options.push(word.trim_start_matches('/').to_ascii_lowercase());
        }
    }
    for option in &mut options {
        if !option.is_empty() && option.bytes().all(|byte| byte.is_ascii_digit()) {
            option.insert(0, 'n');
        }
        for (long, short) in [("size=", "n"), ("n=", "n"), ("tag=", "i")] {
            if let Some(rest) = option.strip_prefix(long) {
                *option = format!("{short}{rest}");
            }
        }
        let tag = option.strip_prefix('i').filter(|digits| digits.len() == 1);
        if let Some(digit) = tag.filter(|digit| digit.bytes().all(|byte| byte.is_ascii_hexdigit()))
        {
            *option = format!("i0{digit}");
        }
    }
    let meant = format!("{mnemonic}/{} {}", options.concat(), operands.join(" "));
    let before: String = segment
        .text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    if options.is_empty() || meant == before || !context.reads(&meant) {
        return None;
    }
    let diagnostic = segment.finding_of(
        Code::MvOption,
        segment.range.clone(),
        message!(
            "the options of an MV instruction follow its opcode after `/`, the operands after spaces: `{meant}`",
            meant = &meant
        ),
    );
    Some(segment.offer(context, diagnostic, Sure::Yes, &meant))
}

/// Words without an operand, which may be a comment.
pub(super) fn prose(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let words: Vec<&str> = text
        .split([' ', '\t'])
        .filter(|word| !word.is_empty())
        .collect();
    let is_word = |word: &&str| {
        word.bytes()
            .all(|byte| byte.is_ascii_alphabetic() || b".,:'!?()-".contains(&byte))
    };
    let (first, _) = segment.first_word();
    // A single word after `;` is a comment as well, unless it is a misspelt opcode.
    let is_comment = words.len() > 1
        || segment.follows
            && !unknown::means_something(segment.first_word().0)
            && context.similar(text, opcodes()).is_empty();
    let is_prose = is_comment
        && words.iter().all(is_word)
        && first != "d"
        && mnc2_isa::spelling::find(&first.to_ascii_lowercase()).is_none();
    // `jmp loop` is a jump, `copy the result` a comment.
    let is_instruction = !segment.follows
        && (words.len() == 2 || text.contains(','))
        && unknown::means_something(first);
    if !is_prose || is_instruction {
        return None;
    }
    let (message, range) = if segment.follows {
        let text = context.text();
        let semicolon = text[..segment.range.start as usize].rfind(';')? as u32;
        (
            message!("`;` separates the expressions of a step; a comment begins with `#`"),
            semicolon..semicolon + 1,
        )
    } else {
        (
            message!("this line is not a statement; a comment begins with `#`"),
            segment.range.start..segment.range.start,
        )
    };
    let replacement = if segment.follows { "#" } else { "# " };
    let place = if segment.follows {
        range.clone()
    } else {
        segment.range.clone()
    };
    Some(segment.finding(place, message).fixed(fix_of(
        Sure::No,
        message!("Make it a comment"),
        [(range, replacement)],
    )))
}

/// The spellings of the table without a space.
fn opcodes() -> impl Iterator<Item = &'static str> {
    let words = mnc2_isa::spelling::all().iter();
    words
        .map(|spelling| spelling.text.as_str())
        .filter(|word| !word.contains(' '))
}

/// An opcode that begins with a digit: `1bmm` for `l1bmm`.
pub(super) fn number_first(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let (word, _) = segment.first_word();
    if !word.starts_with(|letter: char| letter.is_ascii_digit()) || word.len() < 3 {
        return None;
    }
    let rest = &segment.text[word.len()..];
    let near = context.similar(word, opcodes());
    let mut found = segment.finding(
        segment.part(0, word.len()),
        message!("an opcode begins with a letter"),
    );
    if near.is_empty() {
        return None;
    }
    let names = near.iter().take(3).map(|near| format!("`{near}`"));
    found = found.help(message!(
        "did you mean {names}?",
        names = Message::any_of(names)
    ));
    for near in near.iter().take(3) {
        let meant = format!("{near}{rest}");
        found = segment.offer(context, found, Sure::No, &meant);
    }
    Some(found)
}
