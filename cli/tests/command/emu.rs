//! `mnc2 emu`: the vendor's commands, by their names.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::expect;

use crate::binary::{Outcome, file, folder, mnc2, mnc2_reading, mnc2_under, text};

const PROGRAM: &str = "\
lpassa $subpeid $lm0 # each PE
maskr 0b10001
nop/2
lpassa $lm0 $lr0
mask 0
mvp/n64i01 $p0@0 $lc0@0.0
nop; wait i01
d set $t 1 00000000000000ab
d get $lm0n0c0b0m0 1
quit
ladd $lr0 $lr0 $lr2
";

/// Writes a file and returns its path as an argument.
fn written(folder: &Path, name: &str, content: &str) -> String {
    text(&file(folder, name, content)).to_owned()
}

/// The path of a file that is not there yet.
fn at(folder: &Path, name: &str) -> String {
    text(&folder.join(name)).to_owned()
}

fn emu(input: &[u8], arguments: &[&str]) -> Outcome {
    mnc2_reading(input, ["emu"].iter().chain(arguments))
}

/// The lines of a listing, with the length of each word and how many of its bits are unknown.
fn shortened(listing: &str) -> String {
    let line = |line: &str| match line.split_once(" #mnc2:") {
        Some((word, source)) => {
            let (letter, bits) = word.split_once(' ').expect("bits");
            let unknown = bits.matches('?').count();
            format!("{letter} {} ({unknown}) #mnc2:{source}\n", bits.len())
        }
        None => format!("{line}\n"),
    };
    listing.lines().map(line).collect()
}

