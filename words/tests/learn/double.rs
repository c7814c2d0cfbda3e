//! A double of an assembler whose layout of words is random and hidden: every property that text can express has bits at
//! random places, every choice a random code, and every unused bit a random content.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use mnc2_asm::LineParser;
use mnc2_isa::Mode;
use mnc2_program::Statement;
use mnc2_text::random::Random;
use mnc2_words::{PropertyContent, WordForm};

use super::says::{Said, says};

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for at in (1..items.len()).rev() {
        items.swap(at, random.index(at + 1));
    }
}

/// The fields in which an immediate value lies, as in the real word.
const OF_IMMEDIATE: [&str; 10] = [
    "alu precision",
    "alu 1 conversion",
    "alu 2 conversion",
    "alu 1 select",
    "alu 2 select",
    "m write",
    "m source",
    "m mode",
    "m width",
    "m address",
];

/// The contents that a property can have.
#[derive(Clone, Debug)]
pub(crate) enum Contents {
    Number(u64),
    Choices(BTreeSet<String>),
}

/// All properties of statements, for each kind of word.
pub(crate) type Universe = BTreeMap<WordForm, BTreeMap<String, Contents>>;

/// The contents that statements have.
pub(crate) fn universe(statements: &[String], mode: Mode) -> Universe {
    let mut parser = LineParser::without_suggestions();
    let mut all = Universe::new();
    for text in statements {
        let Some((form, said)) = says(&mut parser, text, mode) else {
            continue;
        };
        let of_form = all.entry(form).or_default();
        for (name, key) in said {
            let contents = of_form.entry(name).or_insert(Contents::Number(0));
            match (contents, key) {
                (Contents::Number(all), PropertyContent::Number(number)) => *all |= number,
                (Contents::Choices(all), key) => drop(all.insert(key.text().into_owned())),
                (contents, key) => *contents = Contents::Choices([key.text().into_owned()].into()),
            }
        }
    }
    all
}

enum Slot {
    Number(Vec<u16>),
    Choices(Vec<u16>, BTreeMap<String, Vec<bool>>),
}

struct Layout {
    idle: Vec<bool>,
    slots: BTreeMap<String, Slot>,
}

/// An assembler made of a random layout for each kind of word.
pub(crate) struct Double(BTreeMap<WordForm, Layout>);

impl Double {
    pub(crate) fn new(seed: u64, universe: &Universe) -> Self {
        Self::with(seed, universe, Style::Any)
    }

    /// A layout in which what is not used is 0, and no choice is, as designers of chips have it.
    pub(crate) fn tidy(seed: u64, universe: &Universe) -> Self {
        Self::with(seed, universe, Style::Tidy)
    }

    fn with(seed: u64, universe: &Universe, style: Style) -> Self {
        let mut numbers = Random::new(seed);
        let layouts = universe.iter().map(|(&form, contents)| {
            let layout = Layout::new(&mut numbers, form, contents, style);
            (form, layout)
        });
        Self(layouts.collect())
    }

    /// The word of the properties of a statement, the highest bit first.
    pub(crate) fn word(&self, form: WordForm, said: &Said) -> String {
        let layout = &self.0[&form];
        let mut word = layout.idle.clone();
        for (name, key) in said {
            match (&layout.slots[name], key) {
                (Slot::Number(places), PropertyContent::Number(number)) => {
                    for (digit, &place) in places.iter().enumerate() {
                        word[usize::from(place)] = number >> digit & 1 == 1;
                    }
                }
                (Slot::Choices(places, codes), key) => {
                    for (&place, &bit) in places.iter().zip(&codes[key.text().as_ref()]) {
                        word[usize::from(place)] = bit;
                    }
                }
                (Slot::Number(_), PropertyContent::Name(name)) => panic!("{name} is no number"),
            }
        }
        word.iter()
            .rev()
            .map(|&bit| if bit { '1' } else { '0' })
            .collect()
    }

    /// The output for a program.
    pub(crate) fn assemble(&self, program: &str, mode: Mode) -> String {
        let mut out = String::new();
        let mut parser = LineParser::without_suggestions();
        for (line, text) in mnc2_asm::parse(program).iter().zip(program.lines()) {
            assert!(!line.has_error(), "{:?}", line.diagnostics);
            let count = match &line.statement {
                Some(Statement::Step(step)) => step.steps(),
                _ => 1,
            };
            let Some((form, said)) = says(&mut parser, text, mode) else {
                continue;
            };
            let word = self.word(form, &said);
            for _ in 0..count {
                let _ = writeln!(out, "{} {word}", form.letter());
            }
        }
        out
    }
}

