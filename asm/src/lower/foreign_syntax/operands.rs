//! Operands as other languages write addresses: `%lm0`, `$lm+2`, `[$lm0]`, `$lm 0`, `$lm-2`.

use super::{Segment, Sure};
use crate::lower::Context;
use mnc2_program::finding::Diagnostic;
use mnc2_text::message;

/// The first of these habits that matches.
pub(super) fn operands(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    doubled(context, segment)
        .or_else(|| plus(context, segment))
        .or_else(|| number(segment))
        .or_else(|| mark(context, segment))
        .or_else(|| arithmetic(context, segment))
        .or_else(|| list(context, segment))
        .or_else(|| brackets(context, segment))
        .or_else(|| apart(context, segment))
        .or_else(|| full_stop(context, segment))
        .or_else(|| mask(context, segment))
        .or_else(|| mask_apart(context, segment))
        .or_else(|| digit(segment))
}

/// `$$lm0v` and `--$lm0v`.
fn doubled(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let (at, mark) = ["$$", "--$"]
        .into_iter()
        .find_map(|mark| Some((text.find(mark)?, mark)))?;
    let end = at
        + text[at..]
            .find(|letter: char| !mark.contains(letter))
            .unwrap_or(text.len() - at);
    let (message, kept) = if mark == "$$" {
        (message!("an operand begins with one `$`"), "$")
    } else {
        (
            message!("two signs cancel each other out: an operand has one `-` or none"),
            "$",
        )
    };
    let diagnostic = segment.finding(segment.part(at, end), message);
    let meant = format!("{}{kept}{}", &text[..at], &text[end..]);
    Some(segment.offer(context, diagnostic, Sure::No, &meant))
}

/// `+$lm0v`: a plus sign before an operand.
fn plus(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let at = text.find(" +$").or_else(|| text.find("\t+$"))? + 1;
    let diagnostic = segment.finding(
        segment.part(at, at + 1),
        message!("an operand has a minus sign or none"),
    );
    let meant = format!("{}{}", &text[..at], &text[at + 1..]);
    Some(segment.offer(context, diagnostic, Sure::Yes, &meant))
}

/// `-1` and `1.0` as an operand.
fn number(segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    if text.starts_with("imm") || text.starts_with("nop") || text.starts_with("d ") {
        return None;
    }
    let is_number = |word: &&str| {
        let digits = word.trim_start_matches(['-', '+']);
        let is_signed_or_real = digits.len() < word.len() || digits.contains('.');
        is_signed_or_real
            && digits.starts_with(|first: char| first.is_ascii_digit())
            && digits.parse::<f64>().is_ok()
    };
    let word = text.split([' ', '\t']).skip(1).find(is_number)?;
    let start = word.as_ptr() as usize - text.as_ptr() as usize;
    let kind = if word.contains('.') { "f" } else { "i" };
    let finding = segment.finding(
        segment.part(start, start + word.len()),
        message!("`{text}` is not an operand", text = word),
    );
    Some(finding.help(message!(
        "an operand is not a number: write the number to a memory first, as in `{example}`",
        example = format!("imm {kind}\"{word}\" $r0")
    )))
}

/// `%lm0v`, as in the syntax of AT&T, and `@lm0v`.
fn mark(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let at = text.find('%').or_else(|| {
        let is_start = |at: &usize| {
            text[..*at].ends_with([' ', '\t'])
                && text[at + 1..].starts_with(|letter: char| letter.is_ascii_alphabetic())
        };
        text.match_indices('@').map(|(at, _)| at).find(is_start)
    })?;
    let mark = &text[at..=at];
    let diagnostic = segment.finding(
        segment.part(at, at + 1),
        message!("an operand begins with `$`, not with `{mark}`", mark),
    );
    let meant = match mark {
        "%" => text.replace('%', "$"),
        _ => text.replace(" @", " $").replace("\t@", "\t$"),
    };
    Some(segment.offer(context, diagnostic, Sure::Yes, &meant))
}

/// A set of L1Bs as other languages write lists, `l2bmb@0,1` and `l2bmb@0-3`, and a number with a letter: `l1bmm@m3`.
pub(super) fn target(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let (opcode, _) = segment.first_word();
    let written = text[opcode.len()..].strip_prefix('@')?;
    let end = written.find([' ', '\t']).unwrap_or(written.len());
    let written = &written[..end];
    let start = opcode.len();
    let (range, rest) = (
        segment.part(start, start + 1 + end),
        &text[start + 1 + end..],
    );
    let bare = written.trim_matches(|letter: char| "(){}[]".contains(letter));
    if let Some(number) = number_after_letters(bare) {
        let meant = format!("{opcode}@{number}{rest}");
        let diagnostic = segment.finding(
            range,
            message!("`@` is followed by a number alone: `@{number}`", number),
        );
        return Some(segment.offer(context, diagnostic, Sure::Yes, &meant));
    }
    let numbers = numbers_of(bare)?;
    let list = numbers
        .iter()
        .map(u8::to_string)
        .collect::<Vec<_>>()
        .join(",");
    let list = format!("@[{list}]");
    if list[1..] == *written {
        return None;
    }
    let meant = format!("{opcode}{list}{rest}");
    if !context.reads(&meant) {
        let message = message!("`{opcode}` takes no list of numbers after `@`", opcode);
        return Some(segment.finding(range, message));
    }
    let diagnostic = segment.finding(
        range,
        message!(
            "several L1Bs are a list in brackets: `{list}`",
            list = &list
        ),
    );
    let sure = if bare.contains(',') {
        Sure::Yes
    } else {
        Sure::No
    };
    Some(segment.offer(context, diagnostic, sure, &meant))
}

