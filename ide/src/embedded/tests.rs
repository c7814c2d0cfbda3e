//! Regions in texts as people write them, and in any others.

use mnc2_text::LanguageChoice;
use mnc2_text::random::Random;

use super::findings_filter::FindingsFilter;
use super::{Certainty, HostLanguage, Region, regions};

/// The text of each region without the lines before it, with its language.
fn check(host: HostLanguage, text: &str, expected: &[(&str, &str)]) -> Vec<Region> {
    let found = regions(host, text, None);
    let texts: Vec<_> = found
        .iter()
        .map(|it| (it.language.id(), &it.text[it.text_range()]))
        .collect();
    assert_eq!(texts, expected, "{text}");
    for region in &found {
        check_map(text, region);
    }
    found
}

/// Every position of a region leads to the host and back.
fn check_map(host: &str, region: &Region) {
    let own = region.text_range();
    for byte in own.start..=own.end {
        if region.text.is_char_boundary(byte)
            && !region
                .holes()
                .iter()
                .any(|it| it.contains(&byte) && it.start != byte)
        {
            let in_host = region.to_host(byte);
            assert!(
                host.is_char_boundary(in_host),
                "{byte} is {in_host}: {host}"
            );
            assert_eq!(region.from_host(in_host), Some(byte), "{host}\n{region:?}");
        }
    }
    for byte in region.host_range() {
        if host.is_char_boundary(byte)
            && let Some(own) = region.from_host(byte)
        {
            assert!(region.text.is_char_boundary(own), "{byte} is {own}: {host}");
        }
    }
}

const C: HostLanguage = HostLanguage::C;
const PYTHON: HostLanguage = HostLanguage::Python;
const MARKDOWN: HostLanguage = HostLanguage::Markdown;
const LISTING: HostLanguage = HostLanguage::Listing;

const LISTING_HEAD: &str = "\nkernel.o:     file format elf64-littleriscv\n\n\nDisassembly of section .text:\n\n0000000000000000 <f>:\n";

#[cfg(feature = "tinytc")]
#[test]
fn raw_strings_with_the_tag_of_a_language_are_regions() {
    let text = "auto é = R\"TinyTL(\nfunc @f() {}\n)TinyTL\"; // R\"TinyTL(x)TinyTL\"\nchar c = '\"', n = 1'000; R\"(x)\"";
    let found = check(C, text, &[("tinytc", "\nfunc @f() {}\n")]);
    assert_eq!(found[0].certainty, Certainty::Program);
    let found = check(
        C,
        "x\r\n\r\nu8R\"TinyTL(func\r\n",
        &[("tinytc", "func\r\n")],
    );
    assert_eq!(
        found[0].text, "\r\n\r\nfunc\r\n",
        "the lines of the host are counted"
    );
    assert_eq!(found[0].certainty, Certainty::Unfinished);
    check(
        C,
        "/* tinytc */ R\"(a)\" /* tinytc */ f(\"b\"); /* tinytc */ \"c\\n\" \"d\"",
        &[("tinytc", "a"), ("tinytc", "c\nd")],
    );
    check(
        C,
        "f(/* vsm */ \"nop\\x3b\\u00e9\\t\\\"\\\n\"",
        &[("mnc2", "nop;é\t\"")],
    );
    check(C, "\"TinyTL\" R\"TinyTL", &[]);
}

#[cfg(feature = "rvmatrix")]
#[test]
fn asm_with_instructions_of_one_language_is_a_region() {
    let text = "asm volatile(\"mld.w m0, (%[a]), %1\\n\\t\" /* the */\n  \"mmov.mv m1, %%m0\" : : [a] \"r\"(a));";
    let language = super::language_of_asm("mcfg x0, a0");
    assert!(language.is_some(), "it is a mnemonic");
    let found = check(
        C,
        &text.replace("mld.w", "mcfg"),
        &[("rvmatrix", "mcfg m0, (hole), hole\n\tmmov.mv m1, %m0")],
    );
    assert_eq!(found[0].certainty, Certainty::Fragment);
    check(
        C,
        "asm(\"nop\"); __asm__ goto (\"addi a0, a0, 1\" : : : : x); asm { mcfg }",
        &[],
    );
    check(
        C,
        "__asm__(\"mcfg x0, a0\\n\" STRING(a, (b)) \"nop\")",
        &[("rvmatrix", "mcfg x0, a0\nholenop")],
    );
    let found = check(
        C,
        "asm(\"mcfg x0, %0\\n\"",
        &[("rvmatrix", "mcfg x0, hole\n")],
    );
    assert_eq!(found[0].certainty, Certainty::Unfinished);
}

