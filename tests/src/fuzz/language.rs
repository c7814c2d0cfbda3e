use mnc2_asm::LineParser;
use mnc2_assist::explain::expand;
use mnc2_isa::Mode;
use mnc2_program::code::Code;
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_program::{ModeChoice, WriteMaskSetting};
use mnc2_review::check_by;
use mnc2_text::{Level, line};

use super::text_of;
use crate::ranges;

/// Longest text that is checked.
const BYTES_MAX: usize = 8192;

/// Parsing, checking and explaining: every range is within the text, in every mode, with every rule. A debug statement
/// reads the same with a syntax tree as without.
///
/// # Panics
/// If a range is not part of its line, or the two ways to read a line differ.
pub fn language(data: &[u8]) {
    let source = text_of(data, BYTES_MAX);
    let program = mnc2_asm::parse(&source);
    let lines: Vec<&str> = line::lines(&source).collect();
    assert_eq!(program.len(), lines.len());
    let mut parser = LineParser::new();
    for (line, text) in program.iter().zip(&lines) {
        if text.trim_start().starts_with('d') {
            assert!(**line == parser.parse_with_tree(text), "{text}");
        }
        for range in ranges::line_ranges(line) {
            let part = text.get(range.start as usize..range.end as usize);
            assert!(part.is_some(), "{range:?} of {text:?}");
        }
        let _ = expand::expand(line, WriteMaskSetting::default());
    }
    let mut rules = Rules::from_profile(RuleProfile::Hardware);
    for &code in Code::ALL {
        rules.levels.set(code.into(), Level::Warning);
    }
    for mode in [
        ModeChoice::Infer,
        ModeChoice::Given(Mode::Flat),
        ModeChoice::Given(Mode::AutoStride),
    ] {
        let report = check_by(&program, &rules.clone().with_mode(mode));
        for finding in &report.findings {
            let of = |line: u32| lines.get(line as usize).copied();
            let text = of(finding.line).unwrap_or_else(|| panic!("{finding:?}"));
            let range = &finding.diagnostic.range;
            assert!(
                text.get(range.start as usize..range.end as usize).is_some(),
                "{finding:?} of {text:?}"
            );
            for note in &finding.diagnostic.notes {
                let text = note.line.map_or(Some(text), of);
                let range = note.range.clone().unwrap_or(0..0);
                let part = text.and_then(|text| text.get(range.start as usize..range.end as usize));
                assert!(part.is_some(), "{finding:?}");
            }
        }
    }
}
