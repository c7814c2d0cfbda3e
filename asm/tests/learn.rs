//! The law of `learn` and `probe`: whatever the layout of an assembler's words is, what it makes of the probe tells it.

use std::env;

use mnc2_asm::program::{Mode, Statement, WriteMaskSetting};
use mnc2_asm::words::encodings::{Digit, RowContent};
use mnc2_asm::words::learn::Contradiction;
use mnc2_asm::words::probe::{Knowledge, Probe, probe, statements};
use mnc2_asm::words::{Bits, Decoder, Encodings, Pair, Status, Word, WordForm, encode_with, learn};
use mnc2_asm::{LineParser, Rules, check_to_run};
use mnc2_asm::{ModeChoice, Program};

#[path = "learn/double.rs"]
mod double;

use double::{Double, Numbers, Universe, properties, universe};

/// Random steps that are compared for each layout.
const STEPS: usize = 300;

fn layouts() -> u64 {
    let given = env::var("MNC2_LEARN_LAYOUTS").ok();
    given.map_or(2, |count| count.parse().expect("a number of layouts"))
}

/// A step of up to three of the statements, if they can share one.
fn together(numbers: &mut Numbers, all: &[String], mode: Mode) -> Option<String> {
    let count = 1 + numbers.below(3);
    let parts: Vec<&str> = (0..count)
        .map(|_| all[numbers.below(all.len())].as_str())
        .collect();
    let text = parts.join("; ");
    let rules = Rules {
        mode: ModeChoice::Given(mode),
        ..Rules::default()
    };
    let program = Program::parse(&text);
    let is_alone = count == 1 || !parts.iter().any(|part| part.starts_with("mv"));
    let has_errors = program.has_errors()
        || check_to_run(&program, &rules)
            .findings
            .iter()
            .any(|it| it.diagnostic.is_error());
    (is_alone && !has_errors).then_some(text)
}

/// What is learned from what the double makes of the probe is what the double does.
fn recovers(seed: u64, made: &Probe, all: &[String], contents: &Universe, mode: Mode) {
    let double = Double::new(seed, contents);
    let output = double.assemble(&made.text, mode);
    let pair = Pair {
        name: "probe.vsm",
        program: &made.text,
        output: &output,
    };
    let learned = learn(&[pair], true);
    assert_eq!(learned.misaligned, []);
    assert_eq!(learned.contradictions, [], "layout {seed}");
    let mut parser = LineParser::without_suggestions();
    let mut numbers = Numbers(seed);
    let mut compared = 0;
    while compared < STEPS {
        let Some(text) = together(&mut numbers, all, mode) else {
            continue;
        };
        let (form, properties) = properties(&mut parser, &text, mode).expect("a statement");
        let rows = learned.encodings.of(form).expect("rows");
        let word = rows.encode(&properties).unwrap_or_else(|place| {
            panic!(
                "layout {seed}: {text}: {:?} is not learned",
                properties[place]
            )
        });
        let expected = double.word(form, &properties);
        if word.binary() != expected {
            let bits = (0..word.width()).filter(|&bit| {
                let at = usize::from(word.width() - 1 - bit);
                word.bit(bit) != (expected.as_bytes()[at] == b'1')
            });
            let bits: Vec<u16> = bits.collect();
            let ambiguous = learned
                .ambiguous
                .iter()
                .filter(|it| it.0 == form && bits.contains(&it.1));
            let rows = rows.rows.iter();
            let owners = rows
                .filter(|row| row.places().iter().any(|bit| bits.contains(bit)))
                .map(|row| row.name.as_ref());
            let owners: Vec<&str> = owners.collect();
            let hidden = double.owners(form, &bits);
            panic!(
                "layout {seed}: {text}: bits {bits:?} of {hidden:?}, taken for {owners:?}; ambiguous {:?}",
                ambiguous.collect::<Vec<_>>()
            );
        }
        compared += 1;
    }
    // Numbers are where the double has them.
    for words in &learned.encodings.words {
        for row in &words.rows {
            if let RowContent::Number(places) = &row.content {
                let hidden = double.number(words.form, &row.name).expect("a number");
                for (digit, place) in places.iter().enumerate() {
                    if let (Digit::Bits(bits), Some(place)) = (place, hidden.get(digit)) {
                        assert!(bits.contains(place), "layout {seed}: {}", row.name);
                    }
                }
            }
        }
    }
}

