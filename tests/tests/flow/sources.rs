//! What decides a written word, for every row: the places that `Machine::writes` names are among those that an observer
//! sees read, the word is the same in any other state with the same content there, and each of them can change it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use mnc2_emulator::chip_place::{ChipPlace, level_of};
use mnc2_emulator::machine::chip::Chip;
use mnc2_emulator::machine::sources::{WordSource, Write};
use mnc2_emulator::machine::upper;
use mnc2_emulator::trace::{Trace, TracedAccess, TracedStatement, TracedValue};
use mnc2_emulator::{Dump, Machine, Outcome, RunOptions, Start};
use mnc2_isa::geometry::{CYCLES_PER_STEP, DAR_ENTRIES, DARBUF_ENTRIES, PES};
use mnc2_isa::spelling::Spelling;
use mnc2_isa::{ChipLevel, Memory, Op};
use mnc2_program::Statement;
use mnc2_program::access::{AccessRole, Store};
use mnc2_text::random::Random;

use mnc2_tests::generate::{Choices, instruction, instructions};

/// Statements of each row.
const STATEMENTS: u64 = 4;
/// Number of words that are checked in each statement.
const WORDS: usize = 2;
/// Changes of a place that are tried.
const CHANGES: usize = 4;
/// Trials of a kind of source of which one at least changes the word.
const OFTEN: usize = 6;
/// What fills the turnaround registers, by each type of transfer.
const TRANSFERS: [&str; 7] = [
    "nop",
    "l1bmm@3 $lr0v $lbi",
    "l1bmm@3 $llr0v $llbi",
    "l1bmm4@3 $lr0v $lbi",
    "l1bmm4@3 $llr0v $llbi",
    "l1bmd $lr0v $lbi",
    "l1bmrdfadd $lr0v $lbi",
];

/// The content of a word: a long word, or two of a forwarding register, or the long words of a turnaround register.
fn content(chip: &Chip, store: Store, element: usize, word: u32) -> Vec<u64> {
    let place = word as usize;
    match store {
        Store::Forwarding(path) => {
            let cycles = chip.forwarded(path).expect("filled");
            vec![cycles[place].most[element], cycles[place].least[element]]
        }
        Store::Turnaround => {
            let register = chip.turnaround.as_ref();
            register.map_or_else(Vec::new, |it| it.words(element, place).to_vec())
        }
        Store::Darbuf => vec![u64::from(
            chip.darbuf[element * DARBUF_ENTRIES as usize + place],
        )],
        Store::Memory(Memory::Dar) => {
            vec![u64::from(chip.dar[element * DAR_ENTRIES as usize + place])]
        }
        Store::Memory(Memory::MaskRegister) => {
            let flags = chip.mask((word / 4) as u8, place % CYCLES_PER_STEP);
            vec![u64::from(flags[element])]
        }
        Store::Memory(memory @ (Memory::BaseLm0 | Memory::BaseLm1)) => {
            vec![u64::from(chip.base(memory).expect("a register")[element])]
        }
        Store::Memory(memory @ (Memory::MatrixX | Memory::MatrixY)) => {
            let row = chip.planes(memory).expect("rows");
            let row = row.read(Chip::matrix_plane(memory, place));
            (4 * element..4 * element + 4).map(|pe| row[pe]).collect()
        }
        Store::Memory(memory) => match chip.planes(memory) {
            Some(planes) => {
                let long = planes.read(place / 2)[element];
                vec![if word.is_multiple_of(2) {
                    long >> 32
                } else {
                    long & 0xffff_ffff
                }]
            }
            None => vec![upper::read(chip, memory, element, word)],
        },
    }
}

