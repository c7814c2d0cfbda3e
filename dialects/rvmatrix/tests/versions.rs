//! The versions of the extension: what tells them apart, what changes a text of one into the other, and what 0.3 does otherwise.

use mnc2_laws::run::{finish, finished, set};
use mnc2_rvmatrix::encode::Instruction;
use mnc2_rvmatrix::table::{Field, Row};
use mnc2_rvmatrix::version::Version;
use mnc2_rvmatrix::{Code, Document, Machine, Options};
use mnc2_text::fix;
use mnc2_text::interface::{Assemble as _, Disassemble as _, Text as _};
use mnc2_text::{LanguageChoice, Locations as _, Number};

fn options(version: Option<Version>, words: &[&str]) -> Options {
    let mut options = Options {
        version,
        ..Options::default()
    };
    set(&mut options, words);
    options
}

fn machine(program: &str, words: &[&str]) -> Machine {
    let document = Document::new(program, &options(Some(Version::V03), words));
    let machine = Machine::new(&document);
    machine.unwrap_or_else(|trouble| panic!("{:?}: {}", trouble.line, trouble.message))
}

fn register(machine: &Machine, name: &str) -> u64 {
    let at = machine.named(name, None).expect("a register");
    match machine.number(at) {
        Some(Number::Word(value, _)) => value,
        found => panic!("{name}: {found:?}"),
    }
}

fn check(program: &str, name: &str, expected: u64) {
    let found = register(&finished(machine(program, &[])), name);
    assert_eq!(found, expected, "{program}: {name} is {found:x}");
}

fn check_trap(program: &str, expected: &str) {
    let trouble = finish(&mut machine(program, &[])).expect_err("a trap");
    assert!(trouble.contains(expected), "{trouble}");
}

/// The titles of the fixes of the finding about another version, with the texts that they make.
fn fixes(text: &str, version: Option<Version>) -> Vec<(String, String)> {
    let stated = LanguageChoice::from_modeline(text.lines());
    let stated = stated.as_ref().and_then(LanguageChoice::version);
    let version = version.or_else(|| Version::find(stated?));
    let document = Document::new(text, &options(version, &[]));
    let found = document.findings(&|| false);
    let mut about: Vec<_> = found.iter().collect();
    about.retain(|it| it.diagnostic.code == Code::OtherVersion.row());
    assert_eq!(about.len(), 1, "{text}: one finding");
    let finding = &about[0];
    let fixes = finding.diagnostic.fixes.iter();
    let made = fixes.map(|it| {
        let (made, _) = fix::apply(text, [(finding.line, it)]);
        (it.title.to_string(), made)
    });
    made.collect()
}

const NEWER: &str = "# mnc2: language=rvmatrix version=0.2\n csrr t0, xrlenb\n csrr t1, xmlenb\n mcfgk zero, t0\n mdupd.m.x m1, a0\n mdupd.m.x m2, s1\n";

#[test]
fn another_version_is_one_finding_with_two_ways_out() {
    let found = fixes(NEWER, None);
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "this file is rvmatrix 0.3",
            "write the words of version 0.2"
        ]
    );
    assert_eq!(found[0].1, NEWER.replace("=0.2", "=0.3"));
    let older = NEWER
        .replace("xmlenb", "xmregsize")
        .replace("xrlenb", "xmlenb")
        .replace("mdupd.m.x", "mmov.mx");
    assert_eq!(found[1].1, older);
    for (_, text) in &found {
        let document = Document::new(text, &Options::default());
        let errors = document.findings(&|| false);
        assert!(
            errors
                .iter()
                .all(|it| it.diagnostic.code != Code::OtherVersion.row()),
            "{text}"
        );
    }
    // And back.
    let stated = older.replace("=0.2", "=0.3");
    let back = fixes(&stated, None);
    assert_eq!(back[1].1, NEWER.replace("=0.2", "=0.3"));
    // A version that is chosen outside of the text is not stated in it.
    let plain = &NEWER[NEWER.find('\n').map_or(0, |at| at + 1)..];
    let titles: Vec<String> = fixes(plain, Some(Version::V02))
        .into_iter()
        .map(|it| it.0)
        .collect();
    assert_eq!(titles, ["write the words of version 0.2"]);
}

