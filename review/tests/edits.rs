//! A check after an edit gives the same result as a check of the whole text: chunks are tiny here, so that everything
//! that spans several lines crosses their borders.
//!
//! `MNC2_CHECK_EDITS` is the number of random edits, 1000 unless it is set.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_isa::Mode;
use mnc2_program::code::Code;
use mnc2_program::rules::check::{Findings, Report};
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_program::{Line, ModeChoice, Program};
use mnc2_review::check_by;
use mnc2_text::Level;
use mnc2_text::random::Random;

/// Statements that later lines depend on, or that depend on earlier ones; `{}` is a small address.
const TEMPLATES: &[&str] = &[
    "",
    "",
    "# a comment",
    "nop",
    "nop/2",
    "nop/{}",
    "quit",
    "mask 0",
    "maskr 0b10001",
    "maskrst 0b11000",
    "maskm 3",
    "d get $lm0n0c0b0m0p0 1",
    "d set $lm0n0c0b0m0p0 1 0000000000000001",
    "mvp/n64 $lc{}@.0 $d0",
    "mvp/n4160 $lc0@.0 $d0",
    "l2bm@0 $lb{} $lc{}",
    "l2bm@1 $lb{} $lc64",
    "l2bmb $lc{} $lb{}",
    "l2bmb@0 $lc0 $lb{}",
    "l2bmd $lc4096 $lb{}",
    "l2bmi@0/0 $lb{} $lb{}",
    "l2bmi@1/0 $lb{} $lb64",
    "l2bmrdfadd $lb{} $lc0",
    "l1bmm $lb{} $lr{}v",
    "l1bmp $llb{} $llr0v",
    "l1bmm $lbi $lr0v",
    "l1bmm@0 $lr0v $lb{}",
    "l1bmm@2 $lr{}v $lbi",
    "l1bmrdfadd $lr0v $lb{}",
    "l1bmrdfadd $lr{}v $lbi",
    "l1bmr4dfadd $r0v $lb{}",
    "lpassa $lr{}v $lm{}v",
    "lpassa $lm{}v $lr{}v",
    "lpassa $lr{}v $ls{}v",
    "lpassa $ls{}v $lr{}v/1010",
    "lpassa $lm{}v $lr{}v/$imr1",
    "lpassa $lm{}v $lt",
    "lpassa $lt $ln{}v",
    "lpassa $lr{}v $lmb",
    "lpassa $lr{}v $lnb",
    "lpassa $ln{}v $nowrite",
    "lpassa $lr[0,{},{},4] $ln0",
    "imm f\"1.0\" $r{}/0010",
    "imm i\"1\" $lr{} $ln0/1111",
    "dvadd $lm0v $r{}e $ln0v",
    "dvadd/1010 $lm0v $lm0v $lr{}v",
    "linc $lr{}v $lm0v; fvadd $lm0v $t $ls{}v",
    "lpassa $lmt{} $lr0v",
    "noforward; lpassa $lr{}v $ls0v",
    "frob $lr{}",
    "# mnc2: allow(E1010, W1011)",
    "lpassa $lr{}v $ln{}v # mnc2: allow(E10) # mnc2: allow(E1010)",
    "# mnc2: allow-file(E1009)",
    "lpassa $lr1",
];

/// Every line of the fixtures of diagnostics: each code is raised by some of them.
fn fixture_lines() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/diagnostics");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the fixtures are there")
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok())
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| line.len() < 200)
        .collect()
}

/// Makes lines, and parses each text once.
struct Source {
    random: Random,
    fixtures: Vec<String>,
    parser: LineParser,
    parsed: HashMap<String, Arc<Line>>,
}