fn law(mode: Mode) {
    let made = probe(mode, Knowledge::Nothing);
    println!(
        "{mode:?}: {} statements, {} contents",
        made.statements, made.contents
    );
    let rules = Rules {
        mode: ModeChoice::Given(mode),
        ..Rules::default()
    };
    let report = check_to_run(&Program::parse(&made.text), &rules);
    let errors: Vec<_> = report
        .findings
        .iter()
        .filter(|it| it.diagnostic.is_error())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    let all = statements(mode);
    let contents = universe(&all, mode);
    for (form, contents) in &contents {
        println!("{form:?}: {} properties", contents.len());
    }
    for seed in 0..layouts() {
        recovers(seed, &made, &all, &contents, mode);
    }
}

#[test]
fn a_hidden_layout_is_recovered() {
    law(Mode::AutoStride);
}

#[test]
fn a_hidden_layout_of_flat_mode_is_recovered() {
    law(Mode::Flat);
}

/// What an assembler shows of the probe leaves nothing of a statement unknown.
#[test]
fn the_probe_leaves_nothing_unknown() {
    let mode = Mode::AutoStride;
    let made = probe(mode, Knowledge::Nothing);
    let all = statements(mode);
    let double = Double::new(3, &universe(&all, mode));
    let pair = Pair {
        name: "probe.vsm",
        program: &made.text,
        output: &double.assemble(&made.text, mode),
    };
    let learned = learn(&[pair], true).encodings;
    let mut parser = LineParser::without_suggestions();
    let mut unknown = Vec::new();
    let mut steps = 0;
    for text in &all {
        let line = parser.parse(text);
        let Some(Statement::Step(step)) = &line.statement else {
            continue;
        };
        steps += 1;
        let encoded = encode_with(step, WriteMaskSetting::default(), &learned);
        let fields = encoded.fields.iter();
        let fields = fields.filter(|known| known.status == Status::Unknown);
        unknown.extend(
            fields
                .map(|known| (text, known.field, &known.content))
                .map(|it| format!("{it:?}")),
        );
    }
    assert_eq!(unknown, [""; 0]);
    assert!(steps > 100, "{steps} steps");
}

/// What is learned of an assembler makes texts of its words: each text has the word that it was made of.
fn words_come_out_as_text(mode: Mode) {
    let made = probe(mode, Knowledge::Nothing);
    let all = statements(mode);
    let contents = universe(&all, mode);
    let double = Double::tidy(5, &contents);
    // Words of auto-stride mode have a width; those of MV instructions stand alone.
    let lines = made.text.lines();
    let lines = lines.filter(|line| mode == Mode::Flat || line.starts_with("mv"));
    let program: String = lines.map(|line| format!("{line}\n")).collect();
    let pair = Pair {
        name: "probe.vsm",
        program: &program,
        output: &double.assemble(&program, mode),
    };
    let learned = learn(&[pair], true);
    assert_eq!(learned.misaligned, []);
    assert_eq!(learned.contradictions, []);
    let mut decoder = Decoder::with(learned.encodings);
    let mut parser = LineParser::without_suggestions();
    let mut numbers = Numbers(11);
    let mut steps: Vec<String> = program.lines().map(str::to_owned).collect();
    let own = steps.len();
    while mode == Mode::Flat && steps.len() < own + STEPS / 3 {
        steps.extend(together(&mut numbers, &all, mode));
    }
    let mut count = 0;
    for text in &steps {
        let Some((form, own)) = properties(&mut parser, text, mode) else {
            continue;
        };
        if text.starts_with("nop/") || form == WordForm::AutoStride {
            continue;
        }
        let word = double.word(form, &own);
        let bits = Bits::parse(&word).expect("a word");
        let back = decoder.by_rows(form, &bits);
        let back = back.unwrap_or_else(|| panic!("{text} does not come out"));
        let (_, again) = properties(&mut parser, &back, mode).expect("a statement");
        assert_eq!(double.word(form, &again), word, "{text}: {back}");
        count += 1;
    }
    println!("{mode:?}: {count} words");
    assert!(count > 0);
}

#[test]
fn words_of_mv_instructions_come_out_as_text() {
    words_come_out_as_text(Mode::AutoStride);
}

#[test]
fn words_of_flat_mode_come_out_as_text() {
    words_come_out_as_text(Mode::Flat);
}

