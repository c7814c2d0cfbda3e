//! Files in other languages than MN-Core 2, from outside.

use std::fs;

use crate::binary::{file, folder, mnc2, mnc2_reading, text};

/// One finding, and one word after it.
const KERNEL: &str =
    "loop:\n\tmcfgki zero, 4\n\tmmaqa.b m0, m1, m2\n\tfmmacc.s m0, m0, m1\n\tj loop\n";

#[test]
fn the_command_line_the_project_and_the_text_name_the_language() {
    let folder = folder("dialects-named");
    let plain = file(&folder, "plain.S", KERNEL);
    let marked = file(
        &folder,
        "marked.S",
        format!("# mnc2: language=rvmatrix\n{KERNEL}"),
    );
    let check = |options: &[&str], expected: &str| {
        let arguments = ["check", "--format", "short", "--quiet"].iter();
        let outcome = mnc2(arguments.chain(options).copied());
        let said = outcome
            .out
            .lines()
            .map(|line| line.split(": ").nth(1).unwrap_or_default());
        assert_eq!(said.collect::<Vec<_>>().join(" "), expected, "{outcome:?}");
        outcome.code
    };
    assert_eq!(check(&[text(&marked)], "warning[RV0401]"), 0);
    assert_eq!(
        check(&["--deny-warnings", text(&marked)], "warning[RV0401]"),
        1
    );
    assert_eq!(
        check(
            &["--language", "rvmatrix@0.2", text(&plain)],
            "warning[RV0401]"
        ),
        0
    );
    // Without a language the content decides, if it is certain.
    assert_eq!(check(&[text(&plain)], "warning[RV0401]"), 0);
    file(
        &folder,
        "mnc2.toml",
        "[languages]\n'*.S' = 'rvmatrix mlen=512'\n",
    );
    assert_eq!(check(&[text(&plain)], "warning[RV0401]"), 0);
    assert_eq!(check(&["--no-config", text(&plain)], "warning[RV0401]"), 0);
}

#[test]
fn mistakes_of_a_choice_are_said() {
    let folder = folder("dialects-mistakes");
    let plain = file(&folder, "plain.S", KERNEL);
    let program = file(&folder, "program.vsm", "nop\n");
    for (options, expected) in [
        (
            ["--language", "rvmatrx", text(&plain)],
            "there is no language `rvmatrx` here",
        ),
        (["--language", "rvmatrix@9", text(&plain)], "0.2"),
        (
            ["--mlen", "256", text(&program)],
            "--mlen is for other languages",
        ),
        (
            ["--language=rvmatrix", "--mlen=100", text(&plain)],
            "128, 256 or 512",
        ),
        (
            ["--language=rvmatrix", "--set=depth=1", text(&plain)],
            "`depth`",
        ),
        (["--language=rvmatrix", "--arch=none", text(&plain)], "none"),
    ] {
        let outcome = mnc2(["check"].into_iter().chain(options));
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert!(outcome.err.contains(expected), "{outcome:?}");
    }
    let toml = file(&folder, "mnc2.toml", "[languages]\n'*.S' = 'rvmatrx'\n");
    let outcome = mnc2(["check", text(&plain)]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.err.contains("did you mean `rvmatrix`?"),
        "{outcome:?}"
    );
    fs::remove_file(toml).expect("a file");
    let arguments = ["disasm", "--language=rvmatrix", "--fields", "-"];
    let outcome = mnc2_reading(b"", arguments);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("MN-Core 2 only"), "{outcome:?}");
}

