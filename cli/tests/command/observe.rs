//! `mnc2 run` with `--strict`, `--trace` and `--stats`: the output on standard error, and that the dump stays clean.

use expect_test::expect;
use serde_json::Value;

use crate::binary::{file, folder, mnc2_in, mnc2_reading, text};

const PROGRAM: &str = "\
d set $lm0 1 l5
lpassa $lm0 $lr0
lpassa $lr0 $lr2/1000
d getd $lr2n0c0b0m0p0 1
";

#[test]
fn strict_mode_reports_and_changes_nothing() {
    let plain = mnc2_reading(PROGRAM.as_bytes(), ["run", "--force"]);
    let outcome = mnc2_reading(PROGRAM.as_bytes(), ["run", "--force", "--strict"]);
    assert_eq!((outcome.code, &outcome.out), (plain.code, &plain.out));
    let strict = outcome.err.strip_prefix(plain.err.as_str());
    expect![[r#"
        <stdin>:3:8: error[E1010]: `$r0` was read too early: 0 cycles between this and the write in line 2, 6 needed, 6 short (PE n0c0b0m0p0 and 4095 more)
        --strict: 1 hazard, 0 uninitialized reads
    "#]].assert_eq(strict.unwrap_or(&outcome.err));

    let program = "lpassa $lm0 $nowrite # never set\nnop\n";
    let outcome = mnc2_reading(program.as_bytes(), ["run", "--strict", "--format", "json"]);
    expect![[r#"
        {"file":"<stdin>","line":1,"column":8,"end_line":1,"end_column":12,"severity":"info","code":"unwritten","message":"`$m0` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)","manual":"","notes":[],"fixes":[]}
    "#]].assert_eq(&outcome.err);
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""));
}

#[test]
fn assertions_are_checked_and_decide_the_exit_code() {
    let run = |program: &str, options: &[&str]| {
        mnc2_reading(program.as_bytes(), ["run"].iter().chain(options))
    };
    let holds = "imm i\"1\" $lr0\nnop/2\n#! assert all($r0 == 1)\n#! log $r0@p1\n";
    let outcome = run(holds, &[]);
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""));
    assert_eq!(outcome.err, "<stdin>:4:1: info[log]: `$r0@p1` is 0x1\n");

    let fails = "lpassa $peid $lr0\nnop/2\n#! assert $lr0 == 0 # on the first PE\nquit\n#! assert $lr0 == 9\n";
    let outcome = run(fails, &[]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let outcome = run(
        fails,
        &["--pe", "n0c0b0m1p1", "--strict", "--format", "json"],
    );
    assert_eq!(outcome.code, 1);
    expect![[r#"
        {"file":"<stdin>","line":3,"column":1,"end_line":3,"end_column":20,"severity":"error","code":"assertion","message":"the assertion does not hold: `$lr0` is 0x5 on n0c0b0m1p1","manual":"","notes":[],"fixes":[]}
    "#]].assert_eq(&outcome.err);
    // What is not executed is not asserted.
    assert_eq!(run(fails, &["--pe", "n0c0b0m1p1", "--until", "2"]).code, 0);

    let many = "#! assert 1 == 2\n".repeat(10_001);
    let outcome = run(&many, &[]);
    assert_eq!((outcome.code, outcome.err.lines().count()), (1, 10_001));
    assert!(outcome.err.ends_with("assertions: 1 more not shown\n"));
}

#[test]
fn findings_of_strict_mode_are_data_and_have_a_limit() {
    let strict = |options: &[&str]| {
        let fixed = ["run", "--force", "--strict"];
        mnc2_reading(PROGRAM.as_bytes(), fixed.iter().chain(options)).err
    };
    let data = strict(&["--format", "json"]);
    let last: Value = serde_json::from_str(data.lines().last().unwrap_or_default()).expect("data");
    let note = &last["notes"][0];
    assert_eq!(
        (
            &last["code"],
            &note["line"],
            &note["column"],
            &note["message"]
        ),
        (
            &"E1010".into(),
            &2.into(),
            &13.into(),
            &"written here".into()
        )
    );

    let program = "lpassa $lm0 $nowrite\nlpassa $lm2 $nowrite\nlpassa $lm4 $nowrite\n";
    let options = ["run", "--strict", "--max-findings", "1"];
    let outcome = mnc2_reading(program.as_bytes(), options);
    expect![[r#"
        <stdin>:1:8: info[unwritten]: `$m0` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
        --strict: 2 more not shown (--max-findings 0 shows all)
        --strict: 0 hazards, 3 uninitialized reads
    "#]]
    .assert_eq(&outcome.err);
}

/// The same level for the run as for the check, from the profile.
#[test]
fn strict_mode_keeps_to_the_profile() {
    let program = b"l2bmdars $lc0@.0 $dar16; l2bmdarw\nmvp/n64nd1 $p0@0 $di16@0\n";
    for (profile, expected) in [("assembler", 0), ("contest", 0), ("hardware", 1)] {
        let strict = ["run", "--strict", "--profile", profile];
        let err = mnc2_reading(program, strict).err;
        let said = "<stdin>:2:18: warning[W1015]: `$dar16` was read too early";
        let count = err.matches(said).count();
        assert_eq!(count, expected, "{profile}: {err}");
        assert!(!err.contains("error["), "{profile}: {err}");
    }
    let silenced =
        b"l2bmdars $lc0@.0 $dar16; l2bmdarw\nmvp/n64nd1 $p0@0 $di16@0 # mnc2: allow(W1015)\n";
    let outcome = mnc2_reading(silenced, ["run", "--strict", "--profile", "hardware"]);
    assert!(!outcome.err.contains("warning[W1015]"), "{}", outcome.err);
}

/// What the testcase sets is written; the judge's zeros are told apart.
#[test]
fn strict_mode_knows_what_a_testcase_starts_with() {
    let folder = folder("run-strict-testcase");
    let testcase = "d set $lm0n0c0b0m0p0 1 l5\n# ======= YOUR VSM WILL BE INSERTED HERE =======\n\
                    d getd $ln0n0c0b0m0p0 1 # expect=[5] / Long @[0]\n";
    file(&folder, "testcase.vsm", testcase);
    file(
        &folder,
        "p.vsm",
        "lpassa $lm0 $ln0/$imr1\nmvp/n64 $d0@0 $lc0@0.0\n",
    );
    let count = |options: &[&str]| {
        let fixed = ["run", "p.vsm", "--strict"];
        let outcome = mnc2_in(&folder, fixed.iter().chain(options));
        ["unwritten", "zeroed"].map(|name| outcome.err.matches(&format!("info[{name}]")).count())
    };
    let judged = |options: &[&str]| count(&[&["--testcase", "testcase.vsm"], options].concat());
    assert_eq!(count(&[]), [3, 0]);
    assert_eq!(judged(&[]), [0, 3]);
    assert_eq!(judged(&["--offchip", "undefined"]), [1, 2]);
    assert_eq!(judged(&["--dirty"]), [3, 0]);
    assert_eq!(judged(&["--dirty", "--offchip", "zero"]), [2, 1]);
    let outcome = mnc2_in(
        &folder,
        ["run", "p.vsm", "--strict", "--testcase", "testcase.vsm"],
    );
    let of_strict = |line: &&str| line.contains("zeroed") || line.starts_with("--strict");
    let shown: Vec<&str> = outcome.err.lines().filter(of_strict).collect();
    expect![[r#"
        p.vsm:1:8: info[zeroed]: `$m0` is read, and only the judge's zeros are there (PE n0c0b0m0p1 and 4094 more)
        p.vsm:1:13: info[zeroed]: `$omr1` is read, and only the judge's zeros are there (PE n0c0b0m0p0 and 4095 more)
        p.vsm:2:9: info[zeroed]: `$d0` is read, and only the judge's zeros are there (group n0)
        --strict: 0 hazards, 0 uninitialized reads, 3 reads of the judge's zeros"#]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn traces_show_words_flags_and_how_much_is_left_out() {
    let program = "ipassa $m0 $omr1\nipassa $m0 $r0/$imr1\n";
    let outcome = mnc2_reading(program.as_bytes(), ["run", "--trace"]);
    for shown in [
        "  read  cycle 0  $m0  LM0(n0c0b0m0p0,0)  0x00000000\n",
        "  write cycle 3  $omr1  OMR(n0c0b0m0p0,1)  0b1111\n",
    ] {
        assert!(outcome.err.contains(shown), "{shown}{}", outcome.err);
    }
    let outcome = mnc2_reading(b"mvp/n131072 $p0@0 $d0@0\n", ["run", "--trace"]);
    let last = outcome.err.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("  and ") && last.ends_with(" more"),
        "{last}"
    );
    let data = mnc2_reading(
        b"mvp/n131072 $p0@0 $d0@0\n",
        ["run", "--trace", "--format", "json"],
    );
    let object: Value = serde_json::from_str(&data.err).expect("one object");
    assert_eq!(format!("  and {} more", object["left_out"]), last);
}

#[test]
fn traces_are_text_or_json() {
    let program = "d set $lm0p1 1 l5\nlpassa $lm0 $lr0/1000 # copy\n";
    let outcome = mnc2_reading(program.as_bytes(), ["run", "--trace", "--pe", "m2p1"]);
    expect![[r#"
        2: lpassa $lm0 $lr0/1000
          read  cycle 0  $lm0  LM0(n0c0b0m2p1,0)  0x0000000000000005
          read  cycle 1  $lm0  LM0(n0c0b0m2p1,0)  0x0000000000000005
          read  cycle 2  $lm0  LM0(n0c0b0m2p1,0)  0x0000000000000005
          read  cycle 3  $lm0  LM0(n0c0b0m2p1,0)  0x0000000000000005
          write cycle 0  $lr0/1000  GRF0(n0c0b0m2p1,0)  0x0000000000000005
          write cycle 1  $lr0/1000  GRF0(n0c0b0m2p1,0)  masked
          write cycle 2  $lr0/1000  GRF0(n0c0b0m2p1,0)  masked
          write cycle 3  $lr0/1000  GRF0(n0c0b0m2p1,0)  masked
          write cycle 0  lpassa  aluf(n0c0b0m2p1)  0x0000000000000005 0x0000000000000000
          write cycle 1  lpassa  aluf(n0c0b0m2p1)  0x0000000000000005 0x0000000000000000
          write cycle 2  lpassa  aluf(n0c0b0m2p1)  0x0000000000000005 0x0000000000000000
          write cycle 3  lpassa  aluf(n0c0b0m2p1)  0x0000000000000005 0x0000000000000000
    "#]]
    .assert_eq(&outcome.err);
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""));

    let folder = folder("run-trace");
    let trace = folder.join("trace.json");
    let option = format!("--trace={}", text(&trace));
    let outcome = mnc2_reading(program.as_bytes(), ["run", &option, "--format", "json"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let trace = std::fs::read_to_string(trace).expect("the trace exists");
    let lines: Vec<Value> = trace
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is an object"))
        .collect();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["line"], 2);
    assert_eq!(lines[0]["statement"], "lpassa $lm0 $lr0/1000");
    let accesses = lines[0]["accesses"].as_array().expect("a list");
    assert_eq!(accesses.len(), 12);
    let fields = |access: &Value| {
        let names = [
            "access",
            "expression",
            "operand",
            "column",
            "cycle",
            "memory",
            "element",
            "address",
            "value",
        ];
        names.map(|name| access[name].to_string()).join(" ")
    };
    expect![[r#"
        "read" 1 "$lm0" 8 0 "LM0" "n0c0b0m0p0" 0 ["0x0000000000000000"]
        "write" 1 "$lr0/1000" 13 1 "GRF0" "n0c0b0m0p0" 0 null
    "#]]
    .assert_eq(&format!(
        "{}\n{}\n",
        fields(&accesses[0]),
        fields(&accesses[5])
    ));

    let outcome = mnc2_reading(b"", ["run", "--pe", "n9"]);
    assert_eq!(outcome.code, 2);
}

#[test]
fn stats_are_one_object() {
    let stats = |program: &str| -> Value {
        let outcome = mnc2_reading(program.as_bytes(), ["run", "--stats", "--format", "json"]);
        assert_eq!(outcome.code, 0);
        serde_json::from_str(&outcome.err).expect("standard error is one object")
    };
    let first = stats("nop/7\nlpassa $lm0 $lr0\nlinc $lm0 $lr0\n");
    assert_eq!(first["steps"], 9);
    assert!(first["seconds"].as_f64() > Some(0.0));
    assert!(first["steps_per_second"].as_f64() > Some(0.0));
    // One long word that all PEs share was written, and nothing else exists.
    let bytes = first["memory_bytes"].as_u64();
    assert!(
        bytes.is_some_and(|bytes| bytes > 0 && bytes < 1024),
        "{bytes:?}"
    );
    let same = stats("linc $lm0 $lr0\n");
    assert_eq!(first["state_hash"], same["state_hash"]);
    assert_ne!(first["state_hash"], stats("ldec $lm0 $lr0\n")["state_hash"]);
}

#[test]
fn observers_leave_the_same_state() {
    let program =
        "dmwrite $lm0v $lx0\nnop\ndmmulu $lx $lm0v $lr0v\nfvfma $lm0v $lm0v $mauf $ls0v\n";
    let hash = |options: &[&str]| -> Value {
        let fixed = ["run", "--dirty=3", "--stats", "--format", "json"];
        let outcome = mnc2_reading(program.as_bytes(), fixed.iter().chain(options));
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        let stats = outcome.err.lines().last().unwrap_or_default();
        let stats: Value = serde_json::from_str(stats).expect("the last line is an object");
        stats["state_hash"].clone()
    };
    let alone = hash(&[]);
    assert!(alone.is_string());
    for options in [&["--strict"][..], &["--trace"], &["--strict", "--trace"]] {
        assert_eq!(hash(options), alone, "{options:?}");
    }
}

/// Transfers, use of units and estimated time on the chip, up to where the run stopped.
#[test]
fn stats_tell_what_the_chip_did() {
    let program = "mvp/n64 $d0@0 $lc0@0.0\nfvfma $lr0v $ls0v $lr0v $nowrite; linc $ls0v $lm0v\nnop/3\n\
                   linc $ls0v $lm0v\n";
    let folder = folder("run-stats");
    file(&folder, "p.vsm", program);
    file(&folder, "mnc2.toml", "clock-mhz = 1000\n");
    let json = [
        "run", "p.vsm", "--stats", "--format", "json", "--until", "3",
    ];
    let outcome = mnc2_in(&folder, json);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let stats: Value = serde_json::from_str(&outcome.err).expect("one object");
    let shown: Vec<String> = [
        "steps",
        "mv_instructions",
        "clock_mhz",
        "estimated_seconds",
        "flop",
    ]
    .iter()
    .map(|key| format!("{key} {}", stats[key]))
    .collect();
    expect![[r#"
        steps 4
        mv_instructions 1
        clock_mhz 1000
        estimated_seconds 1.6e-8
        flop 65536"#]]
    .assert_eq(&shown.join("\n"));
    expect![[r#"{"l1bm":{"read":0,"written":0},"l2bm":{"read":0,"written":512},"pdm":{"read":0,"written":0},"dram":{"read":512,"written":0}}"#]].assert_eq(&stats["bytes_moved"].to_string());
    expect![[r#"{"mau":{"steps":1,"share":0.25},"alu":{"steps":1,"share":0.25},"matrixWrite":{"steps":0,"share":0.0},"matrixRead":{"steps":0,"share":0.0},"l1bm":{"steps":0,"share":0.0},"l2bm":{"steps":0,"share":0.0}}"#]].assert_eq(&stats["units"].to_string());
    let text = mnc2_in(&folder, ["run", "p.vsm", "--stats"]).err;
    let lines: Vec<&str> = text.lines().collect();
    expect![[r#"
        estimated 0.020 us on the chip at 1000 MHz, without waits for MV instructions
        MAU: 1 of 5 steps (20.0 %)
        ALU: 2 of 5 steps (40.0 %)
        65536 floating-point operations
        L2BM: 0 bytes read, 512 bytes written
        DRAM: 512 bytes read, 0 bytes written"#]]
    .assert_eq(&lines[1..lines.len() - 1].join("\n"));
    assert!(
        lines[0].starts_with("steps: 5, MV instructions: 1; "),
        "{text}"
    );
}

#[test]
fn a_trace_of_some_lines() {
    let program = "lpassa $lm0 $lr0/1000\nnop\nlpassa $lm2 $lr2/1000\nlpassa $lm4 $lr4/1000\n";
    let traced = |range: &str| -> Vec<String> {
        let arguments = ["run", "--trace-lines", range];
        let outcome = mnc2_reading(program.as_bytes(), arguments);
        let heads = outcome.err.lines().filter(|line| !line.starts_with(' '));
        heads
            .map(|line| line.split(':').next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(traced("3..3"), ["3"]);
    assert_eq!(traced("2.."), ["2", "3", "4"]);
    assert_eq!(traced("..1"), ["1"]);
    assert_eq!(traced("7..9"), [""; 0]);
    let outcome = mnc2_reading(program.as_bytes(), ["run", "--trace-lines", "3..1"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.err.contains("is after the last line"),
        "{}",
        outcome.err
    );
}

/// Like a `d get` at the end of the program, also where the run stopped early.
#[test]
fn places_are_printed_after_the_run() {
    let program = "imm f\"1.5\" $ln0\nd getf $ln0n0c0b0m0p0 1\nimm f\"2.5\" $ln0\n";
    let print = [
        "run",
        "--print",
        "lm1n0c0b0m0p0:0+2,f",
        "--print",
        "dram1:3",
    ];
    let outcome = mnc2_reading(program.as_bytes(), print);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    expect![[r#"
        DEBUG-LM1(n0c0b0m0p0,0):(1.5, 1.5) (0x3fc00000, 0x3fc00000) #d getf $ln0n0c0b0m0p0 1
        DEBUG-LM1(n0c0b0m0p0,0):(2.5, 2.5) (0x40200000, 0x40200000) #d getf $ln0n0c0b0m0p0 2
        DEBUG-LM1(n0c0b0m0p0,2):(0, 0) (0x00000000, 0x00000000) #d getf $ln0n0c0b0m0p0 2
        DEBUG-DRAM(n1,3):(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0) #d get $d3n1 1
    "#]]
    .assert_eq(&outcome.out);
    let stopped = mnc2_reading(
        program.as_bytes(),
        print.iter().chain(&["--max-steps", "1"]),
    );
    assert_eq!(stopped.code, 3);
    assert_eq!(stopped.out.matches("(1.5, 1.5)").count(), 2, "{stopped:?}");
    let json = mnc2_reading(
        program.as_bytes(),
        print.iter().chain(&["--format", "json"]),
    );
    expect![[r#"{"memory":"DRAM","element":"n1","address":3,"value":"(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0)","statement":"d get $d3n1 1","text":"DEBUG-DRAM(n1,3):(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0) #d get $d3n1 1"}"#]].assert_eq(json.out.lines().last().unwrap_or_default());
    for (place, told) in [
        ("lm2:0", "`lm2` is not a memory; there are lm0"),
        ("lm0:0,x", "`x` is not a format; there are d, f"),
        ("lm0:5000", "LM0 has 2048 long words"),
        ("lm0p9", "a number below 4"),
    ] {
        let outcome = mnc2_reading(b"nop\n", ["run", "--print", place]);
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{place}");
        assert!(outcome.err.contains(told), "{place}: {}", outcome.err);
    }
}
