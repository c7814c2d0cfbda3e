//! Benchmarks of the tensor language: a product of matrices, reading kernels, and an edit in a kernel.

use std::hint::black_box;

use mnc2_text::interface::{Machine as _, Text as _};
use mnc2_text::{Data, Findings};
use mnc2_tinytc::{Code, Document, Machine, Options};

use crate::{Ready, Size};

/// Lines of a kernel.
const KERNEL_LINES: usize = 33;

fn hash(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0, |hash: u64, word| {
        (hash.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// Two square matrices in single precision, multiplied by `gemm`.
#[must_use]
pub fn gemm(size: Size) -> Ready {
    let n = size.choose(256, 8);
    let square = format!("memref<f32x{n}x{n}>");
    let text = format!(
        "func @f(%one: f32, %A: {square}, %B: {square}, %C: {square}) {{\n  gemm.n.n %one, %A, %B, %one, %C\n}}\n"
    );
    let document = Document::new(&text, &Options::default());
    let mut machine = Machine::new(&document).expect("a function");
    let numbers = |seed: usize| {
        let numbers = (0..n * n).map(|at| Data::Number(((at * 7 + seed) % 13) as f64 - 6.0));
        Data::List(numbers.collect())
    };
    let given = [
        ("one".to_owned(), Data::Number(1.0)),
        ("A".to_owned(), numbers(1)),
        ("B".to_owned(), numbers(2)),
        ("C".to_owned(), numbers(3)),
    ];
    machine.load(&given).expect("fitting arguments");
    let run = move || {
        let mut machine = machine.clone();
        while machine.line().is_some() {
            machine.step().expect("a product is defined");
        }
        machine
    };
    let found = run().dump(&given[3..], u64::MAX).expect("no limit");
    let result = found.iter().find(|(name, _)| name == "C");
    let result = result.and_then(|(_, data)| data.as_list());
    let numbers = result
        .unwrap_or_default()
        .iter()
        .filter_map(Data::as_number);
    Ready {
        amount: (n * n * n) as u64,
        hash: hash(numbers.map(f64::to_bits)),
        run: Box::new(move || {
            black_box(run());
        }),
    }
}

/// Kernels of about this many lines.
fn kernels(lines: usize) -> String {
    let kernel = |number: usize| {
        let values: String = (0..14)
            .map(|index| {
                format!("    %v{index} = arith.add %x, %a : f32\n    store %v{index}, %m[%i,%i]\n")
            })
            .collect();
        format!(
            "func @kernel{number}(%a: f32, %m: memref<f32x64x64>, %n: index) {{\n  foreach (%i) = (%n),(%n) {{\n    %x = load %m[%i,%i] : f32\n{values}  }}\n}}\n"
        )
    };
    (0..lines.div_ceil(KERNEL_LINES)).map(kernel).collect()
}

fn hash_findings(findings: &Findings<Code>) -> u64 {
    hash(
        findings
            .lines()
            .map(|(line, it)| u64::from(line) << 32 | u64::from(it.range.start)),
    )
}

/// Reading and checking a text.
#[must_use]
pub fn check(lines: usize) -> Ready {
    let text = kernels(lines);
    let work = move || {
        let document = Document::new(black_box(&text), &Options::default());
        let found = document.findings(&|| false);
        (document, found)
    };
    let (document, found) = work();
    Ready {
        amount: lines as u64,
        hash: hash_findings(&found) ^ document.lines().symbols(&|| false).len() as u64,
        run: Box::new(move || {
            black_box(work());
        }),
    }
}

/// Changing a name in the middle, and back, with all findings after each.
#[must_use]
pub fn edit(lines: usize) -> Ready {
    let text = kernels(lines);
    let middle = text.len() / 2;
    let found = text[middle..].find("%x");
    let at = middle + found.unwrap_or_default() + 1;
    let mut document = Document::new(&text, &Options::default());
    let mut work = move || {
        document.edit(at..at + 1, "q");
        let found = document.findings(&|| false);
        document.edit(at..at + 1, "x");
        black_box(document.findings(&|| false));
        found
    };
    Ready {
        amount: 2,
        hash: hash_findings(&work()),
        run: Box::new(move || {
            black_box(work());
        }),
    }
}