#[test]
fn words_are_printed_and_read_again() {
    let outcome = mnc2_reading(KERNEL.as_bytes(), ["asm", "--language", "rvmatrix", "-"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let words = "0x0e10002b  mcfgki zero, 4\n0x2028002b  mmaqa.b m0, m1, m2\n0x1004082b  fmmacc.s m0, m0, m1\n";
    assert_eq!(outcome.out, words);
    assert!(
        outcome.err.contains("RV0401"),
        "what is reserved is reported: {outcome:?}"
    );
    let outcome = mnc2_reading(
        words.as_bytes(),
        ["disasm", "--language", "rvmatrix@0.2", "-"],
    );
    assert_eq!(
        outcome.out,
        "mcfgki zero, 4\nmmaqa.b m0, m1, m2\nfmmacc.s m0, m0, m1\n"
    );
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let wrong = "0x00000013\n\n0x2028002b\nxyz\n";
    let outcome = mnc2_reading(
        wrong.as_bytes(),
        ["disasm", "--language", "rvmatrix@0.2", "-"],
    );
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (1, "# 0x00000013\nmmaqa.b m0, m1, m2\n# xyz\n")
    );
    assert!(
        outcome.err.contains("line 1: ") && outcome.err.contains("line 4: "),
        "{outcome:?}"
    );
    // No program is written without an instruction of it.
    let open = "mmov.mm m0, m1\nmmov.mv.i m0, m1[elsewhere]\n";
    let outcome = mnc2_reading(open.as_bytes(), ["asm", "--language", "rvmatrix", "-"]);
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (1, "0x0004802b  mmov.mm m0, m1\n")
    );
    assert!(outcome.err.contains("line 2: "), "{outcome:?}");
}

/// Without a version, a word that is another instruction in another version is shown with both.
#[test]
fn words_without_a_version_are_shown_in_all_that_differ() {
    let words = "0x2048802b\n0x080602ab\na001802b\n";
    let disasm =
        |language: &str| mnc2_reading(words.as_bytes(), ["disasm", "--language", language, "-"]);
    let outcome = disasm("rvmatrix");
    assert_eq!(
        outcome.out,
        "mmaqau.b m0, m2, m2  # 0.3: mmaqa.b m1, m2, m2  # 0.6: msettilemi 145\nmldb m5, zero, (a2)\nmzero m3  # 0.2: -\n"
    );
    assert_eq!(outcome.code, 0);
    assert!(outcome.err.contains("2 words"), "{outcome:?}");
    let outcome = disasm("rvmatrix@0.3");
    assert_eq!(
        outcome.out,
        "mmaqa.b m1, m2, m2\nmldb m5, zero, (a2)\nmzero m3\n"
    );
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let outcome = disasm("rvmatrix@0.2");
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("extension 0.2"), "{outcome:?}");
    let again = mnc2_reading(
        b"mzero m3  # 0.2: -\n",
        ["asm", "--language", "rvmatrix", "-"],
    );
    assert_eq!(again.out, "0xa001802b  mzero m3\n");
}

/// Lines as `objdump -d` prints them: what is not an instruction of the language keeps its place as a comment.
#[test]
fn listings_of_objdump_are_read() {
    let folder = folder("dialects-objdump");
    let words = |language: &str, text: &str| {
        let program = file(&folder, "program.s", text);
        let outcome = mnc2(["asm", "--language", language, self::text(&program)]);
        let word = outcome.out.split_whitespace().next();
        word.and_then(|word| word.strip_prefix("0x"))
            .expect("a word")
            .to_owned()
    };
    for (language, instruction, other) in [
        (
            "rvmatrix@0.2",
            "mmaqa.b m2, m1, m0",
            "8082                \tret",
        ),
        (
            "naplespu",
            "add_i32 s0, s1, s2",
            "00000001            \t<unknown>",
        ),
    ] {
        let word = words(language, instruction);
        let listing = format!(
            "\na.o:     file format elf64-littleriscv\n\n\nDisassembly of section .text:\n\n0000000000010000 <main>:\n   10000:\t{word}          \tsomething else\n   10004:\t{other}\n   10008:\t{word}          \tsomething else\n"
        );
        let listing = file(&folder, "listing.txt", &listing);
        let outcome = mnc2(["disasm", "--language", language, text(&listing)]);
        let lines: Vec<&str> = outcome.out.lines().map(str::trim).collect();
        assert_eq!(lines.len(), 3, "{outcome:?}");
        let is_instruction =
            |line: &str| line.split_whitespace().eq(instruction.split_whitespace());
        assert!(
            is_instruction(lines[0]) && is_instruction(lines[2]),
            "{outcome:?}"
        );
        assert!(!is_instruction(lines[1]), "{outcome:?}");
    }
}

