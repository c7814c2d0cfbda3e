//! The generated page of the manual's sections is up to date, everything that has a section is on it, and each finding
//! cites the section that states its rule.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

use mnc2_assist::explain;
use mnc2_isa::timing::RULES;
use mnc2_isa::{Op, operand_doc};
use mnc2_program::ModeChoice;
use mnc2_program::code::Code;
use mnc2_program::rules::check::check;
use mnc2_tests::{annotation, files};

#[test]
fn the_page_of_sections_is_fresh() -> Result<(), String> {
    files::fresh(
        &files::root().join("docs/sections.md"),
        &explain::sections(),
    )
}

#[test]
fn every_section_leads_to_a_heading() {
    let page = explain::sections();
    let rows = Op::all().map(|op| op.row().section);
    let operands = operand_doc::all().map(|entry| entry.section);
    let codes = Code::ALL.iter().map(|code| code.row().section);
    for section in rows.chain(operands).chain(codes) {
        let found = explain::documented_section(section).expect(section);
        let anchor = format!("<a id=\"{}\"></a>{found}\n", explain::section_anchor(found));
        assert!(page.contains(&anchor), "{section}");
    }
    // What a distance cites is found under its own number.
    for rule in RULES.iter().filter(|rule| rule.distance > 0) {
        let found = explain::documented_section(rule.section);
        assert_eq!(found, Some(rule.section));
    }
}

