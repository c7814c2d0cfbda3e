//! Memory in proportion to the text, also of a text that is not a program and has a finding on every line. What is counted
//! is what this thread allocates, so texts are short enough for one.

use std::error::Error;
use std::sync::Arc;

use allocation_counter::measure;
use mnc2_program::rules::Rules;
use mnc2_review::Review;

/// Bytes that a program and its findings keep, and the most that they take while they are made, for each byte of text.
fn taken(text: &str) -> (i64, u64) {
    let rules = Rules::default();
    let mut kept = None;
    let info = measure(|| {
        let program = mnc2_asm::parse(text);
        let review = Review::new(&program, &rules);
        kept = Some((program, review));
    });
    let bytes = text.len() as i64;
    (info.bytes_current / bytes, info.bytes_max / bytes as u64)
}

#[test]
fn a_long_program_keeps_less_than_its_text() -> Result<(), Box<dyn Error>> {
    let lines = (0..380).map(|number| {
        format!(
            "lpassa $lm{0}v $ln{0}v # tile {number}\n",
            number % 1000 * 2
        )
    });
    let text: Arc<String> = Arc::new(lines.collect());
    let bytes = text.len() as i64;
    // Tables that are made at the first use are not part of a program.
    drop(Review::new(&mnc2_asm::parse(&text), &Rules::default()));
    let mut kept = None;
    let info = measure(|| {
        let program = mnc2_asm::parse_lazily(text);
        let review = Review::new(&program, &Rules::default());
        assert_eq!(program.resident_lines(), 0);
        kept = Some((program, review));
    });
    let kept_share = info.bytes_current as f64 / bytes as f64;
    println!("{kept_share:.2} bytes kept for each byte of text, which is not counted");
    assert!(kept_share < 1.0, "{kept_share}");
    Ok(())
}

#[test]
fn a_text_of_junk_keeps_memory_in_proportion() -> Result<(), Box<dyn Error>> {
    let different: String = (0..1000).map(|number| format!("x{number:04}\n")).collect();
    let misspelt: String = (0..1000)
        .map(|number| format!("lpasa $lm{number}v $ln{number}v\n"))
        .collect();
    let correct: String = (0..1000)
        .map(|number| format!("lpassa $lm{0}v $ln{0}v\n", 2 * number))
        .collect();
    // The first took 973 when every line was kept separately, with memory in reserve.
    for (name, text, kept_max, taken_max) in [
        ("x", "x\n".repeat(1000), 80, 100),
        ("different words", different, 110, 120),
        ("misspelt opcodes", misspelt, 50, 60),
        ("a program", correct, 30, 40),
    ] {
        let (kept, taken) = taken(&text);
        println!("{name}: {kept} bytes kept and {taken} taken for each byte of text");
        assert!(
            kept <= kept_max && taken <= taken_max,
            "{name}: {kept}, {taken}"
        );
    }
    Ok(())
}
