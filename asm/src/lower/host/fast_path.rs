//! The plain form of a host statement, read without a syntax tree: `c 0 0 i10 i00 0 000000000 001000 0123..`.
//!
//! A host that talks to the emulator by a stream writes lines of 65 kB, one for each transfer. Their words are read as
//! for the grammar, by the same rules; only a statement without a finding is read here. That the two agree is a law
//! (the tests below, and the fuzz target `language`).

use super::HostParts;
use crate::lower::Context;
use crate::lower::unread::Rest;
use mnc2_program::HostStatement;
use mnc2_text::LineRange;

/// The statement of a line and its comment; `None` if the line is anything else, or if there is a finding.
pub(in crate::lower) fn statement(text: &str) -> Option<(HostStatement, Option<LineRange>)> {
    let mut rest = Rest::new(text);
    rest.blanks();
    let start = rest.at;
    let command = rest.some(|byte| matches!(byte, b'c' | b'e' | b'f' | b'r'))?;
    let mut end = rest.at;
    let mut words = Vec::new();
    loop {
        let has_blanks = rest.required_blanks().is_some();
        // Other characters that a word can have are left to the grammar.
        let Some(word) = rest.some(|byte| byte.is_ascii_alphanumeric()) else {
            break;
        };
        has_blanks.then_some(())?;
        end = rest.at;
        words.push(word);
    }
    let comment = rest.comment()?;
    let parts = HostParts {
        range: mnc2_text::line::range(start..end),
        command: (command.text.len() == 1).then_some(command.text)?,
        words,
    };
    let mut context = Context::new(text, None);
    let statement = super::statement_from(&mut context, &parts)?;
    context
        .take_diagnostics()
        .is_empty()
        .then_some((statement, comment))
}

#[cfg(test)]
mod tests {
    use crate::LineParser;
    use crate::lower::plain_line;
    use crate::lower::unread::agreement::{agree, agreeing_edits};

    /// Every prefix, as when the line is typed, and every change of one character.
    #[test]
    fn both_ways_agree_on_every_line_one_edit_away() {
        let alphabet = "cefr 019aFi#;$@\t.\u{b}\u{3042}\0";
        let mut parser = LineParser::new();
        for (line, most) in [
            (
                "c 0 0 i01 i00 0 000000000 000001 3fF0000000000000 # 1.0",
                400,
            ),
            (
                "\tc 0  0 i01 i00 0 000000010 000002 00000000000000010000000000000002#",
                400,
            ),
            (
                "c 0 0 i10 i00 0 000000010 000002 0000000000000001 0000000000000002 ",
                400,
            ),
            ("e 0 0 i01 i00 0 000000000 000001", 300),
            ("r 1 000000000 001 0123456789abcdef", 200),
            ("f", 5),
            (" f # flush", 40),
        ] {
            assert!(agree(&mut parser, line), "{line}");
            let edited = agreeing_edits(&mut parser, line, alphabet);
            assert!(edited > most, "{line}: {edited}");
        }
    }

    #[test]
    fn what_has_a_finding_needs_a_tree() {
        let check =
            |text: &str, expected| assert_eq!(plain_line(text).is_some(), expected, "{text}");
        check("c 0 0 i01 i00 0 000000000 000001 0123456789abcdef", true);
        check("c 0 0 i01 i00 0 000000000 000002 0123456789abcdef", false);
        check("c 0 0 i01 i00 0 fffffffff 000001 0123456789abcdef", false);
        check("c", false);
        check("ff", false);
    }
}
