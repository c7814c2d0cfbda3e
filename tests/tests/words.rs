//! Instruction words: that the page in the book is made of the table, that what the checker accepts fits into a word, and
//! how many steps of public programs are known to the bit, and that public outputs of the real assembler agree with it.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use mnc2_asm::LineParser;
use mnc2_isa::field::{Component, Evidence, Field, WORD_BITS};
use mnc2_isa::{MauOp, Mode, Op};
use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check;
use mnc2_tests::files;
use mnc2_tests::generate::Choices;
use mnc2_tests::near_legal::{Maker, Style};
use mnc2_text::line;
use mnc2_words::assembler_output::is_output;
use mnc2_words::listing::bits;
use mnc2_words::{Decoder, Pair, Shares, Word, encode, learn};

const PAGE: &str = "docs/machine-words.md";
const PICTURE: &str = "docs/images/instruction-word.svg";
const START: &str = "<!-- The rest of this page is made from isa/src/field/table.rs. -->\n";

/// The table of fields as Markdown.
fn table() -> String {
    let mut out = String::new();
    for component in Component::ALL {
        let width = component.width_bits();
        let _ = writeln!(out, "\n### `{}`\n\n{width} bits.\n", component.name());
        out.push_str(
            "| bits | field | idle | known | in use, seen | meaning |\n|---|---|---|---|---|---|\n",
        );
        for field in Field::ALL {
            let row = field.row();
            if row.component != component {
                continue;
            }
            let seen: Vec<String> = row
                .seen
                .iter()
                .map(|range| match (range.start(), range.end()) {
                    (first, last) if first == last => first.to_string(),
                    (first, last) => format!("{first} to {last}"),
                })
                .collect();
            let seen = if seen.is_empty() {
                "–".to_owned()
            } else {
                seen.join(", ")
            };
            let bits = bits(*field, Mode::AutoStride);
            let bits = bits.trim_start_matches("bits ").trim_start_matches("bit ");
            let (name, idle, known) = (field.name(), row.idle, row.evidence.name());
            let meaning = row.meaning;
            let _ = writeln!(
                out,
                "| {bits} | `{name}` | {idle} | {known} | {seen} | {meaning} |"
            );
        }
    }
    out
}

/// The fill of a field's bits.
const fn colour(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Obs => "#8fd19e",
        Evidence::Obs1 => "#c5e8a5",
        Evidence::Pub => "#9ec5fe",
        Evidence::Inf => "#ffda8a",
    }
}

/// The word as a picture: four lines of 73 bits, a box for each field.
fn picture() -> String {
    const LINE_BITS: u16 = WORD_BITS / 4;
    const CELL: u16 = 14;
    let width = LINE_BITS * CELL + 20;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} 270\" font-family=\"sans-serif\" font-size=\"9\">\n<rect width=\"{width}\" height=\"270\" fill=\"#ffffff\"/>\n"
    );
    let mut boxed = |low: u16,
                     high: u16,
                     dy: u16,
                     height: u16,
                     fill: &str,
                     label: &str,
                     title: &str| {
        // A field can be in two lines.
        for line in 0..4 {
            let top = WORD_BITS - 1 - line * LINE_BITS;
            let bottom = top + 1 - LINE_BITS;
            if high < bottom || low > top {
                continue;
            }
            let (first, last) = (high.min(top), low.max(bottom));
            let (x, y) = (10 + (top - first) * CELL, 10 + line * 58 + dy);
            let wide = (first - last + 1) * CELL;
            let room = usize::from(wide / 5);
            let shown: String = label.chars().take(room).collect();
            let shown = if shown.len() < label.len() && room < 3 {
                String::new()
            } else {
                shown
            };
            let _ = writeln!(
                out,
                "<g><title>{title}</title><rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{height}\" fill=\"{fill}\" stroke=\"#444444\" stroke-width=\"0.6\"/><text x=\"{}\" y=\"{}\">{shown}</text></g>",
                x + 2,
                y + height - 5
            );
        }
    };
    let mut top = WORD_BITS;
    for component in Component::ALL {
        let low = top - component.width_bits();
        boxed(
            low,
            top - 1,
            0,
            16,
            "#e9ecef",
            component.name(),
            component.name(),
        );
        top = low;
    }
    for field in Field::ALL {
        let row = field.row();
        let title = format!(
            "{}, {}, {}",
            field.name(),
            bits(*field, Mode::AutoStride),
            row.evidence.name()
        );
        let label = field.name();
        let (low, high) = (*row.bits.start(), *row.bits.end());
        boxed(low, high, 16, 24, colour(row.evidence), &label, &title);
    }
    let all = [Evidence::Obs, Evidence::Obs1, Evidence::Pub, Evidence::Inf];
    for (index, evidence) in (0..).zip(all) {
        let x = 10 + index * 110;
        let (fill, name) = (colour(evidence), evidence.name());
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"246\" width=\"14\" height=\"14\" fill=\"{fill}\" stroke=\"#444444\" stroke-width=\"0.6\"/><text x=\"{}\" y=\"257\">{name}</text>",
            x + 19
        );
    }
    out.push_str("</svg>\n");
    out
}

#[test]
fn the_page_is_made_of_the_table() -> Result<(), Box<dyn Error>> {
    let path = files::root().join(PAGE);
    let held = fs::read_to_string(&path)?.replace("\r\n", "\n");
    let Some((written, _)) = held.split_once(START) else {
        return Err(format!("{PAGE} has no line `{START}`").into());
    };
    files::fresh(&path, &format!("{written}{START}{}", table()))?;
    files::fresh(&files::root().join(PICTURE), &picture())?;
    Ok(())
}

