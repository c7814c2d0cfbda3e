//! What the debugger names as the origin of a word is what an observer of the run saw write it last.

use mnc2_debug::chip::focus::focus_of;
use mnc2_debug::chip::{Debugger, Launch};
use mnc2_emulator::Machine;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::strict::Strict;
use mnc2_ide::features::run::Control;
use mnc2_ide::session::{Focus, Mnc2Document};
use mnc2_program::access::Store;
use mnc2_tests::generate::Choices;
use mnc2_text::Language;

use super::shadow::pe_number;
use super::{LINES, observe, random};

/// Number of words that are checked in each program.
const WORDS: usize = 12;

fn launch(source: &str) -> Option<Debugger> {
    let launch = Launch {
        snapshot: Mnc2Document::new(0, source).snapshot(),
        machine: Machine::new(),
        inputs: None,
        strict: Strict::new(),
        focus: Focus::default(),
        anyway: false,
        language: Language::English,
    };
    Debugger::launch(launch, &Control::default()).ok()
}

/// Compares some words of a program; returns how many.
fn compare(seed: u64, is_static: bool) -> usize {
    let mut choices = Choices::new(seed);
    let source = random::program(&mut choices, LINES, is_static);
    // Room between the lines, so that no step reads too early.
    let spaced: String = source
        .lines()
        .map(|line| format!("{line}\nnop/16\n"))
        .collect();
    let (source, shadow) = observe(&spaced);
    let Some(mut debugger) = launch(&source) else {
        return 0;
    };
    let end = debugger.recording().end();
    let written = shadow.written();
    if written.is_empty() {
        return 0;
    }
    for _ in 0..WORDS {
        let (store, word, sample, line, cycle) = choices.one_of(&written);
        let pe = pe_number(sample);
        debugger.set_focus(focus_of(pe));
        let place = ChipPlace::from_pe(store, word..word + 1, pe);
        let origin = debugger.origin(&place, end, &Control::default());
        let mut writers = origin.map(|origin| origin.writers).unwrap_or_default();
        writers.retain(|writer| !writer.is_masked);
        let found: Vec<_> = writers.iter().map(|it| (it.line, it.cycle)).collect();
        let expected = [(line as usize, usize::from(cycle))];
        assert_eq!(found, expected, "seed {seed}: {place:?} in\n{source}");
    }
    let unwritten = ChipPlace::from_pe(Store::Memory(mnc2_isa::Memory::Lm1), 4001..4002, 77);
    let origin = debugger.origin(&unwritten, end, &Control::default());
    assert!(origin.is_ok_and(|origin| origin.writers.is_empty() && origin.from_start.len() == 1));
    WORDS
}

#[test]
fn an_origin_is_what_an_observer_saw() {
    let programs = std::env::var("MNC2_ORIGIN_PROGRAMS");
    let programs = programs.map_or(60, |programs| programs.parse().expect("a number"));
    let compared =
        |is_static| -> usize { (0..programs).map(|seed| compare(seed, is_static)).sum() };
    let words = compared(true) + compared(false);
    println!("{words} words of {} programs", 2 * programs);
    assert!(words as u64 > 2 * programs);
}