/// The number of `m3` and `mab3`.
fn number_after_letters(text: &str) -> Option<&str> {
    let number = text.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    (is_number && number.len() < text.len()).then_some(number)
}

/// The numbers of `0,1` and `0-3`; `None` for one number and for other text.
fn numbers_of(text: &str) -> Option<Vec<u8>> {
    let number = |text: &str| text.parse().ok().filter(|it| *it <= mnc2_isa::l1b_set::MAX);
    if text.contains(',') {
        return text.split(',').map(number).collect();
    }
    let (first, last) = ["-", "..", ":"]
        .into_iter()
        .find_map(|mark| text.split_once(mark))?;
    let (first, last) = (number(first)?, number(last)?);
    (first < last).then(|| (first..=last).collect())
}

/// An operator after an address: `$lm0+2`, `$lm-2`, `$lm0v-2`, `$lm0*2`.
fn arithmetic(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let at = (1..text.len()).find(|&at| {
        text.is_char_boundary(at)
            && text[at..].starts_with(['+', '-', '*'])
            && text[at + 1..].starts_with(|letter: char| letter.is_ascii_digit())
            && text[..at].ends_with(|letter: char| letter.is_ascii_alphanumeric())
            && operand_before(text, at).contains('$')
    })?;
    let operand = operand_before(text, at);
    let start = at - operand.len();
    let end = at
        + 1
        + text[at + 1..]
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(text.len() - at - 1);
    let number: u32 = text[at + 1..end].parse().ok()?;
    let range = segment.part(start, end);
    if text[at..].starts_with('-') && !operand.ends_with(|letter: char| letter.is_ascii_digit()) {
        if !operand.ends_with('v') {
            return Some(segment.finding(
                range,
                message!("an address is not negative: addresses count from 0"),
            ));
        }
        let size = if operand.contains(['m', 'n']) {
            4096
        } else {
            512
        };
        let stride = u32::checked_sub(size, number).unwrap_or(0);
        let diagnostic = segment.finding(
            range,
            message!(
                "a stride is not negative: addresses wrap around at the end of the memory, so that `v{stride}` goes \
                 back by {number}",
                stride,
                number
            ),
        );
        let meant = format!("{}{stride}{}", &text[..at], &text[end..]);
        return Some(segment.offer(context, diagnostic, Sure::No, &meant));
    }
    let diagnostic = segment.finding(
        range,
        message!("the assembler does not calculate: write the address itself"),
    );
    let digits = operand.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let address = digits
        .parse::<u32>()
        .ok()
        .and_then(|address| match text.as_bytes()[at] {
            b'+' => address.checked_add(number),
            b'-' => address.checked_sub(number),
            _ => address.checked_mul(number),
        });
    let Some(address) = address else {
        return Some(diagnostic);
    };
    let meant = format!("{}{address}{}", &text[..at - digits.len()], &text[end..]);
    Some(segment.offer(context, diagnostic, Sure::No, &meant))
}

/// The word that ends at a place.
fn operand_before(text: &str, at: usize) -> &str {
    let start = text[..at]
        .rfind([' ', '\t', '(', '[', ','])
        .map_or(0, |blank| blank + 1);
    &text[start..at]
}

/// A list of addresses without its commas, or a range.
fn list(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let open = text
        .find('[')
        .filter(|&open| open > 0 && !text[..open].ends_with(' '))?;
    let close = open + text[open..].find(']')?;
    let inside = &text[open + 1..close];
    let range = segment.part(open, close + 1);
    if inside.contains([':', '-', '.']) && !inside.contains(',') {
        return Some(segment.finding(
            range,
            message!(
                "a list names the address of each of the four cycles, as in `[0,2,4,6]`; equal distances are a \
                 stride, as in `$lm0v2`"
            ),
        ));
    }
    let numbers: Vec<&str> = inside
        .split([' ', '\t', ',', ';'])
        .filter(|part| !part.is_empty())
        .collect();
    let meant = format!("{}{}{}", &text[..=open], numbers.join(","), &text[close..]);
    if inside.contains(',') && !inside.contains([' ', '\t']) {
        return None;
    }
    let diagnostic = segment.finding(
        range,
        message!("the addresses of a list are separated by commas"),
    );
    Some(segment.offer(context, diagnostic, Sure::Yes, &meant))
        .filter(|found| !found.fixes.is_empty())
}