/// The section that a code cites for each memory, opcode or statement: a program and the section. A code that is not
/// here always cites the section of its row.
const CITED: &[(&str, &[(&str, &str)])] = &[
    (
        "E0101",
        &[
            ("d set $lm0n0", "3.4.4"),
            ("d get $lm0n0", "3.4.3"),
            ("mask", "3.6.2.1"),
            ("mvp/n64 $p0@", "3.5.1"),
            ("lpassa $lm0v )", "3.6"),
            ("lpassa$lm0v $ln0v", "3.6"),
            ("quit )", "3.4.2"),
            (")", "3.1"),
        ],
    ),
    (
        "E0201",
        &[
            ("lpasa $lm0v $ln0v", "3.6"),
            ("mvq/n64 $p0@0 $d0@1", "3.5.8"),
        ],
    ),
    (
        "E0202",
        &[
            ("l2bmb/7 $lc0 $lb0", "3.6.7.2"),
            ("nop+3", "3.6.5"),
            ("hvmul@1 $lm0v $ln0v $nowrite", "3.6.9.19"),
            ("l1bmm+1 $lb0 $lr0v", "3.6.8.8"),
        ],
    ),
    (
        "E0203",
        &[
            ("hbfn $lm0v $ln0v", "3.6.12.12"),
            ("l2bm $lb0 $lc0", "3.6.7.5"),
            ("l2bmi $lb0 $lb64", "3.6.7.9"),
            ("l1bmm $lr0v $lb0", "3.6.8.10"),
            ("l1bmm4 $lr0v $lb0", "3.6.8.16"),
        ],
    ),
    (
        "E0205",
        &[
            ("l2bmb@8 $lc0 $lb0", "3.6.7.1"),
            ("l2bm@8 $lb0 $lc0", "3.6.7.5"),
            ("l1bmm@16 $lr0v $lb0", "3.6.8.10"),
            ("l1bmm4@4 $lr0v $lb0", "3.6.8.16"),
        ],
    ),
    (
        "E0208",
        &[
            ("l1bmd+16 $lb0 $lr0v", "3.6.8.20"),
            ("l1bmd+16 $lr0v $lb0", "3.6.8.21"),
        ],
    ),
    (
        "E0301",
        &[
            ("lpassa $foo $ln0v", "3.6.1"),
            ("mvp/n64 foo $d0@1", "3.5.2"),
        ],
    ),
    (
        "E0302",
        &[
            ("lpassa $lm0v", "3.6.12.5"),
            ("dvadd $lm0v $ln0v", "3.6.9.12"),
            ("hvadd $lm0v $lln0v", "3.6.9.20"),
            ("fmmul $lx $lr0v", "3.6.9.5"),
            ("l1bmp $lb0", "3.6.8.6"),
            ("l2bmb $lc0", "3.6.7.2"),
            ("mvp/n64 $p0@0", "3.5.8.2"),
            ("nop $lm0v", "3.6.5"),
        ],
    ),
    (
        "E0303",
        &[
            ("lpassa $lb0 $ln0v", "3.6.12.5"),
            ("hmmul $lr0v $lm0v $llr8v", "3.6.9.9"),
            ("dmwrite $lm0v $ln0v", "3.6.10.1"),
            ("hmread $lm0v $lln0v", "3.6.11.3"),
            ("l2bmb $lc0 $lr0v", "3.6.7.2"),
        ],
    ),
    (
        "E0304",
        &[
            ("lpassa $lm4096v $lr0v", "3.6.1.6"),
            ("lpassa $lmt4096 $lr0v", "3.6.1.6"),
            ("lpassa $ln4096v $lr0v", "3.6.1.8"),
            ("lpassa $lr512v $lm0v", "3.6.1.10"),
            ("lpassa $lr[0,2,4,512] $lm0v", "3.6.1.10"),
            ("lpassa $lm0v $ls512v", "3.6.1.11"),
            ("dmwrite $lm0v $lx4", "3.6.1.14"),
            ("dmread $ly4 $lm0v", "3.6.1.14"),
            ("l1bmp $lb8192 $lr0v", "3.6.1.5"),
            ("l2bmb $lc0 $lb8192", "3.6.1.4"),
            ("l2bmb $lc32768 $lb0", "3.6.1.1"),
            ("l2bmdars $lc32768@.0 $dar0", "3.6.1.2"),
            ("l2bmdars $lc0@.0 $dar1024", "3.6.1.3"),
            ("mvp/n64 $p524288@0 $d0@1", "3.5.2.1"),
            ("mvp/n64 $p0@4 $d0@1", "3.5.2.1"),
            ("mvp/n64 $p0@0 $d536870912@1", "3.5.2.2"),
            ("mvp/n64 $p0@0 $di1024@1", "3.5.2.2"),
            ("mvp/n64 $lc32768@0.0 $d0@1", "3.5.2.3"),
            ("mvp/n64 $p0@0 $lc0@0.2", "3.5.2.3"),
            ("d get $lm4096n0c0b0m0p0 1", "3.6.1.6"),
            ("d set $ls512n0c0b0m0p0 1 l0", "3.6.1.11"),
            ("d get $omr32n0c0b0m0p0 1", "3.6.1.13"),
        ],
    ),
    (
        "E0305",
        &[
            ("lpassa $lm1 $lr0", "3.6.1.6"),
            ("lpassa $lmt1 $lr0", "3.6.1.6"),
            ("lpassa $ln1 $lr0", "3.6.1.8"),
            ("lpassa $lr1 $lm0", "3.6.1.10"),
            ("lpassa $lm0 $ls1", "3.6.1.11"),
            ("lpassa $lm0v $ls[0,2,3,4]", "3.6.1.11"),
            ("hmwrite $llm0v $llx1", "3.6.1.14"),
            ("hmread $lly3 $llm0v", "3.6.1.14"),
            ("l1bmm $lb2 $lr0v", "3.6.8.8"),
            ("l1bmm $llb4 $llr0v", "3.6.8.9"),
            ("l1bmm@0 $lr0v $lb3", "3.6.8.10"),
            ("l1bmrdfadd $lr0v $lb1", "3.6.8.12"),
            ("l1bmm4 $lb8 $lr0v", "3.6.8.14"),
            ("l1bmd $lb32 $lr0v", "3.6.8.20"),
            ("l2bmb $lc8 $lb0", "3.6.7.2"),
            ("l2bmd $lc0 $lb4", "3.6.7.4"),
            ("l2bmi@0/0 $lb8 $lb0", "3.6.7.9"),
            ("mvp/n64 $p32@0 $d0@1", "3.5.3"),
            ("mvp/n64 $p0@0 $d1@1", "3.5.3"),
            ("mvp/n64 $lc16@0.0 $d0@1", "3.5.3"),
            ("d get $lr1n0c0b0m0p0 1", "3.6.1.10"),
            ("d set $lln2n0c0b0m0p0 1 l0l0", "3.6.1.8"),
        ],
    ),
    (
        "E0306",
        &[
            ("lpassa $lm0v1 $lr0v", "3.6.1.6"),
            ("lpassa $ln0v1 $lr0v", "3.6.1.8"),
            ("lpassa $lr0v1 $lm0v", "3.6.1.10"),
            ("lpassa $lm0v $ls0v1", "3.6.1.11"),
        ],
    ),
    (
        "E0307",
        &[
            ("l1bmp $b0 $lr0v", "3.6.1.5"),
            ("l2bmb $lc0 $b0", "3.6.1.4"),
            ("l2bmb $c0 $lb0", "3.6.1.1"),
            ("mvp/n64 $lp0@0 $d0@1", "3.5.2.1"),
            ("mvp/n64 $p0@0 $ld0@1", "3.5.2.2"),
            ("mvp/n64 $c0@0.0 $d0@1", "3.5.2.3"),
            ("lpassa $lm0v $lomr1", "3.6.1.13"),
            ("lpassa $lm0v $llmb", "3.6.1.7"),
            ("lpassa $lm0v $llnb", "3.6.1.9"),
            ("dmwrite $lm0v $x0", "3.6.1.14"),
            ("d get $b0n0c0b0 1", "3.4.3"),
            ("d set $b0n0c0b0 1 l0", "3.4.4"),
        ],
    ),
    (
        "E0308",
        &[
            ("lpassa $lm[0,2] $lr0v", "3.6.1.6"),
            ("lpassa $ln[0,2] $lr0v", "3.6.1.8"),
            ("lpassa $lr[0,2] $lm0v", "3.6.1.10"),
            ("lpassa $lm0v $ls[0,2]", "3.6.1.11"),
        ],
    ),
    (
        "E0310",
        &[
            ("lpassa $lnt0 $lr0v", "3.6.1.8"),
            ("lpassa $lrt0 $lm0v", "3.6.1.10"),
            ("mvp/n64 $pi0@0 $d0@1", "3.5.2.1"),
        ],
    ),
    (
        "E0312",
        &[
            ("lpassa $lm0vj4 $lr0v", "3.6.1.6"),
            ("lpassa $ln0vj4 $lr0v", "3.6.1.8"),
            ("lpassa $lr0vj1 $lm0v", "3.6.1.10"),
            ("lpassa $lm0v $ls0vj1", "3.6.1.11"),
        ],
    ),
    (
        "E0314",
        &[
            ("dmmulu $lx $lr0ve $nowrite", "3.6.9.23"),
            ("fvadd $lm0vr $lr0v $nowrite", "3.6.9.24"),
            ("drelu $llm0vr $lr0v $nowrite", "3.6.12.19"),
            ("lpassa $lm0ve $lr0v", "3.6.9.23"),
            ("l1bmrdfadd $lr0ve $lb0", "3.6.8.4"),
            ("fvadd $lm0v $lr0v $ln0vr", "3.6.9.25"),
        ],
    ),
    (
        "E0316",
        &[
            ("drelu $lr0v $mreadf $ls0v", "3.6.1.18"),
            ("ladd $lr0v $peid $ls0v", "3.6.1.20"),
        ],
    ),
    (
        "E0319",
        &[
            ("hmmul $llx $lm0v $llr0v", "3.6.1.14"),
            ("dmwrite $lm0v $llx0", "3.6.10.1"),
            ("hmwrite $lm0v $llx0", "3.6.10.3"),
            ("hmread $lx0 $llm0v", "3.6.11.3"),
        ],
    ),
    (
        "E0324",
        &[
            ("lpassa $lm $lr0v", "3.6.1.6"),
            ("lpassa $lm0v $ls", "3.6.1.11"),
            ("l1bmp $lb $lr0v", "3.6.1.5"),
            ("l2bmb $lc $lb0", "3.6.1.1"),
            ("mvp/n64 $p@0 $d0@1", "3.5.2.1"),
            ("lpassa $lm0v $omr", "3.6.1.13"),
            ("d get $lmn0 1", "3.4.3"),
        ],
    ),
    (
        "E0325",
        &[
            ("lpassa $t0 $lr0v", "3.6.1.12"),
            ("lpassa $lm0v $mb0", "3.6.1.7"),
            ("l1bmp $lb0v $lr0v", "3.6.1.5"),
            ("lpassa $lm0@1 $lr0v", "3.6.1.6"),
            ("d get $lt0n0c0b0m0p0 1", "3.4.3"),
        ],
    ),
    (
        "W0351",
        &[
            ("hvmul $lr0vr $lm0v $llt", "3.6.9.24"),
            ("hrsqrt $lr0vr $lm0v", "3.6.12.19"),
        ],
    ),
    (
        "W0352",
        &[
            ("fvadd $llm0v $ln0v $lr0v", "3.6.9.16"),
            ("hmmul $lx $lr0v $ln0v", "3.6.9.9"),
            ("ladd $lm0v $lln0v $lr0v", "3.6.12.16"),
            ("l1bmm@0 $llr0v $lb0", "3.6.8.10"),
            ("dmwrite $llm0v $lx0", "3.6.10.1"),
        ],
    ),
    (
        "W0354",
        &[
            ("iadd $lm0v $ln0v $r0v", "3.6.12.16"),
            ("fvadd $lm0v $ln0v $r0v", "3.6.9.16"),
        ],
    ),
    (
        "E0401",
        &[
            ("lpassa $lm0v $lr0v/10", "3.6.2.1"),
            ("lpassa/101 $lm0v $lr0v", "3.6.2.2"),
        ],
    ),
    (
        "E0406",
        &[
            ("lpassa $lm0v $lr0v/1000t", "3.6.2.1"),
            ("lpassa/1000t $lm0v $lr0v", "3.6.2.2"),
        ],
    ),
    (
        "E0407",
        &[
            ("lpassa $lm0v/1000 $lr0v", "3.6.2.1"),
            ("l1bmm@0/$imr1 $lr0v $lb0", "3.6.2.2"),
        ],
    ),
    (
        "E0502",
        &[
            ("d get $dar0 1", "3.4.3"),
            ("d set $p0n0 1 l0", "3.4.4"),
            ("d set $d0n0 1 l0", "3.4.4"),
        ],
    ),
    (
        "W0505",
        &[
            ("d get $ltn0c0b0m0p0 5", "3.4.3"),
            ("d set $ltn0c0b0m0p0 5 l0l0l0l0l0", "3.4.4"),
        ],
    ),
    (
        "E0506",
        &[
            ("d get $lm0n4c0b0m0p0 1", "3.4.3"),
            ("d set $lm0n4c0b0m0p0 1 l0", "3.4.4"),
        ],
    ),
    (
        "W0510",
        &[
            ("d get $lm4094n0c0b0m0p0 2", "3.4.3"),
            ("d set $lm4094n0c0b0m0p0 2 l0l0", "3.4.4"),
        ],
    ),
    (
        "E0608",
        &[
            ("mvp/n64n64 $p0@0 $d0@1", "3.5.1"),
            ("mvnop/n64", "3.5.8.1"),
        ],
    ),
    (
        "E0702",
        &[
            ("l1bmrdfadd $llr0v $llb0", "3.6.8.13"),
            ("l1bmr4dfadd $llr0v $llb0", "3.6.8.19"),
            ("l1bmrffaddr $llr0v $llb0", "3.6.8.5"),
        ],
    ),
    (
        "E1004",
        &[
            ("l2bmb $lc0 $lb0\nl2bm@0 $lb64 $lc64", "3.6.3.3"),
            ("l2bmb $lc0 $lb0\nl2bmi@0/0 $lb64 $lb64", "3.6.3.3"),
            ("l2bmi@0/0 $lb0 $lb0\nl2bm@1 $lb64 $lc64", "3.6.3.4"),
            ("l2bmi@0/0 $lb0 $lb0\nl2bmi@1/0 $lb64 $lb64", "3.6.3.4"),
        ],
    ),
    (
        "E1009",
        &[
            ("lpassa $lr0v $lm0v\nlpassa $lm0v $ls0v", "3.6.3.9"),
            ("lpassa $lr0v $lnb\nlpassa $ln0v $ls0v", "3.6.3.9"),
        ],
    ),
    (
        "W1101",
        &[
            ("fvadd $mauf $lm0v $lr0v", "3.6.1.15"),
            ("lpassa $aluf $lr0v", "3.6.1.16"),
            ("lpassa $lbf $lr0v", "3.6.1.17"),
            ("lpassa $mreadf $lr0v", "3.6.1.18"),
        ],
    ),
];