#[test]
fn every_format_of_findings_has_those_of_other_languages() {
    let folder = folder("dialects-formats");
    let kernel = file(&folder, "kernel.S", "\tmcfgm a0\n");
    let check = |format: &str| {
        let options = [
            "check",
            "--language",
            "rvmatrix",
            "--format",
            format,
            text(&kernel),
        ];
        let outcome = mnc2(options);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        outcome.out
    };
    assert!(check("text").contains("error[RV0202]"));
    assert!(check("github").contains("title=RV0202"));
    let object: serde_json::Value = serde_json::from_str(&check("json")).expect("an object");
    assert_eq!(
        (&object["code"], &object["line"]),
        (&"RV0202".into(), &1.into())
    );
    let log: serde_json::Value = serde_json::from_str(&check("sarif")).expect("a log");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "RV0202");
    assert_eq!(
        result.get("ruleIndex"),
        None,
        "the driver has the rules of MN-Core 2"
    );
    let extension = result["rule"]["toolComponent"]["index"]
        .as_u64()
        .expect("an extension");
    let extension = &log["runs"][0]["tool"]["extensions"][extension as usize];
    assert_eq!(extension["name"], "rvmatrix");
    let index = result["rule"]["index"].as_u64().expect("a rule");
    let rule = &extension["rules"][index as usize];
    assert_eq!(rule["id"], "RV0202");
    let help = rule["help"]["markdown"].as_str().unwrap_or_default();
    assert!(help.contains("RV0202"), "{rule}");
    let outcome = mnc2([
        "check",
        "--language",
        "rvmatrix",
        "--statistics",
        text(&kernel),
    ]);
    assert!(outcome.out.starts_with("1  RV0202  "), "{outcome:?}");

    let outcome = mnc2(["check", "--language=rvmatrix", "--fix", text(&kernel)]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(
        fs::read_to_string(&kernel).expect("a file"),
        "\tmcfgm zero, a0\n"
    );
}

