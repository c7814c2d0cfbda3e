//! The law of `learn` and `probe`: for any layout of an assembler's words, its output for the probe reveals the layout.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{env, fs};

use mnc2_asm::LineParser;
use mnc2_isa::Mode;
use mnc2_isa::field::Field;
use mnc2_isa::field::observed_forms::{FLAT_STATEMENT, FLAT_WORD};
use mnc2_program::rules::Rules;
use mnc2_program::{ModeChoice, Statement, WriteMaskSetting};
use mnc2_review::check_to_run;
use mnc2_words::learn::{Contradiction, Learned};
use mnc2_words::probe::{Knowledge, Probe, probe, statements};
use mnc2_words::property::{mv_properties, step_properties};
use mnc2_words::{
    Bits, Decoder, Encodings, Pair, Property, PropertyContent, Status, Word, WordForm, encode_with,
    learn, listing,
};

mod double;
mod says;

use double::{Double, Universe, universe};
use mnc2_text::random::Random;
use says::says;

/// The properties of a statement, as the code under test has them.
fn properties(
    parser: &mut LineParser,
    text: &str,
    mode: Mode,
) -> Option<(WordForm, Vec<Property>)> {
    let line = parser.parse(text);
    match &line.statement {
        Some(Statement::Step(step)) => Some((
            WordForm::from_mode(mode),
            step_properties(step, Default::default(), mode),
        )),
        Some(Statement::Mv(mv)) => Some((WordForm::Mv, mv_properties(mv))),
        _ => None,
    }
}

/// The word that a double gives a statement.
fn hidden_word(double: &Double, parser: &mut LineParser, text: &str, mode: Mode) -> String {
    let (form, said) = says(parser, text, mode).expect("a statement");
    double.word(form, &said)
}

/// Random steps that are compared for each layout.
const STEPS: usize = 300;

fn layouts() -> u64 {
    let given = env::var("MNC2_LEARN_LAYOUTS").ok();
    given.map_or(2, |count| count.parse().expect("a number of layouts"))
}

/// A step of up to three of the statements, if they can share one.
fn together(numbers: &mut Random, all: &[String], mode: Mode) -> Option<String> {
    let count = 1 + numbers.index(3);
    let parts: Vec<&str> = (0..count)
        .map(|_| all[numbers.index(all.len())].as_str())
        .collect();
    let text = parts.join("; ");
    let rules = Rules {
        mode: ModeChoice::Given(mode),
        ..Rules::default()
    };
    let program = mnc2_asm::parse(&text);
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
    let lines: Vec<&str> = made.text.lines().collect();
    let blamed = learned.contradictions.iter().map(|it| match it {
        Contradiction::Outlier { at, bits, .. } => {
            format!(
                "{}: {:?}",
                lines[at.line],
                double.owners(WordForm::from_mode(mode), bits)
            )
        }
        Contradiction::Unexplained { bits, form } => format!("{:?}", double.owners(*form, bits)),
        other => format!("{other:?}"),
    });
    let blamed: Vec<String> = blamed.collect();
    assert_eq!(blamed, [""; 0], "layout {seed}");
    let mut parser = LineParser::without_suggestions();
    let mut numbers = Random::new(seed);
    let mut compared = 0;
    while compared < STEPS {
        let Some(text) = together(&mut numbers, all, mode) else {
            continue;
        };
        let (form, properties) = properties(&mut parser, &text, mode).expect("a statement");
        let rows = learned.encodings.rows_for(form).expect("rows");
        let word = rows.encode(&properties).unwrap_or_else(|reason| {
            panic!("layout {seed}: {text}: {reason:?} of {properties:?} is not learned")
        });
        let expected = hidden_word(&double, &mut parser, &text, mode);
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
    let report = check_to_run(&mnc2_asm::parse(&made.text), &rules);
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
        let encoded = encode_with(step, WriteMaskSetting::default(), &learned, mode);
        let fields = encoded.fields.iter();
        let fields = fields.filter(|known| known.status == Status::Unknown);
        unknown.extend(
            fields
                .map(|known| (text, known.place, &known.content))
                .map(|it| format!("{it:?}")),
        );
    }
    assert_eq!(unknown, [""; 0]);
    assert!(steps > 100, "{steps} steps");
}