/// Replaces the content of a word.
fn set(chip: &mut Chip, store: Store, element: usize, word: u32, values: &[u64]) {
    let place = word as usize;
    match store {
        Store::Forwarding(path) => {
            let mut cycles = chip.forwarded(path).expect("filled").clone();
            let cycle = &mut Arc::make_mut(&mut cycles)[place];
            cycle.most.make_mut(PES)[element] = values[0];
            cycle.least.make_mut(PES)[element] = values[1];
            chip.forward(path, cycles);
        }
        Store::Turnaround => unreachable!("its content is copied as a whole"),
        Store::Darbuf => chip.darbuf[element * DARBUF_ENTRIES as usize + place] = values[0] as u32,
        Store::Memory(Memory::Dar) => {
            chip.dar[element * DAR_ENTRIES as usize + place] = values[0] as u32;
        }
        Store::Memory(Memory::MaskRegister) => {
            let flags = chip.mask_mut((word / 4) as u8, place % CYCLES_PER_STEP);
            flags.make_mut(PES)[element] = values[0] as u8 & 0b1111;
        }
        Store::Memory(memory @ (Memory::BaseLm0 | Memory::BaseLm1)) => {
            chip.base_mut(memory).make_mut(PES)[element] = values[0] as u16 & 0xfff;
        }
        Store::Memory(memory @ (Memory::MatrixX | Memory::MatrixY)) => {
            let planes = chip.planes_mut(memory).expect("rows");
            let row = planes.write(Chip::matrix_plane(memory, place));
            row.make_mut(PES)[4 * element..4 * element + 4].copy_from_slice(values);
        }
        Store::Memory(memory) => match chip.planes_mut(memory) {
            Some(planes) => {
                let long = &mut planes.write(place / 2).make_mut(PES)[element];
                let value = values[0] & 0xffff_ffff;
                *long = if word.is_multiple_of(2) {
                    *long & 0xffff_ffff | value << 32
                } else {
                    *long & !0xffff_ffff | value
                };
            }
            None => upper::write(chip, memory, element, word, values[0]),
        },
    }
}

/// A statement that runs, with the transfer before it.
struct Case {
    text: String,
    transfer: &'static str,
}

fn run(machine: &mut Machine, text: &str, observer: &mut Trace<'_>) -> bool {
    let program = mnc2_asm::parse(text);
    let mut no_output = |_: Dump| ControlFlow::Break(());
    let options = RunOptions::default();
    let report = machine.run_observed(&program, &options, &mut no_output, observer);
    report.outcome == Outcome::Finished
}

fn statement(text: &str) -> Option<Statement> {
    let program = mnc2_asm::parse(text);
    let line = program.line(0)?;
    let is_right = !line.has_error();
    line.statement.clone().filter(|_| is_right)
}

/// A machine whose memories and registers hold garbage, before a statement.
fn before(case: &Case, seed: u64) -> Machine {
    let mut machine = Machine::starting(Start::with_seed(Some(seed)));
    let mut ignored = |_| ();
    assert!(run(
        &mut machine,
        case.transfer,
        &mut Trace::new(0, &mut ignored)
    ));
    machine
}

/// The machine after a statement and what a PE saw of it.
fn after(machine: &Machine, case: &Case, pe: usize) -> Option<(Machine, Vec<TracedAccess>)> {
    let mut machine = machine.clone();
    let mut traced: Option<TracedStatement> = None;
    let mut sink = |statement| traced = Some(statement);
    let is_run = run(&mut machine, &case.text, &mut Trace::new(pe, &mut sink));
    is_run.then(|| (machine, traced.map_or_else(Vec::new, |it| it.accesses)))
}

/// What is compared of a write.
type Key = (usize, usize, std::ops::Range<u32>, bool);

fn key(write: &Write) -> Key {
    (
        write.expression,
        write.cycle,
        write.range.clone(),
        write.is_masked,
    )
}

/// How often a change of a kind of source was tried, and how often it changed the word.
#[derive(Default)]
struct Kinds(BTreeMap<String, (usize, usize)>);

#[derive(Default)]
struct Counts {
    words: usize,
    sources: usize,
    compared: usize,
}

struct Question<'a> {
    case: &'a Case,
    statement: &'a Statement,
    machine: &'a Machine,
    place: ChipPlace,
    /// The last write of the word.
    write: Write,
}

