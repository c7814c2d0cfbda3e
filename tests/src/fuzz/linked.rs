//! Programs for a linker, and the files of their parameters.

use mnc2_asm::{link, params, stparam};
use mnc2_assist::{complete, explain, format};
use mnc2_program::FileForm;
use mnc2_program::finding::Finding;
use mnc2_program::rules::Rules;
use mnc2_review::{Files, Review};
use mnc2_text::{Language, line};

use super::text_of;

/// Maximum length of a text in bytes.
const BYTES_MAX: usize = 4096;

/// Files that can be linked.
const PROGRAM: &str = "@distribute _a from_param 8 size 1 $lm0\n";
const PARAMS: &str = "((:version :0.1) (:slot 8 :addr 0) (:buffer b :addr 64 :buf_size 4160))";
const STRUCTURE: &str = "((:version :0.1) (:ndim 1) (:pe_shape (4096)) (:pe_local (1)))";

/// Any text can be a program for a linker, or a file of parameters: its findings lie within it, also after linking, its layout stays when it
/// is laid out again, and every directive is explained and completed.
///
/// # Panics
/// If not.
pub fn linked(data: &[u8]) {
    let source = text_of(data, BYTES_MAX);
    let lines: Vec<&str> = line::lines(&source).collect();
    let within = |finding: &Finding| {
        let range = finding.diagnostic.range.start as usize..finding.diagnostic.range.end as usize;
        let line = lines[finding.line as usize];
        assert!(line.get(range).is_some(), "{line:?} {finding:?}");
    };
    let (params, findings) = params::read(&source);
    findings.iter().for_each(within);
    stparam::check(&source).iter().for_each(within);
    // A text can be any of the three files.
    let errors = |program, params, structure| {
        let linked = link::link(program, params, structure);
        linked.err().unwrap_or_default()
    };
    let found = [
        errors(&source, PARAMS, STRUCTURE).program,
        errors(PROGRAM, &source, STRUCTURE).params,
        errors(PROGRAM, PARAMS, &source).structure,
    ];
    found.iter().flatten().for_each(within);
    let program = mnc2_asm::parse_as(FileForm::Unlinked, &source);
    for params in [None, Some(&params)] {
        let files = Files {
            params,
            testcase: None,
        };
        let review = Review::with_files(&program, &Rules::default(), files, Vec::new());
        review.report().findings.iter().for_each(within);
    }
    for (number, line) in program.linked_lines() {
        let Some(directive) = line.directive() else {
            continue;
        };
        assert!(!explain::directive(directive, Some(&params), Language::English).is_empty());
        let text = lines[number];
        for byte in 0..=text.len() {
            let completions = complete::directive(&program, number, text, byte, Some(&params));
            for candidate in completions.iter().flat_map(|it| &it.candidates) {
                assert!(!candidate.label.is_empty(), "{text:?} {byte}");
            }
        }
    }
    let formatted = format::format(&source, &program);
    let again = mnc2_asm::parse_as(FileForm::Unlinked, &formatted);
    assert_eq!(format::format(&formatted, &again), formatted);
}
