//! Strict mode: the hazards of manual 3.6.3 in both directions, hazards that only a run shows, and the same findings as the
//! check of the text if the text determines everything.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use mnc2_emulator::strict::{FindingKind, Strict, StrictFinding};
use mnc2_emulator::{Machine, Outcome, RunOptions};
use mnc2_isa::timing::RULES;
use mnc2_program::code::Code;
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_program::{ModeChoice, Program};
use mnc2_review::{RunReview, check_by};
use mnc2_text::random::Random;
use mnc2_text::{Level, Severity};

/// The findings of strict mode for a program that runs to its end.
#[track_caller]
fn findings(source: &str) -> Vec<StrictFinding> {
    let program = mnc2_asm::parse(source);
    let broken = program.iter().find(|line| line.has_error());
    assert_eq!(broken, None, "{source}");
    let mut strict = Strict::new();
    let report = Machine::new().run_observed(
        &program,
        &RunOptions::default(),
        &mut Vec::new(),
        &mut strict,
    );
    assert_eq!(report.outcome, Outcome::Finished, "{source}");
    strict.take_findings()
}

fn hazards(source: &str) -> Vec<StrictFinding> {
    let mut findings = findings(source);
    findings.retain(|finding| matches!(finding.kind, FindingKind::Hazard { .. }));
    findings
}

/// All findings of a program, one a line.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "`expect!` makes a value")]
fn check(source: &str, expected: Expect) {
    let text: String = findings(source)
        .iter()
        .map(|finding| {
            let line = source.lines().nth(finding.line as usize).unwrap_or("");
            let range = finding.range.start as usize..finding.range.end as usize;
            format!(
                "{}: {}: {}\n",
                finding.line + 1,
                &line[range],
                finding.message()
            )
        })
        .collect();
    expected.assert_eq(&text);
}

/// A program that keeps a distance, and one that does not.
#[track_caller]
fn both_ways(good: &str, bad: &str, code: Code) {
    assert_eq!(hazards(good), [], "{good}");
    let found = hazards(bad);
    let codes: Vec<_> = found.iter().map(StrictFinding::code).collect();
    assert_eq!(codes, [Some(code)], "{bad}");
}

#[test]
fn the_manuals_examples_of_distances() {
    let pairs = [
        (
            "l2bm@0 $lb0 $lc4096\nnop\nmvp/n4160 $lc0@.0 $d0",
            "nop\n",
            "",
            Code::L2bmMvHazard,
        ),
        (
            "l2bm@0 $lb0 $lc0\nnop/3\nl2bmb $lc64 $lb64",
            "nop/3",
            "nop/2",
            Code::L2bmDirectionHazard,
        ),
        (
            "l2bmb $lc0 $lb0\nnop/2\nl2bm@0 $lb64 $lc64",
            "nop/2",
            "nop",
            Code::L1bPortHazard,
        ),
        (
            "l2bmi@0/0 $lb0 $lb0\nnop/3\nl2bm@1 $lb64 $lc64",
            "nop/3",
            "nop/2",
            Code::L1bPortHazard,
        ),
        (
            "l2bmi@0/0 $lb64 $lb64\nnop\nl1bmm $lb52 $lr0v",
            "$lb52",
            "$lb56",
            Code::MulticastHazard,
        ),
        (
            "l2bmb $lc0 $lb64\nl1bmm $lb52 $lr0v",
            "$lb52",
            "$lb56",
            Code::L2bmToPeHazard,
        ),
        (
            "l1bmr4dfadd $lr0v $lb48\nnop/2\nl2bmrdfadd $lb64 $lc0",
            "$lb48",
            "$lb32",
            Code::PeThenL2bmHazard,
        ),
        (
            "l1bmrdfadd $lr0v $lb0\nnop/2\nl1bmm $lb16 $ls0v",
            "nop/2",
            "nop",
            Code::L1bmDirectionHazard,
        ),
        (
            "lpassa $lr0v $lm0v\nnop/2\nlpassa $lm100v $ls0v",
            "nop/2",
            "nop",
            Code::LmHazard,
        ),
        (
            "lpassa $lm0v $lr0v\nnop\nlpassa $lr0v $ls0v",
            "nop\n",
            "",
            Code::GrfHazard,
        ),
        (
            "lpassa $lm0v $lt\nnop\nlpassa $lt $ls0v",
            "nop\n",
            "",
            Code::THazard,
        ),
        (
            "imm f\"1.0\" $r0/1000\nnop\ndvadd $lm0v $r0e $ln0v",
            "/1000",
            "/0010",
            Code::GrfHazard,
        ),
        (
            "imm f\"1.0\" $r0/0100\nnop\ndvadd $lm0v $r0e $ln0v",
            "/0100",
            "/0001",
            Code::GrfHazard,
        ),
    ];
    for (good, keep, less, code) in pairs {
        both_ways(good, &good.replace(keep, less), code);
    }
    for silent in [
        "l2bmb@0 $lc0 $lb0\nl2bm@1 $lb0 $lc64",
        "l2bmi@0/0 $lb0 $lb0\nl2bmi@0/0 $lb64 $lb64",
        "lpassa $llm0v $omr1\nlpassa $lln0v $lr0v/$imr1",
        "lpassa $lm0v $lr0v\nlpassa $lr8v $ls0v",
    ] {
        assert_eq!(hazards(silent), [], "{silent}");
    }
}