/// Statements of which the table knows only a part, with contents that an assembler might give them.
const OF_L1BM_AND_L2BM: &str = "\
l1bmm $lb0 $lm0v: ?l1bm_opcode=0x9 ?lm0_source=0x2
l1bmm $lb8 $lm0v: ?l1bm_opcode=0x9 ?lm0_source=0x2
l1bmp $lb0 $ln0v: ?l1bm_opcode=0xa ?lm1_source=0x2
l1bmm@0 $lm0v $lb0:
l1bmm@3 $lm0v $lb4: ?l1bm_mab_or_reduction=0x3
l2bmb $lc0 $lb0: ?l2bm_rest=0x800000
l2bmb $lc16 $lb0: ?l2bm_rest=0x800010
l2bmb $lc32 $lb0: ?l2bm_rest=0x800020
l2bmb $lc0 $lb16: ?l2bm_rest=0x810000
l2bmb $lc0 $lb32: ?l2bm_rest=0x820000
l2bmb@0/2 $lc0 $lb0: ?l2bm_rest=0xc00000
lpassa $lm0v $lr0v; l2bmb $lc16 $lb0: ?l2bm_rest=0x800010
";

/// L1BM and L2BM instructions of auto-stride mode come out as text where rows know them, beside what the table knows.
#[test]
fn transfers_come_out_as_text() {
    let lines = OF_L1BM_AND_L2BM.lines();
    let (steps, stated): (Vec<&str>, Vec<String>) = lines
        .map(|line| {
            let (step, contents) = line.split_once(':').expect("a step and contents");
            (step, format!("{step}{contents}"))
        })
        .unzip();
    let output: Vec<String> = stated
        .iter()
        .map(|text| {
            let assembly = mnc2_asm::words::assemble(text, &Rules::default());
            assert!(
                assembly.can_be_written(true),
                "{text}: {:?}",
                assembly.missing
            );
            assembly.lines[0].text.clone()
        })
        .collect();
    let program = steps.join("\nnop/16\n");
    let idle = format!("\ni {}", Word::idle().binary()).repeat(16);
    let pair = Pair {
        name: "pair.vsm",
        program: &program,
        output: &output.join(&format!("{idle}\n")),
    };
    let learned = learn(&[pair], false);
    assert_eq!(learned.misaligned, []);
    let mut decoder = Decoder::with(learned.encodings);
    for (step, line) in steps.iter().zip(&output) {
        let word = Word::parse(line.trim_start_matches("i ")).expect("a word");
        let decoded = decoder.decode(&word);
        assert_eq!(decoded.text(), *step);
    }
}

const SAMPLES: &str = include_str!("words/samples.tsv");

/// The samples as a program, each statement far from the next, and its output.
fn samples() -> (String, String) {
    let (mut program, mut output) = (String::new(), String::new());
    for line in SAMPLES.lines().filter(|line| !line.starts_with('#')) {
        let (text, word) = line.split_once('\t').expect("two columns");
        program.push_str(&format!("{text}\n"));
        let word = Word::from_hexadecimal(word).expect("a word");
        output.push_str(&format!("i {}\n", word.binary()));
    }
    (program, output)
}

/// What public pairs show is learned from them, with the table and without it.
#[test]
fn samples_are_learned() {
    let (program, output) = samples();
    let pair = Pair {
        name: "samples.vsm",
        program: &program,
        output: &output,
    };
    for is_blank in [false, true] {
        let learned = learn(&[pair], is_blank);
        assert_eq!(learned.contradictions, []);
        assert_eq!(learned.misaligned, []);
        assert_eq!(learned.words, [465, 0, 0]);
        let rows = learned.encodings.of(WordForm::AutoStride).expect("rows");
        let mut parser = LineParser::without_suggestions();
        for (text, line) in program.lines().zip(output.lines()) {
            let (_, properties) = properties(&mut parser, text, Mode::AutoStride).expect("a step");
            let word = rows.encode(&properties).expect("known properties");
            assert_eq!(format!("i {}", word.binary()), line, "{text}");
        }
        if !is_blank {
            assert!(learned.confirmed[0] > 20_000, "{:?}", learned.confirmed);
            let row = rows.row("grf0_read_address").expect("a row");
            assert_eq!(row.places(), (236..=244).rev().collect::<Vec<u16>>());
        }
    }
}