#[test]
fn words_keep_their_source() {
    let auto = emu(PROGRAM.as_bytes(), &["assemble3"]);
    assert_eq!((auto.code, auto.err.as_str()), (0, ""));
    expect![[r#"
        #mnc2: this is not the vendor's output; unknown bits are `?`, and mnc2 runs the source after each word
        i 292 (4) #mnc2: lpassa $subpeid $lm0
        i 292 (0) #mnc2: maskr 0b10001 | nop/2
        i 292 (0) #mnc2:
        i 292 (7) #mnc2: maskr 0b10001 | lpassa $lm0 $lr0
        m 1 (1) #mnc2: mvp/n64i01 $p0@0 $lc0@0.0
        i 292 (8) #mnc2: nop; wait i01
        d set $lt 1 00000000000000AB
        d get $lm0n0c0b0m0 1
    "#]]
    .assert_eq(&shortened(&auto.out));
    let flat = emu(
        PROGRAM.as_bytes(),
        &["assemble3", "--instruction-mode", "flat"],
    );
    assert_eq!(flat.out.matches("\nj ").count(), 5);
}

#[test]
fn a_listing_runs_as_its_program() {
    let folder = folder("emu_runs");
    let program = written(&folder, "program.vsm", PROGRAM);
    let [listing, dump] = ["program.asm", "program.dmp"].map(|name| at(&folder, name));
    for mode in [&[][..], &["--instruction-mode", "flat"]] {
        let output = ["--output-file", &listing, &program];
        let assembled = emu(b"", &[&["assemble3"], mode, &output].concat());
        assert_eq!(
            (assembled.code, assembled.out, assembled.err),
            (0, String::new(), String::new())
        );
        let run = emu(b"", &["gpfn3_package_main", "-i", &listing, "-d", &dump]);
        assert_eq!(
            (run.code, run.out, run.err),
            (0, String::new(), String::new())
        );
        let expected = mnc2(["run", program.as_str()]);
        assert_eq!(fs::read_to_string(&dump).expect("a dump"), expected.out);
        let to_err = emu(
            &fs::read(&listing).expect("a listing"),
            &["gpfn3_package_main"],
        );
        assert_eq!(
            (to_err.code, to_err.out, to_err.err),
            (0, String::new(), expected.out)
        );
    }
}

/// The contest's judge keeps only lines that begin with the letters of words; the masks stay.
#[test]
fn lines_that_a_judge_keeps_are_enough() {
    let program = "maskr 0b10001\nlpassa $peid $lr0v\nmask 0\nnop\n";
    let listing = emu(
        program.as_bytes(),
        &["assemble3", "--instruction-mode", "flat"],
    )
    .out;
    let kept: String = listing
        .lines()
        .filter(|line| line.starts_with('j'))
        .map(|line| format!("{line}\n"))
        .collect();
    let suffix = "d get $lr0n0c0b0m1p1 4\n";
    let run = emu((kept + suffix).as_bytes(), &["gpfn3_package_main"]);
    let expected = mnc2_reading(format!("{program}{suffix}").as_bytes(), ["run", "-"]);
    assert_eq!(run.err, expected.out);
    let values: Vec<bool> = run.err.lines().map(|line| line.contains("v:0x5")).collect();
    assert_eq!(values, [false, false, false, true]);
}

#[test]
fn the_vendor_s_words_run_where_they_are_known() {
    let known = mnc2_reading(b"lpassa $lm0v $lr0v\n", ["asm", "-"]).out;
    let input = format!("d set $lm0 1 0000000000000005\n{known}d get $lr0n0c0b0m0p0 1\n");
    let run = emu(input.as_bytes(), &["gpfn3_package_main"]);
    assert!(run.err.contains("v:0x5"), "{}", run.err);
    for unknown in [format!("i {}\n", "1".repeat(292)), "m 0101\n".to_owned()] {
        let run = emu(format!("f\n{unknown}").as_bytes(), &["gpfn3_package_main"]);
        assert_eq!(run.code, 3, "{unknown}");
        assert!(run.err.starts_with("mnc2: line 2: this "), "{}", run.err);
    }
}

#[test]
fn the_refusal_of_a_file_that_is_no_program_is_short() {
    for command in [vec!["emu", "assemble3"], vec!["asm", "-"]] {
        let refused = mnc2_reading("no instruction\n".repeat(5_000).as_bytes(), command);
        assert_eq!(refused.code, 1, "{}", refused.err);
        assert!(
            refused.err.contains("4900 more findings not shown"),
            "{}",
            refused.err
        );
    }
}

#[test]
fn a_program_for_the_board_has_words_alone() {
    let folder = folder("emu_loader");
    let program = written(&folder, "program.vsm", PROGRAM);
    let stem = at(&folder, "kernel");
    let assembled = emu(
        b"",
        &["assemble3", &program, "--output-file", &stem, "--loader"],
    );
    assert_eq!((assembled.code, assembled.err), (0, String::new()));
    let packed = format!("{stem}.idma.dat");
    let content = fs::read_to_string(&packed).expect("a listing");
    assert_eq!(
        content
            .lines()
            .filter(|line| line.starts_with("d "))
            .count(),
        0
    );
    assert_eq!(content.lines().count(), 7);
    // It is not taken for what the vendor's assembler writes.
    let listing = at(&folder, "program.asm");
    emu(b"", &["assemble3", &program, "-o", &listing]);
    for words in [
        ["inspect", &packed, ""],
        ["inspect", &listing, ""],
        ["learn", &program, &listing],
    ] {
        let refused = mnc2(words.into_iter().filter(|word| !word.is_empty()));
        assert_eq!(refused.code, 2, "{words:?}");
        assert!(
            refused.err.contains("is a listing of `mnc2 emu`"),
            "{}",
            refused.err
        );
    }
    let again = emu(
        b"",
        &["assemble3", &program, "--output-file", &packed, "--loader"],
    );
    assert_eq!(again.code, 0);
    assert!(!folder.join("kernel.idma.dat.idma.dat").exists());
}

#[test]
fn what_is_not_known_is_refused_by_its_name() {
    let check = |arguments: &[&str], expected: &str| {
        let refused = emu(b"nop\n", arguments);
        assert_eq!(
            (refused.code, refused.out.as_str()),
            (2, ""),
            "{arguments:?}"
        );
        assert_eq!(refused.err, format!("mnc2: {expected}\n"));
    };
    check(
        &["assemble3", "--frob"],
        "assemble3: the option `--frob` is not known: its effect is not documented in public",
    );
    check(
        &["assemble3", "--print-csv", "x"],
        "assemble3: the option `--print-csv` is not supported: its columns are not all public; `mnc2 disasm --fields` shows fields",
    );
    check(
        &["assemble3", "--instruction-mode=loop"],
        "assemble3: the option `--instruction-mode` is known with the value `flat` only, not with `loop`",
    );
    check(
        &["assemble3", "-o"],
        "assemble3: the option `-o` needs a value",
    );
    check(
        &["assemble3", "--loader=yes"],
        "assemble3: the option `--loader` takes no value",
    );
    check(
        &["assemble3", "--loader"],
        "assemble3: the option `--loader` needs `--output-file`",
    );
    check(
        &["assemble3", "a.vsm", "b.vsm"],
        "assemble3: `b.vsm` is a second program, and one is read",
    );
    check(
        &["gpfn3_package_main", "-x"],
        "gpfn3_package_main: the option `-x` is not known: its effect is not documented in public",
    );
    for flag in ["-c", "--load-memory-file", "--save-memory-file"] {
        check(
            &["gpfn3_package_main", flag, "x"],
            &format!(
                "gpfn3_package_main: the option `{flag}` is not supported: the order of bytes in memory files is not public; `mnc2 run` has --load and --save"
            ),
        );
    }
    check(
        &["gpfn3_package_main", "--offchip-memory-init", "ones"],
        "gpfn3_package_main: the option `--offchip-memory-init` is known with the value `zero` only, not with `ones`",
    );
    check(
        &["gpfn3_package_main", "a.asm"],
        "gpfn3_package_main: `a.asm` is not an option; `-i` names the input",
    );
    check(
        &["vsmlink", "--boundary_flags=compute"],
        "vsmlink: the option `--boundary_flags` is not supported: earlier versions had it; the SDK's documents are about 0.9.0",
    );
    check(
        &["vsmlink", "a._vsm"],
        "vsmlink: four files are needed (program, `.param`, `.stparam` and output), and 1 is named",
    );
    check(
        &["install"],
        "`mnc2 emu install` takes the folder that the commands are written to",
    );
    let japanese = mnc2_under(
        &[("LANG", "ja_JP.UTF-8")],
        b"",
        ["emu", "assemble3", "--frob"],
    );
    assert!(japanese.err.contains("公開資料"), "{}", japanese.err);
}

#[test]
fn errors_of_a_program_are_reported() {
    let refused = emu(b"nop\nladd $lr0\n", &["assemble3"]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    assert!(refused.err.contains("error[E0302]"), "{}", refused.err);
    let stopped = emu(
        b"d get $lm0n0c0b0m0p0 1\nladd $lr0\n",
        &["gpfn3_package_main"],
    );
    assert_eq!(stopped.code, 3);
    assert!(stopped.err.contains("DEBUG-LM0"), "{}", stopped.err);
    assert!(stopped.err.contains("mnc2: line 2: "), "{}", stopped.err);
}

#[test]
fn the_start_of_the_chip_is_as_the_options_say() {
    let dump = |memory: &str, options: &[&str]| {
        let input = match memory {
            "pdm" => "e 0 0 i02 i00 0 000000000 000001\n",
            _ => "d get $lm0n0c0b0m0p0 1\n",
        };
        let run = emu(
            input.as_bytes(),
            &[&["gpfn3_package_main"], options].concat(),
        );
        assert_eq!(run.code, 0, "{}", run.err);
        let shown = run.out + &run.err;
        let zeros = [": 0000000000000000", "v:0x0)"];
        zeros.iter().any(|zero| shown.contains(zero))
    };
    let zero = &["--offchip-memory-init", "zero"];
    assert!(!dump("pdm", &[]));
    assert!(dump("pdm", zero));
    assert!(dump("lm", &[]));
    assert!(!dump("lm", &["--dirty"]));
    assert!(dump("pdm", &["--dirty", "--offchip-memory-init", "zero"]));
}

/// A host writes, waits for the reply, and writes again.
#[test]
fn replies_come_before_more_is_written() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mnc2"))
        .args(["emu", "gpfn3_package_main"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for round in 1..=3_u64 {
        let count = 4096;
        let digits: String = (0..count)
            .map(|word| format!("{:016x}", word * round))
            .collect();
        writeln!(input, "c 0 0 i01 i00 0 000000000 {count:06x} {digits}").expect("it reads");
        write!(input, "f\ne 0 0 i02 i00 0 000000000 {count:06x}\n").expect("it reads");
        let mut line = String::new();
        for word in 0..count {
            line.clear();
            output.read_line(&mut line).expect("it answers");
            assert_eq!(line, format!("PDM: {:016x}\n", word * round));
        }
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn installed_commands_are_called_by_name() {
    let folder = folder("emu_install");
    let target = at(&folder, "bin");
    for _ in 0..2 {
        let installed = emu(b"", &["install", &target]);
        assert_eq!((installed.code, installed.err.as_str()), (0, ""));
    }
    let command = |name: &str| {
        Command::new(
            folder
                .join("bin")
                .join(format!("{name}{}", std::env::consts::EXE_SUFFIX)),
        )
    };
    let program = written(
        &folder,
        "program.vsm",
        "lpassa $peid $lm0\nd get $lm0n0c0b0m0p3 1\n",
    );
    let assembled = command("assemble3")
        .arg(&program)
        .output()
        .expect("it runs");
    let listing = written(
        &folder,
        "program.asm",
        &String::from_utf8_lossy(&assembled.stdout),
    );
    let run = command("gpfn3_package_main")
        .args(["-i", &listing])
        .output()
        .expect("it runs");
    assert!(String::from_utf8_lossy(&run.stderr).contains("v:0x3"));
    let help = command("assemble3")
        .arg("--help")
        .output()
        .expect("it runs");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    assert!(
        help.contains("in the place of the vendor's command"),
        "{help}"
    );
    let occupied = written(
        &folder,
        &format!("assemble3{}", std::env::consts::EXE_SUFFIX),
        "another",
    );
    let refused = emu(b"", &["install", text(&folder)]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("is left as it is"), "{}", refused.err);
    assert_eq!(
        fs::read_to_string(occupied).expect("it is there"),
        "another"
    );
}

/// The page lists each option, whether it is accepted or refused.
#[test]
fn the_page_lists_every_option() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file of text");
    let page = read("../docs/vendor-tools.md");
    let mut count = 0;
    for (command, file) in [
        ("assemble3", "src/emu/assemble3.rs"),
        ("gpfn3_package_main", "src/emu/package_main.rs"),
        ("vsmlink", "src/emu/vsmlink.rs"),
    ] {
        let code = read(file);
        let lists = code.split("names: &[").skip(1);
        let quoted = lists.flat_map(|rest| rest.split(']').next().unwrap_or_default().split('"'));
        for name in quoted.filter(|word| word.starts_with('-')) {
            let row = format!("| `{command}` |");
            let cells = page
                .lines()
                .filter_map(|line| line.strip_prefix(&row)?.split('|').next());
            let is_listed = |cell: &&str| {
                [format!("`{name}`"), format!("`{name} ")]
                    .iter()
                    .any(|it| cell.contains(it))
            };
            assert_eq!(cells.filter(is_listed).count(), 1, "{command} {name}");
            count += 1;
        }
    }
    assert!(count >= 10, "{count}");
}
