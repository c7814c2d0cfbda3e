//! A host program in C, compiled by the compiler of the computer and linked with the static library.

mod debugging;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

// The library is built for this test, and linked by C alone.
use mnc2emu as _;

/// PDM to L2BM of group 0 and back, with the tags that host programs use.
const KERNEL: &str = "\
nop; wait i01
mvp/n64i02 $p0@0 $lc0@0.0
nop; wait i02
mvp/n64i03 $lc0@0.0 $p4096@0
c 0 0 i01 i00 0 000000000 000001 0123456789abcdef
";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The folder with the libraries: the test is in it, too.
fn libraries() -> PathBuf {
    let test = env::current_exe().expect("a path");
    test.parent().expect("a folder").to_owned()
}

/// Compiles a program; the strictest flags show what is wrong with the header.
fn compiled(compiler: &str, flags: &[&str], source: &Path, program: &Path) {
    let archive = libraries().join("libmnc2emu.a");
    let done = Command::new(compiler)
        .args(flags)
        .args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"])
        .arg(folder().join("include"))
        .arg("-o")
        .arg(program)
        .arg(source)
        .arg(archive)
        .args(["-lpthread", "-ldl", "-lm"])
        .output()
        .expect("a C compiler");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

#[cfg(unix)]
#[test]
fn a_host_program_in_c_computes_and_is_refused_what_is_wrong() {
    let temporary = tempfile::tempdir().expect("a folder");
    let at = |name: &str| temporary.path().join(name);
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let program = at("host");
    compiled(
        &compiler,
        &["-std=c99"],
        &folder().join("tests/host.c"),
        &program,
    );
    fs::write(at("kernel.vsm"), KERNEL).expect("a file");
    let rules = mnc2_program::rules::Rules::default();
    let listing = mnc2_host::listing::assemble(KERNEL, &rules, mnc2_host::listing::Content::Words);
    assert_eq!(listing.errors, []);
    fs::write(at("kernel.idma.dat"), listing.lines.join("\n")).expect("a file");
    fs::write(at("wrong.vsm"), "nop\nladd $lr0\n").expect("a file");
    let run = Command::new(program)
        .args([at("kernel.vsm"), at("kernel.idma.dat"), at("wrong.vsm")])
        .env("LC_ALL", "C")
        .output()
        .expect("it runs");
    let out = String::from_utf8_lossy(&run.stdout);
    let err = String::from_utf8_lossy(&run.stderr);
    assert_eq!(out, "ALL PASS\n", "{err}");
    assert!(err.contains("mnc2: mnc2_send: the device is NULL"), "{err}");
    assert!(err.contains("not 63; it is freed"), "{err}");
}

/// The host program of the template, as CMake compiles it.
#[cfg(unix)]
#[test]
fn the_template_s_host_program_passes() {
    let temporary = tempfile::tempdir().expect("a folder");
    let program = temporary.path().join("host");
    let template = folder().join("../../examples/template");
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    compiled(&compiler, &["-std=c99"], &template.join("host.c"), &program);
    let run = Command::new(program)
        .arg(template.join("axpy.vsm"))
        .output()
        .expect("it runs");
    let out = String::from_utf8_lossy(&run.stdout);
    let err = String::from_utf8_lossy(&run.stderr);
    assert_eq!((&*out, &*err), ("passed\n", ""));
}

/// Each function of the header is in the library, and no other has the prefix.
#[test]
fn the_header_has_every_function_of_the_library() {
    let read = |path: PathBuf| fs::read_to_string(path).expect("a file of text");
    let header = read(folder().join("include/mnc2.h"));
    let code: String = [
        "debugging",
        "device",
        "failure",
        "kernel",
        "memory",
        "transfer",
    ]
    .map(|name| read(folder().join(format!("src/{name}.rs"))))
    .concat();
    let names = |text: &str| {
        let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        let mut names: Vec<String> = words.map(str::to_owned).collect();
        names.retain(|it| it.starts_with("mnc2_") && !it.ends_with("_t"));
        names.sort();
        names.dedup();
        names
    };
    let of_header: Vec<String> = header
        .lines()
        .filter(|line| !line.trim_start().starts_with(['/', '*']))
        .flat_map(names)
        .filter(|it| !["mnc2_device", "mnc2_kernel"].contains(&it.as_str()))
        .collect();
    let mut sorted = of_header.clone();
    sorted.sort();
    let exported: Vec<String> = names(&code)
        .into_iter()
        .filter(|it| {
            code.contains(&format!("fn {it}("))
                || code.contains(&format!(" {it}")) && it.contains("_max")
        })
        .collect();
    assert_eq!(sorted, exported);
}