impl Question<'_> {
    fn word(&self, machine: &Machine) -> Vec<u64> {
        let ChipPlace {
            store,
            element,
            words,
        } = &self.place;
        content(machine.chip(), *store, *element, words.start)
    }

    /// Every place is read where an observer looks at its PE.
    fn is_seen(&self) {
        let mut by_pe: BTreeMap<usize, Vec<TracedAccess>> = BTreeMap::new();
        for source in &self.write.sources {
            let is_base = matches!(
                source.place.store,
                Store::Memory(Memory::BaseLm0 | Memory::BaseLm1)
            );
            // The old content stays where a mask lets only a half of a word through.
            if is_base || source.place == self.place {
                continue;
            }
            let pe = source.place.first_pe();
            let seen = by_pe.entry(pe).or_insert_with(|| {
                let (_, seen) = after(self.machine, self.case, pe).expect("it runs");
                seen
            });
            let is_seen = source.place.words.clone().all(|word| {
                let mut reads = seen.iter().filter(|access| !access.is_write);
                reads.any(|access| {
                    access.store == source.place.store
                        && access.words.iter().any(|words| words.contains(&word))
                })
            });
            assert!(
                is_seen,
                "{}\n{:?} of {:?} is not read",
                self.case.text, source, self.place
            );
        }
    }

    /// In another state with the same content of the sources the word is the same.
    fn is_decided(&self, seed: u64, counts: &mut Counts) {
        let mut other = before(self.case, seed);
        let own = self.machine.chip();
        let chip = other.chip_mut();
        chip.dar_write_entry = own.dar_write_entry;
        chip.darbuf_read_entry = own.darbuf_read_entry;
        for source in &self.write.sources {
            let ChipPlace {
                store,
                element,
                words,
            } = &source.place;
            if *store == Store::Turnaround {
                chip.turnaround.clone_from(&own.turnaround);
                continue;
            }
            for word in words.clone() {
                set(
                    chip,
                    *store,
                    *element,
                    word,
                    &content(own, *store, *element, word),
                );
            }
        }
        let writes = other.writes(self.statement, &self.place);
        let meant = writes
            .iter()
            .rposition(|write| key(write) == key(&self.write));
        let meant = meant.unwrap_or_else(|| panic!("{}: {:?}", self.case.text, self.place));
        assert_eq!(
            writes[meant].sources, self.write.sources,
            "{}",
            self.case.text
        );
        let is_last = writes[meant + 1..].iter().all(|write| write.is_masked);
        if !is_last {
            return;
        }
        if self.write.is_masked {
            let earlier = writes[..meant].iter().any(|write| !write.is_masked);
            if !earlier {
                let (then, _) = after(&other, self.case, 0).expect("it runs");
                assert_eq!(self.word(&then), self.word(&other), "{}", self.case.text);
                counts.compared += 1;
            }
            return;
        }
        let (then, _) = after(self.machine, self.case, 0).expect("it runs");
        let (other, _) = after(&other, self.case, 0).expect("it runs");
        assert_eq!(
            self.word(&then),
            self.word(&other),
            "{}\n{:?} has more sources than {:#?}",
            self.case.text,
            self.place,
            self.write
        );
        counts.compared += 1;
    }

    /// Changes of each source, one at a time.
    fn changes(&self, row: &str, random: &mut Random, kinds: &mut Kinds) {
        let (then, _) = after(self.machine, self.case, 0).expect("it runs");
        let value = self.word(&then);
        for source in &self.write.sources {
            if source.role != AccessRole::Data || source.place.store == Store::Turnaround {
                continue;
            }
            let kind = self.kind(row, source);
            let (tried, changed) = kinds.0.entry(kind).or_default();
            *tried += 1;
            if (0..CHANGES).any(|_| self.changed(source, &value, random)) {
                *changed += 1;
            }
        }
    }

    fn changed(&self, source: &WordSource, value: &[u64], random: &mut Random) -> bool {
        let mut machine = self.machine.clone();
        let ChipPlace {
            store,
            element,
            words,
        } = &source.place;
        for word in words.clone() {
            let old = content(machine.chip(), *store, *element, word);
            let new: Vec<u64> = old.iter().map(|_| random.bits()).collect();
            set(machine.chip_mut(), *store, *element, word, &new);
        }
        let (then, _) = after(&machine, self.case, 0).expect("it runs");
        self.word(&then) != value
    }

    /// The position of the operand, and where the source is from the place.
    fn kind(&self, row: &str, source: &WordSource) -> String {
        let level = level_of(source.place.store);
        let own = self.place.first_pe();
        let distance = if level == level_of(self.place.store) && level == ChipLevel::Pe {
            format!("{}", (source.place.first_pe() + 4 - own % 4) % 4)
        } else {
            "above".to_owned()
        };
        let operands = self.case.text[..source.range.start as usize]
            .split(' ')
            .count();
        format!("{row}, operand {operands}, distance {distance}")
    }
}