/// Learned encodings turn an assembler's words into texts: each text encodes to the word that it was made from.
fn words_come_out_as_text(mode: Mode) {
    let made = probe(mode, Knowledge::Nothing);
    // Everything does not fit into a word in which no bits are shared: L2BM and the tags of `wait` are left out.
    let is_taken = |line: &str| match mode {
        Mode::Flat => !line.contains("l2bm") && !line.contains("wait "),
        Mode::AutoStride => line.starts_with("mv"),
    };
    let mut all = statements(mode);
    all.retain(|line| is_taken(line));
    let contents = universe(&all, mode);
    let double = Double::tidy(5, &contents);
    let lines = made.text.lines().filter(|line| is_taken(line));
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
    let mut numbers = Random::new(11);
    let mut steps: Vec<String> = program.lines().map(str::to_owned).collect();
    let own = steps.len();
    while mode == Mode::Flat && steps.len() < own + STEPS / 3 {
        steps.extend(together(&mut numbers, &all, mode));
    }
    let mut count = 0;
    let mut missing = Vec::new();
    for text in &steps {
        let Some((form, said)) = says(&mut parser, text, mode) else {
            continue;
        };
        if text.starts_with("nop/") || form == WordForm::AutoStride {
            continue;
        }
        let word = double.word(form, &said);
        let bits = Bits::parse(&word).expect("a word");
        let Some(back) = decoder.by_rows(form, &bits) else {
            missing.push(text.as_str());
            continue;
        };
        let again = hidden_word(&double, &mut parser, &back, mode);
        assert_eq!(again, word, "{text}: {back}");
        count += 1;
    }
    println!("{mode:?}: {count} words, {} without a text", missing.len());
    // Each statement alone has a text. Some steps of several expressions have none yet: none is better than a wrong one.
    let is_alone = |text: &&&str| !text.contains("; ");
    assert_eq!(missing.iter().find(is_alone), None);
    assert!(missing.len() * 100 < count, "{missing:#?}");
    let is_pair = |text: &&String| text.contains("$lbi ") && text.contains("; l1bm");
    let pairs = steps.iter().filter(is_pair).count();
    assert!(
        count > 0 && (mode == Mode::AutoStride || pairs > 10),
        "{count} {pairs}"
    );
}

#[test]
fn words_of_mv_instructions_come_out_as_text() {
    words_come_out_as_text(Mode::AutoStride);
}

#[test]
fn words_of_flat_mode_come_out_as_text() {
    words_come_out_as_text(Mode::Flat);
}

/// Statements that the table encodes only in part, with contents that an assembler might give them.
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

/// L1BM and L2BM instructions of auto-stride mode become text where rows encode them, next to the fields of the table.
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
            let assembly = mnc2_words::assemble(text, &Rules::default());
            assert!(
                assembly.can_be_written(true),
                "{text}: {:?}",
                assembly.missing
            );
            assembly.lines[0].text.clone()
        })
        .collect();
    let program = steps.join("\nnop/16\n");
    let idle = format!("\ni {}", Word::idle(Mode::AutoStride).binary()).repeat(16);
    let pair = Pair {
        name: "pair.vsm",
        program: &program,
        output: &output.join(&format!("{idle}\n")),
    };
    let learned = learn(&[pair], false);
    assert_eq!(learned.misaligned, []);
    let mut decoder = Decoder::with(learned.encodings);
    for (step, line) in steps.iter().zip(&output) {
        let word = Word::parse(line.trim_start_matches("i "), Mode::AutoStride).expect("a word");
        let decoded = decoder.decode(&word);
        // A word without the bits of a set of L1Bs does not show whether the set is there.
        let text = decoded.text();
        let (known, unknown) = text.split_once(" ?").unwrap_or((&text, ""));
        assert_eq!(known, *step);
        assert!(
            unknown.is_empty() || unknown.starts_with("l1b_set"),
            "{text}"
        );
    }
}

