//! Memory in proportion to the text, even if the text is not a program and every line has a finding.

use allocation_counter::measure;
use mnc2_text::interface::Language;

/// The most bytes that a text and what is found in it keep, and that they take while they are made, for each byte of text.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// Bytes kept afterwards, for each byte of text.
    pub kept: u64,
    /// Bytes allocated at the same time, for each byte of text.
    pub taken: u64,
}

/// Bounds that hold for every language: for a text of many short lines, for one of different words, and for statements with
/// errors or without.
pub const SHORT: Bound = Bound {
    kept: 50,
    taken: 70,
};
/// Each line has other words, which are kept, and a finding, which is there twice while codes become rows.
pub const DIFFERENT: Bound = Bound {
    kept: 150,
    taken: 170,
};
/// Statements, right or wrong.
pub const STATEMENTS: Bound = Bound {
    kept: 60,
    taken: 70,
};

/// What `read` makes of a text stays within a bound. What is counted is what this thread allocates, so texts are short enough
/// for one.
///
/// # Panics
/// With the numbers, if it does not.
fn is_in_proportion<T>(name: &str, text: &str, bound: Bound, read: impl Fn(&str) -> T) {
    // Tables that the first use makes do not count.
    drop(read(text));
    let mut made = None;
    let info = measure(|| made = Some(read(text)));
    let bytes = text.len() as u64;
    let kept = u64::try_from(info.bytes_current).unwrap_or(0) / bytes;
    let taken = info.bytes_max / bytes;
    println!("{name}: {kept} bytes kept and {taken} taken for each byte of text");
    assert!(
        kept <= bound.kept && taken <= bound.taken,
        "{name}: {kept} bytes kept, {taken} taken for each byte, {bound:?} at most"
    );
}

/// The law for a language: texts are read and checked; the functions write a statement with a number that is misspelt, and one
/// that is right.
///
/// # Panics
/// If memory is not in proportion to the texts.
pub fn holds(
    language: &'static Language,
    misspelt: impl Fn(u32) -> String,
    correct: impl Fn(u32) -> String,
) {
    const COUNT: u32 = 2000;
    let read = |text: &str| {
        let document = language.options().read(text);
        let found = document.findings(&|| false);
        (document, found)
    };
    let all = |line: &dyn Fn(u32) -> String| (0..COUNT).map(line).collect::<String>();
    let short = |first: &str| format!("{first}{}", "x\n".repeat(COUNT as usize));
    is_in_proportion("x", &short(""), SHORT, read);
    is_in_proportion("x after a statement", &short(&correct(0)), SHORT, read);
    let different = all(&|number| format!("x{number:04}\n"));
    is_in_proportion("different words", &different, DIFFERENT, read);
    is_in_proportion("misspelt statements", &all(&misspelt), STATEMENTS, read);
    is_in_proportion("statements", &all(&correct), STATEMENTS, read);
}
