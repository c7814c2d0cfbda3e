//! Completion ranks what programs really contain first, and in a finished line offers nothing that would be an error.
//!
//! The order was tuned on one half of the public programs, chosen by the names of their files; the other half is held
//! out and shows how good the order is. With the folder named the second test prints both:
//!
//! ```text
//! MNC2_PUBLIC_PROGRAMS=<folder> cargo test -p mnc2-tests --test suite completion_ranks:: -- --nocapture
//! ```

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use mnc2_tests::completion_ranks::{Figures, Ranks, measure};
use mnc2_tests::files::{self, PUBLIC_VARIABLE};
use mnc2_text::line;

/// Lines of each program of the repository that are looked at.
const OWN_LINES_MAX: usize = 6;

/// Lines of each public program that are looked at.
const PUBLIC_LINES_MAX: usize = 12;

fn assert_share(what: &str, ranks: Ranks, part: usize, least_percent: usize) {
    assert!(
        part * 100 >= ranks.all * least_percent,
        "{what}: fewer than {least_percent} %: {ranks}"
    );
}

fn read(path: &PathBuf) -> Result<String, Box<dyn Error>> {
    Ok(line::decode(&fs::read(path)?).0)
}

#[test]
fn what_the_own_programs_say_is_ranked_in_front() -> Result<(), Box<dyn Error>> {
    let mut figures = Figures::default();
    for folder in ["examples", "tests/programs"] {
        for path in files::below(&files::root().join(folder), "vsm")? {
            figures += measure(&read(&path)?, OWN_LINES_MAX);
        }
    }
    println!("{figures}");
    assert!(figures.lines > 60, "{figures}");
    let Figures {
        empty_line,
        one_letter,
        operands,
        ..
    } = figures;
    // They are short and show a different instruction in nearly every line, so the lines above hardly predict the next.
    assert_share("empty line", empty_line, empty_line.ten, 60);
    assert_share("one letter", one_letter, one_letter.ten, 75);
    assert_share("operands", operands, operands.ten, 60);
    assert_eq!(figures.inside_errors, 0, "{figures}");
    assert!(figures.inside > 1000, "{figures}");
    Ok(())
}

/// Whether a program is held out from tuning: an odd hash (FNV-1a) of its name.
fn is_held_out(name: &str) -> bool {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash % 2 == 1
}

#[test]
fn what_public_programs_say_is_ranked_in_front() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os(PUBLIC_VARIABLE).map(PathBuf::from) else {
        println!("!!! NO PUBLIC PROGRAM WAS TYPED ANEW: {PUBLIC_VARIABLE} names no folder !!!");
        return Ok(());
    };
    let (mut tuning, mut held_out) = (Figures::default(), Figures::default());
    for path in files::below(&folder, "vsm")? {
        let below = path.strip_prefix(&folder)?;
        let parts: Vec<_> = below
            .components()
            .map(|it| it.as_os_str().to_string_lossy())
            .collect();
        let figures = measure(&read(&path)?, PUBLIC_LINES_MAX);
        if is_held_out(&parts.join("/")) {
            held_out += figures;
        } else {
            tuning += figures;
        }
    }
    println!("used for tuning: {tuning}\nheld out: {held_out}");
    let Figures { one_letter, .. } = held_out;
    assert_share("one letter", one_letter, one_letter.ten, 95);
    assert_eq!(held_out.inside_errors + tuning.inside_errors, 0);
    Ok(())
}
