use std::fs;
use std::path::{Path, PathBuf};

use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};
use mnc2_host::device::Device;
use mnc2_host::kernel::Kernel;
use mnc2_host::listing::{Content, assemble, is_listing};
use mnc2_host::stream::Stream;
use mnc2_isa::Mode;
use mnc2_program::ModeChoice;
use mnc2_program::rules::Rules;

/// Programs of the repository, of any kind.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["tests/programs", "examples", "examples/lessons"];
    let mut found = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(root.join(folder)).expect("a folder");
        found.extend(entries.flatten().map(|entry| entry.path()));
    }
    found.retain(|path| path.extension().is_some_and(|it| it == "vsm"));
    found.sort();
    found
}

pub(crate) fn rules(mode: Mode) -> Rules {
    Rules {
        mode: ModeChoice::Given(mode),
        ..Rules::default()
    }
}

/// The dump and the state of a program.
fn run(text: &str) -> (String, u64) {
    let mut machine = Machine::new();
    let mut dump: Vec<Dump> = Vec::new();
    let report = machine.run(&mnc2_asm::parse(text), &RunOptions::default(), &mut dump);
    assert_eq!(report.outcome, Outcome::Finished);
    let lines = dump.iter().filter(|line| matches!(line, Dump::Get(_)));
    let text = lines.map(|line| format!("{line}\n")).collect();
    (text, machine.memory_hash())
}

#[test]
fn every_listing_runs_as_its_program() {
    let mut compared = 0;
    for path in programs() {
        let text = fs::read_to_string(&path).expect("a file of text");
        for mode in [Mode::AutoStride, Mode::Flat] {
            let listing = assemble(&text, &rules(mode), Content::All);
            if !listing.errors.is_empty() {
                assert_eq!(listing.lines, [""; 0]);
                continue;
            }
            let lines = listing.lines.join("\n");
            assert!(
                is_listing(&lines) && !is_listing(&text),
                "{}",
                path.display()
            );
            let mut stream = Stream::new(Machine::new(), u64::MAX);
            let mut dump = Vec::new();
            let served = stream.serve(lines.as_bytes(), &mut Vec::new(), &mut dump);
            served.unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
            let dump = String::from_utf8(dump).expect("text");
            let found = (dump, stream.machine().memory_hash());
            assert_eq!(found, run(&text), "{} {mode:?}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// A kernel is the same from a program and from both forms of its listing.
#[test]
fn a_kernel_is_read_from_any_form() {
    let text = "c 0 0 i01 i00 0 000000000 000001 0000000000000009\nnop; wait i01\nmaskr 0b10001\n\
                lpassa $peid $lr0v\nmask 0\nmvp/n64i02 $p0@0 $lc0@0.0\nquit\nmvp/n64i03 $p0@0 $lc0@0.0\n";
    let listings = [Content::All, Content::Words].map(|content| {
        let listing = assemble(text, &rules(Mode::AutoStride), content);
        listing.lines.join("\n")
    });
    let states = [text, &listings[0], &listings[1]].map(|form| {
        let kernel = Kernel::read(form.as_bytes()).expect("a kernel");
        let tags = kernel.tags();
        assert_eq!((tags.waited, tags.carried), (vec![1], vec![2]), "{form}");
        let mut device = Device::default();
        let run = device.run(&kernel, u64::MAX, None, &mut |_| {});
        run.expect("it runs");
        device.machine().memory_hash()
    });
    assert_eq!(states[0], states[1]);
    assert_eq!(states[0], states[2]);
    assert_ne!(states[0], Device::default().machine().memory_hash());
}

#[test]
fn what_is_no_kernel_is_refused_with_its_line() {
    let check = |bytes: &[u8], expected: &str| {
        let reason = Kernel::read(bytes).expect_err("it is refused").to_string();
        assert!(reason.starts_with(expected), "{reason}");
    };
    check(&[0xff; 128], "this is not a text");
    check(b"nop\nladd $lr0\n", "line 2: ");
    check(b"i 01\n", "line 1: ");
    check(
        format!("#mnc2: x\ni {}\n", "1".repeat(292)).as_bytes(),
        "line 2: ",
    );
    check(b"@distribute _a from_param 8 size 1 $lm0\n", "line 1: ");
}