/// A wrong bit is found, with its lines.
#[test]
fn wrong_bits_are_reported() {
    let (program, output) = samples();
    let lines: Vec<&str> = output.lines().collect();
    for (line, bit) in [(10, 291), (20, 100), (40, 60), (100, 30), (464, 0)] {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let at = 2 + 291 - bit;
        let digit = if lines[line].as_bytes()[at] == b'1' {
            "0"
        } else {
            "1"
        };
        lines[line].replace_range(at..=at, digit);
        let output = lines.join("\n");
        let pair = Pair {
            name: "samples.vsm",
            program: &program,
            output: &output,
        };
        {
            let learned = learn(&[pair], false);
            let found = learned.contradictions.iter().any(|it| match it {
                Contradiction::Field { at, .. } => at.output_line == line,
                Contradiction::Outlier { at, bits, .. } | Contradiction::Words { at, bits, .. } => {
                    at.output_line == line && *bits == [bit as u16]
                }
                Contradiction::Unexplained { bits, .. } => bits.contains(&(bit as u16)),
            });
            assert!(
                found,
                "bit {bit}, line {line}: {:?}",
                learned.contradictions
            );
        }
    }
}

/// Lines that do not belong together are named, and nothing is learned from them.
#[test]
fn pairs_that_do_not_fit_are_refused() {
    let zeros = "0".repeat(292);
    let word = format!("i {zeros}\n");
    let said = |program: &str, output: &str| {
        let learned = learn(
            &[Pair {
                name: "a.vsm",
                program,
                output,
            }],
            false,
        );
        assert_eq!(learned.words, [0; 3]);
        let [(0, error)] = learned.misaligned.as_slice() else {
            panic!("{program:?} {output:?}: {:?}", learned.misaligned);
        };
        let side = if error.is_output { "output" } else { "program" };
        format!(
            "{side} {}:{}: {}",
            error.line + 1,
            error.at + 1,
            error.message
        )
    };
    expect_test::expect![[r#"
        program 2:1: the output ends before the word of this line: it has 1 words and lines
        output 2:1: the program has no statement for this line of the output
        output 1:1: line 1 of the program is a step, but this is no word of one
        output 1:1: line 1 of the program is for the emulator, but this is a word
        output 1:1: line 1 of the program is an MV instruction, but this is no word of one
        output 1:3: a word has 292 bits, but this one is cut off after 4
        output 2:1: this word has 3 bits, but those before it have 2
        output 1:1: this is no line of the assembler's output"#]]
    .assert_eq(
        &[
            said("nop\nnop\n", &word),
            said("nop\n", &word.repeat(2)),
            said("nop\n", "d get $lm0n0c0b0m0p0 1\n"),
            said("d get $lm0n0c0b0m0p0 1\n", &word),
            said("mvnop\n", &word),
            said("nop\n", "i 0101\n"),
            said("mvnop\nmvnop\n", "m 01\nm 010\n"),
            said("nop\n", "\u{0}lpassa"),
        ]
        .join("\n"),
    );
    // `nop/n` is n words or one.
    for words in [1, 3] {
        let idle = format!("i {}\n", Word::idle().binary());
        let learned = learn(
            &[Pair {
                name: "a.vsm",
                program: "nop/3\nquit\n",
                output: &idle.repeat(words),
            }],
            false,
        );
        assert_eq!(learned.misaligned, []);
        assert_eq!(learned.words[0], words as u64);
        assert_eq!(learned.contradictions, []);
    }
}

/// A probe of what is known is empty but for what all others are compared with.
#[test]
fn what_is_known_is_not_probed() {
    let mode = Mode::AutoStride;
    let public = probe(mode, Knowledge::Public(&Encodings::default()));
    let whole = probe(mode, Knowledge::Nothing);
    assert!(
        public.contents < whole.contents,
        "{} {}",
        public.contents,
        whole.contents
    );
    let all = statements(mode);
    let output = Double::new(7, &universe(&all, mode)).assemble(&whole.text, mode);
    let pair = Pair {
        name: "probe.vsm",
        program: &whole.text,
        output: &output,
    };
    let learned = learn(&[pair], true).encodings;
    let rest = probe(mode, Knowledge::Public(&learned));
    assert_eq!((rest.contents, rest.statements), (0, 1), "{}", rest.text);
}