#[test]
fn levels_and_comments_say_what_is_reported() {
    let folder = folder("dialects-levels");
    let kernel = file(&folder, "kernel.S", KERNEL);
    let check = |options: &[&str], expected: &str| {
        // The sizes of matrices are not what this is about.
        let arguments = [
            "check",
            "--language=rvmatrix",
            "--format=short",
            "--quiet",
            "--level=RV0502=off",
        ]
        .iter();
        let outcome = mnc2(arguments.chain(options).copied().chain([text(&kernel)]));
        let said = outcome
            .out
            .lines()
            .map(|line| line.split(": ").nth(1).unwrap_or_default());
        assert_eq!(said.collect::<Vec<_>>().join(" "), expected, "{outcome:?}");
        outcome.code
    };
    assert_eq!(check(&["--level", "RV0401=error"], "error[RV0401]"), 1);
    assert_eq!(
        check(&["--level", "RV04=off", "--level", "RV=error"], ""),
        0
    );
    check(
        &["--level", "all=off", "--level", "RV=hint"],
        "hint[RV0401]",
    );
    let toml = file(
        &folder,
        "mnc2.toml",
        "[levels]\nRV = 'info'\nRV0401 = 'error'\n",
    );
    assert_eq!(check(&[], "error[RV0401]"), 1);
    check(&["--level", "RV=off"], "");
    file(&folder, "mnc2.toml", "[levels]\nRV0499 = 'off'\n");
    let outcome = mnc2(["check", "--language=rvmatrix", text(&kernel)]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.err.contains("no diagnostic code or group `RV0499`"),
        "{outcome:?}"
    );
    fs::remove_file(toml).expect("a file");

    let overlap = "fmmacc.s m0, m0, m1";
    for (program, expected) in [
        (format!("\t{overlap} # mnc2: allow(RV0401)\n"), ""),
        (format!("\t{overlap} // mnc2: allow(RV04) why\n"), ""),
        (
            format!("/* mnc2: allow(RV) */\n\nlabel:\n\t{overlap}\n"),
            "",
        ),
        (
            format!("# mnc2: allow-file(RV0401)\n\t{overlap}\n\t{overlap}\n"),
            "",
        ),
        (
            format!("# mnc2: allow(RV0401)\n\t{overlap}\n\t{overlap}\n"),
            "warning[RV0401]",
        ),
        (
            format!("\t.string \"# mnc2: allow(RV0401)\"; {overlap}\n"),
            "warning[RV0401]",
        ),
        (
            format!("\t{overlap} # mnc2: alow(RV0401)\n"),
            "warning[RV0401] warning[W0105]",
        ),
        ("\tret # mnc2: allow(E1010)\n".to_owned(), "warning[W0105]"),
        ("\tret # mnc2: allow(RV0401)\n".to_owned(), ""),
    ] {
        file(&folder, "kernel.S", program);
        check(&[], expected);
    }
    check(&["--level", "W0106=warning"], "warning[W0106]");
    let fix = [
        "check",
        "--language=rvmatrix",
        "--level=W0106=hint",
        "--fix",
    ];
    assert_eq!(mnc2(fix.into_iter().chain([text(&kernel)])).code, 0);
    assert_eq!(fs::read_to_string(&kernel).expect("a file"), "\tret\n");

    // An error prevents a run, regardless of comments.
    file(&folder, "kernel.S", "\tmcfgm a0 # mnc2: allow(RV0202)\n");
    check(&[], "");
    let outcome = mnc2(["run", "--language=rvmatrix", text(&kernel)]);
    assert!(
        outcome.code == 1 && outcome.err.contains("RV0202"),
        "{outcome:?}"
    );
    let outcome = mnc2([
        "check",
        "--language=rvmatrix",
        "--fix",
        "--diff",
        text(&kernel),
    ]);
    assert_eq!(outcome.out, "", "what is silenced is not fixed");
    file(&folder, "kernel.S", "\tmcfgm a0\n");
    let outcome = mnc2([
        "check",
        "--language=rvmatrix",
        "--fix",
        "--diff",
        text(&kernel),
    ]);
    assert!(
        outcome.out.contains("-\tmcfgm a0\n+\tmcfgm zero, a0\n"),
        "{outcome:?}"
    );
}