#[test]
fn what_has_no_equivalent_is_not_translated() {
    let only_stated = |lines: &str| {
        let text = format!("# mnc2: language=rvmatrix version=0.2\n csrr t0, xrlenb\n{lines}\n");
        let titles: Vec<String> = fixes(&text, None).into_iter().map(|it| it.0).collect();
        assert_eq!(titles, ["this file is rvmatrix 0.3"], "{lines}");
    };
    for lines in [
        " mzero m1",
        " mdupw.m.x m1, a0",
        " mdupd.m.x m1, t0",
        " csrr t0, xmcsr",
        " csrr t0, 0xcc0",
        " mmovb.x.m a0, m1, a1",
        " mmqa.x m1, m2, m3",
        " .word 0xa001002b",
    ] {
        only_stated(lines);
    }
    let included =
        "# mnc2: language=rvmatrix version=0.2\n#include \"other.h\"\n mdupd.m.x m1, a0\n";
    assert_eq!(fixes(included, None).len(), 1);
    let long = format!("{NEWER}{}", " nop\n".repeat(10_000));
    assert_eq!(fixes(&long, None).len(), 1);
    // A text with words of both versions is in neither.
    let both = "# mnc2: language=rvmatrix version=0.2\n csrr t0, xrlenb\n mmov.mx m0, a0\n";
    assert_eq!(fixes(both, None), []);
}

#[test]
fn without_a_word_of_one_version_a_text_has_the_fields_of_the_default() {
    let word = |text: &str, version| {
        let document = Document::new(text, &options(version, &[]));
        document.assemble(&|| false)[0].hex.clone()
    };
    let text = " mmaqa.b m1, m2, m3";
    assert_eq!(word(text, None), word(text, Some(Version::V02)));
    assert_ne!(word(text, None), word(text, Some(Version::V03)));
    let told = format!("{text}\n mzero m0");
    assert_eq!(word(&told, None), word(text, Some(Version::V03)));
}

#[test]
fn elements_move_between_registers() {
    // Element 5 of 32 bits is row 1, column 1; the number has its low bits alone.
    let set = "li t0, -2\n li t1, 5\n mzero m1\n mmovw.m.x m1, t0, t1\n";
    check(
        &format!("{set} li t2, 21\n mmovw.x.m a0, m1, t2"),
        "a0",
        u64::MAX - 1,
    );
    check(
        &format!("{set} li t2, 20\n mmovb.x.m a0, m1, t2"),
        "a0",
        u64::MAX - 1,
    );
    check(&format!("{set} li t2, 4\n mmovw.x.m a0, m1, t2"), "a0", 0);
    check(
        &format!("{set} li t2, 2\n mmovd.x.m a0, m1, t2"),
        "a0",
        0xffff_fffe_0000_0000,
    );
    let program = "li t0, 0x1234\n mduph.m.x m3, t0\n li t1, 31\n mmovh.x.m a0, m3, t1\n mmovb.x.m a1, m3, t1";
    check(program, "a0", 0x1234);
    check(program, "a1", 0x12);
    check(
        "li t0, 7\n mdupd.m.x m3, t0\n mzero m3\n mmovd.x.m a0, m3, zero",
        "a0",
        0,
    );
}

#[test]
fn registers_and_sizes_of_0_3() {
    let wide = |program: &str| register(&finished(machine(program, &["mlen=256"])), "a0");
    assert_eq!(wide("csrr a0, xrlenb"), 32);
    assert_eq!(wide("csrr a0, xmlenb"), 256);
    check("csrr a0, xmisa", "a0", 0x3ff);
    check("csrwi xmcsr, 7\n csrr a0, xmcsr", "a0", 7);
    // The state MS is not in `xmcsr`: writing 0 does not turn the unit off.
    check("csrwi xmcsr, 0\n mcfgmi a0, 3", "a0", 3);
    check("mcfgmi zero, 3\n mrelease\n csrr a0, xmsize", "a0", 3);
    // All instructions reset the row, and the low bits name a row.
    check(
        "li t0, 2\n csrw xmrstart, t0\n mcfgmi zero, 1\n csrr a0, xmrstart",
        "a0",
        0,
    );
    check(
        "li t0, 9\n mdupd.m.x m1, t0\n li s0, 5\n mmov.mv.x m2, m1[s0]\n mmovd.x.m a0, m2, zero",
        "a0",
        9,
    );
    check_trap("csrwi xmsize, 1", "`xmsize`");
    check_trap("csrr a0, 0xcc3", "no control and status register 0xcc3");
    check_trap(
        "mcfgki zero, 6\n mcfgmi zero, 1\n mldw m0, zero, (sp)",
        "sizeK is 6, which is not a whole number of 32-bit elements",
    );
    // A clip that saturates sets bit 2, by rounding with bits 1:0.
    let clip = "mcfgki zero, 16\n mcfgmi zero, 1\n li t0, 0x7fff\n mdupw.m.x m1, t0\n mzero m2\n mn4clip.s.mm m3, m1, m2\n";
    check(&format!("csrwi xmcsr, 2\n {clip} csrr a0, xmcsr"), "a0", 6);
    check(&format!("{clip} mmovb.x.m a0, m3, zero"), "a0", 127);
}