const SAMPLES: &str = include_str!("words/samples.tsv");

/// The samples as a program, each statement far from the next, and its output.
fn samples() -> (String, String) {
    let (mut program, mut output) = (String::new(), String::new());
    for line in SAMPLES.lines().filter(|line| !line.starts_with('#')) {
        let (text, word) = line.split_once('\t').expect("two columns");
        program.push_str(&format!("{text}\n"));
        let word = Word::from_hexadecimal(word, Mode::AutoStride).expect("a word");
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
        let rows = learned
            .encodings
            .rows_for(WordForm::AutoStride)
            .expect("rows");
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
                Contradiction::Row { .. } | Contradiction::Inverted { .. } => false,
            });
            assert!(
                found,
                "bit {bit}, line {line}: {:?}",
                learned.contradictions
            );
        }
    }
}

/// Lines that do not belong together are named.
#[test]
fn pairs_that_do_not_fit_are_named() {
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
        let errors = learned.misaligned.iter().map(|(_, error)| {
            let side = if error.is_output { "output" } else { "program" };
            format!(
                "{side} {}:{}: {}",
                error.line + 1,
                error.at + 1,
                error.message
            )
        });
        errors.collect::<Vec<_>>().join("; ")
    };
    expect_test::expect![[r#"
        program 1:1: from this line to line 2 the program has 2 words and the output 1, which are left out
        program 1:1: from this line to line 1 the program has 1 word and the output 2, which are left out
        output 1:1: the program has no line for this one; program 1:1: the output has no word for 1 statement from this line on
        program 1:1: the output has no line for this one; output 1:1: the program has no statement for 1 word from this line on
        program 1:1: from this line to line 1 the program has 1 word and the output 1, which are left out
        output 1:3: a word has 292 bits, but this one is cut off after 4
        output 1:1: this is not a line of the assembler's output; program 1:1: the output has no word for 1 statement from this line on"#]]
    .assert_eq(
        &[
            said("nop\nnop\n", &word),
            said("nop\n", &word.repeat(2)),
            said("nop\n", "d get $lm0n0c0b0m0p0 1\n"),
            said("d get $lm0n0c0b0m0p0 1\n", &word),
            said("mvnop\n", &word),
            said("nop\n", "i 0101\n"),
            said("nop\n", "\u{0}lpassa"),
        ]
        .join("\n"),
    );
    // `nop/n` is n words or one.
    for words in [1, 3] {
        let idle = format!("i {}\n", Word::idle(Mode::AutoStride).binary());
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

/// The samples with lines for the emulator after every tenth statement, and their output.
fn divided_samples() -> (Vec<String>, Vec<String>) {
    let (program, output) = samples();
    let (mut lines, mut words) = (Vec::new(), Vec::new());
    for (at, (text, word)) in program.lines().zip(output.lines()).enumerate() {
        lines.push(text.to_owned());
        words.push(word.to_owned());
        if at % 10 == 9 {
            let get = format!("d get $lm{}n0c0b0m0p0 1", at / 10 * 2);
            lines.push(get.clone());
            words.push(get);
        }
    }
    (lines, words)
}

fn learned_of(program: &[String], output: &[String], is_blank: bool) -> Learned {
    let (program, output) = (program.join("\n"), output.join("\n"));
    let pair = Pair {
        name: "samples.vsm",
        program: &program,
        output: &output,
    };
    learn(&[pair], is_blank)
}

/// A line for the emulator, a word or a statement too many on one side is named, and everything else is learned.
#[test]
fn one_line_more_costs_one_line() {
    let (program, output) = divided_samples();
    let whole = learned_of(&program, &output, false);
    assert_eq!((whole.misaligned.len(), whole.words[0]), (0, 465));
    let extra = "d get $lr0n0c0b0m0p0 1".to_owned();
    for at in [0, 5, 10, 250, program.len()] {
        for is_output in [false, true] {
            let (mut program, mut output) = (program.clone(), output.clone());
            let side = if is_output { &mut output } else { &mut program };
            side.insert(at, extra.clone());
            for is_blank in [false, true] {
                let learned = learned_of(&program, &output, is_blank);
                assert_eq!(learned.contradictions, [], "{at}");
                assert_eq!(learned.words[0], 465, "{at}");
                let [(0, error)] = learned.misaligned.as_slice() else {
                    panic!("{at}: {:?}", learned.misaligned);
                };
                assert_eq!((error.is_output, error.line), (is_output, at));
                assert_eq!(
                    learned.encodings,
                    learned_of(&program, &output, is_blank).encodings
                );
            }
        }
    }
    // A word of which no statement is there, and a statement without a word: only what is between is lost.
    for is_output in [false, true] {
        let (mut program, mut output) = (program.clone(), output.clone());
        let side = if is_output { &mut output } else { &mut program };
        side.remove(254);
        let learned = learned_of(&program, &output, false);
        assert_eq!(learned.contradictions, []);
        assert_eq!(learned.misaligned.len(), 1, "{:?}", learned.misaligned);
        assert!(learned.words[0] >= 460, "{:?}", learned.words);
        let learned = learned_of(&program, &output, true);
        assert_eq!(learned.contradictions, []);
        assert_eq!(learned.misaligned.len(), 1, "{:?}", learned.misaligned);
        assert!(learned.words[0] >= 445, "{:?}", learned.words);
    }
}

/// The output of an assembler that holds fields inverted, and marks the used ones.
fn inverted(output: &[String], fields: &[Field]) -> Vec<String> {
    let lines = output.iter().map(|line| {
        let Ok(listing::Item::Word(mut word)) = listing::item(line) else {
            return line.clone();
        };
        for &field in fields {
            let all = (1_u64 << field.row().size_bits()) - 1;
            word.set(field, !word.get(field) & all as u32);
        }
        listing::line(&word)
    });
    lines.collect()
}

/// Fields that an assembler has otherwise than the table are named once, with their row, and no word is blamed.
#[test]
fn rows_that_do_not_fit_are_named() {
    let (program, output) = divided_samples();
    for field in [
        Field::Lm0Address,
        Field::Grf1ReadAddress,
        Field::Grf0Write,
        Field::AluUnsigned,
        Field::MauCalcEnable,
        Field::L1bmAddress,
    ] {
        let output = inverted(&output, &[field]);
        let learned = learned_of(&program, &output, false);
        let [
            Contradiction::Row {
                place, is_inverted, ..
            },
        ] = learned.contradictions.as_slice()
        else {
            panic!("{}: {:?}", field.name(), learned.contradictions);
        };
        assert_eq!((*place, *is_inverted), (field.into(), true));
        // The rest is learned as before.
        let rows = learned
            .encodings
            .rows_for(WordForm::AutoStride)
            .expect("rows");
        let other = rows.row("lm1_address").expect("a row");
        assert_eq!(other.places(), (138..=149).rev().collect::<Vec<u16>>());
        // With nothing known before, no word is blamed either.
        let learned = learned_of(&program, &output, true);
        for contradiction in &learned.contradictions {
            assert!(
                matches!(contradiction, Contradiction::Inverted { .. }),
                "{}: {contradiction:?}",
                field.name()
            );
        }
    }
    let both = inverted(&output, &[Field::Lm0Address, Field::Grf0Write]);
    let learned = learned_of(&program, &both, false);
    assert_eq!(
        learned.contradictions.len(),
        2,
        "{:?}",
        learned.contradictions
    );
}

/// What few pairs show is printed, and nothing else: the text of each word that they have is its statement, but for what
/// is `?` in it.
#[test]
fn no_row_says_what_it_does_not_hold() {
    let mode = Mode::AutoStride;
    let all: Vec<String> = statements(mode);
    let mvs: Vec<&String> = all.iter().filter(|text| text.starts_with("mv")).collect();
    let double = Double::tidy(5, &universe(&all, mode));
    let mut parser = LineParser::without_suggestions();
    let mut numbers = Random::new(3);
    let (mut whole, mut partly, mut missing) = (0, 0, 0);
    for round in 0..40 {
        let count = 1 + round % 4;
        let chosen: Vec<&str> = (0..count)
            .map(|_| mvs[numbers.index(mvs.len())].as_str())
            .collect();
        let program = chosen.join("\n");
        let output = double.assemble(&program, mode);
        let pair = Pair {
            name: "few.vsm",
            program: &program,
            output: &output,
        };
        let learned = learn(&[pair], true);
        let rows = learned.encodings.clone();
        let rows = rows.rows_for(WordForm::Mv).expect("rows");
        let mut decoder = Decoder::with(learned.encodings);
        for text in chosen {
            let word = hidden_word(&double, &mut parser, text, mode);
            let bits = Bits::parse(&word).expect("a word");
            let back = decoder.by_rows(WordForm::Mv, &bits);
            let Some(back) = back else {
                missing += 1;
                continue;
            };
            if back.contains('?') {
                partly += 1;
                continue;
            }
            whole += 1;
            let again = says(&mut parser, &back, mode);
            assert_eq!(
                again,
                says(&mut parser, text, mode),
                "{program}\n{text}: {back}"
            );
        }
        // Statements that rows give one word differ in nothing that is printed.
        for _ in 0..30 {
            let text = mvs[numbers.index(mvs.len())];
            let Some((_, own)) = properties(&mut parser, text, mode) else {
                continue;
            };
            let Ok(word) = rows.encode(&own) else {
                continue;
            };
            let Some(back) = decoder.by_rows(WordForm::Mv, &word) else {
                continue;
            };
            if !back.contains('?') {
                let again = says(&mut parser, &back, mode);
                assert_eq!(
                    again,
                    says(&mut parser, text, mode),
                    "{program}\n{text}: {back}"
                );
            }
        }
    }
    println!("{whole} texts whole, {partly} with a part that no row tells, {missing} words named");
    assert!(
        whole > 10 && partly > 0 && missing < whole,
        "{whole} {partly} {missing}"
    );
}

/// From the public flat word alone, without the table, its statement comes out and no other.
#[test]
fn the_public_flat_word_is_learned() {
    let line = format!("j {FLAT_WORD}");
    let pair = Pair {
        name: "flat.vsm",
        program: FLAT_STATEMENT,
        output: &line,
    };
    for is_blank in [false, true] {
        let learned = learn(&[pair], is_blank);
        assert_eq!(learned.contradictions, []);
        assert_eq!(learned.words, [0, 1, 0]);
        let mut decoder = Decoder::with(learned.encodings.clone());
        let word = Word::parse(FLAT_WORD, Mode::Flat).expect("a word");
        assert_eq!(
            decoder.decode(&word).text(),
            "imm ui\"0x32f832f8\" $nowrite"
        );
        let by_rows = decoder.by_rows(WordForm::Flat, &Bits::from(&word));
        if let Some(text) = by_rows {
            assert_eq!(text, "imm ui\"0x32f832f8\" $nowrite");
        }
        // The row does not state another value.
        let rows = learned.encodings.rows_for(WordForm::Flat).expect("rows");
        let mut parser = LineParser::without_suggestions();
        let other = properties(&mut parser, "imm ui\"0x32f832f9\" $nowrite", Mode::Flat);
        let (_, other) = other.expect("a statement");
        assert!(is_blank || rows.encode(&other).is_ok());
        assert!(!is_blank || rows.encode(&other).is_err());
    }
}

/// Every MV instruction of public programs has its word, and its text, after the probe was assembled with a hidden layout.
#[test]
fn public_mv_instructions_are_decoded() {
    let Some(folder) = env::var_os("MNC2_PUBLIC_PROGRAMS").map(PathBuf::from) else {
        println!(
            "!!! NO PUBLIC MV INSTRUCTION WAS DECODED: MNC2_PUBLIC_PROGRAMS names no folder !!!"
        );
        return;
    };
    let mut all: BTreeSet<String> = BTreeSet::new();
    let mut parser = LineParser::without_suggestions();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "vsm") {
                let text = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
                for line in text.lines().map(str::trim) {
                    let code = line.split('#').next().unwrap_or_default().trim();
                    let parsed = parser.parse(code);
                    let is_mv = matches!(&parsed.statement, Some(Statement::Mv(_)));
                    if is_mv && !parsed.has_error() {
                        all.insert(code.to_owned());
                    }
                }
            }
        }
    }
    let mode = Mode::AutoStride;
    let made = probe(mode, Knowledge::Nothing);
    let lines = made.text.lines().filter(|line| line.starts_with("mv"));
    let program: String = lines.map(|line| format!("{line}\n")).collect();
    let mut contents: Vec<String> = statements(mode);
    contents.extend(all.iter().cloned());
    let contents = universe(&contents, mode);
    for seed in 0..layouts() {
        let double = Double::tidy(seed, &contents);
        let pair = Pair {
            name: "probe.vsm",
            program: &program,
            output: &double.assemble(&program, mode),
        };
        let learned = learn(&[pair], true);
        assert_eq!(learned.contradictions, []);
        let mut decoder = Decoder::with(learned.encodings);
        let mut decoded = 0;
        for text in &all {
            let word = hidden_word(&double, &mut parser, text, mode);
            let bits = Bits::parse(&word).expect("a word");
            let back = decoder.by_rows(WordForm::Mv, &bits);
            let back = back.unwrap_or_else(|| panic!("{text} does not come out"));
            let again = hidden_word(&double, &mut parser, &back, mode);
            assert_eq!(again, word, "{text}: {back}");
            decoded += 1;
        }
        println!("{decoded} of {} public MV instructions decoded", all.len());
    }
    assert!(all.len() > 300, "{}", all.len());
}

