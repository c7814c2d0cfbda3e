//! Comparison with public sources of the toolchain, which are not part of this repository.
//!
//! `MNC2_NAPLESPU_SOURCES` names a folder with `libs/startup/src/crt0.s`, `libs/startup/src/vectors.s` and `libs/libc/src/memcpy.s` of
//! AlessandroCilardo/NaplesPU-toolchain. Without it these tests state that they compared nothing.

use std::fs;
use std::path::PathBuf;

use mnc2_laws::texts;
use mnc2_naplespu::{Document, Machine, Options};
use mnc2_text::Data;
use mnc2_text::interface::{
    Assemble as _, Disassemble as _, Machine as _, Settings as _, Text as _,
};

const FILES: [&str; 3] = [
    "libs/startup/src/crt0.s",
    "libs/startup/src/vectors.s",
    "libs/libc/src/memcpy.s",
];

/// The instructions of a run of a copy.
const STEPS_MAX: u64 = 100_000;

fn folder() -> Option<PathBuf> {
    texts::sources("MNC2_NAPLESPU_SOURCES", "")
}

#[test]
fn public_files_have_no_errors_and_their_words_go_both_ways() {
    let Some(folder) = folder() else { return };
    let (mut lines, mut words, mut data) = (0, 0, 0);
    for file in FILES {
        let text = fs::read_to_string(folder.join(file)).expect("a public file");
        let document = Document::new(&text, &Options::default());
        let errors: Vec<_> = (document.findings(&|| false).into_iter())
            .filter(|finding| finding.diagnostic.is_error())
            .collect();
        assert!(errors.is_empty(), "{file}: {errors:?}");
        for word in document.assemble(&|| false) {
            let said = Options::default().disassemble(&word.hex);
            let said = said.unwrap_or_else(|reason| panic!("{file}: {}: {reason}", word.hex));
            // A distance to a label has 18 bits, a number 24; the text is the same.
            let again = Document::new(&said, &Options::default()).assemble(&|| false);
            let again = Options::default().disassemble(&again[0].hex);
            assert_eq!(again.as_deref(), Ok(said.as_str()), "{file}: {}", word.hex);
            words += 1;
        }
        lines += text.lines().count();
        data += document
            .layout()
            .data(document.names())
            .bytes
            .iter()
            .map(|(_, bytes)| bytes.len())
            .sum::<usize>();
    }
    println!(
        "{} files, {lines} lines, {words} words, {data} bytes of data",
        FILES.len()
    );
    assert!(words >= 141, "{words}");
}

#[test]
fn the_public_copy_copies() {
    let Some(folder) = folder() else { return };
    let text = fs::read_to_string(folder.join(FILES[2])).expect("a public file");
    let lengths = [
        0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 63, 64, 65, 100, 127, 128, 129, 200, 260,
    ];
    let mut count = 0;
    for from in 0..8_u32 {
        for to in 0..8_u32 {
            for length in lengths {
                let (source, target) = (0x1000 + from, 0x2000 + to);
                let mut options = Options::default();
                for (key, value) in [
                    ("start", "memcpy".to_owned()),
                    ("rm", "0xffff".to_owned()),
                    ("s0", target.to_string()),
                    ("s1", source.to_string()),
                    ("s2", length.to_string()),
                ] {
                    options.set(key, &value).expect("an option");
                }
                let bytes: String = (0..length + 8)
                    .map(|at| format!("{:02x}", (at * 7 + 3) % 251))
                    .collect();
                let mut machine = Machine::new(&Document::new(&text, &options)).expect("a program");
                let given = [
                    (format!("{source:#x}"), Data::Text(bytes.clone())),
                    (format!("{target:#x}"), Data::Text("ee".repeat(length + 8))),
                ];
                machine.load(&given).expect("memory");
                while machine.line().is_some() && machine.steps() < STEPS_MAX {
                    machine.step().expect("it runs");
                }
                let dump = machine.dump(&given, 1 << 20).expect("a dump");
                let key = format!("{target:#x}");
                let found = dump
                    .iter()
                    .find(|(name, _)| *name == key)
                    .map(|(_, value)| value);
                let expected = format!("{}{}", &bytes[..2 * length], "ee".repeat(8));
                assert_eq!(
                    found,
                    Some(&Data::Text(expected)),
                    "{length} from {from} to {to}"
                );
                count += 1;
            }
        }
    }
    println!("{count} copies are equal");
}
