use mnc2_asm::LineParser;
use mnc2_emulator::{Machine, Outcome, RunOptions};
use mnc2_program::Statement;

use super::text_of;

/// Maximum length of a payload in bytes.
const BYTES_MAX: usize = 4096;

/// The memories that `d set` can write, with the digits in their words.
const MEMORIES: [&str; 8] = [
    "$lc0n0c0",
    "$lc8n1",
    "$lb0n0c0b0",
    "$lm0n0c0b0m0p0",
    "$lln0n0c0b0m0p0",
    "$r0n0c0b0m0p0",
    "$ls0",
    "$lt0n0c0b0m0p0",
];

/// A `d set` reads the same with a syntax tree as without, and one that is accepted gives the same chip as writing the
/// same long words digit by digit.
///
/// The first byte chooses the memory, the second the count; the payload is the rest.
///
/// # Panics
/// If any two differ, or the machine stops.
pub fn payloads(data: &[u8]) {
    let [memory, count, payload @ ..] = data else {
        return;
    };
    let memory = MEMORIES[usize::from(*memory) % MEMORIES.len()];
    let payload = text_of(payload, BYTES_MAX).replace(['\n', '\r'], " ");
    let line = format!("d set {memory} {count} {payload}");
    let mut parser = LineParser::new();
    let parsed = parser.parse(&line);
    assert!(parsed == parser.parse_with_tree(&line), "{line}");
    if parsed.has_error() {
        return;
    }
    let Some(Statement::DebugSet(set)) = &parsed.statement else {
        return;
    };
    let digits: String = set
        .payload
        .iter()
        .map(|word| format!("{word:016x}"))
        .collect();
    let state = |line: &str| {
        let mut machine = Machine::new();
        let options = RunOptions::default();
        let report = machine.run(&mnc2_asm::parse(line), &options, &mut Vec::new());
        assert_eq!(report.outcome, Outcome::Finished, "{line}");
        machine.state_hash()
    };
    let found = state(&line);
    assert_eq!(found, state(&format!("d set {memory} {count} {digits}")));
    let is_zero = set.payload.iter().all(|&word| word == 0);
    assert!(is_zero || found != state(""), "{line} writes nothing");
}