/// The bits of addresses and tags that programs use, and pairs that share a step, are in the probe.
#[test]
fn the_probe_covers_what_programs_use() {
    let mode = Mode::AutoStride;
    let made = probe(mode, Knowledge::Nothing);
    for mode in [Mode::AutoStride, Mode::Flat] {
        let rest = probe(mode, Knowledge::Public(&Encodings::default()));
        let (statements, contents) = (rest.statements, rest.contents);
        println!("{mode:?}: {statements} statements for {contents} contents");
    }
    let mut parser = LineParser::without_suggestions();
    let mut shown: BTreeMap<String, u64> = BTreeMap::new();
    let mut pairs = 0;
    for line in made.text.lines() {
        let Some((_, said)) = says(&mut parser, line, mode) else {
            continue;
        };
        pairs +=
            u32::from(said.contains_key("l1bm turned opcode") && said.contains_key("l1bm opcode"));
        for (name, key) in said {
            if let PropertyContent::Number(number) = key {
                *shown.entry(name).or_default() |= number;
            }
        }
    }
    for (name, bits) in [
        ("from address", 28),
        ("to address", 28),
        ("tag", 8),
        ("wait", 8),
    ] {
        // Addresses of MV instructions are multiples of 16.
        let aligned = if name.ends_with("address") { 15 } else { 0 };
        let wanted = ((1_u64 << bits) - 1) & !aligned;
        assert_eq!(shown[name] & wanted, wanted, "{name}: {:#x}", shown[name]);
    }
    assert!(pairs > 10, "{pairs}");
}
