//! `mnc2 asm` and `mnc2 disasm` for MN-Core 2.

use expect_test::expect;

use crate::binary::{Outcome, file, folder, mnc2, mnc2_reading, text};

const PROGRAM: &str = "# a sum\nlpassa $lm0v $lr0v\nnop/2\nfvfma $lr0v $ls0v $lm4v $ln0v; lpassa $aluf $lt\nd get $lm0n0c0b0m0p0 1 # here\n";

fn run(input: &str, arguments: &[&str]) -> Outcome {
    mnc2_reading(input.as_bytes(), arguments.iter().copied())
}

#[test]
fn a_program_becomes_words_and_text_again() {
    let words = run(PROGRAM, &["asm", "-"]);
    assert_eq!((words.code, words.err.as_str()), (0, ""));
    let kinds: Vec<(char, usize)> = words
        .out
        .lines()
        .map(|line| (line.chars().next().unwrap_or(' '), line.len()))
        .collect();
    assert_eq!(
        kinds,
        [('i', 294), ('i', 294), ('i', 294), ('i', 294), ('d', 22)]
    );
    let texts = run(&words.out, &["disasm", "-"]);
    expect![[r#"
        lpassa $lm0v $lr0v
        nop
        nop
        fvfma $lr0v $ls0v $lm4v $ln0v; lpassa $aluf $lt
        d get $lm0n0c0b0m0p0 1
    "#]]
    .assert_eq(&texts.out);
    assert_eq!(run(&texts.out, &["asm", "-"]).out, words.out);
    let fields = run(&words.out, &["disasm", "--fields", "-"]);
    let first = fields.out.lines().next().unwrap_or_default();
    expect!["lpassa $lm0v $lr0v                       # 1 40000050000a000040000100000000000820000000000003fe281f000000700000000c000 ll=0x1 grf0_write=0x1 grf0_source=0x1 grf0_write_increment=0x1 lm0_increment=0x1 lm0_width=0x1 alu_precision=0x0 alu_opcode=0xa alu_input1=0x3"]
        .assert_eq(first);
    assert_eq!(run(&fields.out, &["asm", "-"]).out, words.out);
}

#[test]
fn what_is_not_known_is_listed() {
    let program = "lpassa $m0v $r0v\nmvp/n64i01 $p0@0 $d0@0\nnop; wait i01\nladd $lr32v $ls0v $ln32v\nlpassa $m0v $r0v\nlpassa $m0v $r0v\nlpassa $m0v $r0v\nlpassa $m0v $r0v\n";
    let refused = run(program, &["asm", "-"]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    expect![[r#"
        mnc2: `<stdin>` is not assembled, because some bits of its words are unknown:
          lm0_width (bits 154:153), 0x0: inferred; used 5 times, at 1:8 `$m0v`, 5:8 `$m0v`, 6:8 `$m0v`, 7:8 `$m0v` and others
          grf0_write_width (bits 246:245), 0x0: inferred; used 5 times, at 1:13 `$r0v`, 5:13 `$r0v`, 6:13 `$r0v`, 7:13 `$r0v` and others
          words of MV instructions: unknown; used once, at 2:1 `mvp/n64i01 $p0@0 $d0@0`
          wait_tag (bits 7:0), 0x1: published; used once, at 3:11 `i01`
          alu_precision (bits 92:91), 0x0: inferred; used once, at 4:1 `ladd`
          alu_opcode (bits 90:86), ladd: unknown; used once, at 4:1 `ladd`
          alu_input2 (bits 78:76), 0x1: inferred; used once, at 4:13 `$ls0v`
    "#]]
    .assert_eq(&refused.err);
    let refused = run(program, &["asm", "--allow-inferred", "-"]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    expect![[r#"
        mnc2: `<stdin>` is not assembled, because some bits of its words are unknown:
          words of MV instructions: unknown; used once, at 2:1 `mvp/n64i01 $p0@0 $d0@0`
          alu_opcode (bits 90:86), ladd: unknown; used once, at 4:1 `ladd`
    "#]]
    .assert_eq(&refused.err);
}

#[test]
fn inferred_words_are_marked_and_stated() {
    let program = "lpassa $m0v $r0v\nnop; wait i01\n";
    let refused = run(program, &["asm", "-"]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    assert!(refused.err.contains("`--allow-inferred` writes"));
    let words = run(program, &["asm", "--allow-inferred", "-"]);
    assert_eq!((words.code, words.err.as_str()), (0, ""));
    let marks: Vec<&str> = words
        .out
        .lines()
        .filter_map(|line| line.split_once('#').map(|(_, mark)| mark))
        .collect();
    assert_eq!(
        marks,
        [
            " inferred lm0_width, inferred grf0_write_width",
            " published wait_tag"
        ]
    );
    let texts = run(&words.out, &["disasm", "-"]);
    expect![[r#"
        lpassa $m0v $r0v ?grf0_write_width=0x0 ?lm0_width=0x0
        nop; wait i01 ?wait_tag=0x1
    "#]]
    .assert_eq(&texts.out);
    // What is stated is certain.
    let again = run(&texts.out, &["asm", "-"]);
    let bits = |out: &str| -> Vec<String> {
        let words = out.lines().map(|line| line.split(" #").next());
        words.flatten().map(str::to_owned).collect()
    };
    assert_eq!(bits(&again.out), bits(&words.out));
    assert_eq!((again.code, again.err.as_str()), (0, ""));
}

#[test]
fn bad_lines_are_named() {
    let zeros = "0".repeat(292);
    let input = format!(
        "i {zeros}\ni 0101\ni {zeros}0\nj{zeros}\n  m 01\nlpassa $lm0v $lr0v\ni\ndget\ni 01x1\n"
    );
    let outcome = run(&input, &["disasm", "-"]);
    assert_eq!(outcome.code, 1);
    assert_eq!(outcome.out.lines().count(), 1, "{}", outcome.out);
    expect![[r#"
        mnc2: <stdin>, line 2, column 3: a word has 292 bits, but this one is cut off after 4
        mnc2: <stdin>, line 3, column 3: a word has 292 bits, but this one has 293
        mnc2: <stdin>, line 4, column 2: a word has 426 bits, but this one is cut off after 292
        mnc2: <stdin>, line 5, column 3: this is a word of an MV instruction, whose fields are not public
        mnc2: <stdin>, line 6, column 1: this is not a line of the assembler's output
        mnc2: <stdin>, line 7, column 2: a word has 292 bits, but this one is cut off after 0
        mnc2: <stdin>, line 8, column 1: this is not a line of the assembler's output
        mnc2: <stdin>, line 9, column 3: a word has only the digits 0 and 1, but its character 3 is `x`
    "#]]
    .assert_eq(&outcome.err);
}

#[test]
fn programs_with_errors_have_no_words() {
    let outcome = run("lpassa $lm0v $lr0v ?lm0=0x1\n", &["asm", "-"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (1, ""));
    expect![[r#"
        mnc2: <stdin>, line 1, column 20: the instruction word has no field `lm0`
    "#]]
    .assert_eq(&outcome.err);
    for program in ["lpasa $lm0v $lr0v\n", "lpassa $lm[0,2,4,6] $lr0v\n"] {
        let outcome = run(program, &["asm", "--mode", "auto", "-"]);
        assert_eq!((outcome.code, outcome.out.as_str()), (1, ""), "{program}");
        assert!(outcome.err.contains("error[E"), "{outcome:?}");
    }
    // A line that follows another one too soon still has its word.
    let outcome = run("lpassa $lm0v $lr0v\nlpassa $lr0v $lm0v\n", &["asm", "-"]);
    assert_eq!((outcome.code, outcome.out.lines().count()), (1, 2));
    assert!(outcome.err.contains("error[E10"), "{outcome:?}");
    let outcome = run("nop/4194305\n", &["asm", "-"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (1, ""));
}

/// A block with numbers at bits.
fn block(contents: &[(usize, u32)]) -> Vec<u8> {
    let mut bytes = vec![0; 128];
    for &(from, number) in contents {
        for place in (0..32).filter(|place| number >> place & 1 == 1) {
            bytes[(from + place) / 8] |= 1 << ((from + place) % 8);
        }
    }
    bytes
}

#[test]
fn packed_programs_are_inspected() {
    let auto = block(&[(1022, 1), (292, 5), (900, 10), (935, 0x14)]);
    let flat = block(&[(270, 0x23), (911, 0x7f)]);
    let bytes = [auto, flat, block(&[(1022, 2)])].concat();
    let outcome = mnc2_reading(&bytes, ["inspect", "--host-tags", "5,i3f", "-"]);
    assert_eq!(outcome.code, 1);
    expect![[r#"
         block  mode         waits        MV
             0  auto-stride  i05 - i0a    i14
             1  flat         i23 -        i7f
             2  loop         ?            ?
        384 bytes, 3 blocks
        tags that steps wait for: i05 i0a i23
        tags of MV instructions: i14 i7f
        waited for, but of no MV instruction of the file: i05 i0a i23
        above the largest tag i3f: i7f
    "#]]
    .assert_eq(&outcome.out);
    assert_eq!(outcome.err, "mnc2: the host uses these tags too: i05\n");
    let object = mnc2_reading(
        &bytes,
        ["inspect", "--host-tags", "5", "--format", "json", "-"],
    );
    expect![[r#"
        {"bytes":384,"blocks":[{"mode":"auto-stride","waits":["i05","-","i0a"],"mv":"i14"},{"mode":"flat","waits":["i23","-"],"mv":"i7f"},{"mode":"loop","waits":[],"mv":null}],"modes":[],"tags":{"waited":["i05","i0a","i23"],"started":["i14","i7f"],"never_started":["i05","i0a","i23"],"too_large":["i7f"],"of_the_host":["i05"]}}
    "#]]
    .assert_eq(&object.out);
    let alone = mnc2_reading(&bytes, ["inspect", "-"]);
    assert_eq!((alone.code, alone.err.as_str()), (0, ""));
    let cut = mnc2_reading(&bytes[..200], ["inspect", "-"]);
    assert_eq!((cut.code, cut.out.as_str()), (2, ""));
    assert!(cut.err.contains("there are 72 bytes"), "{cut:?}");
    let wrong = mnc2_reading(&bytes, ["inspect", "--host-tags", "0", "-"]);
    assert_eq!(wrong.code, 2);
}

#[test]
fn listings_are_inspected() {
    let folder = folder("inspect");
    let words = run("nop; wait i07\nnop\n", &["asm", "--allow-inferred", "-"]);
    let path = file(&folder, "out.asm", format!("{}i 01\n", words.out));
    let outcome = mnc2(["inspect", "--host-tags=7", text(&path)]);
    assert_eq!(outcome.code, 1);
    assert_eq!(
        outcome.out,
        "2 steps in auto-stride mode\nbits of their words: 576 observed, 8 published or inferred, 0 unknown\ntags that steps wait for: i07\n"
    );
    assert!(outcome.err.contains("line 3, column 3"), "{outcome:?}");
    assert!(outcome.err.contains("too: i07"), "{outcome:?}");
    let object = mnc2(["inspect", "--format=json", text(&path)]);
    expect![[r#"
        {"bytes":null,"blocks":null,"modes":[{"mode":"auto-stride","steps":2,"bits":{"observed":576,"inferred":8,"unknown":0}}],"tags":{"waited":["i07"],"started":null,"never_started":[],"too_large":[],"of_the_host":[]}}
    "#]]
    .assert_eq(&object.out);
}

/// Encodings of a user's own assembler are learned, read, and written.
#[test]
fn words_are_learned() {
    let folder = folder("learn");
    let program = "lpassa $lr0v $nowrite\nladd $lr0v $ls0v $nowrite\nmvp/n64i01 $p0@0 $d0@0\n";
    let stated = "lpassa $lr0v $nowrite\nladd $lr0v $ls0v $nowrite ?alu_opcode=0xc ?alu_precision=0x0 ?alu_input2=0x1\n";
    let words = run(stated, &["asm", "-"]);
    assert_eq!((words.code, words.err.as_str()), (0, ""));
    let output = format!("{}m 010011\n", words.out);
    let vsm = file(&folder, "pair.vsm", program);
    let asm = file(&folder, "pair.asm", &output);
    let rows = folder.join("ours.toml");
    for pairs in [
        vec![text(&vsm), text(&asm)],
        vec![text(&vsm)],
        vec![text(&folder)],
    ] {
        let mut arguments = vec!["learn"];
        arguments.extend(pairs);
        arguments.extend(["-o", text(&rows)]);
        let learned = mnc2(arguments);
        assert_eq!(
            (learned.code, learned.out.as_str()),
            (0, ""),
            "{}",
            learned.err
        );
        assert!(
            learned.err.contains("3 words of 1 pair, "),
            "{}",
            learned.err
        );
        assert!(
            learned.err.contains(", 0 contradictions"),
            "{}",
            learned.err
        );
    }
    let again = mnc2(["asm", "--encodings", text(&rows), text(&vsm)]);
    assert_eq!(
        (again.code, again.out.as_str(), again.err.as_str()),
        (0, output.as_str(), "")
    );
    let texts = run(&words.out, &["disasm", "--encodings", text(&rows), "-"]);
    assert_eq!(
        texts.out,
        "lpassa $lr0v $nowrite\nladd $lr0v $ls0v $nowrite\n"
    );
    // A project names the file for all its programs.
    file(&folder, "mnc2.toml", "encodings = \"ours.toml\"\n");
    assert_eq!(mnc2(["asm", text(&vsm)]).out, output);
    // The rest is not probed again, and unknown encodings are refused.
    let probe = mnc2(["probe", "--encodings", text(&rows)]);
    assert!(
        !probe.out.contains("ladd $lr0 $ls0 $nowrite\n"),
        "{}",
        probe.err
    );
    let refused = run(
        "mvp/n128i01 $p0@0 $d0@0\n",
        &["asm", "--encodings", text(&rows), "-"],
    );
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    assert!(
        refused.err.contains("mv_size of words `m`, 128: unknown"),
        "{}",
        refused.err
    );
}

/// Pairs that contradict what is public are named with their lines; nothing public is overridden.
#[test]
fn contradictions_are_reported() {
    let folder = folder("contradictions");
    let right = run("lpassa $lr0v $nowrite\n", &["asm", "-"]).out;
    let stated = "lpassa $lr0v $nowrite ?alu_opcode=0xb\n";
    let wrong = run(stated, &["asm", "-"]).out;
    let vsm = file(&folder, "a.vsm", "lpassa $lr0v $nowrite\n");
    let asm = file(&folder, "a.asm", &wrong);
    let rows = folder.join("rows.toml");
    let learned = mnc2(["learn", text(&vsm), text(&asm), "-o", text(&rows)]);
    assert_eq!(learned.code, 1);
    let said = "line 1, column 1: line 1 of ";
    assert!(learned.err.contains(said), "{}", learned.err);
    let said = "alu_opcode (bits 90:86) is 0xb, but 0xa is observed";
    assert!(learned.err.contains(said), "{}", learned.err);
    let again = mnc2(["asm", "--encodings", text(&rows), text(&vsm)]);
    assert_eq!((again.code, again.out.as_str()), (0, right.as_str()));
    assert!(
        again
            .err
            .contains("the encodings say otherwise than public pairs of alu_opcode"),
        "{}",
        again.err
    );
    let cut = file(&folder, "cut.asm", &wrong[..100]);
    let learned = mnc2(["learn", text(&vsm), text(&cut)]);
    assert_eq!(learned.code, 1);
    assert!(
        learned.err.contains(
            "cut.asm, line 1, column 3: a word has 292 bits, but this one is cut off after 98"
        ),
        "{}",
        learned.err
    );
    let none = mnc2(["learn", text(&asm)]);
    assert_eq!(none.code, 2);
    let broken = file(&folder, "broken.toml", "format = 1\nword = 3\n");
    let outcome = mnc2(["asm", "--encodings", text(&broken), text(&vsm)]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(
        outcome
            .err
            .contains("broken.toml, line 2: `word` must be an array"),
        "{}",
        outcome.err
    );
}

/// The mode is given by `--mode`, otherwise a program with an address list is flat; inferred contents are marked in both
/// directions.
#[test]
fn words_of_flat_mode_are_written_and_read() {
    let public = "imm s\"0x32f8\" $nowrite\n";
    let flat = run(public, &["asm", "--mode", "flat", "-"]);
    assert_eq!((flat.code, flat.err.as_str()), (0, ""));
    assert!(flat.out.starts_with("j 01"), "{}", flat.out);
    let auto = run(public, &["asm", "--allow-inferred", "-"]);
    assert!(auto.out.starts_with("i 01"), "{}", auto.out);
    let listed = "lpassa $lm[0,2,8,12] $ln[0,6,2,4]\n";
    let refused = run(listed, &["asm", "-"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("`--allow-inferred` writes"));
    let words = run(listed, &["asm", "--allow-inferred", "-"]);
    assert_eq!(words.code, 0, "{}", words.err);
    assert!(words.out.starts_with("j 01"), "{}", words.out);
    let text = run(&words.out, &["disasm", "-"]);
    assert_eq!(text.out, "lpassa $lm[0,2,8,12] $ln[0,6,2,4] # inferred\n");
    let again = ["asm", "--mode", "flat", "--allow-inferred", "-"];
    assert_eq!(run(&text.out, &again).out, words.out);
    let wrong = run(listed, &["asm", "--mode", "auto", "-"]);
    assert_eq!((wrong.code, wrong.out.as_str()), (1, ""));
    assert!(wrong.err.contains("flat"), "{}", wrong.err);
}

/// Long and hostile outputs end with a message and in bounded output.
#[test]
fn hostile_outputs_are_bounded() {
    let said = |input: &str, arguments: &[&str]| {
        let outcome = run(input, arguments);
        assert_eq!(
            outcome.code,
            1,
            "{}",
            &outcome.err[..outcome.err.len().min(400)]
        );
        assert!(outcome.err.len() < 32 << 10, "{} bytes", outcome.err.len());
        outcome.err
    };
    let long = format!("i {}\n", "01".repeat(2 << 20));
    assert_eq!(
        said(&long, &["disasm", "-"]),
        "mnc2: <stdin>, line 1, column 3: a word has 292 bits, but this one has 4194304\n"
    );
    let many = "i 01\n".repeat(800_000);
    let err = said(&many, &["disasm", "-"]);
    assert_eq!(err.lines().count(), 101);
    assert!(
        err.ends_with("799900 more lines of `<stdin>` cannot be read\n"),
        "{err}"
    );
    let folder = folder("hostile");
    let vsm = file(&folder, "a.vsm", "nop\nmvnop\nmvnop\n");
    for (output, expected) in [
        (
            long.as_str(),
            "line 1, column 3: a word has 292 bits, but this one has 4194304",
        ),
        (
            many.as_str(),
            "line 1, column 3: a word has 292 bits, but this one is cut off after 2",
        ),
        (
            "\u{0}\u{1}\n",
            "line 1, column 1: this is not a line of the assembler's output",
        ),
        (
            "m 01\nm 011\n",
            "line 2, column 1: this word has 3 bits, but those before it have 2",
        ),
    ] {
        let asm = file(&folder, "a.asm", output);
        let outcome = mnc2(["learn", text(&vsm), text(&asm)]);
        assert_eq!(outcome.code, 1);
        assert!(outcome.err.contains(expected), "{}", &outcome.err[..200]);
        assert!(outcome.err.len() < 32 << 10, "{} bytes", outcome.err.len());
    }
    let vsm = file(&folder, "b.vsm", "nop\n");
    let asm = file(&folder, "b.asm", run("nop/100\n", &["asm", "-"]).out);
    let outcome = mnc2(["learn", text(&vsm), text(&asm)]);
    assert_eq!(outcome.code, 1);
    // What is too much is one part: it is named once.
    let expected = "b.asm, line 2, column 1: the program has no statement for 99 words from this line on\n1 words of 1 pair";
    assert!(outcome.err.contains(expected), "{}", outcome.err);
    assert_eq!(outcome.err.lines().count(), 3, "{}", outcome.err);
}
