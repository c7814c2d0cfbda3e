//! The servers that are measured, and their input: programs of the same length in their languages.

use std::path::PathBuf;

/// A server with a language.
pub(crate) struct Subject {
    /// Its name in tables.
    pub(crate) name: &'static str,
    /// Its file; looked for in `PATH` unless it is a path.
    pub(crate) program: PathBuf,
    pub(crate) arguments: &'static [&'static str],
    pub(crate) language: Language,
}

/// The text that is typed, and the places that are pointed at.
pub(crate) struct Language {
    pub(crate) id: &'static str,
    pub(crate) extension: &'static str,
    /// A program of this many lines, with this many findings if it has enough lines.
    pub(crate) program: fn(usize, usize) -> String,
    /// Typed key by key at the start of a line, and deleted again.
    pub(crate) typed: &'static str,
    /// Typed on a line of its own before completion is requested after it.
    pub(crate) completed: &'static [&'static str],
    /// Hovered over: the characters that come before it in a line.
    pub(crate) hovered: &'static [&'static str],
    /// The characters before data: a hover over it shows what wrote it or where it is used.
    pub(crate) data: &'static str,
}

/// MN-Core 2 assembly, for a server of this project.
pub(crate) fn own(program: PathBuf) -> Subject {
    Subject {
        name: "mnc2-lsp",
        program,
        arguments: &["--stdio"],
        language: Language {
            id: "mnc2",
            extension: "vsm",
            program: vsm,
            typed: "lpassa $lm0v $ln0v",
            completed: &[
                "l",
                "dvfmad $l",
                "lpassa $lm0v $ln0v; ",
                "lpassa $lm0v $ln0v/",
            ],
            hovered: &["", " "],
            data: " $",
        },
    }
}

/// Public servers for other languages.
pub(crate) fn peers() -> Vec<Subject> {
    vec![
        Subject {
            name: "asm-lsp (x86-64)",
            program: "asm-lsp".into(),
            arguments: &[],
            language: Language {
                id: "asm",
                extension: "s",
                program: x86,
                typed: "nop #",
                completed: &["  mo", "  add %r"],
                hovered: &["  "],
                data: "  ",
            },
        },
        Subject {
            name: "clangd (C)",
            program: "clangd".into(),
            arguments: &["--log=error", "--background-index=false"],
            language: Language {
                id: "c",
                extension: "c",
                program: c,
                typed: "int z;",
                completed: &["int x = f", "int x = f1"],
                hovered: &["int "],
                data: "int ",
            },
        },
        Subject {
            name: "ruff (Python)",
            program: "ruff".into(),
            arguments: &["server"],
            language: Language {
                id: "python",
                extension: "py",
                program: python,
                typed: "z = 1;",
                completed: &["x"],
                hovered: &[""],
                data: "",
            },
        },
    ]
}

/// A typical program: loads, sums, transfers, comments, dumps. A warning on one of its lines would be repeated a thousand times
/// in the whole program, and hide the cost of an edit.
fn vsm(lines: usize, findings: usize) -> String {
    let mut text = String::new();
    for line in 0..lines {
        let address = line % 128 * 2;
        match line % 16 {
            0 => text.push_str(&format!("# block {}\n", line / 16)),
            1 => text.push_str(&format!("lpassa $lm{address}v $ln{address}v\n")),
            2 | 5 | 8 => text.push_str("nop/2\n"),
            3 => text.push_str(&format!(
                "dvadd $ln{address}v $lr0v $ls{address}v; l1bmp $llb0 $llr8v\n"
            )),
            4 => text.push_str(&format!("imm f\"{line}.5\" $lr{address}/1000\n")),
            6 => text.push_str("fvfma $lr0v $ls0v $lm0v $ln0v # multiply and add\n"),
            7 => text.push_str("fvpassa $lr0v $ls0v/$imr1\n"),
            9 => text.push_str("l1bmm $lb0 $lm0v\n"),
            10 => text.push_str(&format!("d get $lm{address}n0c0b0m0p0 1\n")),
            11 => text.push_str("mvp/n64i01 $lc0@0.0 $d0@0\n"),
            12 => text.push_str("nop; wait i01\n"),
            13 => text.push_str("ilsl $r0v $s0v $t\n"),
            14 => text.push('\n'),
            _ => text.push_str("maskr 0b10001\n"),
        }
    }
    text.replacen("nop/2\n", "nap\n", findings)
}

fn x86(lines: usize, _findings: usize) -> String {
    let line = |line: usize| match line % 8 {
        0 => format!("label{line}:\n"),
        1 => "  mov %rax, %rbx\n".to_owned(),
        2 => format!("  add ${line}, %rcx\n"),
        3 => "  vaddpd %ymm0, %ymm1, %ymm2 # add\n".to_owned(),
        4 => "  push %rbp\n".to_owned(),
        5 => "  lea 8(%rsp), %rdi\n".to_owned(),
        6 => "\n".to_owned(),
        _ => "  ret\n".to_owned(),
    };
    (0..lines).map(line).collect()
}

fn c(lines: usize, findings: usize) -> String {
    let line = |line: usize| match line % 8 {
        6 => "\n".to_owned(),
        7 => format!("// block {}\n", line / 8),
        _ => format!("int f{line}(int a) {{ return a * {line} + 1; }}\n"),
    };
    (0..lines)
        .map(line)
        .collect::<String>()
        .replacen("return a *", "return b *", findings)
}

fn python(lines: usize, findings: usize) -> String {
    let line = |line: usize| match line % 8 {
        0 => format!("def f{line}(a):\n"),
        1..=4 => format!("    a = a * {line} + 1\n"),
        5 => "    return a\n".to_owned(),
        6 => "\n".to_owned(),
        _ => format!("# block {}\n", line / 8),
    };
    (0..lines)
        .map(line)
        .collect::<String>()
        .replacen("    return a\n", "    return b\n", findings)
}