#[test]
fn folders_have_the_files_that_the_project_gives_to_a_language() {
    let folder = folder("dialects-folders");
    for below in ["kernels/deep", "other"] {
        fs::create_dir_all(folder.join(below)).expect("a folder");
    }
    for name in [
        "kernels/a.S",
        "kernels/deep/b.S",
        "kernels/c.s",
        "other/d.S",
        "kernels/old.S",
    ] {
        file(&folder, name, KERNEL);
    }
    file(&folder, "program.vsm", "nop\n");
    file(
        &folder,
        "mnc2.toml",
        "exclude = ['old.S']\n[languages]\n'kernels/**/*.S' = 'rvmatrix'\n",
    );
    let outcome = mnc2(["check", "--format=short", text(&folder)]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let files: Vec<&str> = outcome
        .out
        .lines()
        .filter_map(|line| line.split_once(": warning[RV0401]"))
        .map(|(place, _)| place.rsplit(['/', '\\']).next().unwrap_or_default())
        .map(|place| place.split(':').next().unwrap_or_default())
        .collect();
    assert_eq!(files, ["a.S", "b.S"], "{outcome:?}");
    assert!(outcome.out.contains("2 warnings"), "{outcome:?}");
}

#[test]
fn only_white_space_is_formatted() {
    let options = ["format", "--language", "rvmatrix", "-"];
    let outcome = mnc2_reading(KERNEL.as_bytes(), options);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(words(&outcome.out), words(KERNEL));
    assert_ne!(outcome.out, KERNEL);
    assert_eq!(
        mnc2_reading(outcome.out.as_bytes(), options).out,
        outcome.out
    );
}

#[test]
fn languages_and_their_words_are_listed_and_explained() {
    let outcome = mnc2(["languages"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for expected in [
        "mnc2: MN-Core 2",
        "rvmatrix: ",
        "versions: 0.6, 0.3, 0.2",
        "`mlen` (128, 256, 512)",
    ] {
        assert!(outcome.out.contains(expected), "{outcome:?}");
    }
    let explain = |query: &str| mnc2(["explain", "--language", "rvmatrix", query]);
    let list = explain("--list");
    assert!(list.out.lines().count() > 132, "{list:?}");
    for name in ["mmaqa.b", "xmisa", "m0", "RV0401"] {
        assert!(
            list.out.lines().any(|line| line.starts_with(name)),
            "{name}"
        );
        let page = explain(name);
        assert!(page.code == 0 && page.out.contains(name), "{page:?}");
    }
    let outcome = explain("mmaqa.x");
    assert!(
        outcome.code == 2 && outcome.err.contains("did you mean"),
        "{outcome:?}"
    );
}

#[test]
fn a_run_reads_and_writes_memory() {
    const PROGRAM: &str =
        "\tli t0, 0x1000\n\tld t1, 0(t0)\n\taddi t1, t1, 1\n\tsd t1, 8(t0)\n\tret\n";
    let folder = folder("dialects-run");
    let kernel = file(&folder, "kernel.S", PROGRAM);
    let memory = file(&folder, "in.json", "{\"0x1000\": \"ff00000000000000\"}");
    let dump = folder.join("out.json");
    let run = |options: &[&str]| {
        let arguments = ["run", "--language", "rvmatrix", text(&kernel)].into_iter();
        mnc2(arguments.chain(options.iter().copied()))
    };
    let outcome = run(&["--mem", text(&memory), "--dump", text(&dump)]);
    assert_eq!(
        (outcome.code, outcome.out.as_str(), outcome.err.as_str()),
        (0, "", "")
    );
    let read = |path| {
        let written = fs::read_to_string(path).expect("a file");
        serde_json::from_str::<serde_json::Value>(&written).expect("an object")
    };
    let expected =
        serde_json::json!({ "0x1000": "ff00000000000000", "0x1008": "0001000000000000" });
    assert_eq!(read(&dump), expected);

    // Up to a line, which is executed; then registers are printed.
    let outcome = run(&["--mem", text(&memory), "--until", "2"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.out.contains("0xff"), "{outcome:?}");
    let outcome = run(&["--until", "6"]);
    assert!(
        outcome.code == 3 && outcome.err.contains("never executed"),
        "{outcome:?}"
    );
    let outcome = run(&["--max-steps", "2"]);
    assert!(
        outcome.code == 3 && outcome.err.contains("after 2 instructions"),
        "{outcome:?}"
    );
    let outcome = run(&["--stats"]);
    assert!(
        outcome.code == 2 && outcome.err.contains("--stats is for MN-Core 2"),
        "{outcome:?}"
    );
    // Without --mem the file with the program's name is read, by the debugger too.
    file(&folder, "kernel.in.json", "{\"0x1000\": \"0700\"}");
    let outcome = run(&[]);
    assert!(
        outcome.code == 0 && outcome.out.contains("t1 = 0x8"),
        "{outcome:?}"
    );
    let outcome = run(&["--mem", text(&memory)]);
    assert!(outcome.out.contains("t1 = 0x100"), "{outcome:?}");
    let debug = [
        "debug",
        "--language",
        "rvmatrix",
        text(&kernel),
        "-x",
        "step",
        "-x",
        "step",
        "-x",
        "t1",
    ];
    let outcome = mnc2(debug);
    assert!(outcome.out.contains("t1 = 0x7"), "{outcome:?}");
    let wrong = file(&folder, "wrong.json", "{\"1000\": \"00\"}");
    let outcome = run(&["--mem", text(&wrong)]);
    assert!(
        outcome.code == 2 && outcome.err.contains("is not an address"),
        "{outcome:?}"
    );

    let program = file(&folder, "program.vsm", "nop\n");
    let outcome = mnc2(["run", "--mem", text(&memory), text(&program)]);
    assert!(
        outcome.code == 2 && outcome.err.contains("other languages"),
        "{outcome:?}"
    );
}
