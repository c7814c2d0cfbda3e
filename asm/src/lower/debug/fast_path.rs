//! The plain form of `d set`, read without a syntax tree: `d set $lm0n0c0b0m0p0 1 3FF0000000000000 # values=..`.
//!
//! Testcases have thousands of these lines. A syntax tree of one costs about 40 000 instructions, nearly all of them for
//! its 14 tokens and few for its characters, so a testcase would take as long as the run of the program. Only numbers
//! in decimal and a payload of digits are read here, and only a statement without a finding; the grammar reads every
//! other line, also one that is half typed. The rules are the same code. That the two agree is a law
//! (the tests below, and the fuzz targets `language` and `payloads`).

use mnc2_isa::Width;

use super::SetParts;
use super::memory::{MemoryParts, ScopePart};
use crate::lower::Context;
use crate::lower::payload;
use crate::lower::payload::Notation;
use crate::lower::unread::Rest;
use mnc2_program::DebugSet;
use mnc2_text::LineRange;

/// The statement of a line and its comment; `None` if the line is anything else, or if there is a finding.
pub(in crate::lower) fn set(text: &str) -> Option<(DebugSet, Option<LineRange>)> {
    let mut rest = Rest::new(text);
    rest.blanks();
    let start = rest.at;
    rest.keyword("d")?;
    rest.keyword("set")?;
    let memory = memory(&mut rest)?;
    rest.required_blanks()?;
    let count = rest.some(|byte| byte.is_ascii_digit())?;
    rest.required_blanks()?;
    let payload = rest.some(|byte| byte.is_ascii_hexdigit())?;
    let payload_range = payload.range();
    rest.blanks();
    let comment = rest.comment()?;
    let parts = SetParts {
        range: start as u32..payload_range.end,
        memory,
        count,
        payload_range: payload_range.clone(),
        payload: vec![payload::Part {
            notation: Notation::Digits,
            text: payload.text,
            range: payload_range,
        }],
    };
    let mut context = Context::new(text, None);
    let set = super::set_of(&mut context, parts)?;
    context
        .take_diagnostics()
        .is_empty()
        .then_some((set, comment))
}

fn memory<'a>(rest: &mut Rest<'a>) -> Option<MemoryParts<'a>> {
    let start = rest.at;
    (rest.next()? == b'$').then_some(())?;
    rest.at += 1;
    let width = match rest.all(|byte| byte == b'l').text.len() {
        0 => Width::Single,
        1 => Width::Long,
        2 => Width::DoubleLong,
        _ => return None,
    };
    // Those that `d set` writes; `$mb` and `$nb` are other memories.
    let is_memory = matches!(rest.next()?, b'm' | b'n' | b'r' | b's' | b't' | b'b' | b'c');
    is_memory.then_some(())?;
    let letters = &rest.text[rest.at..=rest.at];
    rest.at += 1;
    let address = rest.some(|byte| byte.is_ascii_digit());
    // Without an address only `$t` is correct.
    (address.is_some() || letters == "t").then_some(())?;
    let mut scope = Vec::new();
    while let Some(b'n' | b'c' | b'b' | b'm' | b'p') = rest.next() {
        let start = rest.at;
        rest.at += 1;
        let index = rest.some(|byte| byte.is_ascii_digit())?;
        scope.push(ScopePart {
            whole: rest.since(start),
            level: &rest.text[start..=start],
            index,
        });
    }
    Some(MemoryParts {
        whole: rest.since(start),
        width,
        letters,
        address,
        scope,
    })
}

#[cfg(test)]
mod tests {
    use crate::LineParser;
    use crate::lower::plain_line;
    use crate::lower::unread::agreement::{agree, agreeing_edits};

    /// Lines as testcases have them, and around them: each part in each form.
    fn lines() -> Vec<String> {
        let memories = [
            "m0", "n2", "lr8", "ls0", "llm4", "lln8", "t", "lt", "llt", "lc0", "lb4", "llb0",
            "m00", "lm2047", "lm4096", "lm1", "mb", "nb0", "lllm0", "m", "x0", "p0", "omr1", "ti",
            "m0x1", "b0b1",
        ];
        let scopes = [
            "",
            "n0c0b0m0p0",
            "m15p3",
            "n3",
            "b08",
            "p4",
            "n0n0",
            "c",
            "n0x1",
            "m0 p0",
        ];
        let counts = [
            "1",
            "2",
            "04",
            "0",
            "0x1",
            "0b1",
            "5000",
            "4294967296",
            "1.",
            "",
        ];
        let word = "3fF0000000000009";
        let payloads = [
            word.to_owned(),
            word.repeat(2),
            word.repeat(4),
            format!("{word} {word}"),
            word[1..].to_owned(),
            format!("l{word}"),
            format!("{word}l1"),
            "l1s2_3".to_owned(),
            "0x10".to_owned(),
            String::new(),
        ];
        let ends = [
            "",
            "  ",
            "# x",
            " # values=[1, 2] / UInt @[0,0]",
            " # mnc2: allow(E0505) \u{3042}",
            " # mnc2: alow(E0505)",
            " #\0 x",
            " ;",
            " \u{b}",
            "# INSERT CODE HERE",
        ];
        let mut lines = Vec::new();
        for memory in memories {
            for scope in scopes {
                for (count, payload) in counts.iter().zip(payloads.iter().cycle()) {
                    lines.push(format!("d set ${memory}{scope} {count} {payload}"));
                }
                for payload in &payloads {
                    lines.push(format!("d set ${memory}{scope} 1 {payload}"));
                }
                for end in ends {
                    lines.push(format!("d set ${memory}{scope} 1 {word}{end}"));
                }
            }
        }
        lines
    }

    #[test]
    fn both_ways_to_read_a_line_agree() {
        let mut parser = LineParser::new();
        let lines = lines();
        let plain = lines.iter().filter(|line| agree(&mut parser, line)).count();
        assert!(plain > 400, "{plain}");
    }

    /// Every prefix, as when the line is typed, and every change of one character.
    #[test]
    fn they_agree_on_every_line_one_edit_away() {
        let alphabet = "d set$lmnrtbcpixh_019aF#;\t.\u{3042}\0";
        let mut parser = LineParser::new();
        for line in [
            "d set $lm0n0c0b0m0p0 1 3FF0000000000000 # 1.0",
            "\td  set $llt 1 00000000000000010000000000000002",
            "d set $lb0n3 2 0000000000000001ffffffffffffffff#",
        ] {
            assert!(agree(&mut parser, line), "{line}");
            let edited = agreeing_edits(&mut parser, line, alphabet);
            assert!(edited > 50, "{line}: {edited}");
        }
    }

    #[test]
    fn the_form_of_testcases_needs_no_tree() {
        let check =
            |text: &str, expected| assert_eq!(plain_line(text).is_some(), expected, "{text}");
        check(
            "d set $lm16n0c0p0 1 41C0000042820000 # values=[24.0, 65.0] / Float @[0,0,4]",
            true,
        );
        check("d set $ltn0c0b0m0p0 1 1234567890123456", true);
        check("d set $lm0n0c0b0m0p0 1 l1", false);
        check("d set $lm1n0c0b0m0p0 1 1234567890123456", false);
        check("d get $lm0n0c0b0m0p0 1", false);
    }
}
