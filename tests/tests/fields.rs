//! The rules of simultaneous execution and the fields of the instruction word agree: if the checker refuses a step,
//! claims collide, and if claims collide, it refuses the step.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

use mnc2_asm::{Code, Line, LineParser, Program, fields, rules, text};
use mnc2_isa::field::Field;
use mnc2_tests::files;
use mnc2_tests::generate::{self, Choices};

const RANDOM_STEPS: u64 = 40_000;

/// Rules that follow from the content of fields.
const BY_FIELDS: &[Code] = &[
    Code::MaskConflict,
    Code::MauPrecision,
    Code::SecondInputShared,
    Code::MatrixRowConflict,
    Code::RegionConflict,
];

/// Rules that the manual states, some cases of which no published field shows.
const BESIDE_FIELDS: &[Code] = &[
    Code::ZeroFlushTwice,
    Code::GroupTwice,
    Code::MauThreeTimes,
    Code::MatrixSideTwice,
    Code::MemoryWrittenTwice,
    Code::ImmediateWithLm0,
    Code::NopWithOthers,
    // One memory twice among the destinations of one expression.
    Code::DestinationTwice,
];

/// What is wrong with a line, if the two disagree; also counts how often each code agreed.
fn compare(line: &Line, text: &str, agreed: &mut BTreeMap<&'static str, usize>) -> Option<String> {
    let step = line.step()?;
    // An operand that could not be parsed is missing from the claims.
    let is_understood = line.diagnostics.iter().all(|diagnostic| {
        BY_FIELDS.contains(&diagnostic.code)
            || BESIDE_FIELDS.contains(&diagnostic.code)
            || !diagnostic.is_error()
    });
    if !is_understood {
        return None;
    }
    // The rules need no text.
    let of_step = rules::step::check(step, true, "");
    let mut by_type = of_step.iter().map(|it| it.code);
    if let Some(code) = by_type.find(|code| line.diagnostics.iter().all(|it| it.code != *code)) {
        return Some(format!("{text}\n  {} of the typed step only\n", code.id()));
    }
    let found = line.diagnostics.iter().map(|it| it.code);
    let mut of_fields = found.filter(|code| BY_FIELDS.contains(code));
    if let Some(code) = of_fields.find(|code| of_step.iter().all(|it| it.code != *code)) {
        return Some(format!("{text}\n  {} of the text only\n", code.id()));
    }
    let claims = fields::claims(step);
    let collisions: Vec<Field> = fields::collisions(step, &claims)
        .iter()
        .map(|collision| collision.field)
        .collect();
    let found: Vec<Code> = line.diagnostics.iter().map(|it| it.code).collect();
    let refused = found
        .iter()
        .any(|code| BY_FIELDS.contains(code) || BESIDE_FIELDS.contains(code));
    for code in &found {
        if BY_FIELDS.contains(code) {
            if collisions.is_empty() {
                return Some(format!("{text}\n  {} without a collision\n", code.id()));
            }
            *agreed.entry(code.id()).or_default() += 1;
        }
    }
    if !collisions.is_empty() && !refused {
        return Some(format!(
            "{text}\n  {collisions:?} collide, but it is accepted\n"
        ));
    }
    if collisions.is_empty() && !refused {
        *agreed.entry("accepted").or_default() += 1;
    }
    None
}

#[test]
fn fields_and_rules_agree() -> Result<(), Box<dyn Error>> {
    let mut agreed = BTreeMap::new();
    let mut failures = String::new();
    for path in files::below(&files::root().join("tests"), "vsm")? {
        let (source, _) = text::decode(&fs::read(&path)?);
        let program = Program::parse(&source);
        for (line, text) in program.iter().zip(text::lines(&source)) {
            failures.push_str(&compare(line, text, &mut agreed).unwrap_or_default());
        }
    }
    let mut choices = Choices::new(4);
    let rows: Vec<_> = generate::instructions().collect();
    let mut parser = LineParser::new();
    for _ in 0..RANDOM_STEPS {
        let count = 1 + choices.below(3);
        let step: Vec<String> = (0..count)
            .map(|_| {
                let (spelling, op) = choices.one_of(&rows);
                generate::instruction(&mut choices, spelling, op)
            })
            .collect();
        let step = step.join("; ");
        let line = parser.parse(&step);
        failures.push_str(&compare(&line, &step, &mut agreed).unwrap_or_default());
    }
    println!("{agreed:?}");
    assert!(failures.is_empty(), "{failures}");
    for code in BY_FIELDS {
        assert!(
            agreed.contains_key(code.id()),
            "{} never occurred",
            code.id()
        );
    }
    Ok(())
}