impl Double {
    /// The properties that bits belong to.
    pub(crate) fn owners(&self, form: WordForm, bits: &[u16]) -> Vec<&str> {
        let slots = self.0[&form].slots.iter();
        let of = slots.filter(|(_, slot)| {
            let (Slot::Number(places) | Slot::Choices(places, _)) = slot;
            places.iter().any(|place| bits.contains(place))
        });
        of.map(|(name, _)| name.as_str()).collect()
    }
}

/// Whether the highest digits of a number can be left out.
fn is_cut(name: &str) -> bool {
    let is_of_dar = name.ends_with(" dar") || name.ends_with("l2bm address");
    let is_of_dar = is_of_dar || ["l1bm turned mab", "l1bm turned rotation"].contains(&name);
    is_of_dar
        || name.starts_with("l2bm ") && !name.ends_with("opcode")
        || name.ends_with("increment")
}

/// How codes are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Any content can be idle, and any choice 0.
    Any,
    /// Only what is idle is 0.
    Tidy,
}

impl Style {
    /// The first code of a choice.
    const fn first_code(self) -> usize {
        match self {
            Self::Any => 0,
            Self::Tidy => 1,
        }
    }
}

/// The bits that contents need.
fn size(contents: &Contents, style: Style) -> usize {
    let most = match contents {
        Contents::Number(all) => *all,
        Contents::Choices(names) => (names.len() - 1 + style.first_code()) as u64,
    };
    (u64::BITS - most.leading_zeros()).max(1) as usize
}

impl Layout {
    fn new(
        numbers: &mut Random,
        form: WordForm,
        contents: &BTreeMap<String, Contents>,
        style: Style,
    ) -> Self {
        let mut sizes: BTreeMap<&str, usize> = contents
            .iter()
            .filter(|(name, _)| *name != "immediate")
            .map(|(name, contents)| (name.as_str(), size(contents, style)))
            .collect();
        let mut needed: usize = sizes.values().sum();
        if let Some(mode) = form.mode() {
            // The real word shares bits in a way that is not known. Here it lacks the highest digits of large numbers.
            while needed > usize::from(mode.word_bits()) {
                let numbers = sizes.iter_mut().filter(|(name, _)| is_cut(name));
                let longest = numbers.max_by_key(|(_, size)| **size).expect("a number");
                assert!(*longest.1 > 1, "{needed} bits");
                *longest.1 -= 1;
                needed -= 1;
            }
        }
        let width = match form.mode() {
            Some(mode) => usize::from(mode.word_bits()),
            None => needed + numbers.index(40),
        };
        let mut places: Vec<u16> = (0..width as u16).collect();
        shuffle(numbers, &mut places);
        let idle: Vec<bool> = (0..width)
            .map(|_| style == Style::Any && numbers.index(2) == 1)
            .collect();
        let mut slots = BTreeMap::new();
        let mut shared = Vec::new();
        for (name, size) in sizes {
            let taken = places.split_off(places.len() - size);
            if OF_IMMEDIATE.iter().any(|it| name.starts_with(it)) {
                shared.extend(&taken);
            }
            let slot = Self::slot(numbers, taken, &contents[name], style);
            slots.insert(name.to_owned(), slot);
        }
        if let Some(contents @ Contents::Number(all)) = contents.get("immediate") {
            shuffle(numbers, &mut shared);
            let count = 64 - all.leading_zeros() as usize;
            assert!(shared.len() >= count, "{} bits for {count}", shared.len());
            shared.truncate(count);
            slots.insert(
                "immediate".to_owned(),
                Self::slot(numbers, shared, contents, style),
            );
        }
        Self { idle, slots }
    }

    fn slot(numbers: &mut Random, places: Vec<u16>, contents: &Contents, style: Style) -> Slot {
        match contents {
            Contents::Number(_) => Slot::Number(places),
            Contents::Choices(names) => {
                let mut codes: Vec<usize> = (style.first_code()..1 << places.len()).collect();
                shuffle(numbers, &mut codes);
                let code =
                    |code: usize| (0..places.len()).map(|bit| code >> bit & 1 == 1).collect();
                let codes = names.iter().cloned().zip(codes.iter().map(|&it| code(it)));
                Slot::Choices(places.clone(), codes.collect())
            }
        }
    }
}