/// Where the checker accepts a step, each expression finds what it needs in the word, and the word is in its text.
#[test]
fn what_is_accepted_fits_into_a_word() {
    let mut choices = Choices::new(2925);
    let (mut parser, mut decoder) = (LineParser::without_suggestions(), Decoder::new());
    let (mut accepted, mut refused) = (0, 0);
    let style = Style {
        is_flat: false,
        is_data_dependent: true,
        deviation: 12,
    };
    let mut maker = Maker::new(&mut choices, style);
    for _ in 0..4000 {
        let statement = maker.statement();
        let line = parser.parse(&statement);
        let Some(step) = line.step() else { continue };
        let report = check(
            &mnc2_asm::parse(&statement),
            ModeChoice::Given(Mode::AutoStride),
        );
        if report.findings.iter().any(|it| it.diagnostic.is_error()) {
            refused += 1;
            continue;
        }
        accepted += 1;
        let encoded = encode(step, Default::default(), Mode::AutoStride);
        let is_shared = step
            .expressions
            .iter()
            .any(|expression| expression.op == Op::Mau(MauOp::Mwrite));
        for known in &encoded.fields {
            // Whether the halves of a product and the rows of a write collide is not known.
            let is_open = known.place == Field::MauHalf.into() && is_shared;
            if let (Some(bits), false) = (known.content.bits(), is_open) {
                let field = known.place.name();
                let fits = Word::fits(known.place, bits);
                let held = encoded.word.get(known.place);
                assert!(held == bits || !fits, "{statement}: {field}");
            }
        }
        let decoded = decoder.decode(&encoded.word);
        assert_eq!(decoded.encoded.word, encoded.word, "{statement}");
    }
    println!("{accepted} steps accepted, {refused} refused");
    assert!(accepted > 300 && refused > 300, "{accepted}, {refused}");
}

/// Words of the real assembler, next to programs in the folder that `MNC2_PUBLIC_PROGRAMS` names, equal the words of the table.
#[test]
fn public_pairs_agree_with_the_table() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os("MNC2_PUBLIC_PROGRAMS").map(PathBuf::from) else {
        println!("!!! NO PUBLIC PAIR WAS COMPARED: MNC2_PUBLIC_PROGRAMS names no folder !!!");
        return Ok(());
    };
    let (mut pairs, mut apart, mut words, mut skipped) = (0, 0, 0, 0);
    let mut confirmed = [0_u64; 2];
    for path in files::below(&folder, "vsm")? {
        let Ok(output) = fs::read(path.with_extension("asm")) else {
            continue;
        };
        let (program, output) = (line::decode(&fs::read(&path)?).0, line::decode(&output).0);
        if !is_output(&output) {
            continue;
        }
        let pair = Pair {
            name: "program",
            program: &program,
            output: &output,
        };
        let learned = learn(&[pair], false);
        let name = path.display();
        assert!(
            learned.contradictions.is_empty(),
            "{name}: {:?}",
            learned.contradictions
        );
        pairs += 1;
        apart += learned.misaligned.len();
        words += learned.words[0];
        skipped += learned.skipped;
        confirmed[0] += learned.confirmed[0];
        confirmed[1] += learned.confirmed[1];
    }
    let [observed, inferred] = confirmed;
    println!(
        "{pairs} pairs, of which {apart} are of other versions; {words} words, {skipped} of lines with an error here; \
         {observed} contents as observed, {inferred} as inferred, none otherwise"
    );
    Ok(())
}

/// The share of steps that are known to the bit, by subfolder of the folder that `MNC2_PUBLIC_PROGRAMS` names.
#[test]
fn shares_of_public_programs() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os("MNC2_PUBLIC_PROGRAMS").map(PathBuf::from) else {
        println!("!!! NO PUBLIC PROGRAM WAS MEASURED: MNC2_PUBLIC_PROGRAMS names no folder !!!");
        return Ok(());
    };
    let mut all: BTreeMap<String, (usize, Shares)> = BTreeMap::new();
    for path in files::below(&folder, "vsm")? {
        let below = path.strip_prefix(&folder)?;
        let corpus = below
            .components()
            .next()
            .map(|it| it.as_os_str().to_string_lossy());
        let program = mnc2_asm::parse(&line::decode(&fs::read(&path)?).0);
        let shares = Shares::from_program(&program);
        let (programs, sum) = all
            .entry(corpus.unwrap_or_default().into_owned())
            .or_default();
        *programs += 1;
        sum.observed += shares.observed;
        sum.inferred += shares.inferred;
        sum.unknown += shares.unknown;
    }
    println!(
        "| corpus | programs | steps | known to the bit | inferred | unknown |\n|---|---|---|---|---|---|"
    );
    for (corpus, (programs, shares)) in all {
        let total = shares.all();
        if total == 0 {
            continue;
        }
        let share = |part: u64| format!("{:.1} %", 100.0 * part as f64 / total as f64);
        let (observed, inferred, unknown) = (
            share(shares.observed),
            share(shares.inferred),
            share(shares.unknown),
        );
        println!("| {corpus} | {programs} | {total} | {observed} | {inferred} | {unknown} |");
    }
    Ok(())
}