#[test]
fn strings_of_python_are_regions_where_the_language_is_certain() {
    let text = "import mnc2\np = mnc2.Program('''\nnop\n''')\nmnc2.schedule(x, \"nop\\n\" f'{a[\"b\"]} {{}}\\n', y)\n";
    check(
        PYTHON,
        text,
        &[("mnc2", "\nnop\n"), ("mnc2", "nop\n0 {}\n")],
    );
    check(
        PYTHON,
        "# vsm\ntext = r\"\"\"nop\\n\"\"\"\nother = '''nop\n'''",
        &[("mnc2", "nop\\n")],
    );
    check(PYTHON, "f(  # vsm\n  'nop')", &[("mnc2", "nop")]);
    for none in [
        "mnc2.Program('a.vsm')",
        "x.mnc2.Program('nop\\n')",
        "mnc2.Program('nop\\n' % x)",
        "mnc2.Program(b'nop\\n')",
        "mnc2.Program(f('nop\\n'))",
        "mnc2.Program('nop\\n'.strip())",
        "x = 1  # vsm\ny = 'nop\\n'",
        "'''\n# vsm\n''' 'x'",
    ] {
        check(PYTHON, none, &[]);
    }
    for (unfinished, expected) in [
        ("mnc2.Program(f'''nop {x\n''')", "nop 0"),
        ("mnc2.Program('''nop\n", "nop\n"),
        ("# vsm\nx = 'nop\n", "nop"),
    ] {
        let found = check(PYTHON, unfinished, &[("mnc2", expected)]);
        assert_eq!(found[0].certainty, Certainty::Unfinished, "{unfinished}");
    }
    check(PYTHON, "%%vsm --strict\nnop\n", &[("mnc2", "nop\n")]);
    check(
        PYTHON,
        "# %%\nx = 1\n# %%vsm\n# nop\n#  nop/2\n\n# %%\n# no\n",
        &[("mnc2", "nop\n nop/2\n")],
    );
}

#[test]
fn code_blocks_that_name_a_language_are_regions() {
    let text = "# a\n```vsm sum.vsm\nnop\n```\n~~~ mnc2\nnop\n~~~~\n```c\n```\n";
    check(MARKDOWN, text, &[("mnc2", "nop\n"), ("mnc2", "nop\n")]);
    check(
        MARKDOWN,
        "- a\n\n  ```vsm\n  nop\n   nop/2\n  ```\n> ```vsm\n> nop\n>\n> ```\n",
        &[("mnc2", "nop\n nop/2\n"), ("mnc2", "nop\n\n")],
    );
    check(
        MARKDOWN,
        "````markdown\n```vsm\nnop\n```\n````\n    ```vsm\n    nop\n",
        &[],
    );
    check(MARKDOWN, "<!--\n```vsm\nnop\n```\n-->\n```vsm `x`\n", &[]);
    for unfinished in ["```vsm\nnop\n", "```vsm\nnop\n...\n```\n"] {
        let found = regions(MARKDOWN, unfinished, None);
        assert_eq!(found[0].certainty, Certainty::Unfinished, "{unfinished}");
    }
    check(MARKDOWN, "> ```vsm\n> nop\noutside\n", &[("mnc2", "nop\n")]);
}

#[test]
fn edits_stay_within_what_is_in_the_host_as_it_is() {
    let edit = |host, text: &str, old: &str, new: &str| {
        let region = regions(host, text, None).remove(0);
        let start = region.text.find(old).expect("it is in the text");
        let edit = region.edit_to_host(&(start..start + old.len()), new);
        edit.map(|(range, by)| format!("{}{by}{}", &text[..range.start], &text[range.end..]))
    };
    let fence = "é\n```vsm\nnop\nnop/2\n```\n";
    let edited = edit(MARKDOWN, fence, "nop\nnop", "a\nb");
    assert_eq!(edited.as_deref(), Some("é\n```vsm\na\nb/2\n```\n"));
    assert_eq!(
        edit(MARKDOWN, "> ```vsm\n> a\n> b\n> ```\n", "a\nb", "c"),
        None
    );
    assert_eq!(
        edit(MARKDOWN, "> ```vsm\n> a\n> b\n> ```\n", "a", "c\nd"),
        None
    );
    let call = "mnc2.Program('a {b}\\n')";
    assert_eq!(
        edit(PYTHON, call, "a", "c").as_deref(),
        Some("mnc2.Program('c {b}\\n')")
    );
    for (old, new) in [("a", "\\"), ("a", "b'"), ("a", "b\n"), ("}\n", "}")] {
        assert_eq!(edit(PYTHON, call, old, new), None, "{old} {new}");
    }
    assert_eq!(
        edit(PYTHON, "mnc2.Program(f'a {b}\\n')", "a 0", "a 1"),
        None
    );
}