#[test]
fn sizes_that_are_illegal_in_0_3_are_found() {
    let codes = |text: &str, version| {
        let document = Document::new(text, &options(Some(version), &[]));
        let found = document.findings(&|| false);
        found
            .iter()
            .map(|it| it.diagnostic.code.id)
            .collect::<Vec<_>>()
    };
    let partial = " li t0, 0x00060202\n mcfg zero, t0\n mldw m0, t1, (a0)\n";
    assert_eq!(codes(partial, Version::V02), ["RV0503"]);
    assert_eq!(codes(partial, Version::V03), ["RV0501"]);
    let row = " mmov.mv.i m0, m1[4]\n";
    assert_eq!(codes(row, Version::V02), ["RV0404"]);
    assert_eq!(codes(row, Version::V03), [""; 0]);
    assert_eq!(
        codes(" mcfgi zero, 1\n mldw m0, t1, (a0)\n", Version::V03),
        ["RV0206"]
    );
}

/// Instructions of a row with the smallest and the largest numbers in its fields, and some between.
fn samples(row: &'static Row) -> Vec<Instruction> {
    let mut found = vec![Instruction::new(row)];
    for &field in row.form.fields() {
        let last = (1_u32 << field.width()) - 1;
        let numbers: Vec<u32> = match field {
            Field::Scalar => vec![8, 15],
            _ if last <= 7 => (0..=last).collect(),
            _ => vec![0, 1, last / 3, last],
        };
        found = found
            .iter()
            .flat_map(|it| {
                numbers
                    .iter()
                    .filter_map(move |&number| it.with(field, number))
            })
            .collect();
    }
    found
}

#[test]
fn every_row_is_written_and_read_back_in_each_version() {
    for version in Version::ALL {
        let options = options(Some(version), &[]);
        for row in Row::all(version) {
            let words = samples(row).into_iter().filter_map(|it| {
                let word = it.encode(version)?;
                Some((word, it.text(version)))
            });
            let words: Vec<(u32, String)> = words.collect();
            assert!(!words.is_empty(), "{}", row.mnemonic);
            let text: String = words.iter().map(|(_, text)| format!(" {text}\n")).collect();
            let document = Document::new(&text, &options);
            let made = document.assemble(&|| false);
            assert_eq!(made.len(), words.len(), "{}", row.mnemonic);
            for ((word, text), made) in words.iter().zip(made) {
                assert_eq!(
                    made.hex.trim_start_matches("0x"),
                    format!("{word:08x}"),
                    "{text}"
                );
                assert_eq!(
                    options.disassemble(&made.hex).as_ref(),
                    Ok(text),
                    "{word:08x}"
                );
            }
        }
    }
}

#[test]
fn a_file_of_0_6_is_told_apart_and_not_translated() {
    let text = "# mnc2: language=rvmatrix version=0.3\n msettileki 4\n mlae8 tr0, (a0), t0\n mmov.mm tr1, tr0\n";
    let found = fixes(text, None);
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["this file is rvmatrix 0.6"]);
    assert_eq!(found[0].1, text.replace("=0.3", "=0.6"));
    let older =
        "# mnc2: language=rvmatrix version=0.6\n mcfgki zero, 4\n mldb m0, t0, (a0)\n mzero m1\n";
    let found = fixes(older, None);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1, older.replace("=0.6", "=0.3"));
    // `mzero` is of 0.3 and 0.6, so this is not 0.2, and words of both are in neither.
    let both = format!("{older} mlae8 tr0, (a0), t0\n csrr t0, mtilek\n");
    assert_eq!(fixes(&both, None), []);
}

/// An integer register, or a word of a matrix register such as `acc0[1][2]`, after a program of 0.6.
fn word_06(program: &str, place: &str) -> u64 {
    let document = Document::new(program, &options(Some(Version::V06), &[]));
    let machine = Machine::new(&document).unwrap_or_else(|trouble| panic!("{}", trouble.message));
    let machine = finished(machine);
    let mut parts = place.split(['[', ']']).filter(|part| !part.is_empty());
    let name = parts.next().expect("a name");
    let mut at = machine.named(name, None).expect("a register");
    for part in parts {
        let index = part.parse().expect("an index");
        at = machine.element(at, index).expect("a part of it");
    }
    match machine.number(at) {
        Some(Number::Word(value, _)) => value,
        found => panic!("{place}: {found:?}"),
    }
}