/// Codes whose finding cites the section on the memory, which other tests check: they need the whole data flow.
const BY_MEMORY: &[Code] = &[
    Code::NeverWritten,
    Code::NeverRead,
    Code::DoesNotCount,
    Code::BeyondWritten,
];

#[test]
fn each_finding_cites_the_section_that_states_its_rule() {
    let mut wrong = String::new();
    for (id, rows) in CITED {
        for (source, section) in *rows {
            let found = check(&mnc2_asm::parse(source), ModeChoice::Infer).findings;
            let cited: Vec<&str> = found
                .iter()
                .filter(|finding| finding.diagnostic.code.id() == *id)
                .map(|finding| finding.diagnostic.manual())
                .collect();
            if cited.is_empty() || cited.iter().any(|cited| cited != section) {
                let codes: Vec<&str> = found.iter().map(|it| it.diagnostic.code.id()).collect();
                wrong.push_str(&format!(
                    "{id} of `{source}` cites {cited:?} instead of {section}; found {codes:?}\n"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_code_without_a_table_of_its_own_cites_its_row() -> Result<(), Box<dyn Error>> {
    let tabled: Vec<&str> = CITED.iter().map(|(id, _)| *id).collect();
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = String::new();
    for path in files::below(&files::root().join("tests/diagnostics"), "vsm")? {
        let bytes = fs::read(&path)?;
        let (source, _) = mnc2_text::line::decode(&bytes);
        let options = annotation::read(&source)?.options;
        for finding in annotation::check_bytes(&bytes, &options).report.findings {
            let diagnostic = &finding.diagnostic;
            let code = diagnostic.code;
            let section = explain::documented_section(diagnostic.manual());
            assert!(section.is_some(), "{code:?} cites {}", diagnostic.manual());
            if tabled.contains(&code.id()) || BY_MEMORY.contains(&code) {
                continue;
            }
            *others.entry(code.id()).or_default() += 1;
            if diagnostic.manual() != code.row().section {
                wrong.push_str(&format!(
                    "{}:{}: {} cites {} instead of {}\n",
                    files::name(&path),
                    finding.line + 1,
                    code.id(),
                    diagnostic.manual(),
                    code.row().section
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    for code in Code::ALL {
        let is_held = tabled.contains(&code.id())
            || BY_MEMORY.contains(code)
            || others.contains_key(code.id());
        assert!(is_held, "{} is held by no table and no fixture", code.id());
    }
    Ok(())
}
