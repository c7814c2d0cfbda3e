//! Machines that come from files.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use mnc2_emulator::saved::{load, save, seal};
use mnc2_emulator::strict::Strict;
use mnc2_emulator::{Machine, RunOptions};

use super::text_of;

/// Longest input, and how many words of the file it changes.
const BYTES_MAX: usize = 2000;
const CHANGES_MAX: usize = 16;

/// It touches all that a machine holds.
const USED: &str = "linc $peid $lr8v $omr1\nlpassa $mabid $lmb\nlpassa $subpeid $lr0v\nmaskr 1\n\
    l1bmd $lr0v $lb0\nl1bmd $lr0v $lbi\nl2bmb $lb0 $lc0\nmvp/n64 $c0@0 $p0@0\nmvp/n64 $p0@0 $d0@0\n\
    ladd $aluf $lr0v $lm0v\nlpassa $lr0v $lt\n";

/// Reads what the saved program wrote.
const USES: &str = "ladd $lm0v $lr0v $ln0v; l1bmd $lbi $ls0v\nlpassa/$imr1 $lr0v $lm8v\nl2bmb $lc0 $lb0\n\
    l1bmd $lb0 $lr0v\nladd $mauf $aluf $lr8v\nlpassa $lmt0 $ls8v\nmvp/n64 $d0@0 $p0@0\n";

static SAVED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (mut machine, mut strict) = (Machine::new(), Strict::new());
    run(&mut machine, &mut strict, USED);
    bytes(&machine, &strict)
});

fn bytes(machine: &Machine, strict: &Strict) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = save(machine, Some(strict), &mut |piece| {
        bytes.extend_from_slice(piece);
        ControlFlow::Continue(())
    });
    bytes
}

fn run(machine: &mut Machine, strict: &mut Strict, source: &str) {
    let program = mnc2_asm::parse(source);
    machine.run_observed(&program, &RunOptions::default(), &mut Vec::new(), strict);
    strict.take_findings();
}

/// Any bytes are a machine or refused. Lines of the input change words of a saved machine (`PLACE VALUE`) or cut it
/// (`cut PLACE`); what is still a machine runs, and is saved and loaded again as the same one.
///
/// # Panics
/// If not.
pub fn saved(data: &[u8]) {
    let _ = load(&data[..data.len().min(BYTES_MAX)]);
    let mut hostile = SAVED.clone();
    let words = hostile.len() / 8;
    for line in text_of(data, BYTES_MAX).lines().take(CHANGES_MAX) {
        let mut parts = line.split_ascii_whitespace();
        let mut number = || {
            let part = parts.next()?;
            match part.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok(),
                None => part.parse().ok(),
            }
        };
        let is_cut = line.starts_with("cut");
        if is_cut {
            number();
        }
        let Some(place) = number() else { continue };
        let place = (place % words as u64) as usize * 8;
        match number() {
            _ if is_cut => hostile.truncate(hostile.len().min(place)),
            Some(value) if place + 8 <= hostile.len() => {
                hostile[place..place + 8].copy_from_slice(&value.to_le_bytes());
            }
            _ => {}
        }
    }
    if let Ok((machine, strict)) = load(&hostile) {
        assert!(strict.is_some(), "strict mode was saved too");
        assert!(hostile == *SAVED, "the checksum is not that of these words");
        drop(machine);
    }
    seal(&mut hostile);
    let Ok((mut machine, strict)) = load(&hostile) else {
        return;
    };
    let mut strict = strict.unwrap_or_default();
    let again = bytes(&machine, &strict);
    let (other, other_strict) = load(&again).expect("what was saved");
    assert_eq!(machine.state_hash(), other.state_hash());
    assert!(again == bytes(&other, &other_strict.expect("strict mode was saved")));
    run(&mut machine, &mut strict, USES);
}