fn trap_06(program: &str, expected: &str) {
    let document = Document::new(program, &options(Some(Version::V06), &[]));
    let machine = Machine::new(&document);
    let mut machine = machine.unwrap_or_else(|trouble| panic!("{}", trouble.message));
    let trouble = finish(&mut machine).expect_err("a trap");
    assert!(trouble.contains(expected), "{trouble}");
}

const TILES: &str = ".data\na: .byte 1, 2, 3, -4, 5, 6\nb: .byte 7, -8, 9, 10, 11, 12\nc: .word 100, 200, 300, 400\n.text\n la a0, a\n la a1, b\n la a2, c\n li t0, 3\n li t1, 8\n msettilemi 2\n msettileni 2\n msettileki 3\n mlae8 tr0, (a0), t0\n mlbe8 tr1, (a1), t0\n mlce32 acc0, (a2), t1\n";

#[test]
fn tiles_are_loaded_multiplied_and_stored() {
    // A is 1 2 3, -4 5 6, and the rows of B are 7 -8 9, 10 11 12.
    let product = [[100 + 18, 200 + 68], [300 - 14, 400 + 87]];
    for (i, row) in product.iter().enumerate() {
        for (j, &expected) in row.iter().enumerate() {
            let place = format!("acc0[{i}][{j}]");
            let text = format!("{TILES} mmacc.w.b acc0, tr1, tr0");
            assert_eq!(word_06(&text, &place), expected, "{place}");
            let place = format!("acc1[{j}][{i}]");
            let back = format!("{text}\n mscte32 acc0, (a2), t1\n mlce32 acc1, (a2), t1");
            assert_eq!(word_06(&back, &place), expected, "{place}");
        }
    }
    // B read by columns: 2 rows of 3 become 7 9 11, -8 10 12.
    let columns = format!("{TILES} li t0, 2\n mlbte8 tr1, (a1), t0\n mmacc.w.b acc0, tr1, tr0");
    assert_eq!(word_06(&columns, "acc0[0][0]"), 100 + 7 + 18 + 33);
    // Unsigned A: -4 is 252. Elements outside the tile become 0.
    let unsigned = format!("{TILES} mmaccus.w.b acc0, tr1, tr0\n");
    assert_eq!(word_06(&unsigned, "acc0[1][1]"), 400 + 2520 + 55 + 72);
    assert_eq!(word_06(&unsigned, "acc0[1][2]"), 0);
    // A register of C has rows of 4 × 64 bits, one of A of 128 bits.
    let wide =
        " li t0, 5\n mdupb.m.x acc1, t0\n mzero acc0\n mmov.mm tr0, acc1\n mmov.mm acc0, tr0\n";
    assert_eq!(word_06(wide, "acc0[3][3]"), 0x0505_0505);
    assert_eq!(word_06(wide, "acc0[3][4]"), 0);
    assert_eq!(word_06(wide, "acc1[3][7]"), 0x0505_0505);
    assert_eq!(word_06("csrr a0, xalenb\n csrr a1, xtlenb", "a0"), 128);
}

