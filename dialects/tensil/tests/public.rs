//! Comparison with public sources of the vendor, which are not part of this repository.
//!
//! `MNC2_TENSIL_SOURCES` names a folder with `tools/test/src/tools/CompilerSpec.scala` and `arch/` of tensil-ai/tensil. Without it these
//! tests state that they compared nothing.

use std::fs;

use mnc2_laws::texts;
use mnc2_tensil::listing::hex;
use mnc2_tensil::table::Memory;
use mnc2_tensil::{Document, Machine, Options};
use mnc2_text::interface::{
    Assemble as _, Disassemble as _, Machine as _, Settings as _, Text as _,
};

/// A published program: its name, its machine, its constants and its instructions with their comments.
struct Published {
    name: String,
    options: Options,
    constants: Vec<u8>,
    instructions: Vec<(Vec<u8>, String)>,
}

/// The bytes in a line before its comment.
fn bytes(line: &str) -> Vec<u8> {
    let code = line.split("//").next().unwrap_or_default();
    let words = code
        .split(',')
        .filter_map(|it| it.trim().strip_prefix("0x"));
    words
        .map(|digits| u8::from_str_radix(digits, 16).expect("a byte"))
        .collect()
}

fn options(architecture: &str) -> Options {
    let mut options = Options::default();
    let depth = match architecture {
        _ if architecture.contains("Strides") => "128",
        _ if architecture.starts_with("Tiny") => "256",
        _ => "65536",
    };
    let stride = if architecture.contains("Strides") {
        "2"
    } else {
        "1"
    };
    let size = architecture
        .chars()
        .find(char::is_ascii_digit)
        .expect("a size");
    for (key, value) in [
        ("array_size", size.to_string().as_str()),
        ("dram0_depth", depth),
        ("dram1_depth", depth),
        ("local_depth", depth),
        ("accumulator_depth", depth),
        ("stride0_depth", stride),
        ("stride1_depth", stride),
    ] {
        options.set(key, value).expect("a value");
    }
    options
}

fn published() -> Option<Vec<Published>> {
    let folder = texts::sources("MNC2_TENSIL_SOURCES", "tools/test/src/tools")?;
    let text = fs::read_to_string(folder.join("CompilerSpec.scala")).expect("CompilerSpec.scala");
    let mut found = Vec::new();
    for case in text.split(" should \"").skip(1) {
        let Some((_, program)) = case.split_once("getProgramBytes(name) === Array(") else {
            continue;
        };
        let quoted = |after: &str| {
            let rest = case.split_once(after).map(|(_, rest)| rest);
            rest.unwrap_or_default().to_owned()
        };
        let name = quoted("val name");
        let name = name.split('"').nth(1).unwrap_or_default().to_owned();
        let architecture: String = quoted("arch = ")
            .chars()
            .take_while(|it| it.is_alphanumeric())
            .collect();
        let constants = quoted("getConstsBytes(name) === Array(");
        let constants = constants.split(".map(").next().unwrap_or_default();
        let constants = constants.lines().flat_map(bytes).collect();
        let mut instructions = Vec::new();
        let mut word = Vec::new();
        for line in program.split(".map(").next().unwrap_or_default().lines() {
            word.extend(bytes(line));
            if let Some((_, comment)) = line.split_once("//") {
                instructions.push((std::mem::take(&mut word), comment.trim().to_owned()));
            }
        }
        found.push(Published {
            name,
            options: options(&architecture),
            constants,
            instructions,
        });
    }
    Some(found)
}

#[test]
fn bytes_of_published_programs() {
    let Some(programs) = published() else {
        return;
    };
    let mut count = 0;
    for program in &programs {
        for (bytes, comment) in &program.instructions {
            let found = Document::new(comment, &program.options).assemble(&|| false);
            let [found] = found.as_slice() else {
                panic!("{}: {comment}", program.name);
            };
            assert_eq!(found.hex, hex(bytes), "{}: {comment}", program.name);
            let text = program.options.disassemble(&found.hex);
            assert_eq!(text.as_deref(), Ok(found.text.as_str()));
            let again = Document::new(&found.text, &program.options).assemble(&|| false);
            assert_eq!(again[0].hex, found.hex);
            count += 1;
        }
    }
    assert_eq!((programs.len(), count), (9, 204));
    println!(
        "{count} instructions of {} programs, both ways",
        programs.len()
    );
}

#[test]
fn runs_of_published_programs_compute_xor() {
    let Some(programs) = published() else {
        return;
    };
    let mut count = 0;
    for program in &programs {
        let batch = match program.name.split_once("batch") {
            Some((_, digits)) => digits.parse().expect("a number"),
            None => 1,
        };
        let lines: Vec<&str> = program
            .instructions
            .iter()
            .map(|it| it.1.as_str())
            .collect();
        let document = Document::new(&lines.join("\n"), &program.options);
        let findings = document.findings(&|| false);
        assert!(
            findings.iter().all(|it| !it.diagnostic.is_error()),
            "{findings:?}"
        );
        let size = program.options.architecture.array_size as usize;
        let pairs = [(0_i16, 0_i16, 0.0), (1, 0, 1.0), (0, 1, 1.0), (1, 1, 0.0)];
        // One at a time where the program takes one vector.
        for start in if batch == 1 { 0..4 } else { 0..1 } {
            let mut machine = Machine::new(&document).expect("a program");
            let inputs = (0..batch).flat_map(|at| {
                let (left, right, _) = pairs[(start + at) % 4];
                let mut vector = vec![0; size];
                (vector[0], vector[1]) = (left * 256, right * 256);
                vector.into_iter().flat_map(i16::to_le_bytes)
            });
            let inputs: Vec<u8> = inputs.collect();
            for (memory, bytes) in [
                (Memory::Dram0, &inputs),
                (Memory::Dram1, &program.constants),
            ] {
                machine.write(Machine::base(memory), bytes).expect("memory");
            }
            while machine.line().is_some() {
                machine.step().expect("a step");
            }
            for at in 0..batch {
                let result = f64::from(machine.vector(Memory::Dram0, at as u64)[0]) / 256.0;
                let expected: f64 = pairs[(start + at) % 4].2;
                assert!(
                    (result - expected).abs() < 0.1,
                    "{} {start} {at}: {result}",
                    program.name
                );
                count += 1;
            }
        }
    }
    assert_eq!(count, 60);
    println!("{count} results of {} programs", programs.len());
}

#[test]
fn published_machines_have_the_widths_of_the_hardware() {
    let Some(root) = texts::sources("MNC2_TENSIL_SOURCES", "") else {
        return;
    };
    for (name, bytes) in [
        ("artya7100t", 8),
        ("cmoda7", 8),
        ("pynqz1", 8),
        ("ultra96v2", 9),
        ("zcu104", 9),
        ("zcu104_uram", 9),
    ] {
        let path = root.join(format!("arch/{name}.tarch"));
        let text = fs::read_to_string(path).expect("a published machine");
        let mut options = Options::default();
        options.set_architecture(&text).expect("a machine");
        let found = Document::new("NoOp", &options).assemble(&|| false);
        assert_eq!(found[0].hex.len(), 2 + 2 * bytes, "{name}");
    }
    println!("6 machines");
}