/// `[$lm0]` for the content of an address.
fn brackets(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let open = text
        .find("[$")
        .or_else(|| text.starts_with('[').then_some(0))?;
    let diagnostic = segment.finding(
        segment.part(open, open + 1),
        message!("an operand has no brackets: `$lm0` is the content of the address"),
    );
    let meant = text.replace(['[', ']'], "");
    let diagnostic = segment.offer(context, diagnostic, Sure::Yes, &meant);
    Some(diagnostic).filter(|found| open > 0 || !found.fixes.is_empty())
}

/// `$ lm0` and `$lm 0`: an operand in two words.
fn apart(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let words: Vec<&str> = segment.text.split_whitespace().collect();
    let joins = |word: &str, next: &str| {
        let is_dollar = word == "$" && !next.starts_with('$');
        let is_letters = word.len() > 1
            && word.starts_with('$')
            && word[1..].bytes().all(|byte| byte.is_ascii_lowercase())
            && next.starts_with(|letter: char| letter.is_ascii_digit());
        is_dollar || is_letters
    };
    let at = words.windows(2).position(|pair| joins(pair[0], pair[1]))?;
    let mut meant = words[0].to_owned();
    for pair in words.windows(2) {
        if !joins(pair[0], pair[1]) {
            meant.push(' ');
        }
        meant.push_str(pair[1]);
    }
    let start = words[at].as_ptr() as usize - segment.text.as_ptr() as usize;
    let next = words[at + 1];
    let end = next.as_ptr() as usize + next.len() - segment.text.as_ptr() as usize;
    let diagnostic = segment.finding(
        segment.part(start, end),
        message!(
            "an operand has no spaces in it: `{operand}`",
            operand = format!("{}{next}", words[at])
        ),
    );
    let found = segment.offer(context, diagnostic, Sure::Yes, &meant);
    Some(found).filter(|found| !found.fixes.is_empty())
}

/// `$lm0.v`: full stops in an operand.
fn full_stop(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let at = (1..text.len()).find(|&at| {
        text.is_char_boundary(at)
            && text[at..].starts_with('.')
            && operand_before(text, at).starts_with(['$', '-'])
    })?;
    let operand = operand_before(text, at);
    if operand.contains('@') || operand.contains('"') {
        return None;
    }
    let diagnostic = segment.finding(
        segment.part(at, at + 1),
        message!("the parts of an operand follow one another without full stops: `$lm0v`"),
    );
    let meant = format!("{}{}", &text[..at], &text[at + 1..]);
    Some(segment.offer(context, diagnostic, Sure::No, &meant))
}

/// `$lr0v / 1000`, `$lr0v/$omr1` and `$lr0v/$imr`.
fn mask_apart(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let (at, _) = text.match_indices('/').find(|(at, _)| {
        let (before, after) = (&text[..*at], &text[at + 1..]);
        let is_apart = before.ends_with([' ', '\t']) || after.starts_with([' ', '\t']);
        is_apart || after.starts_with("$omr") || is_unnumbered(after)
    })?;
    let (before, after) = (text[..at].trim_end(), text[at + 1..].trim_start());
    let end = after.find([' ', '\t']).unwrap_or(after.len());
    let range = segment.part(before.len(), text.len() - after.len() + end);
    if is_unnumbered(after) {
        let message = message!("the number of the mask register is missing, such as `/$imr1`");
        return Some(segment.finding(range, message));
    }
    let mask = after[..end].replace("$omr", "$imr");
    let message = if mask == after[..end] {
        message!(
            "a mask follows what it masks without a blank: `/{mask}`",
            mask = &mask
        )
    } else {
        message!(
            "`$omr` writes a mask register; a mask reads it: `/{mask}`",
            mask = &mask
        )
    };
    let diagnostic = segment.finding(range, message);
    let meant = format!("{before}/{mask}{}", &after[end..]);
    Some(segment.offer(context, diagnostic, Sure::Yes, &meant))
}

/// Whether a mask register without its number begins a text.
fn is_unnumbered(text: &str) -> bool {
    let rest = ["$imr", "$llimr"]
        .into_iter()
        .find_map(|name| text.strip_prefix(name));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// `/imr1` for `/$imr1`.
fn mask(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let at = segment.text.find("/imr")?;
    let diagnostic = segment.finding(
        segment.part(at, at + 4),
        message!("a mask register is written with `$`: `/$imr1`"),
    );
    let meant = segment.text.replace("/imr", "/$imr");
    Some(segment.offer(context, diagnostic, Sure::Yes, &meant))
}

/// `$0`, which names no memory.
fn digit(segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let is_nameless = |at: &usize| {
        text[*at..].starts_with('$')
            && text[at + 1..].starts_with(|letter: char| letter.is_ascii_digit())
    };
    let at = (0..text.len())
        .filter(|&at| text.is_char_boundary(at))
        .find(is_nameless)?;
    let end = text[at..]
        .find([' ', '\t'])
        .map_or(text.len(), |blank| at + blank);
    Some(segment.finding(
        segment.part(at, end),
        message!(
            "the letter of the memory is missing after `$`: `$lm0` is LM0, `$ln0` LM1, `$lr0` GRF0 and `$ls0` GRF1"
        ),
    ))
}
