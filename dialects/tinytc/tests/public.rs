//! Verdicts, lines, columns and kinds of errors on the files of the compiler. `MNC2_TINYTC_SOURCES` names a folder with its sources of
//! February 2025, by their own paths, and `MNC2_TINYTC_04_SOURCES` one with its sources of the release 0.4.0.

use mnc2_laws::texts;
use mnc2_text::Severity;
use mnc2_tinytc::version::Version;
use mnc2_tinytc::{Code, Document, Finding, Options, translate};

/// The two files of 2025-02 that upstream never gives to its checks.
const REJECTED_TOO: [&str; 2] = ["constant-propagation.ir", "matrix-ext.ir"];

/// The code of each of the compiler's sentences in these files.
const KINDS: [(&str, Code); 9] = [
    ("Operand type must match return type", Code::TypeMismatch),
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
    let expected = (35, 16, 11);
    check(
        "MNC2_TINYTC_SOURCES",
        Version::February2025,
        &REJECTED_TOO,
        expected,
    );
}

#[test]
fn verdicts_and_places_of_04_are_those_of_the_compiler() {
    let expected = (38, 16, 11);
    check(
        "MNC2_TINYTC_04_SOURCES",
        Version::Release04,
        &REJECTED_TOO[..1],
        expected,
    );
}

/// The files that are accepted, those that are rejected, and the errors with a place; no file states its version.
fn check(variable: &str, version: Version, rejected_too: &[&str], expected: (usize, usize, usize)) {
    let Some(folder) = texts::sources(variable, "test") else {
        return;
    };
    let below = |name: &str| texts::below(&folder.to_string_lossy(), &[name], &[".ir"]);
    let (lit, broken) = (below("lit"), below("lit_broke"));
    let files = lit.iter().map(|file| (file, false));
    let files = files.chain(broken.iter().map(|file| (file, true)));
    let (mut accepted, mut rejected, mut places, mut recognised, mut translated) = (0, 0, 0, 0, 0);
    let mut wrong = Vec::new();
    for ((name, text), is_broken) in files {
        let document = Document::new(text, &Options::default());
        let is_error = |finding: &Finding| finding.diagnostic.severity == Severity::Error;
        let is_accepted = !(document.findings(&|| false).iter()).any(|finding| is_error(&finding));
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        let read = Document::new(text, &options);
        let findings = read.findings(&|| false);
        translated += usize::from(translate::edits(read.source(), version.other()).is_some());
        // Neither version may raise a false alarm, so a text of both may be read in either.
        recognised += usize::from(document.source().version() == version);
        let errors: Vec<_> = findings.iter().filter(is_error).collect();
        let is_rejected = text.contains("RUN: not ")
            || is_broken
            || rejected_too.iter().any(|end| name.ends_with(end));
        if is_rejected == errors.is_empty() || is_accepted != errors.is_empty() {
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
    println!(
        "{accepted} accepted, {rejected} rejected, {places} places and kinds, {recognised} recognised, {translated} translated"
    );
    assert!(
        wrong.is_empty(),
        "{} of them wrong: {}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!((accepted, rejected, places), expected);
}