impl Source {
    fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            fixtures: fixture_lines(),
            parser: LineParser::new(),
            parsed: HashMap::new(),
        }
    }

    fn line(&mut self) -> String {
        if self.random.index(12) == 0 {
            return self.fixtures[self.random.index(self.fixtures.len())].clone();
        }
        let mut line = String::new();
        let template = self.random.one_of(TEMPLATES);
        // A program that ends early has little to compare.
        let template = if template == "quit" && self.random.index(10) > 0 {
            "nop"
        } else {
            template
        };
        for (index, part) in template.split("{}").enumerate() {
            if index > 0 {
                line.push_str(self.random.one_of(&["0", "2", "4", "8", "16", "64"]));
            }
            line.push_str(part);
        }
        line
    }

    fn lines(&mut self, most: usize) -> Vec<String> {
        let count = self.random.index(most + 1);
        (0..count).map(|_| self.line()).collect()
    }

    fn parse(&mut self, line: &str) -> Arc<Line> {
        if let Some(parsed) = self.parsed.get(line) {
            return Arc::clone(parsed);
        }
        let parsed = Arc::new(self.parser.parse(line));
        self.parsed.insert(line.to_owned(), Arc::clone(&parsed));
        parsed
    }

    /// An edit of a text: which lines are replaced by which.
    fn edit(&mut self, text: &[String]) -> (std::ops::Range<usize>, Vec<String>) {
        let at = self.random.index(text.len());
        let kind = if text.len() > 400 {
            1
        } else {
            self.random.index(8)
        };
        match kind {
            0 => (at..at, vec![self.line()]),
            1 => (
                at..(at + 1 + self.random.index(3)).min(text.len()),
                Vec::new(),
            ),
            2 | 3 => (at..at + 1, vec![self.line()]),
            4 => {
                let line = &text[at];
                let mut cut = self.random.index(line.len() + 1);
                while !line.is_char_boundary(cut) {
                    cut -= 1;
                }
                (
                    at..at + 1,
                    vec![line[..cut].to_owned(), line[cut..].to_owned()],
                )
            }
            5 => {
                let end = (at + 2).min(text.len());
                (at..end, vec![text[at..end].concat()])
            }
            6 => {
                let from = self.random.index(text.len());
                let to = (from + self.random.index(30)).min(text.len());
                (at..at, text[from..to].to_vec())
            }
            _ => {
                let end = (at + self.random.index(20)).min(text.len());
                (at..end, self.lines(20))
            }
        }
    }
}

/// A program in chunks of a size.
fn in_chunks_of(lines_max: usize, lines: Vec<Arc<Line>>) -> Program {
    let mut program = Program::in_chunks_of(lines_max);
    program.replace(0..0, lines);
    program
}

/// A program in small chunks.
fn small(lines: Vec<Arc<Line>>) -> Program {
    in_chunks_of(6, lines)
}

/// A program in a single chunk.
fn in_one_chunk(lines: Vec<Arc<Line>>) -> Program {
    in_chunks_of(usize::MAX, lines)
}

/// The check as one pass over all lines.
fn whole(lines: Vec<Arc<Line>>, choice: ModeChoice) -> Report {
    Findings::check(&in_one_chunk(lines), choice).report()
}

#[test]
fn after_an_edit_a_check_says_what_it_says_of_the_whole_text() {
    let edits = env::var("MNC2_CHECK_EDITS").map_or(1000, |count| {
        count.parse().expect("MNC2_CHECK_EDITS is a number")
    });
    let mut source = Source::new(0x9E37_79B9_7F4A_7C15);
    let mut text = vec![String::new()];
    let mut program = small(vec![Arc::default()]);
    let mut older = Vec::new();
    let (mut findings, mut notes) = (0, 0);
    for round in 0..edits {
        if round % 500 == 0 {
            text = (0..300).map(|_| source.line()).collect();
            let lines = text.iter().map(|line| source.parse(line)).collect();
            program = small(lines);
        }
        // Sometimes several edits come between two checks.
        let several = if source.random.index(8) == 0 { 4 } else { 1 };
        let mut edited = String::new();
        for _ in 0..several {
            let (range, inserted) = source.edit(&text);
            let parsed: Vec<_> = inserted.iter().map(|line| source.parse(line)).collect();
            program.replace(range.clone(), parsed);
            edited.push_str(&format!("{range:?} became {inserted:#?}\n"));
            text.splice(range, inserted);
            if text.is_empty() {
                text.push(String::new());
                program.replace(0..0, [Arc::default()]);
            }
        }
        let choice = match source.random.index(4) {
            0 => ModeChoice::Given(Mode::AutoStride),
            1 => ModeChoice::Given(Mode::Flat),
            _ => ModeChoice::Infer,
        };
        // Older versions are checked again after newer ones.
        if source.random.index(8) == 0 {
            older.push((program.clone(), text.clone()));
        }
        if source.random.index(8) == 0
            && let Some((program, text)) = older.pop()
        {
            let lines = text.iter().map(|line| source.parse(line)).collect();
            assert_eq!(
                Findings::check(&program, choice).report(),
                whole(lines, choice)
            );
        }
        let lines: Vec<_> = text.iter().map(|line| source.parse(line)).collect();
        let found = Findings::check(&program, choice);
        let report = found.report();
        let expected = whole(lines, choice);
        assert_eq!(
            report,
            expected,
            "edit {round}: {edited}{}",
            text.join("\n")
        );
        assert_eq!(found.len(), report.findings.len());
        let codes = found.unwritten().map(|found| (found.line, found.code));
        let expected = report.findings.iter();
        assert!(codes.eq(expected.map(|finding| (finding.line, finding.diagnostic.code))));
        if source.random.index(4) == 0 {
            let mut rules = Rules::from_profile(RuleProfile::Hardware).with_mode(choice);
            if source.random.index(2) == 0 {
                // With all rules, also those that no profile enables.
                for code in Code::ALL {
                    rules.levels.set((*code).into(), Level::Warning);
                }
            }
            let lines = text.iter().map(|line| source.parse(line)).collect();
            let expected = check_by(&in_one_chunk(lines), &rules);
            assert_eq!(check_by(&program, &rules), expected, "edit {round}");
        }
        findings += report.findings.len();
        let diagnostics = report.findings.iter().map(|finding| &finding.diagnostic);
        notes += diagnostics
            .flat_map(|diagnostic| &diagnostic.notes)
            .filter(|note| note.line.is_some())
            .count();
    }
    println!("{edits} edits, {findings} findings, {notes} of them of two lines");
    assert!(findings > edits && notes > edits);
}