#[test]
fn only_what_is_wrong_with_a_line_alone_is_certain_next_to_holes() {
    let text = "mnc2.Program(f'''lpasa {x} $ln0v\nlpasa $lr0v $ln0v\nlpassa {y}\n''')";
    let filter = FindingsFilter::for_region(&regions(PYTHON, text, None)[0]);
    assert!(filter.keeps(0, &(0..5), "E0201", true), "before the hole");
    assert!(!filter.keeps(0, &(0..8), "E0301", true));
    assert!(filter.keeps(1, &(0..5), "E0201", true));
    assert!(
        !filter.keeps(1, &(0..5), "E1010", true),
        "another line may make it right"
    );
    assert!(!filter.keeps(2, &(0..8), "E0302", true));
}

/// Words of hosts, of which random texts consist.
const WORDS: [&str; 42] = [
    "R\"TinyTL(",
    ")TinyTL\"",
    "\"",
    "'",
    "'''",
    "\"\"\"",
    "asm(",
    "mcfg x0, a0",
    "\\n",
    "\\",
    "\\x41",
    "\\u00e9",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "(",
    ")",
    ":",
    "%0",
    "%%",
    "%[a]",
    "{",
    "}",
    "{{",
    "mnc2.Program(",
    "f",
    "r",
    "# vsm",
    "/* vsm */",
    "//",
    "```",
    "```vsm\n",
    "> ",
    "- ",
    "  ",
    "~~~",
    "😀",
    "é",
    "# %%vsm\n",
    "%%vsm\n",
];

