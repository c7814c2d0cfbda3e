//! Programs with directives are linked, run on a device, and leave in PDM what the directives promise.

use mnc2_asm::link::{LinkErrors, link};
use mnc2_host::device::Device;
use mnc2_host::kernel::Kernel;
use mnc2_host::listing::{Content, assemble};
use mnc2_isa::Mode;
use mnc2_program::directive::REDUCTIONS;
use mnc2_program::finding::Finding;

use crate::listings::rules;

/// PEs of the chip.
const PES: u64 = 4096;

const PARAMS: &str = "((:version :0.1)
 (:reserved_wait_tag #x3f)
 (:slot 8 :addr 0 :send_wait_tag #x10)
 (:slot 9 :addr 20480 :send_wait_tag #x10)
 (:slot 10 :addr 20503)
 (:slot 24 :addr 131072 :recv_wait_tag #x1e)
 (:slot 25 :addr 147456)
 (:identify 0 :addr 4096 :send_wait_tag #x10)
 (:boundary_flags given :addr 8192 :send_wait_tag #x11)
 (:buffer room :addr 163840 :buf_size 4160))";

/// A structure of one dimension, with more entries.
fn structure(more: &str) -> String {
    format!("((:version :0.1) (:ndim 1) (:pe_shape (4096)) (:pe_local (1)) {more})")
}

fn linked(program: &str, more: &str) -> String {
    let linked = link(program, PARAMS, &structure(more));
    linked.unwrap_or_else(|errors| panic!("{program}{errors:#?}"))
}

/// A chip with the number of each word of PDM plus 7 in its first 24576 words.
fn filled() -> Device {
    let mut device = Device::default();
    let bytes: Vec<u8> = (7..24576u64 + 7).flat_map(u64::to_le_bytes).collect();
    device.send(&bytes, 0, 0x10).expect("it is in PDM");
    device.send(&[0; 8], 0, 0x11).expect("it is in PDM");
    device
        .send(&7u64.to_le_bytes(), 0, 0)
        .expect("it is in PDM");
    device
}

fn words(device: &Device, address: u64, count: u64, tag: u32) -> Vec<u64> {
    let mut bytes = vec![0; 8 * count as usize];
    device
        .receive(&mut bytes, 8 * address, tag)
        .expect("it is in PDM");
    bytes
        .as_chunks::<8>()
        .0
        .iter()
        .map(|word| u64::from_le_bytes(*word))
        .collect()
}

/// Assembles a linked program and runs it.
fn run(program: &str, more: &str, device: &mut Device) {
    let text = linked(program, more);
    let listing = assemble(&text, &rules(Mode::AutoStride), Content::Words);
    assert!(listing.errors.is_empty(), "{text}\n{:#?}", listing.errors);
    let kernel = Kernel::read(listing.lines.join("\n").as_bytes()).expect("a kernel");
    device
        .run(&kernel, u64::MAX, None, &mut |_| {})
        .expect("it runs");
}

/// What `@collect` of a register writes, after a program.
fn collected(program: &str, register: &str, more: &str) -> Vec<u64> {
    let program = format!("{program}\nnop/24\n@collect _c to_param 24 size 1 {register}\n");
    let mut device = filled();
    run(&program, more, &mut device);
    words(&device, 131_072, PES, 0x1e)
}

#[test]
fn what_is_distributed_is_collected() {
    for size in 1..=4 {
        let program = format!(
            "# a program\n\tnop\n@distribute _a from_param 8 size {size} $ln8\n\t@collect _b to_param 24 size {size} $ln8 # back"
        );
        let mut device = filled();
        run(&program, "", &mut device);
        let expected: Vec<u64> = (7..size * PES + 7).collect();
        assert_eq!(
            words(&device, 131_072, size * PES, 0x1e),
            expected,
            "{size}"
        );
        assert_eq!(words(&device, 131_072 + size * PES, 1, 0), [0], "{size}");
    }
}

#[test]
fn other_registers_keep_their_values() {
    for (size, register, expected) in [
        (1, "$lr2", 0),
        (2, "$lr2", 1),
        (3, "$lr4", 1),
        (3, "$lr6", 0),
    ] {
        let program = format!("@distribute _a from_param 8 size {size} $lr0");
        let found = collected(&program, register, "");
        assert_eq!(u64::from(found[5] > 0), expected, "{size} {register}");
        let program = format!("@broadcast _a from_param 9 size {size} $lr0");
        let found = collected(&program, register, "");
        assert_eq!(u64::from(found[5] > 0), expected, "{size} {register}");
    }
}

#[test]
fn coordinates_and_flags_are_distributed() {
    let program = "@identify 0 $lr8 4096\n@distribute _a from_param 8 size 1 $lm0\n@boundary_flags given 0 $lr16 data_edge_left data_edge_right cross_chip_left cross_chip_right cross_L2B_left cross_L2B_right cross_L1B_left cross_L1B_right cross_MAB_left cross_MAB_right";
    assert_eq!(linked(program, "").matches("nop; wait i10").count(), 1);
    assert_eq!(linked(program, "").matches("nop; wait i11").count(), 1);
    for (register, first) in [("$lr8", 4096), ("$lm0", 0), ("$lr16", 8192)] {
        let expected: Vec<u64> = (first + 7..first + 7 + PES).collect();
        assert_eq!(collected(program, register, ""), expected, "{register}");
    }
}

#[test]
fn all_pes_get_the_same_words() {
    for (slot, first) in [(9, 20480), (10, 20503)] {
        for (size, register, at) in [(1, "$lr16", 0), (4, "$lr16", 0), (4, "$lr22", 3)] {
            let program = format!("@broadcast _a from_param {slot} size {size} $lr16");
            let found = collected(&program, register, "");
            assert_eq!(
                found,
                [first + at + 7; PES as usize],
                "{slot} {size} {register}"
            );
        }
    }
}

/// A block is transferred once, unless its words or their copy can have changed.
#[test]
fn a_block_stays_until_it_can_have_changed() {
    let transfers = |between: &str| {
        let program = format!(
            "@broadcast _a from_param 9 size 1 $lr0\n{between}\n@broadcast _b from_param 10 size 1 $lr8\n"
        );
        linked(&program, "").matches("mvb/").count()
    };
    for kept in [
        "",
        "lpassa $lr0 $lm0\nnop/2",
        "@distribute _d from_param 8 size 4 $lm0",
        "# nothing",
    ] {
        assert_eq!(transfers(kept), 1, "{kept}");
    }
    for changed in [
        "@collect _d to_param 24 size 1 $lm0",
        "@reduce _d to_param 24 $lr0 liadd",
        "l1bmd $lr0v $lb256",
        "mvp/n64i02 $lc0@0.0 $p20480@0",
        "nop; wait i05",
        "not a line",
    ] {
        assert_eq!(transfers(changed), 2, "{changed}");
    }
    assert_eq!(
        transfers("@broadcast _d from_param 8 size 1 $lm0"),
        3,
        "another block"
    );
    let mut params = PARAMS.replace(":addr 131072", ":addr 16384");
    params = params.replace(":slot 24", ":slot 24 :send_wait_tag #x12");
    let program = "@broadcast _a from_param 9 size 1 $lr0\n@distribute _d from_param 8 size 1 $lm0\n@collect _c to_param 24 size 2 $lm0\n@broadcast _b from_param 9 size 1 $lr8\n@collect _d to_param 25 size 1 $lr8";
    let text = link(program, &params, &structure("")).expect("it is linked");
    let mut device = filled();
    let kernel = Kernel::read(text.as_bytes()).expect("a kernel");
    device
        .run(&kernel, u64::MAX, None, &mut |_| {})
        .expect("it runs");
    // The word was replaced by the second component, of which PE 0 has nothing.
    assert_eq!(words(&device, 147_456, PES, 0x3f), [0; PES as usize]);
}

#[test]
fn sums_and_extremes_of_all_pes() {
    let sum = |operation: &str| {
        let program = format!(
            "@distribute _a from_param 8 size 1 $lr8\n@reduce _s to_param 24 $lr8 {operation}\n"
        );
        let mut device = filled();
        run(&program, "", &mut device);
        words(&device, 131_072, 4, 0x1e)
    };
    let expected = |of: fn(&[u64]) -> u64| -> Vec<u64> {
        (0..4)
            .map(|pe| of(&(pe + 7..PES + 7).step_by(4).collect::<Vec<_>>()))
            .collect()
    };
    assert_eq!(sum("liadd"), expected(|it| it.iter().sum()));
    assert_eq!(
        sum("lbor"),
        expected(|it| it.iter().fold(0, |all, it| all | it))
    );
    assert_eq!(sum("dmax"), expected(|it| *it.iter().max().expect("words")));
    assert_eq!(sum("dmin"), expected(|it| *it.iter().min().expect("words")));
    for operation in REDUCTIONS {
        sum(operation);
    }
}

/// The flag of a PE by its number, as the SDK documents it.
fn flag(pe: u64, [left, right]: [bool; 2]) -> u64 {
    let [sub, mab, l1b, l2b] = [pe % 4, pe / 4 % 16, pe / 64 % 8, pe / 512];
    let level = |is_at: [bool; 4]| is_at.iter().take_while(|it| **it).count();
    let bit = |level: usize, is_edge: bool| match level {
        0 => None,
        4 if is_edge => Some(8),
        level => Some(2 * (level - 1)),
    };
    let to_right = bit(level([sub == 3, mab == 15, l1b == 7, l2b == 7]), right);
    let to_left = bit(level([sub == 0, mab == 0, l1b == 0, l2b == 0]), left);
    to_right.map_or(0, |bit| 1 << bit) | to_left.map_or(0, |bit| 2 << bit)
}

const COMPUTE: &str = "@alloc own :omr 1 2 3 4 :grf0 200 32 34 40 42 :n 0\n@boundary_flags_compute bf 0 $lr416 own\n@free own\n";

#[test]
fn flags_are_computed_from_the_numbers_of_a_pe() {
    for (more, edges) in [
        ("", [false, false]),
        ("(:data_size (4096)) (:data_offset (0))", [true, true]),
        ("(:data_size (8192)) (:data_offset (0))", [true, false]),
        ("(:data_size (8192)) (:data_offset (4096))", [false, true]),
        ("(:data_size (12288)) (:data_offset (4096))", [false, false]),
        ("(:data_size (4096))", [false, false]),
    ] {
        let found = collected(COMPUTE, "$lr416", more);
        let expected: Vec<u64> = (0..PES).map(|pe| flag(pe, edges)).collect();
        assert_eq!(found, expected, "{more}");
    }
}

#[test]
fn neighbours_are_read_on_all_levels() {
    let whole = "(:data_size (4096)) (:data_offset (0))";
    let neighbor = |offset: &str, more: &str| {
        let program = format!(
            "{COMPUTE}@distribute _a from_param 8 size 1 $lm0\n@alloc own :omr 5 6 7 8 :grf0 0 32 80 88 402 404 96 84 86 90 92 :n 0\n@get_neighbor $lr400 {offset} $lm0 bf room own\n@free own"
        );
        collected(&program, "$lr400", &format!("{whole} {more}"))
    };
    let number = |pe: u64| pe + 7;
    let expected = |pe: fn(u64) -> u64| -> Vec<u64> { (0..PES).map(|it| number(pe(it))).collect() };
    for clamp in ["", "(:boundary (:clamp))"] {
        assert_eq!(
            neighbor("-1", clamp),
            expected(|pe| pe.saturating_sub(1)),
            "{clamp}"
        );
        assert_eq!(
            neighbor("+1", clamp),
            expected(|pe| (pe + 1).min(PES - 1)),
            "{clamp}"
        );
    }
    let periodic = "(:boundary (:periodic))";
    assert_eq!(
        neighbor("-1", periodic),
        expected(|pe| (pe + PES - 1) % PES)
    );
    assert_eq!(neighbor("1", periodic), expected(|pe| (pe + 1) % PES));
}

/// Lines and texts of findings.
fn said(findings: &[Finding]) -> Vec<String> {
    let said = findings.iter();
    said.map(|it| format!("{}: {}", it.line + 1, it.diagnostic.message))
        .collect()
}

#[test]
fn what_cannot_be_linked_is_reported_at_its_line() {
    let errors = |program: &str, params: &str, structure: &str| -> LinkErrors {
        let linked = link(program, params, structure);
        linked.map(|text| text.len()).expect_err("it is refused")
    };
    let good = structure("");
    let found = errors(
        "nop\n@distribute _a from_param 7 size 1 $lm0\n@stencil x\nnot a line\n",
        PARAMS,
        &good,
    );
    assert_eq!(
        said(&found.program),
        [
            "2: the `.param` file has no entry `:slot 7`",
            "3: `@stencil` no longer exists"
        ]
    );
    let found = errors(
        "@distribute _a from_param 8 size 1 $lm0\n",
        &PARAMS.replace(":addr 0 ", ":addr 99999999 "),
        &good,
    );
    assert_eq!(said(&found.params), ["3: PDM has 524288 long words"]);
    let near_the_end = PARAMS.replace(":addr 131072", ":addr 524224");
    let found = errors(
        "@collect _a to_param 24 size 1 $lm0\n",
        &near_the_end,
        &good,
    );
    assert_eq!(
        said(&found.program),
        ["1: `@collect` uses 4096 long words from PDM address 524224 on, but PDM ends at 524288"]
    );
    let found = errors("nop\n", PARAMS, "(");
    assert_eq!(said(&found.structure)[0], "1: this `(` is not closed");
    let plane = "((:version :0.1) (:ndim 2) (:pe_shape (64 64)) (:pe_local (1 1)))";
    let found = errors(&format!("nop\n{COMPUTE}"), PARAMS, plane);
    assert_eq!(
        said(&found.program),
        [
            "3: `@boundary_flags_compute` is documented for problems of one dimension only, but `:ndim` is 2"
        ]
    );
    let long = "@get_neighbor $lr400 -1 $lm0 bf room own\n".repeat(40_000);
    let program = format!(
        "{COMPUTE}@alloc own :omr 5 6 7 8 :grf0 0 32 80 88 402 404 96 84 86 90 92 :n 0\n{long}@free own\n"
    );
    let found = errors(&program, PARAMS, &good);
    assert_eq!(found.program.len(), 1);
    assert!(found.program[0].line > 5000, "{:?}", found.program);
    assert_eq!(
        found.program[0].diagnostic.message.to_string(),
        "from this line on, the linked program has more than 67108864 bytes"
    );
}
