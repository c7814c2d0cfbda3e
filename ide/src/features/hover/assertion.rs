use mnc2_program::{Assertion, AssertionKind};
use mnc2_text::{Language, message};

/// What an assertion does.
pub(super) fn assertion(assertion: &Assertion, language: Language) -> String {
    let message = match &assertion.kind {
        AssertionKind::Assert(_) => message!(
            "**assert**: a run checks after this line that the condition holds, for the PE in focus where it names none. It is a comment for the assembler."
        ),
        AssertionKind::Log { .. } => message!(
            "**log**: a run shows the value after this line, of the PE in focus where it names none. It is a comment for the assembler."
        ),
        AssertionKind::Budget(steps) => message!(
            "**budget**: the section around this line, or the program if there is none, may have at most {steps:# step|# steps}. It is a comment for the assembler.",
            steps = *steps
        ),
    };
    message.say(language)
}

#[cfg(test)]
mod tests {
    use mnc2_asm::LineParser;
    use mnc2_text::Language;

    #[test]
    fn each_assertion_is_explained() {
        let check = |text: &str, start: &str| {
            let line = LineParser::new().parse(text);
            let assertion = line.assertion.expect(text);
            let explained = super::assertion(&assertion, Language::English);
            assert!(explained.starts_with(start), "{explained}");
        };
        check("#! assert $lr0 == 0", "**assert**: a run checks");
        check("#! log $lr0", "**log**: a run shows");
        check(
            "#! budget 1",
            "**budget**: the section around this line, or the program if there is none, may have at most 1 step",
        );
    }
}