#[test]
fn any_text_has_regions_whose_positions_lead_back() {
    let mut random = Random::new(7);
    let mut count = 0;
    for _ in 0..20_000 {
        let text = random.text(&WORDS, 24);
        for host in [C, PYTHON, MARKDOWN] {
            let mut end = 0;
            for region in regions(host, &text, None) {
                check_map(&text, &region);
                assert!(region.host_range().start >= end, "{text}");
                end = region.host_range().end;
                let _ = FindingsFilter::for_region(&region);
                count += 1;
            }
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn what_has_no_regions_is_only_searched() {
    let long = "int f(int x) { return x + 1; } // \"\n".repeat(4 << 15);
    let start = std::time::Instant::now();
    assert!(regions(C, &long, None).is_empty());
    assert!(start.elapsed().as_millis() < 2000);
    let many = "```vsm\nnop\n```\n".repeat(100_000);
    let found = regions(MARKDOWN, &many, None);
    assert_eq!(found.len(), super::REGIONS_MAX);
    let bytes: usize = found.iter().map(|it| it.text.len()).sum();
    assert!(bytes < 1 << 20, "{bytes}");
}

/// Regardless of how a text ends, each of its bytes is looked at a few times.
#[test]
fn the_work_grows_with_the_text_alone() {
    /// Times that a byte is looked at.
    const TIMES_MAX: usize = 6;
    const COUNT: usize = 20_000;
    for (host, start, part) in [
        (C, "R\"TinyTL(", "func @f() {}\n"),
        (C, "", "R\"TinyTL(func @f() {}\n"),
        (C, "", "R\"vsm(nop\n)x\" "),
        (C, "/* vsm ", "nop */ /* vsm "),
        (C, "/* vsm */ \"nop", "\\x0\\n"),
        (C, "asm(\"mcfgki zero, 4\" ", "\"%[a\\n\" M("),
        (C, "asm", "(asm(\"mcfgki %["),
        (PYTHON, "# vsm\n'''", "nop\\N\\N{\n"),
        (PYTHON, "# vsm\nf'''", "nop {a\n"),
        (PYTHON, "# vsm\nf'''", "nop {a}\n"),
        (PYTHON, "mnc2.Program(", "'nop\\n' # vsm\n"),
        (PYTHON, "", "mnc2.Program(f'''{"),
        (MARKDOWN, "```vsm\n", "nop\n"),
        (MARKDOWN, "", "> ```vsm\n~~~\n"),
        (MARKDOWN, "~~~\n~~~\n", "> > > "),
        (
            LISTING,
            LISTING_HEAD,
            "   0:\ta001002b          \t0xa001002b\n",
        ),
        (
            LISTING,
            LISTING_HEAD,
            "   0:\ta001002b          \tj\t0 <f+0x1>\n",
        ),
        (LISTING, "", LISTING_HEAD),
    ] {
        let text = start.to_owned() + &part.repeat(COUNT);
        let looked_at = super::effort::count(|| {
            let found = regions(host, &text, None);
            let bytes: usize = found.iter().map(|it| it.text_range().len()).sum();
            assert!(bytes <= 3 * text.len(), "{part}: {bytes}");
        });
        let times = looked_at.div_ceil(text.len());
        assert!(looked_at > 0 && times <= TIMES_MAX, "{part}: {times} times");
    }
}

/// What `objdump` of GNU and of LLVM prints.
#[cfg(feature = "rvmatrix")]
#[test]
fn listings_of_machine_code_are_regions() {
    let text = LISTING_HEAD.to_owned()
        + "   0:\tfe02802b          \tmcfg\tzero,t0\n\
              4:\t0000                \tunimp\n\
              8:\ta001002b          \t.insn\t4, 0xa001002b\n\
              c:\tfe0008e3          \tbeqz\tzero,0 <f>\n\
           0000000000000010 <g>:\n\
             10:\tff9ff06f          \tj\t8 <f+0x8>\n\t...\n";
    let found = regions(LISTING, &text, None);
    let own = &found[0].text;
    let expected = ".L0:\tmcfg\tzero,t0\n\tunimp\n.L8:\tmzero m2";
    assert!(own.contains(expected), "{own}");
    assert!(own.contains("\tbeqz\tzero,.L0\ng:\n\tj\t.L8\n\n"), "{own}");
    assert_eq!(own.matches('\n').count(), text.matches('\n').count());
    // What is printed for a word leads to the instruction that it is, and the instruction to all of it.
    let word = text.find("a001002b").expect("a word");
    let byte = found[0].from_host(word + 3).expect("an instruction");
    let rest = &own[byte..];
    assert!(rest.starts_with("mzero"), "{rest}");
    let shown = found[0].range_to_host(&(byte..byte + 3));
    assert_eq!(&text[shown], "a001002b          \t.insn\t4, 0xa001002b");
    assert_eq!(found[0].edit_to_host(&(byte..byte + 3), ""), None);
    let llvm = "\nk.o:\tfile format elf64-littleriscv\n\nDisassembly of section .text:\n\n\
         0000000000000000 <f>:\n       0: 2b 80 02 fe  \t<unknown>\n       4: 00000013     \tnop\n";
    let stated = LanguageChoice::parse("rvmatrix@0.3");
    let found = regions(LISTING, llvm, Some(&stated));
    assert!(found[0].text.contains("\tmcfg "), "{}", found[0].text);
    assert_eq!(found[0].choice, stated);
    assert_eq!(found[0].certainty, Certainty::Program);
}

#[cfg(feature = "rvmatrix")]
#[test]
fn only_a_listing_with_instructions_of_a_language_is_one() {
    for (text, count) in [
        ("", 0),
        ("file format elf64-littleriscv", 0),
        (
            "k.o: file format elf64-littleriscv\n   0:\t00000013          \tnop\n",
            0,
        ),
        (
            "k.o: file format elf64-littleriscv\n   0:\tffffffff          \t.word\t0xffffffff\n",
            0,
        ),
        (
            "k.o: file format elf64-littleriscv\n   0:\tfe02802b          \t0xfe02802b\n",
            1,
        ),
        ("   0:\tfe02802b          \tmcfg\tzero,t0\n", 1),
    ] {
        assert_eq!(regions(LISTING, text, None).len(), count, "{text}");
    }
    assert_eq!(
        HostLanguage::from_text("k.o: file format elf64-littleriscv"),
        Some(LISTING)
    );
    assert_eq!(
        HostLanguage::from_text("k.o: file format elf64-x86-64"),
        None
    );
    assert_eq!(HostLanguage::from_text("nop"), None);
}