#[test]
fn findings_of_a_line_come_in_one_order() {
    let program = mnc2_asm::parse(
        "lpassa $ls0v $lr0v\n\
         hvmul $lr0vr $lm[0,2,4,6] $lln0v\n\
         lpassa $lm1 $ln0\n\
         lpassa $lm[0,2,4,6] $lr0v\n",
    );
    let found = |mode| {
        let findings = Findings::check(&program, ModeChoice::Given(mode));
        let report = findings.report();
        assert_eq!(findings.is_empty(), report.findings.is_empty());
        let codes = report.findings.iter();
        codes
            .map(|finding| (finding.line, finding.diagnostic.code.id()))
            .collect::<Vec<_>>()
    };
    let of_lines = [(1, "W0351"), (1, "E1010"), (2, "E0305")];
    assert_eq!(found(Mode::Flat), of_lines);
    // Flat lists follow what the line states itself, and before what depends on other lines.
    let [own, of_other, next] = of_lines;
    assert_eq!(
        found(Mode::AutoStride),
        [own, (1, "E0309"), of_other, next, (3, "E0309")]
    );
    let silent = Findings::check(&mnc2_asm::parse("nop\n"), ModeChoice::Infer);
    assert!(silent.is_empty());
}

#[test]
fn an_edit_costs_the_chunks_it_touches() {
    const LINES: &[&str] = &[
        "maskr 0b10001",
        "l1bmrdfadd $lr0v $lbi",
        "lpassa $lr0v $lm0v",
        "d get $lm0n0c0b0m0p0 1",
        "lpassa $lm64v $ls0v",
    ];
    let mut source = Source::new(1);
    let lines: Vec<_> = LINES[..2]
        .iter()
        .chain(LINES[2..].iter().cycle().take(3000))
        .map(|line| source.parse(line))
        .collect();
    let program = small(lines);
    let report = Findings::check(&program, ModeChoice::Infer);
    assert!(report.len() > 900);
    let mut edit = |range: std::ops::Range<usize>, text: &[&str]| {
        let known = Findings::check(&program, ModeChoice::Infer);
        assert_eq!(known.len(), report.len());
        let mut after = program.clone();
        after.replace(range, text.iter().map(|line| source.parse(line)));
        let found = Findings::check(&after, ModeChoice::Infer);
        assert!(found.len() > 900);
        found.checked_anew_since(&known)
    };
    for (what, anew) in [
        ("another line", edit(1500..1500, &["# a comment"])),
        ("a line less", edit(1500..1501, &[])),
        ("another step", edit(1500..1500, &["nop"])),
        ("another write", edit(1500..1500, &["lpassa $lr0v $ln0v"])),
        ("far above", edit(2..2, &["# a comment"])),
        ("above all that is remembered", edit(0..0, &["", "", ""])),
        (
            "the remembered statement, alike",
            edit(0..1, &["  maskr 0b10001 # here"]),
        ),
        ("a block", edit(1500..1510, &["nop"; 10])),
    ] {
        assert!(anew <= 6, "{what}: {anew} chunks were checked anew");
    }
    assert!(
        edit(0..1, &["maskr 0b10010"]) > 400,
        "another setting is seen by all"
    );
}