#[test]
fn what_a_run_knows_and_the_text_does_not() {
    // Through the T-register, each PE of a MAB reads another address; only PE 1 reads what was set.
    check(
        "\
d set $lm8 1 l7
d set $ltp0 4 l0l0l0l0
d set $ltp1 4 l8l8l8l8
d set $ltp2 4 l10l10l10l10
d set $ltp3 4 l20l20l20l20
lpassa $lmt0 $ls0
",
        expect![[r#"
            6: $lmt0: `$m0` is read but uninitialized (PE n0c0b0m0p0 and 3071 more)
        "#]],
    );
    // By `j`, PEs 0 and 1 read the word after the initialized one.
    check(
        "d set $lm0 1 l7\nlpassa $lm0j1 $ls0\n",
        expect![[r#"
        2: $lm0j1: `$m2` is read but uninitialized (PE n0c0b0m0p0 and 2047 more)
    "#]],
    );
    // Under a variable mask only some PEs write.
    let masked = "\
imm i\"2\" $nowrite
isub $peid $aluf $omr1
imm i\"3\" $lr0v/$imr1
lpassa $lr0v $ls0v
nop/2
";
    check(
        masked,
        expect![[r#"
        4: $lr0v: `$r0` is read but uninitialized (PE n0c0b0m0p0 and 127 more)
        4: $lr0v: `$r0` was read too early: 3 cycles between this and the write in line 3, 6 needed, 3 short (PE n0c0b0m0p2 and 3967 more)
    "#]],
    );
    // Nothing is written where the flags suppress the write.
    check(
        "zero $omr1\nimm i\"3\" $lr0v/$imr1\nlpassa $lr0v $ls0v\n",
        expect![[r#"
            3: $lr0v: `$r0` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
        "#]],
    );
    // The base address register is not in effect yet.
    check(
        "lpassa $peid $lnb\nlpassa $ln0 $ls0\n",
        expect![[r#"
        2: $ln0: `$n0` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
        2: $ln0: LM1 was read too early: 0 steps between this and the write in line 1, 2 needed, 2 short (PE n0c0b0m0p0 and 4095 more)
    "#]],
    );
}

/// A mask for long words does not hold back the second one of the T-register, and an address, which is made of the
/// first one, reads the entry as a whole.
#[test]
fn an_address_from_t_waits_for_the_whole_entry() {
    for (masked, code) in [
        ("0000", Code::THazard),
        ("1000", Code::THazard),
        ("1111", Code::THazard),
    ] {
        for read in ["lpassa $lmt0 $ls0v", "lpassa $ls0v $lmt0"] {
            let bad = format!("lpassa $lr0v $t/{masked}\n{read}");
            both_ways(&bad.replace('\n', "\nnop\n"), &bad, code);
        }
    }
    // Held back as a whole in cycle 0 only, which leaves the others.
    let read = "lpassa $lmt0 $ls0v";
    assert_eq!(hazards(&format!("lpassa $lr0v $t/ll0000\n{read}")), []);
    both_ways(
        &format!("lpassa $lr0v $t/ll0111\nnop\n{read}"),
        &format!("lpassa $lr0v $t/ll0111\n{read}"),
        Code::THazard,
    );
}

#[test]
fn reads_of_what_nothing_ever_wrote() {
    check(
        "\
d set $lm0m3 2 l1l2
lpassa $lm0v $lr0v
lpassa $lln4v $ls0v
l1bmm $lb8 $ln0v
l2bmb $lc0 $lb0
mvp/n64 $d0@0 $p0@1
lpassa $t $lr0v
lpassa $mauf $ls0v
dmmulu $lx $lr0v $lr8v
l1bmm $lbi $lr16v
",
        expect![[r#"
            2: $lm0v: `$m0` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
            3: $lln4v: `$n4` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
            4: $lb8: `$lb8` is read but uninitialized (L1B n0c0b0 and 63 more)
            5: $lc0: `$lc0` is read but uninitialized (L2B n0c0 and 7 more)
            6: $d0@0: `$d0` is read but uninitialized (group n0)
            7: $t: the T-register's entry of cycle 0 is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
            8: $mauf: `$mauf` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
            9: $lx: a row of `$lx` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
            10: $lbi: `$lbi` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
        "#]],
    );
    // Writes of hosts and debug statements initialize memory, and a look at memory is not a read.
    let words = "0000000000000001".repeat(64);
    let source = format!(
        "\
c 0 0 i01 i00 0 000000000 000040 {words}
r 1 000000000 040 {words}
d set $llb0 8 l1l1l1l1l1l1l1l1l1l1l1l1l1l1l1l1
d set $lt 4 l1l1l1l1
d get $lm0 1
mvp/n64 $p0@0 $lc0@0.0
mvp/n64 $d0@1 $lc0@1.0
l1bmm $lb0 $lr0v
lpassa $lt $ls0v
"
    );
    check(&source, expect![[r#""#]]);
}

/// A template with every `#` replaced with a small multiple of the number that follows it up to `.`.
fn fill(random: &mut Random, template: &str) -> String {
    let mut parts = template.split('#');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (step, rest) = part.split_once('.').expect("a step");
        let step: u64 = step.parse().expect("a number");
        text += &(step * random.below(6)).to_string();
        text += rest;
    }
    text
}

const PE: [&str; 16] = [
    "lpassa $lm#2. $lr#2.v",
    "lpassa $lr#2.v $ln#4.v",
    "lpassa $lr#2.v $ls#2.v",
    "lpassa $ls#2. $lr#2.",
    "ipassa $r#1.v $s#1.",
    "lpassa $llr#4.v $lls#4.v",
    "lpassa $ln#2.v $lm#2.v/1010",
    "lpassa $lr#2.v $ls#2./1000",
    "lpassa $lr#2. $lr#2./0010",
    "lpassa $ls#2.v $t/0111",
    "lpassa $t $lr#2.v/0001",
    "lpassa $lmt#2. $ls#2.v",
    "ladd $lr#2.v $ls#2.v $lr#2.v $ln#2.v",
    "imm i\"1\" $lr#2./1100",
    "lpassa $ls#2. $lnb",
    "lpassa $ls#2. $lmb/0100",
];

const TRANSFERS: [&str; 24] = [
    "l1bmm $lb#4. $lr64v",
    "l1bmm4 $lb#16. $lr64v",
    "l1bmd $lb#64. $lr64v",
    "l1bmp $lb#2. $ls64v",
    "l1bmp $llb#8. $lls64v",
    "l1bmm@0 $lm64v $lb#4.",
    "l1bmr4dfadd $lr128v $lb#16.",
    "l1bmd $lr128v $lb#64.",
    "l2bmb $lc#64. $lb#16.",
    "l2bmb@#1. $lc#64. $lb#16.",
    "l2bmd $lc#64. $lb#16.",
    "l2bm@#1. $lb#16. $lc#64.",
    "l2bmrdfadd $lb#16. $lc#64.",
    "l2bmd $lb#8. $lc#64.",
    "l2bmi@#1./0 $lb#16. $lb#64.",
    "mvp/n64 $lc#64.@0.0 $d0@0",
    "mvp/n512 $lc#64.@0.0 $d0@0",
    "l2bmdars $lc#64.@.0 $dar#2.",
    "l2bmdarw",
    "l2bmdars $lc#64.@.1 $dar#2.; l2bmdarw",
    "l2bmdarw; l2bmdars $lc#64.@.0 $dar#2.",
    "mvp/n64nd1 $p0@0 $di#2.@0",
    "mvp/n64 $p0@0 $di#2.@1",
    "mvp/n128nd2 $di#2. $lc0@.1",
];

fn program(random: &mut Random) -> String {
    let mut source = String::new();
    for _ in 0..40 {
        let template = match random.below(8) {
            0 => random.one_of(&["nop", "nop", "nop/2", "nop/3"]),
            1..=3 => random.one_of(&TRANSFERS),
            _ => random.one_of(&PE),
        };
        source += &fill(random, template);
        source.push('\n');
    }
    source
}

/// A finding as both sides see it: line, code, severity and the line of the write.
type Seen = BTreeSet<(u32, &'static str, Severity, Option<u32>)>;

/// Codes that a run can find: those for breaking a distance.
fn is_of_runs(code: Code) -> bool {
    let mut rules = RULES.iter().filter(|rule| rule.distance > 0);
    rules.any(|rule| Code::from_rule(rule) == Some(code))
}

fn seen_in_text(program: &Program, rules: &Rules) -> Seen {
    let report = check_by(program, rules);
    let findings = report.findings.iter().filter_map(|finding| {
        let diagnostic = &finding.diagnostic;
        let written = diagnostic.notes.iter().find_map(|note| note.line);
        if is_of_runs(diagnostic.code) {
            let severity = diagnostic.severity();
            return Some((finding.line, diagnostic.code.id(), severity, written));
        }
        assert!(!diagnostic.is_error(), "{diagnostic:#?}");
        None
    });
    findings.collect()
}

fn seen_in_run(program: &Program, found: &[StrictFinding], rules: &Rules) -> Seen {
    let mut review = RunReview::new(program, rules);
    let findings = found.iter().filter_map(|finding| {
        let FindingKind::Hazard { written_line, .. } = finding.kind else {
            unreachable!("hazards only");
        };
        let code = finding.code().expect("every hazard has a diagnostic");
        let severity = review.severity(finding.line, code)?;
        Some((finding.line, code.id(), severity, Some(written_line)))
    });
    findings.collect()
}

/// In code, severity and profile.
#[test]
fn text_and_run_agree_where_the_text_knows_everything() {
    let mut random = Random::new(1);
    let mut seen = BTreeSet::new();
    for _ in 0..320 {
        let source = program(&mut random);
        let program = mnc2_asm::parse(&source);
        let found = hazards(&source);
        for profile in RuleProfile::ALL {
            let rules = Rules::from_profile(profile).with_mode(ModeChoice::Infer);
            let expected = seen_in_text(&program, &rules);
            let name = profile.row().name;
            assert_eq!(
                seen_in_run(&program, &found, &rules),
                expected,
                "{name}\n{source}"
            );
            seen.extend(expected.into_iter().map(|(_, code, ..)| code));
        }
    }
    // Every rule but the one about variable masks was broken somewhere.
    assert_eq!(
        seen.into_iter().collect::<Vec<_>>().join(" "),
        "E1001 E1003 E1004 E1005 E1006 E1007 E1008 E1009 E1010 E1012 W1002 W1015"
    );
}

#[test]
fn levels_and_comments_hold_for_a_run_as_for_a_check() {
    let source = "linc $lm0 $lr0\nlinc $lr0 $lm0\nnop/3\nlinc $lm0 $lr0\nlinc $lr0 $lm0 # mnc2: allow(E1010)";
    let program = mnc2_asm::parse(source);
    let found = hazards(source);
    let mut rules = Rules::default();
    for (level, count) in [(Level::Error, 1), (Level::Hint, 1), (Level::Off, 0)] {
        rules.levels.set(Code::GrfHazard.into(), level);
        let reported = seen_in_run(&program, &found, &rules);
        assert_eq!(reported, seen_in_text(&program, &rules), "{level:?}");
        assert_eq!(reported.len(), count, "{level:?}");
    }
}

/// Memory that the judge zeroes is initialized, and other memory is not.
#[test]
fn zeroed_memory_counts_as_written() {
    let source = "linc $lm0 $lt\nlpassa $ls0 $ln0/$imr1\nl1bmm $lb0 $lr0\nl2bmb $lc0 $lb64\nmvp/n64 $d0@0 $p0@0\nlpassa $aluf $ln0\nl1bmd $lbi $lr0";
    let program = mnc2_asm::parse(source);
    let unwritten = |prepare: &dyn Fn(&mut Strict)| -> Vec<u32> {
        let mut strict = Strict::new();
        prepare(&mut strict);
        let options = RunOptions::default();
        Machine::new().run_observed(&program, &options, &mut Vec::new(), &mut strict);
        let findings = strict.take_findings().into_iter();
        let unwritten = findings.filter(|finding| finding.kind == FindingKind::Unwritten);
        unwritten.map(|finding| finding.line + 1).collect()
    };
    assert_eq!(unwritten(&|_| {}), [1, 2, 2, 3, 4, 5, 7]);
    assert_eq!(unwritten(&Strict::zeroed_on_chip), [5, 7]);
    assert_eq!(unwritten(&Strict::zeroed_off_chip), [1, 2, 2, 3, 4, 7]);
}