#[test]
fn elements_of_accumulation_registers_are_computed() {
    let compute = |instruction: &str| {
        let set = " msettilemi 1\n msettileni 2\n li t0, -7\n mdupw.m.x acc1, t0\n li t1, 3\n mdupw.m.x acc2, t1\n";
        word_06(&format!("{set} {instruction}"), "acc0[0][1]") as u32 as i32
    };
    for (instruction, expected) in [
        ("madd.w.mm acc0, acc1, acc2", -4),
        ("msub.w.mv.i acc0, acc1, acc2[3]", -10),
        ("mmul.w.mm acc0, acc1, acc2", -21),
        ("mmulh.w.mm acc0, acc1, acc2", -1),
        ("mmax.w.mm acc0, acc1, acc2", 3),
        ("mumax.w.mm acc0, acc1, acc2", -7),
        ("mmin.w.mm acc0, acc1, acc2", -7),
        ("mumin.w.mm acc0, acc1, acc2", 3),
        ("msra.w.mm acc0, acc1, acc2", -1),
        ("msrl.w.mm acc0, acc1, acc2", 0x1fff_ffff),
        ("msll.w.mm acc0, acc1, acc2", -56),
        ("mcbcaw.mv.i acc0, acc2[1]", 3),
        ("mrbca.mv.i acc0, acc1[3]", -7),
    ] {
        assert_eq!(compute(instruction), expected, "{instruction}");
    }
    let number = |instruction: &str| {
        let set = " msettilemi 1\n msettileni 2\n li t0, 0x40000000\n mdupw.m.x acc1, t0\n li t1, 0x40400000\n mdupw.m.x acc2, t1\n";
        f32::from_bits(word_06(&format!("{set} {instruction}"), "acc0[0][1]") as u32)
    };
    for (instruction, expected) in [
        ("mfadd.s.mm acc0, acc1, acc2", 5.0),
        ("mfsub.s.mm acc0, acc1, acc2", -1.0),
        ("mfmul.s.mv.i acc0, acc1, acc2[0]", 6.0),
        ("mfmax.s.mm acc0, acc1, acc2", 3.0),
        ("mfmin.s.mm acc0, acc1, acc2", 2.0),
        (
            "msettileki 4\n mmov.mm tr0, acc1\n mmov.mm tr1, acc2\n mzero acc0\n mfmacc.s acc0, tr1, tr0",
            24.0,
        ),
    ] {
        assert!(
            (number(instruction) - expected).abs() < f32::EPSILON,
            "{instruction}"
        );
    }
    // Sums wrap around, or saturate.
    let sum = " msettilemi 1\n msettileni 1\n li t0, 0x7fffffff\n mdupw.m.x acc1, t0\n madd.w.mm acc0, acc1, acc1\n";
    assert_eq!(word_06(sum, "acc0[0][0]"), 0xffff_fffe);
    let saturated = format!("csrwi xmsaten, 1\n{sum} csrr a0, xmcsr\n");
    assert_eq!(word_06(&saturated, "acc0[0][0]"), 0x7fff_ffff);
    assert_eq!(word_06(&saturated, "a0"), 0x800);
}

#[test]
fn what_a_run_of_0_6_does_not_compute_stops_it() {
    trap_06(
        " msettilemi 5\n mlae8 tr0, (a0), t0",
        "mtilem is 5, and it is from 0 to 4 here",
    );
    trap_06(" mfcvtl.s.h acc0, acc1", "does not compute `mfcvtl.s.h`");
    trap_06(
        " mfmacc.h.e5 acc0, tr1, tr0",
        "does not compute `mfmacc.h.e5`",
    );
    trap_06(" mrslidedown tr0, tr1, 1", "does not compute `mrslidedown`");
    trap_06(
        " msettileki 3\n pmmacc.w.b acc0, tr1, tr0",
        "an odd `mtilek`",
    );
    trap_06(" csrwi mtilek, 3", "`mtilek`");
    trap_06(" csrwi xmfrm, 5\n mfmacc.s acc0, tr1, tr0", "`xmfrm` is 5");
    trap_06(" mzero4r tr1", "`tr1` as the first of 4 registers");
}

#[test]
fn stores_of_0_6_are_as_wide_as_their_tile() {
    let codes = |text: &str| {
        let text = format!(" msettilemi 3\n msettileni 2\n msettileki 8\n li t0, 8\n{text}");
        let document = Document::new(&text, &options(Some(Version::V06), &[]));
        let found = document.findings(&|| false);
        found
            .iter()
            .map(|it| it.diagnostic.code.id)
            .collect::<Vec<_>>()
    };
    // A has 3 rows of 8, C 3 rows of 2; the columns of A are 8 rows of 3.
    assert_eq!(codes(" msae8 tr0, (a0), t0\n"), [""; 0]);
    assert_eq!(codes(" msae16 tr0, (a0), t0\n"), ["RV0504"]);
    assert_eq!(codes(" msate16 tr0, (a0), t0\n"), [""; 0]);
    assert_eq!(codes(" msce32 acc0, (a0), t0\n"), [""; 0]);
    assert_eq!(codes(" msce64 acc0, (a0), t0\n"), ["RV0504"]);
    assert_eq!(codes(" mscte32 acc0, (a0), t0\n"), ["RV0504"]);
    // An int4 element is half a byte; a tile of B has `mtilen` rows.
    assert_eq!(
        codes(" msettileki 32\n pmmacc.w.b acc0, tr1, tr0\n"),
        [""; 0]
    );
    assert_eq!(
        codes(" msettileki 34\n pmmacc.w.b acc0, tr1, tr0\n"),
        ["RV0501"]
    );
    assert_eq!(codes(" msettileni 5\n mlbe8 tr0, (a0), t0\n"), ["RV0501"]);
    assert_eq!(codes(" msettileni 5\n mlae8 tr0, (a0), t0\n"), [""; 0]);
}
