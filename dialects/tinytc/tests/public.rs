//! Verdicts, lines, columns and kinds of errors on the files of the compiler. `MNC2_TINYTC_SOURCES` names a folder with its sources, by their own paths.

use mnc2_laws::texts;
use mnc2_text::Severity;
use mnc2_tinytc::{Code, Document, Finding, Options};

/// The two files that upstream never gives to its checks.
const REJECTED_TOO: [&str; 2] = ["constant-propagation.ir", "matrix-ext.ir"];

/// The code of each of the compiler's sentences in these files.
const KINDS: [(&str, Code); 8] = [
    ("Type of operand must match return type", Code::TypeMismatch),
    ("Forbidden cast", Code::ForbiddenCast),
    ("Incompatible tensor shapes", Code::IncompatibleShapes),
    (
        "Collective instruction must not be called",
        Code::CollectiveInSpmd,
    ),
    (
        "SPMD instruction must not be called",
        Code::SpmdInCollective,
    ),
    ("Floating point type unsupported", Code::FloatUnsupported),
    ("syntax error", Code::Syntax),
    ("Unknown token", Code::UnknownWord),
];

#[test]
fn verdicts_and_places_are_those_of_the_compiler() {
    let Some(folder) = texts::sources("MNC2_TINYTC_SOURCES", "test") else {
        return;
    };
    let below = |name: &str| texts::below(&folder.to_string_lossy(), &[name], &[".ir"]);
    let (lit, broken) = (below("lit"), below("lit_broke"));
    let files = lit.iter().map(|file| (file, false));
    let files = files.chain(broken.iter().map(|file| (file, true)));
    let (mut accepted, mut rejected, mut places) = (0, 0, 0);
    let mut wrong = Vec::new();
    for ((name, text), is_broken) in files {
        let findings = Document::new(text, &Options::default()).findings(&|| false);
        let is_error = |finding: &Finding| finding.diagnostic.severity == Severity::Error;
        let errors: Vec<_> = findings.iter().filter(is_error).collect();
        let is_rejected = text.contains("RUN: not ")
            || is_broken
            || REJECTED_TOO.iter().any(|end| name.ends_with(end));
        if is_rejected == errors.is_empty() {
            wrong.push(format!("{name}: {errors:?}"));
        }
        accepted += usize::from(!is_rejected);
        rejected += usize::from(is_rejected);
        // `; CHECK: 7.5-33: Incompatible tensor shapes`: line, first and last column.
        for (_, check) in text
            .match_indices("; CHECK")
            .filter_map(|(at, _)| text[at..].split_once(':'))
        {
            let said = check
                .lines()
                .next()
                .unwrap_or_default()
                .trim()
                .trim_start_matches("<stdin>:");
            let Some((place, kind)) = said.split_once(": ") else {
                continue;
            };
            let Some((line, columns)) = place.split_once('.') else {
                continue;
            };
            let (first, last) = columns.split_once('-').unwrap_or((columns, ""));
            let (Ok(line), Ok(first)) = (line.parse::<u32>(), first.parse::<u32>()) else {
                continue;
            };
            let last: Option<u32> = last.parse().ok();
            places += 1;
            let is_there = errors.iter().any(|finding| {
                let range = &finding.diagnostic.range;
                let code = KINDS.iter().find(|(words, _)| kind.starts_with(words));
                code.is_some_and(|(_, code)| finding.diagnostic.code == *code)
                    && finding.line + 1 == line
                    && range.start + 1 == first
                    && last.is_none_or(|last| range.end == last)
            });
            if !is_there {
                wrong.push(format!("{name}: {said}: {errors:?}"));
            }
        }
    }
    println!("{accepted} accepted, {rejected} rejected, {places} places and kinds");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((accepted, rejected), (35, 16));
}