/// Checks some words that a statement writes on a PE; returns whether it writes any.
fn ask(row: &str, case: &Case, seed: u64, (counts, kinds): (&mut Counts, &mut Kinds)) -> bool {
    let mut random = Random::new(seed);
    let machine = before(case, seed);
    let statement = statement(&case.text).expect("it is right");
    let pe = random.index(PES);
    let Some((_, seen)) = after(&machine, case, pe) else {
        return false;
    };
    let writes: Vec<&TracedAccess> = seen.iter().filter(|it| it.is_write).collect();
    if writes.is_empty() {
        return false;
    }
    for _ in 0..WORDS {
        let access = writes[random.index(writes.len())];
        let words: Vec<u32> = access.words.iter().cloned().flatten().collect();
        let word = words[random.index(words.len())];
        let place = ChipPlace::from_pe(access.store, word..word + 1, pe);
        let expected: Vec<Key> = writes
            .iter()
            .filter(|it| it.store == access.store)
            .filter(|it| it.words.iter().any(|words| words.contains(&word)))
            .map(|it| {
                let is_masked = it.value == TracedValue::Masked;
                (it.expression, it.cycle, it.range.clone(), is_masked)
            })
            .collect();
        let found = machine.writes(&statement, &place);
        let compared: Vec<Key> = found
            .iter()
            .map(key)
            .filter(|key| !key.3 || expected.contains(key))
            .collect();
        assert_eq!(compared, expected, "{}: {place:?}", case.text);
        let write = found
            .iter()
            .rfind(|write| !write.is_masked)
            .or(found.last())
            .cloned();
        let question = Question {
            case,
            statement: &statement,
            machine: &machine,
            place,
            write: write.expect("it writes"),
        };
        counts.words += 1;
        counts.sources += question.write.sources.len();
        question.is_seen();
        question.is_decided(seed ^ 0x5555, counts);
        question.changes(row, &mut random, kinds);
    }
    true
}

/// The transfer after which a statement runs.
fn case(text: String) -> Option<Case> {
    statement(&text)?;
    let transfer = TRANSFERS.into_iter().find(|transfer| {
        if *transfer == "nop" && text.contains("bi") {
            return false;
        }
        let mut machine = Machine::new();
        let mut ignored = |_| ();
        let whole = format!("{transfer}\n{text}");
        run(&mut machine, &whole, &mut Trace::new(0, &mut ignored))
    });
    transfer.map(|transfer| Case { text, transfer })
}

/// The spellings of each row.
fn rows() -> BTreeMap<String, Vec<(&'static Spelling, Op)>> {
    let mut rows: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for (spelling, op) in instructions() {
        rows.entry(format!("{op:?}"))
            .or_default()
            .push((spelling, op));
    }
    rows
}

#[test]
fn sources_decide_what_a_statement_writes() {
    let statements = std::env::var("MNC2_SOURCE_STATEMENTS");
    let statements = statements.map_or(STATEMENTS, |count| count.parse().expect("a number"));
    let (mut counts, mut kinds) = (Counts::default(), Kinds::default());
    let rows = rows();
    for (number, (row, spellings)) in (0..).zip(&rows) {
        let mut choices = Choices::new(number);
        let mut asked = 0;
        for attempt in 0..20 * statements {
            let (spelling, op) = choices.one_of(spellings);
            let Some(case) = case(instruction(&mut choices, spelling, op)) else {
                continue;
            };
            let seed = number * 1000 + attempt;
            asked += u64::from(ask(row, &case, seed, (&mut counts, &mut kinds)));
            if asked == statements {
                break;
            }
        }
        let writes_nothing = row.starts_with("Control") || row.contains("Nop");
        assert!(asked > 0 || writes_nothing, "{row} was not asked about");
    }
    let Counts {
        words,
        sources,
        compared,
    } = counts;
    println!(
        "{} rows: {words} words with {sources} sources, {compared} compared",
        rows.len()
    );
    assert!(compared > rows.len(), "{compared}");
    let never = kinds.0.iter();
    let never = never.filter(|(_, (tried, changed))| *tried >= OFTEN && *changed == 0);
    let never: Vec<&String> = never.map(|(kind, _)| kind).collect();
    assert!(never.is_empty(), "without effect: {never:#?}");
}
