use mnc2_isa::Width;

use mnc2_program::{DebugGet, Statement};

fn statement(source: &str) -> Option<Statement> {
    let program = crate::parse(source);
    program.line(0).expect("one line").statement.clone()
}

fn get(source: &str) -> DebugGet {
    match statement(source) {
        Some(Statement::DebugGet(get)) => get,
        other => panic!("{source}: {other:?}"),
    }
}

#[test]
fn numbers_of_a_payload_stand_in_a_long_word_from_its_upper_end() {
    let check = |text: &str, expected: &[u64]| {
        let source = format!("d set $lm0n0c0b0m0p0 {} {text}", expected.len());
        match statement(&source) {
            Some(Statement::DebugSet(set)) => assert_eq!(&*set.payload, expected, "{text}"),
            other => panic!("{source}: {other:?}"),
        }
    };
    check("l1f", &[0x1f]);
    check("s1_80000002", &[0x0000_0001_8000_0002]);
    check("h1_2_a003_4", &[0x0001_0002_a003_0004]);
    check(
        "h1_2_3_4l5s6_7",
        &[0x0001_0002_0003_0004, 5, 0x0000_0006_0000_0007],
    );
}

#[test]
fn the_echo_is_the_statement_with_the_long_t_register() {
    let check = |source: &str, expected: &str| {
        assert_eq!(&*get(source).echo, expected, "{source}");
    };
    check("d get $t 4", "d get $lt 4");
    check("  d getf $tn0c0b0m0p0 4 # all", "d getf $ltn0c0b0m0p0 4");
    check("d get $lt 4", "d get $lt 4");
    check("d get $llt 4", "d get $llt 4");
    check(" d get  $lm0  1", "d get  $lm0  1");
}

#[test]
fn memories_without_single_words_are_read_by_long_words() {
    let check = |source: &str, expected: Width| {
        assert_eq!(get(source).memory.width, expected, "{source}");
    };
    check("d get $t 4", Width::Long);
    check("d get $lt 4", Width::Long);
    check("d get $llt 4", Width::DoubleLong);
    check("d get $p0n0 1", Width::Long);
    check("d get $d0n0 1", Width::Long);
    check("d getf $m0n0c0b0m0p0 1", Width::Single);
}
