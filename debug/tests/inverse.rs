//! What an expression shows can be written to its place again, and the words are as they were: over all places that can be
//! changed, widths and formats.

use mnc2_debug::chip::Debugger;
use mnc2_debug::{Debuggee, chip::next_line};
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_program::WatchFormat;
use mnc2_text::Language;
use mnc2_text::random::mixed;

use crate::debugger::launch;

/// Places of every memory that can be changed, in each width.
const PLACES: [&str; 20] = [
    "$r3", "$lr4", "$llr8", "$s3", "$ls4", "$lls8", "$m5", "$lm6", "$llm8", "$n5", "$ln6", "$lln8",
    "$lr0v", "$m0v", "$llm16v", "$lb5", "$lc7", "$p9", "$d11", "$lt",
];
/// The words that each place holds one after another.
const ROUNDS: u64 = 12;

fn words(debugger: &Debugger, places: &[ChipPlace]) -> Vec<Vec<u64>> {
    let chip = debugger.machine().chip();
    let words = places.iter().map(|place| next_line::words(chip, place));
    words.collect()
}

fn shown(debugger: &Debugger, text: &str) -> String {
    let value = debugger.value(text).expect("it has a value");
    let lines = value.iter().map(|line| line.say(Language::English));
    lines.collect::<Vec<_>>().join("\n")
}

/// Bits of a seed: some of them small, some of them all ones.
fn bits(seed: u64) -> u64 {
    let word = mixed(seed);
    match seed % 4 {
        0 => word & 0xff,
        1 => word | 0xffff_ffff_0000_0000,
        _ => word,
    }
}

/// Writes what is shown to another content; returns whether there was a number for every word.
fn check(debugger: &mut Debugger, place: &str, letters: &str, seed: u64) -> bool {
    let text = format!("{place},{letters}");
    let Ok(places) = debugger.places_named(&text) else {
        panic!("{text} names no place");
    };
    if debugger.value(&text).is_err() {
        // The word is too short for a number of the format.
        return false;
    }
    let set = |debugger: &mut Debugger, seed: u64| {
        for (index, place) in (0..).zip(&places) {
            let single = u64::MAX
                >> if place.store.words() > 1 && shows_singles(place) {
                    32
                } else {
                    0
                };
            let count = u64::from(place.words.end - place.words.start);
            let words = (0..count).map(|word| bits(seed ^ index << 8 ^ word << 16) & single);
            let words: Vec<u64> = words.collect();
            debugger.write(place, &words).expect("it can be changed");
        }
    };
    set(debugger, seed);
    let (said, before) = (shown(debugger, &text), words(debugger, &places));
    if said.contains("nan") {
        // The bits of what is not a number are not shown.
        return false;
    }
    set(debugger, seed + 1);
    if let Err(problem) = debugger.change(&text, &said) {
        panic!("set {text} = {said}: {}", problem.say(Language::English));
    }
    let after = words(debugger, &places);
    // Pseudo-single precision ignores the lowest bits, numbers below the normal ones are zero, and all above
    // the largest one are infinite.
    let mut numbers = said.split([',', ' ', '{', '}']);
    let ignores_bits =
        letters == "g" || numbers.any(|it| matches!(it, "0" | "-0" | "inf" | "-inf"));
    if !ignores_bits {
        assert_eq!(after, before, "{text} = {said}");
    }
    assert_eq!(shown(debugger, &text), said, "{text}");
    let comparison = match WatchFormat::from_letters(letters).is_some_and(WatchFormat::is_floating)
    {
        true => format!("{text} == {letters}\"{said}\""),
        false => format!("{text} == {said}"),
    };
    if !said.contains(',') && !said.contains('{') {
        assert_eq!(shown(debugger, &comparison), "true", "{comparison}");
    }
    true
}

/// Whether the words of a place have 32 bits.
fn shows_singles(place: &ChipPlace) -> bool {
    mnc2_emulator::chip_place::level_of(place.store) == mnc2_isa::ChipLevel::Pe
}

#[test]
fn what_is_shown_can_be_written() {
    for (letters, _) in WatchFormat::ALL {
        // A run has a limit of changes.
        let mut debugger = launch("nop\n");
        let mut checked = 0;
        for (number, place) in (0..).zip(PLACES) {
            for round in 0..ROUNDS {
                let seed = number << 32 | round << 24;
                checked += u64::from(check(&mut debugger, place, letters, seed | round));
            }
        }
        assert!(checked > 50, "{letters}: {checked}");
    }
}

/// A number with its precision is equal to what it was written to.
#[test]
fn a_typed_number_is_equal_to_its_place() {
    let mut debugger = launch("nop\n");
    for (place, number) in [
        ("$lr0", "f\"1.5\""),
        ("$r0", "f\"-3\""),
        ("$lr0", "d\"0.1\""),
        ("$llm8", "h\"2\""),
        ("$lm8", "i\"-7\""),
        ("$p3", "d\"2.5\""),
        ("$lr4,f", "1.5"),
        ("$lr4", "0x123456789"),
        ("$r4", "-1"),
    ] {
        let said = debugger.change(place, number);
        assert!(said.is_ok(), "{place} = {number}");
        let comparison = format!("{place} == {number}");
        assert_eq!(shown(&debugger, &comparison), "true", "{comparison}");
    }
    let single = ChipPlace::from_pe(
        mnc2_program::access::Store::Memory(mnc2_isa::Memory::Grf0),
        4..6,
        0,
    );
    debugger.change("$lr4,f", "1.5").expect("it is changed");
    assert_eq!(words(&debugger, &[single]), [[0x3fc0_0000; 2]]);
}
